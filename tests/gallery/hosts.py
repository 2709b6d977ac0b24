"""Scenes of the pages of the host of a club night."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Page

from tests.client import Person
from tests.gallery.nights import CORRECTED, RENAMED, Night, at, end, gather, register, run
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Scene

EVERYTHING = "summaries => summaries.forEach(summary => { summary.parentElement.open = true; })"


@cache
def correct(sample: SampleSite) -> Night:
    """Create a night whose host corrected a result, removed a player and added one."""
    night = gather(sample, 6, CORRECTED)
    night.do("start")
    night.play((3, 2), (1, 4))
    board = find_board(night)
    fields = {"outcome": "draw", "first_votes": 2, "second_votes": 2, "reason": "Counted once more"}
    for path, values in (
        (board, fields),
        (board, {"outcome": "nobody", "forfeit": "on"}),
        (f"{night.path}host/players/2/remove/", {"reason": "Went home"}),
        (f"{night.path}host/players/3/", {"name": RENAMED}),
        (f"{night.path}host/players/add/", {"name": "Grandpa"}),
    ):
        assert night.host.post(path, **values)["status"] == 200, path
    undo = re.search(rf"{night.path}host/undo/\d+/", night.host.get(f"{night.path}host/")[1])
    assert undo
    assert night.host.post(undo[0])["status"] == 200
    return night


def find_board(night: Night) -> str:
    """Return the path of the first board on the page of the host."""
    found = re.search(rf"{night.path}host/boards/\d+/", night.host.get(f"{night.path}host/")[1])
    assert found
    return found[0]


def open_everything(page: Page) -> None:
    page.locator("main summary").evaluate_all(EVERYTHING)


def host(sample: SampleSite) -> Person:
    return register(sample).host


def running_host(sample: SampleSite) -> Person:
    return run(sample).host


def correcting_host(sample: SampleSite) -> Person:
    return correct(sample).host


HOSTS = [
    Scene("host-registering", at(register, "host/"), host),
    Scene("host-round", at(run, "host/"), running_host),
    Scene("host-everything", at(run, "host/"), running_host, look=open_everything),
    Scene("host-earlier", at(run, "host/?round=1"), running_host),
    Scene("host-corrections", at(correct, "host/"), correcting_host),
    Scene("host-board", lambda sample: find_board(correct(sample)), correcting_host, look=open_everything),
    Scene("host-player", at(correct, "host/players/1/"), correcting_host, look=open_everything),
    Scene("host-removed", at(correct, "host/players/2/"), correcting_host),
    Scene("host-over", at(end, "host/"), lambda sample: end(sample).host),
    Scene("host-refused", at(run, "host/"), status=(403,)),
]
