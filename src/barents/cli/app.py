"""The command itself, and what holds for every command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from barents.cli.bots import here_on_path
from barents.cli.common import Commands

PLUG_INS = "barents.plug-ins"

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Barents plays the Arctic convoy battles of 1942-45: an umpire for board wargames.",
)


def main() -> None:
    """The entry point."""
    app()


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"barents {version('barents')}")
        raise typer.Exit


@app.callback()
def settings(
    context: typer.Context,
    plug_in: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE",
            help="Also use what a module of yours brings: a game, players; MODULE:CLASS is one player. Repeatable.",
        ),
    ] = None,
    data_pack: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder with values of your own, laid over the built-in ones.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """What holds for every command."""
    if plug_in:
        from barents.kernel import registry
        from barents.players.bots import insist_on_bots

        here_on_path()
        insist_on_bots(plug_in)
        for module in plug_in:
            registry.plug_in_module(module)
    context.meta[PLUG_INS] = tuple(plug_in or ())
    if data_pack is not None:
        from barents.kernel.packs import open_pack

        context.obj = open_pack(data_pack)
