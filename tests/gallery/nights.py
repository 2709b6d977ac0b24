"""Club nights of the sample site, and the scenes of their pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tests.client import Person
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Scene, fixed

NAMES = ("Ana", "Bram", "Cleo", "Wilhelmina van Buren", "Dewi Lestari", "林小明", "Farid", "Greta", "Hugo")
RENAMED = "Cleopatra"
"""The name that the host gives to Cleo."""
OPEN, OVER, CORRECTED = TITLES = ("Friday at the club", "Last Friday", "Corrections")
OPTIONS = {"system": "swiss", "rounds": "4", "mode": "table", "clock": ""}


@dataclass(frozen=True)
class Night:
    """A club night: its path, its host and its players."""

    path: str
    host: Person
    players: Sequence[Person]

    def do(self, act: str) -> None:
        """Let the host act."""
        assert self.host.post(f"{self.path}host/{act}/")["status"] == 200, act

    def play(self, *votes: tuple[int, int]) -> None:
        """Let the players of so many boards report these votes, and their opponents confirm them."""
        left = list(votes)
        for player in self.players:
            report = self.find(player, "report")
            if left and report:
                first, second = left.pop(0)
                fields = {"outcome": "first" if first > second else "second", "first_votes": first}
                assert player.post(report, **fields, second_votes=second)["status"] == 200
        for player in self.players:
            if confirm := self.find(player, "confirm"):
                (seen,) = re.findall(r'name="seen" value="([^"]*)"', player.get(self.path)[1])
                assert player.post(confirm, seen=seen)["status"] == 200

    def find(self, player: Person, act: str) -> str:
        """Return the path of an act on the player's page, or an empty string."""
        found = re.search(rf"{self.path}\d+/\d+/{act}/", player.get(self.path)[1])
        return found[0] if found else ""

    def find_player(self, act: str) -> Person:
        """Return a player whose page offers an act."""
        return next(player for player in self.players if self.find(player, act))


def gather(sample: SampleSite, count: int = 5, title: str = OPEN) -> Night:
    """Create a night that so many people have joined."""
    host = Person(sample.site.url, "Hanna")
    path = host.post("/tournaments/new/", **{**OPTIONS, "title": title})["url"]
    players = [Person(sample.site.url, name) for name in NAMES[:count]]
    for player in players:
        assert player.post(f"{path}join/")["status"] == 200
    return Night(path, host, players)


@cache
def register(sample: SampleSite) -> Night:
    """Create a night before its first round."""
    return gather(sample)


@cache
def run(sample: SampleSite) -> Night:
    """Create a night in its second round: one board is done, one reported, one online, one has not begun."""
    night = gather(sample, len(NAMES))
    night.do("start")
    night.play((3, 2), (1, 4), (5, 0), (2, 3))
    night.do("start")
    night.play((4, 1))
    reporter = night.find_player("report")
    fields = {"outcome": "first", "first_votes": 3, "second_votes": 2, "first_cards": 14, "second_cards": 12}
    assert reporter.post(night.find(reporter, "report"), **fields)["status"] == 200
    mover = night.find_player("mode")
    assert mover.post(night.find(mover, "mode"), mode="online")["status"] == 200
    return night


@cache
def end(sample: SampleSite) -> Night:
    """Create a night that is over."""
    night = gather(sample, 6, OVER)
    for votes in (((3, 2), (1, 4), (5, 0)), ((2, 3), (3, 2), (4, 1))):
        night.do("start")
        night.play(*votes)
    night.do("finish")
    return night


def at(build: Callable[[SampleSite], Night], below: str = "") -> Callable[[SampleSite], str]:
    """The path of a page of a night."""
    return lambda sample: build(sample).path + below


def who(build: Callable[[SampleSite], Night], act: str) -> Callable[[SampleSite], Person]:
    """A player whose page offers an act."""
    return lambda sample: build(sample).find_player(act)


def find_online(sample: SampleSite) -> Person:
    """Return a player whose board is online."""
    night = run(sample)
    return next(player for player in night.players if 'data-key="own">Play<' in player.get(night.path)[1])


def open_report(sample: SampleSite) -> str:
    night = run(sample)
    return night.find(night.find_player("report"), "report")


NIGHTS = [
    Scene("tournaments", fixed("/tournaments/"), lambda sample: end(sample).host),
    Scene("tournament-new", fixed("/tournaments/new/")),
    Scene("tournament-join", at(register)),
    Scene("tournament-registering", at(register), lambda sample: register(sample).players[0]),
    Scene("tournament-host-invites", at(register), lambda sample: register(sample).host),
    Scene("tournament-table", at(run), who(run, "table")),
    Scene("tournament-online", at(run), find_online),
    Scene("tournament-confirm", at(run), who(run, "confirm")),
    Scene("tournament-spectator", at(run)),
    Scene("tournament-report", open_report, who(run, "report")),
    Scene("tournament-round", at(run, "1/")),
    Scene("tournament-over", at(end), lambda sample: end(sample).players[0]),
    Scene("tournament-display-registering", at(register, "display/")),
    Scene("tournament-display", at(run, "display/")),
    Scene("tournament-display-over", at(end, "display/")),
]
