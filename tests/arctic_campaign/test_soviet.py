"""The Soviet navy (B.17, B.18): who comes, who answers a call, where they lie and how far they go."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.allied import hire, soviet, western
from barents.games.arctic_campaign.allied.plans import _base_soviets, _call_destroyers
from barents.games.arctic_campaign.allied.stations import Fixed, slots
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    SUNK,
    ConvoyPhase,
    EventChoices,
    Events,
    FirstDice,
    Group,
    MonthDice,
    Operations,
    Options,
    Plans,
    Signals,
    TransportDice,
)
from barents.games.operations.air.sighting_reports import report
from barents.games.operations.fleets.fuel import allowance
from barents.games.operations.fleets.missions import missions_of, open_ports
from barents.games.operations.fleets.plots import may_sail
from barents.games.operations.state import Orders
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Refused, Subset
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer
from tests.operations.theatre import Theatre

from .admiralty import ALLIED, Admiralty

MURMANSK, ARCHANGELSK, SCAPA = "Murmansk", "Archangelsk", "Scapa Flow"
DESTROYERS = ("karl-libknecht", "kuibyshev", "uritsky", "gremyashchy", "gromky", "sokrushitelny", "grozny")
GUNBOATS = ("groza", "smerch", "uragan", "grom")


def _pacific(u: Umpire, _step: Events) -> None:
    soviet.pacific(u)


def _transfer(u: Umpire, _step: EventChoices) -> kernel.Rule[None]:
    soviet.settle_transfer(u, (yield from soviet.ask_transfer(u)))


def _handed_over(u: Umpire, _step: TransportDice) -> None:
    soviet.transfer(u)


def _call(u: Umpire, _step: Signals) -> kernel.Rule[None]:
    u.state.allied.escort_asked = yield from soviet.ask_escorts(u)


def _answer(u: Umpire, _step: MonthDice) -> None:
    soviet.escort_roll(u)
    open_operation(u)


def _bases(u: Umpire, _step: Plans) -> kernel.Rule[None]:
    answered = yield from _call_destroyers(u)
    ports = yield from _base_soviets(u)
    for key in answered:
        u.state.allied.ships[key].answered = True
    for key, port in ports.items():
        u.state.allied.vessels[key].at = port


def _month(u: Umpire, _step: FirstDice) -> None:
    hire.new_month(u)
    soviet.new_month(u)


def _arrive(u: Umpire, _step: Operations) -> None:
    for fleet in operation_of(u.state).desks[ALLIED].fleets.values():
        if fleet.key == "pq-8":
            fleet.at, fleet.docked = u.data.sea.port(MURMANSK).zone, True


STEPS: dict[type[Step], Procedure] = {
    Operations: _arrive,
    Events: _pacific,
    EventChoices: _transfer,
    TransportDice: _handed_over,
    Signals: _call,
    MonthDice: _answer,
    Plans: _bases,
    FirstDice: _month,
}


def fleet(date: str, *ships: str, at: str = ARCHANGELSK, options: Options | None = None) -> Admiralty:
    """Soviet ships in a port."""
    admiralty = Admiralty(date, options=options, steps=STEPS)
    for key in ships:
        admiralty.ship(key, at, "soviet")
    return admiralty


# Destroyers for convoys


def called(date: str, die: int, ships: Sequence[str] = DESTROYERS) -> Admiralty:
    """The Allies have asked."""
    admiralty = fleet(date, *ships).begin(Signals(), MonthDice(), Plans(), allied=[die])
    return admiralty.act(ALLIED, Consent(True))


@pytest.mark.rule("AC-B.17-escort-roll", "AC-B.17-minus2", "AC-B.17-minus1", "AC-B.17-roll-floor")
@pytest.mark.parametrize(
    ("date", "die", "whole", "number"),
    [
        ("1942-02", 2, 7, 0),
        ("1942-01", 1, 7, 0),
        ("1942-03", 6, 7, 4),
        ("1942-04", 6, 7, 5),
        ("1942-06", 6, 7, 5),
        ("1942-07", 6, 7, 6),
        ("1942-07", 6, 4, 4),
    ],
)
def test_how_many_destroyers_answer(date: str, die: int, whole: int, number: int) -> None:
    """G22."""
    admiralty = fleet(date, *DESTROYERS)
    for key in DESTROYERS[whole:]:
        admiralty.boxes(key).lost = {"aa": 1}
    admiralty.begin(Signals(), MonthDice(), allied=[die]).act(ALLIED, Consent(True))
    assert admiralty.now.allied.escorts == number
    assert not admiralty.rolls("AC-B.17-escort-roll", Observer.AXIS)
    assert [line.about for line in admiralty.now.allied.diary] == [{"number": str(number)}]
    assert not admiralty.now.axis.diary


@pytest.mark.rule("AC-B.17-escort-roll")
def test_nobody_need_ask_for_them() -> None:
    admiralty = called("1942-07", 6)
    admiralty.state = admiralty.now
    admiralty.begin(Signals(), MonthDice()).act(ALLIED, Consent(False))
    assert not admiralty.rolls("AC-B.17-escort-roll")
    assert admiralty.now.allied.escorts == 0, "last month's do not count"


@pytest.mark.rule("AC-B.17-choice")
def test_the_allies_say_which_destroyers_answer() -> None:
    """Small destroyers of the Derzkiy class are none for this."""
    admiralty = called("1942-07", 2, (*DESTROYERS, "deyatelny", "derzky"))
    options = admiralty.asked(ALLIED).options
    assert isinstance(options, Subset)
    assert (set(options.items), options.least, options.most) == (set(DESTROYERS), 2, 2)
    admiralty.act(ALLIED, Choose(("gromky", "grozny"))).idle_on()
    assert [key for key in DESTROYERS if admiralty.boxes(key).answered] == ["gromky", "grozny"]


# Where they lie


@pytest.mark.rule("AC-B.17-murmansk-third", "AC-B.17-third-round")
def test_a_third_of_the_warships_may_lie_at_murmansk() -> None:
    """G23: seven destroyers and four gunboats: three; ice breakers and sweepers do not count, nor does who is sunk."""
    admiralty = fleet("1942-07", *DESTROYERS, *GUNBOATS, "lenin", "t-32")
    assert soviet.murmansk_room(admiralty.state, admiralty.data) == 3
    admiralty.begin(Signals(), MonthDice(), Plans()).act(ALLIED, Consent(False))
    with pytest.raises(Refused, match="no more than 3 may go to Murmansk"):
        admiralty.plot(ALLIED, dict.fromkeys(DESTROYERS[:4], MURMANSK))
    admiralty.plot(ALLIED, dict.fromkeys(DESTROYERS[:3], MURMANSK)).plot(ALLIED, {"lenin": MURMANSK, "t-32": MURMANSK})
    assert [key for key in (*DESTROYERS, "lenin") if admiralty.vessel(key).at == MURMANSK] == [*DESTROYERS[:3], "lenin"]
    for key in DESTROYERS[:3]:
        admiralty.vessel(key).at = SUNK
    assert soviet.murmansk_room(admiralty.now, admiralty.data) == 2


@pytest.mark.rule("AC-B.17-murmansk-third")
def test_the_navy_begins_within_its_third() -> None:
    state = opening(fleet("1942-01").data, "campaign", Options())
    at = [key for key in (*DESTROYERS, *GUNBOATS) if state.allied.vessels[key].at == MURMANSK]
    assert len(at) == soviet.murmansk_room(state, fleet("1942-01").data) == 3


# At sea, by the rules of the engine


@pytest.mark.rule("AC-B.17-stay-in-port", "AC-B.17-east-only")
def test_who_has_not_answered_stays_and_who_has_keeps_to_the_east() -> None:
    """R66, R68: small craft sail within six zones of a Soviet port."""
    theatre = Theatre()
    flotilla = theatre.fleet("flotilla", "6619", "gremyashchy", "derzky", docked=True)
    assert not may_sail(theatre.state, theatre.data, ALLIED, flotilla)
    for key in ("gremyashchy", "derzky"):
        theatre.ship(key, answered=True)
    assert may_sail(theatre.state, theatre.data, ALLIED, flotilla)
    sweepers = theatre.fleet("sweepers", "6613", "su:ms-sov", pace=2)
    assert may_sail(theatre.state, theatre.data, ALLIED, sweepers)
    escort = theatre.fleet("escort", "5714", "gromky", pace=3, mission="cover", covers="5714")
    theatre.ship("gromky", answered=True)
    tasks = {order.mission for order in missions_of(theatre.state, theatre.data, ALLIED, escort)}
    assert tasks == {"cover", "return", "transfer"}
    theatre.begin(Orders()).idle_until("OP-FLEET-plot", ALLIED)
    with pytest.raises(Refused, match=r"AC-B\.17-east-only"):
        theatre.plot(ALLIED, escort="5714>5614")
    with pytest.raises(Refused, match=r"AC-B\.17-stay-in-port"):
        theatre.plot(ALLIED, sweepers="6613>6612")


@pytest.mark.rule("AC-B.17-col66", "AC-B.17-col66-duration", "AC-B.17-col66-warship")
@pytest.mark.parametrize(
    ("key", "zone", "free"), [("z23", "6714", True), ("z23", "6614", False), ("tiger", "6714", False)]
)
def test_a_german_warship_east_of_column_66_frees_them_for_the_phase(key: str, zone: str, free: bool) -> None:
    theatre = Theatre()
    theatre.fleet("raiders", zone, key, mission="raid" if free else "transfer")
    theatre.fleet("flotilla", "6619", "gremyashchy", docked=True)
    u = theatre.umpire(nobody=[3])
    report(u, ALLIED, "raiders", 1, "air search")
    assert may_sail(u.state, theatre.data, ALLIED, u.state.desks[ALLIED].fleets["flotilla"]) is free
    admiralty = called("1942-07", 6)
    assert not operation_of(admiralty.now).desks[ALLIED].released, "a new month begins without it"


@pytest.mark.rule("AC-B.17-return")
def test_soviet_ships_refuel_and_repair_nowhere_else() -> None:
    theatre = Theatre()
    flotilla = theatre.fleet("flotilla", "6618", "gremyashchy", mission="cover", covers="6618")
    ship = theatre.ship("gremyashchy", answered=True)
    assert allowance(theatre.data, ship, "su") == 7 * 12
    assert allowance(theatre.data, ship, "uk") == 0
    theatre.fleet("guests", "6619", "echo", "uk:LT", docked=True)
    assert allowance(theatre.data, theatre.ship("echo"), "su") == 4 * 12  # a guest is filled to half of seven boxes
    assert allowance(theatre.data, theatre.ship("lt-1"), "su") == 0  # and merchants have no boxes
    ports = open_ports(theatre.state, theatre.data, ALLIED, flotilla)
    assert MURMANSK in ports
    assert not {SCAPA, "Hvalfjordur", "Seydisfjordur"} & set(ports)


# From the Pacific


@pytest.mark.rule("AC-B.18-pacific-roll", "AC-B.18-pacific-years")
@pytest.mark.parametrize(
    ("date", "rolled"),
    [
        ("1942-04", False),
        ("1942-05", True),
        ("1942-09", True),
        ("1942-10", False),
        ("1943-07", True),
        ("1944-08", True),
        ("1945-04", False),
        ("1945-05", True),
    ],
)
def test_when_ships_may_come_from_the_pacific(date: str, rolled: bool) -> None:
    admiralty = fleet(date).begin(Events(), allied=[5] if rolled else [])
    assert bool(admiralty.rolls("AC-B.18-pacific-roll")) is rolled
    assert not admiralty.rolls("AC-B.18-pacific-roll", Observer.AXIS)
    assert (admiralty.now.allied.pacific, admiralty.now.allied.vessels) == (False, {})


@pytest.mark.rule("AC-B.18-pacific-six", "AC-B.18-pacific-ships", "AC-B.18-revnostnyi")
@pytest.mark.parametrize("option", [False, True])
def test_on_a_six_they_are_at_archangelsk_once_for_all(option: bool) -> None:
    admiralty = fleet("1942-06", options=Options(revnostnyi=option)).begin(Events(), Events(), allied=[6])
    ships = ["baku", "razyaryonny", "razumny", "anastas-mikoyan", *(["revnostny"] if option else [])]
    assert list(admiralty.now.allied.vessels) == ships
    assert {(vessel.service, vessel.at) for vessel in admiralty.now.allied.vessels.values()} == {
        ("soviet", ARCHANGELSK)
    }
    assert len(admiralty.rolls("AC-B.18-pacific-roll")) == 1
    assert (len(admiralty.now.allied.diary), admiralty.now.axis.diary) == (1, [])
    assert admiralty.dice_left() == {}
    assert admiralty.now.allied.bill == []
    assert Options().revnostnyi is False


# Handed over in 1944


@pytest.mark.rule("AC-B.18-1944-roll")
def test_from_1944_on_the_allies_may_roll_until_a_six() -> None:
    assert fleet("1943-12").begin(EventChoices()).is_over
    admiralty = fleet("1944-01").begin(EventChoices(), TransportDice(), allied=[5])
    admiralty.act(ALLIED, Consent(True))
    assert not admiralty.now.allied.transferred
    admiralty.state = admiralty.now
    admiralty.begin(EventChoices(), TransportDice()).act(ALLIED, Consent(False))
    assert not admiralty.rolls("AC-B.18-1944-roll"), "nobody need"
    admiralty.state = admiralty.now
    admiralty.begin(EventChoices(), TransportDice(), EventChoices(), allied=[6]).act(ALLIED, Consent(True))
    assert admiralty.is_over, "and they are not asked again"
    assert (len(admiralty.now.allied.diary), admiralty.now.axis.diary) == (1, [])
    assert admiralty.now.allied.transferred


def handed_over(*, convoy: bool) -> Admiralty:
    """The six has fallen; the ships sail with a convoy, or there is none."""
    admiralty = fleet("1944-02").begin(EventChoices(), TransportDice(), MonthDice(), allied=[6])
    admiralty.act(ALLIED, Consent(True))
    admiralty.state = admiralty.now
    admiralty.ship("lt-1", SCAPA, "merchant", line="uk:LT")
    if convoy:
        ships = ["lt-1", "arkhangelsk", "murmansk"]
        admiralty.state.allied.groups["pq-8"] = Group("pq-8", "PQ-8", "east", ships, SCAPA, goal=MURMANSK)
    return admiralty


@pytest.mark.rule("AC-B.18-1944-six", "AC-B.18-1944-ships", "AC-B.18-1944-free")
def test_transferred_ships_sail_with_a_convoy_and_are_soviet_afterwards() -> None:
    admiralty = handed_over(convoy=True)
    vessels = admiralty.now.allied.vessels
    ships = [key for key, vessel in vessels.items() if vessel.service == "transfer"]
    assert len(ships) == 11
    assert {vessels[key].at for key in ships} == {SCAPA}
    assert admiralty.now.allied.bill == []
    admiralty.begin(ConvoyPhase(), FirstDice())
    assert (admiralty.vessel("arkhangelsk").service, admiralty.vessel("arkhangelsk").at) == ("soviet", MURMANSK)
    assert admiralty.vessel("derzky").service == "transfer", "she was not with them"
    assert "arkhangelsk" in [vessel.key for vessel in soviet.navy(admiralty.now)]


@pytest.mark.rule("AC-B.18-1944-free")
@pytest.mark.parametrize("hurt", [False, True])
def test_only_a_damaged_ship_may_turn_back(hurt: bool) -> None:
    """A convoy with undamaged transferred ships goes on to Russia; with others it may go home."""
    theatre = Theatre(year=1944)
    fleet = theatre.fleet("pq-8", "4013", "uk:LT", "arkhangelsk", mission="convoy")
    theatre.ship("arkhangelsk", delivery=True, tasks=["convoy", "transfer", "return"], lost={"hull": 1} if hurt else {})
    ports = open_ports(theatre.state, theatre.data, ALLIED, fleet)
    assert MURMANSK in ports
    assert (SCAPA in ports) is hurt
    assert may_sail(theatre.state, theatre.data, ALLIED, fleet), "nobody has to call her"


@pytest.mark.rule("AC-B.18-1944-free", "AC-B.18-1944-noconvoy")
def test_without_a_convoy_they_wait_for_the_next() -> None:
    admiralty = handed_over(convoy=False)
    fixed = Fixed((), (), (), "", (), {}, "", help=True)
    assert not slots(admiralty.state, admiralty.data, fixed), "they have nowhere else to go"
    admiralty.begin(ConvoyPhase(), FirstDice())
    vessel = admiralty.vessel("arkhangelsk")
    assert (vessel.service, vessel.at) == ("transfer", SCAPA)


def test_royal_sovereign_cannot_be_had_under_her_old_name() -> None:
    admiralty = handed_over(convoy=False)
    assert "royal-sovereign" not in western.named(admiralty.now, admiralty.data, "BB")
    admiralty.now.allied.transferred = False
    assert "royal-sovereign" in western.named(admiralty.now, admiralty.data, "BB")
