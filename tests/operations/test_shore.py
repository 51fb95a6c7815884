"""Sections 5.13 and 5.18: ports under fire, the secret base, and mines."""

from __future__ import annotations

import pytest

from barents.games.operations.air.orders import AirStaff
from barents.games.operations.battle.damage import sink
from barents.games.operations.orders import Rebase
from barents.games.operations.rules.base import tend_bases
from barents.games.operations.rules.mines import enter_minefield
from barents.games.operations.state import SUNK, Base, Bombardment, Desk, Movement, Options, Orders, Record, Search
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, CLEAR, GALE, OPEN_SEA, Theatre

BOMBARD, FIND, DESTROY = "OP-PORT-bombard", "OP-BASE-find", "OP-BASE-destroy"
WORKS = "OP-MINE-lay"
BASE = "7509"
MINES = Options(mines=True)


# Bombardment


def off_kirkenes(*ships: str, port: str = "Kirkenes", weather: int = CLEAR) -> Theatre:
    """British ships off a port in which Germans lie."""
    theatre = Theatre(weather=weather)
    zone = theatre.data.port(port).zone
    theatre.fleet("cruisers", zone, *ships, mission="bombard", port=port)
    theatre.fleet("germans", zone, "z24", "de:ms-ger", docked=True)
    return theatre


@pytest.mark.rule("OP-PORT-bombard")
def test_a_round_at_ships_in_port_against_the_guns_of_the_port() -> None:
    theatre = off_kirkenes("norfolk", "onslow")
    # Seven secondary, two and three tertiary factors at -1; six shore guns at 0
    dice = [6, *[1] * 6, 4, 1, 1, 6, 1, 1, 4, 6, 1, 1, 6, 5]
    theatre.begin(Bombardment(), dice=dice, axis=[3, 4], allied=[3, 4])
    assert theatre.slots(ALLIED) == ["norfolk:secondary", "norfolk:tertiary", "onslow:tertiary"]
    assert theatre.ways(ALLIED, "onslow:tertiary") == ["z24", "ms-ger-1"]
    assert theatre.slots(AXIS) == [f"shore-{gun}" for gun in range(1, 7)]
    theatre.plot(ALLIED, {"norfolk:secondary": "z24", "onslow:tertiary": "ms-ger-1"})
    theatre.plot(AXIS, {f"shore-{gun}": "onslow" for gun in (1, 2, 3)})  # the others at Norfolk, who is worth more
    rolls = [(roll.subject, roll.needs.partition(":")[0], len(roll.faces)) for roll in theatre.rolls(BOMBARD)]
    at_port = "6 or more hits, then 4 or more"
    assert rolls == [
        ("norfolk at z24", at_port, 7),
        ("norfolk at z24, confirmed", "4 or more", 1),
        ("norfolk at z24", at_port, 2),
        ("onslow at ms-ger-1", at_port, 3),
        ("onslow at ms-ger-1, confirmed", "4 or more", 1),
        ("The guns of Kirkenes at onslow", "6 or more hits", 3),
        ("The guns of Kirkenes at norfolk", "6 or more hits", 3),
    ]
    assert theatre.hull("z24") == 2
    assert theatre.find("ms-ger-1").at == SUNK
    assert theatre.hull("onslow") == 1
    assert theatre.hull("norfolk") == 5  # tertiary guns do not get through her sides
    assert theatre.told("OP-DMG-sunk", Observer.ALLIED)
    assert theatre.at("cruisers").mission == "raid"
    assert theatre.is_over  # one round, and that is all


@pytest.mark.rule("OP-PORT-bombard")
@pytest.mark.parametrize(("port", "guns", "hull"), [("Trondheim", 12, 4), ("Altafjord", 6, 5)])
def test_great_harbours_have_heavier_guns(port: str, guns: int, hull: int) -> None:
    theatre = off_kirkenes("norfolk", port=port)
    theatre.begin(Bombardment(), dice=[*[1] * 9, 6, *[1] * 11], allied=[3, 4]).idle(ALLIED)
    assert len(theatre.slots(AXIS)) == guns
    theatre.idle(AXIS)
    assert theatre.hull("norfolk") == hull


@pytest.mark.rule("OP-PORT-bombard", "OP-WX-gale-combat")
def test_who_does_not_bombard() -> None:
    assert off_kirkenes("norfolk", weather=GALE).begin(Bombardment()).is_over
    theatre = off_kirkenes("norfolk")
    theatre.state.desks[ALLIED].fleets["cruisers"].engaged = True
    assert theatre.begin(Bombardment()).is_over
    theatre = off_kirkenes("norfolk")
    theatre.state.desks[ALLIED].fleets["cruisers"].mission = "raid"
    assert theatre.begin(Bombardment()).is_over
    theatre = off_kirkenes("norfolk")
    theatre.state.desks[ALLIED].fleets["cruisers"].at = "6417"
    assert theatre.begin(Bombardment()).is_over


# The secret base


def based(*, ready: bool = True, turn: int = 40) -> Theatre:
    """Dithmarschen keeps a base in Novaya Zemlya, in July."""
    theatre = Theatre(turn=turn)
    theatre.fleet("oilers", BASE, "dithmarschen", "nordmark", mission="refuel")
    desk = theatre.state.desks[AXIS]
    desk.bases[BASE] = Base(BASE, "dithmarschen", since=20, ready=ready)
    return theatre


def at_end_of(theatre: Theatre, turn: int) -> Desk:
    """The German desk after the end of a turn."""
    theatre.now.turn = turn
    tend_bases(theatre.umpire())
    return theatre.now.desks[AXIS]


@pytest.mark.rule("OP-BASE-function")
def test_an_oiler_founds_a_base_in_eighteen_turns_and_takes_it_down_in_as_many() -> None:
    """G67: she comes in turn 20; it is ready at the end of turn 38; ordered away in turn 60 she is free after 77."""
    theatre = Theatre(turn=21)
    theatre.fleet("oilers", BASE, "dithmarschen", mission="refuel")
    theatre.fleet("others", OPEN_SEA, "nordmark", mission="refuel")
    theatre.begin(Orders()).idle_until(WORKS, AXIS)
    assert theatre.ways(AXIS, "base") == ["found:dithmarschen"]
    theatre.plot(AXIS, base="found:dithmarschen").idle_on()
    assert list(theatre.now.desks[AXIS].bases) == [BASE]
    assert not at_end_of(theatre, 37).bases[BASE].ready
    assert at_end_of(theatre, 38).bases[BASE].ready
    theatre.now.turn = 60
    theatre.begin(Orders()).idle_until(WORKS, AXIS).plot(AXIS, base=f"dismantle:{BASE}").idle_on()
    assert BASE in at_end_of(theatre, 76).bases
    assert not at_end_of(theatre, 77).bases
    theatre.at("oilers").at = "7510"
    at_end_of(theatre, 78)
    assert theatre.now.points == {}
    assert theatre.find("dithmarschen").fleet == "oilers"


@pytest.mark.rule("OP-BASE-function")
def test_an_oiler_that_leaves_too_early_is_lost_with_the_base() -> None:
    """G67: leaving in turn 70."""
    theatre = based(turn=60)
    theatre.begin(Orders()).idle_until(WORKS, AXIS).plot(AXIS, base=f"dismantle:{BASE}").idle_on()
    theatre.at("oilers").at = "7510"
    assert not at_end_of(theatre, 70).bases
    assert theatre.now.points == {ALLIED: 33}
    assert theatre.find("dithmarschen").fleet == ""
    assert theatre.find("nordmark").fleet == "oilers"
    # Before it is ready there is nothing to lose; and if she is sunk she is scored once.
    theatre = based(ready=False, turn=30)
    theatre.at("oilers").at = "7510"
    assert not at_end_of(theatre, 30).bases
    assert theatre.now.points == {}
    theatre = based()
    sink(theatre.umpire(), AXIS, theatre.find("dithmarschen"))
    assert not at_end_of(theatre, 41).bases
    assert theatre.now.points == {ALLIED: 33}


@pytest.mark.rule("OP-BASE-function")
@pytest.mark.parametrize(("ready", "able"), [(True, True), (False, False)])
def test_two_flying_boats_can_be_based_there(ready: bool, able: bool) -> None:
    theatre = based(ready=ready)
    theatre.wing("bv-138", "Tromsø", 3)
    theatre.wing("he-115", "Tromsø")
    away = theatre.data.distance("5618", BASE)
    assert away <= 22
    order = Rebase(BASE)
    assert (order in set(AirStaff(theatre.state, theatre.data, AXIS).sorties(theatre.step_now("bv-138-1")))) is able
    assert order not in set(AirStaff(theatre.state, theatre.data, AXIS).sorties(theatre.step_now("he-115-1")))
    if able:
        theatre.begin(Orders())
        with pytest.raises(Exception, match="no more than 2 may go to"):
            theatre.plot(AXIS, {f"bv-138-{n}": str(order) for n in (1, 2, 3)})
        theatre.plot(AXIS, {f"bv-138-{n}": str(order) for n in (1, 2)}).idle_on()
        assert [theatre.step_now(f"bv-138-{n}").base for n in (1, 2, 3)] == [BASE, BASE, "5618"]
        theatre.now.turn += 2
        assert order not in set(AirStaff(theatre.now, theatre.data, AXIS).sorties(theatre.step_now("bv-138-3")))
        again = AirStaff(theatre.now, theatre.data, AXIS).sorties(theatre.step_now("bv-138-1"))
        assert "search" in {other.sortie for other in again}


@pytest.mark.rule("OP-BASE-function")
def test_a_boat_gets_one_attack_back_after_two_turns() -> None:
    theatre = based()
    boat = theatre.boat("u-255", BASE, attacks=3)
    away = theatre.boat("u-88", "7510", attacks=3)
    attacks = []
    for turn in range(41, 46):
        at_end_of(theatre, turn)
        attacks.append(boat.attacks)
    assert attacks == [3, 2, 2, 2, 2]
    assert away.attacks == 3
    theatre = based(ready=False, turn=22)
    boat = theatre.boat("u-255", BASE, attacks=3)
    at_end_of(theatre, 23)
    at_end_of(theatre, 24)
    assert boat.attacks == 3
    # Two turns on end: a boat that has been away begins anew.
    theatre = based()
    boat = theatre.boat("u-255", BASE, attacks=1)
    at_end_of(theatre, 41)
    boat.at = "7510"
    at_end_of(theatre, 42)
    boat.at = BASE
    at_end_of(theatre, 43)
    assert boat.attacks == 1


@pytest.mark.rule("OP-BASE-find")
@pytest.mark.parametrize(
    ("who", "dice", "found"),
    [
        ("ships", (3, 4), True),
        ("ships", (3, 3), False),
        ("aircraft", (4, 5), True),
        ("aircraft", (4, 4), False),
        ("far", (6, 6), False),
        ("beside", (6, 6), False),
    ],
)
def test_the_base_is_found_by_ships_and_from_the_air(who: str, dice: tuple[int, int], found: bool) -> None:
    theatre = based()
    theatre.state.desks[AXIS].fleets.clear()
    if who in ("ships", "beside"):
        theatre.fleet("cruisers", BASE if who == "ships" else "7510", "norfolk")
    else:
        theatre.wing("catalina", "Archangelsk", sortie="search", centre="7511" if who == "aircraft" else "7512")
    theatre.begin(Search(), nobody=dice)
    assert theatre.now.desks[AXIS].bases[BASE].found is found
    assert bool(theatre.told(FIND, Observer.ALLIED)) is found
    assert not theatre.told(FIND, Observer.AXIS)


@pytest.mark.rule("OP-BASE-destroy")
@pytest.mark.parametrize(
    ("dice", "found", "destroyed"),
    [([6, 1, 6, 2, 3, 4], True, True), ([6, 1, 5, 2, 3, 4], True, False), ([6] * 6, False, False)],
)
def test_two_sixes_in_a_turn_destroy_a_base_that_is_known(dice: list[int], found: bool, destroyed: bool) -> None:
    """G68: Sheffield has six secondary factors; her tertiary guns do not count."""
    theatre = based()
    theatre.state.desks[AXIS].bases[BASE].found = found
    theatre.wing("bv-138", BASE, 2)
    theatre.fleet("cruisers", BASE, "sheffield")
    theatre.begin(Bombardment(), dice=dice)
    assert [len(roll.faces) for roll in theatre.rolls(DESTROY)] == ([6] if found else [])
    assert (not theatre.now.desks[AXIS].bases) is destroyed
    assert theatre.now.points == ({ALLIED: 33} if destroyed else {})
    assert (theatre.find("dithmarschen").at == SUNK) is destroyed
    assert {step.base for step in theatre.now.desks[AXIS].air.values()} == ({"6317"} if destroyed else {BASE})
    if destroyed:
        assert theatre.told(DESTROY, Observer.AXIS)


@pytest.mark.rule("OP-BASE-destroy")
def test_primary_guns_count_as_well() -> None:
    theatre = based()
    theatre.state.desks[AXIS].bases[BASE].found = True
    theatre.fleet("heavies", BASE, "rodney")
    theatre.fleet("fighting", BASE, "norfolk", engaged=True)
    theatre.begin(Bombardment(), dice=[1] * 12)
    assert [len(roll.faces) for roll in theatre.rolls(DESTROY)] == [8 + 4]


# Mines


def minelayer(*, option: bool = True, zone: str = "6417") -> Theatre:
    """Brummer off the coast."""
    theatre = Theatre(options=MINES if option else Options(), turn=9)
    theatre.fleet("layers", zone, "brummer")
    return theatre


@pytest.mark.rule("OP-MINE-lay")
def test_a_minelayer_lays_one_field_in_a_coastal_zone() -> None:
    theatre = minelayer().begin(Orders(), Movement(1), Record()).idle_until(WORKS, AXIS)
    assert theatre.slots(AXIS) == ["brummer"]
    theatre.plot(AXIS, brummer="lay").idle_on()
    assert theatre.now.desks[AXIS].fields == {"6417": "brummer"}
    assert theatre.told(WORKS, Observer.AXIS)
    assert not theatre.told(WORKS, Observer.ALLIED)
    # Not a second one, wherever she is.
    theatre.at("layers").at = "6217"
    theatre.begin(Orders())
    while not theatre.is_over:
        assert all(decision.rule != WORKS for decision in theatre.match.pending.values())
        theatre.idle(next(iter(theatre.match.pending)))


@pytest.mark.rule("OP-MINE-lay")
@pytest.mark.parametrize(("option", "zone"), [(False, "6417"), (True, "6115")])
def test_when_no_mines_are_laid(option: bool, zone: str) -> None:
    """Without the option, or in a zone that no land is next to."""
    theatre = minelayer(option=option, zone=zone)
    assert (zone in theatre.data.coastal) is (zone == "6417")
    theatre.begin(Orders()).idle_on()
    assert theatre.is_over
    theatre = minelayer(option=option, zone=zone).begin(Orders())
    with pytest.raises(AssertionError, match="nobody was asked"):
        theatre.idle_until(WORKS)


@pytest.mark.rule("OP-MINE-lay")
def test_a_layer_must_spend_the_whole_turn_there() -> None:
    theatre = minelayer().begin(Orders(), Movement(1), Movement(2), Record()).idle_until("OP-FLEET-plot", AXIS)
    theatre.plot(AXIS, layers="6417>6416").idle_until(WORKS, AXIS).plot(AXIS, brummer="lay").idle_on()
    assert theatre.at("layers").at == "6416"
    assert theatre.now.desks[AXIS].fields == {}
    theatre = Theatre(options=MINES)
    theatre.fleet("others", "6417", "z24")
    theatre.begin(Orders()).idle_on()  # only minelayers lay mines
    assert theatre.now.desks[AXIS].fields == {}


@pytest.mark.rule("OP-MINE-hit")
@pytest.mark.parametrize(
    ("ships", "die", "swept", "hit"),
    [
        (("onslow",), 1, None, True),
        (("onslow",), 2, None, False),
        (("onslow", "gossamer"), 1, 2, True),
        (("onslow", "gossamer"), 1, 3, False),
    ],
)
def test_a_fleet_in_a_minefield(ships: tuple[str, ...], die: int, swept: int | None, hit: bool) -> None:
    theatre = Theatre(options=MINES)
    fleet = theatre.fleet("ships", "6417", *ships)
    theatre.state.desks[AXIS].fields = {"6417": "brummer"}
    own = [*([swept] if swept else []), *([1, 2] if hit else [])]  # the draw, and one box
    enter_minefield(theatre.umpire(nobody=[die], allied=own), ALLIED, fleet)
    assert (
        sum(
            theatre.data.types[ship.line].hull - theatre.hull(ship.key)
            for ship in theatre.state.desks[ALLIED].ships.values()
        )
        == hit
    )
    assert theatre.dice_left() == {}
    assert not theatre.words(Observer.AXIS)


@pytest.mark.rule("OP-MINE-hit")
def test_a_field_is_met_on_entering_and_by_enemies_only() -> None:
    for side_fields, rolls in ((AXIS, 1), (ALLIED, 0)):
        theatre = Theatre(options=MINES)
        theatre.fleet("ships", "6416", "onslow", plot=["6417"], pace=1)
        theatre.state.desks[side_fields].fields = {"6417": "somebody"}
        theatre.begin(Movement(1), Movement(2), nobody=[2])
        assert theatre.at("ships").at == "6417"
        assert len(theatre.rolls("OP-MINE-hit")) == rolls
    theatre = Theatre()
    theatre.fleet("ships", "6416", "onslow", plot=["6417"], pace=1)
    theatre.state.desks[AXIS].fields = {"6417": "somebody"}
    assert not theatre.begin(Movement(1), Movement(2)).rolls("OP-MINE-hit")
