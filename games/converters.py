"""Path converter for game codes in the URLs of pages and sockets."""

from django.urls import register_converter

from games.models import CODE_LENGTH


class CodeConverter:
    """Path converter for a game code of any case, which views get in capitals."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Return the code in capitals."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """Return the code unchanged."""
        return value


register_converter(CodeConverter, "code")
