"""Invitations and seats: who may create and join, and what they are told when they may not."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Entry, Game, Player, User
from games.rules.cards import DECK
from games.services.matches import cancellation, lobby
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from tests.people import guest, person
from tests.services.matches.games import in_threads, match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


class TestCreate:
    def test_the_creator_sits_on_seat_0_and_waits(self, ana: User) -> None:
        game = lobby.create_game(ana, MatchOptions())
        match = match_of(game)
        assert (match.status, match.seat_of(ana.pk), match.sitters[1]) == (Status.WAITING, 0, None)
        assert [(p.seat, p.user) for p in game.players.all()] == [(0, ana)]

    def test_nothing_is_dealt_before_somebody_joins(self, ana: User) -> None:
        game = lobby.create_game(ana, MatchOptions())
        assert match_of(game).state is None
        assert "dealt" not in game.entries.values_list("kind", flat=True)

    def test_whoever_chooses_nothing_plays_in_the_open_with_chance_to_lead(self) -> None:
        assert MatchOptions() == MatchOptions(listed=True, watch=True, strict=False, lead="random")

    @pytest.mark.parametrize(
        "options",
        [MatchOptions(), MatchOptions(listed=False), MatchOptions(watch=False, strict=True, lead="other")],
    )
    def test_the_options_are_kept_in_the_log_and_for_queries(self, ana: User, options: MatchOptions) -> None:
        game = lobby.create_game(ana, options)
        game.refresh_from_db()
        assert match_of(game).options == options
        assert (game.listed, game.watch, game.strict, game.lead) == (
            options.listed,
            options.watch,
            options.strict,
            options.lead,
        )

    def test_a_guest_is_marked_as_one(self, db: None) -> None:
        sitter = match_of(lobby.create_game(guest("Gus"), MatchOptions())).sitters[0]
        assert sitter is not None
        assert (sitter.name, sitter.guest) == ("Gus", True)


class TestJoin:
    def test_joining_takes_seat_1_and_deals_the_whole_deck(self, invitation: Game, bram: User) -> None:
        match = lobby.join_game(invitation, bram)
        assert match.state is not None
        hands, deck = match.state.hands, match.state.deck
        assert (match.status, match.seat_of(bram.pk)) == (Status.PLAYING, 1)
        assert sorted([*hands[0], *hands[1], *deck]) == sorted(DECK)
        assert (len(hands[0]), len(hands[1]), len(deck)) == (13, 13, 26)

    @pytest.mark.parametrize(("lead", "leader"), [("creator", 0), ("other", 1)])
    def test_the_creator_chose_who_leads(self, ana: User, bram: User, lead: str, leader: int) -> None:
        state = lobby.join_game(lobby.create_game(ana, MatchOptions(lead=lead)), bram).state
        assert state is not None
        assert state.leader == leader

    def test_chance_lets_each_of_them_lead(self, ana: User, bram: User) -> None:
        matches = (lobby.join_game(lobby.create_game(ana, MatchOptions()), bram) for _ in range(30))
        leaders = (match.state.leader for match in matches if match.state)
        first = next(leaders)
        assert any(leader != first for leader in leaders)

    def test_joining_twice_changes_nothing(self, game: Game, bram: User) -> None:
        before = match_of(game)
        assert lobby.join_game(game, bram) == before
        assert game.entries.count() == before.version

    def test_own_invitation(self, invitation: Game, ana: User) -> None:
        assert refusal_code(lobby.join_game, invitation, ana) == "own_game"

    def test_a_third_person(self, game: Game, cleo: User) -> None:
        assert refusal_code(lobby.join_game, game, cleo) == "seat_taken"

    def test_an_invitation_called_off(self, invitation: Game, ana: User, bram: User) -> None:
        cancellation.cancel_game(invitation, ana)
        assert refusal_code(lobby.join_game, invitation, bram) == "not_waiting"

    def test_who_races_for_the_last_seat_sits_or_is_told(self, invitation: Game) -> None:
        racers = [person(f"Racer{number}") for number in range(8)]
        outcomes = in_threads([partial(lobby.join_game, invitation, user) for user in racers])
        assert sorted(outcomes) == ["done"] + ["seat_taken"] * 7
        assert Player.objects.filter(game=invitation).count() == 2
        assert list(invitation.entries.values_list("kind", flat=True)) == ["opened", "joined", "joined", "dealt"]


class TestPrivate:
    @pytest.fixture
    def secret(self, ana: User) -> Game:
        return lobby.create_game(ana, MatchOptions(listed=False))

    @pytest.mark.parametrize("token", [None, "", "wrong", "ü"])
    def test_joining_takes_the_link(self, secret: Game, bram: User, token: str | None) -> None:
        assert refusal_code(lobby.join_game, secret, bram, token) == "not_invited"
        assert match_of(secret).status == Status.WAITING

    def test_the_link_of_another_game_does_not_do(self, secret: Game, ana: User, bram: User) -> None:
        other = lobby.invite_token(lobby.create_game(ana, MatchOptions(listed=False)))
        assert refusal_code(lobby.join_game, secret, bram, other) == "not_invited"

    def test_the_link_opens_it(self, secret: Game, bram: User) -> None:
        assert lobby.join_game(secret, bram, lobby.invite_token(secret)).seat_of(bram.pk) == 1


def test_an_entry_names_who_did_it(game: Game, ana: User, bram: User) -> None:
    actors = Entry.objects.filter(game=game).values_list("kind", "actor_id")
    assert list(actors) == [("opened", ana.pk), ("joined", ana.pk), ("joined", bram.pk), ("dealt", None)]
