"""HTTP API for programs at ``/api/``, documented in docs/api.md."""
