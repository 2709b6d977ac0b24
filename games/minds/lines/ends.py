"""What lines end in, on numbers: the votes of all, and completions drawn as ``games.rules.logged.playouts`` draws."""

from __future__ import annotations

from games.minds.lines.abreast import (
    AFTER,
    AGE,
    ANSWERS,
    AT,
    BEATEN,
    CARDS,
    COUNTS,
    END,
    FACTIONS,
    FOLLOWED,
    GAINS,
    LEAD_BITS,
    LEADS,
    LED,
    LOW,
    MUST,
    NEXT,
    PLACE,
    ROW,
    SEAT,
    START,
    STARTS,
    TURN,
    TURNS,
    WAYS,
    WHOLE,
    Work,
    group_at,
    lead_in,
    many,
    may,
    position_at,
    reckoned_gains,
    walk,
)
from games.rules.logged.playouts import DRAWS as CHANCES
from games.rules.logged.playouts import INCREMENT, MULTIPLIER
from games.rules.logged.standing import FIELD, LEVEL, VALUE_BITS, VALUES

FOUND, KEPT_ONES, STATE, FIRST, WISH, COUNT, DRAWS = range(END, END + 7)
"""How many votes were noted and ends kept, the state of chance, the first trick that is drawn, what is wished for
(``ANY`` end, cards ``CARDS_OF`` the faction ``AT``, or ``VOTES_OF``, for ``SEAT``), how many completions are gone on
with, and how many tricks are drawn from each."""
ANY, CARDS_OF, VOTES_OF = 0, 1, 2
SEEN, TOLD = END + 7, END + 7 + 1024
"""Which votes were noted, as numbers of two bits a faction, and those that were found."""
MOST_ENDS = 16
"""Completions that are gone on with at the most."""
ROOM = MOST_ENDS * 8
"""Positions that are drawn after one trick at the most."""
HERE, DRAWN, KEPT = TOLD + 1024, TOLD + 1024 + MOST_ENDS * PLACE, TOLD + 1024 + (MOST_ENDS + ROOM) * PLACE
"""Positions before a trick, after it, and at the ends."""
WORTH, SIZE = KEPT + MOST_ENDS * PLACE, KEPT + MOST_ENDS * PLACE + ROOM
"""How good the positions after a trick are by what is wished for."""


def voted(work: Work, place: int) -> int:
    """The votes by the piles, two bits for each faction: the seat that gets it, 2 for nobody."""
    votes = 0
    for faction in range(FACTIONS):
        field = work[place + (faction >> 1)] >> FIELD * (faction & 1)
        ahead = (field & 63) - LEVEL
        margin = ahead or (field >> LEAD_BITS & VALUE_BITS) - (field >> LEAD_BITS + VALUES & VALUE_BITS)
        votes |= (2 if margin == 0 else 1 if margin < 0 else 0) << 2 * faction
    return votes


def noted(work: Work, place: int) -> None:
    """Keep the votes by these piles, once."""
    votes = voted(work, place)
    if work[SEEN + votes] != work[AGE]:
        work[SEEN + votes] = work[AGE]
        work[TOLD + work[FOUND]] = votes
        work[FOUND] += 1


def lines(work: Work) -> int:
    """Go through all lines and note the votes at their ends; which side has the positions, -1 for too many steps."""
    side = walk(work)
    work[FOUND] = 0
    for one in range(work[COUNTS + 2 * side] if side >= 0 else 0):
        place = group_at(side, one)
        now = -1 if work[place + 1] & work[MUST] else work[place + 2]
        while now >= 0:
            noted(work, position_at(side, now))
            now = work[position_at(side, now) + 3]
    return side


def further(state: int) -> int:
    """The next state of chance; it wraps at 64 bits."""
    return state * MULTIPLIER + INCREMENT


def picked(state: int, count: int) -> int:
    """One of so many numbers, by the highest bits of a state."""
    return ((state >> 32 & LOW) * count + ((state & LOW) * count >> 32)) >> 32


def counted(work: Work, ways: int, left: int) -> int:
    """How many cards may be played of those that are left."""
    found = 0
    for way in range(work[ways], work[ways + 1], 3):
        if may(work, way, left):
            found += 1
    return found


def nth(work: Work, ways: int, left: int, number: int) -> int:
    """Where the card with this number is among those that may be played."""
    for way in range(work[ways], work[ways + 1], 3):
        if may(work, way, left):
            if number == 0:
                return way
            number -= 1
    return -1


def laid(work: Work, row: int, at: int, lead: int, answer: int, rest: int, to: int) -> bool:
    """Put the position after these cards at a place, unless it cannot be; ``at`` is the one before."""
    winner = work[at] ^ work[BEATEN + lead * CARDS + answer]
    leads = work[row + NEXT + winner]
    if leads < 0 or many(rest & work[MUST]) > work[row + AFTER]:
        return False
    work[to], work[to + 1] = leads, rest
    led, answered = GAINS + 6 * (2 * lead + winner), GAINS + 6 * (2 * answer + winner)
    for word in range(3):
        added, bits = work[led + word] + work[answered + word], work[led + 3 + word] | work[answered + 3 + word]
        work[to + 2 + word] = work[at + 2 + word] + added | bits
    return True


def told(work: Work, row: int, at: int, to: int, draws: int, wanted: int) -> int:
    """The position after a trick that was logged whole, which all draws of both its cards would come to; how many."""
    found = 1 if laid(work, row, at, work[row + LED], work[row + FOLLOWED], work[at + 1], to) else 0
    for _ in range(2 if found == wanted else 2 * draws):
        work[STATE] = further(work[STATE])
    return found


def drawn(work: Work, row: int, at: int, to: int, draws: int, wanted: int) -> int:
    """Put positions after a trick where they are wanted: those of so many draws, until there are enough; how many."""
    if work[row + WHOLE]:
        return told(work, row, at, to, draws, wanted)
    leader, pool = work[at], work[at + 1]
    leads, answers = WAYS + 2 * work[row + LEADS + leader], WAYS + 2 * work[row + ANSWERS + 1 - leader]
    count, found = counted(work, leads, pool), 0
    for more in range(draws - 1 if count else -1, -1, -1):
        work[STATE] = further(work[STATE])
        lead = nth(work, leads, pool, picked(work[STATE], count))
        rest = pool ^ work[lead + 1]
        others = counted(work, answers, rest)
        if others:
            work[STATE] = further(work[STATE])
            answer = nth(work, answers, rest, picked(work[STATE], others))
            rest ^= work[answer + 1]
            if laid(work, row, at, work[lead], work[answer], rest, to + PLACE * found):
                found += 1
            if found == wanted:
                break
        if count == 1 and others < 2:
            for _ in range(more * (1 + others)):
                work[STATE] = further(work[STATE])
            break
    return found


def copied(work: Work, at: int, to: int) -> None:
    for one in range(PLACE):
        work[to + one] = work[at + one]


def begun(work: Work) -> int:
    """Put the positions before the first trick that is drawn at ``HERE``, in order; how many."""
    reckoned_gains(work)
    count = 0
    for number in range(work[STARTS]):
        at, there = START + PLACE * number, True
        to = HERE + PLACE * count
        copied(work, at, to)
        for one in range(work[FIRST]):
            row = TURN + ROW * one
            if not laid(work, row, to, work[row + LED], work[row + FOLLOWED], work[to + 1], to):
                there = False
                break
        if there:
            count += 1
    if count == 2 and not before(work, HERE, HERE + PLACE):
        if not before(work, HERE + PLACE, HERE):
            return 1
        copied(work, HERE, KEPT)
        copied(work, HERE + PLACE, HERE)
        copied(work, KEPT, HERE + PLACE)
    return count


def kept(work: Work, at: int) -> None:
    """Keep an end that leaves no card that had to be played."""
    if not work[at + 1] & work[MUST]:
        copied(work, at, KEPT + PLACE * work[KEPT_ONES])
        work[KEPT_ONES] += 1
        noted(work, at + 2)


def ends(work: Work) -> int:
    """The ends of so many completions drawn trick by trick; fewer where some ran into what is known otherwise."""
    work[AGE] += 1
    work[FOUND] = work[KEPT_ONES] = 0
    count = begun(work)
    for number in range(work[COUNT] if count else 0):
        at = HERE + PLACE * (number % count)
        copied(work, at, DRAWN)
        there = 1
        for one in range(work[FIRST], TURNS):
            if there:
                there = drawn(work, TURN + ROW * one, DRAWN, DRAWN, CHANCES, 1)
        if there:
            kept(work, DRAWN)
    return work[KEPT_ONES]


def before(work: Work, one: int, two: int) -> bool:
    """Whether a position comes before another: by who leads, the cards that are left, and the piles."""
    for at in (0, 1, 4, 3, 2):
        if work[one + at] != work[two + at]:
            return work[one + at] < work[two + at]
    return False


def worth(work: Work, place: int) -> int:
    """How good piles are by what is wished for; cards beyond a small lead make no more votes."""
    found = 0
    for faction in range(FACTIONS):
        ahead = lead_in(work, place, faction)
        if work[WISH] == VOTES_OF:
            found += max(-2, min(ahead, 2))
        elif work[WISH] == CARDS_OF and work[AT] == faction:
            found += ahead
    return -found if work[SEAT] else found


def ranked(work: Work, count: int) -> int:
    """Put the best of so many positions at ``HERE``, each once; how many."""
    last = found = 0
    while found < work[COUNT]:
        best = -1
        for one in range(count):
            if (found == 0 or better(work, last, one)) and (best < 0 or better(work, one, best)):
                best = one
        if best < 0:
            return found
        copied(work, DRAWN + PLACE * best, HERE + PLACE * found)
        last = best
        found += 1
    return found


def better(work: Work, one: int, two: int) -> bool:
    """Whether a position is gone on with rather than another: better by the wish, or as good and before it."""
    if work[WORTH + one] != work[WORTH + two]:
        return work[WORTH + one] > work[WORTH + two]
    return before(work, DRAWN + PLACE * one, DRAWN + PLACE * two)


def wished(work: Work) -> int:
    """The ends of completions of which after each trick the so many best by a wish were gone on with; how many."""
    work[AGE] += 1
    work[FOUND] = work[KEPT_ONES] = 0
    count, draws = begun(work), work[DRAWS]
    for one in range(work[FIRST], TURNS):
        after = 0
        for at in range(count):
            after += drawn(work, TURN + ROW * one, HERE + PLACE * at, DRAWN + PLACE * after, draws, draws)
        for at in range(after):
            work[WORTH + at] = worth(work, DRAWN + PLACE * at + 2)
        count = ranked(work, after)
    for at in range(count):
        kept(work, HERE + PLACE * at)
    return work[KEPT_ONES]
