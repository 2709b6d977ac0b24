"""Matchmaking by rating, in a window that widens with time."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations, permutations
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Player, User
from games.queries import conduct
from games.queries.matchmaking import ANY_OPPONENT_AFTER, Seek, find_nearest, find_pairs, is_match
from games.rules.errors import Refusal
from games.services.matches import cancellation, lobby, matchmaking, seed_tickets
from games.services.matches.matchmaking import build_options, pair_seeks, start_seek
from games.state.match_state import MatchOptions
from tests.people import guest, person
from tests.queries.test_leaderboards import stand
from tests.services.matches.games import match_of, refusal_code

NOW = datetime(2026, 5, 1, tzinfo=UTC)
CASUAL, RATED = build_options(rated=False), build_options(rated=True)


def seeker(game: int, rating: float = 1500.0, waited: float = 0.0, **more: Any) -> Seek:
    return Seek(game, game, NOW - timedelta(seconds=waited), rating, **{"deviation": 60.0, **more})


class TestWhoFits:
    def test_near_ratings_match_and_the_window_widens_for_both(self) -> None:
        assert is_match(seeker(1), seeker(2, 1720.0), NOW)
        assert not is_match(seeker(1), seeker(2, 1721.0), NOW)
        far = 1500.0 + 220 + 10 * 20
        assert not is_match(seeker(1, waited=60), seeker(2, far, waited=19), NOW)
        assert is_match(seeker(1, waited=60), seeker(2, far, waited=20), NOW)
        assert is_match(seeker(1, waited=ANY_OPPONENT_AFTER), seeker(2, 9999.0, waited=ANY_OPPONENT_AFTER), NOW)

    def test_uncertain_ratings_match_at_any_distance_but_never_the_same_person_or_two_invitations(self) -> None:
        assert is_match(seeker(1, deviation=350.0), seeker(2, 2300.0, deviation=350.0), NOW)
        assert not is_match(seeker(1, deviation=350.0), seeker(2, 2300.0), NOW)
        assert not is_match(seeker(1), Seek(2, 1, NOW, 1500.0, 60.0), NOW)
        assert not is_match(seeker(1, is_movable=False), seeker(2, is_movable=False), NOW)

    def test_the_nearest_is_chosen_and_then_the_longest_wait(self) -> None:
        others = [seeker(2, 1560), seeker(3, 1540, waited=1), seeker(4, 1460, waited=2), seeker(5, 1441, waited=9)]
        assert find_nearest(seeker(1), others, NOW) == others[2]
        assert find_nearest(seeker(1), others, NOW, {(4, 1)}) == others[1]
        assert find_nearest(seeker(1), [seeker(2, 2900)], NOW) is None

    def test_a_frequent_leaver_comes_after_all_others_and_meets_other_leavers_first(self) -> None:
        leaver, far = seeker(2, 1500, waited=25, is_leaver=True), seeker(3, 1700)
        assert find_nearest(seeker(1), [leaver, far], NOW) == far
        assert find_nearest(seeker(1), [leaver], NOW) == leaver
        assert find_nearest(seeker(4, is_leaver=True), [leaver, seeker(1)], NOW) == leaver
        people = [seeker(1, waited=9, is_leaver=True), seeker(2, waited=5), seeker(3, 1700)]
        for order in permutations(people):
            assert list(find_pairs(order, NOW)) == [(2, 3)]
        assert list(find_pairs(people[:2], NOW)) == [(1, 2)]
        leavers = seeker(1, is_leaver=True), seeker(4, waited=3, is_leaver=True)
        assert list(find_pairs([*leavers, seeker(2, waited=1), seeker(3, waited=2)], NOW)) == [(3, 2), (4, 1)]

    def test_they_meet_at_an_invitation_or_in_the_game_that_waits_longer(self) -> None:
        assert list(find_pairs([seeker(1), seeker(2, waited=3)], NOW)) == [(2, 1)]
        assert list(find_pairs([seeker(1, is_movable=False), seeker(2, waited=3)], NOW)) == [(1, 2)]


def test_three_hundred_in_a_minute_all_meet_once() -> None:
    chance = random.Random(13)
    coming = sorted(chance.uniform(0, 60) for _ in range(300))
    every = [Seek(n, n, NOW + timedelta(seconds=at), chance.gauss(1500, 350), 60.0) for n, at in enumerate(coming)]
    left: dict[int, Seek] = {}
    met: Counter[int] = Counter()
    for second in range(0, 62 + int(ANY_OPPONENT_AFTER), 2):
        now = NOW + timedelta(seconds=second)
        left |= {one.game: one for one in every if now - timedelta(seconds=2) < one.since <= now}
        found = list(find_pairs(tuple(left.values()), now))
        assert all(is_match(left[one], left[other], now) for one, other in found)
        for game in (game for pair in found for game in pair):
            del left[game]
            met[game] += 1
        assert not any(is_match(one, other, now) for one, other in combinations(left.values(), 2))
    assert (len(met), set(met.values()), len(left)) == (300, {1}, 0)


def waiting() -> set[int]:
    return set(Game.objects.filter(status="waiting").values_list("pk", flat=True))


def later(game: Game, seconds: float) -> None:
    """Let time pass for a seeker whose page is open."""
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
    Player.objects.filter(game=game, seat=0).update(seen_at=timezone.now())


@pytest.mark.django_db(transaction=True)
class TestLooking:
    def test_the_first_waits_and_the_second_sits_down_each_with_a_part(self, ana: User, bram: User) -> None:
        parts = ("a" * 64, "b" * 64)
        game = start_seek(ana, CASUAL, seed_tickets.issue_ticket().ticket, parts[0])
        assert (game.status, game.listed, game.seeking) == ("waiting", True, True)
        assert start_seek(bram, CASUAL, "", parts[1]) == game
        match = match_of(game)
        assert match.shuffle is not None
        assert (match.names, match.shuffle.parts) == (("Ana", "Bram"), parts)
        assert Game.objects.count() == 1

    def test_only_public_games_with_the_same_options_match(self, ana: User, bram: User) -> None:
        start_seek(ana, RATED)
        lobby.create_game(ana, MatchOptions(listed=False))
        lobby.create_game(ana, MatchOptions(strict=True))
        waiting = start_seek(bram, CASUAL)
        assert waiting.status == "waiting"
        cancellation.cancel_game(waiting, bram)
        invitation = lobby.create_game(ana, CASUAL)
        assert start_seek(bram, CASUAL) == invitation

    def test_an_absent_seeker_is_not_met(self, ana: User, bram: User) -> None:
        game = start_seek(ana, CASUAL)
        later(game, 60)
        Player.objects.update(seen_at=timezone.now() - timedelta(seconds=12))
        assert start_seek(bram, CASUAL) != game
        later(game, 60)
        assert pair_seeks() == 1

    def test_a_repeated_seek_is_the_same_game_and_guests_seek_casual_games(self, ana: User) -> None:
        assert start_seek(ana, CASUAL) == start_seek(ana, CASUAL)
        start_seek(ana, RATED)
        assert Game.objects.get(status="waiting").rated
        assert Game.objects.count() == 2
        gita = guest("Gita")
        assert refusal_code(start_seek, gita, RATED) == "account_needed"
        assert start_seek(gita, CASUAL) == start_seek(ana, CASUAL)

    def test_the_nearest_rating_first_and_far_ones_once_the_window_is_wide(self, ana: User, bram: User) -> None:
        people = [ana, bram, person("Dora"), person("Emil")]
        for user, rating in zip(people, (1200, 1900, 2700, 1880), strict=True):
            stand(user, rating)
        part = "c" * 64
        first, second = (start_seek(one, RATED) for one in people[:2])
        third = start_seek(people[2], RATED, seed_tickets.issue_ticket().ticket, part)
        assert len({first, second, third}) == 3
        assert start_seek(people[3], RATED) == second
        assert pair_seeks() == 0
        for game in (first, third):
            later(game, ANY_OPPONENT_AFTER)
        assert pair_seeks() == 1
        assert match_of(first).names == ("Ana", "Dora")
        shuffle = match_of(first).shuffle
        assert shuffle is not None
        assert shuffle.parts == (None, part)
        third.refresh_from_db()
        assert (third.status, match_of(third).successor) == ("called_off", first.code)
        assert pair_seeks() == 0

    def test_who_often_leaves_games_is_met_last(self, ana: User, bram: User, cleo: User) -> None:
        for _ in range(conduct.MIN_LEFT):
            game = lobby.create_game(ana, CASUAL)
            lobby.join_game(game, cleo)
            cancellation.cancel_game(game, ana)
        first, second = lobby.create_game(ana, CASUAL), lobby.create_game(bram, CASUAL)
        for game, waited in ((first, 20), (second, 5)):
            later(game, waited)
        assert start_seek(cleo, CASUAL) == second
        assert start_seek(person("Dora"), CASUAL) == first

    def test_after_a_refused_pair_another_is_made(self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        people = [ana, bram, person("Dora")]
        games = []
        for user, rating in zip(people, (1000, 2000, 3000), strict=True):
            stand(user, rating)
            games.append(start_seek(user, RATED))
            later(games[-1], ANY_OPPONENT_AFTER)
        join = lobby.join_game

        def choosy(game: Game, user: User, *args: Any, **more: Any) -> Any:
            if {game.pk, user.pk} == {games[0].pk, bram.pk}:
                raise Refusal("seat_taken")
            return join(game, user, *args, **more)

        monkeypatch.setattr(lobby, "join_game", choosy)
        assert pair_seeks() == 1
        assert waiting() == {games[1].pk}

    def test_invitations_are_not_merged_after_a_join(self, ana: User, bram: User, cleo: User) -> None:
        taken, free = lobby.create_game(ana, CASUAL), lobby.create_game(bram, CASUAL)
        lobby.join_game(taken, cleo)
        for pair in ((taken.pk, free.pk), (free.pk, taken.pk)):
            assert not matchmaking._merge_invitations(*pair)
        assert match_of(taken).names == ("Ana", "Cleo")
        assert (waiting(), match_of(free).names) == ({free.pk}, ("Bram", ""))
        assert Player.objects.filter(game=free).count() == 1
