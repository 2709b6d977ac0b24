"""Telling people that it is their turn: by e-mail, and by the push services of their browsers."""
