"""`barents odds`: what a procedure of the rules is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import app
from barents.cli.common import JsonOption, Mistake, game_called, insist, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from barents.lab.odds import Answer, Given, Procedure

BAR = 30  # characters of a bar that is certain


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def odds(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    procedure: Annotated[str | None, typer.Argument(metavar="PROCEDURE")] = None,
    every: Annotated[
        bool, typer.Option("--list", help="List what can be asked, and what can be said about it.")
    ] = False,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How often a sampled one is played out.")] = 2000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same sample.")] = 1,
    json: JsonOption = False,
) -> None:
    """What a gamble is worth: the same numbers that the client shows, for a position that you describe.

    What is there is said by further options, as in: barents odds north_cape infiltration --escorts 2 --ace
    """
    from rich.console import Console

    from barents.lab.odds import ask, procedures

    rules = game_called(game)
    known = procedures(rules.name)
    console = Console(highlight=False, markup=False, emoji=False)
    if every or procedure is None:
        _list(console, rules.title, [one for one in known if procedure in (None, one.name)], json=json)
        return
    insist(f"procedure of {rules.title}", procedure, [one.name for one in known])
    chosen = next(one for one in known if one.name == procedure)
    answer = ask(rules, chosen, _given(chosen, context.args), context.obj, samples=games, seed=seed)
    if json:
        print_json(answer)
    else:
        _show(console, rules.title, answer)


def _given(procedure: Procedure, words: Sequence[str]) -> Given:
    """What was said of the position: `--escorts 2`, `--escorts=2`, `--ace`, `--no-ace`."""
    import msgspec
    from msgspec.structs import fields

    known = {field.name.replace("_", "-"): field for field in fields(procedure.given)}
    values: dict[str, Any] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            raise Mistake(
                f"'{word}' is not understood: say what is there with options such as --{next(iter(known), '')}"
            )
        name, equals, value = word.removeprefix("--").partition("=")
        off = name.startswith("no-") and name not in known
        name = name.removeprefix("no-") if off else name
        insist(f"option of {procedure.name}", name, list(known))
        field = known[name]
        if _is_switch(field.type):
            values[field.name] = value if equals else not off
            continue
        if not equals and not left:
            raise Mistake(f"--{name} needs a value")
        values[field.name] = value if equals else left.pop(0)
    try:
        return msgspec.convert(values, procedure.given, strict=False)
    except msgspec.ValidationError as error:
        from barents.kernel.data import describe, expectations

        name = str(error).partition(" - at `$.")[2].rstrip("`")
        wanted = describe(expectations(procedure.given, (name,)))
        raise Mistake(f"--{name.replace('_', '-')} {values.get(name, '')} does not fit: expected {wanted}") from None


def _is_switch(type: Any) -> bool:
    return type is bool or getattr(type, "__origin__", None) is bool


def _list(console: Console, title: str, found: Sequence[Procedure], *, json: bool) -> None:
    """What can be asked of a game."""
    from msgspec.structs import fields

    listed = [
        {
            "name": one.name,
            "about": one.about,
            "exact": one.odds is not None,
            "options": [
                {"name": field.name.replace("_", "-"), "default": field.default, "about": _about(field.type)}
                for field in fields(one.given)
            ],
        }
        for one in found
    ]
    if json:
        print_json(listed)
        return
    if not listed:
        console.print(f"{title} has no procedures that could be asked about.")
    for one, row in zip(found, listed, strict=True):
        console.print(f"{one.name:<16}{one.about}{'' if row['exact'] else ', sampled'}", style="bold")
        for field in fields(one.given):
            default = "" if _is_silent(field.default) else f" ({field.default})"
            console.print(f"  --{field.name.replace('_', '-'):<14}{_about(field.type)}{default}")


def _is_silent(value: object) -> bool:
    """Whether a value says nothing: a switch that is off, or no name."""
    return value is False or value == ""


def _about(type: Any) -> str:
    found = [getattr(extra, "description", None) for extra in getattr(type, "__metadata__", ())]
    return next((words for words in found if words), "")


def _show(console: Console, title: str, answer: Answer) -> None:
    """The answer as a person reads it."""
    from rich.table import Table

    console.print(f"{title}, {answer.procedure}", style="bold")
    said = ", ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in answer.given.items() if not _is_silent(value)
    )
    if said:
        console.print(said)
    chance = answer.chance
    spread = f" ({chance.low:.1%} to {chance.high:.1%})" if answer.samples else ""
    console.print(f"{chance.mean:.1%}{spread}  {answer.of}", style="bold")
    if answer.modifiers:
        console.print("  ".join(f"{value:+} {name}".replace("-", "−") for name, value in answer.modifiers.items()))
    table = Table(box=None, show_header=False, pad_edge=False)
    for end in answer.ends:
        one = f" ({end.chance.low:.1%} to {end.chance.high:.1%})" if answer.samples else ""
        bar = "█" * round(BAR * end.chance.mean)
        table.add_row(f"  {end.words}", f"{end.chance.mean:.1%}{one}", bar)
    if answer.ends:
        console.print(table)
    for note in answer.notes:
        console.print(f"  {note}")
    said = (
        f"played out {answer.samples:,} times, 95% intervals"
        if answer.samples
        else "exact, from every face of the dice"
    )
    console.print(said, style="dim")
