"""The sequence of a month (A.2): what both sides do at their desks, and which dice fall in between.

A page is asked of each side at every desk, also where there is nothing to decide: who waits for whom tells nothing.
"""

from __future__ import annotations

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.allied import core, hire, soviet, transports
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied import plans as plans_allied
from barents.games.arctic_campaign.axis import events as axis_events
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.axis import plans as plans_axis
from barents.games.arctic_campaign.rules import boats, convoy_phase, passage, repairs, sightings
from barents.games.arctic_campaign.rules.units import Umpire, date
from barents.kernel import umpire as kernel
from barents.kernel.game import Step
from barents.kernel.sides import Side

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


def mend(u: Umpire, _step: s.Repairs) -> kernel.Rule[None]:
    """AC-A.21-repair-first: last month's repairs, before any event."""
    allied, axis = yield from u.both(repairs.wishes(u, Side.ALLIED), repairs.wishes(u, Side.AXIS))
    repairs.carry_out(u, Side.ALLIED, allied)
    repairs.carry_out(u, Side.AXIS, axis)


def events(u: Umpire, _step: s.Events) -> None:
    """AC-A.21-events, -fuel-roll: the secret dice of phase 1, in the order of the sequence of play."""
    allied_events.roll(u)
    axis_events.roll(u)
    oil.supply(u)
    axis_events.after_supply(u)
    soviet.pacific(u)


def event_choices(u: Umpire, _step: s.EventChoices) -> kernel.Rule[None]:
    """D4 to D10."""
    allied, axis = yield from u.both(_allied_choices(u), axis_events.choices(u))
    event, transfer, deals = allied
    allied_events.settle(u, event)
    soviet.settle_transfer(u, transfer)
    core.settle(u, deals)
    axis_events.settle(u, axis)


def _allied_choices(u: Umpire) -> kernel.Rule[tuple[allied_events.Chosen, bool, list[core.Deal]]]:
    event = yield from allied_events.choices(u)
    transfer = yield from soviet.ask_transfer(u)
    deals = yield from core.dealings(u, away=[event.withdrawn], taken=event.accepted)
    return event, transfer, deals


def transport_dice(u: Umpire, _step: s.TransportDice) -> None:
    """B.18, B.21: ships handed over to the Soviets, and the month's transports."""
    soviet.transfer(u)
    transports.roll(u)


def sailings(u: Umpire, _step: s.Sailings) -> kernel.Rule[None]:
    """D11, D12."""
    u.state.phase = "reinforcement"
    allied, axis = yield from u.both(transports.launch(u), passage.form_fleets(u))
    transports.settle(u, allied)
    passage.settle(u, axis)


def signals(u: Umpire, _step: s.Signals) -> kernel.Rule[None]:
    """D15, D22: the Allies are always asked, so that nobody learns from it whether they could react."""
    react = yield from passage.ask_reaction(u)
    escorts = yield from soviet.ask_escorts(u)
    u.state.allied.escort_asked = escorts
    passage.settle_reaction(u, react)


def month_dice(u: Umpire, _step: s.MonthDice) -> None:
    """AC-A.22-uboats, AC-A.23-air-allot, -subs: what both sides will have this month."""
    u.state.phase = "convoy"
    passage.react(u)
    convoy_phase.open_operation(u)
    boats.roll(u)
    convoy_phase.allot_aircraft(u)
    soviet.escort_roll(u)
    transports.carrier_roll(u)


def plans(u: Umpire, _step: s.Plans) -> kernel.Rule[None]:
    """D16 to D27, D33, and how the Convoy Phase is to be played."""
    allied, axis = yield from u.both(plans_allied.plans(u), plans_axis.plans(u))
    plans_allied.settle(u, allied)
    plans_axis.settle(u, axis)
