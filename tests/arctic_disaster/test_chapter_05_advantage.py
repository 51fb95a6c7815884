"""Chapter 5.10: the Tactical Advantage before a die."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import UseAdvantage
from barents.games.arctic_disaster.rules.advantage import NAME
from barents.kernel.sides import Side

from .battle import CRITICAL, GUNS, TORPEDOES, placed, shoot
from .theatre import ALLIED, AXIS, Theatre

ASKED = "AD-5.10-ta-declare"
OPTIONS = ["keep-advantage next-die", "keep-advantage next-marker", "use-advantage 2", "use-advantage -2"]


def fire(holder: Side, *dice: int) -> Theatre:
    """Lützow and Scheer fire at London and Norfolk, and London answers, with the advantage in someone's hand."""
    theatre = placed({"luetzow": 12, "scheer": 12, "london": 14, "norfolk": 14}, "gunnery", *dice)
    theatre.now.tactical = holder
    return shoot(theatre, {"luetzow:main": "london", "scheer:main": "norfolk"}, {"london:main": "luetzow"})


@pytest.mark.rule("AD-5.10-ta-use", "AD-5.10-ta-declare")
@pytest.mark.parametrize("holder", [ALLIED, AXIS])
@pytest.mark.parametrize("change", [2, -2])
def test_its_holder_changes_a_die_of_either_side_before_it_falls(holder: Side, change: int) -> None:
    theatre = fire(holder, 5, 5, 5)
    assert list(theatre.match.pending) == [holder]
    assert theatre.asked(holder).rule == ASKED
    assert theatre.asked(holder).prompt == "Do you use your Tactical Advantage on the next die, of Lützow?"
    assert theatre.offered(holder) == OPTIONS
    assert theatre.now.asked == {holder: "luetzow"}, "whose die it is"
    assert theatre.rolls(GUNS) == []
    theatre.act(holder, "keep-advantage next-die")
    assert [roll.total for roll in theatre.rolls(GUNS)] == [5]
    theatre.act(holder, UseAdvantage(change))
    assert [roll.modifiers for roll in theatre.rolls(GUNS)] == [{}, {NAME: change}, {}]
    assert [roll.total for roll in theatre.rolls(GUNS)] == [5, 5 + change, 5]
    assert theatre.now.tactical is None, "once"
    assert theatre.now.asked == {}
    who = "The German" if holder is AXIS else "The Allied player"
    assert f"{who} uses the Tactical Advantage: {change:+d} on the die of scheer" in theatre.words()


@pytest.mark.rule("AD-5.10-ta-use")
def test_the_change_decides() -> None:
    """A 3 on column 8 at point-blank is nothing, a 5 is a hit."""
    theatre = fire(ALLIED, 1, 1, 3)
    theatre.act(ALLIED, "keep-advantage next-die", "keep-advantage next-die", "use-advantage 2")
    assert theatre.find("luetzow").damage == 1


@pytest.mark.rule("AD-5.10-ta-declare")
def test_it_is_kept_and_its_holder_left_alone_till_another_marker_is_drawn() -> None:
    theatre = fire(AXIS, 5, 5, 5)
    theatre.act(AXIS, "keep-advantage next-marker")
    assert "The German keeps the Tactical Advantage until another marker is drawn" in theatre.words()
    assert len(theatre.rolls(GUNS)) == 3
    assert theatre.now.tactical is AXIS
    shoot(theatre, {"luetzow": "london"})
    assert theatre.asked(AXIS).rule == "AD-11.4.9-both-stop"
    later = placed({"luetzow": 12, "london": 14}, "torpedo", 5)
    later.now.tactical, later.now.kept = AXIS, theatre.now.kept
    later.now.aside.append("weather")
    shoot(later, {"luetzow": "london"})
    assert later.asked(AXIS).rule == ASKED


@pytest.mark.rule("AD-5.10-ta-use")
def test_torpedoes_are_on_the_damage_table_and_critical_hits_are_not() -> None:
    theatre = placed({"tirpitz": 12, "onslow": 14}, "torpedo", 10, 1)
    theatre.now.tactical = AXIS
    shoot(theatre, None, {"onslow": "tirpitz"})
    theatre.act(AXIS, "keep-advantage next-die")
    assert [len(theatre.rolls(rule)) for rule in (TORPEDOES, CRITICAL)] == [1, 1]
    assert theatre.asked(AXIS).rule == "AD-11.4.9-both-stop"


@pytest.mark.rule("AD-5.10-ta-use")
def test_neither_is_a_launch_nor_a_roll_to_break_off() -> None:
    theatre = placed({"tirpitz": 12, "p614": 14, "carlton": 23, "london": 23}, "torpedo", 6, submerged=["p614"])
    theatre.now.tactical = AXIS
    shoot(theatre, None, {"p614": "tirpitz"})
    assert len(theatre.rolls("AD-13.10-launch")) == 1
    assert theatre.asked(AXIS).rule == "AD-11.4.9-both-stop"
    theatre = placed({"tirpitz": 12, "london": 23}, "scatter", 9)
    theatre.now.tactical = ALLIED
    theatre.act(ALLIED, "disengage yes").act(AXIS, "disengage no")
    assert theatre.asked(ALLIED).rule != ASKED
