"""A sea to place pieces on: the smallest positions that show a rule of The Hunt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Among
from barents.kernel.events import Rolled, Told, seen
from barents.kernel.hexes import Direction
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from tests.loaded import loaded, spare

from . import GAME
from .data import Data, data
from .state import AnyStep, EndTurn, Options, State


class Sea:
    """An empty sea; place ships, then begin with some steps and the dice that will fall in them."""

    def __init__(self) -> None:
        self.data: Data = data(None)
        self.state: State = GAME.opening(self.data, "first-light", Options())
        for ship in self.state.ships.values():
            ship.cell = ""
        self._match: Match[State, Data] | None = None
        self._dice: tuple[tuple[int, ...], dict[str, tuple[int, ...]]] = ((), {})

    def place(self, ship: str, cell: str, *, hits: int = 0, watching: Iterable[Direction] = ()) -> str:
        """Put a ship into a cell."""
        self.state.ships[ship].cell = cell
        self.state.damage[ship] = hits
        self.state.lookouts[ship] = list(watching)
        return ship

    def identify(self, ship: str) -> None:
        """The Allies know what a counter is."""
        self.state.notebook[Side.ALLIED].identified[ship] = "H-5.1-identify"

    def begin(self, *steps: AnyStep, dice: Sequence[int] = (), axis: Sequence[int] = ()) -> Sea:
        """Play some steps, the first one first, and then the end of the turn; `axis` are dice only the Axis sees."""
        self.state.agenda = [EndTurn(), *reversed(steps)]
        self._dice = (tuple(dice), {"axis": tuple(axis)})
        self._match = Match.at(GAME, self.data, self.state, loaded(*dice, axis=axis), log=True)
        return self

    @property
    def match(self) -> Match[State, Data]:
        """The match, once it is begun."""
        assert self._match is not None, "begin first"
        return self._match

    @property
    def now(self) -> State:
        """The state of the match."""
        return self.match.state

    def cell(self, ship: str) -> str:
        """Where a ship is."""
        return self.now.ships[ship].cell

    def asked(self, side: Side) -> Decision[Action]:
        """What a side is asked."""
        assert side in self.match.pending, f"{side} is not asked: {sorted(self.match.pending)}"
        return self.match.pending[side]

    def offered(self, side: Side) -> list[str]:
        """All that a side may answer."""
        return [str(action) for action in self.asked(side).options]

    def act(self, side: Side, action: Action) -> Sea:
        """Answer."""
        self.match.act(side, action)
        return self

    def destinations(self, ship: str) -> set[str]:
        """Where a ship may be plotted to go."""
        side = self.data.rows[ship].side
        options = self.asked(side).options
        assert isinstance(options, Assign)
        domain = options.slots[ship]
        assert isinstance(domain, Among)
        return set(domain)

    def plot(self, **cells: str) -> Sea:
        """Both sides plot: those named go to their cells, all others stay."""
        for side in Side:
            ships = [name for name in self.data.of(side) if self.now.ships[name].cell]
            self.act(side, Allot(tuple((name, cells.get(name, self.cell(name))) for name in ships)))
        return self

    def rolls(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Rolled]:
        """The dice that an observer saw fall under a rule."""
        events = [seen(entry, observer) for entry in self.match.log or []]
        return [event for event in events if isinstance(event, Rolled) and event.rule == rule]

    def told(self, rule: str, observer: Observer = Observer.PUBLIC) -> list[str]:
        """What an observer was told under a rule."""
        events = [line for line in self.match.view(observer).log if line.rule == rule]
        return [line.text for line in events if isinstance(line.event, Told)]

    def identified(self, ship: str) -> bool:
        """Whether the Allies know what a counter is."""
        return ship in self.now.notebook[Side.ALLIED].identified

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
