"""What the commands share: how they find a game, read a file, and speak of a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import msgspec

    from barents.kernel.datapack import DataPack
    from barents.kernel.game import Game
    from barents.kernel.record import Record

JsonOption = Annotated[bool, typer.Option("--json", help="As JSON, for scripts.")]


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


def game_called(name: str) -> Game[Any, Any]:
    from barents.kernel import registry

    insist("game", name, registry.names())
    return registry.find(name)


def scenario_names(game: Game[Any, Any], pack: DataPack | None) -> list[str]:
    """What can be played of a game with a data pack, or without."""
    return [scenario.name for scenario in game.scenarios(game.data(pack))]


def insist(what: str, name: str, known: Sequence[str]) -> None:
    """Refuse a name that is not known; the message gives the nearest one and all there are."""
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1)
        guess = f", did you mean '{near[0]}'?" if near else ":"
        raise Mistake(f"there is no {what} '{name}'{guess} there are {', '.join(known) or 'none yet'}")


def need(what: str, *packages: str) -> None:
    """Refuse what takes packages of the lab that are not installed; the message says how to get them."""
    from importlib.util import find_spec

    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        names = " ".join(missing)
        raise Mistake(
            f"{what} needs {names}: pip install {names} (or everything for the lab: pip install 'barents[lab]')"
        )


def print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def options_from(game: Game[Any, Any], given: Iterable[str]) -> msgspec.Struct:
    """The options of a game from `name=value`; what is not given stays as the game has it."""
    import msgspec

    fields = {field.name: field.type for field in msgspec.structs.fields(game.options)}
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        insist(f"option of {game.title}", name, list(fields))
        if not equals:
            raise Mistake(f"--option {name} needs a value, as in --option {name}=yes")
        switch = {"yes": True, "on": True, "no": False, "off": False}.get(value)
        is_switch = switch is not None and bool in (fields[name], *get_args(fields[name]))
        try:
            values[name] = msgspec.convert(switch if is_switch else value, fields[name], strict=False)
        except msgspec.ValidationError as error:
            raise Mistake(f"--option {text}: '{value}' does not fit ({error})") from None
    return game.options(**values)


def record_in(file: Path) -> Record:
    """The record in a file; an error names the file."""
    from barents.kernel.record import RecordError, decode

    try:
        return decode(file.read_bytes())
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
