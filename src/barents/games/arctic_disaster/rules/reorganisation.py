"""Chapters 3.1, 6.3 to 6.6 and 7.6.1: forces are made, divided and joined in secret, and dummies come and go.

While both sides do so nothing changes on the map: each works on a `Plan` of its own forces, which is carried out once
both are done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec.structs import replace

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Feint, LeaveBehind, PlaceDummy, Regroup, RemoveDummy, Stop
from barents.games.arctic_disaster.combat.air_fire import strength
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.names import place
from barents.games.arctic_disaster.rules.confirmed import renew
from barents.games.arctic_disaster.rules.cripples import ask_to_leave, base_of, charge_of, put_apart
from barents.games.arctic_disaster.rules.dice import fighters_die
from barents.games.arctic_disaster.rules.terrain import is_soviet
from barents.games.arctic_disaster.rules.units import Umpire, by_number, can_fly, is_afloat, is_damaged, new_handle
from barents.games.arctic_disaster.state import Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Step
from barents.kernel.odds import ends, every_throw
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.view import Odds

ALONE = ""  # of a ship that lies singly on the map


@dataclass
class Plan:
    """What a side's forces will be: the hex of each marker, which of them are dummies, and the marker of each ship.

    `fresh` are the dummies put down in this phase, `divided` the hexes whose ships have been divided anew, `feints` the
    dummies that are slowed like a reorganised force. `asked` are the forces whose damaged ships may leave them no more,
    `leaving` those that do, with their bases, and `escorts` whom others stay with.
    """

    side: Side
    places: dict[str, str]
    dummies: list[str]
    ships: dict[str, str]
    at: dict[str, str]
    fresh: list[str] = field(default_factory=list)
    divided: list[str] = field(default_factory=list)
    feints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    leaving: dict[str, str] = field(default_factory=dict)
    escorts: dict[str, str] = field(default_factory=dict)

    def markers_at(self, cell: str) -> list[str]:
        """The markers that will be in a hex."""
        return [marker for marker, place in self.places.items() if place == cell]

    def members(self, marker: str) -> list[str]:
        """The ships that will be in a force."""
        return [ship for ship, force in self.ships.items() if force == marker]

    def clear(self, cell: str) -> None:
        """AD 6.3: forces that have lost all their ships leave the map; what has ships is no dummy."""
        for marker in self.markers_at(cell):
            if self.members(marker):
                if marker in self.dummies:
                    self.dummies.remove(marker)
            elif marker not in self.dummies:
                del self.places[marker]


def plan_of(state: State, data: Data, side: Side, places: Mapping[str, str] | None = None) -> Plan:
    """The forces of a side as they are, or where set-up puts them; what has to join a force does."""
    hexes = {force.key: (places or {}).get(force.key, force.at) for force in state.forces[side].values()}
    afloat = [ship for ship in state.ships[side].values() if is_afloat(ship)]
    plan = Plan(
        side,
        hexes,
        [force.key for force in state.forces[side].values() if force.dummy],
        {ship.id: ship.force for ship in afloat if ship.force or may_join(data, ship)},
        {ship.id: hexes[ship.force] if ship.force else ship.at for ship in afloat},
    )
    _join_singles(state, data, plan)
    _unstack(state, data, plan)
    return plan


def may_join(data: Data, ship: Ship) -> bool:
    """AD 6.4, 9.4: ships of PQ-17 never belong to another force, but for its destroyers."""
    about = data.counters[ship.id]
    return not about.convoy or about.type == "DD"


class Company(NamedTuple):
    """Who may sail together: Soviets by themselves (7.5.4), and cripples by the base that they make for (7.8)."""

    base: str
    soviet: bool


def company(state: State, data: Data, plan: Plan, name: str) -> Company:
    """AD 7.5.4, 7.8: with whom a ship may sail."""
    ship = state.ships[plan.side][name]
    return Company(base_of(state, data, plan.side, ship), is_soviet(data, [ship]))


def sheet_of(state: State, data: Data, plan: Plan, name: str) -> Company:
    """AD 7.8: with whom a ship is divided: the same, but for an escort, which goes with its cripple."""
    charge = charge_of(state, plan.side, state.ships[plan.side][name])
    escorts = bool(charge) and may_join(data, state.ships[plan.side][charge])
    return company(state, data, plan, charge if escorts else name)


def company_under(state: State, data: Data, plan: Plan, marker: str) -> Company | None:
    """AD 7.5.4, 7.8: who may belong to a force: a cripple's, and that of Soviets, is closed to others."""
    found = [company(state, data, plan, name) for name in plan.members(marker)]
    return next((one for one in found if one.base), found[0] if found else None)


def _join_singles(state: State, data: Data, plan: Plan) -> None:
    """AD 4.3.1: an undamaged ship lying singly in the hex of a friendly force is placed in it."""
    for name, marker in plan.ships.items():
        ship = state.ships[plan.side][name]
        if marker or is_damaged(ship) or charge_of(state, plan.side, ship):
            continue
        own = company(state, data, plan, name)
        fitting = [
            other
            for other in plan.markers_at(plan.at[name])
            if other != CONVOY and company_under(state, data, plan, other) == own
        ]
        if fitting:
            plan.ships[name] = fitting[0]


def _unstack(state: State, data: Data, plan: Plan) -> None:
    """AD 6.6, 7.8, R79: of too many forces in a hex dummies go, then the last is joined to another, but no cripple."""
    for cell in dict.fromkeys(plan.places.values()):
        while len(markers := plan.markers_at(cell)) > data.tables.speeds.stack:
            spare = [marker for marker in markers if marker in plan.dummies]
            if spare:
                plan.places.pop(spare[-1])
                plan.dummies.remove(spare[-1])
                continue
            under = {marker: company_under(state, data, plan, marker) for marker in markers if marker != CONVOY}
            free = [(marker, own) for marker, own in under.items() if own is not None and not own.base]
            pairs = [(one, other) for other, own in reversed(free) for one, its in free if one != other and its == own]
            if not pairs:
                break
            into, last = pairs[0]
            for ship in plan.members(last):
                plan.ships[ship] = into
            plan.clear(cell)


# What may be done


def free_markers(data: Data, plan: Plan) -> list[str]:
    """AD 6.4: the markers of a side that are not on the map."""
    return [row.id for row in data.markers.values() if row.side is plan.side and row.id not in (CONVOY, *plan.places)]


def sheets(state: State, data: Data, plan: Plan, cell: str) -> list[Company]:
    """AD 6.3, 7.5.4, 7.8: the companies in a hex, cripples first; each is divided by itself."""
    present = dict.fromkeys(sheet_of(state, data, plan, name) for name in _ships_at(state, data, plan, cell))
    return sorted(present, key=lambda one: (not one.base, one))


def choices(state: State, data: Data, plan: Plan, cell: str, sheet: Company) -> Iterator[tuple[str, list[str]]]:
    """AD 6.3, 6.4, 6.6, 7.8: the ships of a company in a hex that may change their force, with the markers for them.

    There is room for two. A cripple may stay on its own, and never joins a force that exists; its escort may leave it.
    """
    markers, free = plan.markers_at(cell), free_markers(data, plan)
    new = free[:1] if len(markers) < data.tables.speeds.stack else []
    others = Company("", sheet.soviet)
    existing = [
        marker
        for marker in markers
        if marker != CONVOY and (marker in plan.dummies or company_under(state, data, plan, marker) == others)
    ]
    for name in _ships_at(state, data, plan, cell):
        if sheet_of(state, data, plan, name) != sheet:
            continue
        marker = plan.ships[name]
        offered = new if company(state, data, plan, name).base else [*existing, *new]
        values = [marker, *(other for other in offered if other != marker)] if marker else offered
        if len(values) > (1 if marker else 0):
            yield name, values


def _ships_at(state: State, data: Data, plan: Plan, cell: str) -> list[str]:
    """The ships in a hex that may belong to a force and have not just left one."""
    here = [name for name in plan.ships if plan.at[name] == cell and may_join(data, state.ships[plan.side][name])]
    return [name for name in here if name not in plan.leaving and name not in plan.escorts]


def may_leave(state: State, plan: Plan, marker: str) -> list[str]:
    """AD 6.2, 7.8: the damaged ships of a force that may still leave it: not from one that was made for a cripple."""
    ships = [state.ships[plan.side][name] for name in plan.members(marker)]
    return [ship.id for ship in ships if is_damaged(ship) and ship.force == marker and not ship.apart]


def deeds(state: State, data: Data, plan: Plan, *, at_start: bool) -> list[Action]:
    """AD 3.1, 6.3, 6.5, 7.6, 7.8: all that may be done: forces divided anew, dummies put down, taken off or slowed.

    Damaged ships may leave their force now too; only when they are hit do they do so for nothing.
    """
    cells = list(dict.fromkeys([*plan.places.values(), *(plan.at[name] for name in plan.ships)]))
    found: list[Action] = [
        Regroup(cell) for cell in cells if cell not in plan.divided and _may_divide(state, data, plan, cell)
    ]
    if free_markers(data, plan):
        found += [PlaceDummy(cell) for cell in cells if _may_feign(state, data, plan, cell)]
    found += [RemoveDummy(marker) for marker in plan.dummies if marker not in plan.fresh]
    if not at_start:
        found += [Feint(marker) for marker in plan.dummies if marker not in plan.feints]
        found += [LeaveBehind(m) for m in plan.places if m not in plan.asked and may_leave(state, plan, m)]
    return found


def _may_divide(state: State, data: Data, plan: Plan, cell: str) -> bool:
    """AD 6.3: whether any ship in a hex can change its force."""
    return any(True for sheet in sheets(state, data, plan, cell) for _ in choices(state, data, plan, cell, sheet))


def _may_feign(state: State, data: Data, plan: Plan, cell: str) -> bool:
    """AD 6.5, 6.6: a dummy appears beside an undetected force, where there is room."""
    markers = plan.markers_at(cell)
    known = state.forces[plan.side]
    hidden = [marker for marker in markers if marker not in known or not known[marker].detected]
    return bool(hidden) and len(markers) < data.tables.speeds.stack


# Asking


def about_reorganising(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What may be changed, and what it costs."""
    slow = data.tables.speeds.reorganised
    return (
        "Both sides do so at once and unseen. Ships in one hex may be divided anew, and a dummy may appear beside an "
        f"undetected force; a force that is changed loses {q.counted(slow, 'movement point')} this turn."
    )


def about_dividing(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What limits a force."""
    return f"Up to {data.tables.speeds.stack} forces to a hex; a force is as fast as its slowest ship."


def patrol_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 11.3.1: that fighters cost an air attack on the carrier's force steps before it comes to the guns."""
    if not isinstance(action, Choose) or not action.items:
        return None
    factors = sum(strength(data, known.wings[Side.ALLIED][name]) for name in action.items)
    lost = every_throw(data, lambda u: fighters_die(u, "", factors, {}))
    found = {words: lost[steps] for steps, words in enumerate(("no effect", "one step", "two steps"))}
    return Odds(1 - found["no effect"], "costing an attack steps", {}, ends(found))


REORGANISE: Question[State, Data] = Question(
    "AD-3.1-secret-reorg",
    "Do you change your forces?",
    phase=q.INITIAL,
    about=about_reorganising,
    answers={Stop: "Your forces are as you want them."},
)
DIVIDE: Question[State, Data] = Question(
    "AD-6.3-create",
    "Which ship sails in which force?",
    phase=q.INITIAL,
    about=about_dividing,
    answers={Allot: "Each ship sails in the force that you give it; a force without ships is no longer there."},
    verb="Form",
)
PATROL: Question[State, Data] = Question(
    "AD-3.1-cap-alloc",
    "Which fighters patrol over Victorious?",
    phase=q.INITIAL,
    about="They meet every air attack on her force before the guns fire, and are ready again when the day is over.",
    answers={Choose: "These fighters patrol over her force; the others stay ready on board."},
    verb="Send up",
    odds=patrol_odds,
)


def regroup(u: Umpire, plan: Plan, *, at_start: bool = False) -> kernel.Rule[Plan]:
    """AD 3.1, 6.3, 6.5: a side changes its forces until it is content; nobody else learns of it."""
    state, data, side = u.state, u.data, plan.side
    prompt = REORGANISE.prompt
    options = deeds(state, data, plan, at_start=at_start)
    first = not at_start  # each turn he is asked even if there is nothing to change, which is nobody else's business
    while options or first:
        first = False
        answer = yield from u.ask(side, REORGANISE, Pick([Stop(), *options]), prompt)
        prompt = "Do you change anything else?"
        match answer:
            case Regroup(cell):
                yield from _divide(u, plan, cell)
            case PlaceDummy(cell):
                marker = free_markers(data, plan)[0]
                plan.places[marker] = cell
                plan.dummies.append(marker)
                plan.fresh.append(marker)
            case RemoveDummy(marker):
                del plan.places[marker]
                plan.dummies.remove(marker)
                if marker in plan.feints:
                    plan.feints.remove(marker)
            case Feint(marker):
                plan.feints.append(marker)
            case LeaveBehind(marker):
                yield from _leave(u, plan, marker)
            case _:
                return plan
        options = deeds(state, data, plan, at_start=at_start)
    return plan


def _divide(u: Umpire, plan: Plan, cell: str) -> kernel.Rule[None]:
    """AD 6.3, 7.5.4, 7.8: each ship in a hex is given its force; cripples and Soviets by themselves."""
    state, data = u.state, u.data
    plan.divided.append(cell)
    for sheet in sheets(state, data, plan, cell):
        slots = {name: Among(markers) for name, markers in choices(state, data, plan, cell, sheet)}
        if not slots:
            continue
        loose = [name for name in slots if not plan.ships[name]]
        for domain in slots.values():
            for marker in domain:
                plan.places.setdefault(marker, cell)
        prompt = f"Which ship at {place(data, cell)} sails in which force?"
        answer: Allot = yield from u.ask(plan.side, DIVIDE, Assign(slots, optional=loose), prompt)
        for name, marker in answer.pairs:
            plan.ships[name] = ALONE if marker == NONE else marker
        plan.clear(cell)


def _leave(u: Umpire, plan: Plan, marker: str) -> kernel.Rule[None]:
    """AD 6.2, 7.6.1, 7.8: damaged ships leave their force, with escorts if there are any; the force is slowed."""
    plan.asked.append(marker)
    ships = [u.state.ships[plan.side][name] for name in plan.members(marker)]
    fellows = [ship for ship in ships if ship.force == marker]
    hurt = dict.fromkeys(may_leave(u.state, plan, marker), marker)
    leaving, escorts = yield from ask_to_leave(u, plan.side, hurt, {marker: fellows})
    plan.leaving |= leaving
    plan.escorts |= escorts
    for name in (*leaving, *escorts):
        plan.ships[name] = ALONE
    plan.clear(plan.places[marker])


def combat_air_patrol(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AD 3.1, 8.2: the Allies say which ready fighters of Victorious patrol over her force."""
    state, data = u.state, u.data
    ready = [
        wing.id
        for wing in state.wings[Side.ALLIED].values()
        if wing.box == "ready" and data.formations[data.air[wing.id].formation].type == "F"
    ]
    if not ready or not can_fly(data, state):
        return ()
    answer: Choose = yield from u.ask(Side.ALLIED, PATROL, Subset(ready))
    return answer.items


def reorganise(u: Umpire, _step: s.Reorganise) -> kernel.Rule[tuple[Step, ...]]:
    """AD 3.1: both sides at once and in secret, the Allies with their air patrol."""
    state, data = u.state, u.data
    (allied, fighters), axis = yield from u.both(_allied(u), regroup(u, plan_of(state, data, Side.AXIS)))
    for plan in (allied, axis):
        carry_out(u, plan)
    for name in fighters:
        state.wings[Side.ALLIED][name].box = "cap"
    u.tell("AD-3.1-secret-reorg", "Both sides have reorganised their forces")
    return ()


def _allied(u: Umpire) -> kernel.Rule[tuple[Plan, tuple[str, ...]]]:
    """AD 3.1: reorganisation, then the air patrol."""
    plan = yield from regroup(u, plan_of(u.state, u.data, Side.ALLIED))
    fighters = yield from combat_air_patrol(u)
    return plan, fighters


# Carrying it out


def reorganised(state: State, plan: Plan) -> list[str]:
    """AD 7.6.1, R82: the forces that are new, or have given or taken ships; a ship that was alone changes no other."""
    forces = state.forces[plan.side]
    real_before = [force.key for force in forces.values() if not force.dummy]
    found: dict[str, None] = {}
    for name, marker in plan.ships.items():
        before = state.ships[plan.side][name].force
        if before == marker:
            continue
        found.update(dict.fromkeys([before, marker] if before or marker not in real_before else [], None))
    return [marker for marker in found if marker in plan.places]


def carry_out(u: Umpire, plan: Plan, *, at_start: bool = False) -> None:
    """AD 3.1, 7.6.1, 7.9: the forces become what was planned; changed ones are slowed, at set-up none.

    A force has the worst fuel of any ship that joins it, also of one that lay on its own, and one that has been at sea
    has been there with all its ships. The enemy cannot follow which marker in a hex is which.
    """
    state, side = u.state, plan.side
    forces, changed, handles = state.forces[side], reorganised(state, plan), handles_by_hex(state, side)
    sources = {marker: _sources(state, plan, forces, marker) for marker in plan.places}
    state.forces[side] = {}
    for marker, cell in plan.places.items():
        # A dummy put down in this phase has nothing of a force whose marker was given up in the same phase.
        kept = forces.get(marker) if marker not in plan.fresh else None
        force = kept or Force(marker, cell, 0)
        state.forces[side][marker] = force
        force.at, force.dummy = cell, marker in plan.dummies
        if not force.dummy:
            force.fuel = max((past.fuel for past in sources[marker]), default=0)
            force.sortied = any(past.sortied for past in sources[marker])
        is_changed = marker in changed and marker not in plan.fresh
        if (is_changed or marker in plan.feints) and not at_start:
            force.penalty = max(force.penalty, u.data.tables.speeds.reorganised)
    put_apart(u, side, plan.leaving, plan.escorts, forces)
    for name in (*plan.leaving, *plan.escorts):
        ship = state.ships[side][name]
        ship.penalty = max(ship.penalty, u.data.tables.speeds.reorganised)
    joined: dict[str, list[str]] = {}
    for name, marker in plan.ships.items():
        ship = state.ships[side][name]
        if marker and not ship.force:
            joined.setdefault(ship.at, []).append(name)
            u.tell("AD-4.3.1-undamaged-singles", "{unit} joins a force at {cell}", unit=name, cell=ship.at)
        if marker and ship.force != marker:
            base = base_of(state, u.data, side, ship)
            ship.force, ship.at, ship.square, ship.fuel, ship.sortied = marker, "", "", 0, False
            ship.apart, ship.bound = bool(base), base
    for name in plan.ships:
        state.ships[side][name].with_ = charge_of(state, side, state.ships[side][name])
    if at_start:
        return  # every marker is numbered when both sides have set up (13.1)
    _tell_changes(u, side, handles)
    mix(u, side, handles)
    renew(state, side, handles, joined, [state.ships[side][name].at for name in plan.leaving])
    for force in by_number(state.forces[side].values()):
        if force.penalty:
            words = "Marker {number} at {cell} is slowed by {penalty}"
            u.tell("AD-7.6-mp-markers", words, number=force.handle, cell=force.at, penalty=force.penalty)


def _sources(state: State, plan: Plan, forces: Mapping[str, Force], marker: str) -> list[Force | Ship]:
    """AD 7.5.5, 7.9: what the ships of a force come from, as it was: another force, or none but themselves."""
    ships = [state.ships[plan.side][name] for name in plan.members(marker)]
    return [replace(forces[ship.force]) if ship.force else replace(ship) for ship in ships]


def handles_by_hex(state: State, side: Side) -> dict[str, list[int]]:
    """The numbers by which the enemy knows a side's undetected markers, hex by hex."""
    found: dict[str, list[int]] = {}
    for force in state.forces[side].values():
        if not force.detected:
            found.setdefault(force.at, []).append(force.handle)
    return found


def mix(u: Umpire, side: Side, before: Mapping[str, list[int]]) -> None:
    """AD 3.1, 6.1: undetected markers that share a hex are mixed, whether anything was changed or not."""
    state = u.state
    hidden: dict[str, list[Force]] = {}
    for force in state.forces[side].values():
        if not force.detected:
            hidden.setdefault(force.at, []).append(force)
    for cell, forces in sorted(hidden.items()):
        handles = sorted(before.get(cell, []))[: len(forces)]
        handles += [new_handle(state) for _ in forces[len(handles) :]]
        if len(forces) > 1:
            names = u.draw([str(handle) for handle in handles], len(forces), "AD-3.1-secret-reorg", cell, to=NOBODY)
            handles = [int(name) for name in names]
        for force in forces:
            force.handle = handles.pop(0)
            if len(forces) > 1:
                name, words = u.data.markers[force.key].name, "To the enemy {name} is marker {number}"
                u.tell("AD-3.1-secret-reorg", words, to=only(side), name=name, number=force.handle)


def _tell_changes(u: Umpire, side: Side, before: Mapping[str, list[int]]) -> None:
    """AD 3.1: everyone sees where markers appear or vanish, and no more."""
    after: dict[str, int] = {}
    for force in u.state.forces[side].values():
        if not force.detected:
            after[force.at] = after.get(force.at, 0) + 1
    for cell in dict.fromkeys([*before, *after]):
        difference = after.get(cell, 0) - len(before.get(cell, []))
        if difference:
            words = "A marker appears at {cell}" if difference > 0 else "A marker vanishes at {cell}"
            u.tell("AD-3.1-secret-reorg", words, cell=cell)
