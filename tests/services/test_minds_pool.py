"""The processes in which the site's own think: what they know, and what becomes of them."""

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

from games.minds.knowledge import Knowledge, known
from games.rules.moves import legal_moves
from games.rules.shuffle import Shuffle
from games.rules.visible import visible
from games.services.minds import jobs, worker
from games.services.minds.pool import MOST, Pool, size
from games.services.minds.turn import Question

SOON = 60.0
DEAL = Shuffle.of("ab" * 32, 0).dealt()
FIRST = Question(known((visible(DEAL, 0),)), "page", 7, "votes")
OTHERS: list[Any] = []
PROBE = "import sys, games.services.minds.worker; print(any(name.startswith('django') for name in sys.modules))"


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    OTHERS.extend(multiprocessing.active_children())
    pool = Pool()
    yield pool
    pool.end()


def children() -> list[Any]:
    """The processes that think, none of other tests."""
    return [one for one in multiprocessing.active_children() if one not in OTHERS]


def test_a_mind_is_handed_what_its_seat_knows_a_level_and_a_number() -> None:
    told = get_type_hints(Question)
    assert {one.name for one in fields(Question)} == {"knowledge", "level", "seed", "draw"}
    assert told["knowledge"] is Knowledge
    assert (told["level"], told["seed"], told["draw"]) == (str, int, str)


def test_no_process_begins_before_the_first_question() -> None:
    assert Pool()._executor is None


def test_there_are_few_and_at_least_one() -> None:
    assert 1 <= size() <= MOST


def test_the_answer_is_a_legal_card_the_same_each_time(pool: Pool) -> None:
    card = pool.ask(FIRST).result(SOON)
    assert card in map(str, legal_moves(DEAL))
    assert pool.ask(FIRST).result(SOON) == card == worker.think(FIRST.knowledge, "page", 7, "votes")


def test_a_hint_is_found_there_as_well(pool: Pool) -> None:
    advised = pool.advise(FIRST).result(SOON)
    assert advised == worker.advise(FIRST.knowledge, "page", 7, "votes")
    assert advised[0] in map(str, legal_moves(DEAL))


def test_after_a_process_died_the_next_question_begins_anew(pool: Pool) -> None:
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


def test_what_a_process_imports_knows_no_database() -> None:
    told = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_they_end_with_the_site_whatever_they_are_at(pool: Pool) -> None:
    pool.ask(FIRST).result(SOON)
    theirs = children()
    assert theirs
    for _ in range(50):
        pool.ask(FIRST)
    pool.end()
    # Not by ``is_alive``, which takes one for alive that the pool's own thread just asked for how it ended.
    assert all(wait([child.sentinel], SOON) for child in theirs)


@pytest.mark.parametrize(("make", "asked"), [(jobs.think, "ask"), (jobs.advise, "advise")])
def test_another_machine_is_asked_the_same_in_plain_json(make: Callable[[Question], jobs.Job], asked: str) -> None:
    pool: Any = SimpleNamespace(ask=lambda question: ("ask", question), advise=lambda question: ("advise", question))
    job = make(FIRST)
    assert job.kind == jobs.CARDS
    answer: Any = jobs.begin(pool, job.what, json.loads(json.dumps(job.told)))
    assert answer == (asked, FIRST)
