"""Secrets in the admin: hidden cards of a running game, seeds, passwords and keys."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Act, Entry, Game, User
from games.rules.cards import DECK, Card
from games.rules.state import State
from games.services.moderation.games import cancel_game, reveal_cards
from games.services.moderation.permissions import Moderator
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.state.moderation import ActKind
from tests.admin.addresses import MODELS, Rows, action_page, change_page, list_page, make_rows, post_action
from tests.card_spellings import find_cards
from tests.moderators import WHY
from tests.services.companion.entries import honest_game, log_tricks, two_phones
from tests.services.matches.games import play_at_once, play_next, play_out, state_of
from tests.services.matches.redeal import blinds_anew, deal_anew

pytestmark = pytest.mark.django_db
_VOTES = re.compile(r'<th scope="row">[^<]*</th>\s*(?:<td>\d+</td>\s*){2}')
"""How many cards of a faction each score pile has: a number beside a name, and no card."""
_CHOICE = re.compile(r"<select[^>]*>.*?</select>", re.DOTALL)
_TOKEN = re.compile('name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"')


def read(client: Client, address: str) -> str:
    """A page without what differs from one visit to the next."""
    return _TOKEN.sub("", client.get(address).content.decode())


class TestTwoWorlds:
    """Deal anew what nobody saw: every byte of every page is the same."""

    @pytest.mark.parametrize("plies", [1, 26, 41])
    def test_a_running_game_tells_no_hidden_card(self, plies: int, game: Game, ana: User, desk: Client) -> None:
        for _ in range(plies):
            play_next(game, choose=lambda cards: cards[0])
        report = reports.file_report(Sender(ana), game, "1", "cheating", "He counts aloud.")
        pages = [
            change_page(game),
            change_page(report),
            list_page(Game),
            list_page(Entry),
            *(change_page(entry) for entry in game.entries.all()[:6]),
        ]
        before = [read(desk, address) for address in pages]
        deal_anew(game)
        assert [read(desk, address) for address in pages] == before

    def test_a_table_tells_no_blind_card(self, desk: Client) -> None:
        game, *phones = two_phones()
        log_tricks(game, (phones[0], phones[1]), honest_game(5), 4)
        before = read(desk, change_page(game))
        blinds_anew(game, ("K9", "K8", "K7", "K6"))
        assert read(desk, change_page(game)) == before


def seeds_of(game: Game) -> list[str]:
    """The seed of the deal and that of a rematch."""
    opened, dealt = (game.entries.get(kind=kind).data for kind in ("opened", "dealt"))
    return [opened["shuffle"]["seed"], dealt["next"]]


class TestReveal:
    def test_shows_all_cards_once_and_keeps_that_it_did(self, game: Game, desk: Client) -> None:
        play_out(game, 9)
        state = state_of(game)
        answer = post_action(desk, game, "reveal")
        told = answer.content.decode()
        shown = re.findall(r'data-faction="(.)".*?<b>(\d)</b>', told)
        held = [*state.hands[0], *state.hands[1], *state.followers[0], *state.followers[1], *state.deck]
        assert sorted(f"{one}{two}" for one, two in shown) == sorted(str(card) for card in held)
        assert not [seed for seed in seeds_of(game) if seed in told]
        assert "no-store" in answer["Cache-Control"]
        act = Act.objects.get()
        assert (act.what, act.data) == ("reveal", {})
        assert "data-faction" not in read(desk, change_page(act))

    def test_is_refused_to_whoever_plays(self, game: Game, ana: User, ana_client: Client, mona: Moderator) -> None:
        ana.is_staff = ana.is_superuser = True
        ana.save()
        assert post_action(ana_client, game, "reveal").status_code == 403
        assert not Act.objects.exists()

    def test_of_a_table_shows_the_blind_cards(self, desk: Client) -> None:
        game, *phones = two_phones()
        state = honest_game(5)
        log_tricks(game, (phones[0], phones[1]), state, 2)
        told = post_action(desk, game, "reveal").content.decode()
        shown = re.findall(r'data-faction="(.)".*?<b>(\d)</b>', told)
        assert [f"{one}{two}" for one, two in shown] == [str(trick.blind) for trick in state.tricks[:2]]


class TestNothingSecretIsKept:
    @pytest.fixture
    def kept(self, game: Game, ana: User, bram: User, mona: Moderator) -> Rows:
        """Some cards are played, hidden cards were looked at, and every list of the desk has a row."""
        play_out(game, 7)
        reveal_cards(mona, game, WHY)
        return make_rows(game, ana, bram, mona)

    @pytest.mark.parametrize("language", ["en", "nl"])
    def test_no_page_of_the_desk_names_a_hidden_card(
        self, language: str, kept: Rows, desk: Client, top_desk: Client
    ) -> None:
        (hidden, public), seeds = cards_of(state_of(kept.game)), seeds_of(kept.game)
        # Whoever may do more sees all that the others see; what those see differs in no word by language.
        for client in (desk, top_desk) if language == "en" else (top_desk,):
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
            told = {address: read(client, address) for address in everywhere(kept)}
            for address, text in told.items():
                assert not [seed for seed in seeds if seed in text], address
                text = _CHOICE.sub(whole_deck, _VOTES.sub("", text))
                assert find_cards(text, hidden) == set(), address
            assert find_cards(told[change_page(kept.game)], public) == public, "what was played is there to be found"

    def test_nor_does_what_can_be_taken_away(self, kept: Rows, top_desk: Client) -> None:
        hidden, _ = cards_of(state_of(kept.game))
        text = json.dumps([act.row() for act in Act.objects.all()], default=str)
        assert find_cards(text, hidden) == set()
        assert not [seed for seed in seeds_of(kept.game) if seed in text]

    def test_no_page_holds_a_password_an_address_or_a_digest(self, ana: User, desk: Client, top_desk: Client) -> None:
        ana.email = "ana@example.org"
        ana.save()
        game, phone, _ = two_phones()
        digest = phone.at(game).digest
        for client in (desk, top_desk):
            for address in (change_page(ana), list_page(User), change_page(game), list_page(Game)):
                told = read(client, address)
                for secret in (ana.password, "pbkdf2", "ana@example.org", digest, phone.secret):
                    assert secret not in told


class TestTheEnd:
    def test_a_game_played_out_shows_its_blind_cards(self, game: Game, desk: Client) -> None:
        play_at_once(game)
        told = read(desk, change_page(game))
        assert 'class="card back"' not in told
        assert told.count('class="card"') == 13 * 4 + 13 * 2

    def test_a_game_called_off_does_not(self, game: Game, mona: Moderator, desk: Client) -> None:
        play_out(game, 10)
        cancel_game(mona, game, WHY)
        told = read(desk, change_page(game))
        assert told.count('class="card back"') == 5


def cards_of(state: State) -> tuple[set[Card], set[Card]]:
    """The cards of a running game that nobody but their owners may know, and those that all have seen."""
    seen = {card for trick in state.tricks for card in (trick.lead, trick.follow, trick.revealed) if card}
    seen |= {card for card in (state.lead, state.revealed) if card}
    return set(DECK) - seen, seen


def whole_deck(choice: re.Match[str]) -> str:
    """A choice between all cards tells nothing of any."""
    return "" if find_cards(choice[0], DECK) == set(DECK) else choice[0]


def everywhere(kept: Rows) -> list[str]:
    """Every page of the desk about these rows: lists, searches, rows, their histories, acts and their steps."""
    found = [reverse("admin:index"), *(list_page(model) + query for model in MODELS for query in ("", "?q=a"))]
    found += [change_page(row) for row in (*kept.all, *kept.game.entries.all(), *Act.objects.all())]
    found += [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in kept.all]
    found += [action_page(kept.game, kind) for kind in ActKind] + [action_page(kept.person, kind) for kind in ActKind]
    return [*found, action_page(kept.act, "undo")]
