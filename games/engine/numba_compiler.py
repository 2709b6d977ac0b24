"""Compiler of a module's functions with numba, if numba is installed.

numba caches compiled functions on disk, so each machine compiles once.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any


@cache
def is_available() -> bool:
    """Return whether numba is installed, without importing it; a folder named numba does not count."""
    try:
        metadata.version("numba")
    except metadata.PackageNotFoundError:
        return False
    return True


@cache
def compile_function(module: ModuleType, name: str, signature: str) -> Callable[..., Any]:
    """Return the function ``name`` of ``module``, compiled with all functions that it may call.

    These are the module's other functions and those that it imports from modules of the same package. The modules stay
    unchanged: numba compiles copies that call each other. The first call on a machine takes seconds; later calls load
    the cache from ``NUMBA_CACHE_DIR`` or from beside the module. Raise ``ImportError`` without numba. The trap: modules
    that import functions from each other cannot be compiled.
    """
    return _Compiler(module).compile(name, signature)


def is_compiled(module: ModuleType, name: str) -> bool:
    """Return whether the cache in ``NUMBA_CACHE_DIR`` has the function ``name`` of ``module``, compiled from this code.

    It may still be compiled again, for another processor or version of numba.
    """
    folder = os.environ.get("NUMBA_CACHE_DIR")
    pattern = f"*/*.{name}_{_compute_digest(module)}-*.nbi"
    return folder is not None and any(Path(folder).glob(pattern))


def _compute_digest(module: ModuleType) -> str:
    """Return a digest of the sources of a module and of those from which it imports functions."""
    names = sorted(_list_modules(module.__name__))
    return hashlib.sha256(b"".join(Path(str(sys.modules[name].__file__)).read_bytes() for name in names)).hexdigest()[
        :12
    ]


class _Compiler:
    """Compiler of a module: copies of its functions and of those imported from modules of the same package."""

    def __init__(self, module: ModuleType) -> None:
        self.numba = importlib.import_module("numba")
        self.module = module
        self.scopes: dict[str, dict[str, Any]] = {}
        # numba checks only one source file for changes, so the name of a copy carries a digest of all files.
        self.digest = _compute_digest(module)

    def compile(self, name: str, signature: str) -> Callable[..., Any]:
        scope = self._build_scope(self.module.__name__)
        scope[name] = self._wrap(self._copy(getattr(self.module, name), scope), inline=False)
        scope[name].compile(signature)
        function: Callable[..., Any] = scope[name]
        return function

    def _build_scope(self, module_name: str) -> dict[str, Any]:
        """Return the globals of a module's functions, with the functions among them compiled."""
        if module_name not in self.scopes:
            module = sys.modules[module_name]
            scope = self.scopes[module_name] = dict(vars(module))
            for name, function in _list_functions(module_name).items():
                if function.__module__ == module_name:
                    scope[name] = self._wrap(self._copy(function, scope))
                else:
                    scope[name] = self._build_scope(function.__module__)[function.__name__]
        return self.scopes[module_name]

    def _copy(self, function: FunctionType, scope: dict[str, Any]) -> FunctionType:
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, f"{function.__qualname__}_{self.digest}"
        return copy

    def _wrap(self, function: FunctionType, inline: bool = True) -> Any:
        # Inlined helpers and unchecked divisions are faster.
        options = {"error_model": "numpy", "forceinline": inline}
        try:
            return self.numba.njit(function, cache=True, **options)
        except RuntimeError:
            # No cache folder is writable.
            return self.numba.njit(function, **options)


def _list_functions(module_name: str) -> dict[str, FunctionType]:
    """Return a module's own functions and those imported from its package, by their names in the module."""
    package = module_name.rpartition(".")[0]
    functions = {
        name: function
        for name, function in vars(sys.modules[module_name]).items()
        if isinstance(function, FunctionType)
    }
    return {name: function for name, function in functions.items() if function.__module__.rpartition(".")[0] == package}


def _list_modules(module_name: str) -> set[str]:
    """Return the names of a module and of the modules of its package from which it imports functions."""
    others = {function.__module__ for function in _list_functions(module_name).values()} - {module_name}
    return {module_name}.union(*map(_list_modules, others))
