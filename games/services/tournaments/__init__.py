"""Tournaments: entries, rounds, boards, results, and the host's corrections."""
