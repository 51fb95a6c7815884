"""Chapter 11.5: the guns of merchants in convoy add to the anti-aircraft fire of the warships with them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.north_cape.rules.merchant_guns import merchants_guns
from barents.games.north_cape.state import Options

from .sea import ALLIED, AXIS, Sea

HERE = "2020"


def convoy(merchants: int, *escorts: str, on: bool = True) -> Sea:
    """A convoy under the bombs of a Ju-88."""
    sea = Sea(options=Options(merchant_aa=on)).weather("clear")
    sea.place_all([f"mt-{number:02d}" for number in range(1, merchants + 1)], HERE)
    sea.place_all(escorts, HERE)
    sea.fly("ju-88-1", HERE)
    return sea


def bombed(sea: Sea, target: str, dice: Sequence[int]) -> Sea:
    """The Ju-88 attacks a ship."""
    return sea.strike("ju-88-1", dice=dice).act(AXIS, f"engage ju-88-1 {target}")


@pytest.mark.rule("NC-11.5-merchant-aa", "NC-11.5-merchant-aa-floor")
@pytest.mark.parametrize(("reply", "damage"), [(8, 1), (9, 0)])
def test_twenty_three_merchants_add_two_to_alynbanks_fire(reply: int, damage: int) -> None:
    sea = bombed(convoy(23, "gb-aa-1"), "gb-aa-1", [10, reply]).act(ALLIED, "fire gb-aa-1")
    assert sea.piece("ju-88-1").damage == damage
    (roll,) = sea.rolls("NC-9.3-aa-on-miss")
    assert roll.modifiers == {"merchants' guns": -2}


@pytest.mark.rule("NC-11.5-merchant-aa")
def test_without_the_rule_they_add_nothing() -> None:
    sea = bombed(convoy(23, "gb-aa-1", on=False), "gb-aa-1", [10, 7]).act(ALLIED, "fire gb-aa-1")
    assert sea.piece("ju-88-1").damage == 0
    assert sea.rolls("NC-9.3-aa-on-miss")[0].modifiers == {}


@pytest.mark.rule("NC-11.5-merchant-aa-floor")
@pytest.mark.parametrize(("merchants", "added"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (23, 2), (35, 3)])
def test_fractions_of_ten_are_ignored(merchants: int, added: int) -> None:
    sea = convoy(merchants, "gb-aa-1")
    sea.place("mt-36", "2021")
    assert merchants_guns(sea.state, sea.data, sea.state.pieces[ALLIED]["gb-aa-1"]) == added


@pytest.mark.rule("NC-11.5-merchant-aa-needs-base")
def test_merchants_alone_do_not_answer() -> None:
    sea = convoy(30)
    sea.strike("ju-88-1", dice=[10])
    found = sea.odds(AXIS, "engage ju-88-1 mt-01")
    assert found is not None
    assert found.notes == ("no anti-aircraft fire",)
    sea = bombed(convoy(30), "mt-01", [10])
    assert sea.now.combat is None, "nobody was asked who fires"
    assert sea.piece("ju-88-1").damage == 0
    sea = convoy(30, "gb-de-1")
    ships = sea.state.pieces[ALLIED]
    assert [merchants_guns(sea.state, sea.data, ships[name]) for name in ("mt-01", "gb-de-1")] == [0, 3]
    ships["gb-de-1"].damage = 1
    assert merchants_guns(sea.state, sea.data, ships["gb-de-1"]) == 0, "her factor of one is halved to nothing"
    bombed(sea, "gb-de-1", [10])
    assert sea.now.combat is None, "and so nobody is asked who fires"


@pytest.mark.rule("NC-11.5-merchant-aa")
def test_they_help_a_destroyer_that_covers_the_hex_and_against_torpedoes_from_the_air_too() -> None:
    sea = convoy(20, "gb-dd-1")
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=[10, 5]).act(AXIS, "stop")
    while sea.asked(next(iter(sea.match.pending))).rule == "NC-9.6-select":
        raise AssertionError("aircraft do not fire guns")
    sea.act(AXIS, "engage he-111-1 mt-01").act(ALLIED, "fire gb-dd-1")
    assert sea.piece("he-111-1").damage == 1, "5 is not above three and two"


def test_the_odds_count_them_for_the_gunner_and_for_the_bomber() -> None:
    sea = convoy(20, "gb-aa-1")
    sea.strike("ju-88-1", dice=[10])
    bombing = sea.odds(AXIS, "engage ju-88-1 gb-aa-1")
    assert bombing is not None
    assert bombing.notes == ("65% hit by anti-aircraft fire",), "0.5 missed x 0.8, and 0.5 hit x half of six and two"
    sea.act(AXIS, "engage ju-88-1 gb-aa-1")
    firing = sea.odds(ALLIED, "fire gb-aa-1")
    assert firing is not None
    assert (firing.chance, firing.modifiers) == (0.8, {"merchants' guns": -2})
