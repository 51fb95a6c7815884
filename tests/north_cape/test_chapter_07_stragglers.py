"""Chapter 7.2 of North Cape: stragglers, who is halted, and the example of the rules; the patrol is at 1020."""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import (
    Engage,
    Go,
    HoldFire,
    Pass,
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
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
DD, DE, MERCHANT = "gb-dd-1", "gb-de-1", "mt-01"
BANAK = "2633"


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 7.2: stragglers


@pytest.mark.rule("NC-7.2-straggler-choice", "NC-7.2-straggler-who")
def test_a_boat_catches_a_convoy_and_its_escorts_may_be_withdrawn_but_no_merchant(sea: Sea) -> None:
    sea.on_patrol("u-88", "1020")
    sea.sail_past(MERCHANT, "mt-02", DD, DE)
    sea.act(AXIS, Choose(("u-88",)))
    decision = sea.asked(ALLIED)
    assert decision.rule == "NC-7.2-straggler-who"
    assert isinstance(decision.options, Subset)
    assert set(decision.options.items) == {DD, DE}
    assert decision.options.count() == 4, "none, either or both"


@pytest.mark.rule("NC-7.2-straggler-choice", "NC-7.2-straggler-who", "NC-7.1-compare")
@pytest.mark.parametrize(("withdrawn", "told"), [((), "nobody"), ((DE,), "Corvettes A"), ((DD, DE), None)])
def test_who_may_withdraw_sees_the_boat_that_has_come_and_everyone_hears_who_did(
    sea: Sea, withdrawn: tuple[str, ...], told: str | None
) -> None:
    sea.on_patrol("u-88", "1020")
    sea.sail_past(MERCHANT, DD, DE)
    sea.act(AXIS, Choose(("u-88",)))
    assert sea.asked(ALLIED).rule == "NC-7.2-straggler-who"
    assert sea.is_up("u-88"), "before they choose"
    sea.act(ALLIED, Choose(withdrawn))
    assert [event.about["names"] for event in sea.told("NC-7.2-straggler-who")] == [told or "Onslow/Oribi, Corvettes A"]


@pytest.mark.rule("NC-7.2-straggler-no-rejoin", "NC-7.2-stragglers-fight")
def test_those_withdrawn_take_no_part_and_the_others_fight(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.sail_past(DD, DE, "gb-dd-2")
    sea.act(AXIS, Choose(("hipper",))).act(ALLIED, Choose((DD,)))
    combat = sea.now.combat
    assert combat is not None
    assert sorted(combat.allied) == ["gb-dd-2", DE]
    targets = {text.split()[-1] for text in sea.offered(AXIS)}
    assert targets == {DE, "gb-dd-2"}


@pytest.mark.rule("NC-7.2-straggler-halted", "NC-7.2-all-halted")
def test_a_cruiser_that_is_withdrawn_and_the_merchants_stay_but_she_may_still_patrol_and_look(sea: Sea) -> None:
    sea.on_patrol("u-88", "1020")
    sea.sail_past(MERCHANT, "kenya")
    sea.act(AXIS, Choose(("u-88",))).act(ALLIED, Choose(("kenya",)))
    sea.act(AXIS, Stop())
    assert {sea.piece(name).at for name in (MERCHANT, "kenya")} == {"1019"}
    assert sea.piece(MERCHANT).halted
    assert sea.piece("kenya").halted
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"
    sea.send(PATROL, "kenya")
    assert sea.goals(ALLIED) == set()
    sea.act(ALLIED, Stop())
    assert sea.piece("kenya").on_patrol
    sea.act(AXIS, Pass())
    sea.send(RECON, "kenya")
    assert sea.goals(ALLIED) == set()
    sea.act(ALLIED, Stop())
    assert "spot kenya 1019" in sea.offered(ALLIED)
    sea.act(ALLIED, Stop()).act(AXIS, Pass()).act(ALLIED, Pass())
    assert sea.now.turn == 2
    assert not sea.piece(MERCHANT).halted


@pytest.mark.rule("NC-7.2-straggler-halted")
def test_a_fighter_over_the_convoy_that_is_withdrawn_goes_home_and_flies_no_more_this_turn(sea: Sea) -> None:
    sea.place("victorious", "1010")
    sea.on_patrol("sea-hurricane-1", "1019", used=Used.PATROL)
    sea.on_patrol("u-88", "1020")
    sea.sail_past(MERCHANT)
    sea.act(AXIS, Choose(("u-88",))).act(ALLIED, Choose(("sea-hurricane-1",)))
    sea.act(AXIS, Stop())
    hurricane = sea.piece("sea-hurricane-1")
    assert (hurricane.at, hurricane.on_patrol, hurricane.halted) == ("1010", False, True)


@pytest.mark.rule("NC-7.2-all-halted")
def test_an_aircraft_that_was_caught_flies_no_other_mission_this_turn(sea: Sea) -> None:
    sea.place("ju-88-1", BANAK, halted=True)
    sea.missions(AXIS)
    assert sea.declared(AXIS) == {f"{type} {BANAK} yes" for type in (RECON, PATROL)}
    sea.send(RECON, "ju-88-1")
    assert sea.goals(AXIS) == set()


@pytest.mark.rule("NC-7.2-cv-launch-reveals")
def test_launching_from_a_hidden_carrier_shows_her_but_does_not_reconnoitre_her(sea: Sea) -> None:
    sea.place_all(["victorious", "albacore-1", DD], "1020")
    sea.place("ju-88-1", BANAK)
    sea.missions(ALLIED).send(RECON, "albacore-1")
    assert not sea.is_up("victorious")
    sea.act(ALLIED, Go("1022"))
    assert sea.is_up("victorious")
    assert not sea.is_up(DD)
    sea.act(ALLIED, Stop())
    assert f"attack {BANAK} yes" not in sea.declared(AXIS)


@pytest.mark.rule("NC-7.2-cv-launch-reveals")
def test_decoys_may_fly_along_with_her_aircraft_and_she_is_shown_all_the_same(sea: Sea) -> None:
    sea.place_all(["victorious", "albacore-1", "allied-decoy-1"], "1020")
    sea.missions(ALLIED).act(ALLIED, "declare recon 1020 yes", "choose albacore-1,allied-decoy-1", "go 1022")
    assert sea.is_up("victorious")


@pytest.mark.rule("NC-7.2-cv-launch-reveals")
def test_neither_german_aircraft_nor_decoys_that_fly_from_her_hex_show_the_carrier(sea: Sea) -> None:
    sea.place_all(["victorious", "albacore-1", "allied-decoy-1"], "1020")
    sea.place("ju-88-1", BANAK)
    sea.missions(AXIS).send(PATROL, "ju-88-1").act(AXIS, Go("1025"), Stop())
    sea.act(ALLIED, "declare recon 1020 yes", "choose allied-decoy-1", "go 1018", Stop())
    assert not sea.is_up("victorious")


@pytest.mark.rule("NC-7.2-example-sequence")
@pytest.mark.parametrize("bombs", [True, False])
def test_the_example_of_the_rules_destroyers_a_bomber_a_fighter_and_a_boat_that_dives(sea: Sea, bombs: bool) -> None:
    sea.place_all([DD, "gb-dd-2", "gb-dd-3"], "1017")
    sea.place("u-88", "1022", surfaced=True)
    sea.identify("u-88")
    sea.on_patrol("ju-88-1", "1020", base=BANAK)
    sea.place_all(["victorious", "sea-hurricane-1"], "2025")
    sea.missions(ALLIED, dice=[4]).send(ATTACK, DD, "gb-dd-2", "gb-dd-3").act(ALLIED, Go("1020"))
    sea.act(AXIS, Choose(("ju-88-1",)))
    if bombs:
        sea.act(AXIS, Engage("ju-88-1", DD)).act(ALLIED, HoldFire())
        assert (sea.piece(DD).damage, sea.piece("ju-88-1").at) == (1, NOT_AVAILABLE)
    else:
        sea.act(AXIS, Stop(), Allot((("ju-88-1", BANAK),)))
    # The interception was the German mission: the Allies are next. The bomber has fought, so it may be attacked
    # without a recon, but only while it is on the map.
    assert ("attack 2025 yes" in sea.declared(ALLIED)) is not bombs
    sea.act(ALLIED, Pass())
    # Then the boat submerges, with a Sortie of no hexes, and only escorts could attack it.
    sea.send(SORTIE, "u-88").act(AXIS, Choose(("u-88",)), Stop())
    assert (sea.piece("u-88").surfaced, sea.piece("u-88").at) == (False, "1022")
    assert sea.piece("u-88").used == Used.SORTIE


# What a patrol does to others


def test_decoys_alone_intercept_nobody_and_are_gone(sea: Sea) -> None:
    sea.on_patrol("axis-decoy-1", "1020")
    sea.sail_past(MERCHANT)
    sea.act(AXIS, Choose(("axis-decoy-1",)))
    assert sea.piece("axis-decoy-1").at == POOL
    assert sea.asked(ALLIED).rule == "NC-5.0-adjacent-steps"
    assert sea.is_up(MERCHANT)


def test_a_submerged_boat_in_a_stack_that_is_caught_stays_hidden_and_is_not_halted(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.sail_past("kent", "trident")
    sea.act(AXIS, Choose(("hipper",)))
    assert not sea.is_up("trident")
    assert (sea.piece("kent").halted, sea.piece("trident").halted) == (True, False)


def test_a_ship_in_a_box_that_intercepts_beside_its_group_leaves_the_box(sea: Sea) -> None:
    sea.place("group-1", "1020")
    sea.on_patrol(DD, "1020", box=1)
    sea.place(DE, "1020", box=1)
    sea.sail_past("hipper")
    sea.act(ALLIED, Choose((DD,)))
    assert (sea.piece(DD).at, sea.piece(DD).box, sea.piece(DE).box) == ("1019", 0, 1)


def test_a_merchant_caught_where_it_arrives_scores_if_it_survives(sea: Sea) -> None:
    sea.on_patrol("u-88", "4433")
    sea.place(MERCHANT, "4334")
    sea.missions(ALLIED, dice=[10, 5]).send(SORTIE, MERCHANT).act(ALLIED, Go("4434"))
    sea.act(AXIS, Choose(("u-88",)), Engage("u-88", MERCHANT))
    assert sea.piece(MERCHANT).at == "safe"
    assert sea.now.points[ALLIED] == 5


def test_a_sortie_that_was_shown_on_its_way_stays_face_up(sea: Sea) -> None:
    sea.on_patrol("scheer", "1020")
    sea.sail_past("norfolk")
    sea.act(AXIS, Choose(("scheer",))).act(ALLIED, Go("1017"), Stop())
    assert sea.is_up("norfolk")


def test_the_mover_cannot_tell_a_window_that_was_declined_from_one_without_a_patrol(sea: Sea) -> None:
    views = []
    for patrolling in (True, False):
        sea = Sea()
        sea.on_patrol("hipper", "1020")
        sea.state.pieces[AXIS]["hipper"].on_patrol = patrolling
        sea.sail_past(DD)
        sea.act(AXIS, Choose(()))
        views.append([str(line.event) for line in sea.match.view(Observer.ALLIED).log])
    assert views[0] == views[1]


@pytest.mark.rule("NC-7.0-who-lay-there-moves", "NC-7.0-all-involved")
def test_who_lay_in_the_hex_fights_but_sails_on_later_in_the_turn(sea: Sea) -> None:
    sea.on_patrol("u-88", "1020")
    sea.on_patrol("gb-dd-1", "1019", used=Used.PATROL)
    sea.place("mt-02", "1019")
    sea.sail_past(MERCHANT)
    sea.act(AXIS, Choose(("u-88",))).act(ALLIED, Choose(()))
    assert sea.now.combat is not None
    assert sorted(sea.now.combat.allied) == ["gb-dd-1", MERCHANT, "mt-02"]
    sea.act(AXIS, "attack-openly", Stop()).act(ALLIED, Choose(()))
    assert [sea.piece(name).halted for name in (MERCHANT, "mt-02", "gb-dd-1")] == [True, False, False]
    assert sea.piece("gb-dd-1").on_patrol
    sea.send(SORTIE, "mt-02", "gb-dd-1").act(ALLIED, Go("1017"), Stop())
    assert sea.piece("mt-02").at == "1017"


@pytest.mark.rule("NC-7.1-fighter-any-company", "NC-7.1-fighter-vs-air")
@pytest.mark.parametrize("company", [(), ("hipper",), ("u-255",)])
def test_a_bomber_cannot_withdraw_from_a_fighter_whatever_shares_the_hex_with_it(
    sea: Sea, company: tuple[str, ...]
) -> None:
    """The Ju-88's range has no limit, the fighter's is 25."""
    sea.place("victorious", "0530")
    sea.on_patrol("sea-hurricane-1", "1020")
    sea.place_all(company, "1020", surfaced=True)
    sea.sail_past("ju-88-1", start=BANAK, to="1020", type=RECON)
    while sea.piece("ju-88-1").at != "1020":
        sea.act(ALLIED, Choose(())).act(AXIS, Go("1020"))
    sea.act(ALLIED, Choose(("sea-hurricane-1",)))
    assert sea.asked(ALLIED).rule == "NC-9.2-alternate", "nobody is faster, so nobody is asked who withdraws"
    assert sea.now.combat is not None
    assert "ju-88-1" in sea.now.combat.axis


@pytest.mark.rule("NC-7.2-halted-no-move-in", "NC-7.2-straggler-halted")
@pytest.mark.parametrize(("to", "may"), [("1018", False), ("1019", True)])
def test_a_destroyer_that_was_withdrawn_watches_her_own_hex_and_does_not_leave_it(sea: Sea, to: str, may: bool) -> None:
    """The boat catches the merchant at 1019; then Lützow comes from the north, next to the destroyer or to her hex."""
    sea.on_patrol("u-88", "1020")
    sea.place("lutzow", "1016")
    sea.sail_past(MERCHANT, DD)
    sea.act(AXIS, Choose(("u-88",))).act(ALLIED, Choose((DD,))).act(AXIS, Stop())
    sea.send(PATROL, DD).act(ALLIED, Stop())
    sea.send(SORTIE, "lutzow").act(AXIS, Go(to))
    if to == "1019":
        sea.act(ALLIED, Choose(())).act(AXIS, Go("1019"))
    decision = sea.asked(ALLIED)
    assert decision.rule == "NC-7.0-trigger"
    assert list(decision.options) == ([Choose(()), Choose((DD,))] if may else [Choose(())])
