"""What happened, as a person would tell it: the log drawn together, one passage a deed.

The log has a line for each die and each hex. A reader wants to know who did what, where, and what came of it. So a game
declares by which rules a deed begins and ends, and puts the lines of one into a sentence. It is handed the lines that
its reader has and nothing else, so that nothing can be told that the reader was not told before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from barents.kernel.events import Fact, Revealed, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.view import LogLine, Passage, Weight

D = TypeVar("D")


class Telling(msgspec.Struct, frozen=True):
    """A deed in words: names stand between asterisks.

    `outcome` is what came of it, in a few words, and `good` for whom that is good. `names` are the pieces and cells
    that it speaks of, the most important first; `lost` the pieces that are gone.
    """

    text: str
    kind: str = ""
    side: Side | None = None
    outcome: str = ""
    good: Side | None = None
    weight: Weight = 0
    names: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def plain_telling(_data: Any, _observer: Observer, lines: Sequence[LogLine]) -> Telling:
    """A deed of a game that has no words of its own for it: what was said last."""
    said = [line for line in lines if isinstance(line.event, Told)]
    if not said:
        return Telling(lines[-1].text)
    facts = dict.fromkeys(fact for line in said if isinstance(line.event, Told) for fact in line.event.about.values())
    names = tuple(fact for fact in facts if isinstance(fact, str) and fact)
    if len(said) > 1 and _of_a_place(said[0]):
        cells = [line.text.partition(": ")[0] for line in said]
        return Telling(f"{', '.join(cells)}: {said[0].text.partition(': ')[2]}", names=names)
    return Telling(said[-1].text, names=names)


def _of_a_place(line: LogLine) -> str:
    """What is said of one place, in words that may be said of another after it: "1103: nothing"."""
    words = line.event.words if isinstance(line.event, Told) else ""
    return words if words.startswith("{cell}: ") else ""


class Deed:
    """The lines of a passage, with what storytellers read from them again and again."""

    def __init__(self, lines: Sequence[LogLine], observer: Observer) -> None:
        self.lines, self.reader = lines, observer.side

    def facts(self, *rules: str) -> list[dict[str, Fact]]:
        """The facts of whatever was told, under some rules or any."""
        told = ((line.rule, line.event) for line in self.lines)
        return [event.about for rule, event in told if isinstance(event, Told) and (not rules or rule in rules)]

    def first(self, name: str, *rules: str) -> str:
        """The first fact of a name that was told under some rules, or any; nothing if there is none."""
        return next((str(about[name]) for about in self.facts(*rules) if name in about), "")

    def every(self, name: str, *rules: str) -> list[str]:
        """All facts of a name, each once, in the order in which they were told."""
        return list(dict.fromkeys(str(about[name]) for about in self.facts(*rules) if name in about))

    def said(self, words: str) -> list[dict[str, Fact]]:
        """The facts of whatever was told in words that begin like this, whatever they stand for."""
        told = (line.event for line in self.lines)
        return [event.about for event in told if isinstance(event, Told) and event.words.startswith(words)]

    def revealed(self) -> list[str]:
        """The pieces that were shown to the reader."""
        shown = (line.event.pieces for line in self.lines if isinstance(line.event, Revealed))
        return list(dict.fromkeys(name for pieces in shown for name in pieces))

    @property
    def side(self) -> Side | None:
        """Whose deed it is, if a line says so."""
        said = self.first("side")
        return Side(said) if said in tuple(Side) else None


def plain_heading(line: LogLine) -> str:
    """A line that says which turn or month begins, as most games say it."""
    words = line.event.words if isinstance(line.event, Told) else ""
    if words.startswith("Turn {turn}"):
        return f"Turn {line.event.about['turn']}" if isinstance(line.event, Told) else ""
    return line.text.removesuffix(" begins") if words == "{month} begins" else ""


@dataclass(frozen=True, kw_only=True)
class Story(Generic[D]):
    """How a game's log becomes a story.

    A deed begins with a rule of `opens`, if its words begin as is said there, and ends with one of `closes` or when
    another begins; whatever is said in between belongs to it, but for rules that stand `apart` and end it too.
    Outside of a deed lines of one family (`families`, by their rules) that follow each other are one passage, and so is
    what is said of one place after another; any other line is one by itself, with the dice that fell before it.
    """

    opens: Mapping[str, str] = field(default_factory=dict)
    closes: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    families: Mapping[str, str] = field(default_factory=dict)
    tell: Callable[[D, Observer, Sequence[LogLine]], Telling | None] = plain_telling
    """The lines of a passage in words; None where there is nothing worth telling."""
    heading: Callable[[LogLine], str] = plain_heading
    """What stands over all that follows a line, if it begins a turn or a month."""


class StoryReader(Generic[D]):
    """The story as one observer reads it, kept so that each passage is put into words once."""

    def __init__(self, story: Story[D], data: D) -> None:
        self._story, self._data = story, data
        self._observer: Observer | None = None
        self._lines: tuple[LogLine, ...] = ()
        self._groups: list[tuple[int, int]] = []
        self._headings: list[str] = []
        self._told: list[Passage | None] = []

    def read(self, lines: tuple[LogLine, ...], observer: Observer) -> tuple[Passage, ...]:
        """The passages of a log as it stands; what an undo took back is gone."""
        if observer is not self._observer:
            self._observer, self._lines, self._groups, self._headings, self._told = observer, (), [], [], []
        same = _same(self._lines, lines)
        # The last passage may still go on, and one that ended with a line that is gone may go on too.
        while self._groups and self._groups[-1][1] >= same:
            self._groups.pop()
            self._headings.pop()
            self._told.pop()
        begin = self._groups[-1][1] if self._groups else 0
        heading = self._headings[-1] if self._headings else ""
        for first, last in grouped(self._story, lines, begin):
            part = lines[first:last]
            heading = next((words for line in part if (words := self._story.heading(line))), heading)
            self._groups.append((first, last))
            self._headings.append(heading)
            self._told.append(self._passage(part, heading, observer))
        self._lines = lines
        return tuple(told for told in self._told if told is not None)

    def _passage(self, lines: Sequence[LogLine], heading: str, observer: Observer) -> Passage | None:
        told = self._story.tell(self._data, observer, lines)
        if told is None:
            return None
        reader, good = observer.side, told.good
        return Passage(
            lines[0].number,
            lines[-1].number,
            heading,
            told.text,
            told.kind,
            told.side,
            told.outcome,
            "" if reader is None or good is None else "good" if good is reader else "bad",
            told.weight,
            told.names,
            told.lost,
        )


def grouped(story: Story[Any], lines: Sequence[LogLine], begin: int = 0) -> list[tuple[int, int]]:
    """Where the passages of a log begin and end, from one of its beginnings on."""
    groups: list[tuple[int, int]] = []
    start, within, family = begin, False, ""
    for number in range(begin, len(lines)):
        line = lines[number]
        opening, closing = _opens(story, line), line.rule in story.closes
        kin = story.families.get(line.rule, "") or _of_a_place(line)
        apart = within and (line.rule in story.apart or bool(story.heading(line)))
        if number > start and (opening or apart or (not within and bool(family) and kin != family)):
            groups.append((start, number))
            start = number
        if apart:
            within = False
        if opening:
            within = True
        family = "" if within else kin
        alone = not within and not kin and isinstance(line.event, Told)
        if alone or (within and closing):
            groups.append((start, number + 1))
            start, within, family = number + 1, False, ""
    if start < len(lines):
        groups.append((start, len(lines)))
    return groups


def _opens(story: Story[Any], line: LogLine) -> bool:
    words = story.opens.get(line.rule)
    if words is None:
        return False
    return not words or (isinstance(line.event, Told) and line.event.words.startswith(words))


def _same(before: Sequence[LogLine], after: Sequence[LogLine]) -> int:
    """How many lines two logs begin with that are the same; they are cut at the end alone, and then go on anew."""
    count = min(len(before), len(after))
    while count and before[count - 1] is not after[count - 1] and before[count - 1] != after[count - 1]:
        count -= 1
    return count
