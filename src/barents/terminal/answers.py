"""Answers: what a person may type at a decision, for each of its three shapes.

A `Question` lists the choices and reads one line at a time. An answer that needs several lines (a value for each slot,
a piece and then its cell) is kept as a draft, which is no choice until it is whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from string import ascii_lowercase
from typing import Any, NamedTuple

import msgspec
from rich.text import Text

from barents.kernel.actions import Action, Allot, Choose, Decline, refers_to, tag_of, usage
from barents.kernel.decisions import Assign, Decision, Options, Pick, Product, Refused, Subset
from barents.kernel.domains import NONE, Among, Domain, Either, Refusal, Routes, runs
from barents.kernel.match import Match
from barents.kernel.sides import eyes_of
from barents.kernel.view import PieceView, Situation
from barents.terminal import show
from barents.terminal.places import Gazetteer, gazetteers

MOST_LISTED = 40
FEW = 12  # values or runs of values that are told in full
GROUPED_FROM = 12  # as many choices are listed under the cells that they begin in


class Wording:
    """How a game speaks to the side that is asked, from what that side knows."""

    def __init__(self, match: Match[Any, Any], decision: Decision[Any]) -> None:
        self.game, self.data, self.decision = match.game, match.data, decision
        self.known = match.known(eyes_of(decision.side))

    def action(self, action: Action) -> str:
        """An action in words, with its odds if it is a gamble."""
        if isinstance(action, Decline):
            return "Let it pass"
        words = self.game.words(self.data, self.known, action)
        chance = self.game.odds(self.data, self.known, self.decision, action)
        return f"{words} — {show.odds(chance)}" if chance is not None else words

    def label(self, name: str) -> str:
        """What a piece, cell or word is called."""
        return self.game.label(self.data, name)

    def named(self, name: str) -> str:
        """The same, with what to type where that is something else, and where a cell is."""
        label = self.label(name)
        if label.casefold() == name.casefold():
            return name + self._where(name)
        return f"{label} [{name}]"

    def _where(self, cell: str) -> str:
        where = next((found for places in self._places.values() if (found := places.where(cell))), "")
        return f" ({where})" if where else ""

    def cell(self, cell: str) -> str:
        """A cell, where it is, and which of one's own pieces lie there."""
        own = [piece for piece in self._situation.pieces if piece.cell == cell and piece.side is self.decision.side]
        lying = ", ".join(show.names_of(_plain(piece) for piece in own))
        return f"{cell}{self._where(cell)}" + (f": {lying}" if lying else "")

    @cached_property
    def _situation(self) -> Situation:
        return self.game.view(self.data, self.known, eyes_of(self.decision.side))

    @cached_property
    def _places(self) -> Mapping[str, Gazetteer]:
        return gazetteers(self._situation)


class Menu(NamedTuple):
    """Some names to choose from: by number, unless numbers are names here, by id or by what they are called."""

    names: Sequence[str]
    wording: Wording

    @property
    def numbered(self) -> bool:
        """Whether numbers can stand for the names: they are few, and none of them is a number itself."""
        return len(self.names) <= MOST_LISTED and not any(name.isdecimal() for name in self.names)

    def find(self, text: str) -> str | None:
        """The name that a person means."""
        if text in self.names:
            return text
        if self.numbered and text.isdecimal() and 1 <= int(text) <= len(self.names):
            return self.names[int(text) - 1]
        called = [name for name in self.names if self.wording.label(name).casefold() == text.casefold()]
        return called[0] if len(called) == 1 else None

    def lines(self, words: Iterable[str]) -> Iterator[Text]:
        """The names in words, numbered."""
        for number, line in enumerate(words, 1):
            yield _numbered(number if self.numbered else "", line)


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
            self.entries += [(p, first) for p in options.products for first, d in p.domains.items() if d.count()]
        if self._is_grouped():
            cells = [self._cells(entry) for entry in self.entries]
            self.entries.sort(key=lambda entry: cells.index(self._cells(entry)))
        self.narrowed: tuple[Product[Any], str] | None = None

    def choices(self) -> Iterator[Text]:
        if self.narrowed is not None:
            product, first = self.narrowed
            domain = product.domains[first]
            if domain.count() <= MOST_LISTED:
                values = Menu(list(domain), self.wording)
                yield from values.lines(self.wording.action(product.action(first, value)) for value in domain)
            else:
                yield Text(f"  {_values(domain, self.wording)}")
            return
        grouped, under = self._is_grouped(), ""
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, tuple):
                product, first = entry
                words = f"{tag_of(product.make)} {self.wording.label(first)}".rstrip()
                yield _numbered(number, f"{words} … ({product.domains[first].count()} ways)")
                continue
            words, cells = self.wording.action(entry), self._cells(entry)
            if grouped and len(cells) == 1:
                if cells[0] != under:
                    under = cells[0]
                    yield Text(f"  {self.wording.cell(under)}", style="bold")
                words = words.removesuffix(f" from {under}")
            yield _numbered(number, words)

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
            words = f"{tag_of(product.make)} {self.wording.label(first)}".rstrip()
            return f"{words}: {product.make.__struct_fields__[-1]}"
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
        yield from self.menu.lines(map(self.wording.named, self.options.items))
        for group in self.options.groups:
            of = group.name or ", ".join(map(self.wording.label, group.items))
            most = "" if group.most is None else f", at most {group.most}"
            yield Text(f"      of {of}: at least {group.least}{most}", style="dim")

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
            yield _numbered(number if self.slots.numbered else "", f"{self.wording.named(slot)} = {given}")
        for target, most in self.options.capacity.items():
            yield Text(f"      no more than {most} may go to {self.wording.named(target)}", style="dim")
        if self.current is not None:
            yield self._offered(self.current)

    def _offered(self, slot: str) -> Text:
        none = " (or - for none)" if slot in self.options.optional else ""
        return Text(f"  {self.wording.label(slot)}: {_values(self.options.slots[slot], self.wording)}{none}")

    def goes_on(self) -> Iterator[Text]:
        return self.choices() if self.current is None else iter([self._offered(self.current)])

    def how(self) -> str:
        return "done, or slot=value to change" if self.current is None else self.wording.label(self.current)

    def read(self, line: str) -> Action | None:
        if line == "done":
            empty = [slot for slot in self.options.slots if slot not in self.draft and slot in self.options.optional]
            return Allot((*self.draft.items(), *((slot, NONE) for slot in empty)))
        if "=" in line:
            given = [self._pair(word) for word in line.split()]
        elif self.current is None:
            raise Refused(Refusal(f"'{line}' is no answer here: {self.how()}"))
        else:
            given = [(self.current, self._value(self.current, line))]
        for slot, value in given:
            self.draft.pop(slot, None)
            self.draft[slot] = value
        return None

    def _pair(self, word: str) -> tuple[str, str]:
        name, equals, text = word.partition("=")
        slot = self.slots.find(name)
        if slot is None or not equals:
            known = ", ".join(self.options.slots)
            raise Refused(Refusal(f"'{word}' is not slot=value with one of the slots {known}"))
        return slot, self._value(slot, text)

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
                    self._pair(word)
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
        self.question = question(self.wording, decision.options)
        offered = list(islice(decision.asides, len(ascii_lowercase))) if decision.asides is not None else []
        self.asides: dict[str, Action] = dict(zip(ascii_lowercase, offered, strict=False))

    def lines(self) -> Iterator[Text]:
        """What is asked, the choices, and the asides."""
        prompt = self.decision.prompt or "What do you choose?"
        yield Text.assemble((prompt, "bold"), (f"  {self.decision.rule}", "dim"))
        yield from self.question.choices()
        if self.asides:
            yield Text("  and before that, if you like:", style="dim")
            yield from (_numbered(letter, self.wording.action(aside)) for letter, aside in self.asides.items())

    def read(self, line: str) -> Action | None:
        """The answer or aside that a line stands for, or None while more is needed."""
        if not self.question.claims(line):
            if line in self.asides:
                return self.asides[line]
            if line.split()[0] in self.notation.actions:
                return self.notation.parse(line)
        return self.question.read(line)

    def why_not(self, line: str) -> Refusal | None:
        """Why an answer would be refused, or None if it would be taken."""
        if line.split()[0] in self.notation.actions:
            return self.decision.refusal(self.notation.parse(line))
        return self.question.why_not(line)

    def notations(self) -> list[str]:
        """How the actions of the game are written."""
        return [usage(action) for action in self.notation.actions.values() if action.__struct_fields__ != ("pairs",)]


def _plain(piece: PieceView) -> PieceView:
    """A piece of one's own without the word that it lies face down, as most do."""
    return msgspec.structs.replace(piece, face_down=False)


def _numbered(number: int | str, words: str) -> Text:
    return Text.assemble((f"{number:>4}  ", "bold"), words)


def _values(domain: Domain, wording: Wording) -> str:
    """The values of a domain in a line or two."""
    if isinstance(domain, Either):
        return "; or ".join(_values(part, wording) for part in domain.domains)
    if isinstance(domain, Routes):
        return f"a route that costs {domain.points} at most, written {domain.start}>next>next"
    values = list(domain)
    if Menu(values, wording).numbered:
        return ", ".join(f"{number} {wording.named(value)}" for number, value in enumerate(values, 1))
    if len(values) <= FEW:
        return ", ".join(map(wording.named, values))
    drawn = runs(sorted(values))
    more = " … (`why` and a value tells whether it may be chosen)" if len(drawn) > FEW else ""
    return f"{len(values)} to choose from: {', '.join(drawn[:FEW])}{more}"


def _value(domain: Domain, text: str, wording: Wording) -> str:
    """The value of a domain that a person means."""
    if text in domain:
        return text
    if isinstance(domain, Either):
        named = [part for part in domain.domains if isinstance(part, Among)]
        if found := next((word for part in named if (word := Menu(list(part), wording).find(text)) is not None), None):
            return found
    elif not isinstance(domain, Routes) and (found := Menu(list(domain), wording).find(text)) is not None:
        return found
    raise Refused(domain.refusal(text) or Refusal(f"{text} is not among the choices"))
