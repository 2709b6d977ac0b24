"""Who looks for an opponent finds one: by rating, in a window that widens, nobody twice and nobody left over."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Player, User
from games.people.pairing import ANYBODY, Seeker, fit, nearest, pairs
from games.rules.errors import Refusal
from games.run import seekers
from games.services.online import lobby, pairing, tickets
from games.services.online.pairing import seek, sweep, terms
from games.stories.online import Options
from tests.people import guest, person
from tests.services.plays import match_of, refusal_code
from tests.services.test_leaderboards import stand

NOW = datetime(2026, 5, 1, tzinfo=UTC)
CASUAL, RATED = terms(rated=False), terms(rated=True)


def seeker(game: int, rating: float = 1500.0, waited: float = 0.0, **more: Any) -> Seeker:
    return Seeker(game, game, NOW - timedelta(seconds=waited), rating, **{"deviation": 60.0, **more})


class TestWhoFits:
    def test_ratings_that_are_near(self) -> None:
        assert fit(seeker(1), seeker(2, 1720.0), NOW)
        assert not fit(seeker(1), seeker(2, 1721.0), NOW)

    def test_the_window_widens_for_both_until_it_is_open(self) -> None:
        far = 1500.0 + 220 + 10 * 20
        assert not fit(seeker(1, waited=60), seeker(2, far, waited=19), NOW)
        assert fit(seeker(1, waited=60), seeker(2, far, waited=20), NOW)
        assert fit(seeker(1, waited=ANYBODY), seeker(2, 9999.0, waited=ANYBODY), NOW)

    def test_who_is_little_known_may_be_anybody(self) -> None:
        assert fit(seeker(1, deviation=350.0), seeker(2, 2300.0, deviation=350.0), NOW)
        assert not fit(seeker(1, deviation=350.0), seeker(2, 2300.0), NOW)

    def test_nobody_meets_themselves_nor_two_who_cannot_be_moved(self) -> None:
        assert not fit(seeker(1), Seeker(2, 1, NOW, 1500.0, 60.0), NOW)
        assert not fit(seeker(1, seeks=False), seeker(2, seeks=False), NOW)

    def test_the_nearest_and_of_several_as_near_who_has_waited_longest(self) -> None:
        others = [seeker(2, 1560), seeker(3, 1540, waited=1), seeker(4, 1460, waited=2), seeker(5, 1441, waited=9)]
        assert nearest(seeker(1), others, NOW) == others[2]
        assert nearest(seeker(1), others, NOW, {(4, 1)}) == others[1]
        assert nearest(seeker(1), [seeker(2, 2900)], NOW) is None

    def test_they_meet_at_an_invitation_to_one_game_or_where_somebody_waits_longer(self) -> None:
        assert list(pairs([seeker(1), seeker(2, waited=3)], NOW)) == [(2, 1)]
        assert list(pairs([seeker(1, seeks=False), seeker(2, waited=3)], NOW)) == [(1, 2)]


def test_a_thousand_in_a_minute_nobody_twice_and_nobody_left_who_had_a_partner() -> None:
    chance = random.Random(13)
    coming = sorted(chance.uniform(0, 60) for _ in range(1000))
    every = [Seeker(n, n, NOW + timedelta(seconds=at), chance.gauss(1500, 350), 60.0) for n, at in enumerate(coming)]
    left: dict[int, Seeker] = {}
    met: Counter[int] = Counter()
    for second in range(0, 62 + int(ANYBODY), 2):
        now = NOW + timedelta(seconds=second)
        left |= {one.game: one for one in every if now - timedelta(seconds=2) < one.since <= now}
        found = list(pairs(tuple(left.values()), now))
        assert all(fit(left[one], left[other], now) for one, other in found)
        for game in (game for pair in found for game in pair):
            del left[game]
            met[game] += 1
        assert not any(fit(one, other, now) for one, other in combinations(left.values(), 2))
    assert (len(met), set(met.values()), len(left)) == (1000, {1}, 0)


def waiting() -> set[int]:
    return set(Game.objects.filter(status="waiting").values_list("pk", flat=True))


def later(game: Game, seconds: float) -> None:
    """That long ago somebody began to wait; their page is here."""
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
    Player.objects.filter(game=game, seat=0).update(seen_at=timezone.now())


@pytest.mark.django_db(transaction=True)
class TestLooking:
    def test_the_first_waits_and_the_second_sits_down(self, ana: User, bram: User) -> None:
        game = seek(ana, CASUAL)
        assert (game.status, game.listed, game.seeking) == ("waiting", True, True)
        assert seek(bram, CASUAL) == game
        assert match_of(game).names == ("Ana", "Bram")
        assert Game.objects.count() == 1

    def test_an_invitation_to_just_such_a_game_is_taken_too(self, ana: User, bram: User) -> None:
        lobby.create(ana, Options(last_trick="all", strict=True))
        invitation = lobby.create(ana, CASUAL)
        assert seek(bram, CASUAL) == invitation

    def test_nobody_meets_who_wants_something_else_or_nobody_else(self, ana: User, bram: User) -> None:
        seek(ana, RATED)
        lobby.create(ana, Options(listed=False, last_trick="all"))
        assert seek(bram, CASUAL).status == "waiting"

    def test_nobody_meets_who_went_away(self, ana: User, bram: User) -> None:
        game = seek(ana, CASUAL)
        later(game, 60)
        Player.objects.update(seen_at=timezone.now() - timedelta(seconds=12))
        assert seek(bram, CASUAL) != game
        later(game, 60)
        assert sweep() == 1

    def test_asking_twice_is_asking_once(self, ana: User) -> None:
        assert seek(ana, CASUAL) == seek(ana, CASUAL)
        seek(ana, RATED)
        assert Game.objects.get(status="waiting").rated
        assert Game.objects.count() == 2

    def test_guests_look_for_casual_games(self, ana: User) -> None:
        gita = guest("Gita")
        assert refusal_code(seek, gita, RATED) == "account_needed"
        assert seek(gita, CASUAL) == seek(ana, CASUAL)

    def test_the_part_of_who_comes_is_in_the_deal(self, ana: User, bram: User) -> None:
        parts = ("a" * 64, "b" * 64)
        seek(ana, CASUAL, tickets.issue().ticket, parts[0])
        game = seek(bram, CASUAL, "", parts[1])
        shuffle = match_of(game).shuffle
        assert shuffle is not None
        assert shuffle.parts == parts

    def test_the_nearest_rating_first_and_far_ones_once_the_window_is_wide(self, ana: User, bram: User) -> None:
        people = [ana, bram, person("Dora"), person("Emil")]
        for user, rating in zip(people, (1200, 1900, 2700, 1880), strict=True):
            stand(user, rating)
        part = "c" * 64
        first, second = (seek(one, RATED) for one in people[:2])
        third = seek(people[2], RATED, tickets.issue().ticket, part)
        assert len({first, second, third}) == 3
        assert seek(people[3], RATED) == second
        assert sweep() == 0
        for game in (first, third):
            later(game, ANYBODY)
        assert sweep() == 1
        assert match_of(first).names == ("Ana", "Dora")
        shuffle = match_of(first).shuffle
        assert shuffle is not None
        assert shuffle.parts == (None, part)
        third.refresh_from_db()
        assert (third.status, match_of(third).successor) == ("called_off", first.code)
        assert sweep() == 0

    def test_who_somebody_may_not_meet_stays_apart_and_meets_somebody_else(
        self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        people = [ana, bram, person("Dora")]
        games = []
        for user, rating in zip(people, (1000, 2000, 3000), strict=True):
            stand(user, rating)
            games.append(seek(user, RATED))
            later(games[-1], ANYBODY)
        join = lobby.join

        def choosy(game: Game, user: User, *args: Any, **more: Any) -> Any:
            if {game.pk, user.pk} == {games[0].pk, bram.pk}:
                raise Refusal("seat_taken")
            return join(game, user, *args, **more)

        monkeypatch.setattr(lobby, "join", choosy)
        assert sweep() == 1
        assert waiting() == {games[1].pk}

    def test_where_somebody_was_faster_everybody_stays_where_they_are(self, ana: User, bram: User, cleo: User) -> None:
        taken, free = lobby.create(ana, CASUAL), lobby.create(bram, CASUAL)
        lobby.join(taken, cleo)
        for pair in ((taken.pk, free.pk), (free.pk, taken.pk)):
            assert not pairing._bring_together(*pair)
        assert match_of(taken).names == ("Ana", "Cleo")
        assert (waiting(), match_of(free).names) == ({free.pk}, ("Bram", ""))
        assert Player.objects.filter(game=free).count() == 1

    def test_a_crowd_over_the_database(self) -> None:
        chance = random.Random(3)
        people = [person(f"P{number}") for number in range(16)]
        for one in people:
            stand(one, chance.gauss(1500, 400))
            seek(one, RATED)
        Game.objects.filter(status="waiting").update(created_at=timezone.now() - timedelta(seconds=ANYBODY))
        Player.objects.update(seen_at=timezone.now())
        sweep()
        playing = Game.objects.filter(status="playing")
        seats = Counter(Player.objects.filter(game__in=playing).values_list("user", flat=True))
        assert (playing.count(), set(seats.values()), waiting()) == (8, {1}, set())

    def test_a_look_that_fails_is_not_the_last(self, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
        def broken() -> int:
            raise RuntimeError("it broke")

        monkeypatch.setattr(pairing, "sweep", broken)
        seekers.turn()
        assert "nobody is brought together" in caplog.text


def test_a_look_costs_one_query_where_nobody_looks(ana: User, django_assert_num_queries: Any) -> None:
    lobby.create(ana, CASUAL)
    with django_assert_num_queries(1):
        assert sweep() == 0
