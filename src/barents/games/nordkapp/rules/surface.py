"""Chapter 8: surface combat. Either side may call it where both have ships; it is fought in rounds, each ship in one of
four boxes from Long to Torpedo, until a side has fled, is gone, or nobody can do any more harm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from barents.games.nordkapp import phases
from barents.games.nordkapp.actions import Call, Manoeuvre, Order
from barents.games.nordkapp.automaton.battle import called_combats, committed, manoeuvre, slip_away
from barents.games.nordkapp.automaton.battle import targets as automaton_targets
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Box
from barents.games.nordkapp.orders import AIMS, Aim
from barents.games.nordkapp.rules.fire import fire
from barents.games.nordkapp.rules.odds import barrage
from barents.games.nordkapp.rules.sightings import is_sighted, show
from barents.games.nordkapp.rules.units import (
    Factor,
    Umpire,
    afloat,
    composition,
    counter,
    factor,
    find,
    hit,
    ships_at,
    speed,
)
from barents.games.nordkapp.rules.windows import in_secret, is_asked, unless_empty
from barents.games.nordkapp.state import (
    CallCombat,
    CombatBox,
    Exchange,
    Manoeuvres,
    Piece,
    ScatterRoll,
    State,
    SurfaceCombat,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.odds import ends, every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

BOXES: tuple[Box, ...] = get_args(Box)  # from afar to close by
CLOSE, STAY, DISENGAGE = "close", "stay", "disengage"
NAMES: dict[Factor, str] = {"gun": "gunnery", "torp": "torpedoes"}

Fire = dict[str, tuple[Factor, str]]  # who fires with what at whom
Moves = dict[str, str]  # the manoeuvre of each ship; empty when its side tries to flee


# What is asked


def about_fire(data: Data, known: State, _decision: Decision[Any]) -> str:
    """NK 8.1, 8.2: the round, and what hits."""
    box = _box(known)
    return (
        f"Round {box.round} in {box.cell}. A ten-sided die, the ship's factor and the range: "
        f"{data.tables.fire.one_from} or more hits. Both sides fire at once, and only a ship's own range counts for it."
    )


def fire_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 8.1: what a side's fire may do."""
    if not isinstance(action, Allot):
        return None
    shots = read_targets(data, known, dict(action.pairs)).items()
    return barrage(data, [(sum(fire_factors(data, known, name, by).values()), target) for name, (by, target) in shots])


def _weapon(state: State, data: Data, shooter: str, value: str) -> tuple[Factor, str]:
    """NK 8.2: with what a ship fires at whom; she says it only where she has both weapons."""
    aim = AIMS.find(value)
    if aim is None:
        return may_fire(data, find(state, shooter), _box(state).ships[shooter])[0], value
    return "torp" if aim.weapon == "torpedo" else "gun", aim.target


def about_manoeuvre(data: Data, known: State, _decision: Decision[Any]) -> str:
    """NK 8.3: what range and flight are good for."""
    box = _box(known)
    return (
        f"After round {box.round} in {box.cell} both sides write down what they do. Nearer, more ships can fire and "
        f"hit better; to get away needs {data.tables.flight.success_from} or more on a die for the whole side."
    )


def flight_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """NK 8.3.3: that a side gets away."""
    if action != Manoeuvre("flee"):
        return None
    found = every_end(data, known, lambda u: flee(u, decision.side), changes=False)
    chance = found[True]
    return Odds(chance, "getting away", found.modifiers, ends({"caught": 1 - chance, "away": chance}))


def _box(state: State) -> CombatBox:
    """The Combat Box of the fight."""
    assert state.box is not None
    return state.box


CALL: Question[State, Data] = Question(
    "NK-8-optional",
    "Do you call surface combat?",
    phase=phases.SURFACE_COMBAT,
    about=unless_empty(
        "You and the enemy both have ships there, and you have sighted his. All of them will fight, from long range "
        "inwards, until one side is gone or gets away."
    ),
    answers={Decline: "You call no combat this time."},
)
FIRE: Question[State, Data] = Question(
    "NK-8.1-round-fire",
    "At whom does each of your ships fire?",
    phase=phases.SURFACE_COMBAT,
    about=about_fire,
    answers={Allot: "Each ship fires once at the target that you give her, before any loss counts."},
    verb="Fire",
    values=AIMS,
    odds=fire_odds,
)
MANOEUVRE: Question[State, Data] = Question(
    "NK-8.2-maneuver-secret",
    "What do your ships do before the next round?",
    phase=phases.SURFACE_COMBAT,
    about=about_manoeuvre,
    odds=flight_odds,
)
EACH: Question[State, Data] = Question(
    "NK-8.2-maneuver-per-unit",
    "What does each of your ships do?",
    phase=phases.SURFACE_COMBAT,
    about="One step nearer, one farther, or the same range. Who gets no order keeps it.",
    answers={Allot: "Each ship changes her own range when both sides have shown their orders."},
    verb="Manoeuvre",
)


# Calling it


def call_combat(u: Umpire, step: CallCombat) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 E, 8: the German decides first, then the Allies, hex by hex in ascending order.

    As long as no German ship can be at sea, or a side has sighted none, which both know, it is not asked.
    """
    state, side = u.state, step.side
    if state.options.solitaire and side is Side.ALLIED:
        return tuple(SurfaceCombat(side, cell) for cell in called_combats(u))
    if not is_asked(state, u.data, step):
        return ()
    asked = state.called[side]
    cells = [cell for cell in callable_hexes(state, u.data, side) if cell not in asked]
    if not cells and step.more:
        return ()
    cell = cells[0] if cells else ""
    prompt = f"Do you call surface combat in {cell}?" if cells else "There is no surface combat to call"
    call = yield from in_secret(u, side, CALL, Pick([Call(cell)] if cells else []), prompt)
    asked.append(cell)
    return (CallCombat(side, more=True),) if call is None else (SurfaceCombat(side, cell), CallCombat(side))


def callable_hexes(state: State, data: Data, side: Side) -> list[str]:
    """NK 8, R13, R29: where a side may call combat: both have ships there, it has sighted them, none was fought yet."""
    own = {piece.at for piece in afloat(state, data, side) if data.counters[piece.id].is_surface}
    return [
        cell
        for cell in sorted(own)
        if cell not in state.fought and is_sighted(state, side, cell) and ships_at(state, data, side.enemy, cell)
    ]


def surface_combat(u: Umpire, step: SurfaceCombat) -> tuple[Step, ...]:
    """NK 8.1: every surface unit of both sides takes part, and all begin at long range; submarines do not (R67)."""
    state, cell = u.state, step.cell
    state.fought.append(cell)
    lines = {side: ships_at(state, u.data, side, cell) for side in Side}
    box = CombatBox("surface", cell, step.side, round=1)
    box.ships = {piece.id: BOXES[0] for ships in lines.values() for piece in ships}
    state.box = box
    u.tell(
        "NK-8-all-join",
        "{side} call surface combat in {cell}: {german} against {allied}",
        side=step.side.value,
        cell=cell,
        german=composition(u.data, lines[Side.AXIS]),
        allied=composition(u.data, lines[Side.ALLIED]),
    )
    for side, ships in lines.items():
        show(u, side.enemy, cell, ships, "NK-8-all-join")
    return ScatterRoll(), Exchange()  # whom the Allies meet they have detected (13.3)


# Fire


def fighting(state: State, data: Data, side: Side) -> list[Piece]:
    """A side's ships in the combat."""
    assert state.box is not None
    return [state.pieces[side][name] for name in state.box.ships if data.counters[name].side is side]


def may_fire(data: Data, piece: Piece, box: Box) -> list[Factor]:
    """NK 8.2: with which factors a ship may fire from its box; destroyers have torpedoes at the shortest range."""
    ranges, about = data.tables.ranges, data.counters[piece.id]
    by_box = {"long": ranges.long, "medium": ranges.medium, "short": ranges.short}
    if about.type not in by_box.get(box, (about.type,)):
        return []
    weapons: list[Factor] = ["gun", "torp"] if box == "torpedo" else ["gun"]
    return [weapon for weapon in weapons if factor(data, piece, weapon) > 0]


def range_modifier(data: Data, box: Box) -> dict[str, int]:
    """NK 8.2: what the range takes from the die; only the firing ship's own box counts (R22)."""
    ranges = data.tables.ranges
    match box:
        case "long":
            return {"long range": ranges.long_modifier}
        case "medium":
            return {"medium range": ranges.medium_modifier}
        case _:
            return {}


def shooters(state: State, data: Data, side: Side) -> dict[str, Domain]:
    """NK 8.1, 8.2: the ships of a side that can fire, each with its targets: any enemy in the combat (R22)."""
    assert state.box is not None
    enemies = [piece.id for piece in fighting(state, data, side.enemy)]
    plain = Among(enemies)
    either = AIMS.among([*(Aim("torpedo", name) for name in enemies), *(Aim("gun", name) for name in enemies)])
    slots: dict[str, Domain] = {}
    for piece in fighting(state, data, side):
        if weapons := may_fire(data, piece, state.box.ships[piece.id]):
            slots[piece.id] = either if len(weapons) > 1 else plain
    return slots


def fire_factors(data: Data, state: State, shooter: str, weapon: Factor) -> dict[str, int]:
    """NK 8.1, 8.2: what is added to a ship's die: the factor of the weapon, and the range."""
    return {
        NAMES[weapon]: factor(data, find(state, shooter), weapon),
        **range_modifier(data, _box(state).ships[shooter]),
    }


def exchange(u: Umpire, _step: Exchange) -> kernel.Rule[tuple[Step, ...]]:
    """NK 8.1: each ship that can fires once; all targets are fixed before the first die, all losses come together."""
    state = u.state
    assert state.box is not None
    if state.options.solitaire:
        _, axis = yield from u.both(committed(), _targets(u, Side.AXIS))
        line = fighting(state, u.data, Side.ALLIED)
        weapons = {piece.id: may_fire(u.data, piece, state.box.ships[piece.id]) for piece in line}
        allied = automaton_targets(u.data, line, fighting(state, u.data, Side.AXIS), weapons)
    else:
        allied, axis = yield from u.both(_targets(u, Side.ALLIED), _targets(u, Side.AXIS))
    scored = []
    for shooter, (weapon, target) in {**axis, **allied}.items():
        factors = fire_factors(u.data, state, shooter, weapon)
        scored.append((shooter, target, fire(u, "NK-8.1-round-fire", shooter, factors)))
    for shooter, target, points in scored:
        hit(u, find(state, target), points, u.data.counters[shooter].name, "NK-8.1-round-fire")
    beaten = [side for side in Side if not fighting(state, u.data, side)]
    if beaten or state.box.round >= u.data.tables.ranges.rounds:
        rule = "NK-8.2-end" if beaten else "NK-8.2-round-guard"
        return _end(u, rule, "The surface combat in {cell} is over after round {round}")
    return (Manoeuvres(),)


def _targets(u: Umpire, side: Side) -> kernel.Rule[Fire]:
    """NK 8.1: a side notes its targets; with no choice nobody is asked."""
    slots = shooters(u.state, u.data, side)
    if all(domain.count() == 1 for domain in slots.values()):
        return read_targets(u.data, u.state, {name: next(iter(domain)) for name, domain in slots.items()})
    answer: Allot = yield from u.ask(side, FIRE, Assign(slots))
    return read_targets(u.data, u.state, dict(answer.pairs))


def read_targets(data: Data, state: State, given: Mapping[str, str]) -> Fire:
    """Targets as they were written, with the weapon that each means."""
    return {shooter: _weapon(state, data, shooter, value) for shooter, value in given.items()}


# Manoeuvres


def manoeuvres(u: Umpire, _step: Manoeuvres) -> kernel.Rule[tuple[Step, ...]]:
    """NK 8.3: both sides note in secret what they do next, and show it together."""
    state = u.state
    assert state.box is not None
    if state.options.solitaire:
        _, axis = yield from u.both(committed(), _moves(u, Side.AXIS))
        line = fighting(state, u.data, Side.ALLIED)
        allied = {piece.id: manoeuvre(u, piece, state.box.ships[piece.id]) for piece in line}
    else:
        allied, axis = yield from u.both(_moves(u, Side.ALLIED), _moves(u, Side.AXIS))
    orders = {Side.AXIS: axis, Side.ALLIED: allied}
    for side, moves in orders.items():
        if not moves and flee(u, side):
            return _end(u, "NK-8.3.3-flight-roll", "The combat in {cell} is broken off in round {round}")
    if state.options.solitaire:
        for carrier in slip_away(u, fighting(state, u.data, Side.ALLIED)):
            del state.box.ships[carrier], allied[carrier]
        if not fighting(state, u.data, Side.ALLIED):
            return _end(u, "NS-3.3.1-cv-flee", "Nobody is left to fight in {cell} after round {round}")
    boxes = dict(state.box.ships)
    for moves in orders.values():
        for name, move in moves.items():
            state.box.ships[name] = shifted(boxes[name], move)
    for name, box in state.box.ships.items():
        if box != boxes[name]:
            rule = "NK-8.3.1-close" if BOXES.index(box) > BOXES.index(boxes[name]) else "NK-8.3.2-disengage"
            u.tell(rule, "{ship} goes to {box} range", ship=name, box=box)
    if breaks_off(state, u.data, orders, boxes):
        return _end(u, "NK-8.2-breakoff", "Nobody in {cell} can or will go on after round {round}")
    state.box.round += 1
    return (Exchange(),)


def _moves(u: Umpire, side: Side) -> kernel.Rule[Moves]:
    """NK 8.3, R25: flee together, or close, stay or disengage: all warships alike, or each ship as it is told.

    Merchants keep their distance unless they are told otherwise by name.
    """
    ships = fighting(u.state, u.data, side)
    options = Pick([Manoeuvre(order) for order in get_args(Order)])
    order = (yield from u.ask(side, MANOEUVRE, options)).order
    if order == "flee":
        return {}
    if order != "each":
        return {piece.id: STAY if order == CLOSE and counter(u.data, piece).is_merchant else order for piece in ships}
    each = Assign(dict.fromkeys((piece.id for piece in ships), Among([CLOSE, STAY, DISENGAGE])), optional=True)
    answer: Allot = yield from u.ask(side, EACH, each)
    return {name: STAY if move == "-" else move for name, move in answer.pairs}


def shifted(box: Box, move: str) -> Box:
    """NK 8.3.1, 8.3.2: the box of a ship after its manoeuvre: one nearer, one farther, or the same.

    >>> shifted("medium", "close"), shifted("medium", "disengage"), shifted("long", "disengage")
    ('short', 'long', 'long')
    """
    step = {CLOSE: 1, DISENGAGE: -1}.get(move, 0)
    return BOXES[min(max(BOXES.index(box) + step, 0), len(BOXES) - 1)]


def flight_modifiers(state: State, data: Data, side: Side) -> dict[str, int]:
    """NK 8.3.3: what helps a side to get away, and what hinders it."""
    assert state.box is not None
    table, ships = data.tables.flight, fighting(state, data, side)
    modifiers: dict[str, int] = {}
    if all(speed(data, piece) == 1 for piece in ships):
        modifiers["all move one hex"] = table.slow
    if any(counter(data, piece).is_merchant for piece in ships):
        modifiers["merchants"] = table.merchants
    if any(state.box.ships[piece.id] in BOXES[2:] for piece in ships):
        modifiers["short range"] = table.near
    if weather := table.weather[state.weather]:
        modifiers[state.weather] = weather
    return modifiers


def flee(u: Umpire, side: Side) -> bool:
    """NK 8.3.3: a side tries to get away with all its ships; whether it does, and the combat is over."""
    success = u.data.tables.flight.success_from
    modifiers = flight_modifiers(u.state, u.data, side)
    name = "The German ships" if side is Side.AXIS else "The Allied ships"
    away = u.roll(D6, "NK-8.3.3-flight-roll", name, modifiers, needs=f"{success} or more") >= success
    if away:
        u.tell("NK-8.3.3-flight-roll", "{ships} get away", ships=name)
    else:
        u.tell("NK-8.3.3-flight-failed", "{ships} do not get away", ships=name)
    return away


def breaks_off(state: State, data: Data, orders: Mapping[Side, Moves], before: Mapping[str, Box]) -> bool:
    """NK 8.2, R27: nobody closed in and nobody can fire, or all are far apart and want to be farther."""
    assert state.box is not None
    closed = any(
        move == CLOSE and before[name] != BOXES[-1] for moves in orders.values() for name, move in moves.items()
    )
    if not closed and not any(may_fire(data, find(state, name), box) for name, box in state.box.ships.items()):
        return True
    far = all(box == BOXES[0] for box in before.values())
    return far and all(moves and set(moves.values()) == {DISENGAGE} for moves in orders.values())


def _end(u: Umpire, rule: str, words: str) -> tuple[Step, ...]:
    """NK 8.2, R29: the combat is over, and whoever is left stays in the hex."""
    box = u.state.box
    assert box is not None
    u.tell(rule, words, cell=box.cell, round=box.round)
    u.state.box = None
    return ()
