"""Why doctrine answers as it does in North Cape, in words: from the same estimates by which it answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.north_cape import actions as a
from barents.games.north_cape.names import fleet
from barents.games.north_cape.rules.additions import REPLACED_BOAT
from barents.games.north_cape.rules.air import BASES, DECK, OVERFULL
from barents.games.north_cape.rules.combat import ANTI_AIRCRAFT, BOMB, DOGFIGHT, LAND_ON_DECK, OPEN_FIRE, TORPEDO
from barents.games.north_cape.rules.decoys import PLACEMENT, PURCHASE
from barents.games.north_cape.rules.dispersion import DRIFT, STRUCK_STACK
from barents.games.north_cape.rules.groups import BOXED
from barents.games.north_cape.rules.growlers import STRUCK
from barents.games.north_cape.rules.hfdf import HEARD
from barents.games.north_cape.rules.mission_questions import ASSEMBLE, DIVE, ENTER, LEG
from barents.games.north_cape.rules.missions import NEXT_MISSION
from barents.games.north_cape.rules.patrol import INTERCEPT, SUBMARINE, WITHDRAW
from barents.games.north_cape.rules.pieces import Factor, find
from barents.games.north_cape.rules.recon import CLAIM, HALF_SEEN, LOOK
from barents.games.north_cape.rules.setup import AIRBASES, EAST, JOINED_FORCE, SUBMARINES, WHETHER_SHE_SAILS
from barents.games.north_cape.rules.submarines import HUNT, INFILTRATE
from barents.games.north_cape.state import MissionType, Piece
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.players.advice import Figures, Habits, asked_by, begun, habit, in_odds
from barents.players.north_cape.allied import AlliedStaff
from barents.players.north_cape.axis import AxisStaff
from barents.players.north_cape.chart import ALTAFJORD, PACE
from barents.players.north_cape.estimate import Convoy, Order
from barents.players.north_cape.worth import chance, hit

GOALS = {"murmansk": "Murmansk", "archangel": "Archangel", "west": "the west edge", "altafjord": "Altafjord"}
FACTORS: dict[str, Factor] = {OPEN_FIRE.rule: "gun", TORPEDO.rule: "torp", BOMB.rule: "surface", DOGFIGHT.rule: "air"}

HABITS: Habits = {
    WHETHER_SHE_SAILS.id: ("Every gun is wanted against the convoy's cover, so she sails.", ""),
    JOINED_FORCE.id: ("The cruisers do most with the battle fleet, which has to meet the German ships.", ""),
    REPLACED_BOAT.id: ("A boat with an ace is worth more at sea; one without stays at home.", ""),
    SUBMARINES.id: ("They lie where the enemy has to pass: across the likely lanes, or off his ports.", ""),
    EAST.id: ("From there the way home leads past fewer airfields, and there is time for it.", ""),
    AIRBASES.id: ("Bombers and scouts reach farther from the forward bases; fighters take what room is left.", ""),
    PURCHASE.id: (
        "Decoys draw scouts and bombers away, and each costs points that go to the enemy: so only a few.",
        "Every point for a decoy goes to the enemy, and here decoys would not bring it back.",
    ),
    PLACEMENT.id: ("A decoy is of most use beside what it is to hide.", "There is nobody here whom it would hide."),
    BOXED.id: ("Sound merchants and slow escorts move together; destroyers stay free to hunt.", ""),
    DIVE.id: ("A boat under water is harder to find.", ""),
    CLAIM.id: ("", "Submerged boats make the enemy's die harder: there is no reason to forgo that."),
    HALF_SEEN.id: ("What the enemy may see is what matters least: decoys and small ships first.", ""),
    SUBMARINE.id: ("A patrol that hears of a submarine lets you move on, and nobody looks.", ""),
    ANTI_AIRCRAFT.id: ("The ship with the best anti-aircraft fire answers.", ""),
    LAND_ON_DECK.id: ("Back on board it can fly again this turn.", ""),
    HUNT.id: ("To attack a boat that has been found costs the escorts nothing.", ""),
    WITHDRAW.id: (
        "Their guns are too strong here, and fast ships can still turn away.",
        "The escorts stay with those whom they guard: the guns over there are not too strong for them.",
    ),
    STRUCK.id: ("The ice takes the ships whose damage costs least, or of the enemy's those that cost him most.", ""),
    HEARD.id: ("Those are heard that lie farthest from the enemy; an ace comes last.", ""),
    STRUCK_STACK.id: ("The storm may have the ships that are worth least.", ""),
    DRIFT.id: ("Driven there she is nearest to your other ships.", ""),
    BASES.id: ("Bombers land near the likeliest convoy; scouts and fighters go home.", ""),
    DECK.id: ("Sound fighters are missed most: they keep the deck.", ""),
    OVERFULL.id: ("Damaged aircraft are missed least, then bombers.", ""),
    NEXT_MISSION.id: ("", "Who could still act is better kept: no mission that is left is worth doing now."),
    INTERCEPT.id: ("", "What passes does not look worth it, and an attempt would end the patrol."),
    LOOK.id: ("", "No hex in sight holds anything that you do not know already."),
    LEG.id: ("", "It is where it does most; to go on would gain nothing."),
}


def reasons_for(staff: AlliedStaff | AxisStaff, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an answer is given: the figures of the position first, then what doctrine goes by."""
    figures = FIGURES.get(asked_by(decision))
    if figures is not None:
        yield from figures(staff, decision, answer)
    yield from habit(HABITS, decision, answer)


def _said(cell: str) -> str:
    return gazetteer("north-cape").said(cell)


def _name(staff: AlliedStaff | AxisStaff, piece: Piece) -> str:
    return staff.about(piece).name


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def mission(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a mission is announced: what the staff's list has it for."""
    if isinstance(answer, a.Regroup | a.Dissolve):
        yield "Sound merchants and slow escorts move together under a marker; destroyers stay free to hunt."
    elif isinstance(answer, a.CallHfdf):
        yield "A boat that is heard can be hunted this turn, and to listen costs no mission."
    elif isinstance(answer, a.Declare):
        for order in staff.missions():
            if (order.type, order.start, order.flying) == (answer.type, answer.start, answer.flying):
                yield from wanted(staff, order)
                return


def assembled(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why these units go."""
    for order in staff.missions():
        if isinstance(answer, Choose) and order.units and set(order.units) == set(answer.items):
            yield from wanted(staff, order)
            return
    yield "These are the units that the mission needs; the others can still act."


def wanted(staff: AlliedStaff | AxisStaff, order: Order) -> Iterator[str]:
    """What a mission is wanted for."""
    units = [staff.own[name] for name in order.units]
    who = fleet(staff.data, order.units) if units else "The force that waits"
    if isinstance(staff, AxisStaff):
        yield from _german(staff, order, units, who)
    else:
        yield from _allied(staff, order, units, who)


def _german(staff: AxisStaff, order: Order, units: list[Piece], who: str) -> Iterator[str]:
    boat = units[0] if units and staff.about(units[0]).is_sub else None
    goal = order.goal or (staff.ambush_hex(boat) if boat is not None else "")
    if boat is not None and order.type is MissionType.SORTIE:
        yield f"{who} has been found. A sortie hides it again."
    elif boat is not None and order.type is MissionType.PATROL and goal:
        quarry = staff.quarry(boat.at)
        sure = round(100 * staff.suspicion[quarry])
        yield f"A convoy may well be {_said(quarry)}: {sure} per cent by how it has moved."
        yield f"On patrol in its way {who} can stop it; the place is {_hexes(staff.distance(boat.at, goal))} away."
    elif order.type is MissionType.ATTACK and goal:
        yield f"Ships have been found {_said(goal)}, and {who} can reach them."
        if boat is not None:
            yield "By the screen that is known, or the usual one, the boat stands to win more than it risks."
    elif order.type is MissionType.RECON and goal:
        yield f"Nobody has seen this turn what lies {_said(goal)}."
        yield f"It fits a convoy by its pace: {round(100 * staff.suspicion.get(goal, 0))} per cent."
    elif not units:
        yield f"A merchant has been seen, and {staff.turns_left} turns are left: time enough to come out."
    elif goal == ALTAFJORD:
        yield f"{who} goes home: there is no convoy in reach that is worth a fight with what may be near it."
    elif goal:
        away = _hexes(staff.distance(order.start, goal))
        yield f"A convoy may well be {_said(goal)}, {away} away, and no heavy ships are known near it."


def _allied(staff: AlliedStaff, order: Order, units: list[Piece], who: str) -> Iterator[str]:
    convoy = next((one for one in staff.convoys if one.cell == order.start), None)
    sails = [piece for piece in units if staff.about(piece).is_merchant or staff.about(piece).is_group]
    if not units and order.type is MissionType.SORTIE:
        yield "Whoever enters early arrives in time; convoys come first, so that the fleets can take station on them."
    elif convoy is not None and sails and order.type is MissionType.SORTIE:
        if any(piece.recon for piece in staff.stacks[convoy.cell]):
            yield "The convoy has been seen. A sortie hides it again."
        yield from _lane(staff, convoy)
    elif order.type is MissionType.ATTACK and order.goal:
        yield f"An enemy has been found {_said(order.goal)}, and {who} can attack it."
    elif order.type is MissionType.RECON:
        yield (
            f"Something that you do not know lies {_said(order.goal)}."
            if order.goal
            else "Something hidden is near the convoy: boats that are heard can be hunted."
        )
    elif order.type is MissionType.PATROL:
        yield f"{who} on patrol meets whatever comes near."
    elif convoy is not None and order.type is MissionType.SORTIE:
        yield "A patrol that tries for a fast escort is spent, and the convoy can pass it."
    elif order.type is MissionType.SORTIE:
        yield f"{who} takes station near the convoy, clear of airfields and of what is hidden."


def _lane(staff: AlliedStaff, convoy: Convoy) -> Iterator[str]:
    goal = staff.goal_of(convoy)
    way = staff.chart.lane(staff.known.ice, goal).get(convoy.cell)
    if way is not None:
        turns = -(-way.steps // PACE)
        yield f"It is {_hexes(way.steps)} to {GOALS[goal]}, about {turns} turns, and {staff.turns_left} are left."


def leg(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why units go on to a hex."""
    mission = staff.known.mission
    if isinstance(answer, a.LeaveMap):
        yield "Merchants that leave here are safe, and score."
    if mission is None or not isinstance(answer, a.Go):
        return
    units = [staff.own[name] for name in mission.units if name in staff.own]
    if mission.flying:
        yield f"What the flight is for lies {_said(answer.cell)}, and it is in range."
        return
    if isinstance(staff, AlliedStaff):
        merchants = tuple(piece for piece in units if staff.about(piece).is_merchant)
        if merchants:
            yield from _lane(staff, Convoy(mission.at, staff.is_westbound(merchants[0]), merchants))
            yield "The lane keeps off the airfields and round what is hidden, as far as time allows."
            return
        yield f"{begun(_said(answer.cell))} it is where it is wanted, clear of airfields and of what is hidden."
        return
    lead = units[0] if units else None
    if lead is not None and staff.about(lead).is_sub:
        goal = staff.prey_of(lead) if mission.type is MissionType.ATTACK else staff.ambush_hex(lead)
        if goal:
            more = _hexes(staff.distance(answer.cell, goal))
            yield f"{_name(staff, lead)} wants to be {_said(goal)}; from there it is {more} more."
            return
    yield f"{begun(_said(answer.cell))} it is nearest to what the mission is for, with the least risk on the way."


def entry(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a force enters by a hex."""
    if isinstance(staff, AlliedStaff):
        yield "From this hex the lane is best: away from airfields, along the ice, and apart from other forces."
    else:
        yield "From this hex it is nearest to the likeliest convoy."


def look(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a scout looks at a hex."""
    if isinstance(answer, a.Spot):
        if isinstance(staff, AxisStaff):
            sure = staff.suspicion.get(answer.cell, 0)
            yield f"Of what lies in sight this is most like a convoy: {round(100 * sure)} per cent by its pace."
        else:
            yield f"Something lies hidden {_said(answer.cell)}, and it is the nearest."


def intercept(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why patrols intercept."""
    mission = staff.known.mission
    if mission is None or not isinstance(answer, Choose) or not answer.items:
        return
    if mission.flying:
        yield "Fighters meet every aircraft that comes: each that turns back drops no bombs."
    elif isinstance(staff, AxisStaff):
        fits = max(staff.fit(mission.at, westbound=False), staff.fit(mission.at, westbound=True))
        likely = max(fits, staff.suspicion.get(mission.at, 0))
        yield f"What passes {_said(mission.at)} may be a convoy: {round(100 * likely)} per cent by its pace."
        yield "An attempt ends a patrol, so only one boat tries; the others stay in the way."
    else:
        yield "It may be a boat, and nothing shows that it is too strong for destroyers."


def attack(staff: AlliedStaff | AxisStaff, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why one unit attacks another: the chance, what a hit is worth, and what the reply may cost."""
    if not isinstance(answer, a.Engage):
        yield "No attack that is left brings more than the reply may cost."
        return
    factor = FACTORS[decision.rule]
    unit, target = find(staff.known, answer.attacker), find(staff.known, answer.target)
    odds = in_odds(chance(staff, unit, factor))
    if factor == "air":
        yield f"{_name(staff, target)} would do most harm of those that can be shot at; the chance of a hit is {odds}."
        return
    yield f"A hit on {_name(staff, target)} is worth about {hit(staff, target):.1f} points, and the chance is {odds}."
    if factor == "gun":
        reply = in_odds(chance(staff, target, factor))
        yield f"Her reply hits with {reply}, and would cost about {hit(staff, unit):.1f} points."


def stealth(staff: AlliedStaff | AxisStaff, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a boat tries to slip in, or does not."""
    if isinstance(answer, a.AttackOpenly):
        yield "The shot is worth more than the boat stands to lose by showing herself."
    else:
        yield "If she gets in unheard nobody hunts her; to attack openly would risk the boat for the same shot."


FIGURES: dict[str, Figures] = {
    NEXT_MISSION.id: mission,
    ASSEMBLE.id: assembled,
    LEG.id: leg,
    ENTER.id: entry,
    LOOK.id: look,
    INTERCEPT.id: intercept,
    OPEN_FIRE.id: attack,
    TORPEDO.id: attack,
    BOMB.id: attack,
    DOGFIGHT.id: attack,
    INFILTRATE.id: stealth,
}
