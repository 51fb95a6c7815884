"""Solitaire 1.3 and 3.3.1: the carrier's aircraft, and the automaton's fighters and guns."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.automaton.air import bombing, defence, patrol
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.state import AirRaid, AirRaids, AutomatonOrders, Lookout, Recon

from .solo import DAY, NIGHT, Solo
from .waters import ALLIED, AXIS, LUFTWAFFE

FLEET = "2005"


def carrier(turn: int = DAY, weather: Weather = "fair", *, german: bool = True) -> Solo:
    """Victorious with her aircraft, and a German one at a base."""
    solo = Solo(turn=turn).weather(weather)
    solo.force("home", FLEET, "king-george-v", "victorious")
    for name in ("albacore-1", "albacore-2", "fulmar-1"):
        solo.place(name, "victorious")
    if german:
        solo.place("he-115-1", "1009")
    return solo


def covers(solo: Solo) -> dict[str, str]:
    """Who covers whom."""
    solo.begin()
    return patrol(solo.umpire).covers


@pytest.mark.rule("NS-1.3-cap-one", "NS-1.3-cap-exactly", "NS-1.3-cap-choice")
def test_one_unit_covers_the_carriers_force_a_fighter_if_there_is_one() -> None:
    assert covers(carrier()) == {"fulmar-1": "home"}
    solo = carrier()
    solo.place("fulmar-1", "victorious", resting=True)
    assert covers(solo) == {"albacore-1": "home"}
    solo.place("albacore-1", "victorious", damage=1)
    assert covers(solo) == {"albacore-2": "home"}, "damaged it has no anti-submarine factor"


@pytest.mark.rule("NS-1.3-cap-none")
def test_without_german_aircraft_nobody_flies_cover() -> None:
    assert covers(carrier(german=False)) == {}
    solo = carrier()
    solo.place("he-115-1", "lost")
    assert covers(solo) == {}
    solo.place("he-115-1", "1009", resting=True)
    assert covers(solo) == {"fulmar-1": "home"}, "one that rests is still in play"


@pytest.mark.rule("NS-1.3-weather-light")
def test_nothing_flies_by_night_or_in_a_storm() -> None:
    assert covers(carrier(NIGHT)) == {}
    assert covers(carrier(DAY, "storm")) == {}
    night = carrier(NIGHT)
    night.force("tirpitz-group", "2008", "tirpitz")
    night.spotted("tirpitz-group").begin(AirRaids(ALLIED))
    assert night.is_over
    assert not night.piece("albacore-1").flew


@pytest.mark.rule("NS-1.3-no-recon", "NS-1.3-rest-attack")
def test_nothing_searches_and_the_others_stand_ready() -> None:
    solo = carrier()
    solo.force("tirpitz-group", "2008", "tirpitz")
    solo.begin(Lookout(), AutomatonOrders(), Recon(ALLIED), AirRaids(ALLIED), allied=[1], dice=[1, 1, 1, 1, 1, 1])
    assert not solo.now.western
    assert not solo.now.searched[ALLIED]
    assert all(not solo.piece(name).search for name in ("albacore-1", "albacore-2", "fulmar-1"))
    assert not solo.told("NK-6.1-announce")
    assert "Albacore 1 and Albacore 2 attack 2008" in solo.words(), "both, while the fighter covers the fleet"


@pytest.mark.rule("NS-3.3.1-air-target-hex")
def test_a_raid_goes_to_the_highest_class_then_to_the_nearest() -> None:
    def raided(*spotted: str, tirpitz: str = "2009") -> set[str]:
        solo = carrier()
        solo.place("hipper", "2006")
        solo.force("tirpitz-group", tirpitz, "tirpitz")
        solo.place("scheer", "2008")
        solo.place("luetzow", "1808")
        solo.spotted(*spotted).begin(AirRaids(ALLIED))
        return {str(event.about["cell"]) for event in solo.told("NK-9.3.2-open")}

    others = ("hipper", "scheer", "luetzow")
    assert raided(*others) == {"2008"}, "a battlecruiser before a cruiser, the nearer one"
    assert raided(*others, "tirpitz-group") == {"2009"}
    assert raided(*others, "tirpitz-group", tirpitz="2014") == {"2008"}, "2014 is out of range"
    assert raided() == set()


@pytest.mark.rule("NS-3.3.1-air-prio", "NS-3.3.1-air-spread")
def test_each_german_ship_is_attacked_once_before_any_is_attacked_twice() -> None:
    solo = carrier()
    for name in ("de-dd-1", "hipper", "luetzow", "tirpitz"):
        solo.place(name, "2008")
    ships = ["de-dd-1", "hipper", "luetzow", "tirpitz"]
    planes = [f"he-111-{number}" for number in range(1, 5)]
    for name in planes:
        solo.place(name, "1009")
    aims = bombing(solo.state, solo.data, ["albacore-1", "albacore-2"], ships)
    assert aims == {"albacore-1": "tirpitz", "albacore-2": "luetzow"}
    aims = bombing(solo.state, solo.data, ["albacore-1", "albacore-2", *planes[:3]], ships)
    assert sorted(aims.values()) == ["de-dd-1", "hipper", "luetzow", "tirpitz", "tirpitz"]


@pytest.mark.rule("NS-3.3.1-air-prio")
def test_the_raid_itself_follows_the_order() -> None:
    solo = carrier()
    solo.place("tirpitz", "2008")
    solo.place("hipper", "2008")
    solo.begin(AirRaid(ALLIED, "2008", ("albacore-1", "albacore-2")), dice=[1, 1, 10, 10])
    solo.plot(AXIS)
    assert (solo.piece("tirpitz").damage, solo.piece("hipper").damage) == (2, 2)
    assert solo.is_over
    assert not solo.dice_left()


@pytest.mark.rule("NS-3.3.1-air-ships-only")
def test_aircraft_on_the_ground_are_left_alone_where_there_is_a_ship() -> None:
    """1014 is a base, and open water."""
    solo = carrier()
    solo.place("tirpitz", "1014")
    solo.place("ju-88-1", "1014")
    solo.begin(AirRaid(ALLIED, "1014", ("albacore-1", "albacore-2")), dice=[1, 1, 7, 7])
    solo.plot(AXIS)
    assert (solo.piece("tirpitz").damage, solo.piece("ju-88-1").damage) == (2, 0)
    assert solo.is_over


@pytest.mark.rule("NS-3.3.1-aa-targets")
def test_the_strongest_gun_fires_at_the_most_dangerous_raider() -> None:
    solo = Solo(LUFTWAFFE)
    solo.place("he-111-1", "1009", damage=1)
    solo.place("he-111-2", "1009")
    solo.place("ju-88-1", "1009")
    guns = {"gb-dd-01": 2, "alynbank": 6, "battery-1": 2, "e-01": 1}
    aims = defence(solo.state, solo.data, guns, ["he-111-1", "he-111-2", "ju-88-1"])
    assert aims == {"alynbank": "he-111-2", "battery-1": "ju-88-1", "gb-dd-01": "he-111-1", "e-01": "he-111-2"}
    assert defence(solo.state, solo.data, guns, []) == {}


@pytest.mark.rule("NS-3.3.1-aa-targets")
def test_the_guns_of_a_convoy_under_a_raid_are_dealt_by_the_automaton() -> None:
    solo = Solo(LUFTWAFFE)
    solo.convoy("pq16", FLEET, "alynbank", "gb-dd-01", merchants=5)
    solo.place("he-111-1", "1009")
    solo.place("ju-88-1", "1009")
    solo.sighted(AXIS, FLEET).begin(AirRaid(AXIS, FLEET, ("ju-88-1", "he-111-1")), dice=[8, 1, 1])
    assert solo.piece("he-111-1").at == "lost", "the anti-aircraft ship fired at her"
    assert solo.piece("ju-88-1").damage == 0
    assert ALLIED not in solo.match.pending
    assert solo.now.spotted == [], "aircraft are not spotted"
