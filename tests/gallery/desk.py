"""The desk of the moderators."""

from __future__ import annotations

from collections.abc import Callable

from tests.gallery.scene import Scene, fixed
from tests.gallery.town import Town

DESK = "/admin/games"


def desk(name: str, path: Callable[[Town], str]) -> Scene:
    """A page of the desk, once there is something on it."""
    return Scene(name, lambda town: path(town) if town.judged else "", lambda town: town.mona, "#content")


def game(town: Town) -> str:
    return f"{DESK}/game/{town.number('game', 'code', town.judged.code)}"


def person(town: Town) -> str:
    return f"{DESK}/user/{town.number('user', 'display_name', 'Ana')}"


DESKS = [
    desk("desk", lambda town: "/admin/"),
    Scene("components", fixed("/components/"), lambda town: town.mona),
    *(
        desk(f"desk-{name}s", lambda town, name=name: f"{DESK}/{name}/")  # type: ignore[misc]
        for name in ("game", "user", "report", "act", "appeal")
    ),
    desk("desk-game", lambda town: f"{game(town)}/change/"),
    desk("desk-game-history", lambda town: f"{game(town)}/history/"),
    *(
        desk(f"desk-game-{kind}", lambda town, kind=kind: f"{game(town)}/act/{kind}/")  # type: ignore[misc]
        for kind in ("award", "reveal", "rename_seat", "give_back")
    ),
    desk("desk-entries", lambda town: f"{DESK}/entry/"),
    desk("desk-user", lambda town: f"{person(town)}/change/"),
    desk("desk-user-suspend", lambda town: f"{person(town)}/act/suspend/"),
    desk("desk-report", lambda town: f"{DESK}/report/{town.number('report', 'category', 'cheating')}/change/"),
    desk("desk-act", lambda town: f"{DESK}/act/{town.number('act', 'what', 'freeze')}/change/"),
]
