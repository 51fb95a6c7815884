"""A month about to be planned: desks with a few ships, an operation that is open, and a boat of each navy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import ConvoyPhase, MonthDice, Operations, Options, Plans
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.state import Boat
from barents.games.operations.state import State as Operation
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Assign
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

from .admiralty import ALLIED, AXIS, PAUSE, Admiralty, _pause

BOATS = {ALLIED: {"satyr": "uk:S", "m-176": "su:M"}, AXIS: {"u-88": "de:VII"}}
PLACES, ORDERS, WEST, EAST = "AC-B.23-sources", "AC-B.21-turn", "AC-B.22-may", "AC-B.21-any-number"
PORTS, MODES = "AC-A.4-start-port", "OP-MODE-mix"


class WarRoom(Admiralty):
    """An admiralty in which the dice of the month have fallen: a submarine each, no aircraft.

    `at_sea` is done to the operation in the place of all its turns; without it a test is over when they begin.
    """

    def __init__(
        self,
        date: str = "1942-07",
        *,
        options: Options | None = None,
        at_sea: Callable[[Operation], None] | None = None,
        steps: Mapping[type[Step], Procedure] | None = None,
    ) -> None:
        def sail(u: Umpire, _step: Operations) -> None:
            assert u.state.operation is not None
            if at_sea is not None:
                at_sea(u.state.operation)

        def wait(u: Umpire, _step: Operations) -> kernel.Rule[None]:
            yield from _pause(u, PAUSE)

        own: dict[type[Step], Procedure] = {MonthDice: _dice, Operations: wait if at_sea is None else sail}
        super().__init__(date, options=options or Options(convoy_phase="played"), steps={**own, **(steps or {})})

    @property
    def operation(self) -> Operation:
        """The operation as it is."""
        assert self.now.operation is not None, "there is no operation"
        return self.now.operation

    def transports(self, number: int, at: str, first: int = 1, **fields: object) -> list[str]:
        """So many transports in a port: `lt-1`, `lt-2` …; in Russia they have landed their cargo."""
        home = at in ("Murmansk", "Archangelsk", "Iokanga")
        keys = [f"lt-{count}" for count in range(first, first + number)]
        for key in keys:
            own: dict[str, object] = {"cargo": 0, "homeward": True} if home else {}
            self.ship(key, at, "merchant", line="uk:LT")
            for field, value in {**own, **fields}.items():
                setattr(self.boxes(key), field, value)
        return keys

    def plan(self) -> WarRoom:
        """Come to the first pages of the plans."""
        self.begin(MonthDice(), Plans(), ConvoyPhase())
        return self

    def turn_to(self, rule: str, side: Side = ALLIED) -> WarRoom:
        """Answer as little as there is until a side has the page of a rule before it."""
        self.idle_until(rule, side)
        return self

    def reply(self, rule: str, *actions: Action | str, side: Side = ALLIED) -> WarRoom:
        """Turn to the page of a rule and answer it, and those that come after it."""
        self.turn_to(rule, side).act(side, *actions)
        return self

    def fill(self, rule: str, orders: Mapping[str, str], side: Side = ALLIED) -> WarRoom:
        """Turn to the page of a rule and fill in some of its slots, the others as they come."""
        self.turn_to(rule, side).plot(side, orders)
        return self

    def values(self, rule: str, slot: str, side: Side = ALLIED) -> list[str]:
        """What may be answered for a slot of the page of a rule; nothing if there is no such slot."""
        self.turn_to(rule, side)
        assert isinstance(self.asked(side).options, Assign)
        return self.ways(side, slot)


def _dice(u: Umpire, _step: MonthDice) -> None:
    open_operation(u)
    assert u.state.operation is not None
    for side, boats in BOATS.items():
        for key, kind in boats.items():
            u.state.operation.desks[side].boats[key] = Boat(key, kind, WAITING, key)
