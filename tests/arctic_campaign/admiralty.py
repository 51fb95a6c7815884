"""A campaign at any month to try rules on: the smallest desks that show one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Self

from barents.games.arctic_campaign.actions import ACTIONS, Proceed
from barents.games.arctic_campaign.data import Data, data
from barents.games.arctic_campaign.rules.units import Umpire, commission, desk_of
from barents.games.arctic_campaign.state import AlliedDesk, AxisDesk, MonthBegins, Options, Service, State, Vessel
from barents.games.operations.state import Ship
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Pick
from barents.kernel.events import Told
from barents.kernel.game import Game, Procedure, Step
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.view import Situation
from tests.rehearsal import Rehearsal

ALLIED, AXIS = Side.ALLIED, Side.AXIS
OPEN = ("AC-B.3-", "AC-B.11-optional-swap")
PAUSE = MonthBegins()  # stands for whatever comes after the steps of a test


def _pause(u: Umpire, _step: MonthBegins) -> kernel.Rule[None]:
    """Ask something before anything else happens."""
    yield from u.ask(ALLIED, Rehearsal.OVER, Pick([Proceed()]), "The test is over")


def _no_view(_data: Data, _state: State, _observer: Observer) -> Situation:
    raise AssertionError("an admiralty is not looked at")


class Admiralty(Rehearsal[State, Data]):
    """Two empty desks in a month (`Admiralty("1942-07")`); put ships into it, then begin with some steps.

    A month's beginning is the end of a test, unless `steps` has a procedure of its own for it.
    """

    def __init__(
        self,
        date: str = "1942-01",
        *,
        options: Options | None = None,
        steps: Mapping[type[Step], Procedure] | None = None,
    ) -> None:
        flow = import_module("barents.games.arctic_campaign.rules.flow")
        tables = data(None)
        game: Game[State, Data] = Game(
            name="admiralty",
            title="Admiralty",
            version="1",
            state=State,
            actions=ACTIONS,
            steps={**flow.STEPS, MonthBegins: _pause, **(steps or {})},
            scenarios=lambda _data: (),
            data=data,
            opening=lambda _data, _scenario, _options: self.state,
            known=lambda _data, state, _observer: state,
            imagine=lambda _data, state, _observer, _dice: state,
            view=_no_view,
            label=lambda _data, name: name,
        )
        state = State(
            agenda=[],
            scenario="campaign",
            options=options or Options(),
            month=tables.month(date),
            allied=AlliedDesk(slots={type: row.start for type, row in tables.tables.core.types.items()}),
            axis=AxisDesk(),
        )
        super().__init__(game, tables, state, PAUSE)

    def begin(self, *steps: Step, dice: Sequence[int] = (), **secret: Sequence[int]) -> Self:
        """Play some steps; whatever is said in them has to be said to the right side."""
        super().begin(*steps, dice=dice, **secret)
        return self._listen()

    def act(self, side: Side, *actions: Action | str) -> Self:
        """Answer."""
        super().act(side, *actions)
        return self._listen()

    def _listen(self) -> Self:
        """The Allied rules (B) speak to the Allies alone, the German ones (C) to the Germans.

        The North Sea speaks to both (B.3), and so do the lines of an account, which say what for, and the core that was
        agreed on (B.11).
        """
        for entry in self.match.log or []:
            rule, facts = entry.event.rule, entry.event.about if isinstance(entry.event, Told) else {}
            if rule.startswith(("AC-B.", "AC-C.")) and not rule.startswith(OPEN) and "what" not in facts:
                own = Audience.ALLIED if rule.startswith("AC-B.") else Audience.AXIS
                assert entry.to in (own, Audience.NOBODY), f"{entry.event} is told to {entry.to}"
        return self

    def ship(self, key: str, at: str, service: Service | None = None, *, line: str = "", **fields: object) -> Vessel:
        """Put a ship into a port (`tirpitz`), or one of a line under a key of her own; fields of vessel or ship."""
        side = self.data.sea.types[line or self.data.sea.line_of(key)].side
        vessel = commission(
            self.state,
            self.data,
            side,
            key,
            service or ("core" if side is ALLIED else "fleet"),
            at,
            line=line,
            name=key if line else "",
        )
        for field, value in fields.items():
            assert field in (*Vessel.__struct_fields__, *Ship.__struct_fields__), f"neither has {field}"
            setattr(vessel if field in Vessel.__struct_fields__ else self.boxes(key), field, value)
        return vessel

    def vessel(self, key: str) -> Vessel:
        """A ship's place and service now."""
        return next(desk_of(self.now, side).vessels[key] for side in Side if key in desk_of(self.now, side).vessels)

    def boxes(self, key: str) -> Ship:
        """A ship's boxes now, wherever she is."""
        for side in Side:
            if key in desk_of(self.now, side).ships:
                return desk_of(self.now, side).ships[key]
            if self.now.operation is not None and key in self.now.operation.desks[side].ships:
                return self.now.operation.desks[side].ships[key]
        raise AssertionError(f"there is no {key}")
