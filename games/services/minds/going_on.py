"""A game against the site's own that goes on from a position of a finished one."""

from __future__ import annotations

from dataclasses import asdict, replace

from django.db import transaction

from games.models import Game, Player, User
from games.rules.errors import Refusal
from games.rules.record import codes, plays_of
from games.rules.state import Seat, other
from games.services.minds.people import opponent
from games.services.online import lobby, tickets
from games.store import log
from games.stories.clock import NONE
from games.stories.online import Options
from games.stories.online_kinds import Kind
from games.stories.replayed import Closed, Replayed, replayed
from games.stories.story import Fact

UNKNOWN = {Closed.NOT_LOGGED, Closed.IMPOSSIBLE}
"""Where nobody can say how the cards lay."""


def go_on(source: Game, user: User, step: int, seat: Seat, level: str) -> Game:
    """The game of ``user`` in this ``seat`` with the cards as they lay after ``step`` cards of ``source``.

    It is a game of its own, for the two alone where the other was, and never rated: its person has seen all cards.
    Whoever asks must be one who may see them. Refused with ``no_such_level``, and as ``check``.
    """
    return _begin(source, check(source, step), step, {seat: user, other(seat): opponent(level)}, user)


def check(source: Game, step: int) -> Replayed:
    """The game to go on from, a match or a table. Refused with ``not_over`` while it is not open card by card,
    ``not_all_logged`` where the log of a table does not know every card, and ``nothing_left`` where no card is left."""
    played = replayed(log.load(source.pk))
    if isinstance(played, Closed):
        raise Refusal("not_all_logged" if played in UNKNOWN else "not_over")
    if not 0 <= step <= played.last or played.states[step].finished:
        raise Refusal("nothing_left")
    return played


def _begin(source: Game, played: Replayed, step: int, users: dict[Seat, User], user: User) -> Game:
    options = replace(played.options, listed=False, clock=NONE)
    with transaction.atomic():
        game = Game.objects.create(code=lobby.free_code(), origin=source, **asdict(options))
        Player.objects.bulk_create(Player(game=game, seat=one, user=who, name=who.shown) for one, who in users.items())
        seated = [lobby.joined(one, users[one]) for one in (0, 1)]
        log.begin(game, [_opened(options, user), *seated, _dealt(source, played, step)])
    return game


def _opened(options: Options, user: User) -> Fact:
    return Fact(Kind.OPENED, 0, asdict(options), actor_id=user.pk)


def _dealt(source: Game, played: Replayed, step: int) -> Fact:
    """The deal of the source with the cards that were played of it, and the seed of a rematch, which is dealt anew."""
    deal = played.states[0]
    cards = {"hands": [codes(hand) for hand in deal.hands], "deck": codes(deal.deck), "leader": deal.leader}
    plays = codes(plays_of(played.states[step]))
    begun = {"plays": plays, "from": {"game": source.code, "step": step}}
    return Fact(Kind.DEALT, data={**cards, **begun, "next": tickets.fresh_seed()})
