"""Campaigns whose every page is looked at: by doctrine, or at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.state import State
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players.arctic_campaign import Doctrine


class Page(NamedTuple):
    """A question before it is answered."""

    match: Match[State, Data]
    side: Side
    decision: Decision[Any]

    @property
    def known(self) -> State:
        """What the asked side knows."""
        return self.match.known(eyes_of(self.side))


def pages(seed: str, options: Options, months: int, *, at_random: bool = False) -> Iterator[Page]:
    """Every question of some months, each of which is then answered."""
    match: Match[State, Data] = Match.new(GAME, "campaign", seed=seed, options=options)
    doctrine, dice = Doctrine(match.data), Dice.seeded("pages", seed)
    while match.pending and match.state.month <= months:
        side = next(iter(match.pending))
        page = Page(match, side, match.pending[side])
        yield page
        options_ = page.decision.options
        answer = options_.sample(dice) if at_random else doctrine.choose(page.known, page.decision, dice)
        match.act(side, answer)
