"""Random sets of the optional rules of North Cape, for games that must keep every law under all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from barents.games.north_cape.state import Options

ALL = Options(aces=True, growlers=True, hfdf=True, dispersion=True, merchant_aa=True, scharnhorst=True, u571="add")


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of optional rules for two sides; often none, and often all of them."""
    some = st.builds(
        Options,
        aces=st.booleans(),
        growlers=st.booleans(),
        hfdf=st.booleans(),
        dispersion=st.booleans(),
        merchant_aa=st.booleans(),
        scharnhorst=st.booleans(),
        u571=st.sampled_from(["no", "replace", "add"]),
    )
    return st.one_of(st.just(Options()), some, st.just(ALL))
