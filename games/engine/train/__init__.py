"""Training of the weights: ``python -m games.engine.train`` writes them, the same for the same seed."""
