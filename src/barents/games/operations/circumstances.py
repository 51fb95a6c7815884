"""One sentence or two on what a decision is about, for somebody who has never seen the rules.

They say where we are, what is at stake, and what each answer leads to, from what the asked side knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.operations import chances
from barents.games.operations.chances import percent
from barents.games.operations.clock import light_in_words, sky_in_words
from barents.games.operations.data import Data
from barents.games.operations.names import many, place
from barents.games.operations.state import State
from barents.games.operations.tactics import visibility
from barents.games.operations.units import light_at, weather_at
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.words import in_words, signed

Told: TypeAlias = Callable[[Data, State, Decision[Any]], str]

NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


def circumstance(data: Data, known: State, decision: Decision[Any]) -> str:
    """What a decision is about."""
    told = CIRCUMSTANCES.get(decision.rule)
    if told is None:
        return ""
    return NOTHING if decision.window and is_empty(decision) else told(data, known, decision)


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    if isinstance(options, Pick):
        return len(options.listed) < 2 and not options.products
    return isinstance(options, Assign) and not options.slots


# Set-up and orders


def placing(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.2, 12."""
    prey = "convoys" if decision.side is Side.AXIS else "German ships"
    moves = max(row.moves for row in data.boat_classes.values() if row.side is decision.side)
    return (
        f"Nobody sees where they lie. A boat moves no more than {many(moves, 'zone')} a turn, and finds only what "
        f"comes through her own zone: put them where {prey} have to pass."
    )


def aircraft(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-AIR-missions, -tempo."""
    table = data.tables.air
    sky = f"{sky_in_words(data, known)}; {light_in_words(data, known)}."
    return (
        f"{sky} Without an order they rest. A step flies {in_words(table.a_day)} missions a day and never in two turns "
        f"on end; fighters over a fleet may fly on, {in_words(table.cap_a_day)} times a day."
    )


def regrouping(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-FLEET-form, OP-FUEL-at-sea."""
    fuel = data.tables.fuel
    return (
        "Without an order nothing changes. Ships in one zone may change fleets; a fleet is as fast as its slowest "
        f"ship. Fuel is passed at sea at {many(fuel.at_sea_zones, 'zone')} a turn or less, in squall or better, "
        f"{fuel.at_sea_boxes} boxes to a ship. A convoy that scatters cannot gather again for "
        f"{many(data.tables.scatter.reform_turns, 'turn')}."
    )


def missions(data: Data, known: State, decision: Decision[Any]) -> str:
    """Table 5.5, OP-SEA-machinery."""
    fuel = data.tables.fuel
    engines = ""
    if decision.side is Side.AXIS:
        slow, fast = (percent(chances.breakdown(data, fast=fast)) for fast in (False, True))
        engines = f" At the end of a day at sea an engine fails on {slow}, after a turn at full speed on {fast}."
    costs = ", ".join(str(cost) for cost in fuel.zones[1:])
    return (
        "Without an order they go on as they are. A mission binds: it changes only in port, on a new day, at the end "
        f"of a plot or for a fresh report. A turn costs {costs} twelfths of a fuel box at one, two and three "
        f"zones.{engines}"
    )


def plots(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-FLEET-plot, OP-MOVE-segments."""
    return (
        "Without a plot a convoy follows its plan, and others hold. What is plotted is bound: a fleet sails it, "
        "whatever you learn, until its mission lets you change. Lit zones are those that the mission, the ice and the "
        "scenario allow."
    )


def premature(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-TIME-premature."""
    return "These turns lie before the first: only your fleets that may start early move, and nobody can meet them."


def scattered(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-FLEET-scatter."""
    return (
        "Without an order they keep to their course. Each ship sails alone, a zone a turn, by up to two waypoints to a "
        "port. Alone she is hard to find from the air, but has nobody to protect her."
    )


def works(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-MINE-lay, C.6."""
    turns = many(data.tables.secret_base.founding_turns, "turn")
    return (
        "Without an order nothing is done. A minelayer that spends the whole turn in a coastal zone leaves a field "
        f"there, once a month. A secret base needs an oiler who lies {turns} in one zone off Novaya Zemlya, and as "
        "many to be taken down."
    )


def basing(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.14, 5.15."""
    return f"They fly from there for the month, at most {data.air.bases.most_steps} steps to a base."


def exchanged(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.15."""
    return "An A-20 carries two torpedoes and fights better, but does not fly so far."


# Contact


def contact(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-CONTACT-choice, -avoid."""
    table = data.tables.contact
    zone = known.encounters[0].zone if known.encounters else ""
    where = ""
    if zone:
        sky = data.effect(weather_at(known, data, zone)).name.lower()
        where = f"{place(data, zone)}: {light_at(known, data, zone)}, {sky}. "
    return (
        f"{where}If either side attacks there is a battle, unless the other has seen him, avoids, and rolls "
        f"{table.avoid_needed} with the difference in speed, darkness and weather. To keep in touch gives "
        f"{table.shadowed} on next turn's rolls to find them. You do not know whether they have seen you."
    )


# Strikes


def launching(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-STRIKE-order, -one-raid."""
    table = data.tables.strike
    return (
        "All that you send at one fleet comes as one raid: fighters over it first, then its guns with up to "
        f"{in_words(table.aa_per_step)} dice for each of your steps, {table.aa_most} in all, then your bombs and "
        "torpedoes. Many steps at once share the fire; a step strikes once a day."
    )


def beaten_off(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-STRIKE-fate."""
    return (
        f"They take no further part; on {data.tables.strike.destroyed_from} or more each is destroyed, else it flies "
        "again tomorrow. Those that you do not name attack."
    )


def bomb_aiming(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-STRIKE-per-ship, -mods."""
    table = data.tables.strike
    return (
        f"You see the ships below. Up to {in_words(table.steps_per_ship)} steps may go for one ship. A fast warship is "
        "harder to hit; light bombs pierce no armour, medium ones light armour, heavy ones all."
    )


# Submarines


def boats(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-SUB-move, -contact, -order."""
    table = data.tables.submarines
    return (
        f"A boat finds a fleet that was in her zone this turn on {table.needed} of two dice; at most "
        f"{in_words(table.boats_a_turn)} may try one fleet, in the order that you name them. Near an enemy port she is "
        "hunted herself."
    )


def boat_contact(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-SUB-report, -shadow."""
    return (
        "She has reported them. To attack she must pass the screen: only then does she see which ships they are. If "
        "it finds her first she may break off or press on. As a shadower she follows a slow fleet without rolling, "
        "and every other boat, ship and aircraft finds it more easily."
    )


def pressing(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-SUB-press, -counter, -breakoff-safe."""
    table = data.tables.submarines
    return (
        f"If she goes on her dice have {signed(table.press)} and the escorts hit on {table.counter_pressed_from} and "
        "more. If she breaks off they throw half their dice and can at worst send her home."
    )


def aiming(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-SUB-target, OP-TORP-damage."""
    return (
        "In a convoy she may divide her dice between two ships. Sometimes another ship is in the way: an escort of a "
        "convoy, in another fleet anyone. A torpedo takes one to three boxes of hull; a merchant has two."
    )


# Surface action


def divisions(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-TAC-divisions, -placing."""
    table = data.tables.battle
    return (
        f"Up to {in_words(table.divisions)} divisions, {in_words(table.apart)} cells of 3,000 yards apart, the first "
        "in front; merchants and oilers are the last. A division moves as one, at the speed of its slowest ship: keep "
        "fast ships together, and those that lay smoke before those that need it."
    )


def joining(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-TAC-who."""
    table = data.tables.battle
    return f"They come up behind your last division, in at most {in_words(table.joining_divisions)} divisions."


def battle_round(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-TAC-rounds."""
    sight = f"You see {many(visibility(known, data, decision.side), 'cell')}. " if known.battle is not None else ""
    return (
        f"{sight}All move at once, then all fire at once; at full speed a division fires half its heavier guns. Guns "
        "without an order take the best known ship of the nearest division. It ends out of sight, if both break off, "
        f"or after {data.tables.battle.rounds} rounds."
    )


def bombarding(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-PORT-bombard."""
    table = data.tables.bombardment
    return (
        f"One round at {table.range} cells, with {signed(table.modifier)} for ships in harbour; the port answers with "
        f"{table.shore_dice} {table.shore_battery} dice, a great one with {table.strong_dice} {table.strong_battery} "
        "dice."
    )


# The end


def finishing(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-TIME-end-early."""
    return "The operation ends now if both sides say so and nobody is at sea; otherwise it goes on to its last turn."


CIRCUMSTANCES: dict[str, Told] = {
    "OP-SCEN-setup": placing,
    "OP-AIR-missions": aircraft,
    "OP-AIR-base-limit": basing,
    "OP-AIR-allot-allied": exchanged,
    "OP-FLEET-form": regrouping,
    "OP-FLEET-mission": missions,
    "OP-FLEET-plot": plots,
    "OP-FLEET-scatter": scattered,
    "OP-TIME-premature": premature,
    "OP-MINE-lay": works,
    "OP-CONTACT-choice": contact,
    "OP-STRIKE-known": launching,
    "OP-STRIKE-aa": beaten_off,
    "OP-STRIKE-per-ship": bomb_aiming,
    "OP-SUB-move": boats,
    "OP-SUB-report": boat_contact,
    "OP-SUB-press": pressing,
    "OP-SUB-target": aiming,
    "OP-TAC-divisions": divisions,
    "OP-TAC-who": joining,
    "OP-TAC-rounds": battle_round,
    "OP-PORT-bombard": bombarding,
    "OP-TIME-end-early": finishing,
}
