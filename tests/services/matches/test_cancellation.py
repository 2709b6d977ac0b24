"""Cancelling a game: alone where nothing is at stake, else where both agree, and never so often as to choose a hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.models import Game, Player, Rating, Result, User
from games.queries import conduct
from games.rules.errors import Refusal
from games.services.accounts import deletion
from games.services.bots import bot_games
from games.services.matches import cancellation, lobby, matchmaking, play
from games.services.moderation.games import cancel_game, freeze_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.services.social import challenges
from games.state.game_state import Status
from games.state.match_state import CancelOffer, MatchOptions
from tests.moderators import WHY
from tests.repetitions import sample_size
from tests.services.matches.games import in_threads, match_of, play_next, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

RATED = MatchOptions(lead="creator", rated=True)


def dealt(one: User, other: User, options: MatchOptions = RATED) -> Game:
    """A game of two people in which no card was played."""
    game = lobby.create_game(one, options)
    lobby.join_game(game, other, lobby.invite_token(game))
    return game


@pytest.fixture
def rated(ana: User, bram: User) -> Game:
    return dealt(ana, bram)


class TestInvitation:
    def test_its_creator_cancels_it_once(self, invitation: Game, ana: User) -> None:
        match = cancellation.cancel_game(invitation, ana)
        invitation.refresh_from_db()
        assert (match.status, match.winner, invitation.ending) == (Status.CALLED_OFF, None, "called_off")
        assert refusal_code(cancellation.cancel_game, invitation, ana) == "game_over"
        assert refusal_code(cancellation.withdraw_invitation, invitation, ana) == "game_over"

    @pytest.mark.parametrize("options", [RATED, MatchOptions()])
    def test_it_cannot_be_withdrawn_once_the_game_is_dealt(self, ana: User, bram: User, options: MatchOptions) -> None:
        game = dealt(ana, bram, options)
        assert refusal_code(cancellation.withdraw_invitation, game, ana) == "seat_taken"
        assert match_of(game).status == Status.PLAYING


class TestCasual:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_player_cancels_before_the_first_card_and_both_after_it(self, ana: User, bram: User, seat: int) -> None:
        one, other = ((ana, bram), (bram, ana))[seat]
        first, second = (dealt(ana, bram, MatchOptions()) for _ in range(2))
        assert cancellation.cancel_game(first, one).status == Status.CALLED_OFF
        play_next(second)
        assert cancellation.cancel_game(second, one).cancel == CancelOffer(by=seat)
        assert cancellation.cancel_game(second, other).status == Status.CALLED_OFF

    def test_games_against_a_bot_also_offered_as_rated_are_cancelled_before_the_first_card(self, ana: User) -> None:
        offered = lobby.create_game(ana, RATED)
        bot_games.seat_bot(offered, ana, "page")
        first, second = (bot_games.create_game(ana, "page") for _ in range(2))
        for game in (offered, first):
            assert cancellation.cancel_game(game, ana).over
        play_next(second)
        assert refusal_code(cancellation.cancel_game, second, ana) == "already_begun"


class TestRated:
    @pytest.mark.parametrize(
        ("way", "who"), [("joined", 0), ("joined", 1), ("sought", 0), ("challenged", 1), ("rematch", 0)]
    )
    def test_no_player_looks_at_a_hand_for_nothing(self, ana: User, bram: User, way: str, who: int) -> None:
        """In every way to a game, for its creator and the player who joined."""
        before = 0
        if way == "rematch":
            first = dealt(ana, bram)
            play.resign(first, bram)
            before = 1
        for number in range(2):
            game = self.met(ana, bram, way)
            cancellation.cancel_game(game, (ana, bram)[who])
            assert match_of(game).status == Status.PLAYING
            play.resign(game, (ana, bram)[who])
            assert match_of(game).winner == 1 - who
            assert Rating.objects.get(user=(ana, bram)[who]).games == before + number + 1

    def met(self, ana: User, bram: User, way: str) -> Game:
        match way:
            case "sought":
                terms = matchmaking.build_options(rated=True)
                assert matchmaking.start_seek(ana, terms) == matchmaking.start_seek(bram, terms)
                return Game.objects.get(status=Status.PLAYING)
            case "challenged":
                game = challenges.create_challenge(ana, bram, MatchOptions(listed=False, rated=True)).game
                lobby.join_game(game, bram, lobby.invite_token(game))
                return game
            case "rematch":
                last = Game.objects.order_by("pk").last()
                assert last is not None
                lobby.answer_rematch(last, ana)
                return Game.objects.get(code=lobby.answer_rematch(last, bram).successor)
        return dealt(ana, bram)

    def test_both_agree_to_cancel_which_moves_no_rating(self, rated: Game, ana: User, bram: User) -> None:
        offered = cancellation.cancel_game(rated, bram)
        assert (offered.status, offered.cancel) == (Status.PLAYING, CancelOffer(by=1))
        assert cancellation.cancel_game(rated, bram).version == offered.version
        match = cancellation.cancel_game(rated, ana)
        assert (match.status, match.winner) == (Status.CALLED_OFF, None)
        assert not Result.objects.exists()
        assert not Rating.objects.exists()

    def test_the_next_card_ends_an_offer_and_a_refusal(self, rated: Game, ana: User, bram: User) -> None:
        cancellation.cancel_game(rated, bram)
        play_next(rated)
        assert match_of(rated).cancel is None
        assert cancellation.cancel_game(rated, ana).cancel == CancelOffer(by=0)
        assert cancellation.decline_cancel(rated, bram).cancel == CancelOffer(by=0, declined=True)
        assert refusal_code(cancellation.cancel_game, rated, ana) == "offer_declined"
        play_next(rated)
        assert cancellation.cancel_game(rated, ana).cancel == CancelOffer(by=0)

    def test_not_in_a_frozen_game_or_after_the_end(self, rated: Game, ana: User, mona: Moderator) -> None:
        act = freeze_game(mona, rated, WHY)
        for deed in (cancellation.cancel_game, cancellation.decline_cancel):
            assert refusal_code(deed, rated, ana) == "frozen"
        undo_act(mona, act, WHY)
        play.resign(rated, ana)
        for deed in (cancellation.cancel_game, cancellation.decline_cancel):
            assert refusal_code(deed, rated, ana) == "game_over"

    def test_whoever_leaves_for_good_after_the_deal_has_lost_it(self, rated: Game, ana: User, bram: User) -> None:
        casual = dealt(ana, bram, MatchOptions())
        ends = deletion.preview_ended_games(bram)
        assert (ends.resigned, ends.cancelled) == ([rated], [casual])
        deletion.delete_account(bram)
        assert [match_of(one).status for one in (rated, casual)] == [Status.FINISHED, Status.CALLED_OFF]
        assert match_of(rated).winner == 0


Said = tuple[int, str]
DEEDS: dict[str, Callable[[Game, User], object]] = {
    "cancel": cancellation.cancel_game,
    "decline": cancellation.decline_cancel,
    "card": lambda game, _user: play_next(game),
}
says = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(sorted(DEEDS))), max_size=8)


@settings(
    deadline=None,
    database=None,
    max_examples=sample_size(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(says)
@example([(0, "cancel"), (0, "card"), (1, "cancel")])
@example([(0, "cancel"), (1, "decline"), (0, "cancel"), (1, "cancel"), (0, "cancel")])
def test_a_rated_game_is_cancelled_only_by_an_offer_of_the_other_that_stands(
    ana: User, bram: User, said: list[Said]
) -> None:
    """The accepted offer was made after the last card and was not declined."""
    game = dealt(ana, bram)
    standing: int | None = None
    declined: int | None = None
    for seat, what in said:
        agreed = what == "cancel" and standing == 1 - seat
        with suppress(Refusal):
            DEEDS[what](game, (ana, bram)[seat])
        assert match_of(game).over is agreed, said
        if agreed:
            return
        if what == "card":
            standing = declined = None
        elif what == "decline" and standing == 1 - seat:
            standing, declined = None, standing
        elif what == "cancel" and declined != seat:
            standing, declined = seat, None


class TestLimit:
    """Casual games, which either player may cancel before the first card."""

    def test_each_player_cancels_five_games_in_24_hours(self, ana: User, bram: User) -> None:
        for _ in range(conduct.MAX_CANCELLED):
            cancellation.cancel_game(dealt(ana, bram, MatchOptions()), bram)
        game = dealt(ana, bram, MatchOptions())
        assert refusal_code(cancellation.cancel_game, game, bram) == "too_many_cancelled"
        assert not deletion.preview_ended_games(bram).cancelled
        assert cancellation.cancel_game(game, ana).over
        yesterday = timezone.now() - conduct.CANCEL_WINDOW
        Player.objects.filter(game=Game.objects.earliest("pk")).update(over_at=yesterday)
        assert cancellation.cancel_game(dealt(ana, bram, MatchOptions()), bram).over
        assert refusal_code(cancellation.cancel_game, dealt(ana, bram, MatchOptions()), bram) == "too_many_cancelled"

    def test_only_games_between_people_cancelled_alone_count(self, ana: User, bram: User, mona: Moderator) -> None:
        cancellation.cancel_game(lobby.create_game(ana, MatchOptions()), ana)
        cancellation.cancel_game(dealt(ana, bram, MatchOptions()), bram)
        both = dealt(ana, bram)
        for one in (ana, bram):
            cancellation.cancel_game(both, one)
        cancel_game(mona, dealt(ana, bram), WHY)
        challenges.decline_challenge(challenges.create_challenge(bram, ana, MatchOptions(listed=False)).game, ana)
        cancellation.cancel_game(bot_games.create_game(ana, "page"), ana)
        assert conduct.count_cancelled(ana.pk, timezone.now()) == 0
        assert conduct.count_cancelled(bram.pk, timezone.now()) == 1

    def test_the_limit_holds_for_many_at_once(self, ana: User, bram: User) -> None:
        games = [dealt(ana, bram, MatchOptions()) for _ in range(conduct.MAX_CANCELLED + 3)]
        outcomes = in_threads([partial(cancellation.cancel_game, game, ana) for game in games])
        assert sorted(outcomes) == ["done"] * conduct.MAX_CANCELLED + ["too_many_cancelled"] * 3


class TestRaces:
    """An answer to an offer and a card in the same moment, each in a thread of its own."""

    @pytest.mark.parametrize("who_plays", [0, 1])
    def test_the_game_is_cancelled_or_the_card_counts_and_the_offer_is_gone(
        self, ana: User, bram: User, who_plays: int
    ) -> None:
        for _ in range(sample_size(4)):
            game = dealt(ana, bram)
            if who_plays == 1:
                play_next(game)
            cancellation.cancel_game(game, ana)
            before = match_of(game)
            played, _answered = in_threads([partial(play_next, game), partial(cancellation.cancel_game, game, bram)])
            match = match_of(game)
            assert match.over is (played == "game_over")
            assert len(match.plays) == len(before.plays) + (not match.over)
            assert match.over or match.cancel in (None, CancelOffer(by=1))

    def test_an_invitation_is_either_withdrawn_or_taken(self, ana: User, bram: User) -> None:
        for _ in range(sample_size(4)):
            game = lobby.create_game(ana, MatchOptions())
            withdrawn, joined = in_threads(
                [partial(cancellation.withdraw_invitation, game, ana), partial(lobby.join_game, game, bram)]
            )
            assert (withdrawn, joined) in {("done", "not_waiting"), ("seat_taken", "done")}
            assert match_of(game).status == (Status.PLAYING if joined == "done" else Status.CALLED_OFF)
