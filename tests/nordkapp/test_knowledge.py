"""What each side of Nordkapp may know: pairs of positions that the enemy must not tell apart, and what he does see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp import state as s
from barents.games.nordkapp.knowledge.known import HIDDEN
from barents.games.nordkapp.rules.units import hit
from barents.games.nordkapp.state import CONVOY, LOST, OUT, SUBMARINE, SURFACE, CombatBox, Options, State
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, only
from tests.nordkapp.attempts import carry_out
from tests.nordkapp.waters import ALLIED, AXIS, Waters

HERE, THERE = "1805", "2006"
SPECTATOR = Observer.PUBLIC


def known(waters: Waters, observer: Observer) -> State:
    """What an observer knows of a position."""
    return GAME.known(waters.data, waters.state, observer)


def seen(waters: Waters, observer: Observer) -> bytes:
    """The same, to the byte."""
    return GAME.encoder.encode(known(waters, observer))


def convoy_at(cell: str) -> Callable[[Waters], None]:
    """PQ-17 in a hex."""

    def build(waters: Waters) -> None:
        waters.convoy("pq17", cell, "gb-dd-01", merchants=12)

    return build


def piece(name: str, at: str, **fields: object) -> Callable[[Waters], None]:
    """A unit somewhere."""

    def build(waters: Waters) -> None:
        waters.place(name, at, **fields)

    return build


def held(chit: str) -> Callable[[Waters], None]:
    """A side holds a chit, while a boat attacks."""

    def build(waters: Waters) -> None:
        side = waters.data.chits[chit].side or AXIS
        waters.state.bag[side].remove(chit)
        waters.state.hand[side] = [chit]

    return build


def agenda(*steps: s.AnyStep, unseen: Side | None = None) -> Callable[[Waters], None]:
    """Where the game is."""

    def build(waters: Waters) -> None:
        waters.state.agenda = [s.EndTurn(), *reversed(steps)]
        waters.state.unseen = unseen

    return build


@pytest.mark.parametrize(
    ("one", "other", "observers"),
    [
        (convoy_at(HERE), convoy_at(THERE), (Observer.AXIS, SPECTATOR)),
        (piece("merc-01", HERE), piece("merc-01", OUT), (Observer.AXIS, SPECTATOR)),
        (piece("merc-01", HERE), piece("merc-01", HERE, damage=1), (Observer.AXIS, SPECTATOR)),
        (piece("fulmar-1", LOST), piece("fulmar-1", LOST, damage=1), (Observer.AXIS, SPECTATOR)),
        (piece("u-88", HERE), piece("u-88", HERE, submerged=True), (Observer.ALLIED, SPECTATOR)),
        (piece("u-88", HERE), piece("u-255", THERE), (Observer.ALLIED, SPECTATOR)),
        (piece("ju-88-1", "1009"), piece("ju-88-1", "1014", resting=True), (Observer.ALLIED, SPECTATOR)),
        (piece("ju-88-1", "1009", search=[HERE]), piece("ju-88-1", "1009", flew=True), (Observer.ALLIED, SPECTATOR)),
        (piece("fulmar-1", "victorious", covers="pq17"), piece("fulmar-1", "victorious"), (Observer.AXIS, SPECTATOR)),
        (held("radar"), held("gulf-stream"), (Observer.ALLIED, SPECTATOR)),
        (
            agenda(s.SubmarinePhase(AXIS), s.SubmarinePhase(ALLIED), s.CallCombat(AXIS), unseen=ALLIED),
            agenda(s.CallCombat(AXIS), unseen=ALLIED),
            (SPECTATOR,),
        ),
    ],
    ids=[
        "where a convoy is", "who has left", "damage unseen", "lost with their carrier", "diving",
        "which boats", "bases and rest", "where aircraft search", "cover", "chits", "which phase it is",
    ],
)  # fmt: skip
def test_two_positions_look_alike(
    one: Callable[[Waters], None], other: Callable[[Waters], None], observers: tuple[Observer, ...]
) -> None:
    left, right = Waters(), Waters()
    one(left)
    other(right)
    assert seen(left, Observer.UMPIRE) != seen(right, Observer.UMPIRE)
    for observer in observers:
        assert seen(left, observer) == seen(right, observer), observer


def test_units_that_were_shown_are_known_until_the_turn_is_over() -> None:
    waters = Waters()
    waters.place("u-88", HERE, damage=1)
    waters.convoy("pq17", HERE, merchants=2)
    waters.state.notebook[ALLIED].identified["u-88"] = "NK-7.1.1-disclosure"
    boat = known(waters, Observer.ALLIED).pieces[AXIS]["u-88"]
    assert (boat.at, boat.damage) == (HERE, 1)
    assert known(waters, SPECTATOR).pieces[AXIS]["u-88"].at == HERE
    waters.begin(s.EndTurn())
    assert GAME.known(waters.data, waters.now, Observer.ALLIED).pieces[AXIS] == {}


def test_losses_to_ice_are_heard_of_at_the_end_only() -> None:
    waters = Waters()
    waters.convoy("pq17", HERE, merchants=3)
    waters.begin(s.EndTurn())
    hit(waters.umpire, waters.now.pieces[ALLIED]["merc-01"], 2, "ice", "NK-12.2-growlers", to=only(ALLIED))
    for observer, points in ((Observer.AXIS, 0.0), (SPECTATOR, 0.0), (Observer.ALLIED, 1.0)):
        view = GAME.known(waters.data, waters.now, observer)
        assert view.points[AXIS] == points
        assert (view.pieces[ALLIED].get("merc-01") is not None) is (observer is Observer.ALLIED)
    assert waters.now.pieces[ALLIED]["merc-01"].at == LOST


def test_both_sides_know_what_each_has_sighted_and_spectators_do_not() -> None:
    """6.1: the enemy answers himself, so that he knows what was answered."""
    waters = Waters()
    waters.convoy("pq17", HERE, merchants=12)
    waters.sighted(AXIS, HERE)
    for observer, expected in ((Observer.ALLIED, {HERE: [CONVOY]}), (Observer.AXIS, {HERE: [CONVOY]}), (SPECTATOR, {})):
        assert known(waters, observer).seen[AXIS] == expected


def test_how_many_chits_the_enemy_holds_is_open_and_which_is_not() -> None:
    waters = Waters()
    waters.state.bag[AXIS].remove("radar")
    waters.state.hand[AXIS] = ["radar"]
    enemy = known(waters, Observer.ALLIED)
    assert enemy.hand[AXIS] == [HIDDEN]
    assert enemy.bag[AXIS].count("radar") == 2, "it may be any of those that are not open"
    world = GAME.imagine(waters.data, enemy, Observer.ALLIED, Dice.seeded(1))
    assert len(world.hand[AXIS]) == 1
    assert HIDDEN not in world.hand[AXIS]


def test_a_world_has_ships_where_ships_were_reported_and_none_where_none_were_found() -> None:
    waters = Waters("convoy-is-to-scatter", turn=8)
    waters.state = GAME.opening(waters.data, "convoy-is-to-scatter", Options())
    waters.state.turn = 8
    waters.state.agenda = [s.EndTurn(), s.SubmarinePhase(AXIS)]
    waters.state.searched[AXIS] = ["1708", HERE, THERE]
    waters.state.seen[AXIS] = {HERE: [CONVOY], THERE: [SURFACE]}
    dice = Dice.seeded("world")
    enemy = known(waters, Observer.AXIS)
    enemy.pieces[ALLIED] = {}
    for _ in range(20):
        world = GAME.imagine(waters.data, enemy, Observer.AXIS, dice)
        at = {cell: [p.id for p in world.pieces[ALLIED].values() if p.at == cell] for cell in ("1708", HERE, THERE)}
        assert sum(name.startswith("merc") for name in at[HERE]) >= 10
        assert [waters.data.counters[name].type for name in at[THERE]] not in ([], ["MERC"])
        assert not any(waters.data.counters[name].is_surface for name in at["1708"])


def test_the_combat_box_is_open_to_everyone() -> None:
    waters = Waters()
    waters.state.box = CombatBox("surface", HERE, AXIS, ships={"tirpitz": "long"}, round=2)
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        assert known(waters, observer).box == waters.state.box


@pytest.mark.rule("NK-7.1.2-one-attack", "NK-7.1.3-driven-off", "NK-7.1-display-sights")
def test_everyone_knows_which_boat_has_attacked_and_was_driven_off_until_the_turn_is_over() -> None:
    """A boat attacks on the surface before PQ-17 in fog; in no world that anyone imagines does it attack again."""
    waters = Waters("convoy-is-to-scatter", turn=5).weather("fog")
    waters.convoy("pq17", HERE, "gb-dd-01", "gb-dd-02", "gb-dd-03", merchants=35)
    waters.place("u-88", HERE)
    waters.sighted(AXIS, HERE).begin(s.SubmarinePhase(AXIS), s.EndTurn(), dice=[1, 4])
    carry_out(waters.act(AXIS, "attack u-88", "operate yes"))
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        seen = waters.match.known(observer)
        boat = seen.pieces[AXIS]["u-88"]
        assert (boat.at, boat.acted, boat.harried) == (HERE, True, True), observer
        world = GAME.imagine(waters.data, seen, observer, Dice.seeded("boats"))
        assert world.pieces[AXIS]["u-88"].acted
        assert SUBMARINE in world.seen[ALLIED][HERE], "it has shown itself, ships or not"


@pytest.mark.rule("NK-12.3.1-opportunity")
def test_that_a_ship_has_hunted_by_opportunity_is_not_seen_when_she_is() -> None:
    """12.3.1 tells of what kind she was, and no more."""
    left, right = Waters(), Waters()
    for waters, acted in ((left, True), (right, False)):
        waters.place("gb-dd-01", HERE, acted=acted)
        waters.place("tirpitz", HERE)
        waters.begin(s.SurfaceCombat(AXIS, HERE))
        assert "gb-dd-01" in waters.match.known(Observer.AXIS).pieces[ALLIED]
    views = [GAME.encoder.encode(waters.match.known(Observer.AXIS)) for waters in (left, right)]
    assert views[0] == views[1]


@pytest.mark.rule("NK-7.1-display-sights")
def test_a_boat_that_showed_itself_beside_ships_is_sighted_in_every_world() -> None:
    """Trident attacks Lützow on the surface, then there is a fight with Norfolk in the same hex."""
    waters = Waters("convoy-is-to-scatter", turn=5)
    waters.state.detected = {"pq17": 1}
    for name in ("trident", "norfolk", "luetzow"):
        waters.place(name, HERE)
    steps = (s.SubmarinePhase(ALLIED), s.SurfaceCombat(ALLIED, HERE), s.CallCombat(AXIS), s.EndTurn())
    waters.sighted(ALLIED, HERE).begin(*steps, dice=[1, 1, 6])
    waters.act(ALLIED, "attack trident", "target luetzow", "decline")
    waters.act(ALLIED, "manoeuvre stay").act(AXIS, "manoeuvre flee")
    assert sorted(waters.now.seen[AXIS][HERE]) == sorted([SUBMARINE, SURFACE])
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        world = GAME.imagine(waters.data, waters.match.known(observer), observer, Dice.seeded("boats"))
        assert sorted(world.seen[AXIS][HERE]) == sorted([SUBMARINE, SURFACE]), observer
