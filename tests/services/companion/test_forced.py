"""Entries that the site logs by itself, and cards that score in phase one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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
def test_the_site_logs_only_what_the_rules_leave_no_choice_about_and_the_log_is_the_game(seed: int) -> None:
    table, states = begun(seed)
    for trick in states[-1].tricks:
        table = logged(table, trick)
    assert by_site(table) <= forced_slots(states)
    assert table.sheet.finished
    assert [(one.lead, one.follow) for one in table.record.tricks] == [
        (one.lead, one.follow) for one in states[-1].tricks
    ]


@pytest.mark.parametrize("without", [(), ("blind",)], ids=["blind cards logged", "not logged"])
def test_the_last_trick_plays_itself_as_far_as_everybody_can_tell_the_two_cards(without: tuple[str, ...]) -> None:
    """At most its lead is asked: when both cards were blind ones, nobody but their owners knows whose is which."""
    taps = [people(seed, without) for seed in range(sample_size(6))]
    assert set(taps) <= {0, 1}
    assert taps.count(0) > len(taps) // 2


def people(seed: int, without: tuple[str, ...]) -> int:
    """How many cards of the last trick people have to log."""
    table, states = begun(seed)
    for trick in states[-1].tricks:
        table = logged(table, trick, without)
    return sum(Slot(Phase.TWO, 13, spot) not in by_site(table) for spot in (Spot.LEAD, Spot.FOLLOW))


def permuted(states: list[State]) -> dict[int, str]:
    """Bram's blind cards, each logged in another of his tricks: all that Ana can know is the same."""
    his = [trick for trick in states[-1].tricks[:13] if get_other_seat(trick.winner) == 1]
    cards = [str(trick.blind) for trick in his]
    return dict(zip([trick.number for trick in his], cards[1:] + cards[:1], strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_blind_cards_changes_no_byte_to_others(seed: int) -> None:
    (one, states), (two, _) = begun(seed), begun(seed)
    for trick in states[-1].tricks[:25]:
        one, two = logged(one, trick), logged(two, trick, blinds=permuted(states))
        for device in (ANA, TABLET, STRANGER):
            if not one.sheet_open:
                assert render_view(one, device, "en") == render_view(two, device, "en")


class TestTakingItBack:
    """A lead that leaves one answer, and second thoughts about both."""

    @pytest.fixture
    def led(self) -> tuple[TableState, Slot, int]:
        """A table right after such a lead, the place of the answer, and the number of the lead's entry."""
        return first_answered()

    def test_it_is_marked_and_undone_with_one_tap_on_either_phone(self, led: tuple[TableState, Slot, int]) -> None:
        table, slot, _ = led
        for device in (ANA, BRAM):
            shown = build_view(table, device)
            trick = next(one for one in shown.tricks if (one.phase, one.number) == (2, slot.number))
            assert trick.site == ("follow",)
            assert shown.undo
            back = after(table, device, item("undo", number=shown.undo.number, expects=shown.undo.mark))
            assert back.sheet.record.card(slot) is None
            assert back.sheet.record.card(Slot(Phase.TWO, slot.number, Spot.LEAD)) is not None

    def test_watchers_have_nothing_to_undo(self, led: tuple[TableState, Slot, int]) -> None:
        assert build_view(led[0], TABLET).undo is None

    def test_what_a_person_took_back_is_not_logged_again(self, led: tuple[TableState, Slot, int]) -> None:
        table, slot, _ = led
        table = after(table, ANA, item("undo", number=table.version))
        table = after(table, BRAM, item("depth", depth="scoring"))
        assert table.sheet.record.card(slot) is None

    def test_it_goes_with_the_lead_that_it_follows_from(self, led: tuple[TableState, Slot, int]) -> None:
        table, slot, number = led
        back = after(table, ANA, item("undo", number=number))
        assert back.sheet.record.card(slot) is None
        lead = str(table.sheet.record.card(Slot(Phase.TWO, slot.number, Spot.LEAD)))
        again = after(back, ANA, card(2, slot.number, "lead", lead))
        assert again.sheet.record == table.sheet.record

    def test_a_person_puts_another_card_in_its_place_unasked(self, led: tuple[TableState, Slot, int]) -> None:
        table, slot, _ = led
        another = next(one for one in build_view(table, BRAM).pads.support.left)
        changed = after(table, BRAM, card(2, slot.number, "follow", another))
        assert changed.sheet.record.card(slot) == Card.parse(another)
        _, (refused,) = decide_commands(changed, ANA, [card(2, slot.number, "follow", "G1")])
        assert isinstance(refused, Refusal)
        assert refused.code == "already_logged"


@cache
def first_answered() -> tuple[TableState, Slot, int]:
    return next(answered())


def answered() -> Iterator[tuple[TableState, Slot, int]]:
    for seed in range(6):
        table, states = begun(seed)
        for trick in states[-1].tricks[:24]:
            before = by_site(table)
            for where, seat in cards_of(trick):
                table = after(table, PHONES[seat or 0], card(*where))
                fresh = {slot for slot in by_site(table) - before if slot.spot is Spot.FOLLOW}
                if fresh:
                    yield table, fresh.pop(), table.version - 1


def test_the_pad_shows_the_thirteen_that_the_seat_in_turn_recruited() -> None:
    table, states = begun(3)
    for trick in states[-1].tricks[:13]:
        table = logged(table, trick)
    ask = next(one for one in build_view(table, ANA).ask if one.place == "lead")
    assert set(ask.likely or ()) == {str(held) for held in states[26].hands[states[26].leader]}
    assert ask.likely == next(one for one in build_view(table, BRAM).ask if one.place == "lead").likely


def test_with_a_phone_for_each_seat_blind_cards_are_asked_only_of_who_wants() -> None:
    table, states = begun(3)
    assert not any(build_view(table, device).you.blinds for device in (ANA, BRAM))
    trick = states[-1].tricks[0]
    table = logged(table, trick, ("blind",))
    (blind,) = (one for one in build_view(table, PHONES[get_other_seat(trick.winner)]).ask if one.place == "blind")
    assert blind.spare
    alone, _ = begun(3, (ANA, [0], "player"))
    assert build_view(alone, ANA).you.blinds
    both, _ = begun(3, (BOTH, [0, 1], "player"))
    assert not build_view(both, BOTH).you.blinds


@pytest.mark.parametrize(
    ("places", "is_spared"),
    [
        ([(ANA, [0], "player"), (BRAM, [1], "player")], True),
        ([(ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display")], True),
        ([(BOTH, [0, 1], "player")], False),
        ([(BOTH, [0, 1], "player"), (TABLET, [], "display")], False),
        ([(ANA, [0], "player")], False),
    ],
)
def test_blind_cards_are_spared_where_each_seat_has_a_phone_of_its_own(places: Any, is_spared: bool) -> None:
    assert are_blinds_optional(table_with(*places)) is is_spared


@pytest.mark.parametrize(("number", "name"), [(0, "A moderator"), (-1, "The site"), (ANA, "Ana"), (STRANGER, "")])
def test_logs_name_who_is_no_device_by_numbers_that_none_has(number: int, name: str) -> None:
    assert get_device_name(table_with((ANA, [0], "player")), number) == name


@pytest.fixture
def table() -> TableState:
    return after(table_with((ANA, [0], "player")), ANA, item("depth", depth="scoring"))


@pytest.fixture
def _knights_score_early(give_power: GivePower) -> None:
    give_power(Faction.KNIGHTS, POWERS[Faction.UNDEAD])
    give_power(Faction.UNDEAD, Power(scored=frozenset({Phase.TWO})))


def logs(table: TableState, code: str) -> bool:
    told = item("undead", seat=0, card=code)
    assert isinstance(told, LogUndead)
    try:
        return decide_undead(table, ANA, told) is not None
    except Refusal as refusal:
        return refusal.key != "not_undead"


@pytest.mark.usefixtures("_knights_score_early")
def test_the_cards_of_a_faction_that_scores_in_phase_one_are_logged_apart(table: TableState) -> None:
    assert [code for code in map(str, COPIES) if logs(table, code)] == [f"K{value}" for value in range(2, 10)]


@pytest.mark.usefixtures("_knights_score_early")
def test_the_pad_has_a_key_for_each_of_them(table: TableState) -> None:
    keys = build_pads(table.record).undead
    assert {*keys.left, *keys.off} == {f"K{value}" for value in range(2, 10)}
