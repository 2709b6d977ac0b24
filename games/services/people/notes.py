"""Notes on people, by moderators and for moderators; the person never reads them."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import PersonNote, User
from games.people.plain import clean_text
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge, require_permission

WRITE, READ = "games.write_personnote", "games.view_personnote"


def write(by: Judge, person: User, text: str) -> PersonNote:
    """Note something. Refused with ``not_permitted``, ``own_account`` and ``text_needed``."""
    require_permission(by, WRITE)
    if person.pk in by.selves:
        raise Refusal("own_account")
    text = clean_text(text)
    if not text:
        raise Refusal("text_needed")
    return PersonNote.objects.create(person=person, by=by.user, text=text)


def about(by: Judge, people: list[User]) -> QuerySet[PersonNote]:
    """The notes on these people that this moderator may read, newest first: none on themselves."""
    if not by.user.has_perm(READ):
        return PersonNote.objects.none()
    return PersonNote.objects.filter(person__in=people).exclude(person__in=by.selves).select_related("by")
