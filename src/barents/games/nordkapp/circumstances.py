"""One sentence or two on what a decision is about, for somebody who has never seen the rulebook.

They say where we are, what is at stake, and what each answer leads to, from what the asked side knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import SIDES, tally
from barents.games.nordkapp.state import CombatBox, State
from barents.games.nordkapp.submarines import escorts_of
from barents.games.nordkapp.units import is_day
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.words import listed, signed

Told: TypeAlias = Callable[[Data, State, Decision[Any]], str]


def circumstance(data: Data, known: State, decision: Decision[Any]) -> str:
    """What a decision is about."""
    told = CIRCUMSTANCES.get(decision.rule)
    return "" if told is None else told(data, known, decision)


def _box(known: State) -> CombatBox:
    assert known.box is not None
    return known.box


def _is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose; the question is asked because the enemy must not know that."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    if isinstance(options, Pick):
        return len(options.listed) < 2 and not options.products
    return isinstance(options, Assign) and not options.slots


NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


# Set-up


def boats(data: Data, known: State, decision: Decision[Any]) -> str:
    """4 A."""
    submerged, surfaced = data.tables.movement.submerged, data.tables.movement.surfaced
    prey = "the convoys" if decision.side is Side.AXIS else "the German ships"
    return (
        f"Nobody sees where they lie. A boat moves {surfaced} hexes a turn on the surface and {submerged} submerged, "
        f"so put them where {prey} will have to come."
    )


def bases(data: Data, known: State, decision: Decision[Any]) -> str:
    """9."""
    return f"They stay there for the whole game, {data.tables.bases.most} units to a base, and fly from it and back."


# A: air missions


def scouts(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.1."""
    recon = data.tables.recon
    hexes = "two hexes next to each other" if known.weather == "fair" else "one hex"
    return (
        f"Each searches {hexes} and is told what is there. Whoever flies today rests the next turn; bombers that stay "
        f"can fly raids, and no more than {recon.most_attack_units} of them may search."
    )


def missions(data: Data, known: State, decision: Decision[Any]) -> str:
    """4 A, 9.2."""
    west = ""
    if decision.side is Side.ALLIED:
        first, last = data.scenarios[known.scenario].search_columns
        west = f" Patrols from the west search up to three hexes in columns {first:02d} to {last:02d}."
    return f"Who covers a force or base meets raiders there, or hunts boats; who gets no order stands ready.{west}"


# B: movement


def entry(data: Data, known: State, decision: Decision[Any]) -> str:
    """13."""
    return "Others that enter this turn depend on this hex, so it is asked first. The hex itself costs one of movement."


def plot(data: Data, known: State, decision: Decision[Any]) -> str:
    """4 B, 5.1."""
    bound = [name for name in known.bound if isinstance(decision.options, Assign) and name in decision.options.slots]
    told = " A force that is shadowed goes where you said." if bound else ""
    boats = " A boat that ends with a dive moves submerged: slow, but unseen." if decision.side is Side.AXIS else ""
    return (
        "Both sides plot in secret, then everything moves at once and nobody meets anybody on the way; a force "
        f"without an order stays where it is.{boats}{told}"
    )


def regrouped(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.1."""
    return (
        "You have changed who sails with whom; give those forces their routes. A force is as fast as its slowest ship."
    )


# C: reconnaissance


def naval_recon(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.2."""
    if _is_empty(decision):
        return NOTHING
    return (
        "Ships and boats can look around in their own hex. You must sight an enemy this turn to attack him, but the "
        "hexes that you search are read out to him."
    )


def listening(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.3."""
    return "One die: on 4 or 5 you learn where one U-boat is, on 6 where two are. It costs nothing."


def opportunity(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.3.1."""
    return "Those near enough may attack the boat once with depth charges and return; they do nothing else of the kind."


# D: submarines


def attack(data: Data, known: State, decision: Decision[Any]) -> str:
    """4 D, 7.1."""
    if _is_empty(decision):
        return NOTHING
    return (
        "One after the other, those with sighted ships in their hex. Against escorts a boat must first get in "
        "unnoticed; after its attack the escorts strike back."
    )


def state_of_boat(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.2."""
    table, day = data.tables.infiltration, is_day(known, data)
    effect = table.surfaced_day if day else table.surfaced_night
    when = "by day" if day else "by night"
    return (
        f"There are escorts or aircraft that can fight her. On the surface {when} her die is {signed(effect)}, "
        f"but the escorts' die afterwards {signed(data.tables.asw.surfaced)}."
    )


def chit(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.3."""
    box = _box(known)
    held = [data.chits[name].name for name in known.hand[decision.side]]
    hand = f"You hold {listed(held, len(held))}." if held else "You hold no chit."
    boat = data.counters[box.attackers[0]].name if box.attackers else "The boat"
    fitting = "" if not _is_empty(decision) else " None of them is for this moment, which the enemy does not know."
    return f"{boat} attacks in {box.cell}. {hand}{fitting} All chits go back when the attack is over."


def torpedo(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.1.2."""
    box = _box(known)
    guard = escorts_of(known, data, box.attacker.enemy, box.cell)
    after = f" {counted_escorts(len(guard))} will hunt the boat afterwards." if guard else " Nobody will hunt her."
    ships = [piece for piece in known.pieces[box.attacker.enemy].values() if piece.id in box.ships]
    return f"In {box.cell}: {tally(data, ships)}. Any of them may be the target.{after}"


def counted_escorts(number: int) -> str:
    """So many escorts.

    >>> counted_escorts(1), counted_escorts(3)
    ('1 escort', '3 escorts')
    """
    return f"{number} escort{'' if number == 1 else 's'}"


# E: surface combat


def call(data: Data, known: State, decision: Decision[Any]) -> str:
    """8."""
    if _is_empty(decision):
        return NOTHING
    return (
        "You and the enemy both have ships there, and you have sighted his. All of them will fight, from long range "
        "inwards, until one side is gone or gets away."
    )


def gunnery(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.1, 8.2."""
    box, table = _box(known), data.tables.fire
    return (
        f"Round {box.round} in {box.cell}. A ten-sided die, the ship's factor and the range: {table.one_from} or more "
        "hits. Both sides fire at once, and only a ship's own range counts for it."
    )


def manoeuvre(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.3."""
    table = data.tables.flight
    return (
        f"After round {_box(known).round} in {_box(known).cell} both sides write down what they do. Nearer, more ships "
        f"can fire and hit better; to get away needs {table.success_from} or more on a die for the whole side."
    )


def each_manoeuvre(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.3."""
    return "One step nearer, one farther, or the same range. Who gets no order keeps it."


# F: air raids


def raid(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3.1."""
    if _is_empty(decision):
        return NOTHING
    return (
        "Those that stand ready, in range of a hex where you have sighted ships this turn. Fighters and guns fire "
        "first; whoever flies rests the next turn."
    )


def raid_hexes(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3.1."""
    return "All that fly to one hex attack together, and a hex is raided once a turn."


def fighters(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3.2 a."""
    return f"{_raid(data, known)} Each fighter fires once, before the guns; {_hits(data)}."


def guns(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3.2 b."""
    return f"{_raid(data, known)} Every gun fires once before they attack; {_hits(data)}."


def bombs(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3.2 c."""
    return f"{_raid(data, known)} Each that is left attacks one target; {_hits(data)}."


def _raid(data: Data, known: State) -> str:
    box = _box(known)
    who = counted_aircraft(len(box.attackers))
    return f"{SIDES[box.attacker]}: {who} over {box.cell}."


def counted_aircraft(number: int) -> str:
    """So many air units.

    >>> counted_aircraft(1), counted_aircraft(4)
    ('1 air unit', '4 air units')
    """
    return f"{number} air unit{'' if number == 1 else 's'}"


def _hits(data: Data) -> str:
    table = data.tables.fire
    return f"die and factor of {table.one_from} or more damage, {table.two_from} or more do it twice"


# G: shadowing


def shadow(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.4, 9.1.1."""
    if _is_empty(decision):
        return NOTHING
    table = data.tables.shadowing
    weather = table.weather[known.weather]
    spoils = f" ({known.weather} {signed(weather)})" if weather else ""
    return (
        f"One die each, {table.success_from} or more{spoils}. Where contact is kept, the Allies must say to which hex "
        "ships there will move next turn."
    )


def disclose(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.4."""
    return (
        "You name one force there and one hex, and it has to go there; of others with it nothing need be said. If you "
        "name a ship of a force, she leaves it and goes there alone, and the rest of her force is free."
    )


CIRCUMSTANCES: dict[str, Told] = {
    "NK-4A-setup-first": boats,
    "NK-9-base-limit": bases,
    "NK-6.1-at-limit": scouts,
    "NK-4A-air-missions": missions,
    "NK-5.1-entry-cost": entry,
    "NK-5.1-secret-plot": plot,
    "NK-5.1-split-join": regrouped,
    "NK-6.2-naval-recon": naval_recon,
    "NK-12.3-hfdf": listening,
    "NK-12.3.1-opportunity": opportunity,
    "NK-4D-order": attack,
    "NK-7.2-state-before-infiltration": state_of_boat,
    "NK-7.3-windows": chit,
    "NK-7.1.2-attack": torpedo,
    "NK-8-optional": call,
    "NK-8.1-round-fire": gunnery,
    "NK-8.2-maneuver-secret": manoeuvre,
    "NK-8.2-maneuver-per-unit": each_manoeuvre,
    "NK-4F-order": raid,
    "NK-9.3.1-raid": raid_hexes,
    "NK-9.3.2a-fighters": fighters,
    "NK-9.3.2b-aa": guns,
    "NK-9.3.2c-as": bombs,
    "NK-7.4-shadow-eligible": shadow,
    "NK-7.4-shadow-disclose": disclose,
}
