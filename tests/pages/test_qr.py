"""QR codes."""

import re

from games.pages.qr import QUIET_ZONE, qr_svg


def test_has_four_empty_modules_around_it() -> None:
    svg = qr_svg("http://192.168.1.7:8000/m/K7MPX2QA/", "code")
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])  # type: ignore[index]
    starts = [(int(x), int(y), int(width)) for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", svg)]
    assert QUIET_ZONE == 4
    assert min(x for x, _, _ in starts) == min(y for _, y, _ in starts) == 4
    assert max(x + width for x, _, width in starts) == size - 4


def test_its_name_is_escaped_and_it_has_no_inline_style() -> None:
    svg = qr_svg("x", '"><script>')
    assert "<script>" not in svg
    assert "style=" not in svg
