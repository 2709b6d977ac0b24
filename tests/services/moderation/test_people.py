"""Acts of moderators on people: renaming, muting, suspending, closing, and undoing them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.messaging import broadcast
from games.messaging.broadcast import build_person_tag
from games.models import Act, EndedSession, Game, LoginSession, User
from games.services.accounts import suspensions
from games.services.matches import lobby
from games.services.moderation.people import close_account, end_sessions, mute_person, rename_person, suspend_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.people import guest
from tests.services.matches.games import match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Moderator, User, Justification], Act]
Named = tuple[str, Do]


def soon() -> datetime:
    return timezone.now() + timedelta(days=1)


UNTIL = soon()

ACTS: dict[str, Do] = {
    "rename": lambda by, who, why: rename_person(by, who, "Lily", why),
    "mute": lambda by, who, why: mute_person(by, who, UNTIL, why),
    "suspend": lambda by, who, why: suspend_person(by, who, UNTIL, why),
    "close": close_account,
}
FIELDS = ("display_name", "muted_until", "suspended_until", "closed_at", "moderation_message")


def fields(user: User) -> tuple[Any, ...]:
    fresh = User.objects.get(pk=user.pk)
    return tuple(getattr(fresh, name) for name in FIELDS)


@pytest.fixture(params=ACTS)
def act(request: pytest.FixtureRequest) -> Named:
    return request.param, ACTS[request.param]


class TestEveryAct:
    def test_changes_only_its_person_is_recorded_and_refused_a_second_time(
        self, act: Named, ana: User, bram: User, mona: Moderator
    ) -> None:
        before, other, password = fields(ana), fields(bram), ana.password
        done = act[1](mona, ana, WHY)
        recorded = (done.what, done.who, done.person, done.reason, done.message)
        assert recorded == (act[0], mona.user, ana, WHY.reason, WHY.message)
        assert fields(ana) != before
        assert (fields(bram), User.objects.get(pk=ana.pk).password) == (other, password)
        row: Any = User.objects.get(pk=ana.pk).history.latest()
        assert (row.history_user, row.history_change_reason) == (mona.user, WHY.reason)
        assert not hasattr(row, "password")
        assert refusal_code(act[1], mona, ana, WHY) == "already_so"
        assert Act.objects.count() == 1

    def test_is_undone_by_another_act(self, act: Named, ana: User, mona: Moderator, nils: Moderator) -> None:
        before = fields(ana)
        done = act[1](mona, ana, WHY)
        assert undo_act(nils, done, WHY).undoes == done
        assert fields(ana) == before
        assert refusal_code(undo_act, nils, done, WHY) == "already_undone"

    def test_takes_a_reason_and_a_permission(self, act: Named, ana: User, bram: User, mona: Moderator) -> None:
        assert refusal_code(act[1], mona, ana, Justification("\u200b", "You know why.")) == "reason_needed"
        assert refusal_code(act[1], mona, mona.user, WHY) == "own_account"
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{act[0]}"))
        for who in (ana, bram, User.objects.get(pk=mona.user.pk)):
            assert refusal_code(act[1], Moderator(who), ana, WHY) == "not_permitted"
        assert not Act.objects.exists()

    def test_staff_is_for_superusers(self, act: Named, mona: Moderator, nils: Moderator, sara: Moderator) -> None:
        assert refusal_code(act[1], mona, nils.user, WHY) == "above_you"
        assert refusal_code(act[1], mona, sara.user, WHY) == "above_you"
        assert act[1](sara, nils.user, WHY).pk

    def test_is_refused_on_an_opponent_of_the_moderator_or_their_guest(
        self, act: Named, mona: Moderator, ana: User, bram: User
    ) -> None:
        alias = guest("Nobody")
        alias.account = mona.user
        alias.save()
        for player, opponent in ((mona.user, ana), (alias, bram)):
            lobby.join_game(lobby.create_game(player, MatchOptions()), opponent)
            assert refusal_code(act[1], mona, opponent, WHY) == "plays_here"


def test_measures_need_a_message_and_a_moment_in_the_future(ana: User, mona: Moderator) -> None:
    for name in ("mute", "suspend", "close"):
        assert refusal_code(ACTS[name], mona, ana, Justification("They know.")) == "message_needed"
    for do in (mute_person, suspend_person):
        assert refusal_code(do, mona, ana, timezone.now(), WHY) == "bad_date"


class TestShutOut:
    @pytest.fixture(params=["suspend", "close"])
    def bar_person(self, request: pytest.FixtureRequest) -> Do:
        return ACTS[request.param]

    def test_sessions_end_and_keys_are_not_stored(self, bar_person: Do, ana: User, bram: User, mona: Moderator) -> None:
        keys = []
        for user in (ana, ana, bram):
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            keys.append(client.session.session_key)
        EndedSession.objects.create(digest=suspensions.hash_session_key(str(keys[0])), user=ana)
        bar_person(mona, ana, WHY)
        assert list(LoginSession.objects.values_list("user_id", flat=True)) == [bram.pk]
        assert [suspensions.get_user_of_ended_session(key) for key in (*keys, None)] == [ana, ana, None, None]
        rows = str([*EndedSession.objects.values(), *Act.objects.values()])
        assert not [key for key in keys if str(key) in rows]

    def test_a_barred_moderator_may_not_act(self, bar_person: Do, ana: User, nils: Moderator, sara: Moderator) -> None:
        bar_person(sara, nils.user, WHY)
        fresh = Moderator(User.objects.get(pk=nils.user.pk))
        assert refusal_code(mute_person, fresh, ana, UNTIL, WHY) == "not_permitted"


CLOSING: dict[str, Do] = {"suspended": ACTS["suspend"], "account_closed": ACTS["close"], "session_ended": end_sessions}


@pytest.mark.parametrize("code", CLOSING)
def test_open_sockets_close_with_a_code(code: str, ana: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[tuple[str, ...]] = []
    monkeypatch.setattr(broadcast, "close_sockets", lambda *what: ended.append(what))
    CLOSING[code](mona, ana, WHY)
    assert ended == [(build_person_tag(ana.pk), code)]


def test_an_act_is_undone_unless_a_later_one_changed_the_same(ana: User, mona: Moderator) -> None:
    first = suspend_person(mona, ana, UNTIL, WHY)
    mute_person(mona, ana, UNTIL, Justification("Also this.", "And no names."))
    undo_act(mona, first, WHY)
    ana.refresh_from_db()
    assert (ana.barred, ana.muted, ana.moderation_message) == (False, True, "And no names.")
    second = suspend_person(mona, ana, UNTIL, WHY)
    suspend_person(mona, ana, soon() + timedelta(days=9), WHY)
    assert refusal_code(undo_act, mona, second, WHY) == "changed_since"


@pytest.mark.parametrize("seconds", [60, -1])
def test_a_suspension_ends_at_its_time(ana: User, seconds: int) -> None:
    ana.suspended_until = timezone.now() + timedelta(seconds=seconds)
    assert ana.barred is (seconds > 0)


def test_a_muted_person_stays_logged_in_without_a_name_or_reports(game: Game, ana: User, mona: Moderator) -> None:
    Client().force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    mute_person(mona, ana, UNTIL, WHY)
    assert LoginSession.objects.filter(user_id=ana.pk).count() == 1
    assert not EndedSession.objects.exists()
    muted = User.objects.get(pk=ana.pk)
    assert match_of(lobby.create_game(muted, MatchOptions())).names[0] == "Player"
    assert refusal_code(reports.file_report, Sender(muted), game, "game", "other", "Hello") == "muted"


def test_a_new_name_is_in_all_games_and_only_the_seat_sees_why(game: Game, ana: User, mona: Moderator) -> None:
    second = lobby.create_game(ana, MatchOptions())
    for name in ("", "\u200b", "Moderator", "x" * 21):
        assert refusal_code(rename_person, mona, ana, name, WHY) == "bad_name"
    act = rename_person(mona, ana, "Lily", WHY)
    assert [match_of(one).names for one in (game, second)] == [("Lily", "Bram"), ("Lily", "")]
    assert set(ana.seats.values_list("name", flat=True)) == {"Lily"}
    undo_act(mona, act, WHY)
    assert match_of(game).names[0] == "Ana"
    assert game.players.get(seat=0).name == "Ana"
    assert [entry.data["only"] for entry in game.entries.filter(kind="judged")] == [0, 0]
