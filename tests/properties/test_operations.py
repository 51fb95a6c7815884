"""What must hold in every game, on play of operations; and that no unit is lost, made or out of place."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from barents.games.operations import GAME
from barents.games.operations import state as s
from barents.games.operations.air.sighting_reports import REMEMBERED
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.rules.units import hull_left, ships_of, type_of
from barents.games.operations.rules.victory import worth
from barents.games.operations.state import Desk, Fleet, Options, Ship, State
from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.decisions import Assign, Decision
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.events import Rolled
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side, eyes_of
from barents.testing.fingerprint import asked, fingerprint
from barents.testing.secrecy import OBSERVERS
from tests.properties.operations_games import ALL, played
from tests.published import OPERATIONS as SCENARIOS

MOST_GAMES = 10
GONE = (s.SUNK, s.ARRIVED, s.RETURNED, s.HOME)


@pytest.fixture(autouse=True, scope="module")
def operations() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@pytest.mark.parametrize(("scenario", "options"), [("regenbogen", ALL), ("sportpalast", Options())])
def test_a_game_full_of_fights_keeps_its_units_and_its_secrets(scenario: str, options: Options) -> None:
    """Units are where they may be; what is known can be imagined, and is all that is asked of; the record is true."""
    watch, dice = None, Dice.seeded("imagine", scenario)
    for match in played(scenario, 17, options, log=True):
        watch = watch or Watch(match)
        for decision in match.pending.values():
            if isinstance(decision.options, Assign):
                empty = [slot for slot, domain in decision.options.slots.items() if next(iter(domain), None) is None]
                assert not empty, f"{decision.rule} asks for what has no answer"
        if not match.pending or len(match.choices) % 4 == 0:
            watch.look()
        if match.pending and not len(match.choices) % 9:
            same_decision(match, dice)
        if match.pending and not len(match.choices) % 13:
            truth = GAME.decoder.decode(match.step_opening)
            for observer in OBSERVERS:
                known = GAME.known(match.data, truth, observer)
                world = GAME.imagine(match.data, known, observer, dice)
                assert GAME.encoder.encode(GAME.known(match.data, world, observer)) == GAME.encoder.encode(known)
    assert match.result is not None
    assert fingerprint(Match.replay(decode(match.record.encode()))) == fingerprint(match)
    assert verify(decode(match.record.encode())).entries == len(match.entries)


def same_decision(match: Match[State, Data], dice: Dice) -> None:
    """In a world that is imagined from what a side knows it is asked the same."""
    side = next(iter(match.pending))
    approach = match.approach(side)
    world = GAME.imagine(match.data, approach.known, eyes_of(side), dice)
    entered = Match.enter(GAME, match.data, world, approach, DiceBox.seeded("entered"))
    assert asked(entered.pending[side]) == asked(match.pending[side])


# What games between eager players are for, by the rules that their logs name.
HAPPENINGS = {
    "a battle": "OP-TAC-rounds",
    "a surprise": "OP-TAC-surprise",
    "gunfire": "OP-GUN-dice",
    "torpedoes": "OP-TORP-range",
    "starshell": "OP-TAC-starshell",
    "a fleet that gets away": "OP-CONTACT-avoid",
    "a fleet that shadows": "OP-CONTACT-shadow",
    "a raid": "OP-STRIKE-mods",
    "fighters": "OP-STRIKE-aircombat",
    "a submarine's attack": "OP-SUB-attack",
    "a screen": "OP-SUB-screen",
    "a counterattack": "OP-SUB-counter",
    "a boat that shadows": "OP-SUB-shadow",
    "a boat held down": "OP-SUB-patrol",
    "inshore patrols": "OP-SUB-inshore",
    "a bombardment": "OP-PORT-bombard",
    "ships sunk": "OP-DMG-sunk",
    "a fire": "OP-DMG-fire",
    "machinery": "OP-SEA-machinery",
    "fuel taken at sea": "OP-FUEL-at-sea",
}


def test_eager_players_bring_everything_about() -> None:
    """Games in which nobody meets would prove nothing."""
    missing = dict(HAPPENINGS)
    for seed in range(MOST_GAMES):
        *_, match = played(SCENARIOS[seed % len(SCENARIOS)], seed, ALL, log=True)
        rules = {entry.event.rule for entry in match.log or ()}
        missing = {what: rule for what, rule in missing.items() if rule not in rules}
        if not missing:
            return
    pytest.fail(f"in {MOST_GAMES} games there was none of: {', '.join(missing)}")


# Players of the computer


def by_its_view(known: State, decision: Decision[Any]) -> Action:
    """A player who chooses by everything that its side knows, and by nothing else."""
    action: Action = decision.options.sample(Dice.seeded("bot", GAME.encoder.encode(known)))
    return action


@pytest.mark.rule("OP-MODE-bots")
def test_bots_act_by_their_own_view_and_a_game_between_them_comes_out_the_same_again() -> None:
    """What a bot is handed is the same in any world that its side cannot tell from the true one, and so is its act."""

    def game(*, checked: bool) -> Match[State, Data]:
        match: Match[State, Data] = Match.new(GAME, "regenbogen", seed="bots")
        while match.pending and len(match.choices) < 400:
            side = min(match.pending)
            act = by_its_view(match.approach(side).known, match.pending[side])
            if checked and len(match.choices) % 20 == 19:
                approach = match.approach(side)
                world = GAME.imagine(match.data, approach.known, eyes_of(side), Dice.seeded(len(match.choices)))
                assert GAME.encoder.encode(world) != match.step_opening
                entered = Match.enter(GAME, match.data, GAME.clone(world), approach, DiceBox.seeded("entered"))
                known = GAME.known(match.data, world, eyes_of(side))
                assert by_its_view(known, entered.pending[side]) == act
            match.act(side, act)
        return match

    first, again = game(checked=True), game(checked=False)
    assert first.record.encode() == again.record.encode()


class Watch:
    """Looks at a match: no unit is lost or made, each is in one place, and nothing has more than it can."""

    def __init__(self, match: Match[State, Data]) -> None:
        self.match = match
        self.begun = GAME.opening(match.data, match.state.scenario, match.state.options)
        self.lost: dict[str, Counter[str]] = {}

    def look(self) -> None:
        """Compare with the scenario's forces, and check every unit."""
        state = self.match.state
        for side in Side:
            desk, begun = state.desks[side], self.begun.desks[side]
            assert list(desk.ships)[: len(begun.ships)] == list(begun.ships)
            assert set(desk.boats) == set(begun.boats)
            for ship in desk.ships.values():
                self._ship(desk, ship)
            for key, fleet in desk.fleets.items():
                self._fleet(side, desk, key, fleet)
            self._boats(desk)
            self._contacts(desk)
            self._sunk(side, desk)
            self._air(desk, begun)
        names = [key for side in Side for key in (*state.desks[side].ships, *state.desks[side].boats)]
        assert len(set(names)) == len(names), "two units have one name"
        if state.battle is not None:
            self._battle(state.battle)

    def _ship(self, desk: Desk, ship: Ship) -> None:
        data = self.match.data
        if ship.fleet:
            assert not ship.at, ship
            assert ship.fleet in desk.fleets, ship
            assert hull_left(data, ship) > 0, ship
        else:
            assert ship.at in GONE, ship
        assert 0 <= ship.fuel <= whole_tank(data, ship), ship
        assert 0 <= ship.fired <= type_of(data, ship).torpedoes, ship
        assert ship.lost.get("hull", 0) <= type_of(data, ship).hull, ship
        before = self.lost.get(ship.key, Counter[str]())
        self.lost[ship.key] = Counter({str(box): boxes for box, boxes in ship.lost.items()})
        assert all(self.lost[ship.key][box] >= boxes for box, boxes in before.items()), "what is hit stays hit"

    def _fleet(self, side: Side, desk: Desk, key: str, fleet: Fleet) -> None:
        data = self.match.data
        assert fleet.key == key
        assert ships_of(desk, key), f"there is nobody in {key}"
        assert fleet.at in data.navigable, fleet
        assert all(zone in data.navigable for zone in fleet.plot), fleet
        if fleet.docked:
            assert data.harbours[fleet.at].side is side, fleet

    def _boats(self, desk: Desk) -> None:
        data, month = self.match.data, self.match.state.month
        for boat in desk.boats.values():
            assert boat.at in (s.SUNK, s.HOME, WAITING) or data.may_lie(boat.at, month), boat
            assert 0 <= boat.attacks <= data.boat_classes[boat.type].load, boat

    def _contacts(self, desk: Desk) -> None:
        turn = self.match.state.turn
        now = [contact.fleet for contact in desk.contacts.values() if contact.turn == turn]
        assert len(set(now)) == len(now), "two reports of one turn are of one fleet"
        for key, contact in desk.contacts.items():
            assert contact.key == key
            assert turn - REMEMBERED <= contact.turn <= turn
            assert int(key[1:]) <= desk.numbers

    def _sunk(self, side: Side, desk: Desk) -> None:
        """Whatever is sunk is listed once, and its points are made."""
        state, data = self.match.state, self.match.data
        down = [ship.key for ship in desk.ships.values() if ship.at == s.SUNK]
        down += [boat.key for boat in desk.boats.values() if boat.at == s.SUNK]
        assert sorted(state.sunk.get(side, [])) == sorted(down)
        due, made = sum(worth(state, data, side, key) for key in down), state.points.get(side.enemy, 0)
        assert made == due if side is Side.ALLIED else made >= due, "the Allies gain by arrivals too"

    def _air(self, desk: Desk, begun: Desk) -> None:
        """Aircraft are lost by a die, or with the carrier that they fly from."""
        missing = [step for key, step in begun.air.items() if key not in desk.air]
        least = self.match.data.tables.strike.destroyed_from
        events = [entry.event for entry in self.match.log or ()]
        shot = sum(isinstance(one, Rolled) and one.rule == "OP-STRIKE-fate" and one.faces[0] >= least for one in events)
        homeless = [step for step in missing if step.base in desk.ships and desk.ships[step.base].at == s.SUNK]
        assert len(missing) <= shot + len(homeless)
        assert set(desk.air) <= set(begun.air)
        for step in desk.air.values():
            assert step.base in desk.ships or step.base in self.match.data.grid.cells, step

    def _battle(self, battle: Battle) -> None:
        """Each ship on the track has one number, and stands in one division at most."""
        ships = {name: one.ship for name, one in battle.ships.items()}
        assert len(set(ships.values())) == len(ships)
        standing = [name for division in battle.divisions for name in division.ships]
        assert len(set(standing)) == len(standing)
        assert set(standing) <= set(ships)


def test_the_watch_sees_a_unit_out_of_place() -> None:
    """A watch that lets everything pass would prove nothing."""
    match: Match[State, Data] = Match.new(GAME, "regenbogen", seed="1", log=True)
    Watch(match).look()
    whole = GAME.encoder.encode(match.state)

    def looks_wrong(spoil: Any) -> None:
        match.umpire.state = GAME.decoder.decode(whole)
        spoil(match.state.desks[Side.ALLIED])
        with pytest.raises(AssertionError):
            Watch(match).look()

    looks_wrong(lambda desk: desk.air.popitem())
    looks_wrong(lambda desk: desk.fleets.popitem())
    looks_wrong(lambda desk: setattr(next(iter(desk.ships.values())), "fuel", 999))
    looks_wrong(lambda desk: setattr(next(iter(desk.ships.values())), "at", s.SUNK))
    looks_wrong(lambda desk: desk.fleets.update(empty=msgspec.structs.replace(next(iter(desk.fleets.values())))))
