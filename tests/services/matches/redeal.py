"""Stored games dealt anew, so that an audience has seen the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.eventlog import event_store
from games.models import Entry, Game
from games.rules.record import Record
from tests.rules.deals import digits
from tests.rules.worlds import Audience, redealt, world
from tests.services.matches.games import match_of, play_at_once, state_of


def play_to_a_secret(game: Game, plies: int, audience: Audience) -> None:
    """Random cards, after which a seat, or a watcher, does not know every hand."""
    deal = match_of(game).deal
    assert deal is not None
    play_at_once(game, plies, lambda state: elsewhere(world(state, deal), audience) is not None)


def deal_anew(game: Game, audience: Audience = None, *, keeps_seed: bool = False) -> None:
    """Put another deal in the log, in which a seat, or a watcher, would have seen the same.

    Until the first card everybody is told the commitment, which is to one seed and to no other.
    """
    match, state = match_of(game), state_of(game)
    assert match.deal is not None
    other = elsewhere(world(state, match.deal), audience)
    assert other is not None
    assert tuple(other.plays) == match.plays
    dealt, opened = (game.entries.get(kind=kind) for kind in ("dealt", "opened"))
    hands, deck = [list(map(str, hand)) for hand in other.hands], list(map(str, other.deck))
    data = {**dealt.data, "hands": hands, "deck": deck, "next": digits("another next")}
    Entry.objects.filter(pk=dealt.pk).update(data=data)
    if not keeps_seed:
        shuffle = {**opened.data["shuffle"], "seed": digits("another")}
        Entry.objects.filter(pk=opened.pk).update(data={**opened.data, "shuffle": shuffle})
    event_store.state_cache.clear()


def elsewhere(here: Record, audience: Audience) -> Record | None:
    """Another world, None where the audience has seen too much for any.

    Cards change places, and may end where they were.
    """
    chance = random.Random(3)
    found = (redealt(here, audience, chance) for _ in range(100))
    return next((one for one in found if (one.hands, one.deck) != (here.hands, here.deck)), None)


def blinds_anew(game: Game, cards: Sequence[str]) -> None:
    """Put other blind cards in the log of a table: these."""
    blinds = list(game.entries.filter(data__place="blind"))
    assert blinds
    for entry, card in zip(blinds, cards, strict=True):
        Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "card": card})
    event_store.state_cache.clear()
