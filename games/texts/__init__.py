"""User-visible texts, apart from those in templates and forms."""
