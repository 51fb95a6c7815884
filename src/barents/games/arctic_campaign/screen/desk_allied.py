"""The Allied desk: core, ships for the month, the Soviet navy, transports, convoys, and what the month can bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from barents.games.arctic_campaign.allied import transports
from barents.games.arctic_campaign.allied.convoys import wanted
from barents.games.arctic_campaign.allied.events import event_of
from barents.games.arctic_campaign.allied.outlook import merchants, outlook
from barents.games.arctic_campaign.allied.western import soviet_ports
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import counted, month_name, plural, points, ships, tally
from barents.games.arctic_campaign.rules.units import afloat, is_whole, ship_of, type_of
from barents.games.arctic_campaign.screen import desk_parts as parts
from barents.games.arctic_campaign.screen.phrases import called
from barents.games.arctic_campaign.state import SUNK, Events, Group, State, Vessel
from barents.games.operations.rules.setup import WAITING
from barents.kernel import desk as d
from barents.kernel.sides import Side
from barents.kernel.words import in_words, listed

ALLIED = Side.ALLIED
WESTERN_SHIPS = ("hired", "event")


# Ships


def blocks(data: Data, known: State) -> Iterator[d.Block]:
    """The core with its lost places, ships for the month, ships in Russia, the Soviet navy, and those under repair."""
    desk, russia = known.allied, soviet_ports(data)
    core = list(core_ships(data, known))
    yield from parts.block(data, known, ALLIED, "Core units", core, core_note(data, known, core))
    month = [one for one in afloat(desk) if one.service in WESTERN_SHIPS and one.at not in russia]
    yield from parts.block(data, known, ALLIED, "For this month", month, "hired, or brought by an event")
    guests = [one for one in afloat(desk) if one.service in WESTERN_SHIPS and one.at in russia]
    unpaid = sum(one.unpaid for one in guests)
    note = f"{unpaid} may only sail home, unless their rent is paid again" if unpaid else "they sail home this month"
    yield from parts.block(data, known, ALLIED, "Guests in Russia", guests, note)
    navy = [one for one in afloat(desk) if one.service in ("soviet", "transfer")]
    note = tally(parts.types(data, known, ALLIED, navy))
    yield from parts.block(data, known, ALLIED, "Soviet navy", navy, note)
    oilers = [one for one in afloat(desk) if one.service == "oiler"]
    note = "they came with the transports, and fuel escorts at sea"
    yield from parts.block(data, known, ALLIED, "Oilers of the convoys", oilers, note)
    idle = [one for one in afloat(desk) if one.service == "idle"]
    yield from parts.block(data, known, ALLIED, "Under repair", idle, "in no service, to be hired when whole")


def core_ships(data: Data, known: State) -> Iterator[Vessel]:
    """The core by type; lost ships keep their places until those are filled again."""
    desk = known.allied
    kinds = (*data.tables.core.types, "AO")
    for kind in kinds:
        mine = [one for one in desk.vessels.values() if one.service == "core" and _kind(data, known, one) == kind]
        there = [one for one in mine if one in list(afloat(desk))]
        places = desk.slots.get(kind, data.tables.core.oilers)
        lost = [one for one in mine if one.at == SUNK]
        yield from there
        yield from lost[len(lost) - max(0, min(len(lost), places - len(there))) :]


def core_note(data: Data, known: State, core: Iterable[Vessel]) -> str:
    """B.11: the core by type, with the places of those that were lost."""
    found = []
    units = list(core)
    for kind in (*data.tables.core.types, "AO"):
        all_ = [one for one in units if _kind(data, known, one) == kind]
        there = sum(one.at != SUNK for one in all_)
        places = known.allied.slots.get(kind, data.tables.core.oilers)
        if there < places:
            found.append(f"{there} of {places} {plural(kind)}")
        elif there:
            found.append(counted(there, kind))
    return ", ".join(found)


def _kind(data: Data, known: State, vessel: Vessel) -> str:
    return data.kind(type_of(data, ship_of(known, ALLIED, vessel.key)).type)


# Transports, boats and aircraft


def supplies(data: Data, known: State) -> Iterator[d.Supply]:
    """The transports with their dice, those that wait in Russia, submarines, aircraft, and the month's sum."""
    desk = known.allied
    west, east = transports.on_hand(known, data), merchants(known, soviet_ports(data))
    sailing = {key for group in desk.groups.values() for key in group.ships}
    thrown = known.phase not in ("set-up", "repair")  # before that they are last month's
    if west or (desk.dice and thrown):
        free = sum(one.key not in sailing for one in west)
        dice = tuple(desk.dice) if thrown else ()
        words = _transports(data, known, west, free, thrown=thrown)
        yield d.Supply(_title(data, west), dice, "mt", len(west), free, words)
    if east:
        free = sum(one.key not in sailing for one in east)
        forced = data.tables.transports.forced_from
        words = f"From {in_words(forced)} on at least half of them must sail home; each that comes home is a point."
        yield d.Supply(f"{ships(len(east), 'empty transport')} in Russia", (), "mt", len(east), free, words)
    yield from parts.submarines(known, ALLIED, "Submarines", WAITING)
    yield from parts.aircraft(data, known, ALLIED, "Aircraft from the shore, in steps")
    if words := outlook(data, known):
        yield d.Supply("What the month can bring", (), "mt", 0, 0, words)


def _title(data: Data, west: list[Vessel]) -> str:
    at = [
        f"{number} at {port}"
        for port in data.tables.transports.launch_ports
        if (number := sum(one.at == port for one in west))
    ]
    return f"Transports, {listed(at)}" if at else "Transports"


def _transports(data: Data, known: State, west: list[Vessel], free: int, *, thrown: bool) -> str:
    """What the dice gave, what was left over, and what keeping them costs."""
    desk = known.allied
    left = len([one for one in west if one.since < known.month])
    hurt = sum(not is_whole(ship_of(known, ALLIED, one.key)) for one in west)
    said = [] if not thrown else [f"{desk.rolled} new this month" if desk.dice else "no dice this month"]
    if left:
        said.append(f"{left} left over")
    if hurt:
        said.append(f"{hurt} damaged")
    cost = data.tables.victory.kept_back
    if free:
        said.append(f"kept back they cost {points(cost)} each")
    words = ", ".join(said)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


# Plates


def plates(data: Data, known: State) -> Iterator[d.Plate]:
    """The convoys and fleets of the month as planned; before that what there is to be formed."""
    if known.operation is None and known.phase in ("repair", "reinforcement", "set-up"):
        # The event of last month is over while this month's die is still to be thrown.
        to_come = any(isinstance(step, Events) for step in known.agenda)
        if (event := event_of(known, data)) is not None and not to_come:
            yield d.Plate("Event", month_name(data, known.month), (event.name,), _event_remark(known))
        return
    groups = known.allied.groups.values()
    if not groups and known.operation is not None:
        yield from _to_be_formed(data, known)
    for group in groups:
        yield plate(data, known, group)


def _event_remark(known: State) -> str:
    desk = known.allied
    if desk.early:
        return f"convoys may start up to {in_words(desk.early)} turns early"
    offered = [counted(number, kind) for kind, number in desk.offered.items()]
    return f"offers {listed(offered, len(offered))}" if offered else ""


def _to_be_formed(data: Data, known: State) -> Iterator[d.Plate]:
    """While the plan is being written: what can sail, and by what names."""
    for port in data.tables.transports.launch_ports:
        number = len(merchants(known, [port]))
        if number:
            name = transports.convoy_name(known, data, "east")
            lines = (f"{ships(number)} at {port}", _doctrine(number))
            yield d.Plate(f"{name} …", "east, being formed", lines, "its escort is chosen on the page of ships", True)
    for port in soviet_ports(data):
        number = len(merchants(known, [port]))
        if number:
            name = transports.convoy_name(known, data, "west")
            yield d.Plate(
                f"{name} …", "west, being formed", (f"{ships(number, 'empty transport')} at {port}",), "", True
            )


def _doctrine(number: int) -> str:
    return f"doctrine: {wanted(number)} DD for {ships(number, 'ship')}"


def plate(data: Data, known: State, group: Group) -> d.Plate:
    """A convoy or a fleet: its way and date, what is in it, and one remark."""
    kinds = [type_of(data, ship_of(known, ALLIED, key)).type for key in group.ships if _is_afloat(known, key)]
    cargo = kinds.count("LT")
    escort = [kind for kind in kinds if kind != "LT"]
    goal = f" to {group.goal}" if group.goal else f" from {group.port}"
    lines = (
        [f"{ships(cargo)}{goal}"]
        if cargo
        else [f"from {group.port}{f', {_covers(data, known, group)}' if group.covers else goal}"]
    )
    lines.append(tally(escort) if escort else "no escort")
    early = f", {group.early} turns early" if group.early else ""
    way = f"{_WAYS.get(group.way, group.way)}, turn {group.sails}{early}"
    return d.Plate(group.name, way, tuple(lines), _remark(group, cargo, kinds))


_WAYS = {"east": "east", "west": "west", "cover": "cover", "mission": "special mission", "home": "home"}


def _covers(data: Data, known: State, group: Group) -> str:
    return f"covers {called(data, known, group.covers)}"


def _is_afloat(known: State, key: str) -> bool:
    vessel = known.allied.vessels.get(key)
    return vessel is not None and vessel.at != SUNK


def _remark(group: Group, cargo: int, kinds: Sequence[str]) -> str:
    """11.1: whether a convoy has the destroyers that doctrine gives it."""
    if group.way != "east" or not cargo:
        return ""
    short = wanted(cargo) - kinds.count("DD")
    state = f"{in_words(short)} short" if short > 0 else "as it should be"
    return f"{_doctrine(cargo)}; {state}"


# Secrets


HIDDEN = (
    "what you hire, buy and sell, until the account",
    "your transports, their ports and their dice",
    "routes, sailing turns and covering fleets",
    "your event, and an early start",
)
UNSEEN = (
    "the fuel in Norway",
    "which German ships are ready, and where they lie",
    "how many U-boats and aircraft there are",
    "his event",
)
