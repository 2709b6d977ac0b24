"""Whose thinking a game waits for, and what that seat knows: all that goes to a mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from games.minds.knowledge import Knowledge, known
from games.rules.moves import apply
from games.rules.rulings import LastTrick
from games.rules.state import Seat, State, other
from games.rules.visible import visible
from games.services.online import play
from games.stories.online import Match
from games.stories.status import Status
from games.stories.story import Story
from games.words.minds import DEFAULT, OPPONENTS


@dataclass(frozen=True, slots=True)
class Turn:
    """One of the site's own is to play the ``ply``-th card, against ``person``. ``leads``: the card opens a trick.

    ``line`` counts how often the person took cards back: the same ply comes once in each line.
    """

    game_id: int
    code: str
    ply: int
    seat: Seat
    user_id: int
    level: str
    person: int | None
    leads: bool
    line: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What a mind is asked. There is nothing in it but what the seat knows, and a secret number for its chance."""

    knowledge: Knowledge
    level: str
    seed: int
    draw: str


def due(story: Story) -> Turn | None:
    """The turn that a game waits for, if it is that of one of the site's own; None for all other games."""
    if not isinstance(story, Match) or story.state is None or story.status != Status.PLAYING or story.frozen:
        return None
    seat = story.state.to_play
    sitter = None if seat is None else story.sitters[seat]
    if seat is None or sitter is None or not sitter.opponent:
        return None
    across = story.sitters[other(seat)]
    # A level that this release does not know any more is played all the same, so that the game goes on.
    level = sitter.opponent if sitter.opponent in OPPONENTS else DEFAULT
    person = None if across is None else across.user_id
    leads, line = story.state.lead is None, story.aid.line
    return Turn(story.game_id, story.code, story.state.ply, seat, sitter.user_id, level, person, leads, line)


def question(match: Match, turn: Turn) -> Question:
    """What the mind of this turn is asked, in the game as it stood then."""
    chance = secret(turn.code, f"seat {turn.seat}")
    return Question(knowledge(match, turn.seat, turn.ply), turn.level, chance, match.options.draw)


def knowledge(match: Match, seat: Seat, ply: int) -> Knowledge:
    """What a seat knows that is to play this ply, from what it was shown since the deal, as a person in it would be."""
    return known(tuple(visible(state, seat, match.options.rulings) for state in _telling(match, ply)))


def _telling(match: Match, ply: int) -> Iterator[State]:
    """Of the states up to a ply those whose views say all that was shown: the last one alone where it tells of every
    trick, else those after each trick as well."""
    if match.deal is None:
        raise ValueError("nothing was shown before the deal")
    all_told = match.options.rulings.last_trick == LastTrick.ALL
    if all_told and match.state is not None and match.state.ply == ply:
        yield match.state
        return
    state = match.deal
    for card in match.plays[:ply]:
        if state.lead is None and not all_told:
            yield state
        state = apply(state, card)
    yield state


def secret(code: str, what: str) -> int:
    """A number that only this site can work out, the same each time."""
    return int.from_bytes(salted_hmac("games.minds", f"{code} {what}", algorithm="sha256").digest()[:8])


def put(turn: Turn, card: str) -> int:
    """Play the card, as a person would; a turn that is thought of twice is played once. Refused as ``play.play``, with
    ``stale_ply`` where the game went back meanwhile."""
    client_id = f"{turn.code}-{turn.line}-{turn.ply}"
    return play.play(turn.game_id, turn.user_id, card, turn.ply, client_id, turn.line)
