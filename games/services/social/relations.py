"""Following, blocking and muting: relations of one person to another, who is not told of them."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from games.models import Challenge, Game, Relation, User
from games.queries import relations
from games.rules.errors import Refusal
from games.services.matches import cancellation
from games.state.game_state import Status

MAX_RELATIONS = 500
"""Relations of a kind that one person may have."""


def follow(user: User, other: User) -> None:
    """Follow an account. Refused with ``accounts_only``, ``not_yourself``, ``you_blocked`` and ``too_many_ties``."""
    if user.is_guest or other.is_guest:
        raise Refusal("accounts_only")
    if relations.has_blocked(user, other):
        raise Refusal("you_blocked")
    _add_relation(user, relations.FOLLOW, other)


def block(user: User, other: User) -> None:
    """Block a person: following and open challenges end, and later challenges of the person have no effect.

    Refused with ``not_yourself`` and ``too_many_ties``.
    """
    with transaction.atomic():
        _add_relation(user, relations.BLOCK, other)
        Relation.objects.filter(by=user, kind=relations.FOLLOW, whom=other).delete()
    sent = Challenge.objects.filter(by=user, to=other, game__status=Status.WAITING).select_related("game")
    for challenge in sent:
        with suppress(Refusal):
            cancellation.withdraw_invitation(challenge.game, user)


def mute(user: User, other: User) -> None:
    """Mute a person in chats. Refused with ``not_yourself`` and ``too_many_ties``."""
    _add_relation(user, relations.MUTE, other)


def remove_relation(user: User, kind: str, other: User) -> None:
    """Remove a relation; harmless where there is none."""
    Relation.objects.filter(by=user, kind=kind, whom=other).delete()


ACTIONS = ("follow", "block", "mute", "unfollow", "unblock", "unmute")
"""Actions of a person on a relation."""


def apply_action(action: str, user: User, other: User) -> None:
    """Apply one of ``ACTIONS``; refused as its function, and with ``no_choice`` for others."""
    match action:
        case "follow":
            follow(user, other)
        case "block":
            block(user, other)
        case "mute":
            mute(user, other)
        case "unfollow" | "unblock" | "unmute":
            remove_relation(user, action.removeprefix("un"), other)
        case _:
            raise Refusal("no_choice")


def get_opponent(game: Game, user: User) -> User | None:
    """Return the user's opponent in an online game; None where there is none, or a bot."""
    players = list(game.players.select_related("user"))
    if game.at_table or not any(player.user_id == user.pk for player in players):
        return None
    return next((player.user for player in players if player.user_id != user.pk and not player.user.opponent), None)


def _add_relation(user: User, kind: str, other: User) -> None:
    if user.pk == other.pk or (user.account_id or user.pk) == (other.account_id or other.pk):
        raise Refusal("not_yourself")
    if other.opponent or other.leaving_at is not None:
        raise Refusal("no_such_person")
    if Relation.objects.filter(by=user, kind=kind).count() >= MAX_RELATIONS:
        raise Refusal("too_many_ties", limit=MAX_RELATIONS)
    Relation.objects.get_or_create(by=user, kind=kind, whom=other)
