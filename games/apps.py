from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.live import sessions
        from games.pages.people import session_cookie, staff
        from games.services.notices import browsers
        from games.services.people import holding, preferring, signing_in, tokens
        from games.services.puzzles import keeping
        from games.services.ratings import keeping as ratings
        from games.services.results import keeping as results
        from games.store import broadcast, listeners

        sessions.connect()
        session_cookie.connect()
        staff.connect()
        signing_in.connect()
        preferring.connect()
        holding.connect()
        tokens.connect()
        keeping.connect()
        browsers.connect()
        listeners.listen(broadcast.deliver)
        listeners.follow(broadcast.follow)
        results.connect()
        ratings.connect()
