"""What a decision in a fight is about, from the air, on the surface or from below, in a sentence or two."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster.actions import Submarine
from barents.games.arctic_disaster.air_fire import model, raid_of
from barents.games.arctic_disaster.battle_line import battle_of, in_fog
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import SIDES, place, tally
from barents.games.arctic_disaster.state import State
from barents.games.arctic_disaster.units import find
from barents.games.arctic_disaster.withdrawal import german_decides
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.words import signed


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose; the question is asked because the enemy must not know that."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    if isinstance(options, Pick):
        return len(options.listed) < 2 and not options.products
    return isinstance(options, Assign) and not options.slots


NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "air unit"), counted(4, "air unit")
    ('1 air unit', '4 air units')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


# Air attacks


def _raid(data: Data, known: State) -> str:
    raid = raid_of(known)
    flying = [unit for unit in raid.units if unit in known.wings[raid.side]]
    return f"{SIDES[raid.side]}: {counted(len(flying), 'air unit')} over {place(data, raid.cell)}."


def strike_force(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.1."""
    return "The torpedo aircraft of Victorious fly one strike a turn; afterwards they are at half strength for the day."


def losses(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.3.1."""
    return f"{_raid(data, known)} A unit has two steps and is halved by the loss of the first."


def fighter_hit(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.3.1."""
    return f"{_raid(data, known)} A bomber has fired back and hit one of the fighters, which loses one of two steps."


def shown_ships(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.1."""
    return f"{_raid(data, known)} Only ships on the display can be attacked, and only they can fire."


def ship_areas(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.1."""
    table = data.tables.air_attack
    return (
        f"{_raid(data, known)} Ships in areas that touch help each other with half their guns, if they have "
        f"{table.support_from} or more. A1 is the middle, with rings B, C and D around it."
    )


def attackers(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.1."""
    return (
        f"{_raid(data, known)} The target fires at each of them and ships beside it may help; then it attacks. "
        "Torpedoes do double damage; small ships are hard to hit."
    )


def approach(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.2.1, 11.2.2."""
    ahead = signed(data.tables.air_attack.ahead_or_astern)
    return (
        f"{_raid(data, known)} Screen 12 to 16 lie to starboard, 28 to 32 to port; ahead and astern are {ahead} on the "
        "die. An escort in the square fires first. Bombers go straight for a ship."
    )


def next_attacker(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.1."""
    return f"{_raid(data, known)} One after the other is fired at and attacks; guns that have helped once are spent."


def torpedo_run(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.2.1."""
    raid = raid_of(known)
    unit = raid.done[-1]
    taken = raid.modifiers.get(unit, 0)
    so_far = f"So far it has {signed(taken)} from anti-aircraft fire" if taken else "So far nobody has hit it"
    return f"{so_far}; in each further square it is fired at again, and it never turns back. Attack ends its run."


def support(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.1, 11.2."""
    raid = raid_of(known)
    unit = raid.done[-1]
    kind = model(data, unit)
    target = raid.units[unit]
    aims = f" is after {data.counters[target].name}" if target in data.counters else " is on its way into the convoy"
    return (
        f"{data.air[unit].name} ({kind.model}){aims}. Each result is taken off its die or costs it a step; "
        "who fires now cannot help against those that follow."
    )


# Surface combat


def _battle(data: Data, known: State) -> str:
    battle = battle_of(known)
    fog = " in fog" if in_fog(known, data) else ""
    return f"Round {max(1, battle.round)} at {place(data, battle.cell)}{fog}."


def groups(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.2."""
    battle = battle_of(known)
    enemy = [find(known, name) for name in battle.ships if data.counters[name].side is decision.side.enemy]
    return (
        f"At {place(data, battle.cell)} you face {tally(data, enemy)}. The battle is a line of "
        f"{data.tables.combat_display.areas} areas, Germans on the left: a die puts each group farther out or nearer."
    )


def first_move(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.3."""
    return f"{_battle(data, known)} You won the roll. Whoever moves second sees where the others have gone."


def convoy_moves(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.13."""
    rounds = data.tables.other.convoy_together
    return (
        f"{_battle(data, known)} For {rounds} rounds its ships keep together, as fast as the slowest; then they may "
        "scatter."
    )


def ships_move(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.3, 11.4.6."""
    table = data.tables.gunnery
    return (
        f"{_battle(data, known)} The numbers are areas of the line. Who moves has {signed(table.moved)} on the guns; "
        f"smoke takes one off all fire within {table.smoke_reach} areas of it, your own too."
    )


def guns(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.4."""
    table = data.tables.gunnery
    sight = f" In fog most see only {table.fog_sight} areas." if in_fog(known, data) else ""
    return (
        f"{_battle(data, known)} Both sides name all targets before any die. Every ship but the first to fire at one "
        f"has half its factor; {signed(table.small_target)} against small ships.{sight}"
    )


def tubes(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.7."""
    return f"{_battle(data, known)} Torpedoes do double damage and are best at close range; once fired they are gone."


def carrier_strike(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.8."""
    return f"{_battle(data, known)} Only the target fires at them; afterwards they are at half strength for the day."


def scatter_in_battle(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.13."""
    return (
        f"{_battle(data, known)} Three groups get away to the east and the fourth stays under fire. The convoy never "
        "forms again, and its destroyers go off by themselves."
    )


def stop(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.9."""
    if german_decides(known):
        return f"{_battle(data, known)} Against the convoy you alone say when it is over; it cannot get away."
    least = data.tables.other.disengage_from
    return (
        f"{_battle(data, known)} If both want to, it is over. If one does, a die must reach {least}, one easier with "
        "every round. Whoever wanted to go leaves the hex."
    )


def retreat(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.10."""
    return f"The fight at {place(data, battle_of(known).cell)} is over and you leave the hex, the whole force together."


# Submarines


def contact(data: Data, known: State, decision: Decision[Any]) -> str:
    """13.5, 13.6."""
    if is_empty(decision):
        return NOTHING
    table = data.tables.submarine
    offered = decision.options.listed if isinstance(decision.options, Pick) else ()
    told = "In fog, or with all its attacks made, it cannot attack."
    if Submarine("attack") in offered:
        told = (
            f"{table.type_from} or more gives a shot, {table.pick_from} a ship of your choice; every {table.escorts} "
            "small escorts take one off. You also hear what is there."
        )
    if Submarine("shadow") in offered:
        told += " A boat that shadows PQ-17 goes with it and keeps it in sight."
    return told


def aim(data: Data, known: State, decision: Decision[Any]) -> str:
    """13.7."""
    return "The boat is in position. Which ship of that type it is may be left to chance; torpedoes do double damage."


def target(data: Data, known: State, decision: Decision[Any]) -> str:
    """13.7."""
    return "The boat has found a perfect position: any of them may be the target, and torpedoes do double damage."


def keep_down(data: Data, known: State, decision: Decision[Any]) -> str:
    """13.6."""
    needed = data.tables.submarine.shadow_from
    return (
        f"The boat needs {needed} or more, and each escort that goes takes one off. Those that go are away from the "
        "convoy until the end of the turn. Once shadowed it stays in sight."
    )
