"""Rules that are proven elsewhere by their parts, each played through the match from a side's choice to its effect."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import BoatAttack, FillPool, Reorganise, ScatteredMoves, Singles
from barents.kernel.sides import Side

from .phases import drawing
from .sailing import ACT, activate, goes, left, sail, sea, settle
from .theatre import ALLIED, AXIS

SCATTERS, HITLER = "convoy-scatters", "hitler"


# Forces (6, 7.2, 7.3)


@pytest.mark.rule("AD-6.4-german-limit", "AD-6.4-allied-limit", "AD-6.5-dummy-limit")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_when_all_markers_are_on_the_map_there_is_no_other_force(side: Side) -> None:
    """Eight Allied forces besides PQ-17, four German ones, each with a ship to spare or feigned."""
    theatre = sea(turn=2)
    keys = [row.id for row in theatre.data.markers.values() if row.side is side and row.id != "pq-17"]
    assert len(keys) == (8 if side is ALLIED else 4)
    names = iter(n for n, c in theatre.data.counters.items() if c.side is side and c.type == "DD" and not c.convoy)
    for number, key in enumerate(keys[:-1]):
        ships = [] if number == 1 else [next(names), next(names)]
        theatre.force(key, f"26{40 + number}", *ships)
    theatre.begin(Reorganise())
    assert "place-dummy 2640" in theatre.offered(side)
    assert "regroup 2640" in theatre.offered(side)

    theatre.force(keys[-1], "2650")
    theatre.begin(Reorganise())
    assert theatre.offered(side) == [
        "stop",
        *(f"remove-dummy {key}" for key in (keys[1], keys[-1])),
        *(f"feint {key}" for key in (keys[1], keys[-1])),
    ]


@pytest.mark.rule("AD-7.2-ice-who")
def test_only_ships_of_the_convoy_that_have_left_it_are_offered_the_ice() -> None:
    """In open sea at the edge of the ice: a merchant and a corvette may; a destroyer, the convoy and forces may not."""
    theatre = sea()
    ice = theatre.data.partial_ice
    near = [
        c for c in sorted(theatre.data.full_sea) if c > "2023" and sum(n in ice for n in theatre.data.neighbours(c)) > 1
    ]
    start = near[0]
    for name in ("carlton", "lotus"):
        theatre.ship(name, start, group=1, moves=1)
    theatre.begin(ScatteredMoves())
    assert ice & set(theatre.ways(ALLIED, "carlton"))
    theatre.plot(ALLIED)
    assert ice & set(theatre.ways(ALLIED, "lotus"))

    theatre = sea()
    theatre.ship("fury", start)
    theatre.force("tf-1", "2640", "eclipse")
    theatre.begin(Singles(ALLIED))
    moves = {answer.rpartition(" ")[2] for answer in theatre.offered(ALLIED)}
    assert moves > {"pass"}
    assert not ice & moves

    for key, ships in (("pq-17", ("carlton", "lotus")), ("tf-1", ("keppel",)), ("tg-b", ("luetzow",)), ("tf-2", ())):
        theatre = sea()
        theatre.force(key, start, *ships)
        activate(theatre, key)
        found = goes(theatre, theatre.data.markers[key].side)
        assert found
        assert not ice & found, key


@pytest.mark.rule("AD-7.3-coastal-enter")
@pytest.mark.parametrize(("key", "ships"), [("cruiser-force", ("london",)), ("tg-b", ("luetzow",)), ("tf-2", ())])
def test_a_force_real_or_not_enters_a_coast_for_a_point_and_a_half(key: str, ships: tuple[str, ...]) -> None:
    theatre = sea()
    theatre.force(key, "3151", *ships)
    side = theatre.data.markers[key].side
    activate(theatre, key)
    assert left(theatre) == 4
    sail(theatre, side, "3152")
    assert theatre.data.map.terrain("3152") == "coastal"
    assert (theatre.marker(key).at, left(theatre)) == ("3152", 2.5)


# Tirpitz (5.8, 9.4)


@pytest.mark.rule("AD-9.4-trigger-near", "AD-5.8-hitler-enter", "AD-9.4-trigger-once")
def test_as_tirpitz_comes_within_four_hexes_the_marker_goes_in_whoever_has_seen_her() -> None:
    theatre = sea()
    theatre.state.knights_move = "drawn"
    theatre.convoy("2433", "carlton")
    theatre.force("tg-a", "2928", "tirpitz")
    theatre.state.phase = "activation"
    activate(theatre, "tg-a", fast=False)
    assert HITLER in theatre.now.pool, "she is at sea"
    path = ["2829", "2729", "2630"]
    for cell in path:
        far = theatre.data.distance(theatre.marker("tg-a").at, "2433")
        assert (SCATTERS in theatre.now.pool) is (far <= 4), far
        sail(theatre, AXIS, cell)
    assert theatre.data.distance("2630", "2433") <= 4
    assert theatre.now.pool.count(SCATTERS) == 1
    assert not theatre.marker("tg-a").detected


@pytest.mark.rule("AD-9.4-trigger-north", "AD-10.2-cruiser-two")
@pytest.mark.parametrize(("cell", "goes_in"), [("2330", True), ("2430", True), ("2531", False)])
def test_only_when_she_is_found_in_the_north_the_marker_goes_in_for_that(cell: str, goes_in: bool) -> None:
    """Cruisers that search from the air find her north of row 24, in it, or south of it."""
    theatre = sea()
    theatre.state.knights_move = "drawn"
    theatre.convoy("2650", "carlton")
    theatre.force("tg-a", cell, "tirpitz")
    near = next(
        n for n in theatre.data.neighbours(cell) if n in theatre.data.full_sea and n not in theatre.data.east_of_30
    )
    theatre.force("cruiser-force", near, "london")
    activate(theatre, "cruiser-force", axis=[5])
    assert SCATTERS not in theatre.now.pool
    settle(theatre.act(ALLIED, "air-search"), ALLIED)
    assert theatre.marker("tg-a").detected
    assert (SCATTERS in theatre.now.pool) is goes_in


# Searching (10.2)


@pytest.mark.rule("AD-10.2-carrier-six", "AD-10.2-cruiser-two", "AD-10.0-range-own", "AD-10.0-dummy-cannot")
@pytest.mark.parametrize(
    ("ships", "reach"),
    [(("victorious", "eclipse"), 6), (("london",), 2), (("nigeria",), 2), (("eclipse",), 0), ((), 0)],
)
def test_how_far_an_activated_force_is_offered_an_air_search(ships: tuple[str, ...], reach: int) -> None:
    for far in range(1, 9):
        theatre = sea()
        theatre.force("tf-1", "2640", *ships)
        theatre.force("tg-b", f"26{40 + far}", "z-24")
        if "victorious" in ships:
            theatre.aircraft("832")
        activate(theatre, "tf-1")
        assert theatre.asked(ALLIED).rule == ACT
        assert ("air-search" in theatre.offered(ALLIED)) is (far <= reach), far


# Combat (8.3, 11.4.1, 12.1)


@pytest.mark.rule("AD-11.4.1-participants", "AD-11.4.1-undetected-out", "AD-10.0-needed-for-attack")
@pytest.mark.parametrize("seen", [("tg-b",), ("tg-b", "tg-c"), ()])
def test_who_takes_part_when_the_activated_force_opens_fire(seen: tuple[str, ...]) -> None:
    """A lone ship of the Germans does in any case, for she lies open; a force that nobody has found does not."""
    theatre = sea()
    theatre.force("cruiser-force", "2640", "london")
    theatre.force("tg-b", "2640", "luetzow", detected="tg-b" in seen)
    theatre.force("tg-c", "2640", "z-24", detected="tg-c" in seen)
    theatre.ship("z-27", "2640", damage=1, apart=True, bound="norway")
    activate(theatre, "cruiser-force", dice=[5] * 8, nobody=[1, 1, 1, 1])
    theatre.act(ALLIED, "open-fire")
    ships = {"tg-b": "luetzow", "tg-c": "z-24"}
    assert theatre.now.battle is not None
    assert set(theatre.now.battle.ships) == {"london", "z-27", *(ships[key] for key in seen)}


@pytest.mark.rule("AD-10.0-needed-for-attack", "AD-11.4.1-start-active")
def test_on_a_force_that_nobody_has_found_fire_is_not_opened() -> None:
    for detected in (False, True):
        theatre = sea()
        theatre.force("cruiser-force", "2640", "london")
        theatre.force("tg-b", "2640", "luetzow", detected=detected)
        activate(theatre, "cruiser-force", nobody=[1, 1])
        assert ("open-fire" in theatre.offered(ALLIED)) is detected


@pytest.mark.rule("AD-8.3-carrier-loss", "AD-12.1-air-ops")
@pytest.mark.parametrize(("before", "flies"), [(0, True), (1, False)])
def test_a_torpedo_that_brings_victorious_to_three_points_takes_her_aircraft(before: int, flies: bool) -> None:
    """U-88 picks her with a 10 and does one point with an 8, doubled; at two she still flies, at three no more."""
    theatre = sea()
    theatre.force("home-fleet", "2640", "victorious")
    theatre.find("victorious").damage = before
    for squadron in ("809", "817", "832"):
        theatre.aircraft(squadron)
    theatre.boat("u-88", "2640")
    theatre.active(ALLIED, "home-fleet")
    theatre.begin(BoatAttack("u-88", ALLIED, "home-fleet"), dice=[10, 8]).idle_on()
    assert theatre.find("victorious").damage == before + 2
    assert len(theatre.now.wings[ALLIED]) == (5 if flies else 0)


# The pool (5.5, 5.6)


@pytest.mark.rule("AD-13.0-separate")
def test_no_submarine_has_a_marker_in_the_pool() -> None:
    theatre = sea()
    theatre.convoy("2644", "carlton", "p614")
    theatre.boat("u-88", "2240")
    theatre.boat("trident", "3030")
    theatre.begin(FillPool())
    theatre.act(ALLIED, "choose -")
    forces = [marker for marker in theatre.now.pool if marker.rpartition("-")[2].isdigit()]
    assert forces == [f"allied-{theatre.marker('pq-17').handle}"]


@pytest.mark.rule("AD-4.2-activated-flag", "AD-5.2-c2-not-twice")
def test_a_force_that_has_acted_is_neither_drawn_nor_commanded_again() -> None:
    theatre = sea()
    handle = theatre.force("cruiser-force", "2640", "london").handle
    other = theatre.force("tf-1", "2650", "eclipse").handle
    drawing(theatre, [f"allied-{handle}", "c2-allied", f"allied-{other}"])
    theatre.act(ALLIED, "speed-up no", "stop")
    assert theatre.offered(ALLIED) == ["stop", "activate-force tf-1"]
    theatre.act(ALLIED, "activate-force tf-1", "speed-up no", "stop")
    assert theatre.now.phase == "terminal", "the marker of TF 1 is ignored"
