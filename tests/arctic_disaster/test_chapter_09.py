"""Chapters 9.1, 9.2 and 9.4: PQ-17 goes east, until it scatters."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_disaster.actions import Go
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.air import open_targets
from barents.games.arctic_disaster.rules.scatter import easterly_ways, free_ways, group_sizes
from barents.games.arctic_disaster.rules.terminal import take_markers_off
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.rules.victory import allied_points, german_points
from barents.games.arctic_disaster.state import (
    HELD,
    SCATTERS,
    Activate,
    ConvoyDisplay,
    Cripples,
    Draw,
    Event,
    FillPool,
    Reorganise,
    ScatteredMoves,
    Singles,
)

from .sailing import activate, goes, left, play_out, sail, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

HERE, EAST, NORTH_EAST, SOUTH_EAST = "2640", "2639", "2539", "2739"
DESTROYERS, GROUPS, FIRST, LATER = (
    "AD-9.4-dd-new-tf",
    "AD-9.4-four-groups",
    "AD-9.4-first-move",
    "AD-9.4-later-move",
)


# The convoy under way (9.2)


@pytest.mark.rule("AD-9.2-must-move", "AD-9.2-direction")
def test_the_convoy_goes_east_in_every_activation() -> None:
    theatre = sea()
    theatre.convoy(HERE)
    activate(theatre, "pq-17")
    assert goes(theatre, ALLIED) == {EAST, NORTH_EAST, SOUTH_EAST}
    assert "stop" not in theatre.offered(ALLIED), "it has to enter a hex"
    sail(theatre, ALLIED, EAST)
    assert "stop" in theatre.offered(ALLIED)
    assert goes(theatre, ALLIED) == {"2638", "2538", "2738"}


@pytest.mark.rule("AD-9.2-west-sc2")
def test_in_the_second_scenario_it_may_turn_round_in_three_turns() -> None:
    theatre = sea(ARMAGEDDON)
    theatre.convoy(HERE)
    for turns in (1, 2, 3):
        take_markers_off(theatre.at_hand)
        start = theatre.marker("pq-17").at
        activate(theatre, "pq-17")
        assert len(goes(theatre, ALLIED)) == 6
        west = theatre.data.step(start, "W")
        assert west is not None
        sail(theatre, ALLIED, west)
        assert theatre.now.west_turns == turns
        assert EAST not in goes(theatre, ALLIED), "not both ways in a turn"
        theatre.act(ALLIED, "stop")
    take_markers_off(theatre.at_hand)
    activate(theatre, "pq-17")
    assert goes(theatre, ALLIED) == {"2642", "2542", "2742"}
    theatre = sea(ARMAGEDDON)
    theatre.convoy(HERE)
    activate(theatre, "pq-17")
    sail(theatre, ALLIED, EAST)
    assert theatre.now.west_turns == 0
    assert HERE not in goes(theatre, ALLIED)


@pytest.mark.rule("AD-9.2-ice-stop")
def test_where_it_cannot_go_east_it_stays() -> None:
    theatre = sea()
    theatre.convoy("2210", "carlton", "fury")
    activate(theatre, "pq-17")
    assert theatre.offered(ALLIED) == ["stop"], "there is no hex to the east"
    assert theatre.marker("pq-17").at == "2210"


@pytest.mark.rule("AD-9.2-arrive", "AD-15.2-no-double")
def test_in_murmansk_it_has_arrived() -> None:
    theatre = sea()
    theatre.convoy("3517", "carlton", "bellingham", "fury", "p614")
    theatre.find("carlton").reached = True
    activate(theatre, "pq-17")
    sail(theatre, ALLIED, "3617")
    assert theatre.is_over
    assert CONVOY not in theatre.now.forces[ALLIED]
    assert [theatre.find(name).at for name in ("carlton", "bellingham", "fury", "p614")] == ["arrived"] * 4
    assert theatre.now.awards == 1, "Carlton has had her point"


@pytest.mark.rule("AD-9.1-temp-detach", "AD-13.6-shadow-return")
def test_ships_that_hunt_a_shadower_are_still_of_the_convoy() -> None:
    """They go with it, are back on its display when the turn ends, and may leave it for good like the others."""
    theatre = sea()
    theatre.convoy(HERE, "carlton", "fury", "lotus")
    theatre.boat("u-88", EAST)
    for number, name in enumerate(("fury", "lotus"), 1):
        theatre.find(name).square = f"screen-{number}"
    theatre.begin(Activate(ALLIED, CONVOY), dice=[1]).act(ALLIED, "speed-up no", f"go {EAST}")
    theatre.act(AXIS, "submarine shadow").act(ALLIED, "choose fury,lotus")
    assert [(theatre.find(n).force, theatre.find(n).square) for n in ("fury", "lotus")] == [(CONVOY, "")] * 2
    play_out(theatre)
    assert theatre.find("fury").away
    theatre.state = theatre.now
    play_out(theatre.begin(ConvoyDisplay()))
    assert not any(theatre.find(name).away for name in ("fury", "lotus"))
    assert all(theatre.find(name).square for name in ("fury", "lotus"))
    theatre.state = theatre.now
    theatre.begin(Reorganise()).act(ALLIED, f"regroup {EAST}")
    assert theatre.ways(ALLIED, "fury")[0] == CONVOY


# What makes it scatter (9.4)


def threatened(at: str, *, seen: bool, convoy: str = "2128", scenario: str = "historical") -> bool:
    """Whether the marker goes into the pool, once, before the next is drawn when Tirpitz is somewhere."""
    theatre = sea(scenario)
    if convoy:
        theatre.convoy(convoy)
    theatre.force("tg-a", at, "tirpitz", detected=seen)
    theatre.state.pool = ["massed-air", "massed-air"]
    theatre.begin(Draw(), dice=[1, 1, 1])
    while not theatre.is_over and theatre.asked(next(iter(theatre.match.pending))).window:
        theatre.idle(AXIS)
    told = len(theatre.told("AD-5.9-scatter-immediate"))
    assert told <= 1
    return bool(told)


@pytest.mark.rule("AD-9.4-trigger-north", "AD-9.4-trigger-near", "AD-9.4-trigger-once", "AD-16.2-no-forced-scatter")
def test_tirpitz_seen_in_the_north_or_near_the_convoy() -> None:
    assert threatened("2440", seen=True)
    assert not threatened("2440", seen=False)
    assert not threatened("2540", seen=True)
    assert threatened("2527", seen=False), "four hexes from 2128"
    assert not threatened("2627", seen=False)
    assert not threatened("2527", seen=True, scenario=ARMAGEDDON)


@pytest.mark.rule("AD-9.4-trigger-gone")
def test_nothing_scatters_a_convoy_that_is_gone() -> None:
    """Tirpitz in the north, or where it was, or unseen for two turns: PQ-17 has come in."""
    assert not threatened("2440", seen=True, convoy="")
    assert not threatened("2527", seen=False, convoy="")
    theatre = sea(turn=8)
    theatre.ship("carlton", "arrived")
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.now.unseen = 2
    play_out(theatre.begin(FillPool()))
    assert SCATTERS not in theatre.now.pool
    assert theatre.now.scatter == "no"


@pytest.mark.rule("AD-9.4-trigger-unseen", "AD-9.4-trigger-gone", "AD-9.4-trigger-once")
@pytest.mark.parametrize(("unseen", "ship_at", "goes_in"), [(1, "", False), (2, "", True), (2, "lost", False)])
def test_tirpitz_unseen_for_two_turns(unseen: int, ship_at: str, goes_in: bool) -> None:
    theatre = sea(turn=8)
    theatre.convoy(HERE)
    theatre.force("tg-a", "3327", "tirpitz", "hipper")
    if ship_at:
        theatre.ship("tirpitz", ship_at)
    theatre.now.unseen, theatre.now.grounding = unseen, True
    play_out(theatre.begin(FillPool()))
    assert theatre.now.pool.count(SCATTERS) == int(goes_in)
    play_out(theatre.begin(FillPool()))
    assert theatre.now.pool.count(SCATTERS) == int(goes_in), "it stays until it is drawn"


# Scattering (9.4)


def scattering(cell: str = HERE, *, moved: bool = True, **fields: object) -> Theatre:
    """The whole convoy is about to scatter."""
    theatre = sea(turn=8)
    theatre.convoy(cell, **fields)
    theatre.now.convoy_moved = moved
    return theatre


def merchants_at(theatre: Theatre) -> Counter[str]:
    """How many merchants lie singly in each hex."""
    about = theatre.data.counters
    return Counter(s.at for s in theatre.now.ships[ALLIED].values() if about[s.id].is_merchant and s.at[:1].isdigit())


def split(theatre: Theatre, west: str = "2641") -> Theatre:
    """The destroyers go to a hex, the merchants to the groups in their order."""
    theatre.begin(Event(SCATTERS)).act(ALLIED, Go(west))
    while not theatre.is_over and theatre.asked(ALLIED).rule == GROUPS:
        options = theatre.asked(ALLIED).options
        theatre.act(ALLIED, next(iter(options)))
    return theatre


@pytest.mark.rule(
    "AD-9.4-four-groups", "AD-9.4-escorts-random", "AD-9.4-dd-new-tf", "AD-9.4-dd-not-activated", "AD-9.4-move-later",
    "AD-9.4-shadow-lost", "AD-9.4-always-detected", "AD-13.10-revert", "AD-9.4-no-reform",
)  # fmt: skip
def test_the_convoy_scatters() -> None:
    """G62: 34 merchants in groups of 9, 9, 8 and 8. G64: four of sixteen escorts to each."""
    theatre = scattering(penalty=1, fuel=1)
    theatre.boat("u-88", HERE)
    theatre.now.shadow = "u-88"
    theatre.begin(Event(SCATTERS))
    assert (theatre.asked(ALLIED).rule, theatre.offered(ALLIED)) == (DESTROYERS, ["go 2641", "go 2540", "go 2740"])
    split(theatre)
    assert theatre.is_over, "it had moved: nobody moves now"
    assert merchants_at(theatre) == {HERE: 9, EAST: 9, NORTH_EAST: 8, SOUTH_EAST: 8}
    state, about = theatre.now, theatre.data.counters
    escorts = [s for s in state.ships[ALLIED].values() if s.group and not about[s.id].is_merchant]
    assert Counter(ship.at for ship in escorts) == {HERE: 4, EAST: 4, NORTH_EAST: 4, SOUTH_EAST: 4}
    assert {about[ship.id].type for ship in escorts} == {"AA", "AT", "MS", "FF", "R"}
    assert len(theatre.draws("AD-9.4-escorts-random")) == 1
    force = theatre.marker("tf-1")
    assert (force.at, force.detected, force.activated, force.fuel, force.penalty) == ("2641", False, True, 1, 1)
    assert {(ship.penalty, ship.fuel) for ship in state.ships[ALLIED].values() if ship.force} == {(0, 0)}, "it has them"
    assert {ship.id for ship in state.ships[ALLIED].values() if ship.force} == {
        "fury", "offa", "keppel", "leamington", "ledbury", "wilton",
    }  # fmt: skip
    assert (state.shadow, state.scatter, CONVOY in state.forces[ALLIED]) == ("", "done", False)
    assert [state.boats[ALLIED][name].at for name in ("p614", "p615")] == [HERE, HERE]
    assert set(open_targets(state, theatre.data, ALLIED)) == {HERE, EAST, NORTH_EAST, SOUTH_EAST}, "all are in view"
    theatre.begin(Reorganise())
    assert not {f"regroup {cell}" for cell in (HERE, EAST, NORTH_EAST, SOUTH_EAST)} & set(theatre.offered(ALLIED))


@pytest.mark.rule("AD-9.4-no-ice", "AD-9.4-four-groups", "AD-9.4-dd-new-tf")
def test_no_group_goes_into_the_ice() -> None:
    """G63: where the hex to the north-east is ice its eight are shared by the other two in the east: 9, 13 and 12."""
    data = sea().data
    assert list(group_sizes(data, "2121", 34).values()) == [9, 13, 12]
    assert group_sizes(data, HERE, 34) == {HERE: 9, EAST: 9, NORTH_EAST: 8, SOUTH_EAST: 8}
    assert group_sizes(data, HERE, 5) == {HERE: 2, EAST: 1, NORTH_EAST: 1, SOUTH_EAST: 1}
    theatre = scattering("2121").begin(Event(SCATTERS))
    assert theatre.offered(ALLIED) == ["go 2122", "go 2222"], "nor do the destroyers assemble there"
    theatre = split(scattering("2121"), "2122")
    assert merchants_at(theatre) == {"2121": 9, "2120": 13, "2221": 12}


@pytest.mark.rule("AD-9.4-four-groups")
def test_everyone_hears_who_lies_in_which_hex_and_where_nobody_does() -> None:
    theatre = sea(turn=8)
    theatre.convoy(HERE, "carlton", "bellingham", "lotus")
    theatre.now.convoy_moved = True
    theatre.begin(Event(SCATTERS), dice=[1]).act(ALLIED, next(iter(theatre.asked(ALLIED).options)))
    said = {str(told.about["cell"]): str(told.about["ships"]) for told in theatre.told("AD-9.4-four-groups")}
    assert list(said) == [HERE, EAST, NORTH_EAST, SOUTH_EAST]
    assert sorted(", ".join(said.values()).split(", ")) == ["Bellingham", "Carlton", "Lotus", "nobody", "nobody"]
    for name in ("carlton", "bellingham", "lotus"):
        assert theatre.data.counters[name].name in said[theatre.find(name).at]


@pytest.mark.rule("AD-9.4-four-groups")
def test_damaged_merchants_are_divided_by_themselves() -> None:
    theatre = scattering()
    for name in ("carlton", "bellingham", "hoosier", "honomu"):
        theatre.find(name).damage = 1
    theatre.begin(Event(SCATTERS)).act(ALLIED, Go("2641"))
    assert len(theatre.slots(ALLIED)) == 30, "the sound ones first"
    assert "carlton" not in theatre.slots(ALLIED)
    split(theatre)
    assert merchants_at(theatre) == {HERE: 9, EAST: 9, NORTH_EAST: 8, SOUTH_EAST: 8}
    slow = [theatre.find(name).at for name in ("carlton", "bellingham", "hoosier", "honomu")]
    assert len(set(slow)) == 4


@pytest.mark.rule("AD-9.4-dd-no-marker", "AD-7.4-exit-marker", "AD-13.2-dummy-removed")
def test_without_a_marker_the_destroyers_lie_in_full_view() -> None:
    theatre = scattering()
    for number, key in enumerate(("home-fleet", "cruiser-force", "tf-1", "tf-2", "tf-3", "tf-4", "tf-5", "tf-6")):
        theatre.force(key, f"30{40 + number}")
    theatre.boat("german-dummy-1", "2740")
    split(theatre, "2740")
    assert theatre.is_over
    assert [(theatre.find(name).at, theatre.find(name).force) for name in ("fury", "wilton")] == [("2740", "")] * 2
    assert theatre.now.boats[AXIS]["german-dummy-1"].at == HELD, "where they come a dummy boat is found out"
    theatre.state = theatre.now
    assert theatre.begin(Singles(ALLIED)).is_over, "they are idle this turn, like a new force"
    take_markers_off(theatre.at_hand)
    theatre.begin(Singles(ALLIED))
    assert "move-unit fury 2741" in theatre.offered(ALLIED)


def running(**damages: int) -> Theatre:
    """The convoy has scattered before it moved, and its groups run."""
    theatre = scattering(moved=False)
    for name, points_ in damages.items():
        theatre.find(name).damage = points_
    split(theatre)
    assert theatre.asked(ALLIED).rule == FIRST
    return theatre


@pytest.mark.rule("AD-9.4-move-now", "AD-9.4-first-move", "AD-9.4-first-move-escorts")
def test_the_groups_run_at_once_at_maximum_speed() -> None:
    """G65: undamaged merchants and their escorts go five hexes, damaged ones two on the same way."""
    theatre = running(carlton=1)
    data = theatre.data
    ways = theatre.ways(ALLIED, HERE)
    runs = easterly_ways(theatre.now, data, HERE, 10)
    assert set(ways) == set(runs)
    assert all(len(way.cells) == 5 for way in runs.values())
    assert {"2635", "2137", "3137"} <= set(ways)
    assert not {"2645", "2143"} & set(ways)
    before = {s.id: (s.at, s.group) for s in theatre.now.ships[ALLIED].values() if s.group}
    ends = {HERE: "2635", EAST: "2634", NORTH_EAST: "2534", SOUTH_EAST: "2734"}
    theatre.plot(ALLIED, ends)
    assert theatre.is_over
    slow = before.pop("carlton")[0]
    for name, (start, _) in before.items():
        assert theatre.find(name).at == ends[start]
    carlton = theatre.find("carlton").at
    assert (data.distance(slow, carlton), data.distance(carlton, ends[slow])) == (2, 3)
    theatre.begin(ScatteredMoves())
    assert theatre.is_over, "and not in this Terminal Phase again"
    for _ in range(2):
        take_markers_off(theatre.at_hand)
        theatre.begin(ScatteredMoves())
        assert theatre.asked(ALLIED).rule == "AD-9.4-later-move", "from then on each goes where it likes"
        play_out(theatre)


@pytest.mark.rule("AD-9.4-first-move")
def test_no_group_joins_another() -> None:
    theatre = running()
    options = theatre.asked(ALLIED).options
    both = "2634"
    assert both in theatre.ways(ALLIED, EAST)
    assert "2635" in theatre.ways(ALLIED, HERE)
    shared = set(theatre.ways(ALLIED, EAST)) & set(theatre.ways(ALLIED, NORTH_EAST))
    cell = sorted(shared)[0]
    others = [c for c in theatre.ways(ALLIED, SOUTH_EAST) if c != cell]
    answer = theatre.game.notation.parse(
        f"assign {HERE}=2635 {EAST}={cell} {NORTH_EAST}={cell} {SOUTH_EAST}={others[0]}"
    )
    refusal = options.refusal(answer)
    assert refusal is not None
    assert "no more than 1" in refusal.reason


@pytest.mark.rule("AD-9.4-first-move")
def test_a_group_that_cannot_use_all_its_points_goes_as_far_as_it_can() -> None:
    theatre = sea()
    runs = easterly_ways(theatre.now, theatre.data, "2111", 10)
    assert {end: len(way.cells) for end, way in runs.items()} == {"2210": 3, "2410": 3}, "the edge of the map is near"
    assert {end: way.cells for end, way in easterly_ways(theatre.now, theatre.data, "2110", 10).items()} == {
        "2210": ("2210",)
    }
    assert not easterly_ways(theatre.now, theatre.data, "2210", 10)


@pytest.mark.rule("AD-9.4-move-later", "AD-9.4-terminal-only")
def test_if_it_had_moved_the_groups_run_in_the_next_turn() -> None:
    theatre = split(scattering())
    theatre.begin(Singles(ALLIED), ScatteredMoves())
    assert theatre.is_over, "not this turn, nor with other ships on their own"
    for ship in theatre.now.ships[ALLIED].values():
        ship.done = False
    theatre.begin(ScatteredMoves())
    assert theatre.asked(ALLIED).rule == FIRST


@pytest.mark.rule("AD-9.4-later-move")
def test_later_each_ship_goes_where_it_likes_but_not_west() -> None:
    """G76: from 2316 NE, or NW and then NE due north, but not W, and not to end NW or SW."""
    theatre = sea()
    theatre.ship("carlton", "2316", group=1, moves=1)
    found = free_ways(theatre.now, theatre.data, theatre.find("carlton"))
    assert found["2216"].cells == ("2216",)
    assert found["2116"].cost == 4
    assert {"2316", "2416", "2516", "2313"} <= set(found)
    assert not {"2317", "2217", "2417", "2315", "2312"} & (set(found) - {"2315"})
    theatre.begin(ScatteredMoves()).act(ALLIED, "assign carlton=2116")
    assert theatre.find("carlton").at == "2116"


@pytest.mark.rule("AD-9.4-later-move")
def test_on_her_way_she_goes_round_the_enemy() -> None:
    theatre = sea()
    theatre.ship("carlton", "2316", group=1, moves=1)
    straight = free_ways(theatre.now, theatre.data, theatre.find("carlton"))["2116"].cells[0]
    theatre.boat("u-88", straight)
    theatre.begin(ScatteredMoves()).act(ALLIED, "assign carlton=2116")
    assert theatre.is_over, "the boat meets nobody"
    way = [event.about["cell"] for event in theatre.told("AD-7.1-adjacent")]
    assert straight not in way
    assert way[-1] == theatre.find("carlton").at == "2116"


@pytest.mark.rule("AD-9.4-max-five", "AD-9.4-escort-stack")
def test_no_more_than_five_merchants_end_in_a_hex_but_any_number_of_escorts() -> None:
    theatre = sea()
    merchants = [name for name, about in theatre.data.counters.items() if about.is_merchant][:6]
    escorts = ["lotus", "poppy", "dianella", "palomares", "zamalek", "rathlin"]
    for name in (*merchants, *escorts):
        theatre.ship(name, "2316", group=1, moves=1)
    theatre.begin(ScatteredMoves())
    assert (theatre.asked(ALLIED).rule, theatre.asked(ALLIED).prompt) == (LATER, "Where do the scattered merchants go?")
    assert theatre.slots(ALLIED) == merchants
    together = "assign " + " ".join(f"{name}=2315" for name in merchants)
    assert theatre.asked(ALLIED).options.refusal(theatre.game.notation.parse(together)) is not None
    theatre.plot(ALLIED, {**dict.fromkeys(merchants[:5], "2315"), merchants[5]: "2316"})
    assert (theatre.asked(ALLIED).prompt, theatre.slots(ALLIED)) == ("Where do their escorts go?", escorts)
    theatre.plot(ALLIED, dict.fromkeys(escorts, "2315"))
    assert theatre.is_over
    assert merchants_at(theatre) == {"2315": 5, "2316": 1}


def some_merchants(theatre: Theatre, count: int) -> list[str]:
    """So many merchants."""
    return [name for name, about in theatre.data.counters.items() if about.is_merchant][:count]


@pytest.mark.rule("AD-9.4-max-five")
def test_cripples_and_ships_that_have_moved_count_among_the_five() -> None:
    theatre = sea()
    theatre.state.scatter = "done"
    moving, cripples, waiting = (some_merchants(theatre, 8)[part] for part in (slice(4), slice(4, 6), slice(6, 8)))
    for name in moving:
        theatre.ship(name, "2316", group=1, moves=1)
    for name in cripples:
        theatre.ship(name, "2315", damage=1, apart=True, bound="west")
    for name in waiting:
        theatre.ship(name, "2315", group=2, moves=1, done=True)
    theatre.begin(ScatteredMoves())
    two = "assign " + " ".join(f"{name}=2315" for name in moving[:2]) + f" {moving[2]}=2316 {moving[3]}=2316"
    assert theatre.asked(ALLIED).options.refusal(theatre.game.notation.parse(two)) is not None
    theatre.plot(ALLIED, {moving[0]: "2315", **dict.fromkeys(moving[1:], "2316")})
    assert merchants_at(theatre) == {"2315": 5, "2316": 3}


@pytest.mark.rule("AD-9.4-max-five", "AD-9.4-max-five-stuck")
def test_who_lies_with_five_cripples_and_can_go_on_has_to() -> None:
    theatre = sea()
    theatre.state.scatter = "done"
    names = some_merchants(theatre, 6)
    theatre.ship(names[0], "2316", group=1, moves=1)
    for name in names[1:]:
        theatre.ship(name, "2316", damage=1, apart=True, bound="west")
    theatre.begin(ScatteredMoves())
    assert "2316" in theatre.ways(ALLIED, names[0]), "where she lies, though there is no room"
    stay = theatre.game.notation.parse(f"assign {names[0]}=2316")
    assert theatre.asked(ALLIED).options.refusal(stay) is not None
    theatre.plot(ALLIED, {names[0]: "2315"})
    assert merchants_at(theatre) == {"2316": 5, "2315": 1}


@pytest.mark.rule("AD-9.4-max-five", "AD-9.4-later-move")
@pytest.mark.parametrize(("there", "offered"), [(5, False), (4, True)])
def test_a_hex_with_five_cripples_is_not_offered(there: int, offered: bool) -> None:
    theatre = sea()
    theatre.state.scatter = "done"
    names = some_merchants(theatre, 1 + there)
    theatre.ship(names[0], "2316", group=1, moves=1)
    for name in names[1:]:
        theatre.ship(name, "2315", damage=1, apart=True, bound="west")
    theatre.begin(ScatteredMoves())
    assert ("2315" in theatre.ways(ALLIED, names[0])) is offered


@pytest.mark.rule("AD-9.4-max-five-stuck")
def test_where_ships_are_stuck_they_stay_and_no_other_hex_takes_more_than_five() -> None:
    """Seven merchants without movement share a hex: they stay, and an eighth finds no room with them or with five."""
    theatre = sea()
    theatre.state.scatter = "done"
    names = some_merchants(theatre, 13)
    for name in names[:7]:
        theatre.ship(name, "2316", group=1, moves=1, slower=3)
    for name in names[7:12]:
        theatre.ship(name, "2315", group=1, moves=1, slower=3)
    theatre.ship(names[12], "2317", group=1, moves=1)
    theatre.begin(ScatteredMoves())
    ways = theatre.ways(ALLIED, names[12])
    assert "2317" in ways
    for cell in ("2315", "2316"):
        order = {**dict.fromkeys(names[:7], "2316"), **dict.fromkeys(names[7:12], "2315"), names[12]: cell}
        said = theatre.game.notation.parse("assign " + " ".join(f"{name}={where}" for name, where in order.items()))
        assert theatre.asked(ALLIED).options.refusal(said) is not None, cell
    theatre.plot(ALLIED, {names[12]: "2314"})
    assert merchants_at(theatre) == {"2316": 7, "2315": 5, "2314": 1}


@pytest.mark.rule("AD-9.4-max-five")
def test_a_cripple_on_her_way_home_does_not_end_as_the_sixth() -> None:
    theatre = sea()
    names = some_merchants(theatre, 6)
    theatre.ship(names[0], "2640", damage=1, apart=True, bound="west")
    theatre.begin(Cripples(ALLIED))
    play_out(theatre)
    usual = theatre.find(names[0]).at
    assert usual != "2640"

    for scattered, others, ends in ((True, 5, False), (True, 4, True), (False, 5, True)):
        theatre = sea()
        theatre.state.scatter = "done" if scattered else "no"
        theatre.ship(names[0], "2640", damage=1, apart=True, bound="west")
        for name in names[1 : 1 + others]:
            theatre.ship(name, usual, group=1, moves=1)
        theatre.begin(Cripples(ALLIED))
        if not theatre.is_over and usual in theatre.ways(ALLIED, names[0]):
            theatre.plot(ALLIED, {names[0]: usual})
        play_out(theatre)
        assert (theatre.find(names[0]).at == usual) is ends
        assert theatre.find(names[0]).at != "2640", "she goes as far as she can all the same"


@pytest.mark.rule("AD-15.2-arrive", "AD-15.2-no-double")
def test_a_merchant_scores_when_it_reaches_the_sixteenth_column_and_keeps_the_point() -> None:
    """G77: the point for reaching 2516 is kept when she is sunk a turn later, for three."""
    theatre = sea(turn=10)
    theatre.ship("carlton", "2517", group=1, moves=1)
    theatre.begin(ScatteredMoves()).act(ALLIED, "assign carlton=2516")
    assert theatre.now.awards == 1
    damage(theatre.at_hand, theatre.find("carlton"), 2, "torpedoes")
    assert theatre.find("carlton").at == "lost"
    assert allied_points(theatre.now, theatre.data) == 1
    assert german_points(theatre.now, theatre.data) == 3


@pytest.mark.rule("AD-13.5-scattered", "AD-13.5-scattered-once")
def test_boats_on_the_way_set_once_on_ships_that_go_together_and_on_each_that_goes_alone() -> None:
    theatre = sea()
    theatre.now.phase = "terminal"
    theatre.ship("carlton", "2316", group=1, moves=1)
    theatre.ship("bellingham", "2316", group=1, moves=1)
    theatre.boat("u-88", "2315")
    theatre.begin(ScatteredMoves())
    theatre.act(ALLIED, "assign carlton=2315 bellingham=2315")
    assert theatre.asked(AXIS).rule == "AD-13.5-contact"
    assert [theatre.find(name).at for name in ("carlton", "bellingham")] == ["2315", "2315"], "they go as one"
    theatre.idle(AXIS)
    assert theatre.is_over

    theatre = sea()
    theatre.now.phase = "terminal"
    names = ("carlton", "bellingham", "honomu", "ironclad", "hoosier")
    for name in names:
        theatre.ship(name, "2316", group=1, moves=1)
    theatre.boat("u-88", "2316")
    theatre.begin(ScatteredMoves(), dice=[1] * 4)
    cells = ("2315", "2314", "2313", "2215", "2214")
    theatre.act(ALLIED, "assign " + " ".join(f"{name}={cell}" for name, cell in zip(names, cells, strict=True)))
    for _ in range(4):
        assert theatre.asked(AXIS).rule == "AD-13.5-contact"
        theatre.act(AXIS, "submarine attack")
    assert theatre.offered(AXIS) == ["decline"], "each that leaves the hex is an occasion, but four attacks are all"
    theatre.idle_on()
    assert theatre.now.boats[AXIS]["u-88"].attacks == len(theatre.rolls("AD-13.5-attack-roll")) == 4


@pytest.mark.rule("AD-9.2-must-move")
def test_what_the_convoy_has_used_is_noted() -> None:
    theatre = sea()
    theatre.convoy(HERE)
    theatre.begin(Activate(ALLIED, "pq-17"))
    theatre.act(ALLIED, "speed-up no", Go(EAST))
    assert left(theatre) == 2
    assert theatre.now.convoy_moved
