"""Bots: their accounts, games and turns, and the engine processes that choose their cards."""
