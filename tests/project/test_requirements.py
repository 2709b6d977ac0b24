"""Locks of bin/lock: they fit the lists of requirements, have a hash for every package, and name no index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.site_process import PROJECT

LISTS = ("requirements", "requirements-dev")


@dataclass(frozen=True)
class Locked:
    """A package of a lock."""

    what: Requirement
    hashes: tuple[str, ...]
    wanted_by: frozenset[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.what.name)

    @property
    def version(self) -> str:
        (only,) = self.what.specifier
        assert only.operator == "=="
        return only.version


def locked(text: str) -> list[Locked]:
    """The packages of a lock, each with what is said below it."""
    parts = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    return [
        Locked(
            Requirement(part.split("\\\n")[0].strip()),
            tuple(re.findall(r"--hash=(sha256:[0-9a-f]{64})\b", part)),
            frozenset(re.findall(r"^    #(?: via)? +(\S.*)$", part, re.MULTILINE)),
        )
        for part in parts
    ]


def listed(text: str) -> list[Requirement]:
    """What a list of ours asks for by itself."""
    return [Requirement(line) for line in text.splitlines() if line and line[0] not in "#-"]


def misfits(asked: list[Requirement], lock: list[Locked], page: str) -> Iterator[str]:
    """What of a list the lock does not have as it is asked for, and what the lock has for the list alone."""
    for one in asked:
        same = [each for each in lock if each.name == canonicalize_name(one.name)]
        if not any(one.extras <= each.what.extras and one.specifier.contains(each.version) for each in same):
            yield str(one)
    names = {canonicalize_name(one.name) for one in asked}
    yield from (each.name for each in lock if f"-r {page}" in each.wanted_by and each.name not in names)


def lock_of(name: str) -> list[Locked]:
    return locked((PROJECT / f"{name}.lock").read_text())


@pytest.mark.parametrize("name", LISTS)
def test_fits_its_list(name: str) -> None:
    asked = listed((PROJECT / f"{name}.txt").read_text())
    assert asked
    assert list(misfits(asked, lock_of(name), f"{name}.txt")) == [], "run bin/lock"


@pytest.mark.parametrize("name", LISTS)
def test_says_what_every_package_is_and_not_where(name: str) -> None:
    assert [each.name for each in lock_of(name) if not each.hashes] == []
    assert re.findall(r".*(?://|@ |--index|--find|--trusted).*", (PROJECT / f"{name}.lock").read_text()) == []


def test_tests_run_with_what_a_site_has() -> None:
    *site, tests = ({(each.name, each.version, each.hashes) for each in lock_of(name)} for name in LISTS)
    assert set().union(*site) - tests == set()


def test_twisted_is_limited_to_its_minor_version() -> None:
    """games/server/http_limits.py and games/server/flow.py use names that Twisted keeps to itself."""
    (twisted,) = (one for one in listed((PROJECT / "requirements.txt").read_text()) if one.name == "twisted")
    major, minor, *_ = next(each for each in lock_of("requirements") if each.name == "twisted").version.split(".")
    assert not twisted.specifier.contains(f"{major}.{int(minor) + 1}.0")
