"""Odds from the rules themselves: a rule is run with every face of its dice, and its ends are counted.

`every_end` hands the rule an umpire whose dice show one face after the other, on a copy of what somebody knows. Nothing
is told to anyone, no stream of a match is touched. What a player is shown before a gamble so comes from the rule that
will decide it, and no modifier or table is written down a second time.

A question shows them as `Odds`, which `gamble` and `ends` put in words.

Where a gamble is a chain of throws, its links are counted singly and joined by `Spread.then`, which draws equal ends
together, or by `Spread.until`, if it may go on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, fsum, prod
from types import GeneratorType
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Options
from barents.kernel.dice import Die
from barents.kernel.events import Entry, Rolled
from barents.kernel.game import BaseState, D, S
from barents.kernel.sides import Audience, Side
from barents.kernel.umpire import A, Asking, Both, Rule, RuleError, Umpire
from barents.kernel.view import Odds, Outcome

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)
X = TypeVar("X")

MOST_ENDS = 20_000
NEXT_TO_NOTHING = 1e-12  # of what may go on for ever so much is left open

Answers = Callable[[Decision[Any]], Action]


class TooManyEnds(RuntimeError):
    """A rule throws so many dice that its ends cannot be counted: it needs links, or a distribution of its own."""


class Spread(Generic[T]):
    """How likely each end is; the chances add up to one.

    >>> coin = Spread({"heads": 0.5, "tails": 0.5})
    >>> coin["heads"], coin["neither"], coin.chance(lambda end: end in ("heads", "tails"))
    (0.5, 0.0, 1.0)
    >>> coin.then(lambda first: coin.by(lambda again: first == again)).chances
    {True: 0.5, False: 0.5}
    """

    __slots__ = ("chances", "modifiers")

    def __init__(self, chances: Mapping[T, float], modifiers: Mapping[str, int] | None = None) -> None:
        self.chances = dict(chances)
        self.modifiers: dict[str, int] = {} if modifiers is None else dict(modifiers)
        """What was added to the first die that fell."""

    @classmethod
    def sure(cls, end: T) -> Spread[T]:
        """What is no gamble."""
        return cls({end: 1.0})

    def __getitem__(self, end: T) -> float:
        """The chance of one end; none if it cannot come about."""
        return self.chances.get(end, 0.0)

    def chance(self, is_so: Callable[[T], object]) -> float:
        """The chance of all ends of which something is so."""
        return fsum(chance for end, chance in self.chances.items() if is_so(end))

    def mean(self, worth: Callable[[T], float]) -> float:
        """The mean of a number."""
        return fsum(worth(end) * chance for end, chance in self.chances.items())

    def by(self, what: Callable[[T], K]) -> Spread[K]:
        """How likely something is that one can tell of every end."""
        return self.then(lambda end: Spread.sure(what(end)))

    def then(self, after: Callable[[T], Spread[K]]) -> Spread[K]:
        """How likely each end is after one more link of a chain, which is counted once for each end so far."""
        found: dict[K, float] = {}
        for end, chance in self.chances.items():
            for further, part in after(end).chances.items():
                found[further] = found.get(further, 0.0) + chance * part
        return Spread(found, self.modifiers)

    def until(self, is_settled: Callable[[T], bool], again: Callable[[T], Spread[T]]) -> Spread[T]:
        """Go on from whatever is not settled, until next to nothing is open; that is shared among all other ends."""
        once = cache(again)
        found: Spread[T] = self
        while (left := found.chance(lambda end: not is_settled(end))) > NEXT_TO_NOTHING:
            found = found.then(lambda end: Spread.sure(end) if is_settled(end) else once(end))
        settled = {end: chance / (1 - left) for end, chance in found.chances.items() if is_settled(end)}
        return Spread(settled, self.modifiers)


def summed(one: Spread[int], times: int) -> Spread[int]:
    """So many throws that have nothing to do with each other, added up: each counts by itself.

    >>> summed(Spread({0: 0.5, 1: 0.5}), 2).chances
    {0: 0.25, 1: 0.5, 2: 0.25}
    """
    found = Spread.sure(0)
    for _ in range(times):
        found = found.then(lambda total: one.by(lambda more: total + more))
    return found


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0), percent(0.997)
    ('30%', 'under 1%', '0%', 'over 99%')
    """
    chance = round(chance, 9)  # the last bits of a sum must not decide how it is told
    if 0 < chance < 0.01:
        return "under 1%"
    return "over 99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if round(chance, 6) > 0)


def gamble(found: Spread[bool], of: str, fails: str, *notes: str) -> Odds:
    """What succeeds or fails, with what counts for its die."""
    chance = found.chance(bool)
    return Odds(chance, of, found.modifiers, ends({fails: 1 - chance, of: chance}), notes)


def unanswered(decision: Decision[Any]) -> Action:
    """For rules that are to ask nobody."""
    raise RuleError(f"{decision.rule} asks {decision.side}, and nothing says how that is answered")


def every_end(
    data: D,
    state: S,
    rule: Callable[[Umpire[S, D]], Rule[T] | T],
    *,
    answers: Answers = unanswered,
    changes: bool = True,
    alike: bool = False,
    most: int = MOST_ENDS,
) -> Spread[T]:
    """What a rule returns, and how likely that is, over every face of the dice that it throws.

    The rule gets an umpire with a copy of the state, a new one each time; one that changes nothing can do without
    (`changes`). What it asks is answered by `answers`. With `alike` dice of one throw, and what is drawn at once, are
    not told apart: their order must mean nothing to the rule.

    >>> from barents.kernel.dice import D6
    >>> def strike(u):
    ...     "A hit on 5 or 6; and then it is sunk by another 6."
    ...     if u.roll(D6, "strike", modifiers={"fog": -1}) < 4:
    ...         return "miss"
    ...     return "sunk" if u.roll(D6, "sink") == 6 else "hit"
    >>> found = every_end(None, BaseState(agenda=[]), strike)
    >>> found["miss"] == 4 / 6, found["sunk"] == 2 / 36, found.modifiers
    (True, True, {'fog': -1})
    """
    table = _Table(alike)
    fresh = _copier(state) if changes else lambda: state
    counted: dict[tuple[T, int], int] = {}  # by the end and the number of ways that its dice could have fallen
    modifiers: dict[str, int] | None = None
    for _ in range(most):
        end = _answered(rule(_Counting(table, data, fresh())), answers)
        ways, of = table.weight()
        counted[end, of] = counted.get((end, of), 0) + ways
        if modifiers is None:
            modifiers = table.first_modifiers()
        if not table.next():
            break
    else:
        raise TooManyEnds(f"a rule has more than {most} ends: count its links singly and join them")
    chances: dict[T, float] = {}
    for (end, of), number in counted.items():
        chances[end] = chances.get(end, 0.0) + number / of
    return Spread(chances, modifiers)


def every_throw(data: D, rule: Callable[[Umpire[Any, D]], T]) -> Spread[T]:
    """`every_end` of a procedure that throws dice and reads tables, and looks at no state: easy to keep in a cache.

    >>> from barents.kernel.dice import D6
    >>> every_throw(None, lambda u: u.roll(2 * D6, "contact") >= 11)[True] == 3 / 36
    True
    """
    return every_end(data, BaseState[Any](agenda=[]), rule, changes=False)


def _answered(outcome: Rule[X] | X, answers: Answers) -> X:
    """What a procedure returns, if it is one, with every question answered."""
    if not isinstance(outcome, GeneratorType):
        return cast(X, outcome)
    reply: Any = None
    while True:
        try:
            request = outcome.send(reply)
        except StopIteration as stop:
            return cast(X, stop.value)
        if isinstance(request, Both):
            reply = {side: _answered(procedure, answers) for side, procedure in request.procedures.items()}
        else:
            reply = answers(request)


@cache
def _codec(kind: type[BaseState[Any]]) -> tuple[msgspec.msgpack.Encoder, msgspec.msgpack.Decoder[Any]]:
    return msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(kind)


def _copier(state: S) -> Callable[[], S]:
    """Makes copies of a state that share nothing."""
    encoder, decoder = _codec(type(state))
    encoded = encoder.encode(state)
    return lambda: cast(S, decoder.decode(encoded))


class _Counting(Umpire[S, D]):
    """An umpire without a game: whatever a rule asks is answered outside, and its asides are not offered."""

    __slots__ = ()

    def __init__(self, table: _Table, data: D, state: S) -> None:
        self._match = table
        self.data = data
        self.state = state

    def ask(
        self, side: Side, question: Asking, options: Options[A] | Callable[[], Options[A]], prompt: str = ""
    ) -> Rule[A]:
        """Ask whoever has the answers."""
        answer: A = yield Decision(side, question, options() if callable(options) else options, prompt)
        return answer

    def _insist_on(self, question: Asking) -> None:
        """Questions are not looked up."""


class _Turn:
    """A throw or a draw on the way to an end: which of its results it shows now, of how many, each as often as that."""

    __slots__ = ("number", "shows", "total", "ways")

    def __init__(self, number: int, ways: Sequence[int] | None, total: int) -> None:
        self.shows = 0
        self.number = number
        self.ways = ways
        self.total = total


class _Results(NamedTuple):
    """What can fall at once if the order means nothing, and in how many ways each."""

    results: list[tuple[int, ...]]
    ways: list[int]
    total: int


@cache
def _hands(faces: int, number: int) -> _Results:
    """The throws of some equal dice.

    >>> _hands(2, 2)
    _Results(results=[(1, 1), (1, 2), (2, 2)], ways=[1, 2, 1], total=4)
    """
    hands = list(combinations_with_replacement(range(1, faces + 1), number))
    ways = [factorial(number) // prod(factorial(hand.count(face)) for face in set(hand)) for hand in hands]
    return _Results(hands, ways, faces**number)


@cache
def _draws(size: int, number: int) -> _Results:
    """The sets of so many places out of some."""
    drawn = list(combinations(range(size), number))
    return _Results(drawn, [1] * len(drawn), len(drawn))


class _Table:
    """Stands in for the match: its dice show every face in turn, and what is noted stays here.

    The way to an end is a list of turns. The last of them that has another face shows it next; those behind it are
    forgotten, since the rule may throw other dice then.
    """

    __slots__ = ("_alike", "_at", "_way", "barred", "chapter_closes", "choices", "inside_both", "log")

    def __init__(self, alike: bool) -> None:
        self._alike = alike
        self._way: list[_Turn] = []
        self._at = 0
        self.log: list[Entry] | None = []
        self.choices: tuple[()] = ()
        self.barred = 0
        self.inside_both = False
        self.chapter_closes = False

    @property
    def box(self) -> _Table:
        """The dice of all audiences are the same."""
        return self

    def __getitem__(self, _audience: Audience) -> _Table:
        return self

    def blind(self, _side: Side) -> None:
        """Nobody looks on."""

    def roll(self, die: Die) -> tuple[int, ...]:
        """The faces of a throw."""
        if die.number == 1:
            return (self._turn(die.faces) + 1,)
        if self._alike:
            return self._one_of(_hands(die.faces, die.number))
        return tuple(self._turn(die.faces) + 1 for _ in range(die.number))

    def sample(self, items: Iterable[X], count: int) -> list[X]:
        """Some items drawn without replacement."""
        pool = list(items)
        if self._alike:
            return [pool[place] for place in self._one_of(_draws(len(pool), count))]
        return [pool.pop(self._turn(len(pool))) for _ in range(count)]

    def _one_of(self, found: _Results) -> tuple[int, ...]:
        return found.results[self._turn(len(found.results), found.ways, found.total)]

    def _turn(self, number: int, ways: Sequence[int] | None = None, total: int = 0) -> int:
        if self._at == len(self._way):
            self._way.append(_Turn(number, ways, total or number))
        turn = self._way[self._at]
        self._at += 1
        return turn.shows

    def first_modifiers(self) -> dict[str, int]:
        """What the first die was thrown with; from here on nothing is noted."""
        events = [entry.event for entry in self.log or ()]
        self.log = None
        return next((event.modifiers for event in events if isinstance(event, Rolled)), {})

    def weight(self) -> tuple[int, int]:
        """In how many ways the dice fall as they did, out of how many."""
        ways = of = 1
        for turn in self._way:
            ways *= 1 if turn.ways is None else turn.ways[turn.shows]
            of *= turn.total
        return ways, of

    def next(self) -> bool:
        """Turn the last die that has another face; whether there was one."""
        self._at = 0
        while self._way:
            last = self._way[-1]
            last.shows += 1
            if last.shows < last.number:
                return True
            self._way.pop()
        return False
