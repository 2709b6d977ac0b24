"""Who sees somebody's profile, who sees that they are here, and who may challenge them."""

from __future__ import annotations

from games.models import User
from games.people.ties import AUDIENCES
from games.rules.errors import Refusal

CHOICES = ("profile_for", "here_for", "challenged_by")


def show(person: User, audience: str, what: str = "profile_for") -> None:
    """Let these see a person's profile, or do ``what`` of ``CHOICES`` says, from now on; refused with ``no_choice``."""
    if audience not in AUDIENCES or what not in CHOICES:
        raise Refusal("no_choice")
    setattr(person, what, audience)
    person.save(update_fields=[what])
