"""Results of games in the histories of their players, kept, corrected and made anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.eventlog import event_store
from games.models import Entry, Game, Player, Result, User
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
    game = tables.create_table(one.visitor, ("Ana", "Bram"), "piles", PlaceChoice.FIRST, **more)
    join(two, game, PlaceChoice.SECOND)
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
    by = {
        seat: "".join(one.faction for one in compute_votes(state_of(game).score) if one.seat == seat) for seat in (0, 1)
    }
    first, second = Result.objects.order_by("seat")
    assert (first.user, first.other, second.user, second.other) == (ana, bram, bram, ana)
    assert [(one.votes, one.lost) for one in (first, second)] == [(by[0], by[1]), (by[1], by[0])]
    outcomes = {0: ("won", "lost"), 1: ("lost", "won"), None: ("draw", "draw")}
    assert (first.outcome, second.outcome) == outcomes[winner]
    assert first.at == Entry.objects.filter(game=game, kind="played").latest("number").created_at
    assert (first.sort, first.level, first.public) == ("people", "", True)


def test_a_resigned_game_has_no_votes(game: Game, ana: User) -> None:
    play_at_once(game, 9)
    play.resign(game, ana)
    assert told() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert set(Result.objects.values_list("votes", "lost")) == {("", "")}


@pytest.mark.parametrize("kind", [MatchEventKind.RESIGNED, MatchEventKind.TIMED_OUT])
def test_a_game_that_no_card_ended_has_the_moment_of_its_end(kind: MatchEventKind, game: Game) -> None:
    play_out(game, 1)
    event_store.append(MatchState, game.pk, lambda match: [Event(kind, 0, {"winner": 1})])
    assert {row["at"] for row in rows()} == {Entry.objects.get(game=game, kind=kind).created_at}


@pytest.mark.parametrize("options", [MatchOptions(listed=False), MatchOptions(watch=False)])
def test_a_private_game_is_not_public(options: MatchOptions, ana: User, bram: User) -> None:
    game = lobby.create_game(ana, options)
    lobby.join_game(game, bram, lobby.invite_token(game))
    play.resign(game, ana)
    assert set(Result.objects.values_list("public", flat=True)) == {False}


def test_against_the_site_is_counted_apart_and_the_site_has_no_history(ana: User) -> None:
    game = bot_games.create_game(ana, "herald")
    play.resign(game, ana)
    assert told() == [("Ana", "site", "lost")]
    assert Result.objects.get().level == "herald"


def test_a_continuation_does_not_count(game: Game, ana: User) -> None:
    play_at_once(game)
    Result.objects.all().delete()
    again = bot_games.continue_game(game, ana, 10, 0, "page")
    play.resign(again, ana)
    assert told() == []
    put_right()
    assert {row["game_id"] for row in rows()} == {game.pk}


def test_a_game_that_was_called_off_is_nobodys(game: Game, ana: User) -> None:
    cancellation.cancel_game(game, ana)
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

    def test_moderators_there_and_back(self, ana: User, bram: User, mona: Moderator) -> None:
        game, *phones = scored(ana, bram)
        confirm(game, *phones)
        before = rows()
        act = cancel_game(mona, game, WHY)
        assert rows() == []
        undo_act(mona, act, WHY)
        assert rows() == before


JUDGED: dict[str, tuple[Callable[[Moderator, Game], Any], list[str]]] = {
    "called off": (lambda mona, game: cancel_game(mona, game, WHY), []),
    "given to the other": (lambda mona, game: change_result(mona, game, 0, WHY), ["won", "lost"]),
    "a draw": (lambda mona, game: change_result(mona, game, None, WHY), ["draw", "draw"]),
}


@pytest.mark.parametrize("act", JUDGED)
def test_results_follow_acts_of_moderators_there_and_back(act: str, game: Game, ana: User, mona: Moderator) -> None:
    do, outcomes = JUDGED[act]
    play_at_once(game, 5)
    play.resign(game, ana)
    before = rows()
    done = do(mona, game)
    assert [row["outcome"] for row in rows()] == outcomes
    there = rows()
    assert "something else: 0." in rebuilt()
    assert rows() == there
    undo_act(mona, done, WHY)
    assert rows() == before


def test_awarded_while_it_was_played_there_and_back(game: Game, mona: Moderator) -> None:
    play_at_once(game, 5)
    done = award_win(mona, game, 1, WHY)
    assert told() == [("Ana", "people", "lost"), ("Bram", "people", "won")]
    assert rows()[0]["at"] == Entry.objects.filter(kind="played").latest("number").created_at
    undo_act(mona, done, WHY)
    assert rows() == []


def test_a_seat_that_was_given_to_somebody_else_is_their_game(
    game: Game, ana: User, cleo: User, mona: Moderator
) -> None:
    play.resign(game, ana)
    before = rows()
    done = give_back_seat(mona, game, 0, cleo.pk, WHY)
    assert told() == [("Cleo", "people", "lost"), ("Bram", "people", "won")]
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


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The process ends after its commits, before it has heard of them."""
    return partial(disconnect_receivers, monkeypatch)


class TestMadeAnew:
    def test_the_same_rows_as_those_made_game_by_game(self, game: Game, ana: User, bram: User, mona: Moderator) -> None:
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
        assert rebuilt() == "Games: 4. Results that were something else: 3.\n"
        assert rows() == before
        assert rebuilt() == "Games: 3. Results that were something else: 0.\n"

    def test_those_of_many_games_at_once_are_those_of_each(
        self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Some are decided otherwise meanwhile, some not decided any more."""
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

    def test_rows_that_a_process_did_not_write_are_found(
        self, game: Game, ana: User, bram: User, mona: Moderator, deaf: Callable[[], None]
    ) -> None:
        again, third = (lobby.create_game(ana, MatchOptions()) for _ in range(2))
        for one in (again, third):
            lobby.join_game(one, bram)
            play.resign(one, ana)
        table, *phones = scored(ana, bram)
        deaf()
        play.resign(game, bram)
        change_result(mona, again, 0, WHY)
        reopen_game(mona, third, WHY)
        confirm(table, *phones)
        assert put_right() == 4
        assert [row[2] for row in told()][:4] == ["won", "lost", "won", "lost"]
        before = rows()
        assert {row["game_id"] for row in before} == {game.pk, again.pk, table.pk}
        assert put_right() == 0
        rebuilt()
        assert rows() == before


def says_so(game: Game, over: bool) -> bool:
    """Whether all seats say what the game is."""
    game.refresh_from_db()
    seats = list(game.players.values_list("over_at", flat=True))
    return bool(seats) and set(seats) == {game.changed_at if over else None}


def test_seats_say_that_a_game_is_over_once_it_is_played_out(game: Game, ana: User) -> None:
    play_at_once(game, 51)
    assert says_so(game, over=False)
    play_out(game, 1)
    assert says_so(game, over=True)
    lobby.answer_rematch(game, ana)
    assert says_so(game, over=True)


def test_seats_of_a_table_say_that_it_is_over_also_to_latecomers(ana: User, bram: User) -> None:
    game, *phones = scored(ana, None)
    assert says_so(game, over=True)
    confirm(game, *phones)
    assert says_so(game, over=True)
    table = event_store.load_state_of_kind(TableState, game.pk)
    game.players.all().delete()
    seat_accounts.sync_seat_accounts(game, table)
    assert game.players.get().over_at is not None
    assert list(Game.objects.finished(ana)) == [game]


def test_the_lists_follow(game: Game, ana: User, mona: Moderator) -> None:
    def listed() -> tuple[list[Game], list[Game]]:
        return list(Game.objects.to_resume(ana)), list(Game.objects.finished(ana))

    assert listed() == ([game], [])
    play.resign(game, ana)
    assert listed() == ([], [game])
    reopen_game(mona, game, WHY)
    assert listed() == ([game], [])
