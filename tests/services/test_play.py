"""Playing, resigning and claiming: who may, when, and what everybody else is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Player, User
from games.rules.cards import DECK, Card, Faction
from games.rules.moves import legal_moves
from games.services.online import lobby, play
from games.store import log, presence
from games.store.uptime import Uptime
from games.stories.online import Options
from games.stories.status import Status
from tests.services.plays import code_of, match_of, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def refused(game: Game, user: User | None, card: str, ply: int = 0) -> str:
    """The code of a refused play, which must change nothing."""
    before = match_of(game)
    code = refusal_code(play.play, game.pk, user and user.pk, card, ply, "try")
    log.cache.clear()
    assert match_of(game) == before
    return code


class TestPlay:
    def test_a_legal_card_becomes_the_next_entry(self, game: Game, ana: User) -> None:
        card, before = code_of(game), match_of(game)
        assert play.play(game.pk, ana.pk, card, 0, "a") == before.version + 1
        entry = game.entries.get(number=before.version + 1)
        assert (entry.kind, entry.seat, entry.data, entry.client_id) == ("played", 0, {"card": card}, "0:a")

    def test_the_row_repeats_the_log(self, game: Game) -> None:
        play_out(game, 27)
        game.refresh_from_db()
        state = state_of(game)
        assert (game.turn, game.phase, game.trick) == (state.to_play, 2, 1)
        assert game.version == game.entries.count()

    def test_who_has_no_seat(self, game: Game, cleo: User) -> None:
        assert refused(game, cleo, code_of(game)) == "not_seated"

    def test_nobody_at_all(self, game: Game) -> None:
        assert refused(game, None, code_of(game)) == "not_seated"

    def test_nobody_at_all_on_a_free_seat(self, invitation: Game) -> None:
        assert refused(invitation, None, "G0") == "not_seated"

    def test_before_somebody_joined(self, invitation: Game, ana: User) -> None:
        assert refused(invitation, ana, "G0") == "not_started"

    def test_the_others_turn(self, game: Game, bram: User) -> None:
        assert refused(game, bram, str(state_of(game).hands[1][0])) == "not_your_turn"

    @pytest.mark.parametrize("ply", [1, 51])
    def test_a_ply_to_come(self, game: Game, ana: User, ply: int) -> None:
        assert refused(game, ana, code_of(game), ply) == "stale_ply"

    def test_a_ply_gone_by(self, game: Game, ana: User) -> None:
        play_out(game, 2)
        assert refused(game, ana, code_of(game), 0) == "stale_ply"

    @pytest.mark.parametrize("card", ["", "X1", "G", "G10", "g0", "K0", "K1", "G\u0661", " G1"])
    def test_no_card_at_all(self, game: Game, ana: User, card: str) -> None:
        assert refused(game, ana, card) == "bad_card"

    def test_every_card_not_held_whoever_holds_it(self, game: Game, ana: User) -> None:
        hand = state_of(game).hands[0]
        codes = {refused(game, ana, str(card)) for card in DECK if card not in hand}
        assert codes == {"not_in_hand"}

    def test_not_following(self, ana: User, bram: User) -> None:
        game, card = a_lead_that_binds(ana, bram)
        assert refused(game, bram, str(card), 1) == "must_follow"

    def test_after_the_end(self, game: Game, ana: User) -> None:
        play_out(game)
        assert refused(game, ana, "G0", 51) == "game_over"

    def test_after_it_was_called_off(self, game: Game, ana: User) -> None:
        lobby.call_off(game, ana)
        assert refused(game, ana, code_of(game)) == "game_over"

    def test_of_a_game_that_is_not_there(self, ana: User) -> None:
        assert refusal_code(play.play, 999_999, ana.pk, "G0", 0, "a") == "no_such_game"


class TestSendingAgain:
    def test_the_same_id_gets_the_same_answer(self, game: Game, ana: User) -> None:
        card = code_of(game)
        first = play.play(game.pk, ana.pk, card, 0, "tap")
        assert [play.play(game.pk, ana.pk, card, 0, "tap") for _ in range(3)] == [first] * 3
        assert state_of(game).ply == 1

    def test_also_when_the_game_has_moved_on(self, game: Game, ana: User) -> None:
        card = code_of(game)
        first = play.play(game.pk, ana.pk, card, 0, "tap")
        play_out(game, 51)
        assert play.play(game.pk, ana.pk, card, 0, "tap") == first

    def test_also_after_the_process_forgot_everything(self, game: Game, ana: User) -> None:
        card = code_of(game)
        first = play.play(game.pk, ana.pk, card, 0, "tap")
        log.cache.clear()
        assert play.play(game.pk, ana.pk, card, 0, "tap") == first

    def test_the_same_id_from_the_other_seat_is_another_card(self, game: Game, ana: User, bram: User) -> None:
        first = play.play(game.pk, ana.pk, code_of(game), 0, "tap")
        assert play.play(game.pk, bram.pk, code_of(game), 1, "tap") == first + 1

    def test_a_refused_card_may_be_sent_again_under_its_id(self, game: Game, ana: User) -> None:
        assert refused(game, ana, "X9") == "bad_card"
        assert play.play(game.pk, ana.pk, code_of(game), 0, "try") == match_of(game).version


class TestResign:
    @pytest.mark.parametrize(("who", "winner"), [("ana", 1), ("bram", 0)])
    def test_gives_the_game_to_the_other(
        self, game: Game, who: str, winner: int, request: pytest.FixtureRequest
    ) -> None:
        play_out(game, 5)
        play.resign(game, request.getfixturevalue(who))
        game.refresh_from_db()
        assert (game.status, game.ending, game.winner, game.turn) == (Status.FINISHED, "resigned", winner, None)

    def test_no_stranger(self, game: Game, cleo: User) -> None:
        assert refusal_code(play.resign, game, cleo) == "not_seated"

    def test_not_an_invitation(self, invitation: Game, ana: User) -> None:
        assert refusal_code(play.resign, invitation, ana) == "not_started"

    def test_not_twice(self, game: Game, ana: User, bram: User) -> None:
        play.resign(game, ana)
        assert refusal_code(play.resign, game, bram) == "game_over"


At = Callable[..., None]


class TestClaim:
    """Times are in seconds before now."""

    @pytest.fixture
    def at(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> At:
        def arrange(mine: tuple[int, int], theirs: int | None, up: int = 3600) -> None:
            now = timezone.now()

            def ago(seconds: int | None) -> object:
                return None if seconds is None else now - timedelta(seconds=seconds)

            Player.objects.filter(game=game, seat=0).update(here_since=ago(mine[0]), seen_at=ago(mine[1]))
            Player.objects.filter(game=game, seat=1).update(here_since=ago(theirs), seen_at=ago(theirs))
            monkeypatch.setattr(presence.uptime, "since", ago(up))

        return arrange

    def test_an_opponent_away_for_two_minutes(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=121)
        match = play.claim(game, ana)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "away", 0)

    def test_not_after_less(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=115)
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_not_when_the_opponent_is_back(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=600)
        presence.renew({game.players.get(seat=1).pk: 0})
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_not_when_one_has_only_just_come_oneself(self, game: Game, ana: User, at: At) -> None:
        at(mine=(30, 1), theirs=86_400)
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_not_for_time_in_which_the_site_was_down(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=600, up=60)
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_not_when_one_is_away_oneself(self, game: Game, ana: User, at: At) -> None:
        at(mine=(3600, 300), theirs=300)
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_an_opponent_who_never_came(self, game: Game, ana: User, at: At) -> None:
        at(mine=(600, 1), theirs=None)
        assert play.claim(game, ana).winner == 0

    def test_coming_back_after_a_gap_is_arriving_anew(self, game: Game, ana: User, at: At) -> None:
        at(mine=(3600, 300), theirs=3600)
        presence.renew({game.players.get(seat=0).pk: 0})
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_a_short_break_is_none(self, game: Game, ana: User, at: At) -> None:
        at(mine=(3600, 20), theirs=3600)
        presence.renew({game.players.get(seat=0).pk: 0})
        assert play.claim(game, ana).winner == 0

    def test_a_computer_that_slept_has_not_been_listening(
        self, game: Game, ana: User, at: At, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at(mine=(3600, 1), theirs=3600)
        uptime = Uptime(presence.pause)
        uptime.since -= timedelta(hours=1)
        monkeypatch.setattr(presence, "uptime", uptime)
        monkeypatch.setattr(uptime, "_last", uptime._last - 600)
        uptime.tick()
        assert refusal_code(play.claim, game, ana) == "not_away"

    def test_no_stranger(self, game: Game, cleo: User) -> None:
        assert refusal_code(play.claim, game, cleo) == "not_seated"

    def test_not_after_the_end(self, game: Game, ana: User, bram: User, at: At) -> None:
        at(mine=(600, 1), theirs=600)
        play.resign(game, bram)
        assert refusal_code(play.claim, game, ana) == "game_over"


def test_whoever_vanishes_at_whatever_ply_the_game_comes_to_an_end(
    game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(presence.uptime, "since", now - timedelta(hours=1))
    players = Player.objects.filter(game=game)
    for ply in range(52):
        gone = ply % 2
        players.update(here_since=now - timedelta(hours=1), seen_at=now)
        players.filter(seat=gone).update(seen_at=now - timedelta(minutes=3))
        stays = presence.stays([game.pk])
        assert presence.may_claim(stays[game.pk, 1 - gone], stays[game.pk, gone], timezone.now())
        play_next(game)


def a_lead_that_binds(ana: User, bram: User) -> tuple[Game, Card]:
    """A game in which Ana has led, and a card with which Bram would not follow."""
    while True:
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, bram)
        state = state_of(game)
        wanted = {card.faction for card in state.hands[1]} - {Faction.DOPPELGANGERS}
        for card in state.hands[0]:
            if card.faction in wanted:
                play.play(game.pk, ana.pk, str(card), 0, "lead")
                after = state_of(game)
                illegal = [own for own in after.hands[1] if own not in legal_moves(after)]
                if illegal:
                    return game, illegal[0]
                break
