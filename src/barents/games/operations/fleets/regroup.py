"""Fleets are divided, joined and scattered; ships take fuel at sea (OP-FLEET-form, -scatter, OP-FUEL-at-sea)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.sighting_reports import pass_on
from barents.games.operations.data import Data
from barents.games.operations.fleets.fuel import givers, takers
from barents.games.operations.fleets.sea import new_key
from barents.games.operations.names import many
from barents.games.operations.orders import CHANGES, Change, Join, New, Scatter, TakeFuel
from barents.games.operations.rules.limits import is_soviet_convoy, must_sail
from barents.games.operations.rules.units import Umpire, by_fleet, is_convoy, of_types, ships_of, trains, transports
from barents.games.operations.state import Desk, Fleet, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.values import Typed


def about_regrouping(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What ships in one zone can do together (OP-FLEET-form, OP-FUEL-at-sea)."""
    fuel = data.tables.fuel
    return (
        "Without an order nothing changes. Ships in one zone may change fleets; a fleet is as fast as its slowest "
        f"ship. Fuel is passed at sea at {many(fuel.at_sea_zones, 'zone')} a turn or less, in squall or better, "
        f"{fuel.at_sea_boxes} boxes to a ship. A convoy that scatters cannot gather again for "
        f"{many(data.tables.scatter.reform_turns, 'turn')}."
    )


REGROUP: Question[State, Data] = Question(
    "OP-FLEET-form",
    "Do ships change their fleets, or take on fuel?",
    phase=phases.ORDERS,
    about=about_regrouping,
    answers={Allot: "Fleets change before you give them missions; fuel is passed at the end of the turn."},
    verb="Regroup",
    values=CHANGES,
    standing="Regroup or refuel",
)


def regroup(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-FLEET-form: which ships leave their fleet, which fleets join, what scatters, who takes fuel."""
    slots = regroup_slots(draft, u.data, side)
    if not slots:
        return
    fuel = [str(change) for domain in slots.values() for change in domain.typed if isinstance(change, TakeFuel)]
    most = dict.fromkeys(fuel, u.data.tables.fuel.at_sea_ships)
    answer: Allot = yield from u.ask(side, REGROUP, Assign(slots, optional=True, capacity=most))
    changes = {name: CHANGES.parse(value) for name, value in answer.pairs if value != NONE}
    carry_out(draft, u.data, side, changes)


def regroup_slots(state: State, data: Data, side: Side) -> dict[str, Typed[Change]]:
    """What each fleet and each ship may do about it."""
    desk = state.desks[side]
    slots: dict[str, Typed[Change]] = {}
    crews = by_fleet(desk)
    # Who has to leave a Soviet port is not kept there by others, and keeps together until at sea (AC-B.22-sails).
    free = [fleet for fleet in desk.fleets.values() if not must_sail(state, data, side, fleet)]
    for fleet in free:
        beside = [other.key for other in free if may_join(state, fleet, other)]
        joined: list[Change] = [Join(key) for key in beside]
        ships = crews.get(fleet.key, [])
        of_fleet = list(joined)
        if fleet.mission == "convoy" and not fleet.docked and len(trains(data, ships)) > 1:
            of_fleet.append(Scatter())
        if of_fleet:
            slots[fleet.key] = CHANGES.among(of_fleet, _why_not)
        fuel = [TakeFuel(name) for name in givers(state, data, desk, fleet)]
        thirsty = takers(data, desk, fleet)
        for ship in ships:
            of_ship: list[Change] = [New(), *joined] if len(ships) > 1 else []
            if ship.key in thirsty:
                of_ship += [change for change in fuel if change.giver != ship.key]
            if of_ship:
                slots[ship.key] = CHANGES.among(of_ship, _why_not)
    return slots


def _why_not(value: str) -> Refusal:
    """OP-STATE-legal: the row that an order which may not be given offends against."""
    match CHANGES.find(value):
        case TakeFuel(giver):
            return Refusal(f"{giver} has no fuel to give it here", "OP-FUEL-at-sea")
        case Scatter():
            return Refusal("only a convoy at sea with several transports scatters", "OP-FLEET-scatter")
    words = f"it cannot go {value}: only fleets of one zone join, and scattered ships not at once"
    return Refusal(words, "OP-FLEET-form")


def may_join(state: State, fleet: Fleet, other: Fleet) -> bool:
    """OP-FLEET-form, -scatter: two fleets in one zone; scattered ships keep apart for a while."""
    same = fleet.key != other.key and fleet.at == other.at and fleet.docked == other.docked
    return same and fleet.apart <= state.turn and other.apart <= state.turn


def carry_out(state: State, data: Data, side: Side, changes: Mapping[str, Change]) -> None:
    """OP-FLEET-form: scatter first, then fleets that join, then ships that leave; empty fleets are gone."""
    desk = state.desks[side]
    for key, change in changes.items():
        if key in desk.fleets and isinstance(change, Scatter):
            scatter(state, data, side, desk.fleets[key])
    for key, change in changes.items():
        if key in desk.fleets and isinstance(change, Join):
            _join(state, side, key, change.fleet)
    made: dict[str, str] = {}
    for key, change in changes.items():
        if key not in desk.ships or not isinstance(change, New | Join) or not desk.ships[key].fleet:
            continue
        ship = desk.ships[key]
        source = desk.fleets[ship.fleet]
        if isinstance(change, New) and source.key not in made:
            made[source.key] = detach(state, side, source, ship.name or ship.key)
        goal = change.fleet if isinstance(change, Join) else made[source.key]
        if goal in desk.fleets and desk.fleets[goal].at == source.at:
            ship.fleet = goal
            take_in(desk.fleets[goal], source)
    for key in made.values():
        settle_detached(data, desk, key)
    strike_off(state, data, side)
    desk.pairs = {ship: change.giver for ship, change in changes.items() if isinstance(change, TakeFuel)}


def _join(state: State, side: Side, key: str, goal: str) -> None:
    desk = state.desks[side]
    if goal in desk.fleets and may_join(state, desk.fleets[key], desk.fleets[goal]):
        for ship in ships_of(desk, key):
            ship.fleet = goal
        hand_over(desk, key, goal)


def hand_over(desk: Desk, key: str, goal: str) -> None:
    """A fleet has gone into another: what covers it, belongs to it or flies over it is now with the other."""
    take_in(desk.fleets[goal], desk.fleets[key])
    for fleet in desk.fleets.values():
        fleet.covers = goal if fleet.covers == key and fleet.key != goal else fleet.covers
        fleet.of = goal if fleet.of == key and fleet.key != goal else fleet.of
    for step in desk.air.values():
        step.centre = goal if step.centre == key else step.centre


def take_in(fleet: Fleet, other: Fleet) -> None:
    """Ships come into a fleet from another: it has steamed as far as they, and is no scattered ship any more.

    Whoever has found them, or shadows them, has found and shadows the whole.
    """
    fleet.steamed |= other.steamed
    fleet.forced |= other.forced
    fleet.found |= other.found
    fleet.shadowed |= other.shadowed
    if fleet.loose:
        fleet.loose, fleet.of = False, ""


def detach(state: State, side: Side, source: Fleet, name: str) -> str:
    """OP-FLEET-form: a new fleet beside an old one, under the same orders and bound by the same plot."""
    desk = state.desks[side]
    key = new_key(desk, f"{source.key}-detached")
    desk.fleets[key] = Fleet(
        key,
        f"{name} and company",
        source.at,
        source.mission,
        docked=source.docked,
        pace=source.pace,
        plot=list(source.plot),
        plan=list(source.plan),
        covers=source.covers,
        chases=source.chases,
        port=source.port,
        sails=source.sails,
        since=source.since,
        track=list(source.track),
        met=source.met,
        of=source.of,
        root=source.root,
        found=source.found,
        steamed=source.steamed,
        forced=source.forced,
    )
    return key


def settle_detached(data: Data, desk: Desk, key: str) -> None:
    """OP-FLEET-mission: warships that leave a convoy are no convoy: they cover it, and are free to be ordered."""
    fleet = desk.fleets[key]
    if fleet.mission == "convoy" and not trains(data, ships_of(desk, key)):
        fleet.mission, fleet.plot, fleet.plan, fleet.port = "cover", [], [], ""
        fleet.covers = key.rpartition("-detached")[0]


def heirs(old: Desk, new: Desk) -> dict[str, str]:
    """The fleets that were on a desk and are no more, with those in which most of their ships are now."""
    found: dict[str, str] = {}
    for key in old.fleets:
        if key not in new.fleets:
            now = Counter(new.ships[ship.key].fleet for ship in ships_of(old, key))
            if now:
                found[key] = now.most_common(1)[0][0]
    return found


def strike_off(state: State, data: Data, side: Side) -> None:
    """Fleets without ships are gone; one without transports is no convoy any more, one without an oiler no supplier."""
    desk = state.desks[side]
    crews = by_fleet(desk)
    for fleet in list(desk.fleets.values()):
        ships = crews.get(fleet.key, [])
        if not ships:
            del desk.fleets[fleet.key]
            continue
        if is_soviet_convoy(fleet) and not transports(data, ships):
            fleet.root = fleet.key
        row = data.missions[fleet.mission]
        if (row.needs_train and not trains(data, ships)) or (row.needs_oiler and not of_types(data, ships, "AO")):
            fleet.mission, fleet.covers = "cover", fleet.at
            fleet.plot, fleet.plan, fleet.port = [], [], ""


def scatter(state: State, data: Data, side: Side, fleet: Fleet) -> None:
    """OP-FLEET-scatter: each transport goes on alone; the first waypoints are spread over the zones around."""
    desk = state.desks[side]
    around = [zone for zone in data.neighbours(fleet.at) if not data.is_harbour(zone)] or [fleet.at]
    open_ = [zone for zone in around if zone not in data.shut(state.month)] or around
    goal = destination(data, fleet)
    for index, ship in enumerate(trains(data, ships_of(desk, fleet.key))):
        key = new_key(desk, ship.key)
        first = open_[index % len(open_)]
        desk.fleets[key] = Fleet(
            key,
            ship.name or ship.key,
            fleet.at,
            "convoy",
            plan=[first, goal] if goal else [first],
            port=fleet.port,
            since=fleet.since,
            track=list(fleet.track),
            of=fleet.of or fleet.key,
            root=fleet.root,
            apart=state.turn + data.tables.scatter.reform_turns,
            loose=True,
            unplanned=True,
            found=fleet.found,
        )
        ship.fleet = key


def destination(data: Data, fleet: Fleet) -> str:
    """Where a convoy is bound for: the last of its waypoints, or the end of its plot."""
    if fleet.plan:
        return fleet.plan[-1]
    if fleet.port:
        return data.port(fleet.port).zone
    return fleet.plot[-1] if fleet.plot else ""


def stragglers(state: State, data: Data, side: Side) -> Mapping[str, str]:
    """OP-SEA-rejoin: stragglers that end a turn in the zone of their convoy, with its name; not that of the gale."""
    desk = state.desks[side]
    return {
        fleet.key: fleet.of
        for fleet in desk.fleets.values()
        if fleet.of in desk.fleets
        and fleet.apart <= state.turn + 1
        and not fleet.loose
        and desk.fleets[fleet.of].at == fleet.at
        and is_convoy(data, desk, desk.fleets[fleet.of])
    }


def rejoin(u: Umpire, side: Side) -> None:
    """OP-SEA-rejoin: they are with their convoy again."""
    desk = u.state.desks[side]
    while found := stragglers(u.state, u.data, side):
        # One at a time: a convoy may itself be what a straggler of another has become.
        key, convoy = next(iter(found.items()))
        for ship in ships_of(desk, key):
            ship.fleet = convoy
            u.tell("OP-SEA-rejoin", "{unit} is with her convoy again", to=only(side), unit=ship.key)
        hand_over(desk, key, convoy)
        del desk.fleets[key]
        pass_on(u.state, side, {key: convoy})
