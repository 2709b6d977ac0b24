"""Forms of tournaments: the options of a club night, and a reported result."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.text_cleaning import strip_invisible
from games.models import Tournament
from games.models.tournaments import MAX_TOURNAMENT_NAME
from games.rules.cards import DECK, Faction
from games.services.tournaments.tournaments import MAX_ROUNDS, TournamentOptions
from games.state.clock import NO_CLOCK, REAL_TIME
from games.state.game_state import Mode
from games.state.series import SideCounts
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import System
from games.texts.clocks import format_clock
from games.texts.tournament_choices import SYSTEMS
from games.views.matches.forms import CUSTOM, ClockForm


def list_clocks() -> list[tuple[str, Any]]:
    """Return the choices of clocks for an evening, in the active language."""
    real_time = [(clock, format_clock(clock)) for clock in REAL_TIME]
    return [(NO_CLOCK, _("No clock")), *real_time, (CUSTOM, pgettext_lazy("clock", "Custom"))]


class TournamentForm(ClockForm):
    """Name and options of a club night."""

    title = forms.CharField(
        label=_("Name of the club night"),
        # The input may be longer than a name: accents and invisible characters are removed before counting.
        max_length=MAX_TOURNAMENT_NAME * 10,
        error_messages={"required": _("Enter a name.")},
    )
    system = forms.ChoiceField(label=_("Pairing"), choices=SYSTEMS, initial=System.SWISS, widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    mode = forms.ChoiceField(
        label=_("Where you play"),
        choices=[(Mode.ONLINE.value, _("On phones")), (Mode.TABLE.value, _("With real cards"))],
        initial=Mode.ONLINE,
        widget=forms.RadioSelect,
    )
    same_deal = forms.BooleanField(
        label=_("Same deal on all boards"),
        help_text=_(
            "In each round, all boards on which both players have a phone get the same cards. "
            "These games have no spectators."
        ),
        required=False,
    )

    field_order = ("title", "system", "rounds", "mode", "clock", "minutes", "seconds", "same_deal")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the clocks of an evening."""
        super().__init__(*args, **kwargs)
        self.fields["clock"].choices = list_clocks  # type: ignore[attr-defined]

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> TournamentForm:
        """Return the form with the options of a tournament."""
        return cls(initial=_build_initial(tournament))

    def clean_title(self) -> str:
        """Return the cleaned name."""
        name = unicodedata.normalize("NFKC", strip_invisible(unicodedata.normalize("NFKC", self.cleaned_data["title"])))
        if not any(character.isalnum() for character in name):
            raise ValidationError(_("Enter a name with at least one letter or digit."), code="name_empty")
        if len(name) > MAX_TOURNAMENT_NAME:
            text = _("A name can have at most %(limit)d characters.")
            raise ValidationError(text, code="name_long", params={"limit": MAX_TOURNAMENT_NAME})
        return name

    def options(self) -> TournamentOptions:
        """Return the options. The form must be valid."""
        choices: dict[str, Any] = self.cleaned_data
        return TournamentOptions(
            system=System(choices["system"]),
            rounds=choices["rounds"] or 0,
            mode=Mode(choices["mode"]),
            same_deal=choices["same_deal"],
            clock=self.agreed(),
        )


def _build_initial(tournament: Tournament) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "title": tournament.name,
        "system": tournament.system,
        "rounds": tournament.rounds_planned or None,
        "mode": tournament.mode,
        "same_deal": tournament.same_deal,
        "clock": tournament.clock,
    }
    if tournament.clock in (NO_CLOCK, *REAL_TIME):
        return initial
    minutes, seconds = tournament.clock.split("+")
    return {**initial, "clock": CUSTOM, "minutes": minutes, "seconds": seconds}


OUTCOMES = (BoardOutcome.FIRST, BoardOutcome.SECOND, BoardOutcome.DRAW)


def _build_count_field(most: int) -> forms.IntegerField:
    attributes = {"inputmode": "numeric", "autocomplete": "off"}
    widget = forms.NumberInput(attrs=attributes)
    return forms.IntegerField(required=False, min_value=0, max_value=most, widget=widget)


class ResultForm(forms.Form):
    """Result of a printed game: the winner, and the votes and the cards in both score piles if they were counted."""

    outcome = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    first_votes = _build_count_field(len(Faction))
    second_votes = _build_count_field(len(Faction))
    first_cards = _build_count_field(len(DECK))
    second_cards = _build_count_field(len(DECK))

    def __init__(self, *args: Any, names: tuple[str, str], **kwargs: Any) -> None:
        """Label the fields with the names of both seats."""
        super().__init__(*args, **kwargs)
        labels = (*names, _("Draw"))
        self.fields["outcome"].choices = list(zip(OUTCOMES, labels, strict=True))  # type: ignore[attr-defined]
        for seat, prefix in enumerate(("first", "second")):
            for kind in ("votes", "cards"):
                self.fields[f"{prefix}_{kind}"].label = names[seat]

    def clean(self) -> dict[str, Any]:
        """Require both numbers of a pair or neither, and no more together than there are."""
        values = super().clean() or self.cleaned_data
        for kind, most in (("votes", len(Faction)), ("cards", len(DECK))):
            first, second = values.get(f"first_{kind}"), values.get(f"second_{kind}")
            if (first is None) != (second is None):
                self.add_error(f"first_{kind}", _("Enter both numbers, or leave both empty."))
            elif (first or 0) + (second or 0) > most:
                self.add_error(f"first_{kind}", _("That result isn't possible. Check the votes and the cards."))
        return values

    def result(self) -> BoardResult:
        """Return the result. The form must be valid."""
        outcome = BoardOutcome(self.cleaned_data["outcome"])
        return BoardResult(outcome, votes=self._get_pair("votes"), cards=self._get_pair("cards"))

    def _get_pair(self, kind: str) -> SideCounts | None:
        first, second = self.cleaned_data[f"first_{kind}"], self.cleaned_data[f"second_{kind}"]
        return None if first is None or second is None else (first, second)


class ReportForm(ResultForm):
    """Result that a player reports. Only the host can enter a winner with fewer votes, after a resignation."""

    def clean(self) -> dict[str, Any]:
        """Require that the winner has no fewer votes than the other player."""
        values = super().clean()
        votes = self._get_pair("votes") if {"first_votes", "second_votes"} <= values.keys() else None
        winners = (BoardOutcome.FIRST, BoardOutcome.SECOND)
        if votes and votes[0] != votes[1] and values.get("outcome") == winners[votes[0] > votes[1]]:
            self.add_error("first_votes", _("The winner can't have fewer votes."))
        return values
