"""``manage.py engine solve|play|review FILE``: solve, continue or review recorded games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from games.engine.card_choice import choose_card
from games.engine.endgame_solver import solve_endgame
from games.engine.levels import LEVELS, LEVELS_BY_KEY
from games.engine.position import CARDS, build_position
from games.engine.review.steps import review_game
from games.engine.review.values import serialize_review
from games.management.record_command import RecordCommand
from games.rules.moves import apply, start
from games.rules.record import Record, read, replay
from games.rules.record_fields import BadRecord
from games.rules.state import Phase, Seat, State, get_other_seat
from games.rules.visible_state import VisibleState, build_visible_state

SEEDS = 2**63
"""Number of seeds."""


class Command(RecordCommand):
    """Use the engine on records.

    ``solve`` prints the exact ending of a record in phase two, ``play`` the card that a level plays next, and
    ``review`` the review of all cards, as the page of a finished game shows it. Records and errors are as for
    ``replay``.
    """

    help = "Solve claim-record/1 matches in phase two, choose their next card, or review the cards played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the action, the file, the level and its seed."""
        parser.add_argument(
            "what",
            choices=("solve", "play", "review"),
            help="solve the ending, choose the next card, or review all cards",
        )
        super().add_arguments(parser)
        best = LEVELS[-1].key
        parser.add_argument(
            "--level",
            choices=list(LEVELS_BY_KEY),
            default=best,
            help="level that chooses the card (default: %(default)s)",
        )
        parser.add_argument("--seed", type=int, default=0, help="random seed: the same seed gives the same card")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the seed, and report all records."""
        if not 0 <= options["seed"] < SEEDS:
            self.stderr.write(f"--seed: must be from 0 to {SEEDS - 1}", style_func=str)
            sys.exit(1)
        self.what, self.level, self.seed = options["what"], LEVELS_BY_KEY[options["level"]], options["seed"]
        super().handle(*args, **options)

    def report(self, data: object) -> dict[str, Any]:
        """Return the outcome of the action for a record."""
        record = read(data)
        state = replay(record)
        if self.what == "review":
            return review_record(record)
        if state.finished:
            raise BadRecord("plays: the game is over")
        return solve_record(state, record) if self.what == "solve" else self.choose_card(state, record)

    def choose_card(self, state: State, record: Record) -> dict[str, Any]:
        """Return the card that the level plays, chosen only from what its seat was shown."""
        seat = state.leader if state.lead is None else get_other_seat(state.leader)
        card = choose_card(list_views(record, seat), self.level, self.seed, record.rulings.draw)
        return {"to_play": seat, "card": str(card)}


def review_record(record: Record) -> dict[str, Any]:
    """Return the review of the played cards, also of an unfinished game."""
    if not record.plays:
        raise BadRecord("plays: there is no card to review")
    return serialize_review(review_game(record))


def solve_record(state: State, record: Record) -> dict[str, Any]:
    """Return the outcome of best play for the seat to play, overall and for each legal card; None if unknown."""
    if state.phase is not Phase.TWO:
        raise BadRecord("plays: phase two has not begun, so the ending cannot be solved")
    solution = solve_endgame(build_position(state), record.rulings.draw)
    return {
        "to_play": state.to_play,
        "outcome": solution.outcome,
        "margin": solution.margin,
        "nodes": solution.nodes,
        "cards": {str(CARDS[card]): outcome for card, outcome in solution.cards.items()},
    }


def list_views(record: Record, seat: Seat) -> Sequence[VisibleState]:
    """Return the visible states of a seat from the deal on, one for each card."""
    state = start(record.hands, record.deck, record.leader)
    views = [build_visible_state(state, seat, record.rulings)]
    for card in record.plays:
        state = apply(state, card)
        views.append(build_visible_state(state, seat, record.rulings))
    return views
