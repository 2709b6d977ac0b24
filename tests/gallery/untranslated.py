"""English sentences and Latin words left on a page of another language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import allauth
import django
import polib

from games.texts.opponents import OPPONENTS
from tests.gallery.nights import NAMES, RENAMED, TITLES
from tests.gallery.sample_site import ADDRESS, FREEZE, REPORT
from tests.site_process import PROJECT

SAID = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const around = walk.currentNode.parentElement;
    const silent = around.closest("script, style, template, noscript, textarea, bdi, kbd, code");
    const foreign = around.closest("[lang]") !== document.documentElement;
    if (!silent && !foreign) texts.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  }
  return texts;
}"""
"""The texts of a page, visible or read aloud, without those in a language of their own."""
WORD = re.compile(r"[A-Za-z][A-Za-z]{2,}")
CODE = re.compile(r"\b[0-9A-Z]{4,}\b|https?://\S+")
TYPED = re.compile("|".join(map(re.escape, (*FREEZE.values(), REPORT["text"], ADDRESS, *TITLES, RENAMED, *NAMES))))
KNOWN = frozenset(
    (
        *("Five", "Votes", "Claim", "Ana", "Bram", "Dora", "Emil", "Mona"),
        *("API", "CSV", "UTC", "Python", "Cookie", "https", "Elo"),
        # A book, and what programs call an app that gives codes.
        *("Arena", "Board", "Game", "Authenticator", "authenticator", "App"),
        # The site's own opponents are called the same everywhere.
        *(word for one in OPPONENTS.values() for word in one.name.split()),
        # Languages, each in itself, and icons by their names in the sprite.
        *("English", "Nederlands", "Bahasa", "Indonesia", "bell", "crown", "globe", "person", "theme"),
        # Names of fields, kinds and values, as records, the log and Django's icons have them.
        *("commitment", "parts", "seed", "shuffle", "freeze", "True", "False"),
    )
)
"""Words that are the same in Chinese."""
SAME = frozenset(("Log in", "Authenticator code"))
"""Sentences that are the same in Dutch."""
OTHERS = Path(allauth.__file__).parent, Path(django.__file__).parent


def single_spaced(said: Iterable[str]) -> set[str]:
    """What a page says, each text with single spaces."""
    return {" ".join(text.split()) for text in said} - {""}


@cache
def english() -> frozenset[str]:
    """Every sentence of ours, of Django and of allauth, in English: those that more than one word make."""
    ours = (polib.pofile(str(path)) for path in PROJECT.glob("locale/nl/LC_MESSAGES/*.po"))
    borrowed = polib.pofile(str(PROJECT / "games/texts/borrowed/en/LC_MESSAGES/django.po"))
    theirs = (polib.mofile(str(path)) for path in _theirs())
    said = [entry.msgid for some in (*ours, *theirs) for entry in some] + [entry.msgstr for entry in borrowed]
    return frozenset(sentence for sentence in said if " " in sentence.strip()) - SAME


def _theirs() -> Iterator[Path]:
    """German is kept up by both, and has sentences that others lack."""
    for folder in OTHERS:
        yield from folder.rglob("locale/de/LC_MESSAGES/*.mo")


def latin(said: set[str]) -> set[str]:
    """The words in Latin letters, but codes and what people typed."""
    bare = (CODE.sub(" ", TYPED.sub(" ", text)) for text in said)
    return {word for text in bare for word in WORD.findall(text)} - KNOWN
