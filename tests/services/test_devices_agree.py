"""What two devices show at the same version never contradicts: at each version of random tables with holes.

A few tables whenever the tests run; a thousand with ``bin/test --faults tests/services/test_devices_agree.py``.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import pytest

from games.live.table import view as viewing
from games.live.table.view import render, view
from games.stories.sheet import BOTH as SEATS
from games.stories.sheet import seen, tallied
from games.stories.table import Table
from tests.draws import some
from tests.faults import times
from tests.mutants.answers import forget_answers
from tests.services.companion_acts import (
    ANA,
    BRAM,
    STRANGER,
    TABLET,
    after,
    card,
    cards_of,
    honest_game,
    item,
    table_with,
)
from tests.services.holey_tables import versions

DEVICES = (ANA, BRAM, TABLET, STRANGER)
OWN = ("you", "ask", "pads", "followers", "undo", "slips", "changes", "missing", "tricks")
"""What is a device's own, or has parts that are."""


def same_for_all(told: dict[str, Any]) -> dict[str, Any]:
    """What every device must show alike."""
    shown = {name: value for name, value in told.items() if name not in OWN}
    shown["missing"] = [(one["phase"], one["trick"], one["place"], one["seat"]) for one in told["missing"]]
    own = ("blind", "logged", "slips", "story")
    shown["tricks"] = [{name: trick[name] for name in trick if name not in own} for trick in told["tricks"]]
    return shown


def contradictions(one: dict[str, Any], two: dict[str, Any]) -> list[str]:
    """Where two views differ although they should not, or say two things of one matter."""
    first, second = same_for_all(one), same_for_all(two)
    found = [name for name in first if first[name] != second[name]]
    for about, key in (("changes", "number"), ("slips", "key")):
        known = {entry[key]: entry for entry in one[about]}
        found += [about for entry in two[about] if entry != known.get(entry[key], entry)]
    for trick, other in zip(one["tricks"], two["tricks"], strict=True):
        if None not in (trick["blind"], other["blind"]) and trick["blind"] != other["blind"]:
            found.append("blind")
    return found


def shown_at(table: Table) -> dict[int, dict[str, Any]]:
    return {device: view(table, device).model_dump() for device in DEVICES}


def disagreements(seed: int) -> list[tuple[int, int, int, list[str]]]:
    found = []
    for table in versions(seed):
        shown = shown_at(table)
        for one, two in combinations(DEVICES, 2):
            if wrong := contradictions(shown[one], shown[two]):
                found.append((table.version, one, two, wrong))
    return found


@pytest.mark.parametrize("seed", range(times(some(5), 1000)))
def test_at_each_version_all_devices_agree(seed: int) -> None:
    assert disagreements(seed) == []


def test_once_it_is_over_the_row_of_the_game_tells_what_the_devices_show() -> None:
    for seed in range(times(some(3), 100)):
        *_, table = versions(seed)
        shown = view(table, ANA)
        known = shown.status == "finished" and shown.result
        assert table.columns()["winner"] == (known.winner if known else None)


def test_the_law_fails_where_a_device_decides_by_its_own_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    table = undecided()
    monkeypatch.setattr(viewing, "told", lambda table, device: tallied(table.seen(device)))
    shown = shown_at(table)
    assert [pair for pair in combinations(DEVICES, 2) if contradictions(*(shown[device] for device in pair))]


@cache
def undecided() -> Table:
    """A closed game whose result follows for those who know every blind card, and for nobody else."""
    for seed in range(40):
        table = table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))
        table = after(table, ANA, item("lead", seat=0))
        for trick in honest_game(seed).tricks[:24]:
            for where, seat in cards_of(trick):
                table = after(table, (ANA, BRAM)[seat or 0], card(*where))
        table = after(table, ANA, item("close"))
        if tallied(table.public()).result is None and tallied(seen(table.sheet, SEATS)).result is not None:
            return table
    raise AssertionError("no such game")


def test_a_result_that_not_everybody_may_know_is_shown_to_nobody_until_both_accept_the_end() -> None:
    table = undecided()
    assert {view(table, device).result for device in DEVICES} == {None}
    table = after(table, ANA, item("confirm", seat=0, accept=True))
    assert {view(table, device).result for device in DEVICES} == {None}
    table = after(table, BRAM, item("confirm", seat=1, accept=True))
    texts = {found and found.text for found in (view(table, device).result for device in DEVICES)}
    assert len(texts) == 1
    assert None not in texts


@pytest.mark.parametrize("seed", range(some(3)))
def test_what_is_told_is_the_same_whatever_was_told_before(seed: int) -> None:
    shown = [(table, device) for table in list(versions(seed))[::9] for device in (ANA, BRAM)]
    told = [render(table, device, "en") for table, device in shown]
    forget_answers()
    assert [render(table, device, "en") for table, device in reversed(shown)] == told[::-1]
