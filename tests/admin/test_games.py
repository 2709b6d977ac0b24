"""Games in the admin: those with bots and programs are marked, and every log entry has a name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from games.models import Game, User
from games.rules.cards import Card
from games.services.bots.bot_games import create_game, get_bot
from games.services.matches import lobby
from games.services.moderation.permissions import Moderator
from games.state.erasure import ERASED_KIND
from games.state.match_state import MatchEventKind, MatchOptions
from games.state.moderation import MODERATED_KIND
from games.state.table_events import TableEventKind
from games.state.transfer import TransferEventKind
from games.texts.event_labels import EVENT_LABELS
from games.texts.table import format_card
from tests.admin.addresses import change_page, list_page
from tests.services.companion.entries import card, does, two_phones
from tests.services.matches.games import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def against(ana: User) -> Game:
    return create_game(ana, "squire")


def codes(client: Client, question: str = "") -> set[str]:
    """The games that the list shows."""
    return {game.code for game in client.get(f"{list_page(Game)}{question}").context["cl"].result_list}


def test_the_list_leaves_out_games_with_bots_by_default(game: Game, against: Game, desk: Client) -> None:
    assert codes(desk) == {game.code}
    assert codes(desk, "?against=site") == {against.code}
    assert codes(desk, "?against=all") == {game.code, against.code}


@pytest.mark.parametrize("seek", ["code", "name"])
def test_a_search_finds_games_with_bots(against: Game, desk: Client, seek: str) -> None:
    assert codes(desk, f"?q={against.code if seek == 'code' else 'Wystan'}") == {against.code}
    assert codes(desk, "?reported=yes") == set()


def test_the_page_marks_a_bot(against: Game, desk: Client) -> None:
    shown = desk.get(change_page(against)).content.decode()
    assert "computer opponent: squire" in shown
    assert change_page(get_bot("squire")) not in shown


def test_bots_are_not_among_the_users(against: Game, desk: Client) -> None:
    assert "Wystan" not in desk.get(list_page(User)).content.decode()
    assert desk.get(change_page(get_bot("squire"))).status_code == 302


def test_a_game_of_an_api_client_is_marked(game: Game, ana: User, bram: User, desk: Client) -> None:
    played = lobby.create_game(ana, MatchOptions(), program=True)
    lobby.join_game(played, bram)
    assert desk.get(list_page(Game)).content.decode().count("with a program") == 1
    told = desk.get(change_page(played)).content.decode()
    assert "A program of Ana joined." in told
    assert "(<bdi>Ana</bdi>, program)" in told
    assert "Bram joined." in told
    assert "program" not in desk.get(change_page(game)).content.decode()


def test_every_kind_of_entry_has_a_label() -> None:
    assert {
        *MatchEventKind,
        *TableEventKind,
        *TransferEventKind,
        MODERATED_KIND,
        ERASED_KIND,
    } == EVENT_LABELS.keys()


@pytest.mark.parametrize("language", ["nl", "id", "zh-hant"])
def test_labels_are_translated(language: str) -> None:
    english = {kind: str(label) for kind, label in EVENT_LABELS.items()}
    with translation.override(language):
        assert {kind for kind, label in EVENT_LABELS.items() if str(label) == english[kind]} <= {"rematch"}


def test_the_list_shows_labels(game: Game, mona: Moderator) -> None:
    client = Client()
    client.force_login(mona.user, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/admin/games/entry/", {"q": game.code}, headers={"Accept-Language": "nl"}).content.decode()
    assert "kaarten gedeeld" in page
    assert ">dealt<" not in page


def test_the_log_tells_each_card_once(game: Game, desk: Client) -> None:
    play_out(game, 4)
    page = desk.get(change_page(game)).content.decode()
    played = [str(entry.data["card"]) for entry in game.entries.filter(kind="played")]
    assert len(played) == 4
    log = page.partition("game-log")[2]
    for code in played:
        name = format_card(Card.parse(code))
        assert log.count(name) == log.count(f'aria-label="{name}"'), name
    assert "Played " not in log
    assert log.count('class="card-entry"') == 4


def test_a_correction_is_the_entry_of_its_card(desk: Client) -> None:
    game, ana, _ = two_phones()
    does(game, ana, card(1, 1, "revealed", "U5"))
    table = does(game, ana, card(1, 1, "revealed", "U6", instead="U5"))
    log = desk.get(change_page(game)).content.decode().partition("game-log")[2]
    assert log.count("Undead 6") == 1
    assert "<del>" in log
    assert f'/act/correct/?number={table.version}"' in log
