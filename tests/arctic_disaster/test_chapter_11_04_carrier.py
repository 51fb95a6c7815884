"""Chapter 11.4.8, from the meeting on: Victorious' aircraft join when her force is attacked, not when it attacks."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import Activate
from barents.kernel.sides import Side

from .sailing import ACT, REACT, sea
from .theatre import ALLIED, AXIS, Theatre

STRIKE, STOP, WINDOW = "AD-11.4.8-air-when", "AD-11.4.9-both-stop", "AD-11.4.1-start-passive"
HERE, NEAR = "2640", "2642"


def fleets(german: str = HERE) -> Theatre:
    """The carrier's force in 2640 with all her squadrons, and Tirpitz's in the same hex or near."""
    theatre = sea()
    theatre.force("home-fleet", HERE, "victorious", "nigeria", detected=True)
    for squadron in ("809", "817", "832"):
        theatre.aircraft(squadron)
    theatre.force("tg-a", german, "tirpitz", "hipper", detected=True)
    theatre.state.knights_move = "drawn"
    return theatre


def opened_by(who: Side, how: str) -> Theatre:
    """A side opens the combat: with its activated force, from the window of one that was found, or by interception."""
    keys = {ALLIED: "home-fleet", AXIS: "tg-a"}
    mover = who if how == "active" else who.enemy
    theatre = fleets(NEAR if how == "interception" else HERE)
    searches: dict[str, list[int]] = {str(mover): [10]} if how == "interception" else {"nobody": [9, 9]}
    theatre.begin(Activate(mover, keys[mover]), dice=[5, 5, 8, 3], **searches).act(mover, "speed-up no")
    if how == "active":
        theatre.idle_until(ACT).act(mover, "open-fire")
    elif how == "passive":
        theatre.idle_until(WINDOW).act(who, "open-fire")
    else:
        theatre.idle_until(REACT).act(who, f"intercept {keys[who]}")
    return theatre


@pytest.mark.rule("AD-11.4.8-air-when", "AD-11.4.8-air-attacked")
@pytest.mark.parametrize("who", [AXIS, ALLIED])
@pytest.mark.parametrize("how", ["active", "passive", "interception"])
def test_her_aircraft_join_when_her_force_is_attacked_and_not_when_it_attacks(who: Side, how: str) -> None:
    theatre = opened_by(who, how)
    asked: list[str] = []
    while STOP not in [decision.rule for decision in theatre.match.pending.values()]:
        assert not theatre.is_over, asked
        side = next(iter(theatre.match.pending))
        asked.append(theatre.asked(side).rule)
        theatre.idle(side)
    assert theatre.now.battle is not None
    assert set(theatre.now.battle.ships) == {"victorious", "nigeria", "tirpitz", "hipper"}
    assert (STRIKE in asked) is (who is AXIS)


@pytest.mark.rule("AD-11.4.8-air-when")
def test_nor_do_they_join_a_combat_that_she_is_not_in() -> None:
    """Tirpitz opens fire on the Cruiser Force; the carrier is in the next hex."""
    theatre = fleets("2540")
    theatre.force("cruiser-force", "2540", "london", detected=True)
    theatre.begin(Activate(AXIS, "tg-a"), dice=[5, 5, 8, 3], nobody=[9, 9]).act(AXIS, "speed-up no")
    theatre.idle_until(ACT).act(AXIS, "open-fire")
    asked: list[str] = []
    while STOP not in [decision.rule for decision in theatre.match.pending.values()]:
        asked.append(theatre.asked(next(iter(theatre.match.pending))).rule)
        theatre.idle(next(iter(theatre.match.pending)))
    assert STRIKE not in asked
