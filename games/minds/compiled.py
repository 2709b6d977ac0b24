"""Functions of a module compiled by numba, where it is there; compiled once a machine and kept on disk."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any


def available() -> bool:
    """Whether there is a compiler here; asking does not load it."""
    return importlib.util.find_spec("numba") is not None


@cache
def compiled(module: ModuleType, name: str, signature: str) -> Callable[..., Any]:
    """The function ``name`` of ``module``, compiled together with the module's other functions and those that it takes
    from modules beside it.

    The modules are left as they are: what is compiled are copies that call each other. The first call of a machine
    takes seconds, later ones load what numba keeps in ``NUMBA_CACHE_DIR`` or beside the module. ``ImportError``
    without numba.
    """
    numba = importlib.import_module("numba")
    scopes: dict[str, dict[str, Any]] = {}
    scope = _scope(numba, module.__name__, scopes)
    scope[name] = _ready(numba, _copy(getattr(module, name), scope), inline=False)
    scope[name].compile(signature)
    found: Callable[..., Any] = scope[name]
    return found


def _scope(numba: Any, name: str, scopes: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What a module's functions know, the functions among that made ready."""
    if name not in scopes:
        module = sys.modules[name]
        scope = scopes[name] = dict(vars(module))
        for one, function in vars(module).items():
            if isinstance(function, FunctionType):
                home = function.__module__
                if home == name:
                    scope[one] = _ready(numba, _copy(function, scope))
                elif home.rpartition(".")[0] == name.rpartition(".")[0]:
                    scope[one] = _scope(numba, home, scopes)[one]
    return scopes[name]


def _copy(function: FunctionType, scope: dict[str, Any]) -> FunctionType:
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _ready(numba: Any, function: FunctionType, inline: bool = True) -> Any:
    # Every helper within its caller, and divisions unchecked: a sixth faster.
    options = {"error_model": "numpy", "forceinline": inline}
    try:
        return numba.njit(function, cache=True, **options)
    except RuntimeError:
        # No folder for what is compiled can be written to.
        return numba.njit(function, **options)
