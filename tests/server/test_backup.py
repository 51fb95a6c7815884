"""Backups: taken from a running server, put back into the other kind of database, and every match goes on."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command

from barents.games.arctic_campaign import GAME as CAMPAIGN
from barents.kernel.dice import Dice
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.server.guard import COOKIE, hashed
from barents.server.storage import backup
from barents.server.storage.administration import Administration
from barents.server.storage.backup import (
    BackupError,
    back_up,
    connected,
    migrations,
    newest_revision,
    restore,
    revision_of,
)
from barents.server.storage.store import SeatRow, Store, StoreError
from tests.server.service import Browser, Seat, play_together, running, settings
from tests.server.tabletop import tabletop
from tests.server.test_chapters import play
from tests.server.test_store import ROW

JSON = {"content-type": "application/json"}


def play_a_month(folder: Path, database: str) -> None:
    """A campaign whose first month is over, and some choices of its second made."""

    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(folder, database=database, game=CAMPAIGN.name, scenario="campaign", options=quick) as top:
            await play(top, month=2, answers=3)

    asyncio.run(months())


@contextmanager
def seated(browser: Browser, match: str) -> Iterator[list[Seat]]:
    """Both seats of a match at one screen, its dice ready."""
    with browser.sit(match, "allied") as allied, browser.sit(match, "axis") as axis:
        if allied.hello["contribute"]:
            assert allied.ask("contribute", nonce="a word for the dice")["is"] == "done"
        yield [allied, axis]


def play_on(table: list[Seat], dice: Dice, choices: int) -> None:
    """Let both sides give so many legal answers."""
    left = iter(range(choices))
    play_together(table, dice, lambda: next(left, None) is None)


@pytest.fixture(params=[("sqlite", "postgresql"), ("postgresql", "sqlite")], ids="-to-".join)
def both(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A database of one kind, and an empty one of the other."""
    first, second = request.param
    return request.getfixturevalue(first), request.getfixturevalue(second)


def test_a_backup_of_a_running_server_goes_on_in_the_other_kind_of_database(
    tmp_path: Path, both: tuple[str, str]
) -> None:
    one, other = both
    file = tmp_path / "barents.backup.gz"
    play_a_month(tmp_path, one)
    with running(settings(tmp_path, database=one)) as (address, service):
        browser = Browser(address)
        finished, halfway, unbegun = (browser.open(opponent="here")["match"] for _ in range(3))
        alone = browser.open(opponent="random")["match"]
        for side in Side:
            assert service.service.store.take("a", side, hashed(browser.key), "")
        with seated(browser, finished) as table:
            play_on(table, Dice.seeded(1), 4)
            assert table[0].ask("resign")["is"] == "done"
        with browser.sit(alone, "allied") as seat:
            seat.begin()
            seat.play_on(Dice.seeded(2), most=4)
        with seated(browser, halfway) as table:
            play_on(table, Dice.seeded(3), 8)
            # Somebody goes on playing while the backup is made: it has one moment all the same.
            playing = threading.Thread(target=play_on, args=(table, Dice.seeded(4), 20))
            playing.start()
            header = back_up(one, file)
            playing.join()
    assert header.tables["matches"].rows == 5
    assert header.tables["chronicles"].rows > 0
    assert file.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert list(tmp_path.glob(".barents*")) == []

    assert restore(file, other) == header
    with running(settings(tmp_path, database=other)) as (address, _):
        again = Browser(address)
        again.http.cookies.set(COOKIE, browser.key)
        assert {card["match"] for card in again.http.get("/api/matches").json()} == {
            "a",
            finished,
            halfway,
            unbegun,
            alone,
        }
        for match in (unbegun, halfway):
            with seated(again, match) as table:
                play_on(table, Dice.seeded(5), 8)
                assert table[1].ask("resign")["is"] == "done"
        with again.sit(alone, "allied") as seat:
            seat.play_on(Dice.seeded(6), most=4)
            assert seat.ask("resign")["is"] == "done"
        for match in (finished, halfway, unbegun, alone):
            record = again.http.get(f"/api/matches/{match}/record")
            assert again.http.post("/api/verify", content=record.content, headers=JSON).json()["true"]
        with seated(again, "a") as table:
            lines = [len(seat.ask("older", before=table[0].view["log"][-1]["number"])["lines"]) for seat in table]
            assert all(lines), "the log of the first month is there too"
            play_on(table, Dice.seeded(7), 3)
    administration = Administration(other)
    content, over = administration.record("a")
    administration.close_database()
    assert not over
    assert verify(decode(content)).chapters == 2


def a_match(database: str) -> None:
    """A database with one match in it."""
    store = Store(database)
    store.open(ROW, [SeatRow(side=side, kind="person") for side in Side], {Side.ALLIED: "me"})
    store.commit("a", 0, [(0, Side.AXIS, "pass")], {})
    store.close()


def loaded(database: str) -> Any:
    """The match, as a server finds it."""
    store = Store(database)
    kept = store.load("a")
    store.close()
    return kept


def test_only_an_empty_database_takes_a_backup_and_then_all_of_it_or_nothing(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    database, empty, file = new_database(), new_database(), tmp_path / "backup"
    a_match(database)
    back_up(database, file)
    with pytest.raises(BackupError, match="something in this database already"):
        restore(file, database)
    restore(file, empty)
    assert loaded(empty) == loaded(database)
    # One that is whole, but does not fit: a choice of a match that is not there.
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)[:-1]
    torn = [line.replace(b'["choices",["a"', b'["choices",["b"') for line in lines]
    assert torn != lines
    file.write_bytes(packed(torn))
    with pytest.raises(StoreError):
        restore(file, database, replace=True)
    assert loaded(database) == loaded(empty), "what was there is still there"


def packed(lines: list[bytes]) -> bytes:
    """A backup of these lines, with the digest that they need."""
    content = b"".join(lines)
    return gzip.compress(content + msgspec.json.encode({"sha256": hashlib.sha256(content).hexdigest()}) + b"\n")


def test_a_backup_that_was_damaged_or_is_none_is_told(tmp_path: Path, sqlite: str) -> None:
    a_match(sqlite)
    file = tmp_path / "backup"
    back_up(sqlite, file)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    changed = [line.replace(b'"pass"', b'"stop"') for line in lines]
    assert changed != lines
    for content, complaint in (
        (gzip.compress(b"".join(changed)), "was changed or damaged"),
        (gzip.compress(b"".join(lines[:-1])), "its end is missing"),
        (whole[: len(whole) // 2], "is no backup, or was damaged"),
        (b"something else", "is no backup, or was damaged"),
        (gzip.compress(b'{"what":"a letter"}'), "is no backup, or was damaged"),
        (gzip.compress(lines[0] + b"[" * 100_000 + b"\n"), "nested without end|is no backup, or was damaged"),
        (gzip.compress(lines[0] + b'["no_such_table",[]]\n'), "has no table of that name"),
        (gzip.compress(bytes(backup._LONGEST_LINE + 1), 1), "longer than any row"),
    ):
        file.write_bytes(content)
        with pytest.raises(BackupError, match=complaint):
            restore(file, f"sqlite:///{tmp_path / 'new.sqlite'}")
        assert not (tmp_path / "new.sqlite").exists(), "it was not even begun"


def test_a_backup_of_an_older_version_is_migrated_and_of_a_later_one_refused(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    database, file = new_database(), tmp_path / "backup"
    a_match(database)
    expected = loaded(database)
    with connected(database, "write") as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.downgrade(config, "0004")
    header = back_up(database, file)
    assert header.revision == "0004"
    assert "accounts" not in header.tables
    other = new_database()
    restore(file, other)
    with connected(other, "read") as connection:
        assert revision_of(connection) == newest_revision()
    kept = loaded(other)
    assert (kept.choices, kept.match.secret) == (expected.choices, expected.match.secret)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)[:-1]
    later = [lines[0].replace(b'"revision":"0004"', b'"revision":"9999"'), *lines[1:]]
    file.write_bytes(packed(later))
    with pytest.raises(BackupError, match="is from a later version of Barents"):
        restore(file, other, replace=True)


def test_what_cannot_be_backed_up_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database at"):
        back_up(f"sqlite:///{tmp_path / 'missing.sqlite'}", tmp_path / "backup")
    with pytest.raises(StoreError, match="is no address of a database"):
        back_up("somewhere", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
