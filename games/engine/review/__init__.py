"""Review of a finished game: win chances, mistakes and luck.

Pure functions on the cards of a game. Budgets are numbers of worlds and nodes, and random seeds derive from the cards,
so that a review can be repeated.
"""
