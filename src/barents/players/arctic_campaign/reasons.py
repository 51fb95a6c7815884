"""Why the staffs of the campaign answer as they do, in words: from the same figures by which they answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.games.arctic_campaign.allied import convoys, core, sailings, soviet
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied import hire as hiring
from barents.games.arctic_campaign.allied import plans as plans_allied
from barents.games.arctic_campaign.allied.convoys import ready_east
from barents.games.arctic_campaign.axis import homebound, oil
from barents.games.arctic_campaign.axis import plans as plans_axis
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.quick import month as quick
from barents.games.arctic_campaign.rules import modes, passage, points, repairs
from barents.games.arctic_campaign.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.players.advice import Habits, habit

HABITS: Habits = {
    allied_events.OFFER.id: (
        "Ships that cost nothing are taken.",
        "Ships at half price cost points, and the core is enough.",
    ),
    core.DEAL.id: (
        "There are too few destroyers, or a cruiser can be spared for points.",
        "The core is enough: what else is wanted is cheaper to hire.",
    ),
    hiring.NUMBERS.id: (
        "So many escorts fill the screen of the transports that are ready; more would not count.",
        "No transports are ready that would need an escort.",
    ),
    plans_allied.FREE_CARRIER.id: ("She costs nothing.", ""),
    plans_allied.PLACES.id: (
        "The great ships cover, cruisers and destroyers go with the convoy, and worn ships rest.",
        "",
    ),
    convoys.EAST.id: ("Transports that are kept back cost points, so all of them sail in one convoy.", ""),
    convoys.WEST.id: (
        "Enough transports wait to be worth an escort.",
        "So few transports are not worth an escort yet.",
    ),
    sailings.ORDERS.id: ("Convoys both ways pass Bear Island at about the same time, under one cover.", ""),
    plans_allied.BRITISH_BOATS.id: ("They lie off the anchorages from which German ships come.", ""),
    plans_allied.SOVIET_BOATS.id: ("They lie off the anchorages from which German ships come.", ""),
    soviet.HAND_OVER.id: ("The throw costs nothing.", ""),
    soviet.CALL.id: ("The throw costs nothing.", ""),
    passage.INTERCEPT_OUT.id: ("The throw costs nothing.", ""),
    passage.INTERCEPT_HOME.id: ("The throw costs nothing.", ""),
    points.END.id: ("There is still something to win by going on.", "There is still something to win by going on."),
    modes.WAYS.id: ("Any way of playing the month will do for you.", ""),
    plans_axis.BOATS.id: ("A third lies across the way, a third near Bear Island, and a third off Kola.", ""),
    passage.FLEETS_OUT.id: (
        "As many great ships go to Norway as the oil can keep, each with some destroyers.",
        "The oil cannot keep more ships in Norway.",
    ),
    plans_axis.SQUADRONS.id: (
        "From Altafjord warships are nearest to the convoys' way.",
        "Everyone lies well where they are.",
    ),
    homebound.FLEETS_HOME.id: (
        "Ships with great damage go home; the others are wanted here.",
        "Nobody is hurt so much that they must go home.",
    ),
    repairs.YARD.id: ("The yard takes as many as it has room for.", ""),
    quick.COMMIT.id: (
        "The squadrons are strong enough for the cover, and there is oil for them.",
        "The squadrons are not strong enough for the cover, or there is not enough oil.",
    ),
}
OILED = (oil.FUEL.rule, passage.FLEETS_OUT.rule, homebound.FLEETS_HOME.rule, quick.COMMIT.rule)
ESCORTED = (hiring.NUMBERS.rule, plans_allied.PLACES.rule, convoys.EAST.rule)


def reasons_for(data: Data, known: State, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an answer is given: the figures of the month first, then what a staff goes by."""
    if decision.side is Side.AXIS and decision.rule in OILED:
        yield f"There are {oil.left(known, data)} boxes of oil left, of which 12 are kept in reserve."
    if decision.rule == oil.FUEL.rule:
        yield "Full tanks are wanted at sea; what is spent may not touch the reserve."
    if decision.side is Side.ALLIED and decision.rule in ESCORTED:
        ports = ready_east(known, data, help=True)
        number = sum(len(ports[port]) for port in data.tables.transports.launch_ports)
        yield f"{number} {'transport is' if number == 1 else 'transports are'} ready to sail east."
    yield from habit(HABITS, decision, answer)
