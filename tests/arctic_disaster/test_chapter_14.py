"""Chapters 5.7, 5.8, 7.5.2, 9.4 and 14: Tirpitz, Hitler, the Home Fleet's orders, and what scatters the convoy."""

from __future__ import annotations

from typing import Literal

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.tirpitz import is_recalled, watch
from barents.kernel.sides import Observer

from .phases import DRAWS, INITIAL, drawing, is_done
from .sailing import activate, as_it_is, goes, sail
from .sailing import sea as open_sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

WINDOW = "AD-14.0-km-conditions"
ROLL, AGAIN = "AD-5.8-hitler-roll", "AD-5.8-hitler-rescind"
SEA = "2540"  # full sea, four rows from anything else


def sea(options: Options | None = None, scenario: str = "historical", turn: int = 2) -> Theatre:
    """An empty sea."""
    return Theatre({**INITIAL, **DRAWS}, scenario, options, turn=turn)


def squadron(theatre: Theatre, cell: str, carrier: str = "", *, detected: bool = True) -> Theatre:
    """Tirpitz in a hex, and Victorious in another if at all."""
    theatre.force("tg-a", cell, "tirpitz", "hipper")
    if carrier:
        theatre.force("home-fleet", carrier, "victorious", detected=detected)
    return theatre


# Knight's Move


@pytest.mark.rule("AD-14.0-km-conditions", "AD-14.0-km-any-time", "AD-5.7-km-once")
def test_knights_move_is_put_in_when_its_conditions_hold_and_drawn_once() -> None:
    theatre = squadron(sea(), "3327", "3450")
    theatre.convoy("2640", "carlton", detected=True)
    assert theatre.data.distance("3327", "3450") > 10
    drawing(theatre, ["massed-air", "massed-air"])
    assert list(theatre.match.pending) == [AXIS], "before the first draw"
    assert theatre.offered(AXIS) == ["decline", "put-in knights-move yes"]
    theatre.act(AXIS, "decline")
    assert theatre.asked(AXIS).rule == WINDOW, "and again before the next"
    theatre.act(AXIS, "put-in knights-move yes")
    assert any(line.startswith("Knight's Move goes into the pool") for line in theatre.words())
    assert theatre.now.knights_move == "drawn"
    assert is_done(theatre), "the window does not open again"


@pytest.mark.rule("AD-14.0-km-conditions", "AD-14.0-km-carrier-gone")
@pytest.mark.parametrize(
    ("at", "carrier", "seen", "convoy", "window"),
    [
        ("3327", "3450", True, True, "true"),
        ("3938", "3450", True, True, "empty"),  # not in port
        ("3633", "3643", True, True, "empty"),  # ten hexes
        ("3633", "3644", True, True, "true"),  # eleven
        ("3327", "3450", False, True, "empty"),
        ("3327", "3450", True, False, "none"),
        ("3327", "", True, True, "true"),  # sunk or gone
    ],
)
def test_the_conditions(at: str, carrier: str, seen: bool, convoy: bool, window: str) -> None:
    theatre = squadron(sea(), at, carrier, detected=seen)
    theatre.convoy("2640", "carlton", detected=convoy)
    drawing(theatre, ["massed-air"])
    if window == "none":
        assert is_done(theatre)
    else:
        assert theatre.offered(AXIS) == ["decline", *(["put-in knights-move yes"] if window == "true" else [])]


@pytest.mark.rule("AD-14.0-leads-only", "AD-14.0-km-before", "AD-14.0-km-carry", "AD-16.2-tirpitz-free")
def test_before_knights_move_she_keeps_to_the_leads() -> None:
    theatre = squadron(sea(), "3228")
    theatre.convoy("2640", "carlton", detected=True)
    theatre.force("tg-b", "3228", "luetzow")

    def reach(key: str) -> set[str]:
        return goes(activate(as_it_is(theatre), key), AXIS)

    leads = set(theatre.data.leads)
    assert reach("tg-a")
    assert reach("tg-a") <= leads
    assert not reach("tg-b") <= leads, "others are free"
    theatre.state.knights_move = "pool"
    assert reach("tg-a") <= leads
    theatre.state.knights_move = "drawn"
    theatre.state.turn = 9
    assert reach("tg-a") == reach("tg-b"), "in force from then on"
    free = squadron(sea(scenario=ARMAGEDDON), "3228")
    assert not goes(activate(as_it_is(free), "tg-a"), AXIS) <= leads


@pytest.mark.rule("AD-14.0-transit-detected")
def test_she_leaves_port_only_while_the_convoy_is_detected() -> None:
    theatre = squadron(sea(), "3327")
    convoy, force = theatre.convoy("2640", "carlton", detected=False), theatre.marker("tg-a")

    def may_go() -> set[str]:
        return goes(activate(as_it_is(theatre), "tg-a"), AXIS)

    assert may_go() == set()
    convoy.detected = True
    assert may_go()
    convoy.detected, force.at = False, "3938"
    assert may_go(), "a transit is finished"
    force.at = "3327"
    theatre.state.forces[ALLIED].clear()
    theatre.ship("carlton", "2640", group=1)
    assert may_go(), "scattered merchants are in full view"


@pytest.mark.rule("AD-14.0-transit-detected", "AD-7.5.5-leads-transit")
def test_once_she_has_put_in_again_she_needs_the_convoy_in_sight_to_sail() -> None:
    """By the Leads from Alta and back: with the convoy out of sight she may finish her way, but begin no other."""
    theatre = as_it_is(squadron(sea(), "3327"))
    convoy = theatre.convoy("2640", "carlton", detected=True)
    sail(activate(theatre, "tg-a"), AXIS, "3228")
    theatre.state, convoy.detected = theatre.now, False
    theatre.marker("tg-a").activated = False
    sail(activate(theatre, "tg-a"), AXIS, "3227", "3327")
    theatre.state = theatre.now
    assert theatre.marker("tg-a").at == "3327"
    theatre.marker("tg-a").activated, theatre.marker("tg-a").spent = False, 0
    assert goes(activate(theatre, "tg-a"), AXIS) == set()


# Hitler


@pytest.mark.rule("AD-5.8-hitler-enter", "AD-16.2-no-hitler")
def test_hitler_s_marker_goes_in_when_she_is_first_in_full_sea() -> None:
    theatre = squadron(sea(), "3938")
    watch(theatre.at_hand)
    assert theatre.now.pool == []
    theatre.marker("tg-a").at = SEA
    watch(theatre.at_hand)
    watch(theatre.at_hand)
    assert theatre.now.pool == ["hitler"]
    assert theatre.now.hitler == "pool"
    other = squadron(sea(scenario=ARMAGEDDON), SEA)
    watch(other.at_hand)
    assert other.now.hitler == "out"


@pytest.mark.rule("AD-5.8-hitler-roll", "AD-5.8-hitler-status", "AD-14.0-recall-marker")
@pytest.mark.parametrize(("die", "status"), [(5, "recall"), (6, "stay")])
def test_hitler_decides_once(die: int, status: str) -> None:
    theatre = squadron(sea(), SEA)
    theatre.state.hitler = "pool"
    drawing(theatre, ["hitler"], die)
    assert theatre.now.hitler == status
    words = "Tirpitz may stay at sea" if status == "stay" else "Tirpitz is ordered back to port"
    assert words in theatre.words(Observer.ALLIED)
    watch(theatre.at_hand)
    assert theatre.now.pool == [], "the marker does not go back"


@pytest.mark.rule("AD-5.8-hitler-miss")
def test_drawn_while_she_is_not_at_sea_it_comes_back_next_turn() -> None:
    theatre = squadron(sea(), "3938")
    theatre.state.hitler = "pool"
    drawing(theatre, ["hitler"])
    assert theatre.rolls(ROLL) == []
    assert (theatre.now.hitler, theatre.now.pool) == ("pool", [])
    theatre.begin(s.FillPool())
    theatre.idle(ALLIED)
    assert theatre.now.pool.count("hitler") == 1
    theatre.state = theatre.now
    theatre.marker("tg-a").at = SEA
    drawing(theatre, ["massed-air"])
    assert is_done(theatre)
    assert theatre.told("AD-5.8-hitler-enter") == [], "at sea she puts in no second one"


@pytest.mark.rule("AD-5.8-hitler-enter")
def test_before_the_next_draw_the_marker_is_put_in_for_her_once() -> None:
    theatre = squadron(sea(), SEA)
    drawing(theatre, ["massed-air"])
    assert is_done(theatre)
    assert len(theatre.told("AD-5.8-hitler-enter")) == 1
    assert len(theatre.rolls(ROLL)) == 1, "and it is drawn in the same turn"


@pytest.mark.rule(
    "AD-5.8-hitler-drm-far", "AD-5.8-hitler-drm-near", "AD-5.8-hitler-drm-sunk", "AD-5.8-hitler-drm-scatter"
)
@pytest.mark.parametrize(
    ("carrier", "scattered", "die", "total"),
    [
        ("2551", False, 5, 6),  # G45: eleven hexes
        ("2550", True, 10, 5),  # G46: ten hexes
        ("unseen", False, 5, 5),
        ("sunk", False, 4, 6),
        ("sunk", True, 6, 6),
    ],
)
def test_what_moves_hitler(carrier: str, scattered: bool, die: int, total: int) -> None:
    theatre = squadron(sea(), SEA)
    if carrier == "sunk":
        theatre.ship("victorious", s.LOST)
    else:
        theatre.force(
            "home-fleet", "2551" if carrier == "unseen" else carrier, "victorious", detected=carrier != "unseen"
        )
    theatre.state.scatter = "done" if scattered else "no"
    theatre.state.hitler = "pool"
    drawing(theatre, ["hitler"], die)
    assert [roll.total for roll in theatre.rolls(ROLL)] == [total]
    assert theatre.now.hitler == ("stay" if total >= 6 else "recall")


@pytest.mark.rule("AD-14.0-recall", "AD-14.0-recall-all")
def test_recalled_forces_take_the_quickest_way_and_not_just_any_that_brings_them_nearer() -> None:
    """Off Spitsbergen 1728 is nearer to Norway than 1629, but lies on the coast, where each hex costs more."""
    theatre = squadron(sea(), "1629")
    theatre.state.hitler, theatre.state.knights_move = "recall", "drawn"
    assert theatre.data.map.terrain("1728") == "coastal"
    assert goes(activate(as_it_is(theatre), "tg-a", fast=None), AXIS) == {"1729"}


@pytest.mark.rule("AD-5.8-hitler-rescind", "AD-14.0-recall-rescinded", "AD-14.0-recall-all")
@pytest.mark.parametrize(("die", "status"), [(5, "recall"), (6, "stay")])
def test_he_may_change_his_mind_at_the_start_of_a_turn(die: int, status: str) -> None:
    theatre = squadron(sea(), SEA)
    theatre.force("tg-b", "2642", "luetzow")
    theatre.state.hitler = "recall"
    assert all(is_recalled(theatre.state, theatre.data, theatre.marker(key)) for key in ("tg-a", "tg-b"))
    theatre.begin(s.InitialPhase(), dice=[die])
    assert theatre.now.hitler == status
    said = {"recall": "Tirpitz is ordered back to port", "stay": "Tirpitz may stay at sea"}
    assert theatre.words()[-1] == said[status]
    recalled = [is_recalled(theatre.now, theatre.data, theatre.marker(key)) for key in ("tg-a", "tg-b")]
    assert recalled == [status == "recall"] * 2


@pytest.mark.rule("AD-5.8-hitler-rescind")
@pytest.mark.parametrize(("at", "hitler"), [("3327", "recall"), (SEA, "stay"), (SEA, "pool"), (SEA, "out")])
def test_no_die_without_a_recall_or_once_she_is_in_port(at: str, hitler: s.Hitler) -> None:
    theatre = squadron(sea(), at)
    theatre.state.hitler = hitler
    theatre.begin(s.InitialPhase())
    assert theatre.rolls(AGAIN) == []


@pytest.mark.rule("AD-14.1-only-tirpitz")
def test_in_the_variant_only_her_group_is_recalled() -> None:
    theatre = squadron(sea(Options(recall_tirpitz_only=True)), SEA)
    theatre.force("tg-b", "2642", "luetzow")
    theatre.state.hitler = "recall"
    recalled = [is_recalled(theatre.state, theatre.data, theatre.marker(key)) for key in ("tg-a", "tg-b")]
    assert recalled == [True, False]


@pytest.mark.rule("AD-5.8.1-hitler-secret")
def test_in_the_other_variant_the_allies_are_not_told() -> None:
    theatre = squadron(sea(Options(secret_hitler=True)), SEA)
    theatre.state.hitler = "pool"
    drawing(theatre, ["hitler"], axis=[5])
    assert theatre.now.hitler == "recall"
    assert theatre.rolls(ROLL, Observer.ALLIED) == []
    assert not any("Tirpitz" in line for line in theatre.words(Observer.ALLIED))
    assert "Tirpitz is ordered back to port" in theatre.words(Observer.AXIS)


@pytest.mark.rule("AD-5.8.1-hitler-bluff")
@pytest.mark.parametrize(
    ("at", "hitler", "after"), [("4645", "out", "out"), (SEA, "stay", "stay"), (SEA, "recall", "stay")]
)
def test_and_a_die_is_thrown_every_turn_whether_needed_or_not(at: str, hitler: s.Hitler, after: str) -> None:
    theatre = squadron(sea(Options(secret_hitler=True)), at)
    theatre.state.hitler = hitler
    theatre.begin(s.InitialPhase(), axis=[9])
    assert theatre.dice_left() == {}
    assert theatre.now.hitler == after
    said = ["Turn 2 begins: 2 July, 16:00", "The Germans throw a die about the orders of Tirpitz"]
    assert theatre.words(Observer.ALLIED) == said
    gone = sea(Options(secret_hitler=True))
    gone.ship("tirpitz", s.LOST)
    gone.begin(s.InitialPhase())
    assert gone.words() == said[:1]


# The Home Fleet's orders


@pytest.mark.rule("AD-7.5.1-hf-once", "AD-7.5.2-hf-table", "AD-7.5.2-hf-drm-tirpitz", "AD-7.5.2-hf-drm-scatter")
@pytest.mark.parametrize(
    ("seen", "scattered", "die", "orders"),
    [
        (True, False, 9, "lifted"),  # G43
        (False, True, 10, "refused"),  # G44
        (False, False, 9, "refused"),
        (False, False, 10, "lifted"),
    ],
)
def test_the_home_fleet_asks_once(seen: bool, scattered: bool, die: int, orders: str) -> None:
    theatre = squadron(sea(), SEA, "3450")
    theatre.marker("tg-a").detected = seen
    theatre.state.scatter = "done" if scattered else "no"
    theatre.begin(s.HomeFleetOrders(), dice=[die])
    assert theatre.offered(ALLIED) == ["ask-for-orders no", "ask-for-orders yes"]
    theatre.act(ALLIED, "ask-for-orders yes")
    assert theatre.now.orders == orders
    said = {"lifted": "The Home Fleet may enter the Barents Sea", "refused": "The Home Fleet keeps its orders"}
    assert theatre.words() == [said[orders]]
    assert theatre.begin(s.HomeFleetOrders()).is_over, "once"
    free = squadron(sea(scenario=ARMAGEDDON), SEA, "3450")
    assert free.begin(s.HomeFleetOrders()).is_over, "where nothing holds it back there is nothing to ask"


@pytest.mark.rule("AD-7.5.1-hf-once", "AD-7.5.2-hf-drm-tirpitz")
def test_it_may_wait_and_tirpitz_in_port_moves_nobody() -> None:
    theatre = squadron(sea(), "3327", "3450")
    theatre.marker("tg-a").detected = True
    theatre.begin(s.HomeFleetOrders(), s.HomeFleetOrders(), dice=[9])
    theatre.act(ALLIED, "ask-for-orders no", "ask-for-orders yes")
    assert theatre.now.orders == "refused"


# What scatters the convoy


@pytest.mark.rule("AD-9.4-trigger-unseen")
def test_unseen_for_two_turns_she_scatters_it_all_the_same() -> None:
    """G73."""
    for unseen, count in ((1, 0), (2, 1)):
        theatre = squadron(sea(turn=8), "3327")
        theatre.convoy("2640", "carlton")
        theatre.state.unseen = unseen
        theatre.begin(s.FillPool())
        for side in list(theatre.match.pending):
            theatre.idle(side)
        assert theatre.now.pool.count("convoy-scatters") == count


@pytest.mark.parametrize(
    ("at", "seen", "convoy", "scatters"),
    [
        ("2430", True, "2440", True),  # on row 24
        ("2530", True, "2440", False),
        ("2430", False, "2440", False),
        ("2436", False, "2440", True),  # within four hexes, seen or not
        ("2435", False, "2440", False),
    ],
)
def test_seen_in_the_north_or_near_it_she_scatters_it(at: str, seen: bool, convoy: str, scatters: bool) -> None:
    theatre = squadron(sea(), at)
    theatre.convoy(convoy, "carlton")
    theatre.marker("tg-a").detected = seen
    watch(theatre.at_hand)
    watch(theatre.at_hand)
    assert theatre.now.pool.count("convoy-scatters") == int(scatters)
    assert theatre.now.tirpitz_seen is seen


@pytest.mark.rule("AD-9.4-drawn-late", "AD-5.8-hitler-drm-scatter")
@pytest.mark.parametrize(("sailing", "before"), [(True, "pool"), (False, "pool"), (False, "done")])
def test_a_convoy_that_is_gone_does_not_scatter_and_no_die_counts_it_so(
    sailing: bool, before: Literal["pool", "done"]
) -> None:
    """Unless it has scattered before, in a surface combat, while the marker was still in the pool."""
    theatre = squadron(open_sea(), "2640")
    theatre.state.scatter, theatre.state.knights_move, theatre.state.hitler = before, "drawn", "pool"
    if sailing:
        theatre.convoy("2230", "carlton", "donbas")
        theatre.state.convoy_moved = True
    theatre.begin(s.Event("convoy-scatters"), s.Event("hitler"), dice=[5]).idle_on()
    scattered = sailing or before == "done"
    assert theatre.now.scatter == ("done" if scattered else "no")
    roll = theatre.rolls("AD-5.8-hitler-roll")[0]
    assert ("convoy scattered" in roll.modifiers) is scattered
