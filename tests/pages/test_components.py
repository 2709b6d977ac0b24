"""The page of components shows all cards, symbols and buttons in both themes. Who may see it: the matrix."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from games.models import User
from games.rules.cards import CODES

STATIC = Path(__file__).resolve().parents[2] / "static"


@pytest.fixture
def page(db: None) -> str:
    client = Client()
    client.force_login(User.objects.create_user("sam", is_staff=True))
    return client.get("/components/").content.decode()


def test_every_drawing_in_both_themes(page: str) -> None:
    drawn = re.findall(r'href="[^"]*cards\.svg#(\w+)"', page)
    symbols = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "cards/cards.svg").read_text()))
    assert set(CODES.values()) < symbols == set(drawn)
    assert all(drawn.count(symbol) >= 2 for symbol in symbols)


def test_every_icon_of_the_pages_as_a_button(page: str) -> None:
    symbols = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "img/icons.svg").read_text()))
    assert set(re.findall(r'class="icon-button" aria-label="(\w+)"', page)) == symbols


@pytest.mark.parametrize("sheet", ["controls.css", "cards.css"])
def test_everything_that_the_shared_sheets_dress(page: str, sheet: str) -> None:
    rules = re.sub(r"/\*.*?\*/|\{[^}]*\}", " ", (STATIC / "css" / sheet).read_text(), flags=re.DOTALL)
    dressed = set(re.findall(r"\.([a-z][\w-]*)", rules))
    worn = {word for value in re.findall(r'class="([^"]*)"', page) for word in value.split()}
    assert dressed - worn == set()
