"""The vendored browser libraries are byte for byte what their hash list and the lock file say."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "static" / "vendor"


def listed() -> dict[str, str]:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def test_every_vendored_file_is_listed_with_its_hash() -> None:
    found = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert found == listed()


def test_the_lock_pins_exactly_the_versions_of_package_json() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    wanted = package["dependencies"] | package["devDependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        pinned = locked[f"node_modules/{name}"]
        assert pinned["version"] == version
        assert pinned["integrity"].startswith("sha512-")


def test_the_lock_names_no_host() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert "://" not in lock
    assert '"resolved"' not in lock


def test_everything_that_is_locked_has_its_hash() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []


def test_no_import_leaves_the_site() -> None:
    for path in (ROOT / "static" / "js").rglob("*.js"):
        text = path.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org)", text), path
