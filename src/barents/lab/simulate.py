"""Many games of one scenario between two players, by as many processes as one likes.

Game number i depends on the seed and on i alone, so the numbers are the same whatever the number of workers; only how
long it took is not.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.dice import Dice
from barents.kernel.game import Result
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures, measure
from barents.lab.statistics import Interval, mean
from barents.players import play_out, player

DRAW = "draw"


class Study(NamedTuple):
    """What is played: everything that a worker has to be told.

    `plug_ins` are modules of games that no installed package announces; `path` is where modules are looked for.
    """

    game: str
    scenario: str
    seed: int
    players: dict[Side, str]
    options: dict[str, Any] = {}
    pack: DataPack | None = None
    plug_ins: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    records: bool = False


class Played(NamedTuple):
    """One game: its number, how it ended, what was measured, and its record if that is kept."""

    number: int
    result: Result
    measures: Measures
    choices: int
    record: bytes = b""


class GameFailed(RuntimeError):
    """A game of a study came to no end; the message says which, so that it can be played again alone."""


def play(study: Study, number: int) -> Played:
    """Play one game of a study."""
    game = registry.find(study.game)
    options = msgspec.convert(study.options, game.options)
    try:
        match: Match[Any, Any] = Match.new(
            game, study.scenario, seed=f"{study.seed}/{number}", options=options, pack=study.pack
        )
        players = {side: player(name, study.game, match.data) for side, name in study.players.items()}
        dice = {side: Dice.seeded("simulate", study.seed, number, side.value) for side in Side}
        choices = play_out(match, players, dice)
    except Exception as error:
        raise GameFailed(f"game {number} of seed {study.seed} failed: {error!r}") from error
    if match.result is None:
        raise GameFailed(f"game {number} of seed {study.seed} came to no result")
    return Played(number, match.result, measure(match), choices, match.record.encode() if study.records else b"")


def simulate(study: Study, games: int, workers: int = 1) -> Iterator[Played]:
    """Play games 1 to N of a study and give each as soon as it and all before it are done."""
    numbers = range(1, games + 1)
    if workers <= 1 or games <= 1:
        yield from map(partial(play, study), numbers)
        return
    pool = ProcessPoolExecutor(
        min(workers, games), mp_context=get_context("spawn"), initializer=_prepare, initargs=(study,)
    )
    with pool:
        try:
            yield from pool.map(_play_prepared, numbers)
        finally:
            pool.shutdown(cancel_futures=True)


_study: list[Study] = []


def _prepare(study: Study) -> None:
    """Make a worker process ready: it knows nothing of what the main process has loaded."""
    sys.path[:0] = [folder for folder in study.path if folder not in sys.path]
    for module in study.plug_ins:
        registry.plug_in_module(module)
    _study[:] = [study]


def _play_prepared(number: int) -> Played:
    return play(_study[0], number)


class Summary(msgspec.Struct, frozen=True):
    """What a study says; all of it but the last two depends on what was asked alone."""

    game: str
    scenario: str
    seed: int
    games: int
    wins: dict[str, int]
    results: dict[str, int]
    points: dict[str, Any]
    losses: dict[str, dict[str, float]]
    seconds: float
    workers: int


def summary(study: Study, played: Sequence[Played], seconds: float, workers: int) -> Summary:
    """The games of a study in numbers: wins, levels, mean points with intervals, mean losses a game by cause."""
    wins = dict.fromkeys([*(side.value for side in Side), DRAW], 0)
    for game in played:
        wins[game.result.winner.value if game.result.winner is not None else DRAW] += 1
    levels = Counter(game.result.level for game in played)
    return Summary(
        study.game,
        study.scenario,
        study.seed,
        len(played),
        wins,
        dict(sorted(levels.items())),
        {**points(played), "by_turn": points_by_turn(played)},
        losses(played),
        round(seconds, 2),
        workers,
    )


def points(played: Sequence[Played]) -> dict[str, Interval]:
    """Each side's mean points with their interval."""
    names = {name: None for game in played for name in game.result.points}
    return {name: mean([game.result.points.get(name, 0) for game in played]) for name in names}


def points_by_turn(played: Sequence[Played]) -> dict[str, list[float]]:
    """Each side's mean points at the end of every turn."""
    tracks: dict[str, list[list[float]]] = {}
    for game in played:
        for name, track in game.measures.points_by_turn.items():
            tracks.setdefault(name, []).append(track)
    return {name: [_mean(turn) for turn in zip(*lines, strict=False)] for name, lines in tracks.items()}


def losses(played: Sequence[Played]) -> dict[str, dict[str, float]]:
    """Mean losses a game, of what and by what."""
    total: dict[str, Counter[str]] = {}
    for game in played:
        for what, causes in game.measures.losses.items():
            total.setdefault(what, Counter()).update(causes)
    return {
        what: {cause: round(count / len(played), 3) for cause, count in sorted(causes.items())}
        for what, causes in sorted(total.items())
    }


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 2)
