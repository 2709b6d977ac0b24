"""Boards of a round: their games, online and at real tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from games.eventlog import event_store
from games.models import Game, Pairing, SharedDeal, Tournament, TournamentRound, User
from games.queries.shared_deals import has_seen, list_selves
from games.rules.errors import Refusal
from games.rules.rulings import TABLE_RULINGS, Lead
from games.rules.state import Seat
from games.services.companion import join_tokens, tables
from games.services.companion.places import BrowserVisitor, PlaceChoice
from games.services.matches.seated_games import create_seated_game
from games.services.tournaments.changes import change, is_host, require_host, require_unfinished
from games.services.tournaments.entrants import find_entrant
from games.state.game_state import Event, GameState, Mode, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.sheet import LogDepth
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from games.state.tournament.kinds import UNCOUNTED_SOURCES

DRAWN_LEAD = replace(TABLE_RULINGS, lead=Lead.RANDOM)
"""Rulings of a table whose players do not choose who leads: the pairing has drawn seat 0."""


def get_current_round(tournament: Tournament) -> TournamentRound | None:
    """Return the latest round, which may have ended, or None before the first."""
    return tournament.rounds.order_by("-number").first()


def close_round(tournament: Tournament) -> None:
    """End the current round of a locked tournament, if there is one, and open the cards of its shared deal.

    A game that still goes on, since the host gave its board a result, is cancelled.

    Raise ``Refusal`` with ``round_not_over`` if a board has no result that counts.
    """
    current = get_current_round(tournament)
    if current is None or current.ended_at is not None:
        return
    open_boards = current.pairings.filter(source__in=UNCOUNTED_SOURCES).count()
    if open_boards:
        raise Refusal("round_not_over", count=open_boards)
    for game in Game.objects.filter(pairing__round=current, status__in=[Status.WAITING, Status.PLAYING]):
        cancel_game(game)
    current.ended_at = timezone.now()
    current.save(update_fields=["ended_at"])
    deals = SharedDeal.objects.filter(tournament_rounds=current, closed_at=None)
    deals.update(closed_at=current.ended_at)


def choose_mode(tournament: Tournament, pairing: Pairing) -> Mode:
    """Return where a new board is played: at a real table if the tournament says so, or a player has no device."""
    is_online = tournament.mode == Mode.ONLINE and get_users(pairing) is not None
    return Mode.ONLINE if is_online else Mode.TABLE


def get_users(pairing: Pairing) -> tuple[User, User] | None:
    """Return the users of both seats, or None if a seat has none."""
    first, second = pairing.first.user, pairing.second.user if pairing.second else None
    return None if first is None or second is None else (first, second)


def start_game(tournament: Tournament, pairing: Pairing, deal: SharedDeal | None) -> None:
    """Create and deal the game of a saved online board. At a real table, ``open_table`` opens the game.

    Raise ``Refusal`` with ``no_device`` if a player has no device.
    """
    if pairing.mode != Mode.ONLINE or pairing.is_bye:
        return
    users = get_users(pairing)
    if users is None:
        raise Refusal("no_device")
    pairing.game = create_seated_game(users, MatchOptions(listed=False, clock=tournament.clock), deal)
    pairing.save(update_fields=["game"])


def is_begun(game: Game | None) -> bool:
    """Return whether a card of a game was played or logged, or the game has a result. A cancelled game never began."""
    return game is not None and _has_begun(event_store.get_current_state(game))


def can_change_mode(pairing: Pairing) -> bool:
    """Return whether a board can still move between the site and a real table."""
    return get_users(pairing) is not None and not pairing.counts and not is_begun(pairing.game)


def drop_game(pairing: Pairing) -> None:
    """Take the game off a board that has not begun, and cancel it. Raise ``Refusal`` with ``board_begun``."""

    def decide(state: GameState) -> Sequence[Event]:
        if _has_begun(state):
            raise Refusal("board_begun")
        return _call_off(state)

    if pairing.game is not None:
        event_store.append_to_any(pairing.game, decide)
        pairing.game = None
        pairing.save(update_fields=["game"])


def cancel_game(game: Game) -> None:
    """Cancel the game of a board, unless it is over."""
    event_store.append_to_any(game, _call_off)


def set_mode(pairing: Pairing, user: User, mode: Mode) -> None:
    """Move a board that has not begun online, as one of its players or the host, or as the host to a real table.

    A board online has been dealt, so its players cannot leave their hands alone. Together they can: see
    ``games.services.transfers``. Raise ``Refusal`` with ``not_your_board``, ``not_tournament_host``,
    ``tournament_over``, ``board_over``, ``board_begun`` and ``no_device``.
    """
    with change(pairing.round.tournament) as tournament:
        board = lock_board(tournament, pairing, user)
        if board.mode == mode:
            return
        if board.mode == Mode.ONLINE:
            require_host(tournament, user)
        drop_game(board)
        board.mode = mode
        board.save(update_fields=["mode"])
        start_game(tournament, board, None)


def open_table(pairing: Pairing, visitor: BrowserVisitor) -> Game:
    """Open the table of a board, or take the visitor's seat at it; return the game.

    A player's browser gets the seat of the player. The browser of the host, who acts for players without a device,
    gets both seats of a new table. The first player leads. A table of the round's deal needs the phones of both
    players, who set up the deck with them. A cancelled table is replaced by a new one.

    Raise ``Refusal`` with ``not_your_board``, ``tournament_over``, ``board_over``, ``board_online``, ``bad_choice`` for
    the host at a table of the round's deal, and as ``tables.take_place`` does.
    """
    if visitor.user is None:
        raise Refusal("not_your_board")
    with change(pairing.round.tournament) as tournament:
        board = lock_board(tournament, pairing, visitor.user)
        if board.mode != Mode.TABLE:
            raise Refusal("board_online")
        seat = find_seat(board, visitor.user)
        choice = PlaceChoice.BOTH if seat is None else (PlaceChoice.FIRST, PlaceChoice.SECOND)[seat]
        game = get_live_game(board)
        if game is None:
            board.game = _create_table(board, visitor, choice)
            board.save(update_fields=["game"])
            return board.game
    if seat is not None:
        _take_seat(game, visitor, choice)
    return game


def get_live_game(pairing: Pairing) -> Game | None:
    """Return the game of a board, None without one, and for a cancelled one."""
    game = pairing.game
    return None if game is None or game.status == Status.CALLED_OFF else game


def get_table_deal(pairing: Pairing) -> SharedDeal | None:
    """Return the round's deal if it can be played at the table of a board, else None.

    That takes a device of each player, and neither may have been dealt the cards, as in a game that was dropped.
    """
    game = get_live_game(pairing)
    if game is not None and game.at_table:
        return game.shared_deal
    deal, users = pairing.round.shared_deal, get_users(pairing)
    if deal is None or deal.closed_at is not None or users is None:
        return None
    return None if any(has_seen(deal, list_selves(user)) for user in users) else deal


def find_seat(pairing: Pairing, user: User) -> Seat | None:
    """Return the seat of a person on a board, or None."""
    entrant = find_entrant(pairing.round.tournament, user)
    if entrant is None or entrant.pk not in (pairing.first_id, pairing.second_id):
        return None
    return 0 if entrant.pk == pairing.first_id else 1


def lock_board(tournament: Tournament, pairing: Pairing, user: User) -> Pairing:
    """Return a board of a locked tournament, freshly read, for a change by one of its players or the host.

    Raise ``Refusal`` with ``tournament_over``, ``not_your_board``, and ``board_over`` once a result counts.
    """
    require_unfinished(tournament)
    board = read_board(pairing)
    if find_seat(board, user) is None and not is_host(tournament, user):
        raise Refusal("not_your_board")
    if board.counts:
        raise Refusal("board_over")
    return board


def read_board(pairing: Pairing) -> Pairing:
    """Return a board freshly read, with what its services use."""
    related = ("round__tournament", "round__shared_deal", "first__user", "second__user", "game")
    return Pairing.objects.select_related(*related).get(pk=pairing.pk)


def _create_table(pairing: Pairing, visitor: BrowserVisitor, choice: PlaceChoice) -> Game:
    names = (pairing.first.name, pairing.second.name if pairing.second else "")
    deal = get_table_deal(pairing)
    is_shared, depth = deal is not None, LogDepth.SCORING
    return tables.create_table(
        visitor, names, depth, choice, watch=not is_shared, rulings=DRAWN_LEAD, deal=deal, setup=is_shared, leader=0
    )


def _take_seat(game: Game, visitor: BrowserVisitor, choice: PlaceChoice) -> None:
    """Give a browser the seat of its player. Raise ``Refusal`` with ``wrong_code`` if the table takes nobody."""
    token = join_tokens.get_table_token(game)
    if token is None:
        raise Refusal("wrong_code")
    tables.take_place(visitor, token, choice)


def _has_begun(state: GameState) -> bool:
    if isinstance(state, MatchState):
        return state.status == Status.FINISHED or (not state.over and bool(state.plays))
    return isinstance(state, TableState) and state.status in (Status.PLAYING, Status.FINISHED)


def _call_off(state: GameState) -> Sequence[Event]:
    kind = MatchEventKind.CALLED_OFF if isinstance(state, MatchState) else TableEventKind.CALLED_OFF
    return () if state.over else [Event(kind)]
