"""What happened in an operation, told as a person would: one passage a contact, an attack, a raid or a battle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from barents.atlas.telling import MOST, ChartDeed, Who, carded, opened
from barents.games.operations.data import Data, ShipType
from barents.games.operations.names import (
    GLYPHS,
    SIDES,
    STRIPES,
    fleet_names,
    merchant_names,
    place,
    registered,
)
from barents.games.operations.rules.setup import TRANSPORT
from barents.games.operations.screen.phrases import label
from barents.kernel.events import Rolled, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, Telling, facts_in_words, plain_telling
from barents.kernel.view import Change, LogLine, Shot, Weight
from barents.kernel.words import in_words, listed

TURN = "OP-TIME-turn"
SUBMARINE, HUNT, STRIKE, BATTLE = "OP-SUB-report", "OP-SUB-hunt", "OP-STRIKE-order", "OP-TAC-who"
SCREEN, TORPEDOES, COUNTER, HURT = "OP-SUB-screen", "OP-SUB-attack", "OP-SUB-counter", "OP-SUB-damage"
SUNK, BURNS, HULL, CRITICAL = "OP-DMG-sunk", "OP-DMG-fire", "OP-DMG-table", "OP-DMG-critical"
ENGINES = "OP-SEA-machinery-effect"
REPORTS = ("OP-SEARCH-l1", "OP-SEARCH-l2", "OP-SEARCH-l3")
IN_SIGHT = "OP-CONTACT-report"
SEEN = "OP-TAC-visibility"
CONTACT, FIGHT = "Surface contact", "Battle"  # what a report came from, where no unit made it
OFFICES = ("Intelligence", "Shore watch", "Air search", "Air raid")

_OF_SUBMARINES = (
    SCREEN,
    "OP-SUB-sight",
    "OP-SUB-target",
    TORPEDOES,
    COUNTER,
    HURT,
    "OP-SUB-sunk",
    "OP-DMG-",
    "OP-TORP-",
)
BELONG: Mapping[str, tuple[str, ...]] = {
    SUBMARINE: _OF_SUBMARINES,
    SCREEN: _OF_SUBMARINES[1:],
    TORPEDOES: _OF_SUBMARINES[1:],
    COUNTER: _OF_SUBMARINES[1:],
    HUNT: (HUNT, HURT, "OP-SUB-sunk", "OP-DMG-"),
    STRIKE: ("OP-STRIKE-", "OP-DMG-", "OP-TORP-", "OP-SEARCH-l3"),
    BATTLE: ("OP-TAC-", "OP-GUN-", "OP-TORP-", "OP-DMG-"),
}
"""What is said of a deed, by the rule with which it begins."""

FAMILIES = {
    **dict.fromkeys(
        ("OP-WX-spring", "OP-WX-summer", "OP-WX-autumn", "OP-WX-winter", "OP-WX-duration", "OP-WX-levels"), "weather"
    ),
    "OP-SUB-patrol": "kept down",
    **dict.fromkeys(("OP-FUEL-at-sea", "OP-FUEL-port"), "fuel"),
    "OP-MOVE-harbour": "harbour",
    "OP-FLEET-plot": "sailing",
    "OP-PORT-return": "home",
    "OP-PORT-unload": "unloaded",
    **dict.fromkeys((*REPORTS, IN_SIGHT, "OP-CONTACT-shadow"), "sighting"),
    **dict.fromkeys(("OP-SEA-founder", "OP-SEA-founder-who", "OP-SEA-straggler", "OP-SEA-rejoin"), "storm"),
    **dict.fromkeys(("OP-SEA-machinery", ENGINES), "engines"),
    "OP-MAP-floes": "ice",
    "OP-SUB-shadow": "shadow",
}
UNTOLD = frozenset({"OP-CONTACT-choice"})  # the battle that follows is told
GUN = re.compile(r"([ag]\d+), (.+?), at ([ag]\d+)(, confirmed)?")
AT = re.compile(r"(.+) at (.+?)(, confirmed)?")
HITS = re.compile(r"(\d+) or more(?: hits)?(?:, then (\d+) or more)?")
FEW = 12
"""So many shots are listed one by one; of more only those that hit."""


class Deed(ChartDeed):
    """The lines of something that happened, and what they say of it. Cells are zones here."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> None:
        super().__init__(lines, observer, "operations", {}, partial(place, data), memory)
        self.data = data

    def where(self, cell: str) -> str:
        """A zone as one says it."""
        return super().where(cell).replace(" hexes ", " zones ").replace(" hex ", " zone ")

    def called(self, name: str) -> str:
        """A unit by its name."""
        return label(self.data, name)

    def side_of(self, name: str) -> Side | None:
        """Whose a ship or a boat is; None for what is neither."""
        if self.is_merchant(name):
            return Side.ALLIED
        if name in registered(self.data):
            return Side.AXIS if self.data.register[name].nation == GERMAN else Side.ALLIED
        return None

    def is_merchant(self, name: str) -> bool:
        """Whether a ship carries cargo."""
        return name in merchant_names(self.data) or name.startswith(SOVIET_CONVOY)

    def names(self, units: Sequence[str]) -> str:
        """Ships as one lists them: several merchants by their number."""
        return self.ships(units, 4)

    def briefly(self, units: Sequence[str]) -> str:
        """The same for a title."""
        return self.ships(units, 2)

    def ships(self, units: Sequence[str], most: int) -> str:
        """Ships as one lists them, so many of them by name."""
        merchants = [name for name in units if self.is_merchant(name)]
        if len(merchants) < 2:
            return listed([self.called(name) for name in units], most)
        others = [self.called(name) for name in units if name not in merchants]
        return listed([f"{in_words(len(merchants))} merchants{self._of_convoy(merchants)}", *others], most)

    def _of_convoy(self, merchants: Sequence[str]) -> str:
        """Of which convoy some merchants are, for their own side: the enemy sees ships."""
        convoys = {name.rpartition("-")[0] for name in merchants}
        names = fleet_names(self.data)
        known = self.reader is Side.ALLIED and len(convoys) == 1 and next(iter(convoys)) in names
        return f" of {names[next(iter(convoys))]}" if known else ""

    @property
    def lost(self) -> list[str]:
        """What was sunk."""
        return [str(about["unit"]) for about in self.facts(SUNK, "OP-SUB-sunk") if "unit" in about]

    @property
    def damaged(self) -> list[str]:
        """What the reader was told was hit and is still there."""
        told = self.facts(HULL, BURNS, CRITICAL, HURT, TORPEDOES, "OP-TORP-damage", "OP-DMG-simple", "OP-DMG-armour")
        hit = dict.fromkeys(str(about["unit"]) for about in told if "unit" in about)
        lost = self.lost
        return [name for name in hit if name not in lost]

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        words = [f"{self.names(self.lost)} sunk"] if self.lost else []
        words += [f"{self.names(self.damaged)} damaged"] if self.damaged else []
        owners = {self.side_of(name) for name in (*self.lost, *self.damaged)} - {None}
        owner = next(iter(owners)) if len(owners) == 1 else None
        return f"{opened(', '.join(words))}." if words else "", owner.enemy if owner is not None else None

    def points(self) -> str:
        """What the ships that were sunk are worth."""
        won = sum(int(about["points"]) for about in self.facts(SUNK) if "points" in about)
        return f"That is {won} {'point' if won == 1 else 'points'}." if won else ""

    def changes(self) -> list[Change]:
        """What became of the ships of which the reader was told."""
        return [self._change(name) for name in (*self.lost, *self.damaged)]

    def type_of(self, name: str) -> ShipType | None:
        """What sort of ship it is; None for a submarine."""
        if self.is_merchant(name):
            return self.data.types[TRANSPORT]
        return self.data.ship(name) if self.data.is_surface_ship(name) else None

    def _change(self, name: str) -> Change:
        line = self.type_of(name)
        kind = GLYPHS[line.type] if line is not None else "ss"
        nation = STRIPES.get(line.nation, "") if line is not None else ""
        if name in self.lost:
            return Change(self.called(name), self.side_of(name), name, kind, nation, gone=True, words=("sunk",))
        hull = sum(int(about["boxes"]) for about in self.facts(HULL) if about.get("unit") == name and "boxes" in about)
        boxes = [
            str(about["what"]) for about in self.facts(HULL, CRITICAL) if about.get("unit") == name and "what" in about
        ]
        words = [f"hull: {hull} of {line.hull} lost now"] if hull and line is not None else []
        words += [f"{what} hit" for what in dict.fromkeys(boxes)]
        words += ["burning"] if any(about.get("unit") == name for about in self.facts(BURNS)) else []
        words += ["goes home"] if any(about.get("unit") == name for about in self.facts(HURT)) else []
        return Change(self.called(name), self.side_of(name), name, kind, nation, words=tuple(words or ["damaged"]))

    def shots(self) -> list[Shot]:
        """The dice of a battle: who at whom, and how often they hit."""
        numbers = {str(a["number"]): str(a["unit"]) for a in self.facts(SEEN) if "unit" in a and "number" in a}
        found = []
        for at, line in enumerate(self.lines):
            shot = self._shot(at, line, numbers)
            if shot is not None:
                found.append(shot)
        return found if len(found) <= FEW else [shot for shot in found if shot.outcome != "Misses"]

    def _shot(self, at: int, line: LogLine, numbers: Mapping[str, str]) -> Shot | None:
        event = line.event
        if not isinstance(event, Rolled) or not event.faces:
            return None
        needs, gun = HITS.match(event.needs), GUN.fullmatch(event.subject)
        aimed = gun or (AT.fullmatch(event.subject) if line.rule in (TORPEDOES, "OP-STRIKE-mods") else None)
        if needs is None or aimed is None or aimed[aimed.lastindex or 1] == ", confirmed":
            return None
        if gun is not None:
            shooter, target = numbers.get(gun[1], ""), numbers.get(gun[3], "")
            who, whom = self.called(shooter or gun[1]), self.called(target or gun[3])
            side = Side.ALLIED if gun[1].startswith("a") else Side.AXIS
        else:
            who, whom, side = aimed[1], aimed[2], None
        hits = sum(face >= int(needs[1]) for face in event.faces)
        if needs[2] is not None and hits:
            hits = self._confirmed(at, event.subject, int(needs[2]))
        outcome = "Misses" if not hits else "Hit" if hits == 1 else f"{hits} hits"
        return Shot(who, whom, line.number, outcome, self.tone(side) if hits and side is not None else "")

    def _confirmed(self, at: int, subject: str, least: int) -> int:
        """How many hits a second throw has left."""
        for line in self.lines[at + 1 :]:
            if isinstance(line.event, Rolled) and line.event.subject == f"{subject}, confirmed":
                return sum(face >= least for face in line.event.faces)
        return 0

    def people(self, side: Side) -> str:
        """A side as the reader speaks of it."""
        return "you" if side is self.reader else f"the {SIDES[side]}"

    def card(self, told: Telling, title: str, sentences: Sequence[str]) -> Telling:
        """A deed with its card: what was said, what it cost, and what that is worth."""
        cost = [text for text in (*self.harm(self.lost, self.damaged, "sunk"), self.points()) if text]
        kept = [text for text in sentences if text][: MOST - min(len(cost), 2)]
        return carded(told, title, [*kept, *cost], changes=self.changes(), shots=self.shots())

    def deadly_title(self, who: Who, side: Side | None) -> str:
        """A title for what was sunk or hit: who did it, if it was done to the other side."""
        lost = self.lost
        for harmed, verb, word in ((lost, ("sinks", "sink"), "sunk"), (self.damaged, ("damages", "damage"), "damaged")):
            theirs = [name for name in harmed if self.side_of(name) is not side]
            if theirs and side is not None:
                ours = [name for name in harmed if name not in theirs] if harmed is lost else []
                cost = f" and {who.does('loses', 'lose')} {self.briefly(ours)}" if ours else ""
                return f"{who.title} {who.does(*verb)} {self.briefly(theirs)}{cost}"
            if harmed:
                return f"{opened(self.briefly(harmed))} {self.are(harmed)} {word}"
        return ""


GERMAN, SOVIET_CONVOY = "German", "soviet-convoy"


def submarine(deed: Deed) -> Telling:
    """A submarine's attack: her owner knows her, the others what their escorts found."""
    about = next(iter(deed.facts(SUBMARINE)), None)
    cell = deed.first("cell", SUBMARINE, SCREEN)
    where = f" {deed.where(cell)}" if cell else ""
    targets = list(dict.fromkeys(shot.target for shot in deed.shots()))
    outcome, good = deed.outcome()
    weight: Weight = 2 if deed.lost else 1
    if about is not None:
        boat = str(about["unit"])
        side = deed.side_of(boat) or Side.AXIS
        who = Who(deed.called(boat))
        text = f"*{who.words}* has the enemy in sight{where}"
        if targets:
            text += f"{',' if ', ' in where else ''} and fires at *{listed(targets)}*"
            title = f"{who.words} misses {listed(targets, most=2)}"
        else:
            found = bool(deed.facts(SCREEN))
            text += " and is found by the escorts" if found else " and does not attack"
            title = f"The escorts find {who.words}" if found else f"{who.words} sights the enemy"
        missed = "The torpedoes miss." if targets and not outcome else ""
    else:
        side, who = (deed.reader.enemy if deed.reader is not None else Side.AXIS), Who("a submarine")
        found = bool(deed.facts(SCREEN))
        text = f"*The escorts*{where} find a submarine and hunt her" if found else "*A submarine* is heard and hunted"
        title = f"Escorts hunt a submarine{f' {deed.places.near(cell)}' if cell else ''}"
        if deed.lost or deed.damaged:
            text = f"*A submarine* attacks{where}"
        missed = "" if outcome else "What came of it is not known."
    home = [name for name in deed.damaged if any(a.get("unit") == name for a in deed.facts(HURT))]
    told = Telling(f"{text}.", "submarine", side, outcome or missed, good, weight, _named(deed, cell), tuple(deed.lost))
    goes = f"{deed.names(home)} {'go' if len(home) > 1 else 'goes'} home." if home else ""
    return deed.card(told, deed.deadly_title(who, side) or title, [f"{text}.", missed, goes])


def hunt(deed: Deed) -> Telling:
    """A submarine that was found at sea and hunted."""
    cell = deed.first("cell", HUNT)
    outcome, good = deed.outcome()
    text = f"*A submarine* is found {deed.there(cell)} and hunted." if cell else "*A submarine* is hunted."
    away = "" if outcome else "She gets away."
    weight: Weight = 2 if deed.lost else 1
    told = Telling(text, "hunt", None, outcome or away, good, weight, _named(deed, cell), tuple(deed.lost))
    title = deed.deadly_title(Who("the hunters", many=True), None) or f"A submarine gets away {deed.places.near(cell)}"
    return deed.card(told, title, [text, away])


def strike(deed: Deed) -> Telling:
    """An air raid on a fleet."""
    cell = deed.first("cell", STRIKE)
    steps = next((int(about["number"]) for about in deed.facts(STRIKE) if "number" in about), 0)
    shots = deed.shots()
    flown = list(dict.fromkeys(shot.shooter for shot in shots))
    planes = listed(flown) if flown else "aircraft"
    targets = list(dict.fromkeys(shot.target for shot in shots))
    outcome, good = deed.outcome()
    over = next((about for about in deed.facts(STRIKE) if "hits" in about), None)
    who = Who(planes, many=True)
    counted = f" in {steps} {'step' if steps == 1 else 'steps'}" if steps else ""
    text = f"*{opened(planes)}*{counted} attack the fleet {deed.where(cell)}."
    aimed = f"They go for {listed(targets, most=4)}." if targets else "They do not get through to the ships."
    hits = int(over["hits"]) if over is not None else 0
    result = (
        "No bomb or torpedo hits."
        if over is not None and not hits
        else f"{hits} {'hit' if hits == 1 else 'hits'}."
        if hits
        else ""
    )
    weight: Weight = 2 if deed.lost else 1
    told = Telling(text, "raid", None, outcome or result, good, weight, _named(deed, cell), tuple(deed.lost))
    victims = {deed.side_of(name) for name in (*deed.lost, *deed.damaged)} - {None}
    victim = next(iter(victims)) if len(victims) == 1 else None
    title = deed.deadly_title(who, victim.enemy if victim is not None else None)
    return deed.card(
        told,
        title or f"{who.title} attack {deed.places.near(cell)}: {'hits' if hits else 'no hits'}",
        [text, aimed, result],
    )


def battle(deed: Deed) -> Telling:
    """A battle, from the call to its end."""
    cell, attack = deed.first("cell", BATTLE), deed.first("side", BATTLE)
    side = next((side for side, name in SIDES.items() if name == attack), None)
    counts = next((about for about in deed.facts(BATTLE) if "allied" in about), {})
    against = f": {counts['allied']} Allied ships against {counts['axis']} German" if counts else ""
    who = Who(deed.people(side), many=True) if side is not None else Who("both sides", many=True)
    text = f"*{opened(who.words)}* attack {deed.where(cell)}{against}."
    surprise = f"The {said} are taken by surprise." if (said := deed.first("side", "OP-TAC-surprise")) else ""
    rounds = deed.every("round", "OP-TAC-rounds")
    length = _length(rounds[-1], bool(deed.facts("OP-TAC-break"))) if rounds else ""
    outcome, good = deed.outcome()
    told = Telling(text, "battle", side, outcome or "No ship is lost.", good, 2, _named(deed, cell), tuple(deed.lost))
    title = deed.deadly_title(who, side) or f"Battle {deed.places.near(cell)}"
    return deed.card(told, title, [text, surprise, length, "" if outcome else "No ship is lost."])


def _length(rounds: str, over: bool) -> str:
    """How long a battle has lasted."""
    if not over:
        return f"It is in its round {rounds}."
    return f"It lasts {rounds} {'round' if rounds == '1' else 'rounds'}."


def _named(deed: Deed, cell: str) -> tuple[str, ...]:
    """The pieces and zones that a deed speaks of."""
    return tuple(dict.fromkeys((*deed.lost, *deed.damaged, *([cell] if cell in deed.places.map else []))))


def sighting(deed: Deed) -> Telling | None:
    """Reports of the enemy, with who made them; the same fleet is told once."""
    reports = list(dict.fromkeys((w["source"], w["what"], w["cell"]) for w in deed.worded(*REPORTS) if "source" in w))
    cells = tuple(dict.fromkeys(str(about["cell"]) for about in deed.facts(*REPORTS) if "cell" in about))
    in_sight = [words["fleet"] for words in deed.worded(IN_SIGHT) if "fleet" in words]
    zones = [str(about["cell"]) for about in deed.facts(IN_SIGHT, *REPORTS) if "cell" in about]
    if not reports:
        if not in_sight:
            return Telling(f"{deed.lines[-1].text}.", "contact")
        text = f"*{listed(list(dict.fromkeys(in_sight)))}* has the enemy in sight {deed.where(zones[-1])}."
        return carded(
            Telling(text, "contact", None, "", None, 1, (zones[-1],)), f"{in_sight[0]} sights the enemy", [text]
        )
    fleet = in_sight[0] if in_sight else "The lookouts"
    reports = [(fleet if source == CONTACT else source, what, cell) for source, what, cell in reports]
    by_cell = dict(zip([r[2] for r in reports], cells, strict=False))
    said = [
        f"*{source}* {'shows' if source == FIGHT else 'reports'} {what}{',' if ', ' in what else ''} "
        f"{deed.where(by_cell.get(cell, cells[0]))}."
        for source, what, cell in reports
    ]
    first = deed.memory.get("convoy", "") == str(deed.lines[0].number)
    convoy = [report for report in reports if "merchant" in report[1]]
    weight: Weight = 2 if convoy and first else 1
    source, what, cell = convoy[0] if convoy else reports[0]
    more = f" and {len(reports) - 1} more" if len(reports) > 1 else ""
    near = deed.places.near(by_cell.get(cell, cells[0])) if cells and cells[0] in deed.places.map else ""
    ships = "a convoy" if convoy else "a submarine" if "submarine" in what else "ships"
    verb = "shows" if source == FIGHT else "reports" if source in OFFICES else "sights"
    title = f"{source} {verb} {ships} {near}{more}"
    told = Telling(" ".join(said), "contact", deed.reader, "", deed.reader, weight, cells)
    return carded(told, title, said)


def family(deed: Deed, kind: str) -> Telling | None:
    """What is told of several lines of one kind together."""
    units = [words["unit"] for line in deed.lines for words in deed.worded(line.rule) if "unit" in words]
    units = list(dict.fromkeys(units))
    fleets = list(dict.fromkeys(w["fleet"] for line in deed.lines for w in deed.worded(line.rule) if "fleet" in w))
    are = "are" if len(units) > 1 else "is"
    keys = tuple(dict.fromkeys((*deed.every("unit"), *deed.every("fleet"))))
    match kind:
        case "weather":
            skies = [
                f"{w['weather'].lower()} in {w['region'][:1].lower()}{w['region'][1:]} for {w['turns']} turns"
                for w in deed.worded("OP-WX-levels")
            ]
            return Telling(f"New weather: {listed(skies, most=4)}.", "weather") if skies else None
        case "kept down":
            see = "see" if len(units) > 1 else "sees"
            text = f"*{listed(units, most=5)}* {are} kept down by patrols and {see} nothing."
            return Telling(text, "submarine", deed.reader, names=keys)
        case "fuel":
            return Telling(
                f"*{listed(units, most=4)}* {'have' if are == 'are' else 'has'} refuelled.",
                "fuel",
                deed.reader,
                names=keys,
            )
        case "harbour":
            aground = [f"{line.text}." for line in deed.lines if "aground" in line.text]
            told = [f"*{listed(fleets, most=4)}* {'are' if len(fleets) > 1 else 'is'} in port."] if fleets else []
            return Telling(" ".join([*told, *aground]), "harbour", deed.reader, names=keys) if told or aground else None
        case "sailing":
            puts = "put" if len(fleets) > 1 else "puts"
            return Telling(f"*{listed(fleets, most=4)}* {puts} to sea.", "sailing", deed.reader, names=keys)
        case "home" | "unloaded":
            did = ("has unloaded", "have unloaded") if kind == "unloaded" else ("is home", "are home")
            text = f"*{opened(deed.names(deed.every('unit')))}* {did[len(units) > 1]}."
            told_one = Telling(text, "arrival", Side.ALLIED, "", Side.ALLIED, 1, keys)
            return carded(told_one, f"{opened(deed.briefly(deed.every('unit')))} {did[len(units) > 1]}", [text])
        case "sighting":
            return sighting(deed)
        case "storm":
            told_lines = [line.text for line in deed.lines if isinstance(line.event, Told)]
            if not told_lines:
                return None
            marked = [w["unit"] for w in deed.worded("OP-SEA-founder-who") if "unit" in w]
            text = f"The storm marks *{listed(marked, most=4)}*." if marked else f"{told_lines[-1]}."
            return Telling(text, "storm", deed.reader, names=keys)
        case "engines":
            if not deed.facts(ENGINES):
                return None
            failed = [line.text for line in deed.lines if line.rule == ENGINES and isinstance(line.event, Told)]
            text = f"{'. '.join(failed)}."
            told_two = Telling(text, "engines", deed.reader, "", deed.reader.enemy if deed.reader else None, 1, keys)
            return carded(told_two, f"{units[0]} must turn back", [text])
        case "shadow":
            texts = dict.fromkeys(_placed(deed, line) for line in deed.lines if isinstance(line.event, Told))
            return Telling(" ".join(f"{text}." for text in texts), "shadow", names=keys)
    return None


def _placed(deed: Deed, line: LogLine) -> str:
    """A line with its zone as one says it."""
    cell = str(line.event.about.get("cell", "")) if isinstance(line.event, Told) else ""
    if cell not in deed.places.map:
        return line.text
    said = facts_in_words(line).get("cell", cell)
    text = line.text.removesuffix(f" to {said}")
    return f"{text}, {deed.to(cell)}" if text != line.text else line.text.replace(f"in {said}", deed.where(cell))


TELLS = {
    SUBMARINE: submarine,
    SCREEN: submarine,
    TORPEDOES: submarine,
    COUNTER: submarine,
    HUNT: hunt,
    STRIKE: strike,
    BATTLE: battle,
}


def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
    """In which line the reader first heard of merchants, and whether a turn has brought a report."""
    kept: dict[str, Any] = {}
    if "convoy" not in memory and any(line.rule in REPORTS and "merchant" in line.text for line in lines):
        kept["convoy"] = str(lines[0].number)
    if any(line.rule in REPORTS for line in lines):
        kept["reports"] = True
    if any(line.rule == TURN for line in lines):
        kept |= {"reports": False, "quiet": not memory.get("reports", True)}
    return {**memory, **kept} if kept else memory


def tell(data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> Telling | None:
    """A passage of the log in words."""
    return told(Deed(data, observer, lines, memory))


def told(deed: Deed) -> Telling | None:
    """The same, for whoever has the deed."""
    lines = deed.lines
    first = lines[0].rule
    if first in TELLS and is_opening(lines[0]):
        return TELLS[first](deed)
    if kind := FAMILIES.get(first, ""):
        return family(deed, kind)
    if lines[-1].rule == TURN and deed.reader is not None and deed.memory.get("quiet"):
        return Telling(f"{lines[-1].text}; the last one brought no report of the enemy.", "turn")
    if lines[-1].rule in UNTOLD or not any(isinstance(line.event, Told) for line in lines):
        return None
    names = plain_telling(None, Observer.PUBLIC, lines).names
    text = _placed(deed, lines[-1])
    text = text if text.endswith(".") else f"{text}."
    _outcome, good = deed.outcome()
    weight: Weight = 2 if deed.lost else 1 if lines[-1].rule == "OP-CONTACT-avoid" else 0
    said = Telling(text, "", deed.side, "", good, weight, names, tuple(deed.lost))
    return carded(said, text.rstrip("."), [text], changes=deed.changes()) if weight else said


def is_opening(line: LogLine) -> bool:
    """Whether a deed begins with a line: some rules also speak of its end."""
    words = line.event.words if isinstance(line.event, Told) else ""
    return not words.startswith("The raid on") and not words.startswith("She gets away")


def belongs(first: LogLine, line: LogLine) -> bool:
    """Whether a line is part of what began with another."""
    return line.rule.startswith(BELONG.get(first.rule, ("",)))


STORY: Story[Data] = Story(
    opens={SUBMARINE: "", HUNT: "A submarine is found", STRIKE: "{number} {number:step", BATTLE: "The battle in"},
    starts=lambda line: line.rule in (SCREEN, TORPEDOES, COUNTER),
    closes={STRIKE: "The raid on", "OP-TAC-break": "", COUNTER: "The hunt", HUNT: "She gets away"},
    belongs=belongs,
    families=FAMILIES,
    tell=tell,
    recall=recall,
)
