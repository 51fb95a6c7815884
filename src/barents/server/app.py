"""The service itself: routes, doors, and what every answer carries."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, Router, get, head, post
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Schema
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from litestar.types import Message, Send

from barents.server import geometry, guard, metrics, pages
from barents.server.accounts.accounts import Accounts
from barents.server.accounts.routes import ACCOUNT_API
from barents.server.accounts.visitors import Visitor
from barents.server.arriving import arriving_within
from barents.server.collecting import collected
from barents.server.lobby.lobby import Hall
from barents.server.lobby.protocol import Credentials, Farewell, NewPassword, Notices, Taking
from barents.server.lobby.routes import LOBBY_API
from barents.server.logs import LOGGER, note
from barents.server.matches.live import live
from barents.server.matches.live_watching import watch_live
from barents.server.matches.protocol import MOST_BYTES, Again, Opening, Problem
from barents.server.matches.rebuilding import TableError
from barents.server.matches.service import MatchService, Mistake, NotOver, Unknown
from barents.server.records.archive import Archive
from barents.server.records.work import RecordRefused
from barents.server.routes import API, RECORD_API, SESSION, AnyRequest, Gate, cookie, the_visitor
from barents.server.settings import Settings
from barents.server.storage.store import Unavailable
from barents.server.studies.protocol import Behind, StudyTerms
from barents.server.studies.routes import STUDY_API
from barents.server.studies.studies import Busy, Studies

OUT_OF_REACH = "The server cannot reach its database; everything in it is safe. Try again in a moment."
NOT_FOUND = "There is nothing here, or it is not yours."
NO_INVITATION = "There is no such invitation: the link may be mistyped or cut short. Ask for it once more."
"""Said of everything that somebody has no right to, so that nobody learns whether it exists."""


def _sent(page: pages.Page, request: AnyRequest, status: int = 200) -> Response[bytes]:
    content, headers = page.accepted(request.headers.get("accept-encoding", ""))
    return Response(content, media_type=page.media_type, headers=headers, status_code=status)


@get("/geometry/{file:str}", include_in_schema=False)
async def board_geometry(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
    """A map's geometry, named by its content."""
    found = geometry.find(file)
    if found is None:
        raise Unknown
    page = pages.Page("application/json", pages.FOREVER, found.content, found.brotli, found.gzipped)
    return _sent(page, request)


@get("/join/{token:str}", include_in_schema=False)
async def follow_link(
    request: AnyRequest,
    service: NamedDependency[MatchService],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    token: FromPath[str],
) -> Response[Any]:
    """Follow an invitation.

    A person who has nothing to consent to sits down at once; everyone else is asked first, so that a program that
    previews links takes nobody's seat.
    """
    gate.joining(request)
    try:
        table, side, taken = await service.invited(token)
    except Unknown:
        return _sent(pages.refused_page(NO_INVITATION), request, 404)
    except TableError as error:
        return _sent(pages.refused_page(str(error)), request, 409)
    mine = side in await service.sides(visitor, table.id)
    if mine or (not taken and table.row.windows == "orders" and guard.is_visit(request.headers)):
        return await _seated(request, service, visitor, token, "")
    if table.row.closed is not None:
        return _sent(pages.refused_page(table.row.closed), request, 409)
    if taken:
        return _sent(pages.refused_page("Somebody has already taken this seat."), request, 409)
    return _sent(pages.invitation_page(table, side), request)


@post("/join/{token:str}", include_in_schema=False)
async def take_seat(
    request: AnyRequest,
    service: NamedDependency[MatchService],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    token: FromPath[str],
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """Take the seat that an invitation leads to."""
    gate.joining(request)
    return await _seated(request, service, visitor, token, data.get("name", ""))


async def _seated(request: AnyRequest, service: MatchService, visitor: Visitor, token: str, name: str) -> Response[Any]:
    visitor = visitor.with_key()
    try:
        match, side = await service.join(token, visitor, name)
    except Unknown:
        return _sent(pages.refused_page(NO_INVITATION), request, 404)
    except Mistake as error:
        return _sent(pages.refused_page(str(error)), request, 409)
    return Redirect(f"/match/{match}/{side.value}", status_code=303, cookies=cookie(request, visitor))


@get(pages.INVITATION_STYLE, include_in_schema=False)
async def invitation_style(request: AnyRequest) -> Response[bytes]:
    """The look of the invitation."""
    return _sent(pages.invitation_style(), request)


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(
    request: AnyRequest, static: NamedDependency[pages.Static], path: FromPath[str] = "/"
) -> Response[bytes]:
    """The built client: its files, and its one page for every address that is the client's own."""
    page = static.find(path)
    if page is None:
        raise Unknown
    return _sent(page, request)


@head(["/", "/{path:path}"], include_in_schema=False)
async def client_head(
    request: AnyRequest, static: NamedDependency[pages.Static], path: FromPath[str] = "/"
) -> Response[None]:
    """The same without its content, for those who only want to know whether it is there."""
    page = static.find(path)
    if page is None:
        raise Unknown
    return Response(None, media_type=page.media_type, headers={"cache-control": page.cache})


def _problem(status: int, reason: str, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(Problem(reason), status_code=status, media_type="application/json", headers=headers or {})


def _unknown(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    return _problem(404, NOT_FOUND)


def _mistake(_request: AnyRequest, error: Exception) -> Response[Problem]:
    return _problem(400, str(error))


def _not_now(_request: AnyRequest, error: Exception) -> Response[Problem]:
    return _problem(409, str(error))


def _unavailable(request: AnyRequest, error: Exception) -> Response[Problem]:
    note("database lost", route=_route(request.scope), error=type(error.__cause__ or error).__name__)
    return _problem(503, OUT_OF_REACH, {"retry-after": "5"})


def _too_often(_request: AnyRequest, error: Exception) -> Response[Problem]:
    seconds = error.seconds if isinstance(error, guard.TooOften) else 1.0
    return _problem(429, str(error), {"retry-after": str(max(1, round(seconds)))})


def _not_fit(_request: AnyRequest, error: Exception) -> Response[Problem]:
    if not isinstance(error, HTTPException):
        return _failed(_request, error)
    extra: Any = error.extra or ()
    faults = [f"{each['key']}: {each['message']}" for each in extra if isinstance(each, dict) and "key" in each]
    if error.status_code == 404:
        return _problem(404, NOT_FOUND)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() in ("allow", "retry-after")}
    return _problem(error.status_code, "; ".join(faults) or error.detail or "This request does not fit.", headers)


def _failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    metrics.count("request failed")
    LOGGER.error("request failed", exc_info=error, extra={"about": {"route": _route(request.scope)}})
    return _problem(500, "The server has failed on this request; nothing has changed.")


def _route(scope: Any) -> str:
    """Which address was asked for, without what may be secret in it."""
    template = scope.get("path_template")
    return str(template) if template else str(scope["path"]).split("/", 2)[1][:20]


class Service(Litestar):
    """The application, with a doorkeeper around it."""

    service: MatchService
    studies: Studies
    accounts: Accounts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Turn other sites away, add what every answer carries, and note what was asked."""
        if "\0" in scope.get("path", ""):
            # PostgreSQL cannot even be asked for it: like all that is nowhere, it is looked for and not found.
            scope = {**scope, "path": scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")}
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        carried = [
            (name.encode(), value.encode("latin-1"))
            for name, value in guard.security_headers(headers.get("host", ""), scope["scheme"] == "https").items()
        ]
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message["headers"]}
                extra = [(name, value) for name, value in carried if name not in present]
                if b"cache-control" not in present:
                    extra.append((b"cache-control", b"no-store"))
                session = scope.get("state", {}).get(SESSION)
                if session is not None:
                    extra.append((b"set-cookie", session.to_header(header="").encode("latin-1")))
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        objection = guard.objection(scope["method"], scope["path"], headers, scope["scheme"] == "https")
        if objection is not None:
            await _answer(_problem(*objection), sending)
        else:
            await super().__call__(scope, receive, sending)
        note(
            "request",
            method=scope["method"],
            route=_route(scope),
            status=status,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        metrics.requested(scope.get("path_template"), scope["method"], status, time.perf_counter() - began)


async def _answer(response: Response[Problem], send: Send) -> None:
    """Send a small answer without asking the application."""
    body = msgspec.json.encode(response.content)
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": response.status_code or 400, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def server_config(service: Service) -> uvicorn.Config:
    """How the service is run, by one process; events are noted by the service itself."""
    return uvicorn.Config(
        service,
        http=arriving_within(service.service.settings.request_seconds),
        log_config=None,
        access_log=False,
        server_header=False,
        # A message that is too large is refused with a reason; only one that is far too large ends the connection.
        ws_max_size=16 * MOST_BYTES,
        timeout_graceful_shutdown=5,
        # Where somebody says he comes from is believed of a proxy on this machine alone, and only if there is one.
        proxy_headers=service.service.settings.proxy,
        forwarded_allow_ips=["127.0.0.1", "::1"],
    )


def create_app(settings: Settings) -> Service:
    """A service, ready to be run."""
    service = MatchService(settings)
    archive, gate, static = Archive(service), Gate(service), pages.Static(settings.static)
    studies, hall = Studies(service), Hall(service)
    accounts = Accounts(service)

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        with metrics.published(service, settings.metrics_port):
            async with collected():
                await service.start()
                await studies.start()
                accounts.start()
                try:
                    yield
                finally:
                    await studies.close()
                    await accounts.close()
                    await service.close()

    app = Service(
        route_handlers=[
            *API,
            Router("/", route_handlers=RECORD_API, request_max_body_size=settings.limits.record),
            *STUDY_API,
            *LOBBY_API,
            *ACCOUNT_API,
            live,
            watch_live,
            board_geometry,
            follow_link,
            take_seat,
            invitation_style,
            client,
            client_head,
        ],
        lifespan=[open_house],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "archive": Provide(lambda: archive, sync_to_thread=False),
            "studies": Provide(lambda: studies, sync_to_thread=False),
            "accounts": Provide(lambda: accounts, sync_to_thread=False),
            "visitor": Provide(the_visitor),
            "gate": Provide(lambda: gate, sync_to_thread=False),
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "noticing": Provide(lambda: service.live_matches.notices, sync_to_thread=False),
            "static": Provide(lambda: static, sync_to_thread=False),
        },
        exception_handlers={
            Unknown: _unknown,
            Mistake: _mistake,
            RecordRefused: _mistake,
            NotOver: _not_now,
            TableError: _not_now,
            Unavailable: _unavailable,
            Busy: _not_now,
            guard.TooOften: _too_often,
            HTTPException: _not_fit,
            Exception: _failed,
        },
        compression_config=CompressionConfig(
            backend="brotli", brotli_gzip_fallback=True, exclude=["^/assets", "^/geometry"]
        ),
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Barents",
            version=version("barents"),
            description="An umpire for board wargames about the Arctic convoys. A seat's live updates go over "
            "a WebSocket at /api/matches/{match_id}/{side}/live, those of somebody who watches at "
            "/api/matches/{match_id}/watch/live, which this document cannot describe.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    app.service = service
    app.studies = studies
    app.accounts = accounts
    _tell_what_is_refused(app)
    return app


def _tell_what_is_refused(app: Litestar) -> None:
    """Say in the description that a request with an unknown field is refused: Litestar does not see that by itself."""
    for struct in (Opening, Again, StudyTerms, Behind, Credentials, NewPassword, Farewell, Taking, Notices):
        schema = app.openapi_schema.components.schemas[struct.__name__]
        if isinstance(schema, Schema):
            schema.additional_properties = False
