"""The sequence of play of The Hunt (H 1), plotting and movement (H 3), and how a game ends (H 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Among
from barents.kernel.game import Result, Sighting, Step
from barents.kernel.page_menus import Page
from barents.kernel.question import Question
from barents.kernel.sides import Audience, Side

from .data import Data
from .state import Ambush, AnyStep, Boilers, EndTurn, Form, Plot, Round, Searchers, State, Watch

Umpire: TypeAlias = kernel.Umpire[State, Data]
Steps: TypeAlias = Sequence[Step]

ORDERS: Page[Data, State] = Page(
    lambda data, _known, name: data.rows[name].name,
    lambda _data, _known, cell: cell,
    rule="H-3-plot",
    help="She goes there when everything moves.",
    own=lambda data, _known, decision, name: name in data.of(decision.side),
    facts=lambda data, known, _decision, name: (f"Speed {speed(known, data, name)}",),
    cell=lambda _data, _known, _decision, value: value,
)
PLOT: Question[State, Data] = Question(
    "H-3-plot",
    "Where do your ships go?",
    phase="Plot",
    about="Both sides plot in secret, then everything moves at once. Who ends in a cell with an enemy meets him.",
    answers={Allot: "Each ship goes to the cell that you give her, or stays."},
    verb="Sail",
    menu=ORDERS.menu,
    plan=ORDERS.plan,
)

TURN: tuple[AnyStep, ...] = (Boilers(), Watch(), Plot(), EndTurn())


def afloat(state: State, side: Side, data: Data) -> list[str]:
    """The ids of a side's counters on the sea."""
    return [name for name in data.of(side) if state.ships[name].cell]


def is_hidden(state: State, name: str) -> bool:
    """Whether an Axis counter lies face down for the Allies."""
    return bool(state.ships[name].cell) and name not in state.notebook[Side.ALLIED].identified


def boilers(u: Umpire, _step: Boilers) -> Steps:
    """H 3.1: the raider's engineers report, to the Axis alone."""
    roll = u.roll(D6, "H-3.1-boilers", "lutzow", to=Audience.AXIS)
    u.state.slowed = roll <= u.data.boilers.fails_at
    return ()


def speed(state: State, data: Data, name: str) -> int:
    """H 3: a counter's speed this turn."""
    slowed = state.slowed and name == "lutzow"
    return data.rows[name].speed - (data.boilers.loses if slowed else 0)


def destinations(u: Umpire, side: Side) -> kernel.Rule[Allot]:
    """H 3: where each of a side's pieces is to go."""
    state, data = u.state, u.data
    slots = {
        name: Among(data.reach(state.ships[name].cell, speed(state, data, name))) for name in afloat(state, side, data)
    }
    return (yield from u.ask(side, PLOT, Assign(slots)))


def plot(u: Umpire, _step: Plot) -> kernel.Rule[Steps]:
    """H 3: both plot at once; then everything moves, and who meets is turned over."""
    orders = yield from u.both(allied=destinations(u, Side.ALLIED), axis=destinations(u, Side.AXIS))
    for order in orders:
        for name, cell in order.pairs:
            u.state.ships[name].cell = cell
    hidden = [name for name in u.data.of(Side.AXIS) if is_hidden(u.state, name)]
    for side, order in zip(Side, orders, strict=True):
        # What is face down is told by its cell alone, so that nobody can count or tell apart what lies there.
        moves = {f"{'contact' if name in hidden else u.data.rows[name].name} to {cell}" for name, cell in order.pairs}
        u.tell("H-3-plot", "{side} moves {moves}", side=side.value, moves=", ".join(sorted(moves)))
    return meetings(u)


def meetings(u: Umpire) -> tuple[Step, ...]:
    """H 4: an Axis counter in a cell with an Allied ship is turned over; one next to a ship may be looked at."""
    state, grid = u.state, u.data.grid
    met = {state.ships[name].cell for name in afloat(state, Side.ALLIED, u.data)}
    fights = near = False
    for name in afloat(state, Side.AXIS, u.data):
        cell = state.ships[name].cell
        if cell in met:
            turn_over(u, name, "H-4-meeting")
            fights = fights or name == "lutzow"
        else:
            near = near or not met.isdisjoint(grid.neighbours(cell))
    return ((Round(1),) if fights else ()) + ((Searchers(), Ambush()) if near else ())


def turn_over(u: Umpire, name: str, rule: str) -> None:
    """H 4, H 5.1: a counter is identified, and a decoy is removed."""
    if is_hidden(u.state, name):
        u.reveal([name], rule, to=Side.ALLIED)
        u.tell(rule, "{piece} lies at {cell}", piece=name, cell=u.state.ships[name].cell)
        if name == "decoy":
            u.state.ships[name].cell = ""


def end_turn(u: Umpire, _step: EndTurn) -> Steps:
    """H 8.1, H 8.2: the raider is lost from sight; the game ends, or the next turn begins."""
    state, grid = u.state, u.data.grid
    raider = state.ships["lutzow"].cell
    if raider and not is_hidden(state, "lutzow"):
        near = [grid.distance(raider, state.ships[n].cell) for n in afloat(state, Side.ALLIED, u.data)]
        if min(near, default=9) > 2:
            u.conceal(["lutzow"], to=Side.ALLIED)
            last = Sighting(raider, "raider", "lost from sight", state.turn)
            u.tell("H-8.1-conceal", "The raider is lost from sight")
            u.tell("H-8.1-conceal", "Last seen at {cell}", to=Audience.ALLIED, sighting=last, cell=raider)
    convoy = state.ships["convoy"].cell
    arrived = bool(convoy) and grid.column(convoy) >= u.data.sea.exit_column
    if arrived or not convoy or state.turn >= state.turns:
        u.end(score(state, u.data, arrived))
        return ()
    state.turn += 1
    return TURN


def score(state: State, data: Data, arrived: bool) -> Result:
    """H 8.3: points for ships sunk, and for each merchant that arrived."""
    points = {}
    for side in Side:
        sunk = [data.rows[name] for name in data.of(side.enemy) if is_sunk(state, data, name)]
        points[side.value] = sum(row.value for row in sunk)
    hits = state.damage["convoy"]
    if hits:
        points["axis"] += 2 * hits - (data.rows["convoy"].value if is_sunk(state, data, "convoy") else 0)
    if arrived:
        points["allied"] += 2 * (data.rows["convoy"].hull - hits)
    margin = points["allied"] - points["axis"]
    winner = Side.ALLIED if margin > 0 else Side.AXIS if margin < 0 else None
    level = "draw" if winner is None else "decisive" if abs(margin) >= 4 else "marginal"
    why = "the convoy has arrived" if arrived else "the convoy has not arrived"
    return Result(winner, level, points, why)


def formation(u: Umpire, side: Side) -> Pick[Action] | None:
    """H 9: what the Allied player may do at any decision that is open to it."""
    if side is not Side.ALLIED:
        return None
    return Pick([Form(not u.state.open_formation)])


def form(u: Umpire, _side: Side, action: Action) -> kernel.Rule[None]:
    """H 9: the convoy opens or closes its formation, unseen."""
    yield from ()
    if isinstance(action, Form):
        u.state.open_formation = action.open
        u.tell(
            "H-9-formation",
            "The convoy {does} its formation",
            to=Audience.ALLIED,
            does="opens" if action.open else "closes",
        )


def is_sunk(state: State, data: Data, name: str) -> bool:
    """H 8: a ship with as many hits as its hull is sunk."""
    hull = data.rows[name].hull
    return hull > 0 and state.damage[name] >= hull
