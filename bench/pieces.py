"""What the pieces of a card cost in one process, without sockets: the writer's batch, and what changed for both seats.

.venv/bin/python -m bench.pieces [--games 50]

Plays so many games card by card together, as one batch of the writer each, in a folder of its own. CPU of the thread.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

PLIES = 52


class Costs:
    """CPU by name, and how many cards it was for."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def of(self, name: str, calls: Iterable[Callable[[], Any]]) -> list[Any]:
        """Call all, and count what they took."""
        since = time.thread_time()
        found = [call() for call in calls]
        self._seconds[name] = self._seconds.get(name, 0.0) + time.thread_time() - since
        return found

    def told(self, cards: int) -> str:
        return "\n".join(f"{name}: {1e6 * spent / cards:.1f} us" for name, spent in self._seconds.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, choices=range(1, 101))
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="claimsite.settings")
        costs = measured(prepared(Path(folder), games))
    print(costs.told(PLIES * games))


def prepared(folder: Path, count: int) -> list[int]:
    """A site with so many dealt games; their keys."""
    import django

    django.setup()
    from django.db import transaction

    from bench.seed import seed
    from games.run import prepare

    prepare.state_folder(folder)
    prepare.database()
    with transaction.atomic():
        found = [seed(number).id for number in range(count)]
    gc.freeze()
    return found


def measured(games: Sequence[int]) -> Costs:
    from games.live.online.moved import moved
    from games.live.online.seats import seats
    from games.live.views import Views
    from games.store import log, writer

    costs, chance, loop = Costs(), random.Random(5), asyncio.new_event_loop()
    stories = [log.load(game) for game in games]
    for ply in range(PLIES):
        jobs = [writer.Job(story.game_id, card(story, ply, chance), loop.create_future(), True) for story in stories]
        costs.of("the writer, a move of a batch", [partial(writer.write_surely, jobs)])
        pairs = [(story, log.cache.get(story.game_id)) for story in stories]
        found = [moved(*pair) for pair in pairs]
        views = [Views(before, seats).next(after) for before, after in pairs]
        for kind, wanted in (("the short way", True), ("the long way", False)):
            few = [one for one, short in zip(views, found, strict=True) if (short is not None) is wanted]
            costs.of(f"what changed for both, {kind}", [partial(texts, one) for one in few])
        stories = [after for _, after in pairs]
    loop.close()
    return costs


def card(story: Any, ply: int, chance: random.Random) -> Callable[[], int]:
    """A legal card, as its player sends it."""
    from games.rules.moves import legal_moves
    from games.services.online import play

    seat = story.state.to_play
    chosen = str(chance.choice(legal_moves(story.state)))
    return partial(play.play, story.game_id, story.sitters[seat].user_id, chosen, ply, f"{seat}-{ply}")


def texts(views: Any) -> list[str]:
    return [views.at_once((seat, "en"), follows=True) for seat in (0, 1)]


if __name__ == "__main__":
    main()
