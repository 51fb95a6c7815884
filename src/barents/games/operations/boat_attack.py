"""A submarine's attack: the screen, torpedoes, and the counterattack (OP-SUB-screen to -damage)."""

from __future__ import annotations

from barents.games.operations.actions import Aim, Press
from barents.games.operations.damage import sixes, throw, torpedo_hit
from barents.games.operations.data import Data, by_year
from barents.games.operations.fights import Hunt
from barents.games.operations.reports import tell_ships
from barents.games.operations.state import HOME, SUNK, Boat, BoatAttack, BoatContact, Fleet, Ship, State
from barents.games.operations.units import (
    Umpire,
    asw_sum,
    is_convoy,
    light_at,
    ships_of,
    speed,
    trains,
    weather_at,
)
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import NOBODY, Side, only

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


def press(u: Umpire, hunt: Hunt, boat: Boat) -> kernel.Rule[None]:
    """OP-SUB-press: a boat that has been found goes on at a disadvantage, or breaks off."""
    options = Pick([Press(on=True)] if hunt.detected else [])
    prompt = f"{boat.name or boat.key} has been found. Does she press on?"
    answer = yield from u.window(hunt.side, "OP-SUB-press", options, prompt)
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
        answer = yield from u.window(hunt.side, "OP-SUB-target", Pick(aims), prompt)
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
    state, data, table = u.state, u.data, u.data.tables.submarines
    desk = state.desks[hunt.side.enemy]
    ships, convoy = before_her(state, hunt), is_convoy(data, desk, fleet)
    merchants = {ship.key for ship in trains(data, ships)}
    others = [ship.key for ship in ships if ship.key != target and not (convoy and ship.key in merchants)]
    if not others:
        return target
    to = table.convoy_miss_to if convoy else table.other_miss_to
    die = u.roll(
        D6, "OP-SUB-target", target, to=only(hunt.side), needs=f"more than {to}, or another ship is in the way"
    )
    return target if die > to else u.draw(others, 1, "OP-SUB-target", target, to=only(hunt.side))[0]


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
        dice = screen_dice(state, data, hunt.side.enemy, fleets[hunt.fleet])
        if broke_off:
            dice //= table.counter_broke_share
        least = table.counter_pressed_from if hunt.pressed else table.counter_hits_from
        hits = sixes(u, "OP-SUB-counter", "The counterattack", dice, least=least)
        counter(u, hunt.side, boat, hits, broke_off=broke_off)
    if hunt.detected:
        u.tell("OP-SUB-counter", "The hunt for the submarine is over")
    state.hunt = None


def counter(u: Umpire, side: Side, boat: Boat, hits: int, *, broke_off: bool) -> None:
    """OP-SUB-damage, -breakoff-safe: one hit sends her home, two may sink her, three do; from 1943 a hit may be two."""
    state, table = u.state, u.data.tables.submarines
    if not hits:
        return
    if state.year >= table.double_from_year:
        confirm = table.double_confirm
        hits += sixes(u, "OP-SUB-damage", "Each hit, doubled", hits, least=confirm, to=only(side))
    sunk = hits >= table.sunk_hits
    if hits == table.doubtful_hits and not broke_off:
        needs = f"{table.doubtful_sunk_to} or less is sunk"
        sunk = u.roll(D6, "OP-SUB-damage", boat.key, to=only(side), needs=needs) <= table.doubtful_sunk_to
    if sunk and not broke_off:
        lose_boat(u, side, boat)
    else:
        send_home(u, side, boat)


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
