"""Guns in a battle (OP-GUN)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from barents.games.operations.battle.damage import gun_hit, reasons, throw
from barents.games.operations.battle.tactics import battle_of, division_of, is_lit, ship_in, standing
from barents.games.operations.data import Data
from barents.games.operations.fights import Division, Fired, Shot
from barents.games.operations.rules.units import (
    Umpire,
    best_radar,
    effect_at,
    guns,
    is_half_sunk,
    light_at,
    radar,
    speed,
    type_of,
    weather_at,
)
from barents.games.operations.state import Battery, State
from barents.kernel.sides import Side

PLAIN = "plain target"
Hit = tuple[str, Battery]  # the target's number, and what hit her


def fires_first(state: State, data: Data) -> Side | None:
    """OP-TAC-radar-first: at night or in murk the only side with radar has the first round to itself."""
    battle, table = battle_of(state), data.tables.battle
    dark = light_at(state, data, battle.zone) == "night" or weather_at(state, data, battle.zone) == table.murk_level
    if battle.round != 1 or not dark:
        return None
    rated = {
        side: best_radar(state, data, [ship_in(state, name) for one in standing(battle, side) for name in one.ships])
        for side in Side
    }
    able = [side for side in Side if rated[side] >= table.radar_first]
    return able[0] if len(able) == 1 else None


def gun_dice(state: State, data: Data, shot: Shot) -> int:
    """OP-GUN-dice, OP-TAC-running, -comb: a die a box; a division that runs or combs fires half its heavier guns."""
    division = division_of(battle_of(state), shot.ship)
    dice = guns(data, ship_in(state, shot.ship), _battery(shot))
    if (division.running or division.combing) and shot.weapon != "tertiary":
        dice = -(-dice // data.tables.battle.share_running)
    return dice


def _battery(shot: Shot) -> Battery:
    return "primary" if shot.weapon == "primary" else "secondary" if shot.weapon == "secondary" else "tertiary"


def smoked(state: State, division: Division, target: Division) -> bool:
    """OP-TAC-smoke: the target's division lies in smoke, or one strictly between does."""
    low, high = sorted((division.cell, target.cell))
    between = [one for one in battle_of(state).divisions if not one.left and low < one.cell < high]
    return target.smoke or any(one.smoke for one in between)


def gun_modifiers(state: State, data: Data, shot: Shot, earlier: int) -> dict[str, int]:
    """OP-GUN-range-mods, -mods, -crowd, -simple: what makes a hit more or less likely. `earlier` ships fired at her."""
    table = data.tables.gunnery
    battle, firer, target = battle_of(state), ship_in(state, shot.ship), ship_in(state, shot.target)
    division, other = division_of(battle, shot.ship), division_of(battle, shot.target)
    cells, rated, kind = abs(division.cell - other.cell), radar(state, data, firer), type_of(data, target)
    blind = light_at(state, data, battle.zone) == "night" and rated < table.night_seen_by_radar
    dodges = kind.type in table.dodging_types and abs(other.moved) >= table.dodging_cells
    found = {
        f"range {cells}": data.range_modifier(_battery(shot), cells) or 0,
        "smoke": table.smoke if smoked(state, division, other) and rated < table.smoke_pierced_by_radar else 0,
        "weather": effect_at(state, data, battle.zone).gunnery,
        "night": table.night if blind and not is_lit(state, data, division, other) else 0,
        "small and fast": table.dodging if dodges and shot.weapon != "tertiary" else 0,
        "stopped": table.stopped if speed(data, target) == 0 else 0,
        "half sunk": table.half_sunk if is_half_sunk(data, firer) else 0,
        "too many fire at her": table.crowd if earlier + 1 >= table.crowd_from else 0,
        PLAIN: table.simple if kind.is_simple and cells <= table.simple_to else 0,
    }
    return {words: value for words, value in found.items() if value}


def gunfire(u: Umpire) -> list[Hit]:
    """OP-GUN-dice: all guns fire at once; what they have done is applied with the torpedoes' hits."""
    state, data = u.state, u.data
    only_side = fires_first(state, data)
    battle_of(state).fired = []
    at: Counter[str] = Counter()
    firing: dict[str, set[str]] = {}
    hits: list[Hit] = []
    for shot in battle_of(state).shots:
        side = division_of(battle_of(state), shot.ship).side
        if shot.weapon == "torpedoes" or (only_side is not None and side is not only_side):
            continue
        others = firing.setdefault(shot.target, set())
        modifiers = gun_modifiers(state, data, shot, len(others - {shot.ship}))
        others.add(shot.ship)
        subject = f"{shot.ship}, {shot.weapon} guns, at {shot.target}"
        dice = gun_dice(state, data, shot)
        count = throw(u, "OP-GUN-dice", subject, dice, modifiers)
        note(state, shot, dice, count, modifiers)
        at[shot.target] += count
        hits += [(shot.target, _battery(shot))] * count
    for target, count in at.items():
        if count:
            u.tell("OP-GUN-dice", "{target} is hit {number} {number:time|times}", target=target, number=count)
    return hits


def note(state: State, shot: Shot, dice: int, hits: int, modifiers: Mapping[str, int]) -> None:
    """What both sides saw of a shot."""
    battle = battle_of(state)
    battle.fired.append(Fired(shot.ship, shot.weapon, shot.target, dice, hits, reasons(modifiers)))
    battle.ships[shot.target].hits += hits


def apply_gun_hits(u: Umpire, hits: list[Hit]) -> None:
    """OP-DMG-table: damage takes effect after all have fired."""
    for target, weapon in hits:
        gun_hit(u, battle_of(u.state).ships[target].ship, weapon)
