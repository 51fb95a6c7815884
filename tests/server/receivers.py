"""Those to whom a server sends something: a real mail server and a real receiver of web hooks, for tests."""

from __future__ import annotations

import email
import email.policy
import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec

PATIENCE = 120.0


class Postbox:
    """A mail server that takes everything, or refuses the first so many."""

    def __init__(self, refusals: int = 0) -> None:
        self.refusals = refusals
        self.tried = 0
        self._mails: queue.Queue[EmailMessage] = queue.Queue()
        box = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                box._serve(self)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self.server = Server(("127.0.0.1", 0), Handler)

    def _serve(self, line: socketserver.StreamRequestHandler) -> None:
        def say(words: str) -> None:
            line.wfile.write(f"{words}\r\n".encode())

        say("220 postbox")
        while asked := line.rfile.readline():
            match asked.split()[0].upper():
                case b"EHLO" | b"HELO":
                    say("250 postbox")
                case b"MAIL":
                    self.tried += 1
                    say("451 not now" if self.tried <= self.refusals else "250 ok")
                case b"DATA":
                    say("354 go on")
                    content = b""
                    while (text := line.rfile.readline()) != b".\r\n":
                        content += text
                    self._mails.put(email.message_from_bytes(content, policy=email.policy.default))
                    say("250 ok")
                case b"QUIT":
                    say("221 bye")
                    return
                case _:
                    say("250 ok")

    @property
    def address(self) -> str:
        """What a server is told to send by."""
        return f"smtp://127.0.0.1:{self.server.server_address[1]}?from=barents@example.org"

    def next(self) -> EmailMessage:
        """The next mail that comes."""
        return self._mails.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        """Whether there is no mail that nobody has read."""
        return self._mails.empty()


class HookReceiver:
    """A web server that keeps what is posted to it, and answers as it is told."""

    def __init__(self, status: int = 204) -> None:
        self._posted: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver._posted.put((self.path, msgspec.json.decode(body)))
                self.send_response(status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def next(self) -> tuple[str, dict[str, Any]]:
        """The next message that comes: the path, and what it says."""
        return self._posted.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        """Whether nothing has come that nobody has read."""
        return self._posted.empty()


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[None]:
    """Let a server run in a thread of its own."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join(PATIENCE)
        server.server_close()
