"""Events: what happened, in words and dice, and who may know it.

There is one log. Each observer reads it through `seen`, which leaves out what that observer may not know: a whole
event, or parts of a roll (its faces, its modifiers and its total may have different audiences).
"""

from typing import NamedTuple, TypeAlias

import msgspec

from barents.kernel.sides import Audience, Observer

Fact: TypeAlias = str | int


class Event(msgspec.Struct, frozen=True, tag_field="what", tag=str.lower):
    """Something that happened, under a rule."""

    rule: str


class Told(Event, frozen=True):
    """Words for the log, with `{names}` that stand for the facts in `about`."""

    words: str
    about: dict[str, Fact] = {}


class Rolled(Event, frozen=True):
    """A throw of dice: natural faces, each modifier by name, and the total. What is not seen is left out.

    `needs` says what total does what, in a few words; it is seen with the total.
    """

    subject: str
    die: str
    faces: tuple[int, ...] = ()
    modifiers: dict[str, int] = {}
    total: int | None = None
    needs: str = ""


class Drew(Event, frozen=True):
    """A random draw without replacement."""

    subject: str
    count: int
    pool: int
    drawn: tuple[str, ...] = ()


class Revealed(Event, frozen=True):
    """Pieces shown to an audience."""

    pieces: tuple[str, ...]


class Entry(NamedTuple):
    """A line of the one log: the event, who may know it, and who may know the parts of a roll."""

    event: Event
    to: Audience
    modifiers_to: Audience
    total_to: Audience


def seen(entry: Entry, observer: Observer) -> Event | None:
    """The event as an observer may know it, or None."""
    event = entry.event
    if isinstance(event, Rolled) and not (entry.to is entry.modifiers_to is entry.total_to):
        faces = entry.to.includes(observer)
        modifiers = entry.modifiers_to.includes(observer)
        total = entry.total_to.includes(observer)
        if not (faces or modifiers or total):
            return None
        return Rolled(
            event.rule,
            event.subject,
            event.die,
            event.faces if faces else (),
            event.modifiers if modifiers else {},
            event.total if total else None,
            event.needs if total else "",
        )
    return event if entry.to.includes(observer) else None
