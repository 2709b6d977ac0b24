"""Challenges, chat, and relations between people."""
