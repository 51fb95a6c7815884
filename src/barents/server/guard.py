"""Who may do what: browser keys, links, origins, rates, and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from ipaddress import IPv6Network, ip_address
from urllib.parse import urlsplit

from barents.kernel.sides import Side
from barents.server.settings import Limit

COOKIE = "barents"
SESSION = "barents-session"
COOKIE_AGE = 400 * 24 * 3600  # browsers keep none for longer
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")
_HOST = re.compile(r"[A-Za-z0-9.\-_:\[\]]{1,255}")

SAFE = ("GET", "HEAD", "OPTIONS")


def new_key() -> str:
    """A browser's own key: 32 bytes that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_key(text: str) -> bool:
    """Whether a cookie or token has the shape of a key."""
    return _KEY.fullmatch(text) is not None


def hashed(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_door() -> bytes:
    """What the links to a match's seats are made of."""
    return secrets.token_bytes(32)


def invitation(door: bytes, side: Side) -> str:
    """The token of the link to a seat, for whoever opened the match.

    It follows from the match's door, so that the opener can be shown it again, on any device.
    """
    digest = hmac.new(door, side.value.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def is_same_origin(headers: Mapping[str, str], secure: bool = False) -> bool:
    """Whether a request comes from our own page, or from no page at all.

    Where we know that it came to us over https, a page that came without is not ours.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    there = urlsplit(origin)
    return there.netloc.casefold() == headers.get("host", "").casefold() and not (secure and there.scheme == "http")


def objection(method: str, path: str, headers: Mapping[str, str], secure: bool) -> tuple[int, str] | None:
    """Why a request is not even looked at, as a status and in words.

    Whatever changes something must come from a page of ours. Every browser says where such a request comes from, so
    one that has our cookies and does not say is refused too. And the interface takes JSON alone, which a page of
    another site cannot send without asking us first, and we never say yes.
    """
    if method in SAFE:
        return None
    if not is_same_origin(headers, secure):
        return 403, "Another site may not speak for you here."
    cookies = _cookie_names(headers.get("cookie", ""))
    if cookies & {COOKIE, session_cookie(secure)} and "origin" not in headers and "sec-fetch-site" not in headers:
        return 403, "A request that comes with a cookie has to say where it comes from, in the header Origin."
    sends = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().casefold()
    if sends and path.startswith("/api/") and kind != "application/json":
        return 415, "Only JSON is taken here: send it with the header Content-Type: application/json."
    return None


def _cookie_names(header: str) -> set[str]:
    return {pair.partition("=")[0].strip() for pair in header.split(";")}


def is_visit(headers: Mapping[str, str]) -> bool:
    """Whether a person follows a link in a browser, as opposed to a program that previews or prefetches it."""
    return (
        headers.get("sec-fetch-dest") == "document"
        and headers.get("sec-fetch-mode") == "navigate"
        and "prefetch" not in headers.get("sec-purpose", "")
    )


def session_cookie(secure: bool) -> str:
    """The name of the cookie of a session: where it can be, one that no other host of the domain can set."""
    return f"__Host-{SESSION}" if secure else SESSION


def security_headers(host: str, secure: bool) -> dict[str, str]:
    """What every answer says to the browser: take nothing from elsewhere, tell nobody where you are."""
    socket = f" {'wss' if secure else 'ws'}://{host}" if _HOST.fullmatch(host) else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{socket}; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        **({"strict-transport-security": "max-age=31536000"} if secure else {}),
    }


def whence(host: str) -> str:
    """Where somebody comes from, as far as it tells people apart: of IPv6 the network, since one has many addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    mapped = address.ipv4_mapped
    return str(mapped) if mapped is not None else str(IPv6Network((host, 64), strict=False))


class TooOften(Exception):
    """Something is done more often than it may be."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"That is too often: wait {max(1, round(seconds))} seconds.")
        self.seconds = seconds


class Buckets:
    """How often each of many may do something: a bucket that leaks at a steady rate."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._full: dict[str, tuple[float, float]] = {}

    def wait(self, key: str) -> float:
        """Count one more; 0 if it may be done, else the seconds to wait, and then it is not counted."""
        moment = time.monotonic()
        level, since = self._full.get(key, (0.0, moment))
        level = max(0.0, level - (moment - since) * self.limit.per_second)
        if level + 1 > self.limit.burst:
            return (level + 1 - self.limit.burst) / self.limit.per_second
        self._full[key] = (level + 1, moment)
        if len(self._full) > 10_000:
            self._tidy(moment)
        return 0.0

    def _tidy(self, moment: float) -> None:
        """Forget those whose buckets are empty again."""
        rate = self.limit.per_second
        self._full = {
            key: (level, since) for key, (level, since) in self._full.items() if level > (moment - since) * rate
        }
