"""What follows from the commits of one batch, done once for all of them: for each alone it would be a transaction, and
a write to the disk, a game."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

log = logging.getLogger(__name__)

Call = Callable[[Sequence[int]], object]


class _Gathering(threading.local):
    keys: dict[Call, list[int]] | None = None


_gathering = _Gathering()


def once(call: Call, key: int) -> None:
    """Have ``call`` do its work for a row; within ``together`` for all such rows at the end of that, else at once."""
    if _gathering.keys is None:
        call([key])
    else:
        _gathering.keys.setdefault(call, []).append(key)


@contextmanager
def together() -> Iterator[None]:
    """Do at the end of the block, however it ends, what this thread asks for by ``once`` within it. What fails then is
    logged, as after any commit."""
    gathered = _gathering.keys = {}
    try:
        yield
    finally:
        _gathering.keys = None
        for call, keys in gathered.items():
            _do(call, keys)


def _do(call: Call, keys: Sequence[int]) -> None:
    """For all; where that fails, for each alone, so that one spoils nothing for the others."""
    try:
        call(keys)
    except Exception:
        log.exception("%s failed after the commits to %s", call, keys)
        if len(keys) > 1:
            for key in keys:
                _do(call, [key])
