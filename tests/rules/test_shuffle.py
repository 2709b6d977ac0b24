"""The deal follows from the seed and the parts, and from nothing else; whatever is changed in a record is found."""

from __future__ import annotations

import io
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.pages.online.deals import RECIPE
from games.rules.cards import COPIES, DECK, Card
from games.rules.record import Record, read, write
from games.rules.shuffle import Shuffle, committed, well_formed
from games.rules.verify import Verdict, verify
from tests.rules.deals import FILE, digits, recorded, shuffle, vectors

ROOT = Path(__file__).parents[2]
DEALS = 1500
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


@pytest.mark.parametrize("number", range(12))
def test_the_recipe_for_doing_it_by_hand_agrees(number: int, tmp_path: Path) -> None:
    record = write(recorded(shuffle(number)))
    assert record["shuffle"]["commitment"] in by_recipe(record, tmp_path)


def test_and_finds_parts_that_are_not_those_of_the_deal(tmp_path: Path) -> None:
    record = write(recorded(shuffle(3)))
    record["shuffle"]["parts"].reverse()
    with pytest.raises(AssertionError):
        by_recipe(record, tmp_path)


def test_the_document_has_the_same_recipe() -> None:
    assert f"```python\n{RECIPE}```\n" in (ROOT / "docs" / "deal.md").read_text()


@pytest.mark.parametrize("number", range(12))
def test_an_honest_record_is_verified_and_comes_back_as_it_was(number: int) -> None:
    record = recorded(shuffle(number))
    assert verify(record) is Verdict.VERIFIED
    assert read(json.loads(json.dumps(write(record)))) == record


def test_a_record_without_a_shuffle_has_none() -> None:
    record = replace(recorded(shuffle(3)), shuffle=None)
    assert verify(record) is Verdict.NONE
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
    verdicts = Counter(verify(replace(record, shuffle=other)) for other in tampered(record.shuffle))
    assert set(verdicts) <= {Verdict.OTHER_SEED, Verdict.OTHER_CARDS, Verdict.OTHER_LEAD}
    assert (verdicts.total(), verdicts[Verdict.OTHER_SEED]) == (1024, 512)


def test_so_is_a_part_that_is_left_out_or_given_to_the_other_and_a_lead_that_is_chosen() -> None:
    record = recorded(shuffle(3))
    made = record.shuffle
    assert made is not None
    first, second = made.parts
    for parts in ((None, second), (first, None), (None, None), (second, first)):
        assert verify(replace(record, shuffle=replace(made, parts=parts))) is not Verdict.VERIFIED
    for lead in (0, 1):
        assert verify(replace(record, shuffle=replace(made, lead=lead))) is not Verdict.VERIFIED


def test_so_is_another_seed_with_a_commitment_of_its_own() -> None:
    record = recorded(shuffle(3))
    assert record.shuffle is not None
    other = replace(record.shuffle, seed=digits("chosen later"), commitment=committed(digits("chosen later")))
    assert verify(replace(record, shuffle=other)) is not Verdict.VERIFIED


def test_so_are_two_cards_that_changed_places_and_another_leader() -> None:
    record = recorded(shuffle(3))
    assert verify(replace(record, leader=1 - record.leader)) is Verdict.OTHER_LEAD
    first, *others = record.deck
    at = next(place for place, card in enumerate(others) if card != first)
    others[at], first = first, others[at]
    assert verify(replace(record, deck=(first, *others))) is Verdict.OTHER_CARDS
    assert verify(replace(record, hands=(record.hands[1], record.hands[0]))) is Verdict.OTHER_CARDS


def test_the_first_part_of_a_seat_stays() -> None:
    made = Shuffle.of(digits("seed")).given(0, None).given(1, digits("a")).given(1, digits("b")).given(0, digits("c"))
    assert made.parts == (digits("c"), digits("a"))


def test_the_seed_is_no_part_of_what_is_printed() -> None:
    assert digits("seed") not in repr(Shuffle.of(digits("seed")))


@pytest.mark.parametrize("text", [None, 5, "", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", b"a" * 64])
def test_what_is_no_part(text: object) -> None:
    assert not well_formed(text)


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


def test_a_shuffle_that_favours_some_would_be_noticed() -> None:
    """The usual mistake: every place changes with any other."""
    chance, rows = random.Random(5), []
    for _ in range(DEALS):
        cards = list(DECK)
        for place in range(len(cards)):
            other = chance.randrange(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
        rows.append(tuple(cards))
    assert unevenness(rows) > 10


def test_numbers_that_would_favour_small_ones_are_passed_over() -> None:
    from games.rules import shuffle as module

    assert module._below(3, iter([2**32 - 1, 7])) == 1
    assert module._below(2, iter([2**32 - 1])) == 1
