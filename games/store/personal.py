"""What one person is told on all their open pages, whatever game they look at."""

from __future__ import annotations

from django.db import transaction

from games.store import broadcast
from games.store.news import EVERYWHERE, Note
from games.store.tags import person_tag, user_tag


def tell(user_id: int, code: str) -> None:
    """Say ``code`` to a person after commit: said once, kept nowhere, and lost where no page of theirs is open."""
    note = Note(EVERYWHERE, code, {"tag": person_tag(user_id)})
    transaction.on_commit(lambda: broadcast.note(note))


def tell_account(user_id: int, code: str, **data: str) -> None:
    """The same on the pages where the person is logged in, and at no device of a table; ``data`` is no secret."""
    note = Note(EVERYWHERE, code, {"tag": user_tag(user_id), **data})
    transaction.on_commit(lambda: broadcast.note(note))
