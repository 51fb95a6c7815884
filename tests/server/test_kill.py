"""A server that is killed at any moment loses no choice that it has acknowledged, and every match goes on."""

from __future__ import annotations

import os
import threading

from websockets.exceptions import ConnectionClosed

from barents.kernel.dice import Dice
from barents.server.guard import COOKIE
from barents.server.storage.store import Store
from tests.server.processes import Server
from tests.server.service import Browser, Seat

KILLS = int(os.environ.get("BARENTS_KILLS", "3"))


def kept(database: str, match: str, side: str) -> list[str]:
    """A side's choices as the database has them."""
    store = Store(database)
    try:
        found = store.load(match)
    finally:
        store.close()
    assert found is not None
    return [entry for who, entry in found.choices if who.value == side]


def started(database: str) -> Server:
    """The server anew, under the name that it had before: what it did not finish is its own."""
    return Server(database, process="the-server", thinkers=1)


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


def test_no_acknowledged_choice_is_lost(database: str) -> None:
    dice = Dice.seeded("kill", KILLS)
    kills = finished = 0
    match, key = "", ""
    acknowledged: list[str] = []
    uncertain: list[str] = []
    while kills < KILLS:
        server = started(database)
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
        server.close()
        kills += 1
    assert finished or match
    # Whatever was under way is played to its end.
    if match:
        server = started(database)
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
            assert browser.http.post(
                "/api/verify", content=record.content, headers={"content-type": "application/json"}
            ).json()["true"]
        finally:
            server.close()
