"""Tournaments as pure values: boards, pairings of the next round, and standings."""
