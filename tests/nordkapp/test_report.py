"""The end of a game of Nordkapp: its points by source, its losses by cause, and its convoys beside history."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import hit
from barents.games.nordkapp.screen.report import margin
from barents.games.nordkapp.state import LOST, OUT, EndTurn, Options, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.report import Report
from barents.kernel.sides import Side
from tests.nordkapp.eager import eager
from tests.nordkapp.waters import ALLIED, AXIS, SCATTER, Waters
from tests.published import NORDKAPP as SCENARIOS


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
    assert sum(ends.get("arrived", 0) for ends in ours) == sum(p.at == OUT for p in merchants)
    assert [loss.turn for loss in report.losses] == sorted(loss.turn for loss in report.losses)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("solitaire", [False, True], ids=["two sides", "solitaire"])
def test_the_account_of_a_game_adds_up_all_the_way(scenario: str, solitaire: bool) -> None:
    options = Options(growlers=True, storms=True, hfdf=True, solitaire=solitaire)
    match: Match[State, Data] = Match.new(GAME, scenario, seed=3, options=options)
    dice = Dice.seeded("report")
    while match.pending:
        side = next(iter(match.pending))
        match.act(side, eager(match, side, dice))
        if len(match.choices) % 60 == 0:
            adds_up(match)
    adds_up(match)
    report = report_of(match)
    assert {row.name.split(",")[0] for tally in report.tallies for row in tally.rows} == {"This game", "History"}
    assert report.sentence.endswith(".")


def test_damage_and_loss_are_scored_apart_and_put_down_to_what_caused_them() -> None:
    """G36: Tirpitz sunk is 3 and five halves; a merchant bound for Russia is 1, homeward ½; storm and ice count too."""
    waters = Waters(SCATTER)
    waters.place("tirpitz", "1805")
    waters.convoy("pq17", "1805", "gb-dd-01", merchants=2)
    waters.convoy("qp13", "1806", merchants=1)
    waters.begin(EndTurn())
    u = waters.umpire
    pieces = waters.now.pieces
    hit(u, pieces[AXIS]["tirpitz"], 3, "Duke of York", "NK-8.1-round-fire")
    hit(u, pieces[AXIS]["tirpitz"], 3, "Albacore 1", "NK-9.3.2c-as")
    hit(u, pieces[ALLIED]["merc-01"], 1, "ice", "NK-12.2-growlers")
    hit(u, pieces[ALLIED]["merc-01"], 1, "U-88", "NK-7.1.2-torpedo-roll")
    hit(u, pieces[ALLIED]["merc-36"], 2, "Ju 88 1", "NK-9.3.2c-as")
    hit(u, pieces[ALLIED]["gb-dd-01"], 1, "U-88", "NK-7.1.2-torpedo-roll")
    report = report_of(waters.match)
    assert {(row.side, row.source): (row.points, row.count) for row in report.scored} == {
        (ALLIED, "Battleships damaged or sunk"): (5.5, 2),
        (AXIS, "Merchants sunk, bound for Russia"): (1.0, 1),
        (AXIS, "Merchants sunk, homeward bound"): (0.5, 1),
        (AXIS, "Destroyer groups damaged or sunk"): (0.5, 1),
    }
    causes = {loss.unit: loss.cause for loss in report.losses}
    assert causes["Tirpitz"] == "surface ships and aircraft"
    assert set(causes.values()) == {"surface ships and aircraft", "ice and U-boats", "aircraft"}
    ends = {tally.title: tally.rows[0].ends for tally in report.tallies}
    assert ends["The two of PQ 17"]["U-boats alone"] == 1
    assert ends["The one of QP 13"]["aircraft had a part"] == 1


def test_a_sunk_carrier_takes_her_aircraft_along() -> None:
    waters = Waters(SCATTER)
    waters.place("victorious", "1805")
    waters.place("fulmar-1", "victorious")
    waters.begin(EndTurn())
    hit(waters.umpire, waters.now.pieces[ALLIED]["victorious"], 9, "U-88", "NK-7.1.2-torpedo-roll")
    causes = {loss.unit: loss.cause for loss in report_of(waters.match).losses}
    assert causes == {"Victorious": "U-boats", "Fulmar": "the loss of their carrier"}


@pytest.mark.parametrize(
    ("axis", "allied", "words"),
    [
        (3, 4.5, "The Germans were 16½ points short of a tactical victory."),
        (20.5, 0, "The Germans were 4½ points short of a operational victory."),
        (30, 1, "The Germans had 4 points more than they needed."),
    ],
)
def test_the_sentence_says_how_close_it_was(axis: float, allied: float, words: str) -> None:
    waters = Waters(SCATTER, turn=21)
    waters.state.points = {AXIS: axis, ALLIED: allied}
    waters.begin(EndTurn())
    assert waters.now.result is not None
    assert margin(waters.data, waters.now, waters.now.result) == words.replace("a operational", "an operational")
