"""Doctrine in Arctic Disaster: what its staffs do in small positions, and whole games."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY, Data, data
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.convoy_display import CORE, PORT, SCREEN, STARBOARD, distance, positions
from barents.games.arctic_disaster.rules.terrain import KOLA, WEST
from barents.games.arctic_disaster.rules.units import aa
from barents.games.arctic_disaster.state import (
    GROUNDING,
    SCATTERS,
    WEATHER,
    Activation,
    Battle,
    Event,
    Fighter,
    Raid,
    State,
)
from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.decisions import Assign, Pick, Product, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, dice_of, play_out, player
from barents.players.arctic_disaster import Doctrine, air, battle, boats, lone, orders, setup, small
from barents.players.arctic_disaster.allied import AlliedStaff
from barents.players.arctic_disaster.answers import ANSWERS
from barents.players.arctic_disaster.axis import ALTA, NARVIK, AxisStaff
from tests.arctic_disaster.sailing import sea
from tests.published import ARCTIC_DISASTER as SCENARIOS

ALLIED, AXIS = Side.ALLIED, Side.AXIS
HISTORICAL, ARMAGEDDON = SCENARIOS
VARIANTS: Options = all_rules(GAME)
DATA: Data = data(None)


def position(scenario: str = HISTORICAL, turn: int = 5) -> State:
    """The forces of a scenario where they begin, every marker with a number, in clear weather."""
    state = GAME.opening(DATA, scenario, Options())
    state.turn, state.phase = turn, "activation"
    state.weather = {"norwegian": "clear", "barents": "clear"}
    for force in state.forces[ALLIED].values():
        if not force.at[0].isdigit():
            force.at = "3447"
    return state


def axis(state: State) -> AxisStaff:
    """The German staff, which sees what Germans may."""
    return AxisStaff(DATA, GAME.known(DATA, state, eyes_of(AXIS)), AXIS)


def allied(state: State) -> AlliedStaff:
    """The Allied staff."""
    return AlliedStaff(DATA, GAME.known(DATA, state, eyes_of(ALLIED)), ALLIED)


def scatter(state: State, *places: tuple[str, str]) -> None:
    """PQ-17 is gone but for some merchants that lie singly."""
    state.scatter = "done"
    del state.forces[ALLIED][CONVOY]
    for ship in state.ships[ALLIED].values():
        if ship.force == CONVOY:
            ship.force, ship.at, ship.group = "", "arrived", 1
    for name, cell in places:
        state.ships[ALLIED][name].at = cell


# Where the convoy is, and who goes for it


def test_germans_take_the_marker_that_fits_the_last_report_for_the_convoy() -> None:
    state = position(turn=4)
    state.forces[ALLIED][CONVOY].detected = False
    state.forces[ALLIED][CONVOY].at = "2538"
    state.forces[ALLIED]["cruiser-force"].at = "2547"
    state.forces[ALLIED]["tf-1"].at = "2528"
    state.notebook[AXIS].sightings.append(Sighting("2541", "30 merchants, 6 destroyers", "search", 3))
    marker = axis(state).convoy_marker()
    assert marker is not None
    assert marker.at == "2538"
    assert marker.key != CONVOY, "they do not know its name"


def test_tirpitz_stays_in_port_until_nobody_can_run_aground_and_waits_for_leave() -> None:
    state = position()
    tirpitz = state.forces[AXIS]["tg-a"]
    assert axis(state).goal(tirpitz) == tirpitz.at
    state.grounding = True
    assert axis(state).goal(tirpitz) == tirpitz.at, "PQ-17 scatters if nobody sees her"
    state.scatter = "done"
    assert axis(state).goal(tirpitz) != tirpitz.at
    state.pool.append(GROUNDING)
    assert axis(state).goal(tirpitz) == tirpitz.at
    far = position(turn=5)
    sails = a.PutIn("knights-move", True)
    assert small.knights_move(axis(far), Pick([sails])) == Decline()
    far.forces[ALLIED][CONVOY].at, far.forces[AXIS]["tg-a"].at = "2327", ALTA
    assert small.knights_move(axis(far), Pick([sails])) == Decline(), "raiders would be recalled with her"
    for name in ("luetzow", "scheer"):
        far.ships[AXIS][name].damage = 2
    assert small.knights_move(axis(far), Pick([sails])) == sails, "these go nowhere any more"
    alone = position(turn=5)
    alone.options = VARIANTS
    alone.forces[ALLIED][CONVOY].at, alone.forces[AXIS]["tg-a"].at = "2327", ALTA
    assert small.knights_move(axis(alone), Pick([sails])) == sails, "she alone would be"


def test_raiders_wait_in_port_for_the_moment_and_lie_in_ambush_beyond_the_cruisers_line() -> None:
    state = position(turn=1)
    raiders, convoy = state.forces[AXIS]["tg-b"], state.forces[ALLIED][CONVOY]
    assert axis(state).goal(raiders) == raiders.at == NARVIK, "PQ-17 is too far off yet"
    assert axis(position(turn=8)).goal(raiders) == convoy.at, "it will not come by any more"
    convoy.at, state.forces[ALLIED]["cruiser-force"].at = "1934", "2034"
    ambush = axis(state).goal(raiders)
    assert ambush in DATA.east_of_30 & DATA.full_sea
    assert min(DATA.distance(ambush, cell) for cell in axis(state).course(convoy.at)) in (2, 3)
    convoy.at, raiders.at = "2226", "2526"
    assert axis(state).goal(raiders) == "2226", "nobody is near PQ-17"
    state.forces[ALLIED]["cruiser-force"].at = "2224"
    assert axis(state).goal(raiders) not in ("2226", NARVIK)
    convoy.at = "2118"
    assert axis(state).goal(raiders) == "2118", "there the cruisers may not be"


def test_raiders_go_round_submarines_and_forces_that_nobody_has_found() -> None:
    state = position()
    raiders = state.forces[AXIS]["tg-b"]
    raiders.at, state.forces[ALLIED][CONVOY].at = "2626", "2118"
    state.active = Activation(AXIS, "tg-b", left=8, began=True)
    ways: Pick[Any] = Pick([a.Stop()], Product(a.Go, Among(["2625", "2525", "2526"])))
    assert orders.act(axis(state), ways) == a.Go("2525")
    boat = next(iter(state.boats[ALLIED].values()))
    boat.at, boat.handle = "2525", 40
    assert orders.act(axis(state), ways) == a.Go("2625")
    boat.at = "held"
    state.forces[ALLIED]["cruiser-force"].at = "2426"
    assert orders.act(axis(state), ways) == a.Go("2625")


def test_raiders_fall_on_scattered_merchants_and_go_home_when_they_are_hurt() -> None:
    state = position(turn=1)
    raiders = state.forces[AXIS]["tg-b"]
    state.ships[ALLIED]["earlston"].force, state.ships[ALLIED]["earlston"].at = "", "2746"
    assert axis(state).goal(raiders) == NARVIK, "one cripple far off is not worth it"
    scatter(state, ("hoosier", "2525"), ("honomu", "2525"), ("carlton", "2217"))
    assert axis(state).goal(raiders) == "2525"
    raiders.at, state.active = "2626", Activation(AXIS, "tg-b", left=4, began=True)
    go = orders.act(axis(state), Pick([a.Stop()], Product(a.Go, Among(["2525", "2727"]))))
    assert go == a.Go("2525")
    raiders.at = "2525"
    assert orders.act(axis(state), Pick([a.Stop(), a.OpenFire()])) == a.OpenFire()
    state.ships[AXIS]["scheer"].damage = 2
    assert axis(state).goal(raiders) in DATA.ports, "a heavy ship is half sunk"


def test_the_convoy_goes_north_east_to_its_route_round_a_boat_and_stops_when_it_is_through() -> None:
    state = position(turn=1)
    state.active = Activation(ALLIED, CONVOY, left=6, began=True)
    ways: Pick[Any] = Pick([], Product(a.Go, Among(["2643", "2543", "2743"])))
    assert orders.act(allied(state), ways) == a.Go("2543")
    for number, boat in enumerate(state.boats[AXIS].values(), start=40):
        boat.at, boat.handle = "2543", number
    assert orders.act(allied(state), ways) == a.Go("2643")
    state.forces[ALLIED][CONVOY].at, state.active.stepped = "2115", True
    assert orders.act(allied(state), Pick([a.Stop()], Product(a.Go, Among(["2114", "2214"])))) == a.Stop()


def test_the_way_east_keeps_out_of_the_bombers_reach() -> None:
    course = axis(position()).course("2644")
    straight = [f"26{column}" for column in range(44, 15, -1)]
    exposed = [sum(cell in DATA.radius for cell in cells) for cells in (course, straight)]
    assert exposed[0] < exposed[1] / 2
    assert len(course) <= 33 + 1, "eleven turns of three hexes are enough"
    assert course[-1] not in DATA.radius


def test_maximum_speed_is_for_one_dash_under_the_bombers_the_last_turns_and_whoever_comes_up_by_it() -> None:
    both: Pick[Any] = Pick([a.SpeedUp(maximum=False), a.SpeedUp(maximum=True)])

    def hurries(state: State, side: Side, key: str) -> bool:
        force = state.forces[side][key]
        force.activated = True
        state.aside = [f"{side}-{force.handle}"]
        answer = orders.speed(allied(state) if side is ALLIED else axis(state), both)
        assert isinstance(answer, a.SpeedUp)
        return answer.maximum

    state = position(turn=6)
    convoy = state.forces[ALLIED][CONVOY]
    assert not hurries(state, ALLIED, CONVOY), "the bombers do not reach it"
    convoy.at = "2125"
    assert hurries(state, ALLIED, CONVOY)
    convoy.fuel = 1
    assert not hurries(state, ALLIED, CONVOY), "it would have to refuel"
    state.turn = 11
    assert hurries(state, ALLIED, CONVOY)
    for cell, behind in (("2127", False), ("2135", True)):
        state.forces[ALLIED]["cruiser-force"].at = cell
        assert hurries(state, ALLIED, "cruiser-force") == behind
    late = position(turn=8)
    scatter(late, ("hoosier", "3029"))
    assert hurries(late, AXIS, "tg-b") == (4 < DATA.distance(NARVIK, "3029") <= 6)


# Interception


def test_cruisers_cover_the_convoy_and_withdraw_when_there_is_none_any_more() -> None:
    state = position()
    cruisers = state.forces[ALLIED]["cruiser-force"]
    assert DATA.distance(allied(state).goal(cruisers), "2644") == 1
    scatter(state, ("hoosier", "2119"), ("honomu", "2119"))
    assert allied(state).goal(cruisers) not in DATA.radius
    for name in ("fury", "offa"):
        state.ships[ALLIED][name].force = "tf-1"
    for name in ("manchester", "eclipse"):
        state.ships[ALLIED][name].force, state.ships[ALLIED][name].at = "", "out"
    destroyers = state.forces[ALLIED]["tf-1"]
    assert DATA.distance(allied(state).goal(destroyers), "2119") == 1, "those of PQ-17 stay with its ships"


def test_cruisers_stand_between_a_german_marker_and_the_convoy() -> None:
    state = position()
    state.forces[ALLIED]["cruiser-force"].at = "2743"
    options: Pick[Any] = Pick([a.Intercept("cruiser-force")])
    for cell, answer in (("2842", a.Intercept("cruiser-force")), ("3147", Decline())):
        state.forces[AXIS]["tg-b"].at = cell
        state.active = Activation(AXIS, "tg-b", began=True)
        assert orders.intercept(allied(state), options) == answer
    assert orders.intercept(axis(state), Pick([])) == Decline()


# Aircraft


def test_torpedo_aircraft_come_in_where_the_screen_is_weak_and_bombers_finish_cripples() -> None:
    state = position()
    state.raid = Raid("2644", AXIS, CONVOY)
    state.raid.ships = positions(state, DATA)
    state.raid.units = dict.fromkeys(["kg-26-1", "1-kg-30-1", "1-kg-30-2"], "")
    state.ships[ALLIED]["honomu"].damage = 1
    ships = Among([name for name in state.raid.ships if not DATA.counters[name].is_sub])
    slots = {"kg-26-1": Among(SCREEN), "1-kg-30-1": ships, "1-kg-30-2": ships}
    given = air.on_convoy(axis(state), Assign(slots, capacity=dict.fromkeys(SCREEN, 1)))
    assert isinstance(given, Allot)
    beams = (*STARBOARD, *PORT)
    trawlers = [place for name, place in state.raid.ships.items() if DATA.counters[name].type == "AT"]
    assert given["kg-26-1"] in beams
    assert given["kg-26-1"] in trawlers, "whose guns are the weakest on the beams"
    assert given["1-kg-30-1"] == "honomu"
    assert given["1-kg-30-2"] != "honomu", "one bomb is as good on a sound ship as a second one on a cripple"


def test_guns_of_the_convoy_reach_every_merchant_and_each_attacker_gets_its_share() -> None:
    state = position()
    names = [name for name, ship in state.ships[ALLIED].items() if ship.force == CONVOY]
    escorts = [name for name in names if not DATA.counters[name].is_merchant]
    answer = setup.screen(allied(state), Assign(dict.fromkeys(escorts, Among([*SCREEN, *CORE])), optional=True))
    assert isinstance(answer, Allot)
    guns = {name: square for name, square in answer.pairs if square != NONE}
    assert all(aa(DATA, state.ships[ALLIED][name]) >= DATA.tables.air_attack.support_from for name in guns)
    reach = DATA.tables.air_attack.escort_reach_bomb
    assert all(min(distance(square, gun) for gun in guns.values()) <= reach for square in CORE[:34])
    for name, square in guns.items():
        state.ships[ALLIED][name].square = square
    again = setup.screen(allied(state), Assign(dict.fromkeys(escorts, Among([*SCREEN, *CORE])), optional=True))
    assert isinstance(again, Allot)
    assert {square for _, square in again.pairs} == {NONE}
    state.raid = Raid("2644", AXIS, CONVOY, units=dict.fromkeys(["1-kg-30-1", "1-kg-30-2", "kg-26-1"], ""))
    for done, count in (["1-kg-30-1"], 2), (["kg-26-1"], 4), (["1-kg-30-1", "kg-26-1", "1-kg-30-2"], 4):
        state.raid.done = done
        fire = air.supporters(allied(state), Subset(sorted(guns)))
        assert isinstance(fire, Choose)
        assert len(fire.items) == count


def test_formations_attack_what_is_in_sight_and_wait_for_it_otherwise() -> None:
    nothing, attack, store = (a.SendAgainst(what) for what in ("nothing", "attack", "store"))
    assert air.mission(axis(position()), Pick([nothing, attack, store])) == attack
    assert air.mission(axis(position()), Pick([nothing, store])) == store
    waiting = position()
    waiting.pool = ["kg-26", "1-kg-30"]
    assert air.mission(axis(waiting), Pick([nothing, attack, store])) == store, "others are still to come"
    waiting.stored, waiting.pool = ["2-kg-30"], ["kg-26", WEATHER]
    mass = a.SendAgainst("mass")
    assert air.mission(axis(waiting), Pick([nothing, attack, mass, store])) == mass, "the weather may change"
    state = position()
    scatter(state, ("hoosier", "2525"), ("honomu", "2525"), ("carlton", "2217"))
    targets = Among(["2525", "2217", "cruiser-force"])
    state.forces[ALLIED]["cruiser-force"].detected = True
    units = [f"1-kg-30-{number}" for number in range(1, 7)] + ["kg-26-1", "kg-26-2"]
    given = air.divided(axis(state), Assign(dict.fromkeys(units, targets), optional=True))
    assert isinstance(given, Allot)
    assert set(dict(given.pairs).values()) == {"2525", "2217"}


# Surface combat


def fight(state: State, areas: dict[str, int]) -> None:
    """A combat between ships in some areas."""
    sides: dict[Side, list[str]] = {ALLIED: [], AXIS: []}
    for name in areas:
        side = DATA.counters[name].side
        key = state.ships[side][name].force
        if key not in sides[side]:
            sides[side].append(key)
    ships = {name: Fighter(area, 1) for name, area in areas.items()}
    state.battle = Battle("2644", AXIS, sides, ships=ships, round=1)


def test_guns_go_for_what_is_worth_most_and_spread_over_it() -> None:
    state = position()
    fight(state, {"luetzow": 10, "scheer": 10, "hoosier": 12, "honomu": 12, "dianella": 12})
    targets = Among(["hoosier", "honomu", "dianella"])
    slots = {f"{ship}:main": targets for ship in ("luetzow", "scheer")}
    given = battle.gunnery(axis(state), Assign(slots, optional=True, ordered=True))
    assert isinstance(given, Allot)
    assert sorted(dict(given.pairs).values()) == ["honomu", "hoosier"]


def test_heavy_ships_keep_away_from_torpedoes_until_they_have_been_fired() -> None:
    state = position()
    fight(state, {"luetzow": 8, "fury": 19, "hoosier": 21, "honomu": 21})
    ways = Assign({"luetzow": Among([str(area) for area in range(4, 13) if area != 8])}, optional=True)
    near = battle.moves(axis(state), ways)
    state.ships[ALLIED]["fury"].fired = True
    then = battle.moves(axis(state), ways)
    assert isinstance(near, Allot)
    assert isinstance(then, Allot)
    assert int(then["luetzow"] or 8) > int(near["luetzow"] or 8)


def test_the_convoy_runs_and_whoever_is_outgunned_breaks_off() -> None:
    state = position()
    fight(state, {"tirpitz": 8, "hoosier": 14, "london": 16})
    ways = Assign({CONVOY: Among(["11", "12", "13", "15", "16", "17"])}, optional=True)
    assert battle.convoy_moves(allied(state), ways) == Allot(((CONVOY, "17"),))
    yes_or_no: Pick[Any] = Pick([a.Disengage(True), a.Disengage(False)])
    assert battle.break_off(axis(state), yes_or_no) == a.Disengage(False)
    fight(state, {"tirpitz": 8, "london": 16})
    assert battle.break_off(allied(state), yes_or_no) == a.Disengage(True)
    assert battle.break_off(axis(state), yes_or_no) == a.Disengage(False)


# Boats and ships on their own


def test_boats_keep_a_torpedo_while_the_convoy_is_escorted_and_shadow_otherwise() -> None:
    state = position(turn=4)
    state.boats[AXIS]["u-88"].attacks = 3
    state.active = Activation(ALLIED, CONVOY, began=True)
    state.asked = {AXIS: "u-88"}
    attack, shadow = a.Submarine("attack"), a.Submarine("shadow")
    assert boats.contact(axis(state), Pick([attack])) == Decline()
    assert boats.contact(axis(state), Pick([shadow])) == shadow
    state.boats[AXIS]["u-88"].attacks = 2
    assert boats.contact(axis(state), Pick([attack])) == attack
    moves: Pick[Any] = Pick([a.Pass()], Product(a.MoveUnit, {"u-88": Among(["2643", "2644", "2642"])}))
    state.boats[AXIS]["u-88"].at = "2641"
    assert boats.move(axis(state), moves) == a.MoveUnit("u-88", "2644")
    state.boats[AXIS]["u-88"].at = "2644"
    assert boats.move(axis(state), moves) == a.Pass()
    far: Pick[Any] = Pick([a.Pass()], Product(a.MoveUnit, {"u-88": Among(["2537", "2337", "2237"])}))
    state.boats[AXIS]["u-88"].at = "2437"
    assert boats.move(axis(state), far) == a.MoveUnit("u-88", "2237"), "where PQ-17 will pass"


def test_as_many_escorts_hunt_a_shadower_as_bar_it_and_no_more() -> None:
    state = position()
    screen = ["dianella", "lotus", "poppy", "la-malouine", "fury", "offa"]
    for holder, already, count in ((None, 0, 2), (None, 1, 1), (None, 2, 0), (AXIS, 0, 4)):
        state.tactical = holder
        for number, name in enumerate(("keppel", "wilton")):
            state.ships[ALLIED][name].away = number < already
        answer = boats.hunters(allied(state), Subset(screen))
        assert isinstance(answer, Choose)
        assert len(answer.items) == count


def test_slow_ships_leave_the_convoy_for_the_nearer_base() -> None:
    state = position()
    state.ships[ALLIED]["hoosier"].damage = 1
    slots = Assign({"hoosier": Among([WEST, KOLA]), "honomu": Among([WEST, KOLA])}, optional=True)
    assert lone.detach(allied(state), slots) == Allot((("hoosier", WEST), ("honomu", NONE)))
    state.forces[ALLIED][CONVOY].at = "2319"
    assert lone.detach(allied(state), slots) == Allot((("hoosier", KOLA), ("honomu", NONE)))


def test_merchants_run_east_while_they_can_come_through_and_else_hide_apart_from_boats() -> None:
    ice, east = "2022", "2123"
    for turn, start, expected in ((7, "2126", east), (10, "2126", ice)):
        state = position(turn=turn)
        scatter(state, ("hoosier", start))
        given = lone.run(allied(state), Assign({"hoosier": Among([ice, east, start])}))
        assert given == Allot((("hoosier", expected),)), turn
    state = position(turn=10)
    scatter(state, ("hoosier", "2217"))
    state.ships[ALLIED]["hoosier"].reached = True
    safe = Among(["2115", "2314"])
    for boat in state.boats[AXIS].values():
        boat.at = "2513"
    assert lone.run(allied(state), Assign({"hoosier": safe})) == Allot((("hoosier", "2115"),))
    state = position(turn=10)
    scatter(state, ("hoosier", "2219"), ("honomu", "2219"))
    cells = Among(["2217", "2117"])
    given = lone.run(allied(state), Assign({"hoosier": cells, "honomu": cells}, capacity={"2217": 1, "2117": 1}))
    assert isinstance(given, Allot)
    assert {given["hoosier"], given["honomu"]} == {"2217", "2117"}


def test_the_advantage_is_used_on_a_die_that_matters_and_for_the_right_side() -> None:
    state = position()
    fight(state, {"tirpitz": 8, "london": 12})
    options: Pick[Any] = Pick([a.KeepAdvantage("next-die"), a.UseAdvantage(2), a.UseAdvantage(-2)])
    for name, mine, theirs in (("tirpitz", 2, -2), ("london", -2, 2)):
        state.asked = {AXIS: name}
        assert small.advantage(axis(state), options) == a.UseAdvantage(mine)
        state.asked = {ALLIED: name}
        assert small.advantage(allied(state), options) == a.UseAdvantage(theirs)
    state.asked = {AXIS: "somali"}
    assert small.advantage(axis(state), options) == a.KeepAdvantage("next-die")


def test_groups_that_scatter_where_ways_are_few_leave_each_other_room() -> None:
    """East of 1529 the group that chooses last has but one way, which the first, further north, would like too."""
    theatre = sea()
    theatre.convoy("1529")
    theatre.begin(Event(SCATTERS))
    doctrine = Doctrine(DATA)
    while not theatre.is_over:
        decision = theatre.asked(ALLIED)
        advice = doctrine.advise(theatre.now, decision, Dice.seeded("few ways"))
        assert advice is not None
        assert decision.refusal(advice) is None, decision.rule
        theatre.act(ALLIED, advice)
    assert theatre.told("AD-9.4-no-reform")
    groups = {ship.group: ship.at for ship in theatre.now.ships[ALLIED].values() if ship.group}
    assert len(set(groups.values())) == len(groups) == 4, "none joins another"


def test_questions_that_few_games_ask_have_answers_too() -> None:
    state = position()
    state.raid = Raid("2644", AXIS, "home-fleet", units={"kg-26-1": "victorious", "1-kg-30-1": "victorious"})
    engage: Pick[Any] = Pick([a.Engage("kg-26-1"), a.Engage("1-kg-30-1")])
    assert air.next_attacker(axis(state), engage) == a.Engage("1-kg-30-1"), "the weaker is given up"
    assert air.next_attacker(allied(state), engage) == a.Engage("kg-26-1"), "the more dangerous is met first"
    assert air.in_battle(allied(state), Assign({}, optional=True)) == Allot(()), "none of hers is ready"
    many = Subset([f"ship-{number}" for number in range(40)], least=37, most=37)
    assert air.designate(allied(state), many) in many
    bases: Pick[Any] = Pick([], Product(a.Transfer, Among(["4645", "3325"])))
    for cell, base in (("2644", "4645"), ("2327", "3325")):
        state.forces[ALLIED][CONVOY].at = cell
        assert air.base(axis(state), bases) == a.Transfer(base)
    ship = state.ships[ALLIED]["somali"]
    ship.force, ship.at = "", "2748"
    state.forces[ALLIED]["cruiser-force"].at = "2744"
    moves: Pick[Any] = Pick([a.Pass()], Product(a.MoveUnit, {"somali": Among(["2747", "2745", "2749"])}))
    assert lone.straggler(allied(state), moves) == a.MoveUnit("somali", "2745")
    ways: Pick[Any] = Pick([a.ScatterConvoy(False), a.ScatterConvoy(True)])
    fight(state, {"tirpitz": 8, "hoosier": 14, "honomu": 14, "carlton": 14, "ironclad": 14})
    assert battle.scatter(allied(state), ways) == a.ScatterConvoy(False)
    for name in ("hoosier", "honomu", "carlton", "ironclad"):
        state.ships[ALLIED][name].damage = 1
    assert battle.scatter(allied(state), ways) == a.ScatterConvoy(True)


# Whole games


@pytest.mark.parametrize("options", [Options(), VARIANTS])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_doctrine_plays_itself_to_the_end_without_ever_falling_back(scenario: str, options: Options) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=3, options=replace(options), log=False)
    doctrine = Doctrine(match.data)
    choices = 0
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        assert decision.rule in ANSWERS
        known = match.known(eyes_of(side))
        assert set(known.asked) <= {side}, "what the other side is asked is its own affair"
        advice = doctrine.advise(known, decision, dice_of(match, side))
        assert advice is not None
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
        match.act(side, advice)
        choices += 1
    assert match.result is not None
    assert choices < 5_000


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", list(Side))
def test_doctrine_beats_random(side: Side, scenario: str) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=11, log=False)
    players = {side: player("doctrine", "arctic_disaster", match.data), side.enemy: RandomPlayer()}
    play_out(match, players, {seat: Dice.seeded(seat.value) for seat in Side})
    assert match.result is not None
    assert match.result.winner is side
