"""The pages of the puzzles: one for everybody a day, checked by the site, and no secret before an answer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import limits
from games.minds.puzzles.puzzle import Puzzle
from games.models import Game, PuzzleProgress, PuzzleTries, User
from games.people import puzzles
from games.rules.cards import CODES, Card
from games.services.puzzles import choosing, fared, keeping
from games.services.puzzles.attempt import attempt
from games.wire.puzzle import PuzzleShown
from tests.people import PASSWORD
from tests.services.test_puzzles import LEADS, LED, NAMES, solved, wrong

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TODAY = choosing.number_on(NOON.date())
NUMBERS = {one: number for number in choosing.others() if (one := choosing.puzzle(number)) in (LED, LEADS)}
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
    return [CODES[card] for card in solved(choosing.puzzle(number)).played]


def page(client: Client, address: str = "/puzzle/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_that_of_the_day_says_which_day_and_is_the_same_for_everybody(visitor: Client, ana_client: Client) -> None:
    for client in (visitor, ana_client):
        text = page(client)
        assert f'data-puzzle="{TODAY}"' in text
        assert '<time datetime="2026-03-04">March 4, 2026 (UTC)</time>' in text


def test_the_day_changes_at_midnight_by_utc(visitor: Client, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 4, 23, 59, tzinfo=UTC)
    assert f'data-puzzle="{TODAY}"' in page(visitor)
    clock.now = datetime(2026, 3, 5, 0, 1, tzinfo=UTC)
    assert f'data-puzzle="{choosing.number_on(clock.now.date())}"' in page(visitor)


@pytest.mark.parametrize("place", ["/", "/rules/"])
def test_the_first_page_and_the_menu_lead_there(visitor: Client, place: str) -> None:
    head, _, rest = page(visitor, place).partition("</header>")
    assert 'href="/puzzle/"' in head
    assert 'href="/puzzle/"' in rest


def test_one_of_another_day_is_not_to_be_had(visitor: Client) -> None:
    later = [choosing.number_on(NOON.date() + timedelta(days=at)) for at in (1, 2, 100)]
    for number in (*later, 0, 5000):
        assert visitor.get(f"/puzzle/{number}/").status_code == 404
        assert sent(visitor, number).status_code == 404
    assert visitor.get(f"/puzzle/{TODAY}/").headers["Location"] == "/puzzle/"


@EITHER
def test_every_answer_is_as_its_type_says(visitor: Client, puzzle: Puzzle) -> None:
    number = NUMBERS[puzzle]
    cards = right_cards(number)
    lines: list[list[str]] = [cards[:at] for at in range(1, len(cards) + 1)] + [[wrong(puzzle)]]
    for text in [sent(visitor, number, *line).content for line in lines] + [sent(visitor, number, show="1").content]:
        assert PuzzleShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)


@EITHER
def test_the_answer_stays_with_the_site_until_somebody_has_answered(
    visitor: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a browser gets is the same whichever card wins, and whatever else the file tells of it."""
    number = NUMBERS[puzzle]
    was = seen(visitor, number)
    others = {
        number: replace(puzzle, answer=Card.parse(wrong(puzzle)), fails=puzzle.fails[::-1], game=7),
        **{NUMBERS[one]: one for one in (LED, LEADS) if one is not puzzle},
    }
    monkeypatch.setattr(choosing, "puzzle", others.__getitem__)
    assert others[number].answer != puzzle.answer
    assert seen(visitor, number) == was


def seen(client: Client, number: int) -> tuple[str, bytes]:
    """All that a browser gets of a puzzle that was not answered, but for what is drawn by chance for every page."""
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page(client, f"/puzzle/{number}/"))
    return text, client.get(f"/puzzle/{number}/at/", headers=JSON).content


def test_looking_with_cards_in_the_address_tells_nothing(visitor: Client) -> None:
    number = NUMBERS[LEADS]
    plain = visitor.get(f"/puzzle/{number}/at/", headers=JSON).json()
    for card in (CODES[LEADS.answer], wrong(LEADS)):
        assert visitor.get(f"/puzzle/{number}/at/", {"played": card, "show": "1"}, headers=JSON).json() == plain
    assert puzzles.COOKIE not in visitor.cookies


@EITHER
def test_both_hands_lie_open(visitor: Client, puzzle: Puzzle) -> None:
    step = visitor.get(f"/puzzle/{NUMBERS[puzzle]}/at/", headers=JSON).json()["steps"][-1]
    board = step["view"]["board"]
    assert sorted(step["theirs"]) == sorted(CODES[card] for card in puzzle.hands[1])
    assert board["memory"]["recruited"] == [[], step["theirs"]]
    known = [*board["memory"]["gone"], *board["hand"], *step["theirs"]]
    assert len(known) == 52


@EITHER
def test_after_the_right_card_the_opponent_answers_and_it_goes_on_to_the_win(visitor: Client, puzzle: Puzzle) -> None:
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
def test_a_wrong_card_is_refuted_card_by_card(visitor: Client, puzzle: Puzzle) -> None:
    end = sent(visitor, NUMBERS[puzzle], wrong(puzzle)).json()
    assert (end["done"], end["solved"], end["verdict"], end["kept"]) == (True, False, "Not solved.", "")
    assert end["steps"][0]["told"].split(".")[0].endswith("gives the win away")
    assert "Now you cannot win any more." in end["steps"][-1]["told"]
    plies = [step["view"]["board"]["ply"] for step in end["steps"]]
    assert plies == list(range(plies[0], plies[0] + len(plies)))
    assert [step["ask"] for step in end["steps"]] == [""] * len(plies)


def test_a_second_try_is_possible_and_does_not_count(visitor: Client) -> None:
    number = NUMBERS[LEADS]
    sent(visitor, number, wrong(LEADS))
    again = sent(visitor, number, *right_cards(number)).json()
    assert again["solved"]
    assert again["kept"] == "Only the first try counts, and this was a later one."
    kept = puzzles.of_cookies({puzzles.COOKIE: visitor.cookies[puzzles.COOKIE].value})
    assert (kept.tried, kept.solved) == (1, 0)


def test_who_asks_for_the_answer_has_had_the_first_try(visitor: Client) -> None:
    number = NUMBERS[LED]
    shown = sent(visitor, number, show="1").json()
    assert (shown["solved"], shown["verdict"]) == (False, "That is the answer.")
    assert sent(visitor, number, *right_cards(number)).json()["kept"].startswith("Only the first try counts")


def test_a_browser_without_a_name_counts_among_those_who_tried_once_it_kept_something(
    visitor: Client, clock: Clock
) -> None:
    """Whoever sends no cookie, or the same old one again, counts for nothing more."""
    one, two = choosing.others()[:2]
    sent(visitor, one, wrong(choosing.puzzle(one)))
    assert not PuzzleTries.objects.exists()
    before = visitor.cookies[puzzles.COOKIE].value
    for _ in range(3):
        visitor.cookies[puzzles.COOKIE] = before
        sent(visitor, two, wrong(choosing.puzzle(two)))
    row = PuzzleTries.objects.get()
    assert (row.number, row.tried, row.solved) == (two, 1, 0)


def test_how_many_solved_it_is_told_once_enough_tried(visitor: Client) -> None:
    number = choosing.others()[0]
    PuzzleTries.objects.create(number=number, tried=fared.ENOUGH, solved=7, moved=400.0)
    text = visitor.get(f"/puzzle/{number}/").content.decode()
    assert f"7 of {fared.ENOUGH} people solved it" in text
    harder = choosing.difficulty(choosing.puzzle(number).rating + 400)
    assert f"Difficulty {harder} of" in text


@pytest.mark.parametrize("with_name", [False, True], ids=["device", "account"])
def test_a_streak_grows_day_by_day_and_is_told(
    with_name: bool, visitor: Client, ana_client: Client, clock: Clock
) -> None:
    client = ana_client if with_name else visitor
    for days in (1, 2, 3):
        number = choosing.number_on(clock.now.date())
        told = sent(client, number, *right_cards(number)).json()["kept"]
        assert told == f"Solved at the first try. Streak: {days} day{'s' if days > 1 else ''}."
        clock.now += timedelta(days=1)
    assert "<span>Streak: 3 days</span>" in page(client)
    number = choosing.number_on(clock.now.date())
    failed = sent(client, number, wrong(choosing.puzzle(number))).json()
    assert failed["kept"] == "Your next streak begins tomorrow."
    assert "Streak:" not in page(client)
    assert (puzzles.COOKIE in client.cookies) is not with_name
    assert PuzzleProgress.objects.count() == int(with_name)


def test_the_streak_of_a_device_goes_along_when_somebody_signs_up(visitor: Client, clock: Clock) -> None:
    sent(visitor, TODAY, *right_cards(TODAY))
    fields = {"username": "Nova", "password1": PASSWORD, "password2": PASSWORD}
    assert visitor.post("/account/signup/", fields).status_code == 302
    nova = User.objects.get(username="Nova")
    assert keeping.of(nova).streak == 1
    visitor.get("/puzzle/")
    assert visitor.cookies[puzzles.COOKIE].value == ""
    clock.now += timedelta(days=1)
    number = choosing.number_on(clock.now.date())
    assert "Streak: 2 days." in sent(visitor, number, *right_cards(number)).json()["kept"]


def test_the_next_one_is_near_and_none_comes_twice(visitor: Client) -> None:
    met = []
    for _ in range(4):
        number = int(visitor.get("/puzzle/next/").headers["Location"].split("/")[-2])
        met.append(number)
        assert sent(visitor, number, *right_cards(number)).json()["solved"]
    ratings = [choosing.puzzle(number).rating for number in met]
    assert len(set(met)) == 4
    assert ratings == sorted(ratings)


def test_without_a_script_it_is_read_and_played_by_a_form(visitor: Client) -> None:
    text = page(visitor).partition("<noscript>")[2]
    puzzle = choosing.puzzle(TODAY)
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


def test_without_a_script_a_wrong_card_is_explained(visitor: Client) -> None:
    card = wrong(LEADS)
    answer = visitor.post(f"/puzzle/{NUMBERS[LEADS]}/", {"card": card})
    lost = attempt(LEADS, [card], NAMES)
    assert answer.context["since"][0] == {"who": "You", "card": card}
    assert len(answer.context["since"]) == len(lost.matches)
    assert "Not solved." in answer.content.decode()
    assert 'name="show" value="1"' in answer.content.decode()


@pytest.mark.parametrize(("card", "code"), [("X9", "bad_card"), ("G0", "not_in_hand")])
def test_a_card_that_may_not_be_played_is_refused_in_words(visitor: Client, card: str, code: str) -> None:
    number = next(one for one in choosing.others() if "G0" not in map(str, choosing.puzzle(one).hands[0]))
    answer = sent(visitor, number, card)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["message"]
    assert visitor.post(f"/puzzle/{number}/", {"card": card}).headers["Location"] == f"/puzzle/{number}/"


def test_too_often_is_refused(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(limits, "hit", lambda scope, key: asked.append(scope))
    assert sent(visitor, TODAY).status_code == 429
    assert visitor.post(f"/puzzle/{TODAY}/", {"card": "G0"}).status_code == 429
    assert asked == ["puzzle", "puzzle"]


def test_looking_stores_nothing_and_makes_no_game(visitor: Client) -> None:
    for place in ("/puzzle/", f"/puzzle/{NUMBERS[LED]}/", f"/puzzle/{NUMBERS[LED]}/at/"):
        assert visitor.get(place).status_code == 200
    assert puzzles.COOKIE not in visitor.cookies
    assert not Game.objects.exists()
    assert not User.objects.exists()
