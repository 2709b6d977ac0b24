"""Review of a finished game: the lead, the cards that cost it, and luck.

Pure functions on the cards of a game. Budgets are worlds and nodes, and randomness follows from the cards, so that a
review can be repeated.
"""
