"""Section 5.4: fleets that meet, what they do about it, and who gets away."""

from __future__ import annotations

from itertools import permutations

import pytest

from barents.games.operations.air.search import search_modifiers
from barents.games.operations.fleets.contact import avoid_modifiers, contact_modifiers, contact_number
from barents.games.operations.state import (
    ContactChoice,
    ContactResult,
    Divisions,
    Movement,
    Search,
    SurfaceActions,
    WeatherAndLight,
)
from barents.kernel.sides import Observer, Side

from .theatre import ALLIED, AXIS, CLEAR, CLOUD, GALE, MURK, OPEN_SEA, SQUALL, STORM, Theatre

SEGMENT = (Movement(1), ContactChoice(1, ALLIED), ContactChoice(1, AXIS), ContactResult(1))
NUMBER, CHOICE = "OP-CONTACT-number", "OP-CONTACT-choice"
NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March


def met(allied: tuple[str, ...], axis: tuple[str, ...], *, turn: int = DAY, weather: int = CLOUD) -> Theatre:
    """Two fleets in one zone, in March, on a cloudy day."""
    theatre = Theatre(month=3, turn=turn, weather=weather)
    theatre.fleet("home", OPEN_SEA, *allied)
    theatre.fleet("raiders", OPEN_SEA, *axis)
    return theatre


def sees(*sides: Side) -> list[int]:
    """Dice by which these sides and no others have contact on such a day, with the errors of their reports."""
    return [face for side in Side for face in ([6, 6, 3] if side in sides else [1, 1])]


def first_to_last(meetings: int) -> list[int]:
    """The draw by which several meetings in one zone come in the order of their names."""
    return [1] * meetings


CRUISERS, DESTROYERS = ("sheffield", "jamaica", "norfolk"), ("z24", "z25", "hermann-schoemann-z7")


# Contact


@pytest.mark.rule("OP-CONTACT-number")
@pytest.mark.parametrize(("level", "needed"), [(CLEAR, 3), (CLOUD, 4), (SQUALL, 7), (MURK, 9), (STORM, 9)])
def test_what_contact_needs_by_day(level: int, needed: int) -> None:
    """Three ships without radar on either side: no modifiers."""
    small = ("amazon", "beagle", "bulldog")
    least = [6, needed - 6] if needed > 7 else [1, needed - 1]
    for less, contact in ((0, [ALLIED]), (1, [])):
        theatre = met(small, DESTROYERS, weather=level)
        first, second = least[0] - less if least[0] > 1 else 1, least[1] - (less if least[0] == 1 else 0)
        theatre.begin(Movement(1), nobody=[first, second, *([3] if contact else []), 1, 1])
        assert [meeting.contact for meeting in theatre.now.encounters] == ([contact] if contact else [])
        assert theatre.dice_left() == {}


@pytest.mark.rule("OP-CONTACT-number", "OP-WX-gale-combat")
def test_nobody_sees_anybody_in_a_gale() -> None:
    theatre = met(CRUISERS, DESTROYERS, weather=GALE).begin(Movement(1))
    assert not theatre.rolls(NUMBER)
    assert not theatre.now.encounters


@pytest.mark.rule("OP-CONTACT-light")
@pytest.mark.parametrize(("turn", "needed"), [(DAY, 4), (TWILIGHT, 5), (NIGHT, 7)])
def test_twilight_and_night_make_it_harder(turn: int, needed: int) -> None:
    theatre = met(CRUISERS, DESTROYERS, turn=turn, weather=CLOUD)
    assert contact_number(theatre.state, theatre.data, OPEN_SEA) == needed


@pytest.mark.rule("OP-CONTACT-light", "OP-CONTACT-mods", "OP-CONTACT-report")
@pytest.mark.parametrize(("dice", "seen"), [((3, 3), True), ((2, 3), False)])
def test_duke_of_york_looks_for_a_single_ship_at_night(dice: tuple[int, int], seen: bool) -> None:
    """G45: cloud and night need 7; radar 2 and a single ship make a natural 6 enough."""
    theatre = met(("duke-of-york",), ("scharnhorst",), turn=NIGHT, weather=CLOUD)
    theatre.begin(Movement(1), nobody=[*dice, *([4] if seen else []), 1, 1])
    assert [meeting.contact for meeting in theatre.now.encounters] == ([[ALLIED]] if seen else [])
    first, _ = theatre.rolls(NUMBER)
    assert first.modifiers == {"radar": 2, "few ships": -1}
    assert [(one.level, one.zone, one.flags) for one in theatre.contacts(ALLIED)] == (
        [(2, OPEN_SEA, ["capital ship"])] if seen else []
    )
    assert not theatre.contacts(AXIS)
    assert not theatre.rolls(NUMBER, Observer.ALLIED)  # who sees nobody does not learn that there was a die


@pytest.mark.rule("OP-CONTACT-mods")
def test_what_helps_to_see_a_fleet() -> None:
    theatre = met(("uk:LT*19", "onslow"), DESTROYERS, turn=DAY + 6)
    state, data = theatre.state, theatre.data
    home, raiders = state.desks[ALLIED].fleets["home"], state.desks[AXIS].fleets["raiders"]

    def allied() -> dict[str, int]:
        return contact_modifiers(state, data, ALLIED, home, raiders)

    assert contact_modifiers(state, data, AXIS, raiders, home) == {"many ships": 1}
    assert allied() == {"radar": 1}
    del state.desks[ALLIED].ships["lt-1"]
    assert contact_modifiers(state, data, AXIS, raiders, home) == {}
    report = theatre.contact(ALLIED, "raiders", 1)
    assert allied() == {"radar": 1, "reported here": 2}
    report.turn -= 1
    assert allied() == {"radar": 1, "reported here": 2}
    report.turn -= 1
    assert allied() == {"radar": 1}
    report.turn, report.zone = state.turn, "5712"
    assert allied() == {"radar": 1}
    del state.desks[AXIS].ships["z24"]
    assert allied() == {"radar": 1, "few ships": -1}


@pytest.mark.rule("OP-CONTACT-each")
def test_each_side_rolls_once_for_each_enemy_fleet_in_each_segment() -> None:
    theatre = met(CRUISERS, DESTROYERS, weather=SQUALL)
    theatre.fleet("others", OPEN_SEA, "scharnhorst")
    theatre.fleet("elsewhere", "5714", "tirpitz")
    theatre.fleet("in-port", "5519", "hipper", docked=True)
    theatre.begin(Movement(1), nobody=[*first_to_last(2), 1, 1, 6, 6, 3, 1, 1, 1, 1])
    assert [roll.subject for roll in theatre.rolls(NUMBER)] == ["home", "others", "home", "raiders"]
    (meeting,) = theatre.now.encounters
    assert (meeting.fleets, meeting.contact) == ({ALLIED: "home", AXIS: "others"}, [AXIS])
    theatre = met(CRUISERS, DESTROYERS)
    theatre.begin(Movement(1), Movement(2), nobody=[1, 1, 1, 1, 1, 1, 1, 1])
    assert len(theatre.rolls(NUMBER)) == 4


# Choices


@pytest.mark.rule("OP-CONTACT-choice")
def test_who_has_no_contact_cannot_choose_and_cannot_avoid() -> None:
    theatre = met(CRUISERS, DESTROYERS).begin(*SEGMENT, nobody=sees(ALLIED))
    assert theatre.offered(ALLIED) == ["decline", "engage home c1", "shadow home c1"]
    theatre.act(ALLIED, "engage home c1")
    assert theatre.offered(AXIS) == ["decline"]
    theatre.act(AXIS, "decline")
    (battle,) = theatre.now.battles
    assert (battle.engager, battle.contact) == (ALLIED, [ALLIED])
    assert not theatre.rolls("OP-CONTACT-avoid")
    assert theatre.at("home").engaged
    assert theatre.at("raiders").engaged


@pytest.mark.rule("OP-CONTACT-choice")
@pytest.mark.parametrize(
    ("allied", "axis", "battle", "engager"),
    [
        ("engage home c1", "engage raiders c1", True, AXIS),
        ("engage home c1", "shadow raiders c1", True, ALLIED),
        ("shadow home c1", "engage raiders c1", True, AXIS),
        ("shadow home c1", "shadow raiders c1", False, AXIS),
        ("decline", "shadow raiders c1", False, AXIS),
        ("decline", "decline", False, AXIS),
    ],
)
def test_a_battle_needs_somebody_who_engages(allied: str, axis: str, battle: bool, engager: Side) -> None:
    theatre = met(CRUISERS, DESTROYERS).begin(*SEGMENT, nobody=sees(ALLIED, AXIS))
    theatre.act(ALLIED, allied).act(AXIS, axis)
    assert [one.engager for one in theatre.now.battles] == ([engager] if battle else [])
    assert theatre.at("home").engaged is battle


@pytest.mark.rule("OP-CONTACT-choice", "OP-CONTACT-avoid")
@pytest.mark.parametrize(("die", "away"), [(5, True), (4, False)])
def test_a_faster_ship_gets_away_by_day(die: int, away: bool) -> None:
    """G46: speed 4 against 3 in clear daylight needs a five."""
    theatre = met(("onslow",), ("scharnhorst", "z24")).begin(*SEGMENT, nobody=sees(ALLIED, AXIS), allied=[die])
    theatre.act(ALLIED, "decline").act(AXIS, "engage raiders c1")
    (roll,) = theatre.rolls("OP-CONTACT-avoid")
    assert roll.modifiers == {"speed": 1}
    assert bool(theatre.now.battles) is not away


@pytest.mark.rule("OP-CONTACT-avoid")
def test_a_convoy_cannot_avoid_raiders() -> None:
    """G46: -2 for speed, +2 by night, +1 in a squall, -2 for the transports: no die is enough."""
    theatre = met(("uk:LT*3", "onslow"), ("scharnhorst",), turn=NIGHT, weather=SQUALL)
    home, raiders = theatre.state.desks[ALLIED].fleets["home"], theatre.state.desks[AXIS].fleets["raiders"]
    found = avoid_modifiers(theatre.state, theatre.data, ALLIED, home, raiders)
    assert found == {"speed": -2, "light": 2, "weather": 1, "transports": -2}
    theatre.begin(*SEGMENT, nobody=[6, 6, 3, 6, 6, 3], allied=[6])
    theatre.act(ALLIED, "decline").act(AXIS, "engage raiders c1")
    assert theatre.now.battles


@pytest.mark.rule("OP-CONTACT-avoid")
@pytest.mark.parametrize(
    ("turn", "level", "found"),
    [
        (DAY, CLOUD, {}),
        (TWILIGHT, CLEAR, {"light": 1}),
        (NIGHT, CLEAR, {"light": 2}),
        (DAY, SQUALL, {"weather": 1}),
        (DAY, MURK, {"weather": 2}),
        (DAY, STORM, {"weather": 1}),
    ],
)
def test_dark_and_dirty_weather_help_to_avoid(turn: int, level: int, found: dict[str, int]) -> None:
    theatre = met(("onslow",), ("z24",), turn=turn, weather=level)
    home, raiders = theatre.state.desks[ALLIED].fleets["home"], theatre.state.desks[AXIS].fleets["raiders"]
    assert avoid_modifiers(theatre.state, theatre.data, ALLIED, home, raiders) == found


@pytest.mark.rule("OP-CONTACT-avoid")
def test_an_oiler_is_no_transport() -> None:
    theatre = met(("uk:AO-c",), ("de:AO-g",))
    theatre.ship("ao-g-1", lost={"speed": 1})
    home, raiders = theatre.state.desks[ALLIED].fleets["home"], theatre.state.desks[AXIS].fleets["raiders"]
    assert avoid_modifiers(theatre.state, theatre.data, ALLIED, home, raiders) == {}


@pytest.mark.rule("OP-TAC-who")
def test_who_avoids_does_not_join_a_battle_later() -> None:
    theatre = met(CRUISERS, DESTROYERS)
    theatre.fleet("shy", OPEN_SEA, "london")
    theatre.fleet("blind", OPEN_SEA, "belfast")
    # By zone and names: blind, home, shy against the raiders; the Allies of each roll first.
    blind, home, shy = [1, 1, 6, 6, 3], [6, 6, 3, 6, 6, 3], [6, 6, 6, 6, 3]
    theatre.begin(*SEGMENT, SurfaceActions(), nobody=[*first_to_last(3), *blind, *home, *shy])
    theatre.act(ALLIED, "engage home c1").act(ALLIED, "decline")
    theatre.act(AXIS, "decline").act(AXIS, "engage raiders c2").act(AXIS, "decline")
    battle = theatre.now.battle
    assert battle is not None
    assert battle.fleets == {ALLIED: ["home"], AXIS: ["raiders"]}
    assert battle.joining == {ALLIED: ["blind"], AXIS: []}
    assert theatre.asked(ALLIED).rule == "OP-TAC-divisions"


@pytest.mark.rule("OP-CONTACT-report", "OP-HID-view")
def test_a_fleet_is_told_that_it_meets_one_of_which_a_report_has_come_already() -> None:
    """Else the question what it does would be the first that its side hears of it."""
    theatre = met(CRUISERS, DESTROYERS)
    theatre.contact(ALLIED, "raiders", 3)
    theatre.begin(Movement(1), nobody=[6, 6, 1, 1])
    assert theatre.words(Observer.ALLIED) == [f"home has the enemy of report 1 in sight in {OPEN_SEA}"]
    assert not theatre.words(Observer.AXIS)


@pytest.mark.rule("OP-HID-view")
def test_reports_from_one_zone_do_not_tell_by_their_order_which_fleet_is_which() -> None:
    """The order is drawn by the umpire; each side is asked in the order of its own fleets and its numbers."""
    orders = set()
    for first, second, _ in permutations((1, 2, 3)):
        theatre = met(("sheffield",), ("z24",))
        theatre.fleet("scout", OPEN_SEA, "london")
        theatre.fleet("other", OPEN_SEA, "z25", "z26")
        everyone = [6, 6, 3] * 8
        theatre.begin(*SEGMENT, nobody=[first, second, 1, 1, *everyone])
        numbers = {contact.fleet: contact.key for contact in theatre.contacts(ALLIED)}
        orders.add(tuple(sorted(numbers, key=numbers.__getitem__)))
        asked = []
        while ALLIED in theatre.match.pending and theatre.asked(ALLIED).rule == CHOICE:
            asked.append(theatre.offered(ALLIED)[-1])
            theatre.act(ALLIED, "decline")
        assert asked == [f"shadow {own} {contact}" for own in ("home", "scout") for contact in ("c1", "c2")]
    assert len(orders) == 2, "either may be the first"


# Shadowing


@pytest.mark.rule("OP-CONTACT-shadow")
@pytest.mark.parametrize(
    ("shadower", "keeps"), [(("sheffield", "jamaica", "norfolk"), True), (("uk:de-flw*3",), False)]
)
def test_a_shadower_at_least_as_fast_helps_next_turn(shadower: tuple[str, ...], keeps: bool) -> None:
    theatre = met(shadower, ("tirpitz", "scharnhorst", "hipper"))
    theatre.begin(*SEGMENT, nobody=sees(ALLIED)).act(ALLIED, "shadow home c1").act(AXIS, "decline")
    state, data = theatre.now, theatre.data
    home, raiders = theatre.at("home"), theatre.at("raiders")
    assert raiders.shadowed is keeps
    assert "shadowed" not in search_modifiers(state, data, ALLIED, raiders, 0)  # it helps next turn, not in this one
    theatre.state.turn += 1
    theatre.begin(Movement(1), nobody=[1, 1, 1, 1])
    home, raiders = theatre.at("home"), theatre.at("raiders")
    helped = {"shadowed": 2} if keeps else {}
    radar = {"radar": 1} if keeps else {}
    assert contact_modifiers(state, data, ALLIED, home, raiders) == {**radar, "reported here": 2, **helped}
    assert search_modifiers(state, data, ALLIED, raiders, 0) == {"reported last turn": 2, **helped}
    assert "shadowed" not in contact_modifiers(state, data, AXIS, raiders, home)


@pytest.mark.rule("OP-WX-gale-combat")
def test_a_gale_ends_contacts_and_shadowing_and_nobody_fights() -> None:
    theatre = met(CRUISERS, ("tirpitz", "scharnhorst", "hipper"))
    theatre.fleet("west", "3520", "lookout")
    theatre.contact(AXIS, "home")
    theatre.contact(AXIS, "west")
    theatre.state.desks[AXIS].fleets["raiders"].shadowed = True
    theatre.boat("u-88", "5712", shadows="home")
    theatre.weather(GALE, "B").begin(WeatherAndLight())
    assert [one.fleet for one in theatre.contacts(AXIS)] == ["west"]
    assert not theatre.at("raiders").shadowed
    assert theatre.boat_now("u-88").shadows == ""
    # A gale that comes up after the fleets have met
    theatre = met(CRUISERS, DESTROYERS).begin(*SEGMENT, nobody=sees(ALLIED))
    theatre.act(ALLIED, "engage home c1").act(AXIS, "decline")
    theatre.weather(GALE).begin(SurfaceActions())
    assert theatre.is_over
    assert theatre.now.battle is None
    assert Divisions not in {type(step) for step in theatre.now.agenda}


@pytest.mark.rule("OP-CONTACT-report")
def test_contact_tells_what_a_report_of_level_two_tells() -> None:
    theatre = met(("uk:LT*9", "victorious"), DESTROYERS).begin(Movement(1), nobody=[1, 1, 6, 6, 6])
    (contact,) = theatre.contacts(AXIS)
    assert (contact.level, contact.number, contact.flags) == (2, 12, ["carrier", "merchants"])
    met_in = f"raiders has the enemy of report 1 in sight in {OPEN_SEA}"
    reported = f"Surface contact: about 12 ships: carrier, merchants in {OPEN_SEA}"
    assert theatre.words(Observer.AXIS) == [reported, met_in]
    assert theatre.words(Observer.ALLIED) == []
    theatre.begin(Search())
    assert len(theatre.contacts(AXIS)) == 1
