"""Messages between processes, presence at games, and the heartbeats of processes."""
