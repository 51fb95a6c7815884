"""Chapters 11.4.1 to 11.4.3: who fights, how it begins, and movement on the display; and the long example."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.combat.battle_line import begin_battle, distance, reachable, setup_area
from barents.games.arctic_disaster.combat.torpedoes import torpedo_modifiers
from barents.games.arctic_disaster.rules.tables import damage_of
from barents.games.arctic_disaster.state import Fight, Shot
from barents.kernel.decisions import Assign
from barents.kernel.options import Refused

from .battle import GROUPS, GUNS, HERE, INITIATIVE, STEPS, STOP, area, meeting, placed, shoot, totals
from .theatre import ALLIED, AXIS, Theatre

CRUISERS = ("london", "norfolk", "wichita", "tuscaloosa")
DESTROYERS = ("somali", "rowan", "wainwright")
ZERSTOERER = ("richard-beitzen", "z-24", "z-27", "z-28", "z-29", "z-30")
GROUPS_SHEET, MOVES = "AD-11.4.2-groups-secret", "AD-11.4.3-move-cost"


@pytest.mark.rule("AD-11.4.9-example", "AD-11.4-segments", "AD-11.4.9-one-stop", "AD-11.4.4-simultaneous")
def test_the_cruiser_force_meets_luetzow_and_scheer() -> None:
    """The example of 11.4.9, die by die: nine shots, one hit, and a natural 10 to get away."""
    theatre = meeting(("luetzow", "scheer", *ZERSTOERER), (*CRUISERS, *DESTROYERS), active=ALLIED, steps=STEPS)
    shots = [8, 7, 8, 9, 8, 3, 9, 1]
    theatre.begin(Fight(), dice=[5, 6, 6, 6, 9, 2, *shots, 10])
    theatre.plot(ALLIED, dict.fromkeys(DESTROYERS, "2"))
    german = dict.fromkeys(("richard-beitzen", "z-27", "z-28", "z-29"), "1")
    theatre.plot(AXIS, {**german, **dict.fromkeys(("luetzow", "scheer", "z-24", "z-30"), "2")})
    assert [area(theatre, name) for name in ("z-27", "luetzow", "z-24", "london", "somali")] == [5, 6, 6, 19, 19]
    theatre.act(AXIS, "move-first yes")
    theatre.plot(AXIS, {**dict.fromkeys(german, "10"), "z-24": "11", "z-30": "11"})
    theatre.plot(ALLIED)
    theatre.plot(
        AXIS,
        {"luetzow:main": "london", "scheer:main": "norfolk", "z-24:main": "wichita", "z-30:main": "tuscaloosa"},
    )
    theatre.plot(
        ALLIED,
        {"wichita:main": "luetzow", "tuscaloosa:main": "scheer", "london:main": "z-24", "norfolk:main": "z-30"},
    )
    found = [(roll.subject, sum(roll.modifiers.values()), roll.total) for roll in theatre.rolls(GUNS)]
    assert found == [
        ("luetzow", -5, 3),
        ("scheer", -5, 2),
        ("z-24", -4, 4),
        ("z-30", -4, 5),
        ("wichita", -5, 3),
        ("tuscaloosa", -5, -2),
        ("london", -6, 3),
        ("norfolk", -6, -5),
    ]
    damage = {ship.id: ship.damage for side in (ALLIED, AXIS) for ship in theatre.now.ships[side].values()}
    assert {name: points for name, points in damage.items() if points} == {"tuscaloosa": 1}
    assert list(theatre.match.pending) == [ALLIED], "German torpedoes do not reach anyone"
    assert theatre.ways(ALLIED, "somali") == list(ZERSTOERER)
    best = 10 + sum(torpedo_modifiers(theatre.now, theatre.data, Shot("somali", "torpedoes", "z-24")).values())
    assert damage_of(theatre.data, 4, best).points == 0, "nor can British ones hit, for which eight areas are too far"
    theatre.plot(ALLIED)
    assert set(theatre.match.pending) == {ALLIED, AXIS}, "there are no aircraft"
    theatre.act(ALLIED, "disengage no").act(AXIS, "disengage yes")
    (stop,) = theatre.rolls(STOP)
    assert (stop.subject, stop.modifiers, stop.total) == ("The Allied ships", {}, 10)
    theatre.idle_until("AD-11.4.10-other-order", AXIS)
    theatre.idle(AXIS)
    assert theatre.is_over
    assert theatre.dice_left() == {}


# 11.4.1


@pytest.mark.rule("AD-11.4.1-participants", "AD-11.4.1-undetected-out")
def test_the_active_force_and_all_that_it_has_detected_fight() -> None:
    theatre = Theatre(STEPS)
    theatre.force("tg-a", HERE, "tirpitz")
    theatre.force("tg-b", HERE, "luetzow")
    theatre.force("cruiser-force", HERE, "london", detected=True)
    theatre.force("tf-1", HERE, "manchester")
    theatre.ship("carlton", HERE)
    theatre.ship("z-24", HERE)
    theatre.active(AXIS, "tg-b")
    steps = begin_battle(theatre.at_hand, HERE, AXIS, {AXIS: ["tg-b"]}, entered={})
    assert steps == (Fight(),)
    battle = theatre.state.battle
    assert battle is not None
    assert list(battle.ships) == ["luetzow", "london", "carlton"]
    assert battle.singles == ["carlton"]
    assert theatre.marker("tg-b").detected, "it lies open on the display"
    assert not theatre.marker("tg-a").detected
    assert not theatre.marker("tf-1").detected
    assert [seen.what for seen in theatre.state.notebook[ALLIED].sightings] == ["1 cruiser"]
    assert [seen.what for seen in theatre.state.notebook[AXIS].sightings] == ["1 merchant, 1 cruiser"]
    assert theatre.state.active is not None
    assert theatre.state.active.fought == [HERE]


@pytest.mark.rule("AD-11.4.1-participants")
def test_a_force_that_opens_fire_on_the_active_one_fights_undetected_as_it_was() -> None:
    theatre = Theatre(STEPS)
    theatre.force("tg-b", HERE, "luetzow", detected=True)
    theatre.force("tf-1", HERE, "manchester")
    theatre.force("cruiser-force", HERE, "london", detected=True)
    theatre.ship("carlton", HERE)
    begin_battle(theatre.at_hand, HERE, AXIS, {AXIS: ["tg-b"], ALLIED: ["tf-1"]}, entered={})
    battle = theatre.state.battle
    assert battle is not None
    assert list(battle.ships) == ["luetzow", "manchester", "london"]


# 11.4.2


@pytest.mark.rule("AD-11.4.2-groups", "AD-11.4.2-groups-secret", "AD-11.4.2-no-stack", "AD-11.4.2-setup-clear")
def test_groups_are_fixed_before_any_die() -> None:
    """G52."""
    theatre = meeting(("luetzow", "scheer", "z-24"), ("london", "norfolk", "somali"))
    theatre.begin(Fight(), dice=[3, 8, 6, 10])
    assert theatre.ways(ALLIED, "london") == ["1", "2", "3", "4"]
    theatre.plot(ALLIED, london="2", norfolk="4", somali="2")
    assert theatre.rolls(GROUPS) == []
    assert theatre.words() == []
    theatre.plot(AXIS, {"luetzow": "1", "scheer": "3", "z-24": "1"})
    assert [area(theatre, name) for name in ("luetzow", "z-24", "scheer")] == [3, 3, 8]
    assert [area(theatre, name) for name in ("london", "somali", "norfolk")] == [19, 19, 15]
    assert [roll.faces[0] for roll in theatre.rolls(GROUPS)] == [3, 8, 6, 10]


@pytest.mark.rule("AD-11.4.2-setup-fog")
def test_in_fog_they_meet_closer() -> None:
    """G53: one ship a side, and nothing to divide."""
    theatre = meeting(fog=True).begin(Fight(), dice=[5, 5, 9, 2])
    assert (area(theatre, "luetzow"), area(theatre, "london")) == (9, 16)
    assert distance(theatre.now, "luetzow", "london") == 7


@pytest.mark.rule("AD-D-surface-display", "AD-11.4.2-setup-clear", "AD-11.4.2-setup-fog")
def test_the_display_is_a_line_of_twenty_four_areas() -> None:
    theatre = meeting()
    rows = {
        (side, fog): [setup_area(theatre.data, side, roll, fog) for roll in range(1, 11)]
        for side in (AXIS, ALLIED)
        for fog in (False, True)
    }
    assert rows[AXIS, False] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert rows[ALLIED, False] == [24, 23, 22, 21, 20, 19, 18, 17, 16, 15]
    assert rows[AXIS, True] == [7, 7, 8, 8, 9, 9, 10, 10, 11, 11]
    assert rows[ALLIED, True] == [18, 18, 17, 17, 16, 16, 15, 15, 14, 14]
    there = placed({"luetzow": 6, "london": 19, "norfolk": 6})
    assert [distance(there.now, "luetzow", name) for name in ("london", "norfolk")] == [13, 0]


# 11.4.3


@pytest.mark.rule("AD-11.4.3-init-roll")
@pytest.mark.parametrize(("dice", "winner"), [((9, 8), AXIS), ((2, 3), ALLIED), ((4, 4, 7, 7, 1, 2), ALLIED)])
def test_the_higher_roll_chooses_who_moves_first(dice: tuple[int, ...], winner: object) -> None:
    for first in ("yes", "no"):
        theatre = placed({"luetzow": 10, "london": 15}, "movement", *dice)
        side = AXIS if winner is AXIS else ALLIED
        assert list(theatre.match.pending) == [side]
        theatre.act(side, f"move-first {first}")
        assert list(theatre.match.pending) == [side if first == "yes" else side.enemy]
        assert len(theatre.rolls(INITIATIVE)) == len(dice)


@pytest.mark.rule("AD-11.4.3-move-cost", "AD-11.4.3-pass-through", "AD-D-surface-edge")
def test_each_ship_goes_as_far_as_its_factor() -> None:
    line = {"luetzow": 3, "z-24": 3, "scheer": 12, "london": 22, "somali": 13}
    theatre = placed(line, "movement", 9, 8, damage={"scheer": 2})
    theatre.act(AXIS, "move-first yes")
    assert theatre.ways(AXIS, "luetzow") == ["1", "2", "4", "5", "6", "7"]
    assert theatre.ways(AXIS, "z-24") == ["1", "2", "4", "5", "6", "7", "8", "smoke"]
    assert theatre.ways(AXIS, "scheer") == ["10", "11", "13", "14"], "past Somali, and on to her"
    theatre.plot(AXIS, scheer="13", luetzow="7")
    assert (area(theatre, "scheer"), area(theatre, "luetzow"), area(theatre, "z-24")) == (13, 7, 3)
    assert theatre.ways(ALLIED, "london") == ["18", "19", "20", "21", "23", "24"]
    assert theatre.now.battle is not None
    assert [name for name, ship in theatre.now.battle.ships.items() if ship.moved] == ["luetzow", "scheer"]
    assert reachable(theatre.data, 24, 5) == [19, 20, 21, 22, 23]


@pytest.mark.rule("AD-11.4.3-penalty-first-round")
def test_penalties_count_in_the_first_round_and_come_off_in_the_second() -> None:
    theatre = placed({"luetzow": 10, "z-24": 10, "london": 15}, "movement", 9, 8, 9, 8, 1, 9, 8, round=0)
    theatre.marker("tg-b").penalty = 2
    theatre.act(AXIS, "move-first yes")
    assert theatre.ways(AXIS, "luetzow") == ["8", "9", "11", "12"]
    assert theatre.ways(AXIS, "z-24") == ["7", "8", "9", "11", "12", "13", "smoke"]
    assert theatre.marker("tg-b").penalty == 2
    theatre.idle_until("AD-11.4.9-both-stop")
    theatre.act(ALLIED, "disengage no").act(AXIS, "disengage no")
    assert theatre.marker("tg-b").penalty == 0
    theatre.act(AXIS, "move-first yes")
    assert theatre.ways(AXIS, "luetzow") == ["6", "7", "8", "9", "11", "12", "13", "14"]


@pytest.mark.rule("AD-11.4.3-rotated-reset", "AD-11.4.6-smoke-end")
def test_flags_and_smoke_are_gone_in_the_next_round() -> None:
    theatre = placed({"luetzow": 10, "z-24": 10, "london": 15}, "movement", 9, 8, 1, 9, 8)
    theatre.act(AXIS, "move-first yes").plot(AXIS, {"luetzow": "9", "z-24": "smoke"}).idle(ALLIED)
    shoot(theatre, {"luetzow:main": "london"})
    battle = theatre.now.battle
    assert battle is not None
    assert battle.ships["luetzow"].moved
    assert battle.ships["luetzow"].fired
    assert battle.smoke == [10]
    theatre.idle_until("AD-11.4.9-both-stop")
    theatre.act(ALLIED, "disengage no").act(AXIS, "disengage no")
    assert (battle.ships["luetzow"].moved, battle.ships["luetzow"].fired, battle.smoke) == (False, False, [])
    assert theatre.asked(AXIS).rule == INITIATIVE


@pytest.mark.rule("AD-11.4.6-smoke-lay")
def test_destroyers_and_torpedo_boats_lay_smoke_instead_of_moving() -> None:
    theatre = placed({"luetzow": 10, "z-24": 11, "t-7": 12, "london": 15}, "movement", 9, 8, 5)
    theatre.act(AXIS, "move-first yes")
    assert [name for name in ("luetzow", "z-24", "t-7") if "smoke" in theatre.ways(AXIS, name)] == ["z-24", "t-7"]
    theatre.plot(AXIS, {"z-24": "smoke", "t-7": "smoke"}).idle(ALLIED)
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.smoke, battle.ships["z-24"].area, battle.ships["z-24"].moved) == ([11, 12], 11, False)


@pytest.mark.rule("AD-11.4.6-smoke-lay", "AD-2.3-smoke-limit")
def test_there_are_five_smoke_markers() -> None:
    line = dict.fromkeys(ZERSTOERER, 10) | {"somali": 15}
    theatre = placed(line, "movement", 9, 8, 9, 8)
    theatre.act(AXIS, "move-first yes")
    with pytest.raises(Refused, match="no more than 5 may go to smoke"):
        theatre.plot(AXIS, dict.fromkeys(ZERSTOERER, "smoke"))
    theatre.plot(AXIS, dict.fromkeys(ZERSTOERER[:5], "smoke"))
    with pytest.raises(Refused, match="no more than 0 may go to smoke"):
        theatre.plot(ALLIED, somali="smoke")


# 11.4.13: PQ-17 on the display


@pytest.mark.rule("AD-11.4.13-convoy-area", "AD-11.4.13-convoy-dd")
def test_pq_17_is_put_where_the_allied_player_likes() -> None:
    theatre = meeting(("tirpitz",), ("carlton", "honomu", "dianella", "p614", "keppel", "fury", "london"))
    theatre.begin(Fight(), dice=[4, 7, 3, 9, 8])
    options = theatre.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert list(options.slots) == ["pq-17", "london", "keppel", "fury"]
    sheet = theatre.ways(ALLIED, "pq-17")
    assert sheet[0] == "19"
    assert sorted(sheet, key=int) == [str(number) for number in range(1, 25)]
    assert theatre.ways(ALLIED, "keppel") == ["convoy", "1", "2", "3", "4"]
    theatre.plot(ALLIED, {"pq-17": "12", "keppel": "2", "london": "1"})
    assert {name: area(theatre, name) for name in ("carlton", "honomu", "dianella", "p614", "fury")} == dict.fromkeys(
        ("carlton", "honomu", "dianella", "p614", "fury"), 12
    )
    assert (area(theatre, "tirpitz"), area(theatre, "london"), area(theatre, "keppel")) == (4, 18, 22)


@pytest.mark.rule("AD-11.4.13-convoy-together", "AD-11.4.13-convoy-free")
def test_the_convoy_moves_as_one_for_four_rounds() -> None:
    line = {"tirpitz": 5, "carlton": 12, "honomu": 12, "dianella": 12, "keppel": 12}
    theatre = placed(line, "movement", 8, 9, round=3, damage={"honomu": 1})
    theatre.act(ALLIED, "move-first yes")
    assert theatre.ways(ALLIED, "pq-17") == ["10", "11", "13", "14"], "a damaged merchant makes two"
    theatre.plot(ALLIED, {"pq-17": "14"})
    assert [area(theatre, name) for name in ("carlton", "honomu", "dianella", "keppel")] == [14] * 4
    assert theatre.asked(AXIS).rule == MOVES, "nobody moves by himself, and Keppel keeps up"
    theatre = placed(line, "movement", 8, 9, round=4, damage={"honomu": 1})
    theatre.act(ALLIED, "move-first yes")
    assert theatre.ways(ALLIED, "honomu") == ["10", "11", "13", "14"]
    assert theatre.ways(ALLIED, "dianella") == ["8", "9", "10", "11", "13", "14", "15", "16"]


@pytest.mark.rule("AD-11.4.13-convoy-together", "AD-11.4.6-smoke-lay")
def test_a_destroyer_beside_the_convoy_lays_smoke_if_it_stays() -> None:
    theatre = placed({"tirpitz": 5, "carlton": 12, "keppel": 12, "p614": 12}, "movement", 8, 9, round=1)
    theatre.act(ALLIED, "move-first yes").plot(ALLIED)
    assert theatre.ways(ALLIED, "keppel") == ["smoke"]
    assert theatre.ways(ALLIED, "p614") == ["submerge"]
    theatre.plot(ALLIED, {"keppel": "smoke", "p614": "submerge"})
    assert theatre.now.battle is not None
    assert theatre.now.battle.smoke == [12]
    assert theatre.now.battle.ships["p614"].submerged


@pytest.mark.rule("AD-11.4-segments")
def test_a_round_has_its_segments_in_order() -> None:
    theatre = placed({"scheer": 10, "onslow": 12, "victorious": 12}, "movement", 9, 8, 1, 1, 1)
    theatre.state.wings[ALLIED] = {}
    order = []
    while (asked := theatre.asked(next(iter(theatre.match.pending))).rule) != "AD-11.4.9-both-stop":
        order.append(asked)
        theatre.idle(next(iter(theatre.match.pending)))
    assert list(dict.fromkeys(order)) == [
        INITIATIVE,
        MOVES,
        "AD-11.4.4-simultaneous",
        "AD-11.4.7-torp-simultaneous",
    ]
    assert totals(theatre) == []


@pytest.mark.rule("AD-11.4.2-groups-secret", "AD-11.4.2-groups")
def test_who_has_pq_17_in_the_combat_is_asked_for_its_place_too() -> None:
    theatre = meeting(("luetzow", "scheer"), ("london", "carlton", "fury")).begin(Fight())
    assert "Where on the display is PQ-17" in theatre.asked(ALLIED).prompt
    assert theatre.asked(AXIS).prompt == "In which group is each of your ships?"
    theatre = meeting(("luetzow", "scheer"), ("london", "norfolk")).begin(Fight())
    assert {theatre.asked(side).prompt for side in (ALLIED, AXIS)} == {"In which group is each of your ships?"}


@pytest.mark.rule("AD-11.4.3-move-cost", "AD-11.4.13-convoy-together", "AD-13.10-submerge")
def test_everyone_hears_where_ships_go_one_by_one_and_pq_17_as_a_whole() -> None:
    theatre = placed({"luetzow": 8, "london": 16, "carlton": 17, "p614": 17}, "movement", 9, 8, round=0)
    theatre.act(AXIS, "move-first yes").plot(AXIS, {"luetzow": "9"})
    theatre.plot(ALLIED, {"pq-17": "18"}).plot(ALLIED, {"london": "15", "p614": "submerge"})
    assert [line for line in theatre.words() if " goes to area " in line or "submerges" in line] == [
        "luetzow goes to area 9",
        "PQ-17 goes to area 18",
        "london goes to area 15",
        "p614 submerges",
    ]
