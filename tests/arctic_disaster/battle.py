"""Surface combats for tests: in 2225, in the Barents Sea, unless it is said otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.arctic_disaster.combat.battle_line import begin_battle
from barents.games.arctic_disaster.combat.surface import end_battle, fight, round_of_combat
from barents.games.arctic_disaster.rules.units import Umpire
from barents.games.arctic_disaster.state import Detach, EndBattle, Fight, Round, Segment
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

from .theatre import ALLIED, AXIS, Theatre

HERE = "2225"


def nobody_stays_behind(_u: Umpire, _step: Detach) -> None:
    """Damaged ships keep with their forces."""


STEPS: Mapping[type[Step], Procedure] = {
    Fight: fight,
    Round: round_of_combat,
    EndBattle: end_battle,
    Detach: nobody_stays_behind,
}
GUNS, TORPEDOES, LAUNCH, STOP = "AD-11.4.4-separate", "AD-11.4.7-torp-once", "AD-13.10-launch", "AD-11.4.9-active-rolls"
INITIATIVE, GROUPS, CRITICAL = "AD-11.4.3-init-roll", "AD-11.4.2-groups", "AD-12.2-crit-when"


def meeting(
    german: Sequence[str] = ("luetzow",),
    allied: Sequence[str] = ("london",),
    *,
    cell: str = HERE,
    active: Side = AXIS,
    fog: bool = False,
    entered: Mapping[str, str] | None = None,
    steps: Mapping[type[Step], Procedure] = STEPS,
) -> Theatre:
    """TG B and the Cruiser Force in one hex, about to fight; ships of PQ-17 among the Allied ones are with it."""
    theatre = Theatre(steps)
    if fog:
        theatre.weather("fog", "fog")
    counters = theatre.data.counters
    forces: dict[Side, list[str]] = {AXIS: ["tg-b"], ALLIED: []}
    theatre.force("tg-b", cell, *german)
    for key, ships in (
        ("cruiser-force", [name for name in allied if not counters[name].convoy]),
        ("pq-17", [name for name in allied if counters[name].convoy]),
    ):
        if ships:
            theatre.force(key, cell, *ships)
            forces[ALLIED].append(key)
    begin_battle(theatre.at_hand, cell, active, forces, entered=entered or {})
    return theatre


def placed(
    areas: Mapping[str, int],
    segment: Segment = "gunnery",
    *dice: int,
    fog: bool = False,
    round: int = 1,
    moved: Sequence[str] = (),
    smoke: Sequence[int] = (),
    damage: Mapping[str, int] | None = None,
    submerged: Sequence[str] = (),
    active: Side = AXIS,
    steps: Mapping[type[Step], Procedure] = STEPS,
    entered: Mapping[str, str] | None = None,
    begin: bool = True,
) -> Theatre:
    """A combat under way: ships in their areas, then a segment of a round, unless more is to be placed."""
    theatre = Theatre(steps)
    sides = {name: theatre.data.counters[name].side for name in areas}
    german = [name for name, side in sides.items() if side is AXIS]
    allied = [name for name, side in sides.items() if side is ALLIED]
    theatre = meeting(german, allied, fog=fog, active=active, steps=steps, entered=entered)
    battle = theatre.state.battle
    assert battle is not None
    battle.round, battle.smoke = round, list(smoke)
    for name, area in areas.items():
        fighter = battle.ships[name]
        fighter.area, fighter.moved, fighter.submerged = area, name in moved, name in submerged
        fighter.group = 0 if theatre.data.counters[name].convoy else 1
        theatre.find(name).damage = (damage or {}).get(name, 0)
    return theatre.begin(Round(segment), dice=dice) if begin else theatre


def shoot(
    theatre: Theatre, german: Mapping[str, str] | None = None, allied: Mapping[str, str] | None = None
) -> Theatre:
    """Both declare their fire, guns or torpedoes, those who are asked."""
    asked = tuple(theatre.match.pending)
    for side, orders in ((AXIS, german), (ALLIED, allied)):
        if side in asked:
            theatre.plot(side, orders)
        else:
            assert not orders, f"{side} has nothing to fire with"
    return theatre


def totals(theatre: Theatre, rule: str = GUNS) -> list[int | None]:
    """The modified dice that fell under a rule."""
    return [roll.total for roll in theatre.rolls(rule)]


def area(theatre: Theatre, name: str) -> int:
    """Where a ship is on the display."""
    assert theatre.now.battle is not None
    return theatre.now.battle.ships[name].area
