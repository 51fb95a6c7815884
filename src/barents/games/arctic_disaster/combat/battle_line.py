"""The Surface Combat Display (11.4): areas in a line, who is where on it, and how surface combat begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.names import place, tally
from barents.games.arctic_disaster.rules.detection import detect
from barents.games.arctic_disaster.rules.units import Umpire, counter, forces_at, in_force, is_fog, singles_at
from barents.games.arctic_disaster.state import Battle, Fight, Fighter, Ship, State
from barents.kernel.game import Sighting, Step
from barents.kernel.sides import Side, only

CONVOY_GROUP = 0  # the ships that are put down with PQ-17; the others are in groups 1 to 4
SIDES = (Side.AXIS, Side.ALLIED)  # whoever is named first in an example rolls first
NAMES = {Side.ALLIED: "The Allied ships", Side.AXIS: "The German ships"}


def begin_battle(
    u: Umpire,
    cell: str,
    active: Side,
    forces: Mapping[Side, Sequence[str]],
    *,
    entered: Mapping[str, str],
    intercepted: bool = False,
    attacker: Side | None = None,
) -> tuple[Step, ...]:
    """AD 11.4.1: the activated force and every enemy that it has detected in the hex fight on the display, open to all.

    Where no enemy is named the activated force has opened fire, and ships lying singly in the hex take part too: they
    are always detected (6.1) but in the ice, where no force can come to fight (7.2).
    Whoever fights is detected, since he is shot at. The activated side is the attacker unless another is named.
    """
    state, other = u.state, active.enemy
    named = forces.get(other, ())
    seen = [force.key for force in forces_at(state, other, cell) if force.detected and force.key not in named]
    line_up = {active: list(forces.get(active, ())), other: [*named, *seen]}
    battle = Battle(cell, active, line_up, entered=dict(entered), intercepted=intercepted, attacker=attacker or active)
    battle.singles = [] if named else [ship.id for ship in singles_at(state, other, cell)]
    state.battle = battle
    if state.active is not None and cell not in state.active.fought:
        state.active.fought.append(cell)
    u.tell("AD-11.4.1-participants", "Surface combat at {cell}", cell=cell)
    for side in SIDES:
        line = [ship for key in battle.forces[side] for ship in in_force(state, side, key)]
        line += [state.ships[side][name] for name in battle.singles if name in state.ships[side]]
        battle.ships.update((ship.id, Fighter()) for ship in line)
        what = tally(u.data, line)
        sighting = Sighting(cell, what, "surface combat", state.turn)
        words, rule = "{ships} at {cell} are {what}", "AD-11.4.1-participants"
        u.tell(rule, words, to=only(side.enemy), sighting=sighting, ships=NAMES[side], cell=cell, what=what)
        u.tell(rule, "{ships}: {names}", ships=NAMES[side], names=roll_call(u.data, line))
        for key in battle.forces[side]:
            if not state.forces[side][key].detected:
                detect(u, side, state.forces[side][key])
    return (Fight(),)


def roll_call(data: Data, ships: Iterable[Ship]) -> str:
    """Warships by their names, and how many merchants there are."""
    abouts = [counter(data, ship) for ship in ships]
    merchants = sum(about.is_merchant for about in abouts)
    names = [about.name for about in abouts if not about.is_merchant]
    return ", ".join([*names, f"{merchants} merchants"] if merchants else names)


def battle_of(state: State) -> Battle:
    """The combat under way."""
    assert state.battle is not None, "there is no surface combat"
    return state.battle


def fighting(state: State, data: Data, side: Side) -> list[Ship]:
    """A side's ships on the display."""
    names = battle_of(state).ships
    return [state.ships[side][name] for name in names if data.counters[name].side is side]


def targets(state: State, data: Data, side: Side) -> list[Ship]:
    """AD 13.10: a side's ships that can be fired at: all but submerged submarines."""
    battle = battle_of(state)
    return [ship for ship in fighting(state, data, side) if not battle.ships[ship.id].submerged]


def is_beaten(state: State, data: Data, side: Side) -> bool:
    """Whether a side has no ship left on the display."""
    return not fighting(state, data, side)


def has_convoy(state: State) -> bool:
    """AD 11.4.13: whether PQ-17 is in the combat."""
    return CONVOY in battle_of(state).forces[Side.ALLIED] and CONVOY in state.forces[Side.ALLIED]


def distance(state: State, one: str, two: str) -> int:
    """AD 11.4.4: areas from one ship to another, not counting its own."""
    ships = battle_of(state).ships
    return abs(ships[one].area - ships[two].area)


def within_areas(state: State, ship: Ship, others: Iterable[Ship], reach: int) -> list[str]:
    """AD 11.4.4: those of some ships that are no more than so many areas away."""
    ships = battle_of(state).ships
    area = ships[ship.id].area
    return [other.id for other in others if abs(ships[other.id].area - area) <= reach]


def in_fog(state: State, data: Data) -> bool:
    """AD 11.4.2: whether the combat is fought in fog."""
    return is_fog(state, data, battle_of(state).cell)


def setup_area(data: Data, side: Side, roll: int, fog: bool) -> int:
    """AD 11.4.2: the area of a group by its die."""
    display = data.tables.combat_display
    german = (display.fog if fog else display.clear)[roll - 1]
    return german if side is Side.AXIS else display.areas + 1 - german


def reachable(data: Data, area: int, points: int) -> list[int]:
    """AD 11.4.3: the other areas within some movement points; nobody leaves the display."""
    last = data.tables.combat_display.areas
    return [other for other in range(max(1, area - points), min(last, area + points) + 1) if other != area]


def recentred(data: Data, areas: Iterable[int]) -> int:
    """AD 11.4.12: by how much all ships are shifted when one is near an end of the display."""
    display, taken = data.tables.combat_display, list(areas)
    low, high = min(taken), max(taken)
    if display.edge < low and high < display.areas + 1 - display.edge:
        return 0
    shift = (display.areas + 1 - (low + high)) // 2
    return shift if low + shift >= 1 and high + shift <= display.areas else 0


def smoke_between(state: State, data: Data, one: str, two: str) -> dict[str, int]:
    """AD 11.4.6: one off the die, once, when firer or target is within two areas of smoke."""
    battle, table = battle_of(state), data.tables.gunnery
    areas = (battle.ships[one].area, battle.ships[two].area)
    near = any(abs(area - smoke) <= table.smoke_reach for area in areas for smoke in battle.smoke)
    return {"smoke": table.smoke} if near else {}


def small_target(data: Data, target: Ship) -> dict[str, int]:
    """AD 11.4.4: destroyers and smaller ships are hard to hit."""
    table = data.tables.gunnery
    return {"small target": table.small_target} if counter(data, target).type in table.small else {}


def about_battle(data: Data, known: State) -> str:
    """Where a combat stands, for the questions in it."""
    battle = battle_of(known)
    fog = " in fog" if in_fog(known, data) else ""
    return f"Round {max(1, battle.round)} at {place(data, battle.cell)}{fog}."
