"""Club nights as tests run them."""

from __future__ import annotations

from games.models import Entrant, Game, Pairing, Tournament, User
from games.queries.tournaments import TournamentSheet, load_sheet
from games.services.tournaments.entrants import join_tournament
from tests.people import guest
from tests.services.matches.games import play_at_once


def enter(night: Tournament, *names: str) -> list[User]:
    """Let guests join."""
    users = [guest(name) for name in names]
    for user in users:
        join_tournament(night, user)
    return users


def sheet_of(night: Tournament) -> TournamentSheet:
    """The tournament as a page would read it now."""
    return load_sheet(Tournament.objects.get(pk=night.pk))


def boards_of(night: Tournament) -> list[Pairing]:
    """The boards of the current round that are played."""
    current = sheet_of(night).current
    assert current is not None
    return [board for board in current.boards if not board.is_bye]


def game_of(board: Pairing) -> Game:
    assert board.game is not None
    return board.game


def entrant_of(night: Tournament, user: User) -> Entrant:
    return Entrant.objects.get(tournament=night, user=user)


def user_of(entrant: Entrant | None) -> User:
    assert entrant is not None
    assert entrant.user is not None
    return entrant.user


def play_round(night: Tournament) -> None:
    """Play the games of all boards that have no result yet to the end."""
    for board in boards_of(night):
        if not board.counts:
            play_at_once(game_of(board))
