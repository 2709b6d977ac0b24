"""Puzzles: selection, attempts, people's progress, and statistics."""
