"""Chapters 11.1 and 11.3: air attacks on forces and on ships lying singly."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from barents.games.arctic_disaster.actions import Engage, UseAdvantage
from barents.games.arctic_disaster.combat.air_display import AREAS, adjacent
from barents.games.arctic_disaster.rules.air import air_targets
from barents.games.arctic_disaster.rules.flow import STEPS as FLOW
from barents.games.arctic_disaster.rules.tables import steps_lost
from barents.games.arctic_disaster.state import Contact, Fight, Raid, Strike

from .battle import CRITICAL
from .raids import (
    BACK,
    BOMBS,
    CAP,
    FLAK,
    HOME_FLEET,
    PLACE_SHIPS,
    PLACE_UNITS,
    SEA,
    STEPS,
    SUPPORT,
    at_sea,
    modifiers,
    raid_of,
    raid_on,
    support,
)
from .theatre import ALLIED, AXIS, Theatre

EXPECT = Path(__file__).parent / "expect"
SIX = [f"1-kg-30-{number}" for number in range(1, 7)]


@pytest.mark.rule("AD-11.0-three-kinds")
def test_the_three_kinds_of_combat() -> None:
    assert {Strike, Fight, Contact} <= set(FLOW)


@pytest.mark.rule("AD-D-air-display")
def test_the_air_battle_display() -> None:
    """5.3: a centre and three rings; areas that touch are adjacent."""
    assert [sum(area[0] == ring for area in AREAS) for ring in "ABCD"] == [1, 6, 12, 18]
    assert set(adjacent("A1")) == {f"B{number}" for number in range(1, 7)}
    assert set(adjacent("B1")) == {"A1", "B2", "B6", "C1", "C2", "C12"}
    assert set(adjacent("D1")) == {"D2", "D18", "C1"}
    assert all(one in adjacent(other) for one in AREAS for other in adjacent(one))


@pytest.mark.rule_file("air.toml")
def test_the_air_to_air_table_is_that_of_the_card() -> None:
    card = tomllib.loads((EXPECT / "air.toml").read_text("utf-8"))
    numbers = Theatre(STEPS).data
    for row in card["air-to-air"]:
        assert [steps_lost(numbers, row["factors"], die) for die in range(1, 11)] == row["steps"]
    assert steps_lost(numbers, 0, 10) == 0
    assert steps_lost(numbers, 8, 12) == 2


@pytest.mark.rule(
    "AD-11.3.1-example-cap",
    "AD-11.3.1-example-victorious-1",
    "AD-11.3.1-example-victorious-2",
    "AD-11.3.1-cap-sum",
    "AD-11.1-sequence",
    "AD-11.1-aa-half",
    "AD-11.1-aa-cumulative",
    "AD-11.1-drm-b-cv",
    "AD-11.1-damage-immediate",
    "AD-11.1-adj-once",
    "AD-11.1-target-fires-all",
    "AD-8.2-cap-own-tf",
)
def test_six_bombers_on_the_home_fleet() -> None:
    """G5, G6, G7: the example of 11.3, die by die, and how it goes on."""
    theatre = at_sea(*HOME_FLEET, force="home-fleet")
    for wing in theatre.aircraft("809"):
        wing.box = "cap"
    rest = [3, 1] + [1, 1] * 3
    raid_on(theatre, "home-fleet", SIX, [7, 9, 7, 5, 8, 2, 6, 9, *rest])
    assert [(roll.total, roll.rule) for roll in (*theatre.rolls(CAP), *theatre.rolls(BACK))] == [(7, CAP), (9, BACK)]
    assert [wing.steps for wing in theatre.now.wings[AXIS].values()] == [1, 2, 2, 2, 2, 2]
    assert all(wing.steps == 2 for wing in theatre.now.wings[ALLIED].values())

    assert theatre.asked(ALLIED).rule == PLACE_SHIPS
    theatre.plot(ALLIED, {"victorious": "B1", "nigeria": "A1", "washington": "C1"})
    assert theatre.asked(AXIS).rule == PLACE_UNITS
    theatre.plot(AXIS, dict.fromkeys(SIX, "victorious"))

    theatre.act(ALLIED, Engage("1-kg-30-2"))  # an undamaged one comes first
    assert theatre.asked(ALLIED).rule == SUPPORT
    support(theatre, "nigeria")
    assert [told.about["factor"] for told in theatre.told(FLAK)] == [12, 3]
    assert [(roll.total, roll.modifiers) for roll in theatre.rolls(BOMBS)] == [
        (4, {"anti-aircraft fire": -3, "armoured deck": -1})
    ]
    assert theatre.find("victorious").damage == 0

    theatre.act(ALLIED, Engage("1-kg-30-3"))
    assert not any("nigeria" in choice for choice in theatre.offered(ALLIED))
    support(theatre, "washington")
    assert [told.about["factor"] for told in theatre.told(FLAK)] == [12, 3, 12, 9]
    assert theatre.rolls(BOMBS)[-1].total == 6
    assert theatre.rolls(CRITICAL) == []
    assert theatre.find("victorious").damage == 1

    theatre.act(ALLIED, Engage("1-kg-30-1"))
    support(theatre)
    assert theatre.told(FLAK)[-1].about["factor"] == 10  # her guns on the reduced side
    assert theatre.told(BOMBS)[-1].about["factor"] == 2  # the unit that the fighters hit
    while not theatre.is_over:
        theatre.idle(next(iter(theatre.match.pending)))
    assert theatre.dice_left() == {}
    assert theatre.now.raid is None


@pytest.mark.rule("AD-8.2-cap-own-tf", "AD-11.3-fighters-only")
def test_the_patrol_defends_only_its_own_force() -> None:
    """Fighters that are ready, or over another force, do not fight, and without fighters nobody does."""
    theatre = at_sea("london", "norfolk")
    theatre.force("home-fleet", SEA, "victorious", detected=True)
    for wing in theatre.aircraft("809"):
        wing.box = "cap"
    raid_on(theatre, "cruiser-force", SIX)
    assert theatre.rolls(CAP) == []
    theatre = at_sea("victorious", "norfolk")
    theatre.aircraft("809")
    raid_on(theatre, "cruiser-force", SIX)
    assert theatre.rolls(CAP) == []


@pytest.mark.rule("AD-11.3.1-return-fire")
def test_a_unit_that_is_destroyed_fires_back_and_one_that_was_not_hit_does_not() -> None:
    """The patrol takes a step: the unit is destroyed, its ten takes a step of a fighter; the other two are silent."""
    theatre = at_sea("victorious", "norfolk", formation="kg-26")
    one, two = theatre.aircraft("809")
    one.box = two.box = "cap"
    for name in ("kg-26-1", "kg-26-2", "kg-26-3"):
        theatre.state.wings[AXIS][name].steps = 1
    raid_on(theatre, "cruiser-force", ["kg-26-1", "kg-26-2", "kg-26-3"], [5, 10])
    assert "kg-26-1" not in theatre.now.wings[AXIS]
    assert [(roll.subject, roll.faces) for roll in theatre.rolls(BACK)] == [("kg-26-1", (10,))]
    assert sorted(wing.steps for wing in theatre.now.wings[ALLIED].values()) == [1, 2]


@pytest.mark.rule("AD-11.3.1-losses-owner", "AD-11.3.1-return-fire", "AD-11.3.1-cap-sum")
def test_losses_to_the_patrol() -> None:
    """G59: two steps on whole units reduce two; nobody dies while another has two steps; a ten hits a fighter."""
    theatre = at_sea("victorious", "norfolk", formation="kg-26")
    one, two = theatre.aircraft("809")
    one.box = two.box = "cap"
    one.steps = 1
    raid_on(theatre, "cruiser-force", ["kg-26-1", "kg-26-2", "kg-26-3", "kg-26-4"], [10, 10, 1])
    assert theatre.told(CAP)[0].about["factors"] == 6
    assert sorted(wing.steps for wing in theatre.now.wings[AXIS].values()) == [1, 1, 2, 2]
    assert set(theatre.offered(ALLIED)) == {"engage 809-1", "engage 809-2"}
    theatre.act(ALLIED, Engage("809-1"))
    assert list(theatre.now.wings[ALLIED]) == ["809-2"]
    assert [roll.faces for roll in theatre.rolls(BACK)] == [(10,), (1,)]

    theatre = at_sea("victorious", "norfolk", formation="kg-26")
    theatre.aircraft("1-kg-30")
    for wing in theatre.aircraft("809"):
        wing.box = "cap"
    for name in ("kg-26-2", "1-kg-30-1"):
        theatre.state.wings[AXIS][name].steps = 1
    raid_on(theatre, "cruiser-force", ["kg-26-1", "kg-26-2", "1-kg-30-1"], [9, 1, 1])
    assert set(theatre.offered(AXIS)) == {"engage kg-26-1", "engage 1-kg-30-1"}  # all are down to one step by now
    theatre.act(AXIS, Engage("1-kg-30-1"))
    assert theatre.now.wings[AXIS]["kg-26-1"].steps == 1
    assert "1-kg-30-1" not in theatre.now.wings[AXIS]
    assert len(theatre.rolls(BACK)) == 2  # also the one that was shot down


@pytest.mark.rule("AD-11.1-sequence", "AD-11.3.1-losses-owner")
def test_an_attack_that_the_patrol_destroys_is_over() -> None:
    theatre = at_sea("victorious", "norfolk")
    for wing in theatre.aircraft("809"):
        wing.box = "cap"
    theatre.state.wings[AXIS]["1-kg-30-1"].steps = 1
    raid_on(theatre, "cruiser-force", ["1-kg-30-1"], [7, 10])
    assert theatre.is_over
    assert theatre.now.raid is None
    assert "1-kg-30-1" not in theatre.now.wings[AXIS]


@pytest.mark.rule("AD-11.1-one-ship-area", "AD-11.1-attackers-any")
def test_ships_have_an_area_each_and_aircraft_any_ship() -> None:
    """Whoever is not placed is put around the middle, the most valuable first."""
    theatre = raid_on(at_sea("somali", "london", "washington"), "cruiser-force", SIX[:3])
    options = theatre.asked(ALLIED).options
    assert options.refusal(theatre.game.notation.parse("assign washington=B1 london=B1 somali=-")) is not None
    theatre.plot(ALLIED, {"somali": "A1"})
    assert raid_of(theatre).ships == {"washington": "B2", "london": "B1", "somali": "A1"}
    assert theatre.ways(AXIS, SIX[0]) == list(raid_of(theatre).ships)
    theatre.plot(AXIS, dict.fromkeys(SIX[:3], "somali"))
    assert set(raid_of(theatre).units.values()) == {"somali"}


@pytest.mark.rule("AD-11.1-aa-order")
def test_the_defender_says_who_comes_next() -> None:
    theatre = raid_on(at_sea("london", "norfolk"), "cruiser-force", SIX[:3], [1, 1])
    theatre.idle(ALLIED).plot(AXIS, {SIX[0]: "london", SIX[1]: "norfolk", SIX[2]: "london"})
    assert theatre.offered(ALLIED) == [f"engage {SIX[0]}", f"engage {SIX[1]}"]  # the third is like the first
    theatre.act(ALLIED, Engage(SIX[1]))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["norfolk", "london", "london"]


@pytest.mark.rule("AD-11.1-aa-order", "AD-11.1-excess-wasted")
def test_when_all_their_targets_are_sunk_nobody_says_who_comes_next() -> None:
    """One reduced unit and one at full strength are left when the first has sunk Carlton."""
    theatre = at_sea("carlton", "earlston", formation="kg-26")
    theatre.state.wings[AXIS]["kg-26-3"].steps = 1
    raid_on(theatre, "cruiser-force", ["kg-26-1", "kg-26-2", "kg-26-3"], [1, 10])
    theatre.idle(ALLIED).plot(AXIS, dict.fromkeys(("kg-26-1", "kg-26-2", "kg-26-3"), "carlton"))
    assert theatre.offered(ALLIED) == ["engage kg-26-1", "engage kg-26-3"]
    theatre.act(ALLIED, Engage("kg-26-1"))
    assert theatre.is_over
    assert theatre.find("carlton").at == "lost"
    assert len(theatre.told("AD-11.1-excess-wasted")) == 2


@pytest.mark.rule("AD-11.1-aa-order", "AD-11.1-attackers-any")
def test_while_one_of_their_targets_is_afloat_he_still_says_who_comes_next() -> None:
    """Carlton is sunk by the first of two; two others go for Earlston and for Honomu."""
    theatre = at_sea("carlton", "earlston", "honomu", formation="kg-26")
    units = [f"kg-26-{number}" for number in range(1, 5)]
    raid_on(theatre, "cruiser-force", units, [1, 10, 1, 1, 1, 1])
    theatre.idle(ALLIED)
    theatre.plot(AXIS, dict(zip(units, ("carlton", "carlton", "earlston", "honomu"), strict=True)))
    theatre.act(ALLIED, Engage(units[0]))
    assert theatre.find("carlton").at == "lost"
    assert theatre.offered(ALLIED) == [f"engage {unit}" for unit in units[1:]]
    theatre.act(ALLIED, Engage(units[3]))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["carlton", "honomu"]


@pytest.mark.rule("AD-11.1-attackers-any", "AD-11.3.1-losses-owner")
def test_a_unit_that_the_patrol_has_destroyed_attacks_nobody() -> None:
    """Two steps cost two reduced units of the three; their owner says only where the third goes."""
    theatre = at_sea("victorious", "norfolk", formation="kg-26")
    for wing in theatre.aircraft("809"):
        wing.box = "cap"
    units = ["kg-26-1", "kg-26-2", "kg-26-3"]
    for name in units:
        theatre.state.wings[AXIS][name].steps = 1
    raid_on(theatre, "cruiser-force", units, [10, 1, 1])
    assert [roll.subject for roll in theatre.rolls(BACK)] == units[:2]
    theatre.idle(ALLIED)
    assert theatre.slots(AXIS) == ["kg-26-3"]


@pytest.mark.rule("AD-11.1-designate")
def test_of_her_squadrons_the_carrier_sends_one_or_more() -> None:
    theatre = Theatre(STEPS)
    theatre.force("home-fleet", SEA, "victorious")
    theatre.force("tg-b", "2836", "luetzow", detected=True)
    for squadron in ("817", "832"):
        theatre.aircraft(squadron)
    raid_on(theatre, "tg-b", [], [1] * 4, side=ALLIED)
    options = theatre.asked(ALLIED).options
    assert options.refusal(theatre.game.notation.parse("choose -")) is not None, "a strike of nobody is none"
    theatre.act(ALLIED, "choose 832-1")
    assert [told.about["units"] for told in theatre.told("AD-11.1-designate")] == [theatre.data.air["832-1"].name]


@pytest.mark.rule("AD-11.1-target-only-own", "AD-11.1-adj-b", "AD-11.1-adj-t", "AD-11.1-adj-once")
def test_who_may_support_whom() -> None:
    """Ships beside the target with four factors or more that are not attacked; two against torpedo units."""

    def meet(formation: str, also: str = "") -> Theatre:
        theatre = at_sea("london", "norfolk", "wichita", "tuscaloosa", "marne", "somali", formation=formation)
        units = [f"{formation}-1", f"{formation}-2"]
        raid_on(theatre, "cruiser-force", units, [1] * 12)
        places = {"london": "A1", "norfolk": "B1", "wichita": "B2", "tuscaloosa": "C3", "marne": "B4", "somali": "B5"}
        theatre.plot(ALLIED, places).plot(AXIS, {units[0]: "london", units[1]: also or "london"})
        if also:
            theatre.act(ALLIED, Engage(units[0]))
        return theatre

    theatre = meet("1-kg-30")
    choices = theatre.offered(ALLIED)
    assert "choose wichita,norfolk,marne" in choices  # not Tuscaloosa, who is too far off, nor Somali with three
    assert not any("tuscaloosa" in choice or "somali" in choice for choice in choices)
    support(theatre, "wichita", "marne")
    assert [told.about["factor"] for told in theatre.told(FLAK)][:3] == [7, 5, 2]  # half of nine and of four
    assert theatre.offered(ALLIED) == ["choose -", "choose norfolk"]

    choices = meet("kg-26").offered(ALLIED)
    assert "choose wichita,norfolk" in choices
    assert "choose wichita,norfolk,marne" not in choices

    choices = meet("1-kg-30", also="wichita").offered(ALLIED)
    assert not any("wichita" in choice for choice in choices)  # she is attacked herself


@pytest.mark.rule("AD-11.1-aa-step")
def test_a_reduced_unit_that_is_hit_again_does_not_attack() -> None:
    """G58."""
    theatre = at_sea("victorious")
    theatre.state.wings[AXIS][SIX[0]].steps = 1
    raid_on(theatre, "cruiser-force", SIX[:1], [9])
    assert theatre.is_over
    assert SIX[0] not in theatre.now.wings[AXIS]
    assert theatre.rolls(BOMBS) == []
    assert theatre.find("victorious").damage == 0


@pytest.mark.rule("AD-11.1-aa-step", "AD-8.6-no-recovery")
def test_a_unit_that_loses_a_step_attacks_with_what_is_left() -> None:
    theatre = raid_on(at_sea("victorious"), "cruiser-force", SIX[:1], [9, 10])
    assert theatre.told(BOMBS)[0].about["factor"] == 2
    assert theatre.now.wings[AXIS][SIX[0]].steps == 1


@pytest.mark.rule("AD-11.1-t-double", "AD-8.1-strike-flip", "AD-11.1-aa-half")
def test_an_albacore_on_tirpitz() -> None:
    """G60."""
    theatre = Theatre(STEPS)
    theatre.force("home-fleet", SEA, "victorious")
    theatre.force("tg-a", "2831", "tirpitz", "hipper", detected=True)
    theatre.aircraft("817")
    raid_on(theatre, "tg-a", ["817-1"], [6, 5, 9], side=ALLIED)
    theatre.idle(AXIS).plot(ALLIED, {"817-1": "tirpitz"})
    support(theatre, "hipper", side=AXIS)
    assert [told.about["factor"] for told in theatre.told(FLAK)] == [14, 4]
    assert modifiers(theatre) == [{"anti-aircraft fire": -3}]
    assert theatre.find("tirpitz").damage == 2
    wing = theatre.now.wings[ALLIED]["817-1"]
    assert (wing.box, wing.steps) == ("flown", 1)


@pytest.mark.rule("AD-11.1-drm-db-small", "AD-11.1-bomb-column")
def test_a_stuka_on_a_destroyer() -> None:
    """G61."""
    theatre = raid_on(at_sea("ledbury", formation="i-stg-5"), "cruiser-force", ["i-stg-5-1"], [5, 8])
    assert modifiers(theatre) == [{"anti-aircraft fire": -1, "small target": -1}]
    assert theatre.find("ledbury").at == "lost"


@pytest.mark.rule("AD-11.1-drm-b-small", "AD-11.1-drm-db-small", "AD-11.1-drm-b-cv")
@pytest.mark.parametrize(
    ("formation", "target", "change"),
    [
        ("1-kg-30", "somali", {"small target": -2}),
        ("1-kg-30", "dianella", {"small target": -2}),
        ("kg-26", "britomart", {"small target": -2}),
        ("kg-26", "ayrshire", {"small target": -2}),
        ("i-stg-5", "somali", {"small target": -1}),
        ("1-kg-30", "victorious", {"armoured deck": -1}),
        ("kg-26", "victorious", {}),
        ("i-stg-5", "victorious", {}),
        ("1-kg-30", "palomares", {}),
        ("1-kg-30", "carlton", {}),
    ],
)
def test_what_is_hard_to_hit(formation: str, target: str, change: dict[str, int]) -> None:
    theatre = raid_on(at_sea(target, formation=formation), "cruiser-force", [f"{formation}-1"], [1, 1])
    assert modifiers(theatre) == [change]


@pytest.mark.rule("AD-11.1-drm-b-small")
def test_a_torpedo_boat_is_hard_to_hit_too() -> None:
    theatre = Theatre(STEPS)
    theatre.force("home-fleet", SEA, "victorious")
    theatre.force("tg-a", "2831", "t-7", detected=True)
    theatre.aircraft("817")
    assert modifiers(raid_on(theatre, "tg-a", ["817-1"], [1, 1], side=ALLIED)) == [{"small target": -2}]


@pytest.mark.rule("AD-11.1-excess-wasted", "AD-11.1-damage-immediate")
def test_a_sunk_target_wastes_the_other_attackers() -> None:
    theatre = at_sea("carlton", "earlston", formation="kg-26")
    raid_on(theatre, "cruiser-force", ["kg-26-1", "kg-26-2"], [1, 10])
    theatre.idle(ALLIED).plot(AXIS, {"kg-26-1": "carlton", "kg-26-2": "carlton"})
    assert theatre.is_over
    assert theatre.dice_left() == {}
    assert len(theatre.told("AD-11.1-excess-wasted")) == 1
    assert (theatre.find("carlton").at, theatre.find("earlston").damage) == ("lost", 0)


@pytest.mark.rule("AD-11.1-singles-battle", "AD-11.1-singles-choice", "AD-11.1-tf-or-singles")
def test_ships_lying_singly_are_a_target_of_their_own() -> None:
    theatre = at_sea("london")
    for name in ("carlton", "earlston", "poppy"):
        theatre.ship(name, SEA)
    theatre.ship("honomu", "2836")
    formation = theatre.state.formations["1-kg-30"]
    assert set(air_targets(theatre.now, theatre.data, formation)) == {"cruiser-force", SEA, "2836"}
    raid_on(theatre, "", SIX[:2], cell=SEA)
    theatre.idle(ALLIED)
    assert set(raid_of(theatre).ships) == {"carlton", "earlston", "poppy"}


def theatre_with_force() -> Theatre:
    """A force of two and a single ship in one hex."""
    theatre = at_sea("london", "norfolk")
    theatre.ship("carlton", SEA)
    return theatre


@pytest.mark.rule("AD-11.1-tf-or-singles", "AD-11.1-designate")
def test_an_attack_on_the_force_leaves_the_single_ships_out() -> None:
    theatre = raid_on(theatre_with_force(), "cruiser-force", SIX[:2])
    assert theatre.told("AD-11.1-designate")[0].about["count"] == 2
    theatre.idle(ALLIED)
    assert set(raid_of(theatre).ships) == {"london", "norfolk"}
    assert theatre.ways(AXIS, SIX[0]) == ["london", "norfolk"]
    assert theatre.ways(AXIS, SIX[2]) == []


@pytest.mark.rule("AD-7.2-ice-damage-drm", "AD-7.2-ice-only-b", "AD-7.2-ice-detected-flag", "AD-7.2-ice-hidden-safe")
def test_ships_in_the_ice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those that were seen are attacked, by bombers only, who find it easier.

    On our map no ice lies inside the Attack Radius; here it reaches further.
    """
    ice = "2022"
    theatre = Theatre(STEPS)
    assert ice in theatre.data.partial_ice
    monkeypatch.setattr(theatre.data, "radius", theatre.data.in_play)
    for formation, base in (("1-kg-30", ""), ("kg-26", ""), ("i-stg-5", "2221")):
        theatre.aircraft(formation, base)
    seen, unseen, hidden = theatre.ship("carlton", ice), theatre.ship("earlston", ice), theatre.ship("honomu", ice)
    hidden.seen = hidden.hidden = True

    def aims(formation: str) -> list[str]:
        return air_targets(theatre.now, theatre.data, theatre.state.formations[formation])

    assert aims("1-kg-30") == []
    seen.seen = True
    assert (aims("1-kg-30"), aims("kg-26"), aims("i-stg-5")) == ([ice], [], [])
    raid_on(theatre, "", SIX[:1], [1, 5], cell=ice)
    assert modifiers(theatre) == [{"ice": 1}]
    assert (theatre.find("carlton").damage, unseen.damage) == (1, 0)


@pytest.mark.rule("AD-11.4.8-air-aa", "AD-11.1-target-fires-all")
def test_in_a_surface_combat_only_the_target_fires() -> None:
    theatre = Theatre(STEPS)
    theatre.force("home-fleet", SEA, "victorious")
    theatre.force("tg-a", SEA, "tirpitz", "hipper", detected=True)
    theatre.aircraft("832")
    theatre.state.raid = Raid(SEA, ALLIED, "", units=dict.fromkeys(("832-1", "832-2"), "tirpitz"), in_battle=True)
    theatre.begin(Strike(), dice=[1, 1, 1, 1])
    assert theatre.is_over
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["tirpitz", "tirpitz"]
    assert {wing.box for wing in theatre.now.wings[ALLIED].values()} == {"flown"}


@pytest.mark.rule("AD-11.1-aa-cumulative")
def test_the_tactical_advantage_helps_a_gunner_or_a_bomber() -> None:
    """5.10: before a die of the Antiaircraft or the Damage Table its holder is asked."""
    theatre = at_sea("london")
    theatre.state.tactical = ALLIED
    raid_on(theatre, "cruiser-force", SIX[:1], [6, 5])
    theatre.act(ALLIED, UseAdvantage(2))
    assert modifiers(theatre, FLAK) == [{"Tactical Advantage": 2}]
    assert theatre.is_over
