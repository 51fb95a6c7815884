"""`barents odds` gives the numbers that a player is shown, for a position that one only describes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.games.nordkapp.actions import Target
from barents.games.nordkapp.state import SubmarineAction
from barents.games.north_cape import GAME as NORTH_CAPE
from barents.games.north_cape.datafiles import Weather
from barents.games.operations import GAME as OPERATIONS
from barents.games.operations.actions import Attack
from barents.games.operations.fights import Encounter
from barents.games.operations.state import BoatActions, SurfaceActions
from barents.kernel import registry
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Odds
from barents.lab.odds import Answer, ask, exact, procedures
from tests.arctic_disaster.battle import placed
from tests.nordkapp.waters import SCATTER, Waters
from tests.north_cape.sea import Sea
from tests.operations.theatre import BEAR_ISLAND, Theatre

GAMES = ("north_cape", "nordkapp", "arctic_disaster", "operations", "arctic_campaign")
ALLIED, AXIS = Side.ALLIED, Side.AXIS


def barents(*words: str) -> Result:
    return CliRunner().invoke(app, ["odds", *words])


def asked(*words: str) -> dict[str, Any]:
    """The command's answer."""
    result = barents(*words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = msgspec.json.decode(result.stdout)
    return found


def told(odds: Odds | None) -> dict[str, Any]:
    """What a player is shown in a match, in the same form."""
    assert odds is not None
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(exact("", "", {}, odds)))
    return found


def same(answer: dict[str, Any], odds: Odds | None) -> None:
    """The command says what the match shows."""
    shown = told(odds)
    for key in ("of", "chance", "modifiers", "ends", "notes"):
        assert answer[key] == shown[key], key


# In a match


@pytest.mark.parametrize(("escorts", "ace", "weather"), [(2, True, "clear"), (4, False, "fog"), (1, False, "storm")])
def test_infiltration_is_what_the_boats_captain_is_shown(escorts: int, ace: bool, weather: Weather) -> None:
    sea = Sea().weather(weather)
    sea.place("u-88", "1520", ace="Schultze" if ace else "")
    sea.place_all(["mt-01", *(f"gb-dd-{number}" for number in range(1, escorts + 1))], "1520")
    sea.strike("u-88")
    decision = sea.match.view(Observer.AXIS).decision
    assert decision is not None
    words = ("--escorts", str(escorts), f"--weather={weather}", *(["--ace"] if ace else []))
    same(asked("north_cape", "infiltration", *words), decision.odds["roll-infiltration"])
    same(asked("north_cape", "open-attack", *words), decision.odds["attack-openly"])


def test_a_torpedo_of_nordkapp_is_what_the_match_shows() -> None:
    waters = Waters(SCATTER)
    waters.place("u-88", "1805")
    waters.convoy("pq17", "1805", merchants=1)
    waters.sighted(AXIS, "1805").begin(SubmarineAction(AXIS, "u-88"))
    same(asked("nordkapp", "torpedo", "--escorts", "0"), waters.odds(AXIS, Target("merc-01")))


def test_gunnery_of_arctic_disaster_is_what_the_display_shows() -> None:
    theatre = placed({"tirpitz": 6, "london": 12})
    found = theatre.question(AXIS).order_odds
    answer = asked("arctic_disaster", "gunnery", "--ship", "tirpitz", "--target", "london", "--range", "6")
    same(answer, found["tirpitz:main"]["london"].first)
    assert answer["modifiers"] == {"range 6": -2}


def test_a_boats_attack_and_guns_of_an_operation_are_what_the_pages_show() -> None:
    theatre = Theatre()
    theatre.boat("u-354", BEAR_ISLAND)
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*30", "uk:DD137*4")
    theatre.state.desks[AXIS].queue = ["u-354"]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 6, 1, 1, 1])
    known = OPERATIONS.known(theatre.data, theatre.now, Observer.AXIS)
    # The command is told which ships there are; so is whoever has had them reported from the air.
    known.desks[AXIS].contacts["c1"].types = {"LT": 30, "DD": 4}
    found = Asked(OPERATIONS, theatre.data, known, theatre.asked(AXIS)).odds(Attack("u-354", "c1"))
    same(asked("operations", "submarine", "--merchants", "30", "--escorts", "4"), found)
    battle = Theatre()
    battle.fleet("home", BEAR_ISLAND, "duke-of-york")
    battle.fleet("raiders", BEAR_ISLAND, "scharnhorst")
    battle.state.battles = [Encounter(BEAR_ISLAND, {ALLIED: "home", AXIS: "raiders"}, [ALLIED, AXIS], engager=AXIS)]
    battle.begin(SurfaceActions()).idle(ALLIED).idle(AXIS)
    known = OPERATIONS.known(battle.data, battle.now, Observer.ALLIED)
    guns = Asked(OPERATIONS, battle.data, known, battle.asked(ALLIED)).order_odds["a1:primary"]["g1"].first
    words = ("--ship", "duke-of-york", "--target", "scharnhorst", "--range", "9")
    same(asked("operations", "gunnery", *words), guns)


# All of them


@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_of_a_game_has_an_answer_that_adds_up(game: str) -> None:
    rules = registry.find(game)
    found = procedures(game)
    assert len({one.name for one in found}) == len(found) > 3
    for one in found:
        answer = ask(rules, one, one.given(), samples=20)
        assert 0 <= answer.chance.low <= answer.chance.mean <= answer.chance.high <= 1, one.name
        assert not answer.ends or sum(end.chance.mean for end in answer.ends) == pytest.approx(1, abs=1e-3), one.name
        assert (answer.samples == 0) is (one.odds is not None)


def test_an_attack_that_is_played_out_agrees_with_the_one_that_is_counted() -> None:
    """One boat against one escort: what she hits is known exactly, and the rules hit as often."""
    by_name = {one.name: one for one in procedures("north_cape")}
    boat, whole = by_name["infiltration"], by_name["convoy-attack"]
    reach = ask(NORTH_CAPE, boat, boat.given()).chance.mean
    hit = ask(NORTH_CAPE, by_name["torpedo"], by_name["torpedo"].given()).chance.mean
    given = msgspec.convert({"boats": 1, "escorts": 1, "merchants": 3}, whole.given)
    played: Answer = ask(NORTH_CAPE, whole, given, samples=500)
    assert played.chance.low < reach * hit < played.chance.high
    assert played.chance.high - played.chance.low < 0.1
    assert played == ask(NORTH_CAPE, whole, given, samples=500), "the same seed, the same sample"
    assert played != ask(NORTH_CAPE, whole, given, samples=500, seed=2)


# As a person types it


def test_the_answer_is_told_with_its_modifiers_and_ends() -> None:
    result = barents("north_cape", "infiltration", "--escorts", "2", "--ace")
    for words in ("83.3%  an attack", "+3 ace", "−2 escorts", "screened", "16.7%", "50% hit a ship", "exact"):
        assert words in result.stdout
    sampled = barents("north_cape", "convoy-attack", "--boats", "0", "--bombers", "1", "--games", "30")
    assert "played out 30 times, 95% intervals" in sampled.stdout


def test_what_can_be_asked_is_listed() -> None:
    listed = barents("operations", "--list")
    assert "gunnery" in listed.stdout
    assert "--weather       1 clear, 2 cloud" in listed.stdout
    found = msgspec.json.decode(barents("operations", "gunnery", "--list", "--json").stdout)
    assert [one["name"] for one in found] == ["gunnery"]
    assert {"name": "range", "default": 6, "about": "cells between them"} in found[0]["options"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("north_cape", "infiltratoin"), "there is no procedure of North Cape 'infiltratoin', did you mean"),
        (("north_cape", "infiltration", "--escort", "2"), "did you mean 'escorts'"),
        (("north_cape", "infiltration", "--escorts"), "--escorts needs a value"),
        (
            ("north_cape", "infiltration", "--escorts", "many"),
            "--escorts many does not fit: expected an int, 0 or more",
        ),
        (("north_cape", "infiltration", "2"), "'2' is not understood"),
        (("north_cape", "infiltration", "--boat", "tirpitz"), "Tirpitz is no submarine"),
        (("north_cape", "gunnery", "--target", "scheer"), "of the same side"),
        (("north_cape", "convoy-attack", "--bombers", "2"), "give one of both"),
        (("nordkapp", "torpedo", "--chit", "radar"), "no chit that can be played then 'radar'"),
        (("nordkapp", "infiltration", "--chit", "no-effect"), "no chit that can be played 'no-effect'"),
        (("operations", "gunnery", "--weather", "9"), "expected an int from 1 to 6"),
        (("operations", "search", "--weather", "5"), "in storm and gale nothing is found"),
        (("arctic_disaster", "disengage", "--round", "9"), "a combat ends by itself"),
        (("arctic_disaster", "contact", "--boat", "u-571"), "there is no submarine of Arctic Disaster 'u-571'"),
    ],
)
def test_mistakes_are_told_in_a_line(words: tuple[str, ...], expected: str) -> None:
    result = barents(*words)
    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
