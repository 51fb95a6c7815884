"""Random sets of the options of the campaign, and whole campaigns, for what must hold in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hypothesis import strategies as st

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.convoy_phase import convoy_phase
from barents.games.arctic_campaign.rules.flow import month_begins
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import START_BOX, ConvoyPhase, MonthBegins, State
from barents.games.operations.actions import Finish
from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.game import Game, Step
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players.arctic_campaign import Doctrine
from barents.testing import strategies

Chooser: TypeAlias = Callable[[Match[State, Data], Side, Dice], Action]
CAMPAIGN = "campaign"
FINISH = "OP-TIME-end-early"
BRIEF_TURNS = 8

# Everything that can be, so that much happens: fog, training, slow yards, mines, Soviet convoys; to the end of the war.
ALL: Options = all_rules(
    GAME, end_month="1945-05", convoy_phase="quick", historical_availability=False, fuel_dice_adjust=0
)
PLAYED = Options(convoy_phase="played")


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of options; most months are quick, since a month at sea is hundreds of choices long."""
    return strategies.option_sets(
        GAME, convoy_phase=st.sampled_from(["quick", "quick", "quick", "ask", "played", "players"])
    )


def at_random(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """Any answer; but who has finished at sea says so, or a month would hardly ever end."""
    decision = match.pending[side]
    if decision.rule == FINISH and decision.refusal(Finish(yes=True)) is None:
        return Finish(yes=True)
    action: Action = decision.options.sample(dice)
    return action


def by_doctrine(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """What the staffs answer, by what their side knows."""
    return Doctrine(match.data).choose(match.known(eyes_of(side)), match.pending[side], dice)


def _brief(u: Umpire, step: ConvoyPhase) -> tuple[Step, ...]:
    """A Convoy Phase of a few turns in which everybody sails at once."""
    after = convoy_phase(u, step)
    operation = u.state.operation
    assert operation is not None
    if u.state.mode != "quick":
        operation.turns = BRIEF_TURNS
        for desk in operation.desks.values():
            for fleet in desk.fleets.values():
                fleet.sails = 1
    return after


def _endless(u: Umpire, step: MonthBegins) -> tuple[Step, ...]:
    """A month in a war in which nobody has come nearer to victory."""
    u.state.marker, u.state.total = START_BOX, 0
    return month_begins(u, step)


# The campaign with short months at sea, and one that does not end before its time, as it soon does at random.
BRIEF = replace(GAME, steps={**GAME.steps, ConvoyPhase: _brief})
ENDLESS = replace(GAME, steps={**GAME.steps, MonthBegins: _endless})


def played(
    seed: object,
    options: Options,
    choose: Chooser = at_random,
    *,
    game: Game[State, Data] = GAME,
    months: int = 41,
    log: bool = False,
) -> Iterator[Match[State, Data]]:
    """A campaign in which both sides choose alike, as it is before each choice and at its end."""
    match: Match[State, Data] = Match.new(game, CAMPAIGN, seed=repr(seed), options=options, log=log)
    dice = Dice.seeded("played", seed)
    while match.pending and match.state.month <= months:
        yield match
        side = dice.choice(tuple(match.pending))
        match.act(side, choose(match, side, dice))
    yield match
