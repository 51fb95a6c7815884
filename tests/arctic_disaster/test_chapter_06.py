"""Chapters 3.1, 6 and 7.6.1: forces are made and divided in secret, and dummies come and go."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.rules.units import in_force
from barents.kernel.actions import Choose
from barents.kernel.decisions import Assign
from barents.kernel.sides import Observer, Side

from .phases import INITIAL
from .theatre import ALLIED, AXIS, Theatre

ASKED = "AD-3.1-secret-reorg"


def sea() -> Theatre:
    """An empty sea in the Initial Phase."""
    theatre = Theatre(INITIAL, turn=2)
    theatre.state.phase = "initial"
    return theatre


def begin(theatre: Theatre, **secret: list[int]) -> Theatre:
    """Begin to reorganise."""
    return theatre.begin(s.Reorganise(), **secret)


def finish(theatre: Theatre) -> Theatre:
    """Both sides are content."""
    for side in Side:
        while side in theatre.match.pending and theatre.asked(side).rule == ASKED:
            theatre.act(side, "stop")
    if not theatre.is_over and theatre.asked(ALLIED).rule == "AD-3.1-cap-alloc":
        theatre.act(ALLIED, Choose(()))
    return theatre


def made(theatre: Theatre, side: Side) -> dict[str, list[str]]:
    """The forces of a side with their ships."""
    return {key: [ship.id for ship in in_force(theatre.now, side, key)] for key in theatre.now.forces[side]}


@pytest.mark.rule("AD-6.4-allied-size", "AD-6.4-german-size", "AD-6.3-create")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_every_ship_of_a_side_may_be_in_one_force(side: Side) -> None:
    """All that may sail together lie in two forces in one hex, and are joined under one marker."""
    theatre = sea()
    about = theatre.data.counters
    ships = [n for n, c in about.items() if c.side is side and not c.convoy and c.nation != "SU" and not c.is_sub]
    keys = ("tf-1", "tf-2") if side is ALLIED else ("tg-a", "tg-b")
    theatre.force(keys[0], "2640", ships[0])
    theatre.force(keys[1], "2640", *ships[1:])
    assert len(ships) == {ALLIED: 26, AXIS: 18}[side], "the whole fleet"
    begin(theatre).act(side, "regroup 2640")
    theatre.plot(side, dict.fromkeys(ships, keys[0]))
    finish(theatre)
    assert made(theatre, side) == {keys[0]: ships}


@pytest.mark.rule("AD-6.3-create", "AD-7.6.1-reorg-cost")
def test_a_force_is_divided_and_both_parts_are_slowed() -> None:
    theatre = sea()
    theatre.force("home-fleet", "3450", "duke-of-york", "washington", "ashanti", "faulknor", fuel=1)
    theatre.force("tf-1", "1428", "manchester")
    begin(theatre)
    assert theatre.offered(ALLIED) == [
        *["stop", "regroup 3450", "regroup 1428"],
        *["place-dummy 3450", "place-dummy 1428"],
    ]
    theatre.act(ALLIED, "regroup 3450")
    assert theatre.ways(ALLIED, "washington") == ["home-fleet", "cruiser-force"]
    theatre.plot(ALLIED, {"washington": "cruiser-force", "faulknor": "cruiser-force"})
    assert "regroup 3450" not in theatre.offered(ALLIED), "once"
    finish(theatre)
    assert made(theatre, ALLIED) == {
        "home-fleet": ["duke-of-york", "ashanti"],
        "tf-1": ["manchester"],
        "cruiser-force": ["washington", "faulknor"],
    }
    assert {key: force.penalty for key, force in theatre.now.forces[ALLIED].items()} == {
        "home-fleet": 1,
        "cruiser-force": 1,
        "tf-1": 0,
    }
    assert theatre.marker("cruiser-force").at == "3450"


@pytest.mark.rule("AD-6.3-create", "AD-6.3-empty-force", "AD-7.9-fuel-merge", "AD-6.4-german-size")
def test_forces_are_joined_and_take_the_worst_fuel() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz", "hipper", fuel=0)
    theatre.force("tg-b", "3327", "luetzow", fuel=2, sortied=True)
    begin(theatre).act(AXIS, "regroup 3327").plot(AXIS, luetzow="tg-a")
    finish(theatre)
    assert made(theatre, AXIS) == {"tg-a": ["tirpitz", "hipper", "luetzow"]}
    force = theatre.marker("tg-a")
    assert (force.fuel, force.sortied, force.penalty) == (2, True, 1)


@pytest.mark.rule("AD-6.3-pool-update", "AD-3.1-pool-fill")
def test_the_pool_follows_the_forces() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz", "hipper")
    theatre.begin(s.Reorganise(), s.FillPool())
    theatre.act(AXIS, "regroup 3327").plot(AXIS, hipper="tg-b")
    theatre.act(ALLIED, "stop").act(ALLIED, Choose(()))
    handles = [f"axis-{force.handle}" for force in theatre.now.forces[AXIS].values()]
    assert len(set(handles)) == 2
    assert set(handles) <= set(theatre.now.pool)


@pytest.mark.rule("AD-3.1-secret-reorg", "AD-6.1-displays-secret", "AD-H-composition")
def test_both_at_once_and_the_enemy_sees_only_markers_appear_or_vanish() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz", "hipper")
    theatre.force("tf-1", "1428", "manchester")
    theatre.force("tf-2", "1428")
    theatre.force("tf-3", "2640", "london")
    begin(theatre)
    assert set(theatre.match.pending) == {ALLIED, AXIS}
    theatre.act(AXIS, "regroup 3327").plot(AXIS, hipper="tg-b")
    assert theatre.words() == []
    assert made(theatre, AXIS) == {"tg-a": ["tirpitz", "hipper"]}, "nothing is moved before both are done"
    theatre.act(ALLIED, "remove-dummy tf-2")
    finish(theatre)
    for observer in (Observer.ALLIED, Observer.PUBLIC, Observer.AXIS):
        seen = [line for line in theatre.words(observer) if line.startswith("A marker")]
        assert seen == ["A marker vanishes at 1428", "A marker appears at 3327"]
    assert not any("TG" in line for line in theatre.words(Observer.ALLIED))
    slowed = [line for line in theatre.words(Observer.ALLIED) if "slowed" in line]
    assert slowed == [f"Marker {number} at 3327 is slowed by 1" for number in (1, 5)], "and no other is spoken of"


@pytest.mark.rule("AD-3.1-secret-reorg", "AD-6.1-displays-secret", "AD-H-composition")
@pytest.mark.parametrize(("die", "first"), [(1, 1), (2, 2)])
def test_markers_that_share_a_hex_are_mixed(die: int, first: int) -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.force("tg-b", "3327")
    theatre.force("tg-c", "3633", "z-24")
    finish(begin(theatre, axis=[die, 1], nobody=[die, 1]))
    assert [force.handle for force in theatre.now.forces[AXIS].values()] == [first, 3 - first, 3]
    assert theatre.draws(ASKED, Observer.ALLIED) == []
    told = [line for line in theatre.words(Observer.AXIS) if line.startswith("To the enemy")]
    assert told == [f"To the enemy TG A is marker {first}", f"To the enemy TG B is marker {3 - first}"]
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        assert theatre.words(observer) == ["Both sides have reorganised their forces"], "which is which is his affair"


@pytest.mark.rule("AD-6.1-displays-secret", "AD-3.1-secret-reorg", "AD-10.0-shadow-keeps")
def test_a_detected_force_keeps_its_number_and_a_new_marker_beside_it_has_its_own() -> None:
    """PQ-17 is shadowed, so that it is known; what leaves it is not, and nobody has to guess which is which."""
    theatre = sea()
    theatre.convoy("2644", "carlton", "fury", "offa", detected=True)
    theatre.force("tf-1", "2640", "london")
    begin(theatre).act(ALLIED, "regroup 2644").plot(ALLIED, fury="home-fleet")
    finish(theatre)
    handles = {key: force.handle for key, force in theatre.now.forces[ALLIED].items()}
    assert handles == {"pq-17": 1, "tf-1": 2, "home-fleet": 3}
    assert not [line for line in theatre.words(Observer.ALLIED) if line.startswith("To the enemy")], "none was mixed"


@pytest.mark.rule("AD-6.5-dummy-create", "AD-6.5-dummy-limit", "AD-6.6-stack-two", "AD-7.6.1-reorg-dummy")
def test_a_dummy_is_put_beside_an_undetected_force_where_there_is_room() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.force("tg-b", "3633", "luetzow")
    theatre.force("tg-c", "3633", "z-24")
    theatre.convoy("2644", "carlton", detected=True)
    begin(theatre)
    assert [line for line in theatre.offered(AXIS) if line.startswith("place")] == ["place-dummy 3327"]
    assert theatre.offered(ALLIED) == ["stop"], "PQ-17 is detected, and there is nothing else to change"
    theatre.act(AXIS, "place-dummy 3327")
    assert not any(line.startswith("place") for line in theatre.offered(AXIS)), "four groups at most"
    finish(theatre)
    dummy = theatre.marker("tg-d")
    assert (dummy.at, dummy.dummy, dummy.penalty) == ("3327", True, 0)
    assert theatre.marker("tg-a").penalty == 0, "a dummy is no reorganisation"


@pytest.mark.rule("AD-6.5-dummy-remove")
def test_a_dummy_is_removed_and_used_again_at_once() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.force("tg-b", "3633", "luetzow")
    theatre.force("tg-c", "3633", "z-24")
    theatre.force("tg-d", "2640")
    begin(theatre).act(AXIS, "remove-dummy tg-d")
    assert not [answer for answer in theatre.offered(AXIS) if "tg-d" in answer], (
        "there is nothing left to remove or slow"
    )
    theatre.act(AXIS, "place-dummy 3327")
    assert "remove-dummy tg-d" not in theatre.offered(AXIS)
    finish(theatre)
    assert theatre.marker("tg-d").at == "3327"


@pytest.mark.rule("AD-6.5-dummy-create", "AD-6.5-dummy-detected", "AD-11.4.1-one-per-hex")
def test_a_dummy_with_the_marker_of_a_force_that_was_given_up_has_nothing_of_it() -> None:
    """Both groups were detected and slowed; the dummy elsewhere is neither, and has a number of its own."""
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.force("tg-b", "3633", "luetzow", detected=True, penalty=2)
    theatre.force("tg-c", "3633", "z-24", detected=True)
    theatre.force("tg-d", "2640")
    before = theatre.state.forces[AXIS]["tg-b"].handle
    begin(theatre).act(AXIS, "regroup 3633").plot(AXIS, {"luetzow": "tg-c"}).act(AXIS, "place-dummy 3327")
    finish(theatre)
    dummy = theatre.marker("tg-b")
    assert (dummy.at, dummy.dummy, dummy.detected, dummy.penalty) == ("3327", True, False, 0)
    assert dummy.handle not in (before, 0)


@pytest.mark.rule("AD-7.6-mp-bluff")
def test_a_dummy_may_be_slowed_for_show() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.force("tg-d", "3327")
    begin(theatre)
    assert "feint tg-a" not in theatre.offered(AXIS)
    theatre.act(AXIS, "feint tg-d")
    assert "feint tg-d" not in theatre.offered(AXIS), "she is slowed already"
    finish(theatre)
    assert theatre.marker("tg-d").penalty == 1


@pytest.mark.rule("AD-7.6.1-reorg-cost", "AD-7.6.1-reorg-dummy")
def test_a_ship_on_its_own_that_goes_under_a_dummy_s_marker_makes_a_new_force() -> None:
    """Under the marker of a real force she would change nothing; the dummy's was no force before."""
    for marker, slowed in (("tf-1", 0), ("tf-2", 1)):
        theatre = sea()
        theatre.force("tf-1", "2640", "london")
        theatre.force("tf-2", "2640")
        theatre.ship("somali", "2640")
        begin(theatre).act(ALLIED, "regroup 2640").plot(ALLIED, somali=marker)
        finish(theatre)
        assert theatre.find("somali").force == marker
        assert theatre.marker("tf-1").penalty == 0
        assert theatre.marker("tf-2").penalty == slowed


@pytest.mark.rule("AD-6.3-create", "AD-6.5-dummy-create")
def test_ships_may_go_under_a_dummy_s_marker() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz", "hipper")
    theatre.force("tg-b", "3327")
    begin(theatre).act(AXIS, "regroup 3327").plot(AXIS, hipper="tg-b")
    finish(theatre)
    assert not theatre.marker("tg-b").dummy
    assert made(theatre, AXIS) == {"tg-a": ["tirpitz"], "tg-b": ["hipper"]}


@pytest.mark.rule(
    "AD-6.2-convoy-members",
    "AD-6.2-merchant-no-detach",
    "AD-6.4-asterisk-no-join",
    "AD-6.4-convoy-dd-leave",
    "AD-7.6.1-convoy-dd-cost",
)
def test_only_destroyers_leave_the_convoy_and_they_do_not_come_back() -> None:
    theatre = sea()
    theatre.convoy("2644", detected=True)
    begin(theatre).act(ALLIED, "regroup 2644")
    options = theatre.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert sorted(options.slots) == ["fury", "keppel", "leamington", "ledbury", "offa", "wilton"]
    assert theatre.ways(ALLIED, "fury") == ["pq-17", "home-fleet"]
    theatre.plot(ALLIED, fury="home-fleet", offa="home-fleet")
    finish(theatre)
    assert made(theatre, ALLIED)["home-fleet"] == ["fury", "offa"]
    assert len(made(theatre, ALLIED)["pq-17"]) == 56
    assert [theatre.marker(key).penalty for key in ("pq-17", "home-fleet")] == [1, 1]
    assert [line for line in theatre.words(Observer.AXIS) if "slowed" in line] == [
        "Marker 1 at 2644 is slowed by 1",
        "Marker 2 at 2644 is slowed by 1",
    ]
    assert not theatre.marker("home-fleet").detected

    again = sea()
    again.convoy("2644", "carlton", "keppel", detected=True)
    again.force("tf-1", "2644", "fury", "offa")
    begin(again).act(ALLIED, "regroup 2644")
    assert again.ways(ALLIED, "fury") == [], "nowhere else to go"
    assert again.ways(ALLIED, "keppel") == ["pq-17", "tf-1"]


@pytest.mark.rule("AD-7.5.4-soviet-separate")
def test_soviets_keep_to_themselves() -> None:
    theatre = sea()
    theatre.force("tf-6", "3617", "gremyashchi", "grozny")
    theatre.force("tf-1", "3617", "fury")
    begin(theatre)
    assert "regroup 3617" not in theatre.offered(ALLIED)

    theatre = sea()
    theatre.force("tf-6", "3617", "gremyashchi", "grozny")
    begin(theatre).act(ALLIED, "regroup 3617")
    assert theatre.ways(ALLIED, "grozny") == ["tf-6", "home-fleet"]


@pytest.mark.rule("AD-7.5.4-soviet-separate", "AD-6.3-create")
def test_whoever_lies_singly_may_go_on_doing_so_and_is_asked_apart_from_soviets() -> None:
    theatre = sea()
    theatre.force("tf-6", "3617", "gremyashchi", "grozny")
    theatre.ship("fury", "3617")
    begin(theatre).act(ALLIED, "regroup 3617")
    assert theatre.slots(ALLIED) == ["fury"], "the British first"
    theatre.plot(ALLIED)
    assert theatre.slots(ALLIED) == ["gremyashchi", "grozny"]
    theatre.plot(ALLIED, gremyashchi="tf-6", grozny="home-fleet")
    finish(theatre)
    assert made(theatre, ALLIED) == {"tf-6": ["gremyashchi"], "home-fleet": ["grozny"]}
    assert (theatre.find("fury").force, theatre.find("fury").at) == ("", "3617")


@pytest.mark.rule("AD-4.3.1-join-next-initial", "AD-7.6.1-reorg-cost")
def test_an_undamaged_single_ship_joins_the_force_in_its_hex() -> None:
    theatre = sea()
    theatre.force("tf-1", "2640", "london")
    theatre.ship("somali", "2640")
    theatre.ship("rowan", "2641")
    theatre.ship("norfolk", "2640", damage=1, apart=True, bound="west")
    theatre.ship("carlton", "2640", damage=1, apart=True, bound="west")
    theatre.ship("wainwright", "2640", with_="norfolk")
    finish(begin(theatre))
    assert made(theatre, ALLIED) == {"tf-1": ["london", "somali"]}
    assert theatre.find("somali").at == ""
    assert theatre.marker("tf-1").penalty == 0, "no force was joined or divided"
    assert [theatre.find(name).at for name in ("rowan", "norfolk", "carlton")] == ["2641", "2640", "2640"]
    assert theatre.find("wainwright").at == "2640", "she keeps by the cripple"


@pytest.mark.rule("AD-7.8-detach-new-tf")
def test_a_cripple_and_its_escort_may_form_a_new_force() -> None:
    theatre = sea()
    theatre.ship("norfolk", "2640", damage=1, apart=True, bound="west")
    theatre.ship("somali", "2640", with_="norfolk")
    begin(theatre).act(ALLIED, "regroup 2640")
    theatre.plot(ALLIED, norfolk="home-fleet", somali="home-fleet")
    finish(theatre)
    assert made(theatre, ALLIED) == {"home-fleet": ["norfolk", "somali"]}
    cripple = theatre.find("norfolk")
    assert (cripple.at, cripple.apart, cripple.bound) == ("", True, "west"), "she is bound for Iceland still"
    assert theatre.find("somali").with_ == "norfolk"
    assert (theatre.marker("home-fleet").penalty, theatre.marker("home-fleet").fuel) == (1, 0)


@pytest.mark.rule("AD-7.8-detach-new-tf", "AD-7.8-detach-later", "AD-7.8-detach-no-rejoin")
def test_who_was_hit_on_her_own_is_a_cripple_under_a_marker_too() -> None:
    """She has left no force and chosen no base: she may not join the cruisers, and under a marker she goes west."""
    theatre = sea()
    theatre.force("tf-1", "2640", "london")
    theatre.ship("norfolk", "2640", damage=1)
    begin(theatre).act(ALLIED, "regroup 2640")
    assert theatre.ways(ALLIED, "norfolk") == ["home-fleet"]
    theatre.plot(ALLIED, norfolk="home-fleet")
    finish(theatre)
    cripple = theatre.find("norfolk")
    assert (cripple.force, cripple.apart, cripple.bound) == ("home-fleet", True, "west")


@pytest.mark.rule("AD-6.2-convoy-members", "AD-7.8-detach-later", "AD-7.8-detach-no-rejoin")
def test_a_damaged_ship_leaves_the_force_that_she_came_with_and_none_that_was_made_for_her() -> None:
    theatre = sea()
    theatre.force("tf-1", "2640", "london", "norfolk")
    theatre.force("tf-2", "2640", "onslow")
    theatre.find("norfolk").damage = 1
    theatre.force("tf-3", "2743", "manchester")
    manchester = theatre.find("manchester")
    manchester.damage, manchester.apart, manchester.bound = 1, True, "west"
    begin(theatre)

    def leavings() -> list[str]:
        return [answer for answer in theatre.offered(ALLIED) if answer.startswith("leave-behind")]

    assert leavings() == ["leave-behind tf-1"], "Manchester has left hers already"
    theatre.act(ALLIED, "regroup 2640").plot(ALLIED, london="tf-1", norfolk="tf-2", onslow="tf-2")
    assert leavings() == [], "she cannot join Onslow and leave her at once"

    theatre = sea()
    theatre.force("tf-1", "2640", "london", "norfolk")
    theatre.force("tf-2", "2640", "onslow", "onslaught")
    theatre.find("norfolk").damage = 1
    begin(theatre).act(ALLIED, "regroup 2640")
    theatre.plot(ALLIED, london="tf-1", norfolk="tf-1", onslow="tf-1", onslaught="tf-2")
    theatre.act(ALLIED, "leave-behind tf-1").plot(ALLIED, norfolk="west")
    assert theatre.slots(ALLIED) == ["london"], "those that were with her may stay with her, not who joins them now"


@pytest.mark.rule("AD-6.6-stack-two")
def test_of_too_many_forces_in_a_hex_some_go() -> None:
    theatre = sea()
    theatre.force("tg-a", "2640", "tirpitz")
    theatre.force("tg-b", "2640")
    theatre.force("tg-c", "2640", "z-24")
    theatre.force("tg-d", "2640", "z-27")
    finish(begin(theatre))
    assert made(theatre, AXIS) == {"tg-a": ["tirpitz", "z-27"], "tg-c": ["z-24"]}


@pytest.mark.rule("AD-3.1-cap-alloc", "AD-2.3-cap-only-range")
def test_ready_fighters_of_victorious_go_on_patrol() -> None:
    theatre = sea()
    theatre.force("home-fleet", "3450", "victorious")
    for squadron in ("809", "817", "832"):
        theatre.aircraft(squadron)
    begin(theatre).act(AXIS, "stop").act(ALLIED, "stop")
    assert theatre.asked(ALLIED).rule == "AD-3.1-cap-alloc"
    theatre.act(ALLIED, Choose(("809-1",)))
    boxes = {name: wing.box for name, wing in theatre.now.wings[ALLIED].items()}
    assert boxes == {"809-1": "cap", "809-2": "ready", "817-1": "ready", "832-1": "ready", "832-2": "ready"}
    begin(theatre).act(ALLIED, "stop")
    assert list(theatre.asked(ALLIED).options) == [Choose(()), Choose(("809-2",))]
    theatre.act(ALLIED, Choose(("809-2",))).act(AXIS, "stop")
    begin(theatre).act(AXIS, "stop").act(ALLIED, "stop")
    assert theatre.is_over, "nobody is asked about fighters that are up"
