"""Acts on people: a name, a voice, an account; what they lead to, to whom they are refused, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Act, EndedSession, Game, LoginSession, User
from games.services import moderation
from games.services.moderation import Judge, Why, undo
from games.services.online import lobby
from games.services.people import barring
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.services.table import asking, tokens
from games.store import broadcast
from games.store.tags import person_tag
from games.stories.online import Options
from tests.moderators import WHY, staff
from tests.people import guest, person
from tests.services.at_tables import browser, code_of, opened, table_of
from tests.services.companion_acts import code, item, two_phones
from tests.services.plays import match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Judge, User, Why], Act]


def soon() -> datetime:
    return timezone.now() + timedelta(days=1)


UNTIL = soon()

ACTS: dict[str, Do] = {
    "rename": lambda by, who, why: moderation.rename(by, who, "Lily", why),
    "mute": lambda by, who, why: moderation.mute(by, who, UNTIL, why),
    "suspend": lambda by, who, why: moderation.suspend(by, who, UNTIL, why),
    "close": moderation.close,
}
FIELDS = ("display_name", "muted_until", "suspended_until", "closed_at", "moderation_message")


def fields(user: User) -> tuple[Any, ...]:
    fresh = User.objects.get(pk=user.pk)
    return tuple(getattr(fresh, name) for name in FIELDS)


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest) -> tuple[str, Do]:
    return request.param, ACTS[request.param]


class TestEveryAct:
    def test_is_in_the_record(self, act: tuple[str, Do], ana: User, mona: Judge) -> None:
        done = act[1](mona, ana, WHY)
        assert (done.what, done.who, done.person, done.reason, done.message) == (
            act[0],
            mona.user,
            ana,
            WHY.reason,
            WHY.message,
        )

    def test_changes_the_person_and_nothing_else(self, act: tuple[str, Do], ana: User, bram: User, mona: Judge) -> None:
        before, other, password = fields(ana), fields(bram), ana.password
        act[1](mona, ana, WHY)
        assert fields(ana) != before
        assert fields(bram) == other
        assert User.objects.get(pk=ana.pk).password == password

    def test_a_second_time_is_refused_and_leaves_nothing(self, act: tuple[str, Do], ana: User, mona: Judge) -> None:
        act[1](mona, ana, WHY)
        assert refusal_code(act[1], mona, ana, WHY) == "already_so"
        assert Act.objects.count() == 1

    def test_is_undone_by_another_act(self, act: tuple[str, Do], ana: User, mona: Judge, nils: Judge) -> None:
        before = fields(ana)
        done = act[1](mona, ana, WHY)
        assert undo(nils, done, WHY).undoes == done
        assert fields(ana) == before
        assert refusal_code(undo, nils, done, WHY) == "already_undone"

    def test_takes_a_reason(self, act: tuple[str, Do], ana: User, mona: Judge) -> None:
        assert refusal_code(act[1], mona, ana, Why("\u200b", "You know why.")) == "reason_needed"

    @pytest.mark.parametrize("who", ["bram", "ana"])
    def test_is_not_for_players(self, act: tuple[str, Do], ana: User, bram: User, who: str) -> None:
        assert refusal_code(act[1], Judge(User.objects.get(username=who)), ana, WHY) == "not_permitted"
        assert not Act.objects.exists()

    def test_takes_its_own_permission(self, act: tuple[str, Do], ana: User, mona: Judge) -> None:
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{act[0]}"))
        assert refusal_code(act[1], Judge(User.objects.get(pk=mona.user.pk)), ana, WHY) == "not_permitted"

    def test_nobody_judges_themselves(self, act: tuple[str, Do], mona: Judge) -> None:
        assert refusal_code(act[1], mona, mona.user, WHY) == "own_account"

    def test_staff_is_for_superusers(self, act: tuple[str, Do], mona: Judge, nils: Judge, sara: Judge) -> None:
        assert refusal_code(act[1], mona, nils.user, WHY) == "above_you"
        assert refusal_code(act[1], mona, sara.user, WHY) == "above_you"
        assert act[1](sara, nils.user, WHY).pk

    def test_not_to_an_opponent(self, act: tuple[str, Do], mona: Judge, ana: User) -> None:
        game = lobby.create(mona.user, Options())
        lobby.join(game, ana)
        assert refusal_code(act[1], mona, ana, WHY) == "plays_here"

    def test_not_to_an_opponent_of_ones_guest(self, act: tuple[str, Do], mona: Judge, ana: User) -> None:
        alias = guest("Nobody")
        alias.account = mona.user
        alias.save()
        lobby.join(lobby.create(alias, Options()), ana)
        assert refusal_code(act[1], mona, ana, WHY) == "plays_here"

    def test_the_history_says_who_and_why(self, act: tuple[str, Do], ana: User, mona: Judge) -> None:
        act[1](mona, ana, WHY)
        row: Any = User.objects.get(pk=ana.pk).history.latest()
        assert (row.history_user, row.history_change_reason) == (mona.user, WHY.reason)
        assert not hasattr(row, "password")


@pytest.mark.parametrize("name", ["mute", "suspend", "close"])
def test_a_message_is_needed(ana: User, mona: Judge, name: str) -> None:
    assert refusal_code(ACTS[name], mona, ana, Why("They know.")) == "message_needed"


def test_the_moment_lies_ahead(ana: User, mona: Judge) -> None:
    assert refusal_code(moderation.mute, mona, ana, timezone.now(), WHY) == "bad_date"
    assert refusal_code(moderation.suspend, mona, ana, timezone.now(), WHY) == "bad_date"


class TestShutOut:
    @pytest.fixture(params=["suspend", "close"])
    def shut(self, request: pytest.FixtureRequest) -> Do:
        return ACTS[request.param]

    def test_all_sessions_are_gone(self, shut: Do, ana: User, bram: User, mona: Judge) -> None:
        for who in (ana, ana, bram):
            Client().force_login(who, backend="django.contrib.auth.backends.ModelBackend")
        shut(mona, ana, WHY)
        assert list(LoginSession.objects.values_list("user_id", flat=True)) == [bram.pk]
        assert EndedSession.objects.filter(user=ana).count() == 2

    def test_a_session_whose_end_is_known_already_ends_again(self, shut: Do, ana: User, mona: Judge) -> None:
        Client().force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        key = LoginSession.objects.get(user_id=ana.pk).pk
        EndedSession.objects.create(digest=barring.digest(key), user=ana)
        shut(mona, ana, WHY)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()

    def test_no_session_key_is_kept(self, shut: Do, ana: User, mona: Judge) -> None:
        client = Client()
        client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        key = client.session.session_key
        shut(mona, ana, WHY)
        assert key
        assert key not in str(list(EndedSession.objects.values()) + list(Act.objects.values()))

    def test_the_browser_is_known_as_theirs_and_no_other_is(self, shut: Do, ana: User, bram: User, mona: Judge) -> None:
        keys = []
        for who in (ana, bram):
            client = Client()
            client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
            keys.append(client.session.session_key)
        shut(mona, ana, WHY)
        assert [barring.ended_for(key) for key in (*keys, None)] == [ana, None, None]

    def test_a_barred_moderator_judges_nobody(self, shut: Do, ana: User, nils: Judge, sara: Judge) -> None:
        shut(sara, nils.user, WHY)
        fresh = Judge(User.objects.get(pk=nils.user.pk))
        assert refusal_code(moderation.mute, fresh, ana, UNTIL, WHY) == "not_permitted"


TOLD: dict[str, Do] = {
    "suspended": ACTS["suspend"],
    "account_closed": ACTS["close"],
    "session_ended": moderation.end_sessions,
}


@pytest.mark.parametrize("told", TOLD)
def test_every_open_page_of_the_person_ends_and_says_why(
    told: str, ana: User, mona: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[tuple[str, ...]] = []
    monkeypatch.setattr(broadcast, "end", lambda *what: ended.append(what))
    TOLD[told](mona, ana, WHY)
    assert ended == [(person_tag(ana.pk), told)]


def test_a_suspension_ends_by_itself(ana: User, mona: Judge) -> None:
    moderation.suspend(mona, ana, UNTIL, WHY)
    ana.refresh_from_db()
    assert ana.barred
    User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() - timedelta(seconds=1))
    ana.refresh_from_db()
    assert not ana.barred


def test_a_later_act_keeps_an_earlier_one_undoable(ana: User, mona: Judge) -> None:
    first = moderation.suspend(mona, ana, UNTIL, WHY)
    moderation.mute(mona, ana, UNTIL, Why("Also this.", "And no names."))
    undo(mona, first, WHY)
    ana.refresh_from_db()
    assert (ana.barred, ana.muted, ana.moderation_message) == (False, True, "And no names.")


def test_what_changed_since_is_not_undone(ana: User, mona: Judge) -> None:
    first = moderation.suspend(mona, ana, UNTIL, WHY)
    moderation.suspend(mona, ana, soon() + timedelta(days=9), WHY)
    assert refusal_code(undo, mona, first, WHY) == "changed_since"


class TestMuted:
    def test_stays_logged_in(self, ana: User, mona: Judge) -> None:
        Client().force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        moderation.mute(mona, ana, UNTIL, WHY)
        assert LoginSession.objects.filter(user_id=ana.pk).count() == 1
        assert not EndedSession.objects.exists()

    def test_is_called_player_in_new_games(self, ana: User, mona: Judge) -> None:
        moderation.mute(mona, ana, UNTIL, WHY)
        game = lobby.create(User.objects.get(pk=ana.pk), Options())
        assert match_of(game).names[0] == "Player"

    def test_reports_nothing(self, game: Game, ana: User, mona: Judge) -> None:
        moderation.mute(mona, ana, UNTIL, WHY)
        sender = Sender(User.objects.get(pk=ana.pk))
        assert refusal_code(reports.file, sender, game, "game", "other", "Hello") == "muted"


class TestRenamed:
    def test_in_all_games_and_rows(self, game: Game, ana: User, bram: User, mona: Judge) -> None:
        second = lobby.create(ana, Options())
        moderation.rename(mona, ana, "Lily", WHY)
        assert [match_of(one).names[0] for one in (game, second)] == ["Lily", "Lily"]
        assert set(ana.seats.values_list("name", flat=True)) == {"Lily"}
        assert match_of(game).names[1] == "Bram"

    def test_and_back(self, game: Game, ana: User, mona: Judge) -> None:
        act = moderation.rename(mona, ana, "Lily", WHY)
        undo(mona, act, WHY)
        assert match_of(game).names[0] == "Ana"
        assert game.players.get(seat=0).name == "Ana"

    def test_each_way_is_told_to_that_seat_alone(self, game: Game, ana: User, mona: Judge) -> None:
        undo(mona, moderation.rename(mona, ana, "Lily", WHY), WHY)
        assert [entry.data["only"] for entry in game.entries.filter(kind="judged")] == [0, 0]

    @pytest.mark.parametrize("name", ["", "\u200b", "Moderator", "x" * 21])
    def test_to_a_name_by_the_rules(self, ana: User, mona: Judge, name: str) -> None:
        assert refusal_code(moderation.rename, mona, ana, name, WHY) == "bad_name"


def test_a_person_without_a_game_can_be_named_by_somebody_who_is_new(mona: Judge) -> None:
    late = staff("Otto")
    assert moderation.rename(Judge(late), person("Zoe"), "Lily", WHY).person is not None


class TestMutedAtATable:
    @pytest.fixture
    def muted(self, ana: User, mona: Judge) -> User:
        moderation.mute(mona, ana, UNTIL, WHY)
        return User.objects.get(pk=ana.pk)

    def test_names_no_seat_of_a_new_table(self, muted: User) -> None:
        assert table_of(opened(browser(muted))).names == ("Player 1", "Player 2")

    def test_sits_down_and_asks_under_no_name_of_their_own(self, muted: User) -> None:
        game, _ana, _bram = two_phones()
        asking.ask(browser(muted).visitor, game, 1, "Rude", tokens.show(code_of(game)).token)
        (asked,) = table_of(game).seating.requests.values()
        assert asked.name == "Player"

    def test_renames_no_seat(self, muted: User) -> None:
        phone = browser(muted)
        game = opened(phone)
        assert code(game, phone, item("name", seat=0, name="Rude")) == "muted"
