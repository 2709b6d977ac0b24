"""What programs ask for, at ``/api/``; docs/api.md tells how."""
