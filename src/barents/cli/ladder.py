"""`barents ladder`: players in the order of their strength."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.bots import AfterFault, FaultTally, OnFaultOption, insist_on_player
from barents.cli.common import Mistake, game_called, insist, need, scenario_names
from barents.cli.hands import DaskOption, WorkersOption, bar, hands, writable
from barents.cli.study import (
    OptionOption,
    ParquetOption,
    ResumeOption,
    check_parquet,
    kept_in,
    path_for,
    study_of,
    writing,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console

    from barents.cli.hands import Hands
    from barents.kernel.game import Game
    from barents.lab.ladder import Deal, Ladder
    from barents.lab.outcomes import Outcomes
    from barents.lab.simulate import Played, Study

PICTURES = (".png", ".svg")
EVERY = "all"


@app.command()
def ladder(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="If not given, the shortest but lessons; 'all' for each.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Who takes part; all players of the game if not given.")
    ] = None,
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Deals of two games between each two players.")] = 50,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 1,
    on_fault: OnFaultOption = AfterFault.DOCTRINE,
    workers: WorkersOption = None,
    dask: DaskOption = None,
    option: OptionOption = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the ladder to a file as JSON.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the ratings, as .png or .svg.")] = None,
    pairs: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the wins of each pair, as .png or .svg.")
    ] = None,
    parquet: ParquetOption = None,
    resume: ResumeOption = False,
    until_sure: Annotated[
        bool,
        typer.Option("--until-sure", help="Of two players: end as soon as it is known whether the first is stronger."),
    ] = False,
    better: Annotated[
        float,
        typer.Option(metavar="SHARE", min=0.51, max=0.99, help="What counts as stronger, with --until-sure."),
    ] = 0.6,
    least: Annotated[
        float | None,
        typer.Option(metavar="SHARE", min=0.0, max=1.0, help="Fail unless the first player wins this from each side."),
    ] = None,
) -> None:
    """Let every player meet every other from both sides with the same dice, and rank them."""
    from time import perf_counter

    from rich.console import Console

    from barents.kernel.sides import Side

    need("a ladder", "openskill")
    rules = game_called(game)
    known = rules.scenarios(rules.data(context.obj))
    shortest = min((each for each in known if each.coach is None), key=lambda each: each.turns)
    wanted = [shortest.name if scenario is None else scenario]
    if scenario == EVERY:
        wanted = [each.name for each in known if not each.parts]
        if any(file is not None for file in (json, plot, pairs, parquet)):
            raise Mistake("files are written of one scenario: name it")
    else:
        insist(f"scenario of {rules.title}", wanted[0], scenario_names(rules, context.obj))
    names = _names(rules, players, rules.data(context.obj))
    if until_sure and len(names) != 2:
        raise Mistake(f"--until-sure is about two players, and there are {len(names)}: name them by --players A,B")
    seats: dict[Side, str | None] = dict.fromkeys(Side, names[0])
    path = path_for(context.meta[PLUG_INS], names)
    studies = [
        study_of(context, rules, name, seed, seats, option or [], on_fault)._replace(path=path) for name in wanted
    ]
    writable(json)
    for picture in (plot, pairs):
        _drawable(picture)
    check_parquet(parquet, resume)
    from barents.lab.ladder import Trial
    from barents.lab.ladder import ladder as ranked

    console = Console(highlight=False, markup=False, emoji=False)
    failed = False
    faults = FaultTally()
    began = perf_counter()
    with hands(workers, dask) as crew, kept_in(parquet):
        for study in studies:
            played, trial = _played(study, names, deals, crew, parquet, resume), Trial(better)
            with closing(played):
                counted = faults.watched(played)
                found = ranked(study, names, trial.watched(counted) if until_sure else counted)
            _write(found, json, plot, pairs)
            _show(console, found)
            if until_sure:
                console.print(
                    f"Is {names[0]} stronger than {names[1]}? {trial.verdict.capitalize()} "
                    f"after {2 * trial.deals} games, {trial.wins} won and {trial.losses} lost."
                )
                failed = failed or trial.verdict != "stronger"
            if least is not None:
                first = next(rung for rung in found.rungs if rung.player == names[0])
                failed = failed or min(first.allied.mean, first.axis.mean) < least
        number = crew.number
    faults.tell(console)
    console.print(f"In brackets: 95% intervals. {perf_counter() - began:.1f} seconds, {number} workers.", style="dim")
    if failed:
        raise typer.Exit(1)


def _write(found: Ladder, json: Path | None, plot: Path | None, pairs: Path | None) -> None:
    """The files that were asked for."""
    import msgspec

    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    if plot is not None:
        from barents.lab import ladder_plot

        ladder_plot.save(found, plot)
    if pairs is not None:
        from barents.lab import plots

        plots.save(found.pairs, pairs)


def _names(rules: Game[Any, Any], given: str | None, data: Any) -> list[str]:
    """The players who take part, each by the one name that counts."""
    from barents.players import ALIASES, player_names

    asked = player_names(rules.name) if given is None else [name.strip() for name in given.split(",")]
    for name in asked:
        insist_on_player(name, rules, data)
    names = list(dict.fromkeys(ALIASES.get(name, name) for name in asked))
    if len(names) < 2:
        raise Mistake(f"a ladder takes two players at least, and {rules.title} has {', '.join(names)} here")
    return names


def _drawable(picture: Path | None) -> None:
    if picture is not None:
        need("a picture", "matplotlib")
        writable(picture)
        if picture.suffix.lower() not in PICTURES:
            raise Mistake(f"{picture} is neither a .png nor a .svg, so it is not clear what to draw")


def _played(
    study: Study, names: list[str], deals: int, crew: Hands, parquet: Path | None, resume: bool
) -> Generator[tuple[Deal, Played, Played], None, None]:
    """Every deal with its two games, those that are in the folders and those that are played now."""
    from barents.lab.ladder import round_robin, studies

    pairings = studies(study, names)
    schedule = list(round_robin(names, deals))
    with ExitStack() as stack:
        folders: dict[tuple[str, str], Outcomes] = {}
        if parquet is not None:
            for (allied, axis), pairing in pairings.items():
                folder = parquet / f"{allied}-{axis}".replace(":", ".")
                folders[allied, axis] = stack.enter_context(writing(folder, pairing, resume))
        there = {(pair, number) for pair, folder in folders.items() for number in folder.found}
        games = [
            (pair, deal.number) for deal in schedule for pair in ((deal.first, deal.second), (deal.second, deal.first))
        ]
        new = crew.play((pairings[pair], number) for pair, number in games if (pair, number) not in there)
        done = sum(game in there for game in games)
        advance = stack.enter_context(bar(f"{study.game} {study.scenario}", len(games), done))

        def game_of(allied: str, axis: str, number: int) -> Played:
            pair = (allied, axis)
            if (pair, number) in there:
                return folders[pair].found[number]
            game = next(new)
            if pair in folders:
                folders[pair].add(game)
            advance(f"{allied} against {axis}")
            return game._replace(lost=(), convoys=())

        for deal in schedule:
            one = game_of(deal.first, deal.second, deal.number)
            yield deal, one, game_of(deal.second, deal.first, deal.number)


def _show(console: Console, found: Ladder) -> None:
    """The ladder as a person reads it."""
    from rich.table import Table

    from barents.lab.printed import percent

    console.print(f"{found.game} {found.scenario}, seed {found.seed}, deals a pair: {found.deals}", style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "player", "rating", "deals", "as Allied", "as Axis"):
        table.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for place, rung in enumerate(found.rungs, start=1):
        rating = f"{rung.rating.mean:.1f} ({rung.rating.low:.1f} to {rung.rating.high:.1f})"
        deals = f"{rung.won}/{rung.drawn}/{rung.lost}"
        table.add_row(str(place), rung.player, rating, deals, percent(rung.allied), percent(rung.axis))
    console.print(table)
    console.print("Deals won, a drawn one as half", style="bold")
    for duel in found.duels:
        pair = f"{duel.first} against {duel.second}"
        console.print(f"  {pair:<26}{percent(duel.share, 1)}   {duel.won} won, {duel.drawn} drawn, {duel.lost} lost")
    console.print("Deals: won/drawn/lost. As Allied, as Axis: games won from that side.", style="dim")
