"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.kernel.actions import Action
from barents.players.arctic_disaster import air, battle, boats, lone, orders, setup, small

Answer: TypeAlias = Callable[[Any, Any], Action]
ANSWERS: dict[str, Answer] = {
    # Set-up and reorganisation
    "AD-16.1.2-home-fleet": setup.starts,
    "AD-16.1.2-allied-subs": setup.patrols,
    "AD-16.1.1-subs-limits": setup.u_boats,
    "AD-3.1-secret-reorg": setup.reorganise,
    "AD-6.3-create": setup.divide,
    "AD-9.3-display-core": setup.as_usual,
    "AD-9.3-display-escort": setup.screen,
    # The pool and events
    "AD-3.1-cap-alloc": small.patrol,
    "AD-3.1-pool-optional": small.allied_markers,
    "AD-4.1-air-withhold": air.into_pool,
    "AD-7.5.1-hf-once": small.orders,
    "AD-14.0-km-conditions": small.knights_move,
    "AD-16.2-no-forced-scatter": small.scatter_now,
    "AD-5.2-c2-activate": orders.command,
    "AD-5.3-intel-roll": small.inspect,
    "AD-10.2.1-fuzz-owner": small.report,
    "AD-5.10-ta-declare": small.advantage,
    # Forces
    "AD-7.1-max-declare": orders.speed,
    "AD-4.3-actions-any-order": orders.act,
    "AD-7.7-react-trigger": orders.intercept,
    "AD-11.4.1-start-passive": orders.open_fire,
    # Aircraft
    "AD-4.4-air-needs-detected": air.mission,
    "AD-8.6-transfer": air.base,
    "AD-8.4-multi-target": air.divided,
    "AD-11.1-designate": air.designate,
    "AD-11.1-singles-choice": air.designate,
    "AD-11.1-one-ship-area": setup.as_usual,
    "AD-11.1-attackers-any": air.on_ships,
    "AD-11.1-aa-order": air.next_attacker,
    "AD-11.3.1-losses-owner": air.next_attacker,
    "AD-11.3.1-return-fire": air.next_attacker,
    "AD-11.1-adj-once": air.supporters,
    "AD-11.2.1-tb-screen": air.on_convoy,
    "AD-11.2.1-tb-choose": air.run_in,
    "AD-11.2.1-tb-escort-once": air.supporters,
    "AD-11.4.8-air-when": air.in_battle,
    # Surface combat
    "AD-11.4.2-groups-secret": battle.groups,
    "AD-11.4.3-init-roll": battle.first,
    "AD-11.4.3-move-cost": battle.moves,
    "AD-11.4.13-convoy-together": battle.convoy_moves,
    "AD-11.4.4-simultaneous": battle.gunnery,
    "AD-11.4.7-torp-simultaneous": battle.torpedoes,
    "AD-11.4.9-both-stop": battle.break_off,
    "AD-11.4.13-convoy-scatter": battle.scatter,
    "AD-11.4.10-other-order": battle.retreat,
    # Boats
    "AD-13.5-contact": boats.contact,
    "AD-13.7-table-type": boats.aim,
    "AD-13.7-table-pick": boats.target,
    "AD-13.6-shadow-detach": boats.hunters,
    "AD-3.3-sub-turns": boats.move,
    # Ships on their own
    "AD-7.8-detach-when": lone.detach,
    "AD-7.8-detach-escort": lone.escorts,
    "AD-7.8-detach-alone": lone.base,
    "AD-7.8-detach-home": lone.homeward,
    "AD-4.3.1-undamaged-singles": lone.straggler,
    "AD-9.4-four-groups": lone.groups,
    "AD-9.4-dd-new-tf": lone.assemble,
    "AD-9.4-first-move": lone.first_run,
    "AD-9.4-later-move": lone.run,
    "AD-9.4-escort-stack": lone.run,
    "AD-7.2-ice-markers": lone.into_ice,
}
