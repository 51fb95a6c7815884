"""Random plans for Hypothesis, which has to be installed for this module alone."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from barents.kernel.game import Game
from barents.kernel.optional_rules import all_rules, optional_rules
from barents.testing.laws import Plan

SEEDS = st.integers(0, 10_000)


def option_sets(game: Game[Any, Any], **settled: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Any set of a game's optional rules, often none, and often all; one that is settled is drawn as it says."""
    drawn = {rule.name: st.sampled_from(rule.values) for rule in optional_rules(game) if rule.values}
    one_way = {name: st.just(getattr(all_rules(game), name)) for name in drawn}
    return st.one_of(
        st.builds(game.options, **settled),
        st.builds(game.options, **{**drawn, **settled}),
        st.builds(game.options, **{**one_way, **settled}),
    )


def plans(
    game: Game[Any, Any], options: st.SearchStrategy[Any], least: int, most: int, *, undoing: bool = False
) -> st.SearchStrategy[Plan]:
    """Random games of every scenario of a game under some options, cut off after some choices."""
    names = [each.name for each in game.scenarios(game.data(None)) if not each.parts]
    return st.builds(
        Plan,
        game=st.just(game.name),
        scenario=st.sampled_from(names),
        seed=SEEDS,
        choices=st.integers(least, most),
        undoing=st.booleans() if undoing else st.just(False),
        options=options,
    )
