"""Names, texts and reasons are text and nothing else, on every page of the desk."""

from __future__ import annotations

from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Act, Appeal, Entry, Game, PersonNote, Player, Report, User
from games.services.moderation import Judge
from games.services.people import notes
from tests.admin.desks import MODELS, Rows, act_page, do, listing, page, rows
from tests.admin.hostile import HOSTILE, UNSEEN

pytestmark = pytest.mark.django_db


class Shape(HTMLParser):
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


def seen(client: Client, address: str) -> Shape:
    """A page, in which nothing turns text around or hides."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = answer.content.decode()
    assert not set(UNSEEN) & set(text), address
    return Shape(text)


def spoil(kept: Rows, text: str) -> None:
    """Write a text everywhere, past the services that would clean it."""
    User.objects.filter(pk=kept.person.pk).update(display_name=text, username=text, moderation_message=text)
    Game.objects.filter(pk=kept.game.pk).update(names=f"{text}\n{text}")
    Player.objects.filter(game=kept.game).update(name=text)
    Report.objects.filter(pk=kept.report.pk).update(text=text, note=text, snapshot={"names": [text, text], "x": text})
    Appeal.objects.filter(pk=kept.appeal.pk).update(text=text, note=text)
    PersonNote.objects.filter(person=kept.person).update(text=text)
    joined = Entry.objects.get(game=kept.game, kind="joined", seat=1)
    Entry.objects.filter(pk=joined.pk).update(data={**joined.data, "name": text})


def pages(kept: Rows) -> list[str]:
    histories = [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in kept.all]
    asked = [act_page(kept.game, "award"), act_page(kept.person, "rename"), act_page(kept.act, "undo")]
    return [reverse("admin:index"), *map(listing, MODELS), *(page(row) for row in kept.all), *histories, *asked]


@pytest.fixture
def kept(game: Game, ana: User, bram: User, mona: Judge) -> Rows:
    found = rows(game, ana, bram, mona)
    notes.write(mona, bram, "Was told twice.")
    return found


def test_there_are_two_hundred() -> None:
    assert len(set(HOSTILE)) == 200


def test_no_string_becomes_an_element_on_any_page(kept: Rows, mona: Judge, desk: Client) -> None:
    do(desk, kept.person, "rename", name="Lily")
    told = {"who": mona.user, "what": "mute", "person": kept.person}
    Act.objects.create(**told, reason="x", message="x", data={"was": {"a": "x"}})
    spoil(kept, "x")
    harmless = {address: seen(desk, address) for address in pages(kept)}
    for text in (" ".join(HOSTILE[at : at + 20]) for at in range(0, len(HOSTILE), 20)):
        spoil(kept, text)
        LogEntry.objects.update(object_repr=text[:200])
        Act.objects.create(**told, reason=text, message=text, data={"was": {"a": text}})
        for address, before in harmless.items():
            after = seen(desk, address)
            assert after.elements <= before.elements | ALLOWED, address
            assert after.scripts == before.scripts, address


ALLOWED = {("br", ())}


def test_no_string_becomes_an_element_in_a_list_of_them(bram: User, mona: Judge, desk: Client) -> None:
    for at, text in enumerate(HOSTILE):
        person = User.objects.create(username=f"{text}{at}"[:150], display_name=text)
        game = Game.objects.create(names=f"{text}\n{text}")
        Report.objects.create(
            game=game, person=person, reporter=bram, source=f"user:{at}", target="game", category="other", text=text
        )
        act = Act.objects.create(who=mona.user, what="mute", person=person, reason=text, message=text)
        Appeal.objects.create(act=act, person=person, source=f"user:{at}", text=text)
    for model in MODELS[:5]:
        for number in range(1, 5):
            shape = seen(desk, f"{listing(model)}?p={number}")
            attributes = {name for _, names in shape.elements for name in names}
            assert not {name for name in attributes if name.startswith("on")}
            tags = {tag for tag, _ in shape.elements}
            assert not tags & {"iframe", "video", "marquee", "base", "template", "math", "style", "details"} - {
                "details"
            }
            assert all(source and source.startswith(("/static/", "/admin/jsi18n/")) for source in shape.scripts)


def test_what_people_search_for_is_inert_too(desk: Client) -> None:
    for text in (" ".join(HOSTILE[at : at + 10]) for at in range(0, len(HOSTILE), 10)):
        for model in MODELS:
            answer = desk.get(listing(model), {"q": text})
            assert answer.status_code == 200
            assert b"alert(1)</script>" not in answer.content
            assert b"onerror=alert(1)>" not in answer.content


def test_hidden_characters_are_shown_as_what_they_are(kept: Rows, desk: Client) -> None:
    spoil(kept, "\u202eevil\u200b")
    assert "⟨202E⟩evil⟨200B⟩" in desk.get(listing(Game)).content.decode()


def test_a_refusal_repeats_nothing_unescaped(kept: Rows, desk: Client) -> None:
    until = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    for text in HOSTILE[::20]:
        answer = do(desk, kept.game, "rename_seat", seat="0", name=text, reason=text, message=text, until=until)
        shape = Shape(answer.content.decode())
        assert not {name for _, names in shape.elements for name in names if name.startswith("on")}
