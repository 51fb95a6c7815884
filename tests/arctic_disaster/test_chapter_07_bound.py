"""Chapter 7.8: cripples that have left their force keep to their base, under a marker of their own too."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import Activate, Reorganise
from barents.kernel.actions import Choose

from .sailing import ACT, activate, goes, play_out, sail, sea, settle
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

ASKED = "AD-3.1-secret-reorg"


def finish(theatre: Theatre) -> Theatre:
    """Both sides are content with their forces."""
    while not theatre.is_over:
        side = next(iter(theatre.match.pending))
        theatre.act(side, "stop" if theatre.asked(side).rule == ASKED else Choose(()))
    return theatre


def crippled(*escorts: str) -> Theatre:
    """Norfolk lies damaged in 3056, bound for Iceland, and gets a marker of her own."""
    theatre = sea()
    theatre.ship("norfolk", "3056", damage=1, apart=True, bound="west")
    for name in escorts:
        theatre.ship(name, "3056", with_="norfolk")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 3056")
    theatre.plot(ALLIED, dict.fromkeys(("norfolk", *escorts), "home-fleet"))
    return finish(theatre)


@pytest.mark.rule("AD-7.8-detach-bound", "AD-7.8-detach-no-max", "AD-7.8-detach-allied-base")
@pytest.mark.parametrize("escorts", [(), ("somali",)])
def test_a_cruiser_that_was_detached_goes_west_under_her_marker(escorts: tuple[str, ...]) -> None:
    theatre = activate(crippled(*escorts), "home-fleet", fast=None)
    far = theatre.data.distance("3056", "3260")
    assert "stop" not in theatre.offered(ALLIED), "she goes as quickly as she can"
    assert goes(theatre, ALLIED) == {"3156"}, "and by no longer way"
    sail(theatre, ALLIED, "3156", "3157")
    assert theatre.offered(ALLIED) == ["stop"], "as far as her points carry her"
    theatre.act(ALLIED, "stop")
    assert theatre.data.distance(theatre.marker("home-fleet").at, "3260") == far - 2

    marker = theatre.marker("home-fleet")
    marker.at, marker.spent, marker.penalty = "3260", 0, 0
    theatre.begin(Activate(ALLIED, "home-fleet")).act(ALLIED, "speed-up no")
    assert theatre.offered(ALLIED) == ["leave-map"], "nothing else at the edge"
    theatre.act(ALLIED, "leave-map")
    assert [theatre.find(name).at for name in ("norfolk", *escorts)] == ["out", *("out" for _ in escorts)]


@pytest.mark.rule("AD-7.8-detach-bound")
def test_a_force_that_brings_a_cripple_home_intercepts_nobody() -> None:
    theatre = sea()
    theatre.force("tf-1", "2438", "norfolk", "somali")
    theatre.force("tg-b", "2436", "luetzow")
    activate(theatre, "tg-b", fast=False)
    assert theatre.told("AD-7.7-react-trigger") == []
    theatre.begin(Activate(AXIS, "tg-b")).act(AXIS, "speed-up no")
    assert theatre.offered(ALLIED) == ["decline", "intercept tf-1"]

    theatre = sea()
    theatre.force("tf-1", "2438", "norfolk", "somali")
    theatre.find("norfolk").damage, theatre.find("norfolk").apart, theatre.find("norfolk").bound = 1, True, "west"
    theatre.force("tg-b", "2436", "luetzow")
    theatre.begin(Activate(AXIS, "tg-b")).act(AXIS, "speed-up no")
    assert theatre.offered(ALLIED) == ["decline"]


@pytest.mark.rule("AD-7.8-detach-bound", "AD-7.8-detach-no-rejoin", "AD-7.8-detach-own-company")
def test_a_cripple_s_marker_is_closed_to_others_and_she_changes_to_no_other() -> None:
    theatre = sea()
    theatre.force("tf-1", "2640", "london", "wichita")
    theatre.ship("norfolk", "2640", damage=1, apart=True, bound="west")
    theatre.ship("somali", "2640", with_="norfolk")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 2640")
    assert theatre.slots(ALLIED) == ["norfolk", "somali"], "cripples and their escorts by themselves"
    assert theatre.ways(ALLIED, "norfolk") == ["home-fleet"]
    assert theatre.ways(ALLIED, "somali") == ["tf-1", "home-fleet"], "an escort may leave her"
    theatre.plot(ALLIED, norfolk="home-fleet", somali="home-fleet")
    assert ALLIED not in theatre.match.pending, "there is no room for another marker, and hers is closed to London"
    finish(theatre)

    theatre.begin(Reorganise())
    theatre.act(ALLIED, "regroup 2640")
    assert theatre.slots(ALLIED) == ["somali"], "in the next turn too"
    theatre.plot(ALLIED, somali="tf-1")
    finish(theatre)
    assert [theatre.find(name).force for name in ("norfolk", "somali")] == ["home-fleet", "tf-1"]
    assert (theatre.find("norfolk").bound, theatre.find("somali").with_) == ("west", "")
    assert theatre.find("norfolk").bound == "west"
    theatre.begin(Reorganise())
    assert "regroup 2640" not in theatre.offered(ALLIED)


@pytest.mark.rule("AD-7.8-detach-own-company", "AD-7.5.4-soviet-separate")
@pytest.mark.parametrize("ships", [("norfolk", "somali"), ("somali", "norfolk"), ("gremyashchi",)])
def test_a_marker_with_a_cripple_or_with_soviets_is_closed_whoever_is_named_first(ships: tuple[str, ...]) -> None:
    """Manchester lies there with another force: she may have a new marker, but not theirs."""
    theatre = sea()
    theatre.force("tf-2", "2230", *ships)
    if "norfolk" in ships:
        theatre.find("norfolk").damage, theatre.find("norfolk").apart, theatre.find("norfolk").bound = 1, True, "west"
        theatre.find("somali").with_ = "norfolk"
    theatre.ship("manchester", "2230")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 2230")
    while "manchester" not in theatre.slots(ALLIED):
        theatre.plot(ALLIED)
    assert theatre.ways(ALLIED, "manchester") == ["home-fleet"]


@pytest.mark.rule("AD-7.8-detach-own-company")
def test_sound_ships_do_not_slip_under_the_new_marker_of_a_cripple() -> None:
    theatre = sea()
    theatre.force("tg-b", "3030", "scheer", "z-24")
    theatre.ship("luetzow", "3030", damage=1, apart=True, bound="norway")
    theatre.begin(Reorganise()).act(AXIS, "regroup 3030")
    assert theatre.slots(AXIS) == ["luetzow"]
    theatre.plot(AXIS)
    assert theatre.slots(AXIS) == ["scheer", "z-24"], "she stays alone, and they are asked for themselves"
    assert theatre.ways(AXIS, "scheer") == ["tg-b", "tg-a"]


@pytest.mark.rule("AD-7.8-detach-own-company")
def test_cripples_for_different_bases_do_not_share_a_marker() -> None:
    theatre = sea()
    theatre.ship("fury", "2230", damage=1, apart=True, bound="west")
    theatre.ship("keppel", "2230", damage=1, apart=True, bound="murmansk")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 2230")
    assert theatre.slots(ALLIED) == ["keppel"]
    theatre.plot(ALLIED, keppel="home-fleet")
    assert theatre.ways(ALLIED, "fury") == ["cruiser-force"]
    theatre.plot(ALLIED, fury="cruiser-force")
    finish(theatre)
    activate(theatre, "home-fleet", fast=None)
    assert all(theatre.data.easting(cell) > theatre.data.easting("2230") for cell in goes(theatre, ALLIED))
    play_out(theatre)
    activate(theatre, "cruiser-force", fast=None)
    assert all(theatre.data.easting(cell) < theatre.data.easting("2230") for cell in goes(theatre, ALLIED))


@pytest.mark.rule("AD-7.8-detach-arrive", "AD-16.2-port-free")
def test_in_port_a_cripple_is_out_of_the_game_and_in_the_second_scenario_her_escort_is_not() -> None:
    for scenario, left in ((ARMAGEDDON, ["tg-b"]), ("historical", [])):
        theatre = sea(scenario)
        theatre.force("tg-b", "3128", "luetzow", "z-24", sortied=True)
        theatre.find("luetzow").damage, theatre.find("luetzow").apart, theatre.find("luetzow").bound = 1, True, "norway"
        theatre.find("z-24").with_ = "luetzow"
        activate(theatre, "tg-b", fast=None)
        while not theatre.is_over and ACT in [one.rule for one in theatre.match.pending.values()]:
            if theatre.marker("tg-b").at in theatre.data.ports:
                break
            settle(theatre.act(AXIS, f"go {min(goes(theatre, AXIS))}"), AXIS)
        assert theatre.find("luetzow").at == "removed"
        assert list(theatre.now.forces[AXIS]) == left
        if left:
            assert "stop" in theatre.offered(AXIS), "she may go where she likes again"


@pytest.mark.rule("AD-7.8-detach-bound", "AD-7.8-detach-arrive")
def test_a_destroyer_of_the_convoy_that_was_bound_for_murmansk_comes_in_under_a_marker() -> None:
    theatre = sea()
    theatre.force("tf-2", "3517", "fury", "keppel")
    theatre.find("fury").damage, theatre.find("fury").apart, theatre.find("fury").bound = 1, True, "murmansk"
    activate(theatre, "tf-2", fast=None)
    assert goes(theatre, ALLIED) == {"3617"}
    sail(theatre, ALLIED, "3617")
    assert theatre.find("fury").at == "arrived"
    assert theatre.find("keppel").force == "tf-2"


@pytest.mark.rule("AD-7.8-detach-later", "AD-6.2-merchant-damaged", "AD-6.2-merchant-no-detach")
def test_a_damaged_merchant_leaves_the_convoy_later_and_slows_it_once() -> None:
    theatre = sea(turn=3)
    theatre.convoy("2235", "carlton", "donbas", "hoosier", "fury", "lotus")
    theatre.find("carlton").damage = theatre.find("lotus").damage = 1
    theatre.begin(Reorganise())
    assert "leave-behind pq-17" in theatre.offered(ALLIED)
    theatre.act(ALLIED, "leave-behind pq-17")
    assert theatre.slots(ALLIED) == ["carlton", "lotus"], "sound ships stay with the convoy"
    assert theatre.ways(ALLIED, "carlton") == ["west", "murmansk"]
    theatre.plot(ALLIED, carlton="murmansk")
    assert theatre.slots(ALLIED) == ["fury"], "only a destroyer can be spared as escort"
    theatre.plot(ALLIED, fury="carlton")
    assert theatre.find("carlton").force == "pq-17", "nothing is seen before both are done"
    assert "leave-behind pq-17" not in theatre.offered(ALLIED), "once a turn"
    finish(theatre)
    ship = theatre.find("carlton")
    assert (ship.force, ship.at, ship.apart, ship.bound, ship.penalty) == ("", "2235", True, "murmansk", 1)
    assert (theatre.find("fury").with_, theatre.find("lotus").force) == ("carlton", "pq-17")
    assert theatre.marker("pq-17").penalty == 1
    assert "carlton leaves its force at 2235 and makes for Murmansk" in theatre.words()


@pytest.mark.rule("AD-7.8-detach-later", "AD-6.3-empty-force")
def test_the_last_ship_of_a_force_may_leave_it_too_and_a_force_of_sound_ships_has_nobody_to_leave() -> None:
    theatre = sea(turn=3)
    theatre.force("tf-1", "2640", "london", "somali")
    theatre.force("tg-b", "3030", "luetzow")
    theatre.find("luetzow").damage = 1
    theatre.begin(Reorganise())
    assert not any(answer.startswith("leave-behind") for answer in theatre.offered(ALLIED))
    theatre.act(AXIS, "leave-behind tg-b").plot(AXIS, luetzow="norway")
    finish(theatre)
    assert "tg-b" not in theatre.now.forces[AXIS]
    assert (theatre.find("luetzow").at, theatre.find("luetzow").bound) == ("3030", "norway")
