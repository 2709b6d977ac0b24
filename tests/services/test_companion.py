"""Logging at a table: Ana's and Bram's phones log, a tablet shows, Cleo's phone belongs nowhere."""

from __future__ import annotations

import pytest

from games.models import Entry
from games.rules.cards import Card
from games.rules.logged.slots import Slot, Spot
from games.rules.state import Phase
from games.services.table.places import Choice
from games.services.table.said import Item
from games.stories.sheet import slip_key, tallied
from games.stories.status import Status
from games.words.refusals import sentence
from tests.services.at_tables import Browser, browser, join, opened, table_of
from tests.services.companion_acts import (
    Seated,
    acts,
    card,
    code,
    does,
    honest_game,
    item,
    log_tricks,
    refusal,
)

pytestmark = pytest.mark.django_db(transaction=True)

LEAD = Slot(Phase.ONE, 1, Spot.LEAD)


@pytest.fixture
def at(db: None) -> Seated:
    return Seated()


EVERY_ACT: list[Item] = [
    card(1, 1, "lead", "G3"),
    item("undo", number=1),
    item("stand", slip="x"),
    item("lead", seat=0),
    item("state_leader", phase=1, trick=2, seat=1),
    item("undead", seat=0, card="U5"),
    item("pile", faction="G", counts=(5, 4)),
    item("depth", depth="piles"),
    item("close"),
    item("confirm", seat=0, accept=True),
    item("rematch"),
    item("name", seat=0, name="Anna"),
]


class TestWhoMay:
    @pytest.mark.parametrize("one", EVERY_ACT, ids=lambda one: type(one).__name__)
    def test_a_stranger_may_do_nothing(self, at: Seated, one: Item) -> None:
        assert code(at.game, at.cleo, one) == "not_at_table"

    @pytest.mark.parametrize("one", EVERY_ACT, ids=lambda one: type(one).__name__)
    @pytest.mark.parametrize("choice", [Choice.DISPLAY, Choice.WATCHER])
    def test_a_screen_or_a_watcher_may_do_nothing(self, db: None, one: Item, choice: Choice) -> None:
        host, screen = browser(), browser()
        game = opened(host)
        join(screen, game, choice)
        assert code(game, screen, one) == "not_at_table"

    @pytest.mark.parametrize("place", ["revealed", "lead", "follow"])
    @pytest.mark.parametrize("who", ["ana", "bram"])
    def test_either_player_logs_any_open_card(self, at: Seated, who: str, place: str) -> None:
        table = does(at.game, getattr(at, who), card(1, 1, place, "G3"))
        assert table.record.card(Slot(Phase.ONE, 1, Spot(place))) == Card.parse("G3")

    def test_one_phone_for_both_logs_everything(self, db: None) -> None:
        phone = browser()
        game = opened(phone, Choice.BOTH)
        assert log_tricks(game, (phone, phone), honest_game(1)).status == Status.FINISHED


class TestLogging:
    def test_cards_come_in_any_order(self, at: Seated) -> None:
        for place, held in (("follow", "K4"), ("revealed", "U5"), ("lead", "G9")):
            does(at.game, at.ana, card(1, 1, place, held))
        table = does(at.game, at.bram, item("lead", seat=0))
        assert tallied(table.record).tricks[0].winner == 1

    def test_the_same_card_twice_is_one_entry(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        before = at.game.entries.count()
        does(at.game, at.bram, card(1, 1, "lead", "G3"))
        assert at.game.entries.count() == before

    def test_an_id_sent_again_gets_the_same_answer_whatever_happened_since(self, at: Seated) -> None:
        one = card(1, 1, "lead", "G3")
        first = acts(at.game, at.ana, one)
        does(at.game, at.bram, card(1, 1, "lead", "G4", instead="G3"))
        assert acts(at.game, at.ana, one) == first
        assert table_of(at.game).record.card(LEAD) == Card.parse("G4")

    def test_two_devices_may_use_the_same_id(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G3", id="x"))
        table = does(at.game, at.bram, card(1, 1, "follow", "G4", id="x"))
        assert len(tallied(table.record).tricks) == 1

    def test_another_card_is_asked_about_and_overwrites_nothing(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "follow", "G7"))
        told = refusal(at.game, at.bram, card(1, 1, "follow", "G8"))
        assert (told.code, told.params["there"]) == ("already_logged", "G7")
        assert told.params["slot"] == Slot(Phase.ONE, 1, Spot.FOLLOW)
        assert sentence(told) == "Bram's card is logged as Goblin 7. Change it to Goblin 8?"

    def test_after_the_question_it_is_corrected(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        does(at.game, at.bram, card(1, 1, "lead", "G8", instead="G7"))
        entry = at.game.entries.last()
        assert entry is not None
        assert (entry.kind, entry.data["was"], entry.data["card"]) == ("corrected", "G7", "G8")

    @pytest.mark.parametrize("instead", ["G6", "G9"])
    def test_a_correction_of_what_is_not_there_any_more(self, at: Seated, instead: str) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        told = refusal(at.game, at.bram, card(1, 1, "lead", "G8", instead=instead))
        assert (told.code, told.params["there"]) == ("changed_meanwhile", "G7")
        assert told.params["slot"] == Slot(Phase.ONE, 1, Spot.LEAD)

    def test_a_correction_of_what_was_taken_away(self, at: Seated) -> None:
        told = refusal(at.game, at.bram, card(1, 1, "lead", "G8", instead="G7"))
        assert (told.code, told.params["there"]) == ("changed_meanwhile", None)

    def test_a_card_can_be_taken_away(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        assert code(at.game, at.bram, card(1, 1, "lead", None)) == "changed_meanwhile"
        assert not does(at.game, at.bram, card(1, 1, "lead", None, instead="G7")).begun

    @pytest.mark.parametrize("held", ["K0", "g3", "G10", "", "X1"])
    def test_no_card_of_the_deck(self, at: Seated, held: str) -> None:
        assert code(at.game, at.ana, card(1, 1, "lead", held)) == "bad_card"

    @pytest.mark.parametrize("place", ["revealed", "blind"])
    def test_no_such_place_in_phase_two(self, at: Seated, place: str) -> None:
        assert code(at.game, at.ana, card(2, 1, place, "G3")) == "bad_slot"

    def test_a_slip_is_shown_and_stops_nothing(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "D3"))
        table = does(at.game, at.ana, card(1, 2, "lead", "D3"))
        assert [slip.code for slip in tallied(table.record).slips] == ["duplicate"]


class TestCorrecting:
    def test_everything_after_it_is_worked_out_anew_and_both_stay(self, at: Seated) -> None:
        state = honest_game(2)
        table = log_tricks(at.game, (at.ana, at.bram), state, 4)
        before, trick = tallied(table.record), state.tricks[0]
        winner = before.tricks[0].winner
        spare = {True: "P9", False: "U0"}[winner == trick.leader]
        does(at.game, at.bram, card(1, 1, "follow", spare, instead=str(trick.follow)))
        after = tallied(table_of(at.game).record)
        assert after.tricks[0].winner != winner
        assert [slip.code for slip in after.slips if slip.code != "duplicate"] or after.tricks[1].leader != (
            before.tricks[1].leader
        )
        kinds = [(entry.kind, entry.data.get("card")) for entry in at.game.entries.all()]
        assert ("logged", str(trick.follow)) in kinds
        assert ("corrected", spare) in kinds

    def test_undo_takes_the_last_tap_back_and_keeps_it_in_the_log(self, at: Seated) -> None:
        table = does(at.game, at.ana, card(1, 1, "lead", "G7"))
        assert not does(at.game, at.ana, item("undo", number=table.version)).begun
        assert list(at.game.entries.values_list("kind", flat=True))[-2:] == ["logged", "undone"]

    def test_undo_of_a_correction_brings_back_what_was_there(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        table = does(at.game, at.ana, card(1, 1, "lead", "G8", instead="G7"))
        table = does(at.game, at.ana, item("undo", number=table.version))
        assert table.record.card(LEAD) == Card.parse("G7")

    def test_undo_twice_is_once(self, at: Seated) -> None:
        number = does(at.game, at.ana, card(1, 1, "lead", "G7")).version
        first = does(at.game, at.ana, item("undo", number=number))
        assert does(at.game, at.bram, item("undo", number=number)) == first

    def test_nothing_is_undone_over_somebody_elses_correction(self, at: Seated) -> None:
        number = does(at.game, at.ana, card(1, 1, "lead", "G7")).version
        does(at.game, at.bram, card(1, 1, "lead", "G8", instead="G7"))
        assert code(at.game, at.ana, item("undo", number=number)) == "changed_meanwhile"

    @pytest.mark.parametrize("number", [1, 2, 999])
    def test_what_cannot_be_undone(self, at: Seated, number: int) -> None:
        assert code(at.game, at.ana, item("undo", number=number)) == "nothing_to_undo"

    @pytest.mark.parametrize(
        "one",
        [
            item("lead", seat=1),
            item("state_leader", phase=1, trick=2, seat=1),
            item("depth", depth="scoring"),
            item("close"),
        ],
        ids=lambda one: type(one).__name__,
    )
    def test_every_tap_can_be_taken_back(self, at: Seated, one: Item) -> None:
        before = does(at.game, at.ana, card(1, 1, "lead", "G7"))
        table = does(at.game, at.ana, one)
        assert does(at.game, at.ana, item("undo", number=table.version)).sheet == before.sheet


class TestLeaders:
    def test_the_players_choose_the_first(self, at: Seated) -> None:
        assert does(at.game, at.bram, item("lead", seat=1)).record.leader == 1

    def test_another_choice_is_asked_about(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        told = refusal(at.game, at.bram, item("lead", seat=1))
        assert (told.code, told.params["there"]) == ("already_led", 0)
        assert sentence(told) == "Ana is logged as the leader. Change it to Bram?"
        assert does(at.game, at.bram, item("lead", seat=1, instead=0)).record.leader == 1

    def test_a_statement_against_the_cards_is_a_slip(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        does(at.game, at.ana, card(1, 1, "follow", "G7"))
        table = does(at.game, at.ana, item("state_leader", phase=1, trick=2, seat=0))
        assert [slip.code for slip in tallied(table.record).slips] == ["wrong_leader"]


class TestSlips:
    def test_letting_one_stand_is_an_entry(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "D3"))
        table = does(at.game, at.ana, card(1, 2, "lead", "D3"))
        (slip,) = tallied(table.record).slips
        table = does(at.game, at.bram, item("stand", slip=slip_key(slip)))
        assert slip_key(slip) in table.sheet.stood
        assert does(at.game, at.ana, item("stand", slip=slip_key(slip))) == table

    def test_one_that_is_not_there(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("stand", slip="duplicate:1.2:1.1:D3:")) == "no_such_slip"


class TestNames:
    def test_either_may_name_a_seat(self, at: Seated) -> None:
        assert does(at.game, at.bram, item("name", seat=0, name=" Annelies ")).names == ("Annelies", "Bram")

    def test_a_name_that_cannot_be(self, at: Seated) -> None:
        assert code(at.game, at.bram, item("name", seat=0, name="\u200b")) == "bad_name"


class TestBatches:
    def test_each_item_is_answered_alone_and_all_are_one_commit(self, at: Seated) -> None:
        items = [
            card(1, 1, "lead", "G3", id="a"),
            card(1, 1, "lead", "G4", id="b"),
            card(1, 1, "follow", "G7", id="c"),
            card(1, 1, "lead", "G3", id="a"),
        ]
        first, second, third, fourth = acts(at.game, at.ana, *items)
        assert isinstance(first, int)
        assert (third, fourth) == (first + 1, first)
        assert getattr(second, "code", None) == "already_logged"
        assert acts(at.game, at.ana, *items)[0] == first

    def test_a_thousand_entries_of_two_phones_are_each_stored_once(self, at: Seated) -> None:
        for start in range(0, 500, 40):
            for phone, place in ((at.ana, "lead"), (at.bram, "follow")):
                items = [chained(n, place) for n in range(start, min(start + 40, 500))]
                assert all(isinstance(one, int) for one in acts(at.game, phone, *items) + acts(at.game, phone, *items))
        kept = Entry.objects.filter(game=at.game, kind__in=["logged", "corrected"])
        assert kept.count() == kept.values("client_id").distinct().count() == 1000


def chained(number: int, place: str) -> Item:
    """The card of a place, corrected again and again."""
    held, before = (f"D{n % 10}" for n in (number, number - 1))
    return card(1, 1, place, held, id=f"n{number}", **({"instead": before} if number else {}))


def test_a_phone_that_lost_its_seat_may_do_nothing(at: Seated) -> None:
    game, old = at.game, at.bram.at(at.game).pk
    table = table_of(game)
    assert Browser(at.bram.secret).knows(game)
    from games.services.table import tables

    token = tables.seat_code(game, at.ana.at(game), 1)
    new = browser()
    tables.take(new.visitor, token, Choice.SECOND)
    assert code(game, at.bram, card(1, 1, "lead", "G3")) == "not_at_table"
    assert table_of(game).seating.gone == {old: "seat_taken_over"}
    assert table.seats_of(old) == {1}
