"""The verdicts that a case takes in one step: what is done, to whom, and what the senders are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.admin.act_forms import seats
from games.admin.deeds import Deed
from games.admin.lengths import LENGTHS, ends
from games.models import Game, Report, User
from games.models.moderation import Outcome
from games.services.moderation import Judge, Why
from games.stories.act_kinds import ActKind
from games.words.moderation import preview

LASTING = (ActKind.MUTE, ActKind.SUSPEND)
AT_ONCE = (ActKind.WARN, ActKind.END_SESSIONS)
MESSAGED = frozenset({ActKind.WARN, *LASTING})
"""Those that the person reads a message about."""


@dataclass(frozen=True, slots=True)
class Option:
    """One verdict. Without a deed nothing is done but answering the senders."""

    code: str
    label: str
    happens: str = ""
    outcome: Outcome = Outcome.ACTED
    deed: Deed | None = None
    target: Game | User | None = None
    about: Callable[[], Mapping[str, Any]] = field(default=dict)

    @property
    def grave(self) -> bool:
        return self.deed is not None and self.deed.grave

    def do(self, by: Judge, why: Why) -> Any:
        """What is done because of the case."""
        if self.deed is None:
            return None
        if self.deed.kind not in MESSAGED:
            return self.deed.do(by, self.target, **self.about(), why=why)
        return self.deed.do(by, self.target, **self.about(), why=Why(why.reason, why.shown, why.report))


def options(
    by: Judge, report: Report, on_person: Iterable[Deed], on_game: Iterable[Deed]
) -> list[tuple[str, list[Option]]]:
    """What this moderator may decide about a case now, under headings, of what is offered for its person and game."""
    person = list(_on_person(by, report.person, on_person)) if report.person is not None else []
    answers = [Option(value, str(label), outcome=Outcome(value)) for value, label in Outcome.choices]
    groups = [
        (_("Without an act"), answers),
        (_("The person"), person),
        (_("The game"), list(_on_game(report.game, on_game))),
    ]
    return [(title, found) for title, found in groups if found]


def _on_person(by: Judge, person: User, offers: Iterable[Deed]) -> Iterable[Option]:
    for deed in offers:
        if deed.kind in AT_ONCE:
            yield Option(deed.kind.value, str(deed.button), preview(deed.kind, person=person), deed=deed, target=person)
        elif deed.kind in LASTING:
            yield from _lasting(by, deed, person)


def _lasting(by: Judge, deed: Deed, person: User) -> Iterable[Option]:
    """A deed by its lengths. A suspension for good closes the account, and takes the right to do that."""
    for length, (label, span) in LENGTHS.items():
        closes = deed.kind is ActKind.SUSPEND and span is None
        if not closes or by.user.has_perm("games.act_close"):
            yield Option(
                f"{deed.kind.value}:{length}",
                _("%(what)s: %(length)s") % {"what": deed.button, "length": label},
                _until(deed.kind, person, label, span is None),
                deed=deed,
                target=person,
                about=partial(_ending, length),
            )


def _ending(length: str) -> Mapping[str, Any]:
    return {"until": ends(length)}


def _until(kind: ActKind, person: User, label: Any, for_good: bool) -> str:
    """What will happen; the moment itself is only known when it begins."""
    if for_good:
        return preview(kind, person=person, until=None)
    texts = {
        ActKind.MUTE: _("%(name)s writes no reports or names for %(length)s, and is shown as “Player” in new games."),
        ActKind.SUSPEND: _("%(name)s is logged out everywhere at once and cannot log in for %(length)s."),
    }
    return texts[kind] % {"name": person.shown, "length": label}


def _on_game(game: Game, offers: Iterable[Deed]) -> Iterable[Option]:
    for deed in offers:
        if deed.kind is ActKind.AWARD:
            for seat, name in seats(game):
                yield Option(
                    f"award:{seat}",
                    _("%(name)s wins the game") % {"name": name},
                    preview(deed.kind, [str(one) for _seat, one in seats(game)], winner=int(seat)),
                    deed=deed,
                    target=game,
                    about=partial(dict, winner=int(seat)),
                )
        elif deed.kind in (ActKind.CALL_OFF, ActKind.FREEZE):
            yield Option(deed.kind.value, str(deed.button), preview(deed.kind), deed=deed, target=game)
