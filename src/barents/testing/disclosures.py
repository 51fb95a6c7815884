"""What the umpire may tell a side of what the other hides: each game declares it, and all else is a leak.

Twin worlds part when an observer is told something different in them. The dice that it sees fell alike, and it has
chosen alike: so what made the difference was hidden from it, and has been disclosed. Two things must hold then.

- The rule under which it is told is declared in the file `disclosures.toml` of the game's package, with the facts
  that may be in such an event and the reason: under `[[everyone]]` what all may hear, under `[[one_side]]` what only
  one side may; where it is always the same, `side` says which. A star stands for all rules that begin so. An umpire
  that says aloud what it draws, what a dummy is, or why a unit stays, speaks under a rule that discloses nothing, or
  to those who may not hear it, or names a fact that does not belong there.
- What was told is kept: where the others have chosen alike too, the observer *knows* something different in the two
  worlds from then on. What is told and kept nowhere would be forgotten by views, by those who imagine worlds and by
  this test, and stay in the log for anyone who reads. Events of which it must be so are declared as `passing`.

In dice that an observer sees nothing differs, whatever they decide. So they are thrown again, in the same world: where
other faces change what is hidden, and nothing that the observer knows, a secret die was thrown openly. The exceptions
are declared under `[[dice]]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.events import Drew, Entry, Event, Revealed, Rolled, Told, seen
from barents.kernel.game import Game
from barents.kernel.sides import EVERYONE, Observer, Side, eyes_of

FILE = "disclosures.toml"


class Heard(NamedTuple):
    """An event as an observer hears it, and whether everyone does."""

    event: Event
    openly: bool
    observer: Observer


class Disclosure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules under which something hidden may be told, the facts that may be in it, and why; to one `side`, if named."""

    rules: tuple[str, ...]
    facts: tuple[str, ...]
    why: str
    passing: bool = False
    side: Side | None = None

    def is_for(self, observer: Observer) -> bool:
        """Whether an observer may be told."""
        return self.side is None or eyes_of(self.side) is observer


class OpenDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules whose dice are seen by those who do not see all that they decide, and why."""

    rules: tuple[str, ...]
    why: str


class Disclosures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game may disclose. It may also use what another game declares, if that is played inside it."""

    game: str
    also: tuple[str, ...] = ()
    everyone: tuple[Disclosure, ...] = ()
    one_side: tuple[Disclosure, ...] = ()
    dice: tuple[OpenDice, ...] = ()

    @property
    def rules(self) -> list[str]:
        """Every rule that the game itself declares."""
        told = [rule for one in (*self.everyone, *self.one_side) for rule in one.rules]
        return told + [rule for one in self.dice for rule in one.rules]

    @property
    def file(self) -> str:
        """Where to declare more."""
        return f"{self.game}/{FILE}"

    def objection(self, heard: Heard) -> str:
        """Why something hidden may not be told so; nothing if it may."""
        declared, rule = self._declared(heard), heard.event.rule
        where = f"[[{'everyone' if heard.openly else 'one_side'}]] in {self.file}"
        if not declared:
            return f"{rule} is not declared as a rule by which anything hidden is told ({where})"
        facts = [fact for fact in facts_of(heard.event) if not any(fact in one.facts for one in declared)]
        return f"{rule} is not declared to tell {', '.join(facts)} ({where})" if facts else ""

    def is_passing(self, heard: Heard) -> bool:
        """Whether it is in order that nothing of this is kept."""
        return any(one.passing for one in self._declared(heard))

    def may_be_open(self, heard: Heard) -> bool:
        """Whether these dice may decide what those who see them do not know."""
        here = any(among(heard.event.rule, one.rules) for one in self.dice)
        return here or any(of(game).may_be_open(heard) for game in self.also)

    def _declared(self, heard: Heard) -> list[Disclosure]:
        """What all may hear, one side may hear too."""
        tables = self.everyone if heard.openly else (*self.everyone, *self.one_side)
        inner = [one for game in self.also for one in of(game)._declared(heard)]
        return [one for one in tables if among(heard.event.rule, one.rules) and one.is_for(heard.observer)] + inner


def among(rule: str, rules: Iterable[str]) -> bool:
    """Whether a rule is one of these, of which some end with a star: all that begin so."""
    return any(rule.startswith(one[:-1]) if one.endswith("*") else rule == one for one in rules)


def of(game: Game[Any, Any] | str) -> Disclosures:
    """What a game declares; nothing if it has no file."""
    rules = registry.find(game) if isinstance(game, str) else game
    return _declared_in(rules.package, rules.name)


@cache
def _declared_in(package: str, game: str) -> Disclosures:
    file = files(package).joinpath(FILE)
    table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return msgspec.convert({**table, "game": game}, Disclosures)


def facts_of(event: Event) -> tuple[str, ...]:
    """The names of what an event says: of words their facts, of anything else what kind of thing it is."""
    match event:
        case Told():
            return tuple(event.about)
        case Rolled():
            return ("roll",)
        case Drew():
            return ("draw",)
        case Revealed():
            return ("pieces",)
    return ("result",)


def heard(log: Iterable[Entry], observer: Observer) -> list[Heard]:
    """All that an observer hears."""
    events = ((seen(entry, observer), entry.to is EVERYONE) for entry in log)
    return [Heard(event, openly, observer) for event, openly in events if event is not None]


def parted(left: Sequence[Heard], right: Sequence[Heard]) -> tuple[Sequence[Heard], Sequence[Heard]]:
    """What two accounts say from where they differ."""
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return left[at:], right[at:]


def objections(declared: Disclosures, one: Sequence[Heard], other: Sequence[Heard], *, together: bool) -> list[str]:
    """Why two worlds may not be told apart by this; nothing if they may.

    Worlds that are not together wait for different answers. Then one of them may not have come to what it tells next.
    """
    firsts = [*one[:1], *other[:1]]
    guilty = (
        firsts if len(firsts) < 2 or _shape(one[0]) == _shape(other[0]) else [*_only(one, other), *_only(other, one)]
    )
    found = [declared.objection(event) for event in guilty or firsts]
    # Where both come in the other world too, only later, one of them has put the other off.
    return [objection for objection in found if objection] if (together and guilty) or all(found) else []


def _only(one: Sequence[Heard], other: Sequence[Heard]) -> Sequence[Heard]:
    """The first event, if nothing like it follows in the other world: else it was only put off there."""
    return () if any(_shape(heard) == _shape(one[0]) for heard in other) else one[:1]


def _shape(heard: Heard) -> tuple[type, str, str]:
    """What an event is without its facts."""
    event = heard.event
    return type(event), event.rule, event.words if isinstance(event, Told) else ""
