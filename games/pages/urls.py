"""The addresses of the pages."""

from django.urls import path

from games import codes  # noqa: F401 - registers the converter of codes
from games.pages import app, components, engine, privacy, review, rules
from games.pages.learn import lessons
from games.pages.online import against, deals, game, invitation, lobby, signals
from games.pages.people import guests, preferences, rights
from games.pages.puzzle import puzzles
from games.pages.replay import line, play_on, replay
from games.pages.table import acts, joining, result, tables

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("lobby/", lobby.fragment, name="lobby_fragment"),
    path("signals/", signals.signals, name="signals"),
    path("new/", lobby.new, name="new"),
    path("play/", against.play, name="play"),
    path("guest/", guests.guest, name="guest"),
    path("rules/", rules.rules, name="rules"),
    path("rules/rulings/", rules.rulings, name="rulings"),
    path("learn/", lessons.overview, name="learn"),
    path("learn/<slug:lesson>/", lessons.page, name="lesson"),
    path("learn/<slug:lesson>/at/", lessons.at, name="lesson_at"),
    path("puzzle/", puzzles.daily, name="daily_puzzle"),
    path("puzzle/next/", puzzles.following, name="next_puzzle"),
    path("puzzle/<int:number>/", puzzles.page, name="puzzle"),
    path("puzzle/<int:number>/at/", puzzles.at, name="puzzle_at"),
    path("ticket/", deals.ticket, name="ticket"),
    path("verify/", deals.verify, name="verify"),
    path("components/", components.components, name="components"),
    path("about/engine/", engine.engine, name="engine"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("preferences/", preferences.page, name="preferences"),
    path("i18n/setlang/", preferences.language, name="set_language"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("account/data/", rights.mine, name="my_data"),
    path("account/data/file/", rights.download, name="my_data_file"),
    path("account/erase/", rights.erase, name="erase"),
    path("m/<code:code>/", game.game, name="game"),
    path("m/<code:code>/join/", invitation.join, name="join"),
    path("m/<code:code>/opponent/", against.offer, name="opponent"),
    path("m/<code:code>/call-off/", invitation.call_off, name="call_off"),
    path("m/<code:code>/resign/", game.resign, name="resign"),
    path("m/<code:code>/claim/", game.claim, name="claim"),
    path("m/<code:code>/rematch/", game.rematch, name="rematch"),
    path("m/<code:code>/record/", game.record, name="record"),
    path("m/<code:code>/replay/", replay.match, name="replay"),
    path("m/<code:code>/replay/steps/", replay.match_steps, name="replay_steps"),
    path("m/<code:code>/replay/line/", line.match, name="replay_line"),
    path("m/<code:code>/replay/play-on/", play_on.play_on, name="play_on"),
    path("m/<code:code>/review/", review.match, name="review"),
    path("i/<code:code>/<str:token>/", invitation.private, name="invitation"),
    path("t/new/", tables.new, name="table_new"),
    path("t/<code:code>/", tables.table, name="table"),
    path("t/<code:code>/record/", tables.record, name="table_record"),
    path("t/<code:code>/replay/", replay.table, name="table_replay"),
    path("t/<code:code>/replay/steps/", replay.table_steps, name="table_replay_steps"),
    path("t/<code:code>/replay/line/", line.table, name="table_replay_line"),
    path("t/<code:code>/review/", review.table, name="table_review"),
    path("t/<code:code>/picture/", result.picture, name="table_picture"),
    path("t/<code:code>/lock/", acts.lock, name="table_lock"),
    path("t/<code:code>/renew/", acts.renew, name="table_renew"),
    path("t/<code:code>/remove/", acts.remove, name="table_remove"),
    path("t/<code:code>/place/", acts.place, name="table_place"),
    path("t/<code:code>/seat-code/", acts.seat_code, name="table_seat_code"),
    path("t/<code:code>/let-in/", acts.let_in, name="table_let_in"),
    path("t/<code:code>/ask/", acts.ask, name="table_ask"),
    path("t/<code:code>/asked/", acts.asked, name="table_asked"),
    path("t/<code:code>/invite/", acts.invite, name="table_invite"),
    path("j", joining.join_table, name="join_table"),
    path("j/", joining.join_table),
    path("j/look/", joining.look, name="join_look"),
    path("j/take/", joining.take, name="join_take"),
]
