"""What of the others' messages is understood here, and how it is known that some were lost."""

from __future__ import annotations

from collections.abc import Callable

from games import metrics
from games.store import news, post
from games.store.news import Item


class Ears:
    """``hear`` is called with what others tell, ``missed`` whenever something of it may have been lost."""

    def __init__(self, hear: Callable[[list[Item]], None], missed: Callable[[], None]) -> None:
        self._hear, self.missed = hear, missed
        self._next: dict[str, int] = {}

    def understand(self, message: str) -> None:
        """Hand on what a message tells, unless it is this process's own; what did not come before it is counted."""
        head, _, text = message.partition("\n")
        sender, number, count = head.split(" ")
        if sender == post.ME:
            return
        lost = 0 if number == "-" else self._lost(sender, int(number), int(count))
        self._hear(news.read(text))
        if lost:
            metrics.dropped(lost)
            self.missed()

    def _lost(self, sender: str, number: int, count: int) -> int:
        """How many items of a sender did not come before these; one that starts to count anew has lost none."""
        expected = self._next.get(sender, number)
        self._next[sender] = number + count
        return max(0, number - expected)
