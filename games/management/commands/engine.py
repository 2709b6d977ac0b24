"""``manage.py engine solve|play|review FILE``: what perfect play, levels and looking back make of recorded games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from games.management.records import RecordCommand
from games.minds.choice import choose
from games.minds.endings import solve
from games.minds.levels import BY_KEY, LEVELS
from games.minds.position import CARDS, position
from games.minds.review.parts import review
from games.minds.review.told import written
from games.rules.fields import BadRecord
from games.rules.moves import apply, start
from games.rules.record import Record, read, replay
from games.rules.state import Phase, Seat, State, other
from games.rules.visible import Visible, visible

SEEDS = 2**63


class Command(RecordCommand):
    """``solve`` prints the exact ending of a record that stands in phase two, ``play`` the card that a level plays
    next, ``review`` what the page of a finished game shows, for the cards that were played.

    Records and errors are as for ``replay``.
    """

    help = "Solve claim-record/1 matches that stand in phase two, play their next card, or review what was played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("solve", "play", "review"), help="the ending, a card, or all cards")
        super().add_arguments(parser)
        best = LEVELS[-1].key
        parser.add_argument("--level", choices=list(BY_KEY), default=best, help="who plays (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=0, help="its chance: the same seed plays the same cards")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["seed"] < SEEDS:
            self.stderr.write(f"--seed: it must be 0 to {SEEDS - 1}", style_func=str)
            sys.exit(1)
        self.what, self.level, self.seed = options["what"], BY_KEY[options["level"]], options["seed"]
        super().handle(*args, **options)

    def report(self, data: object) -> dict[str, Any]:
        record = read(data)
        state = replay(record)
        if self.what == "review":
            return reviewed(record)
        if state.finished:
            raise BadRecord("plays: the game is over")
        return solved(state, record) if self.what == "solve" else self.played(state, record)

    def played(self, state: State, record: Record) -> dict[str, Any]:
        """The card that the level plays, by what its seat was shown and nothing else."""
        seat = state.leader if state.lead is None else other(state.leader)
        card = choose(shown(record, seat), self.level, self.seed, record.rulings.draw)
        return {"to_play": seat, "card": str(card)}


def reviewed(record: Record) -> dict[str, Any]:
    """The review of the cards that were played, whether they are a whole game or not."""
    if not record.plays:
        raise BadRecord("plays: there is no card to look back at")
    return written(review(record))


def solved(state: State, record: Record) -> dict[str, Any]:
    """The outcome for the seat to play when both play their best, and after each legal card; null where it is not
    known."""
    if state.phase is not Phase.TWO:
        raise BadRecord("plays: phase two has not begun, so the ending is not decided by skill alone")
    found = solve(position(state), record.rulings.draw)
    return {
        "to_play": state.to_play,
        "outcome": found.outcome,
        "margin": found.margin,
        "nodes": found.nodes,
        "cards": {str(CARDS[card]): outcome for card, outcome in found.cards.items()},
    }


def shown(record: Record, seat: Seat) -> Sequence[Visible]:
    """What a seat was shown of a game, one view a card."""
    state = start(record.hands, record.deck, record.leader)
    views = [visible(state, seat, record.rulings)]
    for card in record.plays:
        state = apply(state, card)
        views.append(visible(state, seat, record.rulings))
    return views
