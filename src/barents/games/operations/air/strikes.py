"""Air strikes: who is sent against what (OP-STRIKE-known, -one-raid)."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.raids import (
    are_combed,
    are_weak,
    carries_torpedoes,
    fighters_hit_from,
    flak_dice,
    load,
    strike_modifiers,
)
from barents.games.operations.air.squadrons import begin_mission, can_fly, deck_room
from barents.games.operations.data import Data
from barents.games.operations.fights import Raid
from barents.games.operations.names import many
from barents.games.operations.rules import chances
from barents.games.operations.rules.supposed import as_reported
from barents.games.operations.rules.units import Umpire, base_of, plane, ships_of, type_of
from barents.games.operations.rules.windows import unless_empty
from barents.games.operations.state import AirRaid, Contact, Desk, LaunchStrikes, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Group, Pick, Subset
from barents.kernel.game import Step
from barents.kernel.odds import ends
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Item, Odds
from barents.kernel.words import in_words


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


# What is asked


def about_strike(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How a raid is met (OP-STRIKE-order, -one-raid)."""
    table = data.tables.strike
    return (
        "All that you send at one fleet comes as one raid: fighters over it first, then its guns with up to "
        f"{in_words(table.aa_per_step)} dice for each of your steps, {table.aa_most} in all, then your bombs and "
        "torpedoes. Many steps at once share the fire; a step strikes once a day."
    )


def strike_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """OP-STRIKE-aa, -mods: a hit on one ship through the fleet's fire; without a good report, through the heaviest."""
    side, items = decision.side, action.items if isinstance(action, Choose) else ()
    report = known.desks[side].contacts.get(getattr(decision.options, "about", ""))
    if report is None:
        return None
    state, fleet = as_reported(data, known, side, report)
    air = known.desks[side].air
    bombers = [air[key] for key in items if air[key].sortie == "strike" and load(data, fleet, air[key])]
    if not bombers:
        return None
    ships, table = ships_of(state.desks[side.enemy], fleet.key), data.tables.strike
    sure = report.level >= len(data.tables.search.levels)
    dice = flak_dice(data, fleet, ships, len(bombers)) if sure else min(table.aa_most, table.aa_per_step * len(bombers))
    carriers = [step for step in bombers if carries_torpedoes(data, fleet, step)]
    modifiers = strike_modifiers(
        state,
        data,
        fleet,
        _softest(data, ships),
        torpedoes=len(carriers) == len(bombers),
        combed=are_combed(data, len(carriers), ships),
        weak=sure and are_weak(data, ships),
    )
    through = chances.through_flak(data, [load(data, fleet, step) for step in bombers], dice)
    struck = through.then(lambda left: chances.hits(data, left, modifiers))
    chance, mean = struck.chance(bool), struck.mean(float)
    least = fighters_hit_from(data, escorted=len(items) > len(bombers))
    beaten = chances.high(data, dice, table.aa_hits_from).mean(lambda steps: min(steps, len(bombers)))
    return Odds(
        chance=round(chance, 6),
        of="a hit, if there are no fighters" + ("" if sure else ", through the heaviest fire"),
        modifiers=modifiers,
        outcomes=ends({"no hit": 1 - chance, "a hit": chance}),
        notes=(
            f"{mean:.1f} hits expected",
            f"{many(dice, 'die')} of anti-aircraft fire: {beaten:.1f} of {many(len(bombers), 'step')} turn back",
            f"a fighter's die beats one off on {least} or more",
        ),
    )


def _softest(data: Data, ships: list[Ship]) -> Ship:
    """The ship that bombers would like best: a merchant if there is one."""
    return next((ship for ship in ships if type_of(data, ship).is_transport), ships[0])


def strike_items(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """OP-AIR-types: the squadrons that stand by: what they carry, from where, and how far the target is."""
    options, desk = decision.options, known.desks[decision.side]
    if not isinstance(options, Subset):
        return {}
    contact = desk.contacts.get(str(options.about))
    found: dict[str, Item] = {}
    for key in options.items:
        step, type = desk.air[key], plane(data, desk.air[key])
        base = base_of(known, decision.side, step)
        carries = [f"torpedoes {type.torpedoes}"] if type.torpedoes and not step.bombs else []
        carries += (
            [f"bombs {type.bombs}, {type.bomb_class}"] if type.bombs and (step.bombs or not type.torpedoes) else []
        )
        facts = ["escorts" if step.sortie == "escort" else "strikes", *carries]
        facts += [f"in the air {type.air}"] if type.air else []
        if contact is not None:
            facts.append(f"{data.distance(base, contact.zone)} of {type.radius} zones")
        found[key] = Item(facts=tuple(facts), names=(base, *((contact.zone,) if contact is not None else ())))
    return found


STRIKE: Question[State, Data] = Question(
    "OP-STRIKE-known",
    "Which aircraft strike?",
    phase=phases.AIR_STRIKES,
    about=unless_empty(about_strike),
    answers={
        Choose: "Those that you choose take off together; without a bomber among them nobody does.",
        Decline: "Nobody takes off.",
    },
    verb="Send",
    odds=strike_odds,
    items=strike_items,
    order="Send aircraft against reported fleets",
)


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
        answer = yield from u.window(side, STRIKE, options, prompt)
        sent = [] if answer is None else [key for key in able if key in answer.items]
        bombers = [key for key in sent if desk.air[key].sortie == "strike"]
        if not bombers:
            continue
        escorts = [key for key in sent if desk.air[key].sortie == "escort"]
        for key in sent:
            begin_mission(state, data, desk.air[key], desk.air[key].sortie, contact.zone)
        state.raids.append(Raid(side, contact.fleet, contact.zone, contact.key, bombers, escorts))
    if not asked:
        yield from u.window(side, STRIKE, Pick[Action]([]))
    return (AirRaid(),) if side is Side.AXIS and state.raids else ()
