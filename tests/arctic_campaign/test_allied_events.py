"""Allied events (B.5, 4.3): what the month's secret roll brings, takes and costs."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.allied import core, hire, western
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied.plans import _choose_cruiser  # the page that asks for the mission
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.boats import roll as roll_boats
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
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
    Plans,
    Points,
)
from barents.games.operations import GAME as SEA
from barents.games.operations.battle.damage import sink
from barents.games.operations.fleets.missions import missions_of
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Assign, Refused
from barents.kernel.dice import Dice
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty

SCAPA, MURMANSK, HVALFJORDUR = "Scapa Flow", "Murmansk", "Hvalfjordur"
BATTLESHIPS = ("king-george-v", "duke-of-york")
ROLLS = {
    2: (1, 1),
    3: (1, 2),
    4: (1, 3),
    5: (2, 3),
    6: (3, 3),
    7: (3, 4),
    8: (4, 4),
    9: (4, 5),
    10: (5, 5),
    11: (5, 6),
    12: (6, 6),
}


def _roll(u: Umpire, _step: Events) -> None:
    allied_events.roll(u)


def _choose(u: Umpire, _step: EventChoices) -> kernel.Rule[None]:
    allied_events.settle(u, (yield from allied_events.choices(u)))


def _month(u: Umpire, _step: FirstDice) -> None:
    core.new_month(u)
    hire.new_month(u)


def _boats(u: Umpire, _step: MonthDice) -> None:
    open_operation(u)
    roll_boats(u)


def _cruiser(u: Umpire, _step: Plans) -> kernel.Rule[None]:
    u.state.allied.carrier_of_mission = yield from _choose_cruiser(u)


STEPS: dict[type[Step], Procedure] = {
    Events: _roll,
    EventChoices: _choose,
    FirstDice: _month,
    MonthDice: _boats,
    Plans: _cruiser,
}


def event(roll: int, date: str = "1942-05", *more: int, ships: tuple[str, ...] = BATTLESHIPS) -> Admiralty:
    """The dice have fallen, and the Allies are asked what they make of it."""
    admiralty = Admiralty(date, steps=STEPS)
    for key in ships:
        admiralty.ship(key, SCAPA, "core")
    return admiralty.begin(Events(), EventChoices(), allied=[*ROLLS[roll], *more])


def accept_all(admiralty: Admiralty) -> Admiralty:
    """Whatever is offered is taken, the first of each."""
    options = admiralty.asked(ALLIED).options
    assert isinstance(options, Assign)
    taken: dict[str, str] = {}
    for slot, domain in options.slots.items():
        taken[slot] = next(key for key in domain if key not in taken.values())
    return admiralty.plot(ALLIED, taken)


def joined(admiralty: Admiralty) -> list[str]:
    """The ships of the event."""
    return [key for key, vessel in admiralty.now.allied.vessels.items() if vessel.service == "event"]


def points(admiralty: Admiralty) -> list[tuple[object, int]]:
    """The month's account."""
    return [(line.side, line.points) for line in admiralty.now.allied.bill if line.points]


@pytest.mark.rule("AC-B.5-roll")
def test_the_event_is_one_secret_roll() -> None:
    admiralty = event(2)
    assert [roll.total for roll in admiralty.rolls("AC-B.5-roll")] == [2]
    assert not admiralty.rolls("AC-B.5-roll", Observer.AXIS)
    assert not admiralty.words(Observer.AXIS)


# Task forces


@pytest.mark.rule("AC-B.5-2", "AC-B.5-3", "AC-B.5-12", "AC-B.5-us-base")
@pytest.mark.parametrize(
    ("roll", "ships", "cost"),
    [
        (2, ["uss-washington", "wichita", "wainwright", "rowan", "mayrant", "rhind", "lang", "sterett"], 0),
        (3, ["uss-washington", "wichita", "wainwright", "rowan", "mayrant"], 30),
        (12, ["wasp", "uss-washington", "wichita", "wainwright", "rowan", "mayrant", "rhind", "lang", "sterett"], 0),
    ],
)
def test_a_task_force_of_the_us_navy(roll: int, ships: list[str], cost: int) -> None:
    admiralty = accept_all(event(roll))
    assert joined(admiralty) == ships
    assert {admiralty.vessel(key).at for key in ships} == {SCAPA}
    assert admiralty.data.tables.allied_events.us_ports == (SCAPA, HVALFJORDUR)
    assert points(admiralty) == ([(AXIS, cost)] if cost else [])


@pytest.mark.rule("AC-B.5-us-base")
@pytest.mark.parametrize(
    ("date", "carrier", "battleship"),
    [
        ("1942-06", "wasp", "uss-washington"),
        ("1942-07", "ranger", "uss-washington"),
        ("1942-08", "ranger", "new-york"),
        ("1943-01", "ranger", "south-dakota"),
    ],
)
def test_which_american_ships_come_is_a_matter_of_the_date(date: str, carrier: str, battleship: str) -> None:
    """6.2; and a ship lost scores in full, as any other."""
    assert joined(accept_all(event(12, date)))[:2] == [carrier, battleship]


@pytest.mark.rule("AC-B.5-decline", "AC-B.5-half-round")
def test_the_allies_take_as_much_as_they_like() -> None:
    admiralty = event(3).plot(ALLIED, {"CA-1": "wichita"})
    assert joined(admiralty) == ["wichita"]
    assert points(admiralty) == [(AXIS, 8)], "half of 15, rounded up"
    assert joined(event(2).plot(ALLIED)) == []


# British ships


@pytest.mark.rule("AC-B.5-6", "AC-B.5-10", "AC-B.5-half-round")
def test_convoy_cover_and_a_battleship_at_half_of_their_rent() -> None:
    cover = {"CL-1": "edinburgh", "DD-1": "somali", "DD-2": "matabele", "DD-3": "tartar", "DD-4": "martin"}
    admiralty = event(6)
    with pytest.raises(Refused, match="no more than 1 may go to somali"):
        admiralty.plot(ALLIED, {**cover, "DD-4": "somali"})
    admiralty.plot(ALLIED, cover)
    assert joined(admiralty) == list(cover.values())
    assert points(admiralty) == [(AXIS, 15)]
    battleship = event(10)
    assert battleship.slots(ALLIED) == ["BB-1"]
    assert {"rodney", "renown"} <= set(battleship.ways(ALLIED, "BB-1"))
    assert "uss-washington" not in battleship.ways(ALLIED, "BB-1")
    assert points(battleship.plot(ALLIED, {"BB-1": "rodney"})) == [(AXIS, 15)]


@pytest.mark.rule("AC-B.5-8", "AC-B.5-8-1942", "AC-B.5-half-round")
def test_a_hunter_group_from_1943_on() -> None:
    """G21: three destroyers and a carrier (15 + 20) / 2 = 17.5, so 18; with four escorts 12; nothing in 1942."""
    group = event(8, "1943-01").plot(ALLIED, {"DD-1": "somali", "DD-2": "tartar", "DD-3": "milne", "CVE-1": "activity"})
    assert points(group) == [(AXIS, 18)]
    small = {"DD-1": "poppy", "DD-2": "lotus", "DD-3": "ledbury", "DD-4": "ayrshire", "CVE-1": "activity"}
    assert points(event(8, "1943-01").plot(ALLIED, small)) == [(AXIS, 12)]
    assert event(8, "1942-12").is_over


@pytest.mark.rule("AC-B.5-6-mission", "AC-B.5-8-mission", "AC-0-base-rules")
@pytest.mark.parametrize(("roll", "slot", "bound"), [(6, "DD-1", True), (8, "DD-1", True), (10, "BB-1", False)])
def test_ships_for_the_convoys_neither_raid_nor_bombard(roll: int, slot: str, bound: bool) -> None:
    """R76, R77: the engine would let any warship raid; the campaign's rule is above it. A battleship is free."""
    admiralty = event(roll, "1943-05").plot(ALLIED, {slot: "renown" if slot == "BB-1" else "somali"})
    admiralty.state = admiralty.now
    admiralty.begin(MonthDice(), Plans(), ConvoyPhase(), allied=[1, 1, 1, 1], axis=[1] * 6)
    operation = operation_of(admiralty.now)
    fleet = next(iter(operation.desks[ALLIED].fleets.values()))
    tasks = {order.mission for order in missions_of(operation, admiralty.data.sea, ALLIED, fleet)}
    assert {"cover", "return"} <= tasks
    assert ("raid" in tasks) is not bound


# A battleship withdrawn


@pytest.mark.rule("AC-B.5-4", "AC-B.5-9")
@pytest.mark.parametrize(("roll", "months"), [(4, 1), (9, 2)])
def test_a_battleship_leaves_the_core_for_a_month_or_two(roll: int, months: int) -> None:
    admiralty = event(roll).act(ALLIED, Choose(("duke-of-york",)))
    now = admiralty.now.month
    vessel = admiralty.vessel("duke-of-york")
    assert (vessel.service, vessel.ready) == ("core", now + months)
    assert admiralty.vessel("king-george-v").ready <= now


@pytest.mark.rule("AC-B.5-4")
def test_a_battleship_withdrawn_from_russia_comes_back_to_scapa_flow() -> None:
    admiralty = Admiralty(steps=STEPS)
    admiralty.ship("duke-of-york", MURMANSK, "core", due=True)
    vessel = admiralty.begin(Events(), EventChoices(), allied=ROLLS[4]).vessel("duke-of-york")
    assert (vessel.at, vessel.due, vessel.ready) == (SCAPA, False, 2)


@pytest.mark.rule("AC-B.5-bb-choice")
def test_which_battleship_goes() -> None:
    admiralty = event(4, ships=())
    assert admiralty.is_over, "without any there is no effect"
    for hurt, asked in (({"duke-of-york"}, None), (set(BATTLESHIPS), set(BATTLESHIPS))):
        admiralty = Admiralty(steps=STEPS)
        for key in BATTLESHIPS:
            admiralty.ship(key, SCAPA, "core", lost={"hull": 1} if key in hurt else {})
        admiralty.ship("renown", SCAPA, "hired")
        admiralty.begin(Events(), EventChoices(), allied=ROLLS[4])
        if asked is None:
            assert admiralty.is_over
            assert admiralty.vessel("king-george-v").ready == 2, "the only undamaged one"
        else:
            assert {words.removeprefix("choose ") for words in admiralty.offered(ALLIED)} == asked


@pytest.mark.rule("AC-B.5-9-stack")
def test_another_event_takes_another_battleship() -> None:
    """R79."""
    admiralty = event(9).act(ALLIED, Choose(("duke-of-york",)))
    for is_asked, gone in ((False, ["duke-of-york", "king-george-v"]), (True, ["king-george-v"])):
        admiralty.state = admiralty.now
        admiralty.state.month += 1
        admiralty.begin(FirstDice(), Events(), EventChoices(), allied=ROLLS[4])
        assert admiralty.is_over is not is_asked, "in the second month only one is left"
        if is_asked:
            admiralty.act(ALLIED, Choose(("king-george-v",)))
        month = admiralty.now.month
        assert sorted(key for key in BATTLESHIPS if admiralty.vessel(key).ready > month) == gone


# Dice for more


@pytest.mark.rule("AC-B.5-5")
@pytest.mark.parametrize(("roll", "british"), [(5, 2), (7, 1)])
def test_a_second_die_for_british_submarines(roll: int, british: int) -> None:
    """All dice of the Allies show a one: a boat for each die, and one Soviet boat."""
    admiralty = event(roll, "1942-05", *([1, 1, 1] if roll == 7 else []))
    admiralty.state = admiralty.now
    admiralty.begin(MonthDice(), allied=[1] * 6, axis=[1] * 4)
    boats = operation_of(admiralty.now).desks[ALLIED].boats.values()
    nations = [admiralty.data.sea.boat_classes[boat.type].nation for boat in boats]
    assert (nations.count("uk"), nations.count("su")) == (british, 1)


@pytest.mark.rule("AC-B.5-7", "AC-B.5-early-where")
def test_an_early_start_is_three_dice_of_turns() -> None:
    admiralty = event(7, "1942-05", 2, 3, 4)
    assert admiralty.is_over
    assert admiralty.now.allied.early == 9
    assert not admiralty.rolls("AC-B.5-early-where", Observer.AXIS)
    admiralty.state = admiralty.now
    admiralty.begin(Events(), allied=ROLLS[5])
    assert admiralty.now.allied.early == 0, "and ends with the month"


# The special transport mission


def mission(*ships: tuple[str, str, dict[str, int]]) -> Admiralty:
    """Event 11 with cruisers in some ports."""
    admiralty = Admiralty(steps=STEPS)
    for key, port, lost in ships:
        admiralty.ship(key, port, "core" if admiralty.data.line(key).nation == "uk" else "event", lost=lost)
    return admiralty.begin(Events(), EventChoices(), allied=ROLLS[11])


@pytest.mark.rule("AC-B.5-11", "AC-B.5-11-available", "AC-B.5-11-fail")
def test_a_cruiser_in_murmansk_must_carry_out_the_mission() -> None:
    """R43: Trinidad or Wichita; not who is elsewhere, cannot move, is Soviet or no cruiser."""
    admiralty = mission(
        ("trinidad", MURMANSK, {}),
        ("wichita", MURMANSK, {"aa": 1}),
        ("liverpool", MURMANSK, {"speed": 3}),
        ("nigeria", SCAPA, {}),
        ("echo", MURMANSK, {}),
    )
    admiralty.state = admiralty.now
    admiralty.ship("murmansk", MURMANSK, "soviet")
    admiralty.begin(Plans())
    assert admiralty.now.allied.mission
    assert admiralty.ways(ALLIED, "cruiser") == ["trinidad", "wichita"]
    with pytest.raises(Refused):
        admiralty.act(ALLIED, "assign cruiser=-")


@pytest.mark.rule("AC-B.5-11-delay")
def test_without_a_cruiser_the_mission_is_due_next_month() -> None:
    admiralty = mission(("nigeria", SCAPA, {}))
    admiralty.state = admiralty.now
    admiralty.begin(Plans())
    assert admiralty.is_over
    admiralty.state = admiralty.now
    admiralty.state.month += 1
    admiralty.vessel("nigeria").at = MURMANSK
    admiralty.begin(FirstDice(), Events(), Plans(), allied=ROLLS[5])
    assert admiralty.ways(ALLIED, "cruiser") == ["nigeria"]


def voyage(goal: str, *, lost: tuple[str, ...] = ()) -> Admiralty:
    """Trinidad sails from Murmansk with Fury, King George V for Iceland: they arrive in a port, or are sunk."""

    def _sail(u: Umpire, _step: Operations) -> None:
        operation = operation_of(u.state)
        desk = operation.desks[ALLIED]
        for fleet in desk.fleets.values():
            fleet.at, fleet.docked = u.data.sea.port(goal).zone, True
        for key in lost:
            sink(u.inside(SEA, u.data.sea, operation), ALLIED, desk.ships[key])

    admiralty = Admiralty(steps={**STEPS, Operations: _sail})
    for key in ("trinidad", "fury"):
        admiralty.ship(key, MURMANSK, "core")
    admiralty.ship("king-george-v", SCAPA, "core")
    admiralty.begin(Events(), MonthDice(), Plans(), allied=[*ROLLS[11], 1, 1, 1, 1], axis=[1, 1])
    admiralty.plot(ALLIED, cruiser="trinidad")
    admiralty.state = admiralty.now
    groups = admiralty.state.allied.groups
    groups["mission"] = Group("mission", "Special mission", "mission", ["trinidad", "fury"], MURMANSK, goal=SCAPA)
    groups["cover-1"] = Group("cover-1", "Covering fleet 1", "cover", ["king-george-v"], SCAPA)
    return admiralty.begin(ConvoyPhase())


@pytest.mark.rule("AC-B.5-11", "AC-B.5-11-england", "AC-B.5-11-secret")
@pytest.mark.parametrize(("goal", "done"), [(SCAPA, True), (HVALFJORDUR, False), (MURMANSK, False)])
def test_the_mission_ends_in_scapa_flow(goal: str, done: bool) -> None:
    admiralty = voyage(goal)
    assert points(admiralty) == ([(ALLIED, 30)] if done else [])
    assert any("mission" in line.words for line in admiralty.now.allied.diary)
    assert not admiralty.now.axis.diary
    assert admiralty.now.allied.mission is not done, "if it failed it is still due"
    assert not any("mission" in words for words in admiralty.words(Observer.AXIS))


@pytest.mark.rule("AC-B.5-11-reveal")
@pytest.mark.parametrize(
    ("goal", "lost", "words"), [(SCAPA, (), "mission"), (MURMANSK, (), "put off"), (SCAPA, ("trinidad",), "lost")]
)
def test_whatever_its_outcome_the_mission_is_disclosed_in_phase_five(
    goal: str, lost: tuple[str, ...], words: str
) -> None:
    admiralty = voyage(goal, lost=lost)
    lines = [(line.side, line.rule) for line in admiralty.now.allied.bill if "mission" in line.what]
    assert lines == [(ALLIED, "AC-B.5-11" if words == "mission" else "AC-B.5-11-reveal")]
    assert not admiralty.now.axis.diary
    admiralty.state = admiralty.now
    admiralty.begin(Points())
    told = [line for line in admiralty.words(Observer.AXIS) if line.startswith("Special transport mission")]
    assert len(told) == 1
    assert words in told[0]


@pytest.mark.rule("AC-B.5-11-double", "AC-B.5-11-which")
def test_ships_lost_on_the_mission_count_double() -> None:
    """G29: Trinidad is worth 64 and brings nothing; Fury beside her 24; the battleship elsewhere what she always is."""
    admiralty = voyage(SCAPA, lost=("trinidad", "fury", "king-george-v"))
    losses = [(line.side, line.points) for line in admiralty.now.allied.losses]
    assert losses == [(AXIS, 64), (AXIS, 24), (AXIS, 110)]
    assert points(admiralty) == []
    assert admiralty.vessel("trinidad").at == SUNK


def test_any_answer_will_do() -> None:
    for roll in ROLLS:
        for seed in range(5):
            admiralty = event(roll, "1943-06", *([1, 1, 1] if roll == 7 else []))
            dice = Dice.seeded("event", roll, seed)
            while not admiralty.is_over:
                admiralty.act(ALLIED, admiralty.asked(ALLIED).options.sample(dice))
            assert all(key not in western.named(admiralty.now, admiralty.data, "DD") for key in joined(admiralty))
