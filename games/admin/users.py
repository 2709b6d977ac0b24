"""Admin of accounts and guests: their standing, reports, acts and notes, but no secrets or e-mail addresses."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.admin import cases
from games.admin.action_pages import ActionAdmin
from games.admin.actions import PERSON_ACTIONS
from games.admin.changelists import WAITING_LABEL, FilterOptions, PersonReportCountChangeList, query_reported
from games.admin.display import EMPTY, escape_invisible, render_multiline_text, render_text, render_time
from games.admin.filters import RatingJumpFilter, SharedBrowserFilter
from games.admin.history import list_changes
from games.admin.labels import get_person_label
from games.admin.person_page import build_section, list_rating_rows
from games.models import Act, Game, Report, User
from games.models.moderation import MAX_TEXT_LENGTH
from games.queries.acts import build_paused_expression
from games.queries.shared_browsers import list_people_with_same_browser
from games.rules.errors import Refusal
from games.services.moderation import people
from games.services.moderation.permissions import get_moderator
from games.texts.formatting import join_words
from games.texts.moderation import translate_reason
from games.texts.refusals import get_refusal_sentence

admin.site.unregister(Group)


@admin.register(Group)
class ReadOnlyGroupAdmin(GroupAdmin):
    """Admin of Django's groups, without lookups from the URL."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse every lookup from the URL: Django passes some values to the database unchecked."""
        return False


# Second factors are secret, e-mail addresses private, and moderation needs neither.
for model in (EmailAddress, EmailConfirmation, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)

MAX_ROWS = 30


class StandingFilter(admin.SimpleListFilter):
    """Filter of people by their current standing."""

    title = _("status")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the kinds of standing."""
        return [
            ("muted", pgettext_lazy("account", "muted")),
            ("warned", _("warned, unread")),
            ("suspended", _("suspended")),
            ("closed", _("closed")),
            ("reported", WAITING_LABEL),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the people with the chosen standing."""
        now = timezone.now()
        condition = {
            "muted": Q(muted_until__gt=now) | Q(muted_for_good=True),
            "warned": Q(warned_at__isnull=False),
            "suspended": Q(suspended_until__gt=now),
            "closed": Q(closed_at__isnull=False),
            "reported": Q(pk__in=query_reported("person")),
        }.get(self.value() or "")
        return queryset if condition is None else queryset.filter(condition)


@admin.register(User)
class UserAdmin(ActionAdmin):
    """Admin of accounts and guests, newest first."""

    moderation_actions = PERSON_ACTIONS
    change_form_template = "admin/moderation/user_detail.html"
    list_display = ("user_name", "called", "is_guest", "is_staff", "standing", "waiting")
    list_filter = (StandingFilter, RatingJumpFilter, SharedBrowserFilter, "is_guest", "is_staff")
    ordering = ("-pk",)
    search_fields = ("username", "display_name")
    search_help_text = _("Search by username or display name.")
    fieldsets = (
        (None, {"fields": ("user_name", "called", "is_guest", "is_staff", "joined", "played")}),
        (_("Moderation"), {"fields": ("standing", "muted", "suspended", "closed", "warned", "message", "record")}),
    )
    readonly_fields = (
        "user_name",
        "called",
        "joined",
        "played",
        "standing",
        "muted",
        "suspended",
        "closed",
        "warned",
        "message",
        "record",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return people without bots: moderators take no action on bots."""
        people_only: QuerySet[User] = super().get_queryset(request).filter(opponent="")
        return people_only

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PersonReportCountChangeList]:
        """Return the change list that counts waiting reports."""
        return PersonReportCountChangeList

    def get_title(self, row: User) -> str:
        """Return the label of the person."""
        return escape_invisible(get_person_label(row))

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields of a person without the restrictions that do not apply."""
        if obj is None:
            return self.fieldsets
        values = {
            "muted": obj.muted_for_good or obj.muted_until,
            "suspended": obj.suspended_until,
            "closed": obj.closed_at,
            "warned": obj.warned_at,
            "message": obj.moderation_message,
        }
        return [
            (name, {"fields": [field for field in options["fields"] if values.get(str(field), True)]})
            for name, options in self.fieldsets
        ]

    def get_page_context(self, request: HttpRequest, row: User) -> dict[str, Any]:
        """Add the acts, reports, games, changes and notes of the person."""
        acts = Act.objects.filter(person=row).select_related("who", "game", "undoes", "undone_by").order_by("-pk")
        reports = Report.objects.select_related("person").order_by("-pk")
        games = Game.objects.filter(players__user=row).annotate(paused=build_paused_expression())
        return {
            **super().get_page_context(request, row),
            "ratings": list_rating_rows(row),
            "shared_browsers": list_people_with_same_browser(row)[:MAX_ROWS],
            "sections": [
                build_section("reports", reports.filter(person=row), Report, f"stage=all&person={row.pk}"),
                build_section("acts", acts, Act, f"person={row.pk}"),
                build_section("games", games.order_by("-changed_at"), Game, f"against=all&person={row.pk}"),
                build_section("sent", reports.filter(reporter=row), Report, f"stage=all&reporter={row.pk}"),
            ],
            "changes": list_changes(row),
            **self._get_notes_context(request, row),
        }

    def _get_notes_context(self, request: HttpRequest, row: User) -> dict[str, Any]:
        moderator = get_moderator(request)
        if row.pk in moderator.selves or not moderator.user.has_perm(people.READ_NOTES):
            return {}
        return {
            "notes": people.list_notes(moderator, [row])[:MAX_ROWS],
            "can_write_note": moderator.user.has_perm(people.WRITE_NOTE),
        }

    def get_urls(self) -> list[Any]:
        """Add the URL that saves notes."""
        view = self.admin_site.admin_view(self.note_view)
        return [path("<int:pk>/note/", view, name="games_user_note"), *super().get_urls()]

    def note_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Save a note on a person, by POST only.

        The field ``report`` is the number of the report whose page has the form; the redirect leads back to it.
        """
        row = self.get_queryset(request).filter(pk=pk).first()
        if row is None:
            raise Http404
        if not (self.has_view_permission(request) and request.user.has_perm(people.WRITE_NOTE)):
            raise PermissionDenied
        number = request.POST.get("report", "")
        report = Report.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
        if request.method != "POST":
            return self.redirect_to_row(request, row)
        try:
            people.write_note(get_moderator(request), row, request.POST.get("text", "")[:MAX_TEXT_LENGTH])
        except Refusal as refusal:
            return self.redirect_refused(request, report or row, get_refusal_sentence(refusal))
        self.log_action(request, row, "note")
        return self.redirect_to_row(request, report or row, gettext("Note saved."))

    @admin.display(description=_("username"), ordering="username")
    def user_name(self, person: User) -> SafeString:
        """Return the user name."""
        return render_text(person.username)

    @admin.display(description=_("display name"), ordering="display_name")
    def called(self, person: User) -> SafeString:
        """Return the display name."""
        return render_text(person.display_name)

    @admin.display(description=_("status"))
    def standing(self, person: User) -> str:
        """Return the current restrictions of the person."""
        standings = {
            gettext("closed"): person.closed_at is not None,
            gettext("suspended"): person.suspended,
            pgettext("account", "muted"): person.muted,
            gettext("warned, unread"): person.warned_at is not None,
            gettext("account deleted"): person.leaving_at is not None,
        }
        return join_words([text for text, applies in standings.items() if applies]) or EMPTY

    @admin.display(description=WAITING_LABEL)
    def waiting(self, person: Any) -> str:
        """Return the number of waiting reports, empty for none."""
        return str(person.waiting or "")

    @admin.display(description=_("joined, last login"))
    def joined(self, person: User) -> SafeString:
        """Return the times of joining and of the last login."""
        return format_html_join(
            mark_safe(" · "), "{}", [(render_time(person.date_joined),), (render_time(person.last_login),)]
        )

    @admin.display(description=_("games"))
    def played(self, person: User) -> str:
        """Return the number of games, counted up to a limit."""
        limit = 1000
        count = person.seats.order_by()[: limit + 1].count()
        if count > limit:
            return gettext("more than %(most)d") % {"most": limit}
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}

    @admin.display(description=_("muted until"))
    def muted(self, person: User) -> SafeString:
        """Return the end of the mute."""
        return render_text(gettext("permanent")) if person.muted_for_good else render_time(person.muted_until)

    @admin.display(description=_("suspended until"))
    def suspended(self, person: User) -> SafeString:
        """Return the end of the suspension."""
        return render_time(person.suspended_until)

    @admin.display(description=_("closed"))
    def closed(self, person: User) -> SafeString:
        """Return the time at which the account was closed."""
        return render_time(person.closed_at)

    @admin.display(description=_("warned, unread"))
    def warned(self, person: User) -> SafeString:
        """Return the time of a warning that the person has not read yet."""
        return render_time(person.warned_at)

    @admin.display(description=_("reports sent"))
    def record(self, person: User) -> str:
        """Return how many of the person's own reports were upheld and dismissed."""
        upheld, dismissed = cases.count_report_outcomes(person)
        return gettext("%(upheld)s upheld, %(dismissed)s dismissed") % {"upheld": upheld, "dismissed": dismissed}

    @admin.display(description=_("message to the user"))
    def message(self, person: User) -> SafeString:
        """Return the message to the person."""
        return render_multiline_text(translate_reason(person.moderation_message))
