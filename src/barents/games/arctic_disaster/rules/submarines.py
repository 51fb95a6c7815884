"""Chapter 13: submarines move by themselves, attack whoever comes into their hex, and one of them may shadow PQ-17."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import partial
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Submarine, Target, TargetType
from barents.games.arctic_disaster.data import CONVOY, MURMANSK, Data
from barents.games.arctic_disaster.datafiles import BoatClass
from barents.games.arctic_disaster.names import many
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.advantage import advantage, change_of, named, on_the_die
from barents.games.arctic_disaster.rules.convoy_display import SCREEN, positions
from barents.games.arctic_disaster.rules.detection import detect
from barents.games.arctic_disaster.rules.dice import damage_die
from barents.games.arctic_disaster.rules.odds import harm, yes_or_no
from barents.games.arctic_disaster.rules.tables import Hit
from barents.games.arctic_disaster.rules.units import (
    SMALL_ESCORTS,
    Umpire,
    boats_at,
    convoy,
    damage,
    disband,
    find,
    in_force,
    is_fog,
    new_handle,
    of_type,
    singles_at,
    where,
)
from barents.games.arctic_disaster.state import HELD, LOST, Boat, Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D10
from barents.kernel.game import Sighting, Step
from barents.kernel.odds import ends, every_throw, gamble, percent
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import listed

HUNTERS = ("DD", "FF", "MS")
# What a contact report speaks of; cruisers of both kinds are one type.
REPORTED = ("CV", "BB", "CA", "DD", "TA", "MT")


# Who is who


def command_of(data: Data, boat: str) -> BoatClass:
    """AD 13.10: the command of a submarine; PQ-17's two boats become Allied ones when it scatters."""
    about = data.boats.get(boat)
    return data.commands[about.command if about is not None else "allied"]


def is_dummy(data: Data, boat: str) -> bool:
    """AD 13.2."""
    return boat in data.boats and data.boats[boat].dummy


def is_of_the_convoy(data: Data, boat: str) -> bool:
    """AD 13.10: P614 or P615, which no patrol area binds."""
    return boat not in data.boats


def revert(u: Umpire, cell: str) -> None:
    """AD 13.10: when PQ-17 scatters its two submarines become ordinary ones in its hex."""
    state, data = u.state, u.data
    for ship in of_type(data, in_force(state, Side.ALLIED, CONVOY), "SS"):
        del state.ships[Side.ALLIED][ship.id]
        state.boats[Side.ALLIED][ship.id] = Boat(ship.id, cell, new_handle(state))
        u.tell("AD-13.10-revert", "A submarine of the convoy goes its own way at {cell}", cell=cell)


# Dummies and the shadower


def sweep(u: Umpire, side: Side, cell: str) -> None:
    """AD 13.2, R97: dummy boats vanish when a force or ship of the other side comes into their hex."""
    for boat in boats_at(u.state, side.enemy, cell):
        if is_dummy(u.data, boat.id):
            words = "There is no submarine at {cell}: it was a dummy"
            u.tell("AD-13.2-dummy-removed", words, cell=cell, marker=boat.handle)
            boat.at, boat.handle = HELD, 0


def follow(u: Umpire, cell: str) -> None:
    """AD 13.6: the boat that shadows PQ-17 goes with it, but not into Murmansk."""
    state = u.state
    if not state.shadow:
        return
    if cell == MURMANSK:
        state.shadow = ""
        return
    state.boats[Side.AXIS][state.shadow].at = cell
    u.tell("AD-13.6-shadow-effect", "The boat that shadows PQ-17 follows it to {cell}", cell=cell)


# What is asked


def about_contact(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What an attack needs, and what shadowing is good for."""
    if q.is_empty(decision):
        return q.NOTHING
    table = data.tables.submarine
    offered = decision.options.listed if isinstance(decision.options, Pick) else ()
    told = "In fog, or with all its attacks made, it cannot attack."
    if Submarine("attack") in offered:
        told = (
            f"{table.type_from} or more gives a shot, {table.pick_from} a ship of your choice; every {table.escorts} "
            "small escorts take one off. You also hear what is there."
        )
    if Submarine("shadow") in offered:
        told += " A boat that shadows PQ-17 goes with it and keeps it in sight."
    return told


def about_hunting(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What hunters are worth."""
    needed = data.tables.submarine.shadow_from
    return (
        f"The boat needs {needed} or more, and each escort that goes takes one off. Those that go are away from the "
        "convoy until the end of the turn. Once shadowed it stays in sight."
    )


def asked_boat(data: Data, known: State, decision: Decision[Any]) -> Boat:
    """The boat that a question names."""
    boats = known.boats[decision.side].values()
    named = [boat for boat in boats if f" {boat_name(data, boat.id)} " in decision.prompt.replace("?", " ")]
    return max(named, key=lambda boat: len(boat_name(data, boat.id)))


def contact_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of an attack, or of shadowing."""
    if not isinstance(action, Submarine):
        return None
    if action.what == "attack":
        return getting_a_shot(data, known, decision)
    each = "each destroyer or corvette that leaves the screen to hunt takes 10% off"
    return gamble(every_throw(data, lambda u: keeps_in_touch(u, {})), "shadowing PQ-17", "shaken off", each)


def getting_a_shot(data: Data, known: State, decision: Decision[Any]) -> Odds:
    """AD 13.5: an attack; what escorts there are is known only of ships that lie open."""
    table, boat, enemy = data.tables.submarine, asked_boat(data, known, decision), decision.side.enemy
    ships, notes = singles_at(known, enemy, boat.at), []
    if known.active is not None and known.active.side is enemy:
        ships = in_force(known, enemy, known.active.force)
        if not ships:
            notes.append(f"each {table.escorts} small escorts that are there take 10% off")
    found = every_throw(data, lambda u: position_die(u, boat.id, attack_modifiers(data, boat.id, ships)))
    left = command_of(data, boat.id).attacks - boat.attacks
    notes.append(f"{left} of its attacks left")
    outcomes = ends({position.value: found[position] for position in Position})
    return Odds(1 - found[Position.NONE], "getting a shot", found.modifiers, outcomes, tuple(notes))


def aim_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of torpedoes at a type, or at a ship."""
    match action:
        case TargetType(kind):
            one = next(name for name, about in data.counters.items() if about.type == kind)
            return torpedo(data, known, decision, Ship(one), certain=False)
        case Target(ship):
            target = known.ships[decision.side.enemy].get(ship, Ship(ship))
            return torpedo(data, known, decision, target, certain=True)
    return None


def torpedo(data: Data, known: State, decision: Decision[Any], target: Ship, *, certain: bool) -> Odds:
    """AD 13.7, 13.9: a boat's torpedoes at a ship; of a type any ship may be drawn, damaged or not."""
    boat, modifiers = asked_boat(data, known, decision), torpedo_modifiers(data, target)
    hits = chances.hits(data, command_of(data, boat.id).column, modifiers).by(partial(doubled, data))
    chance = hits.chance(lambda hit: hit.points)
    lost = every_throw(data, lambda u: is_sunk_in_return(u, boat.id)).chance(bool)
    note = f"{percent(lost)} lose the boat, if there is an escort to hunt her"
    if not certain:
        return yes_or_no(chance, "a hit", "miss", modifiers, note)
    hurt = hits.then(partial(chances.struck, data, target.id, chances.wounds_of(target)))
    return Odds(chance, "a hit", modifiers, harm(data, target, hurt), (note,))


def hunting_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 13.6: that the escorts out hunting, and those that are to go, keep a boat from shadowing."""
    return keeping_off(data, known, len(action.items), {}) if isinstance(action, Choose) else None


def shadowing_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10, 13.6: that escorts and the change keep a boat from shadowing, which only the Allies can work out."""
    return keeping_off(data, known, 0, change_of(action)) if decision.side is Side.ALLIED else None


def keeping_off(data: Data, known: State, more: int, change: Mapping[str, int]) -> Odds:
    """AD 13.6: that a boat cannot keep in touch with PQ-17."""
    modifiers = {**touch_modifiers(known, Side.ALLIED, more), **change}
    found = every_throw(data, lambda u: not keeps_in_touch(u, modifiers))
    return gamble(found, "keeping it off", "PQ-17 is shadowed")


BOAT_CHANGED = on_the_die("submarine", higher="the boat gets more of a shot")
SHADOWING_CHANGED = on_the_die("shadowing", shadowing_odds)
CONTACT: Question[State, Data] = Question(
    "AD-13.5-contact",
    "Does your submarine do anything about the enemy?",
    phase=q.BOATS,
    about=about_contact,
    answers={Decline: "The boat does nothing, and the enemy learns nothing of it."},
    odds=contact_odds,
    order="Attack or shadow with submarines",
)
AIM: Question[State, Data] = Question(
    "AD-13.7-table-type",
    "At which type of ship does the boat fire?",
    phase=q.BOATS,
    about="The boat is in position. Which ship of that type it is may be left to chance; torpedoes do double damage.",
    odds=aim_odds,
)
TARGET: Question[State, Data] = Question(
    "AD-13.7-table-pick",
    "At which ship does the boat fire?",
    phase=q.BOATS,
    about="The boat has found a perfect position: any of them may be the target, and torpedoes do double damage.",
    odds=aim_odds,
)
HUNT: Question[State, Data] = Question(
    "AD-13.6-shadow-detach",
    "Which escorts leave the screen to keep the U-boat from shadowing?",
    phase=q.BOATS,
    about=about_hunting,
    answers={Choose: "These escorts hunt the boat, and are away from the convoy until the turn ends."},
    verb="Hunt with",
    odds=hunting_odds,
)


# Contact (13.5)


def contact_steps(u: Umpire, side: Side, force: str, cell: str) -> tuple[Step, ...]:
    """AD 13.5: each boat in a hex that a force is in, or ships lying singly are (`force` is empty), may declare.

    Dummies have vanished by then (13.2).
    """
    return tuple(s.Contact(boat.id, side, force) for boat in boats_at(u.state, side.enemy, cell))


def ships_met(state: State, side: Side, force: str, cell: str) -> list[Ship]:
    """AD 13.5: the ships that a boat is in contact with; escorts that hunt a shadower are elsewhere."""
    ships = in_force(state, side, force) if force else singles_at(state, side, cell)
    return [ship for ship in ships if not ship.away]


def contact(u: Umpire, step: s.Contact) -> kernel.Rule[tuple[Step, ...]]:
    """AD 13.5, 13.6: a boat's owner may announce an attack, or of a U-boat that it will shadow.

    He is asked also when the boat has no attack left, since the other side does not know that. Shadowing is offered
    against any force that could be PQ-17, since the choice itself must not tell which one it is.
    """
    state, data, side = u.state, u.data, step.side
    boat = state.boats[side.enemy][step.boat]
    if not _in_contact(state, boat, side, step.force):
        return ()
    fog, shadow = is_fog(state, data, boat.at), _may_be_convoy(state, boat, side, step.force)
    if fog and not shadow:
        return ()
    options = []
    if may_attack(state, data, boat):
        options.append(Submarine("attack"))
    if shadow:
        options.append(Submarine("shadow"))
    prompt = f"Does {boat_name(data, boat.id)} do anything about the enemy in {boat.at}?"
    state.asked = {side.enemy: boat.id}
    answer = yield from u.window(side.enemy, CONTACT, Pick(options), prompt)
    state.asked = {}
    if answer is None:
        return ()
    _note_declared(state, boat, step.force)
    if answer.what == "shadow":
        words = "A U-boat at {cell} tries to shadow"
        u.tell("AD-13.6-shadow-declare", words, cell=boat.at, marker=boat.handle)
        return (s.ShadowAttempt(step.boat, side, step.force),)
    return announce_attack(u, boat, side, step.force)


def may_attack(state: State, data: Data, boat: Boat) -> bool:
    """AD 13.8: a boat has so many attacks in the game, and none in fog."""
    return not is_fog(state, data, boat.at) and boat.attacks < command_of(data, boat.id).attacks


def announce_attack(u: Umpire, boat: Boat, side: Side, force: str) -> tuple[Step, ...]:
    """AD 13.5: a boat that attacks a side's force, or ships lying singly, is known from then on."""
    u.reveal([boat.id], "AD-13.5-contact", to=side)
    u.tell("AD-13.5-contact", "{boat} attacks at {cell}", boat=boat.id, cell=boat.at, marker=boat.handle)
    return (s.BoatAttack(boat.id, side, force),)


def _in_contact(state: State, boat: Boat, side: Side, force: str) -> bool:
    """AD 13.5, R62: a boat declares once against a force in its activation, once against each move of lone ships."""
    if not force:
        return bool(singles_at(state, side, boat.at))
    marker = state.forces[side].get(force)
    met = state.active.met if state.active is not None else []
    return marker is not None and boat.id not in met


def _note_declared(state: State, boat: Boat, force: str) -> None:
    """A boat has had its chance against a force."""
    if force and state.active is not None:
        state.active.met.append(boat.id)


def _may_be_convoy(state: State, boat: Boat, side: Side, force: str) -> bool:
    """AD 13.6: whether for all the German knows a U-boat could shadow a force."""
    target = convoy(state)
    if side is Side.AXIS or not force or target is None or state.shadow:
        return False
    marker = state.forces[side][force]
    return force == CONVOY if marker.detected or target.detected else True


# Attacks (13.5, 13.7 to 13.9)


def boat_attack(u: Umpire, step: s.BoatAttack) -> kernel.Rule[tuple[Step, ...]]:
    """AD 13.5, 13.7: a die for the chance of an attack, a report, the target, torpedoes, and the counterattack."""
    state, data, side = u.state, u.data, step.side
    boat = state.boats[side.enemy][step.boat]
    marker = state.forces[side].get(step.force)
    if marker is not None and marker.dummy:  # found out by the report, which is made whatever the die (13.8)
        boat.attacks += 1
        words = "There is no force at {cell}: it was a dummy"
        u.tell("AD-13.5-dummy-force", words, cell=marker.at, marker=marker.handle)
        disband(u, side, marker.key)
        return ()
    ships = ships_met(state, side, step.force, boat.at)
    if not ships:
        return ()
    boat.attacks += 1
    used = yield from advantage(u, BOAT_CHANGED, "AD-13.5-attack-roll", boat.id)
    position = position_die(u, boat.id, {**attack_modifiers(data, boat.id, ships), **named(used)})
    _report(u, side, boat, ships)
    if position is Position.NONE:
        u.tell("AD-13.5-attack-roll", "{boat} does not get into a position to fire", boat=boat.id)
        return ()
    target = yield from _aim(u, side.enemy, boat, ships, picks=position is Position.ANY_SHIP)
    yield from _torpedoes(u, boat, target)
    _counterattack(u, side, boat)
    return ()


class Position(StrEnum):
    """13.5: how a boat comes to a shot."""

    NONE = "no chance"
    A_TYPE = "fires at a type"
    ANY_SHIP = "fires at a ship of your choice"


def position_die(u: Umpire, boat: str, modifiers: Mapping[str, int]) -> Position:
    """AD 13.5: whether a boat gets into a position to fire, and into which."""
    table = u.data.tables.submarine
    roll = u.roll(D10, "AD-13.5-attack-roll", boat, modifiers, needs=f"{table.type_from} or more to attack")
    if roll < table.type_from:
        return Position.NONE
    return Position.ANY_SHIP if roll >= table.pick_from else Position.A_TYPE


def attack_modifiers(data: Data, boat: str, ships: Iterable[Ship]) -> dict[str, int]:
    """AD 13.5: one off for every complete four small escorts, and for Soviet boats."""
    sets = len(of_type(data, ships, *SMALL_ESCORTS)) // data.tables.submarine.escorts
    modifiers = {"escorts": -sets, "Soviet boat": command_of(data, boat).modifier}
    return {name: value for name, value in modifiers.items() if value}


def _report(u: Umpire, side: Side, boat: Boat, ships: list[Ship]) -> None:
    """AD 13.5: how many naval units there are, and which of the great types; the force stays undetected."""
    present = [kind for kind in types_of(u.data, ships) if kind in REPORTED]
    what = f"{len(ships)} naval unit{'' if len(ships) == 1 else 's'}"
    if present:
        what += f", among them {listed([many(kind) for kind in present], len(present))}"
    sighting = Sighting(boat.at, what, boat.id, u.state.turn)
    words = "Contact report from {boat} at {cell}: {what}"
    u.tell("AD-13.5-report", words, to=only(side), boat=boat.id, cell=boat.at, what=what)
    u.tell("AD-13.5-report", words, to=only(side.enemy), sighting=sighting, boat=boat.id, cell=boat.at, what=what)


def types_of(data: Data, ships: Iterable[Ship]) -> list[str]:
    """The types that torpedoes can be aimed at, the weightiest first; cruisers of both kinds are one."""
    present = {target_type(data, ship) for ship in ships}
    return [kind for kind in (*REPORTED, "AA", "FF", "MS", "AT", "R", "TB", "SS") if kind in present]


def aimed_types(data: Data, ships: Iterable[Ship]) -> list[str]:
    """AD 13.5, 13.7: the types that a captain may name.

    Of the torpedo boats of a force no report speaks: they are named only where there is nothing else, or lie open.
    """
    ships = list(ships)
    kinds = types_of(data, ships)
    named = [kind for kind in kinds if kind != "TB"]
    return named if named and any(ship.force for ship in ships) else kinds


def target_type(data: Data, ship: Ship) -> str:
    """The type that a ship counts as for a boat."""
    kind = data.counters[ship.id].type
    return "CA" if kind == "CL" else kind


def _aim(u: Umpire, owner: Side, boat: Boat, ships: list[Ship], *, picks: bool) -> kernel.Rule[Ship]:
    """AD 13.7: the owner names a type, and a ship of it is drawn; with a better die he picks the ship himself."""
    state, data = u.state, u.data
    kinds, to = aimed_types(data, ships), only(owner)
    u.tell("AD-13.7-table-type", "In sight: {types}", to=to, types=listed([many(kind) for kind in kinds], len(kinds)))
    kind = kinds[0]
    if len(kinds) > 1:
        prompt = f"At which type of ship does {boat_name(data, boat.id)} fire?"
        kind = (yield from u.ask(owner, AIM, Pick([TargetType(k) for k in kinds]), prompt)).type
    names = [ship.id for ship in ships if target_type(data, ship) == kind]
    if not picks:
        return find(state, u.draw(names, 1, "AD-13.7-table-type", boat.id)[0])
    name = names[0]
    if len(names) > 1:
        u.tell("AD-13.7-table-pick", "{boat} has the choice of {number} ships", to=to, boat=boat.id, number=len(names))
        prompt = f"At which ship does {boat_name(data, boat.id)} fire?"
        name = (yield from u.ask(owner, TARGET, Pick([Target(name) for name in names]), prompt)).ship
    return find(state, name)


def _torpedoes(u: Umpire, boat: Boat, target: Ship) -> kernel.Rule[None]:
    """AD 13.7: the boat's column of the Damage Table; the damage is doubled and counts at once."""
    data = u.data
    column = command_of(data, boat.id).column
    rule = "AD-13.7-col1" if column == 1 else "AD-13.7-col4"
    u.tell(rule, "{boat} fires at {unit}", boat=boat.id, unit=target.id)
    used = yield from advantage(u, BOAT_CHANGED, rule, boat.id)
    modifiers = {**torpedo_modifiers(data, target), **named(used)}
    hit = doubled(data, damage_die(u, rule, boat.id, column, modifiers))
    if not hit.points:
        u.tell("AD-13.7-double", "{boat} misses", boat=boat.id)
    damage(u, target, hit.points, boat.id, star=hit.star)


def doubled(data: Data, hit: Hit) -> Hit:
    """AD 13.7: the damage of a boat's torpedoes is doubled."""
    return Hit(hit.points * data.tables.submarine.double, hit.star)


def torpedo_modifiers(data: Data, target: Ship) -> dict[str, int]:
    """AD 13.7: small ships are hard to hit."""
    gunnery = data.tables.gunnery
    return {"small target": gunnery.small_target} if data.counters[target.id].type in gunnery.small else {}


def _counterattack(u: Umpire, side: Side, boat: Boat) -> None:
    """AD 13.9: if there is a destroyer, corvette or minesweeper in the hex, a bare ten sinks the boat."""
    state, data = u.state, u.data
    ships = of_type(data, state.ships[side].values(), *HUNTERS)
    if not any(where(state, data, ship) == boat.at for ship in ships):
        return
    if is_sunk_in_return(u, boat.id):
        u.tell("AD-13.9-counter", "{boat} is sunk at {cell}", boat=boat.id, cell=boat.at)
        boat.at = LOST
        if state.shadow == boat.id:
            state.shadow = ""
            u.tell("AD-13.6-shadow-only-fog", "PQ-17 is no longer shadowed")


def is_sunk_in_return(u: Umpire, boat: str) -> bool:
    """AD 13.9: the die of the counterattack."""
    needed = u.data.tables.submarine.counterattack
    return u.roll(D10, "AD-13.9-counter", boat, needs=f"{needed} sinks the boat").natural >= needed


# Shadowing (13.6)


def touch_modifiers(state: State, side: Side, more: int = 0) -> dict[str, int]:
    """AD 13.6: the escorts that are out hunting, and those that are to go too."""
    out = more + sum(ship.away for ship in in_force(state, side, CONVOY))
    return {"escorts out hunting": -out} if out else {}


def keeps_in_touch(u: Umpire, modifiers: Mapping[str, int]) -> bool:
    """AD 13.6: whether a boat shadows PQ-17."""
    needed = u.data.tables.submarine.shadow_from
    return u.roll(D10, "AD-13.6-shadow-success", "A U-boat", modifiers, needs=f"{needed} or more to shadow") >= needed


def shadow_attempt(u: Umpire, step: s.ShadowAttempt) -> kernel.Rule[tuple[Step, ...]]:
    """AD 13.6: escorts may leave the screen to keep the boat down; then a die without the modifier for escorts.

    Those that are out hunting count against every attempt until they are back in the Terminal Phase (R94).
    """
    state, data = u.state, u.data
    boat, marker = state.boats[step.side.enemy][step.boat], state.forces[step.side][step.force]
    if marker.key != CONVOY:
        u.tell("AD-13.6-shadow-only-pq", "What is at {cell} cannot be shadowed: it is not PQ-17", cell=boat.at)
        return ()
    # How the escorts stand only their owner knows: he is asked also where none is in the screen.
    screen = screen_of(state, data)
    prompt = f"Which escorts leave the screen to keep the U-boat in {boat.at} from shadowing?"
    if not screen:
        prompt = f"No escort is in the screen to keep the U-boat in {boat.at} from shadowing"
    answer: Choose = yield from u.ask(step.side, HUNT, Subset(screen), prompt)
    for name in answer.items:
        ship = state.ships[step.side][name]
        ship.away, ship.square = True, ""
        u.tell("AD-13.6-shadow-detach", "{unit} leaves the screen to hunt the boat", unit=name)
    hunters = touch_modifiers(state, step.side)
    used = yield from advantage(u, SHADOWING_CHANGED, "AD-13.6-shadow-success", "shadowing")
    if keeps_in_touch(u, {**hunters, **named(used)}):
        _shadow(u, boat, marker)
    else:
        u.tell("AD-13.6-shadow-success", "The boat at {cell} cannot keep in touch", cell=boat.at)
    return ()


def screen_of(state: State, data: Data) -> list[str]:
    """AD 13.6: the destroyers and corvettes in screen squares."""
    places = positions(state, data)
    ships = of_type(data, in_force(state, Side.ALLIED, CONVOY), "DD", "FF")
    return [ship.id for ship in ships if places.get(ship.id) in SCREEN]


def _shadow(u: Umpire, boat: Boat, marker: Force) -> None:
    """AD 13.6: a shadowed convoy is detected, and carries its shadower along."""
    u.state.shadow = boat.id
    u.tell("AD-13.6-shadow-effect", "PQ-17 is shadowed by a U-boat at {cell}", cell=boat.at)
    detect(u, Side.ALLIED, marker)


def boat_name(data: Data, boat: str) -> str:
    """What a boat is called."""
    return data.boats[boat].name if boat in data.boats else data.counters[boat].name
