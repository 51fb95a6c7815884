"""A server that is killed at any moment loses no choice that it has acknowledged, and every match goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from barents.kernel.dice import Dice
from barents.server.guard import COOKIE
from tests.packaging.project import ROOT
from tests.server.service import Browser, Seat

KILLS = int(os.environ.get("BARENTS_KILLS", "3"))


class Server:
    """A server in a process of its own."""

    def __init__(self, database: Path) -> None:
        barents = [sys.executable, "-c", "from barents.cli import main; main()"]
        command = [*barents, "--plug-in", "tests.hunt", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{database}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.address = line.split()[3]

    def kill(self) -> None:
        """End it without warning."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def kept(database: Path, match: str, side: str) -> list[str]:
    """A side's choices as the database has them."""
    with sqlite3.connect(database) as connection:
        query = "SELECT entry FROM choices WHERE match = ? AND side = ? ORDER BY seq"
        found = [entry for (entry,) in connection.execute(query, (match, side))]
    connection.close()
    return found


def play_until_killed(seat: Seat, dice: Dice, acknowledged: list[str], uncertain: list[str]) -> bool:
    """Answer and note what was acknowledged; whether the match came to its end."""
    uncertain.clear()
    try:
        while True:
            seat.until_asked()
            if seat.over:
                return True
            answer = seat.answer(dice)
            uncertain.append(answer)
            reply = seat.choose(answer)
            assert reply["is"] == "done", reply
            acknowledged.append(answer)
            uncertain.clear()
    except (ConnectionClosed, OSError):
        return False


def test_no_acknowledged_choice_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "matches.sqlite"
    dice = Dice.seeded("kill", KILLS)
    kills = finished = 0
    match, key = "", ""
    acknowledged: list[str] = []
    uncertain: list[str] = []
    while kills < KILLS:
        server = Server(database)
        browser = Browser(server.address)
        if key:
            browser.http.cookies.set(COOKIE, key)
        if not match:
            match, acknowledged, uncertain = browser.open(side="allied")["match"], [], []
            key = browser.key
        # The moment is any in the next tenth of a second, wherever the server is by then.
        death = threading.Timer(dice.below(100) / 1000, server.kill)
        try:
            with browser.sit(match, "allied") as seat:
                if seat.hello["contribute"]:
                    seat.say("contribute", nonce="word of the one who plays")
                found = kept(database, match, "allied")
                assert found[: len(acknowledged)] == acknowledged
                assert found[len(acknowledged) :] in ([], uncertain), "only the last may be there unacknowledged"
                acknowledged[:] = found
                death.start()
                if play_until_killed(seat, dice, acknowledged, uncertain):
                    finished += 1
                    match = ""
        except (ConnectionClosed, OSError):
            uncertain.clear()
        death.join()
        if server.process.poll() is None:
            server.kill()
        kills += 1
    assert finished or match
    # Whatever was under way is played to its end.
    if match:
        server = Server(database)
        try:
            browser = Browser(server.address)
            browser.http.cookies.set(COOKIE, key)
            with browser.sit(match, "allied") as seat:
                if seat.hello["contribute"]:
                    seat.begin()
                assert kept(database, match, "allied")[: len(acknowledged)] == acknowledged
                seat.play_on(dice)
                assert seat.over
            record = browser.http.get(f"/api/matches/{match}/record")
            assert browser.http.post("/api/verify", content=record.content).json()["true"]
        finally:
            server.kill()
