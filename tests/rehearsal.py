"""A match of a few steps, with dice that fall as a test says and answers that it gives.

A game's own fixture (`Theatre`, `Admiralty`) builds the position; this plays it and looks at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.events import Drew, Rolled, Told, seen
from barents.kernel.game import BaseState, Game, Step
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.kernel.view import in_words
from tests.loaded import loaded, spare

S = TypeVar("S", bound="BaseState[Any]")
D = TypeVar("D")


class Rehearsal(Generic[S, D]):
    """Plays steps from a position. After them the step `pause` asks the rule `OVER` (`is_over`)."""

    OVER = "the test is over"
    LISTENS = Observer.UMPIRE  # who is told, unless a test names somebody

    def __init__(self, game: Game[S, D], data: D, state: S, pause: Step) -> None:
        self.game = game
        self.data = data
        self.state = state
        self._pause = pause
        self._match: Match[S, D] | None = None
        self._dice: tuple[tuple[int, ...], dict[str, tuple[int, ...]]] = ((), {})

    # Playing

    def begin(self, *steps: Step, dice: Sequence[int] = (), **secret: Sequence[int]) -> Self:
        """Play some steps, the first one first, then stop (`is_over`).

        `dice` are those that everyone sees; `allied=[...]`, `axis=[...]`, `nobody=[...]` those of other audiences.
        """
        self.state.agenda = [self._pause, *reversed(steps)]
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match.at(self.game, self.data, self.state, loaded(*dice, **secret), log=True)
        return self

    def umpire(self, *dice: int, **secret: Sequence[int]) -> kernel.Umpire[S, D]:
        """An umpire for a rule that a test calls by itself, with the dice that will fall."""
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match(self.game, self.data, self.now, loaded(*dice, **secret), log=True)
        return kernel.Umpire(self._match, self.game, self.data, self._match.state)

    @property
    def match(self) -> Match[S, D]:
        """The match, once it is begun."""
        assert self._match is not None, "begin first"
        return self._match

    @property
    def now(self) -> S:
        """The state of the match, or before it the position."""
        return self.match.state if self._match is not None else self.state

    def act(self, side: Side, *actions: Action | str) -> Self:
        """Answer, with actions or their notation."""
        for action in actions:
            self.match.act(side, self.game.notation.parse(action) if isinstance(action, str) else action)
        return self

    def plot(self, side: Side, orders: Mapping[str, str] | None = None, **more: str) -> Self:
        """Answer an order sheet: these slots first and in this order, for the others nothing or the first with room."""
        wanted = {**(orders or {}), **more}
        options = self.asked(side).options
        assert isinstance(options, Assign)
        assert set(wanted) <= set(options.slots), f"there are {list(options.slots)}, not {list(wanted)}"
        pairs, taken = list(wanted.items()), Counter(wanted.values())
        for slot, domain in options.slots.items():
            if slot not in wanted:
                room = (value for value in domain if taken[value] < options.capacity.get(value, len(options.slots)))
                value = "-" if slot in options.optional else next(room)
                pairs.append((slot, value))
                taken[value] += 1
        return self.act(side, Allot(tuple(pairs)))

    def idle(self, side: Side) -> Self:
        """Answer with as little as there is: nothing chosen, no order that is not needed, the first of a list."""
        options = self.asked(side).options
        if isinstance(options, Assign):
            return self.plot(side)
        nothing = isinstance(options, Subset) and not options.least
        return self.act(side, Choose(()) if nothing else next(iter(options)))

    def idle_until(self, rule: str, side: Side | None = None) -> Self:
        """Answer for both as little as there is until a side, or anyone, is asked by a rule."""
        while not self.is_over:
            asked = {who for who, decision in self.match.pending.items() if decision.rule == rule}
            if asked and side in (None, *asked):
                return self
            self.idle(next(iter(self.match.pending)))
        raise AssertionError(f"nobody was asked by {rule}")

    def idle_on(self) -> Self:
        """Answer for both as little as there is until the steps that were begun are over."""
        while not self.is_over:
            self.idle(next(iter(self.match.pending)))
        return self

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the steps that were begun are finished, or the whole game is."""
        return self.match.result is not None or any(
            decision.rule == self.OVER for decision in self.match.pending.values()
        )

    def asked(self, side: Side) -> Decision[Action]:
        """What a side is asked."""
        assert side in self.match.pending, f"{side} is not asked: {self.match.pending}"
        return self.match.pending[side]

    def offered(self, side: Side) -> list[str]:
        """All that a side may answer, in notation."""
        return [str(action) for action in self.asked(side).options]

    def ways(self, side: Side, slot: str) -> list[str]:
        """All that a side may order for one slot of its sheet; nothing where there is no such slot."""
        options = self.asked(side).options
        assert isinstance(options, Assign)
        return list(options.slots[slot]) if slot in options.slots else []

    def slots(self, side: Side) -> list[str]:
        """The slots of the sheet that a side is asked to fill in."""
        options = self.asked(side).options
        assert isinstance(options, Assign)
        return list(options.slots)

    def rolls(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Rolled]:
        """The dice that an observer saw fall under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Rolled) and event.rule == rule]

    def draws(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Drew]:
        """What an observer saw drawn under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Drew) and event.rule == rule]

    def told(self, rule: str, observer: Observer | None = None) -> list[Told]:
        """What an observer was told under a rule."""
        heard = self._seen(observer or self.LISTENS)
        return [event for event in heard if isinstance(event, Told) and event.rule == rule]

    def words(self, observer: Observer | None = None) -> list[str]:
        """Everything that an observer was told, as plain lines."""
        return [in_words(event, str) for event in self._seen(observer or self.LISTENS) if isinstance(event, Told)]

    def _seen(self, observer: Observer) -> Iterable[object]:
        return [seen(entry, observer) for entry in self.match.log or []]

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
