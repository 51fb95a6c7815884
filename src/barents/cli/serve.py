"""`barents serve`: the web service, and the page to play on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.common import Mistake

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from barents.kernel.match import Terms
    from barents.server.app import Service


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for everyone's.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="P", min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Where matches are kept; if not given, in your data folder.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in the browser: start the server, and print the address of its page."""
    service = make_service(context, database)
    run(service, bound(host, port), lambda address: shown(address, open_page))


def in_browser(context: typer.Context, terms: Terms, seats: str, opponent: str, record: bytes | None) -> None:
    """Open a match in the browser: on the terms it would have in the terminal, or from the file it was saved in."""
    import asyncio

    from barents.server.protocol import Opening

    service = make_service(context, None)
    both = seats == "both"
    if record is not None:
        path = asyncio.run(service.house.reserve_record(record, seats, "" if both else opponent))
    else:
        side: Literal["allied", "axis"] = "axis" if seats == "axis" else "allied"
        opening = Opening(terms.game, terms.scenario, side, "here" if both else opponent, terms.options)
        path = asyncio.run(service.house.reserve(opening))
    run(service, bound("127.0.0.1", 0), lambda address: shown(address, True, path))


def make_service(context: typer.Context, database: str | None) -> Service:
    """A service with the games and values that this command was given."""
    from barents.server.app import create_app
    from barents.server.settings import Settings, default_database
    from barents.server.store import StoreError

    plug_ins = context.meta[PLUG_INS]
    settings = Settings(database=database or default_database(), pack=context.obj, plug_ins=plug_ins)
    try:
        return create_app(settings)
    except StoreError as error:
        raise Mistake(str(error)) from None


def bound(host: str, port: int) -> socket:
    """A socket at an address, so that a port that is taken is told before anything starts."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise Mistake(f"the server cannot listen at {host} port {port}: {error.strerror}; try another --port") from None
    return listener


def address_of(listener: socket) -> str:
    """The address of the page."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"


def shown(address: str, open_page: bool, path: str = "") -> None:
    """Say where the page is, and open it if that is wanted."""
    import webbrowser

    typer.echo(f"Barents is at {address}{path}  (Ctrl-C ends it)")
    sys.stdout.flush()
    if open_page:
        webbrowser.open(f"{address}{path}")


def run(service: Service, listener: socket, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from barents.server.app import server_config
    from barents.server.logs import log_to_stderr

    log_to_stderr()

    class Server(uvicorn.Server):
        """Tells when it is ready."""

        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready(address_of(listener))

    Server(server_config(service)).run(sockets=[listener])
