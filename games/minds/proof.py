"""Whether seat 0 can force its goal in phase two: the search that is worth compiling.

Plain functions on whole numbers and one flat array ``work``, so that ``compiled`` may hand them to numba and Python may
run them as they are. What a seat still needs of each vote is a byte of one number, so comparing, adding and taking the
least of all six are a handful of operations. An answer holds whether the goal is reached and a bound on the needs: it
stays reached with needs no higher in any byte, or out of reach with needs no lower.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Work = MutableSequence[int]

UNITS, CARDS = 6, 26
ONES = 0x010101010101
SEVENS = 0x7F7F7F7F7F7F
TOPS = 0x808080808080
MOST = 0x3F3F3F3F3F3F
"""More than anybody can need of anything."""
GATHER = (1 << 35) | (1 << 28) | (1 << 21) | (1 << 14) | (1 << 7) | 1
"""Times this, the lowest bits of six bytes lie side by side from bit 35 on."""

YES, NO, OPEN, STOPPED = 1 << 60, 1 << 61, 0, -1
BOUND = (1 << 48) - 1
NODES, LIMIT, TAG, SIZE, FIRST, DWARVES = 0, 1, 2, 3, 4, 5
"""Places in ``work``: positions looked at, how many may be, what tells this goal's entries in the table from older
ones, entries of the table (a power of two), the cards of seat 0 (seat 1 has those after them), which cards go to
losers."""
LINKS, LOW, TWINS = 6, 7, 8
"""How many links there are; what ``sink`` found out of the position that was looked at last."""
REACHED, LOST, BEATEN = 16, 80, 144
SUITS, LEGAL, WEIGHTS = BEATEN + CARDS, BEATEN + 2 * CARDS, BEATEN + 3 * CARDS
BITS = WEIGHTS + CARDS
LINK = BITS + 32
LEADS, REPLIES = LINK + 2 * CARDS, LINK + 3 * CARDS
FRAMES, FRAME = REPLIES + CARDS * CARDS, 11
HELD, LEADER, LEAD, NEEDS, REST, AGAINST, MOVES, CARD, GAINED, SAME, SUNK = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
TABLE, ENTRY = FRAMES + FRAME * (CARDS + 1), 5
BRUIJN = 0x077CB531
"""Its product with a power of two up to 2 ** 31 has other bits from bit 27 to 31 for each; ``BITS`` has which it is."""


def place(bit: int) -> int:
    """Where ``BITS`` has the number of a single bit."""
    return BITS + ((bit * BRUIJN & 0xFFFFFFFF) >> 27)


def lowered(needs: int, gained: int) -> int:
    """Needs less what was gained, none below zero."""
    less = (needs | TOPS) - gained
    kept = less & TOPS
    return less & (kept - (kept >> 7))


def least(one: int, two: int) -> int:
    """The lower of each pair of bytes."""
    more = ((one | TOPS) - two) & TOPS
    full = more - (more >> 7)
    return (two & full) | (one & (SEVENS ^ full))


def most(one: int, two: int) -> int:
    """The higher of each pair of bytes."""
    return one + two - least(one, two)


def covers(high: int, low: int) -> bool:
    """Whether no byte of ``low`` is higher than that of ``high``."""
    return ((high | TOPS) - low) & TOPS == TOPS


def before(answer: int, gained: int) -> int:
    """The answer of a position as that of the one before it, in which seat 0 gains this."""
    bound = answer & BOUND
    if answer & YES:
        return YES | least(bound + gained, MOST)
    some = (bound + SEVENS) & TOPS
    return NO | (bound + (gained & (some - (some >> 7))))


def settled(work: Work, needs: int, rest: int) -> int:
    """The answer where it follows from what was gained and what is left of each vote, ``OPEN`` where it does not."""
    needed = ((((needs + SEVENS) & TOPS) >> 7) * GATHER >> 35) & 63
    reached = work[REACHED + (needed ^ 63)]
    if reached:
        return reached
    above = (((needs | TOPS) - (rest + ONES)) & TOPS) >> 7
    lost = work[LOST + ((above * GATHER >> 35) & 63)]
    return NO | ((rest + ONES) & lost) if lost else OPEN


def sure(work: Work, cards: int, leader: int) -> int:
    """What the leader scores by leading all that cannot be beaten, whatever else happens."""
    gained = 0
    held = hand(work, cards, leader) & ~work[DWARVES]
    while held:
        bit = held & -held
        held ^= bit
        card = work[place(bit)]
        if not work[BEATEN + card] & cards:
            gained += work[WEIGHTS + card]
    return gained


def sink(work: Work, cards: int) -> None:
    """What is alike: write down the cards that need not be tried, for one below does the same, and the position as the
    table calls it, each card as low as nobody tells.

    A link is a card that differs from the one below it by no more than some cards of the other hand tell; once those
    are gone it is free. The search itself goes on with the cards as they are: what often decided is better known of
    those.
    """
    free = 0
    for at in range(LINK, LINK + 2 * work[LINKS], 2):
        if not work[at + 1] & cards:
            free |= work[at]
    above = more = cards << 1 & free
    while more:
        more = above << 1 & free & ~above
        above |= more
    work[TWINS] = cards & above
    moving = cards & free & ~(cards << 1)
    while moving:
        cards ^= moving | moving >> 1
        moving = cards & free & ~(cards << 1)
    work[LOW] = cards


def slot(work: Work, cards: int, leader: int) -> int:
    """Where the table keeps this position."""
    mixed = (cards * 2 + leader) * 0x9E3779B1
    return TABLE + ENTRY * ((mixed ^ (mixed >> 17)) & (work[SIZE] - 1))


def known(work: Work, cards: int, leader: int, needs: int, rest: int) -> int:
    """The answer of a position before a lead, if it need not be searched."""
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        return STOPPED
    answer = settled(work, needs, rest)
    if answer:
        return answer
    sink(work, cards)
    answer = kept(work, work[LOW], leader, needs)
    if answer:
        return answer
    gained = sure(work, cards, leader)
    if leader == 0:
        answer = settled(work, lowered(needs, gained), rest)
        return before(answer, gained) if answer & YES else OPEN
    answer = settled(work, needs, rest - gained)
    return answer if answer & NO else OPEN


def kept(work: Work, cards: int, leader: int, needs: int) -> int:
    """The answer of a position by the table, or ``OPEN``."""
    at = slot(work, cards, leader)
    if work[at] == work[TAG] | cards << 1 | leader:
        for one in range(at + 1, at + ENTRY, 2):
            if covers(work[one], needs):
                return YES | work[one]
            if covers(needs, work[one + 1]):
                return NO | work[one + 1]
    return OPEN


def keep(work: Work, cards: int, leader: int, answer: int) -> None:
    """Put an answer into the table; of one position it keeps the two newest of either kind."""
    at = slot(work, cards, leader)
    key = work[TAG] | cards << 1 | leader
    if work[at] != key:
        work[at] = key
        # Where nothing is needed the table is not asked, and nobody needs as much as the highest byte.
        work[at + 1] = work[at + 3] = 0
        work[at + 2] = work[at + 4] = SEVENS
    new = at + 1 if answer & YES else at + 2
    work[new + 2] = work[new]
    work[new] = answer & BOUND


def hand(work: Work, cards: int, seat: int) -> int:
    """The cards of a seat."""
    low = (1 << work[FIRST]) - 1
    return cards & (low if seat == 0 else ~low)


def legal(work: Work, held: int, lead: int) -> int:
    """The cards of a hand that may be played."""
    return held & work[LEGAL + lead] if lead >= 0 and held & work[SUITS + lead] else held


def picked(work: Work, frame: int) -> int:
    """Of the cards that are not tried yet the one that decided most often; it is tried now."""
    moves, lead = work[frame + MOVES], work[frame + LEAD]
    scores = LEADS if lead < 0 else REPLIES + lead * CARDS
    best, most_often, left = 0, -YES, moves
    while left:
        bit = left & -left
        left ^= bit
        often = work[scores + work[place(bit)]]
        if often > most_often:
            best, most_often = bit, often
    work[frame + MOVES] = moves ^ best
    work[frame + CARD] = work[place(best)]
    return work[frame + CARD]


def scored(work: Work, winner: int, lead: int, card: int) -> int:
    """What seat 0 scores of a trick that this seat wins."""
    dwarves, gained = work[DWARVES], 0
    if (winner == 0) != bool(dwarves >> lead & 1):
        gained += work[WEIGHTS + lead]
    if (winner == 0) != bool(dwarves >> card & 1):
        gained += work[WEIGHTS + card]
    return gained


def entered(work: Work, depth: int, cards: int, leader: int, lead: int, needs: int, rest: int) -> int:
    """Begin a position at this depth: its answer, or ``OPEN`` with the cards to try."""
    frame = FRAMES + depth * FRAME
    mover = 1 - leader
    if lead < 0:
        answer = known(work, cards, leader, needs, rest)
        if answer != OPEN:
            return answer
        mover = leader
        work[frame + SUNK] = work[LOW]
        work[frame + SAME] = work[TWINS]
    work[frame + HELD] = cards
    work[frame + LEADER] = leader
    work[frame + LEAD] = lead
    work[frame + NEEDS] = needs
    work[frame + REST] = rest
    work[frame + AGAINST] = 0 if mover == 0 else MOST
    work[frame + MOVES] = legal(work, hand(work, cards, mover), lead) & ~work[frame + SAME]
    return OPEN


def tried(work: Work, depth: int) -> int:
    """Begin the position after the next card of the one at this depth."""
    frame = FRAMES + depth * FRAME
    leader, lead, needs, rest = work[frame + LEADER], work[frame + LEAD], work[frame + NEEDS], work[frame + REST]
    card = picked(work, frame)
    left = work[frame + HELD] ^ (1 << card)
    if lead < 0:
        # What tells two cards apart lies there still.
        work[frame + FRAME + SAME] = work[frame + SAME]
        return entered(work, depth + 1, left, leader, card, needs, rest)
    winner = 1 - leader if work[BEATEN + lead] >> card & 1 else leader
    gained = work[frame + GAINED] = scored(work, winner, lead, card)
    after = rest - work[WEIGHTS + lead] - work[WEIGHTS + card]
    return entered(work, depth + 1, left, winner, -1, lowered(needs, gained), after)


def heard(work: Work, depth: int, answer: int) -> int:
    """What the answer after the card that was tried says of the position at this depth; ``OPEN``: try the next."""
    frame = FRAMES + depth * FRAME
    leader, lead = work[frame + LEADER], work[frame + LEAD]
    mover = leader if lead < 0 else 1 - leader
    if lead >= 0:
        answer = before(answer, work[frame + GAINED])
    counts, weight = (LEADS if lead < 0 else REPLIES + lead * CARDS) + work[frame + CARD], 1 << max(0, 10 - depth // 2)
    if (mover == 0) == ((answer & YES) != 0):
        work[counts] += weight
    else:
        if lead < 0:
            work[counts] -= weight >> 1
        bound = work[frame + AGAINST]
        bound = most(bound, answer & BOUND) if mover == 0 else least(bound, answer & BOUND)
        work[frame + AGAINST] = bound
        if work[frame + MOVES]:
            return OPEN
        answer = (NO if mover == 0 else YES) | bound
    if lead < 0:
        keep(work, work[frame + SUNK], leader, answer)
    return answer


def search(work: Work, cards: int, leader: int, lead: int, needs: int, rest: int) -> int:
    """Whether seat 0 reaches its goal, both playing their best: ``YES`` or ``NO`` with a bound, or ``STOPPED``.

    ``cards`` are those in hands as bits, ``lead`` the card that was led or -1; ``rest`` is what is left of each vote.
    It keeps its own stack, for numba cannot load a function from disk that calls itself.
    """
    depth = 0
    work[FRAMES + SAME] = 0
    answer = entered(work, 0, cards, leader, lead, needs, rest)
    while True:
        if answer == OPEN:
            answer = tried(work, depth)
            depth += 1
        elif depth == 0 or answer == STOPPED:
            return answer
        else:
            depth -= 1
            answer = heard(work, depth, answer)
