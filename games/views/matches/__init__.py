"""Views of online games: lobby, invitation, game page, matchmaking, notifications."""
