"""A theatre to place units in: the smallest positions that show a rule of Arctic Disaster."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.actions import ACTIONS, Pass
from barents.games.arctic_disaster.data import CARRIER, Data, data
from barents.games.arctic_disaster.datafiles import Weather
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.units import Umpire, new_handle
from barents.games.arctic_disaster.state import (
    Activation,
    Boat,
    CleanUp,
    Force,
    Formation,
    Options,
    Ship,
    State,
    Wing,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.game import Game, Procedure, Step
from barents.kernel.match import Match
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Situation
from tests.loaded import loaded
from tests.rehearsal import Rehearsal

ALLIED, AXIS = Side.ALLIED, Side.AXIS
HISTORICAL, ARMAGEDDON = "historical", "armageddon"
PAUSE = CleanUp()  # stands for whatever comes after the steps of a test


def _pause(u: Umpire, _step: CleanUp) -> kernel.Rule[None]:
    """Ask something before anything else happens."""
    yield from u.ask(ALLIED, Rehearsal.OVER, Pick([Pass()]), "The test is over")


def _no_view(_data: Data, _state: State, _observer: Observer) -> Situation:
    raise AssertionError("a theatre is not looked at")


class Theatre(Rehearsal[State, Data]):
    """The empty map of a scenario; place units, then begin with some steps and the dice that will fall in them.

    `steps` are the procedures that the test needs. The weather is clear everywhere unless it is said otherwise.
    """

    LISTENS = Observer.PUBLIC

    def __init__(
        self,
        steps: Mapping[type[Step], Procedure],
        scenario: str = HISTORICAL,
        options: Options | None = None,
        *,
        turn: int = 1,
    ) -> None:
        numbers = data(None)
        state = State(
            agenda=[],
            scenario=scenario,
            options=options or Options(),
            turns=len(numbers.scenarios[scenario].turns),
            weather={"norwegian": "clear", "barents": "clear"},
            ships={side: {} for side in Side},
            forces={side: {} for side in Side},
            boats={side: {} for side in Side},
            wings={side: {} for side in Side},
            formations={},
            turn=turn,
            phase="activation",
        )
        game: Game[State, Data] = Game(
            name="theatre",
            title="Theatre",
            version="1",
            state=State,
            actions=ACTIONS,
            steps={CleanUp: _pause, **steps},
            scenarios=lambda _data: (),
            data=data,
            opening=lambda _data, _scenario, _options: self.state,
            known=lambda _data, state, _observer: state,
            imagine=lambda _data, state, _observer, _dice: state,
            view=_no_view,
            label=lambda _data, name: name,
        )
        super().__init__(game, numbers, state, PAUSE)

    # Building a position

    def weather(self, norwegian: Weather = "clear", barents: Weather = "clear") -> Theatre:
        """Set the weather of both zones."""
        self.state.weather = {"norwegian": norwegian, "barents": barents}
        return self

    def force(self, key: str, cell: str, *ships: str, **fields: object) -> Force:
        """Put a marker into a hex with some ships, or a dummy with none."""
        side = self.data.markers[key].side
        force = Force(key, cell, new_handle(self.state), dummy=not ships)
        for field, value in fields.items():
            setattr(force, field, value)
        self.state.forces[side][key] = force
        for name in ships:
            self.ship(name, force=key)
        return force

    def ship(self, name: str, at: str = "", **fields: object) -> Ship:
        """Put a ship into a hex by itself, or under a marker (`force=`)."""
        ship = Ship(name, at=at)
        for field, value in fields.items():
            setattr(ship, field, value)
        self.state.ships[self.data.counters[name].side][name] = ship
        return ship

    def convoy(self, cell: str, *ships: str, **fields: object) -> Force:
        """Put PQ-17 into a hex, with some of its ships or all."""
        everyone = [name for name, counter in self.data.counters.items() if counter.convoy]
        return self.force("pq-17", cell, *(ships or everyone), **fields)

    def boat(self, name: str, cell: str, **fields: object) -> Boat:
        """Put a submarine marker into a hex."""
        about = self.data.boats[name]
        boat = Boat(name, cell, new_handle(self.state))
        for field, value in fields.items():
            setattr(boat, field, value)
        self.state.boats[self.data.commands[about.command].side][name] = boat
        return boat

    def aircraft(self, formation: str, at: str = "") -> list[Wing]:
        """Give a side a formation: Victorious her squadrons, the Germans one at an airfield."""
        row = self.data.formations[formation]
        wings = [Wing(unit.id) for unit in self.data.air.values() if unit.formation == formation]
        self.state.wings[row.side].update((wing.id, wing) for wing in wings)
        if row.side is AXIS:
            start = self.data.scenarios[self.state.scenario].formations.get(formation, "")
            self.state.formations[formation] = Formation(formation, at or start)
        else:
            assert CARRIER in self.state.ships[ALLIED], "her aircraft need Victorious"
        return wings

    def active(self, side: Side, force: str, left: int = 8, **fields: object) -> Activation:
        """A force is activated, with so many half points left."""
        active = Activation(side, force, left=left, began=True)
        for field, value in fields.items():
            setattr(active, field, value)
        self.state.active = active
        return active

    def question(self, side: Side, decision: Decision[Action] | None = None) -> Asked:
        """What a side is asked, or would be, with what the question says of it to somebody who knows as much."""
        return Asked(GAME, self.data, known(self.data, self.now, eyes_of(side)), decision or self.asked(side))

    @property
    def at_hand(self) -> Umpire:
        """The umpire, for a rule that a test calls by itself; before the match is begun its dice are of no use."""
        if self._match is None:
            self._match = Match(self.game, self.data, self.state, loaded(), log=True)
            umpire = kernel.Umpire(self._match, self.game, self.data, self.state)
            self._match = None
            return umpire
        return kernel.Umpire(self.match, self.game, self.data, self.now)

    # Looking

    def heard(self, observer: Observer) -> list[object]:
        """Everything that an observer has seen happen: words, dice, draws and reveals, as far as he may know them."""
        return [event for event in self._seen(observer) if event is not None]

    def find(self, name: str) -> Ship:
        """A ship as it is now."""
        return self.now.ships[self.data.counters[name].side][name]

    def marker(self, key: str) -> Force:
        """A force as it is now."""
        return self.now.forces[self.data.markers[key].side][key]
