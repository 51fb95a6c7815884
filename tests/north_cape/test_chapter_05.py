"""Chapter 5 of North Cape: missions, their alternation, and the movement in them.

Most of it happens in column 10, at sea in every season: 1015 has 1014 to the north and 1016 to the south.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import Cancel, Declare, DropOff, Engage, Go, Pass, Spot, Stop, Surface
from barents.games.north_cape.rules.eligibility import is_eligible
from barents.games.north_cape.state import BuyDecoys, MissionType, PlaceDecoys, Used
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer, Side

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
DD, DE, MERCHANT = "gb-dd-1", "gb-de-1", "mt-01"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def first_to_act(sea: Sea) -> Side:
    """Who has the first mission of the turn, when neither side has a decoy to place."""
    sea.begin(PlaceDecoys())
    for side in Side:
        sea.act(side, Allot(()))
    (side,) = sea.match.pending
    return side


# 5.0: who acts, and how a stack moves


@pytest.mark.rule("NC-5.0-allies-first-mission", "NC-5.2-initiative-tie")
@pytest.mark.parametrize("axis_drew", [0, 5])
def test_the_allies_have_the_first_mission_of_a_scenario_whatever_was_drawn(sea: Sea, axis_drew: int) -> None:
    sea.state.drawn_before[AXIS] = axis_drew
    assert first_to_act(sea) is ALLIED


@pytest.mark.rule("NC-5.2-initiative")
def test_later_the_side_that_drew_more_decoys_in_the_turn_before_begins_and_no_number_is_told(sea: Sea) -> None:
    sea.state.turn = 4
    sea.state.drawn_before = {ALLIED: 2, AXIS: 3}
    assert first_to_act(sea) is AXIS
    (told,) = sea.told("NC-5.2-initiative")
    assert told.about == {"side": "axis"}


@pytest.mark.rule("NC-5.2-initiative", "NC-3.3-decoy-overspend", "NC-3.3-decoy-reveal-cost-only")
def test_what_was_drawn_counts_not_what_was_paid_and_of_the_turn_before_not_of_this_one(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("tirpitz", "2020")
    sea.begin(BuyDecoys(), dice=[3]).act(ALLIED, "buy 0 20").act(AXIS, "buy 1 2")
    sea.act(ALLIED, Allot(())).act(AXIS, Allot((("axis-decoy-1", "2020"),)))
    sea.act(ALLIED, Pass()).act(AXIS, Pass())
    assert sea.now.turn == 2
    sea.act(ALLIED, "buy 2 4").act(AXIS, "buy 0 0")
    sea.act(ALLIED, Allot((("allied-decoy-1", "1015"), ("allied-decoy-2", "1015")))).act(AXIS, Allot(()))
    assert set(sea.match.pending) == {AXIS}
    assert [told.about for told in sea.told("NC-5.2-initiative")] == [{"side": "allied"}, {"side": "axis"}]
    for eyes in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        facts = sea.match.known(eyes).notebook[ALLIED].facts
        assert facts["first-mission"] == "axis", "everyone keeps it in mind"
        assert sum(sea.match.known(eyes).drawn_before.values()) == (eyes is Observer.AXIS), "and no number"


@pytest.mark.rule("NC-5.2-initiative-tie")
def test_equal_draws_leave_the_first_mission_to_the_allies(sea: Sea) -> None:
    sea.state.turn = 4
    sea.state.drawn_before = {ALLIED: 3, AXIS: 3}
    assert first_to_act(sea) is ALLIED


@pytest.mark.rule("NC-5.0-alternate", "NC-5.2-pass", "NC-5.1-sortie")
def test_the_sides_alternate_single_missions_and_one_that_passes_may_act_later(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("tirpitz", "2020")
    sea.missions(ALLIED).act(ALLIED, Pass())
    sea.send(SORTIE, "tirpitz").act(AXIS, Go("2022"), Stop())
    sea.send(SORTIE, DD).act(ALLIED, Go("1018"), Stop())
    assert [*sea.match.pending] == [AXIS]
    assert (sea.piece("tirpitz").at, sea.piece(DD).at) == ("2022", "1018")


@pytest.mark.rule("NC-5.2-two-passes", "NC-5.2-repeat-pass", "NC-5.6-end-missions")
def test_pass_mission_pass_mission_goes_on_and_two_passes_in_a_row_end_the_missions(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.missions(ALLIED)
    sea.send(PATROL, DD).act(ALLIED, Stop())
    sea.act(AXIS, Pass())
    sea.send(RECON, DD).act(ALLIED, Stop())
    sea.act(AXIS, Pass())
    assert (sea.now.turn, sea.match.pending[ALLIED].rule) == (1, "NC-5.0-alternate")
    sea.act(ALLIED, Pass())
    assert sea.now.turn == 2


@pytest.mark.rule("NC-5.0-phase-end")
def test_missions_end_when_neither_side_has_any_left(sea: Sea) -> None:
    sea.place(DD, "1015", used=Used.RECON | Used.PATROL | Used.SORTIE)
    sea.missions(ALLIED)
    assert sea.offered(ALLIED) == ["pass"]
    sea.act(ALLIED, Pass())
    assert sea.offered(AXIS) == ["pass"]
    sea.act(AXIS, Pass())
    assert sea.now.turn == 2


@pytest.mark.rule("NC-5.0-move-only-in-mission", "NC-5.0-move-optional")
def test_a_ship_moves_only_in_a_mission_that_was_announced_and_is_never_made_to(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.missions(ALLIED)
    assert {text.split()[0] for text in sea.offered(ALLIED)} == {"pass", "declare"}
    with pytest.raises(Refused):
        sea.act(ALLIED, Go("1016"))
    sea.send(PATROL, DD).act(ALLIED, Stop())
    sea.act(AXIS, Pass()).act(ALLIED, Pass())
    assert (sea.now.turn, sea.piece(DD).at) == (2, "1015")


@pytest.mark.rule("NC-5.0-one-unit-or-stack", "NC-5.0-stack-same-start", "NC-5.2-different-missions-hex")
def test_a_mission_takes_units_of_one_hex_and_the_others_there_may_have_another(sea: Sea) -> None:
    sea.place_all([DD, MERCHANT, "gb-dd-2"], "1015")
    sea.place("gb-dd-3", "1016")
    sea.missions(ALLIED).act(ALLIED, Declare(SORTIE, "1015"))
    for strangers in (("gb-dd-3",), (DD, "gb-dd-3")):
        with pytest.raises(Refused):
            sea.act(ALLIED, Choose(strangers))
    sea.act(ALLIED, Choose((DD, MERCHANT)), Go("1018"), Stop())
    assert {sea.piece(name).at for name in (DD, MERCHANT)} == {"1018"}
    assert sea.piece("gb-dd-2").at == "1015"
    sea.act(AXIS, Pass())
    sea.send(RECON, "gb-dd-2").act(ALLIED, Stop())
    assert sea.piece("gb-dd-2").used == Used.RECON


@pytest.mark.rule("NC-5.0-stack-slowest", "NC-5.0-one-mp-per-hex", "NC-5.0-adjacent-steps")
def test_a_stack_goes_hex_by_hex_as_far_as_its_slowest_ship(sea: Sea) -> None:
    sea.place_all([DD, MERCHANT], "1015")
    sea.missions(ALLIED).send(SORTIE, DD, MERCHANT)
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1015", 3)) - {"1015"}
    sea.act(ALLIED, Go("1017"))
    assert sea.piece(MERCHANT).spent == sea.piece(DD).spent == 2
    assert sea.goals(ALLIED) == set(sea.data.grid.neighbours("1017"))
    sea.act(ALLIED, Go("1018"))
    assert sea.goals(ALLIED) == set()
    paths = [str(told.about["path"]).split() for told in sea.told("NC-5.0-adjacent-steps")]
    assert paths == [["1016", "1017"], ["1018"]]


@pytest.mark.rule("NC-5.0-drop-off", "NC-5.0-dropped-done", "NC-5.0-stack-may-split")
def test_a_merchant_is_dropped_off_in_the_third_hex_and_the_destroyer_goes_on_for_six_more(sea: Sea) -> None:
    sea.place_all([DD, MERCHANT], "1015")
    sea.missions(ALLIED).send(SORTIE, DD, MERCHANT)
    sea.act(ALLIED, Go("1018"), DropOff(), Choose((MERCHANT,)))
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1018", 6)) - {"1018"}
    sea.act(ALLIED, Go("1024"))
    assert not any(MERCHANT in text for text in sea.offered(ALLIED))
    sea.act(ALLIED, Stop())
    assert (sea.piece(MERCHANT).at, sea.piece(DD).at) == ("1018", "1024")
    assert sea.piece(MERCHANT).used == sea.piece(DD).used == Used.SORTIE


def test_nothing_is_dropped_off_before_the_first_hex_nor_by_a_group_on_its_own(sea: Sea) -> None:
    sea.place("group-1", "1015")
    sea.place_all([DD, MERCHANT], "1015", box=1)
    sea.missions(ALLIED).send(SORTIE, "group-1")
    assert "drop-off" not in sea.offered(ALLIED)
    sea.act(ALLIED, Go("1016"))
    assert "drop-off" not in sea.offered(ALLIED)
    assert {sea.piece(name).at for name in ("group-1", DD, MERCHANT)} == {"1016"}


@pytest.mark.rule("NC-5.0-ship-budget-per-turn", "NC-5.1-once-per-type")
def test_a_destroyer_that_moved_five_on_a_recon_has_four_for_a_sortie_and_no_second_recon(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.missions(ALLIED).send(RECON, DD).act(ALLIED, Go("1020"), Stop())
    sea.act(AXIS, Pass())
    assert sea.declared(ALLIED) == {"patrol 1020 no", "sortie 1020 no"}
    sea.send(SORTIE, DD)
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1020", 4)) - {"1020"}


@pytest.mark.rule("NC-5.1-once-per-type")
def test_a_unit_that_has_done_its_recon_cannot_go_on_another_with_its_neighbours(sea: Sea) -> None:
    sea.place(DD, "1015", used=Used.RECON)
    sea.place("gb-dd-2", "1015")
    sea.place("group-1", "1015")
    sea.place("gb-dd-3", "1015", used=Used.RECON, box=1)
    sea.missions(ALLIED).act(ALLIED, Declare(RECON, "1015"))
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-2"]


@pytest.mark.rule("NC-5.1-sortie")
def test_a_sortie_moves_at_least_one_hex_and_only_a_boat_may_dive_or_surface_instead(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("trident", "2020")
    sea.missions(ALLIED).send(SORTIE, DD)
    assert "stop" not in sea.offered(ALLIED)
    sea.act(ALLIED, Cancel()).send(SORTIE, "trident").act(ALLIED, Surface("trident"), Stop())
    assert (sea.piece("trident").at, sea.piece("trident").surfaced) == ("2020", True)


@pytest.mark.rule("NC-5.0-ship-budget-per-turn")
def test_a_destroyer_damaged_after_six_hexes_has_nothing_left_and_with_three_spent_has_one(sea: Sea) -> None:
    sea.place(DD, "1015", spent=6, damage=1)
    sea.place("gb-dd-2", "2020", spent=3, damage=1)
    sea.missions(ALLIED)
    assert sea.declared(ALLIED) >= {"recon 1015 no", "sortie 2020 no"}
    assert "sortie 1015 no" not in sea.declared(ALLIED)
    sea.send(SORTIE, "gb-dd-2")
    assert sea.goals(ALLIED) == set(sea.data.grid.neighbours("2020"))


@pytest.mark.parametrize(("at", "legal", "illegal"), [("2624", "2725", "2824"), ("2725", "2726", "2825")])
def test_kent_may_lie_in_the_north_cape_row_but_not_beyond_it(at: str, legal: str, illegal: str) -> None:
    sea = Sea("enter-the-luftwaffe")
    sea.place("kent", at)
    sea.missions(ALLIED).send(SORTIE, "kent")
    assert legal in sea.goals(ALLIED)
    assert illegal not in sea.goals(ALLIED)


@pytest.mark.rule("NC-5.0-halt-on-enemy")
def test_a_ship_that_enters_a_hex_with_a_decoy_goes_no_farther_and_its_route_avoids_it(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("axis-decoy-1", "1017")
    sea.missions(ALLIED).send(SORTIE, DD)
    assert "1024" not in sea.goals(ALLIED), "nine hexes straight through, ten round the decoy"
    sea.act(ALLIED, Go("1017"))
    assert sea.goals(ALLIED) == set()
    assert sea.piece(DD).spent == 2
    sea.act(ALLIED, Stop())
    assert [*sea.match.pending] == [AXIS]


@pytest.mark.rule("NC-5.0-halt-on-enemy")
@pytest.mark.parametrize("decoy", ["1016", "1020", "1029"])
def test_an_aircraft_flies_round_a_lone_decoy_at_no_cost_but_stops_where_it_enters_its_hex(
    sea: Sea, decoy: str
) -> None:
    sea.place("albacore-1", "1015")
    sea.place("victorious", "1015")
    sea.place("axis-decoy-1", decoy)
    sea.missions(ALLIED).send(SORTIE, "albacore-1").act(ALLIED, Go("1030"))
    assert sea.piece("albacore-1").at == "1030"
    assert decoy not in str(sea.told("NC-5.0-adjacent-steps")[0].about["path"])
    sea.act(ALLIED, Go(decoy))
    assert sea.goals(ALLIED) == set()


@pytest.mark.rule("NC-5.0-halt-on-enemy")
def test_only_a_submerged_submarine_passes_through_a_hex_with_enemies(sea: Sea) -> None:
    sea.place("u-88", "1015")
    sea.place("u-255", "2015", surfaced=True)
    sea.place(MERCHANT, "1016")
    sea.place("mt-02", "2016")
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, Go("1016"), Go("1018"), Stop())
    assert sea.piece("u-88").at == "1018"
    sea.act(ALLIED, Pass())
    sea.send(SORTIE, "u-255").act(AXIS, Choose(()), Go("2016"))
    assert sea.goals(AXIS) == set()


# 5.1: the types of missions


@pytest.mark.rule("NC-5.1-four-types")
def test_the_missions_are_recon_patrol_sortie_and_attack(sea: Sea) -> None:
    assert [type.value for type in MissionType] == ["recon", "patrol", "sortie", "attack"]
    sea.place(DD, "1015")
    sea.place("tirpitz", "1020")
    sea.identify("tirpitz").missions(ALLIED)
    assert sea.declared(ALLIED) == {f"{type} 1015 no" for type in MissionType}


@pytest.mark.rule("NC-5.1-one-type-at-a-time", "NC-5.2-no-change")
def test_a_mission_does_not_become_another(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("tirpitz", "1017")
    sea.identify("tirpitz").missions(ALLIED).send(RECON, DD).act(ALLIED, Go("1017"))
    assert sea.offered(ALLIED) == ["stop", "cancel"]
    sea.act(ALLIED, Stop())
    assert sea.asked(ALLIED).rule == "NC-6.1-one-hex", "it reconnoitres, though Tirpitz could be attacked"
    assert sea.now.combat is None


@pytest.mark.rule("NC-5.1-four-per-turn", "NC-5.1-any-order")
@pytest.mark.parametrize("order", [(ATTACK, SORTIE, RECON, PATROL), (PATROL, RECON, SORTIE, ATTACK)])
def test_a_unit_may_do_all_four_missions_in_a_turn_in_any_order(sea: Sea, order: tuple[MissionType, ...]) -> None:
    sea.place("kent", "1015")
    sea.place("u-88", "1015", surfaced=True)
    sea.identify("u-88").missions(ALLIED, dice=[10, 10, 10])
    for type in order:
        sea.send(type, "kent")
        if type is SORTIE:
            sea.act(ALLIED, Go("1016"), Go("1015"))
        sea.act(ALLIED, Stop())
        while ALLIED in sea.match.pending and sea.asked(ALLIED).rule != "NC-5.0-alternate":
            sea.act(ALLIED, next(action for action in (Stop(), Engage("kent", "u-88")) if offers(sea, action)))
        while AXIS in sea.match.pending:
            sea.act(AXIS, next(action for action in (Pass(), Stop()) if offers(sea, action, AXIS)))
    assert sea.piece("kent").used & 15 == 15
    assert sea.declared(ALLIED) == set()


def offers(sea: Sea, action: Action, side: Side = ALLIED) -> bool:
    return action in sea.asked(side).options


@pytest.mark.rule("NC-5.1-recon-adjacent", "NC-5.1-recon-ends")
@pytest.mark.parametrize(("start", "route"), [("1017", ()), ("1014", ("1017",)), ("1014", ("1018",))])
def test_a_recon_looks_at_a_hex_beside_it_or_its_own_with_or_without_moving_and_only_once(
    sea: Sea, start: str, route: tuple[str, ...]
) -> None:
    sea.place(DD, start)
    sea.place("tirpitz", "1018")
    sea.missions(ALLIED, allied=[1]).send(RECON, DD).act(ALLIED, *map(Go, route), Stop())
    assert sea.offered(ALLIED) == ["stop", f"spot {DD} 1018"]
    sea.act(ALLIED, Spot(DD, "1018")).act(AXIS, Decline())
    assert sea.offered(ALLIED) == ["stop"], "nothing was seen, and the mission is over all the same"
    sea.act(ALLIED, Stop())
    sea.act(AXIS, Pass())
    assert "recon" not in {text.split()[0] for text in sea.declared(ALLIED)}


@pytest.mark.rule("NC-5.1-attack-needs-recon")
def test_an_attack_needs_an_enemy_that_is_reconnoitred_now(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("hipper", "1017")
    sea.identify("hipper", reconnoitred=False).missions(ALLIED)
    assert "attack 1015 no" not in sea.declared(ALLIED), "she is seen, but was not reconnoitred"
    sea.piece("hipper").recon = ["*"]
    sea.missions(ALLIED)
    assert "attack 1015 no" in sea.declared(ALLIED)


@pytest.mark.rule("NC-5.1-attack-needs-recon")
@pytest.mark.parametrize(("type", "still"), [(SORTIE, False), (RECON, True)])
def test_a_reconnoitred_cruiser_is_safe_after_a_sortie_of_one_hex_and_not_after_a_recon(
    sea: Sea, type: MissionType, still: bool
) -> None:
    sea.place(DD, "1015")
    sea.place("hipper", "1017")
    sea.identify("hipper").missions(AXIS).send(type, "hipper").act(AXIS, Go("1018"), Stop())
    if AXIS in sea.match.pending:
        sea.act(AXIS, Stop())
    assert sea.is_up("hipper") is still
    assert ("attack 1015 no" in sea.declared(ALLIED)) is still


@pytest.mark.rule("NC-5.1-attack-move", "NC-5.1-attack-ends")
def test_an_attack_moves_into_the_hex_fights_there_and_is_over(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("u-88", "1018", surfaced=True)
    sea.identify("u-88").missions(ALLIED, dice=[10]).send(ATTACK, "kent")
    assert "stop" not in sea.offered(ALLIED), "there is nobody to attack here"
    sea.act(ALLIED, Go("1018"), Stop())
    assert sea.now.combat is not None
    sea.act(ALLIED, Engage("kent", "u-88"))
    sea.act(AXIS, Stop())
    assert sea.match.state.combat is None
    assert (sea.now.mission, sea.piece("kent").at) == (None, "1018")
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"
    sea.act(AXIS, Pass())
    assert "attack 1018 no" not in sea.declared(ALLIED)


@pytest.mark.rule("NC-5.1-type-limits")
@pytest.mark.parametrize(
    ("attacker", "target", "fields", "can"),
    [
        ("ju-88-1", MERCHANT, {}, True),
        ("bf-109-1", MERCHANT, {}, False),
        ("bf-109-1", "albacore-1", {"aloft": True}, True),
        ("ju-88-1", "albacore-1", {"aloft": True}, False),
        ("de-dd-1", "trident", {}, True),
        ("hipper", "trident", {}, False),
        ("hipper", "trident", {"surfaced": True}, True),
        ("u-88", MERCHANT, {}, True),
        ("u-88", "trident", {}, False),
    ],
)
def test_an_attack_needs_a_unit_that_can_fight_one_in_the_hex(
    sea: Sea, attacker: str, target: str, fields: dict[str, object], can: bool
) -> None:
    flying = sea.data.counters[attacker].is_air
    start = "2633" if flying else "1015"
    sea.place("victorious", "0530")
    sea.place(target, "1017", **fields)
    sea.place(attacker, start)
    sea.identify(target).missions(AXIS)
    assert (f"attack {start} {'yes' if flying else 'no'}" in sea.declared(AXIS)) is can


@pytest.mark.rule("NC-5.1-type-limits")
def test_fighters_that_leave_the_bombers_behind_cannot_attack_a_merchant(sea: Sea) -> None:
    sea.place_all(["ju-88-1", "bf-109-1"], "2633")
    sea.place(MERCHANT, "2025")
    sea.identify(MERCHANT).missions(AXIS).send(ATTACK, "bf-109-1").act(AXIS, Go("2025"))
    assert sea.offered(AXIS) == ["cancel"]


@pytest.mark.rule("NC-5.1-ship-no-air-target")
def test_a_ship_never_moves_to_attack_an_aircraft(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("ju-88-1", "1017", aloft=True, on_patrol=True, base="2633")
    sea.identify("ju-88-1").missions(ALLIED)
    assert sea.declared(ALLIED) == {"recon 1015 no", "patrol 1015 no", "sortie 1015 no"}


@pytest.mark.rule("NC-9.6-no-recon-ships-only", "NC-5.1-ship-no-air-target")
@pytest.mark.parametrize(("enemy", "offered"), [("ju-88-1", False), ("hipper", True)])
def test_a_ship_needs_no_reconnaissance_for_a_ship_beside_her_but_for_an_aircraft_in_full_view(
    sea: Sea, enemy: str, offered: bool
) -> None:
    sea.place("kent", "1015")
    if offered:
        sea.place(enemy, "1015")
    else:
        sea.fly(enemy, "1015")
    sea.identify(enemy, reconnoitred=False)
    assert ("attack 1015 no" in sea.missions(ALLIED).declared(ALLIED)) is offered


@pytest.mark.rule("NC-5.1-attack-move")
def test_a_group_attacks_with_what_is_in_its_box_once(sea: Sea) -> None:
    sea.place("group-1", "1015")
    sea.place_all(["kent", "mt-01"], "1015", box=1)
    sea.place("hipper", "1017")
    sea.identify("hipper").missions(ALLIED, dice=[10, 10])
    assert "attack 1015 no" in sea.declared(ALLIED)
    sea.send(ATTACK, "group-1").act(ALLIED, Go("1017"), Stop(), Engage("kent", "hipper"))
    sea.act(AXIS, Stop()).act(AXIS, Pass())
    assert sea.piece("kent").used & Used.ATTACK
    assert "attack 1017 no" not in sea.declared(ALLIED)


@pytest.mark.rule("NC-5.1-patrol-station")
@pytest.mark.parametrize("route", [(), ("1018",)])
def test_a_patrol_watches_from_the_hex_where_it_ends_for_the_rest_of_the_turn(sea: Sea, route: tuple[str, ...]) -> None:
    sea.place(DD, "1015")
    sea.place("hipper", "1021")
    sea.missions(ALLIED).send(PATROL, DD).act(ALLIED, *map(Go, route), Stop())
    station = route[-1] if route else "1015"
    assert sea.piece(DD).on_patrol
    sea.send(SORTIE, "hipper").act(AXIS, Go(_south_of(station)))
    assert sea.asked(ALLIED).window
    assert list(sea.asked(ALLIED).options) == [Choose(()), Choose((DD,))]


def _south_of(cell: str) -> str:
    return f"{int(cell) + 1:04d}"


@pytest.mark.rule("NC-5.1-sortie-decoys")
@pytest.mark.parametrize("units", [("allied-decoy-1",), ("allied-decoy-1", DD)])
def test_a_sortie_may_be_of_decoys_or_of_decoys_and_ships(sea: Sea, units: tuple[str, ...]) -> None:
    sea.place_all(units, "1015")
    sea.missions(ALLIED).send(SORTIE, *units).act(ALLIED, Go("1018"), Stop())
    assert {sea.piece(name).at for name in units} == {"1018"}
    assert not sea.revealed()


@pytest.mark.parametrize("unit", ["ju-88-1", "axis-decoy-1"])
def test_in_a_storm_nothing_flies_nor_pretends_to(sea: Sea, unit: str) -> None:
    piece = sea.place(unit, "2330")
    assert is_eligible(sea.state, sea.data, piece, RECON, flying=True)
    sea.weather("storm").missions(AXIS)
    assert not is_eligible(sea.now, sea.data, piece, RECON, flying=True)
    assert not any(mission.endswith("yes") for mission in sea.declared(AXIS))
