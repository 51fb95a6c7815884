"""Chapters 9.6 to 9.10: gunfire, torpedoes, and what is left afterwards. All of it happens in 2020 in open water."""

from __future__ import annotations

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import LOST, NOT_AVAILABLE, MissionType, Strike, Used
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

ATTACK = MissionType.ATTACK
HERE, BESIDE, BANAK = "2020", "2021", "2633"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def shots(sea: Sea, rule: str) -> list[tuple[str, int | None]]:
    """Who fired under a rule, and with what result."""
    return [(roll.subject, roll.total) for roll in sea.rolls(rule)]


# 9.6: gunfire


@pytest.mark.rule("NC-9.6-when")
def test_ships_that_meet_in_combat_must_fire(sea: Sea) -> None:
    sea.place("tirpitz", HERE)
    sea.place("mt-01", HERE)
    sea.strike("tirpitz")
    assert sea.offered(AXIS) == ["engage tirpitz mt-01"], "there is no way out"


@pytest.mark.rule("NC-9.6-when")
def test_without_a_gun_on_either_side_there_is_no_gunfire(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("mt-01", HERE)
    sea.strike("u-88")
    assert sea.asked(AXIS).rule == "NC-9.8-rating"


@pytest.mark.rule("NC-9.6-no-recon-same-hex")
def test_ships_in_one_hex_attack_without_reconnaissance_but_not_from_the_next(sea: Sea) -> None:
    sea.place_all(["norfolk", "mt-01"], HERE)
    sea.place("tirpitz", HERE)
    sea.place("lutzow", BESIDE)
    sea.missions(AXIS)
    assert f"declare attack {HERE} no" in sea.offered(AXIS)
    assert f"declare attack {BESIDE} no" not in sea.offered(AXIS)
    sea.act(AXIS, f"declare attack {HERE} no", "choose tirpitz", "stop")
    assert sea.offered(AXIS) == ["engage tirpitz norfolk", "engage tirpitz mt-01"]
    assert sea.now.merchant_seen, "whoever fights a convoy has found it"


@pytest.mark.rule("NC-9.6-no-recon-boats-hidden", "NC-6.1-attack-reveals-all")
@pytest.mark.parametrize("reconnoitred", [False, True])
def test_an_attack_without_reconnaissance_does_not_turn_up_a_boat_under_water(sea: Sea, reconnoitred: bool) -> None:
    sea.place("norfolk", HERE)
    sea.place_all(["hipper", "u-88", "axis-decoy-1"], HERE)
    if reconnoitred:
        sea.identify("hipper")
    sea.missions(ALLIED).act(ALLIED, f"declare attack {HERE} no", "choose norfolk", "stop")
    assert sea.offered(ALLIED) == ["engage norfolk hipper"]
    assert sea.told("NC-3.3-decoy-discovered"), "a decoy among ships is found out in either case"
    assert sea.is_up("u-88") is reconnoitred


def test_who_fights_without_reconnaissance_thinks_of_a_boat_where_something_stays_hidden(sea: Sea) -> None:
    boats = [name for name, about in sea.data.counters.items() if about.is_sub and about.side is AXIS]
    sea.place("norfolk", HERE)
    sea.place_all(["hipper", "u-88"], HERE)
    sea.place_all([name for name in boats if name != "u-88"], "3020")
    sea.missions(ALLIED).act(ALLIED, f"declare attack {HERE} no", "choose norfolk", "stop")
    known = sea.match.known(Observer.ALLIED)
    for seed in range(12):
        world = GAME.imagine(sea.data, known, Observer.ALLIED, Dice.seeded(seed))
        hidden = [p for p in world.pieces[AXIS].values() if p.at == HERE and p.id != "hipper"]
        assert all(p.id in boats and not p.surfaced for p in hidden)


@pytest.mark.rule("NC-9.6-no-recon-ships-only")
def test_a_submerged_boat_attacks_nobody_whom_it_shares_a_hex_with_unseen(sea: Sea) -> None:
    sea.place_all(["norfolk", "mt-01"], HERE)
    sea.place_all(["u-88", "tirpitz"], HERE)
    sea.missions(AXIS).act(AXIS, f"declare attack {HERE} no")
    assert sea.offered(AXIS) == ["choose -", "choose tirpitz"], "the boat may not even join her"
    del sea.state.pieces[AXIS]["tirpitz"]
    sea.missions(AXIS)
    assert f"attack {HERE} no" not in sea.declared(AXIS)
    sea.identify("mt-01").missions(AXIS)
    assert f"attack {HERE} no" in sea.declared(AXIS), "but it attacks whom a reconnaissance has found"


@pytest.mark.rule("NC-9.6-no-recon-ships-only")
@pytest.mark.parametrize(("convoy", "fought"), [(["mt-01", "gb-dd-1"], True), (["mt-01"], False), (["trident"], False)])
def test_a_surfaced_boat_may_attack_unseen_ships_only_where_one_has_guns(
    sea: Sea, convoy: list[str], fought: bool
) -> None:
    sea.place_all(convoy, HERE)
    sea.place("u-88", HERE, surfaced=True)
    sea.missions(AXIS, dice=(10,)).send(ATTACK, "u-88").act(AXIS, "choose -", "stop")
    assert (sea.now.combat is not None) is fought
    assert [name for name in convoy if sea.is_up(name)] == (convoy if fought else [])
    assert bool(sea.told("NC-5.1-attack-ends")) is not fought


@pytest.mark.rule("NC-6.1-attack-reveals-all", "NC-6.1-defend-as-group", "NC-9.6-no-recon-ships-only")
@pytest.mark.parametrize("escorted", [False, True])
def test_before_a_boat_that_lies_submerged_only_escorts_bring_a_combat_in_which_a_boat_of_their_own_is_seen(
    sea: Sea, escorted: bool
) -> None:
    """Trident was found by a reconnaissance; beside her lies a decoy, which might have been a ship."""
    attackers = ["hipper", "u-88", *(["de-dd-1"] if escorted else [])]
    sea.place_all(attackers, HERE)
    sea.place_all(["trident", "allied-decoy-1"], HERE)
    sea.identify("trident").missions(AXIS).send(ATTACK, *attackers).act(AXIS, "stop")
    assert sea.piece("allied-decoy-1").at == "pool"
    assert (bool(sea.told("NC-9.0-when")), bool(sea.told("NC-5.1-attack-ends"))) == (escorted, not escorted)
    assert (sea.is_up("hipper"), sea.is_up("u-88")) == (True, escorted)
    assert sea.asked(AXIS if escorted else ALLIED).rule == ("NC-8.3-when" if escorted else "NC-5.0-alternate")


@pytest.mark.rule("NC-9.6-no-recon-ships-only", "NC-5.1-type-limits")
def test_a_cruiser_cannot_attack_an_aircraft_above_her(sea: Sea) -> None:
    """One that is seen is no target; whether something face down is one must not show before."""
    sea.place("victorious", "0530")
    sea.on_patrol("sea-hurricane-1", HERE)
    sea.place("hipper", HERE)
    sea.missions(AXIS).send(ATTACK, "hipper").act(AXIS, "stop")
    assert sea.now.combat is None
    assert sea.told("NC-5.1-attack-ends")
    assert not sea.is_up("sea-hurricane-1")
    sea.piece("hipper").used = 0
    sea.state = sea.now
    sea.identify("sea-hurricane-1").missions(AXIS)
    assert f"attack {HERE} no" not in sea.declared(AXIS)


@pytest.mark.rule("NC-9.6-select", "NC-9.6-attacked-cannot-attack", "NC-9.6-retarget", "NC-9.6-alternate")
def test_two_cruisers_against_one(sea: Sea) -> None:
    sea.place_all(["norfolk", "london"], HERE)
    sea.place("hipper", HERE)
    sea.strike("hipper", dice=(10, 10, 10, 10))
    assert sea.offered(AXIS) == ["engage hipper norfolk", "engage hipper london"]
    sea.act(AXIS, "engage hipper norfolk")
    assert sea.offered(ALLIED) == ["engage london hipper"], "she that was attacked cannot attack"
    sea.act(ALLIED, "engage london hipper")
    assert [name for name, _ in shots(sea, "NC-9.6-both-roll")] == ["hipper", "norfolk", "london", "hipper"]
    assert sea.asked(AXIS).rule == "NC-9.8-rating", "the stage is over"


@pytest.mark.rule("NC-9.6-alternate")
def test_the_sides_open_fire_by_turns(sea: Sea) -> None:
    sea.place_all(["norfolk", "london", "kent"], HERE)
    sea.place_all(["hipper", "lutzow"], HERE)
    sea.strike("norfolk", "london", "kent", dice=(10,) * 6)
    sea.act(ALLIED, "engage norfolk hipper").act(AXIS, "engage lutzow norfolk")
    assert sea.offered(ALLIED) == [
        f"engage {ship} {foe}" for ship in ("london", "kent") for foe in ("hipper", "lutzow")
    ]


@pytest.mark.rule("NC-9.6-alternate")
def test_a_side_goes_on_alone_while_it_has_ships_to_fire(sea: Sea) -> None:
    sea.place_all(["norfolk", "london", "kent"], HERE)
    sea.place("hipper", HERE)
    sea.strike("norfolk", "london", "kent", dice=(10,) * 6)
    sea.act(ALLIED, "engage norfolk hipper", "engage london hipper", "engage kent hipper")
    assert [name for name, _ in shots(sea, "NC-9.6-both-roll")] == [
        *["norfolk", "hipper"],
        *["london", "hipper"],
        *["kent", "hipper"],
    ]


@pytest.mark.rule("NC-9.6-alternate")
def test_gunfire_ends_when_no_target_is_left(sea: Sea) -> None:
    sea.place_all(["norfolk", "london"], HERE)
    sea.place("de-dd-1", HERE, damage=1)
    sea.strike("norfolk", "london", dice=(6, 10))
    sea.act(ALLIED, "engage norfolk de-dd-1")
    assert sea.piece("de-dd-1").at == "lost"
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.6-both-roll")
def test_two_destroyers_damage_each_other(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE)
    sea.place("de-dd-1", HERE)
    sea.strike("gb-dd-1", dice=(4, 1))
    sea.act(ALLIED, "engage gb-dd-1 de-dd-1")
    assert (sea.piece("gb-dd-1").damage, sea.piece("de-dd-1").damage) == (1, 1)


@pytest.mark.rule("NC-9.6-both-roll")
def test_two_damaged_destroyers_sink_each_other(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE, damage=1)
    sea.place("de-dd-1", HERE, damage=1)
    sea.strike("gb-dd-1", dice=(2, 2))
    sea.act(ALLIED, "engage gb-dd-1 de-dd-1")
    assert (sea.piece("gb-dd-1").at, sea.piece("de-dd-1").at) == ("lost", "lost")


@pytest.mark.rule("NC-9.6-no-gun-no-roll")
def test_a_merchant_is_fired_at_and_cannot_answer(sea: Sea) -> None:
    sea.place("tirpitz", HERE)
    sea.place("mt-01", HERE)
    sea.strike("tirpitz", dice=(9,))
    sea.act(AXIS, "engage tirpitz mt-01")
    assert shots(sea, "NC-9.6-both-roll") == [("tirpitz", 9)]
    assert sea.piece("mt-01").damage == 1


@pytest.mark.rule("NC-9.6-no-gun-no-roll")
def test_a_gun_halved_to_nothing_neither_attacks_nor_answers(sea: Sea) -> None:
    sea.place("gb-de-5", HERE, damage=1)
    sea.place("lutzow", HERE)
    sea.strike("lutzow", dice=(10,))
    sea.act(AXIS, "engage lutzow gb-de-5")
    assert shots(sea, "NC-9.6-both-roll") == [("lutzow", 10)]
    assert sea.asked(AXIS).rule == "NC-9.8-rating", "the trawlers have nothing to fire"


@pytest.mark.rule("NC-9.6-damage-number")
@pytest.mark.parametrize(("ship", "before", "sunk"), [("norfolk", 1, False), ("norfolk", 2, True), ("kenya", 1, True)])
def test_a_ship_sinks_at_her_damage_number(sea: Sea, ship: str, before: int, sunk: bool) -> None:
    sea.place(ship, HERE, damage=before)
    sea.place("tirpitz", HERE)
    sea.strike("tirpitz", dice=(9, 10))
    sea.act(AXIS, f"engage tirpitz {ship}")
    assert (sea.piece(ship).at == "lost") == sunk
    assert sea.piece(ship).damage == before + 1


@pytest.mark.rule("NC-9.6-remain", "NC-9.8-survivors")
def test_survivors_stay_and_go_on_to_torpedoes_damaged_or_not(sea: Sea) -> None:
    sea.place("us-dd-1", HERE)
    sea.place("de-dd-1", HERE)
    sea.strike("us-dd-1", dice=(4, 4, 1, 2))
    sea.act(ALLIED, "engage us-dd-1 de-dd-1")
    assert sea.offered(ALLIED) == ["stop", "engage us-dd-1 de-dd-1"]
    sea.act(ALLIED, "engage us-dd-1 de-dd-1")
    assert shots(sea, "NC-9.8-procedure") == [("us-dd-1", 1), ("de-dd-1", 2)]
    assert sea.piece("de-dd-1").at == "lost", "3 halved is 1"
    assert sea.piece("us-dd-1").at == HERE


# 9.7: weather and guns


@pytest.mark.rule("NC-9.7-fog")
def test_tirpitz_misses_duke_of_york_in_fog_and_is_hit(sea: Sea) -> None:
    sea.weather("fog").place("tirpitz", HERE)
    sea.place("duke-of-york", HERE)
    sea.strike("tirpitz", dice=(9, 7))
    sea.act(AXIS, "engage tirpitz duke-of-york")
    assert shots(sea, "NC-9.6-both-roll") == [("tirpitz", 10), ("duke-of-york", 8)]
    assert (sea.piece("tirpitz").damage, sea.piece("duke-of-york").damage) == (1, 0)


@pytest.mark.rule("NC-9.7-storm")
def test_tirpitz_hits_duke_of_york_in_a_storm_and_is_missed(sea: Sea) -> None:
    sea.weather("storm").place("tirpitz", HERE)
    sea.place("duke-of-york", HERE)
    sea.strike("tirpitz", dice=(7, 7))
    sea.act(AXIS, "engage tirpitz duke-of-york")
    assert shots(sea, "NC-9.6-both-roll") == [("tirpitz", 9), ("duke-of-york", 9)]
    assert (sea.piece("tirpitz").damage, sea.piece("duke-of-york").damage) == (0, 1)


@pytest.mark.rule("NC-9.7-clear")
def test_in_clear_weather_a_gun_hits_with_its_own_factor(sea: Sea) -> None:
    sea.place("tirpitz", HERE)
    sea.place("duke-of-york", HERE)
    sea.strike("tirpitz", dice=(9, 9))
    sea.act(AXIS, "engage tirpitz duke-of-york")
    assert shots(sea, "NC-9.6-both-roll") == [("tirpitz", 9), ("duke-of-york", 9)]
    assert (sea.piece("tirpitz").damage, sea.piece("duke-of-york").damage) == (0, 1)


# 9.8, 9.9: torpedoes


@pytest.mark.parametrize(
    ("weather", "die", "hit"),
    [
        pytest.param("clear", 6, True, marks=pytest.mark.rule("NC-9.9-clear")),
        pytest.param("clear", 7, False, marks=pytest.mark.rule("NC-9.9-clear")),
        pytest.param("fog", 4, True, marks=pytest.mark.rule("NC-9.9-fog")),
        pytest.param("fog", 5, False, marks=pytest.mark.rule("NC-9.9-fog")),
        pytest.param("storm", 2, True, marks=pytest.mark.rule("NC-9.9-storm")),
        pytest.param("storm", 3, False, marks=pytest.mark.rule("NC-9.9-storm")),
    ],
)
def test_a_boat_and_the_weather(sea: Sea, weather: Weather, die: int, hit: bool) -> None:
    sea.weather(weather).place("u-88", HERE)
    sea.place("mt-01", HERE)
    sea.strike("u-88", dice=(die,))
    sea.act(AXIS, "engage u-88 mt-01")
    assert sea.piece("mt-01").damage == int(hit)


@pytest.mark.parametrize(("die", "hit"), [(3, True), (4, False)])
def test_a_damaged_boat_has_half_its_torpedoes(sea: Sea, die: int, hit: bool) -> None:
    sea.place("u-88", HERE, damage=1)
    sea.place("mt-01", HERE)
    sea.strike("u-88", dice=(die,))
    sea.act(AXIS, "engage u-88 mt-01")
    assert sea.piece("mt-01").damage == int(hit)


@pytest.mark.rule("NC-9.8-rating")
def test_only_a_rating_that_is_left_after_halving_attacks_and_once(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE, damage=1)
    sea.place("norfolk", HERE)
    sea.place("kent", HERE)
    sea.place("de-dd-1", HERE)
    sea.place("m-176", HERE, surfaced=True, damage=1)
    sea.strike("norfolk", dice=(10,) * 20)
    while sea.now.combat is not None and sea.asked(next(iter(sea.match.pending))).rule != "NC-9.8-rating":
        side = next(iter(sea.match.pending))
        sea.act(side, next(iter(sea.asked(side).options)))
    assert sorted(sea.offered(ALLIED)) == [
        *["engage gb-dd-1 de-dd-1", "engage m-176 de-dd-1", "engage norfolk de-dd-1"],
        "stop",
    ], "2 and 3 halved are 1; Kent has none"
    sea.act(ALLIED, "engage norfolk de-dd-1")
    assert "engage norfolk de-dd-1" not in sea.offered(ALLIED)


@pytest.mark.rule("NC-9.8-procedure")
def test_surface_ships_torpedo_each_other_by_turns(sea: Sea) -> None:
    for name in ("norfolk", "london", "hipper", "de-dd-1"):
        sea.place(name, HERE, used=Used.GUNFIRE)
    sea.strike("hipper", "de-dd-1", dice=(3, 2, 10, 10))
    sea.act(AXIS, "engage hipper norfolk")
    assert shots(sea, "NC-9.8-procedure") == [("hipper", 3), ("norfolk", 2)], "the target answers"
    assert (sea.piece("hipper").damage, sea.piece("norfolk").damage) == (1, 1)
    assert sea.offered(ALLIED) == ["stop", "engage london hipper", "engage london de-dd-1"], "by turns"
    sea.act(ALLIED, "engage london de-dd-1")
    assert sea.now.combat is None, "the destroyers were attacked and cannot attack"


@pytest.mark.rule("NC-9.8-procedure")
def test_a_target_without_torpedoes_does_not_answer(sea: Sea) -> None:
    for name in ("kent", "hipper"):
        sea.place(name, HERE, used=Used.GUNFIRE)
    sea.strike("hipper", dice=(3,))
    sea.act(AXIS, "engage hipper kent")
    assert shots(sea, "NC-9.8-procedure") == [("hipper", 3)]


@pytest.mark.rule("NC-9.8-no-return-vs-submerged")
def test_the_target_of_a_submerged_boat_does_not_answer(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place("norfolk", HERE)
    sea.strike("u-88", dice=(10,))
    sea.act(AXIS, "engage u-88 norfolk")
    assert shots(sea, "NC-9.8-procedure") == [("u-88", 10)]
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.8-no-return-vs-submerged")
def test_the_target_of_an_air_torpedo_answers_with_its_guns(sea: Sea) -> None:
    sea.place("norfolk", HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=(9, 4))
    sea.act(AXIS, "stop", "engage he-111-1 norfolk").act(ALLIED, "fire norfolk")
    assert shots(sea, "NC-9.8-procedure") == [("he-111-1", 9)]
    assert sea.piece("he-111-1").damage == 1
    assert sea.piece("he-111-1").at == "not-available"


@pytest.mark.rule("NC-9.8-no-return-vs-submerged")
def test_a_surfaced_boat_is_torpedoed_in_return(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("norfolk", HERE, used=Used.GUNFIRE)
    sea.strike("u-88", dice=(10, 2))
    sea.act(AXIS, "engage u-88 norfolk")
    assert shots(sea, "NC-9.8-procedure") == [("u-88", 10), ("norfolk", 2)]
    assert sea.piece("u-88").damage == 1


@pytest.mark.rule("NC-9.8-air-torpedo")
def test_an_aircraft_may_keep_its_torpedo_for_the_torpedo_stage(sea: Sea) -> None:
    sea.place("mt-01", HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=(8,))
    sea.act(AXIS, "stop", "engage he-111-1 mt-01")
    assert sea.piece("mt-01").damage == 1


@pytest.mark.rule("NC-9.10-bombs-and-torpedoes", "NC-9.10-one-attack-per-stage")
@pytest.mark.parametrize("torpedo", [True, False])
@pytest.mark.parametrize("name", ["he-111-1", "albacore-1"])
def test_an_aircraft_that_bombed_may_use_its_torpedo_in_the_torpedo_stage(sea: Sea, name: str, torpedo: bool) -> None:
    side = sea.data.counters[name].side
    target = "mt-01" if side is AXIS else "lutzow"
    sea.place(target, HERE, used=Used.TORPEDO | Used.GUNFIRE)
    sea.place("victorious", BESIDE)
    sea.fly(name, HERE)
    sea.strike(name, dice=(10, 10, 10, 10))
    sea.act(side, f"engage {name} {target}")
    if side.enemy in sea.match.pending:
        sea.act(side.enemy, "hold-fire")
    assert (sea.asked(side).rule, sea.piece(name).at) == ("NC-9.8-rating", HERE)
    sea.act(side, f"engage {name} {target}" if torpedo else "stop")
    if side is ALLIED and torpedo:
        sea.act(AXIS, "hold-fire")
    if side is ALLIED:
        sea.act(side, "land albacore-1 victorious")
    assert sea.now.combat is None
    assert sea.piece(name).at == (BESIDE if side is ALLIED else NOT_AVAILABLE)
    assert len(sea.rolls("NC-9.8-procedure")) == torpedo


@pytest.mark.rule("NC-9.10-bombs-and-torpedoes")
def test_anti_aircraft_fire_at_the_bomber_may_leave_no_torpedo_bomber(sea: Sea) -> None:
    """A 10 misses, and a 1 of the destroyer shoots the damaged He-111 down before its second stage."""
    sea.place_all(["mt-01", "gb-dd-1"], HERE, used=Used.TORPEDO | Used.GUNFIRE)
    sea.fly("he-111-1", HERE, damage=1)
    sea.strike("he-111-1", dice=(10, 1))
    sea.act(AXIS, "engage he-111-1 mt-01").act(ALLIED, "fire gb-dd-1")
    assert (sea.piece("he-111-1").at, sea.now.combat) == (LOST, None)


@pytest.mark.rule("NC-9.10-bombs-and-torpedoes", "NC-9.10-per-turn", "NC-9.3-british-land")
@pytest.mark.parametrize("used", [0, Used.TORPEDO])
def test_an_albacore_whose_torpedo_is_gone_for_the_turn_leaves_as_soon_as_it_has_bombed(sea: Sea, used: int) -> None:
    sea.place("lutzow", HERE)
    sea.place("norfolk", HERE)
    sea.place("victorious", BESIDE)
    sea.fly("albacore-1", HERE, used=used)
    sea.strike("albacore-1", dice=(10,))
    sea.act(ALLIED, "engage albacore-1 lutzow").act(AXIS, "hold-fire")
    if used:
        assert sea.asked(ALLIED).rule == "NC-9.3-british-land"
        sea.act(ALLIED, "land albacore-1 victorious")
    assert sea.asked(ALLIED).rule == "NC-9.6-select"
    assert sea.piece("albacore-1").at == (BESIDE if used else HERE)


# 9.10: after the combat


@pytest.mark.rule("NC-9.10-one-attack-per-stage")
def test_a_ship_attacks_once_with_her_guns_and_once_with_her_torpedoes(sea: Sea) -> None:
    sea.place("hipper", HERE)
    sea.place_all(["mt-01", "mt-02"], HERE)
    sea.strike("hipper", dice=(10, 10))
    sea.act(AXIS, "engage hipper mt-01")
    assert sea.asked(AXIS).rule == "NC-9.8-rating"
    sea.act(AXIS, "engage hipper mt-01")
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.10-per-turn")
def test_a_ship_that_has_fired_in_this_turn_only_answers(sea: Sea) -> None:
    sea.place("hipper", HERE, used=Used.GUNFIRE | Used.TORPEDO)
    sea.place("norfolk", HERE)
    sea.strike("hipper", dice=(10, 6, 10, 3))
    sea.act(ALLIED, "engage norfolk hipper")
    assert shots(sea, "NC-9.6-both-roll") == [("norfolk", 10), ("hipper", 6)]
    assert sea.piece("norfolk").damage == 1
    sea.act(ALLIED, "engage norfolk hipper")
    assert [name for name, _ in shots(sea, "NC-9.8-procedure")] == ["norfolk", "hipper"]
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.10-per-turn")
@pytest.mark.parametrize(
    ("name", "bit", "stage"),
    [
        ("bf-109-1", Used.AIR_TO_AIR, "NC-9.2-alternate"),
        ("ju-88-1", Used.AIR_TO_SURFACE, "NC-9.3-eligible"),
        ("hipper", Used.GUNFIRE, "NC-9.6-select"),
        ("u-88", Used.TORPEDO, "NC-9.8-rating"),
    ],
)
def test_each_kind_of_stage_once_in_a_turn(sea: Sea, name: str, bit: int, stage: str) -> None:
    for used in (0, bit):
        sea = Sea()
        sea.place("mt-01", HERE)
        if name.startswith("bf"):
            sea.fly("albacore-1", HERE)
        sea.place(name, HERE, used=used, **({"aloft": True, "base": BANAK} if sea.data.counters[name].is_air else {}))
        sea.strike(name)
        asked = AXIS in sea.match.pending and sea.asked(AXIS).rule == stage
        assert asked == (not used)


@pytest.mark.rule("NC-9.10-per-turn")
def test_attacking_uses_the_stage_up(sea: Sea) -> None:
    sea.place("hipper", HERE)
    sea.place("norfolk", HERE)
    sea.fly("ju-88-1", HERE)
    sea.fly("fulmar-1", HERE)
    sea.fly("bf-109-1", HERE)
    sea.strike("hipper", dice=(10,) * 9)
    sea.act(AXIS, "engage bf-109-1 fulmar-1", "engage ju-88-1 norfolk").act(ALLIED, "hold-fire")
    sea.act(AXIS, "engage hipper norfolk", "engage hipper norfolk")
    assert sea.piece("bf-109-1").used & Used.AIR_TO_AIR
    assert sea.piece("ju-88-1").used & Used.AIR_TO_SURFACE
    assert sea.piece("hipper").used & Used.GUNFIRE
    assert sea.piece("hipper").used & Used.TORPEDO
    assert not sea.piece("norfolk").used, "who answers has not attacked"


@pytest.mark.rule("NC-9.10-resume")
def test_after_the_combat_the_other_side_has_the_next_mission(sea: Sea) -> None:
    sea.place("hipper", HERE)
    sea.place("mt-01", HERE)
    sea.strike("hipper", dice=(10,))
    sea.act(AXIS, "engage hipper mt-01", "stop")
    assert (sea.now.combat, sea.now.mission) == (None, None)
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-12.0-german-trigger")
@pytest.mark.parametrize("convoy", [["norfolk", "mt-01"], ["norfolk"]])
def test_a_convoy_from_which_a_cruiser_attacks_releases_the_surface_force(sea: Sea, convoy: list[str]) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place_all(convoy, HERE)
    sea.missions(ALLIED).act(ALLIED, f"declare attack {HERE} no", "choose norfolk", "stop")
    assert [sea.is_up(name) for name in convoy] == [True] * len(convoy)
    assert sea.now.merchant_seen is ("mt-01" in convoy)


@pytest.mark.rule("NC-12.0-german-trigger")
def test_a_reconnoitred_convoy_that_is_attacked_releases_the_surface_force(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place_all(["norfolk", "mt-01"], HERE)
    sea.identify("norfolk").mission(ATTACK, ["u-88"]).begin(Strike())
    assert sea.now.merchant_seen
    assert len(sea.told("NC-12.0-german-trigger")) == 1
