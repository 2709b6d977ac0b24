"""Operation of the site: backup, consistency check and monitoring."""
