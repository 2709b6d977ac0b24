"""The pages of the lessons: found from the rules and the header, for everybody, and nothing of them is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games import limits
from games.models import Game
from games.models.people import User
from games.pages.learn.lessons import ALSO, KEYS
from games.stories.lessons.attempt import attempt
from games.stories.lessons.course import GAME
from games.wire.learn import LessonShown
from tests.learn.lines import NAMES, SHORT, attempts

pytestmark = pytest.mark.django_db
CONCEPTS = ("knights", "undead", "dwarves", "doppelgangers", "following", "phase-one", "phase-two", "vote")
"""What the rules tell and a lesson shows; each is the anchor of its place in the rules."""


def at(client: Client, lesson: str, *played: str) -> Any:
    return client.get(f"/learn/{lesson}/at/", {"played": ",".join(played)}, headers={"accept": "application/json"})


def test_the_list_leads_to_every_lesson(visitor: Client) -> None:
    page = visitor.get("/learn/").content.decode()
    assert [key for key in KEYS if f'href="/learn/{key}/"' not in page] == []


@pytest.mark.parametrize("place", ["/", "/rules/", "/learn/", "/learn/game/"])
def test_the_header_leads_to_the_list(visitor: Client, place: str) -> None:
    assert 'href="/learn/"' in visitor.get(place).content.decode().partition("</header>")[0]


@pytest.mark.parametrize("concept", CONCEPTS)
def test_a_concept_leads_to_its_lesson_and_back(visitor: Client, concept: str) -> None:
    rules = visitor.get("/rules/").content.decode()
    assert f'id="{concept}"' in rules
    assert f'href="/learn/{concept}/"' in rules
    answer = visitor.get(f"/learn/{concept}/", follow=True)
    assert f'href="/rules/#{ALSO.get(concept, concept)}"' in answer.content.decode()


def test_goblins_are_learned_with_the_knights(visitor: Client) -> None:
    assert visitor.get("/learn/goblins/").headers["Location"] == "/learn/knights/"


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_a_lesson_says_where_it_stands_and_leads_on_and_back(visitor: Client, number: int) -> None:
    page = visitor.get(f"/learn/{KEYS[number]}/").content.decode()
    assert f"{number + 1} of {len(KEYS)}" in page
    for near in KEYS[max(number - 1, 0) : number] + KEYS[number + 1 : number + 2]:
        assert f'href="/learn/{near}/"' in page


def test_the_last_one_leads_to_what_comes_after_learning(visitor: Client) -> None:
    end = visitor.get("/learn/game/").content.decode().partition("coach-end")[2]
    assert all(f'href="{place}"' in end for place in ("/", "/t/new/", "/rules/"))


@pytest.mark.parametrize("place", ["/learn/chess/", "/learn/chess/at/"])
def test_other_lessons_there_are_none(visitor: Client, place: str) -> None:
    assert visitor.get(place).status_code == 404


def test_every_answer_is_as_its_type_says(visitor: Client) -> None:
    every = [(one.lesson.key, one.played) for lesson in SHORT for one in attempts(lesson)]
    for lesson, played in [*every, ("game", ()), ("game", ("U9", "D6"))]:
        text = at(visitor, lesson, *played).content
        assert LessonShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)


def test_until_then_it_is_somebodys_turn(visitor: Client) -> None:
    board = at(visitor, "knights").json()["steps"][-1]["view"]["board"]
    assert (board["turn"], board["legal"]) != (None, [])


def test_who_is_done_may_play_nothing_more(visitor: Client) -> None:
    shown = at(visitor, "knights", "G3", "K2", "K6").json()
    board = shown["steps"][-1]["view"]["board"]
    assert shown["done"]
    assert (board["turn"], board["legal"], board["reasons"], board["hand"]) == (None, [], {}, ["D5"])


def test_the_teachers_hand_stays_with_the_site(visitor: Client) -> None:
    shown = at(visitor, "game").json()
    held = {str(card) for card in attempt(GAME, (), NAMES).lesson.deal.hands[1]} - {"U8"}
    boards = [step["view"]["board"] for step in shown["steps"]]
    assert shown["steps"][-1]["view"]["board"]["lead"] == "U8"
    assert [card for card in held if f'"{card}"' in json.dumps(boards)] == []


@pytest.mark.parametrize(
    ("played", "code"),
    [("K2", "must_follow"), ("G9", "not_in_hand"), ("no", "bad_card"), ("G3,K2,K6,D5", "game_over")],
)
def test_a_card_that_may_not_be_played_is_refused_in_words(visitor: Client, played: str, code: str) -> None:
    answer = at(visitor, "knights", played)
    assert answer.status_code == 409
    assert answer.json()["code"] == code
    assert answer.json()["message"]


def test_too_often_is_refused(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(limits, "hit", lambda scope, key: asked.append(scope))
    assert at(visitor, "knights").status_code == 429
    assert asked == ["learn"]


def test_nothing_is_stored_and_nobody_is_known_afterwards(visitor: Client) -> None:
    for place in ("/learn/", "/learn/knights/", "/learn/knights/at/?played=G3"):
        assert visitor.get(place).status_code == 200
    assert settings.SESSION_COOKIE_NAME not in visitor.cookies
    assert not Game.objects.exists()
    assert not User.objects.exists()
