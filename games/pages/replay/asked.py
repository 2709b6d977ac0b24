"""What the address of a replay asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

from games.rules.state import Seat


@dataclass(frozen=True, slots=True)
class Asked:
    """A step, whose eyes to look through (None: all cards open), and whether the result is to be told."""

    step: int = 0
    seen: Seat | None = None
    result: bool = False

    def at(self, step: int) -> Asked:
        return replace(self, step=step)

    @property
    def query(self) -> str:
        """The part of the address that asks for just this."""
        fields: dict[str, object] = {"step": self.step}
        if self.seen is not None:
            fields["as"] = self.seen
        return "?" + urlencode({**fields, **({"result": 1} if self.result else {})})


def asked(query: QueryDict, last: int) -> Asked:
    """Whatever the address says: steps beyond the game are its ends, and what is no choice is none."""
    seen = {"0": 0, "1": 1}.get(query.get("as", ""))
    return Asked(_step(query.get("step", ""), last), seen, query.get("result") == "1")


def _step(text: str, last: int) -> int:
    return min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 4 else 0
