"""German events and optional warships (C.4, C.123)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from barents.games.arctic_campaign.axis import events as axis_events
from barents.games.arctic_campaign.rules import boats
from barents.games.arctic_campaign.rules.convoy_phase import allot_aircraft, convoy_phase, open_operation
from barents.games.arctic_campaign.rules.gathering import gathering
from barents.games.arctic_campaign.rules.repairs import is_combat_ready
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import GERMANY, ConvoyPhase, EventChoices, Events, Gathering, Options, Sailings
from barents.games.operations import GAME as SEA
from barents.games.operations.battle.damage import sink
from barents.games.operations.fleets.movement import speed_limit
from barents.games.operations.rules.units import ships_of
from barents.games.operations.state import Movement
from barents.games.operations.state import State as Operation
from barents.kernel.decisions import Pick
from barents.kernel.game import Step
from barents.kernel.sides import Observer

from ..operations.theatre import Theatre
from .admiralty import AXIS, Admiralty

BOX = 72
TWO_DICE = {total: (min(6, total - 1), total - min(6, total - 1)) for total in range(2, 13)}


class Begins(Step, frozen=True):
    """The beginning of a month, as far as German events go."""


def admiralty(date: str = "1942-03", **options: Any) -> Admiralty:
    """Two desks in a month."""
    return Admiralty(date, options=Options(**options), steps={Begins: lambda u, _: axis_events.new_month(u)})


def events(desks: Admiralty, roll: int, *more: int, supply: Sequence[int] = ()) -> Admiralty:
    """The month's event, with the dice that follow; those of the supply come before those of fuel events."""
    desks.state = desks.now
    dice = supply or [1] * 5
    fuel = roll in (3, 11)
    faces = [*TWO_DICE[roll], *(() if fuel else more), *dice, *(more if fuel else ())]
    return desks.begin(Events(), EventChoices(), axis=faces, allied=[1, 4])


def chosen(desks: Admiralty, **answers: str) -> Admiralty:
    """The German side has made its choices, the Allies none."""
    desks.plot(AXIS, {key.replace("_", "-"): value for key, value in answers.items()})
    return desks.idle_on()


def at_sea(desks: Admiralty, **dice: Sequence[int]) -> tuple[Umpire, Operation]:
    """The month's operation, opened."""
    u = desks.umpire(**dice)
    open_operation(u)
    assert u.state.operation is not None
    return u, u.state.operation


# The roll


@pytest.mark.rule("AC-C.4-roll", "AC-A.21-events")
def test_each_side_rolls_once_for_itself() -> None:
    desks = events(admiralty(), 5)
    assert (desks.now.allied.event, desks.now.axis.event) == (5, 5)
    assert [roll.faces for roll in desks.rolls("AC-C.4-roll", Observer.AXIS)] == [(4, 1)]
    for rule, observer in (("AC-C.4-roll", Observer.ALLIED), ("AC-B.5-roll", Observer.AXIS)):
        assert desks.rolls(rule, observer) == []
        assert desks.told(rule, observer) == []
    assert desks.rolls("AC-B.5-roll", Observer.ALLIED)
    assert [line.about["event"] for line in desks.now.axis.diary if "event" in line.about] == ["Danger of grounding"]


@pytest.mark.rule("AC-C.4-3", "AC-C.4-11", "AC-C.4-3-floor", "AC-A.21-fuel-timing", "AC-A.21-fuel-roll")
def test_fuel_is_lost_or_gained_after_the_supply() -> None:
    """G34: a stock of 4 and a die of 6 leave nothing; here the supply has come before."""
    desks = admiralty()
    desks.state.axis.stock = 2 * BOX
    events(desks, 3, 4, supply=[1, 1, 1, 1, 1])
    assert desks.now.axis.stock == 3 * BOX
    assert [line.parts for line in desks.now.axis.oil] == [5 * BOX, -4 * BOX]
    desks = events(admiralty(), 11, 6, supply=[6, 6, 6, 6, 6])
    assert desks.now.axis.stock == 36 * BOX
    assert len(desks.rolls("AC-C.31-cumulative")) == 1

    desks = admiralty()
    desks.state.axis.stock, desks.state.axis.event = 4 * BOX, 3
    axis_events.after_supply(desks.umpire(axis=[6]))
    assert desks.now.axis.stock == 0
    assert desks.now.axis.oil[-1].parts == -4 * BOX, "the record says what was really lost"


@pytest.mark.rule("AC-C.4-4")
def test_more_boats_for_the_month() -> None:
    desks = events(admiralty(), 4, 5).idle_on()
    assert desks.now.axis.extra_boats == 5
    u, operation = at_sea(desks, axis=[2])
    boats.roll_german(u)
    assert Counter(boat.type for boat in operation.desks[AXIS].boats.values()) == {"de:VII": 7}


@pytest.mark.rule("AC-C.4-7", "AC-C.4-bombers-type")
def test_more_bombers_are_of_a_type_that_the_month_has() -> None:
    desks = events(admiralty("1942-03"), 7, 4)
    assert desks.ways(AXIS, "bombers") == ["ju-88"], "there are no torpedo bombers in March 1942"
    desks = events(admiralty("1942-05"), 7, 4)
    assert desks.ways(AXIS, "bombers") == ["ju-88", "he-111"]
    assert desks.asked(AXIS).rule == "AC-C.4-7"
    assert events(admiralty(), 5).asked(AXIS).rule == "AC-C.4-roll"
    chosen(desks, bombers="he-111")
    u, operation = at_sea(desks, axis=[1] * 20)
    allot_aircraft(u)
    assert Counter(step.type for step in operation.desks[AXIS].air.values())["he-111"] == 1 + 4


@pytest.mark.rule("AC-C.4-10", "AC-C.4-recon-type")
def test_three_steps_of_reconnaissance_in_any_mix() -> None:
    desks = events(admiralty("1942-05"), 10)
    assert desks.slots(AXIS) == ["recon-1", "recon-2", "recon-3"]
    assert desks.ways(AXIS, "recon-2") == ["bv-138", "fw-200"]
    chosen(desks, recon_1="fw-200", recon_2="bv-138", recon_3="fw-200")
    u, operation = at_sea(desks, axis=[1] * 20)
    allot_aircraft(u)
    steps = Counter(step.type for step in operation.desks[AXIS].air.values())
    assert (steps["fw-200"], steps["bv-138"]) == (2 + 2, 1 + 1)


# Grounding


@pytest.mark.rule("AC-C.4-5", "AC-C.4-9", "AC-C.4-ground-none")
@pytest.mark.parametrize("roll", [5, 9])
def test_a_danger_of_grounding_holds_for_the_month(roll: int) -> None:
    desks = events(admiralty(), roll).idle_on()
    assert at_sea(desks)[1].grounding
    desks.now.operation = None
    desks.state = desks.now
    desks.begin(Begins())
    assert not at_sea(events(desks, 4, 1).idle_on())[1].grounding


@pytest.mark.rule("AC-C.4-5", "AC-C.4-ground-when", "AC-C.4-ground-trondheim", "AC-C.4-ground-classes")
def test_who_runs_aground() -> None:
    """G36: of Scheer and two destroyers that leave Narvik the draw takes the second; at Trondheim it takes nobody."""
    ships = ("admiral-scheer", "z24", "z25")

    def leave(zone: str, goal: str, *ships: str) -> Theatre:
        theatre = Theatre()
        theatre.state.grounding = True
        theatre.fleet("group", zone, *ships, docked=True, plot=[goal])
        for key in ships:
            theatre.ship(key, berth=4)
        return theatre.begin(Movement(1), Movement(2), Movement(3), axis=[2])

    narvik = leave("5519", "5518", *ships)
    assert [narvik.find(key).aground for key in ships] == [False, True, False]
    assert [narvik.at(narvik.find(key).fleet).docked for key in ships] == [False, True, False]
    assert [narvik.find(key).berth for key in ships] == [0, 4, 0], "who sails has no berth any more"
    assert not narvik.now.grounding, "once"
    trondheim = leave("4827", "4726", *ships)
    assert not any(trondheim.find(key).aground for key in ships)
    assert trondheim.now.grounding, "the event is still to come"
    small = leave("5519", "5518", "greif", "bremse", "m-31", "thetis")
    assert small.now.grounding, "small ships never do"


@pytest.mark.rule("AC-C.4-ground-stay", "AC-C.4-ground-classes")
def test_nobody_leaves_port_with_a_ship_that_is_aground() -> None:
    theatre = Theatre()
    theatre.fleet("group", "5519", "z24", "z25", docked=True, plot=["5518"])
    theatre.ship("z24", aground=True)
    theatre.begin(Movement(1), Movement(2), Movement(3))
    assert theatre.at("group").docked
    for danger in (False, True):
        alone = Theatre()
        alone.state.grounding = danger
        alone.fleet("group", "5519", "z25", docked=True, plot=["5518"])
        alone.begin(Movement(1), Movement(2), Movement(3))
        assert (alone.at("group").docked, alone.find("z25").aground) == (danger, danger)


# Coastal convoys


@pytest.mark.rule("AC-C.4-6", "AC-C.4-8", "AC-C.4-coastal-free", "AC-C.4-coastal-vp", "AC-C.4-coastal-none")
@pytest.mark.parametrize(("roll", "start", "goal"), [(6, "4827", "5519"), (8, "5519", "4827")])
def test_a_coastal_convoy(roll: int, start: str, goal: str) -> None:
    desks = events(admiralty(convoy_phase="played"), roll, 2, 4)
    assert len(desks.ways(AXIS, "sailing")) == 100
    chosen(desks, sailing="37")
    u, operation = at_sea(desks)
    convoy_phase(u, ConvoyPhase())
    inner = operation.desks[AXIS]
    fleet = inner.fleets["coastal"]
    assert (fleet.at, fleet.plan, fleet.sails, fleet.docked) == (start, [goal], 37, True)
    ships = ships_of(inner, "coastal")
    assert Counter(u.data.sea.types[ship.line].type for ship in ships) == {"MS": 2, "ST": 4}
    assert speed_limit(operation, u.data.sea, AXIS, fleet) == 1
    assert not any(ship.key in u.state.axis.vessels for ship in ships), "they are of the event alone"

    first = next(ship for ship in ships if ship.line == "de:ST-g")
    sink(u.inside(SEA, u.data.sea, operation), AXIS, first)
    fleet.at, fleet.docked = goal, True
    gathering(u, Gathering())
    assert [charge.points for charge in u.state.axis.losses] == [5]
    assert u.state.axis.bill == [], "what it carries is worth nothing"
    assert not any(key.startswith("coastal") for key in u.state.axis.ships)


# Optional warships


@pytest.mark.rule("AC-C.4-2", "AC-C.4-12", "AC-C.123-where")
@pytest.mark.parametrize("roll", [2, 12])
def test_an_optional_warship_appears_in_germany_and_may_sail_at_once(roll: int) -> None:
    desks = events(admiralty(), roll, 2).idle_on()
    assert desks.vessel("leipzig").at == GERMANY
    assert is_combat_ready(desks.now, desks.data, desks.vessel("leipzig"))
    desks.state = desks.now
    assert "leipzig" in desks.begin(Sailings()).slots(AXIS)


@pytest.mark.rule("AC-C.123-gneisenau-delay", "AC-C.123-gneisenau-september", "AC-C.123-reroll")
def test_gneisenau_is_delayed_before_september_1942() -> None:
    """G26: in March a 3 and a delay of 4 make it July; once she is in play a 3 is thrown again."""
    desks = events(admiralty("1942-03"), 12, 3, 4)
    assert desks.data.date(desks.vessel("gneisenau").ready) == "1942-07"
    assert not is_combat_ready(desks.now, desks.data, desks.vessel("gneisenau"))
    desks.now.month += 1
    events(desks.idle_on(), 12, 3, 6)
    assert [roll.total for roll in desks.rolls("AC-C.123-roll")] == [3, 6]
    assert set(desks.now.axis.optional) == {"gneisenau", "graf-zeppelin"}
    assert not desks.rolls("AC-C.123-gneisenau-delay")

    late = events(admiralty("1942-09"), 2, 4)
    assert late.vessel("gneisenau").ready == late.now.month


@pytest.mark.rule("AC-C.123-stop", "AC-C.123-reroll")
def test_there_are_three_and_no_more_even_if_one_is_lost() -> None:
    desks = admiralty("1943-01")
    for roll, die in ((2, 1), (12, 3), (2, 5)):
        events(desks, roll, die, supply=[1] * 4).idle_on()
    assert desks.now.axis.optional == ["leipzig", "gneisenau", "graf-zeppelin"]
    desks.now.axis.vessels["leipzig"].at = "sunk"
    events(desks, 12, supply=[1] * 4)
    assert desks.rolls("AC-C.123-roll") == []
    assert [vessel.at for vessel in desks.now.axis.vessels.values()] == ["sunk", GERMANY, GERMANY]


@pytest.mark.rule("AC-0-bismarck-ships")
def test_optional_warships_are_an_option_that_is_on() -> None:
    assert Options().optional_axis_ships
    desks = events(admiralty(optional_axis_ships=False), 12, 1)
    assert desks.now.axis.vessels == {}
    assert desks.rolls("AC-C.123-roll") == []


@pytest.mark.rule("AC-C.123-gz-air")
def test_a_new_carrier_gets_an_air_group_at_once() -> None:
    desks = events(admiralty("1943-01"), 2, 5, supply=[1] * 4)
    ways = desks.ways(AXIS, "graf-zeppelin")
    assert ways[:2] == ["me-109t:4+ju-87c:10", "me-109t:8+ju-87c:6"]
    chosen(desks, graf_zeppelin=ways[1])
    assert desks.now.axis.decks == {"graf-zeppelin": {"me-109t": 8, "ju-87c": 6}}


@pytest.mark.rule("AC-C.123-gz-air")
def test_a_carrier_that_was_sunk_is_given_none() -> None:
    desks = events(admiralty("1943-01"), 2, 5, supply=[1] * 4)
    chosen(desks, graf_zeppelin=desks.ways(AXIS, "graf-zeppelin")[0])
    desks.now.axis.vessels["graf-zeppelin"].at = "sunk"
    desks.now.axis.decks.clear()
    events(desks, 7, supply=[1] * 4)
    assert desks.slots(AXIS) == ["bombers"]


@pytest.mark.rule("AC-C.123-training", "AC-C.123-training-scope")
def test_training_is_an_option_for_ships_that_become_ready() -> None:
    """A die as a ship of C.121 to C.123 would first be ready; no other ship trains, and none twice."""

    def begin(desks: Admiralty, *faces: int) -> list[tuple[str, int | None]]:
        desks.state = desks.now
        desks.begin(Begins(), axis=faces)
        return [(roll.subject, roll.total) for roll in desks.rolls("AC-C.123-training", Observer.AXIS)]

    desks = admiralty("1942-06", axis_training=True)
    for key, ready in (("tirpitz", 6), ("z31", 7), ("greif", 1), ("z23", 1)):
        desks.ship(key, GERMANY, ready=ready)
    assert begin(desks, 3) == [("tirpitz", 3)]
    assert desks.data.date(desks.vessel("tirpitz").ready) == "1942-09"
    desks.now.month = 7
    assert begin(desks, 2) == [("z31", 2)]
    desks.now.month = 9
    assert begin(desks) == []
    assert is_combat_ready(desks.now, desks.data, desks.vessel("tirpitz"))

    optional = events(admiralty("1943-01", axis_training=True), 2, 1, 4, supply=[1] * 4)
    assert optional.data.date(optional.vessel("leipzig").ready) == "1943-05"
    plain = admiralty("1942-06")
    plain.ship("tirpitz", GERMANY, ready=6)
    assert begin(plain) == []


def test_last_months_event_is_over_and_there_is_always_a_page() -> None:
    desks = events(admiralty(), 6, 2, 4)
    chosen(desks, sailing="9")
    desks.state = desks.now
    desks.begin(Begins())
    axis = desks.now.axis
    assert (axis.event, axis.coastal, axis.coastal_sweepers, axis.coastal_transports, axis.coastal_sails) == (
        0,
        "",
        0,
        0,
        0,
    )
    quiet = events(admiralty(), 5)
    assert isinstance(quiet.asked(AXIS).options, Pick)
