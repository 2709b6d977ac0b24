"""Verifiable deals: the cards follow from seed and parts, and every change of a record is found."""

from __future__ import annotations

import io
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.cards import COPIES, DECK, Card
from games.rules.record import DealVerdict, Record, read, verify_deal, write
from games.rules.shuffle import Shuffle, compute_commitment, is_hex_digest
from games.views.matches.deals import RECIPE
from tests.rules.deals import FILE, digits, recorded, shuffle, vectors

ROOT = Path(__file__).parents[2]
DEALS = 600
FREEDOM = (len(DECK) - 1) * (len(COPIES) - 1)


def test_the_deals_of_the_vectors_stay_what_they_are() -> None:
    assert vectors() == json.loads(FILE.read_text())


def by_recipe(record: dict[str, Any], folder: Path) -> str:
    """What the recipe of the checking page prints."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(sys, "argv", ["recipe", str(file)])
        exec(compile(RECIPE, "recipe", "exec"), {})
    return out.getvalue()


@pytest.mark.parametrize("number", range(4))
def test_the_recipe_for_doing_it_by_hand_agrees(number: int, tmp_path: Path) -> None:
    record = write(recorded(shuffle(number)))
    assert record["shuffle"]["commitment"] in by_recipe(record, tmp_path)


def test_the_recipe_refuses_parts_of_another_deal(tmp_path: Path) -> None:
    record = write(recorded(shuffle(3)))
    record["shuffle"]["parts"].reverse()
    with pytest.raises(AssertionError):
        by_recipe(record, tmp_path)


def test_the_document_has_the_same_recipe() -> None:
    assert f"```python\n{RECIPE}```\n" in (ROOT / "docs" / "deal.md").read_text()


@pytest.mark.parametrize("number", range(4))
def test_an_honest_record_is_verified_and_comes_back_as_it_was(number: int) -> None:
    record = recorded(shuffle(number))
    assert verify_deal(record) is DealVerdict.VERIFIED
    assert read(json.loads(json.dumps(write(record)))) == record


def test_a_record_without_a_shuffle_has_none() -> None:
    record = replace(recorded(shuffle(3)), shuffle=None)
    assert verify_deal(record) is DealVerdict.NONE
    assert "shuffle" not in write(record)


def flipped(text: str, bit: int) -> str:
    return f"{int(text, 16) ^ (1 << bit):064x}"


def tampered(made: Shuffle) -> Iterable[Shuffle]:
    """Every shuffle that differs from this one in a single bit."""
    first, second = made.parts
    assert first
    assert second
    for bit in range(256):
        yield replace(made, seed=flipped(made.seed, bit))
        yield replace(made, commitment=flipped(made.commitment, bit))
        yield replace(made, parts=(flipped(first, bit), second))
        yield replace(made, parts=(first, flipped(second, bit)))


def test_every_flipped_bit_is_found() -> None:
    record = recorded(shuffle(3))
    assert record.shuffle is not None
    verdicts = Counter(verify_deal(replace(record, shuffle=other)) for other in tampered(record.shuffle))
    assert set(verdicts) <= {DealVerdict.OTHER_SEED, DealVerdict.OTHER_CARDS, DealVerdict.OTHER_LEAD}
    assert (verdicts.total(), verdicts[DealVerdict.OTHER_SEED]) == (1024, 512)


def test_missing_or_exchanged_parts_and_another_lead_are_found() -> None:
    record = recorded(shuffle(3))
    made = record.shuffle
    assert made is not None
    first, second = made.parts
    for parts in ((None, second), (first, None), (None, None), (second, first)):
        assert verify_deal(replace(record, shuffle=replace(made, parts=parts))) is not DealVerdict.VERIFIED
    for lead in (0, 1):
        assert verify_deal(replace(record, shuffle=replace(made, lead=lead))) is not DealVerdict.VERIFIED


def test_another_seed_with_its_own_commitment_is_found() -> None:
    record = recorded(shuffle(3))
    assert record.shuffle is not None
    other = replace(record.shuffle, seed=digits("chosen later"), commitment=compute_commitment(digits("chosen later")))
    assert verify_deal(replace(record, shuffle=other)) is not DealVerdict.VERIFIED


def test_exchanged_cards_and_another_leader_are_found() -> None:
    record = recorded(shuffle(3))
    assert verify_deal(replace(record, leader=1 - record.leader)) is DealVerdict.OTHER_LEAD
    first, *others = record.deck
    at = next(place for place, card in enumerate(others) if card != first)
    others[at], first = first, others[at]
    assert verify_deal(replace(record, deck=(first, *others))) is DealVerdict.OTHER_CARDS
    assert verify_deal(replace(record, hands=(record.hands[1], record.hands[0]))) is DealVerdict.OTHER_CARDS


def test_the_first_part_of_a_seat_stays() -> None:
    made = Shuffle.of(digits("seed")).given(0, None).given(1, digits("a")).given(1, digits("b")).given(0, digits("c"))
    assert made.parts == (digits("c"), digits("a"))


def test_the_seed_is_no_part_of_what_is_printed() -> None:
    assert digits("seed") not in repr(Shuffle.of(digits("seed")))


@pytest.mark.parametrize("text", [None, 5, "", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", b"a" * 64])
def test_invalid_parts_are_refused(text: object) -> None:
    assert not is_hex_digest(text)


def deals(count: int) -> list[Record]:
    return [recorded(Shuffle.of(digits(f"fair {number}"))) for number in range(count)]


def unevenness(rows: list[tuple[Card, ...]]) -> float:
    """Chi-square of card by position, in standard deviations from what chance gives."""
    places = [Counter(row[place] for row in rows) for place in range(len(DECK))]
    expected = {card: len(rows) * copies / len(DECK) for card, copies in COPIES.items()}
    total = sum((found[card] - many) ** 2 / many for found in places for card, many in expected.items())
    return (total - FREEDOM) / math.sqrt(2 * FREEDOM)


def test_every_card_comes_to_every_place_as_often_as_to_the_others() -> None:
    records = deals(DEALS)
    rows = [(*record.hands[0], *record.hands[1], *record.deck) for record in records]
    assert abs(unevenness(rows)) < 3
    led = sum(record.leader for record in records)
    assert abs(led - DEALS / 2) < 3 * math.sqrt(DEALS) / 2


def test_numbers_that_would_favour_small_ones_are_passed_over() -> None:
    from games.rules import shuffle as module

    assert module._draw_below(3, iter([2**32 - 1, 7])) == 1
    assert module._draw_below(2, iter([2**32 - 1])) == 1


HONEST = recorded(shuffle(7))
VerifyAnswer = tuple[int, list[str]]
Verify = Callable[..., VerifyAnswer]


@pytest.fixture
def verify_command(tmp_path: Path) -> Verify:
    def run(*records: Any) -> VerifyAnswer:
        file = tmp_path / "records.json"
        file.write_text("\n".join(json.dumps(write(one) if isinstance(one, Record) else one) for one in records))
        out, status = io.StringIO(), 0
        try:
            call_command("verify", str(file), stdout=out)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, out.getvalue().splitlines()

    return run


def changed_record(**changes: Any) -> Record:
    assert HONEST.shuffle is not None
    return replace(HONEST, shuffle=replace(HONEST.shuffle, **changes))


@pytest.mark.parametrize(
    ("number", "whose"),
    [(3, "the parts of both"), (1, "seat 1 gave none"), (2, "seat 0 gave none"), (0, "the site alone chose the deal")],
)
def test_a_deal_that_follows_is_verified_and_missing_parts_are_told(
    verify_command: Verify, number: int, whose: str
) -> None:
    status, (sentence,) = verify_command(recorded(shuffle(number)))
    assert (status, sentence.startswith("verified"), whose in sentence) == (0, True, True)


def test_a_record_that_has_none_says_so(verify_command: Verify) -> None:
    status, (sentence,) = verify_command(replace(HONEST, shuffle=None))
    assert (status, sentence[:5]) == (2, "none:")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (changed_record(seed=digits("x")), "not the committed seed"),
        (changed_record(parts=(digits("x"), None)), "other cards"),
        (replace(HONEST, leader=1 - HONEST.leader), "first lead to the other seat"),
    ],
)
def test_a_deal_that_does_not_follow_does_not_match(verify_command: Verify, record: Record, why: str) -> None:
    status, (sentence,) = verify_command(record)
    assert (status, sentence.startswith("does not match"), why in sentence) == (1, True, True)


def test_the_command_refuses_a_record_with_an_illegal_play(verify_command: Verify) -> None:
    stranger = next(card for card in HONEST.deck if card not in HONEST.hands[0] + HONEST.hands[1])
    status, (sentence,) = verify_command(replace(HONEST, plays=(stranger,)))
    assert (status, sentence.startswith("invalid record: play 1")) == (1, True)


def test_a_file_of_several_ends_with_the_worst(verify_command: Verify) -> None:
    none = replace(HONEST, shuffle=None)
    other_seed = changed_record(seed=digits("x"))
    files = ([HONEST, HONEST], [HONEST, none], [none, other_seed])
    assert [verify_command(*records)[0] for records in files] == [0, 2, 1]
    status, told = verify_command(HONEST, {}, none)
    assert (status, [one.split(":")[0] for one in told]) == (1, ["verified", "invalid record", "none"])
