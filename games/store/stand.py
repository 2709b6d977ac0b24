"""A game's row, as far as it says which story is its own."""

from __future__ import annotations

from typing import NamedTuple


class Stand(NamedTuple):
    """Where a model of the whole row would take longer than what is asked of it. The names are the model's."""

    pk: int
    mode: str
    code: str
    version: int
