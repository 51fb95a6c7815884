"""`barents simulate`: many games between two players, and what they say."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.bots import AfterFault, FaultTally, OnFaultOption, insist_on_player
from barents.cli.common import Mistake, game_called, insist, need, options_from, scenario_names
from barents.cli.hands import DaskOption, WorkersOption, bar, hands, writable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from barents.cli.hands import Hands
    from barents.kernel.game import Game
    from barents.kernel.sides import Side
    from barents.lab.outcomes import Outcomes
    from barents.lab.simulate import Played, Study, Summary

EVERY = 5  # of the points by turn the table shows each fifth

OptionOption = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule. Repeatable.")]
ParquetOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write each game and each unit lost to Parquet files there.")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on from what is in the --parquet folder.")]


@app.command()
def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 1,
    allied: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Allied side.")] = None,
    axis: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Axis side.")] = None,
    on_fault: OnFaultOption = AfterFault.DOCTRINE,
    workers: WorkersOption = None,
    dask: DaskOption = None,
    option: OptionOption = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the numbers to a file as JSON.")] = None,
    parquet: ParquetOption = None,
    resume: ResumeOption = False,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the records of games there.")] = None,
    which: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Whose records, as in 3,7-9; all if not given.")
    ] = None,
) -> None:
    """Let two players play many games, and tell who wins, by how much, and at what price."""
    from contextlib import nullcontext
    from time import perf_counter

    import msgspec
    from rich.console import Console

    from barents.kernel.sides import Side
    from barents.lab.simulate import summary

    rules = game_called(game)
    insist(f"scenario of {rules.title}", scenario, scenario_names(rules, context.obj))
    seats = {Side.ALLIED: allied, Side.AXIS: axis}
    study = study_of(context, rules, scenario, seed, seats, option or [], on_fault)
    writable(json)
    if records is not None:
        if records.exists() and not records.is_dir():
            raise Mistake(f"{records} is no folder, so records cannot be kept in it")
        study = study._replace(records=_numbers(which, games))
    elif which is not None:
        raise Mistake("--which says whose records are kept: say where, by --records DIR")
    check_parquet(parquet, resume)
    with hands(workers, dask) as crew, kept_in(parquet):
        began = perf_counter()
        with writing(parquet, study, resume) if parquet is not None else nullcontext() as outcomes:
            played = _played(study, games, crew, outcomes, records)
        found = summary(study, played, perf_counter() - began, crew.number)
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    console = Console(highlight=False, markup=False, emoji=False)
    _show(console, study, found, played)
    faults = FaultTally()
    faults.add(*played)
    faults.tell(console)


def study_of(
    context: typer.Context,
    rules: Game[Any, Any],
    scenario: str,
    seed: int,
    seats: dict[Side, str | None],
    option: Iterable[str],
    on_fault: AfterFault = AfterFault.DOCTRINE,
) -> Study:
    """The study that was asked for; a seat for which nobody is named is the usual opponent's."""
    import msgspec

    from barents.lab.simulate import Study
    from barents.players import usual_opponent

    players = {side: name or usual_opponent(rules.name) for side, name in seats.items()}
    data = rules.data(context.obj)
    for name in players.values():
        insist_on_player(name, rules, data)
    options = msgspec.to_builtins(options_from(rules, option))
    plug_ins = context.meta[PLUG_INS]
    return Study(
        rules.name,
        scenario,
        seed,
        players,
        options,
        context.obj,
        plug_ins,
        path_for(plug_ins, players.values()),
        on_fault=on_fault.value,
    )


def path_for(plug_ins: Sequence[str], players: Iterable[str]) -> tuple[str, ...]:
    """Where workers look for modules, if they need any that are not installed."""
    from barents.players.bots import bots_among

    return tuple(sys.path) if plug_ins or bots_among(players) else ()


def check_parquet(parquet: Path | None, resume: bool) -> None:
    """Refuse what cannot be done about Parquet before anything is played."""
    if parquet is not None:
        need("--parquet", "pyarrow")
    elif resume:
        raise Mistake("--resume goes on from the games in a folder: say in which, by --parquet DIR")


@contextmanager
def writing(folder: Path, study: Study, resume: bool) -> Iterator[Outcomes]:
    """The folder that games are written to; what is wrong with it is the person's mistake."""
    from barents.lab import outcomes

    try:
        with outcomes.writing(folder, study, resume=resume) as found:
            yield found
    except outcomes.OutcomesError as error:
        raise Mistake(str(error)) from None


@contextmanager
def kept_in(folder: Path | None) -> Iterator[None]:
    """Say, when a study is broken off, where its games are."""
    try:
        yield
    except KeyboardInterrupt:
        if folder is not None:
            typer.echo(f"\nThe games so far are in {folder}; --resume goes on from there.", err=True)
        raise


def _numbers(text: str | None, games: int) -> bool | frozenset[int]:
    """The numbers in `3,7-9`, all of them games of the study."""
    if text is None:
        return True
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or not (last.isdecimal() if dash else True):
            raise Mistake(f"--which {text}: '{part}' is no number of a game; write it as in 3,7-9")
        found.update(range(int(first), int(last or first) + 1))
    if not found or min(found) < 1 or max(found) > games:
        raise Mistake(f"--which {text}: the games are numbered from 1 to {games}")
    return frozenset(found)


def _played(study: Study, games: int, crew: Hands, outcomes: Outcomes | None, records: Path | None) -> Sequence[Played]:
    """Games 1 to N: those in the folder, and the others played now. One whose record is missing is played again."""
    found = {number: game for number, game in outcomes.found.items() if number <= games} if outcomes is not None else {}
    files: dict[int, Path] = {}
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
        names = {number: f"{study.scenario}-{study.seed}-{number}.json" for number in range(1, games + 1)}
        files = {number: records / name for number, name in names.items() if study.keeps(number)}
    kept = {number for number in found if number not in files or files[number].exists()}
    numbers = [number for number in range(1, games + 1) if number not in kept]
    wins = Counter(winner_of(game) for game in found.values() if game.number in kept)
    with bar(f"{study.game} {study.scenario}", games, len(kept)) as advance:
        for game in crew.play((study, number) for number in numbers):
            if game.number in files:
                files[game.number].write_bytes(game.record)
            if outcomes is not None and game.number not in found:
                outcomes.add(game)
            # A record is large and a study long: what is on the disk need not be kept in mind.
            found[game.number] = game._replace(record=b"", lost=(), convoys=())
            wins[winner_of(game)] += 1
            advance(", ".join(f"{name} {count}" for name, count in sorted(wins.items())))
    return [found[number] for number in sorted(found)]


def winner_of(game: Played) -> str:
    """The side that won, or that it was a draw."""
    return game.result.winner.value if game.result.winner is not None else "draw"


def _show(console: Console, study: Study, found: Summary, played: Sequence[Played]) -> None:
    """The summary as a person reads it."""
    import msgspec

    from barents.lab.printed import percent
    from barents.lab.simulate import lost_in_all
    from barents.lab.statistics import share

    game = game_called(study.game)
    seated = game.people(msgspec.convert(study.options, game.options))  # in solitaire the rules play the other side
    pairing = ", ".join(
        f"{name if side in seated else 'the automaton'} plays {side.value.capitalize()}"
        for side, name in study.players.items()
    )
    console.print(f"{found.game} {found.scenario}, seed {found.seed}, games: {found.games}", style="bold")
    console.print(pairing)
    for name, count in found.wins.items():
        if count or name != "draw":
            label = "draws" if name == "draw" else f"{name} wins"
            console.print(f"  {label:<14}{count:>6}   {percent(share(count, found.games), 1)}")
    for level, count in found.results.items():
        console.print(f"    {level:<28}{count:>6}   {percent(share(count, found.games), 1)}")
    console.print("Points a game", style="bold")
    for name, value in found.points.items():
        if name != "by_turn":
            console.print(f"  {name:<14}{value.mean:>8.1f}   ({value.low:.1f} to {value.high:.1f})")
    if found.losses:
        console.print("Losses a game", style="bold")
    for what, lost in lost_in_all(played).items():
        by = ", ".join(f"{count:.2f} to {cause}" for cause, count in found.losses[what].items())
        console.print(f"  {what:<18}{lost.mean:>6.2f}   ({lost.low:.2f} to {lost.high:.2f})   {by}", soft_wrap=True)
    tracks = {name: track for name, track in found.points["by_turn"].items() if track}
    if tracks:
        turns = range(EVERY, len(next(iter(tracks.values()))) + 1, EVERY)
        console.print("Points by turn", style="bold")
        console.print("  " + " " * 12 + "".join(f"{turn:>7}" for turn in turns))
        for name, track in tracks.items():
            console.print(f"  {name:<12}" + "".join(f"{track[turn - 1]:>7.0f}" for turn in turns))
    console.print(f"In brackets: 95% intervals. {found.seconds:.1f} seconds, {found.workers} workers.", style="dim")
