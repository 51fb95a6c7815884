"""The sequence of play of Nordkapp (4), and the end of a turn (4 G)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.nordkapp import state as s
from barents.games.nordkapp.automaton.turn import ambush, automaton_orders, german_orders, lookout, underway
from barents.games.nordkapp.rules.dispersion import dispersion
from barents.games.nordkapp.rules.growlers import growlers
from barents.games.nordkapp.rules.hfdf import listen, opportunity
from barents.games.nordkapp.rules.movement import orders
from barents.games.nordkapp.rules.raids import air_raid, air_raids
from barents.games.nordkapp.rules.recon import recon
from barents.games.nordkapp.rules.scatter import scatter_convoys, scatter_roll
from barents.games.nordkapp.rules.setup import deployment, draw_boats
from barents.games.nordkapp.rules.shadowing import disclosure, shadowing
from barents.games.nordkapp.rules.submarines import (
    aim,
    bearing_change,
    end_submarine_action,
    escort_reaction,
    infiltrate,
    second_attack,
    submarine_action,
    submarine_phase,
    torpedoes,
)
from barents.games.nordkapp.rules.surface import call_combat, exchange, manoeuvres, surface_combat
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.rules.victory import result
from barents.games.nordkapp.rules.weather import weather_phase
from barents.kernel.game import Procedure, Step
from barents.kernel.lifetimes import renew
from barents.kernel.sides import Side

TURN: tuple[s.AnyStep, ...] = (
    s.WeatherPhase(),
    s.Dispersion(),
    s.ScatterConvoys(),
    s.Orders(),
    s.Growlers(),
    s.Listen(),
    s.Recon(Side.AXIS),
    s.Recon(Side.ALLIED),
    s.ScatterRoll(),
    s.SubmarinePhase(Side.AXIS),
    s.SubmarinePhase(Side.ALLIED),
    s.CallCombat(Side.AXIS),
    s.CallCombat(Side.ALLIED),
    s.AirRaids(Side.AXIS),
    s.AirRaids(Side.ALLIED),
    s.Shadowing(),
    s.EndTurn(),
)


def begin(_u: Umpire, _step: s.FirstTurn) -> tuple[Step, ...]:
    """NK 4: the first turn, once everything is in place."""
    return TURN


def end_turn(u: Umpire, _step: s.EndTurn) -> tuple[Step, ...]:
    """NK 4 G: aircraft recover, sightings lapse, and the next turn begins or the game is scored."""
    state = u.state
    for side in Side:
        u.conceal(list(state.notebook[side].identified), to=side)
        for piece in state.pieces[side].values():
            piece.resting, piece.driven_off = piece.flew, piece.harried
            renew(piece)
    renew(state)
    if state.turn >= state.turns:
        u.end(result(state, u.data))
        return ()
    state.turn += 1
    u.tell("NK-4-phase-order", "Turn {turn} begins", turn=state.turn)
    return TURN


STEPS: Mapping[type[Step], Procedure] = {
    # Set-up (4 A, 13)
    s.DrawBoats: draw_boats,
    s.Deployment: deployment,
    s.FirstTurn: begin,
    # A: the state of the sea; air missions are part of the orders
    s.WeatherPhase: weather_phase,
    # B: movement, after what storm and the Admiralty do to convoys
    s.Dispersion: dispersion,
    s.ScatterConvoys: scatter_convoys,
    s.Orders: orders,
    s.Lookout: lookout,
    s.AutomatonOrders: automaton_orders,
    s.GermanOrders: german_orders,
    s.Underway: underway,
    s.Ambush: ambush,
    s.Growlers: growlers,
    # C: reconnaissance
    s.Listen: listen,
    s.Opportunity: opportunity,
    s.Recon: recon,
    s.ScatterRoll: scatter_roll,
    # D: submarines
    s.SubmarinePhase: submarine_phase,
    s.SubmarineAction: submarine_action,
    s.Infiltrate: infiltrate,
    s.BearingChange: bearing_change,
    s.Aim: aim,
    s.Torpedoes: torpedoes,
    s.SecondAttack: second_attack,
    s.EscortReaction: escort_reaction,
    s.EndSubmarineAction: end_submarine_action,
    # E: surface combat
    s.CallCombat: call_combat,
    s.SurfaceCombat: surface_combat,
    s.Exchange: exchange,
    s.Manoeuvres: manoeuvres,
    # F: air raids
    s.AirRaids: air_raids,
    s.AirRaid: air_raid,
    # G: the end of the turn
    s.Shadowing: shadowing,
    s.Disclosure: disclosure,
    s.EndTurn: end_turn,
}
