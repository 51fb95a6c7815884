"""Leaks that long hunts have found, each shown once; worlds that agree with the accounts; twins late in the war."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import afloat
from barents.games.arctic_campaign.state import Charge, MonthBegins, Options, Plans, State, Statement, TransportDice
from barents.games.operations import GAME as SEA
from barents.games.operations.air.sighting_reports import report
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.sides import Observer
from tests.properties.arctic_campaign_games import by_doctrine
from tests.properties.test_arctic_campaign_secrecy import compared

from .admiralty import ALLIED, AXIS, Admiralty
from .test_month_at_sea import sea
from .war_room import WarRoom

SUNK_RULE = "OP-DMG-sunk"


# Leaks that are stopped


@pytest.mark.parametrize("observer", [Observer.AXIS, Observer.PUBLIC])
def test_the_order_of_the_sunk_does_not_tell_who_was_recognised_before(observer: Observer) -> None:
    room = WarRoom("1942-07")
    for key in ("z23", "z25", "tirpitz"):
        room.ship(key, "Altafjord")
    room.plan().idle_on()
    for first, second in (("z23", "z25"), ("z25", "z23")):
        book = room.operation.notebook[ALLIED]
        book.identified = {first: "OP-TAC-visibility", "tirpitz": "OP-TAC-visibility", second: SUNK_RULE}
        book.identified[first] = SUNK_RULE  # who was recognised before keeps her place in the book
        shown = SEA.known(room.data.sea, room.operation, observer)
        assert list(shown.notebook[ALLIED].identified) == ["z23", "z25"]
        assert shown.sunk.get(AXIS, []) in ([], ["z23", "z25"])


def test_a_battle_tells_of_the_ships_that_were_made_out_alone() -> None:
    """Of the others stays what the contact of this turn had told, and each report names the contact that it is of."""
    room = WarRoom("1942-07")
    for key in ("victorious", "king-george-v"):
        room.ship(key, "Scapa Flow")
    room.plan().idle_on()
    u = sea(room)
    fleet = next(iter(u.state.desks[ALLIED].fleets))
    battleship = u.state.desks[ALLIED].ships["king-george-v"]
    found = report(u, AXIS, fleet, 3, "battle", [battleship])
    assert (found.types, found.flags, found.number) == ({"BB": 1}, ["capital ship"], 2)
    u.state.turn += 1
    seen = report(u, AXIS, fleet, 2, "air search")
    assert seen.flags == ["capital ship", "carrier"]
    again = report(u, AXIS, fleet, 3, "battle", [battleship])
    assert (again.types, again.flags, again.key) == ({"BB": 1}, ["capital ship", "carrier"], seen.key)


# Worlds that agree with the accounts


def imagined(admiralty: Admiralty, observer: Observer, seed: int) -> State:
    known = GAME.known(admiralty.data, admiralty.state, observer)
    world = GAME.imagine(admiralty.data, known, observer, Dice.seeded(seed))
    assert GAME.known(admiralty.data, world, observer) == known
    return world


def test_an_imagined_allied_desk_agrees_with_the_accounts() -> None:
    """Who was bought and sold, what was left over, and what unloaded and came home; exchanges are guessed at."""
    admiralty = Admiralty("1942-03", options=Options(core_swap=True))
    lines = [
        Charge(ALLIED, "Sheffield given up", 10, "AC-B.19-sell"),
        Charge(AXIS, "Rodney into the core", 150, "AC-B.122-count-basis"),
        Charge(ALLIED, "Cargo unloaded in Russia", 40, "AC-A.5-cargo"),
        Charge(ALLIED, "Transports and oilers returned", 2, "AC-A.5-return"),
        Charge(AXIS, "3 transports not sent or come back", 3, "AC-B.21-penalty"),
    ]
    admiralty.state.statements = [Statement(2, "quick", lines, 52, 153, -101, 0, 6)]
    admiralty.state.agenda = [Plans(), TransportDice()]
    cores = []
    for seed in range(12):
        desk = imagined(admiralty, Observer.AXIS, seed).allied
        core = {vessel.key for vessel in afloat(desk) if vessel.service == "core"}
        assert "rodney" in core
        assert "sheffield" not in core
        merchants = [vessel.at for vessel in afloat(desk) if vessel.service == "merchant"]
        east = sum(at in western.soviet_ports(admiralty.data) for at in merchants)
        assert len(merchants) - east == 3
        assert 5 <= east <= 8
        assert desk.slots["BB"] == 3
        cores.append(frozenset(core))
    assert len(set(cores)) > 6, "who was chosen for the core is not known"


def test_an_imagined_german_desk_has_the_base_that_was_found() -> None:
    admiralty = Admiralty("1943-08")
    admiralty.state.notebook[ALLIED].facts = {"base:7811": "7811", "base:7712": ""}
    admiralty.state.agenda = [MonthBegins()]
    more = 0
    for seed in range(24):
        axis = imagined(admiralty, Observer.ALLIED, seed).axis
        base = axis.bases["7811"]
        assert (base.found, base.ready, axis.vessels[base.ship].at) == (True, True, "7811")
        assert "7712" not in axis.bases or not axis.bases["7712"].found, "that one was destroyed"
        more += len(axis.bases) > 1
    assert 0 < more < 24, "of others there is no word"


# Twins late in the war


def late(game: Game[State, Data], date: str) -> Game[State, Data]:
    """The campaign, begun in a later month."""

    def opening(data: Data, scenario: str, options: Any) -> State:
        state = GAME.opening(data, scenario, options)
        state.month = data.month(date)
        return state

    return replace(game, opening=opening)


def test_nothing_leaks_late_in_the_war() -> None:
    """At the desks of November 1944, and in a month at sea of its full length that the staffs play."""
    quick = Options(convoy_phase="quick", interception_fog=True, core_swap=True)
    played = msgspec.structs.replace(quick, convoy_phase="played")
    desks = compared(late(GAME, "1944-11"), 3, quick, months=35, most=3)
    fleets = compared(late(GAME, "1943-12"), 5, played, by_doctrine, months=24, each=2, steps="Orders", most=6)
    assert desks.leaks == fleets.leaks == []
    assert (desks.twins > 20, fleets.twins) == (True, 6)
    assert desks.differing + fleets.differing > 0.8 * (desks.twins + fleets.twins)
