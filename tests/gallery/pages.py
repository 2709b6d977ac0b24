"""Scenes of the ordinary pages: the lobby, reading, accounts, invitations, reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter

from playwright.sync_api import Page, expect

from games.engine.puzzles.puzzle import MIN_TRICKS, SOLVER
from games.rules.errors import Refusal
from games.services.puzzles import selection
from games.services.puzzles.attempt import play_attempt
from tests.browser.programs import PASSWORD
from tests.gallery.errors import fetched
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Answer, Scene, fixed

PLAYED_OUT = 20_000
LOOK_ON = """new MutationObserver(() => document.querySelector("#go-on")?.click())
    .observe(document.querySelector("#online"), {childList: true, subtree: true})"""
"""Goes on from each finished trick."""


ana, bram, dora = attrgetter("ana"), attrgetter("bram"), attrgetter("dora")


def prepared(path: str, *names: str) -> Callable[[SampleSite], str]:
    """The path of a page that shows these parts of the sample site."""

    def prepare(sample: SampleSite) -> str:
        for name in names:
            getattr(sample, name)
        return path

    return prepare


LOBBY = prepared("/", "players_here", "over", "phase_one", "timed")


def proven(page: Page) -> None:
    """Enter the password where it is asked for once more."""
    if page.locator("input[type=password]").count():
        page.locator("input[type=password]").fill(PASSWORD)
        sent(page, "main form button[type=submit], main form button:not([type])")


def mistaken(page: Page) -> None:
    """Send a form with a mistake in each field."""
    page.locator("main form").first.evaluate("form => { form.noValidate = true; }")
    sent(page, "main form button[type=submit]")
    expect(page.locator("main [aria-invalid=true]").first).to_be_visible()


def without_mail(path: str) -> Callable[[SampleSite, str], Answer]:
    """A page of the site that has no mail server."""
    return lambda sample, language: fetched(sample.hurt, language, "GET", path)


def sent(page: Page, button: str) -> None:
    """Send a form and wait for the whole page that answers it."""
    with page.expect_navigation():
        page.locator(button).first.click()


@cache
def slip() -> tuple[int, str]:
    """A puzzle and a wrong card with a short line after it."""
    shortest = [
        number for number in selection.list_other_numbers() if selection.get_puzzle(number).tricks == MIN_TRICKS
    ]
    tries = [(number, str(card)) for number in shortest[:12] for card in selection.get_puzzle(number).hands[SOLVER]]
    return min(filter(lambda slip: length(*slip), tries), key=lambda slip: length(*slip))


@cache
def length(number: int, card: str) -> int:
    """The number of cards that refute a wrong card; 0 for a right or an illegal card."""
    try:
        found = play_attempt(selection.get_puzzle(number), [card], ("", ""))
    except Refusal:
        return 0
    return len(found.matches) if found.slip else 0


def appeal(sample: SampleSite) -> str:
    """The form of an appeal against the pause of a game."""
    assert sample.judged
    return f"/appeal/{sample.number('act', 'what', 'freeze')}/"


def puzzle(sample: SampleSite) -> str:
    return f"/puzzle/{slip()[0]}/"


def given_away(page: Page) -> None:
    """Play a wrong card and wait until it is refuted."""
    page.evaluate(LOOK_ON)
    page.locator(f".hand .card[data-card={slip()[1]}]").last.dispatch_event("click")
    expect(page.locator(".coach-end h3")).to_be_visible(timeout=PLAYED_OUT)


PAGES = [
    Scene("lobby-first", LOBBY),
    Scene("lobby", LOBBY, ana),
    Scene("new-game", prepared("/new/", "players_here")),
    Scene("new-game-account", fixed("/new/"), ana),
    Scene("watch", prepared("/watch/", "players_here"), ready="[data-drawn]", live=True),
    Scene("guest", fixed("/guest/")),
    Scene("guest-mistake", fixed("/guest/"), look=mistaken),
    Scene("learn", fixed("/learn/")),
    Scene("lesson", fixed("/learn/following/"), ready="#online .cloth", live=True),
    Scene("puzzle", fixed("/puzzle/"), ready="#online .hand .card", live=True),
    Scene("puzzle-failed", puzzle, ready="#online .hand .card", look=given_away, live=True),
    Scene("letters-off", lambda sample: sample.letters_off),
    Scene("preferences", fixed("/preferences/"), ana),
    Scene("tokens", fixed("/account/tokens/"), dora),
    Scene("my-games", fixed("/@/"), lambda sample: sample.known),
    Scene("profile", lambda sample: f"/@/{sample.known.name}/?sort=people"),
    Scene("rating", lambda sample: f"/@/{sample.rated.name}/"),
    Scene("leaderboard", fixed("/leaderboard/")),
    Scene("series", lambda sample: sample.get_score(sample.ana, f"/m/{sample.series.code}/")["url"], ana),
    Scene(
        "series-table", lambda sample: sample.get_score(sample.table_series, f"/t/{sample.table_series.code}/")["url"]
    ),
    Scene("deals", prepared("/deals/", "deal"), dora),
    Scene("deal", lambda sample: sample.deal),
    Scene("deal-own", lambda sample: sample.deal, dora),
    Scene("deal-cards", lambda sample: sample.organized_deal, dora),
    Scene("deal-results", lambda sample: sample.played_deal[0], ana),
    Scene("friends", prepared("/friends/", "friend"), dora),
    Scene("challenge", lambda sample: f"/@/{sample.friend.name}/challenge/", dora),
    Scene("challenged", lambda sample: f"/@/{sample.friend.name}/", dora),
    Scene("rules", fixed("/rules/")),
    Scene("rulings", fixed("/rules/rulings/")),
    Scene("engine", fixed("/about/engine/")),
    Scene("verify", fixed("/verify/")),
    Scene("verify-game", lambda sample: f"/verify/?game={sample.over.code}", ana),
    Scene("privacy", fixed("/privacy/")),
    Scene("offline", fixed("/offline/")),
    Scene("login", fixed("/account/login/")),
    Scene("login-mistake", fixed("/account/login/"), look=mistaken),
    Scene("signup", fixed("/account/signup/")),
    Scene("signup-mistake", fixed("/account/signup/"), look=mistaken),
    Scene("signup-without-mail", fixed("/seen/signup/"), answer=without_mail("/account/signup/")),
    Scene("password-reset", fixed("/account/password/reset/")),
    Scene("password-reset-without-mail", fixed("/seen/reset/"), answer=without_mail("/account/password/reset/")),
    Scene("password-change", fixed("/account/password/change/"), dora),
    Scene("email", fixed("/account/email/"), dora),
    Scene("security", fixed("/account/2fa/"), dora),
    Scene("security-app", fixed("/account/2fa/totp/activate/"), dora, look=proven),
    Scene("security-keys", fixed("/account/2fa/webauthn/"), dora),
    Scene("logout", fixed("/account/logout/"), dora),
    Scene("inactive", fixed("/account/inactive/")),
    Scene("my-data", fixed("/account/data/"), ana),
    Scene("erase", fixed("/account/erase/"), ana),
    Scene("reports", prepared("/reports/", "judged"), bram),
    Scene("report", lambda sample: f"/m/{sample.judged.code}/report/", ana),
    Scene("appeal", appeal, lambda sample: sample.judged.ana),
    Scene("waiting", lambda sample: f"/m/{sample.open_invitation}/", ana),
    Scene("looking", lambda sample: f"/m/{sample.looking}/", dora),
    Scene("invitation", lambda sample: sample.private_invitation),
    Scene("table-new", fixed("/t/new/")),
    Scene("join", fixed("/j/")),
]
