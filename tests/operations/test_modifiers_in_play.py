"""What counts for and against dice, as it stands on the dice that fall in the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from barents.games.operations.state import AirRaid, BoatActions, Movement, Search
from barents.kernel.sides import Side

from .test_strikes import raided
from .theatre import ALLIED, AXIS, CLOUD, MURK, OPEN_SEA, SQUALL, STORM, Theatre

Scene: TypeAlias = Callable[[Theatre], object]
NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
LEADS = "5916"


def nothing(_theatre: Theatre) -> None:
    """Nothing out of the ordinary."""


def weather(level: int) -> Scene:
    """Another weather."""
    return lambda theatre: theatre.weather(level)


# Ships meet


@pytest.mark.rule("OP-CONTACT-mods")
@pytest.mark.parametrize(
    ("own", "enemy", "scene", "found"),
    [
        ("amazon", "de:ST-g*3", nothing, {}),
        ("amazon", "de:ST-g*2", nothing, {"few ships": -1}),
        ("amazon", "de:ST-g*19", nothing, {}),
        ("amazon", "de:ST-g*20", nothing, {"many ships": 1}),
        ("sheffield", "de:ST-g*3", nothing, {"radar": 1}),
        ("amazon", "de:ST-g*3", lambda t: t.contact(ALLIED, "enemy", 1), {"reported here": 2}),
        ("amazon", "de:ST-g*3", lambda t: t.contact(ALLIED, "enemy", 1, turn=2), {"reported here": 2}),
        ("amazon", "de:ST-g*3", lambda t: t.contact(ALLIED, "enemy", 3, turn=1), {}),  # two turns ago
        ("amazon", "de:ST-g*3", lambda t: t.contact(ALLIED, "enemy", 3, zone="5712"), {}),  # elsewhere
        ("amazon", "de:ST-g*3", lambda t: setattr(t.at("enemy"), "shadowed", True), {"shadowed": 2}),
    ],
)
def test_what_counts_when_fleets_meet(own: str, enemy: str, scene: Scene, found: dict[str, int]) -> None:
    theatre = Theatre()
    theatre.fleet("own", OPEN_SEA, own)
    theatre.fleet("enemy", OPEN_SEA, enemy)
    scene(theatre)
    theatre.begin(Movement(1), nobody=[1, 1, 1, 1])
    assert theatre.rolls("OP-CONTACT-number")[0].modifiers == found


# Search


@pytest.mark.rule("OP-SEARCH-mods", "OP-MAP-leads")
@pytest.mark.parametrize(
    ("ships", "steps", "scene", "found"),
    [
        ("uk:LT*7", 1, nothing, {}),
        ("uk:LT", 1, nothing, {"single ship": -2}),
        ("uk:LT*8", 1, nothing, {"many ships": 1}),
        ("uk:LT*19", 1, nothing, {"many ships": 1}),
        ("uk:LT*20", 1, nothing, {"many ships": 2}),
        ("uk:LT*7", 2, nothing, {"further steps": 1}),
        ("uk:LT*7", 3, nothing, {"further steps": 2}),
        ("uk:LT*7", 4, nothing, {"further steps": 2}),  # two at most
        ("uk:LT*7", 1, lambda t: t.contact(AXIS, "ships", 1, turn=2, zone="5205"), {"reported last turn": 2}),
        ("uk:LT*7", 1, lambda t: t.contact(AXIS, "ships", 1), {}),  # of this turn
        ("uk:LT*7", 1, lambda t: t.contact(AXIS, "ships", 1, turn=1), {}),
        ("uk:LT*7", 1, lambda t: setattr(t.at("ships"), "lit", True), {"shadowed": 2}),
        ("uk:LT*7", 1, lambda t: t.boat("u-1", OPEN_SEA, shadows="ships", since=2), {"shadowed": 2}),
        ("uk:LT*7", 1, lambda t: t.boat("u-1", OPEN_SEA, shadows="ships", since=3), {}),  # since this turn
    ],
)
def test_what_counts_in_an_air_search(ships: str, steps: int, scene: Scene, found: dict[str, int]) -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, ships)
    theatre.wing("bv-138", "Banak", steps, sortie="search", centre=OPEN_SEA)
    scene(theatre)
    (roll,) = theatre.begin(Search(), nobody=[1, 1]).rolls("OP-SEARCH-number")
    assert roll.modifiers == found


# Submarines


def over_the_convoy(theatre: Theatre) -> None:
    """An aircraft that hunts submarines."""
    theatre.wing("catalina", "Seydisfjordur", sortie="asw", centre="ships")


def fast(zones: int) -> Scene:
    """The fleet has come from so many zones away."""
    return lambda theatre: setattr(theatre.at("ships"), "track", [OPEN_SEA] * (zones + 1))


@pytest.mark.rule("OP-SUB-contact-mods")
@pytest.mark.parametrize(
    ("ships", "year", "scene", "found"),
    [
        ("uk:LT*19", 1942, nothing, {}),
        ("uk:LT*20", 1942, nothing, {"many ships": 1}),
        ("uk:LT*5", 1942, fast(1), {}),
        ("uk:LT*5", 1942, fast(2), {"the fleet's speed": -1}),
        ("uk:LT*5", 1942, fast(3), {"the fleet's speed": -2}),
        ("uk:LT*5", 1942, weather(SQUALL), {}),
        ("uk:LT*5", 1942, weather(MURK), {"weather": -1}),
        ("uk:LT*5", 1942, weather(STORM), {"weather": -2}),
        ("uk:LT*5", 1942, over_the_convoy, {"aircraft": -1}),
        ("uk:LT*5", 1943, over_the_convoy, {"aircraft": -2}),
        ("uk:LT*5", 1942, lambda t: t.contact(AXIS, "ships", 1), {}),
        ("uk:LT*5", 1942, lambda t: t.contact(AXIS, "ships", 2), {"reported": 1}),
        ("uk:LT*5", 1942, lambda t: t.contact(AXIS, "ships", 3, turn=2), {}),  # last turn's
        ("uk:LT", 1942, nothing, {"lone or slow ship": 1}),
        ("onslow", 1942, nothing, {}),  # alone, but no transport
        ("uk:LT*5", 1942, lambda t: t.ship("lt-1", lost={"speed": 1}), {"lone or slow ship": 1}),
        ("uk:LT*5", 1942, lambda t: setattr(t.at("ships"), "lit", True), {"shadowed": 2}),
    ],
)
def test_what_counts_when_a_boat_looks_for_a_fleet(ships: str, year: int, scene: Scene, found: dict[str, int]) -> None:
    theatre = Theatre(year=year)
    theatre.fleet("ships", OPEN_SEA, ships)
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.desks[AXIS].queue = ["u-1"]
    scene(theatre)
    (roll,) = theatre.begin(BoatActions(AXIS), nobody=[1, 1]).rolls("OP-SUB-contact")
    assert roll.modifiers == found


@pytest.mark.rule("OP-SUB-contact-mods", "OP-MAP-leads")
@pytest.mark.parametrize(
    ("side", "ships", "zone", "found"),
    [
        (ALLIED, "de:ST-g*3", LEADS, {"in the leads": -1}),
        (ALLIED, "de:ST-g*3", OPEN_SEA, {}),
        (AXIS, "uk:LT*3", LEADS, {}),  # the cliffs hide nobody from the Germans
    ],
)
def test_the_leads_hide_germans_from_boats(side: Side, ships: str, zone: str, found: dict[str, int]) -> None:
    theatre = Theatre()
    theatre.fleet("ships", zone, ships)
    theatre.boat("boat", zone, "su:K" if side is ALLIED else "de:VII")
    theatre.state.desks[side].queue = ["boat"]
    (roll,) = theatre.begin(BoatActions(side), nobody=[1, 1]).rolls("OP-SUB-contact")
    assert roll.modifiers == found


# Air strikes


@pytest.mark.rule("OP-STRIKE-mods", "OP-STRIKE-port-aa")
@pytest.mark.parametrize(
    ("type", "ships", "turn", "scene", "found"),
    [
        ("ju-88", ("uk:LT", "palomares"), DAY, nothing, ""),
        ("ju-88", ("uk:LT", "palomares"), DAY, weather(CLOUD), "weather −1"),
        ("he-111", ("uk:LT", "palomares"), DAY, weather(CLOUD), ""),  # clouds hinder bombs alone
        ("ju-88", ("uk:LT", "palomares"), DAY, weather(SQUALL), "weather −1"),
        ("he-111", ("uk:LT", "palomares"), DAY, weather(SQUALL), "weather −1"),
        ("he-111", ("uk:LT", "palomares"), TWILIGHT, nothing, "twilight −1"),
        ("he-111", ("onslow", "palomares"), DAY, nothing, "fast ship −1"),
        ("he-111", ("uk:LT", "palomares"), DAY, lambda t: t.ship("lt-1", lost={"speed": 1}), "stopped +1"),
        ("he-111", ("uk:LT",), DAY, nothing, "weak fire +1"),
        ("ju-88", ("onslow", "palomares"), DAY, lambda t: setattr(t.at("ships"), "docked", True), "in port −1"),
    ],
)
def test_what_counts_in_a_raid(type: str, ships: tuple[str, ...], turn: int, scene: Scene, found: str) -> None:
    theatre = Theatre(month=3, turn=turn)
    docked = found == "in port −1"
    theatre.fleet("ships", "6619" if docked else OPEN_SEA, *ships)
    scene(theatre)
    raided(theatre, type).begin(AirRaid(), dice=[1] * 20)
    target = "lt-1" if ships[0] == "uk:LT" else ships[0]
    theatre.plot(AXIS, {f"{type}-1": target})
    assert theatre.rolls("OP-STRIKE-mods")[0].needs.partition(": ")[2] == found
