"""Forces and ships under way for tests: every procedure but the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from barents.games.arctic_disaster.actions import Go, SpeedUp
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.flow import STEPS as ALL
from barents.games.arctic_disaster.state import Activate, CleanUp, State
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

from .theatre import HISTORICAL, Theatre

STEPS: Mapping[type[Step], Procedure] = {step: rule for step, rule in ALL.items() if step is not CleanUp}
ACT, SPEED, REACT = "AD-4.3-actions-any-order", "AD-7.1-max-declare", "AD-7.7-react-trigger"


def sea(scenario: str = HISTORICAL, *, turn: int = 1, options: Options | None = None) -> Theatre:
    """An empty map with all rules."""
    return Theatre(STEPS, scenario, options, turn=turn)


def as_it_is(theatre: Theatre) -> Theatre:
    """The same position in a theatre with all rules, so that what is played there leaves the other as it is."""
    played = sea(theatre.now.scenario, turn=theatre.now.turn)
    played.state = msgspec.msgpack.decode(msgspec.msgpack.encode(theatre.now), type=State)
    return played


def activate(
    theatre: Theatre, key: str, *, fast: bool | None = False, dice: Sequence[int] = (), **secret: Sequence[int]
) -> Theatre:
    """A force is activated at a speed (None: it has no choice) and comes to its first choice."""
    side = theatre.data.markers[key].side
    theatre.begin(Activate(side, key), dice=dice, **secret)
    assert (len(theatre.asked(side).options) == 1) is (fast is None), "whether it may hurry"
    theatre.act(side, SpeedUp(maximum=bool(fast)))
    return settle(theatre, side)


def settle(theatre: Theatre, side: Side) -> Theatre:
    """Let the other side pass every chance until the activated force is asked again, or it is over."""
    while not theatre.is_over and ACT not in [decision.rule for decision in theatre.match.pending.values()]:
        theatre.idle(next(iter(theatre.match.pending)))
    return theatre


def play_out(theatre: Theatre) -> Theatre:
    """Answer for both as little as there is to the end."""
    while not theatre.is_over:
        theatre.idle(next(iter(theatre.match.pending)))
    return theatre


def sail(theatre: Theatre, side: Side, *cells: str) -> Theatre:
    """The activated force enters hexes one by one; nobody reacts."""
    for cell in cells:
        settle(theatre.act(side, Go(cell)), side)
    return theatre


def left(theatre: Theatre) -> float:
    """The movement points that the activated force has left."""
    assert theatre.now.active is not None
    return theatre.now.active.left / 2


def goes(theatre: Theatre, side: Side) -> set[str]:
    """The hexes that the activated force may enter."""
    return {answer.removeprefix("go ") for answer in theatre.offered(side) if answer.startswith("go ")}


def places(theatre: Theatre, names: Iterable[str]) -> list[str]:
    """Where ships are that lie singly."""
    return [theatre.find(name).at for name in names]
