"""`barents rules`, `barents map` and `barents schema`: what the games are made of."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barents.cli.app import app
from barents.cli.common import JsonOption, Mistake, game_called, insist, print_json

if TYPE_CHECKING:
    from barents.kernel.datapack import DataPack
    from barents.kernel.ledger import Ledger


class Theme(StrEnum):
    """How a chart is coloured."""

    DAY = "day"
    NIGHT = "night"


@app.command()
def rules(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    chapter: Annotated[
        str | None, typer.Argument(metavar="CHAPTER", help="A number, a rule or a word: the rulebook there.")
    ] = None,
    book: Annotated[bool, typer.Option("--book", help="The contents of the rulebook.")] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="How much of them the tests in ./tests prove.")] = False,
    json: JsonOption = False,
) -> None:
    """List the requirements of a game's rules, or how many of them are proven; or read its rulebook."""
    from barents.kernel import registry

    if game is not None and (book or chapter):
        _read(game, chapter or "", context.obj)
        return

    names = [each.name for each in registry.games()] if game is None else [game_called(game).name]
    ledgers = {name: ledger for name in names if (ledger := _ledger(name, insist=game is not None)) is not None}
    if coverage:
        _coverage(ledgers, json)
    elif json:
        print_json({name: list(ledger.requirements.values()) for name, ledger in ledgers.items()})
    else:
        for ledger in ledgers.values():
            for row in ledger.requirements.values():
                typer.echo(f"{row.id} ({row.kind}): {row.requirement}")


def _read(name: str, wanted: str, pack: DataPack | None) -> None:
    """A game's rulebook, at a chapter."""
    from rich.console import Console

    from barents.kernel.rulebook import rulebook_of
    from barents.terminal.rulebook import rulebook

    console = Console(highlight=False, markup=False, emoji=False)
    game = game_called(name)
    for line in rulebook(rulebook_of(game, game.data(pack)), wanted):
        console.print(line)


def _ledger(name: str, *, insist: bool) -> Ledger | None:
    """The ledger in the folder of a game's package; None where a game without one may be passed over."""
    from importlib.resources import files

    from barents.kernel.ledger import Ledger

    folder = files(game_called(name).package)
    if not insist and not folder.joinpath("ledger.csv").is_file():
        return None
    return Ledger.load(folder)


def _coverage(ledgers: dict[str, Ledger], json: bool) -> None:
    """Count proofs in ./tests. Its marks may speak of every game there is, also of games that live in the tests."""
    from importlib.resources import files

    from barents.kernel.ledger import discover, rules_coverage

    tests = Path("tests")
    every = {**discover(files("barents").joinpath("games"), tests), **ledgers}
    counted = rules_coverage(every, tests)
    shown = {name: counted[name] for name in ledgers}
    if json:
        print_json(shown)
        return
    for name, found in shown.items():
        share = f", {found.proven / found.total:.0%}" if found.total else ""
        typer.echo(f"{name}: {found.proven} of {found.total} proven{share}; {len(found.exempt)} exempt")
        for id in found.unproven:
            typer.echo(f"  unproven: {id}")


@app.command("map")
def draw_map(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the chart as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the chart as PNG.")] = None,
    theme: Annotated[Theme, typer.Option(help="The colours.")] = Theme.DAY,
    season: Annotated[
        str | None, typer.Option(metavar="S", help="The season or month of its ice; the one of most ice if not given.")
    ] = None,
) -> None:
    """Draw one of the maps."""
    from barents.atlas import chart
    from barents.atlas.map import MAPS, Map

    insist("map", name, list(MAPS))
    if svg is None and png is None:
        raise Mistake("say where the chart is to go: --svg FILE, --png FILE or both")
    picture = chart.svg(Map.load(name), theme=theme.value, season=season)
    if svg is not None:
        svg.write_text(picture, encoding="utf-8")
        typer.echo(f"wrote {svg}")
    if png is not None:
        png.write_bytes(chart.png(picture))
        typer.echo(f"wrote {png}")


@app.command()
def schema() -> None:
    """Print the JSON Schema of a view, which clients are built on."""
    from barents.kernel.view import view_schema

    print_json(view_schema())
