"""Orders by the unit in the terminal: what it can do, a whole order in a line, and what comes between."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.north_cape.rules.patrol import INTERCEPT
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Decision, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import Player, RandomPlayer
from tests.hunt.flow import PLOT
from tests.hunt.search import SEARCHERS
from tests.hunt.test_menus import asked_for, searcher
from tests.north_cape.sea import AXIS, Sea
from tests.north_cape.test_menus import a_boat_near_a_convoy
from tests.test_terminal import Screen


class Interceptor(RandomPlayer):
    """A computer that lets no chance of an interception pass."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        if decision.question is INTERCEPT and isinstance(decision.options, Subset):
            return Choose(decision.options.items)
        return super().choose(known, decision, dice)


def shown(
    monkeypatch: pytest.MonkeyPatch, match: Match[Any, Any], side: Side, *lines: str, enemy: Player | None = None
) -> str:
    """What the screen says when a person of a side types some lines, and then nothing more."""
    return " ".join(Screen(monkeypatch, lines, match).play({side.enemy: enemy or RandomPlayer()}).split())


def test_a_unit_by_its_name_lists_all_that_it_can_do_and_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    match = a_boat_near_a_convoy(used=1).missions(AXIS).match

    told = shown(monkeypatch, match, AXIS, "U-134", "menu u-134")

    assert told.count("What shall U-134 do?") == 2
    assert "A Attack 3 merchants and Onslow/Oribi [attack-1918]" in told
    assert "67% an attack in 1918" in told
    assert "S Sortie [sortie]" in told
    assert "not now:" in told
    assert "Recon: Done this turn; each mission once a turn. (NC-5.1-once-per-type)" in told
    assert not match.choices


@pytest.mark.parametrize("line", ["u-134 sortie 1723", "U-134 s 1723", "u-134 Sortie 1723"])
def test_a_whole_order_is_given_in_a_line_and_followed(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    match = a_boat_near_a_convoy().missions(AXIS).match

    told = shown(monkeypatch, match, AXIS, line)

    assert "Sortie to 1723; at 72°N 20°E, north-west of Hammerfest; 6 hexes south of 3 merchants" in told
    given = [str(action) for side, action in match.choices if side is AXIS]
    assert given[:4] == ["declare sortie 1720 no", "choose u-134", "go 1723", "stop"]
    assert match.state.pieces[AXIS]["u-134"].at == "1723"
    assert "Something has come between" not in told


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("u-134 sortie 1726", "1726 is 6 hexes away; she has 3."),
        ("u-134 recon 1918", "Done this turn; each mission once a turn."),
        ("u-134 fly 1720", "'fly 1720' is nothing that they can do"),
        ("u-134 sortie nowhere", "nowhere is no hex."),
        ("menu", "write `menu` and a unit"),
    ],
)
def test_an_order_that_cannot_be_given_says_why(monkeypatch: pytest.MonkeyPatch, line: str, why: str) -> None:
    match = a_boat_near_a_convoy(used=1).missions(AXIS).match

    assert f"No: {why}" in shown(monkeypatch, match, AXIS, line)
    assert not match.choices


def test_what_comes_between_drops_the_rest_of_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    sea = Sea("unternehmen-sportpalast").weather("clear")
    sea.place("u-134", "1920", surfaced=True)
    sea.on_patrol("gb-dd-2", "1818")
    match = sea.missions(AXIS).match

    told = shown(monkeypatch, match, AXIS, "u-134 patrol 1916", enemy=Interceptor())

    assert "Something has come between: the rest of the order is dropped." in told
    boat = match.state.pieces[AXIS]["u-134"]
    assert (boat.at, boat.on_patrol) != ("1916", True)
    assert "stop" not in [str(action) for side, action in match.choices if side is AXIS]


def test_two_questions_of_the_hunt_are_answered_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    match = asked_for(SEARCHERS)
    ship = searcher(match)
    before = len(match.choices)

    told = shown(monkeypatch, match, Side.ALLIED, f"{ship} look")

    assert "Look at" in told
    given = [str(action) for side, action in match.choices[before:] if side is Side.ALLIED]
    assert given[0] == f"choose {ship}"
    assert given[1].startswith(f"look-at {ship} ")


def test_on_a_page_an_order_fills_the_units_line(monkeypatch: pytest.MonkeyPatch) -> None:
    match = asked_for(PLOT)
    slots: Any = match.pending[Side.ALLIED].options
    unit = list(slots.slots)[-1]
    goal = next(cell for cell in slots.slots[unit] if cell != match.state.ships[unit].cell)
    dice = Dice.seeded("orders")
    rest = [f"{slot}={slots.slots[slot].sample(dice)}" for slot in slots.slots if slot != unit]

    shown(monkeypatch, match, Side.ALLIED, f"{unit} go {goal}", unit, " ".join(rest), "done")

    answered = [action for side, action in match.choices if side is Side.ALLIED and isinstance(action, Allot)]
    assert answered[-1][unit] == goal
