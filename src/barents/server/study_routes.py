"""The HTTP interface of the laboratory: what can be asked, my studies, and the games behind them."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from barents.server import guard
from barents.server.protocol import Opened
from barents.server.routes import AnyRequest, Gate, browser, cookie, problem
from barents.server.studies import Studies
from barents.server.study_protocol import (
    MOST_GAMES,
    Behind,
    LabCard,
    StudyCard,
    StudyGame,
    StudyReport,
    StudyTerms,
)

StudyId = Annotated[str, PathParameter(description="The id of a study.", max_length=64)]


@get("/api/lab")
async def laboratory(studies: NamedDependency[Studies]) -> LabCard:
    """What the laboratory can be asked."""
    return await studies.card()


@post("/api/studies", responses=problem(400, 403, 409, 413, 429))
async def open_study(
    request: AnyRequest, studies: NamedDependency[Studies], gate: NamedDependency[Gate], data: JSONBody[StudyTerms]
) -> Response[StudyReport]:
    """Ask the laboratory something; it begins to play at once."""
    gate.opening(request)
    key = browser(request) or guard.new_key()
    return Response(await studies.open(data, key), cookies=cookie(request, key))


@get("/api/studies")
async def my_studies(request: AnyRequest, studies: NamedDependency[Studies]) -> list[StudyCard]:
    """This browser's studies, the newest first."""
    return await studies.mine(browser(request))


@get("/api/studies/{study_id:str}", responses=problem(400, 404))
async def study(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    study_id: StudyId,
    since: Annotated[
        int,
        QueryParameter(
            description="Answer as soon as more games than this are played, or after a little while.",
            ge=-1,
            le=MOST_GAMES,
        ),
    ] = -1,
) -> StudyReport:
    """A study as it stands, with its figures."""
    return await studies.report(browser(request), study_id, since)


@get("/api/studies/{study_id:str}/games", responses=problem(400, 404))
async def study_games(
    request: AnyRequest, studies: NamedDependency[Studies], study_id: StudyId
) -> tuple[StudyGame, ...]:
    """Every game of a study that has been played."""
    return await studies.games(browser(request), study_id)


@post("/api/studies/{study_id:str}/games", responses=problem(400, 403, 404, 409, 413, 429))
async def show_game(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    gate: NamedDependency[Gate],
    study_id: StudyId,
    data: JSONBody[Behind],
) -> Opened:
    """Play a game of a study again and keep it among this browser's matches, to be looked at."""
    gate.records(request)
    return await studies.show(browser(request), study_id, data.arm, data.number)


@post("/api/studies/{study_id:str}/stop", status_code=200, responses=problem(400, 403, 404))
async def stop_study(request: AnyRequest, studies: NamedDependency[Studies], study_id: StudyId) -> StudyReport:
    """Stop a study; what has been played stands."""
    return await studies.stop(browser(request), study_id)


_CSV = {200: ResponseSpec(str, generate_examples=False, description="The table.", media_type="text/csv")}
_JSON = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="The study with its games.")}


@get("/api/studies/{study_id:str}/table.csv", responses=_CSV | problem(400, 404))
async def table_csv(request: AnyRequest, studies: NamedDependency[Studies], study_id: StudyId) -> Response[bytes]:
    """The games of a study as a table, for a spreadsheet."""
    return _file(study_id, "csv", await studies.csv(browser(request), study_id), "text/csv; charset=utf-8")


@get("/api/studies/{study_id:str}/table.json", responses=_JSON | problem(400, 404))
async def table_json(request: AnyRequest, studies: NamedDependency[Studies], study_id: StudyId) -> Response[bytes]:
    """A study with its figures and every game, for a program."""
    return _file(study_id, "json", await studies.json(browser(request), study_id), "application/json")


def _file(study_id: str, form: str, content: bytes, media_type: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="study-{study_id}.{form}"'}
    return Response(content, media_type=media_type, headers=headers)


STUDY_API = [
    laboratory,
    open_study,
    my_studies,
    study,
    study_games,
    show_game,
    stop_study,
    table_csv,
    table_json,
]
