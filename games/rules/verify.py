"""Whether a recorded deal follows from what the record says it follows from."""

from __future__ import annotations

from enum import StrEnum

from games.rules.record import Record


class Verdict(StrEnum):
    """What can be said of the deal of a record."""

    VERIFIED = "verified"
    NONE = "none"
    """The record says nothing of where its deal comes from."""
    OTHER_SEED = "other_seed"
    """The seed is not the one that was committed to."""
    OTHER_LEAD = "other_lead"
    OTHER_CARDS = "other_cards"


def verify(record: Record) -> Verdict:
    """The verdict on a record that can be replayed; whether it can, ``replay`` says."""
    shuffle = record.shuffle
    if shuffle is None:
        return Verdict.NONE
    if not shuffle.kept:
        return Verdict.OTHER_SEED
    dealt = shuffle.dealt()
    if dealt.leader != record.leader:
        return Verdict.OTHER_LEAD
    return Verdict.VERIFIED if (dealt.hands, dealt.deck) == (record.hands, record.deck) else Verdict.OTHER_CARDS
