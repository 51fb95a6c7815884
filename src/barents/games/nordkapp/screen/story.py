"""What happened in Nordkapp, told as a person would: one passage a search, an attack, a raid or a battle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from barents.atlas.telling import ChartDeed
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import SIDES, TYPES, counted, place
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Story, Telling, plain_telling
from barents.kernel.view import LogLine, Weight
from barents.kernel.words import listed

TURN = "NK-4-phase-order"
WEATHER = "NK-4A-weather-table"
SEARCH = "NK-6.1-announce"
NOTHING = "NK-6.1-answer-nothing"
ANSWERS = {
    "NK-6.1-answer-convoy",
    "NK-6.1-answer-merchants",
    "NK-6.1-answer-surface",
    "NK-6.1-answer-submarine",
    "NS-2-disclosure",
}
BOAT = "NK-7.1.1-infiltration-needed"
SCREEN = "NK-7.1.1-table"
FIRES = "NK-7.1.2-attack"
DRIVEN_OFF = "NK-7.1.3-driven-off"
COMBAT = "NK-8-all-join"
RAID = "NK-9.3.2-open"
SHADOW = "NK-7.4-one-success"
ORDER = "NK-13.3-scatter-trigger"
SCATTERS = "NK-13.3-scatter-merchants"
ENTRY = "NK-13-gerentry-detect"
COAST = "NK-6.3-coast-announce"
HFDF = "NK-12.3-hfdf"
LOST, DAMAGED, WOUNDED = "{unit} is lost to {by}", "{unit} takes {points}", "{unit} is damaged by {by}"

FAMILIES = {
    **dict.fromkeys((TURN, "NK-4A-weather-roll", WEATHER), "weather"),
    **dict.fromkeys((HFDF, "NK-12.3-victims"), "hfdf"),
    **dict.fromkeys((SHADOW, "NK-7.4-shadow-disclose", "NK-7.4-shadow-binding"), "contact"),
    **dict.fromkeys(("NK-7.4-shadow-roll", "NK-9.1.1-air-shadow"), "shadowing"),
    **dict.fromkeys((SCATTERS, "NK-13.3-scatter-distance"), "scatter"),
    COAST: "coast",
    "NK-5.1-exit-cost": "exit",
    "NK-2-uboat-pool": "draw",
    **dict.fromkeys(("NS-2-roll", "NS-2-any-success", "NS-2-states", "NS-2-lose", "NS-2-submerged"), "spotting"),
    **dict.fromkeys(("NS-3.5-straggler-goal", "NS-3.5-straggler-roll"), "stragglers"),
}
UNTOLD = {"NK-4B-simultaneous", "NK-4F-order", "NK-9.3.1-raid-composition"}
SKIES = {"fair": "fair weather", "bad": "bad weather", "storm": "a storm", "fog": "fog"}


ARTICLES = {"convoy": "a ", "submarine": "a "}
COUNTED = re.compile(rf"(\d+) ({'|'.join(TYPES)})\b")  # "3 DD"


def spelt(ships: str) -> str:
    """Ships by number and type, in whole words.

    >>> spelt("2 BC, 1 DD, 15 merchants")
    '2 battlecruisers, 1 destroyer group, 15 merchants'
    """
    return COUNTED.sub(lambda found: counted(int(found[1]), found[2]), ships)


class Event(ChartDeed):
    """The lines of something that happened, and what they say of it."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine]) -> None:
        super().__init__(lines, observer, "nordkapp", data.counters, partial(place, data))
        self.data = data

    def people(self, side: Side) -> str:
        """A side as the reader speaks of it."""
        return "*You*" if side is self.reader else f"*The {SIDES[side]}*"

    def names(self, units: Sequence[str]) -> str:
        """Units as one lists them: merchants by their number."""
        counters = [self.data.counters[name] for name in units if name in self.data.counters]
        merchants = sum(counter.is_merchant for counter in counters)
        others = [counter.name for counter in counters if not counter.is_merchant]
        some = [f"{merchants} {TYPES['MERC']}{'' if merchants == 1 else 's'}"] if merchants else []
        return listed([*some, *others], most=4)

    @property
    def lost(self) -> list[str]:
        """The units that were lost."""
        return list(dict.fromkeys(str(about["unit"]) for about in self.said(LOST)))

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        lost = self.lost
        hit = dict.fromkeys(str(about["unit"]) for about in (*self.said(DAMAGED), *self.said(WOUNDED)))
        damaged = [name for name in hit if name not in lost]
        return self.outcome_of(lost, damaged)


def weather(event: Event) -> Telling:
    """NK 4 A: a turn begins under its sky."""
    turn, sky = event.first("turn", WEATHER), event.first("weather", WEATHER)
    return Telling(f"Turn {turn} begins: {SKIES.get(sky, sky)}." if sky else "A new turn begins.", "weather")


def search(event: Event) -> Telling:
    """NK 6.1: which hexes a side searches, and what it is answered."""
    side = event.side or Side.AXIS
    cells = event.first("cells", SEARCH).split()
    found = [(str(about["cell"]), str(about["what"])) for about in event.facts(*ANSWERS) if "what" in about]
    hexes = f"{len(cells)} {'hex' if len(cells) == 1 else 'hexes'}"
    if len(cells) == 1:
        hexes = f"the hex {event.where(cells[0])}"
    if not found:
        return Telling(f"{event.people(side)} search {hexes}: nothing.", "search", side, names=tuple(cells))
    said = [f"{ARTICLES.get(what, '')}*{what}* {event.where(cell)}" for cell, what in dict(found).items()]
    weight: Weight = 2 if event.facts(ENTRY) else 1
    text = f"{event.people(side)} search {hexes} and find {listed(said, most=4)}."
    if entry := event.first("turn", ENTRY):
        text += f" A convoy has been found: the German ships may come out from turn {entry}."
    return Telling(text, "search", side, "", side, weight, tuple(cell for cell, _ in found))


def boat_attack(event: Event) -> Telling:
    """NK 7.1: a submarine's attack, from its approach to the escorts' answer."""
    boat, cell = event.first("boat", BOAT), event.first("cell", BOAT)
    side = event.data.counters[boat].side if boat in event.data.counters else Side.AXIS
    text = f"*{event.called(boat)}* closes on ships {event.where(cell)}"
    outcome, good = event.outcome()
    targets = [event.called(name) for name in event.every("target", FIRES)]
    held_off = bool(event.said("The escorts keep {boat} away"))
    through = bool(event.said("{boat} gets through"))
    if targets:
        text += f"{', gets through the escorts' if through else ''} and fires at *{listed(targets)}*"
        outcome = outcome or "A miss."
        good = good or side.enemy
    elif event.facts(SCREEN):
        text += " and is held off by the escorts" if held_off else " and is detected by the escorts"
        good = good or side.enemy
    if event.facts(DRIVEN_OFF) and not event.lost:
        outcome = f"{outcome} The boat is driven off.".strip()
        good = good or side.enemy
    weight: Weight = 2 if event.lost else 1
    return Telling(f"{text}.", "submarine", side, outcome, good, weight, (boat, cell), tuple(event.lost))


def raid(event: Event) -> Telling:
    """NK 9.3: an air raid."""
    aircraft, cell = event.first("aircraft", RAID), event.first("cell", RAID)
    shown = event.revealed()
    own = [event.data.counters[name] for name in shown if name in event.data.counters]
    flyers = next((counter.side for counter in own if counter.is_air and counter.name in aircraft), None)
    outcome, good = event.outcome()
    targets = [counter.id for counter in own if flyers is None or counter.side is not flyers]
    there = f"*{event.names(targets)}* " if targets else ""
    weight: Weight = 2 if event.lost else 1
    text = f"*{aircraft}* {'attack' if ' and ' in aircraft else 'attacks'} {there}{event.where(cell)}."
    return Telling(text, "raid", flyers, outcome or "No harm done.", good, weight, (cell,), tuple(event.lost))


def battle(event: Event) -> Telling:
    """NK 8: a surface combat, from the call to its end."""
    side, cell = event.side, event.first("cell", COMBAT)
    german, allied = event.first("german", COMBAT), event.first("allied", COMBAT)
    who = event.people(side) if side is not None else "*Both sides*"
    text = f"{who} open surface combat {event.where(cell)}: {spelt(german)} (German) against {spelt(allied)} (Allied)."
    if away := event.first("ships", "NK-8.3.3-flight-roll"):
        text += f" {away} get away."
    outcome, good = event.outcome()
    weight: Weight = 2
    return Telling(text, "battle", side, outcome or "No hits.", good, weight, (cell,), tuple(event.lost))


def family(event: Event, kind: str) -> Telling | None:
    """What is told of several lines of one kind together."""
    told = plain_telling(event.data, Observer.PUBLIC, event.lines)
    names = tuple(dict.fromkeys((*event.every("cell"), *told.names)))
    match kind:
        case "coast":
            seen = [f"*{spelt(str(about['what']))}* {event.where(str(about['cell']))}" for about in event.facts(COAST)]
            text = f"Seen from the Norwegian coast: {listed(seen, most=4)}."
            if entry := event.first("turn", ENTRY):
                text += f" A convoy has been found: your ships may come out from turn {entry}."
            return Telling(text, "coast watch", Side.AXIS, "", Side.AXIS, 1, names)
        case "contact":
            texts = list(dict.fromkeys(line.text for line in event.lines))
            return Telling(". ".join(texts) + ".", "contact", Side.AXIS, "", Side.AXIS, 1, names)
        case "shadowing":
            keep = [event.called(str(about["unit"])) for about in event.said("{unit} keeps")]
            lose = [event.called(str(about["unit"])) for about in event.said("{unit} loses")]
            said = [f"*{listed(keep)}* {'keep' if len(keep) > 1 else 'keeps'} contact"] if keep else []
            said += [f"*{listed(lose)}* {'lose' if len(lose) > 1 else 'loses'} contact"] if lose else []
            return Telling(f"{'; '.join(said)}.", "contact", Side.AXIS, names=names) if said else None
        case "hfdf":
            heard = [about for about in event.facts(HFDF) if "cell" in about]
            if not heard:
                return Telling("HF/DF hears no U-boat.", "HF/DF", Side.ALLIED)
            cells = [event.where(str(about["cell"])) for about in heard]
            return Telling(f"HF/DF hears U-boats {listed(cells)}.", "HF/DF", Side.ALLIED, "", Side.ALLIED, 1, names)
        case "scatter":
            who = event.first("name", SCATTERS) or "The convoy"
            return Telling(f"*{who}* scatters; each merchant runs for herself.", "scatter", Side.ALLIED, weight=2)
        case "exit":
            gone = listed(event.every("name"), most=4)
            return Telling(f"*{gone}* {'leaves' if ' and ' not in gone else 'leave'} the map.", "exit", names=names)
        case "spotting" | "stragglers":
            return None
    return Telling(f"{told.text}.", "", names=told.names)


def tell(data: Data, observer: Observer, lines: Sequence[LogLine]) -> Telling | None:
    """A passage of the log in words."""
    event = Event(data, observer, lines)
    first = lines[0].rule
    kind = FAMILIES.get(first, "")
    if kind == "weather":
        return weather(event)
    if first == SEARCH:
        return search(event)
    if first == BOAT:
        return boat_attack(event)
    if first == RAID:
        return raid(event)
    if first == COMBAT:
        return battle(event)
    if kind:
        return family(event, kind)
    if lines[-1].rule in UNTOLD:
        return None
    told = plain_telling(data, observer, lines)
    weight: Weight = 2 if lines[-1].rule in (ORDER, ENTRY) else 0
    text = told.text if told.text.endswith(".") else f"{told.text}."
    return Telling(text, "", event.side, weight=weight, names=told.names)


STORY: Story[Data] = Story(
    opens={SEARCH: "", BOAT: "", RAID: "{aircraft} attack", COMBAT: "{side} call"},
    closes=frozenset({"NK-8.2-end", "NK-8.2-breakoff"}),
    apart=frozenset({*FAMILIES, *UNTOLD, ORDER}),
    families=FAMILIES,
    tell=tell,
)
