"""Command `engine`: its formats, and the same refusals as those of `replay`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.review.steps import review_game
from games.engine.review.values import serialize_review
from games.rules.moves import legal_moves
from games.rules.record import read, write
from tests.engine.minimax import values
from tests.rules.broken_records import BROKEN, GAME, Change, changed
from tests.rules.random_games import random_game, record_of

Answer = tuple[int, str, str]


def engine(folder: Path, text: str, *arguments: str) -> Answer:
    path = folder / "record.json"
    path.write_text(text)
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("engine", *arguments[:1], str(path), *arguments[1:], stdout=out, stderr=err)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


def record(seed: int, plies: int) -> dict[str, Any]:
    return write(record_of(random_game(seed), plies))


@pytest.mark.parametrize("plies", [44, 47, 51])
def test_solve_prints_the_exact_ending_for_the_seat_to_play(tmp_path: Path, plies: int) -> None:
    status, out, err = engine(tmp_path, json.dumps(record(3, plies)), "solve")
    found, state = json.loads(out), random_game(3)[plies]
    side = 1 if state.to_play == 0 else -1
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert list(found) == ["to_play", "outcome", "margin", "nodes", "cards"]
    assert (found["to_play"], found["outcome"]) == (state.to_play, side * values(state)[0])
    assert found["margin"] == side * values(state)[2]
    assert sorted(found["cards"]) == sorted({str(card) for card in legal_moves(state)})
    assert max(found["cards"].values()) == found["outcome"]


@pytest.mark.parametrize("plies", [0, 26])
def test_play_prints_the_card_of_a_level_the_same_for_its_seed(tmp_path: Path, plies: int) -> None:
    text = json.dumps(record(3, plies))
    status, out, err = engine(tmp_path, text, "play", "--level", "squire", "--seed", "7")
    state = random_game(3)[plies]
    assert (status, err) == (0, "")
    assert json.loads(out)["to_play"] == state.to_play
    assert json.loads(out)["card"] in {str(card) for card in legal_moves(state)}
    assert engine(tmp_path, text, "play", "--level", "squire", "--seed", "7")[1] == out


def test_review_prints_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.engine.review.phase_one.WORLD_COUNT", 50)
    data = record(3, 5)
    status, out, err = engine(tmp_path, json.dumps(data), "review")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == serialize_review(review_game(read(data)))
    assert [card["card"] for card in json.loads(out)["cards"]] == data["plays"]
    status, out, err = engine(tmp_path, json.dumps(record(3, 0)), "review")
    assert (status, out, err) == (1, "", "plays: there is no card to review\n")


def test_records_that_cannot_be_solved_or_played_are_refused(tmp_path: Path) -> None:
    early, over = json.dumps(record(3, 20)), json.dumps(record(3, 52))
    for text, what, word in ((early, "solve", "phase two"), (over, "solve", "over"), (over, "play", "over")):
        status, out, err = engine(tmp_path, text, what)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert word in err
    assert engine(tmp_path, early, "play", "--seed", "-1")[0] == 1


@pytest.mark.parametrize("what", ["play", "review"])
@pytest.mark.parametrize(("change", "words"), BROKEN[::40])
def test_a_broken_record_is_refused_as_by_replay(tmp_path: Path, change: Change, words: list[str], what: str) -> None:
    status, out, err = engine(tmp_path, json.dumps(changed(change)), what)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert all(word in err for word in words), err


def test_several_records_are_a_line_each(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(one) for one in (record(3, 48), GAME, record(4, 49)))
    status, out, err = engine(tmp_path, text, "solve")
    first, second, third = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert "outcome" in first
    assert "error" in second
    assert "outcome" in third
