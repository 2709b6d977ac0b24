"""Proof search: whether seat 0 can force its goal in phase two.

Plain functions on integers and one flat array ``work``, so that numba can compile them and Python can run them
unchanged. The needs of seat 0 are one integer with a byte for each unit, so comparing, adding and taking the minimum of
all six units takes a handful of operations. An answer is ``YES`` or ``NO`` with a bound on the needs: ``YES`` also
holds for needs that are no higher than the bound in any byte, and ``NO`` for needs that are no lower.
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
MAX_NEEDS = 0x3F3F3F3F3F3F
"""More than seat 0 can need of any unit."""
GATHER = (1 << 35) | (1 << 28) | (1 << 21) | (1 << 14) | (1 << 7) | 1
"""Multiplier that puts the lowest bits of six bytes side by side from bit 35 on."""

YES, NO, OPEN, STOPPED = 1 << 60, 1 << 61, 0, -1
BOUND = (1 << 48) - 1
NODES, LIMIT, TAG, SIZE, FIRST, DWARVES = 0, 1, 2, 3, 4, 5
"""Indices in ``work``: positions visited, their limit, the tag of this goal's entries in the table, the size of the
table (a power of two), the number of cards of seat 0 (those of seat 1 come after them), the cards that go to losers."""
LINKS, REDUCED, EQUIVALENT = 6, 7, 8
"""Indices of the number of links, and of the reduced position and equivalent cards from ``reduce_equivalent``."""
REACHED, LOST, BEATEN = 16, 80, 144
SUITS, LEGAL, WEIGHTS = BEATEN + CARDS, BEATEN + 2 * CARDS, BEATEN + 3 * CARDS
BITS = WEIGHTS + CARDS
LINK = BITS + 32
LEADS, REPLIES = LINK + 2 * CARDS, LINK + 3 * CARDS
FRAMES, FRAME = REPLIES + CARDS * CARDS, 11
HELD, LEADER, LEAD, NEEDS, REMAINING, FRAME_BOUND, MOVES, CARD, GAINED, FRAME_EQUIVALENT, FRAME_REDUCED = range(FRAME)
"""Indices in a frame of the stack."""
TABLE, ENTRY = FRAMES + FRAME * (CARDS + 1), 5
DE_BRUIJN = 0x077CB531
"""De Bruijn number: its products with the powers of two up to 2 ** 31 have distinct bits 27 to 31, for ``BITS``."""


def get_bit_index(bit: int) -> int:
    """Return the index in ``work`` that holds the number of a single bit."""
    return BITS + ((bit * DE_BRUIJN & 0xFFFFFFFF) >> 27)


def subtract_bytes(needs: int, gained: int) -> int:
    """Return the needs minus the gained weights, each byte at least zero."""
    less = (needs | TOPS) - gained
    kept = less & TOPS
    return less & (kept - (kept >> 7))


def min_bytes(first: int, second: int) -> int:
    """Return the minimum of each pair of bytes."""
    not_less = ((first | TOPS) - second) & TOPS
    mask = not_less - (not_less >> 7)
    return (second & mask) | (first & (SEVENS ^ mask))


def max_bytes(first: int, second: int) -> int:
    """Return the maximum of each pair of bytes."""
    return first + second - min_bytes(first, second)


def covers_bytes(high: int, low: int) -> bool:
    """Return whether each byte of ``high`` is at least that of ``low``."""
    return ((high | TOPS) - low) & TOPS == TOPS


def shift_answer(answer: int, gained: int) -> int:
    """Return the answer of a position, given the answer after seat 0 has gained ``gained`` from it."""
    bound = answer & BOUND
    if answer & YES:
        return YES | min_bytes(bound + gained, MAX_NEEDS)
    nonzero = (bound + SEVENS) & TOPS
    return NO | (bound + (gained & (nonzero - (nonzero >> 7))))


def check_settled(work: Work, needs: int, remaining: int) -> int:
    """Return the answer if the needs and the remaining weights decide it, otherwise ``OPEN``."""
    needed = ((((needs + SEVENS) & TOPS) >> 7) * GATHER >> 35) & 63
    reached = work[REACHED + (needed ^ 63)]
    if reached:
        return reached
    above = (((needs | TOPS) - (remaining + ONES)) & TOPS) >> 7
    lost = work[LOST + ((above * GATHER >> 35) & 63)]
    return NO | ((remaining + ONES) & lost) if lost else OPEN


def count_sure_tricks(work: Work, cards: int, leader: int) -> int:
    """Return the weights that the leader scores for certain by leading all its unbeatable cards."""
    gained = 0
    held = get_hand(work, cards, leader) & ~work[DWARVES]
    while held:
        bit = held & -held
        held ^= bit
        card = work[get_bit_index(bit)]
        if not work[BEATEN + card] & cards:
            gained += work[WEIGHTS + card]
    return gained


def reduce_equivalent(work: Work, cards: int) -> None:
    """Write the equivalent cards and the reduced position into ``work``.

    Equivalent cards need not be tried, because a lower card does the same. In the reduced position, which is the key of
    the table, each card is moved down as far as no enemy card distinguishes it. A link is a card with the enemy cards
    that distinguish it from the card below; once those are gone, the card is free to move. The search itself uses the
    original cards, whose decision counts say more.
    """
    free = 0
    for link in range(LINK, LINK + 2 * work[LINKS], 2):
        if not work[link + 1] & cards:
            free |= work[link]
    above = more = cards << 1 & free
    while more:
        more = above << 1 & free & ~above
        above |= more
    work[EQUIVALENT] = cards & above
    moving = cards & free & ~(cards << 1)
    while moving:
        cards ^= moving | moving >> 1
        moving = cards & free & ~(cards << 1)
    work[REDUCED] = cards


def get_slot(work: Work, cards: int, leader: int) -> int:
    """Return the index of this position's entry in the table."""
    mixed = (cards * 2 + leader) * 0x9E3779B1
    return TABLE + ENTRY * ((mixed ^ (mixed >> 17)) & (work[SIZE] - 1))


def look_up_lead(work: Work, cards: int, leader: int, needs: int, remaining: int) -> int:
    """Return the answer of a position before a lead if no search is needed, otherwise ``OPEN``."""
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        return STOPPED
    answer = check_settled(work, needs, remaining)
    if answer:
        return answer
    reduce_equivalent(work, cards)
    answer = look_up(work, work[REDUCED], leader, needs)
    if answer:
        return answer
    gained = count_sure_tricks(work, cards, leader)
    if leader == 0:
        answer = check_settled(work, subtract_bytes(needs, gained), remaining)
        return shift_answer(answer, gained) if answer & YES else OPEN
    answer = check_settled(work, needs, remaining - gained)
    return answer if answer & NO else OPEN


def look_up(work: Work, cards: int, leader: int, needs: int) -> int:
    """Return the answer of a position from the table, or ``OPEN``."""
    slot = get_slot(work, cards, leader)
    if work[slot] == work[TAG] | cards << 1 | leader:
        for place in range(slot + 1, slot + ENTRY, 2):
            if covers_bytes(work[place], needs):
                return YES | work[place]
            if covers_bytes(needs, work[place + 1]):
                return NO | work[place + 1]
    return OPEN


def store_answer(work: Work, cards: int, leader: int, answer: int) -> None:
    """Store an answer in the table; a position keeps its two newest answers of each kind."""
    slot = get_slot(work, cards, leader)
    key = work[TAG] | cards << 1 | leader
    if work[slot] != key:
        work[slot] = key
        # Bounds that match no needs: zero needs are settled before, and no needs are as high as ``SEVENS``.
        work[slot + 1] = work[slot + 3] = 0
        work[slot + 2] = work[slot + 4] = SEVENS
    new = slot + 1 if answer & YES else slot + 2
    work[new + 2] = work[new]
    work[new] = answer & BOUND


def get_hand(work: Work, cards: int, seat: int) -> int:
    """Return the cards of a seat."""
    low = (1 << work[FIRST]) - 1
    return cards & (low if seat == 0 else ~low)


def get_legal(work: Work, held: int, lead: int) -> int:
    """Return the legal cards of a hand; ``lead`` is -1 before a lead."""
    return held & work[LEGAL + lead] if lead >= 0 and held & work[SUITS + lead] else held


def pick_card(work: Work, frame: int) -> int:
    """Return the untried card with the highest decision count, and mark it as tried."""
    moves, lead = work[frame + MOVES], work[frame + LEAD]
    scores = LEADS if lead < 0 else REPLIES + lead * CARDS
    best, most_often, left = 0, -YES, moves
    while left:
        bit = left & -left
        left ^= bit
        often = work[scores + work[get_bit_index(bit)]]
        if often > most_often:
            best, most_often = bit, often
    work[frame + MOVES] = moves ^ best
    work[frame + CARD] = work[get_bit_index(best)]
    return work[frame + CARD]


def score_trick(work: Work, winner: int, lead: int, card: int) -> int:
    """Return the weights that seat 0 scores in a trick that ``winner`` wins."""
    dwarves, gained = work[DWARVES], 0
    if (winner == 0) != bool(dwarves >> lead & 1):
        gained += work[WEIGHTS + lead]
    if (winner == 0) != bool(dwarves >> card & 1):
        gained += work[WEIGHTS + card]
    return gained


def enter_position(work: Work, depth: int, cards: int, leader: int, lead: int, needs: int, remaining: int) -> int:
    """Enter a position at this depth of the stack.

    Return its answer if it is known; otherwise write the cards to try into its frame and return ``OPEN``.
    """
    frame = FRAMES + depth * FRAME
    mover = 1 - leader
    if lead < 0:
        answer = look_up_lead(work, cards, leader, needs, remaining)
        if answer != OPEN:
            return answer
        mover = leader
        work[frame + FRAME_REDUCED] = work[REDUCED]
        work[frame + FRAME_EQUIVALENT] = work[EQUIVALENT]
    work[frame + HELD] = cards
    work[frame + LEADER] = leader
    work[frame + LEAD] = lead
    work[frame + NEEDS] = needs
    work[frame + REMAINING] = remaining
    work[frame + FRAME_BOUND] = 0 if mover == 0 else MAX_NEEDS
    work[frame + MOVES] = get_legal(work, get_hand(work, cards, mover), lead) & ~work[frame + FRAME_EQUIVALENT]
    return OPEN


def try_next(work: Work, depth: int) -> int:
    """Enter the position after the next card of the position at this depth; return its answer or ``OPEN``."""
    frame = FRAMES + depth * FRAME
    leader, lead, needs, remaining = (
        work[frame + LEADER],
        work[frame + LEAD],
        work[frame + NEEDS],
        work[frame + REMAINING],
    )
    card = pick_card(work, frame)
    left = work[frame + HELD] ^ (1 << card)
    if lead < 0:
        # The led card is still in play and may distinguish two others, so the same cards stay equivalent.
        work[frame + FRAME + FRAME_EQUIVALENT] = work[frame + FRAME_EQUIVALENT]
        return enter_position(work, depth + 1, left, leader, card, needs, remaining)
    winner = 1 - leader if work[BEATEN + lead] >> card & 1 else leader
    gained = work[frame + GAINED] = score_trick(work, winner, lead, card)
    after = remaining - work[WEIGHTS + lead] - work[WEIGHTS + card]
    return enter_position(work, depth + 1, left, winner, -1, subtract_bytes(needs, gained), after)


def propagate_answer(work: Work, depth: int, answer: int) -> int:
    """Return the answer of the position at this depth, given that of a card, or ``OPEN`` to try the next card."""
    frame = FRAMES + depth * FRAME
    leader, lead = work[frame + LEADER], work[frame + LEAD]
    mover = leader if lead < 0 else 1 - leader
    if lead >= 0:
        answer = shift_answer(answer, work[frame + GAINED])
    counts, weight = (LEADS if lead < 0 else REPLIES + lead * CARDS) + work[frame + CARD], 1 << max(0, 10 - depth // 2)
    if (mover == 0) == ((answer & YES) != 0):
        work[counts] += weight
    else:
        if lead < 0:
            work[counts] -= weight >> 1
        bound = work[frame + FRAME_BOUND]
        bound = max_bytes(bound, answer & BOUND) if mover == 0 else min_bytes(bound, answer & BOUND)
        work[frame + FRAME_BOUND] = bound
        if work[frame + MOVES]:
            return OPEN
        answer = (NO if mover == 0 else YES) | bound
    if lead < 0:
        store_answer(work, work[frame + FRAME_REDUCED], leader, answer)
    return answer


def search_goal(work: Work, cards: int, leader: int, lead: int, needs: int, remaining: int) -> int:
    """Return whether seat 0 reaches its goal with best play of both: ``YES`` or ``NO`` with a bound, or ``STOPPED``.

    ``cards`` are the cards in both hands as bits, ``lead`` is the number of the card that was led or -1, and
    ``remaining`` has the weights left to score. The function keeps its own stack, because numba cannot load a recursive
    function from disk.
    """
    depth = 0
    work[FRAMES + FRAME_EQUIVALENT] = 0
    answer = enter_position(work, 0, cards, leader, lead, needs, remaining)
    while True:
        if answer == OPEN:
            answer = try_next(work, depth)
            depth += 1
        elif depth == 0 or answer == STOPPED:
            return answer
        else:
            depth -= 1
            answer = propagate_answer(work, depth, answer)
