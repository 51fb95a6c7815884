"""Chapter 5: what the event markers do."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.datafiles import Weather
from barents.games.arctic_disaster.rules.victory import allied_points
from barents.kernel.sides import Observer, Side

from .phases import DRAWS, drawing, is_done
from .theatre import ALLIED, AXIS, Theatre

LBAS = "AD-5.4-lbas-scope"
INTELLIGENCE = "AD-5.3-intel-open-roll"


def sea() -> Theatre:
    """An empty sea, and markers to draw; Knight's Move has been played, so that nobody is asked about it."""
    theatre = Theatre(DRAWS)
    theatre.state.knights_move = "drawn"
    return theatre


# 5.1: weather


@pytest.mark.rule("AD-5.1-weather-toggle", "AD-5.1-weather-zones", "AD-16.1-weather")
def test_the_weather_of_both_seas_changes_with_each_marker() -> None:
    """G74."""
    theatre = sea()
    theatre.state.weather = dict(theatre.data.scenarios["historical"].weather)
    assert theatre.now.weather == {"norwegian": "fog", "barents": "clear"}
    drawing(theatre, ["weather"])
    assert theatre.now.weather == {"norwegian": "clear", "barents": "fog"}
    assert theatre.words()[:2] == ["The fog lifts over the Norwegian Sea", "Fog comes down over the Barents Sea"]
    drawing(theatre, ["weather"])
    assert theatre.now.weather == {"norwegian": "fog", "barents": "clear"}


@pytest.mark.rule("AD-5.1-fog-roll-norwegian", "AD-5.1-fog-roll-barents")
@pytest.mark.parametrize(
    ("cell", "die", "stays"), [("2644", 6, False), ("2644", 7, True), ("2126", 4, False), ("2126", 5, True)]
)
def test_fog_hides_detected_forces(cell: str, die: int, stays: bool) -> None:
    theatre = sea()
    theatre.force("tf-1", cell, "manchester", detected=True)
    theatre.force("tf-2", cell, "eclipse")
    drawing(theatre, ["weather"], die)
    assert theatre.marker("tf-1").detected is stays
    assert theatre.dice_left() == {}, "one die, for the detected one"


@pytest.mark.rule("AD-5.1-fog-roll-norwegian")
@pytest.mark.parametrize(("norwegian", "barents"), [("fog", "clear"), ("fog", "fog")])
def test_no_die_where_the_fog_lifts(norwegian: Weather, barents: Weather) -> None:
    theatre = sea().weather(norwegian, barents)
    theatre.force("tg-b", "2644", "luetzow", detected=True)
    drawing(theatre, ["weather"])
    assert theatre.dice_left() == {}
    assert theatre.marker("tg-b").detected


@pytest.mark.rule("AD-5.1-fog-roll-shadow")
@pytest.mark.parametrize(
    ("cell", "dice", "detected", "shadowed"),
    [
        ("2126", (3, 6), True, True),  # G41
        ("2644", (4, 5), False, False),  # G42
        ("2644", (4, 6), True, True),
        ("2644", (5, 5), True, False),
        ("2126", (3, 5), True, False),
    ],
)
def test_a_shadowed_convoy_is_not_so_easily_lost(
    cell: str, dice: tuple[int, ...], detected: bool, shadowed: bool
) -> None:
    theatre = sea()
    theatre.convoy(cell, "carlton", detected=True)
    theatre.boat("u-88", cell)
    theatre.state.shadow = "u-88"
    drawing(theatre, ["weather"], *dice)
    assert theatre.marker("pq-17").detected is detected
    assert bool(theatre.now.shadow) is shadowed


# 5.3: intelligence


@pytest.mark.rule("AD-5.3-intel-roll", "AD-5.3-intel-open-roll", "AD-5.3-intel-no-flip")
@pytest.mark.parametrize(("die", "accurate"), [(1, False), (4, True)])
def test_intelligence_has_a_report_on_one_force_and_does_not_turn_it_over(die: int, accurate: bool) -> None:
    """G39."""
    theatre = sea()
    theatre.force("cruiser-force", "2640", "london", "norfolk", "somali")
    theatre.convoy("2644", "carlton", detected=True)
    drawing(theatre, ["intelligence-axis"], axis=[die])
    assert theatre.offered(AXIS) == ["inspect allied-1", "inspect pq-17"]
    theatre.act(AXIS, "inspect allied-1")
    rolled = theatre.rolls(INTELLIGENCE, Observer.AXIS)
    assert [(event.faces, event.modifiers) for event in rolled] == [((die,), {"intelligence": 5})]
    assert theatre.rolls(INTELLIGENCE, Observer.ALLIED) == []
    ways = {slot: len(theatre.ways(ALLIED, slot)) for slot in ("cruisers", "heavy cruisers", "destroyers")}
    assert ways == (
        {"cruisers": 0, "heavy cruisers": 1, "destroyers": 1}
        if accurate
        else {"cruisers": 5, "heavy cruisers": 0, "destroyers": 4}
    )
    theatre.plot(ALLIED)
    assert not theatre.marker("cruiser-force").detected
    assert len(theatre.now.notebook[AXIS].sightings) == 1


@pytest.mark.rule("AD-5.3-intel-dummy")
def test_intelligence_removes_a_dummy() -> None:
    theatre = sea()
    theatre.force("tf-2", "2640")
    drawing(theatre, ["intelligence-axis"], axis=[1])
    assert theatre.asked(AXIS).prompt == "Intelligence: which enemy force do you want a report on?"
    theatre.act(AXIS, "inspect allied-1")
    assert theatre.now.forces[ALLIED] == {}
    assert "A force at 2640 was only feigned" in theatre.words()
    assert [roll.total for roll in theatre.rolls(INTELLIGENCE, Observer.AXIS)] == [6]
    assert theatre.rolls(INTELLIGENCE, Observer.ALLIED) == []
    assert is_done(theatre)


@pytest.mark.rule("AD-5.3-intel-port")
def test_the_allies_may_look_into_a_port_or_airfield_instead() -> None:
    theatre = sea()
    theatre.force("tg-b", "3633", "luetzow", "z-24")
    theatre.force("tg-d", "3633")
    theatre.boat("u-657", "3633")
    theatre.boat("german-dummy-1", "3633")
    theatre.aircraft("kg-26")
    theatre.aircraft("1-kg-906", at="3633")
    drawing(theatre, ["intelligence-allied"])
    assert theatre.offered(ALLIED) == [
        *["inspect axis-1", "inspect axis-2"],
        *(f"inspect {cell}" for cell in ("3531", "3325", "3421", "4645", "3633", "3327")),
    ]
    assert theatre.asked(ALLIED).prompt.endswith("an enemy force, or a look at a port or airfield?")
    theatre.act(ALLIED, "inspect 3633")
    assert theatre.dice_left() == {}, "without a die"
    [seen] = theatre.now.notebook[ALLIED].sightings
    assert (seen.cell, seen.what) == ("3633", "Lützow, Z-24, U-657, 1/KG 906 with 2 He-115")
    assert not any("Lützow" in line for line in theatre.words())
    assert "tg-d" in theatre.now.forces[AXIS]
    nobody = drawing(sea(), ["intelligence-allied"])
    assert "inspect 3633" in nobody.offered(ALLIED), "also where no German force is left"
    assert is_done(drawing(sea(), ["intelligence-axis"])), "the Germans have nothing to look at"


# 5.4: land-based air search


def searched(theatre: Theatre, side: Side, count: int) -> list[str]:
    """The hexes for which dice fall when a side searches from the land, nothing being found."""
    secret = {side.enemy.value: [1] * count}
    drawing(theatre, [f"search-{side}"], **secret)
    return [event.subject[-4:] for event in (*theatre.rolls(LBAS), *theatre.rolls("AD-7.2-ice-search-drm"))]


@pytest.mark.rule("AD-5.4-lbas-scope", "AD-5.4-lbas-german-sea", "AD-5.4-lbas-soviet-shield", "AD-M-full-sea")
def test_the_german_search_covers_full_sea_and_ships_in_the_ice() -> None:
    theatre = sea()
    theatre.convoy("2644", "carlton")
    theatre.force("cruiser-force", "2640", "london", detected=True)
    theatre.force("tf-2", "3152", "norfolk")
    theatre.force("tf-3", "3617", "grozny")
    theatre.force("tf-4", "3416", "gremyashchi")
    assert theatre.data.map.terrain("3416") == "sea"
    assert "3416" in theatre.data.soviet_cover
    theatre.ship("honomu", "1920")
    theatre.ship("hoosier", "1921", hidden=True)
    theatre.ship("ironclad", "1922", seen=True)
    assert searched(theatre, AXIS, 3) == ["2644", "2640", "1920"]
    assert theatre.words()[0] == "German aircraft search from the land"
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-5.4-lbas-coastal", "AD-5.4-lbas-port-immune")
def test_the_allied_search_covers_the_leads_and_the_coast_but_no_port() -> None:
    theatre = sea()
    theatre.force("tg-a", "4645", "tirpitz")
    theatre.force("tg-b", "3938", "luetzow")
    theatre.force("tg-c", "3128", "z-24")
    coast = next(c for c in theatre.data.map.of_terrain("coastal") if theatre.data.distance(c, "3327") < 8)
    theatre.force("tg-d", coast)
    assert searched(theatre, ALLIED, 3) == ["3938", "3128", coast]
    assert theatre.words()[0] == "Allied aircraft search from the land"


# 5.5: grounding


@pytest.mark.rule("AD-5.5-ground-target", "AD-5.5-ground-roll", "AD-5.5-ground-no-vp")
def test_ships_in_the_leads_run_aground() -> None:
    """G71."""
    theatre = sea()
    theatre.force("tg-b", "3938", "luetzow", "z-24", "scheer", "z-27")
    theatre.find("luetzow").damage = 1
    theatre.force("tg-c", "3633", "z-28")
    theatre.force("tg-a", "4645", "tirpitz")
    drawing(theatre, ["grounding"], 1, axis=[8, 7, 10, 3])
    places = {name: theatre.find(name).at for name in ("luetzow", "z-24", "scheer", "z-27")}
    assert places == {"luetzow": s.REMOVED, "z-24": "", "scheer": s.REMOVED, "z-27": ""}
    assert theatre.dice_left() == {}, "nobody else rolls"
    assert allied_points(theatre.now, theatre.data) == 0
    assert theatre.rolls("AD-5.5-ground-roll", Observer.ALLIED) == [], "how many ships there are is no affair of theirs"


@pytest.mark.rule("AD-5.5-ground-target", "AD-5.5-ground-dummy")
def test_of_several_forces_one_is_picked_at_random_and_it_may_be_a_dummy() -> None:
    theatre = sea()
    theatre.force("tg-b", "3938", "luetzow")
    theatre.force("tg-c", "3836" if "3836" in theatre.data.leads else "3938")
    drawing(theatre, ["grounding"], 2)
    assert list(theatre.now.forces[AXIS]) == ["tg-b"]
    assert [event.drawn for event in theatre.draws("AD-5.5-ground-target")] == [("axis-2",)]


@pytest.mark.rule("AD-5.5-ground-none")
def test_with_nobody_in_the_leads_it_is_spent() -> None:
    theatre = sea()
    theatre.force("tg-b", "3633", "luetzow")
    theatre.force("tg-c", "2640", "scheer")
    theatre.force("tg-d", "3128", "z-24")
    drawing(theatre, ["grounding"])
    assert is_done(theatre)
    assert [theatre.find(name).force for name in ("luetzow", "scheer", "z-24")] == ["tg-b", "tg-c", "tg-d"]
    assert "No German force is in the coastal passage to run aground" in theatre.words()


# 5.6, 5.9, 5.10


@pytest.mark.rule("AD-5.6-mass-set-aside")
def test_massed_german_air_is_kept_for_the_turn() -> None:
    theatre = drawing(sea(), ["massed-air"])
    assert theatre.now.massed


@pytest.mark.rule("AD-5.9-scatter-immediate")
def test_convoy_scatters_takes_effect_at_once() -> None:
    theatre = sea()
    theatre.convoy("2440", "carlton", "donbas", detected=True)
    theatre.state.scatter, theatre.state.convoy_moved = "pool", True
    drawing(theatre, ["convoy-scatters"])
    while not is_done(theatre):
        theatre.act(ALLIED, next(iter(theatre.asked(ALLIED).options)))
    assert theatre.now.scatter == "done"
    assert "pq-17" not in theatre.now.forces[ALLIED]


@pytest.mark.rule("AD-5.10-ta-owner")
@pytest.mark.parametrize(("die", "holder"), [(1, ALLIED), (5, ALLIED), (6, AXIS), (10, AXIS)])
def test_a_die_gives_the_tactical_advantage(die: int, holder: Side) -> None:
    assert drawing(sea(), ["tactical-advantage"], die).now.tactical is holder
