"""What the desk must not tell: hands, the deck and blind cards of a game that goes on, keys, and who looks for what."""

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
from games.services.moderation import Judge, call_off, reveal
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.stories.act_kinds import ActKind
from tests.admin.desks import MODELS, Rows, act_page, do, listing, page, rows
from tests.moderators import WHY
from tests.services.companion_acts import honest_game, log_tricks, two_phones
from tests.services.other_worlds import blinds_anew, deal_anew
from tests.services.plays import play_at_once, play_next, play_out, state_of
from tests.spellings import named

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

    @pytest.mark.parametrize("plies", [0, 1, 7, 26, 27, 41])
    def test_of_a_running_game(self, plies: int, game: Game, ana: User, desk: Client) -> None:
        for _ in range(plies):
            play_next(game, choose=lambda cards: cards[0])
        report = reports.file(Sender(ana), game, "1", "cheating", "He counts aloud.")
        pages = [
            page(game),
            page(report),
            listing(Game),
            listing(Entry),
            *(page(entry) for entry in game.entries.all()[:6]),
        ]
        before = [read(desk, address) for address in pages]
        deal_anew(game)
        assert [read(desk, address) for address in pages] == before

    def test_of_a_table(self, desk: Client) -> None:
        game, *phones = two_phones()
        log_tricks(game, (phones[0], phones[1]), honest_game(5), 4)
        before = read(desk, page(game))
        blinds_anew(game, ("K9", "K8", "K7", "K6"))
        assert read(desk, page(game)) == before


def seeds_of(game: Game) -> list[str]:
    """The seed of the deal and that of a rematch."""
    opened, dealt = (game.entries.get(kind=kind).data for kind in ("opened", "dealt"))
    return [opened["shuffle"]["seed"], dealt["next"]]


class TestReveal:
    def test_shows_all_cards_once_and_keeps_that_it_did(self, game: Game, desk: Client) -> None:
        play_out(game, 9)
        state = state_of(game)
        answer = do(desk, game, "reveal")
        told = answer.content.decode()
        shown = re.findall(r'data-faction="(.)".*?<b>(\d)</b>', told)
        held = [*state.hands[0], *state.hands[1], *state.followers[0], *state.followers[1], *state.deck]
        assert sorted(f"{one}{two}" for one, two in shown) == sorted(str(card) for card in held)
        assert not [seed for seed in seeds_of(game) if seed in told]
        assert "no-store" in answer["Cache-Control"]
        act = Act.objects.get()
        assert (act.what, act.data) == ("reveal", {})
        assert "data-faction" not in read(desk, page(act))

    def test_is_refused_to_whoever_plays(self, game: Game, ana: User, ana_client: Client, mona: Judge) -> None:
        ana.is_staff = ana.is_superuser = True
        ana.save()
        assert do(ana_client, game, "reveal").status_code == 403
        assert not Act.objects.exists()

    def test_of_a_table_shows_the_blind_cards(self, desk: Client) -> None:
        game, *phones = two_phones()
        state = honest_game(5)
        log_tricks(game, (phones[0], phones[1]), state, 2)
        told = do(desk, game, "reveal").content.decode()
        shown = re.findall(r'data-faction="(.)".*?<b>(\d)</b>', told)
        assert [f"{one}{two}" for one, two in shown] == [str(trick.blind) for trick in state.tricks[:2]]


SPELLED = [
    "['K9', 'G0']",
    '{"card": "K9"}',
    "{&quot;card&quot;: &quot;K9&quot;}",
    "played k9 here",
    "Knight 9",
    "Knights: 9",
    "Ridder 9",
    "<td>Ridders</td> <td>9</td>",
    "騎士 9",
    "矮人 3騎士 9",
    "Goblin 3Knight 9",
    '<span class="card" data-faction="K"><svg><use href="#k"/></svg><b>9</b></span>',
    "Card(faction=<Faction.KNIGHTS: 'K'>, value=9)",
    '{"faction": "knights", "value": 9}',
    '["K", 9]',
    "/cards/K-9.svg",
    "%5B%22K9%22%5D",
    r"\u004b9",
    "<b>Knight</b> <i>9</i>",
]
UNSPELLED = [
    "AK9B",
    "K99",
    "9 Knights",
    "K8",
    'data-faction="K"><b>8</b> data-faction="G"><b>9</b>',
    "Ridder 90",
    "mask9",
]


@pytest.mark.parametrize("text", SPELLED)
def test_a_card_is_found_however_it_is_spelled(text: str) -> None:
    assert Card.parse("K9") in named(text, set(DECK))


@pytest.mark.parametrize("text", UNSPELLED)
def test_and_where_it_is_not_it_is_not_found(text: str) -> None:
    assert Card.parse("K9") not in named(text, set(DECK))


class TestNothingSecretIsKept:
    @pytest.fixture
    def kept(self, game: Game, ana: User, bram: User, mona: Judge) -> Rows:
        """Some cards are played, hidden cards were looked at, and every list of the desk has a row."""
        play_out(game, 7)
        reveal(mona, game, WHY)
        return rows(game, ana, bram, mona)

    @pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
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
                assert named(text, hidden) == set(), address
            assert named(told[page(kept.game)], public) == public, "what was played is there to be found"

    def test_nor_does_what_can_be_taken_away(self, kept: Rows, top_desk: Client) -> None:
        hidden, _ = cards_of(state_of(kept.game))
        text = json.dumps([act.row() for act in Act.objects.all()], default=str)
        assert named(text, hidden) == set()
        assert not [seed for seed in seeds_of(kept.game) if seed in text]

    def test_no_page_holds_a_password_an_address_or_a_digest(self, ana: User, desk: Client, top_desk: Client) -> None:
        ana.email = "ana@example.org"
        ana.save()
        game, phone, _ = two_phones()
        digest = phone.at(game).digest
        for client in (desk, top_desk):
            for address in (page(ana), listing(User), page(game), listing(Game)):
                told = read(client, address)
                for secret in (ana.password, "pbkdf2", "ana@example.org", digest, phone.secret):
                    assert secret not in told


class TestTheEnd:
    def test_a_game_played_out_shows_its_blind_cards(self, game: Game, desk: Client) -> None:
        play_at_once(game)
        told = read(desk, page(game))
        assert 'class="card back"' not in told
        assert told.count('class="card"') == 13 * 4 + 13 * 2

    def test_a_game_called_off_does_not(self, game: Game, mona: Judge, desk: Client) -> None:
        play_out(game, 10)
        call_off(mona, game, WHY)
        told = read(desk, page(game))
        assert told.count('class="card back"') == 5


def cards_of(state: State) -> tuple[set[Card], set[Card]]:
    """The cards of a running game that nobody but their owners may know, and those that all have seen."""
    seen = {card for trick in state.tricks for card in (trick.lead, trick.follow, trick.revealed) if card}
    seen |= {card for card in (state.lead, state.revealed) if card}
    return set(DECK) - seen, seen


def whole_deck(choice: re.Match[str]) -> str:
    """A choice between all cards tells nothing of any."""
    return "" if named(choice[0], DECK) == set(DECK) else choice[0]


def everywhere(kept: Rows) -> list[str]:
    """Every page of the desk about these rows: lists, searches, rows, their histories, acts and their steps."""
    found = [reverse("admin:index"), *(listing(model) + query for model in MODELS for query in ("", "?q=a"))]
    found += [page(row) for row in (*kept.all, *kept.game.entries.all(), *Act.objects.all())]
    found += [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in kept.all]
    found += [act_page(kept.game, kind) for kind in ActKind] + [act_page(kept.person, kind) for kind in ActKind]
    return [*found, act_page(kept.act, "undo")]


def test_pages_with_acts_tell_whom_they_concern(game: Game, ana: User, bram: User, mona: Judge, desk: Client) -> None:
    kept: Rows = rows(game, ana, bram, mona)
    assert act_page(kept.act, "undo") in read(desk, page(kept.act))
