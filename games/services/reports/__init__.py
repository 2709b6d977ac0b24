"""Reports and appeals, and the moderation queue that holds them."""
