"""Logs of games with real cards: written in one line, or from random games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.inference.record import CARD_SPOTS, Slot, TableRecord, TableTrick
from games.rules.cards import DECK, Card
from games.rules.moves import deal
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, State
from games.rules.tricks import get_trick_winner, list_follow_options

NAMES = ("Ana", "Bram")
GOBLIN_ZERO = Card.parse("G0")


def card(code: str) -> Card | None:
    return None if code == "-" else Card.parse(code)


def trick(line: str, phase: Phase) -> TableTrick:
    """Parse ``U5 G3 G7 -`` in phase one, ``D4 D9`` in phase two; ``>1`` in front states that seat 1 leads."""
    words = line.split()
    leader = int(words.pop(0)[1]) if words and words[0][0] == ">" else None
    held = [card(word) for word in words] + [None] * (4 - len(words))
    if phase is Phase.TWO:
        return TableTrick(lead=held[0], follow=held[1], leader=leader)
    return TableTrick(held[0], held[1], held[2], held[3], leader)


def log(one: str = "", two: str = "", leader: Seat | None = 0, **more: Any) -> TableRecord:
    """Return a record of tricks separated by semicolons; an empty text has none."""
    tricks = {
        phase: tuple(trick(line, phase) for line in text.split(";")) if text else ()
        for phase, text in ((Phase.ONE, one), (Phase.TWO, two))
    }
    return TableRecord(NAMES, leader, tricks[Phase.ONE], tricks[Phase.TWO], **more)


def from_state(state: State, leader: Seat) -> TableRecord:
    """Return the log of an online game, with the current trick."""
    one, two = [], []
    for done in state.tricks:
        if done.phase is Phase.ONE:
            one.append(TableTrick(done.revealed, done.lead, done.follow, done.blind))
        else:
            two.append(TableTrick(lead=done.lead, follow=done.follow))
    if not state.finished:
        (one if state.phase is Phase.ONE else two).append(TableTrick(state.revealed, state.lead))
    return TableRecord(NAMES, leader, tuple(one), tuple(two))


@dataclass(frozen=True)
class Revoke:
    """Failure of a follower to play the led faction that it held."""

    index: int
    seat: Seat
    card: Card


@dataclass(frozen=True)
class Played:
    """Whole game at a table: its full log, the leader of each trick, and every revoke."""

    record: TableRecord
    leaders: tuple[Seat, ...]
    revokes: tuple[Revoke, ...]


def shuffled(seed: int) -> State:
    chance = Random(seed)
    cards = list(DECK)
    chance.shuffle(cards)
    return deal(tuple(cards), chance.randrange(2))


def table_game(seed: int, honest: float = 1.0) -> Played:
    """Return a random game in which each follower follows the led faction with the probability ``honest``."""
    chance, state = Random(seed), shuffled(seed)
    hands: list[Cards] = list(state.hands)
    recruits: list[Cards] = [(), ()]
    leader, deck = state.leader, list(state.deck)
    tricks, leaders, revokes = [], [], []
    for index in range(2 * HAND_SIZE):
        if index == HAND_SIZE:
            hands = recruits
        leaders.append(leader)
        follower = 1 - leader
        lead = chance.choice(hands[leader])
        options = list_follow_options(hands[follower], lead.faction)
        follow = chance.choice(options if chance.random() < honest else hands[follower])
        if follow not in options:
            revokes.append(Revoke(index, follower, follow))
        _remove(hands, leader, lead)
        _remove(hands, follower, follow)
        winner = get_trick_winner(leader, lead, follow)
        revealed, blind = (deck.pop(0), deck.pop(0)) if index < HAND_SIZE else (None, None)
        if revealed and blind:
            recruits[winner] += (revealed,)
            recruits[1 - winner] += (blind,)
        tricks.append(TableTrick(revealed, lead, follow, blind))
        leader = winner
    record = TableRecord(NAMES, state.leader, tuple(tricks[:HAND_SIZE]), tuple(tricks[HAND_SIZE:]))
    return Played(record, tuple(leaders), tuple(revokes))


def _remove(hands: list[Cards], seat: Seat, card: Card) -> None:
    at = hands[seat].index(card)
    hands[seat] = hands[seat][:at] + hands[seat][at + 1 :]


@dataclass(frozen=True)
class Gaps:
    """Losses of a log: cards with a probability, the last tricks; leaders are sometimes stated."""

    seed: int
    rate: float
    tricks: int
    stated: float
    blinds: bool

    def applied(self, game: Played) -> TableRecord:
        chance = Random(self.seed)
        record = game.record
        left = [
            self._thinned(one, game.leaders[n], chance) for n, one in enumerate(record.phase_one + record.phase_two)
        ]
        one, two = left[: min(HAND_SIZE, self.tricks)], left[HAND_SIZE : self.tricks]
        return replace(record, phase_one=tuple(one), phase_two=tuple(two))

    def _thinned(self, trick: TableTrick, leader: Seat, chance: Random) -> TableTrick:
        def kept(card: Card | None) -> Card | None:
            return None if chance.random() < self.rate else card

        return TableTrick(
            kept(trick.revealed),
            kept(trick.lead),
            kept(trick.follow),
            kept(trick.blind) if self.blinds else None,
            leader if chance.random() < self.stated else None,
        )


RATES = (0.0, 0.01, 0.03, 0.06, 0.1, 0.3, 0.7, 1.0)
"""Probabilities that a card is missing."""


def log_with_gaps(number: int) -> tuple[Played, TableRecord]:
    """Return the game of a number and a log of it with gaps, which mostly ends late."""
    chance = Random(f"walks {number}")
    game = table_game(chance.randrange(2**32))
    tricks = chance.choice([chance.randint(0, 26), chance.randint(18, 26), 26])
    seed, rate, stated = chance.randrange(2**32), chance.choice(RATES), chance.choice([0, 0.2, 1.0])
    return game, Gaps(seed, rate, tricks, stated, chance.random() < 0.5).applied(game)


def mistaken(seed: int, gaps: int = 20, slips: int = 2) -> TableRecord:
    """Return a log with gaps and wrong cards, Goblin zeros above all."""
    chance = Random(seed)
    record = table_game(seed, honest=chance.choice((1.0, 0.9, 0.5))).record
    for _ in range(chance.randrange(gaps)):
        record = record.logged(_somewhere(chance), None)
    for _ in range(1 + chance.randrange(slips)):
        record = record.logged(_somewhere(chance), chance.choice((GOBLIN_ZERO, chance.choice(DECK))))
    return record


def _somewhere(chance: Random) -> Slot:
    phase = chance.choice(tuple(Phase))
    return Slot(phase, chance.randint(1, HAND_SIZE), chance.choice(CARD_SPOTS[phase]))
