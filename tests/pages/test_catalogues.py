"""Every sentence in every language, with the placeholders that the code fills."""

import re
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.conf import settings
from django.utils.translation import to_locale

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
    LOCALE.parent / "games/words/borrowed" / to_locale(code) / "LC_MESSAGES/django.po" for code, _ in settings.LANGUAGES
]
"""The words of Django and allauth as the site says them: in English too."""
CATALOGUES += BORROWED


def name(path: Path) -> str:
    return f"{path.parts[-4]}-{path.parts[-3]}-{path.stem}"


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_nothing_is_untranslated_or_doubtful(path: Path) -> None:
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    assert entries
    assert [entry.msgid for entry in entries if entry.fuzzy or not all(forms(entry))] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_placeholders_survive_translation(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        wanted = set(PLACEHOLDER.findall(entry.msgid)) | set(PLACEHOLDER.findall(entry.msgid_plural))
        for form in forms(entry):
            found = set(PLACEHOLDER.findall(form))
            # A singular may say "one" instead of the number.
            assert found <= wanted, entry.msgid
            assert entry.msgid_plural or found == wanted, entry.msgid


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_the_compiled_catalogue_is_the_written_one(path: Path) -> None:
    written = {(entry.msgctxt, entry.msgid): forms(entry) for entry in polib.pofile(str(path)) if not entry.obsolete}
    compiled = {(entry.msgctxt, entry.msgid): forms(entry) for entry in polib.mofile(str(path.with_suffix(".mo")))}
    assert compiled == written


@pytest.mark.parametrize("path", BORROWED, ids=name)
def test_only_what_django_or_allauth_says_is_borrowed(path: Path) -> None:
    borrowed = {entry.msgid for entry in polib.pofile(str(path))}
    assert borrowed == {entry.msgid for entry in polib.pofile(str(BORROWED[0]))}
    assert borrowed - {entry.msgid for lender in LENDERS for entry in polib.pofile(str(lender))} == set()
    assert borrowed & {entry.msgid for entry in polib.pofile(str(CATALOGUES[0]))} == set()
