"""Views of transfers between the site and the printed deck."""
