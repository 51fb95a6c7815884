"""`barents simulate`: many games between two players, and what they say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.common import Mistake, game_called, insist, options_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from barents.lab.simulate import Played, Study, Summary
    from barents.lab.statistics import Interval

EVERY = 5  # of the points by turn the table shows each fifth


@app.command()
def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 1,
    allied: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Allied side.")] = None,
    axis: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Axis side.")] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="Processes; as many as there are cores if not given.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule. Repeatable.")
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the numbers to a file as JSON.")] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the record of each game there.")] = None,
) -> None:
    """Let two players play many games, and tell who wins, by how much, and at what price."""
    import os
    from time import perf_counter

    import msgspec
    from rich.console import Console

    from barents.kernel.sides import Side
    from barents.lab.simulate import Study, summary
    from barents.players import player_names

    rules = game_called(game)
    insist(f"scenario of {rules.title}", scenario, list(rules.scenarios))
    known = player_names(rules.name)
    seats = {Side.ALLIED: allied or known[-1], Side.AXIS: axis or known[-1]}
    for name in seats.values():
        insist("player", name, known)
    if json is not None and (json.is_dir() or not json.absolute().parent.is_dir()):
        raise Mistake(f"{json} is no file that could be written to")
    if records is not None and records.exists() and not records.is_dir():
        raise Mistake(f"{records} is no folder, so records cannot be kept in it")
    study = Study(
        rules.name,
        scenario,
        seed,
        seats,
        msgspec.to_builtins(options_from(rules, option or [])),
        context.obj,
        context.meta[PLUG_INS],
        tuple(sys.path) if context.meta[PLUG_INS] else (),
        records is not None,
    )
    count = workers or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else workers or 1
    began = perf_counter()
    played = list(_played(study, games, count, records))
    found = summary(study, played, perf_counter() - began, count)
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    _show(Console(highlight=False, markup=False, emoji=False), study, found)


def _played(study: Study, games: int, workers: int, records: Path | None) -> Iterator[Played]:
    """The games one after the other, with a bar that shows how far it is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from barents.lab.simulate import simulate as play_all

    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(f"{study.game} {study.scenario}", total=games)
        for game in play_all(study, games, workers):
            if records is not None:
                (records / f"{study.scenario}-{study.seed}-{game.number}.json").write_bytes(game.record)
            progress.advance(task)
            yield game


def _show(console: Console, study: Study, found: Summary) -> None:
    """The summary as a person reads it."""
    from barents.lab.statistics import share

    pairing = ", ".join(f"{name} plays {side.value.capitalize()}" for side, name in study.players.items())
    console.print(f"{found.game} {found.scenario}, seed {found.seed}, games: {found.games}", style="bold")
    console.print(pairing)
    for name, count in found.wins.items():
        if count or name != "draw":
            label = "draws" if name == "draw" else f"{name} wins"
            console.print(f"  {label:<14}{count:>6}   {_percent(share(count, found.games))}")
    for level, count in found.results.items():
        console.print(f"    {level:<18}{count:>6}")
    console.print("Points a game", style="bold")
    for name, value in found.points.items():
        if name != "by_turn":
            console.print(f"  {name:<14}{value.mean:>8.1f}   ({value.low:.1f} to {value.high:.1f})")
    if found.losses:
        console.print("Losses a game", style="bold")
    for what, causes in found.losses.items():
        by = ", ".join(f"{count:.2f} to {cause}" for cause, count in causes.items())
        console.print(f"  {what:<18}{sum(causes.values()):>6.2f}   {by}", soft_wrap=True)
    tracks = {name: track for name, track in found.points["by_turn"].items() if track}
    if tracks:
        turns = range(EVERY, len(next(iter(tracks.values()))) + 1, EVERY)
        console.print("Points by turn", style="bold")
        console.print("  " + " " * 12 + "".join(f"{turn:>7}" for turn in turns))
        for name, track in tracks.items():
            console.print(f"  {name:<12}" + "".join(f"{track[turn - 1]:>7.0f}" for turn in turns))
    console.print(f"In brackets: 95% intervals. {found.seconds:.1f} seconds, {found.workers} workers.", style="dim")


def _percent(value: Interval) -> str:
    return f"{value.mean:.1%} ({value.low:.1%} to {value.high:.1%})"
