"""The page of API tokens: a secret is shown once, and each account has its own tokens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.accounts.tokens import get_token
from games.models import Token, User
from games.services.accounts import tokens
from tests.people import guest

pytestmark = pytest.mark.django_db
PAGE, END = "/account/tokens/", "/account/tokens/end/"
JSON = {"accept": "application/json"}


def text(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_the_secret_is_shown_once(ana: User, ana_client: Client) -> None:
    answer = ana_client.post(PAGE, {"name": "Random cards", "scope": "play"})
    found = re.search(r'value="(claim_[\w-]+)"', answer.content.decode())
    assert found
    assert "no-store" in answer["Cache-Control"]
    token = get_token(found[1])
    assert token is not None
    assert (token.user, token.name, token.plays) == (ana, "Random cards", True)
    assert "Random cards" in text(ana_client)
    assert not re.search("claim_|" + token.digest, text(ana_client))
    data = ana_client.post(PAGE, {"name": "One", "scope": "read"}, headers=JSON).json()
    assert get_token(data["secret"]) == Token.objects.get(pk=data["id"])


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"name": "", "scope": "read"}, "token_unnamed"), ({"name": "One", "scope": "everything"}, "no_such_scope")],
)
def test_an_invalid_form_makes_no_token(fields: dict[str, str], code: str, ana_client: Client) -> None:
    assert ana_client.post(PAGE, fields, headers=JSON).json()["code"] == code
    assert ana_client.post(PAGE, fields, follow=True).redirect_chain == [(PAGE, 302)]
    assert not Token.objects.exists()


def test_a_user_deletes_only_own_tokens(ana: User, bram: User, ana_client: Client, bram_client: Client) -> None:
    mine, theirs = (tokens.create_token(user, "One", "read")[0] for user in (ana, bram))
    for token in (mine.pk, theirs.pk, "", "x", "9" * 40, "²"):
        assert ana_client.post(END, {"token": token}, headers=JSON).json()["ok"]
    assert list(Token.objects.all()) == [theirs]
    assert bram_client.get(END).status_code == 405


def test_guests_are_asked_to_sign_up(visitor: Client, browser_of: object) -> None:
    assert callable(browser_of)
    client = browser_of(guest("Gus"))
    assert "Tokens need an account. Sign up first" in text(client)
    assert client.post(PAGE, {"name": "One", "scope": "read"}, headers=JSON).json()["code"] == "account_for_tokens"
    assert visitor.get(PAGE)["Location"].startswith("/account/login/")
    assert visitor.post(END)["Location"].startswith("/account/login/")
