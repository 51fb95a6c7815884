"""What each side intends in a round of battle, and the moves that follow (OP-TAC-move to -smoke)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.operations.battle.tactics import battle_of, in_sight, ship_in, standing
from barents.games.operations.data import Data
from barents.games.operations.fights import Division, Shot
from barents.games.operations.fleets.regroup import scatter, strike_off
from barents.games.operations.orders import (
    ROUND_ORDERS,
    BreakOff,
    DivisionSlot,
    Move,
    RoundSlot,
    Salvo,
    WeaponSlot,
    Yes,
)
from barents.games.operations.rules.units import Umpire, effect_at, guns, light_at, slowest, tubes, type_of
from barents.games.operations.state import Battery, State
from barents.kernel.domains import Among, Domain
from barents.kernel.sides import Side

BATTERIES: tuple[Battery, ...] = ("primary", "secondary", "tertiary")
YES = ROUND_ORDERS.among([Yes()])

Intents = dict[RoundSlot, str]


def reach(state: State, data: Data, division: Division) -> int:
    """OP-TAC-move, -surprise, OP-DMG-critical: as far as the slowest ship; one cell if taken by surprise."""
    battle = battle_of(state)
    ships = [ship_in(state, name) for name in division.ships]
    if any(ship.bridge == battle.round for ship in ships):
        return 0
    most = slowest(data, ships)
    if is_surprised(state, division.side):
        most = min(most, data.tables.battle.surprised_cells)
    return most


def is_surprised(state: State, side: Side) -> bool:
    """OP-TAC-surprise: in the first round."""
    battle = battle_of(state)
    return battle.round == 1 and side in battle.surprised


def division_slots(state: State, data: Data, division: Division) -> dict[RoundSlot, Domain]:
    """OP-TAC-move, -smoke, -comb, -starshell, -leave: what a division may do in the round."""
    battle, table, key = battle_of(state), data.tables.battle, division.key
    most = reach(state, data, division)
    kinds = {type_of(data, ship_in(state, name)).type for name in division.ships}
    slots: dict[RoundSlot, Domain] = {}
    if most:
        moves = [Move(cells) for cells in range(-most, most + 1) if cells]
        slots[DivisionSlot(key, "move")] = ROUND_ORDERS.among(moves)
    if kinds & set(table.smoke_types) and not is_surprised(state, division.side):
        slots[DivisionSlot(key, "smoke")] = YES
    slots[DivisionSlot(key, "comb")] = YES
    slots[DivisionSlot(key, "leave")] = YES
    if light_at(state, data, battle.zone) == "night" and kinds & set(table.starshell_types):
        enemies = [other.key for other in standing(battle, division.side.enemy)]
        slots[DivisionSlot(key, "starshell")] = Among(enemies)
    if division.train and len(division.ships) > 1:
        slots[DivisionSlot(key, "scatter")] = YES
    return slots


def weapon_slots(state: State, data: Data, side: Side, name: str) -> dict[RoundSlot, Domain]:
    """OP-GUN-dice, OP-TORP-range: a target for each battery and, with the number of tubes, for torpedoes."""
    battle, ship = battle_of(state), ship_in(state, name)
    if ship.bridge == battle.round:
        return {}
    targets = [other for division in standing(battle, side.enemy) for other in division.ships]
    slots: dict[RoundSlot, Domain] = {
        WeaponSlot(name, battery): Among(targets) for battery in BATTERIES if targets and guns(data, ship, battery)
    }
    dice = tubes(data, ship)
    small = type_of(data, ship).type in data.tables.effects.no_torpedoes_from
    barred = small and not effect_at(state, data, battle.zone).light_torpedoes
    if dice and targets and not barred and not is_surprised(state, side):
        salvoes = [Salvo(other, count) for other in targets for count in range(dice, 0, -1)]
        slots[WeaponSlot(name, "torpedoes")] = ROUND_ORDERS.among(salvoes)
    return slots


# What comes of it


def apply_intents(u: Umpire, given: Mapping[Side, Intents]) -> None:
    """OP-TAC-move, -running: all divisions move at once."""
    battle = battle_of(u.state)
    battle.stop = [side for side in Side if BreakOff() in given[side]]
    for side in Side:
        for division in standing(battle, side):
            begin_round(u, division, given[side])
    before = {division.key: division.cell for division in battle.divisions}
    for side in Side:
        for division in standing(battle, side):
            hold_back(battle.divisions, division, before)
    for division in battle.divisions:
        if not division.left:
            division.cell += division.moved
            if division.moved:
                u.tell("OP-TAC-move", "{division} goes to cell {cell}", division=division.key, cell=division.cell)
    for side in Side:
        for division in standing(battle, side):
            shine(u, division)
    for side in Side:
        for division in [one for one in standing(battle, side) if one.train]:
            if DivisionSlot(division.key, "scatter") in given[side]:
                scatter_train(u, side, division)


def take_aim(u: Umpire, given: Mapping[Side, Intents]) -> None:
    """OP-TAC-retarget: when all have moved, and seen what they see, weapons are aimed anew where they have to be."""
    battle_of(u.state).shots = [shot for side in Side for shot in aimed(u.state, u.data, side, given[side])]


def begin_round(u: Umpire, division: Division, given: Intents) -> None:
    """A division's own part of the intents."""
    most, key = reach(u.state, u.data, division), division.key
    division.moved = move_of(division, given)
    division.combing, division.smoke = DivisionSlot(key, "comb") in given, DivisionSlot(key, "smoke") in given
    division.shining = given.get(DivisionSlot(key, "starshell"), "")
    division.leaves = DivisionSlot(key, "leave") in given
    division.running = abs(division.moved) == most and most >= u.data.tables.battle.running_from
    if division.smoke:
        u.tell("OP-TAC-smoke", "{division} lays smoke", division=division.key)
    if division.combing:
        u.tell("OP-TAC-comb", "{division} turns with the torpedoes", division=division.key)


def move_of(division: Division, given: Intents) -> int:
    """OP-TAC-move: how many cells a division is told to go, to the right above nothing."""
    move = ROUND_ORDERS.find(given.get(DivisionSlot(division.key, "move"), ""))
    return move.cells if isinstance(move, Move) else 0


def shine(u: Umpire, division: Division) -> None:
    """OP-TAC-starshell: a division is lit up if, after the moves, it is within reach of the shells."""
    cells = {other.key: other.cell for other in standing(battle_of(u.state), division.side.enemy)}
    if not division.shining:
        return
    if abs(cells[division.shining] - division.cell) > u.data.tables.battle.starshell_cells:
        division.shining = ""
        return
    u.tell("OP-TAC-starshell", "{division} lights up {other}", division=division.key, other=division.shining)


def hold_back(divisions: list[Division], division: Division, before: Mapping[str, int]) -> None:
    """OP-TAC-comb: whoever combs does not close any enemy."""
    if not division.combing or not division.moved:
        return
    here, there = before[division.key], before[division.key] + division.moved
    enemies = [before[other.key] for other in divisions if other.side is not division.side and not other.left]
    if any(abs(there - cell) < abs(here - cell) for cell in enemies):
        division.moved, division.running = 0, False


def aimed(state: State, data: Data, side: Side, given: Intents) -> list[Shot]:
    """OP-TAC-retarget: guns whose target is out of range or sight fire at the best ship of the nearest division."""
    battle = battle_of(state)
    shots = []
    for division in standing(battle, side):
        for name in division.ships:
            ship = ship_in(state, name)
            if ship.bridge == battle.round:
                continue
            for battery in BATTERIES:
                if not guns(data, ship, battery):
                    continue
                target = given.get(WeaponSlot(name, battery), "")
                found = (
                    target
                    if can_hit(state, data, division, battery, target)
                    else nearest(state, data, division, battery)
                )
                if found:
                    shots.append(Shot(name, battery, found))
            salvo = ROUND_ORDERS.find(given.get(WeaponSlot(name, "torpedoes"), ""))
            if isinstance(salvo, Salvo) and not division.combing and can_hit(state, data, division, None, salvo.target):
                shots.append(Shot(name, "torpedoes", salvo.target, min(salvo.dice, tubes(data, ship))))
    return shots


def can_hit(state: State, data: Data, division: Division, battery: Battery | None, target: str) -> bool:
    """Whether a ship is on the track still, within range of the weapon, and in sight."""
    battle = battle_of(state)
    there = [other for other in standing(battle, division.side.enemy) if target in other.ships]
    if not there:
        return False
    reach = data.battery(battery).range if battery is not None else len(data.tables.torpedoes.ranges) - 1
    return abs(there[0].cell - division.cell) <= reach and in_sight(state, data, division, there[0])


def nearest(state: State, data: Data, division: Division, battery: Battery) -> str:
    """OP-TAC-retarget: the ship worth most in the nearest division that can be fired at."""
    battle = battle_of(state)
    within = [
        other
        for other in standing(battle, division.side.enemy)
        if other.ships and can_hit(state, data, division, battery, other.ships[0])
    ]
    if not within:
        return ""
    return worthiest(state, data, min(within, key=lambda one: (abs(one.cell - division.cell), one.order)))


def worthiest(state: State, data: Data, division: Division) -> str:
    """OP-TAC-retarget: the ship of a division that is worth most, of those that were recognised; else the first."""
    ships, known = division.ships, battle_of(state).ships
    worth = {name: type_of(data, ship_in(state, name)).vp if known[name].seen else 0 for name in ships}
    return max(ships, key=lambda name: (worth[name], -ships.index(name)))


def scatter_train(u: Umpire, side: Side, division: Division) -> None:
    """OP-FLEET-scatter: every transport becomes a fleet of her own, and is out of the battle when she gets away."""
    state, desk, battle = u.state, u.state.desks[side], battle_of(u.state)
    fighters = [battle.ships[name] for name in division.ships]
    for key in dict.fromkeys(fighter.fleet for fighter in fighters):
        scatter(state, u.data, side, desk.fleets[key])
    for fighter in fighters:
        fighter.fleet = desk.ships[fighter.ship].fleet
        desk.fleets[fighter.fleet].engaged = desk.fleets[fighter.fleet].found = True
        battle.fleets[side].append(fighter.fleet)
    strike_off(state, u.data, side)
    division.train = False
    u.tell("OP-FLEET-scatter", "The convoy scatters")
