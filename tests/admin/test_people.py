"""People in the admin: the filters of their list, and a page with all about one at one look."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext, override

from games.models import Act, Appeal, Game, Rated, Rating, Report, User
from games.models.moderation import Category
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby
from games.services.moderation import people
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from games.texts.moderation import APPEAL_GRANTED, REASONS
from tests.admin.addresses import action_page, change_page, list_page, post_action
from tests.moderators import WHY
from tests.people import guest, person
from tests.services.companion.devices import browser, join, opened

pytestmark = pytest.mark.django_db


def found(client: Client, model: type[User | Game | Report | Act], query: str) -> set[int]:
    return {row.pk for row in client.get(f"{list_page(model)}?{query}").context["cl"].result_list}


def rate(user: User, game: Game, before: float, after: float, deviation: float = 60.0, days: int = 1) -> None:
    """Store a rated game with the rating of its first seat before and after it."""
    at = timezone.now() - timedelta(days=days)
    numbers = {"rating": after, "deviation": deviation, "volatility": 0.06, "games": 20, "at": at}
    before_numbers = {"rating_before": before, "deviation_before": deviation, "volatility_before": 0.06}
    Rated.objects.create(user=user, pool="live", game=game, seat=0, outcome="won", **numbers, **before_numbers)
    Rating.objects.update_or_create(user=user, pool="live", defaults=numbers)


class TestRatingJumps:
    @pytest.fixture
    def games(self, ana: User, bram: User) -> list[Game]:
        created = [lobby.create_game(ana, MatchOptions()) for _ in range(2)]
        for game in created:
            lobby.join_game(game, bram)
        return created

    def test_people_whose_sure_rating_rose_or_fell_by_more_are_found(
        self, games: list[Game], ana: User, cleo: User, desk: Client
    ) -> None:
        rate(ana, games[0], 1500, 1580, days=3)
        rate(ana, games[1], 1580, 1720, days=1)
        assert found(desk, User, "jump=200") == {ana.pk}
        assert found(desk, User, "jump=300") == set()
        assert "+220 in 7 days" in desk.get(change_page(ana)).content.decode()

    def test_provisional_and_old_games_do_not_count(
        self, games: list[Game], ana: User, bram: User, desk: Client
    ) -> None:
        rate(ana, games[0], 1500, 1800, deviation=200)
        rate(bram, games[1], 1500, 1200, days=9)
        assert found(desk, User, "jump=100") == set()


class TestSharedBrowsers:
    def test_accounts_at_one_phone_are_found_and_shown_to_each_other(self, ana: User, bram: User, desk: Client) -> None:
        phone = browser(ana)
        other = phone._replace(user=bram)
        opened(phone)
        join(other, opened(browser()), PlaceChoice.SECOND)
        assert found(desk, User, "browser=account") == {ana.pk, bram.pk}
        for one, another in ((ana, bram), (bram, ana)):
            shared = desk.get(change_page(one)).content.decode().partition("Same browser")[2]
            assert change_page(another) in shared

    def test_a_guest_and_the_account_that_logged_in_later_are_found(self, ana: User, desk: Client) -> None:
        lily = guest("Lily")
        User.objects.filter(pk=lily.pk).update(account=ana)
        assert found(desk, User, "browser=guest") == {ana.pk, lily.pk}
        assert found(desk, User, "browser=account") == set()
        assert change_page(lily) in desk.get(change_page(ana)).content.decode().partition("Same browser")[2]


class TestPage:
    def test_shows_games_reports_acts_and_notes(
        self, game: Game, ana: User, bram: User, mona: Moderator, desk: Client
    ) -> None:
        report = reports.file_report(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")
        act = people.warn_person(mona, bram, WHY)
        people.write_note(mona, bram, "Was told twice.")
        page = desk.get(change_page(bram)).content.decode()
        for part in (game.code, change_page(report), change_page(act), "Was told twice.", "He counts aloud."):
            assert part in page, part
        assert "Suspended until" not in page

    def test_links_to_all_rows_of_the_person(self, ana: User, bram: User, desk: Client) -> None:
        for number in range(6):
            game = lobby.create_game(person(f"P{number}"), MatchOptions())
            lobby.join_game(game, bram)
        other = lobby.create_game(ana, MatchOptions())
        page = desk.get(change_page(bram)).content.decode()
        assert f"{list_page(Game)}?against=all&amp;person={bram.pk}" in page
        games = found(desk, Game, f"against=all&person={bram.pk}")
        assert (len(games), other.pk in games) == (6, False)

    def test_reports_and_actions_are_filtered_by_person(
        self, game: Game, ana: User, bram: User, mona: Moderator, desk: Client
    ) -> None:
        about_bram = reports.file_report(Sender(ana), game, "1", Category.OTHER, "x")
        about_ana = reports.file_report(Sender(bram), game, "0", Category.OTHER, "x")
        act = people.warn_person(mona, bram, WHY)
        people.warn_person(mona, ana, WHY)
        assert found(desk, Report, f"person={bram.pk}") == {about_bram.pk}
        assert found(desk, Report, f"reporter={bram.pk}") == {about_ana.pk}
        assert found(desk, Act, f"person={bram.pk}") == {act.pk}

    def test_games_are_found_by_the_username_of_a_renamed_player(
        self, game: Game, bram: User, mona: Moderator, desk: Client
    ) -> None:
        people.rename_person(mona, bram, "Lily", WHY)
        assert found(desk, Game, "q=bram") == {game.pk}

    @pytest.mark.parametrize("value", ["x", "9" * 30, "0", "-1", ""])
    def test_an_odd_person_does_not_fail(self, value: str, game: Game, desk: Client) -> None:
        for model in (Game, Report, Act):
            assert desk.get(f"{list_page(model)}?person={value}").status_code in (200, 302)

    def test_links_to_all_rows_of_a_person_with_few(
        self, game: Game, ana: User, bram: User, mona: Moderator, desk: Client
    ) -> None:
        reports.file_report(Sender(ana), game, "1", Category.OTHER, "x")
        people.warn_person(mona, bram, WHY)
        page = desk.get(change_page(bram)).content.decode()
        for model in (Game, Report, Act):
            assert re.search(f'{list_page(model)}[?][^"]*person={bram.pk}', page), model

    def test_offers_a_history_only_where_there_is_one(self, bram: User, desk: Client) -> None:
        address = reverse("admin:games_user_history", args=[bram.pk])
        assert address not in desk.get(change_page(bram)).content.decode()
        post_action(desk, bram, "warn")
        assert address in desk.get(change_page(bram)).content.decode()
        assert "Warn (action" in desk.get(address).content.decode()


class TestActsInForce:
    """The acts in force on a person, on the person's page and on the forms of actions."""

    def in_force(self, desk: Client, address: str) -> str:
        page = desk.get(address).content.decode()
        return page.partition("acts-in-force")[2].partition("</section>")[0]

    @pytest.fixture
    def end(self) -> datetime:
        return timezone.now() + timedelta(days=7)

    @pytest.mark.parametrize("kind", ["mute", "suspend"])
    def test_are_listed_with_their_end_and_the_button_that_ends_them(
        self, kind: str, bram: User, end: datetime, desk: Client
    ) -> None:
        post_action(desk, bram, kind, until=f"{end:%Y-%m-%dT%H:%M}")
        act = Act.objects.get()
        for address in (change_page(bram), action_page(bram, "suspend")):
            shown = self.in_force(desk, address)
            assert f'until <time datetime="{end:%Y-%m-%dT%H:%M}' in shown
            assert (action_page(act, "undo") in shown) is (address == change_page(bram))
        assert post_action(desk, act, "undo")["Location"] == change_page(bram)
        assert self.in_force(desk, change_page(bram)) == ""

    def test_a_permanent_mute_says_so(self, bram: User, mona: Moderator, desk: Client) -> None:
        people.mute_person(mona, bram, None, WHY)
        assert "<b>permanent</b>" in self.in_force(desk, change_page(bram))

    def test_a_closed_account_and_an_unread_warning_are_listed(
        self, ana: User, bram: User, mona: Moderator, desk: Client
    ) -> None:
        people.close_account(mona, ana, WHY)
        people.warn_person(mona, bram, WHY)
        assert "Close account" in self.in_force(desk, change_page(ana))
        assert "Warn" in self.in_force(desk, change_page(bram))
        people.acknowledge_warning(bram)
        assert self.in_force(desk, change_page(bram)) == ""

    def test_only_the_last_of_several_mutes_is_in_force_until_it_ends(
        self, bram: User, end: datetime, mona: Moderator, desk: Client
    ) -> None:
        people.mute_person(mona, bram, end, WHY)
        last = people.mute_person(mona, bram, end + timedelta(days=1), WHY)
        shown = self.in_force(desk, change_page(bram))
        assert (shown.count("until <time"), change_page(last) in shown) == (1, True)
        User.objects.filter(pk=bram.pk).update(muted_until=timezone.now())
        assert self.in_force(desk, change_page(bram)) == ""


class TestChanges:
    """The changes of a row, as the page of a person or an appeal lists them."""

    def changes(self, desk: Client, row: User | Appeal) -> str:
        return desk.get(change_page(row)).content.decode().partition("<h2>Changes")[2].partition("</section>")[0]

    def test_times_are_shown_in_the_zone_of_the_reader(self, bram: User, mona: Moderator, desk: Client) -> None:
        end = timezone.now() + timedelta(days=7)
        people.warn_person(mona, bram, WHY)
        act = people.mute_person(mona, bram, end, WHY)
        assert f'<ins><time datetime="{end:%Y-%m-%dT%H:%M}' in self.changes(desk, bram)
        assert f'<time datetime="{end:%Y-%m-%dT%H:%M}' in desk.get(change_page(act)).content.decode()

    def test_predefined_reasons_are_read_in_the_language_of_the_reader(
        self, bram: User, mona: Moderator, desk: Client
    ) -> None:
        reason = REASONS["cheating"]
        people.warn_person(mona, bram, Justification(reason, reason))
        people.mute_person(mona, bram, None, Justification(APPEAL_GRANTED, "x"))
        desk.cookies[settings.LANGUAGE_COOKIE_NAME] = "nl"
        with override("nl"):
            translated = [escape(gettext(text)) for text in (reason, APPEAL_GRANTED)]
        page = desk.get(change_page(bram)).content.decode().partition("<h2>Wijzigingen")[2]
        for text, english in zip(translated, (reason, APPEAL_GRANTED), strict=True):
            assert text in page
            assert escape(english) not in page

    def test_the_first_change_of_a_person_is_not_called_a_creation(
        self, bram: User, mona: Moderator, desk: Client
    ) -> None:
        people.warn_person(mona, bram, WHY)
        assert "created" not in self.changes(desk, bram)

    def test_an_appeal_is_created_once(
        self, game: Game, bram: User, mona: Moderator, nils: Moderator, desk: Client
    ) -> None:
        appeal = appeals.file_appeal(freeze_game(mona, game, WHY), Sender(bram), "No.")
        appeals.claim_appeal(nils, appeal)
        appeals.grant_appeal(nils, appeal)
        assert self.changes(desk, appeal).count("created") == 1
