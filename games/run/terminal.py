"""A QR code drawn with characters."""

import qrcode

# Both colours are fixed, so that the code is dark on light in a light and in a dark terminal alike.
_INK, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_code(text: str) -> str:
    """`text` as a QR code, two rows of modules to a line, with the quiet edge that cameras need."""
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    rows = code.get_matrix()
    rows.append([False] * len(rows[0]))
    return "\n".join(_line(*rows[at : at + 2]) for at in range(0, len(rows) - 1, 2))


def _line(upper: list[bool], lower: list[bool]) -> str:
    return _INK + "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) + _PLAIN
