"""WebSockets of physical games."""
