"""Views of lessons."""
