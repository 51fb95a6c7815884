"""What North Cape shows: counters, boards, the clock, trails, and nothing of it that the observer may not know."""

from __future__ import annotations

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.data import Data, data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import MERCHANTS_SEEN, NOT_AVAILABLE, WAITING, MissionType, State, Wake
from barents.kernel.actions import Allot
from barents.kernel.decisions import Subset
from barents.kernel.dice import Dice
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board, Hits, PieceView, Ring, Situation, Trail
from barents.players.north_cape import Doctrine
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.published import NORTH_CAPE as SCENARIOS

BANAK = "2633"
SORTIE = MissionType.SORTIE


def situation(sea: Sea, side: Side) -> Situation:
    return GAME.view(sea.data, GAME.known(sea.data, sea.state, eyes_of(side)), eyes_of(side))


def shown(sea: Sea, name: str, side: Side | None = None) -> PieceView:
    """A piece as its owner sees it, or another side."""
    viewer = side or sea.data.counters[name].side
    return next(piece for piece in situation(sea, viewer).pieces if piece.id == name)


def board(sea: Sea, side: Side, name: str) -> Board | None:
    return next((board for board in situation(sea, side).boards if board.name == name), None)


# Counters


@pytest.mark.parametrize(
    ("name", "damage", "factors", "move", "short", "nation"),
    [
        ("duke-of-york", 0, ("8", "–", "6"), "7", "BB", "british"),
        ("duke-of-york", 1, ("4", "–", "3"), "3", "BB", "british"),
        ("washington", 0, ("9", "–", "7"), "7", "BB", "american"),
        ("su-dd-1", 1, ("2", "1", "1"), "4", "DD", "soviet"),
        ("u-255", 0, ("6", "2"), "3", "SS", "german"),
        ("m-176", 1, ("1", "–"), "1", "SS", "soviet"),
        ("he-111-1", 0, ("2", "2"), "U", "AT", "german"),
        ("ju-87-1", 1, ("3", "–"), "7", "AT", "german"),
        ("bf-109-1", 0, ("–", "6"), "44", "F", "german"),
        ("mt-01", 0, ("–", "–", "–"), "3", "MT", "other"),
        ("mt-15", 0, ("–", "–", "–"), "3", "MT", "british"),
    ],
)
def test_a_counter_shows_what_is_printed_on_it_halved_by_damage(
    name: str, damage: int, factors: tuple[str, ...], move: str, short: str, nation: str
) -> None:
    sea = Sea()
    sea.place(name, "2633" if sea.data.counters[name].is_air else "1520", damage=damage)
    piece = shown(sea, name)
    assert (piece.factors, piece.move, piece.short, piece.nation) == (factors, move, short, nation)
    assert piece.hits == Hits(damage, sea.data.counters[name].dmg)
    assert piece.ship == name
    assert name in GAME.ships(sea.data)


def test_a_decoy_is_printed_with_nothing() -> None:
    sea = Sea()
    sea.place("axis-decoy-1", "1520")
    piece = shown(sea, "axis-decoy-1")
    assert (piece.kind, piece.factors, piece.move, piece.hits, piece.ship) == ("decoy", (), "", None, "")


@pytest.mark.parametrize(
    ("weather", "name", "rings"),
    [
        ("clear", "ju-87-1", (Ring(BANAK, 15, "Ju-87 from Banak, 15 hexes"),)),
        ("fog", "ju-87-1", (Ring(BANAK, 9, "Ju-87 from Banak, 9 hexes"),)),
        ("clear", "ju-88-1", ()),
        ("fog", "ju-88-1", (Ring(BANAK, 9, "Ju-88 from Banak, 9 hexes"),)),
        ("storm", "ju-87-1", ()),
    ],
)
def test_a_ring_is_the_range_in_force(weather: Weather, name: str, rings: tuple[Ring, ...]) -> None:
    sea = Sea().weather(weather, fog_range=9)
    sea.fly(name, "2530")
    assert shown(sea, name).rings == rings
    sea.identify(name)
    assert shown(sea, name, ALLIED).rings == (), "the enemy does not know its base"


def test_badges_say_the_state_of_a_piece() -> None:
    sea = Sea()
    sea.place("u-255", "1520", damage=1, surfaced=True, ace="Reche", on_patrol=True, halted=True, recon=["*"])
    sea.place("ju-88-1", NOT_AVAILABLE)
    assert shown(sea, "u-255").badges == ("damage 1", "surfaced", "ace", "patrol", "reconnoitred", "halted")
    assert shown(sea, "ju-88-1").badges == ("not available",)


# Boards


def test_an_airbase_tells_its_owner_everything_and_the_enemy_that_something_is_there() -> None:
    sea = Sea()
    sea.place_all(["ju-88-1", "ju-88-2"], BANAK)
    sea.place("bv-138-1", BANAK, used=1)
    sea.fly("ju-87-1", "2530", on_patrol=True)
    own, seen = board(sea, AXIS, f"base-{BANAK}"), board(sea, ALLIED, f"base-{BANAK}")
    assert own is not None
    assert seen is not None
    assert (own.title, own.count, own.sign) == ("Banak 3/5", 3, "air-at")
    assert own.note == "2 Ju-88 ready, 1 Ju-87 on patrol, 1 BV-138 flown"
    assert (seen.title, seen.count, seen.note) == ("Banak", None, "something is there")
    assert board(sea, ALLIED, "base-1338") is None


def test_a_holding_box_is_counted_by_all_and_known_to_its_owner() -> None:
    sea = Sea()
    sea.place("group-1", "1520")
    sea.place_all(["mt-01", "mt-02", "gb-dd-1", "allied-decoy-1"], "1520", box=1)
    own, seen = board(sea, ALLIED, "box-1"), board(sea, AXIS, "box-1")
    assert own is not None
    assert seen is not None
    assert (own.count, own.sign, own.note) == (4, "mt", "2 merchants, 1 destroyer, 1 decoy")
    assert (seen.count, seen.sign, seen.note) == (4, "group", "")


def test_forces_outside_say_whether_they_may_enter() -> None:
    sea = Sea()
    sea.place_all(["tirpitz", "hipper"], f"{WAITING}surface")
    sea.place("london", f"{WAITING}cruisers")
    own = board(sea, AXIS, "waiting-surface")
    assert own is not None
    assert (own.title, own.count, own.sign) == ("Surface force", 2, "bb")
    assert own.note == "waits for a merchant to be seen"
    assert shown(sea, "tirpitz").cell == f"{WAITING}surface", "the cell that a mission would name"
    sea.state.merchant_seen = True
    released = board(sea, AXIS, "waiting-surface")
    assert released is not None
    assert released.note == "may enter now"
    enemy = board(sea, AXIS, "outside-allied")
    assert enemy is not None
    assert (enemy.count, enemy.note) == (1, "1 force is outside")
    assert board(sea, AXIS, "waiting-cruisers") is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_lies_in_a_board_and_every_place_that_a_mission_names_is_shown(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=4, log=False)
    doctrine, dice = Doctrine(match.data), Dice.seeded("view")
    boxes: set[str] = set()
    for number in range(500):
        side = next(iter(match.pending))
        decision, known = match.pending[side], match.known(eyes_of(side))
        if not number % 5:
            for observer in Observer:
                seen = match.view(observer).situation
                names = {board.name for board in seen.boards}
                assert len(names) == len(seen.boards)
                assert {piece.board for piece in seen.pieces} <= names
                assert all(piece.cell for piece in seen.pieces)
            view = match.view(eyes_of(side))
            cells = {piece.cell for piece in view.situation.pieces}
            if decision.rule == "NC-5.0-alternate":
                assert {getattr(option, "start", "") for option in decision.options} - {""} <= cells
            boxes |= {piece.board for piece in view.situation.pieces}
        match.act(side, doctrine.choose(known, decision, dice))
    assert {"map", "box-1"} <= boxes


# The clock


EFFECTS: dict[Weather, tuple[str, ...]] = {
    "clear": ("recon +1", "infiltration +1", "submarine hunt rolls −1"),
    "fog": ("recon −4", "infiltration −1", "gunfire rolls +1", "torpedo rolls +2"),
    "storm": (
        "no flying",
        "recon −5",
        "infiltration −2",
        "gunfire rolls +2",
        "torpedo rolls +4",
        "submarine hunt rolls +2",
    ),
}


@pytest.mark.parametrize("weather", EFFECTS)
def test_the_weather_says_what_it_does(weather: Weather) -> None:
    clock = situation(Sea().weather(weather, fog_range=9), AXIS).clock
    assert clock.effects == EFFECTS[weather]
    assert clock.sky == weather
    assert (clock.weather == "fog, flights to 9 hexes") == (weather == "fog")


@pytest.mark.parametrize(
    ("scenario", "turn", "date", "light", "hours"),
    [
        ("convoy-is-to-scatter", 11, "1942-07-03 16:00", "sun all day", 24),
        ("enter-the-luftwaffe", 1, "1942-05-25 00:00", "sun all day", 24),
        ("unternehmen-sportpalast", 10, "1942-03-07 12:00", "light 6 to 18", 12.5),
    ],
)
def test_the_clock_tells_date_and_light(scenario: str, turn: int, date: str, light: str, hours: float) -> None:
    sea = Sea(scenario)
    sea.state.turn = turn
    clock = situation(sea, AXIS).clock
    assert (clock.date, clock.light, clock.hours) == (date, light, 4)
    assert clock.sun is not None
    assert clock.sun[1] - clock.sun[0] == pytest.approx(hours, abs=0.6)


def test_the_zones_in_force_are_on_the_chart() -> None:
    for scenario in SCENARIOS:
        chart = situation(Sea(scenario), AXIS).boards[0].payload
        assert isinstance(chart, ChartState)
        assert chart.ice == data(None).scenarios[scenario].ice
        assert {"soviet_limit", f"berg_{chart.ice}"} <= set(chart.zones or ()) <= set(data(None).map.zones)


# Trails


def sail(sea: Sea, side: Side, cells: list[str], *names: str) -> None:
    """A Sortie of some ships, leg by leg."""
    sea.send(SORTIE, *names)
    for cell in cells:
        sea.act(side, f"go {cell}")
    sea.act(side, "stop")


def trail_of(*names: str, stay: tuple[str, ...] = ()) -> tuple[Trail, ...]:
    """The trails after these have sailed from 1520 by 1522 to 1523."""
    sea = Sea().weather("clear")
    sea.place_all([*names, *stay], "1520")
    sea.missions(AXIS)
    sail(sea, AXIS, ["1522", "1523"], *names)
    return sea.match.view(Observer.ALLIED).situation.trails


def test_a_decoy_leaves_the_same_trail_as_a_battleship() -> None:
    battleship = trail_of("tirpitz")
    assert [trail.cells for trail in battleship] == [((0, "1520"), (1, "1523"))]
    assert battleship[0].words == "Germans, moved 3 hexes in turn 1"
    assert trail_of("axis-decoy-1") == trail_of("u-88", "axis-decoy-2") == battleship


def test_a_trail_goes_on_from_turn_to_turn_and_with_every_part_of_a_stack() -> None:
    sea = Sea()
    sea.state.turn = 3
    sea.state.wakes = [
        Wake(1, AXIS, "", "1038", 1),
        Wake(2, AXIS, "1038", "1036", 2),  # one of two goes ahead
        Wake(3, AXIS, "1038", "1037", 1, emptied=True),
        Wake(3, AXIS, "1036", "1033", 3, emptied=True),
        Wake(3, ALLIED, "0520", "0522", 2, emptied=True),
    ]
    sea.place("u-88", "1033")
    sea.place("u-255", "1037")
    found = situation(sea, ALLIED).trails
    assert [(trail.side, trail.cells) for trail in found] == [
        (AXIS, ((1, "1038"), (3, "1037"))),
        (AXIS, ((1, "1038"), (2, "1036"), (3, "1033"))),
    ], "nothing lies where the Allied trail ends"
    assert found == situation(sea, AXIS).trails


def test_what_lies_face_down_is_known_by_how_it_moved() -> None:
    sea = Sea()
    sea.state.wakes = [Wake(1, AXIS, "1038", "1035", 3), Wake(2, AXIS, "1035", "1032", 3)]
    sea.place("u-88", "1032")
    assert shown(sea, "axis@1032", ALLIED).card == {"seen": "moved 3 hexes each turn since turn 1"}


def test_voyages_are_forgotten_after_three_turns() -> None:
    sea = Sea()
    sea.state.turn = 4
    sea.state.wakes = [Wake(1, AXIS, "1038", "1035", 3), Wake(2, AXIS, "1035", "1032", 3)]
    sea.place("u-88", "1032")
    sea.begin()
    assert [wake.turn for wake in sea.now.wakes] == [2]


# Sightings


def test_warships_that_are_lost_from_sight_are_remembered_where_they_were_for_three_turns() -> None:
    sea = Sea().weather("clear")
    sea.place_all(["tirpitz", "de-dd-1", "axis-decoy-1"], "1520")
    sea.place_all(["u-88", "mt-01"], "1820")
    sea.identify("tirpitz", "de-dd-1")
    sea.state.turn = 5
    sea.begin(dice=[1])
    seen = sea.match.view(Observer.ALLIED).situation.sightings
    assert [(s.cell, s.what, s.source, s.turn, s.age, s.side, s.kind) for s in seen] == [
        ("1520", "Tirpitz, Ihn/Schoemann", "lost from sight", 5, 1, AXIS, "bb")
    ]
    assert [(held.kind, held.ship) for held in seen[0].holds] == [("bb", "tirpitz"), ("dd", "de-dd-1")]
    assert sea.match.view(Observer.AXIS).situation.sightings == ()
    assert sea.match.view(Observer.PUBLIC).situation.sightings == ()
    for turn, left in ((8, 1), (9, 0)):
        sea.now.turn = turn
        assert len(sea.match.view(Observer.ALLIED).situation.sightings) == left


def test_a_sortie_is_lost_from_sight_in_the_first_hex_of_its_way() -> None:
    sea = Sea().weather("clear")
    sea.place("tirpitz", "1520")
    sea.identify("tirpitz")
    assert [(s.cell, s.source, s.open) for s in situation(sea, ALLIED).sightings] == [("1520", "in sight", True)]
    sea.missions(AXIS)
    sail(sea, AXIS, ["1523"], "tirpitz")
    [seen] = sea.match.view(Observer.ALLIED).situation.sightings
    assert [(report.cell, report.what) for report in seen.reports] == [("1521", "Tirpitz")]


def test_what_was_seen_is_followed_as_long_as_nobody_stays_behind() -> None:
    sea = Sea()
    sea.place("mt-01", "1823")
    sea.state.turn = 6
    sea.state.notebook[AXIS].sightings = [Sighting("1520", MERCHANTS_SEEN, "seen there", 4)]
    sea.state.wakes = [
        Wake(3, ALLIED, "1518", "1520", 2, True),
        Wake(5, ALLIED, "1520", "1622", 2, True),
        Wake(6, ALLIED, "1622", "1823", 2, True),
    ]
    [seen] = situation(sea, AXIS).sightings
    assert (seen.cell, seen.turn, seen.open, seen.reports[0].cell) == ("1823", 4, True, "1520")
    sea.state.wakes[1] = Wake(5, ALLIED, "1520", "1622", 2, False)
    [seen] = situation(sea, AXIS).sightings
    assert (seen.cell, seen.open) == ("1520", False), "a part of the stack may have been seen, and have stayed"
    sea.state.wakes[1] = Wake(4, ALLIED, "1520", "1622", 2, True)
    assert situation(sea, AXIS).sightings[0].cell == "1823"
    sea.state.wakes.insert(2, Wake(4, ALLIED, "1418", "1520", 2, True))
    assert situation(sea, AXIS).sightings[0].cell == "1520", "what came later in that turn may be what was seen"


def test_the_convoy_of_a_merchant_is_known_to_its_owner_alone() -> None:
    match: Match[State, Data] = Match.new(GAME, "unternehmen-sportpalast", seed=1)
    forces = {
        observer: {piece.force for piece in match.view(observer).situation.pieces if piece.kind == "mt"}
        for observer in (Observer.ALLIED, Observer.AXIS)
    }
    assert forces[Observer.ALLIED] == {"PQ-12", "Second convoy"}
    assert forces[Observer.AXIS] <= {""}


def test_merchants_that_lie_open_are_in_sight() -> None:
    sea = Sea().weather("clear")
    sea.place("mt-01", "1520")
    sea.identify("mt-01")
    sea.state.notebook[AXIS].sightings = [Sighting("1520", MERCHANTS_SEEN, "seen there", 1)]
    assert [(s.what, s.open) for s in situation(sea, AXIS).sightings] == [("1 merchant", True)]
    sea.state.notebook[AXIS].identified.clear()
    assert [(s.cell, s.kind, s.age) for s in situation(sea, AXIS).sightings] == [("1520", "mt", 0)]


# Set-up


def test_every_counter_that_may_be_chosen_has_a_face_also_one_that_is_not_in_play() -> None:
    match: Match[State, Data] = Match.new(GAME, "unternehmen-sportpalast", seed=1)
    dice, staff = Dice.seeded("set-up"), Doctrine(match.data)
    seen = 0
    while match.state.turn < 1 or (match.pending and seen < 2):
        side, decision = next(iter(match.pending.items()))
        view = match.view(eyes_of(side)).decision
        if view is not None and view.question == "NC-4.0-setup-by-scenario/counters":
            seen += 1
            faces = [item.piece for item in view.items.values()]
            assert isinstance(decision.options, Subset)
            assert set(view.items) == set(decision.options.items)
            assert all(face is not None and face.kind and face.nation for face in faces)
        match.act(side, staff.choose(match.known(eyes_of(side)), decision, dice))
    assert seen == 2


def test_what_a_side_has_set_up_is_given_to_it_alone_until_both_have() -> None:
    match: Match[State, Data] = Match.new(GAME, "unternehmen-sportpalast", seed=1)
    dice, staff = Dice.seeded("set-up"), Doctrine(match.data)
    boats: dict[str, str] = {}
    while not boats:
        side = AXIS if AXIS in match.pending else ALLIED
        decision = match.pending[side]
        answer = staff.choose(match.known(eyes_of(side)), decision, dice)
        if side is AXIS and decision.prompt == "Where do your submarines start?":
            assert isinstance(answer, Allot)
            boats = dict(answer.pairs)
        match.act(side, answer)
    assert match.view(Observer.AXIS).given == boats
    assert match.view(Observer.ALLIED).given == {}
    assert match.view(Observer.PUBLIC).given == {}
