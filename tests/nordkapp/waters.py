"""Waters to place units in: the smallest positions that show a rule of Nordkapp."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data, data
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.sightings import report
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.state import AnyStep, Marker, Options, Piece, Recon, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.domains import Domain
from barents.kernel.events import Drew, Revealed, Rolled, Told, seen
from barents.kernel.match import Match
from barents.kernel.question import Asked, lacking
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Odds
from tests.loaded import loaded, spare

ALLIED, AXIS = Side.ALLIED, Side.AXIS
SPORTPALAST, LUFTWAFFE, SCATTER = "unternehmen-sportpalast", "enter-the-luftwaffe", "convoy-is-to-scatter"
FIRST_MERCHANT = {"pq12": 1, "qp8": 16, "pq16": 1, "qp12": 36, "pq17": 1, "qp13": 36}
PAUSE = Recon(ALLIED)  # asks before it does anything, and rolls nothing


class Waters:
    """The empty map of a scenario; place units, then begin with some steps and the dice that will fall in them."""

    def __init__(
        self, scenario: str = SCATTER, options: Options | None = None, *, numbers: Data | None = None, turn: int = 1
    ) -> None:
        self.data: Data = numbers or data(None)
        self.state: State = GAME.opening(self.data, scenario, options or Options())
        self.state.pieces = {side: {} for side in Side}
        self.state.turn = turn
        self._match: Match[State, Data] | None = None
        self._dice: tuple[tuple[int, ...], dict[str, tuple[int, ...]]] = ((), {})

    @classmethod
    def opening(
        cls, scenario: str, dice: Sequence[int] = (), options: Options | None = None, **secret: Sequence[int]
    ) -> Self:
        """A scenario from its very beginning, with all its counters."""
        waters = cls(scenario, options)
        waters.state = GAME.opening(waters.data, scenario, options or Options())
        waters._open(dice, secret)
        return waters

    # Building a position

    def weather(self, weather: Weather) -> Self:
        """Set the weather of the turn."""
        self.state.weather = weather
        return self

    def place(self, name: str, at: str, **fields: object) -> Piece:
        """Put a unit into a hex; an aircraft to its base or carrier."""
        piece = Piece(name, at)
        for field, value in fields.items():
            setattr(piece, field, value)
        self.state.pieces[self.data.counters[name].side][name] = piece
        return piece

    def force(self, key: str, cell: str, *names: str, **fields: object) -> list[Piece]:
        """Put units under a marker in a hex; one that the scenario does not have is made."""
        side = self.data.counters[names[0]].side
        self.state.markers[side].setdefault(key, Marker(key, key))
        return [self.place(name, cell, force=key, **fields) for name in names]

    def convoy(self, key: str, cell: str, *escorts: str, merchants: int = 15) -> list[str]:
        """Put a convoy of the scenario into a hex, with its first merchants and some escorts; its merchants."""
        first = FIRST_MERCHANT[key]
        names = [f"merc-{number:02d}" for number in range(first, first + merchants)]
        for name in names:
            self.place(name, cell, force=key, convoy=key)
        if escorts:
            self.force(key, cell, *escorts)
        return names

    def straggler(self, name: str, cell: str, convoy: str, *, apart: int = 1, **fields: object) -> Piece:
        """Put a merchant into a hex that has lost its convoy."""
        return self.place(name, cell, convoy=convoy, apart=apart, **fields)

    def sighted(self, side: Side, *cells: str) -> Self:
        """A side has sighted this turn whatever reconnaissance would report of some hexes."""
        for cell in cells:
            found = report(self.state, self.data, side, cell)
            assert found, f"there is nothing to see at {cell}"
            self.state.seen[side][cell] = found
        return self

    # Playing

    def begin(self, *steps: AnyStep, dice: Sequence[int] = (), **secret: Sequence[int]) -> Self:
        """Play some steps, the first one first, then stop before the Allies' reconnaissance (`is_over`).

        `dice` are those that everyone sees; `allied=[...]`, `axis=[...]`, `nobody=[...]` those of other audiences.
        """
        self.state.agenda = [PAUSE, *reversed(steps)]
        self._open(dice, secret)
        return self

    def _open(self, dice: Sequence[int], secret: Mapping[str, Sequence[int]]) -> None:
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match.at(GAME, self.data, self.state, loaded(*dice, **secret), log=True)

    @property
    def match(self) -> Match[State, Data]:
        """The match, once it is begun."""
        assert self._match is not None, "begin first"
        return self._match

    @property
    def now(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def umpire(self) -> Umpire:
        """The umpire of the match, for a rule that a test calls by itself; the loaded dice fall in it."""
        return kernel.Umpire(self.match, GAME, self.data, self.now)

    def act(self, side: Side, *actions: Action | str) -> Self:
        """Answer, with actions or their notation."""
        for action in actions:
            self.match.act(side, GAME.notation.parse(action) if isinstance(action, str) else action)
        return self

    def plot(self, side: Side, routes: Mapping[str, str] | None = None, **more: str) -> Self:
        """Answer an order sheet: a value for some slots, nothing for the others that need none."""
        wanted = {**(routes or {}), **more}
        options = self.asked(side).options
        assert isinstance(options, Assign)
        pairs = []
        for slot, domain in options.slots.items():
            value = wanted.pop(slot, "-" if slot in options.optional else next(iter(domain)))
            pairs.append((slot, value))
        assert not wanted, f"not on the sheet: {wanted}; there are {list(options.slots)}"
        return self.act(side, Allot(tuple(pairs)))

    def idle(self, side: Side) -> Self:
        """Answer with as little as there is: nothing chosen, no order that is not needed, the first of a list."""
        options = self.asked(side).options
        if isinstance(options, Assign):
            return self.plot(side)
        return self.act(side, Choose(()) if isinstance(options, Subset) else next(iter(options)))

    def idle_until(self, rule: str, side: Side | None = None, turn: int = 0) -> Self:
        """Answer for both as little as there is until a side, or anyone, is asked by a rule, in a turn or any."""
        while self.match.result is None:
            asked = {who for who, decision in self.match.pending.items() if decision.rule == rule}
            if asked and side in (None, *asked) and turn in (0, self.now.turn):
                return self
            self.idle(next(iter(self.match.pending)))
        raise AssertionError(f"nobody was asked by {rule}")

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the steps that were begun are finished."""
        return not self.now.agenda and ALLIED in self.match.pending and self.now.box is None

    def piece(self, name: str) -> Piece:
        """A unit as it is now."""
        return self.now.pieces[self.data.counters[name].side][name]

    def asked(self, side: Side) -> Decision[Action]:
        """What a side is asked."""
        assert side in self.match.pending, f"{side} is not asked: {self.match.pending}"
        return self.match.pending[side]

    def offered(self, side: Side) -> list[str]:
        """All that a side may answer, in notation."""
        return [str(action) for action in self.asked(side).options]

    def unexplained(self, side: Side) -> list[str]:
        """What the question that a side is asked does not say, though people need it."""
        return lacking(Asked(GAME, self.data, self.match.known(eyes_of(side)), self.asked(side)))

    def odds(self, side: Side, action: Action | str) -> Odds | None:
        """The odds of an answer, as the side that is asked may work them out."""
        answer = GAME.notation.parse(action) if isinstance(action, str) else action
        return Asked(GAME, self.data, self.match.known(eyes_of(side)), self.asked(side)).odds(answer)

    def sheet(self, side: Side) -> Mapping[str, Domain]:
        """The slots of a side's order sheet, each with what may be ordered for it."""
        options = self.asked(side).options
        assert isinstance(options, Assign)
        return options.slots

    def ways(self, side: Side, slot: str) -> list[str]:
        """All that a side may order for one slot of its sheet."""
        return list(self.sheet(side)[slot])

    def rolls(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Rolled]:
        """The dice that an observer saw fall under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Rolled) and event.rule == rule]

    def draws(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Drew]:
        """What an observer saw drawn under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Drew) and event.rule == rule]

    def told(self, rule: str, observer: Observer = Observer.PUBLIC) -> list[Told]:
        """What an observer was told under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Told) and event.rule == rule]

    def words(self, observer: Observer = Observer.PUBLIC) -> list[str]:
        """Everything that an observer was told, as plain lines."""
        return [event.words.format(**event.about) for event in self._seen(observer) if isinstance(event, Told)]

    def news(self, observer: Observer = Observer.PUBLIC) -> list[str]:
        """What an observer was told, but for the line that ends every movement phase."""
        return [line for line in self.words(observer) if line != "Both sides have moved"]

    def _seen(self, observer: Observer) -> Iterable[object]:
        return [seen(entry, observer) for entry in self.match.log or []]

    def revealed(self) -> list[str]:
        """The units laid open so far, in order."""
        events = [entry.event for entry in self.match.log or []]
        return [name for event in events if isinstance(event, Revealed) for name in event.pieces]

    def points(self, side: Side) -> float:
        """A side's true points."""
        return self.now.points[side]

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
