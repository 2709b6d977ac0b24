"""Game codes in addresses, of pages and sockets alike."""

from django.urls import register_converter

from games.models import CODE_LENGTH


class CodeConverter:
    """A game code in any case; views get it in capitals."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
