"""Views of tournaments: overview, entries, boards, and the display."""
