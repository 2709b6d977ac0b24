"""Relations between people: follows, friends, blocks, mutes, and audiences.

Friends are two people who follow each other. A block covers the account and the guests that belong to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.db.models import Q, QuerySet

from games.messaging import online_users
from games.models import Relation, User
from games.models.people import AUDIENCE_EVERYBODY, AUDIENCE_FRIENDS, AUDIENCE_NOBODY

AUDIENCES = (AUDIENCE_EVERYBODY, AUDIENCE_FRIENDS, AUDIENCE_NOBODY)
"""The audiences that a person can choose for a setting."""
FOLLOW, BLOCK, MUTE = Relation.Kind.FOLLOW, Relation.Kind.BLOCK, Relation.Kind.MUTE


def is_allowed(audience: str, person: User, reader: User | None) -> bool:
    """Return whether a reader belongs to an audience of a person; the person always does."""
    if reader == person or audience == AUDIENCE_EVERYBODY:
        return True
    return audience == AUDIENCE_FRIENDS and reader is not None and are_friends(person, reader)


def are_friends(first: User, second: User) -> bool:
    """Return whether two people follow each other, and neither blocked the other."""
    return second.pk in list_friends(first, [second.pk])


def list_friends(person: User, among: Collection[int] | None = None) -> set[int]:
    """Return the friends of a person, only those in ``among`` if it is given."""
    friends = Relation.objects.filter(by=person, kind=FOLLOW, whom__ties__kind=FOLLOW, whom__ties__whom=person)
    if among is not None:
        friends = friends.filter(whom__in=among)
    return set(friends.values_list("whom", flat=True)) - list_blocked_either_way(person)


def list_blocked_either_way(person: User) -> set[int]:
    """Return all users whom a person blocked, or who blocked the person, with guests and their accounts."""
    involved = _is_same_person("by", person) | _is_same_person("whom", person)
    rows = Relation.objects.filter(involved, kind=BLOCK).values_list("by", "by__account", "whom", "whom__account")
    return {user_id for row in rows for user_id in _list_other_ends(row, person)}


def is_blocked_either_way(first: User, second: User) -> bool:
    """Return whether either blocked the other."""
    return Relation.objects.filter(_between(first, second) | _between(second, first), kind=BLOCK).exists()


def has_blocked(by: User, whom: User) -> bool:
    """Return whether ``by`` blocked ``whom``. ``whom`` must not be able to notice."""
    return Relation.objects.filter(_between(by, whom), kind=BLOCK).exists()


def can_hear(by: User, whom: User) -> bool:
    """Return whether ``by`` gets the chat messages of ``whom``."""
    return not Relation.objects.filter(_between(by, whom), kind__in=[BLOCK, MUTE]).exists()


def has_relation(by: User, kind: str, whom: User) -> bool:
    """Return whether ``by`` has a relation of this kind to ``whom``, guests and accounts apart."""
    return Relation.objects.filter(by=by, kind=kind, whom=whom).exists()


def list_relations(person: User, kind: str) -> QuerySet[Relation]:
    """Return the relations of a kind that a person set, latest first."""
    return Relation.objects.filter(by=person, kind=kind).select_related("whom").order_by("-at", "-pk")


def list_followers(person: User) -> QuerySet[Relation]:
    """Return the followers of a person, latest first, without blocked people and deleted accounts."""
    followers = Relation.objects.filter(whom=person, kind=FOLLOW, by__leaving_at=None).exclude(
        by__in=list_blocked_either_way(person)
    )
    return followers.select_related("by").order_by("-at", "-pk")


def list_visible_online(reader: User, people: Iterable[User]) -> set[int]:
    """Return the people who are online and let the reader see it, with a fixed number of queries."""
    online = online_users.filter_online([user.pk for user in people])
    if not online:
        return set()
    friends, blocked = list_friends(reader, online), list_blocked_either_way(reader)
    visible = {
        user.pk
        for user in people
        if user.here_for == AUDIENCE_EVERYBODY or (user.here_for == AUDIENCE_FRIENDS and user.pk in friends)
    }
    return online & visible - blocked


def _is_same_person(end: str, person: User) -> Q:
    """Return the condition that an end of a relation is the person: the account or one of its guests."""
    root = person.account_id or person.pk
    # A subquery, so that the database uses the index of the relation.
    rows = User.objects.filter(Q(pk=root) | Q(account=root)).values("pk")
    return Q(**{f"{end}__in": rows})


def _between(by: User, whom: User) -> Q:
    return _is_same_person("by", by) & _is_same_person("whom", whom)


def _list_other_ends(row: tuple[int, int | None, int, int | None], person: User) -> Iterator[int]:
    """Return the other end of a block: a user and, for a guest, the account."""
    by, by_account, whom, whom_account = row
    root = person.account_id or person.pk
    ends = (whom, whom_account) if root in (by, by_account) else (by, by_account)
    return (user_id for user_id in ends if user_id is not None)
