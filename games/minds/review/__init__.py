"""What a finished game was about: who was winning when, which cards cost it, and what was luck. Pure functions on the
cards of a game; budgets are worlds and nodes, chance follows from the cards themselves, so that a review can be made
again."""
