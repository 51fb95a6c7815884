"""Doctrine against doctrine in North Cape, with each optional rule on and off, beside history.

    python -m tools.balance [--games 200] [--seed 1942] [--workers 1] [--resume FILE]

Prints a table in Markdown, with 95% intervals. With `--resume` every row is written to a file as soon as it is played,
and rows that are in it already are not played again; after a change of rules, data or doctrine begin a new file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from barents.games.north_cape import GAME
from barents.games.north_cape.data import SCENARIOS
from barents.kernel.sides import Side
from barents.lab.simulate import Study, losses, points, simulate
from barents.lab.statistics import Interval, share

NONE, ALL = "none", "all of them"
# What each optional rule is set to; U-571 can join the others or take the place of one.
OPTIONS: dict[str, dict[str, Any]] = {
    NONE: {},
    "aces": {"aces": True},
    "growlers": {"growlers": True},
    "HF/DF": {"hfdf": True},
    "dispersion": {"dispersion": True},
    "merchants' guns": {"merchant_aa": True},
    "Scharnhorst": {"scharnhorst": True},
    "U-571 added": {"u571": "add"},
    "U-571 instead": {"u571": "replace"},
    "solitaire": {"solitaire": True},
}
TOGETHER = ("aces", "growlers", "HF/DF", "dispersion", "merchants' guns", "Scharnhorst", "U-571 added")
# Merchants lost in the convoys of each scenario, of those that sailed.
HISTORY = {
    "unternehmen-sportpalast": "PQ-12 and QP-8 lost 1 of 31",
    "enter-the-luftwaffe": "PQ-16 and QP-12 lost 7 of 50",
    "convoy-is-to-scatter": "PQ-17 and QP-13 lost 27 of 70, five of them to Allied mines",
}


class Row(msgspec.Struct, frozen=True):
    """One scenario under one set of options: Allied wins, points and merchants lost, with how many games say so."""

    scenario: str
    options: str
    seed: int
    games: int
    allied_wins: int
    points: dict[str, Interval]
    losses: dict[str, dict[str, float]]


def cells() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every scenario with no optional rule, then with each by itself, then all together; the bare ones come first."""
    sets = {**OPTIONS, ALL: {key: value for name in TOGETHER for key, value in OPTIONS[name].items()}}
    order = [NONE, *(name for name in sets if name != NONE)]
    for name in order:
        for scenario in SCENARIOS:
            if name != "Scharnhorst" or has_scharnhorst(scenario):
                yield scenario, name, sets[name]


def has_scharnhorst(scenario: str) -> bool:
    """Whether a scenario has a place for Scharnhorst."""
    forces = GAME.data(None).scenarios[scenario].forces
    return any(force.option == "scharnhorst" for force in forces)


def play(scenario: str, name: str, options: dict[str, Any], seed: int, games: int, workers: int) -> Row:
    """Play the games of one row."""
    study = Study(GAME.name, scenario, seed, dict.fromkeys(Side, "doctrine"), options)
    played = list(simulate(study, games, workers))
    wins = sum(game.result.winner is Side.ALLIED for game in played)
    return Row(scenario, name, seed, games, wins, points(played), losses(played))


def saved(file: Path | None) -> list[Row]:
    """The rows of a file, if there is one."""
    if file is None or not file.exists():
        return []
    return msgspec.json.decode(file.read_bytes(), type=list[Row])


def keep(file: Path, rows: list[Row]) -> None:
    """Write all rows; the old file stays until the new one is whole."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(rows)))
    fresh.replace(file)


def table(rows: list[Row]) -> str:
    """The rows in Markdown, scenario by scenario, with what happened in 1942 under each heading."""
    lines = []
    for scenario in SCENARIOS:
        mine = [row for row in rows if row.scenario == scenario]
        if mine:
            title = GAME.data(None).scenarios[scenario].title
            lines += [f"### {title}", "", f"1942: {HISTORY[scenario]}.", ""]
            lines += ["| option | games | Allied wins | points, Allied | points, Axis | merchants lost |"]
            lines += ["|---|---|---|---|---|---|", *(line(row) for row in mine), ""]
    return "\n".join(lines)


def line(row: Row) -> str:
    """One row in Markdown."""
    won = share(row.allied_wins, row.games)
    wins = f"{won.mean:.0%} ({100 * won.low:.0f}–{100 * won.high:.0f})"
    sums = [row.points[side.value] for side in Side]
    scores = [f"{found.mean:.0f} ({found.low:.0f}–{found.high:.0f})" for found in sums]
    lost = sum(row.losses.get("merchants", {}).values())
    return f"| {row.options} | {row.games} | {wins} | {scores[0]} | {scores[1]} | {lost:.1f} |"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games for each row (default 200)")
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep rows in this file, and go on from it")
    chosen = parser.parse_args(arguments)
    rows = saved(chosen.resume)
    done = {(row.scenario, row.options, row.seed, row.games) for row in rows}
    for scenario, name, options in cells():
        if (scenario, name, chosen.seed, chosen.games) in done:
            continue
        rows.append(play(scenario, name, options, chosen.seed, chosen.games, chosen.workers))
        if chosen.resume is not None:
            keep(chosen.resume, rows)
    asked = [row for row in rows if (row.seed, row.games) == (chosen.seed, chosen.games)]
    sys.stdout.write(table(asked) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
