"""Records leave nothing behind that Python would have to look for, so their commands may do without the looks."""

from __future__ import annotations

import gc
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.management.commands import engine, replay, score
from games.management.records import RecordCommand, decode
from games.rules.fields import BadRecord
from games.rules.logged.record import write as write_table
from games.rules.record import write
from games.run import garbage
from tests.rules.broken import BROKEN, changed
from tests.rules.logbook import Gaps, table_game
from tests.rules.random_games import random_game
from tests.rules.test_random_games import record_of

SEEDS = range(12)
Lines = Callable[[], Iterator[str]]


def dealt() -> Iterator[str]:
    """Games at the site, whole and begun, and each way in which a record may be broken."""
    for seed in SEEDS:
        states = random_game(seed)
        yield from (json.dumps(write(record_of(states, plies))) for plies in (52, seed))
    yield from (json.dumps(changed(change)) for change, _words in BROKEN)


def logged() -> Iterator[str]:
    """Games at a table, whole ones and with gaps in them, and what is none."""
    for seed in SEEDS:
        game = table_game(seed, honest=0.8)
        gaps = Gaps(seed=seed, rate=0.1, tricks=14 + seed, stated=0.5, blinds=bool(seed % 2))
        yield from (json.dumps(write_table(record)) for record in (game.record, gaps.applied(game)))
    yield from ("{}", "[1", '{"a": 1, "a": 2}', "[" * 100_000)


def answered(command: RecordCommand, lines: list[str]) -> int:
    done = 0
    for line in lines:
        try:
            command.report(decode(line))
        except (BadRecord, RecursionError):
            continue
        done += 1
    return done


@pytest.mark.parametrize(("command", "lines"), [(replay.Command, dealt), (score.Command, logged)])
def test_whatever_a_record_says_it_leaves_no_circle(command: type[RecordCommand], lines: Lines) -> None:
    told = list(lines())
    one = command()
    assert not one.leaves_circles
    answered(one, told)
    gc.collect()
    with garbage.unsought():
        assert answered(one, told) >= 2 * len(SEEDS)
        assert gc.collect() == 0


class Asking(RecordCommand):
    """Answers whether circles are looked for."""

    def report(self, data: object) -> dict[str, Any]:
        return {"looks": gc.isenabled()}


@pytest.mark.parametrize("leaves", [True, False])
def test_they_are_looked_for_where_a_command_leaves_some(tmp_path: Path, *, leaves: bool) -> None:
    path, out, command = tmp_path / "records", io.StringIO(), Asking(stdout=io.StringIO())
    path.write_text("{}\n" * 3)
    command.leaves_circles = leaves
    command.execute(file=str(path), stdout=out, no_color=True, force_color=False, skip_checks=True)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == 3 * [{"looks": leaves}]
    assert gc.isenabled()


def test_what_looks_into_games_leaves_some() -> None:
    assert engine.Command.leaves_circles
