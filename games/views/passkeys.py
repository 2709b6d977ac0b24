"""Secure contexts, in which browsers allow passkeys."""

from django.http import HttpRequest

# Pages of these hosts are a secure context over plain HTTP. So are those of 127.0.0.1, but a passkey needs a host name.
_PASSKEY_HOSTS = ("localhost",)


def can_use_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers allow passkeys here: over HTTPS, or over plain HTTP on ``localhost``."""
    host = request.get_host().rsplit(":", 1)[0]
    return request.is_secure() or host in _PASSKEY_HOSTS
