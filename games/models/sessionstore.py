"""Sessions in the database that know whose they are, so that all of a person's can be ended at once."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class LoginSession(AbstractBaseSession):
    """A session; ``user_id`` is null for visitors. No foreign key: sessions are cleared in bulk."""

    user_id = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore


class SessionStore(DatabaseStore):
    """Django's store, with the person beside the data."""

    @classmethod
    def get_model_class(cls) -> type[LoginSession]:
        return LoginSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        found = str(data.get(SESSION_KEY, ""))
        row.user_id = int(found) if found.isdecimal() else None
        return row
