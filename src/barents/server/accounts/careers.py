"""Somebody's record: every match that he has finished against another, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import Connection, select

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.game import Result
from barents.kernel.sides import Side
from barents.server.lobby.protocol import Career, Outcome
from barents.server.storage.database import HOLDERS, MATCHES, SEATS

MOST_OUTCOMES = 500
_result_in = msgspec.json.Decoder(Result).decode


def career(connection: Connection, holders: Sequence[str], pack: DataPack | None) -> Career:
    """What somebody has won, lost and drawn, the newest first. Who sat on both sides has played against nobody."""
    held: dict[str, list[Side]] = {}
    for row in connection.execute(select(HOLDERS).where(HOLDERS.c.browser.in_(holders))):
        held.setdefault(row.match, []).append(Side(row.side))
    mine = select(HOLDERS.c.match).where(HOLDERS.c.browser.in_(holders))
    names = {
        (row.match, Side(row.side)): row.name
        for row in connection.execute(select(SEATS.c.match, SEATS.c.side, SEATS.c.name).where(SEATS.c.match.in_(mine)))
    }
    query = (
        select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.scenario, MATCHES.c.result, MATCHES.c.rated, MATCHES.c.opened)
        .where(MATCHES.c.id.in_(mine), MATCHES.c.result.is_not(None))
        .order_by(MATCHES.c.opened.desc(), MATCHES.c.id)
    )
    outcomes: list[Outcome] = []
    totals: dict[str, dict[str, int]] = {}
    for row in connection.execute(query):
        if len(set(held[row.id])) == len(Side):
            continue
        side, result = held[row.id][0], _result_in(row.result)
        outcome: Literal["won", "lost", "drawn"] = (
            "drawn" if result.winner is None else "won" if result.winner is side else "lost"
        )
        game_title, scenario_title = _titles(row.game, row.scenario, pack)
        count = totals.setdefault(game_title, {"won": 0, "lost": 0, "drawn": 0})
        count[outcome] += 1
        if len(outcomes) < MOST_OUTCOMES:
            opponent = names[row.id, side.enemy]
            outcomes.append(
                Outcome(
                    row.id, game_title, scenario_title, side, opponent, outcome, result.level, row.rated, row.opened
                )
            )
    return Career(tuple(outcomes), totals)


def _titles(name: str, scenario: str, pack: DataPack | None) -> tuple[str, str]:
    """A game's and a scenario's titles; their names where they are no longer there."""
    if name not in registry.names():
        return name, scenario
    game = registry.find(name)
    return game.title, game.scenario_title(game.data(pack), scenario)
