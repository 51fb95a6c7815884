"""Fleets that meet: contact, what each side does about it, and who gets away (OP-CONTACT)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from barents.games.operations import phases
from barents.games.operations.actions import Engage, Shadow
from barents.games.operations.air.sighting_reports import is_shadowed, known_now, report, was_reported
from barents.games.operations.data import Data
from barents.games.operations.fights import Encounter
from barents.games.operations.names import place
from barents.games.operations.rules.supposed import as_reported
from barents.games.operations.rules.units import (
    Umpire,
    best_radar,
    effect_at,
    in_any_order,
    is_worn,
    light_at,
    ships_of,
    slowest,
    transports,
    weather_at,
)
from barents.games.operations.rules.windows import unless_empty
from barents.games.operations.state import Contact, ContactChoice, ContactResult, Fleet, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.odds import ends, every_throw
from barents.kernel.question import Question
from barents.kernel.sides import EVERYONE, NOBODY, Audience, Side, only
from barents.kernel.view import Odds

ENGAGE, SHADOW, AVOID = "engage", "shadow", "avoid"
SOURCE = "surface contact"


def meetings(u: Umpire, before: Mapping[str, str]) -> list[Encounter]:
    """OP-CONTACT-each, OP-MOVE-swap: pairs of fleets at sea in one zone, or that have just changed places."""
    state = u.state
    found = []
    allied, axis = (state.desks[side].fleets.values() for side in (Side.ALLIED, Side.AXIS))
    for one in allied:
        for other in axis:
            if one.docked or other.docked or (one.engaged and other.engaged):
                continue
            swapped = one.at == before[other.key] and other.at == before[one.key] and one.at != other.at
            if one.at == other.at or swapped:
                zone = min(one.at, other.at)
                found.append(Encounter(zone, {Side.ALLIED: one.key, Side.AXIS: other.key}))
    by_name = {" ".join(meeting.fleets[side] for side in Side): meeting for meeting in found}
    order = in_any_order(u, "OP-CONTACT-each", {name: meeting.zone for name, meeting in by_name.items()})
    return [by_name[name] for name in order]


def contact_number(state: State, data: Data, zone: str) -> int | None:
    """OP-CONTACT-number, -light: what two dice need; None in a gale."""
    table = data.tables.contact
    needed = table.needed[weather_at(state, data, zone) - 1]
    return needed + table.light[light_at(state, data, zone)] if needed else None


def contact_modifiers(state: State, data: Data, side: Side, own: Fleet, enemy: Fleet) -> dict[str, int]:
    """OP-CONTACT-mods, -shadow: radar, an earlier report, and how many ships there are to be seen."""
    table, desk = data.tables.contact, state.desks[side]
    others = len(ships_of(state.desks[side.enemy], enemy.key))
    modifiers = {}
    if rated := best_radar(state, data, ships_of(desk, own.key)):
        modifiers["radar"] = rated
    if was_reported(state, desk, enemy.key, enemy.at):
        modifiers["reported here"] = table.reported
    if is_shadowed(state, data, side, enemy):
        modifiers["shadowed"] = table.shadowed
    if others >= table.many_from:
        modifiers["many ships"] = table.many
    elif others <= table.few_to:
        modifiers["few ships"] = table.few
    return modifiers


def roll_contact(u: Umpire, meeting: Encounter) -> None:
    """OP-CONTACT-each, -report: each side rolls in secret; whoever sees the other has a report of level 2."""
    state, data = u.state, u.data
    needed = contact_number(state, data, meeting.zone)
    if needed is None:
        return
    for side in Side:
        own = state.desks[side].fleets[meeting.fleets[side]]
        enemy = state.desks[side.enemy].fleets[meeting.fleets[side.enemy]]
        modifiers = contact_modifiers(state, data, side, own, enemy)
        # That there is somebody to be seen at all is told only to whoever sees him.
        if sights(u, own.key, needed, modifiers):
            meeting.contact.append(side)
            own.met = True
            contact = report(u, side, enemy.key, data.tables.contact.level, SOURCE)
            # It is said also where the report says nothing new: what is done about a meeting must have been told.
            words, number = "{fleet} has the enemy of report {number} in sight in {cell}", int(contact.key[1:])
            u.tell("OP-CONTACT-report", words, to=only(side), fleet=own.key, number=number, cell=meeting.zone)
    if meeting.contact:
        state.encounters.append(meeting)


def sights(u: Umpire, fleet: str, needed: int, modifiers: Mapping[str, int]) -> bool:
    """OP-CONTACT-number: whether a fleet has an enemy in sight."""
    return u.roll(2 * D6, "OP-CONTACT-number", fleet, modifiers, to=NOBODY, needs=f"{needed} or more") >= needed


@lru_cache(maxsize=256)
def _sighted(data: Data, needed: int, added: int) -> float:
    return every_throw(data, lambda u: sights(u, "", needed, {"": added})).chance(bool)


def intercepting(data: Data, known: State, side: Side, fleet: str, report: Contact) -> Odds | None:
    """OP-CONTACT-number, -mods: one roll, in the light and weather of now."""
    state, enemy = as_reported(data, known, side, report)
    needed = contact_number(state, data, report.zone)
    if needed is None:
        return None
    modifiers = contact_modifiers(state, data, side, state.desks[side].fleets[fleet], enemy)
    chance = _sighted(data, needed, sum(modifiers.values()))
    return Odds(chance, "contact if it is there", modifiers, notes=(f"needs {needed}",))


# What a side does about it


def about_contact(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they have met, and what each answer leads to (OP-CONTACT-choice, -avoid)."""
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


def contact_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """OP-CONTACT-avoid: that there is a battle, or that one's own fleet gets away."""
    match action:
        case Engage(fleet, contact):
            return engaging(data, known, decision.side, fleet, contact)
        case Decline():
            return avoiding(data, known, decision)
    return None


def engaging(data: Data, known: State, side: Side, fleet: str, contact: str) -> Odds | None:
    """OP-CONTACT-avoid: an enemy who has not seen us cannot avoid a battle; one who has may try."""
    report = known.desks[side].contacts.get(contact)
    if report is None:
        return None
    state, enemy = as_reported(data, known, side, report)
    modifiers = avoid_modifiers(state, data, side.enemy, enemy, state.desks[side].fleets[fleet])
    away = every_throw(data, lambda u: gets_away(u, "", modifiers)).chance(bool)
    found = {"they get away": away, "battle": 1 - away}
    return Odds(1 - away, "a battle, if they have seen you and try to avoid it", modifiers, ends(found))


def avoiding(data: Data, known: State, decision: Decision[Any]) -> Odds | None:
    """OP-CONTACT-avoid: that one's own fleet gets away from an enemy who attacks."""
    side = decision.side
    listed = getattr(decision.options, "listed", ())
    met = next((action for action in listed if hasattr(action, "contact")), None)
    report = known.desks[side].contacts.get(getattr(met, "contact", ""))
    own = known.desks[side].fleets.get(getattr(met, "fleet", "") or getattr(met, "unit", ""))
    if report is None or own is None:
        return None
    state, enemy = as_reported(data, known, side, report)
    modifiers = avoid_modifiers(state, data, side, own, enemy)
    chance = every_throw(data, lambda u: gets_away(u, "", modifiers)).chance(bool)
    return Odds(chance, "getting away, if they attack", modifiers, ends({"battle": 1 - chance, "away": chance}))


MEETING: Question[State, Data] = Question(
    "OP-CONTACT-choice",
    "Does a fleet of yours attack, shadow or avoid an enemy?",
    phase=phases.CONTACT,
    about=unless_empty(about_contact),
    answers={
        Shadow: "A fleet as fast as they are keeps in touch; it does not try to get away if they attack.",
        Decline: "A fleet that does neither avoids them: if they attack, a die says whether it gets away.",
    },
    odds=contact_odds,
    order="Attack or shadow fleets that have been met",
)


def contact_choice(u: Umpire, step: ContactChoice) -> kernel.Rule[None]:
    """OP-CONTACT-choice: for each enemy that a side has in sight it may engage or shadow; else it avoids.

    A side without contact has an empty window, so that waiting tells the other nothing.
    """
    state, data, side = u.state, u.data, step.side
    desk = state.desks[side]
    seen = in_own_order(state, side, [one for one in state.encounters if side in one.contact])
    if not seen:
        yield from u.window(side, MEETING, Pick[Action]([]))
    for meeting in seen:
        own = desk.fleets[meeting.fleets[side]]
        contact = known_now(state, desk, meeting.fleets[side.enemy])
        assert contact is not None
        deeds: list[Action] = [Engage(own.key, contact.key)] if may_engage(data, state, side, own) else []
        deeds.append(Shadow(own.key, contact.key))
        prompt = f"{own.name} has an enemy fleet in sight in {meeting.zone}. What does it do?"
        answer = yield from u.window(side, MEETING, Pick(deeds), prompt)
        meeting.choice[side] = ENGAGE if isinstance(answer, Engage) else SHADOW if answer is not None else AVOID
        own.avoided = meeting.choice[side] == AVOID


def in_own_order(state: State, side: Side, found: list[Encounter]) -> list[Encounter]:
    """Meetings in an order that a side knows: by the zone, its own fleets, and the numbers of its reports."""
    desk = state.desks[side]
    numbers = {contact.fleet: int(contact.key[1:]) for contact in desk.contacts.values() if contact.turn == state.turn}
    return sorted(found, key=lambda one: (one.zone, one.fleets[side], numbers.get(one.fleets[side.enemy], 0)))


def may_engage(data: Data, state: State, side: Side, fleet: Fleet) -> bool:
    """OP-FLEET-return, R11: not a fleet that returns, nor one with a ship that the storms have worn."""
    worn = any(is_worn(data, ship) for ship in ships_of(state.desks[side], fleet.key))
    return data.missions[fleet.mission].may_engage and not worn


def avoid_modifiers(state: State, data: Data, side: Side, own: Fleet, enemy: Fleet) -> dict[str, int]:
    """OP-CONTACT-avoid: the difference of speeds, light, weather, and transports in the fleet."""
    table = data.tables.contact
    ships = ships_of(state.desks[side], own.key)
    faster = slowest(data, ships) - slowest(data, ships_of(state.desks[side.enemy], enemy.key))
    found = {
        "speed": faster,
        "light": table.avoid_light[light_at(state, data, own.at)],
        "weather": effect_at(state, data, own.at).avoid,
        "transports": table.avoid_with_transports if transports(data, ships) else 0,
    }
    return {words: value for words, value in found.items() if value}


def contact_result(u: Umpire, _step: ContactResult) -> None:
    """OP-CONTACT-choice, -avoid, -shadow, OP-MOVE-engaged-stop: battles are noted, and their fleets stop."""
    state = u.state
    for meeting in state.encounters:
        fleets = {side: state.desks[side].fleets[meeting.fleets[side]] for side in Side}
        eager = [side for side in Side if meeting.choice.get(side) == ENGAGE]
        for side in Side:
            if meeting.choice.get(side) == SHADOW:
                shadow(u, side, fleets[side], fleets[side.enemy])
        if not eager:
            continue
        fugitive = eager[0].enemy if len(eager) == 1 else None
        if fugitive is not None and slips_away(u, meeting, fugitive, fleets):
            continue
        meeting.engager = Side.AXIS if len(eager) > 1 else eager[0]
        for fleet in fleets.values():
            fleet.engaged = True
            fleet.met = True
        state.battles.append(meeting)
        u.tell("OP-CONTACT-choice", "There will be a battle in {cell}", cell=meeting.zone)
    state.encounters = []


def gets_away(u: Umpire, subject: str, modifiers: Mapping[str, int], *, to: Audience = EVERYONE) -> bool:
    """OP-CONTACT-avoid: the die of a fleet that avoids a battle."""
    least = u.data.tables.contact.avoid_needed
    return u.roll(D6, "OP-CONTACT-avoid", subject, modifiers, to=to, needs=f"{least} or more gets away") >= least


def slips_away(u: Umpire, meeting: Encounter, side: Side, fleets: Mapping[Side, Fleet]) -> bool:
    """OP-CONTACT-avoid: only a fleet that sees the enemy itself, and wants to avoid him, can."""
    state, data = u.state, u.data
    if side not in meeting.contact or meeting.choice.get(side, AVOID) != AVOID:
        return False
    modifiers = avoid_modifiers(state, data, side, fleets[side], fleets[side.enemy])
    # How fast they are and whether they have transports is for those alone to know who run away.
    if not gets_away(u, f"Contact in {meeting.zone}", modifiers, to=only(side)):
        return False
    u.tell("OP-CONTACT-avoid", "A fleet in {cell} gets away without a fight", cell=meeting.zone)
    return True


def shadow(u: Umpire, side: Side, own: Fleet, enemy: Fleet) -> None:
    """OP-CONTACT-shadow: a fleet at least as fast keeps touch, which helps next turn."""
    desks = u.state.desks
    if slowest(u.data, ships_of(desks[side], own.key)) >= slowest(u.data, ships_of(desks[side.enemy], enemy.key)):
        enemy.shadowed = True
        u.tell("OP-CONTACT-shadow", "{fleet} keeps in touch with the enemy", to=only(side), fleet=own.key)
