from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.live import sessions
        from games.pages.people import staff
        from games.services.people import holding, signing_in
        from games.store import broadcast, listeners

        sessions.connect()
        staff.connect()
        signing_in.connect()
        holding.connect()
        listeners.listen(broadcast.deliver)
