"""Bombardment of a port (OP-PORT-bombard)."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.sighting_reports import report, tell_ships
from barents.games.operations.battle.damage import gun_hit, throw
from barents.games.operations.data import Data
from barents.games.operations.fights import Siege
from barents.games.operations.orders import GUN_SLOTS, ShoreGun, WeaponSlot
from barents.games.operations.rules.base import bombard_bases
from barents.games.operations.rules.units import Umpire, effect_at, guns, ships_of, type_of
from barents.games.operations.state import Battery, Bombardment, Fleet, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import signed

BATTERIES: tuple[Battery, ...] = ("primary", "secondary", "tertiary")
SEEN = 3  # the level of a report of ships under one's guns

Targets = dict[str, str]


def about_bombardment(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """The one round of it (OP-PORT-bombard)."""
    table = data.tables.bombardment
    return (
        f"One round at {table.range} cells, with {signed(table.modifier)} for ships in harbour; the port answers with "
        f"{table.shore_dice} {table.shore_battery} dice, a great one with {table.strong_dice} {table.strong_battery} "
        "dice."
    )


FLEET_GUNS: Question[State, Data] = Question(
    "OP-PORT-bombard",
    "At which ships in port do your batteries fire?",
    part="fleet",
    phase=phases.BOMBARDMENT,
    about=about_bombardment,
    answers={Allot: "Each battery fires at the ship that you give it; one without an order at the ship worth most."},
    verb="Fire",
    slots=GUN_SLOTS,
)
PORT_GUNS: Question[State, Data] = Question(
    "OP-PORT-bombard",
    "At which ships do the guns of the port fire?",
    part="port",
    phase=phases.BOMBARDMENT,
    about=about_bombardment,
    answers={Allot: "Each gun fires at the ship that you give it; one without an order at the ship worth most."},
    verb="Fire",
    slots=GUN_SLOTS,
)


def bombardment(u: Umpire, _step: Bombardment) -> kernel.Rule[tuple[Step, ...]]:
    """OP-PORT-bombard, OP-BASE-destroy: the fleets that have come to bombard, one after the other."""
    state = u.state
    if state.siege is not None:
        yield from bombard(u, state.siege)
        return (Bombardment(),)
    for side in Side:
        for fleet in state.desks[side].fleets.values():
            if has_come(u, fleet):
                appear(u, side, fleet)
                return (Bombardment(),)
    bombard_bases(u)
    return ()


def has_come(u: Umpire, fleet: Fleet) -> bool:
    """OP-WX-gale-combat: whether a fleet is off the port that it is to bombard, and neither foe nor sea prevents it."""
    port = u.data.port_at(fleet.at)
    there = fleet.mission == "bombard" and port is not None and port.name == fleet.port
    return there and not fleet.engaged and effect_at(u.state, u.data, fleet.at).combat


def lying(state: State, side: Side, zone: str) -> list[Ship]:
    """The ships of a side that lie in a port."""
    desk = state.desks[side]
    docked = [fleet.key for fleet in desk.fleets.values() if fleet.docked and fleet.at == zone]
    return [ship for key in docked for ship in ships_of(desk, key)]


def appear(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-PORT-bombard: a fleet appears off a port; now either side sees the other's ships."""
    own, others = ships_of(u.state.desks[side], fleet.key), lying(u.state, side.enemy, fleet.at)
    u.state.siege = Siege(side, fleet.key, fleet.port, [ship.key for ship in own], [ship.key for ship in others])
    u.tell("OP-PORT-bombard", "{port} is bombarded", port=fleet.port)
    for watcher, ships in ((side, others), (side.enemy, own)):
        if ships:
            tell_ships(u, watcher, "OP-PORT-bombard", ships)


def bombard(u: Umpire, siege: Siege) -> kernel.Rule[None]:
    """OP-PORT-bombard: every battery at the ships in port, the guns of the port at the fleet; then it is free again."""
    state, data, table, side = u.state, u.data, u.data.tables.bombardment, siege.side
    fleet = state.desks[side].fleets[siege.fleet]
    own = [state.desks[side].ships[key] for key in siege.ships]
    others = [state.desks[side.enemy].ships[key] for key in siege.targets]
    strong = fleet.port in table.strong_ports
    shore: Battery = table.strong_battery if strong else table.shore_battery
    sheets = {side: _guns_of(u, side, own, others), side.enemy: _shore(u, side.enemy, own, strong=strong)}
    allied, axis = yield from u.both(sheets[Side.ALLIED], sheets[Side.AXIS])
    given, answered = (allied, axis) if side is Side.ALLIED else (axis, allied)
    hits: list[tuple[str, Battery]] = []
    for ship in own:
        for battery in BATTERIES:
            if target := given.get(str(WeaponSlot(ship.key, battery))):
                dice = guns(data, ship, battery)
                count = throw(u, "OP-PORT-bombard", f"{ship.key} at {target}", dice, {"in port": table.modifier})
                hits += [(target, battery)] * count
    for target in dict.fromkeys(answered.values()):
        dice = list(answered.values()).count(target)
        subject = f"The guns of {fleet.port} at {target}"
        hits += [(target, shore)] * throw(u, "OP-PORT-bombard", subject, dice, {"shore": table.shore_modifier})
    for target, weapon in hits:
        gun_hit(u, target, weapon)
    state.siege = None
    _reported(u, side, fleet)
    fleet.mission, fleet.port, fleet.plot = "raid", "", []


def _guns_of(u: Umpire, side: Side, own: list[Ship], others: list[Ship]) -> kernel.Rule[Targets]:
    """A target for each battery in reach; without one it fires at the ship worth most."""
    data, table = u.data, u.data.tables.bombardment
    able = [
        str(WeaponSlot(ship.key, battery))
        for ship in own
        for battery in BATTERIES
        if others and guns(data, ship, battery) and table.range <= data.battery(battery).range
    ]
    return (yield from _aim(u, side, FLEET_GUNS, able, others))


def _shore(u: Umpire, side: Side, targets: list[Ship], *, strong: bool) -> kernel.Rule[Targets]:
    """OP-PORT-bombard: the defender says at which ships each gun of the port fires."""
    table = u.data.tables.bombardment
    number = table.strong_dice if strong else table.shore_dice
    pieces = [str(ShoreGun(gun)) for gun in range(1, number + 1)]
    return (yield from _aim(u, side, PORT_GUNS, pieces, targets))


def _aim(
    u: Umpire, side: Side, question: Question[State, Data], weapons: list[str], ships: list[Ship]
) -> kernel.Rule[Targets]:
    slots: dict[str, Domain] = dict.fromkeys(weapons, Among([ship.key for ship in ships]))
    answer: Allot = yield from u.ask(side, question, Assign(slots, optional=True))
    return {slot: best_target(u, ships) if value == NONE else value for slot, value in answer.pairs}


def best_target(u: Umpire, ships: list[Ship]) -> str:
    """The ship worth most is fired at; of equals the first."""
    return max(ships, key=lambda ship: type_of(u.data, ship).vp).key


def _reported(u: Umpire, side: Side, fleet: Fleet) -> None:
    """Both sides have seen each other."""
    state = u.state
    if fleet.key in state.desks[side].fleets:
        report(u, side.enemy, fleet.key, SEEN, "shore")
    for other in state.desks[side.enemy].fleets.values():
        if other.docked and other.at == fleet.at:
            report(u, side, other.key, SEEN, "bombardment")
