"""Views of live games to watch."""
