"""Many games of one scenario between two players, by as many processes as one likes, or on a cluster.

Game number i depends on the seed and on i alone, so the numbers are the same whatever the number of workers, and
also when some of them die on the way; only how long it took is not.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.dice import Dice
from barents.kernel.game import Result
from barents.kernel.match import Match
from barents.kernel.report import Loss, Tally
from barents.kernel.sides import Side
from barents.lab.crew import WorkerLost, in_processes
from barents.lab.measures import Measures, measure
from barents.lab.statistics import Interval, mean
from barents.players import play_out, player
from barents.players.bots import Faults, OnFault, faults_of

if TYPE_CHECKING:
    from barents.lab.cluster import Cluster

DRAW = "draw"
STUDIES = 100  # how many studies a process keeps at hand


class Study(NamedTuple):
    """What is played: everything that a worker has to be told.

    `plug_ins` are modules of games that no installed package announces; `path` is where modules are looked for.
    `records` says of which games the record is kept: of all, of none, or of those with these numbers. `on_fault` says
    what follows when a bot fails.
    """

    game: str
    scenario: str
    seed: int
    players: dict[Side, str]
    options: dict[str, Any] = {}
    pack: DataPack | None = None
    plug_ins: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    records: bool | frozenset[int] = False
    on_fault: OnFault = "doctrine"

    def keeps(self, number: int) -> bool:
        """Whether the record of a game is kept."""
        return self.records if isinstance(self.records, bool) else number in self.records

    def seed_of(self, number: int) -> str:
        """What the dice of a game are seeded with."""
        return f"{self.seed}/{number}"


class Played(NamedTuple):
    """One game: its number, how it ended, what was measured, its record if that is kept, units lost, convoys, and what
    bots did wrong."""

    number: int
    result: Result
    measures: Measures
    choices: int
    record: bytes = b""
    lost: tuple[Loss, ...] = ()
    convoys: tuple[Tally, ...] = ()
    faults: tuple[Faults, ...] = ()


class GameFailed(RuntimeError):
    """A game of a study came to no end; the message says which, so that it can be played again alone."""


def play(study: Study, number: int) -> Played:
    """Play one game of a study."""
    game = registry.find(study.game)
    options = msgspec.convert(study.options, game.options)
    try:
        match: Match[Any, Any] = Match.new(
            game, study.scenario, seed=study.seed_of(number), options=options, pack=study.pack
        )
        players = {
            side: player(name, study.game, match.data, on_fault=study.on_fault) for side, name in study.players.items()
        }
        dice = {side: Dice.seeded("simulate", study.seed, number, side.value) for side in Side}
        choices = play_out(match, players, dice)
    except Exception as error:
        raise GameFailed(f"game {number} of seed {study.seed} failed: {error!r}") from error
    if match.result is None:
        raise GameFailed(f"game {number} of seed {study.seed} came to no result")
    report = game.report(match.data, match.state, match.log or ())
    record = match.record.encode() if study.keeps(number) else b""
    faults = faults_of(players.values())
    return Played(number, match.result, measure(match), choices, record, report.losses, report.tallies, faults)


def simulate(study: Study, games: int, workers: int = 1) -> Generator[Played, None, None]:
    """Play games 1 to N of a study and give each as soon as it and all before it are done."""
    return play_all(((study, number) for number in range(1, games + 1)), min(workers, games))


def play_all(
    games: Iterable[tuple[Study, int]], workers: int = 1, cluster: Cluster | None = None
) -> Generator[Played, None, None]:
    """Play any games of any studies, in so many processes or on a cluster, and give them in the same order.

    With one worker they are played here.
    """
    if cluster is None and workers <= 1:
        yield from (play(study, number) for study, number in games)
        return
    calls = packed(games)
    try:
        yield from in_processes(play_packed, calls, workers) if cluster is None else cluster.calls(play_packed, calls)
    except WorkerLost as lost:
        order, number = lost.call
        seed = pickle.loads(order).study.seed
        raise GameFailed(f"game {number} of seed {seed} failed: {lost}") from None


class _Order(NamedTuple):
    """A study on its way to a worker, and the versions that it is to be played by."""

    study: Study
    barents: str
    rules: str


def packed(games: Iterable[tuple[Study, int]]) -> Iterator[tuple[bytes, int]]:
    """The games as calls of `play_packed`; of a study that comes again and again the package is made once."""
    packages: dict[int, tuple[Study, bytes]] = {}
    for study, number in games:
        if id(study) not in packages:
            if len(packages) == STUDIES:
                packages.clear()
            order = _Order(study, version("barents"), registry.find(study.game).version)
            packages[id(study)] = (study, pickle.dumps(order))
        yield packages[id(study)][1], number


def play_packed(order: bytes, number: int) -> Played:
    """In a worker: one game."""
    return play(_unpacked(order), number)


@lru_cache(maxsize=STUDIES)
def _unpacked(order: bytes) -> Study:
    """In a worker: the study, with all that it needs made ready, since a worker knows nothing of the main process."""
    study, barents, rules = pickle.loads(order)
    assert isinstance(study, Study)
    sys.path[:0] = [folder for folder in study.path if folder not in sys.path]
    for module in study.plug_ins:
        registry.plug_in_module(module)
    ours = (version("barents"), registry.find(study.game).version)
    if ours != (barents, rules):
        raise GameFailed(
            f"a worker has Barents {ours[0]} with version {ours[1]} of the rules of {study.game}, "
            f"and the study wants {barents} with version {rules}: install the same on every machine"
        )
    return study


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
    faults: dict[str, int]
    seconds: float
    workers: int


def summary(study: Study, played: Sequence[Played], seconds: float, workers: int) -> Summary:
    """The games of a study in numbers: wins, levels, mean points with intervals, losses a game by cause, faults."""
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
        dict(faults_by_player(played)),
        round(seconds, 2),
        workers,
    )


def faults_by_player(played: Iterable[Played]) -> Counter[str]:
    """How often each bot was at fault."""
    total: Counter[str] = Counter()
    for game in played:
        for faults in game.faults:
            total[faults.first.player] += faults.count
    return total


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


def lost_in_all(played: Sequence[Played]) -> dict[str, Interval]:
    """Mean losses a game with their interval, of what, whatever the cause."""
    kinds = sorted({what: None for game in played for what in game.measures.losses})
    return {what: mean([sum(game.measures.losses.get(what, {}).values()) for game in played]) for what in kinds}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 2)
