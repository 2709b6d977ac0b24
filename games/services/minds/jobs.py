"""A thought that is asked of another machine, as plain JSON: only what whoever thinks needs, and back the answer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from games import minds, rules
from games.minds.compiled import available
from games.minds.knowledge import Knowledge
from games.minds.review.told import Part
from games.rules import record as records
from games.rules.record import Record
from games.services.minds.pool import Thinking
from games.services.minds.turn import Question

CARDS, REVIEWS = "cards", "reviews"
Told = Mapping[str, Any]

_knowledge, _part = TypeAdapter(Knowledge), TypeAdapter(Part)


@dataclass(frozen=True, slots=True)
class Job:
    """``what`` is to be done and all that it takes. Jobs of a ``kind`` wait for each other. In one about a running
    game stands what one seat knows and nothing else; reviews are of games that are over, and tell all their cards."""

    kind: str
    what: str
    told: Told


def think(question: Question) -> Job:
    """A card is wanted."""
    return Job(CARDS, "think", _asked(question))


def advise(question: Question) -> Job:
    """A hint is wanted."""
    return Job(CARDS, "advise", _asked(question))


def look_back(record: Record, ply: int) -> Job:
    """A step of a review is wanted."""
    return Job(REVIEWS, "look_back", {"record": records.write(record), "ply": ply})


def begin(pool: Thinking, what: str, told: Told) -> Future[Any]:
    """Have a job done by these processes. ``ValueError`` where it is none."""
    if what == "look_back":
        return pool.look_back(records.read(told["record"]), told["ply"])
    if what not in ("think", "advise"):
        raise ValueError("no such job")
    known = _knowledge.validate_python(told["knowledge"])
    question = Question(known, told["level"], told["seed"], told["draw"])
    return pool.advise(question) if what == "advise" else pool.ask(question)


def answer(what: str, found: Any) -> Any:
    """What came of a job, as plain JSON."""
    return _part.dump_python(found, mode="json") if what == "look_back" else found


def found(job: Job, answered: Any) -> Any:
    """What came of a job; ``ValueError`` where the answer is none."""
    if job.what == "look_back":
        return _part.validate_python(answered)
    if job.what == "think":
        return TypeAdapter(str).validate_python(answered)
    return TypeAdapter(tuple[str, str, str]).validate_python(answered)


@cache
def release() -> str:
    """The same where the same job gets the same answer, word for word: the code and the data of rules and minds, and
    whether endings are compiled."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for folder in (rules, minds):
        for file in sorted(_files(Path(folder.__path__[0]))):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16] + ("" if available() else "-plain")


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".json")]


def _asked(question: Question) -> Told:
    known = _knowledge.dump_python(question.knowledge, mode="json")
    return {"knowledge": known, "level": question.level, "seed": question.seed, "draw": question.draw}
