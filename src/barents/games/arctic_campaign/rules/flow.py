"""The sequence of play of the campaign: before the war (2.1), and month by month (2.2, A.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.allied import core, hire, soviet
from barents.games.arctic_campaign.axis import events as axis_events
from barents.games.arctic_campaign.axis.homebound import home_again, homebound
from barents.games.arctic_campaign.quick.month import reckoning
from barents.games.arctic_campaign.rules import repairs, sightings
from barents.games.arctic_campaign.rules.convoy_phase import asks_nothing, convoy_phase, operations
from barents.games.arctic_campaign.rules.gathering import gathering
from barents.games.arctic_campaign.rules.month import (
    event_choices,
    events,
    mend,
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
from barents.games.arctic_campaign.rules.units import Umpire, date
from barents.kernel.game import Procedure, Step

MONTH: tuple[s.AnyStep, ...] = (
    # Phase 1: repair and special events
    s.Repairs(),
    s.Events(),
    s.EventChoices(),
    s.TransportDice(),
    # Phase 2: German reinforcement
    s.Sailings(),
    s.NextPassage(home=False),
    s.Signals(),
    # Phase 3: convoys
    s.MonthDice(),
    s.Plans(),
    s.ConvoyPhase(),
    # Phase 4: German ships go home
    s.Homebound(),
    s.NextPassage(home=True),
    s.Account(),
    # Phase 5: points
    s.Points(),
)


def month_begins(u: Umpire, _step: s.MonthBegins) -> tuple[Step, ...]:
    """AC-A.2-order: five phases, none is skipped; whatever has run out ends as the month begins."""
    state = u.state
    state.phase = "repair"
    u.tell("AC-A.2-monthly-turn", "{month} begins", month=date(state, u.data))
    state.sighted = state.aborted = False
    sightings.put_away(state)
    repairs.new_month(u)
    core.new_month(u)
    hire.new_month(u)
    soviet.new_month(u)
    axis_events.new_month(u)
    return MONTH


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
