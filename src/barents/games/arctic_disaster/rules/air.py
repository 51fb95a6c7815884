"""Chapter 8: Victorious' air units and their boxes, the German formations, their range and their airfields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import SendAgainst, Transfer
from barents.games.arctic_disaster.combat.air_battle import is_in_view, strike_units
from barents.games.arctic_disaster.combat.air_fire import model
from barents.games.arctic_disaster.data import CARRIER, Data
from barents.games.arctic_disaster.datafiles import FormationRow
from barents.games.arctic_disaster.names import marker_name, place
from barents.games.arctic_disaster.rules.facts import formation_item
from barents.games.arctic_disaster.rules.units import Umpire, by_number, can_fly, carrier_hex, is_fog
from barents.games.arctic_disaster.screen.clock import ZONES
from barents.games.arctic_disaster.state import Force, Formation, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick, Product
from barents.kernel.domains import NONE, Among, Refusal
from barents.kernel.game import Step
from barents.kernel.menus import Choice, Deed, Menu, Plan, PlannedAnswer, in_order, whole_order
from barents.kernel.question import Question
from barents.kernel.sides import Side


def about_mission(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """What a formation may attack today."""
    fog = [ZONES[zone] for zone, weather in known.weather.items() if weather == "fog"]
    hidden = f" Nothing can be attacked in the fog: {' and '.join(fog)}." if fog else ""
    massed = " Those that wait attack together with one that is drawn later." if known.massed else ""
    return f"It flies once a day, against detected forces and ships that sail alone, within its reach.{hidden}{massed}"


def mission_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """AD 8.4: all that the activated formation can do."""
    formation = _formation(data, known, units)
    if formation is None:
        return None
    row, item = data.formations[formation.key], formation_item(data, known, formation.key)
    return Menu(
        tuple(units_of(known, data, formation.key)),
        in_order(_air_choices(data, known, decision, formation)),
        title=f"What shall {row.name} do?",
        state=f"At {place(data, formation.at)}, {'has flown today' if formation.flown else 'has not flown today'}",
        facts=item.facts,
        rule=MISSION_RULE,
    )


def mission_plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """AD 8.4, 8.6: a whole order for the activated formation: all of it against one target, or to another base."""
    formation = _formation(data, known, units)
    if formation is None:
        return Plan(refusal=Refusal("This is no formation of yours."))

    def too_far(cell: str) -> Refusal:
        return Refusal(f"{place(data, cell)} is beyond its {data.formations[formation.key].range} hexes, or shut.")

    return whole_order(_air_choices(data, known, decision, formation), deed, cell, too_far)


def _formation(data: Data, known: State, units: Sequence[str]) -> Formation | None:
    """The formation that is meant: itself, or one of its units."""
    keys = {data.air[name].formation if name in data.air else name for name in units}
    return known.formations.get(keys.pop()) if len(keys) == 1 else None


def activated(data: Data, known: State, decision: Decision[Any]) -> Sequence[str]:
    """A unit of the formation that is asked about; the others go with it."""
    named = (key for key in known.formations if data.formations[key].name in decision.prompt)
    return [unit for key in named for unit in units_of(known, data, key)[:1]]


def _air_choices(data: Data, known: State, decision: Decision[Any], formation: Formation) -> list[Choice]:
    name = data.formations[formation.key].name
    if name not in decision.prompt:
        why = Refusal("It acts when its marker is drawn.", "AD-4.2-one-marker")
        return [Choice(Deed("attack", "Attack", "A", reach="strike", refusal=why))]
    found = _air_attacks(data, known, decision, formation)
    bases = new_bases(known, data, formation) if decision.refusal(SendAgainst("transfer")) is None else []
    if bases:
        move = Deed("transfer", "Move to another base", "M", "Its flight for the day.", "land", tuple(bases))
        found.append(Choice(move, lambda cell: _moving(data, cell)))
    else:
        why = Refusal("No other airfield is in range, has room and suits it.", "AD-8.6-transfer-range")
        found.append(Choice(Deed("transfer", "Move to another base", "M", reach="land", refusal=why)))
    for send, title, key, help in (
        (SendAgainst("mass"), "Attack with all that wait", "W", "You then say which unit attacks what."),
        (SendAgainst("store"), "Wait for the massed attack", "P", "It attacks together with one that is drawn later."),
        (SendAgainst("nothing"), "Stay on the ground", "H", "Nothing happens; it may fly in a later turn."),
    ):
        if decision.refusal(send) is None:
            found.append(Choice(Deed(send.what, title, key, help), _ordering(send, title)))
    return found


def _ordering(send: SendAgainst, title: str) -> Callable[[str], Plan]:
    return lambda _cell: Plan((PlannedAnswer(MISSION_RULE, str(send)),), title)


def _air_attacks(data: Data, known: State, decision: Decision[Any], formation: Formation) -> list[Choice]:
    """AD 8.4: an attack of the whole formation on each target; to divide it one attacks by hand."""
    if decision.refusal(SendAgainst("attack")) is not None:
        why = Refusal("No detected enemy is in its reach, out of fog.", "AD-8.5-range-base")
        return [Choice(Deed("attack", "Attack", "A", reach="strike", refusal=why))]
    units, found = units_of(known, data, formation.key), []
    for target in air_targets(known, data, formation):
        force = known.forces[Side.ALLIED].get(target)
        cell = force.at if force is not None else target
        whom = marker_name(data, target) if force is not None else f"the ships in {place(data, cell)}"
        answers = (
            PlannedAnswer(MISSION_RULE, str(SendAgainst("attack"))),
            PlannedAnswer(TARGETS_RULE, str(Allot(tuple((unit, target) for unit in units)))),
        )
        plan = Plan(answers, f"Attack {whom}", (formation.at, cell), (f"all {len(units)} units",))
        deed = Deed(f"attack-{target}", f"Attack {whom}", "A", "All of it flies, once today.", "strike", (cell,))
        found.append(Choice(deed, _always(plan)))
    divide = Deed("divide", "Attack several targets", "D", "You then say which unit attacks what.")
    return [*found, Choice(divide, _ordering(SendAgainst("attack"), "Attack several targets"))]


def _always(plan: Plan) -> Callable[[str], Plan]:
    return lambda _cell: plan


def _moving(data: Data, cell: str) -> Plan:
    if not cell:
        return Plan(refusal=Refusal("Say which airfield it moves to.", NEW_BASE_RULE))
    answers = (
        PlannedAnswer(MISSION_RULE, str(SendAgainst("transfer"))),
        PlannedAnswer(NEW_BASE_RULE, str(Transfer(cell))),
    )
    return Plan(answers, f"Move to {place(data, cell)}", (cell,))


MISSION_RULE, TARGETS_RULE, NEW_BASE_RULE = "AD-4.4-air-needs-detected", "AD-8.4-multi-target", "AD-8.6-transfer"
MISSION: Question[State, Data] = Question(
    MISSION_RULE,
    "What does the formation do?",
    phase=q.AIR,
    about=about_mission,
    units=activated,
    menu=mission_menu,
    plan=mission_plan,
)
TARGETS: Question[State, Data] = Question(
    TARGETS_RULE,
    "Which air units fly, and what does each attack?",
    phase=q.AIR,
    about=(
        "Each target is a separate attack, in which every escort may fire once: many against one wear its escorts out. "
        "A unit without a target stays at home."
    ),
    answers={Allot: "Each air unit with a target flies against it, and the formation has flown for the day."},
    verb="Fly",
    deed="attacks",
)
NEW_BASE: Question[State, Data] = Question(
    NEW_BASE_RULE,
    "To which airfield?",
    phase=q.AIR,
    about="The move is its flight for the day. An airfield has room for so many units, and some only for floatplanes.",
)

# Victorious (8.1 to 8.3)


def strike_targets(state: State, data: Data, side: Side, force: Force, left: int) -> list[str]:
    """AD 8.1, 7.6.2: what Victorious may strike from her force with so many half points left.

    Detected German forces by their markers, ships lying singly by their hex; neither in port nor in fog.
    """
    carrier = state.ships[Side.ALLIED].get(CARRIER)
    if side is not Side.ALLIED or carrier is None or carrier.force != force.key or not can_fly(data, state):
        return []
    units = strike_units(state, data)
    if left < data.tables.speeds.strike or not units:
        return []
    reach, start = min(model(data, unit).range for unit in units), carrier_hex(state, data)
    return [
        target
        for target, cell in open_targets(state, data, Side.AXIS).items()
        if data.distance(start, cell) <= reach and cell not in data.ports
    ]


def open_targets(state: State, data: Data, side: Side) -> dict[str, str]:
    """AD 4.4, 5.1, 10.0: a side's forces that are detected and its ships lying singly, out of fog, with their hexes."""
    found = {force.key: force.at for force in by_number(state.forces[side].values()) if force.detected}
    singles = [ship for ship in state.ships[side].values() if ship.at in data.in_play]
    in_view = {ship.at for ship in singles if is_in_view(data, ship)}
    found |= {ship.at: ship.at for ship in singles if ship.at in in_view}
    return {target: cell for target, cell in found.items() if not is_fog(state, data, cell)}


# German formations (8.4, 8.5)


def units_of(state: State, data: Data, formation: str) -> list[str]:
    """A formation's units that are left."""
    return [unit for unit in state.wings[Side.AXIS] if data.air[unit].formation == formation]


def in_reach(data: Data, row: FormationRow, base: str, cell: str) -> bool:
    """AD 8.5, 8.5.1: within range of the airfield, within the Attack Radius where it counts, not near the Soviets'."""
    if data.distance(base, cell) > row.range or cell in data.soviet_cover:
        return False
    return cell in data.radius or not row.radius


def air_targets(state: State, data: Data, formation: Formation) -> list[str]:
    """AD 4.4, 8.4: what a formation may attack now; ships in the ice only with bombs (7.2)."""
    row = data.formations[formation.key]
    return [
        target
        for target, cell in open_targets(state, data, Side.ALLIED).items()
        if in_reach(data, row, formation.at, cell) and (row.type == "B" or cell not in data.partial_ice)
    ]


def new_bases(state: State, data: Data, formation: Formation) -> list[str]:
    """AD 8.6, 8.6.1: the airfields that a formation may move to: in range, with room, and fit for its aircraft."""
    row = data.formations[formation.key]
    units = Counter(data.air[unit].formation for unit in state.wings[Side.AXIS])
    found = []
    for field in data.scenarios[state.scenario].airfields:
        taken = sum(units[other.key] for other in state.formations.values() if other.at == field.cell)
        room = taken + units[formation.key] <= field.capacity
        suited = (field.floatplanes if row.floatplanes else field.landplanes) and field.only in ("", formation.key)
        near = data.distance(formation.at, field.cell) <= row.range
        if field.cell != formation.at and room and suited and near:
            found.append(field.cell)
    return found


def activate_air(u: Umpire, step: s.ActivateAir) -> kernel.Rule[tuple[Step, ...]]:
    """AD 4.4, 5.6, 8.4: a formation attacks, moves to another airfield, waits under Massed German Air, or does nothing.

    Those that wait attack together with one that is drawn later, or have not flown at all. None is activated again
    this turn, whatever it did (5.2).
    """
    state, data = u.state, u.data
    formation = state.formations[step.formation]
    formation.activated = True
    after: tuple[Step, ...] = (s.EndActivation(),)
    if formation.flown or not units_of(state, data, formation.key):
        return after
    together = [state.formations[key] for key in state.stored] + [formation] if state.massed else []
    bases = new_bases(state, data, formation)
    name = data.formations[formation.key].name
    options = [SendAgainst("nothing")]
    if air_targets(state, data, formation):
        options.append(SendAgainst("attack"))
    if state.stored and any(air_targets(state, data, other) for other in together):
        options.append(SendAgainst("mass"))
    if state.massed:
        options.append(SendAgainst("store"))
    if bases:
        options.append(SendAgainst("transfer"))
    what = "nothing"
    if len(options) > 1:
        answer = yield from u.ask(Side.AXIS, MISSION, Pick(options), f"What does {name} do?")
        what = answer.what
    match what:
        case "attack":
            return (*(yield from _send(u, [formation])), *after)
        case "mass":
            state.stored, state.massed = [], False
            return (*(yield from _send(u, together)), *after)
        case "store":
            state.stored.append(formation.key)
            u.tell("AD-5.6-mass-store", "{name} waits for the massed attack", name=name)
        case "transfer":
            yield from _transfer(u, formation, bases)
        case _:
            u.tell("AD-8.4-waste", "{name} stays on the ground", name=name)
    return after


def _send(u: Umpire, formations: Sequence[Formation]) -> kernel.Rule[tuple[Step, ...]]:
    """AD 8.4, 5.6: the units are divided among the targets; whoever flies has flown for the day."""
    state, data = u.state, u.data
    slots = {}
    for formation in formations:
        if targets := air_targets(state, data, formation):
            slots.update(dict.fromkeys(units_of(state, data, formation.key), Among(targets)))
    answer: Allot = yield from u.ask(Side.AXIS, TARGETS, Assign(slots, optional=True))
    sent = {unit: target for unit, target in answer.pairs if target != NONE}
    for formation in formations:
        formation.flown = formation.flown or any(data.air[unit].formation == formation.key for unit in sent)
    return tuple(_sortie(state, target, sent) for target in dict.fromkeys(sent.values()))


def _sortie(state: State, target: str, sent: dict[str, str]) -> s.Sortie:
    """The attack on one of the targets."""
    force = state.forces[Side.ALLIED].get(target)
    units = tuple(unit for unit, aim in sent.items() if aim == target)
    return s.Sortie(Side.AXIS, force.at if force else target, target if force else "", units)


def _transfer(u: Umpire, formation: Formation, bases: Sequence[str]) -> kernel.Rule[None]:
    """AD 8.6: a move to another airfield is the mission of the day."""
    options: Pick[Transfer] = Pick([], Product(Transfer, Among(bases)))
    answer = yield from u.ask(Side.AXIS, NEW_BASE, options)
    formation.at, formation.flown = answer.cell, True
    u.tell(
        "AD-8.6-transfer",
        "{name} moves to {base}",
        name=u.data.formations[formation.key].name,
        base=u.data.airfield(u.state.scenario, answer.cell).name,
    )
