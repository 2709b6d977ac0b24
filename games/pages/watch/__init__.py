"""The games that are being played, to look at."""
