"""Chapters 11.1, 11.8 and 11.9: what optional rules add to a scenario: aces, Scharnhorst and U-571."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from barents.games.north_cape.actions import Replace
from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import Force
from barents.games.north_cape.phases import SET_UP
from barents.games.north_cape.rules.losses import left_of, sunk_before
from barents.games.north_cape.rules.pieces import Umpire
from barents.games.north_cape.state import WAITING, Options, Piece, ReplaceBoat, State
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Decision, Pick
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side

U_571 = "u-571"
REPLACED = "replaced by U-571"


def about_replacing(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """What U-571 is, and whom the Allies hear of."""
    kept = " An ace stays at home with his boat." if known.options.aces else ""
    return f"U-571 is a boat like the others and starts with them. The Allies are told which one she replaces.{kept}"


REPLACED_BOAT: Question[State, Data] = Question(
    "NC-11.9-u571-replace", "Which boat stays at home for U-571?", phase=SET_UP, about=about_replacing
)


@cache
def forces_of(data: Data, scenario: str, options: Options, sunk: tuple[str, ...] = ()) -> tuple[Force, ...]:
    """NC 12, NC 11.7 to NC 11.9: a scenario's forces under its optional rules, without ships sunk before.

    U-571 is set up with the other U-boats; if she is to replace one, that one is named when the game begins.
    """
    found = []
    for force in data.scenarios[scenario].forces:
        if force.option == "scharnhorst" and not options.scharnhorst:
            continue
        if is_uboats(force) and options.u571 == "add":
            force = msgspec.structs.replace(force, named=(*force.named, U_571))
        found.append(force)
    return tuple(left_of(data, found, sunk))


def is_uboats(force: Force) -> bool:
    """Whether a force is the scenario's U-boats."""
    return force.side is Side.AXIS and force.entry == "sea"


def ace_of(data: Data, state: State, boat: str) -> str:
    """NC 11.1: the ace that a scenario gives a boat, or none."""
    return _aces(data, state.scenario).get(boat, "") if state.options.aces else ""


@cache
def _aces(data: Data, scenario: str) -> dict[str, str]:
    return {boat: ace for force in data.scenarios[scenario].forces for boat, ace in force.aces.items()}


def replace_boat(u: Umpire, _step: ReplaceBoat) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.9: the German says openly which boat stays at home for U-571; its ace, if it has one, stays with it."""
    if u.state.options.u571 != "replace":
        return ()
    pieces = u.state.pieces[Side.AXIS]
    sunk = sunk_before(u.state.campaign)
    for force in forces_of(u.data, u.state.scenario, u.state.options, sunk):
        if is_uboats(force) and U_571 not in sunk:
            options = Pick([Replace(boat) for boat in force.named])
            choice = yield from u.ask(Side.AXIS, REPLACED_BOAT, options)
            del pieces[choice.boat]
            pieces[U_571] = Piece(U_571, f"{WAITING}{force.key}")
            words = "U-571 sails instead of {boat}"
            u.tell("NC-11.9-u571-replace", words, boat=choice.boat, note=(REPLACED, choice.boat))
    return ()


def with_replacement(state: State, side: Side, names: tuple[str, ...]) -> tuple[str, ...]:
    """NC 11.9: a force as it is once everyone has been told which boat U-571 replaces."""
    gone = state.notebook[side.enemy].facts.get(REPLACED, "")
    return tuple(U_571 if name == gone else name for name in names)
