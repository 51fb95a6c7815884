"""The operator's figures and the log: what a real server tells Prometheus, and that no line of either has a secret."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from socket import create_server
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from barents.kernel.dice import Dice
from barents.server import metrics
from barents.server.collecting import Collector
from barents.server.logs import QUIET, AsJson
from barents.server.settings import Cost
from barents.server.storage.store import Store, Unavailable
from tests.server.service import PATIENCE, Browser, running, settings

CHEAP = Cost(1, 8, 1)


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Figures:
    """What Prometheus would have after a visit."""

    def __init__(self, port: int) -> None:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
        self.samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def __call__(self, name: str, **labels: str) -> float:
        """The sum of a figure over whatever labels are not given."""
        fits = [each for each in self.samples if each.name == name and labels.items() <= each.labels.items()]
        return sum(each.value for each in fits)


def test_prometheus_is_told_what_happens(tmp_path: Path, database: str, port: int) -> None:
    with running(settings(tmp_path, database=database, metrics_port=port)) as (address, _):
        before = Figures(port)
        browser = Browser(address)
        with browser.play(opponent="random") as seat:
            seat.begin()
            made = seat.play_on(Dice.seeded(1), most=12)
            assert seat.choose("nonsense")["is"] == "refused"
            assert browser.http.get("/api/matches/nowhere/debrief").status_code == 404
            browser.http.request("MADE-UP", "/made-up")
            after = Figures(port)

            def grown(name: str, **labels: str) -> float:
                return after(name, **labels) - before(name, **labels)

            assert grown("barents_choices_total", by="person") == made
            assert grown("barents_choices_total", by="computer") > 0
            assert grown("barents_choice_seconds_count") == made
            assert grown("barents_commit_seconds_count") >= grown("barents_choices_total")
            assert grown("barents_thinking_seconds_count") > 0
            route = "/api/matches/{match_id}/debrief"
            assert grown("barents_request_seconds_count", route=route, method="GET", status="404") == 1
            assert grown("barents_events_total", event="match opened") == 1
            assert (after("barents_matches_live"), after("barents_listeners")) == (1, 1)
            assert (after("barents_database_up"), after("barents_outbox")) == (1, 0)
            assert after("process_resident_memory_bytes") > 0
            named = {each.labels.get("route") for each in after.samples} | {
                each.labels.get("method") for each in after.samples
            }
            assert not {"made-up", "/made-up", "MADE-UP"} & named, "what somebody makes up gets no figure of its own"
    with pytest.raises(httpx.ConnectError):
        Figures(port)


def test_prometheus_is_told_when_the_database_is_away(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_store: Store) -> Any:
        raise Unavailable("the database does not answer")

    with running(settings(tmp_path, metrics_port=port)):
        monkeypatch.setattr(Store, "reading", away)
        figures = Figures(port)
        assert [each.value for each in figures.samples if each.name == "barents_database_up"] == [0]
        assert not [each for each in figures.samples if each.name == "barents_outbox"]
        monkeypatch.undo()


def test_a_port_that_is_taken_does_not_keep_anybody_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(settings(tmp_path, metrics_port=port)) as (address, _):
            assert Browser(address).http.get("/health").status_code == 200
    assert "metrics port cannot be had" in caplog.messages


def test_faults_are_counted_by_their_names() -> None:
    before = metrics.REGISTRY.get_sample_value("barents_faults_total", {"event": "commit failed"})
    metrics.count("commit failed")
    metrics.count("match opened")
    assert before is not None
    assert metrics.REGISTRY.get_sample_value("barents_faults_total", {"event": "commit failed"}) == before + 1
    assert metrics.REGISTRY.get_sample_value("barents_faults_total", {"event": "match opened"}) is None


def test_garbage_is_looked_for_when_nothing_happens_or_it_cannot_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Collector()
    size = collector._size
    grown = iter([1.1, 1.3, 1.3, 1.4, 1.7, 1.7, 1.4, 1.4, 2.9, 2.9])
    monkeypatch.setattr("barents.server.collecting.in_memory", lambda: int(next(grown) * size))
    monkeypatch.setattr(metrics, "_last_deed", time.monotonic() + 60)
    try:
        assert collector.look() is None
        assert collector.look() == "new", "somebody has just chosen something"
        assert collector.look() is None, "what was looked through is not looked through again"
        assert collector.look() == "new"
        assert gc.get_freeze_count() > 0
        monkeypatch.setattr(metrics, "_last_deed", time.monotonic() - 10)
        assert collector.look() == "all", "nothing has happened for a while"
        monkeypatch.setattr(metrics, "_last_deed", time.monotonic() + 60)
        assert collector.look() == "all", "it has grown too far to wait"
    finally:
        gc.unfreeze()


class Listening(logging.Handler):
    """Keeps the lines of the log as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(AsJson())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log() -> Iterator[Listening]:
    """Everything that any part of the program logs."""
    root, listening = logging.getLogger(), Listening()
    levels = {name: logging.getLogger(name).level for name in ("", *QUIET)}
    root.addHandler(listening)
    for name in levels:
        logging.getLogger(name).setLevel(logging.WARNING if name else logging.INFO)
    yield listening
    root.removeHandler(listening)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_no_line_of_the_log_has_a_secret(tmp_path: Path, log: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = {
        "name": "Vian of the Cossack",
        "password": "four-words-in-a-row",
        "wrong": "five-other-words-here",
        "mail": "vian@cossack.example",
        "guest": "Burnett of the Belfast",
        "nonce": "a word that only one knows",
        "talk": "we have them where we want them",
        "draft": "perhaps the convoy should turn",
    }
    mail = {"mail": "smtp://127.0.0.1:9?from=barents@example.org", "address": "https://play.example.org"}
    with running(settings(tmp_path, cost=CHEAP, **mail)) as (address, service):
        browser, friend = Browser(address), Browser(address)
        account = {"name": secret["name"], "password": secret["password"]}
        assert browser.http.post("/api/account", json=account).status_code < 300
        assert friend.http.post("/api/session", json=account | {"password": secret["wrong"]}).status_code >= 400
        browser.http.put("/api/notices", json={"mail": secret["mail"], "hook": ""})
        opened = browser.open(opponent="person", name=secret["name"])
        token = opened["invitation"].rpartition("/")[2]
        assert friend.http.post(opened["invitation"], data={"name": secret["guest"]}).status_code == 303
        friend.http.get("/join/" + token[::-1])
        friend.http.get(f"/nowhere/{token}?key={token}")
        with browser.sit(opened["match"], "allied") as seat, friend.sit(opened["match"], "axis") as other:
            for each in (seat, other):
                assert each.ask("contribute", nonce=secret["nonce"])["is"] == "done"
            seat.ask("draft", draft={"words": secret["draft"]})
            seat.ask("say", words=secret["talk"])
            seat.catch_up()
            choice = seat.answer(Dice.seeded(3)) if seat.decision else other.answer(Dice.seeded(3))
            asked = seat if seat.decision else other
            assert asked.choose(choice)["is"] == "done"

            def failing(*_arguments: Any, **_more: Any) -> int:
                raise ValueError(f"secret: {secret} {token} {browser.key}")

            monkeypatch.setattr(service.service.store, "commit", failing)
            seat.ask("draft", draft={"words": secret["draft"]})
        cookies = [value for each in (browser, friend) for value in each.http.cookies.values()]
    text = "\n".join(log.lines)
    assert "request" in text
    assert "commit failed" in text
    for word in [*secret.values(), token, token[::-1], *cookies, choice]:
        assert len(word) >= 4, "too short to be looked for"
        assert word not in text
    for line in log.lines:
        entry = msgspec.json.decode(line)
        assert entry.keys() >= {"time", "pid", "level", "event"}
