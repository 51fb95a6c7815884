"""The lobby, and word that it is one's move, over HTTP; with the pages behind the links in mails."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, URLEncodedBody

from barents.server import pages
from barents.server.accounts.notices import Notices as Noticing
from barents.server.accounts.notices import Unwanted
from barents.server.accounts.visitors import Visitor
from barents.server.lobby.lobby import Hall
from barents.server.lobby.protocol import Lobby, Notices, NoticesCard, Taking
from barents.server.matches.protocol import Opened
from barents.server.matches.service import Mistake
from barents.server.routes import AnyRequest, Gate, MatchId, cookie, problem


@get("/api/lobby")
async def lobby(visitor: NamedDependency[Visitor], hall: NamedDependency[Hall]) -> Lobby:
    """My games, open challenges, and games to watch."""
    return await hall.shown(visitor)


@post("/api/lobby/{match_id:str}/take", responses=problem(400, 403, 404, 409, 413, 429))
async def take_challenge(
    request: AnyRequest,
    visitor: NamedDependency[Visitor],
    hall: NamedDependency[Hall],
    gate: NamedDependency[Gate],
    match_id: MatchId,
    data: JSONBody[Taking],
) -> Response[Opened]:
    """Take the free seat of a challenge, on the terms that its card shows."""
    gate.joining(request)
    visitor = visitor.with_key()
    return Response(await hall.take(visitor, match_id, data.name), cookies=cookie(request, visitor))


@delete("/api/lobby/{match_id:str}", responses=problem(400, 403, 404, 409))
async def withdraw_challenge(visitor: NamedDependency[Visitor], hall: NamedDependency[Hall], match_id: MatchId) -> None:
    """Withdraw a challenge of one's own that nobody has taken yet."""
    await hall.withdraw(visitor, match_id)


@get("/api/notices")
async def notices(visitor: NamedDependency[Visitor], noticing: NamedDependency[Noticing]) -> NoticesCard:
    """Where I am told that it is my move."""
    return await noticing.wanted(visitor.own) if visitor.holders else NoticesCard()


@put("/api/notices", responses=problem(400, 403, 413, 429))
async def want_notices(
    request: AnyRequest,
    visitor: NamedDependency[Visitor],
    noticing: NamedDependency[Noticing],
    gate: NamedDependency[Gate],
    data: JSONBody[Notices],
) -> Response[NoticesCard]:
    """Say where I want to be told; an address of mail counts once the link that is sent there was followed."""
    gate.noticing(request)
    visitor = visitor.with_key()
    try:
        wanted = await noticing.want(visitor.own, data)
    except Unwanted as error:
        raise Mistake(str(error)) from None
    return Response(wanted, cookies=cookie(request, visitor))


def _page(page: pages.Page, status: int = 200) -> Response[bytes]:
    return Response(page.plain, media_type=page.media_type, headers={"cache-control": page.cache}, status_code=status)


_GONE = "This link has been used up: whoever made it has given another address, or none."


@get("/confirm/{token:str}", include_in_schema=False)
async def follow_notice(
    request: AnyRequest, noticing: NamedDependency[Noticing], gate: NamedDependency[Gate], token: FromPath[str]
) -> Response[bytes]:
    """The link in a mail. It only asks: a program that previews links answers nothing."""
    gate.joining(request)
    notice = await noticing.by_token(token)
    if notice is None:
        return _page(pages.refused_page(_GONE), 404)
    return _page(pages.notice_page(notice.address, notice.confirmed))


@post("/confirm/{token:str}", status_code=200, include_in_schema=False)
async def answer_notice(
    request: AnyRequest,
    noticing: NamedDependency[Noticing],
    gate: NamedDependency[Gate],
    token: FromPath[str],
    data: URLEncodedBody[dict[str, str]],
) -> Response[bytes]:
    """The owner of an address says whether to be written to."""
    gate.joining(request)
    notice = await noticing.by_token(token)
    if notice is None:
        return _page(pages.refused_page(_GONE), 404)
    wanted = data.get("answer") == "yes"
    await noticing.confirm(notice, wanted)
    return _page(pages.noticed_page(wanted))


LOBBY_API = [lobby, take_challenge, withdraw_challenge, notices, want_notices, follow_notice, answer_notice]
