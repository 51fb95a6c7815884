"""Chapter 11.6: whole solitaire games, what is known in them, and worlds that agree with it."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.movement import may_be
from barents.games.north_cape.state import GONE, LAST_HEX, REMOVED, RESERVE, WAITING, Options, State
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players import player
from barents.players.north_cape import Doctrine
from barents.testing.secrecy import Secrecy
from tests.north_cape.solo import SPRING, SUMMER, WINTER

SCENARIOS = (WINTER, SPRING, SUMMER)
SOLITAIRE = Options(solitaire=True)


@pytest.fixture(autouse=True, scope="module")
def north_cape() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@pytest.mark.rule("NC-11.6-victory", "NC-11.6-german-only")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", ["random", "doctrine"])
def test_a_whole_game_is_played_and_scored_and_its_record_is_true(scenario: str, name: str) -> None:
    match: Match[State, Data] = Match.new(GAME, scenario, seed=23, options=SOLITAIRE)
    seat, dice, names = player(name, GAME.name, match.data), Dice.seeded(23), Counter[Side]()
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        names[side] += 1
        known = None if seat.blind else match.known(eyes_of(side))
        match.act(side, seat.choose(known, decision, dice))
        if len(match.choices) % 40 == 0:
            assert_groups_are_whole(match)
    assert match.state.turn == match.state.turns
    points = match.state.points
    assert match.result is not None
    assert match.result.winner is (Side.ALLIED if points[Side.ALLIED] > points[Side.AXIS] else Side.AXIS)
    assert names[Side.ALLIED] < names[Side.AXIS] / 2  # the Allies are asked in battles only
    assert verify(decode(match.record.encode())).entries == len(match.entries)


def assert_groups_are_whole(match: Match[State, Data]) -> None:
    """Every ship and decoy is in a group or out of the game, and a group lies in one place where ships may be."""
    state, data = match.state, match.data
    places: dict[int, set[str]] = {}
    for piece in state.pieces[Side.ALLIED].values():
        about = data.counters[piece.id]
        if piece.group:
            places.setdefault(piece.group, set()).add(piece.at)
            assert about.is_ship or about.is_decoy
            assert piece.at in (GONE,) or piece.at.startswith(WAITING) or may_be(data, state, piece, piece.at)
        elif piece.at < LAST_HEX:
            assert about.is_sub or (about.is_air and piece.at == state.pieces[Side.ALLIED]["victorious"].at)
    assert all(len(cells) == 1 for cells in places.values()), places
    if state.groups:
        assert set(places) <= {group.number for group in state.groups}
        assert not any(p.at == "pool" for n, p in state.pieces[Side.ALLIED].items() if data.counters[n].is_decoy)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_leaks_while_doctrine_plays(scenario: str) -> None:
    doctrine = Doctrine(GAME.data(None))
    secrecy = Secrecy(GAME, players=dict.fromkeys(Side, doctrine))
    report = secrecy.play(scenario, 9, SOLITAIRE, every=120, choices=800)
    assert report.leaks == []
    assert report.twins > 5
    assert report.differing == report.twins


def test_imagined_worlds_deal_what_is_unseen_again_and_keep_what_was_seen() -> None:
    """Into every world go the same pieces; groups keep their sizes, named ships their groups, families their ships."""
    match: Match[State, Data] = Match.new(GAME, "convoy-is-to-scatter", seed=1, options=SOLITAIRE)
    doctrine, dice = Doctrine(match.data), Dice.seeded(1)
    while not match.known(Observer.AXIS).recalled:
        side, decision = next(iter(match.pending.items()))
        match.act(side, doctrine.choose(match.known(eyes_of(side)), decision, dice))
    known = match.known(Observer.AXIS)
    worlds = [GAME.imagine(match.data, GAME.clone(known), Observer.AXIS, dice) for _ in range(12)]
    for world in worlds:
        assert GAME.known(match.data, world, Observer.AXIS) == known
        pieces = world.pieces[Side.ALLIED]
        for family, ships in known.recalled.items():
            numbers = [group.number for group in known.groups if group.family == family]
            assert {name for name, piece in pieces.items() if piece.group in numbers} == set(ships)
        out = [piece for piece in pieces.values() if piece.at in (REMOVED, RESERVE)]
        true_out = [p for p in match.state.pieces[Side.ALLIED].values() if p.at in (REMOVED, RESERVE)]
        assert len(out) == len(true_out)
    deals = {tuple((name, piece.group) for name, piece in world.pieces[Side.ALLIED].items()) for world in worlds}
    assert len(deals) == len(worlds)
