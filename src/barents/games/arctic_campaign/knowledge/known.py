"""What each side of the campaign may know (section 9).

A side has its own desk, but for what the enemy has found out about it in secret. Of the enemy's desk it has the ships
that it has seen and those that it knows to be sunk, and his submarines that were sunk. Marker, points and the monthly
statements are open, and so is the place in the month: whatever is on the agenda has been told. At sea holds what the
operations engine says. Those who look on see what both sides know.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import SIGHTED, desk_of, ship_of
from barents.games.arctic_campaign.state import SUNK, AirStrike, AlliedDesk, AxisDesk, Passage, State, Vessel
from barents.games.operations import GAME as SEA
from barents.games.operations.state import Ship
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side

T = TypeVar("T")
DeskT = TypeVar("DeskT", AlliedDesk, AxisDesk)


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own desk, and what has been disclosed of the enemy's."""
    if observer is Observer.UMPIRE:
        return copied(state, State)
    own, operation = observer.side, state.operation
    return State(
        agenda=for_all.listed(state.agenda),
        notebook={side: _notebook(state, side, own) for side in Side},
        result=for_all(state.result),
        scenario=state.scenario,
        options=state.options,
        agreed=list(state.agreed),
        month=state.month,
        phase=state.phase,
        mode=state.mode,
        marker=state.marker,
        total=state.total,
        statements=for_all.listed(state.statements),
        allied=for_owner(state.allied)
        if own is Side.ALLIED
        else _disclosed(data, state, Side.ALLIED, AlliedDesk(), own),
        axis=for_owner(state.axis) if own is Side.AXIS else _disclosed(data, state, Side.AXIS, AxisDesk(), own),
        passage=_passage(state, own),
        asked=state.asked,
        searching=state.searching and own is Side.ALLIED,
        sighted=state.sighted and own is Side.ALLIED,
        aborted=state.aborted,
        operation=None if operation is None else SEA.known(data.sea, operation, observer),
    )


def copied(value: T, kind: type[T]) -> T:
    """A copy that shares nothing with it."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=kind)


def _notebook(state: State, side: Side, own: Side | None) -> Notebook:
    """A side's notebook; of another's only the ships that went down, which was told to everyone.

    They are in an order of their own: in that of the notebook one could see who had been sighted before.
    """
    book = state.notebook[side]
    if side is own:
        return for_owner(book)
    return Notebook({key: rule for key, rule in sorted(book.identified.items()) if rule != SIGHTED})


# Desks


def _disclosed(data: Data, state: State, side: Side, desk: DeskT, own: Side | None) -> DeskT:
    """Of a desk ships that were seen, without a place; those that went down; and boats, of which that is told at once.

    Who was seen is known to those who saw her, and not to her owner: those who look on see the sunk alone. What her
    owner has done with her since, nobody can tell from it.
    """
    for key, rule in sorted(state.notebook[side.enemy].identified.items()):
        sunk = rule != SIGHTED
        if sunk or own is not None:
            desk.vessels[key] = Vessel(key, "fleet", SUNK if sunk else "")
            desk.ships[key] = _looks(data, state, side, key)
    desk.boats_lost = list(desk_of(state, side).boats_lost)
    return desk


def _looks(data: Data, state: State, side: Side, key: str) -> Ship:
    """What she is; of a western ship that is in no service any more by the ship tables."""
    if key in desk_of(state, side).vessels:
        ship = ship_of(state, side, key)
        return Ship(key, ship.line, name=ship.name)
    return Ship(key, western.line_of(data, key).key, name=western.name_of(data, key))


# The North Sea


def _passage(state: State, own: Side | None) -> Passage | None:
    """B.3: the Allies know what they have rolled and what attacks; the Germans their fleet, and what it has suffered.

    By which letter the fleet goes is known to its owner alone.
    """
    passage = state.passage
    if passage is None:
        return None
    told = 0 if AirStrike("approach") in state.agenda else passage.steps  # who has come through is seen by both
    if own is Side.AXIS:
        return Passage(passage.fleet, passage.home, steps=told, detected=passage.detected, hit=list(passage.hit))
    if own is None:
        return Passage("", passage.home, steps=told, detected=passage.detected)
    return Passage(
        "",
        passage.home,
        roll=passage.roll,
        steps=passage.steps,
        several=passage.several,
        boat=passage.boat,
        detected=passage.detected,
    )
