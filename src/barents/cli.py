"""The command `barents`.

What a command needs is imported inside it, so that `barents --help` and completion come at once. Mistakes of the
person who types are told in a line on standard error, with exit code 2.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import msgspec

    from barents.kernel.datapack import DataPack
    from barents.kernel.game import Game
    from barents.kernel.ledger import Ledger
    from barents.kernel.match import Match
    from barents.kernel.record import Record

OPPONENT = "random"


class Mistake(Exception):
    """Something that was typed cannot be done; the message says why, and what could be."""


class Commands(TyperGroup):
    """The commands, with mistakes told in a line."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a mistake ends it with code 2, Ctrl-C with 130."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise typer.Exit(130) from None
        except Exception as error:
            message = explained(error)
            if message is None:
                raise
            typer.echo(f"barents: {message}", err=True)
            raise typer.Exit(2) from None


def explained(error: Exception) -> str | None:
    """A person's mistake in words; None where the program itself is wrong."""
    from barents.kernel.data import DataError
    from barents.kernel.decisions import Refused
    from barents.kernel.ledger import LedgerError
    from barents.kernel.record import RecordError

    if isinstance(error, BrokenPipeError) or type(error) in (KeyError, IndexError):
        return None
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, (Mistake, LookupError, DataError, LedgerError, RecordError, Refused)):
        return str(error)
    return None


class Seats(StrEnum):
    """Whom the person plays."""

    ALLIED = "allied"
    AXIS = "axis"
    BOTH = "both"


class Eyes(StrEnum):
    """Through whose eyes a record is read."""

    ALLIED = "allied"
    AXIS = "axis"
    PUBLIC = "public"
    UMPIRE = "umpire"


class Theme(StrEnum):
    """How a chart is coloured."""

    DAY = "day"
    NIGHT = "night"


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Barents plays the Arctic convoy battles of 1942-45: an umpire for board wargames.",
)
JsonOption = Annotated[bool, typer.Option("--json", help="As JSON, for scripts.")]


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
        typer.Option(metavar="MODULE", help="Also play the GAME of a module, found from this folder. Repeatable."),
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

        # A console script does not look for modules in the folder that it is called from.
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
        for module in plug_in:
            registry.plug_in_module(module)
    context.obj = _pack(data_pack) if data_pack is not None else None


def _pack(folder: Path) -> DataPack:
    """A data pack, checked whole against the files of every game before anything starts."""
    from barents.kernel import registry
    from barents.kernel.datapack import DataPack, check

    pack = DataPack.open(folder)
    check(pack, [file for name in registry.names() for file in registry.find(name).data_files])
    return pack


def _game(name: str) -> Game[Any, Any]:
    from barents.kernel import registry

    _insist("game", name, registry.names())
    return registry.find(name)


def _insist(what: str, name: str, known: Sequence[str]) -> None:
    """Refuse a name that is not known; the message gives the nearest one and all there are."""
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1)
        guess = f", did you mean '{near[0]}'?" if near else ":"
        raise Mistake(f"there is no {what} '{name}'{guess} there are {', '.join(known) or 'none yet'}")


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


@app.command()
def games(json: JsonOption = False) -> None:
    """List the games, their scenarios, options and players."""
    from barents.kernel import registry
    from barents.players import PLAYERS

    found = [registry.find(name) for name in registry.names()]
    if json:
        _print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "scenarios": [
                        {"name": s.name, "title": s.title, "turns": s.turns} for s in game.scenarios.values()
                    ],
                    "options": [
                        {"name": field.name, "title": _title(field), "default": field.default}
                        for field in _fields(game)
                    ],
                    "players": list(PLAYERS),
                }
                for game in found
            ]
        )
        return
    for game in found:
        typer.echo(f"{game.name}: {game.title}")
        for scenario in game.scenarios.values():
            about = f". {scenario.about}" if scenario.about else ""
            typer.echo(f"  {scenario.name}  {scenario.title}, {scenario.turns} turns{about}")
        for field in _fields(game):
            default = {True: "yes", False: "no"}.get(field.default, field.default)
            typer.echo(f"  --option {field.name}={default}  {_title(field)}")
        typer.echo(f"  players: {', '.join(PLAYERS)}")
    if not found:
        typer.echo("No games are installed yet; plug one in with --plug-in MODULE.")


def _fields(game: Game[Any, Any]) -> tuple[msgspec.structs.FieldInfo, ...]:
    from msgspec.structs import fields

    return fields(game.options)


def _title(field: msgspec.structs.FieldInfo) -> str:
    """What an option is called: the title in its type's annotation, or its name."""
    titles = [getattr(extra, "title", None) for extra in getattr(field.type, "__metadata__", ())]
    return next((title for title in titles if title), field.name.replace("_", " "))


@app.command()
def play(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str | None, typer.Argument(metavar="SCENARIO")] = None,
    seats: Annotated[Seats, typer.Option("--as", help="The side you play.")] = Seats.ALLIED,
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help=f"Who plays the other side: {OPPONENT} if not given.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule. Repeatable.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal, which is the only way so far.")] = False,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a match that was saved.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the match in this file, however it is left.")
    ] = None,
) -> None:
    """Play a game against the computer, or two people at one screen."""
    from rich.console import Console

    from barents.kernel.sides import Side
    from barents.players import PLAYERS, player
    from barents.terminal.table import Table

    rules = _game(game)
    people = list(Side) if seats is Seats.BOTH else [Side(seats.value)]
    if seats is Seats.BOTH and against is not None:
        raise Mistake("with --as both nobody is left to play against: leave out --against")
    _insist("player", against or OPPONENT, list(PLAYERS))
    players = {side: player(against or OPPONENT) for side in Side if side not in people}
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        raise Mistake(f"{save} is no file that could be saved to")
    if load is None:
        match = _begin(rules, scenario, seed, option or [], context.obj)
    else:
        if seed is not None or option:
            raise Mistake("a match that is loaded has its own dice and options: leave out --seed and --option")
        match = _resume(rules, scenario, load, context.obj)
    console = Console(highlight=False, markup=False, emoji=False)
    chosen = rules.scenario(match.terms.scenario if match.terms is not None else "")
    roles = " and ".join(side.value.capitalize() for side in people)
    roles += "".join(f", and {against or OPPONENT} plays {side.value.capitalize()}" for side in players)
    console.print(f"{rules.title}: {chosen.title}. {chosen.about}".strip(), style="bold")
    console.print(f"You play {roles}. Type ? for help.")
    if sys.stdin.isatty():
        # Where Python has it, lines can then be edited; a history would tell one person what the other has typed.
        with suppress(ImportError):
            import_module("readline").set_auto_history(False)
    Table(match, players, console, save).play()


def _begin(
    game: Game[Any, Any], scenario: str | None, seed: str | None, options: Sequence[str], pack: DataPack | None
) -> Match[Any, Any]:
    """A new match; without a scenario the game's first, without a seed dice that nobody can foresee."""
    from secrets import token_bytes

    from barents.kernel.match import Match

    name = scenario if scenario is not None else next(iter(game.scenarios))
    _insist(f"scenario of {game.title}", name, list(game.scenarios))
    secret = token_bytes(16) if seed is None else seed
    return Match.new(game, name, seed=secret, options=_options(game, options), pack=pack)


def _resume(game: Game[Any, Any], scenario: str | None, file: Path, pack: DataPack | None) -> Match[Any, Any]:
    """The match of a file, which must be of the game and scenario that were named."""
    from barents.kernel.match import Match

    record = _record(file)
    if record.game != game.name or scenario not in (None, record.scenario):
        raise Mistake(
            f"{file} is a match of {record.game} {record.scenario}, not of {game.name} {scenario or ''}".rstrip()
        )
    return Match.replay(record, pack)


def _options(game: Game[Any, Any], given: Iterable[str]) -> msgspec.Struct:
    """The options of a game from `name=value`; what is not given stays as the game has it."""
    import msgspec

    fields = {field.name: field.type for field in _fields(game)}
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        _insist(f"option of {game.title}", name, list(fields))
        if not equals:
            raise Mistake(f"--option {name} needs a value, as in --option {name}=yes")
        word = {"yes": True, "on": True, "no": False, "off": False}.get(value, value)
        try:
            values[name] = msgspec.convert(word, fields[name], strict=False)
        except msgspec.ValidationError as error:
            raise Mistake(f"--option {text}: '{value}' does not fit ({error})") from None
    return game.options(**values)


def _record(file: Path) -> Record:
    """The record in a file; an error names the file."""
    from barents.kernel.record import RecordError, decode

    try:
        return decode(file.read_bytes())
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


@app.command()
def rules(
    game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="How much of them the tests in ./tests prove.")] = False,
    json: JsonOption = False,
) -> None:
    """List the requirements of a game's rules, or how many of them are proven."""
    from barents.kernel import registry

    names = registry.names() if game is None else [_game(game).name]
    ledgers = {name: ledger for name in names if (ledger := _ledger(name, insist=game is not None)) is not None}
    if coverage:
        _coverage(ledgers, json)
    elif json:
        _print_json({name: list(ledger.requirements.values()) for name, ledger in ledgers.items()})
    else:
        for ledger in ledgers.values():
            for row in ledger.requirements.values():
                typer.echo(f"{row.id} ({row.kind}): {row.requirement}")


def _ledger(name: str, *, insist: bool) -> Ledger | None:
    """The ledger in the folder of a game's package; None where a game without one may be passed over."""
    from importlib.resources import files

    from barents.kernel.ledger import Ledger

    state = _game(name).state
    folder = files(sys.modules[state.__module__].__package__ or state.__module__)
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
        _print_json(shown)
        return
    for name, found in shown.items():
        share = f", {found.proven / found.total:.0%}" if found.total else ""
        typer.echo(f"{name}: {found.proven} of {found.total} proven{share}; {len(found.exempt)} exempt")
        for id in found.unproven:
            typer.echo(f"  unproven: {id}")


@app.command()
def verify(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Play a record again and recompute every die."""
    from barents.kernel.replay import verify

    checked = verify(_record(file), context.obj)
    typer.echo(
        f"{file} is true: {checked.chapters} chapter{'s' if checked.chapters != 1 else ''}, {checked.entries} entries "
        f"and {checked.dice} throws and draws give what it says, and its secret is the one that was committed to."
    )


@app.command()
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    eyes: Annotated[Eyes, typer.Option("--as", help="Through whose eyes.")] = Eyes.UMPIRE,
    to: Annotated[int | None, typer.Option(metavar="N", min=0, help="Stop after so many entries.")] = None,
) -> None:
    """Tell a recorded match again, and show where it stood."""
    from rich.console import Console

    from barents.kernel.replay import verify
    from barents.kernel.sides import Observer
    from barents.kernel.view import log_lines
    from barents.terminal import sea, show

    record = _record(file)
    entries = verify(record, context.obj).entries
    if to is not None and to > entries:
        raise Mistake(f"{file} has {entries} entries, so it cannot be told up to number {to}")
    match = _played_to(record, entries if to is None else to, context.obj)
    observer = Observer(eyes.value)
    console = Console(highlight=False, markup=False, emoji=False)
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
    import msgspec

    from barents.kernel.match import Control, Match

    game = _game(record.game)
    options = msgspec.convert(record.options, game.options)
    match: Match[Any, Any] = Match.new(
        game,
        record.scenario,
        seed=bytes.fromhex(record.secret),
        options=options,
        pack=pack,
        await_nonces=bool(record.nonces),
    )
    for side, nonce in record.nonces.items():
        match.contribute(side, nonce)
    for side, text in [entry for chapter in record.chapters for entry in chapter.entries][:entries]:
        match.do(side, Control(text) if text.startswith("!") else game.notation.parse(text))
    return match


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
    from barents.atlas.map import NAMES, Map

    _insist("map", name, NAMES)
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

    _print_json(view_schema())
