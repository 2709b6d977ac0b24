"""The page of live games to watch."""
