"""Invitations and seats: who may create, join and call off, and what they are told when they may not."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Entry, Game, Player, User
from games.rules.cards import DECK
from games.services.online import lobby, play
from games.store import log
from games.stories.online import Match, Options
from games.stories.status import Status
from tests.people import guest, person
from tests.services.plays import code_of, in_threads, play_at_once, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def match_of(game: Game) -> Match:
    return log.load_as(Match, game.pk)


class TestCreate:
    def test_the_creator_sits_on_seat_0_and_waits(self, ana: User) -> None:
        game = lobby.create(ana, Options())
        match = match_of(game)
        assert (match.status, match.seat_of(ana.pk), match.sitters[1]) == (Status.WAITING, 0, None)
        assert [(p.seat, p.user) for p in game.players.all()] == [(0, ana)]

    def test_nothing_is_dealt_before_somebody_joins(self, ana: User) -> None:
        game = lobby.create(ana, Options())
        assert match_of(game).state is None
        assert "dealt" not in game.entries.values_list("kind", flat=True)

    def test_whoever_chooses_nothing_plays_in_the_open_with_chance_to_lead(self) -> None:
        assert Options() == Options(listed=True, watch=True, strict=False, lead="random")

    @pytest.mark.parametrize(
        "options",
        [Options(), Options(listed=False), Options(watch=False, strict=True, lead="other")],
    )
    def test_the_options_are_kept_in_the_log_and_for_queries(self, ana: User, options: Options) -> None:
        game = lobby.create(ana, options)
        game.refresh_from_db()
        assert match_of(game).options == options
        assert (game.listed, game.watch, game.strict, game.lead) == (
            options.listed,
            options.watch,
            options.strict,
            options.lead,
        )

    def test_a_guest_is_marked_as_one(self, db: None) -> None:
        sitter = match_of(lobby.create(guest("Gus"), Options())).sitters[0]
        assert sitter is not None
        assert (sitter.name, sitter.guest) == ("Gus", True)


class TestJoin:
    def test_joining_takes_seat_1_and_deals_the_whole_deck(self, invitation: Game, bram: User) -> None:
        match = lobby.join(invitation, bram)
        assert match.state is not None
        hands, deck = match.state.hands, match.state.deck
        assert (match.status, match.seat_of(bram.pk)) == (Status.PLAYING, 1)
        assert sorted([*hands[0], *hands[1], *deck]) == sorted(DECK)
        assert (len(hands[0]), len(hands[1]), len(deck)) == (13, 13, 26)

    def test_two_deals_differ(self, ana: User, bram: User) -> None:
        deals = [lobby.join(lobby.create(ana, Options()), bram).deal for _ in range(2)]
        assert deals[0] != deals[1]

    @pytest.mark.parametrize(("lead", "leader"), [("creator", 0), ("other", 1)])
    def test_the_creator_chose_who_leads(self, ana: User, bram: User, lead: str, leader: int) -> None:
        state = lobby.join(lobby.create(ana, Options(lead=lead)), bram).state
        assert state is not None
        assert state.leader == leader

    def test_chance_lets_each_of_them_lead(self, ana: User, bram: User) -> None:
        matches = (lobby.join(lobby.create(ana, Options()), bram) for _ in range(30))
        leaders = (match.state.leader for match in matches if match.state)
        first = next(leaders)
        assert any(leader != first for leader in leaders)

    def test_joining_twice_changes_nothing(self, game: Game, bram: User) -> None:
        before = match_of(game)
        assert lobby.join(game, bram) == before
        assert game.entries.count() == before.version

    def test_own_invitation(self, invitation: Game, ana: User) -> None:
        assert refusal_code(lobby.join, invitation, ana) == "own_game"

    def test_a_third_person(self, game: Game, cleo: User) -> None:
        assert refusal_code(lobby.join, game, cleo) == "seat_taken"

    def test_an_invitation_called_off(self, invitation: Game, ana: User, bram: User) -> None:
        lobby.call_off(invitation, ana)
        assert refusal_code(lobby.join, invitation, bram) == "not_waiting"

    def test_who_races_for_the_last_seat_sits_or_is_told(self, invitation: Game) -> None:
        racers = [person(f"Racer{number}") for number in range(8)]
        outcomes = in_threads([partial(lobby.join, invitation, user) for user in racers])
        assert sorted(outcomes) == ["done"] + ["seat_taken"] * 7
        assert Player.objects.filter(game=invitation).count() == 2
        assert list(invitation.entries.values_list("kind", flat=True)) == ["opened", "joined", "joined", "dealt"]


class TestPrivate:
    @pytest.fixture
    def secret(self, ana: User) -> Game:
        return lobby.create(ana, Options(listed=False))

    @pytest.mark.parametrize("token", [None, "", "wrong", "ü"])
    def test_joining_takes_the_link(self, secret: Game, bram: User, token: str | None) -> None:
        assert refusal_code(lobby.join, secret, bram, token) == "not_invited"
        assert match_of(secret).status == Status.WAITING

    def test_the_link_of_another_game_does_not_do(self, secret: Game, ana: User, bram: User) -> None:
        other = lobby.invite_token(lobby.create(ana, Options(listed=False)))
        assert refusal_code(lobby.join, secret, bram, other) == "not_invited"

    def test_the_link_opens_it(self, secret: Game, bram: User) -> None:
        assert lobby.join(secret, bram, lobby.invite_token(secret)).seat_of(bram.pk) == 1

    def test_the_link_holds_128_bits(self, secret: Game) -> None:
        assert len(lobby.invite_token(secret)) == 22


class TestCallOff:
    def test_an_invitation(self, invitation: Game, ana: User) -> None:
        match = lobby.call_off(invitation, ana)
        invitation.refresh_from_db()
        assert (match.status, match.winner, invitation.ending) == (Status.CALLED_OFF, None, "called_off")

    @pytest.mark.parametrize("who", ["ana", "bram"])
    def test_either_player_before_the_first_card(self, game: Game, who: str, request: pytest.FixtureRequest) -> None:
        assert lobby.call_off(game, request.getfixturevalue(who)).status == Status.CALLED_OFF

    def test_not_after_the_first_card(self, game: Game, ana: User) -> None:
        play.play(game.pk, ana.pk, code_of(game, 0), 0, "a")
        assert refusal_code(lobby.call_off, game, ana) == "already_begun"

    def test_not_twice(self, invitation: Game, ana: User) -> None:
        lobby.call_off(invitation, ana)
        assert refusal_code(lobby.call_off, invitation, ana) == "game_over"

    def test_no_stranger(self, game: Game, cleo: User) -> None:
        assert refusal_code(lobby.call_off, game, cleo) == "not_seated"


class TestRematch:
    @pytest.fixture
    def finished(self, game: Game) -> Game:
        play_at_once(game)
        return game

    def test_one_yes_waits_for_the_other(self, finished: Game, ana: User) -> None:
        match = lobby.rematch(finished, ana)
        assert (match.asked, match.successor) == ((True, False), None)

    def test_two_yeses_make_the_game(self, finished: Game, ana: User, bram: User) -> None:
        lobby.rematch(finished, bram)
        successor = lobby.rematch(finished, ana).successor
        new = Game.objects.get(code=successor)
        match = match_of(new)
        assert match.status == Status.PLAYING
        assert (match.seat_of(ana.pk), match.seat_of(bram.pk)) == (0, 1)
        assert new.rematch_of == finished

    def test_the_lead_alternates(self, finished: Game, ana: User, bram: User) -> None:
        leaders, current = [], finished
        for _ in range(3):
            deal = match_of(current).deal
            assert deal is not None
            leaders.append(deal.leader)
            play.resign(current, ana) if match_of(current).status == Status.PLAYING else None
            lobby.rematch(current, ana)
            current = Game.objects.get(code=lobby.rematch(current, bram).successor)
        assert leaders == [0, 1, 0]

    def test_the_options_stay(self, ana: User, bram: User) -> None:
        options = Options(listed=False, watch=False, strict=True, lead="other")
        game = lobby.create(ana, options)
        lobby.join(game, bram, lobby.invite_token(game))
        play.resign(game, bram)
        lobby.rematch(game, ana)
        new = Game.objects.get(code=lobby.rematch(game, bram).successor)
        assert match_of(new).options == options
        assert (new.listed, new.watch, new.strict) == (False, False, True)

    def test_asking_twice_is_asking_once(self, finished: Game, ana: User) -> None:
        version = lobby.rematch(finished, ana).version
        assert lobby.rematch(finished, ana).version == version

    def test_declining_is_told_and_can_be_taken_back(self, finished: Game, ana: User, bram: User) -> None:
        lobby.rematch(finished, ana)
        assert lobby.rematch(finished, bram, accept=False).declined
        match = lobby.rematch(finished, bram)
        assert (match.declined, match.successor is not None) == (False, True)

    def test_declining_takes_back_ones_own_yes(self, finished: Game, ana: User, bram: User) -> None:
        lobby.rematch(finished, ana)
        lobby.rematch(finished, ana, accept=False)
        assert lobby.rematch(finished, bram).successor is None

    def test_two_at_the_same_moment_make_one_game(self, finished: Game, ana: User, bram: User) -> None:
        outcomes = in_threads([partial(lobby.rematch, finished, user) for user in [ana, bram] * 4])
        assert set(outcomes) == {"done"}
        assert Game.objects.filter(rematch_of=finished).count() == 1

    def test_after_the_new_game_another_yes_leads_to_it(self, finished: Game, ana: User, bram: User) -> None:
        lobby.rematch(finished, ana)
        successor = lobby.rematch(finished, bram).successor
        assert lobby.rematch(finished, ana).successor == successor
        assert lobby.rematch(finished, bram, accept=False).successor == successor

    def test_not_before_the_end(self, game: Game, ana: User) -> None:
        assert refusal_code(lobby.rematch, game, ana) == "not_over"

    def test_not_of_a_game_called_off(self, game: Game, ana: User) -> None:
        lobby.call_off(game, ana)
        assert refusal_code(lobby.rematch, game, ana) == "no_rematch"

    def test_no_stranger(self, finished: Game, cleo: User) -> None:
        assert refusal_code(lobby.rematch, finished, cleo) == "not_seated"


def test_an_entry_names_who_did_it(game: Game, ana: User, bram: User) -> None:
    actors = Entry.objects.filter(game=game).values_list("kind", "actor_id")
    assert list(actors) == [("opened", ana.pk), ("joined", ana.pk), ("joined", bram.pk), ("dealt", None)]
