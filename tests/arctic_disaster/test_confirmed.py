"""Chapters 5.3 and 10.2.1: what a side was told of the enemy's markers holds in every world that it imagines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from barents.games.arctic_disaster.knowledge.imagine import imagine
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.confirmed import Confirmed, confirmed
from barents.games.arctic_disaster.state import Event, Reorganise, State
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, eyes_of

from .sailing import sea
from .theatre import ALLIED, AXIS, Theatre

NARVIK = "3633"


def worlds(theatre: Theatre, observer: Observer = Observer.ALLIED) -> Iterator[State]:
    """Worlds that an observer can imagine now; each looks to him like the true one."""
    facts = known(theatre.data, theatre.now, observer)
    for seed in range(25):
        world = imagine(theatre.data, facts, observer, Dice.seeded(seed))
        assert known(theatre.data, world, observer) == facts
        yield world


def in_port(world: State) -> list[str]:
    """The German ships at Narvik in a world."""
    there = [force.key for force in world.forces[AXIS].values() if force.at == NARVIK]
    return sorted(ship.id for ship in world.ships[AXIS].values() if ship.force in there)


def narvik(*ships: str, dummies: int = 1) -> Theatre:
    """Some ships and dummies at Narvik, Tirpitz at sea with another group; Intelligence looks at Narvik."""
    theatre = sea()
    theatre.convoy("2240")
    theatre.force("tg-a", "2633", "tirpitz", "hipper")
    for key in ("tg-c", "tg-d")[:dummies]:
        theatre.force(key, NARVIK)
    if ships:
        theatre.force("tg-b", NARVIK, *ships)
    theatre.begin(Event("intelligence-allied")).act(ALLIED, f"inspect {NARVIK}")
    return theatre


@pytest.mark.rule("AD-5.3-intel-kept", "AD-5.3-intel-port")
@pytest.mark.parametrize(
    ("ships", "dummies"), [(("luetzow", "scheer", "z-24"), 1), (("z-24",), 0), (("z-24",), 1), ((), 1), ((), 2)]
)
def test_the_ships_that_were_seen_in_a_port_are_there_in_every_world(ships: tuple[str, ...], dummies: int) -> None:
    theatre = narvik(*ships, dummies=dummies)
    assert len(confirmed(theatre.now, ALLIED)) == 1
    assert all(in_port(world) == sorted(ships) for world in worlds(theatre))
    assert {in_port(world) == sorted(ships) for world in worlds(theatre, Observer.PUBLIC)} == {False}, "none was told"


@pytest.mark.rule("AD-5.3-intel-kept", "AD-6.3-create")
def test_what_was_seen_in_a_port_is_still_known_when_markers_there_have_been_mixed() -> None:
    theatre = narvik("luetzow", "scheer", dummies=0).idle_on()
    theatre.begin(Reorganise(), nobody=[1, 1, 1, 1]).act(AXIS, f"place-dummy {NARVIK}").idle_on()
    assert [len(fact.marks) for fact in confirmed(theatre.now, ALLIED)] == [2]
    assert all(in_port(world) == ["luetzow", "scheer"] for world in worlds(theatre))


@pytest.mark.rule("AD-5.3-intel-kept", "AD-5.3-intel-no-flip")
def test_a_report_on_a_force_takes_nothing_from_what_is_known_of_it_and_says_that_another_is_real() -> None:
    theatre = narvik("luetzow", dummies=0)
    known_before = confirmed(theatre.now, ALLIED)
    handles = {force.key: f"axis-{force.handle}" for force in theatre.now.forces[AXIS].values()}
    assert [fact.ships for fact in known_before] == [("luetzow",)]
    theatre.begin(Event("intelligence-allied"), axis=[5], allied=[5]).act(
        ALLIED, f"inspect {handles['tg-b']}"
    ).idle_on()
    assert confirmed(theatre.now, ALLIED) == known_before
    theatre.begin(Event("intelligence-allied"), axis=[5], allied=[5]).act(
        ALLIED, f"inspect {handles['tg-a']}"
    ).idle_on()
    assert confirmed(theatre.now, ALLIED) == [*known_before, Confirmed((handles["tg-a"],), None)]
    assert not any(force.detected for force in theatre.now.forces[AXIS].values())


@pytest.mark.rule("AD-5.3-intel-kept")
def test_two_groups_in_a_port_are_not_told_apart() -> None:
    told = []
    for one, other in ((("luetzow", "z-24"), ("scheer",)), (("scheer",), ("luetzow", "z-24"))):
        theatre = sea()
        theatre.force("tg-b", NARVIK, *one)
        theatre.force("tg-c", NARVIK, *other)
        ships = theatre.state.ships[AXIS]
        theatre.state.ships[AXIS] = {name: ships[name] for name in ("luetzow", "scheer", "z-24")}
        theatre.begin(Event("intelligence-allied")).act(ALLIED, f"inspect {NARVIK}")
        told.append((theatre.words(Observer.ALLIED), theatre.now.notebook[ALLIED].facts))
    assert told[0] == told[1]


@pytest.mark.rule("AD-5.3-intel-kept", "AD-5.3-intel-open-roll")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_a_force_on_which_intelligence_has_reported_is_no_dummy_in_any_world(side: Side) -> None:
    theatre = sea()
    theatre.convoy("2240", "carlton", detected=True)
    theatre.force("tf-1", "2640", "somali")
    for key, cell in (("tf-2", "2645"), ("tf-3", "2648"), ("tf-4", "2651"), ("tf-5", "2655")):
        theatre.force(key, cell)
    theatre.force("tg-b", "3030", "z-24")
    for key, cell in (("tg-c", "3130"), ("tg-d", "3230")):
        theatre.force(key, cell)
    enemy = side.enemy
    found = theatre.marker("tf-1" if enemy is ALLIED else "tg-b")
    theatre.begin(Event(f"intelligence-{side}"), **{side.value: [5]})
    theatre.act(side, f"inspect {enemy}-{found.handle}").idle_on()
    assert not found.detected
    facts = confirmed(theatre.now, side)
    assert facts == [Confirmed((f"{enemy}-{found.handle}",), None)]
    for world in worlds(theatre, eyes_of(side)):
        assert not next(force for force in world.forces[enemy].values() if force.handle == found.handle).dummy

    theatre.begin(Reorganise()).idle_on()
    assert confirmed(theatre.now, side) == facts, "it lies alone in its hex: nothing can have been exchanged"
    theatre.begin(Reorganise(), nobody=[1, 1, 1, 1]).act(enemy, f"place-dummy {found.at}").idle_on()
    assert confirmed(theatre.now, side) == [], "it is one of two now, and nobody knows which"
