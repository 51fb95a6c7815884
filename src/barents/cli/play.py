"""`barents games` and `barents play`: what there is to play, and playing it, in the browser or in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import PLUG_INS, app
from barents.cli.bots import AfterFault, OnFaultOption, insist_on_player
from barents.cli.common import (
    JsonOption,
    Mistake,
    game_called,
    insist,
    options_from,
    print_json,
    record_in,
    scenario_names,
)
from barents.cli.serve import in_browser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from barents.kernel.datapack import DataPack
    from barents.kernel.game import Game
    from barents.kernel.match import Match
    from barents.kernel.sides import Side


class Seats(StrEnum):
    """Whom the person plays."""

    ALLIED = "allied"
    AXIS = "axis"
    BOTH = "both"


@app.command()
def games(context: typer.Context, json: JsonOption = False) -> None:
    """List the games, their scenarios, options and players."""
    from barents.kernel import registry
    from barents.kernel.optional_rules import optional_rules
    from barents.players import player_names

    found = registry.games()
    offered = {game.name: tuple(game.scenarios(game.data(context.obj))) for game in found}
    if json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "scenarios": [
                        {"name": each.name, "title": each.title, "turns": each.turns} for each in offered[game.name]
                    ],
                    "options": [
                        {"name": rule.name, "title": rule.title, "default": rule.default}
                        for rule in optional_rules(game)
                    ],
                    "players": player_names(game.name),
                }
                for game in found
            ]
        )
        return
    for game in found:
        typer.echo(f"{game.name}: {game.title}")
        for scenario in offered[game.name]:
            about = f". {scenario.about}" if scenario.about else ""
            typer.echo(f"  {scenario.name}  {scenario.title}, {scenario.turns} turns{about}")
        for rule in optional_rules(game):
            default = ("no", "yes")[rule.default] if rule.is_switch else rule.default
            typer.echo(f"  --option {rule.name}={default}  {rule.title}")
        typer.echo(f"  players: {', '.join(player_names(game.name))}")
    if not found:
        typer.echo("No games are installed yet; plug one in with --plug-in MODULE.")


@app.command()
def play(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str | None, typer.Argument(metavar="SCENARIO")] = None,
    seats: Annotated[Seats, typer.Option("--as", help="The side you play.")] = Seats.ALLIED,
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who plays the other side; if not given, the best there is.")
    ] = None,
    on_fault: OnFaultOption = AfterFault.DOCTRINE,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule. Repeatable.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal, not in the browser.")] = False,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice; with --text.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a match that was saved.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the match in this file, however it is left; with --text.")
    ] = None,
) -> None:
    """Play a game against the computer, or two people at one screen: in the browser, or with --text right here.

    Where answers are fed in rather than typed, or dice or a file are named, it is played here too.
    """
    from rich.console import Console

    from barents.kernel import registry
    from barents.kernel.plugins import is_address
    from barents.kernel.sides import Side
    from barents.players import player, usual_opponent
    from barents.players.bots import faults_of
    from barents.terminal.table import Table

    rules = game_called(game)
    people = list(Side) if seats is Seats.BOTH else [Side(seats.value)]
    if seats is Seats.BOTH and against is not None:
        raise Mistake("with --as both nobody is left to play against: leave out --against")
    opponent = against or usual_opponent(rules.name)
    insist_on_player(opponent, rules, rules.data(context.obj))
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        raise Mistake(f"{save} is no file that could be saved to")
    if load is None:
        match = begin(rules, scenario, seed, option or [], context.obj)
    else:
        if seed is not None or option:
            raise Mistake("a match that is loaded has its own dice and options: leave out --seed and --option")
        match = _resume(rules, scenario, load, context.obj)
    insist_on_people(match, people)
    if not text and seed is None and save is None and sys.stdin.isatty() and match.terms is not None:
        if on_fault is AfterFault.FORFEIT:
            raise Mistake(
                "in the browser doctrine answers for a player that fails: leave out --on-fault, or say --text"
            )
        if is_address(opponent) and opponent not in context.meta[PLUG_INS]:
            registry.plug_in_module(opponent)
            context.meta[PLUG_INS] = (*context.meta[PLUG_INS], opponent)
        content = None if load is None else load.read_bytes()
        in_browser(context, match.terms, seats.value, opponent, content)
        return
    players = {
        side: player(opponent, rules.name, match.data, on_fault=on_fault.value) for side in Side if side not in people
    }
    console = Console(highlight=False, markup=False, emoji=False)
    chosen = rules.scenario(match.data, match.terms.scenario if match.terms is not None else "")
    roles = " and ".join(side.value.capitalize() for side in people)
    seated = match.people
    roles += "".join(
        f", and {opponent if side in seated else 'the automaton'} plays {side.value.capitalize()}" for side in players
    )
    console.print(f"{rules.title}: {chosen.title}. {chosen.about}".strip(), style="bold")
    for side in people:
        if task := chosen.tasks.get(side):
            console.print(f"{side.value.capitalize()}: {task}")
    console.print(f"You play {roles}. Type ? for help.")
    if sys.stdin.isatty():
        # Where Python has it, lines can then be edited; a history would tell one person what the other has typed.
        with suppress(ImportError):
            import_module("readline").set_auto_history(False)
    Table(match, players, console, save).play()
    # What a player was asked is its side's secret while the game goes on.
    for faults in faults_of(players.values()) if match.result is not None else ():
        told = f"{faults.first.player} failed, faults: {faults.count}. The first: {faults.first}"
        console.print(told, soft_wrap=True)


def insist_on_people(match: Match[Any, Any], people: Sequence[Side]) -> None:
    """Refuse a seat that the rules themselves play, as in solitaire."""
    allowed = match.people
    if any(side not in allowed for side in people):
        raise Mistake(f"with these options the rules play one side: say --as {' or '.join(allowed)}")


def begin(
    game: Game[Any, Any], scenario: str | None, seed: str | None, options: Sequence[str], pack: DataPack | None
) -> Match[Any, Any]:
    """A new match; without a scenario the game's first, without a seed dice that nobody can foresee."""
    from secrets import token_bytes

    from barents.kernel.match import Match

    names = scenario_names(game, pack)
    name = scenario if scenario is not None else names[0]
    insist(f"scenario of {game.title}", name, names)
    secret = token_bytes(16) if seed is None else seed
    return Match.new(game, name, seed=secret, options=options_from(game, options), pack=pack)


def _resume(game: Game[Any, Any], scenario: str | None, file: Path, pack: DataPack | None) -> Match[Any, Any]:
    """The match of a file, which must be of the game and scenario that were named."""
    from barents.kernel.match import Match
    from barents.kernel.reading import why_not_played
    from barents.kernel.replay import other_rules

    record = record_in(file)
    if record.game != game.name or scenario not in (None, record.scenario):
        raise Mistake(
            f"{file} is a match of {record.game} {record.scenario}, not of {game.name} {scenario or ''}".rstrip()
        )
    if len(record.chapters) - 1 in other_rules(record):
        raise Mistake(f"{file} cannot be played on. {why_not_played(record)} To read it: barents replay {file}")
    return Match.replay(record, pack)
