"""Scenes of the admin: the desk of the moderators."""

from __future__ import annotations

from collections.abc import Callable

from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Scene, fixed

DESK = "/admin/games"


def desk(name: str, path: Callable[[SampleSite], str]) -> Scene:
    """A page of the desk, once there is something on it."""
    return Scene(name, lambda sample: path(sample) if sample.judged else "", lambda sample: sample.mona, "#content")


def game(sample: SampleSite) -> str:
    return f"{DESK}/game/{sample.number('game', 'code', sample.judged.code)}"


def person(sample: SampleSite) -> str:
    return f"{DESK}/user/{sample.number('user', 'display_name', 'Ana')}"


ADMIN = [
    desk("desk", lambda sample: "/admin/"),
    Scene("components", fixed("/components/"), lambda sample: sample.mona),
    *(
        desk(f"desk-{name}s", lambda sample, name=name: f"{DESK}/{name}/")  # type: ignore[misc]
        for name in ("game", "user", "report", "act", "appeal")
    ),
    desk("desk-game", lambda sample: f"{game(sample)}/change/"),
    desk("desk-game-history", lambda sample: f"{game(sample)}/history/"),
    *(
        desk(f"desk-game-{kind}", lambda sample, kind=kind: f"{game(sample)}/act/{kind}/")  # type: ignore[misc]
        for kind in ("award", "reveal", "rename_seat", "give_back")
    ),
    desk("desk-entries", lambda sample: f"{DESK}/entry/"),
    desk("desk-user", lambda sample: f"{person(sample)}/change/"),
    desk("desk-user-suspend", lambda sample: f"{person(sample)}/act/suspend/"),
    desk("desk-report", lambda sample: f"{DESK}/report/{sample.number('report', 'category', 'cheating')}/change/"),
    desk(
        "desk-game-resume",
        lambda sample: f"{DESK}/act/{sample.number('act', 'what', 'freeze')}/act/undo/",
    ),
    desk("desk-act", lambda sample: f"{DESK}/act/{sample.number('act', 'what', 'freeze')}/change/"),
]
