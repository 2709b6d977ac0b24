"""What moderators wrote, in the language of who reads it where it is one of the sentences to choose from."""

from django import template

from games.words.reasons import in_words

register = template.Library()
register.filter("in_words", in_words)
