"""The pool of engine processes: their questions, answers, failures and end."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
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
from games.services.bots import engine_jobs, engine_pool, worker
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
    """The processes of the pool."""
    return [one for one in multiprocessing.active_children() if one not in OTHERS]


def test_a_question_holds_only_knowledge_level_seed_and_draw_rule() -> None:
    assert {field.name for field in fields(EngineQuestion)} == {"knowledge", "level", "seed", "draw"}
    assert get_type_hints(EngineQuestion)["knowledge"] is Knowledge


def test_cards_and_hints_are_legal_and_the_same_each_time(pool: EnginePool) -> None:
    card = pool.ask(FIRST).result(SOON)
    assert card in map(str, legal_moves(DEAL))
    assert pool.ask(FIRST).result(SOON) == card == worker.choose_card(FIRST.knowledge, "page", 7, "votes")
    advice = pool.advise(FIRST).result(SOON)
    assert advice == worker.give_hint(FIRST.knowledge, "page", 7, "votes")
    assert advice[0] in map(str, legal_moves(DEAL))


def test_the_next_question_after_a_killed_process_starts_new_ones(pool: EnginePool) -> None:
    card = pool.ask(FIRST).result(SOON)
    for child in children():
        child.kill()
        child.join(SOON)
    for _ in range(2):
        try:
            again = pool.ask(FIRST).result(SOON)
            break
        except BrokenProcessPool:
            # A question before the pool notices the death is lost; the sweep asks it again.
            continue
    assert again == card


def test_a_pool_starts_until_it_has_compiled_what_no_process_has_before(
    pool: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_pool, "must_compile", lambda: False)
    pool.warm_up()
    assert not pool.is_starting()
    monkeypatch.setattr(engine_pool, "must_compile", lambda: True)
    compiled: Future[None] = Future()
    monkeypatch.setattr(pool, "_run", lambda work: compiled)
    pool.warm_up()
    assert pool.is_starting()
    compiled.set_result(None)
    assert not pool.is_starting()


def test_processes_import_no_django() -> None:
    run = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_processes_end_with_the_site_in_the_middle_of_work(pool: EnginePool) -> None:
    pool.ask(FIRST).result(SOON)
    processes = children()
    assert processes
    for _ in range(50):
        pool.ask(FIRST)
    pool.end()
    # ``is_alive`` is wrong while the pool's own thread reads the exit code.
    assert all(wait([child.sentinel], SOON) for child in processes)


@pytest.mark.parametrize(
    ("make", "asked"), [(engine_jobs.build_card_job, "ask"), (engine_jobs.build_hint_job, "advise")]
)
def test_a_job_for_another_machine_is_plain_json_and_keeps_the_question(
    make: Callable[[EngineQuestion], engine_jobs.EngineJob], asked: str
) -> None:
    pool: Any = SimpleNamespace(ask=lambda question: ("ask", question), advise=lambda question: ("advise", question))
    job = make(FIRST)
    assert job.kind == engine_jobs.CARDS
    answer: Any = engine_jobs.start_job(pool, job.task, json.loads(json.dumps(job.payload)))
    assert answer == (asked, FIRST)
