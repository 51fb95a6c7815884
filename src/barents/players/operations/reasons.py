"""Why doctrine answers as it does in an operation, in words: from the same estimates by which it answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.operations import actions as a
from barents.games.operations.air import orders as air_orders
from barents.games.operations.air import raids
from barents.games.operations.air import strikes as launching
from barents.games.operations.battle import action as surface
from barents.games.operations.battle import bombard
from barents.games.operations.fleets import contact, missions, plots, regroup
from barents.games.operations.fleets import scattered as plans
from barents.games.operations.names import reported
from barents.games.operations.rules import deployment, record
from barents.games.operations.rules import special_orders as works
from barents.games.operations.state import Contact
from barents.games.operations.submarines import attack as boat_attack
from barents.games.operations.submarines import boats as submarines
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Subset
from barents.players.advice import Figures, Habits, asked_by, habit
from barents.players.operations.axis import AxisStaff
from barents.players.operations.boats import is_dark
from barents.players.operations.staff import Staff

HABITS: Habits = {
    deployment.BOATS.id: ("They lie on the ways that are used most, as far apart as they can.", ""),
    air_orders.MISSIONS.id: (
        "Bombers stand by where a target may be reported; scouts look where something is expected; fighters cover.",
        "No squadron is wanted in the air this turn.",
    ),
    regroup.REGROUP.id: (
        "Ships that need fuel take it from those that have plenty; who cannot keep up is detached.",
        "Everyone has fuel enough and keeps up: the fleets stay as they are.",
    ),
    missions.MISSION.id: ("", "Every fleet is about the right thing already: none gets another mission."),
    plans.SCATTERED.id: ("", "Scattered ships go where their convoy was bound, by ways that begin apart."),
    plots.PLOT.id: (
        "Each fleet goes by the shortest open way towards what its mission is for.",
        "What has a plan follows it.",
    ),
    works.WORKS.id: ("Mines are laid wherever a minelayer is.", "No works are worth stopping for here."),
    contact.MEETING.id: ("", "What was met is too strong, or there is nothing to gain by it: the fleet keeps away."),
    launching.STRIKE.id: ("", "There is no report this turn that is worth a strike more than to wait."),
    raids.TURN_BACK.id: ("Those with the lightest load are missed least.", ""),
    raids.TARGETS.id: (
        "Each goes for the ship where a hit is worth most, and no more to one than it takes to sink her.",
        "",
    ),
    submarines.MOVE.id: (
        "They go to where the enemy will be, and clear of patrols off his ports.",
        "They lie where they should.",
    ),
    submarines.IN_CONTACT.id: ("", "No boat can attack with any hope, and nothing is lost by letting them pass."),
    boat_attack.PRESS.id: (
        "The prize is worth the risk, or the dark helps her.",
        "She has been found, and the prize is not worth the boat.",
    ),
    boat_attack.AIM.id: ("A hit on this ship is worth most of those that she can fire at.", ""),
    surface.DIVIDE.id: (
        "Destroyers stand in front, heavy ships behind them, and what is to be protected in the rear.",
        "",
    ),
    surface.JOIN.id: (
        "Destroyers stand in front, heavy ships behind them, and what is to be protected in the rear.",
        "",
    ),
    surface.ROUND.id: ("Each division goes to where its guns and torpedoes do more than is done to it.", ""),
    bombard.FLEET_GUNS.id: ("", "Every gun fires at the ship that is worth most, as it does without an order."),
    record.FINISHED.id: ("", "Convoys are still to sail or to unload."),
}


def reasons_for(staff: Staff, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an answer is given: the figures of the position first, then what doctrine goes by."""
    figures = FIGURES.get(asked_by(decision))
    if figures is not None:
        yield from figures(staff, decision, answer)
    yield from habit(HABITS, decision, answer)


def _said(zone: str) -> str:
    return gazetteer("operations").said(zone).replace("hexes", "zones").replace("hex ", "zone ")


def _report(one: Contact) -> str:
    words = reported(one)
    return f"{words[:1].upper()}{words[1:]}"


def orders(staff: Staff, _decision: Decision[Any], _answer: Action) -> Iterator[str]:
    """What the fleets' orders go by: the newest report, and who is at sea."""
    fresh = staff.fresh()
    if fresh:
        away = "this turn" if fresh[0].turn == staff.turn else "last turn"
        yield f"The newest report, {away}: {_report(fresh[0])}, {_said(fresh[0].zone)}."
    if isinstance(staff, AxisStaff):
        if staff.tracks:
            track = staff.tracks[0]
            yield f"By it a convoy should now be {_said(track.zone)}."
        else:
            yield "No convoy has been reported that could be followed."
    elif staff.convoys:
        at_sea = sum(not fleet.docked for fleet in staff.convoys)
        are = "is" if at_sea == 1 else "are"
        yield f"{at_sea} of your convoys {are} at sea; whoever can covers the one nearest to the German ports."


def met(staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a fleet engages what it has met, or keeps by it."""
    if isinstance(answer, a.Engage):
        found, fleet = staff.desk.contacts.get(answer.contact), staff.desk.fleets[answer.fleet]
        if found is not None:
            own, other = staff.power(staff.ships(fleet.key)), staff.estimate(found)
            yield f"By guns and hull your fleet weighs {own:.0f}, and what was reported about {other:.0f}."
        yield "That is strength enough for what is at stake."
    elif isinstance(answer, a.Shadow):
        yield "A convoy is in the same zone: its guard stays by the enemy."


def strike(staff: Staff, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why aircraft fly, or wait."""
    options = decision.options
    here = staff.desk.contacts.get(options.about) if isinstance(options, Subset) else None
    if isinstance(answer, Choose) and answer.items and here is not None:
        yield f"Of this turn's reports this is the best target: {_report(here)}, {_said(here.zone)}."
        yield "What stands by and is not used is wasted for the turn."


def with_boats(staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a boat attacks, or calls others up."""
    if isinstance(answer, a.Shadow):
        yield "Other boats are on their way: together they have the better of the screen."
    elif isinstance(answer, a.Attack):
        dark = is_dark(staff, staff.desk.boats[answer.boat].at)
        yield (
            "It is dark enough to attack on the surface."
            if dark
            else "Nobody else is near enough to be worth waiting for."
        )


def ends(_staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an operation ends, or goes on."""
    if isinstance(answer, a.Finish):
        yield "No convoy is still to sail or to unload." if answer.yes else "Convoys are still to sail or to unload."


FIGURES: dict[str, Figures] = {
    missions.MISSION.id: orders,
    plots.PLOT.id: orders,
    air_orders.MISSIONS.id: orders,
    submarines.MOVE.id: orders,
    contact.MEETING.id: met,
    launching.STRIKE.id: strike,
    submarines.IN_CONTACT.id: with_boats,
    record.FINISHED.id: ends,
}
