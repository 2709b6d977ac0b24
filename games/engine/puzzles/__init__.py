"""Puzzles: positions of phase two with one winning card that is not obvious, found in games between levels."""
