"""How a month's Convoy Phase is to be played (8): what a side accepts, and which way is taken."""

from __future__ import annotations

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import Gathering, Mode, Operations, State
from barents.games.arctic_campaign.units import Umpire
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Subset
from barents.kernel.sides import Side

QUICKEST: tuple[Mode, ...] = ("quick", "players", "played")


def offered(data: Data) -> list[Mode]:
    """OP-MODE-quick: every way, but the quick one only with coefficients that were made for the engine as it is."""
    return [mode for mode in QUICKEST if mode != "quick" or data.has_quick]


def accepted(u: Umpire, side: Side) -> kernel.Rule[list[Mode]]:
    """OP-MODE-mix: every way in which a side is content to play the month, if that was not settled at the start."""
    if u.state.options.convoy_phase != "ask":
        return []
    options = Subset(offered(u.data), least=1)
    prompt = "In which ways may the Convoy Phase be played? The quickest that both accept is taken"
    answer: Choose = yield from u.ask(side, "OP-MODE-mix", options, prompt)
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
