"""Chapter 11.6: how groups sail: three hexes along the ice, by a die, to the end of their voyage."""

from __future__ import annotations

import pytest

from barents.games.north_cape.state import GONE, SAFE
from barents.kernel.sides import Observer
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.north_cape.solo import SUMMER, group, solitaire

CONVOY = ("mt-01", "mt-02", "gb-dd-1", "allied-decoy-1")


def end_turn(sea: Sea) -> None:
    """The Germans do nothing more this turn."""
    turn = sea.now.turn
    while sea.now.turn == turn and sea.match.pending:
        sea.act(AXIS, "pass")


@pytest.mark.rule(
    "NC-11.6-move-as-stack", "NC-11.6-move-three", "NC-11.6-eastbound", "NC-11.6-move-die", "NC-11.6-group-setup"
)
@pytest.mark.parametrize(
    ("die", "aim", "end"),
    [(1, "1314", "1314"), (2, "1315", "1315"), (6, "1319", "1315")],
)
def test_a_die_gives_the_hex_south_of_the_zone_three_columns_on(die: int, aim: str, end: str) -> None:
    """The zone ends at row 13 of column 13; from 1013 a group gains three columns first, however far the hex is."""
    sea = solitaire()
    group(sea, 1, CONVOY, "1013")
    sea.missions(ALLIED, dice=[die])
    assert {sea.piece(name).at for name in CONVOY} == {end}
    assert {sea.piece(name).spent for name in CONVOY} == {3}
    assert sea.told("NC-11.6-eastbound")[0].about["aim"] == aim
    assert [roll.faces for roll in sea.rolls("NC-11.6-move-die")] == [(die,)]
    assert sea.dice_left() == {}
    sea.asked(AXIS)


@pytest.mark.rule("NC-11.6-westbound")
@pytest.mark.parametrize(("die", "aim"), [(1, "3721"), (5, "3725")])
def test_an_eastern_group_sails_west(die: int, aim: str) -> None:
    """In winter the zone ends at row 20 of column 37, and column 40 is shifted half a hex to the south."""
    sea = solitaire()
    group(sea, 4, CONVOY, "4022", "west")
    sea.missions(ALLIED, dice=[die])
    assert sea.told("NC-11.6-westbound")[0].about["aim"] == aim
    assert {sea.piece(name).at for name in CONVOY} == {"3721" if die == 1 else "3724"}


@pytest.mark.rule("NC-11.6-move-die")
def test_where_a_column_has_no_zone_the_edge_of_the_map_counts() -> None:
    sea = solitaire(SUMMER)
    group(sea, 1, CONVOY, "0503")
    sea.missions(ALLIED, dice=[4])
    assert sea.told("NC-11.6-eastbound")[0].about["aim"] == "0804"
    assert sea.piece("mt-01").at == "0804"


@pytest.mark.rule("NC-11.6-repeat")
def test_groups_sail_in_order_once_a_turn_and_again_in_the_next() -> None:
    sea = solitaire()
    group(sea, 2, ["mt-02"], "1016")
    group(sea, 1, ["mt-01"], "1013")
    sea.state.groups.sort(key=lambda each: each.number)
    sea.missions(ALLIED, dice=[1, 1])
    assert (sea.piece("mt-01").at, sea.piece("mt-02").at) == ("1314", "1016")
    sea.act(AXIS, "pass")
    assert (sea.piece("mt-01").at, sea.piece("mt-02").at) == ("1314", "1315")
    assert [roll.subject for roll in sea.rolls("NC-11.6-move-die")] == ["Group 1", "Group 2"]
    end_turn(sea)
    assert sea.now.turn == 2
    assert {sea.piece(name).at[:2] for name in ("mt-01", "mt-02")} == {"16", "13"}


@pytest.mark.rule("NC-11.6-repeat", "NC-11.6-victory")
def test_a_group_heads_straight_for_murmansk_where_merchants_score_and_the_others_stay() -> None:
    sea = solitaire()
    group(sea, 1, CONVOY, "4231")
    sea.missions(ALLIED, dice=[5, 2])
    assert sea.piece("mt-01").at == "4433"
    assert sea.rolls("NC-11.6-move-die") == []
    end_turn(sea)
    assert {sea.piece(name).at for name in ("mt-01", "mt-02")} == {SAFE}
    assert {sea.piece(name).at for name in ("gb-dd-1", "allied-decoy-1")} == {"4434"}
    assert sea.now.points[ALLIED] == sum(roll.total or 0 for roll in sea.rolls("NC-10.0-vp-merc-arrives")) > 0
    end_turn(sea)
    assert {sea.piece(name).at for name in ("gb-dd-1", "allied-decoy-1")} == {"4434"}


@pytest.mark.rule("NC-11.6-repeat")
def test_a_westbound_group_leaves_the_map_where_its_way_runs_off_the_edge() -> None:
    """Two hexes to the edge, and off it with the third; its merchants score, who else was in it is not told."""
    sea = solitaire()
    group(sea, 4, CONVOY, "0315", "west")
    sea.missions(ALLIED, dice=[3, 4])
    assert {sea.piece(name).at for name in ("mt-01", "mt-02")} == {SAFE}
    assert {sea.piece(name).at for name in ("gb-dd-1", "allied-decoy-1")} == {GONE}
    assert sea.now.points[ALLIED] == 7
    assert not sea.is_up("gb-dd-1")
    assert "gb-dd-1" not in sea.match.known(Observer.AXIS).pieces[ALLIED]


@pytest.mark.rule("NC-4.0-face-down", "NC-11.6-repeat")
def test_cruisers_that_were_seen_and_have_left_the_map_are_not_lost_from_sight_on_it() -> None:
    """A boat on patrol meets the group beside the edge and is too slow for it; the turn then ends."""
    sea = solitaire()
    group(sea, 4, ("norfolk", "london"), "0315", "west")
    sea.on_patrol("u-88", "0215", surfaced=True)
    sea.missions(ALLIED, dice=[5] * 9).act(AXIS, "choose u-88")
    assert {sea.piece(name).at for name in ("norfolk", "london")} == {GONE}
    assert "norfolk" in sea.revealed()
    assert sea.match.known(Observer.AXIS).pieces[ALLIED]["norfolk"].at == GONE, "he knows who has left"
    end_turn(sea)
    assert sea.now.notebook[AXIS].sightings == []
