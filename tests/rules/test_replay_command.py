"""Command `replay`: one JSON object for each record, one sentence for an error, never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.record import write
from tests.rules import reference
from tests.rules.broken_records import BROKEN, GAME, Change, changed
from tests.rules.random_games import few_votes, random_game, record_of

ROOT = Path(__file__).parents[2]
Answer = tuple[int, str, str]
"""Exit status, standard output, standard error."""


@pytest.fixture
def replay(tmp_path: Path) -> Callable[[str | bytes], Answer]:
    def run(content: str | bytes) -> Answer:
        path = tmp_path / "record.json"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return command(str(path))

    return run


Replay = Callable[[str | bytes], Answer]


def command(name: str) -> Answer:
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("replay", name, stdout=out, stderr=err)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


def line(record: dict[str, Any]) -> str:
    return json.dumps(record)


def assert_refused(answer: Answer, *words: str) -> None:
    status, out, err = answer
    assert (status, out) == (1, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert all(word in err for word in words), err


def test_a_record_is_answered_with_one_object_on_one_line(replay: Replay) -> None:
    status, out, err = replay(line(GAME))
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == reference.report(GAME)


def test_the_winner_follows_from_the_rulings_of_the_record(replay: Replay) -> None:
    record = write(record_of(few_votes(), 52))
    ruled = {"lead": "random", "strict": False, "last_trick": "trick", "draw": "three"}
    plain, three = (json.loads(replay(line(one))[1]) for one in (record, {**record, "rulings": ruled}))
    assert plain["result"] == {"winner": 0, "votes": [2, 1]}
    assert three == {**plain, "result": {"winner": None, "votes": [2, 1]}}


@pytest.mark.parametrize("plies", [0, 1, 25, 26, 51, 52])
def test_a_record_of_any_length_is_answered(replay: Replay, plies: int) -> None:
    record = write(record_of(random_game(21), plies))
    assert json.loads(replay(line(record))[1]) == reference.report(record)


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: json.dumps(json.loads(text), indent=2),
        lambda text: json.dumps(json.loads(text), indent=2).replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: f"\n\n  {text}\n\n",
        lambda text: text.replace("Ana", "Zo\u00eb \u2028"),
        lambda text: text.replace("Ana", "\\ud800"),
    ],
)
def test_any_json_of_a_record_is_accepted(replay: Replay, dress: Callable[[str], str]) -> None:
    status, out, err = replay(dress(line(GAME)))
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert out.isascii()
    assert json.loads(out) == reference.report(GAME)


@pytest.mark.parametrize(("change", "words"), BROKEN[::20])
def test_a_broken_record_is_one_line_on_standard_error(replay: Replay, change: Change, words: list[str]) -> None:
    text = line(changed(change))
    assert_refused(replay(text), *words)
    assert_refused(replay(json.dumps(json.loads(text), indent=1)), *words)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "empty"),
        (" \r\n\n", "empty"),
        ("{", "JSON"),
        (line(GAME)[:-1], "JSON"),
        (json.dumps(GAME, indent=1)[:-1], "JSON"),
        ("null", "object"),
        ("[]", "object"),
        ("NaN", "NaN"),
        (line(GAME).replace('"leader": ', '"leader": Infinity, "x": '), "Infinity"),
        ("[" * 100_000, "nested"),
        ("9" * 5000, "digits"),
        (line(GAME).replace('"plays": [', '"plays": [' + "1" * 5000 + ", "), "digits"),
        (line(GAME).replace('"leader"', '"deck": [], "leader"'), "twice"),
        (line(GAME).encode("utf-16"), "UTF-8"),
        (b'{"format": "\xff"}', "UTF-8"),
        (line({**GAME, "plays": ["\x1b[31m\n\u202e"]}), "play 1"),
    ],
)
def test_invalid_content_is_refused_in_one_line(replay: Replay, content: str | bytes, word: str) -> None:
    answer = replay(content)
    assert_refused(answer, word)
    assert answer[2][:-1].isprintable()


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert_refused(command(str(tmp_path / "none.json")), "none.json", "No such file")
    assert_refused(command(str(tmp_path)), "directory")


def test_several_records_are_answered_in_their_order(replay: Replay) -> None:
    records = [write(record_of(random_game(seed), 5 * seed)) for seed in range(10)]
    status, out, err = replay("\n\n".join(line(record) for record in records) + "\r\n")
    assert (status, err) == (0, "")
    assert [json.loads(answer) for answer in out.splitlines()] == [reference.report(record) for record in records]


def test_an_invalid_record_among_several_has_its_error_on_its_line(replay: Replay) -> None:
    bad = [line(changed(change)) for change, _ in BROKEN[::10]]
    bad += [
        "{",
        "nonsense",
        "[]",
        "17",
        "NaN",
        "[" * 100_000,
        "9" * 5000,
        '{"a": 1, "a": 2}',
        line(GAME)[:-1],
    ]
    status, out, err = replay("\n".join(text + "\n" + line(GAME) for text in bad))
    answers = [json.loads(answer) for answer in out.splitlines()]
    assert (status, err, len(answers)) == (1, "", 2 * len(bad))
    assert all(answer == reference.report(GAME) for answer in answers[1::2])
    alone = [replay(text)[2].removesuffix("\n") for text in bad]
    assert [answer["error"] for answer in answers[::2]] == alone
    assert all(list(answer) == ["error"] for answer in answers[::2])


@pytest.mark.parametrize(
    "lines",
    [
        [line(GAME), "nonsense"],
        [line(GAME)[:-1], line(GAME)],
        ["{", "{"],
        ["{}", "{}"],
        ["   " + line(GAME), "null"],
    ],
)
def test_lines_are_several_records_even_when_some_are_broken(replay: Replay, lines: list[str]) -> None:
    status, out, err = replay("\n".join(lines))
    answers = [json.loads(answer) for answer in out.splitlines()]
    assert (status, err, len(answers)) == (1, "", len(lines))
    good = [text.strip() == line(GAME) for text in lines]
    assert ["error" not in answer for answer in answers] == good


def manage(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    call = [sys.executable, str(ROOT / "manage.py"), "replay", *arguments]
    return subprocess.run(call, cwd=ROOT, timeout=120, **options)


def test_the_command_itself_reads_standard_input_and_ends_with_its_status(tmp_path: Path) -> None:
    good = manage("-", input=line(GAME).encode(), capture_output=True)
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout) == reference.report(GAME)
    bad = manage("-", "--force-color", input=line({**GAME, "leader": 7}).encode(), capture_output=True)
    assert (bad.returncode, bad.stdout, bad.stderr) == (1, b"", b"leader: it must be 0 or 1\n")
    mixed = manage("-", input=f"{line(GAME)}\n{{}}\n".encode(), capture_output=True)
    assert (mixed.returncode, mixed.stdout.count(b"\n"), mixed.stderr) == (1, 2, b"")


@pytest.mark.parametrize("command", ["replay", "score"])
def test_nothing_but_the_rules_is_made_ready_for_records(command: str) -> None:
    call = [sys.executable, "-X", "importtime", str(ROOT / "manage.py"), command, "-"]
    imported = subprocess.run(call, cwd=ROOT, timeout=120, input=b"", stderr=subprocess.PIPE).stderr.decode()
    assert "games.rules.record_fields" in imported
    assert not [name for name in ("games.models", "games.admin", "games.state", "numpy") if f" {name}" in imported]


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    text = "\n".join([line(GAME)] * 50).encode()
    left = manage("-", input=text, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (left.returncode, left.stderr) == (1, b"")
