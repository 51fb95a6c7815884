"""The HTTP interface: games, matches, records, and what is told after the end."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.enums import MediaType, ScopeType
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import Scope

from barents.kernel import registry
from barents.kernel.report import ShipCard
from barents.kernel.rulebook import Rulebook
from barents.kernel.sides import Observer
from barents.kernel.view import View
from barents.server import cards, guard
from barents.server.accounts.accounts import Accounts
from barents.server.accounts.sessions import UNUSED_SECONDS
from barents.server.accounts.visitors import Visitor
from barents.server.matches.protocol import (
    Again,
    Debrief,
    GameCard,
    Health,
    MatchCard,
    Opened,
    Opening,
    Problem,
    ReadMatch,
    Verdict,
)
from barents.server.matches.service import MatchService, Unknown
from barents.server.records.archive import Archive

AnyRequest = Request[Any, Any, Any]
GameName = Annotated[str, PathParameter(description="The name of a game.", max_length=64)]
MatchId = Annotated[str, PathParameter(description="The id of a match.", max_length=64)]
Eyes = Literal["allied", "axis", "umpire"]
SESSION = "session"
"""Where a request keeps the cookie of a session that is to go out with its answer."""


def problem(*codes: int) -> dict[int, ResponseSpec]:
    """What may be answered instead, in a description."""
    said = {
        400: "The request does not fit.",
        403: "Another site may not speak for you here.",
        404: "There is no such thing, or it is not yours.",
        409: "Not now.",
        413: "Too large.",
        415: "Only JSON is taken here.",
        429: "Too often: wait a little.",
    }
    # What another site may not do is only taken in a form that no page of another site can send.
    taken = (*codes, 415) if 403 in codes else codes
    return {code: ResponseSpec(Problem, generate_examples=False, description=said[code]) for code in taken}


def whence(request: AnyRequest) -> str:
    """Where a request comes from."""
    return guard.whence(request.client.host) if request.client else ""


class Gate:
    """Counts what each address does."""

    def __init__(self, service: MatchService) -> None:
        limits = service.settings.limits
        self._opening = guard.Buckets(limits.opening)
        self._joining = guard.Buckets(limits.joining)
        self._records = guard.Buckets(limits.records)
        self._debriefs = guard.Buckets(limits.debriefs)
        self._replays = guard.Buckets(limits.replays)
        self._accounts = guard.Buckets(limits.accounts)
        self._noticing = guard.Buckets(limits.notices)

    def opening(self, request: AnyRequest) -> None:
        """A match is opened."""
        self._count(self._opening, request)

    def joining(self, request: AnyRequest) -> None:
        """A link is followed."""
        self._count(self._joining, request)

    def noticing(self, request: AnyRequest) -> None:
        """Somebody says where to be told, which may send a mail."""
        self._count(self._noticing, request)

    def records(self, request: AnyRequest) -> None:
        """A record is read or verified, which takes time."""
        self._count(self._records, request)

    def debriefs(self, request: AnyRequest) -> None:
        """A match that is over is told from its beginning."""
        self._count(self._debriefs, request)

    def replays(self, request: AnyRequest) -> None:
        """A match that is over is shown at a step."""
        self._count(self._replays, request)

    def accounts(self, request: AnyRequest) -> None:
        """An account is opened, or a password tried."""
        self._count(self._accounts, request)

    def _count(self, buckets: guard.Buckets, request: AnyRequest) -> None:
        wait = buckets.wait(whence(request))
        if wait:
            raise guard.TooOften(wait)


async def the_visitor(scope: Scope, accounts: NamedDependency[Accounts]) -> Visitor:
    """Whoever asks, by the cookies that came with a request or a socket."""
    cookies = ASGIConnection[Any, Any, Any, Any](scope).cookies
    secure = scope["scheme"] in ("https", "wss")
    key = cookies.get(guard.COOKIE, "")
    visitor, renewed = await accounts.visitor(
        key if guard.is_key(key) else "",
        cookies.get(guard.session_cookie(secure), ""),
        may_renew=scope["type"] == ScopeType.HTTP,
    )
    if renewed:
        send_session(scope, renewed)
    return visitor


def send_session(scope: Scope, value: str) -> None:
    """Send a browser what it needs to stay logged in, with whatever it is answered; nothing for it to be forgotten."""
    secure = scope["scheme"] in ("https", "wss")
    scope["state"][SESSION] = Cookie(
        key=guard.session_cookie(secure),
        value=value,
        max_age=UNUSED_SECONDS if value else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def cookie(request: AnyRequest, visitor: Visitor) -> list[Cookie]:
    """What a browser needs to be known again; it is renewed whenever it is used to sit down."""
    return [
        Cookie(
            key=guard.COOKIE,
            value=visitor.key,
            max_age=guard.COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=request.scope["scheme"] == "https",
        )
    ]


def _known(game: str) -> None:
    if game not in registry.names():
        raise Unknown


@get("/api/games")
async def games(service: NamedDependency[MatchService]) -> tuple[GameCard, ...]:
    """Every game, with its scenarios, options and players."""
    return cards.game_cards(service.settings.pack)


@get("/api/games/{game:str}/ships", responses=problem(400, 404))
async def ships(service: NamedDependency[MatchService], game: GameName) -> dict[str, ShipCard]:
    """The real ships behind a game's counters."""
    _known(game)
    return cards.ships(game, service.settings.pack)


@get("/api/games/{game:str}/rules", responses=problem(400, 404))
async def rules(game: GameName) -> dict[str, str]:
    """A game's rules by their ids, in our words."""
    _known(game)
    return cards.rules(game)


@get("/api/games/{game:str}/rulebook", responses=problem(400, 404))
async def rulebook(service: NamedDependency[MatchService], game: GameName) -> Rulebook:
    """A game's rulebook for players: chapters with counters and worked examples, and its words."""
    _known(game)
    return cards.rulebook(game, service.settings.pack)


@post("/api/matches", responses=problem(400, 403, 413, 429))
async def open_match(
    request: AnyRequest,
    service: NamedDependency[MatchService],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[Opening],
) -> Response[Opened]:
    """Open a match; this browser holds a seat of it from then on."""
    gate.opening(request)
    visitor = visitor.with_key()
    return Response(await service.open(data, visitor), cookies=cookie(request, visitor))


@get("/api/matches")
async def my_matches(service: NamedDependency[MatchService], visitor: NamedDependency[Visitor]) -> list[MatchCard]:
    """This visitor's matches, the newest first."""
    return await service.mine(visitor)


@get("/api/matches/{match_id:str}/debrief", responses=problem(400, 404, 409, 429))
async def debrief(
    request: AnyRequest,
    archive: NamedDependency[Archive],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    match_id: MatchId,
) -> Debrief:
    """How a match went, once it is over."""
    gate.debriefs(request)
    return await archive.debrief(visitor, match_id, whence(request))


@get("/api/matches/{match_id:str}/replay/{step:int}", responses=problem(400, 404, 409, 429))
async def replay(
    request: AnyRequest,
    archive: NamedDependency[Archive],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    match_id: MatchId,
    step: Annotated[int, PathParameter(description="How many entries have been played.", ge=0, le=1_000_000)],
    eyes: Annotated[Eyes, QueryParameter(description="Through whose eyes.")] = "umpire",
) -> View:
    """A match that is over as it stood after so many entries, with the last lines of the log."""
    gate.replays(request)
    return await archive.view(visitor, match_id, step, Observer(eyes), whence(request))


_FILE = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="The record.")}


@get("/api/matches/{match_id:str}/record", responses=_FILE | problem(400, 404, 409))
async def record(
    archive: NamedDependency[Archive], visitor: NamedDependency[Visitor], match_id: MatchId
) -> Response[bytes]:
    """The record of a match that is over, as a file: it can be kept, verified and loaded again."""
    name, content = await archive.record(visitor, match_id)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MediaType.JSON, headers=headers)


@get("/api/matches/{match_id:str}/reading", responses=problem(400, 404, 409, 429))
async def reading(
    request: AnyRequest,
    gate: NamedDependency[Gate],
    archive: NamedDependency[Archive],
    visitor: NamedDependency[Visitor],
    match_id: MatchId,
    eyes: Annotated[Eyes, QueryParameter(description="Through whose eyes.")] = "umpire",
) -> ReadMatch:
    """A match that is over, or was stopped, as it was written down: also one of rules that are gone."""
    gate.debriefs(request)
    return await archive.reading(visitor, match_id, Observer(eyes), whence(request))


@post("/api/matches/{match_id:str}/again", responses=problem(400, 403, 404, 409, 413, 429))
async def again(
    request: AnyRequest,
    service: NamedDependency[MatchService],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    match_id: MatchId,
    data: JSONBody[Again],
) -> Response[Opened]:
    """A new match on the same terms as one that is over, with the sides swapped or not."""
    gate.opening(request)
    opened = await service.again(visitor, match_id, data.swap)
    return Response(opened, cookies=cookie(request, visitor) if visitor.key else [])


class OfRecord(Operation):
    """An operation that takes the bytes of a record, which must arrive as they were written."""

    def __post_init__(self) -> None:
        """Describe the body."""
        schema = Schema(type=OpenAPIType.OBJECT, description="A record, byte for byte as it was saved.")
        self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema)}, required=True)


@post("/api/records", responses=problem(400, 403, 413, 429), operation_class=OfRecord)
async def load_record(
    request: AnyRequest,
    service: NamedDependency[MatchService],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    side: Annotated[
        Literal["both", "allied", "axis"], QueryParameter(description="Which side this browser goes on with.")
    ] = "both",
    opponent: Annotated[
        str,
        QueryParameter(
            description="Who plays the other side: a player, `person`, or nothing for the best.", max_length=64
        ),
    ] = "",
) -> Response[Opened]:
    """A match from a record: one that is over to look at, another to go on with."""
    gate.records(request)
    visitor = visitor.with_key()
    opened = await service.upload(await request.body(), visitor, side, opponent, whence(request))
    return Response(opened, cookies=cookie(request, visitor))


@post("/api/verify", status_code=200, responses=problem(403, 413, 429), operation_class=OfRecord)
async def verify_record(
    request: AnyRequest, service: NamedDependency[MatchService], gate: NamedDependency[Gate]
) -> Verdict:
    """Play a record again and recompute every die; one of older rules as far as it can be checked without them."""
    gate.records(request)
    return await service.records.verdict(await request.body(), whence(request))


@get("/health")
async def health(service: NamedDependency[MatchService]) -> Health:
    """Whether the server and its database are well."""
    await asyncio.to_thread(service.store.ready)
    listeners = sum(len(live_seat.listeners) for table in service.live for live_seat in table.live_seats.values())
    return Health("ok", version("barents"), len(service.live), listeners)


API = [
    games,
    ships,
    rules,
    rulebook,
    open_match,
    my_matches,
    debrief,
    replay,
    record,
    reading,
    again,
    health,
]
RECORD_API = [load_record, verify_record]
"""What takes larger bodies than the rest."""
