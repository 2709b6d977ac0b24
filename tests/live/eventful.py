"""Matches at random at each of their versions, with all that can happen between the cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from games.rules.cards import DECK
from games.rules.moves import deal, legal_moves
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact

CLOCKS = ("", "1+2", "3d")
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
OFTEN = 0.02
"""How often something else happens than the next card."""


def versions(seed: int) -> Iterator[Match]:
    """A match after each entry, from the first to a rematch; the same seed, the same match."""
    chance = random.Random(seed)
    match = Match(1, "K7MPX2QA")
    yield match
    for fact in _begun(chance, random.Random(seed).choice(CLOCKS)):
        match = _after(match, fact)
        yield match
    while not match.over and (further := _next(chance, match)) is not None:
        match = _after(match, further)
        yield match
    for accept in (True, False):
        match = _after(match, Fact(Kind.REMATCH, chance.randrange(2), {"accept": accept}))
        yield match


def _after(match: Match, fact: Fact) -> Match:
    """The match after an entry, some seconds later."""
    return match.fold([fact._replace(at=BEGINNING + timedelta(seconds=7.3) * match.version)])


def _begun(chance: random.Random, clock: str) -> Iterator[Fact]:
    kept, draw = chance.choice(("lead", "trick", "trick", "all")), chance.choice(("votes", "three"))
    options = Options(strict=chance.random() < 0.3, last_trick=kept, draw=draw, clock=clock)
    level = "squire" if chance.random() < 0.3 else ""
    start = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    yield Fact(Kind.OPENED, 0, asdict(options))
    yield Fact(Kind.JOINED, 0, {"user": 1, "name": "Ana", "guest": True})
    yield Fact(Kind.JOINED, 1, {"user": 2, "name": "Bram", "guest": False, "opponent": level})
    hands = [[str(card) for card in hand] for hand in start.hands]
    yield Fact(Kind.DEALT, None, {"hands": hands, "deck": [str(card) for card in start.deck], "leader": start.leader})


def _next(chance: random.Random, match: Match) -> Fact | None:
    """The next card, or something else; None at the end."""
    state = match.state
    moves = legal_moves(state) if state else ()
    if state is None or not moves:
        return None
    others = [*_helped(chance, match), *_judged(match), *_timed(match)]
    if others and chance.random() < OFTEN:
        return chance.choice(others)
    if match.frozen:
        return next(iter(_judged(match)))
    if chance.random() < OFTEN / 8:
        return Fact(Kind.RESIGNED, state.to_play, {})
    return Fact(Kind.PLAYED, state.to_play, {"card": str(chance.choice(moves))}, f"{state.to_play}:{match.version}")


def _helped(chance: random.Random, match: Match) -> Iterator[Fact]:
    state, alone = match.state, match.alone
    if state is None or alone is None or match.frozen:
        return
    if state.to_play == alone:
        card = str(chance.choice(state.hands[alone]))
        yield Fact(Kind.HINTED, alone, {"ply": state.ply, "card": card, "why": "best", "about": ""})
    if match.back_to(alone) is not None:
        yield Fact(Kind.TAKEN_BACK, alone, {"ply": match.back_to(alone)})


def _timed(match: Match) -> Iterator[Fact]:
    if match.clock is None or match.clock.runs is None:
        return
    now = BEGINNING + timedelta(seconds=7.3) * match.version
    yield Fact(Kind.GRANTED, 1 - match.clock.runs, {})
    yield Fact(Kind.PAUSED, None, {"began": now.isoformat(), "ended": (now + timedelta(seconds=3)).isoformat()})
    yield Fact(Kind.TIMED_OUT, 1 - match.clock.runs, {"winner": None})


def _judged(match: Match) -> Iterator[Fact]:
    told = {"act": match.version, "why": "Wait for us.", "undoes": None}
    if match.frozen:
        yield Fact("judged", None, {**told, "what": "undo", "undoes": match.verdicts[-1].act})
    else:
        yield Fact("judged", None, {**told, "what": "rename_seat", "seat": 1, "name": "Bart", "only": 1})
        yield Fact("judged", None, {**told, "what": "freeze"})
