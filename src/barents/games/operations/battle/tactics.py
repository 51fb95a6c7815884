"""What the rules of a battle ask of it: who is where, and who sees whom (OP-TAC-visibility, -starshell)."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division
from barents.games.operations.rules.units import best_radar, light_at, weather_at
from barents.games.operations.state import Ship, State
from barents.kernel.sides import Side


def battle_of(state: State) -> Battle:
    """The battle under way."""
    assert state.battle is not None, "there is no battle"
    return state.battle


def ship_in(state: State, name: str) -> Ship:
    """A ship by her number in the battle."""
    fighter = battle_of(state).ships[name]
    return next(desk.ships[fighter.ship] for desk in state.desks.values() if fighter.ship in desk.ships)


def standing(battle: Battle, side: Side) -> list[Division]:
    """A side's divisions that have not left."""
    return [division for division in battle.divisions if division.side is side and not division.left]


def division_of(battle: Battle, name: str) -> Division:
    """The division of a ship."""
    return next(division for division in battle.divisions if name in division.ships)


def visibility(state: State, data: Data, side: Side) -> int:
    """OP-TAC-visibility: how far a side sees: by weather and light, or as far as its best radar reaches."""
    battle, table = battle_of(state), data.tables.visibility
    level = weather_at(state, data, battle.zone)
    seen = data.visibility(light_at(state, data, battle.zone), level)
    ships = [ship_in(state, name) for division in standing(battle, side) for name in division.ships]
    if not battle.divisions:
        desk = state.desks[side]
        ships = [ship for ship in desk.ships.values() if ship.fleet in battle.fleets[side]]
    rated = best_radar(state, data, ships)
    return max(seen, table.radar + rated) if rated and level <= table.radar_to_level else seen


def in_sight(state: State, data: Data, watcher: Division, target: Division) -> bool:
    """Whether a division can be seen and fired at from another: within its side's sight, or by starshell."""
    apart = abs(watcher.cell - target.cell)
    return apart <= visibility(state, data, watcher.side) or is_lit(state, data, watcher, target)


def is_lit(state: State, data: Data, watcher: Division, target: Division) -> bool:
    """OP-TAC-starshell: within six cells a division that the watcher's side has lit, or that lights one of his."""
    if abs(watcher.cell - target.cell) > data.tables.battle.starshell_cells:
        return False
    lit = (division.shining == target.key for division in standing(battle_of(state), watcher.side))
    return bool(target.shining) or any(lit)


def is_over(state: State, data: Data) -> bool:
    """OP-TAC-rounds, -leave, -break: the last round, an empty side, both want to stop, or nobody sees anybody."""
    battle = battle_of(state)
    sides = {side: standing(battle, side) for side in Side}
    if battle.round >= data.tables.battle.rounds or not all(sides.values()) or len(battle.stop) == len(Side):
        return True
    limit = max(visibility(state, data, side) for side in Side)
    coming = any(battle.joining.get(side) for side in Side)
    apart = min(abs(one.cell - two.cell) for one in sides[Side.ALLIED] for two in sides[Side.AXIS])
    return apart > limit and not coming
