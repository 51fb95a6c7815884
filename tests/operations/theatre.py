"""A theatre to place units in: the smallest positions that show a rule of the operations engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from barents.games.operations.actions import ACTIONS, Finish
from barents.games.operations.data import Data, data
from barents.games.operations.flow import STEPS
from barents.games.operations.setup import add_steps, new_ship
from barents.games.operations.state import (
    AnyStep,
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
from barents.games.operations.units import Umpire, find_fleet, find_ship
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
CLEAR, CLOUD, SQUALL, MURK, STORM, GALE = range(1, 7)
BEAR_ISLAND = "5709"  # region B, north: day all round in July, night all round in December
OPEN_SEA = "5711"  # the same waters, two zones to the south
PAUSE = NextTurn()  # stands for whatever comes after the steps of a test
_OVER = Finish(yes=False)


def _pause(u: Umpire, _step: NextTurn) -> kernel.Rule[None]:
    """Ask something before anything else happens."""
    yield from u.ask(ALLIED, "OP-TIME-turn", Pick([_OVER]), "The test is over")


def _no_view(_data: Data, _state: State, _observer: Observer) -> Situation:
    raise AssertionError("a theatre is not looked at")


class Theatre:
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
        self.data: Data = data(None)
        self.state: State = State(
            agenda=[],
            scenario=scenario,
            options=options or Options(),
            month=month,
            year=year,
            turns=turns,
            turn=turn,
            desks={side: Desk() for side in Side},
            weather={region: Spell(weather, 999) for region in self.data.tables.weather.regions},
        )
        self.game: Game[State, Data] = Game(
            name="theatre",
            title="Theatre",
            version="1",
            state=State,
            actions=ACTIONS,
            steps={**STEPS, NextTurn: _pause, **(steps or {})},
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

    # Playing

    def begin(self, *steps: AnyStep | Step, dice: Sequence[int] = (), **secret: Sequence[int]) -> Theatre:
        """Play some steps, the first one first, then stop (`is_over`).

        `dice` are those that everyone sees; `allied=[...]`, `axis=[...]`, `nobody=[...]` those of other audiences.
        """
        self.state.agenda = cast("list[AnyStep]", [PAUSE, *reversed(steps)])
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match.at(self.game, self.data, self.state, loaded(*dice, **secret), log=True)
        return self

    def umpire(self, *dice: int, **secret: Sequence[int]) -> Umpire:
        """An umpire for a rule that a test calls by itself, with the dice that will fall."""
        self._dice = (tuple(dice), {name: tuple(faces) for name, faces in secret.items()})
        self._match = Match(self.game, self.data, self.now, loaded(*dice, **secret), log=True)
        return kernel.Umpire(self._match, self.game, self.data, self._match.state)

    @property
    def match(self) -> Match[State, Data]:
        """The match, once it is begun."""
        assert self._match is not None, "begin first"
        return self._match

    @property
    def now(self) -> State:
        """The state of the match, or before it the position."""
        return self.match.state if self._match is not None else self.state

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

    def idle_on(self) -> Theatre:
        """Answer for both as little as there is until the steps that were begun are over."""
        while not self.is_over:
            self.idle(next(iter(self.match.pending)))
        return self

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the steps that were begun are finished, or the whole game is."""
        if self.match.result is not None:
            return True
        options = self.match.pending[ALLIED].options if ALLIED in self.match.pending else None
        return isinstance(options, Pick) and list(options.listed) == [_OVER]

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

    def told(self, rule: str, observer: Observer = Observer.UMPIRE) -> list[Told]:
        """What an observer was told under a rule."""
        return [event for event in self._seen(observer) if isinstance(event, Told) and event.rule == rule]

    def words(self, observer: Observer = Observer.UMPIRE) -> list[str]:
        """Everything that an observer was told, as plain lines."""
        return [in_words(event, str) for event in self._seen(observer) if isinstance(event, Told)]

    def _seen(self, observer: Observer) -> Iterable[object]:
        return [seen(entry, observer) for entry in self.match.log or []]

    def dice_left(self) -> dict[str, int]:
        """The loaded dice that have not fallen (negative: more fell than were loaded)."""
        faces, secret = self._dice
        return spare(self.match.box, *faces, **secret)
