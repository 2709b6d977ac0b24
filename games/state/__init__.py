"""States of games: each the fold of the log of its game, a pure value."""
