"""Rematch of an online game: the requests and answers of its players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from games.rules.shuffle import Shuffle
from games.rules.state import Seat
from games.state.dealt_state import DealtGameState
from games.state.game_state import Event


@dataclass(frozen=True)
class RematchState(DealtGameState):
    """State of a game with the requests for a rematch.

    ``asked`` is for each seat whether it asked, ``quiet`` whether its request is hidden from the other seat;
    ``declined`` is whether the last answer was a refusal. ``next`` is the shuffle that determines the deal of the
    rematch, as secret as the hands; it is None before the deal and in games of older releases. ``next_best_of`` is the
    length of the series that the first request proposed, None if it proposed none.
    """

    asked: tuple[bool, bool] = (False, False)
    quiet: tuple[bool, bool] = (False, False)
    declined: bool = False
    next: Shuffle | None = None
    next_best_of: int | None = None

    def apply_rematch(self, event: Event) -> Self:
        """Return the state after a seat asked, agreed or declined."""
        accept, seat = event.data["accept"], 0 if event.seat == 0 else 1
        asked = _replace_item(self.asked, seat, accept)
        quiet = _replace_item(self.quiet, seat, event.data.get("quiet", False))
        shuffle = self.next and self.next.given(0 if seat == 0 else 1, event.data.get("part"))
        is_first = accept and not any(self.asked)
        best_of = event.data.get("best_of") if is_first else self.next_best_of
        return replace(self, asked=asked, quiet=quiet, declined=not accept, next=shuffle, next_best_of=best_of)

    def list_visible_requests(self, audience: Seat | None) -> tuple[bool, bool]:
        """Return for each seat whether it asked, as far as ``audience`` may know; None is a watcher."""
        first, second = (
            asked and (seat == audience or not quiet)
            for seat, (asked, quiet) in enumerate(zip(self.asked, self.quiet, strict=True))
        )
        return first, second


def _replace_item(pair: tuple[bool, bool], seat: int, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
