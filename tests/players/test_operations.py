"""The doctrine players of the operations engine: single answers, and whole games."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.operations import GAME
from barents.games.operations.actions import Aim, Attack, Engage, Press, Shadow
from barents.games.operations.battle.manoeuvres import Intents
from barents.games.operations.data import data
from barents.games.operations.fights import Battle, Division, Fighter, Hunt
from barents.games.operations.options import Options
from barents.games.operations.orders import Cover, Intercept, Raid, Return
from barents.games.operations.rules.setup import opening
from barents.games.operations.state import SUNK, Contact, Ship, Spell, State
from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import NONE, Among, Routes
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players import dice_of
from barents.players.operations import Doctrine, battle, boats, fleets, strikes
from barents.players.operations.allied import AlliedStaff
from barents.players.operations.axis import AxisStaff
from barents.players.operations.belief import tracks
from barents.players.operations.staff import Order
from tests.published import OPERATIONS as SCENARIOS

DATA = data(None)
ALLIED, AXIS = Side.ALLIED, Side.AXIS


def position(scenario: str = "regenbogen", turn: int = 6) -> State:
    """A scenario after some turns, nobody having moved; what is not used of the enemy does no harm here."""
    state = opening(DATA, scenario, Options())
    state.turn = turn
    for region in ("W", "N", "B", "E"):
        state.weather[region] = Spell(2, 60)
    for boat in state.desks[AXIS].boats.values():
        boat.at = "6012"
    return state


def reported(state: State, side: Side, zone: str, *, age: int = 1, **told: Any) -> Contact:
    """A report that a side has."""
    desk = state.desks[side]
    desk.numbers += 1
    one = Contact(f"c{desk.numbers}", state.turn - age, zone, told.pop("level", 2), "air search", **told)
    desk.contacts[one.key] = one
    return one


# Beliefs


def test_a_convoy_is_believed_a_zone_further_for_every_turn_along_the_way_it_was_seen_to_go() -> None:
    old = Contact("c1", 4, "5711", 2, "air search", number=30, flags=["merchants"])
    new = Contact("c2", 8, "6112", 2, "air search", number=31, flags=["merchants"])
    other = Contact("c3", 8, "4613", 2, "air search", number=20, flags=["merchants"])
    eastbound, far = tracks(DATA, [new, other, old], 10, 12)
    assert DATA.distance(eastbound.zone, "6112") == 2
    assert DATA.column(eastbound.zone) > 61
    assert eastbound.age == 2
    assert DATA.column(far.zone) > 46, "out, so far west"
    passing = Contact("c6", 9, "6012", 2, "", flags=["merchants"])
    meeting = Contact("c7", 4, "6513", 2, "", flags=["merchants"])
    found = tracks(DATA, [passing, new, old, meeting], 12, 12)
    assert len(found) == 2, "two convoys that pass each other stay two"
    assert DATA.column(found[0].zone) < 60 < 62 < DATA.column(found[1].zone)
    west = tracks(
        DATA,
        [Contact("c4", 8, "5711", 2, "", flags=["merchants"]), Contact("c5", 4, "6112", 2, "", flags=["merchants"])],
        10,
        12,
    )
    assert DATA.column(west[0].zone) < 57


# Fleets


def test_raiders_sail_for_an_identified_convoy_unless_it_is_covered_or_they_are_hurt() -> None:
    state = position()
    desk = state.desks[AXIS]
    kummetz = desk.fleets["kummetz"]
    assert not AxisStaff(DATA, state, AXIS).order(kummetz).mission, "nothing is known"
    reported(state, AXIS, "5811", number=22, flags=["merchants"])
    assert not AxisStaff(DATA, state, AXIS).order(kummetz).mission, "C.52"
    desk.identified = True
    raid = AxisStaff(DATA, state, AXIS).order(kummetz)
    assert isinstance(raid.mission, Raid)
    assert DATA.distance(raid.goal, "5811") <= 6
    cover = reported(state, AXIS, "5911", number=12, flags=["capital ship"])
    assert not AxisStaff(DATA, state, AXIS).order(kummetz).mission
    cover.turn -= 7
    assert isinstance(AxisStaff(DATA, state, AXIS).order(kummetz).mission, Raid)
    desk.ships["luetzow"].lost["hull"] = 3
    assert not AxisStaff(DATA, state, AXIS).order(kummetz).mission


def test_in_the_dark_raiders_keep_away_from_ships_that_are_their_match() -> None:
    state = position()
    state.desks[AXIS].identified = True
    kummetz = state.desks[AXIS].fleets["kummetz"]
    reported(state, AXIS, "5811", number=22, flags=["merchants"])
    cruisers = reported(state, AXIS, "5911", level=3, number=3, types={"CL": 1, "DD": 2})
    staff = AxisStaff(DATA, state, AXIS)
    assert not staff.order(kummetz).mission
    assert not staff.engages(kummetz, cruisers)
    cruisers.types = {"DD": 3}
    assert isinstance(AxisStaff(DATA, state, AXIS).order(kummetz).mission, Raid)
    assert AxisStaff(DATA, state, AXIS).engages(kummetz, cruisers)
    cruisers.types = {"CL": 1, "DD": 2}
    for name in ("admiral-hipper", "luetzow"):
        state.desks[AXIS].ships[name].fleet = ""
    state.desks[AXIS].ships["scharnhorst"] = Ship("scharnhorst", DATA.line_of("scharnhorst"), fleet="kummetz", fuel=192)
    assert isinstance(AxisStaff(DATA, state, AXIS).order(kummetz).mission, Raid), "a battleship does not fear cruisers"


def covered(order: Order) -> str:
    """What a fleet is told to cover."""
    assert isinstance(order.mission, Cover)
    return order.mission.covered


def test_covering_fleets_go_for_what_they_can_beat_and_plot_one_turn_towards_it() -> None:
    state = position()
    force, desk = state.desks[ALLIED].fleets["force-r"], state.desks[ALLIED]
    assert covered(AlliedStaff(DATA, state, ALLIED).order(force)) == "jw-51b"
    enemy = reported(state, ALLIED, "6215", level=3, number=2, types={"DD": 2})
    order = AlliedStaff(DATA, state, ALLIED).order(force)
    assert order == (Intercept(enemy.key, 3), "6215", 3)
    ways = Routes(force.at, 3, dict.fromkeys(DATA.reach(force.at, 3), 1), DATA.neighbours)
    plot = fleets.plots(AlliedStaff(DATA, state, ALLIED), Assign({"force-r": ways}, optional=True))["force-r"]
    assert plot in ways
    assert DATA.distance(str(plot)[-4:], "6215") < DATA.distance(force.at, "6215")
    enemy.types = {"BB": 2}
    assert covered(AlliedStaff(DATA, state, ALLIED).order(force)) == "jw-51b"
    desk.ships["sheffield"].lost["hull"] = 4
    assert isinstance(AlliedStaff(DATA, state, ALLIED).order(force).mission, Return)


def test_covering_fleets_take_the_convoy_that_their_limits_let_them_reach() -> None:
    state = position()
    fraser, desk = state.desks[ALLIED].fleets["fraser"], state.desks[ALLIED]
    desk.fleets["ra-51"].at, desk.fleets["ra-51"].docked = "5311", False
    assert covered(AlliedStaff(DATA, state, ALLIED).order(fraser)) == "ra-51", "not east of column 54"
    desk.fleets["jw-51b"].at, desk.fleets["jw-51b"].plan = "5112", ["5212"]
    assert covered(AlliedStaff(DATA, state, ALLIED).order(fraser)) == "jw-51b", "its own"
    assert not AlliedStaff(DATA, state, ALLIED).order(desk.fleets["jw-51b"]).mission, "it has its plan"


def test_a_convoy_scatters_only_from_what_nobody_can_hold_off() -> None:
    state = position()
    desk, convoy = state.desks[ALLIED], state.desks[ALLIED].fleets["jw-51b"]
    slots = Assign({"jw-51b": Among(["scatter"])}, optional=True)

    def told() -> str | None:
        return fleets.regroup(AlliedStaff(DATA, state, ALLIED), slots)["jw-51b"]

    assert told() is None, "nobody is near"
    enemy = reported(state, ALLIED, DATA.neighbours(convoy.at)[0], level=3, number=8, types={"AC": 1, "CA": 1, "DD": 6})
    assert told() is None, "there are destroyers and, not far off, cruisers"
    desk.fleets["force-r"].at = "6619"
    for name in ("onslow", "obdurate", "obedient", "orwell"):
        desk.ships[name].at, desk.ships[name].fleet = SUNK, ""
    assert told() == "scatter"
    enemy.zone = "6114"
    assert told() is None, "too far away"
    ships = Assign({"jw-51b-1": Among(["Murmansk", "Iokanga"]), "jw-51b-1:1": Among(["6012"])}, optional=True)
    assert set(dict(fleets.plans(AlliedStaff(DATA, state, ALLIED), ships).pairs).values()) == {NONE}


def test_what_cannot_keep_up_is_sent_to_the_nearest_port_that_is_offered() -> None:
    state = position()
    desk = state.desks[ALLIED]
    desk.ships["matchless"].fuel = 3
    slots = Assign({name: Among(["new"]) for name in ("sheffield", "matchless")}, optional=True)
    staff = AlliedStaff(DATA, state, ALLIED)
    assert fleets.regroup(staff, slots) == Allot((("sheffield", NONE), ("matchless", "new")))
    offered = Among(["return:Scapa Flow:3", "return:Murmansk:3", "return:Murmansk:2", "raid:3"])
    assert (
        fleets.missions(staff, Assign({"force-r-detached": offered}, optional=True))["force-r-detached"]
        == "return:Murmansk:2"
    )
    slots = Assign({"matchless": Among(["new", "fuel:sheffield"])}, optional=True)
    assert fleets.regroup(staff, slots)["matchless"] == "fuel:sheffield"


def test_convoys_avoid_and_cruisers_engage_destroyers() -> None:
    state = position()
    enemy = reported(state, ALLIED, "5811", age=0, level=3, number=2, types={"DD": 2})
    staff = AlliedStaff(DATA, state, ALLIED)
    for fleet, expected in (("force-r", Engage("force-r", enemy.key)), ("bramble-group", Decline())):
        options: Pick[Any] = Pick([Decline(), Engage(fleet, enemy.key), Shadow(fleet, enemy.key)])
        assert fleets.contact(staff, options) == expected
    enemy.types, enemy.flags = {"AC": 1, "CA": 1, "DD": 6}, ["capital ship"]
    assert fleets.contact(staff, Pick([Decline(), Engage("jw-51b", enemy.key)])) == Decline()
    both: Pick[Any] = Pick([Decline(), Engage("force-r", enemy.key), Shadow("force-r", enemy.key)])
    assert fleets.contact(staff, both) == Decline(), "alone they are too weak"
    state.desks[ALLIED].fleets["jw-51b"].at = state.desks[ALLIED].fleets["force-r"].at
    assert fleets.contact(staff, both) == Engage("force-r", enemy.key), "beside the convoy they fight"
    enemy.types = {"BB": 6}
    assert fleets.contact(staff, both) == Shadow("force-r", enemy.key), "and never leave it"


# Aircraft and boats


def test_strikes_go_all_together_for_merchants_and_spread_over_them() -> None:
    state = position("pq-17-roesselsprung")
    convoy = reported(state, AXIS, "5509", age=0, number=40, flags=["merchants"])
    cover = reported(state, AXIS, "5509", age=0, number=9, flags=["capital ship"])
    able = [key for key in state.desks[AXIS].air if key.startswith(("he-111", "ju-88"))]
    staff = AxisStaff(DATA, state, AXIS)
    assert strikes.launch(staff, Subset(able, about=convoy.key)) == Choose(tuple(able))
    assert strikes.launch(staff, Subset(able, about=cover.key)) == Choose(())
    ships = Among(["pq-17-1", "pq-17-2", "pq-17-3", "keppel"])
    given = strikes.targets(AxisStaff(DATA, state, AXIS), Assign(dict.fromkeys(able[:3], ships), optional=True))
    assert {target for _, target in given.pairs} == {"pq-17-1", "pq-17-2", "pq-17-3"}


def test_boats_close_on_a_convoy_attack_and_press_only_in_the_dark_or_for_a_prize() -> None:
    state = position(turn=6)
    desk = state.desks[AXIS]
    boat = desk.boats["u-354"]
    reported(state, AXIS, "5911", age=0, number=22, flags=["merchants"])
    ways = Routes(boat.at, 2, dict.fromkeys(DATA.reach(boat.at, 2), 1), DATA.neighbours)
    moved = boats.move(AxisStaff(DATA, state, AXIS), Assign({"u-354": ways}, optional=True, ordered=True))["u-354"]
    assert str(moved).endswith("5911")
    state.hunt = Hunt(AXIS, "u-354", "", "c1", ["jw-51b-1", "jw-51b-2", "onslow"], detected=True)
    staff = AxisStaff(DATA, state, AXIS)
    assert boats.contact(staff, Pick([Decline(), Attack("u-354", "c1"), Shadow("u-354", "c1")])) == Attack(
        "u-354", "c1"
    )
    aims = [Aim(name, dice) for name in ("jw-51b-1", "onslow") for dice in (3, 2, 1)]
    assert boats.aim(staff, Pick([Decline(), *aims])) == Aim("jw-51b-1", 2)
    press: Pick[Any] = Pick([Decline(), Press(on=True)])
    assert boats.press(staff, press) == Press(on=True), "a dark night of 1942"
    state.weather["B"] = Spell(3, 60)
    assert boats.press(AxisStaff(DATA, state, AXIS), press) == Decline()


# Battle


def fight(state: State, cells: dict[str, tuple[int, list[str]]]) -> None:
    """A battle with divisions at cells; ships are numbered as the game does it."""
    divisions: list[Division] = []
    ships: dict[str, Fighter] = {}
    for key, (cell, names) in cells.items():
        side = ALLIED if key.startswith("a") else AXIS
        numbers = []
        for name in names:
            number = f"{key[0]}{sum(one.startswith(key[0]) for one in ships) + 1}"
            ships[number] = Fighter(name, "", seen=True)
            numbers.append(number)
        train = all(name.startswith("jw") for name in names)
        divisions.append(Division(key, side, cell, numbers, train=train))
    state.battle = Battle(
        "5811", AXIS, {ALLIED: ["jw-51b"], AXIS: ["kummetz"]}, divisions=divisions, ships=ships, round=2
    )


def answer(state: State, side: Side) -> dict[str, str]:
    """What a side intends in a round, by slot."""
    staff = (AlliedStaff if side is ALLIED else AxisStaff)(DATA, state, side)
    whole: Intents = {}
    view = battle.Round(staff)
    for division in view.own:
        step = view.move(division)
        whole |= view.manner(division, step)
        view.aim(division, division.cell + step, whole)
    return {str(slot): value for slot, value in whole.items()}


def test_escorts_smoke_before_the_train_which_runs_and_heavy_ships_turn_from_destroyers() -> None:
    state = position(turn=4)
    fight(
        state, {"a-1": (8, ["onslow", "orwell"]), "a-2": (12, ["jw-51b-1", "jw-51b-2"]), "g-1": (0, ["admiral-hipper"])}
    )
    allied = answer(state, ALLIED)
    assert allied["a-2:move"] == "+1"
    assert allied["a-1:smoke"] == "yes"
    assert "g-1:comb" not in answer(state, AXIS)
    fight(
        state, {"a-1": (2, ["onslow", "orwell"]), "a-2": (9, ["jw-51b-1", "jw-51b-2"]), "g-1": (0, ["admiral-hipper"])}
    )
    assert answer(state, AXIS)["g-1:comb"] == "yes"
    assert answer(state, ALLIED)["a1:torpedoes"].startswith("g1/")


def test_raiders_fight_the_screen_from_afar_and_escorts_follow_whoever_gets_past_them() -> None:
    state = position(turn=4)
    escorts, train = ["onslow", "orwell", "obdurate", "obedient"], ["jw-51b-1", "jw-51b-2"]
    fight(state, {"a-1": (9, escorts), "a-2": (11, train), "g-1": (0, ["admiral-hipper"]), "g-2": (2, ["z29"])})
    axis = answer(state, AXIS)
    assert axis["g-1:move"] == "+3", "as near as it takes to see them"
    assert axis["g-2:move"] == "-2", "one destroyer does not leave her heavy ship for four"
    fight(state, {"a-1": (9, escorts), "a-2": (11, train), "g-1": (5, ["admiral-hipper"])})
    assert "g-1:move" not in answer(state, AXIS), "near enough"
    fight(state, {"a-1": (5, escorts), "a-2": (11, train), "g-1": (10, ["z29", "z30"])})
    allied = answer(state, ALLIED)
    assert allied["a-1:move"] == "+4"
    assert "a-1:comb" not in allied


def test_guns_go_for_merchants_in_reach_and_a_crippled_raider_leaves_under_smoke() -> None:
    state = position(turn=4)
    fight(state, {"a-1": (3, ["jw-51b-1", "jw-51b-2"]), "g-1": (0, ["admiral-hipper"]), "g-2": (0, ["z29"])})
    axis = answer(state, AXIS)
    assert axis["g1:secondary"] in ("a1", "a2")
    assert int(axis.get("g-1:move", "0")) >= 0
    state.desks[AXIS].ships["admiral-hipper"].lost["hull"] = 4
    axis = answer(state, AXIS)
    assert int(axis["g-1:move"]) < 0
    assert axis["g-1:leave"] == axis["g-2:smoke"] == "yes"


def test_destroyers_stand_in_front_heavy_ships_behind() -> None:
    state = position()
    names = ["admiral-hipper", "z29", "luetzow"]
    slots = Assign(dict.fromkeys(names, Among(["1", "2", "3", "4"])), optional=True)
    given = battle.divide(AxisStaff(DATA, state, AXIS), slots)
    assert given == Allot((("admiral-hipper", "2"), ("z29", "1"), ("luetzow", "2")))


def test_every_scenario_gives_both_sides_places_for_their_boats() -> None:
    for scenario in SCENARIOS:
        state = opening(DATA, scenario, Options())
        for row in DATA.scenarios[scenario].boats:
            west, east = row.columns
            zones = [
                zone
                for zone in DATA.navigable
                if west <= DATA.column(zone) <= east and DATA.may_place(row.side, zone, state.month)
            ]
            staff = (AlliedStaff if row.side is ALLIED else AxisStaff)(DATA, state, row.side)
            options = Assign(dict.fromkeys(row.ships, Among(zones)))
            assert boats.place(staff, options) in options


# Whole games


@pytest.mark.parametrize(("scenario", "options"), [("qp-11-teaching", Options()), ("regenbogen", all_rules(GAME))])
def test_doctrine_plays_itself_to_the_end_without_ever_falling_back(scenario: str, options: Options) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=3, options=options, log=False)
    doctrine = Doctrine(match.data)
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        advice = doctrine.advise(match.known(eyes_of(side)), decision, dice_of(match, side))
        assert advice is not None, decision.rule
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
        match.act(side, advice)
    assert match.result is not None
