"""Guests: a name is enough to play."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import User

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
NASTY = ["<script>alert(1)</script>"[:20], '"><img src=x>', 'Ana" onclick="x', "&lt;b&gt;"]


def test_the_form_asks_for_a_name_and_remembers_where_to_go(visitor: Client) -> None:
    page = visitor.get("/guest/?next=/rules/").content.decode()
    assert 'name="name"' in page
    assert 'value="/rules/"' in page


def test_a_name_makes_a_guest_without_a_password(visitor: Client) -> None:
    answer = visitor.post("/guest/", {"name": "  Ana\u200b ", "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    guest = User.objects.get()
    assert (guest.display_name, guest.is_guest, guest.has_usable_password()) == ("Ana", True, False)
    assert visitor.session["_auth_user_id"] == str(guest.pk)


def test_a_json_client_gets_json(visitor: Client) -> None:
    assert visitor.post("/guest/", {"name": "Bot 1"}, headers=JSON).json() == {"ok": True, "url": "/"}


def test_an_invalid_name_is_explained(visitor: Client) -> None:
    answer = visitor.post("/guest/", {"name": "\u200b"})
    assert answer.status_code == 400
    assert "at least one letter" in answer.content.decode()
    assert not User.objects.exists()


def test_a_user_is_not_asked_for_a_name(ana_client: Client) -> None:
    assert ana_client.get("/guest/")["Location"] == "/"
    ana_client.post("/guest/", {"name": "Somebody"})
    assert User.objects.count() == 1


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_next_does_not_redirect_to_another_site(visitor: Client, elsewhere: str) -> None:
    assert visitor.post("/guest/", {"name": "Ana", "next": elsewhere})["Location"] == "/"


@pytest.mark.parametrize("name", NASTY)
def test_markup_in_a_name_is_escaped(visitor: Client, name: str) -> None:
    visitor.post("/guest/", {"name": name})
    page = visitor.get("/").content.decode()
    assert name not in page


@pytest.mark.parametrize("address", ["/guest/", "/t/new/"])
def test_name_fields_are_capitalized_and_not_spellchecked(address: str, visitor: Client) -> None:
    fields = re.findall(r"<input[^>]*maxlength=[^>]*>", visitor.get(address).content.decode())
    assert fields
    for field in fields:
        assert {'autocapitalize="words"', 'spellcheck="false"'} <= set(field.split())
