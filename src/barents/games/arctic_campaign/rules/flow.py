"""Which procedure plays which step of the campaign (2.1, 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.axis.homebound import home_again, homebound
from barents.games.arctic_campaign.quick.month import reckoning
from barents.games.arctic_campaign.rules.convoy_phase import asks_nothing, convoy_phase, operations
from barents.games.arctic_campaign.rules.gathering import gathering
from barents.games.arctic_campaign.rules.month import (
    event_choices,
    events,
    mend,
    month_begins,
    month_dice,
    plans,
    sailings,
    signals,
    transport_dice,
)
from barents.games.arctic_campaign.rules.north_sea import air_strike, boat_strike
from barents.games.arctic_campaign.rules.passage import intercept, next_passage
from barents.games.arctic_campaign.rules.points import fade_out, points
from barents.games.arctic_campaign.rules.setup import before_the_war, first_dice, first_places
from barents.kernel.game import Procedure, Step

STEPS: Mapping[type[Step], Procedure] = {
    # Before January 1942
    s.BeforeTheWar: before_the_war,
    s.FirstDice: first_dice,
    s.FirstPlaces: first_places,
    # Phase 1
    s.MonthBegins: month_begins,
    s.Repairs: mend,
    s.Events: events,
    s.EventChoices: event_choices,
    s.TransportDice: transport_dice,
    # Phase 2
    s.Sailings: sailings,
    s.NextPassage: next_passage,
    s.Intercept: intercept,
    s.AirStrike: air_strike,
    s.BoatStrike: boat_strike,
    s.Signals: signals,
    # Phase 3
    s.MonthDice: month_dice,
    s.Plans: plans,
    s.ConvoyPhase: convoy_phase,
    s.Operations: operations,
    s.Reckoning: reckoning,
    s.Gathering: gathering,
    # Phases 4 and 5
    s.Homebound: homebound,
    s.Account: home_again,
    s.Points: points,
    s.FadeOut: fade_out,
}

ASKS_NOTHING: Mapping[type[Step], Callable[[Any, Any], bool]] = {s.Operations: asks_nothing}
