"""Notifications of people whose turn it is: by e-mail, and by the push services of their browsers."""
