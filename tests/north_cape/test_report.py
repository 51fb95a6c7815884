"""The end of a game: its points by source, its losses by cause, and its convoys beside history."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barents.games.north_cape import GAME
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.pieces import damage, eliminate
from barents.games.north_cape.state import LOST, SAFE, Leg, MissionType, NextMission, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.report import Report, Scored
from barents.kernel.sides import Side, eyes_of
from barents.players import Player, RandomPlayer
from barents.players.north_cape import Doctrine
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.published import NORTH_CAPE

FEW = settings(max_examples=max(settings().max_examples // 12, 1))
SCENARIOS = sorted(NORTH_CAPE)


def played(scenario: str, seed: int, *, random: bool, choices: int) -> Match[State, Data]:
    match: Match[State, Data] = Match.new(GAME, scenario, seed=seed)
    player: Player = RandomPlayer() if random else Doctrine(match.data)
    dice = Dice.seeded("report", seed)
    while match.pending and len(match.choices) < choices:
        side = next(iter(match.pending))
        known = None if random else match.known(eyes_of(side))
        match.act(side, player.choose(known, match.pending[side], dice))
    return match


def report_of(match: Match[State, Data]) -> Report:
    return GAME.report(match.data, match.state, match.log or [])


def adds_up(match: Match[State, Data]) -> None:
    """Sources are the points, losses the pieces lost, and every merchant has one end."""
    report, state = report_of(match), match.state
    for side in Side:
        assert sum(row.points for row in report.scored if row.side is side) == state.points[side]
        lost = [match.data.counters[p.id].name for p in state.pieces[side].values() if p.at == LOST]
        assert sorted(loss.unit for loss in report.losses if loss.side is side) == sorted(lost)
    merchants = [p for p in state.pieces[ALLIED].values() if match.data.counters[p.id].is_merchant]
    ours = [tally.rows[0].ends for tally in report.tallies]
    assert sum(sum(ends.values()) for ends in ours) == len(merchants)
    assert sum(ends.get("arrived", 0) for ends in ours) == sum(p.at == SAFE for p in merchants)
    assert [loss.turn for loss in report.losses] == sorted(loss.turn for loss in report.losses)


@FEW
@given(st.integers(0, 10_000), st.sampled_from(SCENARIOS), st.integers(0, 1_500))
def test_the_account_adds_up_at_any_moment_of_random_games(seed: int, scenario: str, choices: int) -> None:
    adds_up(played(scenario, seed, random=True, choices=choices))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_account_of_a_whole_game_adds_up(scenario: str) -> None:
    match = played(scenario, 1, random=False, choices=10_000)
    assert match.result is not None
    adds_up(match)
    report = report_of(match)
    assert {row.name.split(",")[0] for tally in report.tallies for row in tally.rows} == {"This game", "History"}
    assert report.losses
    beaten = "Germans" if match.result.winner is ALLIED else "Allies"
    assert f"{beaten} were" in report.sentence or match.state.points[ALLIED] == match.state.points[AXIS]


def test_history_stands_beside_the_convoys_that_it_knows() -> None:
    tallies = {tally.title: tally.rows for tally in report_of(played(SCENARIOS[0], 1, random=True, choices=10)).tallies}
    assert tallies["The thirty-five of PQ 17"][1].name == "History, July 1942"
    assert tallies["The thirty-five of PQ 17"][1].ends == {
        "arrived": 11,
        "aircraft had a part": 14,
        "U-boats alone": 8,
        "turned back": 2,
        "still at sea": 0,
    }
    assert tallies["The thirty-five of PQ 17"][0].ends["still at sea"] == 35
    winter = report_of(played("unternehmen-sportpalast", 1, random=True, choices=10)).tallies
    assert [(tally.title, len(tally.rows)) for tally in winter] == [
        ("The fifteen of PQ 12", 2),
        ("The fifteen of the second convoy", 1),
    ]


def test_a_loss_is_laid_to_all_who_had_a_part_in_it() -> None:
    sea = Sea()
    sea.place_all(["mt-01", "mt-02", "mt-03", "gb-dd-1"], "1520")
    sea.place_all(["u-88", "tirpitz"], "1820")
    sea.place("ju-87-1", "2633")
    sea.state.turn = 5
    sea.missions(ALLIED, dice=[1] * 8)
    u = sea.umpire
    for unit, causes in (
        ("mt-01", ("ju-88-1", "u-88")),
        ("mt-02", ("u-88", "u-255")),
        ("mt-03", ("u-88", "tirpitz")),
        ("gb-dd-1", ("tirpitz", "tirpitz")),
        ("u-88", ("gb-dd-1", "gb-dd-2")),
    ):
        for cause in causes:
            damage(u, sea.piece(unit), cause)
    eliminate(u, sea.piece("ju-87-1"), "want of a place to land")
    report = report_of(sea.match)
    names = {"mt-01": "Artigas", "mt-02": "Ballot", "mt-03": "Bateau"}
    causes_found = {loss.unit: (loss.kind, loss.cause) for loss in report.losses}
    assert causes_found[names["mt-01"]] == ("mt", "aircraft and U-boats")
    assert causes_found[names["mt-02"]] == ("mt", "U-boats")
    assert causes_found[names["mt-03"]] == ("mt", "U-boats and surface ships")
    assert causes_found["U-88"] == ("ss", "surface ships")
    assert causes_found["Ju-87 1"] == ("air-at", "no place to land")
    assert set(report.scored) == {
        Scored(AXIS, "Merchants sunk", 6, 3),
        Scored(AXIS, "Destroyers sunk", 15, 1),
        Scored(ALLIED, "U-boats sunk", 5, 1),
    }


def test_arrivals_are_counted_by_their_source() -> None:
    sea = Sea()
    sea.place_all(["mt-01", "mt-02"], "4433")
    sea.mission(MissionType.SORTIE, ["mt-01", "mt-02"], began=False, moved=0)
    sea.begin(Leg(), NextMission(AXIS), dice=[3, 5]).act(ALLIED, "go 4434")
    assert report_of(sea.match).scored == (Scored(ALLIED, "Merchants brought in", 8, 2),)


@pytest.mark.parametrize(
    ("allied", "axis", "words"),
    [
        (185, 216, "The Allies were 32 points short."),
        (210, 216, "A tie would have been German; the Allies were 7 points short."),
        (216, 216, "The points are equal, and a tie is a German victory."),
        (217, 216, "A tie would have been German; the Germans were 1 point short."),
    ],
)
def test_the_sentence_says_how_close_it_was(allied: int, axis: int, words: str) -> None:
    sea = Sea()
    sea.state.points = {ALLIED: allied, AXIS: axis}
    sea.state.turn = sea.state.turns
    sea.begin()
    assert report_of(sea.match).sentence == words


def test_a_resignation_is_told_as_one() -> None:
    match = played(SCENARIOS[0], 3, random=False, choices=400)
    match.resign(Side.AXIS)
    report = report_of(match)
    assert report.sentence.endswith("The Germans gave up.")
    assert Counter(report.sentence)["."] == 2
    adds_up(match)
