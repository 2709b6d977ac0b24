"""People at the desk: who they are, what was done to them and told of them, never their keys or addresses."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin import case
from games.admin.acting import Acting
from games.admin.deeds import ON_PEOPLE
from games.admin.history import changes_of
from games.admin.lists import WAITING_LABEL, Options, PeopleWithReports, called, reported
from games.admin.show import NOTHING, inert, inert_lines, link, plain, when
from games.models import Act, Game, Report, User
from games.models.moderation import LONGEST
from games.rules.errors import Refusal
from games.services.moderation import judge_of
from games.services.people import notes
from games.words.reasons import in_words
from games.words.refusals import sentence

SHOWN = 30


class Standing(admin.SimpleListFilter):
    """People whom an act keeps from something now."""

    title = _("standing")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Options:
        return [
            ("muted", _("muted")),
            ("warned", _("warned, not read yet")),
            ("suspended", _("suspended")),
            ("closed", _("closed")),
            ("reported", WAITING_LABEL),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        now = timezone.now()
        chosen = {
            "muted": Q(muted_until__gt=now) | Q(muted_for_good=True),
            "warned": Q(warned_at__isnull=False),
            "suspended": Q(suspended_until__gt=now),
            "closed": Q(closed_at__isnull=False),
            "reported": Q(pk__in=reported("person")),
        }.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen)


@admin.register(User)
class UserAdmin(Acting):
    """Accounts and guests, the newest first."""

    deeds = ON_PEOPLE
    change_form_template = "admin/desk/user.html"
    list_display = ("user_name", "called", "is_guest", "is_staff", "standing", "waiting")
    list_filter = (Standing, "is_guest", "is_staff")
    ordering = ("-pk",)
    search_fields = ("username", "display_name")
    search_help_text = _("A part of a user name or of a name shown.")
    fieldsets = (
        (None, {"fields": ("user_name", "called", "is_guest", "belongs", "is_staff", "joined", "played")}),
        (_("Moderation"), {"fields": ("standing", "muted", "suspended", "closed", "warned", "told", "record")}),
    )
    readonly_fields = (
        "user_name",
        "called",
        "belongs",
        "joined",
        "played",
        "standing",
        "muted",
        "suspended",
        "closed",
        "warned",
        "told",
        "record",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """People alone: the site's own are nobody whom one could judge."""
        found: QuerySet[User] = super().get_queryset(request).filter(opponent="")
        return found

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PeopleWithReports]:
        return PeopleWithReports

    def title(self, row: User) -> str:
        return plain(called(row))

    def about(self, request: HttpRequest, row: User) -> dict[str, Any]:
        more = super().about(request, row)
        acts = Act.objects.filter(person=row).select_related("who", "game", "undone_by").order_by("-pk")
        reports = Report.objects.select_related("person").order_by("-pk")
        return {
            **more,
            "acts": acts[:SHOWN],
            "reports": reports.filter(person=row)[:SHOWN],
            "sent": reports.filter(reporter=row)[:SHOWN],
            "games": Game.objects.filter(players__user=row).order_by("-changed_at")[:SHOWN],
            "changes": changes_of(row),
            **self._notes(request, row),
        }

    def _notes(self, request: HttpRequest, row: User) -> dict[str, Any]:
        by = judge_of(request)
        if row.pk in by.selves or not by.user.has_perm(notes.READ):
            return {}
        return {"notes": notes.about(by, [row])[:SHOWN], "noted": by.user.has_perm(notes.WRITE)}

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.note_view)
        return [path("<int:pk>/note/", view, name="games_user_note"), *super().get_urls()]

    def note_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Write a note on somebody, by POST alone; ``report`` is the report on whose page it was written."""
        row = self.get_queryset(request).filter(pk=pk).first()
        if row is None:
            raise Http404
        if not (self.has_view_permission(request) and request.user.has_perm(notes.WRITE)):
            raise PermissionDenied
        number = request.POST.get("report", "")
        back = Report.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
        if request.method != "POST":
            return self.back(request, row)
        try:
            notes.write(judge_of(request), row, request.POST.get("text", "")[:LONGEST])
        except Refusal as refusal:
            return self.refused(request, back or row, sentence(refusal))
        self.noted(request, row, "note")
        return self.back(request, back or row, gettext("Noted, for moderators alone."))

    @admin.display(description=_("user name"), ordering="username")
    def user_name(self, person: User) -> SafeString:
        return inert(person.username)

    @admin.display(description=_("name shown"), ordering="display_name")
    def called(self, person: User) -> SafeString:
        return inert(person.display_name)

    @admin.display(description=_("standing"))
    def standing(self, person: User) -> str:
        told = {
            gettext("closed"): person.closed_at is not None,
            gettext("suspended"): person.suspended,
            gettext("muted"): person.muted,
            gettext("warned, not read yet"): person.warned_at is not None,
            gettext("left for good"): person.leaving_at is not None,
        }
        return ", ".join(text for text, true in told.items() if true) or NOTHING

    @admin.display(description=WAITING_LABEL)
    def waiting(self, person: Any) -> str:
        return str(person.waiting or "")

    @admin.display(description=_("account, guests"))
    def belongs(self, person: User) -> SafeString:
        rows = [*([person.account] if person.account else []), *person.guests.order_by("pk")[:SHOWN]]
        return format_html_join(mark_safe(", "), "{}", ((link(row, called(row)),) for row in rows)) or NOTHING

    @admin.display(description=_("joined, last seen"))
    def joined(self, person: User) -> SafeString:
        return format_html_join(mark_safe(" · "), "{}", [(when(person.date_joined),), (when(person.last_login),)])

    @admin.display(description=_("games"))
    def played(self, person: User) -> str:
        most = 1000
        count = person.seats.order_by()[: most + 1].count()
        if count > most:
            return gettext("more than %(most)d") % {"most": most}
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}

    @admin.display(description=_("muted until"))
    def muted(self, person: User) -> SafeString:
        return inert(gettext("for good")) if person.muted_for_good else when(person.muted_until)

    @admin.display(description=_("suspended until"))
    def suspended(self, person: User) -> SafeString:
        return when(person.suspended_until)

    @admin.display(description=_("closed"))
    def closed(self, person: User) -> SafeString:
        return when(person.closed_at)

    @admin.display(description=_("warned, not read yet"))
    def warned(self, person: User) -> SafeString:
        return when(person.warned_at)

    @admin.display(description=_("own reports"))
    def record(self, person: User) -> str:
        upheld, dismissed = case.record_of(person)
        return gettext("%(upheld)s upheld, %(dismissed)s dismissed") % {"upheld": upheld, "dismissed": dismissed}

    @admin.display(description=_("message to the person"))
    def told(self, person: User) -> SafeString:
        return inert_lines(in_words(person.moderation_message))
