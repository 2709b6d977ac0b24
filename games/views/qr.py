"""QR codes as inline SVG: one path, no style attribute, dark on light in every theme."""

import qrcode
from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode.constants import ERROR_CORRECT_M

QUIET_ZONE = 4
"""Width of the empty margin in modules. Scanners need four."""


def render_qr_svg(text: str, label: str) -> SafeString:
    """Return an ``<svg>`` element that encodes ``text``, with ``label`` as its accessible name.

    The style sheet sets the colours.
    """
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    return format_html(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<rect class="qr-light" width="{size}" height="{size}"/><path class="qr-dark" d="{path}"/></svg>',
        size=len(rows),
        label=label,
        path="".join(_list_runs(rows)),
    )


def _list_runs(rows: list[list[bool]]) -> list[str]:
    """Return a path for each run of dark modules in a row. Runs make a shorter SVG than single modules."""
    runs: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1H{start}z")
            x += 1
    return runs
