"""An optional rule is a field of a game's `Options`, and whoever forgets the rest of it is told what to write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from barents.games.north_cape import GAME as NORTH_CAPE
from barents.kernel import registry
from barents.kernel.optional_rules import all_rules, optional_rules
from barents.players import DOCTRINES
from tests.hunt import GAME

PAGES = Path(__file__).parents[2] / "docs" / "games"


class Bare(msgspec.Struct, frozen=True):
    """A rule that nobody could agree on: it has no words."""

    snow: bool = False


class Worded(msgspec.Struct, frozen=True):
    """A switch and a choice."""

    snow: Annotated[bool, msgspec.Meta(title="Snow", description="It snows.")] = True
    ice: Annotated[Literal["no", "thin", "thick"], msgspec.Meta(title="Ice", description="How much.")] = "no"


def test_a_game_whose_option_has_no_words_cannot_be_made() -> None:
    with pytest.raises(TypeError, match=r"hunt: the option 'snow' lacks .*Write `snow: Annotated"):
        replace(GAME, options=Bare)


def test_a_rule_is_read_from_its_field_with_all_that_it_can_be_set_to() -> None:
    snow, ice = optional_rules(replace(GAME, options=Worded))
    assert (snow.title, snow.about, snow.default, snow.values, snow.is_switch) == (
        "Snow",
        "It snows.",
        True,
        (False, True),
        True,
    )
    assert (ice.default, ice.values, ice.is_switch) == ("no", ("no", "thin", "thick"), False)


def test_all_rules_are_all_but_what_takes_a_side_from_people() -> None:
    everything = all_rules(NORTH_CAPE, growlers=False)
    assert (everything.aces, everything.u571, everything.growlers) == (True, "add", False)
    assert not everything.solitaire, "then the rules would play the Allies"


@pytest.mark.parametrize("name", sorted(DOCTRINES))
def test_a_games_page_has_each_of_its_optional_rules(name: str) -> None:
    page = PAGES / f"{name.replace('_', '-')}.md"
    text = page.read_text("utf-8")
    missing = [rule.name for rule in optional_rules(registry.find(name)) if f"`{rule.name}`" not in text]
    assert not missing, f"write on docs/games/{page.name} what these options do, by name: {', '.join(missing)}"
