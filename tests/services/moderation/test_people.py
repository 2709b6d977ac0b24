"""Acts on people: a name, a voice, an account; what they lead to, to whom they are refused, and how they end."""

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
def act(request: pytest.FixtureRequest) -> tuple[str, Do]:
    return request.param, ACTS[request.param]


class TestEveryAct:
    def test_changes_its_person_alone_and_is_recorded_and_refused_a_second_time(
        self, act: tuple[str, Do], ana: User, bram: User, mona: Moderator
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

    def test_is_undone_by_another_act(self, act: tuple[str, Do], ana: User, mona: Moderator, nils: Moderator) -> None:
        before = fields(ana)
        done = act[1](mona, ana, WHY)
        assert undo_act(nils, done, WHY).undoes == done
        assert fields(ana) == before
        assert refusal_code(undo_act, nils, done, WHY) == "already_undone"

    def test_takes_a_reason_and_its_own_permission(
        self, act: tuple[str, Do], ana: User, bram: User, mona: Moderator
    ) -> None:
        assert refusal_code(act[1], mona, ana, Justification("\u200b", "You know why.")) == "reason_needed"
        assert refusal_code(act[1], mona, mona.user, WHY) == "own_account"
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{act[0]}"))
        for who in (ana, bram, User.objects.get(pk=mona.user.pk)):
            assert refusal_code(act[1], Moderator(who), ana, WHY) == "not_permitted"
        assert not Act.objects.exists()

    def test_staff_is_for_superusers(
        self, act: tuple[str, Do], mona: Moderator, nils: Moderator, sara: Moderator
    ) -> None:
        assert refusal_code(act[1], mona, nils.user, WHY) == "above_you"
        assert refusal_code(act[1], mona, sara.user, WHY) == "above_you"
        assert act[1](sara, nils.user, WHY).pk

    def test_not_to_an_opponent_of_oneself_or_of_ones_guest(
        self, act: tuple[str, Do], mona: Moderator, ana: User, bram: User
    ) -> None:
        alias = guest("Nobody")
        alias.account = mona.user
        alias.save()
        for player, opponent in ((mona.user, ana), (alias, bram)):
            lobby.join_game(lobby.create_game(player, MatchOptions()), opponent)
            assert refusal_code(act[1], mona, opponent, WHY) == "plays_here"


def test_a_message_is_needed(ana: User, mona: Moderator) -> None:
    for name in ("mute", "suspend", "close"):
        assert refusal_code(ACTS[name], mona, ana, Justification("They know.")) == "message_needed"


def test_the_moment_lies_ahead(ana: User, mona: Moderator) -> None:
    assert refusal_code(mute_person, mona, ana, timezone.now(), WHY) == "bad_date"
    assert refusal_code(suspend_person, mona, ana, timezone.now(), WHY) == "bad_date"


class TestShutOut:
    @pytest.fixture(params=["suspend", "close"])
    def bar_person(self, request: pytest.FixtureRequest) -> Do:
        return ACTS[request.param]

    def test_all_sessions_are_gone_and_none_of_their_keys_is_kept(
        self, bar_person: Do, ana: User, bram: User, mona: Moderator
    ) -> None:
        keys = []
        for who in (ana, ana, bram):
            client = Client()
            client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
            keys.append(client.session.session_key)
        bar_person(mona, ana, WHY)
        assert list(LoginSession.objects.values_list("user_id", flat=True)) == [bram.pk]
        assert [suspensions.get_user_of_ended_session(key) for key in (*keys, None)] == [ana, ana, None, None]
        kept = str([*EndedSession.objects.values(), *Act.objects.values()])
        assert not [key for key in keys if str(key) in kept]

    def test_a_session_whose_end_is_known_already_ends_again(self, bar_person: Do, ana: User, mona: Moderator) -> None:
        Client().force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        key = LoginSession.objects.get(user_id=ana.pk).pk
        EndedSession.objects.create(digest=suspensions.hash_session_key(key), user=ana)
        bar_person(mona, ana, WHY)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()

    def test_a_barred_moderator_judges_nobody(
        self, bar_person: Do, ana: User, nils: Moderator, sara: Moderator
    ) -> None:
        bar_person(sara, nils.user, WHY)
        fresh = Moderator(User.objects.get(pk=nils.user.pk))
        assert refusal_code(mute_person, fresh, ana, UNTIL, WHY) == "not_permitted"


TOLD: dict[str, Do] = {
    "suspended": ACTS["suspend"],
    "account_closed": ACTS["close"],
    "session_ended": end_sessions,
}


@pytest.mark.parametrize("told", TOLD)
def test_every_open_page_of_the_person_ends_and_says_why(
    told: str, ana: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[tuple[str, ...]] = []
    monkeypatch.setattr(broadcast, "close_sockets", lambda *what: ended.append(what))
    TOLD[told](mona, ana, WHY)
    assert ended == [(build_person_tag(ana.pk), told)]


def test_a_suspension_ends_by_itself(ana: User, mona: Moderator) -> None:
    suspend_person(mona, ana, UNTIL, WHY)
    ana.refresh_from_db()
    assert ana.barred
    User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() - timedelta(seconds=1))
    ana.refresh_from_db()
    assert not ana.barred


def test_a_later_act_keeps_an_earlier_one_undoable(ana: User, mona: Moderator) -> None:
    first = suspend_person(mona, ana, UNTIL, WHY)
    mute_person(mona, ana, UNTIL, Justification("Also this.", "And no names."))
    undo_act(mona, first, WHY)
    ana.refresh_from_db()
    assert (ana.barred, ana.muted, ana.moderation_message) == (False, True, "And no names.")


def test_an_act_is_not_undone_after_a_later_change(ana: User, mona: Moderator) -> None:
    first = suspend_person(mona, ana, UNTIL, WHY)
    suspend_person(mona, ana, soon() + timedelta(days=9), WHY)
    assert refusal_code(undo_act, mona, first, WHY) == "changed_since"


class TestMuted:
    def test_stays_logged_in(self, ana: User, mona: Moderator) -> None:
        Client().force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        mute_person(mona, ana, UNTIL, WHY)
        assert LoginSession.objects.filter(user_id=ana.pk).count() == 1
        assert not EndedSession.objects.exists()

    def test_is_called_player_in_new_games(self, ana: User, mona: Moderator) -> None:
        mute_person(mona, ana, UNTIL, WHY)
        game = lobby.create_game(User.objects.get(pk=ana.pk), MatchOptions())
        assert match_of(game).names[0] == "Player"

    def test_reports_nothing(self, game: Game, ana: User, mona: Moderator) -> None:
        mute_person(mona, ana, UNTIL, WHY)
        sender = Sender(User.objects.get(pk=ana.pk))
        assert refusal_code(reports.file_report, sender, game, "game", "other", "Hello") == "muted"


class TestRenamed:
    def test_new_name_is_in_all_games_and_rows(self, game: Game, ana: User, bram: User, mona: Moderator) -> None:
        second = lobby.create_game(ana, MatchOptions())
        rename_person(mona, ana, "Lily", WHY)
        assert [match_of(one).names[0] for one in (game, second)] == ["Lily", "Lily"]
        assert set(ana.seats.values_list("name", flat=True)) == {"Lily"}
        assert match_of(game).names[1] == "Bram"

    def test_undo_brings_the_old_name_back(self, game: Game, ana: User, mona: Moderator) -> None:
        act = rename_person(mona, ana, "Lily", WHY)
        undo_act(mona, act, WHY)
        assert match_of(game).names[0] == "Ana"
        assert game.players.get(seat=0).name == "Ana"

    def test_only_the_renamed_seat_is_told(self, game: Game, ana: User, mona: Moderator) -> None:
        undo_act(mona, rename_person(mona, ana, "Lily", WHY), WHY)
        assert [entry.data["only"] for entry in game.entries.filter(kind="judged")] == [0, 0]

    def test_new_name_must_follow_the_rules_for_names(self, ana: User, mona: Moderator) -> None:
        for name in ("", "\u200b", "Moderator", "x" * 21):
            assert refusal_code(rename_person, mona, ana, name, WHY) == "bad_name"
