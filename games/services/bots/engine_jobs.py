"""Engine jobs and their answers as plain JSON, for an engine on another machine."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from games import engine, rules
from games.engine.knowledge import Knowledge
from games.engine.numba_compiler import is_available
from games.engine.review.values import ReviewPart
from games.rules import record as records
from games.rules.record import Record
from games.services.bots.bot_turns import EngineQuestion
from games.services.bots.engine_pool import Engine

CARDS, REVIEWS = "cards", "reviews"
Payload = Mapping[str, Any]

_knowledge_adapter, _part_adapter = TypeAdapter(Knowledge), TypeAdapter(ReviewPart)


@dataclass(frozen=True, slots=True)
class EngineJob:
    """A job for the engine: the ``task`` with its ``payload``. Jobs of one ``kind`` share a queue.

    The payload of a job about a running game contains only what one seat knows. A review is of a finished game, and its
    payload contains all cards.
    """

    kind: str
    task: str
    payload: Payload


def build_card_job(question: EngineQuestion) -> EngineJob:
    """Build the job to choose a card."""
    return EngineJob(CARDS, "card", _build_payload(question))


def build_hint_job(question: EngineQuestion) -> EngineJob:
    """Build the job to give a hint."""
    return EngineJob(CARDS, "hint", _build_payload(question))


def build_review_job(record: Record, ply: int) -> EngineJob:
    """Build the job to review one step of a game."""
    return EngineJob(REVIEWS, "review", {"record": records.write(record), "ply": ply})


def start_job(pool: Engine, task: str, payload: Payload) -> Future[Any]:
    """Start a job in the processes of ``pool``, and return its future. Raise ``ValueError`` for an unknown task."""
    if task == "review":
        return pool.review_step(records.read(payload["record"]), payload["ply"])
    if task not in ("card", "hint"):
        raise ValueError("no such job")
    knowledge = _knowledge_adapter.validate_python(payload["knowledge"])
    question = EngineQuestion(knowledge, payload["level"], payload["seed"], payload["draw"])
    return pool.advise(question) if task == "hint" else pool.ask(question)


def serialize_answer(task: str, result: Any) -> Any:
    """Return the result of a job as plain JSON."""
    return _part_adapter.dump_python(result, mode="json") if task == "review" else result


def parse_answer(job: EngineJob, answer: Any) -> Any:
    """Return the result of a job from plain JSON. Raise ``ValueError`` if it does not have the right form."""
    if job.task == "review":
        return _part_adapter.validate_python(answer)
    if job.task == "card":
        return TypeAdapter(str).validate_python(answer)
    return TypeAdapter(tuple[str, str, str]).validate_python(answer)


@cache
def get_release_id() -> str:
    """Return an id of the engine: two engines with the same id give the same answer to the same job, word for word.

    It covers the code and the data of the rules and the engine, and whether endgames are compiled.
    """
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for folder in (rules, engine):
        for file in sorted(_list_files(Path(folder.__path__[0]))):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16] + ("" if is_available() else "-plain")


def _list_files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".json")]


def _build_payload(question: EngineQuestion) -> Payload:
    knowledge = _knowledge_adapter.dump_python(question.knowledge, mode="json")
    return {"knowledge": knowledge, "level": question.level, "seed": question.seed, "draw": question.draw}
