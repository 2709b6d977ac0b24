"""Moderation: the only way for moderators to act on games and people.

Every act takes a ``Moderator`` and a ``Justification``, has its own permission, and leaves a row in ``Act``. An act on
a game also leaves an event in the game's log, by which open pages are updated. The queues are in
``games.services.reports``.
"""
