"""Section 5.11: air strikes, from the fighters over a fleet to the bombs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.operations.air.raids import flak_dice, strike_modifiers
from barents.games.operations.fights import Raid
from barents.games.operations.knowledge.known import known
from barents.games.operations.rules.units import aa_sum, ships_of
from barents.games.operations.state import SUNK, AirRaid, LaunchStrikes, Orders
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, CLEAR, CLOUD, OPEN_SEA, SQUALL, Theatre

NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
KNOWN, ORDER, FATE = "OP-STRIKE-known", "OP-STRIKE-order", "OP-STRIKE-fate"
COMBAT, RETURN, FLAK, ATTACK = "OP-STRIKE-aircombat", "OP-STRIKE-return-fire", "OP-STRIKE-aa", "OP-STRIKE-mods"
GERMANS = ("tirpitz", "scharnhorst", "gneisenau", "luetzow", "admiral-scheer", "hipper", "prinz-eugen")


def raided(theatre: Theatre, *steps: str, escorts: Sequence[str] = (), fleet: str = "ships") -> Theatre:
    """German aircraft over a fleet: `he-111*6`."""
    keys: dict[str, list[str]] = {"strike": [], "escort": []}
    zone = theatre.at(fleet).at
    for sortie, texts in (("strike", steps), ("escort", escorts)):
        for text in texts:
            type, _, number = text.partition("*")
            wing = theatre.wing(type, "Banak", int(number or 1), sortie=sortie, centre=zone)
            keys[sortie] += [step.key for step in wing]
    theatre.state.raids = [Raid(AXIS, fleet, zone, "c1", keys["strike"], keys["escort"])]
    return theatre


def a_convoy(*more: str, transports: int = 10) -> Theatre:
    """Transports with whoever protects them."""
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, f"uk:LT*{transports}", *more)
    return theatre


# Launching


@pytest.mark.rule("OP-STRIKE-known")
@pytest.mark.parametrize(("level", "age", "zone", "asked"), [(1, 0, "6006", True), (3, 1, "6006", False)])
def test_a_strike_needs_a_report_of_this_turn(level: int, age: int, zone: str, asked: bool) -> None:
    theatre = Theatre(turn=9)
    theatre.fleet("ships", zone, "uk:LT*3")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.contact(AXIS, "ships", level, turn=9 - age)
    theatre.begin(LaunchStrikes(AXIS))
    assert ("choose ju-88-1,ju-88-2" in theatre.offered(AXIS)) is asked


@pytest.mark.rule("OP-STRIKE-known", "OP-AIR-radius")
def test_a_strike_reaches_as_far_as_its_aircraft() -> None:
    theatre = Theatre()
    theatre.fleet("ships", "5706", "uk:LT*3")
    away = theatre.data.distance("6017", "5706")
    assert away == 12
    for type, sortie in (("ju-88", "strike"), ("bf-110", "escort"), ("ju-87", "strike"), ("fw-200", "rest")):
        theatre.wing(type, "Banak", sortie=sortie)
    theatre.contact(AXIS, "ships")
    theatre.begin(LaunchStrikes(AXIS))
    assert theatre.offered(AXIS) == ["choose -", "choose ju-88-1"]


@pytest.mark.rule("OP-STRIKE-one-raid", "OP-STRIKE-order")
def test_all_that_is_sent_against_a_fleet_is_one_raid_with_one_fire() -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, "uk:LT*3", "palomares")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.wing("he-111", "Bardufoss", 1, sortie="strike")
    theatre.wing("bf-110", "Bardufoss", 1, sortie="escort")
    theatre.contact(AXIS, "ships")
    theatre.begin(LaunchStrikes(ALLIED), LaunchStrikes(AXIS), dice=[1, 1, 1])
    theatre.act(ALLIED, "decline").act(AXIS, "choose ju-88-1,ju-88-2,he-111-1,bf-110-1")
    (raid,) = theatre.now.raids
    assert (raid.bombers, raid.escorts) == (["ju-88-1", "ju-88-2", "he-111-1"], ["bf-110-1"])
    (fire,) = theatre.rolls(FLAK)
    assert len(fire.faces) == 3
    assert theatre.slots(AXIS) == ["ju-88-1", "ju-88-2", "he-111-1"]


@pytest.mark.rule("OP-STRIKE-order")
def test_a_strike_runs_through_its_stages_in_order() -> None:
    theatre = a_convoy("palomares", "hms-avenger")
    theatre.wing("sea-hurricane", "hms-avenger", sortie="cap", centre="ships")
    raided(theatre, "ju-88*2").begin(AirRaid(), dice=[1, 1, 6, 4, 1, 1, 1, 1, 6, 1], allied=[4])
    theatre.plot(AXIS, {"ju-88-1": "lt-3", "ju-88-2": "lt-3"})
    order = [event.rule for entry in theatre.match.log or [] if hasattr(event := entry.event, "faces")]
    assert order == [COMBAT, RETURN, FATE, FLAK, ATTACK, ATTACK, "OP-DMG-simple"]
    assert theatre.find("lt-3").at == SUNK
    assert theatre.is_over


# Fighters


@pytest.mark.rule("OP-STRIKE-aircombat", "OP-STRIKE-return-fire", "OP-STRIKE-fate")
def test_two_sea_hurricanes_against_six_heinkels() -> None:
    """G57."""
    theatre = a_convoy("hms-avenger", transports=3)
    theatre.wing("sea-hurricane", "hms-avenger", 2, sortie="cap", centre="ships")
    raided(theatre, "he-111*6").begin(AirRaid(), dice=[5, 6, 2, 1, 3, 6, 6, 3, 1, 1, 1])
    assert [roll.faces for roll in theatre.rolls(COMBAT)] == [(5, 6, 2, 1)]
    assert [roll.faces for roll in theatre.rolls(RETURN)] == [(6, 3, 1)]
    assert [roll.faces for roll in theatre.rolls(FATE)] == [(3,), (6,), (1,)]
    assert len(theatre.now.desks[AXIS].air) == 5
    home = theatre.step_now("he-111-1")
    assert (home.sortie, home.rests) == ("rest", 2)
    assert theatre.now.raids[0].bombers == ["he-111-3", "he-111-4", "he-111-5", "he-111-6"]
    assert theatre.step_now("sea-hurricane-1").rests == 2
    assert theatre.step_now("sea-hurricane-2").sortie == "cap"


@pytest.mark.rule("OP-STRIKE-aircombat", "OP-STRIKE-return-fire")
def test_escorts_are_beaten_off_first_and_only_by_sixes() -> None:
    theatre = a_convoy("hms-avenger")
    theatre.wing("sea-hurricane", "hms-avenger", 2, sortie="cap", centre="ships")
    # The escort's two factors and half of the bombers' three are three dice.
    raided(theatre, "ju-88*3", escorts=["bf-110"]).begin(AirRaid(), dice=[5, 6, 6, 5, 1, 1, 6, 1, 6, 5, 6])
    beaten = [roll.subject for roll in theatre.rolls(FATE)]
    assert beaten == ["Bf 110", "Ju 88A", "Sea Hurricane", "Sea Hurricane"]
    assert [len(roll.faces) for roll in theatre.rolls(RETURN)] == [3]
    assert sorted(theatre.now.desks[ALLIED].air) == []
    assert theatre.now.raids[0].bombers == ["ju-88-2", "ju-88-3"]


@pytest.mark.rule("OP-STRIKE-aircombat")
def test_without_fighters_there_is_no_air_combat() -> None:
    theatre = raided(a_convoy("onslow"), "ju-88*3").begin(AirRaid(), dice=[1])
    assert not theatre.rolls(COMBAT)
    assert not theatre.rolls(RETURN)


# Anti-aircraft fire


@pytest.mark.rule("OP-STRIKE-aa")
@pytest.mark.parametrize(
    ("ships", "total", "steps", "dice"),
    [
        (("tirpitz", "scharnhorst", "z24"), 17, 20, 9),  # G55
        (GERMANS, 40, 20, 12),
        (GERMANS, 40, 3, 6),
        (("z24",), 2, 20, 1),
        (("de:ST-g",), 0, 20, 0),
    ],
)
def test_how_many_guns_fire(ships: tuple[str, ...], total: int, steps: int, dice: int) -> None:
    theatre = Theatre()
    fleet = theatre.fleet("germans", OPEN_SEA, *ships)
    afloat = ships_of(theatre.state.desks[AXIS], "germans")
    assert aa_sum(theatre.data, afloat) == total
    assert flak_dice(theatre.data, fleet, afloat, steps) == dice


@pytest.mark.rule("OP-STRIKE-aa", "OP-STRIKE-fate")
def test_each_six_beats_a_step_off_and_a_third_of_them_are_lost() -> None:
    """G55: nine dice with two sixes; fates 5 and 3."""
    theatre = a_convoy("palomares", "pozarica", "scylla", "onslow")
    theatre.ship("scylla", lost={"aa": 1})
    assert aa_sum(theatre.data, ships_of(theatre.state.desks[ALLIED], "ships")) == 17
    raided(theatre, "ju-88*5").begin(AirRaid(), dice=[6, 2, 6, 1, 3, 4, 5, 2, 1, 5, 3])
    assert len(theatre.rolls(FLAK)[0].faces) == 9
    assert theatre.now.raids[0].bombers == ["ju-88-3", "ju-88-4", "ju-88-5"]
    assert "ju-88-1" not in theatre.now.desks[AXIS].air
    assert theatre.step_now("ju-88-2").rests == 2


@pytest.mark.rule("OP-STRIKE-fate")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (4, False), (5, True), (6, True)])
def test_the_fate_of_a_step_that_is_beaten_off(die: int, lost: bool) -> None:
    theatre = raided(a_convoy("onslow"), "ju-88").begin(AirRaid(), dice=[6, die])
    assert theatre.is_over  # it takes no further part
    assert ("ju-88-1" not in theatre.now.desks[AXIS].air) is lost


@pytest.mark.rule("OP-STRIKE-aa")
def test_the_attacker_says_which_steps_are_beaten_off() -> None:
    theatre = raided(a_convoy("palomares"), "ju-88*2", "he-111").begin(AirRaid(), dice=[6, 1, 1, 5])
    assert theatre.offered(AXIS) == ["choose ju-88-1", "choose ju-88-2", "choose he-111-1"]
    theatre.act(AXIS, "choose ju-88-2")
    assert theatre.now.raids[0].bombers == ["ju-88-1", "he-111-1"]
    assert list(theatre.now.desks[AXIS].air) == ["ju-88-1", "he-111-1"]


@pytest.mark.rule("OP-STRIKE-port-aa")
@pytest.mark.parametrize(
    ("port", "ships", "steps", "dice"),
    [
        ("6619", ("onslow",), 9, 7),
        ("3330", ("onslow",), 9, 9),
        ("3330", ("onslow",), 4, 8),
        ("3330", ("duke-of-york", "king-george-v"), 9, 14),
    ],
)
def test_a_port_has_guns_of_its_own(port: str, ships: tuple[str, ...], steps: int, dice: int) -> None:
    theatre = Theatre()
    fleet = theatre.fleet("ships", port, *ships, docked=True)
    afloat = ships_of(theatre.state.desks[ALLIED], "ships")
    assert flak_dice(theatre.data, fleet, afloat, steps) == dice
    fleet.docked = False
    assert flak_dice(theatre.data, fleet, afloat, steps) < dice


@pytest.mark.rule("OP-STRIKE-port-aa")
def test_ships_in_port_are_bombed_and_not_torpedoed() -> None:
    theatre = Theatre()
    theatre.fleet("ships", "6619", "king-george-v", docked=True)
    raided(theatre, "he-111*2", "he-115", "ju-88").begin(AirRaid(), dice=[1] * 8 + [6, 4] + [1, 1], allied=[3, 4])
    assert theatre.slots(AXIS) == ["he-111-1", "he-111-2", "ju-88-1"]  # the He 115 has no bombs
    theatre.plot(AXIS, dict.fromkeys(("he-111-1", "he-111-2", "ju-88-1"), "king-george-v"))
    assert {tuple(roll.faces) for roll in theatre.rolls(ATTACK)} == {(6,), (4,), (1,)}
    assert theatre.dice_left() == {}
    assert theatre.is_over


# Bombs and torpedoes


@pytest.mark.rule("OP-STRIKE-per-ship")
def test_at_most_four_steps_attack_one_ship() -> None:
    theatre = raided(a_convoy(transports=3), "ju-88*5").begin(AirRaid())
    with pytest.raises(Exception, match="no more than 4 may go to lt-2"):
        theatre.plot(AXIS, {f"ju-88-{n}": "lt-2" for n in range(1, 6)})
    theatre.plot(AXIS, {"ju-88-5": "lt-1", **{f"ju-88-{n}": "lt-2" for n in range(1, 5)}})
    assert theatre.is_over


@pytest.mark.rule("OP-STRIKE-per-ship", "OP-HID-view")
def test_those_who_get_through_see_the_ships_below_and_remember_them() -> None:
    """A step without a target drops nothing; with the last the raid is over and the ships are out of sight."""
    theatre = raided(a_convoy(transports=2), "ju-88*2")
    theatre.ship("lt-2", fire=True)
    assert not known(theatre.data, theatre.state, Observer.AXIS).desks[ALLIED].ships
    theatre.begin(AirRaid(), dice=[1])
    (told,) = theatre.told("OP-STRIKE-per-ship", Observer.AXIS)
    assert told.about["ships"] == "lt-1; lt-2, burning"
    assert not theatre.told("OP-STRIKE-per-ship", Observer.ALLIED)
    seen = known(theatre.data, theatre.now, Observer.AXIS).desks[ALLIED].ships
    assert {key: ship.fire for key, ship in seen.items()} == {"lt-1": False, "lt-2": True}
    theatre.plot(AXIS, {"ju-88-2": "lt-1"})
    assert [roll.subject for roll in theatre.rolls(ATTACK)] == ["Ju 88A at lt-1"]
    after = known(theatre.data, theatre.now, Observer.AXIS)
    assert not after.desks[ALLIED].ships
    assert sorted(after.notebook[AXIS].identified) == ["lt-1", "lt-2"]
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-STRIKE-mods", "OP-STRIKE-aa")
def test_six_heinkels_on_a_convoy() -> None:
    """G56: one destroyed, one beaten off; twelve torpedoes of the other four, two of them hit."""
    theatre = a_convoy("palomares", "onslow", "offa", transports=20)
    assert aa_sum(theatre.data, ships_of(theatre.state.desks[ALLIED], "ships")) == 9
    torpedoes = [6, 6, 1, 2, 3, 4, 5, 5, 1, 2, 3, 4]
    raided(theatre, "he-111*6").begin(AirRaid(), dice=[6, 2, 6, 1, 3, 5, 2, *torpedoes], allied=[2, 4])
    assert len(theatre.now.desks[AXIS].air) == 5
    assert theatre.slots(AXIS) == ["he-111-3", "he-111-4", "he-111-5", "he-111-6"]
    theatre.plot(AXIS, {f"he-111-{n}": f"lt-{n}" for n in range(3, 7)})
    assert [roll.needs for roll in theatre.rolls(ATTACK)] == ["6 or more hits"] * 4
    assert theatre.find("lt-3").at == SUNK
    assert theatre.now.points == {AXIS: 10}
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-STRIKE-comb", "OP-STRIKE-mods")
@pytest.mark.parametrize(
    ("steps", "ships", "comb"),
    [("he-111*8", 20, True), ("he-111*6", 20, True), ("he-111*5", 20, False), ("he-111*8", 16, False)],
)
def test_many_torpedo_aircraft_comb_a_big_convoy(steps: str, ships: int, comb: bool) -> None:
    theatre = a_convoy("palomares", "onslow", "offa", transports=ships - 3)
    raided(theatre, steps).begin(AirRaid(), dice=[1, 1, 1, 1, 1, 5, 1, 1])
    theatre.plot(AXIS, {"he-111-1": "lt-1"})
    (roll,) = theatre.rolls(ATTACK)
    assert roll.needs == ("5 or more hits: comb of torpedoes +1" if comb else "6 or more hits")


@pytest.mark.rule("OP-STRIKE-comb")
def test_bombs_are_no_comb_and_aircraft_with_bombs_do_not_count() -> None:
    theatre = a_convoy("palomares", transports=20)
    raided(theatre, "he-111*6", "ju-88").begin(AirRaid(), dice=[1, 1, 1, 1, 5])
    theatre.now.desks[AXIS].air["he-111-6"].bombs = True
    theatre.plot(AXIS, {"he-111-1": "lt-1", "ju-88-1": "lt-2"})
    assert {roll.needs for roll in theatre.rolls(ATTACK)} == {"6 or more hits"}


@pytest.mark.rule("OP-STRIKE-mods")
@pytest.mark.parametrize(
    ("turn", "level", "torpedoes", "found"),
    [
        (DAY, CLEAR, False, {}),
        (DAY, CLOUD, False, {"weather": -1}),
        (DAY, CLOUD, True, {}),
        (DAY, SQUALL, False, {"weather": -1}),
        (DAY, SQUALL, True, {"weather": -1}),
        (TWILIGHT, CLEAR, True, {"twilight": -1}),
    ],
)
def test_weather_and_light(turn: int, level: int, torpedoes: bool, found: dict[str, int]) -> None:
    theatre = Theatre(month=3, turn=turn, weather=level)
    fleet = theatre.fleet("ships", OPEN_SEA, "uk:LT")
    ship = theatre.find("lt-1")
    got = strike_modifiers(theatre.state, theatre.data, fleet, ship, torpedoes=torpedoes, combed=False, weak=False)
    assert got == found


@pytest.mark.rule("OP-STRIKE-mods", "OP-STRIKE-port-aa")
@pytest.mark.parametrize(
    ("ship", "lost", "docked", "found"),
    [
        ("duke-of-york", 0, False, {"fast ship": -1}),
        ("rodney", 0, False, {}),
        ("duke-of-york", 1, False, {}),
        ("duke-of-york", 3, False, {"stopped": 1}),
        ("duke-of-york", 0, True, {"in port": -1}),
        ("duke-of-york", 3, True, {"in port": -1}),
    ],
)
def test_fast_and_stopped_ships(ship: str, lost: int, docked: bool, found: dict[str, int]) -> None:
    theatre = Theatre()
    fleet = theatre.fleet("ships", "3330", ship, docked=docked)
    about = theatre.ship(ship, lost={"speed": lost})
    got = strike_modifiers(theatre.state, theatre.data, fleet, about, torpedoes=False, combed=False, weak=False)
    assert got == found


@pytest.mark.rule("OP-STRIKE-mods")
@pytest.mark.parametrize(("escort", "weak"), [("offa", True), ("palomares", False)])
def test_weak_fire_lets_aircraft_come_close(escort: str, weak: bool) -> None:
    theatre = raided(a_convoy(escort, transports=3), "ju-88").begin(AirRaid(), dice=[1, 1, 1])
    theatre.plot(AXIS, {"ju-88-1": "lt-1"})
    (roll,) = theatre.rolls(ATTACK)
    assert ("weak fire +1" in roll.needs) is weak


@pytest.mark.rule("OP-STRIKE-mods")
def test_who_can_carry_both_may_be_told_to_carry_bombs() -> None:
    theatre = a_convoy(transports=3)
    theatre.wing("he-111", "Banak", 2)
    theatre.contact(AXIS, "ships")
    theatre.wing("ju-88", "Banak")
    theatre.wing("he-115", "Tromsø")
    theatre.begin(Orders(), LaunchStrikes(AXIS), dice=[1, 1, 1, 1], allied=[3])
    assert "strike:bombs" not in [*theatre.ways(AXIS, "ju-88-1"), *theatre.ways(AXIS, "he-115-1")]
    theatre.idle_until("OP-AIR-missions", AXIS).plot(AXIS, {"he-111-1": "strike:bombs", "he-111-2": "strike"})
    theatre.idle_until(KNOWN, AXIS).act(AXIS, "choose he-111-1,he-111-2")
    theatre.plot(AXIS, {"he-111-1": "lt-1", "he-111-2": "lt-2"})
    assert [len(roll.faces) for roll in theatre.rolls(ATTACK)] == [1, 3]


@pytest.mark.rule("OP-STRIKE-order", "OP-DMG-sunk")
def test_both_sides_see_a_raid_and_the_attacker_the_ships() -> None:
    theatre = a_convoy("palomares", transports=3)
    raided(theatre, "ju-88*2").begin(AirRaid(), dice=[1, 1, 1, 6, 1], allied=[6])
    assert [contact.types for contact in theatre.contacts(AXIS)] == [{"LT": 3, "AA": 1}]
    theatre.plot(AXIS, {"ju-88-1": "lt-1", "ju-88-2": "lt-1"})
    assert theatre.words(Observer.ALLIED)[-1].endswith("1 hit, 1 ship sunk")
    assert theatre.told("OP-DMG-sunk", Observer.AXIS)
    assert not theatre.told("OP-DMG-table", Observer.AXIS)  # boxes are her owner's business


@pytest.mark.rule("OP-STRIKE-order")
def test_a_raid_finds_nothing_of_a_fleet_that_is_gone() -> None:
    theatre = a_convoy(transports=1)
    raided(theatre, "ju-88*2")
    theatre.state.raids.append(Raid(AXIS, "ships", OPEN_SEA, "c1", ["ju-88-2"]))
    theatre.begin(AirRaid(), dice=[6, 5], allied=[4])
    theatre.plot(AXIS, {"ju-88-1": "lt-1", "ju-88-2": "lt-1"})
    assert theatre.is_over
    assert not theatre.now.raids
