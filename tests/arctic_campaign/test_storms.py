"""Seaworthiness (A.6): the marks that storms leave at sea, what they do there, and how long they last."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.actions import Sell
from barents.games.arctic_campaign.rules import repairs
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.flow import month_begins
from barents.games.arctic_campaign.rules.gathering import gathering
from barents.games.arctic_campaign.state import EventChoices, Gathering, MonthBegins, Options, Repairs
from barents.games.operations.fleets.contact import may_engage
from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.fleets.sea import mark, weather_the_storm
from barents.games.operations.options import Options as SeaOptions
from barents.games.operations.rules.units import guns, is_worn, speed
from barents.games.operations.state import Fleet, Mission, SeaKeeping, Ship

from ..operations.theatre import CLEAR, GALE, OPEN_SEA, STORM, Theatre
from .admiralty import ALLIED, AXIS, Admiralty

IN_PORT = 0


def weather(key: str, *levels: int, seaworthiness: bool = True) -> Ship:
    """A ship after turns of some weather, or in port; the dice against foundering fall well."""
    theatre = Theatre(options=SeaOptions(seaworthiness=seaworthiness))
    theatre.fleet("fleet", OPEN_SEA, key)
    u, side = theatre.umpire(allied=[1] * 40, axis=[1] * 40), theatre.data.ship(key).side
    fleet = u.state.desks[side].fleets["fleet"]
    for level in levels:
        fleet.docked = level == IN_PORT
        for spell in u.state.weather.values():
            spell.level = level or CLEAR
        weather_the_storm(u, side, fleet)
    return theatre.find(key)


# At sea


@pytest.mark.rule("AC-A.6-storm", "AC-A.6-gale", "AC-A.6-mixed", "AC-A.6-mixed-timing", "AC-A.6-once")
@pytest.mark.parametrize(
    ("turns", "marks"),
    [
        ((STORM, STORM), 0),
        ((STORM, STORM, STORM), 1),
        ((STORM, STORM, CLEAR, STORM, STORM), 0),
        ((STORM, STORM, IN_PORT, STORM, STORM), 0),
        ((GALE, STORM, GALE), 1),
        ((STORM, STORM, GALE, GALE, GALE, GALE), 1),
        ((GALE, GALE, GALE), 3),
        ((GALE,) * 6, 3),
        ((GALE, GALE, GALE, STORM, STORM, STORM), 3),
        ((STORM, STORM, STORM, CLEAR, STORM, STORM, STORM), 2),
    ],
)
def test_a_run_of_three_turns_marks_a_ship_once(turns: tuple[int, ...], marks: int) -> None:
    """G30, G31: by its first three turns; King George V has eleven boxes and feels three marks not at all."""
    ship = weather("king-george-v", *turns)
    assert ship.marks == marks
    data = Theatre().data
    assert (guns(data, ship, "primary"), speed(data, ship)) == (7, 3)


@pytest.mark.rule("AC-A.6-max", "AC-A.6-excess", "AC-A.6-halved", "AC-A.6-halved-round", "AC-A.6-speed")
def test_marks_on_every_hull_box_wear_a_ship_down() -> None:
    """G30: a destroyer of two boxes in three gales: T 3 becomes 1, speed 4 becomes 3."""
    data = Theatre().data
    fresh, marked, worn = weather("echo"), weather("echo", *[STORM] * 3), weather("echo", *[GALE] * 3)
    assert [ship.marks for ship in (fresh, marked, worn)] == [0, 1, 2]
    assert [is_worn(data, ship) for ship in (fresh, marked, worn)] == [False, False, True]
    assert [guns(data, ship, "tertiary") for ship in (fresh, marked, worn)] == [3, 3, 1]
    assert [speed(data, ship) for ship in (fresh, marked, worn)] == [4, 4, 3]
    mark(data, worn, 3)
    assert worn.marks == 2, "more than her hull boxes are not marked"
    soviet = weather("gremyashchy", *[GALE] * 3)
    assert (guns(data, soviet, "secondary"), guns(data, soviet, "tertiary")) == (1, 1), "one gun stays one"


@pytest.mark.rule("AC-A.6-not-damage")
@pytest.mark.parametrize("key", ["kent", "king-george-v"])
def test_marks_are_no_damage(key: str) -> None:
    """With every box of her hull marked, in gale after gale, she burns: she loses the box that the fire takes, no more.

    A mark that counted as a lost box would sink her with it, and score.
    """
    theatre = Theatre(weather=GALE, turn=2)
    theatre.fleet("home", OPEN_SEA, key)
    whole = theatre.hull(key)
    theatre.ship(key, marks=whole)
    for turn in range(1, 5):
        theatre.state = theatre.now
        theatre.ship(key, fire=turn == 1)
        theatre.begin(SeaKeeping(), allied=[1])
        assert theatre.is_over
    ship = theatre.find(key)
    assert (ship.lost, theatre.hull(key), ship.fleet) == ({"hull": 1}, whole - 1, "home")
    assert ship.marks == whole
    assert theatre.now.points == {}
    assert not theatre.told("OP-DMG-sunk")


@pytest.mark.rule("AC-A.6-not-damage", "AC-B.19-undamaged", "AC-A.6-record")
def test_a_worn_ship_is_undamaged_at_the_desk() -> None:
    """She may be given up; a ship with a lost box may not. A month in port clears her marks and mends no box."""
    desks = Admiralty("1942-05", steps={MonthBegins: month_begins})
    desks.ship("kent", "Scapa Flow", marks=5)
    desks.ship("london", "Scapa Flow", lost={"aa": 1})
    desks.ship("fury", "Scapa Flow", marks=1, lost={"hull": 1}, since=1, ready=1)
    desks.begin(Repairs(), EventChoices()).idle_until("AC-B.12-time")
    sales = [str(action) for action in desks.asked(ALLIED).options if isinstance(action, Sell)]
    assert sales == ["sell kent"]


@pytest.mark.rule("AC-A.6-optional")
def test_seaworthiness_is_an_option_that_is_on() -> None:
    assert Options().seaworthiness
    assert weather("echo", *[GALE] * 3, seaworthiness=False).marks == 0
    for on in (True, False):
        desks = Admiralty(options=Options(seaworthiness=on))
        u = desks.umpire()
        open_operation(u)
        assert u.state.operation is not None
        assert u.state.operation.options.seaworthiness is on


@pytest.mark.rule("AC-A.6-missions", "AC-A.6-no-offensive")
def test_a_worn_ship_takes_no_offensive_mission_and_does_not_engage() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("raiders", OPEN_SEA, "z24")

    def kinds() -> set[Mission]:
        return {order.mission for order in missions_of(theatre.state, theatre.data, AXIS, fleet)}

    def engages(mission: Mission) -> bool:
        fleet.mission = mission
        return may_engage(theatre.data, theatre.state, AXIS, fleet)

    assert kinds() >= {"raid", "cover", "return", "transfer"}
    assert engages("raid")
    theatre.ship("z24", marks=3)
    assert kinds() == {"return", "transfer"}
    assert not engages("raid")
    convoy = theatre.fleet("pq", OPEN_SEA, "uk:LT", "echo")
    theatre.ship("echo", marks=2)
    assert {order.mission for order in missions_of(theatre.state, theatre.data, ALLIED, convoy)} <= {
        "convoy",
        "return",
        "transfer",
    }


# Between the months


@pytest.mark.rule("AC-A.6-record")
def test_marks_last_when_the_operation_is_over() -> None:
    desks = Admiralty("1942-03")
    desks.ship("echo", "Scapa Flow")
    u = desks.umpire()
    open_operation(u)
    operation = u.state.operation
    assert operation is not None
    operation.turn = 120
    inner = operation.desks[ALLIED]
    inner.fleets["cover"] = Fleet("cover", "Cover", "3330", "cover", docked=True)
    inner.ships["echo"] = u.state.allied.ships.pop("echo")
    inner.ships["echo"].fleet, inner.ships["echo"].marks, inner.ships["echo"].rough = "cover", 1, 2
    gathering(u, Gathering())
    assert (desks.boxes("echo").marks, desks.boxes("echo").rough) == (1, 0)
    assert desks.vessel("echo").sailed


@pytest.mark.rule("AC-A.6-full", "AC-A.6-allied-repair")
def test_a_worn_ship_stays_in_port_for_a_month_but_first_sails_home_from_russia() -> None:
    """R11: a western ship in a Soviet port goes home; her month begins there. Soviet ships are repaired in Russia."""
    desks = Admiralty("1942-03")
    desks.ship("echo", "Scapa Flow", marks=2, sailed=True)
    desks.ship("fury", "Murmansk", marks=2, sailed=True)
    desks.ship("grozny", "Murmansk", "soviet", marks=2, sailed=True)
    desks.ship("icarus", "Scapa Flow", marks=1, sailed=True)
    desks.ship("z24", "Narvik", marks=3, sailed=True)

    def kept() -> list[str]:
        return [
            key
            for side in (ALLIED, AXIS)
            for key in ("echo", "fury", "grozny", "icarus", "z24")
            for vessel in [(desks.now.allied if side is ALLIED else desks.now.axis).vessels.get(key)]
            if vessel is not None and "worn" in repairs.kept_in_port(desks.now, desks.data, side, vessel)
        ]

    def next_month() -> list[int]:
        desks.now.month += 1
        u = desks.umpire()
        repairs.new_month(u)
        for side in (ALLIED, AXIS):
            repairs.carry_out(u, side, repairs.Wishes({}, (), {}))
        return [desks.boxes(key).marks for key in ("echo", "fury", "grozny", "icarus", "z24")]

    assert next_month() == [2, 2, 2, 1, 3], "they were at sea"
    assert kept() == ["echo", "grozny", "z24"]
    fury = desks.vessel("fury")
    fury.at, fury.sailed = "Scapa Flow", True
    assert next_month() == [0, 2, 0, 0, 3], "a small Norwegian port takes two months"
    assert kept() == ["fury", "z24"]
    assert next_month() == [0, 0, 0, 0, 0]
    assert kept() == []
