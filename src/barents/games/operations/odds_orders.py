"""What single orders of a sheet are worth: a mission, a search, one step at one ship, one battery at one target.

A display shows these before anything has been ordered; the odds of a whole sheet are made of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from barents.games.operations import chances
from barents.games.operations.air_orders import SCOUT
from barents.games.operations.chances import percent
from barents.games.operations.contact import contact_modifiers, contact_number
from barents.games.operations.data import Data
from barents.games.operations.fights import Division, Raid, Shot
from barents.games.operations.gunnery import gun_dice, gun_modifiers
from barents.games.operations.intents import BATTERIES, aimed, can_hit, hold_back, reach
from barents.games.operations.names import many, place
from barents.games.operations.phrases import called
from barents.games.operations.raids import carries_torpedoes, load, strike_modifiers
from barents.games.operations.search import search_modifiers, search_number
from barents.games.operations.state import Contact, State
from barents.games.operations.supposed import as_reported, as_seen, with_strangers
from barents.games.operations.tactics import battle_of, division_of
from barents.games.operations.torpedoes import torpedo_modifiers
from barents.games.operations.units import aa_sum, ships_of
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.kernel.view import Odds

TORPEDOES = "torpedoes"


def order_odds(data: Data, known: State, decision: Decision[Any]) -> dict[str, Odds]:
    """The odds of single orders by their notation."""
    if not isinstance(decision.options, Assign):
        return {}
    side, slots = decision.side, decision.options
    match decision.rule:
        case "OP-FLEET-mission":
            found = _interceptions(data, known, side, slots)
        case "OP-AIR-missions":
            found = _searches(data, known, side, slots)
        case "OP-STRIKE-per-ship":
            found = _bombs(data, known, side, slots)
        case "OP-TAC-rounds":
            found = _shots(data, known, side, slots)
        case _:
            return {}
    return {str(Allot(((slot, value),))): odds for slot, value, odds in found}


Order = tuple[str, str, Odds]


# Missions


def _interceptions(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """OP-CONTACT-number: contact with what was reported, if it is where it was reported when the fleet comes there."""
    for slot, domain in slots.slots.items():
        for value in domain:
            mission, _, rest = value.partition(":")
            report = known.desks[side].contacts.get(rest.split(":")[0]) if mission == "intercept" else None
            if report is None or slot not in known.desks[side].fleets:
                continue
            if (odds := intercepting(data, known, side, slot, report)) is not None:
                yield slot, value, odds


def intercepting(data: Data, known: State, side: Side, fleet: str, report: Contact) -> Odds | None:
    """OP-CONTACT-number, -mods: one roll, in the light and weather of now."""
    state, enemy = as_reported(data, known, side, report)
    needed = contact_number(state, data, report.zone)
    if needed is None:
        return None
    modifiers = contact_modifiers(state, data, side, state.desks[side].fleets[fleet], enemy)
    chance = chances.at_least(needed, sum(modifiers.values()))
    return Odds(chance, "contact if it is there", modifiers, notes=(f"needs {needed}",))


# Search


def _searches(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """OP-SEARCH-number: to find again what was reported of late, with the sector's centre where it was."""
    for report in known.desks[side].contacts.values():
        if report.turn < known.turn - 1 or (odds := finding(data, known, side, report, further=0)) is None:
            continue
        for slot, domain in slots.slots.items():
            value = report.zone if slot.startswith(SCOUT) else f"search:{report.zone}"
            if value in domain:
                yield slot, value, odds


def finding(data: Data, known: State, side: Side, report: Contact, further: int) -> Odds | None:
    """OP-SEARCH-levels: how good a report a sector brings in, if the fleet is in it and is as it was reported."""
    state, fleet = as_reported(data, known, side, report)
    needed = search_number(state, data, report.zone)
    if needed is None:
        return None
    modifiers = search_modifiers(state, data, side, fleet, further)
    levels = chances.levels(data, needed, modifiers)
    notes = tuple(f"{percent(levels[level])} level {level}" for level in levels if level)
    return Odds(
        round(1 - levels.get(0, 0.0), 6), "a report if it is there", modifiers, notes=(f"needs {needed}", *notes)
    )


def searching(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-SEARCH-number: for each sector that is to be flown, that it finds a few ships which are there."""
    centres: dict[str, int] = {}
    for value in given.values():
        mission, _, zone = value.partition(":")
        if mission == "search" and zone:
            centres[zone] = centres.get(zone, 0) + 1
    table, found = data.tables.search, dict[str, float]()
    for zone, steps in centres.items():
        if (needed := search_number(known, data, zone)) is not None:
            further = min(table.further_most, table.further_step * (steps - 1))
            found[zone] = chances.at_least(needed, further)
    if not found:
        return None
    notes = tuple(f"{percent(chance)} around {place(data, zone)}" for zone, chance in found.items())
    return Odds(max(found.values()), "a report of two to seven ships if they are there", {}, notes=notes)


# Strikes


def _raid(known: State, side: Side) -> Raid | None:
    raid = known.raids[0] if known.raids else None
    return raid if raid is not None and raid.side is side and raid.ships else None


def _bomb(data: Data, known: State, side: Side, raid: Raid, key: str, target: str) -> tuple[int, dict[str, int]] | None:
    """OP-STRIKE-mods: the dice of a step at a ship, and what counts for and against them."""
    report = known.desks[side].contacts.get(raid.contact)
    step = known.desks[side].air.get(key)
    if report is None or step is None or target not in known.desks[side.enemy].ships:
        return None
    state, fleet = as_seen(data, known, side, report, raid.ships)
    ships, table = ships_of(state.desks[side.enemy], fleet.key), data.tables.strike
    carriers = [
        one for name in raid.bombers if (one := known.desks[side].air.get(name)) and carries_torpedoes(data, fleet, one)
    ]
    modifiers = strike_modifiers(
        state,
        data,
        fleet,
        state.desks[side.enemy].ships[target],
        torpedoes=carries_torpedoes(data, fleet, step),
        combed=len(carriers) >= table.comb_steps and len(ships) >= table.comb_ships,
        weak=aa_sum(data, ships) <= table.weak_aa_to,
    )
    return load(data, fleet, step), modifiers


def _bombs(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """Each step at each ship; steps and ships alike are reckoned once."""
    raid = _raid(known, side)
    if raid is None:
        return
    reckoned: dict[tuple[str, bool, str], Odds | None] = {}
    for slot, domain in slots.slots.items():
        for target in domain:
            step, ship = known.desks[side].air[slot], known.desks[side.enemy].ships[target]
            alike = (step.type, step.bombs, ship.line)
            if alike not in reckoned:
                found = _bomb(data, known, side, raid, slot, target)
                reckoned[alike] = None if found is None else _thrown(data, *found)
            if (odds := reckoned[alike]) is not None:
                yield slot, target, odds


def bombing(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-STRIKE-per-ship: all steps as they are ordered: that anything is hit, and what each ship has to expect."""
    raid = _raid(known, side)
    aimed = [(key, target) for key, target in given.items() if target != NONE]
    found = [(target, _bomb(data, known, side, raid, key, target)) for key, target in aimed] if raid is not None else []
    return _all_together(data, known, [(target, *one) for target, one in found if one is not None])


def _thrown(data: Data, dice: int, modifiers: dict[str, int], *notes: str) -> Odds:
    """OP-HIT-scale: so many dice at one target."""
    found = chances.hits(data, dice, modifiers)
    least, *confirm = data.hit_numbers(sum(modifiers.values()))
    needs = f"needs {least}" + (f", then {confirm[0]}" if confirm else "")
    return Odds(round(1 - found[0], 6), "a hit", modifiers, notes=(many(dice, "die"), needs, *notes))


def _all_together(data: Data, known: State, shots: list[tuple[str, int, dict[str, int]]]) -> Odds | None:
    """Several throws at once."""
    if not shots:
        return None
    missed, mean = 1.0, dict[str, float]()
    for target, dice, modifiers in shots:
        found = chances.hits(data, dice, modifiers)
        missed *= found[0]
        mean[target] = mean.get(target, 0.0) + chances.expected(found)
    notes = tuple(f"{called(data, known, target)}: {hits:.1f} hits expected" for target, hits in mean.items())
    return Odds(round(1 - missed, 6), "a hit", {}, notes=notes)


# The battle track


def _shot(slot: str, value: str) -> Shot | None:
    """The shot that an order is; None for an order of another kind."""
    ship, _, weapon = slot.partition(":")
    target, _, dice = value.partition("/")
    if weapon in BATTERIES:
        return Shot(ship, weapon, target)
    return Shot(ship, TORPEDOES, target, int(dice)) if weapon == TORPEDOES and dice else None


def _aimed(data: Data, state: State, shot: Shot) -> tuple[int, dict[str, int]] | None:
    """OP-GUN-mods, OP-TORP-mods: a shot as the divisions stand now; None out of range or sight."""
    division = division_of(battle_of(state), shot.ship)
    battery = next((battery for battery in BATTERIES if battery == shot.weapon), None)
    if not can_hit(state, data, division, battery, shot.target):
        return None
    if battery is None:
        return shot.dice, torpedo_modifiers(state, data, shot)
    return gun_dice(state, data, shot), gun_modifiers(state, data, shot, 0)


def _shots(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """Each weapon at each target that it reaches from where both are now."""
    state = with_strangers(data, known, side)
    for slot, domain in slots.slots.items():
        for value in domain:
            shot = _shot(slot, value)
            if shot is not None and (found := _aimed(data, state, shot)) is not None:
                yield slot, value, _thrown(data, *found, "at the present range")


def barrage(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-TAC-rounds: everything that will fire after one's own moves, guns without an order too, if the enemy stays."""
    if known.battle is None:
        return None
    state = with_strangers(data, known, side)
    orders = {slot: value for slot, value in given.items() if value != NONE}
    moved = [_ordered(state, data, one, orders) if one.side is side else one for one in battle_of(state).divisions]
    state = msgspec.structs.replace(state, battle=msgspec.structs.replace(battle_of(state), divisions=moved))
    found = [(shot.target, _aimed(data, state, shot)) for shot in aimed(state, data, side, orders)]
    odds = _all_together(data, known, [(target, *one) for target, one in found if one is not None])
    return odds and msgspec.structs.replace(odds, of="a hit, if the enemy stays where he is")


def _ordered(state: State, data: Data, division: Division, orders: Mapping[str, str]) -> Division:
    """A division as its orders make it."""
    move, most = int(orders.get(f"{division.key}:move", 0)), reach(state, data, division)
    moved = msgspec.structs.replace(
        division,
        moved=move,
        running=abs(move) == most and most >= data.tables.battle.running_from,
        combing=f"{division.key}:comb" in orders,
        smoke=f"{division.key}:smoke" in orders,
        shining=orders.get(f"{division.key}:starshell", ""),
    )
    all_ = battle_of(state).divisions
    hold_back(all_, moved, {one.key: one.cell for one in all_})
    moved.cell += moved.moved
    return moved
