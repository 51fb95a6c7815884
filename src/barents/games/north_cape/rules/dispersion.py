"""Chapter 11.4: storm dispersion. After a voyage in a storm ships may find themselves away from their stack."""

from __future__ import annotations

from barents.games.north_cape.actions import Disperse, DriveTo
from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import PERILS
from barents.games.north_cape.rules.movement import may_be
from barents.games.north_cape.rules.patrol import halt
from barents.games.north_cape.rules.pieces import Umpire, is_up, on_map, put, tell_boxes
from barents.games.north_cape.rules.sight import NOTHING, in_sight
from barents.games.north_cape.rules.victory import arrive
from barents.games.north_cape.state import Adrift, Dispersion, Mission, Piece, State, Wake
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side, only

STACK_FROM = 2  # ships that make a stack

STRUCK_STACK: Question[State, Data] = Question(
    "NC-11.4-dispersion-when",
    "Which of your stacks does the storm strike?",
    part="stack",
    phase=PERILS,
    about="The storm drives ships away from one stack of yours; the Germans choose where they go.",
)
STRUCK_SHIPS: Question[State, Data] = Question(
    "NC-11.4-dispersion-when",
    "Which ships are driven away?",
    part="ships",
    phase=PERILS,
    about="They go into hexes next to it that the Germans choose, and do not move again this turn.",
    answers={Choose: "These leave the stack; those that lie face down stay face down."},
    verb="Name",
)
DRIFT: Question[State, Data] = Question(
    "NC-11.4-dispersion-legal",
    "Where does the storm drive the ship?",
    phase=PERILS,
    about="The Allies have chosen the ship, and you choose the hex. It does not move again this turn.",
)


def after_voyage(state: State, mission: Mission) -> tuple[Step, ...]:
    """NC 11.4: in a storm every voyage of ships, of either side, is followed by a die (R63).

    Not in solitaire: nothing but an attack breaks up the groups (NC 11.6).
    """
    if not state.options.dispersion or state.options.solitaire or state.weather != "storm":
        return ()
    if mission.flying or not mission.moved or mission.weathered:
        return ()
    mission.weathered = True
    return (Dispersion(),)


def stacks(state: State, data: Data) -> dict[str, list[str]]:
    """NC 11.4: the Allied stacks of two ships and more, by their hexes; decoys are no ships (R53, R63)."""
    found: dict[str, list[str]] = {}
    for piece in state.pieces[Side.ALLIED].values():
        if on_map(piece) and data.counters[piece.id].is_ship:
            found.setdefault(piece.at, []).append(piece.id)
    return {cell: found[cell] for cell in sorted(found) if len(found[cell]) >= STACK_FROM}


def drift_hexes(state: State, data: Data, ship: Piece) -> tuple[str, ...]:
    """NC 11.4: the adjacent hexes in which a ship may legally be."""
    return tuple(sorted(cell for cell in data.joined(state.ice)[ship.at] if may_be(data, state, ship, cell)))


def dispersion(u: Umpire, _step: Dispersion) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.4: one die: on 4 and 5 one ship of a stack is driven away, on 6 two; the Allies say which stack and ships.

    The ships leave their holding boxes; the German then says where each goes. One that can go nowhere stays.
    """
    state, data = u.state, u.data
    face = u.roll(D6, "NC-11.4-dispersion-when", "Storm dispersion")
    count = data.tables.dispersion.meant(face)
    if not count:
        u.tell("NC-11.4-dispersion-1-3", "The storm drives nobody away")
        return ()
    found = stacks(state, data)
    if not found:
        u.tell("NC-11.4-dispersion-when", "The Allies have no stack of ships to be dispersed")
        return ()
    rule = "NC-11.4-dispersion-6" if face >= data.tables.dispersion.two_from else "NC-11.4-dispersion-4-5"
    cells = Pick([Disperse(cell) for cell in found])
    choice = yield from u.ask(Side.ALLIED, STRUCK_STACK, cells)
    ships = Subset(found[choice.cell], least=count, most=count)
    prompt = "Which ship is driven away?" if count == 1 else "Which ships are driven away?"
    chosen = yield from u.ask(Side.ALLIED, STRUCK_SHIPS, ships, prompt)
    steps = []
    for piece in [state.pieces[Side.ALLIED][name] for name in chosen.items]:
        unbox(u, piece)
        where = drift_hexes(state, data, piece)
        if where:
            steps.append(Adrift(piece.id, piece.at, where))
        else:
            u.tell("NC-11.4-dispersion-legal", "A ship at {cell} has nowhere to go, and stays", cell=piece.at)
    if steps:
        words = "The storm drives {n} of the ships at {cell} away, towards {cells}"
        cells_told = "; ".join(" ".join(step.cells) for step in steps)
        u.tell(rule, words, n=len(steps), cell=choice.cell, cells=cells_told)
    return tuple(steps)


def unbox(u: Umpire, piece: Piece) -> None:
    """NC 4.2: a ship that leaves its stack is no longer in its holding box, which everyone may count."""
    if piece.box:
        box, piece.box = piece.box, 0
        tell_boxes(u, [Piece(piece.id, piece.at, box=box)])


def adrift(u: Umpire, step: Adrift) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.4: the German says into which hex a ship is driven; she does not move again this turn.

    A merchant that is driven to where she was bound has arrived (NC 10.0).
    """
    state, data = u.state, u.data
    piece = state.pieces[Side.ALLIED][step.ship]
    name = data.counters[step.ship].name if is_up(state, piece, Side.ALLIED) else "a ship"
    options = Pick([DriveTo(cell) for cell in step.cells])
    prompt = f"Where does the storm drive {name} out of {step.start}?"
    choice = yield from u.ask(Side.AXIS, DRIFT, options, prompt)
    put(u, piece, choice.cell)
    halt(piece)
    if state.mission is not None and piece.id in state.mission.units:
        state.mission.units.remove(piece.id)
    left = in_sight(state, data, Side.ALLIED, step.start)
    u.tell("NC-11.4-dispersion-lasts", "It is {unit}", to=only(Side.ALLIED), unit=piece.id)
    u.tell(
        "NC-11.4-dispersion-lasts",
        "The storm drives a ship to {cell}: {now}; left at {start}: {left}",
        cell=choice.cell,
        now=in_sight(state, data, Side.ALLIED, choice.cell),
        start=step.start,
        left=left,
    )
    state.wakes.append(Wake(state.turn, Side.ALLIED, step.start, choice.cell, 1, emptied=left == NOTHING))
    arrive(u, choice.cell)
    return ()
