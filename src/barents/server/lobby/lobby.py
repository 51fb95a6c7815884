"""The lobby: open challenges, one's own games, and games to watch."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.sides import Side
from barents.server.accounts.visitors import Visitor
from barents.server.cards import game_card
from barents.server.lobby import store as lobby_store
from barents.server.lobby.protocol import Challenge, Lobby, Watchable
from barents.server.lobby.store import Offered, UnderWay
from barents.server.logs import note
from barents.server.matches.protocol import Opened
from barents.server.matches.seats import Summary
from barents.server.matches.service import MatchService, Mistake, NotOver, Unknown
from barents.server.storage.store import SeatRow, now

WITHDRAWN = "Whoever opened this match has withdrawn the challenge."


class Hall:
    """Where people find each other."""

    def __init__(self, service: MatchService) -> None:
        self._service = service

    async def shown(self, visitor: Visitor) -> Lobby:
        """What somebody sees who looks in; that he did keeps his own challenges up."""
        store = self._service.store
        if visitor.holders:
            await asyncio.to_thread(lobby_store.stand_by, store, visitor.holders, now())
        mine = await self._service.mine(visitor)
        offered = await asyncio.to_thread(lobby_store.offered, store, now())
        ratings = await self._service.ratings({(each.holder, each.game) for each in offered})
        under_way = await asyncio.to_thread(lobby_store.under_way, store)
        playable = registry.names()
        return Lobby(
            mine=tuple(sorted(mine, key=lambda card: (card.over, not card.my_move))),
            challenges=tuple(
                _challenge(each, visitor, ratings.get((each.holder, each.game)), self._service.settings.pack)
                for each in offered
                if each.game in playable
            ),
            watchable=tuple(
                _watchable(each, self._service.watchers(each.match), self._service.settings.pack)
                for each in under_way
                if each.game in playable
            ),
        )

    async def take(self, visitor: Visitor, match: str, name: str) -> Opened:
        """Take the free seat of a challenge; who does so agrees to all that its card says."""
        if not match.isalnum():
            raise Unknown
        table = await self._service.table(match)
        row = table.row
        if not row.open_to_all or row.closed is not None:
            raise Unknown
        held = await self._service.sides(visitor, match)
        if held or row.opener in visitor.holders:
            raise Mistake("This challenge is your own: somebody else has to take it.")
        if row.rated and not visitor.account:
            raise Mistake("This match is rated: log in first, or take one that is not.")
        free = next((live_seat.side for live_seat in table.live_seats.values() if not live_seat.is_taken), None)
        called = await self._service.called(visitor, name)
        if free is None or not await asyncio.to_thread(self._service.store.take, match, free, visitor.own, called):
            raise NotOver("Somebody was quicker: this seat is taken. Look for another.")
        await table.catch_up()
        note("seat taken", match=match, side=free.value)
        return Opened(match, free)

    async def withdraw(self, visitor: Visitor, match: str) -> None:
        """Close a challenge of one's own that nobody has taken."""
        if not visitor.holders:
            raise Unknown
        done = await asyncio.to_thread(lobby_store.withdraw, self._service.store, match, visitor.holders, WITHDRAWN)
        if not done:
            if await self._service.sides(visitor, match):
                raise NotOver("Somebody has taken this seat meanwhile: the match is on.")
            raise Unknown
        note("challenge withdrawn", match=match)


def _challenge(offered: Offered, visitor: Visitor, rating: float | None, pack: DataPack | None) -> Challenge:
    card = game_card(offered.game, pack)
    scenario = next((each.title for each in card.scenarios if each.name == offered.scenario), offered.scenario)
    return Challenge(
        match=offered.match,
        game=offered.game,
        game_title=card.title,
        scenario_title=scenario,
        side=offered.side,
        host=offered.seats[offered.side.enemy].name,
        rating=rating,
        options=_unusual(offered.game, offered.options, pack),
        pace=offered.pace,
        rated=offered.rated,
        watched=offered.watched,
        opened=offered.opened,
        mine=offered.opener in visitor.holders or offered.holder in visitor.holders,
        windows="ask" if offered.windows == "ask" else "orders",
        pause=offered.pause,
    )


def _unusual(game: str, options: dict[str, Any], pack: DataPack | None) -> tuple[str, ...]:
    """The optional rules that are not as usual, in words."""
    found = []
    for option in game_card(game, pack).options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if option.kind == "switch":
            found.append(option.title if value else f"not: {option.title}")
        else:
            found.append(f"{option.title}: {value}")
    return tuple(found)


def _watchable(match: UnderWay, watchers: int, pack: DataPack | None) -> Watchable:
    game = registry.find(match.game)
    # What a seat was shown last has the game's clock, which hangs where all can see it.
    summary = max((_summary(seat) for seat in match.seats.values()), key=lambda each: (each.turns > 0, each.turn))
    return Watchable(
        match=match.match,
        game=match.game,
        game_title=game.title,
        scenario_title=game.scenario_title(game.data(pack), match.scenario),
        names={side: match.seats[side].name for side in Side},
        turn=summary.turn,
        turns=summary.turns,
        date=summary.date,
        watchers=watchers,
    )


def _summary(seat: SeatRow) -> Summary:
    return msgspec.json.decode(seat.summary, type=Summary)
