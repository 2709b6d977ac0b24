"""Who may see which page of the desk, and that no page offers to add, change or delete."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.models import Act, Appeal, Entry, Game, Report, User
from games.services.moderation import Judge
from games.services.online import lobby
from games.stories.online import Options
from tests.admin.desks import MODELS, Rows, listing, page, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(game: Game, ana: User, bram: User, mona: Judge) -> Rows:
    return rows(game, ana, bram, mona)


def addresses(kept: Rows) -> list[str]:
    own = [reverse("admin:index"), *(listing(model) for model in MODELS)]
    histories = [reverse(f"admin:games_{row._meta.model_name}_history", args=[row.pk]) for row in kept.all]
    return [*own, *(page(row) for row in kept.all), *histories]


class TestWhoMaySee:
    def test_moderators_and_superusers_see_every_page(self, kept: Rows, desk: Client, top_desk: Client) -> None:
        for address in addresses(kept):
            assert desk.get(address).status_code == 200, address
            assert top_desk.get(address).status_code == 200, address

    def test_visitors_strangers_and_players_see_none(self, kept: Rows, cleo_client: Client, ana_client: Client) -> None:
        for address in addresses(kept):
            for client in (Client(), cleo_client, ana_client):
                assert client.get(address).status_code in (302, 403), address

    def test_staff_without_permissions_see_none(self, kept: Rows, cleo: User, cleo_client: Client) -> None:
        cleo.is_staff = True
        cleo.save()
        for address in addresses(kept)[1:]:
            assert cleo_client.get(address).status_code == 403, address


class TestByNumber:
    """Django shows rows by any field that an address names; it breaks over an empty one, and pop-ups show the field."""

    @pytest.mark.parametrize("field", ["xyz", "password", "", "id"])
    def test_no_page_takes_the_name_of_a_field(
        self, field: str, kept: Rows, top_desk: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        deleting = [reverse(f"admin:games_{row._meta.model_name}_delete", args=[row.pk]) for row in kept.all]
        adding = [reverse(f"admin:games_{model._meta.model_name}_add") for model in MODELS]
        group = reverse("admin:auth_group_change", args=[Group.objects.get().pk])
        for address in [*addresses(kept), *deleting, *adding, group]:
            for popup in ("", "&_popup=1"):
                answer = top_desk.get(f"{address}?_to_field={field}{popup}")
                assert (answer.status_code, caplog.records) == (400, []), address
                assert "Go back, load the page again" in answer.content.decode()
            assert top_desk.post(address, {"_to_field": field}).status_code == 400

    def test_strangers_hear_nothing_of_it(self, kept: Rows, cleo_client: Client) -> None:
        for address in addresses(kept):
            assert cleo_client.get(f"{address}?_to_field=xyz").status_code in (302, 403), address


class TestReadOnly:
    @pytest.mark.parametrize("model", MODELS)
    def test_nothing_is_added(self, model: type[Model], kept: Rows, top_desk: Client) -> None:
        assert top_desk.get(reverse(f"admin:games_{model._meta.model_name}_add")).status_code == 403

    def test_nothing_is_changed_or_deleted(self, kept: Rows, top_desk: Client) -> None:
        for row in kept.all:
            delete = reverse(f"admin:games_{row._meta.model_name}_delete", args=[row.pk])
            assert top_desk.post(page(row), {"status": "finished"}).status_code == 403
            assert top_desk.post(delete, {"post": "yes"}).status_code == 403
            assert type(row)._default_manager.filter(pk=row.pk).exists()

    def test_nothing_is_deleted_in_bulk(self, kept: Rows, top_desk: Client) -> None:
        for model in MODELS:
            before = model._default_manager.count()
            chosen = list(model._default_manager.values_list("pk", flat=True))
            top_desk.post(listing(model), {"action": "delete_selected", "_selected_action": chosen, "post": "yes"})
            assert model._default_manager.count() == before
            assert b"delete_selected" not in top_desk.get(listing(model)).content

    def test_only_these_models_have_pages(self) -> None:
        names = {model._meta.label for model in admin.site._registry}
        assert names == {"auth.Group", *(model._meta.label for model in MODELS)}


class TestFiltersTellNothing:
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
    def test_refused(self, address: str, kept: Rows, top_desk: Client) -> None:
        assert top_desk.get(f"/admin/games/{address}").status_code == 400


class TestFinding:
    def found(self, client: Client, model: type[Model], term: str) -> set[int]:
        answer = client.get(listing(model), {"q": term})
        return {row.pk for row in answer.context["cl"].result_list}

    def test_games_by_code_and_by_part_of_a_name(self, game: Game, cleo: User, desk: Client) -> None:
        other = lobby.create(cleo, Options())
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
            answer = desk.get(f"{listing(Game)}?{query}")
            assert answer.status_code == 200, query
            assert answer.context["cl"].result_count == count, query

    def test_strange_searches_do_no_harm(self, kept: Rows, desk: Client) -> None:
        for model in MODELS:
            for term in ("\x00", "%", "_", "'", '"', "\\", "‮", "x" * 5000, "𝒜"):
                assert desk.get(listing(model), {"q": term}).status_code == 200


def test_a_list_counts_no_further_than_its_cap(
    game: Game, desk: Client, monkeypatch: pytest.MonkeyPatch, browser_of: Callable[[User], Client]
) -> None:
    monkeypatch.setattr("games.admin.paginator.CAP", 3)
    answer = desk.get(listing(Entry))
    assert answer.context["cl"].result_count == 3
    assert b"more than 3" in answer.content
