"""Appendix B.3: the dice of interception in the North Sea, and of the reaction to it."""

from __future__ import annotations

from barents.games.arctic_campaign.rules.units import Umpire
from barents.kernel.dice import D6
from barents.kernel.sides import EVERYONE, Audience


def look_for_ships(u: Umpire, *, to: Audience = EVERYONE) -> int:
    """AC-B.3-trigger: the two dice by which ships are looked for."""
    return int(u.roll(2 * D6, "AC-B.3-trigger", "North Sea", to=to))


def premature_turns(u: Umpire, *, to: Audience = EVERYONE) -> int:
    """AC-B.3-react-table: a die divided by three are the turns that one British fleet may start early."""
    divisor = u.data.tables.interception.reaction_divisor
    die = u.roll(D6, "AC-B.3-react-table", "Reaction", to=to, needs=f"one turn for each full {divisor}")
    return die // divisor
