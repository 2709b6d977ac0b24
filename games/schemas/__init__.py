"""Messages of sockets and API, typed with pydantic."""
