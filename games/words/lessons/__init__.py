"""What the teacher says."""
