"""Entries of a physical game: who may log what, corrections, blind cards and batches."""

from __future__ import annotations

import pytest

from games.inference.record import Slot, Spot
from games.rules.cards import Card
from games.rules.state import Phase
from games.schemas.table_commands import QueuedCommand
from games.services.companion import tables
from games.services.companion.places import PlaceChoice
from games.state.game_state import Status
from games.state.sheet import build_slip_key, get_tally
from games.texts.refusals import get_refusal_sentence
from tests.services.companion.devices import browser, join, opened, table_of
from tests.services.companion.entries import Seated, acts, card, code, does, honest_game, item, log_tricks, refusal

pytestmark = pytest.mark.django_db(transaction=True)

LEAD = Slot(Phase.ONE, 1, Spot.LEAD)


EVERY_COMMAND: list[QueuedCommand] = [
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
    def test_only_phones_with_a_seat_may_log(self, at: Seated) -> None:
        screen, spectator, old = browser(), browser(), at.bram.at(at.game)
        join(screen, at.game, PlaceChoice.DISPLAY)
        join(spectator, at.game, PlaceChoice.WATCHER)
        tables.take_place(browser().visitor, tables.create_seat_code(at.game, old, 1), PlaceChoice.SECOND)
        assert table_of(at.game).seating.gone == {old.pk: "seat_taken_over"}
        for phone in (at.cleo, screen, spectator, at.bram):
            assert {code(at.game, phone, command) for command in EVERY_COMMAND} == {"not_at_table"}

    @pytest.mark.parametrize("who", ["ana", "bram"])
    def test_either_player_logs_any_open_card(self, at: Seated, who: str) -> None:
        for place, held in (("revealed", "G3"), ("lead", "G4"), ("follow", "K5")):
            table = does(at.game, getattr(at, who), card(1, 1, place, held))
            assert table.record.card(Slot(Phase.ONE, 1, Spot(place))) == Card.parse(held)

    def test_a_phone_for_both_logs_all_cards(self, db: None) -> None:
        phone = browser()
        game = opened(phone, PlaceChoice.BOTH)
        assert log_tricks(game, (phone, phone), honest_game(1)).status == Status.FINISHED


class TestLogging:
    def test_cards_come_in_any_order(self, at: Seated) -> None:
        for place, held in (("follow", "K4"), ("revealed", "U5"), ("lead", "G9")):
            does(at.game, at.ana, card(1, 1, place, held))
        table = does(at.game, at.bram, item("lead", seat=0))
        assert get_tally(table.record).tricks[0].winner == 1

    def test_the_same_card_twice_is_a_single_entry(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        before = at.game.entries.count()
        does(at.game, at.bram, card(1, 1, "lead", "G3"))
        assert at.game.entries.count() == before

    def test_an_id_of_a_device_sent_again_gets_the_same_answer(self, at: Seated) -> None:
        command = card(1, 1, "lead", "G3", id="x")
        first = acts(at.game, at.ana, command)
        does(at.game, at.bram, card(1, 1, "lead", "G4", id="x", instead="G3"))
        assert acts(at.game, at.ana, command) == first
        assert table_of(at.game).record.card(LEAD) == Card.parse("G4")

    def test_each_command_of_a_batch_is_answered(self, at: Seated) -> None:
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

    def test_another_card_is_asked_about_and_overwrites_nothing(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "follow", "G7"))
        refused = refusal(at.game, at.bram, card(1, 1, "follow", "G8"))
        slot = Slot(Phase.ONE, 1, Spot.FOLLOW)
        assert (refused.code, refused.params["there"], refused.params["slot"]) == ("already_logged", "G7", slot)
        assert get_refusal_sentence(refused) == "Bram's card is logged as Goblin 7. Change it to Goblin 8?"

    def test_a_correction_replaces_or_removes_the_card_that_it_names(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        refused = refusal(at.game, at.bram, card(1, 1, "lead", "G8", instead="G6"))
        assert (refused.code, refused.params["there"], refused.params["slot"]) == ("changed_meanwhile", "G7", LEAD)
        does(at.game, at.bram, card(1, 1, "lead", "G8", instead="G7"))
        entry = at.game.entries.last()
        assert entry is not None
        assert (entry.kind, entry.data["was"], entry.data["card"]) == ("corrected", "G7", "G8")
        assert code(at.game, at.bram, card(1, 1, "lead", None)) == "changed_meanwhile"
        assert not does(at.game, at.bram, card(1, 1, "lead", None, instead="G8")).begun

    def test_cards_outside_the_deck_and_places_outside_the_trick_are_refused(self, at: Seated) -> None:
        for held in ("K0", "g3", ""):
            assert code(at.game, at.ana, card(1, 1, "lead", held)) == "bad_card"
        for place in ("revealed", "blind"):
            assert code(at.game, at.ana, card(2, 1, place, "G3")) == "bad_slot"


class TestCorrecting:
    def test_tricks_after_a_correction_follow_from_it_and_both_entries_stay(self, at: Seated) -> None:
        state = honest_game(2)
        table = log_tricks(at.game, (at.ana, at.bram), state, 4)
        before, trick = get_tally(table.record), state.tricks[0]
        winner = before.tricks[0].winner
        spare = {True: "P9", False: "U0"}[winner == trick.leader]
        does(at.game, at.bram, card(1, 1, "follow", spare, instead=str(trick.follow)))
        after = get_tally(table_of(at.game).record)
        assert after.tricks[0].winner != winner
        slips = [slip for slip in after.slips if slip.code != "duplicate"]
        assert slips or after.tricks[1].leader != before.tricks[1].leader
        kinds = {(entry.kind, entry.data.get("card")) for entry in at.game.entries.all()}
        assert {("logged", str(trick.follow)), ("corrected", spare)} <= kinds

    def test_undo_of_a_correction_restores_the_card_before_it_once(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G7"))
        number = does(at.game, at.ana, card(1, 1, "lead", "G8", instead="G7")).version
        undone = does(at.game, at.ana, item("undo", number=number))
        assert undone.record.card(LEAD) == Card.parse("G7")
        assert does(at.game, at.bram, item("undo", number=number)) == undone

    def test_entries_that_are_no_commands_or_were_corrected_cannot_be_undone(self, at: Seated) -> None:
        for number in (1, 2, 999):
            assert code(at.game, at.ana, item("undo", number=number)) == "nothing_to_undo"
        number = does(at.game, at.ana, card(1, 1, "lead", "G7")).version
        does(at.game, at.bram, card(1, 1, "lead", "G8", instead="G7"))
        assert code(at.game, at.ana, item("undo", number=number)) == "changed_meanwhile"

    def test_every_command_can_be_taken_back_and_stays_in_the_log(self, at: Seated) -> None:
        before = does(at.game, at.ana, card(1, 1, "lead", "G7"))
        for command in (
            item("lead", seat=1),
            item("state_leader", phase=1, trick=2, seat=1),
            item("depth", depth="scoring"),
            item("close"),
        ):
            table = does(at.game, at.ana, command)
            assert does(at.game, at.ana, item("undo", number=table.version)).sheet == before.sheet
        assert not does(at.game, at.ana, item("undo", number=before.version)).begun
        assert list(at.game.entries.values_list("kind", flat=True)).count("undone") == 5

    def test_another_leader_is_asked_about(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        refused = refusal(at.game, at.bram, item("lead", seat=1))
        assert (refused.code, refused.params["there"]) == ("already_led", 0)
        assert get_refusal_sentence(refused) == "Ana is logged as the leader. Change it to Bram?"
        assert does(at.game, at.bram, item("lead", seat=1, instead=0)).record.leader == 1

    def test_a_stated_leader_against_the_cards_is_a_slip(self, at: Seated) -> None:
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        does(at.game, at.ana, card(1, 1, "follow", "G7"))
        table = does(at.game, at.ana, item("state_leader", phase=1, trick=2, seat=0))
        assert [slip.code for slip in get_tally(table.record).slips] == ["wrong_leader"]

    def test_players_let_an_existing_slip_stand_once(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "D3"))
        assert code(at.game, at.ana, item("stand", slip="duplicate:1.2:1.1:D3:")) == "no_such_slip"
        table = does(at.game, at.ana, card(1, 2, "lead", "D3"))
        (slip,) = get_tally(table.record).slips
        assert slip.code == "duplicate"
        table = does(at.game, at.bram, item("stand", slip=build_slip_key(slip)))
        assert build_slip_key(slip) in table.sheet.stood
        assert does(at.game, at.ana, item("stand", slip=build_slip_key(slip))) == table

    def test_either_player_names_a_seat_by_the_rules_for_names(self, at: Seated) -> None:
        assert does(at.game, at.bram, item("name", seat=0, name=" Annelies ")).names == ("Annelies", "Bram")
        assert code(at.game, at.bram, item("name", seat=0, name="\u200b")) == "bad_name"


class TestBlindCards:
    @pytest.fixture
    def won(self, at: Seated) -> Seated:
        """Bram won the first trick, so Ana takes the blind card."""
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        does(at.game, at.bram, card(1, 1, "follow", "G7"))
        return at

    def test_only_the_seat_that_takes_it_logs_and_undoes_it(self, won: Seated) -> None:
        assert code(won.game, won.bram, card(1, 1, "blind", "D3")) == "not_your_seat"
        table = does(won.game, won.ana, card(1, 1, "blind", "D3"))
        assert table.record.phase_one[0].blind == Card.parse("D3")
        assert code(won.game, won.bram, card(1, 1, "blind", "D4")) == "not_your_seat"
        assert code(won.game, won.bram, item("undo", number=table.version)) == "not_your_seat"
        refused = refusal(won.game, won.ana, card(1, 1, "blind", "D4"))
        assert get_refusal_sentence(refused) == "Your blind card is logged as Dwarf 3. Change it to Dwarf 4?"

    def test_it_stays_with_its_owner_when_the_trick_is_corrected(self, won: Seated) -> None:
        """Turning a trick around is no way to look at the card of the other player."""
        does(won.game, won.ana, card(1, 1, "blind", "D3"))
        table = does(won.game, won.bram, card(1, 1, "follow", "G2", instead="G7"))
        assert table.seen(won.bram.at(won.game).pk).phase_one[0].blind is None
        table = does(won.game, won.bram, card(1, 1, "blind", "U9"))
        assert table.seen(won.ana.at(won.game).pk).phase_one[0].blind is None
        table = does(won.game, won.ana, card(1, 1, "follow", "G7", instead="G2"))
        assert table.seen(won.ana.at(won.game).pk).phase_one[0].blind == Card.parse("D3")

    def test_a_card_logged_before_the_trick_stays_with_its_device(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "blind", "D3"))
        assert table_of(at.game).record.phase_one == ()
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        table = does(at.game, at.bram, card(1, 1, "follow", "G7"))
        assert table.record.phase_one[0].blind == Card.parse("D3")

    def test_a_phone_for_both_logs_it_only_once_its_owner_is_known(self, db: None) -> None:
        phone = browser()
        assert code(opened(phone, PlaceChoice.BOTH), phone, card(1, 1, "blind", "D3")) == "blind_too_early"

    @pytest.mark.parametrize("kind", ["close", "piles"])
    def test_blind_cards_are_open_once_both_confirm_the_end(self, won: Seated, kind: str) -> None:
        does(won.game, won.ana, card(1, 1, "blind", "D3"))
        if kind == "close":
            table = does(won.game, won.bram, item("close"))
        else:
            does(won.game, won.bram, item("depth", depth="piles"))
            for letter in "GKUDP":
                table = does(won.game, won.bram, item("pile", faction=letter, counts=(5, 3)))
        assert table.status == Status.FINISHED
        assert table.seen(won.bram.at(won.game).pk).phase_one[0].blind is None
        does(won.game, won.bram, item("confirm", seat=1, accept=True))
        table = does(won.game, won.ana, item("confirm", seat=0, accept=True))
        assert table.seen(won.bram.at(won.game).pk).phase_one[0].blind == Card.parse("D3")
