"""A turn in a theatre: the pool and its draws, with stand-ins for what other chapters do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.rules.detection import make_report, search, search_ice
from barents.games.arctic_disaster.rules.events import event
from barents.games.arctic_disaster.rules.pool import draw, fill_pool
from barents.games.arctic_disaster.rules.reorganisation import reorganise
from barents.games.arctic_disaster.rules.tirpitz import home_fleet_orders, initial_phase
from barents.games.arctic_disaster.rules.units import Umpire
from barents.kernel.game import Procedure, Step

from .theatre import ALLIED, Theatre

ACTIVATED = "AD-4.2-one-marker"
PASSED = "AD-3.0-phase-order"


def passed_by(u: Umpire, step: Step) -> tuple[Step, ...]:
    """Only say that a step was reached."""
    u.tell(PASSED, "{step}", step=type(step).__name__)
    return ()


def activated(u: Umpire, step: s.Activate) -> tuple[Step, ...]:
    """A force is activated and does nothing."""
    u.state.forces[step.side][step.force].activated = True
    u.tell(ACTIVATED, "{force}", force=step.force)
    return ()


def flown(u: Umpire, step: s.ActivateAir) -> tuple[Step, ...]:
    """A formation is activated and flies."""
    u.state.formations[step.formation].flown = True
    u.tell(ACTIVATED, "{force}", force=step.formation)
    return ()


INITIAL: Mapping[type[Step], Procedure] = {
    s.InitialPhase: initial_phase,
    s.HomeFleetOrders: home_fleet_orders,
    s.Reorganise: reorganise,
    s.FillPool: fill_pool,
}
DRAWS: Mapping[type[Step], Procedure] = {
    s.Draw: draw,
    s.Event: event,
    s.Activate: activated,
    s.ActivateAir: flown,
    s.Search: search,
    s.SearchIce: search_ice,
    s.Report: make_report,
    **dict.fromkeys((s.Singles, s.Cripples, s.BoatMoves, s.ScatteredMoves, s.ConvoyDisplay), passed_by),
}


def drawing(theatre: Theatre, pool: Sequence[str], *dice: int, **secret: Sequence[int]) -> Theatre:
    """Draw these markers one after the other, the first one first; the dice fall as the markers take effect."""
    theatre.state.pool = list(reversed(pool))
    assert not dice or len(pool) == 1, "dice between draws are loaded one marker at a time"
    return theatre.begin(s.Draw(), dice=[*range(len(pool), 0, -1), *dice], **secret)


def order(theatre: Theatre) -> list[str]:
    """What was activated, in order."""
    return [str(told.about["force"]) for told in theatre.told(ACTIVATED)]


def is_done(theatre: Theatre) -> bool:
    """Whether the pool is empty, and the turn has come to its clean-up."""
    pending = theatre.match.pending
    return list(pending) == [ALLIED] and pending[ALLIED].prompt == "The test is over"
