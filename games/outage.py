"""What is done while something that the site can do without does not answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from limits.errors import StorageError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE = 5.0
"""Seconds for which it is not asked again, so that a page waits for it once and not at each step."""
QUIET = 60.0
"""Seconds between two lines about it."""


class Outage:
    """Knows since when something has been away, and says so once a minute. Any thread may use it.

    ``clock`` gives seconds that only grow.
    """

    def __init__(self, sentence: str, *errors: type[Exception], clock: Callable[[], float] = time.monotonic) -> None:
        self._sentence, self.errors, self._clock = sentence, errors, clock
        self._failed = self._said = -QUIET

    def failed(self, error: BaseException) -> None:
        """Remember that it did not answer; a line in the log unless there was one within the last minute."""
        now = self._clock()
        self._failed = now
        if now - self._said >= QUIET:
            self._said = now
            logger.warning("%s (%s)", self._sentence, str(error) or type(error).__name__)

    def lately(self) -> bool:
        """Whether it failed within the last seconds, so that asking again is not worth the wait."""
        return self._clock() - self._failed < PAUSE

    def either(self, ask: Callable[[], T], instead: Callable[[], T]) -> T:
        """What ``ask`` gives, or what ``instead`` does while the thing is away."""
        if not self.lately():
            try:
                return ask()
            except self.errors as error:
                self.failed(error)
        return instead()


redis = Outage(
    "Redis does not answer: limits are counted in this process alone, other processes hear of moves later",
    RedisError,
    StorageError,
    OSError,
)
"""The one Redis of this installation, for the cache, the limits and the news of other processes."""
