"""A running game as the writer's thread goes through it card by card, in numbers: saves a story for every card.

``games.services.online.play`` is the plain path, which says whatever is to be refused: here an ordinary card of two
people without a clock is decided, and nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import cast

from games.live.online.board import CODE, Board, Told
from games.live.online.moved import seen
from games.live.online.trick import CARDS
from games.rules.state import HAND, Seat, State
from games.store import log
from games.store.known import SIZE
from games.stories.online import Match
from games.stories.played import Played
from games.stories.status import Status
from games.wire.online import Play

PLACES = {code: place for place, code in enumerate(CODE)}
LAST = 4 * HAND - 1
"""The ply that ends a game."""


class Seen:
    """A played card as those who look at its game are shown it."""

    __slots__ = ("first", "told", "turn")

    def __init__(self, told: Told, turn: Seat, *, first: bool) -> None:
        self.told, self.turn, self.first = told, turn, first

    def seen(self, audience: Seat | None, language: str) -> str:
        """What changes in the view of ``audience``, as JSON text; with the first card it is not told any more what the
        deal follows from."""
        deal = ',"deal":null' if self.first else ""
        return f'{{"board":{{{seen(self.told, audience, self.turn, language)}}}{deal}}}'


class Course:
    """A game from ``match`` on. ``mark`` is what moved it on last, as ``log.cache`` has it; it is changed in place."""

    __slots__ = ("answers", "basis", "board", "mark", "plays", "users", "version")

    def __init__(self, match: Match, state: State, mark: object) -> None:
        self.basis, self.mark, self.version = match, mark, match.version
        self.board = Board(state, match.plays, match.options.rulings)
        self.answers, self.plays = dict(match.answers), list(match.plays)
        self.users = [sitter.user_id for sitter in match.sitters if sitter is not None]

    @property
    def match(self) -> Match:
        """The game as it stands."""
        now = {"state": self.board.state, "plays": tuple(self.plays), "answers": dict(self.answers)}
        return self.basis.changed(version=self.version, **now)

    def stands_for(self, seat: Seat, said: Play, place: int | None, *, program: bool) -> bool:
        """Whether a message is an ordinary card in time, which neither ends the game nor brings hidden tricks to
        light."""
        board = self.board
        return (
            seat == board.turn
            and said.ply == board.ply
            and board.ply < LAST
            and place in board.legal
            and said.line in (None, self.basis.aid.line)
            and not (program and not self.basis.programs[seat])
            and not (board.strict and len(board.deck) == 2 and board.lead is not None)
        )

    def lay(self, seat: Seat, place: int, key: str, gathered: log.Gathered) -> int:
        """Play a card, and have it stored; the number of its entry."""
        board, first = self.board, not self.plays and self.basis.shuffle is not None
        told = board.play(place)
        self.version += 1
        self.plays.append(CARDS[place])
        self.answers[key] = self.version
        turn = cast("Seat", board.turn)
        stands = turn, self.users[turn], board.phase, board.count % HAND + 1
        self.mark = card = Played(self.basis.game_id, self.version, seat, CODE[place], key, gathered.at, *stands)
        gathered.played.append((card, Seen(told, turn, first=first)))
        return self.version


_courses: OrderedDict[int, Course] = OrderedDict()
"""Of the writer's thread alone."""


def play(game_id: int, user_id: int | None, said: Play, *, program: bool) -> int | None:
    """Play a card where the thread gathers what it decides, and give the number of its log entry; None, and nothing was
    done, where it is for ``games.services.online.play`` to play or to refuse it."""
    gathered = log.gathered()
    course = None if gathered is None or user_id is None else _course(game_id)
    if gathered is None or course is None or user_id not in course.users:
        return None
    seat, place = course.users.index(user_id), PLACES.get(said.card)
    key = f"{seat}:{said.id}"
    if place is None or key in course.answers or not course.stands_for(seat, said, place, program=program):
        log.cache.put(course.match)
        if course.board.ply == LAST:
            del _courses[game_id]
        return None
    return course.lay(seat, place, key, gathered)


def _course(game_id: int) -> Course | None:
    """The one of a game, begun anew where something else moved it on; None for a game that has none."""
    mark, course = log.cache.mark(game_id), _courses.get(game_id)
    if course is None or course.mark is not mark or mark is None:
        story = log.cache.get(game_id)
        if not isinstance(story, Match) or story.state is None or not _ordinary(story):
            _courses.pop(game_id, None)
            return None
        course = _courses[game_id] = Course(story, story.state, mark)
    _courses.move_to_end(game_id)
    if len(_courses) > SIZE:
        _courses.popitem(last=False)
    return course


def _ordinary(match: Match) -> bool:
    """Whether two people play, whom neither a clock nor a moderator concerns."""
    people = None not in match.sitters and not (match.opponent(0) or match.opponent(1))
    return people and match.status == Status.PLAYING and not match.frozen and match.clock is None
