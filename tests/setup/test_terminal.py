"""The QR code in the terminal: the right modules, in colours of its own."""

import qrcode

from games.run.terminal import qr_code

ADDRESS = "http://192.168.1.20:8000/"
UPPER, LOWER = "▀█", "▄█"


def modules(drawing: str) -> list[list[bool]]:
    """The modules of a drawing, read back."""
    rows = []
    for line in drawing.splitlines():
        _, text = line.removesuffix("\x1b[0m").split("m", 1)
        rows += [[character in UPPER for character in text], [character in LOWER for character in text]]
    return rows


def test_shows_the_modules_of_the_code_with_its_quiet_edge() -> None:
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(ADDRESS)
    matrix = code.get_matrix()
    drawn = modules(qr_code(ADDRESS))
    assert drawn[: len(matrix)] == matrix
    assert not any(map(any, drawn[len(matrix) :]))


def test_sets_ink_and_paper_on_every_line() -> None:
    for line in qr_code(ADDRESS).splitlines():
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")


def test_fits_a_small_terminal() -> None:
    lines = qr_code("http://192.168.100.200:65535/").splitlines()
    assert len(lines) <= 20
    assert len(modules(lines[0])[0]) <= 60
