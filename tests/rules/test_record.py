"""Records in the format `claim-record/1`: reading, writing, replaying and refusing."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from games.rules.record import Record, build_report, read, replay, write
from games.rules.record_fields import BadRecord, GameOrigin
from games.rules.rulings import Rulings
from tests.rules.broken_records import BROKEN, GAME, Change, changed
from tests.rules.random_games import random_game, record_of
from tests.rules.situations import cards, codes, played, situation


@pytest.mark.parametrize(("change", "words"), BROKEN)
def test_a_broken_record_is_refused_with_the_place_and_the_card(change: Change, words: list[str]) -> None:
    with pytest.raises(BadRecord) as refusal:
        replay(read(changed(change)))
    assert all(word in str(refusal.value) for word in words), refusal.value
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("data", [None, "claim", [GAME]])
def test_a_record_is_an_object(data: Any) -> None:
    with pytest.raises(BadRecord, match="record"):
        read(data)


@pytest.mark.parametrize("programs", [True, [True], [0, 1], ["", ""], None])
def test_programs_are_said_of_both_seats(programs: object) -> None:
    with pytest.raises(BadRecord, match=r"^programs: "):
        read({**GAME, "programs": programs})


@pytest.mark.parametrize(
    "played", [None, {"game": "K7MPX2QA"}, {"game": 7, "at": "2026"}, {"game": "K7MPX2QA", "at": 7}]
)
def test_when_it_was_played_is_said_with_its_code(played: object) -> None:
    with pytest.raises(BadRecord, match=r"^played: it must be "):
        read({**GAME, "played": played})


def test_a_failure_to_follow_is_refused_with_the_play_the_card_and_the_reason() -> None:
    hands = ("G0 G0 G0 G0 G1 G2 G3 U0 U1 U2 U3 U4 U5", "G4 G5 G6 K2 K3 K4 K5 K6 K7 K8 K9 D0 D1")
    deck = "G0 G7 G8 G9 U6 U7 U8 U9 D2 D3 D4 D5 D6 D7 D8 D9 P0 P1 P2 P3 P4 P5 P6 P7 P8 P9"
    plays = "G1 G4 K2 G0 K3"
    record = Record(("Ana", "Bram"), 0, (cards(hands[0]), cards(hands[1])), cards(deck), cards(plays))
    assert build_report(replay(record))["trick"] == 3
    illegal = Record(record.seats, 0, record.hands, record.deck, cards("G1 K2"))
    sentence = "You hold a Goblin, so you must follow with a Goblin or play a Doppelgänger."
    with pytest.raises(BadRecord) as refusal:
        replay(illegal)
    assert str(refusal.value) == f"play 2: K2: {sentence}"


@pytest.mark.parametrize(
    "rulings", [Rulings(strict=True), Rulings(lead="other"), Rulings(last_trick="all"), Rulings(draw="three")]
)
def test_rulings_are_written_whole_where_one_is_not_the_default(rulings: Rulings) -> None:
    record = replace(read(GAME), rulings=rulings)
    assert write(record)["rulings"] == asdict(rulings)
    assert read(json.loads(json.dumps(write(record)))) == record


def test_a_record_that_says_nothing_of_rulings_is_of_the_defaults_and_written_without_them() -> None:
    """The defaults never change: a file would mean something else then."""
    rulings = read(GAME).rulings
    assert (rulings.lead, rulings.strict, rulings.last_trick, rulings.draw) == ("random", False, "trick", "votes")
    assert write(read(GAME)) == GAME


def test_names_may_be_anything_written() -> None:
    for names in (["", ""], ["Ana", "Ana"], ["Zoë \u2028", "變形者"]):
        assert write(read({**GAME, "seats": names}))["seats"] == names


def test_a_record_without_plays_is_a_game_about_to_begin() -> None:
    told = build_report(replay(read({**GAME, "plays": []})))
    leader = GAME["leader"]
    assert (told["status"], told["phase"], told["trick"], told["to_play"]) == ("playing", 1, 1, leader)
    assert told["legal"] == sorted(GAME["hands"][leader])
    assert (told["tricks"], told["followers"], told["score_piles"]) == ([], [[], []], [[], []])
    assert (told["votes"], told["result"]) == (None, None)


def test_a_finished_record_stands_at_the_last_trick() -> None:
    told = build_report(replay(read(GAME)))
    assert (told["status"], told["phase"], told["trick"], told["to_play"]) == ("finished", 2, 13, None)
    assert (told["legal"], told["followers"]) == ([], [[], []])
    assert len(told["tricks"]) == 26
    assert set(told["votes"]) == {"goblins", "knights", "undead", "dwarves", "doppelgangers"}
    assert sum(vote is not None for vote in told["votes"].values()) == sum(told["result"]["votes"])


def test_the_keys_come_in_the_order_of_the_description() -> None:
    told = build_report(replay(read(GAME)))
    assert " ".join(told) == "status phase trick to_play legal tricks followers score_piles votes result"
    assert " ".join(told["tricks"][0]) == "phase number leader lead follow winner revealed blind"


def test_only_complete_tricks_are_told_and_phase_two_reveals_nothing() -> None:
    told = build_report(random_game(11)[27])
    assert [trick["number"] for trick in told["tricks"]] == list(range(1, 14))
    later = build_report(random_game(11)[28])["tricks"][-1]
    assert (later["phase"], later["number"], later["revealed"], later["blind"]) == (2, 1, None, None)


def test_followers_are_those_not_yet_played() -> None:
    state = played(situation("G5 K2", "G6 K3"), "G5")
    assert build_report(state)["followers"] == [["K2"], ["G6", "K3"]]


def test_a_record_holds_the_cards_as_codes() -> None:
    record = record_of(random_game(11), 52)
    assert codes(record.deck) == " ".join(GAME["deck"])
    assert list(write(record)) == ["format", "seats", "leader", "hands", "deck", "plays"]


HELPED = {"seat": 0, "hints": [3, 3], "taken_back": [{"ply": 4, "cards": ["G0", "K7"]}]}


def test_help_is_kept_and_told_again() -> None:
    value = {**GAME, "opponents": [None, "squire"], "helped": HELPED}
    assert write(read(value)) == value
    assert "helped" not in write(read(GAME))


def test_the_origin_of_a_game_is_read_and_written() -> None:
    for step in (0, 51):
        value = {**GAME, "origin": {"game": "K7MPX2QA", "step": step}}
        assert read(value).origin == GameOrigin("K7MPX2QA", step)
        assert list(write(read(value))["origin"].items()) == [("game", "K7MPX2QA"), ("step", step)]
    moved = {**GAME, "origin": {"game": "K7MPX2QA", "step": 3, "mode": "table"}}
    assert write(read(moved)) == moved
    assert "origin" not in write(read(GAME))


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ([], "an object with game, step"),
        ({"game": "K7MPX2QA"}, "an object with game, step"),
        ({"game": "K7MPX2QA", "step": 1, "seat": 0}, "an object with game, step"),
        *[({"game": "K7MPX2QA", "step": step}, "from 0 to 51") for step in (-1, 52, True, "1", None)],
        ({"game": 5, "step": 1}, "the code of a game"),
        ({"game": "K7MPX2QA", "step": 1, "mode": "post"}, "online or table"),
    ],
)
def test_an_origin_that_is_none_is_named(spoilt: object, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        read({**GAME, "origin": spoilt})


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ([], "it must be an object"),
        ({"seat": 0}, "it must be an object"),
        ({**HELPED, "seat": 2}, "helped, seat"),
        ({**HELPED, "hints": [52]}, "helped, hints"),
        ({**HELPED, "hints": [True]}, "helped, hints"),
        ({**HELPED, "taken_back": {}}, "helped, taken_back"),
        ({**HELPED, "taken_back": ["G0"]}, "helped, taken_back"),
        ({**HELPED, "taken_back": [{"ply": 4}]}, "helped, taken_back"),
        ({**HELPED, "taken_back": [{"ply": -1, "cards": []}]}, "helped, taken_back, ply"),
        ({**HELPED, "taken_back": [{"ply": 4, "cards": ["X1"]}]}, "helped, taken_back, card 1"),
    ],
)
def test_spoilt_help_is_named(spoilt: object, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        read({**GAME, "helped": spoilt})
