"""Stored games dealt anew, so that somebody has seen the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.models import Entry, Game
from games.store import log
from tests.rules.deals import digits
from tests.rules.worlds import Audience, redealt, world
from tests.services.plays import match_of, state_of


def deal_anew(game: Game, audience: Audience = None) -> None:
    """Put another deal in the log, in which a seat, or a watcher, would have seen the same."""
    match, state = match_of(game), state_of(game)
    assert match.deal is not None
    other = redealt(world(state, match.deal), audience, random.Random(3))
    assert tuple(other.plays) == match.plays
    dealt = game.entries.get(kind="dealt")
    hands, deck = [list(map(str, hand)) for hand in other.hands], list(map(str, other.deck))
    assert hands != dealt.data["hands"] or deck != dealt.data["deck"]
    data = {**dealt.data, "hands": hands, "deck": deck, "next": digits("another next")}
    Entry.objects.filter(pk=dealt.pk).update(data=data)
    opened = game.entries.get(kind="opened")
    shuffle = {**opened.data["shuffle"], "seed": digits("another")}
    Entry.objects.filter(pk=opened.pk).update(data={**opened.data, "shuffle": shuffle})
    log.cache.clear()


def blinds_anew(game: Game, cards: Sequence[str]) -> None:
    """Put other blind cards in the log of a table: these."""
    blinds = list(game.entries.filter(data__place="blind"))
    assert blinds
    for entry, card in zip(blinds, cards, strict=True):
        Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "card": card})
    log.cache.clear()
