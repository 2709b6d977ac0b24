"""URL configuration of the pages."""

from django.urls import URLPattern, path

from games import converters  # noqa: F401 - registers the path converter ``code``
from games.state.game_state import Mode
from games.views import about, components, crawlers, notifications, pwa, rules
from games.views.accounts import (
    guests,
    leaderboard,
    personal_data,
    preferences,
    profile,
    profile_picture,
    relations,
    subscriptions,
    tokens,
)
from games.views.companion import deck_setup, devices, join, result_picture, tables
from games.views.deals import new_game as deal_games
from games.views.deals import pages as shared_deals
from games.views.learn import lessons
from games.views.matches import (
    bot_games,
    challenges,
    deals,
    game,
    invitation,
    lobby,
    matchmaking,
    new_game,
)
from games.views.puzzle import puzzles
from games.views.replay import play_on, preview, replay, review
from games.views.reports import appeals, reports
from games.views.series import page as series_page
from games.views.series import scores
from games.views.tournaments import (
    boards,
    display,
    export,
    host,
    host_boards,
    host_entrants,
    host_options,
    host_rounds,
    tournament,
)
from games.views.tournaments import join as tournament_entry
from games.views.tournaments import new as new_tournament
from games.views.tournaments import overview as tournaments
from games.views.transfers import hand, transfer
from games.views.watch import watch


def list_game_paths(prefix: str, mode: Mode, name_prefix: str) -> list[URLPattern]:
    """Return the URL patterns of replay and review, which matches and tables share."""
    views = (
        ("replay/", replay.replay_page, "replay"),
        ("replay/steps/", replay.replay_steps, "replay_steps"),
        ("replay/picture/", preview.replay_preview, "replay_picture"),
        ("replay/line/", replay.replay_variation, "replay_line"),
        ("replay/play-on/", play_on.play_on, "play_on"),
        ("review/", review.game_review, "review"),
    )
    return [path(prefix + route, view, {"mode": mode}, name=name_prefix + name) for route, view, name in views]


def list_board_paths() -> list[URLPattern]:
    """Return the URL patterns of the board of a tournament's round."""
    prefix = "n/<code:code>/<int:round_number>/<int:number>/"
    views = (
        ("report/", boards.report, "board_report"),
        ("confirm/", boards.confirm, "board_confirm"),
        ("reject/", boards.reject, "board_reject"),
        ("mode/", boards.change_mode, "board_mode"),
        ("table/", boards.open_table, "board_table"),
    )
    return [path(prefix + route, view, name=name) for route, view, name in views]


def list_host_paths(prefix: str) -> list[URLPattern]:
    """Return the URL patterns of the pages and the acts of the host of a tournament."""
    board, entrant = "boards/<int:pk>/", "players/<int:number>/"
    views = (
        ("", host.host_page, "tournament_host"),
        ("start/", host_rounds.start_round, "tournament_start"),
        ("pair-again/", host_rounds.pair_round_again, "tournament_pair_again"),
        ("swap/", host_rounds.swap_entrants, "tournament_swap"),
        ("settle/", host_rounds.settle_boards, "tournament_settle"),
        ("finish/", host_rounds.finish, "tournament_finish"),
        ("reopen/", host_rounds.reopen, "tournament_reopen"),
        ("options/", host_options.change_options, "tournament_options"),
        ("undo/<int:pk>/", host_rounds.undo, "tournament_undo"),
        (board, host_boards.board_page, "tournament_host_board"),
        (f"{board}confirm/", host_boards.confirm_result, "tournament_host_confirm"),
        (f"{board}reject/", host_boards.reject_result, "tournament_host_reject"),
        (f"{board}restart/", host_boards.restart_board, "tournament_host_restart"),
        (f"{board}mode/", host_boards.change_mode, "tournament_host_mode"),
        ("players/add/", host_entrants.add_entrant, "tournament_add"),
        (entrant, host_entrants.entrant_page, "tournament_host_entrant"),
        (f"{entrant}remove/", host_entrants.remove_entrant, "tournament_host_remove"),
        (f"{entrant}restore/", host_entrants.restore_entrant, "tournament_host_restore"),
    )
    return [path(prefix + route, view, name=name) for route, view, name in views]


urlpatterns = [
    path("", lobby.lobby_page, name="lobby"),
    path("lobby/", lobby.lobby_lists, name="lobby_fragment"),
    path("watch/", watch.page, name="watch"),
    path("watch/tables/", watch.fragment, name="watch_tables"),
    path("notifications/", notifications.list_notifications, name="notifications"),
    path("new/", new_game.new_game_page, name="new"),
    path("play/", bot_games.start_bot_game, name="play"),
    path("seek/", matchmaking.seek_game, name="seek"),
    path("guest/", guests.guest_page, name="guest"),
    path("rules/", rules.rules, name="rules"),
    path("rules/rulings/", rules.rulings, name="rulings"),
    path("learn/", lessons.overview, name="learn"),
    path("learn/<slug:lesson>/", lessons.page, name="lesson"),
    path("learn/<slug:lesson>/at/", lessons.lesson_state, name="lesson_at"),
    path("puzzle/", puzzles.daily, name="daily_puzzle"),
    path("puzzle/next/", puzzles.next_puzzle, name="next_puzzle"),
    path("puzzle/<int:number>/", puzzles.page, name="puzzle"),
    path("puzzle/<int:number>/at/", puzzles.puzzle_state, name="puzzle_at"),
    path("ticket/", deals.issue_ticket, name="ticket"),
    path("deals/", shared_deals.overview, name="shared_deals"),
    path("deals/<code:code>/", shared_deals.deal_page, name="shared_deal"),
    path("deals/<code:code>/play/", deal_games.play_deal, name="shared_deal_play"),
    path("deals/<code:code>/table/", deal_games.create_table, name="shared_deal_table"),
    path("deals/<code:code>/cards/", shared_deals.deal_cards, name="shared_deal_cards"),
    path("deals/<code:code>/close/", shared_deals.close_deal, name="shared_deal_close"),
    path("tournaments/", tournaments.overview, name="tournaments"),
    path("tournaments/new/", new_tournament.new_tournament, name="tournament_new"),
    path("n/live/<code:code>/", tournament.tournament_live, name="tournament_live"),
    path("n/live/<code:code>/display/", display.display_live, name="tournament_display_live"),
    path("n/live/<code:code>/host/", host.host_live, name="tournament_host_live"),
    path("n/<code:code>/", tournament.tournament_page, name="tournament"),
    path("n/<code:code>/join/", tournament_entry.join, name="tournament_join"),
    path("n/<code:code>/leave/", tournament_entry.leave, name="tournament_leave"),
    path("n/<code:code>/display/", display.display, name="tournament_display"),
    path("n/<code:code>/<int:number>/", tournament.round_page, name="tournament_round"),
    *list_board_paths(),
    path("n/<code:code>/standings/", export.standings_file, name="tournament_standings"),
    path("n/<code:code>/boards/", export.boards_file, name="tournament_boards"),
    path("n/<code:code>/records/", export.records_file, name="tournament_records"),
    *list_host_paths("n/<code:code>/host/"),
    path("verify/", deals.verify_page, name="verify"),
    path("components/", components.components, name="components"),
    path("about/engine/", about.engine, name="engine"),
    path("privacy/", about.privacy, name="privacy"),
    path("preferences/", preferences.page, name="preferences"),
    path("push/", subscriptions.subscribe_push, name="push"),
    path("push/off/", subscriptions.unsubscribe_push, name="push_off"),
    path("letters/off/<str:token>/", subscriptions.unsubscribe_email, name="letters_off"),
    path("i18n/setlang/", preferences.choose_language, name="set_language"),
    path("leaderboard/", leaderboard.page, name="leaderboard"),
    path("@/", profile.own_page, name="my_games"),
    path("@/<str:name>/", profile.page, name="profile"),
    path("@/<str:name>/picture/", profile_picture.profile_picture, name="profile_picture"),
    path("@/<str:name>/tie/", relations.change_relation_by_name, name="tie"),
    path("@/<str:name>/challenge/", challenges.challenge_page, name="challenge"),
    path("friends/", relations.friends_page, name="friends"),
    path("friends/tie/", relations.change_listed_relation, name="tie_listed"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", crawlers.sitemap, name="sitemap"),
    path("favicon.ico", crawlers.favicon, name="favicon"),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("worker.js", pwa.service_worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("account/data/", personal_data.data_page, name="my_data"),
    path("account/data/file/", personal_data.download, name="my_data_file"),
    path("account/erase/", personal_data.erase, name="erase"),
    path("account/tokens/", tokens.page, name="tokens"),
    path("account/tokens/end/", tokens.revoke_token, name="token_end"),
    path("m/<code:code>/", game.game_page, name="game"),
    path("m/<code:code>/join/", invitation.join_game, name="join"),
    path("m/<code:code>/decline/", challenges.decline_challenge, name="decline"),
    path("m/<code:code>/across/", relations.change_relation_with_opponent, name="across"),
    path("m/<code:code>/opponent/", bot_games.seat_bot, name="opponent"),
    path("m/<code:code>/call-off/", invitation.cancel_game, name="call_off"),
    path("m/<code:code>/resign/", game.resign, name="resign"),
    path("m/<code:code>/claim/", game.claim_win, name="claim"),
    path("m/<code:code>/time/", game.decide_timeout, name="time"),
    path("m/<code:code>/rematch/", game.rematch, name="rematch"),
    path("m/<code:code>/ratings/", game.rating_changes, name="game_ratings"),
    path("m/<code:code>/series/", scores.match_series, name="game_series"),
    path("m/<code:code>/record/", game.download_record, name="record"),
    path("m/<code:code>/transfer/", transfer.online_transfer, name="transfer"),
    path("m/<code:code>/picture/", preview.game_picture, name="game_picture"),
    *list_game_paths("m/<code:code>/", Mode.ONLINE, ""),
    path("i/<code:code>/<str:token>/", invitation.private_invitation, name="invitation"),
    path("t/new/", tables.create_table, name="table_new"),
    path("t/<code:code>/", tables.table_page, name="table"),
    path("t/<code:code>/transfer/", transfer.table_transfer, name="table_transfer"),
    path("t/<code:code>/hand/", hand.enter_hand, name="table_hand"),
    path("t/<code:code>/setup/", deck_setup.setup_page, name="table_setup"),
    path("t/<code:code>/record/", tables.download_record, name="table_record"),
    *list_game_paths("t/<code:code>/", Mode.TABLE, "table_"),
    path("t/<code:code>/picture/", result_picture.result_picture, name="table_picture"),
    path("t/<code:code>/series/", scores.table_series, name="table_series"),
    path("series/<code:code>/<str:token>/", series_page.series_page, name="series"),
    path("series/<code:code>/<str:token>/picture/", series_page.series_picture, name="series_picture"),
    path("t/<code:code>/lock/", devices.lock_table, name="table_lock"),
    path("t/<code:code>/renew/", devices.renew_code, name="table_renew"),
    path("t/<code:code>/remove/", devices.remove_device, name="table_remove"),
    path("t/<code:code>/place/", devices.place_device, name="table_place"),
    path("t/<code:code>/seat-code/", devices.create_seat_code, name="table_seat_code"),
    path("t/<code:code>/let-in/", devices.answer_seat_request, name="table_let_in"),
    path("t/<code:code>/ask/", devices.request_seat, name="table_ask"),
    path("t/<code:code>/asked/", devices.seat_request_status, name="table_asked"),
    path("t/<code:code>/invite/", devices.table_code, name="table_invite"),
    path("j", join.join_page, name="join_table"),
    path("j/", join.join_page),
    path("j/look/", join.look_up_code, name="join_look"),
    path("j/take/", join.take_place, name="join_take"),
    path("m/<code:code>/report/", reports.report, name="report"),
    path("t/<code:code>/report/", reports.report, name="table_report"),
    path("reports/", reports.own_reports, name="reports"),
    path("appeal/<int:number>/", appeals.appeal, name="appeal"),
    path("account/message/", appeals.moderation_message, name="account_message"),
]
