"""What a person's staff would answer: the game's adviser is asked, from what the person's side knows and no more."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.domains import Refusal
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import adviser_of, staff_dice
from barents.players.advice import said_apart
from barents.server.guard import Buckets
from barents.server.matches import protocol as said
from barents.server.matches.reasons import not_asked
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Question, Thinkers, ThinkingError, Told, question
from barents.server.settings import Limit

MOST_KEPT = 200  # advices that are remembered


class Request(NamedTuple):
    """What an adviser is sent for a side, and the dice by which it thinks."""

    asked: Question
    dice: Dice
    known: Any


def request(match: Match[Any, Any], side: Side, adviser: str, table: str, revision: int) -> Request:
    """What is sent for the pending decision of a side, of which it has been shown so many revisions.

    Nothing of it may hang on what the side does not know, the number of choices in the match neither.
    """
    dice = staff_dice(match, side).at("proposal", table, revision)
    return Request(question(match, side, adviser, advise=True), dice, match.known(eyes_of(side)))


def proposed(match: Match[Any, Any], known: Any, told: Told, id: int) -> said.Proposed:
    """An adviser's advice as a client is told it."""

    parse, advised = match.game.notation.parse, match.game.notation.parse(told.action)

    def words(action: Action) -> str:
        return match.game.words(match.data, known, action)

    others = tuple(
        said.OtherAnswer(
            action=other.action,
            words=said_apart(words, advised, parse(other.action)),
            gain=other.gain,
            spread=other.spread,
        )
        for other in told.others
    )
    return said.Proposed(
        id=id, action=told.action, words=words(advised), reasons=told.reasons, others=others, worlds=told.worlds
    )


class Proposals:
    """Advice for those who ask for it, at a rate that leaves the thinkers time for the computer's own moves."""

    def __init__(self, thinkers: Thinkers, rate: Limit) -> None:
        self._thinkers = thinkers
        self._rate = Buckets(rate)
        self._given: dict[tuple[str, Side], tuple[int, said.Proposed]] = {}

    async def propose(self, table: LiveTable, side: Side, id: int) -> said.Proposed | said.Refused:
        """The adviser's answer to what a side is asked, or why there is none. Nothing changes by it.

        Its dice are not the computer's: those hang on what nobody may know while the match runs.
        """
        if table.row.rated:
            return _none(id, "In a rated match nobody has an adviser.")
        if table.row.unadvised:
            return _none(id, "This table has agreed to play without an adviser.")
        adviser = adviser_of(table.match.game.name)
        if not adviser:
            return _none(id, f"{table.match.game.title} has no adviser who could be asked.")
        if (wait := self._rate.wait(f"{table.id} {side}")) > 0:
            return _none(id, f"The captain needs a rest: ask again in {wait:.0f} seconds.")
        async with table.undisturbed(side, looks=True):
            match = table.match
            if table.asked(side) is None:
                return said.Refused(id=id, refusal=not_asked(match))
            revision = table.live_seats[side].feed.revision
            before, given = self._given.get((table.id, side), (-1, None))
            if given is not None and before == revision:
                return msgspec.structs.replace(given, id=id)
            asked, dice, known = request(match, side, adviser, table.id, revision)
        try:
            told = await self._thinkers.advise(asked, dice)
        except ThinkingError:
            return _none(id, "The captain has no answer to this.")
        found = proposed(match, known, told, id)
        self._keep((table.id, side), revision, found)
        return found

    def _keep(self, seat: tuple[str, Side], revision: int, found: said.Proposed) -> None:
        """Who asks the same again is told the same, and nobody has to think for it."""
        self._given.pop(seat, None)
        self._given[seat] = revision, found
        while len(self._given) > MOST_KEPT:
            del self._given[next(iter(self._given))]


def _none(id: int, reason: str) -> said.Refused:
    return said.Refused(id=id, refusal=Refusal(reason))
