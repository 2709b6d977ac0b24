"""Programs among people: marked from the moment they sit down, never rated, and never met by who looks for a person."""

from __future__ import annotations

import pytest

from games.models import Entry, Game, Player, Rated, Result, User
from games.people import results
from games.people.results import Streaks
from games.rules.record import read, write
from games.services.minds.people import opponent
from games.services.moderation import Judge, give_back
from games.services.online import lobby, pairing, play
from games.services.online.pairing import terms
from games.store import log
from games.stories.online import Options
from games.stories.result import pool_of
from tests.people import guest, person
from tests.services.plays import match_of, play_at_once, play_next, refusal_code, state_of
from tests.services.tidied import WHY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("first", [True, False])
def test_who_sits_there_is_in_the_log_in_the_seat_and_in_the_record(first: bool, ana: User, bram: User) -> None:
    game = lobby.create(ana, Options(), program=first)
    lobby.join(game, bram, program=not first)
    assert match_of(game).programs == (first, not first)
    seats = Player.objects.filter(game=game).order_by("seat")
    assert [seat.program for seat in seats] == [first, not first]
    play_at_once(game)
    record = write(match_of(game).record())
    assert record["programs"] == [first, not first]
    assert read(record) == match_of(game).record()


def test_of_people_nothing_is_said(ana: User, bram: User) -> None:
    game = lobby.create(ana, Options())
    lobby.join(game, bram)
    assert not Entry.objects.filter(kind="joined", data__has_key="program").exists()
    play_at_once(game)
    assert "programs" not in write(match_of(game).record())


class TestRated:
    def test_a_program_is_kept_from_rated_games(self, ana: User, bram: User) -> None:
        assert refusal_code(lobby.create, ana, Options(rated=True), program=True) == "people_only"
        game = lobby.create(ana, Options(rated=True))
        assert refusal_code(lobby.join, game, bram, program=True) == "people_only"
        assert lobby.join(game, bram).state is not None

    def test_whatever_else_happens_its_game_is_not_rated(self, ana: User, bram: User) -> None:
        """The last word is that of the story, whichever way a program came to its seat."""
        game = lobby.create(ana, Options(rated=True))
        joined = Entry.objects.get(game=game, kind="joined")
        Entry.objects.filter(pk=joined.pk).update(data={**joined.data, "program": True})
        log.cache.clear()
        lobby.join(game, bram)
        assert pool_of(match_of(game)) is None
        play_at_once(game)
        assert not Rated.objects.exists()
        assert set(Result.objects.values_list("sort", flat=True)) == {"program"}


class TestLooking:
    def test_who_looks_for_a_person_meets_no_program(self, ana: User, bram: User) -> None:
        options = terms(rated=False)
        game = lobby.create(ana, options, program=True)
        found = pairing.seek(bram, options)
        assert found != game
        assert pairing.sweep() == 0
        assert match_of(found).state is None

    def test_and_none_comes_to_where_they_wait(self, ana: User, bram: User) -> None:
        game = pairing.seek(ana, terms(rated=False))
        assert not lobby.takes_programs(game)
        assert refusal_code(lobby.join, game, bram, program=True) == "people_only"

    def test_an_invitation_to_anyone_is_for_programs_too(self, ana: User, bram: User) -> None:
        game = lobby.create(ana, Options())
        assert lobby.takes_programs(game)
        lobby.join(game, bram, program=True)


class TestItsSeat:
    def test_a_seat_taken_by_hand_is_not_played_by_a_program(self, game: Game, ana: User) -> None:
        card = str(next(iter(state_of(game).hands[0])))
        assert refusal_code(play.play, game.pk, ana.pk, card, 0, "a", program=True) == "own_hand"
        assert play.play(game.pk, ana.pk, card, 0, "a")

    def test_its_person_may_go_on_by_hand_and_the_mark_stays(self, ana: User, bram: User) -> None:
        game = lobby.create(ana, Options(lead="creator"), program=True)
        lobby.join(game, bram)
        play_next(game)
        play_at_once(game, 51)
        assert match_of(game).programs == (True, False)

    def test_a_rematch_has_the_same_on_its_seats(self, ana: User, bram: User) -> None:
        game = lobby.create(ana, Options(), program=True)
        lobby.join(game, bram)
        play_at_once(game)
        lobby.rematch(game, ana)
        successor = lobby.rematch(game, bram).successor
        again = Player.objects.filter(game__code=successor).order_by("seat")
        assert [(seat.user, seat.program) for seat in again] == [(ana, True), (bram, False)]
        assert match_of(again[0].game).programs == (True, False)

    def test_a_seat_that_moderators_give_back_stays_a_programs(self, ana: User, bram: User, mona: Judge) -> None:
        game = lobby.create(ana, Options(), program=True)
        lobby.join(game, bram)
        give_back(mona, game, 0, person("Dora").pk, WHY)
        assert match_of(game).programs == (True, False)
        assert Player.objects.get(game=game, seat=0).program


def test_none_of_it_counts_among_games_with_people(ana: User, bram: User) -> None:
    game = lobby.create(ana, Options(), program=True)
    lobby.join(game, bram)
    play_at_once(game)
    sums = results.sums(bram.results.all())
    assert all(one.of == 0 for one in results.faction_votes(sums))
    assert results.against(bram.results.all()) == []
    assert results.streaks(bram.results.all()) == Streaks(0, 0)


@pytest.mark.parametrize("across", ["a person", "the site"])
def test_its_games_are_a_sort_of_their_own(across: str, ana: User, bram: User) -> None:
    game = lobby.create(ana, Options(), program=True)
    lobby.join(game, bram if across == "a person" else opponent("page"))
    play_at_once(game)
    assert Result.objects.get(user=ana).sort == "program"


def test_a_guests_friend_is_met_too(ana: User) -> None:
    """Who has no account may sit down with a program, as with anybody."""
    game = lobby.create(ana, Options(), program=True)
    assert lobby.join(game, guest("Gus")).programs == (True, False)
