"""Reading and writing ``claim-table/1``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.cards import CARD_OR_NONE, COPIES, Card, Faction
from games.rules.fields import BadRecord, card, cards, checked_fields, pair_of, ruled, rulings, seat, seat_names
from games.rules.logged.slots import CARD_SPOTS, PileCount, Spot, TableRecord, TableTrick
from games.rules.record import codes
from games.rules.rulings import AT_TABLE, Lead
from games.rules.state import HAND, Pair, Phase, Seat
from games.rules.tricks import scored_in

FORMAT = "claim-table/1"

OPTIONAL = frozenset({"leader", "phase_one", "phase_two", "undead", "phase_two_leader", "piles", "rulings"})
LEADS = frozenset({Lead.CHOSEN, Lead.RANDOM})
NAMES = {phase: tuple(spot.value for spot in spots) for phase, spots in CARD_SPOTS.items()}
FIELDS = {phase: frozenset({*names, Spot.LEADER.value}) for phase, names in NAMES.items()}
WORDS = {Phase.ONE: "phase one", Phase.TWO: "phase two"}


def read(data: object) -> TableRecord:
    """The record in a decoded JSON value; ``BadRecord`` names what is malformed.

    A phase that is absent was not logged. ``leader`` may be absent or null only if no trick of phase one was
    logged. What people can do wrong with real cards is not malformed: the tally warns of it.
    """
    fields = checked_fields(data, FORMAT, required={"seats"}, optional=OPTIONAL)
    one = _tricks(fields.get("phase_one", []), Phase.ONE)
    two = _tricks(fields.get("phase_two", []), Phase.TWO)
    leader = _leader(fields)
    phase_two_leader = _optional_seat(fields.get("phase_two_leader"), "phase_two_leader")
    _agree(one, leader, "leader")
    _agree(two, phase_two_leader, "phase_two_leader")
    return TableRecord(
        seats=seat_names(fields["seats"]),
        leader=leader,
        phase_one=one,
        phase_two=two,
        undead=_undead(fields.get("undead")),
        phase_two_leader=phase_two_leader,
        piles=_piles(fields.get("piles")),
        rulings=AT_TABLE if fields.get("rulings") is None else rulings(fields["rulings"], LEADS),
    )


def write(record: TableRecord) -> dict[str, Any]:
    """The JSON value of a record; ``read`` gives the record back."""
    data: dict[str, Any] = {"format": FORMAT, "seats": list(record.seats)}
    if record.leader is not None:
        data["leader"] = record.leader
    data["phase_one"] = [_written(trick, Phase.ONE) for trick in record.phase_one]
    data["phase_two"] = [_written(trick, Phase.TWO) for trick in record.phase_two]
    if record.undead is not None:
        data["undead"] = [codes(pile) for pile in record.undead]
    if record.phase_two_leader is not None:
        data["phase_two_leader"] = record.phase_two_leader
    if record.piles:
        data["piles"] = {
            faction.key: {"counts": list(pile.counts), "highest": list(pile.highest)} for faction, pile in record.piles
        }
    return data if record.rulings == AT_TABLE else {**data, "rulings": ruled(record.rulings)}


def _written(trick: TableTrick, phase: Phase) -> dict[str, Any]:
    placed = {spot.value: trick.at(spot) for spot in CARD_SPOTS[phase]}
    data: dict[str, Any] = {name: held and str(held) for name, held in placed.items()}
    return data if trick.leader is None else {**data, "leader": trick.leader}


def _leader(fields: Mapping[str, Any]) -> Seat | None:
    if fields.get("phase_one") and "leader" not in fields:
        raise BadRecord("leader: it is missing")
    if fields.get("phase_one"):
        return seat(fields["leader"], "leader")
    return _optional_seat(fields.get("leader"), "leader")


def _agree(tricks: tuple[TableTrick, ...], leader: Seat | None, name: str) -> None:
    stated = tricks[0].leader if tricks else None
    if None not in (stated, leader) and stated != leader:
        raise BadRecord(f"{name}: the first trick of the phase states another leader")


def _tricks(value: object, phase: Phase) -> tuple[TableTrick, ...]:
    if not isinstance(value, list):
        raise BadRecord(f"{WORDS[phase]}: it must be a list of tricks")
    if len(value) > HAND:
        raise BadRecord(f"{WORDS[phase]}, trick {HAND + 1}: a phase has {HAND} tricks")
    return tuple([_trick(item, phase, n) for n, item in enumerate(value, 1)])


def _trick(value: object, phase: Phase, number: int) -> TableTrick:
    if not isinstance(value, dict):
        raise BadRecord(f"{_place(phase, number)}: it must be a JSON object")
    names = NAMES[phase]
    if not value.keys() <= FIELDS[phase]:
        unknown = sorted(name for name in value.keys() - FIELDS[phase] if value[name] is not None)
        if unknown:
            raise BadRecord(f"{_place(phase, number)}: {unknown[0][:40]!r}: no such field in a trick of {WORDS[phase]}")
    try:
        held = [CARD_OR_NONE[value.get(name)] for name in names]
    except (KeyError, TypeError):
        # One of them is no card: only now is it looked for, and said where it is.
        held = [_optional_card(value.get(name), f"{_place(phase, number)}, {name}") for name in names]
    leader = value.get("leader")
    stated = None if leader is None else seat(leader, f"{_place(phase, number)}, leader")
    revealed, lead, follow, blind = held if phase is Phase.ONE else (None, *held, None)
    return TableTrick(revealed, lead, follow, blind, stated)


def _place(phase: Phase, number: int) -> str:
    return f"{WORDS[phase]}, trick {number}"


def _optional_card(value: object, place: str) -> Card | None:
    return None if value is None else card(value, place)


def _optional_seat(value: object, place: str) -> Seat | None:
    return None if value is None else seat(value, place)


def _undead(value: object) -> Pair | None:
    if value is None:
        return None
    first, second = pair_of(value, "undead")
    piles = cards(first, "undead of seat 0"), cards(second, "undead of seat 1")
    for number, pile in enumerate(piles):
        for held in pile:
            if held.faction not in scored_in(Phase.ONE):
                raise BadRecord(f"undead of seat {number}: {held} is no Undead")
    return piles


def _piles(value: object) -> tuple[tuple[Faction, PileCount], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise BadRecord("piles: it must be a JSON object")
    if unknown := sorted(value.keys() - {faction.key for faction in Faction}):
        raise BadRecord(f"piles: {unknown[0][:40]!r}: no such faction")
    return tuple((faction, _pile(value[faction.key], faction)) for faction in Faction if faction.key in value)


def _pile(value: object, faction: Faction) -> PileCount:
    place = f"piles, {faction.key}"
    if not isinstance(value, dict) or "counts" not in value:
        raise BadRecord(f"{place}: counts: it is missing")
    if unknown := sorted(value.keys() - {"counts", "highest"}):
        raise BadRecord(f"{place}: {unknown[0][:40]!r}: no such field")
    first, second = (_whole(count, f"{place}, counts") for count in pair_of(value["counts"], f"{place}, counts"))
    tops = [None, None] if value.get("highest") is None else pair_of(value["highest"], f"{place}, highest")
    one, two = (None if top is None else _whole(top, f"{place}, highest") for top in tops)
    pile = PileCount((first, second), (one, two))
    check_pile(faction, pile)
    return pile


def _whole(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadRecord(f"{place}: it must be a whole number, 0 or more")
    return value


def check_pile(faction: Faction, pile: PileCount) -> None:
    """``BadRecord`` if the deck's cards of a faction cannot lie in two piles so counted."""
    place, size = f"piles, {faction.key}", available(faction, 9)
    if sum(pile.counts) > size:
        raise BadRecord(f"{place}, counts: the deck holds {size} of them")
    for top, count in zip(pile.highest, pile.counts, strict=True):
        if top is not None and (Card(faction, top) not in COPIES or not 0 < count <= available(faction, top)):
            raise BadRecord(f"{place}, highest: {faction.value}{top} cannot be the highest of {count}")
    if None not in pile.highest and not possible_tops(faction, pile.counts, pile.highest):
        raise BadRecord(f"{place}, highest: these two cannot be the highest of {pile.counts}")


def available(faction: Faction, top: int) -> int:
    """How many cards of a faction the deck holds up to a value."""
    return sum(copies for held, copies in COPIES.items() if held.faction is faction and held.value <= top)


def possible_tops(
    faction: Faction, counts: tuple[int, int], highest: tuple[int | None, int | None]
) -> tuple[tuple[int, int], ...]:
    """The pairs of highest values that two piles so counted can have; neither may be empty."""
    values = sorted(held.value for held in COPIES if held.faction is faction)
    first, second = (values if top is None else [top] for top in highest)
    return tuple((a, b) for a in first for b in second if _fits(faction, counts, (a, b)))


def _fits(faction: Faction, counts: tuple[int, int], tops: tuple[int, int]) -> bool:
    """Whether enough cards are at or below each top; a card is in one pile only, so copies must suffice."""
    low = tops.index(min(tops))
    if tops[0] == tops[1] and COPIES[Card(faction, tops[0])] < 2:
        return False
    return counts[low] <= available(faction, tops[low]) and sum(counts) <= available(faction, max(tops))
