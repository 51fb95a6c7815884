"""What the fuzzer has found is done again: none of it may break any more; and the fuzzer finds what is planted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.kernel.umpire import Rule
from tests.hunt import GAME as HUNT
from tests.hunt.flow import Umpire
from tests.hunt.search import watch
from tests.hunt.state import Watch
from tools import fuzz
from tools.fuzzing import failures, visits
from tools.fuzzing.failures import keep, outcome, read, read_visit, shrunk_visit
from tools.fuzzing.plans import Plan
from tools.fuzzing.visits import Turn, Visit, visited

FOUND = sorted(Path(__file__).parent.glob("*.json"))
AT_SERVERS = sorted((Path(__file__).parent / failures.VISITS).glob("*.json"))


@pytest.mark.parametrize("file", FOUND, ids=[file.stem for file in FOUND])
def test_what_was_found_is_mended(file: Path) -> None:
    finding = read(file)
    assert outcome(finding.plan, finding.deeds) in ("", "refused")


def test_what_was_found_at_servers_is_mended() -> None:
    assert {file.stem: broke for file in AT_SERVERS if (broke := visited(read_visit(file)))} == {}


def broken(u: Umpire, step: Watch) -> Rule[None]:
    """A rule that fails in the third watch."""
    if u.state.turn == 3:
        raise KeyError("a chart that nobody has")
    yield from watch(u, step)


def test_what_breaks_is_found_made_short_and_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt: Any = replace(HUNT, steps={**HUNT.steps, Watch: broken})
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: spoilt if name == "hunt" else find(name))
    monkeypatch.setattr(registry, "names", lambda: ["hunt"])
    monkeypatch.setattr(fuzz, "MOST", 200)
    told = fuzz.main(["--minutes", "0.02", "--seed", "1", "--game", "hunt", "--found", str(tmp_path)])
    assert told == 1
    assert "BROKE" in capsys.readouterr().out
    (file,) = tmp_path.glob("*.json")
    finding = read(file)
    assert finding.broke.startswith("KeyError in")
    assert outcome(finding.plan, finding.deeds) == finding.broke
    assert len(finding.deeds) < 40
    monkeypatch.setattr(registry, "find", lambda name: HUNT if name == "hunt" else find(name))
    assert outcome(finding.plan, finding.deeds) in ("", "refused"), "as soon as it is mended"


def hunt_at(servers: int, *turns: visits.Kind, database: visits.Database = "sqlite") -> Visit:
    """A visit with a match of The Hunt."""
    plan = Plan("hunt", "first-light", {}, dict.fromkeys(Side, "random"), "a visit")
    happens = tuple(Turn(kind, number) for number, kind in enumerate(turns))
    return Visit(plan, 4, "here", servers, happens, database=database)


@pytest.mark.parametrize("database", visits.databases())
def test_whatever_befalls_two_servers_the_match_is_as_if_nothing_had(database: visits.Database) -> None:
    deeds: list[visits.Kind] = [
        "choose",
        "double",
        "amid",
        "stale",
        "race",
        "choose",
        "undo",
        "nonsense",
        "kill",
        "outage",
        "wrong",
    ]
    deeds += ["leave", "choose", "stop", "fetch", "copy", "draw", "resign", "kill", "fetch", "upgrade"]
    assert visited(hunt_at(2, *deeds, database=database)) == ""


def test_a_server_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "PLUG_INS", ("tests.server.forgetful",))
    monkeypatch.setattr(visits, "PATIENCE", 10.0)
    assert visited(hunt_at(1, "choose", "stale", "kill", "choose")).startswith("a seat is shown another")


def test_a_visit_is_made_short_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(visit: Visit) -> str:
        kinds = [turn.do for turn in visit.turns]
        return "lost" if "kill" in kinds and "choose" in kinds[: kinds.index("kill")] else ""

    monkeypatch.setattr(failures, "visited", breaks)
    long = hunt_at(2, "stale", "choose", "undo", "choose", "leave", "kill", "race", "choose")
    short = shrunk_visit(msgspec.structs.replace(long, broke="lost"))
    assert [turn.do for turn in short.turns] == ["choose", "kill"]
    assert (short.ahead, short.servers) == (0, 1)
    assert read_visit(keep(short, tmp_path)) == short
