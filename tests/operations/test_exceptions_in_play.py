"""The limits and exceptions of rules, each as the steps of a turn carry it out."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.battle.tactics import battle_of
from barents.games.operations.knowledge.known import known
from barents.games.operations.options import Options
from barents.games.operations.screen.clock import clock
from barents.games.operations.state import (
    Base,
    BoatActions,
    Bombardment,
    ContactChoice,
    ContactResult,
    InshorePatrols,
    LaunchStrikes,
    Mission,
    Movement,
    Orders,
    Record,
    SeaKeeping,
    Search,
    SetUp,
    SurfaceActions,
    WeatherAndLight,
)
from barents.kernel.actions import Choose
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer, Side, eyes_of

from .fights import GUNS, division, drawn_up, fought, meeting, placed, shots
from .theatre import ALLIED, AXIS, GALE, OPEN_SEA, SQUALL, Theatre

SEGMENTS = (Movement(1), Movement(2), Movement(3))
SEGMENT = (Movement(1), ContactChoice(1, ALLIED), ContactChoice(1, AXIS), ContactResult(1))
FORM, MISSION, PLOT = "OP-FLEET-form", "OP-FLEET-mission", "OP-FLEET-plot"
SOVIETS = Options(soviet_convoys=True)
MURMANSK, ARCHANGELSK = "6619", "7324"


def later(theatre: Theatre, turn: int) -> Theatre:
    """The same position in another turn."""
    theatre.state = theatre.now
    theatre.state.turn = turn
    return theatre


# Time and weather


@pytest.mark.rule("OP-TIME-order", "OP-TAC-who")
def test_who_avoided_a_battle_in_one_turn_may_join_one_in_the_next() -> None:
    theatre = meeting(("sheffield",), ("hipper",), weather=SQUALL)
    theatre.fleet("shy", OPEN_SEA, "belfast", avoided=True)
    theatre.weather(GALE).begin(SurfaceActions())
    assert theatre.is_over, "nobody fights in a gale"
    theatre = later(theatre, 4).weather(SQUALL)
    theatre.state.battles = meeting(("sheffield",), ("hipper",)).state.battles
    theatre.begin(SurfaceActions())
    assert battle_of(theatre.now).joining[ALLIED] == ["shy"]


@pytest.mark.rule("OP-TIME-order")
def test_a_bombardment_is_part_of_the_surface_action() -> None:
    theatre = bombarding().begin(InshorePatrols(), SurfaceActions(), Bombardment())
    assert theatre.asked(ALLIED).rule == "OP-PORT-bombard"
    assert clock(theatre.data, theatre.now).phase == "surface action"


@pytest.mark.rule("OP-WX-gale-speed")
def test_destroyers_make_one_zone_in_a_gale_and_so_does_anybody_else() -> None:
    for ship in ("amazon", "sheffield"):
        theatre = Theatre(weather=GALE)
        theatre.fleet("home", OPEN_SEA, ship, mission="cover", covers=OPEN_SEA, plot=["5811", "5911"], pace=3)
        assert theatre.begin(*SEGMENTS).at("home").track == [OPEN_SEA, "5811"]


# Ice, the White Sea and forbidden ports


def refused(theatre: Theatre, side: Side, **orders: str) -> str:
    """Why a plot is refused."""
    with pytest.raises(Refused) as refusal:
        theatre.plot(side, orders)
    return str(refusal.value)


@pytest.mark.rule("OP-MAP-axis-white", "OP-STATE-legal")
@pytest.mark.parametrize(
    ("month", "start", "zone", "row"),
    [
        (7, "7317", "7318", "OP-MAP-axis-white"),  # open to anybody else
        (2, "7317", "7318", "OP-MAP-axis-white"),  # shut in any case, and barred first
        (7, "6617", "6618", None),  # the approach of Murmansk lies in the Barents Sea
        (7, "6618", MURMANSK, "OP-PORT-bombard"),
        (4, "5710", "5709", "OP-MAP-ice-enter"),
    ],
)
def test_where_no_german_ship_goes_and_why(month: int, start: str, zone: str, row: str | None) -> None:
    theatre = Theatre(month=month)
    theatre.fleet("raiders", start, "tirpitz", pace=1)
    theatre.begin(Orders()).idle_until(PLOT, AXIS)
    if row is None:
        theatre.plot(AXIS, raiders=f"{start}>{zone}").idle_on()
        assert theatre.at("raiders").plot == [zone]
    else:
        assert f"({row})" in refused(theatre, AXIS, raiders=f"{start}>{zone}")


@pytest.mark.rule("OP-MAP-ice-enter", "OP-MAP-white-sea", "OP-STATE-legal")
@pytest.mark.parametrize(
    ("month", "start", "zone", "breaker", "row"),
    [
        (4, "5710", "5709", "", "OP-MAP-ice-enter"),
        (4, "5710", "5709", "home", None),
        (12, "7317", "7318", "", "OP-MAP-white-sea"),
        (12, "7317", "7318", ARCHANGELSK, None),
        (12, "7317", "7318", "7119", None),  # Iokanga
        (12, "7317", "7318", "7320", None),  # at sea in the White Sea
        (12, "7317", "7318", "7018", "OP-MAP-white-sea"),  # at sea elsewhere
        (12, "7317", "7318", MURMANSK, "OP-MAP-white-sea"),
        (7, "7317", "7318", "", None),
        (2, "7317", "7318", "7119", "OP-MAP-ice-enter"),  # no help avails
        (2, "7118", "7119", "", "OP-MAP-ice-enter"),  # nor is a port of one's own open
    ],
)
def test_what_the_ice_shuts_to_the_allies(month: int, start: str, zone: str, breaker: str, row: str | None) -> None:
    theatre = Theatre(month=month)
    theatre.state.desks[ALLIED].released = True  # so that a Soviet breaker may go anywhere
    theatre.fleet("home", start, "sheffield", *(("su:IB01",) if breaker == "home" else ()), pace=1)
    if breaker.isdigit():
        theatre.fleet(
            "breaker", breaker, "su:IB01", mission="cover", covers=breaker, docked=breaker in theatre.data.harbours
        )
    theatre.begin(Orders()).idle_until(PLOT, ALLIED)
    if row is None:
        theatre.plot(ALLIED, home=f"{start}>{zone}").idle_on()
        assert theatre.at("home").plot == [zone]
    else:
        assert f"({row})" in refused(theatre, ALLIED, home=f"{start}>{zone}")


# Orders


@pytest.mark.rule("OP-FLEET-form")
def test_who_leaves_a_fleet_on_its_way_home_is_bound_for_the_same_port() -> None:
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", "london", mission="return", port="Scapa Flow", plot=["5612"])
    theatre.begin(Orders()).idle_until(FORM, ALLIED).plot(ALLIED, london="new").idle_on()
    detached = theatre.at("home-detached")
    assert (detached.mission, detached.port, detached.plot[:1]) == ("return", "Scapa Flow", ["5612"])


@pytest.mark.rule("OP-FLEET-cover")
@pytest.mark.parametrize(
    ("mission", "plot", "goes"),
    [
        ("cover", ["4613", "4713", "4812"], ["4613", "4713", "4812"]),  # its own way leads near enough
        ("cover", ["4513"], None),  # not near enough: it makes straight for the convoy
        ("raid", [], []),  # nobody told it to cover anything
    ],
)
def test_a_covering_fleet_without_orders_closes_unless_its_plot_does(
    mission: Mission, plot: list[str], goes: list[str] | None
) -> None:
    theatre = Theatre()
    theatre.fleet("pq", "5911", "uk:LT*3")
    fleet = theatre.fleet("home", "4512", "sheffield", mission=mission, covers="pq", pace=3, plot=plot)
    away = theatre.data.distance
    assert away(fleet.at, "5911") > 12
    assert (away("4812", "5911") <= 12, away("4513", "5911") <= 12) == (True, False)
    theatre.begin(Orders()).idle_on()
    found = theatre.at("home").plot
    if goes is not None:
        assert found == goes
    else:
        assert len(found) == 6
        assert away(found[-1], "5911") == away(fleet.at, "5911") - 6


@pytest.mark.rule("OP-FLEET-intercept", "OP-STATE-legal")
def test_a_chase_beyond_its_reach_is_refused_for_that() -> None:
    theatre = Theatre()
    theatre.fleet("pq", "5911", "uk:LT*3")
    theatre.contact(AXIS, "pq", 2)
    theatre.fleet("raiders", "5511", "tirpitz", pace=1, mission="intercept", chases="5911")
    theatre.begin(Orders()).idle_until(MISSION, AXIS).plot(AXIS, raiders="intercept:c1:1").idle_until(PLOT, AXIS)
    assert "5411 is farther than 5511" in refused(theatre, AXIS, raiders="5511>5411")
    assert "farther" not in refused(theatre, AXIS, raiders="5511>5611>5711")
    theatre.plot(AXIS, raiders="5511>5611")


@pytest.mark.rule("OP-SCEN-setup")
def test_both_sides_boats_begin_where_they_were_placed() -> None:
    theatre = Theatre(scenario="regenbogen", month=12)
    rows = theatre.data.scenarios["regenbogen"].boats
    for row in rows:
        for key in row.ships:
            theatre.boat(key, "", row.type)
    theatre.begin(SetUp())
    for side in Side:
        zones = {key: list(theatre.ways(side, key))[-1] for key in theatre.slots(side)}
        assert zones
        theatre.plot(side, zones)
        for key, zone in zones.items():
            assert theatre.is_over is False or theatre.boat_now(key).at == zone
    for side in Side:
        assert all(boat.at.isdigit() for boat in theatre.now.desks[side].boats.values())


# Contact


@pytest.mark.rule("OP-FLEET-return", "OP-CONTACT-choice")
@pytest.mark.parametrize(("worn", "engages"), [((), True), (("london",), False), (("london", "sheffield"), False)])
def test_one_ship_that_storms_have_worn_keeps_her_fleet_from_attacking(worn: tuple[str, ...], engages: bool) -> None:
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", "london")
    theatre.fleet("raiders", OPEN_SEA, "z24")
    for key in worn:
        theatre.ship(key, marks=theatre.hull(key))
    theatre.begin(*SEGMENT, nobody=[6, 6, 3, 1, 1])
    assert ("engage home c1" in theatre.offered(ALLIED)) is engages
    assert "shadow home c1" in theatre.offered(ALLIED)


@pytest.mark.rule("OP-CONTACT-avoid")
@pytest.mark.parametrize(("answer", "dice"), [("shadow home c1", []), ("decline", [6])])
def test_whoever_shadows_does_not_avoid(answer: str, dice: list[int]) -> None:
    """A fleet that stays to shadow is caught without a die; one that avoids may get away."""
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "onslow")
    theatre.fleet("raiders", OPEN_SEA, "scharnhorst")
    theatre.begin(*SEGMENT, nobody=[6, 6, 3, 6, 6, 3], allied=dice)
    theatre.act(ALLIED, answer).act(AXIS, "engage raiders c1")
    assert bool(theatre.now.battles) is (answer != "decline")
    assert len(theatre.rolls("OP-CONTACT-avoid")) == len(dice)
    assert theatre.dice_left() == {}


# Search and strikes


@pytest.mark.rule("OP-SEARCH-sector")
@pytest.mark.parametrize(("sortie", "rolls"), [("search", 1), ("asw", 0), ("cap", 0), ("strike", 0)])
def test_only_steps_that_were_sent_to_search_do(sortie: str, rolls: int) -> None:
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3")
    theatre.wing("ju-88", "Banak", sortie=sortie, centre=OPEN_SEA)
    assert len(theatre.begin(Search(), nobody=[1, 1]).rolls("OP-SEARCH-number")) == rolls


@pytest.mark.rule("OP-SEARCH-scout")
@pytest.mark.parametrize(("plot", "rolls"), [([], 1), (["5811"], 0)])
def test_a_floatplane_stays_aboard_if_its_ship_has_sailed_too_far_from_where_it_was_to_look(
    plot: list[str], rolls: int
) -> None:
    """Four zones from the centre when the order was given; one zone farther when it is to fly."""
    theatre = Theatre()
    theatre.fleet("raiders", "5711", "admiral-hipper", plot=plot, pace=1)
    theatre.fleet("pq", "5315", "uk:LT*3")
    theatre.state.desks[AXIS].scouting = {"admiral-hipper": "5313"}
    away = theatre.data.distance
    assert (away("5711", "5313"), away("5811", "5313")) == (4, 5)
    theatre.begin(*SEGMENTS, Search(), nobody=[1, 1])
    assert len(theatre.rolls("OP-SEARCH-number")) == rolls
    assert theatre.now.desks[AXIS].scouting == {}


@pytest.mark.rule("OP-STRIKE-one-raid", "OP-STRIKE-order")
@pytest.mark.parametrize("sent", [False, True])
def test_a_raid_takes_place_only_if_aircraft_are_sent(sent: bool) -> None:
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.contact(AXIS, "pq")
    theatre.begin(LaunchStrikes(ALLIED), LaunchStrikes(AXIS)).act(ALLIED, "decline")
    theatre.act(AXIS, Choose(("ju-88-1", "ju-88-2") if sent else ()))
    assert bool(theatre.told("OP-STRIKE-order", Observer.ALLIED)) is sent
    assert theatre.is_over is not sent
    assert [step.sorties for step in theatre.now.desks[AXIS].air.values()] == [int(sent)] * 2


# Submarines


@pytest.mark.rule("OP-SUB-contact", "OP-SUB-three")
def test_a_boat_tries_the_largest_fleet_that_is_neither_crowded_nor_in_a_gale() -> None:
    theatre = Theatre()
    for key, number, zone in (("small", 2, OPEN_SEA), ("large", 9, OPEN_SEA), ("middle", 4, OPEN_SEA)):
        theatre.fleet(key, zone, f"uk:LT*{number}")
    for number in range(1, 8):
        theatre.boat(f"u-{number}", OPEN_SEA)
    theatre.state.desks[AXIS].queue = [f"u-{number}" for number in range(1, 8)]
    theatre.begin(BoatActions(AXIS), nobody=[1, 1] * 7).idle_on()
    fleets = theatre.now.desks[ALLIED].fleets
    assert {key: fleets[key].tried for key in fleets} == {"large": 3, "middle": 3, "small": 1}


@pytest.mark.rule("OP-SUB-contact")
@pytest.mark.parametrize(("blows", "tries"), [("B", 0), ("E", 1)])
def test_a_fleet_that_has_left_a_boats_zone_for_a_gale_is_not_met(blows: str, tries: int) -> None:
    """The boat is in the Norwegian Sea, the fleet in the Barents Sea."""
    theatre = Theatre().weather(GALE, blows)
    theatre.fleet("pq", "5611", "uk:LT*3", track=["5511", "5611"])
    theatre.boat("u-1", "5511")
    theatre.state.desks[AXIS].queue = ["u-1"]
    assert [theatre.data.region_of(zone) for zone in ("5511", "5611")] == ["N", "B"]
    assert len(theatre.begin(BoatActions(AXIS), nobody=[1, 1]).rolls("OP-SUB-contact")) == tries


@pytest.mark.rule("OP-SUB-contact", "OP-SUB-shadow", "OP-WX-gale-combat")
def test_a_boat_in_a_gale_neither_looks_for_anybody_nor_follows() -> None:
    theatre = Theatre().weather(GALE, "N")
    theatre.fleet("pq", "5611", "uk:LT*3", track=["5511", "5611"])
    theatre.boat("u-1", "5511", shadows="pq", since=2)
    theatre.state.desks[AXIS].queue = ["u-1"]
    theatre.begin(BoatActions(AXIS))
    assert theatre.boat_now("u-1").shadows == ""
    assert not theatre.contacts(AXIS)


@pytest.mark.rule("OP-SUB-shadow")
def test_a_boat_whose_fleet_has_gone_down_has_lost_it() -> None:
    theatre = Theatre()
    theatre.boat("u-1", OPEN_SEA, shadows="pq", since=2)
    theatre.begin(InshorePatrols())
    assert theatre.words(Observer.AXIS) == ["u-1 has lost the enemy"]
    assert theatre.boat_now("u-1").shadows == ""
    assert not theatre.words(Observer.ALLIED)


# Battles


@pytest.mark.rule("OP-TAC-divisions", "OP-TAC-placing", "OP-TAC-visibility", "OP-HID-view")
def test_both_sides_see_how_the_divisions_stand_and_who_is_near_at_once() -> None:
    """Five cells apart in a squall: those in front are recognised before the first round, the merchants are not."""
    theatre = drawn_up(meeting(("onslow", "uk:LT*2"), ("hipper",), weather=SQUALL), allied=[1])
    for observer in (Observer.ALLIED, Observer.AXIS):
        words = theatre.words(observer)
        assert [line for line in words if "stands in cell" in line] == [
            "a-1 of 1 ships stands in cell 5",
            "a-2 of 2 ships stands in cell 7",
            "g-1 of 1 ships stands in cell 0",
        ]
        assert [line for line in words if " is " in line] == ["a1 is onslow", "g1 is hipper"]
    seen = known(theatre.data, theatre.now, Observer.AXIS)
    assert sorted(seen.desks[ALLIED].ships) == ["onslow"]


@pytest.mark.rule("OP-TAC-placing", "OP-TAC-who")
def test_divisions_that_come_up_are_numbered_after_those_that_stand_there() -> None:
    theatre = meeting(("sheffield", "belfast"), ("hipper",), weather=SQUALL)
    theatre.fleet("near", OPEN_SEA, "norfolk", "london")
    drawn_up(theatre, {"belfast": "2"}, dice=[1] * 200)
    for _ in (1, 2):
        theatre.idle(ALLIED).idle(AXIS)
    theatre.plot(ALLIED, norfolk="2", london="1").plot(AXIS)
    ships = ("sheffield", "belfast", "london", "norfolk")
    assert [division(theatre, ship).key for ship in ships] == ["a-1", "a-2", "a-3", "a-4"]
    assert [division(theatre, ship).cell for ship in ships] == [5, 7, 9, 11]
    numbers = [name for name in battle_of(theatre.now).ships if name.startswith("a")]
    assert numbers == ["a1", "a2", "a3", "a4"]


@pytest.mark.rule("OP-TAC-leave")
def test_a_division_that_does_not_want_to_leave_stays() -> None:
    theatre = placed({"onslow": 0, "offa": -2, "hipper": 5}, weather=SQUALL)
    fought(theatre, dice=[1] * 99)
    assert [one.left for one in battle_of(theatre.now).divisions] == [False] * 3
    assert not [line for line in theatre.words(Observer.AXIS) if "left the battle" in line]


@pytest.mark.rule("OP-TAC-move")
def test_moves_are_seen_by_both_and_who_stays_is_not_spoken_of() -> None:
    theatre = placed({"onslow": 0, "offa": -2, "hipper": 5}, weather=SQUALL)
    fought(theatre, {"onslow:move": "-1"}, dice=[1] * 99)
    for observer in (Observer.ALLIED, Observer.AXIS):
        assert [line for line in theatre.words(observer) if "goes to" in line] == ["a-1 goes to cell -1"]


@pytest.mark.rule("OP-GUN-dice")
def test_how_often_a_ship_was_hit_is_told_to_both_and_a_worn_ship_fires_half_her_guns() -> None:
    theatre = placed({"duke-of-york": 0, "scharnhorst": 4})
    fought(theatre, {"duke-of-york:primary": "scharnhorst"}, dice=[6, 6, *[1] * 90], axis=[5, 5] * 2)
    for observer in (Observer.ALLIED, Observer.AXIS):
        assert "g1 is hit 2 times" in theatre.words(observer)
    whole = shots(theatre)["a1, primary guns, at g1"]
    assert whole == 7
    theatre = placed({"duke-of-york": 0, "scharnhorst": 4})
    theatre.ship("duke-of-york", marks=theatre.hull("duke-of-york"))
    fought(theatre, {"duke-of-york:primary": "scharnhorst"}, dice=[1] * 99)
    assert shots(theatre)["a1, primary guns, at g1"] == 3
    assert not [line for line in theatre.words() if "is hit" in line]
    assert theatre.rolls(GUNS)


# The sea and ports


@pytest.mark.rule("OP-FUEL-third", "OP-FUEL-untracked", "OP-SEA-founder")
@pytest.mark.parametrize(
    ("ship", "fuel", "found"),
    [("z24", 31, {"tanks nearly empty": 1}), ("z24", 32, {}), ("onslow", 1, {}), ("de:ST-g", 0, {})],
)
def test_little_fuel_counts_for_german_destroyers_and_never_where_fuel_is_not_tracked(
    ship: str, fuel: int, found: dict[str, int]
) -> None:
    """G43: eight boxes are 96 twelfths; 31 are less than a third of them, 32 are not."""
    theatre = Theatre(weather=GALE)
    fleet = theatre.fleet("fleet", OPEN_SEA, ship, mission="raid")
    key = next(iter(theatre.state.desks[theatre.data.types[theatre.data.line_of(ship)].side].ships))
    side = AXIS if ship != "onslow" else ALLIED
    theatre.ship(key, fuel=fuel + 1)  # one is burnt before
    fleet.track = [OPEN_SEA]
    theatre.begin(SeaKeeping(), **{side.value: [1, 1, 6, 6]})
    eyes = eyes_of(side)
    shown = GAME.view(theatre.data, GAME.known(theatre.data, theatre.now, eyes), eyes)
    (badges,) = [piece.badges for piece in shown.pieces if piece.id == "fleet"]
    assert ("low fuel" in badges) is (fuel in (1, 31))
    (roll,) = theatre.rolls("OP-SEA-founder")
    assert {words: value for words, value in roll.modifiers.items() if "tanks" in words} == found


@pytest.mark.rule("OP-SEA-machinery-effect")
def test_a_ship_whose_engines_have_failed_does_not_fail_again() -> None:
    theatre = Theatre(turn=6)
    theatre.fleet("raiders", OPEN_SEA, "z24", "z25", steamed=True)
    theatre.ship("z24", failed=True)
    theatre.begin(SeaKeeping(), axis=[5, 5, 4])
    assert [theatre.find(key).failed for key in ("z24", "z25")] == [True, True]
    assert theatre.words(Observer.AXIS) == ["z25 has an engine failure and must return"]
    assert not theatre.words(Observer.ALLIED)
    theatre = later(theatre, 12)
    theatre.state.desks[AXIS].fleets["raiders"].steamed = True
    theatre.begin(SeaKeeping(), axis=[5, 5, 4])
    assert not theatre.words(Observer.AXIS), "there is nobody left who could"


@pytest.mark.rule("OP-SEA-rejoin")
@pytest.mark.parametrize("merchants", [True, False])
def test_a_straggler_joins_a_convoy_and_not_the_escorts_that_are_left_of_it(merchants: bool) -> None:
    """Whoever shadowed or reported her shadows and has reported the convoy."""
    theatre = Theatre(turn=8)
    theatre.fleet("pq", OPEN_SEA, *(("uk:LT*2",) if merchants else ()), "onslow", mission="convoy")
    theatre.fleet("late", OPEN_SEA, "uk:ST", of="pq")
    theatre.boat("u-1", OPEN_SEA, shadows="late", since=7)
    theatre.contact(AXIS, "late")
    theatre.begin(Record())
    home = "pq" if merchants else "late"
    assert theatre.find("st-1").fleet == home
    assert theatre.boat_now("u-1").shadows == home
    assert [contact.fleet for contact in theatre.contacts(AXIS)] == [home]


@pytest.mark.rule("OP-PORT-unload", "OP-PORT-return")
def test_who_unloads_or_comes_home_only_the_allies_hear() -> None:
    theatre = Theatre(turn=62)
    theatre.fleet("pq", MURMANSK, "uk:LT", docked=True)
    theatre.fleet("qp", "2514", "uk:LT", "onslow")
    theatre.fleet("ra", "2514", "uk:LT")
    theatre.ship("lt-1", berth=1)
    theatre.ship("lt-2", homeward=True, cargo=0)
    theatre.ship("lt-3", homeward=True, cargo=0)
    theatre.begin(Record())
    told = [event for rule in ("OP-PORT-unload", "OP-PORT-return") for event in theatre.told(rule, Observer.ALLIED)]
    assert [str(event.about["unit"]) for event in told] == ["lt-1", "lt-2", "lt-3"]
    for rule in ("OP-PORT-unload", "OP-PORT-return"):
        assert not theatre.told(rule, Observer.AXIS)
        assert not theatre.told(rule, Observer.PUBLIC)
    assert sorted(theatre.now.desks[ALLIED].fleets) == ["pq", "qp"], "an escort stays, an empty fleet is no more"
    assert theatre.find("onslow").fleet == "qp"


def bombarding() -> Theatre:
    """Cruisers off Altafjord, in which two ships lie."""
    theatre = Theatre()
    theatre.fleet("home", "5917", "sheffield", "kent", mission="bombard", port="Altafjord")
    theatre.fleet("there", "5917", "z24", "tirpitz", docked=True)
    return theatre


@pytest.mark.rule("OP-PORT-bombard", "OP-HID-view")
def test_off_a_port_each_side_sees_the_others_ships_and_guns_without_orders_take_the_best() -> None:
    theatre = bombarding()
    theatre.ship("z24", fire=True)
    theatre.begin(Bombardment(), dice=[1] * 99)
    seen = {
        observer: [
            str(event.about["ships"]) for event in theatre.told("OP-PORT-bombard", observer) if "ships" in event.about
        ]
        for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC)
    }
    assert seen == {
        Observer.ALLIED: ["Z24, burning; Tirpitz"],
        Observer.AXIS: ["Sheffield; Kent"],
        Observer.PUBLIC: [],
    }
    theatre.plot(ALLIED, {"kent:secondary": "z24"}).plot(AXIS, {"shore-1": "kent"})
    aimed = {roll.subject: len(roll.faces) for roll in theatre.rolls("OP-PORT-bombard")}
    assert {subject.rpartition(" at ")[2] for subject in aimed if subject.startswith("sheffield")} == {"tirpitz"}
    assert "kent at z24" in aimed
    guns = {subject: number for subject, number in aimed.items() if subject.startswith("The guns")}
    assert sum(guns.values()) == 6
    assert guns["The guns of Altafjord at kent"] >= 1
    remembered = known(theatre.data, theatre.now, Observer.ALLIED).notebook[ALLIED].identified
    assert sorted(remembered) == ["tirpitz", "z24"]


# The Soviet navy and the secret base


@pytest.mark.rule("OP-MAP-col66")
def test_that_the_soviet_fleet_is_free_only_the_allies_hear() -> None:
    theatre = Theatre()
    theatre.fleet("raiders", "6714", "admiral-hipper")
    theatre.wing("catalina", "Vaenga", sortie="search", centre="6714")
    theatre.begin(Search(), nobody=[6, 6, 3])
    assert theatre.now.desks[ALLIED].released
    assert [event.words for event in theatre.told("OP-MAP-col66", Observer.ALLIED)] == [
        "The Soviet fleet is free to sail"
    ]
    assert not theatre.told("OP-MAP-col66", Observer.AXIS)


@pytest.mark.rule("OP-SOV-east")
@pytest.mark.parametrize("month", [8, 9, 10])
def test_a_convoy_leaves_the_map_where_its_way_is_shortest(month: int) -> None:
    theatre = Theatre(month=month, turn=1, options=SOVIETS).begin(WeatherAndLight(), allied=[1, 1])
    (goal,) = theatre.at("soviet-convoy").plan
    ways = {
        zone: theatre.data.route_distance(ARCHANGELSK, zone, month) for zone in (f"81{row:02}" for row in range(1, 12))
    }
    assert ways[goal] == min(zones for zones in ways.values() if zones is not None)


@pytest.mark.rule("OP-BASE-function")
@pytest.mark.parametrize("order", ["wait", "dismantle"])
def test_what_becomes_of_a_secret_base_only_the_germans_hear(order: str) -> None:
    """She gets ready after eighteen turns, and is gone eighteen turns after it was begun to take her down."""
    theatre = Theatre(turn=40)
    theatre.fleet("oiler", "7505", "de:AO-g", mission="refuel")
    base = Base("7505", "ao-g-1", since=22)
    if order == "dismantle":
        base.ready, base.leaves = True, 23
    theatre.state.desks[AXIS].bases["7505"] = base
    theatre.begin(Record())
    words = "The secret base in 7505 is ready" if order == "wait" else "The secret base has been taken down"
    assert theatre.words(Observer.AXIS) == [words]
    assert not theatre.words(Observer.ALLIED)
    assert ("7505" in theatre.now.desks[AXIS].bases) is (order == "wait")
