"""Views: HTML pages and the JSON that their scripts ask for, by area."""
