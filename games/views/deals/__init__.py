"""Views of shared deals: creation, page with results, and new games."""
