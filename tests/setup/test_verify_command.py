"""``manage.py verify``: one sentence a record, and a status."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.record import Record, write
from tests.rules.deals import digits, recorded, shuffle

HONEST = recorded(shuffle(7))
Answer = tuple[int, list[str]]
Verify = Callable[..., Answer]


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    def run(*records: Any) -> Answer:
        file = tmp_path / "records.json"
        file.write_text("\n".join(json.dumps(write(one) if isinstance(one, Record) else one) for one in records))
        out, status = io.StringIO(), 0
        try:
            call_command("verify", str(file), stdout=out)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, out.getvalue().splitlines()

    return run


def changed(**changes: Any) -> Record:
    assert HONEST.shuffle is not None
    return replace(HONEST, shuffle=replace(HONEST.shuffle, **changes))


@pytest.mark.parametrize(
    ("number", "whose"),
    [(3, "the parts of both"), (1, "seat 1 gave none"), (2, "seat 0 gave none"), (0, "the site alone chose it")],
)
def test_a_deal_that_follows_is_verified_and_missing_parts_are_told(verify: Verify, number: int, whose: str) -> None:
    status, (sentence,) = verify(recorded(shuffle(number)))
    assert (status, sentence.startswith("verified"), whose in sentence) == (0, True, True)


def test_a_record_that_has_none_says_so(verify: Verify) -> None:
    status, (sentence,) = verify(replace(HONEST, shuffle=None))
    assert (status, sentence[:5]) == (2, "none:")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (changed(seed=digits("x")), "seed is not the one"),
        (changed(parts=(digits("x"), None)), "other cards"),
        (replace(HONEST, leader=1 - HONEST.leader), "other seat leads"),
    ],
)
def test_a_deal_that_does_not_follow_does_not_match(verify: Verify, record: Record, why: str) -> None:
    status, (sentence,) = verify(record)
    assert (status, sentence.startswith("does not match"), why in sentence) == (1, True, True)


def test_what_cannot_have_been_played_is_no_record(verify: Verify) -> None:
    stranger = next(card for card in HONEST.deck if card not in HONEST.hands[0] + HONEST.hands[1])
    status, (sentence,) = verify(replace(HONEST, plays=(stranger,)))
    assert (status, sentence.startswith("no record: play 1")) == (1, True)


def test_a_file_of_several_ends_with_the_worst(verify: Verify) -> None:
    none = replace(HONEST, shuffle=None)
    assert [
        verify(*records)[0] for records in ([HONEST, HONEST], [HONEST, none], [none, changed(seed=digits("x"))])
    ] == [
        0,
        2,
        1,
    ]
    status, told = verify(HONEST, {}, none)
    assert (status, [one.split(":")[0] for one in told]) == (1, ["verified", "no record", "none"])
