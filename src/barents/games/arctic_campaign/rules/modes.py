"""How a month's Convoy Phase is to be played (8): what a side accepts, and which way is taken."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import LEFT_OUT
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import Gathering, Mode, Operations, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Decision, Subset
from barents.kernel.question import Question
from barents.kernel.sides import Side

QUICKEST: tuple[Mode, ...] = ("quick", "players", "played")


def ways_to_play(_data: Data, _known: State, decision: Decision[Any]) -> str:
    """OP-MODE-mix, -left-out."""
    quick = isinstance(decision.options, Subset) and "quick" in decision.options.items
    left_out = f" {LEFT_OUT}" if quick else ""
    return (
        "Tick every way that you are content with. Played by hand a month takes some hours; watched some minutes; "
        f"reckoned none. If you have no way in common it is played by hand.{left_out}"
    )


WAYS: Question[State, Data] = Question(
    "OP-MODE-mix",
    "In which ways may the Convoy Phase be played? The quickest that both accept is taken",
    phase=phases.CONVOYS,
    about=ways_to_play,
    answers={Choose: "You are content with any of these ways; the month is played in the quickest that both name."},
    verb="Accept",
)


def offered(data: Data) -> list[Mode]:
    """OP-MODE-quick: every way, but the quick one only with coefficients that were made for the engine as it is."""
    return [mode for mode in QUICKEST if mode != "quick" or data.has_quick]


def accepted(u: Umpire, side: Side) -> kernel.Rule[list[Mode]]:
    """OP-MODE-mix: every way in which a side is content to play the month, if that was not settled at the start."""
    if u.state.options.convoy_phase != "ask":
        return []
    options = Subset(offered(u.data), least=1)
    answer: Choose = yield from u.ask(side, WAYS, options)
    return [mode for mode in QUICKEST if mode in answer.items]


def chosen(state: State, data: Data) -> Mode:
    """OP-MODE-mix: as the options say, or the quickest way that both accept; without one it is played out."""
    if state.options.convoy_phase != "ask":
        return state.options.convoy_phase if state.options.convoy_phase in offered(data) else "played"
    common = [mode for mode in offered(data) if mode in state.allied.modes and mode in state.axis.modes]
    return common[0] if common else "played"


def is_delegated(state: State) -> bool:
    """OP-MODE-mix: in a month that is left to the staffs they answer everything that the operation asks.

    While a step of it asks, that step is no longer on the agenda, and what follows is on top.
    """
    at_sea = bool(state.agenda) and isinstance(state.agenda[-1], Operations | Gathering)
    return state.mode == "players" and state.operation is not None and at_sea
