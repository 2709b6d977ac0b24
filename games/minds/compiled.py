"""Functions of a module compiled by numba, where it is there; compiled once a machine and kept on disk."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
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
    without numba. The trap: modules that take functions from each other cannot be compiled.
    """
    return _Compiling(module).made(name, signature)


class _Compiling:
    """The functions of a module and of those beside it, as copies that numba makes ready."""

    def __init__(self, module: ModuleType) -> None:
        self.numba = importlib.import_module("numba")
        self.module = module
        self.scopes: dict[str, dict[str, Any]] = {}
        # numba looks for changes in the one file whose function it keeps: by its name it is known as of all of them.
        sources = [Path(str(sys.modules[one].__file__)).read_bytes() for one in sorted(_together(module.__name__))]
        self.edition = hashlib.sha256(b"".join(sources)).hexdigest()[:12]

    def made(self, name: str, signature: str) -> Callable[..., Any]:
        scope = self._scope(self.module.__name__)
        scope[name] = self._ready(self._copy(getattr(self.module, name), scope), inline=False)
        scope[name].compile(signature)
        found: Callable[..., Any] = scope[name]
        return found

    def _scope(self, home: str) -> dict[str, Any]:
        """What a module's functions know, the functions among that made ready."""
        if home not in self.scopes:
            module = sys.modules[home]
            scope = self.scopes[home] = dict(vars(module))
            for name, function in _functions(home).items():
                if function.__module__ == home:
                    scope[name] = self._ready(self._copy(function, scope))
                else:
                    scope[name] = self._scope(function.__module__)[function.__name__]
        return self.scopes[home]

    def _copy(self, function: FunctionType, scope: dict[str, Any]) -> FunctionType:
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, f"{function.__qualname__}_{self.edition}"
        return copy

    def _ready(self, function: FunctionType, inline: bool = True) -> Any:
        # Every helper within its caller, and divisions unchecked: a sixth faster.
        options = {"error_model": "numpy", "forceinline": inline}
        try:
            return self.numba.njit(function, cache=True, **options)
        except RuntimeError:
            # No folder for what is compiled can be written to.
            return self.numba.njit(function, **options)


def _functions(home: str) -> dict[str, FunctionType]:
    """A module's own functions and those that it takes from modules beside it, by the names that it has for them."""
    room = home.rpartition(".")[0]
    there = {name: one for name, one in vars(sys.modules[home]).items() if isinstance(one, FunctionType)}
    return {name: one for name, one in there.items() if one.__module__.rpartition(".")[0] == room}


def _together(home: str) -> set[str]:
    """The names of a module and of those beside it from which it takes functions."""
    others = {function.__module__ for function in _functions(home).values()} - {home}
    return {home}.union(*map(_together, others))
