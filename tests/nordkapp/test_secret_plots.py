"""Chapters 1 and 5.1: two maps and secret plots. Whole turns are played twice, alike but for what one side keeps to
itself, and nothing that reaches the other side, or whoever looks on, may differ: no word, no die, no unit, no frame.

Umpires who give something away are played too, and each must be noticed: so this is known to see what it should.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp import state as s
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.knowledge.known import known
from barents.games.nordkapp.rules.flow import TURN
from barents.games.nordkapp.rules.movement import orders
from barents.games.nordkapp.rules.surface import surface_combat
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.state import State
from barents.kernel import umpire as kernel
from barents.kernel.events import seen
from barents.kernel.feed import Feed
from barents.kernel.game import Game, Step
from barents.kernel.match import Match
from barents.kernel.sides import EVERYONE, Observer, Side, eyes_of, only
from tests.loaded import loaded

from .waters import ALLIED, AXIS, SCATTER, Waters

FIGHT = "2006"  # where the two sides meet, in plain sight of both
Sheet = Mapping[str, str]


class Streams(NamedTuple):
    """All that reaches an observer: what it knows, what is sent to be drawn, and what it is told.

    What has not changed is not sent again: how often the other side was asked is none of its business.
    """

    known: list[bytes]
    frames: list[bytes]
    told: list[object]


def at_sea(*, fight: bool = False) -> Waters:
    """Both sides with forces at sea that nobody has sighted; in 2006 they may meet."""
    waters = Waters(SCATTER, turn=5).weather("fair")
    waters.state.detected = {"pq17": 1}
    waters.convoy("pq17", "2009", "gb-dd-01", "gb-dd-02", "e-01", merchants=12)
    waters.force("battle", "2404", "duke-of-york", "washington", "victorious", "gb-dd-03")
    waters.place("albacore-1", "victorious")
    waters.place("fulmar-1", "victorious")
    waters.place("trident", "1803")
    waters.force("roesselsprung", "1604", "tirpitz", "hipper", "de-dd-1")
    waters.place("u-88", "2213")
    waters.place("u-255", "2215", submerged=True)
    waters.place("me-109-1", "1009")
    waters.place("ju-88-1", "1009")
    if fight:
        waters.force("cruisers", FIGHT, "london", "norfolk")
        waters.place("luetzow", FIGHT)
        waters.place("u-334", FIGHT)
    return waters


def played(
    game: Game[State, Data], waters: Waters, plots: Mapping[Side, Sheet], observer: Observer, *, fight: bool = False
) -> Streams:
    """A turn from the orders to those of the next, with these plots; else both do as little as there is, or fight."""
    waters.state.agenda = [*reversed(TURN[TURN.index(s.Orders()) :])]
    waters._match = match = Match.at(game, waters.data, waters.state, loaded(), log=True)
    feed, streams = Feed(observer), Streams([], [], [])
    turn = match.state.turn
    while match.state.turn == turn or "NK-5.1-secret-plot" not in {d.rule for d in match.pending.values()}:
        now = GAME.encoder.encode(match.known(observer))
        if streams.known[-1:] != [now]:
            streams.known.append(now)
        if (frame := feed.update(match)) is not None:
            streams.frames.append(msgspec.msgpack.encode(frame))
        side = next(iter(match.pending))
        _answer(waters, side, plots, fight=fight)
    streams.told.extend(event for entry in match.log or [] if (event := seen(entry, observer)) is not None)
    return streams


def _answer(waters: Waters, side: Side, plots: Mapping[Side, Sheet], *, fight: bool) -> None:
    """What a side answers: its plot, so far as it is asked for it now; a fight where there is one; else nothing."""
    decision = waters.asked(side)
    if decision.rule in ("NK-5.1-secret-plot", "NK-5.1-split-join", "NK-4A-air-missions"):
        slots = waters.sheet(side)
        given = {name: value for name, value in plots.get(side, {}).items() if name in slots and value in slots[name]}
        waters.plot(side, given)
        return
    wanted = {
        "NK-6.2-naval-recon": f"choose {FIGHT}",
        "NK-4D-order": "attack u-334",
        "NK-8-optional": f"call {FIGHT}",
    }
    answer = GAME.notation.parse(wanted[decision.rule]) if fight and decision.rule in wanted else None
    if answer is not None and answer in decision.options:
        waters.act(side, answer)
    else:
        waters.idle(side)


def unlike(one: Streams, other: Streams) -> list[str]:
    """The channels in which two games differ."""
    return [name for name in Streams._fields if getattr(one, name) != getattr(other, name)]


def noticed(game: Game[State, Data], side: Side, one: Sheet, other: Sheet) -> list[str]:
    """What the enemy and spectators notice of the difference between two plots of a side."""
    found = []
    for observer in (eyes_of(side.enemy), Observer.PUBLIC):
        found += unlike(*(played(game, at_sea(), {side: plot}, observer) for plot in (one, other)))
    return found


PLOTS = {
    "another way": (ALLIED, {"pq17": "2009>2010>2011"}, {"pq17": "2009>2109>2208"}),
    "to stay": (ALLIED, {"battle": "2404>2405>2406"}, {}),
    "an escort leaves": (ALLIED, {}, {"gb-dd-01": "alone"}),
    "a new force": (ALLIED, {}, {"washington": "new", "gb-dd-03": "new"}),
    "cover": (ALLIED, {}, {"fulmar-1": "battle"}),
    "a boat elsewhere": (AXIS, {"u-88": "2213>2214>2215"}, {"u-88": "2213>2212"}),
    "a boat dives": (AXIS, {"u-88": "2213>2214"}, {"u-88": "2213>2214>down"}),
    "the ships": (AXIS, {"roesselsprung": "1604>1704>1804"}, {"roesselsprung": "1604>1504"}),
    "the ships part": (AXIS, {}, {"hipper": "alone"}),
    "fighters": (AXIS, {}, {"me-109-1": "1009"}),
}


@pytest.mark.rule("NK-5.1-secret-plot", "NK-1-two-maps")
@pytest.mark.parametrize(("side", "one", "other"), PLOTS.values(), ids=PLOTS)
def test_nobody_but_its_owner_can_tell_one_plot_from_another(side: Side, one: Sheet, other: Sheet) -> None:
    mine = [played(GAME, at_sea(), {side: plot}, eyes_of(side)) for plot in (one, other)]
    assert unlike(*mine), "its owner can"
    assert noticed(GAME, side, one, other) == []


def elsewhere(waters: Waters) -> Waters:
    """The same, but for what is away from the fight: places, damage, forces, bases, chits and what was plotted."""
    pieces = waters.state.pieces
    for name in ("duke-of-york", "washington", "victorious", "gb-dd-03"):
        pieces[ALLIED][name].at = "2503"
    pieces[ALLIED]["washington"].damage = 1
    pieces[ALLIED]["gb-dd-03"].force = ""
    for piece in pieces[ALLIED].values():
        if piece.force == "pq17":
            piece.at = "2110"
    pieces[ALLIED]["albacore-1"].resting = True
    waters.state.courses[ALLIED] = {"battle": "2402>2503"}
    return waters


def elsewhere_german(waters: Waters) -> Waters:
    """The same of the German."""
    pieces = waters.state.pieces
    for name in ("tirpitz", "hipper", "de-dd-1"):
        pieces[AXIS][name].at = "1503"
    pieces[AXIS]["hipper"].force, pieces[AXIS]["tirpitz"].damage = "", 2
    pieces[AXIS]["u-88"].at, pieces[AXIS]["u-255"].submerged = "2313", False
    pieces[AXIS]["me-109-1"].at = "1014"
    waters.state.courses[AXIS] = {"roesselsprung": "1504>1503"}
    return waters


HIDDEN = {"allied": (ALLIED, elsewhere), "axis": (AXIS, elsewhere_german)}


def noticed_in_a_fight(game: Game[State, Data], side: Side, moved: Callable[[Waters], Waters]) -> list[str]:
    """What the enemy and spectators notice of those who are not in a fight."""
    found = []
    for observer in (eyes_of(side.enemy), Observer.PUBLIC):
        one = played(game, at_sea(fight=True), {}, observer, fight=True)
        rules = {getattr(event, "rule", "") for event in one.told}
        assert {"NK-7.1.1-disclosure", "NK-8-all-join", "NK-8.1-round-fire"} <= rules, "there was a fight to see"
        found += unlike(one, played(game, moved(at_sea(fight=True)), {}, observer, fight=True))
    return found


@pytest.mark.rule("NK-1-view-isolation", "NK-1-two-maps")
@pytest.mark.parametrize(("side", "moved"), HIDDEN.values(), ids=HIDDEN)
def test_a_fight_shows_those_who_are_in_it_and_nobody_else(side: Side, moved: Callable[[Waters], Waters]) -> None:
    """Search, a boat's attack, surface combat and the end of the turn, with the rest of one side somewhere else."""
    assert noticed_in_a_fight(GAME, side, moved) == []
    mine = [played(GAME, waters, {}, eyes_of(side), fight=True) for waters in (at_sea(), moved(at_sea()))]
    assert "frames" in unlike(*mine), "its owner sees where they are"


# Umpires who give something away


def announcing(to: Callable[[Side], Any]) -> Game[State, Data]:
    """An umpire who says where forces go, as he moves them."""

    def aloud(u: Umpire, step: s.Orders) -> kernel.Rule[tuple[Step, ...]]:
        after = yield from orders(u, step)
        for side in Side:
            for marker, route in u.state.courses[side].items():
                u.tell("NK-4B-simultaneous", "{force} sails: {route}", to=to(side), force=marker, route=route)
        return after

    return replace(GAME, steps={**GAME.steps, s.Orders: aloud})


def counting(u: Umpire, step: s.Orders) -> kernel.Rule[tuple[Step, ...]]:
    """An umpire who says how many markers there are on the map."""
    after = yield from orders(u, step)
    markers = {p.force or p.id for side in Side for p in u.state.pieces[side].values() if p.at[0].isdigit()}
    u.tell("NK-4B-simultaneous", "{count} markers have moved", count=len(markers))
    return after


def showing(u: Umpire, step: s.Orders) -> kernel.Rule[tuple[Step, ...]]:
    """An umpire who shows each side the units of the other that moved."""
    after = yield from orders(u, step)
    for side in Side:
        moved = [p.id for p in u.state.pieces[side].values() if ">" in u.state.courses[side].get(p.force or p.id, "")]
        u.reveal(moved, "NK-4B-simultaneous", to=side.enemy)
    return after


def with_courses(data: Data, state: State, observer: Observer) -> State:
    """A view in which the plots of both sides are drawn."""
    return msgspec.structs.replace(known(data, state, observer), courses=dict(state.courses))


def with_markers(data: Data, state: State, observer: Observer) -> State:
    """A view with the markers of both sides."""
    return msgspec.structs.replace(known(data, state, observer), markers=dict(state.markers))


def with_units(data: Data, state: State, observer: Observer) -> State:
    """A view of both maps."""
    return msgspec.structs.replace(known(data, state, observer), pieces=dict(state.pieces))


def with_moved(data: Data, state: State, observer: Observer) -> State:
    """A view that shows which convoys have moved."""
    return msgspec.structs.replace(known(data, state, observer), moved=list(state.moved))


CARELESS = {
    "says it to everyone": (announcing(lambda _side: EVERYONE), "another way"),
    "says it to the enemy": (announcing(lambda side: only(side.enemy)), "the ships"),
    "counts markers": (replace(GAME, steps={**GAME.steps, s.Orders: counting}), "an escort leaves"),
    "shows who moved": (replace(GAME, steps={**GAME.steps, s.Orders: showing}), "to stay"),
    "shows plots": (replace(GAME, known=with_courses), "a boat elsewhere"),
    "shows markers": (replace(GAME, known=with_markers), "a new force"),
    "shows units": (replace(GAME, known=with_units), "a boat dives"),
    "shows who covers": (replace(GAME, known=with_units), "fighters"),
    "shows convoys that moved": (replace(GAME, known=with_moved), "convoy stays"),
}


@pytest.mark.parametrize(("umpire", "plot"), CARELESS.values(), ids=CARELESS)
def test_an_umpire_who_gives_a_plot_away_is_noticed(umpire: Game[State, Data], plot: str) -> None:
    side, one, other = {**PLOTS, "convoy stays": (ALLIED, {"pq17": "2009>2010"}, {})}[plot]
    assert noticed(umpire, side, one, other) != []


def with_all_hands(u: Umpire, step: s.SurfaceCombat) -> tuple[Step, ...]:
    """An umpire who lays open every unit that a side has, and not those in the fight alone."""
    for side in Side:
        u.reveal(list(u.state.pieces[side]), "NK-8-all-join", to=side.enemy)
    return surface_combat(u, step)


def with_points(data: Data, state: State, observer: Observer) -> State:
    """A count that hangs on how many units are damaged, seen or not."""
    shown = known(data, state, observer)
    for side in Side:
        shown.points[side] += sum(piece.damage for piece in state.pieces[side].values())
    return shown


LOOSE = {
    "lays everything open": replace(GAME, steps={**GAME.steps, s.SurfaceCombat: with_all_hands}),
    "counts hidden damage": replace(GAME, known=with_points),
    "draws both maps": replace(GAME, known=with_units),
    "draws both plots": replace(GAME, known=with_courses),
}


@pytest.mark.parametrize("umpire", LOOSE.values(), ids=LOOSE)
@pytest.mark.parametrize(("side", "moved"), HIDDEN.values(), ids=HIDDEN)
def test_an_umpire_who_shows_more_than_the_fight_is_noticed(
    umpire: Game[State, Data], side: Side, moved: Callable[[Waters], Waters]
) -> None:
    assert noticed_in_a_fight(umpire, side, moved) != []
