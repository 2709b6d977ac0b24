"""Public URLs: addresses of this site that other devices can open."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

from games.server.network import list_lan_addresses

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")


def get_origin(request: HttpRequest) -> str:
    """Return the origin of public URLs: ``SITE_URL`` if that is set, else the origin of the request."""
    return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"


def get_shareable_url(request: HttpRequest, path: str) -> str:
    """Return the URL of a path for other devices.

    It is on ``SITE_URL`` if that is set, else on the host of the request. If that host is a loopback address, it is on
    the machine's address in the local network, if there is one.
    """
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    parts = urlsplit(request.build_absolute_uri(path))
    if parts.hostname not in LOOPBACK_HOSTS:
        return parts.geturl()
    # ALLOWED_HOSTS lacks the address in a network that the machine joined after the start.
    addresses = (address for address in list_lan_addresses() if validate_host(address, settings.ALLOWED_HOSTS))
    address = next(addresses, "")
    if not address:
        return parts.geturl()
    return parts._replace(netloc=f"{address}:{parts.port}" if parts.port else address).geturl()


def is_loopback(url: str) -> bool:
    """Return whether only this machine can open the URL."""
    return urlsplit(url).hostname in LOOPBACK_HOSTS
