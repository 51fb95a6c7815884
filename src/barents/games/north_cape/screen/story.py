"""What happened in North Cape, told as a person would: one passage a mission, actor first, places by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial

from barents.atlas.telling import MOST, ChartDeed, Who, carded, changed, destroyed, opened
from barents.games.north_cape.data import Counter, Data
from barents.games.north_cape.names import AN, SIDES, TYPES, place
from barents.games.north_cape.screen.displays import GLYPHS
from barents.games.north_cape.screen.view import printed
from barents.games.north_cape.state import MissionType
from barents.kernel.events import Drew, Fact, Rolled, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, Telling, plain_telling
from barents.kernel.view import Change, LogLine, Shot, Weight
from barents.kernel.words import in_words, listed

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
MOVED_IN = "NC-7.0-move-in"
NEW_TURN = "NC-3.5-advance-turn"
COMBAT = "NC-9.0-when"
SCREENED = "NC-8.1-result-screened"
DAMAGED = "NC-2.4-damage-marker"
LOST = "NC-2.4-two-hits-eliminate"
TRIGGER = "NC-12.0-german-trigger"
WEATHER = "NC-3.1-weather-table"
ARRIVED = "NC-10.0-vp-merc-arrives"
POINTS = "NC-10.0-vp-"
DEPTH_CHARGES = "NC-8.3-d10"
NO_HARM = "NC-8.3-result-none"
SCATTERS = "NC-11.6-scatter-six"

PASSES = ("NC-5.2-pass", "NC-5.2-two-passes")
SIGHT = "NC-4.0-face-down"
# What every turn has, and every chart shows: it is in the log for those who look there.
UNTOLD = ("NC-4.0-air-return", "NC-5.2-initiative", "NC-4.0-voluntary-reveal")

FAMILIES = {
    **dict.fromkeys((NEW_TURN, "NC-3.1-weather-roll", WEATHER, "NC-5.4-fog-2d10"), "weather"),
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

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> None:
        super().__init__(lines, observer, "north-cape", data.counters, partial(place, data), memory)
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

    @cached_property
    def who(self) -> Who:
        """Who went, as far as the reader knows it."""
        if group := self.first("group", *GROUP_SAILS):
            return Who(group)
        if convoy := self.first("convoy", SET_OUT):
            return Who(self.memory.get(f"convoy@{self.ends[1]}", convoy))
        if own := self.first("names", SET_OUT):
            return self._named(own.replace(" and ", ", ").split(", "))
        shown = [self.called(str(about["unit"])) for about in self.facts(SCOUT) if "unit" in about]
        if shown:
            return self._named(shown)
        if seen := self.first("seen", SET_OUT):
            return self.fleet(self.pieces(seen))
        if (begun := self.first("names", COMBAT)) and self.kind == "attack" and not self.facts(CAUGHT):
            return self.fleet(self.pieces(begun))
        if self.flying:
            return Who("aircraft", many=True)
        start, _end = self.ends
        return Who("something", f"something {self.places.near(start)}" if start else "something")

    def _named(self, names: Sequence[str]) -> Who:
        """Some units by their names, the last of which may be "3 others"; one counter may be a pair of ships."""
        if len(names) == 1:
            return Who(names[0].replace("/", " and "), many=_is_several(names[0]))
        words = " and ".join([", ".join(names[:-1]), names[-1]])
        most = names[-1].removesuffix(" others")
        others = len(names) - 2 + (int(most) if most.isdecimal() else 1)
        return Who(words, words if len(names) == 2 else f"{names[0]} and {others} others", many=True)

    @property
    def kind(self) -> str:
        """What sort of mission it is."""
        return self.first("mission", ANNOUNCED) or "sortie"

    @property
    def flying(self) -> bool:
        """Whether aircraft went."""
        return self.first("kind", ANNOUNCED, MOVED) == "aircraft"

    @property
    def actor(self) -> str:
        """Who went, as a passage of the story begins."""
        return f"*{opened(self.who.words)}*"

    def does(self, one: str, several: str) -> str:
        """A verb that fits the actor."""
        return self.who.does(one, several)

    @property
    def ends(self) -> tuple[str, str]:
        """Where it began and where it has got to; nothing for what is not on the map."""
        way = self.way
        moved = self.facts(MOVED)
        start = self.first("cell", ANNOUNCED) or (str(moved[0].get("start", "")) if moved else "")
        return self._cell(start), way[-1] if way else ""

    @property
    def way(self) -> tuple[str, ...]:
        """The hexes of its way, as far as they are on the map."""
        moved = self.facts(MOVED)
        start = self.first("cell", ANNOUNCED) or (str(moved[0].get("start", "")) if moved else "")
        return tuple(cell for name in (start, *(str(about["cell"]) for about in moved)) if (cell := self._cell(name)))

    def _cell(self, name: str) -> str:
        return name if name in self.places.map else ""

    def sails(self) -> str:
        """How far and in which direction it went, and where it is now."""
        start, end = self.ends
        if not end:
            return f"{self.does('stays', 'stay')} off the map"
        if not start:
            return f"{self.does('comes', 'come')} in from off the map, {self.to(end)}"
        if start == end and len(self.way) > 1:
            return f"{self.does('goes', 'go')} round and {self.does('comes', 'come')} back, {self.to(end)}"
        if start == end:
            return f"{self.does('stays', 'stay')} {self.where(end)}"
        hexes = self.data.grid.distance(start, end)
        verb = self.does("flies", "fly") if self.flying else self.does("sails", "sail")
        return f"{verb} {self.sailed(start, end, hexes)}"

    def shown(self, side: Side) -> list[str]:
        """The pieces of a side that were turned up for the reader."""
        pieces = (self.data.counters.get(name) for name in self.revealed())
        return [counter.id for counter in pieces if counter is not None and counter.side is side]

    def pieces(self, names: str) -> list[str]:
        """The pieces that a list of names stands for."""
        known = by_name(self.data)
        return [known[name].id for name in names.split(", ") if name in known]

    def fleet(self, names: Sequence[str]) -> Who:
        """Pieces as one lists them: merchants by their number, and several of them are a convoy."""
        counters = [self.data.counters[name] for name in dict.fromkeys(names)]
        merchants = sum(counter.is_merchant for counter in counters)
        others = [counter.name for counter in counters if not counter.is_merchant and not counter.is_group]
        if merchants >= CONVOY:
            convoy = f"a convoy of {merchants} merchants"
            return Who(f"{convoy} with {listed(others)}" if others else convoy, convoy)
        some = [f"{merchants} {TYPES['MERC']}{'' if merchants == 1 else 's'}"] if merchants else []
        named = [*some, *others]
        if len(named) == 1:
            return Who(named[0].replace("/", " and "), many=_is_several(named[0]) or merchants > 1)
        return Who(listed(named, most=4), listed(named, most=2), many=True)

    def names(self, units: Sequence[str]) -> str:
        """Some units as one lists them; a counter that is a pair of ships is told as both."""
        called = [self.called(name) for name in units]
        return called[0].replace("/", " and ") if len(called) == 1 else listed(called)

    def is_several(self, unit: str) -> bool:
        """Whether a counter is a pair or a group of ships."""
        return _is_several(self.called(unit))

    def found_convoy(self) -> bool:
        """Whether merchants were found by a search."""
        return any(self.data.counters[name].is_merchant for name in self.shown(self.side.enemy))

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

    def changes(self) -> tuple[Change, ...]:
        """What became of the counters that the reader saw hit."""
        counters, found = self.data.counters, []
        told = [(str(about["unit"]), int(about["hits"])) for about in self.facts(DAMAGED) if "hits" in about]
        for name in self.lost:
            about, hits = counters[name], [taken for unit, taken in told if unit == name]
            before = printed(self.data, name, hits[0] - 1 if hits else int(self.memory.get(name, 0)))
            words = "shot down" if about.is_air else "sunk"
            found.append(destroyed(about, name, GLYPHS[about.type], before, words))
        for name in self.damaged:
            hits = [taken for unit, taken in told if unit == name]
            before, after = printed(self.data, name, hits[0] - 1), printed(self.data, name, hits[-1])
            found.append(changed(counters[name], name, GLYPHS[counters[name].type], before, after))
        return tuple(found)

    def shots(self) -> tuple[Shot, ...]:
        """Each die of the battle: who fired at whom, and what came of it."""
        return tuple(shot for at, line in enumerate(self.lines) if (shot := self._shot(at, line)) is not None)

    def _shot(self, at: int, line: LogLine) -> Shot | None:
        event = line.event
        if not isinstance(event, Rolled) or event.subject not in self.data.counters:
            return None
        shooter = self.data.counters[event.subject]
        later = [each for each in self.lines[at + 1 :] if isinstance(each.event, (Told, Rolled))]
        if line.rule == DEPTH_CHARGES:
            target, outcome, harm = self._depth_charges(later)
        elif " hits " in event.needs and event.total is not None:
            limit, _, target = event.needs.partition(" or less hits ")
            harm = event.total <= int(limit)
            outcome = self._harm(shooter.id, target, later) if harm else "Misses"
        else:
            return None
        return Shot(shooter.name, target, line.number, outcome, self.tone(shooter.side) if harm else "")

    def _depth_charges(self, later: Sequence[LogLine]) -> tuple[str, str, bool]:
        """NC 8.3: whom an escort's pattern was meant for, and what it did; one that is rolled again says so."""
        for number, each in enumerate(later):
            if isinstance(each.event, Rolled):
                target, _, _ = (
                    self._depth_charges(later[number + 1 :]) if each.rule == DEPTH_CHARGES else ("", "", False)
                )
                return target, "Close: again", False
            about = each.event.about if isinstance(each.event, Told) else {}
            target = self.called(str(about.get("unit", about.get("boat", ""))))
            if each.rule in (LOST, DAMAGED):
                return target, "Sunk" if each.rule == LOST else "Damaged", True
            if each.rule == NO_HARM:
                return target, "No harm", False
        return "", "", False

    def _harm(self, shooter: str, target: str, later: Sequence[LogLine]) -> str:
        for each in later:
            about = each.event.about if isinstance(each.event, Told) else {}
            if about.get("by") == shooter and self.called(str(about.get("unit", ""))) == target:
                flies = self.data.counters[str(about["unit"])].is_air
                return "Damaged" if each.rule == DAMAGED else "Shot down" if flies else "Sunk"
        return "Hit"


@cache
def by_name(data: Data) -> dict[str, Counter]:
    """The counters by what they are called."""
    return {counter.name: counter for counter in data.counters.values()}


CONVOY = 3
"""So many merchants together are a convoy."""
_SEVERAL = ("Corvettes", "Minesweepers", "Trawlers")


def _is_several(name: str) -> bool:
    """Whether a counter is more than one ship: a pair of destroyers, or a group of small escorts."""
    return "/" in name or name.startswith(_SEVERAL) or name.endswith(" others")


def mission(deed: Mission) -> Telling | None:
    """NC 5.1: a mission from its announcement to its end."""
    if deed.facts(NOT_AFTER_ALL):
        return Telling("*You* call it back; nothing was shown.", "called back", deed.side) if deed.mine else None
    if deed.mine and not deed.facts(SET_OUT, MOVED, OVER, *GROUP_SAILS):
        return None  # nobody has set out yet, and its owner knows what he is about to do
    _start, end = deed.ends
    kind, who = deed.kind, deed.who
    lost = tuple(deed.lost)
    outcome, good = deed.outcome()
    fought = deed.facts(COMBAT)
    sunk = any(deed.data.counters[name].is_ship for name in lost)
    weight: Weight = 2 if sunk else 1 if outcome or fought or _is_news(deed) else 0
    if kind == "recon" and deed.found_convoy():
        weight, good = 2, good or deed.side
    cells = tuple(dict.fromkeys(str(about["cell"]) for about in deed.facts(COMBAT, LOOKED, MOVED) if "cell" in about))
    sentences = [f"{deed.actor} {_done(deed, kind)}."]
    if deed.facts(BROKEN_OFF) and kind != "sortie":
        sentences = [f"{deed.actor} {deed.does('sets', 'set')} out on {AN[MissionType(kind)]} and {_turns_back(deed)}."]
    if caught := deed.facts(CAUGHT):
        hunters = _hunters(deed)
        verb = hunters.does("intercepts", "intercept")
        sentences.append(f"*{opened(hunters.words)}* {verb} {deed.where(str(caught[-1]['cell']))}.")
        weight = max(weight, 1)
    elif deed.facts(TOO_SLOW):
        hunter = "The other side tries" if deed.reader is None else "You try" if not deed.mine else "The enemy tries"
        sentences.append(f"{hunter} to intercept and {'are' if hunter == 'You try' else 'is'} too slow.")
        weight = max(weight, 1)
    if fought and not outcome:
        held = [deed.called(str(about["boat"])) for about in deed.facts(SCREENED)]
        outcome = f"The escorts keep {listed(held)} off." if held else "No harm done."
    arrived = len(deed.facts(ARRIVED))
    if arrived:
        sentences.append(f"{arrived} {'merchant arrives' if arrived == 1 else 'merchants arrive'}.")
        weight, good = max(weight, 1), good or Side.ALLIED
    if scattered := [str(about["group"]) for about in deed.facts(SCATTERS) if "group" in about]:
        sentences.append(f"*{listed(scattered)}* {'scatter' if len(scattered) > 1 else 'scatters'}.")
        weight = 2
    first_seen, alarm = False, list[str]()
    if seen := deed.facts(TRIGGER):
        first_seen = any("cell" not in about for about in seen)
        if first_seen:
            alarm = ["Merchants have been seen for the first time: the German surface force may sail."]
            weight = 2
        elif deed.reader is Side.AXIS and not deed.found_convoy() and fought and "convoy" not in who.words:
            alarm = ["There are merchants among them."]
    names = (*lost, *deed.damaged, *reversed(cells), *([end] if end else []))
    text = " ".join([*sentences, *alarm])
    told = Telling(text, kind, deed.side, outcome, good, weight, tuple(dict.fromkeys(names)), lost)
    if not weight:
        return told
    title = _title(deed, who, first_seen, arrived)
    after = [*_harm_done(deed, outcome), *alarm, *_points(deed)]
    said = [*sentences[: MOST - min(len(after), 2)], *after]
    return carded(told, title, said, deed.way, deed.changes(), deed.shots() if fought else ())


def _is_news(deed: Mission) -> bool:
    """Whether what the enemy did is worth a card where nobody fought: his ships moved, or he found somebody.

    That he looks in vain, or lies where he lay, is in the log.
    """
    if deed.mine:
        return False
    moved = len(deed.way) > 1 or not deed.ends[0]
    return (moved and not deed.flying) or bool(deed.shown(deed.side.enemy) or deed.facts(*FOUND))


def _hunters(deed: Mission) -> Who:
    """Who intercepted."""
    caught = deed.facts(CAUGHT)
    names = deed.pieces(str(caught[-1].get("names", ""))) if caught else []
    return deed.fleet(names) if names else Who(f"the {SIDES[deed.side.enemy]}", many=True)


def _title(deed: Mission, who: Who, first_seen: bool, arrived: int) -> str:
    """A mission that counts, in at most eight words."""
    fly = bool(deed.lost) and all(deed.data.counters[name].is_air for name in deed.lost)
    doer = None if deed.facts(CAUGHT) else deed.side
    if harmed := deed.deadly(who, doer, deed.lost, deed.damaged, fly):
        return harmed
    if first_seen:
        return "Merchants seen: the German ships may sail"
    if deed.facts(CAUGHT):
        hunters = _hunters(deed)
        return f"{hunters.title} {hunters.does('intercepts', 'intercept')} {who.brief or who.words}"
    if deed.facts(TOO_SLOW):
        return f"{who.title} {who.does('gets', 'get')} away"
    if arrived:
        return f"{arrived} {'merchant arrives' if arrived == 1 else 'merchants arrive'}"
    if deed.facts(COMBAT):
        held = [deed.called(str(about["boat"])) for about in deed.facts(SCREENED)]
        return (
            f"The escorts keep {listed(held, most=2)} off"
            if held
            else f"{who.title} {who.does('attacks', 'attack')} in vain"
        )
    if deed.facts(BROKEN_OFF) and deed.kind != "sortie":
        return f"{who.title} {who.does('turns', 'turn')} back"
    return f"{who.title} {_done_briefly(deed, who)}"


def _done_briefly(deed: Mission, who: Who) -> str:
    """What a mission without a fight did, for a title."""
    start, end = deed.ends
    match deed.kind:
        case "patrol":
            return f"{who.does('goes', 'go')} on patrol" + (
                f" {deed.places.near(end)}" if end and not who.brief else ""
            )
        case "recon" if (looked := deed.facts(LOOKED)) and not deed.shown(deed.side.enemy) and not deed.facts(*FOUND):
            near = "" if who.brief else f" {deed.places.near(str(looked[-1]['cell']))}"
            return f"{who.does('searches', 'search')}{near} in vain"
        case "recon" if deed.facts(LOOKED):
            found = deed.shown(deed.side.enemy)
            whom = deed.fleet(found) if found else Who("something")
            return f"{who.does('finds', 'find')} {whom.brief or whom.words}"
        case "attack":
            return f"{who.does('finds', 'find')} nobody to fight"
    if not start and end:
        return f"{who.does('comes', 'come')} onto the map"
    if start == end:
        return (
            f"{who.does('goes round and comes', 'go round and come')} back"
            if len(deed.way) > 1
            else who.does("stays", "stay")
        )
    hexes = deed.data.grid.distance(start, end)
    verb = who.does("flies", "fly") if deed.flying else who.does("sails", "sail")
    return f"{verb} {hexes} {'hex' if hexes == 1 else 'hexes'} {deed.places.bound(start, end)}"


def _harm_done(deed: Mission, outcome: str) -> list[str]:
    """What a battle cost, and what the one who was hit can still take."""
    all_fly = all(deed.data.counters[name].is_air for name in deed.lost)
    said = deed.harm(deed.lost, deed.damaged, "shot down" if all_fly else "lost")
    if len(deed.damaged) == 1:
        [hit] = deed.damaged
        taken = max(int(about["hits"]) for about in deed.facts(DAMAGED) if about.get("unit") == hit)
        left = deed.data.counters[hit].dmg - taken
        more = "one more hit destroys" if left == 1 else f"{in_words(left)} more hits destroy"
        said.append(f"What is left fights at half strength; {more} it.")
    return said or ([outcome] if outcome else [])


def _points(deed: Mission) -> list[str]:
    """The points that a mission brought, by side."""
    won: dict[str, int] = {}
    for line in deed.lines:
        if line.rule.startswith(POINTS) and isinstance(line.event, Told) and "points" in line.event.about:
            side = str(line.event.about["side"])
            won[side] = won.get(side, 0) + int(line.event.about["points"])
    return [f"That is {n} {'point' if n == 1 else 'points'} for the {SIDES[Side(side)]}." for side, n in won.items()]


def _done(deed: Mission, kind: str) -> str:
    """What a mission did, after its actor."""
    _start, end = deed.ends
    match kind:
        case "patrol":
            return f"{deed.does('goes', 'go')} on patrol{f' {deed.where(end)}' if end else ''}"
        case "recon" if looked := deed.facts(LOOKED):
            return f"{deed.does('searches', 'search')} the sea {_search(deed, str(looked[-1]['cell']))}"
        case "attack" if (fought := deed.facts(COMBAT)) and not deed.facts(CAUGHT):
            return f"{deed.does('attacks', 'attack')} {_target(deed)}{deed.where(str(fought[-1]['cell']))}"
        case "attack" if deed.facts(CAUGHT):
            return f"{deed.does('sets', 'set')} out to attack"
        case "attack":
            where = f", {deed.where(end)}" if end else ""
            return f"{deed.does('sets', 'set')} out to attack and {deed.does('finds', 'find')} nobody to fight{where}"
    return deed.sails()


def _turns_back(deed: Mission) -> str:
    _start, end = deed.ends
    return f"{deed.does('turns', 'turn')} back{f' {deed.where(end)}' if end else ''}"


def _search(deed: Mission, cell: str) -> str:
    found = deed.shown(deed.side.enemy)
    where = deed.there(cell)
    if found:
        return f"{where} and {deed.does('finds', 'find')} *{deed.fleet(found).words}*"
    seen = deed.facts(*FOUND)
    if seen:
        n = int(seen[-1].get("n", 0))
        return f"{where} and {deed.does('sees', 'see')} {n} of the {'piece' if n == 1 else 'pieces'} there"
    if deed.facts(FOUND_NOTHING):
        return f"{where} and {deed.does('finds', 'find')} nothing"
    return deed.where(cell)


def _target(deed: Mission) -> str:
    """Whom an attack was for: the enemies that were turned up for it, or those who were fired at."""
    shown = deed.shown(deed.side.enemy)
    known = by_name(deed.data)
    fired_at = dict.fromkeys(shot.target for shot in deed.shots() if known[shot.target].side is not deed.side)
    if fired_at and len(fired_at) <= 2:
        return f"*{listed(list(fired_at))}* "
    there = deed.fleet(shown).words if shown else ""
    return f"*{there}* " if there and there != "nobody" else ""


def weather(deed: Mission) -> Telling:
    """NC 3.1: a turn begins under its sky."""
    turn, sky = deed.first("turn", WEATHER), deed.first("weather", WEATHER)
    fog = deed.first("reach", "NC-5.4-fog-2d10")
    words = WEATHERS.get(sky, sky)
    more = f"; aircraft fly up to {fog} hexes" if fog else ""
    text = f"Turn {turn} begins: {words}{more}." if sky else "A new turn begins."
    waited: tuple[str, ...] = deed.memory.get("met nobody", ()) if deed.facts(NEW_TURN) else ()
    nobody = f" *{listed(waited, most=6)}* met nobody on patrol." if waited else ""
    return Telling(f"{text}{nobody}", "weather")


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


A_CONVOY = "a convoy"


def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
    """The hits that units have taken, as far as they were told, and where the reader's own convoys have got to."""
    told = [(line.rule, line.event.about) for line in lines if isinstance(line.event, Told)]
    kept = {str(about["unit"]): str(about["hits"]) for rule, about in told if rule == DAMAGED}
    convoy = next((str(about["convoy"]) for rule, about in told if rule == SET_OUT and "convoy" in about), "")
    moved = [about for rule, about in told if rule == MOVED]
    if convoy and moved:
        start = next((str(about["cell"]) for rule, about in told if rule == ANNOUNCED), "")
        name = memory.get(f"convoy@{start}", convoy) if convoy == A_CONVOY else convoy
        there = f"convoy@{moved[-1]['cell']}"
        kept[there] = name if memory.get(there, name) == name else A_CONVOY  # two in one hex cannot be told apart
        if moved[0].get("left") == "nothing":
            kept[f"convoy@{start}"] = A_CONVOY
    return {**memory, **kept, **_patrols(memory, lines, told)}


def _patrols(memory: Memory, lines: Sequence[LogLine], told: Sequence[tuple[str, Mapping[str, Fact]]]) -> Memory:
    """The reader's own patrols of a turn, without those that pounced on somebody, and those of the turn before."""
    before: tuple[str, ...] = memory.get("patrols", ())
    patrols = before
    if any(rule == ANNOUNCED and about.get("mission") == "patrol" for rule, about in told):
        patrols += tuple(str(about["names"]) for rule, about in told if rule == SET_OUT and "names" in about)
    pounced = " ".join(line.text for line in lines if line.rule in (MOVED_IN, CAUGHT))
    if pounced:
        patrols = tuple(name for name in patrols if name not in pounced)
    if any(rule == NEW_TURN for rule, _about in told):
        return {"patrols": (), "met nobody": patrols}
    return {"patrols": patrols} if patrols != before else {}


def tell(data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> Telling | None:
    """A passage of the log in words."""
    deed = Mission(data, observer, lines, memory)
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
    if lines[-1].rule in UNTOLD or not any(isinstance(line.event, (Told, Drew)) for line in lines):
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
    closes={OVER: "", NOT_AFTER_ALL: ""},
    families=FAMILIES,
    tell=tell,
    recall=recall,
)
