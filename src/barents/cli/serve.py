"""`barents serve`: the web service, and the page to play on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.common import Mistake

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from barents.kernel.match import Terms
    from barents.server.app import Service
    from barents.server.settings import Settings


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for everyone's.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="P", min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", envvar="BARENTS_DATABASE", help="Where matches are kept; if not given, in your data folder."
        ),
    ] = None,
    processes: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="How many processes share the work.")] = 1,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            metavar="P", min=1, max=65535, help="Answer Prometheus on this machine at this port and the next."
        ),
    ] = None,
    beat: Annotated[
        float,
        typer.Option(
            metavar="S",
            min=0.0,
            max=10.0,
            help="Seconds from a move until what needs no person is shown; a shorter beat tells more by the clock.",
        ),
    ] = 0.25,
    address: Annotated[
        str, typer.Option(metavar="URL", help="What the service is called from outside: for links in mails.")
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="BARENTS_MAIL",
            help="The server for mail: smtp://user:password@host:587?from=ADDRESS.",
        ),
    ] = "",
    hooks: Annotated[bool, typer.Option("--hooks/--no-hooks", help="Call the web hooks of those who want it.")] = False,
    proxy: Annotated[
        bool, typer.Option("--proxy", help="Believe a proxy on this machine where requests come from.")
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in the browser: start the server, and print the address of its page."""
    insist_on_mail(mail, address)
    with bound(host, port) as listener:
        settings = chosen(
            context,
            database,
            process=name_of(listener),
            processes=processes,
            metrics_port=metrics_port,
            beat=beat,
            address=address,
            mail=mail,
            hooks=hooks,
            proxy=proxy,
        )
        if processes == 1:
            run(make_service(settings), listener, lambda address: shown(address, open_page))
        else:
            run_several(settings, listener, lambda address: shown(address, open_page))


def in_browser(context: typer.Context, terms: Terms, seats: str, opponent: str, record: bytes | None) -> None:
    """Open a match in the browser: on the terms it would have in the terminal, or from the file it was saved in."""
    import asyncio

    from barents.server.matches.protocol import Opening

    service = make_service(chosen(context, None))
    both = seats == "both"
    if record is not None:
        path = asyncio.run(service.service.reserve_record(record, seats, "" if both else opponent))
    else:
        side: Literal["allied", "axis"] = "axis" if seats == "axis" else "allied"
        opening = Opening(terms.game, terms.scenario, side, "here" if both else opponent, terms.options)
        path = asyncio.run(service.service.reserve(opening))
    run(service, bound("127.0.0.1", 0), lambda address: shown(address, True, path))


def chosen(context: typer.Context, database: str | None, **more: Any) -> Settings:
    """The games and values that this command was given, and whatever else was asked for."""
    from barents.server.settings import Settings, default_database

    plug_ins = context.meta[PLUG_INS]
    return Settings(database=database or default_database(), pack=context.obj, plug_ins=plug_ins, **more)


def insist_on_mail(mail: str, address: str) -> None:
    """Say at once what is wrong with the mail server, and not when the first mail is due."""
    from barents.server.accounts.mail import MailError, post_for

    try:
        post_for(mail, address)
    except MailError as error:
        raise Mistake(f"{error} (--mail, --address)") from None


def make_service(settings: Settings) -> Service:
    """A service that keeps its matches where it was told to."""
    from barents.server.app import create_app
    from barents.server.storage.store import StoreError

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


def name_of(listener: socket) -> str:
    """What a server is called among those that share a database: the same when it is started again."""
    import hashlib
    import socket

    place = f"{socket.gethostname()} {listener.getsockname()[:2]}"
    return hashlib.sha256(place.encode()).hexdigest()[:16]


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
    from barents.server.logs import log_to_stderr
    from barents.server.supervising import serve

    log_to_stderr()
    serve(service, listener, lambda: ready(address_of(listener)))


def run_several(settings: Settings, listener: socket, ready: Callable[[str], None]) -> None:
    """The same by several processes."""
    from barents.server.logs import log_to_stderr
    from barents.server.storage.store import Store, StoreError
    from barents.server.supervising import Supervisor

    try:
        Store(settings.database).close()  # so that what is wrong with it is said once, and its tables are made once
    except StoreError as error:
        raise Mistake(str(error)) from None
    log_to_stderr()
    Supervisor(settings, listener).run(lambda: ready(address_of(listener)))
