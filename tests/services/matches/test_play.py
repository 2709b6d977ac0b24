"""Playing, resigning and claiming a win, with their refusals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.eventlog import event_store
from games.messaging import presence
from games.models import Game, Player, User
from games.rules.cards import DECK
from games.rules.moves import legal_moves
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.services.matches.games import (
    code_of,
    in_threads,
    long_ago,
    match_of,
    play_at_once,
    play_next,
    play_out,
    refusal_code,
    state_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def refused(game: Game, user: User | None, card: str, ply: int = 0) -> str:
    """The code of a refused play, which must change nothing."""
    before = match_of(game)
    code = refusal_code(play.play_card, game.pk, user and user.pk, card, ply, "try")
    event_store.state_cache.clear()
    assert match_of(game) == before
    return code


class TestPlay:
    def test_a_legal_card_becomes_the_next_entry(self, game: Game, ana: User) -> None:
        card, before = code_of(game), match_of(game)
        assert play.play_card(game.pk, ana.pk, card, 0, "a") == before.version + 1
        entry = game.entries.get(number=before.version + 1)
        assert (entry.kind, entry.seat, entry.data, entry.client_id) == ("played", 0, {"card": card}, "0:a")

    def test_the_row_repeats_the_log(self, game: Game) -> None:
        play_out(game, 27)
        game.refresh_from_db()
        state = state_of(game)
        assert (game.turn, game.phase, game.trick) == (state.to_play, 2, 1)
        assert game.version == game.entries.count()

    @pytest.mark.parametrize(
        ("who", "ply", "code"),
        [
            (None, 0, "not_seated"),
            ("cleo", 0, "not_seated"),
            ("bram", 0, "not_your_turn"),
            ("ana", 1, "stale_ply"),
            ("ana", 51, "stale_ply"),
        ],
    )
    def test_only_the_seat_to_play_plays_and_only_now(
        self, game: Game, cleo: User, who: str | None, ply: int, code: str
    ) -> None:
        user = User.objects.get(username=who) if who else None
        assert refused(game, user, str(state_of(game).hands[who == "bram"][0]), ply) == code

    def test_not_before_the_deal_twice_after_the_end_or_without_a_game(self, game: Game, ana: User, bram: User) -> None:
        waiting = lobby.create_game(ana, MatchOptions())
        assert refused(waiting, ana, "G0") == "not_started"
        assert refused(waiting, None, "G0") == "not_seated"
        play_out(game, 2)
        assert refused(game, ana, code_of(game), 0) == "stale_ply"
        play.resign(game, bram)
        assert refused(game, ana, "G0", 2) == "game_over"
        assert refusal_code(play.play_card, 999_999, ana.pk, "G0", 0, "a") == "no_such_game"

    def test_only_cards_of_the_deck_in_the_hand_are_played(self, game: Game, ana: User) -> None:
        for code in ("", "G10", "g0", "K0", "G\u0661"):
            assert refused(game, ana, code) == "bad_card"
        hand = state_of(game).hands[0]
        assert {refused(game, ana, str(card)) for card in DECK if card not in hand} == {"not_in_hand"}

    def test_a_card_that_does_not_follow_is_refused(self, game: Game, bram: User) -> None:
        play_at_once(game, 1, lambda state: len(legal_moves(state)) < len(state.hands[1]))
        state = state_of(game)
        illegal = next(card for card in state.hands[1] if card not in legal_moves(state))
        assert refused(game, bram, str(illegal), 1) == "must_follow"


class TestSendingAgain:
    def test_the_same_id_gets_the_same_answer_later_in_the_game(self, game: Game, ana: User) -> None:
        card = code_of(game)
        first = play.play_card(game.pk, ana.pk, card, 0, "tap")
        play_out(game, 9)
        assert play.play_card(game.pk, ana.pk, card, 0, "tap") == first
        assert state_of(game).ply == 10

    def test_the_same_id_from_the_other_seat_is_another_card(self, game: Game, ana: User, bram: User) -> None:
        first = play.play_card(game.pk, ana.pk, code_of(game), 0, "tap")
        assert play.play_card(game.pk, bram.pk, code_of(game), 1, "tap") == first + 1

    def test_a_refused_card_may_be_sent_again_under_its_id(self, game: Game, ana: User) -> None:
        assert refused(game, ana, "X9") == "bad_card"
        assert play.play_card(game.pk, ana.pk, code_of(game), 0, "try") == match_of(game).version


class TestResign:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_player_gives_the_game_to_the_other_once(self, game: Game, ana: User, bram: User, seat: int) -> None:
        play_out(game, 5)
        play.resign(game, (ana, bram)[seat])
        game.refresh_from_db()
        assert (game.status, game.ending, game.winner, game.turn) == (Status.FINISHED, "resigned", 1 - seat, None)
        assert refusal_code(play.resign, game, bram) == "game_over"

    def test_refused_without_a_seat_and_before_the_deal(self, ana: User, cleo: User, game: Game) -> None:
        assert refusal_code(play.resign, game, cleo) == "not_seated"
        assert refusal_code(play.resign, lobby.create_game(ana, MatchOptions()), ana) == "not_started"


At = Callable[..., None]


class TestClaim:
    """Times are in seconds before now. Ana has led, ``turn`` seconds ago, and Bram is to play."""

    @pytest.fixture
    def at(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> At:
        play_next(game)

        def arrange(mine: tuple[int, int], theirs: int | None, up: int = 3600, turn: int = 3600) -> None:
            now = timezone.now()
            long_ago(game, turn)

            def ago(seconds: int | None) -> object:
                return None if seconds is None else now - timedelta(seconds=seconds)

            Player.objects.filter(game=game, seat=0).update(here_since=ago(mine[0]), seen_at=ago(mine[1]))
            Player.objects.filter(game=game, seat=1).update(here_since=ago(theirs), seen_at=ago(theirs))
            monkeypatch.setattr(presence.uptime, "since", ago(up))

        return arrange

    def test_wins_when_the_opponent_was_away_for_two_minutes(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=121)
        match = play.claim_win(game, ana)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "away", 0)

    @pytest.mark.parametrize(
        ("times", "outcome"),
        [
            ({"mine": (600, 1), "theirs": 115}, "not_away"),
            ({"mine": (600, 1), "theirs": None}, "done"),
            ({"mine": (30, 1), "theirs": 86_400}, "not_away"),
            ({"mine": (600, 1), "theirs": 600, "up": 60}, "not_away"),
            ({"mine": (3600, 1), "theirs": 3600, "turn": 115}, "not_away"),
            ({"mine": (3600, 1), "theirs": 3600, "turn": 121}, "done"),
        ],
        ids=["less", "never came", "just came oneself", "site was down", "own turn until then", "own turn before"],
    )
    def test_counts_two_minutes_in_which_the_opponent_should_have_played(
        self, game: Game, ana: User, at: At, times: dict[str, Any], outcome: str
    ) -> None:
        at(**times)
        assert in_threads([partial(play.claim_win, game, ana)]) == [outcome]

    def test_not_when_the_opponent_is_back(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=600)
        presence.renew_players({game.players.get(seat=1).pk: 0})
        assert refusal_code(play.claim_win, game, ana) == "not_away"

    def test_a_silence_shorter_than_the_lease_is_no_absence(self, game: Game, ana: User, at: At) -> None:
        at(mine=(3600, 9), theirs=3600)
        presence.renew_players({game.players.get(seat=0).pk: 0})
        assert play.claim_win(game, ana).winner == 0

    def test_not_for_time_in_which_one_was_silent_oneself(self, game: Game, ana: User, at: At) -> None:
        """Each silence that counts as absence begins the two minutes anew."""
        at(mine=(3600, 13), theirs=3600)
        presence.renew_players({game.players.get(seat=0).pk: 0})
        assert refusal_code(play.claim_win, game, ana) == "not_away"

    @pytest.mark.parametrize("plies", [0, 2])
    def test_not_in_ones_own_turn(self, ana: User, bram: User, at: At, game: Game, plies: int) -> None:
        """A player who is silent in the own turn may have sent the other away."""
        other = lobby.create_game(ana, MatchOptions(lead="creator"))
        lobby.join_game(other, bram)
        play_out(other, plies)
        seat = state_of(other).to_play
        assert seat is not None
        now = timezone.now()
        Player.objects.filter(game=other).update(here_since=now - timedelta(hours=1), seen_at=now)
        Player.objects.filter(game=other, seat=1 - seat).update(seen_at=now - timedelta(hours=1))
        long_ago(other)
        at(mine=(3600, 1), theirs=3600)
        assert refusal_code(play.claim_win, other, (ana, bram)[seat]) == "your_turn"
        assert match_of(other).status == Status.PLAYING

    def test_not_in_a_frozen_game_nor_right_after(self, game: Game, ana: User, mona: Moderator, at: At) -> None:
        at(mine=(3600, 1), theirs=3600)
        act = freeze_game(mona, game, WHY)
        assert refusal_code(play.claim_win, game, ana) == "frozen"
        undo_act(mona, act, WHY)
        assert refusal_code(play.claim_win, game, ana) == "not_away"


def test_a_game_ends_at_whatever_ply_a_player_vanishes(
    game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player who stays can claim the win."""
    now = timezone.now()
    monkeypatch.setattr(presence.uptime, "since", now - timedelta(hours=1))
    players = Player.objects.filter(game=game)
    for _ in range(30):
        gone = state_of(game).to_play
        assert gone is not None
        players.update(here_since=now - timedelta(hours=1), seen_at=now)
        players.filter(seat=gone).update(seen_at=now - timedelta(minutes=3))
        long_ago(game)
        stays, since = presence.list_stays([game.pk]), match_of(game).awaited_since
        assert presence.can_claim(stays[game.pk, 1 - gone], stays[game.pk, gone], since, timezone.now())
        play_next(game)
