"""`barents export`: decisions of games, as data to learn from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.bots import here_on_path
from barents.cli.common import Mistake, need, record_in
from barents.cli.hands import WorkersOption, bar, hands
from barents.cli.records import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from barents.cli.hands import Hands
    from barents.lab.export import Source
    from barents.lab.simulate import Study


@app.command()
def export(
    context: typer.Context,
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE…", help="Records, folders of records, or folders of --parquet.")
    ],
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to; it must be empty or new.")],
    side: Annotated[Seat | None, typer.Option(help="Only what this side decided.")] = None,
    workers: WorkersOption = None,
) -> None:
    """Write the decisions of games to Parquet files: what was known, possible and answered, and how it ended.

    The games of a study are played again for it, bit for bit.
    """
    need("an export", "pyarrow")
    from barents.kernel.sides import Side
    from barents.lab import export as lab
    from barents.lab.outcomes import STUDY, OutcomesError
    from barents.lab.simulate import Study

    here_on_path()
    plug_ins = context.meta[PLUG_INS]
    like = Study("", "", 0, {}, {}, context.obj, plug_ins, tuple(sys.path))
    studies: list[tuple[Path, Study, list[int]]] = []
    files: list[Path] = []
    try:
        for source in sources:
            if source.is_dir() and (source / STUDY).exists():
                studies.append((source, *lab.study_in(source, like)))
            else:
                files += sorted(source.glob("*.json")) if source.is_dir() else [source]
        games = len(files) + sum(len(numbers) for _, _, numbers in studies)
        if not games:
            raise Mistake("there is no game in what was named: records end in .json")
        sides = [Side(side.value)] if side is not None else list(Side)
        with hands(workers, None) as crew, bar("export", games) as advance:
            found = lab.export(_sources(files, studies, crew, advance), to, context.obj, sides)
    except (lab.ExportError, OutcomesError) as error:
        raise Mistake(str(error)) from None
    typer.echo(f"{found.decisions:,} decisions of {games:,} games are in {to}; {lab.DATASHEET} says what they are.")


def _sources(
    files: Sequence[Path], studies: Sequence[tuple[Path, Study, list[int]]], crew: Hands, advance: Callable[[str], None]
) -> Iterator[Source]:
    """Every game, one after the other."""
    from barents.kernel.record import decode
    from barents.lab.export import Source

    for file in files:
        yield Source(file.name, record_in(file), {})
        advance(file.name)
    for folder, study, numbers in studies:
        for game in crew.play((study, number) for number in numbers):
            yield Source(f"{folder.name}/{game.number}", decode(game.record), study.players)
            advance(folder.name)
