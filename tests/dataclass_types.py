"""Search for the dataclasses of modules."""

from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path

from tests.site_process import PROJECT


def find_dataclasses(files: list[Path]) -> set[type]:
    """Return every dataclass that these modules define."""
    found: set[type] = set()
    for path in files:
        name = ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        own = (one for one in vars(importlib.import_module(name)).values() if isinstance(one, type))
        found |= {one for one in own if one.__module__ == name and dataclasses.is_dataclass(one)}
    return found
