"""What functions remember of their answers: other code, or other rules, would give others."""

from __future__ import annotations

import re
import sys
from types import ModuleType

OURS = re.compile(r"(games|claimsite|tests)\b")


def forget_answers() -> None:
    """Those of the site's functions and of the tests' own, in every module that is loaded."""
    # A module may be a lazy object, which comes to life when it is asked.
    for module in [one for one in sys.modules.values() if type(one) is ModuleType and OURS.match(one.__name__)]:
        for one in [one for one in vars(module).values() if type(one).__name__ == "_lru_cache_wrapper"]:
            one.cache_clear()
