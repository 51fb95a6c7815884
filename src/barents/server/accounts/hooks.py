"""Web hooks: a small message to an address that a person has given us.

An address is a way into the network that the server stands in, so it may only lead out of it: by https, to a name all
of whose addresses are public, and the connection is made to the very address that was looked at, not to a new answer of
the name's owner. No redirect is followed and no answer is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit

import httpx

SECONDS = 5.0
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class HookError(Exception):
    """A web hook cannot be called, and why."""


def wrong_address(url: str, private: bool) -> str:
    """What is wrong with the address of a hook as it is written, or nothing."""
    if not url.isascii() or not url.isprintable() or " " in url:
        return "An address of a web hook has printable signs without blanks, as in https://example.org/hook."
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is no address of a web hook, as in https://example.org/hook."
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        return "A web hook is called by https alone, as in https://example.org/hook."
    if not parts.hostname or parts.username is not None or parts.password is not None or port == 0:
        return "The address of a web hook has a host and no user or password, as in https://example.org/hook."
    try:
        address = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return ""
    return "" if private or is_public(str(address)) else "A web hook has to lie outside of the server's own network."


def is_public(address: str) -> bool:
    """Whether an address is out in the world: not this machine, nor its network, nor anything set apart."""
    known = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(known, ipaddress.IPv6Address):
        # An address of the older kind in the clothes of the newer is what it is underneath.
        within = ipaddress.IPv4Address(int(known) & 0xFFFF_FFFF) if known in _TRANSLATED else None
        known = known.ipv4_mapped or known.sixtofour or within or known
    return known.is_global and not known.is_multicast and not known.is_reserved


async def call(url: str, content: bytes, *, private: bool = False) -> None:
    """Send a message to a hook; `HookError` if it was not taken."""
    wrong = wrong_address(url, private)
    if wrong:
        raise HookError(wrong)
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(SECONDS):
            address = await _resolved(host, port, private)
            shown = f"[{address}]" if ":" in address else address
            target = httpx.URL(url).copy_with(host=shown.strip("[]"))
            headers = {"host": parts.netloc, "content-type": "application/json", "user-agent": "barents"}
            # Nothing of the server's environment, such as a proxy or a password file, has a part in this.
            async with (
                httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=SECONDS) as client,
                client.stream(
                    "POST", target, content=content, headers=headers, extensions={"sni_hostname": host}
                ) as answer,
            ):
                if not answer.is_success:
                    raise HookError(f"it answered {answer.status_code}")
    except TimeoutError:
        raise HookError("it did not answer in time") from None
    except (httpx.HTTPError, OSError) as error:
        raise HookError(type(error).__name__) from None


async def _resolved(host: str, port: int, private: bool) -> str:
    """The address behind a name; a name of which a single one is not public is refused."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise HookError("its name is not known") from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not (private or all(is_public(address) for address in addresses)):
        raise HookError("it lies in the server's own network")
    return addresses[0]
