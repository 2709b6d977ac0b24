"""The page of tokens: the secret is shown once, and each person has their own."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import limits
from games.models import Token, User
from games.people.tokens import known
from games.services.people import tokens
from tests.people import guest

pytestmark = pytest.mark.django_db
PAGE, END = "/account/tokens/", "/account/tokens/end/"
JSON = {"accept": "application/json"}


def text(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_the_secret_is_in_the_answer_and_on_no_page_afterwards(ana: User, ana_client: Client) -> None:
    answer = ana_client.post(PAGE, {"name": "Random cards", "scope": "play"})
    found = re.search(r'value="(claim_[\w-]+)"', answer.content.decode())
    assert found
    assert "no-store" in answer["Cache-Control"]
    token = known(found[1])
    assert token is not None
    assert (token.user, token.name, token.plays) == (ana, "Random cards", True)
    assert "Random cards" in text(ana_client)
    assert not re.search("claim_|" + token.digest, text(ana_client))


def test_a_program_gets_it_as_json(ana_client: Client) -> None:
    told = ana_client.post(PAGE, {"name": "One", "scope": "read"}, headers=JSON).json()
    assert known(told["secret"]) == Token.objects.get(pk=told["id"])


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"name": "", "scope": "read"}, "token_unnamed"), ({"name": "One", "scope": "everything"}, "no_such_scope")],
)
def test_what_is_refused_makes_none(fields: dict[str, str], code: str, ana_client: Client) -> None:
    assert ana_client.post(PAGE, fields, headers=JSON).json()["code"] == code
    assert ana_client.post(PAGE, fields, follow=True).redirect_chain == [(PAGE, 302)]
    assert not Token.objects.exists()


def test_one_ends_ones_own(ana: User, bram: User, ana_client: Client, bram_client: Client) -> None:
    mine, theirs = (tokens.make(one, "One", "read")[0] for one in (ana, bram))
    for wanted in (mine.pk, theirs.pk, "", "x", "9" * 40, "²"):
        assert ana_client.post(END, {"token": wanted}, headers=JSON).json()["ok"]
    assert list(Token.objects.all()) == [theirs]
    assert bram_client.get(END).status_code == 405


def test_a_guest_is_told_what_to_do(visitor: Client, browser_of: object) -> None:
    assert callable(browser_of)
    client = browser_of(guest("Gus"))
    assert "Tokens are for accounts. Sign up first" in text(client)
    assert client.post(PAGE, {"name": "One", "scope": "read"}, headers=JSON).json()["code"] == "account_for_tokens"
    assert visitor.get(PAGE)["Location"].startswith("/account/login/")
    assert visitor.post(END)["Location"].startswith("/account/login/")


def test_too_many_in_a_minute(ana_client: Client) -> None:
    while limits.hit("tokens", "127.0.0.1"):
        pass
    assert ana_client.post(PAGE, {"name": "One", "scope": "read"}, headers=JSON).status_code == 429


def test_the_preferences_lead_there(ana_client: Client, visitor: Client) -> None:
    assert PAGE in ana_client.get("/preferences/").content.decode()
    assert PAGE not in visitor.get("/preferences/").content.decode()
