"""Chapters 10 and 5.1: forces are searched for, reported, and lost again in fog."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barents.games.arctic_disaster.actions import AirSearch, Go, SearchHere, UseAdvantage
from barents.games.arctic_disaster.rules.activation import act, arrive, end_activation
from barents.games.arctic_disaster.rules.detection import (
    air_search_range,
    detect,
    lose_in_fog,
    make_report,
    report_counts,
    search,
    search_ice,
)
from barents.games.arctic_disaster.rules.events import event
from barents.games.arctic_disaster.rules.reaction import meet, open_fire_window, react
from barents.games.arctic_disaster.rules.terminal import out_of_sight
from barents.games.arctic_disaster.rules.units import Umpire, in_force
from barents.games.arctic_disaster.rules.ways import unsearched
from barents.games.arctic_disaster.state import (
    Act,
    Arrive,
    ConvoyDisplay,
    EndActivation,
    Event,
    Meet,
    OpenFireWindow,
    React,
    Report,
    Search,
    SearchIce,
)
from barents.kernel.actions import Decline
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, Theatre


def into_fog(u: Umpire, _step: ConvoyDisplay) -> None:
    """Fog comes down on PQ-17; this stands for the Weather marker."""
    lose_in_fog(u, ALLIED, u.state.forces[ALLIED]["pq-17"])


STEPS: Mapping[type[Step], Procedure] = {
    Search: search,
    SearchIce: search_ice,
    Event: event,
    Report: make_report,
    Act: act,
    Arrive: arrive,
    Meet: meet,
    OpenFireWindow: open_fire_window,
    React: react,
    EndActivation: end_activation,
    ConvoyDisplay: into_fog,
}
RANGE, HERE, MUTUAL = "AD-10.2-all-in-range", "AD-10.1-own-hex", "AD-10.1-mutual"
REPORT, NUMBERS = "AD-10.2.1-types", "AD-10.2.1-fuzz-owner"
BIG = ("tirpitz", "luetzow", "scheer", "z-24", "z-27", "z-28")


def searched(die: int, *ships: str, fog: bool = False, intelligence: bool = False) -> Theatre:
    """The Allies look for a German force in 2232, in the Norwegian Sea."""
    theatre = Theatre(STEPS)
    if fog:
        theatre.weather("fog", "fog")
    theatre.force("tg-a", "2232", *ships)
    step = Search(ALLIED, "tg-a", RANGE)
    if intelligence:
        step = Search(ALLIED, "tg-a", RANGE, modifier=5, flips=False, openly=True)
    return theatre.begin(step, axis=[die], allied=[die])


def offered(theatre: Theatre) -> dict[str, list[int]]:
    """The numbers that may be reported."""
    slots = ("carriers", "battleships", "cruisers", "destroyers", "close escorts", "merchants")
    return {slot: [int(n) for n in theatre.ways(AXIS, slot)] for slot in slots if theatre.ways(AXIS, slot)}


@pytest.mark.rule("AD-10.2.1-none", "AD-10.2.1-roll-secret")
def test_a_search_that_finds_nothing() -> None:
    """The owner of the force sees the die, the searcher that there is nothing."""
    for die in (1, 4):
        theatre = searched(die, *BIG)
        assert theatre.is_over
        assert not theatre.marker("tg-a").detected
        assert [roll.total for roll in theatre.rolls(RANGE, Observer.AXIS)] == [die]
        assert theatre.rolls(RANGE, Observer.ALLIED) == theatre.rolls(RANGE, Observer.PUBLIC) == []
        assert theatre.words(Observer.ALLIED) == ["Nothing is found at 2232"]
        assert theatre.words(Observer.AXIS) == []


@pytest.mark.rule("AD-10.2.1-gained", "AD-10.0-flip")
def test_a_force_is_turned_over_and_no_more_is_told() -> None:
    theatre = searched(5, "luetzow", "z-24")
    assert theatre.is_over
    assert theatre.marker("tg-a").detected
    assert theatre.words(Observer.ALLIED) == ["TG A is detected at 2232", "There is a force at 2232"]
    assert theatre.now.notebook[ALLIED].sightings == []


@pytest.mark.rule(
    "AD-10.2.1-amb3",
    "AD-10.2.1-amb2",
    "AD-10.2.1-amb1",
    "AD-10.2.1-fuzz-limits",
    "AD-10.2.1-fuzz-owner",
)
@pytest.mark.parametrize(
    ("die", "battleships", "cruisers", "destroyers"),
    [(6, (1, 4), (1, 4), (1, 7)), (7, (1, 3), (1, 3), (2, 6)), (8, (1, 2), (1, 2), (3, 5))],
)
def test_how_wrong_a_report_may_be(
    die: int, battleships: tuple[int, int], cruisers: tuple[int, int], destroyers: tuple[int, int]
) -> None:
    """G40 and the rows of the table: one battleship, one cruiser and four destroyers."""
    theatre = searched(die, "tirpitz", "hipper", "z-24", "z-27", "z-28", "z-29", "t-7")
    assert theatre.marker("tg-a").detected
    assert {name: (min(values), max(values)) for name, values in offered(theatre).items()} == {
        "battleships": battleships,
        "cruisers": cruisers,
        "destroyers": destroyers,
    }


@pytest.mark.rule("AD-10.2.1-example", "AD-10.2.1-fuzz-owner", "AD-10.2.1-types", "AD-10.2.1-roll-secret")
def test_the_example_of_a_report() -> None:
    """G4: an unmodified 7; the German reports one battleship, four cruisers and a destroyer of 1, 2 and 3."""
    theatre = Theatre(STEPS)
    theatre.force("home-fleet", "2132", "victorious")
    theatre.force("tg-a", "2125", *BIG)
    theatre.active(ALLIED, "home-fleet", left=4)
    assert unsearched(theatre.now, theatre.data, ALLIED, theatre.marker("home-fleet")) == []  # seven hexes away
    theatre.begin(Act(), axis=[7]).act(ALLIED, Go("2131"))
    assert theatre.data.distance("2131", "2125") == 6
    theatre.act(ALLIED, AirSearch())
    assert theatre.rolls(RANGE)[0].modifiers == {}
    assert theatre.asked(AXIS).rule == NUMBERS
    assert theatre.words(Observer.AXIS)[-1] == "Your report may be wrong by 2"
    theatre.plot(AXIS, {"battleships": "1", "cruisers": "4", "destroyers": "1"})
    assert "You have reported at 2125: 1 battleship, 4 cruisers, 1 destroyer" in theatre.words(Observer.AXIS)
    told = [event.about["what"] for event in theatre.told(REPORT, Observer.ALLIED) if "what" in event.about]
    assert told == ["1 battleship, 4 cruisers, 1 destroyer"]
    assert not any("wrong" in line or "accurate" in line for line in theatre.words(Observer.ALLIED))
    seen = theatre.now.notebook[ALLIED].sightings
    assert [(one.cell, one.what) for one in seen] == [("2125", "1 battleship, 4 cruisers, 1 destroyer")]
    assert not any("what" in event.about for event in theatre.told(REPORT, Observer.PUBLIC))
    assert theatre.rolls(RANGE, Observer.ALLIED) == []


@pytest.mark.rule("AD-10.2.1-accurate", "AD-10.2.1-types", "AD-10.2.1-fuzz-owner")
def test_an_accurate_report_has_every_ship_and_is_asked_for_too() -> None:
    """Nine and more; torpedo boats and the convoy's boats are in it, though they are in no category of the others."""
    theatre = searched(9, "tirpitz", "z-24", "t-7", "t-15")
    assert {slot: theatre.ways(AXIS, slot) for slot in ("battleships", "destroyers", "torpedo boats")} == {
        "battleships": ["1"],
        "destroyers": ["1"],
        "torpedo boats": ["2"],
    }
    theatre.idle(AXIS)
    assert theatre.now.notebook[ALLIED].sightings[0].what == "1 battleship, 1 destroyer, 2 torpedo boats"
    theatre = Theatre(STEPS)
    theatre.convoy("2644", "fury", "p614", "poppy", "rathlin", "carlton", "donbas")
    theatre.begin(Search(AXIS, "pq-17", RANGE), allied=[10]).idle(ALLIED)
    assert theatre.now.notebook[AXIS].sightings[0].what == (
        "1 destroyer, 1 frigate, 1 rescue ship, 1 submarine, 1 merchant, 1 tanker"
    )


@pytest.mark.rule("AD-10.2.1-types")
def test_the_categories_of_a_report() -> None:
    theatre = Theatre(STEPS)
    theatre.convoy("2644")
    theatre.force("tg-a", "2232", "tirpitz", "hipper", "t-7")
    theatre.force("home-fleet", "2240", "victorious", "london", "nigeria")
    counts = {key: report_counts(theatre.data, in_force(theatre.now, ALLIED, key)) for key in ("pq-17", "home-fleet")}
    assert counts == {
        "pq-17": {"destroyers": 6, "close escorts": 18, "merchants": 34},
        "home-fleet": {"carriers": 1, "cruisers": 2},
    }
    german = report_counts(theatre.data, in_force(theatre.now, AXIS, "tg-a"))
    assert german == {"battleships": 1, "cruisers": 1}


@pytest.mark.rule("AD-10.2.1-dummy-removed", "AD-6.5-dummy-detected")
@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True), (7, True), (10, True)])
def test_a_dummy_that_is_found_is_taken_away(die: int, gone: bool) -> None:
    theatre = searched(die)
    assert theatre.is_over  # nobody is asked for a report
    assert ("tg-a" not in theatre.now.forces[AXIS]) is gone
    assert theatre.now.notebook[ALLIED].sightings == []


@pytest.mark.rule("AD-10.2-fog-allowed", "AD-5.1-fog-search-drm")
@pytest.mark.parametrize(("die", "found"), [(6, False), (7, True)])
def test_a_search_in_fog(die: int, found: bool) -> None:
    """G37."""
    theatre = searched(die, *BIG, fog=True)
    assert theatre.rolls(RANGE)[0].modifiers == {"fog": -2}
    assert theatre.is_over
    assert theatre.marker("tg-a").detected is found


@pytest.mark.rule("AD-7.2-ice-search-drm", "AD-7.2-ice-detected-flag", "AD-7.2-ice-reset")
@pytest.mark.parametrize(("die", "found"), [(7, False), (8, True)])
def test_a_ship_in_the_ice_and_in_fog(die: int, found: bool) -> None:
    """G38: each ship is searched for by itself; one that is seen begins its two turns anew."""
    theatre = Theatre(STEPS).weather("fog", "fog")
    theatre.ship("carlton", "2022", ice=1)
    theatre.ship("earlston", "2022", ice=1)
    theatre.begin(SearchIce(AXIS, "carlton"), allied=[die])
    assert theatre.rolls("AD-7.2-ice-search-drm")[0].modifiers == {"fog": -2, "ice": -1}
    assert theatre.rolls("AD-7.2-ice-search-drm", Observer.AXIS) == []
    assert (theatre.find("carlton").seen, theatre.find("carlton").ice) == (found, 0 if found else 1)
    assert not theatre.find("earlston").seen


@pytest.mark.rule("AD-7.2-ice-hidden-safe")
def test_a_hidden_ship_is_not_searched_for() -> None:
    theatre = Theatre(STEPS)
    theatre.ship("carlton", "2022", hidden=True)
    theatre.begin(Event("search-axis"), allied=[10])
    assert theatre.rolls("AD-7.2-ice-search-drm") == []
    assert not theatre.find("carlton").seen


@pytest.mark.rule("AD-5.3-intel-roll", "AD-5.3-intel-open-roll", "AD-5.3-intel-no-flip")
@pytest.mark.parametrize(("die", "most"), [(1, 6), (4, 3)])
def test_intelligence(die: int, most: int) -> None:
    """G39: plus five; its owner sees the die, and the marker is not turned over."""
    theatre = searched(die, *BIG, intelligence=True)
    assert [roll.total for roll in theatre.rolls(RANGE, Observer.ALLIED)] == [die + 5]
    assert theatre.rolls(RANGE, Observer.AXIS) == []
    assert max(offered(theatre)["destroyers"]) == most
    theatre.idle(AXIS)
    assert not theatre.marker("tg-a").detected
    assert "3 destroyers" in theatre.now.notebook[ALLIED].sightings[0].what


@pytest.mark.rule("AD-10.2.1-roll-secret")
def test_the_tactical_advantage_on_a_search() -> None:
    """R77: its holder says so before the die, whichever side he is on."""
    theatre = Theatre(STEPS)
    theatre.state.tactical = AXIS
    theatre.force("tg-a", "2232", "z-24")
    theatre.begin(Search(ALLIED, "tg-a", RANGE), axis=[6]).act(AXIS, UseAdvantage(-2))
    assert [roll.total for roll in theatre.rolls(RANGE)] == [4]
    assert not theatre.marker("tg-a").detected


# Who searches where


@pytest.mark.rule("AD-10.2-carrier-six", "AD-10.2-cruiser-two", "AD-10.0-range-own", "AD-10.0-dummy-cannot")
def test_how_far_a_force_searches() -> None:
    theatre = Theatre(STEPS)
    ranges = {
        "home-fleet": ("victorious",),
        "cruiser-force": ("london", "somali"),
        "tf-1": ("nigeria",),
        "tf-2": ("somali", "rowan"),
        "tf-3": (),
        "tg-a": ("tirpitz",),
        "tg-b": ("luetzow",),
        "tg-c": ("z-24", "t-7"),
    }
    found = {}
    for key, ships in ranges.items():
        force = theatre.force(key, "2240", *ships)
        side = theatre.data.markers[key].side
        found[key] = air_search_range(theatre.now, theatre.data, side, force)
    assert list(found.values()) == [6, 2, 2, 0, 0, 2, 2, 0]
    theatre.find("victorious").damage = 3
    assert air_search_range(theatre.now, theatre.data, ALLIED, theatre.marker("home-fleet")) == 0


@pytest.mark.rule("AD-10.2-all-in-range", "AD-10.2-once-each", "AD-10.2-compulsory")
def test_an_air_search_covers_every_force_in_range_once() -> None:
    """It is made at any moment of the activation, but it has to be made; also for what comes into range later."""
    theatre = Theatre(STEPS)
    theatre.force("cruiser-force", "2240", "london")
    for key, cell in (("tg-a", "2239"), ("tg-b", "2238"), ("tg-c", "2438")):
        theatre.force(key, cell, "z-24" if key == "tg-a" else "z-27" if key == "tg-b" else "z-28")
    theatre.active(ALLIED, "cruiser-force")
    theatre.begin(Act(), axis=[1, 1, 1])
    assert "stop" not in theatre.offered(ALLIED)
    theatre.act(ALLIED, AirSearch())
    assert [roll.subject for roll in theatre.rolls(RANGE)] == ["Search at 2239", "Search at 2238"]
    assert "air-search" not in theatre.offered(ALLIED)
    assert "stop" in theatre.offered(ALLIED)
    theatre.act(ALLIED, Go("2339")).act(AXIS, Decline())
    assert "stop" not in theatre.offered(ALLIED)
    theatre.act(ALLIED, AirSearch())
    assert [roll.subject for roll in theatre.rolls(RANGE)][2:] == ["Search at 2438"]
    assert "stop" in theatre.offered(ALLIED)


@pytest.mark.rule("AD-10.2-compulsory")
def test_before_an_enemy_is_out_of_range_he_must_be_searched_for() -> None:
    theatre = Theatre(STEPS)
    theatre.force("cruiser-force", "2240", "london")
    theatre.force("tg-a", "2238", "z-24")
    theatre.active(ALLIED, "cruiser-force")
    theatre.begin(Act(), axis=[1])
    ways = {answer.removeprefix("go ") for answer in theatre.offered(ALLIED) if answer.startswith("go ")}
    assert ways == {cell for cell in theatre.data.neighbours("2240") if theatre.data.distance(cell, "2238") <= 2}
    theatre.act(ALLIED, AirSearch())
    assert {f"go {cell}" for cell in theatre.data.neighbours("2240")} <= set(theatre.offered(ALLIED))

    feigned = Theatre(STEPS)
    feigned.force("cruiser-force", "2240")
    feigned.force("tg-a", "2238", "z-24")
    feigned.active(ALLIED, "cruiser-force")
    assert "stop" in feigned.begin(Act()).offered(ALLIED), "a dummy has nothing to search with"
    destroyers = Theatre(STEPS)
    destroyers.force("tf-1", "2240", "eclipse")
    destroyers.force("tg-a", "2238", "z-24")
    destroyers.active(ALLIED, "tf-1")
    assert "stop" in destroyers.begin(Act()).offered(ALLIED), "nor have destroyers"


@pytest.mark.rule("AD-10.1-own-hex", "AD-10.0-dummy-cannot")
def test_a_force_searches_its_own_hex_once() -> None:
    theatre = Theatre(STEPS)
    theatre.force("tf-1", "2240", "eclipse")
    theatre.force("tg-a", "2240", "z-24")
    theatre.active(ALLIED, "tf-1")
    theatre.begin(Act(), axis=[1])
    theatre.act(ALLIED, SearchHere())
    assert len(theatre.rolls(HERE)) == 1
    assert "search-here" not in theatre.offered(ALLIED)
    theatre = Theatre(STEPS)
    theatre.force("tf-1", "2240")
    theatre.force("tg-a", "2240", "z-24")
    theatre.active(ALLIED, "tf-1")
    assert "search-here" not in theatre.begin(Act()).offered(ALLIED)


def meeting(*, dummy: bool, **dice: list[int]) -> Theatre:
    """An Allied force comes upon a German one, real or dummy."""
    theatre = Theatre(STEPS)
    theatre.force("cruiser-force", "2240", "london")
    theatre.force("tg-a", "2240", *(() if dummy else ("z-24",)))
    theatre.active(ALLIED, "cruiser-force")
    return theatre.begin(Meet(), **dice)


@pytest.mark.rule("AD-10.1-mutual", "AD-10.1-active-first", "AD-10.1-passive-only")
def test_forces_that_meet_search_for_each_other() -> None:
    """The activated one first; nobody sees the dice; both fall before anyone opens fire."""
    theatre = meeting(dummy=False, nobody=[1, 5])
    assert [roll.total for roll in theatre.rolls(MUTUAL)] == [1, 5]
    for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        assert theatre.rolls(MUTUAL, observer) == []
    assert not theatre.marker("tg-a").detected
    assert theatre.marker("cruiser-force").detected
    assert theatre.asked(AXIS).rule == "AD-11.4.1-start-passive"
    assert theatre.now.active is not None
    assert theatre.now.active.searched == [theatre.marker("cruiser-force").at], "it searches this hex no more"


@pytest.mark.rule("AD-10.1-mutual-dummy", "AD-10.0-dummy-cannot", "AD-6.5-dummy-no-act")
def test_a_dummy_that_is_met_cannot_be_told_by_its_search() -> None:
    """R109: the Allied player sees the same as where a real force finds nothing."""
    real, dummy = meeting(dummy=False, nobody=[1, 1]), meeting(dummy=True, nobody=[1, 10])
    assert dummy.words(Observer.ALLIED) == real.words(Observer.ALLIED)
    assert len(dummy.rolls(MUTUAL)) == 1
    assert not dummy.marker("cruiser-force").detected
    assert dummy.asked(AXIS).rule == real.asked(AXIS).rule


@pytest.mark.rule("AD-10.1-mutual-dummy")
def test_whoever_has_the_advantage_is_asked_for_a_dummys_search_too() -> None:
    """Otherwise a question that does not come would betray it."""
    for dummy in (False, True):
        theatre = Theatre(STEPS)
        theatre.state.tactical = ALLIED
        theatre.force("cruiser-force", "2240", "london")
        theatre.force("tg-a", "2240", *(() if dummy else ("z-24",)))
        theatre.active(ALLIED, "cruiser-force")
        theatre.begin(Meet(), nobody=[1, 1])
        theatre.act(ALLIED, "keep-advantage next-die")
        assert theatre.asked(ALLIED).rule == "AD-5.10-ta-declare"
        theatre.act(ALLIED, "keep-advantage next-die")
        assert theatre.asked(AXIS).rule == "AD-11.4.1-start-passive"


# Lost again


def shadowed(weather_dice: list[int], cell: str, *, shadow: bool = True) -> Theatre:
    """Fog comes down on a detected PQ-17 that is shadowed."""
    theatre = Theatre(STEPS).weather("fog", "fog")
    theatre.convoy(cell, "carlton", detected=True)
    theatre.state.shadow = "u-88" if shadow else ""
    return theatre.begin(ConvoyDisplay(), dice=weather_dice)


@pytest.mark.rule("AD-10.0-lasts", "AD-5.1-fog-roll-barents", "AD-13.6-shadow-fog")
def test_fog_in_the_barents_sea() -> None:
    """G41."""
    theatre = shadowed([3, 6], "2225")
    assert [roll.total for roll in theatre.rolls("AD-5.1-fog-roll-barents")] == [5]
    assert (theatre.marker("pq-17").detected, theatre.now.shadow) == (True, "u-88")


@pytest.mark.rule("AD-5.1-fog-roll-norwegian", "AD-13.6-shadow-fog")
@pytest.mark.parametrize(("touch", "detected", "shadow"), [(5, False, ""), (6, True, "u-88")])
def test_fog_in_the_norwegian_sea(touch: int, detected: bool, shadow: str) -> None:
    """G42."""
    theatre = shadowed([4, touch], "2644")
    assert [roll.total for roll in theatre.rolls("AD-5.1-fog-roll-norwegian")] == [6]
    assert (theatre.marker("pq-17").detected, theatre.now.shadow) == (detected, shadow)


@pytest.mark.rule("AD-10.0-lasts", "AD-5.1-fog-roll-norwegian", "AD-5.1-fog-roll-barents")
@pytest.mark.parametrize(
    ("cell", "die", "detected"), [("2644", 6, False), ("2644", 7, True), ("2225", 4, False), ("2225", 5, True)]
)
def test_who_is_lost_in_fog(cell: str, die: int, detected: bool) -> None:
    theatre = shadowed([die], cell, shadow=False)
    assert theatre.marker("pq-17").detected is detected
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-10.0-lasts", "AD-10.0-shadow-keeps")
@pytest.mark.parametrize("shadow", ["", "u-88"])
def test_at_the_end_of_the_turn_only_a_shadowed_convoy_stays_in_sight(shadow: str) -> None:
    theatre = Theatre(STEPS)
    theatre.convoy("2644", "carlton", detected=True)
    theatre.force("tg-a", "2240", "z-24", detected=True)
    theatre.state.shadow = shadow
    out_of_sight(theatre.at_hand)
    assert theatre.marker("pq-17").detected is bool(shadow)
    assert not theatre.marker("tg-a").detected


@pytest.mark.rule("AD-10.0-flip")
def test_detection_names_the_force() -> None:
    theatre = Theatre(STEPS)
    force = theatre.force("tf-2", "2240", "somali")
    detect(theatre.at_hand, ALLIED, force)
    assert force.detected
    assert not theatre.now.tirpitz_seen
