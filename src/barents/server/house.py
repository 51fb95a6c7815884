"""The house: every match that is open, and the ways in, for those who have a right to a seat."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import msgspec

from barents.kernel import registry
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.record import Record, RecordError, decode
from barents.kernel.replay import replay
from barents.kernel.sides import Side
from barents.players import known_names, player_names, usual_opponent
from barents.server import guard
from barents.server.cards import match_card, player_title
from barents.server.chairs import Chair, summary_of
from barents.server.logs import note
from barents.server.protocol import MOST_NAME, MatchCard, Opened, Opening
from barents.server.settings import Settings
from barents.server.store import MatchRow, SeatRow, Store, now
from barents.server.tables import LiveTable
from barents.server.thinking import Thinkers

T = TypeVar("T")


class Mistake(Exception):
    """A request that cannot be granted; the message says why, and what could be."""


class NotOver(Exception):
    """Something that is only for after the end."""


class Unknown(Exception):
    """There is no such thing, or it is not yours: the two must not be told apart."""


def clean_name(name: str) -> str:
    """A name as it may stand on everyone's page: one line, no invisible signs, not too long."""
    visible = "".join(
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", name)
        if letter.isspace() or not unicodedata.category(letter).startswith("C")
    )
    return " ".join(visible.split())[:MOST_NAME].strip()


class House:
    """All matches of a service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(
            settings.thinkers, settings.most_thinkers, settings.think_seconds, settings.plug_ins, settings.pack
        )
        # What takes long has a thread of its own, so that it never keeps a choice from being written down.
        self._heavy = ThreadPoolExecutor(1, "heavy")
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    async def start(self) -> None:
        """Be ready for guests."""
        await self.thinkers.start()

    async def close(self) -> None:
        """Send everyone home; what has happened is kept."""
        for table in self._live.values():
            table.close()
        self.thinkers.close()
        self._heavy.shutdown(cancel_futures=True)
        self.store.close()

    async def slowly(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something that takes long without keeping anybody else waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._heavy, work, *arguments)

    @property
    def live(self) -> tuple[LiveTable, ...]:
        """The matches in memory."""
        return tuple(self._live.values())

    # Finding a match

    async def table(self, match: str) -> LiveTable:
        """A match by its id, from memory or played again from what is kept; `Unknown` if there is none."""
        found = self._live.get(match)
        if found is not None and not found.broken:
            self._live.move_to_end(match)
            return found
        if match not in self._loading:
            self._loading[match] = asyncio.ensure_future(self._load(match))
            self._loading[match].add_done_callback(lambda _done: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> LiveTable:
        kept = await asyncio.to_thread(self.store.load, match)
        if kept is None:
            raise Unknown
        table = await asyncio.to_thread(LiveTable, kept, self.store, self.thinkers, self.settings)
        self._live[match] = table
        self._make_room()
        return table

    def _make_room(self) -> None:
        for match, table in list(self._live.items()):
            if len(self._live) <= self.settings.live_matches:
                return
            if table.is_idle:
                del self._live[match]

    async def seat(self, key: str, match: str, side: str) -> LiveTable:
        """The match in which a browser holds a side; `Unknown` if it does not."""
        if side not in await self.sides(key, match):
            raise Unknown
        return await self.table(match)

    async def sides(self, key: str, match: str) -> tuple[Side, ...]:
        """The sides of a match that a browser holds."""
        if not key:
            return ()
        return await asyncio.to_thread(self.store.holds, guard.hashed(key), match)

    async def mine(self, key: str) -> list[MatchCard]:
        """A browser's matches."""
        if not key:
            return []
        found = await asyncio.to_thread(self.store.mine, guard.hashed(key))
        return [match_card(mine) for mine in found]

    def link(self, key: str, table: LiveTable) -> str:
        """The path of the link to the free seat of a match, for whoever opened it."""
        if table.row.opener != guard.hashed(key):
            return ""
        free = next((chair.side for chair in table.chairs.values() if not chair.is_taken), None)
        return "" if free is None else f"/join/{guard.invitation(key, table.id, free)}"

    # Opening a match

    async def reserve(self, opening: Opening) -> str:
        """Open a match whose seats are all free; the path of the link by which they are taken."""
        key = guard.new_key()
        opened = await self.open(opening, key, seated=False)
        return f"/join/{guard.invitation(key, opened.match, opened.side)}"

    async def reserve_record(self, content: bytes, side: str, opponent: str) -> str:
        """The same for the match of a record."""
        key = guard.new_key()
        opened = await self.upload(content, key, side, opponent, seated=False)
        return f"/join/{guard.invitation(key, opened.match, opened.side)}"

    async def open(self, opening: Opening, key: str, *, seated: bool = True) -> Opened:
        """Open a match for a browser, which holds its seat at once unless it is to come by a link."""
        game, scenario = found_scenario(opening.game, opening.scenario)
        options = read_options(game, opening.options)
        people = game.people(options)
        side = secrets.choice(people) if opening.side == "either" else Side(opening.side)
        _insist_on_people(people, side, opening.opponent)
        row = self._row(game, scenario, msgspec.to_builtins(options), opening.windows, key)
        seats = self._seats(game, row, side, opening.opponent, clean_name(opening.name), key)
        pack = self.settings.pack
        match: Match[Any, Any] = Match.new(
            game, scenario, seed=row.secret, options=options, pack=pack, await_nonces=True
        )
        sides = [each for each in Side if each is side or opening.opponent == "here"]
        return await self._keep(row, seats, sides if seated else [], match, side, key)

    def _row(
        self,
        game: Game[Any, Any],
        scenario: str,
        options: dict[str, Any],
        windows: Literal["orders", "ask"],
        key: str,
        record: bytes | None = None,
        secret: bytes | None = None,
    ) -> MatchRow:
        return MatchRow(
            id=secrets.token_hex(8),
            game=game.name,
            scenario=scenario,
            options=options,
            secret=secret if secret is not None else secrets.token_bytes(32),
            data_digest=self.settings.pack.digest if self.settings.pack is not None else "",
            rules=game.version,
            windows=windows,
            opened=now(),
            opener=guard.hashed(key),
            base=record,
        )

    def _seats(
        self, game: Game[Any, Any], row: MatchRow, side: Side, opponent: str, name: str, key: str
    ) -> dict[Side, SeatRow]:
        """The two seats of a new match: the opener's and the other's."""
        mine = SeatRow(side=side, kind="person", name=name)
        if opponent == "here":
            theirs = SeatRow(side=side.enemy, kind="person")
        elif opponent == "person":
            token = guard.hashed(guard.invitation(key, row.id, side.enemy))
            theirs = SeatRow(side=side.enemy, kind="person", token=token)
        elif opponent in known_names(game.name):
            theirs = SeatRow(
                side=side.enemy,
                kind="computer",
                player=opponent,
                name=player_title(opponent),
                nonce=secrets.token_hex(16),
            )
        else:
            known = ", ".join([*player_names(game.name), "person", "here"])
            raise Mistake(f"There is no opponent '{opponent}': there are {known}.")
        return {each.side: each for each in (mine, theirs)}

    async def _keep(
        self,
        row: MatchRow,
        seats: dict[Side, SeatRow],
        held: Sequence[Side],
        match: Match[Any, Any],
        side: Side,
        key: str,
        friends: Mapping[Side, str] | None = None,
    ) -> Opened:
        """Write a new match down, with the first look of each person at it, and who holds which seat."""
        holders = {**{each: guard.hashed(key) for each in held}, **(friends or {})}
        if side not in holders:
            token = guard.hashed(guard.invitation(key, row.id, side))
            seats = {**seats, side: msgspec.structs.replace(seats[side], token=token)}
        for each, seat in seats.items():
            if seat.nonce is not None and each in match.awaited:
                match.contribute(each, seat.nonce)
        shown = []
        for seat in seats.values():
            chair = Chair(seat, (), match, row.windows)
            if chair.view is not None:
                summary = msgspec.json.encode(summary_of(chair.view)).decode()
                seat = msgspec.structs.replace(seat, revision=chair.feed.revision, summary=summary)
            shown.append(seat)
        result = None if match.result is None else msgspec.json.encode(match.result).decode()
        row = msgspec.structs.replace(row, over=result is not None, result=result)
        await asyncio.to_thread(self.store.open, row, shown, holders)
        note("match opened", match=row.id, game=row.game, scenario=row.scenario, windows=row.windows)
        free = next((each for each, seat in seats.items() if seat.token is not None and each is not side), None)
        link = "" if free is None else f"/join/{guard.invitation(key, row.id, free)}"
        return Opened(row.id, side, link)

    async def again(self, key: str, match: str, swap: bool) -> Opened:
        """A new match on the terms of one that is over, for somebody who sat there."""
        held = await self.sides(key, match)
        if not held:
            raise Unknown
        table = await self.table(match)
        if table.match.result is None:
            raise NotOver("This match is not over yet.")
        game, scenario = found_scenario(table.row.game, table.row.scenario)
        options = read_options(game, table.row.options)
        row = self._row(game, scenario, table.row.options, table.row.windows, key)
        side = held[0].enemy if swap else held[0]
        other = table.chairs[held[0].enemy]
        opponent = "here" if len(held) == 2 else other.player or "person"
        _insist_on_people(game.people(options), side, opponent)
        seats = self._seats(game, row, side, opponent, table.chairs[held[0]].name, key)
        sides = [each for each in Side if each is side or opponent == "here"]
        friends: dict[Side, str] = {}
        if opponent == "person" and row.windows == "orders" and other.holders:
            # The friend finds the new match among his own. What both must consent to takes a new invitation.
            friends[side.enemy] = other.holders[0]
            seats[side.enemy] = msgspec.structs.replace(seats[side.enemy], token=None, name=other.name)
        new: Match[Any, Any] = Match.new(
            game, scenario, seed=row.secret, options=options, pack=self.settings.pack, await_nonces=True
        )
        return await self._keep(row, seats, sides, new, side, key, friends)

    async def upload(self, content: bytes, key: str, side: str, opponent: str, *, seated: bool = True) -> Opened:
        """A match from a record: one that is over to look at, another to go on with."""
        record, match = await self.slowly(self._read, content)
        game, scenario = match.game, record.scenario
        mine = Side.ALLIED if side == "both" else Side(side)
        if match.result is not None or side == "both":
            opponent = "here"
        opponent = opponent or usual_opponent(game.name)
        row = self._row(game, scenario, record.options, "orders", key, content, bytes.fromhex(record.secret))
        seats = self._seats(game, row, mine, opponent, "", key)
        sides = [each for each in Side if each is mine or opponent == "here"]
        return await self._keep(row, seats, sides if seated else [], match, mine, key)

    def _read(self, content: bytes) -> tuple[Record, Match[Any, Any]]:
        try:
            record = decode(content)
            return record, replay(record, self.settings.pack)
        except RecordError as error:
            text = str(error)
            raise Mistake(f"{text[:1].upper()}{text[1:]}.") from None

    # Joining a match

    async def invited(self, token: str) -> tuple[LiveTable, Side, bool]:
        """The match and seat that a link leads to, and whether the seat is taken; `Unknown` for any other text."""
        if not guard.is_key(token):
            raise Unknown
        found = await asyncio.to_thread(self.store.invitation, guard.hashed(token))
        if found is None:
            raise Unknown
        return await self.table(found.match), found.side, found.taken

    async def join(self, token: str, key: str, name: str) -> tuple[str, Side]:
        """Take the seat that a link leads to; a browser that has it already is simply let in.

        Where the other seat is free too and has no link of its own, two people at one screen take both.
        """
        table, side, taken = await self.invited(token)
        if side in await self.sides(key, table.id):
            return table.id, side
        browser = guard.hashed(key)
        if side.enemy in await self.sides(key, table.id):
            raise Mistake("This link is for your opponent: you sit on the other side of this match.")
        if taken or not await asyncio.to_thread(self.store.take, table.id, side, browser, clean_name(name)):
            raise Mistake("Somebody has already taken this seat. Ask for a new match and a new link.")
        await table.sat_down(side, browser, clean_name(name))
        other = table.chairs[side.enemy]
        if not other.is_taken and not other.has_link:
            await asyncio.to_thread(self.store.take, table.id, side.enemy, browser, "")
            await table.sat_down(side.enemy, browser, "")
        note("seat taken", match=table.id, side=side.value)
        return table.id, side


def _insist_on_people(people: tuple[Side, ...], side: Side, opponent: str) -> None:
    """Refuse a seat that the rules themselves play, as in solitaire."""
    alone = " and ".join(each.value for each in people)
    if side not in people:
        raise Mistake(f"With these options a person can only play {alone}: the rules play the other side.")
    if len(people) < len(Side) and opponent in ("here", "person"):
        raise Mistake(
            f"With these options one person plays {alone}, and the rules the other side: take a computer player."
        )


def found_scenario(name: str, scenario: str) -> tuple[Game[Any, Any], str]:
    """A game and the name of one of its scenarios; a mistake if there is no such thing."""
    try:
        game = registry.find(name)
        return game, game.scenario(scenario).name
    except LookupError as error:
        text = str(error)
        raise Mistake(f"{text[:1].upper()}{text[1:]}.") from None


def read_options(game: Game[Any, Any], given: dict[str, Any]) -> msgspec.Struct:
    """A game's options from what somebody sent; a mistake if they do not fit."""
    known = [field.name for field in msgspec.structs.fields(game.options)]
    for name in given:
        if name not in known:
            raise Mistake(f"{game.title} has no option '{name}': there are {', '.join(known) or 'none'}.")
    try:
        return msgspec.convert(given, game.options)
    except msgspec.ValidationError as error:
        raise Mistake(f"An option of {game.title} does not fit: {error}.") from None
