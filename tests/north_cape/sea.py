"""A sea to place pieces on: the smallest positions that show a rule of North Cape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Declare, Go
from barents.games.north_cape.data import Data, data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.flow import TURN
from barents.games.north_cape.rules.pieces import Umpire
from barents.games.north_cape.state import (
    EVERYONE_KNOWS,
    POOL,
    AnyStep,
    EndTurn,
    Mission,
    Missions,
    MissionType,
    NextMission,
    Options,
    Piece,
    State,
    Strike,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.events import Revealed, Rolled, Told, seen
from barents.kernel.match import Match
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Odds
from tests.loaded import loaded, spare

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def to_come(step: AnyStep) -> tuple[AnyStep, ...]:
    """What is left of a turn after a step of its sequence, or after the last mission; of any other only its end."""
    last = Missions() if isinstance(step, NextMission) else step
    return TURN[TURN.index(last) + 1 :] if last in TURN[: TURN.index(Missions()) + 1] else (EndTurn(),)


AFTER_MISSIONS = [*reversed(to_come(Missions()))]
"""The agenda once the missions of a turn are over."""


class Sea:
    """An empty sea of a scenario; place pieces, then begin with some steps and the dice that will fall in them."""

    def __init__(self, scenario: str = "convoy-is-to-scatter", options: Options | None = None) -> None:
        self.data: Data = data(None)
        self.state: State = GAME.opening(self.data, scenario, options or Options())
        self.state.pieces = {side: {} for side in Side}
        for counter in self.data.counters.values():
            if counter.is_decoy or counter.is_group:
                self.state.pieces[counter.side][counter.id] = Piece(counter.id, POOL)
        self._match: Match[State, Data] | None = None
        self._dice: tuple[tuple[int, ...], dict[str, tuple[int, ...]]] = ((), {})

    @classmethod
    def opening(
        cls, scenario: str, dice: Sequence[int] = (), options: Options | None = None, **secret: Sequence[int]
    ) -> Sea:
        """A scenario from its very beginning, with all its counters."""
        sea = cls(scenario, options)
        sea.state = GAME.opening(sea.data, scenario, options or Options())
        sea._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        sea._match = Match.at(GAME, sea.data, sea.state, loaded(*dice, **secret), log=True)
        return sea

    def weather(self, weather: Weather, fog_range: int = 20) -> Sea:
        """Set the weather of the turn."""
        self.state.weather = weather
        self.state.fog_range = fog_range if weather == "fog" else 0
        return self

    def place(self, name: str, cell: str, **fields: object) -> Piece:
        """Put a piece into a hex; an aircraft that is not said to be elsewhere is based there."""
        about = self.data.counters[name]
        piece = Piece(name, cell)
        if about.is_air:
            piece.base = "victorious" if about.side is ALLIED else cell
        for field, value in fields.items():
            setattr(piece, field, value)
        self.state.pieces[about.side][name] = piece
        return piece

    def place_all(self, names: Iterable[str], cell: str, **fields: object) -> list[Piece]:
        """Put several pieces into one hex."""
        return [self.place(name, cell, **fields) for name in names]

    def identify(self, *names: str, reconnoitred: bool = True) -> Sea:
        """Pieces lie face up, and are reconnoitred for everyone unless said otherwise."""
        for name in names:
            side = self.data.counters[name].side
            self.state.notebook[side.enemy].identified[name] = "test"
            if reconnoitred:
                self.state.pieces[side][name].recon = [EVERYONE_KNOWS]
        return self

    def on_patrol(self, name: str, cell: str, **fields: object) -> Piece:
        """Put a unit on patrol, as an announced patrol there would have."""
        about = self.data.counters[name]
        piece = self.place(name, cell, on_patrol=True, **fields)
        if about.is_air:
            piece.aloft = True
        if cell not in self.state.stations[about.side]:
            self.state.stations[about.side].append(cell)
        return piece

    def fly(self, name: str, cell: str, **fields: object) -> Piece:
        """Put an air unit aloft over a hex; its base is Banak, or the carrier."""
        base = "victorious" if self.data.counters[name].side is ALLIED else "2633"
        return self.place(name, cell, aloft=True, base=base, **fields)

    def mission(self, type: MissionType, units: Sequence[str], *, began: bool = True, moved: int = 1) -> Sea:
        """A mission under way with these units, where they are."""
        first = self.data.counters[units[0]]
        cell = self.state.pieces[first.side][units[0]].at
        self.state.mission = Mission(first.side, type, first.is_air, list(units), cell, cell, began=began, moved=moved)
        return self

    def begin(self, *steps: AnyStep, dice: Sequence[int] = (), **secret: Sequence[int]) -> Sea:
        """Play some steps, the first one first, then the end of the turn. A 0 on a ten-sided die is given as 10.

        `dice` are those that everyone sees; `allied=[...]`, `axis=[...]`, `nobody=[...]` those of other audiences.
        """
        self.state.agenda = [*reversed(to_come(steps[-1])), *reversed(steps)] if steps else [EndTurn()]
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match.at(GAME, self.data, self.state, loaded(*dice, **secret), log=True)
        return self

    def then_land(self) -> Sea:
        """After what is under way, and two passes, comes all that is left of the turn."""
        self.now.agenda[:1] = reversed(to_come(NextMission(ALLIED)))
        return self

    def strike(self, *attackers: str, dice: Sequence[int] = ()) -> Sea:
        """Begin with units that have arrived on their Attack, all enemies in their hex being reconnoitred."""
        side = self.data.counters[attackers[0]].side
        cell = self.state.pieces[side][attackers[0]].at
        enemies = [piece.id for piece in self.state.pieces[side.enemy].values() if piece.at == cell]
        return self.identify(*enemies).mission(MissionType.ATTACK, attackers).begin(Strike(), dice=dice)

    def missions(self, side: Side = ALLIED, dice: Sequence[int] = (), **secret: Sequence[int]) -> Sea:
        """Begin with a side's mission."""
        return self.begin(NextMission(side), dice=dice, **secret)

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

    def piece(self, name: str) -> Piece:
        """A piece as it is now."""
        return self.now.pieces[self.data.counters[name].side][name]

    def asked(self, side: Side) -> Decision[Action]:
        """What a side is asked."""
        assert side in self.match.pending, f"{side} is not asked: {self.match.pending}"
        return self.match.pending[side]

    def odds(self, side: Side, notation: str) -> Odds | None:
        """The odds of an answer, as the side that is asked may work them out."""
        known = self.match.known(Observer(side.value))
        return Asked(GAME, self.data, known, self.asked(side)).odds(GAME.notation.parse(notation))

    def offered(self, side: Side) -> list[str]:
        """All that a side may answer, in notation."""
        return [str(action) for action in self.asked(side).options]

    def declared(self, side: Side) -> set[str]:
        """The missions that a side may announce: `recon 1015 no`, `sortie 2633 yes` for aircraft."""
        return {text.removeprefix("declare ") for text in self.offered(side) if text.startswith("declare ")}

    def goals(self, side: Side) -> set[str]:
        """The hexes that a mover may name as the next to go to."""
        return {text.removeprefix("go ") for text in self.offered(side) if text.startswith("go ")}

    def act(self, side: Side, *actions: Action | str) -> Sea:
        """Answer, with actions or their notation."""
        for action in actions:
            self.match.act(side, GAME.notation.parse(action) if isinstance(action, str) else action)
        return self

    def send(self, type: MissionType, *names: str) -> Sea:
        """Announce a mission of these units from where they are, and assemble them."""
        about = self.data.counters[names[0]]
        declared = Declare(type, self.piece(names[0]).at, any(self.data.counters[name].is_air for name in names))
        return self.act(about.side, declared, Choose(names))

    def sail_past(
        self, *names: str, start: str = "1017", to: str = "1019", type: MissionType = MissionType.SORTIE
    ) -> Sea:
        """Place units in a hex and begin with their mission to another, for instance near a patrol."""
        self.place_all(names, start)
        side = self.data.counters[names[0]].side
        return self.missions(side).send(type, *names).act(side, Go(to))

    def rolls(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Rolled]:
        """The dice that an observer saw fall under a rule."""
        events = [seen(entry, observer) for entry in self.match.log or []]
        return [event for event in events if isinstance(event, Rolled) and event.rule == rule]

    def told(self, rule: str, observer: Observer = Observer.PUBLIC) -> list[Told]:
        """What an observer was told under a rule."""
        events = [seen(entry, observer) for entry in self.match.log or []]
        return [event for event in events if isinstance(event, Told) and event.rule == rule]

    def revealed(self) -> list[str]:
        """The pieces turned up so far, in order."""
        events = [entry.event for entry in self.match.log or []]
        return [name for event in events if isinstance(event, Revealed) for name in event.pieces]

    def is_up(self, name: str) -> bool:
        """Whether the enemy sees what a piece is."""
        return name in self.now.notebook[self.data.counters[name].side.enemy].identified

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
