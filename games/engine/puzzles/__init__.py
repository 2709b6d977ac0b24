"""Puzzles: positions of phase two with one winning card, mostly not the obvious one, found in games between levels."""
