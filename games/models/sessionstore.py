"""Database sessions that store their user, so that all sessions of a person can be ended at once."""

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
    """A session. ``user_id`` is None for visitors, and no foreign key, because sessions are cleared in bulk."""

    user_id = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        """Return the store that reads these rows."""
        return SessionStore


class SessionStore(DatabaseStore):
    """Django's database store of sessions, with the user in a column."""

    previous_subscriptions: list[PushSubscription]

    def __init__(self, session_key: str | None = None) -> None:
        """Ignore a key with a NUL: a cookie can contain one, but PostgreSQL cannot look it up."""
        super().__init__(None if session_key is not None and "\0" in session_key else session_key)

    @classmethod
    def get_model_class(cls) -> type[LoginSession]:
        """Return the model of the rows."""
        return LoginSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row of a session, with its user."""
        row: Any = super().create_model_instance(data)
        user_id = str(data.get(SESSION_KEY, ""))
        row.user_id = int(user_id) if user_id.isdecimal() else None
        return row

    def cycle_key(self) -> None:
        """Change the key of the session, and move its push subscriptions to the new key.

        The key stays if Django changes it only because SECRET_KEY was replaced: open sockets depend on it.
        """
        if self._has_fallback_key():
            return
        subscriptions = self._list_subscriptions()
        super().cycle_key()
        self.restore_subscriptions(subscriptions)

    def flush(self) -> None:
        """End the session, and remember its push subscriptions in case the same person logs in at once."""
        self.previous_subscriptions = self._list_subscriptions()
        super().flush()

    def restore_subscriptions(self, subscriptions: list[PushSubscription]) -> None:
        """Store push subscriptions under the current key of the session."""
        for subscription in subscriptions:
            subscription.pk, subscription.session_id = None, str(self.session_key)
        PushSubscription.objects.bulk_create(subscriptions)

    def _has_fallback_key(self) -> bool:
        """Return whether the session was authenticated with a key that SECRET_KEY has replaced."""
        session_hash = self.get(HASH_SESSION_KEY) if settings.SECRET_KEY_FALLBACKS else None
        user = get_user_model().objects.filter(pk=self[SESSION_KEY]).first() if session_hash else None
        if user is None or not session_hash:
            return False
        return any(constant_time_compare(session_hash, fallback) for fallback in user.get_session_auth_fallback_hash())

    def _list_subscriptions(self) -> list[PushSubscription]:
        return list(PushSubscription.objects.filter(session_id=self.session_key)) if self.session_key else []
