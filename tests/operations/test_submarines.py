"""Section 5.12: submarines, those whom they meet, and those who hunt them."""

from __future__ import annotations

import pytest

from barents.games.operations.air.search import search_modifiers
from barents.games.operations.fights import Hunt
from barents.games.operations.fleets.contact import contact_modifiers as ship_modifiers
from barents.games.operations.knowledge.known import known
from barents.games.operations.rules.units import asw_sum
from barents.games.operations.state import (
    HOME,
    SUNK,
    BoatActions,
    BoatOrders,
    Hunting,
    InshorePatrols,
    Movement,
    Orders,
)
from barents.games.operations.submarines.attack import attack_modifiers, screen_dice
from barents.games.operations.submarines.boats import boat_routes, contact_modifiers, patrols, reach
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, CLEAR, CLOUD, GALE, MURK, OPEN_SEA, SQUALL, STORM, Theatre

NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
CONTACT, REPORT, PRESS, TARGET, MOVE = "OP-SUB-contact", "OP-SUB-report", "OP-SUB-press", "OP-SUB-target", "OP-SUB-move"
SCREEN, ATTACK, COUNTER, DAMAGE = "OP-SUB-screen", "OP-SUB-attack", "OP-SUB-counter", "OP-SUB-damage"


def convoyed(*escorts: str, transports: int = 10, boats: int = 1, year: int = 1942, weather: int = CLEAR) -> Theatre:
    """A convoy in daylight, with boats in its zone."""
    theatre = Theatre(year=year, weather=weather)
    theatre.fleet("convoy", OPEN_SEA, f"uk:LT*{transports}", *escorts)
    for number in range(1, boats + 1):
        theatre.boat(f"u-{number}", OPEN_SEA)
        theatre.state.desks[AXIS].queue.append(f"u-{number}")
    return theatre


SCREEN_OF_13 = ("uk:dd-old*3", "uk:DD43*2")  # 9 + 4 factors


# Contact


@pytest.mark.rule("OP-SUB-contact")
@pytest.mark.parametrize(("dice", "met"), [((4, 4), True), ((3, 4), False)])
def test_contact_needs_an_eight(dice: tuple[int, int], met: bool) -> None:
    theatre = convoyed("onslow").begin(BoatActions(AXIS), nobody=[*dice, 3])
    (roll,) = theatre.rolls(CONTACT)
    assert roll.modifiers == {}
    assert (theatre.now.hunt is not None) is met
    theatre.act(AXIS, "decline")
    assert theatre.is_over  # one attempt a turn
    assert not theatre.rolls(CONTACT, Observer.AXIS)


@pytest.mark.rule("OP-SUB-contact")
@pytest.mark.parametrize(
    ("track", "tries"), [(["5711"], 1), (["5711", "5712"], 1), (["5710", "5711"], 1), (["5710", "5709"], 0)]
)
def test_a_fleet_is_met_that_is_in_enters_or_leaves_the_zone(track: list[str], tries: int) -> None:
    theatre = convoyed()
    theatre.state.desks[ALLIED].fleets["convoy"].track = track
    theatre.state.desks[ALLIED].fleets["convoy"].at = track[-1]
    assert len(theatre.begin(BoatActions(AXIS), nobody=[1, 1]).rolls(CONTACT)) == tries


@pytest.mark.rule("OP-SUB-contact")
def test_nobody_meets_ships_in_port_or_in_a_gale() -> None:
    theatre = convoyed()
    theatre.state.desks[ALLIED].fleets["convoy"].docked = True
    assert not theatre.begin(BoatActions(AXIS)).rolls(CONTACT)
    assert not convoyed(weather=GALE).begin(BoatActions(AXIS)).rolls(CONTACT)


@pytest.mark.rule("OP-SUB-contact-mods", "OP-SUB-lull")
def test_a_big_convoy_and_aircraft_over_it() -> None:
    """G58: 7 + 1 for 30 ships is enough; in 1943 aircraft make 8 + 1 - 2 of an eight."""
    theatre = convoyed(transports=30).begin(BoatActions(AXIS), nobody=[3, 4, 3])
    assert theatre.rolls(CONTACT)[0].modifiers == {"many ships": 1}
    assert theatre.now.hunt is not None
    theatre = convoyed(transports=30, year=1943)
    theatre.wing("catalina", "Seydisfjordur", sortie="asw", centre="convoy")
    theatre.begin(BoatActions(AXIS), nobody=[4, 4])
    assert theatre.rolls(CONTACT)[0].modifiers == {"many ships": 1, "aircraft": -2}
    assert theatre.now.hunt is None
    for turn, tries in ((42, 0), (43, 1)):  # she attacked in turn 40
        theatre = convoyed()
        theatre.state.turn = turn
        theatre.state.desks[AXIS].boats["u-1"].quiet = 43
        assert len(theatre.begin(BoatActions(AXIS), nobody=[1, 1]).rolls(CONTACT)) == tries


@pytest.mark.rule("OP-SUB-contact-mods", "OP-MAP-leads")
def test_everything_else_that_counts_for_contact() -> None:
    theatre = Theatre(turn=9)
    fleet = theatre.fleet("convoy", OPEN_SEA, "uk:LT*5", "onslow")
    state, data = theatre.state, theatre.data

    def found() -> dict[str, int]:
        return contact_modifiers(state, data, AXIS, fleet)

    assert found() == {}
    for moved, value in ((1, None), (2, -1), (3, -2)):
        fleet.track = [OPEN_SEA] * (moved + 1)
        assert found().get("the fleet's speed") == value
    fleet.track = [OPEN_SEA]
    for level, value in ((CLOUD, None), (SQUALL, None), (MURK, -1), (STORM, -2)):
        theatre.weather(level)
        assert found().get("weather") == value
    theatre.weather(CLEAR)
    theatre.wing("catalina", "Seydisfjordur", sortie="asw", centre=OPEN_SEA)
    assert found() == {"aircraft": -1}
    state.desks[ALLIED].air.clear()
    report = theatre.contact(AXIS, "convoy", 1)
    assert found() == {}
    report.level = 2
    assert found() == {"reported": 1}
    report.turn = 8
    assert found() == {}
    fleet.lit = True
    assert found() == {"shadowed": 2}
    fleet.lit = False
    theatre.ship("lt-1", lost={"speed": 1})
    assert found() == {"lone or slow ship": 1}
    alone = theatre.fleet("straggler", OPEN_SEA, "uk:LT")
    assert contact_modifiers(state, data, AXIS, alone) == {"lone or slow ship": 1}
    single = theatre.fleet("single", OPEN_SEA, "offa")
    assert contact_modifiers(state, data, AXIS, single) == {}
    germans = theatre.fleet("germans", "5916", "tirpitz", "z24")
    assert contact_modifiers(state, data, ALLIED, germans) == {"in the leads": -1}
    germans.at = OPEN_SEA
    assert contact_modifiers(state, data, ALLIED, germans) == {}


@pytest.mark.rule("OP-SUB-three")
def test_a_pack_of_five() -> None:
    """G75: only three of them, in the owner's order, may roll; and next turn three again."""
    theatre = convoyed(boats=5)
    order = {f"u-{number}": OPEN_SEA for number in (4, 2, 5, 1, 3)}
    theatre.begin(BoatOrders(), nobody=[1] * 6).plot(AXIS, order).idle(ALLIED).idle_on()
    assert [roll.subject for roll in theatre.rolls(CONTACT)] == ["u-4", "u-2", "u-5"]
    theatre.begin(BoatOrders(), nobody=[1] * 6).idle_on()
    assert [roll.subject for roll in theatre.rolls(CONTACT)] == ["u-1", "u-2", "u-3"]


# Reports and shadowing


@pytest.mark.rule("OP-SUB-report")
def test_a_boat_in_contact_reports_and_chooses() -> None:
    """A number that may be wrong and what stands out: neither names nor types."""
    theatre = convoyed("onslow").begin(BoatActions(AXIS), nobody=[6, 6, 6])
    (contact,) = theatre.contacts(AXIS)
    assert (contact.level, contact.number, contact.flags, contact.source) == (2, 13, ["merchants"], "u-1")
    in_sight = f"u-1 has the enemy of report 1 in sight in {OPEN_SEA}"
    assert theatre.words(Observer.AXIS) == [f"U-1: about 13 ships: merchants in {OPEN_SEA}", in_sight]
    assert not known(theatre.data, theatre.now, Observer.AXIS).desks[ALLIED].ships
    assert theatre.offered(AXIS) == ["decline", "attack u-1 c1", "shadow u-1 c1"]
    theatre.act(AXIS, "decline")
    boat = theatre.boat_now("u-1")
    assert (boat.quiet, boat.shadows, theatre.now.hunt) == (0, "", None)
    assert not theatre.words(Observer.ALLIED)


@pytest.mark.rule("OP-SUB-report")
@pytest.mark.parametrize(("deed", "shadows"), [("shadow u-1 c1", "convoy"), ("decline", ""), ("attack u-1 c1", "")])
def test_a_shadower_in_contact_goes_on_shadowing_only_if_she_is_told_to(deed: str, shadows: str) -> None:
    theatre = convoyed()
    boat = theatre.state.desks[AXIS].boats["u-1"]
    boat.shadows, boat.since = "convoy", 2
    theatre.begin(BoatActions(AXIS), nobody=[3], axis=[1, 1, 1]).act(AXIS, deed)
    if deed.startswith("attack"):
        theatre.act(AXIS, "decline").act(AXIS, "aim lt-1 3")  # nobody is there to find her
    assert theatre.boat_now("u-1").shadows == shadows


@pytest.mark.rule("OP-SUB-report", "OP-HID-view")
def test_a_boat_in_contact_with_a_fleet_that_is_well_known_says_so() -> None:
    """Else the question what she does would be the first that her side hears of it."""
    theatre = convoyed("onslow")
    theatre.contact(AXIS, "convoy", 3)
    theatre.begin(BoatActions(AXIS), nobody=[6, 6])
    assert theatre.words(Observer.AXIS) == [f"u-1 has the enemy of report 1 in sight in {OPEN_SEA}"]
    assert theatre.offered(AXIS) == ["decline", "attack u-1 c1", "shadow u-1 c1"]
    assert not theatre.words(Observer.ALLIED)


@pytest.mark.rule("OP-SUB-report")
@pytest.mark.parametrize("ships", ["uk:LT*3", "onslow"])
def test_a_boats_report_identifies_a_convoy_for_certain(ships: str) -> None:
    """C.52: then German ships may leave the coast; a report of warships is not enough."""
    theatre = Theatre()
    theatre.state.cautious = True
    theatre.fleet("found", OPEN_SEA, ships)
    theatre.fleet("raiders", "5917", "tirpitz", mission="raid", docked=True)
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.desks[AXIS].queue = ["u-1"]
    theatre.begin(BoatActions(AXIS), Orders(), nobody=[6, 6, 3]).idle_until("OP-FLEET-plot", AXIS)
    assert theatre.slots(AXIS) == (["raiders"] if ships == "uk:LT*3" else [])


@pytest.mark.rule("OP-SUB-sight", "OP-HID-view")
@pytest.mark.parametrize("found", [False, True])
def test_a_boat_sees_which_ships_they_are_when_she_can_aim_at_them(found: bool) -> None:
    """One that breaks off never does; whom she has seen her side remembers, and it hears of a fire."""
    theatre = convoyed("uk:DD43", transports=2)
    theatre.ship("lt-2", fire=True)
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 6 if found else 1], dice=[1], axis=[4, 1, 1, 1])
    theatre.act(AXIS, "attack u-1 c1")
    assert not known(theatre.data, theatre.now, Observer.AXIS).desks[ALLIED].ships
    theatre.act(AXIS, "decline")
    seen = known(theatre.data, theatre.now, Observer.AXIS)
    assert sorted(seen.desks[ALLIED].ships) == ([] if found else ["dd43-1", "lt-1", "lt-2"])
    told = [str(event.about["ships"]) for event in theatre.told("OP-SUB-sight", Observer.AXIS)]
    assert told == ([] if found else ["lt-1; lt-2, burning; dd43-1"])
    assert not theatre.told("OP-SUB-sight", Observer.ALLIED)
    theatre.idle_on()
    seen = known(theatre.data, theatre.now, Observer.AXIS)
    assert not seen.desks[ALLIED].ships
    assert sorted(seen.notebook[AXIS].identified) == ([] if found else ["dd43-1", "lt-1", "lt-2"])


@pytest.mark.rule("OP-SUB-report", "OP-SUB-load")
@pytest.mark.parametrize(
    ("type", "load"),
    [
        ("de:VII", 3),
        ("de:IX", 4),
        ("uk:S", 3),
        ("uk:T", 3),
        ("su:M", 1),
        ("su:S", 3),
        ("su:Sch", 2),
        ("su:K", 4),
    ],
)
def test_a_boat_without_torpedoes_can_still_shadow(type: str, load: int) -> None:
    for attacks, deeds in ((load - 1, 3), (load, 2)):
        theatre = Theatre()
        theatre.fleet("target", OPEN_SEA, "uk:LT" if type.startswith("de") else "de:ST-g")
        theatre.boat("boat", OPEN_SEA, type, attacks=attacks)
        side = AXIS if type.startswith("de") else ALLIED
        theatre.state.desks[side].queue = ["boat"]
        theatre.begin(BoatActions(side), nobody=[6, 6, 3])
        assert len(theatre.offered(side)) == deeds


@pytest.mark.rule("OP-SUB-shadow")
def test_a_shadower_goes_with_a_slow_fleet_and_helps_to_find_it() -> None:
    theatre = convoyed("uk:DD43", boats=2).begin(BoatActions(AXIS), nobody=[6, 6, 3, 1, 1])
    theatre.act(AXIS, "shadow u-1 c1")
    assert "shadowed" not in theatre.rolls(CONTACT)[1].modifiers  # not in the turn in which it begins
    theatre.idle_on()
    theatre.state.turn += 1
    theatre.at("convoy").plot = ["5712"]
    raiders = theatre.fleet("raiders", "5805", "tirpitz", "z24", "z25")
    theatre.begin(Movement(1), Movement(2), Movement(3))
    convoy = theatre.at("convoy")
    assert convoy.at == "5712"
    assert ship_modifiers(theatre.now, theatre.data, AXIS, raiders, convoy)["shadowed"] == 2
    assert search_modifiers(theatre.now, theatre.data, AXIS, convoy, 0)["shadowed"] == 2
    assert contact_modifiers(theatre.now, theatre.data, AXIS, convoy)["shadowed"] == 2
    # One die of the screen, no six; then she is in contact without a roll.
    theatre.begin(BoatOrders(), nobody=[5, 3, 1, 1]).idle(ALLIED)
    assert theatre.ways(AXIS, "u-1") == ["5712"]
    theatre.plot(AXIS, {"u-1": "5712", "u-2": OPEN_SEA}).idle_until(REPORT, AXIS)
    assert theatre.boat_now("u-1").at == "5712"
    assert "u-1" not in [roll.subject for roll in theatre.rolls(CONTACT)]
    assert theatre.offered(AXIS) == ["decline", "attack u-1 c2", "shadow u-1 c2"]


@pytest.mark.rule("OP-SUB-shadow", "OP-SUB-lull", "OP-SUB-counter")
def test_a_six_of_the_screen_ends_shadowing_as_a_break_off() -> None:
    theatre = convoyed("uk:DD43*4")
    boat = theatre.state.desks[AXIS].boats["u-1"]
    boat.shadows, boat.since = "convoy", 2
    # Eight factors are four dice; half of them come again.
    theatre.begin(BoatActions(AXIS), nobody=[1, 6, 1, 1], dice=[6, 6])
    boat = theatre.boat_now("u-1")
    assert (boat.shadows, boat.quiet, boat.at) == ("", 6, HOME)
    assert theatre.now.hunt is None
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-move", "OP-SUB-shadow")
def test_a_soviet_boat_does_not_shadow_into_a_zone_that_a_british_one_has_come_to() -> None:
    """Both have kept touch with the squadron, from either side of it; the one that comes later stays, and loses it."""
    theatre = Theatre()
    theatre.fleet("squadron", OPEN_SEA, "tirpitz")
    theatre.boat("satyr", "5712", "uk:S", shadows="squadron", since=2)
    theatre.boat("k-21", "5710", "su:K", shadows="squadron", since=2)
    theatre.begin(InshorePatrols(), BoatOrders(), nobody=[3])
    theatre.idle(AXIS).plot(ALLIED, {"satyr": OPEN_SEA, "k-21": OPEN_SEA}).idle_until(REPORT, ALLIED)
    assert [theatre.boat_now(key).at for key in ("satyr", "k-21")] == [OPEN_SEA, "5710"]
    assert theatre.boat_now("k-21").shadows == ""
    assert [told.about["unit"] for told in theatre.told("OP-SUB-shadow", Observer.ALLIED)][-1] == "k-21"
    assert not theatre.told("OP-SUB-shadow", Observer.AXIS)
    theatre.idle_on()
    assert [told.about["unit"] for told in theatre.told(REPORT, Observer.ALLIED)] == ["satyr"]


@pytest.mark.rule("OP-SUB-shadow")
def test_a_fast_fleet_shakes_a_shadower_off() -> None:
    theatre = Theatre()
    theatre.fleet("cruisers", "5713", "sheffield", "jamaica", track=["5711", "5712", "5713"], moves=2)
    theatre.boat("u-1", "5712", shadows="cruisers", since=2)
    theatre.state.desks[AXIS].queue = ["u-1"]
    assert "shadowed" not in contact_modifiers(theatre.state, theatre.data, AXIS, theatre.at("cruisers"))
    theatre.begin(BoatActions(AXIS), nobody=[1, 1])
    assert theatre.boat_now("u-1").shadows == ""
    assert len(theatre.rolls(CONTACT)) == 1  # she may look for it like anybody


# Screen and attack


@pytest.mark.rule("OP-SUB-screen", "OP-SUB-asw-air")
@pytest.mark.parametrize(
    ("ships", "air", "year", "level", "dice"),
    [
        (SCREEN_OF_13, 0, 1942, CLEAR, 4),  # G59: seven, but four at most
        (SCREEN_OF_13, 0, 1943, CLEAR, 6),
        (SCREEN_OF_13, 0, 1944, CLEAR, 7),
        (("uk:de-frg*5",), 0, 1944, CLEAR, 8),  # G60: ten, but eight at most
        (("uk:de-frg*5",), 0, 1945, CLEAR, 8),
        (SCREEN_OF_13, 0, 1944, STORM, 3),
        (("uk:dd-old",), 0, 1942, CLEAR, 2),
        (("uk:dd-old",), 1, 1942, CLEAR, 3),
        (("uk:LT",), 1, 1942, CLEAR, 1),
        (("uk:LT",), 0, 1942, CLEAR, 0),
    ],
)
def test_the_dice_of_a_screen(ships: tuple[str, ...], air: int, year: int, level: int, dice: int) -> None:
    theatre = Theatre(year=year, weather=level)
    fleet = theatre.fleet("fleet", OPEN_SEA, *ships)
    theatre.wing("catalina", "Seydisfjordur", air, sortie="asw", centre="fleet")
    assert screen_dice(theatre.state, theatre.data, ALLIED, fleet) == dice


@pytest.mark.rule("OP-SUB-screen", "OP-SUB-press", "OP-SUB-counter", "OP-SUB-damage")
def test_an_attack_that_is_pressed_home() -> None:
    """G59."""
    theatre = convoyed(*SCREEN_OF_13)
    # Contact and the report's error; the screen. The boat's own dice: target, three torpedoes, two confirmed.
    theatre.begin(
        BoatActions(AXIS), nobody=[6, 6, 3, 1, 6, 3, 2], axis=[4, 6, 6, 1, 5, 2], allied=[2], dice=[5, 2, 3, 1]
    )
    theatre.act(AXIS, "attack u-1 c1")
    assert theatre.now.hunt is not None
    assert theatre.now.hunt.detected
    assert theatre.offered(AXIS) == ["decline", "press yes"]
    theatre.act(AXIS, "press yes")
    theatre.act(AXIS, "aim lt-1 3")
    (first, confirmed) = theatre.rolls(ATTACK)
    assert (first.faces, confirmed.faces) == ((6, 6, 1), (5, 2))
    assert "4 or more: pressing on" in first.needs
    assert theatre.hull("lt-1") == 1
    assert [roll.needs for roll in theatre.rolls(COUNTER)] == ["5 or more"]
    assert "The torpedoes have missed" not in theatre.words(Observer.AXIS)
    assert theatre.boat_now("u-1").at == HOME
    assert theatre.boat_now("u-1").attacks == 1
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-press", "OP-SUB-breakoff-safe", "OP-SUB-counter", "OP-SUB-lull")
def test_a_boat_that_breaks_off_is_at_worst_sent_home() -> None:
    """G60: eight dice, four of them against a boat that broke off; four sixes do not sink her."""
    theatre = convoyed("uk:de-frg*5", year=1944)
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, *[6] * 8], dice=[6] * 4, axis=[1] * 4)
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline")
    (roll,) = theatre.rolls(COUNTER)
    assert (len(roll.faces), roll.needs) == (4, "6 or more")
    boat = theatre.boat_now("u-1")
    assert (boat.at, boat.attacks, boat.quiet) == (HOME, 0, 6)
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-lull", "OP-SUB-counter", "OP-SUB-sight", "OP-SUB-breakoff-safe")
@pytest.mark.parametrize("found", [True, False])
def test_a_boat_that_looks_and_does_not_fire_has_made_her_attack(found: bool) -> None:
    """If she was found and pressed on, the whole screen hunts her; unseen, she is quiet for two turns."""
    theatre = convoyed("uk:DD43*4")
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, *[6 if found else 1] * 4], dice=[5, 5, 5, 1])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "press yes" if found else "decline").act(AXIS, "decline")
    boat = theatre.boat_now("u-1")
    assert (boat.at, boat.attacks, boat.quiet) == (SUNK if found else OPEN_SEA, 0, 6)
    assert [len(roll.faces) for roll in theatre.rolls(COUNTER)] == ([4] if found else [])
    assert bool(theatre.words(Observer.ALLIED)) is found


@pytest.mark.rule("OP-SUB-damage", "OP-SUB-counter", "OP-VP-ships")
@pytest.mark.parametrize(
    ("counter", "confirms", "die", "fate"),
    [
        ([6], [6], 3, SUNK),
        ([6], [6], 4, HOME),
        ([6], [5], None, HOME),
        ([6, 6, 6], [1, 1, 1], None, SUNK),
        ([6, 6], [6, 1], None, SUNK),
        ([5, 5, 5, 5], None, None, OPEN_SEA),
    ],
)
def test_the_counterattack_of_1944(counter: list[int], confirms: list[int] | None, die: int | None, fate: str) -> None:
    """G60: she fired undetected; each hit counts two on a six; two hits sink her on 1 to 3, three without a die."""
    theatre = convoyed("uk:de-frg*5", year=1944)
    eight = (counter + [1] * 8)[:8]
    own = [4, 1, 1, 1, *(confirms or []), *([die] if die else [])]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, *[1] * 8], axis=own, dice=eight)
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline").act(AXIS, "aim lt-1 3")
    assert theatre.boat_now("u-1").at == fate
    assert theatre.now.points == ({ALLIED: 8} if fate == SUNK else {})
    assert bool(theatre.told(DAMAGE, Observer.ALLIED)) is (fate == SUNK)
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-damage")
@pytest.mark.parametrize(("hits", "die", "fate"), [(1, None, HOME), (2, 3, SUNK), (2, 4, HOME), (3, None, SUNK)])
def test_the_counterattack_of_1942(hits: int, die: int | None, fate: str) -> None:
    theatre = convoyed("uk:DD43*4")
    own = [4, 1, 1, 1, *([die] if die else [])]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 1, 1, 1, 1], axis=own, dice=([6] * hits + [1] * 4)[:4])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline").act(AXIS, "aim lt-1 3")
    assert theatre.boat_now("u-1").at == fate
    assert "The torpedoes have missed" in theatre.words(Observer.AXIS)
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-attack", "OP-SUB-factors", "OP-SUB-lull")
@pytest.mark.parametrize(
    ("type", "factor"),
    [
        ("de:VII", 3),
        ("de:IX", 3),
        ("uk:S", 3),
        ("uk:T", 4),
        ("su:M", 1),
        ("su:S", 3),
        ("su:Sch", 2),
        ("su:K", 4),
    ],
)
def test_a_boat_fires_as_many_dice_as_her_class_has(type: str, factor: int) -> None:
    theatre = Theatre()
    side = AXIS if type.startswith("de") else ALLIED
    theatre.fleet("target", OPEN_SEA, "uk:AO-c" if side is AXIS else "de:AO-g", mission="transfer")
    theatre.boat("boat", OPEN_SEA, type)
    theatre.state.desks[side].queue = ["boat"]
    hits = [5, *[1] * (factor - 1)]  # alone, and so one better
    theatre.begin(BoatActions(side), nobody=[6, 6, 3], **{side.value: hits, side.enemy.value: [1]})
    theatre.idle_until(REPORT, side).act(side, "attack boat c1").act(side, "decline")
    target = "ao-c-1" if side is AXIS else "ao-g-1"
    assert theatre.offered(side) == ["decline", f"aim {target} {factor}"]
    theatre.act(side, f"aim {target} {factor}")
    assert len(theatre.rolls(ATTACK)[0].faces) == factor
    assert theatre.hull(target) == 3
    assert theatre.boat_now("boat").quiet == 6
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-attack")
def test_dice_are_split_between_two_ships_of_a_convoy_only() -> None:
    theatre = convoyed("onslow", transports=3)
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 1], axis=[4, 6, 1, 4, 6], allied=[3, 3], dice=[1])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline")
    assert {"aim lt-1 3", "aim lt-1 2", "aim lt-1 1"} <= set(theatre.offered(AXIS))
    theatre.act(AXIS, "aim lt-1 2")
    assert theatre.offered(AXIS) == ["decline", "aim lt-2 1", "aim lt-3 1", "aim onslow 1"]
    theatre.act(AXIS, "aim lt-2 1")
    assert sorted(theatre.now.sunk[ALLIED]) == ["lt-1", "lt-2"]
    assert len(theatre.told("OP-DMG-sunk", Observer.AXIS)) == 2  # she sees them go down
    theatre = Theatre()
    theatre.fleet("cruisers", OPEN_SEA, "sheffield", "jamaica")
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.desks[AXIS].queue = ["u-1"]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline")
    assert theatre.offered(AXIS) == ["decline", "aim sheffield 3", "aim jamaica 3"]


@pytest.mark.rule("OP-SUB-target")
@pytest.mark.parametrize(("die", "strays"), [(1, True), (2, False)])
def test_an_escort_may_get_in_the_way_of_a_shot_into_a_convoy(die: int, strays: bool) -> None:
    theatre = convoyed("onslow", transports=3)
    own = [die, *([1] if strays else []), 6, 1, 1, 6]  # the die, the draw, three torpedoes
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 1], axis=own, allied=[1], dice=[1])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline").act(AXIS, "aim lt-1 3")
    assert theatre.hull("onslow") == (1 if strays else 2)
    assert theatre.hull("lt-1") == (2 if strays else 1)


@pytest.mark.rule("OP-SUB-target")
@pytest.mark.parametrize(("die", "strays"), [(1, True), (2, True), (3, False)])
def test_another_ship_may_get_in_the_way_in_any_other_fleet(die: int, strays: bool) -> None:
    theatre = Theatre()
    theatre.fleet("heavies", OPEN_SEA, "duke-of-york", "king-george-v")
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.desks[AXIS].queue = ["u-1"]
    own = [die, *([1] if strays else []), 5, 5, 5, 6]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3], axis=own, allied=[1, 1, 1], dice=[])
    theatre.act(AXIS, "attack u-1 c1").act(AXIS, "decline").act(AXIS, "aim duke-of-york 3")
    (roll,) = theatre.rolls(ATTACK)
    assert roll.subject == f"u-1 at {'King George V' if strays else 'Duke of York'}"


@pytest.mark.rule("OP-SUB-attack-mods")
@pytest.mark.parametrize(
    ("type", "turn", "year", "level", "found"),
    [
        ("de:VII", NIGHT, 1942, CLEAR, 1),
        ("de:IX", TWILIGHT, 1942, CLOUD, 1),
        ("de:VII", DAY, 1942, CLEAR, 0),
        ("de:VII", NIGHT, 1942, SQUALL, 0),
        ("de:VII", NIGHT, 1943, CLEAR, 0),
        ("uk:T", NIGHT, 1942, CLEAR, 0),
    ],
)
def test_u_boats_of_1942_attack_on_the_surface_in_the_dark(
    type: str, turn: int, year: int, level: int, found: int
) -> None:
    theatre = Theatre(month=3, turn=turn, year=year, weather=level)
    side = AXIS if type.startswith("de") else ALLIED
    fleet = theatre.fleet("target", OPEN_SEA, *(("rodney", "uk:dd-old") if side is AXIS else ("de:AO-g", "z24")))
    theatre.boat("boat", OPEN_SEA, type)
    ship = theatre.find("rodney" if side is AXIS else "ao-g-1")
    modifiers = attack_modifiers(theatre.state, theatre.data, Hunt(side, "boat", "target"), fleet, ship)
    assert modifiers == ({"surface attack in the dark": 1} if found else {})


@pytest.mark.rule("OP-SUB-attack-mods")
def test_what_else_counts_in_an_attack() -> None:
    theatre = convoyed("onslow")
    state, data = theatre.state, theatre.data
    fleet, hunt = theatre.at("convoy"), Hunt(AXIS, "u-1", "convoy")

    def found(ship: str = "lt-1") -> dict[str, int]:
        return attack_modifiers(state, data, hunt, fleet, theatre.find(ship))

    assert found() == {}
    assert found("onslow") == {"fast ship": -1}
    hunt.pressed = True
    assert found() == {"pressing on": -1}
    hunt.pressed = False
    for dice, value in ((5, None), (6, -1), (8, -1)):
        hunt.dice = dice
        assert found().get("deep screen") == value
    hunt.dice = 0
    fleet.of = "pq-17"
    assert found() == {"straggler or unescorted": 1}
    fleet.of = ""
    theatre.ship("onslow", fleet="elsewhere")
    assert asw_sum(state, data, ALLIED, fleet) == 0
    assert found() == {"straggler or unescorted": 1}


# Movement, patrols and hunters


@pytest.mark.rule("OP-SUB-move", "OP-SUB-patrol")
def test_how_far_a_boat_goes() -> None:
    theatre = Theatre()
    boat = theatre.boat("u-1", OPEN_SEA)
    small = theatre.boat("m-172", "6615", "su:M")
    state, data = theatre.state, theatre.data
    assert (reach(state, data, AXIS, boat), reach(state, data, ALLIED, small)) == (2, 1)
    fleet = theatre.fleet("hunters", "5713", "uk:dd-old", "uk:DD43", mission="cover")  # five factors
    assert reach(state, data, AXIS, boat) == 1
    fleet.at = "5714"
    assert reach(state, data, AXIS, boat) == 2
    fleet.at, fleet.mission = "5713", "raid"
    assert reach(state, data, AXIS, boat) == 2
    fleet.mission = "cover"
    state.desks[ALLIED].ships["dd43-1"].fleet = ""  # three factors are no patrol
    assert reach(state, data, AXIS, boat) == 2
    fleet.at = "5720"
    theatre.wing("catalina", "Seydisfjordur", sortie="asw", centre="5713")
    assert patrols(state, data, ALLIED) == ["5713"]
    assert reach(state, data, AXIS, boat) == 1
    state.desks[ALLIED].air["catalina-1"].sortie = "search"
    assert reach(state, data, AXIS, boat) == 2


@pytest.mark.rule("OP-SUB-move")
def test_where_a_boat_may_not_go() -> None:
    theatre = Theatre(month=4)
    boat = theatre.boat("sealion", "6617", "uk:S")
    ends = {way.rpartition(">")[2] for way in boat_routes(theatre.state, theatre.data, ALLIED, boat)}
    assert "6618" in ends
    assert "6619" not in ends  # a harbour
    ice = theatre.boat("u-1", "5710")
    ends = {way.rpartition(">")[2] for way in boat_routes(theatre.state, theatre.data, AXIS, ice)}
    assert "5709" not in ends  # shut in April
    theatre.boat("k-21", "6616", "su:K")
    ends = {way.rpartition(">")[2] for way in boat_routes(theatre.state, theatre.data, ALLIED, boat)}
    assert "6616" not in ends
    # Two of different nations ordered into one zone: whoever comes second stays where she was.
    theatre = Theatre()
    theatre.boat("sealion", "6614", "uk:S")
    theatre.boat("k-21", "6612", "su:K")
    theatre.begin(BoatOrders()).idle(AXIS).plot(ALLIED, {"k-21": "6612>6613", "sealion": "6614>6613"})
    assert (theatre.boat_now("k-21").at, theatre.boat_now("sealion").at) == ("6613", "6614")


@pytest.mark.rule("OP-SUB-order")
@pytest.mark.parametrize(("turn", "first"), [(3, ALLIED), (4, AXIS)])
def test_who_acts_first(turn: int, first: str) -> None:
    theatre = Theatre(turn=turn)
    theatre.fleet("convoy", OPEN_SEA, "uk:LT*3")
    theatre.fleet("germans", "5713", "de:ST-g*3")
    theatre.boat("u-1", OPEN_SEA)
    theatre.boat("k-21", "5713", "su:K")
    theatre.begin(BoatOrders(), nobody=[1, 1, 1, 1]).idle(ALLIED).idle(AXIS).idle_on()
    order = [roll.subject for roll in theatre.rolls(CONTACT)]
    assert order == (["k-21", "u-1"] if first is ALLIED else ["u-1", "k-21"])


@pytest.mark.rule("OP-SUB-inshore")
@pytest.mark.parametrize(
    ("zone", "level", "dice", "hunted"),
    [
        ("6617", CLEAR, (4, 6), True),
        ("6617", CLEAR, (4, 5), False),
        ("6616", CLEAR, (6, 6), False),  # three zones from Murmansk
        ("6617", STORM, (5, 6), True),
        ("6617", STORM, (4, 6), False),
        ("6617", GALE, (6, 6), False),
    ],
)
def test_boats_close_to_enemy_ports_are_hunted(zone: str, level: int, dice: tuple[int, int], hunted: bool) -> None:
    theatre = Theatre(weather=level)
    theatre.boat("u-1", zone)
    theatre.begin(InshorePatrols(), axis=[*dice, 6, 1])
    assert (theatre.boat_now("u-1").at == HOME) is hunted
    assert len(theatre.rolls("OP-SUB-inshore")) == (2 if hunted else 0 if zone == "6616" or level == GALE else 1)
    assert [len(roll.faces) for roll in theatre.rolls("OP-SUB-inshore")][1:] == ([2] if hunted else [])


@pytest.mark.rule("OP-SUB-inshore")
def test_local_craft_of_the_axis_hunt_too_and_need_sixes() -> None:
    theatre = Theatre()
    theatre.boat("k-21", "5915", "su:K")
    theatre.begin(InshorePatrols(), allied=[6, 4, 5, 5])
    assert theatre.boat_now("k-21").at == "5915"
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SUB-hunt")
@pytest.mark.parametrize(
    ("ships", "level", "dice", "found"),
    [
        (("uk:DD43*2",), CLEAR, (4, 5), True),
        (("uk:DD43*2",), CLEAR, (4, 4), False),
        (("uk:DD43*2", "hms-avenger"), CLEAR, (4, 4), True),
        (("uk:DD43*2",), STORM, (4, 5), False),
        (("uk:DD43*2",), STORM, (5, 5), True),
        (("uk:DD43",), CLEAR, (6, 6), False),  # two factors do not hunt
    ],
)
def test_covering_fleets_hunt_submarines(
    ships: tuple[str, ...], level: int, dice: tuple[int, int], found: bool
) -> None:
    theatre = Theatre(weather=level)
    theatre.fleet("hunters", OPEN_SEA, *ships, mission="cover")
    theatre.boat("u-1", OPEN_SEA)
    theatre.boat("u-2", "5712")
    theatre.begin(Hunting(), nobody=dice, dice=[6, 1])
    assert (theatre.boat_now("u-1").at == HOME) is found
    assert theatre.boat_now("u-2").at == "5712"


@pytest.mark.rule("OP-SUB-hunt")
def test_who_does_not_hunt_and_what_aircraft_add() -> None:
    theatre = Theatre()
    theatre.fleet("convoy", OPEN_SEA, "uk:LT*3", "uk:DD43*4")
    theatre.boat("u-1", OPEN_SEA)
    assert not theatre.begin(Hunting()).rolls("OP-SUB-hunt")
    theatre = Theatre()
    theatre.fleet("hunters", OPEN_SEA, "uk:DD43", mission="cover")
    theatre.wing("catalina", "Seydisfjordur", sortie="asw", centre="hunters")
    theatre.boat("u-1", OPEN_SEA)
    theatre.begin(Hunting(), nobody=[4, 4], dice=[6, 1])
    found, attacked = theatre.rolls("OP-SUB-hunt")
    assert (found.modifiers, len(attacked.faces)) == ({"aircraft": 1}, 2)
    assert theatre.boat_now("u-1").at == HOME
