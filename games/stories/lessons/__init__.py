"""Learning by playing: small deals, and a teacher on the other seat."""
