"""Repairs of both sides (A.21, B.4, C.2): what a month in port mends, who lies in the yards, what carriers carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from barents.games.arctic_campaign.allied import hire
from barents.games.arctic_campaign.rules import repairs
from barents.games.arctic_campaign.rules.decks import complements, deck_name, deck_of
from barents.games.arctic_campaign.rules.flow import MONTH
from barents.games.arctic_campaign.rules.units import Umpire, is_whole
from barents.games.arctic_campaign.state import (
    GERMANY,
    GONE,
    USA,
    Account,
    Events,
    Homebound,
    NextPassage,
    Options,
    Repairs,
)
from barents.games.operations.fleets.ports import unload
from barents.kernel.actions import Choose
from barents.kernel.decisions import Pick, Subset
from barents.kernel.game import Step
from barents.kernel.sides import Observer

from ..operations.theatre import Theatre
from .admiralty import ALLIED, AXIS, Admiralty

PLACES = "AC-C.22-three"


class Begins(Step, frozen=True):
    """The beginning of a month, as far as repairs go."""


def _begins(u: Umpire, _step: Begins) -> None:
    repairs.new_month(u)
    hire.new_month(u)


def admiralty(date: str = "1942-03", **options: Any) -> Admiralty:
    """Two desks in a month whose Convoy Phase is over."""
    return Admiralty(date, options=Options(**options), steps={Begins: _begins})


def turn_page(desks: Admiralty, **dice: Sequence[int]) -> Admiralty:
    """The next month begins, and its repairs."""
    desks.state = desks.now
    desks.state.month += 1
    return desks.begin(Begins(), Repairs(), **dice)


def months(desks: Admiralty, number: int, *yard: str, **dice: Sequence[int]) -> Admiralty:
    """Some months pass; nobody sails, and these ships have places at Trondheim as long as that is of use."""
    for _ in range(number):
        turn_page(desks, **dice)
        while not desks.is_over:
            side = next(iter(desks.match.pending))
            options = desks.asked(side).options
            if desks.asked(side).rule == PLACES:
                assert isinstance(options, Subset)
                desks.act(AXIS, Choose(tuple(key for key in options.items if key in yard)))
            else:
                desks.idle(side)
    return desks


def lost(desks: Admiralty, *keys: str) -> list[int]:
    """The boxes that ships have lost."""
    return [sum(desks.boxes(key).lost.values()) for key in keys]


# The order of things


@pytest.mark.rule("AC-A.21-repair-first", "AC-A.21-ready")
def test_repairs_come_before_the_events_and_make_ships_ready_at_once() -> None:
    assert [type(step) for step in MONTH[:2]] == [Repairs, Events]
    desks = admiralty()
    for key, boxes in (("z28", 1), ("z29", 2)):
        desks.ship(key, GERMANY, lost={"hull": boxes}, since=1)
    months(desks, 1)
    vessels = [desks.vessel(key) for key in ("z28", "z29")]
    assert [repairs.is_combat_ready(desks.now, desks.data, vessel) for vessel in vessels] == [True, False]
    assert [event.about["unit"] for event in desks.told("AC-A.21-ready", Observer.AXIS)] == ["z28"]
    assert not desks.told("AC-A.21-repair-first", Observer.ALLIED), "it is nobody else's business"
    assert not desks.told("AC-A.6-record"), "there was no storm damage to make good"
    assert (len(desks.now.axis.diary), desks.now.allied.diary) == (1, [])


# Allied yards


@pytest.mark.rule("AC-B.42-british-rate", "AC-B.42-choice")
def test_a_cruiser_at_scapa_flow() -> None:
    """G33: of five damaged boxes 2, 4 and 5 are repaired after one, two and three months; the owner says which."""
    desks = admiralty()
    desks.ship("sheffield", "Scapa Flow", lost={"hull": 1, "speed": 1, "secondary": 1, "aa": 2}, marks=2)
    turn_page(desks)
    ways = desks.ways(ALLIED, "sheffield")
    assert ways[0] == "hull+speed", "the usual order is proposed"
    assert "aa+aa" in ways
    assert "hull+hull" not in ways
    desks.plot(ALLIED, sheffield="secondary+aa").idle_on()
    assert desks.boxes("sheffield").lost == {"hull": 1, "speed": 1, "aa": 1}
    assert desks.boxes("sheffield").marks == 0, "storm marks go beside it"
    assert lost(months(desks, 1), "sheffield") == [1]
    assert lost(months(desks, 1), "sheffield") == [0]


@pytest.mark.rule("AC-B.41-british", "AC-B.41-iceland", "AC-B.41-soviet", "AC-B.42-soviet-rate", "AC-B.42-not-sail")
def test_ships_are_repaired_in_ports_of_their_own_and_only_if_they_stay() -> None:
    desks = admiralty()
    hurt = {"hull": 1, "aa": 1, "torpedo": 1}
    for key, port in (("echo", "Scapa Flow"), ("fury", "Hvalfjordur"), ("icarus", "Seydisfjordur")):
        desks.ship(key, port, lost=dict(hurt))
    desks.ship("faulknor", "Murmansk", lost=dict(hurt))
    desks.ship("intrepid", "Scapa Flow", lost=dict(hurt), sailed=True)
    for key, port in (("gremyashchy", "Murmansk"), ("grozny", "Iokanga"), ("gromky", "Scapa Flow")):
        desks.ship(key, port, "soviet", lost=dict(hurt))
    desks.ship("sokrushitelny", "Archangelsk", "soviet", lost=dict(hurt), sailed=True)
    desks.ship("uritsky", "Matochkin Strait", "soviet", lost=dict(hurt))
    desks.ship("lt-1", "Scapa Flow", "merchant", line="uk:LT", lost={"hull": 1})
    months(desks, 1)
    assert lost(desks, "uritsky", "lt-1") == [3, 0], "an anchorage has no yard; Britain repairs transports too"
    assert lost(desks, "echo", "fury", "icarus", "faulknor", "intrepid") == [1, 1, 1, 3, 3]
    assert lost(desks, "gremyashchy", "grozny", "gromky", "sokrushitelny") == [2, 2, 3, 3]
    months(desks, 1)
    assert lost(desks, "intrepid", "sokrushitelny") == [1, 2], "a month later they have stayed"


@pytest.mark.rule("AC-B.41-us", "AC-B.42-us-roll", "AC-B.42-us-low", "AC-B.42-us-high")
@pytest.mark.parametrize(("dice", "back"), [((3, 3), "1942-09"), ((1, 1), "1942-05"), ((3, 4), ""), ((6, 6), "")])
def test_damaged_american_ships_go_home_for_a_time_or_for_good(dice: tuple[int, int], back: str) -> None:
    """G18: a 6 in March brings her back whole in September, a 7 never."""
    desks = admiralty("1942-02")
    port = "Scapa Flow" if dice == (3, 3) else "Hvalfjordur"
    desks.ship("tuscaloosa", port, "event", lost={"hull": 2})
    desks.ship("uss-washington", "Murmansk", "event", lost={"hull": 2})
    desks.ship("wichita", "Scapa Flow", "event", marks=1)
    for key, place, sailed in (("echo", port, False), ("fury", port, True), ("icarus", "Murmansk", False)):
        desks.ship(key, place, lost={"hull": 2, "aa": 1}, sailed=sailed)
    desks.ship("gremyashchy", "Murmansk", "soviet", lost={"hull": 2})
    desks.ship("lt-1", "Murmansk", "merchant", line="uk:LT", lost={"hull": 1})
    desks.ship("z23", GERMANY, lost={"hull": 2}, since=1)
    months(desks, 1, allied=dice)
    assert lost(desks, "echo", "fury", "icarus", "gremyashchy", "lt-1", "z23") == [1, 3, 3, 1, 0, 1], "others are"
    assert desks.dice_left() == {}, "one damaged ship has come so far"
    assert desks.vessel("tuscaloosa").at == (USA if back else GONE)
    assert lost(desks, "tuscaloosa", "uss-washington") == [2, 2], "no British yard repairs them"
    assert desks.rolls("AC-B.42-us-roll", Observer.AXIS) == []
    if back:
        away = desks.data.month(back) - desks.now.month
        months(desks, away - 1)
        assert "tuscaloosa" in desks.now.allied.vessels
        months(desks, 1)
        assert "tuscaloosa" not in desks.now.allied.vessels, "whole and in no service: she can be hired"
    else:
        months(desks, 8)
        assert desks.vessel("tuscaloosa").at == GONE


@pytest.mark.rule("AC-B.43-stay", "AC-B.43-west", "AC-B.43-full-month")
def test_a_damaged_transport_in_russia_is_whole_after_one_full_month() -> None:
    desks = admiralty()
    desks.ship("lt-1", "Murmansk", "merchant", line="uk:LT", lost={"hull": 1}, sailed=True, homeward=True)
    desks.ship("lt-2", "Murmansk", "merchant", line="uk:LT", sailed=True, homeward=True)

    def reasons() -> list[str]:
        vessels = [desks.vessel(key) for key in ("lt-1", "lt-2")]
        return [repairs.kept_in_port(desks.now, desks.data, ALLIED, vessel) for vessel in vessels]

    months(desks, 1)
    assert "damaged" in reasons()[0], "the month after her arrival she stays"
    assert reasons()[1] == ""
    assert lost(months(desks, 1), "lt-1") == [0]
    assert reasons() == ["", ""]


@pytest.mark.rule("AC-B.43-any-port", "AC-B.43-stay")
@pytest.mark.parametrize("port", ["Murmansk", "Iokanga", "Belusha", "Matochkin Strait"])
def test_a_damaged_transport_needs_no_yard_in_russia(port: str) -> None:
    """A Soviet destroyer does: nobody repairs her in an anchorage."""
    desks = admiralty()
    desks.ship("lt-1", port, "merchant", line="uk:LT", lost={"hull": 1}, since=1, homeward=True)
    desks.ship("gromky", port, "soviet", lost={"hull": 1}, since=1)
    assert lost(months(desks, 1), "lt-1", "gromky") == [0, port == "Matochkin Strait"]


@pytest.mark.rule("AC-B.43-score")
def test_what_a_damaged_transport_still_carries_scores_as_it_is_unloaded() -> None:
    theatre = Theatre()
    theatre.fleet("pq", "6619", "uk:LT*2", docked=True)
    theatre.ship("lt-1", lost={"hull": 1}, berth=2)
    theatre.ship("lt-2", berth=2)
    u = theatre.umpire()
    unload(u)
    assert [theatre.find(key).landed for key in ("lt-1", "lt-2")] == [1, 2]
    assert u.state.points[ALLIED] == 2 * 3


def test_a_ship_in_no_service_leaves_the_desk_once_nothing_is_left_to_repair() -> None:
    desks = admiralty()
    desks.ship("norfolk", "Scapa Flow", "hired", lost={"hull": 1})
    desks.ship("suffolk", "Scapa Flow", "hired", lost={"hull": 3}, sailed=True)
    desks.ship("jamaica", "Hvalfjordur", "hired", marks=2)
    months(desks, 1)
    assert "norfolk" not in desks.now.allied.vessels
    assert (desks.vessel("suffolk").service, desks.vessel("suffolk").at) == ("idle", "Scapa Flow")
    assert desks.boxes("jamaica").marks == 2, "she was not in a yard"
    months(desks, 1)
    assert lost(desks, "suffolk") == [1]
    assert "jamaica" not in desks.now.allied.vessels


# German yards


@pytest.mark.rule("AC-C.22-german-rate", "AC-C.2-minor-norway")
def test_german_ports_repair_a_box_of_any_kind_a_month() -> None:
    desks = admiralty()
    desks.ship("tirpitz", GERMANY, lost={"primary": 1, "hull": 1, "aa": 1}, since=1)
    desks.ship("z28", GERMANY, lost={"hull": 1, "aa": 1}, since=3)  # she came home only in March's Homebound Phase
    months(desks, 1)
    assert lost(desks, "tirpitz", "z28") == [2, 2]
    turn_page(desks)
    assert desks.ways(AXIS, "tirpitz") == ["primary", "aa"], "the hull came first"
    desks.plot(AXIS, tirpitz="aa").idle_on()
    assert desks.boxes("tirpitz").lost == {"primary": 1}
    assert lost(desks, "z28") == [1]


@pytest.mark.rule("AC-C.22-minor-rate", "AC-C.21-minor", "AC-C.21-major", "AC-C.21-speed-fuel", "AC-C.22-minor-where")
def test_trondheim_repairs_a_minor_box_in_two_months_and_no_other() -> None:
    """G32: of three AA and torpedo boxes one is repaired after two months, all after six; a hull box never."""
    desks = admiralty("1942-01")
    desks.ship("z28", "Trondheim", lost={"aa": 2, "torpedo": 1})
    desks.ship("koeln", "Trondheim", lost={"hull": 1, "speed": 1, "secondary": 1, "tertiary": 1})
    desks.ship("scharnhorst", "Narvik", lost={"primary": 1, "aa": 1})
    for key in ("z28", "koeln"):
        desks.vessel(key).yard = True
    found = []
    for _ in range(6):
        months(desks, 1, "z28", "koeln")
        found.append(lost(desks, "z28", "koeln", "scharnhorst"))
    assert found == [[3, 4, 2], [2, 3, 2], [2, 3, 2], [1, 3, 2], [1, 3, 2], [0, 3, 2]]
    assert desks.boxes("koeln").lost == {"hull": 1, "speed": 1, "secondary": 1}
    assert not desks.vessel("koeln").yard, "there is nothing more to do for her"


@pytest.mark.rule("AC-C.22-three", "AC-C.22-three-storm")
def test_there_are_three_places_at_trondheim_for_all_repairs() -> None:
    desks = admiralty()
    for key, port in (("z23", "Trondheim"), ("z24", "Narvik"), ("z25", "Altafjord")):
        desks.ship(key, port, lost={"aa": 1}, sailed=True)
    desks.ship("z26", "Trondheim", marks=1, sailed=True)
    desks.ship("z27", "Trondheim", lost={"hull": 1})
    desks.ship("z28", GERMANY, lost={"aa": 2}, since=1)
    turn_page(desks)
    options = desks.asked(AXIS).options
    assert isinstance(options, Subset)
    assert (options.items, options.most) == (("z23", "z24", "z25", "z26"), 3)
    desks.act(AXIS, Choose(("z24", "z25", "z26"))).idle_on()
    assert [desks.vessel(key).at for key in ("z23", "z24", "z25", "z26")] == ["Trondheim"] * 4, "who has a place comes"
    assert [desks.vessel(key).yard for key in ("z23", "z24", "z25", "z26")] == [False, True, True, True]
    months(desks, 1, "z24", "z25")
    assert desks.boxes("z26").marks == 0
    months(desks, 1)
    assert lost(desks, "z23", "z24", "z25") == [1, 0, 0]


@pytest.mark.rule("AC-C.22-storm-any", "AC-C.22-storm-minor-port", "AC-C.22-storm-one")
def test_storm_marks_take_a_month_in_a_great_port_and_two_on_end_in_a_small_one() -> None:
    """R55: who leaves begins again; Trondheim without a place, and Petsamo, do not help."""
    desks = admiralty()
    ports = {
        "z23": GERMANY,
        "z24": "Trondheim",
        "z25": "Narvik",
        "z26": "Altafjord",
        "z27": "Trondheim",
        "z28": "Petsamo",
    }
    for key, port in ports.items():
        desks.ship(key, port, marks=2, since=1)
    desks.ship("dithmarschen", "7811", marks=2, since=1)  # at her secret base there is no yard
    desks.vessel("z24").yard = True
    months(desks, 1)
    assert [desks.boxes(key).marks for key in ports] == [0, 0, 2, 2, 2, 2]
    desks.now.axis.vessels["z26"].at = "Narvik"  # she changes her port between the two months
    months(desks, 1)
    assert [desks.boxes(key).marks for key in ports] == [0, 0, 0, 2, 2, 2]
    desks.now.axis.vessels["z26"].sailed = True
    months(desks, 2)
    assert [desks.boxes(key).marks for key in ports] == [0, 0, 0, 2, 2, 2]
    months(desks, 1)
    assert [desks.boxes(key).marks for key in ("z26", "dithmarschen")] == [0, 2]


@pytest.mark.rule("AC-C.22-delay", "AC-C.22-delay-when")
def test_slow_yards_are_an_option() -> None:
    """One die as repair begins in Germany or at Trondheim; the months pass before the first box is repaired."""
    desks = admiralty()
    desks.ship("z28", GERMANY, lost={"hull": 1}, since=1)
    assert lost(months(desks, 1), "z28") == [0]

    desks = admiralty(repair_delay=True)
    desks.ship("z28", GERMANY, lost={"hull": 1}, since=3)
    desks.ship("z29", GERMANY, marks=1, since=1)
    desks.ship("z23", "Trondheim", lost={"aa": 1})
    months(desks, 1, "z23", axis=[2, 1])
    assert [(roll.subject, roll.total) for roll in desks.rolls("AC-C.22-delay", Observer.AXIS)] == [
        ("z28", 2),
        ("z23", 1),
    ]
    found = []
    for _ in range(3):
        months(desks, 1, "z23")
        assert not desks.rolls("AC-C.22-delay"), "it falls once"
        found.append(lost(desks, "z28", "z23"))
    assert found == [[1, 1], [1, 1], [0, 0]]


@pytest.mark.rule("AC-C.23-light")
def test_a_roll_of_fourteen_is_a_light_failure() -> None:
    machinery = admiralty().data.sea.tables.machinery
    assert (machinery.light_from, machinery.light_to) == (14, 16)
    assert "DD" in machinery.light_types


@pytest.mark.rule("AC-C.23-dd-months", "AC-C.23-other-months", "AC-C.23-when", "AC-C.23-return")
def test_machinery_keeps_a_destroyer_for_a_die_of_months_and_others_for_one() -> None:
    """The die falls as she arrives, in the Homebound Phase of the month; then come so many whole months."""
    desks = admiralty("1942-03")
    desks.state.axis.stock = 20 * 72
    for key in ("z23", "koeln"):
        desks.ship(key, "Trondheim", overhaul=True)
    vessels = [desks.vessel(key) for key in ("z23", "koeln")]
    assert all("overhauled" in repairs.kept_in_port(desks.now, desks.data, AXIS, vessel) for vessel in vessels)
    assert repairs.must_go_home(desks.now, desks.data) == ["z23", "koeln"]
    desks.begin(Homebound(), NextPassage(home=True), Account(), axis=[4])
    desks.act(ALLIED, "proceed").act(AXIS, "proceed").plot(AXIS, z23="A", koeln="A")
    desks.act(ALLIED, "consent no")
    assert desks.dice_left() == {}
    assert [desks.vessel(key).at for key in ("z23", "koeln")] == [GERMANY, GERMANY]
    ready = {"z23": "1942-08", "koeln": "1942-05"}
    assert {key: desks.data.date(desks.vessel(key).ready) for key in ready} == ready
    for month in range(4, 9):
        desks.now.month = month
        for key, date in ready.items():
            free = repairs.is_combat_ready(desks.now, desks.data, desks.vessel(key))
            assert free is (month >= desks.data.month(date))


@pytest.mark.rule("AC-C.4-ground-stay", "AC-C.4-ground-norepair")
def test_a_grounded_ship_is_held_until_the_month_is_over_and_is_not_damaged() -> None:
    desks = admiralty()
    desks.ship("z23", "Narvik", aground=True)
    assert "aground" in repairs.kept_in_port(desks.now, desks.data, AXIS, desks.vessel("z23"))
    assert is_whole(desks.boxes("z23"))
    months(desks, 1)
    assert repairs.kept_in_port(desks.now, desks.data, AXIS, desks.vessel("z23")) == ""


# Carriers


@pytest.mark.rule("AC-B.15-carrier-replace")
def test_allied_carriers_are_refilled_and_may_change_to_types_of_the_day() -> None:
    desks = admiralty("1942-01")
    desks.ship("victorious", "Scapa Flow")
    desks.now.allied.decks = {"victorious": {"fulmar": 1}}
    turn_page(desks)
    assert isinstance(desks.asked(ALLIED).options, Pick), "there is one group only in February 1942"
    desks.idle_on()
    assert desks.now.allied.decks == {"victorious": {"fulmar": 4, "albacore": 8}}
    desks.now.month = 7
    turn_page(desks)
    assert desks.ways(ALLIED, "victorious") == ["fulmar:4+albacore:8", "martlet:6+albacore:6"]
    desks.plot(ALLIED, victorious="martlet:6+albacore:6").idle_on()
    assert deck_of(desks.now, desks.data, ALLIED, desks.boxes("victorious")) == {"martlet": 6, "albacore": 6}
    turn_page(desks)
    assert desks.ways(ALLIED, "victorious")[0] == "martlet:6+albacore:6", "she keeps it unless it is changed"


@pytest.mark.rule("AC-C.13-carrier-replace", "AC-C.123-gz-air", "AC-C.123-gz-free")
def test_the_graf_zeppelin_carries_seven_units_of_her_owners_choice() -> None:
    desks = admiralty()
    groups = complements(desks.data, "de:CV01", "1942-07")
    assert groups[:2] == ({"me-109t": 4, "ju-87c": 10}, {"me-109t": 8, "ju-87c": 6})
    assert {sum(group.values()) for group in groups} == {14}
    assert {"me-109t": 4, "ju-87c": 6, "fi-167": 4} in groups
    assert len({deck_name(group) for group in groups}) == len(groups) == 36
    desks.ship("graf-zeppelin", "Trondheim")
    desks.now.axis.decks = {"graf-zeppelin": {"me-109t": 1}}  # what the last month left of her group
    turn_page(desks).plot(AXIS, {"graf-zeppelin": "me-109t:8+ju-87c:6"}).idle_on()
    assert desks.now.axis.decks == {"graf-zeppelin": {"me-109t": 8, "ju-87c": 6}}


def test_both_sides_have_a_page_even_with_nothing_to_repair() -> None:
    desks = turn_page(admiralty())
    assert [desks.offered(side) for side in (ALLIED, AXIS)] == [["proceed"], ["proceed"]]
