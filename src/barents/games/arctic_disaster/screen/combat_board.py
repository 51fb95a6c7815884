"""The Surface Combat Display on screen (11.4): whatever the line, the round and the damage rosters say to everyone.

What a client cannot read off the counters stands in the board's payload: the modifier of each weapon for each distance
as far as it reaches, a ship's levels of damage, what critical hits have done, and the fire that both sides have
declared, once both have.
"""

from __future__ import annotations

from barents.games.arctic_disaster.combat.battle_line import CONVOY_GROUP, battle_of, has_convoy, in_fog, setup_area
from barents.games.arctic_disaster.combat.gunnery import BATTERIES, gun_reach, guns, range_modifier, sight_modifier
from barents.games.arctic_disaster.combat.surface import SMOKE, WITH_CONVOY
from barents.games.arctic_disaster.combat.torpedoes import can_launch, run_modifier, torpedo_reach
from barents.games.arctic_disaster.combat.withdrawal import german_decides
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.names import SIDES, place
from barents.games.arctic_disaster.rules.units import aa, find, main_guns, move, secondary_guns
from barents.games.arctic_disaster.state import Segment, Ship, State
from barents.kernel.dice import D10
from barents.kernel.payloads import (
    LineConvoy,
    LineShip,
    LineShot,
    LineWeapon,
    RoundStep,
    SurfaceCombatStage,
    WeaponKind,
    steps_of,
)
from barents.kernel.sides import Side
from barents.kernel.view import Board

SURFACE_BOARD = "surface-combat"
TORPEDOES = "torpedoes"
WEAPONS = (
    *(WeaponKind(battery, f"{battery} guns") for battery in BATTERIES),
    WeaponKind(TORPEDOES, TORPEDOES, "run", torpedoes=True),
)
COLUMNS = ("move", "main", "secondary", "AA")  # of a damage roster
STEPS: dict[str, tuple[Segment, ...]] = {
    "Initiative": (),
    "Movement": ("movement",),
    "Gunnery": ("gunnery", "gunfire"),
    "Torpedoes": ("torpedo", "launch"),
    "Air attack": ("air",),
    "Scatter?": ("scatter",),
    "Go on or stop?": ("disengagement",),
}
SET_UP = "Set up the groups"


def surface_board(data: Data, known: State, group: str) -> Board:
    """AD 11.4: the display as everyone sees it."""
    battle = battle_of(known)
    most = data.tables.gunnery.rounds
    fog = " in fog" if in_fog(known, data) else ""
    note = f"round {battle.round} of at most {most}{fog}" if battle.round else f"both sides form up{fog}"
    title = f"Surface combat in {place(data, battle.cell)}"
    return Board(
        SURFACE_BOARD,
        title,
        SURFACE_BOARD,
        battle.cell,
        len(battle.ships),
        note=note,
        group=group,
        battle=True,
        payload=_stage(data, known),
    )


def _stage(data: Data, known: State) -> SurfaceCombatStage:
    """The areas and what is in them, and how the round stands."""
    battle = battle_of(known)
    steps = _steps(data, known)
    torpedoes = any(step.state == "now" and step.name == "Torpedoes" for step in steps)
    return SurfaceCombatStage(
        areas=data.tables.combat_display.areas,
        round=battle.round,
        rounds=data.tables.gunnery.rounds,
        steps=steps,
        weapons=WEAPONS,
        columns=COLUMNS,
        groups=tuple(str(group) for group in range(1, data.tables.other.groups + 1)),
        places={side: _places(data, known, side) for side in Side},
        smokes=SMOKE,
        weapon=TORPEDOES if torpedoes else "",
        smoke=tuple(sorted(set(battle.smoke))),
        convoy=_convoy(data, known),
        moved=tuple(name for name, one in battle.ships.items() if one.moved),
        submerged=tuple(name for name, one in battle.ships.items() if one.submerged),
        shots=tuple(LineShot(shot.ship, shot.weapon, shot.target) for shot in battle.shots),
        ships={name: _ship(data, known, find(known, name)) for name in battle.ships},
    )


def _convoy(data: Data, known: State) -> LineConvoy | None:
    """AD 11.4.2, 11.4.13: the convoy, if it takes part; which ships are with it is open once all are put down."""
    battle = battle_of(known)
    beside = tuple(name for name, one in battle.ships.items() if battle.round and one.group == CONVOY_GROUP)
    if not beside and CONVOY not in battle.forces[Side.ALLIED]:
        return None
    return LineConvoy(data.markers[CONVOY].name, CONVOY, WITH_CONVOY, beside)


def _places(data: Data, known: State, side: Side) -> tuple[int, ...]:
    """AD 11.4.2: the areas into which a die can put a side's groups."""
    fog = in_fog(known, data)
    return tuple(sorted({setup_area(data, side, face, fog) for face in range(1, D10.faces + 1)}))


def _steps(data: Data, known: State) -> tuple[RoundStep, ...]:
    """The steps of the round in their order, what each is about, and which of them it is now."""
    battle = battle_of(known)
    names = [name for name in STEPS if name != "Scatter?" or has_convoy(known) or battle.scattered]
    now = next(name for name, segments in STEPS.items() if battle.segment in segments)
    if battle.segment == "movement" and battle.first is None:
        now = "Initiative"
    if not battle.round:
        names, now = [SET_UP, *names], SET_UP
    notes = {name: _note(data, known, name) for name in names}
    return steps_of(notes, names.index(now) if now in names else len(names))


def _note(data: Data, known: State, step: str) -> str:
    """What there is to say of a step to everyone."""
    battle, other = battle_of(known), data.tables.other
    if not battle.round:
        return "in secret" if step == SET_UP else ""
    match step:
        case "Initiative" if battle.rolls:
            return ", ".join(f"{SIDES[side]} {battle.rolls[side]}" for side in Side)
        case "Movement" if battle.first is not None:
            return f"{SIDES[battle.first]} first"
        case "Gunnery" | "Torpedoes":
            return "declared in secret"
        case "Air attack":
            if CARRIER not in battle.ships:
                return "no carrier here"
            return "not in fog" if in_fog(known, data) else "Victorious"
        case "Scatter?":
            late = battle.round > other.convoy_together
            return "the Allies say" if late else f"from round {other.convoy_together + 1}"
        case "Go on or stop?":
            return "the Germans say" if german_decides(known) else "both say"
    return ""


# Ships


def _ship(data: Data, known: State, ship: Ship) -> LineShip:
    """What the roster and the tables say of a ship in the line."""
    weapons = tuple(
        LineWeapon(weapon, ship.id if weapon == TORPEDOES else f"{ship.id}:{weapon}", reach)
        for weapon, reach in ranges(data, known, ship).items()
    )
    return LineShip(roster(data, ship), critical(ship), weapons)


def roster(data: Data, ship: Ship) -> tuple[tuple[int | None, ...], ...]:
    """AD 12.0: move, main, secondary and anti-aircraft guns level by level; at her own level what is left of her."""
    levels = [(level.move, level.main, level.secondary, level.aa) for level in data.counters[ship.id].levels]
    levels[ship.damage] = (move(data, ship), main_guns(data, ship), secondary_guns(data, ship), aa(data, ship))
    has_secondary = any(secondary for _, _, secondary, _ in levels)
    return tuple((speed, main, second if has_secondary else None, flak) for speed, main, second, flak in levels)


def critical(ship: Ship) -> tuple[str, ...]:
    """AD 12.2: what critical hits have done to a ship."""
    effects = {
        "speed halved": ship.engine,
        f"speed −{ship.slower}": ship.slower > 0,
        "main battery halved": ship.main,
        "secondary and anti-aircraft guns halved": ship.secondary,
        "hangar destroyed": ship.hangar,
    }
    return tuple(words for words, so in effects.items() if so)


def ranges(data: Data, known: State, ship: Ship) -> dict[str, tuple[int, ...]]:
    """AD 11.4.4, 11.4.5, 11.4.7: the modifier for each distance that a weapon of hers reaches; fog counts with it."""
    found: dict[str, list[int]] = {}
    for battery in BATTERIES:
        if guns(data, ship, battery) > 0:
            reach = gun_reach(known, data, ship, battery)
            found[battery] = [range_modifier(data, away) + _fog(data, known, away) for away in range(reach + 1)]
    if can_launch(known, data, ship):
        reach, fog = torpedo_reach(known, data, ship), data.tables.gunnery.fog if in_fog(known, data) else 0
        found[TORPEDOES] = [run_modifier(data, ship, away) + fog for away in range(reach + 1)]
    return {weapon: tuple(modifiers) for weapon, modifiers in found.items()}


def _fog(data: Data, known: State, away: int) -> int:
    return sum(sight_modifier(known, data, away).values())
