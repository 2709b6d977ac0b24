"""Results and ratings, kept in line with the logs of games."""
