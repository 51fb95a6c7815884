"""The ladder: deals with the same dice and sides swapped, who did better in one, and ratings that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.game import Result
from barents.kernel.record import decode
from barents.kernel.sides import Side
from barents.lab import ladder_plot
from barents.lab.ladder import FIRST_DEALS, Deal, Ladder, Trial, ladder, round_robin, studies, verdict
from barents.lab.measures import Measures
from barents.lab.simulate import Played, play
from tests.hunt import GAME
from tests.lab.hunting import HUNT

PLAYERS = ["midshipman", "lieutenant", "commodore"]


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def ended(winner: Side | None, allied: float = 0, axis: float = 0) -> Played:
    return Played(1, Result(winner, "", {"allied": allied, "axis": axis}), Measures(), 1)


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (ended(Side.ALLIED), ended(Side.AXIS), 1),  # the first player won from both sides
        (ended(Side.AXIS), ended(Side.ALLIED), -1),
        (ended(None), ended(Side.ALLIED), -1),
        (ended(Side.AXIS, 10, 30), ended(Side.AXIS, 10, 40), 1),  # one win each: lost by less as Allied, won by more
        (ended(Side.AXIS, 10, 40), ended(Side.AXIS, 10, 30), -1),
        (ended(Side.ALLIED, 50, 0), ended(Side.AXIS, 0, 10), 1),
        (ended(Side.AXIS, 99, 0), ended(Side.ALLIED, 0, 99), -1),  # points never outweigh a win
        (ended(Side.AXIS, 10, 40), ended(Side.AXIS, 20, 50), 0),
    ],
)
def test_a_deal_goes_to_who_did_better_with_the_same_dice(one: Played, other: Played, better: int) -> None:
    assert verdict(one, other) == better


def test_both_games_of_a_deal_have_the_same_dice_and_the_sides_are_swapped() -> None:
    pairings = studies(HUNT._replace(records=True), ["random", "doctrine"])
    one, other = pairings["random", "doctrine"], pairings["doctrine", "random"]
    assert one.players == {Side.ALLIED: "random", Side.AXIS: "doctrine"}
    assert other.players == {Side.ALLIED: "doctrine", Side.AXIS: "random"}
    # Of equals in both seats nothing but dice is left to tell the two games apart.
    equals = [pairing._replace(players=HUNT.players) for pairing in (one, other)]
    records = [play(pairing, 3).record for pairing in equals]
    assert records[0] == records[1]
    assert decode(records[0]).result is not None


def strengths(deals: int) -> Iterator[tuple[Deal, Played, Played]]:
    """The later in the list the stronger: the stronger wins as Axis always, as Allied in two deals of three."""
    for deal in round_robin(PLAYERS, deals):
        as_allied = Side.ALLIED if deal.number % 3 else Side.AXIS
        yield deal, ended(Side.AXIS, 0, 5), ended(as_allied, 0, 5)


def found(deals: int) -> Ladder:
    return ladder(HUNT, PLAYERS, strengths(deals))


def test_the_ladder_has_the_strongest_on_top_and_grows_surer_with_every_deal() -> None:
    short, long = found(6), found(60)
    assert [rung.player for rung in long.rungs] == ["commodore", "lieutenant", "midshipman"]
    top, bottom = long.rungs[0], long.rungs[-1]
    assert (top.won, top.drawn, top.lost) == (80, 40, 0)
    assert (bottom.won, bottom.drawn, bottom.lost) == (0, 40, 80)
    assert (top.allied.mean, top.axis.mean) == (0.6667, 1.0)
    assert bottom.rating.high < top.rating.low
    for rung in long.rungs:
        before = next(other for other in short.rungs if other.player == rung.player).rating
        assert rung.rating.low < rung.rating.mean < rung.rating.high
        assert rung.rating.high - rung.rating.low < before.high - before.low
    duel = next(duel for duel in long.duels if (duel.first, duel.second) == ("midshipman", "commodore"))
    assert (duel.deals, duel.won, duel.drawn, duel.lost, duel.share.mean) == (60, 0, 20, 40, 0.1667)
    cells = {(cell.allied, cell.axis): (cell.games, cell.share.mean) for cell in long.pairs.cells}
    assert cells["commodore", "midshipman"] == (60, 0.3333)
    assert cells["midshipman", "commodore"] == (60, 1.0)
    assert msgspec.json.decode(msgspec.json.encode(long), type=Ladder) == long


def test_a_trial_ends_when_it_knows_who_is_stronger() -> None:
    won, lost, drawn = ended(Side.ALLIED), ended(Side.AXIS), ended(None)
    ends = {"stronger": (won, lost), "not stronger": (lost, won), "open": (won, won)}
    for said, (one, other) in ends.items():
        trial = Trial(0.6)
        deals = [(deal, one, other) for deal in round_robin(PLAYERS[:2], 40)]
        assert len(list(trial.watched(deals))) == (40 if said == "open" else FIRST_DEALS)
        assert trial.verdict == said
    trial = Trial(0.6)
    assert len(list(trial.watched((deal, won, drawn) for deal in round_robin(PLAYERS[:2], 40)))) == 17
    assert (trial.verdict, trial.wins, trial.losses) == ("stronger", 17, 0), "what is drawn says nothing"


def test_the_ladder_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg", "ladder.png"):
        ladder_plot.save(found(4), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")
