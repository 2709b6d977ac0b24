"""The addresses of the pages."""

from django.urls import path

from games import codes  # noqa: F401 - registers the converter of codes
from games.pages import guests, invitation, joining, lobby, rules, table, table_acts, tables

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
    path("t/new/", tables.new, name="table_new"),
    path("t/<code:code>/", tables.table, name="table"),
    path("t/<code:code>/record/", tables.record, name="table_record"),
    path("t/<code:code>/lock/", table_acts.lock, name="table_lock"),
    path("t/<code:code>/renew/", table_acts.renew, name="table_renew"),
    path("t/<code:code>/remove/", table_acts.remove, name="table_remove"),
    path("t/<code:code>/place/", table_acts.place, name="table_place"),
    path("t/<code:code>/seat-code/", table_acts.seat_code, name="table_seat_code"),
    path("t/<code:code>/let-in/", table_acts.let_in, name="table_let_in"),
    path("t/<code:code>/ask/", table_acts.ask, name="table_ask"),
    path("t/<code:code>/asked/", table_acts.asked, name="table_asked"),
    path("t/<code:code>/invite/", table_acts.invite, name="table_invite"),
    path("j", joining.join_table, name="join_table"),
    path("j/", joining.join_table),
    path("j/look/", joining.look, name="join_look"),
    path("j/take/", joining.take, name="join_take"),
]
