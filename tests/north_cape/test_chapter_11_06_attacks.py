"""Chapter 11.6: groups that are looked at and attacked: what the German sees, and when they scatter."""

from __future__ import annotations

from typing import Literal

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Engage, Stop
from barents.games.north_cape.knowledge.known import known
from barents.games.north_cape.state import (
    LOST,
    REMOVED,
    RESERVE,
    Claim,
    Combat,
    EndCombat,
    MissionType,
    NextMission,
    Scatter,
)
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.north_cape.solo import SUMMER, group, keep, reconnoitre, solitaire

CONVOY = ("mt-01", "mt-02", "mt-03", "gb-dd-1", "allied-decoy-1")
SHIPS = CONVOY[:4]
OFF_NORWAY = "2018"


def attacked(sea: Sea, *sunk: int, dice: list[int] | None = None, **secret: list[int]) -> Sea:
    """Begin at the end of an air attack in which groups have lost ships."""
    sea.fly("ju-88-1", OFF_NORWAY)
    sea.mission(MissionType.ATTACK, ["ju-88-1"])
    sea.state.combat = Combat(OFF_NORWAY, AXIS, [], [], sunk=list(sunk))
    return sea.begin(EndCombat(), dice=dice or [], **secret)


# Reconnaissance


@pytest.mark.rule("NC-11.6-examine", "NC-11.6-recon-no-scatter")
@pytest.mark.parametrize("die", [6, 8, 10])
def test_a_success_shows_the_whole_group_which_is_then_turned_down_again(die: int) -> None:
    """A flying boat in fog: +2 for its type and −4; a total of 4 to 9 would show half of a stack to two players."""
    sea = solitaire().weather("fog")
    group(sea, 1, CONVOY, OFF_NORWAY)
    reconnoitre(sea, OFF_NORWAY, die)
    assert set(SHIPS) <= set(sea.revealed())
    assert not any(sea.is_up(name) for name in SHIPS)
    assert sea.rolls("NC-11.6-scatter-roll") == []
    made_of = [told.about["made_of"] for told in sea.told("NC-11.6-examine", Observer.AXIS) if "made_of" in told.about]
    assert len(made_of) == 1
    remembered = sea.match.known(Observer.AXIS).pieces[ALLIED]
    assert {name for name, piece in remembered.items() if piece.at == OFF_NORWAY} == set(SHIPS)
    assert all(remembered[name].recon for name in SHIPS)


@pytest.mark.rule("NC-11.6-examine")
def test_what_was_examined_may_be_attacked_this_turn_and_a_decoy_is_gone_for_good() -> None:
    sea = solitaire()
    group(sea, 1, CONVOY, OFF_NORWAY)
    sea.place("ju-88-1", "2633")
    reconnoitre(sea, OFF_NORWAY)
    assert sea.piece("allied-decoy-1").at == REMOVED
    assert "allied-decoy-1" not in sea.now.notebook[AXIS].identified
    assert "attack 2633 yes" in sea.declared(AXIS)


@pytest.mark.rule("NC-11.6-examine")
def test_two_groups_in_a_hex_are_both_seen_and_told_apart() -> None:
    sea = solitaire()
    group(sea, 1, ["mt-01", "gb-dd-1"], OFF_NORWAY)
    group(sea, 2, ["mt-02"], OFF_NORWAY)
    reconnoitre(sea, OFF_NORWAY)
    words = [told.about for told in sea.told("NC-11.6-examine") if "made_of" in told.about]
    assert [about["group"] for about in words] == ["Group 1", "Group 2"]


def test_a_failure_shows_nothing() -> None:
    sea = solitaire().weather("fog")
    group(sea, 1, CONVOY, OFF_NORWAY)
    reconnoitre(sea, OFF_NORWAY, 5)  # 5 + 2 for an R type − 4 fog = 3
    assert sea.revealed() == []
    assert set(sea.match.known(Observer.AXIS).pieces[ALLIED]) == {f"allied@{OFF_NORWAY}"}


@pytest.mark.rule("NC-6.3-two-player-only")
def test_submerged_boats_always_claim_their_modifier_and_nobody_is_asked() -> None:
    """A 4 with +1 for clear weather and −1 for a lone piece still finds a boat, but not with −1 more."""
    sea = solitaire()
    sea.place("trident", OFF_NORWAY)
    sea.fly("bf-109-1", "2017")
    sea.begin(Claim("bf-109-1", OFF_NORWAY), axis=[4])
    assert ALLIED not in sea.match.pending
    assert [told.about["sum"] for told in sea.told("NC-6.1-roll", Observer.UMPIRE)] == [-2]
    assert not sea.is_up("trident")


# Attacks


@pytest.mark.rule("NC-11.6-attack-normal", "NC-11.6-scatter-roll")
def test_an_attack_on_a_group_is_an_ordinary_combat_and_may_scatter_it() -> None:
    """A Ju-88 hits a damaged merchant on 4: it is lost, scores 2d6, and the group rolls to scatter."""
    sea = solitaire()
    group(sea, 1, SHIPS, OFF_NORWAY, done=True)
    sea.state.pieces[ALLIED]["mt-01"].damage = 1
    sea.fly("ju-88-1", OFF_NORWAY)
    sea.identify(*SHIPS)
    sea.strike("ju-88-1", dice=[4, 3, 5, 2])
    sea.act(AXIS, Engage("ju-88-1", "mt-01"))
    assert sea.piece("mt-01").at == LOST
    assert sea.now.points[AXIS] == 8
    sea.act(ALLIED, "hold-fire")
    assert [roll.faces for roll in sea.rolls("NC-11.6-scatter-roll")] == [(2,)]  # one ship sunk: a 2 holds together
    assert {sea.piece(name).at for name in SHIPS[1:]} == {OFF_NORWAY}
    assert not any(sea.is_up(name) for name in SHIPS)


@pytest.mark.rule("NC-11.6-scatter-roll")
@pytest.mark.parametrize(("sunk", "die", "scatters"), [(2, 2, True), (2, 3, False), (1, 1, True), (3, 3, True)])
def test_a_die_not_above_the_ships_sunk_scatters_the_group(sunk: int, die: int, scatters: bool) -> None:
    sea = solitaire()
    group(sea, 1, SHIPS, OFF_NORWAY, done=True)
    attacked(sea, *[1] * sunk, dice=[die])
    assert (OFF_NORWAY not in {sea.piece(name).at for name in SHIPS}) is scatters


@pytest.mark.rule("NC-11.6-scatter-roll", "NC-11.6-recon-no-scatter")
def test_without_ships_sunk_no_die_is_rolled() -> None:
    sea = solitaire()
    group(sea, 1, SHIPS, OFF_NORWAY, done=True)
    attacked(sea)
    assert sea.rolls("NC-11.6-scatter-roll") == []
    assert {sea.piece(name).at for name in SHIPS} == {OFF_NORWAY}


# Scattering


@pytest.mark.rule("NC-11.6-scatter-six", "NC-11.6-scatter-move")
def test_a_scattering_group_becomes_six_unseen_ones_that_move_by_themselves() -> None:
    names = [f"mt-{number:02d}" for number in range(1, 15)]
    sea = solitaire()
    group(sea, 1, names, OFF_NORWAY)
    sea.identify(*names)
    sea.begin(Scatter(1, 1), NextMission(AXIS), dice=[1])
    around = sea.data.grid.neighbours(OFF_NORWAY)
    cells = [sea.piece(name).at for name in names]
    assert sorted(set(cells)) == sorted(around)
    assert sorted(cells.count(cell) for cell in around) == [2, 2, 2, 2, 3, 3]
    assert [each.number for each in sea.now.groups] == [2, 3, 4, 5, 6, 7]
    assert {(each.heading, each.family) for each in sea.now.groups} == {("east", 1)}
    hidden = known(sea.data, sea.now, Observer.AXIS)
    assert set(hidden.pieces[ALLIED]) == {f"allied@{cell}" for cell in around}
    assert [each.size for each in hidden.groups] == [3, 3, 2, 2, 2, 2]
    assert sorted(hidden.recalled[1]) == names
    for _ in range(6):
        sea.act(AXIS, "pass")
    assert [roll.subject for roll in sea.rolls("NC-11.6-move-die")] == [f"Group {number}" for number in range(2, 8)]


@pytest.mark.rule("NC-11.6-scatter-fewer")
def test_two_new_groups_take_the_hexes_farthest_from_german_bases() -> None:
    """Around 2016 the distances to the nearest base are 16 in 2015 and 1916, 15 and 14 elsewhere."""
    sea = solitaire()
    group(sea, 1, ["mt-01", "mt-02"], "2016")
    sea.begin(Scatter(1, 1), NextMission(AXIS), dice=[1])
    assert {sea.piece(name).at for name in ("mt-01", "mt-02")} == {"2015", "1916"}


@pytest.mark.rule("NC-11.6-scatter-legal")
def test_there_are_no_more_new_groups_than_hexes_where_ships_may_be() -> None:
    """From 1412 ships can go to four hexes: north of it is the ice."""
    names = [f"mt-{number:02d}" for number in range(1, 10)]
    sea = solitaire()
    group(sea, 1, names, "1412")
    sea.begin(Scatter(1, 6), NextMission(AXIS), dice=[6, 1, 1, 1, 1])
    around = sea.data.joined("winter")["1412"]
    assert len(around) == 4
    assert {sea.piece(name).at for name in names} == set(around)


@pytest.mark.rule("NC-11.6-scatter-iceberg", "NC-11.2-growler-solitaire")
def test_a_new_group_in_the_zone_rolls_for_ice_and_the_german_says_who_struck_it() -> None:
    """All four hexes around 1412 are in the zone; the first group strikes ice, the others do not.

    It is rolled although rule 11.2 itself is not played: rule 11.6 asks for it.
    """
    names = [f"mt-{number:02d}" for number in range(1, 9)]
    sea = solitaire()
    group(sea, 1, names, "1412")
    sea.begin(Scatter(1, 6), NextMission(AXIS), dice=[6, 4, 1, 2, 3])
    decision = sea.asked(AXIS)
    struck = [piece.id for piece in sea.now.pieces[ALLIED].values() if piece.group == 2]
    assert [str(action) for action in decision.options] == [f"choose {name}" for name in sorted(struck)]
    sea.act(AXIS, f"choose {struck[0]}")
    assert sea.piece(struck[0]).damage == 1
    assert not sea.is_up(struck[1])
    assert [roll.faces[0] for roll in sea.rolls("NC-11.2-growler-when")] == [4, 1, 2, 3]


# Victorious


AIR = ("fulmar-1", "sea-hurricane-1", "albacore-1")


@pytest.mark.rule("NC-11.6-air-after-discovery", "NC-11.6-remove-british-air")
def test_aircraft_join_victorious_when_she_is_discovered_by_reconnaissance() -> None:
    sea = solitaire()
    group(sea, 1, ["victorious", "mt-01"], OFF_NORWAY)
    keep(sea, *AIR)
    reconnoitre(sea, OFF_NORWAY)
    assert {(sea.piece(name).at, sea.piece(name).base) for name in AIR} == {(OFF_NORWAY, "victorious")}


@pytest.mark.rule("NC-11.6-air-after-discovery")
@pytest.mark.parametrize("found", ["mt-01", "nothing"])
def test_without_her_they_stay_away(found: str) -> None:
    sea = solitaire()
    group(sea, 1, ["mt-01"], OFF_NORWAY)
    group(sea, 2, ["victorious"], "2012")
    keep(sea, *AIR)
    reconnoitre(sea, OFF_NORWAY, 10 if found == "mt-01" else 1)
    assert {sea.piece(name).at for name in AIR} == {RESERVE}


@pytest.mark.rule("NC-11.6-air-after-discovery", "NC-11.6-interception-discovers")
@pytest.mark.parametrize("there", [True, False])
def test_a_carrier_that_is_fought_without_having_been_found_has_her_fighters_afterwards(there: bool) -> None:
    sea = solitaire()
    group(sea, 1, ["victorious" if there else "norfolk", "mt-01"], OFF_NORWAY, done=True)
    keep(sea, *AIR)
    sea.place("lutzow", OFF_NORWAY)
    sea.missions(AXIS, dice=[10, 10]).send(MissionType.ATTACK, "lutzow").act(AXIS, "stop")
    assert sea.now.combat is not None
    assert sorted(sea.now.combat.allied) == ["mt-01", "victorious" if there else "norfolk"]
    sea.act(AXIS, "engage lutzow mt-01")
    assert {sea.piece(name).at for name in AIR} == {RESERVE}
    while sea.asked(side := next(iter(sea.match.pending))).rule.startswith("NC-9"):
        options = sea.offered(side)
        sea.act(side, "stop" if "stop" in options else options[0])
    assert {sea.piece(name).at for name in AIR} == {OFF_NORWAY if there else RESERVE}


@pytest.mark.rule("NC-11.6-cv-air-first", "NC-11.6-british-air-target")
def test_her_fighters_fight_first_and_take_the_bombers_by_their_largest_factor() -> None:
    """He-111 has torpedoes of 8, Ju-87 bombs of 5, Ju-88 of 4; the escort of fighters and the flying boat are left."""
    sea = solitaire(SUMMER)
    group(sea, 1, ["victorious", "mt-01"], OFF_NORWAY)
    for name in AIR:
        sea.place(name, OFF_NORWAY)
    raid = ("ju-88-1", "ju-87-1", "he-111-1", "bv-138-1")
    for name in raid:
        sea.fly(name, OFF_NORWAY)
    sea.strike(*raid, dice=[9, 9, 9, 9])
    assert sea.rolls("NC-9.3-hit") == []
    shots = [roll.subject for roll in sea.rolls("NC-9.2-both-roll")]
    assert shots == ["sea-hurricane-1", "he-111-1", "fulmar-1", "ju-87-1"]
    assert sea.asked(AXIS).rule == "NC-9.3-eligible"
    sea.act(AXIS, Stop())


@pytest.mark.rule("NC-11.6-british-air-target")
def test_where_no_bomber_flies_they_take_the_others() -> None:
    sea = solitaire(SUMMER)
    group(sea, 1, ["victorious"], OFF_NORWAY)
    sea.place("fulmar-1", OFF_NORWAY)
    sea.fly("bv-138-1", OFF_NORWAY)
    sea.strike("bv-138-1", dice=[9, 9])
    assert [roll.subject for roll in sea.rolls("NC-9.2-both-roll")] == ["fulmar-1", "bv-138-1"]


@pytest.mark.rule("NC-7.0-interception-is-mission", "NC-7.0-reveal-all", "NC-8.0-declare-bluff")
def test_a_group_that_is_all_decoys_cannot_call_itself_a_submarine() -> None:
    """Nobody commands it: Hipper moves in, finds it out, and the Germans have had their mission."""
    sea = solitaire()
    group(sea, 1, ["allied-decoy-1", "allied-decoy-2"], OFF_NORWAY)
    sea.on_patrol("hipper", "2117")
    sea.missions(ALLIED, dice=[3]).act(AXIS, "choose hipper")
    assert [sea.piece(f"allied-decoy-{n}").at for n in (1, 2)] == [REMOVED] * 2
    assert (sea.piece("hipper").at, sea.is_up("hipper")) == ("2118", True), "where the group came beside her"
    assert not sea.told("NC-8.0-declare-submarine")


@pytest.mark.rule("NC-11.6-scatter-six", "NC-11.6-scatter-move")
def test_a_group_that_is_scattered_on_its_way_has_sailed_as_far_as_it_came() -> None:
    """Hipper waits where the group's first hex is; what has scattered sails no more this turn, and shows it."""
    sea = solitaire()
    group(sea, 1, ["mt-01", "mt-02", "mt-03"], OFF_NORWAY)
    sea.state.pieces[ALLIED]["mt-01"].damage = 1
    keep(sea, "albacore-1", "albacore-2", "fulmar-1", "sea-hurricane-1")
    sea.on_patrol("hipper", "2117")
    sea.missions(ALLIED, dice=[3, 1, 4, 4, 1], allied=[1, 1, 1])
    sea.act(AXIS, "choose hipper", "engage hipper mt-01", "stop")
    assert sea.now.mission is None
    assert len(sea.now.groups) == 2
    assert {(group.done, group.moved) for group in sea.now.groups} == {(True, 1)}
    assert [sea.piece(name).spent for name in ("mt-02", "mt-03")] == [1, 1]
    for seed in range(3):
        world = GAME.imagine(sea.data, sea.match.known(Observer.AXIS), Observer.AXIS, Dice.seeded(seed))
        assert [world.pieces[ALLIED][name].spent for name in ("mt-02", "mt-03")] == [1, 1]


@pytest.mark.rule("NC-11.6-scatter-arrives", "NC-10.0-vp-merc-arrives")
@pytest.mark.parametrize(("heading", "arrives"), [("east", True), ("west", False)])
def test_merchants_that_scatter_into_the_hex_off_murmansk_have_arrived(
    heading: Literal["east", "west"], arrives: bool
) -> None:
    """Lützow sinks one of seven at 4433 (a 1, then 3 and 4), and a 1 scatters the others into all six hexes around."""
    names = [f"mt-0{number}" for number in range(1, 8)]
    sea = solitaire()
    keep(sea, "fulmar-1", "sea-hurricane-1", "albacore-1", "albacore-2")
    group(sea, 1, names, "4433", heading, done=True)
    for name in names:
        sea.state.pieces[ALLIED][name].start = "4434" if heading == "west" else ""
    sea.state.pieces[ALLIED]["mt-01"].damage = 1
    sea.place("lutzow", "4433")
    sea.strike("lutzow", dice=[1, 3, 4, 1, 5]).act(AXIS, "engage lutzow mt-01", "stop")
    places = sorted(sea.piece(name).at for name in names[1:])
    around = sorted(sea.data.joined("winter")["4433"])
    assert places == sorted("safe" if arrives and cell == "4434" else cell for cell in around)
    assert sea.now.points[ALLIED] == (5 if arrives else 0)
    assert len(sea.match.known(Observer.AXIS).groups) == 6
    GAME.imagine(sea.data, sea.match.known(Observer.AXIS), Observer.AXIS, Dice.seeded(1))


@pytest.mark.rule("NC-11.6-interception-discovers", "NC-11.6-cv-air-first")
@pytest.mark.parametrize("with_victorious", [True, False])
def test_bombers_that_intercept_the_group_with_victorious_meet_her_fighters(with_victorious: bool) -> None:
    sea = solitaire()
    keep(sea, "fulmar-1", "sea-hurricane-1", "albacore-1", "albacore-2")
    group(sea, 1, ["victorious" if with_victorious else "norfolk", "mt-01"], "1013")
    sea.on_patrol("ju-88-1", "1314", base="2633")
    sea.missions(ALLIED, dice=[1, 10, 10]).act(AXIS, "choose ju-88-1")
    fought = [roll.subject for roll in sea.rolls("NC-9.2-both-roll")]
    assert bool(fought) is with_victorious
    assert (sea.piece("fulmar-1").at == RESERVE) is not with_victorious
