"""What a client sees: boards, pieces, sightings, tracks, clock, log and decision, the same for every game.

A game turns what is known into a `Situation`; the umpire adds the log, the decision and who is waited for. The JSON
Schema of `View` is what clients are built on.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.events import Drew, Event, Fact, Revealed, Rolled, Told, seen
from barents.kernel.game import Result
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.wire import OptionsWire, PickWire

if TYPE_CHECKING:
    from barents.kernel.match import Match


class Board(msgspec.Struct, frozen=True):
    """The map or a display. Its cells and their shapes are a static file, `geometry`."""

    name: str
    title: str
    geometry: str
    marks: dict[str, tuple[str, ...]] = {}


class PieceView(msgspec.Struct, frozen=True):
    """A counter: where it lies, whose it is, what may be seen of it."""

    id: str
    board: str
    cell: str
    side: Side
    kind: str
    label: str
    short: str = ""
    face_down: bool = False
    badges: tuple[str, ...] = ()
    card: dict[str, Fact] = {}


class SightingView(msgspec.Struct, frozen=True):
    """A last known position, with its age in turns and its source."""

    cell: str
    what: str
    source: str
    turn: int
    age: int


class Track(msgspec.Struct, frozen=True):
    """A number that both or one side may see: points, decoys in hand."""

    name: str
    title: str
    value: int
    most: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """Where the game stands in time, and what the sky is like."""

    turn: int
    turns: int
    phase: str = ""
    date: str = ""
    weather: str = ""
    light: str = ""


class Situation(msgspec.Struct, frozen=True):
    """A game's part of a view."""

    boards: tuple[Board, ...]
    pieces: tuple[PieceView, ...]
    clock: Clock
    sightings: tuple[SightingView, ...] = ()
    tracks: tuple[Track, ...] = ()


class Odds(msgspec.Struct, frozen=True):
    """What a gamble is worth, from what the player may know."""

    chance: float
    of: str
    modifiers: dict[str, int] = {}


class LogLine(msgspec.Struct, frozen=True):
    """An event in words, under this observer's own number."""

    number: int
    rule: str
    text: str
    event: Told | Rolled | Drew | Revealed


class DecisionView(msgspec.Struct, frozen=True):
    """What is asked, with the listed options in words and the odds of those that are gambles."""

    rule: str
    prompt: str
    options: OptionsWire
    words: dict[str, str] = {}
    odds: dict[str, Odds] = {}
    asides: OptionsWire | None = None
    window: bool = False


class View(msgspec.Struct, frozen=True):
    """All that an observer may see."""

    observer: Observer
    game: str
    scenario: str
    situation: Situation
    log: tuple[LogLine, ...]
    waiting: tuple[str, ...]
    decision: DecisionView | None = None
    undo: bool = False
    draw_offer: Side | None = None
    result: Result | None = None


def view_schema() -> dict[str, Any]:
    """The JSON Schema of a view."""
    return msgspec.json.schema(View)


def view_of(match: "Match[Any, Any]", observer: Observer, log_from: int = 0) -> View:
    """The match as an observer may see it; the log from a line on."""
    game, data = match.game, match.data
    eyes = observer if match.result is None else Observer.UMPIRE
    known = match.known(eyes)
    side = observer.side
    decision = match.pending.get(side) if side is not None else None
    return View(
        observer=observer,
        game=game.name,
        scenario=match.terms.scenario if match.terms is not None else "",
        situation=game.view(data, known, eyes),
        log=tuple(log_lines(match, eyes))[log_from:],
        waiting=waited_for(match, observer),
        decision=None if decision is None else decision_view(match, decision, known),
        undo=side is not None and match.can_undo(side),
        draw_offer=match.draw_offer,
        result=match.result,
    )


def waited_for(match: "Match[Any, Any]", observer: Observer) -> tuple[str, ...]:
    """Who must decide, as an observer may know: a secret window looks like the umpire at work."""
    waiting = []
    for side, decision in match.pending.items():
        hidden = decision.window and observer not in (eyes_of(side), Observer.UMPIRE)
        waiting.append("umpire" if hidden else side.value)
    return (*waiting, *(side.value for side in match.awaited))


def decision_view(match: "Match[Any, Any]", decision: Decision[Any], known: Any) -> DecisionView:
    """A decision in words, as the side that is asked sees it."""
    game, data = match.game, match.data
    options = decision.options.wire()
    words: dict[str, str] = {}
    odds: dict[str, Odds] = {}
    asides = decision.asides.wire() if decision.asides is not None else None
    listed: list[Action] = []
    for shape in (options, asides):
        if isinstance(shape, PickWire):
            listed += [game.notation.from_object(option.action) for option in shape.listed]
    for action in listed:
        words[str(action)] = game.words(data, known, action)
        chance = game.odds(data, known, decision, action)
        if chance is not None:
            odds[str(action)] = chance
    return DecisionView(decision.rule, decision.prompt, options, words, odds, asides, decision.window)


def log_lines(match: "Match[Any, Any]", observer: Observer) -> Iterable[LogLine]:
    """The log as an observer may read it, numbered for that observer alone."""

    def label(name: str) -> str:
        return match.game.label(match.data, name)

    number = 0
    for entry in match.log or ():
        event = seen(entry, observer)
        if isinstance(event, (Told, Rolled, Drew, Revealed)):
            yield LogLine(number, event.rule, in_words(event, label), event)
            number += 1


def in_words(event: Event, label: Callable[[str], str]) -> str:
    """An event as a sentence; dice explain themselves.

    >>> in_words(Rolled("X-1", "u-255", "d6", (4,), {"ace": 3, "two escorts": -2}, 5), str.upper)
    'U-255: d6 4 +3 ace −2 two escorts = 5'
    """
    match event:
        case Told():
            about = {k: label(v) if isinstance(v, str) else v for k, v in event.about.items()}
            return event.words.format_map(about)
        case Rolled():
            parts = [f"{label(event.subject)}:" if event.subject else "Roll:", event.die]
            parts.append("+".join(map(str, event.faces)) if event.faces else "hidden")
            for name, value in event.modifiers.items():
                if value:
                    parts.append(f"{'+' if value > 0 else '−'}{abs(value)} {name}")
            if event.total is not None:
                parts.append(f"= {event.total}")
            return " ".join(parts)
        case Drew():
            drawn = ", ".join(label(item) for item in event.drawn) or "nothing"
            return f"{label(event.subject) + ': ' if event.subject else ''}{event.count} of {event.pool} drawn: {drawn}"
        case Revealed():
            return f"Identified: {', '.join(label(piece) for piece in event.pieces)}"
    raise TypeError(f"no words for {type(event).__name__}")


class Frame(msgspec.Struct, frozen=True):
    """One update to one observer."""

    revision: int
    view: View


class Feed:
    """What one observer is sent: a frame for each change that this observer can see, and nothing else.

    The revision counts those frames alone, so that it tells nothing of what happens out of sight.
    """

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.revision = 0
        self._last: bytes = b""

    def update(self, match: "Match[Any, Any]") -> Frame | None:
        """The next frame, or None if nothing has changed for this observer."""
        view = match.view(self.observer)
        encoded = msgspec.msgpack.encode(view)
        if encoded == self._last:
            return None
        self._last = encoded
        self.revision += 1
        return Frame(self.revision, view)
