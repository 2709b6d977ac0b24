"""Inference from the log of a physical game: possible cards, votes and outcomes. Standard library only."""
