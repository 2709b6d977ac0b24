"""Lessons: small deals that a learner plays against a teacher on the other seat."""
