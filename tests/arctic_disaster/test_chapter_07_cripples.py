"""Chapters 7.8 and 9.1: damaged ships leave their force, with escorts, and make for their base."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import SpeedUp
from barents.games.arctic_disaster.rules.cripples import detach_steps
from barents.games.arctic_disaster.rules.lone_ships import points_alone
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.state import Activate, Cripples, EndActivation, Reorganise, Singles

from .sailing import places, play_out, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

DETACH, ESCORT, HOME = "AD-7.8-detach-when", "AD-7.8-detach-escort", "AD-7.8-detach-home"


def hurt(key: str, cell: str, ships: tuple[str, ...], *names: str, **fields: object) -> Theatre:
    """Ships of a force have been damaged in a sub-phase, and it ends."""
    theatre = sea()
    theatre.force(key, cell, *ships, **fields)
    for name in names:
        damage(theatre.at_hand, theatre.find(name), 1, "bombs")
    return theatre.begin(EndActivation())


@pytest.mark.rule("AD-7.8-detach-when", "AD-7.8-detach-place", "AD-7.8-detach-escort", "AD-7.6-mp-carry")
def test_a_damaged_ship_is_left_behind_with_escorts() -> None:
    ships = ("london", "norfolk", "onslow", "onslaught")
    theatre = hurt("tf-1", "2645", ships, "london", penalty=1, spent=4)
    assert (theatre.asked(ALLIED).rule, theatre.offered(ALLIED)) == (DETACH, ["assign london=-", "assign london=west"])
    theatre.act(ALLIED, "assign london=west")
    theatre.plot(ALLIED, onslow="london")
    assert theatre.is_over
    london, onslow = theatre.find("london"), theatre.find("onslow")
    assert (london.at, london.force, london.apart, london.bound) == ("2645", "", True, "west")
    assert (onslow.at, onslow.force, onslow.with_) == ("2645", "", "london")
    assert (london.penalty, onslow.penalty) == (1, 1), "they take the marker along"
    assert theatre.marker("tf-1").spent == 4, "it costs the force nothing"
    assert not theatre.marker("tf-1").detected
    assert [theatre.find(name).force for name in ("norfolk", "onslaught")] == ["tf-1", "tf-1"]
    theatre.begin(EndActivation())
    assert theatre.is_over, "and there is no second chance"


@pytest.mark.rule("AD-7.8-detach-when", "AD-6.3-empty-force")
def test_it_may_stay_and_a_force_of_which_nothing_is_left_is_gone() -> None:
    theatre = hurt("tg-b", "3030", ("luetzow", "z-24"), "luetzow")
    theatre.act(AXIS, "assign luetzow=-")
    assert theatre.is_over
    assert theatre.find("luetzow").force == "tg-b"
    theatre = hurt("tg-b", "3030", ("luetzow",), "luetzow")
    theatre.act(AXIS, "assign luetzow=norway")
    assert theatre.is_over
    assert "tg-b" not in theatre.now.forces[AXIS]
    assert theatre.find("luetzow").at == "3030"


@pytest.mark.rule("AD-7.8-detach-when")
def test_ships_that_lie_singly_already_have_nothing_to_leave() -> None:
    theatre = sea()
    theatre.ship("carlton", "2225", group=1)
    damage(theatre.at_hand, theatre.find("carlton"), 1, "bombs")
    assert detach_steps(theatre.at_hand) == ()
    assert theatre.now.damaged == []


@pytest.mark.rule(
    "AD-7.8-detach-escort-pq17",
    "AD-7.8-detach-allied-base",
    "AD-7.8-detach-choice-fixed",
    "AD-9.1-escort-stay",
    "AD-9.1-escort-types",
)
def test_cripples_of_the_convoy_may_go_to_either_end_but_only_destroyers_go_with_them() -> None:
    ships = ("carlton", "bellingham", "fury", "palomares", "lotus", "zamalek", "p614", "halcyon", "ayrshire")
    theatre = hurt("pq-17", "2640", ships, "carlton", "palomares")
    assert theatre.ways(ALLIED, "carlton") == ["west", "murmansk"]
    theatre.plot(ALLIED, carlton="murmansk", palomares="west")
    options = theatre.asked(ALLIED).options
    assert [str(answer) for answer in options] == ["assign fury=-", "assign fury=carlton", "assign fury=palomares"]
    theatre.act(ALLIED, "assign fury=carlton")
    assert theatre.is_over
    theatre.begin(Cripples(ALLIED))
    assert theatre.asked(ALLIED).rule == HOME
    play_out(theatre)
    assert [theatre.find(name).bound for name in ("carlton", "palomares")] == ["murmansk", "west"]
    data, home = theatre.data, {"carlton": "3617", "palomares": "3260"}
    for name, base in home.items():
        assert data.distance(theatre.find(name).at, "2640") == 2, "at the speed of damaged ships"
        assert data.distance(theatre.find(name).at, base) == data.distance("2640", base) - 2
    assert theatre.find("fury").at == theatre.find("carlton").at


@pytest.mark.rule("AD-7.8-detach-escort-pq17", "AD-6.4-convoy-dd-leave")
def test_a_destroyer_that_has_escorted_a_cripple_does_not_come_back_to_the_convoy() -> None:
    """Her charge is gone, and PQ-17 is in her hex with a cruiser force, which is the one that she joins."""
    theatre = sea()
    theatre.convoy("2640", "bellingham", "keppel")
    theatre.force("tf-1", "2640", "london")
    theatre.ship("carlton", "lost")
    theatre.ship("fury", "2640", with_="carlton")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 2640")
    assert "pq-17" not in theatre.ways(ALLIED, "fury")
    play_out(theatre)
    assert theatre.find("fury").force == "tf-1"


@pytest.mark.rule("AD-7.8-detach-home", "AD-7.8-detach-no-max", "AD-7.8-detach-terminal", "AD-7.8-detach-german-base")
def test_a_cripple_goes_home_by_the_shortest_way_in_the_terminal_phase() -> None:
    theatre = sea()
    theatre.ship("luetzow", "3029", damage=1, apart=True, bound="norway")
    assert points_alone(theatre.data, [theatre.find("luetzow")]) == 6, "three points, and no maximum speed"
    theatre.begin(Singles(AXIS))
    assert theatre.is_over, "it moves with no other ships"
    theatre.begin(Cripples(AXIS))
    assert theatre.is_over
    assert theatre.find("luetzow").at == "removed", "3128, 3228 and Alta"


@pytest.mark.rule("AD-7.8-detach-home", "AD-7.5.4-line30-soviet")
def test_a_soviet_cripple_does_not_cross_the_line_on_her_way() -> None:
    """From 2120 to Murmansk ways by 2221 and 2321 would be as short, but 2321 lies west of it."""
    theatre = sea()
    theatre.ship("gremyashchi", "2120", damage=1, apart=True, bound="murmansk")
    theatre.begin(Cripples(ALLIED))
    ends = set(theatre.ways(ALLIED, "gremyashchi"))
    assert ends
    assert ends <= theatre.data.east_of_30


@pytest.mark.rule("AD-16.2-left-east", "AD-7.8-detach-home", "AD-7.8-detach-new-tf", "AD-4.3.1-purpose")
def test_ships_of_the_cruiser_force_that_are_left_east_of_the_line_come_home() -> None:
    """In the second scenario she crosses it with her force: on her own, or under a marker, she is not caught there."""
    theatre = sea(ARMAGEDDON)
    theatre.force("cruiser-force", "2214", "london", "norfolk")
    damage(theatre.at_hand, theatre.find("london"), 1, "bombs")
    theatre.begin(EndActivation()).act(ALLIED, "assign london=west").plot(ALLIED)
    theatre.state = theatre.now
    play_out(theatre.begin(Cripples(ALLIED)))
    at = theatre.find("london").at
    assert theatre.data.distance("2214", at) == 3, "as far as she can"
    assert at in theatre.data.east_of_30

    theatre.state = theatre.now
    theatre.begin(Reorganise()).act(ALLIED, f"regroup {at}").plot(ALLIED, london="home-fleet")
    play_out(theatre)
    theatre.state = theatre.now
    theatre.begin(Activate(ALLIED, "home-fleet")).act(ALLIED, SpeedUp(maximum=False))
    onward = [answer.removeprefix("go ") for answer in theatre.offered(ALLIED) if answer.startswith("go ")]
    assert onward
    assert all(theatre.data.distance("2214", cell) == 4 for cell in onward), "she goes on, by the quickest way"

    theatre = sea(ARMAGEDDON)
    theatre.ship("norfolk", "2214")
    theatre.begin(Singles(ALLIED))
    assert "move-unit norfolk 2216" in theatre.offered(ALLIED), "whose force is gone goes home too"


@pytest.mark.rule("AD-7.8-detach-terminal", "AD-7.8-detach-allied-base", "AD-7.8-detach-german-base")
def test_only_damaged_ships_go_home_then_and_those_hit_on_their_own_too() -> None:
    """Who was damaged while she lay singly has chosen no base: an Allied ship goes west, a German one to Norway."""
    theatre = sea(ARMAGEDDON)
    theatre.ship("onslow", "2640")
    theatre.ship("z-24", "2938")
    theatre.ship("norfolk", "2647", damage=1)
    theatre.ship("scheer", "3228", damage=1)
    play_out(theatre.begin(Cripples(AXIS), Cripples(ALLIED)))
    assert places(theatre, ("onslow", "z-24", "scheer")) == ["2640", "2938", "removed"]
    norfolk, data = theatre.find("norfolk"), theatre.data
    assert norfolk.bound == "west"
    assert data.distance(norfolk.at, "3260") < data.distance("2647", "3260")


@pytest.mark.rule("AD-7.8-detach-terminal", "AD-7.8-detach-escort")
def test_an_escort_that_is_damaged_too_keeps_by_her_cripple() -> None:
    """By herself Fury could go west, and as fast as she can."""
    theatre = sea()
    theatre.ship("carlton", "2640", damage=1, apart=True, bound="murmansk")
    theatre.ship("fury", "2640", damage=1, with_="carlton")
    play_out(theatre.begin(Cripples(ALLIED)))
    carlton, fury, data = theatre.find("carlton"), theatre.find("fury"), theatre.data
    assert data.distance(carlton.at, "3617") == data.distance("2640", "3617") - 2
    assert fury.at == carlton.at


@pytest.mark.rule("AD-7.8-detach-no-max", "AD-7.8-detach-home", "AD-7.8-detach-german-base")
def test_of_ways_that_are_as_quick_all_are_offered() -> None:
    """From 2340 Lützow needs as many turns and points by each of three hexes."""
    theatre = sea()
    theatre.ship("luetzow", "2340", damage=1, apart=True, bound="norway")
    theatre.begin(Cripples(AXIS))
    assert sorted(theatre.ways(AXIS, "luetzow")) == ["2438", "2538", "2639"]


@pytest.mark.rule("AD-7.8-detach-arrive", "AD-7.4-exit-west")
def test_in_its_base_it_is_safe() -> None:
    theatre = sea()
    theatre.ship("london", "3459", damage=1, apart=True, bound="west")
    theatre.ship("onslow", "3459", with_="london")
    theatre.ship("carlton", "3517", damage=1, apart=True, bound="murmansk")
    theatre.ship("scheer", "3228", damage=1, apart=True, bound="norway")
    theatre.begin(Cripples(AXIS), Cripples(ALLIED))
    assert theatre.is_over
    assert places(theatre, ("london", "onslow", "carlton", "scheer")) == ["out", "out", "arrived", "removed"]


@pytest.mark.rule("AD-7.8-detach-home")
def test_where_ways_are_as_short_the_owner_chooses_and_never_dawdles() -> None:
    theatre = sea()
    theatre.ship("london", "2647", damage=1, apart=True, bound="west")
    theatre.begin(Cripples(ALLIED))
    ends = theatre.ways(ALLIED, "london")
    assert len(ends) > 1
    assert all(theatre.data.distance("2647", cell) == 3 for cell in ends)
    theatre.plot(ALLIED, london=ends[-1])
    assert theatre.find("london").at == ends[-1]


@pytest.mark.rule("AD-7.8-detach-home", "AD-7.4-exit-west")
@pytest.mark.parametrize(("boat", "by"), [("2649", "2748"), ("2748", "2649")])
def test_of_ways_to_the_same_hex_she_takes_the_one_without_a_boat(boat: str, by: str) -> None:
    theatre = sea()
    theatre.ship("london", "2647", damage=1, apart=True, bound="west")
    theatre.boat("u-88", boat)
    theatre.begin(Cripples(ALLIED)).plot(ALLIED, london="2749")
    assert theatre.is_over, "the boat meets nobody"
    assert [event.about["cell"] for event in theatre.told("AD-7.1-adjacent")] == ["2648", by, "2749"]


@pytest.mark.rule("AD-7.8-detach-home", "AD-7.8-detach-alone")
def test_the_turns_after_this_one_are_reckoned_at_her_usual_speed() -> None:
    """Slowed as she is today, 2538 and 2639 would seem as near to Norway."""
    theatre = sea()
    theatre.ship("luetzow", "2540", damage=1, apart=True, bound="norway", penalty=1)
    theatre.begin(Cripples(AXIS))
    assert theatre.is_over
    assert theatre.find("luetzow").at == "2739"


@pytest.mark.rule("AD-7.6-mp-carry", "AD-7.6-mp-max-two")
def test_in_the_turn_in_which_it_left_a_slowed_force_it_is_slow() -> None:
    theatre = sea()
    theatre.ship("luetzow", "3029", damage=1, apart=True, bound="norway", penalty=2)
    theatre.begin(Cripples(AXIS))
    assert theatre.is_over
    assert theatre.find("luetzow").at == "3128"


@pytest.mark.rule("AD-4.3.1-undamaged-singles")
def test_when_a_cripple_is_lost_its_escorts_are_free() -> None:
    theatre = sea()
    theatre.ship("onslow", "2645", with_="london")
    theatre.ship("london", "lost")
    theatre.force("tf-1", "2643", "norfolk")
    theatre.begin(Singles(ALLIED))
    assert "move-unit onslow 2643" in theatre.offered(ALLIED)
    theatre = sea()
    theatre.ship("onslow", "2645", with_="london")
    theatre.ship("london", "2645", damage=1, apart=True, bound="west")
    theatre.force("tf-1", "2643", "norfolk")
    theatre.begin(Singles(ALLIED))
    assert theatre.is_over, "she keeps with London"


@pytest.mark.rule("AD-7.8-detach-no-rejoin", "AD-7.8-detach-new-tf", "AD-7.8-detach-new-tf-pq17")
def test_a_cripple_may_have_a_force_of_its_own_but_joins_no_other() -> None:
    theatre = sea()
    theatre.force("tf-1", "2645", "norfolk", "onslaught")
    theatre.ship("london", "2645", damage=1, apart=True, bound="west")
    theatre.ship("onslow", "2645", with_="london")
    theatre.ship("carlton", "2645", damage=1, apart=True, bound="west")
    theatre.begin(Reorganise()).act(ALLIED, "regroup 2645")
    assert theatre.ways(ALLIED, "london") == ["home-fleet"], "an unused marker, but not TF 1"
    assert theatre.ways(ALLIED, "onslow") == ["tf-1", "home-fleet"]
    assert not theatre.ways(ALLIED, "carlton"), "a merchant never belongs to a force"
    theatre.plot(ALLIED, london="home-fleet", onslow="home-fleet")
    while not theatre.is_over:
        theatre.act(next(iter(theatre.match.pending)), "stop")
    assert [theatre.find(name).force for name in ("london", "onslow")] == ["home-fleet", "home-fleet"]
    assert theatre.find("carlton").at == "2645"


@pytest.mark.rule("AD-13.5-contact", "AD-7.8-detach-terminal")
def test_submarines_on_the_way_may_attack_a_cripple() -> None:
    theatre = sea()
    theatre.ship("luetzow", "3029", damage=1, apart=True, bound="norway")
    theatre.boat("trident", "3128")
    theatre.now.phase = "terminal"
    theatre.begin(Cripples(AXIS))
    assert theatre.asked(ALLIED).rule == "AD-13.5-contact"
    assert theatre.find("luetzow").at == "3128"
    theatre.idle(ALLIED)
    assert theatre.is_over
    assert theatre.find("luetzow").at == "removed"


@pytest.mark.rule("AD-4.3-speed-slowest", "AD-7.8-detach-when")
def test_a_force_that_keeps_a_damaged_ship_goes_at_her_speed() -> None:
    """Damaged in its own activation, it goes no further than she can; at maximum speed it goes on at regular speed."""
    theatre = sea()
    theatre.force("tf-1", "2645", "london", "onslow")
    theatre.begin(Activate(ALLIED, "tf-1")).act(ALLIED, SpeedUp(maximum=True), "go 2644", "go 2643")
    assert theatre.now.active is not None
    assert theatre.now.active.left == 8
    theatre.find("london").damage = 1
    theatre.act(ALLIED, "go 2642")
    assert theatre.offered(ALLIED) == ["stop"], "three points are three hexes"
