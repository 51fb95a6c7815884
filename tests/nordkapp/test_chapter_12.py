"""Chapter 12: the optional rules. 2005 is open water, 2208 near the winter ice."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import data
from barents.games.nordkapp.state import AirRaids, Dispersion, Growlers, Listen, Options, Orders, Recon
from barents.kernel.datapack import DataPack
from barents.kernel.sides import Observer
from tests.published import NORDKAPP as SCENARIOS

from .waters import ALLIED, AXIS, SCATTER, SPORTPALAST, Waters

HERE, ICE = "2005", "2208"
NIGHT, DAY = 4, 5


def convoy(options: Options, *, cell: str = HERE, merchants: int = 15, turn: int = NIGHT) -> Waters:
    """PQ-12 somewhere in winter, by night, so that nobody flies."""
    waters = Waters(SPORTPALAST, options, turn=turn)
    waters.convoy("pq12", cell, "gb-dd-01", merchants=merchants)
    return waters


@pytest.mark.rule("NK-12-toggle")
@pytest.mark.parametrize("chosen", ["", "growlers", "hfdf", "storms"])
def test_each_rule_is_played_only_where_it_was_chosen(chosen: str) -> None:
    options = Options(**{chosen: True} if chosen else {})
    waters = convoy(options, cell=ICE).weather("storm")
    waters.place("u-88", HERE)
    waters.state.moved = ["pq12"]
    waters.begin(Dispersion(), Growlers(), Listen(), allied=[1, 1], dice=[1])
    if chosen == "hfdf":
        waters.act(ALLIED, "listen-in yes")
    rolled = {"growlers": "NK-12.2-growlers", "hfdf": "NK-12.3-hfdf", "storms": "NK-12.4-storm"}
    assert [name for name, rule in rolled.items() if waters.rolls(rule)] == ([chosen] if chosen else [])
    assert waters.is_over


@pytest.mark.rule("NK-12-toggle")
def test_options_cannot_be_changed_once_the_game_is_begun() -> None:
    options = convoy(Options()).state.options
    for name in ("aces", "growlers", "hfdf", "storms", "reorganisation"):
        with pytest.raises(AttributeError):
            setattr(options, name, True)


# 12.2: growlers


@pytest.mark.rule("NK-12.2-growlers")
@pytest.mark.parametrize(("die", "damaged"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_ice_damages_merchants_at_random(die: int, damaged: int) -> None:
    """G41: the draws are the second and the third of the merchants that are left."""
    waters = convoy(Options(growlers=True), cell="2207")
    waters.begin(Orders(), Growlers(), allied=[die, 2, 2])
    waters.plot(ALLIED, {"pq12": "2207>2208"}).plot(AXIS)
    struck = [name for name, piece in waters.now.pieces[ALLIED].items() if piece.damage]
    assert struck == ["merc-02", "merc-03"][:damaged]
    assert waters.rolls("NK-12.2-growlers", Observer.AXIS) == []
    assert waters.told("NK-12.2-growlers", Observer.AXIS) == [], "the German hears nothing"
    assert waters.told("NK-12.2-growlers", Observer.ALLIED)


@pytest.mark.rule("NK-12.2-growlers")
def test_no_roll_away_from_the_ice_or_for_a_convoy_that_stays() -> None:
    """From 1811 to 1713 it passes 1812, which is near the ice."""
    for start, route in ((HERE, "2005>2006"), (ICE, ICE), ("1811", "1811>1812>1713")):
        waters = convoy(Options(growlers=True), cell=start).begin(Orders(), Growlers())
        waters.plot(ALLIED, {"pq12": route}).plot(AXIS)
        assert waters.is_over
        assert waters.rolls("NK-12.2-growlers") == []


@pytest.mark.rule("NK-12.2-growlers")
def test_a_merchant_lost_to_the_ice_counts_but_the_enemy_is_not_told() -> None:
    waters = convoy(Options(growlers=True), cell=ICE, merchants=1)
    waters.state.pieces[ALLIED]["merc-01"].damage = 1
    waters.state.moved = ["pq12"]
    waters.begin(Growlers(), allied=[6, 1])
    assert waters.piece("merc-01").at == "lost"
    assert waters.points(AXIS) == 1
    known = waters.match.known(Observer.AXIS)
    assert "merc-01" not in known.pieces[ALLIED]
    assert known.points[AXIS] == 0


@pytest.mark.rule("NK-12.2-distance", "NK-1-ice-risk-zone")
@pytest.mark.parametrize(("away", "rolls"), [(1, 1), (2, 1), (3, 0)])
def test_a_convoy_that_ends_within_two_hexes_of_the_ice_rolls_and_one_hex_farther_it_does_not(
    away: int, rolls: int
) -> None:
    numbers = data(None)
    ice, passage = numbers.map.ice("winter"), numbers.passage("winter")
    end = next(
        cell
        for cell in sorted(numbers.open_water("winter"))
        if min(numbers.distance(cell, other) for other in ice) == away and cell not in numbers.norwegian_coast
    )
    start = min(passage.neighbours(end))
    waters = convoy(Options(growlers=True), cell=start).begin(Orders(), Growlers())
    waters.plot(ALLIED, {"pq12": f"{start}>{end}"}).plot(AXIS)
    assert len(waters.rolls("NK-12.2-growlers")) == rolls


@pytest.mark.rule("NK-12.2-distance")
def test_the_zone_is_two_hexes_deep_unless_a_pack_says_otherwise() -> None:
    built_in = data(None)
    assert [len(built_in.growler_zone(ice)) for ice in ("winter", "spring", "summer")] == [50, 45, 39]
    assert set(built_in.growler_zone("winter")) == set(built_in.map.iceberg_zone("winter"))
    wider = data(DataPack({"nordkapp/tables.toml": b"[growlers]\ndistance = 3\n"}))
    assert len(wider.growler_zone("winter")) == 74


# 12.3: HF/DF


def listening(die: int, drawn: list[int], boats: int = 3, **fields: object) -> Waters:
    """The Allies listen for some boats: U-134 at 2010, U-377 at 2011, U-403 at 2012."""
    waters = Waters(SPORTPALAST, Options(hfdf=True), turn=NIGHT)
    for number, boat in enumerate(("u-134", "u-377", "u-403")[:boats]):
        waters.place(boat, f"20{10 + number}", **fields)
    waters.begin(Listen(), dice=[die], axis=drawn)
    return waters.act(ALLIED, "listen-in yes")


@pytest.mark.rule("NK-12.3-hfdf")
@pytest.mark.parametrize(
    ("die", "cells"), [(1, []), (2, []), (3, []), (4, ["2011"]), (5, ["2011"]), (6, ["2011", "2010"])]
)
def test_the_die_says_how_many_boats_give_their_hexes_away(die: int, cells: list[str]) -> None:
    """G43: the draws are U-377 and then U-134."""
    waters = listening(die, [2, 1][: len(cells)])
    seen = waters.now.notebook[ALLIED].sightings
    assert [sighting.cell for sighting in seen] == cells
    assert {sighting.what for sighting in seen} <= {"submarine"}
    assert waters.match.known(Observer.ALLIED).pieces[AXIS] == {}, "the hex, not the name"
    assert waters.now.seen[ALLIED] == {}, "nor has anybody sighted it"
    assert waters.dice_left() == {}


@pytest.mark.rule("NK-12.3-victims")
def test_if_there_are_fewer_boats_all_are_heard() -> None:
    waters = listening(6, [1], boats=1)
    assert [sighting.cell for sighting in waters.now.notebook[ALLIED].sightings] == ["2010"]
    assert listening(6, [], boats=0).now.notebook[ALLIED].sightings == []


@pytest.mark.rule("NK-12.3-victims")
def test_submerged_boats_are_heard_too_but_boats_that_are_lost_are_not() -> None:
    waters = Waters(SPORTPALAST, Options(hfdf=True), turn=NIGHT)
    waters.place("u-134", "lost")
    waters.place("u-377", "2011", submerged=True)
    waters.begin(Listen(), dice=[6], axis=[1]).act(ALLIED, "listen-in yes")
    assert [sighting.cell for sighting in waters.now.notebook[ALLIED].sightings] == ["2011"]
    assert [draw.pool for draw in waters.draws("NK-12.3-victims")] == [1]


@pytest.mark.rule("NK-12.3-hex-alone")
def test_whether_the_boat_is_on_the_surface_is_not_told() -> None:
    heard = [listening(4, [1], submerged=submerged) for submerged in (False, True)]
    surfaced, submerged = (waters.words(Observer.ALLIED) for waters in heard)
    assert surfaced == submerged == ["A U-boat is heard at 2010"]
    views = [GAME.encoder.encode(waters.match.known(Observer.ALLIED)) for waters in heard]
    assert views[0] == views[1]


@pytest.mark.rule("NK-12.3-hex-alone")
def test_a_boat_that_was_heard_is_not_raided_before_somebody_sights_it() -> None:
    """Victorious' aircraft stand ready near it; once a destroyer has looked there, they may fly."""
    for looks, flies in (("-", False), ("2010", True)):
        waters = Waters(SPORTPALAST, Options(hfdf=True), turn=DAY).weather("fair")
        waters.place("u-134", "2010")
        waters.place("gb-dd-01", "2010")
        waters.place("victorious", "2410")
        waters.place("albacore-1", "victorious")
        waters.begin(Listen(), Recon(ALLIED), AirRaids(ALLIED), dice=[4], axis=[1])
        waters.act(ALLIED, "listen-in yes", f"choose {looks}")
        assert waters.asked(ALLIED).rule == "NK-4F-order"
        assert waters.offered(ALLIED) == (["choose -", "choose albacore-1"] if flies else ["choose -"])


@pytest.mark.rule("NK-12.3-hfdf")
def test_the_allies_need_not_listen() -> None:
    waters = Waters(SPORTPALAST, Options(hfdf=True), turn=NIGHT)
    waters.place("u-134", "2010")
    waters.begin(Listen()).act(ALLIED, "listen-in no")
    assert waters.is_over
    assert waters.rolls("NK-12.3-hfdf") == []


# 12.3.1: opportunity attacks


def chance(*dice: int, **fields: object) -> Waters:
    """A scenario that allows them: a boat at 2005, ships and aircraft around it, and it is heard."""
    pack = DataPack({f"nordkapp/scenarios/{SCATTER}.toml": b"opportunity = true\n"})
    waters = Waters(SCATTER, Options(hfdf=True), numbers=data(pack))
    waters.place("u-88", HERE, **fields)
    waters.place("gb-dd-01", "2007")
    waters.place("e-01", "2008")
    waters.place("norfolk", "2006")
    waters.place("victorious", "2104")
    waters.place("albacore-1", "victorious")
    waters.place("albacore-2", "victorious", resting=True)
    waters.place("su-dd-01", "1904")
    waters.begin(Listen(), dice=[5, *dice], axis=[1])
    return waters.act(ALLIED, "listen-in yes")


@pytest.mark.rule("NK-12.3.1-opportunity")
def test_each_unit_near_a_boat_that_was_heard_may_attack_it_once_and_stays_where_it_was() -> None:
    waters = chance(1, 4, 6)
    assert waters.offered(ALLIED)[-1] == "choose gb-dd-01,su-dd-01,albacore-1", "E is too far, Norfolk cannot"
    assert waters.unexplained(ALLIED) == []
    waters.act(ALLIED, "choose gb-dd-01,su-dd-01,albacore-1")
    modifiers = [roll.modifiers for roll in waters.rolls("NK-12.3.1-opportunity")]
    assert modifiers == [
        {"3 ASW factors": -1, "surfaced": 1},
        {"1 ASW factors": -1, "surfaced": 1, "Soviet ships alone": -1},
        {"1 ASW factors": -1, "surfaced": 1},
    ]
    assert waters.piece("u-88").damage == 1
    assert (waters.piece("gb-dd-01").at, waters.piece("albacore-1").flew) == ("2007", True)
    assert waters.is_over
    assert "gb-dd-01" not in waters.match.known(Observer.AXIS).pieces[ALLIED]


@pytest.mark.rule("NK-12.3-hex-alone", "NK-12.3.1-opportunity")
@pytest.mark.parametrize(("units", "sighted"), [("-", False), ("gb-dd-01", True)])
def test_who_is_not_attacked_by_opportunity_is_not_sighted(units: str, sighted: bool) -> None:
    waters = chance(1).act(ALLIED, f"choose {units}")
    assert (HERE in waters.now.seen[ALLIED]) is sighted


@pytest.mark.rule("NK-12.3.1-submerged")
def test_a_submerged_boat_is_heard_and_not_attacked() -> None:
    waters = chance(submerged=True)
    assert waters.is_over
    assert [sighting.cell for sighting in waters.now.notebook[ALLIED].sightings] == [HERE]


@pytest.mark.rule("NK-12.3.1-forbidden")
def test_the_published_scenarios_have_no_opportunity_attacks() -> None:
    assert [data(None).scenarios[name].opportunity for name in SCENARIOS] == [False] * 3
    waters = listening(5, [1])
    assert waters.is_over, "though the boat is on the surface"


# 12.4: storms


@pytest.mark.rule("NK-12.4-storm", "NK-12.4-displaced", "NK-12.4-scatter-diagram", "NK-10.2-convoy-leave")
def test_a_storm_drives_merchants_away_before_anything_is_plotted() -> None:
    """G42: a 6, then a 3, and the bearings 1, 4 and 5; the draws are the first three merchants."""
    waters = convoy(Options(storms=True)).weather("storm")
    waters.begin(Dispersion(), Orders(), allied=[6, 3, 1, 1, 1, 1, 4, 5])
    assert [waters.piece(f"merc-{n:02d}").at for n in (1, 2, 3, 4)] == ["2106", "1905", "2004", HERE]
    assert {"merc-01", "merc-02", "merc-03"} <= set(waters.sheet(ALLIED)), "they are plotted by themselves"
    assert waters.piece("merc-01").apart == NIGHT
    assert waters.dice_left() == {}
    assert waters.told("NK-12.4-displaced", Observer.AXIS) == []
    assert len(waters.told("NK-12.4-displaced", Observer.ALLIED)) == 3


@pytest.mark.rule("NK-12.4-storm")
def test_nothing_is_driven_away_in_other_weather() -> None:
    waters = convoy(Options(storms=True)).weather("bad").begin(Dispersion())
    assert waters.rolls("NK-12.4-storm") == []


@pytest.mark.rule("NK-12.4-table")
@pytest.mark.parametrize(("dice", "count"), [([1], 0), ([2], 0), ([3], 0), ([4], 1), ([5], 2), ([6, 5], 5)])
def test_the_dispersion_table(dice: list[int], count: int) -> None:
    waters = convoy(Options(storms=True)).weather("storm")
    waters.begin(Dispersion(), allied=[*dice, *[1] * count, *[2] * count])
    assert sum(piece.apart > 0 for piece in waters.now.pieces[ALLIED].values()) == count
    assert waters.dice_left() == {}


@pytest.mark.rule("NK-12.4-table")
def test_no_more_are_driven_away_than_there_are() -> None:
    waters = convoy(Options(storms=True), merchants=2).weather("storm")
    waters.begin(Dispersion(), allied=[6, 6, 1, 1, 2, 2])
    assert [waters.piece(name).at for name in ("merc-01", "merc-02")] == ["2006", "2006"]


@pytest.mark.rule("NK-12.4-scatter-diagram")
@pytest.mark.parametrize(
    ("die", "cell"), [(1, "2106"), (2, "2006"), (3, "1906"), (4, "1905"), (5, "2004"), (6, "2105")]
)
def test_the_scatter_diagram(die: int, cell: str) -> None:
    waters = convoy(Options(storms=True)).weather("storm").begin(Dispersion(), allied=[4, 1, die])
    assert waters.piece("merc-01").at == cell


@pytest.mark.rule("NK-12.4-displaced")
def test_one_that_cannot_go_there_is_a_straggler_in_the_convoys_hex() -> None:
    """2209 is ice in winter."""
    waters = convoy(Options(storms=True), cell=ICE).weather("storm").begin(Dispersion(), allied=[4, 1, 2])
    piece = waters.piece("merc-01")
    assert (piece.at, piece.force, piece.apart) == (ICE, "", NIGHT)


# 12.5: reorganisation


def lagging(options: Options, *, cell: str = "2007", apart: int = 2, damage: int = 0) -> Waters:
    """A merchant of PQ-12 that fell behind, two hexes east of the convoy."""
    waters = convoy(options)
    waters.straggler("merc-15", cell, "pq12", apart=apart, damage=damage)
    return waters.begin(Orders())


ON = Options(reorganisation=True)


@pytest.mark.rule("NK-12.5-reorganise")
def test_a_straggler_rejoins_and_the_convoy_moves_one_hex() -> None:
    waters = lagging(ON)
    assert max(way.count(">") for way in waters.ways(ALLIED, "pq12")) == 2
    waters.plot(ALLIED, {"merc-15": "rejoin"})
    assert max(way.count(">") for way in waters.ways(ALLIED, "pq12")) == 1
    waters.plot(ALLIED, {"pq12": "2005>2006"}).plot(AXIS)
    merchant = waters.piece("merc-15")
    assert (merchant.at, merchant.force, merchant.apart) == ("2006", "pq12", 0)
    assert waters.piece("merc-01").at == "2006"


@pytest.mark.rule("NK-12.5-damaged")
def test_a_damaged_straggler_rejoins_and_is_left_behind_again() -> None:
    waters = lagging(ON, cell="2006", damage=1)
    waters.plot(ALLIED, {"merc-15": "rejoin"}).plot(ALLIED, {"pq12": "2005>2006"}).plot(AXIS)
    assert waters.piece("merc-15").force == "pq12"
    waters.state = waters.now
    waters.begin(Orders()).plot(ALLIED, {"pq12": "2006>2007>2008"}).plot(AXIS)
    assert (waters.piece("merc-15").at, waters.piece("merc-15").force) == ("2007", "")


@pytest.mark.rule("NK-12.5-not-same-turn")
def test_not_on_the_turn_of_its_separation() -> None:
    assert "rejoin" in lagging(ON, apart=NIGHT - 1).ways(ALLIED, "merc-15")
    assert "rejoin" not in lagging(ON, apart=NIGHT).ways(ALLIED, "merc-15")


@pytest.mark.rule("NK-12.5-off")
def test_without_the_rule_stragglers_never_rejoin() -> None:
    waters = lagging(Options(), cell=HERE)
    assert "rejoin" not in waters.ways(ALLIED, "merc-15")
    waters.plot(ALLIED, {"merc-15": HERE, "pq12": HERE}).plot(AXIS)
    assert waters.piece("merc-15").at == HERE
    assert waters.piece("merc-15").force == "", "not even in the convoy's hex"
