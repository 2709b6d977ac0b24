"""Acts of moderators on online games, and a look at hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Act, Game, User
from games.rules.cards import hand_sort_key
from games.services.matches import cancellation, lobby, play
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
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from games.state.moderation import ActKind
from tests.moderators import WHY
from tests.people import guest, person
from tests.services.matches.games import code_of, match_of, play_at_once, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Moderator, Game, Justification], Act]
Named = tuple[str, Do]


def _nothing(game: Game) -> None:
    pass


def _resign(game: Game) -> None:
    play.resign(game, User.objects.get(username="ana"))


def _give_to_cleo(moderator: Moderator, game: Game, why: Justification) -> Act:
    return give_back_seat(moderator, game, 0, User.objects.get(username="cleo").pk, why)


ACTS: dict[str, tuple[Do, Callable[[Game], None]]] = {
    "call_off": (cancel_game, _nothing),
    "award": (lambda by, game, why: award_win(by, game, 1, why), _nothing),
    "change_result": (lambda by, game, why: change_result(by, game, 0, why), _resign),
    "reopen": (reopen_game, _resign),
    "freeze": (freeze_game, _nothing),
    "rename_seat": (lambda by, game, why: rename_seat(by, game, 0, "Lily", why), _nothing),
    "give_back": (_give_to_cleo, _nothing),
}
"""Every act on an online game, and what has to happen before."""

AGAIN = {"award": "game_over", "reopen": "not_over"}
"""The refusal of a second time, where it is not ``already_so``."""


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest, game: Game, cleo: User) -> Named:
    do, before = ACTS[request.param]
    before(game)
    return request.param, do


class TestEveryAct:
    def test_is_recorded_logged_and_shown_once(self, act: Named, game: Game, mona: Moderator) -> None:
        name, do = act
        done = do(mona, game, WHY)
        entry, match = game.entries.order_by("number").last(), match_of(game)
        assert entry is not None
        assert match.notice is not None
        assert (done.what, done.who, done.game, done.reason) == (name, mona.user, game, WHY.reason)
        assert (entry.kind, entry.number, entry.actor) == ("judged", done.entry, mona.user)
        assert (entry.data["act"], entry.data["what"], entry.data["why"]) == (done.pk, name, WHY.message)
        assert (match.notice.act, match.notice.kind, match.notice.why) == (done.pk, ActKind(name), WHY.message)
        assert refusal_code(do, mona, game, WHY) == AGAIN.get(name, "already_so")
        assert (Act.objects.count(), match_of(game).version) == (1, match.version)

    def test_takes_a_reason_and_its_own_permission(
        self, act: Named, game: Game, ana: User, cleo: User, mona: Moderator, sara: Moderator
    ) -> None:
        name, do = act
        before = match_of(game).version
        assert refusal_code(do, mona, game, Justification(" \u200b\u202e ")) == "reason_needed"
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{name}"))
        for who in (ana, cleo, User.objects.get(pk=mona.user.pk)):
            assert refusal_code(do, Moderator(who), game, WHY) == "not_permitted"
        assert (Act.objects.count(), match_of(game).version) == (0, before)
        assert do(sara, game, WHY).pk

    def test_is_undone_by_another_act(self, act: Named, game: Game, mona: Moderator, nils: Moderator) -> None:
        before = match_of(game)
        done = act[1](mona, game, WHY)
        self.check_rows(game)
        undone = undo_act(nils, done, WHY)
        self.check_rows(game)
        after = match_of(game)
        for name in ("status", "ending", "winner", "occupants", "state", "frozen"):
            assert getattr(after, name) == getattr(before, name), name
        assert (undone.undoes, undone.what) == (done, "undo")
        assert after.notice is not None
        assert after.notice.kind is ActKind.UNDO
        assert refusal_code(undo_act, nils, done, WHY) == "already_undone"
        assert refusal_code(undo_act, nils, undone, WHY) == "not_undoable"

    def check_rows(self, game: Game) -> None:
        """Compare the rows of the game and its players with the log."""
        match = match_of(game)
        game.refresh_from_db()
        assert (game.status, game.winner, game.version) == (match.status, match.winner, match.version)
        rows = [(row.seat, row.user_id, row.name) for row in game.players.order_by("seat")]
        assert rows == [(seat, one.user_id, one.name) for seat, one in enumerate(match.occupants) if one is not None]


@pytest.mark.parametrize("seat", ["own", "superuser", "own guest", "given away"])
def test_moderators_neither_judge_nor_reveal_games_in_which_they_have_or_had_a_seat(
    mona: Moderator, nils: Moderator, sara: Moderator, bram: User, cleo: User, seat: str
) -> None:
    judge = sara if seat == "superuser" else mona
    player = guest("Alias") if seat == "own guest" else judge.user
    game = lobby.create_game(player, MatchOptions())
    lobby.join_game(game, bram)
    if seat == "own guest":
        player.account = mona.user
        player.save()
    if seat == "given away":
        give_back_seat(nils, game, 0, cleo.pk, WHY)
    assert {refusal_code(do, judge, game, WHY) for do, _ in ACTS.values()} == {"plays_here"}
    assert refusal_code(reveal_cards, judge, game, WHY) == "plays_here"


class TestResults:
    def test_an_awarded_game_is_over_but_its_record_stays_closed(self, game: Game, mona: Moderator) -> None:
        play_out(game, 7)
        award_win(mona, game, 1, WHY)
        match = match_of(game)
        assert (match.status, match.ending, match.winner, match.record_open) == (Status.FINISHED, "judged", 1, False)

    def test_only_a_seat_in_a_dealt_game_can_win(self, game: Game, mona: Moderator) -> None:
        odd: list[Any] = [2, -1, "0"]
        for winner in odd:
            assert refusal_code(award_win, mona, game, winner, WHY) == "bad_value"
            assert refusal_code(change_result, mona, game, winner, WHY) == "bad_value"
        waiting = lobby.create_game(person("Dora"), MatchOptions())
        assert refusal_code(award_win, mona, waiting, 0, WHY) == "no_opponent"

    def test_the_result_of_a_complete_game_is_changed_but_it_is_not_reopened(self, game: Game, mona: Moderator) -> None:
        play_at_once(game)
        assert refusal_code(reopen_game, mona, game, WHY) == "nothing_to_reopen"
        other = 1 - (match_of(game).winner or 0)
        change_result(mona, game, other, WHY)
        assert match_of(game).winner == other
        change_result(mona, game, None, WHY)
        assert match_of(game).winner is None
        assert match_of(game).record_open

    def test_a_reopened_game_is_played_on(self, game: Game, mona: Moderator, ana: User) -> None:
        play_out(game, 5)
        play.resign(game, ana)
        reopen_game(mona, game, WHY)
        play_out(game, 2)
        play_at_once(game, 45)
        assert match_of(game).ending == "votes"

    def test_acts_are_undone_from_the_last_to_the_first(self, game: Game, mona: Moderator) -> None:
        first = award_win(mona, game, 1, WHY)
        second = change_result(mona, game, 0, WHY)
        assert refusal_code(undo_act, mona, first, WHY) == "changed_since"
        undo_act(mona, second, WHY)
        assert match_of(game).winner == 1
        undo_act(mona, first, WHY)
        assert match_of(game).status == Status.PLAYING


def test_a_frozen_game_takes_no_move_and_no_player(game: Game, ana: User, bram: User, mona: Moderator) -> None:
    waiting = lobby.create_game(ana, MatchOptions())
    freeze_game(mona, waiting, WHY)
    assert refusal_code(lobby.join_game, waiting, bram) == "frozen"
    freeze_game(mona, game, WHY)
    assert refusal_code(play.play_card, game.pk, ana.pk, code_of(game), 0, "a") == "frozen"
    assert refusal_code(play.resign, game, ana) == "frozen"
    assert refusal_code(play.claim_win, game, bram) == "frozen"
    assert refusal_code(cancellation.cancel_game, game, ana) == "frozen"


class TestSeats:
    def test_another_person_gets_the_seat(self, game: Game, ana: User, bram: User, cleo: User, mona: Moderator) -> None:
        assert refusal_code(give_back_seat, mona, game, 0, 10**6, WHY) == "no_such_person"
        assert refusal_code(give_back_seat, mona, game, 0, bram.pk, WHY) == "already_so"
        give_back_seat(mona, game, 0, cleo.pk, WHY)
        assert refusal_code(play.play_card, game.pk, ana.pk, code_of(game), 0, "a") == "not_seated"
        assert play.play_card(game.pk, cleo.pk, code_of(game), 0, "b")
        assert game.players.get(seat=0).user == cleo

    def test_bad_names_and_acts_on_tables_are_refused(self, game: Game, mona: Moderator) -> None:
        for name in ("", "\u202e", "moderator", "x" * 21):
            assert refusal_code(rename_seat, mona, game, 0, name, WHY) == "bad_name"
        assert refusal_code(remove_device, mona, game, 1, 0, WHY) == "wrong_mode"
        assert refusal_code(correct_entry, mona, game, 1, "G0", WHY) == "wrong_mode"
        assert refusal_code(strike_entry, mona, game, 1, WHY) == "wrong_mode"


def test_revealing_shows_all_cards_and_records_none(game: Game, ana: User, cleo: User, mona: Moderator) -> None:
    play_out(game, 9)
    before = match_of(game)
    for user in (ana, cleo):
        assert refusal_code(reveal_cards, Moderator(user), game, WHY) == "not_permitted"
    seen = reveal_cards(mona, game, Justification("A report of cheating."))
    state = state_of(game)
    assert seen.hands == tuple(tuple(map(str, sorted(hand, key=hand_sort_key))) for hand in state.hands)
    assert seen.deck == tuple(map(str, state.deck))
    entry, after = game.entries.order_by("number").last(), match_of(game)
    assert entry is not None
    assert (seen.act.data, set(entry.data)) == ({}, {"act", "what", "why"})
    assert (after.state, after.status, after.notice) == (before.state, before.status, None)
    assert refusal_code(undo_act, mona, seen.act, WHY) == "not_undoable"
