"""Puzzles: selection, attempts, progress of people, and statistics."""
