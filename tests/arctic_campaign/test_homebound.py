"""German ships go home (A.24, C.35)."""

from __future__ import annotations

import msgspec
import pytest

from barents.games.arctic_campaign.axis.oil import home_need, reach_norway
from barents.games.arctic_campaign.state import GERMANY, Account, Homebound, NextPassage
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty

HOME = NextPassage(home=True)
FLEETS = "AC-A.24-fleets"


def norway(date: str = "1942-05", stock: int = 30) -> Admiralty:
    """The German desk with some boxes of fuel in Norway."""
    admiralty = Admiralty(date)
    admiralty.state.axis.stock = stock * 72
    return admiralty


def fuelled(admiralty: Admiralty) -> Admiralty:
    """Both have answered the first page: the Germans take no fuel of their own accord."""
    return admiralty.act(ALLIED, "proceed").act(AXIS, "proceed")


@pytest.mark.rule("AC-A.24-german-home", "AC-A.24-fleets", "AC-A.24-compelled", "AC-A.24-allied-none")
def test_any_ships_may_go_in_any_fleets_and_none_need() -> None:
    """Major damage alone compels nobody. The Allies have nothing to do."""
    admiralty = norway()
    admiralty.ship("tirpitz", "Trondheim", lost={"hull": 5, "primary": 2})
    admiralty.ship("z23", "Trondheim")
    admiralty.ship("z24", "Altafjord")
    admiralty.ship("z25", GERMANY)
    admiralty.ship("dithmarschen", "Trondheim")
    admiralty.ship("echo", "Murmansk")
    admiralty.begin(Homebound(), HOME, allied=[2, 3, 2, 3])
    assert admiralty.asked(ALLIED).rule == "AC-A.24-allied-none"
    assert admiralty.offered(ALLIED) == ["proceed"]
    fuelled(admiralty)
    assert admiralty.slots(AXIS) == ["tirpitz", "z23", "z24"]
    assert all(admiralty.ways(AXIS, key) == ["stay", "A", "B", "C"] for key in ("tirpitz", "z23", "z24"))
    admiralty.plot(AXIS, tirpitz="stay", z23="B", z24="A")
    assert {(group.way, group.port, group.goal) for group in admiralty.now.axis.passing} == {("home", "", GERMANY)}
    admiralty.act(ALLIED, "consent yes", "consent yes")
    assert admiralty.is_over
    assert len(admiralty.rolls("AC-B.3-trigger")) == 2  # one for each fleet
    assert [admiralty.vessel(key).at for key in ("tirpitz", "z23", "z24")] == ["Trondheim", GERMANY, GERMANY]
    assert admiralty.vessel("echo").at == "Murmansk"


@pytest.mark.rule("AC-A.24-german-home", "AC-C.23-return", "AC-C.23-when")
def test_broken_machinery_sends_a_ship_home_and_nothing_else() -> None:
    admiralty = norway()
    admiralty.ship("z23", "Trondheim", overhaul=True)
    admiralty.ship("koeln", "Narvik", overhaul=True, aground=True)
    admiralty.ship("z24", "Trondheim", marks=3)
    admiralty.begin(Homebound(), HOME, Account(), axis=[4])
    fuelled(admiralty)
    assert admiralty.ways(AXIS, "z23") == ["A", "B"]
    assert admiralty.slots(AXIS) == ["z23", "z24"]  # one that is aground cannot go
    refusal = admiralty.asked(AXIS).options.refusal(admiralty.game.notation.parse("assign z23=stay z24=stay"))
    assert refusal is not None
    assert "has to go home" in str(refusal)
    admiralty.plot(AXIS, z23="A", z24="stay").act(ALLIED, "consent no")
    assert admiralty.vessel("z23").at == GERMANY
    assert admiralty.vessel("z23").ready == admiralty.now.month + 5


@pytest.mark.rule("AC-C.23-when", "AC-C.23-dd-months")
def test_a_die_for_machinery_shows_in_nothing_that_the_allies_may_do() -> None:
    """It falls when all fleets are through; until then an answer about the fleet before may be taken back."""
    for failed in (False, True):
        admiralty = norway()
        admiralty.ship("z23", "Trondheim", overhaul=failed)
        admiralty.ship("z24", "Trondheim")
        fuelled(admiralty.begin(Homebound(), HOME, Account(), axis=[3]))
        admiralty.plot(AXIS, z23="A", z24="B").act(ALLIED, "consent no")
        assert admiralty.vessel("z23").at == GERMANY
        assert admiralty.asked(ALLIED).rule == "AC-A.24-intercept"  # about the other fleet
        assert admiralty.match.can_undo(ALLIED)
        admiralty.act(ALLIED, "consent no")
        assert len(admiralty.rolls("AC-C.23-dd-months", Observer.AXIS)) == int(failed)
        assert (admiralty.vessel("z23").ready > admiralty.now.month) is failed


@pytest.mark.rule("AC-A.24-german-home", "AC-C.11-end-january", "AC-C.11-trondheim-one")
def test_the_damaged_flotilla_goes_home_in_january_but_for_the_one_in_the_yard() -> None:
    for date, bound in (("1942-01", True), ("1942-02", False)):
        admiralty = norway(date)
        for key in ("z23", "z24", "z25"):
            admiralty.ship(key, "Trondheim", lost={"hull": 1})
        admiralty.ship("z26", "Trondheim")
        admiralty.state.axis.flotilla_yard = "z24"
        fuelled(admiralty.begin(Homebound()))
        assert ["stay" in admiralty.ways(AXIS, key) for key in ("z23", "z24", "z25", "z26")] == [
            not bound,
            True,
            not bound,
            True,
        ]
    elsewhere = norway("1942-01")
    elsewhere.ship("z24", "Narvik", lost={"hull": 1})
    elsewhere.state.axis.flotilla_yard = "z24"  # who is repaired at Trondheim has to lie there
    assert "stay" not in fuelled(elsewhere.begin(Homebound())).ways(AXIS, "z24")


@pytest.mark.rule("AC-C.35-own", "AC-C.35-four", "AC-C.35-other-port", "AC-A.24-german-home", "AC-A.24-fleets")
@pytest.mark.rule("AC-A.24-allied-none")
def test_fuel_for_the_way_comes_first() -> None:
    """G28: from Altafjord 17/6 + 4 = 41/6 boxes, 82 twelfths. Who has less must take it from the stock first."""
    admiralty = norway()
    admiralty.ship("tirpitz", "Altafjord", fuel=82)
    admiralty.ship("z23", "Altafjord", fuel=81)
    admiralty.ship("z24", "Trondheim", fuel=48)
    admiralty.ship("z25", "Trondheim", fuel=47)
    admiralty.begin(Homebound())
    admiralty.act(ALLIED, "proceed").act(AXIS, "refuel z25 1", "proceed")
    assert admiralty.slots(AXIS) == ["tirpitz", "z24", "z25"]
    admiralty.plot(AXIS, tirpitz="stay", z24="stay", z25="A")
    assert admiralty.now.axis.drawn == 36  # half a box of the stock
    assert [group.ships for group in admiralty.now.axis.passing] == [["z25"]]


@pytest.mark.rule("AC-C.35-own")
def test_who_must_go_takes_what_is_missing_if_the_stock_has_it() -> None:
    for stock, slots in ((2, ["z23"]), (1, [])):
        admiralty = norway(stock=stock)
        admiralty.ship("z23", "Trondheim", fuel=12, overhaul=True)
        admiralty.begin(Homebound(), Account())
        fuelled(admiralty)
        if slots:
            assert admiralty.slots(AXIS) == slots
            admiralty.plot(AXIS, z23="A")
            assert admiralty.now.axis.stock == 0  # three boxes at a half, rounded up
        else:
            assert admiralty.offered(AXIS) == ["proceed"]


@pytest.mark.rule("AC-C.32-exempt-refill", "AC-C.35-own")
def test_small_ships_fill_up_by_themselves_before_they_go() -> None:
    """Minesweepers have seven boxes: enough from Trondheim, not from Kirkenes."""
    admiralty = norway()
    admiralty.ship("near", "Trondheim", line="de:ms-ger", fuel=12)
    admiralty.ship("far", "Kirkenes", line="de:ms-ger", fuel=12)
    fuelled(admiralty.begin(Homebound(), HOME))
    assert admiralty.slots(AXIS) == ["near"]
    admiralty.plot(AXIS, near="A").act(ALLIED, "consent no")
    assert (admiralty.vessel("near").at, admiralty.now.axis.drawn) == (GERMANY, 0)


@pytest.mark.rule("AC-C.35-tanks-small", "AC-C.35-four")
@pytest.mark.parametrize(("boxes", "arrives", "needs"), [(3, 1, 1), (4, 1, 1), (5, 1, 4), (18, 14, 4)])
def test_small_tanks(boxes: int, arrives: int, needs: int) -> None:
    """No German ship of the tables has fewer than five boxes; a player's own might."""
    admiralty = norway()
    admiralty.ship("t5", "Trondheim")
    line = admiralty.data.sea.types["de:small"] = msgspec.structs.replace(admiralty.data.line("t5"), fuel=boxes)
    try:
        ship = admiralty.boxes("t5")
        ship.line = "de:small"
        reach_norway(admiralty.data, ship)
        assert ship.fuel == arrives * 12
        assert home_need(admiralty.data, ship, "Trondheim") == needs * 12
    finally:
        del admiralty.data.sea.types["de:small"]
    assert line.fuel == boxes


def test_the_allies_learn_nothing_of_the_plans() -> None:
    admiralty = norway()
    admiralty.ship("z23", "Trondheim", fuel=40)
    admiralty.begin(Homebound(), HOME).act(AXIS, "refuel z23 2", "proceed").plot(AXIS, z23="stay")
    admiralty.act(ALLIED, "proceed")
    assert admiralty.is_over
    assert not admiralty.words(Observer.ALLIED)


@pytest.mark.rule("AC-C.34-home", "AC-C.34-rule", "AC-C.34-stayed")
def test_who_has_lain_in_port_all_month_pays_for_it_before_she_goes_home() -> None:
    """Tirpitz costs a box, Z23 a third; Scharnhorst was at sea. Rounded up that is two, wherever they are by then."""
    admiralty = norway(stock=30)
    for key in ("tirpitz", "z23"):
        admiralty.ship(key, "Trondheim")
    admiralty.ship("scharnhorst", "Trondheim", sailed=True)
    fuelled(admiralty.begin(Homebound(), HOME, Account()))
    admiralty.plot(AXIS, tirpitz="A", z23="stay", scharnhorst="A").act(ALLIED, "consent no")
    assert admiralty.is_over
    assert admiralty.vessel("tirpitz").at == GERMANY
    assert admiralty.now.axis.stock == 28 * 72
    assert admiralty.now.axis.upkeep is None


@pytest.mark.rule("AC-C.34-short", "AC-C.34-home")
def test_a_ship_that_is_home_burns_nothing_where_the_stock_is_empty() -> None:
    admiralty = norway(stock=0)
    admiralty.ship("tirpitz", "Trondheim")
    admiralty.ship("scharnhorst", "Trondheim")
    fuelled(admiralty.begin(Homebound(), HOME, Account()))
    admiralty.plot(AXIS, tirpitz="A", scharnhorst="stay").act(ALLIED, "consent no")
    assert [event.about["unit"] for event in admiralty.told("AC-C.34-short", Observer.AXIS)] == ["scharnhorst"]
