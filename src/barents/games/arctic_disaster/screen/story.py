"""What happened in Arctic Disaster, told as a person would: one passage a marker drawn, with all it sets off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from barents.atlas.telling import MOST, ChartDeed, Who, carded, changed, destroyed, opened, plain
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import GLYPHS, SIDES, WHOSE, event_name, marker_name, place
from barents.games.arctic_disaster.screen.view import printed
from barents.kernel.events import Drew, Rolled, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, Telling, plain_telling
from barents.kernel.view import Change, LogLine, Shot, Weight
from barents.kernel.words import in_words, listed

DRAWN = "AD-1.3-pool-random"
MOVES = "AD-7.1-adjacent"
BOATS = "AD-13.3-move-3"
SIGHT = "AD-10.0-lasts"
POOL = "AD-3.1-pool-optional"
REPORT = "AD-10.2.1-types"
SCATTERS = "AD-9.4-no-reform"
RAID = "AD-11.1-designate"
CONTACT = "AD-13.5-contact"
FLIP = "AD-10.0-flip"
GAINED = "AD-10.2.1-gained"
FEIGNED = "AD-6.5-dummy-detected"
CONVOY = ("PQ-17", "pq-17")
AIMED = re.compile(r" (?:fires(?: torpedoes)? at|attacks) (.+?)(?: with |, factor|$)")
SURFACE = "AD-11.4-segments"
GONE = "AD-5.2-c2-ignore-later"  # a marker whose force has acted or is gone
SUNK, HIT = "{unit} is sunk by {by}", "{unit} is hit by {by}"
OURS = {"An Allied force": Side.ALLIED, "A German force": Side.AXIS}
# What is worth a sentence in whatever a marker sets off; the rest is dice and bookkeeping.
TOLD = frozenset(
    {
        "AD-8.4-waste", "AD-8.6-transfer", "AD-5.6-mass-store", "AD-5.6-mass-set-aside", "AD-5.2-c2-decline",
        "AD-5.2-c2-activate", "AD-5.4-lbas-scope", "AD-5.1-weather-toggle",
        "AD-5.3-intel-roll", FEIGNED, "AD-10.2-compulsory", "AD-7.7-react-trigger",
        "AD-7.7-react-success", "AD-13.6-shadow-effect", "AD-9.2-arrive", "AD-7.4-exit-west", SCATTERS,
        "AD-5.7-km-once", "AD-5.8-hitler-status",
        "AD-5.5-ground-roll", "AD-5.5-ground-none", "AD-11.4.10-loser-leaves",
    }
)  # fmt: skip
FAMILIES = {
    BOATS: "submarines",
    SIGHT: "sight",
    POOL: "pool",
    "AD-15.2-arrive": "arrivals",
    **dict.fromkeys(("AD-13.1-setup-hidden", "AD-3.1-secret-reorg"), "markers"),
}
GREAT = frozenset({SCATTERS, "AD-9.2-arrive", "AD-5.7-km-once", "AD-5.8-hitler-status"})


@dataclass
class Sortie:
    """A boat's attack: at whom she fired, if she got so far."""

    boat: str
    cell: str
    target: str = ""
    no_shot: bool = False


class Draw(ChartDeed):
    """The lines of a marker that was drawn, and what they say."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> None:
        super().__init__(lines, observer, "arctic-disaster", data.counters, partial(place, data), memory)
        self.data = data

    @property
    def marker(self) -> str:
        """The marker that was drawn."""
        first = self.lines[0].event
        activated = self.first("marker", "AD-5.2-c2-activate")  # by an event marker, which then only gives the order
        return activated or (first.drawn[0] if isinstance(first, Drew) and first.drawn else "")

    def called(self, name: str) -> str:
        """A ship, an air unit, a boat or a marker by its name; the reader's own forces by theirs."""
        if name in self.data.counters:
            return self.data.counters[name].name
        if name in self.data.air:
            return self.data.air[name].name
        side, _, number = name.rpartition("-")
        if side in tuple(Side) and number.isdecimal():
            return str(self.memory.get(number, f"{'German' if side == Side.AXIS else 'Allied'} marker {number}"))
        return marker_name(self.data, name) if name in self.data.boats or name in self.data.formations else name

    def moves(self) -> tuple[str, Side | None, tuple[str, ...]]:
        """The way of the force that acts, in a sentence without its name, whose it is, and its hexes."""
        steps = [line for line in self.lines if line.rule == MOVES and line.text.startswith(tuple(OURS))]
        if not steps:
            return "", None, ()
        who = next(words for words in OURS if steps[0].text.startswith(words))
        own = [line.event.about for line in steps if isinstance(line.event, Told) and line.text.startswith(who)]
        start, end = str(own[0]["start"]), str(own[-1]["cell"])
        named = place(self.data, start)
        leaving = f" from {named}" if named != start else ""
        way = (start, *(str(about["cell"]) for about in own))
        return f"sails{leaving} {self.sailed(start, end, len(own))}.", OURS[who], way

    def actor(self, side: Side | None) -> Who:
        """The force that acts, by its name if it is the reader's own."""
        words = self.called(self.marker)
        # Whoever moves first may be one that intercepts.
        if side is not None and not self.marker.startswith(f"{side}-"):
            words = "An Allied force" if side is Side.ALLIED else "A German force"
        return Who(words)

    def placed(self, line: LogLine) -> str:
        """A line with its hexes as one says them, and the reader's own markers by their names."""
        about = line.event.about if isinstance(line.event, Told) else {}
        text, start, cell = line.text, str(about.get("start", "")), str(about.get("cell", ""))
        if start in self.places.map and cell in self.places.map:
            text = text.replace(f" from {start} to {cell}", f" {self.places.bound(start, cell)}, {self.to(cell)}")
        for hex in (str(fact) for fact in about.values() if str(fact) in self.places.map):
            text = text.replace(f"around {hex}", f"around the force {self.where(hex)}")
            text = text.replace(f" to {hex}", f", {self.to(hex)}")
            text = text.replace(f"at {place(self.data, hex)}", self.where(hex))
        if "marker" in about and (name := self.called(str(about["marker"]))) in self.memory.values():
            text = f"{text.partition(' activates ')[0]} activates {name}" if " activates " in text else text
        return text

    def attacks(self) -> list[Sortie]:
        """The attacks of boats, in their order."""
        found: list[Sortie] = []
        for line in self.lines:
            about = line.event.about if isinstance(line.event, Told) else {}
            if line.rule == CONTACT and "boat" in about:
                found.append(Sortie(str(about["boat"]), str(about["cell"])))
            elif found and about.get("boat") == found[-1].boat:
                if "unit" in about and " fires at " in line.text:
                    found[-1].target = str(about["unit"])
                found[-1].no_shot |= "does not get into" in line.text
        return found

    @property
    def lost(self) -> list[str]:
        """What was sunk."""
        boats = [str(about["boat"]) for about in self.said("{boat} is sunk at {cell}")]
        return list(dict.fromkeys([*(str(about["unit"]) for about in self.said(SUNK)), *boats]))

    @property
    def damaged(self) -> list[str]:
        """What was hit and is still afloat."""
        hit = dict.fromkeys(str(about["unit"]) for about in self.said(HIT))
        lost = self.lost
        return [name for name in hit if name not in lost]

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        return self.outcome_of(self.lost, self.damaged, "sunk")

    def changes(self) -> list[Change]:
        """What became of the ships that were hit: that is open to both."""
        found, counters = [], self.data.counters
        for name in (*self.lost, *self.damaged):
            about = counters.get(name)
            if about is None:
                continue  # a boat has no factors to show
            told = [int(each["points"]) for each in self.said(HIT) if each["unit"] == name]
            before = printed(self.data, name, told[0] - 1 if told else int(self.memory.get(name, 0)))
            if name in self.lost:
                found.append(destroyed(about, name, GLYPHS[about.type], before))
            else:
                found.append(changed(about, name, GLYPHS[about.type], before, printed(self.data, name, told[-1])))
        return found

    def shots(self) -> list[Shot]:
        """The dice of a battle that could hit, with whom they were meant for."""
        found, target = [], ""
        for at, line in enumerate(self.lines):
            event = line.event
            if isinstance(event, Told) and (aimed := AIMED.search(line.text)):
                target = aimed[1]
            elif isinstance(event, Rolled) and event.total is not None and event.needs.endswith(" or more hits"):
                hits = event.total >= int(event.needs.split()[0])
                outcome = self._hit(event.subject, at) if hits else "Misses"
                side = self._side(event.subject)
                tone = self.tone(side) if hits and side is not None else ""
                found.append(Shot(self.called(event.subject), target, line.number, outcome, tone))
        return found

    def _side(self, name: str) -> Side | None:
        if name in self.data.counters:
            return self.data.counters[name].side
        if name in self.data.boats:
            return self.data.commands[self.data.boats[name].command].side
        if name in self.data.air:
            return self.data.formations[self.data.air[name].formation].side
        return None

    def _hit(self, shooter: str, at: int) -> str:
        """What became of a hit: that is told when all have fired."""
        for line in self.lines[at + 1 :]:
            about = line.event.about if isinstance(line.event, Told) else {}
            if about.get("by") in (shooter, self.called(shooter)) and "unit" in about:
                return "Sunk" if " is sunk " in line.text else f"Damage {about['points']} of {about['hits']}"
        return "Hit"


def drawn(deed: Draw) -> Telling:
    """AD 4: a marker is drawn, and what it sets off."""
    marker = deed.marker
    way, side, cells = deed.moves()
    actor = deed.actor(side)
    reports = dict.fromkeys((str(a["cell"]), str(a["what"])) for a in deed.facts(REPORT) if "what" in a)
    found = dict.fromkeys((str(a["name"]), str(a["cell"])) for a in deed.facts(FLIP) if "name" in a)
    boats, raids, rounds = deed.attacks(), deed.facts(RAID), deed.facts(SURFACE)
    sentences = [f"*{opened(actor.words)}* {way}"] if way else []
    made = [cell for cell in dict.fromkeys(str(a["cell"]) for a in deed.facts(REPORT)) if cell not in dict(reports)]
    sentences += _others(deed, nothing=not (found or reports or made or deed.facts(GAINED)))
    sentences += _boats_said(deed, boats)
    sentences += _raid_said(deed)
    if rounds:
        over = bool(deed.said("The surface combat at {cell} is over"))
        cell, last = str(rounds[-1]["cell"]), rounds[-1]["round"]
        state = f"is over after round {last}" if over else f"goes on, round {last}"
        sentences.append(f"The surface combat {deed.there(cell)} {state}.")
    seen = [f"*{opened(deed.called(name))}* is detected {deed.where(cell)}." for name, cell in found]
    seen += [f"Reported {deed.where(cell)}: {what}." for cell, what in reports]
    seen += [f"A report is made on the force {deed.where(cell)}." for cell in made]
    text = " ".join(dict.fromkeys([*sentences, *seen])) or idle(deed, marker)
    outcome, good = deed.outcome()
    lost, rules = tuple(deed.lost), {line.rule for line in deed.lines}
    convoy = any("merchant" in what for _cell, what in reports) or any(name in CONVOY for name, _cell in found)
    fought = bool(boats or raids or rounds)
    weight: Weight = 1 if outcome or reports or found or made or fought or (way and side is not deed.reader) else 0
    if lost or convoy or rules & GREAT:
        weight = 2
    named = reversed([cell for cell in deed.every("cell") if cell in deed.places.map])
    kind = "activation" if way else kind_of(deed.data, marker)
    told = Telling(text, kind, side, outcome, good, weight, tuple(dict.fromkeys((*lost, *named))), lost)
    if not weight:
        return told
    title = (
        _title(deed, boats) or _found(deed, found, reports) or (f"{actor.words} {_briefly(deed, cells)}" if way else "")
    )
    title = title or plain(text).partition(".")[0]
    harm = deed.harm(deed.lost, deed.damaged, "sunk")
    room = MOST - min(len(harm), 2)
    said = [*sentences[:1], *seen, *sentences[1:]] if seen and not way else [*sentences, *seen] or [text]
    return carded(told, title, [*said[:room], *harm], cells, deed.changes(), deed.shots())


def _others(deed: Draw, nothing: bool) -> list[str]:
    """What else is worth a sentence, each said once; a search that has found nobody says so."""
    told = [line for line in deed.lines if line.rule in TOLD and isinstance(line.event, Told)]
    feigned = [line for line in told if line.rule == FEIGNED]
    texts = dict.fromkeys(deed.placed(line) for line in told if line.rule != FEIGNED)
    in_vain = " and find nothing" if nothing and not feigned else ""
    said = [f"{text}{in_vain if text.endswith('search from the land') else ''}." for text in texts]
    if len(feigned) == 1:
        said.append(f"{deed.placed(feigned[0])}.")
    elif feigned:
        said.append(f"{opened(in_words(len(feigned)))} forces were only feigned.")
    if lost_touch := len(deed.said("The boat at {cell} cannot keep in touch")):
        boats = "A boat tries" if lost_touch == 1 else f"{opened(in_words(lost_touch))} boats try"
        said.append(f"{boats} to shadow and cannot keep in touch.")
    return said


def _boats_said(deed: Draw, boats: Sequence[Sortie]) -> list[str]:
    """AD 13.5: the attacks of boats: one in full, several by what came of them."""
    if not boats:
        return []
    where = deed.where(boats[-1].cell)
    if len(boats) == 1:
        [boat] = boats
        if boat.target:
            aim = f"and fires at *{deed.called(boat.target)}*"
            missed = "" if deed.lost or deed.damaged else ": a miss"
            return [f"*{deed.called(boat.boat)}* attacks {deed.there(boat.cell)} {aim}{missed}."]
        return [f"*{deed.called(boat.boat)}* attacks {deed.there(boat.cell)} and gets no shot."]
    fired = [boat for boat in boats if boat.target]
    names = listed([deed.called(boat.boat) for boat in boats])
    if not fired:
        return [f"*{names}* attack {where}; none of them gets a shot."]
    aims = listed([f"{deed.called(boat.boat)} at *{deed.called(boat.target)}*" for boat in fired])
    missed = "" if deed.lost or deed.damaged else " None hits."
    return [f"*{names}* attack {where}.", f"{len(fired)} of {len(boats)} fire: {aims}.{missed}"]


def _raid_said(deed: Draw) -> list[str]:
    """AD 11.1: an attack from the air: who flew, against whom."""
    about = next(iter(deed.facts(RAID)), None)
    if about is None:
        return []
    who = marker_name(deed.data, deed.marker) if deed.marker in deed.data.formations else "Aircraft"
    number = int(about["count"])
    flying = f" with {number} air {'unit' if number == 1 else 'units'}"
    aims = dict.fromkeys(str(each["ship"]) for each in deed.said("{unit} goes for {ship}"))
    targets = listed([deed.called(name) for name in aims]) if aims else "the ships"
    return [f"*{who}* attacks *{targets}* {deed.where(str(about['cell']))}{flying}."]


def _title(deed: Draw, boats: Sequence[Sortie]) -> str:
    """A battle in a title: who did it if one did, or what was lost."""
    by = dict.fromkeys(deed.called(str(about["by"])) for about in (*deed.said(SUNK), *deed.said(HIT)))
    if deed.marker in deed.data.formations and deed.facts(RAID):
        by = {marker_name(deed.data, deed.marker): None}
    doers = Who(next(iter(by))) if len(by) == 1 else None
    harmed = deed.lost or deed.damaged
    if harmed and doers is not None:
        verb = doers.does(*(("sinks", "sink") if deed.lost else ("damages", "damage")))
        return f"{doers.title} {verb} {deed.briefly(harmed)}"
    if harmed:
        return f"{opened(deed.briefly(harmed))} {deed.are(harmed)} {'sunk' if deed.lost else 'damaged'}"
    if deed.facts(SURFACE):
        return f"Surface combat {deed.places.near(str(deed.facts(SURFACE)[-1]['cell']))}: no hits"
    if deed.facts(RAID):
        who = marker_name(deed.data, deed.marker) if deed.marker in deed.data.formations else "Aircraft"
        return f"{who} attacks in vain"
    if boats:
        who_attack = Who(listed([deed.called(boat.boat) for boat in boats], most=2), many=len(boats) > 1)
        return f"{who_attack.title} {who_attack.does('attacks', 'attack')} in vain"
    return ""


def _found(deed: Draw, found: Mapping[tuple[str, str], None], reports: Mapping[tuple[str, str], None]) -> str:
    """What was detected or reported, in a title."""
    if deed.facts(SCATTERS):
        return "PQ-17 scatters"
    if found:
        name, cell = next((pair for pair in found if pair[0] in CONVOY), next(iter(found)))
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return f"{deed.called(name)} is detected {deed.places.near(cell)}{more}"
    if reports:
        cell, what = next((pair for pair in reports if "merchant" in pair[1]), next(iter(reports)))
        return f"{'A convoy' if 'merchant' in what else 'A force'} is reported {deed.places.near(cell)}"
    cells = [str(about["cell"]) for about in deed.facts(REPORT) if str(about["cell"]) in deed.places.map]
    return f"A force is reported {deed.places.near(cells[0])}" if cells else ""


def _briefly(deed: Draw, way: Sequence[str]) -> str:
    """How far and in which direction a force went, for a title."""
    start, end, hexes = way[0], way[-1], len(way) - 1
    if start == end:
        return f"sails {hexes} hexes and comes back"
    return f"sails {hexes} {'hex' if hexes == 1 else 'hexes'} {deed.places.bound(start, end)}"


def idle(deed: Draw, marker: str) -> str:
    """What is said of a marker that sets off nothing."""
    if marker in deed.data.formations:
        return f"*{deed.called(marker)}* is drawn and does not fly."
    if (event := event_name(marker)) is not None:
        return f"*{event}* is drawn."
    return f"*{deed.called(marker)}* is drawn and stays where it is."


def kind_of(data: Data, marker: str) -> str:
    """What sort of marker it is, in a word or two."""
    if marker in data.formations:
        return "formation"
    return (event_name(marker) or "force").partition(" (")[0].lower()


def family(deed: Draw, kind: str) -> Telling | None:
    """What is told of several lines of one kind together."""
    cells = tuple(deed.every("cell"))
    match kind:
        case "submarines":
            moved = {side: sum(line.text.startswith(WHOSE[side]) for line in deed.lines) for side in Side}
            people = {side: "you" if side is deed.reader else f"the {SIDES[side]}" for side in Side}
            several = {side: f"{n} submarine marker{'' if n == 1 else 's'}" for side, n in moved.items() if n}
            said = [f"*{people[side]}* move {markers}" for side, markers in several.items()]
            side = next(iter(side for side in Side if moved[side])) if len(said) == 1 else None
            text = f"{'; '.join(said)}."
            return Telling(f"*{opened(text[1:])}", "submarines", side, names=cells)
        case "sight":
            return Telling(
                f"Out of sight again: forces {listed([deed.where(c) for c in cells])}.", "sight", names=cells
            )
        case "pool":
            names = [str(name) for name in deed.every("marker")]
            return Telling(f"Into the pool go {listed([marker_name(deed.data, name) for name in names])}.", "pool")
        case "arrivals":
            ships = [deed.called(name) for name in deed.every("unit")]
            text = f"*{listed(ships)}* {'score' if len(ships) > 1 else 'scores'} a point on the way home."
            title = f"{len(ships)} {'ship gets' if len(ships) == 1 else 'ships get'} home"
            return carded(Telling(text, "arrival", Side.ALLIED, "", Side.ALLIED, 1, cells), title, [text])
        case "markers":
            told = [line.text for line in deed.lines if line.text.startswith("Both sides")]
            return Telling(f"{told[-1]}.", "markers") if told else None
    return None


def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
    """By which numbers the enemy knows the reader's own markers, and what damage ships have taken."""
    kept: dict[str, str] = {}
    for line in lines:
        if not isinstance(line.event, Told):
            continue
        about = line.event.about
        if line.rule == "AD-13.1-setup-hidden" and "names" in about:
            for marker in str(about["names"]).split(", "):
                number, _, name = marker.partition(" ")
                kept[number] = name
        elif line.rule == "AD-3.1-secret-reorg" and "number" in about:
            kept[str(about["number"])] = str(about["name"])
        elif line.event.words.startswith(HIT):
            kept[str(about["unit"])] = str(about["points"])
    return {**memory, **kept} if kept else memory


def tell(data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> Telling | None:
    """A passage of the log in words."""
    deed = Draw(data, observer, lines, memory)
    if lines[0].rule == DRAWN:
        return None if GONE in {line.rule for line in lines} else drawn(deed)
    if kind := FAMILIES.get(lines[0].rule, ""):
        return family(deed, kind)
    if lines[-1].rule == "AD-3.3-sub-turns":
        return None
    told = plain_telling(data, observer, lines)
    weight: Weight = 2 if deed.lost or lines[-1].rule in GREAT else 0
    text = told.text if told.text.endswith((".", '"')) else f"{told.text}."
    said = Telling(text, "", deed.side, "", deed.outcome()[1], weight, told.names, tuple(deed.lost))
    return carded(said, told.text.partition(":")[0], [text]) if weight else said


STORY: Story[Data] = Story(
    opens={DRAWN: ""},
    apart=frozenset({BOATS, "AD-3.3-sub-turns", POOL, "AD-3.3-terminal-cleanup"}),
    families=FAMILIES,
    tell=tell,
    recall=recall,
)
