"""Two hundred strings that try to be more than text."""

from __future__ import annotations

_MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//evil>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//evil/>",
    "<form action=//evil><button>x",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<template><script>alert(1)</script>",
    "<marquee onstart=alert(1)>",
    "{{ 7|add:7 }}{% load log %}",
    "${7*7}`${alert(1)}`",
    "&lt;script&gt;alert(1)",
    "javascript:alert(1)//",
    "\\u003cscript\\u003e",
    "%3Cscript%3E",
    "=cmd|' /C calc'!A0",
)
_FRAMES = (
    "{}",
    '">{}',
    "'>{}",
    "</td></tr></table>{}",
    "</textarea></title>{}",
    "--><!--{}",
    "\u202e{}",
    "\u200b{}\u2066",
)
HOSTILE: tuple[str, ...] = tuple(frame.format(markup) for markup in _MARKUP for frame in _FRAMES)
"""200 strings."""

UNSEEN = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u061c\u180e"
"""Characters that turn text around or take no room."""
