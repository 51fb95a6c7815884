"""What the shots of a round of battle are worth: one battery at one target, and a whole sheet of orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from barents.games.operations.battle.gunnery import gun_dice, gun_modifiers
from barents.games.operations.battle.manoeuvres import BATTERIES, Intents, aimed, can_hit, hold_back, move_of, reach
from barents.games.operations.battle.tactics import battle_of, division_of
from barents.games.operations.battle.torpedoes import torpedo_modifiers
from barents.games.operations.data import Data
from barents.games.operations.fights import Division, Shot
from barents.games.operations.orders import ROUND_ORDERS, ROUND_SLOTS, DivisionSlot, Salvo, WeaponSlot
from barents.games.operations.rules.odds import Order, all_together, thrown
from barents.games.operations.rules.supposed import with_strangers
from barents.games.operations.state import State
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.kernel.view import Odds


def _shot(slot: str, value: str) -> Shot | None:
    """The shot that an order is; None for an order of another kind."""
    match ROUND_SLOTS.find(slot), ROUND_ORDERS.find(value):
        case WeaponSlot(ship, "torpedoes"), Salvo(target, dice):
            return Shot(ship, "torpedoes", target, dice)
        case WeaponSlot(ship, weapon), None:
            return Shot(ship, weapon, value)
    return None


def _aimed(data: Data, state: State, shot: Shot) -> tuple[int, dict[str, int]] | None:
    """OP-GUN-mods, OP-TORP-mods: a shot as the divisions stand now; None out of range or sight."""
    division = division_of(battle_of(state), shot.ship)
    battery = next((battery for battery in BATTERIES if battery == shot.weapon), None)
    if not can_hit(state, data, division, battery, shot.target):
        return None
    if battery is None:
        return shot.dice, torpedo_modifiers(state, data, shot)
    return gun_dice(state, data, shot), gun_modifiers(state, data, shot, 0)


def shots(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """Each weapon at each target that it reaches from where both are now."""
    state = with_strangers(data, known, side)
    for slot, domain in slots.slots.items():
        for value in domain:
            shot = _shot(slot, value)
            if shot is not None and (found := _aimed(data, state, shot)) is not None:
                yield slot, value, thrown(data, *found, "at the present range")


def barrage(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-TAC-rounds: everything that will fire after one's own moves, guns without an order too, if the enemy stays."""
    if known.battle is None:
        return None
    state = with_strangers(data, known, side)
    orders = {ROUND_SLOTS.parse(slot): value for slot, value in given.items() if value != NONE}
    moved = [_ordered(state, data, one, orders) if one.side is side else one for one in battle_of(state).divisions]
    state = msgspec.structs.replace(state, battle=msgspec.structs.replace(battle_of(state), divisions=moved))
    found = [(shot.target, _aimed(data, state, shot)) for shot in aimed(state, data, side, orders)]
    odds = all_together(data, known, [(target, *one) for target, one in found if one is not None])
    return odds and msgspec.structs.replace(odds, of="a hit, if the enemy stays where he is")


def _ordered(state: State, data: Data, division: Division, orders: Intents) -> Division:
    """A division as its orders make it."""
    move, most = move_of(division, orders), reach(state, data, division)
    moved = msgspec.structs.replace(
        division,
        moved=move,
        running=abs(move) == most and most >= data.tables.battle.running_from,
        combing=DivisionSlot(division.key, "comb") in orders,
        smoke=DivisionSlot(division.key, "smoke") in orders,
        shining=orders.get(DivisionSlot(division.key, "starshell"), ""),
    )
    all_ = battle_of(state).divisions
    hold_back(all_, moved, {one.key: one.cell for one in all_})
    moved.cell += moved.moved
    return moved
