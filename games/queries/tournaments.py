"""Tournaments as pages show them, in a number of queries that does not depend on the number of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Entrant, Game, Pairing, Tournament, TournamentAct, TournamentRound, User
from games.queries.shared_deals import list_selves
from games.rules.state import Seat
from games.state.tournament.kinds import System, TournamentPhase
from games.state.tournament.pairing import recommend_rounds
from games.state.tournament.standings import Standing, compute_standings

BOARD_RELATIONS = ("first", "second", "game", "reported_by")


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round with its boards, in their order."""

    round: TournamentRound
    boards: Sequence[Pairing]

    @property
    def open_boards(self) -> Sequence[Pairing]:
        """Return the boards without a result that counts."""
        return [board for board in self.boards if not board.counts]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A standing with the entrant that it is about."""

    entrant: Entrant
    standing: Standing


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """A tournament with all its entrants and rounds."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]
    rounds: Sequence[RoundSheet]

    @property
    def current(self) -> RoundSheet | None:
        """Return the latest round, which may have ended, or None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def active(self) -> Sequence[Entrant]:
        """Return the entrants who take part in the next round."""
        return [entrant for entrant in self.entrants.values() if entrant.is_active]

    @property
    def rounds_expected(self) -> int:
        """Return the number of rounds, 0 if it is open, as in a Swiss without a plan, and after the end."""
        planned, system = self.tournament.rounds_planned, System(self.tournament.system)
        if self.tournament.phase == TournamentPhase.FINISHED or (system == System.SWISS and not planned):
            return 0
        return max(planned or recommend_rounds(system, len(self.active)), len(self.rounds))

    @property
    def can_start_round(self) -> bool:
        """Return whether the next round can start, apart from whether anybody is left to meet."""
        tournament, number = self.tournament, len(self.rounds) + 1
        planned = not tournament.rounds_planned or number <= tournament.rounds_planned
        over = self.current is None or not self.current.open_boards
        return tournament.phase != TournamentPhase.FINISHED and planned and over and len(self.active) > 1

    def compute_standings(self) -> Sequence[StandingRow]:
        """Return the standings, best first."""
        boards = [[board.as_board for board in sheet.boards] for sheet in self.rounds]
        standings = compute_standings(list(self.entrants), boards)
        return [StandingRow(self.entrants[standing.entrant], standing) for standing in standings]

    def find_board(self, entrant: Entrant) -> tuple[Pairing, Seat] | None:
        """Return the board and the seat of an entrant in the current round, or None."""
        for board in self.current.boards if self.current else ():
            if entrant.pk in (board.first_id, board.second_id):
                return board, 0 if board.first_id == entrant.pk else 1
        return None

    def find_entrant(self, selves: Sequence[int] | frozenset[int]) -> Entrant | None:
        """Return the entry of a person, given by ``shared_deals.list_selves``, or None."""
        return next((entrant for entrant in self.entrants.values() if entrant.user_id in selves), None)


def find_tournament(code: str) -> Tournament | None:
    """Return the tournament with a code, ignoring case, or None."""
    return Tournament.objects.select_related("host").filter(code=code.upper()).first()


def load_sheet(tournament: Tournament) -> TournamentSheet:
    """Return a tournament with all that its pages show, in three queries."""
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.order_by("number")}
    boards: dict[int, list[Pairing]] = {}
    pairings = Pairing.objects.filter(round__tournament=tournament).order_by("board")
    for pairing in pairings.select_related(*BOARD_RELATIONS):
        boards.setdefault(pairing.round_id, []).append(pairing)
    rounds = tournament.rounds.select_related("shared_deal").order_by("number")
    return TournamentSheet(tournament, entrants, [RoundSheet(each, boards.get(each.pk, [])) for each in rounds])


def list_acts(tournament: Tournament) -> QuerySet[TournamentAct]:
    """Return the corrections of a tournament, latest first, with the rows that they are about."""
    related = ("who", "entrant", "pairing__round", "pairing__first", "pairing__second", "undone_by")
    return tournament.acts.select_related(*related).order_by("-pk")


def list_tournaments(user: User) -> QuerySet[Tournament]:
    """Return the tournaments that a person hosts or entered, latest first."""
    selves = list_selves(user)
    entered = Entrant.objects.filter(user__in=selves).values("tournament")
    return Tournament.objects.filter(Q(host__in=selves) | Q(pk__in=entered)).order_by("-created_at")


def may_get_board(user: User) -> bool:
    """Return whether a person takes part in a tournament that is not over, whose next round may bring a game."""
    entries = Entrant.objects.filter(user=user, left_at=None)
    return entries.exclude(tournament__phase=TournamentPhase.FINISHED).exists()


def find_tournament_code(game: Game) -> str:
    """Return the code of the tournament that a game belongs to, or an empty string."""
    codes = Pairing.objects.filter(game=game).values_list("round__tournament__code", flat=True)
    return codes.first() or ""
