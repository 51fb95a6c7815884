"""What must hold in every game, on play of Nordkapp; and that no counter is lost, made or out of place."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.plot import columns_of
from barents.games.nordkapp.rules.setup import rosters
from barents.games.nordkapp.rules.units import members
from barents.games.nordkapp.state import LOST, OUT, WAITING, Options, Piece, State
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.testing.fingerprint import fingerprint
from barents.testing.secrecy import OBSERVERS
from tests.properties.nordkapp_games import ALL, SOLITAIRE, fought
from tests.published import NORDKAPP as SCENARIOS


@pytest.fixture(autouse=True, scope="module")
def nordkapp() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [Options(), ALL, SOLITAIRE], ids=["plain", "all options", "solitaire"])
def test_a_game_full_of_fights_keeps_its_counters_and_its_secrets(scenario: str, options: Options) -> None:
    """Counters are where they may be; what is known can be imagined; the record is true."""
    watch, dice = None, Dice.seeded("imagine", scenario)
    for match in fought(scenario, 17, options, log=True):
        watch = watch or Watch(match)
        watch.look()
        start = match._checkpoint  # the state as the step began
        if match.pending and start.choices == len(match.choices) and not len(match.choices) % 5:
            truth = GAME.decoder.decode(start.state)
            for observer in OBSERVERS:
                known = GAME.known(match.data, truth, observer)
                world = GAME.imagine(match.data, known, observer, dice)
                assert GAME.encoder.encode(GAME.known(match.data, world, observer)) == GAME.encoder.encode(known)
    assert match.result is not None
    assert fingerprint(Match.replay(decode(match.record.encode()))) == fingerprint(match)
    assert verify(decode(match.record.encode())).entries == len(match.entries)


class Watch:
    """Looks at a match: no counter is lost or made, and each is somewhere legal."""

    def __init__(self, match: Match[State, Data]) -> None:
        self.match = match
        data, scenario = match.data, match.state.scenario
        self.names: dict[Side, set[str]] = {side: set() for side in Side}
        for force, units in rosters(data, data.scenarios[scenario]):
            self.names[force.side].update(units)
        self.drawn = sum(force.drawn for force in data.scenarios[scenario].forces)

    def look(self) -> None:
        """Compare with the scenario's forces, and check every counter."""
        state, data = self.match.state, self.match.data
        boats = {name for name in state.pieces[Side.AXIS] if name not in self.names[Side.AXIS]}
        assert len(boats) == self.drawn
        assert all(data.counters[name].is_sub for name in boats)
        for side in Side:
            assert set(state.pieces[side]) - boats == self.names[side]
            for name, piece in state.pieces[side].items():
                assert (piece.id, data.counters[name].side) == (name, side)
                assert is_legal(data, state, side, piece), piece
            for marker in state.markers[side]:
                assert len({piece.at for piece in members(state, side, marker)}) <= 1, marker
        total = {side: sorted([*state.bag[side], *state.hand[side]]) for side in Side}
        played = state.box.played if state.box is not None else []
        chits = data.scenarios[state.scenario].chits
        for side in Side:
            own = [chit for chit in played if data.chits[chit].side is side]
            assert sorted([*total[side], *own]) == sorted(name for name, n in chits[side].items() for _ in range(n))


def is_legal(data: Data, state: State, side: Side, piece: Piece) -> bool:
    """Whether a counter is where one of its kind may be."""
    about = data.counters[piece.id]
    if piece.at == LOST:
        return piece.damage <= about.armour
    if piece.damage >= about.armour:
        return False
    if piece.at == OUT:
        return not (about.is_sub and side is Side.AXIS)
    if piece.at.startswith(WAITING):
        return not piece.damage
    if about.is_air:
        return piece.at in data.bases or data.counters[piece.at].type == "CV"
    west, east = columns_of(state, data, [piece])
    return piece.at in data.open_water(state.ice) and west <= data.column(piece.at) <= east
