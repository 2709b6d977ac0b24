"""Accounts: preferences, tokens, suspensions, export, deletion and erasure."""
