"""What becomes of a game in the histories of those who played it, whatever moderators do to it, there and back."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Entry, Game, Result, User
from games.rules.scoring import votes
from games.services import moderation
from games.services.minds import going_on, sitting
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.services.people import erasing, leaving
from games.services.results import keeping
from games.services.table import tables
from games.services.table.places import Choice
from games.services.tidying import STEPS
from games.store import log
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.moderators import WHY
from tests.services.at_tables import Browser, browser, join, table_of
from tests.services.companion_acts import acts, does, honest_game, item, log_tricks
from tests.services.plays import match_of, play_at_once, play_out, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def rows() -> list[dict[str, Any]]:
    """All that rows say, but for their numbers."""
    return [{k: v for k, v in row.items() if k != "id"} for row in Result.objects.order_by("game", "seat").values()]


def told() -> list[tuple[str, str, str]]:
    return list(Result.objects.order_by("game", "seat").values_list("user__display_name", "sort", "outcome"))


def rebuilt() -> str:
    out = StringIO()
    call_command("results", stdout=out)
    return out.getvalue()


def put_right() -> int:
    return sum(STEPS["results"]())


def scored(ana: User, bram: User | None, **more: Any) -> tuple[Game, Browser, Browser]:
    """A table of both, whose piles were counted: four factions for Ana. Confirmed by nobody."""
    one, two = browser(ana), browser(bram)
    game = tables.create(one.visitor, ("Ana", "Bram"), "piles", Choice.FIRST, **more)
    join(two, game, Choice.SECOND)
    acts(game, one, *(item("pile", faction=letter, counts=(5, 3)) for letter in "GKUD"))
    does(game, one, item("pile", faction="P", counts=(3, 5)))
    return game, one, two


def confirm(game: Game, *phones: Browser) -> None:
    for seat, phone in enumerate(phones):
        does(game, phone, item("confirm", seat=seat, accept=True))


def test_a_game_to_its_end_is_a_row_for_each_seat(game: Game, ana: User, bram: User) -> None:
    play_at_once(game, 51)
    assert rows() == []
    play_out(game, 1)
    winner = match_of(game).winner
    by = {seat: "".join(one.faction for one in votes(state_of(game).score) if one.seat == seat) for seat in (0, 1)}
    first, second = Result.objects.order_by("seat")
    assert (first.user, first.other, second.user, second.other) == (ana, bram, bram, ana)
    assert [(one.votes, one.lost) for one in (first, second)] == [(by[0], by[1]), (by[1], by[0])]
    outcomes = {0: ("won", "lost"), 1: ("lost", "won"), None: ("draw", "draw")}
    assert (first.outcome, second.outcome) == outcomes[winner]
    assert first.at == Entry.objects.filter(game=game, kind="played").latest("number").created_at
    assert (first.sort, first.level, first.public) == ("people", "", True)


def test_one_that_was_resigned_has_no_votes(game: Game, ana: User) -> None:
    play_at_once(game, 9)
    play.resign(game, ana)
    assert told() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert set(Result.objects.values_list("votes", "lost")) == {("", "")}


@pytest.mark.parametrize("kind", [Kind.RESIGNED, Kind.CLAIMED, Kind.TIMED_OUT])
def test_one_that_no_card_ended_was_when_it_ended(kind: Kind, game: Game) -> None:
    play_out(game, 1)
    log.append(Match, game.pk, lambda match: [Fact(kind, 0, {"winner": 1})])
    assert {row["at"] for row in rows()} == {Entry.objects.get(game=game, kind=kind).created_at}


@pytest.mark.parametrize("options", [Options(listed=False), Options(watch=False)])
def test_a_private_game_is_not_public(options: Options, ana: User, bram: User) -> None:
    game = lobby.create(ana, options)
    lobby.join(game, bram, lobby.invite_token(game))
    play.resign(game, ana)
    assert set(Result.objects.values_list("public", flat=True)) == {False}


def test_against_the_site_is_counted_apart_and_the_site_has_no_history(ana: User) -> None:
    game = sitting.begin(ana, "herald")
    play.resign(game, ana)
    assert told() == [("Ana", "site", "lost")]
    assert Result.objects.get().level == "herald"


def test_what_went_on_from_a_replay_does_not_count(game: Game, ana: User) -> None:
    play_at_once(game)
    Result.objects.all().delete()
    again = going_on.go_on(game, ana, 10, 0, "page")
    play.resign(again, ana)
    assert told() == []
    put_right()
    assert {row["game_id"] for row in rows()} == {game.pk}


def test_a_game_that_was_called_off_is_nobodys(game: Game, ana: User) -> None:
    lobby.call_off(game, ana)
    assert rows() == []


class TestTables:
    def test_one_counts_once_both_accept_what_is_certain(self, ana: User, bram: User) -> None:
        game, one, two = scored(ana, bram)
        does(game, one, item("confirm", seat=0, accept=True))
        assert rows() == []
        does(game, two, item("confirm", seat=1, accept=True))
        assert told() == [("Ana", "table", "won"), ("Bram", "table", "lost")]
        assert (rows()[1]["votes"], rows()[1]["lost"], rows()[1]["public"]) == ("P", "GKUD", True)
        assert rows()[0]["at"] == Entry.objects.filter(game=game, kind="confirmed").latest("number").created_at
        does(game, two, item("confirm", seat=1, accept=False))
        assert rows() == []

    def test_a_correction_is_another_result_until_both_accept_that(self, ana: User, bram: User) -> None:
        game, one, two = scored(ana, bram)
        confirm(game, one, two)
        does(game, one, item("pile", faction="D", counts=(3, 5), over=True, instead=(5, 3)))
        assert rows() == []
        confirm(game, one, two)
        assert (told()[0], rows()[0]["votes"]) == (("Ana", "table", "won"), "GKU")
        does(game, one, item("undo", number=table_of(game).ledger.history[-1].number))
        assert rows() == []

    def test_one_that_nobody_can_tell_the_winner_of_does_not(self, ana: User, bram: User) -> None:
        one, two = browser(ana), browser(bram)
        game = tables.create(one.visitor, ("Ana", "Bram"), "every", Choice.FIRST)
        join(two, game, Choice.SECOND)
        does(game, one, item("lead", seat=0))
        does(game, one, item("close"))
        confirm(game, one, two)
        assert table_of(game).end.confirmed == (True, True)
        assert rows() == []

    def test_a_seat_without_an_account_has_no_row(self, ana: User) -> None:
        game, *phones = scored(ana, None, watch=False)
        confirm(game, *phones)
        assert [(row["user_id"], row["other_id"], row["public"]) for row in rows()] == [(ana.pk, None, False)]

    def test_moderators_there_and_back(self, ana: User, bram: User, mona: Judge) -> None:
        game, *phones = scored(ana, bram)
        confirm(game, *phones)
        before = rows()
        act = moderation.call_off(mona, game, WHY)
        assert rows() == []
        moderation.undo(mona, act, WHY)
        assert rows() == before


JUDGED: dict[str, tuple[Callable[[Judge, Game], Any], list[str]]] = {
    "called off": (lambda mona, game: moderation.call_off(mona, game, WHY), []),
    "reopened": (lambda mona, game: moderation.reopen(mona, game, WHY), []),
    "given to the other": (lambda mona, game: moderation.change_result(mona, game, 0, WHY), ["won", "lost"]),
    "a draw": (lambda mona, game: moderation.change_result(mona, game, None, WHY), ["draw", "draw"]),
}


@pytest.mark.parametrize("act", JUDGED)
def test_what_moderators_do_to_a_finished_game_there_and_back(act: str, game: Game, ana: User, mona: Judge) -> None:
    do, outcomes = JUDGED[act]
    play_at_once(game, 5)
    play.resign(game, ana)
    before = rows()
    done = do(mona, game)
    assert [row["outcome"] for row in rows()] == outcomes
    there = rows()
    assert "something else: 0." in rebuilt()
    assert rows() == there
    moderation.undo(mona, done, WHY)
    assert rows() == before


def test_awarded_while_it_was_played_there_and_back(game: Game, mona: Judge) -> None:
    play_at_once(game, 5)
    done = moderation.award(mona, game, 1, WHY)
    assert told() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert rows()[0]["at"] == Entry.objects.filter(kind="played").latest("number").created_at
    moderation.undo(mona, done, WHY)
    assert rows() == []


def test_a_seat_that_was_given_to_somebody_else_is_their_game(game: Game, ana: User, cleo: User, mona: Judge) -> None:
    play.resign(game, ana)
    before = rows()
    done = moderation.give_back(mona, game, 0, cleo.pk, WHY)
    assert told() == [("Cleo", "people", "lost"), ("Bram", "people", "won")]
    assert rows()[1]["other_id"] == cleo.pk
    moderation.undo(mona, done, WHY)
    assert rows() == before


def test_who_left_has_no_history_and_the_other_keeps_theirs(game: Game, ana: User, bram: User) -> None:
    play.resign(game, ana)
    leaving.leave(ana)
    assert erasing.erase(User.objects.get(pk=ana.pk))
    assert [(row["user_id"], row["other_id"]) for row in rows()] == [(bram.pk, ana.pk)]
    before = rows()
    rebuilt()
    assert rows() == before


def test_a_move_that_decides_nothing_asks_for_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(keeping, "keep_all", asked.extend)
    play_out(game, 3)
    one, two = browser(), browser()
    table = tables.create(one.visitor, ("Ana", "Bram"), "every", Choice.FIRST)
    join(two, table, Choice.SECOND)
    log_tricks(table, (one, two), honest_game(3), 2)
    assert asked == []
