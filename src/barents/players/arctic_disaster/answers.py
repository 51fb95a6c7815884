"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

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
from barents.kernel.actions import Action
from barents.players.arctic_disaster import air, battle, boats, lone, orders, setup, small

Answer: TypeAlias = Callable[[Any, Any], Action]
ANSWERS: dict[str, Answer] = {
    # Set-up and reorganisation
    FLEETS.rule: setup.starts,
    PATROLS.rule: setup.patrols,
    PACK.rule: setup.u_boats,
    REORGANISE.rule: setup.reorganise,
    DIVIDE.rule: setup.divide,
    MERCHANTS_STAND.rule: setup.as_usual,
    ESCORTS_STAND.rule: setup.screen,
    # The pool and events
    PATROL.rule: small.patrol,
    ALLIED_MARKERS.rule: small.allied_markers,
    AXIS_MARKERS.rule: air.into_pool,
    ORDERS.rule: small.orders,
    KNIGHTS_MOVE_IN.rule: small.knights_move,
    SCATTER_AT_WILL.rule: small.scatter_now,
    COMMAND.rule: orders.command,
    INTELLIGENCE_ON.rule: small.inspect,
    REPORT.rule: small.report,
    DECLARE: small.advantage,
    # Forces
    SPEED.rule: orders.speed,
    ACT.rule: orders.act,
    INTERCEPT.rule: orders.intercept,
    OPEN_FIRE.rule: orders.open_fire,
    # Aircraft
    MISSION.rule: air.mission,
    NEW_BASE.rule: air.base,
    TARGETS.rule: air.divided,
    STRIKE_FORCE.rule: air.designate,
    SHOWN_SHIPS.rule: air.designate,
    SHIP_AREAS.rule: setup.as_usual,
    ATTACKERS.rule: air.on_ships,
    NEXT_ATTACKER.rule: air.next_attacker,
    LOSSES.rule: air.next_attacker,
    FIGHTER_HIT.rule: air.next_attacker,
    SUPPORT.rule: air.supporters,
    COME_IN.rule: air.on_convoy,
    RUN_IN.rule: air.run_in,
    ESCORTS_FIRE.rule: air.supporters,
    CARRIER_STRIKE.rule: air.in_battle,
    # Surface combat
    GROUP.rule: battle.groups,
    FIRST_MOVE.rule: battle.first,
    MOVE_SHIPS.rule: battle.moves,
    MOVE_CONVOY.rule: battle.convoy_moves,
    GUNS.rule: battle.gunnery,
    TUBES.rule: battle.torpedoes,
    BREAK_OFF.rule: battle.break_off,
    SCATTER.rule: battle.scatter,
    RETREAT.rule: battle.retreat,
    # Boats
    CONTACT.rule: boats.contact,
    AIM.rule: boats.aim,
    TARGET.rule: boats.target,
    HUNT.rule: boats.hunters,
    MOVE_BOAT.rule: boats.move,
    # Ships on their own
    LEAVE.rule: lone.detach,
    STAY_WITH.rule: lone.escorts,
    BASE.rule: lone.base,
    HOMEWARD.rule: lone.homeward,
    LONE_SHIP.rule: lone.straggler,
    GROUPS.rule: lone.groups,
    ASSEMBLE.rule: lone.assemble,
    FIRST_RUN.rule: lone.first_run,
    MERCHANTS_RUN.rule: lone.run,
    ESCORTS_RUN.rule: lone.run,
    INTO_ICE.rule: lone.into_ice,
}
