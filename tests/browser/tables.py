"""How browsers come to a table."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage
from tests.browser.visitor import PHONE, Visitor
from tests.server import Site

AS_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def phone(arrive: Arrive, site: Site, **options: object) -> tuple[Visitor, Page]:
    visitor = arrive(url=site.url, **AS_A_PHONE, **options)
    return visitor, visitor.page()


def opened(page: Page, device: str, depth: str = "every") -> None:
    """Open a table for Ana and Bram."""
    page.goto("/t/new/")
    page.get_by_role("textbox", name="First player").fill("Ana")
    page.get_by_role("textbox", name="Second player").fill("Bram")
    page.locator(f"[name=device][value='{device}']").check()
    page.locator(f"[name=depth][value={depth}]").check()
    page.get_by_role("button", name="Open the table").click()


def joined(page: Page, link: str, name: str) -> PadPage:
    """Follow a scanned link, see who invites, and take the seat with one tap."""
    page.goto(link)
    page.get_by_text("invites you").wait_for()
    assert "#" not in page.url
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name=f"Join as {name}").click()
    return PadPage(page).ready()
