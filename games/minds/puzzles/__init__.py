"""Puzzles: endings with one winning card that is not the obvious one, found in games that the levels played."""
