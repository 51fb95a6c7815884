"""One sentence or two on what a decision is about, for somebody who has never seen the rulebook.

They say where we are, what is at stake, and what each answer leads to, from what the asked side knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.movement import mission_of
from barents.games.north_cape.names import AN, SIDES, counted, craft, listed, place, so_many, spoken, waiting_force
from barents.games.north_cape.pieces import find, left, speed
from barents.games.north_cape.state import WAITING, Mission, MissionType, State
from barents.games.north_cape.submarines import combat_of, escorts
from barents.kernel.decisions import Assign, Decision, Pick, Subset

Told: TypeAlias = Callable[[Data, State, Decision[Any]], str]


def circumstance(data: Data, known: State, decision: Decision[Any]) -> str:
    """What a decision is about."""
    told = CIRCUMSTANCES.get(decision.rule)
    return "" if told is None else told(data, known, decision)


def _names(data: Data, names: list[str]) -> str:
    return listed([data.counters[name].name for name in names])


# Set-up


def prinz_eugen(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.1."""
    rule = data.scenarios[known.scenario].prinz_eugen
    reply = counted(rule.reply, "CA") if rule is not None else "cruisers"
    return f"The heavy cruiser makes your squadron stronger, but the Allies may answer with {reply} more."


def cruisers_reply(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.1: first with whom, then which."""
    if isinstance(decision.options, Subset):
        return "They sail with the force that you named; the Germans are not told which ships they are."
    return "Prinz Eugen sails with Tirpitz, so two British heavy cruisers may join one of your forces from the west."


def set_up(data: Data, known: State, decision: Decision[Any]) -> str:
    """12: which counters a force is made of, or where submarines start."""
    if isinstance(decision.options, Assign):
        return "They lie face down, submerged, wherever you set them at sea: the enemy sees that something is there."
    return "The scenario says how many; which of them sail is for you to say, and not told to the enemy."


def east(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.0."""
    bound = "; its merchants go home over the west edge" if data.scenarios[known.scenario].westbound_from_east else ""
    return f"The whole force starts in one hex, off Murmansk or off Archangel{bound}."


def airbases(data: Data, known: State, decision: Decision[Any]) -> str:
    """12.0."""
    holds = data.pools.airbase_capacity
    return f"A base holds {holds} units. Flying boats and bombers reach the whole map, dive bombers only what is near."


def replace_boat(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.9."""
    kept = " An ace stays at home with his boat." if known.options.aces else ""
    return f"U-571 is a boat like the others and starts with them. The Allies are told which one she replaces.{kept}"


# Decoys


def buy(data: Data, known: State, decision: Decision[Any]) -> str:
    """3.3."""
    price = data.tables.victory.decoy
    return (
        f"Each gives the enemy {so_many(price, 'point')}. For this turn they lie and move face down like your own; "
        "he is told only what you paid, so you may pay for more than you take."
    )


def set_decoys(data: Data, known: State, decision: Decision[Any]) -> str:
    """3.3."""
    if isinstance(decision.options, Assign) and not decision.options.slots:
        return "You took none this turn, so there is nothing to set."
    return "A decoy lies face down with the pieces that you name; seen by the enemy it is gone."


# Missions


def alternate(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.2."""
    outside = [piece for piece in known.pieces[decision.side].values() if piece.at.startswith(WAITING)]
    waits = " A force of yours waits to enter." if outside and _may_enter(decision) else ""
    return (
        "You and the enemy take turns with one mission each; a unit does each kind once a turn. "
        f"When both pass in a row, the turn is over.{waits}"
    )


def _may_enter(decision: Decision[Any]) -> bool:
    options = decision.options
    return isinstance(options, Pick) and any(getattr(o, "start", "").startswith(WAITING) for o in options.listed)


def assemble(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.0."""
    items = decision.options.items if isinstance(decision.options, Subset) else ()
    where = f" at {place(data, find(known, items[0]).at)}" if items else ""
    if len(items) == 1:
        return (
            f"{_names(data, list(items))} is the only one{where} who can. Choose none to think again: nothing is lost."
        )
    pace = "within reach of them all" if items and data.counters[items[0]].is_air else "as far as the slowest"
    return f"Those chosen{where} go as one stack, {pace}. Choose none to think again: nothing is lost."


def dive(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.0."""
    return (
        "Submerged a boat is hard to see and slips past ships; surfaced she moves one hex more, but fights as a ship."
    )


def enter(data: Data, known: State, decision: Decision[Any]) -> str:
    """12."""
    force = waiting_force(data, known, mission_of(known).start)
    edge = "the south-west corner" if force.entry == "south" else "the west edge"
    name = spoken(force.name)
    return f"{name[0].upper()}{name[1:]} comes onto the map at {edge}, by a hex of its own, and then sails on."


PURPOSE = {
    MissionType.RECON: "Where they stop they look for the enemy, up to two hexes away.",
    MissionType.PATROL: "Where they stop they keep watch for the rest of the turn, and may pounce on who comes near.",
    MissionType.SORTIE: "They only move; whoever was seen among them is hidden again.",
    MissionType.ATTACK: "They must end where an enemy has been found; there they fight.",
}


def leg(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.0."""
    mission = mission_of(known)
    stack = [find(known, name) for name in mission.units if name in data.counters]
    ships = [piece for piece in stack if data.counters[piece.id].is_ship]
    named = [piece.id for piece in stack if not data.counters[piece.id].is_group] or mission.units  # an empty group
    where = place(data, mission.at)
    legs = min((left(data, piece) for piece in ships), default=0)
    reach = f", {so_many(legs, 'hex', 'hexes')} left" if ships and not mission.flying else ""
    ice = " They have been among icebergs: a die is rolled where they stop." if mission.among_ice else ""
    stuck = " Enemies or a fight stop them here." if mission.halted else ""
    kind = AN[mission.type]
    return f"{_names(data, named)} on {kind}, at {where}{reach}. {PURPOSE[mission.type]}{ice}{stuck}"


def drop(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.0."""
    patrol = " They keep watch here." if mission_of(known).type is MissionType.PATROL else ""
    return f"The others sail on without them; who stays does not move again in this mission.{patrol}"


# Patrols


def window(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.0."""
    mission = mission_of(known)
    kind = craft(mission.flying)
    enemy = SIDES[mission.side]
    able = decision.options.items if isinstance(decision.options, Subset) else ()
    if not able:
        return (
            f"The {enemy} bring {kind} on {AN[mission.type]} into {mission.at}, but no patrol of yours can meet them."
        )
    chase = _chase(data, known, mission, able)
    return (
        f"The {enemy} bring {kind} on {AN[mission.type]} into {mission.at}, beside your patrol. Those that you choose "
        f"are seen, end their patrol and fight if they are fast enough{chase}; it counts as your next mission. "
        "The enemy does not know that you are asked."
    )


def _chase(data: Data, known: State, mission: Mission, able: Sequence[str]) -> str:
    """NC 7.1: whether the fastest patrol is as fast as any ship that the enemy could have there."""
    if mission.flying:
        return ""
    own = max(speed(data, find(known, name)) for name in able)
    theirs = max(about.move for about in data.counters.values() if about.is_ship and about.side is mission.side)
    return (
        " (no ship of theirs is faster)"
        if own >= theirs
        else f" (yours make {so_many(own, 'hex', 'hexes')}, the fastest of theirs {theirs})"
    )


def say_submarine(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.0."""
    return (
        f"The enemy intercepts you in {mission_of(known).at}, with nothing that can hunt submarines. "
        "Say it, true or not, and you move on unseen; or show him what you have."
    )


def withdraw(data: Data, known: State, decision: Decision[Any]) -> str:
    """7.2."""
    return (
        f"You are caught in {mission_of(known).at}. These are faster than any of the enemy: who keeps out "
        "is not fired at, but does not move again this turn; the others fight without them."
    )


# Reconnaissance


def observe(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.1."""
    needed = data.tables.recon.owner_half_from
    return (
        f"At {place(data, mission_of(known).at)}. Each unit looks once, at one hex with enemies: one die, "
        f"{needed} or more sees something. Two hexes away is harder. Only a scout that succeeds is seen himself."
    )


def claim(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.3."""
    harder = f"−{abs(data.tables.recon.submerged_only)}"
    if isinstance(decision.options, Pick) and len(decision.options.listed) < 2:
        return "Nothing of yours there changes their die, so there is nothing to choose; the enemy cannot know that."
    return (
        f"Only submerged boats of yours lie there, which is {harder} to the enemy's die. "
        "Let it pass and it counts; give it up, and he is more likely to see them."
    )


def owner_reveals(data: Data, known: State, decision: Decision[Any]) -> str:
    """6.1."""
    return (
        "The enemy has seen half of what lies there, and you choose which. Whoever is seen can be attacked this turn."
    )


# Combat


def infiltrate(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.1."""
    screen = len(escorts(known, data, decision.side.enemy))
    guard = "1 escort guards" if screen == 1 else f"{screen} escorts guard"
    return (
        f"{guard} the ships in {combat_of(known).cell}. She may get in unheard, be heard and hunted after her attack, "
        "or be held off. If she attacks at once, she is heard for certain."
    )


def hunt(data: Data, known: State, decision: Decision[Any]) -> str:
    """8.3."""
    table = data.tables.asw
    return (
        f"Each escort attacks one boat, once, with depth charges: a low die sinks it (up to {table.sunk_to}) or "
        f"damages it (up to {table.damaged_to}). An escort loses nothing by it."
    )


def air_battle(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.2."""
    return (
        f"Over {combat_of(known).cell}. Both roll at once, and a die not above the air factor hits; "
        "whoever has fought in the air bombs nobody this turn."
    )


def bombing(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3."""
    return (
        f"Over {combat_of(known).cell}. A die not above the aircraft's factor hits; then the ship may fire back "
        "if it was missed, or one that covers the others. Afterwards the aircraft is gone for this turn, but one with "
        "torpedoes may use them first, if it is still there."
    )


def anti_aircraft(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.5."""
    return "One ship may answer the attack: a die not above her anti-aircraft factor hits. It costs her nothing."


def british_land(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.3."""
    return (
        f"Back on {data.counters[CARRIER].name} it lies in her hex at once; else it comes back when the turn is over."
    )


def gunfire(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.6."""
    spoils = _spoils(data.tables.gunfire.weather[known.weather], known)
    return (
        f"In {combat_of(known).cell} the sides fire by turns, one ship at one enemy, until none is left that can. "
        f"Both roll at once: a die not above the gunfire factor hits.{spoils}"
    )


def torpedoes(data: Data, known: State, decision: Decision[Any]) -> str:
    """9.8."""
    return (
        f"In {combat_of(known).cell}. A die not above the torpedo factor hits; ships on the surface answer "
        f"with their own, submerged boats are not answered.{_spoils(data.tables.torpedo.weather[known.weather], known)}"
    )


def _spoils(modifier: int, known: State) -> str:
    return f" The {known.weather} adds {modifier} to every die." if modifier else ""


# Aircraft come home


def deck(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.1."""
    return f"{data.counters[CARRIER].name} is damaged and has not room for all. Those without a place are lost."


def landing(data: Data, known: State, decision: Decision[Any]) -> str:
    """5.6."""
    if isinstance(decision.options, Assign) and not decision.options.slots:
        return "None of yours comes down now; the enemy cannot know that."
    return f"A base takes {data.pools.airbase_capacity} units. Who gets no order finds the nearest base with room."


# Before a mission


def regroup(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.2."""
    return "What is in the box lies under one marker and moves with it; the enemy sees only how many there are."


def show(data: Data, known: State, decision: Decision[Any]) -> str:
    """4.0."""
    return "They are turned face up for the rest of the turn. The enemy may not attack them for that alone."


# Optional rules


def struck(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.2."""
    pretence = "Ships are damaged, and one with no hit left is sunk; the enemy sees the damage, not the name."
    items = decision.options.items if isinstance(decision.options, Subset) else ()
    if any(name in known.pieces[decision.side.enemy] for name in items):
        return "Their group has been among icebergs, and you say who struck one: a ship with no hit left is sunk."
    if items and not any(name in data.counters and data.counters[name].is_ship for name in items):
        pretence = "There is no real ship among them, so the enemy finds out what they are."
    return f"They have sailed among icebergs. {pretence}"


def heard(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.3."""
    return "The Allies have taken a bearing. Whom you show lies face up and can be attacked until the turn is over."


def storm(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4: first the stack, then the ships."""
    if isinstance(decision.options, Subset):
        return "They go into hexes next to it that the Germans choose, and do not move again this turn."
    return "The storm drives ships away from one stack of yours; the Germans choose where they go."


def driven(data: Data, known: State, decision: Decision[Any]) -> str:
    """11.4."""
    return "The Allies have chosen the ship, and you choose the hex. It does not move again this turn."


CIRCUMSTANCES: dict[str, Told] = {
    "NC-12.1-prinz-eugen": prinz_eugen,
    "NC-12.1-prinz-eugen-reply": cruisers_reply,
    "NC-4.0-setup-by-scenario": set_up,
    "NC-12.0-east-one-hex": east,
    "NC-12.0-airbase-limit-setup": airbases,
    "NC-3.3-decoy-cost": buy,
    "NC-3.3-decoy-placement": set_decoys,
    "NC-5.0-alternate": alternate,
    "NC-5.0-one-unit-or-stack": assemble,
    "NC-8.0-surfaced-until-next": dive,
    "NC-12.0-entry-cost": enter,
    "NC-5.0-adjacent-steps": leg,
    "NC-5.0-drop-off": drop,
    "NC-7.0-trigger": window,
    "NC-8.0-declare-submarine": say_submarine,
    "NC-7.2-straggler-who": withdraw,
    "NC-6.1-one-hex": observe,
    "NC-6.3-owner-choice": claim,
    "NC-6.1-result-4-6": owner_reveals,
    "NC-8.1-infiltrate-when": infiltrate,
    "NC-8.3-when": hunt,
    "NC-9.2-alternate": air_battle,
    "NC-9.3-eligible": bombing,
    "NC-9.5-one-aa-roll": anti_aircraft,
    "NC-9.3-british-land": british_land,
    "NC-9.6-select": gunfire,
    "NC-9.8-rating": torpedoes,
    "NC-4.1-cv-damage-capacity": deck,
    "NC-4.1-cv-overfull": deck,
    "NC-5.6-na-return": landing,
    "NC-11.9-u571-replace": replace_boat,
    "NC-11.2-growler-when": struck,
    "NC-11.3-hfdf-hidden-first": heard,
    "NC-11.4-dispersion-when": storm,
    "NC-11.4-dispersion-legal": driven,
    "NC-4.2-group-form": regroup,
    "NC-4.0-voluntary-reveal": show,
}
