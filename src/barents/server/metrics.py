"""Figures for the operator, in the form that Prometheus reads.

Each process counts for itself and answers on a port of its own, on this machine alone. What is counted is counted
where it happens, by a line each; what can be looked up is looked up when somebody asks.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from barents.server.storage.database import OUTBOX
from barents.server.storage.store import StoreError

if TYPE_CHECKING:
    from barents.server.matches.service import MatchService

REGISTRY = CollectorRegistry(auto_describe=True)
for _kind in (ProcessCollector, PlatformCollector, GCCollector):
    _kind(registry=REGISTRY)

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0)

REQUESTS = Histogram(
    "barents_request_seconds",
    "Requests by route, method and status, and how long they took.",
    ("route", "method", "status"),
    buckets=_QUICK,
    registry=REGISTRY,
)
CHOICES = Counter("barents_choices", "Choices that were taken and kept, by who made them.", ("by",), registry=REGISTRY)
CHOICE = Histogram(
    "barents_choice_seconds",
    "From a person's choice to the views of everyone who listens here.",
    buckets=_QUICK,
    registry=REGISTRY,
)
COMMIT = Histogram(
    "barents_commit_seconds", "How long the database took to keep something.", buckets=_QUICK, registry=REGISTRY
)
THINKING = Histogram(
    "barents_thinking_seconds",
    "How long computer players thought, with the wait for a process.",
    buckets=_SLOW,
    registry=REGISTRY,
)
PLAYER_FAILURES = Counter(
    "barents_player_failures",
    "Answers that a computer player, or an adviser, owed and did not give, by game and player.",
    ("game", "player"),
    registry=REGISTRY,
)
COLLECTION = Histogram(
    "barents_collection_seconds",
    "Full collections of garbage, during which nobody is served.",
    buckets=_QUICK,
    registry=REGISTRY,
)
EVENTS = Counter("barents_events", "What was noted in the log, by its name.", ("event",), registry=REGISTRY)
FAULTS = Counter("barents_faults", "What went wrong, by its name in the log.", ("event",), registry=REGISTRY)
FAULTY = (
    "channel lost",
    "clocks not reached",
    "commit failed",
    "database lost",
    "match halted",
    "match lost",
    "match stopped",
    "message failed",
    "message lost",
    "notice failed",
    "player failed",
    "request failed",
    "rule failed",
    "sessions not checked",
    "time not called",
)
for _event in FAULTY:
    FAULTS.labels(_event)
WATCHED = ("log-in failed", "record broke down", "record given up", "record stops the rules")
"""No faults, but an operator may want to be told when there are many: counted from nought, so that the first shows."""
for _event in WATCHED:
    EVENTS.labels(_event)

_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
_last_deed = time.monotonic()


def last_deed() -> float:
    """When something was last asked for or kept, by the monotonic clock."""
    return _last_deed


def _note_deed() -> None:
    global _last_deed
    _last_deed = time.monotonic()


def count(event: str) -> None:
    """Count a line of the log."""
    EVENTS.labels(event).inc()
    if event in FAULTY:
        FAULTS.labels(event).inc()


def requested(route: str | None, method: str, status: int, seconds: float) -> None:
    """Count a request. What somebody has made up, as a route or method, gets no figure of its own."""
    _note_deed()
    known = method if method in _METHODS else "other"
    REQUESTS.labels(route or "other", known, str(status)).observe(seconds)


@contextmanager
def committing() -> Iterator[None]:
    """Time how long something takes to be kept."""
    _note_deed()
    with COMMIT.time():
        yield


class HouseFigures(Collector):
    """What can be looked up in a service at any time."""

    def __init__(self, service: MatchService) -> None:
        self._service = service

    def describe(self) -> Iterator[Metric]:
        """Nothing beforehand: looking needs the database."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """How the service is now."""
        service = self._service
        seats = [live_seat for table in service.live for live_seat in table.live_seats.values()]
        yield _gauge("barents_matches_live", "Matches in memory.", len(service.live))
        yield _gauge("barents_listeners", "Connections to seats.", sum(len(seat.listeners) for seat in seats))
        watching = sum(len(table.around.gallery.listeners) for table in service.live)
        yield _gauge("barents_watchers", "Connections of those who watch.", watching)
        yield _gauge("barents_thinkers_busy", "Processes in which a computer player thinks.", service.thinkers.busy)
        yield _gauge("barents_records_busy", "Processes in which a record is played again.", service.records.busy)
        waiting = self._outbox()
        yield _gauge("barents_database_up", "Whether the database answers.", waiting is not None)
        if waiting is not None:
            yield _gauge("barents_outbox", "Messages that wait to be sent.", waiting)
        named = GaugeMetricFamily("barents_version", "The version that runs.", labels=["version"])
        named.add_metric([version("barents")], 1)
        yield named

    def _outbox(self) -> int | None:
        try:
            with self._service.store.reading() as connection:
                return int(connection.execute(select(func.count()).select_from(OUTBOX)).scalar_one())
        except StoreError:
            return None


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, value=float(value))


@contextmanager
def published(service: MatchService, port: int | None) -> Iterator[None]:
    """While this lasts, whoever asks on this machine at this port is told; nobody if there is no port."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, "127.0.0.1", REGISTRY)
    except OSError as error:
        # Those who play can do without.
        about = {"port": port, "reason": error.strerror}
        logging.getLogger("barents.server").error("metrics port cannot be had", extra={"about": about})
        yield
        return
    figures = HouseFigures(service)
    REGISTRY.register(figures)
    try:
        yield
    finally:
        REGISTRY.unregister(figures)
        server.shutdown()
        server.server_close()
        thread.join()
