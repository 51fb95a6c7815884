"""Menus for pages on which every unit has a slot: what kinds of orders its slot takes, and where each leads.

On such a page both sides write all their orders at once; nothing is asked one after the other. So a plan is no answer
but the value for the unit's slot, which the person's page takes up. What can be told from the slots alone is told here:
ways over the chart, places, and words. A game says what its units are called and how they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Domain, Either, Refusal, Routes
from barents.kernel.menus import Choice, Deed, DeedPlace, Menu, Plan, Reach, in_order, whole_order
from barents.kernel.values import Value, tag_of
from barents.kernel.view import Odds

S = TypeVar("S")
D = TypeVar("D")


@dataclass(frozen=True)
class End:
    """What it means that a way ends at a step that is no cell, as off the map or under water."""

    title: str
    key: str
    help: str
    reach: Reach = "move"


@dataclass(frozen=True)
class Page(Generic[D, S]):
    """How the orders of a page are called where one thinks of the unit first.

    `slot` finds the slot of a unit, `said` puts a value in words, `cell` is where a value leads, if that is on the
    chart; `where` says where a cell is. `ends` are the last steps of ways that are no cells.
    """

    name: Callable[[D, S, str], str]
    said: Callable[[D, S, str], str]
    _: KW_ONLY
    rule: str
    title: str = "Sail"
    key: str = "S"
    help: str = "Go there, by the way that is drawn."
    reach: Reach = "move"
    none: str = "No order"
    steps: str = "hexes"
    slot: Callable[[D, S, Decision[Any], str], str] = lambda _data, _known, _decision, unit: unit
    own: Callable[[D, S, Decision[Any], str], bool] = lambda _data, _known, _decision, _unit: True
    why: Callable[[D, S, Decision[Any], str], Refusal] | None = None
    state: Callable[[D, S, Decision[Any], str], str] = lambda _data, _known, _decision, _slot: ""
    facts: Callable[[D, S, Decision[Any], str], Sequence[str]] = lambda _data, _known, _decision, _slot: ()
    cell: Callable[[D, S, Decision[Any], str], str] = lambda _data, _known, _decision, _value: ""
    where: Callable[[D, str], str] = lambda _data, cell: cell
    ends: Mapping[str, End] = field(default_factory=dict)
    reaches: Mapping[str, Reach] = field(default_factory=dict)
    """How the chart draws the places of a kind of values, by the kind's name."""

    def menu(self, data: D, known: S, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
        """All the orders that a unit can be given on this page."""
        slot = self._slot(data, known, decision, units)
        if slot is None:
            return None
        return Menu(
            (slot,),
            in_order(self._choices(data, known, decision, slot)),
            title=f"What shall {self.name(data, known, slot)} do?",
            state=self.state(data, known, decision, slot),
            facts=tuple(self.facts(data, known, decision, slot)),
            rule=self.rule,
        )

    def plan(self, data: D, known: S, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
        """The value for a deed at a place."""
        slot = self._slot(data, known, decision, units)
        if slot is None:
            return Plan(refusal=Refusal("This is not yours to order now.", self.rule))

        def too_far(cell: str) -> Refusal:
            domain = _slots(decision).get(slot)
            parts = domain.domains if isinstance(domain, Either) else (domain,)
            ways = next((part for part in parts if isinstance(part, Routes)), None)
            return Refusal(f"{cell} is not open to it.", self.rule) if ways is None else ways.why_never(cell)

        return whole_order(self._choices(data, known, decision, slot), deed, cell, too_far)

    def _slot(self, data: D, known: S, decision: Decision[Any], units: Sequence[str]) -> str | None:
        slots = {self.slot(data, known, decision, unit) for unit in units}
        if len(slots) != 1 or not all(self.own(data, known, decision, unit) for unit in units):
            return None
        return slots.pop() or None

    def _choices(self, data: D, known: S, decision: Decision[Any], slot: str) -> list[Choice]:
        domain = _slots(decision).get(slot)
        if domain is None:
            why = self.why(data, known, decision, slot) if self.why is not None else None
            refusal = why or Refusal("It takes no orders on this page.", self.rule)
            return [Choice(Deed("go", self.title, self.key, reach=self.reach, refusal=refusal))]
        maker = _Maker(self, data, known, decision, slot)
        found = [
            choice
            for part in (domain.domains if isinstance(domain, Either) else (domain,))
            for choice in (maker.ways(part) if isinstance(part, Routes) else maker.values(part))
        ]
        options = decision.options
        if isinstance(options, Assign) and slot in options.optional:
            deed = Deed("none", self.none, "N", "What it does without one.")
            found.append(Choice(deed, lambda _cell: Plan(words=self.none, value=NONE)))
        return found


def _slots(decision: Decision[Any]) -> Mapping[str, Domain]:
    return decision.options.slots if isinstance(decision.options, Assign) else {}


class _Maker(Generic[D, S]):
    """Makes the deeds of one slot."""

    def __init__(self, page: Page[D, S], data: D, known: S, decision: Decision[Any], slot: str) -> None:
        self.page, self.data, self.known, self.decision, self.slot = page, data, known, decision, slot

    def ways(self, ways: Routes) -> list[Choice]:
        """A way over the chart to each cell; and the same with each of the ends that are no cells."""
        page = self.page
        targets = [cell for cell in ways.targets() if cell not in page.ends and cell != ways.start]
        found = []
        if targets:
            deed = Deed("go", page.title, page.key, page.help, page.reach, tuple(targets))
            found.append(Choice(deed, lambda cell: self._way(ways, page.title, cell)))
        for last, end in page.ends.items():
            cells = ways.before(last)
            if cells:
                deed = Deed(last, end.title, end.key, end.help, end.reach, tuple(cells))
                found.append(Choice(deed, self._ending(ways, end, last, cells[0])))
        return found

    def _to(self, ways: Routes, cell: str, last: str = "") -> str:
        """The cheapest way to a cell, and to what comes after it; nothing if that is beyond the points."""
        way = ways.by_way_of([cell] if cell != ways.start else [])
        value = f"{way}>{last}" if last else way
        return value if way and value in ways else ""

    def _way(self, ways: Routes, title: str, cell: str, last: str = "") -> Plan:
        value = self._to(ways, cell, last) if cell or last else ""
        if not value:
            return Plan(refusal=Refusal("Say where it goes.", self.page.rule))
        steps = tuple(step for step in value.split(">") if step != last)
        goal = steps[-1]
        hexes = len(steps) - 1
        about = (self.page.where(self.data, goal), f"{hexes} of {ways.points} {self.page.steps}") if hexes else ()
        words = f"{title} to {goal}" if hexes and not last else f"{title}, {goal}" if hexes else title
        return Plan(words=words, way=steps, about=about, value=value)

    def _ending(self, ways: Routes, end: End, last: str, first: str) -> Callable[[str], Plan]:
        return lambda cell: self._way(ways, end.title, cell or first, last)

    def values(self, domain: Domain) -> list[Choice]:
        """Listed values: by their kinds where they have any, those with a place as one deed, others one by one."""
        kinds: dict[str, list[str]] = {}
        for value in domain:
            kinds.setdefault(self._kind(value), []).append(value)
        found = []
        for name, values in kinds.items():
            placed = {value: self._cell(value) for value in values}
            cells = list(dict.fromkeys(cell for cell in placed.values() if cell))
            if cells:
                found.append(self._placed(name, values, placed, cells))
            loose = [value for value in values if not placed[value]]
            found += [self._single(value) for value in loose]
        return found

    def _kind(self, value: str) -> str:
        question = self.decision.question
        found = None if question is None or question.values is None else question.values.find(value)
        return "" if found is None else tag_of(type(found))

    def _of_kind(self, value: str) -> Value | None:
        question = self.decision.question
        return None if question is None or question.values is None else question.values.find(value)

    def _cell(self, value: str) -> str:
        return self.page.cell(self.data, self.known, self.decision, value)

    def _help(self, value: str) -> str:
        question, kind = self.decision.question, self._of_kind(value)
        if question is None or question.kinds is None or kind is None:
            return ""
        return question.kinds(self.data).get(type(kind), "")

    def _placed(self, name: str, values: Sequence[str], placed: Mapping[str, str], cells: Sequence[str]) -> Choice:
        page, first = self.page, values[0]
        kind = self._of_kind(first)
        title = (type(kind).title if kind is not None else "") or page.title
        by_cell: dict[str, str] = {}
        for value in values:
            by_cell.setdefault(placed[value], value)
        odds = self.odds
        places = tuple(
            DeedPlace(cell, odds[value].chance if value in odds else None, page.said(self.data, self.known, value))
            for cell, value in by_cell.items()
            if cell
        )
        deed = Deed(
            name or "go",
            title,
            title[:1].upper() if name else page.key,
            self._help(first) or page.help,
            page.reaches.get(name, page.reach),
            tuple(cells),
            places,
        )

        def planned(cell: str) -> Plan:
            value = by_cell.get(cell or cells[0], "")
            words = page.said(self.data, self.known, value)
            words = words if kind is not None else f"{title} to {words}"
            return Plan(words=_sentence(words), way=(cell or cells[0],), odds=odds.get(value), value=value)

        return Choice(deed, planned)

    def _single(self, value: str) -> Choice:
        words = _sentence(self.page.said(self.data, self.known, value))
        odds = self.odds.get(value)
        deed = Deed(value, words, "", self._help(value), odds=odds)
        return Choice(deed, lambda _cell: Plan(words=words, odds=odds, value=value))

    @cached_property
    def odds(self) -> Mapping[str, Odds]:
        """What the orders of the slot are worth, where the question says it."""
        question = self.decision.question
        if question is None or question.order_odds is None:
            return {}
        found = question.order_odds(self.data, self.known, self.decision).get(self.slot, {})
        return {value: one.first for value, one in found.items()}


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
