"""Secrecy of blind cards: no byte to the other player or a spectator depends on them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.realtime.companion.view import render_view
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.schemas.table_commands import QueuedCommand
from games.services.companion.play import decide_commands
from games.state.table_state import TableState
from games.texts.refusals import get_refusal_sentence
from tests.repetitions import sample_size
from tests.services.companion.entries import (
    ANA,
    BOTH,
    BRAM,
    STRANGER,
    TABLET,
    after,
    card,
    cards_of,
    full_table,
    honest_game,
    item,
)


@cache
def log_with_blinds(seed: int, other_blinds: bool) -> list[TableState]:
    """A game logged with gaps and second thoughts, after each trick.

    With ``other_blinds`` Bram's blind cards are any other cards. The same seed makes the same taps, whatever Bram's
    blind cards are.
    """
    tables = []
    chance, secret = random.Random(seed), random.Random(f"{seed}{other_blinds}")
    table = full_table()
    table = after(table, ANA, item("lead", seat=0, id="lead"))
    for at, trick in enumerate(honest_game(seed).tricks):
        for place, (where, seat) in enumerate(cards_of(trick)):
            skip, odd = chance.random() < 0.08, chance.random() < 0.05 * (seed % 2)
            held = str(chance.choice(DECK)) if odd else where[3]
            if where[2] == "blind" and seat == 1 and other_blinds:
                held = str(secret.choice(DECK))
            if not skip:
                device = (ANA, BRAM)[chance.randrange(2) if seat is None else seat]
                table = after(table, device, card(where[0], where[1], where[2], held, id=f"c{at}-{place}"))
        tables.append(table)
    return tables


def worlds(seed: int, tricks: int) -> tuple[TableState, TableState]:
    """The same table in two worlds; which entries were refused may not differ either."""
    one, two = (log_with_blinds(seed, other_blinds)[tricks - 1] for other_blinds in (False, True))
    blinds = {(number, seat) for number, seat, _ in one.sheet.blinds}
    assert blinds == {(number, seat) for number, seat, _ in two.sheet.blinds}
    return one, two


def asked_by_ana() -> list[QueuedCommand]:
    """All kinds of things that Ana's phone may try."""
    chance = random.Random(7)
    tries = [item("undo", number=number, id=f"u{number}") for number in range(1, 90, 3)]
    for number in range(1, 14):
        for place in ("revealed", "lead", "follow", "blind"):
            held = str(chance.choice(DECK))
            tries.append(card(1, number, place, held, id=f"a{number}{place}"))
            tries.append(card(1, number, place, None, instead=held, id=f"b{number}{place}"))
    tries += [card(2, number, "lead", str(chance.choice(DECK)), id=f"p{number}") for number in range(1, 14)]
    tries += [item("stand", slip=f"duplicate:2.{n}:1.1:{c}:1", id=f"s{n}{c}") for n in (1, 2) for c in ("G3", "D4")]
    return [*tries, item("close", id="close"), item("confirm", seat=1, accept=True, id="confirm")]


def answer(outcome: int | Refusal) -> Any:
    if isinstance(outcome, Refusal):
        return outcome.code, get_refusal_sentence(outcome), outcome.params.get("there")
    return outcome


@pytest.mark.parametrize("seed", range(sample_size(6)))
def test_every_byte_of_a_view_is_the_same(seed: int) -> None:
    for tricks in (1, 5, 13, 19, 25):
        one, two = worlds(seed, tricks)
        for device in (ANA, TABLET, STRANGER):
            assert render_view(one, device, "nl") == render_view(two, device, "nl")


@pytest.mark.parametrize("seed", range(sample_size(2)))
def test_every_answer_to_the_other_player_is_the_same(seed: int) -> None:
    for tricks in (3, 13, 20):
        one, two = worlds(seed, tricks)
        for asked in asked_by_ana():
            (first,), (second,) = decide_commands(one, ANA, [asked])[1], decide_commands(two, ANA, [asked])[1]
            assert answer(first) == answer(second), asked


@pytest.mark.parametrize("seed", range(sample_size(2)))
def test_a_correction_does_not_reveal_a_blind_card(seed: int) -> None:
    """Ana turns every trick around to look for Bram's cards."""
    views = []
    for table in worlds(seed, 13):
        for number in range(1, 14):
            there = table.record.tricks[number - 1].follow
            turn = card(1, number, "follow", "P9", instead=there and str(there), id=f"t{number}")
            table = after(table, ANA, turn, card(1, number, "blind", "D1", id=f"d{number}"))
        views.append([render_view(table, device, "en") for device in (ANA, TABLET, STRANGER)])
    assert views[0] == views[1]


def test_owner_and_a_device_with_both_seats_see_blind_cards() -> None:
    one, two = worlds(3, 13)
    assert render_view(one, BRAM, "en") != render_view(two, BRAM, "en")
    places = {**one.seating.places, BOTH: replace(one.seating.places[ANA], seats=frozenset({0, 1}))}
    seen = replace(one, seating=replace(one.seating, places=places)).seen(BOTH)
    assert seen == one.record


def test_when_all_is_logged_the_blind_cards_are_open() -> None:
    table = full_table()
    table = after(table, ANA, item("lead", seat=0))
    for trick in honest_game(4).tricks:
        for where, seat in cards_of(trick):
            assert table.sheet_open is all(one.lead and one.follow for one in table.record.tricks)
            table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    assert table.sheet_open
    for device in (ANA, BRAM, TABLET, STRANGER):
        assert all(trick.blind is not None for trick in table.seen(device).phase_one)
