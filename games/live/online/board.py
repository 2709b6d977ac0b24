"""The cards of a game in numbers, of which each card changes a few in place and says at once what it changed.

A number is a card's place in the order of hands. ``games.rules`` decides, and ``games.live.online.view`` is the truth
about views: tests play games here and there, and fold what is said here onto views.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.live.online.trick import CARDS, JSON, SHOWN, Lying, anew, fallen, following, lies
from games.rules.cards import CODES, Card, Faction, hand_order
from games.rules.rulings import LastTrick, Rulings
from games.rules.scoring import FACTIONS, ahead, of_faction
from games.rules.state import HAND, Cards, Pair, Phase, Seat, State
from games.rules.tricks import POWERS
from games.rules.visible import played_late

Places = list[int]
Three = tuple[str, str, str]
"""What is told seat 0, seat 1, and who watches."""

CODE = tuple([CODES[card] for card in CARDS])
FACTION = tuple([card.faction for card in CARDS])
WILD = frozenset([place for place, card in enumerate(CARDS) if POWERS[card.faction].wild])
AT = {faction: str(at) for at, faction in enumerate(FACTIONS)}
"""Where a faction stands in a tally."""
NOTHING = ("", "", "")


class Told(NamedTuple):
    """What a card changes on the board, as members of objects as JSON: for everybody, of the last trick, of the own
    cards, and of what is remembered, for everybody and of followers; ``gone`` is None with strict memory.

    ``barred`` are the cards that the seat which plays next may not, as they are named together, because of what was
    ``led``: the sentence that says so is for each language.
    """

    common: str
    last: Three
    own: Sequence[str]
    gone: str | None
    recruited: Sequence[str]
    barred: str
    led: Faction | None

    def board(self, audience: Seat | None) -> str:
        """For an audience, without that sentence."""
        at = 2 if audience is None else audience
        board = self.common + self.last[at] + self.own[at]
        if self.gone is None:
            return board
        recruited = self.recruited[at]
        followers = f',"recruited":{{{recruited}}}' if recruited else ""
        return f'{board},"memory":{{"gone":{self.gone}{followers}}}'


class Board:
    """A running game as it stands. ``hands`` are in order, ``dealt`` the same as they came; ``recruits`` and ``taken``
    the followers so, and ``piles`` and ``score`` the score piles. ``known`` is what everybody remembers of followers.
    ``legal`` is what the seat to play may play, which may be its hand itself.
    ``count`` tricks have fallen: ``earlier`` ones, and ``tricks``, of which the first may be older than the board too.

    It is changed by ``play`` alone, and hands nothing out that is.
    """

    def __init__(self, state: State, plays: Cards, rulings: Rulings) -> None:
        self.strict, self.kept = rulings.strict, rulings.last_trick
        self.leader, self.ply, self.turn, self.phase = state.leader, state.ply, state.to_play, state.phase
        self.lead = None if state.lead is None else hand_order(state.lead)
        self.dealt, self.taken, self.score = _pair(state.hands), _pair(state.followers), _pair(state.score)
        self.hands, self.recruits, self.piles = _sorted(self.dealt), _sorted(self.taken), _sorted(self.score)
        self.deck, self.gone = _places(reversed(state.deck)), sorted(_places(plays))
        self.earlier, self.tricks, self.count = state.tricks[:-1], list(map(lies, state.tricks[-1:])), len(state.tricks)
        self.known = [_known(state, 0), _known(state, 1)]
        self.votes = {one: of_faction(one, state.score) for one in FACTIONS}
        self.ahead = {one: ahead(*votes) for one, votes in self.votes.items()}
        self.legal = [] if self.turn is None else self._follows(self.hands[self.turn])
        self.barred = self.turn is not None and len(self.legal) < len(self.hands[self.turn])

    @property
    def state(self) -> State:
        """The same as ``games.rules`` has it."""
        lead, deck = None if self.lead is None else CARDS[self.lead], _cards(reversed(self.deck))
        hands, followers, score = _both(self.dealt), _both(self.taken), _both(self.score)
        tricks = (*self.earlier, *[one.trick for one in self.tricks])
        return State(self.leader, hands, deck, lead, followers, score, tricks)

    def _follows(self, hand: Places) -> Places:
        """What may be played of a hand, as ``rules.tricks.follow_options`` says."""
        if self.lead is None:
            return hand
        led = FACTION[self.lead]
        if not [card for card in hand if FACTION[card] is led]:
            return hand
        return [card for card in hand if FACTION[card] is led or card in WILD]

    def play(self, card: int) -> Told:
        """Play a card, which must be legal."""
        mover, lead, phase = self.turn or 0, self.lead, self.phase
        gone, taken = _put(self.gone, card), _take(self.hands[mover], card)
        at = self.dealt[mover].index(card)
        del self.dealt[mover][at]
        self.ply += 1
        own = ["", "", ""]
        recruited = NOTHING if phase is Phase.ONE else self._remembered(mover, card, taken)
        if lead is None:
            common, last = self._led(mover, card)
        else:
            trick = self._fallen(lead, card)
            common, last, recruited = self._ended(trick, own, recruited)
        if phase is self.phase:
            own[mover] += f',"hand":{taken},"dealt":[{at},1]'
        if self.barred:
            own[mover] += ',"reasons":[{}]'
        barred, led = self._choices(mover, own), None if self.lead is None else FACTION[self.lead]
        return Told(common, last, own, None if self.strict else gone, recruited, barred, led)

    def _led(self, mover: Seat, card: int) -> tuple[str, Three]:
        gone = ',"last":null' if self.tricks and self.kept == LastTrick.LEAD else ""
        self.lead, self.turn = card, 1 - mover
        return self._stands(), (gone, gone, gone)

    def _fallen(self, lead: int, follow: int) -> Lying:
        """The trick that is complete."""
        phase, number, found = self.phase, self.count % HAND + 1, fallen(self.phase, self.leader, lead, follow)
        if phase is Phase.TWO:
            return Lying(phase, number, self.leader, lead, follow, found, None, None)
        return Lying(phase, number, self.leader, lead, follow, found, self.deck.pop(), self.deck.pop())

    def _ended(self, trick: Lying, own: list[str], recruited: Three) -> tuple[str, Three, Three]:
        """After a trick: what changes for everybody, of the last trick, and of followers."""
        winner, scored = trick.fallen.winner, trick.fallen.scored
        said = self._scored(scored) if scored else ""
        if trick.revealed is not None and trick.blind is not None:
            recruited = self._recruit(winner, trick.revealed, trick.blind, own)
            said += self._drawn() if self.deck else self._enter(own)
        last = self._last(trick)
        self.tricks.append(trick)
        self.count += 1
        self.leader, self.lead, self.turn = winner, None, winner if self.count < 2 * HAND else None
        number = HAND if self.turn is None else self.count % HAND + 1
        return f'{self._stands()},"trick":{number},"leader":{winner}{said}', last, recruited

    def _stands(self) -> str:
        """What every card changes."""
        first, second = self.hands
        lead = "null" if self.lead is None else SHOWN[self.lead]
        return f'"ply":{self.ply},"turn":{JSON[self.turn]},"lead":{lead},"sizes":[[{len(first)},{len(second)}]]'

    def _choices(self, mover: Seat, own: list[str]) -> str:
        """What may be played next; the cards that may not, as they are named together."""
        self.barred, self.legal = False, []
        if mover != self.turn:
            own[mover] += ',"legal":[[]]'
        if self.turn is None:
            return ""
        hand = self.hands[self.turn]
        legal = self.legal = self._follows(hand)
        own[self.turn] += f',"legal":[[{",".join([SHOWN[card] for card in legal])}]]'
        self.barred = len(legal) < len(hand)
        return " ".join(dict.fromkeys([CODE[card] for card in hand if card not in legal])) if self.barred else ""

    def _remembered(self, mover: Seat, card: int, taken: str) -> Three:
        """In phase two a follower is played, which not everybody saw."""
        known, mine = self.known[mover], f'"{mover}":{taken}'
        seen = f'"{mover}":{_take(known, card)}' if card in known else ""
        return (seen, mine, seen) if mover else (mine, seen, seen)

    def _recruit(self, winner: Seat, revealed: int, blind: int, own: list[str]) -> Three:
        """Both take a follower, and the loser alone sees which it took."""
        loser = 1 - winner
        mine, theirs = _put(self.recruits[winner], revealed), _put(self.recruits[loser], blind)
        self.taken[winner].append(revealed)
        self.taken[loser].append(blind)
        if self.deck and not self.strict:
            own[winner] += f',"recruits":{mine}'
            own[loser] += f',"recruits":{theirs}'
        seen = f'"{winner}":{_put(self.known[winner], revealed)}'
        won, lost = f'"{winner}":{mine}', f'{seen},"{loser}":{theirs}'
        return (lost, won, seen) if winner else (won, lost, seen)

    def _drawn(self) -> str:
        """What lies open now, and how much was recruited."""
        first, second = self.taken
        shown = SHOWN[self.deck[-1]]
        return f',"deck":{len(self.deck) - 1},"revealed":{shown},"followers":[[{len(first)},{len(second)}]]'

    def _enter(self, own: list[str]) -> str:
        """The followers become the hands; nothing lies open, and nothing is recruited any more."""
        self.phase, self.hands, self.dealt = Phase.TWO, self.recruits, self.taken
        self.recruits, self.taken = [[], []], [[], []]
        for seat in (0, 1):
            hand, dealt = (",".join([SHOWN[card] for card in cards[seat]]) for cards in (self.hands, self.dealt))
            own[seat] += f',"hand":[[{hand}]],"dealt":[[{dealt}]],"recruits":null'
        return ',"phase":2,"deck":0,"revealed":null,"followers":[[0,0]]'

    def _scored(self, scored: Sequence[tuple[int, Seat]]) -> str:
        """What becomes of the score piles and of the votes."""
        for card, seat in scored:
            self.votes[FACTION[card]][seat].append(CARDS[card])
            self.score[seat].append(card)
        if len(scored) == 1:
            ((card, seat),) = scored
            tally = self._counted(FACTION[card])
            return f',"score":{{"{seat}":{_put(self.piles[seat], card)}}},"tally":{{{tally}}}'
        (first, one), (second, two) = scored
        if one == two:
            piles = f'"{one}":{_put_both(self.piles[one], min(first, second), max(first, second))}'
        else:
            piles = f'"{one}":{_put(self.piles[one], first)},"{two}":{_put(self.piles[two], second)}'
        tally = self._counted(FACTION[first])
        if FACTION[first] is not FACTION[second]:
            tally += f",{self._counted(FACTION[second])}"
        return f',"score":{{{piles}}},"tally":{{{tally}}}'

    def _counted(self, faction: Faction) -> str:
        mine, theirs = self.votes[faction]
        seat, changed = ahead(mine, theirs), ""
        if seat != self.ahead[faction]:
            self.ahead[faction], changed = seat, f',"ahead":{JSON[seat]}'
        return f'"{AT[faction]}":{{"counts":[[{len(mine)},{len(theirs)}]]{changed}}}'

    def _last(self, now: Lying) -> Three:
        """The last trick, and those before it; ``self.tricks`` lacks it still."""
        tricks, kept = self.tricks, self.kept
        if tricks and kept != LastTrick.LEAD and tricks[-1].phase is now.phase:
            first, second, watching = [f',"last":{told}' for told in following(tricks[-1], now)]
        else:
            first, second, watching = [f',"last":[{told}]' for told in anew(now)]
        if kept != LastTrick.ALL or not tricks:
            return first, second, watching
        told = anew(tricks[-1])
        if self.strict and self.phase is Phase.ONE:
            told = told[2], told[2], told[2]
        one, two, three = [f',"earlier":[{self.count - 1},0,{trick}]' for trick in told]
        return first + one, second + two, watching + three


def _put(cards: Places, card: int) -> str:
    """Put a card among others in their order; the change that does."""
    at = bisect_left(cards, card)
    cards.insert(at, card)
    return f"[{at},0,{SHOWN[card]}]"


def _put_both(cards: Places, first: int, last: int) -> str:
    """``_put`` for two cards, in their order."""
    begin = bisect_left(cards, first)
    cards.insert(begin, first)
    end = bisect_left(cards, last, begin + 1)
    cards.insert(end, last)
    return f"[{begin},{end - begin - 1},{','.join([SHOWN[card] for card in cards[begin : end + 1]])}]"


def _take(cards: Places, card: int) -> str:
    """Take a card from others in their order, among which it must be; the change that does."""
    at = bisect_left(cards, card)
    del cards[at]
    return f"[{at},1]"


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


def _sorted(cards: list[Places]) -> list[Places]:
    return [sorted(cards[0]), sorted(cards[1])]


def _cards(places: Iterable[int]) -> Cards:
    return tuple([CARDS[place] for place in places])


def _both(cards: list[Places]) -> Pair:
    return _cards(cards[0]), _cards(cards[1])
