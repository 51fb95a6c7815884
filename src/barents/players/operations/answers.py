"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.operations import (
    air_orders,
    boat_attack,
    bombard,
    contact,
    deployment,
    missions,
    plans,
    plots,
    raids,
    record,
    regroup,
    submarines,
    works,
)
from barents.games.operations import battle as surface
from barents.games.operations import strikes as launching
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
