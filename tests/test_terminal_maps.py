"""The terminal on a map too large to draw: places to steer by, choices by hex, stacks in a few words."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.north_cape.actions import Declare, Go
from barents.games.north_cape.state import MissionType, Observe
from barents.kernel.decisions import Decision, Refused
from barents.kernel.sides import Observer, Side
from barents.terminal import show
from barents.terminal.answers import Asked, PickQuestion
from tests.north_cape.sea import ALLIED, AXIS, Sea


def asked(sea: Sea, side: Side) -> Asked:
    decision: Decision[Any] = sea.asked(side)
    return Asked(sea.match, decision)


def test_missions_are_listed_by_hex_with_what_lies_there_and_answered_by_their_numbers() -> None:
    sea = Sea().weather("clear")
    for cell, boat in (("1312", "u-88"), ("2116", "u-255"), ("2615", "u-457")):
        sea.place(boat, cell)
    sea.place_all(["ju-88-1", "ju-88-2", "bv-138-1"], "2633")
    question = asked(sea.missions(AXIS), AXIS).question
    lines = [line.plain for line in question.choices()]
    banak = lines.index("  2633 (Banak): Ju-88 1, Ju-88 2, BV-138 1")
    assert [line.split(maxsplit=1)[1] for line in lines[banak + 1 : banak + 4]] == [
        "Recon with aircraft",
        "Patrol with aircraft",
        "Sortie with aircraft",
    ]
    assert "  2116 (8 SE of Bear Island): U-255" in lines
    number = lines[banak + 1].split()[0]
    assert question.read(number) == Declare(MissionType.RECON, "2633", True)


def test_a_hex_can_be_typed_where_ships_are_to_go() -> None:
    sea = Sea().weather("clear")
    sea.place("tirpitz", "1520")
    question = asked(sea.missions(AXIS).send(MissionType.SORTIE, "tirpitz"), AXIS).question
    assert isinstance(question, PickQuestion)
    assert question.read("1524") == Go("1524")
    assert "go … (" in "\n".join(line.plain for line in question.choices())
    with pytest.raises(Refused, match="'1560' is no answer here"):
        question.read("1560")


def test_a_convoy_takes_one_line() -> None:
    sea = Sea().weather("clear")
    sea.place_all([f"mt-{number:02d}" for number in range(1, 31)], "1709")
    sea.place("mt-31", "1709", damage=1)
    sea.place("gb-dd-1", "1709")
    sea.missions(ALLIED)
    seen = sea.match.view(Observer.ALLIED).situation
    line = next(line.plain for line in show.situation(seen, {}) if "1709" in line.plain)
    assert line.startswith("Allied 1709 (3 NE of Bear Island)  ")
    assert "30 MT (face down)" in line
    assert "(face down, damage 1)" in line
    assert "Onslow/Oribi (face down)" in line


def test_a_merchant_that_was_seen_is_remembered_by_the_german_for_some_turns() -> None:
    sea = Sea().weather("clear")
    sea.place("mt-01", "1510")
    sea.fly("bv-138-1", "1511")
    sea.mission(MissionType.RECON, ["bv-138-1"])
    sea.begin(Observe(), axis=[9]).act(AXIS, "spot bv-138-1 1510")
    sea.act(ALLIED, "decline")
    assert [s.cell for s in sea.now.notebook[AXIS].sightings] == ["1510"]
    assert sea.now.notebook[ALLIED].sightings == []
    assert sea.match.known(Observer.ALLIED).notebook[AXIS].sightings == []
    sea.now.turn += 2
    told = [line.plain for line in show.situation(sea.match.view(Observer.AXIS).situation, {})]
    assert "Merchants at 1510, 2 turns ago (seen there)" in told
    assert all(
        "Merchants at" not in line.plain for line in show.situation(sea.match.view(Observer.PUBLIC).situation, {})
    )
