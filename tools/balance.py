"""Doctrine against doctrine in a game, with each optional rule on and off, beside history.

    python -m tools.balance [--game nordkapp] [--games 200] [--seed 1942] [--workers 1] [--resume FILE] [--only SET ...]

Prints a table in Markdown, with 95% intervals. With `--resume` every row is written to a file as soon as it is played,
and rows that are in it already are not played again; after a change of rules, data or doctrine begin a new file.
Where a game fails its row is left out, with a word about which game it was, and the others are played all the same;
the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from barents.games.arctic_disaster import GAME as ARCTIC_DISASTER
from barents.games.north_cape import GAME as NORTH_CAPE
from barents.kernel import registry
from barents.kernel.sides import Side
from barents.lab.simulate import GameFailed, Played, Study, losses, points, simulate
from barents.lab.statistics import Interval, share

NONE, ALL = "none", "all of them"
# Merchants lost in the convoys of each scenario, of those that sailed.
HISTORY = {
    "unternehmen-sportpalast": "PQ-12 and QP-8 lost 1 of 31",
    "enter-the-luftwaffe": "PQ-16 and QP-12 lost 7 of 50",
    "convoy-is-to-scatter": "PQ-17 and QP-13 lost 27 of 70, five of them to Allied mines",
    "historical": "PQ-17 lost 24 of 35 ships; the rulebook's own example of an end is 46 points, a draw",
    "armageddon": "it never came to that",
    "qp-11-teaching": "QP-11 lost 1 of 13; Edinburgh and Hermann Schoemann were lost: -9, Axis minor",
    "sportpalast": "PQ-12 and QP-8 lost 1 of 31: 64, a draw",
    "pq-17-roesselsprung": "PQ-17 lost 22 of these 33, Aldersdale and Zaafaran: -214, Axis major",
    "regenbogen": "nobody of 28; Achates, Bramble and Friedrich Eckoldt were lost: 75, Allied minor",
    "north-cape-1943": "nobody of 41; Scharnhorst was lost: 198, Allied major",
    "campaign": "by its losses and arrivals the war would have ended near a draw or as a modest Allied win",
}


class Subject(NamedTuple):
    """What is studied of a game: what each optional rule is set to, and which of them also all together."""

    options: dict[str, dict[str, Any]]
    together: tuple[str, ...]

    def sets(self) -> dict[str, dict[str, Any]]:
        """Every set of options: none, each by itself, and those that go together."""
        both = {key: value for name in self.together for key, value in self.options[name].items()}
        return {NONE: {}, **self.options, ALL: both}


SUBJECTS = {
    # U-571 can join the others or take the place of one.
    "north_cape": Subject(
        {
            "aces": {"aces": True},
            "growlers": {"growlers": True},
            "HF/DF": {"hfdf": True},
            "dispersion": {"dispersion": True},
            "merchants' guns": {"merchant_aa": True},
            "Scharnhorst": {"scharnhorst": True},
            "U-571 added": {"u571": "add"},
            "U-571 instead": {"u571": "replace"},
            "solitaire": {"solitaire": True},
        },
        ("aces", "growlers", "HF/DF", "dispersion", "merchants' guns", "Scharnhorst", "U-571 added"),
    ),
    "nordkapp": Subject(
        {
            "ace": {"aces": True},
            "growlers": {"growlers": True},
            "HF/DF": {"hfdf": True},
            "storms": {"storms": True},
            "reorganisation": {"reorganisation": True},
            "solitaire": {"solitaire": True},
        },
        ("ace", "growlers", "HF/DF", "storms", "reorganisation"),
    ),
    "operations": Subject(
        {
            "long search": {"offboard_search": True},
            "no storm damage": {"seaworthiness": False},
            "mines": {"mines": True},
            "Soviet convoys": {"soviet_convoys": True},
        },
        ("long search", "no storm damage", "mines", "Soviet convoys"),
    ),
    # Months are resolved quickly, as both staffs accept every way of playing them.
    "arctic_campaign": Subject(
        {
            "one die of oil more": {"fuel_dice_adjust": 1},
            "no storm damage": {"seaworthiness": False},
            "no optional warships": {"optional_axis_ships": False},
            "slow yards": {"repair_delay": True},
        },
        ("one die of oil more", "slow yards"),
    ),
    "arctic_disaster": Subject(
        {
            "secret orders": {"secret_hitler": True},
            "recall of Tirpitz alone": {"recall_tirpitz_only": True},
        },
        ("secret orders", "recall of Tirpitz alone"),
    ),
}


class Row(msgspec.Struct, frozen=True):
    """One scenario under one set of options: Allied wins, points and merchants lost, with how many games say so.

    `draws` and `levels` are how games ended, `events` what is counted in a game besides, on average.
    """

    scenario: str
    options: str
    seed: int
    games: int
    allied_wins: int
    points: dict[str, Interval]
    losses: dict[str, dict[str, float]]
    game: str = "north_cape"
    draws: int = 0
    levels: dict[str, int] = {}
    events: dict[str, float] = {}


def cells(game: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every scenario with no optional rule, then with each by itself, then all together; the bare ones come first."""
    for name, options in SUBJECTS[game].sets().items():
        for scenario in scenarios(game):
            if is_of_use(game, scenario, name):
                yield scenario, name, options


def scenarios(game: str) -> dict[str, str]:
    """The scenarios of a game with their titles; not those that are made of others."""
    rules = registry.find(game)
    return {each.name: each.title for each in rules.scenarios(rules.data(None)) if not each.parts}


def is_of_use(game: str, scenario: str, name: str) -> bool:
    """Whether a set of options changes anything in a scenario: Arctic Disaster's are about Hitler's orders."""
    if game == "arctic_disaster" and name != NONE:
        return ARCTIC_DISASTER.data(None).scenarios[scenario].rules.hitler
    return name != "Scharnhorst" or has_scharnhorst(scenario)


def has_scharnhorst(scenario: str) -> bool:
    """Whether a scenario of North Cape has a place for Scharnhorst."""
    forces = NORTH_CAPE.data(None).scenarios[scenario].forces
    return any(force.option == "scharnhorst" for force in forces)


def play(study: Study, name: str, games: int, workers: int) -> Row:
    """Play the games of one row."""
    played = list(simulate(study, games, workers))
    wins = sum(game.result.winner is Side.ALLIED for game in played)
    draws = sum(game.result.winner is None for game in played)
    levels = dict(sorted(Counter(game.result.level for game in played).items()))
    row = Row(study.scenario, name, study.seed, games, wins, points(played), losses(played), study.game, draws, levels)
    return msgspec.structs.replace(row, events=events(played))


def events(played: Sequence[Played]) -> dict[str, float]:
    """What is counted in each game, on average."""
    total: Counter[str] = Counter()
    for game in played:
        total.update(game.measures.events)
    return {name: round(count / len(played), 2) for name, count in sorted(total.items())}


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
    """The rows in Markdown, scenario by scenario, with what happened in the war under each heading."""
    lines = []
    titles = {(row.game, row.scenario): scenarios(row.game)[row.scenario] for row in rows}
    for (game, scenario), title in titles.items():
        mine = [row for row in rows if (row.game, row.scenario) == (game, scenario)]
        if mine:
            lines += [f"### {title}", "", f"History: {HISTORY[scenario]}.", ""]
            lines += ["| option | games | Allied wins | points, Allied | points, Axis | merchants lost | to |"]
            lines += ["|---|---|---|---|---|---|---|", *(line(row) for row in mine), ""]
            lines += [happenings(row) for row in mine if row.events]
    return "\n".join(lines)


def line(row: Row) -> str:
    """One row in Markdown."""
    won = share(row.allied_wins, row.games)
    wins = f"{won.mean:.0%} ({100 * won.low:.0f}–{100 * won.high:.0f})"
    wins += f", {row.draws / row.games:.0%} drawn" if row.draws else ""
    sums = [row.points[side.value] for side in Side]
    places = 0 if any(found.high >= 100 for found in sums) else 1  # where points are few, halves count
    scores = [f"{found.mean:.{places}f} ({found.low:.{places}f}–{found.high:.{places}f})" for found in sums]
    causes = row.losses.get("merchants", {})
    lost = sum(causes.values())
    to = ", ".join(f"{cause} {count:.1f}" for cause, count in causes.items())
    return f"| {row.options} | {row.games} | {wins} | {scores[0]} | {scores[1]} | {lost:.1f} | {to} |"


def happenings(row: Row) -> str:
    """How the games of a row ended, and what else is counted in a game."""
    levels = ", ".join(f"{level} {count}" for level, count in row.levels.items())
    counted = ", ".join(f"{name} {count}" for name, count in row.events.items())
    others = ", ".join(f"{what} {sum(causes.values()):.1f}" for what, causes in row.losses.items())
    return f"- {row.options}: {levels}. In a game: {counted}. Lost: {others}."


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=list(SUBJECTS), default="north_cape", help="the game (default north_cape)")
    parser.add_argument("--games", type=int, default=200, help="games for each row (default 200)")
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep rows in this file, and go on from it")
    parser.add_argument(
        "--only", nargs="+", metavar="SET", help=f"play only these sets of options, as '{NONE}' or '{ALL}'"
    )
    chosen = parser.parse_args(arguments)
    known = list(SUBJECTS[chosen.game].sets())
    if unknown := [name for name in chosen.only or () if name not in known]:
        parser.error(f"{chosen.game} has no set of options {unknown[0]!r}: there are {', '.join(known)}")
    rows = saved(chosen.resume)
    done = {(row.game, row.scenario, row.options, row.seed, row.games) for row in rows}
    failed = 0
    for scenario, name, options in cells(chosen.game):
        if (chosen.game, scenario, name, chosen.seed, chosen.games) in done:
            continue
        if chosen.only and name not in chosen.only:
            continue
        study = Study(chosen.game, scenario, chosen.seed, dict.fromkeys(Side, "doctrine"), options)
        try:
            row = play(study, name, chosen.games, chosen.workers)
        except GameFailed as failure:
            failed += 1
            sys.stderr.write(f"{scenario}, {name}: {failure}\n")
            continue
        rows.append(row)
        sys.stderr.write(f"{scenario}: {line(row)}\n")
        if chosen.resume is not None:
            keep(chosen.resume, rows)
    wanted = (chosen.game, chosen.seed, chosen.games)
    asked = [row for row in rows if (row.game, row.seed, row.games) == wanted]
    sys.stdout.write(table(asked) + "\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
