"""Before January 1942 (2.1, C.11, C.12): what both sides begin with, the secret dice, and where it all lies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.allied.core import launch_oiler
from barents.games.arctic_campaign.allied.western import BRITISH
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import BEFORE, plural, spelt
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, commission, date, note
from barents.games.arctic_campaign.state import (
    GERMANY,
    AlliedDesk,
    AxisDesk,
    BeforeTheWar,
    FirstDice,
    FirstPlaces,
    MonthBegins,
    Options,
    State,
)
from barents.games.operations.data import Dice, ShipType
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Group, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.words import in_words

SWEEPERS, GUNBOATS, GERMAN_SWEEPERS = "su:ms-sov", "su:CG01", "de:ms-ger"
AXIS = only(Side.AXIS)
YARD = "yard"  # the slot of the one destroyer who is repaired at Trondheim


def early_destroyers(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-C.121-three-dd."""
    german = data.tables.german
    return (
        "Each ship in Germany is ready in the month that two dice say; for the three destroyers that you name it is "
        f"{-german.named_modifier} months earlier. It is a secret, and any three are as good."
    )


def hull_boxes(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-C.11-spread."""
    hits = known.axis.flotilla_hits
    boxes = f"{in_words(hits)} {'box' if hits == 1 else 'boxes'}"
    return (
        f"The autumn has cost the flotilla {boxes} of hull, spread as evenly as can be. A damaged destroyer has to go "
        "home at the end of January, but for one who may be repaired at Trondheim."
    )


CORE: Question[State, Data] = Question(
    "AC-B.11-optional-swap",
    "Which ships are your core? As many of each type as history had",
    phase=BEFORE,
    about=or_idle(
        "The core costs nothing all through the war; every other ship is paid for month by month. Both sides will know "
        "what you choose. The ships that are listed first are those of history."
    ),
    answers={Choose: "These ships are the core with which you begin, and both sides are told."},
    verb="Choose",
    forced="bookkeeping",  # whether there is a choice is agreed on before the game
)
EARLY: Question[State, Data] = Question(
    "AC-C.121-three-dd",
    "Which destroyers are to be ready earlier?",
    phase=BEFORE,
    about=early_destroyers,
    answers={Choose: "Their dice are thrown as for the other ships, and count for an earlier month."},
    verb="Name",
    items=ship_items,
)
CORE_PORTS: Question[State, Data] = Question(
    "AC-A.4-start-port",
    "Where do your ships begin?",
    part="core",
    phase=BEFORE,
    about=(
        "All three repair ships. Hired ships join at Scapa Flow; Hvalfjordur and Seydisfjordur are nearer to the "
        "convoys. Ships move freely between these ports at the beginning of each month: Scapa Flow does well."
    ),
    answers={Allot: "Each ship lies in the port that you name when January 1942 begins."},
    verb="Place",
    layout="muster",
)
HULL_BOXES: Question[State, Data] = Question(
    "AC-C.11-spread",
    "Which destroyers lose a box of hull?",
    phase=BEFORE,
    about=hull_boxes,
    answers={Choose: "Those that you name lose a box of hull, or one more than the others."},
    verb="Damage",
    items=ship_items,
)
FIRST_YARD: Question[State, Data] = Question(
    "AC-C.11-trondheim-one",
    "Which of the damaged destroyers, if any, is repaired at Trondheim?",
    phase=BEFORE,
    about=(
        "Trondheim repairs small things only; this once it may mend the hull of one destroyer, a box in two months. "
        "The others go to Germany in January, where a box takes a month. The usual answer is to name one."
    ),
    answers={Allot: "The destroyer that you name begins at Trondheim, and her hull is mended there."},
    verb="Repair",
    layout="muster",
)
FIRST_NORWAY: Question[State, Data] = Question(
    "AC-C.11-five",
    "Where do your ships in Norway begin?",
    phase=BEFORE,
    about=(
        "From Altafjord it is half a day to the convoys' way, from Trondheim more than a day; Trondheim has the yard. "
        "Each month you may move them again before the convoys sail."
    ),
    answers={Allot: "Each ship lies in the port that you name when January 1942 begins."},
    verb="Place",
    layout="muster",
)


def opening(data: Data, _scenario: str, options: Options) -> State:
    """2.1: both fleets as they are before the first choice; German ships that are rolled for are not ready yet."""
    names = data.tables.names
    state = State(
        agenda=[MonthBegins(), FirstPlaces(), FirstDice(), BeforeTheWar()],
        scenario=_scenario,
        options=options,
        marker=data.tables.victory.start,
        allied=AlliedDesk(
            slots={type: row.start for type, row in data.tables.core.types.items()},
            east=names.first_east[options.convoy_names],
            west=names.first_west[options.convoy_names],
        ),
        axis=AxisDesk(),
    )
    _home_fleet(state, data)
    _northern_fleet(state, data)
    _kriegsmarine(state, data)
    return state


def _home_fleet(state: State, data: Data) -> None:
    """AC-B.11: the core at Scapa Flow."""
    port = data.tables.repairs.british_port
    for name in data.tables.core.ships:
        commission(state, data, Side.ALLIED, data.key("uk", name), "core", port)
    for _ in range(data.tables.core.oilers):
        launch_oiler(state, data)


def _northern_fleet(state: State, data: Data) -> None:
    """AC-B.17: Soviet ships at Archangelsk, and as many warships as may be at Murmansk (R34)."""
    table = data.tables.soviet
    murmansk, archangelsk = data.tables.transports.unload_ports
    keys = [data.key("su", name) for name in table.begins]
    keys += data.keys_of(GUNBOATS)[: table.gunboats]
    room = sum(_line(data, key).type in table.murmansk_types for key in keys) // table.murmansk_share
    for key in (*keys, *data.keys_of(SWEEPERS)[: table.sweepers]):
        forward = room > 0 and _line(data, key).type in table.murmansk_types
        room -= forward
        line = _line(data, key).key
        commission(state, data, Side.ALLIED, key, "soviet", murmansk if forward else archangelsk, line=line)


def _kriegsmarine(state: State, data: Data) -> None:
    """AC-C.11, -C.121, -C.122: the flotilla and its AA ships and oilers in Norway, all others in Germany."""
    german = data.tables.german
    for name in (*german.norway, *german.norway_aa, *german.oilers):
        commission(state, data, Side.AXIS, data.key("de", name), "fleet", german.arrival_port)
    for name in german.germany:
        commission(state, data, Side.AXIS, data.key("de", name), "fleet", GERMANY)
    for key in data.keys_of(GERMAN_SWEEPERS)[: german.sweepers]:
        commission(state, data, Side.AXIS, key, "fleet", GERMANY, line=GERMAN_SWEEPERS)
    for name in (*german.rolled, *german.late):
        vessel = commission(state, data, Side.AXIS, data.key("de", name), "fleet", GERMANY)
        vessel.ready = data.months + 1  # until the dice have fallen


def _line(data: Data, key: str) -> ShipType:
    """The line of a Soviet ship, with a name or only a number."""
    small = next((line for line in (GUNBOATS, SWEEPERS) if key in data.keys_of(line)), None)
    return data.sea.types[small] if small else data.line(key)


# Choices before the dice


def before_the_war(u: Umpire, _step: BeforeTheWar) -> kernel.Rule[None]:
    """S2, S3: another core if that was agreed on, and the three destroyers that will be early."""
    core, early = yield from u.both(_another_core(u), _early_destroyers(u))
    state = u.state
    if core is not None:
        take_core(state, u.data, core)
        state.agreed = list(core)
        u.tell(
            "AC-B.11-optional-swap",
            "The Allies have chosen their core: {core}",
            core=", ".join(u.data.sea.name_of(key) for key in core),
        )
    state.axis.early_destroyers = list(early)


def _another_core(u: Umpire) -> kernel.Rule[tuple[str, ...] | None]:
    """S2: as many ships of each type as the core has, any that were there in January 1942."""
    state, data = u.state, u.data
    if not state.options.core_swap:
        yield from u.ask(Side.ALLIED, CORE, Pick([Proceed()]), "Your core is as history had it")
        return None
    pools = {
        kind: [*(key for key in _core(state) if _is_of(data, key, kind)), *western.named(state, data, kind, BRITISH)]
        for kind in data.tables.core.types
    }
    numbers = data.tables.core.types
    groups = [
        Group(pool, numbers[type].start, numbers[type].start, f"the {plural(type)}") for type, pool in pools.items()
    ]
    items = [key for pool in pools.values() for key in pool]
    count = sum(row.start for row in numbers.values())
    answer: Choose = yield from u.ask(Side.ALLIED, CORE, Subset(items, count, count, groups))
    return answer.items


def _core(state: State) -> list[str]:
    """The ships of the core."""
    return [key for key, vessel in state.allied.vessels.items() if vessel.service == "core"]


def _is_of(data: Data, key: str, kind: ShipClass) -> bool:
    """Whether a core ship is of a type; the oiler has no name, and stays."""
    return key in data.sea.register and data.kind(data.line(key).type) == kind


def take_core(state: State, data: Data, core: Collection[str]) -> None:
    """AC-B.11-optional-swap: the core that was agreed on takes the place of history's."""
    allied, port = state.allied, data.tables.repairs.british_port
    for key in [key for key in _core(state) if key in data.sea.register and key not in core]:
        del allied.vessels[key], allied.ships[key]
    for key in core:
        if key not in allied.vessels:
            commission(state, data, Side.ALLIED, key, "core", port)


def _early_destroyers(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AC-C.121-three-dd, S3: three of the twelve destroyers that may be named, in secret."""
    data, german = u.data, u.data.tables.german
    named = [data.key("de", name) for name in german.rolled if name not in german.never_named]
    destroyers = [key for key in named if data.line(key).type == "DD"]
    number = german.named_destroyers
    prompt = f"Which {number} destroyers are to be ready earlier?"
    options = Subset(destroyers, number, number)
    answer: Choose = yield from u.ask(Side.AXIS, EARLY, options, prompt)
    return answer.items


# Dice


def first_dice(u: Umpire, _step: FirstDice) -> None:
    """S4, S5, S6: in secret, when ships will be ready, the first stock of fuel, and what the flotilla has suffered."""
    state, data, german = u.state, u.data, u.data.tables.german
    for name in german.rolled:
        key = data.key("de", name)
        roll = u.roll(2 * D6, "AC-C.121-roll", key, arrival_modifiers(state, data, name), to=AXIS)
        _is_due(state, data, key, max(1, int(roll)))
    for name, after in german.late.items():
        key = data.key("de", name)
        die = u.roll(D6, "AC-C.122-roll-time", key, to=AXIS, needs=f"months after {spelt(after)}")
        _is_due(state, data, key, data.month(after) + die)
    oil.first_stock(u)
    dice = Dice.read(german.damage_dice)
    state.axis.flotilla_hits = int(u.roll(dice.number * D6, "AC-C.11-damage-roll", "8th flotilla", to=AXIS))


def arrival_modifiers(state: State, data: Data, name: str) -> dict[str, int]:
    """AC-C.121-channel, -z30, -tirpitz, -three-dd: what is added to a ship's roll."""
    german = data.tables.german
    modifiers = {name: german.modifiers[name]} if name in german.modifiers else {}
    if data.key("de", name) in state.axis.early_destroyers:
        modifiers["named beforehand"] = german.named_modifier
    return modifiers


def _is_due(state: State, data: Data, key: str, month: int) -> None:
    state.axis.vessels[key].ready = month
    note(state, Side.AXIS, "{unit} will be ready in {month}", unit=key, month=data.date(month))


# Places


class Norway(NamedTuple):
    """Where the German ships begin: who has lost hull boxes, who is repaired at Trondheim, and the ports."""

    hits: dict[str, int]
    yard: str
    ports: dict[str, str]


def first_places(u: Umpire, _step: FirstPlaces) -> kernel.Rule[None]:
    """S6, S7, S8: both sides place what they have, in secret."""
    ports, norway = yield from u.both(_place_core(u), _place_flotilla(u))
    state, axis = u.state, u.state.axis
    for key, port in ports.items():
        state.allied.vessels[key].at = port
    for key, boxes in norway.hits.items():
        axis.ships[key].lost = {"hull": boxes}
    for key, port in norway.ports.items():
        axis.vessels[key].at = port
    axis.flotilla_yard = norway.yard
    u.tell("AC-C.11-history", FLOTILLA, to=AXIS)


FLOTILLA = (
    "In history the destroyers of the flotilla went home in the middle of January 1942, and Z24, Z25 and Z26 were back "
    "in the middle of March"
)


def _place_core(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """S8: every core unit in a British port or in Iceland."""
    data = u.data
    main = data.tables.repairs.british_port
    others = [port.name for port in data.sea.ports_of(Side.ALLIED, date(u.state, data), "uk") if port.name != main]
    slots: dict[str, Domain] = dict.fromkeys(_core(u.state), Among([main, *others]))
    answer: Allot = yield from u.ask(Side.ALLIED, CORE_PORTS, Assign(slots))
    return dict(answer.pairs)


def _place_flotilla(u: Umpire) -> kernel.Rule[Norway]:
    """AC-C.11-spread, -trondheim-one, -five, -aa: hull boxes, a place in the yard, and ports."""
    data, german = u.data, u.data.tables.german
    flotilla = [data.key("de", name) for name in german.norway]
    hits = yield from _spread(u, flotilla)
    damaged = [key for key in flotilla if hits.get(key)]
    slots: dict[str, Domain] = {YARD: Among(damaged)}
    answer: Allot = yield from u.ask(Side.AXIS, FIRST_YARD, Assign(slots, optional=True))
    chosen = dict(answer.pairs)[YARD]
    yard = "" if chosen == NONE else chosen
    ports = [port.name for port in data.sea.ports_of(Side.AXIS, date(u.state, data)) if port.norwegian]
    ports.sort(key=lambda name: name != german.arrival_port)
    ships = [*flotilla, *(data.key("de", name) for name in german.norway_aa)]
    places: dict[str, Domain] = {key: Among(ports if key != yard else [german.arrival_port]) for key in ships}
    answer = yield from u.ask(Side.AXIS, FIRST_NORWAY, Assign(places))
    return Norway(hits, yard, dict(answer.pairs))


def _spread(u: Umpire, flotilla: list[str]) -> kernel.Rule[dict[str, int]]:
    """AC-C.11-spread, R46: nobody loses a second box before everyone has lost one; the owner says who."""
    whole, more = divmod(u.state.axis.flotilla_hits, len(flotilla))
    lose = f"{more} destroyers lose" if more > 1 else "One destroyer loses"
    prompt = f"{lose} a box of hull{' more than the others' if whole else ''}: which?"
    if not more:
        prompt = "Every destroyer loses a box of hull"
    options = Subset(flotilla, more, more)
    answer: Choose = yield from u.ask(Side.AXIS, HULL_BOXES, options, prompt)
    hits = {key: whole + (key in answer.items) for key in flotilla}
    return {key: boxes for key, boxes in hits.items() if boxes}
