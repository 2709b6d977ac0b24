"""The style sheets hold together: nothing dead, each measure and colour named in one place, no sheet too long."""

import re
from collections.abc import Iterable
from pathlib import Path

import django
import pytest

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "static/css"
DJANGO = Path(django.__file__).parent
SHEETS = {str(path.relative_to(FOLDER)): path.read_text() for path in sorted(FOLDER.rglob("*.css"))}
TOKENS, COLOURS = SHEETS["tokens.css"], SHEETS["colours.css"]
LONGEST = 300
COMPOSED = {
    "ahead-0": "tug.js, of a seat",
    "ahead-1": "tug.js, of a seat",
    "ahead-far": "tally.js, of a side",
    "ahead-near": "tally.js, of a side",
    "side-0": "tug.js and side.js, of a seat",
    "side-1": "tug.js and side.js, of a seat",
    "dashboard": "the block of a body's class in the admin's index",
    "seat-0": "head.js and piles.js, of a seat",
    "seat-1": "head.js and piles.js, of a seat",
}
"""Names that are put together while the site runs, and where: nobody else may stand here."""
WORDS = re.compile(r"[\w-]+")
ATTRIBUTE = re.compile(r"""\b(?:class|id|className)\s*=\s*("[^"]*"|'[^']*'|[\w-]+)""")
IN_TEMPLATE = re.compile(r"""\b(?:class|id)="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\}|\{)*)\"""", re.DOTALL)
LITERAL = re.compile(r'"((?:[a-z][\w-]*\s?)+)"')


def rules(sheet: str) -> Iterable[str]:
    """What stands before each opening brace: selectors and at-rules, without comments."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return (found.strip() for found in re.findall(r"([^{};]+)\{", bare))


def names(sheet: str) -> set[str]:
    """The classes and ids that the selectors of a sheet ask for."""
    selectors = (rule for rule in rules(sheet) if not rule.startswith("@"))
    return {name for selector in selectors for name in re.findall(r"[.#](-?[A-Za-z_][\w-]*)", selector)}


def files(folder: Path, kind: str) -> Iterable[str]:
    return (path.read_text() for path in sorted(folder.rglob(kind)))


def given() -> set[str]:
    """The classes and ids that templates (ours and those of Django that we use), scripts and Python write."""
    said: list[str] = []
    for folder in (PROJECT / "templates", DJANGO / "contrib/admin/templates", DJANGO / "forms/templates"):
        for page in files(folder, "*.html"):
            said += [re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", value) for value in IN_TEMPLATE.findall(page)]
    for script in files(PROJECT / "static/js", "*.js"):
        said += ATTRIBUTE.findall(script) + LITERAL.findall(script)
    for module in files(PROJECT / "games", "*.py"):
        said += ATTRIBUTE.findall(module)
    return {word for value in said for word in WORDS.findall(value)}


def test_every_selector_has_somebody_to_dress() -> None:
    asked = {name for sheet in SHEETS.values() for name in names(sheet)}
    assert asked - given() - COMPOSED.keys() == set()


def test_only_names_that_are_asked_for_and_written_nowhere_are_called_composed() -> None:
    asked = {name for sheet in SHEETS.values() for name in names(sheet)}
    assert COMPOSED.keys() - asked == set()
    assert COMPOSED.keys() & given() == set()


def test_a_name_that_nobody_bears_would_be_found() -> None:
    assert names("/* .old */ .button.prose > #none:hover, a.other { } @media (x) { .inner { top: 1.5px } }") == {
        "button",
        "prose",
        "none",
        "other",
        "inner",
    }
    assert not {"prose", "scroll-y"} & given()


def test_every_property_of_our_own_is_set_and_used() -> None:
    everything = "\n".join([*SHEETS.values(), *files(PROJECT / "static/js", "*.js")])
    used = set(re.findall(r"var\((--[\w-]+)", everything))
    defined = set(re.findall(r"(--[\w-]+)\"?[:,]", everything))
    admins = "\n".join(files(DJANGO / "contrib/admin/static/admin/css", "*.css"))
    assert used - defined - set(re.findall(r"(--[\w-]+):", admins)) == set()
    assert defined - used == set()


@pytest.mark.parametrize(
    "measure",
    [
        pytest.param(r"\b44px", id="what a finger hits"),
        pytest.param(r"z-index: -?\d", id="what lies on what"),
        pytest.param(r"border-radius: (?:4|6|8|10|12|14|16|18|99)px;", id="round corners"),
        pytest.param(r"ui-monospace|system-ui", id="fonts"),
        pytest.param(r"(?:transition|animation|duration): (?!0\.01ms)[^;]*\d(?:ms|s)\b", id="how long something takes"),
    ],
)
def test_measures_are_told_by_name(measure: str) -> None:
    assert {name: re.findall(measure, sheet) for name, sheet in SHEETS.items() if name != "tokens.css"} == {
        name: [] for name in SHEETS if name != "tokens.css"
    }


def test_the_windows_we_tell_apart_are_listed() -> None:
    listed = set(re.findall(r"\d+(?:rem|px)", TOKENS.partition(":root")[0]))
    asked = {size for sheet in SHEETS.values() for rule in rules(sheet) for size in sizes(rule)}
    assert asked == listed


def sizes(rule: str) -> list[str]:
    return re.findall(r"\d+(?:rem|px)", rule) if rule.startswith("@media") else []


def test_dark_and_light_stand_in_one_list() -> None:
    elsewhere = "\n".join(sheet for name, sheet in SHEETS.items() if name != "colours.css")
    assert not re.search(r"light-dark|data-theme|color-scheme", elsewhere)
    assert "@media" not in COLOURS


@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_is_long(name: str) -> None:
    assert len(SHEETS[name].splitlines()) < LONGEST
