"""The database: its migrations, what it refuses, and what happens when it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError

from barents.kernel.decisions import Refused
from barents.kernel.sides import Side
from barents.server.storage.database import METADATA
from barents.server.storage.store import MatchRow, Overtaken, SeatRow, Store, StoreError, now
from tests.server.tabletop import tabletop

ROW = MatchRow(
    id="a",
    game="hunt",
    scenario="first-light",
    options={"radar": True},
    secret=b"\x00\xff",
    data_digest="",
    rules="1",
    windows="orders",
    opened=1,
    opener="me",
)


@pytest.fixture
def url(database: str) -> str:
    return database


def opened(url: str) -> Store:
    store = Store(url)
    seats = [SeatRow(side=side, kind="person", token=f"hash of {side}") for side in Side]
    store.open(ROW, seats, {Side.ALLIED: "me"})
    return store


def test_the_migrations_make_the_tables_that_the_code_speaks_of(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_what_was_kept_comes_back(url: str) -> None:
    store = opened(url)
    choices = [(0, Side.AXIS, "pass"), (1, Side.ALLIED, "!undo")]
    assert store.commit("a", 0, choices, {Side.AXIS: {"revision": 7, "draft": "[1]"}}) == 1
    store.close()
    store = Store(url)
    kept = store.load("a")
    assert kept is not None
    assert kept.match == msgspec.structs.replace(ROW, version=1)
    assert kept.choices == ((Side.AXIS, "pass"), (Side.ALLIED, "!undo"))
    assert (kept.seats[Side.AXIS].revision, kept.seats[Side.AXIS].draft) == (7, "[1]")
    assert kept.holders == {Side.ALLIED: ("me",), Side.AXIS: ()}
    assert store.load("b") is None
    store.close()


def test_a_choice_has_a_number_of_its_own(url: str) -> None:
    store = opened(url)
    store.commit("a", 0, [(0, Side.AXIS, "pass")], {})
    with pytest.raises(IntegrityError):
        store.commit("a", 1, [(0, Side.ALLIED, "pass")], {Side.ALLIED: {"revision": 9}})
    kept = store.load("a")
    assert kept is not None
    assert kept.choices == ((Side.AXIS, "pass"),)
    assert kept.seats[Side.ALLIED].revision == 0, "all or nothing"
    store.close()


def test_whoever_does_not_know_the_newest_may_not_write(url: str) -> None:
    store, other = opened(url), Store(url)
    store.commit("a", 0, [(0, Side.AXIS, "pass")], {})
    with pytest.raises(Overtaken):
        other.commit("a", 0, [(1, Side.ALLIED, "pass")], {Side.ALLIED: {"revision": 9}})
    news = other.news("a", 0)
    assert news is not None
    assert (news.match.version, news.choices, news.seats[Side.ALLIED].revision) == (1, ((Side.AXIS, "pass"),), 0)
    assert other.commit("a", 1, [(1, Side.ALLIED, "pass")], {}) == 2
    assert store.versions(["a", "b"]) == {"a": 2}
    assert store.take("a", Side.AXIS, "you", "You"), "to sit down is a change too"
    assert store.versions(["a"]) == {"a": 3}
    store.close()
    other.close()


def test_one_process_answers_for_a_match_until_its_word_has_run_out(url: str) -> None:
    store = opened(url)
    assert store.claim("a", "one", now() + 10_000)
    assert not store.claim("a", "two", now() + 10_000)
    assert store.claim("a", "one", now() - 1), "one's own can be renewed"
    assert store.claim("a", "two", now() + 10_000)
    store.release("two")
    assert store.claim("a", "one", now() + 10_000)
    assert store.versions(["a"]) == {"a": 0}, "of that nobody at the table needs to know"
    store.close()


def test_a_seat_is_taken_once(url: str) -> None:
    store = opened(url)
    assert store.take("a", Side.AXIS, "you", "You")
    assert not store.take("a", Side.AXIS, "another", "Another")
    kept = store.load("a")
    assert kept is not None
    assert kept.holders[Side.AXIS] == ("you",)
    assert kept.seats[Side.AXIS].name == "You"
    assert (store.holds(("you",), "a"), store.holds(("another",), "a")) == ((Side.AXIS,), ())
    store.close()


def test_every_commit_is_on_the_disk(sqlite: str) -> None:
    store = Store(sqlite)
    with store._engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2, "FULL"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    store.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("matches", "is no address of a database"),
        ("oracle9://x", "is no address of a database"),
        ("sqlite://", "has to be a file"),
        ("sqlite:///no/such/folder/x.sqlite", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_told(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        Store(url)


def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="9999"):
        Store(url)


def test_what_could_not_be_kept_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with tabletop(tmp_path) as top:
            store: Any = top.table._store
            commit: Callable[..., None] = store.commit

            def failing(*_arguments: Any, **_more: Any) -> None:
                raise OperationalError("INSERT", {}, Exception("disk full"))

            before = top.table.hello(Side.ALLIED, top.listeners[Side.ALLIED])
            answer = str(next(iter(top.match.pending[Side.ALLIED].options)))
            await top.heard(Side.ALLIED)
            monkeypatch.setattr(store, "commit", failing)
            with pytest.raises(Refused, match="has not happened"):
                await top.do(Side.ALLIED, answer)
            assert top.match.choices == []
            assert top.table.hello(Side.ALLIED, top.listeners[Side.ALLIED]) == before
            assert await top.heard(Side.ALLIED) == [], "nobody was told"
            monkeypatch.setattr(store, "commit", commit)
            await top.do(Side.ALLIED, answer)
            assert len(top.match.choices) == 1
            assert await top.heard(Side.ALLIED)

    asyncio.run(run())
