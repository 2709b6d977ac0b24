"""The cards of a game as short texts and numbers, of which each card changes a few in place and says at once what it
changed.

``games.rules`` decides, and ``games.live.online.view`` is the truth about views: tests play games here and there, and
fold what is said here onto views. To write a number into a text takes as long as three look-ups, so what is said again
and again stands in tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.live.online.lists import LISTED, OUT, TAKEN, Places, cards_of, hand, named, put, put_both, split
from games.live.online.told import Three, Told
from games.live.online.trick import (
    CARDS,
    CLOSED,
    JSON,
    NOTHING,
    NUMBER,
    SHOWN,
    Lying,
    anew,
    fallen,
    following,
    lies,
    trick_of,
)
from games.rules.cards import Card, hand_order
from games.rules.rulings import LastTrick, Rulings
from games.rules.scoring import FACTIONS, ahead, of_faction
from games.rules.state import HAND, Cards, Pair, Phase, Seat, State
from games.rules.visible import played_late

FACTION = tuple([card.faction for card in CARDS])
KIND = tuple([FACTIONS.index(faction) for faction in FACTION])
"""The number of each card's faction."""
DRAWN = tuple([(f',"deck":{25 - 2 * count},"revealed":', f',"followers":[[{count},{count}]]') for count in range(HAND)])
"""After so many tricks of phase one: what lies open, and how much was recruited."""


def _led(count: int, turn: Seat) -> str:
    """What a lead changes with so many tricks before it, whatever the card is, where it is this seat's turn then."""
    left = HAND - count % HAND
    return f'"ply":{2 * count + 1},"turn":{turn},"sizes":[[{left - turn},{left - 1 + turn}]],"lead":'


def _fell(count: int, winner: Seat) -> str:
    """What an answer changes after which so many tricks have fallen, whatever the cards are."""
    turn, number, size = JSON[winner], count % HAND + 1, HAND - count % HAND
    if count == 2 * HAND:
        turn, number, size = JSON[None], HAND, 0
    stands = f'"ply":{2 * count},"turn":{turn},"sizes":[[{size},{size}]],"lead":null'
    return f'{stands},"trick":{number},"leader":{winner}'


LED = tuple([(_led(count, 0), _led(count, 1)) for count in range(2 * HAND)])
FELL = tuple([(_fell(count, 0), _fell(count, 1)) for count in range(2 * HAND + 1)])


class Board:
    """A running game as it stands. ``hands`` are texts of the cards in order, ``dealt`` the same as they came;
    ``recruits`` and ``taken`` the followers so, ``piles`` and ``gained`` the score piles. ``known`` is what everybody
    remembers of the followers. ``legal`` is what the seat to play may play, and ``barred`` what else it holds.
    ``count`` tricks have fallen: ``earlier`` ones, and ``tricks``, of which the first may be older than the board too.

    It is changed by ``play`` alone, and hands nothing out that is.
    """

    def __init__(self, state: State, plays: Cards, rulings: Rulings) -> None:
        self.strict, self.kept = rulings.strict, rulings.last_trick
        self.fades = ',"last":null' if self.kept == LastTrick.LEAD else ""
        self.leader, self.ply, self.turn, self.phase = state.leader, state.ply, state.to_play, state.phase
        self.lead = None if state.lead is None else hand_order(state.lead)
        self.dealt, self.taken = [hand(_places(cards)) for cards in state.hands], _pair(state.followers)
        self.hands = [hand(sorted(_places(cards))) for cards in state.hands]
        self.recruits, self.gained = [sorted(cards) for cards in self.taken], _pair(state.score)
        self.piles = [sorted(cards) for cards in self.gained]
        self.deck, self.gone = _places(reversed(state.deck)), sorted(_places(plays))
        self.earlier, self.tricks, self.count = state.tricks, list[Lying](), len(state.tricks)
        self.last = lies(state.tricks[-1]) if state.tricks else None
        self.known = [_known(state, 0), _known(state, 1)]
        self.votes = [of_faction(one, state.score) for one in FACTIONS]
        self.ahead = [ahead(*votes) for votes in self.votes]
        self.legal, self.barred = self._choice()

    @property
    def state(self) -> State:
        """The same as ``games.rules`` has it."""
        lead, deck = None if self.lead is None else CARDS[self.lead], _cards(reversed(self.deck))
        first, second = [_cards(cards_of(dealt)) for dealt in self.dealt]
        tricks = (*self.earlier, *[trick_of(one) for one in self.tricks])
        return State(self.leader, (first, second), deck, lead, _both(self.taken), _both(self.gained), tricks)

    @property
    def plays(self) -> Cards:
        """The cards after those of ``earlier`` tricks."""
        lain = _cards([card for _, lead, answer, *_ in self.tricks for card in (lead, answer)])
        return lain if self.lead is None else (*lain, CARDS[self.lead])

    def play(self, card: int) -> Told:
        """Play a card, which must be legal."""
        lead, mover = self.lead, self.turn or 0
        listed, held, dealt = LISTED[card], self.hands[mover], self.dealt[mover]
        at, was = held.index(listed), dealt.index(listed)
        self.hands[mover] = held.replace(listed, "", 1)
        self.dealt[mover] = dealt.replace(listed, "", 1)
        self.ply += 1
        out = TAKEN[at]
        own = f',"hand":{out},"dealt":{TAKEN[was]}'
        gone = "" if self.strict else f',"memory":{{"gone":{put(self.gone, card)}'
        if lead is None:
            return self._leads(mover, card, own, gone, out)
        return self._replies(mover, lead, card, own, gone, out)

    def _leads(self, mover: Seat, card: int, own: str, gone: str, out: str) -> Told:
        turn = self.turn = 1 - mover
        self.lead = card
        legal, barred = self.legal, self.barred = split(self.hands[turn], card)
        count = self.count
        common = f"{LED[count][turn]}{SHOWN[card]}{self.fades if count else ''}{gone}"
        memory = self._remembered(mover, card, out)
        mine, theirs = f'{own},"legal":[[]]', f',"legal":[[{legal[:-1]}]]'
        held = (theirs, mine, "") if mover else (mine, theirs, "")
        return Told(common, memory, NOTHING, held, turn, named(barred) if barred else "", FACTION[card])

    def _replies(self, mover: Seat, lead: int, card: int, own: str, gone: str, out: str) -> Told:
        found = fallen(self.phase, self.leader, lead, card)
        winner = found.winner
        said = self._scored(found.scored, (lead, card)) if found.scored else ""
        deck, count = self.deck, self.count
        revealed, blind = (deck.pop(), deck.pop()) if deck else (None, None)
        last = self._last((found, lead, card, count % HAND + 1, revealed, blind))
        self.count = count = count + 1
        reasons, self.barred = ',"reasons":[{}]' if self.barred else "", ""
        if revealed is None or blind is None:
            own, memory, held = own + reasons, self._remembered(mover, card, out), ["", ""]
        else:
            memory, held = self._recruit(winner, revealed, blind)
            if deck:
                own += reasons
                lies_open, recruited = DRAWN[count]
                said += f"{lies_open}{SHOWN[deck[-1]]}{recruited}"
            else:
                own, held = reasons, self._enter()
                said += ',"phase":2,"deck":0,"revealed":null,"followers":[[0,0]]'
        over = count == 2 * HAND
        turn = self.turn = None if over else winner
        self.leader, self.lead = winner, None
        legal = self.legal = self.hands[winner]
        held[mover] += own if mover == winner else f'{own},"legal":[[]]'
        if mover == winner or not over:
            held[winner] += f',"legal":[[{legal[:-1]}]]'
        common = f"{FELL[count][winner]}{said}{gone}"
        return Told(common, memory, last, (held[0], held[1], ""), turn)

    def _choice(self) -> tuple[str, str]:
        """What the seat to play may play, and what not."""
        if self.turn is None:
            return "", ""
        held = self.hands[self.turn]
        return (held, "") if self.lead is None else split(held, self.lead)

    def _remembered(self, mover: Seat, card: int, out: str) -> Three:
        """In phase two a follower is played, which not everybody saw; the end of what is told of memory."""
        if self.strict:
            return NOTHING
        if self.phase is Phase.ONE:
            return CLOSED
        known, mine, seen = self.known[mover], f',"recruited":{{"{NUMBER[mover]}":{out}}}}}', "}"
        if card in known:
            there = known.index(card)
            del known[there]
            seen = f',"recruited":{{"{NUMBER[mover]}":{OUT[there]}}}}}'
        return (seen, mine, seen) if mover else (mine, seen, seen)

    def _recruit(self, winner: Seat, revealed: int, blind: int) -> tuple[Three, list[str]]:
        """Both take a follower, and the loser alone sees which it took: the end of what is told of memory, and what
        either has recruited."""
        loser = 1 - winner
        mine, theirs = put(self.recruits[winner], revealed), put(self.recruits[loser], blind)
        self.taken[winner].append(revealed)
        self.taken[loser].append(blind)
        if self.strict:
            return NOTHING, ["", ""]
        seen = f',"recruited":{{"{NUMBER[winner]}":{put(self.known[winner], revealed)}'
        won = f',"recruited":{{"{NUMBER[winner]}":{mine}}}}}'
        lost = f'{seen},"{NUMBER[loser]}":{theirs}}}}}'
        wins, loses = f',"recruits":{mine}', f',"recruits":{theirs}'
        if winner:
            return (lost, won, seen + "}}"), [loses, wins]
        return (won, lost, seen + "}}"), [wins, loses]

    def _enter(self) -> list[str]:
        """The followers become the hands, and nothing is recruited any more."""
        self.phase, self.hands, self.dealt = Phase.TWO, list(map(hand, self.recruits)), list(map(hand, self.taken))
        self.recruits, self.taken = [[], []], [[], []]
        both = zip(self.hands, self.dealt, strict=True)
        return [f',"hand":[[{held[:-1]}]],"dealt":[[{dealt[:-1]}]],"recruits":null' for held, dealt in both]

    def _scored(self, scored: Sequence[tuple[int, Seat]], played: tuple[int, int]) -> str:
        """What becomes of the score piles and of the votes."""
        for at, seat in scored:
            card = played[at]
            self.gained[seat].append(card)
            self.votes[KIND[card]][seat].append(CARDS[card])
        if len(scored) == 1:
            ((at, seat),) = scored
            card = played[at]
            pile, tally = put(self.piles[seat], card), self._counted(KIND[card])
            return f',"score":{{"{NUMBER[seat]}":{pile}}},"tally":{{{tally}}}'
        (first, second), ((_, one), (_, two)) = played, scored
        if one == two:
            piles = f'"{NUMBER[one]}":{put_both(self.piles[one], min(first, second), max(first, second))}'
        else:
            mine, theirs = put(self.piles[one], first), put(self.piles[two], second)
            piles = f'"{NUMBER[one]}":{mine},"{NUMBER[two]}":{theirs}'
        tally = self._counted(KIND[first])
        if KIND[first] != KIND[second]:
            tally += f",{self._counted(KIND[second])}"
        return f',"score":{{{piles}}},"tally":{{{tally}}}'

    def _counted(self, kind: int) -> str:
        mine, theirs = self.votes[kind]
        seat, changed = ahead(mine, theirs), ""
        if seat != self.ahead[kind]:
            self.ahead[kind], changed = seat, f',"ahead":{JSON[seat]}'
        return f'"{NUMBER[kind]}":{{"counts":[[{NUMBER[len(mine)]},{NUMBER[len(theirs)]}]]{changed}}}'

    def _last(self, lying: Lying) -> Three:
        """A trick is complete: what is told of the last trick, and of those before it."""
        before, self.last = self.last, lying
        self.tricks.append(lying)
        if before is not None and not self.fades and (before[-1] is None) is (lying[-1] is None):
            told = following(before[0], lying)
        else:
            first, second, third = anew(lying)
            told = f',"last":[{first}]', f',"last":[{second}]', f',"last":[{third}]'
        if self.kept != LastTrick.ALL or before is None:
            return told
        earlier = anew(before)
        if self.strict and self.phase is Phase.ONE:
            earlier = earlier[2], earlier[2], earlier[2]
        at = self.count - 1
        one, two, three = [f'{last},"earlier":[{at},0,{trick}]' for last, trick in zip(told, earlier, strict=True)]
        return one, two, three


def _known(state: State, seat: Seat) -> Places:
    """The followers of a seat that everybody saw it take, less those that it has played since."""
    left = [hand_order(trick.revealed) for trick in state.tricks if trick.revealed and trick.winner == seat]
    for card in played_late(state, seat):
        if hand_order(card) in left:
            left.remove(hand_order(card))
    return sorted(left)


def _places(cards: Iterable[Card]) -> Places:
    return list(map(hand_order, cards))


def _pair(cards: Pair) -> list[Places]:
    return [_places(cards[0]), _places(cards[1])]


def _cards(places: Iterable[int]) -> Cards:
    return tuple([CARDS[place] for place in places])


def _both(cards: list[Places]) -> Pair:
    return _cards(cards[0]), _cards(cards[1])
