"""Moderation: reports, acts, appeals, proposals, notes and cooldowns. Acts are append-only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.state.moderation import FINAL_ACTS, PERMISSIONS
from games.texts.choices import ACTS

GAME_MODEL, DEVICE_MODEL, USER_MODEL = "games.Game", "games.Device", settings.AUTH_USER_MODEL
MAX_TEXT_LENGTH = 1000
"""The most characters of a text from people to moderators, or from moderators to people."""

EXPORT_RELATIONS = ("who", "game", "person", "proposal__decided_by")
"""Relations for ``select_related`` that ``Act.row`` reads."""


class QueueStatus(models.TextChoices):
    """Status of a report or appeal in its queue."""

    OPEN = "open", _("open")
    CLAIMED = "claimed", _("claimed")
    DECIDED = "decided", _("decided")


class Category(models.TextChoices):
    """Category of a report."""

    CHEATING = "cheating", _("Cheating")
    NAME = "name", _("Offensive name")
    BEHAVIOUR = "behaviour", _("Unfair or hostile behaviour")
    AWAY = "away", _("Leaving or stalling on purpose")
    ERROR = "error", _("A problem with the game")
    OTHER = "other", _("Something else")


class Outcome(models.TextChoices):
    """Outcome of a report."""

    ACTED = "acted", _("Action taken")
    NO_ACTION = "no_action", _("No action needed")
    UNFOUNDED = "unfounded", _("Nothing found")
    DUPLICATE = "duplicate", _("Already dealt with")


class Ruling(models.TextChoices):
    """Outcome of an appeal."""

    UPHELD = "upheld", _("Decision upheld")
    GRANTED = "granted", _("Appeal granted")


class QueuedItem(models.Model):
    """Base of reports and appeals, each claimed and decided by one moderator."""

    text = models.TextField(_("text"), max_length=MAX_TEXT_LENGTH)
    status = models.CharField(_("status"), max_length=8, choices=QueueStatus, default=QueueStatus.OPEN)
    claimed_by = models.ForeignKey(
        USER_MODEL, verbose_name=_("claimed by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    claimed_at = models.DateTimeField(_("claimed"), null=True)
    decided_by = models.ForeignKey(
        USER_MODEL, verbose_name=_("decided by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    note = models.TextField(_("note to the sender"), max_length=MAX_TEXT_LENGTH, blank=True)
    made_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        abstract = True


class Report(QueuedItem):
    """A report about a game, or about a person in it.

    ``source`` and ``target`` name the reporter and the subject, for the unique constraint. The undecided reports of a
    game with the same target are a case: they are claimed and decided together.
    """

    game = models.ForeignKey(GAME_MODEL, verbose_name=_("game"), on_delete=models.PROTECT, related_name="reports")
    person = models.ForeignKey(
        USER_MODEL, verbose_name=_("user"), null=True, on_delete=models.PROTECT, related_name="reports_about"
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    reporter = models.ForeignKey(
        USER_MODEL, verbose_name=_("reporter"), null=True, on_delete=models.PROTECT, related_name="reports"
    )
    device = models.ForeignKey(
        DEVICE_MODEL, verbose_name=_("device"), null=True, on_delete=models.PROTECT, related_name="reports"
    )
    source = models.CharField(max_length=40, editable=False)
    target = models.CharField(max_length=40, editable=False)
    category = models.CharField(_("category"), max_length=10, choices=Category)
    snapshot = models.JSONField(_("game state"), default=dict)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["source", "target"], name="one_open_report", condition=Q(status__in=["open", "claimed"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "-made_at"], name="report_queue"),
            models.Index(fields=["game", "target"], name="report_case"),
            models.Index(fields=["source"], name="report_source"),
        ]
        permissions: ClassVar = [("decide_report", "Can claim and decide reports")]

    def __str__(self) -> str:
        return f"{self.pk}"


class ActQuerySet(models.QuerySet["Act"]):
    """Query set of acts that refuses to change or delete them."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse to change acts."""
        raise TypeError("acts are never changed")

    def delete(self) -> NoReturn:
        """Refuse to delete acts."""
        raise TypeError("acts are never deleted")

    def export(self) -> Iterator[dict[str, Any]]:
        """Return an iterator over the acts as dictionaries, oldest first."""
        acts = self.select_related(*EXPORT_RELATIONS).order_by("pk")
        return (act.row() for act in acts.iterator(chunk_size=500))


class Act(models.Model):
    """An act of a moderator on a game or a person.

    ``number`` is the log entry that the act is about, ``entry`` the log entry that records the act. ``data`` has no
    hidden cards, tokens or other secrets.
    """

    who = models.ForeignKey(USER_MODEL, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="acts")
    what = models.CharField(_("action"), max_length=16, choices=ACTS)
    game = models.ForeignKey(
        GAME_MODEL, verbose_name=_("game"), null=True, on_delete=models.PROTECT, related_name="acts"
    )
    person = models.ForeignKey(
        USER_MODEL, verbose_name=_("user"), null=True, on_delete=models.PROTECT, related_name="acts_on"
    )
    number = models.PositiveIntegerField(_("entry"), null=True)
    entry = models.PositiveIntegerField(_("log entry"), null=True)
    reason = models.TextField(_("reason"), max_length=MAX_TEXT_LENGTH)
    message = models.TextField(_("message"), max_length=MAX_TEXT_LENGTH, blank=True)
    data = models.JSONField(_("details"), default=dict)
    undoes = models.OneToOneField(
        "self", verbose_name=_("undoes"), null=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    report = models.ForeignKey(
        Report, verbose_name=_("report"), null=True, on_delete=models.PROTECT, related_name="acts"
    )
    at = models.DateTimeField(_("time"), auto_now_add=True)

    objects: ClassVar[models.Manager[Act]] = ActQuerySet.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["-at"], name="act_recent")]
        permissions = PERMISSIONS

    def __str__(self) -> str:
        return f"{self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new act; refuse to change one."""
        if not self._state.adding:
            raise TypeError("acts are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to delete acts."""
        raise TypeError("acts are never deleted")

    def complete(self, entry: int, data: Mapping[str, Any]) -> None:
        """Set the entry that records the act, and its data, in the transaction that created the act.

        Raise TypeError the second time: acts are never changed.
        """
        rows: models.QuerySet[Act] = models.QuerySet(Act).filter(pk=self.pk, entry=None)
        if not rows.update(entry=entry, data=dict(data)):
            raise TypeError("acts are never changed")
        self.entry, self.data = entry, dict(data)

    @property
    def is_undoable(self) -> bool:
        """Return whether the act is of a kind that can be undone, and was not undone yet."""
        return self.what not in FINAL_ACTS and not Act.objects.filter(undoes=self).exists()

    @property
    def confirmed_by(self) -> Any:
        """Return the second moderator, None for an act without one."""
        proposal = getattr(self, "proposal", None)
        return None if proposal is None else proposal.decided_by

    def row(self) -> dict[str, Any]:
        """Return the act as a dictionary, for an export."""
        return {
            "act": self.pk,
            "at": self.at.isoformat(),
            "who": self.who.username,
            "what": self.what,
            "game": self.game and self.game.code,
            "person": self.person and self.person.username,
            "number": self.number,
            "entry": self.entry,
            "reason": self.reason,
            "message": self.message,
            "data": self.data,
            "undoes": self.undoes_id,
            "report": self.report_id,
            "confirmed": self.confirmed_by and self.confirmed_by.username,
        }


class Appeal(QueuedItem):
    """An appeal against an act, which another moderator decides.

    Each person or device concerned can appeal against an act once.
    """

    act = models.ForeignKey(Act, verbose_name=_("action"), on_delete=models.PROTECT, related_name="appeals")
    person = models.ForeignKey(
        USER_MODEL, verbose_name=_("user"), null=True, on_delete=models.PROTECT, related_name="appeals"
    )
    device = models.ForeignKey(
        DEVICE_MODEL, verbose_name=_("device"), null=True, on_delete=models.PROTECT, related_name="appeals"
    )
    source = models.CharField(max_length=40, editable=False)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Ruling, blank=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        constraints: ClassVar = [models.UniqueConstraint(fields=["act", "source"], name="one_appeal")]
        indexes: ClassVar = [models.Index(fields=["status", "-made_at"], name="appeal_queue")]
        permissions: ClassVar = [("decide_appeal", "Can claim and decide appeals")]

    def __str__(self) -> str:
        return f"{self.pk}"


class EndedSession(models.Model):
    """A session that a moderator ended, as a digest: its browser is redirected to the moderators' message."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    user = models.ForeignKey(USER_MODEL, on_delete=models.CASCADE, related_name="+")
    ended_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.pk}"


# Acts that wait for a second moderator.


class ProposalStatus(models.TextChoices):
    """Status of a proposal."""

    OPEN = "open", _("waiting for another moderator")
    CONFIRMED = "confirmed", _("confirmed")
    TURNED_DOWN = "turned_down", _("declined")


class Proposal(models.Model):
    """A proposed act on a game, which is done once a second moderator confirms it.

    ``data`` has the arguments of the action.
    """

    who = models.ForeignKey(USER_MODEL, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="+")
    what = models.CharField(_("action"), max_length=16, choices=ACTS)
    game = models.ForeignKey(GAME_MODEL, verbose_name=_("game"), on_delete=models.PROTECT, related_name="proposals")
    data = models.JSONField(_("details"), default=dict)
    reason = models.TextField(_("reason"), max_length=MAX_TEXT_LENGTH)
    message = models.TextField(_("message"), max_length=MAX_TEXT_LENGTH, blank=True)
    report = models.ForeignKey(Report, null=True, on_delete=models.PROTECT, related_name="+")
    undoes = models.ForeignKey(Act, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("time"), auto_now_add=True)
    state = models.CharField(_("status"), max_length=12, choices=ProposalStatus, default=ProposalStatus.OPEN)
    decided_by = models.ForeignKey(
        USER_MODEL, verbose_name=_("decided by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    act = models.OneToOneField(Act, null=True, on_delete=models.PROTECT, related_name="proposal")

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar[list[Any]] = [models.Index(fields=["state", "-made_at"], name="proposal_queue")]

    def __str__(self) -> str:
        return f"{self.pk}"


# Notes, read marks and cooldowns.


class PersonNote(models.Model):
    """A note of a moderator on a person, for moderators only. It is deleted with the account."""

    person = models.ForeignKey(USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(USER_MODEL, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("note"), max_length=MAX_TEXT_LENGTH)
    made_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        default_permissions = ("view",)
        permissions: ClassVar = [("write_personnote", "Can write person note")]
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk}"


class ReadMark(models.Model):
    """A mark that a moderator opened a row: ``queue`` is "report" or "appeal", ``number`` the primary key."""

    moderator = models.ForeignKey(USER_MODEL, on_delete=models.CASCADE, related_name="+")
    queue = models.CharField(max_length=8)
    number = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["queue", "number", "moderator"], name="one_read_mark"),
        ]

    def __str__(self) -> str:
        return f"{self.queue} {self.number}"


class Cooldown(models.Model):
    """A cooldown of a browser or an address of a suspended person: it gets no new name.

    Only a keyed digest is stored. The cooldown lasts as long as the suspension, and no longer than ``until``.
    """

    class Kind(models.TextChoices):
        BROWSER = "browser", _("browser")
        ADDRESS = "address", _("address")

    user = models.ForeignKey(USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    digest = models.CharField(max_length=64, editable=False, db_index=True)
    until = models.DateTimeField()

    class Meta:
        db_table = "games_hold"
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "digest"], name="one_hold")]

    def __str__(self) -> str:
        return f"{self.pk} {self.kind}"
