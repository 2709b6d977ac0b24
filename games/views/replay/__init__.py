"""Views of replays and reviews."""
