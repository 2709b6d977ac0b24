"""The group of moderators and exactly what it may do."""

from __future__ import annotations

from typing import Any

from games.stories.act_kinds import PERMISSIONS as ON_ACTS

GROUP = "Moderators"
SEEN = ("game", "player", "entry", "device", "user", "report", "act", "appeal")
"""The rows that moderators may look at; nothing can be added, changed or deleted but by the acts themselves."""

PERMISSIONS: tuple[tuple[str, str, str], ...] = (
    *((model, f"view_{model}", f"Can view {model}") for model in SEEN),
    *(("act", code, name) for code, name in ON_ACTS),
    ("report", "decide_report", "Can claim and decide reports"),
    ("appeal", "decide_appeal", "Can claim and decide appeals"),
    ("personnote", "view_personnote", "Can view person note"),
    ("personnote", "write_personnote", "Can write person note"),
)
"""Model, code name and name of every permission of the group."""


def make_group(apps: Any) -> Any:
    """The group with these permissions and no others, made where it is missing. ``apps`` may be a migration's.

    Permissions are made here too: Django makes its own only after the last migration.
    """
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    group.permissions.set([_permission(apps, *one) for one in PERMISSIONS])
    return group


def _permission(apps: Any, model: str, code: str, name: str) -> Any:
    types = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = types.get_or_create(app_label="games", model=model)
    permissions = apps.get_model("auth", "Permission").objects
    permission, _ = permissions.get_or_create(content_type=kind, codename=code, defaults={"name": name})
    return permission
