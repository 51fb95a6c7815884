"""`barents balance` and `barents compare`: what a scenario depends on, and how rule sets differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.bots import AfterFault, FaultTally, OnFaultOption, insist_on_player
from barents.cli.common import Mistake, game_called, insist, need, scenario_names
from barents.cli.hands import WorkersOption, bar, hands, writable
from barents.cli.study import OptionOption, path_for, study_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from barents.kernel.game import Game
    from barents.lab.balance import Group
    from barents.lab.figures import Figure
    from barents.lab.simulate import Played
    from barents.lab.tables import Grid

GROUPS = ("options", "players", "tables")
GamesOption = Annotated[int, typer.Option(metavar="N", min=2, help="How many games of each thing that is played.")]
SeedOption = Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")]
AlliedOption = Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Allied side.")]
AxisOption = Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the Axis side.")]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw the figures into a .png or .svg file, or several.")
]
ReportOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report as one HTML page.")]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the numbers to a file as JSON.")]


@app.command()
def balance(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    games: GamesOption = 40,
    seed: SeedOption = 1,
    allied: AlliedOption = None,
    axis: AxisOption = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="WHAT", help="Only this: options, players or tables. Repeatable.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="NAMES", help="The players of the matrix, as in cadet,captain,admiral.")
    ] = None,
    on_fault: OnFaultOption = AfterFault.DOCTRINE,
    values: Annotated[
        str, typer.Option(metavar="TABLE", help="Move the values of one table singly, or those of TABLE.KEY.")
    ] = "",
    workers: WorkersOption = None,
    option: OptionOption = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what was played in this file, and go on from it.")
    ] = None,
    json: JsonFile = None,
    plot: PlotOption = None,
    report: ReportOption = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tables to a file as Markdown.")
    ] = None,
) -> None:
    """Who wins a scenario and by how much, and how that moves with rules, players and reconstructed values."""
    from rich.console import Console

    from barents.kernel.sides import Side
    from barents.lab import balance as lab

    rules = game_called(game)
    insist(f"scenario of {rules.title}", scenario, scenario_names(rules, context.obj))
    study = study_of(context, rules, scenario, seed, {Side.ALLIED: allied, Side.AXIS: axis}, option or [], on_fault)
    _outputs(json, plot, report)
    writable(markdown)
    wanted = _groups(only or (), values)
    levels = _levels(rules, players, rules.data(context.obj))
    study = study._replace(path=path_for(study.plug_ins, (*study.players.values(), *levels)))
    planned = lab.plan(rules, study, wanted, levels, values)
    writable(resume)
    kept = lab.opened(resume, study, games, rules.version)
    left = [one for one in planned.variations if one.key not in kept.outcomes and one.key not in kept.failed]

    def done(_one: lab.Variation) -> None:
        if resume is not None:
            lab.keep(resume, kept)

    faults = FaultTally()
    with hands(workers, None) as crew, bar(f"{study.game} {scenario}", games * len(left)) as advance:

        def each(game: Played) -> None:
            faults.add(game)
            advance("")

        lab.play(planned.variations, games, crew.processes, kept, done, each)
    found = lab.findings(rules, study, games, planned, kept, levels)
    _write_json(json, found)
    _draw(plot, found.figures)
    title = f"{rules.title}, {found.title}"
    from barents.lab import tables

    _show(
        f"{title}: {games} games each, {' against '.join(found.players.values())}, seed {seed}",
        tables.balance_tables(found),
    )
    _show_pairs(found.figures)
    faults.tell(Console(highlight=False, markup=False, emoji=False))
    if markdown is not None:
        markdown.write_text(tables.markdown(tables.balance_tables(found)), encoding="utf-8")
    if report is not None:
        from barents.lab.html import balance_page

        report.write_text(balance_page(found, title, command(context)), encoding="utf-8")


def _groups(only: Sequence[str], values: str) -> list[Group]:
    """What is varied; a table whose values are asked for singly is all that is."""
    from typing import get_args

    from barents.lab.balance import Group

    for name in only:
        insist("thing that could be varied", name, GROUPS)
    names = list(only) or (["tables"] if values else list(GROUPS))
    if values and "tables" not in names:
        raise Mistake("--values moves values of a table, and --only leaves tables out: give one of them")
    return [group for group in get_args(Group) if group in names]


def _levels(rules: Game[Any, Any], players: str | None, data: Any) -> list[str]:
    """The players of the matrix: those that were named, or all but those that search, who take their time."""
    from barents.players import ADMIRAL, player_names

    if players is None:
        return [name for name in player_names(rules.name) if name != ADMIRAL]
    names = [name.strip() for name in players.split(",") if name.strip()]
    for name in names:
        insist_on_player(name, rules, data)
    return list(dict.fromkeys(names))


@app.command()
def compare(
    context: typer.Context,
    week: Annotated[str, typer.Argument(metavar="pq17|pq16|sportpalast")],
    games: GamesOption = 40,
    seed: SeedOption = 1,
    allied: AlliedOption = None,
    axis: AxisOption = None,
    on_fault: OnFaultOption = AfterFault.DOCTRINE,
    workers: WorkersOption = None,
    json: JsonFile = None,
    plot: PlotOption = None,
    report: ReportOption = None,
) -> None:
    """The same week under every rule set that has it: merchants lost, by cause and by day, beside history."""
    from rich.console import Console

    from barents.kernel.sides import Side
    from barents.lab import compare as lab
    from barents.lab.tables import comparison_tables
    from barents.players import usual_opponent

    asked = lab.week_called(week)
    _outputs(json, plot, report)
    first = asked.subjects[0].game
    seats = {side: name or usual_opponent(first) for side, name in ((Side.ALLIED, allied), (Side.AXIS, axis))}
    for subject in asked.subjects:
        rules = game_called(subject.game)
        data = rules.data(context.obj)
        for name in seats.values():
            insist_on_player(name, rules, data)
    path = path_for(context.meta[PLUG_INS], seats.values())
    studies = [
        study._replace(pack=context.obj, plug_ins=context.meta[PLUG_INS], path=path, on_fault=on_fault.value)
        for study in lab.studies(asked, seed, seats)
    ]
    faults = FaultTally()
    with hands(workers, None) as crew, bar(f"compare {week}", games * len(studies)) as advance:
        played = lab.play(studies, games, crew.processes, lambda _game: advance(""))
    for games_of_study in played:
        faults.add(*games_of_study)
    found = lab.compared(asked, studies, played)
    _write_json(json, found)
    _draw(plot, [found.figure])
    _show(f"{found.title}: {' against '.join(found.players.values())}, seed {seed}", comparison_tables(found))
    faults.tell(Console(highlight=False, markup=False, emoji=False))
    if report is not None:
        from barents.lab.html import comparison_page

        report.write_text(comparison_page(found, command(context)), encoding="utf-8")


# What both share


def _outputs(json: Path | None, plot: Path | None, report: Path | None) -> None:
    """Refuse files that could not be written, and drawings without the package for it, before anything is played."""
    for file in (json, plot, report):
        writable(file)
    if plot is not None and plot.suffix.lower() not in (".png", ".svg"):
        raise Mistake(f"--plot draws .png and .svg files: {plot.name} is neither")
    if plot is not None or report is not None:
        need("--plot and --report", "matplotlib")


def _draw(plot: Path | None, figures: Sequence[Figure]) -> None:
    """The figures into a file; if there are several, each into one with its kind and number in its name."""
    if plot is None:
        return
    from barents.lab.plots import save

    for number, figure in enumerate(figures, 1):
        file = plot if len(figures) == 1 else plot.with_name(f"{plot.stem}-{number}{plot.suffix}")
        save(figure, file)


def _write_json(file: Path | None, found: object) -> None:
    import msgspec

    if file is not None:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def _show(title: str, tables: Iterable[tuple[str, Grid]]) -> None:
    """Tables as a person reads them."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(title, style="bold")
    for heading, grid in tables:
        console.print()
        table = Table(title=Text(heading), title_justify="left", box=None, pad_edge=False, title_style="bold")
        for index, head in enumerate(grid.heads):
            table.add_column(Text(head), justify="right" if index and grid.numbers else "left")
        for row in grid.rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)


def _show_pairs(figures: Sequence[Figure]) -> None:
    """The matrix of players, if there is one."""
    from barents.lab.figures import Pairs
    from barents.lab.tables import pairs_table

    for figure in figures:
        if isinstance(figure, Pairs):
            _show("", [(figure.title, pairs_table(figure))])


def command(context: typer.Context) -> str:
    """The command that repeats this one; where it wrote to is left out."""
    from shlex import join

    words = ["barents", context.info_name or ""]
    files = ("json", "markdown", "plot", "report", "resume", "workers")
    for parameter in context.command.params:
        name, value = parameter.name or "", context.params.get(parameter.name or "")
        if name in files or value in (None, "", ()) or value == []:
            continue
        if parameter.param_type_name == "argument":
            words.append(str(value))
        else:
            flag = parameter.opts[0]
            words += [part for one in _listed(value) for part in (flag, str(one))]
    return join(words)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]
