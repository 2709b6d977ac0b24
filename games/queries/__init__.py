"""Queries of views and services: results, ratings, profiles, relations, conduct and matchmaking."""
