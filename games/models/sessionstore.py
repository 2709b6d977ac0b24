"""Sessions in the database that know whose they are, so that all of a person's can be ended at once."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from games.models.notices import PushSubscription


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

    told_before: list[PushSubscription]

    @classmethod
    def get_model_class(cls) -> type[LoginSession]:
        return LoginSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        found = str(data.get(SESSION_KEY, ""))
        row.user_id = int(found) if found.isdecimal() else None
        return row

    def cycle_key(self) -> None:
        """Another key for the same browser, which goes on to be told by its push service."""
        told = self._told_browser()
        super().cycle_key()
        self.tell(told)

    def flush(self) -> None:
        """End it. ``told_before`` is who was told in this browser, should the same person log in with it at once."""
        self.told_before = self._told_browser()
        super().flush()

    def tell(self, told: list[PushSubscription]) -> None:
        """Have this browser told by its push service as it was before its key was another one."""
        for one in told:
            one.pk, one.session_id = None, str(self.session_key)
        PushSubscription.objects.bulk_create(told)

    def _told_browser(self) -> list[PushSubscription]:
        return list(PushSubscription.objects.filter(session_id=self.session_key)) if self.session_key else []
