"""Background jobs of a process: bots, engine queue, periodic tasks and push messages."""
