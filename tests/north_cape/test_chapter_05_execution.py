"""Chapters 5.2 to 5.6 of North Cape: breaking off, ranges, fog, decoys in missions, and the landing."""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import (
    Cancel,
    Declare,
    Go,
    LeaveMap,
    Pass,
    SaySubmarine,
    Spot,
    Stop,
    Surface,
)
from barents.games.north_cape.state import (
    LOST,
    NOT_AVAILABLE,
    POOL,
    WAITING,
    MissionType,
    NextMission,
    Used,
    WeatherPhase,
)
from barents.kernel.actions import Allot, Choose, Decline

from .sea import AFTER_MISSIONS, ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
DD, MERCHANT = "gb-dd-1", "mt-01"
BANAK, BARDUFOSS = "2633", "1338"


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 5.2: breaking off


@pytest.mark.rule("NC-5.2-cancel-before")
@pytest.mark.parametrize("late", [False, True])
def test_a_mission_taken_back_before_it_begins_was_never_announced(sea: Sea, late: bool) -> None:
    sea.on_patrol(DD, "1015")
    sea.begin(NextMission(ALLIED, passed=True)).act(ALLIED, Declare(SORTIE, "1015"))
    sea.act(ALLIED, *([Choose((DD,)), Cancel()] if late else [Choose(())]))
    assert (sea.piece(DD).used, sea.piece(DD).on_patrol, sea.now.mission) == (0, True, None)
    assert not sea.told("NC-5.1-four-types")
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "the player still chooses a mission or a pass"
    sea.act(ALLIED, Pass())
    assert sea.now.turn == 2, "and the other side had already passed"


@pytest.mark.rule("NC-5.2-cancel-before")
def test_a_force_about_to_enter_can_still_stay_out(sea: Sea) -> None:
    sea.place(DD, f"{WAITING}pq17")
    sea.missions(ALLIED).act(ALLIED, Declare(SORTIE, f"{WAITING}pq17"), Cancel())
    assert sea.offered(ALLIED) == [f"declare sortie {WAITING}pq17 no"]
    sea.act(ALLIED, Declare(SORTIE, f"{WAITING}pq17"), Go("0120"), Go("0122"), Stop())
    assert (sea.piece(DD).at, sea.piece(DD).spent) == ("0122", 3)
    assert sea.now.agenda == AFTER_MISSIONS, "nothing is left over"


@pytest.mark.rule("NC-5.2-cancel")
def test_ships_that_break_off_stay_where_they_are_and_have_used_their_mission(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("hipper", "1020")
    sea.identify("hipper").missions(ALLIED).send(ATTACK, "kent").act(ALLIED, Go("1018"), Cancel())
    assert (sea.piece("kent").at, sea.piece("kent").used) == ("1018", Used.ATTACK)
    assert sea.asked(AXIS).rule == "NC-5.0-alternate", "it took the Allies' place in the alternation"
    sea.act(AXIS, Pass())
    assert sea.declared(ALLIED) == {f"{type} 1018 no" for type in (RECON, PATROL, SORTIE)}


@pytest.mark.rule("NC-5.2-cancel-air")
def test_an_aircraft_that_breaks_off_half_way_goes_home_and_has_used_its_attack_only(sea: Sea) -> None:
    sea.place("ju-88-1", BANAK)
    sea.place_all([MERCHANT, DD], "2020")
    sea.identify(MERCHANT).missions(AXIS).send(ATTACK, "ju-88-1").act(AXIS, Go("2323"), Cancel())
    sea.act(AXIS, Allot((("ju-88-1", BANAK),)))
    piece = sea.piece("ju-88-1")
    assert (piece.at, piece.aloft, piece.used) == (BANAK, False, Used.ATTACK)
    assert sea.now.combat is None
    assert not sea.is_up(DD)
    sea.act(ALLIED, Pass())
    assert sea.declared(AXIS) == {f"{type} {BANAK} yes" for type in (RECON, PATROL, SORTIE)}


def test_an_attack_that_is_cancelled_over_its_target_reveals_nothing(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place_all(["hipper", "de-dd-1"], "1017")
    sea.identify("hipper").missions(ALLIED).send(ATTACK, "kent").act(ALLIED, Go("1017"), Cancel())
    assert not sea.revealed()
    assert sea.now.combat is None


# 5.3 and 5.4: range and fog


@pytest.mark.rule("NC-5.3-range-example", "NC-5.3-range-less", "NC-5.0-air-range-cap")
@pytest.mark.parametrize("type", [RECON, PATROL, SORTIE, ATTACK])
def test_an_aircraft_of_range_25_reaches_25_hexes_and_any_nearer_one(sea: Sea, type: MissionType) -> None:
    sea.place_all(["victorious", "albacore-1"], "1005")
    sea.place("hipper", "1030")
    sea.identify("hipper").missions(ALLIED).send(type, "albacore-1")
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1005", 25)) - {"1005"}
    assert "1030" in sea.goals(ALLIED)
    assert "1031" not in sea.goals(ALLIED)


@pytest.mark.rule("NC-5.3-range-from-base")
def test_range_is_counted_from_the_base_and_not_from_where_the_aircraft_is(sea: Sea) -> None:
    sea.place("victorious", "1005")
    sea.on_patrol("albacore-1", "1025")
    sea.missions(ALLIED).send(SORTIE, "albacore-1")
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1005", 25)) - {"1025"}


@pytest.mark.rule("NC-5.3-range-from-base")
def test_an_aircraft_that_flies_round_enemies_stays_within_range_or_stops_for_them(sea: Sea) -> None:
    sea.place("ju-87-1", BANAK, damage=1)  # range 7
    wall = ["2627", "2527", "2727", "2528", "2728"]
    for number, cell in enumerate(wall):
        sea.place(f"allied-decoy-{number + 1}", cell)
    sea.missions(AXIS).send(SORTIE, "ju-87-1").act(AXIS, Go("2626"))
    assert sea.piece("ju-87-1").at == "2627", "any way round leads too far from Banak"
    told = str(sea.told("NC-5.0-adjacent-steps")[0].about["path"])
    assert all(sea.data.grid.distance(BANAK, cell) <= 7 for cell in told.split())


@pytest.mark.rule("NC-5.3-range-own")
def test_a_dive_bomber_does_not_borrow_the_range_of_another(sea: Sea) -> None:
    sea.place_all(["ju-88-1", "ju-87-1"], BANAK)
    sea.missions(AXIS).send(SORTIE, "ju-88-1", "ju-87-1")
    assert sea.goals(AXIS) == set(sea.data.grid.within(BANAK, 15)) - {BANAK}


@pytest.mark.rule("NC-5.3-range-u")
def test_an_aircraft_of_unlimited_range_reaches_every_hex(sea: Sea) -> None:
    sea.place("ju-88-1", BANAK)
    sea.missions(AXIS).send(SORTIE, "ju-88-1")
    assert sea.goals(AXIS) == set(sea.data.map.cells) - {BANAK}


@pytest.mark.rule("NC-5.4-fog-2d10", "NC-5.4-fog-example")
def test_in_fog_two_dice_of_4_and_6_let_nobody_fly_more_than_ten_hexes(sea: Sea) -> None:
    sea.begin(WeatherPhase(), dice=[4, 4, 6])  # 4 - 1 in summer is fog
    assert (sea.now.weather, sea.now.fog_range) == ("fog", 10)
    (roll,) = sea.rolls("NC-5.4-fog-2d10")
    assert (roll.die, roll.faces) == ("2d10", (4, 6))


@pytest.mark.rule("NC-5.4-fog-min", "NC-5.4-fog-u")
@pytest.mark.parametrize(
    ("unit", "fog", "reach"),
    [("ju-88-1", 10, 10), ("ju-87-1", 10, 10), ("ju-87-1", 18, 15), ("bf-109-1", 20, 20)],
)
def test_in_fog_the_lower_of_range_and_fog_holds(sea: Sea, unit: str, fog: int, reach: int) -> None:
    sea.place(unit, BANAK)
    sea.weather("fog", fog).missions(AXIS).send(PATROL, unit)
    assert sea.goals(AXIS) == set(sea.data.grid.within(BANAK, reach)) - {BANAK}


# 5.5: decoys in missions


@pytest.mark.rule("NC-5.5-decoy-moves", "NC-5.5-decoy-no-forced-reveal", "NC-5.5-decoy-missions")
def test_a_decoy_goes_any_distance_over_land_and_past_enemies_and_is_not_shown_for_it(sea: Sea) -> None:
    sea.place("allied-decoy-1", "1015")
    sea.place("hipper", "2020")
    sea.missions(ALLIED).send(SORTIE, "allied-decoy-1")
    assert sea.goals(ALLIED) == set(sea.data.map.cells) - {"1015"}
    sea.act(ALLIED, Go("2020"), Go(BANAK), Go("6201"), Stop())
    assert sea.piece("allied-decoy-1").at == "6201"
    sea.act(AXIS, Pass())
    sea.send(PATROL, "allied-decoy-1").act(ALLIED, Go("0101"), Stop())
    assert sea.piece("allied-decoy-1").on_patrol
    assert not sea.revealed()


@pytest.mark.rule("NC-5.5-decoy-die")
@pytest.mark.parametrize(("die", "stays"), [(2, True), (4, False)])
def test_a_decoys_own_die_shows_nothing_and_removes_it_if_it_would_succeed(sea: Sea, die: int, stays: bool) -> None:
    sea.place("allied-decoy-1", "1015")
    sea.place_all(["hipper", "tirpitz", "de-dd-1"], "1016")
    sea.missions(ALLIED, allied=[die]).send(RECON, "allied-decoy-1").act(ALLIED, Stop())
    sea.act(ALLIED, Spot("allied-decoy-1", "1016")).act(AXIS, Decline())  # +1 for clear weather
    assert sea.piece("allied-decoy-1").at == ("1015" if stays else POOL)
    assert sea.revealed() == ([] if stays else ["allied-decoy"])
    assert not sea.piece("hipper").recon
    assert [*sea.match.pending] == [ALLIED], "and nobody has to show anything"


@pytest.mark.rule("NC-5.5-decoy-reveal-causes")
@pytest.mark.parametrize("cause", ["recon", "attack", "interception"])
def test_a_decoy_is_found_out_by_recon_by_combat_or_by_an_interception(sea: Sea, cause: str) -> None:
    sea.place("allied-decoy-1", "1015")
    sea.place(MERCHANT, "1015")
    sea.place("hipper", "1015" if cause == "attack" else "1016", on_patrol=cause == "interception")
    match cause:
        case "recon":
            sea.missions(AXIS, axis=[10]).send(RECON, "hipper").act(AXIS, Stop(), Spot("hipper", "1015"))
            sea.act(ALLIED, Decline())
        case "attack":
            sea.missions(AXIS).send(ATTACK, "hipper").act(AXIS, Stop())
        case "interception":
            sea.state.stations[AXIS] = ["1016"]
            sea.missions(ALLIED).send(SORTIE, MERCHANT, "allied-decoy-1").act(ALLIED, Go("1014"))
            assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps", "1014 is out of its reach"
            sea.act(ALLIED, Go("1015")).act(AXIS, Choose(("hipper",)))
    assert "allied-decoy" in sea.revealed()
    assert sea.piece("allied-decoy-1").at == POOL


@pytest.mark.rule("NC-5.5-decoy-with-sub", "NC-5.5-non-asw-intercept-sub")
def test_a_patrol_without_asw_can_neither_stop_a_submerged_boat_nor_see_the_decoy_with_it(sea: Sea) -> None:
    sea.on_patrol("kent", "1016")
    sea.place_all(["u-88", "axis-decoy-1"], "1013")
    sea.missions(AXIS).send(SORTIE, "u-88", "axis-decoy-1").act(AXIS, Go("1015"))
    sea.act(ALLIED, Choose(("kent",))).act(AXIS, SaySubmarine())
    assert not sea.revealed()
    assert sea.now.combat is None
    sea.act(AXIS, Go("1016")).act(ALLIED, Choose(())).act(AXIS, Stop())
    assert {sea.piece(name).at for name in ("u-88", "axis-decoy-1")} == {"1016"}


@pytest.mark.rule("NC-5.5-decoy-missions")
def test_a_decoy_beside_a_ship_may_be_announced_as_a_ship_or_as_an_aircraft(sea: Sea) -> None:
    sea.place_all(["allied-decoy-1", DD], "1015")
    sea.missions(ALLIED)
    assert sea.declared(ALLIED) == {f"{type} 1015 {kind}" for type in (RECON, PATROL, SORTIE) for kind in ("no", "yes")}


@pytest.mark.rule("NC-5.5-decoy-missions")
def test_decoys_that_pretend_to_attack_are_found_out_and_show_nothing_of_the_enemy(sea: Sea) -> None:
    sea.place("allied-decoy-1", "1015")
    sea.place_all(["hipper", "de-dd-1"], "1017")
    sea.identify("hipper").missions(ALLIED).send(ATTACK, "allied-decoy-1").act(ALLIED, Go("1017"), Stop())
    assert sea.revealed() == ["allied-decoy"]
    assert sea.piece("allied-decoy-1").at == POOL
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"


def test_decoys_announced_as_aircraft_fly_home_with_them(sea: Sea) -> None:
    sea.place_all(["ju-88-1", "axis-decoy-1"], BANAK)
    sea.missions(AXIS).send(SORTIE, "ju-88-1", "axis-decoy-1").act(AXIS, Go("2325"))
    sea.act(AXIS, Stop(), Allot((("ju-88-1", BANAK), ("axis-decoy-1", "back"))))
    assert sea.piece("axis-decoy-1").at == BANAK


# 5.6: the end of the turn


@pytest.mark.rule("NC-5.6-na-return", "NC-5.6-none-aloft")
def test_at_the_end_of_the_turn_all_aircraft_land_within_range(sea: Sea) -> None:
    sea.place("ju-88-1", NOT_AVAILABLE, base=BANAK)
    sea.place("ju-87-1", NOT_AVAILABLE, base=BANAK)
    sea.on_patrol("bf-109-1", "2325", base=BANAK)
    sea.missions(ALLIED).act(ALLIED, Pass()).act(AXIS, Pass())
    near = Allot((("ju-87-1", BARDUFOSS), ("ju-88-1", BANAK), ("bf-109-1", BANAK)))
    assert sea.data.grid.distance(BANAK, BARDUFOSS) <= 15
    assert near in sea.asked(AXIS).options
    sea.act(AXIS, near)
    assert sea.now.turn == 2
    assert [sea.piece(n).at for n in ("ju-87-1", "ju-88-1", "bf-109-1")] == [BARDUFOSS, BANAK, BANAK]
    assert not any(piece.aloft or piece.on_patrol for piece in sea.now.pieces[AXIS].values())


@pytest.mark.rule("NC-5.6-na-return")
def test_a_unit_that_is_not_available_cannot_land_farther_away_than_its_range(sea: Sea) -> None:
    sea.place("ju-87-1", NOT_AVAILABLE, base=BANAK, damage=1)
    sea.missions(ALLIED).act(ALLIED, Pass()).act(AXIS, Pass())
    assert Allot((("ju-87-1", BANAK),)) in sea.asked(AXIS).options
    assert Allot((("ju-87-1", BARDUFOSS),)) not in sea.asked(AXIS).options


@pytest.mark.rule("NC-5.6-british-no-cv")
@pytest.mark.parametrize("afloat", [True, False])
def test_a_british_aircraft_is_lost_at_the_end_of_the_turn_if_victorious_is_sunk(sea: Sea, afloat: bool) -> None:
    sea.place("victorious", "1005" if afloat else LOST)
    sea.place("albacore-1", NOT_AVAILABLE)
    sea.missions(ALLIED).act(ALLIED, Pass()).act(AXIS, Pass())
    assert sea.piece("albacore-1").at == ("1005" if afloat else LOST)


@pytest.mark.rule("NC-5.3-carrier-out-of-range", "NC-5.6-na-return")
@pytest.mark.parametrize(("to", "lost"), [("1421", False), ("0521", True), ("", False)])
@pytest.mark.parametrize("damage", [0, 1])
def test_a_fighter_lands_on_its_carrier_only_while_she_is_within_its_range(
    sea: Sea, to: str, lost: bool, damage: int
) -> None:
    """Its range is 25. 3520 is 25 hexes from 1021, where it takes off, and 30 from 0521."""
    start, station = "1021", "3520"
    assert sea.data.grid.distance(start, station) == 25
    sea.place("victorious", start)
    sea.place("fulmar-1", start)
    sea.missions(ALLIED).send(PATROL, "fulmar-1").act(ALLIED, Go(station), Stop()).act(AXIS, Pass())
    sea.piece("fulmar-1").damage = damage
    if to:
        sea.send(SORTIE, "victorious").act(ALLIED, Go(to), Stop()).act(AXIS, Pass())
    sea.act(ALLIED, Pass())
    assert sea.now.turn == 2
    assert sea.piece("fulmar-1").at == (LOST if lost else to or start)


# 8.0 within missions


def test_a_boat_that_has_gone_three_hexes_submerged_surfaces_and_goes_one_more(sea: Sea) -> None:
    sea.place("u-88", "1015")
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, Go("1018"))
    assert sea.goals(AXIS) == set()
    sea.act(AXIS, Surface("u-88"))
    assert sea.goals(AXIS) == set(sea.data.grid.neighbours("1018"))
    sea.act(AXIS, Go("1019"))
    assert sea.goals(AXIS) == set()


def test_a_damaged_boat_goes_one_hex_and_one_more_surfaced(sea: Sea) -> None:
    sea.place("u-88", "1015", damage=1)
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, Surface("u-88"))
    assert sea.goals(AXIS) == set(sea.data.grid.within("1015", 2)) - {"1015"}


@pytest.mark.rule("NC-8.0-surfaced-plus-one", "NC-8.0-surfaced-until-next")
@pytest.mark.parametrize(("used", "spent", "reach"), [(0, 0, 3), (Used.RECON, 0, 3), (Used.PATROL, 2, 1)])
def test_a_boat_that_dives_has_no_extra_point_any_more(sea: Sea, used: int, spent: int, reach: int) -> None:
    sea.place("u-88", "1015", surfaced=True, used=used, spent=spent)
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, Choose(("u-88",)))
    assert sea.goals(AXIS) == set(sea.data.grid.within("1015", reach)) - {"1015"}
    sea.act(AXIS, Stop())
    assert (sea.piece("u-88").at, sea.piece("u-88").used) == ("1015", used | Used.SORTIE)


# 12: leaving by the west edge is a movement too


def test_westbound_merchants_that_leave_have_begun_their_mission_and_cannot_once_halted() -> None:
    sea = Sea("enter-the-luftwaffe")
    sea.place(MERCHANT, "0120", start="4434")
    sea.place(DD, "0120")
    sea.missions(ALLIED, dice=[6]).send(SORTIE, MERCHANT, DD).act(ALLIED, LeaveMap())
    assert sea.now.points[ALLIED] == 6
    assert sea.piece(DD).used == Used.SORTIE
    sea = Sea("enter-the-luftwaffe")
    sea.place(MERCHANT, "0220", start="4434")
    sea.place("axis-decoy-1", "0120")
    sea.missions(ALLIED).send(SORTIE, MERCHANT).act(ALLIED, Go("0120"))
    assert "leave-map" not in sea.offered(ALLIED)
