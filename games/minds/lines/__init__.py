"""The completions of a log with gaps, gone through on numbers: what `games.rules.logged.completions` asks, compiled."""
