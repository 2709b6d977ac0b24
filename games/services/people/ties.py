"""Following, blocking and muting: what one person decides about another, who is told of none of it."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from games.models import Challenge, Game, Tie, User
from games.people import ties
from games.rules.errors import Refusal
from games.services.online import lobby
from games.stories.status import Status

MOST = 500
"""Ties of a kind that one person may have."""


def follow(by: User, whom: User) -> None:
    """Follow an account. Refused with ``accounts_only``, ``not_yourself``, ``you_blocked`` and ``too_many_ties``."""
    if by.is_guest or whom.is_guest:
        raise Refusal("accounts_only")
    if ties.blocks(by, whom):
        raise Refusal("you_blocked")
    _tie(by, ties.FOLLOW, whom)


def block(by: User, whom: User) -> None:
    """Have nothing to do with somebody any more: one's own following and challenges of them end, and from now on theirs
    come to nothing. Refused with ``not_yourself`` and ``too_many_ties``."""
    with transaction.atomic():
        _tie(by, ties.BLOCK, whom)
        Tie.objects.filter(by=by, kind=ties.FOLLOW, whom=whom).delete()
    sent = Challenge.objects.filter(by=by, to=whom, game__status=Status.WAITING).select_related("game")
    for challenge in sent:
        with suppress(Refusal):
            lobby.call_off(challenge.game, by)


def mute(by: User, whom: User) -> None:
    """Be shown nothing of what somebody says. Refused with ``not_yourself`` and ``too_many_ties``."""
    _tie(by, ties.MUTE, whom)


def untie(by: User, kind: str, whom: User) -> None:
    """Take back what was decided; harmless where nothing was."""
    Tie.objects.filter(by=by, kind=kind, whom=whom).delete()


DEEDS = ("follow", "block", "mute", "unfollow", "unblock", "unmute")
"""What a person may decide."""


def do(deed: str, by: User, whom: User) -> None:
    """Decide one of ``DEEDS``; refused as what it does, and with ``no_choice`` where it is none."""
    match deed:
        case "follow":
            follow(by, whom)
        case "block":
            block(by, whom)
        case "mute":
            mute(by, whom)
        case "unfollow" | "unblock" | "unmute":
            untie(by, deed.removeprefix("un"), whom)
        case _:
            raise Refusal("no_choice")


def across(game: Game, user: User) -> User | None:
    """The person on the other seat of an online game; None where none sits there, or one of the site's own."""
    seats = list(game.players.select_related("user"))
    if game.at_table or not any(one.user_id == user.pk for one in seats):
        return None
    return next((one.user for one in seats if one.user_id != user.pk and not one.user.opponent), None)


def _tie(by: User, kind: str, whom: User) -> None:
    if by.pk == whom.pk or (by.account_id or by.pk) == (whom.account_id or whom.pk):
        raise Refusal("not_yourself")
    if whom.opponent or whom.leaving_at is not None:
        raise Refusal("no_such_person")
    if Tie.objects.filter(by=by, kind=kind).count() >= MOST:
        raise Refusal("too_many_ties", limit=MOST)
    Tie.objects.get_or_create(by=by, kind=kind, whom=whom)
