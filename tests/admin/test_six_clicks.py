"""From the queue to the verdict in six steps: every page load, click, choice and text counts as one."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from games.models import Act, Game, Report, User
from games.models.moderation import Category
from games.services.reports import reports
from games.services.reports.senders import Sender
from tests.admin.desks import listing

pytestmark = pytest.mark.django_db
MOST = 6


class Page(HTMLParser):
    """The links of a page, and its forms with what they would send as they come."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[dict[str, Any]] = []
        self.choices: set[tuple[str, str]] = set()
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(has.get("href", ""))
        elif tag == "form":
            self.forms.append({"action": has.get("action", "")})
        elif tag == "select":
            self._select = has.get("name", "")
        elif tag == "option" and "selected" in has:
            self.forms[-1][self._select] = has["value"]
        elif tag == "input" and has.get("type") == "radio" and "checked" not in has:
            self.choices.add((has["name"], has["value"]))
        elif tag == "input" and has.get("name") and self.forms:
            self.forms[-1][has["name"]] = has.get("value", "")


class Moderator:
    """Counts what a moderator does, on the pages as they are."""

    def __init__(self, client: Client, start: str) -> None:
        self.client, self.steps = client, 0
        self.load(start)

    def load(self, address: str) -> None:
        self.steps += 1
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        self.page = Page(answer.content.decode())

    def click(self, part: str) -> None:
        """A link, and the page behind it."""
        self.steps += 1
        self.load(next(link for link in self.page.links if part in link))

    def choose(self, name: str, value: str) -> None:
        self.steps += 1
        assert (name, value) in self.page.choices
        self.chosen = {name: value}

    def send(self, part: str) -> None:
        """A button, and the page that comes of it."""
        self.steps += 1
        form = next(form for form in self.page.forms if part in form["action"])
        answer = self.client.post(form.pop("action"), {**form, **self.chosen})
        assert answer.status_code == 302
        self.load(answer["Location"])


@pytest.fixture
def report(game: Game, ana: User) -> Report:
    return reports.file(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")


def judged(desk: Client, report: Report, verdict: str) -> Moderator:
    moderator = Moderator(desk, listing(Report))
    moderator.click(f"/report/{report.pk}/change/")
    moderator.choose("outcome", verdict)
    moderator.send("/queue/decide/")
    report.refresh_from_db()
    return moderator


@pytest.mark.parametrize(
    ("verdict", "what", "outcome"),
    [
        ("warn", "warn", "acted"),
        ("suspend:week", "suspend", "acted"),
        ("mute:day", "mute", "acted"),
        ("mute:good", "mute", "acted"),
        ("suspend:good", "close", "acted"),
        ("award:0", "award", "acted"),
        ("end_sessions", "end_sessions", "acted"),
        ("unfounded", None, "unfounded"),
    ],
)
def test_the_common_cases(desk: Client, report: Report, verdict: str, what: str | None, outcome: str) -> None:
    moderator = judged(desk, report, verdict)
    assert moderator.steps <= MOST
    assert (report.status, report.outcome) == ("decided", outcome)
    act = Act.objects.first()
    assert (act and act.what) == what
    if act is not None:
        assert act.report == report
        assert act.reason.startswith("Playing with cards or knowledge")
        assert act.message == (act.reason if what in ("warn", "suspend", "mute", "close") else "")


def test_an_act_takes_words(desk: Client, report: Report) -> None:
    answer = desk.post(f"/admin/games/report/{report.pk}/queue/decide/", {"outcome": "warn"}, follow=True)
    report.refresh_from_db()
    assert (report.status, Act.objects.count()) == ("open", 0)
    assert "That does not fit" in answer.content.decode()
