"""Every sentence in every language, with the placeholders that the code fills."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation import to_locale

LOCALE = Path(__file__).resolve().parents[2] / "locale"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%")
CATALOGUES = [
    LOCALE / to_locale(code) / "LC_MESSAGES" / f"{domain}.po"
    for code, _ in settings.LANGUAGES
    if code != settings.LANGUAGE_CODE
    for domain in ("django", "djangojs")
]


def name(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


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
