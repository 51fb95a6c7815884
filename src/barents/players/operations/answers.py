"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.kernel.actions import Action
from barents.players.operations import air, battle, boats, fleets, shore, strikes

Answer: TypeAlias = Callable[[Any, Any], Action]
ANSWERS: dict[str, Answer] = {
    "OP-SCEN-setup": boats.place,
    # Orders
    "OP-AIR-missions": air.missions,
    "OP-FLEET-form": fleets.regroup,
    "OP-FLEET-mission": fleets.missions,
    "OP-FLEET-scatter": fleets.plans,
    "OP-FLEET-plot": fleets.plots,
    "OP-MINE-lay": shore.works,
    # Fleets that meet
    "OP-CONTACT-choice": fleets.contact,
    # Strikes
    "OP-STRIKE-known": strikes.launch,
    "OP-STRIKE-aa": strikes.turned_back,
    "OP-STRIKE-per-ship": strikes.targets,
    # Submarines
    "OP-SUB-move": boats.move,
    "OP-SUB-report": boats.contact,
    "OP-SUB-press": boats.press,
    "OP-SUB-target": boats.aim,
    # Battle
    "OP-TAC-divisions": battle.divide,
    "OP-TAC-who": battle.divide,
    "OP-TAC-rounds": battle.intents,
    # Ports and the end
    "OP-PORT-bombard": shore.bombard,
    "OP-TIME-end-early": shore.finish,
}
