"""What an ordinary card changes in a view, said at once: saves making two views for each who looks and comparing them.

``games.live.online.view`` is the truth about views, and tests fold what is said here onto it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.utils import translation

from games.live.online.aid import shown_aid
from games.live.online.clock import shown_clock
from games.live.online.trick import code_of, following, seen_blind, seen_trick, with_blind
from games.live.online.view import codes, deal, rematch, result
from games.rules.cards import CODES, COPIES, Card, Faction, hand_order
from games.rules.moves import must_follow
from games.rules.rulings import LastTrick
from games.rules.scoring import FACTIONS, ahead, of_faction
from games.rules.state import Cards, Pair, Phase, Seat, State, other
from games.rules.tricks import follow_options
from games.stories.online import Match
from games.stories.status import Ending, Status
from games.wire.changes import changed
from games.words.refusals import sentence

Shape = dict[str, Any]


def moved(before: Match, after: Match) -> Moved | None:
    """The card that was played, where nothing else happened; None otherwise, and where tricks that were hidden with
    strict memory come to light with phase two."""
    then, now = before.state, after.state
    if after.version != before.version + 1 or len(after.plays) != len(before.plays) + 1 or then is None or now is None:
        return None
    goes_on = after.status == Status.PLAYING or after.ending == Ending.VOTES
    lit = after.options.strict and then.phase is not now.phase
    return Moved(before, after, then, now) if goes_on and not lit and not after.frozen else None


class Moved:
    """An ordinary card. What all see of it is found once."""

    def __init__(self, was: Match, match: Match, before: State, after: State) -> None:
        self.was, self.match, self.before, self.after = was, match, before, after
        self.card, self.options, self.alone = match.plays[-1], match.options, match.alone
        self.mover = before.leader if before.lead is None else other(before.leader)
        self.phase, self.over = before.phase, match.over
        self.enters = self.phase is not after.phase
        self.public = _public(before, after) | ({"phase": after.phase} if self.enters else {})
        self.gone = _put_in(match.plays[:-1], self.card)
        self.told = _told(was, match)
        self.last: Shape | None = None

    def seen(self, audience: Seat | None, language: str) -> Shape:
        """What changes in the view of ``audience``, its sentences in ``language``."""
        board = {**self.public, **self._tricks(audience)}
        if audience is not None:
            board |= self._own(audience, language)
        if not self.options.strict:
            board["memory"] = {"gone": self.gone, **self._recruited(audience)}
        change = {"board": board, **self.told}
        if self.alone is not None:
            change |= self._aid(audience, language)
        return change | {"rematch": [rematch(self.match, audience)]} if self.over else change

    def _aid(self, audience: Seat | None, language: str) -> Shape:
        with translation.override(language):
            aid = changed(shown_aid(self.was, audience) or {}, shown_aid(self.match, audience) or {})
        return {"aid": aid} if aid else {}

    def _own(self, seat: Seat, language: str) -> Shape:
        """The own cards, and what may be played and why not."""
        board = self._played() if seat == self.mover else {}
        if self.enters:
            board |= _entered(self.after.hands[seat])
        elif self.after.lead is None and self.phase is Phase.ONE and not self.options.strict:
            board["recruits"] = _put_in(self.before.followers[seat], self._taken(seat))
        return board | _choices(self.after, seat, language) if seat == self.public["turn"] else board

    def _played(self) -> Shape:
        hand, lead = self.before.hands[self.mover], self.before.lead
        free = lead is None or len(follow_options(hand, lead.faction)) == len(hand)
        gone = {"hand": _taken_out(hand, self.card), "dealt": [hand.index(self.card), 1], "legal": [[]]}
        return gone if free else {**gone, "reasons": [{}]}

    def _taken(self, seat: Seat) -> Card:
        """The follower that a seat has recruited with the trick."""
        trick = self.after.tricks[-1]
        card = trick.revealed if trick.winner == seat else trick.blind
        if card is None:
            raise ValueError("nobody recruits in phase two")
        return card

    def _tricks(self, audience: Seat | None) -> Shape:
        """The last trick and those before it."""
        tricks, kept = self.before.tricks, self.options.last_trick
        if self.after.lead is not None:
            return {"last": None} if tricks and kept == LastTrick.LEAD else {}
        board: Shape = {"last": self._last(audience)}
        if kept == LastTrick.ALL and tricks:
            hidden = self.options.strict and self.after.phase is Phase.ONE
            board["earlier"] = [len(tricks) - 1, 0, seen_trick(tricks[-1], None if hidden else audience)]
        return board

    def _last(self, audience: Seat | None) -> Any:
        now = self.after.tricks[-1]
        if not self.before.tricks or self.options.last_trick == LastTrick.LEAD:
            return [seen_trick(now, audience)]
        then = self.before.tricks[-1]
        if then.phase is not now.phase:
            return changed(seen_trick(then, audience), seen_trick(now, audience))
        self.last = self.last or following(then, now)
        return self.last | with_blind(self.last, seen_blind(then, audience), seen_blind(now, audience))

    def _recruited(self, audience: Seat | None) -> Shape:
        """What is remembered of followers: in phase one both take one, in phase two one is played."""
        if self.phase is Phase.TWO:
            known = _known(self.before, self.mover, audience)
            found = {str(self.mover): _taken_out(known, self.card)} if self.card in known else {}
        elif self.after.lead is None:
            winner = self.after.tricks[-1].winner
            seats = [seat for seat in (0, 1) if seat in (winner, audience)]
            found = {str(one): _put_in(_known(self.before, one, audience), self._taken(one)) for one in seats}
        else:
            found = {}
        return {"recruited": found} if found else {}


def _public(before: State, after: State) -> Shape:
    sizes = len(after.hands[0]), len(after.hands[1])
    board: Shape = {"ply": after.ply, "turn": after.to_play, "lead": code_of(after.lead), "sizes": [sizes]}
    if after.lead is not None:
        return board
    board |= {"trick": after.number, "leader": after.leader}
    if before.phase is Phase.ONE:
        followers = len(after.followers[0]), len(after.followers[1])
        deck = max(0, len(after.deck) - 1)
        board |= {"deck": deck, "revealed": code_of(after.revealed), "followers": [followers]}
    return board if before.score == after.score else board | _scored(before, after)


def _scored(before: State, after: State) -> Shape:
    """What became of the score piles, which only grow, and of the votes."""
    piles = {str(seat): _grown(before.score[seat], after.score[seat]) for seat in (0, 1)}
    factions = {card.faction for seat in (0, 1) for card in after.score[seat][len(before.score[seat]) :]}
    tally = {_AT[one]: _counted(one, before.score, after.score) for one in factions}
    return {"score": {seat: change for seat, change in piles.items() if change}, "tally": tally}


def _counted(faction: Faction, before: Pair, after: Pair) -> Shape:
    there, (mine, theirs) = of_faction(faction, before), of_faction(faction, after)
    counts: Shape = {"counts": [(len(mine), len(theirs))]}
    seat = ahead(mine, theirs)
    return counts if ahead(*there) == seat else {**counts, "ahead": seat}


_AT = {faction: str(at) for at, faction in enumerate(FACTIONS)}
"""Where a faction stands in a tally."""


def _grown(before: Cards, after: Cards) -> list[Any]:
    """The change that puts those cards among others by which a pile is longer, one or several; nothing for none."""
    new = after[len(before) :]
    if len(new) < 2:
        return _put_in(before, new[0]) if new else []
    first, last = (_place(before, one(new, key=hand_order)) for one in (min, max))
    return [first, last - first, *codes(sorted(after, key=hand_order)[first : last + len(new)])]


def _entered(hand: Cards) -> Shape:
    """The followers become the hand."""
    return {"hand": [codes(sorted(hand, key=hand_order))], "dealt": [codes(hand)], "recruits": None}


def _choices(state: State, seat: Seat, language: str) -> Shape:
    """What the seat that plays next may play, and why not the rest: another faction was led."""
    hand = sorted(state.hands[seat], key=hand_order)
    if state.lead is None:
        return {"legal": [codes(hand)]}
    legal = follow_options(tuple(hand), state.lead.faction)
    board: Shape = {"legal": [codes(legal)]}
    if len(legal) < len(hand):
        refused = dict.fromkeys(codes([card for card in hand if card not in legal]))
        board["reasons"] = {" ".join(refused): _why_not(state.lead.faction, language)}
    return board


def _told(was: Match, match: Match) -> Shape:
    """What everybody is told beside the board: the clocks, the end, and until the first card what the deal follows
    from."""
    told: Shape = {}
    if match.clock != was.clock:
        told["clock"] = changed(shown_clock(was) or {}, shown_clock(match) or {})
    if match.over:
        told |= {"status": match.status, "deal": [deal(match)], "result": [result(match)]}
    elif not was.plays and was.shuffle is not None:
        told["deal"] = None
    return told


@lru_cache(maxsize=64)
def _why_not(led: Faction, language: str) -> str:
    with translation.override(language):
        return sentence(must_follow(led))


def _known(state: State, seat: Seat, audience: Seat | None) -> Cards:
    """The followers of a seat that the audience remembers: its own are its pile, and in phase two its hand."""
    if seat == audience:
        return state.followers[seat] if state.phase is Phase.ONE else state.hands[seat]
    left = [trick.revealed for trick in state.tricks if trick.revealed is not None and trick.winner == seat]
    if state.phase is Phase.TWO:
        for trick in state.tricks[13:]:
            _leave(left, trick.lead if trick.leader == seat else trick.follow)
        if state.lead is not None and state.leader == seat:
            _leave(left, state.lead)
    return tuple(left)


def _leave(left: list[Card], card: Card) -> None:
    if card in left:
        left.remove(card)


def _put_in(cards: Iterable[Card], card: Card) -> list[Any]:
    """The change that puts a card among others, which are shown in order."""
    return [_place(cards, card), 0, CODES[card]]


def _taken_out(cards: Iterable[Card], card: Card) -> list[Any]:
    return [_place(cards, card), 1]


def _place(cards: Iterable[Card], card: Card) -> int:
    """How many of the cards are shown before this one."""
    return sum(map(_BEFORE[card].__contains__, cards))


_BEFORE = {card: frozenset([one for one in COPIES if hand_order(one) < hand_order(card)]) for card in COPIES}
