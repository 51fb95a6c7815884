"""`barents admin`: what an operator can see and do while a server runs, and what he is told when he cannot."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.server.matches.stopping import stop_all
from barents.server.settings import Cost
from barents.server.storage.backup import connected
from barents.server.storage.store import Store
from tests.hunt import GAME as HUNT
from tests.server.service import Browser, running, settings

CHEAP = Cost(1, 8, 1)
ACCOUNT = {"name": "Captain Bell", "password": "three plain words"}


class Admin:
    """An operator at a database."""

    def __init__(self, database: str) -> None:
        self.database = database

    def typed(self, *arguments: str, answer: str = "") -> Result:
        """What comes of a command."""
        return CliRunner().invoke(app, ["admin", *arguments, "--database", self.database], input=answer)

    def __call__(self, *arguments: str) -> str:
        """What a command says that does what it is told."""
        result = self.typed(*arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    def listed(self, *arguments: str) -> list[dict[str, Any]]:
        """A list, as scripts get it."""
        found: list[dict[str, Any]] = msgspec.json.decode(self("list", "--json", *arguments))
        return found


def rows(database: str, match: str) -> int:
    """How many rows of any table belong to a match."""
    with connected(database, "read") as connection:
        tables = ("choices", "seats", "holders", "chat", "chronicles", "outbox")
        counts = [f'SELECT count(*) FROM {table} WHERE "match" = :match' for table in tables]
        counts.append("SELECT count(*) FROM matches WHERE id = :match")
        return sum(connection.execute(text(count), {"match": match}).scalar_one() for count in counts)


def test_a_match_is_closed_and_opened_again_under_those_who_play_it(tmp_path: Path, database: str) -> None:
    admin = Admin(database)
    with running(settings(tmp_path, database=database)) as (address, _):
        browser = Browser(address)
        with browser.play(opponent="random") as seat:
            seat.begin()
            assert seat.play_on(Dice.seeded(1), most=1) == 1
            match = seat.match
            admin("close", match, "--why", "The house is being painted.")
            seat.until(lambda heard: heard["is"] == "table" and heard["table"]["closed"] != "")
            assert seat.table["closed"] == "The house is being painted."
            seat.until_asked()
            refused = seat.choose(seat.answer(Dice.seeded(2)))
            assert refused["is"] == "refused"
            assert "painted" in refused["refusal"]["reason"]
            assert seat.ask("resign")["is"] == "refused"
            assert [entry["match"] for entry in admin.listed("--closed")] == [match]
            admin("reopen", match)
            seat.until(lambda heard: heard["is"] == "table" and heard["table"]["closed"] == "")
            assert seat.play_on(Dice.seeded(2), most=1) == 1
            assert admin.listed("--closed") == []


def test_matches_are_listed_shown_exported_and_erased(tmp_path: Path, database: str) -> None:
    admin, file = Admin(database), tmp_path / "record.json"
    with running(settings(tmp_path, database=database)) as (address, _):
        browser = Browser(address)
        with browser.play(opponent="here", name="Fraser") as seat, browser.sit(seat.match, "axis") as other:
            match = seat.match
            assert seat.ask("contribute", nonce="only Fraser knows this")["is"] == "done"
            shown = admin("show", match)
            assert "allied: Fraser" in shown
            assert "axis: a guest without a name" in shown
            warned = admin.typed("export", match, str(file))
            assert "Give it to nobody" in warned.stderr
            assert file.stat().st_mode & 0o077 == 0
            assert decode(file.read_bytes()).result is None
            for each in (seat, other):
                each.catch_up()
            assert seat.ask("resign")["is"] == "done"
        unread = browser.open(opponent="random")["match"]
        assert [entry["match"] for entry in admin.listed()] == [match, unread]
        assert [entry["match"] for entry in admin.listed("--over")] == [match]
        assert [entry["match"] for entry in admin.listed("--open", "--game", "hunt")] == [unread]
        assert admin.listed("--game", "north_cape") == []
        assert admin.listed("--older-than", "1") == []
        assert len(admin.listed("--older-than", "0")) == 2
        assert "is over, so there is nothing to close" in admin.typed("close", match, "--why", "x").stderr
        assert "only Fraser knows this" not in shown + admin("show", match, "--json") + admin("list")
        exported = admin.typed("export", match, str(file))
        assert exported.stderr == ""
        assert verify(decode(file.read_bytes())).chapters == 1
        assert admin.typed("erase", match, answer="n\n").exit_code == 2
        assert rows(database, match) > 0
        admin("erase", match, "--yes")
        assert rows(database, match) == 0
        assert [entry["match"] for entry in admin.listed()] == [unread]
        assert [card["match"] for card in browser.http.get("/api/matches").json()] == [unread]


def test_accounts_get_new_passwords_and_are_erased(tmp_path: Path, database: str) -> None:
    admin = Admin(database)
    with running(settings(tmp_path, database=database, cost=CHEAP)) as (address, _):
        browser = Browser(address)
        assert browser.http.post("/api/account", json=ACCOUNT).status_code < 300
        match = browser.open(opponent="random")["match"]
        (entry,) = msgspec.json.decode(admin("accounts", "--json"))
        assert (entry["name"], entry["seats"], entry["sessions"]) == ("Captain Bell", 1, 1)
        new = admin("password", "captain bell").split()[-1]
        assert browser.http.get("/api/account").json()["name"] == "", "the session has ended"
        assert browser.http.post("/api/session", json=ACCOUNT).status_code >= 400
        assert browser.http.post("/api/session", json=ACCOUNT | {"password": new}).status_code < 300
        admin("erase", "--account", "Captain Bell", "--yes")
        assert "There are no accounts." in admin("accounts")
        assert browser.http.get("/api/account").json()["name"] == ""
        assert "Captain Bell" not in admin("show", match)
        assert "there is no account 'Captain Bell'" in admin.typed("password", "Captain Bell").stderr


def test_matches_that_a_new_version_could_not_go_on_with_are_told_beforehand(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = Admin(database)
    with running(settings(tmp_path, database=database)) as (address, _), Browser(address).play(opponent="here") as seat:
        assert seat.ask("contribute", nonce="a word for the dice")["is"] == "done"
        match = seat.match
        fresh = Browser(address).open(opponent="here")["match"]
        seat.until_asked()
        assert seat.choose(seat.answer(Dice.seeded("north")))["is"] == "done"
    assert "can go on with every match" in admin("list", "--stale")
    newer = replace(HUNT, version="9")
    monkeypatch.setattr(registry, "find", lambda name: newer if name == "hunt" else None)
    (entry,) = admin.listed("--stale")
    assert (entry["match"], entry["state"]) == (match, "open"), "what has not begun will begin by the new rules"
    assert "This server now plays by rules 9, so it cannot go on." in entry["stale"]
    assert "1 match under way could not go on with this version." in admin("list", "--stale")
    assert admin.listed("--stopped") == []
    store = Store(database)
    assert stop_all(store) == [match]
    assert stop_all(store) == []
    store.close()
    (entry,) = admin.listed("--stopped")
    assert (entry["match"], entry["rules"]) == (match, HUNT.version)
    assert admin.listed("--stale")[0]["match"] == match
    assert [each["match"] for each in admin.listed("--open")] == [fresh]
    told = admin.typed("reopen", match)
    assert (told.exit_code, "it cannot go on, but it can be read" in told.stderr) == (2, True)
    file = tmp_path / "old.json"
    assert "Give it to nobody" not in admin("export", match, str(file)), "it is over for both sides"
    assert decode(file.read_bytes()).chapters[0].is_bare
    monkeypatch.undo()
    admin("reopen", match)
    assert admin.listed("--stopped") == []


def test_a_backup_is_made_and_put_back_by_command(tmp_path: Path) -> None:
    here, there = (f"sqlite:///{tmp_path / name}" for name in ("here.sqlite", "there.sqlite"))
    Store(here).close()
    file = str(tmp_path / "backup.gz")
    assert "0 matches" in Admin(here)("backup", file)
    assert "0 matches are back" in Admin(there)("restore", file)
    assert Admin(there).typed("restore", file, "--replace", answer="n\n").exit_code == 2
    assert "0 matches are back" in Admin(there)("restore", file, "--replace", "--yes")


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_that_is_no_file_is_told(address: str) -> None:
    result = Admin(address).typed("list")
    assert result.exit_code == 2
    assert "the database has to be a file" in result.stderr


def test_a_new_database_is_for_its_owners_eyes_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.sqlite'}")
    kept = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    store.close()
    assert kept == dict.fromkeys(("matches.sqlite", "matches.sqlite-wal", "matches.sqlite-shm"), 0o600)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "nowhere"], "there is no match 'nowhere'"),
        (["erase"], "give the id of a match, or --account"),
        (["close", "nowhere", "--why", " "], "--why needs a sentence"),
        (["list", "--open", "--over"], "--open and --over exclude each other"),
        (["restore", "no-such-file"], "no-such-file"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    database = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    Store(database).close()
    result = Admin(database).typed(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_a_database_of_another_version_is_only_backed_up(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    assert "there is no database at" in Admin(database).typed("list").stderr
    Store(database).close()
    with connected(database, "write") as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0004'"))
    assert "are of version 0004, and this program is for" in Admin(database).typed("list").stderr
    assert Admin(database)("backup", str(tmp_path / "backup"))
