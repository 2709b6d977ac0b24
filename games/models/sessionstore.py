"""Sessions in the database that know whose they are, so that all of a person's can be ended at once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import constant_time_compare

from games.models.notifications import PushSubscription


class LoginSession(AbstractBaseSession):
    """A session; ``user_id`` is null for visitors. No foreign key: sessions are cleared in bulk."""

    user_id = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        """Return the store that reads these rows."""
        return SessionStore


class SessionStore(DatabaseStore):
    """Django's store, with the person beside the data."""

    previous_subscriptions: list[PushSubscription]

    def __init__(self, session_key: str | None = None) -> None:
        """Take a key with a NUL, which a cookie can have and PostgreSQL cannot look for, for none."""
        super().__init__(None if session_key is not None and "\0" in session_key else session_key)

    @classmethod
    def get_model_class(cls) -> type[LoginSession]:
        """Return the model of the rows."""
        return LoginSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row of a session, with the person whose session it is."""
        row: Any = super().create_model_instance(data)
        found = str(data.get(SESSION_KEY, ""))
        row.user_id = int(found) if found.isdecimal() else None
        return row

    def cycle_key(self) -> None:
        """Change the key of the session; the browser keeps its push subscriptions.

        It keeps the one that it has where only SECRET_KEY is another: sockets that are open came in with it.
        """
        if self._has_fallback_key():
            return
        subscriptions = self._list_subscriptions()
        super().cycle_key()
        self.restore_subscriptions(subscriptions)

    def flush(self) -> None:
        """End the session, and keep its subscriptions, should the same person log in with this browser at once."""
        self.previous_subscriptions = self._list_subscriptions()
        super().flush()

    def restore_subscriptions(self, subscriptions: list[PushSubscription]) -> None:
        """Store the push subscriptions of this browser under the session's new key."""
        for subscription in subscriptions:
            subscription.pk, subscription.session_id = None, str(self.session_key)
        PushSubscription.objects.bulk_create(subscriptions)

    def _has_fallback_key(self) -> bool:
        """Whether the session is of its person, by a key that SECRET_KEY replaced."""
        known = self.get(HASH_SESSION_KEY) if settings.SECRET_KEY_FALLBACKS else None
        person = get_user_model().objects.filter(pk=self[SESSION_KEY]).first() if known else None
        if person is None or not known:
            return False
        return any(constant_time_compare(known, one) for one in person.get_session_auth_fallback_hash())

    def _list_subscriptions(self) -> list[PushSubscription]:
        return list(PushSubscription.objects.filter(session_id=self.session_key)) if self.session_key else []
