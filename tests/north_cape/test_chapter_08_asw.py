"""Chapters 8.2 and 8.3: the boat's attack, and the escorts'.

All of it happens in one hex: 2020 in open water, or 2003 among the icebergs.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.pieces import anti_aircraft_factor
from barents.games.north_cape.state import MissionType, Strike

from .sea import ALLIED, AXIS, Sea

ATTACK = MissionType.ATTACK
HERE, ICEBERGS = "2020", "2003"


@pytest.fixture
def sea() -> Sea:
    return Sea()


@pytest.mark.rule("NC-8.2-torpedo")
@pytest.mark.parametrize("surfaced", [True, False])
@pytest.mark.parametrize(("die", "hit"), [(6, True), (7, False)])
def test_a_boat_attacks_with_its_torpedo_factor_surfaced_or_not(sea: Sea, surfaced: bool, die: int, hit: bool) -> None:
    sea.place("mt-01", HERE)
    sea.place("u-88", HERE, surfaced=surfaced)
    sea.identify("mt-01").mission(ATTACK, ["u-88"]).begin(Strike(), dice=[die])
    sea.act(AXIS, "engage u-88 mt-01")
    assert sea.piece("mt-01").damage == int(hit)


@pytest.mark.rule("NC-8.3-surfaced-normal", "NC-8.3-asw-only")
def test_no_depth_charges_fall_on_a_surfaced_boat(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("gb-dd-1", HERE)
    sea.identify("u-88").mission(ATTACK, ["gb-dd-1"]).begin(Strike(), dice=[10])
    sea.act(ALLIED, "engage gb-dd-1 u-88", "stop").act(AXIS, "stop")
    assert sea.now.combat is None
    assert sea.rolls("NC-8.3-d10") == []


def hunt(sea: Sea, hunter: str, *dice: int, cell: str = HERE, ace: bool = False, damage: int = 0) -> None:
    """An escort attacks a submerged boat in an Attack of its own; a Soviet destroyer hunts for the Allies too."""
    sea.place("u-88", cell, ace="Reche" if ace else "", damage=damage)
    sea.place(hunter, cell, start=cell)
    sea.identify("u-88").mission(ATTACK, [hunter]).begin(Strike(), dice=dice)
    sea.act(ALLIED, f"choose {hunter}")


@pytest.mark.rule("NC-8.3-d10", "NC-8.3-when")
def test_british_destroyers_sink_a_boat_with_a_four_in_clear_weather(sea: Sea) -> None:
    hunt(sea, "gb-dd-1", 4)
    (roll,) = sea.rolls("NC-8.3-d10")
    assert (roll.die, roll.total) == ("d10", 4 - 1 - 1)
    assert sea.piece("u-88").at == "lost"
    assert sea.now.points[ALLIED] == 5


def test_soviet_destroyers_do_no_harm_to_an_ace_among_icebergs_in_a_storm(sea: Sea) -> None:
    sea.weather("storm")
    hunt(sea, "su-dd-1", 1, cell=ICEBERGS, ace=True)
    assert sea.rolls("NC-8.3-d10")[0].total == 1 + 2 + 2 + 1 + 1 == 7
    assert sea.piece("u-88").damage == 0


@pytest.mark.rule("NC-8.3-reroll-once", "NC-8.3-result-5", "NC-8.3-result-6")
def test_corvettes_roll_again_twice_with_the_latest_modifier_only(sea: Sea) -> None:
    sea.weather("fog")
    hunt(sea, "gb-de-1", 6, 8, 4)
    assert [roll.total for roll in sea.rolls("NC-8.3-d10")] == [6 - 1, 8 - 1 - 1, 4 - 1 + 1]
    assert sea.piece("u-88").damage == 1


def test_american_destroyers_do_nothing_with_a_ten_in_fog(sea: Sea) -> None:
    sea.weather("fog")
    hunt(sea, "us-dd-1", 10)
    assert sea.rolls("NC-8.3-d10")[0].total == 10
    assert (sea.piece("u-88").at, sea.piece("u-88").damage) == (HERE, 0)


@pytest.mark.parametrize(
    ("dice", "at", "damage"),
    [
        pytest.param([1], "lost", 0, id="1", marks=pytest.mark.rule("NC-8.3-result-sunk")),
        pytest.param([2], "lost", 0, id="2", marks=pytest.mark.rule("NC-8.3-result-sunk")),
        pytest.param([3], HERE, 1, id="3", marks=pytest.mark.rule("NC-8.3-result-damage")),
        pytest.param([4], HERE, 1, id="4", marks=pytest.mark.rule("NC-8.3-result-damage")),
        pytest.param([5, 3], "lost", 0, id="5, then 3 less 1", marks=pytest.mark.rule("NC-8.3-result-5")),
        pytest.param([6, 2], HERE, 1, id="6, then 2 and 1", marks=pytest.mark.rule("NC-8.3-result-6")),
        pytest.param([7], HERE, 0, id="7", marks=pytest.mark.rule("NC-8.3-result-none")),
        pytest.param([10], HERE, 0, id="10", marks=pytest.mark.rule("NC-8.3-result-none")),
    ],
)
def test_american_destroyers_in_fog_under_every_result(sea: Sea, dice: list[int], at: str, damage: int) -> None:
    sea.weather("fog")
    hunt(sea, "us-dd-1", *dice)
    assert sea.piece("u-88").at == at
    if at != "lost":
        assert sea.piece("u-88").damage == damage
    assert sea.dice_left() == {}


@pytest.mark.parametrize(
    ("hunter", "weather", "cell", "ace", "expected"),
    [
        pytest.param("us-dd-1", "fog", HERE, False, 8, id="plain"),
        pytest.param("us-dd-1", "storm", HERE, False, 10, marks=pytest.mark.rule("NC-8.3-drm-storm")),
        pytest.param("us-dd-1", "clear", HERE, False, 7, marks=pytest.mark.rule("NC-8.3-drm-clear")),
        pytest.param("su-dd-1", "fog", HERE, False, 10, marks=pytest.mark.rule("NC-8.3-drm-soviet-dd")),
        pytest.param("gb-dd-1", "fog", HERE, False, 7, marks=pytest.mark.rule("NC-8.3-drm-british")),
        pytest.param("us-dd-1", "fog", HERE, True, 9, marks=pytest.mark.rule("NC-8.3-drm-ace")),
        pytest.param("us-dd-1", "fog", ICEBERGS, False, 9, marks=pytest.mark.rule("NC-8.3-drm-iceberg")),
    ],
)
def test_what_is_added_to_an_eight(
    sea: Sea, hunter: str, weather: Weather, cell: str, ace: bool, expected: int
) -> None:
    sea.weather(weather)
    hunt(sea, hunter, 8, cell=cell, ace=ace)
    assert sea.rolls("NC-8.3-d10")[0].total == expected


@pytest.mark.rule("NC-8.3-damaged-sub-sunk")
def test_a_damaged_boat_is_sunk_by_damage(sea: Sea) -> None:
    sea.weather("fog")
    hunt(sea, "us-dd-1", 4, damage=1)
    assert sea.piece("u-88").at == "lost"
    assert sea.now.points[ALLIED] == 5


@pytest.mark.rule("NC-8.3-no-aa")
def test_a_boat_under_water_has_no_guns_to_answer_with(sea: Sea) -> None:
    boat = sea.place("u-88", "2233")
    assert anti_aircraft_factor(sea.data, boat) == 0, "not even those of the port above it"
    boat.surfaced = True
    assert anti_aircraft_factor(sea.data, boat) == 6


@pytest.mark.rule("NC-8.0-submerged-safe", "NC-8.3-when")
def test_an_escort_hunts_only_a_boat_that_was_reconnoitred_for_it(sea: Sea) -> None:
    sea.place("u-88", HERE, recon=["gb-dd-1"])
    sea.place_all(["gb-dd-1", "gb-dd-2"], HERE)
    sea.identify("u-88", reconnoitred=False).mission(ATTACK, ["gb-dd-1", "gb-dd-2"]).begin(Strike(), dice=[10])
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-1"]


def test_an_escort_on_its_own_attack_hunts_one_boat_only(sea: Sea) -> None:
    sea.place_all(["u-88", "u-255"], HERE)
    sea.place_all(["gb-dd-1", "gb-dd-2"], HERE)
    sea.identify("u-88", "u-255").mission(ATTACK, ["gb-dd-1", "gb-dd-2"]).begin(Strike(), dice=[10])
    sea.act(ALLIED, "choose gb-dd-1")
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-2"]


def test_an_escort_that_came_too_late_for_one_boat_hunts_the_next(sea: Sea) -> None:
    sea.place_all(["u-88", "u-255"], HERE)
    sea.place_all(["gb-dd-1", "gb-dd-2"], HERE)
    sea.identify("u-88", "u-255").mission(ATTACK, ["gb-dd-1", "gb-dd-2"]).begin(Strike(), dice=[1])
    sea.act(ALLIED, "choose gb-dd-1,gb-dd-2")
    assert sea.piece("u-88").at == "lost"
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-2"]
