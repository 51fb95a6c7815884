"""How many games a minute the captain plays against the captain, scenario by scenario, on two cores.

    python -m tools.throughput [--game NAME] [--scenario NAME] [--games 4] [--rounds 3] [--against FOLDER] [--markdown]

Two processes play at once, each its own games, so that both cores are busy as they are in a study; what counts is their
processor time, so that waiting for others does not. A first game that loads everything is not counted. `--against` is
the folder of another checkout: it plays the same games in turn with this one, and the last column says whether the
games came out the same to the byte, as they must where only the speed was to change.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import play_out, player

CORES = 2
HERE = Path(__file__).parents[1]
# What is agreed on for a game: months of the campaign that nobody plays out.
OPTIONS: dict[str, dict[str, Any]] = {"arctic_campaign": {"convoy_phase": "quick"}}


class Played(msgspec.Struct, frozen=True):
    """What a process did: processor seconds, decisions, and what the games came to."""

    seconds: float
    choices: int
    digest: str


class Row(msgspec.Struct, frozen=True):
    """A scenario in one of the trees: processor seconds and decisions a game, and what the games came to."""

    seconds: float
    choices: float
    digests: tuple[str, ...]

    @property
    def a_minute(self) -> float:
        """Games a minute on one core."""
        return 60 / self.seconds


# One process


def play(game: str, scenario: str, first: int, games: int) -> Played:
    """Play games by their numbers, after one that is not counted."""
    _one(game, scenario, f"warm {first}")
    digest, choices, start = blake2b(digest_size=16), 0, process_time()
    for number in range(first, first + games):
        match, made = _one(game, scenario, str(number))
        choices += made
        digest.update(match.game.encoder.encode((match.state, len(match.log or ()))))
    return Played(process_time() - start, choices, digest.hexdigest())


def _one(name: str, scenario: str, seed: str) -> tuple[Match[Any, Any], int]:
    """A game of doctrine on both sides, and how many decisions it took."""
    game = registry.find(name)
    options = msgspec.convert(OPTIONS.get(name, {}), game.options)
    match: Match[Any, Any] = Match.new(game, scenario, seed=f"throughput {seed}", options=options)
    players = {side: player("doctrine", name, match.data) for side in Side}
    return match, play_out(match, players, {side: Dice.seeded(seed, side.value) for side in Side})


# Both cores, and two trees in turn


def compare(trees: Sequence[Path], game: str, scenario: str, games: int, rounds: int) -> list[Row]:
    """The rows of a scenario, one for each tree; in each round all of them play the same games."""
    found: list[list[list[Played]]] = [[] for _ in trees]
    for number in range(rounds):
        for tree, measured in zip(trees, found, strict=True):
            measured.append(_on_all_cores(tree, game, scenario, 1 + number * CORES * games, games))
    return [_row(measured, games) for measured in found]


def _on_all_cores(tree: Path, game: str, scenario: str, first: int, games: int) -> list[Played]:
    """As many processes as cores at once, each with games of its own."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tools.throughput", "--play", game, scenario, str(first + core * games), str(games)],
            cwd=HERE,
            env=environment,
            stdout=subprocess.PIPE,
        )
        for core in range(CORES)
    ]
    said = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise SystemExit(f"{game}, {scenario}: a game failed in {tree}")
    return [msgspec.json.decode(words, type=Played) for words in said]


def _row(measured: Sequence[Sequence[Played]], games: int) -> Row:
    every = [played for turn in measured for played in turn]
    return Row(
        median(sum(played.seconds for played in turn) / (len(turn) * games) for turn in measured),
        sum(played.choices for played in every) / (len(every) * games),
        tuple(played.digest for played in every),
    )


# The table


def scenarios(game: str | None, scenario: str | None) -> Iterator[tuple[str, str]]:
    """What is measured."""
    for name in [game] if game else registry.names():
        rules = registry.find(name)
        for found in rules.scenarios(rules.data(None)):
            if scenario in (None, found.name):
                yield name, found.name


def cells(game: str, scenario: str, rows: Sequence[Row]) -> list[str]:
    """A line of the table; with two trees the other one comes first."""
    now = rows[-1]
    line = [game, scenario, f"{now.choices:,.0f}", f"{now.seconds:.2f}"]
    for row in rows:
        line += [f"{row.a_minute:,.0f}", f"{CORES * row.a_minute:,.0f}"]
    if len(rows) > 1:
        same = "yes" if rows[0].digests == now.digests else "NO"
        line += [f"{rows[0].seconds / now.seconds:.2f} ×", same]
    return line


def head(trees: int) -> list[str]:
    """The heads of the columns."""
    rates = ["games a minute, one core", f"{CORES} cores"]
    if trees == 1:
        return ["game", "scenario", "decisions", "seconds a game", *rates]
    before = [f"before: {rates[0]}", rates[1], f"after: {rates[0]}", rates[1]]
    return ["game", "scenario", "decisions", "seconds a game", *before, "faster", "same games"]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code is 1 where the other tree plays other games."""
    parser = argparse.ArgumentParser(prog="python -m tools.throughput", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--scenario", help="only scenarios of this name")
    parser.add_argument("--games", type=int, default=4, help="games a process in each round (default 4)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts (default 3)")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, to compare with")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--play", nargs=4, metavar=("GAME", "SCENARIO", "FIRST", "GAMES"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        game, scenario, first, games = options.play
        sys.stdout.buffer.write(msgspec.json.encode(play(game, scenario, int(first), int(games))))
        return 0
    trees = [options.against.resolve(), HERE] if options.against else [HERE]
    lines, same = [], True
    console = Console()
    with console.status("") as status:
        for game, scenario in scenarios(options.game, options.scenario):
            status.update(f"{game}, {scenario}")
            rows = compare(trees, game, scenario, options.games, options.rounds)
            same = same and len({row.digests for row in rows}) == 1
            lines.append(cells(game, scenario, rows))
    titles = head(len(trees))
    if options.markdown:
        rule = ["---"] * 2 + ["---:"] * (len(titles) - 2)
        print("\n".join(f"| {' | '.join(line)} |" for line in [titles, rule, *lines]))
    else:
        table = Table(*titles)
        for line in lines:
            table.add_row(*line)
        console.print(table)
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
