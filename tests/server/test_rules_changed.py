"""When a game's rules change: what is over is read as it was written, what is under way is stopped, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from websockets.exceptions import ConnectionClosed

from barents.games.arctic_campaign import GAME as CAMPAIGN
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Control
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Observer, Side
from barents.server.accounts.visitors import Visitor
from barents.server.matches import clock_store
from barents.server.matches.rebuilding import RulesChanged, rebuilt
from barents.server.matches.seats import unpacked
from barents.server.matches.service import MatchService
from barents.server.records.archive import Archive
from barents.server.storage.administration import Administration
from barents.server.storage.database import CHRONICLES, MATCHES, OUTBOX, SEATS
from barents.server.storage.store import UMPIRE, Store, now
from tests.hunt import GAME as HUNT
from tests.server import service
from tests.server.service import Browser, Seat, play_together, running, settings
from tests.server.tabletop import tabletop
from tests.server.test_chapters import kept, play

BEFORE = Path(__file__).parents[1] / "kernel" / "records_of_before"
JSON = {"content-type": "application/json"}
Rules = Callable[[str], None]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Give every game the rules of another version."""
    find = registry.find

    def change(version: str) -> None:
        monkeypatch.setattr(registry, "find", lambda name: replace(find(name), version=version))
        monkeypatch.setattr(service, "PLUG_INS", (f"tests.server.rules_{version}",))

    return change


def sat_down(browser: Browser, **terms: Any) -> list[Seat]:
    """Both seats of a match at one screen, begun."""
    opened = browser.open(opponent="here", **terms)
    seats = [browser.sit(opened["match"], side.value) for side in Side]
    assert seats[0].ask("contribute", nonce="a word for the dice")["is"] == "done"
    return seats


def left(seats: list[Seat]) -> str:
    """Everybody goes; the match that they were at."""
    for seat in seats:
        seat.__exit__(None, None, None)
    return seats[0].match


def again(browser: Browser, address: str) -> Browser:
    """The same browser, when the service has another address."""
    found = Browser(address)
    for cookie in browser.http.cookies.jar:
        found.http.cookies.set(cookie.name, cookie.value or "", cookie.domain)
    return found


def words(answer: Any) -> str:
    text: str = answer.json()["reason"]
    return text


def test_a_finished_match_of_older_rules_lists_opens_and_gives_its_record(
    tmp_path: Path, database: str, rules: Rules
) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser = Browser(address)
        seats = sat_down(browser)
        play_together(seats, Dice.seeded("north"), lambda: False)
        log = [line["text"] for line in seats[0].view["log"]]
        result = seats[0].view["result"]
        match = left(seats)
        saved = browser.http.get(f"/api/matches/{match}/record").content
        assert browser.http.get(f"/api/matches/{match}/debrief").status_code == 200
        assert browser.http.get(f"/api/matches/{match}/reading").json()["why"] == ""
    rules("2")
    with running(settings(tmp_path, database=database)) as (address, _):
        browser, stranger = again(browser, address), Browser(address)
        (card,) = browser.http.get("/api/matches").json()
        assert (card["match"], card["over"], card["my_move"]) == (match, True, False)
        debrief = browser.http.get(f"/api/matches/{match}/debrief")
        assert debrief.status_code == 409
        assert words(debrief) == (
            f"This match was played by rules {HUNT.version} of The Hunt. This server now plays by rules 2, so its "
            "positions cannot be shown; but it can be read."
        )
        assert browser.http.get(f"/api/matches/{match}/replay/1").status_code == 409
        told = browser.http.get(f"/api/matches/{match}/reading").json()
        (chapter,) = told["chapters"]
        assert [line["words"] for line in chapter["log"]][-len(log) :] == log, "the whole log, as it was written"
        assert (told["result"]["winner"], told["result"]["why"]) == (result["winner"], result["why"])
        assert (told["stopped"], told["mine"], chapter["rules"]) == ("", True, HUNT.version)
        axis = browser.http.get(f"/api/matches/{match}/reading?eyes=axis").json()["chapters"][0]
        assert {line["to"] for line in axis["log"]} <= {"everyone", "axis"}
        assert {choice["side"] for choice in axis["choices"]} == {"axis"}
        record = browser.http.get(f"/api/matches/{match}/record")
        assert record.content == saved, "to the byte"
        verdict = browser.http.post("/api/verify", content=saved, headers=JSON).json()
        assert (verdict["true"], verdict["whole"]) == (True, False)
        assert "cannot tell whether every choice was allowed" in verdict["words"]
        for page in ("reading", "record", "debrief"):
            assert stranger.http.get(f"/api/matches/{match}/{page}").status_code == 404
        with pytest.raises(ConnectionClosed) as ended:
            browser.sit(match, "allied")
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 4409
        opened = browser.http.post(f"/api/matches/{match}/again", json={"swap": False})
        assert opened.status_code == 201, opened.text
        with browser.sit(opened.json()["match"], "allied") as seat:
            seat.begin()


def test_a_match_that_was_finished_before_records_were_kept_still_tells_its_choices_and_result(
    tmp_path: Path, database: str, rules: Rules
) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser = Browser(address)
        seats = sat_down(browser)
        play_together(seats, Dice.seeded("south"), lambda: False)
        match = left(seats)
        entries = decode(browser.http.get(f"/api/matches/{match}/record").content).chapters[0].entries
    store = Store(database)
    with store.writing() as connection:
        connection.execute(delete(CHRONICLES).where(CHRONICLES.c.side == UMPIRE))
    store.close()
    rules("2")
    with running(chosen) as (address, _):
        browser = again(browser, address)
        told = browser.http.get(f"/api/matches/{match}/reading").json()
        (chapter,) = told["chapters"]
        assert len(chapter["choices"]) == len(entries)
        assert (chapter["has_dice"], chapter["has_log"]) == (False, False)
        assert told["result"] is not None
        record = decode(browser.http.get(f"/api/matches/{match}/record").content)
        assert record.chapters[0].entries == entries
        assert (record.result is not None, set(record.nonces)) == (True, set(Side))
        assert verify(record).bare == (1,)


def test_a_match_under_way_is_stopped_and_nobody_loses(tmp_path: Path, database: str, rules: Rules) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser = Browser(address)
        seats = sat_down(browser, pace={"minutes": 1})
        count = 0

        def done() -> bool:
            nonlocal count
            count += 1
            return count > 6 and any(seat.decision is not None for seat in seats)

        play_together(seats, Dice.seeded("west"), done)
        match = left(seats)
        waiting = browser.open(opponent="here")["match"]
        assert browser.http.get(f"/api/matches/{match}/record").status_code == 409, (
            "it has secrets as long as it goes on"
        )
    store = Store(database)
    with store.writing() as connection:
        letter = {"id": "x", "kind": "mail", "address": "a", "subject": "", "words": "", "path": "", "tries": 0}
        due = {"due": now() + 60_000, "match": match, "side": "allied"}
        connection.execute(insert(OUTBOX).values(**letter, **due))
        connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(due=1))
    rules("2")
    with running(chosen) as (address, _):
        browser = again(browser, address)
        cards = {card["match"]: card for card in browser.http.get("/api/matches").json()}
        assert cards[match]["words"] == "Not finished: the rules have changed since."
        assert (cards[match]["over"], cards[match]["my_move"]) == (True, False)
        assert (cards[waiting]["over"], cards[waiting]["my_move"]) == (False, cards[waiting]["my_move"])
        told = browser.http.get(f"/api/matches/{match}/reading").json()
        assert told["stopped"] == (
            f"This match was begun by rules {HUNT.version} of The Hunt. This server now plays by rules 2, so it "
            "cannot go on. Nobody has lost, and it is not rated."
        )
        assert told["result"] is None
        assert len(told["chapters"][0]["choices"]) > 3
        record = decode(browser.http.get(f"/api/matches/{match}/record").content)
        assert len(record.chapters[0].entries) == len(told["chapters"][0]["choices"])
        with pytest.raises(ConnectionClosed) as ended:
            browser.sit(match, "allied")
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 4409
        assert browser.http.get("/api/account/record").json().get("outcomes", []) == []
        with browser.sit(waiting, "allied") as seat:
            seat.begin()  # nothing had been done there, so it simply begins by the new rules
        assert browser.http.post(f"/api/matches/{match}/again", json={"swap": False}).status_code == 201
    assert clock_store.overdue(store, now() + 10**9) == [], "no clock runs out there"
    with store.reading() as connection:
        row = connection.execute(select(MATCHES).where(MATCHES.c.id == match)).one()
        assert (row.over, row.result, row.due) == (False, None, None)
        clocks = select(SEATS.c.clock_since).where(SEATS.c.match == match)
        assert {since for (since,) in connection.execute(clocks)} == {None}
        assert connection.execute(select(OUTBOX)).all() == [], "nobody is called to a match that does not go on"
    store.close()


def test_a_match_whose_log_was_written_down_before_the_upgrade_reads_in_full(
    tmp_path: Path, database: str, rules: Rules
) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser = Browser(address)
        matches, logs, dice = [], [], Dice.seeded("east")
        for more in (0, 1):
            seats = sat_down(browser)
            for _ in range(5):
                answer(seats, dice)
            administration = Administration(database)
            assert administration.write_logs() == 1 + more
            assert administration.write_logs() == 1 + more, "it can be done as often as one likes"
            administration.close_database()
            for _ in range(more):
                answer(seats, dice)
            logs.append({line["text"] for seat in seats for line in seat.view["log"]})
            matches.append(left(seats))
    rules("2")
    with running(chosen) as (address, _):
        browser = again(browser, address)
        whole, longer = (browser.http.get(f"/api/matches/{match}/reading").json()["chapters"][0] for match in matches)
        assert logs[0] <= {line["words"] for line in whole["log"]}
        assert (whole["has_log"], whole["has_dice"], len(whole["choices"])) == (True, True, 5)
        assert (longer["has_log"], len(longer["choices"])) == (False, 6), "of what was done since, only the choices"
        record = decode(browser.http.get(f"/api/matches/{matches[0]}/record").content)
        assert verify(record).bare == ()


def test_a_match_goes_on_and_ends_after_its_log_was_written_down(tmp_path: Path, database: str, rules: Rules) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser, dice = Browser(address), Dice.seeded("east")
        seats = sat_down(browser)
        answer(seats, dice)
        administration = Administration(database)
        assert administration.write_logs() == 1
        administration.close_database()
        play_together(seats, dice, lambda: False)
        match = left(seats)
        saved = browser.http.get(f"/api/matches/{match}/record").content
    rules("2")
    with running(chosen) as (address, _):
        assert again(browser, address).http.get(f"/api/matches/{match}/record").content == saved


def answer(seats: list[Seat], dice: Dice) -> None:
    """Whoever is asked answers once."""
    count = 0

    def done() -> bool:
        nonlocal count
        count += any(seat.decision is not None for seat in seats)
        return count > 1

    play_together(seats, dice, done)


def test_a_match_that_another_process_plays_by_other_rules_is_stopped_when_somebody_comes(
    tmp_path: Path, rules: Rules
) -> None:
    """Whatever was opened after this process had looked at all matches."""

    async def come() -> None:
        async with tabletop(tmp_path) as top:
            side = next(iter(top.match.pending))
            await top.table.do(side, next(iter(top.match.pending[side].options)))
        rules("2")
        service = MatchService(settings(tmp_path))
        found = []
        for _ in range(2):
            try:
                await service.table("a")
            except Exception as error:
                found.append(str(error))
        service.store.close()
        assert found == [found[0]] * 2
        assert "This server now plays by rules 2" in found[0]

    asyncio.run(come())
    row = kept(f"sqlite:///{tmp_path / 'matches.sqlite'}").match
    assert row.closed is not None
    assert row.closed.startswith(f"This match was begun by rules {HUNT.version} of The Hunt.")


def test_a_campaign_goes_on_by_newer_rules_where_a_month_begins_and_says_so(
    tmp_path: Path, database: str, rules: Rules
) -> None:
    old = f"What came before was played by rules {CAMPAIGN.version}"

    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game=CAMPAIGN.name, scenario="campaign", options=quick, database=database) as top:
            await play(top, month=2)

    asyncio.run(months())
    rules("later")
    fresh = kept(database)
    match = rebuilt(fresh, None)
    assert match.state.month == 2
    lines = [line.text for line in match.view(Observer.AXIS).log]
    assert lines[0] == f"From here on this match is played by rules later of Arctic Convoy. {old}"
    record = decode(match.record.encode())
    assert [chapter.rules for chapter in record.chapters] == [CAMPAIGN.version, "later"]
    assert verify(record).unplayed == (1,)
    assert all(unpacked(fresh.told[side]) for side in Side), "what was told in the first month is kept beside it"


# Records that somebody brings


def test_a_record_of_older_rules_can_be_brought_and_read(tmp_path: Path, rules: Rules) -> None:
    rules("later")
    with running(settings(tmp_path)) as (address, _):
        browser = Browser(address)
        for name, over in (("nordkapp", True), ("under-way", False), ("two-months", True)):
            content = (BEFORE / f"{name}.json").read_bytes()
            answer = browser.http.post("/api/records?side=axis&opponent=random", content=content, headers=JSON)
            assert answer.status_code == 201, answer.text
            match = answer.json()["match"]
            card = next(card for card in browser.http.get("/api/matches").json() if card["match"] == match)
            assert (card["over"], card["my_move"]) == (True, False)
            told = browser.http.get(f"/api/matches/{match}/reading").json()
            assert (told["result"] is not None) == over
            assert ("so it cannot go on" in told["stopped"]) == (not over)
            assert "Today's rules (version later) are others" in told["why"]
            assert browser.http.get(f"/api/matches/{match}/record").content == content
            assert browser.http.get(f"/api/matches/{match}/debrief").status_code == 409
        forged = (BEFORE / "nordkapp.json").read_bytes().replace(b'"points": {', b'"points":  {')
        refused = browser.http.post("/api/records", content=forged, headers=JSON)
        assert refused.status_code == 400
        assert "layout has been changed" in words(refused)


def test_a_finished_match_that_went_on_by_newer_rules_is_read_and_not_replayed(tmp_path: Path, rules: Rules) -> None:
    """Its last month could be played by the rules there are, its first not."""
    database = f"sqlite:///{tmp_path / 'matches.sqlite'}"

    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game=CAMPAIGN.name, scenario="campaign", options=quick) as top:
            await play(top, month=2)

    asyncio.run(months())
    rules("later")

    async def resigned() -> None:
        service = MatchService(settings(tmp_path))
        await service.live_matches.start()
        table = await service.table("a")
        await table.do(Side.AXIS, Control.RESIGN)
        archive = Archive(service)
        with pytest.raises(RulesChanged, match=r"Chapter 1 of this match was played by rules"):
            await archive.debrief(Visitor(), "a")
        told = await archive.reading(Visitor(), "a", Observer.UMPIRE)
        assert [chapter.rules for chapter in told.chapters] == [CAMPAIGN.version, "later"]
        assert all(chapter.has_log for chapter in told.chapters)
        await service.live_matches.close()
        service.store.close()

    asyncio.run(resigned())
    row = kept(database).match
    assert (row.over, row.rules) == (True, "later")
