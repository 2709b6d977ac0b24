"""Creation, settings and end of tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from games.models import Pairing, Tournament, User, new_code
from games.rules.errors import Refusal
from games.services.tournaments.boards import close_round
from games.services.tournaments.changes import change_as_host, require_not_muted, require_unfinished
from games.state.game_state import Mode
from games.state.tournament.kinds import System, TournamentPhase

MAX_UNFINISHED = 5
"""Maximum number of unfinished tournaments per host."""
MAX_ROUNDS = 63
"""Number of rounds in which 64 people meet everybody."""


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """Options chosen by the host.

    ``rounds`` may be 0: in a round robin everybody then meets everybody, and a Swiss goes on until the host ends it.
    ``clock`` is the time control of online boards, read by ``games.state.clock.parse_time_control``.
    """

    system: System = System.SWISS
    rounds: int = 0
    mode: Mode = Mode.ONLINE
    same_deal: bool = False
    clock: str = ""


def create_tournament(host: User, name: str, options: TournamentOptions) -> Tournament:
    """Create a tournament that is open for entries; the host does not take part unless they join.

    ``name`` is clean. Raise ``Refusal`` with ``muted``, ``too_many_tournaments`` and ``bad_rounds``.
    """
    require_not_muted(host)
    unfinished = Tournament.objects.filter(host=host).exclude(phase=TournamentPhase.FINISHED)
    if unfinished.count() >= MAX_UNFINISHED:
        raise Refusal("too_many_tournaments", limit=MAX_UNFINISHED)
    _require_rounds(options.rounds)
    return Tournament.objects.create(
        code=new_code(),
        name=name,
        host=host,
        system=options.system,
        rounds_planned=options.rounds,
        mode=options.mode,
        same_deal=options.same_deal,
        clock=options.clock,
    )


def change_options(tournament: Tournament, user: User, name: str, options: TournamentOptions) -> Tournament:
    """Change the name and the options of a tournament; the system only before the first round.

    Rounds that have started keep their boards. Raise ``Refusal`` with ``not_tournament_host``, ``tournament_over``,
    ``tournament_running`` and ``bad_rounds``, and with ``muted`` if the name changes.
    """
    with change_as_host(tournament, user) as locked:
        if name != locked.name:
            require_not_muted(user)
        require_unfinished(locked)
        number = locked.rounds.count()
        if number and options.system != locked.system:
            raise Refusal("tournament_running")
        _require_rounds(options.rounds, number)
        locked.name, locked.system, locked.rounds_planned = name, options.system, options.rounds
        locked.mode, locked.same_deal, locked.clock = options.mode, options.same_deal, options.clock
        locked.save()
        return locked


def finish_tournament(tournament: Tournament, user: User) -> Tournament:
    """Finish a tournament once every board of the last round has a result. Finishing twice is harmless.

    Raise ``Refusal`` with ``not_tournament_host`` and ``round_not_over``.
    """
    with change_as_host(tournament, user) as locked:
        if locked.phase != TournamentPhase.FINISHED:
            close_round(locked)
            locked.phase, locked.finished_at = TournamentPhase.FINISHED, timezone.now()
            locked.save(update_fields=["phase", "finished_at"])
        return locked


def reopen_tournament(tournament: Tournament, user: User) -> Tournament:
    """Open a finished tournament again, for another round. Raise ``Refusal`` with ``not_tournament_host``."""
    with change_as_host(tournament, user) as locked:
        if locked.phase == TournamentPhase.FINISHED:
            running = Pairing.objects.filter(round__tournament=locked).exists()
            locked.phase = TournamentPhase.RUNNING if running else TournamentPhase.REGISTERING
            locked.finished_at = None
            locked.save(update_fields=["phase", "finished_at"])
        return locked


def _require_rounds(rounds: int, started: int = 0) -> None:
    """Raise ``Refusal`` with ``bad_rounds`` unless the number of rounds is 0, or possible after those that started."""
    if rounds and not max(started, 1) <= rounds <= MAX_ROUNDS:
        raise Refusal("bad_rounds", limit=MAX_ROUNDS)
