"""Notifications of people who have the turn: by e-mail, and by the push services of their browsers."""
