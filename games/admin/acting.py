"""The pages on which moderators act: what it takes, what will happen, and then the service."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from games.admin.act_forms import ActForm, Target
from games.admin.deeds import Deed, of_kind, offered, refusal
from games.admin.face import Face
from games.admin.show import address, plain
from games.models import Act, Game, User
from games.pages.online.invitation import shareable
from games.rules.errors import Refusal
from games.services.moderation import Linked, Revealed, Why, judge_of, propose
from games.services.moderation.proposals import others
from games.words.moderation import preview, waits
from games.words.refusals import sentence

STEP = "step"
LOOK, DO = "look", "do"


class Acting(Face):
    """A face with acts. Everything is asked for first, then said back, and done by a POST alone."""

    deeds: ClassVar[tuple[Deed, ...]] = ()

    def get_urls(self) -> list[Any]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        page = path("<int:pk>/act/<slug:kind>/", self.admin_site.admin_view(self.act_view), name=name)
        return [page, *super().get_urls()]

    def about(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        offers, barred = offered(judge_of(request).asked_once(), self.deeds, row)
        return {
            "deeds": [deed for deed in offers if deed.listed],
            "offered": {deed.kind.value for deed in offers},
            "barred": barred and sentence(barred),
        }

    def act_view(self, request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
        """One act on one row: GET asks, POST with ``step=look`` says what will happen, with ``step=do`` does it."""
        deed, row = of_kind(self.deeds, kind), self.get_queryset(request).filter(pk=pk).first()
        if deed is None or row is None:
            raise Http404
        barred = refusal(judge_of(request), deed, row)
        if barred is not None and barred.code == "not_permitted":
            raise PermissionDenied
        if barred is not None:
            return self._page(request, deed, row, None, status=403, barred=sentence(barred))
        return self._step(request, deed, row)

    def _step(self, request: HttpRequest, deed: Deed, row: Target) -> HttpResponseBase:
        if request.method != "POST":
            given = {name: value for name, value in request.GET.items() if name in deed.form.base_fields}
            return self._page(request, deed, row, deed.form(row, initial=given))
        form = deed.form(row, request.POST)
        if not form.is_valid():
            return self._page(request, deed, row, form)
        if request.POST.get(STEP) == DO:
            return self._do(request, deed, row, form)
        return self._page(request, deed, row, form, sure=True)

    def _do(self, request: HttpRequest, deed: Deed, row: Target, form: ActForm) -> HttpResponseBase:
        words = form.cleaned_data
        why = Why(words["reason"], words["message"], words["report"])
        try:
            done = deed.do(judge_of(request), row, **form.about, why=why)
        except Refusal as refused:
            if refused.code == "second_needed":
                return self._proposed(request, deed, row, form, why)
            form.add_error(None, sentence(refused))
            return self._page(request, deed, row, form, status=409)
        self.noted(request, row, f"{deed.kind.value} · {_number(done)}")
        if isinstance(done, Revealed):
            return self._revealed(request, row, done)
        if isinstance(done, Linked):
            return self._linked(request, row, done)
        messages.success(request, _("Done, and on record as act %(number)s.") % {"number": done.pk})
        return self.back(request, row)

    def _proposed(self, request: HttpRequest, deed: Deed, row: Target, form: ActForm, why: Why) -> HttpResponseBase:
        """Nothing is done yet: the act waits for another moderator."""
        undoes = row if isinstance(row, Act) else None
        game, by = _of_game(row), judge_of(request)
        try:
            kept = propose(by, deed.kind, game, why, form.about, undoes)
        except Refusal as refused:
            form.add_error(None, sentence(refused))
            return self._page(request, deed, row, form, status=409)
        self.noted(request, row, f"{deed.kind.value} · {kept.pk}?")
        messages.warning(request, waits(bool(others(by, deed.kind))))
        return self.back(request, game)

    def _page(
        self,
        request: HttpRequest,
        deed: Deed,
        row: Target,
        form: ActForm | None,
        status: int = 200,
        sure: bool = False,
        barred: str = "",
    ) -> HttpResponseBase:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": row,
            "row_title": self.title(row),
            "back": address(row),
            "title": deed.button,
            "deed": deed,
            "form": form,
            "sure": sure,
            "barred": barred,
            "happens": _happens(deed, row, form, sure),
        }
        return TemplateResponse(request, "admin/desk/act.html", context, status=status)

    def _revealed(self, request: HttpRequest, row: Target, revealed: Revealed) -> HttpResponseBase:
        """What was hidden, in the answer to the POST alone: no address leads to it."""
        names = [plain(name) for name in (*getattr(row, "names", "").split("\n"), "", "")[:2]]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row_title": self.title(row),
            "back": address(row),
            "title": _("Hidden cards"),
            "revealed": revealed,
            "seats": list(zip(names, revealed.hands, revealed.followers, strict=True)),
            "blinds": [(number, names[seat], card) for number, seat, card in revealed.blinds],
        }
        return TemplateResponse(request, "admin/desk/revealed.html", context)

    def _linked(self, request: HttpRequest, row: Target, linked: Linked) -> HttpResponseBase:
        """The link for a new password, in the answer to the POST alone."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row_title": self.title(row),
            "back": address(row),
            "title": _("Link for a new password"),
            "number": linked.act.pk,
            "link": shareable(request, linked.path),
        }
        return TemplateResponse(request, "admin/desk/linked.html", context)


def _number(done: Act | Revealed | Linked) -> int:
    return int(done.pk if isinstance(done, Act) else done.act.pk)


def _happens(deed: Deed, row: Target, form: ActForm | None, sure: bool) -> str:
    """What will happen, as soon as all that it depends on is known."""
    if form is None or (form.arguments and not sure):
        return ""
    about = {**form.about, **form.spoken} if sure else {}
    if isinstance(row, User):
        about["person"] = row
    names = [plain(name) for name in (*_game_of(row).split("\n"), "", "")[:2]]
    return plain(preview(deed.kind, names, **about))


def _of_game(row: Target) -> Game:
    game = row if isinstance(row, Game) else row.game if isinstance(row, Act) else None
    if game is None:
        raise ValueError("only acts on games wait for a second moderator")
    return game


def _game_of(row: Target) -> str:
    game = row if isinstance(row, Game) else row.game if isinstance(row, Act) else None
    return "" if game is None else game.names
