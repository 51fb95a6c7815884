"""Steps at which a side can be asked, but will not be as they begin: the match need not be able to go back to them.

Each says no more than the rule itself would find out at once; when in doubt it may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.rules.advantage import offered_to
from barents.games.arctic_disaster.rules.cripples import alone, lone
from barents.games.arctic_disaster.rules.pool import is_to_consider, owner_of
from barents.games.arctic_disaster.rules.reaction import near_enemies
from barents.games.arctic_disaster.rules.tirpitz import could_sortie
from barents.games.arctic_disaster.rules.units import Umpire, forces_at, is_damaged
from barents.games.arctic_disaster.rules.ways import active_force, active_side
from barents.games.arctic_disaster.state import C2, INTELLIGENCE, SCATTERS, State
from barents.kernel.game import Step


def nothing_before_the_draw(u: Umpire, _step: s.Draw) -> bool:
    """AD 14.0, 16.2: no marker can be put in before the next is drawn."""
    return not could_sortie(u.state, u.data) and not is_to_consider(u.state, u.data)


def takes_effect_at_once(_u: Umpire, step: s.Event) -> bool:
    """AD 5: an event without a choice."""
    return owner_of(step.marker)[0] not in (C2, INTELLIGENCE, SCATTERS)


def nobody_has_the_advantage(u: Umpire, _step: s.Search | s.SearchIce) -> bool:
    """AD 5.10: a search is a die and nothing else."""
    return offered_to(u.state) is None


def is_gone(state: State) -> bool:
    """Whether the activated force has left the map."""
    return state.active is None or state.active.force not in state.forces[state.active.side]


def nobody_in_the_hex(u: Umpire, _step: s.OpenFireWindow) -> bool:
    """AD 11.4.1: the activated force is alone."""
    state = u.state
    return is_gone(state) or not forces_at(state, active_side(state).enemy, active_force(state).at)


def nobody_near(u: Umpire, _step: s.React) -> bool:
    """AD 7.7: no enemy could intercept."""
    return is_gone(u.state) or not near_enemies(u.state, u.data)


def no_lone_ship(u: Umpire, step: s.Singles) -> bool:
    """AD 4.3.1: a side has no ships on their own to move."""
    return not lone(u.state, step.side)


def no_cripple(u: Umpire, step: s.Cripples) -> bool:
    """AD 7.8: a side has no damaged ships on their own."""
    return not any(is_damaged(ship) for ship in alone(u.state, step.side))


def orders_stand(u: Umpire, _step: s.HomeFleetOrders) -> bool:
    """AD 7.5.1: there is nothing to ask the Admiralty."""
    return u.state.orders != "barred" or not u.data.scenarios[u.state.scenario].rules.home_fleet_ban


ASKS_NOTHING: Mapping[type[Step], Callable[[Umpire, Any], bool]] = {
    s.HomeFleetOrders: orders_stand,
    s.Draw: nothing_before_the_draw,
    s.Event: takes_effect_at_once,
    s.OpenFireWindow: nobody_in_the_hex,
    s.React: nobody_near,
    s.Search: nobody_has_the_advantage,
    s.SearchIce: nobody_has_the_advantage,
    s.Singles: no_lone_ship,
    s.Cripples: no_cripple,
}
