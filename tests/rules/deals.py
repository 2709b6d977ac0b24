"""Test vectors of deals for two implementations: ``python -m tests.rules.deals`` writes ``tests/js/deals.json``."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from games.rules.cards import Card
from games.rules.record import Record, list_codes, write
from games.rules.shuffle import Shuffle

FILE = Path(__file__).parents[1] / "js" / "deals.json"
COUNT = 200


def digits(text: str) -> str:
    """Return the seed or part of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def shuffle(number: int) -> Shuffle:
    """Return one of ``COUNT`` different shuffles: with both parts, one or none, and with every lead."""
    parts = [digits(f"part {seat} {number}") if number >> seat & 1 else None for seat in (0, 1)]
    lead = (None, 0, 1)[number % 3]
    return Shuffle.of(digits(f"seed {number}"), lead).given(0, parts[0]).given(1, parts[1])


def recorded(made: Shuffle, plays: tuple[Card, ...] = ()) -> Record:
    """Return the record of a game with this deal."""
    state = made.dealt()
    return Record(("Ana", "Bram"), state.leader, state.hands, state.deck, plays, made)


def vectors() -> list[dict[str, Any]]:
    """Return the cards of each shuffle in one row: both hands and then the deck."""
    found = []
    for number in range(COUNT):
        record = recorded(shuffle(number))
        cards = "".join(list_codes([*record.hands[0], *record.hands[1], *record.deck]))
        found.append({**write(record)["shuffle"], "leader": record.leader, "cards": cards})
    return found


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(one) for one in vectors()) + "\n]\n")
