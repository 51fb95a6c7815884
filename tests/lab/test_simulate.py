"""Many games at once: the same numbers whatever the number of workers, and what is measured of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.games.arctic_campaign.options import Options as CampaignOptions
from barents.games.north_cape import GAME as NORTH_CAPE
from barents.games.operations.names import worth
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.lab.measures import measure
from barents.lab.north_cape import cause_of, kind
from barents.lab.simulate import GameFailed, Played, Study, play, simulate, summary
from barents.lab.statistics import mean, share
from barents.players import play_out, player
from barents.players.circles import CirclesError
from tests.hunt import GAME

ROOT = Path(__file__).parents[2]
RANDOM = dict.fromkeys(Side, "random")
HUNT = Study("hunt", "first-light", 7, RANDOM, plug_ins=("tests.hunt",), path=(str(ROOT),))


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def without_times(study: Study, played: list[Played]) -> bytes:
    return msgspec.json.encode(summary(study, played, 0, 0))


def test_two_workers_give_the_numbers_of_one() -> None:
    alone, together = (list(simulate(HUNT, 9, workers)) for workers in (1, 2))
    assert alone == together
    assert without_times(HUNT, alone) == without_times(HUNT, together)
    assert [game.number for game in together] == list(range(1, 10))


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    nine, four = list(simulate(HUNT, 9)), list(simulate(HUNT, 4))
    assert nine[:4] == four
    assert play(HUNT, 9) == nine[8]
    other = list(simulate(HUNT._replace(seed=8), 9))
    assert [game.choices for game in other] != [game.choices for game in nine]


def test_options_and_players_reach_the_games() -> None:
    radar = HUNT._replace(options={"radar": True}, records=True)
    record = decode(play(radar, 1).record)
    assert record.options == {"radar": True}
    assert verify(record, None).entries > 0
    with pytest.raises(GameFailed, match=r"game 3 of seed 7 failed: .*no player 'admiral'"):
        play(HUNT._replace(players={**RANDOM, Side.AXIS: "admiral"}), 3)


def test_players_that_go_in_circles_are_stopped() -> None:
    """A convoy that opens and closes its formation for ever."""
    registry.plug_in_module("tests.server.failing")
    match: Match[Any, Any] = Match.new("failing", "first-light", seed=1)
    restless = player("circles", "failing", match.data)
    with pytest.raises(CirclesError, match=r"200 answers .* stood still; the last was for the allied"):
        play_out(match, dict.fromkeys(Side, restless), {side: Dice.seeded(1) for side in Side}, in_a_turn=200)
    assert len(match.choices) == 200


def test_north_cape_by_doctrine_is_the_same_in_worker_processes() -> None:
    study = Study("north_cape", "unternehmen-sportpalast", 2, dict.fromkeys(Side, "doctrine"))
    assert list(simulate(study, 2, workers=2)) == list(simulate(study, 2))


def test_the_points_by_turn_add_up_to_the_result_and_losses_to_the_pieces_lost() -> None:
    match: Match[Any, Any] = Match.new(NORTH_CAPE, "enter-the-luftwaffe", seed=4)
    players = {side: player("doctrine", "north_cape", match.data) for side in Side}
    play_out(match, players, {side: Dice.seeded(side.value) for side in Side})
    assert match.result is not None
    measured = measure(match)
    assert {name: track[-1] for name, track in measured.points_by_turn.items()} == match.result.points
    assert all(len(track) == 36 for track in measured.points_by_turn.values())
    assert all(track == sorted(track) for track in measured.points_by_turn.values())
    lost: dict[str, int] = {}
    for pieces in match.state.pieces.values():
        for piece in pieces.values():
            if piece.at == "lost":
                what = kind(match.data.counters[piece.id])
                lost[what] = lost.get(what, 0) + 1
    assert {what: sum(causes.values()) for what, causes in measured.losses.items()} == lost


def test_the_points_and_losses_of_nordkapp_are_read_from_its_log_too() -> None:
    study = Study("nordkapp", "convoy-is-to-scatter", 5, dict.fromkeys(Side, "doctrine"), {"growlers": True})
    game = play(study, 1)
    assert list(simulate(study, 2, workers=2)) == [game, play(study, 2)]
    assert {name: track[-1] for name, track in game.measures.points_by_turn.items()} == game.result.points
    assert all(len(track) == 21 for track in game.measures.points_by_turn.values())
    merchants = game.measures.losses["merchants"]
    assert merchants
    assert set(merchants) <= {"aircraft", "ships", "submarines", "ice"}
    convoys = [causes for what, causes in game.measures.losses.items() if what.startswith("merchants of ")]
    assert sum(merchants.values()) == sum(sum(causes.values()) for causes in convoys)


def test_of_arctic_disaster_it_is_also_counted_what_turned_the_game() -> None:
    match: Match[Any, Any] = Match.new("arctic_disaster", "historical", seed=5)
    players = {side: player("doctrine", "arctic_disaster", match.data) for side in Side}
    play_out(match, players, {side: Dice.seeded(side.value) for side in Side})
    assert match.result is not None
    measured = measure(match)
    assert {name: track[-1] for name, track in measured.points_by_turn.items()} == match.result.points
    assert all(len(track) == 11 for track in measured.points_by_turn.values())
    german = measured.points_by_turn["axis"]
    assert german == sorted(german)
    ships = match.state.ships[Side.ALLIED].values()
    lost = sum(ship.at == "lost" and match.data.counters[ship.id].is_merchant for ship in ships)
    assert sum(measured.losses["merchants"].values()) == lost > 0
    assert measured.events["scattered"] == (match.state.scatter == "done")
    assert measured.events.get("merchants through", 0) == match.state.awards
    assert measured.events["air attacks"] > 0


def test_of_an_operation_every_ship_lost_has_its_cause() -> None:
    match: Match[Any, Any] = Match.new("operations", "regenbogen", seed=2)
    players = {side: player("doctrine", "operations", match.data) for side in Side}
    play_out(match, players, {side: Dice.seeded(side.value) for side in Side})
    measured = measure(match)
    for side in Side:
        track = measured.points_by_turn[side.value]
        lost = [count for what, causes in measured.losses.items() for count in causes.values() if what != "merchants"]
        lost += measured.losses.get("merchants", {}).values()
        assert len(track) == match.state.turns
        assert track[-1] == sum(worth(match.data, match.state, key) for key in match.state.sunk.get(side.enemy, []))
        assert sum(lost) == sum(len(keys) for keys in match.state.sunk.values()) > 0
    assert measured.events["battles"] > 0


def test_of_a_campaign_every_ship_lost_has_its_cause_and_every_month_its_points() -> None:
    options = CampaignOptions(convoy_phase="quick", end_month="1943-12")
    match: Match[Any, Any] = Match.new("arctic_campaign", "campaign", seed=3, options=options)
    players = {side: player("doctrine", "arctic_campaign", match.data) for side in Side}
    play_out(match, players, {side: Dice.seeded(side.value) for side in Side})
    measured, state = measure(match), match.state
    assert match.result is not None
    lines = [line.what for month in state.statements for line in month.lines]
    sunk = [what for what in lines if what.endswith((" sunk", " sunk in the North Sea"))]
    assert sum(sum(causes.values()) for causes in measured.losses.values()) == len(sunk) > 0
    merchants = measured.losses["merchants"]
    assert sum(merchants.values()) == sum(what.startswith(("Large transport", "Oiler")) for what in sunk)
    assert {"aircraft", "submarines"} <= set(merchants)
    assert "otherwise" not in merchants
    for side in Side:
        track = measured.points_by_turn[side.value]
        assert (len(track), track[-1]) == (len(state.statements), match.result.points[side.value])
    assert measured.events["months that cost the Allies a box"] == sum(month.score < 0 for month in state.statements)
    assert measured.events["eastbound convoys"] >= len(state.statements) - 1
    assert measured.events["points for cargo"] > measured.events["points for rent"] > 0


@pytest.mark.parametrize(
    ("by", "cause"),
    [("ju-88-1", "aircraft"), ("u-88", "submarines"), ("tirpitz", "ships"), ("want of room", "want of room")],
)
def test_a_loss_is_counted_by_what_caused_it(by: str, cause: str) -> None:
    assert cause_of(NORTH_CAPE.data(None), by) == cause


def test_a_summary_counts_wins_draws_and_levels() -> None:
    played = list(simulate(HUNT, 12))
    found = summary(HUNT, played, 1.5, 3)
    assert sum(found.wins.values()) == sum(found.results.values()) == found.games == 12
    assert set(found.wins) == {"allied", "axis", "draw"}
    for side in Side:
        assert found.wins[side.value] == sum(game.result.winner is side for game in played)
    assert (found.seconds, found.workers) == (1.5, 3)


def test_intervals_are_those_of_the_books() -> None:
    assert (share(15, 20).low, share(15, 20).high) == (0.5313, 0.8881)  # Wilson
    assert share(0, 10).low == 0
    narrow, wide = mean([10, 12] * 50), mean([10, 12])
    assert wide.low < narrow.low < narrow.mean == 11 < narrow.high < wide.high
    assert mean([4]).low == mean([4]).high == 4
    assert mean([10, 12]).high == pytest.approx(11 + 12.7062, abs=0.01)  # Student with one degree of freedom


def test_a_worker_knows_only_the_games_that_it_is_told_to_plug_in() -> None:
    with pytest.raises(LookupError, match="there is no game 'hunt'"):
        list(simulate(HUNT._replace(plug_ins=()), 2, workers=2))
