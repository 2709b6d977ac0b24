"""Base admin of the moderation queues. The moderator who claims a row decides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnlyAdmin
from games.admin.changelists import WAITING, FilterOptions, UnreadChangeList
from games.admin.decisions import DecisionForm
from games.admin.display import EMPTY, render_time
from games.admin.history import list_changes
from games.admin.labels import render_person
from games.models import Proposal, User
from games.models.moderation import QueueStatus
from games.rules.errors import Refusal
from games.services.moderation.permissions import Moderator, get_moderator
from games.services.moderation.proposals import count_other_moderators
from games.services.reports import queue
from games.state.moderation import ActKind
from games.texts.moderation import describe_waiting_act
from games.texts.refusals import get_refusal_sentence


class StageFilter(admin.SimpleListFilter):
    """Filter of rows by stage; waiting rows are the default."""

    title = gettext_lazy("status")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the choices beside the default."""
        return [("mine", _("claimed by me")), ("decided", _("decided")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        """Yield the choices, with waiting rows as the first."""
        choices = iter(super().choices(changelist))
        yield {**next(choices), "display": _("pending")}
        yield from choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows at the chosen stage."""
        match self.value():
            case "all":
                return queryset
            case "decided":
                return queryset.filter(status=QueueStatus.DECIDED)
            case "mine":
                return queryset.filter(status=QueueStatus.CLAIMED, claimed_by=request.user.pk)
        return queryset.filter(status__in=WAITING)


class QueueAdmin(ReadOnlyAdmin):
    """Base admin of a queue.

    ``services`` are the functions that claim and release a row. ``permission`` is needed to claim, release and decide.
    """

    change_list_template = "admin/moderation/queue_change_list.html"
    list_changes: type[UnreadChangeList] = UnreadChangeList
    change_form_template = "admin/moderation/queue_detail.html"
    actions = ("claim_chosen",)
    outcomes: Any
    permission: str
    services: ClassVar[tuple[Any, ...]] = ()
    apply_decision: ClassVar[Callable[..., Any]]
    """Claim and decide a row for a moderator by a valid form, in one transaction; return the act, or None."""
    propose_decision: ClassVar[Callable[..., Proposal]]
    """Claim a row and propose a decision that needs a second moderator; the row stays claimed until then."""

    def get_decision_form(self, moderator: Moderator, row: Any, data: Any = None) -> DecisionForm:
        """Return the form that decides a row, bound to ``data`` if it is given."""
        return DecisionForm(self.outcomes.choices, data)

    def get_decision_refusal(self, moderator: Moderator, row: Any) -> Refusal | None:
        """Return the refusal of a moderator who may not decide a row, None for others."""
        return None

    def get_urls(self) -> list[Any]:
        """Add the URL of the steps: claim, release and decide."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_queue"
        page = path("<int:pk>/queue/<slug:step>/", self.admin_site.admin_view(self.queue_view), name=name)
        return [page, *super().get_urls()]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[UnreadChangeList]:
        """Return the change list of the queue."""
        return self.list_changes

    def get_ordering(self, request: HttpRequest) -> Any:
        """Order open rows before claimed ones, oldest first. All rows, or decided ones, are ordered newest first."""
        if request.GET.get("stage") in ("all", "decided"):
            return ["-made_at"]
        ranks = [When(status=status, then=Value(rank)) for rank, status in enumerate(QueueStatus.values)]
        return [Case(*ranks, output_field=IntegerField()), "made_at"]

    def get_page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return the decision form and the steps that this moderator may take."""
        is_claimed_by_me = row.status == QueueStatus.CLAIMED and row.claimed_by_id == request.user.pk
        can_moderate = request.user.has_perm(self.permission)
        moderator = get_moderator(request).with_cached_selves()
        refusal = (
            self.get_decision_refusal(moderator, row) if can_moderate and row.status != QueueStatus.DECIDED else None
        )
        can_decide = can_moderate and refusal is None and (is_claimed_by_me or row.status == QueueStatus.OPEN)
        return {
            "moderator": moderator,
            "decision_form": self.get_decision_form(moderator, row) if can_decide else None,
            "refusal": refusal and get_refusal_sentence(refusal),
            "claimable": can_moderate and refusal is None and row.status == QueueStatus.OPEN,
            "releasable": can_moderate
            and (is_claimed_by_me or (row.status == QueueStatus.CLAIMED and request.user.is_superuser)),
            "changes": list_changes(row),
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a row and mark it as read for this moderator."""
        response = super().change_view(request, object_id, form_url, extra_context)
        row = self.get_object(request, object_id) if response.status_code == 200 else None
        if row is not None and row.status != QueueStatus.DECIDED and isinstance(request.user, User):
            queue.mark_read(request.user, str(self.opts.model_name), self.list_case_numbers(row))
        return response

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return a row, which is read once per request."""
        rows = request.__dict__.setdefault("queue_rows", {})
        if object_id not in rows:
            rows[object_id] = super().get_object(request, object_id, from_field)
        return rows[object_id]

    def list_case_numbers(self, row: Any) -> list[int]:
        """Return the primary keys of the rows that are read and decided together with this one."""
        return [row.pk]

    def queue_view(self, request: HttpRequest, pk: int, step: str) -> HttpResponseBase:
        """Claim, release or decide a row, by POST only."""
        row = self.get_queryset(request).filter(pk=pk).first()
        if row is None or step not in ("claim", "release", "decide"):
            raise Http404
        if not request.user.has_perm(self.permission):
            raise PermissionDenied
        if request.method != "POST":
            return self.redirect_to_row(request, row)
        try:
            return self.redirect_to_row(request, row, self._perform_step(request, row, step))
        except Refusal as refusal:
            return self.redirect_refused(request, row, get_refusal_sentence(refusal))

    def _perform_step(self, request: HttpRequest, row: Any, step: str) -> str:
        moderator = get_moderator(request)
        if step == "decide":
            return self._decide(request, moderator, row)
        claim, release = self.services
        {"claim": claim, "release": release}[step](moderator, row)
        self.log_action(request, row, step)
        return {"claim": _("Claimed."), "release": _("Released to the queue.")}[step]

    def _decide(self, request: HttpRequest, moderator: Moderator, row: Any) -> str:
        form = self.get_decision_form(moderator, row, request.POST)
        if not form.is_valid():
            raise Refusal("bad_value")
        try:
            act = self.apply_decision(moderator, row, form)
        except Refusal as refusal:
            if refusal.code != "second_needed":
                raise
            return self._report_proposal(request, moderator, self.propose_decision(moderator, row, form), row)
        self.log_action(request, row, "decide" if act is None else f"decide · {act.pk}")
        if act is None:
            return _("Decided.")
        return _("Decided. Logged as action %(number)s.") % {"number": act.pk}

    def _report_proposal(self, request: HttpRequest, moderator: Moderator, proposal: Proposal, row: Any) -> str:
        self.log_action(request, row, f"{proposal.what} · {proposal.pk}?")
        messages.warning(request, describe_waiting_act(bool(count_other_moderators(moderator, ActKind(proposal.what)))))
        return ""

    @admin.action(description=gettext_lazy("Claim selected"), permissions=["decide"])
    def claim_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Claim the chosen rows, and show each refusal. It is safe in bulk, since each row can be released."""
        moderator, claimed = get_moderator(request), 0
        for row in queryset[: self.list_per_page]:
            claimed += self._claim(request, moderator, row)
        if claimed:
            messages.success(request, _("Claimed: %(count)d.") % {"count": claimed})

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Return whether the moderator may decide in this queue."""
        return request.user.has_perm(self.permission)

    def _claim(self, request: HttpRequest, moderator: Moderator, row: Any) -> bool:
        try:
            self.services[0](moderator, row)
        except Refusal as refusal:
            messages.error(request, f"{row.pk}: {get_refusal_sentence(refusal)}")
            return False
        self.log_action(request, row, "claim")
        return True

    @admin.display(description=gettext_lazy("unread"))
    def fresh(self, row: Any) -> SafeString:
        """Return the mark of an unread row, empty for others."""
        return format_html('<b class="new-badge">{}</b>', _("new")) if row.unread else mark_safe("")

    @admin.display(description=gettext_lazy("waiting time"), ordering="made_at")
    def age(self, row: Any) -> str:
        """Return how long a row has waited, a dash for a decided one."""
        return timesince(row.made_at, depth=1) if row.status in WAITING else EMPTY

    @admin.display(description=gettext_lazy("sent"), ordering="made_at")
    def sent_at(self, row: Any) -> SafeString:
        """Return the time at which a row was sent."""
        return render_time(row.made_at)

    @admin.display(description=gettext_lazy("claimed by"))
    def claimer(self, row: Any) -> Any:
        """Return the moderator who claimed a row, a dash for none."""
        return render_person(row.claimed_by)
