"""Puzzles: one a day for everybody, checked by the site, and no answer before a try."""

from __future__ import annotations

import json
import re
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

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TODAY = selection.get_daily_number(NOON.date())
NUMBERS = {
    one: number for number in selection.list_other_numbers() if (one := selection.get_puzzle(number)) in (LED, LEADS)
}
JSON = {"accept": "application/json"}
EITHER = pytest.mark.parametrize("puzzle", [LED, LEADS], ids=["answers", "leads"])


class Clock:
    """What the site takes for now."""

    def __init__(self) -> None:
        self.now = NOON


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(timezone, "now", lambda: found.now)
    return found


def sent(client: Client, number: int, *played: str, **more: str) -> Any:
    """What the page of a puzzle is answered after these cards."""
    return client.post(f"/puzzle/{number}/at/", {"played": ",".join(played), **more}, headers=JSON)


def right_cards(number: int) -> list[str]:
    return [CODES[card] for card in solved(selection.get_puzzle(number)).played]


def page(client: Client, address: str = "/puzzle/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_puzzle_of_the_day_is_the_same_for_everybody(visitor: Client, ana_client: Client) -> None:
    for client in (visitor, ana_client):
        text = page(client)
        assert f'data-puzzle="{TODAY}"' in text
        assert '<time datetime="2026-03-04">March 4, 2026 (UTC)</time>' in text


def test_the_day_changes_at_midnight_by_utc(visitor: Client, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 4, 23, 59, tzinfo=UTC)
    assert f'data-puzzle="{TODAY}"' in page(visitor)
    clock.now = datetime(2026, 3, 5, 0, 1, tzinfo=UTC)
    assert f'data-puzzle="{selection.get_daily_number(clock.now.date())}"' in page(visitor)


def test_a_puzzle_of_a_later_day_is_a_404(visitor: Client) -> None:
    later = [selection.get_daily_number(NOON.date() + timedelta(days=at)) for at in (1, 2, 100)]
    for number in (*later, 0, 5000):
        assert visitor.get(f"/puzzle/{number}/").status_code == 404
        assert sent(visitor, number).status_code == 404
    assert visitor.get(f"/puzzle/{TODAY}/").headers["Location"] == "/puzzle/"


@EITHER
def test_answers_match_their_schema(visitor: Client, puzzle: Puzzle) -> None:
    number = NUMBERS[puzzle]
    cards = right_cards(number)
    lines: list[list[str]] = [cards[:at] for at in range(1, len(cards) + 1)] + [[wrong(puzzle)]]
    for text in [sent(visitor, number, *line).content for line in lines] + [sent(visitor, number, show="1").content]:
        assert PuzzleShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)


@EITHER
def test_the_page_does_not_depend_on_the_answer(
    visitor: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a browser gets is the same whichever card wins, and whatever else the file tells of it."""
    number = NUMBERS[puzzle]
    was = seen(visitor, number)
    others = {
        number: replace(puzzle, answer=Card.parse(wrong(puzzle)), failures=puzzle.failures[::-1], game=7),
        **{NUMBERS[one]: one for one in (LED, LEADS) if one is not puzzle},
    }
    monkeypatch.setattr(selection, "get_puzzle", others.__getitem__)
    assert others[number].answer != puzzle.answer
    assert seen(visitor, number) == was


def seen(client: Client, number: int) -> tuple[str, bytes]:
    """All that a browser gets of a puzzle that was not answered, but for what is drawn by chance for every page."""
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page(client, f"/puzzle/{number}/"))
    return text, client.get(f"/puzzle/{number}/at/", headers=JSON).content


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
def test_right_cards_lead_to_the_win(visitor: Client, puzzle: Puzzle) -> None:
    number = NUMBERS[puzzle]
    cards = right_cards(number)
    first = sent(visitor, number, cards[0]).json()
    assert first["steps"][-1]["told"].startswith("Right: ")
    end = sent(visitor, number, *cards).json()
    assert (end["done"], end["solved"], end["verdict"]) == (True, True, "Solved.")
    assert end["steps"][-1]["view"]["board"]["turn"] is None
    assert "Won, whatever is played now. You have the votes of the " in end["steps"][-1]["told"]
    assert end["kept"] == "Solved at the first try."


@EITHER
def test_a_wrong_card_is_refuted(visitor: Client, puzzle: Puzzle) -> None:
    end = sent(visitor, NUMBERS[puzzle], wrong(puzzle)).json()
    assert (end["done"], end["solved"], end["verdict"], end["kept"]) == (True, False, "Not solved.", "")
    assert end["steps"][0]["told"].split(".")[0].endswith("gives the win away")
    assert "Now you cannot win any more." in end["steps"][-1]["told"]
    plies = [step["view"]["board"]["ply"] for step in end["steps"]]
    assert plies == list(range(plies[0], plies[0] + len(plies)))
    assert [step["ask"] for step in end["steps"]] == [""] * len(plies)


def test_showing_the_answer_counts_as_the_first_try(visitor: Client) -> None:
    number = NUMBERS[LED]
    shown = sent(visitor, number, show="1").json()
    assert (shown["solved"], shown["verdict"]) == (False, "That is the answer.")
    assert sent(visitor, number, *right_cards(number)).json()["kept"].startswith("Only the first try counts")


def test_a_visitor_counts_once_its_cookie_comes_back(visitor: Client, clock: Clock) -> None:
    """Whoever sends no cookie, or the same old one again, counts for nothing more."""
    one, two = selection.list_other_numbers()[:2]
    sent(visitor, one, wrong(selection.get_puzzle(one)))
    assert not PuzzleTries.objects.exists()
    before = visitor.cookies[puzzle_progress.COOKIE].value
    for _ in range(3):
        visitor.cookies[puzzle_progress.COOKIE] = before
        sent(visitor, two, wrong(selection.get_puzzle(two)))
    row = PuzzleTries.objects.get()
    assert (row.number, row.tried, row.solved) == (two, 1, 0)


@pytest.mark.parametrize("with_name", [False, True], ids=["device", "account"])
def test_a_streak_grows_by_day(with_name: bool, visitor: Client, ana_client: Client, clock: Clock) -> None:
    client = ana_client if with_name else visitor
    for days in (1, 2, 3):
        number = selection.get_daily_number(clock.now.date())
        told = sent(client, number, *right_cards(number)).json()["kept"]
        assert told == f"Solved at the first try. Streak: {days} day{'s' if days > 1 else ''}."
        clock.now += timedelta(days=1)
    assert "<span>Streak: 3 days</span>" in page(client)
    number = selection.get_daily_number(clock.now.date())
    failed = sent(client, number, wrong(selection.get_puzzle(number))).json()
    assert failed["kept"] == "Your next streak begins tomorrow."
    assert "Streak:" not in page(client)
    assert (puzzle_progress.COOKIE in client.cookies) is not with_name
    assert PuzzleProgress.objects.count() == int(with_name)


def test_the_streak_of_a_visitor_moves_to_the_account(visitor: Client, clock: Clock) -> None:
    sent(visitor, TODAY, *right_cards(TODAY))
    fields = {"username": "Nova", "password1": PASSWORD, "password2": PASSWORD}
    assert visitor.post("/account/signup/", fields).status_code == 302
    nova = User.objects.get(username="Nova")
    assert progress.get_progress(nova).streak == 1
    visitor.get("/puzzle/")
    assert visitor.cookies[puzzle_progress.COOKIE].value == ""
    clock.now += timedelta(days=1)
    number = selection.get_daily_number(clock.now.date())
    assert "Streak: 2 days." in sent(visitor, number, *right_cards(number)).json()["kept"]


def test_the_next_puzzle_is_new_and_of_near_difficulty(visitor: Client) -> None:
    met = []
    for _ in range(4):
        number = int(visitor.get("/puzzle/next/").headers["Location"].split("/")[-2])
        met.append(number)
        assert sent(visitor, number, *right_cards(number)).json()["solved"]
    ratings = [selection.get_puzzle(number).rating for number in met]
    assert len(set(met)) == 4
    assert ratings == sorted(ratings)


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
    assert "Solved at the first try. Streak: 1 day." in text
    assert 'name="card"' not in text
