"""Solitaire 2: spotting. The Home Fleet is at 2005 in open water; a hex in its row is as far away as its column."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.state import AutomatonOrders, GermanOrders, Lookout, Recon, SubmarineAction
from barents.kernel.actions import Choose
from barents.kernel.game import Sighting
from barents.kernel.sides import Observer

from .solo import DAY, HOME_FLEET, NIGHT, Solo
from .waters import AXIS

GROUP = ("tirpitz", "de-dd-1")
FLEET = "2005"


def meeting(cell: str, weather: Weather = "fair", turn: int = DAY, *ships: str) -> Solo:
    """Tirpitz and destroyers somewhere, and the Home Fleet, or those named of it."""
    solo = Solo(turn=turn).weather(weather)
    solo.force("home", FLEET, *(ships or ("king-george-v", "berwick")))
    solo.force("tirpitz-group", cell, *GROUP)
    return solo


@pytest.mark.rule("NS-2-roll")
def test_one_or_less_spots() -> None:
    assert meeting("2009").check("tirpitz-group", 1)
    assert not meeting("2009").check("tirpitz-group", 2)


@pytest.mark.rule("NS-2-mod-night", "NS-2-mod-cv", "NS-2-mod-adjacent")
def test_the_night_example() -> None:
    solo = meeting("2006", "fair", NIGHT, *HOME_FLEET)
    assert solo.check("tirpitz-group", 2)
    (roll,) = solo.rolls("NS-2-roll")
    assert roll.modifiers == {"carriers": -1, "night": 1, "adjacent": -1}
    assert not meeting("2006", "fair", NIGHT, *HOME_FLEET).check("tirpitz-group", 3)


@pytest.mark.rule("NS-2-mod-fog", "NS-2-tf-range")
def test_the_fog_example() -> None:
    assert not meeting("2008", "fog").check("tirpitz-group"), "out of range: no die"
    assert not meeting("2007", "fog").check("tirpitz-group", 1), "1 and 1 for fog"
    assert meeting("2009", "fair", DAY, *HOME_FLEET).check("tirpitz-group", 2), "with a carrier at four hexes"


@pytest.mark.rule("NS-2-tf-range", "NS-2-mod-no-other")
@pytest.mark.parametrize(("weather", "reach"), [("fair", 4), ("bad", 3), ("fog", 2), ("storm", 2)])
def test_ranges_by_weather_which_else_counts_only_in_fog(weather: Weather, reach: int) -> None:
    near = meeting(f"20{5 + reach:02d}", weather)
    near.check("tirpitz-group", 1)
    (roll,) = near.rolls("NS-2-roll")
    assert roll.modifiers == ({"fog": 1} if weather == "fog" else {})
    assert not meeting(f"20{6 + reach:02d}", weather).check("tirpitz-group"), "no die one hex farther"


@pytest.mark.rule("NS-2-who-spots", "NS-2-sub-range", "NS-2-no-lone-merchant")
def test_who_can_spot() -> None:
    solo = Solo().weather("fog")
    solo.convoy("pq12", "2008", merchants=1)
    solo.place("gb-dd-02", "2206")
    solo.place("trident", "2106")
    solo.place("tigris", "2008")
    solo.straggler("merc-20", "2006", "qp8")
    solo.place("de-dd-1", "2006")
    assert not solo.check("de-dd-1", 6, 6, 6)
    assert [roll.subject for roll in solo.rolls("NS-2-roll")] == [
        f"{name} looks for 1st DD group" for name in ("PQ-12", "British destroyers 2", "Trident")
    ], "neither Tigris, two hexes away, nor a merchant by herself"


@pytest.mark.rule("NS-2-sub-range")
@pytest.mark.parametrize("weather", ["fair", "bad", "fog", "storm"])
def test_submarines_spot_in_their_hex_and_next_to_it_in_any_weather(weather: Weather) -> None:
    for cell in Solo().data.grid.within("2005", 2):
        solo = Solo().weather(weather)
        solo.place("trident", "2005")
        solo.place("de-dd-1", cell)
        solo.begin(Lookout())
        assert bool(solo.rolls("NS-2-roll")) is (solo.data.distance("2005", cell) <= 1), cell


@pytest.mark.rule("NS-2-any-success")
def test_of_several_spotters_one_is_enough() -> None:
    solo = meeting("2008")
    solo.place("trident", "2009")
    assert solo.check("tirpitz-group", 6, 2), "the boat is next to her"
    assert [roll.subject for roll in solo.rolls("NS-2-roll")] == [
        "Home Fleet looks for Tirpitz group",
        "Trident looks for Tirpitz group",
    ]


@pytest.mark.rule("NS-2-mod-cv")
def test_only_a_carrier_within_range_counts() -> None:
    solo = meeting("2008")
    solo.place("victorious", "2010")
    assert solo.check("tirpitz-group", 2, 6)
    far = meeting("2008")
    far.place("victorious", "2001")
    assert not far.check("tirpitz-group", 2)


@pytest.mark.rule("NS-2-mod-already", "NS-2-lose")
def test_what_is_spotted_is_easier_to_hold_and_can_be_lost() -> None:
    held = meeting("2008").spotted("tirpitz-group")
    assert held.check("tirpitz-group", 2)
    lost = meeting("2008").spotted("tirpitz-group")
    assert not lost.check("tirpitz-group", 3)
    assert lost.words(Observer.AXIS)[-1] == "Tirpitz group is spotted no longer"


@pytest.mark.rule("NS-2-turn-start", "NS-2-tf-unit", "NS-2-states")
def test_at_the_start_of_a_turn_each_german_force_and_surfaced_boat_is_checked_once() -> None:
    solo = meeting("2008")
    solo.place("hipper", "2007")
    solo.place("u-88", "2009")
    solo.place("u-255", "2007", submerged=True)
    solo.begin(Lookout(), AutomatonOrders(), allied=[1, 2, 1])
    assert len(solo.rolls("NS-2-roll")) == 3, "the group once, whatever its ships"
    assert solo.now.spotted == ["tirpitz-group", "u-88"]
    assert not solo.rolls("NS-2-roll", Observer.AXIS), "the die would tell that somebody is near"
    assert "Tirpitz group is spotted" in solo.words(Observer.AXIS)
    assert solo.match.known(Observer.AXIS).spotted == ["tirpitz-group", "u-88"]


@pytest.mark.rule("NS-2-out-of-range")
def test_out_of_range_at_the_start_of_a_turn_a_force_is_lost() -> None:
    solo = meeting("2010").spotted("tirpitz-group")
    solo.begin(Lookout(), AutomatonOrders())
    assert solo.now.spotted == []
    assert not solo.rolls("NS-2-roll")


@pytest.mark.rule("NS-2-out-of-range")
def test_a_force_that_sails_out_of_range_stays_spotted_until_the_next_turn_begins() -> None:
    """The fleet comes to 2007; in the storm it sees two hexes far."""
    solo = meeting("2007", "storm").spotted("tirpitz-group")
    solo.german_turn({"tirpitz-group": "2007>2008>2009>2010>2011>2012"}, 1, 1, 1)
    assert solo.piece("king-george-v").at == "2007"
    assert len(solo.rolls("NS-2-roll")) == 3, "at the start, in 2008 and in 2009"
    assert solo.now.spotted == ["tirpitz-group"]
    solo.state = solo.now
    solo.begin(Lookout(), AutomatonOrders())
    assert solo.now.spotted == []
    assert solo.rolls("NS-2-roll") == []


@pytest.mark.rule("NS-2-submerged")
def test_a_submerged_boat_is_never_checked_and_never_spotted() -> None:
    solo = Solo().weather("fair")
    solo.force("home", FLEET, "king-george-v")
    solo.place("u-88", "2006", submerged=True)
    solo.spotted("u-88").begin(Lookout(), AutomatonOrders())
    assert solo.now.spotted == []
    assert not solo.rolls("NS-2-roll")


@pytest.mark.rule("NS-2-submerged")
def test_a_boat_that_dives_is_lost() -> None:
    solo = Solo().weather("storm")
    solo.place("u-88", "2006").submerged = False
    solo.spotted("u-88").place("trident", "2006")
    solo.german_turn({"u-88": "2006>down"}, 1)
    assert solo.now.spotted == []


@pytest.mark.rule("NS-2-on-move", "NS-0-execute-order")
def test_a_moving_force_is_checked_in_each_hex_within_range_after_the_allies_have_moved() -> None:
    solo = meeting("2012", "storm")
    solo.convoy("pq12", "2005", merchants=1)
    solo.german_turn({"tirpitz-group": "2012>2011>2010>2009>2008>2007"}, 6, 6, 6, 6)
    assert solo.piece("king-george-v").at == "2007", "the fleet had gone on with its convoy"
    subjects = [roll.subject.split(" looks")[0] for roll in solo.rolls("NS-2-roll")]
    assert subjects == ["Home Fleet", "PQ-12"] * 3, "in 2009, 2008 and 2007"
    assert solo.piece("tirpitz").at == "2007"


@pytest.mark.rule("NS-2-on-move")
def test_forces_move_in_the_order_in_which_they_were_plotted() -> None:
    solo = Solo().weather("storm")
    solo.force("home", FLEET, "king-george-v")
    solo.place("u-88", "2008")
    solo.place("u-255", "2108")
    solo.german_turn({"u-255": "2108>2107", "u-88": "2008>2007"}, 6, 6)
    names = [roll.subject.split("for ")[1] for roll in solo.rolls("NS-2-roll")]
    assert names == ["U-255", "U-88"]


@pytest.mark.rule("NS-2-tf-unit")
def test_parts_of_a_force_inherit_that_it_is_spotted() -> None:
    solo = meeting("2006", "storm").spotted("tirpitz-group")
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[1])
    solo.sail({"de-dd-1": "alone"})
    solo.sail({})
    assert sorted(solo.now.spotted) in (["de-dd-1", "tirpitz"], ["de-dd-1", "tirpitz-group"])


@pytest.mark.rule("NS-2-states")
def test_a_boat_that_attacks_is_spotted() -> None:
    solo = Solo().weather("fair")
    solo.convoy("pq12", FLEET, merchants=2)
    solo.place("u-88", FLEET)
    solo.sighted(AXIS, FLEET).begin(SubmarineAction(AXIS, "u-88"), dice=[1])
    assert solo.now.spotted == ["u-88"]


# What the German finds


@pytest.mark.rule("NS-2-disclosure", "NS-2-german-search")
def test_what_the_german_finds_is_laid_open_to_him() -> None:
    solo = Solo(turn=DAY).weather("fair")
    solo.force("home", FLEET, "king-george-v", "berwick")
    solo.place("renown", FLEET, damage=1)
    solo.place("kenya", "2006")
    solo.place("u-88", FLEET)
    solo.begin(Recon(AXIS))
    assert not solo.match.known(Observer.AXIS).pieces[solo.data.counters["renown"].side], "nothing before he looks"
    solo.act(AXIS, Choose((FLEET,)))
    seen = solo.match.known(Observer.AXIS).pieces[solo.data.counters["renown"].side]
    assert {name: (piece.at, piece.damage) for name, piece in seen.items()} == {
        "berwick": (FLEET, 0),
        "king-george-v": (FLEET, 0),
        "renown": (FLEET, 1),
    }
    assert "2005: surface units: 1 BB, 1 BC, 1 CA; damaged: 1 BC" in solo.words(Observer.AXIS)


@pytest.mark.rule("NS-2-german-search")
def test_an_empty_hex_is_empty_and_what_was_reported_there_is_forgotten() -> None:
    solo = Solo()
    solo.place("u-88", FLEET)
    book = solo.state.notebook[AXIS]
    book.sightings = [Sighting(FLEET, "convoy", "reconnaissance", 1), Sighting("2006", "convoy", "reconnaissance", 1)]
    solo.begin(Recon(AXIS)).act(AXIS, Choose((FLEET,)))
    assert [seen.cell for seen in solo.now.notebook[AXIS].sightings] == ["2006"]
    assert "2005: nothing" in solo.words(Observer.AXIS)
