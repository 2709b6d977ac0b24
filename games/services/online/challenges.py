"""Challenges: an invitation that one person is told of, and answers where they are."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import kept
from games.models import Challenge, Game, User
from games.people import ties
from games.rules.errors import Refusal
from games.services.online import lobby
from games.store import log, personal
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.status import Status
from games.stories.story import Fact


def challenge(by: User, to: User, options: Options, ticket: str = "", part: str = "") -> Challenge:
    """An invitation like any other, of which ``to`` is told. The trap: whom ``to`` blocked notices no difference from
    a challenge that nobody answers.

    Refused with ``accounts_only``, ``not_yourself``, ``you_blocked``, ``no_challenges`` where ``to`` does not take any
    from ``by``, ``already_challenged``, and as ``lobby.create``.
    """
    _check(by, to)
    blocked = ties.blocks(to, by)
    with transaction.atomic():
        game = lobby.create(by, options, ticket, part)
        made = Challenge.objects.create(game=game, by=by, to=to)
        if not blocked:
            told = {"game": game.code, "name": by.shown, "commitment": game.commitment or ""}
            personal.tell_account(to.pk, "challenged", **told)
    return made


def decline(game: Game, user: User) -> None:
    """Say no: what was meant for ``user`` alone is called off. Refused with ``not_waiting`` where none waits."""
    found = standing(user).filter(game=game).first()
    if found is None:
        raise Refusal("not_waiting")
    with transaction.atomic():
        Challenge.objects.filter(pk=found.pk).update(declined_at=timezone.now())
        if not game.listed:
            log.append(Match, game.pk, lambda match: _no(match, user))


def standing(user: User) -> QuerySet[Challenge]:
    """The challenges that wait for somebody's answer, the latest first; none of people whom they blocked."""
    since = timezone.now() - kept.CHALLENGE
    mine = Challenge.objects.filter(to=user, declined_at=None, at__gt=since, game__status=Status.WAITING)
    return mine.exclude(by__in=ties.apart_from(user)).select_related("game", "by").order_by("-pk")


def meant_for(game: Game, user: User | None) -> bool:
    """Whether somebody may take this invitation without its link."""
    return user is not None and not user.is_guest and standing(user).filter(game=game).exists()


def received(game: Game, user: User) -> bool:
    """Whether somebody was told of this challenge, whatever became of it."""
    sent = Challenge.objects.filter(game=game, to=user).select_related("by").first()
    return sent is not None and not ties.blocks(user, sent.by)


def may(by: User, to: User) -> bool:
    """Whether a challenge is offered to ``by``; whom ``to`` blocked cannot tell it from this."""
    return not by.is_guest and not to.is_guest and by != to and ties.allows(to.challenged_by, to, by)


def over(made: Challenge) -> bool:
    """End one that was never answered, as its sender would; whether there was anything to end."""
    if made.game.status == Status.WAITING and not made.game.listed:
        try:
            lobby.call_off(made.game, made.by)
        except Refusal:
            # Somebody sat down a moment ago, or moderators stopped it.
            return False
    return True


def _check(by: User, to: User) -> None:
    if by == to:
        raise Refusal("not_yourself")
    if by.is_guest or to.is_guest:
        raise Refusal("accounts_only")
    if ties.blocks(by, to):
        raise Refusal("you_blocked")
    if not may(by, to):
        raise Refusal("no_challenges")
    if Challenge.objects.filter(by=by, to=to, declined_at=None, game__status=Status.WAITING).exists():
        raise Refusal("already_challenged")


def _no(match: Match, user: User) -> Sequence[Fact]:
    """Nobody's seat says it: who is asked has none."""
    return [] if match.status != Status.WAITING else [Fact(Kind.CALLED_OFF, None, actor_id=user.pk)]
