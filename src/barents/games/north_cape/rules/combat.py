"""Chapter 9: combat. Air-to-air, air-to-surface, gunfire and torpedoes, each completed before the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from barents.games.north_cape.actions import Engage, Fire, HoldFire, Land, Stop, WaitAloft
from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.phases import COMBAT
from barents.games.north_cape.rules.air import can_reach_deck, land, room_on_deck, to_not_available
from barents.games.north_cape.rules.fire import duel, fires_at_aircraft, gunners, shoots, weather_modifiers
from barents.games.north_cape.rules.movement import mission_of
from barents.games.north_cape.rules.odds import engaging, firing
from barents.games.north_cape.rules.pieces import (
    Factor,
    Umpire,
    at,
    combat_of,
    counter,
    damage,
    factor,
    find,
    in_combat,
    is_asw_capable,
    is_real,
    is_submerged,
    is_surface_ship,
    on_map,
    reconnoitre,
    reconnoitred_for,
    turn_up,
)
from barents.games.north_cape.rules.recon import note_merchants
from barents.games.north_cape.rules.submarines import may_hunt
from barents.games.north_cape.solitaire.groups import is_automatic
from barents.games.north_cape.solitaire.scatter import scatterings
from barents.games.north_cape.solitaire.steering import discover, turn_down
from barents.games.north_cape.state import (
    LOST,
    AirToAir,
    AirToSurface,
    AntiAircraft,
    Combat,
    EndCombat,
    EndMission,
    Gunfire,
    Hunt,
    Infiltrate,
    LandOnCarrier,
    Piece,
    State,
    Strike,
    TorpedoStage,
    Used,
)
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Decision, Pick, Product
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side

Eligible: TypeAlias = Callable[[State, Data, Side], list[str]]


# 9.0: who fights


def strike(u: Umpire, _step: Strike) -> tuple[Step, ...]:
    """NC 5.1, NC 6.1: the attackers have arrived: every enemy in the hex is revealed, decoys are found out.

    If they are all decoys it was no attack, and nobody but they is revealed (NC 5.5); nor is anyone if ships attack
    whom they have not reconnoitred, and no guns can be fired, and never a boat under water that nobody has looked for
    (NC 9.6). Who defends is reconnoitred for everyone (R26); boats that lie submerged do not defend.
    """
    state, data = u.state, u.data
    mission = mission_of(state)
    enemies = at(state, mission.side.enemy, mission.at)
    reconnoitred_before = any(reconnoitred_for(piece, mission.units) for piece in enemies)
    attackers = [state.pieces[mission.side][name] for name in mission.units]
    names = tuple(piece.id for piece in attackers if is_real(data, piece))
    if names and (reconnoitred_before or guns_decide(state, data, mission.at)):
        shown = [piece for piece in enemies if reconnoitred_before or not is_submerged(data, piece)]
        turn_up(u, shown, "NC-6.1-attack-reveals-all")
    turn_up(u, [p for p in attackers if not is_submerged(data, p)], "NC-6.1-attack-reveals-all")
    defenders = [p for p in at(state, mission.side.enemy, mission.at) if is_real(data, p)]
    seen = [piece for piece in defenders if not is_submerged(data, piece)]
    prey = [boat for boat in defenders if any(may_hunt(data, boat, name) for name in escorts_among(u, names))]
    if not names or not (reconnoitred_before or guns_decide(state, data, mission.at)) or not (seen or prey):
        u.tell("NC-5.1-attack-ends", "There is nobody to fight at {cell}", cell=mission.at)
        return (EndMission(),)
    reconnoitre(seen)
    note_merchants(u, seen)
    return start_combat(u, mission.at, mission.side, names, ())


def guns_decide(state: State, data: Data, cell: str) -> bool:
    """NC 9.6: both sides have ships on the surface in a hex, and one of them is printed with a gunfire factor."""
    ships = {side: [p for p in at(state, side, cell) if is_surface_ship(data, p)] for side in Side}
    return all(ships.values()) and any(counter(data, ship).gun for both in ships.values() for ship in both)


def escorts_among(u: Umpire, names: Iterable[str]) -> list[str]:
    """NC 8.3: those of some units that can attack submerged boats."""
    return [name for name in names if is_asw_capable(u.data, find(u.state, name))]


def start_combat(
    u: Umpire, cell: str, initiator: Side, attackers: tuple[str, ...], withdrawn: tuple[str, ...]
) -> tuple[Step, ...]:
    """NC 9.0: all units of both sides in the hex fight, but for those withdrawn and boats that lie submerged (R48).

    Nothing flies in a storm (R103). The initiator's units are reconnoitred for everyone, unless they attack under
    water (R26); escorts hunt submerged boats in an Attack of their own, never by an interception (NC 8.1).
    """
    state, data = u.state, u.data

    def fights(side: Side) -> list[str]:
        units = [p for p in at(state, side, cell) if is_real(data, p) and p.id not in withdrawn]
        if state.weather == "storm":
            units = [p for p in units if not counter(data, p).is_air]
        return [p.id for p in units if not is_submerged(data, p) or p.id in attackers]

    state.combat = Combat(cell, initiator, fights(Side.ALLIED), fights(Side.AXIS))
    if mission_of(state).side is initiator:
        state.combat.hunters = escorts_among(u, attackers)
    own = in_combat(state, initiator)
    turn_up(u, [*own, *in_combat(state, initiator.enemy)], "NC-9.0-when")
    seen = [piece for piece in own if not is_submerged(data, piece)]
    reconnoitre(seen)
    note_merchants(u, seen)
    names = ", ".join(data.counters[name].name for name in attackers)
    u.tell("NC-9.0-when", "Combat at {cell}, begun by {names}", cell=cell, names=names)
    boats = tuple(piece.id for piece in own if is_submerged(data, piece))
    infiltration: tuple[Step, ...] = (Infiltrate(boats),) if boats else ()
    return (*infiltration, AirToAir(initiator))


def selecting(state: State, data: Data, side: Side, eligible: Eligible) -> Side | None:
    """NC 9.2: the side whose turn it is, or the other while it can go on alone, or nobody (R43)."""
    if eligible(state, data, side):
        return side
    return side.enemy if eligible(state, data, side.enemy) else None


def next_stage(state: State) -> Combat:
    """NC 9.1: a stage is completed before the next; who was attacked in it is forgotten."""
    combat = combat_of(state)
    combat.targeted = []
    return combat


def pairs(attackers: list[str], targets: list[str]) -> dict[str, Among]:
    """NC 9: every attacker against every target."""
    return dict.fromkeys(attackers, Among(targets))


def _spoils(data: Data, known: State, name: Factor) -> str:
    """NC 9.7, NC 9.9: what the weather does to a die, if it does anything."""
    return "".join(
        f" The {weather} adds {n} to every die." for weather, n in weather_modifiers(known, data, name).items()
    )


# 9.2: air-to-air


def about_dogfights(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where it is fought, how, and at what price."""
    return (
        f"Over {combat_of(known).cell}. Both roll at once, and a die not above the air factor hits; "
        "whoever has fought in the air bombs nobody this turn."
    )


DOGFIGHT: Question[State, Data] = Question(
    "NC-9.2-alternate",
    "Which fighter attacks which aircraft?",
    phase=COMBAT,
    about=about_dogfights,
    answers={Engage: "Both roll at once, and are hit together; one without an air factor does not roll."},
    odds=engaging("air"),
)


def fighters(state: State, data: Data, side: Side) -> list[str]:
    """NC 9.2: red units that have neither attacked nor been attacked here, if there is an enemy aloft."""
    combat = combat_of(state)
    if not aircraft(state, data, side.enemy):
        return []
    return [
        piece.id
        for piece in in_combat(state, side)
        if counter(data, piece).red
        and factor(data, piece, "air") > 0
        and not piece.used & Used.AIR_TO_AIR
        and piece.id not in combat.targeted
    ]


def aircraft(state: State, data: Data, side: Side) -> list[str]:
    """A side's air units in the combat."""
    return [piece.id for piece in in_combat(state, side) if counter(data, piece).is_air]


def air_to_air(u: Umpire, step: AirToAir) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.2, NC 9.1: compulsory while a side has a red unit and the other any; both roll, and are hit together."""
    state, data = u.state, u.data
    side = selecting(state, data, step.side, fighters)
    if side is None:
        return (AirToSurface(next_stage(state).initiator),)
    combat = combat_of(state)
    if is_automatic(state, side):
        pair = british_choice(state, data)
    else:
        options = Pick([], Product(Engage, pairs(fighters(state, data, side), aircraft(state, data, side.enemy))))
        pair = yield from u.ask(side, DOGFIGHT, options)
    attacker, target = find(state, pair.attacker), find(state, pair.target)
    attacker.used |= Used.AIR_TO_AIR
    for piece in (attacker, target):
        if factor(data, piece, "air") > 0:
            piece.used |= Used.ROLLED_IN_AIR_COMBAT
        if piece.id not in combat.dogfought:
            combat.dogfought.append(piece.id)
    combat.targeted.append(target.id)
    duel(u, attacker, target, "air", "NC-9.2-both-roll")
    return (AirToAir(side.enemy),)


def british_choice(state: State, data: Data) -> Engage:
    """NC 11.6: in solitaire the best British fighter attacks the bomber with the largest printed factor.

    Each takes the next, and when all have been attacked they begin again; other aircraft only where no bomber is.
    """
    attacked = combat_of(state).targeted

    def danger(name: str) -> tuple[bool, bool, int, str]:
        about = data.counters[name]
        return about.type != "AT", name in attacked, -max(about.surface, about.torp, about.air), name

    fighter = min(fighters(state, data, Side.ALLIED), key=lambda name: (-data.counters[name].air, name))
    return Engage(fighter, min(aircraft(state, data, Side.AXIS), key=danger))


# 9.3 to 9.5: air-to-surface, and the reply


def about_bombing(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they bomb, what fires back, and what becomes of the aircraft."""
    return (
        f"Over {combat_of(known).cell}. A die not above the aircraft's factor hits; then the ship may fire back "
        "if it was missed, or one that covers the others. Afterwards the aircraft is gone for this turn, but one with "
        "torpedoes may use them first, if it is still there."
    )


def about_landing_on_deck(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """Where the aircraft is after its attack."""
    return (
        f"Back on {data.counters[CARRIER].name} it lies in her hex at once; else it comes back when the turn is over."
    )


BOMB: Question[State, Data] = Question(
    "NC-9.3-eligible",
    "Which aircraft bombs which ship?",
    phase=COMBAT,
    about=about_bombing,
    answers={
        Engage: "One die for a hit; after it one ship may fire at the aircraft.",
        Stop: "Your other aircraft drop no bombs in this combat; the enemy's still may.",
    },
    odds=engaging("surface"),
)
ANTI_AIRCRAFT: Question[State, Data] = Question(
    "NC-9.5-one-aa-roll",
    "Which ship fires at the aircraft?",
    phase=COMBAT,
    about="One ship may answer the attack: a die not above her anti-aircraft factor hits. It costs her nothing.",
    odds=firing,
)
LAND_ON_DECK: Question[State, Data] = Question(
    "NC-9.3-british-land",
    "Does the aircraft land on Victorious at once?",
    phase=COMBAT,
    about=about_landing_on_deck,
)


def ships_above(state: State, data: Data, side: Side) -> list[str]:
    """A side's ships in the combat that are not submerged."""
    return [piece.id for piece in in_combat(state, side) if is_surface_ship(data, piece)]


def bombers(state: State, data: Data, side: Side) -> list[str]:
    """NC 9.3: air units with a factor against ships that did not roll in air combat this turn, if there is a ship."""
    if not ships_above(state, data, side.enemy):
        return []
    return [
        piece.id
        for piece in in_combat(state, side)
        if counter(data, piece).is_air
        and factor(data, piece, "surface") > 0
        and not piece.used & (Used.ROLLED_IN_AIR_COMBAT | Used.AIR_TO_SURFACE)
    ]


def air_to_surface(u: Umpire, step: AirToSurface) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.3, NC 9.1: each unit may attack one ship; the sides alternate while both go on.

    One that also has torpedoes stays for their stage (NC 9.10); the others have done what they came for.
    """
    state, data = u.state, u.data
    side = _not_stopped(state, data, step.side, step.stopped, bombers)
    if side is None:
        return (Gunfire(next_stage(state).initiator),)
    raids = pairs(bombers(state, data, side), ships_above(state, data, side.enemy))
    options: Pick[Stop | Engage] = Pick([Stop()], Product(Engage, raids))
    choice = yield from u.ask(side, BOMB, options)
    if isinstance(choice, Stop):
        return (AirToSurface(side.enemy, (*step.stopped, side)),)
    attacker, target = find(state, choice.attacker), find(state, choice.target)
    attacker.used |= Used.AIR_TO_SURFACE
    hit = shoots(u, attacker, "surface", "NC-9.3-hit", counter(data, target).name)
    if hit:
        damage(u, target, attacker.id)
    onward = AirToSurface(side.enemy, step.stopped)
    if counter(data, attacker).torp and not attacker.used & Used.TORPEDO:
        combat_of(state).bombed.append(attacker.id)
        return (AntiAircraft(attacker.id, target.id, hit), onward)
    return (AntiAircraft(attacker.id, target.id, hit), LandOnCarrier(attacker.id), onward)


def _not_stopped(state: State, data: Data, side: Side, stopped: tuple[Side, ...], eligible: Eligible) -> Side | None:
    """The side that goes on in an optional stage."""
    for candidate in (side, side.enemy):
        if candidate not in stopped and eligible(state, data, candidate):
            return candidate
    return None


def anti_aircraft(u: Umpire, step: AntiAircraft) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.3, NC 9.5: at most one reply to an attack from the air, after its damage, by the defender's choice."""
    state, data = u.state, u.data
    side = data.counters[step.attacker].side.enemy
    ships = gunners(state, data, side, step.target, step.hit)
    attacker = find(state, step.attacker)
    if not ships or not on_map(attacker):
        return ()
    options: Pick[Fire | HoldFire] = Pick([*(Fire(name) for name in ships), HoldFire()])
    prompt = f"Which ship fires at {counter(data, attacker).name}?"
    choice = yield from u.ask(side, ANTI_AIRCRAFT, options, prompt)
    if isinstance(choice, Fire):
        ship = find(state, choice.ship)
        rule = "NC-9.3-aa-on-miss" if ship.id == step.target and not step.hit else "NC-9.5-hex-aa"
        if fires_at_aircraft(u, ship, rule, counter(data, attacker).name):
            damage(u, attacker, ship.id)
    return ()


def land_on_carrier(u: Umpire, step: LandOnCarrier) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.3: after its attack a unit is not available; a British one may land on Victorious at once (R36).

    Not so if it has been in air combat: that always ends in the Not Available box (NC 9.2); nor if she is out of its
    range by now (NC 5.3) or has no room. It is asked all the same: that nobody is would tell how far away she is.
    """
    state, data = u.state, u.data
    unit = find(state, step.unit)
    if not on_map(unit):
        return ()
    side = data.counters[unit.id].side
    leave_combat(state, unit)
    carrier = state.pieces[side].get(CARRIER)
    is_afloat = carrier is not None and carrier.at != LOST  # as everyone knows
    if unit.base == CARRIER and is_afloat and unit.id not in combat_of(state).dogfought:
        may_land = not unit.aloft or (room_on_deck(state, data) > 0 and can_reach_deck(state, data, unit))
        options: Pick[Land | WaitAloft] = Pick([*([Land(unit.id, CARRIER)] if may_land else []), WaitAloft()])
        prompt = f"Does {counter(data, unit).name} land on Victorious at once?"
        choice = yield from u.ask(side, LAND_ON_DECK, options, prompt)
        if isinstance(choice, Land):
            land(state, unit, CARRIER)
            u.tell("NC-9.3-british-land", "{unit} lands on Victorious at {cell}", unit=unit.id, cell=unit.at)
            return ()
    to_not_available(u, unit)
    return ()


def leave_combat(state: State, piece: Piece) -> None:
    """A unit takes no further part."""
    combat = combat_of(state)
    for names in (combat.allied, combat.axis, mission_of(state).units):
        if piece.id in names:
            names.remove(piece.id)


# 9.6, 9.7: gunfire


def about_gunfire(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they fire, how long, and in what weather."""
    spoils = _spoils(data, known, "gun")
    return (
        f"In {combat_of(known).cell} the sides fire by turns, one ship at one enemy, until none is left that can. "
        f"Both roll at once: a die not above the gunfire factor hits.{spoils}"
    )


OPEN_FIRE: Question[State, Data] = Question(
    "NC-9.6-select",
    "Which ship opens fire, and at which?",
    phase=COMBAT,
    about=about_gunfire,
    answers={Engage: "Both fire at once, if both have guns; the one attacked cannot open fire herself after that."},
    odds=engaging("gun"),
)


def gun_ships(state: State, data: Data, side: Side) -> list[str]:
    """NC 9.6: ships with guns that have neither attacked nor been attacked in this stage, if there is a target."""
    combat = combat_of(state)
    if not ships_above(state, data, side.enemy):
        return []
    return [
        piece.id
        for piece in in_combat(state, side)
        if is_surface_ship(data, piece)
        and factor(data, piece, "gun") > 0
        and not piece.used & Used.GUNFIRE
        and piece.id not in combat.targeted
    ]


def gunfire(u: Umpire, step: Gunfire) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.6, NC 9.1: compulsory; one ship against one, and the other fires back once at every attacker."""
    state, data = u.state, u.data
    side = selecting(state, data, step.side, gun_ships)
    if side is None:
        return (TorpedoStage(next_stage(state).initiator),)
    combat = combat_of(state)
    duels = pairs(gun_ships(state, data, side), ships_above(state, data, side.enemy))
    options = Pick([], Product(Engage, duels))
    pair = yield from u.ask(side, OPEN_FIRE, options)
    attacker, target = find(state, pair.attacker), find(state, pair.target)
    attacker.used |= Used.GUNFIRE
    combat.targeted.append(target.id)
    duel(u, attacker, target, "gun", "NC-9.6-both-roll")
    return (Gunfire(side.enemy),)


# 9.8, 9.9: torpedoes


def about_torpedoes(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they are fired, who answers, and in what weather."""
    return (
        f"In {combat_of(known).cell}. A die not above the torpedo factor hits; ships on the surface answer "
        f"with their own, submerged boats are not answered.{_spoils(data, known, 'torp')}"
    )


TORPEDO: Question[State, Data] = Question(
    "NC-9.8-rating",
    "Who fires torpedoes, and at which ship?",
    phase=COMBAT,
    about=about_torpedoes,
    answers={
        Engage: "One die for a hit. A ship is answered with torpedoes, an aircraft with anti-aircraft fire.",
        Stop: "You fire no more torpedoes in this combat; the enemy still may.",
    },
    odds=engaging("torp"),
)


def torpedo_units(state: State, data: Data, side: Side) -> list[str]:
    """NC 9.8: units with a rating that have not attacked or, being ships, been attacked in this stage."""
    combat = combat_of(state)
    if not ships_above(state, data, side.enemy):
        return []
    return [
        piece.id
        for piece in in_combat(state, side)
        if factor(data, piece, "torp") > 0 and not piece.used & Used.TORPEDO and piece.id not in combat.targeted
    ]


def torpedo_stage(u: Umpire, step: TorpedoStage) -> kernel.Rule[tuple[Step, ...]]:
    """NC 9.8: each attack is optional; ships on the surface reply with their own, aircraft draw fire (R42).

    Aircraft that have bombed leave when it is over, if they have not attacked in it (NC 9.3).
    """
    state, data = u.state, u.data
    side = _not_stopped(state, data, step.side, step.stopped, torpedo_units)
    if side is None:
        combat = next_stage(state)
        there = (*combat.allied, *combat.axis)
        return (*(LandOnCarrier(name) for name in combat.bombed if name in there), Hunt())
    combat = combat_of(state)
    attacks = pairs(torpedo_units(state, data, side), ships_above(state, data, side.enemy))
    options: Pick[Stop | Engage] = Pick([Stop()], Product(Engage, attacks))
    choice = yield from u.ask(side, TORPEDO, options)
    if isinstance(choice, Stop):
        return (TorpedoStage(side.enemy, (*step.stopped, side)),)
    attacker, target = find(state, choice.attacker), find(state, choice.target)
    attacker.used |= Used.TORPEDO
    onward = TorpedoStage(side.enemy, step.stopped)
    if counter(data, attacker).is_air or is_submerged(data, attacker):
        hit = shoots(u, attacker, "torp", "NC-9.8-procedure", counter(data, target).name)
        if hit:
            damage(u, target, attacker.id)
        if counter(data, attacker).is_air:
            return (AntiAircraft(attacker.id, target.id, hit), LandOnCarrier(attacker.id), onward)
        return (onward,)
    combat.targeted.append(target.id)
    duel(u, attacker, target, "torp", "NC-9.8-procedure")
    return (onward,)


# 9.10: after combat


def end_combat(u: Umpire, _step: EndCombat) -> tuple[Step, ...]:
    """NC 9.2, NC 9.10: aircraft that fought in the air are not available; the mission is over.

    In solitaire Victorious has been discovered if she was in it; groups are turned face down again, and may scatter
    (NC 11.6).
    """
    state = u.state
    combat = combat_of(state)
    for name in combat.dogfought:
        piece = find(state, name)
        if on_map(piece):
            leave_combat(state, piece)
            to_not_available(u, piece)
    state.combat = None
    if state.options.solitaire:
        if CARRIER in combat.allied:
            discover(u, combat.cell)
        turn_down(u)
    return (*scatterings(combat), EndMission())
