"""Chapter 6: reconnaissance by air and sea, and what is answered."""

from __future__ import annotations

from barents.games.nordkapp import phases
from barents.games.nordkapp.automaton.recon import lay_open, show_open_map, sight_spotted
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.sightings import detect, report, sight
from barents.games.nordkapp.rules.units import Umpire, afloat, aircraft, base_hex, range_of, ships_at
from barents.games.nordkapp.rules.windows import in_secret, unless_empty
from barents.games.nordkapp.state import CONVOY, MERCHANTS, SUBMARINE, SURFACE, Recon, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Subset
from barents.kernel.game import Sighting, Step
from barents.kernel.question import Question
from barents.kernel.sides import EVERYONE, Side, only
from barents.kernel.words import listed

LOOK_AROUND: Question[State, Data] = Question(
    "NK-6.2-naval-recon",
    "In which of their hexes do your ships and boats look around?",
    phase=phases.RECONNAISSANCE,
    about=unless_empty(
        "Ships and boats can look around in their own hex. You must sight an enemy this turn to attack him, but the "
        "hexes that you search are read out to him."
    ),
    answers={Choose: "The hexes are read out to both sides, and you are told what can be seen there."},
    verb="Look around",
)


def recon(u: Umpire, step: Recon) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 C, 6.1, 6.2: a side announces the hexes that it searches, and is told what is there."""
    side, state = step.side, u.state
    if state.options.solitaire and side is Side.ALLIED:
        sight_spotted(u)
        return ()
    if state.options.solitaire:
        show_open_map(u)
    flown = air_searches(state, u.data, side)
    occupied = sorted({piece.at for piece in afloat(state, u.data, side)})
    looking = yield from in_secret(u, side, LOOK_AROUND, Subset(occupied))
    hexes = sorted({*flown, *(looking.items if looking is not None else ())})
    state.searched[side] = hexes
    if hexes:
        u.tell("NK-6.1-announce", "{side} search {cells}", side=side.value, cells=" ".join(hexes))
    for cell in hexes:
        if state.options.solitaire:
            lay_open(u, cell)
        else:
            answer(u, side, cell)
    return ()


def air_searches(state: State, data: Data, side: Side) -> list[str]:
    """NK 6.1: the hexes that aircraft search; a carrier's only within their range of where she is now (R8)."""
    found: list[str] = list(state.western) if side is Side.ALLIED else []
    for piece in aircraft(state, data, side):
        base = base_hex(state, piece)
        if base:
            found += [cell for cell in piece.search if data.distance(base, cell) <= range_of(data, piece)]
    return found


RULES = {
    CONVOY: "NK-6.1-answer-convoy",
    MERCHANTS: "NK-6.1-answer-merchants",
    SURFACE: "NK-6.1-answer-surface",
    SUBMARINE: "NK-6.1-answer-submarine",
}


def answer(u: Umpire, side: Side, cell: str) -> None:
    """NK 6.1: the enemy answers truthfully, and says no more than he must."""
    found = report(u.state, u.data, side, cell)
    if not found:
        book = u.state.notebook[side]
        book.sightings = [seen for seen in book.sightings if seen.cell != cell]
        u.tell("NK-6.1-answer-nothing", "{cell}: nothing", to=EVERYONE, cell=cell)
        return
    what = listed(found)
    seen = Sighting(cell, what, "reconnaissance", u.state.turn)
    u.tell(RULES[found[0]], "{cell}: {what}", to=only(side.enemy), cell=cell, what=what)
    u.tell(RULES[found[0]], "{cell}: {what}", to=only(side), sighting=seen, cell=cell, what=what)
    sight(u, side, cell, *found)
    if side is Side.AXIS:
        detect(u, ships_at(u.state, u.data, Side.ALLIED, cell))
