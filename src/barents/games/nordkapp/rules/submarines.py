"""Chapter 7: submarines get through the escorts, fire, and are hunted.

While a boat acts, `state.box` holds what both sides see of it. Every question is a step of its own, because a chit that
is drawn or held is a secret of its side.
"""

from __future__ import annotations

from typing import Any

import msgspec

from barents.games.nordkapp import phases
from barents.games.nordkapp import state as s
from barents.games.nordkapp.actions import Attack, Operate, Target
from barents.games.nordkapp.automaton.battle import largest as automaton_target
from barents.games.nordkapp.automaton.submarines import boat_hexes
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import tally
from barents.games.nordkapp.rules.asw import points_of, suffer
from barents.games.nordkapp.rules.boat_dice import (
    answer_modifiers,
    box_of,
    entry_modifiers,
    run_torpedoes,
    slip_in,
    strike_back,
    torpedo_factors,
)
from barents.games.nordkapp.rules.chit_effects import BEARING, RITTERKREUZ
from barents.games.nordkapp.rules.chits import draw_chits, play_chits, return_chits
from barents.games.nordkapp.rules.escorts import air_patrol, escorts_of, reacting
from barents.games.nordkapp.rules.odds import harm, hunted, screen, shot
from barents.games.nordkapp.rules.sightings import is_sighted, show
from barents.games.nordkapp.rules.units import Umpire, find, hit, is_day, remaining, ships_at
from barents.games.nordkapp.rules.windows import in_secret, is_asked, openly, unless_empty
from barents.games.nordkapp.state import CombatBox, Piece, Result, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.game import Step
from barents.kernel.odds import percent
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.kernel.words import signed

GOT_IN: tuple[Result, ...] = ("infiltrated", "unseen")
WORDS = {
    "detected": "The escorts detect {boat}",
    "screened": "The escorts keep {boat} away",
    "infiltrated": "{boat} gets through the escorts",
    "unseen": "{boat} gets through the escorts unseen",
}


# What is asked


def attack_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.1.1: a boat's attempt on ships that are all in sight, submerged; otherwise nobody knows the escorts."""
    if not isinstance(action, Attack):
        return None
    boat, side = find(known, action.boat), data.counters[action.boat].side
    if boat.at not in known.shown[side]:
        return None
    box = CombatBox("submarine", boat.at, side, attackers=[boat.id])
    return screen(data, msgspec.structs.replace(known, box=box)) if reacting(known, data, box) else None


def about_state(data: Data, known: State, _decision: Decision[Any]) -> str:
    """NK 7.2: what it means to be on the surface, for the boat and for the escorts."""
    table, day = data.tables.infiltration, is_day(known, data)
    effect = table.surfaced_day if day else table.surfaced_night
    when = "by day" if day else "by night"
    return (
        f"There are escorts or aircraft that can fight her. On the surface {when} her die is {signed(effect)}, "
        f"but the escorts' die afterwards {signed(data.tables.asw.surfaced)}."
    )


def state_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.1.1, 7.2: her way in, surfaced or submerged, if all the ships are in sight."""
    box = box_of(known)
    if not isinstance(action, Operate) or box.cell not in known.shown[box.attacker]:
        return None
    after = msgspec.structs.replace(box, surfaced=action.surfaced)
    return screen(data, msgspec.structs.replace(known, box=after))


def about_target(data: Data, known: State, _decision: Decision[Any]) -> str:
    """NK 7.1.2: what there is to fire at, and who will hunt the boat."""
    box = box_of(known)
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


def target_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.1.2: one torpedo attack, and the escorts' answer."""
    if not isinstance(action, Target):
        return None
    factors = torpedo_factors(known, data)
    found = shot(data, sum(factors.values()))
    ends = harm(data, find(known, action.ship), found)
    return Odds(found.chance(bool), "a hit", factors, ends, _answer(data, known))


def _answer(data: Data, known: State) -> tuple[str, ...]:
    """NK 7.1.3: what the escorts may do to the boat afterwards, if no more chits are played."""
    box, boat = box_of(known), _boat(known)
    if not box.result or not reacting(known, data, box):
        return ("nobody hunts her",)
    found = hunted(data, sum(answer_modifiers(known, data).values()))
    lost = found.chance(lambda outcome: points_of(data, boat, outcome) >= remaining(data, boat))
    return (f"{percent(lost)} lose the boat",)


ATTACK: Question[State, Data] = Question(
    "NK-4D-order",
    "Which of your submarines attacks now?",
    phase=phases.SUBMARINES,
    about=unless_empty(
        "One after the other, those with sighted ships in their hex. Against escorts a boat must first get in "
        "unnoticed; after its attack the escorts strike back."
    ),
    answers={Decline: "No more of your boats attack this turn."},
    odds=attack_odds,
)
OPERATE: Question[State, Data] = Question(
    "NK-7.2-state-before-infiltration",
    "Does the boat attack surfaced or submerged?",
    phase=phases.SUBMARINES,
    about=about_state,
    odds=state_odds,
)
TARGET: Question[State, Data] = Question(
    "NK-7.1.2-attack",
    "At which ship does the boat fire?",
    phase=phases.SUBMARINES,
    about=about_target,
    odds=target_odds,
)


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
    chosen = yield from in_secret(u, side, ATTACK, options)
    if chosen is None:
        return ()
    return s.SubmarineAction(side, chosen.boat), s.SubmarinePhase(side)


# The group under attack


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
        answer = yield from openly(u, side, OPERATE, options)
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


def _boat(state: State) -> Piece:
    """The boat that acts."""
    return find(state, box_of(state).attackers[0])


# Infiltration


def _roll_infiltration(u: Umpire) -> Result:
    """NK 7.1.1: one die for the boat; the result lies open."""
    box = box_of(u.state)
    box.modifiers = entry_modifiers(u.state, u.data)
    box.result = result = slip_in(u)
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
    result = box_of(u.state).result
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
    box = box_of(u.state)
    if u.state.options.solitaire and box.attacker is Side.ALLIED:
        target = automaton_target(u.data, [find(u.state, name) for name in box.ships]).id
    else:
        target = (yield from u.ask(box.attacker, TARGET, Pick([Target(ship) for ship in box.ships]))).ship
    u.tell("NK-7.1.2-attack", "{boat} fires at {target}", boat=box.attackers[0], target=target)
    return (s.Torpedoes(target, step.again),)


def torpedoes(u: Umpire, step: s.Torpedoes) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.2: one die with the boat's torpedo factor on the Fire Table; one attack, unless a chit grants another."""
    state, data = u.state, u.data
    if not step.again:
        yield from play_chits(u, "W3")
    boat, target = _boat(state), find(state, step.target)
    points = run_torpedoes(u)
    if not points:
        u.tell("NK-7.1.2-torpedo-roll", "{boat} misses {target}", boat=boat.id, target=target.id)
    hit(u, target, points, data.counters[boat.id].name, "NK-7.1.2-torpedo-roll")
    return (s.SecondAttack(),)


def second_attack(u: Umpire, _step: s.SecondAttack) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.3: a Ritterkreuz gives one more attack on a ship of the group."""
    if box_of(u.state).ships and RITTERKREUZ in (yield from play_chits(u, "W4")):
        return (s.Aim(again=True),)
    return ()


# Escort reaction


def escort_reaction(u: Umpire, _step: s.EscortReaction) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.1.3: one die for all that can fight the boat, if any of them is still there (R16)."""
    state, data, box = u.state, u.data, box_of(u.state)
    if reacting(state, data, box):
        yield from play_chits(u, "W5")
        suffer(u, _boat(state), strike_back(u), "the escorts")
    return ()


def end_submarine_action(u: Umpire, _step: s.EndSubmarineAction) -> tuple[Step, ...]:
    """NK 7.3: chits go back before the next boat acts."""
    return_chits(u.state, u.data)
    u.state.box = None
    return ()
