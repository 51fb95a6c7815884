"""The odds that a player of Nordkapp is shown are those of the rules."""

from __future__ import annotations

from typing import get_args

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.actions import Manoeuvre, PlayChit, Target
from barents.games.nordkapp.data import data
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.escorts import infiltration_result
from barents.games.nordkapp.rules.odds import hunted, shot
from barents.games.nordkapp.rules.submarines import TARGET
from barents.games.nordkapp.state import CallCombat, CombatBox, Result, Shadowing, SubmarineAction
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6, Dice
from barents.kernel.match import Match
from barents.kernel.odds import every_throw
from barents.kernel.question import Asked
from barents.kernel.sides import eyes_of
from barents.kernel.view import Odds
from tests.nordkapp.eager import eager
from tests.nordkapp.waters import AXIS, SCATTER, SPORTPALAST, Waters
from tests.published import NORDKAPP as SCENARIOS

HERE = "1805"


def ends(found: Odds | None) -> dict[str, int]:
    """The ends of a gamble in words, in percent."""
    assert found is not None
    return {outcome.words: round(100 * outcome.chance) for outcome in found.outcomes}


def screened(weather: Weather, scenario: str = SCATTER) -> Waters:
    """A U-boat that is about to try it against PQ-17's escorts, whose ships lie open."""
    waters = Waters(scenario)
    waters.weather(weather)
    waters.place("u-88", HERE, submerged=True)
    waters.convoy("pq17", HERE, "gb-dd-01", "gb-dd-02", "gb-dd-03", "e-01", "e-02", merchants=35)
    return waters.sighted(AXIS, HERE)


def test_the_way_in_is_told_before_a_chit_is_played_and_with_it() -> None:
    """Fog, five escorts: −2 and −1; only a natural 6 gets in, and 1 to 3 are detected (G12)."""
    waters = screened("fog")
    waters.begin(SubmarineAction(AXIS, "u-88"), axis=[1], allied=[1])
    waters.act(AXIS, "operate no")
    found = waters.odds(AXIS, "decline")
    assert found is not None
    assert found.modifiers == {"5 escorts": -2, "fog": -1}
    assert ends(found) == {"detected": 50, "screened": 33, "infiltrated": 17}
    radar = waters.odds(AXIS, PlayChit("radar"))
    assert ends(radar) == {"detected": 17, "screened": 50, "infiltrated": 33}, "two better"


@pytest.mark.parametrize(("total", "expected"), [(-3, (3, 2, 1, 0)), (0, (0, 3, 2, 1)), (4, (0, 1, 0, 5))])
def test_infiltration_is_counted_over_every_face(total: int, expected: tuple[int, ...]) -> None:
    """With +4 a natural 1 stays outside and 2 and more are unseen; hand-counted from the table and its two limits."""
    table = data(None).tables.infiltration
    found = every_throw(table, lambda u: infiltration_result(u.data, face := int(u.roll(D6, "")), face + total))
    assert tuple(round(6 * found[end]) for end in get_args(Result)) == expected


def test_a_torpedo_hits_merchants_and_battleships_alike_but_does_not_sink_them_alike() -> None:
    """Factor 6: 5 to 7 are one point, 8 and more two; two sink a merchant."""
    waters = Waters(SCATTER)
    waters.place("u-88", HERE)
    waters.convoy("pq17", HERE, merchants=1)
    waters.place("duke-of-york", HERE)
    waters.sighted(AXIS, HERE).begin(SubmarineAction(AXIS, "u-88"))
    assert ends(waters.odds(AXIS, Target("merc-01"))) == {"miss": 40, "1 of 2": 30, "sunk": 30}
    big = waters.odds(AXIS, Target("duke-of-york"))
    assert ends(big) == {"miss": 40, "1 of 5": 30, "2 of 5": 30}
    assert big is not None
    assert big.notes == ("nobody hunts her",)


@pytest.mark.parametrize(("played", "risk"), [([], "0% lose the boat"), (["coordination"], "17% lose the boat")])
def test_chits_that_lie_open_count_for_what_comes_after_the_torpedoes(played: list[str], risk: str) -> None:
    """More than ten ASW factors: six and one damage her; with one more for the chit a six sinks her."""
    waters = screened("fair")
    waters.state.box = CombatBox("submarine", HERE, AXIS, ["u-88"], result="infiltrated", played=played)
    asked = Asked(GAME, waters.data, waters.state, Decision(AXIS, TARGET, Pick([Target("merc-01")])))
    found = asked.odds(Target("merc-01"))
    assert found is not None
    assert found.notes == (risk,)


def test_fire_and_hunt_are_counted_over_every_face() -> None:
    """G31: an AA factor of 2 hits on 9 and 10. G18: no modifier, a natural 1 never does anything."""
    assert shot(data(None), 2).chances == {0: 0.8, 1: 0.2}
    found = hunted(data(None), 0).chances
    assert {end: round(6 * chance) for end, chance in found.items()} == {"none": 3, "driven off": 2, "damaged": 1}


def test_flight_is_as_likely_as_weather_and_range_make_it() -> None:
    """G28: bad weather +1, 3 and more get away; G30: fair, 4 and more."""
    chances: dict[Weather, float] = {"bad": 4 / 6, "fair": 3 / 6, "storm": 3 / 6}
    for weather, expected in chances.items():
        waters = Waters(SPORTPALAST, turn=9).weather(weather)
        waters.force("tirpitz-group", HERE, "tirpitz", "de-dd-1")
        waters.place("norfolk", HERE)
        waters.sighted(AXIS, HERE)
        waters.state.detected = {"pq12": 1}
        waters.begin(CallCombat(AXIS), dice=[1, 1, 1]).act(AXIS, f"call {HERE}")
        while Manoeuvre("flee") not in waters.asked(AXIS).options:
            for side in list(waters.match.pending):
                waters.act(side, next(iter(waters.asked(side).options)))
        found = waters.odds(AXIS, Manoeuvre("flee"))
        assert found is not None
        assert found.chance == pytest.approx(expected)


def test_more_shadowers_are_likelier_to_keep_contact() -> None:
    waters = Waters(SCATTER).weather("bad")
    waters.convoy("pq17", HERE, merchants=12)
    waters.place("u-88", HERE)
    waters.place("u-255", HERE)
    waters.sighted(AXIS, HERE).begin(Shadowing())
    one, two = (waters.odds(AXIS, Choose(boats)) for boats in (("u-88",), ("u-88", "u-255")))
    assert one is not None
    assert two is not None
    assert one.chance == pytest.approx(1 / 6), "6 less two"
    assert two.chance == pytest.approx(1 - 25 / 36)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_ends_of_every_gamble_add_up(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=6, log=False)
    dice = Dice.seeded("odds")
    met: set[type[Action]] = set()
    while match.pending and len(match.choices) < 450:
        side = next(iter(match.pending))
        decision, known = match.pending[side], match.known(eyes_of(side))
        action = eager(match, side, dice)
        some = [action, decision.options.sample(dice), *getattr(decision.options, "listed", ())]
        for answer in some:
            found = Asked(GAME, match.data, known, decision).odds(answer)
            if found is not None:
                met.add(type(answer))
                chances = {outcome.words: outcome.chance for outcome in found.outcomes}
                assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
                assert min(chances.values()) > 0
                failed = ("miss", "all miss", "caught", "lost", "nothing", "none", "detected", "screened")
                assert found.chance == pytest.approx(1 - sum(chances.get(end, 0) for end in failed), abs=1e-5)
        match.act(side, action)
    assert {Target, PlayChit} <= met
    assert Allot in met
