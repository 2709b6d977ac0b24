"""Records in the format `claim-table/1`, and the command `score`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.inference.record import read, write
from games.rules.record import build_report
from games.rules.record_fields import BadRecord
from tests.inference.table_logs import from_state, log, table_game
from tests.rules.random_games import random_game

Data = dict[str, Any]
Answer = tuple[int, str, str]
Score = Callable[[str], Answer]

EXAMPLE: Data = {
    "format": "claim-table/1",
    "seats": ["Ana", "Bram"],
    "leader": 0,
    "phase_one": [{"revealed": "U5", "lead": "G3", "follow": "G7", "blind": None}],
    "phase_two": [{"lead": "D4", "follow": "D9"}],
}

RULED = {"lead": "chosen", "strict": False, "last_trick": "trick", "draw": "three"}


def example(**changes: Any) -> Data:
    return {**EXAMPLE, **changes}


@pytest.fixture
def score(tmp_path: Path) -> Score:
    def run(content: str) -> Answer:
        path = tmp_path / "record.json"
        path.write_text(content)
        out, err, status = io.StringIO(), io.StringIO(), 0
        try:
            call_command("score", str(path), stdout=out, stderr=err)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, out.getvalue(), err.getvalue()

    return run


def scored(score: Score, record: Data) -> Data:
    status, out, err = score(json.dumps(record))
    assert (status, err) == (0, "")
    told: Data = json.loads(out)
    return told


def test_a_finished_game_is_scored_as_replay_tells_it(score: Score) -> None:
    state = random_game(11)[-1]
    told = scored(score, write(from_state(state, state.tricks[0].leader)))
    truth = build_report(state)
    del truth["legal"]
    assert told == {**truth, "warnings": []}
    assert list(told) == [*truth, "warnings"]


def test_the_example_of_the_format(score: Score) -> None:
    told = scored(score, EXAMPLE)
    assert (told["status"], told["phase"], told["trick"], told["to_play"]) == ("playing", 2, 2, None)
    assert told["tricks"][0] == {
        "phase": 1,
        "number": 1,
        "leader": 0,
        "lead": "G3",
        "follow": "G7",
        "winner": 1,
        "revealed": "U5",
        "blind": None,
    }
    assert [trick["number"] for trick in told["tricks"]] == [*range(1, 14), 1]
    assert (told["tricks"][13]["leader"], told["tricks"][13]["winner"]) == (None, None)
    assert told["followers"] == [[], ["U5"]]
    assert told["score_piles"] == [[], []]
    assert set(told["votes"].values()) == {None}
    assert (told["result"], told["warnings"]) == (None, [])


def test_an_empty_log_knows_nothing(score: Score) -> None:
    told = scored(score, example(phase_one=[], phase_two=[]))
    assert told == {
        "status": "playing",
        "phase": 1,
        "trick": 1,
        "to_play": 0,
        "tricks": [],
        "followers": [[], []],
        "score_piles": [[], []],
        "votes": dict.fromkeys(("goblins", "knights", "undead", "dwarves", "doppelgangers")),
        "result": None,
        "warnings": [],
    }


def test_a_warning_has_its_place_and_its_evidence(score: Score) -> None:
    told = scored(score, write(log("U5 G3 D2 -; >1 U6 G4 G1 -")))
    assert told["warnings"] == [
        {"code": "revoke", "phase": 1, "trick": 1, "seat": 1, "card": "D2", "evidence": {"phase": 1, "trick": 2}},
        {"code": "wrong_leader", "phase": 1, "trick": 2, "seat": 1, "card": None, "evidence": {"phase": 1, "trick": 1}},
    ]


def test_counted_piles_alone(score: Score) -> None:
    piles = {
        "goblins": {"counts": [5, 4], "highest": [9, None]},
        "knights": {"counts": [2, 2], "highest": [5, 8]},
        "undead": {"counts": [5, 5], "highest": [9, None]},
        "dwarves": {"counts": [0, 0]},
        "doppelgangers": {"counts": [1, 4]},
    }
    told = scored(score, {"format": "claim-table/1", "seats": ["Ana", "Bram"], "piles": piles})
    assert told["votes"] == {"goblins": 0, "knights": 1, "undead": 0, "dwarves": None, "doppelgangers": 1}
    assert told["result"] == {"winner": None, "votes": [2, 2]}
    assert (told["status"], told["phase"], told["trick"], told["to_play"]) == ("finished", 2, 13, None)
    assert (told["tricks"], told["score_piles"]) == ([], [[], []])


def test_fewer_than_three_votes_are_a_draw_once_they_are_certain(score: Score) -> None:
    """Two votes to one and the rest to nobody: by the defaults seat 0 would win."""
    counts = {"goblins": [5, 4], "knights": [5, 3], "undead": [4, 6], "dwarves": [0, 0]}
    piles: dict[str, Any] = {key: {"counts": pair} for key, pair in counts.items()}
    table = {"format": "claim-table/1", "seats": ["Ana", "Bram"], "piles": piles, "rulings": RULED}
    assert scored(score, table)["result"] is None
    piles["doppelgangers"] = {"counts": [0, 0]}
    assert scored(score, table)["result"] == {"winner": None, "votes": [2, 1]}
    del table["rulings"]
    assert scored(score, table)["result"] == {"winner": 0, "votes": [2, 1]}


def test_rulings_are_written_where_one_is_not_the_default() -> None:
    assert write(read(example(rulings=RULED)))["rulings"] == RULED
    assert "rulings" not in write(read(example(rulings={**RULED, "draw": "votes"})))
    assert "rulings" not in write(read(EXAMPLE))


def test_several_records_give_a_line_each(score: Score) -> None:
    lines = [json.dumps(EXAMPLE), json.dumps(example(leader=2)), json.dumps(write(table_game(1).record))]
    status, out, _ = score("\n".join(lines))
    first, second, third = map(json.loads, out.splitlines())
    assert status == 1
    assert first["status"] == "playing"
    assert second == {"error": "leader: it must be 0 or 1"}
    assert third["result"]["winner"] in (0, 1, None)


def test_a_malformed_record_is_refused_with_one_sentence(score: Score) -> None:
    status, out, err = score(json.dumps(example(phase_two=[{"lead": "X1"}])))
    assert (status, out) == (1, "")
    assert err == "phase two, trick 1, lead: X1 is not in the deck.\n"


def test_a_field_of_the_other_phase_may_be_there_if_it_is_empty(score: Score) -> None:
    lead = {"lead": "D4"}
    assert scored(score, example(phase_two=[{**lead, "revealed": None}])) == scored(score, example(phase_two=[lead]))


BROKEN: list[tuple[Any, str]] = [
    ([], "record: it must be a JSON object"),
    (example(format="claim-record/1"), 'format: it must be "claim-table/1"'),
    ({"format": "claim-table/1"}, "seats: it is missing"),
    (example(seats=["Ana"]), "seats: it must be a list of two"),
    (example(extra=1), "'extra': no such field"),
    ({k: v for k, v in EXAMPLE.items() if k != "leader"}, "leader: it is missing"),
    (example(leader=None), "leader: it must be 0 or 1"),
    (example(leader=True), "leader: it must be 0 or 1"),
    (example(phase_one=[], leader=2), "leader: it must be 0 or 1"),
    (example(phase_two_leader=2), "phase_two_leader: it must be 0 or 1"),
    (example(phase_one={}), "phase one: it must be a list of tricks"),
    (example(phase_one=[{}] * 14), "phase one, trick 14: a phase has 13 tricks"),
    (example(phase_one=[None]), "phase one, trick 1: it must be a JSON object"),
    (example(phase_one=[{"lead": "K1"}]), "phase one, trick 1, lead: K1 is not in the deck"),
    (example(phase_one=[{"lead": 3}]), "phase one, trick 1, lead: a card is written as a text"),
    (example(phase_one=[{"leader": 1}]), "leader: the first trick of the phase states another leader"),
    (example(phase_two=[{"leader": 1}], phase_two_leader=0), "phase_two_leader: the first trick"),
    (example(phase_two=[{"revealed": "G1"}]), "phase two, trick 1: 'revealed': no such field"),
    (example(phase_two=[{"winner": 0}]), "phase two, trick 1: 'winner': no such field"),
    (example(undead=[["U1"]]), "undead: it must be a list of two"),
    (example(undead=[["K4"], []]), "undead of seat 0: K4 is no Undead"),
    (example(rulings={"draw": "three"}), "rulings: it must be an object with draw, last_trick, lead, strict"),
    (example(rulings={**RULED, "lead": "creator"}), "rulings, lead: it must be one of chosen, random"),
    (example(piles=[]), "piles: it must be a JSON object"),
    (example(piles={"elves": {}}), "piles: 'elves': no such faction"),
    (example(piles={"knights": {}}), "piles, knights: counts: it is missing"),
    (example(piles={"knights": ["counts"]}), "piles, knights: counts: it is missing"),
    (example(piles={"knights": {"counts": [1, 1], "most": 1}}), "piles, knights: 'most': no such field"),
    (example(piles={"knights": {"counts": [-1, 2]}}), "piles, knights, counts: it must be a whole number"),
    (example(piles={"knights": {"counts": [True, 2]}}), "piles, knights, counts: it must be a whole number"),
    (example(piles={"knights": {"counts": [5, 4]}}), "piles, knights, counts: the deck holds 8"),
    (example(piles={"knights": {"counts": [1, 1], "highest": [1, 3]}}), "K1 cannot be the highest of 1"),
    (example(piles={"undead": {"counts": [5, 5], "highest": [3, 9]}}), "U3 cannot be the highest of 5"),
    (example(piles={"undead": {"counts": [0, 0], "highest": [3, None]}}), "U3 cannot be the highest of 0"),
    (example(piles={"undead": {"counts": [2, 2], "highest": [5, 5]}}), "these two cannot be the highest"),
]


@pytest.mark.parametrize(("data", "sentence"), BROKEN, ids=[row[1] for row in BROKEN])
def test_malformed_fields_are_named(data: Any, sentence: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read(data)
    assert sentence in str(refusal.value)


def test_the_leader_of_phase_two_is_read() -> None:
    assert read(example(phase_one=[], phase_two=[], phase_two_leader=1)).phase_two_leader == 1


@pytest.mark.parametrize(
    "data",
    [
        EXAMPLE,
        example(phase_one=[], phase_two=[], undead=[["U3"], []], phase_two_leader=1),
        example(phase_one=[{}], phase_two=[{"lead": None, "leader": 1}]),
        example(phase_one=[], piles={"goblins": {"counts": [1, 1], "highest": [0, 0]}}),
        {"format": "claim-table/1", "seats": ["Ana", "Bram"]},
    ],
)
def test_writing_and_reading_are_inverse(data: Data) -> None:
    record = read(data)
    assert read(json.loads(json.dumps(write(record)))) == record
