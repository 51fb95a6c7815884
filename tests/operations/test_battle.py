"""Section 2.4: surface action, from the divisions to the end."""

from __future__ import annotations

import pytest

from barents.games.operations.battle.tactics import battle_of, visibility
from barents.games.operations.fights import Encounter
from barents.games.operations.state import SUNK, Round, SurfaceActions
from barents.kernel.sides import Observer, Side

from .fights import (
    DAY,
    DIVIDE,
    GUNS,
    INTENT,
    JOIN,
    NIGHT,
    TORPEDOES,
    TWILIGHT,
    division,
    drawn_up,
    fought,
    meeting,
    number,
    placed,
    shots,
)
from .theatre import ALLIED, AXIS, CLEAR, CLOUD, GALE, MURK, OPEN_SEA, SQUALL, STORM, Theatre


def cells(theatre: Theatre) -> dict[str, list[int]]:
    """Where the divisions of each side stand, from front to rear."""
    battle = battle_of(theatre.now)
    return {side.value: [one.cell for one in battle.divisions if one.side is side] for side in Side}


# Who fights, and where they stand


@pytest.mark.rule("OP-TAC-placing", "OP-HID-view")
def test_the_number_of_a_ship_tells_only_in_which_division_she_is() -> None:
    """Numbers run on from one division to the next; who has which of them in hers is drawn."""
    firsts = set()
    for face in (1, 2, 3):
        theatre = meeting(("sheffield", "jamaica", "norfolk", "onslow"), ("hipper",))
        drawn_up(theatre, {"onslow": "2"}, allied=[face, 1, 1])
        (first, second, _) = battle_of(theatre.now).divisions
        assert (first.ships, second.ships) == (["a1", "a2", "a3"], ["a4"])
        assert number(theatre, "onslow") == "a4"
        firsts.add(battle_of(theatre.now).ships["a1"].ship)
    assert firsts == {"sheffield", "jamaica", "norfolk"}


@pytest.mark.rule("OP-TAC-divisions")
def test_each_side_divides_its_ships_into_at_most_four_divisions_in_secret() -> None:
    theatre = meeting(("sheffield", "jamaica", "onslow", "uk:LT*2", "uk:AO-c"), ("hipper", "luetzow", "z24"))
    theatre.begin(SurfaceActions())
    assert theatre.asked(ALLIED).rule == theatre.asked(AXIS).rule == DIVIDE
    assert theatre.slots(ALLIED) == ["sheffield", "jamaica", "onslow"]  # the train is a division by itself
    assert theatre.ways(ALLIED, "onslow") == ["1", "2", "3"]
    assert theatre.ways(AXIS, "z24") == ["1", "2", "3", "4"]
    theatre.plot(ALLIED, sheffield="3", jamaica="1").plot(AXIS, z24="1", hipper="2", luetzow="4")
    battle = battle_of(theatre.now)
    names = {fighter.ship: name for name, fighter in battle.ships.items()}
    drawn = [{ship for ship in names if names[ship] in one.ships} for one in battle.divisions]
    train = {"lt-1", "lt-2", "ao-c-1"}
    assert drawn == [{"jamaica", "onslow"}, {"sheffield"}, train, {"z24"}, {"hipper"}, {"luetzow"}]
    assert [one.train for one in battle.divisions] == [False, False, True, False, False, False]


@pytest.mark.rule("OP-TAC-placing")
def test_where_they_stand_at_first_and_after_a_round() -> None:
    """G47: by night, with the radar of Duke of York, they begin five cells apart."""
    theatre = meeting(("duke-of-york", "uk:LT*3"), ("scharnhorst", "z24"), turn=NIGHT, year=1943)
    drawn_up(theatre, {"z24": "2", "scharnhorst": "1"})
    assert cells(theatre) == {"allied": [5, 7], "axis": [0, -2]}
    theatre.begin(Round()).plot(AXIS, {"g-1:move": "+3"}).plot(ALLIED)
    assert cells(theatre) == {"allied": [5, 7], "axis": [3, -2]}


@pytest.mark.rule("OP-TAC-placing")
@pytest.mark.parametrize(
    ("engager", "allied", "axis"), [(ALLIED, [0, -2, -4, -6], [4, 6]), (AXIS, [4, 6, 8, 10], [0, -2])]
)
def test_the_engager_is_at_nought_and_the_other_at_the_better_sight(
    engager: Side, allied: list[int], axis: list[int]
) -> None:
    """In murk, which leaves two cells, only Tirpitz has radar: she sees four."""
    ships = ("amazon", "beagle", "bulldog", "boadicea")
    theatre = meeting(ships, ("tirpitz", "z24"), engager=engager, weather=MURK)
    order = {name: str(place) for place, name in enumerate(ships, 1)}
    drawn_up(theatre, {**order, "tirpitz": "1", "z24": "3"})
    assert cells(theatre) == {"allied": allied, "axis": axis}


@pytest.mark.rule("OP-TAC-visibility")
@pytest.mark.parametrize(
    ("ship", "turn", "year", "level", "seen"),
    [
        ("duke-of-york", NIGHT, 1943, CLEAR, 5),  # G44
        ("amazon", DAY, 1942, MURK, 2),
        ("amazon", NIGHT, 1942, CLOUD, 2),
        ("amazon", TWILIGHT, 1942, CLEAR, 6),
        ("duke-of-york", DAY, 1943, CLEAR, 9),
        ("duke-of-york", DAY, 1944, STORM, 6),
        ("duke-of-york", NIGHT, 1944, GALE, 1),  # no radar in a gale
    ],
)
def test_how_far_a_side_sees(ship: str, turn: int, year: int, level: int, seen: int) -> None:
    theatre = placed({ship: 0, "z24": 9}, turn=turn, year=year, weather=level)
    assert visibility(theatre.state, theatre.data, ALLIED) == seen


@pytest.mark.rule("OP-WX-gale-combat")
def test_there_is_no_battle_in_a_gale() -> None:
    """G44."""
    theatre = meeting(("sheffield",), ("hipper",), weather=GALE).begin(SurfaceActions())
    assert theatre.is_over
    assert theatre.now.battles == []


@pytest.mark.rule("OP-TAC-who")
def test_other_fleets_in_the_zone_join_in_round_three() -> None:
    theatre = meeting(("sheffield",), ("hipper",), weather=SQUALL)
    theatre.fleet("near", OPEN_SEA, "norfolk", "london")
    theatre.fleet("shy", OPEN_SEA, "belfast", avoided=True)
    theatre.fleet("far", "5712", "kent")
    theatre.fleet("wolves", OPEN_SEA, "z24")
    drawn_up(theatre, dice=[1] * 99)
    for _ in (1, 2):
        theatre.idle(ALLIED).idle(AXIS)
    assert theatre.asked(ALLIED).rule == JOIN
    assert theatre.slots(ALLIED) == ["norfolk", "london"]
    assert theatre.ways(ALLIED, "london") == ["1", "2"]
    theatre.plot(ALLIED, norfolk="2", london="1").plot(AXIS)
    assert cells(theatre) == {"allied": [5, 7, 9], "axis": [0, -2]}
    assert division(theatre, "london").cell == 7
    assert (theatre.at("near").fought, theatre.at("wolves").fought, theatre.at("shy").fought) == (1, 1, 0)
    assert battle_of(theatre.now).round == 3


@pytest.mark.rule("OP-TAC-who")
def test_two_battles_in_one_zone_are_one() -> None:
    theatre = meeting(("sheffield",), ("hipper",), contact=(AXIS,))
    theatre.fleet("others", OPEN_SEA, "norfolk", engaged=True)
    fleets = {ALLIED: "others", AXIS: "raiders"}
    theatre.state.battles.append(Encounter(OPEN_SEA, fleets, contact=[ALLIED, AXIS], engager=AXIS))
    theatre.begin(SurfaceActions())
    battle = battle_of(theatre.now)
    assert battle.fleets == {ALLIED: ["home", "others"], AXIS: ["raiders"]}
    assert battle.surprised == []  # one of them had seen the enemy
    assert theatre.now.battles == []
    assert theatre.slots(ALLIED) == ["sheffield", "norfolk"]


@pytest.mark.rule("OP-TAC-who")
def test_there_is_no_battle_with_a_fleet_that_is_gone() -> None:
    theatre = meeting(("sheffield",), ("hipper",))
    del theatre.state.desks[AXIS].fleets["raiders"]
    assert theatre.begin(SurfaceActions()).is_over


# Rounds


@pytest.mark.rule("OP-TAC-surprise")
def test_a_side_that_was_surprised() -> None:
    theatre = meeting(("onslow", "offa"), ("hipper",), contact=(AXIS,))
    drawn_up(theatre)
    assert battle_of(theatre.now).surprised == [ALLIED]
    assert theatre.ways(ALLIED, "a-1:move") == ["-1", "+1"]
    assert "a-1:smoke" not in theatre.slots(ALLIED)
    assert not any("torpedoes" in slot for slot in theatre.slots(ALLIED))
    assert theatre.ways(AXIS, "g-1:move") == ["-3", "-2", "-1", "+1", "+2", "+3"]
    assert "g1:torpedoes" in theatre.slots(AXIS)
    theatre.idle(ALLIED).idle(AXIS)
    assert theatre.ways(ALLIED, "a-1:move")[0] == "-4"
    assert {"a-1:smoke", "a1:torpedoes"} <= set(theatre.slots(ALLIED))
    theatre = meeting(("onslow", "offa"), ("hipper",), contact=(AXIS, ALLIED))
    assert "a-1:smoke" in drawn_up(theatre).slots(ALLIED)


@pytest.mark.rule("OP-TAC-move")
def test_a_division_moves_as_its_slowest_ship_in_either_direction() -> None:
    theatre = placed({"rodney": 0, "onslow": 0, "offa": 2, "hipper": 9, "z24": 9}).begin(Round())
    assert theatre.ways(ALLIED, "a-1:move") == ["-2", "-1", "+1", "+2"]
    assert len(theatre.ways(ALLIED, "a-2:move")) == 8
    assert len(theatre.ways(AXIS, "g-1:move")) == 6
    theatre.plot(ALLIED, {"a-1:move": "-2", "a-2:move": "+4"}).plot(AXIS, {"g-1:move": "-1"})
    assert cells(theatre) == {"allied": [-2, 6], "axis": [8]}


@pytest.mark.rule("OP-TAC-rounds")
def test_a_battle_has_twelve_rounds() -> None:
    theatre = placed({"uk:ms-hal": 0, "de:ms-ger": 8}, round=11).begin(Round())
    theatre.idle(ALLIED).idle(AXIS)
    assert battle_of(theatre.now).round == 12
    theatre.idle(ALLIED).idle(AXIS)
    assert theatre.is_over
    assert theatre.now.battle is None


@pytest.mark.rule("OP-TAC-rounds")
def test_damage_takes_effect_when_all_have_fired() -> None:
    theatre = placed({"uk:ms-hal": 0, "de:ms-ger": 0})
    fought(theatre, {"ms-hal-1:tertiary": "ms-ger-1", "ms-ger-1:tertiary": "ms-hal-1"}, dice=[4, 4])
    assert theatre.find("ms-hal-1").at == theatre.find("ms-ger-1").at == SUNK
    assert theatre.is_over


@pytest.mark.rule("OP-TAC-running")
@pytest.mark.parametrize(("move", "primary", "tertiary"), [("+3", 4, 4), ("-3", 4, 4), ("+2", 7, 4), ("-1", 7, 4)])
def test_a_division_at_full_speed_fires_half_its_heavy_guns(move: str, primary: int, tertiary: int) -> None:
    """G71."""
    theatre = placed({"duke-of-york": 0, "scharnhorst": 1 if move == "-3" else 3})
    fought(theatre, {"duke-of-york:move": move}, dice=[1] * 99)
    assert shots(theatre)["a1, primary guns, at g1"] == primary
    assert shots(theatre)["a1, tertiary guns, at g1"] == tertiary


@pytest.mark.rule("OP-TAC-running")
def test_a_slow_division_never_runs_and_half_is_rounded_up() -> None:
    theatre = placed({"duke-of-york": 0, "uk:de-trw": 0, "hipper": 2})
    fought(theatre, {"duke-of-york:move": "+1", "hipper:move": "+3"}, dice=[1] * 99)
    assert shots(theatre)["a1, primary guns, at g1"] == 7
    assert shots(theatre)["g1, secondary guns, at a1"] == 4
    theatre = placed({"sheffield": 0, "z24": 2})
    theatre.ship("sheffield", lost={"secondary": 1})
    fought(theatre, {"sheffield:move": "-3"}, dice=[1] * 99)
    assert shots(theatre)["a1, secondary guns, at g1"] == 3


@pytest.mark.rule("OP-TAC-comb")
def test_combing_a_destroyer_attack() -> None:
    """G72: sixteen torpedoes at one cell are on sixes; if she combs the tracks, at -2."""
    destroyers = {"lookout": 0, "icarus": 0, "intrepid": 0, "savage": 0}
    aimed = {f"{name}:torpedoes": "scharnhorst/4" for name in destroyers}
    theatre = fought(placed({**destroyers, "scharnhorst": 1}), aimed, dice=[1] * 99)
    assert {roll.needs.partition(":")[0] for roll in theatre.rolls(TORPEDOES)} == {"6 or more hits"}
    assert sum(shots(theatre, TORPEDOES).values()) == 16
    combing = {**aimed, "scharnhorst:comb": "yes", "scharnhorst:move": "-1", "scharnhorst:torpedoes": "lookout/2"}
    theatre = fought(placed({**destroyers, "scharnhorst": 1}), combing, dice=[1] * 99)
    assert {roll.needs.partition(":")[0] for roll in theatre.rolls(TORPEDOES)} == {"6 or more hits, then 5 or more"}
    assert not any(subject.startswith("g1") for subject in shots(theatre, TORPEDOES))  # she fires none
    assert division(theatre, "scharnhorst").cell == 1  # nor does she close
    guns = {subject.partition(", at")[0]: dice for subject, dice in shots(theatre).items() if subject.startswith("g1")}
    assert guns == {"g1, primary guns": 3, "g1, secondary guns": 3, "g1, tertiary guns": 4}


@pytest.mark.rule("OP-TAC-comb")
def test_who_combs_and_runs_is_halved_once_and_may_turn_away() -> None:
    theatre = placed({"lookout": 0, "scharnhorst": 1})
    fought(theatre, {"scharnhorst:comb": "yes", "scharnhorst:move": "+3"}, dice=[1] * 99)
    assert division(theatre, "scharnhorst").cell == 4
    assert shots(theatre)["g1, primary guns, at a1"] == 3


@pytest.mark.rule("OP-TAC-starshell")
@pytest.mark.parametrize(("apart", "lit"), [(6, True), (7, False)])
def test_starshell_lights_a_division_within_six_cells_and_the_one_that_fires_it(apart: int, lit: bool) -> None:
    """Without radar and by night they see three cells."""
    theatre = placed({"amazon": 0, "beagle": 1, "z24": apart, "z25": apart + 1}, turn=NIGHT)
    fought(theatre, {"z24:starshell": "amazon"}, dice=[1] * 99)
    found = {subject.partition(",")[0]: subject[-2:] for subject in shots(theatre)}
    # Their secondary guns reach six cells; those of the lit ones only four, so nobody answers.
    assert found == ({"g1": "a1"} if lit else {})
    assert "night" not in str([roll.needs for roll in theatre.rolls(GUNS)])
    assert bool(theatre.told("OP-TAC-starshell")) is lit


@pytest.mark.rule("OP-TAC-starshell")
def test_who_lights_another_is_seen_herself() -> None:
    theatre = placed({"amazon": 0, "sheffield": 0, "koeln": 5}, turn=NIGHT)
    fought(theatre, {"koeln:starshell": "amazon"}, dice=[1] * 99)
    (shot,) = [roll for roll in theatre.rolls(GUNS) if roll.subject.startswith("a2")]
    assert "night" not in shot.needs
    theatre = placed({"amazon": 0, "london": 0, "koeln": 6}, turn=NIGHT)
    theatre.ship("london", line="uk:cl-twn")
    fought(theatre, dice=[1] * 99)
    assert not theatre.rolls(GUNS)  # nobody sees six cells without it
    theatre = placed({"uk:de-hun": 0, "z24": 3}, turn=DAY).begin(Round())
    assert not [slot for slot in (*theatre.slots(ALLIED), *theatre.slots(AXIS)) if "starshell" in slot]
    theatre = placed({"uk:de-hun": 0, "z24": 3}, turn=NIGHT).begin(Round())
    slots = [slot for slot in (*theatre.slots(ALLIED), *theatre.slots(AXIS)) if "starshell" in slot]
    assert slots == ["g-1:starshell"]


@pytest.mark.rule("OP-TAC-radar-first")
@pytest.mark.parametrize(
    ("turn", "level", "enemy", "round", "only"),
    [
        (NIGHT, CLEAR, "z24", 1, True),
        (DAY, MURK, "z24", 1, True),
        (NIGHT, CLEAR, "z24", 2, False),
        (DAY, CLEAR, "z24", 1, False),
        (NIGHT, CLEAR, "hipper", 1, False),  # she has radar too
    ],
)
def test_radar_has_the_first_round_in_the_dark(turn: int, level: int, enemy: str, round: int, only: bool) -> None:
    theatre = placed({"sheffield": 0, enemy: 1}, turn=turn, weather=level, round=round)
    fought(theatre, {f"{enemy}:torpedoes": "sheffield/1"}, dice=[1] * 99)
    firing = {roll.subject[:1] for rule in (GUNS, TORPEDOES) for roll in theatre.rolls(rule)}
    assert firing == ({"a"} if only else {"a", "g"})
    assert theatre.find(enemy).fired == (0 if only else 1)


@pytest.mark.rule("OP-TAC-retarget")
def test_guns_whose_target_is_out_of_reach_take_the_best_of_the_nearest() -> None:
    ships = {"duke-of-york": 0, "z24": 5, "scharnhorst": 5, "hipper": 5, "tirpitz": 8}
    theatre = placed(ships, weather=SQUALL)  # they see five cells
    orders = {
        "duke-of-york:primary": "tirpitz",
        "z24:torpedoes": "duke-of-york/2",
        "scharnhorst:secondary": "duke-of-york",
    }
    fought(theatre, orders, dice=[1] * 99)
    fired = shots(theatre)
    assert fired["a1, primary guns, at g2"] == 7  # Scharnhorst, the best ship of the nearest division
    assert not any(subject.startswith("a1, tertiary") for subject in fired)  # nobody is within four cells
    assert not any(subject.startswith("g4") for subject in fired)  # nor in Tirpitz's sight
    assert not theatre.rolls(TORPEDOES)
    assert theatre.find("z24").fired == 0  # they are kept


@pytest.mark.rule("OP-TAC-retarget", "OP-HID-view")
def test_guns_without_an_order_do_not_know_which_of_strangers_is_the_best() -> None:
    """Nearer than six cells a ship is recognised; farther away the guns take the first number."""
    for cells, target in ((8, "g1"), (6, "g2")):
        theatre = placed({"duke-of-york": 0, "z24": cells, "tirpitz": cells})
        fought(theatre, dice=[1] * 99)
        assert f"a1, primary guns, at {target}" in shots(theatre)
        assert ("tirpitz" in theatre.now.notebook[Side.ALLIED].identified) is (target == "g2")  # it is remembered


@pytest.mark.rule("OP-TAC-retarget")
def test_the_nearest_division_may_lie_on_either_side() -> None:
    theatre = fought(placed({"duke-of-york": 4, "z24": 1, "hipper": 6}), dice=[1] * 99)
    assert shots(theatre)["a1, primary guns, at g2"] == 7


@pytest.mark.rule("OP-TAC-smoke")
@pytest.mark.parametrize(
    ("firer", "year", "layer", "smoked"),
    [
        ("sheffield", 1942, "z24", True),  # by the target's division
        ("sheffield", 1942, "z25", True),  # by one between
        ("sheffield", 1942, "z23", False),  # by one behind
        ("sheffield", 1943, "z24", False),  # radar 2 sees through it
        ("duke-of-york", 1942, "z24", False),
    ],
)
def test_smoke(firer: str, year: int, layer: str, smoked: bool) -> None:
    theatre = placed({firer: 0, "z25": 2, "hipper": 4, "z24": 4, "z23": 6}, year=year)
    battery = "secondary" if firer == "sheffield" else "primary"
    fought(theatre, {f"{firer}:{battery}": "hipper", f"{layer}:smoke": "yes"}, dice=[1] * 99)
    (shot,) = [roll for roll in theatre.rolls(GUNS) if roll.subject.startswith(f"a1, {battery}")]
    assert shot.subject.endswith(number(theatre, "hipper"))
    assert ("smoke" in shot.needs) is smoked


@pytest.mark.rule("OP-TAC-smoke")
def test_who_can_lay_smoke() -> None:
    ships = {"sheffield": 0, "onslow": 1, "uk:de-flw": 2, "uk:ms-hal": 3, "uk:LT": 4, "de:tb-35": 8, "hipper": 9}
    theatre = placed(ships).begin(Round())
    able = [slot for side in Side for slot in theatre.slots(side) if slot.endswith(":smoke")]
    assert able == ["a-2:smoke", "a-3:smoke", "a-4:smoke", "g-1:smoke"]


# The end


@pytest.mark.rule("OP-TAC-leave")
def test_a_division_out_of_sight_may_leave_and_the_battle_ends_when_nobody_sees_anybody() -> None:
    theatre = placed({"onslow": 0, "offa": -2, "uk:ms-hal": 2, "hipper": 6}, weather=SQUALL)  # five cells
    fought(theatre, {"offa:leave": "yes", "onslow:leave": "yes", "onslow:move": "+1"}, dice=[1] * 99)
    left = {one.key: one.left for one in battle_of(theatre.now).divisions}
    assert left == {"a-1": False, "a-2": True, "a-3": False, "g-1": False}
    assert "a-2 has left the battle" in theatre.words(Observer.AXIS)
    assert "a-2:move" not in theatre.slots(ALLIED)
    theatre = placed({"onslow": 0, "hipper": 5}, weather=SQUALL)
    fought(theatre, {"onslow:move": "-1"}, dice=[1] * 99)
    assert theatre.is_over
    theatre = placed({"onslow": 0, "hipper": 5}, weather=SQUALL)
    fought(theatre, dice=[1] * 99)
    assert not theatre.is_over


@pytest.mark.rule("OP-TAC-break")
@pytest.mark.parametrize(("sides", "over"), [((ALLIED, AXIS), True), ((ALLIED,), False), ((AXIS,), False)])
def test_a_battle_ends_when_both_sides_want_it(sides: tuple[Side, ...], over: bool) -> None:
    theatre = placed({"onslow": 0, "hipper": 5}).begin(Round(), dice=[1] * 99)
    for side in Side:
        theatre.plot(side, {"break": "yes"} if side in sides else {})
    assert theatre.is_over is over


@pytest.mark.rule("OP-TAC-break")
def test_a_battle_ends_when_a_side_has_no_ship_left() -> None:
    theatre = placed({"uk:ms-hal": 0, "hipper": 0})
    fought(theatre, {"hipper:secondary": "ms-hal-1"}, dice=[4] * 99)
    assert theatre.is_over
    assert theatre.now.points == {AXIS: 3}
    assert "home" not in theatre.now.desks[ALLIED].fleets


@pytest.mark.rule("OP-SEARCH-l3", "OP-DMG-critical")
def test_what_each_side_knows_afterwards_and_a_bridge_is_manned_again() -> None:
    theatre = placed({"onslow": 0, "uk:LT*2": -8, "hipper": 5, "z24": 5})
    theatre.ship("onslow", bridge=2)
    fought(theatre, {"break": "yes"}, dice=[1] * 99)
    assert theatre.is_over
    (axis,), (allied,) = theatre.contacts(AXIS), theatre.contacts(ALLIED)
    assert (axis.level, axis.types, axis.number) == (3, {"DD": 1}, 3)
    assert (allied.level, allied.types) == (3, {"CA": 1, "DD": 1})
    assert theatre.words(Observer.AXIS)[-1] == f"Battle: 1 DD in {OPEN_SEA}"  # not a word of the transports
    assert theatre.find("onslow").bridge == 0
    theatre = placed({"onslow": 0, "hipper": 8}, round=1)
    theatre.begin(Round(), dice=[1] * 99, nobody=[3, 3]).plot(ALLIED, {"break": "yes"}).plot(AXIS, {"break": "yes"})
    assert [one.level for one in theatre.contacts(AXIS)] == [2]  # never within six cells


@pytest.mark.rule("OP-DMG-critical")
def test_a_hit_on_the_bridge_costs_the_next_round() -> None:
    theatre = placed({"duke-of-york": 0, "scharnhorst": 5, "z24": 5})
    fought(theatre, {"duke-of-york:primary": "scharnhorst"}, dice=[6, 1, 1, 1, 1, 1, 1, *[1] * 30], axis=[1, 1, 2])
    assert theatre.find("scharnhorst").bridge == 2
    assert "g-1:move" not in theatre.slots(AXIS)  # her division waits for her
    assert not any(slot.startswith("g1:") for slot in theatre.slots(AXIS))
    assert any(slot.startswith("g2:") for slot in theatre.slots(AXIS))
    before = len(theatre.rolls(GUNS))
    theatre.idle(ALLIED).idle(AXIS)
    assert not any(roll.subject.startswith("g1,") for roll in theatre.rolls(GUNS)[before:])
    assert "g-1:move" in theatre.slots(AXIS)


@pytest.mark.rule("OP-TAC-divisions", "OP-FLEET-scatter")
def test_a_train_scatters_in_battle() -> None:
    theatre = meeting(("onslow", "uk:LT*3"), ("hipper",))
    theatre.state.desks[ALLIED].fleets["home"].plan = ["6619"]
    drawn_up(theatre, dice=[1] * 99)
    theatre.plot(ALLIED, {"a-2:scatter": "yes"}).plot(AXIS)
    fleets = theatre.now.desks[ALLIED].fleets
    assert list(fleets) == ["home", "lt-1", "lt-2", "lt-3"]
    assert all(fleets[key].plan[-1] == "6619" and fleets[key].of == "home" for key in ("lt-1", "lt-2", "lt-3"))
    assert len({fleets[key].plan[0] for key in ("lt-1", "lt-2", "lt-3")}) == 3
    assert all(fleets[key].apart == 9 for key in ("lt-1", "lt-2", "lt-3"))
    assert fleets["home"].mission == "cover"
    assert {theatre.find(f"lt-{n}").fleet for n in (1, 2, 3)} == {"lt-1", "lt-2", "lt-3"}
    assert "a-2:scatter" not in theatre.slots(ALLIED)
    theatre.plot(ALLIED, {"break": "yes"}).plot(AXIS, {"break": "yes"})
    assert len(theatre.contacts(AXIS)) == 4


def test_both_sides_see_hits_and_only_the_owner_where_they_fell() -> None:
    theatre = placed({"sheffield": 0, "hipper": 3})
    fought(theatre, {"sheffield:secondary": "hipper"}, dice=[6, *[1] * 40], axis=[3, 4])
    assert "g1 is hit 1 time" in theatre.words(Observer.ALLIED)
    assert not theatre.told("OP-DMG-table", Observer.ALLIED)
    assert theatre.told("OP-DMG-table", Observer.AXIS)


def test_the_round_is_asked_of_both_at_once() -> None:
    theatre = placed({"sheffield": 0, "hipper": 3}).begin(Round())
    assert set(theatre.match.pending) == {ALLIED, AXIS}
    assert {decision.rule for decision in theatre.match.pending.values()} == {INTENT}
