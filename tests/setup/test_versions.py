"""The Pythons that the project names: the same ones everywhere."""

import re
import tomllib

from tests.server import PROJECT


def supported() -> list[str]:
    """The versions in bin/lib.sh, oldest first."""
    (minors,) = re.findall(r"^supported='([\d ]+)'$", (PROJECT / "bin" / "lib.sh").read_text(), re.MULTILINE)
    return [f"3.{minor}" for minor in reversed(minors.split())]


def test_every_page_names_the_same_versions() -> None:
    said = f"Python {supported()[0]} to {supported()[-1]}"
    for page in ("README.md", "docs/deployment.md"):
        text = (PROJECT / page).read_text()
        assert said in text, page
        assert set(re.findall(r"\b3\.1\d\b", text)) == {supported()[0], supported()[-1]}, page


def test_the_tools_know_the_oldest_version_and_the_project_all() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    oldest = supported()[0]
    assert settings["project"]["requires-python"] == f">={oldest}"
    assert settings["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert settings["tool"]["mypy"]["python_version"] == oldest
    classified = [line.split(" :: ")[-1] for line in settings["project"]["classifiers"]]
    assert classified == supported()
