"""What must hold in every game, on play of Arctic Disaster; and that no counter is lost, made or out of place."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.rules.ice import in_ice
from barents.games.arctic_disaster.rules.patrols import waters_of
from barents.games.arctic_disaster.rules.pool import EACH_SIDE, EVERY_TURN, of_side
from barents.games.arctic_disaster.rules.submarines import command_of, is_dummy, is_of_the_convoy
from barents.games.arctic_disaster.rules.units import in_force
from barents.games.arctic_disaster.state import Boat, Force, Options, Ship, State
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.testing.fingerprint import fingerprint
from barents.testing.secrecy import OBSERVERS
from tests.properties.arctic_disaster_games import ALL, fought
from tests.published import ARCTIC_DISASTER as SCENARIOS

MOST_GAMES = 40


@pytest.fixture(autouse=True, scope="module")
def arctic_disaster() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@pytest.mark.parametrize(("scenario", "options"), [("historical", ALL), ("armageddon", Options())])
def test_a_game_full_of_fights_keeps_its_counters_and_its_secrets(scenario: str, options: Options) -> None:
    """Counters are where they may be; what is known can be imagined; the record is true."""
    watch, dice = None, Dice.seeded("imagine", scenario)
    for match in fought(scenario, 17, options, log=True):
        watch = watch or Watch(match)
        if not match.pending or len(match.choices) % 4 == 0:
            watch.look()
        start = match._checkpoint  # the state as the step began
        if match.pending and start.choices == len(match.choices) and not len(match.choices) % 7:
            truth = GAME.decoder.decode(start.state)
            for observer in OBSERVERS:
                known = GAME.known(match.data, truth, observer)
                world = GAME.imagine(match.data, known, observer, dice)
                assert GAME.encoder.encode(GAME.known(match.data, world, observer)) == GAME.encoder.encode(known)
    assert match.result is not None
    assert fingerprint(Match.replay(decode(match.record.encode()))) == fingerprint(match)
    assert verify(decode(match.record.encode())).entries == len(match.entries)


# What games between eager players are for, by the rules that their logs name.
HAPPENINGS = {
    "surface combat": "AD-11.4.1-participants",
    "interception": "AD-7.7-react-success",
    "withdrawal": "AD-11.4.10-loser-leaves",
    "a fight with PQ-17": "AD-11.4.13-convoy-together",
    "aircraft in a surface combat": "AD-11.4.8-air-when",
    "an air attack": "AD-11.1-designate",
    "an air attack on PQ-17": "AD-11.2.1-tb-screen",
    "fighters over Victorious": "AD-11.3.1-cap-sum",
    "a submarine's attack": "AD-13.7-double",
    "a counterattack": "AD-13.9-counter",
    "an attempt to shadow": "AD-13.6-shadow-success",
    "cripples": "AD-7.8-detach-place",
    "scattering": "AD-9.4-no-reform",
    "a search in the ice": "AD-7.2-ice-search-drm",
    "ships aground": "AD-5.5-ground-roll",
    "Knight's Move": "AD-14.0-km-any-time",
    "a dummy found out": "AD-6.5-dummy-detected",
}


def test_eager_players_bring_everything_about() -> None:
    """Games in which nobody meets would prove nothing."""
    missing = dict(HAPPENINGS)
    for seed in range(MOST_GAMES):
        *_, match = fought(SCENARIOS[seed % 2], seed, Options(), log=True)
        rules = {entry.event.rule for entry in match.log or ()}
        missing = {what: rule for what, rule in missing.items() if rule not in rules}
        if not missing:
            return
    pytest.fail(f"in {MOST_GAMES} games there was none of: {', '.join(missing)}")


class Watch:
    """Looks at a match: no counter is lost or made, each is somewhere legal, and what is used up stays used up."""

    def __init__(self, match: Match[State, Data]) -> None:
        self.match = match
        begun = GAME.opening(match.data, match.state.scenario, match.state.options)
        self.ships = {side: set(begun.ships[side]) for side in Side}
        self.boats = {side: set(begun.boats[side]) for side in Side}
        self.wings = {side: set(begun.wings[side]) for side in Side}
        self.damage: Counter[str] = Counter()
        self.attacks: Counter[str] = Counter()

    def look(self) -> None:
        """Compare with the scenario's forces, and check every counter."""
        state = self.match.state
        if state.phase == "set-up":
            return
        for side in Side:
            reverted = {name for name in state.boats[side] if name not in self.boats[side]}
            assert set(state.boats[side]) == self.boats[side] | reverted
            assert set(state.ships[side]) == self.ships[side] - reverted
            assert set(state.wings[side]) <= self.wings[side]
            assert all(wing.steps in (1, 2) for wing in state.wings[side].values())
            for ship in state.ships[side].values():
                self._ship(side, ship)
            for key, force in state.forces[side].items():
                self._force(side, key, force)
            for boat in state.boats[side].values():
                self._boat(side, boat)
        handles = [force.handle for side in Side for force in state.forces[side].values()]
        handles += [boat.handle for side in Side for boat in state.boats[side].values() if boat.at[:1].isdigit()]
        assert len(set(handles)) == len(handles), "two markers have one number"
        assert len(in_ice(state, self.match.data)) <= self.match.data.ice_markers
        if state.phase == "activation":
            self._pool()

    def _ship(self, side: Side, ship: Ship) -> None:
        state, data = self.match.state, self.match.data
        about = data.counters[ship.id]
        assert about.side is side
        if ship.force:
            assert not ship.at, ship
            assert ship.force in state.forces[side], ship
        else:
            assert ship.at in s.GONE or ship.at in data.in_play, ship
        assert (ship.damage >= about.hits) is (ship.at == s.LOST), ship
        aground = ship.at == s.REMOVED and not ship.damage  # what had happened to her does not count any more
        assert aground or ship.damage >= self.damage[ship.id], ship
        self.damage[ship.id] = ship.damage

    def _force(self, side: Side, key: str, force: Force) -> None:
        state, data = self.match.state, self.match.data
        assert force.key == key
        assert data.markers[key].side is side
        assert force.at in data.in_play
        assert force.dummy is not bool(in_force(state, side, key)), force
        assert not (key == CONVOY and state.scatter == "done")

    def _boat(self, side: Side, boat: Boat) -> None:
        state, data = self.match.state, self.match.data
        command = command_of(data, boat.id)
        assert command.side is side
        assert self.attacks[boat.id] <= boat.attacks <= command.attacks, boat
        self.attacks[boat.id] = boat.attacks
        if boat.at == s.HELD:
            assert is_dummy(data, boat.id), boat
        elif boat.at != s.LOST and not is_of_the_convoy(data, boat.id) and boat.id != state.shadow:
            assert boat.at in waters_of(state, data, boat), boat

    def _pool(self) -> None:
        """AD 4.1, 5: each event marker is in the pool, was drawn this turn, or is out as the rules say."""
        state = self.match.state
        pool, all_drawn = Counter(state.pool), Counter([*state.pool, *state.aside])
        for marker, count in EVERY_TURN.items():
            assert all_drawn[marker] == count
        for kind, count in EACH_SIDE.items():
            assert all(all_drawn[of_side(kind, side)] == count for side in Side)
        assert max(count for marker, count in all_drawn.items() if marker not in (*EVERY_TURN, *_searches())) == 1
        assert pool[s.KNIGHTS_MOVE] == int(state.knights_move == "pool")
        assert state.scatter != "pool" or all_drawn[s.SCATTERS] == 1
        assert state.hitler != "pool" or all_drawn[s.HITLER] == 1
        assert state.grounding or not all_drawn[s.GROUNDING]


def _searches() -> list[str]:
    return [of_side(s.SEARCH, side) for side in Side]
