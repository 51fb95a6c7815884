"""What a gamble is worth, from what the player knows: the same modifiers and tables that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster import chances
from barents.games.arctic_disaster.activation import active_force, unsearched
from barents.games.arctic_disaster.air_fire import raid_of, strength
from barents.games.arctic_disaster.battle_line import battle_of
from barents.games.arctic_disaster.chances import Flyer, Flying, Hurt, at_least, percent
from barents.games.arctic_disaster.convoy_attack import escorts_near, is_escort, ships_in
from barents.games.arctic_disaster.convoy_display import ENDS
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data, half
from barents.games.arctic_disaster.detection import search_modifiers
from barents.games.arctic_disaster.gunnery import gun_damage, gun_factor, gun_modifiers
from barents.games.arctic_disaster.odds_advantage import with_advantage
from barents.games.arctic_disaster.state import GROUNDING, KNIGHTS_MOVE, LOST, Boat, Raid, Ship, Shot, State
from barents.games.arctic_disaster.submarines import attack_modifiers, boat_name, command_of
from barents.games.arctic_disaster.submarines import torpedo_modifiers as boat_torpedo_modifiers
from barents.games.arctic_disaster.tables import Hit, steps_lost
from barents.games.arctic_disaster.tirpitz import orders_modifiers
from barents.games.arctic_disaster.torpedoes import torpedo_column, torpedo_modifiers
from barents.games.arctic_disaster.units import aa, find, forces_at, in_force, is_fog, singles_at
from barents.games.arctic_disaster.withdrawal import disengage_modifiers, german_decides
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Decision
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome
from barents.kernel.words import listed

AIRCRAFT = ("AD-11.1-attackers-any", "AD-11.2.1-tb-screen", "AD-11.4.8-air-when")
SUPPORT = ("AD-11.1-adj-once", "AD-11.2.1-tb-escort-once")


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an action that is decided by a die, or None."""
    side = decision.side
    match action:
        case a.SearchHere():
            force = active_force(known)
            return searching(data, known, [enemy.at for enemy in forces_at(known, side.enemy, force.at)])
        case a.AirSearch():
            found = unsearched(known, data, side, active_force(known))
            return searching(data, known, [enemy.at for enemy in found])
        case a.Intercept():
            return intercepting(data, known)
        case a.Inspect(what) if what in known.forces[side.enemy]:
            at = known.forces[side.enemy][what].at
            return looking(data, {**search_modifiers(known, data, at), "intelligence": data.tables.search.intelligence})
        case a.Go(cell) if decision.rule == "AD-4.3-actions-any-order":
            return slipping_away(data, known, cell)
        case a.AskForOrders(True):
            return asking(data, known)
        case a.PutIn(marker, True) if marker == KNIGHTS_MOVE:
            return sailing(data, known)
        case a.Submarine(what):
            return contact(data, known, decision, what)
        case a.TargetType(kind):
            return torpedo(data, known, decision, Ship(_one_of_type(data, kind)), certain=False)
        case a.Target(ship):
            return torpedo(data, known, decision, known.ships[side.enemy].get(ship, Ship(ship)), certain=True)
        case a.AttackHere(ship):
            return running_in(data, known, find(known, ship))
        case a.Advance(square):
            return flying_on(data, known, square)
        case a.UseAdvantage() | a.KeepAdvantage():
            return with_advantage(data, known, decision, action)
        case a.Disengage(True):
            return leaving(data, known)
        case Choose(items) | Allot(items):
            return of_sheet(data, known, decision, items)
    return None


def of_sheet(data: Data, known: State, decision: Decision[Any], items: Sequence[Any]) -> Odds | None:
    """The chances of a whole order sheet."""
    pairs = [item for item in items if isinstance(item, tuple) and item[1] != NONE]
    match decision.rule:
        case "AD-13.6-shadow-detach":
            return hunting(data, known, len(items))
        case "AD-11.4.4-simultaneous" if pairs:
            return gunnery(data, known, [_battery(slot, target) for slot, target in pairs])
        case "AD-11.4.7-torp-simultaneous" if pairs:
            return torpedoes(data, known, [Shot(ship, "torpedoes", target) for ship, target in pairs])
        case rule if rule in AIRCRAFT and pairs:
            return bombing(data, known, decision, dict(pairs))
        case rule if rule in SUPPORT:
            return supporting(data, known, [str(item) for item in items])
        case "AD-3.1-cap-alloc" if items:
            return on_patrol(data, known, [str(item) for item in items])
        case "AD-3.1-pool-optional" if GROUNDING in items:
            return aground(data)
        case "AD-9.4-later-move":
            return hiding(data, known, [cell for _, cell in pairs if cell in data.partial_ice])
    return None


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if round(chance, 6) > 0)


def yes_or_no(chance: float, of: str, fails: str, modifiers: Mapping[str, int], *notes: str) -> Odds:
    """A gamble with two ends."""
    return Odds(chance, of, dict(modifiers), ends({fails: 1 - chance, of: chance}), notes)


# Searching and hiding (5, 7.7, 10)


def looking(data: Data, modifiers: Mapping[str, int]) -> Odds:
    """AD 10.2.1: one search, and how good its report is; a dummy that is found is taken away."""
    found = chances.searched(data, sum(modifiers.values()))
    return Odds(1 - found["nothing"], "finding it", dict(modifiers), ends(found))


def searching(data: Data, known: State, cells: Sequence[str]) -> Odds | None:
    """AD 10.1, 10.2: a search for every enemy force in some hexes."""
    if not cells:
        return None
    each = [search_modifiers(known, data, cell) for cell in cells]
    if len(cells) == 1:
        return looking(data, each[0])
    found = [1 - chances.searched(data, sum(modifiers.values()))["nothing"] for modifiers in each]
    missed = chances.none_of(found)
    notes = tuple(f"{cell}: {percent(chance)}" for cell, chance in zip(cells, found, strict=True))
    return Odds(1 - missed, "finding one", {}, ends({"nothing": missed, "at least one": 1 - missed}), notes)


def intercepting(data: Data, known: State) -> Odds:
    """AD 7.7: the interceptor must find the force that moves; any detection will do."""
    modifiers = search_modifiers(known, data, active_force(known).at)
    chance = 1 - chances.searched(data, sum(modifiers.values()))["nothing"]
    return yes_or_no(chance, "intercepting", "missed", modifiers, "if it is a dummy, it is only found out")


def slipping_away(data: Data, known: State, cell: str) -> Odds | None:
    """AD 5.1, 13.6: a detected force that enters fog may be lost from sight."""
    force, table = active_force(known), data.tables.weather
    if not force.detected or not is_fog(known, data, cell) or is_fog(known, data, force.at):
        return None
    limit = table.lost_to[data.zone_of[cell]]
    if force.key == CONVOY and known.shadow:
        shaken = 1 - at_least(table.shadow_lost_to + 1)
        lost = shaken * (1 - at_least(limit + 1, table.shadowed))
        return yes_or_no(
            lost, "out of sight", "still seen", {"shadowed": table.shadowed}, f"{percent(shaken)} shake off the boat"
        )
    return yes_or_no(1 - at_least(limit + 1), "out of sight", "still seen", {})


def hiding(data: Data, known: State, cells: Sequence[str]) -> Odds | None:
    """AD 7.2: that a search misses a ship that goes into the ice; each is searched for by itself."""
    if not cells:
        return None
    modifiers = max((search_modifiers(known, data, cell) for cell in cells), key=lambda found: sum(found.values()))
    unseen = chances.searched(data, sum(modifiers.values()))["nothing"]
    turns = data.tables.other.ice_turns
    return yes_or_no(unseen, "missed by a search in the ice", "found", modifiers, f"{turns} turns unseen make it safe")


def aground(data: Data) -> Odds:
    """AD 5.5: that a ship of the force that is drawn runs aground."""
    note = "for each ship of one German force, if one is in the coastal passage when the marker is drawn"
    return yes_or_no(at_least(data.tables.other.grounding_from), "running aground", "safe passage", {}, note)


# Orders from above (5.8, 7.5)


def asking(data: Data, known: State) -> Odds:
    """AD 7.5.2: that the Home Fleet is let go; whether Tirpitz is among what is detected the Allies may not know."""
    table, modifiers = data.tables.home_fleet, orders_modifiers(known, data)
    chance = at_least(table.lifted_from, sum(modifiers.values()))
    at_sea = any(force.detected and force.at not in data.ports for force in known.forces[Side.AXIS].values())
    better = at_least(table.lifted_from, sum(modifiers.values()) + table.tirpitz_detected)
    maybe = at_sea and "Tirpitz detected at sea" not in modifiers
    notes = (f"{percent(better)} if Tirpitz is in the force that you have detected at sea",) if maybe else ()
    return yes_or_no(chance, "leave to go", "refused, for good", modifiers, *notes)


def sailing(data: Data, known: State) -> Odds:
    """AD 5.8, 14.0: what Hitler will say once Tirpitz is at sea, if things stay as they are when she is let go."""
    table, modifiers = data.tables.hitler, {}
    carrier = known.ships[Side.ALLIED].get(CARRIER)
    seen = [force for force in known.forces[Side.ALLIED].values() if force.detected and force.key != CONVOY]
    if carrier is not None and carrier.at == LOST:
        modifiers["Victorious sunk"] = table.carrier_sunk
    elif seen or carrier is not None:
        modifiers["Victorious far"] = table.carrier_far
    if known.scatter == "done":
        modifiers["convoy scattered"] = table.scattered
    added = sum(modifiers.values())
    near = at_least(table.stays_from, added - modifiers.get("Victorious far", 0) + table.carrier_near)
    notes = (
        ()
        if "Victorious far" not in modifiers
        else (f"{percent(near)} if Victorious is seen within {table.near} hexes",)
    )
    return yes_or_no(at_least(table.stays_from, added), "Tirpitz may stay at sea", "called back", modifiers, *notes)


# Submarines (13)


def asked_boat(data: Data, known: State, decision: Decision[Any]) -> Boat:
    """The boat that a question names."""
    boats = known.boats[decision.side].values()
    named = [boat for boat in boats if f" {boat_name(data, boat.id)} " in decision.prompt.replace("?", " ")]
    return max(named, key=lambda boat: len(boat_name(data, boat.id)))


def contact(data: Data, known: State, decision: Decision[Any], what: str) -> Odds:
    """AD 13.5, 13.6: an attack, or shadowing; what escorts there are is known only of ships that lie open."""
    table, boat, enemy = data.tables.submarine, asked_boat(data, known, decision), decision.side.enemy
    if what == "shadow":
        each = "each destroyer or corvette that leaves the screen to hunt takes 10% off"
        return yes_or_no(at_least(table.shadow_from), "shadowing PQ-17", "shaken off", {}, each)
    ships, notes = singles_at(known, enemy, boat.at), []
    if known.active is not None and known.active.side is enemy:
        ships = in_force(known, enemy, known.active.force)
        if not ships:
            notes.append(f"each {table.escorts} small escorts that are there take 10% off")
    modifiers = attack_modifiers(data, boat.id, ships)
    added = sum(modifiers.values())
    attack, pick = at_least(table.type_from, added), at_least(table.pick_from, added)
    found = {"no chance": 1 - attack, "fires at a type": attack - pick, "fires at a ship of your choice": pick}
    left = command_of(data, boat.id).attacks - boat.attacks
    notes.append(f"{left} of its attacks left")
    return Odds(attack, "getting a shot", modifiers, ends(found), tuple(notes))


def torpedo(data: Data, known: State, decision: Decision[Any], target: Ship, *, certain: bool) -> Odds:
    """AD 13.7, 13.9: a boat's torpedoes at a ship; of a type any ship may be drawn, damaged or not."""
    boat, table = asked_boat(data, known, decision), data.tables.submarine
    modifiers = boat_torpedo_modifiers(data, target)
    hits = chances.hits_of(data, command_of(data, boat.id).column, modifiers, table.double)
    missed = sum(not hit.points for hit in hits) / len(hits)
    note = f"{percent(at_least(table.counterattack))} lose the boat, if there is an escort to hunt her"
    if not certain:
        return yes_or_no(1 - missed, "a hit", "miss", modifiers, note)
    hurt = chances.shot(data, target.id, chances.wounds_of(target), hits)
    return Odds(1 - missed, "a hit", modifiers, harm(data, target, hurt), (note,))


def _one_of_type(data: Data, kind: str) -> str:
    """A ship that counts as of a type."""
    return next(name for name, about in data.counters.items() if about.type == kind)


def hunting(data: Data, known: State, more: int) -> Odds:
    """AD 13.6: that the escorts out hunting keep a boat from shadowing."""
    out = more + sum(ship.away for ship in in_force(known, Side.ALLIED, CONVOY))
    kept_off = 1 - at_least(data.tables.submarine.shadow_from, -out)
    modifiers = {"escorts out hunting": -out} if out else {}
    return yes_or_no(kept_off, "keeping it off", "PQ-17 is shadowed", modifiers)


# Surface combat (11.4)


def leaving(data: Data, known: State) -> Odds | None:
    """AD 11.4.9: that a combat ends if only one side wants it to."""
    if german_decides(known) or battle_of(known).round >= data.tables.gunnery.rounds:
        return None
    modifiers = disengage_modifiers(known, data)
    chance = at_least(data.tables.other.disengage_from, sum(modifiers.values()))
    return yes_or_no(chance, "getting away", "the fight goes on", modifiers, "surely, if the enemy wants to stop too")


def _battery(slot: str, target: str) -> Shot:
    ship, _, battery = slot.rpartition(":")
    return Shot(ship, "main" if battery == "main" else "secondary", target)


def gunnery(data: Data, known: State, shots: Sequence[Shot]) -> Odds:
    """AD 11.4.4: all batteries of a side as they are ordered."""
    fired: list[tuple[Shot, list[Hit], float]] = []
    for shot in shots:
        ship, target = find(known, shot.ship), find(known, shot.target)
        factor = gun_factor(known, data, shots, shot)
        hits = chances.hits_of(data, factor, gun_modifiers(known, data, shot))
        halved = [Hit(gun_damage(data, ship, shot.weapon, target, hit.points), hit.star) for hit in hits]
        fired.append((shot, halved, 1.0))
    return salvo(data, known, fired)


def torpedoes(data: Data, known: State, shots: Sequence[Shot]) -> Odds:
    """AD 11.4.7, 13.10: all torpedoes as they are ordered; a submarine has to get into position first."""
    table, fired = data.tables.torpedoes, list[tuple[Shot, list[Hit], float]]()
    for shot in shots:
        ship, target = find(known, shot.ship), find(known, shot.target)
        column = torpedo_column(known, data, ship, target)
        hits = chances.hits_of(data, column, torpedo_modifiers(known, data, shot), table.double)
        launched = 1 - at_least(table.escort_launch_to + 1) if data.counters[ship.id].is_sub else 1.0
        fired.append((shot, hits, launched))
    return salvo(data, known, fired)


def salvo(data: Data, known: State, fired: Sequence[tuple[Shot, list[Hit], float]]) -> Odds:
    """Several shots at once: that anything is hit, and what each target has to expect."""
    hurt: dict[str, Hurt] = {}
    for shot, hits, likely in fired:
        before = hurt.get(shot.target) or chances.wounds_of(find(known, shot.target))
        hurt[shot.target] = chances.shot(data, shot.target, before, hits, likely)
    hitting = [likely * sum(hit.points > 0 for hit in hits) / len(hits) for _, hits, likely in fired]
    missed = chances.none_of(hitting)
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), expected(data, known, hurt))


def expected(data: Data, known: State, hurt: Mapping[str, Hurt]) -> tuple[str, ...]:
    """What each target has to expect, in words."""
    notes = []
    for name, found in hurt.items():
        points = chances.damage_expected(found) - find(known, name).damage
        gone = chances.sunk(data, name, found)
        said = f", {percent(gone)} sunk" if gone else ""
        notes.append(f"{data.counters[name].name}: {points:.1f} damage expected{said}")
    return tuple(notes)


def untouched(target: Ship, hurt: Hurt) -> float:
    """That a ship has no more damage than before."""
    return round(sum(chance for wounds, chance in hurt.items() if wounds.damage == target.damage), 6)


def harm(data: Data, target: Ship, hurt: Hurt) -> tuple[Outcome, ...]:
    """AD 12.0: what becomes of a ship, from nothing to the bottom."""
    hits, said = data.counters[target.id].hits, dict[str, float]()
    for wounds, chance in sorted(hurt.items()):
        words = "miss" if wounds.damage == target.damage else f"{wounds.damage} of {hits}"
        words = "sunk" if wounds.damage >= hits else words
        said[words] = said.get(words, 0.0) + chance
    return ends(said)


# Air attacks (11.1, 11.2)


def as_it_flies(known: State, raid: Raid, unit: str) -> Flying:
    """An air unit as anti-aircraft fire has left it so far."""
    return {Flyer(known.wings[raid.side][unit].steps, raid.modifiers.get(unit, 0)): 1.0}


def bombing(data: Data, known: State, decision: Decision[Any], orders: Mapping[str, str]) -> Odds | None:
    """AD 11.1, 11.2.2, 11.4.8: the units sent against ships, each fired at by its target alone."""
    in_battle = known.raid is None
    raid = Raid(battle_of(known).cell, decision.side, "", in_battle=True) if in_battle else raid_of(known)
    aimed = {unit: target for unit, target in orders.items() if target in data.counters}
    if not aimed:
        return None
    hurt: dict[str, Hurt] = {}
    for unit, target in aimed.items():
        ship = find(known, target)
        before = hurt.get(target) or chances.wounds_of(ship)
        hurt[target] = chances.raided(data, raid, unit, as_it_flies(known, raid, unit), ship, before)
    missed = prod(untouched(find(known, target), found) for target, found in hurt.items())
    notes = expected(data, known, hurt) if in_battle else (*expected(data, known, hurt), "less if other ships fire too")
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), notes)


def on_patrol(data: Data, known: State, fighters: Sequence[str]) -> Odds:
    """AD 11.3.1: that fighters cost an air attack on the carrier's force steps before it comes to the guns."""
    factors = sum(strength(data, known.wings[Side.ALLIED][name]) for name in fighters)
    lost = [steps_lost(data, factors, face) for face in chances.FACES]
    found = {words: lost.count(steps) / len(lost) for steps, words in enumerate(("no effect", "one step", "two steps"))}
    return Odds(1 - found["no effect"], "costing an attack steps", {}, ends(found))


def flying_on(data: Data, known: State, square: str) -> Odds | None:
    """AD 11.2.1: what the guns of the next square do to a torpedo unit: a merchant's, or those of a fresh escort."""
    raid = raid_of(known)
    unit, here = raid.done[-1], ships_in(raid, square)
    merchants = [name for name in here if not is_escort(data, name)]
    flying = as_it_flies(known, raid, unit)
    fresh = [] if merchants else [name for name in here if name not in raid.used]
    for name in merchants or fresh:
        flying = chances.under_fire(data, flying, aa(data, find(known, name)))
    near = escorts_near(known, data, raid, square, data.tables.air_attack.escort_reach_torpedo)
    others = [data.counters[name].name for name in near if name not in here]
    notes = [f"if {listed([data.counters[name].name for name in fresh])} fires"] if fresh else []
    notes += [_then(data, known, raid, flying, name) for name in here if not data.counters[name].is_sub]
    notes += [f"{listed(others)} may fire too"] if others else []
    return _fired_at(known, raid, unit, flying, "getting there unhampered", tuple(notes))


def _then(data: Data, known: State, raid: Raid, flying: Flying, name: str) -> str:
    """What an attack in the next square would do, all told."""
    unit, target = raid.done[-1], find(known, name)
    more = _came_in(data, raid, unit)
    hurt = chances.raided(data, raid, unit, flying, target, chances.wounds_of(target), fires=False, more=more)
    hit, gone = 1 - untouched(target, hurt), chances.sunk(data, name, hurt)
    return f"{percent(hit)} hit {data.counters[name].name}, {percent(gone)} sink her, all told"


def _fired_at(known: State, raid: Raid, unit: str, flying: Flying, of: str, notes: tuple[str, ...] = ()) -> Odds:
    """What fire makes of an air unit, from the worst for it to the best."""
    same = flying.get(next(iter(as_it_flies(known, raid, unit))), 0.0)
    down = sum(chance for flyer, chance in flying.items() if not flyer.steps)
    found = {"it is shot down": down, "it is hampered": 1 - same - down, "no effect": same}
    return Odds(same, of, _flak(raid, unit), ends(found), notes)


def running_in(data: Data, known: State, target: Ship) -> Odds:
    """AD 11.2.1: a torpedo unit drops here; a target that has not fired at it yet does so first.

    That an escort has fired at another unit makes it no less a target: it fires at each that attacks it.
    """
    raid = raid_of(known)
    unit = raid.done[-1]
    fires = target.id not in raid.fired
    more = _came_in(data, raid, unit)
    start = as_it_flies(known, raid, unit)
    hurt = chances.raided(data, raid, unit, start, target, chances.wounds_of(target), fires=fires, more=more)
    return _attack_odds(data, target, hurt, "a hit", {**_flak(raid, unit), **more})


def _came_in(data: Data, raid: Raid, unit: str) -> dict[str, int]:
    """AD 11.2.1: what the square in which a torpedo unit came in does to its attack."""
    return {"ahead or astern": data.tables.air_attack.ahead_or_astern} if raid.visited[unit][0] in ENDS else {}


def _flak(raid: Raid, unit: str) -> dict[str, int]:
    taken = raid.modifiers.get(unit, 0)
    return {"anti-aircraft fire": taken} if taken else {}


def _attack_odds(data: Data, target: Ship, hurt: Hurt, of: str, modifiers: Mapping[str, int]) -> Odds:
    missed = untouched(target, hurt)
    return Odds(1 - missed, of, dict(modifiers), harm(data, target, hurt))


def supporting(data: Data, known: State, ships: Iterable[str]) -> Odds:
    """AD 11.1, 11.2: ships that help with their guns: that the unit's attack fails, or of a run-in that it suffers."""
    raid = raid_of(known)
    unit = raid.done[-1]
    flying = as_it_flies(known, raid, unit)
    for name in ships:
        factor = aa(data, find(known, name))
        flying = chances.under_fire(data, flying, factor if raid.target == CONVOY else half(factor))
    place = raid.units[unit]
    if place not in data.counters:
        start = next(iter(as_it_flies(known, raid, unit)))
        down = sum(chance for flyer, chance in flying.items() if not flyer.steps)
        same = flying.get(start, 0.0)
        found = {"no effect": same, "it is hampered": 1 - same - down, "it is shot down": down}
        return Odds(1 - same, "hampering it", _flak(raid, unit), ends(found))
    target = find(known, place)
    hurt = chances.raided(data, raid, unit, flying, target, chances.wounds_of(target), fires=False)
    missed = untouched(target, hurt)
    worst_first = tuple(reversed(harm(data, target, hurt)))
    return Odds(missed, "no hit", _flak(raid, unit), worst_first)
