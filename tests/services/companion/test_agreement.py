"""Agreement of devices: two views of the same version never contradict each other, at random tables with holes.

A few tables whenever the tests run; a thousand with ``bin/test --faults tests/services/companion/test_agreement.py``.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from games.realtime.companion.view import build_view, render_view
from games.state.sheet import BOTH_SEATS as SEATS
from games.state.sheet import build_visible_record, get_tally
from games.state.table_state import TableState
from tests.function_caches import clear_function_caches
from tests.repetitions import fault_rounds, sample_size
from tests.services.companion.entries import ANA, BRAM, STRANGER, TABLET, after, item, logged_game
from tests.services.companion.random_tables import versions

DEVICES = (ANA, BRAM, TABLET, STRANGER)
OWN = ("you", "ask", "pads", "followers", "undo", "slips", "changes", "missing", "tricks")
"""Parts of a view that differ between devices."""


def same_for_all(view: dict[str, Any]) -> dict[str, Any]:
    """What every device must show alike."""
    shown = {name: value for name, value in view.items() if name not in OWN}
    shown["missing"] = [(one["phase"], one["trick"], one["place"], one["seat"]) for one in view["missing"]]
    own = ("blind", "logged", "slips", "story")
    shown["tricks"] = [{name: trick[name] for name in trick if name not in own} for trick in view["tricks"]]
    return shown


def contradictions(one: dict[str, Any], two: dict[str, Any]) -> list[str]:
    """Parts in which two views contradict each other."""
    first, second = same_for_all(one), same_for_all(two)
    found = [name for name in first if first[name] != second[name]]
    for about, key in (("changes", "number"), ("slips", "key")):
        known = {entry[key]: entry for entry in one[about]}
        found += [about for entry in two[about] if entry != known.get(entry[key], entry)]
    for trick, other in zip(one["tricks"], two["tricks"], strict=True):
        if None not in (trick["blind"], other["blind"]) and trick["blind"] != other["blind"]:
            found.append("blind")
    return found


@pytest.mark.parametrize("seed", range(fault_rounds(sample_size(2), 1000)))
def test_at_each_version_all_devices_agree(seed: int) -> None:
    for table in versions(seed):
        views = {device: build_view(table, device).model_dump() for device in DEVICES}
        for one, two in combinations(DEVICES, 2):
            assert contradictions(views[one], views[two]) == [], (table.version, one, two)


def test_row_of_a_finished_game_has_the_winner_that_devices_show() -> None:
    for seed in range(fault_rounds(sample_size(2), 100)):
        *_, table = versions(seed)
        shown = build_view(table, ANA)
        known = shown.status == "finished" and shown.result
        assert table.columns()["winner"] == (known.winner if known else None)


def undecided() -> TableState:
    """A closed game whose result follows only from all blind cards."""
    for seed in range(40):
        table = after(logged_game(seed, 24), ANA, item("close"))
        whole = build_visible_record(table.sheet, SEATS)
        if get_tally(table.public()).result is None and get_tally(whole).result is not None:
            return table
    raise AssertionError("no such game")


def test_a_result_that_follows_from_blind_cards_is_shown_once_both_accept_the_end() -> None:
    table = undecided()
    assert {build_view(table, device).result for device in DEVICES} == {None}
    table = after(table, ANA, item("confirm", seat=0, accept=True))
    assert {build_view(table, device).result for device in DEVICES} == {None}
    table = after(table, BRAM, item("confirm", seat=1, accept=True))
    texts = {found and found.text for found in (build_view(table, device).result for device in DEVICES)}
    assert len(texts) == 1
    assert None not in texts


@pytest.mark.parametrize("seed", range(sample_size(1)))
def test_a_view_does_not_depend_on_views_before(seed: int) -> None:
    shown = [(table, device) for table in list(versions(seed))[::9] for device in (ANA, BRAM)]
    told = [render_view(table, device, "en") for table, device in shown]
    clear_function_caches()
    assert [render_view(table, device, "en") for table, device in reversed(shown)] == told[::-1]
