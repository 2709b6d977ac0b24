"""Personal tokens, by which programs come instead of browsers."""

from __future__ import annotations

from django.db import models

from games.models.people import User

READ, PLAY = "read", "play"
"""What a token is for: to look at what its person may see, or to play as them too."""


class Token(models.Model):
    """What opens the site to a program of ``user``: the secret itself is kept nowhere, only its ``digest``.

    ``used_at`` is behind by as much as an hour.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scope = models.CharField(max_length=4)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def plays(self) -> bool:
        """Whether it may do more than look."""
        return self.scope == PLAY
