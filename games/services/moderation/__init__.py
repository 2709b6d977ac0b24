"""Moderation: the only way for moderators to act on games and people.

Every act takes a ``Moderator`` and a ``Justification``, has a permission of its own, and leaves a row in ``Act`` and,
where it is about a game, an event in the game's log, from which open pages learn of it. Queues are in
``games.services.reports``.
"""
