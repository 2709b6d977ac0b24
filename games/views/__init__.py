"""Views by area: HTML pages, and the JSON that their scripts request."""
