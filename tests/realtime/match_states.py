"""Online matches as states: at a given position, at every version of a game, and at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from games.rules.cards import DECK
from games.rules.moves import deal, legal_moves
from games.rules.record import list_plays
from games.rules.shuffle import Shuffle
from games.rules.state import State
from games.state.dealt_state import Aid, Hint, Occupant
from games.state.game_state import Event, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from tests.rules.deals import digits


def sealed(seed: str) -> Shuffle:
    """A shuffle whose commitment is the same in every world: it does not identify the seed."""
    return Shuffle(digits("commitment"), seed, (digits("part"), None))


def match_at(
    state: State,
    options: MatchOptions,
    seeds: tuple[str, str] = (digits("seed"), digits("next")),
    status: Status = Status.PLAYING,
    hinted: bool = False,
) -> MatchState:
    """A match that stands like this; against the site, with a hint, if ``hinted``."""
    occupants = (Occupant(1, "Ana", False), Occupant(2, "Bram", True, "squire" if hinted else ""))
    return MatchState(
        game_id=1,
        code="K7MPX2QA",
        version=30 + state.ply,
        answers={"0:a": 5},
        options=options,
        occupants=occupants,
        status=status,
        deal=state,
        state=state,
        plays=list_plays(state),
        aid=Aid().apply_hint(Hint(state.ply, max(state.hands[0]), "best")) if hinted and state.hands[0] else Aid(),
        shuffle=sealed(seeds[0]),
        next=sealed(seeds[1]),
    )


def match_versions(seed: int, options: MatchOptions) -> list[MatchState]:
    """A match at every version from nothing to a rematch, of random legal cards."""
    chance = random.Random(seed)
    start = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    hands = [[str(card) for card in hand] for hand in start.hands]
    dealt = {"hands": hands, "deck": [str(card) for card in start.deck], "leader": start.leader}
    story = MatchState(1, "ABCDEFGH").fold([Event(MatchEventKind.OPENED, 0, asdict(options))])
    stories = [story]
    for seat, name in enumerate(("Ana", "Bram")):
        stories.append(
            stories[-1].fold([Event(MatchEventKind.JOINED, seat, {"user": seat + 1, "name": name, "guest": True})])
        )
    stories.append(stories[-1].fold([Event(MatchEventKind.DEALT, None, dealt)]))
    while state := stories[-1].state:
        moves = legal_moves(state)
        if not moves:
            break
        stories.append(
            stories[-1].fold([Event(MatchEventKind.PLAYED, state.to_play, {"card": str(chance.choice(moves))})])
        )
    stories.append(stories[-1].fold([Event(MatchEventKind.REMATCH, 0, {"accept": True})]))
    return stories


CLOCKS = ("", "1+2", "3d")
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
OFTEN = 0.02
"""How often something else happens than the next card."""


def random_versions(seed: int) -> Iterator[MatchState]:
    """A match after each entry, from the first to a rematch; the same seed, the same match."""
    chance = random.Random(seed)
    match = MatchState(1, "K7MPX2QA")
    yield match
    for fact in _begun(chance, random.Random(seed).choice(CLOCKS)):
        match = _after(match, fact)
        yield match
    while not match.over and (further := _next(chance, match)) is not None:
        match = _after(match, further)
        yield match
    for accept in (True, False):
        match = _after(match, Event(MatchEventKind.REMATCH, chance.randrange(2), {"accept": accept}))
        yield match


def _after(match: MatchState, fact: Event) -> MatchState:
    """The match after an entry, some seconds later."""
    return match.fold([fact._replace(at=BEGINNING + timedelta(seconds=7.3) * match.version)])


def _begun(chance: random.Random, clock: str) -> Iterator[Event]:
    kept, draw = chance.choice(("lead", "trick", "trick", "all")), chance.choice(("votes", "three"))
    options = MatchOptions(strict=chance.random() < 0.3, last_trick=kept, draw=draw, clock=clock)
    level = "squire" if chance.random() < 0.3 else ""
    start = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    yield Event(MatchEventKind.OPENED, 0, asdict(options))
    yield Event(MatchEventKind.JOINED, 0, {"user": 1, "name": "Ana", "guest": True})
    yield Event(MatchEventKind.JOINED, 1, {"user": 2, "name": "Bram", "guest": False, "opponent": level})
    hands = [[str(card) for card in hand] for hand in start.hands]
    yield Event(
        MatchEventKind.DEALT, None, {"hands": hands, "deck": [str(card) for card in start.deck], "leader": start.leader}
    )


def _next(chance: random.Random, match: MatchState) -> Event | None:
    """The next card, or something else; None at the end."""
    state = match.state
    moves = legal_moves(state) if state else ()
    if state is None or not moves:
        return None
    others = [*_helped(chance, match), *_judged(match), *_timed(match), *_offered(chance, match)]
    if others and chance.random() < OFTEN:
        return chance.choice(others)
    if match.frozen:
        return next(iter(_judged(match)))
    if chance.random() < OFTEN / 8:
        return Event(MatchEventKind.RESIGNED, state.to_play, {})
    return Event(
        MatchEventKind.PLAYED, state.to_play, {"card": str(chance.choice(moves))}, f"{state.to_play}:{match.version}"
    )


def _helped(chance: random.Random, match: MatchState) -> Iterator[Event]:
    state, alone = match.state, match.alone
    if state is None or alone is None or match.frozen:
        return
    if state.to_play == alone:
        card = str(chance.choice(state.hands[alone]))
        yield Event(MatchEventKind.HINTED, alone, {"ply": state.ply, "card": card, "why": "best", "about": ""})
    if match.get_take_back_ply(alone) is not None:
        yield Event(MatchEventKind.TAKEN_BACK, alone, {"ply": match.get_take_back_ply(alone)})


def _timed(match: MatchState) -> Iterator[Event]:
    if match.clock is None or match.clock.runs is None:
        return
    now = BEGINNING + timedelta(seconds=7.3) * match.version
    yield Event(MatchEventKind.GRANTED, 1 - match.clock.runs, {})
    yield Event(
        MatchEventKind.OUTAGE, None, {"began": now.isoformat(), "ended": (now + timedelta(seconds=3)).isoformat()}
    )
    yield Event(MatchEventKind.TIMED_OUT, 1 - match.clock.runs, {"winner": None})


def _offered(chance: random.Random, match: MatchState) -> Iterator[Event]:
    if match.alone is None and not match.frozen:
        yield Event(
            MatchEventKind.CANCEL_OFFER, chance.randrange(2), {"accept": match.cancel is None or match.cancel.declined}
        )


def _judged(match: MatchState) -> Iterator[Event]:
    act = {"act": match.version, "why": "Wait for us.", "undoes": None}
    if match.frozen:
        yield Event("judged", None, {**act, "what": "undo", "undoes": match.verdicts[-1].act})
    else:
        yield Event("judged", None, {**act, "what": "rename_seat", "seat": 1, "name": "Bart", "only": 1})
        yield Event("judged", None, {**act, "what": "freeze"})
