"""WebSockets: consumers parse messages and call services; rooms send what changed to everybody who may see it."""
