"""The only writers of games: one function per intention."""
