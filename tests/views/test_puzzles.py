"""Puzzles: the same each day for all, checked by the site, and without the answer before a try."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.puzzles.puzzle import Puzzle
from games.models import PuzzleProgress, PuzzleTries, User
from games.queries import puzzle_progress
from games.rules.cards import CODES, Card
from games.schemas.puzzle import PuzzleShown
from games.services.puzzles import progress, selection
from tests.people import PASSWORD
from tests.services.puzzles.test_puzzles import LEADS, LED, solved, wrong
from tests.views.profiles import without_csrf_token

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TODAY = selection.get_daily_number(NOON.date())
NUMBERS = {
    one: number for number in selection.list_other_numbers() if (one := selection.get_puzzle(number)) in (LED, LEADS)
}
JSON = {"accept": "application/json"}
EITHER = pytest.mark.parametrize("puzzle", [LED, LEADS], ids=["answers", "leads"])


class Clock:
    """The present moment of the site."""

    def __init__(self) -> None:
        self.now = NOON


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(timezone, "now", lambda: found.now)
    return found


def send(client: Client, number: int, *played: str, **more: str) -> Any:
    """Return the answer to the page of a puzzle after these cards."""
    return client.post(f"/puzzle/{number}/at/", {"played": ",".join(played), **more}, headers=JSON)


def right_cards(number: int) -> list[str]:
    return [CODES[card] for card in solved(selection.get_puzzle(number)).played]


def page(client: Client, address: str = "/puzzle/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes_at_midnight_by_utc(
    visitor: Client, ana_client: Client, clock: Clock
) -> None:
    clock.now = datetime(2026, 3, 4, 23, 59, tzinfo=UTC)
    for client in (visitor, ana_client):
        text = page(client)
        assert f'data-puzzle="{TODAY}"' in text
        assert '<time datetime="2026-03-05T00:00:00+00:00" data-local>March 5, 2026, 00:00 UTC</time>' in text
    clock.now = datetime(2026, 3, 5, 0, 1, tzinfo=UTC)
    assert f'data-puzzle="{selection.get_daily_number(clock.now.date())}"' in page(visitor)


def test_a_puzzle_of_a_later_day_is_a_404(visitor: Client) -> None:
    later = [selection.get_daily_number(NOON.date() + timedelta(days=at)) for at in (1, 2, 100)]
    for number in (*later, 0, 5000):
        assert visitor.get(f"/puzzle/{number}/").status_code == 404
        assert send(visitor, number).status_code == 404
    assert visitor.get(f"/puzzle/{TODAY}/").headers["Location"] == "/puzzle/"


@EITHER
def test_answers_match_their_schema(visitor: Client, puzzle: Puzzle) -> None:
    number = NUMBERS[puzzle]
    cards = right_cards(number)
    lines: list[list[str]] = [cards[:at] for at in range(1, len(cards) + 1)] + [[wrong(puzzle)]]
    for text in [send(visitor, number, *line).content for line in lines] + [send(visitor, number, show="1").content]:
        assert PuzzleShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)


@EITHER
def test_the_page_does_not_depend_on_the_answer(
    visitor: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser gets the same bytes, whatever card wins and whatever else the file says of the puzzle."""
    number = NUMBERS[puzzle]

    def read() -> tuple[str, bytes]:
        text = without_csrf_token(visitor, f"/puzzle/{number}/")
        return text, visitor.get(f"/puzzle/{number}/at/", headers=JSON).content

    before = read()
    others = {
        number: replace(puzzle, answer=Card.parse(wrong(puzzle)), failures=puzzle.failures[::-1], game=7),
        **{NUMBERS[other]: other for other in (LED, LEADS) if other is not puzzle},
    }
    monkeypatch.setattr(selection, "get_puzzle", others.__getitem__)
    assert others[number].answer != puzzle.answer
    assert read() == before


def test_cards_in_the_query_of_a_get_are_ignored(visitor: Client) -> None:
    number = NUMBERS[LEADS]
    plain = visitor.get(f"/puzzle/{number}/at/", headers=JSON).json()
    for card in (CODES[LEADS.answer], wrong(LEADS)):
        assert visitor.get(f"/puzzle/{number}/at/", {"played": card, "show": "1"}, headers=JSON).json() == plain
    assert puzzle_progress.COOKIE not in visitor.cookies


@EITHER
def test_both_hands_are_shown(visitor: Client, puzzle: Puzzle) -> None:
    step = visitor.get(f"/puzzle/{NUMBERS[puzzle]}/at/", headers=JSON).json()["steps"][-1]
    board = step["view"]["board"]
    assert sorted(step["theirs"]) == sorted(CODES[card] for card in puzzle.hands[1])
    assert board["memory"]["recruited"] == [[], step["theirs"]]
    known = [*board["memory"]["gone"], *board["hand"], *step["theirs"]]
    assert len(known) == 52


@EITHER
def test_right_cards_win_and_a_wrong_card_is_refuted_at_the_first_try_alone(
    visitor: Client, ana_client: Client, puzzle: Puzzle
) -> None:
    number = NUMBERS[puzzle]
    cards = right_cards(number)
    assert send(ana_client, number, cards[0]).json()["steps"][-1]["text"].startswith("Correct: ")
    end = send(ana_client, number, *cards).json()
    assert (end["done"], end["solved"], end["verdict"]) == (True, True, "Solved!")
    assert end["steps"][-1]["view"]["board"]["turn"] is None
    assert "You're certain to win now. The votes of the " in end["steps"][-1]["text"]
    assert end["kept"] == "Solved on the first try."
    end = send(visitor, number, wrong(puzzle)).json()
    assert (end["done"], end["solved"], end["verdict"], end["kept"]) == (True, False, "Not solved.", "")
    assert end["steps"][0]["text"].split(".")[0].endswith("throws away the win")
    assert "You can no longer win." in end["steps"][-1]["text"]
    assert {step["prompt"] for step in end["steps"]} == {""}
    solution = send(visitor, number, show="1").json()
    assert (solution["solved"], solution["verdict"]) == (False, "That's the solution.")
    assert send(visitor, number, *cards).json()["kept"].startswith("Only your first try counts")


def test_the_next_puzzle_is_another_puzzle(visitor: Client) -> None:
    numbers = []
    for _ in range(2):
        number = int(visitor.get("/puzzle/next/").headers["Location"].split("/")[-2])
        assert send(visitor, number, *right_cards(number)).json()["solved"]
        numbers.append(number)
    assert len(set(numbers)) == 2


def test_a_visitor_counts_once_its_cookie_comes_back(visitor: Client, clock: Clock) -> None:
    """A browser without a cookie, or with the same old cookie, does not count again."""
    first, second = selection.list_other_numbers()[:2]
    send(visitor, first, wrong(selection.get_puzzle(first)))
    assert not PuzzleTries.objects.exists()
    before = visitor.cookies[puzzle_progress.COOKIE].value
    for _ in range(3):
        visitor.cookies[puzzle_progress.COOKIE] = before
        send(visitor, second, wrong(selection.get_puzzle(second)))
    row = PuzzleTries.objects.get()
    assert (row.number, row.tried, row.solved) == (second, 1, 0)


def test_a_streak_grows_by_day_and_moves_from_the_browser_to_the_account(visitor: Client, clock: Clock) -> None:
    for days in (1, 2, 3):
        number = selection.get_daily_number(clock.now.date())
        kept = send(visitor, number, *right_cards(number)).json()["kept"]
        assert kept == f"Solved on the first try. Streak: {days} day{'s' if days > 1 else ''}."
        if days == 2:
            assert puzzle_progress.COOKIE in visitor.cookies
            assert not PuzzleProgress.objects.exists()
            visitor.post("/account/signup/", {"username": "Nova", "password1": PASSWORD})
            assert "<span>Streak: 2 days</span>" in page(visitor)
            assert visitor.cookies[puzzle_progress.COOKIE].value == ""
        clock.now += timedelta(days=1)
    assert progress.get_progress(User.objects.get()).streak == 3
    number = selection.get_daily_number(clock.now.date())
    failed = send(visitor, number, wrong(selection.get_puzzle(number))).json()
    assert failed["kept"] == "You can start a new streak tomorrow."
    assert "Streak:" not in page(visitor)


def test_a_form_works_without_a_script(visitor: Client) -> None:
    text = page(visitor).partition("<noscript>")[2]
    puzzle = selection.get_puzzle(TODAY)
    for code in map(str, puzzle.hands[0] + puzzle.hands[1]):
        assert f'data-faction="{code[0]}" data-value="{code[1]}"' in text
    played: list[str] = []
    for card in right_cards(TODAY):
        assert f'name="card" value="{card}"' in text
        form = {"played": ",".join(played), "card": card}
        text = visitor.post(f"/puzzle/{TODAY}/", form).content.decode()
        played.append(card)
        assert f'name="played" value="{",".join(played)}"' in text
    assert "Solved on the first try. Streak: 1 day." in text
    assert 'name="card"' not in text
