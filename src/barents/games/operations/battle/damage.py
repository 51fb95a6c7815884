"""Hits, where they fall and what they do (OP-HIT, OP-DMG, OP-TORP-damage)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.operations.data import Data, Dice
from barents.games.operations.rules.units import Umpire, find_ship, hull_left, is_flying, left, ships_of, type_of
from barents.games.operations.state import SUNK, Battery, Desk, Ship
from barents.games.operations.terms import Armour, BombClass, Location
from barents.kernel.dice import D6
from barents.kernel.sides import EVERYONE, Audience, Side, only
from barents.kernel.words import signed


def throw(
    u: Umpire,
    rule: str,
    subject: str,
    dice: int,
    modifiers: Mapping[str, int] | None = None,
    *,
    to: Audience = EVERYONE,
) -> int:
    """OP-HIT-scale: how many of some dice hit under the sum of the modifiers; where need be sixes are confirmed."""
    if dice <= 0:
        return 0
    named = {} if modifiers is None else {words: value for words, value in modifiers.items() if value}
    net = sum(named.values())
    hit, *confirm = u.data.hit_numbers(net)
    how = reasons(named)
    needs = f"{hit} or more hits" + (f", then {confirm[0]} or more" if confirm else "") + (f": {how}" if how else "")
    roll = u.roll(dice * D6, rule, subject, to=to, needs=needs)
    hits = sum(face >= hit for face in roll.faces)
    if not confirm or not hits:
        return hits
    again = u.roll(hits * D6, rule, f"{subject}, confirmed", to=to, needs=f"{confirm[0]} or more")
    return sum(face >= confirm[0] for face in again.faces)


def reasons(modifiers: Mapping[str, int]) -> str:
    """Modifiers in words."""
    return ", ".join(f"{words} {signed(value)}" for words, value in modifiers.items())


def sixes(u: Umpire, rule: str, subject: str, dice: int, *, least: int, to: Audience = EVERYONE) -> int:
    """How many of some dice are as high as they must be, without modifiers: anti-aircraft, screens, fighters."""
    if dice <= 0:
        return 0
    roll = u.roll(dice * D6, rule, subject, to=to, needs=f"{least} or more")
    return sum(face >= least for face in roll.faces)


def amount(u: Umpire, text: str, rule: str, subject: str, *, to: Audience) -> int:
    """What `1D6` or `2` comes to; a number needs no die."""
    dice = Dice.read(text)
    return (int(u.roll(dice.number * D6, rule, subject, to=to)) if dice.number else 0) + dice.plus


# Gunfire and bombs


def pierces(data: Data, battery: Battery, armour: Armour) -> bool:
    """OP-GUN-penetration."""
    return armour in data.battery(battery).pierces


def gun_hit(u: Umpire, key: str, battery: Battery) -> None:
    """OP-DMG-table, -armour, -simple: a hit falls somewhere on a ship, if its shell gets through.

    Where it fell and what it did only her owner is told.
    """
    side, ship = find_ship(u.state, key)
    about = type_of(u.data, ship)
    if ship.at == SUNK:
        return
    if about.is_simple:
        if pierces(u.data, battery, about.hull_armour):
            lose_hull(u, side, ship, 1)
        return
    where = u.roll(2 * D6, "OP-DMG-table", key, to=only(side))
    row = u.data.tables.damage.locations[int(where)]
    place = next(place for place in (row.hits, *row.fallback) if _has(u.data, ship, place))
    if not pierces(u.data, battery, armour_of(u.data, ship, place)):
        u.tell("OP-DMG-armour", "{unit}: the armour holds", to=only(side), unit=key)
        return
    strike(u, side, ship, place)


def armour_of(data: Data, ship: Ship, place: Location) -> Armour:
    """OP-DMG-armour, -fallback: what covers the place that is hit in the end, wherever the hit first fell."""
    about = type_of(data, ship)
    covered = {"hull": about.hull_armour, "gun": about.gun_armour}
    rows = data.tables.damage.locations.values()
    return next((covered.get(row.armour, "none") for row in rows if row.hits == place), "none")


def _has(data: Data, ship: Ship, place: Location) -> bool:
    """OP-DMG-fallback: whether there is anything left to hit there."""
    match place:
        case "critical" | "fire" | "fuel":
            return True
        case _:
            return left(data, ship, place) > 0


def strike(u: Umpire, side: Side, ship: Ship, place: Location) -> None:
    """OP-DMG-table: one box of what was hit is gone."""
    match place:
        case "critical":
            critical(u, side, ship)
        case "fire":
            set_on_fire(u, ship)
        case "fuel":
            lose_fuel(u, side, ship, u.data.tables.damage.no_torpedoes_left)
        case "hull":
            lose_hull(u, side, ship, 1)
        case _:
            ship.lost[place] = ship.lost.get(place, 0) + 1
            u.tell("OP-DMG-table", "{unit} loses a box: {what}", to=only(side), unit=ship.key, what=place)


def critical(u: Umpire, side: Side, ship: Ship) -> None:
    """OP-DMG-critical: magazine, bridge, steering, engines, flooding or fuel."""
    die = u.roll(D6, "OP-DMG-critical", ship.key, to=only(side))
    row = u.data.tables.damage.critical[int(die)]
    u.tell("OP-DMG-critical", "{unit} has a critical hit: {what}", to=only(side), unit=ship.key, what=row.name)
    if row.fire:
        set_on_fire(u, ship)
    if row.fuel != "0":
        lose_fuel(u, side, ship, row.fuel)
    if row.steering:
        ship.steering = True
    if row.stunned_rounds and u.state.battle is not None:
        ship.bridge = u.state.battle.round + row.stunned_rounds
    if row.speed:
        ship.lost["speed"] = ship.lost.get("speed", 0) + row.speed
    if row.hull != "0":
        lose_hull(u, side, ship, amount(u, row.hull, "OP-DMG-critical", ship.key, to=only(side)))


def bomb_hit(u: Umpire, key: str, bomb: BombClass) -> None:
    """OP-STRIKE-bombclass, OP-DMG-simple: bombs pierce as guns do; small ships and merchants have no locations."""
    side, ship = find_ship(u.state, key)
    if ship.at == SUNK:
        return
    table = u.data.tables.damage
    if not type_of(u.data, ship).is_simple:
        gun_hit(u, key, table.bomb_pierces[bomb])
        return
    by_die = table.simple_bombs[bomb]
    boxes = by_die[0] if len(set(by_die)) == 1 else by_die[int(u.roll(D6, "OP-DMG-simple", key, to=only(side))) - 1]
    lose_hull(u, side, ship, boxes)


def torpedo_hit(u: Umpire, key: str) -> None:
    """OP-TORP-damage: one to three boxes, one less on a heavy hull; a heavy blow also slows her."""
    side, ship = find_ship(u.state, key)
    if ship.at == SUNK:
        return
    table = u.data.tables.torpedoes
    boxes = torpedo_boxes(u, key, type_of(u.data, ship).hull_armour, to=only(side))
    if boxes >= table.slowed_from:
        ship.lost["speed"] = ship.lost.get("speed", 0) + table.slowed
    lose_hull(u, side, ship, boxes)


def torpedo_boxes(u: Umpire, key: str, armour: Armour, *, to: Audience = EVERYONE) -> int:
    """OP-TORP-damage: the boxes of hull that one torpedo takes."""
    table = u.data.tables.torpedoes
    boxes = table.hull[int(u.roll(D6, "OP-TORP-damage", key, to=to)) - 1]
    return max(table.least_hull, boxes + table.heavy_armour) if armour == "heavy" else boxes


# What it comes to


def set_on_fire(u: Umpire, ship: Ship) -> None:
    """OP-DMG-fire: everybody in sight can see it."""
    if not ship.fire:
        ship.fire = True
        u.tell("OP-DMG-fire", "{unit} is burning", to=_watching(u, ship), unit=_seen_as(u, ship))


def lose_fuel(u: Umpire, side: Side, ship: Ship, text: str) -> None:
    """OP-DMG-critical, -fallback: boxes of fuel run out."""
    if type_of(u.data, ship).fuel is None:
        return
    boxes = amount(u, text, "OP-DMG-critical", ship.key, to=only(side))
    ship.fuel = max(0, ship.fuel - boxes * u.data.tables.fuel.parts)
    u.tell("OP-DMG-critical", "{unit} loses {boxes} boxes of fuel", to=only(side), unit=ship.key, boxes=boxes)


def lose_hull(u: Umpire, side: Side, ship: Ship, boxes: int, *, never_last: bool = False) -> None:
    """OP-DMG-sunk: hull boxes go; with the last of them the ship. Who is hit may put into any port (AC-B.23-west)."""
    boxes = min(boxes, hull_left(u.data, ship) - (1 if never_last else 0))
    if boxes <= 0:
        return
    ship.lost["hull"] = ship.lost.get("hull", 0) + boxes
    ship.leaving = False
    u.tell("OP-DMG-table", "{unit} loses {boxes} of her hull", to=only(side), unit=ship.key, boxes=boxes)
    if hull_left(u.data, ship) == 0:
        sink(u, side, ship)


def sink(u: Umpire, side: Side, ship: Ship) -> None:
    """OP-DMG-sunk, OP-VP-ships, OP-AIR-carrier-sunk: a ship is lost, and with a carrier whatever is aboard."""
    worth = type_of(u.data, ship).vp
    audience = _watching(u, ship)
    desk, fleet = u.state.desks[side], ship.fleet
    u.tell("OP-DMG-sunk", "{unit} is sunk: {points} points", to=audience, unit=ship.key, points=worth)
    if audience is EVERYONE:
        u.reveal([ship.key], "OP-DMG-sunk", to=side.enemy)
    ship.on_errand = bool(fleet) and fleet == _errand(desk)
    ship.fleet, ship.lost_in, ship.at, ship.fire = "", fleet, SUNK, False
    u.state.sunk.setdefault(side, []).append(ship.key)
    u.state.points[side.enemy] = u.state.points.get(side.enemy, 0) + worth
    for step in [step for step in desk.air.values() if step.base == ship.key and not is_flying(step)]:
        del desk.air[step.key]
    if fleet and not ships_of(desk, fleet):
        for step in desk.air.values():
            if step.centre == fleet:
                step.centre = desk.fleets[fleet].at
        del desk.fleets[fleet]


def _errand(desk: Desk) -> str:
    """AC-B.5-11-which: the fleet in which the ship on a special mission is, or was when she was sunk."""
    ship = desk.ships.get(desk.errand)
    return "" if ship is None else ship.fleet or ship.lost_in


def _seen_as(u: Umpire, ship: Ship) -> str:
    """What a ship is called before everybody: in a battle by her number, as long as the enemy does not know her."""
    battle = u.state.battle
    fighters = {} if battle is None else battle.ships
    return next((name for name, one in fighters.items() if one.ship == ship.key and not one.seen), ship.key)


def _watching(u: Umpire, ship: Ship) -> Audience:
    """Who sees what happens to a ship: her owner, and the enemy who fights, raids, shells or attacks her."""
    state = u.state
    in_battle = state.battle is not None and any(one.ship == ship.key for one in state.battle.ships.values())
    in_raid = any(ship.key in raid.ships for raid in state.raids[:1])
    hunted = state.hunt is not None and ship.key in state.hunt.ships
    shelled = state.siege is not None and ship.key in (*state.siege.ships, *state.siege.targets)
    side = find_ship(state, ship.key)[0]
    return EVERYONE if in_battle or in_raid or hunted or shelled else only(side)
