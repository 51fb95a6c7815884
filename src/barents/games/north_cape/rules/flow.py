"""The sequence of play of North Cape (3.0), and the end of a turn (3.5)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.north_cape import state as s
from barents.games.north_cape.rules.additions import replace_boat
from barents.games.north_cape.rules.air import land_aircraft, trim_carrier
from barents.games.north_cape.rules.campaign import conclude
from barents.games.north_cape.rules.combat import (
    air_to_air,
    air_to_surface,
    anti_aircraft,
    end_combat,
    gunfire,
    land_on_carrier,
    strike,
    torpedo_stage,
)
from barents.games.north_cape.rules.decoys import buy_decoys, place_decoys
from barents.games.north_cape.rules.dispersion import adrift, dispersion
from barents.games.north_cape.rules.growlers import growlers
from barents.games.north_cape.rules.hfdf import listen
from barents.games.north_cape.rules.missions import (
    assemble,
    depart,
    dive,
    drop,
    end_mission,
    entry_hex,
    leg,
    missions,
    next_mission,
    sail,
)
from barents.games.north_cape.rules.patrol import claim_submarine, window, withdraw
from barents.games.north_cape.rules.pieces import Umpire, hide, occupied, to_pool
from barents.games.north_cape.rules.recon import claim, observe, owner_reveals, roll_recon
from barents.games.north_cape.rules.setup import deployment, draw_merchants, prinz_eugen, reinforce
from barents.games.north_cape.rules.submarines import asw_reaction, hunt, infiltrate
from barents.games.north_cape.rules.victory import result
from barents.games.north_cape.rules.weather import weather_phase
from barents.games.north_cape.solitaire.contacts import contact
from barents.games.north_cape.solitaire.groups import is_automatic
from barents.games.north_cape.solitaire.scatter import group_ice, scatter
from barents.kernel.game import Procedure, Step
from barents.kernel.lifetimes import renew
from barents.kernel.sides import Side

TURN: tuple[s.AnyStep, ...] = (
    s.WeatherPhase(),
    s.BuyDecoys(),
    s.PlaceDecoys(),
    s.Missions(),
    s.LandAircraft(Side.ALLIED),
    s.LandAircraft(Side.AXIS),
    s.TrimCarrier(),
    s.EndTurn(),
)


def begin(_u: Umpire, _step: s.FirstTurn) -> tuple[Step, ...]:
    """NC 3.0: the first turn, once everything is in place."""
    return TURN


def end_turn(u: Umpire, _step: s.EndTurn) -> tuple[Step, ...]:
    """NC 3.5: decoys leave, everything is turned face down, and the next turn begins or the game is scored."""
    state = u.state
    before = {side: occupied(state, side) for side in Side}
    for side in Side:
        for piece in list(state.pieces[side].values()):
            in_play = piece.at not in (s.POOL, s.LOST) and not is_automatic(state, side)
            if u.data.counters[piece.id].is_decoy and in_play:
                to_pool(u, piece)
        for piece in state.pieces[side].values():
            renew(piece)
        hide(u, state.pieces[side].values())
        if gone := sorted(before[side] - occupied(state, side)):
            u.tell("NC-3.3-decoy-not-saved", "Only decoys lay at {cells}", cells=" ".join(gone))
    renew(state)
    if state.turn >= state.turns:
        if state.campaign is not None:
            return conclude(u, state.campaign)
        u.end(result(state, u.data))
        return ()
    for group in state.groups:
        renew(group)
    state.turn += 1
    state.wakes = [wake for wake in state.wakes if state.turn - wake.turn <= s.TURNS_REMEMBERED]
    for book in state.notebook.values():
        book.sightings = [seen for seen in book.sightings if state.turn - seen.turn <= s.TURNS_REMEMBERED]
    u.tell("NC-3.5-advance-turn", "Turn {turn} begins", turn=state.turn)
    return TURN


STEPS: Mapping[type[Step], Procedure] = {
    # Set-up (4.0, 12)
    s.DrawMerchants: draw_merchants,
    s.PrinzEugen: prinz_eugen,
    s.Reinforce: reinforce,
    s.ReplaceBoat: replace_boat,
    s.Deployment: deployment,
    s.FirstTurn: begin,
    # Weather, fog range, decoys (3.1 to 3.3)
    s.WeatherPhase: weather_phase,
    s.BuyDecoys: buy_decoys,
    s.PlaceDecoys: place_decoys,
    # Missions (5)
    s.Missions: missions,
    s.NextMission: next_mission,
    s.Assemble: assemble,
    s.EntryHex: entry_hex,
    s.Dive: dive,
    s.Leg: leg,
    s.Drop: drop,
    s.Sail: sail,
    s.Depart: depart,
    # Reconnaissance (6)
    s.Observe: observe,
    s.Claim: claim,
    s.RollRecon: roll_recon,
    s.OwnerReveals: owner_reveals,
    # Patrols (7)
    s.Window: window,
    s.ClaimSubmarine: claim_submarine,
    s.Withdraw: withdraw,
    # Combat (8, 9)
    s.Strike: strike,
    s.Infiltrate: infiltrate,
    s.AirToAir: air_to_air,
    s.AirToSurface: air_to_surface,
    s.AntiAircraft: anti_aircraft,
    s.LandOnCarrier: land_on_carrier,
    s.Gunfire: gunfire,
    s.TorpedoStage: torpedo_stage,
    s.Hunt: hunt,
    s.AswReaction: asw_reaction,
    s.EndCombat: end_combat,
    # Solitaire (11.6)
    s.Scatter: scatter,
    s.GroupIce: group_ice,
    s.Contact: contact,
    s.EndMission: end_mission,
    # Optional rules (11.2 to 11.4)
    s.Listen: listen,
    s.Growlers: growlers,
    s.Dispersion: dispersion,
    s.Adrift: adrift,
    # The end of the turn (5.6, 3.5)
    s.LandAircraft: land_aircraft,
    s.TrimCarrier: trim_carrier,
    s.EndTurn: end_turn,
}
