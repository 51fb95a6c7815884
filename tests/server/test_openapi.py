"""The description at /schema/openapi.json is true: made-up requests are answered as it says, and never by a 5xx."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from barents.server.settings import Limit, Limits
from tests.server import service

GENEROUS = Limit(1_000_000, 1_000_000.0)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that does not mind many requests."""
    limits = Limits(opening=GENEROUS, joining=GENEROUS, records=GENEROUS, accounts=GENEROUS, notices=GENEROUS)
    with service.running(service.settings(tmp_path_factory.mktemp("openapi"), limits=limits)) as (address, _):
        yield address


@pytest.fixture(scope="module")
def described(patient: str) -> Any:
    return schemathesis.openapi.from_url(f"{patient}/schema/openapi.json")


OPERATIONS = [
    ("/api/account", "DELETE"),
    ("/api/account", "GET"),
    ("/api/account", "POST"),
    ("/api/account/password", "POST"),
    ("/api/account/record", "GET"),
    ("/api/account/seats", "POST"),
    ("/api/games", "GET"),
    ("/api/games/{game}/rules", "GET"),
    ("/api/games/{game}/rulebook", "GET"),
    ("/api/games/{game}/ships", "GET"),
    ("/api/lab", "GET"),
    ("/api/lobby", "GET"),
    ("/api/lobby/{match_id}", "DELETE"),
    ("/api/lobby/{match_id}/take", "POST"),
    ("/api/matches", "GET"),
    ("/api/matches", "POST"),
    ("/api/matches/{match_id}/again", "POST"),
    ("/api/matches/{match_id}/debrief", "GET"),
    ("/api/matches/{match_id}/reading", "GET"),
    ("/api/matches/{match_id}/record", "GET"),
    ("/api/matches/{match_id}/replay/{step}", "GET"),
    ("/api/notices", "GET"),
    ("/api/notices", "PUT"),
    ("/api/ratings/{game}", "GET"),
    ("/api/records", "POST"),
    ("/api/session", "DELETE"),
    ("/api/session", "POST"),
    ("/api/studies", "GET"),
    ("/api/studies", "POST"),
    ("/api/studies/{study_id}", "DELETE"),
    ("/api/studies/{study_id}", "GET"),
    ("/api/studies/{study_id}/games", "GET"),
    ("/api/studies/{study_id}/games", "POST"),
    ("/api/studies/{study_id}/stop", "POST"),
    ("/api/studies/{study_id}/table.csv", "GET"),
    ("/api/studies/{study_id}/table.json", "GET"),
    ("/api/verify", "POST"),
    ("/health", "GET"),
]
OPEN = (
    "/api/matches",
    "/api/records",
    "/api/studies",
    "/api/account",
    "/api/account/password",
    "/api/account/seats",
    "/api/session",
    "/api/notices",
)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=["fitting", "unfitting"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_operation_answers_as_described(described: Any, path: str, method: str, mode: GenerationMode) -> None:
    operation = described[path][method]

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def holds(case: schemathesis.Case[Any]) -> None:
        # Which games and records there are no description can say, so what fits it may still be refused.
        case.call_and_validate(excluded_checks=[positive_data_acceptance] if path in OPEN else [])

    try:
        holds()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "nothing at all fits the description"


def test_the_description_is_complete(patient: str) -> None:
    """Every address of the interface is described, with everything that can come of it."""
    described = httpx.get(f"{patient}/schema/openapi.json", timeout=service.PATIENCE).json()
    found = {(path, method.upper()) for path, methods in described["paths"].items() for method in methods}
    assert found == set(OPERATIONS)
    view = described["components"]["schemas"]["View"]
    assert set(view["required"]) == {"observer", "game", "scenario", "situation", "log", "waiting"}


def test_what_a_finished_match_gives_fits_its_description(patient: str, tmp_path: Path) -> None:
    """Made-up requests never hit a match that is over, so here is one."""
    browser = service.Browser(patient)
    with browser.play(side="axis") as seat:
        seat.begin()
        assert seat.ask("resign")["is"] == "done"
    schema = schemathesis.openapi.from_url(f"{patient}/schema/openapi.json")
    for path, values in (
        ("/api/matches/{match_id}/debrief", {}),
        ("/api/matches/{match_id}/reading", {}),
        ("/api/matches/{match_id}/record", {}),
        ("/api/matches/{match_id}/replay/{step}", {"step": 0}),
    ):
        operation = schema[path]["GET"]
        case = operation.Case(path_parameters={"match_id": seat.match, **values})
        response = case.call(cookies={"barents": browser.key})
        assert response.status_code == 200
        case.validate_response(response)
        assert msgspec.json.decode(response.content)
