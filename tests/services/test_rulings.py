"""What the rule books leave open is chosen with a game, kept in its log and its record, and goes on in a rematch."""

from __future__ import annotations

from dataclasses import asdict
from importlib import import_module

import pytest
from django.apps import apps

from games.live.table.view import view as table_view
from games.models import Game, User
from games.rules.logged.record import write as table_record
from games.rules.record import plays_of, read, write
from games.rules.rulings import AT_TABLE, ONLINE, Draw, LastTrick, Lead, Rulings
from games.services.online import lobby, play
from games.services.table import lots, tables
from games.services.table.places import Choice
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.status import Status
from games.stories.story import Fact
from games.stories.table import Table
from tests.rules.random_games import few_votes
from tests.services.at_tables import browser, table_of
from tests.services.companion_acts import ANA, BRAM, after, card, does, item, table_with
from tests.services.plays import match_of

pytestmark = pytest.mark.django_db(transaction=True)

CHOSEN = Options(strict=True, lead="creator", last_trick="all", draw="three")
BY_LOT = Rulings(lead="random", strict=True, last_trick="all", draw="three")


def finished(ana: User, bram: User, options: Options) -> Game:
    game = lobby.create(ana, options)
    lobby.join(game, bram)
    play.resign(game, bram)
    return game


class TestOnline:
    def test_they_stand_in_the_log_in_the_row_and_in_the_record(self, ana: User, bram: User) -> None:
        game = finished(ana, bram, CHOSEN)
        game.refresh_from_db()
        assert match_of(game).options == CHOSEN
        assert game.rulings == CHOSEN.rulings
        assert read(write(match_of(game).record())).rulings == CHOSEN.rulings

    def test_they_go_on_in_a_rematch(self, ana: User, bram: User) -> None:
        game = finished(ana, bram, CHOSEN)
        lobby.rematch(game, ana)
        new = Game.objects.get(code=lobby.rematch(game, bram).successor)
        assert (match_of(new).options, new.rulings) == (CHOSEN, CHOSEN.rulings)

    def test_a_game_by_the_defaults_has_a_record_without_them(self, ana: User, bram: User) -> None:
        assert "rulings" not in write(match_of(finished(ana, bram, Options())).record())

    @pytest.mark.parametrize(("strict", "last_trick"), [(False, LastTrick.TRICK), (True, LastTrick.LEAD)])
    def test_an_entry_that_says_nothing_of_tricks_has_memory_decide(self, strict: bool, last_trick: LastTrick) -> None:
        opened = Fact(Kind.OPENED, 0, {"listed": True, "watch": True, "strict": strict, "lead": "other"})
        options = Match(1, "K7MPX2QA").fold([opened]).options
        assert options == Options(strict=strict, lead="other", last_trick=last_trick, draw=Draw.VOTES)


@pytest.mark.parametrize(("draw", "winner"), [("votes", 0), ("three", None)])
def test_an_online_game_is_won_by_its_rulings(draw: str, winner: int | None) -> None:
    states = few_votes()
    dealt, codes = states[0], [str(card) for card in plays_of(states[-1])]
    hands, deck = [[str(card) for card in hand] for hand in dealt.hands], [str(card) for card in dealt.deck]
    facts = [Fact(Kind.OPENED, 0, asdict(Options(draw=draw)))]
    facts += [Fact(Kind.DEALT, data={"hands": hands, "deck": deck, "leader": dealt.leader})]
    match = Match(1, "K7MPX2QA").fold(facts + [Fact(Kind.PLAYED, data={"card": code}) for code in codes])
    assert (match.status, match.winner, match.columns()["winner"]) == (Status.FINISHED, winner, winner)


class TestAtTable:
    def test_they_stand_in_the_log_in_the_row_and_in_the_record(self) -> None:
        rulings = Rulings(Lead.CHOSEN, strict=True, last_trick="lead", draw="three")
        game = tables.create(browser().visitor, ("Ana", "Bram"), "every", Choice.FIRST, rulings=rulings)
        game.refresh_from_db()
        assert (table_of(game).rulings, game.rulings) == (rulings, rulings)
        assert table_record(table_of(game).public())["rulings"] == asdict(rulings)

    def test_a_table_by_the_defaults_has_a_record_without_them(self) -> None:
        table = table_with((ANA, [0], "player"))
        assert table.rulings == AT_TABLE
        assert "rulings" not in table_record(table.public())

    def test_where_the_lead_is_left_to_chance_it_is_drawn_with_the_table_which_still_gathers(self) -> None:
        game = tables.create(browser().visitor, ("Ana", "Bram"), "every", Choice.FIRST, rulings=BY_LOT)
        table = table_of(game)
        assert table.record.leader in (0, 1)
        assert (table.status, table.begun) == (Status.WAITING, False)

    def test_both_seats_are_drawn_and_nothing_where_the_players_choose(self) -> None:
        assert {lots.drawn(BY_LOT, ANA)[0].data["seat"] for _ in range(64)} == {0, 1}
        assert lots.drawn(AT_TABLE, ANA) == []

    def test_a_rematch_has_the_same_and_another_lot(self) -> None:
        phone = browser()
        game = tables.create(phone.visitor, ("Ana", "Bram"), "every", Choice.BOTH, rulings=BY_LOT)
        does(game, phone, card(1, 1, "revealed", "G3"))
        does(game, phone, item("close"))
        new = Game.objects.get(code=does(game, phone, item("rematch")).successor)
        assert (table_of(new).rulings, new.rulings) == (BY_LOT, BY_LOT)
        assert table_of(new).record.leader in (0, 1)
        assert "led" in new.entries.values_list("kind", flat=True)


def test_games_that_exist_when_the_columns_come_are_told_as_their_logs_tell_them(ana: User) -> None:
    strict, plain = (lobby.create(ana, Options(strict=strict)) for strict in (True, False))
    table = tables.create(browser().visitor, ("Ana", "Bram"), "every", Choice.FIRST)
    Game.objects.update(lead="random", last_trick="trick")
    import_module("games.migrations.0018_rulings").fill(apps, None)
    told = {game.pk: game.rulings for game in Game.objects.all()}
    assert told == {strict.pk: Rulings(strict=True, last_trick="lead"), plain.pk: ONLINE, table.pk: AT_TABLE}


def table_by(rulings: Rulings) -> Table:
    """Two phones, and a first trick that Ana won."""
    opened = {"names": ["Ana", "Bram"], "depth": "every", "host": ANA, "rulings": asdict(rulings)}
    placed = {"role": "player", "name": "", "user": None}
    facts = [Fact("opened", None, opened)]
    facts += [Fact("placed", None, {**placed, "device": one, "seats": [at]}) for at, one in enumerate((ANA, BRAM))]
    cards = [card(1, 1, *place) for place in (("revealed", "U5"), ("lead", "G7"), ("follow", "G3"))]
    return after(Table(1, "K7MPX2QA").fold(facts), ANA, item("lead", seat=0), *cards)


@pytest.mark.parametrize(("strict", "told"), [(False, ("U5",)), (True, None)])
def test_a_pad_tells_followers_in_phase_one_unless_memory_is_strict(strict: bool, told: tuple[str, ...] | None) -> None:
    seen = table_view(table_by(Rulings("chosen", strict)), ANA)
    assert (seen.followers[0], seen.rulings.strict) == (told, strict)


@pytest.mark.parametrize(
    ("draw", "winner", "text"),
    [
        ("votes", 0, "Ana wins by 2 votes to 1."),
        ("three", None, "A draw, 2 votes to 1: it takes three to win."),
    ],
)
def test_counted_piles_decide_by_the_rulings_of_the_table(draw: str, winner: int | None, text: str) -> None:
    counts = {"G": (5, 4), "K": (5, 3), "U": (4, 6), "D": (0, 0), "P": (0, 0)}
    counted = [item("pile", faction=letter, counts=pair, highest=(None, None)) for letter, pair in counts.items()]
    table = after(table_by(Rulings("chosen", draw=draw)), ANA, item("depth", depth="piles"), *counted)
    seen = table_view(table, BRAM).result
    assert seen is not None
    assert (seen.winner, seen.votes, seen.text) == (winner, (2, 1), text)
    assert table.columns()["winner"] == winner


def test_what_stands_in_no_record_never_changes() -> None:
    assert asdict(ONLINE) == {"lead": "random", "strict": False, "last_trick": "trick", "draw": "votes"}
    assert asdict(AT_TABLE) == {**asdict(ONLINE), "lead": "chosen"}
