"""Lessons: pages without an account that store nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game
from games.models.people import User
from games.schemas.lesson import LessonShown
from games.state.lessons.attempt import play_lesson
from games.state.lessons.catalogue import GAME
from games.views.learn.lessons import CONCEPT_LESSONS, KEYS
from tests.state.lesson_attempts import NAMES, SHORT, attempts

pytestmark = pytest.mark.django_db
CONCEPTS = ("knights", "undead", "dwarves", "doppelgangers", "following", "phase-one", "phase-two", "vote")
"""Anchors of the rules that have a lesson."""


def at(client: Client, lesson: str, *played: str) -> Any:
    return client.get(f"/learn/{lesson}/at/", {"played": ",".join(played)}, headers={"accept": "application/json"})


@pytest.mark.parametrize("concept", CONCEPTS)
def test_rules_and_lessons_link_to_each_other(visitor: Client, concept: str) -> None:
    rules = visitor.get("/rules/").content.decode()
    assert f'id="{concept}"' in rules
    assert f'href="/learn/{concept}/"' in rules
    answer = visitor.get(f"/learn/{concept}/", follow=True)
    assert f'href="/rules/#{CONCEPT_LESSONS.get(concept, concept)}"' in answer.content.decode()


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_the_list_links_to_every_lesson_and_a_lesson_to_its_neighbours(visitor: Client, number: int) -> None:
    assert f'href="/learn/{KEYS[number]}/"' in visitor.get("/learn/").content.decode()
    page = visitor.get(f"/learn/{KEYS[number]}/").content.decode()
    assert f"{number + 1} of {len(KEYS)}" in page
    for near in KEYS[max(number - 1, 0) : number] + KEYS[number + 1 : number + 2]:
        assert f'href="/learn/{near}/"' in page


def test_answers_match_their_schema(visitor: Client) -> None:
    played_out = [(attempt.lesson.key, attempt.played) for lesson in SHORT for attempt in attempts(lesson)]
    for lesson, played in [*played_out, ("game", ()), ("game", ("U9", "D6"))]:
        text = at(visitor, lesson, *played).content
        assert LessonShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)


def test_a_finished_lesson_has_no_legal_card(visitor: Client) -> None:
    shown = at(visitor, "knights", "G3", "K2", "K6").json()
    board = shown["steps"][-1]["view"]["board"]
    assert shown["done"]
    assert (board["turn"], board["legal"], board["reasons"], board["hand"]) == (None, [], [], ["D5"])


def test_the_teachers_hand_is_not_sent(visitor: Client) -> None:
    shown = at(visitor, "game").json()
    held = {str(card) for card in play_lesson(GAME, (), NAMES).lesson.deal.hands[1]} - {"U8"}
    boards = [step["view"]["board"] for step in shown["steps"]]
    assert shown["steps"][-1]["view"]["board"]["lead"] == "U8"
    assert [card for card in held if f'"{card}"' in json.dumps(boards)] == []


@pytest.mark.parametrize(
    ("played", "code"),
    [("K2", "must_follow"), ("G9", "not_in_hand"), ("no", "bad_card"), ("G3,K2,K6,D5", "game_over")],
)
def test_an_illegal_card_is_refused(visitor: Client, played: str, code: str) -> None:
    answer = at(visitor, "knights", played)
    assert answer.status_code == 409
    assert answer.json()["code"] == code
    assert answer.json()["message"]


def test_nothing_is_stored(visitor: Client) -> None:
    for place in ("/learn/", "/learn/knights/", "/learn/knights/at/?played=G3"):
        assert visitor.get(place).status_code == 200
    assert settings.SESSION_COOKIE_NAME not in visitor.cookies
    assert not Game.objects.exists()
    assert not User.objects.exists()
