"""Who are friends, who has nothing to do with whom, and what a person allows to whom.

Friends are two who follow each other. A block holds for all that somebody was in the same browsers, guest and account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.db.models import Q, QuerySet

from games.models import Tie, User
from games.models.people import EVERYBODY, FRIENDS, NOBODY
from games.store import around

AUDIENCES = (EVERYBODY, FRIENDS, NOBODY)
"""Whom a person may let see or do something; nobody means nobody else."""
FOLLOW, BLOCK, MUTE = Tie.Kind.FOLLOW, Tie.Kind.BLOCK, Tie.Kind.MUTE


def allows(audience: str, person: User, reader: User | None) -> bool:
    """Whether what a person allows to an audience is allowed to a reader."""
    if reader == person or audience == EVERYBODY:
        return True
    return audience == FRIENDS and reader is not None and are_friends(person, reader)


def are_friends(one: User, other: User) -> bool:
    """Whether both follow each other; a block of either ends it."""
    return other.pk in friends_of(one, [other.pk])


def friends_of(person: User, among: Collection[int] | None = None) -> set[int]:
    """The friends of a person, or those of them who are ``among`` these."""
    mine = Tie.objects.filter(by=person, kind=FOLLOW, whom__ties__kind=FOLLOW, whom__ties__whom=person)
    found = mine if among is None else mine.filter(whom__in=among)
    return set(found.values_list("whom", flat=True)) - apart_from(person)


def apart_from(person: User) -> set[int]:
    """All who blocked a person, and whom the person blocked; with the accounts of those who were guests then."""
    ours = _same("by", person) | _same("whom", person)
    rows = Tie.objects.filter(ours, kind=BLOCK).values_list("by", "by__account", "whom", "whom__account")
    return {one for row in rows for one in _others(row, person)}


def apart(one: User, other: User) -> bool:
    """Whether either blocked the other."""
    return Tie.objects.filter(_between(one, other) | _between(other, one), kind=BLOCK).exists()


def blocks(by: User, whom: User) -> bool:
    """Whether ``by`` blocked ``whom``, who is not to notice."""
    return Tie.objects.filter(_between(by, whom), kind=BLOCK).exists()


def hears(by: User, whom: User) -> bool:
    """Whether ``by`` is shown what ``whom`` says."""
    return not Tie.objects.filter(_between(by, whom), kind__in=[BLOCK, MUTE]).exists()


def has(by: User, kind: str, whom: User) -> bool:
    """Whether this very tie is there."""
    return Tie.objects.filter(by=by, kind=kind, whom=whom).exists()


def of(person: User, kind: str) -> QuerySet[Tie]:
    """What somebody decided about others, the latest first."""
    return Tie.objects.filter(by=person, kind=kind).select_related("whom").order_by("-at", "-pk")


def followers(person: User) -> QuerySet[Tie]:
    """Who follows somebody, the latest first; nobody whom the person blocked, or who left."""
    found = Tie.objects.filter(whom=person, kind=FOLLOW, by__leaving_at=None).exclude(by__in=apart_from(person))
    return found.select_related("by").order_by("-at", "-pk")


def here_for(reader: User, people: Iterable[User]) -> set[int]:
    """Those of these people who are here and let the reader know; the number of queries does not depend on theirs."""
    here = around.among([one.pk for one in people])
    if not here:
        return set()
    friends, apart = friends_of(reader, here), apart_from(reader)
    told = {one.pk for one in people if one.here_for == EVERYBODY or (one.here_for == FRIENDS and one.pk in friends)}
    return here & told - apart


def _same(end: str, person: User) -> Q:
    """Somebody, and all that they were in the same browsers."""
    root = person.account_id or person.pk
    # Looked up apart, so that a database finds the rows by their index.
    selves = User.objects.filter(Q(pk=root) | Q(account=root)).values("pk")
    return Q(**{f"{end}__in": selves})


def _between(by: User, whom: User) -> Q:
    return _same("by", by) & _same("whom", whom)


def _others(row: tuple[int, int | None, int, int | None], person: User) -> Iterator[int]:
    """The other end of a block, as the row and as the account."""
    by, by_account, whom, whom_account = row
    root = person.account_id or person.pk
    ends = (whom, whom_account) if root in (by, by_account) else (by, by_account)
    return (one for one in ends if one is not None)
