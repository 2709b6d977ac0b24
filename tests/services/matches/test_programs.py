"""Programs among people: marked from the moment they sit down, never rated, and never met by who looks for a person."""

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
    def test_a_program_is_kept_from_rated_games(self, ana: User, bram: User) -> None:
        assert refusal_code(lobby.create_game, ana, MatchOptions(rated=True), program=True) == "people_only"
        game = lobby.create_game(ana, MatchOptions(rated=True))
        assert refusal_code(lobby.join_game, game, bram, program=True) == "people_only"
        assert lobby.join_game(game, bram).state is not None

    def test_whatever_else_happens_its_game_is_not_rated(self, ana: User, bram: User) -> None:
        """The last word is that of the story, whichever way a program came to its seat."""
        game = lobby.create_game(ana, MatchOptions(rated=True))
        joined = Entry.objects.get(game=game, kind="joined")
        Entry.objects.filter(pk=joined.pk).update(data={**joined.data, "program": True})
        event_store.state_cache.clear()
        lobby.join_game(game, bram)
        assert get_rating_pool(match_of(game)) is None
        play_at_once(game)
        assert not Rated.objects.exists()
        assert set(Result.objects.values_list("sort", flat=True)) == {"program"}


class TestLooking:
    def test_who_looks_for_a_person_meets_no_program(self, ana: User, bram: User) -> None:
        options = build_options(rated=False)
        game = lobby.create_game(ana, options, program=True)
        found = matchmaking.start_seek(bram, options)
        assert found != game
        assert matchmaking.pair_seekers() == 0
        assert match_of(found).state is None

    def test_a_program_cannot_join_a_person_who_looks_for_people(self, ana: User, bram: User) -> None:
        game = matchmaking.start_seek(ana, build_options(rated=False))
        assert not lobby.accepts_programs(game)
        assert refusal_code(lobby.join_game, game, bram, program=True) == "people_only"

    def test_an_invitation_to_anyone_is_for_programs_too(self, ana: User, bram: User) -> None:
        game = lobby.create_game(ana, MatchOptions())
        assert lobby.accepts_programs(game)
        lobby.join_game(game, bram, program=True)


class TestItsSeat:
    def test_a_seat_taken_by_hand_is_not_played_by_a_program(self, game: Game, ana: User) -> None:
        card = str(next(iter(state_of(game).hands[0])))
        assert refusal_code(play.play_card, game.pk, ana.pk, card, 0, "a", program=True) == "own_hand"
        assert play.play_card(game.pk, ana.pk, card, 0, "a")

    def test_a_rematch_has_the_same_on_its_seats(self, ana: User, bram: User) -> None:
        game = lobby.create_game(ana, MatchOptions(), program=True)
        lobby.join_game(game, bram)
        play_at_once(game)
        lobby.answer_rematch(game, ana)
        successor = lobby.answer_rematch(game, bram).successor
        again = Player.objects.filter(game__code=successor).order_by("seat")
        assert [(seat.user, seat.program) for seat in again] == [(ana, True), (bram, False)]
        assert match_of(again[0].game).programs == (True, False)

    def test_a_seat_that_moderators_give_back_stays_a_programs(self, ana: User, bram: User, mona: Moderator) -> None:
        game = lobby.create_game(ana, MatchOptions(), program=True)
        lobby.join_game(game, bram)
        give_back_seat(mona, game, 0, person("Dora").pk, WHY)
        assert match_of(game).programs == (True, False)
        assert Player.objects.get(game=game, seat=0).program


def test_its_games_do_not_count_among_games_with_people(ana: User, bram: User) -> None:
    game = lobby.create_game(ana, MatchOptions(), program=True)
    lobby.join_game(game, bram)
    play_at_once(game)
    sums = results.count_results(bram.results.all())
    assert all(one.total == 0 for one in results.count_faction_votes(sums))
    assert results.list_opponents(bram.results.all()) == []
    assert results.get_streaks(bram.results.all()) == Streaks(0, 0)


def test_its_games_against_the_site_are_a_sort_of_their_own(ana: User) -> None:
    game = lobby.create_game(ana, MatchOptions(), program=True)
    lobby.join_game(game, get_bot("page"))
    play_at_once(game)
    assert Result.objects.get(user=ana).sort == "program"
