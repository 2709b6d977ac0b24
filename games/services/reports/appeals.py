"""Appeals against acts, one by each person concerned, decided by a moderator who neither took nor confirmed the act."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.eventlog import event_store
from games.models import Act, Appeal, Game, Player
from games.models.moderation import Ruling
from games.rules.errors import Refusal
from games.services.moderation.permissions import Justification, Moderator, require_impartial, require_permission
from games.services.moderation.undo import undo_act
from games.services.reports import queue
from games.services.reports.queue import Sender, catch_refusal, clean_report_text
from games.state.moderation import ActKind
from games.texts.moderation import APPEAL_GRANTED

PERMISSION = "games.decide_appeal"


def file_appeal(act: Act, sender: Sender, text: str) -> Appeal:
    """Appeal against an act, once. Suspended and muted people may appeal too.

    Raise ``Refusal`` with ``not_concerned``, ``text_needed`` or ``already_appealed``.
    """
    if not is_concerned(act, sender):
        raise Refusal("not_concerned")
    appeal = Appeal(
        act=act, person=sender.user, device=sender.device, source=sender.source, text=clean_report_text(text)
    )
    try:
        with transaction.atomic():
            appeal.save()
    except IntegrityError:
        raise Refusal("already_appealed") from None
    return appeal


def is_concerned(act: Act, sender: Sender) -> bool:
    """Return whether an act is about the sender, or about a game in which the sender has or had a seat."""
    if act.what == ActKind.REVEAL or not sender.is_known:
        return False
    if act.person_id is not None:
        # A rename is logged in the person's games, but concerns that person alone.
        return sender.user is not None and act.person_id == sender.user.pk
    return act.game is not None and _has_seat(act.game, sender)


def get_appeal(act: Act, sender: Sender) -> Appeal | None:
    """Return the sender's appeal against an act, or None."""
    return Appeal.objects.filter(act=act, source=sender.source).first()


def list_sent_appeals(sender: Sender) -> QuerySet[Appeal]:
    """Return the sender's appeals, newest first."""
    return Appeal.objects.filter(source=sender.source).select_related("act__game").order_by("-pk")


def claim_appeal(moderator: Moderator, appeal: Appeal) -> Appeal:
    """Claim an appeal.

    Raise ``Refusal`` as ``queue.claim_row`` does, and with ``not_permitted``, ``same_moderator``, ``own_account`` or
    ``plays_here``.
    """
    return queue.claim_row(moderator, appeal, lambda fresh: _require_decider(moderator, fresh))


def release_appeal(moderator: Moderator, appeal: Appeal) -> Appeal:
    """Release an appeal to the queue."""
    return queue.release_row(moderator, appeal, lambda fresh: _require_decider(moderator, fresh))


def decide_appeal(moderator: Moderator, appeal: Appeal, outcome: str, note: str = "") -> Appeal:
    """Decide a claimed appeal. Granting it does not undo the act: the moderator must do that as well.

    Raise ``Refusal`` with ``bad_value`` or ``not_claimed``, and as ``claim_appeal`` does.
    """
    if outcome not in Ruling.values:
        raise Refusal("bad_value")
    return queue.decide_row(moderator, appeal, outcome, note, lambda fresh: _require_decider(moderator, fresh))


def grant_appeal(moderator: Moderator, appeal: Appeal, note: str = "") -> Act:
    """Claim an appeal, undo the act, and decide the appeal, in one transaction.

    Raise ``Refusal`` as ``claim_appeal`` and ``undo_act`` do. After ``second_needed`` another moderator must confirm
    the undo.
    """
    with transaction.atomic():
        claim_appeal(moderator, appeal)
        act = undo_act(moderator, appeal.act, build_justification(note))
        decide_appeal(moderator, appeal, Ruling.GRANTED, note)
    return act


def build_justification(note: str) -> Justification:
    """Build the justification of an undo after an appeal."""
    return Justification(note.strip() or APPEAL_GRANTED)


def _has_seat(game: Game, sender: Sender) -> bool:
    if sender.user is not None and Player.objects.filter(game=game, user=sender.user).exists():
        return True
    return sender.device is not None and event_store.load_state(game.pk).had(sender.device.pk)


def find_refusal(moderator: Moderator, appeal: Appeal) -> Refusal | None:
    """Return the refusal that the moderator would get for deciding the appeal, or None."""
    return catch_refusal(lambda: _require_decider(moderator, appeal))


def _require_decider(moderator: Moderator, appeal: Appeal) -> None:
    require_permission(moderator, PERMISSION)
    act = appeal.act
    if moderator.user in (act.who, act.confirmed_by):
        raise Refusal("same_moderator")
    if {appeal.person_id, act.person_id} & moderator.selves:
        raise Refusal("own_account")
    if act.game is not None:
        require_impartial(moderator, act.game)
