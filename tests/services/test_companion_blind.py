"""Blind cards: who may log and see them, and that nothing brings them to light early."""

from __future__ import annotations

import pytest

from games.rules.cards import Card
from games.services.table.places import Choice
from games.stories.status import Status
from games.words.refusals import sentence
from tests.services.at_tables import browser, opened, table_of
from tests.services.companion_acts import Seated, card, code, does, item, refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at(db: None) -> Seated:
    return Seated()


class TestBlindCards:
    @pytest.fixture
    def won(self, at: Seated) -> Seated:
        """Bram won the first trick, so Ana takes the blind card."""
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        does(at.game, at.bram, card(1, 1, "follow", "G7"))
        return at

    def test_only_the_seat_that_takes_it_logs_it(self, won: Seated) -> None:
        assert code(won.game, won.bram, card(1, 1, "blind", "D3")) == "not_your_seat"
        table = does(won.game, won.ana, card(1, 1, "blind", "D3"))
        assert table.record.phase_one[0].blind == Card.parse("D3")
        assert code(won.game, won.bram, card(1, 1, "blind", "D4")) == "not_your_seat"

    def test_it_stays_with_its_owner_when_the_trick_is_corrected(self, won: Seated) -> None:
        """Or else turning a trick around would be a way to look at the other's card."""
        does(won.game, won.ana, card(1, 1, "blind", "D3"))
        table = does(won.game, won.bram, card(1, 1, "follow", "G2", instead="G7"))
        assert table.seen(won.bram.at(won.game).pk).phase_one[0].blind is None
        table = does(won.game, won.bram, card(1, 1, "blind", "U9"))
        assert table.seen(won.ana.at(won.game).pk).phase_one[0].blind is None
        table = does(won.game, won.ana, card(1, 1, "follow", "G7", instead="G2"))
        assert table.seen(won.ana.at(won.game).pk).phase_one[0].blind == Card.parse("D3")

    def test_before_the_trick_it_is_kept_for_whoever_logged_it(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "blind", "D3"))
        assert table_of(at.game).record.phase_one == ()
        does(at.game, at.ana, item("lead", seat=0))
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        table = does(at.game, at.bram, card(1, 1, "follow", "G7"))
        assert table.record.phase_one[0].blind == Card.parse("D3")

    def test_one_phone_for_both_must_know_whose_it_is(self, db: None) -> None:
        phone = browser()
        assert code(opened(phone, Choice.BOTH), phone, card(1, 1, "blind", "D3")) == "blind_too_early"

    def test_its_owner_is_asked_before_it_is_changed(self, won: Seated) -> None:
        does(won.game, won.ana, card(1, 1, "blind", "D3"))
        told = refusal(won.game, won.ana, card(1, 1, "blind", "D4"))
        assert sentence(told) == "Your blind card is logged as Dwarf 3. Change it to Dwarf 4?"

    def test_the_other_cannot_take_it_back(self, won: Seated) -> None:
        table = does(won.game, won.ana, card(1, 1, "blind", "D3"))
        assert code(won.game, won.bram, item("undo", number=table.version)) == "not_your_seat"

    @pytest.mark.parametrize("kind", ["close", "piles"])
    def test_ending_the_game_alone_opens_nothing(self, won: Seated, kind: str) -> None:
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
