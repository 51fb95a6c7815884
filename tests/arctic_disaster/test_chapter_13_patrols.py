"""Chapters 3.3, 13.2 to 13.4: submarines move in turn, each in its own waters, and dummies come and go."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.patrols import waters
from barents.games.arctic_disaster.state import HELD, Boat, BoatMoves, Contact
from barents.kernel.sides import Observer, Side

from . import wolves
from .sailing import activate, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL, Theatre

A, SOVIET_1, SOVIET_2 = "patrol_allied_A", "patrol_soviet_1", "patrol_soviet_2"


def ends(theatre: Theatre, side: Side, name: str, deed: str = "move-unit") -> set[str]:
    """Where a boat can move, as its owner is offered it in the Terminal Phase."""
    theatre.begin(BoatMoves(side, passed=True))
    order = f"{deed} {name} "
    return {answer.removeprefix(order) for answer in theatre.offered(side) if answer.startswith(order)}


def put(theatre: Theatre, side: Side, name: str) -> set[str]:
    """Where a dummy in hand can be put down, as its owner is offered it."""
    return ends(theatre, side, name, "recycle")


@pytest.mark.rule("AD-3.3-sub-turns")
def test_sides_take_turns_until_both_have_passed() -> None:
    """The Allies begin; who has passed is not asked again."""
    theatre = wolves.waters()
    theatre.boat("u-88", "2240")
    theatre.boat("u-251", "2441")
    theatre.boat("trident", _patrol(theatre, A))
    theatre.begin(BoatMoves(ALLIED))
    assert set(theatre.match.pending) == {ALLIED}
    theatre.act(ALLIED, "pass")
    theatre.act(AXIS, "move-unit u-88 2239")
    assert set(theatre.match.pending) == {AXIS}
    assert not any(line.startswith("move-unit u-88") for line in theatre.offered(AXIS))
    theatre.act(AXIS, "move-unit u-251 2440", "pass")
    assert theatre.is_over
    assert {boat.at for boat in theatre.now.boats[AXIS].values()} == {"2239", "2440"}


@pytest.mark.rule("AD-3.3-sub-turns")
def test_one_boat_at_a_time() -> None:
    theatre = wolves.waters()
    theatre.boat("u-88", "2240")
    theatre.boat("trident", _patrol(theatre, A))
    theatre.begin(BoatMoves(ALLIED))
    there = theatre.offered(ALLIED)[1]
    theatre.act(ALLIED, there)
    assert set(theatre.match.pending) == {AXIS}
    theatre.act(AXIS, "move-unit u-88 2239")
    assert set(theatre.match.pending) == {ALLIED}


def _patrol(theatre: Theatre, area: str) -> str:
    """A hex well inside a patrol area."""
    cells = set(theatre.data.map.zone(area))
    return max(sorted(cells), key=lambda cell: sum(other in cells for other in theatre.data.neighbours(cell)))


@pytest.mark.rule("AD-13.3-move-3", "AD-13.3-move-1", "AD-13.4-patrol")
def test_boats_go_three_hexes_and_soviets_one_in_their_areas() -> None:
    theatre = wolves.waters()
    theatre.boat("u-88", "2840")
    distance = theatre.data.distance
    assert {distance("2840", cell) for cell in ends(theatre, AXIS, "u-88")} == {1, 2, 3}
    assert len(ends(theatre, AXIS, "u-88")) == 36
    for name, area, most in (("trident", {A}, 3), ("k-21", {SOVIET_1, SOVIET_2}, 1)):
        start = _patrol(theatre, sorted(area)[0])
        theatre.boat(name, start)
        found = ends(theatre, ALLIED, name)
        assert max(distance(start, cell) for cell in found) == most
        assert found <= {cell for zone in area for cell in theatre.data.map.zone(zone)}
    free = wolves.waters(ARMAGEDDON)
    free.boat("trident", _patrol(free, A))
    assert not ends(free, ALLIED, "trident") <= set(free.data.map.zone(A))


@pytest.mark.rule("AD-13.3-no-coast", "AD-13.3-no-ice")
def test_the_terrain_of_submarines() -> None:
    """U-boats may go where ships go but not into ice; Allied boats keep off the coast and the Leads."""
    theatre = wolves.waters(ARMAGEDDON)
    data = theatre.data

    def kinds(command: str) -> set[str]:
        return {data.map.terrain(cell) for cell in waters(data, ARMAGEDDON, command, False)}

    assert kinds("german") == {"sea", "coastal", "leads"}
    assert kinds("allied") == kinds("soviet") == {"sea"}
    assert "3617" not in waters(data, ARMAGEDDON, "german", False)
    theatre.boat("u-657", "3633")
    assert {data.map.terrain(cell) for cell in ends(theatre, AXIS, "u-657")} >= {"leads"}


@pytest.mark.rule("AD-13.3-stop-enemy", "AD-13.5-sub-entry")
def test_a_boat_stops_where_it_meets_a_force_real_or_not() -> None:
    """It may enter the hex of an enemy and leave it, but does not pass, and no combat begins."""
    theatre = wolves.waters()
    ring = theatre.data.neighbours("2240")
    for number, cell in enumerate(ring, 1):
        if number == 1:
            theatre.force("tf-1", cell)
        elif number == 2:
            theatre.ship("carlton", cell)
        elif number < 6:
            theatre.force(f"tf-{number}", cell, ("london", "norfolk", "wichita")[number - 3])
    theatre.boat("u-88", "2240")
    theatre.boat("german-dummy-1", "2240")
    open_side = ends(theatre, AXIS, "german-dummy-1")
    assert ends(theatre, AXIS, "u-88") == open_side | set(ring[:5])
    assert not open_side & set(ring[:5])
    theatre.begin(BoatMoves(AXIS, passed=True)).act(AXIS, f"move-unit u-88 {ring[0]}")
    assert theatre.asked(AXIS).rule == "AD-3.3-sub-turns"
    assert "tf-1" in theatre.now.forces[ALLIED]
    assert not [answer for answer in theatre.offered(AXIS) if "u-88" in answer], "there it stays"
    assert theatre.told("AD-13.5-contact") == []


@pytest.mark.rule("AD-13.5-sub-entry-damaged")
@pytest.mark.parametrize(
    ("damage", "fog", "used", "fights"),
    [(0, False, 0, False), (1, False, 0, True), (1, True, 0, False), (1, False, 4, False), (1, False, 3, True)],
)
def test_a_boat_that_comes_upon_a_cripple_fights_at_once_but_not_in_fog(
    damage: int, fog: bool, used: int, fights: bool
) -> None:
    theatre = wolves.waters()
    if fog:
        theatre.weather("fog", "fog")
    theatre.ship("carlton", "2239", damage=damage)
    theatre.boat("u-88", "2240", attacks=used)
    theatre.state.phase = "terminal"
    theatre.begin(BoatMoves(AXIS, passed=True), dice=[9, 10]).act(AXIS, "move-unit u-88 2239")
    assert theatre.asked(AXIS).rule == "AD-3.3-sub-turns", "it is no choice"
    assert (theatre.find("carlton").at == "lost") is fights
    assert theatre.now.boats[AXIS]["u-88"].attacks == used + fights
    assert [told.about["boat"] for told in theatre.told("AD-13.5-contact")] == (["u-88"] if fights else [])


@pytest.mark.rule("AD-13.4-one-per-hex", "AD-13.4-german-free")
def test_one_allied_boat_in_a_hex_and_any_number_of_germans() -> None:
    theatre = wolves.waters()
    here = _patrol(theatre, A)
    beside = next(cell for cell in theatre.data.neighbours(here) if cell in set(theatre.data.map.zone(A)))
    theatre.boat("trident", here)
    assert beside in ends(theatre, ALLIED, "trident")
    theatre.boat("allied-dummy-1", beside)
    assert beside not in ends(theatre, ALLIED, "trident")
    del theatre.state.boats[ALLIED]["allied-dummy-1"]
    theatre.state.boats[ALLIED]["p614"] = Boat("p614", beside, 9)  # of PQ-17, which has scattered
    assert beside in ends(theatre, ALLIED, "trident")
    theatre.state.boats[ALLIED]["p614"].at = "2225"
    assert ends(theatre, ALLIED, "p614") - set(theatre.data.map.zone(A)), "and no patrol area binds her"
    theatre.boat("u-88", "2240")
    theatre.boat("u-251", "2239")
    assert "2239" in ends(theatre, AXIS, "u-88")


@pytest.mark.rule("AD-13.2-dummy-moves", "AD-13.3-stop-enemy", "AD-13.5-sub-entry")
@pytest.mark.parametrize(
    ("real", "dummy", "area"),
    [("u-88", "german-dummy-1", ""), ("trident", "allied-dummy-1", A), ("k-21", "soviet-dummy-1", SOVIET_2)],
)
def test_a_dummy_goes_as_far_as_a_boat_but_not_to_an_enemy(real: str, dummy: str, area: str) -> None:
    """A force, a feigned force and a lone ship lie around both: the boat may go to them, the dummy to all but them."""
    side = ALLIED if area else AXIS
    found = []
    for name in (real, dummy):
        theatre = wolves.waters()
        cells = sorted(theatre.data.map.zone(area)) if area else ["2240", *theatre.data.neighbours("2240")]
        start = next(c for c in cells if sum(near in cells for near in theatre.data.neighbours(c)) > 3)
        near = [cell for cell in theatre.data.neighbours(start) if cell in cells]
        force, feigned, ship = ("tg-b", "tg-c", "luetzow") if side is ALLIED else ("cruiser-force", "tf-2", "carlton")
        theatre.force(force, near[0], "hipper" if side is ALLIED else "london")
        theatre.force(feigned, near[1])
        theatre.ship(ship, near[2])
        theatre.boat(name, start)
        found.append(ends(theatre, side, name))
    enemies = set(near[:3])
    assert enemies < found[0], "a boat may"
    assert found[1] == found[0] - enemies, "a dummy may not, and else it is as fast"


@pytest.mark.rule("AD-13.2-dummy-moves", "AD-13.1-setup-hidden", "AD-H-submarine-identity")
def test_the_enemy_cannot_tell_a_dummy_that_moves_from_a_boat() -> None:
    """He hears the same of both, sees the same on the map, and is asked the same."""
    seen = []
    for name in ("u-88", "german-dummy-1"):
        theatre = wolves.waters()
        theatre.force("cruiser-force", "2238", "london")
        theatre.boat(name, "2240")
        theatre.begin(BoatMoves(ALLIED)).act(ALLIED, "pass")
        theatre.act(AXIS, f"move-unit {name} 2440", "pass")
        told = [str(event) for event in theatre.heard(Observer.ALLIED)]
        seen.append((told, known(theatre.data, theatre.now, Observer.ALLIED), list(theatre.match.pending)))
    assert seen[0] == seen[1]
    assert any("2440" in line for line in seen[0][0])


@pytest.mark.rule("AD-13.2-dummy-moves", "AD-13.2-dummy-areas", "AD-13.2-dummy-counts")
@pytest.mark.parametrize("scenario", [HISTORICAL, ARMAGEDDON])
def test_dummies_keep_to_their_waters_and_off_enemies(scenario: str) -> None:
    theatre = wolves.waters(scenario)
    theatre.force("cruiser-force", "2240", "london")
    for name, command in (("german-dummy-1", ""), ("allied-dummy-1", A), ("soviet-dummy-1", SOVIET_1)):
        side = AXIS if not command else ALLIED
        theatre.boat(name, HELD, handle=0)
        found = put(theatre, side, name)
        if side is AXIS:
            assert "2240" not in found
            assert {"2239", "2644"} <= found
        else:
            areas = [A] if command == A else [SOVIET_1, SOVIET_2]
            assert found == {cell for area in areas for cell in theatre.data.map.zone(area)}
    dummies = [boat.command for boat in theatre.data.boats.values() if boat.dummy]
    assert {command: dummies.count(command) for command in set(dummies)} == {"german": 10, "allied": 4, "soviet": 5}


@pytest.mark.rule("AD-13.2-dummy-recycle")
def test_a_dummy_is_taken_off_and_put_down_as_a_new_marker() -> None:
    theatre = wolves.waters()
    old = theatre.boat("german-dummy-1", "2240").handle
    theatre.boat("u-88", "2240")
    theatre.begin(BoatMoves(AXIS, passed=True))
    assert not any(line.startswith("recycle u-88") for line in theatre.offered(AXIS))
    theatre.act(AXIS, "recycle german-dummy-1 held")
    held = theatre.now.boats[AXIS]["german-dummy-1"]
    assert (held.at, held.handle) == (HELD, 0)
    theatre.act(AXIS, "recycle german-dummy-1 2225")
    again = theatre.now.boats[AXIS]["german-dummy-1"]
    assert (again.at, again.moved) == ("2225", True)
    assert again.handle not in (0, old)
    assert not any("german-dummy-1" in line for line in theatre.offered(AXIS))
    assert not any("german-dummy" in line for line in theatre.words(Observer.ALLIED))


@pytest.mark.rule("AD-13.6-shadow-effect")
def test_the_shadower_keeps_with_the_convoy() -> None:
    theatre = wolves.waters()
    theatre.convoy("2240")
    theatre.boat("u-88", "2240")
    theatre.state.shadow = "u-88"
    theatre.begin(BoatMoves(AXIS, passed=True))
    assert theatre.offered(AXIS) == ["pass"]


@pytest.mark.rule("AD-13.6-shadow-gone", "AD-13.6-shadow-only-fog")
@pytest.mark.parametrize("lost", [False, True])
def test_a_boat_whose_convoy_is_gone_is_free_again(lost: bool) -> None:
    theatre = sea(ARMAGEDDON)
    theatre.convoy("3260", "carlton", detected=True)
    theatre.boat("u-88", "3260")
    theatre.boat("u-251", "3260")
    theatre.state.shadow = "u-88"
    if lost:
        theatre.begin(Contact("u-251", ALLIED, "pq-17"), dice=[10, 10]).act(AXIS, "submarine attack").idle_on()
    else:
        activate(theatre, "pq-17").act(ALLIED, "leave-map").idle_on()
    assert "pq-17" not in theatre.now.forces[ALLIED]
    assert theatre.now.shadow == ""
    theatre.begin(BoatMoves(AXIS))
    assert any("u-88" in answer for answer in theatre.offered(AXIS))
