"""Server: Daphne with its limits, HTTP limits, static files, keys, locks, logs and the first start."""
