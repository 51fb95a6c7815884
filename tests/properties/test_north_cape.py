"""What must hold in every game, on random play of North Cape; and that no counter is lost, made or out of place."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from barents.games.north_cape import GAME
from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.rules.movement import base_hex, may_be
from barents.games.north_cape.state import LOST, NOT_AVAILABLE, POOL, SAFE, WAITING, Options, Piece, State
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from barents.testing.laws import Plan
from barents.testing.strategies import plans
from tests.properties.option_sets import ALL, option_sets
from tests.published import NORTH_CAPE as SCENARIOS

FEW = settings(max_examples=max(settings().max_examples // 5, 1))


@pytest.fixture(autouse=True, scope="module")
def north_cape() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@FEW
@given(plans(GAME, option_sets(), 300, 1_500, undoing=True))
def test_no_counter_is_lost_or_made_and_each_is_somewhere_legal(plan: Plan) -> None:
    match = plan.begin()
    watch = Watch(match)
    for number, _ in enumerate(plan.playing(match)):
        if not number % 7:
            watch.look()


# Random players hardly ever pass, so that a game of theirs may take a minute: one is enough for every day.
PLAYED_WHOLE = [
    pytest.param(
        *(scenario, name, options),
        id=f"{words}-{scenario}",
        marks=[pytest.mark.soak] if name == "random" and scenario != SCENARIOS[0] else [],
    )
    for name, options, words in (
        ("random", Options(), "random"),
        ("doctrine", Options(), "doctrine"),
        ("doctrine", ALL, "doctrine with all optional rules"),
    )
    for scenario in SCENARIOS
]


@pytest.mark.parametrize(("scenario", "name", "options"), PLAYED_WHOLE)
def test_a_whole_game_loses_nothing_and_its_record_is_true(scenario: str, name: str, options: Options) -> None:
    match: Match[State, Data] = Match.new(GAME, scenario, seed=17, options=options)
    seat, watch, dice = player(name, GAME.name, match.data), Watch(match), Dice.seeded(17)
    often = 500 if seat.blind else 25  # random players hardly ever pass, and their games are long
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        known = None if seat.blind else match.known(eyes_of(side))
        match.act(side, seat.choose(known, decision, dice))
        if len(match.choices) % often == 0:
            watch.look()
    assert match.result is not None
    assert verify(decode(match.record.encode())).entries == len(match.entries)


class Watch:
    """Looks at a match now and then: no counter is lost or made, and each is somewhere legal."""

    def __init__(self, match: Match[State, Data]) -> None:
        self.match = match
        self.names: dict[Side, list[str]] = {}

    def look(self) -> None:
        """Compare with what there was, and check every counter."""
        state, data = self.match.state, self.match.data
        if not any(piece.at in data.map for piece in state.pieces[Side.AXIS].values()):
            return  # before deployment owners pick some of their counters
        self.names = self.names or {side: sorted(state.pieces[side]) for side in Side}
        assert {side: sorted(state.pieces[side]) for side in Side} == self.names
        for side in Side:
            for name, piece in state.pieces[side].items():
                assert (piece.id, data.counters[name].side) == (name, side)
                assert is_legal(data, state, side, piece), piece
            assert_bases_hold_them(data, state, side)
            assert_boxes_have_markers(state, side)
            assert_decoys_were_drawn(data, state, side)
        assert_who_acts_is_there(state)


def is_legal(data: Data, state: State, side: Side, piece: Piece) -> bool:
    """Whether a counter is where one of its kind may be; a decoy that flies knows where it came from."""
    about = data.counters[piece.id]
    on_map = piece.at in data.map
    if not on_map and (piece.on_patrol or piece.aloft or piece.surfaced):
        return False
    if piece.at == LOST:
        return piece.damage <= about.dmg
    if piece.damage >= about.dmg or (about.is_ship and piece.spent > about.move + 1):
        return False
    if piece.at == POOL:
        return about.is_decoy or about.is_group
    if piece.at == SAFE:
        return about.is_merchant
    if piece.at == NOT_AVAILABLE:
        return about.is_air
    if piece.at.startswith(WAITING):
        keys = [f.key for f in data.scenarios[state.scenario].forces if f.side is side and f.waits]
        return piece.at[len(WAITING) :] in keys and not (side is Side.ALLIED and state.turn > 1)
    if about.is_ship:
        return may_be(data, state, piece, piece.at)
    if about.is_air:
        return is_well_based(data, state, piece)
    return on_map and bool(piece.base) is piece.aloft


def is_well_based(data: Data, state: State, piece: Piece) -> bool:
    """Whether an air unit on the map is at its base, or aloft within its printed range of it."""
    if not piece.aloft:
        at_home = piece.base == CARRIER if data.counters[piece.id].side is Side.ALLIED else piece.base == piece.at
        return at_home and piece.at == base_hex(state, piece)
    if state.weather == "storm":
        return False
    reach = data.counters[piece.id].range
    reach = min(reach, state.fog_range) if state.weather == "fog" else reach
    return piece.base == CARRIER or data.grid.distance(piece.base, piece.at) <= reach


def assert_bases_hold_them(data: Data, state: State, side: Side) -> None:
    """NC 4.1: five to a base, and to the carrier."""
    air = [p for p in state.pieces[side].values() if data.counters[p.id].is_air]
    landed = Counter(piece.base for piece in air if piece.at in data.map and not piece.aloft)
    assert max(landed.values(), default=0) <= data.pools.airbase_capacity
    assert side is Side.ALLIED or set(landed) <= set(data.german_bases)


def assert_boxes_have_markers(state: State, side: Side) -> None:
    """NC 4.2: what is in a holding box lies where the box's marker lies."""
    for piece in state.pieces[side].values():
        if piece.box:
            assert piece.at == state.pieces[side][f"group-{piece.box}"].at != POOL


def assert_decoys_were_drawn(data: Data, state: State, side: Side) -> None:
    """NC 3.3: no more decoys are in play than were drawn this turn."""
    in_play = [p for p in state.pieces[side].values() if data.counters[p.id].is_decoy and p.at != POOL]
    assert len(in_play) <= state.drawn[side]


def assert_who_acts_is_there(state: State) -> None:
    """Whoever moves or fights is in the hex of the mission or the combat; whoever is face up is on the map."""
    if state.mission is not None:
        assert {state.pieces[state.mission.side][n].at for n in state.mission.units} <= {state.mission.at}
    if state.combat is not None:
        for side, units in ((Side.ALLIED, state.combat.allied), (Side.AXIS, state.combat.axis)):
            assert {state.pieces[side][name].at for name in units} <= {state.combat.cell}
            assert set(units) <= set(state.notebook[side.enemy].identified)
    for side in Side:
        assert all(state.pieces[side][n].at[:1].isdigit() for n in state.notebook[side.enemy].identified)
