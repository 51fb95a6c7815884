"""What each side may know, row by row: pairs of positions that the enemy must not tell apart, and what he does see."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Forgo, Go, Spot, Stop
from barents.games.north_cape.state import (
    LOST,
    NOT_AVAILABLE,
    POOL,
    SAFE,
    WAITING,
    BuyDecoys,
    Claim,
    MissionType,
    Observe,
    Options,
    Piece,
    State,
    Used,
)
from barents.kernel.actions import Choose, Decline
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer
from tests.north_cape.sea import ALLIED, AXIS, Sea

RECON, SORTIE = MissionType.RECON, MissionType.SORTIE
BANAK = "2633"
SPECTATOR = Observer.PUBLIC


def known(sea: Sea, observer: Observer) -> State:
    """What an observer knows of a position."""
    return GAME.known(sea.data, sea.state, observer)


def seen(sea: Sea, observer: Observer) -> bytes:
    """The same, to the byte."""
    return GAME.encoder.encode(known(sea, observer))


# Positions that look alike to the enemy


def with_pieces(*names: str, cell: str = "1020", **fields: object) -> Callable[[Sea], None]:
    """Pieces in a hex."""

    def build(sea: Sea) -> None:
        sea.place_all(names, cell, **fields)

    return build


def group(number: int, *names: str) -> Callable[[Sea], None]:
    """A Group marker with some pieces in its box."""

    def build(sea: Sea) -> None:
        sea.place(f"group-{number}", "1020")
        sea.place_all(names, "1020", box=number)

    return build


def force_outside(key: str, *names: str) -> Callable[[Sea], None]:
    """A force that waits to enter."""

    def build(sea: Sea) -> None:
        sea.place_all(names, f"{WAITING}{key}")

    return build


def mission(*names: str, cell: str = "1020", **fields: object) -> Callable[[Sea], None]:
    """A Recon that has come to a hex, of one unit that another lies beside."""

    def build(sea: Sea) -> None:
        sea.place_all(["kent", "norfolk", "allied-decoy-1"], cell, **fields)
        sea.mission(RECON, names)

    return build


def patrol(*names: str, identified: bool = False) -> Callable[[Sea], None]:
    """A patrol was announced in a hex with two ships; some of them watch."""

    def build(sea: Sea) -> None:
        sea.place_all(["kent", "norfolk"], "1020", used=Used.PATROL)
        sea.state.stations[ALLIED] = ["1020"]
        for name in names:
            sea.state.pieces[ALLIED][name].on_patrol = True
        if identified:
            sea.identify("kent", "norfolk")

    return build


def drew(count: int) -> Callable[[Sea], None]:
    """A number of decoys drawn this turn and in the one before."""

    def build(sea: Sea) -> None:
        sea.place("kent", "1020")
        sea.state.drawn[ALLIED] = sea.state.drawn_before[ALLIED] = count

    return build


def prepared(*, moved: bool) -> Callable[[Sea], None]:
    """A mission that is announced but not begun: nobody sees how far its owner has come with it."""

    def build(sea: Sea) -> None:
        sea.place_all(["kent", "norfolk"], "1020")
        sea.missions(ALLIED)
        sea.act(ALLIED, "declare recon 1020 no")
        if moved:
            sea.act(ALLIED, Choose(("kent",)))
        sea.state = sea.now

    return build


MERCHANTS = [f"mt-{number:02d}" for number in range(1, 36)]
ALIKE = {
    "how many pieces lie face down": (with_pieces("kent"), with_pieces("kent", "norfolk", *MERCHANTS)),
    "which ship lies face down": (with_pieces("washington"), with_pieces("gb-de-1")),
    "a boat or a merchant": (with_pieces("trident"), with_pieces("mt-01")),
    "a unit or a decoy": (with_pieces("kent"), with_pieces("allied-decoy-3")),
    "decoys beside a unit": (with_pieces("kent"), with_pieces("kent", "allied-decoy-1", "allied-decoy-2")),
    "the number of a face-down marker": (group(1), group(4)),
    "an empty marker or a ship": (group(2), with_pieces("kent")),
    "what is in a box": (group(3, "kent", "mt-01"), group(3, "allied-decoy-1", "gb-dd-1")),
    "whose damage marker it is": (with_pieces("kent", damage=1), with_pieces("mt-70", damage=1)),
    "which boat has surfaced": (with_pieces("trident", surfaced=True), with_pieces("d-3", surfaced=True)),
    "what a hidden unit has done": (with_pieces("kent", used=Used.RECON, spent=8), with_pieces("kent")),
    "the ace of a hidden boat": (with_pieces("trident", ace="Sladen"), with_pieces("trident")),
    "which merchants were drawn": (with_pieces("mt-01", "mt-02"), with_pieces("mt-55", "mt-70")),
    "which force is outside": (force_outside("pq17", "mt-01", "gb-dd-1"), force_outside("cruisers", "london")),
    "who is on a mission": (mission("kent"), mission("norfolk", "allied-decoy-1")),
    "who has tried to look": (mission("kent"), mission("kent", used=Used.RECON)),
    "who of a patrol watches": (patrol("kent"), patrol("norfolk")),
    "who of a face-up patrol watches": (patrol("kent", identified=True), patrol("norfolk", identified=True)),
    "how many decoys were drawn": (drew(0), drew(7)),
    "how far a mission is prepared": (prepared(moved=False), prepared(moved=True)),
}


@pytest.mark.parametrize("secret", ALIKE)
def test_the_enemy_and_spectators_cannot_tell(secret: str) -> None:
    one, other = Sea(), Sea()
    for sea, build in zip((one, other), ALIKE[secret], strict=True):
        build(sea)
    assert GAME.encoder.encode(one.state) != GAME.encoder.encode(other.state)
    for observer in (Observer.AXIS, SPECTATOR):
        assert seen(one, observer) == seen(other, observer)


def test_how_many_aircraft_of_what_kind_are_at_a_base_is_not_seen() -> None:
    one, other = Sea(), Sea()
    one.place("ju-88-1", BANAK)
    other.place_all(["bf-109-1", "he-111-1", "bv-138-1"], BANAK)
    assert seen(one, Observer.ALLIED) == seen(other, Observer.ALLIED)
    assert list(known(one, Observer.ALLIED).pieces[AXIS]) == [f"axis@{BANAK}"]


# What the enemy sees


def test_the_enemy_sees_that_a_hex_is_occupied_and_the_markers_there() -> None:
    sea = Sea()
    sea.place("kent", "1020", damage=2)
    sea.place("trident", "1020", surfaced=True, damage=1)
    sea.place("mt-01", "1021")
    shown = known(sea, Observer.AXIS)
    assert list(shown.pieces[ALLIED]) == ["allied@1020", "allied@1021"]
    assert shown.marks == {"allied@1020": ["damage 2", "surfaced, damage 1"]}
    badges = {p.id: p.badges for p in GAME.view(sea.data, shown, Observer.AXIS).pieces}
    assert badges == {"allied@1020": ("damage 2", "surfaced, damage 1"), "allied@1021": ()}


def test_a_face_up_piece_shows_all_but_its_patrol_and_its_base() -> None:
    sea = Sea()
    sea.place("kent", "1020", on_patrol=True, damage=1, used=Used.RECON, spent=4, halted=True)
    sea.place("norfolk", "1020")
    sea.identify("kent")
    piece = known(sea, Observer.AXIS).pieces[ALLIED]["kent"]
    assert piece == Piece("kent", "1020", damage=1, recon=["*"], used=Used.RECON, spent=4, halted=True)
    assert "allied@1020" in known(sea, Observer.AXIS).pieces[ALLIED], "there is more in the hex"


def test_box_counts_are_open_and_a_markers_number_only_while_it_is_face_up() -> None:
    sea = Sea()
    group(2, "kent", "mt-01", "allied-decoy-1")(sea)
    for observer in (Observer.AXIS, SPECTATOR):
        assert known(sea, observer).boxes == {2: 3}
        assert list(known(sea, observer).pieces[ALLIED]) == ["allied@1020"]
    sea.identify("kent", "group-2")
    shown = known(sea, Observer.AXIS).pieces[ALLIED]
    assert sorted(shown) == ["allied@1020", "group-2", "kent"]
    assert shown["kent"].box == 2
    del sea.state.notebook[AXIS].identified["group-2"]
    assert known(sea, Observer.AXIS).pieces[ALLIED]["kent"].box == 0


def test_the_lost_the_safe_and_the_not_available_are_known_by_name() -> None:
    sea = Sea()
    sea.place("kent", LOST)
    sea.place("mt-07", SAFE)
    sea.place("albacore-1", NOT_AVAILABLE, damage=1)
    sea.place("mt-08", f"{WAITING}pq17")
    shown = known(sea, Observer.AXIS)
    assert {name: piece.at for name, piece in shown.pieces[ALLIED].items()} == {
        "kent": LOST,
        "mt-07": SAFE,
        "albacore-1": NOT_AVAILABLE,
    }
    assert (shown.outside[ALLIED], shown.outside[AXIS]) == (1, 0)


def test_type_kind_and_path_of_a_mission_are_open_but_not_its_units_nor_its_goal() -> None:
    sea = Sea()
    sea.place_all(["kent", "norfolk"], "1017")
    sea.missions(ALLIED).send(SORTIE, "kent", "norfolk")
    assert known_now(sea, Observer.AXIS).mission is None, "it is announced, and has not begun"
    (announced,) = sea.told("NC-5.0-move-only-in-mission")
    assert announced.about == {"side": "allied", "mission": "sortie", "kind": "ships", "cell": "1017"}
    sea.act(ALLIED, Go("1019"))
    shown = known_now(sea, Observer.AXIS).mission
    assert shown is not None
    assert (shown.type, shown.flying, shown.start, shown.at, shown.units) == (SORTIE, False, "1017", "1019", ["?"])
    (path,) = sea.told("NC-5.0-adjacent-steps")
    assert (path.about["path"], path.about["now"], path.about["left"]) == ("1018 1019", "face-down", "nothing")


def known_now(sea: Sea, observer: Observer) -> State:
    """What an observer knows of the match."""
    return sea.match.known(observer)


def test_points_spent_on_decoys_are_disclosed_to_all_and_decoys_drawn_to_their_owner() -> None:
    sea = Sea()
    sea.place("kent", "1020")
    sea.place("u-88", "1030")
    sea.begin(BuyDecoys()).act(ALLIED, "buy 2 6").act(AXIS, "buy 1 2")
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        facts = known_now(sea, observer).notebook[ALLIED].facts
        assert (facts["spent-allied"], facts["spent-axis"]) == (6, 2)
    assert known_now(sea, Observer.ALLIED).drawn == {ALLIED: 2, AXIS: 0}
    assert known_now(sea, Observer.AXIS).drawn == {ALLIED: 0, AXIS: 1}
    assert known_now(sea, SPECTATOR).drawn == {ALLIED: 0, AXIS: 0}


def test_decoys_that_are_found_out_are_all_called_the_same() -> None:
    sea = Sea()
    sea.place("allied-decoy-7", "1020")
    sea.place("kent", "1020")
    sea.place("bv-138-1", "1019", base=BANAK, aloft=True)
    sea.mission(RECON, ["bv-138-1"]).begin(Observe(), axis=[10])
    sea.act(AXIS, Spot("bv-138-1", "1020")).act(ALLIED, Decline())
    assert sorted(sea.revealed()) == ["allied-decoy", "bv-138-1", "kent"]
    assert sea.now.notebook[AXIS].facts["found-allied"] == 1
    assert sea.piece("allied-decoy-7").at == POOL


@pytest.mark.parametrize(("die", "found"), [(2, False), (9, True)])
def test_the_scouts_side_sees_the_die_and_the_other_only_what_came_of_it(die: int, found: bool) -> None:
    sea = Sea().weather("fog")
    sea.place_all(["kent", "norfolk"], "1020")
    sea.place("bv-138-1", "1019", base=BANAK, aloft=True)
    sea.mission(RECON, ["bv-138-1"]).begin(Observe(), axis=[die])
    sea.act(AXIS, Spot("bv-138-1", "1020")).act(ALLIED, Decline())
    (roll,) = sea.rolls("NC-6.1-roll", Observer.AXIS)
    assert (roll.faces, roll.modifiers["type R"]) == ((die,), 2)
    for other in (Observer.ALLIED, SPECTATOR):
        assert sea.rolls("NC-6.1-roll", other) == []
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        assert sea.told("NC-6.1-roll", observer) == [], "the modifiers that tell what lies there are the umpire's"
        assert bool(sea.told("NC-6.1-result-1-3", observer)) is not found
        assert ("bv-138-1" in str(sea.match.view(observer).log)) is (found or observer is Observer.AXIS)


@pytest.mark.parametrize("target", ["u-88", "hipper"])
def test_nobody_sees_that_an_owner_is_asked_to_forgo_the_modifier_nor_what_he_does(target: str) -> None:
    sea = Sea()
    sea.place(target, "1020")
    sea.place("gb-dd-1", "1019")
    sea.mission(RECON, ["gb-dd-1"]).begin(Observe(), allied=[1])
    sea.act(ALLIED, Spot("gb-dd-1", "1020"))
    assert sea.match.view(Observer.ALLIED).waiting == sea.match.view(SPECTATOR).waiting == ("umpire",)
    before = len(sea.match.view(Observer.ALLIED).log)
    sea.act(AXIS, Forgo() if target == "u-88" else Decline())
    told = [line.rule for line in sea.match.view(Observer.ALLIED).log[before:]]
    assert told == ["NC-6.1-roll", "NC-6.1-result-1-3"]


def test_the_scout_of_an_enemy_is_not_named_in_what_is_still_to_be_done() -> None:
    sea = Sea()
    sea.place_all(["gb-dd-1", "gb-dd-2"], "1019")
    sea.place("u-88", "1020")
    sea.mission(RECON, ["gb-dd-1"])
    sea.state.agenda.append(Claim("gb-dd-1", "1020"))
    assert known(sea, Observer.AXIS).agenda[-1] == known(sea, SPECTATOR).agenda[-1] == Claim("?", "1020")
    assert known(sea, Observer.ALLIED).agenda[-1] == Claim("gb-dd-1", "1020")


def test_an_owner_knows_that_a_boat_was_heard_but_not_by_whom() -> None:
    sea = Sea()
    sea.place("u-88", "1020", recon=["gb-dd-1"])
    sea.place("gb-dd-1", "1021")
    sea.identify("u-88", reconnoitred=False)
    assert known(sea, Observer.AXIS).pieces[AXIS]["u-88"].recon == ["?"]
    assert known(sea, SPECTATOR).pieces[AXIS]["u-88"].recon == ["?"]
    assert known(sea, Observer.ALLIED).pieces[AXIS]["u-88"].recon == ["gb-dd-1"]


def test_an_owner_sees_which_of_his_own_pieces_lie_face_up() -> None:
    sea = Sea()
    sea.place_all(["kent", "norfolk"], "1020")
    sea.identify("kent")
    pieces = GAME.view(sea.data, known(sea, Observer.ALLIED), Observer.ALLIED).pieces
    assert {piece.id: piece.face_down for piece in pieces} == {"kent": False, "norfolk": True}


def test_weather_points_turn_and_the_german_trigger_are_open() -> None:
    sea = Sea().weather("fog", 11)
    sea.state.points, sea.state.turn, sea.state.merchant_seen = {ALLIED: 4, AXIS: 9}, 7, True
    for observer in (Observer.ALLIED, Observer.AXIS, SPECTATOR):
        shown = known(sea, observer)
        assert (shown.weather, shown.fog_range, shown.turn, shown.merchant_seen) == ("fog", 11, 7, True)
        assert shown.points == {ALLIED: 4, AXIS: 9}


def test_a_sortie_hides_what_was_seen_and_the_enemy_is_told_what_is_left() -> None:
    sea = Sea()
    sea.place_all(["kent", "norfolk"], "1017")
    sea.identify("kent", "norfolk")
    sea.missions(ALLIED).send(SORTIE, "kent").act(ALLIED, Go("1018"), Stop())
    shown = known_now(sea, Observer.AXIS).pieces[ALLIED]
    assert sorted(shown) == ["allied@1018", "norfolk"]
    assert sea.told("NC-5.0-adjacent-steps")[0].about["left"] == "Norfolk"


# Worlds imagined from it


def imagined(sea: Sea, observer: Observer, seed: int) -> State:
    """A world that the observer could take for this one."""
    return GAME.imagine(sea.data, known(sea, observer), observer, Dice.seeded(seed))


def deployed(sea: Sea, *, spent: int = 0) -> Sea:
    """A position in the middle of a turn, of which nothing but what is placed is on the map."""
    sea.state.agenda = []
    for book in sea.state.notebook.values():
        book.facts["spent-allied"] = book.facts["spent-axis"] = spent
    return sea


@pytest.mark.parametrize("seed", range(3))
def test_in_solitaire_nobody_is_imagined_to_have_drawn_decoys_which_would_give_him_the_first_mission(seed: int) -> None:
    sea = deployed(Sea(options=Options(solitaire=True)))
    sea.place("u-88", "1020")
    world = imagined(sea, SPECTATOR, seed)
    assert world.drawn == world.drawn_before == {ALLIED: 0, AXIS: 0}


@pytest.mark.parametrize("seed", range(6))
def test_markers_boxes_and_lone_hexes_are_explained_however_few_pieces_are_left(seed: int) -> None:
    """All that is hidden is one boat with two markers, a damaged ship in a box, and an empty marker in the ice."""
    sea = deployed(Sea())
    scenario = sea.data.scenarios["convoy-is-to-scatter"]
    for name in GAME.opening(sea.data, scenario.name, sea.state.options).pieces[ALLIED]:
        if sea.data.counters[name].is_ship or sea.data.counters[name].is_air:
            sea.place(name, LOST)
    sea.place_all([f"mt-{number:02d}" for number in range(1, 71)], SAFE)
    sea.place("trident", "1020", surfaced=True, damage=1)
    sea.place("group-3", "1120")
    sea.place("london", "1120", box=3, damage=1)
    sea.place("group-5", "4501")
    world = imagined(sea, Observer.AXIS, seed)
    pieces = world.pieces[ALLIED]
    assert (pieces["trident"].at, pieces["trident"].surfaced, pieces["trident"].damage) == ("1020", True, 1)
    assert (pieces["london"].at, pieces["london"].damage) == ("1120", 1)
    assert [(p.at, p.id) for p in pieces.values() if p.box == 3] in ([("1120", "london")], [("1020", "trident")])
    assert next(name for name, piece in pieces.items() if piece.at == "4501").startswith("group-")
    assert GAME.encoder.encode(GAME.known(sea.data, world, Observer.AXIS)) == seen(sea, Observer.AXIS)


@pytest.mark.parametrize("seed", range(6))
def test_no_decoys_are_imagined_that_were_not_paid_for(seed: int) -> None:
    for spent, most in ((0, 0), (4, 2)):
        sea = deployed(Sea(), spent=spent)
        for number in range(10):
            sea.place(f"mt-{number + 1:02d}", f"10{number + 15}")
        world = imagined(sea, Observer.AXIS, seed)
        decoys = [p for n, p in world.pieces[ALLIED].items() if "decoy" in n and p.at != POOL]
        assert len(decoys) <= most
        assert len(decoys) <= world.drawn[ALLIED] <= most


@pytest.mark.parametrize("seed", range(8))
def test_imagined_pieces_lie_only_where_the_rules_let_them(seed: int) -> None:
    """A hex far from the east, one over land with aircraft on patrol, a base: limits and kinds are kept."""
    sea = deployed(Sea())
    sea.place("kent", "1020")
    sea.place("mt-01", "4424")
    sea.place("u-88", "3020")
    sea.place("ju-88-1", "2635", base=BANAK, aloft=True, on_patrol=True)
    sea.state.stations[AXIS] = ["2635"]
    for name in ("bv-138-1", "bf-109-1", "he-111-1", "ju-87-1", "fw-200-1"):
        sea.place(name, BANAK)
    for number, base in enumerate(("1338", "1435", "2334", "2330", "2631", "3633"), 2):
        sea.place(f"he-111-{number}", base)
    allied, axis = imagined(sea, Observer.AXIS, seed).pieces[ALLIED], imagined(sea, Observer.ALLIED, seed).pieces[AXIS]
    assert {allied[name].at for name in ("su-dd-1", "su-dd-2")} == {"4424"}
    assert {allied[name].at for name in ("norfolk", "london", "wichita", "tuscaloosa")} == {"1020"}
    patrol = [piece for piece in axis.values() if piece.at == "2635"]
    assert patrol
    assert all(sea.data.counters[p.id].is_air and p.aloft and p.on_patrol and p.base for p in patrol)
    landed = [p.base for p in axis.values() if sea.data.counters[p.id].is_air and not p.aloft]
    assert max(landed.count(base) for base in landed) <= 5
    afloat = [p.at for n, p in axis.items() if sea.data.counters[n].is_sub]
    assert set(afloat) <= {"3020", *sea.data.base_aa_hexes} & set(sea.data.open_water("summer"))


def test_the_same_dice_imagine_the_same_world_and_others_another() -> None:
    sea = deployed(Sea(), spent=8)
    sea.place_all(["kent", "mt-01", "mt-02"], "1020")
    sea.place_all(["trident", "mt-03"], "1121")
    one, same, other = (msgspec.msgpack.encode(imagined(sea, Observer.AXIS, seed)) for seed in (1, 1, 2))
    assert one == same != other
