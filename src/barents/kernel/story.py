"""What happened, as a person would tell it: the log drawn together, one passage a deed.

The log has a line for each die and each hex. A reader wants to know who did what, where, and what came of it. So a game
declares by which rules a deed begins and ends, and puts the lines of one into a sentence. It is handed the lines that
its reader has and nothing else, so that nothing can be told that the reader was not told before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from barents.kernel.events import Fact, Revealed, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Change, LogLine, MonthReport, Passage, Shot, Weight

D = TypeVar("D")
Memory: TypeAlias = Mapping[str, Any]
"""What a storyteller keeps of lines that its reader has read before: by which name he knows a marker, and the like."""
BLANK: Memory = MappingProxyType({})


class Telling(msgspec.Struct, frozen=True):
    """A deed in words: names stand between asterisks.

    `outcome` is what came of it, in a few words, and `good` for whom that is good. `names` are the pieces and cells
    that it speaks of, the most important first; `lost` the pieces that are gone. What is worth a card in a report has a
    `title` and `sentences`, the `way` it went, what it `changes`, and its `shots` if it was a battle (see `Passage`).
    """

    text: str
    kind: str = ""
    side: Side | None = None
    outcome: str = ""
    good: Side | None = None
    weight: Weight = 0
    names: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    title: str = ""
    sentences: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    shots: tuple[Shot, ...] = ()
    month: MonthReport | None = None


def plain_telling(_data: Any, _observer: Observer, lines: Sequence[LogLine], _memory: Memory = BLANK) -> Telling:
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

    def __init__(self, lines: Sequence[LogLine], observer: Observer, memory: Memory = BLANK) -> None:
        self.lines, self.reader, self.memory = lines, observer.side, memory

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

    def worded(self, *rules: str) -> list[dict[str, str]]:
        """The facts of whatever was told under some rules, each as it stands in the line that the reader has."""
        told = (line for line in self.lines if isinstance(line.event, Told) and line.rule in rules)
        return [facts_in_words(line) for line in told]

    @property
    def side(self) -> Side | None:
        """Whose deed it is, if a line says so."""
        said = self.first("side")
        return Side(said) if said in tuple(Side) else None


def facts_in_words(line: LogLine) -> dict[str, str]:
    """The facts of a line in the words that were put in their places.

    >>> facts_in_words(LogLine(0, "X-1", "Tirpitz is in port", Told("X-1", "{unit} is in port", {"unit": "tirpitz"})))
    {'unit': 'Tirpitz'}
    """
    if not isinstance(line.event, Told):
        return {}
    found = _pattern(line.event.words).fullmatch(line.text)
    return {} if found is None else found.groupdict()


@lru_cache(2048)
def _pattern(words: str) -> re.Pattern[str]:
    """What a line with these words looks like: a group for each fact, where it first stands as it is."""
    parts, seen = [], set[str]()
    for text, name, spec, _ in Formatter().parse(words):
        parts.append(re.escape(text))
        if name and not spec and name not in seen:
            seen.add(name)
            parts.append(f"(?P<{name}>.*?)")
        elif name:
            parts.append(".*?")
    return re.compile("".join(parts))


def plain_heading(line: LogLine) -> str:
    """A line that says which turn or month begins, as most games say it."""
    words = line.event.words if isinstance(line.event, Told) else ""
    if words.startswith("Turn {turn}"):
        return f"Turn {line.event.about['turn']}" if isinstance(line.event, Told) else ""
    return line.text.removesuffix(" begins") if words == "{month} begins" else ""


@dataclass(frozen=True, kw_only=True)
class Story(Generic[D]):
    """How a game's log becomes a story.

    A deed begins with a rule of `opens`, if its words begin as is said there, or with a line that `starts` one where
    none is under way, and ends with one of `closes` or when another begins. Whatever is said in between belongs to it,
    but for rules that stand `apart`, and lines of which the game says that they do not belong to how it began.
    Outside of a deed lines of one family (`families`, by their rules) that follow each other are one passage, and so is
    what is said of one place after another; any other line is one by itself, with the dice that fell before it.
    """

    opens: Mapping[str, str] = field(default_factory=dict)
    starts: Callable[[LogLine], bool] = lambda _line: False
    closes: Mapping[str, str] = field(default_factory=dict)
    belongs: Callable[[LogLine, LogLine], bool] = lambda _first, _line: True
    apart: frozenset[str] = frozenset()
    families: Mapping[str, str] = field(default_factory=dict)
    tell: Callable[[D, Observer, Sequence[LogLine], Memory], Telling | None] = plain_telling
    """The lines of a passage in words; None where there is nothing worth telling."""
    recall: Callable[[Memory, Sequence[LogLine]], Memory] = lambda memory, _lines: memory
    """What is kept of a passage for it and for all that follow: the same memory, or another one."""
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
        self._memories: list[Memory] = []
        self._told: list[Passage | None] = []

    def read(self, lines: tuple[LogLine, ...], observer: Observer) -> tuple[Passage, ...]:
        """The passages of a log as it stands; what an undo took back is gone."""
        if observer is not self._observer:
            self._observer, self._lines, self._groups, self._headings = observer, (), [], []
            self._memories, self._told = [], []
        same = _same(self._lines, lines)
        # The last passage may still go on, and one that ended with a line that is gone may go on too.
        while self._groups and self._groups[-1][1] >= same:
            self._groups.pop()
            self._headings.pop()
            self._memories.pop()
            self._told.pop()
        begin = self._groups[-1][1] if self._groups else 0
        heading = self._headings[-1] if self._headings else ""
        memory = self._memories[-1] if self._memories else BLANK
        for first, last in grouped(self._story, lines, begin):
            part = lines[first:last]
            heading = next((words for line in part if (words := self._story.heading(line))), heading)
            memory = self._story.recall(memory, part)
            self._groups.append((first, last))
            self._headings.append(heading)
            self._memories.append(memory)
            self._told.append(self._passage(part, heading, observer, memory))
        self._lines = lines
        return tuple(told for told in self._told if told is not None)

    def _passage(self, lines: Sequence[LogLine], heading: str, observer: Observer, memory: Memory) -> Passage | None:
        told = self._story.tell(self._data, observer, lines, memory)
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
            told.title,
            told.sentences,
            told.way,
            told.changes,
            told.shots,
            told.month,
        )


def grouped(story: Story[Any], lines: Sequence[LogLine], begin: int = 0) -> list[tuple[int, int]]:
    """Where the passages of a log begin and end, from one of its beginnings on."""
    groups: list[tuple[int, int]] = []
    start, within, family = begin, False, ""
    for number in range(begin, len(lines)):
        line = lines[number]
        opening, closing = _is_said(story.opens, line), _is_said(story.closes, line)
        kin = story.families.get(line.rule, "") or _of_a_place(line)
        apart = within and (
            line.rule in story.apart or bool(story.heading(line)) or not story.belongs(lines[start], line)
        )
        opening = opening or ((apart or not within) and story.starts(line))
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


def _is_said(rules: Mapping[str, str], line: LogLine) -> bool:
    """Whether a line is of one of these rules, and begins with the words that stand for it there."""
    words = rules.get(line.rule)
    if words is None:
        return False
    return not words or (isinstance(line.event, Told) and line.event.words.startswith(words))


def _same(before: Sequence[LogLine], after: Sequence[LogLine]) -> int:
    """How many lines two logs begin with that are the same; they are cut at the end alone, and then go on anew."""
    count = min(len(before), len(after))
    while count and before[count - 1] is not after[count - 1] and before[count - 1] != after[count - 1]:
        count -= 1
    return count
