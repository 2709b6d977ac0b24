"""Personal tokens: what is kept of one, who may have how many, and everything that ends one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.signals import password_changed, password_reset
from django.core.serializers import serialize
from django.utils import timezone

from games import kept
from games.models import Token, User
from games.people import tokens as known
from games.services import moderation
from games.services.moderation import Judge
from games.services.people import erasing, leaving, tokens
from games.services.people.export import kept_about
from games.store import broadcast
from games.store.tags import session_tag
from tests.people import guest
from tests.services.plays import refusal_code
from tests.services.tidied import MOMENT, WHY, done, older

pytestmark = pytest.mark.django_db(transaction=True)


class TestMaking:
    def test_of_a_secret_its_digest_alone_is_kept(self, ana: User) -> None:
        token, secret = tokens.make(ana, "Random cards", "play")
        row = serialize("json", [Token.objects.get()])
        assert known.digest(secret) in row
        assert secret.removeprefix(known.PREFIX) not in row
        assert known.known(secret) == token
        assert len(secret) > 40

    def test_no_two_are_alike_and_no_other_text_is_one(self, ana: User) -> None:
        secrets = [tokens.make(ana, "One", "read")[1] for _ in range(2)]
        assert len(set(secrets)) == 2
        digests = list(Token.objects.values_list("digest", flat=True))
        assert [known.known(text) for text in (secrets[0][:-1], secrets[0] + "x", "", "claim_", *digests)] == [None] * 6

    @pytest.mark.parametrize(("name", "scope"), [("", "read"), (" \u200b ", "play"), ("One", ""), ("One", "write")])
    def test_it_has_a_name_and_one_of_two_scopes(self, name: str, scope: str, ana: User) -> None:
        assert refusal_code(tokens.make, ana, name, scope) in ("token_unnamed", "no_such_scope")
        assert tokens.make(ana, "W" * 90, "read")[0].name == "W" * tokens.LONGEST

    def test_guests_have_none(self) -> None:
        assert refusal_code(tokens.make, guest("Gus"), "One", "read") == "account_for_tokens"

    def test_a_person_has_so_many_at_most(self, ana: User, bram: User) -> None:
        made = [tokens.make(ana, "One", "read")[0] for _ in range(tokens.MOST)]
        assert refusal_code(tokens.make, ana, "One more", "read") == "too_many_tokens"
        tokens.make(bram, "One", "read")
        tokens.end(ana, made[0].pk)
        tokens.make(ana, "One more", "read")


class TestUse:
    def test_it_is_written_once_an_hour_at_most(self, ana: User) -> None:
        token, secret = tokens.make(ana, "One", "read")
        tokens.note_use(token)
        first = Token.objects.get().used_at
        assert first is not None
        again = known.known(secret)
        assert again is not None
        tokens.note_use(again)
        assert Token.objects.get().used_at == first
        older(Token.objects.all(), tokens.NOTED + MOMENT, "used_at")
        tokens.note_use(Token.objects.get())
        assert Token.objects.filter(used_at__gt=timezone.now() - MOMENT).exists()


END: dict[str, Callable[[User, Judge], object]] = {
    "the person ends it": lambda ana, mona: tokens.end(ana, ana.tokens.get().pk),
    "a new password": lambda ana, mona: password_changed.send(User, request=None, user=ana),
    "a forgotten password": lambda ana, mona: password_reset.send(User, request=None, user=ana),
    "sessions ended by a moderator": lambda ana, mona: moderation.end_sessions(mona, ana, WHY),
    "suspended": lambda ana, mona: moderation.suspend(mona, ana, timezone.now() + timedelta(days=1), WHY),
    "closed": lambda ana, mona: moderation.close(mona, ana, WHY),
    "left": lambda ana, mona: leaving.leave(ana),
}


class TestEnding:
    @pytest.mark.parametrize("how", END)
    def test_afterwards_it_opens_nothing_and_what_it_opened_closes(
        self, how: str, ana: User, bram: User, mona: Judge, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        token, secret = tokens.make(ana, "One", "play")
        others = tokens.make(bram, "Another", "play")[1]
        closed: list[str] = []
        monkeypatch.setattr(broadcast, "end", lambda tag, code="": closed.append(tag))
        END[how](ana, mona)
        assert known.known(secret) is None
        assert known.known(others) is not None
        whole = {f"person:{ana.pk}", known_tag(token)}
        assert whole & set(closed)

    def test_nobody_ends_somebody_elses(self, ana: User, bram: User) -> None:
        token, secret = tokens.make(ana, "One", "play")
        tokens.end(bram, token.pk)
        assert known.known(secret) == token

    def test_what_nothing_used_for_a_year_goes(self, ana: User) -> None:
        for name in ("unused", "used long ago", "used lately", "made lately"):
            tokens.make(ana, name, "read")
        older(Token.objects.exclude(name="made lately"), kept.TOKEN + MOMENT, "made_at")
        older(Token.objects.filter(name="used long ago"), kept.TOKEN + MOMENT, "used_at")
        older(Token.objects.filter(name="used lately"), kept.TOKEN - MOMENT, "used_at")
        assert done("tokens") == {"tokens": 2}
        assert set(Token.objects.values_list("name", flat=True)) == {"used lately", "made lately"}


def known_tag(token: Token) -> str:
    return session_tag(known.key_of(token))


def test_its_person_takes_names_and_times_along_and_nothing_that_opens(ana: User) -> None:
    _, secret = tokens.make(ana, "Random cards", "play")
    (told,) = kept_about([ana], [])["tokens"]
    assert (told["name"], told["scope"], told["used_at"]) == ("Random cards", "play", None)
    written = json.dumps(kept_about([ana], []), default=str)
    assert known.digest(secret) not in written
    assert secret not in written


def test_nothing_of_it_is_left_of_who_left(ana: User) -> None:
    tokens.make(ana, "Random cards", "play")
    leaving.leave(ana)
    assert erasing.erase(User.objects.get(pk=ana.pk))
    assert not Token.objects.exists()
