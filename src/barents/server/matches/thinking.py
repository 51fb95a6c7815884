"""Computer players think here, each in a process of its own, so that nobody waits for another's match.

A thinker is handed what `Player.choose` needs and nothing else: what the side may know, the decision in its wire form,
and dice of its own; one that searches also how the decision was reached, as its side may know it. One that hangs is
killed and replaced; the others do not notice.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Decision, from_wire
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Approach, Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.wire import OptionsWire
from barents.players import OUTLOOKS, is_searched, player
from barents.players.advice import advice_of
from barents.players.bots import BotFault
from barents.players.search import Budget, Search
from barents.server.processes import BrokeDown, Hung, Preparation, Processes, own_data

PONDERING = Budget(times=2, milliseconds=700)
"""What a search may take for an answer. With the way to its process and back this is less than the beat of a table
where a player searches: how long it thought about a hidden question cannot be told from when its answer is shown."""


class ThinkingError(Exception):
    """A player did not come to an answer; the message is for the people at its table.

    For the operator: the kind of error, and the lines of code on its way. Its own words may quote what a side knows.
    """

    def __init__(self, words: str, kind: str, places: tuple[str, ...] = ()) -> None:
        super().__init__(words)
        self.kind = kind
        self.places = places


class Failure(msgspec.Struct, frozen=True):
    """How a player failed, on its way back."""

    kind: str
    places: tuple[str, ...]


class Way(msgspec.Struct, frozen=True):
    """How a decision was reached (an `Approach`), on its way to a player that searches."""

    known: bytes
    choices: tuple[tuple[Side, str], ...]
    dice: dict[str, bytes]


class Question(msgspec.Struct, frozen=True):
    """A decision on its way to a player."""

    game: str
    player: str
    side: Side
    rule: str
    prompt: str
    window: bool
    options: OptionsWire
    asides: OptionsWire | None
    open_to_asides: bool
    known: bytes
    way: Way | None = None
    question: str = ""
    """The id of the question that the game's package has for it."""


class Weighed(msgspec.Struct, frozen=True):
    """Another answer on its way back: in notation, and what it is worth (`barents.players.advice.Other`)."""

    action: str
    gain: float
    spread: float


class Told(msgspec.Struct, frozen=True):
    """An adviser's advice on its way back."""

    action: str
    reasons: tuple[str, ...]
    others: tuple[Weighed, ...]
    worlds: int


def question(match: Match[Any, Any], side: Side, name: str, *, advise: bool = False) -> Question:
    """The pending decision of a side, for a player; whoever is to `advise` is always told how it was reached."""
    decision = match.pending[side]
    asides = decision.asides
    return Question(
        match.game.name,
        name,
        side,
        decision.rule,
        decision.prompt,
        decision.window,
        decision.options.wire(in_order=True),
        None if asides is None else asides.wire(in_order=True),
        decision.open_to_asides,
        match.game.encoder.encode(match.known(eyes_of(side))),
        _way(match, side) if advise or is_searched(name, match.game.name, decision) else None,
        "" if decision.question is None else decision.question.id,
    )


def _way(match: Match[Any, Any], side: Side) -> Way:
    approach = match.approach(side)
    choices = tuple((who, str(action)) for who, action in approach.choices)
    return Way(match.game.encoder.encode(approach.known), choices, approach.dice)


def approach_of(way: Way, game: Game[Any, Any]) -> Approach[Any]:
    """The approach again, in the process that thinks about it."""
    choices = tuple((who, game.notation.parse(text)) for who, text in way.choices)
    return Approach(game.decoder.decode(way.known), choices, way.dice)


def decision_of(asked: Question, game: Game[Any, Any], data: Any) -> Decision[Any]:
    """The decision again, in the process that thinks about it."""
    boards = game.boards(data)
    asides = None if asked.asides is None else from_wire(asked.asides, game.notation, boards)
    return Decision(
        asked.side,
        game.question(asked.question) or asked.rule,
        from_wire(asked.options, game.notation, boards),
        asked.prompt,
        (lambda: asides) if asked.open_to_asides else None,
        asked.window,
    )


def _choose(asked: bytes, dice: Dice) -> str | Failure:
    """In the thinker's process: a player's answer, in notation, or how it failed."""
    try:
        return answer_to(msgspec.msgpack.decode(asked, type=Question), dice)
    except BotFault as error:
        return Failure(type(error).__name__, (error.fault.place,))
    except Exception as error:
        return Failure(type(error).__name__, places_of(error.__traceback__))


def _advise(asked: bytes, dice: Dice) -> Told | Failure:
    """In the thinker's process: an adviser's advice, or how it failed."""
    try:
        return advice_to(msgspec.msgpack.decode(asked, type=Question), dice)
    except Exception as error:
        return Failure(type(error).__name__, places_of(error.__traceback__))


def places_of(trace: TracebackType | None) -> tuple[str, ...]:
    """The lines of code on an error's way, from `barents` on."""
    frames = [(Path(frame.filename).parts, frame.lineno) for frame in traceback.extract_tb(trace)]
    own = ("barents" in parts and parts.index("barents") for parts, _ in frames)
    return tuple(f"{'/'.join(parts[start or -1 :])}:{line}" for (parts, line), start in zip(frames, own, strict=True))


def answer_to(what: Question, dice: Dice) -> str:
    """A player's answer to what it has been sent, in notation."""
    game, data = registry.find(what.game), own_data(what.game)
    known = game.decoder.decode(what.known)
    decision = decision_of(what, game, data)
    thinks = player(what.player, what.game, data, PONDERING)
    if what.way is not None and isinstance(thinks, Search):
        return str(thinks.search(approach_of(what.way, game), known, decision, dice))
    return str(thinks.choose(known, decision, dice))


def advice_to(what: Question, dice: Dice) -> Told:
    """An adviser's advice to what it has been sent."""
    game, data = registry.find(what.game), own_data(what.game)
    known, decision = game.decoder.decode(what.known), decision_of(what, game, data)
    approach = None if what.way is None else approach_of(what.way, game)
    outlook = OUTLOOKS.get(what.game, None)
    found = advice_of(player(what.player, what.game, data), game, data, known, decision, dice, outlook, approach)
    others = tuple(Weighed(str(other.answer), other.gain, other.spread) for other in found.others)
    return Told(str(found.answer), found.reasons, others, found.worlds)


class Thinkers:
    """The processes in which players think: a few are kept, more are started while those are busy."""

    def __init__(
        self, ready: int, most: int, seconds: float, plug_ins: tuple[str, ...] = (), pack: DataPack | None = None
    ) -> None:
        self.seconds = seconds
        self._processes = Processes(ready, most, Preparation(plug_ins, pack))

    @property
    def number(self) -> int:
        """How many processes there are."""
        return self._processes.number

    @property
    def busy(self) -> int:
        """How many processes think."""
        return self._processes.busy

    async def start(self) -> None:
        """Start the processes that are kept."""
        await self._processes.start()

    def close(self) -> None:
        """Let every process go, also one that is still thinking."""
        self._processes.close()

    async def choose(self, asked: Question, dice: Dice) -> str:
        """A player's answer in notation; `ThinkingError` if it crashes or takes too long."""
        answer = await self._ask(_choose, asked, dice)
        assert isinstance(answer, str)
        return answer

    async def advise(self, asked: Question, dice: Dice) -> Told:
        """An adviser's advice; `ThinkingError` if it crashes or takes too long."""
        told = await self._ask(_advise, asked, dice)
        assert isinstance(told, Told)
        return told

    async def _ask(
        self, what: Callable[[bytes, Dice], str | Told | Failure], asked: Question, dice: Dice
    ) -> str | Told:
        try:
            answer = await self._processes.run(self.seconds, what, msgspec.msgpack.encode(asked), dice)
        except Hung:
            words = f"The computer player '{asked.player}' did not come to a decision in time."
            raise ThinkingError(words, "TimeoutError") from None
        except BrokeDown:
            words = f"The computer player '{asked.player}' has broken down."
            raise ThinkingError(words, "BrokenProcessPool") from None
        if isinstance(answer, Failure):
            words = f"The computer player '{asked.player}' has failed."
            raise ThinkingError(words, answer.kind, answer.places)
        return answer
