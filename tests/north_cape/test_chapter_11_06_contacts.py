"""Chapter 11.6: German ships that meet a submarine at the end of their movement."""

from __future__ import annotations

import pytest

from barents.games.north_cape.solitaire.groups import in_reserve
from barents.games.north_cape.state import LOST, RESERVE, EndMission, MissionType, Used
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.north_cape.solo import SPRING, WINTER, group, keep, solitaire

BRITISH, SOVIET = ("trident", "tigris"), ("m-176", "d-3")


def arrived(cell: str, *ships: str, scenario: str = SPRING, moved: int = 3, dice: tuple[int, ...] = (6,)) -> Sea:
    """German ships at the end of a Sortie."""
    sea = solitaire(scenario)
    keep(sea, *BRITISH, *SOVIET)
    sea.place_all(ships or ("lutzow",), cell, used=Used.SORTIE)
    sea.mission(MissionType.SORTIE, ships or ("lutzow",), moved=moved)
    return sea.begin(EndMission(), dice=dice)


@pytest.mark.rule("NC-11.6-contact-roll", "NC-11.6-contact-british", "NC-11.6-contact-soviet")
@pytest.mark.parametrize(("cell", "boats"), [("2720", BRITISH), ("4424", SOVIET)])
def test_a_six_brings_a_submarine_of_those_waters(cell: str, boats: tuple[str, ...]) -> None:
    """2720 lies outside the Soviet limit, 4424 ten hexes from the hex off Murmansk."""
    sea = arrived(cell)
    assert sea.asked(ALLIED).rule == "NC-9.8-rating"
    (boat,) = sea.now.combat.allied if sea.now.combat else []
    assert boat in boats
    assert sea.piece(boat).at == cell
    sea.act(ALLIED, f"engage {boat} lutzow")
    assert len(sea.rolls("NC-9.8-procedure")) == 1


@pytest.mark.rule("NC-11.6-contact-roll")
@pytest.mark.parametrize("die", [1, 5])
def test_less_than_a_six_brings_nothing(die: int) -> None:
    sea = arrived("2720", dice=(die,))
    assert [roll.faces for roll in sea.rolls("NC-11.6-contact-roll")] == [(die,)]
    assert {sea.piece(name).at for name in (*BRITISH, *SOVIET)} == {RESERVE}


@pytest.mark.rule("NC-11.6-contact-roll")
@pytest.mark.parametrize(
    ("ships", "moved", "rolled"), [(("lutzow",), 0, False), (("u-703",), 3, False), (("u-703", "lutzow"), 3, True)]
)
def test_only_ships_on_the_surface_that_have_moved_roll_and_once(
    ships: tuple[str, ...], moved: int, rolled: bool
) -> None:
    sea = arrived("2720", *ships, moved=moved, dice=(1,))
    assert len(sea.rolls("NC-11.6-contact-roll")) == rolled


@pytest.mark.rule("NC-11.6-contact-roll")
@pytest.mark.parametrize(("mover", "start"), [("u-703", "2722"), ("ju-88-1", "2633")])
def test_a_ship_to_which_a_boat_or_aircraft_has_come_has_not_moved_and_meets_nothing(mover: str, start: str) -> None:
    sea = solitaire(SPRING)
    keep(sea, *BRITISH)
    sea.place("lutzow", "2720")
    sea.place(mover, start)
    sea.missions(AXIS).send(MissionType.SORTIE, mover).act(AXIS, "go 2720", "stop")
    assert sea.told("NC-5.1-complete-first")
    assert not sea.rolls("NC-11.6-contact-roll")


@pytest.mark.rule("NC-11.6-contact-roll", "NC-11.6-move-as-stack")
def test_a_german_ship_to_which_a_group_has_sailed_meets_nothing() -> None:
    sea = solitaire()
    keep(sea, *BRITISH)
    group(sea, 1, ["mt-01", "mt-02"], "1013")
    sea.place("lutzow", "1314")
    sea.missions(ALLIED, dice=[1])
    assert {sea.piece(name).at for name in ("mt-01", "mt-02", "lutzow")} == {"1314"}
    assert sea.told("NC-5.1-complete-first")
    assert not sea.rolls("NC-11.6-contact-roll")


@pytest.mark.rule("NC-11.6-contact-roll")
def test_it_comes_after_the_battle_that_the_movement_led_to() -> None:
    """Lützow sinks a merchant with her guns (1, then 2d6), a 6 keeps the group together, and a 6 brings a submarine."""
    sea = solitaire(SPRING)
    keep(sea, *BRITISH)
    group(sea, 1, ["mt-01", "mt-02"], "2720", done=True)
    sea.state.pieces[ALLIED]["mt-01"].damage = 1
    sea.place("lutzow", "2720")
    sea.strike("lutzow", dice=[1, 3, 4, 6, 6])
    sea.act(AXIS, "engage lutzow mt-01")
    assert sea.piece("mt-01").at == LOST
    sea.act(AXIS, "stop")
    assert sea.asked(ALLIED).rule == "NC-9.8-rating"
    order = [entry.event.rule for entry in sea.match.log or []]
    assert order.index("NC-11.6-scatter-roll") < order.index("NC-11.6-contact-roll")


@pytest.mark.rule("NC-11.6-contact-return")
def test_after_its_attack_the_boat_may_be_met_again_with_its_damage() -> None:
    sea = arrived("2720", dice=(6,))
    (boat,) = sea.now.combat.allied if sea.now.combat else []
    sea.piece(boat).damage = 1
    sea.act(ALLIED, "stop")
    assert (sea.piece(boat).at, sea.piece(boat).damage, sea.piece(boat).used) == (RESERVE, 1, 0)
    assert not sea.is_up(boat)


@pytest.mark.rule("NC-11.6-contact-return", "NC-11.6-contact-british")
def test_one_that_the_escorts_sink_is_not_met_again() -> None:
    """Trident attacks openly past a German destroyer, misses with a 10, and a 1 of the escort sinks her."""
    sea = arrived("2720", "lutzow", "de-dd-1", dice=(6, 1, 10, 1))
    (boat,) = sea.now.combat.allied if sea.now.combat else []
    sea.act(ALLIED, "attack-openly", f"engage {boat} lutzow")
    assert sea.asked(AXIS).rule == "NC-8.3-when"
    sea.act(AXIS, "choose de-dd-1")
    assert sea.piece(boat).at == LOST
    assert sea.now.points[AXIS] == 5
    assert in_reserve(sea.now, sea.data, "GB") == [name for name in BRITISH if name != boat]


@pytest.mark.rule("NC-11.6-contact-none-left")
@pytest.mark.parametrize(("cell", "rolled"), [("4424", False), ("2720", True)])
def test_where_no_submarine_is_left_nothing_is_rolled(cell: str, rolled: bool) -> None:
    """In the first scenario there are no Soviet boats at all."""
    sea = solitaire(WINTER)
    keep(sea, *BRITISH)
    sea.place("tirpitz", cell, used=Used.SORTIE)
    sea.mission(MissionType.SORTIE, ["tirpitz"], moved=3)
    sea.begin(EndMission(), dice=[1])
    assert bool(sea.rolls("NC-11.6-contact-roll")) is rolled


@pytest.mark.rule("NC-11.6-contact-all-in-hex")
@pytest.mark.parametrize("escorted", [False, True])
def test_a_destroyer_that_lay_in_the_hex_before_is_part_of_the_screen(escorted: bool) -> None:
    sea = solitaire(SPRING)
    keep(sea, *BRITISH)
    sea.place("lutzow", "2723")
    if escorted:
        sea.place("de-dd-1", "2720")
    sea.missions(AXIS, dice=[6]).send(MissionType.SORTIE, "lutzow").act(AXIS, "go 2720", "stop")
    assert sea.asked(ALLIED).rule == ("NC-8.1-infiltrate-when" if escorted else "NC-9.8-rating")
    assert sea.now.combat is not None
    assert sorted(sea.now.combat.axis) == (["de-dd-1", "lutzow"] if escorted else ["lutzow"])


@pytest.mark.rule("NC-11.6-contact-dropped", "NC-11.6-contact-roll")
def test_ships_that_are_dropped_off_roll_for_a_contact_of_their_own() -> None:
    """The destroyers are left at 2721 and Lützow goes on: a 6 brings them a submarine, a 1 her none."""
    sea = solitaire(SPRING)
    keep(sea, *BRITISH)
    sea.place_all(["lutzow", "de-dd-1"], "2723")
    sea.missions(AXIS, dice=[6, 1, 1]).send(MissionType.SORTIE, "lutzow", "de-dd-1")
    sea.act(AXIS, "go 2721", "drop-off", "choose de-dd-1")
    assert not sea.rolls("NC-11.6-contact-roll"), "not before the mission is over"
    sea.act(AXIS, "go 2720", "stop")
    assert [roll.subject for roll in sea.rolls("NC-11.6-contact-roll")] == ["Submarines at 2721"]
    assert sea.now.combat is not None
    assert sea.now.combat.axis == ["de-dd-1"]
    sea.act(ALLIED, "attack-openly", "stop").act(AXIS, "choose -")
    subjects = [roll.subject for roll in sea.rolls("NC-11.6-contact-roll")]
    assert subjects == ["Submarines at 2721", "Submarines at 2720"]
    assert (sea.now.mission, sea.dice_left()) == (None, {})


@pytest.mark.rule("NC-11.6-contact-interceptors", "NC-11.6-contact-roll")
@pytest.mark.parametrize(
    ("hunter", "where", "rolled"), [("lutzow", "1315", True), ("lutzow", "1314", False), ("u-703", "1315", False)]
)
def test_a_ship_that_has_come_to_intercept_a_group_may_meet_a_submarine(hunter: str, where: str, rolled: bool) -> None:
    """The group sails to 1314. Lützow comes from beside it, misses with a 10, and a 6 brings her a submarine."""
    sea = solitaire(WINTER)
    keep(sea, *BRITISH)
    group(sea, 1, ["mt-01"], "1013")
    sea.on_patrol(hunter, where)
    sea.missions(ALLIED, dice=[1, 10, 6, 10])
    while sea.piece("mt-01").at != "1314":
        sea.act(AXIS, "choose -")
    sea.act(AXIS, f"choose {hunter}")
    while AXIS in sea.match.pending and sea.asked(AXIS).rule in ("NC-9.6-select", "NC-9.8-rating"):
        assert not sea.rolls("NC-11.6-contact-roll"), "not before the battle is over"
        sea.act(AXIS, f"engage {hunter} mt-01" if sea.asked(AXIS).rule == "NC-9.6-select" else "stop")
    assert [roll.subject for roll in sea.rolls("NC-11.6-contact-roll")] == ["Submarines at 1314"] * rolled
    if rolled:
        assert sea.now.combat is not None
        assert (sea.now.combat.axis, sea.piece("mt-01").at) == (["lutzow"], "1314")
        sea.act(ALLIED, "stop")
        assert sea.now.mission is None
        assert sea.now.combat is None
