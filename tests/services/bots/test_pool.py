"""The pool of processes in which bots think: what they know, and what becomes of them."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields
from multiprocessing.connection import wait
from types import SimpleNamespace
from typing import Any, get_type_hints

import pytest

from games.engine.knowledge import Knowledge, build_knowledge
from games.rules.moves import legal_moves
from games.rules.shuffle import Shuffle
from games.rules.visible_state import build_visible_state
from games.services.bots import engine_jobs, worker
from games.services.bots.bot_turns import EngineQuestion
from games.services.bots.engine_pool import EnginePool

SOON = 60.0
DEAL = Shuffle.of("ab" * 32, 0).dealt()
FIRST = EngineQuestion(build_knowledge((build_visible_state(DEAL, 0),)), "page", 7, "votes")
OTHERS: list[Any] = []
PROBE = "import sys, games.services.bots.worker; print(any(name.startswith('django') for name in sys.modules))"


@pytest.fixture(scope="module")
def pool() -> Iterator[EnginePool]:
    OTHERS.extend(multiprocessing.active_children())
    pool = EnginePool()
    yield pool
    pool.end()


def children() -> list[Any]:
    """The processes that think, none of other tests."""
    return [one for one in multiprocessing.active_children() if one not in OTHERS]


def test_a_question_holds_what_the_seat_knows_a_level_and_a_seed() -> None:
    told = get_type_hints(EngineQuestion)
    assert {one.name for one in fields(EngineQuestion)} == {"knowledge", "level", "seed", "draw"}
    assert told["knowledge"] is Knowledge
    assert (told["level"], told["seed"], told["draw"]) == (str, int, str)


def test_the_answer_is_a_legal_card_the_same_each_time(pool: EnginePool) -> None:
    card = pool.ask(FIRST).result(SOON)
    assert card in map(str, legal_moves(DEAL))
    assert pool.ask(FIRST).result(SOON) == card == worker.choose_card(FIRST.knowledge, "page", 7, "votes")


def test_a_hint_is_found_there_as_well(pool: EnginePool) -> None:
    advised = pool.advise(FIRST).result(SOON)
    assert advised == worker.give_hint(FIRST.knowledge, "page", 7, "votes")
    assert advised[0] in map(str, legal_moves(DEAL))


def test_the_next_question_after_a_death_starts_new_processes(pool: EnginePool) -> None:
    card = pool.ask(FIRST).result(SOON)
    for child in children():
        child.kill()
        child.join(SOON)
    for _ in range(2):
        try:
            again = pool.ask(FIRST).result(SOON)
            break
        except BrokenProcessPool:
            # What was asked before it was noticed is lost, and asked again by the sweep.
            continue
    assert again == card


def test_processes_import_no_database() -> None:
    told = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_processes_end_with_the_site_in_the_middle_of_work(pool: EnginePool) -> None:
    pool.ask(FIRST).result(SOON)
    theirs = children()
    assert theirs
    for _ in range(50):
        pool.ask(FIRST)
    pool.end()
    # Not by ``is_alive``, which takes one for alive that the pool's own thread just asked for how it ended.
    assert all(wait([child.sentinel], SOON) for child in theirs)


@pytest.mark.parametrize(
    ("make", "asked"), [(engine_jobs.build_card_job, "ask"), (engine_jobs.build_hint_job, "advise")]
)
def test_another_machine_is_asked_the_same_in_plain_json(
    make: Callable[[EngineQuestion], engine_jobs.EngineJob], asked: str
) -> None:
    pool: Any = SimpleNamespace(ask=lambda question: ("ask", question), advise=lambda question: ("advise", question))
    job = make(FIRST)
    assert job.kind == engine_jobs.CARDS
    answer: Any = engine_jobs.start_job(pool, job.what, json.loads(json.dumps(job.payload)))
    assert answer == (asked, FIRST)
