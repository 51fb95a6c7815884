"""Chapter 7.3: event chits, drawn for each attempt of a U-boat and played at their moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from barents.games.nordkapp import phases
from barents.games.nordkapp.actions import PlayChit
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.asw import Outcome
from barents.games.nordkapp.rules.boat_dice import answer_modifiers, torpedo_factors
from barents.games.nordkapp.rules.chit_effects import (
    BEARING,
    COORDINATION,
    FLARES,
    GULF_STREAM,
    RADAR,
    RITTERKREUZ,
    SMOKE,
    VICTORIA_CROSS,
    flares,
)
from barents.games.nordkapp.rules.odds import hunted, in_order, screen, shot
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.rules.windows import is_empty
from barents.games.nordkapp.state import Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.odds import ends
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import listed

RULES = {
    RADAR: "NK-7.3-radar",
    COORDINATION: "NK-7.3-coordination",
    FLARES: "NK-7.3-flares",
    BEARING: "NK-7.3-bearing",
    SMOKE: "NK-7.3-smoke",
    RITTERKREUZ: "NK-7.3-ritterkreuz",
    VICTORIA_CROSS: "NK-7.3-victoria",
    GULF_STREAM: "NK-7.3-gulf",
}


def about_chits(data: Data, known: State, decision: Decision[Any]) -> str:
    """NK 7.3: which boat attacks, and what the side holds."""
    assert known.box is not None
    held = [data.chits[name].name for name in known.hand[decision.side]]
    hand = f"You hold {listed(held, len(held))}." if held else "You hold no chit."
    boat = data.counters[known.box.attackers[0]].name if known.box.attackers else "The boat"
    fitting = "" if not is_empty(decision) else " None of them is for this moment, which the enemy does not know."
    return f"{boat} attacks in {known.box.cell}. {hand}{fitting} All chits go back when the attack is over."


def entry_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.3: the boat's way in, if this chit is played, or none, and the enemy plays none."""
    return screen(data, _after(known, action))


def turn_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.3: her second way in, if this chit is played; without it she is in."""
    return entry_odds(data, known, decision, action) if isinstance(action, PlayChit) else None


def torpedo_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.3: her torpedoes, if this chit is played, or none, and the enemy plays none."""
    factors = torpedo_factors(_after(known, action), data)
    found = shot(data, sum(factors.values()))
    said = {"miss" if not points else f"{points} of damage": chance for points, chance in found.chances.items()}
    return Odds(found.chance(bool), "a hit", factors, ends(said))


def hunt_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.3: the escorts' die, if this chit is played, or none, and the enemy plays none."""
    modifiers = answer_modifiers(_after(known, action), data)
    found = hunted(data, sum(modifiers.values()))
    return Odds(1 - found["none"], "an effect on the boat", modifiers, ends(in_order(found, get_args(Outcome))))


def _after(known: State, action: Action) -> State:
    """What is known once a chit has been played, or none."""
    assert known.box is not None
    played = [*known.box.played, action.chit] if isinstance(action, PlayChit) else known.box.played
    return msgspec.structs.replace(known, box=msgspec.structs.replace(known.box, played=played))


def _moment(
    window: str, prompt: str, odds: Callable[[Data, State, Decision[Any], Action], Odds | None] | None = None
) -> Question[State, Data]:
    """What is asked at one of the moments at which chits are played (7.3)."""
    return Question(
        "NK-7.3-windows",
        prompt,
        part=window,
        phase=phases.SUBMARINES,
        about=about_chits,
        answers={Decline: "You play none now. What you do not play goes back unseen after the attack."},
        odds=odds,
    )


BEFORE_ENTRY = _moment("W1", "Play a chit before the boat tries to get in?", entry_odds)
AFTER_ENTRY = _moment("W2", "The boat is in: play a chit?", turn_odds)
BEFORE_TORPEDOES = _moment("W3", "Play a chit before the torpedoes run?", torpedo_odds)
AFTER_TORPEDOES = _moment("W4", "Play a chit after the torpedoes?")
BEFORE_REACTION = _moment("W5", "Play a chit before the escorts strike back?", hunt_odds)
MOMENTS = {each.part: each for each in (BEFORE_ENTRY, AFTER_ENTRY, BEFORE_TORPEDOES, AFTER_TORPEDOES, BEFORE_REACTION)}


def draw_chits(u: Umpire, boat: Piece) -> None:
    """NK 7.3, 12.1.1: each side draws a chit that only it sees; an ace draws two."""
    state = u.state
    for side in Side:
        bag = sorted(state.bag[side])
        wanted = u.data.tables.chits.ace if side is Side.AXIS and boat.ace else u.data.tables.chits.drawn
        rule = "NK-12.1.1-ace-chits" if side is Side.AXIS and boat.ace else "NK-7.3-draw-trigger"
        drawn = u.draw(bag, min(wanted, len(bag)), rule, "Event chits", to=only(side))
        for chit in drawn:
            bag.remove(chit)
        state.bag[side], state.hand[side] = bag, sorted(drawn)


def return_chits(state: State, data: Data) -> None:
    """NK 7.3, R18: all chits go back, played or not."""
    assert state.box is not None
    for side in Side:
        played = [chit for chit in state.box.played if data.chits[chit].side is side]
        state.bag[side] = sorted([*state.bag[side], *state.hand[side], *played])
        state.hand[side] = []


def playable(state: State, data: Data, side: Side, window: str) -> list[str]:
    """NK 7.3: the chits in a side's hand that are played at this moment, each once."""
    return [chit for chit in dict.fromkeys(state.hand[side]) if data.chits[chit].window == window]


def may_hold(state: State, data: Data, side: Side, window: str) -> bool:
    """Whether a side may hold a chit for this moment as far as its enemy can know: he has seen what was played."""
    rest = (*state.bag[side], *state.hand[side])
    return bool(state.hand[side]) and any(data.chits[chit].window == window for chit in rest)


def play_chits(u: Umpire, window: str) -> kernel.Rule[list[str]]:
    """NK 7.3, R19: a moment at which chits may be played; both sides commit before either sees the other's.

    Whoever might hold one is asked, so that to be asked tells nothing.
    """
    state, data = u.state, u.data
    allied, axis = (may_hold(state, data, side, window) for side in (Side.ALLIED, Side.AXIS))
    chosen: dict[Side, list[str]] = {side: [] for side in Side}
    if allied and axis:
        sides = (_choose(u, Side.ALLIED, window), _choose(u, Side.AXIS, window))
        chosen[Side.ALLIED], chosen[Side.AXIS] = yield from u.both(*sides)
    elif allied or axis:
        side = Side.ALLIED if allied else Side.AXIS
        chosen[side] = yield from _choose(u, side, window)
    for side, chits in chosen.items():
        for chit in chits:
            _lay_open(u, side, chit)
    return [*chosen[Side.ALLIED], *chosen[Side.AXIS]]


def _choose(u: Umpire, side: Side, window: str) -> kernel.Rule[list[str]]:
    """NK 7.3: a drawn chit need not be played; an ace may play both."""
    if side is Side.ALLIED and u.state.options.solitaire:
        return automaton_chits(u.state, u.data, window)
    held = list(u.state.hand[side])
    chosen: list[str] = []
    while True:
        fitting = [chit for chit in dict.fromkeys(held) if u.data.chits[chit].window == window]
        if chosen and not fitting:
            return chosen
        options: Pick[Action] = Pick([Decline(), *(PlayChit(chit) for chit in fitting)])
        answer = yield from u.ask(side, MOMENTS[window], options)
        if not isinstance(answer, PlayChit):
            return chosen
        chosen.append(answer.chit)
        held.remove(answer.chit)


def automaton_chits(state: State, data: Data, window: str) -> list[str]:
    """NS 4: the automaton plays what it holds at the first moment at which it changes anything."""
    return [chit for chit in playable(state, data, Side.ALLIED, window) if chit != FLARES or flares(state, data)]


def _lay_open(u: Umpire, side: Side, chit: str) -> None:
    """NK 7.3: a chit that is played is seen by both."""
    assert u.state.box is not None
    u.state.hand[side].remove(chit)
    u.state.box.played.append(chit)
    u.tell(RULES[chit], "{side} play {chit}", side=side.value, chit=u.data.chits[chit].name)
