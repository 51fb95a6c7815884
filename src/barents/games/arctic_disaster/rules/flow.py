"""The sequence of play of Arctic Disaster (3)."""

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
from barents.games.arctic_disaster.rules.lone_ships import run
from barents.games.arctic_disaster.rules.patrols import boat_moves
from barents.games.arctic_disaster.rules.pool import draw, fill_pool
from barents.games.arctic_disaster.rules.reaction import intercepted, interception, meet, open_fire_window, react
from barents.games.arctic_disaster.rules.reorganisation import reorganise
from barents.games.arctic_disaster.rules.scatter import scattered_moves
from barents.games.arctic_disaster.rules.setup import deployment
from barents.games.arctic_disaster.rules.submarines import boat_attack, contact, shadow_attempt
from barents.games.arctic_disaster.rules.terminal import clean_up
from barents.games.arctic_disaster.rules.tirpitz import home_fleet_orders, initial_phase
from barents.kernel.game import Procedure, Step

STEPS: Mapping[type[Step], Procedure] = {
    # Set-up (16)
    s.Deployment: deployment,
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
