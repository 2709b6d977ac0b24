"""All lines through phase two of a log abreast, on numbers: what ``games.rules.logged.walk`` does, a tenth of its time.

Functions on whole numbers and one flat array ``work``, for numba. A line is a position: who leads, the cards for the
open plays as bits, and the piles, two factions in a number. Those of one leader and the same cards are a group.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from games.rules.logged.standing import AT as FACTION_AT
from games.rules.logged.standing import FIELD, LEVEL, NUMBERED, VALUES
from games.rules.state import HAND

Work = MutableSequence[int]

CARDS, FACTIONS, TURNS, LEAD_BITS = len(NUMBERED), len(FACTION_AT), HAND, FIELD - 2 * VALUES
"""Cards that differ, tricks of phase two, and of a faction's bits in the piles those that say who is ahead."""
LIMIT, TAKEN, ASKED, SIEVE, AT, SEAT, MUST, STARTS, AGE = range(9)
"""Places in ``work``: steps that may be taken and were, the factions that are asked about as bits, which lines are
followed (``ALL``, ``BEST`` for a faction and a seat, ``NEWS``), the cards that have to be played, how many first
positions there are, and what tells entries of the tables from older ones."""
ALL, BEST, NEWS = 0, 1, 2
REACHED = 9
"""Of each faction the seats of which it would be news that they may come level or ahead, as bits."""
LOST = REACHED + FACTIONS
"""By the factions in which ``SEAT`` may come level or ahead: whether it would be news how the game may end."""
SURELY, PERHAPS, LATER = (LOST + (1 << FACTIONS) + FACTIONS * one for one in range(3))
"""A faction's cards for the open plays: those that count whether there are plays for them or not, and the others; and
after each trick how many come that are not in the open plays."""
COMING = LATER + FACTIONS * TURNS
FACTION, VALUE, TAKER = COMING + FACTIONS, COMING + FACTIONS + CARDS, COMING + FACTIONS + 2 * CARDS
"""Of a card its faction, its value, and which seat gets it by who wins the trick, -1 for none."""
BEATEN = TAKER + 2 * CARDS
"""Whether an answer beats a lead."""
TURN, ROW = BEATEN + CARDS * CARDS, 11
LED, FOLLOWED, WHOLE, NEXT, AFTER_LEAD, AFTER, LEADS, ANSWERS = 0, 1, 2, 3, 5, 6, 7, 9
"""Of a trick: its logged cards, whether nothing about it is open, who leads next by who wins (-1: it was otherwise),
how many cards may be left to later plays after its lead and its answer, the ways to lead and to answer by the seat."""
WAYS, MOST_WAYS = TURN + TURNS * ROW, 64
"""Where the cards of each way begin and end."""
WAY, MOST_CARDS = WAYS + 2 * MOST_WAYS, 1024
"""A card, its bit, and those alike that stand for it while they are left."""
START, PLACE = WAY + 3 * MOST_CARDS, 5
"""A position: who leads, the cards for the open plays, the piles."""
MOST_POSITIONS, PLACE_BITS = 10_240, 14
"""Positions of a trick: each is a step when it comes, and whole tricks make no more of them; a table's entry has an age
and in so many bits a number below that."""
SLOTS = 1 << PLACE_BITS
GROUP, GROUPS = 4, START + 2 * PLACE
"""Who leads, the cards, the last of its positions and how many there are; of the last trick and of this one."""
POSITION, POSITIONS = 5, GROUPS + 2 * GROUP * MOST_POSITIONS
"""The piles, the one before it in the group, the group."""
GROUP_SLOTS, SLOT = POSITIONS + 2 * POSITION * MOST_POSITIONS, POSITIONS + 2 * POSITION * MOST_POSITIONS + SLOTS
"""The tables by which a group and a position are found."""
COUNTS = SLOT + SLOTS
"""How many groups and positions there are of each of two tricks."""
GAINS = COUNTS + 4
"""By card and winner: what is added to each number of the piles, and then the bits that are set there."""
END = GAINS + 6 * 2 * CARDS
LOW = 0xFFFFFFFF


def many(bits: int) -> int:
    """How many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def mixed(one: int, two: int) -> int:
    """A place in a table for two numbers."""
    found = (one * 0x9E3779B1 + two * 0x85EBCA6B) & LOW
    found = ((found ^ (found >> 15)) * 0x2C1B3C6D) & LOW
    return (found ^ (found >> 13)) & (SLOTS - 1)


def group_at(side: int, one: int) -> int:
    return GROUPS + GROUP * (side * MOST_POSITIONS + one)


def position_at(side: int, one: int) -> int:
    return POSITIONS + POSITION * (side * MOST_POSITIONS + one)


def emptied(work: Work, side: int) -> None:
    work[COUNTS + 2 * side] = work[COUNTS + 2 * side + 1] = 0
    work[AGE] += 1


def group(work: Work, side: int, leader: int, pool: int) -> int:
    """The group of this leader and these cards, a new one if there is none."""
    at, age = mixed(pool << 1 | leader, pool >> 26), work[AGE] << PLACE_BITS
    while work[GROUP_SLOTS + at] >= age:
        one = work[GROUP_SLOTS + at] - age
        place = group_at(side, one)
        if work[place] == leader and work[place + 1] == pool:
            return one
        at = (at + 1) & (SLOTS - 1)
    one = work[COUNTS + 2 * side]
    work[COUNTS + 2 * side] = one + 1
    work[GROUP_SLOTS + at] = age + one
    place = group_at(side, one)
    work[place], work[place + 1], work[place + 2], work[place + 3] = leader, pool, -1, 0
    return one


def put(work: Work, side: int, one: int, first: int, second: int, third: int) -> None:
    """Add a position to a group, if it is not there."""
    at = mixed(first ^ first >> 26 ^ one * 0x9E37, second ^ second >> 26 ^ third * 31 ^ third >> 13)
    age = work[AGE] << PLACE_BITS
    while work[SLOT + at] >= age:
        place = position_at(side, work[SLOT + at] - age)
        same = work[place] == first and work[place + 1] == second and work[place + 2] == third
        if same and work[place + 4] == one:
            return
        at = (at + 1) & (SLOTS - 1)
    new = work[COUNTS + 2 * side + 1]
    work[COUNTS + 2 * side + 1] = new + 1
    work[SLOT + at] = age + new
    head, place = group_at(side, one), position_at(side, new)
    work[place], work[place + 1], work[place + 2] = first, second, third
    work[place + 3], work[place + 4] = work[head + 2], one
    work[head + 2] = new
    work[head + 3] += 1


def reckoned_gains(work: Work) -> None:
    """Note what each card adds to the piles of the factions that are asked about, and the bits that it sets there, by
    who wins its trick."""
    for card in range(CARDS):
        faction = work[FACTION + card]
        shift = FIELD * (faction & 1)
        for winner in range(2):
            at, seat = GAINS + 6 * (2 * card + winner), work[TAKER + 2 * card + winner]
            for one in range(6):
                work[at + one] = 0
            if seat >= 0 and work[ASKED] >> faction & 1:
                work[at + (faction >> 1)] = 1 << shift if seat == 0 else -(1 << shift)
                work[at + 3 + (faction >> 1)] = ((2 << work[VALUE + card]) - 1) << (shift + LEAD_BITS + VALUES * seat)


def spread(work: Work, side: int, one: int, new: int, lead: int, answer: int, winner: int) -> None:
    """Add to a group of the next trick what the positions of one become by these cards."""
    led, answered = GAINS + 6 * (2 * lead + winner), GAINS + 6 * (2 * answer + winner)
    added0, bits0 = work[led] + work[answered], work[led + 3] | work[answered + 3]
    added1, bits1 = work[led + 1] + work[answered + 1], work[led + 4] | work[answered + 4]
    added2, bits2 = work[led + 2] + work[answered + 2], work[led + 5] | work[answered + 5]
    now = work[group_at(side, one) + 2]
    while now >= 0:
        place = position_at(side, now)
        first, second, third = work[place] + added0, work[place + 1] + added1, work[place + 2] + added2
        put(work, 1 - side, new, first | bits0, second | bits1, third | bits2)
        now = work[place + 3]


def trick(work: Work, row: int, side: int, one: int, lead: int, answer: int, rest: int) -> bool:
    """Note what a group becomes by these cards, and its steps; whether there may be so many."""
    place = group_at(side, one)
    winner = work[place] ^ work[BEATEN + lead * CARDS + answer]
    leads = work[row + NEXT + winner]
    if leads >= 0 and not work[row + WHOLE]:
        work[TAKEN] += work[place + 3] - 1
    if work[TAKEN] > work[LIMIT]:
        return False
    if leads >= 0:
        spread(work, side, one, group(work, 1 - side, leads, rest), lead, answer, winner)
    return True


def may(work: Work, way: int, left: int) -> bool:
    """Whether a card may be played of those that are left; of those alike one stands for the others."""
    bit = work[way + 1]
    return bit == 0 or (left & bit != 0 and left & work[way + 2] == 0)


def told(work: Work, row: int, side: int, one: int) -> bool:
    """Go on with a group where the trick was logged whole; whether there may be so many steps."""
    place, lead, answer = group_at(side, one), work[row + LED], work[row + FOLLOWED]
    if work[row + NEXT + (work[place] ^ work[BEATEN + lead * CARDS + answer])] >= 0:
        work[TAKEN] += 1
    return trick(work, row, side, one, lead, answer, work[place + 1])


def filled(work: Work, row: int, side: int, one: int) -> bool:
    """Go on with a group for each way to fill a trick; whether there may be so many steps.

    Where as many cards have to be played as there are plays left, only those are gone through.
    """
    place = group_at(side, one)
    leader, pool, must = work[place], work[place + 1], work[MUST]
    leads, answers = WAYS + 2 * work[row + LEADS + leader], WAYS + 2 * work[row + ANSWERS + 1 - leader]
    musts, most = many(pool & must), work[row + AFTER_LEAD]
    before = pool if musts <= most else pool & must
    for lead in range(work[leads], work[leads + 1], 3):
        left = musts - (1 if work[lead + 1] & must else 0)
        if left > most or not may(work, lead, before):
            continue
        rest = pool ^ work[lead + 1]
        after = rest if left <= work[row + AFTER] else rest & must
        for answer in range(work[answers], work[answers + 1], 3):
            if may(work, answer, after):
                work[TAKEN] += 1
                if not trick(work, row, side, one, work[lead], work[answer], rest ^ work[answer + 1]):
                    return False
    return True


def lead_in(work: Work, place: int, faction: int) -> int:
    """By how many cards seat 0 is ahead in a faction."""
    return (work[place + (faction >> 1)] >> FIELD * (faction & 1) & 63) - LEVEL


def reckoned(work: Work, row: int, pool: int) -> None:
    """Note how many cards of each faction may come after a trick, as ``Reach`` counts them."""
    room = work[row + AFTER] - many(pool & work[MUST])
    later = LATER + FACTIONS * ((row - TURN) // ROW)
    for faction in range(FACTIONS):
        coming = work[later + faction] + many(pool & work[SURELY + faction])
        work[COMING + faction] = coming + min(many(pool & work[PERHAPS + faction]), room)


def sifted(work: Work, row: int, side: int, one: int) -> None:
    """Leave of a group only what is worth following."""
    head = group_at(side, one)
    reckoned(work, row, work[head + 1])
    least = leading(work, side, one) if work[SIEVE] == BEST else 0
    now, last, count = work[head + 2], -1, 0
    while now >= 0:
        place = position_at(side, now)
        before = work[place + 3]
        if best(work, place) >= least if work[SIEVE] == BEST else news(work, place):
            work[place + 3] = last
            last = now
            count += 1
        now = before
    work[head + 2], work[head + 3] = last, count


def best(work: Work, place: int) -> int:
    """By how many cards the seat that is asked about is ahead."""
    ahead = lead_in(work, place, work[AT])
    return -ahead if work[SEAT] else ahead


def leading(work: Work, side: int, one: int) -> int:
    """The largest lead in a group; more than any where the seat cannot come level any more."""
    most, now = -LEVEL, work[group_at(side, one) + 2]
    while now >= 0:
        place = position_at(side, now)
        most = max(most, best(work, place))
        now = work[place + 3]
    return most if most + work[COMING + work[AT]] >= 0 else LEVEL


def news(work: Work, place: int) -> bool:
    """Whether a vote or the game may go otherwise than was seen, by who may come level or ahead in each faction."""
    others = 0
    for faction in range(FACTIONS):
        if work[ASKED] >> faction & 1:
            ahead, coming = lead_in(work, place, faction), work[COMING + faction]
            seats = (1 if ahead + coming >= 0 else 0) | (2 if ahead <= coming else 0)
            if seats & work[REACHED + faction]:
                return True
            others |= (seats >> work[SEAT] & 1) << faction
    return work[LOST + others] != 0


def asked(work: Work, word: int) -> int:
    """The bits of the factions that are asked about, in a number of the piles."""
    both = work[ASKED] >> 2 * word
    return (both & 1) * ((1 << FIELD) - 1) | (both >> 1 & 1) * ((1 << FIELD) - 1) << FIELD


def walk(work: Work) -> int:
    """Which of two sides has the positions at the ends, -1 where there are too many steps."""
    side = 0
    reckoned_gains(work)
    emptied(work, side)
    for number in range(work[STARTS]):
        place = START + PLACE * number
        one = group(work, side, work[place], work[place + 1])
        first, second, third = work[place + 2] & asked(work, 0), work[place + 3] & asked(work, 1), work[place + 4]
        put(work, side, one, first, second, third & asked(work, 2))
    for number in range(TURNS):
        row = TURN + ROW * number
        emptied(work, 1 - side)
        for one in range(work[COUNTS + 2 * side]):
            if work[group_at(side, one) + 3] == 0:
                continue
            if not (told(work, row, side, one) if work[row + WHOLE] else filled(work, row, side, one)):
                return -1
        side = 1 - side
        if work[SIEVE] != ALL:
            for one in range(work[COUNTS + 2 * side]):
                sifted(work, row, side, one)
    return side
