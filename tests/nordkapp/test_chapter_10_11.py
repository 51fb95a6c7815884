"""Chapters 10 and 11 of Nordkapp: markers, damage, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.rules.units import factor, hit, range_of, speed
from barents.games.nordkapp.state import (
    LOST,
    AirRaids,
    CallCombat,
    EndTurn,
    Growlers,
    Options,
    Orders,
    Recon,
    SubmarinePhase,
)
from barents.kernel.sides import Observer
from barents.kernel.words import in_halves

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

HERE = "1306"
BOMBERS = {AXIS: ("he-111-1", "he-111-2"), ALLIED: ("albacore-1", "albacore-2")}
HUNTERS = {AXIS: "bv-138-1", ALLIED: "albacore-1"}
FACES = {AXIS: (1, 5, 8), ALLIED: (1, 7, 10)}  # of a bomber's die for no, one and two Damage Points


def struck(name: str, points: int, *, damage: int = 0, convoy: str = "") -> Waters:
    """A unit takes some Damage Points in a raid: ships and boats by bombs, aircraft from the guns of whom they raid."""
    waters = Waters(LUFTWAFFE, turn=2)
    about = waters.data.counters[name]
    raider = about.side if about.is_air else about.side.enemy
    if raider is ALLIED:
        waters.place("victorious", "1308")
    if about.is_air:
        waters.place("tirpitz" if raider is ALLIED else "alynbank", HERE)
        wing, dice = [name], [10, 1]  # either ship's guns then score two
    elif about.is_sub:
        wing, dice = [HUNTERS[raider]], [6 if points else 1]
    else:
        shares = [min(points, 2), max(points - 2, 0)]
        wing = list(BOMBERS[raider][: 2 if shares[1] else 1])
        guns = about.aa // 2 if damage else about.aa
        dice = [*([1] if guns else []), *(FACES[raider][share] for share in shares[: len(wing)])]
    if not about.is_air:
        waters.place(name, HERE, damage=damage, convoy=convoy, apart=1 if convoy else 0)
    for unit in wing:
        waters.place(unit, "1009" if raider is AXIS else "victorious", damage=damage if unit == name else 0)
    waters.sighted(raider, HERE).begin(AirRaids(raider), dice=dice).act(raider, f"choose {','.join(wing)}")
    while not waters.is_over:
        side = next(iter(waters.match.pending))
        if waters.asked(side).rule == "NK-9.3.1-raid":
            waters.plot(side, dict.fromkeys(wing, HERE))
        else:
            waters.idle(side)
    return waters


# 10: markers and damage


@pytest.mark.rule("NK-10.1-force-markers")
def test_the_enemy_is_told_of_a_force_but_not_what_is_in_it() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("battle", "1805", "duke-of-york", "washington", "victorious", "gb-dd-01")
    waters.place("bv-138-1", "1009", search=["1805"])
    waters.begin(Recon(AXIS)).act(AXIS, "choose -")
    assert waters.words(Observer.AXIS)[-1] == "1805: surface units"
    known = waters.match.known(Observer.AXIS)
    assert (known.pieces[ALLIED], known.markers[ALLIED]) == ({}, {})
    assert [piece.force for piece in waters.now.pieces[ALLIED].values()] == ["battle"] * 4


@pytest.mark.rule("NK-10.3-halving", "NK-10.3-applies-all", "NK-9-damaged-range")
def test_one_point_halves_everything_rounded_down() -> None:
    waters = Waters(SCATTER)
    for name in ("tirpitz", "hipper", "merc-01", "e-01", "u-88", "ju-88-1", "bv-138-1", "gb-dd-01"):
        waters.place(name, "1306", damage=1)
    data, pieces = waters.data, {**waters.state.pieces[AXIS], **waters.state.pieces[ALLIED]}
    assert factor(data, pieces["hipper"], "gun") == 2, "five is halved to two"
    assert (factor(data, pieces["tirpitz"], "gun"), factor(data, pieces["tirpitz"], "aa")) == (4, 2)
    assert factor(data, pieces["gb-dd-01"], "asw") == 1
    assert (factor(data, pieces["e-01"], "gun"), factor(data, pieces["e-01"], "asw")) == (0, 1)
    assert factor(data, pieces["u-88"], "torp") == 3
    assert (factor(data, pieces["ju-88-1"], "ship"), range_of(data, pieces["ju-88-1"])) == (2, 8)
    assert factor(data, pieces["bv-138-1"], "asw") == 0
    moves = {name: speed(data, pieces[name]) for name in ("tirpitz", "merc-01", "e-01", "u-88")}
    assert moves == {"tirpitz": 3, "merc-01": 1, "e-01": 2, "u-88": 1}
    assert speed(data, pieces["u-88"], submerged=True) == 0, "it cannot move submerged any more"


@pytest.mark.rule("NK-10.3-halving", "NK-10.4-no-further")
@pytest.mark.parametrize(("damage", "guns", "steps"), [(0, 8, 7), (1, 4, 3), (3, 4, 3), (4, 4, 3)])
def test_a_damaged_ship_fires_and_sails_with_half_and_more_points_take_no_more(
    damage: int, guns: int, steps: int
) -> None:
    """Tirpitz before and after: what her die is worth in combat, and how far she may be plotted after it."""
    waters = Waters(SCATTER, turn=8).weather("bad")
    waters.state.detected = {"pq17": 1}
    waters.place("tirpitz", "2005", damage=damage)
    waters.straggler("merc-40", "2005", "qp13")
    waters.sighted(AXIS, "2005").begin(CallCombat(AXIS), EndTurn(), dice=[3]).act(AXIS, "call 2005")
    waters.idle_until("NK-5.1-secret-plot", AXIS, turn=9)
    first = waters.rolls("NK-8.1-round-fire")[0]
    assert (first.subject, first.modifiers["gunnery"]) == ("tirpitz", guns)
    assert max(len(way.split(">")) - 1 for way in waters.ways(AXIS, "tirpitz") if "out" not in way) == steps


@pytest.mark.rule("NK-10.3-halving", "NK-9-damaged-range")
def test_a_damaged_bomber_reaches_half_as_far_and_hits_half_as_hard() -> None:
    """A Ju 88 flies 16 hexes with a factor of 5, and 8 with 2."""
    for damage, reaches, power in ((0, ["1708", "2109"], 5), (1, ["1708"], 2)):
        waters = Waters(LUFTWAFFE, turn=2)
        waters.place("ju-88-1", "1009", damage=damage)
        for name, cell in (("kent", "1708"), ("norfolk", "2109")):
            waters.place(name, cell)
        assert waters.data.distance("1009", "1708") <= 8 < waters.data.distance("1009", "2109")
        waters.sighted(AXIS, "1708", "2109").begin(AirRaids(AXIS), dice=[1]).act(AXIS, "choose ju-88-1")
        if damage == 0:
            assert waters.ways(AXIS, "ju-88-1") == reaches
            waters.plot(AXIS, {"ju-88-1": "1708"})
        (bomb,) = waters.rolls("NK-9.3.2c-as")
        assert bomb.modifiers["anti-ship"] == power
        assert waters.told("NK-9.3.1-raid-composition")[0].about["cell"] == "1708"


@pytest.mark.rule("NK-10.4-sunk", "NK-10.4-armour-default", "NK-10.4-overkill")
@pytest.mark.parametrize(
    ("name", "before", "points", "sunk", "scored"),
    [
        ("king-george-v", 4, 3, True, 2),
        ("king-george-v", 0, 4, False, 8),
        ("victorious", 1, 2, True, 4),
        ("merc-01", 0, 1, False, 0),
        ("merc-01", 1, 3, True, 1),
        ("gb-dd-01", 0, 3, True, 1),
        ("ju-88-1", 0, 2, True, 0),
    ],
)
def test_a_unit_is_gone_when_its_points_reach_its_armour_and_no_more_count(
    name: str, before: int, points: int, sunk: bool, scored: float
) -> None:
    waters = struck(name, points, damage=before, convoy="pq16" if name == "merc-01" else "")
    assert (waters.piece(name).at == LOST) is sunk
    assert waters.piece(name).damage <= waters.data.counters[name].armour
    assert waters.points(waters.data.counters[name].side.enemy) == scored


@pytest.mark.rule("NK-10.4-no-repair")
def test_damage_stays_through_the_turns() -> None:
    waters = Waters(SPORTPALAST, turn=2).weather("storm")
    waters.force("tirpitz-group", "1805", "tirpitz", damage=2)
    waters.begin(Orders(), EndTurn(), dice=[5, 5])
    while waters.now.turn < 4:
        waters.idle(next(iter(waters.match.pending)))
    assert waters.piece("tirpitz").damage == 2


# 11: points


@pytest.mark.rule(
    "NK-11.1-merc-pq",
    "NK-11.1-merc-qp",
    "NK-11.1-merc-damage",
    "NK-11.1-escort-dp",
    "NK-11.1-aa-dp",
    "NK-11.1-capital-dp",
    "NK-11-air-zero",
)
@pytest.mark.parametrize(
    ("name", "convoy", "points", "scored"),
    [
        ("merc-01", "pq16", 2, 1),
        ("merc-01", "pq16", 1, 0),
        ("merc-40", "qp12", 2, 0.5),
        ("merc-40", "qp12", 1, 0),
        ("trident", "", 1, 0.5),
        ("kent", "", 1, 0.5),
        ("gb-dd-01", "", 1, 0.5),
        ("e-01", "", 2, 1),
        ("alynbank", "", 1, 0.5),
        ("victorious", "", 1, 2),
        ("duke-of-york", "", 2, 4),
        ("renown", "", 3, 6),
        ("albacore-1", "", 2, 0),
    ],
)
def test_what_the_german_scores(name: str, convoy: str, points: int, scored: float) -> None:
    waters = struck(name, points, convoy=convoy)
    assert (waters.points(AXIS), waters.points(ALLIED)) == (scored, 0)
    account = GAME.report(waters.data, waters.now, waters.match.log or [])
    assert sum(row.points for row in account.scored) == scored, "also when the game is told at its end"


@pytest.mark.rule(
    "NK-11.2-uboat-sunk", "NK-11.2-capital-sunk", "NK-11.2-dp", "NK-11.2-dd-sunk", "NK-11-air-zero", "NK-11-halves"
)
@pytest.mark.parametrize(
    ("name", "damage", "points", "scored"),
    [
        ("u-88", 0, 1, 0.5),
        ("u-88", 1, 1, 1.5),
        ("tirpitz", 0, 2, 1),
        ("tirpitz", 3, 2, 4),
        ("scheer", 0, 1, 0.5),
        ("scheer", 0, 3, 4.5),
        ("hipper", 0, 1, 0.5),
        ("hipper", 0, 2, 4),
        ("de-dd-1", 0, 1, 0),
        ("de-dd-1", 0, 2, 2),
        ("ju-88-1", 0, 2, 0),
    ],
)
def test_what_the_allies_score(name: str, damage: int, points: int, scored: float) -> None:
    waters = struck(name, points, damage=damage)
    assert (waters.points(ALLIED), waters.points(AXIS)) == (scored, 0)


@pytest.mark.rule("NK-11-difference", "NK-11-halves")
def test_half_points_are_kept_and_the_difference_decides() -> None:
    waters = Waters(SPORTPALAST, turn=15)
    for number in range(1, 4):
        waters.straggler(f"merc-{number:02d}", "1306", "pq12")
        waters.straggler(f"merc-{15 + number}", "1306", "qp8")
    for name in ("gb-dd-01", "duke-of-york", "u-88"):
        waters.place(name, "1306")
    waters.begin(Recon(AXIS), EndTurn())
    for number in range(1, 4):
        hit(waters.umpire, waters.piece(f"merc-{number:02d}"), 2, "someone", "test")
        hit(waters.umpire, waters.piece(f"merc-{15 + number}"), 2, "someone", "test")
    hit(waters.umpire, waters.piece("gb-dd-01"), 1, "someone", "test")
    hit(waters.umpire, waters.piece("duke-of-york"), 1, "someone", "test")
    hit(waters.umpire, waters.piece("u-88"), 2, "someone", "test")
    assert (waters.points(AXIS), waters.points(ALLIED)) == (7, 2)
    waters.act(AXIS, "choose -")
    assert waters.match.result is not None
    assert waters.match.result.level == "German tactical victory"
    assert in_halves(5.5) == "5½"


@pytest.mark.rule("NK-11-gap-rule")
@pytest.mark.parametrize(
    ("scenario", "difference", "expected"),
    [
        (SPORTPALAST, 6, "German operational victory"),
        (SPORTPALAST, 5.5, "German tactical victory"),
        (SPORTPALAST, 1.5, "Allied tactical victory"),
        (SPORTPALAST, -0.5, "Allied tactical victory"),
        (SPORTPALAST, -1, "Allied victory"),
        (LUFTWAFFE, 23.5, "German tactical victory"),
        (LUFTWAFFE, 9.5, "Allied tactical victory"),
        (SCATTER, 24.5, "German tactical victory"),
        (SCATTER, 14.5, "Allied tactical victory"),
        (SCATTER, -7, "Allied operational victory"),
    ],
)
def test_between_two_levels_the_one_nearer_zero_holds(scenario: str, difference: float, expected: str) -> None:
    waters = Waters(scenario)
    waters.state.turn = waters.state.turns
    waters.state.points = {AXIS: max(difference, 0) + 3, ALLIED: max(-difference, 0) + 3}
    final = waters.begin(EndTurn()).match.result
    assert final is not None
    assert final.level == expected
    assert final.winner is (AXIS if expected.startswith("German") else ALLIED)


@pytest.mark.rule("NK-11-auto-win", "NK-11-auto-win-marker")
def test_a_convoy_that_is_late_wins_the_game_for_the_german() -> None:
    def ended(turn: int, build: Callable[[Waters], object]) -> str:
        waters = Waters(SCATTER, turn=turn)
        waters.state.points = {ALLIED: 10, AXIS: 0}
        build(waters)
        final = waters.begin(EndTurn()).match.result
        assert final is None or (final.winner is AXIS) is final.level.startswith("German")
        return final.level if final is not None else ""

    assert ended(21, lambda waters: waters.convoy("qp13", "1601", merchants=1)) == "German operational victory"
    allied = "Allied operational victory"
    assert ended(21, lambda waters: waters.straggler("merc-40", "1601", "qp13")) == allied, "a straggler is no convoy"
    assert ended(21, lambda waters: waters.force("pq17", "1605", "gb-dd-01")) == allied, "nor are its escorts"
    assert ended(20, lambda waters: waters.convoy("qp13", "1601", merchants=1)) == "", "there is another turn"


@pytest.mark.rule("NK-11-loss-secrecy")
def test_losses_to_ice_and_storm_are_not_told_to_the_enemy_before_the_end() -> None:
    """One merchant strikes ice on her way, another is torpedoed on the same turn."""
    waters = Waters(SPORTPALAST, Options(growlers=True), turn=15).weather("storm")
    waters.convoy("pq12", "2207", merchants=1)
    waters.state.pieces[ALLIED]["merc-01"].damage = 1
    waters.straggler("merc-02", "1306", "pq12")
    waters.place("u-88", "1306")
    waters.begin(
        Orders(), Growlers(), Recon(AXIS), SubmarinePhase(AXIS), Recon(AXIS), EndTurn(), dice=[8], allied=[4, 1]
    )
    waters.plot(ALLIED, {"pq12": "2207>2208"}).plot(AXIS)
    waters.act(AXIS, "choose 1306", "attack u-88", "target merc-02", "decline")
    assert waters.points(AXIS) == 2
    known = waters.match.known(Observer.AXIS)
    assert known.points[AXIS] == 1
    assert set(known.pieces[ALLIED]) == {"merc-02"}
    assert waters.match.known(Observer.ALLIED).points[AXIS] == 2
    assert not [line for line in waters.words(Observer.AXIS) if "merc-01" in line]
    assert "merc-02 is lost to U-88" in waters.words(Observer.AXIS)
    waters.act(AXIS, "choose -")
    assert waters.match.result is not None
    assert waters.match.result.points["axis"] == 2
