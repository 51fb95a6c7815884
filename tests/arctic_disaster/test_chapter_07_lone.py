"""Chapters 7.5, 7.8, 7.9, 9.4 and 14: what ships that lie on their own bring along, and where they may go."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import (
    Cripples,
    Detach,
    Event,
    Hitler,
    Options,
    Reorganise,
    ScatteredMoves,
    Singles,
)

from .sailing import activate, places, sail, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL, Theatre

MERCHANTS = [name for name, about in sea().data.counters.items() if about.is_merchant]


def regroup(theatre: Theatre, cell: str, orders: dict[str, str]) -> Theatre:
    """The Germans divide their ships in a hex anew, and nobody changes anything else."""
    theatre.begin(Reorganise()).act(AXIS, f"regroup {cell}").plot(AXIS, orders)
    return theatre.idle_on()


@pytest.mark.rule("AD-7.9-fuel-lone", "AD-7.9-fuel-german")
def test_destroyers_that_leave_with_a_cripple_keep_their_fuel_marker_and_their_sortie() -> None:
    theatre = sea(turn=3)
    theatre.force("tg-b", "3030", "luetzow", "z-24", "z-27", fuel=2, sortied=True)
    theatre.find("luetzow").damage = 1
    theatre.begin(Detach(AXIS, ("luetzow",)))
    theatre.plot(AXIS, luetzow="norway").plot(AXIS, {"z-24": "luetzow", "z-27": "luetzow"})
    regroup(theatre, "3030", {"z-24": "tg-a", "z-27": "tg-a"})
    marker = theatre.marker("tg-a")
    assert (marker.fuel, marker.sortied) == (2, True)
    assert (theatre.find("z-24").fuel, theatre.find("z-24").sortied) == (0, False), "it is the force's now"
    activate(theatre, "tg-a", fast=None)
    assert "stop" not in theatre.offered(AXIS), "out of fuel they make for port, as they would have with their force"


@pytest.mark.rule("AD-7.9-fuel-lone")
def test_a_force_without_fuel_markers_leaves_none_on_its_ships() -> None:
    theatre = sea(turn=3)
    theatre.force("tg-b", "3030", "luetzow", "z-24", sortied=True)
    theatre.find("luetzow").damage = 1
    theatre.begin(Detach(AXIS, ("luetzow",))).plot(AXIS, luetzow="norway").plot(AXIS, {"z-24": "luetzow"})
    regroup(theatre, "3030", {"z-24": "tg-a"})
    assert (theatre.marker("tg-a").fuel, theatre.marker("tg-a").sortied) == (0, True)


@pytest.mark.rule("AD-7.5.5-made-at-sea")
@pytest.mark.parametrize(("scenario", "left"), [(HISTORICAL, []), (ARMAGEDDON, ["tg-a"])])
def test_a_force_that_was_made_at_sea_has_been_out_of_the_leads(scenario: str, left: list[str]) -> None:
    theatre = sea(scenario)
    theatre.ship("z-24", "4646")
    theatre.ship("z-27", "4646")
    regroup(theatre, "4646", {"z-24": "tg-a", "z-27": "tg-a"})
    sail(activate(theatre, "tg-a"), AXIS, "4645")
    assert list(theatre.now.forces[AXIS]) == left


@pytest.mark.rule("AD-7.5.5-lone-ship", "AD-16.2-port-free")
@pytest.mark.parametrize(
    ("scenario", "sortied", "at"),
    [(HISTORICAL, True, "removed"), (HISTORICAL, False, "3327"), (ARMAGEDDON, True, "3327")],
)
def test_the_escort_of_a_cripple_is_out_of_the_game_only_where_a_sortie_ends(
    scenario: str, sortied: bool, at: str
) -> None:
    theatre = sea(scenario)
    theatre.ship("luetzow", "3227", damage=1, apart=True, bound="norway")
    theatre.ship("z-24", "3227", with_="luetzow", sortied=sortied)
    theatre.begin(Cripples(AXIS)).idle_on()
    assert places(theatre, ["luetzow", "z-24"]) == ["removed", at]
    assert len(theatre.told("AD-7.5.5-lone-ship")) == (at == "removed")


@pytest.mark.rule("AD-7.8-detach-alone", "AD-7.8-detach-allied-base")
@pytest.mark.parametrize(("base", "east"), [("west", False), ("murmansk", True)])
def test_a_destroyer_of_the_convoy_that_was_hit_on_its_own_has_the_choice_of_a_base(base: str, east: bool) -> None:
    theatre = sea()
    theatre.ship("fury", "2228", damage=1)
    theatre.ship("norfolk", "3050", damage=1)
    theatre.begin(Cripples(ALLIED))
    assert theatre.slots(ALLIED) == ["fury"], "there is only Iceland for the cruiser"
    assert theatre.ways(ALLIED, "fury") == ["west", "murmansk"]
    theatre.plot(ALLIED, fury=base).idle_on()
    assert [told.about["unit"] for told in theatre.told("AD-7.8-detach-alone")] == ["fury"], "of a choice"
    easting = theatre.data.easting
    assert (easting(theatre.find("fury").at) > easting("2228")) is east
    assert (theatre.find("fury").bound, theatre.find("norfolk").bound) == (base, "west")
    theatre.begin(Cripples(ALLIED))
    assert "AD-7.8-detach-alone" not in [one.rule for one in theatre.match.pending.values()], "asked once"


@pytest.mark.rule("AD-7.8-detach-home", "AD-7.8-escort-line")
def test_where_two_ways_home_are_as_short_the_owner_chooses() -> None:
    theatre = sea()
    theatre.ship("fury", "1531", damage=1, apart=True, bound="murmansk")
    theatre.begin(Cripples(ALLIED))
    assert sorted(theatre.ways(ALLIED, "fury")) == ["1729", "1830"]


@pytest.mark.rule("AD-7.8-escort-line", "AD-7.5.3-line30-allied")
def test_an_escort_that_may_not_cross_the_line_leaves_its_cripple_there() -> None:
    theatre = sea()
    theatre.ship("fury", "2423", damage=1, apart=True, bound="murmansk")
    theatre.ship("keppel", "2423", with_="fury")
    theatre.ship("somali", "2423", with_="fury")
    theatre.begin(Cripples(ALLIED)).idle_on()
    assert theatre.find("fury").at in theatre.data.east_of_30
    assert theatre.find("keppel").at == theatre.find("fury").at, "a destroyer of the convoy may"
    assert theatre.find("somali").at == "2423"
    theatre.begin(Singles(ALLIED))
    assert theatre.find("somali").with_ == ""


@pytest.mark.rule("AD-9.4-max-five-goal", "AD-9.4-max-five")
def test_in_murmansk_there_is_room_for_more_than_five() -> None:
    theatre, ships = sea(turn=9), MERCHANTS[:8]
    theatre.state.scatter = "done"
    for name in ships:
        theatre.ship(name, "3517", group=1, moves=2)
    theatre.begin(ScatteredMoves()).plot(ALLIED, dict.fromkeys(ships, "3617")).idle_on()
    assert places(theatre, ships) == ["arrived"] * len(ships)


@pytest.mark.rule("AD-9.4-max-five-goal", "AD-7.8-detach-arrive")
@pytest.mark.parametrize(("start", "base", "end"), [("3260", "west", "out"), ("3517", "murmansk", "arrived")])
def test_more_than_five_cripples_come_home_in_a_turn(start: str, base: str, end: str) -> None:
    theatre, ships = sea(turn=9), MERCHANTS[:7]
    theatre.state.scatter = "done"
    for name in ships:
        theatre.ship(name, start, damage=1, apart=True, bound=base)
    theatre.begin(Cripples(ALLIED)).idle_on()
    assert places(theatre, ships) == [end] * len(ships)


@pytest.mark.rule("AD-9.4-escorts-random")
def test_escorts_are_dealt_to_the_hexes_that_have_merchants() -> None:
    theatre = sea(turn=5)
    theatre.convoy("2235", *MERCHANTS[:3], "palomares", "pozarica", "lotus", "poppy")
    theatre.state.scatter, theatre.state.convoy_moved = "pool", True
    theatre.begin(Event("convoy-scatters"), dice=[1] * 8).idle_on()
    merchants = set(places(theatre, MERCHANTS[:3]))
    assert len(merchants) == 3
    assert set(places(theatre, ["palomares", "pozarica", "lotus", "poppy"])) == merchants


@pytest.mark.rule("AD-14.0-lone-leads")
@pytest.mark.parametrize("drawn", [False, True])
def test_tirpitz_on_her_own_keeps_to_the_leads_until_knights_move(drawn: bool) -> None:
    theatre = sea()
    theatre.state.knights_move = "drawn" if drawn else "no"
    theatre.ship("tirpitz", "3227")
    theatre.force("tg-b", "2927", "luetzow")
    theatre.begin(Singles(ALLIED))
    moves = [str(answer).split()[-1] for answer in theatre.offered(AXIS) if "tirpitz" in str(answer)]
    assert moves
    assert (set(moves) <= set(theatre.data.leads)) is not drawn


@pytest.mark.rule("AD-14.0-recall-lone", "AD-14.1-only-tirpitz")
@pytest.mark.parametrize(
    ("orders", "alone", "north"), [("recall", False, False), ("recall", True, True), ("stay", False, True)]
)
def test_a_destroyer_on_her_own_is_called_home_with_tirpitz(orders: Hitler, alone: bool, north: bool) -> None:
    theatre = sea(options=Options(recall_tirpitz_only=alone))
    theatre.state.hitler = orders
    theatre.ship("z-24", "2640")
    theatre.force("tg-b", "2340", "luetzow")
    theatre.begin(Singles(ALLIED))
    moves = [answer.split()[-1] for answer in theatre.offered(AXIS) if "z-24" in answer]
    far = min(theatre.data.distance("2640", port) for port in theatre.data.ports)
    assert moves
    assert any(min(theatre.data.distance(cell, port) for port in theatre.data.ports) > far for cell in moves) is north
