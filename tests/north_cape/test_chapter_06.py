"""Chapter 6: reconnaissance, each rule on the smallest position that shows it.

Most of it happens around 2020 in open water; 2021 is beside it, 2022 two hexes away, 2023 three.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import MissionType, Observe, Strike, Used
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer, Side

from .sea import ALLIED, AXIS, Sea
from .solo import group, keep, reconnoitre, solitaire

RECON, ATTACK = MissionType.RECON, MissionType.ATTACK
HERE, BESIDE, TWO_AWAY, THREE_AWAY = "2020", "2021", "2022", "2023"
NORWEGIAN_COAST, OFF_THE_COAST = "2330", "2329"
ICEBERGS, BESIDE_THE_ICEBERGS = "2003", "2004"
MERCHANTS = [f"mt-{number:02d}" for number in range(1, 71)]


@pytest.fixture
def sea() -> Sea:
    return Sea()


def scout(sea: Sea, name: str, cell: str = HERE) -> str:
    """A unit that has arrived on its Recon mission; aircraft come from Banak, or from the carrier."""
    place = sea.fly if sea.data.counters[name].is_air else sea.place
    place(name, cell)
    return name


def look(sea: Sea, name: str, target: str, die: int, *, forgo: bool = False) -> None:
    """A unit on its own looks at a hex, its die falls, and unless the owner has to choose its mission is over."""
    side = sea.data.counters[name].side
    sea.mission(RECON, [name]).begin(Observe(), **{side.value: [die]})
    sea.act(side, f"spot {name} {target}")
    let_it_pass(sea, side.enemy, forgo=forgo)
    if side in sea.match.pending and sea.asked(side).rule == "NC-6.1-one-hex":
        sea.act(side, "stop")


def let_it_pass(sea: Sea, owner: Side, *, forgo: bool = False) -> None:
    """The owner of the target answers the window of 6.3, if there is one."""
    if owner in sea.match.pending and sea.asked(owner).rule == "NC-6.3-owner-choice":
        sea.act(owner, "forgo" if forgo else "decline")


def total(sea: Sea) -> int:
    """The die of the latest attempt with all modifiers, hidden ones too, as the umpire knows it."""
    return int(sea.told("NC-6.1-roll", Observer.UMPIRE)[-1].about["roll"])


# 6.0: who may look, and where


@pytest.mark.rule("NC-6.0-any-unit")
@pytest.mark.parametrize("name", ["mt-01", "trident", "victorious", "gb-de-1", "gb-aa-1", "fulmar-1", "allied-decoy-1"])
def test_any_type_of_unit_may_look(sea: Sea, name: str) -> None:
    sea.place(name, HERE)
    sea.place("de-dd-1", BESIDE)
    flying = "no"
    if sea.data.counters[name].is_air:
        flying = "yes"
        sea.place("victorious", HERE)
    sea.missions(ALLIED, allied=[1]).act(ALLIED, f"declare recon {HERE} {flying}", f"choose {name}", "stop")
    assert f"spot {name} {BESIDE}" in sea.offered(ALLIED)
    sea.act(ALLIED, f"spot {name} {BESIDE}").act(AXIS, "decline")
    assert len(sea.rolls("NC-6.1-roll")) == 1


@pytest.mark.rule("NC-6.0-adjacent-or-in", "NC-6.2-shadowing")
def test_a_unit_looks_at_its_own_hex_beside_it_or_two_away(sea: Sea) -> None:
    sea.place_all(["de-dd-1"], HERE)
    sea.place_all(["de-dd-2"], BESIDE)
    sea.place_all(["de-dd-3"], TWO_AWAY)
    sea.place_all(["tirpitz"], THREE_AWAY)
    scout(sea, "gb-dd-1")
    sea.mission(RECON, ["gb-dd-1"]).begin(Observe())
    assert sea.offered(ALLIED) == ["stop", *(f"spot gb-dd-1 {cell}" for cell in (HERE, BESIDE, TWO_AWAY))]


@pytest.mark.rule("NC-6.0-attack-prereq")
def test_only_after_reconnaissance_can_a_hex_be_attacked(sea: Sea) -> None:
    sea.place_all(["tirpitz", "de-dd-1"], BESIDE)
    sea.place("norfolk", HERE)
    scout(sea, "gb-dd-1", "2121")
    look(sea, "gb-dd-1", BESIDE, 2)
    sea.act(AXIS, "pass")
    assert f"declare attack {HERE} no" not in sea.offered(ALLIED), "2 + 1 is nothing"

    again = Sea()
    again.place_all(["tirpitz", "de-dd-1"], BESIDE)
    again.place("norfolk", HERE)
    scout(again, "gb-dd-1", "2121")
    look(again, "gb-dd-1", BESIDE, 9)
    again.act(AXIS, "pass")
    assert f"declare attack {HERE} no" in again.offered(ALLIED)
    again.act(ALLIED, f"declare attack {HERE} no", "choose norfolk", f"go {BESIDE}")
    assert "stop" in again.offered(ALLIED)


@pytest.mark.rule("NC-6.0-attack-prereq")
def test_a_patrol_intercepts_without_reconnaissance(sea: Sea) -> None:
    sea.on_patrol("scheer", "2121")
    sea.place("norfolk", HERE)
    sea.missions(ALLIED)
    sea.act(ALLIED, f"declare sortie {HERE} no", "choose norfolk", f"go {BESIDE}")
    assert "choose scheer" in sea.offered(AXIS)


@pytest.mark.rule("NC-6.0-submerged-limited", "NC-8.0-submerged-asw-only")
def test_a_submerged_boat_that_was_seen_is_attacked_by_escorts_only(sea: Sea) -> None:
    sea.place("u-88", BESIDE)
    sea.place("norfolk", HERE)
    sea.place("gb-dd-1", "2120")
    sea.place("albacore-1", "2019", aloft=True)
    sea.identify("u-88").missions(ALLIED)
    attacks = [words for words in sea.offered(ALLIED) if words.startswith("declare attack")]
    assert attacks == ["declare attack 2120 no"]


@pytest.mark.rule("NC-6.0-submerged-limited")
def test_a_cruiser_that_set_out_for_another_target_cannot_stop_for_a_submerged_boat(sea: Sea) -> None:
    sea.place("u-88", BESIDE)
    sea.place("u-255", "1920", surfaced=True)
    sea.place("norfolk", HERE)
    sea.identify("u-88", "u-255").missions(ALLIED)
    sea.act(ALLIED, f"declare attack {HERE} no", "choose norfolk", f"go {BESIDE}")
    assert "stop" not in sea.offered(ALLIED)


# 6.1: the die and its modifiers


@pytest.mark.rule("NC-6.1-roll")
def test_an_attempt_is_one_ten_sided_die_that_only_the_scouting_side_sees(sea: Sea) -> None:
    sea.place_all(["mt-01", "mt-02"], BESIDE)
    look(sea, scout(sea, "bv-138-1"), BESIDE, 1)
    (roll,) = sea.rolls("NC-6.1-roll", Observer.AXIS)
    assert (roll.die, roll.faces, roll.total) == ("d10", (1,), 4)
    assert sea.rolls("NC-6.1-roll", Observer.ALLIED) == []
    assert sea.dice_left() == {}


@pytest.mark.parametrize(
    ("name", "target", "weather", "expected"),
    [
        pytest.param("de-dd-1", BESIDE, "fog", 1, marks=pytest.mark.rule("NC-6.1-drm-fog")),
        pytest.param("de-dd-1", BESIDE, "clear", 6, marks=pytest.mark.rule("NC-6.1-drm-clear")),
        pytest.param("de-dd-1", BESIDE, "storm", 0, marks=pytest.mark.rule("NC-6.1-drm-storm")),
        pytest.param("bv-138-1", BESIDE, "fog", 3, marks=pytest.mark.rule("NC-6.1-drm-r")),
        pytest.param("ju-88-1", BESIDE, "fog", 2, marks=pytest.mark.rule("NC-6.1-drm-at")),
        pytest.param("u-88", BESIDE, "fog", 0, marks=pytest.mark.rule("NC-6.1-drm-sub")),
        pytest.param("bf-109-1", BESIDE, "fog", 1, id="a fighter is nothing special"),
        pytest.param(
            "de-dd-1", TWO_AWAY, "fog", -3, marks=pytest.mark.rule("NC-6.1-drm-shadow", "NC-6.2-shadow-drm-stacks")
        ),
        pytest.param("de-dd-1", NORWEGIAN_COAST, "fog", 3, marks=pytest.mark.rule("NC-6.1-drm-norway-coast")),
        pytest.param("de-dd-1", ICEBERGS, "fog", 0, marks=pytest.mark.rule("NC-6.1-drm-iceberg")),
    ],
)
def test_what_is_added_to_a_five(sea: Sea, name: str, target: str, weather: Weather, expected: int) -> None:
    sea.weather(weather).place_all(["mt-01", "mt-02"], target)
    beside = {NORWEGIAN_COAST: OFF_THE_COAST, ICEBERGS: BESIDE_THE_ICEBERGS}
    look(sea, scout(sea, name, beside.get(target, HERE)), target, 5)
    assert total(sea) == expected


@pytest.mark.rule("NC-6.1-drm-merchant")
def test_a_merchant_sees_badly(sea: Sea) -> None:
    sea.place_all(["de-dd-1", "de-dd-2"], BESIDE)
    look(sea, scout(sea, "mt-01"), BESIDE, 9)
    assert total(sea) == 9 - 3 + 1


@pytest.mark.rule("NC-6.1-drm-single-piece")
def test_a_lone_piece_is_harder_to_find_than_two(sea: Sea) -> None:
    sea.place("mt-01", BESIDE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 9)
    assert total(sea) == 9 + 1 - 1

    two = Sea()
    two.place_all(["mt-01", "allied-decoy-1"], BESIDE)
    look(two, scout(two, "de-dd-1"), BESIDE, 9)
    assert total(two) == 9 + 1


@pytest.mark.rule("NC-6.1-drm-cumulative")
def test_a_ju_88_finds_one_piece_on_the_norwegian_coast_in_fog(sea: Sea) -> None:
    sea.weather("fog").place("mt-01", NORWEGIAN_COAST)
    look(sea, scout(sea, "ju-88-1", OFF_THE_COAST), NORWEGIAN_COAST, 6)
    assert total(sea) == 6 + 1 + 2 - 1 - 4 == 4
    sea.act(ALLIED, "choose mt-01")
    assert sea.is_up("mt-01")


@pytest.mark.rule("NC-6.1-drm-cumulative", "NC-6.1-result-1-3")
def test_a_boat_finds_nothing_in_the_iceberg_zone_in_a_storm(sea: Sea) -> None:
    sea.weather("storm").place_all(["mt-01", "mt-02"], ICEBERGS)
    look(sea, scout(sea, "u-88", BESIDE_THE_ICEBERGS), ICEBERGS, 10)
    assert total(sea) == 10 - 1 - 1 - 5 == 3
    assert sea.revealed() == []
    assert not sea.piece("mt-01").recon


@pytest.mark.rule("NC-6.2-shadow-drm-stacks", "NC-6.2-shadowing")
def test_a_shadowing_merchant_sees_half_of_three_pieces(sea: Sea) -> None:
    sea.place_all(["de-dd-1", "de-dd-2", "tirpitz"], TWO_AWAY)
    look(sea, scout(sea, "mt-01"), TWO_AWAY, 10)
    assert total(sea) == 10 - 3 - 4 + 1 == 4
    sea.act(AXIS, "choose de-dd-1,de-dd-2")
    assert (sea.is_up("de-dd-1"), sea.is_up("tirpitz")) == (True, False)


# 6.1: the results


@pytest.mark.rule("NC-6.1-result-10")
def test_a_flying_boat_sees_a_convoy_of_forty_two_in_clear_weather(sea: Sea) -> None:
    convoy = sea.place_all(MERCHANTS[:42], BESIDE)
    look(sea, scout(sea, "bv-138-1"), BESIDE, 7)
    assert total(sea) == 7 + 2 + 1 == 10
    assert all(sea.is_up(piece.id) and sea.piece(piece.id).recon == ["*"] for piece in convoy)
    assert sea.now.merchant_seen
    assert len(sea.told("NC-12.0-german-trigger")) == 1


@pytest.mark.rule("NC-6.1-result-4-6")
def test_in_fog_the_owner_of_forty_two_pieces_chooses_twenty_one(sea: Sea) -> None:
    sea.weather("fog").place_all(MERCHANTS[:42], BESIDE)
    look(sea, scout(sea, "bv-138-1"), BESIDE, 7)
    assert total(sea) == 7 + 2 - 4 == 5
    with pytest.raises(Refused):
        sea.act(ALLIED, "choose " + ",".join(MERCHANTS[:20]))
    sea.act(ALLIED, "choose " + ",".join(MERCHANTS[10:31]))
    assert sea.revealed() == ["bv-138-1", *MERCHANTS[10:31]]


@pytest.mark.parametrize(
    ("die", "revealed", "asked"),
    [
        pytest.param(2, 0, False, marks=pytest.mark.rule("NC-6.1-result-1-3"), id="3"),
        pytest.param(3, 0, True, marks=pytest.mark.rule("NC-6.1-result-4-6"), id="4"),
        pytest.param(5, 0, True, marks=pytest.mark.rule("NC-6.1-result-4-6"), id="6"),
        pytest.param(6, 2, False, marks=pytest.mark.rule("NC-6.1-result-7-9"), id="7"),
        pytest.param(8, 2, False, marks=pytest.mark.rule("NC-6.1-result-7-9"), id="9"),
        pytest.param(9, 3, False, marks=pytest.mark.rule("NC-6.1-result-10"), id="10"),
    ],
)
def test_three_pieces_under_every_result(sea: Sea, die: int, revealed: int, asked: bool) -> None:
    sea.place_all(["mt-01", "mt-02", "mt-03"], BESIDE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, die)
    assert total(sea) == die + 1
    assert len([name for name in sea.revealed() if name.startswith("mt")]) == revealed
    if asked:
        assert sea.asked(ALLIED).rule == "NC-6.1-result-4-6"
        assert len(sea.offered(ALLIED)) == 3, "two of three, as a half is rounded up"


@pytest.mark.rule("NC-6.1-result-7-9")
def test_the_random_half_is_drawn_by_dice(sea: Sea) -> None:
    found = []
    for first in (1, 2, 3):
        sea = Sea()
        sea.place_all(["mt-01", "mt-02", "mt-03"], BESIDE)
        scout(sea, "de-dd-1")
        sea.mission(RECON, ["de-dd-1"]).begin(Observe(), axis=[6], nobody=[first, 1])
        sea.act(AXIS, f"spot de-dd-1 {BESIDE}").act(ALLIED, "decline")
        found.append(next(name for name in sea.revealed() if name.startswith("mt")))
    assert found == ["mt-01", "mt-02", "mt-03"]


@pytest.mark.rule("NC-6.1-decoys-count", "NC-6.1-decoy-revealed-gone")
def test_a_decoy_counts_for_the_half_and_vanishes_when_it_is_shown(sea: Sea) -> None:
    sea.place_all(["mt-01", "allied-decoy-1", "allied-decoy-2"], BESIDE)
    sea.place("tirpitz", HERE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 4)
    assert "choose allied-decoy-1,allied-decoy-2" in sea.offered(ALLIED), "two of three"
    sea.act(ALLIED, "choose allied-decoy-1,allied-decoy-2").act(AXIS, "stop")
    assert [sea.piece(f"allied-decoy-{n}").at for n in (1, 2)] == ["pool", "pool"]
    sea.act(ALLIED, "pass")
    assert f"declare attack {HERE} no" not in sea.offered(AXIS), "a decoy gives no right to attack"


@pytest.mark.rule("NC-6.1-unit-not-reconnoitred")
def test_the_scout_is_shown_but_not_reconnoitred(sea: Sea) -> None:
    sea.place_all(["mt-01", "norfolk"], BESIDE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 9)
    assert sea.is_up("de-dd-1")
    assert not sea.piece("de-dd-1").recon
    assert f"declare attack {BESIDE} no" not in sea.offered(ALLIED)


def test_a_scout_that_sees_nothing_stays_hidden(sea: Sea) -> None:
    sea.place_all(["mt-01", "norfolk"], BESIDE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 1)
    assert not sea.is_up("de-dd-1")


@pytest.mark.parametrize(("die", "found"), [(4, True), (2, False)])
def test_a_decoy_that_looks_too_well_is_found_out(sea: Sea, die: int, found: bool) -> None:
    sea.place_all(["mt-01", "mt-02", "mt-03"], BESIDE)
    look(sea, scout(sea, "axis-decoy-1"), BESIDE, die)
    assert total(sea) == die + 1
    assert sea.piece("axis-decoy-1").at == ("pool" if found else HERE)
    assert not any(name.startswith("mt") for name in sea.revealed())
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "nothing else happens"


@pytest.mark.rule("NC-6.1-one-hex")
def test_each_unit_of_a_stack_looks_once_one_after_the_other(sea: Sea) -> None:
    sea.weather("fog").place_all(["mt-01", "mt-02", "mt-03", "mt-04"], BESIDE)
    sea.place("norfolk", TWO_AWAY)
    scout(sea, "bv-138-1")
    scout(sea, "bv-138-2")
    sea.missions(AXIS, axis=[5, 6])
    sea.act(AXIS, f"declare recon {HERE} yes", "choose bv-138-1,bv-138-2", "stop")
    sea.act(AXIS, f"spot bv-138-1 {BESIDE}").act(ALLIED, "decline")
    assert total(sea) == 5 + 2 - 4 == 3
    assert sea.offered(AXIS) == ["stop", f"spot bv-138-2 {BESIDE}", f"spot bv-138-2 {TWO_AWAY}"]
    sea.act(AXIS, f"spot bv-138-2 {BESIDE}").act(ALLIED, "decline")
    assert total(sea) == 6 + 2 - 4 == 4
    sea.act(ALLIED, "choose mt-01,mt-03")
    assert sea.offered(AXIS) == ["stop"], "nobody is left to look"
    assert all(sea.piece(name).used == Used.RECON for name in ("bv-138-1", "bv-138-2"))


@pytest.mark.rule("NC-6.1-one-hex")
def test_all_units_that_came_along_have_used_their_recon(sea: Sea) -> None:
    sea.place_all(["de-dd-1", "de-dd-2"], HERE)
    sea.place("mt-01", BESIDE)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare recon {HERE} no", "choose de-dd-1,de-dd-2", "stop", "stop")
    assert [sea.piece(f"de-dd-{n}").used for n in (1, 2)] == [Used.RECON, Used.RECON]
    sea.act(ALLIED, "pass")
    assert f"declare recon {HERE} no" not in sea.offered(AXIS)


@pytest.mark.rule("NC-6.1-stays-revealed", "NC-6.1-sortie-nullifies")
def test_only_a_sortie_shakes_off_reconnaissance_before_the_turn_ends(sea: Sea) -> None:
    sea.place_all(["norfolk", "london"], BESIDE)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 9)
    sea.act(ALLIED, f"declare recon {BESIDE} no", "choose norfolk", f"go {TWO_AWAY}", "stop", "stop")
    assert (sea.is_up("norfolk"), sea.piece("norfolk").recon) == (True, ["*"])
    sea.act(AXIS, "pass")
    sea.act(ALLIED, f"declare sortie {BESIDE} no", "choose london", "go 2121", "stop")
    assert (sea.is_up("london"), sea.piece("london").recon) == (False, [])
    sea.act(AXIS, "pass").act(ALLIED, "pass")
    assert (sea.is_up("norfolk"), sea.piece("norfolk").recon) == (False, []), "the turn is over"


@pytest.mark.rule("NC-6.1-attack-reveals-all", "NC-6.1-defend-as-group")
def test_an_attack_on_one_reconnoitred_ship_meets_everything_in_the_hex(sea: Sea) -> None:
    sea.place_all(["mt-01", "norfolk", "gb-dd-1", "allied-decoy-1"], HERE)
    sea.place("trident", HERE)
    sea.place("tirpitz", HERE)
    sea.identify("mt-01").mission(ATTACK, ["tirpitz"]).begin(Strike())
    assert all(sea.is_up(name) for name in ("norfolk", "gb-dd-1", "trident"))
    assert sea.piece("allied-decoy-1").at == "pool"
    assert [sea.piece(name).recon for name in ("norfolk", "gb-dd-1", "trident")] == [["*"], ["*"], []]
    assert sea.asked(AXIS).rule == "NC-9.6-select"
    assert sea.offered(AXIS) == [f"engage tirpitz {name}" for name in ("mt-01", "norfolk", "gb-dd-1")]
    assert sea.now.combat is not None
    assert sea.now.combat.allied == ["mt-01", "norfolk", "gb-dd-1"]


# 6.2: shadowing


@pytest.mark.rule("NC-6.2-shadow-safe")
@pytest.mark.parametrize(("goal", "caught"), [(TWO_AWAY, False), (BESIDE, True)])
def test_a_shadower_keeps_out_of_reach_of_the_patrol_that_it_watches(sea: Sea, goal: str, caught: bool) -> None:
    sea.on_patrol("norfolk", HERE)
    sea.place("de-dd-1", THREE_AWAY)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare recon {THREE_AWAY} no", "choose de-dd-1", f"go {goal}")
    assert (ALLIED in sea.match.pending) == caught
    if not caught:
        sea.act(AXIS, "stop")
        assert f"spot de-dd-1 {HERE}" in sea.offered(AXIS)


# 6.3: run silent, run deep


@pytest.mark.rule("NC-6.1-drm-submerged-only", "NC-6.3-owner-choice")
def test_the_modifier_of_submerged_boats_hides_them(sea: Sea) -> None:
    sea.weather("fog").place_all(["u-88", "axis-decoy-1"], BESIDE)
    look(sea, scout(sea, "gb-dd-1"), BESIDE, 8)
    assert total(sea) == 8 - 4 - 1 == 3
    assert sea.revealed() == []
    (roll,) = sea.rolls("NC-6.1-roll", Observer.ALLIED)
    assert roll.total == 4, "the scout is not told of the boat's modifier"


@pytest.mark.rule("NC-6.3-forgone-modifier", "NC-6.3-owner-choice")
def test_an_owner_who_forgoes_it_is_seen_and_may_show_the_decoy(sea: Sea) -> None:
    sea.weather("fog").place_all(["u-88", "axis-decoy-1"], BESIDE)
    sea.place("gb-dd-2", HERE)
    look(sea, scout(sea, "gb-dd-1"), BESIDE, 8, forgo=True)
    assert total(sea) == 8 - 4 == 4
    assert sorted(sea.offered(AXIS)) == ["choose axis-decoy-1", "choose u-88"]
    sea.act(AXIS, "choose axis-decoy-1").act(ALLIED, "stop")
    assert sea.piece("axis-decoy-1").at == "pool"
    sea.act(AXIS, "pass")
    assert f"declare attack {HERE} no" not in sea.offered(ALLIED)


@pytest.mark.rule("NC-6.3-forgone-modifier")
def test_a_boat_that_forgoes_it_can_be_reconnoitred(sea: Sea) -> None:
    sea.weather("fog").place("u-88", BESIDE)
    look(sea, scout(sea, "gb-dd-1"), BESIDE, 9, forgo=True)
    assert total(sea) == 9 - 4 - 1 == 4, "it is still a lone piece"
    sea.act(AXIS, "choose u-88")
    assert sea.piece("u-88").recon == ["*"]


@pytest.mark.rule("NC-6.3-owner-choice", "NC-6.1-drm-submerged-only")
@pytest.mark.parametrize(("hidden", "choice"), [("axis-decoy-1", False), ("u-255", True)])
def test_only_of_boats_that_are_not_revealed_is_there_anything_to_forgo(sea: Sea, hidden: str, choice: bool) -> None:
    sea.weather("fog").place_all(["u-88", hidden], BESIDE)
    sea.identify("u-88")
    scout(sea, "gb-dd-1")
    sea.mission(RECON, ["gb-dd-1"]).begin(Observe(), allied=[8]).act(ALLIED, f"spot gb-dd-1 {BESIDE}")
    assert ("forgo" in sea.offered(AXIS)) is choice
    sea.act(AXIS, "decline")
    assert total(sea) == 8 - 4 - 1, "the modifier counts in any case"


@pytest.mark.rule("NC-6.1-drm-submerged-only")
@pytest.mark.parametrize("other", ["de-dd-1", "u-255"])
def test_one_ship_on_the_surface_spoils_it(sea: Sea, other: str) -> None:
    sea.place("u-88", BESIDE)
    sea.place(other, BESIDE, surfaced=other == "u-255")
    scout(sea, "gb-dd-1")
    sea.mission(RECON, ["gb-dd-1"]).begin(Observe(), allied=[8]).act(ALLIED, f"spot gb-dd-1 {BESIDE}")
    assert sea.offered(AXIS) == ["decline"], "the window opens all the same, or the scout would learn of it"
    sea.act(AXIS, "decline")
    assert total(sea) == 8 + 1


@pytest.mark.rule("NC-6.3-owner-choice")
def test_nobody_asks_for_boats_on_land_or_where_a_ship_lies_face_up(sea: Sea) -> None:
    sea.place_all(["ju-88-1", "ju-88-2"], "2633")
    sea.place("victorious", "2329")
    scout(sea, "albacore-1", "2632")
    sea.mission(RECON, ["albacore-1"]).begin(Observe(), allied=[1]).act(ALLIED, "spot albacore-1 2633", "stop")
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"

    at_sea = Sea()
    at_sea.place_all(["de-dd-1", "u-88"], BESIDE)
    at_sea.identify("de-dd-1")
    at_sea.place("gb-dd-1", HERE)
    at_sea.mission(RECON, ["gb-dd-1"]).begin(Observe(), allied=[1]).act(ALLIED, f"spot gb-dd-1 {BESIDE}", "stop")
    assert at_sea.asked(AXIS).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-6.3-owner-choice", "NC-4.2-group-with-others")
def test_a_group_marker_that_lies_face_up_is_no_ship_and_the_boat_beneath_it_may_forgo_its_modifier(sea: Sea) -> None:
    sea.place("group-1", BESIDE)
    sea.place("trident", BESIDE, box=1)
    sea.identify("group-1", reconnoitred=False)
    scout(sea, "de-dd-1")
    sea.mission(RECON, ["de-dd-1"]).begin(Observe(), axis=[4]).act(AXIS, f"spot de-dd-1 {BESIDE}")
    assert sea.offered(ALLIED) == ["decline", "forgo"]
    sea.act(ALLIED, "decline")
    assert total(sea) == 4 + 1 - 1 - 1


@pytest.mark.rule("NC-6.1-drm-submerged-only")
def test_decoys_without_a_boat_have_no_modifier_of_hers(sea: Sea) -> None:
    sea.place_all(["axis-decoy-1", "axis-decoy-2"], BESIDE)
    scout(sea, "gb-dd-1")
    sea.mission(RECON, ["gb-dd-1"]).begin(Observe(), allied=[3]).act(ALLIED, f"spot gb-dd-1 {BESIDE}")
    assert sea.offered(AXIS) == ["decline"]
    sea.act(AXIS, "decline")
    assert total(sea) == 3 + 1
    assert sorted(sea.offered(AXIS)) == ["choose axis-decoy-1", "choose axis-decoy-2"], "a 4 shows one of two"


# 4.2 and 6.1: holding boxes


def test_what_is_in_a_box_counts_and_the_marker_only_when_it_is_empty(sea: Sea) -> None:
    sea.place("group-1", BESIDE)
    sea.place_all(["mt-01", "mt-02"], BESIDE, box=1)
    look(sea, scout(sea, "de-dd-1"), BESIDE, 4)
    assert total(sea) == 4 + 1
    assert sea.offered(ALLIED) == ["choose mt-01", "choose mt-02"], "half of two"
    assert sea.is_up("group-1")

    empty = Sea()
    empty.place("group-1", BESIDE)
    look(empty, scout(empty, "de-dd-1"), BESIDE, 10)
    assert total(empty) == 10 + 1 - 1, "a lone piece"
    assert empty.is_up("group-1")
    assert not empty.piece("group-1").recon


@pytest.mark.rule("NC-6.1-sortie-hides-deck", "NC-6.1-sortie-nullifies")
@pytest.mark.parametrize("boxed", [False, True])
def test_a_carriers_sortie_takes_the_aircraft_on_her_deck_out_of_sight_with_her(boxed: bool) -> None:
    sea = Sea()
    deck = ("albacore-1", "fulmar-1")
    sea.place("victorious", "1015", box=int(boxed))
    sea.place_all(deck, "1015")
    if boxed:
        sea.place("group-1", "1015")
    sea.place_all(["ju-88-1", "bf-109-1"], "2633")
    sea.identify("victorious", *deck).missions(ALLIED)
    sea.send(MissionType.SORTIE, "group-1" if boxed else "victorious").act(ALLIED, "go 1017", "stop")
    assert not any(sea.is_up(name) or sea.piece(name).recon for name in ("victorious", *deck))
    assert {sea.piece(name).at for name in deck} == {"1017"}
    assert "attack 2633 yes" not in sea.declared(AXIS)


@pytest.mark.rule("NC-6.1-sortie-hides-deck")
def test_in_solitaire_a_group_that_sails_on_takes_them_out_of_sight_too() -> None:
    sea = solitaire()
    group(sea, 1, ["victorious", "mt-01"], "1515")
    keep(sea, "albacore-1", "fulmar-1")
    sea.place_all(["ju-88-1", "bf-109-1"], "2633")
    reconnoitre(sea, "1515")
    assert "attack 2633 yes" in sea.declared(AXIS)
    sea.act(AXIS, "pass")
    assert sea.piece("victorious").at == sea.piece("fulmar-1").at != "1515"
    assert not any(sea.piece(name).recon for name in ("victorious", "mt-01", "albacore-1", "fulmar-1"))
    assert "attack 2633 yes" not in sea.declared(AXIS)
