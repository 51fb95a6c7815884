"""A theatre to place units in: the smallest positions that show a rule of Arctic Disaster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from barents.games.arctic_disaster.actions import ACTIONS, Pass
from barents.games.arctic_disaster.data import CARRIER, Data, data
from barents.games.arctic_disaster.datafiles import Weather
from barents.games.arctic_disaster.state import (
    Activation,
    AnyStep,
    Boat,
    CleanUp,
    Force,
    Formation,
    Options,
    Ship,
    State,
    Wing,
)
from barents.games.arctic_disaster.units import Umpire, new_handle
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.events import Drew, Rolled, Told, seen
from barents.kernel.game import Game, Procedure, Step
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Situation, in_words
from tests.loaded import loaded, spare

ALLIED, AXIS = Side.ALLIED, Side.AXIS
HISTORICAL, ARMAGEDDON = "historical", "armageddon"
PAUSE = CleanUp()  # stands for whatever comes after the steps of a test


def _pause(u: Umpire, _step: CleanUp) -> kernel.Rule[None]:
    """Ask something before anything else happens."""
    yield from u.ask(ALLIED, "AD-3.3-terminal-steps", Pick([Pass()]), "The test is over")


def _no_view(_data: Data, _state: State, _observer: Observer) -> Situation:
    raise AssertionError("a theatre is not looked at")


class Theatre:
    """The empty map of a scenario; place units, then begin with some steps and the dice that will fall in them.

    `steps` are the procedures that the test needs. The weather is clear everywhere unless it is said otherwise.
    """

    def __init__(
        self,
        steps: Mapping[type[Step], Procedure],
        scenario: str = HISTORICAL,
        options: Options | None = None,
        *,
        turn: int = 1,
    ) -> None:
        self.data: Data = data(None)
        self.state: State = State(
            agenda=[],
            scenario=scenario,
            options=options or Options(),
            turns=len(self.data.scenarios[scenario].turns),
            weather={"norwegian": "clear", "barents": "clear"},
            ships={side: {} for side in Side},
            forces={side: {} for side in Side},
            boats={side: {} for side in Side},
            wings={side: {} for side in Side},
            formations={},
            turn=turn,
            phase="activation",
        )
        self.game: Game[State, Data] = Game(
            name="theatre",
            title="Theatre",
            version="1",
            state=State,
            actions=ACTIONS,
            steps={CleanUp: _pause, **steps},
            scenarios={},
            data=data,
            opening=lambda _data, _scenario, _options: self.state,
            known=lambda _data, state, _observer: state,
            imagine=lambda _data, state, _observer, _dice: state,
            view=_no_view,
            label=lambda _data, name: name,
        )
        self._match: Match[State, Data] | None = None
        self._dice: tuple[tuple[int, ...], dict[str, tuple[int, ...]]] = ((), {})

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

    # Playing

    def begin(self, *steps: AnyStep | Step, dice: Sequence[int] = (), **secret: Sequence[int]) -> Theatre:
        """Play some steps, the first one first, then stop (`is_over`).

        `dice` are those that everyone sees; `allied=[...]`, `axis=[...]`, `nobody=[...]` those of other audiences.
        """
        self.state.agenda = cast("list[AnyStep]", [PAUSE, *reversed(steps)])
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match.at(self.game, self.data, self.state, loaded(*dice, **secret), log=True)
        return self

    @property
    def match(self) -> Match[State, Data]:
        """The match, once it is begun."""
        assert self._match is not None, "begin first"
        return self._match

    @property
    def now(self) -> State:
        """The state of the match, or before it the position."""
        return self.match.state if self._match is not None else self.state

    @property
    def umpire(self) -> Umpire:
        """The umpire, for a rule that a test calls by itself; before the match is begun its dice are of no use."""
        if self._match is None:
            self._match = Match(self.game, self.data, self.state, loaded(), log=True)
            umpire = kernel.Umpire(self._match, self.game, self.data, self.state)
            self._match = None
            return umpire
        return kernel.Umpire(self.match, self.game, self.data, self.now)

    def act(self, side: Side, *actions: Action | str) -> Theatre:
        """Answer, with actions or their notation."""
        for action in actions:
            self.match.act(side, self.game.notation.parse(action) if isinstance(action, str) else action)
        return self

    def plot(self, side: Side, orders: Mapping[str, str] | None = None, **more: str) -> Theatre:
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

    def idle(self, side: Side) -> Theatre:
        """Answer with as little as there is: nothing chosen, no order that is not needed, the first of a list."""
        options = self.asked(side).options
        if isinstance(options, Assign):
            return self.plot(side)
        return self.act(side, Choose(()) if isinstance(options, Subset) else next(iter(options)))

    def idle_until(self, rule: str, side: Side | None = None) -> Theatre:
        """Answer for both as little as there is until a side, or anyone, is asked by a rule."""
        while not self.is_over:
            asked = {who for who, decision in self.match.pending.items() if decision.rule == rule}
            if asked and side in (None, *asked):
                return self
            self.idle(next(iter(self.match.pending)))
        raise AssertionError(f"nobody was asked by {rule}")

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the steps that were begun are finished."""
        return not self.now.agenda and ALLIED in self.match.pending and list(self.asked(ALLIED).options) == [Pass()]

    def find(self, name: str) -> Ship:
        """A ship as it is now."""
        return self.now.ships[self.data.counters[name].side][name]

    def marker(self, key: str) -> Force:
        """A force as it is now."""
        return self.now.forces[self.data.markers[key].side][key]

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
        return [in_words(event, str) for event in self._seen(observer) if isinstance(event, Told)]

    def _seen(self, observer: Observer) -> Iterable[object]:
        return [seen(entry, observer) for entry in self.match.log or []]

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
