"""Entries that the site logs by itself, and cards that score in phase one."""

from __future__ import annotations

from typing import Any

import pytest

from games.inference.record import Slot, Spot
from games.realtime.companion.prompts import are_blinds_optional, build_pads
from games.realtime.companion.tricks import get_device_name
from games.realtime.companion.view import build_view, render_view
from games.rules.cards import COPIES, Card, Faction
from games.rules.errors import Refusal
from games.rules.moves import legal_moves
from games.rules.state import Phase, State, Trick, get_other_seat
from games.rules.tricks import POWERS, Power
from games.schemas.table_commands import LogUndead
from games.services.companion.command_handlers import decide_undead
from games.services.companion.play import decide_commands
from games.state.table_events import SITE
from games.state.table_state import TableState
from tests.powers import GivePower
from tests.repetitions import sample_size
from tests.rules.random_games import random_game
from tests.services.companion.entries import ANA, BOTH, BRAM, STRANGER, TABLET, after, card, cards_of, item, table_with

PHONES = {0: ANA, 1: BRAM}
SEEDS = range(sample_size(2))
Led = tuple[TableState, Slot, int]


def begun(seed: int, *places: tuple[int, list[int], str]) -> tuple[TableState, list[State]]:
    """A table at which who leads is said, and the game to log."""
    states = random_game(seed)
    table = table_with(*(places or ((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))))
    return after(table, places[0][0] if places else ANA, item("lead", seat=states[0].leader)), states


def logged(
    table: TableState, trick: Trick, without: tuple[str, ...] = (), blinds: dict[int, str] | None = None
) -> TableState:
    """A trick logged by the phones, each its own cards."""
    for where, seat in cards_of(trick):
        phase, number, place, held = where
        if place in without:
            continue
        if place == "blind" and blinds:
            held = blinds.get(number, held)
        device = PHONES[seat or 0] if BRAM in table.seating.places else min(table.seating.places)
        table = after(table, device, card(phase, number, place, held))
    return table


def forced_slots(states: list[State]) -> set[Slot]:
    found = set()
    for state in states[26:-1]:
        if len(set(legal_moves(state))) == 1:
            found.add(Slot(Phase.TWO, state.number, Spot.LEAD if state.lead is None else Spot.FOLLOW))
    return found


def by_site(table: TableState) -> set[Slot]:
    return {slot for slot, device in table.ledger.authors.items() if device == SITE}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_site_logs_only_forced_cards_and_the_log_is_the_game(seed: int) -> None:
    table, states = begun(seed)
    for trick in states[-1].tricks:
        table = logged(table, trick)
    assert by_site(table) <= forced_slots(states)
    assert table.sheet.finished
    assert [(one.lead, one.follow) for one in table.record.tricks] == [
        (one.lead, one.follow) for one in states[-1].tricks
    ]


@pytest.mark.parametrize("without", [(), ("blind",)], ids=["blind cards logged", "not logged"])
def test_at_most_a_single_card_of_the_last_trick_is_logged_by_people(without: tuple[str, ...]) -> None:
    """If both cards were blind ones, only their owners know who holds which."""
    counts = []
    for seed in range(sample_size(6)):
        table, states = begun(seed)
        for trick in states[-1].tricks:
            table = logged(table, trick, without)
        counts.append(sum(Slot(Phase.TWO, 13, spot) not in by_site(table) for spot in (Spot.LEAD, Spot.FOLLOW)))
    assert set(counts) <= {0, 1}
    assert counts.count(0) > len(counts) // 2


def permuted(states: list[State]) -> dict[int, str]:
    """Bram's blind cards, each logged in another of his tricks: all that Ana can know is the same."""
    his = [trick for trick in states[-1].tricks[:13] if get_other_seat(trick.winner) == 1]
    cards = [str(trick.blind) for trick in his]
    return dict(zip([trick.number for trick in his], cards[1:] + cards[:1], strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_byte_to_others_depends_on_the_order_of_blind_cards(seed: int) -> None:
    (one, states), (two, _) = begun(seed), begun(seed)
    for trick in states[-1].tricks[:25]:
        one, two = logged(one, trick), logged(two, trick, blinds=permuted(states))
        for device in (ANA, TABLET, STRANGER):
            if not one.sheet_open:
                assert render_view(one, device, "en") == render_view(two, device, "en")


class TestTakingItBack:
    """A lead that leaves one answer, and second thoughts about both."""

    def test_it_is_marked_and_undone_by_either_phone_but_no_screen(self, led: Led) -> None:
        table, slot, _ = led
        assert build_view(table, TABLET).undo is None
        for device in (ANA, BRAM):
            shown = build_view(table, device)
            trick = next(trick for trick in shown.tricks if (trick.phase, trick.number) == (2, slot.number))
            assert trick.site == ("follow",)
            assert shown.undo
            back = after(table, device, item("undo", number=shown.undo.number, expects=shown.undo.mark))
            assert back.sheet.record.card(slot) is None
            assert back.sheet.record.card(Slot(Phase.TWO, slot.number, Spot.LEAD)) is not None

    def test_a_card_taken_back_by_a_person_is_not_logged_again(self, led: Led) -> None:
        table, slot, _ = led
        table = after(table, ANA, item("undo", number=table.version))
        table = after(table, BRAM, item("depth", depth="scoring"))
        assert table.sheet.record.card(slot) is None

    def test_undoing_the_lead_undoes_it(self, led: Led) -> None:
        table, slot, number = led
        back = after(table, ANA, item("undo", number=number))
        assert back.sheet.record.card(slot) is None
        lead = str(table.sheet.record.card(Slot(Phase.TWO, slot.number, Spot.LEAD)))
        again = after(back, ANA, card(2, slot.number, "lead", lead))
        assert again.sheet.record == table.sheet.record

    def test_a_person_replaces_it_without_a_question(self, led: Led) -> None:
        table, slot, _ = led
        another = next(one for one in build_view(table, BRAM).pads.support.left)
        changed = after(table, BRAM, card(2, slot.number, "follow", another))
        assert changed.sheet.record.card(slot) == Card.parse(another)
        _, (refused,) = decide_commands(changed, ANA, [card(2, slot.number, "follow", "G1")])
        assert isinstance(refused, Refusal)
        assert refused.code == "already_logged"


@pytest.fixture(scope="module")
def led() -> Led:
    """A table right after a lead that leaves one answer, the place of the answer, and the number of the lead."""
    for seed in range(6):
        table, states = begun(seed)
        for trick in states[-1].tricks[:24]:
            before = by_site(table)
            for where, seat in cards_of(trick):
                table = after(table, PHONES[seat or 0], card(*where))
                fresh = {slot for slot in by_site(table) - before if slot.spot is Spot.FOLLOW}
                if fresh:
                    return table, fresh.pop(), table.version - 1
    raise AssertionError("no such game")


def test_the_pad_shows_the_thirteen_that_the_seat_in_turn_recruited() -> None:
    table, states = begun(3)
    for trick in states[-1].tricks[:13]:
        table = logged(table, trick)
    ask = next(one for one in build_view(table, ANA).ask if one.place == "lead")
    assert set(ask.likely or ()) == {str(held) for held in states[26].hands[states[26].leader]}
    assert ask.likely == next(one for one in build_view(table, BRAM).ask if one.place == "lead").likely


def test_the_phone_of_the_seat_is_asked_for_an_optional_blind_card() -> None:
    table, states = begun(3)
    trick = states[-1].tricks[0]
    table = logged(table, trick, ("blind",))
    (blind,) = (ask for ask in build_view(table, PHONES[get_other_seat(trick.winner)]).ask if ask.place == "blind")
    assert blind.spare


@pytest.mark.parametrize(
    ("places", "is_optional", "asks"),
    [
        ([(ANA, [0], "player"), (BRAM, [1], "player")], True, False),
        ([(ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display")], True, False),
        ([(BOTH, [0, 1], "player")], False, False),
        ([(BOTH, [0, 1], "player"), (TABLET, [], "display")], False, False),
        ([(ANA, [0], "player")], False, True),
    ],
)
def test_blind_cards_are_optional_with_a_phone_for_each_seat(places: Any, is_optional: bool, asks: bool) -> None:
    table, _ = begun(3, *places)
    assert are_blinds_optional(table) is is_optional
    assert build_view(table, places[0][0]).you.blinds is asks


@pytest.mark.parametrize(("number", "name"), [(0, "A moderator"), (-1, "The site"), (ANA, "Ana"), (STRANGER, "")])
def test_numbers_that_no_device_has_name_site_and_moderators(number: int, name: str) -> None:
    assert get_device_name(table_with((ANA, [0], "player")), number) == name


def test_cards_of_a_faction_that_scores_in_phase_one_are_logged_apart_with_a_key_each(give_power: GivePower) -> None:
    give_power(Faction.KNIGHTS, POWERS[Faction.UNDEAD])
    give_power(Faction.UNDEAD, Power(scored=frozenset({Phase.TWO})))
    table = after(table_with((ANA, [0], "player")), ANA, item("depth", depth="scoring"))

    def is_logged(code: str) -> bool:
        command = item("undead", seat=0, card=code)
        assert isinstance(command, LogUndead)
        try:
            return decide_undead(table, ANA, command) is not None
        except Refusal as refusal:
            return refusal.key != "not_undead"

    knights = [f"K{value}" for value in range(2, 10)]
    assert [code for code in map(str, COPIES) if is_logged(code)] == knights
    keys = build_pads(table.record).undead
    assert {*keys.left, *keys.off} == set(knights)
