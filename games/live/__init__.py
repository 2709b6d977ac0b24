"""Sockets: what comes in is decoded and handed to services, what changed is shown to everybody who may see it."""
