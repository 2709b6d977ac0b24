"""WebSockets of online games."""
