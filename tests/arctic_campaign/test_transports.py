"""Transports, their oilers and the escort carrier (B.2, B.21, B.23): dice, ports, and what is left over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.arctic_campaign.actions import Proceed, SailEast
from barents.games.arctic_campaign.allied import convoys, hire, transports
from barents.games.arctic_campaign.allied.sailings import orders
from barents.games.arctic_campaign.allied.stations import Fixed
from barents.games.arctic_campaign.orders import WAYS, OnlyMove
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    ConvoyPhase,
    FirstDice,
    Group,
    MonthDice,
    Operations,
    Options,
    Plans,
    Points,
    Sailings,
    Signals,
    TransportDice,
)
from barents.games.operations.fleets.fuel import givers
from barents.games.operations.fleets.ports import bring_in, unload
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Refused
from barents.kernel.dice import Dice
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer
from tests.operations.theatre import Theatre

from .admiralty import ALLIED, AXIS, Admiralty

SCAPA, HVALFJORDUR, SEYDISFJORDUR, MURMANSK = "Scapa Flow", "Hvalfjordur", "Seydisfjordur", "Murmansk"
ROLL, CARRIER = "AC-B.21-roll", "AC-B.23-cve-1942"


def _roll(u: Umpire, _step: TransportDice) -> None:
    transports.roll(u)


def _launch(u: Umpire, _step: Sailings) -> kernel.Rule[None]:
    transports.settle(u, (yield from transports.launch(u)))


def _carrier(u: Umpire, _step: Signals) -> None:
    transports.carrier_roll(u)


def _open(u: Umpire, _step: MonthDice) -> None:
    open_operation(u)


def _form(u: Umpire, _step: Plans) -> kernel.Rule[None]:
    formed = yield from convoys.form_east(u, help=True)
    fixed = Fixed(formed, (), (), "", (), {}, "", help=True)
    for group in (yield from orders(u, fixed, {})):
        u.state.allied.groups[group.key] = group


def _month(u: Umpire, _step: FirstDice) -> None:
    hire.new_month(u)


STEPS: dict[type[Step], Procedure] = {
    TransportDice: _roll,
    Sailings: _launch,
    Signals: _carrier,
    MonthDice: _open,
    Plans: _form,
    FirstDice: _month,
}


def loading(date: str, dice: Sequence[int] = (), *, backlog: int = 0, at: str = HVALFJORDUR) -> Admiralty:
    """The month's dice fall, with some transports left over from the last."""
    admiralty = Admiralty(date, steps=STEPS)
    for number in range(backlog):
        admiralty.ship(f"lt-old-{number}", at, "merchant", line="uk:LT", since=0)
    return admiralty.begin(TransportDice(), Sailings(), allied=dice)


def at(admiralty: Admiralty, service: str, port: str) -> int:
    """How many transports or oilers are in a port."""
    vessels = admiralty.now.allied.vessels.values()
    return sum(vessel.service == service and vessel.at == port for vessel in vessels)


# Dice


@pytest.mark.rule("AC-B.21-first", "AC-B.21-ramp", "AC-B.21-ten", "AC-B.21-backlog-dice", "AC-B.21-backlog-round")
@pytest.mark.parametrize(
    ("date", "backlog", "dice"),
    [
        ("1942-01", 0, 1),
        ("1942-02", 0, 2),
        ("1942-06", 0, 6),
        ("1942-09", 0, 9),
        ("1942-10", 0, 10),
        ("1942-11", 0, 10),
        ("1943-01", 12, 8),
        ("1945-05", 0, 10),
        ("1942-02", 15, 0),
        ("1942-02", 4, 2),
        ("1942-02", 5, 1),
    ],
)
def test_how_many_dice_are_rolled(date: str, backlog: int, dice: int) -> None:
    """G1."""
    admiralty = loading(date, [1] * dice, backlog=backlog)
    assert [len(roll.faces) for roll in admiralty.rolls(ROLL)] == ([dice] if dice else [])
    assert admiralty.now.allied.rolled == dice


@pytest.mark.rule("AC-B.21-roll", "AC-B.21-ao", "AC-B.21-ao-max")
@pytest.mark.parametrize(("dice", "ships", "oilers"), [([6, 6, 6, 2, 5], 25, 2), ([6, 1, 1, 1, 1], 10, 1)])
def test_every_six_adds_an_oiler_but_no_more_than_two(dice: list[int], ships: int, oilers: int) -> None:
    """G2; and the Axis learns nothing of it."""
    admiralty = loading("1942-05", dice)
    assert at(admiralty, "merchant", HVALFJORDUR) == ships
    assert at(admiralty, "oiler", HVALFJORDUR) == oilers
    assert not admiralty.rolls(ROLL, Observer.AXIS)
    assert not admiralty.told(ROLL, Observer.AXIS)
    assert admiralty.now.allied.diary[-1].about == {"number": str(ships), "oilers": str(oilers)}
    assert not admiralty.now.axis.diary


# Ports


@pytest.mark.rule("AC-B.21-launch-port", "AC-B.21-start")
def test_new_transports_load_at_hvalfjordur_or_scapa_flow() -> None:
    admiralty = loading("1942-02", [6, 4], backlog=3, at=SCAPA).plot(ALLIED, transports="7", oilers="0")
    assert (at(admiralty, "merchant", HVALFJORDUR), at(admiralty, "merchant", SCAPA)) == (7, 3 + 3)
    assert (at(admiralty, "oiler", HVALFJORDUR), at(admiralty, "oiler", SCAPA)) == (0, 1)
    assert convoys.ready_east(admiralty.now, admiralty.data, help=True).keys() == {HVALFJORDUR, SCAPA}


@pytest.mark.rule("AC-B.21-launch-port")
def test_a_page_is_asked_where_nothing_was_rolled_and_any_answer_will_do() -> None:
    assert loading("1942-02", backlog=10).asked(ALLIED).options.settle(Proceed()) == Proceed()
    for seed in range(10):
        admiralty = loading("1942-02", [6, 5])
        admiralty.act(ALLIED, admiralty.asked(ALLIED).options.sample(Dice.seeded("launch", seed)))
        assert at(admiralty, "merchant", HVALFJORDUR) + at(admiralty, "merchant", SCAPA) == 11


@pytest.mark.rule("AC-B.21-backlog")
def test_transports_that_were_not_sent_stay_in_their_launch_ports() -> None:
    """One that turned back to another port has gone to the nearest; what a whole ship has lost is loaded again."""
    admiralty = loading("1942-02", [1, 1], backlog=2, at=SCAPA)
    assert at(admiralty, "merchant", SCAPA) == 2
    admiralty = Admiralty("1942-02", steps=STEPS)
    admiralty.ship("old-1", SEYDISFJORDUR, "merchant", line="uk:LT", since=1, cargo=1)
    admiralty.ship("old-2", HVALFJORDUR, "merchant", line="uk:LT", since=1, cargo=1, lost={"hull": 1})
    admiralty.begin(TransportDice(), allied=[1, 1])
    assert (admiralty.vessel("old-1").at, admiralty.boxes("old-1").cargo) == (HVALFJORDUR, 2)
    assert admiralty.boxes("old-2").cargo == 1


# Convoys


def planning(date: str, **ports: int) -> Admiralty:
    """Transports in ports (`scapa=3`), and an open map."""
    admiralty = Admiralty(date, steps=STEPS)
    for name, number in ports.items():
        port = {"scapa": SCAPA, "hvalfjordur": HVALFJORDUR, "murmansk": MURMANSK}[name]
        for each in range(number):
            admiralty.ship(f"lt-{name}-{each}", port, "merchant", line="uk:LT")
    return admiralty.begin(MonthDice(), Plans())


@pytest.mark.rule("AC-B.21-any-number", "AC-B.21-start", "AC-B.2-naming")
def test_any_number_of_eastbound_convoys_is_formed_also_none() -> None:
    admiralty = planning("1942-01", scapa=2, hvalfjordur=3)
    offered = admiralty.offered(ALLIED)
    assert {words.split(" ")[0] for words in offered} == {"sail-east", "proceed"}
    with pytest.raises(Refused, match="no 4 transports ready to sail from Hvalfjordur"):
        admiralty.act(ALLIED, SailEast(HVALFJORDUR, 4))
    admiralty.act(ALLIED, SailEast(HVALFJORDUR, 2), SailEast(HVALFJORDUR, 1), SailEast(SCAPA, 1), Proceed()).plot(
        ALLIED
    )
    groups = admiralty.now.allied.groups
    assert {key: (group.name, group.port, len(group.ships)) for key, group in groups.items()} == {
        "pq-8": ("PQ-8", HVALFJORDUR, 2),
        "pq-9": ("PQ-9", HVALFJORDUR, 1),
        "pq-10": ("PQ-10", SCAPA, 1),
    }
    assert planning("1942-01", scapa=2).act(ALLIED, Proceed()).now.allied.groups == {}


@pytest.mark.rule("AC-B.2-naming")
@pytest.mark.parametrize(("option", "east", "west"), [("PQ.8", "PQ-8", "QP-5"), ("PQ.1", "PQ-1", "QP-1")])
def test_convoys_are_named_as_was_agreed(option: str, east: str, west: str) -> None:
    names = Options(convoy_names="PQ.8" if option == "PQ.8" else "PQ.1")
    admiralty = Admiralty(options=names)
    assert transports.convoy_name(admiralty.state, admiralty.data, "east") == east
    assert transports.convoy_name(admiralty.state, admiralty.data, "west") == west
    admiralty.state.allied.east = 17
    assert transports.convoy_name(admiralty.state, admiralty.data, "east") == "PQ-17"
    assert transports.convoy_name(admiralty.state, admiralty.data, "east", 1) == "PQ-18"
    assert Options().convoy_names == "PQ.8"


@pytest.mark.rule("AC-B.21-unload", "AC-B.21-turn")
def test_a_convoy_sails_when_it_likes_and_makes_for_a_port_that_can_unload_it() -> None:
    admiralty = planning("1942-07", hvalfjordur=2).act(ALLIED, SailEast(HVALFJORDUR, 2))
    turns = admiralty.ways(ALLIED, "pq-8:sails")
    assert (turns[0], turns[-1], len(turns)) == ("1", "120", 120)
    data, convoy = admiralty.data, convoys.Convoy("pq-8", "PQ-8", "east", HVALFJORDUR, ())
    assert convoys.goals(admiralty.now, data, convoy) == [MURMANSK, "Archangelsk"]
    ends = {
        way[-1]
        for name, way in convoys.ways(admiralty.now, data, convoy, help=True).items()
        if not isinstance(WAYS.find(name), OnlyMove)
    }
    assert ends == {data.sea.port(MURMANSK).zone, data.sea.port("Archangelsk").zone}
    admiralty.plot(ALLIED, {"pq-8:sails": "97"})
    assert admiralty.now.allied.groups["pq-8"].sails == 97


# Penalties


def sent(kept: int, arrived: int, back: int) -> Admiralty:
    """A month in which some transports stay, some are in Murmansk at its end, and some turn back to Iceland."""

    def _sail(u: Umpire, _step: Operations) -> None:
        operation = operation_of(u.state)
        fleets = operation.desks[ALLIED].fleets
        fleets["pq-8"].at = u.data.sea.port(MURMANSK).zone
        fleets["pq-9"].at, fleets["pq-9"].docked = "3018", False
        fleets["pq-9"].plan = [u.data.sea.port(MURMANSK).zone]
        for fleet in fleets.values():
            fleet.since = 1
        for ship in operation.desks[ALLIED].ships.values():
            ship.berth = 0 if ship.fleet in ("pq-8", "pq-9") else 120
        operation.turn = 120
        bring_in(operation, u.data.sea, ALLIED, fleets["pq-9"])

    admiralty = Admiralty("1942-10", steps={**STEPS, Operations: _sail})
    keys = [f"old-{number}" for number in range(kept + arrived + back)]
    for key in keys:
        admiralty.ship(key, HVALFJORDUR, "merchant", line="uk:LT")
    admiralty.ship("ao-1", HVALFJORDUR, "oiler", line="uk:AO-c")
    admiralty.begin(MonthDice())
    admiralty.state = admiralty.now
    groups = admiralty.state.allied.groups
    east = {"pq-8": keys[:arrived], "pq-9": keys[arrived : arrived + back]}
    for key, ships in east.items():
        groups[key] = Group(key, key.upper(), "east", ships, HVALFJORDUR, goal=MURMANSK)
    return admiralty.begin(ConvoyPhase())


@pytest.mark.rule(
    "AC-B.21-penalty", "AC-B.21-penalty-ao", "AC-B.21-penalty-again", "AC-B.21-turned-back", "AC-B.21-backlog"
)
def test_transports_kept_back_and_turned_back_cost_a_point_each() -> None:
    """G25: 20 on hand, 15 sail, 2 of them turn back: 5 + 2 = 7, and one die fewer next month, and 7 again."""
    admiralty = sent(5, 13, 2)
    assert admiralty.now.allied.returned == 2
    assert transports.kept_back(admiralty.now, admiralty.data) == 7, "the oiler does not count"
    admiralty.state = admiralty.now
    admiralty.begin(Points())
    lines = [line for line in admiralty.now.statements[-1].lines if line.rule == "AC-B.21-penalty"]
    assert [(line.side, line.points) for line in lines] == [(AXIS, 7)]
    admiralty.state = admiralty.now
    admiralty.begin(TransportDice(), Points(), allied=[1] * 9)
    assert (len(admiralty.now.allied.dice), admiralty.now.allied.returned) == (9, 0)
    lines = [line for line in admiralty.now.statements[-1].lines if line.rule == "AC-B.21-penalty"]
    assert [line.points for line in lines] == [7 + 9], "those nine have not been sent either"


# Oilers


@pytest.mark.rule("AC-B.21-ao-refuel")
def test_oilers_of_the_dice_refuel_escorts_at_sea() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("pq-8", "5711", "uk:AO-c", "echo")
    oiler = next(ship.key for ship in theatre.state.desks[ALLIED].ships.values() if ship.line == "uk:AO-c")
    assert oiler in givers(theatre.state, theatre.data, theatre.state.desks[ALLIED], fleet)
    admiralty = loading("1942-01", [6])
    assert admiralty.boxes("ao-7").line == "uk:AO-c"
    assert admiralty.boxes("ao-7").cargo > 0


@pytest.mark.rule("AC-B.21-ao-novp")
def test_oilers_score_nothing_for_unloading() -> None:
    for line, points in (("uk:LT", 4), ("uk:AO-c", 0)):
        theatre = Theatre()
        theatre.fleet("pq-8", theatre.data.port(MURMANSK).zone, line, docked=True)
        for ship in theatre.state.desks[ALLIED].ships.values():
            ship.berth = 2
        u = theatre.umpire()
        unload(u)
        assert u.state.points.get(ALLIED, 0) == points


# The escort carrier


def carrier(date: str, first: int, second: int, options: Options | None = None) -> Admiralty:
    """The two dice of a month."""
    return Admiralty(date, options=options, steps=STEPS).begin(Signals(), allied=[first, second, 1])


@pytest.mark.rule("AC-B.23-cve-1942")
@pytest.mark.parametrize(
    ("date", "first", "second", "free"),
    [
        ("1942-01", 1, 1, False),
        ("1942-02", 1, 2, True),
        ("1942-02", 2, 2, False),
        ("1942-04", 3, 4, True),
        ("1942-04", 4, 4, False),
        ("1942-06", 5, 6, True),
        ("1942-06", 6, 6, False),
        ("1942-07", 6, 6, True),
        ("1942-12", 6, 6, True),
    ],
)
def test_when_a_carrier_is_free_in_1942(date: str, first: int, second: int, free: bool) -> None:
    """G3, G4: 2D6 less the month is below the month."""
    admiralty = carrier(date, first, second)
    assert bool(admiralty.now.allied.cve) is free
    assert not admiralty.rolls(CARRIER, Observer.AXIS)
    assert admiralty.now.allied.bill == []


@pytest.mark.rule("AC-B.23-cve-random")
def test_the_carrier_is_drawn_among_those_in_commission_and_sails_east() -> None:
    """R29."""
    admiralty = carrier("1942-04", 1, 1)
    drawn = admiralty.draws("AC-B.23-cve-random")[0]
    assert (drawn.pool, len(drawn.drawn), drawn.drawn[0] in ("archer", "hms-avenger")) == (2, 1, True)
    assert [line.about for line in admiralty.now.allied.diary] == [{"ship": drawn.drawn[0]}]
    assert not admiralty.draws("AC-B.23-cve-random", Observer.AXIS)
    vessel = admiralty.vessel(admiralty.now.allied.cve)
    assert (vessel.service, vessel.at) == ("event", SCAPA)
    everyone = carrier("1942-04", 1, 1, Options(historical_availability=False))
    assert everyone.draws("AC-B.23-cve-random")[0].pool == 20
    admiralty.state = admiralty.now
    admiralty.state.month += 1
    admiralty.begin(FirstDice())
    assert admiralty.now.allied.vessels == {}, "for the month only"
    admiralty.state = admiralty.now
    admiralty.begin(Signals(), allied=[6, 6])
    assert (admiralty.now.allied.cve, admiralty.now.allied.cve_free) == ("", False)


@pytest.mark.rule("AC-B.23-cve-1943")
def test_from_1943_on_a_carrier_is_free_every_month() -> None:
    admiralty = carrier("1943-01", 6, 6)
    assert not admiralty.rolls(CARRIER)
    assert (admiralty.now.allied.cve_free, admiralty.now.allied.cve) == (True, "")
    assert "activity" in transports.carriers(admiralty.now, admiralty.data)
    u = admiralty.umpire()
    transports.take_carrier(u, "activity")
    assert u.state.allied.vessels["activity"].service == "event"
    assert u.state.allied.bill == []
