"""A theatre to place units in: the smallest positions that show a rule of the operations engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from barents.games.operations.actions import ACTIONS, Finish
from barents.games.operations.data import Data, data
from barents.games.operations.rules.flow import STEPS
from barents.games.operations.rules.setup import add_steps, new_ship
from barents.games.operations.rules.units import Umpire, find_fleet, find_ship
from barents.games.operations.state import (
    Boat,
    Contact,
    Desk,
    Fleet,
    Light,
    Mission,
    NextTurn,
    Options,
    Ship,
    Spell,
    Squadron,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.game import Game, Procedure, Step
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Situation
from tests.rehearsal import Rehearsal

ALLIED, AXIS = Side.ALLIED, Side.AXIS
CLEAR, CLOUD, SQUALL, MURK, STORM, GALE = range(1, 7)
BEAR_ISLAND = "5709"  # region B, north: day all round in July, night all round in December
OPEN_SEA = "5711"  # the same waters, two zones to the south
PAUSE = NextTurn()  # stands for whatever comes after the steps of a test


def _pause(u: Umpire, _step: NextTurn) -> kernel.Rule[None]:
    """Ask something before anything else happens."""
    yield from u.ask(ALLIED, Rehearsal.OVER, Pick([Finish(yes=False)]), "The test is over")


def _no_view(_data: Data, _state: State, _observer: Observer) -> Situation:
    raise AssertionError("a theatre is not looked at")


class Theatre(Rehearsal[State, Data]):
    """An empty sea; place units, then begin with some steps and the dice that will fall in them.

    It is July 1942, clear everywhere, turn 3 (slot 3 of the first day) unless it is said otherwise; no limits of a
    scenario hold. After the steps that were begun, or when a turn is over, the match stops (`is_over`).
    """

    def __init__(
        self,
        *,
        month: int = 7,
        year: int = 1942,
        turn: int = 3,
        turns: int = 120,
        weather: int = CLEAR,
        scenario: str = "",
        options: Options | None = None,
        steps: Mapping[type[Step], Procedure] | None = None,
    ) -> None:
        numbers = data(None)
        state = State(
            agenda=[],
            scenario=scenario,
            options=options or Options(),
            month=month,
            year=year,
            turns=turns,
            turn=turn,
            desks={side: Desk() for side in Side},
            weather={region: Spell(weather, 999) for region in numbers.tables.weather.regions},
        )
        game: Game[State, Data] = Game(
            name="theatre",
            title="Theatre",
            version="1",
            state=State,
            actions=ACTIONS,
            steps={**STEPS, NextTurn: _pause, **(steps or {})},
            scenarios=lambda _data: (),
            data=data,
            opening=lambda _data, _scenario, _options: self.state,
            known=lambda _data, state, _observer: state,
            imagine=lambda _data, state, _observer, _dice: state,
            view=_no_view,
            label=lambda _data, name: name,
        )
        super().__init__(game, numbers, state, PAUSE)
        self._lines: Counter[str] = Counter()

    # Building a position

    def weather(self, level: int, *regions: str) -> Theatre:
        """Set the weather of some regions, or of all."""
        for region, spell in self.state.weather.items():
            if not regions or region in regions:
                spell.level = level
        return self

    def light(self, zone: str) -> Light:
        """The light in a zone now."""
        return self.data.light(self.now.month, zone, self.data.slot(self.now.turn))

    def fleet(
        self, key: str, zone: str, *ships: str, mission: Mission = "raid", name: str = "", **fields: object
    ) -> Fleet:
        """Put a fleet to sea (`docked=True`: into port) with its ships.

        A ship is a name of the register (`tirpitz`), or so many of a line (`uk:LT`, `uk:LT*30`), who are called `lt-1`
        and so on. A fleet with transports is a convoy unless another mission is given.
        """
        named = [one for text in ships for one in self._named(text)]
        side = self.data.types[named[0][1]].side
        convoy = mission == "raid" and any(self.data.types[line].is_transport for _, line, _ in named)
        fleet = Fleet(key, name or key, zone, "convoy" if convoy else mission, track=[zone], root=key, since=1)
        for field, value in fields.items():
            assert field in Fleet.__struct_fields__, f"a fleet has no {field}"
            setattr(fleet, field, value)
        desk = self.state.desks[side]
        desk.fleets[key] = fleet
        for id, line, title in named:
            desk.ships[id] = new_ship(self.data, id, line, title, key, 0)
        return fleet

    def _named(self, text: str) -> list[tuple[str, str, str]]:
        """The ships of a text with their lines and names."""
        line, _, number = text.partition("*")
        if ":" not in line:
            return [(line, self.data.line_of(line), self.data.name_of(line))]
        found = []
        for _ in range(int(number or 1)):
            self._lines[line] += 1
            key = f"{line.split(':')[1].lower()}-{self._lines[line]}"
            found.append((key, line, key))
        return found

    def ship(self, key: str, **fields: object) -> Ship:
        """Change a ship that has been placed: `lost={"hull": 2}`."""
        ship = self.find(key)
        for field, value in fields.items():
            assert field in Ship.__struct_fields__, f"a ship has no {field}"
            setattr(ship, field, value)
        return ship

    def boat(self, key: str, zone: str, type: str = "de:VII", **fields: object) -> Boat:
        """Put a submarine into a zone."""
        boat = Boat(key, type, zone, key)
        for field, value in fields.items():
            assert field in Boat.__struct_fields__, f"a boat has no {field}"
            setattr(boat, field, value)
        self.state.desks[self.data.boat_classes[type].side].boats[key] = boat
        return boat

    def wing(self, type: str, base: str, steps: int = 1, **fields: object) -> list[Squadron]:
        """Put steps at a base (a zone, or a base's name) or on a carrier: `ju-88-1` and so on."""
        desk = self.state.desks[self.data.air_types[type].side]
        before = set(desk.air)
        add_steps(desk, type, steps, self.data.base_zone(base) if base in self.data.bases else base)
        fresh = [step for key, step in desk.air.items() if key not in before]
        for step in fresh:
            for field, value in fields.items():
                assert field in Squadron.__struct_fields__, f"a squadron has no {field}"
                setattr(step, field, value)
        return fresh

    def contact(
        self, side: Side, fleet: str, level: int = 2, *, turn: int | None = None, zone: str = "", **fields: object
    ) -> Contact:
        """Give a side a report of an enemy fleet, of this turn and where the fleet is unless it is said otherwise."""
        desk, found = self.state.desks[side], self.state.desks[side.enemy].fleets[fleet]
        desk.numbers += 1
        report = Contact(
            f"c{desk.numbers}", self.state.turn if turn is None else turn, zone or found.at, level, "test", fleet=fleet
        )
        for field, value in fields.items():
            assert field in Contact.__struct_fields__, f"a contact has no {field}"
            setattr(report, field, value)
        desk.contacts[report.key] = report
        return report

    # Looking

    def find(self, key: str) -> Ship:
        """A ship as she is now."""
        return find_ship(self.now, key)[1]

    def at(self, key: str) -> Fleet:
        """A fleet as it is now."""
        return find_fleet(self.now, key)[1]

    def boat_now(self, key: str) -> Boat:
        """A submarine as she is now."""
        return next(desk.boats[key] for desk in self.now.desks.values() if key in desk.boats)

    def step_now(self, key: str) -> Squadron:
        """A squadron as it is now."""
        return next(desk.air[key] for desk in self.now.desks.values() if key in desk.air)

    def contacts(self, side: Side) -> list[Contact]:
        """The reports that a side has."""
        return list(self.now.desks[side].contacts.values())

    def hull(self, key: str) -> int:
        """The hull boxes that a ship has left."""
        ship = self.find(key)
        return self.data.types[ship.line].hull - ship.lost.get("hull", 0)
