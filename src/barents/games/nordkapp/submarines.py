"""Chapter 7: submarines get through the escorts, fire, and are hunted.

While a boat acts, `state.box` holds what both sides see of it. Every question is a step of its own, because a chit that
is drawn or held is a secret of its side.
"""

from __future__ import annotations

from barents.games.nordkapp import state as s
from barents.games.nordkapp.actions import Attack, Operate, Target
from barents.games.nordkapp.air_missions import cover_over
from barents.games.nordkapp.asw import asw_modifiers, hunt
from barents.games.nordkapp.automaton_battle import largest as automaton_target
from barents.games.nordkapp.automaton_submarines import boat_hexes
from barents.games.nordkapp.chits import (
    BEARING,
    RITTERKREUZ,
    asw_chits,
    draw_chits,
    infiltration_chits,
    play_chits,
    return_chits,
    torpedo_chits,
)
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Infiltration
from barents.games.nordkapp.fire import fire
from barents.games.nordkapp.sightings import is_sighted, show
from barents.games.nordkapp.state import CombatBox, Piece, Result, State
from barents.games.nordkapp.units import (
    Umpire,
    factor,
    find,
    hit,
    in_growler_zone,
    is_day,
    ships_at,
)
from barents.games.nordkapp.windows import in_secret, is_asked, openly
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Side

GOT_IN: tuple[Result, ...] = ("infiltrated", "unseen")
WORDS = {
    "detected": "The escorts detect {boat}",
    "screened": "The escorts keep {boat} away",
    "infiltrated": "{boat} gets through the escorts",
    "unseen": "{boat} gets through the escorts unseen",
}


# Who may act


def eligible_boats(state: State, data: Data, side: Side) -> list[Piece]:
    """NK 7.1, R13: the boats with sighted enemies in their hex that have not acted and were not driven off."""
    return [
        piece
        for piece in state.pieces[side].values()
        if data.counters[piece.id].is_sub
        and not (piece.acted or piece.driven_off)
        and is_sighted(state, side, piece.at)
        and ships_at(state, data, side.enemy, piece.at)
    ]


def submarine_phase(u: Umpire, step: s.SubmarinePhase) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 D: a side uses its submarines in the order that it likes, until it has enough.

    Where it has sighted no ships this turn, the other side knows that none can act; otherwise it is asked in any case.
    """
    state, side = u.state, step.side
    if state.options.solitaire and side is Side.ALLIED:
        return tuple(s.Ambush(cell) for cell in boat_hexes(state, u.data))
    if not is_asked(state, u.data, step):
        return ()
    options = Pick([Attack(boat.id) for boat in eligible_boats(state, u.data, side)])
    chosen = yield from in_secret(u, side, "NK-4D-order", options, "Which of your submarines attacks now?")
    if chosen is None:
        return ()
    return s.SubmarineAction(side, chosen.boat), s.SubmarinePhase(side)


# The group under attack


def escorts_of(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 7.1.1: a side's ships in a hex that can fight submarines."""
    return [piece for piece in ships_at(state, data, side, cell) if factor(data, piece, "asw")]


def air_patrol(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 7.1.1, 9.2: the aircraft over a hex that can fight submarines."""
    return [piece for piece in cover_over(state, data, side, cell) if factor(data, piece, "asw")]


def submarine_action(u: Umpire, step: s.SubmarineAction) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1, 7.2: a boat attacks; against escorts or aircraft that can fight it, it has to get through them first.

    Boat and group are laid open (7.1.1), and for a German boat both sides draw chits (7.3).
    """
    state, data, side = u.state, u.data, step.side
    boat, enemy = find(state, step.boat), side.enemy
    cell = boat.at
    guarded = bool(escorts_of(state, data, enemy, cell) or air_patrol(state, data, enemy, cell))
    words = "{boat} closes on ships at {cell}" + (", which are guarded" if guarded else "")
    u.tell("NK-7.1.1-infiltration-needed", words, boat=boat.id, cell=cell)
    state.box = CombatBox("submarine", cell, side, attackers=[boat.id])
    if guarded and not (state.options.solitaire and side is Side.ALLIED):
        options = Pick([Operate(surfaced=True), Operate(surfaced=False)])
        prompt = "Does the boat attack surfaced or submerged?"
        answer = yield from openly(u, side, "NK-7.2-state-before-infiltration", options, prompt)
        boat.submerged = not answer.surfaced
    boat.acted = True
    ships = ships_at(state, data, enemy, cell)
    state.box.surfaced = not boat.submerged
    state.box.ships = {piece.id: "long" for piece in ships}
    words = "{boat} attacks at {cell}, surfaced" if state.box.surfaced else "{boat} attacks at {cell}, submerged"
    u.tell("NK-7.1.1-disclosure", words, boat=boat.id, cell=cell)
    show(u, enemy, cell, [boat], "NK-7.1.1-disclosure")
    show(u, side, cell, ships, "NK-7.1.1-disclosure")
    if not guarded:
        return s.Aim(), s.EndSubmarineAction()
    if side is Side.AXIS:
        draw_chits(u, boat)
    return s.Infiltrate(), s.EndSubmarineAction()


def _box(state: State) -> CombatBox:
    """The Combat Box of the action under way."""
    assert state.box is not None
    return state.box


def _boat(state: State) -> Piece:
    """The boat that acts."""
    return find(state, _box(state).attackers[0])


# Infiltration


def infiltration_modifiers(state: State, data: Data, box: CombatBox) -> dict[str, int]:
    """NK 7.1.1: what helps and hinders a boat that tries to get in."""
    table, cell, enemy = data.tables.infiltration, box.cell, box.attacker.enemy
    escorts = len(escorts_of(state, data, enemy, cell))
    screen = next((row.modifier for row in reversed(table.escorts) if escorts >= row.least), 0)
    modifiers = {f"{escorts} escorts": screen, state.weather: table.weather[state.weather]}
    if air_patrol(state, data, enemy, cell):
        modifiers["air patrol"] = table.air_patrol
    if box.surfaced:
        day = is_day(state, data)
        modifiers["surfaced by day" if day else "surfaced by night"] = (
            table.surfaced_day if day else table.surfaced_night
        )
    if cell in data.norwegian_coast:
        modifiers["Norwegian coast"] = table.norwegian_coast
    if in_growler_zone(state, data, cell):
        modifiers["ice"] = table.growler_zone
    return {name: value for name, value in modifiers.items() if value}


def infiltration_result(table: Infiltration, natural: int, total: int) -> Result:
    """NK 7.1.1: what a die with its modifiers means.

    >>> from barents.games.nordkapp.data import data
    >>> table = data(None).tables.infiltration
    >>> [infiltration_result(table, natural, natural - 3) for natural in (3, 5, 6)]
    ['detected', 'screened', 'infiltrated']
    >>> infiltration_result(table, 1, 5)
    'screened'
    """
    if total <= table.screened_to and natural != table.always_in:
        return "detected" if total <= table.detected_to else "screened"
    if natural == table.never_in:
        return "screened"
    return "infiltrated" if total <= table.infiltrated_to else "unseen"


def _roll_infiltration(u: Umpire) -> Result:
    """NK 7.1.1: one die for the boat; the result lies open."""
    state, data, box = u.state, u.data, _box(u.state)
    box.modifiers = infiltration_modifiers(state, data, box) | infiltration_chits(state, data)
    table = data.tables.infiltration
    needs = f"{table.screened_to + 1} or more to get in"
    roll = u.roll(D6, "NK-7.1.1-die-each", box.attackers[0], box.modifiers, needs=needs)
    box.result = result = infiltration_result(table, roll.natural, int(roll))
    u.tell("NK-7.1.1-table", WORDS[result], boat=box.attackers[0])
    return result


def infiltrate(u: Umpire, _step: s.Infiltrate) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.1: chits, then the die: screened ends it, detected calls the escorts, otherwise the boat is in."""
    yield from play_chits(u, "W1")
    result = _roll_infiltration(u)
    return (s.BearingChange(),) if result in GOT_IN else _after(result)


def bearing_change(u: Umpire, _step: s.BearingChange) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.3: the convoy may turn: the boat rolls once more, and the second result stands."""
    if BEARING in (yield from play_chits(u, "W2")):
        _roll_infiltration(u)
    result = _box(u.state).result
    assert result
    return _after(result)


def _after(result: Result) -> tuple[Step, ...]:
    """NK 7.1.1, R17: what comes after the infiltration."""
    if result in GOT_IN:
        return s.Aim(), s.EscortReaction()
    return (s.EscortReaction(),) if result == "detected" else ()


# Attack


def aim(u: Umpire, step: s.Aim) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.2, R71: the boat picks any ship of the group."""
    box = _box(u.state)
    if u.state.options.solitaire and box.attacker is Side.ALLIED:
        target = automaton_target(u.data, [find(u.state, name) for name in box.ships]).id
    else:
        options = Pick([Target(ship) for ship in box.ships])
        prompt = "At which ship does the boat fire?"
        target = (yield from u.ask(box.attacker, "NK-7.1.2-attack", options, prompt)).ship
    u.tell("NK-7.1.2-attack", "{boat} fires at {target}", boat=box.attackers[0], target=target)
    return (s.Torpedoes(target, step.again),)


def torpedoes(u: Umpire, step: s.Torpedoes) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.2: one die with the boat's torpedo factor on the Fire Table; one attack, unless a chit grants another."""
    state, data = u.state, u.data
    if not step.again:
        yield from play_chits(u, "W3")
    boat, target = _boat(state), find(state, step.target)
    factors = {"torpedoes": factor(data, boat, "torp"), **torpedo_chits(state, data)}
    points = fire(u, "NK-7.1.2-torpedo-roll", boat.id, factors)
    if not points:
        u.tell("NK-7.1.2-torpedo-roll", "{boat} misses {target}", boat=boat.id, target=target.id)
    hit(u, target, points, data.counters[boat.id].name, "NK-7.1.2-torpedo-roll")
    return (s.SecondAttack(),)


def second_attack(u: Umpire, _step: s.SecondAttack) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.3: a Ritterkreuz gives one more attack on a ship of the group."""
    if _box(u.state).ships and RITTERKREUZ in (yield from play_chits(u, "W4")):
        return (s.Aim(again=True),)
    return ()


# Escort reaction


def escort_reaction(u: Umpire, _step: s.EscortReaction) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.3: one die for all that can fight the boat, if any of them is still there (R16)."""
    state, data, box = u.state, u.data, _box(u.state)
    if reacting(state, data, box):
        yield from play_chits(u, "W5")
        modifiers = reaction_modifiers(state, data, box) | asw_chits(state, data)
        hunt(u, "NK-7.1.3-reaction", box.attackers[0], _boat(state), modifiers, "the escorts")
    return ()


def reacting(state: State, data: Data, box: CombatBox) -> list[Piece]:
    """NK 7.1.3: the ships and aircraft that hunt the boat."""
    enemy = box.attacker.enemy
    return [*escorts_of(state, data, enemy, box.cell), *air_patrol(state, data, enemy, box.cell)]


def reaction_modifiers(state: State, data: Data, box: CombatBox) -> dict[str, int]:
    """NK 7.1.3: what helps and hinders the escorts."""
    hunters, table = reacting(state, data, box), data.tables.asw
    factors = sum(factor(data, piece, "asw") for piece in hunters)
    modifiers = asw_modifiers(state, data, box.cell, factors, surfaced=box.surfaced)
    if box.result == "unseen":
        modifiers["unseen"] = table.unseen
    if all(data.counters[piece.id].nation == "SU" for piece in hunters):
        modifiers["Soviet ships alone"] = table.soviet_only
    return modifiers


def end_submarine_action(u: Umpire, _step: s.EndSubmarineAction) -> tuple[Step, ...]:
    """NK 7.3: chits go back before the next boat acts."""
    return_chits(u.state, u.data)
    u.state.box = None
    return ()
