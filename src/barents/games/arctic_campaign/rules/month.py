"""The desks of a month (A.2): what both sides do there, and which dice fall in between.

A page is asked of each side at every desk, also where there is nothing to decide: who waits for whom tells nothing.
"""

from __future__ import annotations

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.allied import core, soviet, transports
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied import plans as plans_allied
from barents.games.arctic_campaign.axis import events as axis_events
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.axis import plans as plans_axis
from barents.games.arctic_campaign.rules import boats, convoy_phase, passage, repairs
from barents.games.arctic_campaign.rules.units import Umpire
from barents.kernel import umpire as kernel
from barents.kernel.sides import Side


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
