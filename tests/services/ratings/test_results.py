"""Results of games in the histories of their players, kept, corrected and made anew."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.eventlog import event_store
from games.models import Act, Entry, Game, Player, Result, User
from games.rules.scoring import compute_votes
from games.services.accounts import deletion, erasure
from games.services.bots import bot_games
from games.services.companion import seat_accounts, tables
from games.services.companion.places import PlaceChoice
from games.services.matches import cancellation, lobby, play
from games.services.moderation.games import award_win, cancel_game, change_result, give_back_seat, reopen_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.services.ratings import results
from games.services.retention import STEPS
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.table_state import TableState
from tests.commits import disconnect_receivers
from tests.moderators import WHY
from tests.people import guest
from tests.services.companion.devices import Browser, browser, join, table_of
from tests.services.companion.entries import acts, does, item
from tests.services.matches.games import match_of, play_at_once, play_out, state_of
from tests.services.transfers.transfers import Table, record_of, successor_of

pytestmark = pytest.mark.django_db(transaction=True)


def rows() -> list[dict[str, Any]]:
    """All rows without their primary keys."""
    return [{k: v for k, v in row.items() if k != "id"} for row in Result.objects.order_by("game", "seat").values()]


def list_outcomes() -> list[tuple[str, str, str]]:
    return list(Result.objects.order_by("game", "seat").values_list("user__display_name", "sort", "outcome"))


def rebuilt() -> str:
    out = StringIO()
    call_command("results", stdout=out)
    return out.getvalue()


def put_right() -> int:
    return sum(STEPS["results"]())


def scored(ana: User, bram: User | None, **more: Any) -> tuple[Game, Browser, Browser]:
    """A table of both with counted piles, four factions for Ana, and no confirmation."""
    one, two = browser(ana), browser(bram)
    game = tables.create_table(one.visitor, ("Ana", "Bram"), "piles", PlaceChoice.FIRST, **more)
    join(two, game, PlaceChoice.SECOND)
    acts(game, one, *(item("pile", faction=letter, counts=(5, 3)) for letter in "GKUD"))
    does(game, one, item("pile", faction="P", counts=(3, 5)))
    return game, one, two


def confirm(game: Game, *phones: Browser) -> None:
    for seat, phone in enumerate(phones):
        does(game, phone, item("confirm", seat=seat, accept=True))


def test_a_complete_game_is_a_row_for_each_seat(game: Game, ana: User, bram: User) -> None:
    play_at_once(game, 51)
    assert rows() == []
    play_out(game, 1)
    winner, votes = match_of(game).winner, compute_votes(state_of(game).score)
    by_seat = ["".join(vote.faction for vote in votes if vote.seat == seat) for seat in (0, 1)]
    first, second = Result.objects.order_by("seat")
    assert (first.user, first.other, second.user, second.other) == (ana, bram, bram, ana)
    assert [(row.votes, row.lost) for row in (first, second)] == [tuple(by_seat), tuple(by_seat[::-1])]
    outcomes = {0: ("won", "lost"), 1: ("lost", "won"), None: ("draw", "draw")}
    assert (first.outcome, second.outcome) == outcomes[winner]
    assert first.at == Entry.objects.filter(game=game, kind="played").latest("number").created_at
    assert (first.sort, first.level, first.public) == ("people", "", True)


def test_a_resigned_game_has_no_votes_and_a_cancelled_one_no_results(game: Game, ana: User, bram: User) -> None:
    play_at_once(game, 9)
    play.resign(game, ana)
    cancelled = lobby.create_game(ana, MatchOptions())
    lobby.join_game(cancelled, bram)
    cancellation.cancel_game(cancelled, ana)
    assert list_outcomes() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert set(Result.objects.values_list("votes", "lost")) == {("", "")}


@pytest.mark.parametrize("kind", [MatchEventKind.RESIGNED, MatchEventKind.TIMED_OUT])
def test_a_game_ended_without_a_card_has_the_moment_of_its_end(kind: MatchEventKind, game: Game) -> None:
    play_out(game, 1)
    event_store.append(MatchState, game.pk, lambda match: [Event(kind, 0, {"winner": 1})])
    assert {row["at"] for row in rows()} == {Entry.objects.get(game=game, kind=kind).created_at}


@pytest.mark.parametrize("options", [MatchOptions(listed=False), MatchOptions(watch=False)])
def test_a_private_game_is_not_public(options: MatchOptions, ana: User, bram: User) -> None:
    game = lobby.create_game(ana, options)
    lobby.join_game(game, bram, lobby.invite_token(game))
    play.resign(game, ana)
    assert set(Result.objects.values_list("public", flat=True)) == {False}


def test_a_game_against_a_bot_counts_apart_for_the_person_and_a_continuation_not_at_all(game: Game, ana: User) -> None:
    play.resign(bot_games.create_game(ana, "herald"), ana)
    assert list_outcomes() == [("Ana", "site", "lost")]
    assert Result.objects.get().level == "herald"
    play_at_once(game)
    Result.objects.all().delete()
    play.resign(bot_games.continue_game(game, ana, 10, 0, "page"), ana)
    assert list_outcomes() == []
    put_right()
    assert sorted(row["sort"] for row in rows()) == ["people", "people", "site"]


class TestTables:
    def test_a_table_counts_while_both_accept_its_result(self, ana: User, bram: User, mona: Moderator) -> None:
        game, one, two = scored(ana, bram)
        does(game, one, item("confirm", seat=0, accept=True))
        assert rows() == []
        does(game, two, item("confirm", seat=1, accept=True))
        assert list_outcomes() == [("Ana", "table", "won"), ("Bram", "table", "lost")]
        before = rows()
        assert (before[1]["votes"], before[1]["lost"], before[1]["public"]) == ("P", "GKUD", True)
        assert before[0]["at"] == Entry.objects.filter(game=game, kind="confirmed").latest("number").created_at
        act = cancel_game(mona, game, WHY)
        assert rows() == []
        undo_act(mona, act, WHY)
        assert rows() == before
        does(game, two, item("confirm", seat=1, accept=False))
        assert rows() == []

    def test_a_correction_counts_once_both_accept_again(self, ana: User, bram: User) -> None:
        game, one, two = scored(ana, bram)
        confirm(game, one, two)
        does(game, one, item("pile", faction="D", counts=(3, 5), over=True, instead=(5, 3)))
        assert rows() == []
        confirm(game, one, two)
        assert (list_outcomes()[0], rows()[0]["votes"]) == (("Ana", "table", "won"), "GKU")
        does(game, one, item("undo", number=table_of(game).ledger.history[-1].number))
        assert rows() == []

    def test_a_table_without_a_certain_winner_does_not_count(self, ana: User, bram: User) -> None:
        one, two = browser(ana), browser(bram)
        game = tables.create_table(one.visitor, ("Ana", "Bram"), "every", PlaceChoice.FIRST)
        join(two, game, PlaceChoice.SECOND)
        does(game, one, item("lead", seat=0))
        does(game, one, item("close"))
        confirm(game, one, two)
        assert table_of(game).end.confirmed == (True, True)
        assert rows() == []

    def test_a_seat_without_an_account_has_no_row(self, ana: User) -> None:
        game, *phones = scored(ana, None, watch=False)
        confirm(game, *phones)
        assert [(row["user_id"], row["other_id"], row["public"]) for row in rows()] == [(ana.pk, None, False)]


@pytest.mark.parametrize(
    ("act", "outcomes"),
    [
        (lambda mona, game: cancel_game(mona, game, WHY), []),
        (lambda mona, game: change_result(mona, game, 0, WHY), ["won", "lost"]),
        (lambda mona, game: change_result(mona, game, None, WHY), ["draw", "draw"]),
    ],
    ids=["cancelled", "to the other", "a draw"],
)
def test_results_follow_acts_of_moderators_and_their_undo(
    act: Callable[[Moderator, Game], Act], outcomes: list[str], game: Game, ana: User, mona: Moderator
) -> None:
    play_at_once(game, 5)
    play.resign(game, ana)
    before = rows()
    done = act(mona, game)
    assert [row["outcome"] for row in rows()] == outcomes
    there = rows()
    assert "Corrected results: 0." in rebuilt()
    assert rows() == there
    undo_act(mona, done, WHY)
    assert rows() == before


def test_an_award_counts_until_it_is_undone(game: Game, mona: Moderator) -> None:
    play_at_once(game, 5)
    done = award_win(mona, game, 1, WHY)
    assert list_outcomes() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert rows()[0]["at"] == Entry.objects.filter(kind="played").latest("number").created_at
    undo_act(mona, done, WHY)
    assert rows() == []


def test_a_result_moves_with_a_seat_that_is_given_back(game: Game, ana: User, cleo: User, mona: Moderator) -> None:
    play.resign(game, ana)
    before = rows()
    done = give_back_seat(mona, game, 0, cleo.pk, WHY)
    assert list_outcomes() == [("Cleo", "people", "lost"), ("Bram", "people", "won")]
    assert rows()[1]["other_id"] == cleo.pk
    undo_act(mona, done, WHY)
    assert rows() == before


def test_erasure_takes_results_and_leaves_those_of_the_opponent(game: Game, ana: User, bram: User) -> None:
    play.resign(game, ana)
    deletion.delete_account(ana)
    assert erasure.erase(User.objects.get(pk=ana.pk))
    assert [(row["user_id"], row["other_id"]) for row in rows()] == [(bram.pk, ana.pk)]
    before = rows()
    rebuilt()
    assert rows() == before


class TestRebuild:
    def test_rebuilding_restores_all_rows(self, game: Game, ana: User, bram: User, mona: Moderator) -> None:
        play_at_once(game)
        change_result(mona, game, int(match_of(game).winner == 0), WHY)
        table, *phones = scored(ana, bram)
        confirm(table, *phones)
        alone = bot_games.create_game(guest("Gita"), "page")
        play.resign(alone, Player.objects.get(game=alone, seat=0).user)
        before = rows()
        assert len(before) == 5
        Result.objects.filter(sort="site").update(outcome="won")
        Result.objects.filter(sort="people").delete()
        Result.objects.create(**before[0] | {"game_id": lobby.create_game(ana, MatchOptions()).pk})
        assert rebuilt() == "Games: 4. Corrected results: 3.\n"
        assert rows() == before
        assert rebuilt() == "Games: 3. Corrected results: 0.\n"

    def test_results_of_many_games_are_synchronized(self, ana: User, bram: User) -> None:
        """A wrong row, missing rows and a row too many."""
        games = []
        for number in range(7):
            games.append(game := lobby.create_game(ana, MatchOptions()))
            lobby.join_game(game, bram)
            if number % 5:
                play.resign(game, (ana, bram)[number % 2])
        before, keys = rows(), [game.pk for game in games]
        assert len(before) == 2 * 5
        Result.objects.filter(game=games[1].pk).update(outcome="draw")
        Result.objects.filter(game=games[-1].pk).delete()
        Result.objects.create(**before[0] | {"game_id": games[0].pk})
        assert results.sync_results([*reversed(keys), *keys, 10**6]) == 3
        assert rows() == before
        assert results.sync_results(keys) == 0
        assert results.sync_results([]) == 0

    def test_the_daily_step_writes_missing_rows(
        self, game: Game, ana: User, bram: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        again, third = (lobby.create_game(ana, MatchOptions()) for _ in range(2))
        for one in (again, third):
            lobby.join_game(one, bram)
            play.resign(one, ana)
        table, *phones = scored(ana, bram)
        disconnect_receivers(monkeypatch)
        play.resign(game, bram)
        change_result(mona, again, 0, WHY)
        reopen_game(mona, third, WHY)
        confirm(table, *phones)
        assert put_right() == 4
        assert [row[2] for row in list_outcomes()][:4] == ["won", "lost", "won", "lost"]
        before = rows()
        assert {row["game_id"] for row in before} == {game.pk, again.pk, table.pk}
        assert put_right() == 0
        rebuilt()
        assert rows() == before

    def test_the_daily_step_writes_missing_rows_of_a_game_that_began_with_real_cards(
        self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = successor_of(Table((ana, bram), record_of(1, 30)).agree())
        disconnect_receivers(monkeypatch)
        play.resign(game, ana)
        assert put_right() == 1
        assert list_outcomes() == [("Ana", "people", "lost"), ("Bram", "people", "won")]


def says_so(game: Game, over: bool) -> bool:
    """Whether all seats say what the game is."""
    game.refresh_from_db()
    seats = list(game.players.values_list("over_at", flat=True))
    return bool(seats) and set(seats) == {game.changed_at if over else None}


def test_seats_and_lists_say_whether_a_game_is_over(game: Game, ana: User, mona: Moderator) -> None:
    def listed() -> tuple[list[Game], list[Game]]:
        return list(Game.objects.to_resume(ana)), list(Game.objects.finished(ana))

    play_at_once(game, 51)
    assert says_so(game, over=False)
    play.resign(game, ana)
    assert says_so(game, over=True)
    assert listed() == ([], [game])
    reopen_game(mona, game, WHY)
    assert says_so(game, over=False)
    assert listed() == ([game], [])
    play_out(game, 1)
    assert says_so(game, over=True)
    lobby.answer_rematch(game, ana)
    assert says_so(game, over=True)


def test_seats_of_a_table_say_that_it_is_over_also_when_added_later(ana: User, bram: User) -> None:
    game, *phones = scored(ana, None)
    assert says_so(game, over=True)
    confirm(game, *phones)
    assert says_so(game, over=True)
    table = event_store.load_state_of_kind(TableState, game.pk)
    game.players.all().delete()
    seat_accounts.sync_seat_accounts(game, table)
    assert game.players.get().over_at is not None
    assert list(Game.objects.finished(ana)) == [game]
