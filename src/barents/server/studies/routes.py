"""The HTTP interface of the laboratory: what can be asked, my studies, and the games behind them."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from barents.server.accounts.visitors import Visitor
from barents.server.matches.protocol import Opened
from barents.server.routes import AnyRequest, Gate, cookie, problem, whence
from barents.server.studies.protocol import (
    MOST_GAMES,
    Behind,
    LabCard,
    StudyCard,
    StudyGame,
    StudyReport,
    StudyTerms,
)
from barents.server.studies.studies import Studies

StudyId = Annotated[str, PathParameter(description="The id of a study.", max_length=64)]


@get("/api/lab")
async def laboratory(studies: NamedDependency[Studies]) -> LabCard:
    """What the laboratory can be asked."""
    return await studies.card()


@post("/api/studies", responses=problem(400, 403, 409, 413, 429))
async def open_study(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[StudyTerms],
) -> Response[StudyReport]:
    """Ask the laboratory something; it begins to play at once."""
    gate.opening(request)
    visitor = visitor.with_key()
    return Response(await studies.open(data, visitor, whence(request)), cookies=cookie(request, visitor))


@get("/api/studies")
async def my_studies(studies: NamedDependency[Studies], visitor: NamedDependency[Visitor]) -> list[StudyCard]:
    """This visitor's studies, the newest first."""
    return await studies.mine(visitor)


@get("/api/studies/{study_id:str}", responses=problem(400, 404))
async def study(
    studies: NamedDependency[Studies],
    visitor: NamedDependency[Visitor],
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
    return await studies.report(visitor, study_id, since)


@get("/api/studies/{study_id:str}/games", responses=problem(400, 404))
async def study_games(
    studies: NamedDependency[Studies], visitor: NamedDependency[Visitor], study_id: StudyId
) -> tuple[StudyGame, ...]:
    """Every game of a study that has been played."""
    return await studies.games(visitor, study_id)


@post("/api/studies/{study_id:str}/games", responses=problem(400, 403, 404, 409, 413, 429))
async def show_game(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    study_id: StudyId,
    data: JSONBody[Behind],
) -> Opened:
    """Play a game of a study again and keep it among this visitor's matches, to be looked at."""
    gate.records(request)
    return await studies.show(visitor, study_id, data.arm, data.number)


@post("/api/studies/{study_id:str}/stop", status_code=200, responses=problem(400, 403, 404))
async def stop_study(
    studies: NamedDependency[Studies], visitor: NamedDependency[Visitor], study_id: StudyId
) -> StudyReport:
    """Stop a study; what has been played stands."""
    return await studies.stop(visitor, study_id)


@delete("/api/studies/{study_id:str}", responses=problem(400, 403, 404))
async def delete_study(studies: NamedDependency[Studies], visitor: NamedDependency[Visitor], study_id: StudyId) -> None:
    """Stop a study and forget it; matches in which its games were looked at stay."""
    await studies.delete(visitor, study_id)


_CSV = {200: ResponseSpec(str, generate_examples=False, description="The table.", media_type="text/csv")}
_JSON = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="The study with its games.")}


@get("/api/studies/{study_id:str}/table.csv", responses=_CSV | problem(400, 404))
async def table_csv(
    studies: NamedDependency[Studies], visitor: NamedDependency[Visitor], study_id: StudyId
) -> Response[bytes]:
    """The games of a study as a table, for a spreadsheet."""
    return _file(study_id, "csv", await studies.csv(visitor, study_id), "text/csv; charset=utf-8")


@get("/api/studies/{study_id:str}/table.json", responses=_JSON | problem(400, 404))
async def table_json(
    studies: NamedDependency[Studies], visitor: NamedDependency[Visitor], study_id: StudyId
) -> Response[bytes]:
    """A study with its figures and every game, for a program."""
    return _file(study_id, "json", await studies.json(visitor, study_id), "application/json")


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
    delete_study,
    table_csv,
    table_json,
]
