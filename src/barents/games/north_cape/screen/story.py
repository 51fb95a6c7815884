"""What happened in North Cape, told as a person would: one passage a mission, actor first, places by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from barents.atlas.telling import ChartDeed
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import AN, SIDES, TYPES, place
from barents.games.north_cape.state import MissionType
from barents.kernel.events import Rolled
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Story, Telling, plain_telling
from barents.kernel.view import LogLine, Weight
from barents.kernel.words import listed

ANNOUNCED = "NC-5.0-move-only-in-mission"
SET_OUT = "NC-5.1-four-types"
MOVED = "NC-5.0-adjacent-steps"
OVER = "NC-5.1-complete-first"
NOT_AFTER_ALL = "NC-5.2-cancel-before"
BROKEN_OFF = "NC-5.2-cancel"
GROUP_SAILS = frozenset({"NC-11.6-eastbound", "NC-11.6-westbound"})
LOOKED = "NC-6.1-one-hex"
SCOUT = "NC-4.0-recon-unit-reveal"
FOUND_NOTHING = "NC-6.1-result-1-3"
FOUND = frozenset({"NC-6.1-result-4-6", "NC-6.1-result-7-9", "NC-6.1-result-10"})
INTERCEPTED = "NC-7.0-interception-is-mission"
CAUGHT = "NC-7.1-compare"
TOO_SLOW = "NC-7.1-fail-continue"
COMBAT = "NC-9.0-when"
SCREENED = "NC-8.1-result-screened"
DAMAGED = "NC-2.4-damage-marker"
LOST = "NC-2.4-two-hits-eliminate"
TRIGGER = "NC-12.0-german-trigger"
WEATHER = "NC-3.1-weather-table"
ARRIVED = "NC-10.0-vp-merc-arrives"

PASSES = ("NC-5.2-pass", "NC-5.2-two-passes")
SIGHT = "NC-4.0-face-down"
# What every turn has, and every chart shows: it is in the log for those who look there.
UNTOLD = ("NC-4.0-air-return", "NC-5.2-initiative", "NC-4.0-voluntary-reveal")

FAMILIES = {
    **dict.fromkeys(("NC-3.5-advance-turn", "NC-3.1-weather-roll", WEATHER, "NC-5.4-fog-2d10"), "weather"),
    "NC-3.3-decoy-reveal-cost-only": "decoys",
    "NC-3.3-decoy-placement": "decoys",
    **dict.fromkeys(("NC-11.3-hfdf-once", "NC-11.3-hfdf-1-3", "NC-11.3-hfdf-as-recon"), "hfdf"),
    **dict.fromkeys(("NC-4.2-group-form", "NC-4.2-box-count-public", "NC-4.2-group-face-down"), "groups"),
    SIGHT: "sight",
    "NC-12.0-merchants-random": "draw",
    "NC-11.6-mix": "deal",
    "NC-11.6-four-groups": "deal",
}
WEATHERS = {
    "storm": "a storm: nothing flies",
    "fog": "fog",
    "murk": "murk",
    "clear": "clear weather",
}


class Mission(ChartDeed):
    """The lines of a mission, and what they say of it."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine]) -> None:
        super().__init__(lines, observer, "north-cape", data.counters, partial(place, data))
        self.data = data

    @property
    def side(self) -> Side:
        """Whose mission it is."""
        said = self.first("side", ANNOUNCED, MOVED, OVER)
        return Side(said) if said else Side.ALLIED

    @property
    def mine(self) -> bool:
        """Whether it is the reader's own."""
        return self.reader is self.side

    @property
    def actor(self) -> str:
        """Who went, as far as the reader knows it."""
        if group := self.first("group", *GROUP_SAILS):
            return f"*{group}*"
        if own := self.first("names", SET_OUT):
            return f"*{own}*"
        shown = [self.called(str(about["unit"])) for about in self.facts(SCOUT) if "unit" in about]
        seen = self.first("seen", SET_OUT)
        if shown or seen:
            return f"*{listed(shown) if shown else self.fleet(self.pieces(seen))}*"
        if (begun := self.first("names", COMBAT)) and self.first("mission", ANNOUNCED) == "attack":
            return f"*{self.fleet(self.pieces(begun))}*"
        flying = self.first("kind", ANNOUNCED, MOVED) == "aircraft"
        return f"*{'Aircraft' if flying else 'Something'}*"

    def does(self, one: str, several: str) -> str:
        """A verb that fits the actor: names are listed with "and", and aircraft are many."""
        actor = self.actor
        return several if " and " in actor or ", " in actor or actor == "*Aircraft*" else one

    @property
    def ends(self) -> tuple[str, str]:
        """Where it began and where it has got to; nothing for what is not on the map."""
        moved = self.facts(MOVED)
        start = self.first("cell", ANNOUNCED) or (str(moved[0].get("start", "")) if moved else "")
        return self._cell(start), self._cell(str(moved[-1]["cell"]) if moved else start)

    def _cell(self, name: str) -> str:
        return name if name in self.places.map else ""

    def way(self) -> str:
        """How far and in which direction it went, and where it is now."""
        start, end = self.ends
        if not end or start == end:
            return f"{self.does('stays', 'stay')} {self.where(end) if end else 'off the map'}"
        if not start:
            return f"{self.does('comes', 'come')} in from off the map, {self.where(end)}"
        hexes = self.data.grid.distance(start, end)
        flying = self.first("kind", ANNOUNCED, MOVED) == "aircraft"
        verb = self.does("flies", "fly") if flying else self.does("sails", "sail")
        return f"{verb} {self.sailed(start, end, hexes)}"

    def shown(self, side: Side) -> list[str]:
        """The pieces of a side that were turned up for the reader."""
        pieces = (self.data.counters.get(name) for name in self.revealed())
        return [counter.id for counter in pieces if counter is not None and counter.side is side]

    def pieces(self, names: str) -> list[str]:
        """The pieces that a list of names stands for."""
        known = {counter.name: counter.id for counter in self.data.counters.values()}
        return [known[name] for name in names.split(", ") if name in known]

    def fleet(self, names: Sequence[str]) -> str:
        """Pieces as one lists them: merchants by their number."""
        counters = [self.data.counters[name] for name in dict.fromkeys(names)]
        merchants = sum(counter.is_merchant for counter in counters)
        others = [counter.name for counter in counters if not counter.is_merchant and not counter.is_group]
        some = [f"{merchants} {TYPES['MERC']}{'' if merchants == 1 else 's'}"] if merchants else []
        return listed([*some, *others], most=4)

    @property
    def lost(self) -> list[str]:
        """The pieces that were lost."""
        return [str(about["unit"]) for about in self.facts(LOST) if "unit" in about]

    @property
    def damaged(self) -> list[str]:
        """The pieces that were damaged and not lost."""
        hit = dict.fromkeys(str(about["unit"]) for about in self.facts(DAMAGED) if "unit" in about)
        return [name for name in hit if name not in self.lost]

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        return self.outcome_of(self.lost, self.damaged)


def mission(deed: Mission) -> Telling | None:
    """NC 5.1: a mission from its announcement to its end."""
    if deed.facts(NOT_AFTER_ALL):
        return Telling("*You* call it back; nothing was shown.", "called back", deed.side) if deed.mine else None
    _start, end = deed.ends
    kind = deed.first("mission", ANNOUNCED) or "sortie"
    lost = tuple(deed.lost)
    outcome, good = deed.outcome()
    fought = deed.facts(COMBAT)
    weight: Weight = 2 if lost else 1 if outcome or fought or not deed.mine else 0
    cells = tuple(dict.fromkeys(str(about["cell"]) for about in deed.facts(COMBAT, LOOKED, MOVED) if "cell" in about))
    text = f"{deed.actor} {_done(deed, kind)}."
    if caught := deed.facts(CAUGHT):
        hunters = str(caught[-1].get("names", "")) or f"The {SIDES[deed.side.enemy]}"
        verb = "intercept" if ", " in hunters else "intercepts"
        text += f" *{hunters}* {verb} {deed.where(str(caught[-1]['cell']))}."
        weight = 2 if lost else 1
    elif deed.facts(TOO_SLOW):
        text += " The other side tries to intercept and is too slow."
        weight = 1
    if deed.facts(BROKEN_OFF) and kind != "sortie":
        text = f"{deed.actor} {deed.does('sets', 'set')} out on {AN[MissionType(kind)]} and {_turns_back(deed)}."
    if fought and not outcome:
        held = [deed.called(str(about["boat"])) for about in deed.facts(SCREENED)]
        outcome = f"The escorts keep {listed(held)} off." if held else "No harm done."
    arrived = len(deed.facts(ARRIVED))
    if arrived:
        text += f" {arrived} {'merchant arrives' if arrived == 1 else 'merchants arrive'}."
        weight, good = 1, good or Side.ALLIED
    if seen := deed.facts(TRIGGER):
        if any("cell" not in about for about in seen):
            text += " Merchants have been seen for the first time: the German surface force may sail."
            weight = 2
        elif deed.reader is Side.AXIS:
            text += " There are merchants among them."
    names = (*lost, *deed.damaged, *reversed(cells), *([end] if end else []))
    return Telling(text, kind, deed.side, outcome, good, weight, tuple(dict.fromkeys(names)), lost)


def _done(deed: Mission, kind: str) -> str:
    """What a mission did, after its actor."""
    _start, end = deed.ends
    match kind:
        case "patrol":
            return f"{deed.does('goes', 'go')} on patrol{f' {deed.where(end)}' if end else ''}"
        case "recon" if looked := deed.facts(LOOKED):
            return f"{deed.does('searches', 'search')} the sea {_search(deed, str(looked[-1]['cell']))}"
        case "attack" if fought := deed.facts(COMBAT):
            return f"{deed.does('attacks', 'attack')} {_target(deed)}{deed.where(str(fought[-1]['cell']))}"
        case "attack":
            where = f", {deed.where(end)}" if end else ""
            return f"{deed.does('sets', 'set')} out to attack and {deed.does('finds', 'find')} nobody to fight{where}"
    return deed.way()


def _turns_back(deed: Mission) -> str:
    _start, end = deed.ends
    return f"{deed.does('turns', 'turn')} back{f' {deed.where(end)}' if end else ''}"


def _search(deed: Mission, cell: str) -> str:
    found = deed.shown(deed.side.enemy)
    where = deed.where(cell)
    if found:
        return f"{where} and {deed.does('finds', 'find')} *{deed.fleet(found)}*"
    seen = deed.facts(*FOUND)
    if seen:
        n = int(seen[-1].get("n", 0))
        return f"{where} and {deed.does('sees', 'see')} {n} of the {'piece' if n == 1 else 'pieces'} there"
    return f"{where} and {deed.does('finds', 'find')} nothing" if deed.facts(FOUND_NOTHING) else where


def _target(deed: Mission) -> str:
    there = deed.fleet(deed.shown(deed.side.enemy)) if deed.shown(deed.side.enemy) else ""
    return f"*{there}* " if there and there != "nobody" else ""


def weather(deed: Mission) -> Telling:
    """NC 3.1: a turn begins under its sky."""
    turn, sky = deed.first("turn", WEATHER), deed.first("weather", WEATHER)
    fog = deed.first("reach", "NC-5.4-fog-2d10")
    words = WEATHERS.get(sky, sky)
    more = f"; aircraft fly up to {fog} hexes" if fog else ""
    return Telling(f"Turn {turn} begins: {words}{more}." if sky else "A new turn begins.", "weather")


def decoys(deed: Mission) -> Telling | None:
    """NC 3.3: what the sides spend on decoys; nothing where nobody did."""
    spent = [about for about in deed.facts("NC-3.3-decoy-reveal-cost-only") if about["spend"]]
    said = [f"*the {SIDES[Side(str(about['side']))]}* spend {about['spend']}" for about in spent]
    return Telling(f"Points for decoys: {listed(said)}.", "decoys") if said else None


def out_of_sight(deed: Mission) -> Telling | None:
    """NC 4.0: who was lost from sight at a turn's end, and who has deployed where."""
    gone = [about for about in deed.facts(SIGHT) if "names" in about]
    if gone:
        said = [f"*{about['names']}*, {deed.where(str(about['cell']))}" for about in gone]
        return Telling(f"Lost from sight: {'; '.join(said)}.", "sight", names=tuple(str(a["cell"]) for a in gone))
    deployed = [about for about in deed.facts(SIGHT) if "cells" in about]
    if not deployed:
        return None
    said = [f"*the {SIDES[Side(str(about['side']))]}* at {about['cells']}" for about in deployed]
    cells = tuple(cell for about in deployed for cell in str(about["cells"]).split())
    return Telling(f"Both sides are in place, face down: {listed(said)}.", "set-up", names=cells)


def passed(deed: Mission) -> Telling:
    """NC 5.2: a side has no mission now."""
    side = Side(deed.first("side", *PASSES))
    who = "You" if deed.reader is side else f"The {SIDES[side]}"
    ends = bool(deed.facts("NC-5.2-two-passes"))
    return Telling(f"*{who}* pass{' too: the missions of this turn are over' if ends else ''}.", "pass", side)


def tell(data: Data, observer: Observer, lines: Sequence[LogLine]) -> Telling | None:
    """A passage of the log in words."""
    deed = Mission(data, observer, lines)
    rules = {line.rule for line in lines}
    if rules & {ANNOUNCED, *GROUP_SAILS}:
        return mission(deed)
    family = FAMILIES.get(lines[0].rule, "")
    if family == "weather":
        return weather(deed)
    if family == "decoys":
        return decoys(deed)
    if family == "groups":
        counted = deed.facts("NC-4.2-box-count-public")
        return Telling("*The Allies* regroup.", "groups", Side.ALLIED) if counted else None
    if family == "sight":
        return out_of_sight(deed)
    if lines[-1].rule in PASSES:
        return passed(deed)
    if lines[-1].rule in UNTOLD:
        return None
    told = plain_telling(data, observer, lines)
    if lines[-1].rule == TRIGGER:
        return Telling(f"{told.text}.", "alarm", Side.AXIS, weight=2, names=told.names)
    side = deed.first("side", *(line.rule for line in lines))
    owner = Side(side) if side in (Side.ALLIED.value, Side.AXIS.value) else None
    dice = any(isinstance(line.event, Rolled) for line in lines)
    text = told.text if told.text.endswith((".", '"')) else f"{told.text}."
    return Telling(text, "dice" if dice else "", owner, names=told.names)


STORY: Story[Data] = Story(
    opens=dict.fromkeys((ANNOUNCED, *GROUP_SAILS), ""),
    closes=frozenset({OVER, NOT_AFTER_ALL}),
    families=FAMILIES,
    tell=tell,
)
