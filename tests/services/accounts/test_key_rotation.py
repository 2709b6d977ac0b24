"""Rotation of SECRET_KEY: while the old one is among SECRET_KEY_FALLBACKS, links, codes and cooldowns hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.accounts import names
from games.accounts.preferences import EMAILS
from games.messaging import publisher
from games.models import Cooldown, Game, User
from games.queries import puzzle_progress
from games.queries.puzzle_progress import Progress
from games.services.accounts import suspensions
from games.services.companion import join_tokens
from games.services.matches import lobby
from games.services.notifications import emails
from games.state.match_state import MatchOptions
from tests.services.companion.devices import browser, code_of, opened
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = "the key of today", "the key of tomorrow"
ADDRESS = "9.9.9.9"
Rotate = Callable[..., None]


@pytest.fixture(autouse=True)
def _before(settings: Settings) -> None:
    settings.SECRET_KEY = BEFORE


@pytest.fixture
def rotate(settings: Settings) -> Rotate:
    """Change the key; with ``forget`` the old key is no fallback."""

    def rotate(forget: bool = False) -> None:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = AFTER, [] if forget else [BEFORE]

    return rotate


def test_links_of_private_games_still_invite(ana: User, rotate: Rotate) -> None:
    game = lobby.create_game(ana, MatchOptions(listed=False))
    token = lobby.invite_token(game)
    rotate()
    assert lobby.is_invited(game, token)
    assert lobby.invite_token(game) != token
    assert lobby.is_invited(game, lobby.invite_token(game))
    rotate(forget=True)
    assert not lobby.is_invited(game, token)


def test_codes_of_tables_still_work_and_look_the_same(rotate: Rotate) -> None:
    game: Game = opened(browser())
    token = code_of(game)
    shown = join_tokens.get_secret(token)
    rotate()
    assert join_tokens.find_token(shown.token) == join_tokens.find_token(code=shown.code) == token
    assert join_tokens.get_table_token(game) == token
    assert join_tokens.get_secret(token) == shown
    rotate(forget=True)
    assert join_tokens.get_table_token(game) is None
    assert refusal_code(join_tokens.find_token, "", shown.code) == "wrong_code"


def test_cooldowns_keep_their_end(bram: User, rotate: Rotate) -> None:
    User.objects.filter(pk=bram.pk).update(suspended_until=timezone.now() + timedelta(days=90))
    bram.refresh_from_db()
    secret, _ = suspensions.extend_cooldown(bram, None, ADDRESS)
    before = list(Cooldown.objects.order_by("pk").values_list("digest", "until"))
    rotate()
    assert suspensions.get_cooldown_end(secret, None)
    assert suspensions.get_cooldown_end(None, ADDRESS)
    suspensions.extend_cooldown(bram, secret, ADDRESS)
    assert list(Cooldown.objects.order_by("pk").values_list("digest", "until")) == before


def test_reserved_names_signed_cookies_and_unsubscribe_links_stay_valid(ana: User, rotate: Rotate) -> None:
    names.reserve_names(["Zebedee"], timezone.now() + timedelta(days=1), staff=True)
    token = emails.get_unsubscribe_url(ana.pk, EMAILS).rstrip("/").rpartition("/")[2]
    cookies = {puzzle_progress.COOKIE: puzzle_progress.write_cookie(Progress(streak=7))}
    rotate()
    assert names.is_reserved("zebedee")
    assert names.is_staff_lookalike("zebedee")
    assert emails.read_unsubscribe_token(token) == (ana.pk, EMAILS)
    assert puzzle_progress.read_cookie(cookies).streak == 7


def test_processes_with_the_old_and_the_new_key_listen_to_each_other(settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = [AFTER]
    old_channels, old_channel = publisher.list_channels(), publisher.get_channel()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = AFTER, [BEFORE]
    assert old_channel in publisher.list_channels()
    assert publisher.get_channel() in old_channels
