"""One sentence or two on what a decision is about, for somebody who has never seen the rulebook.

They say where we are, what is at stake, and what each answer leads to, from what the asked side knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.arctic_disaster import circumstances_combat as c
from barents.games.arctic_disaster.actions import AirSearch, Stop
from barents.games.arctic_disaster.circumstances_combat import NOTHING, counted, is_empty
from barents.games.arctic_disaster.clock import ZONES
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.phrases import halves
from barents.games.arctic_disaster.state import GROUNDING, SCATTERS, State
from barents.kernel.decisions import Decision, Subset
from barents.kernel.sides import Side
from barents.kernel.words import signed

Told: TypeAlias = Callable[[Data, State, Decision[Any]], str]


def circumstance(data: Data, known: State, decision: Decision[Any]) -> str:
    """What a decision is about."""
    told = CIRCUMSTANCES.get(decision.rule)
    return "" if told is None else told[1](data, known, decision)


def phase(decision: Decision[Any]) -> str:
    """AD 3.0: the part of the turn that a question belongs to."""
    told = CIRCUMSTANCES.get(decision.rule)
    return "" if told is None else told[0]


# Set-up


def fleets(data: Data, known: State, decision: Decision[Any]) -> str:
    """16.1.2."""
    later = data.scenarios[known.scenario].rules.home_fleet_ban
    ban = " The battleships and the carrier may not go on into the Barents Sea." if later else ""
    return (
        f"The Home Fleet starts in the far west, the cruisers close to PQ-17. The enemy sees markers and no names.{ban}"
    )


def patrols(data: Data, known: State, decision: Decision[Any]) -> str:
    """16.1.2."""
    return (
        "One to a hex, in the waters off Norway and the Kola. They attack German ships that come into their hex; "
        "to the enemy dummies look like the others, and may be kept for later."
    )


def pack(data: Data, known: State, decision: Decision[Any]) -> str:
    """16.1.1."""
    reach = data.commands["german"].move
    return (
        f"A boat attacks whatever enters its hex, and moves {reach} hexes at the end of a turn. PQ-17 must go east, "
        "so lie across its way; but only two may begin next to it, and four within three hexes. Dummies vanish when "
        "a ship comes, and may be kept for later."
    )


def merchants_stand(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3."""
    return (
        "The merchants sail in rows of nine, numbered from the port bow. Torpedo aircraft come in from the sides, so "
        "those on the edges are hit first. Who is not named closes up from the front, unseen by the enemy until he "
        "attacks."
    )


def escorts_stand(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3."""
    table = data.tables.air_attack
    return (
        f"Ships with {table.support_from} or more against aircraft help others up to {table.escort_reach_bomb} squares "
        "off, each once in an attack. One in a screen square meets torpedo aircraft that come in there. Who is not "
        "named stays."
    )


# The Initial Phase


def orders(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.5.1."""
    table = data.tables.home_fleet
    return (
        f"One die in the whole game, and it needs {table.lifted_from}: {signed(table.tirpitz_detected)} if Tirpitz is "
        f"detected at sea, {signed(table.scattered)} once the convoy has scattered. A refusal is for good."
    )


def reorganise(data: Data, known: State, decision: Decision[Any]) -> str:
    """3.1, 6.3, 6.5."""
    slow = data.tables.speeds.reorganised
    return (
        "Both sides do so at once and unseen. Ships in one hex may be divided anew, and a dummy may appear beside an "
        f"undetected force; a force that is changed loses {counted(slow, 'movement point')} this turn."
    )


def divide(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.3, 6.6."""
    return f"Up to {data.tables.speeds.stack} forces to a hex; a force is as fast as its slowest ship."


def air_patrol(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.2, 11.3."""
    return "They meet every air attack on her force before the guns fire, and are ready again when the day is over."


def allied_pool(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.5, 16.2."""
    told = "All that happens in a turn is drawn from one pool."
    offered = decision.options.items if isinstance(decision.options, Subset) else ()
    if GROUNDING in offered:
        least = data.tables.other.grounding_from
        told += (
            " Grounding comes once in the game: if it is drawn while German ships are in the coastal passage, each of "
            f"one force runs aground on {least} or more."
        )
    if SCATTERS in offered:
        told += " Convoy Scatters, when drawn, makes every merchant run for itself, for good."
    return told


def axis_pool(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.1, 5.6."""
    return (
        "A formation flies once a day, when its marker is drawn and a target is in sight, so keep it back if that is "
        "unlikely. Massed German Air lets several wait and attack together, once on each day."
    )


# Drawing markers


def scatter_at_will(data: Data, known: State, decision: Decision[Any]) -> str:
    """16.2."""
    return (
        "When the marker is drawn every merchant runs for itself: aircraft and boats find them one by one, but guns "
        "cannot sink them all at once. It cannot be taken back; you are asked again when something has changed."
    )


def knights_move(data: Data, known: State, decision: Decision[Any]) -> str:
    """14.0, 5.7, 5.8."""
    if is_empty(decision):
        return NOTHING
    return (
        "PQ-17 is in sight, and the carrier is seen far enough away, or gone. Once the marker is drawn Tirpitz may "
        "leave the coast; at sea Hitler may call her back, and seen in the north she scatters the convoy."
    )


def command(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.2."""
    return "Your marker was drawn: whatever you name acts now instead of when chance will have it, once this turn."


def intelligence(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.3."""
    more = signed(data.tables.search.intelligence)
    ports = " Of a port or airfield you see everything, without a die." if decision.side is Side.ALLIED else ""
    return f"The report comes from a search with {more}, and stays with you; a dummy is found out and removed.{ports}"


def advantage(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.10."""
    two = data.tables.other.tactical
    return (
        f"You may change one die of either side by {two} this turn, up or down: in searches, anti-aircraft fire, "
        "fights between aircraft, damage and submarine warfare. Once used it is gone; unused it ends with the turn."
    )


# A force acts


def speed(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.1, 7.9."""
    if is_empty(decision):
        return "Ships that are damaged, or called home, go at regular speed; the enemy must not know, so you are asked."
    price = (
        f"an Allied force refuels at sea, {counted(data.tables.speeds.refuel, 'point')} slower"
        if decision.side is Side.ALLIED
        else "a German force has to put in for fuel"
    )
    return f"Maximum speed is half as much again and costs fuel. When it has been used twice, {price}."


def act(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.3, 9.2."""
    speeds, active = data.tables.speeds, known.active
    costs = f"A hex costs 1 point, along a coast {halves(speeds.coastal)}"
    if Stop() not in decision.options and AirSearch() in decision.options:
        return f"Its aircraft have to look for every enemy force in their range before it stops or goes away. {costs}."
    if active is not None and active.homeward:
        return (
            f"It was called home, needs fuel or has a damaged ship to bring home: it must make for its base. {costs}."
        )
    if active is not None and active.force == CONVOY:
        return f"The convoy has to go on east, north-east or south-east each turn. {costs}."
    return (
        f"It may move hex by hex, search and fight in any order, until you stop. {costs}; enemies near may intercept."
    )


def open_fire(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4.1."""
    if is_empty(decision):
        return NOTHING
    return "You have found the enemy in your own hex. If you let him go he may still open fire himself, or sail on."


def react(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.7."""
    if is_empty(decision):
        return NOTHING
    table = data.tables.search
    return (
        f"It has come within {data.tables.speeds.reaction} hexes. Your force must find it: {table.gained_from} or "
        f"more, {signed(table.fog)} in fog. Then it sails into the hex and fights at once; otherwise it stays."
    )


def report(data: Data, known: State, decision: Decision[Any]) -> str:
    """10.2.1."""
    return (
        "The enemy has found it. For each kind of ship you may tell him any of the numbers that are offered; he hears "
        "your number and does not know how far off it may be. What you leave open is told as it is."
    )


def detach(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.8."""
    return (
        "A force is as slow as its slowest ship. One that leaves goes home by itself in full view of the enemy and "
        "cannot come back; one that stays slows down the others."
    )


def detach_escort(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.8."""
    return "An escort keeps with the damaged ship until it is home or sunk; it helps against aircraft and boats."


# German formations


def mission(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.4, 8.4."""
    fog = [ZONES[zone] for zone, weather in known.weather.items() if weather == "fog"]
    hidden = f" Nothing can be attacked in the fog: {' and '.join(fog)}." if fog else ""
    massed = " Those that wait attack together with one that is drawn later." if known.massed else ""
    return f"It flies once a day, against detected forces and ships that sail alone, within its reach.{hidden}{massed}"


def air_targets(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.4."""
    return (
        "Each target is a separate attack, in which every escort may fire once: many against one wear its escorts out. "
        "A unit without a target stays at home."
    )


def new_base(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.6."""
    return "The move is its flight for the day. An airfield has room for so many units, and some only for floatplanes."


# The convoy scatters


def scatter_groups(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.4."""
    goal = data.tables.other.goal_column
    return (
        f"Four equal groups: one stays, the others go east. A merchant scores when it comes to column {goal} or lies "
        f"unseen in the ice for {data.tables.other.ice_turns} turns."
    )


def destroyers_go(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.4."""
    return "They leave the merchants and become a force of their own in a hex to the west, free to move next turn."


def first_run(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.4."""
    return "At full speed and to the east, no two groups to the same hex if it can be helped; boats on the way attack."


def later_moves(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.4, 7.2."""
    most = data.tables.speeds.scattered_most
    return (
        f"Not back to the west, and at most {most} merchants to a hex. In partial ice a ship has to be found before it "
        f"is attacked, and after {data.tables.other.ice_turns} turns unseen it is safe and scores."
    )


def escorts_move(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.4."""
    return "The small ships of the old convoy go where they are wanted: their guns help merchants in the same hex."


def ice_markers(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.2."""
    return (
        f"No more than {data.ice_markers} ships can be in the ice at a time; those that are not named keep out of it."
    )


# The Terminal Phase


def lone_ships(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.3.1."""
    return (
        "They lie open to all. One at a time, each side in turn, they make for a force that they can join, or a port."
    )


def lone_bases(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.8."""
    return "She was hit when she lay on her own. From now on she makes for that base, and no other."


def cripples(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.8."""
    return "They have to go by a quickest way as far as they can; where several are as quick you choose."


def boat_moves(data: Data, known: State, decision: Decision[Any]) -> str:
    """13.3."""
    allied = decision.side is Side.ALLIED
    soviet = data.commands["soviet"].move
    far = f"{data.commands['allied' if allied else 'german'].move} hexes"
    far += f" (Soviet boats {soviet})" if allied else ""
    sets_on = "" if allied else " One that comes upon a damaged ship by itself attacks at once."
    return f"One at a time, each side in turn, up to {far}; who passes is done for this turn.{sets_on}"


SET_UP, INITIAL, POOL, ACTIVE = "Set-up", "Initial Phase", "Drawing markers", "A force is activated"
AIR, RAID, BATTLE = "German aircraft", "Air attack", "Surface combat"
SCATTER, BOATS, SUBPHASE, TERMINAL = "The convoy scatters", "Submarines", "Damaged ships", "Terminal Phase"

CIRCUMSTANCES: dict[str, tuple[str, Told]] = {
    "AD-16.1.2-home-fleet": (SET_UP, fleets),
    "AD-16.1.2-allied-subs": (SET_UP, patrols),
    "AD-16.1.1-subs-limits": (SET_UP, pack),
    "AD-9.3-display-core": ("The convoy's order", merchants_stand),
    "AD-9.3-display-escort": ("The convoy's order", escorts_stand),
    "AD-7.5.1-hf-once": (INITIAL, orders),
    "AD-3.1-secret-reorg": (INITIAL, reorganise),
    "AD-6.3-create": (INITIAL, divide),
    "AD-3.1-cap-alloc": (INITIAL, air_patrol),
    "AD-3.1-pool-optional": (INITIAL, allied_pool),
    "AD-4.1-air-withhold": (INITIAL, axis_pool),
    "AD-16.2-no-forced-scatter": (POOL, scatter_at_will),
    "AD-14.0-km-conditions": (POOL, knights_move),
    "AD-5.2-c2-activate": (POOL, command),
    "AD-5.3-intel-roll": (POOL, intelligence),
    "AD-5.10-ta-declare": ("Tactical Advantage", advantage),
    "AD-7.1-max-declare": (ACTIVE, speed),
    "AD-4.3-actions-any-order": (ACTIVE, act),
    "AD-11.4.1-start-passive": (ACTIVE, open_fire),
    "AD-7.7-react-trigger": (ACTIVE, react),
    "AD-10.2.1-fuzz-owner": ("Search", report),
    "AD-7.8-detach-when": (SUBPHASE, detach),
    "AD-7.8-detach-escort": (SUBPHASE, detach_escort),
    "AD-4.4-air-needs-detected": (AIR, mission),
    "AD-8.4-multi-target": (AIR, air_targets),
    "AD-8.6-transfer": (AIR, new_base),
    "AD-11.1-designate": (RAID, c.strike_force),
    "AD-11.3.1-losses-owner": (RAID, c.losses),
    "AD-11.3.1-return-fire": (RAID, c.fighter_hit),
    "AD-11.1-singles-choice": (RAID, c.shown_ships),
    "AD-11.1-one-ship-area": (RAID, c.ship_areas),
    "AD-11.1-attackers-any": (RAID, c.attackers),
    "AD-11.2.1-tb-screen": (RAID, c.approach),
    "AD-11.1-aa-order": (RAID, c.next_attacker),
    "AD-11.2.1-tb-choose": (RAID, c.torpedo_run),
    "AD-11.1-adj-once": (RAID, c.support),
    "AD-11.2.1-tb-escort-once": (RAID, c.support),
    "AD-11.4.2-groups-secret": (BATTLE, c.groups),
    "AD-11.4.3-init-roll": (BATTLE, c.first_move),
    "AD-11.4.13-convoy-together": (BATTLE, c.convoy_moves),
    "AD-11.4.3-move-cost": (BATTLE, c.ships_move),
    "AD-11.4.4-simultaneous": (BATTLE, c.guns),
    "AD-11.4.7-torp-simultaneous": (BATTLE, c.tubes),
    "AD-11.4.8-air-when": (BATTLE, c.carrier_strike),
    "AD-11.4.13-convoy-scatter": (BATTLE, c.scatter_in_battle),
    "AD-11.4.9-both-stop": (BATTLE, c.stop),
    "AD-11.4.10-other-order": (BATTLE, c.retreat),
    "AD-9.4-four-groups": (SCATTER, scatter_groups),
    "AD-9.4-dd-new-tf": (SCATTER, destroyers_go),
    "AD-9.4-first-move": (SCATTER, first_run),
    "AD-13.5-contact": (BOATS, c.contact),
    "AD-13.7-table-type": (BOATS, c.aim),
    "AD-13.7-table-pick": (BOATS, c.target),
    "AD-13.6-shadow-detach": (BOATS, c.keep_down),
    "AD-4.3.1-undamaged-singles": ("Ships on their own", lone_ships),
    "AD-7.8-detach-alone": (TERMINAL, lone_bases),
    "AD-7.8-detach-home": (TERMINAL, cripples),
    "AD-3.3-sub-turns": (TERMINAL, boat_moves),
    "AD-9.4-later-move": (TERMINAL, later_moves),
    "AD-9.4-escort-stack": (TERMINAL, escorts_move),
    "AD-7.2-ice-markers": (TERMINAL, ice_markers),
}
