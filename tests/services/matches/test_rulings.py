"""Rulings chosen with a game: kept in its log and record, and decisive for its result."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from games.inference.record import write as table_record
from games.models import Game, User
from games.realtime.companion.view import build_view as table_view
from games.rules.record import list_plays, read, write
from games.rules.rulings import MATCH_RULINGS, TABLE_RULINGS, Draw, LastTrick, Lead, Rulings
from games.services.companion import command_handlers, tables
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby, play
from games.state.game_state import Event, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.table_state import TableState
from tests.rules.random_games import few_votes
from tests.services.companion.devices import browser, table_of
from tests.services.companion.entries import ANA, BRAM, after, card, does, item
from tests.services.matches.games import match_of

pytestmark = pytest.mark.django_db(transaction=True)

CHOSEN = MatchOptions(strict=True, lead="creator", last_trick="all", draw="three")
BY_LOT = Rulings(lead="random", strict=True, last_trick="all", draw="three")


def finished(ana: User, bram: User, options: MatchOptions) -> Game:
    game = lobby.create_game(ana, options)
    lobby.join_game(game, bram)
    play.resign(game, bram)
    return game


class TestOnline:
    def test_they_are_in_the_log_in_the_row_and_in_the_record(self, ana: User, bram: User) -> None:
        game = finished(ana, bram, CHOSEN)
        game.refresh_from_db()
        assert match_of(game).options == CHOSEN
        assert game.rulings == CHOSEN.rulings
        assert read(write(match_of(game).record())).rulings == CHOSEN.rulings

    @pytest.mark.parametrize(("strict", "last_trick"), [(False, LastTrick.TRICK), (True, LastTrick.LEAD)])
    def test_old_entries_without_a_trick_ruling_follow_strict_memory(self, strict: bool, last_trick: LastTrick) -> None:
        opened = Event(MatchEventKind.OPENED, 0, {"listed": True, "watch": True, "strict": strict, "lead": "other"})
        options = MatchState(1, "K7MPX2QA").fold([opened]).options
        assert options == MatchOptions(strict=strict, lead="other", last_trick=last_trick, draw=Draw.VOTES)


@pytest.mark.parametrize(("draw", "winner"), [("votes", 0), ("three", None)])
def test_an_online_game_is_won_by_its_rulings(draw: str, winner: int | None) -> None:
    states = few_votes()
    dealt, codes = states[0], [str(card) for card in list_plays(states[-1])]
    hands, deck = [[str(card) for card in hand] for hand in dealt.hands], [str(card) for card in dealt.deck]
    facts = [Event(MatchEventKind.OPENED, 0, asdict(MatchOptions(draw=draw)))]
    facts += [Event(MatchEventKind.DEALT, data={"hands": hands, "deck": deck, "leader": dealt.leader})]
    match = MatchState(1, "K7MPX2QA").fold(
        facts + [Event(MatchEventKind.PLAYED, data={"card": code}) for code in codes]
    )
    assert (match.status, match.winner, match.columns()["winner"]) == (Status.FINISHED, winner, winner)


class TestAtTable:
    def test_they_are_in_the_log_in_the_row_and_in_the_record(self) -> None:
        rulings = Rulings(Lead.CHOSEN, strict=True, last_trick="lead", draw="three")
        game = tables.create_table(browser().visitor, ("Ana", "Bram"), "every", PlaceChoice.FIRST, rulings=rulings)
        game.refresh_from_db()
        assert (table_of(game).rulings, game.rulings) == (rulings, rulings)
        assert table_record(table_of(game).public())["rulings"] == asdict(rulings)

    def test_a_random_lead_is_drawn_when_the_table_is_opened(self) -> None:
        game = tables.create_table(browser().visitor, ("Ana", "Bram"), "every", PlaceChoice.FIRST, rulings=BY_LOT)
        table = table_of(game)
        assert table.record.leader in (0, 1)
        assert (table.status, table.begun) == (Status.WAITING, False)
        assert {command_handlers.draw_first_leader(BY_LOT, ANA)[0].data["seat"] for _ in range(64)} == {0, 1}
        assert command_handlers.draw_first_leader(TABLE_RULINGS, ANA) == []

    def test_a_rematch_has_the_same_rulings_and_draws_again(self) -> None:
        phone = browser()
        game = tables.create_table(phone.visitor, ("Ana", "Bram"), "every", PlaceChoice.BOTH, rulings=BY_LOT)
        does(game, phone, card(1, 1, "revealed", "G3"))
        does(game, phone, item("close"))
        new = Game.objects.get(code=does(game, phone, item("rematch")).successor)
        assert (table_of(new).rulings, new.rulings) == (BY_LOT, BY_LOT)
        assert table_of(new).record.leader in (0, 1)
        assert "led" in new.entries.values_list("kind", flat=True)


def table_by(rulings: Rulings) -> TableState:
    """Two phones, and a first trick that Ana won."""
    opened = {"names": ["Ana", "Bram"], "depth": "every", "host": ANA, "rulings": asdict(rulings)}
    placed = {"role": "player", "name": "", "user": None}
    facts = [Event("opened", None, opened)]
    facts += [Event("placed", None, {**placed, "device": one, "seats": [at]}) for at, one in enumerate((ANA, BRAM))]
    cards = [card(1, 1, *place) for place in (("revealed", "U5"), ("lead", "G7"), ("follow", "G3"))]
    return after(TableState(1, "K7MPX2QA").fold(facts), ANA, item("lead", seat=0), *cards)


@pytest.mark.parametrize(("strict", "followers"), [(False, ("U5",)), (True, None)])
def test_followers_are_shown_in_phase_one_unless_strict(strict: bool, followers: tuple[str, ...] | None) -> None:
    seen = table_view(table_by(Rulings("chosen", strict)), ANA)
    assert (seen.followers[0], seen.rulings.strict) == (followers, strict)


@pytest.mark.parametrize(
    ("draw", "winner", "text"),
    [("votes", 0, "Ana wins by 2 votes to 1."), ("three", None, "It's a draw, 2 votes to 1: it takes three to win.")],
)
def test_counted_piles_decide_by_the_rulings_of_the_table(draw: str, winner: int | None, text: str) -> None:
    counts = {"G": (5, 4), "K": (5, 3), "U": (4, 6), "D": (0, 0), "P": (0, 0)}
    counted = [item("pile", faction=letter, counts=pair, highest=(None, None)) for letter, pair in counts.items()]
    table = after(table_by(Rulings("chosen", draw=draw)), ANA, item("depth", depth="piles"), *counted)
    seen = table_view(table, BRAM).result
    assert seen is not None
    assert (seen.winner, seen.votes, seen.text) == (winner, (2, 1), text)
    assert table.columns()["winner"] == winner


def test_defaults_that_records_leave_out_never_change() -> None:
    assert asdict(MATCH_RULINGS) == {"lead": "random", "strict": False, "last_trick": "trick", "draw": "votes"}
    assert asdict(TABLE_RULINGS) == {**asdict(MATCH_RULINGS), "lead": "chosen"}
