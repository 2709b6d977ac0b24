"""Acts of moderators on physical games: devices, seats, entries and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.models import Act, Device, Game, User
from games.realtime.companion.view import build_view
from games.services.companion import join_tokens, tables
from games.services.companion.places import PlaceChoice
from games.services.moderation.games import (
    award_win,
    cancel_game,
    change_result,
    correct_entry,
    freeze_game,
    give_back_seat,
    remove_device,
    rename_seat,
    reopen_game,
    reveal_cards,
    strike_entry,
)
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.state.moderation import ACCOUNT_ACTS, ActKind
from tests.moderators import WHY, staff
from tests.row_cache import cached_rows
from tests.services.companion.devices import Browser, browser, join, opened, seats_of, table_of
from tests.services.companion.entries import card, code, does, item, table_with, two_phones
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Moderator, Game, "Phones", Justification], Act]
Named = tuple[str, Do]


class Phones(NamedTuple):
    """Ana's and Bram's phones, and one that Ana had before; ``lead`` is the entry of the first card."""

    ana: int
    bram: int
    old: int
    lead: int


class AtTable(NamedTuple):
    game: Game
    ana: Browser
    bram: Browser
    phones: Phones


@pytest.fixture
def at_table(db: None) -> AtTable:
    return under_way()


@cached_rows
def under_way() -> AtTable:
    """A game under way: Ana leads Goblin 9, Bram answers Knight 4; Ana's first phone was replaced by another."""
    game, old, bram = two_phones()
    ana = browser()
    token = tables.create_seat_code(game, old.at(game), 0)
    tables.take_place(ana.visitor, token, PlaceChoice.FIRST)
    does(game, ana, item("lead", seat=0))
    lead = does(game, ana, card(1, 1, "lead", "G9")).version
    does(game, bram, card(1, 1, "follow", "K4"))
    ids = Phones(ana.at(game).pk, bram.at(game).pk, old.at(game).pk, lead)
    return AtTable(game, ana, bram, ids)


ACTS: dict[str, Do] = {
    "call_off": lambda by, game, at, why: cancel_game(by, game, why),
    "award": lambda by, game, at, why: award_win(by, game, 1, why),
    "freeze": lambda by, game, at, why: freeze_game(by, game, why),
    "put_off": lambda by, game, at, why: remove_device(by, game, at.bram, 1, why),
    "give_back": lambda by, game, at, why: give_back_seat(by, game, 0, at.old, why),
    "correct": lambda by, game, at, why: correct_entry(by, game, at.lead, "G8", why),
    "strike": lambda by, game, at, why: strike_entry(by, game, at.lead, why),
    "rename_seat": lambda by, game, at, why: rename_seat(by, game, 1, "Lily", why),
}
AGAIN = {"award": "game_over", "put_off": "no_such_seat", "correct": "replaced", "strike": "replaced"}
"""The refusal of a second time, where it is not ``already_so``."""


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest) -> Named:
    return request.param, ACTS[request.param]


class TestEveryAct:
    def test_is_recorded_logged_and_shown_once(self, act: Named, at_table: AtTable, mona: Moderator) -> None:
        game, phones = at_table.game, at_table.phones
        done = act[1](mona, game, phones, WHY)
        entry, table = game.entries.order_by("number").last(), table_of(game)
        assert entry is not None
        assert (entry.kind, entry.number, entry.actor) == ("judged", done.entry, mona.user)
        assert (done.what, entry.data["what"], entry.data["act"]) == (act[0], act[0], done.pk)
        for device in (phones.ana, phones.bram, None):
            notice = build_view(table, device).notice
            assert notice is not None
            assert (notice.act, notice.kind, notice.why) == (done.pk, act[0], WHY.message)
            assert (notice.appeal is None) == (not table.seats_of(device))
        assert refusal_code(act[1], mona, game, phones, WHY) == AGAIN.get(act[0], "already_so")
        assert (Act.objects.count(), table_of(game).version) == (1, table.version)

    def test_takes_its_own_permission_and_no_seat_at_the_table(
        self, act: Named, at_table: AtTable, cleo: User, mona: Moderator
    ) -> None:
        game, phones = at_table.game, at_table.phones
        here = Moderator(mona.user, Device.objects.get(pk=phones.old).digest)
        assert refusal_code(act[1], here, game, phones, WHY) == "plays_here"
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{act[0]}"))
        for who in (cleo, User.objects.get(pk=mona.user.pk)):
            assert refusal_code(act[1], Moderator(who), game, phones, WHY) == "not_permitted"

    def test_another_act_undoes_it(self, act: Named, at_table: AtTable, mona: Moderator, nils: Moderator) -> None:
        before = table_of(at_table.game)
        done = act[1](mona, at_table.game, at_table.phones, WHY)
        assert undo_act(nils, done, WHY).undoes == done
        after = table_of(at_table.game)
        for name in ("status", "names", "sheet", "frozen", "end"):
            assert getattr(after, name) == getattr(before, name), name
        for name in ("places", "gone", "host"):
            assert getattr(after.seating, name) == getattr(before.seating, name), name
        assert refusal_code(undo_act, nils, done, WHY) == "already_undone"


def test_moderators_do_not_judge_a_table_at_which_they_play(at_table: AtTable) -> None:
    player = staff("Otto")
    game = opened(browser(player))
    join(at_table.bram, game, PlaceChoice.SECOND)
    for do in ACTS.values():
        assert refusal_code(do, Moderator(player), game, at_table.phones, WHY) == "plays_here"


class TestDevices:
    def test_a_removed_device_loses_its_seat_and_the_code(self, at_table: AtTable, mona: Moderator) -> None:
        game, phones = at_table.game, at_table.phones
        before = join_tokens.get_table_token(game)
        remove_device(mona, game, phones.bram, 1, WHY)
        table = table_of(game)
        assert (table.seats_of(phones.bram), table.seating.gone[phones.bram]) == (frozenset(), "put_off")
        assert join_tokens.get_table_token(game) != before
        assert code(game, at_table.bram, card(1, 1, "revealed", "U5")) == "not_at_table"

    def test_the_role_of_a_removed_host_goes_to_the_other_player(self, at_table: AtTable, mona: Moderator) -> None:
        remove_device(mona, at_table.game, at_table.phones.ana, 0, WHY)
        assert table_of(at_table.game).seating.host == at_table.phones.bram

    def test_a_seat_is_given_back_to_its_former_device(self, at_table: AtTable, mona: Moderator) -> None:
        give_back_seat(mona, at_table.game, 0, at_table.phones.old, WHY)
        assert table_of(at_table.game).seating.holders(0) == (at_table.phones.old,)
        assert seats_of(at_table.ana, at_table.game) == set()


class TestEntries:
    def test_a_corrected_entry_changes_the_tricks_for_good(self, at_table: AtTable, mona: Moderator) -> None:
        game, phones = at_table.game, at_table.phones
        act = correct_entry(mona, game, phones.lead, "K9", WHY)
        table = table_of(game)
        assert str(table.record.phase_one[0].lead) == "K9"
        change = build_view(table, phones.ana).changes[-1]
        assert (change.by, change.was, change.now) == ("A moderator", "G9", "K9")
        assert code(game, at_table.ana, item("undo", number=act.entry)) == "nothing_to_undo"
        assert build_view(table, phones.ana).undo is None

    def test_a_struck_entry_is_not_in_the_record(self, at_table: AtTable, mona: Moderator) -> None:
        for number in (0, 1, 10**6):
            assert refusal_code(strike_entry, mona, at_table.game, number, WHY) == "no_such_entry"
        strike_entry(mona, at_table.game, at_table.phones.lead, WHY)
        assert table_of(at_table.game).record.phase_one[0].lead is None

    def test_a_card_is_corrected_to_a_card_and_a_leader_to_a_seat(self, at_table: AtTable, mona: Moderator) -> None:
        game, lead = at_table.game, at_table.phones.lead
        for value in ("", "X9", "0"):
            assert refusal_code(correct_entry, mona, game, lead, value, WHY) == "bad_card"
        assert refusal_code(correct_entry, mona, game, lead - 1, "G9", WHY) == "bad_value"
        correct_entry(mona, game, lead - 1, "1", WHY)
        assert table_of(game).record.leader == 1

    def test_a_blind_card_is_revealed_and_struck_without_a_trace(self, at_table: AtTable, mona: Moderator) -> None:
        game = at_table.game
        number = does(game, at_table.ana, card(1, 1, "blind", "D3")).version
        seen = reveal_cards(mona, game, WHY)
        assert seen.blinds == ((1, 0, "D3"),)
        assert refusal_code(correct_entry, mona, game, number, "D4", WHY) == "secret_entry"
        done = strike_entry(mona, game, number, WHY)
        assert table_of(game).sheet.blinds == frozenset()
        for act in (seen.act, done):
            assert "D3" not in str(act.row()).replace(game.code, "")
        undo_act(mona, done, WHY)
        assert table_of(game).sheet.blinds


class TestResults:
    def test_nothing_is_logged_after_an_award(self, at_table: AtTable, mona: Moderator) -> None:
        award_win(mona, at_table.game, 1, WHY)
        assert code(at_table.game, at_table.ana, card(1, 1, "revealed", "U5")) == "table_over"
        shown = build_view(table_of(at_table.game), at_table.phones.ana)
        assert shown.result is not None
        assert (shown.status, shown.result.winner, shown.sheet_open) == ("finished", 1, False)
        at_table.game.refresh_from_db()
        assert (at_table.game.ending, at_table.game.winner) == ("judged", 1)

    def test_the_result_of_a_closed_game_is_changed(self, at_table: AtTable, mona: Moderator) -> None:
        does(at_table.game, at_table.ana, item("close"))
        change_result(mona, at_table.game, 1, WHY)
        at_table.game.refresh_from_db()
        assert (at_table.game.ending, at_table.game.winner) == ("judged", 1)

    def test_logging_goes_on_in_a_reopened_game_and_after_a_freeze(self, at_table: AtTable, mona: Moderator) -> None:
        game, revealed = at_table.game, card(1, 1, "revealed", "U5")
        act = freeze_game(mona, game, WHY)
        assert code(game, at_table.ana, revealed) == "frozen"
        undo_act(mona, act, WHY)
        does(game, at_table.ana, item("close"))
        reopen_game(mona, game, WHY)
        assert str(does(game, at_table.ana, revealed).record.tricks[0].revealed) == "U5"


def test_a_new_name_is_in_all_views(at_table: AtTable, mona: Moderator) -> None:
    rename_seat(mona, at_table.game, 1, "Lily", WHY)
    shown = build_view(table_of(at_table.game), None)
    assert shown.names == ("Ana", "Lily")
    assert "Bram" not in shown.model_dump_json()


def test_acts_on_unknown_entries_and_on_accounts_are_no_acts_on_a_table() -> None:
    for kind in (ActKind.CORRECT, ActKind.STRIKE):
        with pytest.raises(ValueError, match="not in the history"):
            table_with().build_aspect_value(kind, {"number": 2, "value": "G8"})
    for kind in ACCOUNT_ACTS:
        with pytest.raises(ValueError, match="no act on a physical game"):
            table_with().build_aspect_value(kind, {})
