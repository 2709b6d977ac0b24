"""The texts of allauth's pages and e-mails are the site's own, in every language."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import allauth
import polib
import pytest
from django.conf import settings as site
from django.test import Client
from django.utils.translation import to_locale

from games.models import User
from tests.people import PASSWORD

PAGES = [
    "/account/login/",
    "/account/logout/",
    "/account/signup/",
    "/account/password/change/",
    "/account/password/reset/done/",
    "/account/password/reset/key/1-x/",
    "/account/email/",
    "/account/confirm-email/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
]
LANGUAGES = [code for code, _ in site.LANGUAGES]
SENTENCE = 3
"""Least number of words of a sentence that does not occur by chance."""
PROJECT = Path(__file__).resolve().parents[2]
OWN, BORROWED = PROJECT / "locale", PROJECT / "games/texts/borrowed"


def said(path: Path) -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(path)) if not entry.obsolete and not entry.msgid_plural]


def ours(language: str) -> set[str]:
    """Return the sentences of the site in a language, its own and the borrowed ones in its own words."""
    borrowed = {entry.msgstr for entry in said(BORROWED / to_locale(language) / "LC_MESSAGES/django.po")}
    if language == "en":
        return borrowed | {entry.msgid for entry in said(OWN / "nl/LC_MESSAGES/django.po")}
    return borrowed | {entry.msgstr for entry in said(OWN / to_locale(language) / "LC_MESSAGES/django.po")}


def replacements(language: str) -> dict[str, str]:
    """Return the replacement of each borrowed sentence."""
    return {entry.msgid: entry.msgstr for entry in said(BORROWED / to_locale(language) / "LC_MESSAGES/django.po")}


def theirs(language: str) -> set[str]:
    """Return the sentences of allauth in a language that the site does not use."""
    folder = Path(allauth.__file__).parent / "locale"
    if language == "en":
        texts = {entry.msgid for entry in said(folder / "nl/LC_MESSAGES/django.po")}
    else:
        texts = {entry.msgstr for entry in said(folder / to_locale(language) / "LC_MESSAGES/django.po")}
    return {text for text in texts - ours(language) if "%" not in text and long(text, language)}


def long(text: str, language: str) -> bool:
    return len(text) > 2 * SENTENCE if language == "zh-hant" else len(text.split()) >= SENTENCE


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def owner(db: None) -> Client:
    """The browser of a user who has just typed the password."""
    User.objects.create_user("Ana", password=PASSWORD)
    client = Client()
    client.post("/account/login/", {"login": "Ana", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.mark.usefixtures("mail_server")
def test_no_page_has_a_sentence_of_allauth(owner: Client, language: str) -> None:
    owner.cookies["django_language"] = language
    foreign = theirs(language)
    for path in PAGES:
        answer = owner.get(path, follow=True, secure=True)
        page = re.sub(r"\s+", " ", unescape(answer.content.decode()))
        assert {text for text in foreign if text in page} == set(), path


def test_form_errors_are_in_the_sites_words(language: str, db: None) -> None:
    client = Client()
    client.cookies["django_language"] = language
    page = unescape(client.post("/account/signup/", {"username": "Ana", "password1": "12345678"}).content.decode())
    assert replacements(language)["This password is too common."] in page
    page = unescape(client.post("/account/login/", {"login": "Nobody", "password": "x"}).content.decode())
    assert replacements(language)["The username and/or password you specified are not correct."] in page
