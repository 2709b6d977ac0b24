"""Escaping: names, texts and reasons stay text on every page of the admin."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from games.models import Act, Appeal, Entry, Game, PersonNote, Player, Report, User
from games.services.moderation import people
from games.services.moderation.permissions import Moderator
from tests.admin.addresses import MODELS, Rows, action_page, change_page, list_page, make_rows, post_action

pytestmark = pytest.mark.django_db
_MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//evil>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//evil/>",
    "<form action=//evil><button>x",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<template><script>alert(1)</script>",
    "<marquee onstart=alert(1)>",
    "{{ 7|add:7 }}{% load log %}",
    "${7*7}`${alert(1)}`",
    "&lt;script&gt;alert(1)",
    "javascript:alert(1)//",
    "\\u003cscript\\u003e",
    "%3Cscript%3E",
    "=cmd|' /C calc'!A0",
)
_FRAMES = (
    "{}",
    '">{}',
    "'>{}",
    "</td></tr></table>{}",
    "</textarea></title>{}",
    "--><!--{}",
    "\u202e{}",
    "\u200b{}\u2066",
)
HOSTILE: tuple[str, ...] = tuple(frame.format(markup) for markup in _MARKUP for frame in _FRAMES)
UNSEEN = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u061c\u180e"
"""Characters that turn text around or take no room."""


class PageElements(HTMLParser):
    """The elements of a page with the names of their attributes, and its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[tuple[str, tuple[str, ...]]] = set()
        self.scripts: set[str | None] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add((tag, tuple(sorted(name for name, _ in attrs))))
        if tag == "script":
            self.scripts.add(dict(attrs).get("src"))


def read_page(client: Client, address: str) -> PageElements:
    """A page, in which nothing turns text around or hides."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = answer.content.decode()
    assert not set(UNSEEN) & set(text), address
    return PageElements(text)


def write_everywhere(sample_rows: Rows, text: str) -> None:
    """Write a text everywhere, past the services that would clean it."""
    User.objects.filter(pk=sample_rows.person.pk).update(display_name=text, username=text, moderation_message=text)
    Game.objects.filter(pk=sample_rows.game.pk).update(names=f"{text}\n{text}")
    Player.objects.filter(game=sample_rows.game).update(name=text)
    Report.objects.filter(pk=sample_rows.report.pk).update(
        text=text, note=text, snapshot={"names": [text, text], "x": text}
    )
    Appeal.objects.filter(pk=sample_rows.appeal.pk).update(text=text, note=text)
    PersonNote.objects.filter(person=sample_rows.person).update(text=text)
    joined = Entry.objects.get(game=sample_rows.game, kind="joined", seat=1)
    Entry.objects.filter(pk=joined.pk).update(data={**joined.data, "name": text})


def pages(sample_rows: Rows) -> list[str]:
    histories = [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in sample_rows.all]
    asked = [
        action_page(sample_rows.game, "award"),
        action_page(sample_rows.person, "rename"),
        action_page(sample_rows.act, "undo"),
    ]
    return [
        reverse("admin:index"),
        *map(list_page, MODELS),
        *(change_page(row) for row in sample_rows.all),
        *histories,
        *asked,
    ]


@pytest.fixture
def sample_rows(game: Game, ana: User, bram: User, mona: Moderator) -> Rows:
    found = make_rows(game, ana, bram, mona)
    people.write_note(mona, bram, "Was told twice.")
    return found


def test_no_page_has_an_element_of_hostile_text(sample_rows: Rows, mona: Moderator, desk: Client) -> None:
    post_action(desk, sample_rows.person, "rename", name="Lily")
    told = {"who": mona.user, "what": "mute", "person": sample_rows.person}
    Act.objects.create(**told, reason="x", message="x", data={"was": {"a": "x"}})
    write_everywhere(sample_rows, "x")
    harmless = {address: read_page(desk, address) for address in pages(sample_rows)}
    for text in (" ".join(HOSTILE[at : at + 50]) for at in range(0, len(HOSTILE), 50)):
        write_everywhere(sample_rows, text)
        LogEntry.objects.update(object_repr=text[:200])
        Act.objects.create(**told, reason=text, message=text, data={"was": {"a": text}})
        for address, before in harmless.items():
            after = read_page(desk, address)
            assert after.elements <= before.elements | {("br", ())}, address
            assert after.scripts == before.scripts, address


def test_no_list_has_an_element_of_hostile_text(bram: User, mona: Moderator, desk: Client) -> None:
    for at, text in enumerate(HOSTILE[::3]):
        person = User.objects.create(username=f"{text}{at}"[:150], display_name=text)
        game = Game.objects.create(names=f"{text}\n{text}")
        Report.objects.create(
            game=game, person=person, reporter=bram, source=f"user:{at}", target="game", category="other", text=text
        )
        act = Act.objects.create(who=mona.user, what="mute", person=person, reason=text, message=text)
        Appeal.objects.create(act=act, person=person, source=f"user:{at}", text=text)
    for model in MODELS[:5]:
        for number in range(1, 3):
            shape = read_page(desk, f"{list_page(model)}?p={number}")
            attributes = {name for _, names in shape.elements for name in names}
            assert not {name for name in attributes if name.startswith("on")}
            tags = {tag for tag, _ in shape.elements}
            assert not tags & {"iframe", "video", "marquee", "base", "template", "math", "style", "details"} - {
                "details"
            }
            assert all(source and source.startswith(("/static/", "/admin/jsi18n/")) for source in shape.scripts)


def test_search_terms_are_escaped(desk: Client) -> None:
    for text in (" ".join(HOSTILE[at : at + 50]) for at in range(0, len(HOSTILE), 50)):
        for model in MODELS:
            answer = desk.get(list_page(model), {"q": text})
            assert answer.status_code == 200
            assert b"alert(1)</script>" not in answer.content
            assert b"onerror=alert(1)>" not in answer.content


def test_invisible_characters_are_spelled_out(sample_rows: Rows, desk: Client) -> None:
    write_everywhere(sample_rows, "\u202eevil\u200b")
    assert "⟨202E⟩evil⟨200B⟩" in desk.get(list_page(Game)).content.decode()
