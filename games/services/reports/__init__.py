"""Reports and appeals, and the moderation queue in which they wait."""
