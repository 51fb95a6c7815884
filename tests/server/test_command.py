"""`barents serve` and `barents play`: from the command to the page."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

import pytest
from typer.testing import CliRunner

from barents.cli import app
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.server.watchdog import tell_systemd
from tests.hunt import GAME
from tests.packaging.project import ROOT
from tests.server.service import Browser

VISIT = {"sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none"}


@contextmanager
def typed(folder: Path, *arguments: str) -> Iterator[tuple[str, str]]:
    """The command as somebody types it in a terminal: the address and the path of the page that it opens."""
    terminal, end = pty.openpty()
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": f"echo opened %s >> {folder}/opened #"}
    process = subprocess.Popen(
        [sys.executable, "-c", "from barents.cli import main; main()", "--plug-in", "tests.hunt", *arguments],
        cwd=ROOT,
        env=environment,
        stdin=end,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        page = process.stdout.readline().decode().split()[3]
        scheme, _, rest = page.partition("://")
        host, _, path = rest.partition("/")
        yield f"{scheme}://{host}", f"/{path}"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        os.close(terminal)
        os.close(end)


def test_playing_opens_the_page_of_a_new_match(tmp_path: Path) -> None:
    with typed(tmp_path, "play", "hunt", "fog-bank", "--as", "axis", "--option", "radar=yes") as (address, path):
        browser = Browser(address)
        seated = browser.http.get(path, headers=VISIT)
        _, _, match, side = seated.headers["location"].split("/")
        assert side == "axis"
        with browser.sit(match, side) as seat:
            assert (seat.table["scenario"], seat.table["options"]) == ("fog-bank", {"radar": True})
            assert seat.table["seats"][0]["kind"] == "computer"
            seat.begin()
            assert seat.play_on(Dice.seeded(1), most=1) == 1
        assert Browser(address).http.get(path, headers=VISIT).status_code == 409, "the link is for one browser"
    assert (tmp_path / "barents" / "barents.sqlite").is_file()


def test_two_people_at_one_screen_and_a_match_that_was_saved(tmp_path: Path) -> None:
    saved = Match.new(GAME, "first-light", seed=3)
    file = tmp_path / "game.json"
    file.write_bytes(saved.record.encode())
    with typed(tmp_path, "play", "hunt", "--as", "both", "--load", str(file)) as (address, path):
        browser = Browser(address)
        _, _, match, _ = browser.http.get(path, headers=VISIT).headers["location"].split("/")
        with browser.sit(match, "allied") as allied, browser.sit(match, "axis"):
            assert allied.table["both_sides"]
            assert not allied.hello["contribute"]
            assert allied.decision is not None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--database", "somewhere"], "'somewhere' is no address of a database"),
        (["--database", "sqlite:///no/such/folder/x"], "the database cannot be used"),
        (["--port", "TAKEN", "--database", "sqlite:///FOLDER/x"], "the server cannot listen at 127.0.0.1 port"),
    ],
)
def test_what_cannot_be_served_is_told(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = [part.replace("TAKEN", port).replace("FOLDER", str(tmp_path)) for part in arguments]
        result = CliRunner().invoke(app, ["serve", *given])
    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.parametrize("processes", [1, 2])
def test_the_service_manager_is_told_that_the_service_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(120)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with typed(tmp_path, "serve", "--port", "0", "--processes", str(processes)):
            assert manager.recv(100) == b"READY=1"
            assert manager.recv(100) == b"WATCHDOG=1"
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    tell_systemd("READY=1")  # nobody hears it, and nobody minds
