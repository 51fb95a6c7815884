"""Pages on which there is nothing to choose, and which are put all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import State
from barents.kernel.decisions import Decision, Pick

About: TypeAlias = Callable[[Data, State, Decision[Any]], str]
ASKED_ALL_THE_SAME = "You are asked all the same: nobody should learn from your waiting whether you had anything to do."


def or_idle(about: str | About) -> About:
    """What a page is about; of one without a choice, why it is put."""

    def said(data: Data, known: State, decision: Decision[Any]) -> str:
        if _is_idle(decision):
            return ASKED_ALL_THE_SAME
        return about if isinstance(about, str) else about(data, known, decision)

    return said


def _is_idle(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose."""
    options = decision.options
    if not isinstance(options, Pick) or any(product.domains for product in options.products):
        return False
    return all(isinstance(action, Proceed) for action in options.listed)
