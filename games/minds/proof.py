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

UNITS = 6
ONES = 0x010101010101
SEVENS = 0x7F7F7F7F7F7F
TOPS = 0x808080808080
MOST = 0x3F3F3F3F3F3F
"""More than anybody can need of anything."""
GATHER = (1 << 35) | (1 << 28) | (1 << 21) | (1 << 14) | (1 << 7) | 1
"""Times this, the lowest bits of six bytes lie side by side from bit 35 on."""

YES = 1 << 60
NO = 1 << 61
BOUND = (1 << 48) - 1
OPEN = 0
STOPPED = -1

CARDS = 26
NODES, LIMIT, TAG, SIZE, FIRST, DWARVES = 0, 1, 2, 3, 4, 5
"""Places in ``work``: positions looked at, how many may be, what tells this goal's entries in the table from older
ones, entries of the table (a power of two), the cards of seat 0 (seat 1 has those after them), which cards go to
losers."""
REACHED = 8
LOST = REACHED + 64
BEATEN = LOST + 64
SUITS = BEATEN + CARDS
LEGAL = SUITS + CARDS
WEIGHTS = LEGAL + CARDS
APART = WEIGHTS + CARDS
LEADS = APART + CARDS * CARDS
REPLIES = LEADS + CARDS
MOVES = REPLIES + CARDS * CARDS
FRAMES = MOVES + CARDS * CARDS
FRAME = 9
HELD, LEADER, LEAD, NEEDS, REST, AGAINST, PLACE, COUNT, GAINED = 0, 1, 2, 3, 4, 5, 6, 7, 8
TABLE = FRAMES + FRAME * (CARDS + 1)
ENTRY = 3


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
    more = ((one | TOPS) - two) & TOPS
    full = more - (more >> 7)
    return (one & full) | (two & (SEVENS ^ full))


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
    first = work[FIRST]
    dwarves = work[DWARVES]
    for card in range(0 if leader == 0 else first, first if leader == 0 else CARDS):
        if cards >> card & 1 and not dwarves >> card & 1 and not work[BEATEN + card] & cards:
            gained += work[WEIGHTS + card]
    return gained


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
    at = slot(work, cards, leader)
    if work[at] == work[TAG] | cards << 1 | leader:
        if covers(work[at + 1], needs):
            return YES | work[at + 1]
        if covers(needs, work[at + 2]):
            return NO | work[at + 2]
    gained = sure(work, cards, leader)
    if leader == 0:
        answer = settled(work, lowered(needs, gained), rest)
        return before(answer, gained) if answer & YES else OPEN
    answer = settled(work, needs, rest - gained)
    return answer if answer & NO else OPEN


def keep(work: Work, cards: int, leader: int, answer: int) -> None:
    """Put an answer into the table; of one position it keeps the newest of either kind."""
    at = slot(work, cards, leader)
    key = work[TAG] | cards << 1 | leader
    if work[at] != key:
        work[at] = key
        # Where nothing is needed the table is not asked, and nobody needs as much as the highest byte.
        work[at + 1] = 0
        work[at + 2] = SEVENS
    if answer & YES:
        work[at + 1] = answer & BOUND
    else:
        work[at + 2] = answer & BOUND


def ordered(work: Work, cards: int, mover: int, lead: int, at: int) -> int:
    """Write the cards worth trying to ``at``, those that often decided first; how many there are.

    Of cards that no card of the other hand tells apart one is enough.
    """
    first = work[FIRST]
    low = 0 if mover == 0 else first
    high = first if mover == 0 else CARDS
    hand = cards & ((1 << high) - (1 << low))
    allowed = hand
    scores = LEADS
    between = cards
    if lead >= 0:
        scores = REPLIES + lead * CARDS
        between = cards | 1 << lead
        if hand & work[SUITS + lead]:
            allowed = hand & work[LEGAL + lead]
    count = 0
    last = -1
    for card in range(low, high):
        if not allowed >> card & 1:
            continue
        if last < 0 or work[APART + card * CARDS + last] & between:
            place = count
            while place > 0 and work[scores + work[at + place - 1]] < work[scores + card]:
                work[at + place] = work[at + place - 1]
                place -= 1
            work[at + place] = card
            count += 1
        last = card
    return count


def scored(work: Work, leader: int, lead: int, card: int) -> int:
    """What seat 0 scores of a trick."""
    winner = 1 - leader if work[BEATEN + lead] >> card & 1 else leader
    dwarves = work[DWARVES]
    gained = 0
    if (winner == 0) != bool(dwarves >> lead & 1):
        gained += work[WEIGHTS + lead]
    if (winner == 0) != bool(dwarves >> card & 1):
        gained += work[WEIGHTS + card]
    return gained


def entered(work: Work, depth: int, cards: int, leader: int, lead: int, needs: int, rest: int) -> int:
    """Begin a position at this depth: its answer, or ``OPEN`` with its cards in the order in which to try them."""
    if lead < 0:
        answer = known(work, cards, leader, needs, rest)
        if answer != OPEN:
            return answer
    mover = leader if lead < 0 else 1 - leader
    frame = FRAMES + depth * FRAME
    work[frame + HELD] = cards
    work[frame + LEADER] = leader
    work[frame + LEAD] = lead
    work[frame + NEEDS] = needs
    work[frame + REST] = rest
    work[frame + AGAINST] = 0 if mover == 0 else MOST
    work[frame + PLACE] = 0
    work[frame + COUNT] = ordered(work, cards, mover, lead, MOVES + depth * CARDS)
    return OPEN


def tried(work: Work, depth: int) -> int:
    """Begin the position after the next card of the one at this depth."""
    frame = FRAMES + depth * FRAME
    leader, lead, needs, rest = work[frame + LEADER], work[frame + LEAD], work[frame + NEEDS], work[frame + REST]
    card = work[MOVES + depth * CARDS + work[frame + PLACE]]
    left = work[frame + HELD] ^ (1 << card)
    if lead < 0:
        return entered(work, depth + 1, left, leader, card, needs, rest)
    gained = scored(work, leader, lead, card)
    work[frame + GAINED] = gained
    winner = 1 - leader if work[BEATEN + lead] >> card & 1 else leader
    after = rest - work[WEIGHTS + lead] - work[WEIGHTS + card]
    return entered(work, depth + 1, left, winner, -1, lowered(needs, gained), after)


def heard(work: Work, depth: int, answer: int) -> int:
    """What the answer after the card that was tried says of the position at this depth; ``OPEN``: try the next."""
    frame = FRAMES + depth * FRAME
    leader, lead, place = work[frame + LEADER], work[frame + LEAD], work[frame + PLACE]
    mover = leader if lead < 0 else 1 - leader
    if lead >= 0:
        answer = before(answer, work[frame + GAINED])
    if (mover == 0) == ((answer & YES) != 0):
        card = work[MOVES + depth * CARDS + place]
        work[(LEADS if lead < 0 else REPLIES + lead * CARDS) + card] += 1 << max(0, 10 - depth // 2)
    else:
        bound = work[frame + AGAINST]
        bound = most(bound, answer & BOUND) if mover == 0 else least(bound, answer & BOUND)
        work[frame + AGAINST] = bound
        work[frame + PLACE] = place + 1
        if place + 1 < work[frame + COUNT]:
            return OPEN
        answer = (NO if mover == 0 else YES) | bound
    if lead < 0:
        keep(work, work[frame + HELD], leader, answer)
    return answer


def search(work: Work, cards: int, leader: int, lead: int, needs: int, rest: int) -> int:
    """Whether seat 0 reaches its goal, both playing their best: ``YES`` or ``NO`` with a bound, or ``STOPPED``.

    ``cards`` are those in hands as bits, ``lead`` the card that was led or -1; ``rest`` is what is left of each vote.
    It keeps its own stack, for numba cannot load a function from disk that calls itself.
    """
    depth = 0
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
