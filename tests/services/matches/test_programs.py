"""Programs as players: marked in every game, never rated, and not met by people who seek an opponent."""

from __future__ import annotations

import pytest

from games.eventlog import event_store
from games.models import Entry, Game, Player, Rated, Result, User
from games.queries import results
from games.queries.results import Streaks
from games.rules.record import read, write
from games.services.bots.bot_games import get_bot
from games.services.matches import lobby, matchmaking, play
from games.services.matches.matchmaking import build_options
from games.services.moderation.games import give_back_seat
from games.services.moderation.permissions import Moderator
from games.state.match_state import MatchOptions
from games.state.result import get_rating_pool
from tests.people import person
from tests.services.matches.games import match_of, play_at_once, refusal_code, state_of
from tests.services.retention.rows import WHY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("first", [True, False])
def test_log_seat_and_record_say_that_a_program_plays(first: bool, ana: User, bram: User) -> None:
    game = lobby.create_game(ana, MatchOptions(), program=first)
    lobby.join_game(game, bram, program=not first)
    assert match_of(game).programs == (first, not first)
    seats = Player.objects.filter(game=game).order_by("seat")
    assert [seat.program for seat in seats] == [first, not first]
    play_at_once(game)
    record = write(match_of(game).record())
    assert record["programs"] == [first, not first]
    assert read(record) == match_of(game).record()


class TestRated:
    def test_programs_join_casual_games_only(self, ana: User, bram: User) -> None:
        assert refusal_code(lobby.create_game, ana, MatchOptions(rated=True), program=True) == "people_only"
        game = lobby.create_game(ana, MatchOptions(rated=True))
        assert refusal_code(lobby.join_game, game, bram, program=True) == "people_only"
        assert lobby.join_game(game, bram).state is not None
        casual = lobby.create_game(ana, MatchOptions())
        assert lobby.accepts_programs(casual)
        lobby.join_game(casual, bram, program=True)

    def test_a_game_with_a_program_is_never_rated(self, ana: User, bram: User) -> None:
        """The log decides, in whichever way a program came to its seat."""
        game = lobby.create_game(ana, MatchOptions(rated=True))
        joined = Entry.objects.get(game=game, kind="joined")
        Entry.objects.filter(pk=joined.pk).update(data={**joined.data, "program": True})
        event_store.state_cache.clear()
        lobby.join_game(game, bram)
        assert get_rating_pool(match_of(game)) is None
        play_at_once(game)
        assert not Rated.objects.exists()
        assert set(Result.objects.values_list("sort", flat=True)) == {"program"}


def test_seekers_and_programs_do_not_meet(ana: User, bram: User) -> None:
    options = build_options(rated=False)
    of_program = lobby.create_game(ana, options, program=True)
    sought = matchmaking.start_seek(bram, options)
    assert sought != of_program
    assert matchmaking.pair_seeks() == 0
    assert match_of(sought).state is None
    assert not lobby.accepts_programs(sought)
    assert refusal_code(lobby.join_game, sought, ana, program=True) == "people_only"


class TestItsSeat:
    def test_a_seat_taken_by_hand_is_not_played_by_a_program(self, game: Game, ana: User) -> None:
        card = str(next(iter(state_of(game).hands[0])))
        assert refusal_code(play.play_card, game.pk, ana.pk, card, 0, "a", program=True) == "own_hand"
        assert play.play_card(game.pk, ana.pk, card, 0, "a")

    def test_its_seat_stays_marked_in_a_rematch_and_when_it_is_given_back(
        self, ana: User, bram: User, mona: Moderator
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(), program=True)
        lobby.join_game(game, bram)
        play_at_once(game)
        lobby.answer_rematch(game, ana)
        successor = lobby.answer_rematch(game, bram).successor
        again = Player.objects.filter(game__code=successor).order_by("seat")
        assert [(seat.user, seat.program) for seat in again] == [(ana, True), (bram, False)]
        running = again[0].game
        give_back_seat(mona, running, 0, person("Dora").pk, WHY)
        assert match_of(running).programs == (True, False)
        assert Player.objects.get(game=running, seat=0).program


def test_its_games_count_neither_among_games_with_people_nor_with_bots(ana: User, bram: User) -> None:
    game, against = (lobby.create_game(ana, MatchOptions(), program=True) for _ in range(2))
    lobby.join_game(game, bram)
    lobby.join_game(against, get_bot("page"))
    play_at_once(game)
    play_at_once(against)
    sums = results.count_results(bram.results.all())
    assert all(votes.total == 0 for votes in results.count_faction_votes(sums))
    assert results.list_opponents(bram.results.all()) == []
    assert results.get_streaks(bram.results.all()) == Streaks(0, 0)
    assert Result.objects.get(user=ana, game=against).sort == "program"
