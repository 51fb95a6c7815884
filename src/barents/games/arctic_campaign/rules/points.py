"""A month's victory points, the General Victory Track, and the end of the war at sea (A.25, A.5, A.1)."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.allied import transports
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import SIGHTED, Umpire, afloat, date, desk_of, is_whole, type_of
from barents.games.arctic_campaign.state import SUNK, AlliedRow, AxisRow, Charge, State, Statement
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Decision, Pick
from barents.kernel.game import Result, Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import signed

ALLIED, AXIS = Side.ALLIED, Side.AXIS
NAMES = {ALLIED: "Allies", AXIS: "Axis"}


def points(u: Umpire, _step: s.Points) -> tuple[Step, ...]:
    """AC-A.25-score: both sides' points of the month are laid open, and the track is brought up to date.

    AC-A.5-track-end, -track-result: an outermost box ends the game at once; so does the last month.
    """
    state, data = u.state, u.data
    state.phase = "points"
    _penalise(u)
    statement = _account(state, data)
    _publish(u, statement)
    _disclose(state)
    _record(state, data, statement)
    state.statements.append(statement)
    state.total, state.marker = statement.total, statement.marker
    if state.marker in (0, len(data.tables.victory.boxes) - 1):
        _end(u, "The marker has reached the end of the track")
        return ()
    if date(state, data) >= min(state.options.end_month, data.tables.calendar.last):
        _end(u, "The last month is over")
        return ()
    if has_faded(state, data):
        u.tell("AC-A.1-fade-out", "No great German ship is left or can still come")
        return (s.FadeOut(),)
    return _next_month(u)


def _penalise(u: Umpire) -> None:
    """AC-B.21-penalty: transports that were kept back, or came back."""
    state = u.state
    if number := transports.kept_back(state, u.data):
        worth = number * u.data.tables.victory.kept_back
        state.allied.bill.append(Charge(AXIS, f"{number} transports not sent or come back", worth, "AC-B.21-penalty"))


# The account


def _account(state: State, data: Data) -> Statement:
    """AC-A.5-basis, 4.11: every line of the month, what it comes to, and where it puts the marker."""
    lines = [*state.allied.bill, *state.axis.bill, *state.axis.losses, *state.allied.losses]
    gained = {side: sum(line.points for line in lines if line.side is side) for side in Side}
    score = gained[ALLIED] - gained[AXIS]
    total, marker = moved(data, state.total, state.marker, score)
    return Statement(state.month, state.mode, lines, gained[ALLIED], gained[AXIS], score, total, marker)


def moved(data: Data, total: int, marker: int, score: int) -> tuple[int, int]:
    """AC-A.5-cumulative, -300, -carry, -multi-box, -negative-move, -negative-subtract, -zero, -below-zero.

    The total and the box after a month with some score: a negative month is one box for the Axis, whatever its size;
    each full 300 that have been gathered are one for the Allies, and are used up. The last box stops it.

    >>> from barents.games.arctic_campaign.data import data
    >>> moved(data(None), 280, 5, 29), moved(data(None), 10, 5, -250)
    ((9, 4), (-240, 6))
    """
    table = data.tables.victory
    last = len(table.boxes) - 1
    total += score
    if score < 0:
        marker = min(last, marker + 1)
    while total >= table.box_points and 0 < marker < last:
        total -= table.box_points
        marker -= 1
    return total, marker


def _publish(u: Umpire, statement: Statement) -> None:
    """AC-A.25-score, 9: rents, costs and losses are disclosed now, to both sides."""
    state, data = u.state, u.data
    for line in statement.lines:
        words = "{what}: {points} {points:point|points} for the {side}" if line.points else "{what}"
        u.tell(line.rule, words, what=line.what, points=line.points, side=NAMES[line.side])
    score = signed(statement.score) if statement.score else "0"
    words = f"{{month}}: {{allied}} Allied points, {{axis}} Axis points, score {score}"
    u.tell("AC-A.25-score", words, month=date(state, data), allied=statement.allied, axis=statement.axis)
    if statement.marker != state.marker:
        box = data.tables.victory.boxes[statement.marker]
        towards = ALLIED if statement.marker < state.marker else AXIS
        rule = "AC-A.5-300" if towards is ALLIED else "AC-A.5-negative-move"
        u.tell(rule, "The marker moves towards the {side}: {box}", side=NAMES[towards], box=box)
    u.tell("AC-A.5-cumulative", "The Allies have gathered {total} points", total=statement.total)


def _disclose(state: State) -> None:
    """9: at a month's end both sides know every ship that was sunk."""
    for side in Side:
        known = state.notebook[side.enemy].identified
        for vessel in desk_of(state, side).vessels.values():
            if vessel.at == SUNK and known.get(vessel.key, SIGHTED) == SIGHTED:
                known[vessel.key] = "AC-A.25-score"


def _record(state: State, data: Data, statement: Statement) -> None:
    """AC-A.5-record-allied, -record-axis: a row of each side's record."""
    allied, axis, month = state.allied, state.axis, state.month
    named = {way: [group.name for group in allied.groups.values() if group.way == way] for way in ("east", "west")}
    costs = sum(line.points for line in allied.bill if line.side is AXIS)
    allied.record.append(
        AlliedRow(
            month,
            costs,
            statement.allied,
            statement.axis,
            statement.score,
            statement.total,
            named["east"],
            named["west"],
        )
    )
    fuel = oil.summary(state, month)
    ready = [
        axis.ships[vessel.key].name
        for vessel in afloat(axis)
        if vessel.ready <= month and is_whole(axis.ships[vessel.key])
    ]
    axis.record.append(AxisRow(month, *fuel, statement.axis, ready))


# The end


def _end(u: Umpire, why: str) -> None:
    """AC-A.5-track-result: the box that holds the marker names the result."""
    state, boxes = u.state, u.data.tables.victory.boxes
    box = boxes[state.marker]
    winner = next((side for side in Side if box.lower().startswith(side)), None)
    made = {str(side): sum(getattr(month, side) for month in state.statements) for side in Side}
    months = len(state.statements)
    words = f"{why}: after {months} month{'' if months == 1 else 's'} the marker is in the box {box}."
    u.end(Result(winner, box, {**made, "total": state.total, "box": state.marker}, words))


def has_faded(state: State, data: Data) -> bool:
    """AC-A.1-fade-out, R65: no significant German ship is afloat, and none can still come."""
    axis, table = state.axis, data.tables.axis_events
    to_come = [
        data.line(data.key("de", name)).type
        for name in table.optional
        if state.options.optional_axis_ships and data.key("de", name) not in axis.vessels
    ]
    here = [type_of(data, axis.ships[vessel.key]).type for vessel in afloat(axis)]
    return not any(type in data.tables.victory.significant for type in (*here, *to_come))


def fading(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-A.1-fade-out."""
    box = data.tables.victory.boxes[known.marker]
    return (
        f"No great German ship can come any more. If both agree it ends here, and the marker's box is the result: "
        f"{box}. Otherwise destroyers and U-boats fight on, and you will be asked again."
    )


END: Question[State, Data] = Question(
    "AC-A.1-fade-out",
    "No great German ship is left or can still come. Do you agree to end the campaign now?",
    phase=phases.POINTS,
    about=fading,
    answers={Consent: "The campaign ends if both sides say yes; if either says no, the next month begins."},
)


def fade_out(u: Umpire, _step: s.FadeOut) -> kernel.Rule[tuple[Step, ...]]:
    """AC-A.1-fade-out, D31: both sides may agree to end it; the marker's box is then the result."""
    allied, axis = yield from u.both(_ask_end(u, ALLIED), _ask_end(u, AXIS))
    if allied and axis:
        _end(u, "Both sides agree that the war at sea has faded out")
        return ()
    return _next_month(u)


def _ask_end(u: Umpire, side: Side) -> kernel.Rule[bool]:
    answer: Consent = yield from u.ask(side, END, Pick([Consent(yes=False), Consent(yes=True)]))
    return answer.yes


def _next_month(u: Umpire) -> tuple[Step, ...]:
    """AC-A.2-monthly-turn: the month's papers are put away, and the record begins a new chapter."""
    state = u.state
    for side in Side:
        desk = desk_of(state, side)
        desk.bill, desk.losses, desk.groups = [], [], {}
    state.month += 1
    u.close_chapter()
    return (s.MonthBegins(),)
