"""Relations between people: following, blocking and muting. The other person is not notified."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from games.models import Challenge, Game, Relation, User
from games.queries import relations
from games.rules.errors import Refusal
from games.services.matches import cancellation
from games.state.game_state import Status

MAX_RELATIONS = 500
"""Maximum number of relations of one kind per person."""


def follow(user: User, other: User) -> None:
    """Follow an account.

    Raise ``Refusal`` with ``accounts_only``, ``you_blocked``, ``not_yourself``, ``no_such_person`` or
    ``too_many_ties``.
    """
    if user.is_guest or other.is_guest:
        raise Refusal("accounts_only")
    if relations.has_blocked(user, other):
        raise Refusal("you_blocked")
    _add_relation(user, relations.FOLLOW, other)


def block(user: User, other: User) -> None:
    """Block a person, stop following the person, and withdraw the user's open challenges to the person.

    Later challenges by the blocked person have no effect. Raise ``Refusal`` with ``not_yourself``, ``no_such_person``
    or ``too_many_ties``.
    """
    with transaction.atomic():
        _add_relation(user, relations.BLOCK, other)
        Relation.objects.filter(by=user, kind=relations.FOLLOW, whom=other).delete()
    sent = Challenge.objects.filter(by=user, to=other, game__status=Status.WAITING).select_related("game")
    for challenge in sent:
        with suppress(Refusal):
            cancellation.withdraw_invitation(challenge.game, user)


def mute(user: User, other: User) -> None:
    """Mute a person in chats.

    Raise ``Refusal`` with ``not_yourself``, ``no_such_person`` or ``too_many_ties``.
    """
    _add_relation(user, relations.MUTE, other)


def remove_relation(user: User, kind: str, other: User) -> None:
    """Remove a relation, if there is one."""
    Relation.objects.filter(by=user, kind=kind, whom=other).delete()


ACTIONS = ("follow", "block", "mute", "unfollow", "unblock", "unmute")
"""Actions that ``apply_action`` accepts."""


def apply_action(action: str, user: User, other: User) -> None:
    """Apply one of ``ACTIONS``. Raise ``Refusal`` as its function does, and with ``no_choice`` for other actions."""
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
    """Return the user's opponent in an online game, or None if there is none or it is a bot."""
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
