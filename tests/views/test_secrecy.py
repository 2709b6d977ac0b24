"""Secrecy over HTTP: deal anew what a reader has not seen, and every byte of every address stays the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, User
from games.services.matches import lobby, play
from games.services.social import chat
from games.state.match_state import MatchOptions
from tests.rules.worlds import Audience
from tests.services.matches.games import play_at_once
from tests.services.matches.redeal import blinds_anew, deal_anew, play_to_a_secret
from tests.views.tables import log_cards

pytestmark = pytest.mark.django_db
GAME = ("", "record/", "ratings/", "review/")
REPLAY = (
    "replay/",
    "replay/?step={ply}",
    "replay/steps/",
    "replay/line/?step=0&cards=G3",
    "replay/picture/?step={ply}",
)
AROUND = ("/watch/", "/watch/tables/", "/lobby/", "/notifications/", "/@/ana/", "/@/bram/")
SEEN = ("replay/?step={ply}&as={seat}&result=1", "replay/?step=0&as={seat}", "replay/steps/?as={seat}")
OPEN = ("replay/steps/", "replay/?step=0&result=1", "record/")
"""What tells all cards once a game is over."""
APART = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|<code>[0-9a-f]{64}</code>')
"""Tokens that are new each time, and the commitment to the seed, which does not reveal it."""
Readers = Mapping[Audience, Client]


@pytest.fixture
def readers(ana_client: Client, bram_client: Client, visitor: Client) -> Readers:
    return {0: ana_client, 1: bram_client, None: visitor}


def addresses(game: Game, rows: Iterable[str], ply: int, seat: Audience = None) -> list[str]:
    told = {"ply": ply, "seat": seat}
    return [(row if row.startswith("/") else f"{game.address}{row}").format(**told) for row in rows]


def read(client: Client, asked: Iterable[str]) -> dict[str, tuple[int, str, str | None]]:
    """The status and all that is sent."""
    found = {address: client.get(address) for address in asked}
    return {
        address: (answer.status_code, APART.sub("", answer.content.decode("latin-1")), answer.get("ETag"))
        for address, answer in found.items()
    }


@pytest.mark.parametrize("audience", [0, 1, None])
@pytest.mark.parametrize("plies", [1, 26, 41])
def test_a_running_game_tells_no_hidden_card(
    game: Game, ana: User, bram: User, readers: Readers, plies: int, audience: Audience
) -> None:
    play_to_a_secret(game, plies, audience)
    game.players.update(seen_at=timezone.now() + timedelta(hours=1))  # Watch lists the game however long this takes.
    chat.say_phrase(game.pk, ana.pk, "nice_card", "said")
    asked = addresses(game, (*GAME, *REPLAY, *AROUND), plies)
    before = read(readers[audience], asked)
    deal_anew(game, audience)
    assert read(readers[audience], asked) == before


@pytest.mark.parametrize(("seat", "plies"), [(0, 7), (1, 30)])
def test_a_finished_game_seen_from_a_seat_tells_what_that_seat_knew(
    game: Game, bram: User, readers: Readers, plies: int, seat: int
) -> None:
    """Whoever looks: the page and its steps have what that seat knew, and the picture what watchers knew."""
    play_to_a_secret(game, plies, seat)
    play.resign(game, bram)
    asked = addresses(game, SEEN, plies, seat)
    pictures, open_to_all = addresses(game, ("replay/picture/?step={ply}",), plies), addresses(game, OPEN, plies)
    before = [read(reader, [*asked, *pictures]) for reader in readers.values()]
    all_cards = read(readers[None], open_to_all)
    deal_anew(game, seat)
    assert [read(reader, [*asked, *pictures]) for reader in readers.values()] == before
    other = read(readers[None], open_to_all)
    assert not [address for address in open_to_all if other[address] == all_cards[address]]


@pytest.mark.parametrize("listed", [True, False])
def test_a_finished_private_game_tells_strangers_nothing(ana: User, bram: User, visitor: Client, listed: bool) -> None:
    game = lobby.create_game(ana, MatchOptions(listed=listed, watch=False))
    lobby.join_game(game, bram, lobby.invite_token(game))
    play_at_once(game, 9)
    play.resign(game, ana)
    asked = addresses(game, (*GAME, *REPLAY, *SEEN), 5, 0)
    before = read(visitor, [*asked, *AROUND])
    assert {before[address][0] for address in asked} <= {403, 404}
    deal_anew(game)
    assert read(visitor, [*asked, *AROUND]) == before


def test_a_running_table_tells_no_blind_card(table: Game, host: Client, visitor: Client) -> None:
    """Not even to the phones that logged them: a replay opens when all is over."""
    log_cards(host, table, tricks=4)
    asked = addresses(table, REPLAY, 6)
    before = [read(client, asked) for client in (host, visitor)]
    blinds_anew(table, ("K9", "K8", "K7", "K6"))
    assert [read(client, asked) for client in (host, visitor)] == before
