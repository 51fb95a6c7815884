"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.operations.air import orders as air_orders
from barents.games.operations.air import raids
from barents.games.operations.air import strikes as launching
from barents.games.operations.battle import action as surface
from barents.games.operations.battle import bombard
from barents.games.operations.fleets import contact, missions, plots, regroup
from barents.games.operations.fleets import scattered as plans
from barents.games.operations.rules import deployment, record
from barents.games.operations.rules import special_orders as works
from barents.games.operations.submarines import attack as boat_attack
from barents.games.operations.submarines import boats as submarines
from barents.kernel.actions import Action
from barents.players.operations import air, battle, boats, fleets, shore, strikes

Answer: TypeAlias = Callable[[Any, Any], Action]
ANSWERS: dict[str, Answer] = {
    deployment.BOATS.rule: boats.place,
    # Orders
    air_orders.MISSIONS.rule: air.missions,
    regroup.REGROUP.rule: fleets.regroup,
    missions.MISSION.rule: fleets.missions,
    plans.SCATTERED.rule: fleets.plans,
    plots.PLOT.rule: fleets.plots,
    works.WORKS.rule: shore.works,
    # Fleets that meet
    contact.MEETING.rule: fleets.contact,
    # Strikes
    launching.STRIKE.rule: strikes.launch,
    raids.TURN_BACK.rule: strikes.turned_back,
    raids.TARGETS.rule: strikes.targets,
    # Submarines
    submarines.MOVE.rule: boats.move,
    submarines.IN_CONTACT.rule: boats.contact,
    boat_attack.PRESS.rule: boats.press,
    boat_attack.AIM.rule: boats.aim,
    # Battle
    surface.DIVIDE.rule: battle.divide,
    surface.JOIN.rule: battle.divide,
    surface.ROUND.rule: battle.intents,
    # Ports and the end
    bombard.FLEET_GUNS.rule: shore.bombard,
    record.FINISHED.rule: shore.finish,
}
