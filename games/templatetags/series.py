"""Template filter of the length of a series."""

from django import template

from games.texts.series import format_best_of

register = template.Library()
register.filter("best_of_label", format_best_of)
