"""Personal tokens: creation, stored digest, limits, and everything that ends them."""

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


class TestCreation:
    def test_only_the_digest_of_a_secret_is_stored(self, ana: User) -> None:
        token, secret = tokens.create_token(ana, "Random cards", "play")
        row = serialize("json", [Token.objects.get()])
        assert known.hash_secret(secret) in row
        assert secret.removeprefix(known.PREFIX) not in row
        assert known.get_token(secret) == token
        assert len(secret) > 40

    @pytest.mark.parametrize(
        ("name", "scope", "code"),
        [
            ("", "read", "token_unnamed"),
            (" \u200b ", "play", "token_unnamed"),
            ("One", "", "no_such_scope"),
            ("One", "write", "no_such_scope"),
        ],
    )
    def test_a_token_has_a_name_and_a_known_scope(self, name: str, scope: str, code: str, ana: User) -> None:
        assert refusal_code(tokens.create_token, ana, name, scope) == code
        assert tokens.create_token(ana, "W" * 90, "read")[0].name == "W" * tokens.MAX_NAME_LENGTH

    def test_accounts_have_a_limited_number_of_tokens_and_guests_have_none(self, ana: User, bram: User) -> None:
        made = [tokens.create_token(ana, "One", "read")[0] for _ in range(tokens.MAX_TOKENS)]
        assert refusal_code(tokens.create_token, ana, "One more", "read") == "too_many_tokens"
        tokens.create_token(bram, "One", "read")
        tokens.delete_token(ana, made[0].pk)
        tokens.create_token(ana, "One more", "read")
        assert refusal_code(tokens.create_token, guest("Gus"), "One", "read") == "account_for_tokens"


def test_the_time_of_use_is_written_once_an_hour_at_most(ana: User) -> None:
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
    def test_an_ended_token_is_unknown_and_its_sockets_close(
        self, how: str, ana: User, bram: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        token, secret = tokens.create_token(ana, "One", "play")
        others = tokens.create_token(bram, "Another", "play")[1]
        closed: list[str] = []
        monkeypatch.setattr(broadcast, "close_sockets", lambda tag, code="": closed.append(tag))
        tokens.delete_token(bram, token.pk)
        assert known.get_token(secret) == token
        END[how](ana, mona)
        assert known.get_token(secret) is None
        assert known.get_token(others) is not None
        assert {f"person:{ana.pk}", build_session_tag(known.get_session_key(token))} & set(closed)

    def test_tokens_unused_for_a_year_are_deleted(self, ana: User) -> None:
        for name in ("unused", "used long ago", "used lately", "made lately"):
            tokens.create_token(ana, name, "read")
        older(Token.objects.exclude(name="made lately"), retention_periods.TOKEN + MOMENT, "made_at")
        older(Token.objects.filter(name="used long ago"), retention_periods.TOKEN + MOMENT, "used_at")
        older(Token.objects.filter(name="used lately"), retention_periods.TOKEN - MOMENT, "used_at")
        assert done("tokens") == {"tokens": 2}
        assert set(Token.objects.values_list("name", flat=True)) == {"used lately", "made lately"}


def test_the_export_has_no_secret_and_erasure_leaves_no_token(ana: User) -> None:
    _, secret = tokens.create_token(ana, "Random cards", "play")
    export = export_person([ana], [])
    assert [(row["name"], row["scope"], row["used_at"]) for row in export["tokens"]] == [("Random cards", "play", None)]
    written = json.dumps(export, default=str)
    assert known.hash_secret(secret) not in written
    assert secret not in written
    deletion.delete_account(ana)
    assert erasure.erase(User.objects.get(pk=ana.pk))
    assert not Token.objects.exists()
