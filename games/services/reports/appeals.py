"""Appeals: one text for each act and whom it concerns, decided by another moderator than the one who acted."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.models import Act, Appeal, Game, Player
from games.models.moderation import Ruling
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge, Why, require_impartial, require_permission
from games.services.moderation.undo import undo
from games.services.reports import queue
from games.services.reports.queue import refused
from games.services.reports.senders import Sender, written
from games.store import log
from games.stories.act_kinds import ActKind
from games.words.reasons import GRANTED

PERMISSION = "games.decide_appeal"


def lodge(act: Act, sender: Sender, text: str) -> Appeal:
    """Appeal against an act; also people who are suspended or muted may, once.

    Refused with ``not_concerned``, ``text_needed`` and ``already_appealed``.
    """
    if not concerns(act, sender):
        raise Refusal("not_concerned")
    appeal = Appeal(act=act, person=sender.user, device=sender.device, source=sender.source, text=written(text))
    try:
        with transaction.atomic():
            appeal.save()
    except IntegrityError:
        raise Refusal("already_appealed") from None
    return appeal


def concerns(act: Act, sender: Sender) -> bool:
    """Whether an act is about this person or device, or about a game in which it has or had a seat."""
    if act.what == ActKind.REVEAL or not sender.known:
        return False
    if act.person_id is not None:
        # A rename is told in the person's games, but concerns that person alone.
        return sender.user is not None and act.person_id == sender.user.pk
    return act.game is not None and _plays(act.game, sender)


def of(act: Act, sender: Sender) -> Appeal | None:
    """The appeal that the sender lodged against an act."""
    return Appeal.objects.filter(act=act, source=sender.source).first()


def sent_by(sender: Sender) -> QuerySet[Appeal]:
    """What a sender appealed against, newest first."""
    return Appeal.objects.filter(source=sender.source).select_related("act__game").order_by("-pk")


def claim(by: Judge, appeal: Appeal) -> Appeal:
    """Take an appeal on. Refused as ``queue``, and with ``same_moderator``, ``plays_here``,
    ``own_account``."""
    return queue.claim(by, appeal, lambda fresh: _require_judge(by, fresh))


def release(by: Judge, appeal: Appeal) -> Appeal:
    """Give an appeal back to the queue."""
    return queue.release(by, appeal, lambda fresh: _require_judge(by, fresh))


def decide(by: Judge, appeal: Appeal, outcome: str, note: str = "") -> Appeal:
    """Decide a claimed appeal. Granting one changes nothing by itself: undo the act, or do another, as well.

    Refused with ``bad_value`` and as ``claim``.
    """
    if outcome not in Ruling.values:
        raise Refusal("bad_value")
    return queue.decide(by, appeal, outcome, note, lambda fresh: _require_judge(by, fresh))


def grant(by: Judge, appeal: Appeal, note: str = "") -> Act:
    """Claim an appeal, undo the act, and answer it: all of that, or with a refusal nothing.

    Refused as ``claim`` and as ``undo``; with ``second_needed`` it is undone once somebody else confirms that.
    """
    with transaction.atomic():
        claim(by, appeal)
        done = undo(by, appeal.act, granted(note))
        decide(by, appeal, Ruling.GRANTED, note)
    return done


def granted(note: str) -> Why:
    """Why an act is undone after an appeal."""
    return Why(note.strip() or GRANTED)


def _plays(game: Game, sender: Sender) -> bool:
    if sender.user is not None and Player.objects.filter(game=game, user=sender.user).exists():
        return True
    return sender.device is not None and log.load(game.pk).had(sender.device.pk)


def refusal(by: Judge, appeal: Appeal) -> Refusal | None:
    """Why this moderator may not decide an appeal."""
    return refused(lambda: _require_judge(by, appeal))


def _require_judge(by: Judge, appeal: Appeal) -> None:
    require_permission(by, PERMISSION)
    act = appeal.act
    if act.who_id == by.user.pk:
        raise Refusal("same_moderator")
    if {appeal.person_id, act.person_id} & by.selves:
        raise Refusal("own_account")
    if act.game is not None:
        require_impartial(by, act.game)
