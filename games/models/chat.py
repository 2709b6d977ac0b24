"""Chat messages of games. They are not part of the log, and are deleted after a while."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User

MAX_MESSAGE_LENGTH = 200
"""The most characters of a free text."""


class ChatMessage(models.Model):
    """A chat message of a seat: ``word``, a phrase or gesture of ``games.texts.chat``, or free ``text``.

    ``hushed``: the opponent had muted or blocked the sender, and is not shown the message. The sender must not notice.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="words")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="words")
    word = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=MAX_MESSAGE_LENGTH, blank=True)
    hushed = models.BooleanField(default=False)
    client_id = models.CharField(max_length=36)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_word"
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "client_id"], name="one_word_a_client_id")
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "-at"], name="word_of_game"),
            models.Index(fields=["at"], name="word_at"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
