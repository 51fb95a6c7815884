"""What a gamble is worth, from what the player knows: the same modifiers and tables that the rules use.

Where the enemy is known by a report alone, the odds hold if it is true, and say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from barents.games.operations import chances
from barents.games.operations.actions import Aim, Attack, Engage, Press
from barents.games.operations.boat_attack import attack_modifiers, heaviest_screen, screen_dice
from barents.games.operations.chances import percent
from barents.games.operations.contact import avoid_modifiers
from barents.games.operations.data import Data
from barents.games.operations.fights import Hunt
from barents.games.operations.names import many
from barents.games.operations.odds_orders import barrage, bombing, order_odds, searching
from barents.games.operations.raids import carries_torpedoes, flak_dice, load, strike_modifiers
from barents.games.operations.state import Contact, Ship, State
from barents.games.operations.supposed import as_reported, as_seen
from barents.games.operations.units import aa_sum, hull_left, is_convoy, ships_of, trains, type_of
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

__all__ = ["odds", "order_odds"]


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an action that is decided by dice, or None."""
    side = decision.side
    match decision.rule, action:
        case "OP-CONTACT-choice", Engage(fleet, contact):
            return engaging(data, known, side, fleet, contact)
        case "OP-CONTACT-choice", Decline():
            return avoiding(data, known, decision)
        case "OP-SUB-report", Attack():
            return attacking(data, known, side)
        case "OP-SUB-press", Press() | Decline() if known.hunt is not None and known.hunt.detected:
            return pressing(data, known, side, on=isinstance(action, Press))
        case "OP-SUB-target", Aim(target, dice):
            return aiming(data, known, side, target, dice)
        case "OP-STRIKE-known", Choose(items) if items:
            return striking(data, known, decision, items)
        case "OP-STRIKE-per-ship", Allot(pairs):
            return bombing(data, known, side, dict(pairs))
        case "OP-AIR-missions", Allot(pairs):
            return searching(data, known, side, dict(pairs))
        case "OP-TAC-rounds", Allot(pairs):
            return barrage(data, known, side, dict(pairs))
    return None


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if round(chance, 6) > 0)


# Contact


def engaging(data: Data, known: State, side: Side, fleet: str, contact: str) -> Odds | None:
    """OP-CONTACT-avoid: an enemy who has not seen us cannot avoid a battle; one who has may try."""
    report = known.desks[side].contacts.get(contact)
    if report is None:
        return None
    state, enemy = as_reported(data, known, side, report)
    modifiers = avoid_modifiers(state, data, side.enemy, enemy, state.desks[side].fleets[fleet])
    away = chances.at_least(data.tables.contact.avoid_needed, sum(modifiers.values()), dice=1)
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
    chance = chances.at_least(data.tables.contact.avoid_needed, sum(modifiers.values()), dice=1)
    return Odds(chance, "getting away, if they attack", modifiers, ends({"battle": 1 - chance, "away": chance}))


# Submarines


def _before_her(data: Data, known: State, side: Side) -> tuple[State, Hunt, list[Ship]] | None:
    """The fleet that a boat is in contact with: a state with it, the screen's dice, the ships.

    It is as she sees it, or has reported it; without its types the screen is taken at its heaviest.
    """
    hunt = known.hunt
    report = known.desks[side].contacts.get(hunt.contact) if hunt is not None else None
    if hunt is None or hunt.side is not side or report is None:
        return None
    sure = bool(hunt.ships or report.types)
    if hunt.ships:
        state, fleet = as_seen(data, known, side, report, hunt.ships)
    else:
        state, fleet = as_reported(data, known, side, report, escorted=not sure)
    dice = screen_dice(state, data, side.enemy, fleet) if sure else heaviest_screen(state, data, fleet.at)
    aimed = msgspec.structs.replace(hunt, fleet=fleet.key, dice=dice)
    return state, aimed, ships_of(state.desks[side.enemy], fleet.key)


def _torpedoes(data: Data, state: State, hunt: Hunt, ship: Ship, dice: int) -> tuple[chances.Spread, dict[str, int]]:
    """OP-SUB-attack: how many of a boat's dice hit a ship."""
    fleet = state.desks[hunt.side.enemy].fleets[hunt.fleet]
    modifiers = attack_modifiers(state, data, hunt, fleet, ship)
    return chances.hits(data, dice, modifiers), modifiers


def _best(data: Data, state: State, hunt: Hunt, ships: list[Ship], dice: int) -> Ship:
    """The ship with the most points to be expected from sinking her; of equals the first."""

    def promise(ship: Ship) -> float:
        about = type_of(data, ship)
        struck, _ = _torpedoes(data, state, hunt, ship, dice)
        return about.vp * chances.sunk_by(data, struck, about.hull_armour, about.hull)

    return max({ship.line: ship for ship in reversed(ships)}.values(), key=promise)


def attacking(data: Data, known: State, side: Side) -> Odds | None:
    """OP-SUB-screen, -attack, -counter: the whole attack, with all her dice at the ship that promises most."""
    if (found := _before_her(data, known, side)) is None:
        return None
    state, hunt, ships = found
    boat = state.desks[side].boats[hunt.boat]
    dice = data.boat_classes[boat.type].factor
    struck, modifiers = _torpedoes(data, state, hunt, _best(data, state, hunt, ships, dice), dice)
    seen = chances.detected(data, hunt.dice)
    hit = 1 - struck[0]
    heaviest = "" if hunt.ships or state.desks[side].contacts[hunt.contact].types else ", at its heaviest"
    lost, home = chances.counterattack(data, state.year, hunt.dice)
    return Odds(
        chance=hit,
        of="a hit, if the screen does not find her",
        modifiers=modifiers,
        outcomes=ends({"found first": seen, "no hit": (1 - seen) * struck[0], "a hit": (1 - seen) * hit}),
        notes=(
            f"screen of {many(hunt.dice, 'die')}{heaviest}: {percent(seen)} find her",
            f"after the shots {percent(lost)} sunk, {percent(home)} sent home",
        ),
    )


def pressing(data: Data, known: State, side: Side, *, on: bool) -> Odds | None:
    """OP-SUB-press: to go on costs one on the dice and gives the screen fives; to break off halves its dice."""
    if (found := _before_her(data, known, side)) is None:
        return None
    state, hunt, ships = found
    lost, home = chances.counterattack(data, state.year, hunt.dice, pressed=on, broke_off=not on)
    risk = {"sunk": lost, "sent home": home, "unharmed": 1 - lost - home}
    if not on:
        return Odds(1 - lost - home, "getting away unharmed", {}, ends(risk))
    boat = state.desks[side].boats[hunt.boat]
    dice = data.boat_classes[boat.type].factor
    pressed = msgspec.structs.replace(hunt, pressed=True)
    struck, modifiers = _torpedoes(data, state, pressed, _best(data, state, pressed, ships, dice), dice)
    note = f"then {percent(lost)} sunk, {percent(home)} sent home"
    found_ends = ends({"no hit": struck[0], "a hit": 1 - struck[0]})
    return Odds(1 - struck[0], "a hit", modifiers, found_ends, (note,))


def aiming(data: Data, known: State, side: Side, target: str, dice: int) -> Odds | None:
    """OP-SUB-target, OP-TORP-damage: shots at a ship, of which another may get in the way."""
    if (found := _before_her(data, known, side)) is None:
        return None
    state, hunt, ships = found
    ship = next((one for one in ships if one.key == target), None)
    if ship is None:
        return None
    struck, modifiers = _torpedoes(data, state, hunt, ship, dice)
    stray = _straying(data, state, hunt, ships, target)
    sunk = chances.sunk_by(data, struck, type_of(data, ship).hull_armour, hull_left(data, ship))
    found_ends = {
        "another ship in the way": stray,
        "miss": (1 - stray) * struck[0],
        "hit": (1 - stray) * (1 - struck[0] - sunk),
        "sunk": (1 - stray) * sunk,
    }
    return Odds((1 - stray) * (1 - struck[0]), "a hit on her", modifiers, ends(found_ends))


def _straying(data: Data, state: State, hunt: Hunt, ships: list[Ship], target: str) -> float:
    """OP-SUB-target: that another ship is hit: an escort of a convoy, any other of another fleet."""
    table, desk = data.tables.submarines, state.desks[hunt.side.enemy]
    convoy = is_convoy(data, desk, desk.fleets[hunt.fleet])
    merchants = {ship.key for ship in trains(data, ships)} if convoy else set()
    if not any(ship.key != target and ship.key not in merchants for ship in ships):
        return 0.0
    to = table.convoy_miss_to if convoy else table.other_miss_to
    return 1 - chances.at_least(to + 1, dice=1)


# Air strikes


def striking(data: Data, known: State, decision: Decision[Any], items: tuple[str, ...]) -> Odds | None:
    """OP-STRIKE-aa, -mods: a hit on one ship through the fleet's fire; without a good report, through the heaviest."""
    side = decision.side
    report = _target_of(known, decision)
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
        combed=len(carriers) >= table.comb_steps and len(ships) >= table.comb_ships,
        weak=sure and aa_sum(data, ships) <= table.weak_aa_to,
    )
    through = chances.through_flak([load(data, fleet, step) for step in bombers], dice, table.aa_hits_from)
    chance = chances.any_hit(data, through, modifiers)
    mean = chances.expected(through) * chances.hit(data, sum(modifiers.values()))
    least = table.cap_hits_from if len(items) > len(bombers) else table.cap_hits_unescorted_from
    beaten = sum(min(n, len(bombers)) * p for n, p in chances.spread(chances.face(table.aa_hits_from), dice).items())
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


def _target_of(known: State, decision: Decision[Any]) -> Contact | None:
    """The report that a strike is asked about: that of the zone which the prompt names."""
    contacts = known.desks[decision.side].contacts.values()
    return next((one for one in contacts if one.turn == known.turn and one.zone in decision.prompt), None)


def _softest(data: Data, ships: list[Ship]) -> Ship:
    """The ship that bombers would like best: a merchant if there is one."""
    return next((ship for ship in ships if type_of(data, ship).is_transport), ships[0])
