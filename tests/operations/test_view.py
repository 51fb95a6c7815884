"""An operation on screen: own fleets and sheets, the enemy as reports, boards for what both sides see."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.fights import Encounter, Raid
from barents.games.operations.screen.battle_board import BATTLE_BOARD
from barents.games.operations.state import AirRaid, Search, SurfaceActions
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.payloads import BattleTrackStage, ChartState
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board, DecisionView, PieceView, Sheet, Situation, Store
from tests.operations.theatre import ALLIED, AXIS, BEAR_ISLAND, STORM, Theatre
from tests.published import OPERATIONS as SCENARIOS

EAST = "6014"


def view(theatre: Theatre, observer: Observer) -> Situation:
    """A position as an observer sees it."""
    return GAME.view(theatre.data, GAME.known(theatre.data, theatre.now, observer), observer)


def piece(shown: Situation, id: str) -> PieceView:
    """A piece by its id."""
    return next(one for one in shown.pieces if one.id == id)


def board(shown: Situation, name: str) -> Board:
    """A board by its name."""
    return next(one for one in shown.boards if one.name == name)


def chart(shown: Situation) -> ChartState:
    """What of the map is in force."""
    payload = board(shown, "map").payload
    assert isinstance(payload, ChartState)
    return payload


def sheet(shown: Situation, name: str) -> Sheet:
    """A sheet by its name."""
    return next(one for one in shown.sheets if one.name == name)


def test_the_enemy_is_on_the_map_only_as_reports_of_him() -> None:
    theatre = Theatre(turn=4)
    theatre.fleet("convoy", BEAR_ISLAND, "onslow", "uk:LT*14", name="JW-51B")
    theatre.fleet("raiders", EAST, "hipper", "z29")
    theatre.contact(AXIS, "convoy", 3, turn=3, types={"LT": 14, "DD": 1}, course="east")
    theatre.contact(AXIS, "convoy", 1, turn=4, size="13 to 25 ships")
    german = view(theatre, Observer.AXIS)
    assert {one.side for one in german.pieces} == {AXIS}
    assert [
        (seen.cell, seen.what, seen.age, seen.level, seen.kind, seen.reach, seen.course) for seen in german.sightings
    ] == [
        (BEAR_ISLAND, "1 destroyer, 14 merchants, course east", 1, 3, "mt", 1, "east"),
        (BEAR_ISLAND, "13 to 25 ships?", 0, 1, "", 3, ""),
    ]
    british = view(theatre, Observer.ALLIED)
    assert british.sightings == ()
    assert {one.side for one in british.pieces} == {ALLIED}
    assert view(theatre, Observer.PUBLIC).pieces == ()


def test_a_fleet_shows_its_largest_ship_and_a_convoy_its_merchants() -> None:
    theatre = Theatre()
    theatre.fleet("raiders", EAST, "z29", "hipper", name="Hipper group", plot=["6114", "6113", "6112"], pace=2)
    theatre.fleet("convoy", BEAR_ISLAND, "onslow", "uk:LT*14")
    theatre.ship("hipper", lost={"secondary": 1})
    shown = view(theatre, Observer.AXIS)
    marker = piece(shown, "raiders")
    assert (marker.kind, marker.factors, marker.move, marker.label) == ("ca", ("7", "4"), "3", "Hipper group")
    assert board(shown, "force-raiders").count == 2
    assert {one.id for one in shown.pieces if one.board == "force-raiders"} == {"hipper", "z29"}
    planned = next(trail for trail in shown.trails if trail.planned)
    assert planned.cells == ((0, EAST), (3, "6114"), (3, "6113"), (4, "6112"))
    merchants = piece(view(theatre, Observer.ALLIED), "convoy")
    assert (merchants.kind, merchants.short, merchants.factors, merchants.move) == ("mt", "MT", ("14",), "1")


def test_a_data_sheet_has_boxes_what_is_lost_and_the_next_threshold() -> None:
    """The sheet of LOOK: Hipper with two of six hull boxes gone and fuel in twelfths."""
    theatre = Theatre()
    theatre.fleet("raiders", EAST, "hipper")
    theatre.ship("hipper", lost={"secondary": 1, "hull": 2}, fired=2, fuel=92, marks=1)
    found = sheet(view(theatre, Observer.AXIS), "ship-hipper")
    rows = {row[0]: row[1:] for row in found.rows}
    assert rows["Secondary"] == (8, 1, "7 dice")
    assert rows["Torpedo"] == (4, 0, "2 fired, 2 ready")
    assert rows["Hull"] == (6, 2, "sunk at 6")
    assert found.stores == (Store("Fuel", 12, 92, 12, "7 8/12"),)
    assert "Primary" not in rows
    assert found.note.startswith("Heavy cruiser, 50 points")
    assert found.chips == ("Storm marks 1", "One hull box more: speed 2")


def test_a_fleet_has_the_sheets_of_its_ships_from_the_largest_down() -> None:
    theatre = Theatre()
    theatre.fleet("convoy", BEAR_ISLAND, "onslow", "uk:LT*3", "sheffield")
    shown = view(theatre, Observer.ALLIED)
    assert piece(shown, "convoy").sheets == ("ship-sheffield", "ship-onslow", "merchants-convoy")
    assert len(sheet(shown, "merchants-convoy").rows) == 3
    assert view(theatre, Observer.AXIS).sheets == ()


def test_of_an_enemy_ship_nothing_is_shown_but_what_was_seen() -> None:
    theatre = Theatre()
    theatre.fleet("raiders", BEAR_ISLAND, "scharnhorst")
    theatre.fleet("home", BEAR_ISLAND, "duke-of-york")
    theatre.ship("scharnhorst", lost={"hull": 3, "primary": 2}, fire=True)
    theatre.weather(STORM)
    fleets = {ALLIED: "home", AXIS: "raiders"}
    theatre.state.battles = [Encounter(BEAR_ISLAND, fleets, [ALLIED, AXIS], engager=AXIS)]
    theatre.begin(SurfaceActions()).idle(ALLIED).idle(AXIS)
    shown = view(theatre, Observer.ALLIED)
    enemy = piece(shown, "g1")
    assert (enemy.label, enemy.badges, enemy.hits, enemy.factors) == (
        "G1 Scharnhorst",
        ("burning",),
        None,
        ("5", "5", "4"),
    )
    assert sheet(shown, "enemy").rows == (("Scharnhorst", "battlecruiser", "in sight, burning"),)
    assert piece(view(theatre, Observer.AXIS), "g1").factors == ("3", "5", "4")


def test_the_battle_track_is_open_but_strangers_are_backs() -> None:
    """Nine cells apart in clear weather nobody knows who the other is; one's own weapons have their ranges."""
    theatre = Theatre()
    theatre.fleet("raiders", BEAR_ISLAND, "scharnhorst")
    theatre.fleet("home", BEAR_ISLAND, "duke-of-york")
    fleets = {ALLIED: "home", AXIS: "raiders"}
    theatre.state.battles = [Encounter(BEAR_ISLAND, fleets, [ALLIED, AXIS], engager=AXIS)]
    theatre.begin(SurfaceActions()).idle(ALLIED).idle(AXIS)
    shown = view(theatre, Observer.ALLIED)
    track = board(shown, BATTLE_BOARD)
    assert (track.geometry, track.battle, track.at) == ("battle-track", True, BEAR_ISLAND)
    stage = track.payload
    assert isinstance(stage, BattleTrackStage)
    assert {one.key: (one.ships, one.cell) for one in stage.divisions} == {"a-1": (("a1",), 9), "g-1": (("g1",), 0)}
    assert (piece(shown, "a1").cell, piece(shown, "g1").cell) == ("9", "0")
    assert stage.first <= 0 < 9 <= stage.last
    assert piece(shown, "g1").face_down
    assert stage.sight == {ALLIED: 9}
    assert {weapon.kind: weapon.reach for weapon in stage.ships["a1"]}["primary"] == (1, 1, 1, 0, 0, 0, 0, -1, -1, -1)
    assert (list(stage.ships), list(stage.slots)) == (["a1"], ["a-1"])


def test_raiders_are_seen_by_both_sides_and_the_ships_below_by_the_attacker() -> None:
    theatre = Theatre()
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*2")
    theatre.wing("ju-88", "Banak", 2, sortie="strike", centre=BEAR_ISLAND)
    theatre.contact(AXIS, "convoy")
    theatre.state.raids = [Raid(AXIS, "convoy", BEAR_ISLAND, "c1", ["ju-88-1", "ju-88-2"])]
    theatre.begin(AirRaid()).idle_until("OP-STRIKE-per-ship", AXIS)
    german, british = view(theatre, Observer.AXIS), view(theatre, Observer.ALLIED)
    assert {one.label for one in german.pieces if one.board == "raid-ships"} == {"lt-1", "lt-2"}
    assert {one.label for one in german.pieces if one.board == "raid-aircraft"} == {"Ju 88A 1", "Ju 88A 2"}
    assert len([one for one in british.pieces if one.board == "raid-aircraft"]) == 2
    assert not [one for one in british.boards if one.name == "raid-ships"]


def test_aircraft_lie_at_their_bases_with_their_reach_and_what_they_do() -> None:
    theatre = Theatre()
    theatre.wing("bv-138", "Tromsø", 2)
    theatre.state.desks[AXIS].air["bv-138-1"].sortie = "search"
    theatre.state.desks[AXIS].air["bv-138-1"].centre = BEAR_ISLAND
    shown = view(theatre, Observer.AXIS)
    base = board(shown, "base-5618")
    assert (base.title, base.count, base.note) == ("Tromsø", 2, "1 Bv 138 searching; 1 Bv 138 ready; room for 14")
    assert [ring.words for ring in piece(shown, "bv-138-2").rings] == ["Bv 138 from Tromsø, 22 zones"]
    assert chart(shown).recon == (BEAR_ISLAND,)
    assert not [one for one in view(theatre, Observer.ALLIED).boards if one.group == "Aircraft"]


def test_the_clock_tells_light_and_weather_where_ones_own_ships_are() -> None:
    """Noon of 31 December 1942: turn 10 of Regenbogen, twilight up to 72 degrees."""
    theatre = Theatre(month=12, turn=10, turns=30, scenario="regenbogen")
    theatre.fleet("raiders", "6116", "hipper")  # off the North Cape, in the middle band
    theatre.weather(STORM, "N")
    clock = view(theatre, Observer.AXIS).clock
    assert (clock.date, clock.turn, clock.turns, clock.hours) == ("1942-12-31 12:00", 10, 30, 4)
    assert clock.light == "day to 66° N, twilight to 72° N, night beyond"
    assert clock.sun == (12.0, 16.0)
    assert (clock.weather, clock.sky) == ("Clear in the Barents Sea", "clear")
    assert clock.effects[1:] == ("contact 3", "search 6")
    drawn = chart(view(theatre, Observer.AXIS))
    assert drawn.ice == "12"
    assert [(band.light, band.upto) for band in drawn.bands] == [("day", 66), ("twilight", 72), ("night", None)]
    assert [band.hours for band in drawn.bands[1:]] == ["twilight 12 to 16 only", "night all day"]
    [north] = [one for one in drawn.weather if one.region == "N"]
    assert (north.sky, north.title, north.headline) == ("storm", "N · Storm", "no flying, destroyers 1")


def test_the_score_is_told_as_far_as_a_side_knows_it() -> None:
    """Merchants afloat count for their owner at once, for the enemy at the end; what both saw sink counts for both."""
    match = Match.new(GAME, "regenbogen", seed=1)
    match.state.sunk = {AXIS: ["z29"]}
    match.state.notebook[ALLIED].identified["z29"] = "OP-DMG-sunk"
    scores = {}
    for side in Side:
        situation = GAME.view(match.data, match.known(eyes_of(side)), eyes_of(side))
        tracks = {track.name: track for track in situation.tracks}
        scores[side] = tracks["score"].value
        assert tracks["score"].bands[0].words == "Axis major"
        levels = match.data.scenarios["regenbogen"].victory.levels[::-1]
        assert [band.upto for band in tracks["score"].bands] == [*(level.begins for level in levels[1:]), None]
    assert scores == {ALLIED: 14 + 15, AXIS: 15}


def test_a_submarine_that_was_sighted_is_on_the_map() -> None:
    theatre = Theatre()
    theatre.boat("u-354", BEAR_ISLAND)
    theatre.wing("catalina", "Vaenga", sortie="search", centre=BEAR_ISLAND)
    theatre.begin(Search(), nobody=[6, 6]).idle_on()
    seen = view(theatre, Observer.ALLIED).sightings
    assert [(one.cell, one.kind, one.reach) for one in seen] == [(BEAR_ISLAND, "ss", 2)]


def test_orders_are_chosen_by_their_kinds_and_pages_say_whether_they_may_be_left() -> None:
    match = Match.new(GAME, "regenbogen", seed=1)
    dice = Dice.seeded("orders")
    found: dict[str, DecisionView] = {}
    while match.pending and "OP-FLEET-plot" not in found:
        side = next(iter(match.pending))
        if side is AXIS and (decision := match.view(Observer.AXIS).decision) is not None:
            found[decision.rule] = decision
        match.act(side, match.pending[side].options.sample(dice))
    assert {rule: page.standing for rule, page in found.items()} == {
        "OP-SCEN-setup": None,
        "OP-AIR-missions": "",
        "OP-FLEET-form": "Regroup or refuel",
        "OP-FLEET-mission": "",
        "OP-FLEET-plot": "",
    }
    missions = found["OP-FLEET-mission"]
    assert [kind.title for kind in missions.kinds.values()][:2] == ["Raid", "Cover"]
    assert missions.words["leads"] == "by the leads"
    # Before the first day breaks nothing flies but what stands by.
    assert list(found["OP-AIR-missions"].kinds) == ["strike"]
    assert not any(kind.title for kind in found["OP-FLEET-form"].kinds.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_of_a_game_lies_on_a_board_that_is_there(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=4)
    dice = Dice.seeded("view", scenario)
    while match.pending and len(match.choices) < 240:
        side = next(iter(match.pending))
        if len(match.choices) % 5 == 0:
            for observer in (eyes_of(side), Observer.PUBLIC, Observer.UMPIRE):
                shown = GAME.view(match.data, match.known(observer), observer)
                assert {one.board for one in shown.pieces} <= {one.name for one in shown.boards}
                ids = [one.id for one in shown.pieces]
                assert len(ids) == len(set(ids)), "two pieces of one name"
                sheets = [one.name for one in shown.sheets]
                assert len(sheets) == len(set(sheets))
                if observer is eyes_of(side):
                    own = {one.key for one in match.state.desks[side].fleets.values()}
                    assert own <= set(ids)
        match.act(side, match.pending[side].options.sample(dice))
