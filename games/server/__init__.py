"""Server: Daphne, connection and HTTP limits, static files, keys, locks, logs and startup."""
