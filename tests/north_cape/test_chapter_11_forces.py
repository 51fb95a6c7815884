"""Chapters 11.0, 11.1, 11.8 and 11.9: each optional rule by itself; aces, Scharnhorst and U-571."""

from __future__ import annotations

import msgspec
import pytest

from barents.games.north_cape.actions import Declare, Replace, UsePrinzEugen
from barents.games.north_cape.data import NARVIK, data
from barents.games.north_cape.knowledge.imagine import imagine
from barents.games.north_cape.rules.additions import U_571, ace_of
from barents.games.north_cape.rules.setup import opening
from barents.games.north_cape.screen.view import view
from barents.games.north_cape.state import MissionType, Options, Piece
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer
from barents.players import RandomPlayer
from tests.published import NORTH_CAPE as SCENARIOS

from .sea import ALLIED, AXIS, Sea

TIRPITZ, LUFTWAFFE, SCATTER = SCENARIOS
FIELDS = [field.name for field in msgspec.structs.fields(Options) if field.name not in ("u571", "solitaire")]


def boats(pieces: dict[str, Piece]) -> list[str]:
    """The U-boats among some pieces."""
    return sorted(name for name in pieces if name.startswith("u-"))


def deployed(scenario: str, options: Options) -> Sea:
    """A scenario at the first decision of its first turn, set up at random."""
    sea, dice = Sea.opening(scenario, options=options), Dice.seeded(scenario)
    while sea.now.agenda and sea.now.weather == "clear" and sea.asked(next(iter(sea.match.pending))).rule in SET_UP:
        side = next(iter(sea.match.pending))
        sea.act(side, RandomPlayer().choose(None, sea.asked(side), dice))
    return sea


SET_UP = (
    "NC-12.1-prinz-eugen",
    "NC-12.1-prinz-eugen-reply",
    "NC-11.9-u571-replace",
    "NC-4.0-setup-by-scenario",
    "NC-12.0-east-one-hex",
    "NC-12.0-airbase-limit-setup",
)


@pytest.mark.rule("NC-11.0-optional-toggles")
def test_each_optional_rule_is_a_switch_of_its_own_and_off_by_default() -> None:
    assert not any(getattr(Options(), name) for name in FIELDS)
    assert Options().u571 == "no"
    plain = opening(data(None), SCATTER, Options())
    assert boats(plain.pieces[AXIS]) == sorted(data(None).scenarios[SCATTER].forces[6].named)
    assert not any(piece.ace for piece in plain.pieces[AXIS].values())
    for name in FIELDS:
        state = opening(data(None), SCATTER, msgspec.convert({name: True}, Options))
        aces = any(piece.ace for piece in state.pieces[AXIS].values())
        assert aces is (name == "aces")
        assert ("scharnhorst" in state.pieces[AXIS]) is (name == "scharnhorst")
        assert boats(state.pieces[AXIS]) == boats(plain.pieces[AXIS])


# 11.1: aces


@pytest.mark.rule("NC-11.1-ace-place")
@pytest.mark.parametrize(
    ("scenario", "aces"),
    [
        (TIRPITZ, {"u-377": "Otto Kohler", "u-584": "Joachim Deecke"}),
        (LUFTWAFFE, {"u-251": "Heinrich Timm", "u-377": "Otto Kohler"}),
        (SCATTER, {"u-255": "Reinhardt Reche"}),
    ],
)
def test_a_scenario_gives_aces_to_the_boats_that_it_names(scenario: str, aces: dict[str, str]) -> None:
    sea = deployed(scenario, Options(aces=True))
    assert {name: piece.ace for name, piece in sea.now.pieces[AXIS].items() if piece.ace} == aces
    shown = view(sea.data, sea.match.known(Observer.AXIS), Observer.AXIS).pieces
    assert sorted(piece.id for piece in shown if "ace" in piece.badges) == sorted(aces)


@pytest.mark.rule("NC-11.1-ace-fixed")
def test_an_ace_stays_with_his_boat_and_is_lost_with_her() -> None:
    sea = Sea(options=Options(aces=True)).weather("clear")
    sea.place("u-255", "2020", ace=ace_of(sea.data, sea.state, "u-255"))
    sea.place("u-88", "2020")
    sea.missions(AXIS).send(MissionType.SORTIE, "u-255").act(AXIS, "go 2021", "stop")
    assert sea.piece("u-255").ace == "Reinhardt Reche"
    assert not sea.piece("u-88").ace, "nothing offers to move him to another boat"
    sea.place("gb-dd-1", "2021")
    sea.identify("u-255")
    sea.mission(MissionType.ATTACK, ["gb-dd-1"])
    sea.strike("gb-dd-1", dice=[1]).act(ALLIED, "choose gb-dd-1")
    assert sea.piece("u-255").at == "lost"
    assert not sea.piece("u-255").ace


@pytest.mark.rule("NC-11.1-ace-effects")
@pytest.mark.parametrize(("aces", "outcome"), [(True, "detected"), (False, "screened")])
def test_an_ace_is_heard_where_another_is_held_off(aces: bool, outcome: str) -> None:
    """Six escorts in clear weather: 5 + 1 - 6, and three for an ace."""
    sea = Sea(options=Options(aces=aces)).weather("clear")
    sea.place("u-255", "2020", ace=ace_of(sea.data, sea.state, "u-255"))
    sea.place_all([f"gb-dd-{number}" for number in range(1, 7)], "2020")
    sea.strike("u-255", dice=[5]).act(AXIS, "roll-infiltration")
    assert len(sea.told(f"NC-8.1-result-{outcome}")) == 1


@pytest.mark.rule("NC-11.1-ace-effects")
@pytest.mark.parametrize(("aces", "sunk"), [(True, False), (False, True)])
def test_an_ace_survives_what_would_sink_another(aces: bool, sunk: bool) -> None:
    """British destroyers in clear weather: 4 - 2, and one more for an ace."""
    sea = Sea(options=Options(aces=aces)).weather("clear")
    sea.place("u-255", "2020", ace=ace_of(sea.data, sea.state, "u-255"))
    sea.place("gb-dd-1", "2020")
    sea.strike("gb-dd-1", dice=[4]).act(ALLIED, "choose gb-dd-1")
    assert (sea.piece("u-255").at == "lost") is sunk
    assert sea.piece("u-255").damage == (0 if sunk else 1)


def test_the_enemy_sees_an_ace_with_his_boat_and_no_sooner() -> None:
    sea = Sea(options=Options(aces=True)).weather("clear")
    sea.place("u-255", "2020", ace=ace_of(sea.data, sea.state, "u-255"))
    sea.missions(AXIS)
    assert "Reche" not in str(sea.match.known(Observer.ALLIED).pieces)
    sea.act(AXIS, "show-pieces 2020", "choose u-255")
    assert sea.match.known(Observer.ALLIED).pieces[AXIS]["u-255"].ace == "Reinhardt Reche"


# 11.8: Scharnhorst


@pytest.mark.rule("NC-11.8-scharnhorst")
@pytest.mark.parametrize(("scenario", "comes"), [(TIRPITZ, False), (LUFTWAFFE, True), (SCATTER, True)])
def test_scharnhorst_lies_off_narvik_in_the_second_and_third_scenario(scenario: str, comes: bool) -> None:
    sea = deployed(scenario, Options(scharnhorst=True))
    found = sea.now.pieces[AXIS].get("scharnhorst")
    assert (found.at if found is not None else "") == (NARVIK if comes else "")
    assert NARVIK == "0938"
    if comes:
        assert not sea.is_up("scharnhorst")
        assert not sea.now.merchant_seen
        sea.missions(AXIS)
        assert Declare(MissionType.SORTIE, NARVIK) in sea.asked(AXIS).options, "she waits for no merchant"


# 11.9: U-571


@pytest.mark.rule("NC-11.9-u571-add")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_u_571_is_set_up_as_one_boat_more(scenario: str) -> None:
    named = next(force.named for force in data(None).scenarios[scenario].forces if force.key == "uboats")
    sea = deployed(scenario, Options(u571="add"))
    assert boats(sea.now.pieces[AXIS]) == sorted([*named, U_571])
    assert sea.piece(U_571).at in sea.data.open_water(sea.now.ice)


@pytest.mark.rule("NC-11.9-u571-replace")
def test_u_571_replaces_a_boat_that_the_german_names_openly() -> None:
    sea = Sea.opening(TIRPITZ, options=Options(aces=True, u571="replace"))
    sea.act(AXIS, UsePrinzEugen(False))
    assert sea.offered(AXIS) == ["replace u-134", "replace u-377", "replace u-403", "replace u-584"]
    sea.act(AXIS, Replace("u-377"))
    assert [told.about["boat"] for told in sea.told("NC-11.9-u571-replace", Observer.ALLIED)] == ["u-377"]
    sea.act(AXIS, next(iter(sea.asked(AXIS).options)))  # which destroyers sail with Tirpitz
    options = sea.asked(AXIS).options
    assert isinstance(options, Assign)
    assert sorted(options.slots) == ["u-134", "u-403", U_571, "u-584"]
    sea.act(AXIS, Allot(tuple((name, "2020") for name in options.slots)))
    assert boats(sea.now.pieces[AXIS]) == ["u-134", "u-403", U_571, "u-584"]
    assert [name for name, piece in sea.now.pieces[AXIS].items() if piece.ace] == ["u-584"], "Kohler stays at home too"


def test_imagined_worlds_have_the_boats_that_sail_with_their_aces() -> None:
    options = Options(aces=True, scharnhorst=True, u571="replace")
    sea = deployed(LUFTWAFFE, options)
    truth = sea.now.pieces[AXIS]
    known = sea.match.known(Observer.ALLIED)
    for seed in range(20):
        pieces = imagine(sea.data, known, Observer.ALLIED, Dice.seeded(seed)).pieces[AXIS]
        assert boats(pieces) == boats(truth)
        assert {name: pieces[name].ace for name in boats(pieces)} == {name: truth[name].ace for name in boats(truth)}
        assert pieces["scharnhorst"].at[0].isdigit()
