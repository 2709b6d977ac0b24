"""What each page says and asks, in English, as it was approved: its words, its links, its forms."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client

from games.models import Game, User
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.stories.online import Options
from tests.approval import approved
from tests.moderators import WHY
from tests.pages.tables import opened, secret_of

TOLD = ("href", "action", "name", "value", "aria-label", "title", "alt", "placeholder", "data-url")
OUT_OF_SIGHT = {"script", "style"}
CHANGING = [
    (r"(?<=/i/CODE/)[^/]+", "TOKEN"),
    (r"\b[0-9a-f]{64}\b", "DIGEST"),
    (r"(?<=/appeal/)\d+", "ACT"),
    (r"\.[0-9a-f]{12}\.", "."),
    (r"\d\d/\d\d/\d{4} [\d:]+ [ap]\.m\.", "DATE"),
    (r"(?<=name: )(csrfmiddlewaretoken|ticket|token), value: .*", r"\1"),
]


class Outline(HTMLParser):
    """A line for each thing that is said, and for each link and field."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in OUT_OF_SIGHT:
            self._hidden += 1
        elif said := [f"{name}: {value}" for name, value in attrs if name in TOLD and value]:
            self.lines.append(f"<{tag}> {', '.join(said)}")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in OUT_OF_SIGHT

    def handle_data(self, data: str) -> None:
        if not self._hidden and (said := " ".join(data.split())):
            self.lines.append(said)


def outline(html: str) -> str:
    parser = Outline()
    parser.feed(html[html.index("<main") : html.index("</main>")])
    text = "\n".join(parser.lines)
    for code in Game.objects.values_list("code", flat=True):
        text = text.replace(code, "CODE")
    for pattern, name in CHANGING:
        text = re.sub(pattern, name, text)
    return text


def says(client: Client, address: str, name: str, status: int = 200) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    approved(f"pages/{name}", outline(answer.content.decode()))


PLAIN = {
    "rulings": "/rules/rulings/",
    "learn": "/learn/",
    "lesson": "/learn/knights/",
    "puzzle": "/puzzle/500/",
    "verify": "/verify/",
    "privacy": "/privacy/",
    "guest": "/guest/",
    "new-table": "/t/new/",
    "join-with-a-code": "/j",
    "sign-up": "/account/signup/",
    "log-in": "/account/login/",
}


@pytest.mark.parametrize("name", PLAIN)
def test_for_everybody(name: str, visitor: Client) -> None:
    says(visitor, PLAIN[name], name)


ACCOUNT = {"my-games": "/@/", "my-data": "/account/data/", "no-reports": "/reports/", "new-game": "/"}


@pytest.mark.parametrize("name", ACCOUNT)
def test_for_somebody_with_an_account(name: str, ana_client: Client) -> None:
    says(ana_client, ACCOUNT[name], name)


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "private"])
def test_an_invitation(listed: bool, ana: User, ana_client: Client, bram_client: Client, visitor: Client) -> None:
    options = Options(listed=listed, watch=listed, strict=not listed, lead="creator", last_trick="all", draw="three")
    game = lobby.create(ana, options)
    kind = "listed" if listed else "private"
    says(ana_client, f"/m/{game.code}/", f"waiting-{kind}")
    address = f"/m/{game.code}/" if listed else f"/i/{game.code}/{lobby.invite_token(game)}/"
    says(bram_client, address, f"invited-{kind}")
    says(visitor, address, f"invited-{kind}-without-a-name")


def test_an_invitation_that_somebody_else_took(game: Game, cleo_client: Client) -> None:
    says(cleo_client, f"/m/{game.code}/", "a-game-to-watch")


def test_a_game(game: Game, ana_client: Client) -> None:
    says(ana_client, f"/m/{game.code}/", "a-game")
    says(ana_client, f"/m/{game.code}/replay/", "replay-not-yet")
    says(ana_client, f"/m/{game.code}/report/", "report")


def test_what_was_reported_and_decided(game: Game, ana: User, ana_client: Client, mona: Judge) -> None:
    report = reports.file(Sender(ana), game, "game", "other", "Odd.")
    act = moderation.award(mona, game, 1, WHY)
    reports.claim(mona, report)
    reports.decide(mona, report, "acted", "Thank you, Ana.")
    says(ana_client, "/reports/", "reports")
    says(ana_client, f"/appeal/{act.pk}/", "appeal")
    ana_client.post(f"/appeal/{act.pk}/", {"text": "It was me."})
    says(ana_client, f"/appeal/{act.pk}/", "appeal-lodged")


Look = Callable[[Client, Game], None]


def test_a_table(visitor: Client) -> None:
    game, other = opened(visitor), Client()
    says(visitor, f"/t/{game.code}/", "table")
    says(other, f"/t/{game.code}/", "table-watched")
    answer = other.post("/j/look/", {"token": secret_of(game).token})
    approved("pages/table-joined", outline(answer.content.decode()))
    private = opened(Client(), watch="")
    says(other, f"/t/{private.code}/", "table-not-watched", 403)
