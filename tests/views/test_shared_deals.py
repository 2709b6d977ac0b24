"""Pages of shared deals: creation and play, results, comparison, and the secrecy of cards that may still be played."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.eventlog import event_store
from games.models import Entry, Game, SharedDeal, User
from games.realtime.matches.admission import require_can_view
from games.rules.moves import apply, legal_moves
from games.rules.shuffle import Shuffle
from games.services.matches import lobby, play, shared_deals
from games.services.moderation.games import reveal_cards
from games.services.moderation.permissions import Moderator
from games.services.ratings import results
from games.state.shared_deal import count_votes
from games.texts.opponents import OPPONENTS
from games.texts.table import format_card
from tests.admin.addresses import change_page, list_page
from tests.moderators import WHY
from tests.rules.deals import digits
from tests.services.matches.games import match_of, play_at_once, refusal_code
from tests.views.test_secrecy import AROUND, GAME, REPLAY, SEEN, addresses, read

pytestmark = pytest.mark.django_db
LEVEL = next(iter(OPPONENTS))
PLIES = 31
OTHERS = ("picture/", "series/", "replay/line/?step=3&cards=G3", "replay/picture/?step=31")


@pytest.fixture
def deal(dora: User) -> SharedDeal:
    return shared_deals.create_deal(dora)


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create(username="dora", display_name="Dora")


@pytest.fixture
def ended(deal: SharedDeal, ana: User, bram: User) -> Game:
    """A table of the deal that Ana gave up."""
    game = sit(deal, ana, bram)
    play_at_once(game, PLIES)
    play.resign(game, ana)
    results.sync_game_results(game.pk)
    game.refresh_from_db()
    return game


def sit(deal: SharedDeal, first: User, second: User) -> Game:
    game = shared_deals.play_with_link(deal, first)
    lobby.join_game(game, second, lobby.invite_token(game))
    game.refresh_from_db()
    return game


def play_otherwise(game: Game, seed: str | None = None) -> None:
    """Put other cards in the log of a table, and with ``seed`` another deal in it and in the row of the deal."""
    opened, dealt = (game.entries.get(kind=kind) for kind in ("opened", "dealt"))
    state = Shuffle.of(seed or opened.data["shuffle"]["seed"], 0).dealt()
    if seed is not None:
        SharedDeal.objects.filter(games=game).update(seed=seed)
        cards = {"hands": [list(map(str, hand)) for hand in state.hands], "deck": list(map(str, state.deck))}
        Entry.objects.filter(pk=opened.pk).update(data={**opened.data, "shuffle": {"seed": seed, "lead": 0}})
        Entry.objects.filter(pk=dealt.pk).update(data={**dealt.data, **cards})
    chance = random.Random(7)
    for entry in game.entries.filter(kind="played").order_by("number"):
        card = chance.choice(legal_moves(state))
        Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "card": str(card)})
        state = apply(state, card)
    event_store.state_cache.clear()


def list_addresses(game: Game) -> list[str]:
    """Every address that could tell of a table's cards."""
    deal = game.shared_deal
    assert deal is not None
    api = (f"/api/v1/games/{game.code}", "/api/v1/watch", "/api/v1/people/ana", "/api/v1/people/ana/games")
    pages = (reverse("shared_deals"), reverse("shared_deal", args=[deal.code]))
    return [*addresses(game, (*GAME, *REPLAY, *SEEN, *OTHERS), PLIES - 3, 0), *AROUND, *api, *pages]


class TestSecrecy:
    @pytest.mark.parametrize("reader", ["visitor", "cleo"])
    def test_a_reader_who_has_not_played_the_deal_sees_no_card(
        self, ended: Game, visitor: Client, cleo_client: Client, reader: str
    ) -> None:
        client = {"visitor": visitor, "cleo": cleo_client}[reader]
        asked = list_addresses(ended)
        before = read(client, asked)
        own = addresses(ended, (*GAME, *REPLAY, *SEEN, *OTHERS), PLIES - 3, 0)
        assert {before[address][0] for address in own} <= {403, 404}
        play_otherwise(ended, digits("another"))
        assert read(client, asked) == before

    def test_a_player_at_another_table_sees_no_card_of_this_one(
        self, ended: Game, deal: SharedDeal, cleo: User, cleo_client: Client
    ) -> None:
        own = shared_deals.play_with_bot(deal, cleo, LEVEL)
        asked = [*list_addresses(ended), *addresses(own, ("", "ratings/", "review/"), 0)]
        before = read(cleo_client, asked)
        play_otherwise(ended)
        assert read(cleo_client, asked) == before

    def test_a_table_in_play_is_closed_to_a_person_who_has_finished(
        self, ended: Game, deal: SharedDeal, cleo: User, ana_client: Client
    ) -> None:
        other = shared_deals.play_with_bot(deal, cleo, LEVEL)
        play_at_once(other, 9)
        asked = [*addresses(other, (*GAME, *REPLAY, *SEEN, *OTHERS), 5, 0), reverse("shared_deal", args=[deal.code])]
        before = read(ana_client, asked)
        play_otherwise(other)
        assert read(ana_client, asked) == before

    def test_no_socket_shows_another_table(self, ended: Game, deal: SharedDeal, ana: User, cleo: User) -> None:
        other = shared_deals.play_with_bot(deal, cleo, LEVEL)
        for game, user in ((other, ana), (ended, cleo)):
            for reader in (user.pk, None):
                assert refusal_code(require_can_view, match_of(game), reader) == "may_not_watch"

    def test_the_desk_shows_no_card_to_a_moderator_who_may_play_the_deal(
        self, ended: Game, deal: SharedDeal, mona: Moderator, settings: Settings
    ) -> None:
        settings.STAFF_SECOND_FACTOR = False
        desk = Client()
        desk.force_login(mona.user)
        entries = [change_page(entry) for entry in ended.entries.all()]
        asked = [change_page(ended), list_page(Game), list_page(Entry), *entries]
        pages = {address: desk.get(address) for address in asked}
        before = read(desk, asked)
        assert pages[asked[0]].status_code == 200
        play_otherwise(ended, digits("another"))
        assert {key: strip(text) for key, (_, text, _) in read(desk, asked).items()} == {
            key: strip(text) for key, (_, text, _) in before.items()
        }

    def test_a_moderator_who_revealed_cards_cannot_play(self, deal: SharedDeal, ana: User, mona: Moderator) -> None:
        game = shared_deals.play_with_bot(deal, ana, LEVEL)
        reveal_cards(mona, game, WHY)
        assert refusal_code(shared_deals.play_with_link, deal, mona.user) == "deal_played"

    def test_no_game_goes_on_from_a_position_of_an_open_deal(self, ended: Game, ana_client: Client) -> None:
        response = ana_client.post(
            reverse("play_on", args=[ended.code]),
            {"step": 3, "seat": 0, "level": LEVEL},
            headers={"Accept": "application/json"},
        )
        assert response.json()["code"] == "deal_open"


def strip(text: str) -> str:
    return re.sub(r'nonce="[^"]*"', "", text)


class TestPlaying:
    def test_a_visitor_creates_a_deal_and_plays_it_once(self, visitor: Client) -> None:
        page = visitor.post(reverse("shared_deals"), {"name": "Ana"}, follow=True)
        deal = SharedDeal.objects.get()
        assert deal.shuffle.commitment in page.content.decode()
        assert deal.seed not in page.content.decode()
        url = reverse("shared_deal_play", args=[deal.code])
        game_page = visitor.post(url, {"opponent": LEVEL}, follow=True)
        game = Game.objects.get()
        assert game_page.redirect_chain[-1][0] == game.address
        assert reverse("shared_deal", args=[deal.code]) in game_page.content.decode()
        again = visitor.post(url, {"opponent": LEVEL}, headers={"Accept": "application/json"})
        assert again.json()["code"] == "deal_played"

    def test_a_visitor_gives_a_name_to_create_a_deal(self, visitor: Client) -> None:
        url = reverse("shared_deals")
        assert 'name="name"' in visitor.get(url).content.decode()
        unnamed = visitor.post(url, {"name": "..."})
        assert (unnamed.status_code, SharedDeal.objects.count()) == (400, 0)
        assert 'value="..."' in unnamed.content.decode()
        refused = visitor.post(url, headers={"Accept": "application/json"})
        assert (refused.status_code, refused.json()["code"]) == (400, "name_needed")
        visitor.post(url, {"name": "Ana"})
        assert SharedDeal.objects.get().creator == User.objects.get(display_name="Ana")
        assert 'name="name"' not in visitor.get(url).content.decode()

    def test_a_browser_that_loses_its_guest_plays_a_deal_once(self, visitor: Client, deal: SharedDeal) -> None:
        url = reverse("shared_deal_play", args=[deal.code])
        visitor.post(url, {"opponent": LEVEL})
        del visitor.cookies[
            "sessionid"
            if "sessionid" in visitor.cookies
            else next(name for name in visitor.cookies if "session" in name)
        ]
        again = visitor.post(url, {"opponent": LEVEL}, headers={"Accept": "application/json"})
        assert again.json()["code"] == "deal_played"
        assert Game.objects.count() == 1

    def test_a_friend_joins_by_the_link(self, ana_client: Client, bram_client: Client, deal: SharedDeal) -> None:
        made = ana_client.post(
            reverse("shared_deal_play", args=[deal.code]),
            {"opponent": "friend"},
            headers={"Accept": "application/json"},
        ).json()
        invitation = bram_client.get(made["link"]).content.decode()
        assert "data-commitment" not in invitation
        assert reverse("shared_deal", args=[deal.code]) in invitation
        game = Game.objects.get()
        bram_client.post(reverse("join", args=[game.code]), {"token": made["link"].split("/")[-2], "part": "ab" * 32})
        match = match_of(game)
        assert match.deal == deal.shuffle.dealt()
        assert match.shuffle is not None
        assert match.shuffle.parts == (None, None)

    def test_an_unknown_opponent_is_refused(self, ana_client: Client, deal: SharedDeal) -> None:
        response = ana_client.post(
            reverse("shared_deal_play", args=[deal.code]), {"opponent": "x"}, headers={"Accept": "application/json"}
        )
        assert (response.status_code, response.json()["code"]) == (400, "invalid")

    def test_only_the_creator_closes_a_deal(self, ana_client: Client, deal: SharedDeal, dora: User) -> None:
        url, json = reverse("shared_deal_close", args=[deal.code]), {"Accept": "application/json"}
        assert ana_client.post(url, headers=json).json()["code"] == "not_your_deal"
        own = Client()
        own.force_login(dora)
        assert own.post(url, headers=json).status_code == 200
        deal.refresh_from_db()
        assert deal.closed_at is not None


class TestResults:
    @pytest.fixture
    def tables(self, deal: SharedDeal, ana: User, bram: User) -> list[Game]:
        """Three finished tables."""
        people = [ana, bram, *(User.objects.create(username=f"p{n}", display_name=f"Pat {n}") for n in range(4))]
        games = [sit(deal, *people[at : at + 2]) for at in (0, 2, 4)]
        for game in games:
            play_at_once(game)
        return games

    def test_matchpoints_are_those_of_an_independent_count(
        self, tables: list[Game], deal: SharedDeal, ana_client: Client
    ) -> None:
        page = ana_client.get(reverse("shared_deal", args=[deal.code])).content.decode()
        votes = {game.code: count_votes(match_of(game)) for game in tables}
        for seat in (0, 1):
            leads = {code: pair[seat] - pair[1 - seat] for code, pair in votes.items()}
            for code, lead in leads.items():
                others = [other for key, other in leads.items() if key != code]
                points = sum((lead > other) + (lead == other) / 2 for other in others)
                percent = f"{100 * points / len(others):.1f}".removesuffix(".0")
                name = match_of(Game.objects.get(code=code)).names[seat]
                row = re.search(rf"<bdi>{name}</bdi>\s*<span.*?</tr>", page, re.DOTALL)
                assert row is not None
                assert f"<td>{percent}%</td>" in row[0]
                assert f"{votes[code][seat]}–{votes[code][1 - seat]}" in row[0]

    def test_others_see_the_number_of_games_only(self, tables: list[Game], deal: SharedDeal, visitor: Client) -> None:
        page = visitor.get(reverse("shared_deal", args=[deal.code])).content.decode()
        assert "3 finished games." in page
        assert "Pat" not in page
        assert "<table" not in page

    def test_a_finished_player_replays_another_table_from_where_it_differs(
        self, tables: list[Game], deal: SharedDeal, ana_client: Client, visitor: Client
    ) -> None:
        page = ana_client.get(reverse("shared_deal", args=[deal.code])).content.decode()
        own, other = (match_of(game) for game in tables[:2])
        ply = next(ply for ply in range(52) if own.plays[ply] != other.plays[ply])
        link = f"{reverse('replay', args=[other.code])}?step={ply}&amp;result=1"
        assert link in page
        assert f"{format_card(other.plays[ply])} instead of {format_card(own.plays[ply])}" in page
        assert ana_client.get(link.replace("&amp;", "&")).status_code == 200
        assert ana_client.get(reverse("replay_steps", args=[other.code])).status_code == 200
        assert visitor.get(link).status_code == 403

    def test_a_closed_deal_shows_its_results_to_everybody(
        self, tables: list[Game], deal: SharedDeal, visitor: Client, dora: User
    ) -> None:
        shared_deals.close_deal(deal, dora)
        page = visitor.get(reverse("shared_deal", args=[deal.code])).content.decode()
        assert "Pat 0" in page
        assert visitor.get(reverse("replay", args=[tables[0].code])).status_code == 200


class TestPrintedDeck:
    def test_only_the_organizer_sees_the_lists(self, deal: SharedDeal, dora: User, ana_client: Client) -> None:
        path, own = reverse("shared_deal_cards", args=[deal.code]), Client()
        own.force_login(dora)
        assert [client.get(path).status_code for client in (own, ana_client)] == [404, 404]
        assert ana_client.post(path, headers={"Accept": "application/json"}).json()["code"] == "not_your_deal"
        page = own.post(path, follow=True).content.decode()
        drawn = re.findall(r"<li>(\w+) (\d)</li>", page)
        assert [f"{value}" for _, value in drawn] == [str(card.value) for card in deal.shuffle.dealt().deck]
        assert ana_client.get(path).status_code == 404
        del own.cookies["sessionid"]
        again = own.post(
            reverse("shared_deal_play", args=[deal.code]), {"opponent": LEVEL}, headers={"Accept": "application/json"}
        )
        assert again.json()["code"] == "deal_played"
