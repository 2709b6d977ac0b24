"""Where the documents for people state a limit or a default, it is the one of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games import kept
from games.rules.cards import Faction
from games.rules.state import Phase
from games.run import binding, bounds, server
from games.services.moderation import people
from games.store import presence

ROOT = Path(settings.BASE_DIR)
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twelve": 12, "twenty": 20, "thirty": 30}


def stated(document: str, before: str, after: str) -> list[int]:
    """The numbers, in digits or words, that stand between the two halves of a phrase everywhere in a document."""
    text = " ".join((ROOT / document).read_text("utf-8").split())
    found = re.findall(rf"{re.escape(before)}(\w+?){re.escape(after)}", text)
    assert found, f"{document} does not say {before} ... {after} any more"
    return [WORDS[number] if number in WORDS else int(number) for number in found]


NUMBERS = [
    ("docs/architecture.md", "every ", " seconds a beat", int(presence.BEAT)),
    ("docs/deployment.md", "are told (close code ", ")", bounds.RESTARTING),
    ("docs/deployment.md", "after ", " seconds at most the process leaves", int(bounds.PATIENCE)),
    ("docs/deployment.md", "pings an idle socket every ", " seconds", server.LIMITS["ping_interval"]),
    ("docs/deployment.md", "| `--port PORT` | `", "` |", int(binding.DEFAULT_PORT)),
    ("docs/deployment.md", "| `PORT`, `BIND` | `", "`, `", int(binding.DEFAULT_PORT)),
    ("docs/moderation.md", "the last ", " finished ones", people.FINISHED_RENAMED),
    ("docs/moderation.md", "after ", " days at the latest", kept.CASE.days),
    ("docs/moderation.md", "Nobody else gets the name for ", " days", kept.NAME.days),
    ("README.md", "Two phases, ", " factions", len(Faction)),
    ("README.md", "wins more of the ", " votes", len(Faction)),
]


@pytest.mark.parametrize(("document", "before", "after", "known"), NUMBERS)
def test_a_number_is_that_of_the_code(document: str, before: str, after: str, known: int) -> None:
    assert set(stated(document, before, after)) == {known}


def test_the_game_has_the_phases_that_the_front_page_names() -> None:
    assert len(Phase) == WORDS["two"]
    assert "Two phases" in (ROOT / "README.md").read_text("utf-8")


def test_the_proxy_waits_longer_than_a_socket_may_be_silent() -> None:
    (silence,) = stated("docs/deployment.md", "so ", " seconds of silence")
    (proxy,) = stated("docs/deployment.md", "proxy_read_timeout ", "s;")
    assert proxy == silence > server.LIMITS["ping_interval"] + server.LIMITS["ping_timeout"]


def test_no_process_runs_without_the_limits_of_the_site() -> None:
    """Which are those of `manage.py serve`."""
    page = (ROOT / "docs/deployment.md").read_text("utf-8")
    assert "manage.py serve --host 127.0.0.1 --port 8001" in page
    assert "daphne" not in page.lower()
