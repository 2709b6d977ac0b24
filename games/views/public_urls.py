"""Public URLs: addresses of this site that other devices can open."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

from games.server.network import list_lan_addresses, list_local_names

MAX_ADDRESSES = 4
"""Maximum number of addresses that a page offers for one link."""
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")


def get_origin(request: HttpRequest) -> str:
    """Return the origin of public URLs: ``SITE_URL`` if that is set, else the origin of the request."""
    return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"


def get_shareable_url(request: HttpRequest, path: str) -> str:
    """Return the best URL of a path for other devices: the first of ``list_shareable_urls``.

    The machine is asked for its addresses only if it was reached under a loopback address.
    """
    url = request.build_absolute_uri(path)
    return list_shareable_urls(request, path)[0] if settings.SITE_URL or is_loopback(url) else url


def list_shareable_urls(request: HttpRequest, path: str) -> list[str]:
    """Return the URLs of a path for other devices, best first; at least one.

    If ``SITE_URL`` is set, there is only the URL on it. Otherwise the host of the request comes first, unless it is a
    loopback address, and then the addresses of the machine in its local networks. These are left out if the machine was
    reached under a foreign name, so that a site on the internet does not publish them.
    """
    if settings.SITE_URL:
        return [f"{settings.SITE_URL}{path}"]
    parts = urlsplit(request.build_absolute_uri(path))
    found = list_lan_addresses()
    if parts.hostname not in (*LOOPBACK_HOSTS, *found, *list_local_names()):
        return [parts.geturl()]
    own = [] if parts.hostname in LOOPBACK_HOSTS else [parts.hostname]
    # ALLOWED_HOSTS lacks the address in a network that the machine joined after the start.
    others = [address for address in found if validate_host(address, settings.ALLOWED_HOSTS)]
    port = f":{parts.port}" if parts.port else ""
    urls = [parts._replace(netloc=f"{host}{port}").geturl() for host in dict.fromkeys([*own, *others])]
    return urls or [parts.geturl()]


def is_loopback(url: str) -> bool:
    """Return whether only this machine can open the URL."""
    return urlsplit(url).hostname in LOOPBACK_HOSTS
