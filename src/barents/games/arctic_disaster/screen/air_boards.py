"""The Convoy Display and the Air Battle Display on screen: who lies where, who may fire, and how an attack stands.

A raid lies open, so what is said of it here both sides may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from barents.games.arctic_disaster.combat.air_battle import is_wasted, supporters
from barents.games.arctic_disaster.combat.air_fire import attack_modifiers, came_in, model, strength
from barents.games.arctic_disaster.combat.convoy_attack import escorts_near, helpers_against_bombs, is_escort, ships_in
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.names import place, tally
from barents.games.arctic_disaster.rules.convoy_display import SCREEN
from barents.games.arctic_disaster.rules.tables import least_to_hit
from barents.games.arctic_disaster.rules.units import aa, allowance, find
from barents.games.arctic_disaster.screen.phrases import label
from barents.games.arctic_disaster.state import Raid, Ship, State
from barents.kernel.payloads import AirAttack, AirBattleStage, ConvoyStage, Wreck
from barents.kernel.sides import Side
from barents.kernel.view import Board, Leg
from barents.kernel.words import listed, signed

CONVOY_BOARD, AIR_BOARD = "convoy", "air-battle"
MOST_NAMED = 4  # ships in a line of the strip


def air_board(data: Data, known: State, raid: Raid, group: str) -> Board:
    """AD 11.1: the display of an attack on a force or on ships lying singly."""
    return Board(
        name=AIR_BOARD,
        title=f"Air attack at {place(data, raid.cell)}",
        geometry=AIR_BOARD,
        at=raid.cell,
        count=len(raid.ships),
        side=raid.side.enemy,
        note=_sky(data, known, raid),
        group=group,
        battle=not raid.in_battle,
        strip=tuple(_strip(data, known, raid)),
        payload=AirBattleStage(_attack(data, known, raid)),
    )


def convoy_board(data: Data, known: State, ships: Sequence[Ship], group: str) -> Board:
    """AD 9.3, 11.2: the Convoy Display, in peace or under attack."""
    marker = known.forces[Side.ALLIED].get(CONVOY)
    away = sum(ship.away for ship in known.ships[Side.ALLIED].values())
    note = tally(data, ships) + (f"; {away} hunting a U-boat" if away else "")
    raid = known.raid if known.raid is not None and known.raid.target == CONVOY else None
    if raid is not None:
        note = _sky(data, known, raid)
    return Board(
        name=CONVOY_BOARD,
        title=f"Convoy {data.markers[CONVOY].name}",
        geometry=CONVOY_BOARD,
        at=marker.at if marker is not None else "",
        count=len(ships),
        side=Side.ALLIED,
        sign="mt",
        note=note,
        group=group,
        battle=raid is not None,
        strip=() if raid is None else tuple(_strip(data, known, raid)),
        payload=ConvoyStage(
            speed=allowance(data, ships),
            wrecks=tuple(Wreck(square, data.counters[name].name) for name, square in known.wrecks.items()),
            attack=None if raid is None else _attack(data, known, raid),
        ),
    )


def _attack(data: Data, known: State, raid: Raid) -> AirAttack:
    """Who flies and in what order, where the one that is dealt with has been, and who may fire."""
    flying = [unit for unit in raid.units if unit in known.wings[raid.side]]
    return AirAttack(
        raiders=tuple(flying),
        over=tuple(unit for unit in raid.done if unit != raid.now),
        now=raid.now if raid.now in flying else None,
        trail=tuple(raid.visited.get(raid.now, ())),
        guns=tuple(guns(data, known, raid)),
    )


def guns(data: Data, known: State, raid: Raid) -> list[str]:
    """AD 11.1, 11.2: ships that may help against the unit that is dealt with; without one, all with guns enough."""
    unit = raid.now
    if unit not in known.wings[raid.side]:
        least = data.tables.air_attack.support_from
        return [name for name in raid.ships if name not in raid.used and aa(data, find(known, name)) >= least]
    target = raid.units[unit]
    if raid.target == CONVOY and target not in raid.ships:
        reach = data.tables.air_attack.escort_reach_torpedo
        return [] if target in SCREEN else escorts_near(known, data, raid, target, reach)
    if target not in raid.ships:
        return []
    if raid.target == CONVOY:
        return helpers_against_bombs(known, data, raid, target)
    return [] if raid.in_battle else supporters(known, data, raid, target)


def _sky(data: Data, known: State, raid: Raid) -> str:
    """Who attacks."""
    units = Counter(model(data, unit).model for unit in raid.units if unit in known.wings[raid.side])
    flying = listed([f"{number} {name}" for name, number in units.items()]) if units else "no aircraft left"
    whose = "German" if raid.side is Side.AXIS else "Allied"
    return f"{whose} air attack: {flying}"


# The strip: what is done, who may fire, what can happen


def _strip(data: Data, known: State, raid: Raid) -> Iterator[Leg]:
    if raid.now not in known.wings[raid.side]:
        yield from _overview(data, known, raid)
        return
    unit = raid.now
    name, factor = label(data, unit), strength(data, known.wings[raid.side][unit])
    yield _so_far(data, known, raid, unit, name)
    may = guns(data, known, raid)
    least = data.tables.air_attack.support_from
    lines = [_gun(data, known, ship) for ship in may[:MOST_NAMED]]
    if len(may) > MOST_NAMED:
        lines.append(f"and {len(may) - MOST_NAMED} more")
    nobody = "nobody in reach" if raid.ships else "no ships are put down yet"
    yield Leg("Who may fire", tuple(lines) or (f"{nobody} with {least} or more",), f"{len(may)} may fire", "now")
    kind = model(data, unit).type
    double = "; damage doubled" if kind == "T" else ""
    aimed = [find(known, ship) for ship in _targets(data, raid, unit)]
    lines = [f"{least_to_hit(data, factor)} does damage{double}"]
    for ship in aimed[:2]:
        changes = attack_modifiers(data, raid, unit, ship, came_in(data, raid, unit))
        lines.append(f"{data.counters[ship.id].name}: {_sum(changes)}, {_afloat(data, ship)}")
    yield Leg(f"{'Torpedoes' if kind == 'T' else 'Bombs'}, factor {factor}", tuple(lines))


def _overview(data: Data, known: State, raid: Raid) -> Iterator[Leg]:
    """An attack between two of its units."""
    flying = [unit for unit in raid.units if unit in known.wings[raid.side]]
    waiting = [unit for unit in flying if unit not in raid.done]
    over = [unit for unit in raid.done if unit not in waiting]
    at = f"at {place(data, raid.cell)}"
    yield Leg(
        "The attack", (_sky(data, known, raid), f"{len(over) or 'none'} dealt with"), at, "done" if over else "now"
    )
    lines = [f"{label(data, unit)}: {_aim(data, known, raid, unit)}" for unit in waiting[:MOST_NAMED]]
    if len(waiting) > MOST_NAMED:
        lines.append(f"and {len(waiting) - MOST_NAMED} more")
    yield Leg("Still to come", tuple(lines) or ("nobody",), f"{len(waiting)} to come", "now" if over else "next")
    may, least = guns(data, known, raid), data.tables.air_attack.support_from
    lines = [f"with {least} or more they help others", f"{len(raid.used)} have fired and cannot again"]
    yield Leg("Guns", tuple(lines), f"{len(may)} ready to help" if raid.ships else "")


def _aim(data: Data, known: State, raid: Raid, unit: str) -> str:
    """What a unit that waits is about to do."""
    target = raid.units[unit]
    if not target:
        return "on its way"
    if is_wasted(known, raid, unit):
        return "its target is sunk"
    return f"at {label(data, target)}"


def _so_far(data: Data, known: State, raid: Raid, unit: str, name: str) -> Leg:
    """What the unit that is dealt with has been through."""
    taken = raid.modifiers.get(unit, 0)
    hurt = [signed(taken) + " from anti-aircraft fire"] if taken else []
    if known.wings[raid.side][unit].steps < 2:
        hurt.append("one step left")
    end = ", ".join(hurt) or "not hit so far"
    visited = raid.visited.get(unit, [])
    if not visited:
        return Leg(name, (f"goes for {label(data, raid.units[unit])}",), end, "done")
    more = came_in(data, raid, unit)
    came = f"came in at {label(data, visited[0])}: {_sum(more) if more else 'from the beam, no modifier'}"
    on = f"now at {label(data, visited[-1])}" if len(visited) > 1 else _met(data, raid, visited[0])
    return Leg(name, (came, on), end, "done")


def _met(data: Data, raid: Raid, square: str) -> str:
    here = [name for name in ships_in(raid, square) if is_escort(data, name)]
    return f"{listed([data.counters[name].name for name in here])} in the square" if here else "no escort in the square"


def _targets(data: Data, raid: Raid, unit: str) -> list[str]:
    """What a unit can attack where it is."""
    at = raid.units[unit]
    names = [at] if at in raid.ships else ships_in(raid, at)
    return [name for name in names if not data.counters[name].is_sub]


def _gun(data: Data, known: State, ship: str) -> str:
    return f"{data.counters[ship].name}, AA {aa(data, find(known, ship))}"


def _sum(changes: dict[str, int]) -> str:
    return " ".join(f"{signed(number)} {name}" for name, number in changes.items()) or "no modifier"


def _afloat(data: Data, ship: Ship) -> str:
    left = data.counters[ship.id].hits - ship.damage
    return f"{left} {'point sinks' if left == 1 else 'points sink'} her"
