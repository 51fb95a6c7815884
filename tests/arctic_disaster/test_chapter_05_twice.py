"""Chapters 4.1, 5.2, 5.6, 8.4 and 8.6: no formation acts twice in a turn, nor flies twice in a day."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.rules.terminal import take_markers_off
from barents.kernel.actions import Choose

from .phases import drawing
from .sailing import sea
from .theatre import ALLIED, AXIS, Theatre

C2, MISSION, ATTACK = "AD-5.2-c2-activate", "AD-4.4-air-needs-detected", "AD-8.4-multi-target"


def airfields(*formations: str, prey: bool = True) -> Theatre:
    """Formations at Banak and Bardufoss, and a lone merchant within their reach, or nothing."""
    theatre = sea(turn=4)
    if prey:
        theatre.ship("carlton", "2225", group=1, moves=1)
    for formation in formations:
        theatre.aircraft(formation)
    return theatre


def flights(theatre: Theatre) -> list[str]:
    """The air units that set out, in order, as often as they did."""
    told = theatre.told("AD-11.1-designate")
    return [unit.strip() for event in told for unit in str(event.about["units"]).split(",")]


@pytest.mark.rule("AD-5.2-c2-not-twice", "AD-8.4-waste")
def test_command_and_control_does_not_send_a_formation_that_was_drawn_in_vain() -> None:
    theatre = drawing(airfields("1-kg-30", "2-kg-30", prey=False), ["1-kg-30", "c2-axis"])
    assert theatre.asked(AXIS).rule == MISSION
    theatre.act(AXIS, "send-against nothing")
    assert theatre.offered(AXIS) == ["stop", "activate-force 2-kg-30"], "it has had its turn"
    theatre.act(AXIS, "stop").idle_on()
    assert not theatre.now.formations["1-kg-30"].flown

    take_markers_off(theatre.at_hand)
    theatre.begin(s.FillPool())
    theatre.act(ALLIED, Choose(()))
    theatre.act(AXIS, Choose(("1-kg-30",)))
    assert "1-kg-30" in theatre.now.pool, "not its day"
    drawing(theatre, ["c2-axis"])
    assert "activate-force 1-kg-30" in theatre.offered(AXIS), "in the next turn it may act again"


@pytest.mark.rule("AD-5.2-c2-not-twice", "AD-5.6-mass-once")
def test_a_formation_that_waits_for_the_mass_does_not_fly_alone_before_it() -> None:
    theatre = airfields("1-kg-30", "2-kg-30")
    theatre.state.pool = ["2-kg-30", "c2-axis", "1-kg-30", "massed-air"]
    aims = {f"{key}-kg-30-{number}": "2225" for key in (1, 2) for number in range(1, 7)}
    theatre.begin(s.Draw(), dice=[4, 3, 2, 1, *([1] * 24)])
    assert theatre.now.massed
    theatre.act(AXIS, "send-against store")
    assert theatre.asked(AXIS).rule == C2
    assert theatre.offered(AXIS) == ["stop", "activate-force 2-kg-30"], "the one that waits has been activated"
    theatre.act(AXIS, "stop")
    theatre.act(AXIS, "send-against mass").plot(AXIS, aims)
    theatre.idle_on()
    assert len(flights(theatre)) == len(set(flights(theatre))) == len(aims), "each once"
    assert all(theatre.now.formations[key].flown for key in ("1-kg-30", "2-kg-30"))


@pytest.mark.rule("AD-5.2-c2-ignore-later", "AD-5.2-c2-not-twice", "AD-4.1-air-once-day")
def test_the_marker_of_a_formation_that_command_and_control_has_sent_is_ignored() -> None:
    theatre = airfields("1-kg-30", "2-kg-30")
    theatre.state.pool = ["2-kg-30", "1-kg-30", "c2-axis"]
    theatre.begin(s.Draw(), dice=[3, 1, 1, 2, 1])
    theatre.act(AXIS, "activate-force 1-kg-30", "send-against attack")
    theatre.plot(AXIS, {"1-kg-30-1": "2225"})
    assert theatre.asked(AXIS).rule == MISSION
    assert theatre.now.aside == ["c2-axis", "1-kg-30", "2-kg-30"], "another is drawn instead"
    assert "2/KG 30" in theatre.asked(AXIS).prompt
    theatre.act(AXIS, "send-against nothing").idle_on()
    assert len(flights(theatre)) == 1

    theatre.begin(s.FillPool())
    assert "1-kg-30" not in " ".join(theatre.offered(AXIS)), "its mission of the day is flown"
