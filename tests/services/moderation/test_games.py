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
from tests.moderators import WHY, staff
from tests.people import guest
from tests.services.matches.games import code_of, match_of, play_at_once, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Moderator, Game, Justification], Act]


def _finished(game: Game) -> None:
    play.resign(game, User.objects.get(username="ana"))


ACTS: dict[str, tuple[Do, Callable[[Game], None]]] = {
    "call_off": (cancel_game, lambda game: None),
    "award": (lambda by, game, why: award_win(by, game, 1, why), lambda game: None),
    "change_result": (lambda by, game, why: change_result(by, game, 0, why), _finished),
    "reopen": (reopen_game, _finished),
    "freeze": (freeze_game, lambda game: None),
    "rename_seat": (lambda by, game, why: rename_seat(by, game, 0, "Lily", why), lambda game: None),
    "give_back": (
        lambda by, game, why: give_back_seat(by, game, 0, User.objects.get(username="cleo").pk, why),
        lambda game: None,
    ),
}
"""Every act on an online game, and what has to happen before."""

AGAIN = {"award": "game_over", "reopen": "not_over"}
"""The refusal of a second time, where it is not ``already_so``."""


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest, game: Game, cleo: User) -> tuple[str, Do]:
    do, before = ACTS[request.param]
    before(game)
    return request.param, do


class TestEveryAct:
    def test_is_recorded_logged_and_told_and_refused_a_second_time(
        self, act: tuple[str, Do], game: Game, mona: Moderator
    ) -> None:
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
        self, act: tuple[str, Do], game: Game, ana: User, cleo: User, mona: Moderator, sara: Moderator
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

    def test_can_be_undone_by_another_act(
        self, act: tuple[str, Do], game: Game, mona: Moderator, nils: Moderator
    ) -> None:
        before = match_of(game)
        done = act[1](mona, game, WHY)
        self.check_rows(game)
        undone = undo_act(nils, done, WHY)
        self.check_rows(game)
        after = match_of(game)
        for name in ("status", "ending", "winner", "sitters", "state", "frozen"):
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
        assert rows == [(seat, one.user_id, one.name) for seat, one in enumerate(match.sitters) if one is not None]


class TestOwnGame:
    """Nobody judges a game in which they have or had a seat."""

    @pytest.mark.parametrize("by", ["moderator", "superuser", "guest"])
    def test_a_moderator_with_a_seat_does_not_judge_it(
        self, mona: Moderator, sara: Moderator, bram: User, cleo: User, by: str
    ) -> None:
        judge = sara if by == "superuser" else mona
        player = guest("Nobody") if by == "guest" else judge.user
        game = lobby.create_game(player, MatchOptions())
        lobby.join_game(game, bram)
        if by == "guest":
            player.account = mona.user
            player.save()
        assert {refusal_code(do, judge, game, WHY) for do, _ in ACTS.values()} == {"plays_here"}

    def test_a_moderator_whose_seat_was_given_away_does_not_judge_it(
        self, mona: Moderator, nils: Moderator, bram: User, cleo: User
    ) -> None:
        game = lobby.create_game(mona.user, MatchOptions())
        lobby.join_game(game, bram)
        give_back_seat(nils, game, 0, cleo.pk, WHY)
        assert refusal_code(cancel_game, mona, game, WHY) == "plays_here"


class TestResults:
    def test_awarded(self, game: Game, mona: Moderator) -> None:
        play_out(game, 7)
        award_win(mona, game, 1, WHY)
        match = match_of(game)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "judged", 1)

    def test_the_record_of_a_game_that_may_be_reopened_stays_closed(self, game: Game, mona: Moderator) -> None:
        play_out(game, 7)
        award_win(mona, game, 1, WHY)
        assert not match_of(game).record_open

    def test_an_invitation_cannot_be_awarded(self, invitation: Game, mona: Moderator) -> None:
        assert refusal_code(award_win, mona, invitation, 0, WHY) == "no_opponent"

    def test_changed_to_the_other_and_to_a_draw(self, game: Game, mona: Moderator) -> None:
        play_at_once(game)
        other = 1 - (match_of(game).winner or 0)
        change_result(mona, game, other, WHY)
        assert match_of(game).winner == other
        change_result(mona, game, None, WHY)
        assert match_of(game).winner is None
        assert match_of(game).record_open

    def test_there_are_two_seats(self, game: Game, mona: Moderator) -> None:
        odd: list[Any] = [2, -1, "0"]
        for winner in odd:
            assert refusal_code(award_win, mona, game, winner, WHY) == "bad_value"
            assert refusal_code(change_result, mona, game, winner, WHY) == "bad_value"

    def test_reopened_it_is_played_on(self, game: Game, mona: Moderator, ana: User) -> None:
        play_out(game, 5)
        play.resign(game, ana)
        reopen_game(mona, game, WHY)
        play_out(game, 2)
        play_at_once(game, 45)
        assert match_of(game).ending == "votes"

    def test_what_was_played_to_its_end_is_not_reopened(self, game: Game, mona: Moderator) -> None:
        play_at_once(game)
        assert refusal_code(reopen_game, mona, game, WHY) == "nothing_to_reopen"

    def test_an_act_on_top_of_which_there_is_another_is_not_undone(self, game: Game, mona: Moderator) -> None:
        first = award_win(mona, game, 1, WHY)
        second = change_result(mona, game, 0, WHY)
        assert refusal_code(undo_act, mona, first, WHY) == "changed_since"
        undo_act(mona, second, WHY)
        assert match_of(game).winner == 1
        undo_act(mona, first, WHY)
        assert match_of(game).status == Status.PLAYING


class TestFrozen:
    def test_nothing_goes_on(self, game: Game, ana: User, bram: User, mona: Moderator) -> None:
        freeze_game(mona, game, WHY)
        assert refusal_code(play.play_card, game.pk, ana.pk, code_of(game), 0, "a") == "frozen"
        assert refusal_code(play.resign, game, ana) == "frozen"
        assert refusal_code(play.claim_win, game, bram) == "frozen"
        assert refusal_code(cancellation.cancel_game, game, ana) == "frozen"

    def test_an_invitation_is_not_taken(self, invitation: Game, bram: User, mona: Moderator) -> None:
        freeze_game(mona, invitation, WHY)
        assert refusal_code(lobby.join_game, invitation, bram) == "frozen"


class TestSeats:
    def test_the_new_owner_plays_on_and_the_old_one_watches(
        self, game: Game, ana: User, cleo: User, mona: Moderator
    ) -> None:
        give_back_seat(mona, game, 0, cleo.pk, WHY)
        assert refusal_code(play.play_card, game.pk, ana.pk, code_of(game), 0, "a") == "not_seated"
        assert play.play_card(game.pk, cleo.pk, code_of(game), 0, "b")
        assert game.players.get(seat=0).user == cleo

    def test_not_to_nobody_and_not_to_the_opponent(self, game: Game, bram: User, mona: Moderator) -> None:
        assert refusal_code(give_back_seat, mona, game, 0, 10**6, WHY) == "no_such_person"
        assert refusal_code(give_back_seat, mona, game, 0, bram.pk, WHY) == "already_so"

    def test_a_new_name_follows_the_rules_for_names(self, game: Game, mona: Moderator) -> None:
        for name in ("", "\u202e", "moderator", "x" * 21):
            assert refusal_code(rename_seat, mona, game, 0, name, WHY) == "bad_name"

    def test_tables_have_acts_of_their_own(self, game: Game, mona: Moderator) -> None:
        assert refusal_code(remove_device, mona, game, 1, 0, WHY) == "wrong_mode"
        assert refusal_code(correct_entry, mona, game, 1, "G0", WHY) == "wrong_mode"
        assert refusal_code(strike_entry, mona, game, 1, WHY) == "wrong_mode"


class TestReveal:
    def test_shows_all_cards_once_and_records_none(self, game: Game, mona: Moderator) -> None:
        play_out(game, 9)
        seen = reveal_cards(mona, game, Justification("A report of cheating."))
        state = state_of(game)
        assert seen.hands == tuple(tuple(map(str, sorted(hand, key=hand_sort_key))) for hand in state.hands)
        assert seen.deck == tuple(map(str, state.deck))
        entry = game.entries.order_by("number").last()
        assert entry is not None
        assert (seen.act.data, set(entry.data)) == ({}, {"act", "what", "why"})

    def test_changes_nothing_and_is_not_undone(self, game: Game, mona: Moderator) -> None:
        before = match_of(game)
        seen = reveal_cards(mona, game, WHY)
        after = match_of(game)
        assert (after.state, after.status, after.notice) == (before.state, before.status, None)
        assert refusal_code(undo_act, mona, seen.act, WHY) == "not_undoable"

    @pytest.mark.parametrize("who", ["ana", "cleo"])
    def test_not_for_players_or_strangers(self, game: Game, cleo: User, who: str) -> None:
        assert refusal_code(reveal_cards, Moderator(User.objects.get(username=who)), game, WHY) == "not_permitted"

    def test_not_for_a_moderator_who_plays(self, bram: User, sara: Moderator) -> None:
        player = staff("Mona")
        game = lobby.create_game(player, MatchOptions())
        lobby.join_game(game, bram)
        assert refusal_code(reveal_cards, Moderator(player), game, WHY) == "plays_here"
