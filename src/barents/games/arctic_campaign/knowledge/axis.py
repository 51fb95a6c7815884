"""A German desk as the Allies might imagine it: ships that are ready by the dice, somewhere in Norway or at home."""

from __future__ import annotations

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.axis.events import bomber_types
from barents.games.arctic_campaign.axis.oil import BOX, norwegian_port
from barents.games.arctic_campaign.axis.plans import base_zones, norwegian_ports
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules import setup
from barents.games.arctic_campaign.rules.passage import LETTERS
from barents.games.arctic_campaign.rules.units import afloat, commission, type_of
from barents.games.arctic_campaign.state import GERMANY, SUNK, AxisDesk, Group, Oil, State, Vessel
from barents.games.operations.data import by_year
from barents.games.operations.rules.base import BASE_NOTE
from barents.games.operations.state import Base
from barents.kernel.dice import D6, Dice
from barents.kernel.sides import Side

MOST_IN_FLEET = 4
BASED = 6  # a secret base that nobody has found is thought of once in so many times
USED = 12  # boxes of fuel that a month costs at most, as a guess


def desk(data: Data, known: State, dice: Dice) -> AxisDesk:
    """A desk on which everything that is known of it is true, and the rest could be."""
    start = setup.opening(data, known.scenario, known.options)
    start.month = known.month
    axis = start.axis
    axis.boats_lost = list(known.axis.boats_lost)
    if any(isinstance(step, s.FirstDice) for step in known.agenda):
        return axis
    _ready(data, start, dice)
    if any(isinstance(step, s.FirstPlaces) for step in known.agenda):
        axis.flotilla_hits = 1 + dice.below(D6.faces)
        return axis
    _optional(data, start, known, dice)
    _disclosed(data, start, known)
    _station(data, start, known, dice)
    if known.operation is None or any(isinstance(step, s.Plans | s.ConvoyPhase) for step in known.agenda):
        _bases(data, start, known, dice)
    if not any(isinstance(step, s.Events) for step in known.agenda):
        _event(data, start, known, dice)
    return axis


def _ready(data: Data, world: State, dice: Dice) -> None:
    """C.121, C.122, C.31: the dice of the set-up, and the stock that months of supply and use have left."""
    axis, german, table = world.axis, data.tables.german, data.tables.oil
    named = [data.key("de", name) for name in german.rolled if name not in german.never_named]
    destroyers = [key for key in named if data.line(key).type == "DD"]
    axis.early_destroyers = dice.sample(destroyers, german.named_destroyers)
    for name in german.rolled:
        roll = sum(dice.roll(2 * D6)) + sum(setup.arrival_modifiers(world, data, name).values())
        axis.vessels[data.key("de", name)].ready = max(1, roll)
    for name, after in german.late.items():
        axis.vessels[data.key("de", name)].ready = data.month(after) + sum(dice.roll(1 * D6))
    boxes = sum(dice.roll(table.initial_dice * D6))
    for month in range(1, world.month + 1):
        number = by_year(table.dice, data.year(month)) + world.options.fuel_dice_adjust
        boxes += sum(dice.roll(number * D6)) if number > 0 else 0
        boxes = max(0, boxes - dice.below(USED + 1))
    axis.stock = boxes * BOX
    axis.oil = [Oil(max(1, world.month - 1), "Stock", axis.stock)]


def _optional(data: Data, world: State, known: State, dice: Dice) -> None:
    """C.123: optional warships that were seen or sunk have come, others perhaps."""
    for name in data.tables.axis_events.optional if world.options.optional_axis_ships else ():
        key = data.key("de", name)
        if key in known.axis.vessels or dice.below(data.months) < world.month // 2:
            commission(world, data, Side.AXIS, key, "fleet", GERMANY)
            world.axis.optional.append(key)


def _disclosed(data: Data, world: State, known: State) -> None:
    """Ships that were seen have been ready, those that are known to be sunk are."""
    axis = world.axis
    for key, told in known.axis.vessels.items():
        if key not in axis.vessels:
            ship = known.axis.ships[key]
            commission(world, data, Side.AXIS, key, "fleet", GERMANY, line=ship.line, name=ship.name)
        vessel = axis.vessels[key]
        vessel.ready = min(vessel.ready, world.month)
        if told.at == SUNK:
            vessel.at = SUNK


def _station(data: Data, world: State, known: State, dice: Dice) -> None:
    """Warships that are ready are in Norway or in Germany; those of Norway in any port that is held.

    In the first month, and as long as none could sail, everybody is where history had them.
    """
    ports = norwegian_ports(world, data)
    for vessel in afloat(world.axis):
        could_sail = vessel.ready < world.month and not _is_train(data, world, vessel)
        if vessel.at != GERMANY or (could_sail and dice.below(2)):
            vessel.at = dice.choice(ports)
        vessel.since = max(1, world.month - 1 - dice.below(2))


def _bases(data: Data, world: State, known: State, dice: Dice) -> None:
    """C.6: bases that were found are kept by oilers; another may lie somewhere off Novaya Zemlya.

    While an operation is under way they are in it, and not on the desk.
    """
    axis = world.axis
    oilers = [vessel for vessel in afloat(axis) if type_of(data, axis.ships[vessel.key]).type == "AO"]
    facts = known.notebook[Side.ALLIED].facts
    zones = [str(zone) for note, zone in facts.items() if note.startswith(BASE_NOTE) and zone]
    others = [zone for zone in base_zones(world, data) if zone not in zones]
    if world.month > 1 and others and not dice.below(BASED):
        zones.append(dice.choice(others))
    for zone, oiler in zip(zones, oilers, strict=False):
        oiler.at = zone
        found = f"{BASE_NOTE}{zone}" in facts
        axis.bases[zone] = Base(
            zone, oiler.key, since=-data.sea.tables.secret_base.founding_turns, ready=True, found=found
        )
        axis.founded.append(data.year(world.month - 1))


def _is_train(data: Data, world: State, vessel: Vessel) -> bool:
    return type_of(data, world.axis.ships[vessel.key]).is_train


def _event(data: Data, world: State, known: State, dice: Dice) -> None:
    """C.4: what the month's dice have brought; after its choices also what was made of it."""
    axis = world.axis
    axis.event = sum(dice.roll(2 * D6))
    row = data.axis_events[axis.event]
    chosen = not any(isinstance(step, s.EventChoices) for step in known.agenda)
    match row.kind:
        case "boats":
            axis.extra_boats = sum(dice.roll(1 * D6))
        case "grounding":
            axis.grounding = True
        case "coastal":
            axis.coastal = f"{row.start}-{row.goal}"
            axis.coastal_sweepers, axis.coastal_transports = dice.roll(2 * D6)
            axis.coastal_sails = 1 + dice.below(data.tables.axis_events.coastal_last_turn) if chosen else 0
        case "bombers":
            axis.extra_bombers = sum(dice.roll(1 * D6))
            axis.bomber_type = dice.choice(bomber_types(world, data)) if chosen else ""
        case "recon":
            axis.extra_recon = row.steps
            axis.recon_types = {dice.choice(data.tables.axis_events.recon): row.steps} if chosen else {}
        case _:
            pass


# The North Sea


def put_to_sea(data: Data, world: State, dice: Dice) -> None:
    """B.3: the fleet that is in the North Sea, of as many ships as were seen; perhaps there are others after it.

    Under fog there need not be one.
    """
    passage, axis = world.passage, world.axis
    if passage is None:
        return
    attacked = bool(passage.steps or passage.boat or passage.detected)
    if world.options.interception_fog and not attacked and dice.below(2):
        return
    passage.fleet = dice.choice(LETTERS[:3])
    able = _able(data, world, home=passage.home)
    number = 1 if passage.steps and not passage.several else 2 + dice.below(MOST_IN_FLEET - 1)
    first = dice.sample(able, min(len(able), number))
    later = [letter for letter in LETTERS[:6] if letter > passage.fleet]
    fleets = {passage.fleet: first}
    rest = [key for key in able if key not in first]
    if later and rest and not dice.below(3):
        fleets[dice.choice(later)] = dice.sample(rest, 1 + dice.below(min(len(rest), MOST_IN_FLEET)))
    axis.passing = [_group(letter, ships, home=passage.home) for letter, ships in fleets.items()]
    for key in (key for ships in fleets.values() for key in ships):
        vessel = axis.vessels[key]
        vessel.ready = min(vessel.ready, world.month)
        in_norway = norwegian_port(data, vessel.at) is not None
        if in_norway is not passage.home:
            vessel.at = data.tables.german.arrival_port if passage.home else GERMANY


def _able(data: Data, world: State, *, home: bool) -> list[str]:
    """Warships that could make the passage: those that are on the right side of it first, then any."""
    ships = [vessel for vessel in afloat(world.axis) if not _is_train(data, world, vessel)]
    fits = [
        vessel.key
        for vessel in ships
        if (norwegian_port(data, vessel.at) is not None) is home and vessel.ready <= world.month
    ]
    return fits if len(fits) > 1 else [vessel.key for vessel in ships]


def _group(letter: str, ships: list[str], *, home: bool) -> Group:
    way: s.Way = "home" if home else "squadron"
    return Group(letter, f"Fleet {letter}", way, ships, "" if home else GERMANY, GERMANY if home else "")
