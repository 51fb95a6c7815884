"""What the storytellers of games on a chart have in common: places by name, units by name, and what came of a deed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec.structs import replace

from barents.atlas.places import gazetteer
from barents.kernel.events import Fact
from barents.kernel.sides import Observer, Side
from barents.kernel.story import BLANK, Deed, Memory, Telling
from barents.kernel.view import Change, Hits, LogLine, Shot
from barents.kernel.words import listed

MOST = 4
"""So many sentences make a card of a report."""


class Unit(Protocol):
    """A counter of any game: what it is called, and whose it is."""

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> Side: ...


class Face(Protocol):
    """What is printed on a counter in some state, and what it says in words."""

    @property
    def nation(self) -> str: ...

    @property
    def factors(self) -> tuple[str, ...]: ...

    @property
    def move(self) -> str: ...

    @property
    def hits(self) -> Hits | None: ...

    @property
    def facts(self) -> Mapping[str, Fact]: ...


def destroyed(unit: Unit, piece: str, kind: str, face: Face, words: str = "sunk") -> Change:
    """What became of a unit that is gone: its counter as it was printed."""
    nation, factors, move = face.nation, face.factors, (face.move, "")
    return Change(unit.name, unit.side, piece, kind, nation, factors, move=move, gone=True, words=(words,))


def changed(unit: Unit, piece: str, kind: str, before: Face, after: Face) -> Change:
    """What a hit did to a unit: its counter before and after, and what has changed of it in words."""
    words = tuple(
        f"{what} {fact} → {after.facts.get(what, 0)}"
        for what, fact in before.facts.items()
        if what not in ("hits", "damage points") and after.facts.get(what, 0) != fact
    )
    hits = (before.hits, after.hits) if before.hits is not None and after.hits is not None else None
    taken = (f"hits {after.hits.taken} of {after.hits.of}",) if after.hits is not None else ()
    return Change(
        unit.name,
        unit.side,
        piece,
        kind,
        before.nation,
        before.factors,
        after.factors,
        (before.move, after.move),
        hits,
        words=(*words, *taken),
    )


def carded(
    told: Telling,
    title: str,
    sentences: Sequence[str],
    way: tuple[str, ...] = (),
    changes: Sequence[Change] = (),
    shots: Sequence[Shot] = (),
) -> Telling:
    """A telling that is worth a card of a report, with what stands on it."""
    said = tuple(dict.fromkeys(plain(words) for words in sentences if words))[:MOST]
    return replace(
        told,
        title=" ".join(opened(plain(title)).split()),
        sentences=said,
        way=way,
        changes=tuple(changes),
        shots=tuple(shots),
    )


class Who(NamedTuple):
    """Who did something: in full for a sentence, short enough for a title, and whether they are several."""

    words: str
    brief: str = ""
    many: bool = False

    def does(self, one: str, several: str) -> str:
        """A verb that fits."""
        return several if self.many else one

    @property
    def title(self) -> str:
        """As it begins a title."""
        return opened(self.brief or self.words)


def opened(words: str) -> str:
    """Words as they begin a sentence.

    >>> opened("the Home Fleet sails"), opened("U-88 dives")
    ('The Home Fleet sails', 'U-88 dives')
    """
    return words[:1].upper() + words[1:]


def plain(words: str) -> str:
    """A sentence of a story without its marks: names stand between asterisks only where they are set apart.

    >>> plain("*U-88* dives")
    'U-88 dives'
    """
    return words.replace("*", "")


class ChartDeed(Deed):
    """The lines of a deed on one of the maps. `base` names a hex that has a name in the game, or gives the hex back."""

    def __init__(
        self,
        lines: Sequence[LogLine],
        observer: Observer,
        chart: str,
        units: Mapping[str, Unit],
        base: Callable[[str], str],
        memory: Memory = BLANK,
    ) -> None:
        super().__init__(lines, observer, memory)
        self.places = gazetteer(chart)
        self._units, self._base = units, base

    def where(self, cell: str) -> str:
        """A hex as one says it: at a base, or so far from the nearest place."""
        named = self._base(cell)
        if named == cell:
            return self.places.said(cell) or f"at {cell}"
        return named.removeprefix("the hex ") if named.startswith("the hex off ") else f"at {named}"

    def to(self, cell: str) -> str:
        """A hex as where one has come to, after a comma."""
        where = self.where(cell)
        return where if where.startswith("off ") else f"to {where.removeprefix('at ')}"

    def there(self, cell: str) -> str:
        """A hex in the middle of a sentence."""
        where = self.where(cell)
        return f"{where}," if ", " in where else where

    def called(self, name: str) -> str:
        """A unit by its name."""
        unit = self._units.get(name)
        return name if unit is None else unit.name

    def names(self, units: Sequence[str]) -> str:
        """Some units as one lists them."""
        return listed([self.called(name) for name in units])

    def sailed(self, start: str, end: str, hexes: int) -> str:
        """How far and in which direction a way leads, and where it ends."""
        far = f"{hexes} {'hex' if hexes == 1 else 'hexes'}"
        if start == end:
            return f"{far} and comes back, {self.to(end)}"
        return f"{far} {self.places.bound(start, end)}, {self.to(end)}"

    def is_several(self, unit: str) -> bool:
        """Whether a counter stands for more than one ship, so that they do things, not it."""
        return False

    def are(self, units: Sequence[str]) -> str:
        """The verb that goes with some units."""
        return "are" if len(units) > 1 or self.is_several(units[0]) else "is"

    def briefly(self, units: Sequence[str]) -> str:
        """Some units for a title."""
        return self.names(units) if len(units) == 1 else listed([self.called(name) for name in units], most=2)

    def harm(self, lost: Sequence[str], damaged: Sequence[str], gone: str = "lost") -> list[str]:
        """What it cost, a sentence for those who are gone and one for those who were hit."""
        said = [f"{opened(self.names(lost))} {self.are(lost)} {gone}."] if lost else []
        return [*said, *([f"{opened(self.names(damaged))} {self.are(damaged)} damaged."] if damaged else [])]

    def deadly(
        self,
        who: Who,
        side: Side | None,
        lost: Sequence[str],
        damaged: Sequence[str],
        fly: bool = False,
    ) -> str:
        """A title for what was done to units: who did it, if it was done to the other side; else who suffered it.

        `fly` is whether those that are gone were aircraft.
        """
        sinks = (("shoots down", "shoot down"), "shot down") if fly else (("sinks", "sink"), "lost")
        for harmed, verb, word in ((lost, *sinks), (damaged, ("damages", "damage"), "damaged")):
            theirs = [name for name in harmed if name in self._units and self._units[name].side is not side]
            if theirs and side is not None:
                return f"{who.title} {who.does(*verb)} {self.briefly(theirs)}"
            if harmed:
                return f"{opened(self.briefly(harmed))} {self.are(harmed)} {word}"
        return ""

    def tone(self, good: Side) -> Literal["", "good", "bad"]:
        """How something that is good for a side is to the reader."""
        return "" if self.reader is None else "good" if self.reader is good else "bad"

    def outcome_of(self, lost: Sequence[str], damaged: Sequence[str], gone: str = "lost") -> tuple[str, Side | None]:
        """What came of a deed in a few words, and for whom that is good."""
        words = [f"{self.names(lost)} {gone}"] if lost else []
        words += [f"{self.names(damaged)} damaged"] if damaged else []
        owners = {self._units[name].side for name in (*lost, *damaged) if name in self._units}
        return f"{', '.join(words)}." if words else "", next(iter(owners)).enemy if len(owners) == 1 else None
