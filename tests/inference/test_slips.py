"""Slips: every warning with the trick that proves it, and honest logs without one.

Tricks of phase one read: revealed, lead, follow, blind; ``-`` was not logged. Seat 0 leads first.
"""

from __future__ import annotations

import pytest

from games.inference import slips as slips_module
from games.inference.record import Slot, Spot, TableRecord
from games.inference.slips import Slip, list_slips
from games.inference.tally import compute_tally
from games.rules.state import Phase
from tests.inference.table_logs import log, mistaken, table_game
from tests.repetitions import sample_size
from tests.rules.situations import cards

SlipRow = tuple[str, tuple[int, int | None], int | None, str | None, tuple[int, int | None]]


def slip_row(slip: Slip) -> SlipRow:
    moment, proof = slip.moment, slip.evidence
    card = None if slip.card is None else str(slip.card)
    return slip.code.value, (moment.phase, moment.number), slip.seat, card, (proof.phase, proof.number)


def warned(record: TableRecord) -> list[SlipRow]:
    return [slip_row(slip) for slip in list_slips(record)]


SLIPS: list[tuple[str, TableRecord, list[SlipRow]]] = [
    (
        "a card played twice",
        log("U5 G3 G7 -; U6 G8 G3 -"),
        [("duplicate", (1, 2), 0, "G3", (1, 1))],
    ),
    (
        "a card played that was revealed before; its player is not known",
        log("U5 G3 - -; U6 U5 - -"),
        [("duplicate", (1, 2), None, "U5", (1, 1))],
    ),
    (
        "a card revealed that was played before belongs to nobody yet",
        log("U5 G3 G7 -; G3 - - -"),
        [("duplicate", (1, 2), None, "G3", (1, 1))],
    ),
    (
        "a card revealed twice",
        log("U5 G3 G7 -; U5 - - -"),
        [("duplicate", (1, 2), None, "U5", (1, 1))],
    ),
    (
        "one card for both plays of a trick",
        log("U5 K3 K3 -"),
        [("duplicate", (1, 1), 1, "K3", (1, 1))],
    ),
    (
        "a blind card that was played: its taker slipped",
        log("U5 G3 G7 -; U6 G8 G9 G3"),
        [("duplicate", (1, 2), 1, "G3", (1, 1))],
    ),
    (
        "played in phase one and again in phase two",
        log("U5 G3 G7 -", "G3 D2", phase_two_leader=0),
        [("duplicate", (2, 1), 0, "G3", (1, 1))],
    ),
    (
        "played twice in phase two",
        log("", "G3 G2; K2 G3", phase_two_leader=0),
        [("duplicate", (2, 2), 1, "G3", (2, 1))],
    ),
    (
        "a third time points to the first",
        log("U5 K3 K4 -; U6 K3 - -; U7 K3 - -"),
        [("duplicate", (1, 2), 1, "K3", (1, 1)), ("duplicate", (1, 3), None, "K3", (1, 1))],
    ),
    (
        "the sixth Goblin zero",
        log("G0 G0 G0 -; U6 G0 G0 -; U7 G0 - -"),
        [("duplicate", (1, 3), 0, "G0", (1, 1))],
    ),
    (
        "an Undead won in phase one twice",
        log(undead=(cards("U3"), cards("U3"))),
        [("duplicate", (1, None), 1, "U3", (1, None))],
    ),
    (
        "an Undead won in phase one and played in phase two",
        log("", "U3 U4", undead=(cards("U3"), ()), phase_two_leader=1),
        [("duplicate", (2, 1), 1, "U3", (1, None))],
    ),
    (
        "a follower discards and later leads the faction that was asked for",
        log("U5 G3 D2 -; U6 G4 G1 -"),
        [("revoke", (1, 1), 1, "D2", (1, 2))],
    ),
    (
        "the first such trick is the evidence",
        log("U5 D3 G2 -; U6 K3 K2 -; U7 G4 D1 -; U8 G5 D0 -"),
        [("revoke", (1, 1), 1, "G2", (1, 3))],
    ),
    (
        "a Knight on a Goblin, though it wins",
        log("U5 G3 K2 -; U6 G4 - -"),
        [("revoke", (1, 1), 1, "K2", (1, 2))],
    ),
    (
        "a led Doppelgänger asks for a Doppelgänger",
        log("U5 P3 G2 -; U6 D3 P2 -"),
        [("revoke", (1, 1), 1, "G2", (1, 2))],
    ),
    (
        "in phase two",
        log("", "D3 G2; K3 D2", phase_two_leader=0),
        [("revoke", (2, 1), 1, "G2", (2, 2))],
    ),
    (
        "a revoke of somebody, when who led is not known",
        log("U5 - - -; U6 G3 D2 -; U7 G4 G1 -"),
        [("revoke", (1, 2), None, "D2", (1, 3))],
    ),
    (
        "a follower of the other seat, revealed",
        log("U5 G3 G1 -", "U5 D2", phase_two_leader=1),
        [("wrong_owner", (2, 1), 1, "U5", (1, 1))],
    ),
    (
        "a follower of the other seat, taken unseen",
        log("U5 G3 G1 K9", "K9 D2", phase_two_leader=0),
        [("wrong_owner", (2, 1), 0, "K9", (1, 1))],
    ),
    (
        "the other seat's four zeros leave one, so a second is not its own",
        log(
            "G0 G3 G1 -; G0 K3 K2 -; G0 D3 D2 -; G0 U3 U2 -",
            "D9 G0; K9 G0",
            phase_two_leader=0,
        ),
        [("wrong_owner", (2, 2), 1, "G0", (1, 1))],
    ),
    (
        "a stated leader did not win the trick before",
        log("U5 G3 G7 -; >0 U6 G8 - -"),
        [("wrong_leader", (1, 2), 0, None, (1, 1))],
    ),
    (
        "a stated leader of phase two did not win trick 13",
        log("; ".join(["- - - -"] * 12 + [">0 - K9 K2 -"]), "D2 D3", phase_two_leader=1),
        [("wrong_leader", (2, 1), 1, None, (1, 13))],
    ),
    (
        "who leads by statement leads on",
        log("U5 G3 G7 -; >0 U6 K8 K3 -; >1 U7 D4 D3 -"),
        [("wrong_leader", (1, 2), 0, None, (1, 1)), ("wrong_leader", (1, 3), 1, None, (1, 2))],
    ),
    (
        "in the order of the game",
        log("U5 G3 D2 -; U6 G4 G1 -; U7 G4 - -", "U5 K9", phase_two_leader=1),
        [
            ("revoke", (1, 1), 1, "D2", (1, 2)),
            ("duplicate", (1, 3), 0, "G4", (1, 2)),
            ("wrong_owner", (2, 1), 1, "U5", (1, 1)),
        ],
    ),
]


@pytest.mark.parametrize(("record", "warnings"), [row[1:] for row in SLIPS], ids=[row[0] for row in SLIPS])
def test_slips_are_found_with_their_evidence(record: TableRecord, warnings: list[SlipRow]) -> None:
    assert warned(record) == warnings


HONEST: list[tuple[str, TableRecord]] = [
    ("nothing logged", log()),
    ("a revealed card played in phase two by its owner", log("U5 G3 G1 -", "U5 D2", phase_two_leader=0)),
    ("a blind card played in phase two by its owner", log("U5 G3 G1 K9", "K9 D2", phase_two_leader=1)),
    ("five zeros, then the revealed ones again", log("G0 G0 G0 -; G0 G0 - -", "G0 G0", phase_two_leader=0)),
    ("a Doppelgänger follows anything", log("U5 G3 P2 -; U6 G4 G1 -")),
    ("another faction, never followed by the one asked for", log("U5 G3 D2 -; U6 K4 K2 -")),
    ("the faction asked for comes in the next phase", log("U5 G3 D2 -", "G4 G1", phase_two_leader=0)),
    ("the leader plays the faction it asked for again", log("U5 G3 D2 -; U6 G4 D1 -")),
    ("who followed is not known", log("U5 G3 D2 -; U6 - - -; U7 G4 - -")),
    ("who recruited the card is not known", log("U5 G3 - -", "U5 D2", phase_two_leader=1)),
    ("who played the card is not known", log("U5 G3 G1 -", "U5 D2")),
    ("a zero of the other seat, but there are more", log("G0 G3 G1 -", "D9 G0", phase_two_leader=0)),
    ("a statement where the winner is not known", log("U5 G3 - -; >1 U6 K8 K3 -")),
    ("a statement that agrees", log("U5 G3 G7 -; >1 U6 G8 - -")),
    ("an Undead logged in its trick and apart", log("U5 U3 U2 -", undead=(cards("U3 U2"), ()))),
]


@pytest.mark.parametrize("record", [row[1] for row in HONEST], ids=[row[0] for row in HONEST])
def test_possible_logs_have_no_slips(record: TableRecord) -> None:
    assert warned(record) == []


def test_a_card_recruited_by_both_is_no_proof_against_its_player() -> None:
    record = log("U5 G3 G1 -; K3 K4 K5 U5", "U5 D2", phase_two_leader=1)
    assert [one[0] for one in warned(record)] == ["duplicate"]


def test_no_gap_is_filled_after_a_contradiction() -> None:
    game = table_game(3).record
    gap = Slot(Phase.TWO, 7, Spot.LEAD)
    twice = Slot(Phase.TWO, 5, Spot.FOLLOW)
    honest = game.logged(gap, None)
    slipped = honest.logged(twice, game.card(Slot(Phase.TWO, 4, Spot.LEAD)))
    assert compute_tally(honest).tricks[19].lead == game.card(gap)
    assert compute_tally(slipped).tricks[19].lead is None


def test_the_quick_check_of_the_counts_misses_no_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [mistaken(number, gaps=60) for number in range(sample_size(100))]
    found = list(map(list_slips, records))
    monkeypatch.setattr(slips_module, "_is_consistent", lambda *_logged: False)
    assert list(map(list_slips, records)) == found


def test_a_follower_that_the_other_of_two_unknown_seats_took_shows_that_one_is_wrong() -> None:
    one = ";".join(["- - - -"] * 12 + ["U5 G3 G1 -"])
    assert [one[:3] for one in warned(log(one, "U5 D2"))] == []
    assert [one[:3] for one in warned(log(one, "D2 U5"))] == [("wrong_owner", (2, 1), None)]
