"""The sequence of play of Arctic Disaster (3), and the end of a turn (3.3)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.combat.air_battle import sortie, strike
from barents.games.arctic_disaster.combat.surface import end_battle, fight, round_of_combat
from barents.games.arctic_disaster.rules.activation import act, activate, arrive, end_activation
from barents.games.arctic_disaster.rules.air import activate_air
from barents.games.arctic_disaster.rules.convoy_display import convoy_display
from barents.games.arctic_disaster.rules.cripples import cripples, detach, singles
from barents.games.arctic_disaster.rules.detection import make_report, search, search_ice
from barents.games.arctic_disaster.rules.events import event
from barents.games.arctic_disaster.rules.ice import count_turns_in_ice
from barents.games.arctic_disaster.rules.lone_ships import run
from barents.games.arctic_disaster.rules.patrols import boat_moves
from barents.games.arctic_disaster.rules.pool import draw, fill_pool
from barents.games.arctic_disaster.rules.reaction import intercepted, interception, meet, open_fire_window, react
from barents.games.arctic_disaster.rules.reorganisation import reorganise
from barents.games.arctic_disaster.rules.scatter import scattered_moves
from barents.games.arctic_disaster.rules.setup import deployment
from barents.games.arctic_disaster.rules.submarines import boat_attack, contact, shadow_attempt
from barents.games.arctic_disaster.rules.terminal import end_day, out_of_sight, take_markers_off, watch_for_tirpitz
from barents.games.arctic_disaster.rules.tirpitz import home_fleet_orders, initial_phase
from barents.games.arctic_disaster.rules.units import Umpire
from barents.games.arctic_disaster.rules.victory import result
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

TURN: tuple[s.AnyStep, ...] = (
    # The Initial Phase (3.1)
    s.InitialPhase(),
    s.HomeFleetOrders(),
    s.Reorganise(),
    s.FillPool(),
    # The Activation Phase (3.2): markers are drawn until the pool is empty, then ships lying singly move
    s.Draw(),
    s.Singles(Side.ALLIED),
    # The Terminal Phase (3.3)
    s.Cripples(Side.AXIS),
    s.Cripples(Side.ALLIED),
    s.BoatMoves(Side.ALLIED),
    s.ScatteredMoves(),
    s.ConvoyDisplay(),
    s.CleanUp(),
)


def begin(_u: Umpire, _step: s.FirstTurn) -> tuple[Step, ...]:
    """AD 3: the first turn, once everything is in place."""
    return TURN


def clean_up(u: Umpire, _step: s.CleanUp) -> tuple[Step, ...]:
    """AD 3.3: everything that lasts for a turn ends; then the next turn begins, or the game is over."""
    state = u.state
    out_of_sight(u)
    count_turns_in_ice(u)
    watch_for_tirpitz(u)
    take_markers_off(u)
    if u.data.scenarios[state.scenario].turns[state.turn - 1].ends_day:
        end_day(u)
    if state.turn >= state.turns:
        u.end(result(state, u.data))
        return ()
    state.turn, state.phase = state.turn + 1, "initial"
    return TURN


STEPS: Mapping[type[Step], Procedure] = {
    # Set-up (16)
    s.Deployment: deployment,
    s.FirstTurn: begin,
    # The Initial Phase (3.1)
    s.InitialPhase: initial_phase,
    s.HomeFleetOrders: home_fleet_orders,
    s.Reorganise: reorganise,
    s.FillPool: fill_pool,
    # The Activation Phase (4)
    s.Draw: draw,
    s.Event: event,
    s.Activate: activate,
    s.Act: act,
    s.Arrive: arrive,
    s.Meet: meet,
    s.OpenFireWindow: open_fire_window,
    s.React: react,
    s.Interception: interception,
    s.Intercepted: intercepted,
    s.Search: search,
    s.SearchIce: search_ice,
    s.Report: make_report,
    s.EndActivation: end_activation,
    s.ActivateAir: activate_air,
    s.Contact: contact,
    s.BoatAttack: boat_attack,
    s.ShadowAttempt: shadow_attempt,
    s.Fight: fight,
    s.Round: round_of_combat,
    s.EndBattle: end_battle,
    s.Sortie: sortie,
    s.Strike: strike,
    s.Detach: detach,
    s.Run: run,
    s.Singles: singles,
    # The Terminal Phase (3.3)
    s.Cripples: cripples,
    s.BoatMoves: boat_moves,
    s.ScatteredMoves: scattered_moves,
    s.ConvoyDisplay: convoy_display,
    s.CleanUp: clean_up,
}
