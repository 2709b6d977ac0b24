"""The ordinary pages: the lobby, reading, accounts, invitations, reports."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.client import Person
from tests.gallery.scene import Scene, fixed
from tests.gallery.town import PASSWORD, Town


def ana(town: Town) -> Person:
    return town.ana


def bram(town: Town) -> Person:
    return town.bram


def dora(town: Town) -> Person:
    return town.dora


def busy_lobby(town: Town) -> str:
    """A lobby in which there is something of everything."""
    assert town.open_invitation
    assert town.over
    assert town.phase_one
    return "/"


def reported(town: Town) -> str:
    """The reports of somebody who sent one."""
    assert town.judged
    return "/reports/"


def proven(page: Page) -> None:
    """Give the password that is asked for once more."""
    if page.locator("input[type=password]").count():
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator("main form button[type=submit], main form button:not([type])").first.click()


def mistaken(page: Page) -> None:
    """Send a form with a mistake in each field."""
    page.locator("main form").first.evaluate("form => { form.noValidate = true; }")
    page.locator("main form button[type=submit]").first.click()


PAGES = [
    Scene("lobby-first", busy_lobby),
    Scene("lobby", busy_lobby, ana),
    Scene("guest", fixed("/guest/")),
    Scene("guest-mistake", fixed("/guest/"), look=mistaken),
    Scene("learn", fixed("/learn/")),
    Scene("lesson", fixed("/learn/following/"), ready="#online .cloth", live=True),
    Scene("preferences", fixed("/preferences/"), ana),
    Scene("rules", fixed("/rules/")),
    Scene("rulings", fixed("/rules/rulings/")),
    Scene("engine", fixed("/about/engine/")),
    Scene("verify", fixed("/verify/")),
    Scene("verify-game", lambda town: f"/verify/?game={town.over.code}", ana),
    Scene("privacy", fixed("/privacy/")),
    Scene("offline", fixed("/offline/")),
    Scene("login", fixed("/account/login/")),
    Scene("login-mistake", fixed("/account/login/"), look=mistaken),
    Scene("signup", fixed("/account/signup/")),
    Scene("signup-mistake", fixed("/account/signup/"), look=mistaken),
    Scene("password-reset", fixed("/account/password/reset/")),
    Scene("password-change", fixed("/account/password/change/"), dora),
    Scene("email", fixed("/account/email/"), dora),
    Scene("security", fixed("/account/2fa/"), dora),
    Scene("security-app", fixed("/account/2fa/totp/activate/"), dora, look=proven),
    Scene("security-keys", fixed("/account/2fa/webauthn/"), dora),
    Scene("logout", fixed("/account/logout/"), dora),
    Scene("inactive", fixed("/account/inactive/")),
    Scene("my-data", fixed("/account/data/"), ana),
    Scene("erase", fixed("/account/erase/"), ana),
    Scene("reports", reported, bram),
    Scene("report", lambda town: f"/m/{town.judged.code}/report/", ana),
    Scene("appeal", lambda town: f"/appeal/{town.number('act', 'what', 'freeze')}/", lambda town: town.judged.ana),
    Scene("waiting", lambda town: f"/m/{town.open_invitation}/", ana),
    Scene("invitation", lambda town: town.private_invitation),
    Scene("table-new", fixed("/t/new/")),
    Scene("join", fixed("/j/")),
]
