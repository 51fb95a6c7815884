"""Who may do what: browser keys, links, origins, rates, and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import urlsplit

from barents.kernel.sides import Side
from barents.server.settings import Limit

COOKIE = "barents"
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


def invitation(key: str, match: str, side: Side) -> str:
    """The token of the link to a seat, for whoever opened the match.

    It follows from the opener's own key, so that the opener can be shown it again though only its hash is kept.
    """
    digest = hmac.new(key.encode(), f"{match}/{side.value}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.casefold() == headers.get("host", "").casefold()


def is_visit(headers: Mapping[str, str]) -> bool:
    """Whether a person follows a link in a browser, as opposed to a program that previews or prefetches it."""
    return (
        headers.get("sec-fetch-dest") == "document"
        and headers.get("sec-fetch-mode") == "navigate"
        and "prefetch" not in headers.get("sec-purpose", "")
    )


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
