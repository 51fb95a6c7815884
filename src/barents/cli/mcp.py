"""`barents mcp`: a seat for a language model, by the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.app import app
from barents.cli.bots import insist_on_player
from barents.cli.common import Mistake, game_called
from barents.cli.play import Seats, begin, insist_on_people

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from barents.terminal.seat import TalkingSeat

INSTRUCTIONS = """\
You play one side of a board wargame about the Arctic convoys of 1942-45 against the computer.
Barents is the umpire: it knows every rule, keeps every secret, rolls every die, and tells you what your side may know.
Read `briefing` first. `question` says what is asked now; `answer` takes the number of a choice, its notation, or a
whole order by a unit's name, and says what came of it and what is asked next.
`situation`, `story`, `rules`, `unit` and `why` decide nothing.
"""


@app.command()
def mcp(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    scenario: Annotated[str | None, typer.Argument(metavar="SCENARIO")] = None,
    seat: Annotated[Seats, typer.Option("--as", help="The side of the language model.")] = Seats.ALLIED,
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who plays the other side; if not given, the captain.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule. Repeatable.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice.")] = None,
    advice: Annotated[bool, typer.Option("--advice", help="The model may ask the captain what he would do.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the record of the match in this file at the end.")
    ] = None,
) -> None:
    """Offer a seat to a language model: a server of the Model Context Protocol on standard input and output."""
    from barents.kernel.sides import Side
    from barents.players import player, usual_opponent
    from barents.terminal.seat import TalkingSeat

    if seat is Seats.BOTH:
        raise Mistake("a language model plays one side: say --as allied or --as axis")
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        raise Mistake(f"{save} is no file that could be saved to")
    rules = game_called(game)
    opponent = against or usual_opponent(rules.name)
    insist_on_player(opponent, rules, rules.data(context.obj))
    match = begin(rules, scenario, seed, option or [], context.obj)
    side = Side(seat.value)
    insist_on_people(match, [side])
    players = {side.enemy: player(opponent, rules.name, match.data)}
    seated = TalkingSeat(match, players, advice=advice)
    try:
        server_of(seated, rules.title).run()
    finally:
        seated.leave()
        if save is not None:
            save.write_bytes(match.record.encode())


def server_of(seat: TalkingSeat, title: str) -> MCPServer[Any]:
    """The server of a seat: one tool for each thing that a player does."""
    try:
        from mcp.server import MCPServer
    except ImportError:
        raise Mistake("this needs one package more: pip install 'barents[mcp]'") from None
    server: MCPServer[Any] = MCPServer("barents", title=f"Barents: {title}", instructions=INSTRUCTIONS)

    @server.tool()
    def question() -> str:
        """What is asked of you now, with the numbered choices and how to answer."""
        return seat.question()

    @server.tool()
    def answer(text: str) -> str:
        """Answer: a choice's number, its notation, or a whole order ("u-134 sortie 1920").

        Several numbers where several may be chosen, `-` for none; `slot=value` and then `done` on a page. Says what
        came of it and what is asked next, or why it is no answer.
        """
        return seat.say(text)

    @server.tool()
    def briefing() -> str:
        """What the scenario is about, both sides' tasks, what counts, your forces, and three tips."""
        return seat.say("briefing")

    @server.tool()
    def situation() -> str:
        """The whole situation as your side knows it: clock, weather, score, own forces, contacts, places."""
        return seat.say("map")

    @server.tool()
    def story(deeds: int = 10) -> str:
        """What has happened, deed by deed, as far as your side may know; so many of the last deeds."""
        return seat.say(f"story {max(1, deeds)}")

    @server.tool()
    def unit(name: str) -> str:
        """All that one of your units can do now, with reach, chance and risk, and why not what it cannot."""
        return seat.say(f"menu {name}")

    @server.tool()
    def rules(about: str = "") -> str:
        """The rulebook: its contents, or the chapter by number ("3"), word ("decoy") or rule ("NC 8.1")."""
        return seat.say(f"rules {about}")

    @server.tool()
    def why(action: str) -> str:
        """Why an answer, in notation, would be refused now; or that it would be taken."""
        return seat.say(f"why {action}")

    @server.tool()
    def more() -> str:
        """The rest of the last text, where it was too long for one."""
        return seat.more()

    return server
