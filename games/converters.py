"""URL converter for game codes, in the addresses of pages and sockets."""

from django.urls import register_converter

from games.models import CODE_LENGTH


class CodeConverter:
    """Convert a game code of any case; views get it in capitals."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Return the code in capitals."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """Return the code as it is."""
        return value


register_converter(CodeConverter, "code")
