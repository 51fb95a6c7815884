"""From the games of a study to what its page shows: figures, and the table that can be saved."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from math import floor

from barents.kernel.sides import Side
from barents.lab.balance import paired
from barents.lab.compare import lost_in, week_called
from barents.lab.figures import Cell, Distributions, Figure, Pairs, Swing, Tornado, panel, ranked
from barents.lab.measures import MEASURES
from barents.lab.simulate import DRAW, Played
from barents.lab.statistics import Interval, share
from barents.server.studies.protocol import StudyGame, StudyPlan, StudyTerms

FEWEST = 2  # games, before anything can be said of how sure a mean is
MERCHANTS = "Merchants lost"
LOST = " lost"
SIDES = {"allied": "Allied", "axis": "German"}
DRAWN = "a drawn game is half a win"


def counted(terms: StudyTerms, plan: StudyPlan, arm: int, played: Played) -> StudyGame:
    """What is kept of a game of an arm: each side's points and what was lost, by name."""
    values: dict[str, int | float] = {f"{_said(name)} points": value for name, value in played.result.points.items()}
    if plan.arms[arm].game in MEASURES:
        values[MERCHANTS] = 0
    for what, causes in played.measures.losses.items():
        values[f"{_said(what)}{LOST}"] = sum(causes.values())
    if terms.ask == "compare":
        values[_said(plan.unit)] = sum(lost_in(week_called(terms.week), played).values())
    return StudyGame(arm, played.number, played.result.winner, played.result.level, values, played.choices)


def _said(name: str) -> str:
    """A name with its side as people say it, and a capital at the front."""
    first, _, rest = name.partition(" ")
    words = f"{SIDES[first]} {rest}".strip() if first in SIDES else name
    return f"{words[:1].upper()}{words[1:]}"


def figures(terms: StudyTerms, plan: StudyPlan, games: Sequence[StudyGame]) -> tuple[Figure, ...]:
    """What can be drawn of the games so far."""
    arms: list[list[StudyGame]] = [[] for _ in plan.arms]
    for game in games:
        arms[game.arm].append(game)
    match terms.ask:
        case "pairs":
            return (_pairs(plan, arms), *_merchants_by_arm(plan, arms))
        case "result":
            return (_pairs(plan, arms), *_ends(arms[0]))
        case "tables":
            return (_tornado(plan, arms),) if len(arms[0]) >= FEWEST else ()
        case "compare":
            return (_comparison(plan, arms),)


def _pairs(plan: StudyPlan, arms: Sequence[Sequence[StudyGame]]) -> Pairs:
    cells = tuple(
        Cell(arm.allied, arm.axis, len(games), _german(games)) for arm, games in zip(plan.arms, arms, strict=True)
    )
    names = dict.fromkeys(name for arm in plan.arms for name in (arm.allied, arm.axis))
    note = f"bar: 95% interval · thick mark: share won · thin line: 50% · {_each(arms)} a pair"
    if any(game.winner is None for games in arms for game in games):
        note = f"{note} · {DRAWN}"
    title = "German wins, by pair of players" if len(arms) > 1 else "German wins"
    return Pairs(title, note, tuple(names), cells)


def _ends(games: Sequence[StudyGame]) -> tuple[Distributions, ...]:
    """How the games of one pair ended: the points, and what was lost. Merchants count for more, so they stand alone."""
    names = sorted({name for game in games for name in game.values})
    note = f"{len(games)} games"
    points = [f"{side} points" for side in SIDES.values()]
    losses = [name for name in names if name.endswith(LOST) and name != MERCHANTS]
    found = []
    for title, unit, meant in (
        ("Points at the end", "points", [name for name in points if name in names]),
        ("Merchant ships", MERCHANTS.lower(), [name for name in names if name == MERCHANTS]),
        ("Other losses", "lost in a game", losses),
    ):
        panels = [panel(name, [whole(game.values.get(name, 0)) for game in games]) for name in meant]
        if panels:
            found.append(Distributions(title, note, unit, tuple(panels)))
    return tuple(found)


def _merchants_by_arm(plan: StudyPlan, arms: Sequence[Sequence[StudyGame]]) -> tuple[Distributions, ...]:
    """What each pair of players costs, where merchants are counted."""
    if not any(MERCHANTS in game.values for games in arms for game in games):
        return ()
    panels = [
        panel(arm.title, [whole(game.values.get(MERCHANTS, 0)) for game in games])
        for arm, games in zip(plan.arms, arms, strict=True)
    ]
    note = "Allied player against German player, one scale"
    return (Distributions("Merchants lost, by pair of players", note, MERCHANTS.lower(), tuple(panels)),)


def _ordered(names: Sequence[str]) -> list[str]:
    """Merchants before everything else."""
    return sorted(names, key=lambda name: (name != MERCHANTS, name))


def _tornado(plan: StudyPlan, arms: Sequence[Sequence[StudyGame]]) -> Tornado:
    """How far each table moves the result: by the difference of games with the same dice."""
    base = {game.number: _score(game) for game in arms[0]}
    ends: dict[str, dict[int, Interval]] = {}
    provenance: dict[str, str] = {}
    for arm, games in zip(plan.arms, arms, strict=True):
        provenance.setdefault(arm.table, arm.provenance)
        changes = [_score(game) - base[game.number] for game in games if game.number in base]
        if arm.table and len(changes) >= FEWEST:
            ends.setdefault(arm.table, {})[arm.step] = paired(changes)
    rows = [Swing(name, steps.get(-1), steps.get(1), provenance[name]) for name, steps in ends.items()]
    pair = f"{plan.arms[0].allied} against {plan.arms[0].axis}"
    note = f"change in German wins, points of a percent · {pair}, {_each(arms)} a step"
    return Tornado("Which table decides", note, _german(arms[0]), ranked(rows))


def _comparison(plan: StudyPlan, arms: Sequence[Sequence[StudyGame]]) -> Distributions:
    pair = f"{plan.arms[0].allied} against {plan.arms[0].axis}"
    note = f"{pair}, {_each(arms)} each, scaled to the tallest bar · the line is {plan.history}"
    panels = [
        panel(arm.title, [whole(game.values.get(_said(plan.unit), 0)) for game in games], arm.history)
        for arm, games in zip(plan.arms, arms, strict=True)
    ]
    return Distributions(f"{_said(plan.unit)}, by rule set", note, plan.unit, tuple(panels))


def _each(arms: Sequence[Sequence[StudyGame]]) -> str:
    """How many games an arm has; all of them as many, but for the round that is being played."""
    few, many = min(map(len, arms)), max(map(len, arms))
    return f"{many} {'game' if many == 1 else 'games'}" if few == many else f"{few} to {many} games"


def whole(value: float) -> int:
    """A number of points to the next whole one, halves upwards as the client does it.

    >>> [whole(value) for value in (6.5, 7.5, -0.5, 3)]
    [7, 8, 0, 3]
    """
    return floor(value + 0.5)


def _score(game: StudyGame) -> float:
    """A German win, as a number."""
    return 0.5 if game.winner is None else float(game.winner is Side.AXIS)


def _german(games: Sequence[StudyGame]) -> Interval:
    return share(sum(map(_score, games)), len(games))


def table(plan: StudyPlan, games: Sequence[StudyGame]) -> bytes:
    """Every game as a line, for a spreadsheet."""
    names = _ordered(sorted({name for game in games for name in game.values}))
    written = StringIO()
    lines = csv.writer(written)
    lines.writerow(["arm", "game", "winner", "level", *names, "choices"])
    for game in games:
        values = [game.values.get(name, 0) for name in names]
        winner = DRAW if game.winner is None else game.winner.value
        lines.writerow([plan.arms[game.arm].title, game.number, winner, game.level, *values, game.choices])
    return written.getvalue().encode()
