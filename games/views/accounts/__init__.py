"""Views of accounts: profile, friends, preferences, personal data, log-in."""
