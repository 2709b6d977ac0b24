"""Translations: the catalogues are complete, and browsers keep those of the scripts until they change."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import to_locale

from games.accounts import preferences
from games.models import LoginSession, User
from games.services.accounts import preferences as preferring

LOCALE = Path(__file__).resolve().parents[2] / "locale"
PACKAGES = Path(allauth.__file__).parent, Path(django.__file__).parent
LENDERS = [
    PACKAGES[0] / "locale/nl/LC_MESSAGES/django.po",
    PACKAGES[1] / "conf/locale/en/LC_MESSAGES/django.po",
    PACKAGES[1] / "contrib/auth/locale/en/LC_MESSAGES/django.po",
    PACKAGES[1] / "contrib/admin/locale/en/LC_MESSAGES/django.po",
]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%")
CATALOGUES = [
    LOCALE / to_locale(code) / "LC_MESSAGES" / f"{domain}.po"
    for code, _ in settings.LANGUAGES
    if code != settings.LANGUAGE_CODE
    for domain in ("django", "djangojs")
]
BORROWED = [
    LOCALE.parent / "games/texts/borrowed" / to_locale(code) / "LC_MESSAGES/django.po" for code, _ in settings.LANGUAGES
]
"""Sentences of Django and allauth in the words of the site, also in English."""
CATALOGUES += BORROWED


def name(path: Path) -> str:
    return f"{path.parts[-4]}-{path.parts[-3]}-{path.stem}"


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_catalogues_are_complete_and_compiled(path: Path) -> None:
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    assert entries
    assert [entry.msgid for entry in entries if entry.fuzzy or not all(forms(entry))] == []
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    written, built = ({(one.msgctxt, one.msgid): forms(one) for one in some} for some in (entries, compiled))
    assert built == written


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_placeholders_survive_translation(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        wanted = set(PLACEHOLDER.findall(entry.msgid)) | set(PLACEHOLDER.findall(entry.msgid_plural))
        for form in forms(entry):
            found = set(PLACEHOLDER.findall(form))
            # A singular may say "one" instead of the number.
            assert found <= wanted, entry.msgid
            assert entry.msgid_plural or found == wanted, entry.msgid


@pytest.mark.parametrize("path", BORROWED, ids=name)
def test_borrowed_catalogues_have_sentences_of_django_and_allauth_alone(path: Path) -> None:
    borrowed = {entry.msgid for entry in polib.pofile(str(path))}
    assert borrowed == {entry.msgid for entry in polib.pofile(str(BORROWED[0]))}
    assert borrowed - {entry.msgid for lender in LENDERS for entry in polib.pofile(str(lender))} == set()
    assert borrowed & {entry.msgid for entry in polib.pofile(str(CATALOGUES[0]))} == set()


def address(page: str) -> str:
    found = re.search(r'src="(/jsi18n/[^"]+)"', page)
    assert found
    return found[1]


def test_only_the_current_script_catalogue_is_cached(visitor: Client) -> None:
    current = address(visitor.get("/verify/", headers={"Accept-Language": "nl"}).content.decode())
    answer = visitor.get(current)
    assert current.startswith("/jsi18n/nl/")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Sluiten" in answer.content.decode()
    for outdated in ("/jsi18n/nl/0123456789ab/", "/jsi18n/fr/0123456789ab/"):
        answer = visitor.get(outdated)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")


def test_the_script_catalogue_is_the_same_for_all(visitor: Client, ana: User, ana_client: Client) -> None:
    """Neither the language of an account nor an old cookie changes it, and it sets no cookie."""
    preferring.set_preferences(ana, {"language": "id"})
    ana_client.cookies[preferences.COOKIE] = "{}"
    current = address(visitor.get("/verify/").content.decode())
    personal, public = (client.get(current, headers={"Accept-Encoding": "gzip"}) for client in (ana_client, visitor))
    assert (personal.cookies, "Cookie" in personal["Vary"]) == ({}, False)
    assert {**personal.headers, "Content-Length": ""} == {**public.headers, "Content-Length": ""}
    assert gzip.decompress(personal.content) == gzip.decompress(public.content)
    assert (personal["Content-Encoding"], personal["X-Frame-Options"]) == ("gzip", "DENY")
    assert settings.SESSION_COOKIE_NAME in ana_client.cookies
    assert LoginSession.objects.filter(user_id=ana.pk).exists()
