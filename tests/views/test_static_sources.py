"""Style sheets, fonts and vendored libraries: contrast, distinct colours, no dead rule, and nothing from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path

import django
import polib
import pytest
from coloraide import Color
from django.contrib.staticfiles import finders
from django.test import Client
from fontTools.ttLib import TTFont

from games.models import User
from games.rules.cards import CODES, Faction

PROJECT = Path(__file__).resolve().parents[2]
STATIC = PROJECT / "static"
DJANGO = Path(django.__file__).parent
SHEETS = {str(path.relative_to(STATIC / "css")): path.read_text() for path in sorted((STATIC / "css").rglob("*.css"))}
TEXT_PAIRS = """ink bg, ink surface, ink surface-2, ink-soft bg, ink-soft surface, ink-soft surface-2, accent bg,
    accent surface, accent-ink accent, accent-ink accent-strong, danger surface, danger bg, ok surface, felt-ink felt,
    felt-ink felt-deep, brass felt-deep, plaque-ink plaque, plaque-soft plaque, plaque-soft plaque-low,
    plaque-head plaque, told-ink told, wrong-ink wrong"""
"""A colour of text and its background each."""
COLOUR = re.compile(r"--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));")
LEAST_DIFFERENCE = 10
"""By CIEDE2000, where about 2 is the least that is noticed side by side."""
LEAST_DIFFERENCE_IN_GREY = 5
"""In steps of a hundred from black to white."""
COMPOSED_NAMES = {
    *("ahead-0", "ahead-1", "ahead-far", "ahead-near", "side-0", "side-1", "seat-0", "seat-1"),  # scripts, of a seat
    "dashboard",  # the admin's index, of its body
}
"""Classes that are put together, or written by a library, while the site runs."""
SWAGGER_UI = Path(str(finders.find("ninja/swagger-ui.css")))
"""The style sheet of the library that writes most of the page of the API."""


def theme_colours(theme: str) -> dict[str, str]:
    found = COLOUR.findall(SHEETS["colours.css"])
    return {name: (light if theme == "light" else dark) or both for name, light, dark, both in found}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast(theme: str) -> None:
    colours = theme_colours(theme)
    pairs = [pair.split() for pair in TEXT_PAIRS.split(",")]
    pale = [(text, ground) for text, ground in pairs if contrast(colours[text], colours[ground]) < 4.5]
    assert pale == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_controls_have_enough_contrast(theme: str) -> None:
    colours = theme_colours(theme)
    for part in ("control", "focus"):
        assert contrast(colours[part], colours["surface"]) >= 3
        assert contrast(colours[part], colours["bg"]) >= 3


def contrast(one: str, other: str) -> float:
    return Color(one).contrast(other, method="wcag21")


class TestFactions:
    COLOURS = dict(re.findall(r"--(\w+): (#\w{6});", SHEETS["cards.css"]))

    @pytest.mark.parametrize("deficiency", ["", "protan", "deutan", "tritan"], ids=lambda one: one or "usual")
    def test_colours_differ_with_any_colour_vision(self, deficiency: str) -> None:
        """As simulated by Machado, Oliveira and Fernandes (2009)."""
        seen = [Color(self.COLOURS[faction.key]) for faction in Faction]
        if deficiency:
            seen = [colour.filter(deficiency, method="machado") for colour in seen]
        assert min(one.delta_e(other, method="2000") for one, other in combinations(seen, 2)) >= LEAST_DIFFERENCE

    def test_colours_differ_in_grey(self) -> None:
        lightness = sorted(Color(self.COLOURS[faction.key]).convert("lab-d65")["l"] for faction in Faction)
        assert min(after - before for before, after in pairwise(lightness)) >= LEAST_DIFFERENCE_IN_GREY

    def test_white_text_has_enough_contrast_on_each(self) -> None:
        assert min(contrast(self.COLOURS[faction.key], "white") for faction in Faction) >= 4.5

    def test_each_has_its_own_pattern(self) -> None:
        sheet = SHEETS["cards.css"]
        patterns = re.findall(r'\[data-faction="(\w)"\] :is\(\.paper.*?--pattern: (.*?);', sheet, re.DOTALL)
        assert [letter for letter, _ in patterns] == list(Faction)
        assert len({" ".join(pattern.split()) for _, pattern in patterns}) == len(Faction)


class TestRules:
    def test_every_selector_names_a_class_or_id_that_is_used(self) -> None:
        selected = {name for sheet in SHEETS.values() for name in names_in_selectors(sheet)}
        unused = selected - names_in_use() - COMPOSED_NAMES
        of_swagger = names_in_selectors(SHEETS["pages/api.css"]) & names_in_selectors(SWAGGER_UI.read_text())
        assert unused - of_swagger == set()

    def test_every_custom_property_is_defined_and_used(self) -> None:
        text = "\n".join([*SHEETS.values(), *read_files(STATIC / "js", "*.js")])
        used = set(re.findall(r"var\((--[\w-]+)", text))
        defined = set(re.findall(r"(--[\w-]+)\"?[:,]", text))
        of_django = "\n".join(read_files(DJANGO / "contrib/admin/static/admin/css", "*.css"))
        assert used - defined - set(re.findall(r"(--[\w-]+):", of_django)) == set()
        assert defined - used == set()


def names_in_selectors(sheet: str) -> set[str]:
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    selectors = [found for found in re.findall(r"([^{};]+)\{", bare) if not found.strip().startswith("@")]
    return {name for selector in selectors for name in re.findall(r"[.#](-?[A-Za-z_][\w-]*)", selector)}


def names_in_use() -> set[str]:
    """Return the classes and ids that templates (of the site and of Django), scripts and Python write."""
    in_template = re.compile(r"""\b(?:class|id)="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\}|\{)*)\"""", re.DOTALL)
    attribute = re.compile(r"""\b(?:class|id|className)\s*=\s*("[^"]*"|'[^']*'|[\w-]+)""")
    literal = re.compile(r'"((?:[a-z][\w-]*\s?)+)"')
    values: list[str] = []
    for folder in (PROJECT / "templates", DJANGO / "contrib/admin/templates", DJANGO / "forms/templates"):
        for page in read_files(folder, "*.html"):
            values += [re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", value) for value in in_template.findall(page)]
    for script in read_files(STATIC / "js", "*.js"):
        values += attribute.findall(script) + literal.findall(script)
    for module in read_files(PROJECT / "games", "*.py"):
        values += attribute.findall(module)
    return {word for value in values for word in re.findall(r"[\w-]+", value)}


def read_files(folder: Path, pattern: str) -> Iterable[str]:
    return (path.read_text() for path in sorted(folder.rglob(pattern)))


class TestFonts:
    def test_the_display_font_is_small_and_licensed(self) -> None:
        assert (STATIC / "fonts/grenze-latin-600.woff2").stat().st_size <= 25_000
        assert "SIL Open Font License" in (STATIC / "fonts/grenze-OFL.txt").read_text()

    def test_the_body_font_is_small_licensed_and_complete(self) -> None:
        font = STATIC / "fonts/asap-latin.woff2"
        assert font.stat().st_size <= 30_000
        assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts/asap-OFL.txt").read_text().upper()
        catalogues = [polib.pofile(str(PROJECT / f"locale/{code}/LC_MESSAGES/django.po")) for code in ("nl", "id")]
        written = {letter for catalogue in catalogues for entry in catalogue for letter in entry.msgstr}
        covered = set(TTFont(font).getBestCmap())
        assert {letter for letter in written if ord(letter) not in covered} <= {"\n"}


def test_the_page_of_components_shows_every_drawing_in_both_themes(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("sam", is_staff=True))
    drawn = re.findall(r'href="[^"]*cards\.svg#(\w+)"', client.get("/components/").content.decode())
    symbols = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "cards/cards.svg").read_text()))
    assert set(CODES.values()) < symbols == set(drawn)
    assert all(drawn.count(symbol) >= 2 for symbol in symbols)


class TestVendoredLibraries:
    def test_every_file_has_the_listed_hash(self) -> None:
        folder = STATIC / "vendor"
        lines = (line.split("  ", 1) for line in (folder / "SHA256SUMS").read_text().splitlines())
        hashes = {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file() and path.name != "SHA256SUMS"
        }
        assert hashes == {name: digest for digest, name in lines}

    def test_the_lock_pins_versions_and_hashes_and_names_no_host(self) -> None:
        package, lock = json.loads((PROJECT / "package.json").read_text()), (PROJECT / "package-lock.json").read_text()
        packages = json.loads(lock)["packages"]
        wanted = package["dependencies"] | package["devDependencies"]
        assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
        assert all(locked["integrity"].startswith("sha512-") for path, locked in packages.items() if path)
        assert "://" not in lock
        assert '"resolved"' not in lock

    def test_no_script_names_another_site(self) -> None:
        for text in read_files(STATIC / "js", "*.js"):
            assert not re.search(r"https?://(?!www\.w3\.org)", text)
