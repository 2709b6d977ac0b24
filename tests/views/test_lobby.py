"""The front page and the page for a new game: ways to play, games to resume, and invitations to accept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Player, User
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.state.match_state import MatchOptions
from tests.api.clients import api_client
from tests.moderators import WHY
from tests.people import guest

CHOICES = {"who": "open", "lead": "random", "watch": "on"}


def test_three_doors_stand_before_all_else(visitor: Client) -> None:
    page = visitor.get("/").content.decode()
    assert "A card game for two" in page
    ways = ('action="/play/"', 'href="/new/"', 'href="/t/new/"', 'href="/learn/"', 'href="/puzzle/"', 'href="/watch/"')
    main = page[page.index("<main") :]
    assert [main.index(way) for way in ways] == sorted(main.index(way) for way in ways)
    assert "unofficial" in page


def test_nothing_says_that_nobody_is_here(visitor: Client, ana_client: Client) -> None:
    for client in (visitor, ana_client):
        assert "list-section" not in client.get("/").content.decode()


def test_games_to_resume_come_first(game: Game, ana_client: Client) -> None:
    page = ana_client.get("/").content.decode()
    assert page.index(f'href="{game.address}"') < page.index('action="/play/"')


def test_the_front_page_counts_the_games_to_watch(game: Game, visitor: Client) -> None:
    assert "1 game being played now" in visitor.get("/").content.decode()


def test_a_name_is_asked_once_and_only_by_the_form_for_a_friend(visitor: Client, ana_client: Client) -> None:
    fields = [visitor.get(path).content.decode().count('name="name"') for path in ("/", "/new/")]
    assert fields == [0, 1]
    assert 'name="name"' not in ana_client.get("/new/").content.decode()


def test_a_form_with_an_unknown_choice_comes_back_with_its_error(ana_client: Client) -> None:
    answer = ana_client.post("/new/", {**CHOICES, "lead": "nobody"})
    assert answer.status_code == 400
    assert "nobody is not one of the available choices" in answer.content.decode()


def test_open_invitations_are_offered_to_all_but_their_creator(
    invitation: Game, ana_client: Client, bram_client: Client, visitor: Client
) -> None:
    assert f"/m/{invitation.code}/join/" in bram_client.get("/").content.decode()
    assert f"/m/{invitation.code}/" in visitor.get("/").content.decode()
    assert "Show invitation" in ana_client.get("/").content.decode()
    assert f"/m/{invitation.code}/join/" not in ana_client.get("/").content.decode()


def test_a_private_invitation_is_listed_for_its_creator_alone(
    ana: User, ana_client: Client, bram_client: Client, visitor: Client
) -> None:
    private = lobby.create_game(ana, MatchOptions(listed=False))
    assert private.code in ana_client.get("/").content.decode()
    assert private.code not in bram_client.get("/").content.decode()
    assert private.code not in visitor.get("/").content.decode()


def test_games_to_resume_say_whose_turn_it_is(
    game: Game, ana_client: Client, bram_client: Client, cleo_client: Client
) -> None:
    assert "Your turn" in ana_client.get("/").content.decode()
    bram_page = bram_client.get("/").content.decode()
    assert "Opponent's turn" in " ".join(bram_page.split())
    assert "phase one, trick 1 of 13" in " ".join(bram_page.split())
    assert game.code not in cleo_client.get("/").content.decode()


def test_games_that_a_moderator_paused_wait_for_nobody(
    game: Game, mona: Moderator, ana: User, ana_client: Client, bram_client: Client
) -> None:
    freeze_game(mona, game, WHY)
    for client in (ana_client, bram_client):
        page = client.get("/").content.decode()
        assert "Paused by a moderator" in page
        assert "Your turn" not in page
    assert api_client(ana).get("/api/me").json()["games"][0]["waits"] is False


@pytest.mark.django_db(transaction=True)
def test_finished_games_have_their_result(game: Game, ana: User, ana_client: Client, bram_client: Client) -> None:
    play.resign(game, ana)
    assert "You lost" in ana_client.get("/").content.decode()
    assert "You won" in bram_client.get("/").content.decode()


def test_guests_are_marked_as_guests(db: None, visitor: Client) -> None:
    lobby.create_game(guest("Dora"), MatchOptions())
    page = " ".join(visitor.get("/lobby/").content.decode().split())
    assert '<bdi>Dora</bdi> <span class="tag">guest</span>' in page


def test_creating_a_game_goes_to_its_invitation(ana: User, ana_client: Client) -> None:
    answer = ana_client.post("/new/", {"who": "private", "lead": "other", "strict": "on"})
    created = Game.objects.get()
    assert answer["Location"] == f"/m/{created.code}/"
    assert (created.listed, created.watch, created.strict, created.lead) == (False, False, True, "other")
    assert created.players.get().user == ana


def test_a_json_client_gets_the_private_link(ana_client: Client, bram_client: Client) -> None:
    choices = {**CHOICES, "who": "private"}
    link = ana_client.post("/new/", choices, headers={"Accept": "application/json"}).json()["link"]
    _, _, code, token, _ = link.split("/")
    assert bram_client.get(link).status_code == 200
    assert bram_client.post(f"/m/{code}/join/", {"token": token}).status_code == 302
    assert Game.objects.get().players.count() == 2


def test_a_visitor_creates_a_game_by_giving_a_name(visitor: Client) -> None:
    visitor.post("/new/", {**CHOICES, "name": "Ana"})
    assert Game.objects.get().players.get().user.is_guest


def test_personal_pages_are_not_cached(ana_client: Client) -> None:
    for path in ("/", "/lobby/", "/account/password/change/", "/nowhere/"):
        assert "no-store" in ana_client.get(path)["Cache-Control"], path


@pytest.mark.parametrize(("ago", "here"), [(0, True), (10, True), (12, False)])
def test_shows_who_is_online(invitation: Game, bram_client: Client, ago: int, here: bool) -> None:
    """A player who vanished is away after twelve seconds, and the header says when to ask again."""
    Game.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    Player.objects.filter(game=invitation).update(seen_at=timezone.now() - timedelta(seconds=ago))
    answer = bram_client.get("/lobby/")
    assert (">online<" in answer.content.decode()) == here
    assert (0 < float(answer["Refresh-Within"]) <= 12 - ago) if here else "Refresh-Within" not in answer


@pytest.mark.parametrize(
    ("age", "seen", "listed"), [(14, None, True), (16, None, False), (60, 10, True), (60, 12, False)]
)
def test_an_invitation_is_gone_within_fifteen_seconds_of_its_creator(
    invitation: Game, bram_client: Client, visitor: Client, age: int, seen: int | None, listed: bool
) -> None:
    now = timezone.now()
    Game.objects.update(created_at=now - timedelta(seconds=age))
    if seen is not None:
        Player.objects.filter(game=invitation).update(seen_at=now - timedelta(seconds=seen))
    for client in (bram_client, visitor):
        assert (invitation.code in client.get("/lobby/").content.decode()) is listed
    assert bram_client.get(f"/m/{invitation.code}/").status_code == 200, "its link still works"
