"""The law of secrecy at a table: whatever Bram's blind cards are, every byte to Ana or a watcher is the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.live.table import told as telling
from games.live.table.view import render
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.logged.inference import know
from games.rules.logged.slots import Slot, Spot, TableRecord
from games.rules.state import Phase
from games.services.table import companion, entries, said
from games.services.table.companion import decided
from games.services.table.said import Item
from games.stories.sheet import BOTH as SEATS
from games.stories.sheet import Sheet, tallied
from games.stories.table import Table
from games.words.refusals import sentence
from tests.draws import some
from tests.services.companion_acts import (
    ANA,
    BOTH,
    BRAM,
    STRANGER,
    TABLET,
    after,
    card,
    cards_of,
    honest_game,
    item,
    table_with,
)


@cache
def logged_game(seed: int, other_blinds: bool) -> list[Table]:
    """A game logged with gaps and second thoughts, after each trick; with ``other_blinds`` Bram's blind cards are any
    other cards. The same seed makes the same taps, whatever Bram's blind cards are.
    """
    tables = []
    chance, secret = random.Random(seed), random.Random(f"{seed}{other_blinds}")
    table = table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))
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


Leak = Callable[[pytest.MonkeyPatch], None]


def log_under(leak: Leak, patch: pytest.MonkeyPatch) -> None:
    """Let it leak from the first card on."""
    leak(patch)
    patch.setitem(globals(), "logged_game", cache(logged_game.__wrapped__))


def worlds(seed: int, tricks: int) -> tuple[Table, Table]:
    """The same table in two worlds; which entries were refused may not differ either."""
    one, two = (logged_game(seed, other_blinds)[tricks - 1] for other_blinds in (False, True))
    blinds = {(number, seat) for number, seat, _ in one.sheet.blinds}
    assert blinds == {(number, seat) for number, seat, _ in two.sheet.blinds}
    return one, two


def asked_by_ana() -> list[Item]:
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


def told(outcome: int | Refusal) -> Any:
    return (outcome.code, sentence(outcome), outcome.params.get("there")) if isinstance(outcome, Refusal) else outcome


@pytest.mark.parametrize("device", [ANA, TABLET, STRANGER])
@pytest.mark.parametrize("seed", range(some(12)))
def test_every_byte_of_a_view_is_the_same(seed: int, device: int) -> None:
    for tricks in (1, 5, 13, 19, 25):
        one, two = worlds(seed, tricks)
        for language in ("en", "nl"):
            assert render(one, device, language) == render(two, device, language)


@pytest.mark.parametrize("seed", range(some(6)))
def test_every_answer_to_the_other_player_is_the_same(seed: int) -> None:
    for tricks in (3, 13, 20):
        one, two = worlds(seed, tricks)
        for asked in asked_by_ana():
            (first,), (second,) = decided(one, ANA, [asked])[1], decided(two, ANA, [asked])[1]
            assert told(first) == told(second), asked


@pytest.mark.parametrize("seed", range(some(4)))
def test_nor_does_a_correction_bring_it_to_light(seed: int) -> None:
    """Ana turns every trick around, as one who wants to see Bram's cards would."""
    views = []
    for table in worlds(seed, 13):
        for number in range(1, 14):
            there = table.record.tricks[number - 1].follow
            turn = card(1, number, "follow", "P9", instead=there and str(there), id=f"t{number}")
            table = after(table, ANA, turn, card(1, number, "blind", "D1", id=f"d{number}"))
        views.append([render(table, device, "en") for device in (ANA, TABLET, STRANGER)])
    assert views[0] == views[1]


def test_its_owner_sees_it_and_who_holds_both_seats_sees_both() -> None:
    one, two = worlds(3, 13)
    assert render(one, BRAM, "en") != render(two, BRAM, "en")
    places = {**one.seating.places, BOTH: replace(one.seating.places[ANA], seats=frozenset({0, 1}))}
    seen = replace(one, seating=replace(one.seating, places=places)).seen(BOTH)
    assert seen == one.record


def _to_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "secrets_of", lambda table, device: SEATS)


def _in_the_record(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "seen", lambda table, device: table.record)


def _to_the_other_seat(patch: pytest.MonkeyPatch) -> None:
    before = Table.secrets_of
    patch.setattr(Table, "secrets_of", lambda table, device: SEATS if device == ANA else before(table, device))


def _in_what_follows(patch: pytest.MonkeyPatch) -> None:
    """The tally of everything, the cards themselves left out."""
    whole: list[Table] = []
    before = Table.seen

    def seen(table: Table, device: int | None) -> TableRecord:
        whole.append(table)
        return before(table, device)

    patch.setattr(Table, "seen", seen)
    patch.setattr(telling, "tallied", lambda record: tallied(whole[-1].record))


def _by_who_takes_it(patch: pytest.MonkeyPatch) -> None:
    """Whose a blind card is, worked out from all blind cards."""

    def taker(sheet: Sheet, number: int) -> int | None:
        return know(everything(sheet)).taker(number - 1, Spot.BLIND).seat

    patch.setattr(Sheet, "taker", taker)


def _by_what_is_there(patch: pytest.MonkeyPatch) -> None:
    """Who may not log a blind card is told which one is there."""
    before = entries.log_card

    def log_card(table: Table, device: int, item: Any) -> Any:
        try:
            return before(table, device, item)
        except Refusal as refusal:
            held = {str(number): str(card) for number, _, card in table.sheet.blinds}
            refusal.params["there"] = held.get(str(item.trick))
            raise

    patch.setitem(companion._DECIDERS, said.Log, log_card)


def _in_a_correction(patch: pytest.MonkeyPatch) -> None:
    """As it would be if a blind card followed whoever takes it now."""
    patch.setattr(Table, "seen", lambda table, device: everything(table.sheet))


def everything(sheet: Sheet) -> TableRecord:
    record = sheet.record
    for number, _, held in sorted(sheet.blinds):
        record = record.logged(Slot(Phase.ONE, number, Spot.BLIND), held)
    return record


VIEWS: list[tuple[Leak, set[int]]] = [
    (_to_everybody, {ANA, TABLET, STRANGER}),
    (_in_the_record, {ANA, TABLET, STRANGER}),
    (_to_the_other_seat, {ANA}),
    (_in_what_follows, {ANA, TABLET, STRANGER}),
]


@pytest.mark.parametrize(("leak", "devices"), VIEWS)
def test_the_law_fails_for_whom_a_view_leaks_to_and_for_nobody_else(
    leak: Leak, devices: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_under(leak, monkeypatch)
    assert {
        device for device in (ANA, TABLET, STRANGER) if fails(test_every_byte_of_a_view_is_the_same, 3, device)
    } == (devices)


@pytest.mark.parametrize("leak", [_by_who_takes_it, _by_what_is_there])
def test_the_law_fails_where_an_answer_leaks(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    log_under(leak, monkeypatch)
    assert any(fails(test_every_answer_to_the_other_player_is_the_same, seed) for seed in range(6))


def test_the_law_fails_where_a_correction_brings_a_card_to_light(monkeypatch: pytest.MonkeyPatch) -> None:
    log_under(_in_a_correction, monkeypatch)
    assert fails(test_nor_does_a_correction_bring_it_to_light, 0)


def fails(law: Callable[..., None], *about: int) -> bool:
    try:
        law(*about)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("device", [ANA, BRAM, TABLET, STRANGER])
def test_when_all_is_logged_the_blind_cards_are_open(device: int) -> None:
    table = table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))
    table = after(table, ANA, item("lead", seat=0))
    for trick in honest_game(4).tricks:
        for where, seat in cards_of(trick):
            assert table.sheet_open is all(one.lead and one.follow for one in table.record.tricks)
            table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    assert table.sheet_open
    assert all(trick.blind is not None for trick in table.seen(device).phase_one)
