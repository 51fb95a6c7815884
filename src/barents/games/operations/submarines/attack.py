"""A submarine's attack: the screen, torpedoes, and the counterattack (OP-SUB-screen to -damage)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from barents.games.operations import phases
from barents.games.operations.actions import Aim, Attack, Press
from barents.games.operations.air.sighting_reports import tell_ships
from barents.games.operations.battle.damage import sixes, throw, torpedo_hit
from barents.games.operations.data import Data, by_year
from barents.games.operations.fights import Hunt
from barents.games.operations.names import many
from barents.games.operations.rules import chances
from barents.games.operations.rules.supposed import as_reported, as_seen
from barents.games.operations.rules.units import (
    Umpire,
    asw_sum,
    hull_left,
    is_convoy,
    light_at,
    ships_of,
    speed,
    trains,
    type_of,
    weather_at,
)
from barents.games.operations.rules.windows import unless_empty
from barents.games.operations.state import HOME, SUNK, Boat, BoatAttack, BoatContact, Fleet, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.odds import Spread, ends, every_throw, percent, summed
from barents.kernel.question import Question
from barents.kernel.sides import EVERYONE, NOBODY, Audience, Side, only
from barents.kernel.view import Odds
from barents.kernel.words import signed

STORM = 5


def screen_dice(state: State, data: Data, side: Side, fleet: Fleet) -> int:
    """OP-SUB-screen: half of the ASW factors, no more than the year allows, half of that in a storm."""
    table = data.tables.submarines
    half = -(-asw_sum(state, data, side, fleet) // table.screen_share)
    return in_weather(state, data, fleet.at, min(by_year(table.screen_most, state.year), half))


def heaviest_screen(state: State, data: Data, zone: str) -> int:
    """OP-SUB-screen: the most dice that any screen has in this year and weather."""
    return in_weather(state, data, zone, by_year(data.tables.submarines.screen_most, state.year))


def in_weather(state: State, data: Data, zone: str, dice: int) -> int:
    """OP-SUB-screen: half of the dice in a storm."""
    return dice // data.tables.submarines.screen_storm_share if weather_at(state, data, zone) == STORM else dice


def hunt_of(state: State) -> tuple[Hunt, Boat]:
    """The attack under way."""
    hunt = state.hunt
    assert hunt is not None, "no submarine attacks"
    return hunt, state.desks[hunt.side].boats[hunt.boat]


def boat_attack(u: Umpire, step: BoatAttack) -> kernel.Rule[tuple[Step, ...]]:
    """OP-SUB-screen, -press, -attack, -counter: the stages of an attack, each in its own step."""
    hunt, boat = hunt_of(u.state)
    if step.stage == "counter":
        counterattack(u, hunt, boat)
        return (BoatContact(step.side),)  # an empty window, so that nobody sees whether another boat has still to act
    fleet = u.state.desks[hunt.side.enemy].fleets[hunt.fleet]
    match step.stage:
        case "screen":
            screen(u, hunt, fleet)
            return (BoatAttack(step.side, "press"),)
        case "press":
            yield from press(u, hunt, boat)
            if hunt.detected and not hunt.pressed:
                return (BoatAttack(step.side, "counter"),)
            look(u, hunt, fleet)
            return (BoatAttack(step.side, "aim"),)
    yield from fire(u, hunt, boat, fleet)
    return (BoatAttack(step.side, "counter"),)


def screen(u: Umpire, hunt: Hunt, fleet: Fleet) -> None:
    """OP-SUB-screen: one six detects her, and both sides know; otherwise nobody saw any dice."""
    state, data = u.state, u.data
    hunt.dice = screen_dice(state, data, hunt.side.enemy, fleet)
    least = data.tables.submarines.screen_hits_from
    hunt.detected = sixes(u, "OP-SUB-screen", "The screen", hunt.dice, least=least, to=NOBODY) > 0
    if hunt.detected:
        u.tell("OP-SUB-screen", "The escorts in {cell} have found a submarine", cell=fleet.at)


# What she can expect


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


def _torpedoes(data: Data, state: State, hunt: Hunt, ship: Ship, dice: int) -> tuple[Spread[int], dict[str, int]]:
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


def attack_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """OP-SUB-screen, -attack, -counter: the whole attack, with all her dice at the ship that promises most."""
    side = decision.side
    if not isinstance(action, Attack) or (found := _before_her(data, known, side)) is None:
        return None
    state, hunt, ships = found
    boat = state.desks[side].boats[hunt.boat]
    dice = data.boat_classes[boat.type].factor
    struck, modifiers = _torpedoes(data, state, hunt, _best(data, state, hunt, ships, dice), dice)
    seen = chances.high(data, hunt.dice, data.tables.submarines.screen_hits_from).chance(bool)
    hit = 1 - struck[0]
    heaviest = "" if hunt.ships or state.desks[side].contacts[hunt.contact].types else ", at its heaviest"
    lost, home = hunted(data, state.year, hunt.dice)
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


# Pressing on


def about_pressing(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What it costs to go on, and to break off (OP-SUB-press, -counter, -breakoff-safe)."""
    table = data.tables.submarines
    return (
        f"If she goes on her dice have {signed(table.press)} and the escorts hit on {table.counter_pressed_from} and "
        "more. If she breaks off they throw half their dice and can at worst send her home."
    )


def press_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """OP-SUB-press: to go on costs one on the dice and gives the screen fives; to break off halves its dice."""
    side, on = decision.side, isinstance(action, Press)
    if known.hunt is None or not known.hunt.detected or (found := _before_her(data, known, side)) is None:
        return None
    state, hunt, ships = found
    lost, home = hunted(data, state.year, hunt.dice, pressed=on, broke_off=not on)
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


PRESS: Question[State, Data] = Question(
    "OP-SUB-press",
    "Does a boat that has been found press on?",
    phase=phases.SUBMARINES,
    about=unless_empty(about_pressing),
    answers={
        Press: "She fires all the same, with less chance, and the escorts are likelier to hit her.",
        Decline: "She breaks off without firing; the escorts cannot sink her.",
    },
    odds=press_odds,
    order="Press on with a submarine that has been found",
)


def press(u: Umpire, hunt: Hunt, boat: Boat) -> kernel.Rule[None]:
    """OP-SUB-press: a boat that has been found goes on at a disadvantage, or breaks off."""
    options = Pick([Press(on=True)] if hunt.detected else [])
    prompt = f"{boat.name or boat.key} has been found. Does she press on?"
    answer = yield from u.window(hunt.side, PRESS, options, prompt)
    hunt.pressed = hunt.detected and answer is not None


def look(u: Umpire, hunt: Hunt, fleet: Fleet) -> None:
    """OP-SUB-sight: a boat that is through the screen, or presses on, sees the ships that she can aim at."""
    ships = ships_of(u.state.desks[hunt.side.enemy], fleet.key)
    hunt.ships = [ship.key for ship in ships]
    tell_ships(u, hunt.side, "OP-SUB-sight", ships)


def attack_modifiers(state: State, data: Data, hunt: Hunt, fleet: Fleet, ship: Ship) -> dict[str, int]:
    """OP-SUB-attack-mods."""
    table, side = data.tables.submarines, hunt.side.enemy
    boat = state.desks[hunt.side].boats[hunt.boat]
    dark = light_at(state, data, fleet.at) != "day"
    calm = weather_at(state, data, fleet.at) <= table.night_bonus_to_level
    by_night = dark and calm and boat.type in table.night_bonus_classes and state.year <= table.night_bonus_until
    alone = asw_sum(state, data, side, fleet) == 0 or bool(fleet.of)
    found = {
        "surface attack in the dark": table.night_bonus if by_night else 0,
        "straggler or unescorted": table.unescorted if alone else 0,
        "pressing on": table.press if hunt.pressed else 0,
        "fast ship": table.fast if speed(data, ship) >= table.fast_from else 0,
        "deep screen": table.deep_screen if hunt.dice >= table.deep_screen_from else 0,
    }
    return {words: value for words, value in found.items() if value}


def aim_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """OP-SUB-target, OP-TORP-damage: shots at a ship, of which another may get in the way."""
    if not isinstance(action, Aim) or (found := _before_her(data, known, decision.side)) is None:
        return None
    (state, hunt, ships), target, dice = found, action.target, action.dice
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
    desk = state.desks[hunt.side.enemy]
    convoy = is_convoy(data, desk, desk.fleets[hunt.fleet])
    return _missing(data, convoy) if in_the_way(data, ships, target, convoy=convoy) else 0.0


@lru_cache(maxsize=16)
def _missing(data: Data, convoy: bool) -> float:
    return every_throw(data, lambda u: is_clear(u, "", convoy=convoy))[False]


AIM: Question[State, Data] = Question(
    "OP-SUB-target",
    "At which ship does she fire?",
    phase=phases.SUBMARINES,
    about=unless_empty(
        "In a convoy she may divide her dice between two ships. Sometimes another ship is in the way: an escort of a "
        "convoy, in another fleet anyone. A torpedo takes one to three boxes of hull; a merchant has two."
    ),
    answers={Decline: "She fires no more torpedoes in this attack."},
    odds=aim_odds,
    order="Aim a submarine's torpedoes",
)


def fire(u: Umpire, hunt: Hunt, boat: Boat, fleet: Fleet) -> kernel.Rule[None]:
    """OP-SUB-attack, -target: all her dice at one ship, or in a convoy at two."""
    state, data = u.state, u.data
    desk = state.desks[hunt.side.enemy]
    ships = [ship.key for ship in before_her(state, hunt)]
    left = data.boat_classes[boat.type].factor
    most = data.tables.submarines.split if is_convoy(data, desk, fleet) else 1
    shots: list[Aim] = []
    while left and len(shots) < most:
        free = [name for name in ships if name not in [shot.target for shot in shots]]
        counts = range(1, left + 1) if len(shots) + 1 < most and len(free) > 1 else (left,)
        aims = [Aim(name, dice) for name in free for dice in reversed(counts)]
        prompt = f"At which ship does {boat.name or boat.key} fire?"
        answer = yield from u.window(hunt.side, AIM, Pick(aims), prompt)
        if answer is None:
            break
        shots.append(answer)
        left -= answer.dice
    if not shots:
        return
    hunt.fired = True
    boat.attacks += 1
    scored = []
    for shot in shots:
        target = strays(u, hunt, fleet, shot.target)
        modifiers = attack_modifiers(state, data, hunt, fleet, desk.ships[target])
        subject = f"{boat.name or boat.key} at {desk.ships[target].name or target}"
        scored.append((target, throw(u, "OP-SUB-attack", subject, shot.dice, modifiers, to=only(hunt.side))))
    for target, hits in scored:
        for _ in range(hits):
            u.tell("OP-SUB-attack", "{unit} is torpedoed", unit=target)
            torpedo_hit(u, target)
    if not any(hits for _, hits in scored):
        u.tell("OP-SUB-attack", "The torpedoes have missed", to=only(hunt.side))


def before_her(state: State, hunt: Hunt) -> list[Ship]:
    """The ships of the fleet as the boat sees them, in the order in which her owner was told of them."""
    ships = state.desks[hunt.side.enemy].ships
    return [ships[key] for key in hunt.ships if ships[key].fleet == hunt.fleet]


def strays(u: Umpire, hunt: Hunt, fleet: Fleet, target: str) -> str:
    """OP-SUB-target: an escort gets in the way of a shot into a convoy, any other ship of a shot at another fleet."""
    desk = u.state.desks[hunt.side.enemy]
    convoy, to = is_convoy(u.data, desk, fleet), only(hunt.side)
    others = in_the_way(u.data, before_her(u.state, hunt), target, convoy=convoy)
    if not others or is_clear(u, target, convoy=convoy, to=to):
        return target
    return u.draw(others, 1, "OP-SUB-target", target, to=to)[0]


def in_the_way(data: Data, ships: list[Ship], target: str, *, convoy: bool) -> list[str]:
    """OP-SUB-target: the ships that may be hit instead."""
    merchants = {ship.key for ship in trains(data, ships)} if convoy else set()
    return [ship.key for ship in ships if ship.key != target and ship.key not in merchants]


def is_clear(u: Umpire, target: str, *, convoy: bool, to: Audience = EVERYONE) -> bool:
    """OP-SUB-target: whether a shot runs at the ship that it was meant for."""
    table = u.data.tables.submarines
    most = table.convoy_miss_to if convoy else table.other_miss_to
    needs = f"more than {most}, or another ship is in the way"
    return u.roll(D6, "OP-SUB-target", target, to=to, needs=needs) > most


# The counterattack


def counterattack(u: Umpire, hunt: Hunt, boat: Boat) -> None:
    """OP-SUB-counter, -lull: whoever was found, or has fired, is hunted; half as hard if she broke off at once.

    Whoever presses on, or comes through the screen, and then does not fire has made her attack all the same.
    """
    state, data, table = u.state, u.data, u.data.tables.submarines
    fleets = state.desks[hunt.side.enemy].fleets
    broke_off = hunt.detected and not hunt.pressed
    boat.quiet = state.turn + table.lull + 1
    if (hunt.detected or hunt.fired) and hunt.fleet in fleets:
        screen = screen_dice(state, data, hunt.side.enemy, fleets[hunt.fleet])
        dice, least = counter_dice(data, screen, pressed=hunt.pressed, broke_off=broke_off)
        hits = sixes(u, "OP-SUB-counter", "The counterattack", dice, least=least)
        counter(u, hunt.side, boat, hits, broke_off=broke_off)
    if hunt.detected:
        u.tell("OP-SUB-counter", "The hunt for the submarine is over")
    state.hunt = None


def counter_dice(data: Data, screen: int, *, pressed: bool, broke_off: bool) -> tuple[int, int]:
    """OP-SUB-counter, -press, -breakoff-safe: how many dice the screen throws at a boat, and from what they hit."""
    table = data.tables.submarines
    dice = screen // table.counter_broke_share if broke_off else screen
    return dice, table.counter_pressed_from if pressed else table.counter_hits_from


def counter(u: Umpire, side: Side, boat: Boat, hits: int, *, broke_off: bool) -> None:
    """OP-SUB-damage, -breakoff-safe: one hit sends her home, two may sink her, three do; from 1943 a hit may be two."""
    if not hits:
        return
    hits = with_doubles(u, u.state.year, hits, to=only(side))
    if not broke_off and is_fatal(u, boat.key, hits, to=only(side)):
        lose_boat(u, side, boat)
    else:
        send_home(u, side, boat)


def with_doubles(u: Umpire, year: int, hits: int, *, to: Audience = EVERYONE) -> int:
    """OP-SUB-damage: from 1943 each hit may count twice."""
    table = u.data.tables.submarines
    if year < table.double_from_year:
        return hits
    return hits + sixes(u, "OP-SUB-damage", "Each hit, doubled", hits, least=table.double_confirm, to=to)


def is_fatal(u: Umpire, boat: str, hits: int, *, to: Audience = EVERYONE) -> bool:
    """OP-SUB-damage: whether so many hits sink a boat; of two a die decides."""
    table = u.data.tables.submarines
    if hits != table.doubtful_hits:
        return hits >= table.sunk_hits
    needs = f"{table.doubtful_sunk_to} or less is sunk"
    return u.roll(D6, "OP-SUB-damage", boat, to=to, needs=needs) <= table.doubtful_sunk_to


@lru_cache(maxsize=512)
def hunted(
    data: Data, year: int, screen: int, *, pressed: bool = False, broke_off: bool = False
) -> tuple[float, float]:
    """OP-SUB-counter, -damage, -breakoff-safe: that a boat is sunk, and that she is sent home."""
    dice, least = counter_dice(data, screen, pressed=pressed, broke_off=broke_off)
    each = every_throw(data, lambda u: with_doubles(u, year, 1))
    hits = chances.high(data, dice, least).then(lambda struck: summed(each, struck))
    sunk = 0.0 if broke_off else hits.then(lambda total: every_throw(data, lambda u: is_fatal(u, "", total)))[True]
    return sunk, hits.chance(bool) - sunk


def send_home(u: Umpire, side: Side, boat: Boat) -> None:
    """OP-SUB-damage: damaged, she is gone for the month; the enemy does not learn of it."""
    boat.at, boat.shadows = HOME, ""
    u.tell("OP-SUB-damage", "{unit} is damaged and goes home", to=only(side), unit=boat.key)


def lose_boat(u: Umpire, side: Side, boat: Boat) -> None:
    """OP-SUB-damage, OP-VP-ships: a boat is sunk, and everybody knows."""
    worth = u.data.boat_classes[boat.type].vp
    boat.at, boat.shadows = SUNK, ""
    u.state.sunk.setdefault(side, []).append(boat.key)
    u.state.points[side.enemy] = u.state.points.get(side.enemy, 0) + worth
    u.tell("OP-SUB-damage", "{unit} is sunk: {points} points", unit=boat.key, points=worth)
    u.reveal([boat.key], "OP-SUB-damage", to=side.enemy)
