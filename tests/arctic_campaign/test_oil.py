"""Fuel in Norway (C.3): supply, refuelling, the way to and from Germany, upkeep, and the month's bill."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.rules.convoy_phase import convoy_phase, open_operation, operations
from barents.games.arctic_campaign.rules.flow import MONTH
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    GERMANY,
    Account,
    ConvoyPhase,
    Events,
    Group,
    NextPassage,
    Operations,
    Options,
    Plans,
    Sailings,
)
from barents.games.operations import state as sea
from barents.games.operations.fleets.fuel import burn
from barents.games.operations.fleets.sea import founder_modifiers
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Refused
from barents.kernel.game import Step
from barents.kernel.sides import Observer, Side

from ..operations.theatre import OPEN_SEA, Theatre
from .admiralty import ALLIED, AXIS, Admiralty

BOX, PART = 72, 12


class Takes(Step, frozen=True):
    """A page of refuelling, carried out at once."""


def _takes(u: Umpire, _step: Takes) -> kernel.Rule[None]:
    plan = yield from oil.refuelling(u)
    oil.settle(u, plan)


def norway(stock: int, date: str = "1942-05", **options: Any) -> Admiralty:
    """The German desk with so many boxes in Norway."""
    desks = Admiralty(date, options=Options(**options), steps={Takes: _takes})
    desks.state.axis.stock = stock * BOX
    return desks


def low(desks: Admiralty, key: str, boxes: int, port: str = "Trondheim", *, sailed: bool = False) -> None:
    """A ship in a port whose tanks lack so many boxes."""
    desks.ship(key, port, sailed=sailed)
    desks.boxes(key).fuel -= boxes * PART


def stock(desks: Admiralty) -> Fraction:
    """The boxes of the stock."""
    return Fraction(desks.now.axis.stock, BOX)


def closed(desks: Admiralty) -> Admiralty:
    """The month's bill is paid."""
    desks.state = desks.now
    return desks.begin(Account())


# Supply


@pytest.mark.rule("AC-C.31-cumulative", "AC-C.31-record", "AC-C.31-secret")
def test_fuel_is_added_to_what_there_is_and_nobody_else_hears_of_it() -> None:
    desks = norway(90)
    oil.supply(desks.umpire(axis=[6, 6, 6, 6, 6]))
    assert stock(desks) == 120
    assert [(line.month, line.parts) for line in desks.now.axis.oil] == [(5, 30 * BOX)]
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        assert desks.rolls("AC-C.31-cumulative", observer) == []
        assert desks.words(observer) == []
    assert desks.rolls("AC-C.31-cumulative", Observer.AXIS)


@pytest.mark.rule("AC-C.31-option")
@pytest.mark.parametrize(("adjust", "date", "dice"), [(0, "1942-05", 5), (3, "1942-05", 8), (-2, "1943-05", 2)])
def test_the_number_of_dice_may_be_agreed_on(adjust: int, date: str, dice: int) -> None:
    desks = norway(0, date, fuel_dice_adjust=adjust)
    oil.supply(desks.umpire(axis=[1] * dice))
    assert desks.dice_left() == {}
    assert stock(desks) == dice


@pytest.mark.rule("AC-C.31-option", "AC-C.31-cumulative")
def test_two_dice_less_in_1945_is_no_fuel_at_all() -> None:
    desks = norway(3, "1945-02", fuel_dice_adjust=-2).begin(Events(), allied=[2, 3], axis=[4, 6])
    assert stock(desks) == 3
    assert desks.dice_left() == {}
    assert {"boxes": "0"} in [line.about for line in desks.now.axis.diary]
    assert all("boxes" not in line.about for line in desks.now.allied.diary)


@pytest.mark.rule("AC-C.31-record")
def test_the_record_of_a_month() -> None:
    """Supplied, available, used, left."""
    desks = norway(0)
    oil.change(desks.now, "First stock", 10 * BOX)
    oil.supply(desks.umpire(axis=[2, 2, 2, 2, 2]))
    oil.change(desks.now, "Fuel lost", -3 * BOX)
    low(desks, "tirpitz", 4)
    desks.state = desks.now
    desks.begin(Takes(), Account()).act(AXIS, "refuel-all")
    assert oil.summary(desks.now, 5) == (10 * BOX, 17 * BOX, 5 * BOX, 12 * BOX)
    desks.now.month = 6
    assert oil.summary(desks.now, 6) == (0, 12 * BOX, 0, 12 * BOX)


@pytest.mark.rule("AC-A.21-fuel-timing")
def test_the_supply_comes_before_any_fuel_is_spent() -> None:
    steps = [type(step) for step in MONTH]
    assert steps.index(Events) < min(steps.index(kind) for kind in (Sailings, NextPassage, Plans, Account))


# Refuelling


@pytest.mark.rule("AC-C.33-one", "AC-C.33-two", "AC-C.33-three", "AC-C.33-round", "AC-C.36-sum")
def test_the_bill_of_a_great_sortie() -> None:
    """G7: 12 + 5 + 12/2 + 7/3 + 2/3 is 26."""
    desks = norway(60)
    for key, boxes in (("tirpitz", 12), ("admiral-hipper", 5), ("luetzow", 7)):
        low(desks, key, boxes, sailed=True)
    for key in ("z23", "z24", "z25", "z26"):
        low(desks, key, 3, sailed=True)
    for key in ("greif", "t5"):
        desks.ship(key, "Trondheim")
    desks.begin(Takes()).act(AXIS, "refuel-all")
    assert Fraction(desks.now.axis.drawn, BOX) == 12 + 5 + 6 + Fraction(7, 3)
    assert stock(desks) == 60, "it leaves the stock with the bill"
    assert stock(closed(desks)) == 34
    assert desks.now.axis.drawn == 0
    assert (desks.now.axis.diary[-1].about, desks.now.allied.diary) == ({"boxes": "26"}, [])


@pytest.mark.rule("AC-C.33-partial")
def test_ships_may_stay_thirsty() -> None:
    desks = norway(30)
    low(desks, "tirpitz", 10)
    low(desks, "z23", 8)
    desks.ship("z24", "Trondheim")
    low(desks, "m-31", 2)
    desks.begin(Takes())
    assert not [text for text in desks.offered(AXIS) if "z24" in text or "m-31" in text], "full, and free of charge"
    desks.act(AXIS, "refuel tirpitz 3", "proceed")
    assert [desks.boxes(key).fuel for key in ("tirpitz", "z23")] == [11 * PART, 0]
    full = norway(30)
    full.ship("tirpitz", "Trondheim")
    assert full.begin(Takes()).offered(AXIS) == ["proceed"], "there is nothing to fill"


@pytest.mark.rule("AC-C.33-when", "AC-C.33-round")
def test_ships_take_fuel_in_norway_as_far_as_the_stock_reaches() -> None:
    """R53: what has been drawn counts in whole boxes; part boxes of a ship are filled exactly."""
    desks = norway(3)
    desks.ship("z23", "Narvik", fuel=5 * PART + 4)  # 2 8/12 boxes are empty
    low(desks, "z24", 4, "Petsamo")
    low(desks, "tirpitz", 2, "Altafjord")
    low(desks, "z28", 5, GERMANY)
    desks.begin(Takes())
    offered = desks.offered(AXIS)
    assert "refuel-all" not in offered, "1 1/3 + 2 + 2 is more than there is"
    assert [text for text in offered if "z23" in text] == [f"refuel z23 {boxes}" for boxes in (1, 2, 3)]
    assert not [text for text in offered if "z28" in text]
    desks.act(AXIS, "refuel z23 3")
    assert [text for text in desks.offered(AXIS) if "tirpitz" in text] == ["refuel tirpitz 1"]
    assert not [text for text in desks.offered(AXIS) if "z23" in text]
    with pytest.raises(Refused, match="stock"):
        desks.act(AXIS, "refuel tirpitz 2")
    desks.act(AXIS, "refuel z24 3", "proceed")
    assert [desks.boxes(key).fuel for key in ("z23", "z24")] == [8 * PART, 7 * PART]
    assert Fraction(desks.now.axis.drawn, BOX) == Fraction(4, 3) + Fraction(3, 2)
    assert oil.left(desks.now, desks.data) == 0
    exact = norway(2)
    low(exact, "z23", 4)
    assert "refuel-all" in exact.begin(Takes()).offered(AXIS), "two boxes, and there are two"


@pytest.mark.rule("AC-C.33-when")
def test_who_comes_back_into_port_fills_up_again_under_standing_orders() -> None:
    """In the Convoy Phase: after a whole turn in port, if it is so ordered, and not those who never left."""
    desks = norway(10, convoy_phase="played")
    for key in ("z23", "z24", "z25", "z26"):
        desks.ship(key, "Narvik")
    u = desks.umpire()
    open_operation(u)
    for key in ("z23", "z24", "z25", "z26"):
        u.state.axis.groups[key] = Group(key, key, "squadron", [key], "Narvik")
    convoy_phase(u, ConvoyPhase())
    operation = u.state.operation
    assert operation is not None
    u.state.axis.refills = ["z23", "z25", "z26"]
    operation.turn = 20
    inner = operation.desks[AXIS]
    for key, berth in (("z23", 1), ("z24", 1), ("z25", 19), ("z26", 0)):
        inner.ships[key].fuel, inner.ships[key].berth = 2 * PART, berth
    assert operation.agenda == [sea.NextTurn()]
    assert list(_run(operations(u, Operations()))) == []
    assert [inner.ships[key].fuel // PART for key in ("z23", "z24", "z25", "z26")] == [8, 2, 2, 2]
    assert u.state.axis.drawn == 3 * BOX


def _run(rule: kernel.Rule[Any]) -> list[object]:
    """What a rule asks that should ask nothing."""
    return list(rule)


@pytest.mark.rule("AC-C.32-exempt", "AC-C.32-exempt-refill", "AC-C.32-classes", "AC-C.3-diesel")
def test_small_ships_fill_up_for_nothing() -> None:
    desks = norway(0)
    for key in ("m-31", "thetis"):
        low(desks, key, 4)
    low(desks, "m-35", 4, GERMANY)
    low(desks, "greif", 2)
    desks.begin(Takes()).act(AXIS, "proceed")
    assert [desks.boxes(key).fuel // PART for key in ("m-31", "thetis", "m-35", "greif")] == [7, 6, 3, 3]
    assert desks.now.axis.drawn == 0
    assert set(desks.data.tables.oil.refill) == {"ML", "TB", "DD", "CL", "CA", "AC", "BC", "BB", "CV"}
    for key in ("m-31", "thetis"):
        assert oil.charge(desks.data, desks.boxes(key), 12) == 0
    assert stock(closed(desks)) == 0


@pytest.mark.rule("AC-C.32-range")
def test_at_sea_they_burn_their_own_boxes() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("sweepers", OPEN_SEA, "m-31", "thetis", track=[OPEN_SEA, "5811"])
    before = [theatre.find(key).fuel for key in ("m-31", "thetis")]
    u = theatre.umpire()
    burn(u, fleet, [theatre.find(key) for key in ("m-31", "thetis")])
    assert [theatre.find(key).fuel for key in ("m-31", "thetis")] == [fuel - 2 for fuel in before]


@pytest.mark.rule("AC-C.33-founder")
@pytest.mark.parametrize(
    ("key", "side", "modifier"),
    [("z24", AXIS, 1), ("koeln", AXIS, 1), ("admiral-hipper", AXIS, 1), ("luetzow", AXIS, 0), ("echo", ALLIED, 0)],
)
def test_empty_tanks_make_some_german_ships_unsteady(key: str, side: Side, modifier: int) -> None:
    """R51: less than a third, exactly."""
    theatre = Theatre()
    theatre.fleet("fleet", OPEN_SEA, key)
    ship = theatre.find(key)
    whole = ship.fuel
    for fuel, expected in ((whole // 3, 0), (whole // 3 - 1, modifier)):
        ship.fuel = fuel
        modifiers = founder_modifiers(theatre.state, theatre.data, side, ship, storm=False)
        assert modifiers.get("tanks nearly empty", 0) == expected


# To and from Germany


@pytest.mark.rule("AC-C.31-germany-full", "AC-C.35-four", "AC-C.35-fixed")
def test_a_ship_from_germany_arrives_without_four_boxes() -> None:
    """G27: Tirpitz has 14 of 18, a torpedo boat of 5 has 1."""
    desks = norway(0)
    for key, boxes in (("tirpitz", 14), ("greif", 1), ("m-31", 3), ("thetis", 2)):
        low(desks, key, 1, GERMANY)
        oil.reach_norway(desks.data, desks.boxes(key))
        assert desks.boxes(key).fuel == boxes * PART
    small = sea.Ship("st", "de:ST-g")
    oil.reach_norway(desks.data, small)
    assert small.fuel == 0, "who keeps no tally of fuel needs none"
    assert oil.home_need(desks.data, small, "Narvik") == 0


@pytest.mark.rule("AC-C.35-tanks-small")
def test_a_ship_of_small_tanks_arrives_with_a_box_and_needs_one_to_go_home(monkeypatch: pytest.MonkeyPatch) -> None:
    desks = norway(0)
    line = "de:tb-old"
    for boxes in (5, 4, 2):
        small = msgspec.structs.replace(desks.data.sea.types[line], fuel=boxes)
        monkeypatch.setitem(desks.data.sea.types, line, small)
        ship = sea.Ship("greif", line, name="Greif")
        oil.reach_norway(desks.data, ship)
        assert ship.fuel == PART
        assert oil.home_need(desks.data, ship, "Trondheim") == (4 if boxes == 5 else 1) * PART


@pytest.mark.rule("AC-C.35-own", "AC-C.35-other-port", "AC-C.35-four")
def test_the_way_home_is_paid_from_her_own_tanks() -> None:
    """G28: from Altafjord 17 zones and the passage are 41/6 boxes."""
    desks = norway(0)
    desks.ship("tirpitz", "Altafjord")
    ship = desks.boxes("tirpitz")
    assert Fraction(oil.home_need(desks.data, ship, "Altafjord"), PART) == Fraction(41, 6)
    assert Fraction(oil.home_need(desks.data, ship, "Trondheim"), PART) == 4
    ship.fuel = 82
    assert oil.home_shortfall(desks.data, ship, "Altafjord") == 0
    ship.fuel = 80
    assert oil.home_shortfall(desks.data, ship, "Altafjord") == 2
    with pytest.raises(ValueError, match="needs 82"):
        oil.sail_home(desks.data, ship, "Altafjord")
    ship.fuel = 82
    oil.sail_home(desks.data, ship, "Altafjord")
    assert ship.fuel == 18 * PART, "in Germany she fills up"


# The bill


def in_port(**repaired: bool) -> Admiralty:
    """The ships of G8, none of which has sailed."""
    desks = norway(20)
    for key in ("tirpitz", "admiral-scheer", "admiral-hipper", "z23", "z24", "z25", "z26"):
        desks.ship(key, "Trondheim" if repaired.get(key.replace("-", "_")) else "Altafjord")
        desks.vessel(key).yard = repaired.get(key.replace("-", "_"), False)
    return desks


@pytest.mark.rule("AC-C.34-rule", "AC-C.34-three", "AC-C.34-two", "AC-C.34-one", "AC-C.36-sum")
def test_ships_in_port_cost_fuel() -> None:
    """G8: 1 + 5/3 + 1/2 is 19/6, rounded up to 4."""
    assert stock(closed(in_port())) == 16


@pytest.mark.rule("OP-FUEL-fractions", "AC-C.33-round", "AC-C.36-sum", "AC-C.36-keep")
@pytest.mark.parametrize("kept", [False, True])
def test_parts_of_a_box_cost_parts_of_one_and_are_rounded_once(kept: bool) -> None:
    """Seven twelfths each: 7/12 for a battleship, 7/24, 7/36 for an armoured ship: 77/72; who sailed has no upkeep."""
    desks = norway(20, fuel_keep_fractions=kept)
    for key in ("tirpitz", "z23", "luetzow", "ms-ger-1"):
        desks.ship(key, "Altafjord", line="de:ms-ger" if key == "ms-ger-1" else "", sailed=True)
        desks.boxes(key).fuel -= 7
    desks.begin(Takes(), Account()).act(AXIS, "refuel-all")
    assert desks.is_over
    assert [desks.boxes(key).fuel % PART for key in ("tirpitz", "z23", "luetzow", "ms-ger-1")] == [0, 0, 0, 0]
    assert stock(desks) == 20 - (Fraction(77, 72) if kept else 2)
    assert desks.now.axis.drawn == 0


@pytest.mark.rule("AC-C.36-keep")
def test_fractions_may_be_kept() -> None:
    """G8 with the option."""
    desks = in_port()
    desks.state = desks.now
    assert not Options().fuel_keep_fractions
    kept = norway(20, fuel_keep_fractions=True)
    kept.state.axis = desks.state.axis
    assert stock(closed(kept)) == 20 - Fraction(19, 6)


@pytest.mark.rule("AC-C.34-repair", "AC-C.34-norway-only", "AC-C.34-stayed")
def test_who_is_repaired_in_germany_or_at_sea_costs_nothing() -> None:
    """G9: without Hipper, who is under repair, 1 + 5/3 is 8/3, rounded up to 3."""
    assert stock(closed(in_port(admiral_hipper=True))) == 17
    storm = in_port()
    storm.boxes("admiral-hipper").marks = 1
    assert stock(closed(storm)) == 17, "storm damage is repaired in any port"
    desks = in_port()
    desks.vessel("tirpitz").sailed = True
    assert stock(closed(desks)) == 17, "13/6"
    desks = in_port()
    desks.vessel("tirpitz").at = GERMANY
    assert stock(closed(desks)) == 17


@pytest.mark.rule("AC-C.34-short")
def test_who_cannot_be_paid_for_burns_a_box_of_her_own() -> None:
    """The stock is empty then; it reaches for the ships that cost least."""
    desks = norway(1)
    for key in ("tirpitz", "z23", "z24"):
        desks.ship(key, "Altafjord")
    desks.ship("z25", "Altafjord", fuel=6)
    desks.ship("z26", "Altafjord", fuel=6)
    closed(desks)
    assert stock(desks) == 0
    assert [desks.boxes(key).fuel for key in ("tirpitz", "z23", "z24", "z25", "z26")] == [17 * 12, 96, 96, 6, 0]
    assert [event.about["unit"] for event in desks.told("AC-C.34-short", Observer.AXIS)] == ["z26", "tirpitz"]
    assert desks.now.axis.oil[-1].parts == -BOX


@pytest.mark.rule("AC-C.34-short", "AC-C.36-keep")
def test_the_stock_is_not_charged_for_whom_it_does_not_reach() -> None:
    """Two thirds of the one box are for the destroyers; Tirpitz burns one of her own, and the last third is kept."""
    desks = norway(1, fuel_keep_fractions=True)
    for key in ("tirpitz", "z23", "z24"):
        desks.ship(key, "Altafjord")
    closed(desks)
    assert desks.now.axis.stock == BOX // 3
    assert [desks.boxes(key).fuel for key in ("tirpitz", "z23", "z24")] == [17 * 12, 96, 96]
    assert desks.now.axis.oil[-1].parts == -2 * BOX // 3


@pytest.mark.rule("AC-C.31-secret")
def test_the_allies_hear_nothing_of_the_bill() -> None:
    desks = closed(in_port())
    assert desks.words(Observer.ALLIED) == []
    assert any("in all" in words for words in desks.words(Observer.AXIS))
