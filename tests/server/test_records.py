"""Records that somebody brings: believed when they have been played again, in processes that can be killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.dice import Dice, commitment, computers_word
from barents.kernel.match import Match
from barents.kernel.record import Record, decode, sealed, sealed_chapter
from barents.kernel.sides import Side
from barents.server.app import Service
from barents.server.records.work import MOST_WAITING, TOO_LARGE
from barents.server.settings import Limit, Limits
from tests.hunt import GAME
from tests.server.service import PATIENCE, Browser, play_together, running, settings

OFTEN = Limits(records=Limit(1_000, 1_000.0))
JSON = {"content-type": "application/json"}
ENDLESS = ("tests.server.failing", "tests.server.endless")
Craft = Callable[[dict[str, Any]], None]


def played(choices: int = 15, game: Any = GAME) -> bytes:
    """The record of a match under way."""
    match: Match[Any, Any] = Match.new(game, "fog-bank", seed="brought")
    dice = Dice.seeded("brought")
    while match.pending and len(match.choices) < choices:
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(dice))
    return match.record.encode()


def sealed_again(content: bytes, craft: Craft) -> bytes:
    """A record with something changed, and every digest put right."""
    raw = msgspec.json.decode(content)
    craft(raw)
    record = msgspec.convert(raw, Record)
    chapters = tuple(sealed_chapter(chapter) for chapter in record.chapters)
    return sealed(msgspec.structs.replace(record, chapters=chapters)).encode()


def by_another_name(game: str) -> bytes:
    return sealed_again(played(), lambda raw: raw.update(game=game))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(settings(tmp_path_factory.mktemp("records"), limits=OFTEN)) as (address, _):
        yield address


def taken_along(browser: Browser, address: str) -> Browser:
    """The same browser, when the service has another address."""
    found = Browser(address)
    for cookie in browser.http.cookies.jar:
        found.http.cookies.set(cookie.name, cookie.value or "", cookie.domain)
    return found


def brought(browser: Browser, content: bytes, **headers: str) -> Any:
    return browser.http.post("/api/records", content=content, headers={**JSON, **headers})


def verdict(browser: Browser, content: bytes, **headers: str) -> dict[str, Any]:
    answer = browser.http.post("/api/verify", content=content, headers={**JSON, **headers})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def more_ships(raw: dict[str, Any]) -> None:
    ships = raw["chapters"][0]["opening"]["ships"]
    first = next(iter(ships.values())) if isinstance(ships, dict) else ships[0]
    if isinstance(ships, dict):
        ships.update({f"ship-{number}": first for number in range(20_000)})
    else:
        ships.extend([first] * 20_000)


def first_chapter(**changes: Any) -> Craft:
    return lambda raw: raw["chapters"][0].update(changes)


def with_turn(turn: int) -> Craft:
    return lambda raw: raw["chapters"][0]["opening"].update(turn=turn)


CRAFTED: dict[str, tuple[Craft, str]] = {
    "a fleet of twenty thousand": (more_ships, "does not open as the scenario begins"),
    "another turn": (with_turn(5), "does not open as the scenario begins"),
    "a turn beyond all numbers": (with_turn(2**70), "is damaged"),
    "a turn below all numbers": (with_turn(-(2**70)), "is damaged"),
    "nothing to open with": (first_chapter(opening={}), "is damaged"),
    "no chapter": (lambda raw: raw.update(chapters=[]), "no chapter"),
    "a game that nobody has": (lambda raw: raw.update(game="chess"), "chess"),
    "a scenario that nobody has": (lambda raw: raw.update(scenario="mate"), "mate"),
    "an option that nobody has": (lambda raw: raw.update(options={"queen": 9}), "queen"),
    "another pack": (lambda raw: raw.update(data_digest="00"), "data pack"),
    "a secret that is none": (lambda raw: raw.update(secret="xyz"), "secret"),
    "another secret": (lambda raw: raw.update(secret="00" * 32), "secret"),
    "dice far away": (first_chapter(offsets={"everyone": 2**80}), "dice"),
    "dice behind": (first_chapter(offsets={"everyone": -1}), "dice"),
    "dice further on": (first_chapter(offsets={"everyone": 7}), "dice"),
    "an answer that is none": (first_chapter(entries=[["allied", "x" * 100_000]]), "cannot be played"),
    "a control that is none": (first_chapter(entries=[["allied", "!abracadabra"]]), "cannot be played"),
    "nothing taken back": (first_chapter(entries=[["axis", "!undo"]] * 50), "cannot be played"),
    "rules of tomorrow, and a die of many digits": (
        first_chapter(rules="later", dice=[["everyone", "1d" + "9" * 5000, [1]]]),
        "die 1",
    ),
    "rules of tomorrow, and a die without faces": (
        first_chapter(rules="later", dice=[["everyone", "1d0", [1]]]),
        "die 1",
    ),
    "rules of tomorrow, and a draw of more than there is": (
        first_chapter(rules="later", dice=[["everyone", "draw a,b", [9, 2]]]),
        "no draw",
    ),
    "a schema of tomorrow": (first_chapter(schema=999), "schema"),
    "a schema of long ago": (first_chapter(schema=-999), "schema"),
}


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_record_gets_its_reason(server: str, name: str) -> None:
    browser = Browser(server)
    craft, reason = CRAFTED[name]
    content = sealed_again(played(), craft)
    answer = brought(browser, content, **{"x-forwarded-for": "10.0.0.1"})
    assert answer.status_code == 400, answer.text
    assert reason in answer.json()["reason"]
    assert browser.http.get("/api/matches").json() == [], "nothing of it is kept"
    told = verdict(browser, content)
    assert not told["true"]
    assert reason in told["words"]


def break_down(service: Service, waiting: list[Future[dict[str, Any]]]) -> None:
    """Kill whatever plays their records again, until nobody waits any more."""
    while wait(waiting, 0.05).not_done:
        for pid in list(service.service.records._processes._pids.values()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def test_what_never_ends_is_given_up_and_the_next_is_read(tmp_path: Path) -> None:
    chosen = settings(tmp_path, plug_ins=ENDLESS, record_seconds=1.0, record_processes=1)
    with running(chosen) as (address, service):
        browser = Browser(address)
        answer = brought(browser, by_another_name("endless"))
        assert answer.status_code == 400
        assert "longer than 1 seconds" in answer.json()["reason"]
        # A busy machine may take longer than that for anything.
        service.service.records._settings = msgspec.structs.replace(chosen, record_seconds=PATIENCE)
        assert verdict(browser, played())["true"], "the process has been replaced"


def test_what_wants_too_much_memory_is_refused_and_the_next_is_read(tmp_path: Path) -> None:
    chosen = settings(tmp_path, plug_ins=ENDLESS, record_processes=1, record_memory=1 << 29)
    with running(chosen) as (address, _):
        browser = Browser(address)
        answer = brought(browser, by_another_name("hungry"))
        assert answer.status_code == 400
        assert "needs more memory" in answer.json()["reason"]
        assert verdict(browser, played())["true"]


def test_nobody_waits_for_what_another_has_brought(tmp_path: Path) -> None:
    """One visitor fills his own queue; somebody from elsewhere is answered all the same, and a table plays on."""
    chosen = settings(tmp_path, plug_ins=ENDLESS, record_seconds=PATIENCE, record_processes=2, proxy=True)
    with running(chosen) as (address, service), ThreadPoolExecutor(3) as others:
        browser = Browser(address)
        endless = by_another_name("endless")
        sent = {"x-forwarded-for": "203.0.113.9"}
        waiting = [others.submit(verdict, Browser(address), endless, **sent) for _ in range(3)]
        assert verdict(browser, played(), **{"x-forwarded-for": "198.51.100.7"})["true"]
        with browser.play(opponent="random") as seat:
            seat.begin()
            seat.play_on(Dice.seeded(3), most=3)
        loaded = brought(browser, played(1000)).json()
        assert browser.http.get(f"/api/matches/{loaded['match']}/debrief").status_code == 200
        assert not any(one.done() for one in waiting), "they are still at it"
        browser.http.close()
        break_down(service, waiting)


def test_a_visitor_cannot_pile_work_up(tmp_path: Path) -> None:
    chosen = settings(tmp_path, plug_ins=ENDLESS, record_seconds=PATIENCE, record_processes=1)
    with running(chosen) as (address, service), ThreadPoolExecutor(12) as others:
        endless = by_another_name("endless")
        found = [others.submit(verdict, Browser(address), endless) for _ in range(12)]
        refused = [one.result()["words"] for one in islice(as_completed(found), 11 - MOST_WAITING)]
        break_down(service, found)
    assert all("wait until one is done" in each for each in refused)
    kept = [one.result()["words"] for one in found if one.result()["words"] not in refused]
    assert kept == [TOO_LARGE] * (MOST_WAITING + 1), "one is played again, the others wait"


VISIT = {"sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none"}


def test_two_people_go_on_from_a_record_with_dice_that_neither_knows(tmp_path: Path) -> None:
    """Whoever saved it knows its secret and both words, and could foresee every die."""
    content = played(9)
    saved = decode(content)
    chosen = settings(tmp_path)
    with running(chosen) as (address, _):
        browser, friend = Browser(address), Browser(address)
        opened = browser.http.post("/api/records?side=allied&opponent=person", content=content, headers=JSON).json()
        invited = friend.http.get(opened["invitation"]).text
        assert "goes on from a record" in invited
        assert f"from turn {Match.replay(saved).clock.turn}" in invited
        assert friend.http.get(opened["invitation"], headers=VISIT).status_code == 303
        with browser.sit(opened["match"], "allied") as one, friend.sit(opened["match"], "axis") as two:
            for seat in (one, two):
                assert "The dice fall anew" in seat.table["origin"]
                assert (seat.table["rated"], seat.decision) == (False, None)
                assert seat.ask("contribute", nonce=f"word of {seat.side}")["is"] == "done"
            seal = one.table["commitment"]
            assert seal == two.table["commitment"] != saved.commitment
            play_together((one, two), Dice.seeded(4), lambda: len(one.view["log"]) > 20)
            revision = one.revision
    with running(chosen) as (address, _):
        browser = taken_along(browser, address)
        friend = taken_along(friend, address)
        with browser.sit(opened["match"], "allied") as one, friend.sit(opened["match"], "axis") as two:
            assert one.revision == revision, "a restart changes nothing"
            assert "goes on from a record" in one.table["origin"]
            play_together((one, two), Dice.seeded(5), lambda: False)
            assert one.over
        record = decode(browser.http.get(f"/api/matches/{opened['match']}/record").content)
        (new,) = record.renewals
        assert (record.secret, new.commitment) == (saved.secret, seal)
        assert new.secret != saved.secret
        assert new.nonces == {"allied": "word of allied", "axis": "word of axis"}
        assert verdict(browser, record.encode())["true"]
        assert browser.http.get(f"/api/matches/{opened['match']}/debrief").json()["verified"]
        loaded = brought(browser, record.encode()).json()
        assert browser.http.get(f"/api/matches/{loaded['match']}/record").content == record.encode()


def test_the_seal_binds_the_word_of_a_computer(tmp_path: Path) -> None:
    """It is given before the person's word, so that the server cannot choose dice by choosing the computer's."""
    with running(settings(tmp_path)) as (address, _):
        browser = Browser(address)
        with browser.play(opponent="random", side="axis") as seat:
            seal = seat.table["commitment"]
            seat.begin()
            seat.play_on(Dice.seeded(3))
            record = decode(browser.http.get(f"/api/matches/{seat.match}/record").content)
    secret = bytes.fromhex(record.secret)
    assert record.commitment == seal == commitment(secret)
    assert record.nonces == {Side.ALLIED: computers_word(secret, Side.ALLIED), Side.AXIS: "word of axis"}
