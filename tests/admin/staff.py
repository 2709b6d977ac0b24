"""A moderator as a client of a real site: appointed by the command, logged in by the form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.client import Person
from tests.site_process import Site, manage

PASSWORD = "three-quiet-goblins"


class Staff(Person):
    """A person with an account of the staff."""

    def __init__(self, site: Site, name: str, *options: str) -> None:
        self.url, self.name = site.url, name
        self.cookies: dict[str, str] = {}
        appoint(site, name, *options)
        self.get("/account/login/")
        body = urlencode({"login": name, "password": PASSWORD})
        status, text = self._request("POST", "/account/login/", body)
        assert status == 200, text
        assert "sessionid" in self.cookies

    def form(self, path: str, **fields: Any) -> int:
        """Post a form of the admin and return the status."""
        return self._request("POST", path, urlencode(fields))[0]


def appoint(site: Site, name: str, *options: str) -> None:
    manage("moderator", name, *options, text=f"{PASSWORD}\n", VAR_DIR=str(site.folder / "var")).check_returncode()
