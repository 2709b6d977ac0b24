"""Personal tokens: what is kept of one, who may have how many, and everything that ends one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.signals import password_changed, password_reset
from django.core.serializers import serialize
from django.utils import timezone

from games import retention_periods
from games.accounts import tokens as known
from games.messaging import broadcast
from games.messaging.broadcast import build_session_tag
from games.models import Token, User
from games.services.accounts import deletion, erasure, tokens
from games.services.accounts.data_export import export_person
from games.services.moderation.people import close_account, end_sessions, suspend_person
from games.services.moderation.permissions import Moderator
from tests.people import guest
from tests.services.matches.games import refusal_code
from tests.services.retention.rows import MOMENT, WHY, done, older

pytestmark = pytest.mark.django_db(transaction=True)


class TestMaking:
    def test_only_the_digest_of_a_secret_is_kept(self, ana: User) -> None:
        token, secret = tokens.create_token(ana, "Random cards", "play")
        row = serialize("json", [Token.objects.get()])
        assert known.hash_secret(secret) in row
        assert secret.removeprefix(known.PREFIX) not in row
        assert known.get_token(secret) == token
        assert len(secret) > 40

    @pytest.mark.parametrize(("name", "scope"), [("", "read"), (" \u200b ", "play"), ("One", ""), ("One", "write")])
    def test_it_has_a_name_and_one_of_two_scopes(self, name: str, scope: str, ana: User) -> None:
        assert refusal_code(tokens.create_token, ana, name, scope) in ("token_unnamed", "no_such_scope")
        assert tokens.create_token(ana, "W" * 90, "read")[0].name == "W" * tokens.MAX_NAME_LENGTH

    def test_guests_have_none(self) -> None:
        assert refusal_code(tokens.create_token, guest("Gus"), "One", "read") == "account_for_tokens"

    def test_a_person_has_so_many_at_most(self, ana: User, bram: User) -> None:
        made = [tokens.create_token(ana, "One", "read")[0] for _ in range(tokens.MAX_TOKENS)]
        assert refusal_code(tokens.create_token, ana, "One more", "read") == "too_many_tokens"
        tokens.create_token(bram, "One", "read")
        tokens.delete_token(ana, made[0].pk)
        tokens.create_token(ana, "One more", "read")


class TestUse:
    def test_it_is_written_once_an_hour_at_most(self, ana: User) -> None:
        token, secret = tokens.create_token(ana, "One", "read")
        tokens.record_use(token)
        first = Token.objects.get().used_at
        assert first is not None
        again = known.get_token(secret)
        assert again is not None
        tokens.record_use(again)
        assert Token.objects.get().used_at == first
        older(Token.objects.all(), tokens.USE_INTERVAL + MOMENT, "used_at")
        tokens.record_use(Token.objects.get())
        assert Token.objects.filter(used_at__gt=timezone.now() - MOMENT).exists()


END: dict[str, Callable[[User, Moderator], object]] = {
    "the person ends it": lambda ana, mona: tokens.delete_token(ana, ana.tokens.get().pk),
    "a new password": lambda ana, mona: password_changed.send(User, request=None, user=ana),
    "a forgotten password": lambda ana, mona: password_reset.send(User, request=None, user=ana),
    "sessions ended by a moderator": lambda ana, mona: end_sessions(mona, ana, WHY),
    "suspended": lambda ana, mona: suspend_person(mona, ana, timezone.now() + timedelta(days=1), WHY),
    "closed": lambda ana, mona: close_account(mona, ana, WHY),
    "left": lambda ana, mona: deletion.delete_account(ana),
}


class TestEnding:
    @pytest.mark.parametrize("how", END)
    def test_afterwards_it_opens_nothing_and_what_it_opened_closes(
        self, how: str, ana: User, bram: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        token, secret = tokens.create_token(ana, "One", "play")
        others = tokens.create_token(bram, "Another", "play")[1]
        closed: list[str] = []
        monkeypatch.setattr(broadcast, "close_sockets", lambda tag, code="": closed.append(tag))
        END[how](ana, mona)
        assert known.get_token(secret) is None
        assert known.get_token(others) is not None
        whole = {f"person:{ana.pk}", known_tag(token)}
        assert whole & set(closed)

    def test_nobody_ends_somebody_elses(self, ana: User, bram: User) -> None:
        token, secret = tokens.create_token(ana, "One", "play")
        tokens.delete_token(bram, token.pk)
        assert known.get_token(secret) == token

    def test_what_nothing_used_for_a_year_goes(self, ana: User) -> None:
        for name in ("unused", "used long ago", "used lately", "made lately"):
            tokens.create_token(ana, name, "read")
        older(Token.objects.exclude(name="made lately"), retention_periods.TOKEN + MOMENT, "made_at")
        older(Token.objects.filter(name="used long ago"), retention_periods.TOKEN + MOMENT, "used_at")
        older(Token.objects.filter(name="used lately"), retention_periods.TOKEN - MOMENT, "used_at")
        assert done("tokens") == {"tokens": 2}
        assert set(Token.objects.values_list("name", flat=True)) == {"used lately", "made lately"}


def known_tag(token: Token) -> str:
    return build_session_tag(known.get_session_key(token))


def test_its_person_takes_names_and_times_along_and_nothing_that_opens(ana: User) -> None:
    _, secret = tokens.create_token(ana, "Random cards", "play")
    (told,) = export_person([ana], [])["tokens"]
    assert (told["name"], told["scope"], told["used_at"]) == ("Random cards", "play", None)
    written = json.dumps(export_person([ana], []), default=str)
    assert known.hash_secret(secret) not in written
    assert secret not in written


def test_nothing_of_it_is_left_of_who_left(ana: User) -> None:
    tokens.create_token(ana, "Random cards", "play")
    deletion.delete_account(ana)
    assert erasure.erase(User.objects.get(pk=ana.pk))
    assert not Token.objects.exists()
