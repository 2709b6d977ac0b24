"""What the pieces of a card cost in one process, without sockets: the writer's batch, and what changed for both seats.

.venv/bin/python -m bench.pieces [--games 50]

Plays so many games card by card together, as one batch of the writer each, in a folder of its own. CPU of the thread.
"""

from __future__ import annotations

import argparse
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
        half = {name: 2 if "half" in name else 1 for name in self._seconds}
        return "\n".join(f"{name}: {1e6 * half[name] * one / cards:.1f} us" for name, one in self._seconds.items())


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
        found = [one.id for one in seed(range(count))]
    gc.freeze()
    return found


def measured(games: Sequence[int]) -> Costs:
    from games.live.online import course
    from games.live.online.seats import seats
    from games.live.views import Views
    from games.store import log, writer
    from games.store.job import Call, Job

    costs, chance = Costs(), random.Random(5)
    stories = [log.load(game) for game in games]
    views = [Views(story, seats) for story in stories]
    batch = "the writer, a move of a batch of half of the games"
    for ply in range(PLIES):
        laying = [partial(laid, one, chosen(one, chance), ply) for one in stories[::2]]
        cards = costs.of("a card decided and said, half of the games", laying)
        costs.of(f"{batch}, decided before", [partial(writer.write_surely, cards)])
        costs.of("and answered, half of the games", [card.answer for card in cards])
        for card in cards:
            course.done(card)
        calls = [(one.game_id, partial(played, one, chosen(one, chance), ply)) for one in stories[1::2]]
        jobs = [Job(game, caller=Call(call, unheard), plain=True) for game, call in calls]
        costs.of(f"{batch}, by the plain path", [partial(writer.write_surely, jobs)])
        stories = [log.load(story.game_id) for story in stories]
        views = [one.next(story) for one, story in zip(views, stories, strict=True)]
        costs.of("what changed for both, by the plain path", [partial(texts, one) for one in views])
    return costs


def chosen(story: Any, chance: random.Random) -> str:
    from games.rules.moves import legal_moves

    return str(chance.choice(legal_moves(story.state)))


def laid(story: Any, card: str, ply: int) -> Any:
    """A card as sockets hand it over."""
    from games.live.online import course

    seat = story.state.to_play
    user_id = story.sitters[seat].user_id
    return course.lay(story.game_id, user_id, card, str(ply), f"{seat}-{ply}", None, program=False)


def played(story: Any, card: str, ply: int) -> int:
    from games.services.online import play

    seat = story.state.to_play
    return play.play(story.game_id, story.sitters[seat].user_id, card, ply, f"{seat}-{ply}")


def unheard(*_: object) -> None:
    """Nobody waits for the card, and nothing is left to call."""


def texts(views: Any) -> list[str]:
    return [views.at_once((seat, "en"), follows=True) for seat in (0, 1)]


if __name__ == "__main__":
    main()
