"""Rounds of a tournament: their start, their pairings, and a round that is paired again."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Entrant, Pairing, SharedDeal, Tournament, TournamentRound, User, new_code
from games.queries.shared_deals import knows_only_hand, list_selves
from games.rules.errors import Refusal
from games.services.matches.seed_tickets import generate_seed
from games.services.tournaments.acts import record_act
from games.services.tournaments.boards import (
    choose_mode,
    close_round,
    drop_game,
    get_current_round,
    get_users,
    start_game,
)
from games.services.tournaments.changes import change_as_host, require_unfinished
from games.state.tournament.boards import BYE, Board, EntrantPair
from games.state.tournament.kinds import ResultSource, System, TournamentActKind, TournamentPhase
from games.state.tournament.pairing import pair_round

RELATED = ("first__user", "second__user", "game")


def start_round(tournament: Tournament, user: User) -> TournamentRound:
    """Start the next round as the host: pair everybody present, and deal the online games.

    Raise ``Refusal`` with ``not_tournament_host``, ``tournament_over``, ``all_rounds_played``, ``round_not_over``,
    ``too_few_entrants``, and with ``nobody_left_to_meet`` in a round robin in which all present have met.
    """
    with change_as_host(tournament, user) as locked:
        require_unfinished(locked)
        close_round(locked)
        number = locked.rounds.count() + 1
        if locked.rounds_planned and number > locked.rounds_planned:
            raise Refusal("all_rounds_played", count=locked.rounds_planned)
        pairs = _pair_next(locked, list_rounds(locked))
        current = TournamentRound.objects.create(
            tournament=locked, number=number, shared_deal=_create_deal() if locked.same_deal else None
        )
        _create_boards(locked, current, pairs)
        locked.phase = TournamentPhase.RUNNING
        locked.save(update_fields=["phase"])
        return current


def pair_round_again(tournament: Tournament, user: User) -> TournamentRound:
    """Pair the current round again as the host, for those who came or left since, as long as no board has begun.

    A deal that the boards share is dealt anew, since the players have seen their hands.

    Raise ``Refusal`` with ``not_tournament_host``, ``tournament_over``, ``no_round``, ``round_begun``,
    ``too_few_entrants`` and ``nobody_left_to_meet``.
    """
    with change_as_host(tournament, user) as locked:
        current = _require_current(locked)
        boards = list(current.pairings.select_related(*RELATED))
        if any(board.counts and not board.is_bye for board in boards):
            raise Refusal("round_begun")
        pairs = _pair_next(locked, list_rounds(locked, before=current.number))
        _drop_games(boards)
        current.pairings.all().delete()
        if current.shared_deal is not None:
            current.shared_deal = _create_deal()
            current.save(update_fields=["shared_deal"])
        _create_boards(locked, current, pairs)
        record_act(locked, user, TournamentActKind.PAIR_AGAIN, after={"round": current.number})
        return current


def swap_entrants(tournament: Tournament, user: User, one: Entrant, other: Entrant) -> None:
    """Let two entrants change places in the current round, as long as neither board has begun.

    A board on which a player would know cards of the shared deal gets cards of its own.

    Raise ``Refusal`` with ``not_tournament_host``, ``tournament_over``, ``no_round``, ``not_paired`` and
    ``round_begun``.
    """
    with change_as_host(tournament, user) as locked:
        current = _require_current(locked)
        boards = list(current.pairings.select_related(*RELATED))
        places = {one.pk: other, other.pk: one}
        affected = [board for board in boards if {board.first_id, board.second_id} & places.keys()]
        if not places.keys() <= {pk for board in affected for pk in (board.first_id, board.second_id)}:
            raise Refusal("not_paired")
        if any(board.counts and not board.is_bye for board in affected):
            raise Refusal("round_begun")
        _drop_games(affected)
        pairs = [_swap(board, places) for board in affected]
        numbers = [board.board for board in affected]
        current.pairings.filter(pk__in=[board.pk for board in affected]).delete()
        for number, (first, second) in zip(numbers, pairs, strict=True):
            _create_board(locked, current, number, first, second)
        after = {"other": other.pk, "round": current.number}
        record_act(locked, user, TournamentActKind.SWAP, entrant=one, after=after)


def list_rounds(tournament: Tournament, before: int | None = None) -> list[list[Board]]:
    """Return the boards of each round as values, of all rounds or of those before a number."""
    rounds: dict[int, list[Board]] = {number: [] for number in tournament.rounds.values_list("number", flat=True)}
    for pairing in Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("board"):
        rounds[pairing.round.number].append(pairing.as_board)
    return [boards for number, boards in sorted(rounds.items()) if before is None or number < before]


def _require_current(tournament: Tournament) -> TournamentRound:
    require_unfinished(tournament)
    current = get_current_round(tournament)
    if current is None or current.ended_at is not None:
        raise Refusal("no_round")
    return current


def _pair_next(tournament: Tournament, rounds: Sequence[Sequence[Board]]) -> list[EntrantPair]:
    """Return the pairs of the next round. Raise ``Refusal`` with ``too_few_entrants`` or ``nobody_left_to_meet``."""
    entrants = list(tournament.entrants.order_by("number"))
    active = {entrant.pk for entrant in entrants if entrant.is_active}
    if len(active) < 2:
        raise Refusal("too_few_entrants")
    keys = [entrant.pk for entrant in entrants]
    pairs = pair_round(System(tournament.system), keys, active, rounds, tournament.rounds_planned)
    if not pairs:
        raise Refusal("nobody_left_to_meet")
    return pairs


def _create_boards(tournament: Tournament, current: TournamentRound, pairs: Sequence[EntrantPair]) -> None:
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.select_related("user")}
    for number, (first, second) in enumerate(pairs, 1):
        _create_board(tournament, current, number, entrants[first], None if second is None else entrants[second])


def _create_board(
    tournament: Tournament, current: TournamentRound, number: int, first: Entrant, second: Entrant | None
) -> None:
    board = Pairing(round=current, board=number, first=first, second=second)
    board.mode = choose_mode(tournament, board)
    if second is None:
        board.set_result(BYE, ResultSource.PAIRING)
    board.save()
    start_game(tournament, board, _choose_deal(board, current.shared_deal))


def _choose_deal(board: Pairing, deal: SharedDeal | None) -> SharedDeal | None:
    """Return the deal of the round, or None if a player of the board has seen other cards of it than the own hand."""
    users = get_users(board)
    if deal is None or users is None:
        return None
    is_new = all(knows_only_hand(deal, list_selves(user), seat) for seat, user in ((0, users[0]), (1, users[1])))
    return deal if is_new else None


def _swap(board: Pairing, places: dict[int, Entrant]) -> tuple[Entrant, Entrant | None]:
    second = board.second and places.get(board.second.pk, board.second)
    return places.get(board.first_id, board.first), second


def _drop_games(boards: Sequence[Pairing]) -> None:
    """Take the games off the boards. Raise ``Refusal`` with ``round_begun`` if one has begun."""
    for board in boards:
        try:
            drop_game(board)
        except Refusal as refusal:
            raise Refusal("round_begun") from refusal


def _create_deal() -> SharedDeal:
    """Create the deal of a round. It has no creator, so nobody may view its cards."""
    return SharedDeal.objects.create(code=new_code(), seed=generate_seed())
