"""The addresses of the pages."""

from django.urls import path, register_converter

from games.models import CODE_LENGTH
from games.pages import guests, invitation, lobby, rules, table


class CodeConverter:
    """A game code in any case; views get it in capitals."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("lobby/", lobby.fragment, name="lobby_fragment"),
    path("new/", lobby.new, name="new"),
    path("guest/", guests.guest, name="guest"),
    path("rules/", rules.rules, name="rules"),
    path("m/<code:code>/", table.game, name="game"),
    path("m/<code:code>/join/", invitation.join, name="join"),
    path("m/<code:code>/call-off/", invitation.call_off, name="call_off"),
    path("m/<code:code>/resign/", table.resign, name="resign"),
    path("m/<code:code>/claim/", table.claim, name="claim"),
    path("m/<code:code>/rematch/", table.rematch, name="rematch"),
    path("m/<code:code>/record/", table.record, name="record"),
    path("i/<code:code>/<str:token>/", invitation.private, name="invitation"),
]
