"""What a person reads when something about another person is refused."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

SENTENCES: dict[str, str] = {
    "accounts_only": _("This is for two accounts. Guests can sign up, and keep their games."),
    "not_yourself": _("That is you. Choose somebody else."),
    "no_such_person": _("There is nobody to do that with: the seat is free, or they have left."),
    "you_blocked": _("You have blocked this person. Take that back first, under Friends."),
    "too_many_ties": _("More than %(limit)s people are not kept. Take somebody out of the list first."),
    "no_challenges": _("This person takes no challenges from you. Open a game in the lobby instead."),
    "no_push": _("This site does not know the push service of this browser, so it cannot tell it anything."),
    "already_challenged": _("Your last challenge to this person still waits for an answer."),
    "account_for_tokens": _("Tokens are for accounts. Sign up first; your games stay with you."),
    "no_such_scope": _("A token either reads or plays. Choose one of the two."),
    "token_unnamed": _("Give the token a name by which you know it again, such as that of the program."),
    "too_many_tokens": _("At most %(limit)s tokens. End one that you do not use before you make another."),
}
