"""What a person's staff would answer: the game's adviser is asked, from what the person's side knows and no more."""

from __future__ import annotations

from barents.kernel.dice import Dice
from barents.kernel.domains import Refusal
from barents.kernel.sides import Side, eyes_of
from barents.players import adviser_of
from barents.server.guard import Buckets
from barents.server.matches import protocol as said
from barents.server.matches.reasons import not_asked
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Thinkers, ThinkingError, question
from barents.server.settings import Limit


class Proposals:
    """Advice for those who ask for it, at a rate that leaves the thinkers time for the computer's own moves."""

    def __init__(self, thinkers: Thinkers, rate: Limit) -> None:
        self._thinkers = thinkers
        self._rate = Buckets(rate)

    async def propose(self, table: LiveTable, side: Side, id: int) -> said.Proposed | said.Refused:
        """The adviser's answer to what a side is asked, or why there is none. Nothing changes by it.

        Its dice are not the computer's: those hang on what nobody may know while the match runs.
        """
        if table.row.rated:
            return _none(id, "In a rated match nobody has a staff.")
        adviser = adviser_of(table.match.game.name)
        if not adviser:
            return _none(id, f"{table.match.game.title} has no staff that could propose anything.")
        if (wait := self._rate.wait(f"{table.id} {side}")) > 0:
            return _none(id, f"Your staff needs a rest: ask again in {wait:.0f} seconds.")
        async with table.undisturbed(side, looks=True):
            match, decision = table.match, table.asked(side)
            if decision is None:
                return said.Refused(id=id, refusal=not_asked(match))
            asked, known = question(match, side, adviser), match.known(eyes_of(side))
            dice = Dice.seeded("proposal", table.id, side.value, len(match.entries))
        try:
            text = await self._thinkers.choose(asked, dice)
        except ThinkingError:
            return _none(id, "Your staff has no proposal for this.")
        game = table.match.game
        return said.Proposed(id=id, action=text, words=game.words(table.match.data, known, game.notation.parse(text)))


def _none(id: int, reason: str) -> said.Refused:
    return said.Refused(id=id, refusal=Refusal(reason))
