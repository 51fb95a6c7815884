"""Answers: what a person may type at a decision, for each of its three shapes.

A `Question` lists the choices and reads one line at a time. An answer that needs several lines (a value for each slot,
a piece and then its cell) is kept as a draft, which is no choice until it is whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from string import ascii_lowercase
from typing import Any

from rich.text import Text

from barents.kernel.actions import Action, Allot, Choose, refers_to, usage
from barents.kernel.decisions import Assign, Decision, Options, Pick, Product, Refused, Subset
from barents.kernel.domains import NONE, Among, Domain, Either, Refusal, Routes, runs
from barents.kernel.match import Match
from barents.terminal import orders
from barents.terminal.wording import MOST_LISTED, Menu, Wording, numbered

FEW = 12  # values or runs of values that are told in full
ALL = "all"
GROUPED_FROM = 12  # as many choices are listed under the cells that they begin in


class Question(ABC):
    """What is asked, and the answer as far as it has been given."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    @abstractmethod
    def choices(self) -> Iterator[Text]:
        """What can be chosen now."""

    @abstractmethod
    def how(self) -> str:
        """How to answer now, in a few words."""

    @abstractmethod
    def read(self, line: str) -> Action | None:
        """The answer, or None while more is needed; `Refused` if the line is no answer."""

    def goes_on(self) -> Iterator[Text]:
        """What to show after a line that left the answer unfinished."""
        return self.choices()

    def claims(self, line: str) -> bool:
        """Whether a line that could also be an aside or a notation is meant for this question."""
        return False

    def take_back(self) -> bool:
        """Drop the last part of the draft; whether there was one."""
        return False

    def why_not(self, line: str) -> Refusal | None:
        """Why a part of an answer would be refused, where a line is one."""
        raise Refused(Refusal(f"'{line}' is no action: write it as `why` and its notation"))


class PickQuestion(Question):
    """One action by its number; where there are very many, first the piece and then the rest."""

    def __init__(self, wording: Wording, options: Pick[Any]) -> None:
        super().__init__(wording)
        self.options = options
        self.entries: list[Action | tuple[Product[Any], str]] = list(options.listed)
        if options.count() <= MOST_LISTED:
            self.entries = list(options)
        else:
            for product in options.products:
                for first, domain in product.domains.items():
                    alone = product.action(first, next(iter(domain))) if domain.count() == 1 else None
                    self.entries += [alone or (product, first)] if domain.count() else []
        if self._is_grouped():
            cells = [self._cells(entry) for entry in self.entries]
            self.entries.sort(key=lambda entry: cells.index(self._cells(entry)))
        self.narrowed: tuple[Product[Any], str] | None = None

    def choices(self) -> Iterator[Text]:
        if self.narrowed is not None:
            product, first = self.narrowed
            domain = product.domains[first]
            if domain.count() <= (FEW if all(value.isdecimal() for value in domain) else MOST_LISTED):
                values = Menu(list(domain), self.wording)
                yield from values.lines(self.wording.action(product.action(first, value)) for value in domain)
            else:
                yield Text(f"  {_values(domain, self.wording)}")
            return
        grouped, under = self._is_grouped(), ""
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, tuple):
                product, first = entry
                words = self.wording.kind(product, first)
                yield numbered(number, f"{words} … ({product.domains[first].count()} ways)")
                continue
            words, cells = self.wording.action(entry, placed=not grouped), self._cells(entry)
            if grouped and len(cells) == 1:
                if cells[0] != under:
                    under = cells[0]
                    yield Text(f"  {self.wording.cell(under)}", style="bold")
                words = words.removesuffix(f" from {under}")
            yield numbered(number, words)

    @property
    def is_long(self) -> bool:
        """Whether there are so many choices besides those that are listed one by one that a list would hide these."""
        return 0 < len(self.options.listed) <= FEW and len(self.entries) > MOST_LISTED + len(self.options.listed)

    def in_brief(self) -> Iterator[Text]:
        """The choices that are listed one by one, and how many there are of each other kind."""
        for number, action in enumerate(self.options.listed, 1):
            yield numbered(number, self.wording.action(action))
        for product in self.options.products:
            places = [number for number, entry in enumerate(self.entries, 1) if self._kind(entry) is product.make]
            if places:
                what = self.wording.heading(product)
                yield Text(f"      {what}: {len(places)} choices, numbers {places[0]} to {places[-1]}, which ? lists")

    @staticmethod
    def _kind(entry: Action | tuple[Product[Any], str]) -> type[Action]:
        return entry[0].make if isinstance(entry, tuple) else type(entry)

    def _is_grouped(self) -> bool:
        """Whether there are many choices, several to a cell, so that they are better listed by cell."""
        cells = [self._cells(entry) for entry in self.entries if not isinstance(entry, tuple)]
        return len(cells) >= GROUPED_FROM and len(set(cells)) <= len(cells) / 2

    @staticmethod
    def _cells(entry: Action | tuple[Product[Any], str]) -> tuple[str, ...]:
        return () if isinstance(entry, tuple) else refers_to(entry)[1]

    def how(self) -> str:
        if self.narrowed is not None:
            product, first = self.narrowed
            return f"{self.wording.kind(product, first)}: {product.make.__struct_fields__[-1]}"
        return f"1 to {len(self.entries)}" if len(self.entries) > 1 else "1"

    def read(self, line: str) -> Action | None:
        if self.narrowed is not None:
            product, first = self.narrowed
            action: Action = product.action(first, _value(product.domains[first], line, self.wording))
            return action
        if not (line.isdecimal() and 1 <= int(line) <= len(self.entries)):
            for product in self.options.products:
                if line in product.domains.get("", ()):
                    direct: Action = product.action("", line)
                    return direct
            raise Refused(Refusal(f"'{line}' is no answer here: give a number ({self.how()}), or ? for help"))
        entry = self.entries[int(line) - 1]
        if isinstance(entry, tuple):
            self.narrowed = entry
            return None
        return entry

    def claims(self, line: str) -> bool:
        return self.narrowed is not None and line in self.narrowed[0].domains[self.narrowed[1]]

    def take_back(self) -> bool:
        was, self.narrowed = self.narrowed, None
        return was is not None


class SubsetQuestion(Question):
    """Some items, by their numbers."""

    def __init__(self, wording: Wording, options: Subset) -> None:
        super().__init__(wording)
        self.options = options
        self.menu = Menu(options.items, wording)

    def choices(self) -> Iterator[Text]:
        short = self.menu.numbered
        names = [self.wording.priced(item) if short else self.wording.named(item) for item in self.options.items]
        yield from self.menu.lines(names)
        for group in self.options.groups:
            of = group.name or ", ".join(map(self.wording.label, group.items))
            most = "" if group.most is None else f", at most {group.most}"
            yield Text(f"      of {of}: at least {group.least}{most}", style="dim")
        for words, items in (("none", ()), ("all", tuple(self.options.items))):
            if self.options.refusal(Choose(items)) is None and (chance := self.wording.odds(Choose(items))):
                yield Text(f"      with {words} of them: {chance}", style="dim")

    def how(self) -> str:
        least, most = self.options.least, self.options.most
        amount = str(least) if least == most else f"{least} to {most}"
        return f"{amount} of them, with spaces between" + ("" if least else ", or - for none")

    def read(self, line: str) -> Action | None:
        if line == NONE:
            return Choose(())
        chosen = []
        for word in line.replace(",", " ").split():
            item = self.menu.find(word)
            if item is None:
                raise Refused(Refusal(f"'{word}' is none of the {len(self.options.items)} offered: {self.how()}"))
            chosen.append(item)
        return Choose(tuple(chosen))


class AssignQuestion(Question):
    """A value for each slot: one after the other, or `slot=value` in any order, and then `done`."""

    def __init__(self, wording: Wording, options: Assign) -> None:
        super().__init__(wording)
        self.options = options
        self.slots = Menu(list(options.slots), wording)
        self.draft: dict[str, str] = {}

    @property
    def current(self) -> str | None:
        """The slot that is asked for, or None when each has its value."""
        return next((slot for slot in self.options.slots if slot not in self.draft), None)

    def choices(self) -> Iterator[Text]:
        for number, slot in enumerate(self.options.slots, 1):
            given = self.wording.label(self.draft[slot]) if slot in self.draft else "…"
            name = self.wording.label(slot) if self.slots.numbered else self.wording.named(slot)
            yield numbered(number if self.slots.numbered else "", f"{name} = {given}")
        yield from self._limits()
        if self.current is not None:
            yield self._offered(self.current)

    def _limits(self) -> Iterator[Text]:
        """How many may have the same value; many values alike are told together."""
        alike: dict[int, list[str]] = {}
        for target, most in self.options.capacity.items():
            alike.setdefault(most, []).append(target)
        for most, targets in alike.items():
            if len(targets) > FEW:
                more = " …" if len(_drawn(targets)) > FEW else ""
                places = ", ".join(_drawn(targets)[:FEW]) + more
                yield Text(f"      no more than {most} each: {places}", style="dim")
                continue
            for target in targets:
                yield Text(f"      no more than {most}: {self.wording.named(target)}", style="dim")

    def _offered(self, slot: str) -> Text:
        none = " (or - for none)" if slot in self.options.optional else ""
        return Text(f"  {self.wording.label(slot)}: {_values(self.options.slots[slot], self.wording)}{none}")

    def goes_on(self) -> Iterator[Text]:
        if self.current is not None:
            yield self._offered(self.current)
            return
        yield from self.choices()
        if chance := self.wording.odds(Allot(tuple(self.draft.items()))):
            yield Text(f"  as ordered: {chance}")

    def how(self) -> str:
        if self.current is None:
            return "done, or slot=value to change"
        left = [slot for slot in self.options.slots if slot not in self.draft]
        enough = len(left) > 1 and all(slot in self.options.optional for slot in left)
        return self.wording.label(self.current) + (", or done for all that are left" if enough else "")

    def read(self, line: str) -> Action | None:
        if line == "done":
            empty = [slot for slot in self.options.slots if slot not in self.draft and slot in self.options.optional]
            return Allot((*self.draft.items(), *((slot, NONE) for slot in empty)))
        if "=" in line:
            given = [pair for word in line.split() for pair in self._pairs(word)]
        elif self.current is None:
            raise Refused(Refusal(f"'{line}' is no answer here: {self.how()}"))
        else:
            given = [(self.current, self._value(self.current, line))]
        for slot, value in given:
            self.draft.pop(slot, None)
            self.draft[slot] = value
        return None

    def _pairs(self, word: str) -> list[tuple[str, str]]:
        """`slot=value`; of several slots `1,4=value` or `2-6=value`, and `all=value` of those that are open and can."""
        names, _, text = word.partition("=")
        if names == ALL:
            left = [slot for slot in self.options.slots if slot not in self.draft]
            return [(slot, value) for slot in left if (value := self._fitting(slot, text)) is not None]
        found = [self.slots.find(name) for name in _spread(names)] if self.slots.numbered else [self.slots.find(names)]
        if None in found or "=" not in word:
            known = ", ".join(self.options.slots)
            raise Refused(Refusal(f"'{word}' is not slot=value with one of the slots {known}"))
        return [(slot, self._value(slot, text)) for slot in found if slot is not None]

    def _fitting(self, slot: str, text: str) -> str | None:
        try:
            return self._value(slot, text)
        except Refused:
            return None

    def _value(self, slot: str, text: str) -> str:
        if text == NONE and slot in self.options.optional:
            return NONE
        return _value(self.options.slots[slot], text, self.wording)

    def claims(self, line: str) -> bool:
        return self.current is not None and line in self.options.slots[self.current]

    def take_back(self) -> bool:
        if self.draft:
            self.draft.popitem()
            return True
        return False

    def why_not(self, line: str) -> Refusal | None:
        try:
            for word in line.split():
                if "=" in word or self.current is None:
                    self._pairs(word)
                else:
                    self._value(self.current, word)
        except Refused as refused:
            return refused.refusal
        return None


def question(wording: Wording, options: Options[Any]) -> Question:
    """The question that a shape asks."""
    match options:
        case Pick():
            return PickQuestion(wording, options)
        case Subset():
            return SubsetQuestion(wording, options)
        case Assign():
            return AssignQuestion(wording, options)
    raise TypeError(f"a decision has one of three shapes, not {type(options).__name__}")


class Asked:
    """A decision before a person: its question, and the asides that may be done first."""

    def __init__(self, match: Match[Any, Any], decision: Decision[Any]) -> None:
        self.decision = decision
        self.notation = match.game.notation
        self.wording = Wording(match, decision)
        self.about = self.wording.asked.about
        self.question = question(self.wording, decision.options)
        self.seldom = self.wording.asked.standing
        self._slots = len(decision.options.slots) if isinstance(decision.options, Assign) else 0
        offered = list(islice(decision.asides, len(ascii_lowercase))) if decision.asides is not None else []
        self.asides: dict[str, Action] = dict(zip(ascii_lowercase, offered, strict=False))

    def lines(self, told: str = "", *, brief: bool = False) -> Iterator[Text]:
        """What is asked and what it is about, if that has not just been told; the choices, and the asides.

        In `brief` a long page that is seldom wanted is only named, and of a long list only its kinds.
        """
        prompt = self.decision.prompt or "What do you choose?"
        yield Text.assemble((prompt, "bold"), (f"  {self.decision.rule}", "dim"))
        if self.about and self.about != told:
            yield Text(self.about, style="italic")
        if brief and self.seldom and self._slots > FEW:
            yield Text(f"  {self.seldom}: {self._slots} lines, which ? lists; done leaves everything as it is")
        elif brief and isinstance(self.question, PickQuestion) and self.question.is_long:
            yield from self.question.in_brief()
        else:
            yield from self.question.choices()
        if self.asides:
            yield Text("  and before that, if you like:", style="dim")
            yield from (numbered(letter, self.wording.action(aside)) for letter, aside in self.asides.items())

    def read(self, line: str) -> Action | None:
        """The answer or aside that a line stands for, or None while more is needed."""
        if not self.question.claims(line):
            if line in self.asides:
                return self.asides[line]
            if line.split()[0] in self.notation.actions:
                return self.notation.parse(line)
        return self.question.read(line)

    def ordered(self, line: str) -> orders.Order | None:
        """The whole order that a line is, or the menu that it asks for; None if it is about no unit that has one."""
        if self.question.claims(line) or line in self.asides or line.split()[0] in self.notation.actions:
            return None
        return orders.read(self.wording, line)

    def fill(self, slots: Sequence[str], value: str) -> None:
        """Write a value into slots of a page."""
        if isinstance(self.question, AssignQuestion):
            self.question.draft |= dict.fromkeys(slots, value)

    def why_not(self, line: str) -> Refusal | None:
        """Why an answer would be refused, or None if it would be taken."""
        if line.split()[0] in self.notation.actions:
            return self.decision.refusal(self.notation.parse(line))
        return self.question.why_not(line)

    def notations(self) -> list[str]:
        """How the actions of the game are written."""
        return [usage(action) for action in self.notation.actions.values() if action.__struct_fields__ != ("pairs",)]


def _values(domain: Domain, wording: Wording) -> str:
    """The values of a domain in a line or two."""
    if isinstance(domain, Either):
        return "; or ".join(_values(part, wording) for part in domain.domains)
    if isinstance(domain, Routes):
        first = f", first to {' or '.join(domain.first())}" if domain.first() else ""
        return f"a way from {domain.start}{first}, that costs {domain.points} at most: where it ends, or a>b>c"
    values = list(domain)
    if Menu(values, wording).numbered:
        if len(values) > FEW and len(_drawn(values)) <= FEW:
            return f"one of {', '.join(_drawn(values))}"
        return ", ".join(f"{number} {wording.label(value)}" for number, value in enumerate(values, 1))
    if len(values) <= FEW:
        return ", ".join(map(wording.named, values))
    drawn = [_run(run, wording) for run in _drawn(values)]
    figures = all(map(str.isdecimal, values))
    most = FEW if figures else MOST_LISTED
    more = " … (`why` and a value tells whether it may be chosen)" if len(drawn) > most else ""
    between, lead = (", ", " ") if figures else ("\n      ", "\n      ")
    return f"{len(values)} to choose from:{lead}{between.join(drawn[:most])}{more}"


def _run(run: str, wording: Wording) -> str:
    """Values that follow each other, with what the first of them is called where that is something else."""
    first, dots, last = run.partition("..")
    label, stem = wording.label(first), first.rpartition(":")[0]
    if dots and stem and last.startswith(f"{stem}:"):
        run = f"{first}..{last.removeprefix(f'{stem}:')}"
    return run if first.isdecimal() or label.casefold() == first.casefold() else f"{run} ({label})"


def _spread(names: str) -> Iterator[str]:
    """Slots that are named together.

    >>> list(_spread("2-4,onslow")), list(_spread("u-88"))
    (['2', '3', '4', 'onslow'], ['u-88'])
    """
    for name in names.split(","):
        first, dash, last = name.partition("-")
        if dash and first.isdecimal() and last.isdecimal():
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield name


def _drawn(values: Sequence[str]) -> tuple[str, ...]:
    """Names that follow each other drawn together, in the order in which they are fewest."""
    return min(runs(values), runs(sorted(values)), key=len)


def _value(domain: Domain, text: str, wording: Wording) -> str:
    """The value of a domain that a person means."""
    if text in domain:
        return text
    if isinstance(domain, Either):
        named = [part for part in domain.domains if isinstance(part, Among)]
        if found := next((word for part in named if (word := Menu(list(part), wording).find(text)) is not None), None):
            return found
    elif isinstance(domain, Routes):
        given = text.removeprefix(f"{domain.start}>")
        way = domain.by_way_of(given.split(">"))
        if way in domain:
            return way
        if not way and given == text:
            shut = next((cell for cell in given.split(">") if not domain.by_way_of([cell])), text)
            raise Refused(domain.why_never(shut))
        raise Refused(domain.refusal(way or text) or Refusal(f"{text} is not among the choices"))
    elif (found := Menu(list(domain), wording).find(text)) is not None:
        return found
    raise Refused(domain.refusal(text) or Refusal(f"{text} is not among the choices"))
