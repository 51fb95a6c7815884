"""Air strikes: who is sent against what (OP-STRIKE-known, -one-raid)."""

from __future__ import annotations

from barents.games.operations.air import begin_mission, can_fly, deck_room
from barents.games.operations.data import Data
from barents.games.operations.fights import Raid
from barents.games.operations.state import AirRaid, Contact, Desk, LaunchStrikes, State
from barents.games.operations.units import Umpire
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Group, Pick, Subset
from barents.kernel.game import Step
from barents.kernel.sides import Side


def targets(state: State, data: Data, side: Side) -> list[Contact]:
    """OP-STRIKE-known: the fleets that a side knows of this turn."""
    return [
        contact
        for contact in state.desks[side].contacts.values()
        if contact.turn == state.turn and contact.level >= data.tables.strike.known_level
    ]


def ready(state: State, data: Data, side: Side, contact: Contact) -> list[str]:
    """OP-STRIKE-known, OP-AIR-radius, -night: the steps that stand by and can reach a fleet."""
    return [
        step.key
        for step in state.desks[side].air.values()
        if step.sortie in ("strike", "escort")
        and not step.centre
        and can_fly(state, data, side, step, step.sortie, contact.zone)
    ]


def decks(data: Data, desk: Desk, steps: list[str]) -> list[Group]:
    """OP-AIR-carrier-half: of a carrier's steps no more than half of those present fly in a turn."""
    aboard: dict[str, list[str]] = {}
    for key in steps:
        if desk.air[key].base in desk.ships:
            aboard.setdefault(desk.air[key].base, []).append(key)
    return [Group(keys, 0, max(0, deck_room(data, desk, ship)), desk.ships[ship].name) for ship, keys in aboard.items()]


def launch_strikes(u: Umpire, step: LaunchStrikes) -> kernel.Rule[tuple[Step, ...]]:
    """OP-STRIKE-one-raid: against each fleet that it knows of a side may send what stands by, in one raid."""
    state, data, side = u.state, u.data, step.side
    state.phase = "air strikes"
    desk, asked = state.desks[side], False
    for contact in targets(state, data, side):
        able = ready(state, data, side, contact)
        if not any(desk.air[key].sortie == "strike" for key in able):
            continue
        asked = True
        prompt = f"Which aircraft strike at the enemy in {contact.zone}?"
        options = Subset(able, groups=decks(data, desk, able), about=contact.key)
        answer = yield from u.window(side, "OP-STRIKE-known", options, prompt)
        sent = [] if answer is None else [key for key in able if key in answer.items]
        bombers = [key for key in sent if desk.air[key].sortie == "strike"]
        if not bombers:
            continue
        escorts = [key for key in sent if desk.air[key].sortie == "escort"]
        for key in sent:
            begin_mission(state, data, desk.air[key], desk.air[key].sortie, contact.zone)
        state.raids.append(Raid(side, contact.fleet, contact.zone, contact.key, bombers, escorts))
    if not asked:
        yield from u.window(side, "OP-STRIKE-known", Pick[Action]([]))
    return (AirRaid(),) if side is Side.AXIS and state.raids else ()
