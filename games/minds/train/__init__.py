"""How the weights were made: ``python -m games.minds.train`` writes them anew, the same ones for the same seed."""
