"""Database queries of views and services: results, ratings, profiles, relations, conduct and matchmaking."""
