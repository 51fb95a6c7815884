"""What must hold in every game, on play of the campaign; and that no ship, transport or box of oil is lost or made."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.points import moved
from barents.games.arctic_campaign.rules.units import SIGHTED, desk_of, ship_of
from barents.games.arctic_campaign.state import GERMANY, GONE, START_BOX, SUNK, USA, FirstPlaces, Options, State, Vessel
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.rules.units import hull_left
from barents.kernel import registry
from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side, eyes_of
from barents.testing.fingerprint import asked
from barents.testing.laws import as_loaded, entered
from barents.testing.secrecy import OBSERVERS
from tests.properties.arctic_campaign_games import ALL, BRIEF, ENDLESS, PLAYED, Chooser, at_random, by_doctrine, played

QUICK = Options(convoy_phase="quick")
MOST_WARS = 5


@pytest.fixture(autouse=True, scope="module")
def arctic_campaign() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@pytest.mark.parametrize(
    ("game", "options", "choose", "months", "every"),
    [
        (ENDLESS, ALL, at_random, 12, 41),
        (GAME, QUICK, by_doctrine, 10, 23),
        (BRIEF, PLAYED, at_random, 2, 31),
        (BRIEF, PLAYED, by_doctrine, 2, 97),
    ],
    ids=["any answers", "doctrine", "months at sea", "months at sea by doctrine"],
)
def test_a_campaign_keeps_its_ships_and_its_secrets(
    game: Game[State, Data], options: Options, choose: Chooser, months: int, every: int
) -> None:
    """Ships are where they may be; every page can be answered; what is known can be imagined, and is asked of."""
    watch, dice = None, Dice.seeded("imagine", months)
    for match in played(5, options, choose, game=game, months=months):
        watch = watch or Watch(match, follows=game is not ENDLESS)
        watch.look()
        for decision in match.pending.values():
            if isinstance(decision.options, Assign):
                empty = [slot for slot, domain in decision.options.slots.items() if next(iter(domain), None) is None]
                assert not empty, f"{decision.rule} asks for what has no answer"
        if match.pending and not len(match.choices) % every:
            can_be_imagined(match, dice)
    assert match.state.month > months or match.result is not None


def can_be_imagined(match: Match[State, Data], dice: Dice) -> None:
    """Every observer knows the same in a world that it imagines, and whoever is asked is asked the same there."""
    truth = GAME.decoder.decode(match.step_opening)
    for observer in OBSERVERS:
        known = GAME.known(match.data, truth, observer)
        before = GAME.encoder.encode(known)
        world = GAME.imagine(match.data, known, observer, dice)
        assert GAME.encoder.encode(known) == before, "what is known was changed"
        assert GAME.encoder.encode(GAME.known(match.data, world, observer)) == before
        assert any(isinstance(step, FirstPlaces) for step in truth.agenda) or world != truth
    for side in match.pending:
        approach = match.approach(side)
        world = GAME.imagine(match.data, approach.known, eyes_of(side), dice)
        entered = Match.enter(GAME, match.data, world, approach, DiceBox.seeded("entered"))
        assert asked(entered.pending[side]) == asked(match.pending[side])


def test_an_imagined_world_is_played_on_through_the_months() -> None:
    """From any desk, and from the sea, to the end of the month and beyond, with all its ships in their places."""
    begun: set[str] = set()
    dice = Dice.seeded("onward")
    for match in played(11, PLAYED, game=BRIEF, months=2):
        truth = GAME.decoder.decode(match.step_opening)
        step = type(truth.agenda[-1]).__name__
        if not match.pending or truth.month < 2 or step in begun or (step == "Operations" and dice.below(20)):
            continue
        begun.add(step)
        for side in Side:
            world = GAME.imagine(match.data, GAME.known(match.data, truth, eyes_of(side)), eyes_of(side), dice)
            world.options = QUICK  # the month to come
            twin: Match[State, Data] = Match.at(GAME, match.data, world, DiceBox.seeded(step, side))
            while twin.pending and twin.state.month < truth.month + 2:
                other = dice.choice(tuple(twin.pending))
                twin.act(other, at_random(twin, other, dice))
            Watch(twin, follows=False).look()
    assert {"Repairs", "EventChoices", "Sailings", "Signals", "Plans", "Operations", "Homebound"} <= begun


def test_a_record_of_many_chapters_is_replayed_and_verified() -> None:
    """A chapter a month: none is lost, and the last is played again to where the match stood, whatever the month."""
    loaded = 0
    for match in played(3, QUICK, by_doctrine, months=5, log=True):
        if match.pending and len(match.choices) % 29 == 0:
            assert as_loaded(Match.replay(decode(match.record.encode()))) == as_loaded(match)
            loaded += 1
    record = decode(match.record.encode())
    assert loaded > 3
    assert len(record.chapters) == match.state.month == 6
    assert verify(record).entries == entered(match) == len(match.choices)
    again = Match.replay(record)
    assert again.record.encode() == record.encode()
    assert again.state.statements == match.state.statements


# What campaigns at random are for, by the rules that their logs name.
HAPPENINGS = {
    "an air strike in the North Sea": "AC-B.3-air-resolve",
    "a submarine there": "AC-B.3-sub-resolve",
    "ships sunk there": "AC-B.3-scored",
    "ships that turn back": "AC-B.3-abort-def",
    "a reaction": "AC-B.3-react-table",
    "a purchase": "AC-B.12-purpose",
    "a sale": "AC-B.19-sell",
    "an exchange": "AC-B.11-exchange",
    "hired ships": "AC-B.13-dd",
    "an early start": "AC-B.5-early-where",
    "an escort carrier": "AC-B.23-cve-random",
    "ships from the Pacific": "AC-B.18-pacific-six",
    "ships handed over": "AC-B.18-1944-six",
    "an optional warship": "AC-C.123-where",
    "training": "AC-C.123-training",
    "a slow yard": "AC-C.22-delay",
    "ships without fuel": "AC-C.34-short",
    "a secret base": "OP-BASE-function",
    "storm damage made good": "AC-A.6-record",
    "U-boats sunk": "OP-SUB-damage",
    "cargo in Russia": "AC-A.5-cargo",
    "transports home again": "AC-A.5-return",
    "transports kept back": "AC-B.21-penalty",
}


def test_campaigns_at_random_bring_everything_about() -> None:
    """A war in which nothing happens would prove nothing; those that last to May 1945 keep their ships."""
    missing = dict(HAPPENINGS)
    for seed in range(MOST_WARS):
        watch = None
        for match in played(seed, ALL, game=ENDLESS, log=True):
            watch = watch or Watch(match, follows=False)
            if not match.pending or len(match.choices) % 37 == 0:
                watch.look()
        assert match.result is not None
        assert len(match.state.statements) == 41
        rules = {entry.event.rule for entry in match.log or ()}
        missing = {what: rule for what, rule in missing.items() if rule not in rules}
        if not missing:
            return
    pytest.fail(f"in {MOST_WARS} wars there was none of: {', '.join(missing)}")


class Watch:
    """Looks at a campaign: every ship is in one place, none is lost or made, and the accounts are right."""

    def __init__(self, match: Match[State, Data], *, follows: bool) -> None:
        self.match, self.follows = match, follows
        self.before: dict[str, str] = {}  # where merchants were

    def look(self) -> None:
        """Check every ship and the books."""
        state, data = self.match.state, self.match.data
        ports = {port.name for port in data.sea.tables.ports.rows}
        for side in Side:
            desk = desk_of(state, side)
            inner = {} if state.operation is None else state.operation.desks[side].ships
            assert set(desk.ships) <= set(desk.vessels), "a ship that nobody has"
            for key, vessel in desk.vessels.items():
                assert vessel.key == key
                assert (key in desk.ships) + (key in inner) == 1, f"{key} is in two places or in none"
                assert vessel.at in (*ports, GERMANY, USA, SUNK, GONE) or vessel.at in data.sea.navigable, vessel
                self._ship(side, vessel)
        assert not set(state.allied.vessels) & set(state.axis.vessels)
        self._merchants()
        self._oil()
        self._track()
        self._disclosed()

    def _ship(self, side: Side, vessel: Vessel) -> None:
        state, data = self.match.state, self.match.data
        ship = ship_of(state, side, vessel.key)
        assert 0 <= ship.fuel <= (data.sea.types[ship.line].fuel or 0) * data.sea.tables.fuel.parts, ship
        assert all(boxes >= 0 for boxes in ship.lost.values()), ship
        if state.operation is None or vessel.key in desk_of(state, side).ships:
            assert not ship.fleet, ship
            assert vessel.at in (SUNK, GONE) or (hull_left(data.sea, ship) > 0 and not ship.fire), ship
            assert vessel.at in (SUNK, GONE) or ship.fuel <= whole_tank(data.sea, ship), ship

    def _merchants(self) -> None:
        """A transport is there until she is sunk, or has come home empty; what is gone stays gone."""
        vessels, ships = self.match.state.allied.vessels, self.match.state.allied.ships
        for key, at in self.before.items():
            assert key in vessels, f"{key} has vanished"
            assert at not in (SUNK, GONE) or vessels[key].at == at, f"{key} has come back"
        for key, vessel in vessels.items():
            if vessel.service == "merchant":
                assert vessel.at != GONE or ships[key].homeward, f"{key} is gone with her cargo"
                self.before[key] = vessel.at
        numbers = [int(key.rpartition("-")[2]) for key in self.before if key.startswith("lt-")]
        assert max(numbers, default=0) <= self.match.state.allied.names

    def _oil(self) -> None:
        axis = self.match.state.axis
        assert 0 <= axis.drawn <= axis.stock
        assert sum(line.parts for line in axis.oil) == axis.stock

    def _track(self) -> None:
        """Marker and total follow from the statements, and these from their lines."""
        state, data = self.match.state, self.match.data
        total, marker = 0, START_BOX
        for statement in state.statements:
            for side, points in ((Side.ALLIED, statement.allied), (Side.AXIS, statement.axis)):
                assert points == sum(line.points for line in statement.lines if line.side is side)
            assert statement.score == statement.allied - statement.axis
            total, marker = moved(data, total, marker, statement.score)
        if self.follows:
            assert (state.total, state.marker) == (total, marker)

    def _disclosed(self) -> None:
        """Whoever is known to be sunk is; at a month's beginning that is everybody who was."""
        state = self.match.state
        for side in Side:
            desk, book = desk_of(state, side), state.notebook[side.enemy].identified
            sunk = {key for key, vessel in desk.vessels.items() if vessel.at == SUNK}
            told = {key for key, rule in book.items() if rule != SIGHTED}
            assert told <= sunk
            if state.phase == "repair":
                assert told == sunk


def test_the_watch_sees_a_ship_out_of_place() -> None:
    """A watch that lets everything pass would prove nothing."""
    *_, match = played(1, QUICK, months=2)
    Watch(match, follows=True).look()
    whole = GAME.encoder.encode(match.state)

    def looks_wrong(spoil: Any) -> None:
        match.umpire.state = GAME.decoder.decode(whole)
        watch = Watch(match, follows=True)
        watch.look()
        spoil(match.state)
        with pytest.raises(AssertionError):
            watch.look()

    looks_wrong(lambda state: state.allied.ships.popitem())
    looks_wrong(lambda state: state.axis.vessels.popitem())
    looks_wrong(lambda state: setattr(state.axis.vessels["tirpitz"], "at", "Berlin"))
    looks_wrong(lambda state: setattr(state.axis.ships["tirpitz"], "fuel", 999))
    looks_wrong(lambda state: state.allied.vessels.pop("lt-2"))
    looks_wrong(lambda state: setattr(state.axis, "stock", state.axis.stock + 1))
    looks_wrong(lambda state: setattr(state, "marker", state.marker - 1))
    looks_wrong(lambda state: state.notebook[Side.ALLIED].identified.update(tirpitz="AC-A.25-score"))
    looks_wrong(lambda state: state.axis.ships["tirpitz"].lost.update({"hull": 99}))
