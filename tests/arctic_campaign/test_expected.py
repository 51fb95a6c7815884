"""What each side expects of the enemy, with which imagined worlds of an operation are filled."""

from __future__ import annotations

from barents.games.arctic_campaign.rules.expected import CONVOY, COVER, SQUADRON, expectations
from barents.games.arctic_campaign.rules.units import SIGHTED
from barents.games.arctic_campaign.state import SUNK
from barents.games.operations import GAME as SEA
from barents.kernel.dice import DiceBox
from barents.kernel.sides import NOBODY, Observer

from .admiralty import ALLIED, AXIS
from .war_room import WarRoom


def month(**seen: bool) -> WarRoom:
    room = WarRoom("1942-07")
    for key in ("tirpitz", "lutzow"):
        room.ship(key, "Altafjord")
    room.state.notebook[ALLIED].identified |= dict.fromkeys(seen, SIGHTED)
    return room


def test_nothing_is_expected_that_was_not_told() -> None:
    """Ships that nobody has seen, transports and boats of the month make no difference; ships that were seen do."""
    room, other = month(), month()
    other.transports(9, "Hvalfjordur")
    other.ship("duke-of-york", "Scapa Flow")
    other.ship("scharnhorst", "Narvik")
    other.state.axis.extra_boats = 5
    assert expectations(room.state, room.data) == expectations(other.state, other.data)
    squadron = expectations(month(tirpitz=True).state, room.data)[AXIS].ships
    assert "tirpitz" in squadron
    assert "lutzow" not in squadron
    # A loss that has been disclosed is known.
    other.vessel("duke-of-york").at = SUNK
    assert "duke-of-york" not in expectations(other.state, other.data)[ALLIED].ships


def test_what_is_expected_is_an_order_of_battle() -> None:
    room = month()
    room.plan().idle_on()
    expected = room.operation.expected
    allied, axis = expected[ALLIED], expected[AXIS]
    convoy = [ship.key for ship in allied.ships.values() if ship.fleet == CONVOY]
    assert sum(key.startswith("expected-") for key in convoy) == 25  # seven dice
    assert allied.fleets[CONVOY].plan[-1] == "6619"
    assert "king-george-v" in [ship.key for ship in allied.ships.values() if ship.fleet == COVER]
    assert [ship.key for ship in axis.ships.values() if ship.fleet == SQUADRON] == [f"z{n}" for n in range(23, 28)]
    assert len(axis.boats) == 7
    assert axis.air
    # Either side can imagine the operation from it.
    for observer in (Observer.ALLIED, Observer.AXIS):
        known = SEA.known(room.data.sea, room.operation, observer)
        world = SEA.imagine(room.data.sea, known, observer, DiceBox.seeded("world")[NOBODY])
        assert SEA.known(room.data.sea, world, observer) == known
