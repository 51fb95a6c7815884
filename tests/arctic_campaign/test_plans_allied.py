"""The Allied plan of the month (D16, D20 to D26, D33): convoys, escorts, ways home, premature turns."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.actions import Proceed, SailEast, SailWest
from barents.games.arctic_campaign.rules import repairs
from barents.games.arctic_campaign.rules.convoy_phase import operations
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import ConvoyPhase, FirstDice, MonthDice, Operations, Options, Plans, Repairs
from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.fleets.plots import may_sail
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS
from .war_room import EAST, MODES, ORDERS, PLACES, WEST, WarRoom

WESTERN = ["Hvalfjordur", "Seydisfjordur", "Scapa Flow"]


# Eastbound convoys


@pytest.mark.rule("AC-B.21-any-number", "AC-B.21-start", "AC-B.21-turn", "AC-B.2-naming")
def test_eastbound_convoys_are_formed_of_the_transports_in_their_ports() -> None:
    room = WarRoom("1942-07")
    room.transports(5, "Hvalfjordur")
    room.transports(3, "Scapa Flow", first=6)
    room.plan().turn_to(EAST)
    assert list(room.asked(ALLIED).options) == [
        *(SailEast("Hvalfjordur", number) for number in (5, 4, 3, 2, 1)),
        *(SailEast("Scapa Flow", number) for number in (3, 2, 1)),
        Proceed(),
    ]
    room.act(ALLIED, SailEast("Hvalfjordur", 4), SailEast("Scapa Flow", 3), Proceed())
    room.turn_to(ORDERS)
    turns = room.ways(ALLIED, "pq-8:sails")
    assert (turns[0], turns[-1], len(turns)) == ("1", "120", 120)
    room.plot(ALLIED, {"pq-8:sails": "17", "pq-8:route": "NORTH-M", "pq-9:route": "SCAPA-M"}).idle_on()
    fleets = room.operation.desks[ALLIED].fleets
    first, second = fleets["pq-8"], fleets["pq-9"]
    assert (first.name, first.at, first.docked, first.sails, first.mission) == ("PQ-8", "2514", True, 17, "convoy")
    assert first.plan == ["3118", "4013", "4910", "5707", "6408", "6810", "6619"]
    assert (second.at, second.plan[-1]) == ("3330", "6619")
    ships = room.operation.desks[ALLIED].ships
    assert [key for key in ships if ships[key].fleet == "pq-8"] == ["lt-1", "lt-2", "lt-3", "lt-4"]
    # The one that was left over stays in port, and the next convoy of the war is PQ-10.
    assert (ships["lt-5"].fleet, ships["lt-5"].held) == ("dock-hvalfjordur", True)
    assert not may_sail(room.operation, room.data.sea, ALLIED, fleets["dock-hvalfjordur"])
    assert room.now.allied.east == 10


@pytest.mark.rule("AC-B.21-unload", "AC-B.24-ice-all")
@pytest.mark.parametrize(
    ("date", "archangelsk", "routes"),
    [
        ("1942-07", True, ["NORTH-M", "CENTRAL-M", "SOUTH-M", "CENTRAL-A", "NORTH-A", "SCAPA-M"]),
        ("1942-02", False, ["CENTRAL-M", "SOUTH-M", "SCAPA-M"]),
        ("1942-03", False, ["SOUTH-M"]),
    ],
)
def test_which_ways_lead_east(date: str, archangelsk: bool, routes: list[str]) -> None:
    room = WarRoom(date)
    room.transports(2, "Hvalfjordur")
    ways = room.plan().values(ORDERS, "pq-8:route")
    assert [way for way in ways if ":" not in way] == routes
    assert "direct:Murmansk" in ways
    assert ("direct:Archangelsk" in ways) is archangelsk


@pytest.mark.rule("AC-B.24-ice-all")
def test_nobody_leaves_a_port_that_ice_has_closed() -> None:
    room = WarRoom("1942-02")
    room.ship("ms-sov-1", "Iokanga", "soviet", line="su:ms-sov")
    room.plan().idle_on()
    room.operation.turn = 1
    fleet = room.operation.desks[ALLIED].fleets["port-iokanga"]
    assert not may_sail(room.operation, room.data.sea, ALLIED, fleet)
    room.operation.month = 6
    assert may_sail(room.operation, room.data.sea, ALLIED, fleet)


def test_a_convoy_may_go_its_own_way_or_change_its_launch_port() -> None:
    room = WarRoom("1942-07")
    room.transports(4, "Hvalfjordur")
    room.plan().reply(EAST, SailEast("Hvalfjordur", 2), SailEast("Hvalfjordur", 2))
    room.turn_to(ORDERS)
    own = {"pq-8:via-1": "4010", "pq-8:via-2": "5608", "pq-8:route": "direct:Archangelsk"}
    room.plot(ALLIED, {**own, "pq-9:route": "move:Scapa Flow"}).idle_on()
    fleets = room.operation.desks[ALLIED].fleets
    assert fleets["pq-8"].plan == ["4010", "5608", "7324"]
    assert (fleets["pq-9"].mission, fleets["pq-9"].plan) == ("transfer", ["3330"])


# Westbound convoys


def west(number: int, *, at: str = "Murmansk", date: str = "1942-07") -> WarRoom:
    """So many transports wait in a Soviet port."""
    room = WarRoom(date)
    room.transports(number, at)
    room.plan()
    return room


@pytest.mark.rule("AC-B.22-must", "AC-B.22-may", "AC-B.22-half", "AC-B.22-half-round")
def test_from_eleven_waiting_transports_on_half_of_them_must_sail() -> None:
    """G24: of 11 at least 6 sail, over all convoys; of 10 none has to, but if any sails 5 do."""
    room = west(11).turn_to(WEST)
    assert "proceed" not in room.offered(ALLIED)
    refusal = room.asked(ALLIED).refusal(Proceed())
    assert refusal is not None
    assert refusal.rule == "AC-B.22-half"
    room.act(ALLIED, SailWest("Murmansk", 5))
    assert "proceed" not in room.offered(ALLIED)
    room.act(ALLIED, SailWest("Murmansk", 1))
    assert "proceed" in room.offered(ALLIED)
    room.act(ALLIED, Proceed()).idle_on()
    groups = room.now.allied.groups
    assert {key: len(group.ships) for key, group in groups.items()} == {"qp-5": 5, "qp-6": 1}
    assert room.operation.desks[ALLIED].fleets["qp-5"].plan[-1] in ("2514", "3116", "3330")

    room = west(10).turn_to(WEST)
    assert "proceed" in room.offered(ALLIED)
    room.act(ALLIED, SailWest("Murmansk", 4))
    assert "proceed" not in room.offered(ALLIED)
    room.act(ALLIED, SailWest("Murmansk", 1))
    assert "proceed" in room.offered(ALLIED)
    # An odd number is rounded up.
    room = west(9).reply(WEST, SailWest("Murmansk", 4))
    assert "proceed" not in room.offered(ALLIED)


def _yards(u: Umpire, _step: FirstDice) -> None:
    repairs.new_month(u)


@pytest.mark.rule("AC-B.43-stay", "AC-B.43-west", "AC-B.43-full-month", "AC-B.22-count-time")
def test_a_damaged_transport_sails_west_in_the_second_month_after_she_came() -> None:
    """In the first she lies in Murmansk while the others may sail; in the next she is whole, and sails if one likes."""
    room = WarRoom("1942-07", steps={FirstDice: _yards})
    for key in room.transports(3, "Murmansk"):
        room.vessel(key).sailed = True
    room.boxes("lt-2").lost = {"hull": 1}
    for month, number, whole in ((8, 2, False), (9, 3, True)):
        room.state.month = month
        room.begin(FirstDice(), Repairs(), MonthDice(), Plans(), ConvoyPhase()).turn_to(WEST)
        assert next(iter(room.asked(ALLIED).options)) == SailWest("Murmansk", number)
        assert (not room.boxes("lt-2").lost) is whole
        assert len(room.told("AC-A.21-ready", Observer.ALLIED)) == int(whole)
        room.state = room.now
        room.state.operation = None


@pytest.mark.rule("AC-B.22-count-time", "AC-B.22-iced", "AC-B.24-ice-all")
def test_who_does_not_count_as_waiting() -> None:
    room = WarRoom("1942-07")
    room.transports(10, "Murmansk")
    room.transports(1, "Murmansk", first=11, lost={"hull": 1})
    room.plan().turn_to(WEST)
    assert "proceed" in room.offered(ALLIED)  # the damaged one is not counted
    assert "sail-west Murmansk 11" not in room.offered(ALLIED)

    for date, breakers, counted in (("1942-02", 1, 8), ("1942-07", 0, 12), ("1942-12", 0, 8), ("1942-12", 1, 12)):
        room = WarRoom(date)
        room.transports(8, "Murmansk")
        room.transports(4, "Archangelsk", first=9)
        if breakers:
            room.ship("ib-1", "Archangelsk", "soviet", line="su:IB01")
        room.plan().turn_to(WEST)
        most = {port: len([one for one in room.offered(ALLIED) if port in one]) for port in ("Murmansk", "Archangelsk")}
        assert sum(most.values()) == counted, date
        assert ("proceed" in room.offered(ALLIED)) is (counted < 11)


# Warships in Soviet ports


def guests(*, convoy: int = 12, lost: dict[str, int] | None = None) -> WarRoom:
    """Two western ships in Murmansk, and transports that wait there."""
    room = WarRoom("1942-07")
    room.transports(convoy, "Murmansk")
    room.ship("kent", "Murmansk", due=True)
    room.ship("echo", "Archangelsk", due=True)
    room.ship("fury", "Murmansk", "hired", due=True, unpaid=True, lost=lost or {})
    room.plan()
    return room


@pytest.mark.rule("AC-B.22-escorts", "AC-B.23-leave", "AC-B.23-no-base", "AC-B.23-typo", "AC-B.13-return-only")
def test_western_warships_in_russia_go_home_with_the_convoy() -> None:
    room = guests()
    room.reply(WEST, SailWest("Murmansk", 12))
    assert room.values(PLACES, "kent") == ["qp-5", "guard-6619"]  # with it or to cover it, but she does not stay
    assert room.values(PLACES, "echo") == ["guard-7324"]  # no convoy leaves from Archangelsk
    assert room.values(PLACES, "fury") == ["qp-5"]  # who is not paid for may do no more
    room.plot(ALLIED, {"kent": "guard-6619", "fury": "qp-5"})
    assert room.values(ORDERS, "guard-6619:covers") == ["qp-5"]
    room.idle_on()
    desk = room.operation.desks[ALLIED]
    assert desk.ships["fury"].fleet == "qp-5"
    assert desk.ships["fury"].tasks == ["convoy", "return"]
    cover = desk.fleets["guard-6619"]
    assert (cover.mission, cover.covers, cover.at) == ("cover", "qp-5", "6619")
    # At sea, too, they may not raid from a Soviet port.
    tasks = {order.mission for order in missions_of(room.operation, room.data.sea, ALLIED, cover)}
    assert tasks == {"return", "cover"}


@pytest.mark.rule("AC-B.22-no-convoy", "AC-B.23-leave")
def test_without_a_convoy_they_sail_home_by_themselves() -> None:
    room = guests(convoy=4)
    room.reply(WEST, Proceed())
    assert room.values(PLACES, "kent") == room.values(PLACES, "fury") == ["home-6619"]
    room.plot(ALLIED)
    assert room.values(ORDERS, "home-6619:route")[-3:] == [f"direct:{port}" for port in WESTERN]
    room.plot(ALLIED, {"home-6619:sails": "9", "home-6619:route": "direct:Scapa Flow"}).idle_on()
    fleet = room.operation.desks[ALLIED].fleets["home-6619"]
    assert (fleet.mission, fleet.plan, fleet.sails) == ("return", ["3330"], 9)


@pytest.mark.rule("AC-B.23-leave-damaged")
def test_a_ship_that_cannot_move_is_excused() -> None:
    room = guests(lost={"speed": 4})
    room.reply(WEST, SailWest("Murmansk", 12))
    assert room.values(PLACES, "fury") == []
    assert room.values(PLACES, "kent") == ["qp-5", "guard-6619"]
    room.idle_on()
    assert room.operation.desks[ALLIED].ships["fury"].fleet == "dock-murmansk"


@pytest.mark.rule("AC-B.23-leave", "AC-B.24-ice-all")
def test_ice_may_keep_them_in_russia() -> None:
    room = WarRoom("1942-02")
    room.transports(1, "Hvalfjordur")
    room.ship("kent", "Archangelsk", due=True)
    room.ship("london", "Scapa Flow")
    assert room.plan().values(PLACES, "kent") == []


# Western ships in the west


@pytest.mark.rule("AC-B.23-sources", "AC-A.23-forces", "AC-A.4-start-port", "AC-A.4-monthly-setup")
def test_where_ships_in_the_west_may_begin() -> None:
    room = WarRoom("1942-07")
    room.transports(3, "Hvalfjordur")
    room.ship("london", "Scapa Flow")
    room.ship("kent", "Scapa Flow", "idle", lost={"hull": 1})
    room.ship("norfolk", "Scapa Flow", ready=room.state.month + 1)
    room.ship("fury", "Hvalfjordur", "hired")
    room.ship("tirpitz", "Trondheim")
    room.plan()
    values = room.values(PLACES, "london")
    assert sorted(values) == sorted(["pq-8", "cover-1", "cover-2", "cover-3", "cover-4", *WESTERN])
    # Who is repaired in no service, or away, has no choice; nobody else's ships are offered.
    assert set(room.slots(ALLIED)) == {"london", "fury"}
    refusal = room.asked(ALLIED).options.refusal(Allot((("london", "Murmansk"), ("fury", "pq-8"))))
    assert refusal is not None
    assert refusal.rule == "AC-A.4-monthly-setup"
    room.plot(ALLIED, {"london": "Seydisfjordur", "fury": "pq-8"}).idle_on()
    desk = room.operation.desks[ALLIED]
    assert (desk.ships["london"].fleet, room.vessel("london").at) == ("port-seydisfjordur", "Seydisfjordur")
    assert desk.ships["fury"].fleet == "pq-8"
    assert (desk.ships["kent"].fleet, desk.ships["kent"].held) == ("dock-scapa-flow", True)
    assert "norfolk" not in desk.ships
    ports = {port.zone: port.side for port in room.data.sea.tables.ports.rows}
    for side in (ALLIED, AXIS):
        assert all(fleet.docked and ports[fleet.at] is side for fleet in room.operation.desks[side].fleets.values())
    # Every ship is in one place.
    assert not set(desk.ships) & set(room.now.allied.ships)


@pytest.mark.rule("AC-B.23-sources")
def test_soviet_destroyers_that_answer_meet_convoys_in_the_east() -> None:
    room = WarRoom("1942-07")
    room.transports(3, "Hvalfjordur")
    for key in ("gremyashchi", "gromky", "sokrushitelny"):
        room.ship(key, "Archangelsk", "soviet")
    room.state.allied.escorts = 1
    room.plan()
    room.reply("AC-B.17-choice", "choose gromky")
    assert room.values(PLACES, "gromky") == ["sentry-7324", "Archangelsk"]
    assert "gremyashchi" not in room.slots(ALLIED)
    room.plot(ALLIED, {"gromky": "sentry-7324"}).idle_on()
    desk = room.operation.desks[ALLIED]
    assert (desk.fleets["sentry-7324"].mission, desk.fleets["sentry-7324"].covers) == ("cover", "pq-8")
    assert desk.ships["gromky"].answered
    assert not desk.ships["gremyashchi"].answered
    room.operation.turn = 1
    assert may_sail(room.operation, room.data.sea, ALLIED, desk.fleets["sentry-7324"])
    assert not may_sail(room.operation, room.data.sea, ALLIED, desk.fleets["port-archangelsk"])


@pytest.mark.rule("AC-B.17-murmansk-third", "AC-A.4-monthly-setup")
def test_a_third_of_the_soviet_warships_may_be_based_at_murmansk() -> None:
    room = WarRoom("1942-07")
    for key in ("gremyashchi", "gromky", "sokrushitelny", "groznyi"):
        room.ship(key, "Archangelsk", "soviet")
    room.ship("ib-1", "Archangelsk", "soviet", line="su:IB01")
    room.plan().turn_to("AC-B.17-murmansk-third")
    assert set(room.ways(ALLIED, "gromky")) == {"Murmansk", "Archangelsk", "Iokanga", "Belusha"}
    options = room.asked(ALLIED).options
    assert isinstance(options, Assign)
    both = {"gremyashchi": "Murmansk", "gromky": "Murmansk", "sokrushitelny": "Iokanga", "groznyi": "Archangelsk"}
    assert options.refusal(Allot(tuple(both.items()))) is not None
    room.plot(ALLIED, gremyashchi="Murmansk").idle_on()
    assert [room.vessel(key).at for key in ("gremyashchi", "gromky")] == ["Murmansk", "Archangelsk"]


@pytest.mark.rule("AC-B.17-murmansk-third")
def test_who_is_repaired_at_murmansk_counts_among_the_third() -> None:
    """Six warships: two may lie there, and one of them is there for repair already."""
    room = WarRoom("1942-07")
    room.ship("groznyi", "Murmansk", "soviet", lost={"hull": 1})
    others = ("gremyashchi", "gromky", "sokrushitelny", "uritsky", "kuibyshev")
    for key in others:
        room.ship(key, "Archangelsk", "soviet")
    room.plan().turn_to("AC-B.17-murmansk-third")
    for number, may in ((1, True), (2, False)):
        ports = {key: "Murmansk" if place < number else "Iokanga" for place, key in enumerate(others)}
        assert (room.asked(ALLIED).options.refusal(Allot(tuple(ports.items()))) is None) is may


# Covering fleets


def test_a_covering_fleet_begins_in_a_port_and_covers_a_convoy_or_a_zone() -> None:
    room = WarRoom("1942-07")
    room.transports(3, "Hvalfjordur")
    room.ship("duke-of-york", "Scapa Flow")
    room.ship("kent", "Scapa Flow")
    room.plan().fill(PLACES, {"duke-of-york": "cover-1", "kent": "cover-2"})
    assert set(room.values(ORDERS, "cover-1:port")) == set(WESTERN)
    room.plot(ALLIED, {"cover-1:port": "Hvalfjordur", "cover-1:covers": "pq-8", "cover-2:covers": "5709"}).idle_on()
    fleets = room.operation.desks[ALLIED].fleets
    assert (fleets["cover-1"].at, fleets["cover-1"].covers) == ("2514", "pq-8")
    assert (fleets["cover-2"].at, fleets["cover-2"].covers, fleets["cover-2"].plan) == ("3330", "5709", ["5709"])


@pytest.mark.rule("AC-B.5-us-base")
def test_american_ships_begin_at_scapa_flow_or_hvalfjordur() -> None:
    room = WarRoom("1942-07")
    room.transports(3, "Hvalfjordur")
    room.ship("uss-washington", "Scapa Flow", "event")
    room.ship("kent", "Scapa Flow")
    room.plan()
    assert "Seydisfjordur" not in room.values(PLACES, "uss-washington")
    assert "Seydisfjordur" in room.ways(ALLIED, "kent")
    room.plot(ALLIED, {"uss-washington": "cover-1", "kent": "cover-1"})
    assert room.values(ORDERS, "cover-1:port") == ["Scapa Flow", "Hvalfjordur"]


# Premature turns


@pytest.mark.rule("AC-B.5-early-where", "AC-B.5-early-120", "AC-A.4-except-b5")
def test_an_early_start_lets_convoys_of_both_directions_begin_at_sea() -> None:
    """G74: with 9 turns an eastbound convoy may begin up to 9 turns out, and so may a westbound one."""
    room = WarRoom("1942-07")
    room.transports(2, "Hvalfjordur")
    room.transports(2, "Murmansk", first=3)
    room.ship("fury", "Scapa Flow")
    room.state.allied.early = 9
    room.ship("kent", "Scapa Flow")
    room.plan().reply(WEST, SailWest("Murmansk", 2)).fill(PLACES, {"fury": "pq-8", "kent": "cover-1"})
    assert "cover-1:early" not in room.turn_to(ORDERS).slots(ALLIED)  # convoys only
    assert room.values(ORDERS, "pq-8:early") == room.values(ORDERS, "qp-5:early") == [str(n) for n in range(9, -1, -1)]
    room.plot(ALLIED, {"pq-8:early": "9", "qp-5:early": "4", "pq-8:route": "SOUTH-M"}).idle_on()
    operation = room.operation
    assert operation.turn == -8
    assert operation.turns == 120
    assert (operation.desks[ALLIED].fleets["pq-8"].early, operation.desks[ALLIED].fleets["qp-5"].early) == (9, 4)


@pytest.mark.rule("AC-B.5-early-where", "AC-B.5-early-120")
def test_premature_turns_move_the_convoy_along_its_way_and_burn_its_fuel() -> None:
    room = WarRoom("1942-07", steps={Operations: operations})
    room.transports(2, "Hvalfjordur")
    room.ship("fury", "Scapa Flow")
    room.state.allied.early = 9
    room.plan().fill(PLACES, {"fury": "pq-8"})
    room.fill(ORDERS, {"pq-8:early": "9", "pq-8:route": "SOUTH-M"})
    room.turn_to("OP-TIME-premature")
    while room.operation.turn < 1:
        room.idle(next(iter(room.match.pending)))
    fleet = room.operation.desks[ALLIED].fleets["pq-8"]
    way = room.data.sea.through(["2514", "3118", "4013"], 7, ALLIED)
    assert (fleet.at, fleet.docked) == (way[9], False)
    fury = room.boxes("fury")
    assert fury.fuel == (room.data.line("fury").fuel or 0) * 12 - 9 * 2  # nine turns at one zone
    assert room.operation.turns == 120


@pytest.mark.rule("AC-B.3-react-fleet", "AC-A.4-except-b3")
def test_one_british_fleet_in_the_west_may_react() -> None:
    room = WarRoom("1942-07")
    room.transports(2, "Hvalfjordur")
    room.transports(2, "Murmansk", first=3)
    room.ship("kent", "Scapa Flow")
    room.ship("uss-washington", "Scapa Flow", "event")
    room.state.allied.reaction = 2
    room.plan().reply(WEST, SailWest("Murmansk", 2)).fill(PLACES, {"kent": "cover-1", "uss-washington": "cover-2"})
    assert room.values(ORDERS, "reaction") == ["pq-8", "cover-1"]  # no US ships, and not from Russia
    room.plot(ALLIED, {"reaction": "cover-1"}).idle_on()
    fleets = room.operation.desks[ALLIED].fleets
    assert {key: fleet.early for key, fleet in fleets.items() if fleet.early} == {"cover-1": 2}
    assert room.operation.turn == -1
    # Nobody has to, and without the turns nobody is asked.
    room = WarRoom("1942-07")
    room.transports(2, "Hvalfjordur")
    assert "reaction" not in room.plan().turn_to(ORDERS).slots(ALLIED)


# How it is played


@pytest.mark.parametrize(
    ("allied", "axis", "mode"),
    [
        ("quick,players,played", "quick,played", "quick"),
        ("players,played", "quick,players", "players"),
        ("quick", "played", "played"),
        ("played", "quick,players,played", "played"),
    ],
)
def test_the_quickest_way_that_both_accept_is_taken(allied: str, axis: str, mode: str) -> None:
    room = WarRoom("1942-07", options=Options())
    room.plan().turn_to(MODES)
    room.act(ALLIED, f"choose {allied}")
    room.turn_to(MODES, AXIS).act(AXIS, f"choose {axis}")
    assert room.now.mode == mode
    # Where it was agreed on at the start nobody is asked.
    settled = WarRoom("1942-07", options=Options(convoy_phase="players"))
    assert settled.plan().idle_on().now.mode == "players"


@pytest.mark.rule("AC-A.6-allied-repair", "AC-A.4-monthly-setup", "AC-B.41-iceland")
def test_a_worn_ship_stays_in_her_port_in_iceland_as_at_scapa_flow() -> None:
    """Storm marks are cleared in any British port, so that she has no choice."""
    room = WarRoom("1942-07")
    room.transports(2, "Hvalfjordur")
    room.ship("echo", "Hvalfjordur", marks=2)
    room.ship("eclipse", "Scapa Flow", marks=2)
    room.ship("fury", "Scapa Flow")
    assert room.plan().values(PLACES, "echo") == []
    assert room.values(PLACES, "eclipse") == []


@pytest.mark.rule("AC-B.23-cve-1943", "AC-B.23-sources")
@pytest.mark.parametrize("taken", [True, False])
def test_the_free_carrier_is_chosen_and_sails_with_an_eastbound_convoy(taken: bool) -> None:
    """From 1943 on, at no cost; nobody has to take one."""
    room = WarRoom("1943-10")
    room.transports(3, "Hvalfjordur")
    room.state.allied.cve_free = True
    room.plan().fill("AC-B.23-cve-1943", {"carrier": "activity"} if taken else {"carrier": "-"})
    if taken:
        assert room.values(PLACES, "activity") == ["pq-8"]
    room.idle_on()
    ships = room.operation.desks[ALLIED].ships
    assert ("activity" in ships) is taken
    assert not taken or ships["activity"].fleet == "pq-8"
    assert room.now.allied.bill == []
    none = WarRoom("1942-10").plan()  # the dice of 1942 have brought none
    while not none.is_over:
        assert "AC-B.23-cve-1943" not in {decision.rule for decision in none.match.pending.values()}
        none.idle(next(iter(none.match.pending)))
    alone = WarRoom("1943-10")
    alone.state.allied.cve_free = True
    alone.plan().fill("AC-B.23-cve-1943", {"carrier": "activity"}).idle_on()
    assert alone.operation.desks[ALLIED].ships["activity"].fleet == "port-scapa-flow"  # without a convoy she waits
