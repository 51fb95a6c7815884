"""What each side knows beyond the month, and what being asked or waiting would otherwise give away."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.knowledge.known import known
from barents.games.arctic_campaign.rules.convoy_phase import operations
from barents.games.arctic_campaign.rules.modes import is_delegated
from barents.games.arctic_campaign.rules.units import SIGHTED
from barents.games.arctic_campaign.state import (
    SUNK,
    AirStrike,
    BoatStrike,
    ConvoyPhase,
    Gathering,
    Group,
    NextPassage,
    Operations,
    Passage,
    Plans,
)
from barents.games.operations.state import Base
from barents.games.operations.state import State as Operation
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer

from .admiralty import ALLIED, Admiralty
from .war_room import WarRoom


def north_sea() -> Admiralty:
    """Fleet C is being attacked by three steps of aircraft; one of its ships has been hit."""
    admiralty = Admiralty("1942-07")
    for key in ("tirpitz", "z28", "z29"):
        admiralty.ship(key, "Germany")
    state = admiralty.state
    state.axis.passing = [Group("C", "Fleet C", "squadron", ["tirpitz", "z28", "z29"], "Germany")]
    state.passage = Passage("C", False, roll=10, steps=3, several=True, screen=4, hit=["z28"])
    return admiralty


def test_of_a_passage_each_side_knows_its_own_part() -> None:
    """The Allies their roll, the Germans their fleet; what has come through its fire both have seen."""
    admiralty = north_sea()
    state, data = admiralty.state, admiralty.data

    def seen(observer: Observer) -> Passage | None:
        return known(data, state, observer).passage

    state.agenda = [NextPassage(home=False), AirStrike("attack"), AirStrike("approach")]
    assert seen(Observer.ALLIED) == Passage("", False, roll=10, steps=3, several=True)
    assert seen(Observer.AXIS) == Passage("C", False, hit=["z28"])
    assert seen(Observer.PUBLIC) == Passage("", False)
    state.agenda = [NextPassage(home=False), AirStrike("attack")]
    assert seen(Observer.AXIS) == Passage("C", False, steps=3, hit=["z28"])
    assert seen(Observer.PUBLIC) == Passage("", False, steps=3)


@pytest.mark.parametrize("several", [True, False])
def test_an_imagined_fleet_is_as_the_aircraft_have_seen_it(several: bool) -> None:
    """Of one ship or of more, of those that are not known to be sunk."""
    admiralty = north_sea()
    state = admiralty.state
    state.agenda = [NextPassage(home=False), BoatStrike("fire"), BoatStrike("screen"), AirStrike("attack")]
    state.notebook[ALLIED].identified = {"tirpitz": "AC-B.3-scored"}
    state.axis.vessels["tirpitz"].at = SUNK
    assert state.passage is not None
    state.passage.several = several
    told = known(admiralty.data, state, Observer.ALLIED)
    for seed in range(20):
        world = GAME.imagine(admiralty.data, told, Observer.ALLIED, Dice.seeded(seed))
        ships = world.axis.passing[0].ships
        assert (len(ships) > 1) is several
        assert "tirpitz" not in ships


@pytest.mark.rule("AC-B.3-abort-def")
def test_being_asked_again_or_no_more_tells_only_what_was_told() -> None:
    """That a fleet is there is told to all before the Allies are asked, and so is that it has turned back."""
    admiralty = north_sea()
    admiralty.state.passage = None
    admiralty.begin(NextPassage(home=False))
    assert [len(admiralty.told("AC-A.22-intercept", observer)) for observer in Observer] == [1] * len(Observer)
    assert isinstance(admiralty.now.agenda[-1], AirStrike)

    turned = north_sea()
    assert turned.state.passage is not None
    turned.state.passage.hit = ["tirpitz", "z28", "z29"]
    turned.begin(NextPassage(home=False))
    assert turned.now.aborted
    assert turned.told("AC-B.3-abort-def", Observer.PUBLIC)


def test_what_was_seen_at_sea_is_remembered() -> None:
    """Ships that were seen, ships that were seen to go down, and a secret base, which the next month begins with."""

    def at_sea(operation: Operation) -> None:
        operation.notebook[ALLIED].identified |= {"z24": "OP-TAC-visibility", "u-88": "OP-SUB-damage"}
        operation.notebook[ALLIED].facts |= {"base:7811": "7811", "other": "thing"}

    room = WarRoom("1942-07", at_sea=at_sea)
    room.ship("z24", "Altafjord")
    room.plan().idle_on()
    book = room.now.notebook[ALLIED]
    assert (book.identified, book.facts) == ({"z24": SIGHTED}, {"base:7811": "7811"})
    assert known(room.data, room.now, Observer.ALLIED).axis.vessels["z24"].at == ""
    assert not known(room.data, room.now, Observer.AXIS).notebook[ALLIED].identified
    assert room.told("AC-A.23-ops", Observer.PUBLIC)[-1].words == "The Convoy Phase is over"

    later = WarRoom("1942-08", steps={Operations: operations})
    later.state.notebook[ALLIED].facts |= {"base:7811": "7811"}
    later.plan().turn_to("OP-TIME-premature")  # which is asked in any case
    assert later.operation.notebook[ALLIED].facts == {"base:7811": "7811"}


def test_only_the_sea_is_left_to_the_staffs() -> None:
    """From the first question of the operation to its last, in a month that both sides left to them."""
    room = WarRoom("1942-07", steps={Operations: operations})
    room.plan()
    state = room.now
    state.mode = "players"
    assert not is_delegated(state)  # the plans of the next month are one's own
    state.agenda = [Plans()]
    assert not is_delegated(state)
    for step in (Operations(), Gathering()):
        state.agenda = [ConvoyPhase(), step]
        assert is_delegated(state)
    state.mode = "played"
    assert not is_delegated(state)


def test_a_base_that_was_found_is_not_known_to_be() -> None:
    room = WarRoom("1942-07")
    room.state.axis.bases["7811"] = Base("7811", "dithmarschen", ready=True, found=True)
    assert not known(room.data, room.state, Observer.AXIS).axis.bases["7811"].found
    assert not known(room.data, room.state, Observer.ALLIED).axis.bases
