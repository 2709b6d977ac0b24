"""Views of series: score, private page and picture."""
