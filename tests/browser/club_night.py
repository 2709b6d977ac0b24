"""People of a club night in browsers and as programs, and a count of their results by the rules."""

from __future__ import annotations

import asyncio
import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from playwright.sync_api import Page, expect

from games.rules import record
from games.state.tournament.boards import BoardOutcome, BoardResult
from tests.browser.programs import run_apart
from tests.browser.visitor import Visitor
from tests.client import Person, whole_game

Pair = tuple[int, int]


class Guest(Person):
    """A guest who joined in a browser, as a program with the same cookies."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        self.url, self.name = visitor.url, name
        self.cookies = {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}


@dataclass
class Player:
    """A player with a phone, and the same person as a program."""

    visitor: Visitor
    address: str
    program: Guest

    @cached_property
    def page(self) -> Page:
        """The page of the club night on the phone."""
        page = self.visitor.page()
        page.goto(self.address)
        return page


@dataclass(frozen=True)
class Board:
    """A board of a round as the downloaded file has it. ``second`` is empty for a bye."""

    number: int
    first: str
    second: str
    game: str


@dataclass
class Count:
    """Results that the test adds up itself: points in halves, votes and cards by name, and who met whom."""

    half_points: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    meetings: Counter[frozenset[str]] = field(default_factory=Counter)

    def add_bye(self, name: str) -> None:
        self.half_points[name] += 2

    def add(self, board: Board, votes: Pair, cards: Pair) -> None:
        """Count a game: who has more votes wins."""
        names = (board.first, board.second)
        self.meetings[frozenset(names)] += 1
        for seat, name in enumerate(names):
            self.votes[name] += votes[seat]
            self.cards[name] += cards[seat]
            self.half_points[name] += 1 + (votes[seat] > votes[1 - seat]) - (votes[seat] < votes[1 - seat])

    def rank(self, names: Iterable[str]) -> list[tuple[int, str, str, str, str]]:
        """Return rank, name, points, votes and cards of each, ordered by rank and name."""
        orders = {name: (self.half_points[name], self.votes[name], self.cards[name]) for name in names}
        ranked = sorted((1 + sum(other > own for other in orders.values()), name) for name, own in orders.items())
        return [(rank, name, *_write_numbers(*orders[name])) for rank, name in ranked]


def join(visitor: Visitor, address: str, name: str) -> Player:
    """Open the address of the QR code on a phone, enter under a name, and put the phone away."""
    page = visitor.page()
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".night-own")).to_contain_text("You're in!")
    page.close()
    return Player(visitor, address, Guest(visitor, name))


def read_boards(reader: Person, night: str, number: int) -> list[Board]:
    """Return the boards of a round from the file of all boards."""
    _, text = reader.get(f"{night}boards/")
    rows = csv.DictReader(text.removeprefix("\ufeff").splitlines())
    chosen = [row for row in rows if row["round"] == str(number)]
    return [Board(int(row["board"]), row["first"], row["second"], row["game"]) for row in chosen]


def play_online(boards: Sequence[Board], players: dict[str, Player]) -> None:
    """Play the games of some boards to their end with random legal cards, by programs."""

    async def play() -> None:
        pairs = [(players[board.first].program, players[board.second].program, board.game) for board in boards]
        await asyncio.gather(*(whole_game(*pair) for pair in pairs))

    run_apart(play())


def count_game(reader: Person, game: str) -> tuple[Pair, Pair]:
    """Return the votes and the cards of a finished game, from its record and the rules."""
    status, text = reader.get(f"/m/{game}/record/")
    assert status == 200, text
    state = record.replay(record.read(json.loads(text)))
    first, second = record.build_report(state)["result"]["votes"]
    return (first, second), (len(state.score[0]), len(state.score[1]))


def report(board: Board, players: dict[str, Player], path: str, votes: Pair, cards: Pair) -> None:
    """Report and confirm the result of a printed game, by programs."""
    outcome = "draw" if votes[0] == votes[1] else ("first", "second")[votes[0] < votes[1]]
    numbers = dict(zip(("first_votes", "second_votes", "first_cards", "second_cards"), votes + cards, strict=True))
    first, second = players[board.first].program, players[board.second].program
    assert first.post(f"{path}report/", outcome=outcome, **numbers)["status"] == 200
    result = BoardResult(BoardOutcome(outcome), votes, cards)
    assert second.post(f"{path}confirm/", seen=result.key)["status"] == 200


def read_standings(page: Page) -> list[tuple[int, str, str, str, str]]:
    """Return the standings that a page shows, as ``Count.rank`` does."""
    rows = page.locator(".night-standings tbody tr").evaluate_all(
        """rows => rows.map(row => [
          parseInt(row.cells[0].innerText), row.querySelector("bdi").textContent,
          ...[2, 3, 4].map(column => row.cells[column].textContent.trim())])"""
    )
    return sorted((rank, name, _to_decimal(points), votes, cards) for rank, name, points, votes, cards in rows)


def _write_numbers(half_points: int, votes: int, cards: int) -> tuple[str, str, str]:
    return f"{half_points / 2:g}", str(votes), str(cards)


def _to_decimal(points: str) -> str:
    return f"{points.removesuffix('½') or '0'}.5" if points.endswith("½") else points
