"""The Allied staff at its desk (11.1): what to hire, what sails, and where submarines wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from barents.games.arctic_campaign.actions import Buy, Consent, Proceed, SailEast, SailWest, Sell, Strike
from barents.games.arctic_campaign.allied import convoys, core, sailings, soviet, transports, western
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied import hire as hiring
from barents.games.arctic_campaign.allied import plans as plans_allied
from barents.games.arctic_campaign.allied.convoys import ready_east
from barents.games.arctic_campaign.allied.core import NEW, book_of
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.orders import FLEETS, SAILING_SLOTS, ConvoyKey, CoverKey, FleetSlot, HomeKey
from barents.games.arctic_campaign.rules import modes, passage, points
from barents.games.arctic_campaign.rules.units import afloat, date, is_whole, ship_of, type_of
from barents.games.arctic_campaign.state import State, Vessel
from barents.games.operations.data import by_year
from barents.games.operations.rules.units import is_worn
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.sides import Side
from barents.players.arctic_campaign.sheets import Page, filled, spread

# Escorts of a convoy of n transports (11.1): destroyers 4 + n / 8, escort vessels n / 6, three sweepers
DESTROYERS, SHIPS_A_DESTROYER, SHIPS_AN_ESCORT, SWEEPERS = 4, 8, 6, 3
COVER_DESTROYERS, CRUISERS = 4, 2
FLAK_MONTHS, FLAK_SHIPS = range(4, 10), 3
A_SCREEN = 2  # ASW factors of a destroyer or an escort vessel, about
SPARE_SCREEN = 4  # ASW factors beyond the most that count, for ships that are lost
FOLLOWS = 18  # the turn in which a westbound convoy sails, so that both pass Bear Island at about the same time
NORTHERN, WHITE_SEA = range(7, 11), range(7, 10)  # months of the northern way, and of the way to Archangelsk
LUFTWAFFE_UNTIL = "1942-12"  # while the air is at its strongest in the north (11.1)
FEWEST_HOMEWARD = 3  # transports for which a westbound convoy sails
FEW_DICE, FEWEST_CRUISERS = 3, 5  # of the transports, with which a cruiser is sold; cruisers of the core that stay
FEWEST_DESTROYERS = 10  # of the core, before lost ones are replaced
# Off Altafjord, Trondheim and Narvik, then along the coast from Tromsø to Kirkenes (11.2)
ALLIED = Side.ALLIED
GREAT = ("CV", "BB", "BC")
YARD, COVER = "Scapa Flow", str(CoverKey(1))
PATROLS = ("5915", "6015", "4725", "5814", "5417", "5616", "6114", "6315", "6415", "5714")


def yes(_data: Data, _known: State, _options: Any) -> Action:
    """Dice that cost nothing are thrown."""
    return Consent(yes=True)


def no(_data: Data, _known: State, _options: Any) -> Action:
    """The war goes on."""
    return Consent(yes=False)


def every_item(_data: Data, _known: State, options: Subset) -> Action:
    """Everything that is offered."""
    return Choose(tuple(options.items))


def accept(data: Data, known: State, options: Assign) -> Action:
    """B.5: ships that cost nothing are taken, those at half price are not; the core is enough."""
    event = data.allied_events.get(known.allied.event)
    if event is None or event.half:
        return filled(options, {})
    return filled(options, {slot: list(domain)[-1] for slot, domain in options.slots.items()})


def deal(data: Data, known: State, options: Pick[Action]) -> Action:
    """B.12, B.19: lost destroyers are replaced when there are few; all else is hired.

    While few transports sail, one that is lost makes a month negative, which costs a box of the track: then a cruiser
    that can be spared is sold, whose points are as good as two that arrive.
    """
    book = book_of(data, known, options)
    if book.count("DD") < FEWEST_DESTROYERS:
        price = data.tables.core.types["DD"].replace
        for ship in book.to_be_had("DD"):
            wanted = Buy(ship, NEW)
            if book.price("DD") == price and wanted in options:
                return wanted
    few = transports.dice(data, known.month, len(transports.on_hand(known, data))) <= FEW_DICE
    if few and not book.sold and book.count("CA") + book.count("CL") > FEWEST_CRUISERS:
        sales = [Sell(key) for key, kind in book.members.items() if kind == "CL" and Sell(key) in options]
        return sales[0] if sales else Proceed()
    return Proceed()


def _to_escort(data: Data, known: State) -> int:
    """The transports in the west: with those that go on within Russia no western ship can sail."""
    ports = ready_east(known, data, help=True)
    return sum(len(ports[port]) for port in data.tables.transports.launch_ports)


def hire(data: Data, known: State, options: Assign) -> Action:
    """B.13, 11.1: escort vessels as the screen needs them, sweepers, AA ships in the light; few destroyers.

    No more ASW factors count than the year's dice, so cheap escort vessels make up for destroyers that are away.
    """
    ships = _to_escort(data, known)
    if not ships:
        return filled(options, {})
    month, most = data.month_of_year(known.month), by_year(data.sea.tables.submarines.screen_most, _year(data, known))
    have = sum(type_of(data, ship_of(known, ALLIED, vessel.key)).type == "DD" for vessel in _fit(data, known))
    screen = data.sea.tables.submarines.screen_share * most + SPARE_SCREEN
    screen -= A_SCREEN * min(have, DESTROYERS + ships // SHIPS_A_DESTROYER)
    wanted = {
        "DD": max(0, DESTROYERS - have),
        "DE": max(-(-ships // SHIPS_AN_ESCORT), -(-screen // A_SCREEN)),
        "MS": SWEEPERS,
        "AA": FLAK_SHIPS if month in FLAK_MONTHS else 0,
    }
    return filled(options, _within(options, wanted))


def _year(data: Data, known: State) -> int:
    return int(date(known, data)[:4])


def _fit(data: Data, known: State) -> Iterator[Vessel]:
    """Western warships in the west that can sail without being missed in a yard."""
    for vessel in afloat(known.allied):
        at_home = vessel.service in ("core", "event") and not vessel.due and vessel.ready <= known.month
        ship = ship_of(known, ALLIED, vessel.key)
        if at_home and is_whole(ship) and not is_worn(data.sea, ship):
            yield vessel


def carrier(_data: Data, _known: State, options: Assign) -> Action:
    """B.23: the first of the escort carriers, who costs nothing."""
    return filled(options, {slot: next(iter(domain)) for slot, domain in options.slots.items()})


def place(data: Data, known: State, options: Assign) -> Action:
    """B.23, 11.1: the great ships cover, cruisers and destroyers go with the convoy, worn and hurt ships rest.

    They do where they lie: every western port has a yard (B.41). Ships in Russia come home as is proposed; oilers have
    a rule of their own.
    """
    fit = {vessel.key for vessel in _fit(data, known)}
    ships = _to_escort(data, known)
    destroyers, cruisers, covering = DESTROYERS + ships // SHIPS_A_DESTROYER, CRUISERS, COVER_DESTROYERS
    wanted = _oilers(data, known, options)
    for slot in sorted(options.slots, key=lambda key: _wear(data, known, key)):
        domain = list(options.slots[slot])
        east = [value for value in domain if _is_eastbound(value)]
        kind = _kind(data, known, slot)
        if YARD not in domain or slot in wanted:
            continue
        vessel = known.allied.vessels.get(slot)
        rest = vessel.at if vessel is not None and vessel.at in domain else YARD
        if not east or (vessel is not None and slot not in fit):
            wanted[slot] = rest
        elif kind in GREAT and COVER in domain:
            wanted[slot] = COVER
        elif kind in ("CA", "CL"):
            wanted[slot] = east[cruisers % len(east)] if cruisers > 0 else rest
            cruisers -= 1
        elif kind == "DD" and destroyers > 0:
            destroyers, wanted[slot] = destroyers - 1, east[destroyers % len(east)]
        elif kind == "DD":
            wanted[slot] = COVER if covering > 0 and COVER in domain else rest
            covering -= 1
    return filled(options, wanted)


def is_quick(known: State) -> bool:
    """Whether months are resolved quickly: by agreement, or as the last one was."""
    asked = known.options.convoy_phase
    return asked == "quick" or (asked == "ask" and all(month.mode == "quick" for month in known.statements[-1:]))


def _oilers(data: Data, known: State, options: Assign) -> dict[str, str]:
    """One oiler sails each way, for escorts that would run dry; in months that are resolved quickly nobody does."""
    quick = is_quick(known)
    sailing: set[str] = set()
    wanted: dict[str, str] = {}
    for slot, values in options.slots.items():
        if _kind(data, known, slot) == "AO":
            domain = list(values)
            goes = next((value for value in domain if isinstance(FLEETS.find(value), ConvoyKey)), "")
            stays = YARD if YARD in domain else domain[-1]
            wanted[slot] = goes if goes and not quick and goes not in sailing else stays
            sailing.add(goes)
    return wanted


def _kind(data: Data, known: State, key: str) -> str:
    """The type under which a ship counts, also of one who has only just been hired."""
    if key not in known.allied.ships:
        return western.kind_of(data, key)
    return data.kind(type_of(data, ship_of(known, ALLIED, key)).type)


def _wear(data: Data, known: State, key: str) -> float:
    """How much of a ship's hull storms have marked: fresh ships sail first."""
    if key not in known.allied.ships:
        return 0.0
    ship = ship_of(known, ALLIED, key)
    return ship.marks / type_of(data, ship).hull


def _within(options: Assign, wanted: Mapping[str, int]) -> dict[str, str]:
    """Numbers as the page has them: no more than there are."""
    found = {}
    for slot, number in wanted.items():
        most = len(list(options.slots[slot])) if slot in options.slots else 0
        if min(number, most):
            found[slot] = str(min(number, most))
    return found


def sail_east(_data: Data, _known: State, options: Pick[Action]) -> Action:
    """B.21, 11.1: all transports of a port in one convoy: to keep them back costs points, and dice for others."""
    return max((option for option in options if isinstance(option, SailEast)), key=lambda option: option.transports)


def sail_west(_data: Data, _known: State, options: Pick[Action]) -> Action:
    """B.22: all that wait in a port, if they are worth an escort or have to sail."""
    most = max((option for option in options if isinstance(option, SailWest)), key=lambda option: option.transports)
    return Proceed() if most.transports < FEWEST_HOMEWARD and Proceed() in options else most


def patrol(_data: Data, _known: State, options: Assign) -> Action:
    """11.2: off the German anchorages."""
    return spread(options, list(PATROLS))


def strike(_data: Data, _known: State, options: Pick[Action]) -> Action:
    """D14: the largest ship."""
    return next(option for option in options if isinstance(option, Strike))


def _is_eastbound(key: str) -> bool:
    """Whether a fleet is a convoy to Russia."""
    fleet = FLEETS.find(key)
    return isinstance(fleet, ConvoyKey) and fleet.is_eastbound


def sail(data: Data, known: State, options: Assign) -> Action:
    """D26: eastbound convoys and covers in the first days; westbound ones so that they pass near Bear Island."""
    wanted: dict[str, str] = {}
    orders = {slot: order for slot in options.slots if isinstance(order := SAILING_SLOTS.find(slot), FleetSlot)}
    eastbound = any(_is_eastbound(order.fleet) for order in orders.values())
    for slot, order in orders.items():
        domain = options.slots[slot]
        if order.task == "sails":
            homeward = isinstance(FLEETS.find(order.fleet), ConvoyKey | HomeKey) and not _is_eastbound(order.fleet)
            late = str(FOLLOWS) if homeward and eastbound else "1"
            wanted[slot] = late if late in domain else next(iter(domain))
        elif order.task == "route":
            way = next((name for name in _ways(data, known) if name in domain), None)
            if way is not None:
                wanted[slot] = way
    return filled(options, wanted)


def _ways(data: Data, known: State) -> list[str]:
    """7.4, 11.1: the ways that are best in a month, the best first; others are as good as is proposed."""
    month = data.month_of_year(known.month)
    ways = ["NORTH-M"] if month in NORTHERN else []
    if month in WHITE_SEA and date(known, data) <= LUFTWAFFE_UNTIL:
        ways.insert(0, "NORTH-A")
    return ways


ANSWERS: dict[str, Page] = {
    allied_events.OFFER.rule: accept,
    core.DEAL.rule: deal,
    hiring.NUMBERS.rule: hire,
    plans_allied.FREE_CARRIER.rule: carrier,
    plans_allied.PLACES.rule: place,
    convoys.EAST.rule: sail_east,
    convoys.WEST.rule: sail_west,
    sailings.ORDERS.rule: sail,
    plans_allied.BRITISH_BOATS.rule: patrol,
    plans_allied.SOVIET_BOATS.rule: patrol,
    soviet.HAND_OVER.rule: yes,
    soviet.CALL.rule: yes,
    passage.INTERCEPT_OUT.rule: yes,
    passage.INTERCEPT_HOME.rule: yes,
    passage.REACT.rule: lambda _data, _known, options: next(iter(options)),
    points.END.rule: no,
    modes.WAYS.rule: every_item,
}
