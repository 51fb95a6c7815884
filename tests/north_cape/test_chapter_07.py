"""Chapter 7 of North Cape: patrols and interceptions, and what 5.1 and 8.0 say of them.

The patrol is mostly at 1020; 1019 is the hex north of it, 1018 is out of its reach.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import (
    Engage,
    Go,
    Pass,
    SaySubmarine,
    Show,
    Stop,
)
from barents.games.north_cape.state import (
    NOT_AVAILABLE,
    POOL,
    MissionType,
    Used,
)
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Subset
from barents.kernel.sides import Side

from .sea import AFTER_MISSIONS, ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
DD, DE, MERCHANT = "gb-dd-1", "gb-de-1", "mt-01"
BANAK = "2633"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def patrols(sea: Sea, side: Side) -> tuple[str, ...]:
    """The patrols that a side may intercept with now; it must have been asked in a window."""
    decision = sea.asked(side)
    assert decision.window
    assert isinstance(decision.options, Subset)
    return decision.options.items


# 7.0: when a patrol may intercept


@pytest.mark.rule("NC-7.0-trigger", "NC-7.0-optional")
@pytest.mark.parametrize("to", ["1019", "1020"])
def test_a_patrol_may_intercept_in_its_hex_and_beside_it_and_is_asked_at_each_hex_entered(sea: Sea, to: str) -> None:
    sea.on_patrol("hipper", "1020")
    sea.sail_past(DD, to=to)
    assert sea.piece(DD).at == "1019", "it is asked as soon as the stack comes next to it"
    assert patrols(sea, AXIS) == ("hipper",)
    sea.act(AXIS, Choose(()))
    if to == "1020":
        sea.act(ALLIED, Go("1020"))
        assert sea.piece(DD).at == "1020"
        assert patrols(sea, AXIS) == ("hipper",)
        sea.act(AXIS, Choose(()))
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"
    assert sea.piece("hipper").on_patrol


@pytest.mark.rule("NC-7.0-trigger")
def test_a_ship_that_is_not_on_patrol_intercepts_nobody(sea: Sea) -> None:
    sea.place("hipper", "1020")
    sea.sail_past(DD)
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"


@pytest.mark.rule("NC-7.0-trigger", "NC-7.0-optional")
def test_where_a_patrol_was_and_nobody_is_any_more_nothing_is_asked(sea: Sea) -> None:
    sea.place("hipper", "1020")
    sea.place(DD, "1017")
    sea.missions(AXIS).send(PATROL, "hipper").act(AXIS, Stop()).act(ALLIED, Pass())
    sea.send(SORTIE, "hipper").act(AXIS, Go("1023"), Stop())
    assert sea.now.stations[AXIS] == ["1020"]
    sea.send(SORTIE, DD).act(ALLIED, Go("1019"))
    assert [*sea.match.pending] == [ALLIED]
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"


@pytest.mark.rule("NC-7.0-trigger", "NC-7.0-optional")
def test_a_ship_does_not_intercept_across_land(sea: Sea) -> None:
    """The cape east of Honningsvåg lies between 2828 and 2929; 2928 is open to both."""
    assert sea.data.grid.distance("2828", "2929") == 1
    sea.on_patrol("hipper", "2828")
    sea.sail_past(DD, start="3029", to="2929")
    assert (sea.piece(DD).at, patrols(sea, AXIS)) == ("2929", ())
    sea.act(AXIS, Choose(())).act(ALLIED, Go("2928"))
    assert patrols(sea, AXIS) == ("hipper",)


@pytest.mark.rule("NC-7.0-trigger", "NC-7.0-optional")
@pytest.mark.parametrize(
    ("name", "hurt", "can"),
    [("bv-138-1", 0, True), ("bv-138-1", 1, False), ("he-115-1", 1, True), ("bf-109-1", 0, False)],
)
def test_aircraft_intercept_ships_while_they_have_a_bomb_or_a_torpedo_for_them(
    sea: Sea, name: str, hurt: int, can: bool
) -> None:
    """A flying boat bombs with 1, which damage halves to nothing; a damaged He-115 has a torpedo of 1 left."""
    sea.on_patrol(name, "1020", base=BANAK, damage=hurt)
    sea.sail_past(DD)
    assert patrols(sea, AXIS) == ((name,) if can else ())


@pytest.mark.rule("NC-7.0-trigger", "NC-7.0-optional")
@pytest.mark.parametrize(("name", "hurt", "can"), [(MERCHANT, 0, False), ("gb-de-5", 1, True), ("trident", 0, True)])
def test_ships_intercept_with_guns_torpedoes_or_depth_charges_and_merchants_have_none(
    sea: Sea, name: str, hurt: int, can: bool
) -> None:
    """The guns of the trawlers are gone, but not what they have against boats."""
    sea.on_patrol(name, "1020", damage=hurt)
    sea.sail_past("hipper")
    assert patrols(sea, ALLIED) == ((name,) if can else ())


@pytest.mark.rule("NC-7.0-exit-not-intercepted")
def test_whoever_only_leaves_a_hex_beside_a_patrol_is_not_intercepted(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.sail_past(DD, start="1019", to="1018")
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"
    sea.act(ALLIED, Go("1119"))
    assert sea.data.grid.distance("1119", "1020") == 2
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"
    sea.act(ALLIED, Go("1120"))
    assert patrols(sea, AXIS) == ("hipper",), "but entering another hex beside it counts"


@pytest.mark.rule("NC-7.0-air-immune-to-ships")
def test_ships_on_patrol_cannot_intercept_aircraft(sea: Sea) -> None:
    sea.on_patrol("kent", "1020")
    sea.sail_past("ju-88-1", start=BANAK, to="1020", type=RECON)
    while ALLIED in sea.match.pending:
        assert patrols(sea, ALLIED) == ()
        sea.act(ALLIED, Choose(()))
        if sea.piece("ju-88-1").at != "1020":
            sea.act(AXIS, Go("1020"))
    assert sea.piece("ju-88-1").at == "1020"


@pytest.mark.rule("NC-7.0-air-immune-to-ships")
def test_a_bomber_on_patrol_cannot_intercept_aircraft_either_and_a_fighter_can(sea: Sea) -> None:
    sea.place("victorious", "0530")
    sea.on_patrol("bf-109-1", "1020", base=BANAK)
    sea.on_patrol("ju-88-1", "1020", base=BANAK)
    sea.sail_past("albacore-1", start="0530", to="1020", type=RECON)
    assert patrols(sea, AXIS) == ("bf-109-1",)


@pytest.mark.rule("NC-5.3-no-interception-beyond")
@pytest.mark.parametrize("fog", [False, True])
def test_aircraft_on_patrol_do_not_intercept_beyond_their_range_or_the_fog(sea: Sea, fog: bool) -> None:
    """A Ju-87 at the end of its fifteen hexes, or in a fog of ten: in its own hex it can, in the next one out not."""
    reach = 10 if fog else 15
    if fog:
        sea.weather("fog", fog_range=reach)
    station, out = f"26{33 - reach}", f"26{33 - reach - 1}"
    assert (sea.data.grid.distance(BANAK, station), sea.data.grid.distance(BANAK, out)) == (reach, reach + 1)
    sea.on_patrol("ju-87-1", station, base=BANAK)
    sea.sail_past(MERCHANT, start=f"26{33 - reach - 2}", to=station)
    assert (sea.piece(MERCHANT).at, patrols(sea, AXIS)) == (out, ())
    sea.act(AXIS, Choose(())).act(ALLIED, Go(station))
    assert patrols(sea, AXIS) == ("ju-87-1",)


@pytest.mark.rule("NC-5.3-no-interception-beyond")
@pytest.mark.parametrize(("carrier", "can"), [("0819", True), ("0316", False)])
def test_a_fighter_whose_carrier_has_sailed_intercepts_nothing_beyond_its_range_from_her(
    sea: Sea, carrier: str, can: bool
) -> None:
    assert (sea.data.grid.distance(carrier, "2920") <= 25) is can
    sea.place("victorious", carrier)
    sea.on_patrol("fulmar-1", "2920")
    sea.sail_past("ju-88-1", start=BANAK, to="2921", type=RECON)
    while ALLIED in sea.match.pending and sea.piece("ju-88-1").at != "2921":
        sea.act(ALLIED, Choose(())).act(AXIS, Go("2921"))
    assert patrols(sea, ALLIED) == (("fulmar-1",) if can else ())


@pytest.mark.rule("NC-7.0-submerged-immune", "NC-5.1-submerged-no-intercept", "NC-8.0-declare-submarine")
def test_the_owner_of_a_submerged_boat_says_submarine_and_nothing_is_shown(sea: Sea) -> None:
    sea.place("victorious", "0530")
    sea.on_patrol("albacore-1", "1020")
    sea.sail_past("u-88")
    sea.act(ALLIED, Choose(("albacore-1",)))
    assert sea.offered(AXIS) == ["say-submarine", "show"]
    sea.act(AXIS, SaySubmarine())
    assert not sea.revealed()
    assert not sea.piece("u-88").halted
    sea.act(AXIS, Go("1018"), Stop())
    assert sea.piece("u-88").at == "1018"


@pytest.mark.rule("NC-8.0-no-auto-recon-non-asw")
@pytest.mark.parametrize("answer", [SaySubmarine(), Show()])
def test_a_submerged_boat_is_not_reconnoitred_by_a_patrol_without_asw(sea: Sea, answer: SaySubmarine | Show) -> None:
    sea.on_patrol("kent", "1020")
    sea.place(DD, "0530")
    sea.sail_past("u-88")
    sea.act(ALLIED, Choose(("kent",))).act(AXIS, answer, Stop())
    assert sea.is_up("u-88") is isinstance(answer, Show)
    assert sea.piece("u-88").recon == []
    sea.act(AXIS, Pass())
    assert not any(mission.startswith("attack") for mission in sea.declared(ALLIED))


@pytest.mark.rule("NC-8.0-declare-bluff")
def test_a_stack_of_decoys_may_call_itself_a_submarine_and_if_it_does_not_it_is_gone(sea: Sea) -> None:
    sea.on_patrol("kent", "1020")
    sea.sail_past("axis-decoy-1")
    sea.act(ALLIED, Choose(("kent",))).act(AXIS, SaySubmarine())
    assert (sea.piece("axis-decoy-1").at, sea.revealed()) == ("1019", [])
    assert not sea.piece("kent").on_patrol
    sea = Sea()
    sea.on_patrol("kent", "1020")
    sea.sail_past("axis-decoy-1")
    sea.act(ALLIED, Choose(("kent",))).act(AXIS, Show())
    assert (sea.piece("axis-decoy-1").at, sea.revealed()) == (POOL, ["axis-decoy"])


@pytest.mark.rule("NC-8.0-asw-interceptor-reveals")
def test_an_escort_hears_a_submerged_boat_which_is_reconnoitred_for_it_alone_and_moves_on(sea: Sea) -> None:
    sea.on_patrol(DD, "1020")
    sea.place("gb-dd-2", "1021")
    sea.sail_past("u-88", "axis-decoy-1")
    sea.act(ALLIED, Choose((DD,)))
    assert sea.is_up("u-88")
    assert sea.piece("u-88").recon == [DD]
    assert sea.piece("axis-decoy-1").at == POOL
    assert (sea.now.combat, sea.piece(DD).at) == (None, "1020")
    sea.act(AXIS, Go("1018"), Stop())
    assert (sea.piece("u-88").at, sea.is_up("u-88")) == ("1018", True)


@pytest.mark.rule("NC-8.0-asw-interceptor-reveals", "NC-5.1-patrol-others-need-recon")
def test_of_two_destroyers_only_the_one_that_heard_the_boat_may_attack_it(sea: Sea) -> None:
    sea.on_patrol(DD, "1020")
    sea.place("gb-dd-2", "1025")
    sea.sail_past("u-88", type=PATROL)
    sea.act(ALLIED, Choose((DD,))).act(AXIS, Stop(), Pass())
    assert "attack 1020 no" in sea.declared(ALLIED)
    assert "attack 1025 no" not in sea.declared(ALLIED)


@pytest.mark.rule("NC-7.0-move-in", "NC-5.0-halt-on-intercept", "NC-7.1-combat-now", "NC-5.1-patrol-no-recon")
def test_interceptors_move_in_halt_the_enemy_and_fight_at_once_without_any_recon(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.sail_past("kent", to="1018")
    sea.act(ALLIED, Go("1019"))
    assert not sea.is_up("kent")
    sea.act(AXIS, Choose(("hipper",)))
    assert (sea.piece("hipper").at, sea.piece("hipper").spent) == ("1019", 0)
    assert sea.piece("kent").halted
    assert sea.now.combat is not None
    assert sea.now.combat.initiator is AXIS
    assert sea.asked(AXIS).rule == "NC-9.6-select"


@pytest.mark.rule("NC-7.0-reveal-all", "NC-7.0-all-involved", "NC-5.1-patrol-joined")
def test_both_sides_reveal_all_they_have_in_the_hex_and_all_of_it_fights(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.place_all(["de-dd-1", "axis-decoy-1", "u-88"], "1019")
    sea.place("gb-dd-2", "1019")
    sea.sail_past("kent", "allied-decoy-1", "trident")
    sea.act(AXIS, Choose(("hipper",))).act(ALLIED, Choose(()))
    assert sorted(sea.revealed()) == ["allied-decoy", "axis-decoy", "de-dd-1", "gb-dd-2", "hipper", "kent"]
    assert not sea.is_up("trident")
    assert not sea.is_up("u-88")
    assert {sea.piece(name).at for name in ("allied-decoy-1", "axis-decoy-1")} == {POOL}
    combat = sea.now.combat
    assert combat is not None
    assert (sorted(combat.allied), sorted(combat.axis)) == (["gb-dd-2", "kent"], ["de-dd-1", "hipper"])


@pytest.mark.rule("NC-5.1-patrol-auto-recon", "NC-5.1-patrol-others-need-recon")
def test_an_interception_reconnoitres_for_the_interceptors_and_for_nobody_else(sea: Sea) -> None:
    sea.on_patrol("scheer", "1020")
    sea.place("tirpitz", "1030")
    sea.sail_past("norfolk", "london")
    sea.act(AXIS, Choose(("scheer",)))
    assert {tuple(sea.piece(name).recon) for name in ("norfolk", "london")} == {("scheer",)}
    sea.act(ALLIED, Stop())
    sea.act(ALLIED, Pass())
    assert "attack 1019 no" in sea.declared(AXIS)
    assert "attack 1030 no" not in sea.declared(AXIS)


@pytest.mark.rule("NC-5.1-attack-own-recon", "NC-5.1-patrol-others-need-recon")
def test_a_boat_that_lies_with_the_one_that_stopped_a_merchant_has_not_found_her(sea: Sea) -> None:
    sea.on_patrol("u-88", "1020")
    sea.place("u-255", "1020")
    sea.sail_past(MERCHANT, to="1020", type=PATROL)
    sea.act(AXIS, Choose(())).act(ALLIED, Go("1020")).act(AXIS, Choose(("u-88",)))
    sea.act(AXIS, Stop()).act(ALLIED, Pass()).act(AXIS, "declare attack 1020 no")
    assert sea.offered(AXIS) == ["choose -", "choose u-88"]


@pytest.mark.rule("NC-5.1-attack-own-recon")
@pytest.mark.parametrize("looked", [False, True])
def test_bombers_do_not_follow_the_one_that_intercepted_unless_a_reconnaissance_serves_them_too(
    sea: Sea, looked: bool
) -> None:
    sea.place_all(["ju-88-2", "bf-109-1"], BANAK)
    sea.on_patrol("ju-88-1", "1020", base=BANAK)
    sea.sail_past("kent", to="1019", type=PATROL)
    sea.act(AXIS, Choose(("ju-88-1",)), Stop(), Allot((("ju-88-1", BANAK),)))
    assert sea.piece("kent").recon == ["ju-88-1"]
    if looked:
        sea.piece("kent").recon = ["*"]
    sea.act(ALLIED, Pass()).act(AXIS, f"declare attack {BANAK} yes")
    options = sea.asked(AXIS).options
    assert isinstance(options, Subset)
    assert set(options.items) == ({"ju-88-1", "ju-88-2", "bf-109-1"} if looked else {"ju-88-1"})


@pytest.mark.rule("NC-5.1-patrol-ends")
@pytest.mark.parametrize("prey", [("norfolk",), (MERCHANT,), ("allied-decoy-1",)])
def test_a_patrol_is_over_after_its_attempt_whether_it_led_to_combat_or_not(sea: Sea, prey: tuple[str, ...]) -> None:
    sea.on_patrol("scheer", "1020")
    sea.sail_past(*prey)
    sea.act(AXIS, Choose(("scheer",)))
    assert not sea.piece("scheer").on_patrol


@pytest.mark.rule("NC-5.1-patrol-ends")
def test_a_patrol_ends_with_the_next_mission_of_its_unit(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020", used=Used.PATROL)
    sea.missions(AXIS).send(RECON, "hipper").act(AXIS, Stop())
    assert not sea.piece("hipper").on_patrol


@pytest.mark.rule("NC-7.0-interception-is-mission", "NC-7.2-example-sequence")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_interceptions_take_one_place_in_the_alternation_however_many_there_were(sea: Sea, times: int) -> None:
    sea.on_patrol("scheer", "1020")
    sea.on_patrol("lutzow", "1119")
    sea.sail_past("norfolk", start="1018", to="1019")
    sea.act(AXIS, Choose(("scheer",) if times else ()))
    sea.act(ALLIED, Go("1018"))
    sea.act(AXIS, Choose(("lutzow",) if times > 1 else ()))
    sea.act(ALLIED, Stop())
    first, second = (ALLIED, AXIS) if times else (AXIS, ALLIED)
    assert [*sea.match.pending] == [first]
    sea.act(first, Pass())
    assert [*sea.match.pending] == [second]
    assert sea.now.agenda == AFTER_MISSIONS


@pytest.mark.rule("NC-5.1-attack-intercepted")
def test_ships_on_their_way_to_attack_may_be_intercepted(sea: Sea) -> None:
    sea.on_patrol("de-dd-1", "1020")
    sea.place("tirpitz", "1022")
    sea.identify("tirpitz")
    sea.sail_past("kent", to="1021", type=ATTACK)
    sea.act(AXIS, Choose(("de-dd-1",)))
    assert sea.now.combat is not None
    assert sea.now.combat.cell == sea.piece("kent").at != "1021"


@pytest.mark.rule("NC-5.1-cv-air-may-intercept", "NC-5.1-cv-air-own-patrol", "NC-7.2-cv-launch-reveals")
def test_a_fighter_on_deck_intercepts_if_it_is_itself_on_patrol_and_comes_back_to_her(sea: Sea) -> None:
    sea.place("sea-hurricane-1", "1020")
    sea.place("fulmar-1", "1020")
    sea.on_patrol("victorious", "1020", box=1)
    sea.place("group-1", "1020")
    sea.place("ju-88-1", BANAK)
    sea.missions(ALLIED, dice=[10, 10]).send(PATROL, "sea-hurricane-1").act(ALLIED, Stop())
    assert sea.is_up("victorious")
    assert sea.is_up("group-1")
    assert not sea.piece("victorious").recon
    sea.send(RECON, "ju-88-1").act(AXIS, Go("1019"))
    assert patrols(sea, ALLIED) == ("sea-hurricane-1",)
    sea.act(ALLIED, Choose(("sea-hurricane-1",)), Engage("sea-hurricane-1", "ju-88-1"))
    assert sea.piece("sea-hurricane-1").at == NOT_AVAILABLE
    sea.act(AXIS, Pass()).act(ALLIED, Pass())
    sea.act(AXIS, Allot((("ju-88-1", BANAK),)))
    assert (sea.piece("sea-hurricane-1").at, sea.piece("sea-hurricane-1").base) == ("1020", "victorious")


# 7.1: the comparison of speeds


@pytest.mark.rule("NC-7.1-compare", "NC-7.1-fail-continue", "NC-5.1-patrol-only-after-intercept")
def test_scheer_is_too_slow_for_two_cruisers_which_go_on_with_what_they_have_left(sea: Sea) -> None:
    sea.on_patrol("scheer", "1020")
    sea.place("wichita", "1019")
    sea.sail_past("norfolk", "london")
    sea.act(AXIS, Choose(("scheer",)))
    assert sea.now.combat is None
    assert (sea.piece("scheer").at, sea.piece("scheer").on_patrol) == ("1019", False)
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"
    assert sea.goals(ALLIED) == set(sea.data.grid.within("1019", 6)) - {"1019"}
    assert all(sea.is_up(name) for name in ("norfolk", "london", "wichita", "scheer"))


@pytest.mark.rule("NC-7.1-compare", "NC-7.1-fail-continue", "NC-7.1-slowest-of-hex")
def test_a_group_marker_does_not_slow_the_cruisers_in_its_box(sea: Sea) -> None:
    sea.on_patrol("scheer", "1020")
    sea.place("group-1", "1017")
    sea.place_all(["norfolk", "london"], "1017", box=1)
    sea.missions(ALLIED).send(SORTIE, "group-1").act(ALLIED, Go("1019")).act(AXIS, Choose(("scheer",)))
    assert all(sea.is_up(name) for name in ("group-1", "norfolk", "london"))
    assert (len(sea.told("NC-7.1-fail-continue")), sea.now.combat) == (1, None)
    sea.act(ALLIED, Go("1013"), Stop())
    assert {sea.piece(name).at for name in ("group-1", "norfolk", "london")} == {"1013"}


@pytest.mark.rule("NC-7.1-slowest-of-hex", "NC-7.0-who-lay-there-moves", "NC-7.0-reveal-all")
def test_a_fighter_after_decoys_that_flew_meets_who_lay_there(sea: Sea) -> None:
    """The decoy is gone, so that nobody whom the mission moved is caught; the cruiser is in the hex and is."""
    sea.place("victorious", "0530")
    sea.on_patrol("fulmar-1", "1020")
    sea.place("hipper", "1019")
    sea.place("axis-decoy-1", "1017")
    sea.missions(AXIS).act(AXIS, "declare recon 1017 yes", "choose axis-decoy-1", "go 1019")
    assert patrols(sea, ALLIED) == ("fulmar-1",)
    sea.act(ALLIED, Choose(("fulmar-1",)))
    assert sea.piece("axis-decoy-1").at == POOL
    assert [told.about["whom"] for told in sea.told("NC-7.1-compare")] == ["those who lay there"]
    assert not sea.piece("hipper").halted


@pytest.mark.rule("NC-7.1-compare")
def test_a_destroyer_catches_a_force_whose_slowest_ship_is_no_faster(sea: Sea) -> None:
    sea.on_patrol("de-dd-1", "1020")
    sea.sail_past("duke-of-york", "victorious", DD)
    sea.act(AXIS, Choose(("de-dd-1",)))
    assert sea.now.combat is not None, "9 against 7"
    (told,) = sea.told("NC-7.1-compare")
    assert told.about["whom"] == "Duke of York, Victorious, " + sea.data.counters[DD].name
    assert sorted(sea.now.combat.allied) == ["duke-of-york", DD, "victorious"], "nobody is faster than nine"


@pytest.mark.rule("NC-7.1-compare")
def test_the_fastest_interceptor_counts_and_slow_ones_come_along(sea: Sea) -> None:
    sea.on_patrol("scheer", "1020")
    sea.on_patrol("de-dd-1", "1020")
    sea.sail_past("norfolk")
    sea.act(AXIS, Choose(("de-dd-1", "scheer")))
    assert sea.now.combat is not None
    assert sorted(sea.now.combat.axis) == ["de-dd-1", "scheer"]


@pytest.mark.rule("NC-7.1-slowest-of-hex")
@pytest.mark.parametrize(("there", "caught"), [("mt-02", True), ("allied-decoy-1", False), ("m-176", False)])
def test_the_slowest_is_sought_among_all_in_the_hex_but_decoys_and_submerged_boats(
    sea: Sea, there: str, caught: bool
) -> None:
    sea.on_patrol("scheer", "1020")
    sea.place(there, "1019")
    sea.sail_past("norfolk")
    sea.act(AXIS, Choose(("scheer",)))
    assert (ALLIED in sea.match.pending and sea.asked(ALLIED).rule == "NC-7.2-straggler-who") is caught
    assert sea.piece("norfolk").halted is caught
    assert not sea.piece(there).halted, "who lay there was not on the move"


@pytest.mark.rule("NC-7.1-damaged-speed")
@pytest.mark.parametrize(("hurt", "caught"), [(0, False), (1, True)])
def test_a_damaged_ship_has_half_its_speed_in_the_comparison(sea: Sea, hurt: int, caught: bool) -> None:
    sea.on_patrol("u-88", "1020")
    sea.place(DE, "1018", damage=hurt)
    sea.missions(ALLIED).send(SORTIE, DE).act(ALLIED, Go("1019")).act(AXIS, Choose(("u-88",)))
    assert (sea.now.combat is not None) is caught, "a corvette makes four, damaged two, a boat three"


@pytest.mark.rule("NC-7.1-damaged-speed")
def test_a_damaged_interceptor_is_slower_too(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020", damage=1)
    sea.sail_past(DE, "gb-dd-2", DD)
    sea.act(AXIS, Choose(("hipper",)))
    assert sea.asked(ALLIED).rule == "NC-7.2-straggler-who"
    options = sea.asked(ALLIED).options
    assert isinstance(options, Subset)
    assert set(options.items) == {"gb-dd-2", DD}, "she makes four, as the corvette does"


@pytest.mark.rule("NC-7.1-u-faster")
def test_an_aircraft_of_unlimited_range_is_faster_than_whatever_it_intercepts(sea: Sea) -> None:
    sea.on_patrol("ju-88-1", "1020", base=BANAK, damage=1)
    sea.sail_past(DD)
    sea.act(AXIS, Choose(("ju-88-1",)))
    assert sea.now.combat is not None
    assert sea.asked(AXIS).rule == "NC-9.3-eligible", "and no destroyer can be withdrawn"


@pytest.mark.rule("NC-7.1-fighter-vs-air")
def test_a_fighter_is_always_fast_enough_for_aircraft_even_of_unlimited_range(sea: Sea) -> None:
    sea.place("victorious", "1021")
    sea.on_patrol("sea-hurricane-1", "1020", damage=1)
    sea.sail_past("ju-88-1", start=BANAK, to="1019", type=RECON)
    sea.act(ALLIED, Choose(("sea-hurricane-1",)))
    assert sea.now.combat is not None
    assert sea.asked(ALLIED).rule == "NC-9.2-alternate"
