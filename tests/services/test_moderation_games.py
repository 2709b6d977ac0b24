"""Acts on online games: what each does, to whom it is refused, and that a second time changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Act, Game, User
from games.services import moderation
from games.services.moderation import Judge, Why, undo
from games.services.online import lobby, play
from games.stories.act_kinds import ActKind
from games.stories.online import Match, Options
from games.stories.status import Status
from tests.moderators import WHY, staff
from tests.people import guest
from tests.services.plays import code_of, match_of, play_at_once, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Judge, Game, Why], Act]


def _finished(game: Game) -> None:
    play.resign(game, User.objects.get(username="ana"))


ACTS: dict[str, tuple[Do, Callable[[Game], None]]] = {
    "call_off": (moderation.call_off, lambda game: None),
    "award": (lambda by, game, why: moderation.award(by, game, 1, why), lambda game: None),
    "change_result": (lambda by, game, why: moderation.change_result(by, game, 0, why), _finished),
    "reopen": (moderation.reopen, _finished),
    "freeze": (moderation.freeze, lambda game: None),
    "rename_seat": (lambda by, game, why: moderation.rename_seat(by, game, 0, "Lily", why), lambda game: None),
    "give_back": (
        lambda by, game, why: moderation.give_back(by, game, 0, User.objects.get(username="cleo").pk, why),
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
    def test_is_in_the_record_and_in_the_log(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        name, do = act
        done = do(mona, game, WHY)
        entry = game.entries.order_by("number").last()
        assert entry is not None
        assert (done.what, done.who, done.game, done.reason) == (name, mona.user, game, WHY.reason)
        assert (entry.kind, entry.number, entry.actor) == ("judged", done.entry, mona.user)
        assert (entry.data["act"], entry.data["what"], entry.data["why"]) == (done.pk, name, WHY.message)

    def test_everybody_at_the_game_is_told(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        name, do = act
        done = do(mona, game, WHY)
        notice = match_of(game).notice
        assert notice is not None
        assert (notice.act, notice.kind, notice.why) == (done.pk, ActKind(name), WHY.message)

    def test_a_second_time_is_refused_and_leaves_nothing(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        name, do = act
        do(mona, game, WHY)
        before = match_of(game).version
        assert refusal_code(do, mona, game, WHY) == AGAIN.get(name, "already_so")
        assert (Act.objects.count(), match_of(game).version) == (1, before)

    def test_takes_a_reason(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        assert refusal_code(act[1], mona, game, Why(" \u200b\u202e ")) == "reason_needed"

    @pytest.mark.parametrize("who", ["ana", "cleo"])
    def test_is_not_for_players_or_strangers(self, act: tuple[str, Do], game: Game, who: str) -> None:
        before = match_of(game).version
        assert refusal_code(act[1], Judge(User.objects.get(username=who)), game, WHY) == "not_permitted"
        assert (Act.objects.count(), match_of(game).version) == (0, before)

    def test_takes_its_own_permission(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{act[0]}"))
        assert refusal_code(act[1], Judge(User.objects.get(pk=mona.user.pk)), game, WHY) == "not_permitted"

    def test_superusers_may(self, act: tuple[str, Do], game: Game, sara: Judge) -> None:
        assert act[1](sara, game, WHY).pk

    def test_can_be_undone_by_another_act(self, act: tuple[str, Do], game: Game, mona: Judge, nils: Judge) -> None:
        before = match_of(game)
        done = act[1](mona, game, WHY)
        undone = undo(nils, done, WHY)
        after = match_of(game)
        for name in ("status", "ending", "winner", "sitters", "state", "frozen"):
            assert getattr(after, name) == getattr(before, name), name
        assert (undone.undoes, undone.what) == (done, "undo")
        assert after.notice is not None
        assert after.notice.kind is ActKind.UNDO
        assert refusal_code(undo, nils, done, WHY) == "already_undone"
        assert refusal_code(undo, nils, undone, WHY) == "not_undoable"

    def test_the_rows_repeat_the_log(self, act: tuple[str, Do], game: Game, mona: Judge) -> None:
        done = act[1](mona, game, WHY)
        for _ in range(2):
            match = match_of(game)
            game.refresh_from_db()
            assert (game.status, game.winner, game.version) == (match.status, match.winner, match.version)
            rows = [(row.seat, row.user_id, row.name) for row in game.players.order_by("seat")]
            seats = enumerate(match.sitters)
            assert rows == [(seat, one.user_id, one.name) for seat, one in seats if one is not None]
            if match_of(game).notice and not Act.objects.filter(undoes=done).exists():
                undo(mona, done, WHY)


class TestNobodyJudgesTheirOwnGame:
    @pytest.fixture(params=ACTS)
    def own(self, request: pytest.FixtureRequest, db: None) -> Do:
        return ACTS[request.param][0]

    def test_a_moderator_with_a_seat(self, own: Do, bram: User, cleo: User) -> None:
        player = staff("Mona")
        game = lobby.create(player, Options())
        lobby.join(game, bram)
        assert refusal_code(own, Judge(player), game, WHY) == "plays_here"

    def test_a_superuser_with_a_seat(self, own: Do, sara: Judge, bram: User, cleo: User) -> None:
        game = lobby.create(sara.user, Options())
        lobby.join(game, bram)
        assert refusal_code(own, sara, game, WHY) == "plays_here"

    def test_a_moderator_who_played_as_a_guest(self, own: Do, mona: Judge, bram: User, cleo: User) -> None:
        alias = guest("Nobody")
        game = lobby.create(alias, Options())
        lobby.join(game, bram)
        alias.account = mona.user
        alias.save()
        assert refusal_code(own, mona, game, WHY) == "plays_here"

    def test_a_moderator_whose_seat_was_given_away(self, mona: Judge, nils: Judge, bram: User, cleo: User) -> None:
        game = lobby.create(mona.user, Options())
        lobby.join(game, bram)
        moderation.give_back(nils, game, 0, cleo.pk, WHY)
        assert refusal_code(moderation.call_off, mona, game, WHY) == "plays_here"


class TestResults:
    def test_called_off_nobody_wins(self, game: Game, mona: Judge) -> None:
        moderation.call_off(mona, game, WHY)
        match = match_of(game)
        assert (match.status, match.winner, match.over) == (Status.CALLED_OFF, None, True)

    def test_awarded(self, game: Game, mona: Judge) -> None:
        play_out(game, 7)
        moderation.award(mona, game, 1, WHY)
        match = match_of(game)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "judged", 1)

    def test_the_record_of_a_game_that_may_be_reopened_stays_closed(self, game: Game, mona: Judge) -> None:
        play_out(game, 7)
        moderation.award(mona, game, 1, WHY)
        assert not match_of(game).record_open

    def test_an_invitation_cannot_be_awarded(self, invitation: Game, mona: Judge) -> None:
        assert refusal_code(moderation.award, mona, invitation, 0, WHY) == "no_opponent"

    def test_a_running_game_has_no_result_to_change(self, game: Game, mona: Judge) -> None:
        assert refusal_code(moderation.change_result, mona, game, 0, WHY) == "not_ended"

    def test_changed_to_the_other_and_to_a_draw(self, game: Game, mona: Judge) -> None:
        play_at_once(game)
        other = 1 - (match_of(game).winner or 0)
        moderation.change_result(mona, game, other, WHY)
        assert match_of(game).winner == other
        moderation.change_result(mona, game, None, WHY)
        assert match_of(game).winner is None
        assert match_of(game).record_open

    @pytest.mark.parametrize("winner", [2, -1, "0"])
    def test_there_are_two_seats(self, game: Game, mona: Judge, winner: Any) -> None:
        assert refusal_code(moderation.award, mona, game, winner, WHY) == "bad_value"
        assert refusal_code(moderation.change_result, mona, game, winner, WHY) == "bad_value"

    def test_reopened_it_is_played_on(self, game: Game, mona: Judge, ana: User) -> None:
        play_out(game, 5)
        play.resign(game, ana)
        moderation.reopen(mona, game, WHY)
        play_out(game, 2)
        play_at_once(game, 45)
        assert match_of(game).ending == "votes"

    def test_an_invitation_called_off_waits_again(self, invitation: Game, ana: User, bram: User, mona: Judge) -> None:
        lobby.call_off(invitation, ana)
        moderation.reopen(mona, invitation, WHY)
        assert lobby.join(invitation, bram).status == Status.PLAYING

    def test_what_was_played_to_its_end_is_not_reopened(self, game: Game, mona: Judge) -> None:
        play_at_once(game)
        assert refusal_code(moderation.reopen, mona, game, WHY) == "nothing_to_reopen"

    def test_an_act_on_top_of_which_there_is_another_is_not_undone(self, game: Game, mona: Judge) -> None:
        first = moderation.award(mona, game, 1, WHY)
        second = moderation.change_result(mona, game, 0, WHY)
        assert refusal_code(undo, mona, first, WHY) == "changed_since"
        undo(mona, second, WHY)
        assert match_of(game).winner == 1
        undo(mona, first, WHY)
        assert match_of(game).status == Status.PLAYING


class TestFrozen:
    def test_nothing_goes_on(self, game: Game, ana: User, bram: User, mona: Judge) -> None:
        moderation.freeze(mona, game, WHY)
        assert refusal_code(play.play, game.pk, ana.pk, code_of(game), 0, "a") == "frozen"
        assert refusal_code(play.resign, game, ana) == "frozen"
        assert refusal_code(play.claim, game, bram) == "frozen"
        assert refusal_code(lobby.call_off, game, ana) == "frozen"

    def test_it_goes_on_when_undone(self, game: Game, mona: Judge) -> None:
        act = moderation.freeze(mona, game, WHY)
        undo(mona, act, WHY)
        play_next(game)
        assert state_of(game).ply == 1

    def test_an_invitation_is_not_taken(self, invitation: Game, bram: User, mona: Judge) -> None:
        moderation.freeze(mona, invitation, WHY)
        assert refusal_code(lobby.join, invitation, bram) == "frozen"


class TestSeats:
    def test_the_new_owner_plays_on_and_the_old_one_watches(
        self, game: Game, ana: User, cleo: User, mona: Judge
    ) -> None:
        moderation.give_back(mona, game, 0, cleo.pk, WHY)
        assert refusal_code(play.play, game.pk, ana.pk, code_of(game), 0, "a") == "not_seated"
        assert play.play(game.pk, cleo.pk, code_of(game), 0, "b")
        assert game.players.get(seat=0).user == cleo

    def test_not_to_the_moderator(self, game: Game, mona: Judge) -> None:
        assert refusal_code(moderation.give_back, mona, game, 0, mona.user.pk, WHY) == "own_account"

    def test_not_to_nobody_and_not_to_the_opponent(self, game: Game, bram: User, mona: Judge) -> None:
        assert refusal_code(moderation.give_back, mona, game, 0, 10**6, WHY) == "no_such_person"
        assert refusal_code(moderation.give_back, mona, game, 0, bram.pk, WHY) == "already_so"

    @pytest.mark.parametrize("name", ["", "\u202e", "moderator", "x" * 21])
    def test_a_new_name_follows_the_rules_for_names(self, game: Game, mona: Judge, name: str) -> None:
        assert refusal_code(moderation.rename_seat, mona, game, 0, name, WHY) == "bad_name"

    def test_tables_have_acts_of_their_own(self, game: Game, mona: Judge) -> None:
        assert refusal_code(moderation.put_off, mona, game, 1, 0, WHY) == "wrong_mode"
        assert refusal_code(moderation.correct, mona, game, 1, "G0", WHY) == "wrong_mode"
        assert refusal_code(moderation.strike, mona, game, 1, WHY) == "wrong_mode"


def test_a_story_read_anew_is_the_same(game: Game, mona: Judge) -> None:
    from games.store import log

    act = moderation.award(mona, game, 1, WHY)
    undo(mona, act, WHY)
    play_out(game, 3)
    kept = match_of(game)
    log.cache.clear()
    assert isinstance(kept, Match)
    assert match_of(game) == kept
