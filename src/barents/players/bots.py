"""Players from anywhere: `my_bot:Bold` is the class `Bold` of the module `my_bot`.

A bot is handed copies: what its side may know, and the decision as a client would have it. Nothing in them leads back
to the match. What it raises or answers illegally is a fault and is counted; then a stand-in answers, if there is one.
"""

from __future__ import annotations

import hashlib
import inspect
import traceback
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, from_wire
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.plugins import is_address, thing_at
from barents.kernel.sides import Side

if TYPE_CHECKING:
    from barents.players import Player

OnFault = Literal["doctrine", "forfeit"]
"""What follows a bot's fault: doctrine answers for it this once, or its side gives up."""


class NoPlayer(LookupError):
    """What was named is no player; the message says why, and how one is written."""


class Fault(msgspec.Struct, frozen=True):
    """What a bot did wrong, about which rule, and where in its code."""

    side: Side
    player: str
    rule: str
    words: str
    place: str

    def __str__(self) -> str:
        return f"at {self.rule}, {self.words} ({self.place})"


class Faults(msgspec.Struct, frozen=True):
    """How often a bot was at fault in a game, and the first time."""

    count: int
    first: Fault


class BotFault(Exception):
    """A bot gave no answer that could be taken, and nobody stands in for it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"the player {fault.player} failed {fault}")
        self.fault = fault


def bots_among(names: Iterable[str]) -> list[str]:
    """Those of some players' names that say where a bot is found.

    >>> bots_among(["captain", "my_bot:Bold"])
    ['my_bot:Bold']
    """
    return [name for name in names if is_address(name)]


class Bot:
    """A player from anywhere, with what keeps the game safe from it."""

    def __init__(self, name: str, game: Game[Any, Any], data: Any, stand_in: Player | None = None) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self._game = game
        self._data = data
        self._stand_in = stand_in
        self._bot = _made(name, data)
        self._sees_nothing = bool(getattr(self._bot, "blind", False))
        self.blind = self._sees_nothing and (stand_in is None or stand_in.blind)

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The bot's answer; if there is none, the stand-in's, or `BotFault`."""
        try:
            return self._answer(known, decision, dice)
        except BotFault as error:
            self.faults.append(error.fault)
            if self._stand_in is None:
                raise
            return self._stand_in.choose(known, decision, dice)

    def _answer(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        seen = None if self._sees_nothing or known is None else self._game.clone(known)
        try:
            answer = self._bot.choose(seen, apart(decision, self._game, self._data), dice)
        except (Exception, SystemExit) as error:
            raise self._fault(decision, f"it raised {_told(error)}", _place_of(error, self.name)) from error
        if not isinstance(answer, Action):
            raise self._fault(decision, f"it answered {answer!r:.80}, which is no action", _place_in(self._bot.choose))
        if (refusal := decision.refusal(answer)) is not None:
            words = f"it answered '{answer!s:.80}', which is refused: {refusal}"
            raise self._fault(decision, words, _place_in(self._bot.choose))
        return answer

    def _fault(self, decision: Decision[Any], words: str, place: str) -> BotFault:
        return BotFault(Fault(decision.side, self.name, decision.rule, words, place))

    def goes_in_circles(self, decision: Decision[Any], words: str) -> None:
        """Count that it answers on and on, and the game does not."""
        self.faults.append(self._fault(decision, f"it went in circles: {words}", _place_in(self._bot.choose)).fault)

    @property
    def counted(self) -> Faults | None:
        """Its faults so far."""
        return Faults(len(self.faults), self.faults[0]) if self.faults else None


def faults_of(players: Iterable[Player]) -> tuple[Faults, ...]:
    """What those of some players did wrong that are bots."""
    return tuple(player.counted for player in players if isinstance(player, Bot) and player.counted is not None)


def apart(decision: Decision[Any], game: Game[Any, Any], data: Any) -> Decision[Any]:
    """The same decision with nothing behind it: its options are built anew from what a client would be sent."""
    boards = game.boards(data)
    asides = decision.asides
    beside = None if asides is None else from_wire(asides.wire(in_order=True), game.notation, boards)
    return Decision(
        decision.side,
        decision.question or decision.rule,
        from_wire(decision.options.wire(in_order=True), game.notation, boards),
        decision.prompt,
        (lambda: beside) if decision.open_to_asides else None,
        decision.window,
    )


def insist_on_bots(names: Iterable[str]) -> None:
    """Raise `LookupError` for an address under which there is nothing that could be a player."""
    for name in bots_among(names):
        _maker(name)


def digest(name: str) -> str:
    """What tells the code of a bot from that of yesterday: a hash of its file."""
    file = inspect.getsourcefile(inspect.unwrap(_maker(name)))
    return "" if file is None else hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]


def _maker(name: str) -> Any:
    """What makes a bot: its class, mostly."""
    maker = thing_at(name)
    if not callable(maker):
        raise NoPlayer(f"{name} is no player: it is a {type(maker).__name__}, and a player is a class with `choose`")
    if inspect.isclass(maker) and not callable(getattr(maker, "choose", None)):
        raise NoPlayer(f"{name} is no player: it has no method `choose(self, known, decision, dice)`")
    return maker


def _made(name: str, data: Any) -> Any:
    """The bot itself, made with the game's data if it takes them, else with nothing."""
    maker = _maker(name)
    arguments = next((given for given in ((data,), ()) if _takes(maker, *given)), None)
    if arguments is None:
        raise NoPlayer(f"{name} takes {_signature(maker)}: a player is made with the game's data, or with nothing")
    try:
        bot = maker(*arguments)
    except Exception as error:
        raise NoPlayer(f"{name} cannot be made: it raised {_told(error)} ({_place_of(error, name)})") from error
    choose = getattr(bot, "choose", None)
    if not callable(choose):
        raise NoPlayer(f"{name} is no player: what it makes has no method `choose(self, known, decision, dice)`")
    if not _takes(choose, None, None, None):
        raise NoPlayer(
            f"`choose` of {name} takes {_signature(choose)}: it is given what its side knows, the decision and dice"
        )
    return bot


def _takes(function: Any, *arguments: object) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # of some built-in things nobody can say
        return True
    return True


def _signature(function: Any) -> str:
    return str(inspect.signature(function))


def _told(error: BaseException) -> str:
    words = str(error).strip().splitlines()
    return f"{type(error).__name__}: {words[0]:.120}" if words else type(error).__name__


def _place_of(error: BaseException, name: str) -> str:
    """Where in a bot's own code an error came about: the deepest line of its file, or of any, if none is."""
    frames = traceback.extract_tb(error.__traceback__)
    file = None
    with suppress(TypeError):
        file = inspect.getsourcefile(inspect.unwrap(_maker(name)))
    own = [frame for frame in frames if file is not None and frame.filename == file]
    if not frames:
        return name
    deepest = (own or frames)[-1]
    return f"{_short(deepest.filename)}:{deepest.lineno}, in {deepest.name}"


def _place_in(function: Any) -> str:
    """Where a function stands."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return getattr(function, "__qualname__", "choose")
    return f"{_short(code.co_filename)}:{code.co_firstlineno}, in {code.co_name}"


def _short(file: str) -> str:
    """A file as seen from here."""
    path = Path(file)
    return path.relative_to(Path.cwd()).as_posix() if path.is_relative_to(Path.cwd()) else path.name
