"""The service itself: routes, doors, and what every answer carries."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, get, head, post
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Schema
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from litestar.types import Message, Send

from barents.server import geometry, guard, pages
from barents.server.archive import Archive
from barents.server.house import House, Mistake, NotOver, Unknown
from barents.server.live import live
from barents.server.logs import LOGGER, note
from barents.server.protocol import MOST_BYTES, Again, Opening, Problem
from barents.server.rebuilding import TableError
from barents.server.routes import API, AnyRequest, Gate, TooOften, browser, cookie
from barents.server.settings import Settings
from barents.server.studies import Busy, Studies
from barents.server.study_protocol import Behind, StudyTerms
from barents.server.study_routes import STUDY_API

NOT_FOUND = "There is nothing here, or it is not yours."
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
    request: AnyRequest, house: NamedDependency[House], gate: NamedDependency[Gate], token: FromPath[str]
) -> Response[Any]:
    """Follow an invitation.

    A person who has nothing to consent to sits down at once; everyone else is asked first, so that a program that
    previews links takes nobody's seat.
    """
    gate.joining(request)
    table, side, taken = await house.invited(token)
    key = browser(request)
    mine = side in await house.sides(key, table.id)
    if mine or (not taken and table.row.windows == "orders" and guard.is_visit(request.headers)):
        return await _seated(request, house, token, "")
    if taken:
        return _sent(pages.refused_page("Somebody has already taken this seat."), request, 409)
    return _sent(pages.invitation_page(table, side), request)


@post("/join/{token:str}", include_in_schema=False)
async def take_seat(
    request: AnyRequest,
    house: NamedDependency[House],
    gate: NamedDependency[Gate],
    token: FromPath[str],
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """Take the seat that an invitation leads to."""
    gate.joining(request)
    return await _seated(request, house, token, data.get("name", ""))


async def _seated(request: AnyRequest, house: House, token: str, name: str) -> Response[Any]:
    key = browser(request) or guard.new_key()
    try:
        match, side = await house.join(token, key, name)
    except Mistake as error:
        return _sent(pages.refused_page(str(error)), request, 409)
    return Redirect(f"/match/{match}/{side.value}", status_code=303, cookies=cookie(request, key))


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


def _too_often(_request: AnyRequest, error: Exception) -> Response[Problem]:
    seconds = error.seconds if isinstance(error, TooOften) else 1.0
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
    LOGGER.error("request failed", exc_info=error, extra={"about": {"route": _route(request.scope)}})
    return _problem(500, "The server has failed on this request; nothing has changed.")


def _route(scope: Any) -> str:
    """Which address was asked for, without what may be secret in it."""
    template = scope.get("path_template")
    return str(template) if template else str(scope["path"]).split("/", 2)[1][:20]


class Service(Litestar):
    """The application, with a doorkeeper around it."""

    house: House
    studies: Studies

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Turn other sites away, add what every answer carries, and note what was asked."""
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
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        if scope["method"] not in guard.SAFE and not guard.is_same_origin(headers):
            refused = _problem(403, "Another site may not speak for you here.")
            await _answer(refused, sending)
        else:
            await super().__call__(scope, receive, sending)
        note(
            "request",
            method=scope["method"],
            route=_route(scope),
            status=status,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )


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
        log_config=None,
        access_log=False,
        server_header=False,
        # A message that is too large is refused with a reason; only one that is far too large ends the connection.
        ws_max_size=16 * MOST_BYTES,
        timeout_graceful_shutdown=5,
    )


def create_app(settings: Settings) -> Service:
    """A service, ready to be run."""
    house = House(settings)
    archive, gate, static = Archive(house), Gate(house), pages.Static(settings.static)
    studies = Studies(house)

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await house.start()
        await studies.start()
        try:
            yield
        finally:
            await studies.close()
            await house.close()

    app = Service(
        route_handlers=[
            *API,
            *STUDY_API,
            live,
            board_geometry,
            follow_link,
            take_seat,
            invitation_style,
            client,
            client_head,
        ],
        lifespan=[open_house],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "archive": Provide(lambda: archive, sync_to_thread=False),
            "studies": Provide(lambda: studies, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
            "static": Provide(lambda: static, sync_to_thread=False),
        },
        exception_handlers={
            Unknown: _unknown,
            Mistake: _mistake,
            NotOver: _not_now,
            TableError: _not_now,
            Busy: _not_now,
            TooOften: _too_often,
            HTTPException: _not_fit,
            Exception: _failed,
        },
        compression_config=CompressionConfig(
            backend="brotli", brotli_gzip_fallback=True, exclude=["^/assets", "^/geometry"]
        ),
        request_max_body_size=settings.limits.record,
        openapi_config=OpenAPIConfig(
            title="Barents",
            version=version("barents"),
            description="An umpire for board wargames about the Arctic convoys. A seat's live updates go over "
            "a WebSocket at /api/matches/{match_id}/{side}/live, which this document cannot describe.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    app.house = house
    app.studies = studies
    _tell_what_is_refused(app)
    return app


def _tell_what_is_refused(app: Litestar) -> None:
    """Say in the description that a request with an unknown field is refused: Litestar does not see that by itself."""
    for struct in (Opening, Again, StudyTerms, Behind):
        schema = app.openapi_schema.components.schemas[struct.__name__]
        if isinstance(schema, Schema):
            schema.additional_properties = False
