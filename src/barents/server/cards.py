"""What the start page shows: games, scenarios, options and players, and the rules in our words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.game import Game
from barents.kernel.ledger import Ledger
from barents.kernel.optional_rules import OptionalRule, optional_rules
from barents.kernel.plugins import is_address
from barents.kernel.report import ShipCard
from barents.kernel.rulebook import Rulebook, rulebook_of
from barents.kernel.sides import Observer, Side
from barents.players import player_names
from barents.server import geometry
from barents.server.matches.protocol import GameCard, MatchCard, OptionCard, PlayerCard, ScenarioCard
from barents.server.matches.seats import Summary
from barents.server.storage.store import Mine

AUTOMATON = "Automaton"  # who sits where the rules play, as in solitaire
CAPTAINS = "Plays by doctrine: knows what it wants, and takes its chances."
PLAYERS = {
    "random": PlayerCard("random", "Midshipman", "Any legal move, by the dice. For a first look at the rules."),
    "cadet": PlayerCard("cadet", "Cadet", "Has learnt the doctrine, and now and then forgets a part of it."),
    "captain": PlayerCard("captain", "Captain", CAPTAINS),
    "doctrine": PlayerCard("doctrine", "Captain", CAPTAINS),  # what matches of earlier days call it
    "admiral": PlayerCard(
        "admiral", "Admiral", "Weighs what else could be done, and what would come of it. Takes its time."
    ),
}


def player_title(name: str) -> str:
    """What a computer player is called at the table."""
    card = PLAYERS.get(name)
    if is_address(name):
        return name.partition(":")[2]
    return card.title if card is not None else name.replace("_", " ").replace("-", " ").capitalize()


def game_cards(pack: DataPack | None) -> tuple[GameCard, ...]:
    """Every game."""
    return tuple(game_card(game.name, pack) for game in registry.games())


@cache
def game_card(name: str, pack: DataPack | None) -> GameCard:
    """A game for the start page."""
    game = registry.find(name)
    known = geometry.addresses()
    return GameCard(
        name=game.name,
        title=game.title,
        about=game.about,
        chart=game.chart,
        scenarios=tuple(
            ScenarioCard(
                each.name,
                each.title,
                each.turns,
                each.about,
                each.tasks,
                each.begins,
                each.minutes,
                each.parts,
                None if each.coach is None else each.coach.side,
                "" if each.coach is None else each.coach.opponent,
            )
            for each in game.scenarios(game.data(pack))
        ),
        options=tuple(_option(game, rule) for rule in optional_rules(game)),
        # The best comes first: it is what most people want.
        players=tuple(
            PLAYERS.get(player) or PlayerCard(player, player_title(player), "")
            for player in reversed(player_names(name))
        ),
        geometry={board: known[board] for board in _boards(game, pack) if board in known},
    )


def _boards(game: Game[Any, Any], pack: DataPack | None) -> list[str]:
    """The geometries that a game's boards name, from the opening of each scenario."""
    data = game.data(pack)
    found = dict.fromkeys([game.chart])
    for scenario in game.scenarios(data):
        opening = game.known(data, game.opening(data, scenario.name, game.options()), Observer.PUBLIC)
        found.update(dict.fromkeys(board.geometry for board in game.view(data, opening, Observer.PUBLIC).boards))
    return list(found)


def _option(game: Game[Any, Any], rule: OptionalRule) -> OptionCard:
    """An optional rule as people agree on it."""
    if not rule.is_switch:
        shape: Literal["choice", "number"] = "choice" if rule.values else "number"
        return OptionCard(rule.name, rule.title, rule.about, shape, rule.default, rule.values)
    people = game.people(game.options(**{rule.name: True}))
    left = () if len(people) == len(Side) else people
    return OptionCard(rule.name, rule.title, rule.about, "switch", rule.default, people=left)


def ships(name: str, pack: DataPack | None) -> dict[str, ShipCard]:
    """The real ships behind a game's counters."""
    game = registry.find(name)
    return dict(game.ships(game.data(pack)))


@cache
def rules(name: str) -> dict[str, str]:
    """A game's rules by their ids, in our words; none where the game has no ledger."""
    folder = files(registry.find(name).package)
    if not folder.joinpath("ledger.csv").is_file():
        return {}
    return {row.id: row.requirement for row in Ledger.load(folder).requirements.values()}


@cache
def rulebook(name: str, pack: DataPack | None) -> Rulebook:
    """A game's rulebook, with the numbers of the data that are played with."""
    game = registry.find(name)
    return rulebook_of(game, game.data(pack))


def match_card(mine: Mine, pack: DataPack | None) -> MatchCard:
    """One of a browser's games, from what is kept of its seats."""
    try:
        game: Game[Any, Any] | None = registry.find(mine.game)
    except LookupError:
        game = None
    standing = {side: msgspec.json.decode(mine.seats[side].summary, type=Summary) for side in mine.sides}
    moving = next((side for side in mine.sides if standing[side].my_move), mine.sides[0])
    shown = standing[moving]
    others = [seat for side, seat in mine.seats.items() if side not in mine.sides]
    return MatchCard(
        match=mine.match,
        game=mine.game,
        game_title=game.title if game is not None else mine.game,
        scenario_title=game.scenario_title(game.data(pack), mine.scenario) if game is not None else mine.scenario,
        sides=(moving, *(side for side in mine.sides if side is not moving)),
        turn=shown.turn,
        turns=shown.turns,
        date=shown.date,
        opponent=others[0].name if others else "",
        my_move=shown.my_move,
        over=shown.over,
        words=shown.words,
    )
