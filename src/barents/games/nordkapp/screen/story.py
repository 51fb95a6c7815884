"""What happened in Nordkapp, told as a person would: one passage a search, an attack, a raid or a battle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from barents.atlas.telling import ChartDeed, Who, carded, changed, destroyed, plain
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import GLYPHS, SIDES, TYPES, counted, place
from barents.games.nordkapp.screen.view import printed
from barents.kernel.events import Rolled, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, Telling, plain_telling
from barents.kernel.view import Change, LogLine, Shot, Weight
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
ANTI_AIRCRAFT = "NK-9.3.2b-aa"
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

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> None:
        super().__init__(lines, observer, "nordkapp", data.counters, partial(place, data), memory)
        self.data = data

    def people(self, side: Side) -> str:
        """A side as the reader speaks of it."""
        return "*You*" if side is self.reader else f"*The {SIDES[side]}*"

    def names(self, units: Sequence[str]) -> str:
        """Units as one lists them: merchants by their number, but one alone by her name."""
        return self.called(units[0]) if len(units) == 1 else self.ships(units, 4)

    def briefly(self, units: Sequence[str]) -> str:
        """Some units for a title; a merchant alone by her name."""
        return self.called(units[0]) if len(units) == 1 else self.ships(units, 2)

    def ships(self, units: Sequence[str], most: int) -> str:
        """Units as one lists them, so many of them by name."""
        counters = [self.data.counters[name] for name in units if name in self.data.counters]
        merchants = sum(counter.is_merchant for counter in counters)
        others = [counter.name for counter in counters if not counter.is_merchant]
        some = [f"{merchants} {TYPES['MERC']}{'' if merchants == 1 else 's'}"] if merchants else []
        return listed([*some, *others], most)

    def is_several(self, unit: str) -> bool:
        """Whether a counter is a group of ships."""
        return unit in self.data.counters and self.data.counters[unit].type in ("DD", "E")

    @property
    def lost(self) -> list[str]:
        """The units that were lost."""
        return list(dict.fromkeys(str(about["unit"]) for about in self.said(LOST)))

    @property
    def damaged(self) -> list[str]:
        """The units that were damaged and not lost."""
        hit = dict.fromkeys(str(about["unit"]) for about in (*self.said(DAMAGED), *self.said(WOUNDED)))
        lost = self.lost
        return [name for name in hit if name not in lost]

    @property
    def sunk(self) -> bool:
        """Whether a ship was lost."""
        return any(not self.data.counters[name].is_air for name in self.lost)

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        return self.outcome_of(self.lost, self.damaged)

    def changes(self) -> list[Change]:
        """What became of the units that the reader saw hit."""
        found, counters = [], self.data.counters
        # What an aircraft has taken is not said: it flies on after one hit, and not after two.
        hit = (*self.said(DAMAGED), *self.said(WOUNDED))
        for name in (*self.lost, *self.damaged):
            about = counters[name]
            told = [int(each.get("points", 1)) for each in hit if each["unit"] == name]
            before = printed(self.data, name, told[0] - 1 if told else int(self.memory.get(name, 0)), False)
            if name in self.lost:
                words = "shot down" if about.is_air else "sunk"
                found.append(destroyed(about, name, GLYPHS[about.type], before, words))
            else:
                after = printed(self.data, name, told[-1], False)
                found.append(changed(about, name, GLYPHS[about.type], before, after))
        return found

    def shots(self) -> list[Shot]:
        """The dice of a battle, as far as it is known at whom they were thrown; of guns at aircraft those that hit."""
        return [shot for at, line in enumerate(self.lines) if (shot := self._shot(at, line)) is not None]

    def _shot(self, at: int, line: LogLine) -> Shot | None:
        event = line.event
        if not isinstance(event, Rolled) or event.total is None or event.subject not in self.data.counters:
            return None
        if not event.needs.endswith(" or more hits"):
            return None
        shooter, hits = self.data.counters[event.subject], event.total >= int(event.needs.split()[0])
        target, outcome = self._hit(event.subject, at) if hits else ("", "Misses")
        if not target and (aimed := self.every("target", FIRES)):
            target = self.called(aimed[-1])
        if not target and line.rule == ANTI_AIRCRAFT:
            return None
        return Shot(shooter.name, target or "the enemy", line.number, outcome, self.tone(shooter.side) if hits else "")

    def _hit(self, shooter: str, at: int) -> tuple[str, str]:
        """Whom a shot hit, and what became of it: that is told when all have fired."""
        for line in self.lines[at + 1 :]:
            about = line.event.about if isinstance(line.event, Told) else {}
            if about.get("by") in (shooter, self.called(shooter)) and "unit" in about:
                unit = str(about["unit"])
                gone = "Shot down" if unit in self.data.counters and self.data.counters[unit].is_air else "Sunk"
                return self.called(unit), gone if unit in self.lost and " is lost " in line.text else "Damaged"
        return "", "Hit"

    def card(self, told: Telling, title: str, sentences: Sequence[str]) -> Telling:
        """A deed with its card: what was said, and what it cost."""
        harm = self.harm(self.lost, self.damaged, "shot down" if self.lost and not self.sunk else "lost")
        return carded(told, title, [*sentences, *harm], changes=self.changes(), shots=self.shots())


def weather(event: Event) -> Telling:
    """NK 4 A: a turn begins under its sky."""
    turn, sky = event.first("turn", WEATHER), event.first("weather", WEATHER)
    return Telling(f"Turn {turn} begins: {SKIES.get(sky, sky)}." if sky else "A new turn begins.", "weather")


def search(event: Event) -> Telling:
    """NK 6.1: which hexes a side searches, and what it is answered."""
    side = event.side or Side.AXIS
    cells = event.first("cells", SEARCH).split()
    found = [(str(about["cell"]), _answer(str(about["what"]))) for about in event.facts(*ANSWERS) if "what" in about]
    hexes = f"{len(cells)} {'hex' if len(cells) == 1 else 'hexes'}"
    if len(cells) == 1:
        hexes = f"the hex {event.where(cells[0])}"
    if not found:
        return Telling(f"{event.people(side)} search {hexes} and find nothing.", "search", side, names=tuple(cells))
    said = [f"{ARTICLES.get(what, '')}*{what}* {event.where(cell)}" for cell, what in dict(found).items()]
    convoy = any(_is_convoy(what) for _cell, what in found)
    weight: Weight = 2 if convoy or event.facts(ENTRY) else 1
    text = f"{event.people(side)} search {hexes} and find {'; '.join(said) if len(said) > 1 else said[0]}."
    entry = ""
    if turn := event.first("turn", ENTRY):
        entry = f"A convoy has been found: the German ships may come out from turn {turn}."
    told = Telling(f"{text} {entry}".strip(), "search", side, "", side, weight, tuple(cell for cell, _ in found))
    best = next((pair for pair in found if _is_convoy(pair[1])), found[0])
    who = "You" if side is event.reader else f"The {SIDES[side]}"
    others = f" and {len(said) - 1} more" if len(said) > 1 else ""
    what = f"{ARTICLES.get(best[1], '')}{best[1]}"
    if ", " in what:
        what = "a convoy" if _is_convoy(what) else "ships"
    title = f"{who} find {what} {event.places.near(best[0])}{others}"
    left = len(cells) - len(dict(found))
    nothing = f"Nothing is seen in the other {left} {'hex' if left == 1 else 'hexes'}." if left > 0 else ""
    return carded(told, title, [text, entry, nothing])


def _answer(what: str) -> str:
    """What a search was answered; in solitaire the ships are counted too, and then that is what one wants to know."""
    return spelt(what.partition(": ")[2] or what)


def _is_convoy(what: str) -> bool:
    return what == "convoy" or "merchant" in what


def boat_attack(event: Event) -> Telling:
    """NK 7.1: a submarine's attack, from its approach to the escorts' answer."""
    boat, cell = event.first("boat", BOAT), event.first("cell", BOAT)
    side = event.data.counters[boat].side if boat in event.data.counters else Side.AXIS
    name = event.called(boat)
    through = bool(event.said("{boat} gets through"))
    text = f"*{name}* closes on ships {event.where(cell) if through else event.there(cell)}"
    outcome, good = event.outcome()
    targets = [event.called(name) for name in event.every("target", FIRES)]
    held_off = bool(event.said("The escorts keep {boat} away"))
    title = f"{name} closes on ships {event.places.near(cell)}"
    if targets:
        text += f"{', gets through the escorts' if through else ''} and fires at *{listed(targets)}*"
        title = f"{name} misses {listed(targets, most=2)}"
        outcome = outcome or "A miss."
        good = good or side.enemy
    elif event.facts(SCREEN):
        text += " and is held off by the escorts" if held_off else " and is detected by the escorts"
        title = f"The escorts keep {name} off" if held_off else f"The escorts detect {name}"
        good = good or side.enemy
    if event.facts(DRIVEN_OFF) and not event.lost:
        outcome = f"{outcome} The boat is driven off.".strip()
        good = good or side.enemy
    weight: Weight = 2 if event.sunk else 1
    told = Telling(f"{text}.", "submarine", side, outcome, good, weight, (boat, cell), tuple(event.lost))
    driven = f"{name} is driven off." if event.facts(DRIVEN_OFF) and boat not in event.lost else ""
    missed = "She misses." if targets and not event.lost and not event.damaged else ""
    title = event.deadly(Who(name), side, event.lost, event.damaged, not event.sunk) or title
    return event.card(told, title, [f"{text}.", missed, driven])


def raid(event: Event) -> Telling:
    """NK 9.3: an air raid."""
    aircraft, cell = event.first("aircraft", RAID), event.first("cell", RAID)
    shown = event.revealed()
    own = [event.data.counters[name] for name in shown if name in event.data.counters]
    flyers = next((counter.side for counter in own if counter.is_air and counter.name in aircraft), None)
    outcome, good = event.outcome()
    targets = [counter.id for counter in own if flyers is None or counter.side is not flyers]
    there = f"*{event.names(targets)}* " if targets else ""
    weight: Weight = 2 if event.sunk else 1
    who = _flight(aircraft)
    text = f"*{aircraft}* {who.does('attacks', 'attack')} {there}{event.where(cell)}."
    told = Telling(text, "raid", flyers, outcome or "No harm done.", good, weight, (cell,), tuple(event.lost))
    title = event.deadly(who, flyers, event.lost, event.damaged, not event.sunk)
    harm = "" if title else "Nobody is hit."
    return event.card(told, title or f"{who.title} {who.does('attacks', 'attack')} in vain", [text, harm])


def _flight(aircraft: str) -> Who:
    """Aircraft as they are listed, and the first of them for a title."""
    names = aircraft.replace(" and ", ", ").split(", ")
    if len(names) < 3:
        return Who(aircraft, many=len(names) > 1)
    more = names[-1].removesuffix(" others")
    return Who(aircraft, f"{names[0]} and {len(names) - 2 + (int(more) if more.isdecimal() else 1)} others", many=True)


def battle(event: Event) -> Telling:
    """NK 8: a surface combat, from the call to its end."""
    side, cell = event.side, event.first("cell", COMBAT)
    german, allied = event.first("german", COMBAT), event.first("allied", COMBAT)
    who = event.people(side) if side is not None else "*Both sides*"
    text = f"{who} open surface combat {event.where(cell)}: {spelt(german)} (German) against {spelt(allied)} (Allied)."
    fled = f"{ships} get away." if (ships := event.first("ships", "NK-8.3.3-flight-roll")) else ""
    outcome, good = event.outcome()
    full = f"{text} {fled}".strip()
    told = Telling(full, "battle", side, outcome or "No hits.", good, 2, (cell,), tuple(event.lost))
    title = f"Surface combat {event.places.near(cell)}"
    if side is not None:
        doer = Who("you" if side is event.reader else f"the {SIDES[side]}", many=True)
        title = event.deadly(doer, side, event.lost, event.damaged, not event.sunk) or f"{title}: no hits"
    return event.card(told, title, [text, "" if event.lost or event.damaged else "Nobody is hit.", fled])


def family(event: Event, kind: str) -> Telling | None:
    """What is told of several lines of one kind together."""
    told = plain_telling(event.data, Observer.PUBLIC, event.lines)
    names = tuple(dict.fromkeys((*event.every("cell"), *told.names)))
    match kind:
        case "coast":
            seen = [f"*{spelt(str(about['what']))}* {event.where(str(about['cell']))}" for about in event.facts(COAST)]
            text = f"Seen from the Norwegian coast: {listed(seen, most=4)}."
            turn = event.first("turn", ENTRY)
            entry = f"A convoy has been found: your ships may come out from turn {turn}." if turn else ""
            weight: Weight = 2 if "merchant" in text else 1
            seen_told = Telling(f"{text} {entry}".strip(), "coast watch", Side.AXIS, "", Side.AXIS, weight, names)
            return carded(seen_told, f"The coast reports {plain(seen[0])}", [text, entry])
        case "contact":
            ways = [(str(a["cell"]), str(a["goal"])) for a in event.facts("NK-7.4-shadow-disclose") if "goal" in a]
            goes = [f"Ships {event.there(cell)} will {_go(event, cell, goal)}." for cell, goal in dict.fromkeys(ways)]
            who = "You keep" if event.reader is Side.AXIS else "The Germans keep"
            text = f"*{who.split()[0] if event.reader is Side.AXIS else 'The Germans'}* keep contact with Allied ships."
            kept = Telling(" ".join([text, *goes]), "contact", Side.AXIS, "", Side.AXIS, 1, names)
            near = f" {event.places.near(ways[0][0])}" if ways and ways[0][0] in event.places.map else ""
            return carded(kept, f"{who} contact{near}", [text, *goes], way=ways[0] if len(ways) == 1 else ())
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
            named = [event.called(str(about["unit"])) if "unit" in about else "a U-boat" for about in heard]
            cells = [event.where(str(about["cell"])) for about in heard]
            boats = [f"*{boat}* {cell}" for boat, cell in zip(named, cells, strict=True)]
            text = f"HF/DF hears {listed(boats)}."
            told = Telling(text, "HF/DF", Side.ALLIED, "", Side.ALLIED, 1, names)
            return carded(told, f"HF/DF hears {len(heard)} {'U-boat' if len(heard) == 1 else 'U-boats'}", [text])
        case "scatter":
            who = event.first("name", SCATTERS) or "The convoy"
            text = f"*{who}* scatters; each merchant runs for herself."
            return carded(Telling(text, "scatter", Side.ALLIED, weight=2), f"{who} scatters", [text])
        case "exit":
            gone = listed(event.every("name"), most=4)
            return Telling(f"*{gone}* {'leaves' if ' and ' not in gone else 'leave'} the map.", "exit", names=names)
        case "spotting" | "stragglers":
            return None
    return Telling(f"{told.text}.", "", names=told.names)


def _go(event: Event, cell: str, goal: str) -> str:
    """Where ships under contact go next: to a hex, or off the map."""
    if goal not in event.places.map:
        return "leave the map"
    return "stay there" if goal == cell else f"move {event.places.bound(cell, goal)}, {event.to(goal)}"


def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
    """The Damage Points that units have taken, as far as they were told."""
    hits = {
        str(line.event.about["unit"]): str(line.event.about.get("points", 1))
        for line in lines
        if isinstance(line.event, Told) and line.event.words.startswith((DAMAGED, WOUNDED))
    }
    return {**memory, **hits} if hits else memory


def tell(data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> Telling | None:
    """A passage of the log in words."""
    event = Event(data, observer, lines, memory)
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
    text = told.text if told.text.endswith(".") else f"{told.text}."
    plain_one = Telling(text, "", event.side, names=told.names)
    match lines[-1].rule:
        case rule if rule == ORDER:
            said = Telling(text, "order", Side.ALLIED, weight=2, names=told.names)
            return carded(said, f"{event.first('name', ORDER) or 'The convoy'} is ordered to scatter", [text])
        case rule if rule == ENTRY:
            return carded(Telling(text, "alarm", Side.AXIS, weight=2), "Your ships may come out", [text])
    return plain_one


STORY: Story[Data] = Story(
    opens={SEARCH: "", BOAT: "", RAID: "{aircraft} attack", COMBAT: "{side} call"},
    closes={"NK-8.2-end": "", "NK-8.2-breakoff": ""},
    # In solitaire ships are spotted in the middle of an attack.
    apart=frozenset({*(rule for rule, kind in FAMILIES.items() if kind != "spotting"), *UNTOLD, ORDER}),
    families=FAMILIES,
    tell=tell,
    recall=recall,
)
