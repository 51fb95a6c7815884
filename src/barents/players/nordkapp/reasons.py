"""Why doctrine answers as it does in Nordkapp, in words: from the same estimates by which it answers."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, TypeAlias

from barents.atlas.places import gazetteer
from barents.games.nordkapp import actions as a
from barents.games.nordkapp.datafiles import Force
from barents.games.nordkapp.rules import air_missions, chits, hfdf, plot, raids, recon, shadowing, submarines, surface
from barents.games.nordkapp.rules import setup as deployment
from barents.games.nordkapp.rules.plot import allowance
from barents.games.nordkapp.rules.units import is_waiting
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Decision
from barents.kernel.domains import NONE
from barents.players.advice import Figures, Habits, asked_by, habit, in_odds
from barents.players.nordkapp import boats
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff

Staff: TypeAlias = AlliedStaff | AxisStaff

HABITS: Habits = {
    deployment.BOATS.id: ("They lie where the enemy has to pass: on the likely track, or before his ports.", ""),
    deployment.BASES.id: ("From these bases the aircraft see most of the track over the whole game.", ""),
    plot.ENTRY.id: ("From this hex the lane is among the best, and not one that is always taken.", ""),
    plot.CHANGED.id: ("Everyone goes on as planned, now that some have changed their force.", ""),
    air_missions.SCOUTS.id: (
        "Who flies today rests tomorrow: as many search as likely hexes deserve, and one is kept back.",
        "These aircraft are wanted for other work than searching.",
    ),
    air_missions.MISSIONS.id: (
        "They search where somebody may well be, or cover those who need it.",
        "No search or cover is worth a flight now.",
    ),
    hfdf.LISTEN.id: (
        "To listen costs nothing, and a boat that is heard can be gone round.",
        "Nothing would come of it now.",
    ),
    hfdf.OPPORTUNITY.id: ("Every chance at a boat is taken.", "Nobody here can do a boat any harm."),
    recon.LOOK_AROUND.id: ("What is seen now can be attacked this turn.", "Nobody near is worth being seen for."),
    submarines.OPERATE.id: ("So the boat has the better of getting in and of getting away.", ""),
    chits.BEFORE_ENTRY.id: (
        "A chit counts for this attack alone, and here it counts.",
        "A chit is kept for a better attack.",
    ),
    submarines.TARGET.id: ("Of the ships that she can hit this one is worth most.", ""),
    shadowing.SHADOW.id: (
        "Who keeps contact knows where they are next turn.",
        "Nobody can keep contact without too much risk.",
    ),
    shadowing.DISCLOSE.id: ("One that can be spared leads them away from the convoy, where there is one.", ""),
    surface.FIRE.id: ("Each ship fires where it still promises most points after the others.", ""),
    surface.EACH.id: ("Each ship goes to the range at which her own weapons do most.", ""),
    raids.RAID.id: ("A target in reach has been seen.", "Nothing has been seen that is in reach and worth a raid."),
    raids.GOALS.id: ("The raid goes for what promises most by what was seen there.", "Nothing in reach is worth it."),
    raids.FIGHTERS.id: ("They go for the aircraft that would do most harm.", ""),
    raids.GUNS.id: ("They fire at the aircraft that would do most harm.", ""),
    raids.BOMBS.id: ("Each drops where it still promises most points after the others.", ""),
    submarines.ATTACK.id: ("", "No boat here stands to win more than she risks."),
    surface.CALL.id: (
        "Your ships here are a match for what is known or must be feared.",
        "What is known, or must be feared here, is too strong for your ships.",
    ),
    surface.MANOEUVRE.id: ("", ""),
    plot.PLOT.id: ("", "Everyone does best to stay this turn."),
}


def reasons_for(staff: Staff, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an answer is given: the figures of the position first, then what doctrine goes by."""
    figures = FIGURES.get(asked_by(decision))
    if figures is not None:
        yield from figures(staff, decision, answer)
    yield from habit(HABITS, decision, answer)


def _called(force: Force) -> str:
    return force.name.replace("-", " ")


def _said(cell: str) -> str:
    return gazetteer("nordkapp").said(cell)


def plotted(staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why everybody goes where they go."""
    if isinstance(staff, AlliedStaff):
        for convoy in staff.convoys.values():
            if is_waiting(convoy.units[0]):
                yield f"{_called(convoy.force)} enters by one of the good hexes, and not always by the same."
                continue
            steps = staff.data.steps_to(staff.known.ice, convoy.exits).get(convoy.cell)
            if steps is not None:
                turns = ceil((steps + 1) / max(1, allowance(staff.data, convoy.units)))
                yield f"{_called(convoy.force)} is {turns} turns from the edge, and {staff.turns_left} are left."
        seen = [*staff.boats_seen(2), *staff.ships_seen(2)]
        if seen:
            yield f"The way leads round what was reported {_said(seen[0].cell)}."
        return
    for force in staff.convoys:
        odds = staff.where(force, staff.known.turn)
        if odds:
            best = max(odds, key=lambda cell: (odds[cell], cell))
            yield f"{_called(force)} is most likely {_said(best)} at the end of this turn: {in_odds(odds[best])}."
    sent = sum(value != NONE for _, value in answer.pairs) if isinstance(answer, Allot) else 0
    if sent:
        yield "Each boat goes where it may meet most, and the boats do not crowd unless a meeting is all but sure."


def searches(staff: Staff, _decision: Decision[Any], _answer: Action) -> Iterator[str]:
    """Why aircraft search where they do."""
    if isinstance(staff, AxisStaff):
        heat = staff.heat(staff.known.turn)
        if heat:
            best = max(heat, key=lambda cell: (heat[cell], cell))
            yield f"Somebody is most likely to be met {_said(best)}."
        if staff.in_contact:
            yield f"Ships with which contact was kept will be {_said(staff.in_contact[0])}."


def attacks(staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a boat attacks."""
    if isinstance(answer, a.Attack):
        boat = staff.own[answer.boat]
        name = staff.about(boat).name
        if isinstance(staff, AxisStaff):
            worth = boats.attempt(staff, boat)
            if worth > 0:
                yield f"{name} can expect to gain about {worth:.1f} points more by it than she risks."
        yield f"{name} lies {_said(boat.at)} with ships that she can attack, and {staff.turns_left} turns are left."


def manoeuvre(staff: Staff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why ships stand or get away."""
    if isinstance(answer, a.Manoeuvre):
        yield (
            "The enemy here is too strong: your ships try to get away."
            if answer.order == "flee"
            else "Your ships are strong enough to go on fighting."
        )


FIGURES: dict[str, Figures] = {
    plot.PLOT.id: plotted,
    plot.CHANGED.id: plotted,
    air_missions.SCOUTS.id: searches,
    air_missions.MISSIONS.id: searches,
    submarines.ATTACK.id: attacks,
    surface.MANOEUVRE.id: manoeuvre,
}
