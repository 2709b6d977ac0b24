"""Sentences that people read, apart from templates and forms."""
