"""What a move asks of the site, counted: never how long it takes."""

from __future__ import annotations

from pathlib import Path

from bench.parts import moves
from tests.server import copied


def test_a_move_asks_no_more_than_is_held_to(prepared_var: Path, tmp_path: Path) -> None:
    copied(prepared_var, tmp_path)
    assert [str(figure) for figure in moves.counts(tmp_path) if not figure.within] == []
