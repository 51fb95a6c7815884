"""Chapter 7.2: ships that have left the convoy hide in the ice."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.combat.air_fire import attack_modifiers
from barents.games.arctic_disaster.rules.air import air_targets
from barents.games.arctic_disaster.rules.ice import count_turns_in_ice
from barents.games.arctic_disaster.rules.scatter import free_ways
from barents.games.arctic_disaster.rules.terrain import step_cost
from barents.games.arctic_disaster.state import Event, Raid, ScatteredMoves, SearchIce

from .sailing import sea
from .theatre import ALLIED, AXIS, Theatre

ICE, OPEN = "2021", "2121"  # 2021 lies north-east of 2121


def runaway(cell: str, name: str = "carlton", **fields: object) -> Theatre:
    """A ship of the scattered convoy lies in a hex, and moves for a second time."""
    theatre = sea()
    theatre.ship(name, cell, **{"group": 1, "moves": 1, **fields})
    return theatre


@pytest.mark.rule("AD-7.1-tec-partial-ice")
def test_a_step_into_or_out_of_the_ice_costs_two_points_and_ends_the_way() -> None:
    theatre = runaway(OPEN)
    assert step_cost(theatre.data, ALLIED, OPEN, ICE, ice=True) == 4
    assert step_cost(theatre.data, ALLIED, ICE, OPEN, ice=True) == 4
    assert step_cost(theatre.data, ALLIED, ICE, "1920", ice=True) == 4, "from ice to ice is one step"
    found = free_ways(theatre.now, theatre.data, theatre.find("carlton"))
    assert found[ICE].cost == 4
    assert "1920" not in found, "to enter ends the way, though in open sea a third point would be left"
    theatre = runaway(ICE, damage=1)
    found = free_ways(theatre.now, theatre.data, theatre.find("carlton"))
    assert set(found) == {ICE, "2120", "2020", "1920"}, "with two points it comes out of the ice again, or along in it"


@pytest.mark.rule("AD-7.2-ice-who")
def test_who_may_enter_the_ice() -> None:
    for name, may in (("carlton", True), ("aldersdale", True), ("palomares", True), ("fury", False)):
        theatre = runaway(OPEN, name)
        assert (ICE in free_ways(theatre.now, theatre.data, theatre.find(name))) is may, name


@pytest.mark.rule("AD-7.2-ice-hidden")
def test_two_whole_turns_unseen_hide_a_ship() -> None:
    """G68: in the ice in turn 7, unseen in turns 8 and 9, hidden at the end of turn 9."""
    theatre = runaway(OPEN)
    theatre.begin(ScatteredMoves()).act(ALLIED, f"assign carlton={ICE}")
    assert theatre.find("carlton").at == ICE
    for hidden in (False, False, True):
        count_turns_in_ice(theatre.at_hand)
        assert theatre.find("carlton").hidden is hidden


@pytest.mark.rule("AD-7.2-ice-detected-flag", "AD-7.2-ice-reset", "AD-7.2-ice-search-drm")
def test_a_ship_that_is_seen_begins_again() -> None:
    theatre = runaway(ICE, ice=1)
    theatre.ship("bellingham", ICE, group=1, moves=1, ice=1)
    theatre.begin(SearchIce(AXIS, "carlton"), SearchIce(AXIS, "bellingham"), allied=[5, 6])
    assert [roll.total for roll in theatre.rolls("AD-7.2-ice-search-drm")] == [4, 5], "one die for each ship"
    assert [theatre.find(name).seen for name in ("carlton", "bellingham")] == [False, True]
    count_turns_in_ice(theatre.at_hand)
    assert [theatre.find(name).hidden for name in ("carlton", "bellingham")] == [True, False]
    assert not theatre.find("bellingham").seen, "and out of sight again"
    for hidden in (False, True):
        count_turns_in_ice(theatre.at_hand)
        assert theatre.find("bellingham").hidden is hidden


@pytest.mark.rule("AD-7.2-ice-hidden-safe", "AD-7.2-ice-only-b", "AD-7.2-ice-detected-flag")
def test_in_the_ice_only_bombers_attack_and_only_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Attack Radius of the map does not reach the ice: here it is everywhere."""
    for seen, hidden, bombed in ((True, False, True), (False, False, False), (False, True, False)):
        theatre = runaway("1926", seen=seen, hidden=hidden)
        monkeypatch.setattr(theatre.data, "radius", theatre.data.in_play)
        theatre.aircraft("1-kg-30")
        theatre.aircraft("kg-26", "3325")
        formations, state = theatre.now.formations, theatre.now
        assert ("1926" in air_targets(state, theatre.data, formations["1-kg-30"])) is bombed
        assert "1926" not in air_targets(state, theatre.data, formations["kg-26"]), "torpedoes are no use in the ice"
    theatre = runaway(ICE, hidden=True)
    theatre.begin(Event("search-axis"), allied=[10])
    assert theatre.dice_left() == {"allied": 1}, "a hidden ship is not searched for"


@pytest.mark.rule("AD-7.2-ice-damage-drm")
def test_a_ship_in_the_ice_is_easier_to_hit() -> None:
    for cell, modifier in (("1926", 1), ("2026", 0)):
        theatre = runaway(cell, seen=True)
        theatre.aircraft("1-kg-30")
        raid = Raid(cell, AXIS, "")
        found = attack_modifiers(theatre.data, raid, "1-kg-30-1", theatre.find("carlton"), {})
        assert sum(found.values()) == modifier


@pytest.mark.rule("AD-7.2-ice-reset")
def test_leaving_the_hex_ends_it() -> None:
    for end in ("2120", "2020"):
        theatre = runaway(ICE, hidden=True, ice=2)
        theatre.begin(ScatteredMoves()).act(ALLIED, f"assign carlton={end}")
        ship = theatre.find("carlton")
        assert (ship.at, ship.hidden) == (end, False)
        count_turns_in_ice(theatre.at_hand)
        count_turns_in_ice(theatre.at_hand)
        assert not ship.hidden
    theatre = runaway(ICE, hidden=True, ice=2)
    theatre.begin(ScatteredMoves()).act(ALLIED, f"assign carlton={ICE}")
    assert theatre.find("carlton").hidden


@pytest.mark.rule("AD-7.2-ice-markers")
def test_there_are_sixteen_markers() -> None:
    theatre = sea()
    merchants = [name for name, about in theatre.data.counters.items() if about.is_merchant]
    for number, name in enumerate(merchants[:15]):
        theatre.ship(name, f"19{15 + number // 5}", group=1, moves=2)
    new = merchants[15:17]
    for name in (*new, "lotus"):
        theatre.ship(name, OPEN, group=1, moves=2)
    theatre.begin(ScatteredMoves())
    assert theatre.asked(ALLIED).rule == "AD-7.2-ice-markers"
    assert theatre.offered(ALLIED) == ["choose -", *(f"choose {name}" for name in new)], "fifteen are in the ice"
    theatre.act(ALLIED, f"choose {new[0]}")
    assert [ICE in theatre.ways(ALLIED, name) for name in new] == [True, False]
    assert "1914" in theatre.ways(ALLIED, merchants[0]), "a ship that is in the ice has its marker"
    theatre.plot(ALLIED, {new[0]: ICE})
    assert theatre.slots(ALLIED) == ["lotus"]
    assert ICE not in theatre.ways(ALLIED, "lotus"), "the last marker is gone"
