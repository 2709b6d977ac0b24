"""Configuration of the Django application, which connects the receivers of signals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Configuration of the only application of the project."""

    name = "games"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        """Connect all receivers of signals."""
        from games.eventlog.signals import committed
        from games.messaging import broadcast
        from games.realtime import authentication
        from games.services.accounts import preferences, seat_names, suspensions, tokens
        from games.services.companion import seat_accounts
        from games.services.notifications import push_subscriptions
        from games.services.puzzles import progress
        from games.services.ratings import ratings, results
        from games.services.tournaments import entrants
        from games.services.tournaments import results as board_results
        from games.views.accounts import middleware

        authentication.connect_signals()
        middleware.connect_logout_signal()
        middleware.connect_authenticator_signal()
        seat_accounts.connect_signals()
        preferences.connect_signals()
        seat_names.connect_signals()
        suspensions.connect_signals()
        tokens.connect_signals()
        progress.connect_signals()
        push_subscriptions.connect_signals()
        committed.connect(broadcast.publish, dispatch_uid="broadcast")
        results.connect_signals()
        ratings.connect_signals()
        board_results.connect_signals()
        entrants.connect_signals()
