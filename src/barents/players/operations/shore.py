"""Small questions: ports under fire, works, and the end."""

from __future__ import annotations

from barents.games.operations.actions import Finish
from barents.games.operations.rules.limits import SOVIET
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE
from barents.players.operations.staff import Staff


def works(_staff: Staff, options: Assign) -> Allot:
    """Mines are laid wherever a minelayer is; no base is founded in passing."""
    return Allot(tuple((slot, "lay" if "lay" in domain else NONE) for slot, domain in options.slots.items()))


def bombard(_staff: Staff, options: Assign) -> Allot:
    """Every gun at the ship worth most, which is what happens without an order."""
    return Allot(tuple((slot, NONE) for slot in options.slots))


def finish(staff: Staff, options: Pick[Action]) -> Action:
    """There is nothing more to do once no convoy is still to sail or to unload; transports held back do not count."""
    busy = any(fleet.sails > staff.turn or fleet.plan or fleet.plot for fleet in staff.convoys)
    under_way = [fleet for fleet in staff.convoys if not fleet.docked or _is_soviet(staff, fleet.at)]
    laden = any(ship.cargo and not ship.homeward for fleet in under_way for ship in staff.ships(fleet.key))
    done = Finish(yes=not busy and not laden)
    return done if done in options else Decline()


def _is_soviet(staff: Staff, zone: str) -> bool:
    return zone in staff.data.harbours and staff.data.harbours[zone].nation == SOVIET
