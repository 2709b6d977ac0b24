"""Group of moderators, and its permissions."""

from __future__ import annotations

from typing import Any

from games.state.moderation import PERMISSIONS as ACTION_PERMISSIONS

GROUP = "Moderators"
VIEWABLE_MODELS = ("game", "player", "entry", "device", "user", "report", "act", "appeal", "tournament")
"""Models that moderators may view. They change rows only by moderation actions."""

PERMISSIONS: tuple[tuple[str, str, str], ...] = (
    *((model, f"view_{model}", f"Can view {model}") for model in VIEWABLE_MODELS),
    *(("act", code, name) for code, name in ACTION_PERMISSIONS),
    ("report", "decide_report", "Can claim and decide reports"),
    ("appeal", "decide_appeal", "Can claim and decide appeals"),
    ("personnote", "view_personnote", "Can view person note"),
    ("personnote", "write_personnote", "Can write person note"),
)
"""Model, code name and name of each permission of the group."""


def make_group(apps: Any) -> Any:
    """Return the group with exactly these permissions. ``apps`` may be that of a migration.

    Missing permissions are created here, since Django creates them only after the last migration.
    """
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    group.permissions.set([_get_permission(apps, *permission) for permission in PERMISSIONS])
    return group


def _get_permission(apps: Any, model: str, code: str, name: str) -> Any:
    types = apps.get_model("contenttypes", "ContentType").objects
    content_type, _ = types.get_or_create(app_label="games", model=model)
    permissions = apps.get_model("auth", "Permission").objects
    permission, _ = permissions.get_or_create(content_type=content_type, codename=code, defaults={"name": name})
    return permission
