"""Chapter 7: speeds, terrain, restrictions, penalties and fuel of forces."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import SpeedUp
from barents.games.arctic_disaster.combat.withdrawal import combat_cost
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.terminal import take_markers_off
from barents.games.arctic_disaster.rules.terrain import faster, step_cost
from barents.games.arctic_disaster.rules.victory import result
from barents.games.arctic_disaster.state import Act, Activate, HomeFleetOrders
from barents.kernel.sides import Observer

from .sailing import SPEED, activate, goes, left, sail, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL, Theatre

# Speeds (7.1)


@pytest.mark.rule("AD-7.1-max-speed", "AD-9.2-speed")
def test_maximum_speed_is_half_as_much_again() -> None:
    """G48: 3, 4 and 5 become 5, 6 and 8."""
    theatre = sea()
    assert [faster(theatre.data, points) for points in (3, 4, 5)] == [5, 6, 8]
    theatre.convoy("2644")
    assert left(activate(theatre, "pq-17", fast=True)) == 5
    theatre = sea()
    theatre.convoy("2644")
    assert left(activate(theatre, "pq-17")) == 3


@pytest.mark.rule("AD-7.1-max-all", "AD-6.5-dummy-move")
@pytest.mark.parametrize(
    ("key", "cell", "ships", "points"),
    [
        ("tf-1", "2645", ("onslow",), (5, 8)),
        ("tg-b", "3030", ("luetzow", "z-24"), (4, 6)),
        ("tf-2", "2645", (), (4, 6)),
        ("tg-c", "3030", (), (4, 6)),
    ],
)
def test_every_force_has_two_speeds(key: str, cell: str, ships: tuple[str, ...], points: tuple[int, int]) -> None:
    for fast, most in zip((False, True), points, strict=True):
        theatre = sea()
        theatre.force(key, cell, *ships)
        activate(theatre, key, fast=fast)
        assert left(theatre) == most


@pytest.mark.rule("AD-7.1-max-all", "AD-7.1-max-declare")
def test_no_force_with_a_damaged_ship_hurries() -> None:
    theatre = sea()
    theatre.force("tf-1", "2645", "onslow", "onslaught")
    theatre.begin(Activate(ALLIED, "tf-1"))
    assert theatre.asked(ALLIED).rule == SPEED, "it is asked for its speed before anything else"
    theatre.act(ALLIED, SpeedUp(maximum=True))
    assert theatre.marker("tf-1").fuel == 1
    theatre = sea()
    theatre.force("tf-1", "2645", "onslow", "onslaught")
    theatre.find("onslaught").damage = 1
    activate(theatre, "tf-1", fast=None)
    assert left(theatre) == 3


# Terrain (7.1 to 7.3)


@pytest.mark.rule(
    "AD-7.1-tec-sea",
    "AD-7.1-tec-coast",
    "AD-7.1-tec-leads",
    "AD-7.1-tec-port",
    "AD-7.1-tec-full-ice",
    "AD-7.3-coastal-enter",
)
@pytest.mark.parametrize(
    ("start", "end", "german", "allied"),
    [
        ("2644", "2643", 2, 2),
        ("2429", "2430", 3, 3),
        ("3128", "3228", 2, 3),
        ("3228", "3128", 2, 2),
        ("3228", "3327", 2, None),
        ("3517", "3617", None, 3),
        ("1821", "1720", None, None),
        ("3228", "3328", None, None),
        ("2644", "2642", None, None),
    ],
)
def test_what_a_hex_costs(start: str, end: str, german: int | None, allied: int | None) -> None:
    """In half points; a port of the enemy, full ice and land cannot be entered, nor a hex further off."""
    data = sea().data
    assert (step_cost(data, AXIS, start, end), step_cost(data, ALLIED, start, end)) == (german, allied)


@pytest.mark.rule("AD-7.1-tec-coast", "AD-7.1-tec-leads")
def test_half_points_are_counted_and_a_hex_needs_its_full_cost() -> None:
    theatre = sea()
    theatre.force("tf-1", "2429", "onslow")
    activate(theatre, "tf-1")
    sail(theatre, ALLIED, "2430")
    assert left(theatre) == 3.5
    sail(theatre, ALLIED, "2431", "2430", "2431")
    assert theatre.offered(ALLIED) == ["stop"], "the last half point takes it nowhere"
    theatre = sea()
    theatre.force("tf-1", "3128", "wheatland")
    theatre.active(ALLIED, "tf-1", left=2)
    theatre.begin(Act())
    assert goes(theatre, ALLIED) == {"3028", "3129", "3029"}, "neither the coast nor the Leads, at a point and a half"


@pytest.mark.rule("AD-7.2-ice-no-tf", "AD-9.2-ice-stop")
def test_no_force_enters_ice() -> None:
    theatre = sea()
    theatre.convoy("2121")
    activate(theatre, "pq-17")
    assert goes(theatre, ALLIED) == {"2120", "2221"}, "2021 to the north-east is ice"
    theatre = sea()
    theatre.force("tf-1", "2121", "onslow")
    assert not goes(activate(theatre, "tf-1"), ALLIED) & {"2021", "2022"}


# The edge of the map (7.4)


@pytest.mark.rule("AD-7.4-exit-west", "AD-7.4-exit-marker", "AD-7.4-exit-no-vp")
def test_an_allied_force_may_leave_by_the_west_edge() -> None:
    theatre = sea()
    theatre.force("tf-1", "3459", "onslow", "duke-of-york")
    activate(theatre, "tf-1")
    assert "leave-map" not in theatre.offered(ALLIED)
    sail(theatre, ALLIED, "3460").act(ALLIED, "leave-map")
    assert theatre.is_over
    assert "A force leaves the map at 3460" in theatre.words(Observer.AXIS)
    assert "tf-1" not in theatre.now.forces[ALLIED], "its marker is free again"
    assert [theatre.find(name).at for name in ("onslow", "duke-of-york")] == ["out", "out"]
    empty = sea()
    assert result(theatre.now, theatre.data) == result(empty.now, empty.data)


@pytest.mark.rule("AD-7.4-exit-west")
def test_to_leave_costs_a_point_and_a_dummy_leaves_like_others() -> None:
    theatre = sea()
    theatre.force("tf-1", "3460", "onslow")
    theatre.active(ALLIED, "tf-1", left=1)
    assert theatre.begin(Act()).offered(ALLIED) == ["stop"]
    theatre.active(ALLIED, "tf-1", left=2)
    assert "leave-map" in theatre.begin(Act()).offered(ALLIED)
    said = []
    for ships in (("onslow",), ()):
        theatre = sea()
        theatre.force("tf-1", "3460", *ships)
        activate(theatre, "tf-1").act(ALLIED, "leave-map")
        said.append(theatre.words())
    assert said[0] == said[1]


@pytest.mark.rule("AD-7.4-exit-german")
def test_german_forces_cannot_leave_the_map() -> None:
    theatre = sea()
    theatre.force("tg-b", "3460", "luetzow")
    assert "leave-map" not in activate(theatre, "tg-b").offered(AXIS)


@pytest.mark.rule("AD-7.4-exit-west", "AD-9.2-direction", "AD-9.2-west-sc2")
@pytest.mark.parametrize(("scenario", "may_leave"), [(HISTORICAL, False), (ARMAGEDDON, True)])
def test_the_convoy_leaves_by_the_west_edge_only_where_it_may_turn_round(scenario: str, may_leave: bool) -> None:
    theatre = sea(scenario)
    theatre.convoy("3460", "carlton", "fury")
    assert ("leave-map" in activate(theatre, "pq-17").offered(ALLIED)) is may_leave


@pytest.mark.rule("AD-5.1-fog-roll-norwegian")
def test_who_goes_on_in_fog_has_no_more_to_fear_from_it() -> None:
    """A die falls when a force comes into the fog, and none while it stays there."""
    theatre = sea().weather("fog", "fog")
    theatre.force("tf-1", "2645", "onslow", detected=True)
    activate(theatre, "tf-1")
    sail(theatre, ALLIED, "2644", "2643")
    assert theatre.marker("tf-1").detected
    assert theatre.rolls("AD-5.1-fog-roll-norwegian") == []


# Restrictions (7.5)


@pytest.mark.rule("AD-7.5.1-hf-barents")
def test_the_home_fleet_stays_out_of_the_barents_sea() -> None:
    for ship, orders, goes_in in (
        ("duke-of-york", "barred", False),
        ("victorious", "refused", False),
        ("duke-of-york", "lifted", True),
        ("london", "barred", True),
    ):
        theatre = sea()
        theatre.force("tf-1", "2129", ship, "onslow")
        theatre.now.orders = orders  # type: ignore[assignment]  # one of the three
        assert ("2128" in goes(activate(theatre, "tf-1"), ALLIED)) is goes_in, (ship, orders)
    theatre = sea(ARMAGEDDON)
    theatre.force("tf-1", "2129", "duke-of-york")
    assert "2128" in goes(activate(theatre, "tf-1"), ALLIED)


def orders_roll(die: int, *, seen: bool = False, at: str = "3030", scattered: bool = False) -> str:
    """What becomes of the Home Fleet's one request."""
    theatre = sea()
    theatre.force("home-fleet", "2650", "duke-of-york")
    theatre.force("tg-a", at, "tirpitz", detected=seen)
    if scattered:
        theatre.now.scatter = "done"
    theatre.begin(HomeFleetOrders(), dice=[die]).act(ALLIED, "ask-for-orders yes")
    assert theatre.is_over
    assert not theatre.dice_left()
    theatre.begin(HomeFleetOrders())
    assert theatre.is_over, "he may ask once in the game"
    return theatre.now.orders


@pytest.mark.rule("AD-7.5.1-hf-once", "AD-7.5.2-hf-table", "AD-7.5.2-hf-drm-tirpitz", "AD-7.5.2-hf-drm-scatter")
def test_the_home_fleet_may_ask_once_for_new_orders() -> None:
    assert [orders_roll(die) for die in (9, 10)] == ["refused", "lifted"]
    assert [orders_roll(die, seen=True) for die in (8, 9)] == ["refused", "lifted"]
    assert orders_roll(9, seen=True, at="3327") == "refused", "in port she is not at sea"
    assert orders_roll(10, scattered=True) == "refused"
    assert orders_roll(10, seen=True, scattered=True) == "refused"


@pytest.mark.rule("AD-7.5.3-line30-allied", "AD-7.5.3-line30-asterisk", "AD-7.5.4-line30-soviet")
def test_the_line_at_thirty_degrees_east() -> None:
    """2221 is east of it, 2222 is not; Soviet ships stay on the other side of it than all but PQ-17's."""

    def may_cross(key: str, cell: str, *ships: str) -> bool:
        theatre = sea()
        theatre.force(key, cell, *ships)
        return ("2221" if cell == "2222" else "2222") in goes(activate(theatre, key), ALLIED)

    assert may_cross("pq-17", "2222", "carlton", "fury")
    assert may_cross("tf-3", "2222", "fury", "offa"), "destroyers that have left PQ-17"
    assert not may_cross("tf-3", "2222", "fury", "onslow")
    assert not may_cross("cruiser-force", "2222", "london")
    assert not may_cross("tf-2", "2222"), "nor a dummy"
    assert not may_cross("tf-4", "2221", "gremyashchi", "grozny")
    theatre = sea()
    theatre.force("tg-b", "2222", "luetzow")
    assert "2221" in goes(activate(theatre, "tg-b"), AXIS)


@pytest.mark.rule("AD-16.2-cross-30", "AD-16.2-barents-open")
def test_in_the_second_scenario_the_cruisers_and_a_dummy_may_cross_it() -> None:
    theatre = sea(ARMAGEDDON)
    theatre.force("cruiser-force", "2222", "london")
    assert "2221" in goes(activate(theatre, "cruiser-force"), ALLIED)
    theatre = sea(ARMAGEDDON)
    theatre.force("tf-2", "2222")
    assert "2221" in goes(activate(theatre, "tf-2"), ALLIED)
    theatre = sea(ARMAGEDDON)
    theatre.force("tf-2", "2222")
    theatre.force("tf-3", "2120")
    assert "2221" not in goes(activate(theatre, "tf-2"), ALLIED), "one dummy is across already"
    theatre = sea(ARMAGEDDON)
    theatre.force("tf-1", "2222", "manchester")
    assert "2221" not in goes(activate(theatre, "tf-1"), ALLIED)


@pytest.mark.rule("AD-7.5.5-german-one-sortie", "AD-7.5.5-leads-transit")
def test_a_german_force_is_done_when_it_comes_back_from_sea() -> None:
    theatre = sea()
    theatre.force("tg-b", "3327", "luetzow", "z-24")
    activate(theatre, "tg-b")
    sail(theatre, AXIS, "3228", "3227", "3327")
    assert theatre.marker("tg-b").at == "3327", "by the Leads one may put in as often as one likes"
    theatre = sea()
    theatre.force("tg-b", "3327", "luetzow", "z-24")
    activate(theatre, "tg-b")
    sail(theatre, AXIS, "3228", "3128", "3228", "3327")
    assert theatre.is_over
    assert "tg-b" not in theatre.now.forces[AXIS]
    assert [theatre.find(name).at for name in ("luetzow", "z-24")] == ["removed", "removed"]


@pytest.mark.rule("AD-16.2-port-free")
def test_but_not_in_the_second_scenario() -> None:
    theatre = sea(ARMAGEDDON)
    theatre.force("tg-b", "3228", "luetzow", sortied=True)
    activate(theatre, "tg-b")
    sail(theatre, AXIS, "3327")
    assert theatre.marker("tg-b").at == "3327"


# Penalties (7.6)


@pytest.mark.rule("AD-7.6-mp-max-two", "AD-7.6.3-penalty-max", "AD-7.6-mp-bluff")
@pytest.mark.parametrize(
    ("penalty", "fast", "points"), [(1, False, 3), (2, False, 2), (3, False, 2), (1, True, 4), (2, True, 3)]
)
def test_penalties_count_more_at_maximum_speed(penalty: int, fast: bool, points: int) -> None:
    """G20: two become three. G49: four at maximum speed with a penalty of one are 6 - 2 = 4. Dummies obey them too."""
    for ships in (("london",), ()):
        theatre = sea()
        theatre.force("tf-1", "2645", *ships, penalty=penalty)
        activate(theatre, "tf-1", fast=fast)
        assert left(theatre) == points


@pytest.mark.rule("AD-7.6-mp-markers")
def test_the_enemy_sees_the_penalties_of_forces_and_dummies_alike() -> None:
    theatre = sea()
    theatre.force("tf-1", "2645", "london", penalty=1)
    theatre.force("tf-2", "2644", penalty=2)
    theatre.begin(Act())
    seen = known(theatre.data, theatre.now, Observer.AXIS).forces[ALLIED].values()
    assert [(force.at, force.penalty) for force in seen] == [("2645", 1), ("2644", 2)]


@pytest.mark.rule("AD-7.6-mp-expire")
def test_penalties_are_gone_at_the_end_of_the_turn() -> None:
    theatre = sea()
    theatre.force("tf-1", "2645", "london", penalty=2)
    theatre.force("tg-c", "3327", penalty=1)
    theatre.ship("fury", "2645", damage=1, penalty=1)
    take_markers_off(theatre.at_hand)
    assert [theatre.marker(key).penalty for key in ("tf-1", "tg-c")] == [0, 0]
    assert theatre.find("fury").penalty == 0


@pytest.mark.rule(
    "AD-7.6.4-combat-cost-1-3", "AD-7.6.4-combat-cost-4-6", "AD-7.6.4-combat-cost-7", "AD-7.6.4-combat-cost-max"
)
def test_what_a_surface_combat_costs() -> None:
    """G50: five rounds cost two points, or three at maximum speed; here in halves."""
    data = sea().data
    assert [combat_cost(data, rounds, fast=False) for rounds in range(1, 9)] == [2, 2, 2, 4, 4, 4, None, None]
    assert [combat_cost(data, rounds, fast=True) for rounds in range(1, 9)] == [4, 4, 4, 6, 6, 6, None, None]


# Fuel (7.9)


@pytest.mark.rule("AD-7.9-fuel-first", "AD-7.9-fuel-allied", "AD-7.9-fuel-dummy")
@pytest.mark.parametrize("ships", [("london",), ()])
def test_an_allied_force_refuels_after_a_second_turn_at_maximum_speed(ships: tuple[str, ...]) -> None:
    """G51: fuel 1, fuel 2, and in the third activation two points less and no marker; a dummy does the same."""
    theatre = sea()
    theatre.force("tf-1", "2645", *ships)
    for fuel in (1, 2):
        activate(theatre, "tf-1", fast=True).act(ALLIED, "stop")
        assert theatre.marker("tf-1").fuel == fuel
        take_markers_off(theatre.at_hand)
    activate(theatre, "tf-1")
    assert (theatre.marker("tf-1").fuel, theatre.marker("tf-1").penalty, left(theatre)) == (0, 2, 2)


def homeward(cell: str, *ships: str, scenario: str = "historical", **fields: object) -> Theatre:
    """A German force out of fuel is activated."""
    theatre = sea(scenario)
    theatre.force("tg-b", cell, *ships, fuel=2, **fields)
    return activate(theatre, "tg-b", fast=None)


@pytest.mark.rule("AD-7.9-fuel-german")
def test_out_of_fuel_a_force_is_done_in_port_though_it_never_left_the_leads() -> None:
    """One that comes in for another reason, here to bring a cripple home, stays if it was never at sea."""
    theatre = homeward("3228", "luetzow", "z-24")
    sail(theatre, AXIS, "3327")
    assert theatre.is_over
    assert "tg-b" not in theatre.now.forces[AXIS]
    assert [theatre.find(name).at for name in ("luetzow", "z-24")] == ["removed", "removed"]

    theatre = sea()
    theatre.force("tg-b", "3228", "luetzow", "z-24")
    theatre.find("luetzow").damage, theatre.find("luetzow").apart, theatre.find("luetzow").bound = 1, True, "norway"
    theatre.find("z-24").with_ = "luetzow"
    sail(activate(theatre, "tg-b", fast=None), AXIS, "3327")
    assert theatre.find("luetzow").at == "removed"
    assert theatre.find("z-24").force == "tg-b"
    assert theatre.marker("tg-b").at == "3327"


@pytest.mark.rule("AD-7.9-fuel-german", "AD-7.9-fuel-dummy")
@pytest.mark.parametrize("ships", [("luetzow",), ()])
def test_a_german_force_out_of_fuel_goes_home_and_is_done(ships: tuple[str, ...]) -> None:
    theatre = homeward("3029", *ships, sortied=True)
    assert left(theatre) == 4, "at regular speed"
    assert goes(theatre, AXIS) == {"3128"}, "the one quickest way: 3128, 3228 and Alta"
    assert "stop" not in theatre.offered(AXIS)
    sail(theatre, AXIS, "3128", "3228")
    assert goes(theatre, AXIS) == {"3327"}
    sail(theatre, AXIS, "3327")
    assert theatre.is_over
    assert "tg-b" not in theatre.now.forces[AXIS]
    theatre = sea()
    theatre.force("tg-b", "3327", *ships, fuel=2)
    theatre.begin(Activate(AXIS, "tg-b"))
    assert theatre.is_over
    assert "tg-b" not in theatre.now.forces[AXIS], "it was in port when its fuel ran out"


@pytest.mark.rule("AD-16.2-port-refuel")
def test_in_the_second_scenario_it_refuels_in_port() -> None:
    theatre = sea(ARMAGEDDON)
    theatre.force("tg-b", "3327", "luetzow", fuel=2)
    activate(theatre, "tg-b", fast=None)
    assert theatre.offered(AXIS) == ["stop", "refuel"], "it may, and until then it does not sail"
    before = theatre.words(Observer.ALLIED)
    theatre.act(AXIS, "refuel")
    assert (theatre.marker("tg-b").fuel, theatre.marker("tg-b").penalty, left(theatre)) == (0, 0, 2)
    assert goes(theatre, AXIS) == {"3227", "3228"}
    assert theatre.words(Observer.ALLIED) == before, "fuel is its owner's affair"
    theatre = homeward("3029", "luetzow", scenario=ARMAGEDDON)
    assert goes(theatre, AXIS) == {"3128"}


@pytest.mark.rule("AD-16.2-port-refuel")
@pytest.mark.parametrize(("penalty", "able"), [(0, True), (1, False)])
def test_it_refuels_in_the_turn_in_which_it_comes_in_if_two_points_are_left(penalty: int, able: bool) -> None:
    """From 3128 the way to Alta costs two of four points, or of three."""
    theatre = sea(ARMAGEDDON)
    theatre.force("tg-b", "3128", "luetzow", fuel=2, penalty=penalty)
    sail(activate(theatre, "tg-b", fast=None), AXIS, "3228", "3327")
    assert ("refuel" in theatre.offered(AXIS)) is able
    if able:
        theatre.act(AXIS, "refuel")
        assert (theatre.marker("tg-b").fuel, left(theatre)) == (0, 0)


@pytest.mark.rule("AD-7.9-fuel-secret")
def test_nobody_is_told_about_fuel_or_speed() -> None:
    said = []
    for fast in (False, True):
        theatre = sea()
        theatre.force("tf-1", "2645", "london")
        activate(theatre, "tf-1", fast=fast).act(ALLIED, "stop")
        said.append(theatre.words())
    assert said[0] == said[1]


@pytest.mark.rule("AD-6.6-stack-two", "AD-6.6-stack-not-count")
def test_no_more_than_two_forces_of_a_side_are_in_a_hex() -> None:
    theatre = sea()
    theatre.force("tf-1", "2645", "london")
    theatre.force("tf-2", "2644")
    theatre.force("tf-3", "2644", "onslow")
    theatre.force("tf-4", "2646")
    theatre.ship("fury", "2646", damage=1)
    activate(theatre, "tf-1")
    assert "2644" not in goes(theatre, ALLIED)
    assert "2646" in goes(theatre, ALLIED)
