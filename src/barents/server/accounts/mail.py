"""Mail: plain text by somebody else's server."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

SECONDS = 20.0
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
_ALONE = ("localhost", "127.0.0.1", "::1")
_FORM = "smtp://user:password@mail.example.org:587?from=barents@example.org"


class MailError(Exception):
    """Mail cannot be sent, and why."""


class Post(msgspec.Struct, frozen=True):
    """By which server mail is sent, and from whom."""

    host: str
    port: int
    sender: str
    sealed: bool
    """The connection is encrypted from its first byte; otherwise as soon as the server offers it."""
    user: str = ""
    password: str = ""


def is_address(text: str) -> bool:
    """Whether something looks like an address of mail; whether it is one, its owner says."""
    return _ADDRESS.fullmatch(text) is not None


def post_of(url: str) -> Post:
    """The server that a setting names; a `MailError` says what is wrong with it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise MailError(f"this is no address of a mail server, as in {_FORM}") from None
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise MailError(f"a mail server is given as in {_FORM}, with smtps:// where it is encrypted from the start")
    if not is_address(sender):
        raise MailError(f"a mail server needs an address that mails come from, as in {_FORM}")
    sealed = parts.scheme == "smtps"
    return Post(
        host=parts.hostname,
        port=port or (465 if sealed else 587),
        sender=sender,
        sealed=sealed,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def post_for(url: str, address: str) -> Post | None:
    """The server by which a service at an address sends mail, if it does; a `MailError` says what is wrong with it."""
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query):
        raise MailError("the address of the service is given without a path, as in https://play.example.org")
    if url and not address:
        raise MailError("mails have links in them, so the service must be told what its address from outside is")
    return post_of(url) if url else None


def send(post: Post, to: str, subject: str, text: str) -> None:
    """Send a mail. This blocks, and is for a thread."""
    message = EmailMessage()
    message["From"] = f"Barents <{post.sender}>"
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=post.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        if post.sealed:
            context = ssl.create_default_context()
            with smtplib.SMTP_SSL(post.host, post.port, timeout=SECONDS, context=context) as server:
                _hand_over(server, post, message)
        else:
            with smtplib.SMTP(post.host, post.port, timeout=SECONDS) as server:
                server.ehlo_or_helo_if_needed()
                if server.has_extn("starttls"):
                    server.starttls(context=ssl.create_default_context())
                elif post.user and post.host not in _ALONE:
                    raise MailError("the mail server offers no encryption, and a password is not sent in the open")
                _hand_over(server, post, message)
    except (smtplib.SMTPException, OSError) as error:
        raise MailError(type(error).__name__) from None


def _hand_over(server: smtplib.SMTP, post: Post, message: EmailMessage) -> None:
    if post.user:
        server.login(post.user, post.password)
    server.send_message(message)
