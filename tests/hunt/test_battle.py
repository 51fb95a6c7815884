"""Battle, damage, the end of The Hunt and the convoy's formation: chapters 7 to 9 of its rules."""

from __future__ import annotations

import pytest

from barents.kernel.actions import Allot
from barents.kernel.decisions import Refused
from barents.kernel.events import Rolled
from barents.kernel.game import Result, Sighting
from barents.kernel.sides import Observer, Side

from .sea import Sea
from .state import (
    BreakOff,
    FireAt,
    Form,
    Leave,
    Look,
    Pass,
    Round,
)

ALLIED, AXIS = Side.ALLIED, Side.AXIS


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 7: battle


def battle(sea: Sea, *dice: int, number: int = 1, surprise: bool = False) -> Sea:
    """The identified raider at 0704, the convoy beside her at 0705, and whatever else was placed."""
    sea.place("convoy", "0705", hits=sea.state.damage["convoy"])
    sea.place("lutzow", "0704", hits=sea.state.damage["lutzow"])
    sea.identify("lutzow")
    return sea.begin(Round(number, surprise), dice=dice)


@pytest.mark.rule("H-7-round")
def test_the_raider_fires_at_one_ship_and_every_escort_in_range_fires(sea: Sea) -> None:
    sea.place("sheffield", "0704")
    sea.place("onslow", "0804")
    battle(sea, 1, 1, 1)
    assert sea.offered(AXIS) == ["fire-at convoy", "fire-at sheffield", "fire-at onslow"]
    sea.act(AXIS, FireAt("onslow"))
    sea.act(ALLIED, Allot((("sheffield", "fire"), ("onslow", "fire"))))
    assert [roll.subject for roll in sea.rolls("H-7.1-hit")] == ["lutzow", "sheffield", "onslow"]
    assert sea.dice_left() == {}


@pytest.mark.rule("H-7-round")
def test_a_ship_two_cells_off_takes_no_part(sea: Sea) -> None:
    sea.place("sheffield", "0706")
    battle(sea, 1)
    assert sea.offered(AXIS) == ["fire-at convoy"]
    sea.act(AXIS, FireAt("convoy"))
    assert sea.asked(AXIS).rule == "H-7.3-break-off", "the convoy has no guns, and no escort is near"
    assert len(sea.rolls("H-7.1-hit")) == 1


def modifiers(roll: Rolled) -> dict[str, int]:
    return {name: value for name, value in roll.modifiers.items() if value}


@pytest.mark.rule("H-7.1-hit")
@pytest.mark.parametrize(
    ("target", "fog", "opened", "expected", "least"),
    [
        ("convoy", False, False, {"guns": 5}, 3),
        ("convoy", True, False, {"guns": 5, "fog": -1}, 4),
        ("convoy", False, True, {"guns": 5, "open formation": -1}, 4),
        ("sheffield", True, True, {"guns": 5, "fog": -1}, 4),
    ],
)
def test_the_raiders_fire_hits_at_eight(
    sea: Sea, target: str, fog: bool, opened: bool, expected: dict[str, int], least: int
) -> None:
    for face in (least, least - 1):
        sea = Sea()
        sea.state.fog, sea.state.open_formation = fog, opened
        sea.place("sheffield", "0804")
        battle(sea, face, surprise=True).act(AXIS, FireAt(target))
        (roll,) = sea.rolls("H-7.1-hit")
        assert modifiers(roll) == expected
        assert sea.now.damage[target] == (face == least)


@pytest.mark.rule("H-7.1-hit")
@pytest.mark.parametrize(
    ("escort", "face", "hits"), [("sheffield", 4, 1), ("sheffield", 3, 0), ("onslow", 6, 1), ("onslow", 5, 0)]
)
def test_an_escort_fires_with_her_own_guns(sea: Sea, escort: str, face: int, hits: int) -> None:
    sea.place(escort, "0804")
    battle(sea, 1, face).act(AXIS, FireAt(escort)).act(ALLIED, Allot(((escort, "fire"),)))
    assert sea.now.damage["lutzow"] == hits


@pytest.mark.rule("H-7.2-smoke")
@pytest.mark.parametrize(("face", "hits"), [(4, 0), (5, 1)])
def test_one_escort_makes_smoke_instead_of_firing(sea: Sea, face: int, hits: int) -> None:
    sea.place("sheffield", "0804")
    sea.place("onslow", "0703")
    battle(sea, face, 1).act(AXIS, FireAt("convoy"))
    with pytest.raises(Refused, match="no more than 1 may go to smoke"):
        sea.act(ALLIED, Allot((("sheffield", "smoke"), ("onslow", "smoke"))))
    sea.act(ALLIED, Allot((("sheffield", "smoke"), ("onslow", "fire"))))
    raider, escort = sea.rolls("H-7.1-hit")
    assert modifiers(raider) == {"guns": 5, "smoke": -2}
    assert (escort.subject, modifiers(escort)) == ("onslow", {"guns": 2})
    assert sea.now.damage["convoy"] == hits


@pytest.mark.rule("H-7.3-break-off")
def test_after_a_round_the_raider_stays_or_leaves_to_a_free_cell(sea: Sea) -> None:
    sea.place("onslow", "0804")
    battle(sea, 1, 1).act(AXIS, FireAt("convoy")).act(ALLIED, Allot((("onslow", "fire"),)))
    assert sea.offered(AXIS) == ["leave 0703", "leave 0803", "leave 0604", "leave 0603", "pass"]
    sea.act(AXIS, Pass())
    assert sea.asked(AXIS).rule == "H-7-round"
    sea.act(AXIS, FireAt("convoy")).act(ALLIED, Allot((("onslow", "smoke"),)))
    sea.act(AXIS, Leave("0703"))
    assert sea.cell("lutzow") == "0703"
    assert sea.told("H-7.3-break-off") == ["Lützow breaks off to 0703"]
    assert sea.now.turn == 2


@pytest.mark.rule("H-7.3-break-off")
@pytest.mark.parametrize(("number", "stays"), [(1, True), (2, True), (3, False)])
def test_after_the_third_round_she_must_leave(sea: Sea, number: int, stays: bool) -> None:
    sea.place("convoy", "0705")
    sea.place("lutzow", "0704")
    sea.begin(BreakOff(number))
    assert ("pass" in sea.offered(AXIS)) is stays


@pytest.mark.rule("H-7.3-break-off")
def test_if_she_cannot_leave_after_the_third_round_the_battle_is_over(sea: Sea) -> None:
    sea.place("lutzow", "0101")
    sea.place("convoy", "0201")
    sea.place("onslow", "0102")
    sea.begin(BreakOff(3), axis=[6])
    assert (sea.now.turn, sea.cell("lutzow")) == (2, "0101")


# 8: damage, concealment, the end


@pytest.mark.rule("H-8-hull")
@pytest.mark.parametrize(
    ("ship", "hits", "sunk"),
    [("onslow", 0, True), ("sheffield", 0, False), ("sheffield", 1, True), ("convoy", 1, False), ("convoy", 2, True)],
)
def test_a_ship_with_as_many_hits_as_its_hull_is_sunk(sea: Sea, ship: str, hits: int, sunk: bool) -> None:
    sea.place("sheffield", "0804")
    sea.place("onslow", "0703")
    sea.state.damage[ship] = hits
    battle(sea, 6, surprise=True).act(AXIS, FireAt(ship))
    assert sea.now.damage[ship] == hits + 1
    assert (sea.cell(ship) == "") is sunk
    assert sea.told("H-8-hull") == [f"{sea.data.rows[ship].name} is {'sunk' if sunk else 'hit'}"]


@pytest.mark.rule("H-8-hull")
def test_the_convoy_loses_a_merchant_a_hit(sea: Sea) -> None:
    battle(sea, 6, surprise=True).act(AXIS, FireAt("convoy"))
    (merchants,) = [track for track in sea.match.view(Observer.PUBLIC).situation.tracks if track.name == "merchants"]
    assert (merchants.value, merchants.most) == (2, 3)


@pytest.mark.rule("H-8.1-conceal")
@pytest.mark.parametrize(("ship", "lost"), [("0707", False), ("0708", True)])
def test_a_raider_with_no_ship_within_two_cells_is_lost_from_sight(sea: Sea, ship: str, lost: bool) -> None:
    sea.place("convoy", "0101")
    sea.place("onslow", ship)
    sea.place("lutzow", "0705")
    sea.identify("lutzow")
    sea.begin(axis=[6])
    assert sea.now.turn == 2
    assert sea.identified("lutzow") is not lost
    seen = [Sighting("0705", "raider", "lost from sight", 1)] if lost else []
    assert sea.now.notebook[ALLIED].sightings == seen
    assert sea.now.notebook[AXIS].sightings == []
    assert sea.told("H-8.1-conceal") == ["The raider is lost from sight"][: len(seen)]
    assert ("contact@0705" in sea.match.known(Observer.ALLIED).ships) is lost


@pytest.mark.rule("H-8.2-exit")
@pytest.mark.parametrize(
    ("cell", "turn", "over"),
    [("0905", 1, False), ("1005", 1, True), ("", 1, True), ("0905", 11, False), ("0905", 12, True)],
)
def test_the_game_ends_at_column_ten_with_the_convoy_or_with_the_turns(
    sea: Sea, cell: str, turn: int, over: bool
) -> None:
    sea.place("convoy", cell, hits=0 if cell else 3)
    sea.place("onslow", "0101")
    sea.state.turn = turn
    sea.begin(axis=[6])
    assert (sea.match.result is not None) is over
    assert sea.now.turn == (turn if over else turn + 1)


@pytest.mark.rule("H-8.3-points")
@pytest.mark.parametrize(
    ("cell", "hits", "points", "winner", "level"),
    [
        ("1005", {}, {"allied": 6, "axis": 0}, ALLIED, "decisive"),
        ("1005", {"convoy": 1}, {"allied": 4, "axis": 2}, ALLIED, "marginal"),
        ("1005", {"convoy": 1, "sheffield": 2}, {"allied": 4, "axis": 4}, None, "draw"),
        ("1005", {"convoy": 2, "onslow": 1}, {"allied": 2, "axis": 5}, AXIS, "marginal"),
        ("", {"convoy": 3}, {"allied": 0, "axis": 6}, AXIS, "decisive"),
        ("", {"convoy": 3, "lutzow": 3}, {"allied": 3, "axis": 6}, AXIS, "marginal"),
        ("0505", {}, {"allied": 0, "axis": 0}, None, "draw"),
        ("0505", {"lutzow": 3, "sheffield": 1}, {"allied": 3, "axis": 0}, ALLIED, "marginal"),
    ],
)
def test_points_are_for_ships_sunk_and_merchants_home(
    sea: Sea, cell: str, hits: dict[str, int], points: dict[str, int], winner: Side | None, level: str
) -> None:
    sea.place("convoy", cell)
    sea.state.damage.update(hits)
    sea.state.turn = sea.state.turns
    sea.begin()
    why = "the convoy has arrived" if cell == "1005" else "the convoy has not arrived"
    assert sea.match.result == Result(winner, level, points, why)


# 9: the formation


@pytest.mark.rule("H-9-formation")
def test_the_formation_is_changed_at_an_open_decision_and_the_axis_learns_it_by_firing(sea: Sea) -> None:
    sea.place("convoy", "0705")
    sea.place("lutzow", "0704")
    sea.begin(Look(("convoy",)), Round(1, surprise=True), dice=[3])
    decision = sea.asked(ALLIED)
    assert decision.asides is not None
    assert list(decision.asides) == [Form(True)]
    sea.act(ALLIED, Form(True))
    assert sea.now.open_formation
    assert sea.told("H-9-formation", Observer.ALLIED) == ["The convoy opens its formation"]
    assert sea.told("H-9-formation", Observer.AXIS) == []
    assert sea.match.known(Observer.ALLIED).open_formation
    assert not sea.match.known(Observer.AXIS).open_formation
    decision = sea.asked(ALLIED)
    assert decision.asides is not None
    assert list(decision.asides) == [Form(False)], "she is asked again, and may close it"
    sea.act(ALLIED, Pass())
    assert sea.asked(AXIS).asides is None
    sea.act(AXIS, FireAt("convoy"))
    assert sea.told("H-9-formation", Observer.AXIS) == ["The convoy is in open order"]
    assert sea.now.notebook[AXIS].facts == {"formation": "open"}
    assert sea.now.damage["convoy"] == 0, "a 3 would have hit a convoy in close order"
