"""The queues of the desk: what waits comes first, one moderator claims it, and the same decides it."""

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

from games.admin.decide import DecideForm
from games.admin.face import Face
from games.admin.history import changes_of
from games.admin.lists import WAITING, Options, Unread, who
from games.admin.show import NOTHING, when
from games.models import Proposal, User
from games.models.moderation import Desk
from games.rules.errors import Refusal
from games.services.moderation import Judge, judge_of
from games.services.moderation.proposals import others
from games.services.reports import marks
from games.stories.act_kinds import ActKind
from games.words.moderation import waits
from games.words.refusals import sentence


class Stage(admin.SimpleListFilter):
    """What waits, unless something else is asked for."""

    title = gettext_lazy("stage")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Options:
        return [("mine", _("claimed by me")), ("decided", _("decided")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        every = iter(super().choices(changelist))
        yield {**next(every), "display": _("waiting")}
        yield from every

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "all":
                return queryset
            case "decided":
                return queryset.filter(status=Desk.DECIDED)
            case "mine":
                return queryset.filter(status=Desk.CLAIMED, claimed_by=request.user.pk)
        return queryset.filter(status__in=WAITING)


class Queue(Face):
    """A queue and its rows. ``services`` claim and release; ``permission`` is what they take."""

    change_list_template = "admin/desk/queue_list.html"
    list_changes: type[Unread] = Unread
    change_form_template = "admin/desk/queued.html"
    actions = ("claim_chosen",)
    outcomes: Any
    permission: str
    services: ClassVar[tuple[Any, ...]] = ()
    settle: ClassVar[Callable[..., Any]]
    """Claim and decide in one step, by a judge, a row and a form; what was done because of it, or None. All of it or,
    refused, nothing."""
    waits: ClassVar[Callable[..., Proposal]]
    """Keep what takes a second moderator, of the same; the row stays claimed until that one confirms."""

    def deciding(self, by: Judge, row: Any, data: Any = None) -> DecideForm:
        """What decides a row, to be filled in or as it was filled in."""
        return DecideForm(self.outcomes.choices, data)

    def barred(self, by: Judge, row: Any) -> Refusal | None:
        """Why this moderator may not decide a row."""
        return None

    def get_urls(self) -> list[Any]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_queue"
        page = path("<int:pk>/queue/<slug:step>/", self.admin_site.admin_view(self.queue_view), name=name)
        return [page, *super().get_urls()]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[Unread]:
        return self.list_changes

    def get_ordering(self, request: HttpRequest) -> Any:
        """What is open, then what is claimed; of everything simply the newest."""
        if request.GET.get("stage") in ("all", "decided"):
            return ["-made_at"]
        ranks = [When(status=status, then=Value(rank)) for rank, status in enumerate(Desk.values)]
        return [Case(*ranks, output_field=IntegerField()), "made_at"]

    def about(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        mine = row.status == Desk.CLAIMED and row.claimed_by_id == request.user.pk
        able = request.user.has_perm(self.permission)
        by = judge_of(request).asked_once()
        barred = self.barred(by, row) if able and row.status != Desk.DECIDED else None
        free = able and barred is None and (mine or row.status == Desk.OPEN)
        return {
            "by": by,
            "decides": self.deciding(by, row) if free else None,
            "barred": barred and sentence(barred),
            "claimable": able and row.status == Desk.OPEN,
            "releasable": able and (mine or (row.status == Desk.CLAIMED and request.user.is_superuser)),
            "changes": changes_of(row),
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A row's page. Opening it takes the mark off that says it is unread, for this moderator alone."""
        answer = super().change_view(request, object_id, form_url, extra_context)
        row = self.get_object(request, object_id) if answer.status_code == 200 else None
        if row is not None and row.status != Desk.DECIDED and isinstance(request.user, User):
            marks.see(request.user, str(self.opts.model_name), self.together(row))
        return answer

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """A row, read once for a page."""
        kept = request.__dict__.setdefault("desk_rows", {})
        if object_id not in kept:
            kept[object_id] = super().get_object(request, object_id, from_field)
        return kept[object_id]

    def together(self, row: Any) -> list[int]:
        """The rows that are read and decided with this one."""
        return [row.pk]

    def queue_view(self, request: HttpRequest, pk: int, step: str) -> HttpResponseBase:
        """Claim, give back or decide one row, by POST alone."""
        row = self.get_queryset(request).filter(pk=pk).first()
        if row is None or step not in ("claim", "release", "decide"):
            raise Http404
        if not request.user.has_perm(self.permission):
            raise PermissionDenied
        if request.method != "POST":
            return self.back(request, row)
        try:
            return self.back(request, row, self._taken(request, row, step))
        except Refusal as refusal:
            return self.refused(request, row, sentence(refusal))

    def _taken(self, request: HttpRequest, row: Any, step: str) -> str:
        by = judge_of(request)
        if step == "decide":
            return self._decided(request, by, row)
        claim, release = self.services
        {"claim": claim, "release": release}[step](by, row)
        self.noted(request, row, step)
        return {"claim": _("It is yours."), "release": _("It is back in the queue.")}[step]

    def _decided(self, request: HttpRequest, by: Judge, row: Any) -> str:
        form = self.deciding(by, row, request.POST)
        if not form.is_valid():
            raise Refusal("bad_value")
        try:
            done = self.settle(by, row, form)
        except Refusal as refusal:
            if refusal.code != "second_needed":
                raise
            return self._waiting(request, by, self.waits(by, row, form), row)
        self.noted(request, row, "decide" if done is None else f"decide · {done.pk}")
        if done is None:
            return _("It is decided.")
        return _("It is decided. Done, and on record as act %(number)s.") % {"number": done.pk}

    def _waiting(self, request: HttpRequest, by: Judge, kept: Proposal, row: Any) -> str:
        self.noted(request, row, f"{kept.what} · {kept.pk}?")
        messages.warning(request, waits(bool(others(by, ActKind(kept.what)))))
        return ""

    @admin.action(description=gettext_lazy("Claim the chosen ones"), permissions=["decide"])
    def claim_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Claiming is safe in bulk: it can be given back, and what may not be claimed says so."""
        by, done = judge_of(request), 0
        for row in queryset[: self.list_per_page]:
            done += self._claimed(request, by, row)
        if done:
            messages.success(request, _("Claimed: %(count)d.") % {"count": done})

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(self.permission)

    def _claimed(self, request: HttpRequest, by: Judge, row: Any) -> bool:
        try:
            self.services[0](by, row)
        except Refusal as refusal:
            messages.error(request, f"{row.pk}: {sentence(refusal)}")
            return False
        self.noted(request, row, "claim")
        return True

    @admin.display(description=gettext_lazy("unread"))
    def fresh(self, row: Any) -> SafeString:
        return format_html('<b class="desk-fresh">{}</b>', _("new")) if row.unread else mark_safe("")

    @admin.display(description=gettext_lazy("waits for"), ordering="made_at")
    def age(self, row: Any) -> str:
        return timesince(row.made_at, depth=1) if row.status in WAITING else NOTHING

    @admin.display(description=gettext_lazy("sent"), ordering="made_at")
    def sent_at(self, row: Any) -> SafeString:
        return when(row.made_at)

    @admin.display(description=gettext_lazy("claimed by"))
    def claimer(self, row: Any) -> Any:
        return who(row.claimed_by)
