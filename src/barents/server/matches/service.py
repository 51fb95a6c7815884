"""The service: every match that is open, and the ways in, for those who have a right to a seat."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.dice import computers_word
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.record import Record, decode
from barents.kernel.replay import replay
from barents.kernel.sides import Side
from barents.players import known_names, player_names, usual_opponent
from barents.server import guard, processes
from barents.server.accounts.names import clean_name, folded
from barents.server.accounts.ratings import ratings_of
from barents.server.accounts.store import AccountStore
from barents.server.accounts.visitors import Visitor
from barents.server.cards import AUTOMATON, match_card, player_title
from barents.server.lobby import store as lobby_store
from barents.server.lobby.terms import kept_terms, same_terms, wrong_terms
from barents.server.logs import note
from barents.server.matches.in_memory import LiveMatches
from barents.server.matches.proposals import Proposals
from barents.server.matches.protocol import MatchCard, Opened, Opening
from barents.server.matches.rebuilding import TableError, packed_record, words_of_change
from barents.server.matches.seats import LiveSeat, Summary, summary_of
from barents.server.matches.stopping import NOT_FINISHED, is_stopped, stop_all
from barents.server.matches.sweeping import Sweeper
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Thinkers
from barents.server.records.work import RecordWork
from barents.server.settings import Settings
from barents.server.storage.store import Kept, MatchRow, SeatRow, Store, now

T = TypeVar("T")
HEAVY = 4  # threads for what takes long but is bounded, so that nobody waits for one visitor's


class Mistake(Exception):
    """A request that cannot be granted; the message says why, and what could be."""


class NotOver(Exception):
    """Something that is only for after the end."""


class Unknown(Exception):
    """There is no such thing, or it is not yours: the two must not be told apart."""


class MatchService:
    """All matches of a service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, shared=settings.processes > 1)
        self.accounts = AccountStore(self.store)
        self.thinkers = Thinkers(
            settings.thinkers, settings.most_thinkers, settings.think_seconds, settings.plug_ins, settings.pack
        )
        # What takes long has a thread of its own, so that it never keeps a choice from being written down.
        self._heavy = ThreadPoolExecutor(HEAVY, "heavy")
        self.records = RecordWork(settings)
        self.live_matches = LiveMatches(self.store, self.thinkers, settings)
        self.sweeper = Sweeper(self.live_matches, self.store)
        self.proposals = Proposals(self.thinkers, settings.limits.proposals)

    async def start(self) -> None:
        """Be ready for guests."""
        await asyncio.to_thread(stop_all, self.store)
        await asyncio.to_thread(processes.load)
        await self.thinkers.start()
        await self.live_matches.start()
        await self.sweeper.start()
        self.live_matches.notices.start()

    async def close(self) -> None:
        """Send everyone home; what has happened is kept."""
        await self.live_matches.notices.close()
        await self.sweeper.close()
        await self.live_matches.close()
        self.thinkers.close()
        self.records.close()
        self._heavy.shutdown(cancel_futures=True)
        self.store.close()

    async def slowly(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something that takes long without keeping anybody else waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._heavy, work, *arguments)

    @property
    def live(self) -> tuple[LiveTable, ...]:
        """The matches in memory."""
        return self.live_matches.live

    # Finding a match

    async def table(self, match: str) -> LiveTable:
        """A match by its id, from memory or played again from what is kept; `Unknown` if there is none."""
        found = await self.live_matches.table(match)
        if found is None:
            raise Unknown
        return found

    async def kept(self, match: str) -> Kept:
        """What is kept of a match, whether it can be played or not; `Unknown` if there is none."""
        found = await asyncio.to_thread(self.store.load, match)
        if found is None:
            raise Unknown
        return found

    async def seat(self, visitor: Visitor, match: str, side: str) -> LiveTable:
        """The match in which a visitor holds a side; `Unknown` if he does not."""
        if side not in await self.sides(visitor, match):
            raise Unknown
        return await self.table(match)

    async def sides(self, visitor: Visitor, match: str) -> tuple[Side, ...]:
        """The sides of a match that a visitor holds."""
        if not visitor.holders:
            return ()
        return await asyncio.to_thread(self.store.holds, visitor.holders, match)

    async def mine(self, visitor: Visitor) -> list[MatchCard]:
        """A visitor's matches."""
        if not visitor.holders:
            return []
        found = await asyncio.to_thread(self.store.mine, visitor.holders)
        return [match_card(mine, self.settings.pack) for mine in found]

    def link(self, visitor: Visitor, table: LiveTable) -> str:
        """The path of the link to the free seat of a match, for whoever opened it."""
        if table.row.door is None or table.row.opener not in visitor.holders:
            return ""
        free = next((live_seat.side for live_seat in table.live_seats.values() if not live_seat.is_taken), None)
        return "" if free is None else _link(table.row.door, free)

    async def called(self, visitor: Visitor, name: str) -> str:
        """What a visitor is called at a table: by the account's name; or as a guest wishes, but not by an account's."""
        if visitor.account:
            return visitor.name
        name = clean_name(name)
        if name and await asyncio.to_thread(self.accounts.named, folded(name)) is not None:
            return ""
        return name

    async def is_watched(self, match: str) -> bool:
        """Whether anybody may watch a match."""
        return await asyncio.to_thread(lobby_store.is_watched, self.store, match)

    def watchers(self, match: str) -> int:
        """How many watch a match, in this and other processes."""
        table = self.live_matches.find(match)
        here = len(table.around.gallery.listeners) if table is not None else 0
        return here + self.live_matches.other_processes.elsewhere(match).watchers

    async def ratings(self, wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """The ratings of some holders, each at a game."""
        return await asyncio.to_thread(self._ratings, wanted)

    def _ratings(self, wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], float]:
        with self.store.reading() as connection:
            return ratings_of(connection, wanted)

    # Opening a match

    async def reserve(self, opening: Opening) -> str:
        """Open a match whose seats are all free; the path of the link by which they are taken."""
        return (await self.open(opening, Visitor().with_key(), seated=False)).invitation

    async def reserve_record(self, content: bytes, side: str, opponent: str) -> str:
        """The same for the match of a record."""
        return (await self.upload(content, Visitor().with_key(), side, opponent, seated=False)).invitation

    async def open(self, opening: Opening, visitor: Visitor, *, seated: bool = True) -> Opened:
        """Open a match for a visitor, who holds a seat of it at once unless he is to come by a link."""
        game, scenario = found_scenario(opening.game, opening.scenario, self.settings.pack)
        options = read_options(game, opening.options)
        try:
            game.insist_on_both(game.data(self.settings.pack), scenario, options)
        except LookupError as error:
            raise Mistake(f"{error}.") from error
        people = game.people(options)
        side = secrets.choice(people) if opening.side == "either" else Side(opening.side)
        _insist_on_people(people, side, opening.opponent)
        if opening.rated and not visitor.account:
            raise Mistake("A rated match is between two accounts: log in first, or open one that is not rated.")
        if opening.rated and opening.opponent != "person":
            raise Mistake("Only a match against another person can be rated: take 'person' as the opponent.")
        wrong = wrong_terms(opening)
        if wrong:
            raise Mistake(wrong)
        if opening.open_to_all:
            await self._insist_on_few_challenges(visitor)
        row = self._row(game, scenario, msgspec.to_builtins(options), opening.windows, visitor)
        row = msgspec.structs.replace(row, rated=opening.rated, **kept_terms(opening))
        seats = self._seats(game, row, side, opening.opponent, await self.called(visitor, opening.name))
        pack = self.settings.pack
        match: Match[Any, Any] = Match.new(
            game, scenario, seed=row.secret, options=options, pack=pack, await_nonces=True
        )
        sides = [each for each in Side if each is side or opening.opponent == "here"]
        return await self._keep(row, seats, sides if seated else [], match, side, visitor)

    async def _insist_on_few_challenges(self, visitor: Visitor) -> None:
        most = self.settings.limits.challenges
        if await asyncio.to_thread(lobby_store.challenges_of, self.store, visitor.holders) >= most:
            raise Mistake(f"You have {most} open challenges already: wait until one is taken, or withdraw one.")

    def _row(
        self,
        game: Game[Any, Any],
        scenario: str,
        options: dict[str, Any],
        windows: Literal["orders", "ask"],
        visitor: Visitor,
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
            opener=visitor.own,
            base=record,
            door=guard.new_door(),
        )

    def _seats(self, game: Game[Any, Any], row: MatchRow, side: Side, opponent: str, name: str) -> dict[Side, SeatRow]:
        """The two seats of a new match: the opener's and the other's."""
        mine = SeatRow(side=side, kind="person", name=name)
        if opponent == "here":
            theirs = SeatRow(side=side.enemy, kind="person")
        elif opponent == "person":
            theirs = SeatRow(side=side.enemy, kind="person", token=_token(row, side.enemy))
        elif opponent in known_names(game.name):
            played = side.enemy in game.people(read_options(game, row.options))
            theirs = SeatRow(
                side=side.enemy,
                kind="computer",
                player=opponent,
                name=player_title(opponent) if played else AUTOMATON,  # by the rules, who ask nobody for that side
                nonce=computers_word(row.secret, side.enemy),
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
        visitor: Visitor,
        friends: Mapping[Side, str] | None = None,
        write: Callable[[MatchRow, Sequence[SeatRow], Mapping[Side, str]], None] | None = None,
    ) -> Opened:
        """Write a new match down, with the first look of each person at it, and who holds which seat.

        The link that is handed out is the one to the free seat: the other's, or the opener's who is yet to come.
        """
        holders = {**dict.fromkeys(held, visitor.own), **(friends or {})}
        if side not in holders:
            seats = {**seats, side: msgspec.structs.replace(seats[side], token=_token(row, side))}
        for each, seat in seats.items():
            if seat.nonce is not None and each in match.awaited:
                match.contribute(each, seat.nonce)
        shown = []
        for seat in seats.values():
            live_seat = LiveSeat(seat, (), match, row.way)
            if live_seat.view is not None:
                summary = msgspec.json.encode(summary_of(live_seat.view)).decode()
                seat = msgspec.structs.replace(seat, revision=live_seat.feed.revision, summary=summary)
            shown.append(seat)
        result = None if match.result is None else msgspec.json.encode(match.result).decode()
        row = msgspec.structs.replace(row, over=result is not None, result=result)
        await asyncio.to_thread(write or self.store.open, row, shown, holders)
        note("match opened", match=row.id, game=row.game, scenario=row.scenario, windows=row.windows)
        free = side if side not in holders else side.enemy
        link = "" if row.door is None or seats[free].token is None else _link(row.door, free)
        return Opened(row.id, side, link)

    async def again(self, visitor: Visitor, match: str, swap: bool) -> Opened:
        """A new match on the terms of one that is over, for somebody who sat there.

        Between two people it is the same for both: whoever asks second is let into what the first has opened.
        """
        held = await self.sides(visitor, match)
        if not held:
            raise Unknown
        # From what is kept, and not from the match: that may be one of rules which are gone.
        former = await self.kept(match)
        if not former.match.over and not is_stopped(former):
            raise NotOver("This match is not over yet.")
        other, others = former.seats[held[0].enemy], former.holders[held[0].enemy]
        opponent = "here" if len(held) == 2 else other.player or "person"
        name = await self.called(visitor, former.seats[held[0]].name)
        before = former.match.rematch if opponent == "person" else None
        if before is not None and (found := await self._let_into_rematch(visitor, before, name)) is not None:
            return found
        game, scenario = found_scenario(former.match.game, former.match.scenario, self.settings.pack)
        options = read_options(game, former.match.options)
        row = self._row(game, scenario, former.match.options, former.match.windows, visitor)
        row = msgspec.structs.replace(row, **same_terms(former.match))
        side = held[0].enemy if swap else held[0]
        _insist_on_people(game.people(options), side, opponent)
        seats = self._seats(game, row, side, opponent, name)
        sides = [each for each in Side if each is side or opponent == "here"]
        friends: dict[Side, str] = {}
        if opponent == "person" and row.windows == "orders" and others:
            # The friend finds the new match among his own. What both must consent to waits until he asks for it too.
            friends[side.enemy] = others[0]
            seats[side.enemy] = msgspec.structs.replace(seats[side.enemy], token=None, name=other.name)
        new: Match[Any, Any] = Match.new(
            game, scenario, seed=row.secret, options=options, pack=self.settings.pack, await_nonces=True
        )
        if opponent != "person":
            return await self._keep(row, seats, sides, new, side, visitor, friends)

        def write(row: MatchRow, seats: Sequence[SeatRow], holders: Mapping[Side, str]) -> None:
            lobby_store.open_again(self.store, row, seats, holders, match, before)

        try:
            return await self._keep(row, seats, sides, new, side, visitor, friends, write)
        except lobby_store.Forestalled:
            return await self.again(visitor, match, swap)

    async def _let_into_rematch(self, visitor: Visitor, match: str, name: str) -> Opened | None:
        """The seat at a match that the other side has opened once more; None if there is no way in any more."""
        try:
            table = await self.table(match)
        except (Unknown, TableError):
            return None
        held = await self.sides(visitor, match)
        if held:
            return Opened(match, held[0], self.link(visitor, table))
        free = next((live_seat.side for live_seat in table.live_seats.values() if not live_seat.is_taken), None)
        if free is None or not await asyncio.to_thread(self.store.take, match, free, visitor.own, name):
            return None
        await table.catch_up()
        return Opened(match, free)

    async def upload(
        self, content: bytes, visitor: Visitor, side: str, opponent: str, whence: str = "", *, seated: bool = True
    ) -> Opened:
        """A match from a record: one that is over to look at, another to go on with."""
        can_be_played = await self.records.believed(content, whence)
        record = await self.slowly(decode, content)
        if not can_be_played:
            return await self._keep_old(record, content, visitor)
        match = await self.slowly(replay, record, self.settings.pack)
        game, scenario = match.game, record.scenario
        mine = Side.ALLIED if side == "both" else Side(side)
        if match.result is not None or side == "both":
            opponent = "here"
        opponent = opponent or usual_opponent(game.name)
        kept, secret = packed_record(content), bytes.fromhex(record.secret)
        if opponent == "person":
            # Whoever brings a record knows its secret, and both words for its dice.
            secret = secrets.token_bytes(32)
            match.await_new_dice(secret)
        row = self._row(game, scenario, record.options, "orders", visitor, kept, secret)
        seats = self._seats(game, row, mine, opponent, await self.called(visitor, ""))
        sides = [each for each in Side if each is mine or opponent == "here"]
        return await self._keep(row, seats, sides if seated else [], match, mine, visitor)

    async def _keep_old(self, record: Record, content: bytes, visitor: Visitor) -> Opened:
        """Keep a record of rules that this server does not have, to be read by whoever brought it."""
        game = registry.find(record.game)
        kept, secret = packed_record(content), bytes.fromhex(record.secret)
        row = self._row(game, record.scenario, record.options, "orders", visitor, kept, secret)
        over = record.result is not None
        row = msgspec.structs.replace(row, rules=record.chapters[-1].rules, data_digest=record.data_digest, over=over)
        if record.result is not None:
            row = msgspec.structs.replace(row, result=msgspec.json.encode(record.result).decode())
            words = record.result.told.why or record.result.level
            words = f"{words[:1].upper()}{words[1:]}"
        else:
            row = msgspec.structs.replace(row, closed=words_of_change(row, game))
            words = NOT_FINISHED
        summary = msgspec.json.encode(Summary(over=True, words=words)).decode()
        name = await self.called(visitor, "")
        seats = [SeatRow(side=each, kind="person", name=name, summary=summary) for each in Side]
        await asyncio.to_thread(self.store.open, row, seats, dict.fromkeys(Side, visitor.own))
        note("record kept to be read", match=row.id, game=row.game, scenario=row.scenario, rules=row.rules)
        return Opened(row.id, Side.ALLIED)

    # Joining a match

    async def invited(self, token: str) -> tuple[LiveTable, Side, bool]:
        """The match and seat that a link leads to, and whether the seat is taken; `Unknown` for any other text."""
        if not guard.is_key(token):
            raise Unknown
        found = await asyncio.to_thread(self.store.invitation, guard.hashed(token))
        if found is None:
            raise Unknown
        return await self.table(found.match), found.side, found.taken

    async def join(self, token: str, visitor: Visitor, name: str) -> tuple[str, Side]:
        """Take the seat that a link leads to; a visitor who has it already is simply let in.

        Where the other seat is free too and has no link of its own, two people at one screen take both.
        """
        table, side, taken = await self.invited(token)
        held = await self.sides(visitor, table.id)
        if side in held:
            return table.id, side
        if table.row.closed is not None:
            raise Mistake(table.row.closed)
        if side.enemy in held:
            raise Mistake("This link is for your opponent: you sit on the other side of this match.")
        if table.row.rated and not visitor.account:
            raise Mistake("This match is rated: log in first, and then follow the link again.")
        holder, name = visitor.own, await self.called(visitor, name)
        if taken or not await asyncio.to_thread(self.store.take, table.id, side, holder, name):
            raise Mistake("Somebody has already taken this seat. Ask for a new match and a new link.")
        await table.catch_up()
        other = table.live_seats[side.enemy]
        if not other.is_taken and not other.has_link:
            await asyncio.to_thread(self.store.take, table.id, side.enemy, holder, "")
            await table.catch_up()
        note("seat taken", match=table.id, side=side.value)
        return table.id, side


def _link(door: bytes, side: Side) -> str:
    return f"/join/{guard.invitation(door, side)}"


def _token(row: MatchRow, side: Side) -> str | None:
    """What is kept of the link to a seat."""
    return None if row.door is None else guard.hashed(guard.invitation(row.door, side))


def _insist_on_people(people: tuple[Side, ...], side: Side, opponent: str) -> None:
    """Refuse a seat that the rules themselves play, as in solitaire."""
    alone = " and ".join(each.value for each in people)
    if side not in people:
        raise Mistake(f"With these options a person can only play {alone}: the rules play the other side.")
    if len(people) < len(Side) and opponent in ("here", "person"):
        raise Mistake(
            f"With these options one person plays {alone}, and the rules the other side: take a computer player."
        )


def found_scenario(name: str, scenario: str, pack: DataPack | None) -> tuple[Game[Any, Any], str]:
    """A game and the name of one of its scenarios; a mistake if there is no such thing."""
    try:
        game = registry.find(name)
        return game, game.scenario(game.data(pack), scenario).name
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
