"""The door: no other site can do anything here in somebody's name, nobody can send too much or pose as another."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from barents.server import guard
from barents.server.app import Service
from barents.server.settings import Limit, Limits
from barents.server.storage.database import METADATA
from tests.server.service import PATIENCE, Browser, running, settings
from tests.server.test_accounts import GENEROUS, GOOD, register

TERMS = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "person"}
STUDY = {"ask": "result", "game": "hunt", "scenario": "first-light", "allied": "random", "axis": "random", "games": 1}

# Everything that changes something, with what would do so; in an order in which each still can.
UNSAFE: dict[tuple[str, str], Any] = {
    ("POST", "/api/matches"): TERMS,
    ("POST", "/api/matches/{match_id}/again"): {},
    ("POST", "/api/records"): {},
    ("POST", "/api/verify"): {},
    ("POST", "/api/studies/{study_id}/games"): {"arm": 0, "number": 1},
    ("POST", "/api/studies/{study_id}/stop"): None,
    ("DELETE", "/api/studies/{study_id}"): None,
    ("POST", "/api/lobby/{match_id}/take"): {"name": "x"},
    ("PUT", "/api/notices"): {"hook": "https://example.org/"},
    ("POST", "/api/account/seats"): None,
    ("POST", "/api/account/password"): {"password": GOOD, "new": "another four words"},
    ("DELETE", "/api/lobby/{match_id}"): None,
    ("DELETE", "/api/session"): None,
    ("POST", "/api/session"): {"name": "Marlow", "password": GOOD},
    ("POST", "/api/account"): {"name": "Somebody", "password": GOOD},
    ("DELETE", "/api/account"): {"password": GOOD},
    ("POST", "/api/studies"): STUDY,
}
VOLATILE = ("pulse", "news")  # what a service writes by itself


class Victim(NamedTuple):
    """Somebody who is logged in, with a challenge in the lobby."""

    browser: Browser
    service: Service
    match: str
    link: str
    line: httpx.Client
    """By which anything can be sent, with nothing of the browser's own."""


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    with running(settings(tmp_path_factory.mktemp("guard"), limits=GENEROUS)) as (address, service):
        browser = Browser(address)
        register(browser, "Marlow")
        opened = browser.open(opponent="person", side="allied", open_to_all=True, watched=True)
        with httpx.Client(base_url=address, timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0)) as line:
            yield Victim(browser, service, opened["match"], opened["invitation"], line)


def everything(service: Service) -> dict[str, list[Any]]:
    """All that is kept."""
    while service.studies._running:  # one that was asked for from our own page is still being played
        time.sleep(0.01)
    with service.service.store.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in METADATA.sorted_tables
            if table.name not in VOLATILE
        }


def disguises(address: str) -> list[dict[str, str]]:
    """How a request of another site's page may look."""
    host = address.removeprefix("http://")
    port = host.partition(":")[2]
    origins = ("https://example.org", "null", f"http://127.0.0.1.example.org:{port}", f"http://localhost:{port}")
    sites = ("cross-site", "same-site")
    return [
        *({"origin": origin} for origin in origins),
        {"origin": "http://127.0.0.1:1"},
        {"origin": f"http://{host}@example.org"},
        *({"sec-fetch-site": site} for site in sites),
        *({"origin": address, "sec-fetch-site": site} for site in sites),
    ]


def send(
    victim: Victim, method: str, path: str, headers: dict[str, str], content: bytes | None, kind: str | None
) -> httpx.Response:
    """A request with the victim's cookies and nothing else of his browser's."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in victim.browser.http.cookies.jar)
    sent = {"cookie": cookies, **headers, **({"content-type": kind} if kind is not None else {})}
    filled = path.format(match_id=victim.match, study_id="0" * 16)
    return victim.line.request(method, filled, headers=sent, content=content)


def encoded(body: Any) -> bytes | None:
    from msgspec.json import encode

    return None if body is None else encode(body)


@pytest.mark.parametrize(("method", "path"), UNSAFE)
def test_no_other_site_can_change_anything(victim: Victim, method: str, path: str) -> None:
    body = encoded(UNSAFE[method, path])
    before = everything(victim.service)
    for headers in disguises(victim.browser.address):
        answer = send(victim, method, path, headers, body, "application/json")
        assert answer.status_code == 403, headers
        assert "set-cookie" not in answer.headers
    unsaid = send(victim, method, path, {}, body, "application/json")
    assert (unsaid.status_code, "Origin" in unsaid.text) == (403, True), "every browser says where it comes from"
    ours = {"origin": victim.browser.address, "sec-fetch-site": "same-origin"}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", None):
        answer = send(victim, method, path, ours, body or b"{}", kind)
        assert answer.status_code == 415, kind
    assert everything(victim.service) == before
    # The very same from our own page is let through the door, whatever comes of it.
    answer = victim.browser.http.request(
        method, path.format(match_id=victim.match, study_id="0" * 16), json=UNSAFE[method, path]
    )
    assert answer.status_code not in (403, 415), answer.text


@pytest.mark.parametrize("path", ["{link}", "/confirm/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"])
def test_no_other_site_can_send_a_form(victim: Victim, path: str) -> None:
    before = everything(victim.service)
    for headers in disguises(victim.browser.address):
        where = path.format(link=victim.link)
        answer = send(victim, "POST", where, headers, b"name=x&answer=yes", "application/x-www-form-urlencoded")
        assert answer.status_code == 403, headers
    assert everything(victim.service) == before


def test_these_are_all_that_change_anything(victim: Victim) -> None:
    described = victim.browser.http.get("/schema/openapi.json").json()["paths"]
    found = {(method.upper(), path) for path, methods in described.items() for method in methods}
    assert {each for each in found if each[0] not in guard.SAFE} == set(UNSAFE)
    for method, path in UNSAFE:
        assert {"403", "415"} <= set(described[path][method.lower()]["responses"]), path


def test_what_is_read_cannot_be_read_by_another_site(victim: Victim) -> None:
    for path in ("/api/account", "/api/matches", "/api/lobby"):
        answer = victim.browser.http.get(path, headers={"origin": "https://example.org"})
        assert answer.status_code == 200
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    asked = victim.browser.http.options(
        "/api/matches", headers={"origin": "https://example.org", "access-control-request-method": "POST"}
    )
    assert not [name for name in asked.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("seat", ["allied/live", "watch/live"])
def test_no_other_site_can_open_a_socket(victim: Victim, seat: str) -> None:
    browser = Browser(victim.browser.address)
    match = browser.open(side="allied", watched=True)["match"]
    path = f"{browser.address.replace('http', 'ws', 1)}/api/matches/{match}/{seat}"
    cookie = {"cookie": f"{guard.COOKIE}={browser.key}"}
    for headers in disguises(browser.address):
        with (
            pytest.raises((InvalidStatus, ConnectionClosed)),
            connect(path, additional_headers=cookie | headers) as refused,
        ):
            refused.recv(PATIENCE)
    with connect(path, additional_headers=cookie | {"origin": browser.address}) as socket:
        assert b'"hello"' in socket.recv(PATIENCE, decode=False)


@pytest.mark.parametrize(("method", "path"), [each for each, body in UNSAFE.items() if body is not None])
def test_nobody_can_send_too_much(victim: Victim, method: str, path: str) -> None:
    limit = Limits().record if path in ("/api/records", "/api/verify") else Limits().body
    content = b'{"name": "' + b"x" * limit + b'"}'
    ours = {"origin": victim.browser.address}
    assert send(victim, method, path, ours, content, "application/json").status_code == 413


def test_the_threat_model_names_tests_that_are_there() -> None:
    root = Path(__file__).resolve().parents[2]
    named = set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (root / "docs" / "security.md").read_text("utf-8")))
    assert len(named) > 30
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in (root / file).read_text("utf-8")]
    assert missing == []


def test_where_somebody_comes_from_is_believed_of_our_own_proxy_alone(tmp_path: Path) -> None:
    once = Limits(accounts=Limit(1, 0.000_1))

    def registered(address: str, name: str, came_from: str) -> httpx.Response:
        sent = {"x-forwarded-for": came_from, "x-forwarded-proto": "https"}
        terms = {"name": name, "password": GOOD}
        return httpx.post(f"{address}/api/account", json=terms, headers=sent, timeout=PATIENCE)

    with running(settings(tmp_path, limits=once)) as (address, _):
        assert registered(address, "One", "192.0.2.1").status_code == 201
        assert registered(address, "Two", "192.0.2.2").status_code == 429, "nobody becomes another by saying so"
    with running(settings(tmp_path, limits=once, proxy=True)) as (address, _):
        three, four = registered(address, "Three", "192.0.2.3"), registered(address, "Four", "192.0.2.4")
        assert (three.status_code, four.status_code) == (201, 201)
        assert registered(address, "Five", "192.0.2.3").status_code == 429
        assert f"__Host-{guard.SESSION}" in SimpleCookie(three.headers["set-cookie"])
