"""Chapters 3.1, 4.1, 4.2 and 5.2: the Activation Pool, and command and control."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.activation import end_activation
from barents.games.arctic_disaster.rules.air import activate_air
from barents.games.arctic_disaster.rules.pool import force_of
from barents.games.arctic_disaster.state import State
from barents.kernel.actions import Choose
from barents.kernel.decisions import Subset
from barents.kernel.sides import Observer, Side, eyes_of

from .phases import DRAWS, INITIAL, drawing, is_done, order
from .sailing import STEPS as SAILING
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

EVENTS = {"weather": 2, "tactical-advantage": 1} | {
    f"{kind}-{side}": count
    for side in ("allied", "axis")
    for kind, count in (("c2", 1), ("intelligence", 1), ("search", 2))
}


def sea(scenario: str = "historical", turn: int = 1) -> Theatre:
    """A few forces of both sides, dummies among them, and all German aircraft."""
    theatre = Theatre({**INITIAL, **DRAWS}, scenario, turn=turn)
    theatre.force("cruiser-force", "2640", "london", "somali")
    theatre.force("tf-2", "2640")
    theatre.force("tg-b", "3633", "luetzow")
    theatre.force("tg-d", "3633")
    theatre.force("tg-a", "4645", "tirpitz")
    for formation in theatre.data.scenarios[scenario].formations:
        theatre.aircraft(formation)
    return theatre


def fill(theatre: Theatre, allied: tuple[str, ...] = (), axis: tuple[str, ...] = ()) -> Theatre:
    """Fill the pool with what the sides choose to put in."""
    theatre.begin(s.FillPool())
    for side, items in ((ALLIED, allied), (AXIS, axis)):
        if side in theatre.match.pending and not theatre.is_over:
            theatre.act(side, Choose(items))
    return theatre


def offered(theatre: Theatre, side: Side) -> list[str]:
    """The markers that a side may put in."""
    options = theatre.asked(side).options
    assert isinstance(options, Subset)
    return list(options.items)


@pytest.mark.rule(
    "AD-3.1-pool-fill",
    "AD-4.1-dummy-in-pool",
    "AD-1.3-pool-content",
    "AD-5.1-weather-two-each-turn",
    "AD-5.2-c2-each-turn",
    "AD-5.3-intel-each-turn",
    "AD-5.4-lbas-two-each",
    "AD-5.10-ta-each-turn",
)
def test_every_force_and_the_events_of_the_turn_are_in_the_pool() -> None:
    theatre = fill(sea())
    forces = [found[1].key for marker in theatre.now.pool if (found := force_of(theatre.now, marker))]
    assert sorted(forces) == ["cruiser-force", "tf-2", "tg-a", "tg-b", "tg-d"]
    rest = Counter(marker for marker in theatre.now.pool if force_of(theatre.now, marker) is None)
    assert rest == EVENTS


Seen = list[tuple[list[str], State, list[Side]]]


def watched(theatre: Theatre, observer: Observer, moments: Seen) -> None:
    """Note what an observer has heard so far, what he knows now, and who is asked."""
    told = [str(event) for event in theatre.heard(observer)]
    moments.append((told, known(theatre.data, theatre.now, observer), list(theatre.match.pending)))


@pytest.mark.rule("AD-4.2-dummy-secret", "AD-5.2-c2-secret-dummy", "AD-6.5-dummy-move", "AD-H-composition")
@pytest.mark.parametrize("by", ["draw", "command"])
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("fast", [False, True])
def test_from_the_draw_to_the_end_of_its_activation_a_dummy_is_like_a_force(side: Side, by: str, fast: bool) -> None:
    """Twins: under one marker are ships, under the other none; what the enemy and a spectator learn is the same.

    The marker is drawn, or Command and Control activates it; it goes two hexes and stops, and enemies that are near,
    one of them feigned, may intercept it and do not.
    """
    key, near = ("tg-b", ("cruiser-force", "tf-2")) if side is AXIS else ("cruiser-force", ("tg-b", "tg-c"))
    ships = {"tg-b": "z-24", "cruiser-force": "eclipse", "tf-2": "", "tg-c": ""}
    moments: dict[bool, Seen] = {True: [], False: []}
    for dummy in (True, False):
        theatre = Theatre(SAILING)
        for enemy in near:
            theatre.force(enemy, "2638", *([ships[enemy]] if ships[enemy] else []))
        handle = theatre.force(key, "2642", *([] if dummy else [ships[key]])).handle
        drawing(theatre, [f"{side}-{handle}"] if by == "draw" else [f"c2-{side}", f"{side}-{handle}"])
        answers = [f"speed-up {'yes' if fast else 'no'}", "go 2641", "go 2640", "stop"]
        for answer in [*([f"activate-force {key}"] if by == "command" else []), *answers]:
            for observer in (eyes_of(side.enemy), Observer.PUBLIC):
                watched(theatre, observer, moments[dummy])
            while side.enemy in theatre.match.pending:
                theatre.idle(side.enemy)
                watched(theatre, eyes_of(side.enemy), moments[dummy])
            theatre.act(side, answer)
        theatre.idle_on()
        for observer in (eyes_of(side.enemy), Observer.PUBLIC):
            watched(theatre, observer, moments[dummy])
        assert theatre.marker(key).at == "2640"
    assert moments[True] == moments[False]


@pytest.mark.rule("AD-H-pool-visible")
def test_the_pool_does_not_tell_a_dummy_from_a_force() -> None:
    theatre = fill(sea())
    markers = [force for side in Side for force in theatre.now.forces[side].values()]
    shown = [f"{theatre.data.markers[force.key].side}-{force.handle}" for force in markers]
    assert shown == theatre.now.pool[: len(shown)]
    real, dummy = theatre.marker("tg-b"), theatre.marker("tg-d")
    for force in (real, dummy):
        drawn = drawing(sea(), [f"axis-{force.handle}"])
        words = drawn.draws("AD-1.3-pool-random", Observer.ALLIED)
        assert [event.drawn for event in words] == [(f"axis-{force.handle}",)]
        assert order(drawn) == [force.key]


@pytest.mark.rule(
    "AD-3.1-pool-optional", "AD-4.1-air-withhold", "AD-4.1-air-once-day", "AD-5.6-mass-days", "AD-5.5-ground-once"
)
def test_what_may_be_put_in_and_what_not() -> None:
    theatre = sea(turn=4)
    theatre.state.formations["kg-26"].flown = True
    theatre.begin(s.FillPool())
    assert offered(theatre, AXIS) == ["3-kg-30", "1-kg-906", "1-kg-30", "2-kg-30", "i-stg-5", "massed-air"]
    assert offered(theatre, ALLIED) == ["grounding"]
    theatre.act(ALLIED, Choose(("grounding",))).act(AXIS, Choose(("1-kg-30", "massed-air")))
    added = [marker for marker in theatre.now.pool if force_of(theatre.now, marker) is None and marker not in EVENTS]
    assert added == ["1-kg-30", "massed-air", "grounding"]

    later = sea(turn=5)
    later.state.grounding, later.state.massed_days = theatre.now.grounding, theatre.now.massed_days
    later.begin(s.FillPool())
    assert list(later.match.pending) == [AXIS], "grounding is used up"
    assert "massed-air" not in offered(later, AXIS), "once a day"
    next_day = sea(turn=6)
    next_day.state.massed_days = theatre.now.massed_days
    assert "massed-air" in offered(next_day.begin(s.FillPool()), AXIS)
    assert "massed-air" not in offered(sea(turn=2).begin(s.FillPool()), AXIS), "not on July 2"


@pytest.mark.rule("AD-3.1-pool-optional")
def test_a_formation_without_units_is_not_offered() -> None:
    theatre = sea()
    theatre.state.wings[AXIS] = {name: wing for name, wing in theatre.state.wings[AXIS].items() if "kg-26" not in name}
    assert "kg-26" not in offered(theatre.begin(s.FillPool()), AXIS)


@pytest.mark.rule("AD-3.2-draw-alternate")
def test_the_sides_draw_in_turn() -> None:
    for turn, first in ((1, "The Allies draw"), (2, "The Germans draw")):
        theatre = Theatre({**INITIAL, **DRAWS}, turn=turn)
        theatre.begin(s.InitialPhase(), s.Draw())
        assert theatre.now.drawer is (ALLIED if turn == 1 else AXIS)
        theatre = Theatre({**INITIAL, **DRAWS}, turn=turn)
        theatre.state.pool = ["massed-air", "weather"]
        theatre.begin(s.InitialPhase(), s.Draw(), dice=[1, 1])
        who = [event.subject for event in theatre.draws("AD-1.3-pool-random")]
        assert who[0] == first
        assert len(set(who)) == 2


@pytest.mark.rule("AD-1.3-pool-random", "AD-4.2-one-marker", "AD-3.2-activation-until-empty", "AD-5.0-event-removal")
def test_markers_are_drawn_without_putting_back_until_none_is_left() -> None:
    theatre = sea()
    theatre.state.pool = ["axis-3", "weather", "allied-1", "allied-2", "axis-5"]
    theatre.begin(s.Draw(), dice=[5, 1, 1, 2, 1])
    assert theatre.now.aside == ["axis-5", "axis-3", "weather", "allied-2", "allied-1"]
    assert order(theatre) == ["tg-a", "tg-b", "tf-2", "cruiser-force"]
    assert theatre.now.pool == []
    assert theatre.now.phase == "terminal"


@pytest.mark.rule("AD-4.2-activated-flag", "AD-6.3-empty-force")
def test_what_is_activated_or_gone_is_passed_over() -> None:
    theatre = sea()
    theatre.marker("tg-b").activated = True
    drawing(theatre, ["axis-3", "axis-99", "axis-5"])
    assert order(theatre) == ["tg-a"]
    assert [event.subject for event in theatre.draws("AD-1.3-pool-random")] == ["The Allies draw"] * 3


@pytest.mark.rule("AD-5.2-c2-activate", "AD-5.2-c2-secret-dummy", "AD-5.2-c2-ignore-later", "AD-5.2-c2-not-twice")
def test_command_and_control_activates_a_force_that_has_not_been() -> None:
    theatre = sea()
    theatre.marker("tg-b").activated = True
    theatre.state.formations["kg-26"].flown = True
    drawing(theatre, ["c2-axis", "axis-4", "axis-5"])
    ready = ["3-kg-30", "1-kg-906", "1-kg-30", "2-kg-30", "i-stg-5"]
    assert theatre.offered(AXIS) == ["stop", *(f"activate-force {name}" for name in ("tg-d", "tg-a", *ready))]
    theatre.act(AXIS, "activate-force tg-d")
    assert order(theatre) == ["tg-d", "tg-a"], "its own marker is ignored, and another is drawn"
    assert theatre.now.aside == ["c2-axis", "axis-4", "axis-5"]

    theatre = drawing(sea(), ["c2-allied", "allied-1"])
    assert theatre.offered(ALLIED) == ["stop", "activate-force cruiser-force", "activate-force tf-2"]
    theatre.act(ALLIED, "activate-force cruiser-force")
    assert order(theatre) == ["cruiser-force"]


@pytest.mark.rule("AD-5.2-c2-activate", "AD-4.1-air-withhold")
@pytest.mark.parametrize("withheld", [True, False])
def test_command_and_control_can_send_a_formation_from_the_pool_or_withheld(withheld: bool) -> None:
    pool = ["c2-axis"] if withheld else ["c2-axis", "1-kg-30"]
    theatre = drawing(sea(), pool).act(AXIS, "activate-force 1-kg-30")
    assert order(theatre) == ["1-kg-30"]


@pytest.mark.rule("AD-5.2-c2-ignore-later", "AD-5.2-c2-not-twice")
def test_a_formation_that_did_nothing_is_not_drawn_again() -> None:
    idle = Theatre({**DRAWS, s.ActivateAir: activate_air, s.EndActivation: end_activation})
    idle.state = sea().state
    drawing(idle, ["c2-axis", "1-kg-30"]).act(AXIS, "activate-force 1-kg-30")
    assert is_done(idle), "its marker is ignored"
    assert len(idle.told("AD-8.4-waste")) == 1


@pytest.mark.rule("AD-5.2-c2-decline")
def test_command_and_control_may_be_declined() -> None:
    theatre = drawing(sea(), ["c2-allied", "allied-1"]).act(ALLIED, "stop")
    assert order(theatre) == ["cruiser-force"], "drawn as usual"
    assert "c2-allied" not in theatre.now.pool


@pytest.mark.rule("AD-16.2-no-forced-scatter", "AD-16.2-no-km", "AD-16.2-no-hitler")
def test_in_the_second_scenario_the_allies_scatter_the_convoy_when_they_like() -> None:
    theatre = sea(ARMAGEDDON)
    theatre.convoy("2644", detected=True)
    theatre.begin(s.FillPool())
    assert offered(theatre, ALLIED) == ["grounding", "convoy-scatters"]
    theatre.act(ALLIED, Choose(("convoy-scatters",))).act(AXIS, Choose(()))
    assert theatre.now.pool.count("convoy-scatters") == 1
    assert theatre.now.scatter == "pool"

    theatre = sea(ARMAGEDDON)
    theatre.convoy("2644", "carlton", "donbas", detected=True)
    theatre.force("tg-a", "2441", "tirpitz", detected=True)
    drawing(theatre, ["allied-1", "allied-2"])
    assert theatre.offered(ALLIED) == ["put-in convoy-scatters no", "put-in convoy-scatters yes"]
    theatre.act(ALLIED, "put-in convoy-scatters no")
    assert is_done(theatre), "not asked again while nothing changes, and nothing forces it"
    assert (theatre.now.scatter, theatre.now.hitler, theatre.now.knights_move) == ("no", "out", "no")
