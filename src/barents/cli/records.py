"""`barents verify` and `barents replay`: what a record says, checked and told again."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import app
from barents.cli.common import Mistake, record_in

if TYPE_CHECKING:
    from barents.kernel.datapack import DataPack
    from barents.kernel.match import Match
    from barents.kernel.record import Record


class Eyes(StrEnum):
    """Through whose eyes a record is read."""

    ALLIED = "allied"
    AXIS = "axis"
    PUBLIC = "public"
    UMPIRE = "umpire"


class Seat(StrEnum):
    """Who gave a word for the dice."""

    ALLIED = "allied"
    AXIS = "axis"


@app.command()
def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    seal: Annotated[str, typer.Option(metavar="HEX", help="The seal that you were shown before the first die.")] = "",
    word: Annotated[str, typer.Option(metavar="WORD", help="The word that you gave for the dice; with --side.")] = "",
    side: Annotated[Seat | None, typer.Option(help="The side for which you gave it.")] = None,
) -> None:
    """Play a record again and recompute every die; one of older rules as far as it can be checked without them.

    With the seal and the word that you kept it is also held against these: then you need not trust whoever gave you
    the record.
    """
    from barents.kernel.proof import hold_against
    from barents.kernel.reading import checked_in_words
    from barents.kernel.record import RecordError
    from barents.kernel.replay import verify
    from barents.kernel.sides import Side

    if bool(word) is (side is None):
        raise Mistake("--word and --side go together: the word that you gave, and for which side")
    record = record_in(file)
    checked = verify(record, context.obj)
    try:
        proved = hold_against(record, seal, None if side is None else Side(side.value), word)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
    if checked.unplayed:
        typer.echo(f"{file}: {checked_in_words(record, checked)}")
    else:
        typer.echo(
            f"{file} is true: {checked.chapters} chapter{'s' if checked.chapters != 1 else ''}, {checked.entries} "
            f"entries and {checked.dice} throws and draws give what it says, and its secret is the one that was "
            "committed to."
        )
    for sentence in proved:
        typer.echo(sentence)


@app.command()
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    eyes: Annotated[Eyes, typer.Option("--as", help="Through whose eyes.")] = Eyes.UMPIRE,
    to: Annotated[int | None, typer.Option(metavar="N", min=0, help="Stop after so many entries.")] = None,
) -> None:
    """Tell a recorded match again, and show where it stood; one of older rules as it was written."""
    from rich.console import Console

    from barents.kernel.reading import read
    from barents.kernel.replay import verify
    from barents.kernel.sides import Observer
    from barents.kernel.view import log_lines
    from barents.terminal import sea, show

    record = record_in(file)
    checked, observer = verify(record, context.obj), Observer(eyes.value)
    console = Console(highlight=False, markup=False, emoji=False)
    if checked.unplayed:
        if to is not None:
            raise Mistake(f"{file} was played by older rules and can only be read whole: leave out --to")
        for line in show.reading(read(record, observer, context.obj)):
            console.print(line, soft_wrap=True)
        return
    entries = checked.entries
    if to is not None and to > entries:
        raise Mistake(f"{file} has {entries} entries, so it cannot be told up to number {to}")
    match = _played_to(record, entries if to is None else to, context.obj)
    for line in show.log(log_lines(match, observer)):
        console.print(line)
    console.print()
    situation = match.game.view(match.data, match.known(observer), observer)
    for line in show.situation(situation, sea.grids(match.game.boards(match.data))):
        console.print(line, soft_wrap=True)
    if match.result is not None:
        console.print()
        for line in show.result(match.result):
            console.print(line)


def _played_to(record: Record, entries: int, pack: DataPack | None) -> Match[Any, Any]:
    """The match of a record as it stood after so many entries."""
    from barents.kernel.match import Control
    from barents.kernel.replay import begun

    match = begun(record, pack)
    for side, text in [entry for chapter in record.chapters for entry in chapter.entries][:entries]:
        match.do(side, Control(text) if text.startswith("!") else match.game.notation.parse(text))
    return match
