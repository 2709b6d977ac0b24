"""A running game as the loop of all sockets goes through it card by card, in numbers: saves a story for every card.

``games.services.online.play`` is the plain path, which says whatever is to be refused: here an ordinary card of two
people without a clock is decided, and nothing else.
"""

from __future__ import annotations

import logging
from itertools import product
from time import monotonic

from django.db import connection

from games.live.online.board import Board
from games.live.online.lists import CODE, LISTED, PLACES
from games.live.online.moved import shown_end
from games.live.online.trick import NUMBER, members
from games.live.online.view import rematch
from games.rules.state import HAND, Seat, State
from games.store import log
from games.store.known import SIZE
from games.store.played import Played
from games.stories.online import Match
from games.stories.status import Status

logger = logging.getLogger(__name__)

KEYS = ("0:", "1:")
"""What the ids begin with of what a seat asked for."""
TRICKS = (*product((1, 2), range(1, HAND + 1)), (2, HAND))
"""Which trick of which phase it is once so many have fallen."""

OFTEN = 30.0
"""Seconds within which the row of a game that is played on does not say anew when that was, which every entry does: an
index has to follow, and nobody needs it to the second."""


class Course:
    """A game from ``match`` on. ``mark`` is what moved it on last, as ``log.cache`` has it; it is changed in place.

    ``dated`` is when the last card was that dates.
    """

    __slots__ = (
        "answers",
        "basis",
        "board",
        "dated",
        "game_id",
        "line",
        "mark",
        "users",
        "version",
    )

    def __init__(self, match: Match, state: State, mark: object) -> None:
        self.basis, self.game_id, self.version, self.mark = match, match.game_id, match.version, mark
        self.dated = -OFTEN
        self.board = Board(state, match.plays, match.options.rulings)
        self.answers, self.line = dict(match.answers), str(match.aid.line)
        self.users = [sitter.user_id for sitter in match.sitters if sitter is not None]

    @property
    def match(self) -> Match:
        """The game as it stands."""
        board, basis = self.board, self.basis
        plays, answers = (*basis.plays[: 2 * len(board.earlier)], *board.plays), dict(self.answers)
        return basis.reached(board.state, version=self.version, plays=plays, answers=answers)

    def lay(self, seat: Seat, place: int, key: str) -> Played:
        """Play a card; what is to be stored, and shown."""
        board = self.board
        told = board.play(place)
        if board.ply == 1 and self.basis.shuffle is not None:
            told.beside = ',"deal":null'
        version = self.version = self.version + 1
        self.answers[key] = version
        turn, count = board.turn, board.count
        phase, number = TRICKS[count]
        awaits, now = None if turn is None else self.users[turn], monotonic()
        if dates := now - self.dated >= OFTEN:
            self.dated = now
        card = Played(self.game_id, version, seat, CODE[place], key, turn, awaits, phase, number, dates, told)
        if turn is None:
            card.ends = match = self.match
            told.beside = f",{members(shown_end(match) | {'rematch': [rematch(match, None)]})}"
        self.mark, card.waits = card, True
        return card

    @property
    def waiting(self) -> bool:
        """Whether its last card is not stored yet, so that nobody may hear how it stands."""
        return isinstance(self.mark, Played) and self.mark.waits


_courses: dict[int, Course] = {}
"""Of the loop alone."""


def lay(
    game_id: int, user_id: int | None, code: str, ply: str, client_id: str, line: str | None, program: bool
) -> Played | None:
    """Decide a card as its message has it, which is to be stored and answered then; None, and nothing was done, where
    it is for ``games.services.online.play`` to play or to refuse it.

    An ordinary card is one in time, which brings no hidden tricks to light.
    """
    course, known = _courses.get(game_id), log.cache.known.get(game_id)
    if course is None or known is None or course.mark is not known.mark:
        course = _begun(game_id, course)
        if course is None:
            return None
    board = course.board
    seat, place = board.turn or 0, PLACES.get(code)
    key = KEYS[seat] + client_id
    if (
        place is not None
        and LISTED[place] in board.legal
        and ply == NUMBER[board.ply]
        and course.users[seat] == user_id
        and (line is None or line == course.line)
        and key not in course.answers
        and not (program and not course.basis.programs[seat])
        and not (board.strict and len(board.deck) == 2 and board.lead is not None)
    ):
        try:
            return course.lay(seat, place, key)
        except Exception:
            logger.exception("a card is left to the plain path")
            # One that broke half-way is none any more.
            del _courses[game_id]
            return None
    log.cache.put(course.match)
    return None


def done(card: Played) -> None:
    """Nothing is kept of a game that ended with this card, which has been answered."""
    if card.turn is None:
        _courses.pop(card.game_id, None)


def _begun(game_id: int, course: Course | None) -> Course | None:
    """The course of a game that something else moved on, or that has none yet; None where it is not to have one, as
    where cards are not stored together, or a card is being stored."""
    if connection.vendor != "sqlite" or (course is not None and course.waiting):
        return None
    mark, story = log.cache.mark(game_id), log.cache.get(game_id)
    _courses.pop(game_id, None)
    if mark is None or not isinstance(story, Match) or story.state is None or not _ordinary(story):
        return None
    if len(_courses) >= SIZE:
        del _courses[next(iter(_courses))]
    course = _courses[game_id] = Course(story, story.state, mark)
    return course


def _ordinary(match: Match) -> bool:
    """Whether two people play, whom neither a clock nor a moderator concerns. Who asked for a rematch already, before
    the game went on after all, may have done so unheard, and its end is not the same for both."""
    people = None not in match.sitters and not (match.opponent(0) or match.opponent(1))
    plain = match.clock is None and not any(match.asked)
    return people and match.status == Status.PLAYING and not match.frozen and plain
