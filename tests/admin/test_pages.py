"""The admin's pages: read-only, searched and filtered, and for staff alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.admin.users import UserAdmin
from games.models import Act, Appeal, Entry, Game, Report, User
from games.services.matches import lobby
from games.services.moderation.permissions import Moderator
from games.state.match_state import MatchOptions
from tests.admin.addresses import MODELS, Rows, change_page, list_page, make_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(game: Game, ana: User, bram: User, mona: Moderator) -> Rows:
    return make_rows(game, ana, bram, mona)


def addresses(kept: Rows) -> list[str]:
    own = [reverse("admin:index"), *(list_page(model) for model in MODELS)]
    histories = [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in kept.all]
    return [*own, *(change_page(row) for row in kept.all), *histories]


class TestPermissions:
    def test_staff_without_permissions_see_none(self, kept: Rows, cleo: User, cleo_client: Client) -> None:
        cleo.is_staff = True
        cleo.save()
        for address in addresses(kept)[1:]:
            assert cleo_client.get(address).status_code == 403, address


class TestToField:
    """Django shows rows by any field that an address names; it breaks over an empty one, and pop-ups show the field."""

    @pytest.mark.parametrize("field", ["password", ""])
    def test_to_field_is_refused(
        self, field: str, kept: Rows, top_desk: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        deleting = [reverse(f"admin:games_{row._meta.model_name}_delete", args=[row.pk]) for row in kept.all]
        adding = [reverse(f"admin:games_{model._meta.model_name}_add") for model in MODELS]
        group = reverse("admin:auth_group_change", args=[Group.objects.get().pk])
        for address in [*addresses(kept), *deleting, *adding, group]:
            for popup in ("", "&_popup=1"):
                answer = top_desk.get(f"{address}?_to_field={field}{popup}")
                assert (answer.status_code, caplog.records) == (400, []), address
                assert "Go back, reload the page" in answer.content.decode()
            assert top_desk.post(address, {"_to_field": field}).status_code == 400


class TestReadOnly:
    @pytest.mark.parametrize("model", MODELS)
    def test_no_row_is_added(self, model: type[Model], kept: Rows, top_desk: Client) -> None:
        assert top_desk.get(reverse(f"admin:games_{model._meta.model_name}_add")).status_code == 403

    def test_no_row_is_changed_or_deleted(self, kept: Rows, top_desk: Client) -> None:
        for row in kept.all:
            delete = reverse(f"admin:games_{row._meta.model_name}_delete", args=[row.pk])
            assert top_desk.post(change_page(row), {"status": "finished"}).status_code == 403
            assert top_desk.post(delete, {"post": "yes"}).status_code == 403
            assert type(row)._default_manager.filter(pk=row.pk).exists()

    def test_no_row_is_deleted_in_bulk(self, kept: Rows, top_desk: Client) -> None:
        for model in MODELS:
            before = model._default_manager.count()
            chosen = list(model._default_manager.values_list("pk", flat=True))
            top_desk.post(list_page(model), {"action": "delete_selected", "_selected_action": chosen, "post": "yes"})
            assert model._default_manager.count() == before
            assert b"delete_selected" not in top_desk.get(list_page(model)).content

    def test_only_these_models_have_pages(self) -> None:
        names = {model._meta.label for model in admin.site._registry}
        assert names == {"auth.Group", *(model._meta.label for model in MODELS)}


class TestForbiddenFilters:
    """What no page shows cannot be found out by filtering either."""

    @pytest.mark.parametrize(
        "address",
        [
            "user/?password__startswith=pbkdf2",
            "user/?email__startswith=a",
            "entry/?data__contains=G",
            "game/?entries__data__card=G0",
            "game/?entries__kind=dealt",
            "report/?reporter__password__startswith=p",
            "act/?who__password__startswith=p",
        ],
    )
    def test_lookups_of_hidden_fields_are_refused(self, address: str, kept: Rows, top_desk: Client) -> None:
        assert top_desk.get(f"/admin/games/{address}").status_code == 400


class TestSearch:
    def found(self, client: Client, model: type[Model], term: str) -> set[int]:
        answer = client.get(list_page(model), {"q": term})
        return {row.pk for row in answer.context["cl"].result_list}

    def test_games_by_code_and_by_part_of_a_name(self, game: Game, cleo: User, desk: Client) -> None:
        other = lobby.create_game(cleo, MatchOptions())
        assert self.found(desk, Game, game.code.lower()) == {game.pk}
        assert self.found(desk, Game, game.code[:4]) == {game.pk}
        assert self.found(desk, Game, "bRA") == {game.pk}
        assert self.found(desk, Game, " Cleo ") == {other.pk}
        assert self.found(desk, Game, "nobody") == set()

    def test_people_reports_acts_appeals_entries(self, kept: Rows, desk: Client) -> None:
        assert self.found(desk, User, "bram") == {kept.person.pk}
        assert self.found(desk, Report, "counts aloud") == {kept.report.pk}
        assert self.found(desk, Act, kept.game.code) == {kept.act.pk}
        assert self.found(desk, Appeal, "did not") == {kept.appeal.pk}
        assert self.found(desk, Entry, kept.game.code) == set(kept.game.entries.values_list("pk", flat=True))
        assert self.found(desk, Entry, "nothing") == set()

    def test_games_by_filter_and_date(self, kept: Rows, desk: Client) -> None:
        year = kept.game.changed_at.year
        for query, count in (
            ("status__exact=playing", 1),
            ("status__exact=finished", 0),
            ("mode__exact=table", 0),
            ("reported=yes", 1),
            (f"changed_at__year={year}", 1),
            (f"changed_at__year={year}&changed_at__month={kept.game.changed_at.month}", 1),
            (f"changed_at__year={year - 1}", 0),
        ):
            answer = desk.get(f"{list_page(Game)}?{query}")
            assert answer.status_code == 200, query
            assert answer.context["cl"].result_count == count, query

    def test_odd_searches_do_not_fail(self, kept: Rows, desk: Client) -> None:
        for model in MODELS:
            for term in ("\x00", "%", "x" * 5000):
                assert desk.get(list_page(model), {"q": term}).status_code == 200


@pytest.mark.parametrize("lookup", ["pk__regex=((((", "pk__range=", "id__in=" + "9" * 30])
def test_invalid_lookups_of_groups_are_refused(sara: Moderator, top_desk: Client, lookup: str) -> None:
    assert top_desk.get(f"/admin/auth/group/?{lookup}").status_code == 400


def test_a_list_counts_up_to_its_cap(
    game: Game, desk: Client, monkeypatch: pytest.MonkeyPatch, browser_of: Callable[[User], Client]
) -> None:
    monkeypatch.setattr("games.admin.base.MAX_COUNT", 3)
    answer = desk.get(list_page(Entry))
    assert answer.context["cl"].result_count == 3
    assert b"More than 3" in answer.content


def test_restrictions_are_listed_as_the_language_lists_words(ana: User) -> None:
    ana.closed_at, ana.suspended_until, ana.muted_for_good = timezone.now(), timezone.now() + timedelta(days=1), True
    assert UserAdmin(User, admin.site).standing(ana) == "closed, suspended and muted"
    with override("zh-hant"):
        shown = UserAdmin(User, admin.site).standing(ana)
    assert "、" in shown
    assert "," not in shown
