"""Submarines: inshore patrols, movement, contact, and those who hunt them (OP-SUB)."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.actions import Attack, Shadow
from barents.games.operations.air.sighting_reports import is_shadowed, known_now, report
from barents.games.operations.battle.damage import sixes
from barents.games.operations.data import Data, by_year
from barents.games.operations.fights import Hunt
from barents.games.operations.rules.menus import BOATS
from barents.games.operations.rules.units import (
    Umpire,
    asw_sum,
    boats_at_sea,
    date,
    effect_at,
    find_fleet,
    moved,
    of_types,
    over,
    ships_of,
    slowest,
    transports,
    weather_at,
)
from barents.games.operations.rules.windows import unless_empty
from barents.games.operations.state import (
    Boat,
    BoatActions,
    BoatAttack,
    BoatContact,
    BoatOrders,
    Fleet,
    Hunting,
    InshorePatrols,
    State,
)
from barents.games.operations.submarines.attack import attack_odds, counter, counterattack, screen_dice
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import NONE, Among, Domain, Routes
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.words import in_words

STORM = 5
NO_BOAT = ""  # acts for a side that has no boats at sea, so that the enemy does not learn of it from waiting


# Inshore patrols


def inshore_patrols(u: Umpire, _step: InshorePatrols) -> None:
    """OP-SUB-inshore: local craft hunt boats that lie close to enemy ports."""
    state, data, table = u.state, u.data, u.data.tables.submarines
    state.phase = "submarines"
    for side in Side:
        keep_touch(u, side)
        hold_down(u, side)
        ports = [port.zone for port in data.ports_of(side.enemy, date(state))]
        for boat in list(boats_at_sea(state.desks[side])):
            near = any(data.distance(boat.at, zone) <= table.inshore_zones for zone in ports)
            if not near or not effect_at(state, data, boat.at).submarines:
                continue
            stormy = weather_at(state, data, boat.at) >= STORM
            least = table.inshore_storm_needed if stormy else table.inshore_needed
            roll = u.roll(2 * D6, "OP-SUB-inshore", boat.key, to=only(side), needs=f"{least} or more is hunted")
            if roll >= least:
                dice, hit = table.inshore_dice, table.inshore_hits_from
                hits = sixes(u, "OP-SUB-inshore", boat.key, dice, least=hit, to=only(side))
                counter(u, side, boat, hits, broke_off=False)


# Movement


def keep_touch(u: Umpire, side: Side) -> None:
    """OP-SUB-shadow: before boats get orders their owner hears where those have gone that they shadow, if not lost."""
    for boat in boats_at_sea(u.state.desks[side]):
        if not boat.shadows:
            continue
        zone = shadow_zone(u.state, u.data, boat)
        if zone is None:
            boat.shadows = ""
            u.tell("OP-SUB-shadow", "{unit} has lost the enemy", to=only(side), unit=boat.key)
        else:
            u.tell("OP-SUB-shadow", "{unit} follows the enemy to {cell}", to=only(side), unit=boat.key, cell=zone)


def reach(state: State, data: Data, side: Side, boat: Boat) -> int:
    """OP-SUB-move: the zones that a boat may make; fewer near an enemy patrol."""
    table = data.tables.submarines
    most = data.boat_classes[boat.type].moves
    near = any(data.distance(boat.at, zone) <= table.patrol_zones for zone in patrols(state, data, side.enemy))
    return min(most, table.patrol_moves) if near else most


def hold_down(u: Umpire, side: Side) -> None:
    """OP-SUB-move: before boats get orders their owner hears which of them an enemy patrol keeps down."""
    for boat in boats_at_sea(u.state.desks[side]):
        boat.held = reach(u.state, u.data, side, boat) < u.data.boat_classes[boat.type].moves
        if boat.held:
            u.tell("OP-SUB-patrol", "{unit} is kept down by a patrol", to=only(side), unit=boat.key)


def patrols(state: State, data: Data, side: Side) -> list[str]:
    """OP-SUB-patrol: where a side hunts submarines: with aircraft, or with a strong covering fleet."""
    desk = state.desks[side]
    zones = [step.centre for step in desk.air.values() if step.sortie == "asw"]
    zones = [desk.fleets[zone].at if zone in desk.fleets else zone for zone in zones]
    least = data.tables.submarines.patrol_asw
    return [
        *(zone for zone in zones if zone[:1].isdigit()),
        *(
            fleet.at
            for fleet in desk.fleets.values()
            if fleet.mission == "cover" and not fleet.docked and asw_sum(state, data, side, fleet) >= least
        ),
    ]


def boat_routes(state: State, data: Data, side: Side, boat: Boat) -> Domain:
    """OP-SUB-move: open sea within reach, no harbour; British and Soviet boats keep out of each other's way."""
    points = data.tables.submarines.patrol_moves if boat.held else data.boat_classes[boat.type].moves
    costs = {
        zone: 1
        for zone in data.reach(boat.at, points)
        if data.may_lie(zone, state.month) and not is_kept_by_allies(state, data, side, boat, zone)
    }
    return Routes(boat.at, points, {**costs, boat.at: 1}, data.neighbours, board="map")


def boat_orders(u: Umpire, _step: BoatOrders) -> kernel.Rule[tuple[Step, ...]]:
    """OP-SUB-move, -order: both sides move their boats in secret, and say in which order they act."""
    allied, axis = yield from u.both(_move(u, Side.ALLIED), _move(u, Side.AXIS))
    for side, ways in ((Side.ALLIED, allied), (Side.AXIS, axis)):
        desk = u.state.desks[side]
        desk.queue = list(ways) or [NO_BOAT]
        for name, way in ways.items():
            _go_to(u, side, desk.boats[name], way.rsplit(">", 1)[-1])
        for fleet in desk.fleets.values():
            fleet.tried = 0
    first = Side.ALLIED if u.state.turn % 2 else Side.AXIS
    return (BoatActions(first), BoatActions(first.enemy))


def _go_to(u: Umpire, side: Side, boat: Boat, zone: str) -> None:
    """OP-SUB-move: a boat goes to a zone, unless an ally's is there before her: then she stays, and loses touch."""
    if not is_kept_by_allies(u.state, u.data, side, boat, zone):
        boat.at = zone
    elif boat.shadows:
        boat.shadows = ""
        u.tell("OP-SUB-shadow", "{unit} has lost the enemy", to=only(side), unit=boat.key)


def is_kept_by_allies(state: State, data: Data, side: Side, boat: Boat, zone: str) -> bool:
    """OP-SUB-move: whether a boat of another nation of the side is in a zone; then she stays where she is."""
    nation = data.boat_classes[boat.type].nation
    boats = boats_at_sea(state.desks[side])
    return any(other.at == zone and data.boat_classes[other.type].nation != nation for other in boats)


def about_moves(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How boats find a fleet (OP-SUB-move, -contact, -order)."""
    table = data.tables.submarines
    return (
        f"A boat finds a fleet that was in her zone this turn on {table.needed} of two dice; at most "
        f"{in_words(table.boats_a_turn)} may try one fleet, in the order that you name them. Near an enemy port she is "
        "hunted herself."
    )


MOVE: Question[State, Data] = Question(
    "OP-SUB-move",
    "Where do your submarines go, and in which order do they act?",
    phase=phases.SUBMARINES,
    about=about_moves,
    answers={Allot: "Each boat goes where you say, or stays; then they try to find the enemy in your order."},
    verb="Sail",
    standing="",
    menu=BOATS.menu,
    plan=BOATS.plan,
)


def _move(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    """A side's boats: those that shadow go with their fleet, if it goes slowly enough, whatever they are told."""
    state, data = u.state, u.data
    with_fleet: dict[str, str] = {}
    slots: dict[str, Domain] = {}
    for boat in boats_at_sea(state.desks[side]):
        if (zone := shadow_zone(state, data, boat)) is not None:
            with_fleet[boat.key] = zone
            slots[boat.key] = Among([zone])
        else:
            slots[boat.key] = boat_routes(state, data, side, boat)
    answer: Allot = yield from u.ask(side, MOVE, Assign(slots, optional=True, ordered=True))
    boats = state.desks[side].boats
    return {name: boats[name].at if way == NONE else way for name, way in answer.pairs} | with_fleet


def shadow_zone(state: State, data: Data, boat: Boat) -> str | None:
    """OP-SUB-shadow: where a shadower goes with her fleet; None if she has none, or it was too fast for her."""
    if not boat.shadows or not any(boat.shadows in state.desks[side].fleets for side in Side):
        return None
    _, fleet = find_fleet(state, boat.shadows)
    slow = moved(fleet) <= data.tables.submarines.follow_zones
    return fleet.at if slow and not fleet.docked and data.may_lie(fleet.at, state.month) else None


# Contact


def contact_modifiers(state: State, data: Data, side: Side, fleet: Fleet) -> dict[str, int]:
    """OP-SUB-contact-mods."""
    table, enemy = data.tables.submarines, state.desks[side.enemy]
    ships = ships_of(enemy, fleet.key)
    now = known_now(state, state.desks[side], fleet.key)
    lone = slowest(data, ships) < table.lone_below_speed or (len(ships) == 1 and bool(transports(data, ships)))
    found = {
        "many ships": table.many if len(ships) >= table.many_from else 0,
        "the fleet's speed": table.moved[min(moved(fleet), len(table.moved) - 1)],
        "weather": effect_at(state, data, fleet.at).contact,
        "aircraft": by_year(table.air, state.year) if over(state, side.enemy, fleet, "asw") else 0,
        "reported": table.reported if now is not None and now.level >= table.reported_level else 0,
        "lone or slow ship": table.lone if lone else 0,
        "shadowed": table.shadowed if is_shadowed(state, data, side, fleet) else 0,
        "in the leads": table.leads if side is Side.ALLIED and fleet.at in data.norwegian_coast else 0,
    }
    return {words: value for words, value in found.items() if value}


def quarry(state: State, data: Data, side: Side, boat: Boat) -> Fleet | None:
    """OP-SUB-contact, -three: the largest fleet that was in, entered or left the boat's zone, and is not crowded."""
    most = data.tables.submarines.boats_a_turn
    passing = [
        fleet
        for fleet in state.desks[side.enemy].fleets.values()
        if not fleet.docked and boat.at in fleet.track and fleet.tried < most
        if effect_at(state, data, fleet.at).submarines
    ]
    enemy = state.desks[side.enemy]
    return max(passing, key=lambda fleet: (len(ships_of(enemy, fleet.key)), fleet.key), default=None)


def boat_actions(u: Umpire, step: BoatActions) -> tuple[Step, ...]:
    """OP-SUB-order: the next boat of a side tries to come up with something."""
    state, side = u.state, step.side
    desk = state.desks[side]
    state.hunt = None
    if not desk.queue:
        return ()
    boat = desk.boats.get(desk.queue.pop(0))
    if boat is not None and boat.at[:1].isdigit():
        attempt(u, side, boat)
    return (BoatContact(side), BoatActions(side))


def attempt(u: Umpire, side: Side, boat: Boat) -> None:
    """OP-SUB-contact, -lull, -shadow: two dice in secret; a shadower is in contact without them."""
    state, data, table = u.state, u.data, u.data.tables.submarines
    if not effect_at(state, data, boat.at).submarines:
        boat.shadows = ""
        return
    if boat.shadows and follow(u, side, boat):
        return
    fleet = quarry(state, data, side, boat)
    if fleet is None or state.turn < boat.quiet:
        return
    fleet.tried += 1
    modifiers = contact_modifiers(state, data, side, fleet)
    roll = u.roll(2 * D6, "OP-SUB-contact", boat.key, modifiers, to=NOBODY, needs=f"{table.needed} or more")
    if roll >= table.needed:
        in_contact(u, side, boat, fleet)


def follow(u: Umpire, side: Side, boat: Boat) -> bool:
    """OP-SUB-shadow: she keeps contact, unless the screen drives her off; False if the fleet was too fast for her."""
    state, data = u.state, u.data
    if shadow_zone(state, data, boat) is None:
        boat.shadows = ""
        u.tell("OP-SUB-shadow", "{unit} has lost the enemy", to=only(side), unit=boat.key)
        return False
    enemy, fleet = find_fleet(state, boat.shadows)
    dice = screen_dice(state, data, enemy, fleet)
    if sixes(u, "OP-SUB-shadow", "The screen", dice, least=data.tables.submarines.screen_hits_from, to=NOBODY):
        u.tell("OP-SUB-shadow", "A submarine that shadowed the fleet in {cell} is driven off", cell=fleet.at)
        boat.shadows = ""
        counterattack(u, Hunt(side, boat.key, fleet.key, dice=dice, detected=True), boat)
    else:
        in_contact(u, side, boat, fleet)
    return True


def in_contact(u: Umpire, side: Side, boat: Boat, fleet: Fleet) -> None:
    """OP-SUB-report: she reports the fleet, and her owner will say what she does."""
    level, name = u.data.tables.submarines.level, boat.name or boat.key
    found = report(u, side, fleet.key, level, name, identifies=True)
    # It is said also where the report says nothing new: what is asked about must have been told.
    words, number = "{unit} has the enemy of report {number} in sight in {cell}", int(found.key[1:])
    u.tell("OP-SUB-report", words, to=only(side), unit=boat.key, number=number, cell=found.zone)
    u.state.hunt = Hunt(side, boat.key, fleet.key, found.key)


IN_CONTACT: Question[State, Data] = Question(
    "OP-SUB-report",
    "Does a submarine of yours attack or shadow?",
    phase=phases.SUBMARINES,
    about=unless_empty(
        "She has reported them. To attack she must pass the screen: only then does she see which ships they are. If "
        "it finds her first she may break off or press on. As a shadower she follows a slow fleet without rolling, "
        "and every other boat, ship and aircraft finds it more easily."
    ),
    answers={
        Shadow: "She follows them from turn to turn, until they go too fast or the screen drives her off.",
        Decline: "She lies low, and lets them go.",
    },
    odds=attack_odds,
    order="Attack or shadow with submarines",
)


def boat_contact(u: Umpire, step: BoatContact) -> kernel.Rule[tuple[Step, ...]]:
    """OP-SUB-report: attack, shadow, or lie low."""
    state, side, hunt = u.state, step.side, u.state.hunt
    if hunt is None:
        yield from u.window(side, IN_CONTACT, Pick[Action]([]))
        return ()
    boat = state.desks[side].boats[hunt.boat]
    deeds: list[Action] = [Shadow(boat.key, hunt.contact)]
    if boat.attacks < u.data.boat_classes[boat.type].load:
        deeds.insert(0, Attack(boat.key, hunt.contact))
    prompt = f"{boat.name or boat.key} is in contact. What does she do?"
    answer = yield from u.window(side, IN_CONTACT, Pick(deeds), prompt)
    match answer:
        case Attack():
            boat.shadows = ""
            return (BoatAttack(side),)
        case Shadow():
            boat.shadows, boat.since = hunt.fleet, state.turn
        case _:
            boat.shadows = ""
    return ()


# Hunting (R77)


def hunting(u: Umpire, _step: Hunting) -> None:
    """OP-SUB-hunt: a covering fleet with a strong screen looks for boats in its zone, and attacks them."""
    state, data, table = u.state, u.data, u.data.tables.submarines
    for side in Side:
        desk = state.desks[side]
        for fleet in list(desk.fleets.values()):
            if fleet.docked or fleet.mission != "cover" or asw_sum(state, data, side, fleet) < table.patrol_asw:
                continue
            for boat in [boat for boat in boats_at_sea(state.desks[side.enemy]) if boat.at == fleet.at]:
                hunt_down(u, side, fleet, boat)


def hunt_down(u: Umpire, side: Side, fleet: Fleet, boat: Boat) -> None:
    """OP-SUB-hunt: two dice to find her, then the screen's dice."""
    state, data, table = u.state, u.data, u.data.tables.submarines
    ships = ships_of(state.desks[side], fleet.key)
    air = bool(of_types(data, ships, "CVE") or over(state, side, fleet, "asw"))
    found = {
        "aircraft": table.hunt_air if air else 0,
        "storm": table.hunt_storm if weather_at(state, data, fleet.at) == STORM else 0,
    }
    modifiers = {words: value for words, value in found.items() if value}
    least = table.hunt_needed
    if not effect_at(state, data, fleet.at).submarines:
        return
    if u.roll(2 * D6, "OP-SUB-hunt", fleet.key, modifiers, to=NOBODY, needs=f"{least} or more") < least:
        return
    u.tell("OP-SUB-hunt", "A submarine is found in {cell}", cell=fleet.at)
    dice = screen_dice(state, data, side, fleet)
    hits = sixes(u, "OP-SUB-hunt", "The hunters", dice, least=table.counter_hits_from)
    if hits:
        counter(u, side.enemy, boat, hits, broke_off=False)
    else:
        u.tell("OP-SUB-hunt", "She gets away")
