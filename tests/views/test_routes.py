"""The addresses of the site's pages and their names: old links keep working."""

from __future__ import annotations

from games.views import urls as pages
from tests.approval import approved


def test_addresses_are_as_approved() -> None:
    approved("routes", "\n".join(f"/{one.pattern}  {one.name}" for one in pages.urlpatterns))
