"""Why doctrine answers as it does in Arctic Disaster, in words: from the same estimates by which it answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.combat.air_battle import (
    ATTACKERS,
    FIGHTER_HIT,
    LOSSES,
    NEXT_ATTACKER,
    SHIP_AREAS,
    SHOWN_SHIPS,
    STRIKE_FORCE,
    SUPPORT,
)
from barents.games.arctic_disaster.combat.convoy_attack import COME_IN, ESCORTS_FIRE, RUN_IN
from barents.games.arctic_disaster.combat.gunnery import GUNS
from barents.games.arctic_disaster.combat.surface import CARRIER_STRIKE, FIRST_MOVE, GROUP, MOVE_CONVOY, MOVE_SHIPS
from barents.games.arctic_disaster.combat.torpedoes import TUBES
from barents.games.arctic_disaster.combat.withdrawal import BREAK_OFF, RETREAT, SCATTER
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.activation import ACT, SPEED
from barents.games.arctic_disaster.rules.advantage import DECLARE
from barents.games.arctic_disaster.rules.air import MISSION, NEW_BASE, TARGETS
from barents.games.arctic_disaster.rules.convoy_display import ESCORTS_STAND, MERCHANTS_STAND
from barents.games.arctic_disaster.rules.cripples import BASE, HOMEWARD, LEAVE, LONE_SHIP, STAY_WITH
from barents.games.arctic_disaster.rules.detection import REPORT
from barents.games.arctic_disaster.rules.events import INTELLIGENCE_ON
from barents.games.arctic_disaster.rules.patrols import MOVE_BOAT
from barents.games.arctic_disaster.rules.pool import ALLIED_MARKERS, AXIS_MARKERS, COMMAND, SCATTER_AT_WILL
from barents.games.arctic_disaster.rules.reaction import INTERCEPT, OPEN_FIRE
from barents.games.arctic_disaster.rules.reorganisation import DIVIDE, PATROL, REORGANISE
from barents.games.arctic_disaster.rules.scatter import (
    ASSEMBLE,
    ESCORTS_RUN,
    FIRST_RUN,
    GROUPS,
    INTO_ICE,
    MERCHANTS_RUN,
)
from barents.games.arctic_disaster.rules.setup import FLEETS, PACK, PATROLS
from barents.games.arctic_disaster.rules.submarines import AIM, CONTACT, HUNT, TARGET
from barents.games.arctic_disaster.rules.tirpitz import KNIGHTS_MOVE_IN, ORDERS
from barents.games.arctic_disaster.state import Force
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.players.advice import Figures, Habits, asked_by, begun, habit
from barents.players.arctic_disaster import battle
from barents.players.arctic_disaster.orders import Command

GUNS_WORTH = "Each fires where a hit is worth most after what the others should do."
HABITS: Habits = {
    FLEETS.id: ("The Home Fleet begins as far east as it may, the cruisers on the side from which Germans come.", ""),
    PATROLS.id: ("Submarines lie before the ways out of Norway, one to a hex.", "There is no room left off Norway."),
    PACK.id: ("Boats lie along the way that PQ 17 has to take, dummies beyond them.", ""),
    REORGANISE.id: ("Markers without ships make the enemy guess, and slow ships hold their force up.", ""),
    DIVIDE.id: ("The forces are well as they are: nobody is moved.", ""),
    MERCHANTS_STAND.id: ("", "The usual places are good: the most valuable ships stand inside."),
    ESCORTS_STAND.id: (
        "The best guns against aircraft stand where they reach every merchant between them.",
        "The guns stand where they reach every merchant already.",
    ),
    PATROL.id: ("Every fighter in the air helps against a raid.", "No fighter is ready."),
    ALLIED_MARKERS.id: (
        "Germans are in the Leads, where they may run aground.",
        "Nothing is gained by these markers this turn.",
    ),
    AXIS_MARKERS.id: ("A formation that is drawn in vain may still fly later, so all go in.", ""),
    ORDERS.id: ("The only die for orders is kept until Tirpitz has been seen at sea.", ""),
    KNIGHTS_MOVE_IN.id: (
        "Something is within Tirpitz's reach, and there is time for her.",
        "There is nothing within Tirpitz's reach that is worth letting her out now.",
    ),
    SCATTER_AT_WILL.id: ("PQ 17 scatters only before an enemy who is upon it and whom nobody can stop.", ""),
    INTELLIGENCE_ON.id: ("This marker matters most of those that are not known.", ""),
    REPORT.id: ("A force is made out to be as strong as may be said.", ""),
    DECLARE: ("The advantage goes to dice that matter: heavy ships, torpedo aircraft and boats; else it is kept.", ""),
    INTERCEPT.id: (
        "Whoever passes has to be met before PQ 17 is reached, or is PQ 17.",
        "Nobody who could intercept is strong enough, or what passes is not worth it.",
    ),
    OPEN_FIRE.id: (
        "Your force here is strong enough for what it has found.",
        "Your force here is not strong enough for what it has found.",
    ),
    MISSION.id: (
        "Escorted ships are best attacked by several formations at once; what is in sight is not let go.",
        "",
    ),
    NEW_BASE.id: ("It is the airfield nearest to the convoy.", ""),
    TARGETS.id: (
        "Each goes where it promises most, less what others do there already.",
        "Nothing in sight promises enough.",
    ),
    STRIKE_FORCE.id: ("All torpedo aircraft strike together.", "None can strike."),
    SHOWN_SHIPS.id: ("All of them take part.", "None takes part."),
    SHIP_AREAS.id: ("", "The usual places are good: guns in the middle, the screen on the beams."),
    ATTACKERS.id: (GUNS_WORTH, ""),
    NEXT_ATTACKER.id: (
        "The most dangerous attacker comes first, while all guns are loaded; of your own the weakest is given up.",
        "",
    ),
    LOSSES.id: ("Of your own the weakest is given up.", ""),
    FIGHTER_HIT.id: (
        "The aircraft that matters most to the enemy is hit, or of your own the one that matters least.",
        "",
    ),
    SUPPORT.id: ("At torpedo aircraft every gun fires; at bombers each gets its share.", "Nobody is in reach."),
    COME_IN.id: ("Torpedo aircraft come in where the screen is weakest, bombers go for merchants.", ""),
    RUN_IN.id: ("Merchants come first, and a tanker before others.", ""),
    ESCORTS_FIRE.id: ("At torpedo aircraft every gun fires; at bombers each gets its share.", "Nobody is in reach."),
    CARRIER_STRIKE.id: ("Aircraft go for the ship that is worth most.", "None is ready."),
    GROUP.id: ("Together ships support each other; the convoy stays as far off as it can.", ""),
    FIRST_MOVE.id: ("Who moves second knows where the enemy is.", ""),
    MOVE_SHIPS.id: (
        "Each ship goes where she does most for what may be done to her.",
        "Every ship is best where she is.",
    ),
    MOVE_CONVOY.id: ("The convoy runs from the nearest German.", "It cannot get farther from the nearest German."),
    GUNS.id: (GUNS_WORTH, "No gun promises anything at this range."),
    TUBES.id: (
        "Torpedoes are fired where they promise enough.",
        "No shot promises enough yet: the torpedoes are kept.",
    ),
    RETREAT.id: ("From there the nearest other enemy is farthest.", ""),
    CONTACT.id: (
        "The boats nearest to the convoy set on, and one keeps touch.",
        "No boat is near enough to gain by it.",
    ),
    AIM.id: ("This is worth most of what she can aim at.", ""),
    TARGET.id: ("This is worth most of what she can aim at.", ""),
    HUNT.id: ("Escorts hunt a boat that has shown itself.", "Nobody can be spared from the screen."),
    MOVE_BOAT.id: ("She goes where she can be before the convoy passes.", "She lies where she should."),
    LEAVE.id: ("A ship that cannot keep up leaves, or she would slow the whole force.", "Everyone keeps up."),
    STAY_WITH.id: ("", "No escort is spared for a cripple: the others need them."),
    BASE.id: ("It is the nearest base on the side where she is.", ""),
    HOMEWARD.id: ("All ways home are as quick.", ""),
    LONE_SHIP.id: ("She goes to the nearest of your own forces.", "She is as near to your own as she can come."),
    GROUPS.id: ("The merchants are dealt out evenly, so that no hex is crowded.", ""),
    ASSEMBLE.id: ("The destroyers stay between the convoy and the Germans.", ""),
    FIRST_RUN.id: ("Each group runs where the way is short and bombers reach it least.", ""),
    MERCHANTS_RUN.id: ("Each ship goes where it is safest and farthest on, not too many together.", ""),
    ESCORTS_RUN.id: ("Each ship goes where it is safest and farthest on, not too many together.", ""),
    INTO_ICE.id: (
        "Those farthest west will not reach the east in time; the ice hides them.",
        "The ice would not help anybody.",
    ),
    COMMAND.id: ("", "No force or formation would gain by acting before its marker is drawn."),
    ACT.id: ("", "The force is where it should be for now."),
}


def reasons_for(staff: Command, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why an answer is given: the figures of the position first, then what doctrine goes by."""
    figures = FIGURES.get(asked_by(decision))
    if figures is not None:
        yield from figures(staff, decision, answer)
    yield from habit(HABITS, decision, answer)


def _said(cell: str) -> str:
    return gazetteer("arctic-disaster").said(cell)


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _goal(staff: Command, force: Force) -> Iterator[str]:
    goal = staff.goal(force)
    away = staff.distance(force.at, goal)
    if away:
        yield f"The force is bound for a place {_said(goal)}, {_hexes(away)} away."


def act(staff: Command, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a force does what it does with its turn."""
    active = staff.known.active
    if isinstance(answer, a.SearchHere | a.AirSearch):
        yield "To look costs nothing, and what is found can be attacked."
    elif isinstance(answer, a.Refuel):
        yield "With fuel she can hurry again when she must."
    elif isinstance(answer, a.OpenFire):
        yield "Your force is strong enough for what it has found here."
    elif isinstance(answer, a.LaunchStrike):
        yield "An enemy is in sight of the carrier's aircraft."
    elif isinstance(answer, a.Go) and active is not None and active.force in staff.own:
        force = staff.own[active.force]
        if force.key == CONVOY:
            yield f"{begun(_said(answer.cell))} PQ 17 is on its way east, with the least of it under the bombers."
            yield f"After this turn {staff.turns_left} more are left."
        else:
            yield from _goal(staff, force)
            yield f"{begun(_said(answer.cell))} it is nearer, and off what is watched as far as that can be."
    ward = staff.convoy_cell()
    if ward and not isinstance(answer, a.Go):
        yield f"PQ 17 {'should be' if staff.side.value == 'axis' else 'is'} {_said(ward)}."


def speed(_staff: Command, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a force hurries, or does not."""
    if isinstance(answer, a.SpeedUp):
        yield (
            "At regular speed it would come too late for where it is wanted."
            if answer.maximum
            else "Regular speed is enough, and fuel that is spared is there when it is needed."
        )


def fight(staff: Command, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """How the sides weigh in a combat."""
    weight = battle.balance(staff)
    yield f"Counting guns, torpedoes and what ships can bear, your side here weighs {weight:.1f} times the enemy's."
    if isinstance(answer, a.Disengage):
        yield "That, or a crippled heavy ship, is reason to go." if answer.yes else "That is enough to go on."
    if isinstance(answer, a.ScatterConvoy):
        yield "Nobody can stop it being sunk." if answer.yes else "Together the merchants are safer."


def command(staff: Command, _decision: Decision[Any], answer: Action) -> Iterator[str]:
    """Why a force or a formation acts out of its turn."""
    if isinstance(answer, a.ActivateForce):
        yield "It can do most of all that have not acted: a target is in its reach now."
        ward = staff.convoy_cell()
        if ward:
            yield f"PQ 17 {'should be' if staff.side.value == 'axis' else 'is'} {_said(ward)}."


FIGURES: dict[str, Figures] = {
    ACT.id: act,
    SPEED.id: speed,
    COMMAND.id: command,
    BREAK_OFF.id: fight,
    SCATTER.id: fight,
}
