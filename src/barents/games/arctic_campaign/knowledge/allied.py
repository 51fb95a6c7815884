"""An Allied desk as the Germans might imagine it: the core, the Soviet navy, and as many transports as dice give.

The accounts of the months tell much of it: who was bought and given up, how many transports were left over, how much
was unloaded and how many came home. Which ships of the core were exchanged for others they do not tell.
"""

from __future__ import annotations

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.allied import hire, transports, western
from barents.games.arctic_campaign.allied.core import OILER
from barents.games.arctic_campaign.allied.events import event_of
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules import setup
from barents.games.arctic_campaign.rules.boats import free_boats
from barents.games.arctic_campaign.rules.units import commission
from barents.games.arctic_campaign.state import GONE, SUNK, AlliedDesk, Charge, Service, State, Statement
from barents.games.operations.data import Dice as DiceText
from barents.games.operations.terms import ShipClass
from barents.kernel.dice import D6, Dice
from barents.kernel.sides import Side

SUNK_HOMEBOUND = 3  # empty transports that may have gone down on their way, at most, as a guess
EXCHANGED = 12  # one ship of the core in so many has been exchanged for another
INTO_CORE, GIVEN_UP = " into the core", " given up"  # how lines of an account end
HIRED: ShipClass = "DD"  # what is hired most
MOST_HIRED = 4


def desk(data: Data, known: State, dice: Dice) -> AlliedDesk:
    """A desk on which everything that is known of it is true, and the rest could be."""
    start = setup.opening(data, known.scenario, known.options)
    start.month = known.month
    allied = start.allied
    allied.boats_lost = list(known.allied.boats_lost)
    if known.agreed:
        setup.take_core(start, data, known.agreed)
    if any(isinstance(step, s.FirstDice | s.FirstPlaces) for step in known.agenda):
        return allied
    allied.names = max([allied.names, *(_number(key) for key in known.allied.vessels)])
    _exchanged(data, start, known, dice)
    _dealt(data, start, known, dice)
    _disclosed(data, start, known)
    _merchants(data, start, known, dice)
    if not any(isinstance(step, s.Events) for step in known.agenda):
        _event(data, start, known, dice)
    if not any(isinstance(step, s.Plans) for step in known.agenda):
        _hires(data, start, dice)
    return allied


# The core


def _core(data: Data, world: State, kind: ShipClass | None = None) -> list[str]:
    """The ships with names of the core, or of a type of it."""
    found = [key for key, vessel in world.allied.vessels.items() if vessel.service == "core"]
    return [key for key in found if western.is_western(data, key) and kind in (None, western.kind_of(data, key))]


def _exchanged(data: Data, world: State, known: State, dice: Dice) -> None:
    """B.11: some ships have been exchanged for others of their type, but nobody who was seen or is in an account."""
    words = " ".join(line.what for statement in known.statements for line in statement.lines)

    def disclosed(key: str) -> bool:
        return key in known.allied.vessels or western.name_of(data, key) in words

    for key in _core(data, world):
        free = western.named(world, data, western.kind_of(data, key), western.BRITISH)
        others = [other for other in free if not disclosed(other)]
        if others and not disclosed(key) and not dice.below(EXCHANGED) and world.month > 1:
            western.release(world, data, key)
            western.enlist(world, data, dice.choice(others), "core", data.tables.hire.port)


def _dealt(data: Data, world: State, known: State, dice: Dice) -> None:
    """B.12, B.19: ships that were bought into the core, and those that were given up, by the accounts."""
    keys, allied = western.keys(data), world.allied
    for what in (line.what for statement in known.statements for line in statement.lines):
        bought, sold = keys.get(what.removesuffix(INTO_CORE)), keys.get(what.removesuffix(GIVEN_UP))
        if what.endswith(INTO_CORE) and bought is not None and bought not in allied.vessels:
            western.enlist(world, data, bought, "core", data.tables.hire.port)
        elif what.endswith(GIVEN_UP) and sold is not None:
            mine = _core(data, world, western.kind_of(data, sold))
            if mine:  # who had come by an exchange has gone in the place of another
                western.release(world, data, sold if sold in mine else dice.choice(mine))
    for kind, row in data.tables.core.types.items():
        allied.slots[kind] = max(row.start, len(_core(data, world, kind)))


def _number(key: str) -> int:
    """The number of a ship without a name."""
    stem, _, number = key.rpartition("-")
    return int(number) if stem in ("lt", "ao") else 0


def _disclosed(data: Data, world: State, known: State) -> None:
    """Ships that are known to be sunk are; Soviet ones that were seen are there, and so are others of their kind.

    Western ships that were seen may have been there for a month only; those without a name have gone home.
    """
    allied = world.allied
    for key, told in known.allied.vessels.items():
        ship = known.allied.ships[key]
        soviet, unnamed = data.sea.types[ship.line].nation == "su", bool(_number(key))
        if key not in allied.vessels and (soviet or unnamed or told.at == SUNK):
            place = data.tables.soviet.pacific_port if soviet else GONE
            commission(world, data, Side.ALLIED, key, _service(data, ship.line), place, line=ship.line, name=ship.name)
        if told.at == SUNK:
            allied.vessels[key].at = SUNK
    table = data.tables.soviet
    allied.pacific = any(data.key("su", name) in allied.vessels for name in table.pacific)
    allied.transferred = any(data.key("su", name) in allied.vessels for name in table.transferred)


def _service(data: Data, line: str) -> Service:
    """Whose a ship is who was not there at first."""
    type = data.sea.types[line]
    if type.nation == "su":
        return "soviet"
    if type.is_transport:
        return "merchant"
    return "oiler" if line == OILER else "idle"


def _merchants(data: Data, world: State, known: State, dice: Dice) -> None:
    """B.21: transports that wait in Russia and those left over; after the month's dice also those that they gave."""
    table = data.tables.transports
    for _ in range(max(0, _unloaded(data, known) - dice.below(SUNK_HOMEBOUND + 1))):
        key = _launch(data, world, table.unload_ports[0], since=world.month - 1)
        ship = world.allied.ships[key]
        ship.cargo, ship.homeward, ship.called = 0, True, table.unload_ports[0]
    backlog = _left_over(data, known.statements[-1]) if known.statements else 0
    for _ in range(backlog):
        _launch(data, world, table.launch_ports[0], since=world.month - 1)
    if any(isinstance(step, s.TransportDice) for step in known.agenda):
        return
    number = transports.dice(data, world.month, backlog)
    world.allied.dice = list(dice.roll(number * D6)) if number else []
    world.allied.rolled = sum(world.allied.dice)
    for _ in range(world.allied.rolled):
        _launch(data, world, table.launch_ports[0], since=world.month)


def _unloaded(data: Data, known: State) -> int:
    """Transports that have unloaded in Russia and not come home, by the accounts; oilers that did are among these."""
    victory = data.tables.victory
    worth = data.sea.types[transports.TRANSPORT].cargo * victory.cargo
    found = 0
    for statement in known.statements:
        arrived, home = (_points(statement, rule) for rule in ("AC-A.5-cargo", "AC-A.5-return"))
        found = max(0, found + -(-arrived // worth) - home // victory.returned)
    return found


def _left_over(data: Data, statement: Statement) -> int:
    """The transports that were in the west at a month's end: each has cost points."""
    return _points(statement, "AC-B.21-penalty") // data.tables.victory.kept_back


def _points(statement: Statement, rule: str) -> int:
    return sum(line.points for line in statement.lines if line.rule == rule)


def _launch(data: Data, world: State, port: str, *, since: int) -> str:
    allied = world.allied
    allied.names += 1
    vessel = commission(world, data, Side.ALLIED, f"lt-{allied.names}", "merchant", port, line=transports.TRANSPORT)
    vessel.since = vessel.ready = since
    return vessel.key


def _event(data: Data, world: State, known: State, dice: Dice) -> None:
    """B.5: what the month's dice have brought."""
    allied = world.allied
    allied.event = sum(dice.roll(2 * D6))
    row = event_of(world, data)
    if row is None:
        return
    if any(isinstance(step, s.EventChoices) for step in known.agenda):
        allied.offered = {str(kind): number for kind, number in row.offers.items()}
    allied.mission = row.kind == "mission"
    if row.dice is not None:
        thrown = DiceText.read(row.dice)
        allied.early = sum(dice.roll(thrown.number * D6)) + thrown.plus


def _hires(data: Data, world: State, dice: Dice) -> None:
    """B.13: ships that were hired for the month, and their price."""
    number = dice.below(MOST_HIRED + 1)
    free = western.named(world, data, HIRED, western.BRITISH)
    for key in dice.sample(free, min(number, len(free))):
        western.enlist(world, data, key, "hired", data.tables.hire.port)
    if number:
        points = hire.rent(data, HIRED, number)
        world.allied.bill.append(Charge(Side.AXIS, f"{number} {HIRED} hired", points, f"AC-B.13-{HIRED.lower()}"))


def search(data: Data, world: State, dice: Dice) -> None:
    """B.3: what the Allies may have rolled, so that whatever is seen to attack does."""
    passage = world.passage
    world.searching = world.asked and passage is not None  # there is no reason not to look
    world.sighted |= world.aborted  # nobody turns back who was not attacked
    if passage is None or not (passage.steps or passage.detected):
        return
    rows = [
        row
        for row in data.interceptions.values()
        if (row.strike or not passage.steps) and (row.boat or not passage.detected)
    ]
    row = dice.choice(rows)
    passage.roll = row.roll
    world.sighted |= not passage.home
    if world.axis.passing:
        left = [key for key in world.axis.passing[0].ships if world.axis.vessels[key].at != SUNK]
        passage.several = bool(passage.steps) and len(left) > 1
    if row.boat and passage.detected:
        passage.boat = dice.choice(free_boats(data, row.boat, world.allied.boats_lost))
