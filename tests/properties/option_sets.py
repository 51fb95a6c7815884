"""Random sets of the optional rules of North Cape, for games that must keep every law under all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from barents.games.north_cape import GAME
from barents.games.north_cape.options import Options
from barents.kernel.optional_rules import all_rules
from barents.testing import strategies

ALL: Options = all_rules(GAME)


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of optional rules for two sides."""
    return strategies.option_sets(GAME, solitaire=st.just(False))
