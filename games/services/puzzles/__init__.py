"""Puzzles: which one, how it stands after some cards, and what of it is kept."""
