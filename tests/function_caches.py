"""Caches of functions, which hold results of the code and the tables before a test or a mutant changed them."""

from __future__ import annotations

import re
import sys
from types import ModuleType

PROJECT_MODULE = re.compile(r"(games|claimsite|tests)\b")


def clear_function_caches() -> None:
    """Clear every `functools.cache` of the site and of the tests."""
    # A module may be a lazy object, which loads itself when an attribute is read.
    modules = [one for one in sys.modules.values() if type(one) is ModuleType and PROJECT_MODULE.match(one.__name__)]
    for module in modules:
        for one in [one for one in vars(module).values() if type(one).__name__ == "_lru_cache_wrapper"]:
            one.cache_clear()
