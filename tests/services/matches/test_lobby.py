"""Invitations and seats: creating, joining, and their refusals."""

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
    def test_the_creator_waits_on_seat_0_before_the_deal(self, ana: User) -> None:
        game = lobby.create_game(ana, MatchOptions())
        match = match_of(game)
        assert (match.status, match.seat_of(ana.pk), match.occupants[1]) == (Status.WAITING, 0, None)
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]
        assert match.state is None
        assert "dealt" not in game.entries.values_list("kind", flat=True)
        occupant = match_of(lobby.create_game(guest("Gus"), MatchOptions())).occupants[0]
        assert occupant is not None
        assert (occupant.name, occupant.guest) == ("Gus", True)

    def test_games_are_open_and_chance_decides_who_leads_by_default(self) -> None:
        assert MatchOptions() == MatchOptions(listed=True, watch=True, strict=False, lead="random")

    @pytest.mark.parametrize(
        "options", [MatchOptions(), MatchOptions(listed=False), MatchOptions(watch=False, strict=True, lead="other")]
    )
    def test_the_options_are_in_the_log_and_in_the_row(self, ana: User, options: MatchOptions) -> None:
        game = lobby.create_game(ana, options)
        game.refresh_from_db()
        assert match_of(game).options == options
        for name in ("listed", "watch", "strict", "lead"):
            assert getattr(game, name) == getattr(options, name)


class TestJoin:
    def test_joining_takes_seat_1_and_deals_the_whole_deck(self, invitation: Game, bram: User) -> None:
        match = lobby.join_game(invitation, bram)
        assert match.state is not None
        hands, deck = match.state.hands, match.state.deck
        assert (match.status, match.seat_of(bram.pk)) == (Status.PLAYING, 1)
        assert sorted([*hands[0], *hands[1], *deck]) == sorted(DECK)
        assert (len(hands[0]), len(hands[1]), len(deck)) == (13, 13, 26)

    @pytest.mark.parametrize(("lead", "leader"), [("creator", 0), ("other", 1)])
    def test_the_creator_chooses_who_leads(self, ana: User, bram: User, lead: str, leader: int) -> None:
        state = lobby.join_game(lobby.create_game(ana, MatchOptions(lead=lead)), bram).state
        assert state is not None
        assert state.leader == leader

    def test_chance_lets_each_of_them_lead(self, ana: User, bram: User) -> None:
        matches = (lobby.join_game(lobby.create_game(ana, MatchOptions()), bram) for _ in range(30))
        leaders = (match.state.leader for match in matches if match.state)
        first = next(leaders)
        assert any(leader != first for leader in leaders)

    def test_a_seat_is_taken_once_by_another_person(self, invitation: Game, ana: User, bram: User, cleo: User) -> None:
        assert refusal_code(lobby.join_game, invitation, ana) == "own_game"
        before = lobby.join_game(invitation, bram)
        assert lobby.join_game(invitation, bram) == before == match_of(invitation)
        assert invitation.entries.count() == before.version
        assert refusal_code(lobby.join_game, invitation, cleo) == "seat_taken"
        actors = Entry.objects.filter(game=invitation).values_list("kind", "actor_id")
        assert list(actors) == [("opened", ana.pk), ("joined", ana.pk), ("joined", bram.pk), ("dealt", None)]

    def test_a_cancelled_invitation_cannot_be_taken(self, invitation: Game, ana: User, bram: User) -> None:
        cancellation.cancel_game(invitation, ana)
        assert refusal_code(lobby.join_game, invitation, bram) == "not_waiting"

    def test_a_single_person_of_many_gets_the_last_seat(self, invitation: Game) -> None:
        racers = [person(f"Racer{number}") for number in range(8)]
        outcomes = in_threads([partial(lobby.join_game, invitation, user) for user in racers])
        assert sorted(outcomes) == ["done"] + ["seat_taken"] * 7
        assert Player.objects.filter(game=invitation).count() == 2
        assert list(invitation.entries.values_list("kind", flat=True)) == ["opened", "joined", "joined", "dealt"]


def test_only_its_own_link_opens_a_private_game(ana: User, bram: User) -> None:
    secret, other = (lobby.create_game(ana, MatchOptions(listed=False)) for _ in range(2))
    for token in (None, "", "wrong", "ü", lobby.invite_token(other)):
        assert refusal_code(lobby.join_game, secret, bram, token) == "not_invited"
    assert match_of(secret).status == Status.WAITING
    assert lobby.join_game(secret, bram, lobby.invite_token(secret)).seat_of(bram.pk) == 1
