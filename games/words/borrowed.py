"""Sentences of Django that it lacks in one of our languages. Standing here they come into our catalogues, which are
asked before its own."""

from django.utils.translation import gettext_noop as _

BORROWED = (_("Add link"), _("Change or view list link"), _("Model name"))
