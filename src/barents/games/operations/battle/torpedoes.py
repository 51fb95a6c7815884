"""Torpedoes in a battle (OP-TORP)."""

from __future__ import annotations

from barents.games.operations.battle.damage import throw, torpedo_hit
from barents.games.operations.battle.gunnery import Hit, apply_gun_hits, fires_first, note, smoked
from barents.games.operations.battle.tactics import battle_of, division_of, ship_in, standing
from barents.games.operations.data import Data
from barents.games.operations.fights import Division, Shot
from barents.games.operations.rules.units import Umpire, effect_at, speed
from barents.games.operations.state import State

MASKED = "another division in the way"


def masked(state: State, division: Division, target: Division) -> bool:
    """OP-TORP-mods: another division of the enemy lies on the way."""
    low, high = sorted((division.cell, target.cell))
    return any(low < one.cell < high for one in standing(battle_of(state), target.side))


def torpedo_modifiers(state: State, data: Data, shot: Shot) -> dict[str, int]:
    """OP-TORP-range, -mods."""
    table, battle = data.tables.torpedoes, battle_of(state)
    division, other = division_of(battle, shot.ship), division_of(battle, shot.target)
    cells, pace = abs(division.cell - other.cell), speed(data, ship_in(state, shot.target))
    found = {
        f"range {cells}": table.ranges[cells] if cells < len(table.ranges) else 0,
        "fast ship": table.fast if pace >= table.fast_from else 0,
        "stopped": table.stopped if pace == 0 else 0,
        "turning with them": table.comb if other.combing else 0,
        "smoke": table.smoke if smoked(state, division, other) else 0,
        MASKED: table.masked if masked(state, division, other) else 0,
        "weather": effect_at(state, data, battle.zone).torpedoes,
    }
    return {words: value for words, value in found.items() if value}


def launch(u: Umpire, hits: list[Hit]) -> None:
    """OP-TORP-once: torpedoes run while the guns fire; then all the damage of the round is done."""
    state, data = u.state, u.data
    battle = battle_of(state)
    only_side = fires_first(state, data)
    struck: list[str] = []
    for shot in battle.shots:
        side = division_of(battle, shot.ship).side
        if shot.weapon != "torpedoes" or (only_side is not None and side is not only_side):
            continue
        ship_in(state, shot.ship).fired += shot.dice
        modifiers = torpedo_modifiers(state, data, shot)
        subject = f"{shot.ship}, torpedoes, at {shot.target}"
        count = throw(u, "OP-TORP-range", subject, shot.dice, modifiers)
        note(state, shot, shot.dice, count, modifiers)
        struck += [shot.target] * count
        if count:
            u.tell(
                "OP-TORP-range",
                "{number} {number:torpedo hits|torpedoes hit} {target}",
                number=count,
                target=shot.target,
            )
    battle.shots = []
    apply_gun_hits(u, hits)
    for target in struck:
        torpedo_hit(u, battle.ships[target].ship)
