"""Sentences of refusals in tournaments, by code."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

TOURNAMENT_SENTENCES: dict[str, str] = {
    "not_tournament_host": _("Only the host of this club night can do this."),
    "tournament_over": _("This club night is over."),
    "tournament_running": _("The system can't change once the first round has started."),
    "tournament_full": _("This club night is full: %(limit)s players take part already."),
    "too_many_tournaments": _("You can host at most %(limit)s club nights at once. Finish one first."),
    "bad_rounds": _("Choose from 1 to %(limit)s rounds, and no fewer than have started."),
    "removed_by_host": _("The host removed you from this club night. Ask the host to let you return."),
    "not_entered": _("You aren't taking part in this club night."),
    "all_rounds_played": _("All %(count)s rounds have been played. Finish the club night, or plan more rounds."),
    "round_not_over": _("Some boards have no result yet (%(count)s). Wait for them, or set their results."),
    "round_begun": _("A board of this round has begun, so its players stay where they are."),
    "no_round": _("No round is in progress."),
    "not_paired": _("Both players must be on a board of this round."),
    "too_few_entrants": _("A round needs at least two players."),
    "nobody_left_to_meet": _("Everybody here has played everybody else. Finish the club night."),
    "not_your_board": _("This isn't your board."),
    "board_over": _("This board has a result already. The host can change it."),
    "board_begun": _("This game has begun. Finish it, or ask the host."),
    "board_online": _("This board is played on the site, and the game decides."),
    "no_device": _("A player on this board has no phone here, so it's played with real cards."),
    "bad_result": _("The round is over, so this board needs a result."),
    "reported_otherwise": _(
        "Your opponent reported another result. Talk about it: then confirm theirs, or say that it's wrong and report "
        "yours."
    ),
    "nothing_reported": _("There's no result from your opponent to confirm."),
    "not_undoable": _("This correction can't be undone, or was undone already."),
    "changed_since": _("Something else changed this later. Correct it by hand."),
}
