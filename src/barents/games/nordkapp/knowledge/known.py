"""What each side of Nordkapp may know.

A side knows its own units, and of the enemy's what is lost, what lies open in the Combat Box, and what it was shown
this turn (R14); everything else is in its notebook, as reports with their age. Weather, turn, light and which hexes
were searched are open. What a side lost to storm or ice the enemy hears at the end.
"""

from __future__ import annotations

import msgspec

from barents.games.nordkapp import state as s
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.windows import is_asked
from barents.games.nordkapp.state import Piece, State
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side

ALOFT = "aloft"  # where aircraft are that attack; from which base they came is not seen
HIDDEN = "hidden"  # a chit in the enemy's hand


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own units, and what its notebook says of the enemy's."""
    if observer is Observer.UMPIRE:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    own = observer.side
    knows_convoys = own is Side.ALLIED or is_open(state, Side.ALLIED)
    return State(
        agenda=_agenda(data, state, own),
        notebook={side: _notebook(state, side, own) for side in Side},
        result=for_all(state.result),
        scenario=state.scenario,
        options=state.options,
        season=state.season,
        ice=state.ice,
        turns=state.turns,
        pieces={side: for_owner.each(state.pieces[side]) if side is own else _seen(data, state, side) for side in Side},
        markers={
            side: for_all.each(state.markers[side]) if side is own or is_open(state, side) else {} for side in Side
        },
        turn=state.turn,
        weather=state.weather,
        seen={
            side: {cell: list(kinds) for cell, kinds in state.seen[side].items()} if own is not None else {}
            for side in Side
        },
        searched={side: list(state.searched[side]) for side in Side},
        called={side: list(state.called[side]) if side is own else [] for side in Side},
        shown={side: list(state.shown[side]) if own is not None else [] for side in Side},
        fought=list(state.fought),
        bound=_bound(state, own),
        detected=_detected(state, own),
        rolled=list(state.rolled) if own is Side.ALLIED else [],
        ordered=list(state.ordered) if knows_convoys else [],
        scattered=list(state.scattered) if knows_convoys else [],
        bag={side: sorted([*state.bag[side], *([] if side is own else state.hand[side])]) for side in Side},
        hand={side: list(state.hand[side]) if side is own else [HIDDEN] * len(state.hand[side]) for side in Side},
        box=for_all(state.box),
        points=_points(state, own),
        courses={side: dict(state.courses[side]) if side is own else {} for side in Side},
        moved=list(state.moved) if own is Side.ALLIED else [],
        western=list(state.western) if own is Side.ALLIED else [],
        spotted=list(state.spotted) if own is not None else [],
        arrivals=dict(state.arrivals) if own is Side.ALLIED else {},
    )


# What is to come


def _agenda(data: Data, state: State, own: Side | None) -> list[s.AnyStep]:
    """The agenda as far as an observer can know where the game is.

    What the other side does in secret comes and goes unseen: its windows, the automaton's moves, and a phase of the
    observer's own in which there is nothing to ask. So whatever is silent is left out where it is next, and all that
    is said is whether somebody else is being asked.
    """
    agenda = [seen for step in state.agenda if (seen := _open(state, step, own)) is not None]
    hidden = state.unseen is not None and state.unseen is not own
    if state.unseen is None and state.box is None and agenda:
        hidden = _is_silent(data, state, agenda[-1], own) and is_asked(state, data, agenda[-1])
    while agenda and _is_silent(data, state, agenda[-1], own):
        agenda.pop()
    return [*agenda, s.Unseen()] if hidden else agenda


def _open(state: State, step: s.AnyStep, own: Side | None) -> s.AnyStep | None:
    """A step without what its owner alone knows; nothing if that is all of it."""
    match step:
        case s.Underway():
            return for_owner(step) if own is Side.AXIS else None
        case s.Ambush():
            return for_owner(step) if own is Side.ALLIED else None
        case s.SurfaceCombat():
            return for_owner(step) if own is step.side else None
        case s.Disclosure(cell):
            return s.Disclosure("" if own is None else cell)
    return for_all(step)


def _is_silent(data: Data, state: State, step: s.AnyStep, own: Side | None) -> bool:
    """Whether an observer is neither asked nor told anything when a step begins."""
    match step:
        case s.Dispersion() | s.Growlers() | s.ScatterRoll() | s.Lookout() | s.AutomatonOrders():
            return True
        case s.ScatterConvoys():
            return not state.ordered or not (own is Side.ALLIED or is_open(state, Side.ALLIED))
        case s.Listen():
            return not state.options.hfdf
        case s.Recon(side) | s.SubmarinePhase(side) | s.CallCombat(side) | s.AirRaids(side):
            return side is not own or not is_asked(state, data, step)
        case s.Shadowing():
            return own is not Side.AXIS or not is_asked(state, data, step)
    return False


# Units


def is_open(state: State, side: Side) -> bool:
    """NS 0: whether everyone sees a side's units: the automaton's, when it plays on an open map."""
    return side is Side.ALLIED and state.options.solitaire and state.options.open_map


def _seen(data: Data, state: State, side: Side) -> dict[str, Piece]:
    """What the enemy, or a spectator, sees of a side's units: those lost to enemies, and those shown.

    A boat attacks, and is driven off, before everybody's eyes.
    """
    identified = state.notebook[side.enemy].identified
    seen = {}
    for name, piece in state.pieces[side].items():
        about = data.counters[name]
        acted = about.is_sub and piece.acted
        if is_open(state, side) and not about.is_air and piece.at != s.LOST:
            seen[name] = Piece(
                name,
                piece.at,
                piece.damage,
                piece.force,
                piece.convoy,
                piece.apart,
                submerged=piece.submerged,
                acted=acted,
                harried=piece.harried,
            )
            continue
        if piece.at == s.LOST and name not in state.unheard:
            # What damage an aircraft had that went down with its carrier nobody saw.
            seen[name] = Piece(name, s.LOST, damage=about.armour, convoy=piece.convoy)
        elif name in identified:
            seen[name] = Piece(
                name,
                ALOFT if about.is_air else piece.at,
                damage=piece.damage,
                convoy=piece.convoy,
                submerged=piece.submerged,
                acted=acted,
                harried=piece.harried,
            )
    return dict(sorted(seen.items()))


def _notebook(state: State, side: Side, own: Side | None) -> Notebook:
    """A side's notebook; of another's only what has been shown to it, which its owner saw too."""
    book = state.notebook[side]
    if side is own:
        return for_owner(book)
    return Notebook(dict(book.identified))


def _bound(state: State, own: Side | None) -> dict[str, str]:
    """NK 7.4: only Allied forces are ever bound; the German was told the hex, in his notebook."""
    return dict(state.bound) if own is Side.ALLIED else {}


def _detected(state: State, own: Side | None) -> dict[str, int]:
    """NK 13: that merchants were reported in a hex both know, and the Allies which convoy's it was.

    The German is told by whether his ships may come out, which depends on the first turn alone.
    """
    if own is Side.ALLIED or not state.detected:
        return dict(state.detected)
    return {"": min(state.detected.values())} if own is Side.AXIS else {}


def _points(state: State, own: Side | None) -> dict[Side, float]:
    """NK 11, R: a side's points but for those that it has not been told of; the enemy's by his own losses he knows."""
    told = {side: state.points[side] - state.untold[side] for side in Side}
    if own is None:
        return told
    return {own: told[own], own.enemy: state.points[own.enemy]}
