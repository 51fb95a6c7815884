"""The laboratory: studies are played in their own process, kept game by game, and opened game by game."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.sides import Side
from barents.lab.figures import Distributions, Tornado
from barents.lab.reconstructed import Move
from barents.lab.simulate import Study, play
from barents.server.matches.service import Mistake
from barents.server.storage.store import Store, now
from barents.server.studies.figures import figures, whole
from barents.server.studies.plans import Planner
from barents.server.studies.protocol import StudyGame, StudyTerms
from barents.server.studies.store import INTERRUPTED, StudyRow, StudyStore
from barents.server.studies.studies import STOPPED
from barents.server.studies.work import NICENESS, Worker, moved_tables
from tests.server.service import Browser, running, settings

HUNT = {"ask": "result", "game": "hunt", "scenario": "first-light", "allied": "random", "axis": "random", "games": 3}
LONG = HUNT | {"games": 400}
NORDKAPP = HUNT | {"game": "nordkapp", "scenario": "unternehmen-sportpalast"}


def begin(browser: Browser, terms: dict[str, Any]) -> str:
    answer = browser.http.post("/api/studies", json=terms)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["study"])


def look(browser: Browser, study: str, since: int = -1) -> dict[str, Any]:
    report: dict[str, Any] = browser.http.get(f"/api/studies/{study}", params={"since": since}).json()
    return report


def ended(browser: Browser, study: str) -> dict[str, Any]:
    """Watch a study to its end, as the page does; it never goes back."""
    report = look(browser, study)
    while report["state"] == "running":
        before, report = report["played"], look(browser, study, report["played"])
        assert report["played"] >= before
    return report


def test_a_study_plays_the_very_games_of_the_command_line(browser: Browser) -> None:
    """Game i depends on seed and i alone, so that what is said here can be repeated anywhere."""
    study = begin(browser, NORDKAPP | {"seed": 7})
    report = ended(browser, study)
    assert (report["state"], report["played"], report["games"], report["why"]) == ("done", 3, 3, "")
    wanted = Study("nordkapp", "unternehmen-sportpalast", 7, dict.fromkeys(Side, "random"))
    played = [play(wanted, number) for number in (1, 2, 3)]
    games = browser.http.get(f"/api/studies/{study}/games").json()
    assert [(each["number"], each["winner"], each["choices"]) for each in games] == [
        (each.number, each.result.winner, each.choices) for each in played
    ]
    assert [each["values"]["German points"] for each in games] == [each.result.points["axis"] for each in played]
    pairs, points, *_ = report["figures"]
    assert (pairs["type"], pairs["cells"][0]["games"]) == ("pairs", 3)
    assert pairs["cells"][0]["share"]["low"] < pairs["cells"][0]["share"]["high"]
    panel = next(each for each in points["panels"] if each["title"] == "German points")
    assert sum(each["games"] for each in panel["bins"]) == 3
    assert {each["value"] for each in panel["bins"]} == {whole(each.result.points["axis"]) for each in played}


def test_every_pair_of_players_and_the_table_that_can_be_saved(browser: Browser) -> None:
    study = begin(browser, NORDKAPP | {"ask": "pairs", "players": ["random", "cadet"], "games": 1})
    report = ended(browser, study)
    pairs, merchants = report["figures"]
    assert pairs["players"] == ["Midshipman", "Cadet"]
    assert [(cell["allied"], cell["axis"], cell["games"]) for cell in pairs["cells"]] == [
        ("Midshipman", "Midshipman", 1),
        ("Midshipman", "Cadet", 1),
        ("Cadet", "Midshipman", 1),
        ("Cadet", "Cadet", 1),
    ]
    assert [panel["title"] for panel in merchants["panels"]] == [arm["title"] for arm in report["plan"]["arms"]]
    saved = browser.http.get(f"/api/studies/{study}/table.csv")
    assert saved.headers["content-disposition"] == f'attachment; filename="study-{study}.csv"'
    lines = list(csv.DictReader(io.StringIO(saved.text)))
    games = browser.http.get(f"/api/studies/{study}/games").json()
    assert [(line["arm"], int(line["choices"]), float(line["Allied points"])) for line in lines] == [
        (report["plan"]["arms"][game["arm"]]["title"], game["choices"], game["values"]["Allied points"])
        for game in games
    ]
    whole_study = browser.http.get(f"/api/studies/{study}/table.json").json()
    assert (whole_study["played_games"], whole_study["figures"]) == (games, report["figures"])
    (card,) = browser.http.get("/api/studies").json()
    assert (card["study"], card["state"], card["played"], card["games"]) == (study, "done", 4, 4)


def test_a_game_behind_a_bar_opens_as_the_game_that_was_played(browser: Browser) -> None:
    study = begin(browser, HUNT | {"seed": 11})
    report = ended(browser, study)
    unplayed = browser.http.post(f"/api/studies/{study}/games", json={"arm": 0, "number": 4})
    assert (unplayed.status_code, unplayed.json()["reason"]) == (400, "This game of the study has not been played.")
    opened = browser.http.post(f"/api/studies/{study}/games", json={"arm": 0, "number": 2})
    assert opened.status_code == 201, opened.text
    match = opened.json()["match"]
    record = browser.http.get(f"/api/matches/{match}/record").content
    assert record == play(Study("hunt", "first-light", 11, dict.fromkeys(Side, "random"), records=True), 2).record
    assert browser.http.get(f"/api/matches/{match}/debrief").json()["verified"]
    again = browser.http.post(f"/api/studies/{study}/games", json={"arm": 0, "number": 2})
    assert again.json()["match"] == match, "it is kept once"
    assert ended(browser, study) == report


def test_tables_are_moved_and_the_moved_games_have_twins(browser: Browser) -> None:
    tables = browser.http.get("/api/lab").json()["tables"]["nordkapp"]
    assert {"name": "movement", "title": "Movement"} in tables
    terms = NORDKAPP | {"ask": "tables", "tables": ["movement"], "games": 2}
    study = begin(browser, terms)
    report = ended(browser, study)
    assert report["why"] == ""
    assert [(arm["table"], arm["step"]) for arm in report["plan"]["arms"]] == [
        ("", 0),
        ("Movement", -1),
        ("Movement", 1),
    ]
    (tornado,) = report["figures"]
    (row,) = tornado["rows"]
    assert (row["label"], row["provenance"]) == ("Movement", "reconstructed")
    assert row["low"]["low"] < row["low"]["high"]
    games = browser.http.get(f"/api/studies/{study}/games").json()
    choices = {arm: [game["choices"] for game in games if game["arm"] == arm] for arm in range(3)}
    assert choices[0] != choices[1], "ships that move otherwise make for other games"
    refused = browser.http.post(f"/api/studies/{study}/games", json={"arm": 1, "number": 1})
    assert refused.status_code == 409
    assert "open its twin with nothing moved" in refused.json()["reason"]
    assert browser.http.post(f"/api/studies/{study}/games", json={"arm": 0, "number": 1}).status_code == 201


def test_nobody_keeps_others_out_of_the_laboratory(tmp_path: Path) -> None:
    """Studies take turns; those from one place are few, however many names they come under."""
    with running(settings(tmp_path, most_studies=1, study_turn=0.0, proxy=True)) as (address, service):
        strangers = [Browser(address) for _ in range(4)]
        for number, stranger in enumerate(strangers):
            stranger.http.headers["x-forwarded-for"] = f"203.0.113.{number // 2}"
            begin(stranger, LONG)
        third = Browser(address)
        third.http.headers["x-forwarded-for"] = "203.0.113.0"
        refused = third.http.post("/api/studies", json=HUNT)
        assert (refused.status_code, refused.json()["reason"][:20]) == (409, "Several studies from")
        guest = Browser(address)
        guest.http.headers["x-forwarded-for"] = "198.51.100.1"
        assert ended(guest, begin(guest, HUNT))["state"] == "done", "he was not the last to come in vain"
        assert len(service.studies._running) == 4
        assert sum(running.worker.pid is not None for running in service.studies._running.values()) <= 1


def test_one_of_each_until_it_is_stopped(tmp_path: Path) -> None:
    with running(settings(tmp_path, most_studies=1)) as (address, service):
        browser, other = Browser(address), Browser(address)
        study = begin(browser, LONG)
        assert look(browser, study, 0)["played"] > 0
        pid = service.studies._running[study].worker.pid
        assert pid is not None
        mine = browser.http.post("/api/studies", json=HUNT)
        assert (mine.status_code, mine.json()["reason"][:14]) == (409, "One study of y")
        stopped = browser.http.post(f"/api/studies/{study}/stop").json()
        assert (stopped["state"], stopped["why"]) == ("stopped", STOPPED)
        assert 0 < stopped["played"] < 400
        kept = look(browser, study)
        assert kept["figures"][0]["cells"][0]["games"] == kept["played"] >= stopped["played"]
        assert browser.http.post(f"/api/studies/{study}/stop").json() == kept, "what has ended stays as it is"
        assert ended(other, begin(other, HUNT))["state"] == "done"


def test_a_worker_that_dies_is_replaced_and_nothing_differs(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as (address, service):
        browser = Browser(address)
        study = begin(browser, LONG | {"seed": 3})
        before = look(browser, study, 0)["played"]
        worker = service.studies._running[study].worker
        first = worker.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        while look(browser, study, before + 20)["played"] <= before + 20:
            pass
        assert worker.pid not in (first, None)
        browser.http.post(f"/api/studies/{study}/stop")
        games = browser.http.get(f"/api/studies/{study}/games").json()
        assert [game["number"] for game in games] == list(range(1, len(games) + 1))
        wanted = Study("hunt", "first-light", 3, dict.fromkeys(Side, "random"))
        assert [game["choices"] for game in games] == [play(wanted, game["number"]).choices for game in games]


def test_a_study_is_not_lost_with_its_server(tmp_path: Path, database: str) -> None:
    chosen = settings(tmp_path, database=database)
    with running(chosen) as (address, _):
        browser = Browser(address)
        study = begin(browser, LONG)
        while not look(browser, study, 0)["played"]:
            pass
    store = Store(database)
    found = StudyStore(store).load(study)
    assert found is not None
    row, games = found
    assert (row.state, row.why) == ("stopped", INTERRUPTED)
    assert games
    # One whose server had no time to say so.
    crashed = StudyRow(id="crashed", browser=row.browser, opened=1, terms=row.terms, plan=row.plan)
    StudyStore(store).open(crashed)
    assert StudyStore(store).add("crashed", games[0], 5)
    store.close()
    with running(chosen) as (address, _):
        back = Browser(address)
        back.http.cookies = browser.http.cookies
        report = look(back, "crashed")
        assert (report["state"], report["why"], report["played"]) == ("stopped", INTERRUPTED, 1)
        assert {each["study"] for each in back.http.get("/api/studies").json()} == {study, "crashed"}
        assert back.http.delete("/api/studies/crashed").status_code == 204
        assert [each["study"] for each in back.http.get("/api/studies").json()] == [study]


def test_a_study_is_seen_and_stopped_through_another_process(tmp_path: Path, database: str) -> None:
    chosen = settings(tmp_path, database=database, processes=2)
    with running(chosen) as (address, one), running(chosen) as (elsewhere, _):
        browser, there = Browser(address), Browser(elsewhere)
        study = begin(browser, LONG)
        there.http.cookies = browser.http.cookies
        while not (report := look(there, study, 0))["played"]:
            pass
        assert report["state"] == "running"
        assert there.http.post("/api/studies", json=HUNT).status_code == 409, "one at a time, wherever"
        assert there.http.post(f"/api/studies/{study}/stop").json()["state"] == "stopped"
        while look(browser, study, 400)["state"] == "running":
            pass
        assert not one.studies._running
        store = one.service.store
        silent = StudyRow(id="silent", browser="", opened=1, **_terms_of(StudyStore(store), study))
        StudyStore(store).open(silent)
        other = msgspec.structs.replace(silent, id="other", process="another", alive_until=now() + 60_000)
        StudyStore(store).open(other)
        StudyStore(store).interrupt("a third", alone=False)
        states = {each: StudyStore(store).load(each)[0].state for each in ("silent", "other")}  # type: ignore[index]
        assert states == {"silent": "stopped", "other": "running"}, "only what nobody speaks for any more"


def _terms_of(store: StudyStore, study: str) -> dict[str, Any]:
    found = store.load(study)
    assert found is not None
    return {"terms": found[0].terms, "plan": found[0].plan}


@pytest.mark.parametrize(
    ("player", "why"),
    [("raises", "Game 1 of seed 1942 failed: ValueError("), ("dies", "The process of this study has died 3 times")],
)
def test_a_game_that_fails_ends_its_study_with_a_word_why(browser: Browser, player: str, why: str) -> None:
    report = ended(browser, begin(browser, HUNT | {"game": "failing", "allied": player}))
    assert (report["state"], report["played"]) == ("failed", 0)
    assert report["why"].startswith(why)
    assert len(report["why"]) < 400
    assert ended(browser, begin(browser, HUNT | {"games": 1}))["state"] == "done", "the next is none the worse for it"


def test_a_game_that_hangs_can_be_stopped(browser: Browser) -> None:
    study = begin(browser, HUNT | {"game": "failing", "allied": "hangs"})
    assert look(browser, study, 0)["state"] == "running"
    assert browser.http.post(f"/api/studies/{study}/stop").json()["state"] == "stopped"


def test_a_study_that_takes_too_long_ends_by_itself(tmp_path: Path) -> None:
    with running(settings(tmp_path, study_seconds=0.0)) as (address, _):
        browser = Browser(address)
        report = ended(browser, begin(browser, LONG))
        assert (report["state"], report["why"][:24]) == ("stopped", "It took longer than a st")


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"game": "chess"}, "There is no game 'chess': there are "),
        ({"scenario": "dusk"}, "The Hunt has no scenario 'dusk'"),
        ({"options": {"rader": True}}, "The Hunt has no option 'rader': there are radar."),
        ({"axis": "kaiser"}, "There is no player 'kaiser' of The Hunt: there are random."),
        ({"games": 401}, "Expected `int` <= 400"),
        ({"games": 0}, "Expected `int` >= 1"),
        ({"ask": "fortune"}, "Invalid enum value 'fortune'"),
        ({"luck": 7}, "unknown field `luck`"),
        ({"ask": "pairs", "players": ["random"]}, "Name at least two players"),
        ({"ask": "compare", "week": "pq99"}, "There is no week 'pq99' to compare: there are pq17, "),
        (
            {"ask": "tables", "tables": ["luck"]},
            "The Hunt has no reconstructed table 'luck' that could be moved: there are ",
        ),
        ({"ask": "tables"}, "Name at least one table"),
        (
            NORDKAPP | {"ask": "pairs", "players": ["random", "cadet", "captain"], "games": 50},
            "That would be 450 games, and a study has at most 400: ask for at most 44 a pair.",
        ),
        (
            NORDKAPP | {"ask": "tables", "tables": ["movement", "asw"], "games": 90},
            "That would be 450 games, and a study has at most 400: ask for at most 80 a step.",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(browser: Browser, terms: dict[str, Any], reason: str) -> None:
    refused = browser.http.post("/api/studies", json=HUNT | terms)
    assert refused.status_code == 400
    assert reason in refused.json()["reason"]
    assert browser.http.get("/api/studies").json() == []


def test_a_study_is_its_owner_s(browser: Browser, friend: Browser) -> None:
    study = begin(browser, HUNT)
    ended(browser, study)
    ended(friend, begin(friend, HUNT))
    for path in ("", "/games", "/table.csv", "/table.json"):
        assert browser.http.get(f"/api/studies/{study}{path}").status_code == 200
        answers = [
            client.http.get(f"/api/studies/{where}{path}")
            for client, where in ((friend, study), (friend, "0"), (Browser(browser.address), study))
        ]
        assert {(answer.status_code, answer.content) for answer in answers} == {
            (404, b'{"reason":"There is nothing here, or it is not yours."}')
        }
    assert friend.http.post(f"/api/studies/{study}/stop").status_code == 404
    assert friend.http.post(f"/api/studies/{study}/games", json={"arm": 0, "number": 1}).status_code == 404
    foreign = browser.http.post("/api/studies", json=HUNT, headers={"origin": "https://example.org"})
    assert foreign.status_code == 403


def test_the_process_of_a_study_makes_way_for_every_other() -> None:
    async def niceness() -> int:
        worker = Worker((), ())
        try:
            return await worker.do(os.nice, 0)
        finally:
            worker.close()

    assert asyncio.run(niceness()) == min(19, os.nice(0) + NICENESS)


def test_a_week_is_compared_with_history_by_every_game_that_plays_it(tmp_path: Path) -> None:
    terms = StudyTerms("compare", 2, week="pq17")
    plan, studies = Planner(settings(tmp_path)).inquiry(terms)
    assert [arm.title for arm in plan.arms] == ["North Cape", "Nordkapp", "Arctic Disaster", "Operations"]
    assert {arm.history for arm in plan.arms} == {24}
    assert {study.players[Side.AXIS] for study in studies} == {"captain"}
    unit = "Merchants of PQ 17 lost"
    lost = [(0, 10), (1, 24), (2, 30), (3, 2)]
    games = [StudyGame(arm, 1, None, "", {unit: count}, 1) for arm, count in lost]
    (found,) = figures(terms, plan, games)
    assert isinstance(found, Distributions)
    assert [panel.beyond.mean for panel in found.panels if panel.beyond is not None] == [0.0, 1.0, 1.0, 0.0]
    assert (found.unit, "July 1942" in found.note) == (unit[0].lower() + unit[1:], True)


def test_a_tornado_tells_the_difference_of_games_with_the_same_dice(tmp_path: Path) -> None:
    terms = StudyTerms("tables", 4, "hunt", "first-light", allied="random", axis="random", tables=("guns",))
    moved = [Move("guns", 1, None, None), Move("fog", 1, None, None)]
    with pytest.raises(Mistake, match="has no reconstructed table 'guns'"):
        Planner(settings(tmp_path)).wanted_tables(terms)
    plan, _ = Planner(settings(tmp_path)).inquiry(terms, moved)
    assert len(plan.arms) == 1, "what cannot be moved is not played"
    nordkapp = StudyTerms("tables", 4, "nordkapp", "unternehmen-sportpalast", allied="random", axis="random")
    plan, _ = Planner(settings(tmp_path)).inquiry(nordkapp, moved_tables("nordkapp", ("movement",)))
    ends = {0: "xaxa", 1: "aaaa", 2: "xaxx"}
    games = [
        StudyGame(arm, number, Side.AXIS if end == "x" else Side.ALLIED, "", {}, 1)
        for arm, row in ends.items()
        for number, end in enumerate(row, 1)
    ]
    (found,) = figures(nordkapp, plan, games)
    assert isinstance(found, Tornado)
    (row,) = found.rows
    assert row.low is not None
    assert row.high is not None
    assert (found.base.mean, row.low.mean, row.high.mean) == (0.5, -50.0, 25.0)
    assert not figures(nordkapp, plan, games[:1]), "of one game nothing can be said"


def test_the_server_needs_nothing_of_the_laboratory_s_own_packages() -> None:
    """Whoever only plays has no plotting, no arrays and no cluster installed."""
    heavy = ("numpy", "scipy", "matplotlib", "pyarrow", "dask", "distributed")
    code = f"import sys, barents.server.app; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert found.stdout == "[]\n"
