"""What players are told and shown of the rules, played through the match: counters, damage, weather, decoys."""

from __future__ import annotations

import pytest

from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.screen.view import MISSING
from barents.games.north_cape.state import LOST, BuyDecoys, EndMission, MissionType, NextMission, Options, Wake
from barents.kernel.actions import Allot
from barents.kernel.events import seen
from barents.kernel.sides import Observer
from barents.kernel.view import PieceView

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
HERE, BANAK = "2020", "2633"
AMONG_ICE, OUTSIDE = "2003", "2004"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def heard(sea: Sea, observer: Observer) -> str:
    """Everything that an observer has heard."""
    return "\n".join(str(event) for entry in sea.match.log or [] if (event := seen(entry, observer)) is not None)


def shown(sea: Sea, name: str, observer: Observer = Observer.UMPIRE) -> PieceView:
    """A counter on the observer's map."""
    return next(piece for piece in sea.match.view(observer).situation.pieces if piece.id == name)


@pytest.mark.rule("NC-2.4-halved", "NC-2.4-range-halved")
@pytest.mark.parametrize(
    ("name", "damage", "factors", "move"),
    [
        ("gb-dd-1", 0, ("4", "2", "3"), "9"),
        ("gb-dd-1", 1, ("2", "1", "1"), "4"),
        ("mt-01", 1, (MISSING, MISSING, MISSING), "1"),
        ("bf-109-1", 0, (MISSING, "6"), "44"),
        ("bf-109-1", 1, (MISSING, "3"), "22"),
        ("he-111-1", 1, ("1", "1"), "U"),
    ],
)
def test_a_counter_shows_what_damage_has_left_of_it(
    sea: Sea, name: str, damage: int, factors: tuple[str, ...], move: str
) -> None:
    sea.place(name, BANAK if sea.data.counters[name].is_air else HERE, damage=damage)
    sea.missions(ALLIED)
    face = shown(sea, name)
    assert (face.factors, face.move) == (factors, move)
    assert face.hits is not None
    assert face.hits.taken == damage


@pytest.mark.rule("NC-3.1-weather-track")
@pytest.mark.parametrize(
    ("weather", "effects"),
    [
        ("clear", {"recon +1", "infiltration +1", "submarine hunt rolls −1"}),
        ("fog", {"recon −4", "infiltration −1", "gunfire rolls +1", "torpedo rolls +2"}),
        (
            "storm",
            {
                "no flying",
                "recon −5",
                "infiltration −2",
                "gunfire rolls +2",
                "torpedo rolls +4",
                "submarine hunt rolls +2",
            },
        ),
    ],
)
def test_beside_the_weather_everyone_reads_what_it_does_by_the_tables(
    sea: Sea, weather: Weather, effects: set[str]
) -> None:
    sea.place("gb-dd-1", HERE)
    sea.weather(weather).missions(ALLIED)
    for observer in Observer:
        assert set(sea.match.view(observer).situation.clock.effects) == effects


@pytest.mark.rule("NC-2.4-damage-marker", "NC-2.4-halved", "NC-4.0-face-down")
def test_of_a_face_down_ship_that_is_damaged_the_enemy_sees_the_marker_and_not_the_name() -> None:
    sea = Sea(options=Options(growlers=True)).weather("clear")
    sea.place_all(["norfolk", "mt-01"], OUTSIDE)
    sea.missions(ALLIED, dice=[4]).send(SORTIE, "norfolk", "mt-01").act(ALLIED, f"go {AMONG_ICE}", "stop")
    sea.act(ALLIED, "choose norfolk")
    assert [told.about["unit"] for told in sea.told("NC-2.4-damage-marker", Observer.ALLIED)] == ["norfolk"]
    assert "norfolk" not in heard(sea, Observer.AXIS).lower()
    marked = [told.about for told in sea.told("NC-4.0-face-down", Observer.AXIS) if "by" in told.about]
    assert marked == [{"by": "icebergs", "cell": AMONG_ICE, "now": "face-down (damage 1)"}]


@pytest.mark.rule("NC-2.4-damage-marker", "NC-2.4-halved", "NC-2.4-two-hits-eliminate")
@pytest.mark.parametrize("damage", [0, 1])
def test_of_a_face_up_ship_that_is_hit_everyone_hears_the_name_and_it_is_said_once(sea: Sea, damage: int) -> None:
    sea.place("gb-dd-1", HERE, damage=damage)
    sea.place("hipper", HERE)
    sea.strike("hipper", dice=(1, 10)).act(AXIS, "engage hipper gb-dd-1")
    rule = "NC-2.4-two-hits-eliminate" if damage else "NC-2.4-damage-marker"
    [heard] = sea.told(rule, Observer.AXIS)
    assert (heard.about["unit"], heard.about["by"]) == ("gb-dd-1", "hipper")
    assert not [told for told in sea.told("NC-4.0-face-down") if {"by", "left"} & set(told.about)]


@pytest.mark.rule("NC-2.4-two-hits-eliminate", "NC-4.0-face-down")
def test_where_a_face_down_ship_sinks_everyone_sees_what_is_left() -> None:
    sea = Sea(options=Options(growlers=True)).weather("clear")
    sea.place("mt-01", OUTSIDE, damage=1)
    sea.missions(ALLIED, dice=[4, 1, 1]).send(SORTIE, "mt-01").act(ALLIED, f"go {AMONG_ICE}", "stop", "choose mt-01")
    assert [told.about["unit"] for told in sea.told("NC-2.4-two-hits-eliminate", Observer.AXIS)] == ["mt-01"]
    left = [told.about for told in sea.told("NC-4.0-face-down", Observer.AXIS) if "left" in told.about]
    assert left == [{"cell": AMONG_ICE, "left": "nothing"}]


def end_the_turn(sea: Sea) -> None:
    """Both do as little as they can until a new turn has begun."""
    turn = sea.now.turn
    while sea.now.turn == turn:
        side = next(iter(sea.match.pending))
        offered = sea.offered(side)
        sea.act(side, next(word for word in ("pass", "stop", *offered) if word in offered))


@pytest.mark.rule("NC-3.3-decoy-cost", "NC-3.3-decoy-pool-returns", "NC-3.3-decoy-discovered")
def test_decoys_that_were_found_out_are_counted_and_in_the_next_turn_counted_anew(sea: Sea) -> None:
    """An attack shows two of them beside a destroyer, and a look at another hex one more."""
    sea.place_all(["gb-dd-1", "gb-dd-2"], HERE)
    sea.place_all(["axis-decoy-1", "axis-decoy-2", "de-dd-1"], HERE)
    sea.place("u-88", HERE, surfaced=True)
    sea.place("axis-decoy-3", "2021")
    sea.identify("u-88").missions(ALLIED, dice=(10, 10, 10, 10), allied=[10])
    sea.send(ATTACK, "gb-dd-1").act(ALLIED, "stop")
    units = [told.about["units"] for told in sea.told("NC-4.0-face-down") if "units" in told.about]
    assert units[0] == sea.data.counters["de-dd-1"].name, "no decoy is described as if it were a ship"
    decoys = sea.told("NC-3.3-decoy-discovered")
    assert [told.about["n"] for told in decoys] == [2]
    while sea.asked(next(iter(sea.match.pending))).rule != "NC-5.0-alternate":
        side = next(iter(sea.match.pending))
        sea.act(side, sea.offered(side)[0])
    sea.act(AXIS, "pass").send(RECON, "gb-dd-2").act(ALLIED, "stop", "spot gb-dd-2 2021").act(AXIS, "decline")
    for eyes in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        assert sea.match.known(eyes).notebook[ALLIED].facts["found-axis"] == 3
        assert set(sea.match.known(eyes).notebook[ALLIED].identified) == {"de-dd-1", "u-88"}, "no decoy lies there"
    end_the_turn(sea)
    assert sea.asked(AXIS).rule == "NC-3.3-decoy-cost"
    for side in (ALLIED, AXIS):
        assert "buy 10 20" in sea.offered(side)
        assert "buy 11 22" not in sea.offered(side), "there are ten, and a Group marker is none of them"
    sea.act(ALLIED, "buy 0 0").act(AXIS, "buy 1 2")
    assert "found-axis" not in sea.match.known(Observer.ALLIED).notebook[ALLIED].facts


@pytest.mark.rule("NC-3.3-decoy-placement", "NC-4.2-box-decoys", "NC-4.2-box-count-public", "NC-3.3-decoy-not-saved")
def test_how_many_decoys_were_set_only_their_owner_hears_and_a_box_that_has_one_more_is_counted(sea: Sea) -> None:
    sea.place("group-1", HERE)
    sea.place("mt-01", HERE, box=1)
    sea.place("u-88", "2015")
    sea.place("tirpitz", "2033")
    sea.begin(BuyDecoys(), dice=[1]).act(ALLIED, "buy 2 8").act(AXIS, "buy 0 4")
    sea.act(ALLIED, Allot((("allied-decoy-1", HERE), ("allied-decoy-2", "box-1")))).act(AXIS, Allot(()))
    own = [told.about["n"] for told in sea.told("NC-3.3-decoy-placement", Observer.ALLIED)]
    assert (own, sea.told("NC-3.3-decoy-placement", Observer.AXIS)) == ([2], [])
    counted = [told.about for told in sea.told("NC-4.2-box-count-public", Observer.AXIS)]
    assert counted == [{"box": 1, "n": 2}]
    sea.send(SORTIE, "allied-decoy-1").act(ALLIED, "go 2018", "stop")
    end_the_turn(sea)
    assert [told.about for told in sea.told("NC-3.3-decoy-not-saved")] == [{"cells": "2018"}], "and of nowhere else"
    assert sea.told("NC-4.2-box-count-public", Observer.AXIS)[-1].about == {"box": 1, "n": 1}


@pytest.mark.rule("NC-3.5-rehide", "NC-3.5-advance-turn")
def test_what_was_seen_and_who_sailed_is_kept_in_mind_for_three_turns_after_it_was_hidden(sea: Sea) -> None:
    sea.place("hipper", HERE)
    sea.place("gb-dd-1", "1015")
    sea.identify("hipper").missions(ALLIED, dice=[1] * 5).send(SORTIE, "gb-dd-1").act(ALLIED, "go 1012", "stop")
    for turn in range(1, 6):
        known = sea.match.known(Observer.ALLIED)
        assert (known.turn, sea.match.view(Observer.AXIS).situation.clock.turn) == (turn, turn)
        lost = [(seen.cell, seen.turn) for seen in known.notebook[ALLIED].sightings]
        assert lost == ([(HERE, 1)] if 2 <= turn <= 4 else [])
        assert [(wake.start, wake.end, wake.turn) for wake in known.wakes] == [("1015", "1012", 1)] * (turn <= 4)
        end_the_turn(sea)
        assert not sea.is_up("hipper")
        assert sea.piece("hipper").recon == []
        assert sea.told("NC-3.5-advance-turn")[-1].about == {"turn": turn + 1}


@pytest.mark.rule("NC-4.0-air-return", "NC-8.0-declare-submarine")
@pytest.mark.parametrize(("boat", "watcher", "asked"), [("trident", "hipper", True), ("u-88", "norfolk", False)])
def test_whose_interceptors_were_not_seen_is_asked_where_they_land_as_if_they_were_aircraft(
    sea: Sea, boat: str, watcher: str, asked: bool
) -> None:
    """Only of the German, whose aircraft have a choice of bases: else the Allies would learn that they were ships."""
    sea.on_patrol(watcher, "1020")
    sea.sail_past(boat)
    side = sea.data.counters[boat].side
    sea.act(side.enemy, f"choose {watcher}").act(side, "say-submarine", "stop")
    assert (side.enemy in sea.match.pending and sea.asked(side.enemy).rule == "NC-5.6-na-return") is asked
    if asked:
        sea.act(AXIS, "assign")
    assert not sea.told("NC-4.0-air-return"), "nothing has landed"
    assert sea.asked(side).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-4.0-air-return", "NC-4.1-no-base-eliminated")
def test_where_aircraft_left_and_landed_is_seen_and_not_of_one_that_found_no_place(sea: Sea) -> None:
    """Banak is full and a dive bomber over 2628 reaches no other base; the flying boat goes to Hammerfest."""
    sea.place_all([f"ju-88-{number}" for number in range(1, 6)], BANAK)
    bases = [base for base in sea.data.german_bases if base != BANAK]
    near = min(bases, key=lambda base: sea.data.grid.distance("2620", base))
    sea.fly("ju-87-1", "2620", damage=1)
    sea.fly("bv-138-1", "2620")
    sea.mission(RECON, ["bv-138-1", "ju-87-1"]).begin(EndMission()).act(AXIS, Allot((("bv-138-1", near),)))
    assert sea.piece("ju-87-1").at == LOST
    (told,) = sea.told("NC-4.0-air-return")
    assert told.about == {"side": "axis", "seen": f"{near}: face-down; 2620: nothing"}


@pytest.mark.rule("NC-4.0-air-return", "NC-5.6-none-aloft", "NC-5.5-decoy-missions")
def test_a_decoy_that_flew_on_patrol_goes_back_to_where_it_came_from_like_any_aircraft(sea: Sea) -> None:
    """There is no base at 1017; a unit would be lost for that, and the question must look the same."""
    sea.place("axis-decoy-1", "1017")
    sea.missions(AXIS).act(AXIS, "declare patrol 1017 yes", "choose axis-decoy-1", "go 1020", "stop")
    assert sea.piece("axis-decoy-1").aloft
    sea.act(ALLIED, "pass").act(AXIS, "pass")
    assert sea.asked(AXIS).rule == "NC-5.6-na-return"
    sea.act(AXIS, "assign axis-decoy-1=back")
    assert [told.about["seen"] for told in sea.told("NC-4.0-air-return")] == ["1017: face-down; 1020: nothing"]
    assert not sea.told("NC-2.4-two-hits-eliminate")


@pytest.mark.rule("NC-4.1-airbase-five", "NC-4.1-no-base-eliminated", "NC-5.6-na-return")
@pytest.mark.parametrize(("there", "landed"), [(3, [BANAK, BANAK]), (4, [BANAK, LOST])])
def test_aircraft_that_were_given_no_base_take_their_own_and_of_two_for_one_place_one_is_lost(
    sea: Sea, there: int, landed: list[str]
) -> None:
    """Damaged dive bombers over 2628 reach Banak, from where they came, and no other base."""
    sea.place_all([f"ju-88-{number}" for number in range(1, there + 1)], BANAK)
    units = ["ju-87-1", "ju-87-2"]
    for name in units:
        sea.fly(name, "2620", damage=1)
    sea.mission(RECON, units).begin(EndMission(), NextMission(AXIS))
    sea.act(AXIS, Allot(tuple((name, "-") for name in units)))
    assert [sea.piece(name).at for name in units] == landed
    assert not any(sea.piece(name).aloft for name in units)


@pytest.mark.rule("NC-5.6-na-return", "NC-4.1-airbase-five")
def test_without_orders_one_whose_own_base_is_full_goes_to_the_nearest_that_has_room(sea: Sea) -> None:
    sea.place_all([f"ju-88-{number}" for number in range(1, 6)], BANAK)
    sea.fly("bv-138-1", "2620")
    sea.mission(RECON, ["bv-138-1"]).begin(EndMission(), NextMission(AXIS)).act(AXIS, Allot((("bv-138-1", "-"),)))
    others = [base for base in sea.data.german_bases if base != BANAK]
    assert sea.piece("bv-138-1").at == min(others, key=lambda base: (sea.data.grid.distance("2620", base), base))


@pytest.mark.rule("NC-5.0-move-only-in-mission", "NC-5.1-four-types", "NC-5.0-adjacent-steps")
def test_of_a_force_that_enters_everyone_hears_the_mission_and_the_hex_and_not_which_force_it_is() -> None:
    sea = Sea("enter-the-luftwaffe")
    sea.place_all(["kent", "norfolk"], "waiting:cruisers")
    sea.missions(ALLIED).act(ALLIED, "declare sortie waiting:cruisers no", "go 0120", "stop")
    announced = {"side": "allied", "mission": "sortie", "kind": "ships", "cell": "off the map"}
    assert [told.about for told in sea.told("NC-5.0-move-only-in-mission", Observer.AXIS)] == [announced]
    assert [told.about for told in sea.told("NC-5.1-four-types", Observer.AXIS)] == [announced | {"seen": "nothing"}]
    (path,) = sea.told("NC-5.0-adjacent-steps", Observer.AXIS)
    assert path.about == {
        "side": "allied",
        "kind": "ships",
        "cell": "0120",
        "path": "0120",
        "now": "face-down",
        "start": "sea",
        "left": "nothing",
    }
    assert sea.match.known(Observer.AXIS).wakes == [Wake(1, ALLIED, "", "0120", 1, emptied=True)]
    assert not any(word in heard(sea, Observer.AXIS) for word in ("cruisers", "Kent", "kent"))


@pytest.mark.rule(
    "NC-5.0-move-only-in-mission",
    "NC-5.0-move-optional",
    "NC-5.1-four-types",
    "NC-5.0-adjacent-steps",
    "NC-4.0-face-down",
)
def test_of_a_stack_that_moves_everyone_sees_the_face_up_ones_the_path_and_how_both_ends_look(sea: Sea) -> None:
    sea.place_all(["kent", "norfolk", "mt-01"], "1015")
    sea.identify("kent").missions(ALLIED).send(PATROL, "kent", "mt-01").act(ALLIED, "go 1017", "drop-off")
    sea.act(ALLIED, "choose mt-01", "go 1018", "stop")
    (begun,) = sea.told("NC-5.1-four-types", Observer.AXIS)
    assert begun.about["seen"] == "Kent"
    assert "{seen}" in begun.words
    steps = [(told.about["path"], told.about["now"], told.about["left"]) for told in sea.told("NC-5.0-adjacent-steps")]
    assert steps == [("1016 1017", "Kent, face-down", "face-down"), ("1018", "Kent", "face-down")]
    assert [told.about for told in sea.told("NC-5.1-patrol-station", Observer.AXIS)] == [{"cell": "1017"}]
    assert not sea.told("NC-5.0-drop-off", Observer.AXIS), "how many stay behind is not seen"
    assert len(sea.told("NC-5.0-drop-off", Observer.ALLIED)) == 1
    assert [(wake.start, wake.end, wake.hexes, wake.emptied) for wake in sea.match.known(Observer.AXIS).wakes] == [
        ("1015", "1017", 2, False),
        ("1017", "1018", 1, False),
    ]
    assert sea.match.known(Observer.AXIS).stations[ALLIED] == ["1017", "1018"]
    assert [sea.piece(name).at for name in ("norfolk", "mt-01", "kent")] == ["1015", "1017", "1018"]


@pytest.mark.rule("NC-5.0-adjacent-steps", "NC-5.1-four-types")
def test_aircraft_leave_no_wake(sea: Sea) -> None:
    sea.place("ju-88-1", BANAK)
    sea.missions(AXIS).send(RECON, "ju-88-1").act(AXIS, "go 2630", "cancel")
    assert [told.about["kind"] for told in sea.told("NC-5.0-adjacent-steps")] == ["aircraft"]
    assert sea.now.wakes == []


@pytest.mark.rule("NC-7.0-move-in", "NC-7.0-interception-is-mission", "NC-7.0-reveal-all", "NC-5.0-halt-on-intercept")
def test_of_interceptors_everyone_sees_where_they_came_from_and_what_is_left_there(sea: Sea) -> None:
    sea.on_patrol("hipper", "1020")
    sea.place("lutzow", "1020")
    sea.sail_past("mt-01")
    (path,) = sea.told("NC-5.0-adjacent-steps", Observer.AXIS)
    assert (path.about["path"], path.about["now"]) == ("1018 1019", "face-down"), "he must know whom he may intercept"
    sea.act(AXIS, "choose hipper")
    assert [told.about for told in sea.told("NC-7.0-interception-is-mission")] == [{"side": "axis", "cell": "1019"}]
    assert [told.about for told in sea.told("NC-7.0-move-in")] == [{"now": "1019: face-down; 1020: face-down"}]
    assert sorted(sea.revealed()) == ["hipper", "mt-01"]


@pytest.mark.rule("NC-4.0-face-down", "NC-6.1-sortie-nullifies", "NC-3.5-rehide")
def test_warships_that_are_hidden_again_are_noted_by_the_enemy_alone_and_merchants_are_not(sea: Sea) -> None:
    sea.place_all(["kent", "mt-01"], "1015")
    sea.identify("kent", "mt-01").missions(ALLIED).send(SORTIE, "kent", "mt-01").act(ALLIED, "go 1016", "stop")
    lost = [told.about for told in sea.told("NC-4.0-face-down", Observer.AXIS) if "names" in told.about]
    assert lost == [{"cell": "1016", "names": "Kent"}]
    assert not [told for told in sea.told("NC-4.0-face-down", Observer.ALLIED) if "names" in told.about]
    assert [(seen.cell, seen.what) for seen in sea.match.known(Observer.AXIS).notebook[AXIS].sightings] == [
        ("1016", "Kent")
    ]
