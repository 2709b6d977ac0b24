"""Histories of tournaments for tests, written as crosstables and played at random."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence

from games.state.tournament.boards import BYE, Board, BoardOutcome, BoardResult, EntrantPair

RESULTS = {"1": BoardOutcome.FIRST, "0": BoardOutcome.SECOND, "=": BoardOutcome.DRAW}


def parse_crosstable(text: str) -> tuple[list[int], list[list[Board]]]:
    """Return the entrants and the rounds of a crosstable with a row for each entrant.

    A cell is the opponent, the colour and the result, such as ``5w1``, or ``U`` for a bye.
    """
    rows = {int(number): cells for number, *cells in map(str.split, text.strip().splitlines())}
    count = len(next(iter(rows.values())))
    return list(rows), [
        _parse_round({number: cells[index] for number, cells in rows.items()}) for index in range(count)
    ]


def _parse_round(cells: dict[int, str]) -> list[Board]:
    boards = [Board(number, None, BYE) for number, cell in cells.items() if cell == "U"]
    for number, cell in cells.items():
        if found := re.fullmatch(r"(\d+)w(.)", cell):
            boards.append(Board(number, int(found[1]), BoardResult(RESULTS[found[2]])))
    return boards


def play_board(pair: EntrantPair, chance: random.Random) -> Board:
    """Return a board with a random result; one in twenty is won by forfeit."""
    first, second = pair
    if second is None:
        return Board(first, None, BYE)
    votes = chance.choice([(5, 0), (4, 1), (3, 2), (2, 2), (2, 3), (1, 4), (0, 5)])
    cards = chance.randint(0, 30)
    winner = None if votes[0] == votes[1] else int(votes[1] > votes[0])
    if chance.random() < 0.05:
        return Board(first, second, BoardResult(chance.choice([*BoardOutcome][:2]), forfeit=True))
    return Board(first, second, BoardResult.of_winner(winner, votes, (cards, 30 - cards)))


def has_perfect_matching(people: Collection[int], edges: Sequence[tuple[int, int]], chance: random.Random) -> bool:
    """Return whether the edges have a perfect matching, by the rank of a random Tutte matrix modulo a prime.

    The answer True is certain, False is wrong with a negligible probability.
    """
    prime = (1 << 61) - 1
    index = {one: number for number, one in enumerate(people)}
    size = len(index)
    if size % 2:
        return False
    rows = [[0] * size for _ in range(size)]
    for one, other in edges:
        value = chance.randrange(1, prime)
        rows[index[one]][index[other]], rows[index[other]][index[one]] = value, prime - value
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return False
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = pow(rows[column][column], -1, prime)
        for row in range(column + 1, size):
            if factor := rows[row][column] * inverse % prime:
                rows[row] = [
                    (mine - factor * other) % prime for mine, other in zip(rows[row], rows[column], strict=True)
                ]
    return True
