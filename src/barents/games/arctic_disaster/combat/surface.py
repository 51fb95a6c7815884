"""Chapter 11.4: surface combat, round by round: movement, gunnery, torpedoes, air attack, disengagement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.actions import MoveFirst
from barents.games.arctic_disaster.combat.battle_line import (
    CONVOY_GROUP,
    NAMES,
    SIDES,
    about_battle,
    battle_of,
    fighting,
    has_convoy,
    in_fog,
    is_beaten,
    reachable,
    roll_call,
    setup_area,
    targets,
)
from barents.games.arctic_disaster.combat.battle_line import (
    begin_battle as begin_battle,  # what other chapters begin it with
)
from barents.games.arctic_disaster.combat.gunnery import declare_gunnery, gunfire
from barents.games.arctic_disaster.combat.odds import bombing, bombing_odds
from barents.games.arctic_disaster.combat.torpedoes import declare_torpedoes, launch
from barents.games.arctic_disaster.combat.withdrawal import disengagement, scatter_option
from barents.games.arctic_disaster.combat.withdrawal import end_battle as end_battle  # the procedure of its last step
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.names import place, tally
from barents.games.arctic_disaster.rules.units import Umpire, can_fly, counter, find, move
from barents.games.arctic_disaster.state import EndBattle, Fight, Raid, Round, Segment, Ship, State, Strike, Wing
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import OrderOdds, OrdersOdds
from barents.kernel.words import signed

SMOKE, SUBMERGE, WITH_CONVOY = "smoke", "submerge", "convoy"


def about_grouping(data: Data, known: State, decision: Decision[Any]) -> str:
    """Whom one faces, and what groups are for."""
    battle = battle_of(known)
    enemy = [find(known, name) for name in battle.ships if data.counters[name].side is decision.side.enemy]
    return (
        f"At {place(data, battle.cell)} you face {tally(data, enemy)}. The battle is a line of "
        f"{data.tables.combat_display.areas} areas, Germans on the left: a die puts each group farther out or nearer."
    )


def about_first_move(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Why the order of moves counts."""
    return f"{about_battle(data, known)} You won the roll. Whoever moves second sees where the others have gone."


def about_convoy_move(data: Data, known: State, _decision: Decision[Any]) -> str:
    """How the convoy moves in a combat."""
    rounds = data.tables.other.convoy_together
    return (
        f"{about_battle(data, known)} For {rounds} rounds its ships keep together, as fast as the slowest; then they "
        "may scatter."
    )


def about_ship_moves(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What a move and smoke do to the guns."""
    table = data.tables.gunnery
    return (
        f"{about_battle(data, known)} The numbers are areas of the line. Who moves has {signed(table.moved)} on the "
        f"guns; smoke takes one off all fire within {table.smoke_reach} areas of it, your own too."
    )


def about_carrier_strike(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What aircraft meet in a combat."""
    return (
        f"{about_battle(data, known)} Only the target fires at them; afterwards they are at half strength for the day."
    )


def strike_odds(data: Data, known: State, decision: Decision[Any]) -> OrdersOdds:
    """The chance of each air unit at each target."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    found: dict[str, dict[str, OrderOdds]] = {}
    for unit, target in ((unit, target) for unit, domain in slots.items() for target in domain):
        if (odds := bombing(data, known, decision.side, {unit: target})) is not None:
            found.setdefault(unit, {})[target] = OrderOdds(odds)
    return found


GROUP: Question[State, Data] = Question(
    "AD-11.4.2-groups-secret",
    "In which group is each of your ships?",
    phase=q.BATTLE,
    about=about_grouping,
    answers={Allot: "Ships of a group are put down together, in an area that a die decides; PQ-17 where you say."},
    verb="Form",
)
FIRST_MOVE: Question[State, Data] = Question(
    "AD-11.4.3-init-roll", "Do your ships move first?", phase=q.BATTLE, about=about_first_move
)
MOVE_SHIPS: Question[State, Data] = Question(
    "AD-11.4.3-move-cost",
    "Where does each of your ships go?",
    phase=q.BATTLE,
    about=about_ship_moves,
    answers={Allot: "Each ship does what you order; one without an order stays where it is."},
    verb="Sail",
)
MOVE_CONVOY: Question[State, Data] = Question(
    "AD-11.4.13-convoy-together",
    "Where does PQ-17 go?",
    phase=q.BATTLE,
    about=about_convoy_move,
    answers={Allot: "The whole convoy goes to this area, or stays."},
    verb="Sail",
)
CARRIER_STRIKE: Question[State, Data] = Question(
    "AD-11.4.8-air-when",
    "Which aircraft of Victorious attack which ship in the battle?",
    phase=q.BATTLE,
    about=about_carrier_strike,
    answers={Allot: "Each air unit attacks the ship that you give it; the others stay on board."},
    verb="Attack",
    deed="attacks",
    odds=bombing_odds,
    order_odds=strike_odds,
)

# Setting up (11.4.2)


def fight(u: Umpire, _step: Fight) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.2, 11.4.13: both sides fix their groups in secret; then a die for each says where it is put."""
    battle = battle_of(u.state)
    allied, axis = yield from u.both(_groups(u, Side.ALLIED), _groups(u, Side.AXIS))
    orders = {Side.ALLIED: allied, Side.AXIS: axis}
    fog = in_fog(u.state, u.data)
    if area := orders[Side.ALLIED].pop(CONVOY, ""):
        u.tell("AD-11.4.13-convoy-area", "PQ-17 is put into area {area}", area=int(area))
    for side in SIDES:
        for group in sorted({value for value in orders[side].values() if value != WITH_CONVOY}):
            roll = u.roll(D10, "AD-11.4.2-groups", f"{NAMES[side]}, group {group}")
            placed = setup_area(u.data, side, roll, fog)
            members = [name for name, value in orders[side].items() if value == group]
            for name in members:
                battle.ships[name].group, battle.ships[name].area = int(group), placed
            words = "{ships}, group {group}, are put into area {area}: {names}"
            names = roll_call(u.data, [u.state.ships[side][name] for name in members])
            u.tell("AD-11.4.2-groups", words, ships=NAMES[side], group=int(group), area=placed, names=names)
    for ship in fighting(u.state, u.data, Side.ALLIED):
        if orders[Side.ALLIED].get(ship.id, WITH_CONVOY) == WITH_CONVOY:
            battle.ships[ship.id].group, battle.ships[ship.id].area = CONVOY_GROUP, int(area)
    return (Round(),)


def _groups(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    """The group of each ship that can be in any; the area of PQ-17, and which of its destroyers are beside it."""
    state, data = u.state, u.data
    numbers = [str(number) for number in range(1, data.tables.other.groups + 1)]
    convoy = side is Side.ALLIED and has_convoy(state)
    slots: dict[str, Domain] = {}
    if convoy:
        display = data.tables.combat_display
        others = [area for area in range(1, display.areas + 1) if area != display.convoy]
        slots[CONVOY] = Among([str(area) for area in (display.convoy, *others)])
    for ship in fighting(state, data, side):
        if ship.force != CONVOY:
            slots[ship.id] = Among(numbers)
        elif counter(data, ship).type == "DD":
            slots[ship.id] = Among([WITH_CONVOY, *numbers])
    if not convoy and len(slots) == 1:
        return dict.fromkeys(slots, numbers[0])
    with_convoy = "Where on the display is PQ-17, which destroyers are beside it, and in which groups are the others?"
    answer: Allot = yield from u.ask(side, GROUP, Assign(slots), with_convoy if convoy else "")
    return dict(answer.pairs)


# A round


def round_of_combat(u: Umpire, step: Round) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4: the segments of a round, one after the other; it is over at once when a side has no ship left."""
    battle_of(u.state).segment = step.segment
    return (yield from SEGMENTS[step.segment](u))


def movement(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.3: the higher roll chooses who moves first. Flags, and from the second round penalties, are gone."""
    battle = battle_of(u.state)
    battle.round, battle.first = battle.round + 1, None
    u.tell("AD-11.4-segments", "Round {round} of the surface combat at {cell}", round=battle.round, cell=battle.cell)
    for fighter in battle.ships.values():
        fighter.moved = fighter.fired = False
    if battle.round > 1:
        lift_penalties(u)
    battle.first = first = yield from _initiative(u)
    for side in (first, first.enemy):
        yield from _move_side(u, side)
    return (Round("gunnery"),)


def lift_penalties(u: Umpire) -> None:
    """AD 11.4.3: markers that slow a force down in the combat come off when its second round begins."""
    state = u.state
    for side in Side:
        for ship in fighting(state, u.data, side):
            ship.penalty = 0
            if ship.force:
                state.forces[side][ship.force].penalty = 0


def _initiative(u: Umpire) -> kernel.Rule[Side]:
    """AD 11.4.3: both roll, again if they are equal; the side that moves first."""
    while True:
        rolls = {
            side: u.roll(D10, "AD-11.4.3-init-roll", NAMES[side], needs="the higher roll says who moves first")
            for side in SIDES
        }
        if rolls[Side.AXIS] != rolls[Side.ALLIED]:
            break
    battle_of(u.state).rolls = {side: int(roll) for side, roll in rolls.items()}
    winner = max(SIDES, key=lambda side: rolls[side])
    options = Pick([MoveFirst(True), MoveFirst(False)])
    answer = yield from u.ask(winner, FIRST_MOVE, options)
    first = winner if answer.yes else winner.enemy
    u.tell("AD-11.4.3-init-roll", "{ships} move first", ships=NAMES[first])
    return first


def reach(u: Umpire, ship: Ship) -> int:
    """AD 11.4.3: how far a ship may move on the display: its factor, in the first round less its penalty."""
    points = move(u.data, ship)
    if battle_of(u.state).round == 1:
        force = u.state.forces[counter(u.data, ship).side].get(ship.force)
        points -= force.penalty if force is not None else ship.penalty
    return max(0, points)


def _move_side(u: Umpire, side: Side) -> kernel.Rule[None]:
    """AD 11.4.3, 11.4.6, 11.4.13: PQ-17 moves as one for four rounds; every other ship by itself, or it lays smoke."""
    battle = battle_of(u.state)
    together: list[Ship] = []
    if battle.round <= u.data.tables.other.convoy_together:
        together = [ship for ship in targets(u.state, u.data, side) if battle.ships[ship.id].group == CONVOY_GROUP]
    stays = True
    if together:
        stays = yield from _move_convoy(u, together)
    slots = {}
    for ship in targets(u.state, u.data, side):
        if values := _moves_of(u, ship, as_convoy=ship in together, stays=stays):
            slots[ship.id] = Among(values)
    if not slots:
        return
    smoke = u.data.smoke - len(battle.smoke)
    options = Assign(slots, optional=True, capacity={SMOKE: smoke})
    answer: Allot = yield from u.ask(side, MOVE_SHIPS, options)
    _carry_out(u, dict(answer.pairs))


def _move_convoy(u: Umpire, together: list[Ship]) -> kernel.Rule[bool]:
    """AD 11.4.13: PQ-17 goes as one with the speed of its slowest ship; whether it stays where it is."""
    battle = battle_of(u.state)
    ways = reachable(u.data, battle.ships[together[0].id].area, min(reach(u, ship) for ship in together))
    if not ways:
        return True
    options = Assign({CONVOY: Among([str(area) for area in ways])}, optional=True)
    answer: Allot = yield from u.ask(Side.ALLIED, MOVE_CONVOY, options)
    if (area := answer[CONVOY]) is None:
        return True
    _carry_out(u, {ship.id: area for ship in together}, quiet=True)
    u.tell("AD-11.4.13-convoy-together", "PQ-17 goes to area {area}", area=int(area))
    return False


def _moves_of(u: Umpire, ship: Ship, *, as_convoy: bool, stays: bool) -> list[str]:
    """What a ship may do other than stay; one that keeps with PQ-17 lays smoke only if PQ-17 stays."""
    points = reach(u, ship)
    about = counter(u.data, ship)
    area = battle_of(u.state).ships[ship.id].area
    values = [] if as_convoy else [str(other) for other in reachable(u.data, area, points)]
    if about.type in ("DD", "TB") and points and (stays or not as_convoy):
        values.append(SMOKE)
    if about.is_sub:
        values.append(SUBMERGE)
    return values


def _carry_out(u: Umpire, orders: Mapping[str, str], *, quiet: bool = False) -> None:
    """Ships go where they were told to, lay smoke in their own area (R88), or submerge (13.10)."""
    battle = battle_of(u.state)
    for name, value in orders.items():
        fighter = battle.ships[name]
        match value:
            case "-":
                continue
            case "smoke":
                battle.smoke.append(fighter.area)
                u.tell("AD-11.4.6-smoke-lay", "{unit} lays smoke in area {area}", unit=name, area=fighter.area)
            case "submerge":
                fighter.submerged = True
                u.tell("AD-13.10-submerge", "{unit} submerges", unit=name)
            case _:
                fighter.area, fighter.moved = int(value), True
                if not quiet:
                    u.tell("AD-11.4.3-move-cost", "{unit} goes to area {area}", unit=name, area=fighter.area)


def _fire(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    yield from gunfire(u)
    return _unless_beaten(u, "torpedo")


def _torpedoes(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    yield from launch(u)
    return _unless_beaten(u, "air")


def _unless_beaten(u: Umpire, segment: Segment) -> tuple[Step, ...]:
    """The next segment, or the end if a side has no ship left."""
    beaten = any(is_beaten(u.state, u.data, side) for side in Side)
    return (EndBattle(),) if beaten else (Round(segment),)


# The Air Attack Segment (11.4.8)


def air_attack(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.8: in clear weather Victorious, if her force came under attack, may send her ready torpedo units at once.

    The Allied player is asked also when none of those that are left is ready: which are is his secret.
    """
    battle = battle_of(u.state)
    left = torpedo_units(u) if battle.attacker is Side.AXIS else []
    if CARRIER not in battle.ships or in_fog(u.state, u.data) or not left:
        return (Round("scatter"),)
    units = [wing.id for wing in left if wing.box == "ready"]
    enemies = Among([ship.id for ship in targets(u.state, u.data, Side.AXIS)])
    options = Assign(dict.fromkeys(units, enemies), optional=True)
    answer: Allot = yield from u.ask(Side.ALLIED, CARRIER_STRIKE, options)
    sent = {unit: target for unit, target in answer.pairs if target != NONE}
    if not sent:
        u.tell("AD-11.4.8-air-when", "No aircraft are sent")
        return (Round("scatter"),)
    for target in sent.values():
        battle.ships[target].fired = True
    u.state.raid = Raid(battle.cell, Side.ALLIED, "", units=sent, in_battle=True)
    return (Strike(), Round("scatter"))


def torpedo_units(u: Umpire) -> list[Wing]:
    """AD 11.4.8: the torpedo units that Victorious has left, if she can operate aircraft."""
    if not can_fly(u.data, u.state):
        return []
    kinds = {unit.id: u.data.formations[unit.formation].type for unit in u.data.air.values()}
    return [wing for wing in u.state.wings[Side.ALLIED].values() if kinds[wing.id] == "T"]


SEGMENTS: Mapping[Segment, Callable[[Umpire], kernel.Rule[tuple[Step, ...]]]] = {
    "movement": movement,
    "gunnery": declare_gunnery,
    "gunfire": _fire,
    "torpedo": declare_torpedoes,
    "launch": _torpedoes,
    "air": air_attack,
    "scatter": scatter_option,
    "disengagement": disengagement,
}
