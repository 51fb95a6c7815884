"""Small answers: reports, Intelligence, markers for the pool, orders, and the Tactical Advantage."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.units import HEAVY
from barents.games.arctic_disaster.state import GROUNDING, KNIGHTS_MOVE, SCATTERS
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Assign, Pick, Subset
from barents.players.arctic_disaster.allied import AlliedStaff
from barents.players.arctic_disaster.axis import AxisStaff
from barents.players.arctic_disaster.orders import BOLD, Command

PERIL = 2  # hexes from PQ-17 at which a German force that is in sight scatters it


def report(_staff: Command, options: Assign) -> Action:
    """Forces are made out to be as strong as may be said."""
    return Allot(tuple((name, max(domain, key=int)) for name, domain in options.slots.items()))


def inspect(staff: Command, options: Pick[Action]) -> Action:
    """The Germans ask after the marker that should be PQ-17, the Allies after the one nearest to it."""
    names = [action.what for action in options if isinstance(action, a.Inspect) and action.what in staff.enemies]
    if isinstance(staff, AxisStaff):
        marker = staff.convoy_marker()
        wanted = marker.key if marker is not None and not marker.detected else ""
    else:
        ward = staff.wards()
        hidden = [name for name in names if not staff.enemies[name].detected]
        wanted = (
            min(hidden, key=lambda name: (staff.distance(staff.enemies[name].at, ward), name))
            if hidden and ward
            else ""
        )
    return a.Inspect(wanted) if wanted in names else next(iter(options))


def allied_markers(staff: AlliedStaff, options: Subset) -> Action:
    """Grounding while Germans are in the Leads; PQ-17 is not scattered beforehand."""
    data = staff.data
    aground = [f for f in staff.enemies.values() if f.at in data.leads and f.at not in data.ports]
    return Choose(tuple(item for item in options.items if item == GROUNDING and aground))


def scatter_now(staff: AlliedStaff, _options: Pick[Action]) -> Action:
    """PQ-17 scatters before a force that is upon it and that nobody can stop."""
    cell = staff.convoy_cell()
    near = [f for f in staff.enemies.values() if f.detected and cell and staff.distance(f.at, cell) <= PERIL]
    return a.PutIn(SCATTERS, bool(near) and staff.cover(cell) < BOLD)


def knights_move(staff: AxisStaff, options: Pick[Action]) -> Action:
    """Tirpitz is let out when there is something within her reach."""
    out = a.PutIn(KNIGHTS_MOVE, True)
    return out if out in options and staff.sails() else Decline()


def orders(staff: AlliedStaff, _options: Pick[Action]) -> Action:
    """The Home Fleet asks when Tirpitz has been seen at sea, or when it is late."""
    return a.AskForOrders(yes=staff.tirpitz_at_sea())


def patrol(_staff: AlliedStaff, options: Subset) -> Action:
    """All fighters are up."""
    return Choose(options.items)


def advantage(staff: Command, _options: Pick[Action]) -> Action:
    """Used on dice that matter: a heavy ship's, a torpedo aircraft's, a boat's; else kept for the next."""
    subject = staff.known.asked.get(staff.side, "")
    two = staff.data.tables.other.tactical
    owner = _owner(staff, subject)
    if owner is None:
        return a.KeepAdvantage("next-die")
    return a.UseAdvantage(two if owner else -two)


def _owner(staff: Command, subject: str) -> bool | None:
    """Whether a die that matters is the side's own; None for one that does not matter."""
    known, data = staff.known, staff.data
    if known.raid is not None and subject in data.air:
        row = data.formations[data.air[subject].formation]
        return row.side is staff.side if row.type == "T" or known.raid.target == CONVOY else None
    if subject in data.boats:
        return data.commands[data.boats[subject].command].side is staff.side
    if known.battle is not None:
        about = data.counters.get(subject)
        return about.side is staff.side if about is not None and about.type in HEAVY else None
    return None
