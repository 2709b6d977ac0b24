"""Accounts: names, sign-up, preferences, device cookies, tokens and the group of moderators."""
