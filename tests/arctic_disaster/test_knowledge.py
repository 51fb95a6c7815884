"""What each side may know: pairs of positions that the enemy must not tell apart, and what he does see."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from barents.games.arctic_disaster.knowledge.imagine import imagine
from barents.games.arctic_disaster.knowledge.known import UNSEEN, known
from barents.games.arctic_disaster.rules.detection import make_report, search
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.screen.view import view
from barents.games.arctic_disaster.state import LOST, Options, Raid, Report, Search, Ship, State
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer
from barents.kernel.view import Situation

from .theatre import ALLIED, AXIS, HISTORICAL, Theatre

GERMANS = ("luetzow", "scheer", "z-24")
Build = Callable[[Theatre], object]


def position(*build: Build, options: Options | None = None) -> Theatre:
    """A position with PQ-17 and a German group in sight of each other's markers."""
    theatre = Theatre({Search: search, Report: make_report}, HISTORICAL, options)
    theatre.convoy("2240")
    for part in build:
        part(theatre)
    return theatre


def group(*ships: str, **fields: object) -> Build:
    """A German group at 2738."""
    return lambda theatre: theatre.force("tg-b", "2738", *ships, **fields)


def fleet(**fields: object) -> Build:
    """The Home Fleet with its carrier."""

    def build(theatre: Theatre) -> None:
        theatre.force("home-fleet", "3050", "victorious", "duke-of-york", **fields)
        theatre.aircraft("809")

    return build


def flying(theatre: Theatre) -> None:
    """The carrier's fighters are up."""
    for wing in theatre.state.wings[ALLIED].values():
        wing.box = "cap"


def boat(name: str, **fields: object) -> Build:
    """A U-boat at 2441."""
    return lambda theatre: theatre.boat(name, "2441", **fields)


def seen(theatre: Theatre, observer: Observer) -> State:
    """What an observer knows of a position."""
    return known(theatre.data, theatre.state, observer)


def shown(theatre: Theatre, observer: Observer) -> Situation:
    """What an observer is shown of it."""
    return view(theatre.data, seen(theatre, observer), observer)


@pytest.mark.rule("AD-H-composition", "AD-H-view-per-player", "AD-H-submarine-identity", "AD-13.1-setup-hidden")
@pytest.mark.parametrize(
    ("one", "other", "observer"),
    [
        pytest.param([group(*GERMANS)], [group("z-24")], Observer.ALLIED, id="ships"),
        pytest.param([group(*GERMANS)], [group()], Observer.ALLIED, id="a dummy"),
        pytest.param([group(*GERMANS, fuel=2)], [group(*GERMANS, fuel=0)], Observer.ALLIED, id="fuel"),
        pytest.param([group(*GERMANS, fast=True, spent=6)], [group(*GERMANS)], Observer.ALLIED, id="speed"),
        pytest.param([group(*GERMANS)], [lambda t: t.force("tg-d", "2738", *GERMANS)], Observer.ALLIED, id="its name"),
        pytest.param([fleet()], [fleet(), flying], Observer.AXIS, id="fighters on patrol"),
        pytest.param([boat("u-88")], [boat("german-dummy-3")], Observer.ALLIED, id="a dummy boat"),
        pytest.param([boat("u-88", attacks=3)], [boat("u-251")], Observer.ALLIED, id="a boat's attacks"),
    ],
)
def test_what_the_enemy_cannot_tell_apart(one: list[Build], other: list[Build], observer: Observer) -> None:
    left, right = position(*one), position(*other)
    for eyes in (observer, Observer.PUBLIC):
        assert msgspec.json.encode(seen(left, eyes)) == msgspec.json.encode(seen(right, eyes))
        assert shown(left, eyes) == shown(right, eyes)
    own = Observer.AXIS if observer is Observer.ALLIED else Observer.ALLIED
    assert seen(left, own) != seen(right, own)


@pytest.mark.rule("AD-H-composition", "AD-H-view-per-player")
def test_what_the_enemy_sees_of_a_force() -> None:
    """Its place, whether it is slowed and has been activated; its name once it is detected; never its ships."""
    theatre = position(group(*GERMANS, penalty=1, activated=True))
    force = theatre.state.forces[AXIS]["tg-b"]
    (mark,) = seen(theatre, Observer.ALLIED).forces[AXIS].values()
    assert (mark.key, mark.at, mark.penalty, mark.activated) == (f"axis-{force.handle}", "2738", 1, True)
    force.detected = True
    assert list(seen(theatre, Observer.ALLIED).forces[AXIS]) == ["tg-b"]
    assert seen(theatre, Observer.ALLIED).ships[AXIS] == {}
    (piece,) = (piece for piece in shown(theatre, Observer.ALLIED).pieces if piece.side is AXIS)
    assert (piece.label, piece.card, piece.factors) == ("TG B", {}, ())
    mine = next(piece for piece in shown(theatre, Observer.AXIS).pieces if piece.id == "tg-b")
    assert mine.card["ships"] == "2 cruisers, 1 destroyer"


@pytest.mark.rule("AD-H-composition")
def test_damage_and_lone_ships_lie_open() -> None:
    theatre = position(group(*GERMANS))
    theatre.ship("carlton", "2225", damage=1, bound="murmansk")
    damage(theatre.at_hand, theatre.find("luetzow"), 2, "trident")
    damage(theatre.at_hand, theatre.find("z-24"), 2, "trident")
    assert seen(theatre, Observer.ALLIED).ships[AXIS] == {
        "luetzow": Ship("luetzow", at=UNSEEN, damage=2),
        "z-24": Ship("z-24", at=LOST, damage=2),
    }
    assert seen(theatre, Observer.AXIS).ships[ALLIED]["carlton"] == theatre.find("carlton")
    assert next(piece for piece in shown(theatre, Observer.AXIS).pieces if piece.id == "carlton").cell == "2225"


@pytest.mark.rule("AD-H-submarine-identity")
def test_a_boat_that_has_shown_itself_is_known_by_name_but_not_how_often_it_attacked() -> None:
    theatre = position(boat("u-88", attacks=2))
    theatre.at_hand.reveal(["u-88"], "AD-13.5-contact", to=ALLIED)
    (mark,) = seen(theatre, Observer.ALLIED).boats[AXIS].values()
    assert (mark.id, mark.at, mark.attacks) == ("u-88", "2441", 0)


@pytest.mark.rule("AD-H-submarine-identity", "AD-13.1-setup-hidden")
def test_everyone_sees_which_boats_have_moved_and_nobody_of_which_marker_a_wreck_was() -> None:
    theatre = position(boat("u-88", moved=True), boat("u-251"))
    theatre.boat("u-255", LOST)
    handles = {name: one.handle for name, one in theatre.state.boats[AXIS].items()}
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        boats = seen(theatre, observer).boats[AXIS].values()
        assert [(one.id, one.at, one.handle, one.moved) for one in boats] == [
            ("u-255", LOST, 0, False),
            (f"axis-{handles['u-88']}", "2441", handles["u-88"], True),
            (f"axis-{handles['u-251']}", "2441", handles["u-251"], False),
        ]


@pytest.mark.rule("AD-H-pool-visible")
def test_the_pool_is_open_but_for_the_names_of_forces() -> None:
    theatre = position(group(*GERMANS))
    theatre.state.pool = ["weather", "axis-2", "allied-1", "kg-26", "weather", "axis-3"]
    assert seen(theatre, Observer.ALLIED).pool == theatre.state.pool
    board = next(board for board in shown(theatre, Observer.ALLIED).boards if board.name == "pool")
    assert (board.count, board.note) == (6, "Allied force, German force (2), KG 26, Weather (2)")


@pytest.mark.rule("AD-H-display-secret")
def test_the_convoy_display_is_secret_until_an_attack_needs_it() -> None:
    theatre = position()
    for number, ship in enumerate(theatre.state.ships[ALLIED].values(), 1):
        ship.square = f"core-{number}"

    def squares(observer: Observer) -> int:
        return sum(piece.board == "convoy" for piece in shown(theatre, observer).pieces)

    assert squares(Observer.ALLIED) == 58
    assert squares(Observer.AXIS) == squares(Observer.PUBLIC) == 0
    theatre.state.displayed = True
    assert squares(Observer.AXIS) == squares(Observer.PUBLIC) == 58
    theatre.state.displayed = False
    theatre.state.forces[ALLIED]["pq-17"].detected = True
    theatre.state.raid = Raid("2240", AXIS, "pq-17", ships={"carlton": "core-9"})
    assert squares(Observer.AXIS) == 1


@pytest.mark.rule("AD-H-reports-log", "AD-H-dice-secret")
def test_a_report_is_kept_as_it_was_told_and_the_die_stays_hidden() -> None:
    theatre = position(group(*GERMANS))
    theatre.begin(Search(ALLIED, "tg-b", "AD-10.2-all-in-range"), axis=[7])
    assert theatre.now.asked == {AXIS: "2"}
    theatre.plot(AXIS, {"cruisers": "4", "destroyers": "3"})
    assert theatre.now.asked == {}, "the question is answered"
    told = theatre.now.notebook[ALLIED].sightings
    assert [(report.cell, report.what) for report in told] == [("2738", "4 cruisers, 3 destroyers")]
    assert theatre.now.notebook[AXIS].sightings == []
    rolled = theatre.rolls("AD-10.2-all-in-range", Observer.ALLIED)
    assert all(not roll.faces and roll.total is None and not roll.modifiers for roll in rolled)
    assert [roll.faces for roll in theatre.rolls("AD-10.2-all-in-range", Observer.AXIS)] == [(7,)]
    reports = view(theatre.data, known(theatre.data, theatre.now, Observer.ALLIED), Observer.ALLIED).sightings
    assert [report.what for report in reports] == ["4 cruisers, 3 destroyers"]


@pytest.mark.rule("AD-5.8.1-hitler-secret")
@pytest.mark.parametrize("secret", [False, True])
def test_in_the_variant_only_the_german_knows_what_hitler_decided(secret: bool) -> None:
    options = Options(secret_hitler=secret)
    recalled, free = position(options=options), position(options=options)
    recalled.state.hitler, free.state.hitler = "recall", "stay"
    assert (seen(recalled, Observer.ALLIED) == seen(free, Observer.ALLIED)) is secret
    assert (shown(recalled, Observer.ALLIED) == shown(free, Observer.ALLIED)) is secret
    assert seen(recalled, Observer.AXIS) != seen(free, Observer.AXIS)


@pytest.mark.rule("AD-H-view-per-player")
@pytest.mark.parametrize("observer", [Observer.ALLIED, Observer.AXIS, Observer.PUBLIC])
def test_imagined_worlds_look_as_the_true_one_does(observer: Observer) -> None:
    theatre = position(group(*GERMANS, detected=True), fleet(), boat("u-88"), boat("german-dummy-3"))
    theatre.force("tg-a", "4645", "tirpitz", "hipper")
    theatre.state.pool = ["axis-2", "weather", "allied-1"]
    for name in ("u-251", "u-255", "u-334", "u-335", "u-376", "u-408", "u-456", "u-457", "u-477", "u-657", "u-703"):
        theatre.boat(name, "2540")
    facts = seen(theatre, observer)
    worlds = [imagine(theatre.data, facts, observer, Dice.seeded(number)) for number in range(20)]
    for world in worlds:
        assert known(theatre.data, world, observer) == facts
    dummies = {tuple(sorted(name for name, one in world.boats[AXIS].items() if one.at == "2441")) for world in worlds}
    assert (len(dummies) > 1) is (observer is not Observer.AXIS)
