"""Doctrine in the air: who searches where, who flies cover, which raids are flown and at whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.nordkapp.orders import MERCHANT_GUNS, SEARCHES
from barents.games.nordkapp.rules.air_missions import SEARCH
from barents.games.nordkapp.rules.raids import BASE
from barents.games.nordkapp.rules.units import base_hex, factor, find, range_of
from barents.games.nordkapp.state import CONVOY, MERCHANTS, SURFACE, Piece
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Subset
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.chart import Odds
from barents.players.nordkapp.estimate import GATES, HEAVY, Estimate
from barents.players.nordkapp.worth import chances, ladder, threats, volley

KEPT = 1  # scouts that stay behind for the next turn, because who flies today rests tomorrow
KNOWN_ENOUGH = 0.25  # odds of a hex from which it is searched for certain
SEARCH_FOR = 0.04  # odds for which a bomber is spent on a search
SURFACE_VALUE = 1.2  # what a raid on warships promises against one on a convoy: capital ships may be among them
MERCHANTS_VALUE = 0.9


# Searching


def searchers(staff: AlliedStaff | AxisStaff, options: Subset) -> Action:
    """Which aircraft search. The Albacores are for submarines and for strikes."""
    if isinstance(staff, AlliedStaff):
        return Choose(())
    plan = search_plan(staff, options.items, KEPT)
    return Choose(tuple(name for name in options.items if name in plan))


def search_plan(staff: AxisStaff, names: Sequence[str], kept: int) -> dict[str, str]:
    """Each scout that flies, and where to: first to those who are shadowed, then where others may be; some are kept.

    Nobody remembers where nothing was found, so that the likely hexes are drawn by lot: always to take the likeliest
    would be to look at the same wrong ones for ever.
    """
    odds = dict(staff.heat(staff.known.turn))
    scouts = sorted(names, key=lambda name: (not staff.about(name).shadows, staff.about(name).range, name))
    regular = [name for name in scouts if staff.about(name).type == "R"]
    spare = [name for name in scouts if staff.about(name).type != "R"][:2]
    plan: dict[str, str] = {}
    for goal in staff.in_contact:
        able = [name for name in regular if name not in plan and _in_reach(staff, name, goal)]
        if able:
            plan[able[0]] = f"{SEARCH}>{goal}"
            odds.pop(goal, None)
    rest = [name for name in regular if name not in plan]
    flying = rest[: max(0 if plan else 1, len(rest) - kept)]
    for name in [*flying, *(() if plan else spare)]:
        route, chance = _best_search(staff, staff.own[name], odds)
        if route and (staff.about(name).type == "R" or chance >= SEARCH_FOR):
            plan[name] = route
            for cell in route.split(">")[1:]:
                odds.pop(cell, None)
    return plan


def _in_reach(staff: AxisStaff, name: str, cell: str) -> bool:
    scout = staff.own[name]
    return staff.distance(base_hex(staff.known, scout), cell) <= range_of(staff.data, scout)


def _best_search(staff: AxisStaff, scout: Piece, odds: Odds) -> tuple[str, float]:
    """A hex, in fair weather two next to each other, in which a scout may well find someone."""
    near = {cell: chance for cell, chance in odds.items() if chance > 0 and _in_reach(staff, scout.id, cell)}
    if not near:
        return "", 0.0
    first = _drawn(staff, near)
    beside = {cell: near[cell] for cell in staff.data.grid.neighbours(first) if cell in near}
    if staff.known.weather != "fair" or not beside:
        return f"{SEARCH}>{first}", near[first]
    second = max(beside, key=lambda cell: (beside[cell], cell))
    return f"{SEARCH}>{first}>{second}", near[first] + near[second]


def _drawn(staff: AxisStaff, near: Odds) -> str:
    """One of some hexes by lot; a good one by far is taken without."""
    best = max(near, key=lambda cell: (near[cell], cell))
    if near[best] >= KNOWN_ENOUGH:
        return best
    lot = sum(near.values()) * staff.dice.below(1000) / 1000
    for cell, chance in near.items():
        lot -= chance
        if lot < 0:
            return cell
    return best


def missions(staff: AlliedStaff | AxisStaff, options: Assign) -> Action:
    """Where those fly that search, and whom the others cover."""
    given = dict.fromkeys(options.slots, NONE)
    if isinstance(staff, AxisStaff):
        names = [name for name in options.slots if name not in options.optional]
        plan = search_plan(staff, names, 0)
        odds = staff.heat(staff.known.turn)
        for name in names:
            route = plan.get(name) or _best_search(staff, staff.own[name], odds)[0]
            given[name] = route if route in options.slots[name] else next(iter(options.slots[name]))
        _cover_ships(staff, options, given)
    else:
        for name in options.slots:
            if name not in options.optional:
                given[name] = next(iter(options.slots[name]))
        _carrier_cover(staff, options, given)
        _western(staff, options, given)
    return Allot(tuple((slot, given[slot]) for slot in options.slots))


def _cover_ships(staff: AxisStaff, options: Assign, given: dict[str, str]) -> None:
    """German fighters cover ships at sea within their reach; over the bases nobody comes."""
    for name in options.optional:
        if name in options.slots and staff.about(name).type == "C":
            forces = [marker for marker in options.slots[name] if marker in staff.known.markers[Side.AXIS]]
            if forces:
                given[name] = forces[0]


def _carrier_cover(staff: AlliedStaff, options: Assign, given: dict[str, str]) -> None:
    """Fighters and one anti-submarine squadron over the convoy if it is in reach, else over the carrier's force."""
    wings = sorted(name for name in options.optional if name in staff.own)
    patrol = False
    for name in wings:
        forces = list(options.slots[name])
        convoys = [key for key in forces if key in staff.convoys]
        carrier = staff.own.get(staff.own[name].at)
        own = [carrier.force or carrier.id] if carrier is not None else []
        about = staff.about(name)
        wanted = [key for key in (*convoys, *own) if key in forces]
        if not wanted:
            continue
        if about.type == "C":
            given[name] = wanted[0]
        elif not patrol:
            given[name], patrol = wanted[0], True


def _western(staff: AlliedStaff, options: Assign, given: dict[str, str]) -> None:
    """Searches without counters look for German ships on their way to the convoys, never where they would scatter."""
    slots = [name for name in options.slots if SEARCHES.find(name)]
    if not slots or not staff.raiders_may_be_out:
        return
    convoys = list(staff.goals.values())
    area = list(options.slots[slots[0]])
    if staff.file.scatter:
        reach = staff.data.tables.scatter_order.distance
        area = [cell for cell in area if all(staff.distance(cell, convoy) > reach for convoy in convoys)]
    water = staff.data.open_water(staff.known.ice)
    area = [cell for cell in area if cell in water]
    aims = [seen.cell for seen in staff.ships_seen(1)] or [_between(staff, convoy) for convoy in convoys]
    chosen: list[str] = []
    for number in range(len(slots)):
        if not area or not aims:
            return
        aim = aims[number % len(aims)]
        cell = min(area, key=lambda cell: (staff.distance(cell, aim), cell))
        area.remove(cell)
        chosen.append(cell)
    given.update(zip(slots, chosen, strict=True))


def _between(staff: AlliedStaff, convoy: str) -> str:
    """A hex half-way between the German ports and a convoy."""
    path = staff.passage.path(GATES, convoy) or (GATES,)
    return path[len(path) // 2]


# Raids


def raids(staff: AlliedStaff | AxisStaff, options: Subset) -> Action:
    """Everyone who is ready flies, once there is something worth it in reach of more than a few."""
    goals = {name: _raid_goal(staff, name) for name in options.items}
    return Choose(tuple(name for name in options.items if goals[name]))


def raid_goals(staff: AlliedStaff | AxisStaff, options: Assign) -> Action:
    """All against the hex that promises most, each as far as it can fly."""
    given = {}
    for name, domain in options.slots.items():
        goal = _raid_goal(staff, name)
        given[name] = goal if goal in domain else next(iter(domain))
    return Allot(tuple(given.items()))


def _raid_goal(staff: AlliedStaff | AxisStaff, name: str) -> str:
    """The hex that an aircraft should raid, or none."""
    piece = staff.own[name]
    base, reach = base_hex(staff.known, piece), range_of(staff.data, piece)
    strike = factor(staff.data, piece, "ship")
    values = {cell: raid_value(staff, cell) for cell in sorted(staff.known.seen[staff.side])}
    near = [cell for cell, value in values.items() if value > 0 and staff.distance(base, cell) <= reach]
    if not near or not strike:
        return ""
    return max(near, key=lambda cell: (values[cell], cell))


def raid_value(staff: AlliedStaff | AxisStaff, cell: str) -> float:
    """What a hex promises to bombers; where ships lie open, by who they are."""
    if isinstance(staff, AlliedStaff):
        return 1.0 if SURFACE in staff.known.seen[staff.side][cell] else 0.0
    shown = [p for p in staff.known.pieces[Side.ALLIED].values() if p.at == cell]
    if cell in staff.known.shown[Side.AXIS] and shown:
        if any(staff.about(piece).type in HEAVY for piece in shown):
            return 2.0
        merchants = [piece for piece in shown if staff.about(piece).is_merchant]
        return 0.3 if not merchants else max(KIND.get(_kind(staff, piece.convoy), 0.5) for piece in merchants)
    kinds = staff.known.seen[Side.AXIS][cell]
    if CONVOY in kinds:
        return KIND[_likely_kind(staff, cell)]
    if MERCHANTS in kinds:
        return MERCHANTS_VALUE * KIND[_likely_kind(staff, cell)]
    return SURFACE_VALUE if SURFACE in kinds else 0.0


KIND = {"pq": 1.0, "qp": 0.5}


def _kind(staff: AxisStaff, convoy: str) -> str:
    return next((force.convoy or "" for force in staff.file.forces if force.key == convoy), "")


def _likely_kind(staff: AxisStaff, cell: str) -> str:
    """The convoy that was probably seen in a hex this turn."""
    for key, report in staff.reports.items():
        if report.cell == cell:
            return _kind(staff, key)
    return "pq"


def defend(staff: Estimate, options: Assign) -> Action:
    """Fighters and guns fire where they save most: at raiders that would do most harm, each in turn."""
    targets = {name for domain in options.slots.values() for name in domain}
    ladders = {name: threats(staff.data, find(staff.known, name)) for name in sorted(targets)}
    factors = {name: _gun(staff, name) for name in options.slots}
    shots = {
        name: {target: (target, chances(staff.data, factors[name])) for target in domain}
        for name, domain in options.slots.items()
    }
    order = sorted(options.slots, key=lambda name: (-factors[name], name))
    return _allotted(options, volley(shots, ladders, order))


def _gun(staff: Estimate, name: str) -> int:
    """The factor of a fighter or a gun."""
    if name == BASE:
        return staff.data.tables.bases.aa
    if MERCHANT_GUNS.find(name):
        return staff.data.tables.merchant_guns.factor
    piece = staff.own[name]
    return factor(staff.data, piece, "air" if staff.about(name).is_air else "aa")


def bomb(staff: Estimate, options: Assign) -> Action:
    """Bombers spread over the ships that promise most: capital ships, then cripples, then sound merchants."""
    targets = sorted({name for domain in options.slots.values() for name in domain})
    ladders = {}
    for name in targets:
        piece = find(staff.known, name)
        aloft = staff.about(name).is_air
        ladders[name] = [0.0, 0.5, 1.0] if aloft else ladder(staff.known, staff.data, piece)
    shots = {}
    for name, domain in options.slots.items():
        shot = chances(staff.data, factor(staff.data, staff.own[name], "ship"))
        shots[name] = {target: (target, shot) for target in domain}
    order = sorted(shots, key=lambda name: (-factor(staff.data, staff.own[name], "ship"), name))
    return _allotted(options, volley(shots, ladders, order))


def _allotted(options: Assign, given: Mapping[str, str]) -> Allot:
    return Allot(tuple((slot, given[slot]) for slot in options.slots))
