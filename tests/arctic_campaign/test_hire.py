"""Hired ships (B.13, B.14), and what ships of the western Allies cost (B.1)."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.actions import Proceed, Sell
from barents.games.arctic_campaign.allied import hire, western
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    SUNK,
    USA,
    ConvoyPhase,
    EventChoices,
    FirstDice,
    MonthDice,
    Operations,
    Options,
    Plans,
    Service,
)
from barents.games.operations import GAME as SEA
from barents.games.operations.battle.damage import sink
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Assign, Decision, Refused, Subset
from barents.kernel.dice import Dice
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty
from .war_room import WarRoom

SCAPA, MURMANSK, SEYDISFJORDUR = "Scapa Flow", "Murmansk", "Seydisfjordur"
NUMBERS, NAMES, AGAIN = "AC-B.13-time", "AC-B.14-historical", "AC-B.13-return-only"


def _hire(u: Umpire, _step: Plans) -> kernel.Rule[None]:
    hire.settle(u, (yield from hire.rentals(u)))


def _month(u: Umpire, _step: FirstDice) -> None:
    hire.new_month(u)


def _open(u: Umpire, _step: MonthDice) -> None:
    open_operation(u)


def _sink_everyone(u: Umpire, _step: Operations) -> None:
    operation = operation_of(u.state)
    for ship in list(operation.desks[ALLIED].ships.values()):
        sink(u.inside(SEA, u.data.sea, operation), ALLIED, ship)


STEPS: dict[type[Step], Procedure] = {
    Plans: _hire,
    FirstDice: _month,
    MonthDice: _open,
    Operations: _sink_everyone,
}


def hiring(date: str = "1942-07", options: Options | None = None) -> Admiralty:
    """An admiralty with nothing but its purse."""
    return Admiralty(date, options=options, steps=STEPS)


def next_month(admiralty: Admiralty) -> Admiralty:
    """The month after."""
    admiralty.state = admiralty.now
    admiralty.state.month += 1
    return admiralty.begin(FirstDice())


# Hiring


@pytest.mark.rule("AC-B.13-time", "AC-B.1-cost-to-axis", "AC-B.1-cost-system")
def test_ships_are_hired_by_number_and_then_by_name_in_secret() -> None:
    """G10: a heavy cruiser, five escorts and seven sweepers cost 15 + 5 + 3."""
    admiralty = hiring().begin(Plans()).plot(ALLIED, CA="1", DE="5", MS="7")
    names = admiralty.asked(ALLIED)
    assert names.rule == NAMES
    assert isinstance(names.options, Subset)
    sweepers = names.options.groups[2].items
    escorts = ("ledbury", "poppy", "lotus", "blankney", "ayrshire")
    with pytest.raises(Refused, match="at least 1 of the heavy cruisers"):
        admiralty.act(ALLIED, Choose((*escorts, "dianella", *list(sweepers)[:7])))
    admiralty.act(ALLIED, Choose(("norfolk", *escorts, *list(sweepers)[:7])))
    bill = [(line.side, line.points, line.rule) for line in admiralty.now.allied.bill]
    assert bill == [(AXIS, 15, "AC-B.13-ca"), (AXIS, 5, "AC-B.13-de"), (AXIS, 3, "AC-B.13-ms")]
    vessel = admiralty.vessel("norfolk")
    assert (vessel.service, vessel.at) == ("hired", SCAPA)
    assert not admiralty.told("AC-B.13-ca", Observer.AXIS)


@pytest.mark.rule("AC-B.13-ms", "AC-B.13-ms-round")
def test_sweepers_are_counted_over_the_whole_month() -> None:
    """Two new ones and two that are hired again in Russia: four, and so two points."""
    admiralty = hiring()
    for key in ("gossamer", "harrier"):
        admiralty.ship(key, MURMANSK, "hired", due=True, unpaid=True)
    admiralty.begin(Plans()).plot(ALLIED, MS="2").act(ALLIED, Choose(("halcyon", "leda")), "choose gossamer,harrier")
    assert [line.points for line in admiralty.now.allied.bill] == [2]


def test_ships_without_names_come_after_those_with_names() -> None:
    """6.1: on the weakest line of their type; carriers have none."""
    admiralty = hiring().begin(Plans())
    assert admiralty.ways(ALLIED, "CV") == [str(number) for number in range(1, 7)]
    admiralty.plot(ALLIED, AA="6")
    hired = [vessel.key for vessel in admiralty.now.allied.vessels.values()]
    assert hired == ["palomares", "pozarica", "alynbank", "ulster-queen", "aa-pal-extra-1", "aa-pal-extra-2"]
    assert [admiralty.boxes(key).name for key in hired[-2:]] == ["AA 1", "AA 2"]
    assert [line.points for line in admiralty.now.allied.bill] == [6]
    admiralty.vessel("aa-pal-extra-1").at = SUNK
    next_month(admiralty).begin(Plans()).plot(ALLIED, AA="5")
    assert admiralty.vessel("aa-pal-extra-2").service == "hired", "the first of them is lost"


def test_any_answer_will_do() -> None:
    for seed in range(20):
        admiralty = hiring("1944-03").begin(Plans())
        dice = Dice.seeded("hire", seed)
        while not admiralty.is_over:
            admiralty.act(ALLIED, admiralty.asked(ALLIED).options.sample(dice))


# By date


@pytest.mark.rule("AC-B.14-historical", "AC-B.14-from")
@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("anson", "1942-06", "1942-07"),
        ("howe", "1942-08", "1942-09"),
        ("belfast", "1942-11", "1942-12"),
        ("hms-avenger", "1942-02", "1942-03"),
        ("haida", "1943-10", "1943-11"),
        ("uss-washington", "1942-08", "1942-07"),
        ("wasp", "1942-07", "1942-06"),
        ("alabama", "1942-12", "1943-01"),
    ],
)
def test_a_ship_is_there_once_she_was_in_commission(key: str, before: str, after: str) -> None:
    def is_there(date: str, options: Options | None = None) -> bool:
        admiralty = hiring(date, options)
        return key in western.named(admiralty.state, admiralty.data, western.kind_of(admiralty.data, key))

    assert not is_there(before)
    assert is_there(after)
    assert is_there(before, Options(historical_availability=False))


@pytest.mark.rule("AC-B.14-historical")
def test_whom_only_the_register_knows_is_there_from_the_year_after_her_completion() -> None:
    for date, there in {"1943-12": False, "1944-01": True}.items():
        admiralty = hiring(date)
        assert ("hardy" in western.named(admiralty.state, admiralty.data, "DD")) is there


@pytest.mark.rule("AC-B.14-none")
def test_nobody_comes_without_being_asked_for() -> None:
    admiralty = hiring("1942-01")
    for _ in range(40):
        next_month(admiralty)
    assert admiralty.now.allied.vessels == {}


# For a month


@pytest.mark.rule("AC-B.13-month-only")
def test_a_ship_worn_by_storms_is_not_hired_and_one_with_a_mark_or_two_comes_with_full_tanks() -> None:
    """A.6: marks are no damage, but on the whole hull they keep her in port."""
    admiralty = hiring()
    admiralty.ship("norfolk", SCAPA, "idle", marks=5)
    admiralty.ship("suffolk", SCAPA, "idle", marks=1, fuel=12, fired=2)
    free = western.named(admiralty.state, admiralty.data, "CA")
    assert ("norfolk" in free, "suffolk" in free) == (False, True)
    admiralty.begin(Plans()).plot(ALLIED, CA="1").act(ALLIED, Choose(("suffolk",)))
    ship = admiralty.boxes("suffolk")
    assert (admiralty.vessel("suffolk").service, ship.marks, ship.fuel, ship.fired) == ("hired", 1, 14 * 12, 0)


def test_whoever_has_another_use_already_is_not_for_hire() -> None:
    admiralty = hiring("1943-02")
    u = admiralty.umpire()
    page = next(hire.rentals(u, ["hms-avenger"]))
    assert isinstance(page, Decision)
    assert isinstance(page.options, Assign)
    everyone = len(western.named(admiralty.state, admiralty.data, "CVE"))
    assert page.options.slots["CVE"].count() == everyone - 1


@pytest.mark.rule("AC-B.13-month-only")
def test_hired_ships_go_when_the_month_is_over_and_damaged_ones_are_repaired_first() -> None:
    admiralty = hiring()
    admiralty.ship("norfolk", SCAPA, "hired")
    admiralty.ship("suffolk", SEYDISFJORDUR, "hired", lost={"hull": 2})
    admiralty.ship("somali", SCAPA, "event", marks=2)
    admiralty.ship("berwick", SCAPA, "core")
    admiralty.ship("wichita", USA, "idle", ready=12)
    next_month(admiralty)
    vessels = admiralty.now.allied.vessels
    assert {key: (vessel.service, vessel.at) for key, vessel in vessels.items()} == {
        "suffolk": ("idle", SCAPA),
        "somali": ("idle", SCAPA),
        "berwick": ("core", SCAPA),
        "wichita": ("idle", USA),
    }
    free = western.named(admiralty.now, admiralty.data, "CA")
    assert "norfolk" in free
    assert not {"suffolk", "wichita", "berwick"} & set(free)
    assert admiralty.boxes("suffolk").lost == {"hull": 2}


@pytest.mark.rule("AC-B.13-once", "AC-B.5-return-free")
def test_who_is_in_russia_sails_home_unpaid() -> None:
    """R21, R78."""
    admiralty = hiring()
    services: dict[str, Service] = {"norfolk": "hired", "wichita": "event", "berwick": "core"}
    for key, service in services.items():
        admiralty.ship(key, MURMANSK, service)
    next_month(admiralty)
    assert admiralty.now.allied.bill == []
    state = {key: (vessel.due, vessel.unpaid) for key, vessel in admiralty.now.allied.vessels.items()}
    assert state == {"norfolk": (True, True), "wichita": (True, True), "berwick": (True, False)}


@pytest.mark.rule("AC-B.13-return-only")
def test_any_other_use_costs_the_rent_again() -> None:
    admiralty = hiring()
    admiralty.ship("norfolk", MURMANSK, "hired", due=True, unpaid=True)
    admiralty.ship("wichita", MURMANSK, "event", due=True, unpaid=True)
    admiralty.begin(Plans()).plot(ALLIED)
    assert admiralty.asked(ALLIED).rule == AGAIN
    admiralty.act(ALLIED, Choose(("norfolk",)))
    assert [(line.side, line.points) for line in admiralty.now.allied.bill] == [(AXIS, 15)]
    assert (admiralty.vessel("norfolk").unpaid, admiralty.vessel("wichita").unpaid) == (False, True)
    assert admiralty.vessel("norfolk").due, "but stay she may not"


@pytest.mark.rule("AC-B.13-lost", "AC-B.1-only-brit-us", "AC-B.1-soviet-free")
def test_a_hired_ship_that_is_sunk_costs_her_value_besides_the_rent() -> None:
    """And a Soviet ship has cost nothing before."""
    admiralty = hiring()
    admiralty.ship("gremyashchy", MURMANSK, "soviet")
    admiralty.begin(Plans(), MonthDice(), ConvoyPhase()).plot(ALLIED, CA="1").act(ALLIED, Choose(("norfolk",)))
    desk = admiralty.now.allied
    assert [(line.side, line.points) for line in desk.bill] == [(AXIS, 15)]
    assert sorted((line.side, line.points) for line in desk.losses) == [(AXIS, 12), (AXIS, 45)]
    assert admiralty.vessel("norfolk").at == SUNK
    next_month(admiralty)
    assert "norfolk" not in western.named(admiralty.now, admiralty.data, "CA")
    assert not set(hire.types(admiralty.data)) & {"IB", "CG"}
    assert not any(
        admiralty.data.sea.ship(key).nation == "su"
        for kind in hire.types(admiralty.data)
        for key in western.named(admiralty.now, admiralty.data, kind)
    )


# Over the whole desk


@pytest.mark.rule("AC-B.19-no-hire", "AC-B.19-sell")
@pytest.mark.parametrize("sold", [False, True])
def test_a_type_of_which_a_ship_was_given_up_is_not_for_hire_in_that_month(sold: bool) -> None:
    """To give up a carrier for 80 points and to hire one for 50 would leave 30."""
    room = WarRoom("1943-05")
    room.ship("victorious", SCAPA)
    room.begin(EventChoices(), MonthDice(), Plans(), ConvoyPhase())
    room.reply("AC-B.12-time", *([Sell("victorious")] if sold else []), Proceed())
    assert bool(room.values(NUMBERS, "CV")) is not sold
    assert room.values(NUMBERS, "DD")
    room.idle_on()
    assert room.now.allied.sold == (["CV"] if sold else [])


@pytest.mark.rule("AC-B.14-unnamed", "OP-DATA-generic")
@pytest.mark.parametrize("dated", [True, False])
def test_how_many_ships_without_a_name_are_for_hire(dated: bool) -> None:
    """Destroyers beyond the names are of the oldest class; carriers have names, and by their dates battleships too."""
    options = Options(convoy_phase="played", historical_availability=dated)
    room = WarRoom("1942-07", options=options)
    room.plan().turn_to(NUMBERS)
    names = {kind: len(western.named(room.now, room.data, kind)) for kind in ("CV", "BB", "DD")}
    offered = {kind: len(room.ways(ALLIED, kind)) for kind in names}
    assert offered == {"CV": names["CV"], "BB": names["BB"] + (0 if dated else 12), "DD": names["DD"] + 12}
    wanted = {"DD": names["DD"] + 2} | ({} if dated else {"BB": names["BB"] + 1})
    room.plot(ALLIED, {kind: str(number) for kind, number in wanted.items()}).idle_on()
    ships = room.operation.desks[ALLIED].ships
    extra = {key: (ship.line, ship.name) for key, ship in ships.items() if "-extra-" in key}
    expected = {"dd-old-extra-1": ("uk:dd-old", "DD 1"), "dd-old-extra-2": ("uk:dd-old", "DD 2")}
    assert extra == expected | ({} if dated else {"bb-rov-extra-1": ("uk:bb-rov", "BB 1")})
