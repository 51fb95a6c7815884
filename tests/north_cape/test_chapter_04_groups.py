"""Chapter 4.2 of North Cape: holding boxes and their Group markers."""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import Declare, Dissolve, Go, Pass, Regroup, ShowPieces, Spot, Stop
from barents.games.north_cape.rules.groups import asides
from barents.games.north_cape.rules.recon import counted
from barents.games.north_cape.state import POOL, MissionType, NextMission, Observe, RollRecon
from barents.kernel.actions import Choose
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea


@pytest.fixture
def sea() -> Sea:
    return Sea()


def counts(sea: Sea, observer: Observer) -> dict[str, float]:
    """What an observer counts in the holding boxes."""
    tracks = sea.match.view(observer).situation.tracks
    return {track.name: track.value for track in tracks if track.name.startswith("box-") and track.value}


def grouped(sea: Sea, *names: str, cell: str = "0520", marker: int = 1) -> Sea:
    """Pieces in a holding box whose marker is in a hex."""
    sea.place(f"group-{marker}", cell)
    for name in names:
        sea.place(name, cell, box=marker)
    return sea


def looks(sea: Sea, face: int, *, draws: int = 1) -> Sea:
    """A Ju-88 beside the hex of a group rolls a die for it, in clear weather: two are added to its face."""
    sea.place("ju-88-1", "0521", base="2633", aloft=True)
    sea.mission(MissionType.RECON, ["ju-88-1"])
    sea.begin(RollRecon("ju-88-1", "0520", False), NextMission(ALLIED), axis=[face], nobody=[draws] * 9)
    return sea


@pytest.mark.rule("NC-4.2-five-boxes")
def test_there_are_five_boxes_and_five_markers_all_allied(sea: Sea) -> None:
    sea.place("norfolk", "0520")
    sea.missions(ALLIED)
    markers = [counter for counter in sea.data.counters.values() if counter.is_group]
    assert [(marker.name, marker.side) for marker in markers] == [(f"Group {n}", ALLIED) for n in range(1, 6)]
    boards = [board.name for board in sea.match.view(Observer.PUBLIC).situation.boards]
    assert [name for name in boards if name.startswith("box-")] == [f"box-{n}" for n in range(1, 6)]


@pytest.mark.rule("NC-4.2-group-form", "NC-4.2-box-count-public", "NC-4.2-box-decoys", "NC-4.2-box-face-down")
def test_ships_and_decoys_of_a_hex_go_into_a_box_which_everyone_may_count_and_nobody_look_into(sea: Sea) -> None:
    sea.place_all(["norfolk", "mt-01", "mt-02", "trident", "allied-decoy-1"], "0520")
    sea.place("london", "0621")
    sea.missions(ALLIED)
    sea.act(ALLIED, Regroup("group-1", "0520"))
    with pytest.raises(Refused):
        sea.act(ALLIED, Choose(("norfolk", "london")))
    sea.act(ALLIED, Choose(("norfolk", "mt-01", "trident", "allied-decoy-1")))
    assert sea.piece("group-1").at == "0520"
    assert [name for name, piece in sea.now.pieces[ALLIED].items() if piece.box == 1] == [
        "allied-decoy-1",
        "norfolk",
        "mt-01",
        "trident",
    ]
    assert counts(sea, Observer.AXIS) == counts(sea, Observer.ALLIED) == {"box-1": 4}
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "it is no mission, and may be changed at will"
    known = sea.match.known(Observer.AXIS)
    assert sorted(known.pieces[ALLIED]) == ["allied@0520", "allied@0621"], "not even that there is a marker"
    shown = {piece.id: piece.board for piece in sea.match.view(Observer.ALLIED).situation.pieces}
    assert (shown["norfolk"], shown["mt-02"], shown["group-1"]) == ("box-1", "map", "map")
    sea.act(ALLIED, Regroup("group-1", "0520"), Choose(("mt-01", "mt-02")))
    assert counts(sea, Observer.AXIS) == {"box-1": 2}


@pytest.mark.rule(
    "NC-4.2-group-form",
    "NC-4.2-box-decoys",
    "NC-4.2-box-face-down",
    "NC-4.2-group-entering",
    "NC-4.2-max-five-groups",
    "NC-4.2-no-german-groups",
)
@pytest.mark.parametrize("place", ["0520", "waiting:homefleet"])
def test_aircraft_markers_and_what_is_in_another_box_cannot_be_put_in_and_only_the_owner_hears_of_it(
    sea: Sea, place: str
) -> None:
    sea.place_all(["victorious", "albacore-1", "kent", "allied-decoy-1"], place)
    sea.place("group-2", place)
    sea.place("mt-01", place, box=2)
    sea.fly("fulmar-1", "0715")
    sea.missions(ALLIED)
    assert Regroup("group-1", "0715") not in (sea.asked(ALLIED).asides or ()), "nor is there a group of aircraft"
    sea.act(ALLIED, Regroup("group-1", place))
    offered = {name for answer in sea.offered(ALLIED) for name in answer.removeprefix("choose ").split(",")}
    assert offered == {"-", "victorious", "kent", "allied-decoy-1"}
    sea.act(ALLIED, Choose(("kent", "allied-decoy-1")))
    assert [told.about for told in sea.told("NC-4.2-group-form", Observer.ALLIED)] == [
        {},
        {"marker": "group-1", "n": 2},
    ]
    assert [told.about for told in sea.told("NC-4.2-group-form", Observer.AXIS)] == [{}]
    assert sea.piece("mt-01").box == 2


@pytest.mark.rule("NC-4.2-box-count-public", "NC-4.2-group-face-down")
@pytest.mark.parametrize(("alone", "seen"), [(False, []), (True, ["Kent, face-down", "Kent"])])
def test_where_a_marker_lies_is_told_only_where_everyone_sees_a_counter_more_or_less(
    sea: Sea, alone: bool, seen: list[str]
) -> None:
    sea.place("kent", "0520")
    if not alone:
        sea.place_all(["mt-01", "mt-02"], "0520")
    sea.identify("kent").missions(ALLIED)
    sea.act(ALLIED, Regroup("group-1", "0520"), Choose(("kent",)), Dissolve("group-1"))
    told = [entry for rule in ("box-count-public", "group-face-down") for entry in sea.told(f"NC-4.2-{rule}")]
    counted = [event.about["n"] for event in told if "n" in event.about]
    assert counted == [1, 0]
    assert [event.about for event in told if "n" not in event.about] == [{"cell": "0520", "now": now} for now in seen]
    assert alone or "0520" not in str(told)
    assert sea.match.known(Observer.AXIS).boxes == {}


@pytest.mark.rule("NC-4.2-group-form", "NC-4.2-box-needs-marker")
def test_when_a_marker_leaves_the_map_its_ships_stay_in_the_hex_and_the_box_is_empty(sea: Sea) -> None:
    grouped(sea, "norfolk", "mt-01").missions(ALLIED)
    sea.act(ALLIED, Dissolve("group-1"))
    assert sea.piece("group-1").at == POOL
    assert [(sea.piece(name).at, sea.piece(name).box) for name in ("norfolk", "mt-01")] == [("0520", 0)] * 2
    assert counts(sea, Observer.AXIS) == {}
    assert Dissolve("group-1") not in (sea.asked(ALLIED).asides or [])


@pytest.mark.rule("NC-4.2-group-entering", "NC-4.2-box-needs-marker")
def test_a_force_that_enters_may_come_as_a_group_whose_marker_enters_for_it() -> None:
    sea = Sea("enter-the-luftwaffe")
    sea.place_all(["kent", "norfolk"], "waiting:cruisers")
    sea.place("tirpitz", "0838")
    sea.missions(ALLIED)
    sea.act(ALLIED, Regroup("group-1", "waiting:cruisers"), Choose(("kent", "norfolk")))
    assert counts(sea, Observer.AXIS) == {}, "nothing is in a box before its marker is on the map"
    assert not sea.told("NC-4.2-box-count-public", Observer.AXIS)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "waiting:cruisers"), Go("0120"), Stop())
    assert {sea.piece(name).at for name in ("group-1", "kent", "norfolk")} == {"0120"}
    assert counts(sea, Observer.AXIS) == {"box-1": 2}
    assert sorted(sea.match.known(Observer.AXIS).pieces[ALLIED]) == ["allied@0120"]


@pytest.mark.rule("NC-4.2-max-five-groups")
def test_there_is_no_sixth_group(sea: Sea) -> None:
    for number in range(1, 6):
        grouped(sea, f"mt-{number:02d}", cell=f"05{number + 20}", marker=number)
    sea.place("norfolk", "0520")
    sea.missions(ALLIED)
    offered = [action for action in sea.asked(ALLIED).asides or [] if isinstance(action, Regroup)]
    assert [action.cell for action in offered] == ["0521", "0522", "0523", "0524", "0525"], "only to change one"
    sea.act(ALLIED, Dissolve("group-3"))
    assert Regroup("group-3", "0520") in (sea.asked(ALLIED).asides or [])


@pytest.mark.rule("NC-4.2-no-german-groups")
def test_the_german_has_no_groups(sea: Sea) -> None:
    sea.place_all(["tirpitz", "hipper"], "0838")
    sea.place("norfolk", "0520")
    sea.missions(AXIS)
    offered = asides(sea.umpire, AXIS)
    assert offered is not None
    assert not any(isinstance(action, (Regroup, Dissolve)) for action in offered)


# Recon of a group


@pytest.mark.rule("NC-4.2-recon-group", "NC-4.2-group-revealed")
def test_reconnaissance_of_a_group_shows_its_marker_and_the_contents_of_its_box(sea: Sea) -> None:
    looks(grouped(sea, "norfolk", "mt-01", "mt-02"), 8)
    assert all(sea.is_up(name) for name in ("group-1", "norfolk", "mt-01", "mt-02"))
    known = sea.match.known(Observer.AXIS).pieces[ALLIED]
    assert {name: piece.box for name, piece in known.items()} == {"group-1": 0, "norfolk": 1, "mt-01": 1, "mt-02": 1}


@pytest.mark.rule("NC-4.2-recon-group", "NC-4.2-group-count", "NC-4.0-voluntary-reveal")
def test_who_is_in_a_box_is_told_of_face_up_pieces_once_its_marker_is_face_up_too(sea: Sea) -> None:
    grouped(sea, "norfolk", "mt-01").missions(ALLIED)

    def told() -> list[object]:
        return [(event.about["box"], event.about["members"]) for event in sea.told("NC-4.2-recon-group", Observer.AXIS)]

    def boxed() -> dict[str, int]:
        return {name: piece.box for name, piece in sea.match.known(Observer.AXIS).pieces[ALLIED].items()}

    sea.act(ALLIED, ShowPieces("0520"), Choose(("norfolk",)))
    assert (told(), boxed()["norfolk"]) == ([], 0)
    sea.act(ALLIED, ShowPieces("0520"), Choose(("group-1",)))
    assert (told(), boxed()["norfolk"]) == ([(1, "Norfolk")], 1)
    sea.act(ALLIED, ShowPieces("0520"), Choose(("mt-01",)))
    assert told()[1:] == [(1, "Artigas, Norfolk")]
    assert boxed() == {"group-1": 0, "norfolk": 1, "mt-01": 1}


@pytest.mark.rule("NC-4.2-recon-group", "NC-4.2-group-count")
def test_half_of_a_group_is_half_of_its_box_and_the_marker_is_not_counted(sea: Sea) -> None:
    looks(grouped(sea, "norfolk", "mt-01", "mt-02", "mt-03"), 4)
    assert sea.asked(ALLIED).rule == "NC-6.1-result-4-6"
    assert len(sea.asked(ALLIED).options) == 6, "two of the four in the box"
    sea.act(ALLIED, Choose(("mt-02", "mt-03")))
    assert [name for name in ("norfolk", "mt-01", "mt-02", "mt-03") if sea.is_up(name)] == ["mt-02", "mt-03"]


@pytest.mark.rule("NC-4.2-group-count")
@pytest.mark.parametrize(
    ("inside", "result"), [((), "nothing"), (("norfolk",), "nothing"), (("norfolk", "kent"), "half")]
)
def test_a_group_of_one_ship_is_a_lone_piece_and_so_is_an_empty_marker(
    sea: Sea, inside: tuple[str, ...], result: str
) -> None:
    looks(grouped(sea, *inside), 2)
    assert (ALLIED in sea.match.pending and sea.asked(ALLIED).rule == "NC-6.1-result-4-6") is (result == "half")
    pieces = [piece for piece in sea.now.pieces[ALLIED].values() if piece.at == "0520"]
    assert len(counted(sea.now, sea.data, pieces)) == max(1, len(inside))


@pytest.mark.rule("NC-4.2-group-revealed", "NC-4.2-empty-group")
def test_an_empty_marker_is_turned_up_like_any_other(sea: Sea) -> None:
    looks(grouped(sea), 9)
    assert sea.is_up("group-1")
    assert sea.piece("group-1").recon == [], "there is nobody to attack"
    told = [(event.about["box"], event.about["members"]) for event in sea.told("NC-4.2-recon-group", Observer.AXIS)]
    assert set(told) == {(1, "nothing")}


# How groups move


@pytest.mark.rule("NC-4.2-group-with-others", "NC-4.2-group-face-down")
def test_a_marker_lies_with_other_pieces_face_down_and_moves_with_them_or_alone(sea: Sea) -> None:
    grouped(sea, "mt-01", "mt-02")
    sea.place_all(["norfolk", "kent"], "0520")
    sea.identify("kent")
    sea.place("tirpitz", "0838")
    sea.missions(ALLIED)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0520"), Choose(("group-1", "norfolk")), Go("0521"), Stop())
    assert {sea.piece(n).at for n in ("group-1", "mt-01", "mt-02", "norfolk")} == {"0521"}
    assert sea.piece("kent").at == "0520"
    assert not sea.is_up("group-1")
    sea.act(AXIS, Pass())
    sea.act(ALLIED, Declare(MissionType.PATROL, "0521"), Choose(("group-1",)), Go("0522"), Stop())
    assert {sea.piece(n).at for n in ("group-1", "mt-01", "mt-02")} == {"0522"}
    assert sea.piece("norfolk").at == "0521"


@pytest.mark.rule("NC-4.2-group-empty-speed", "NC-4.2-decoy-only-group", "NC-4.2-empty-group")
@pytest.mark.parametrize(
    ("inside", "reach"),
    [
        (("gb-dd-1", "mt-01"), 3),
        (("gb-dd-1", "allied-decoy-1"), 9),
        (("allied-decoy-1", "allied-decoy-2"), 25),
        ((), 25),
    ],
)
def test_a_group_goes_as_fast_as_its_slowest_ship_and_without_ships_like_a_decoy(
    sea: Sea, inside: tuple[str, ...], reach: int
) -> None:
    grouped(sea, *inside, cell="0310").missions(ALLIED)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0310"), Choose(("group-1",)))
    options = sea.asked(ALLIED).options
    assert Go(f"03{10 + reach}") in options
    assert (Go(f"03{11 + reach}") in options) is (reach == 25)
    sea.act(ALLIED, Go(f"03{10 + reach}"), Stop())
    assert {sea.piece(name).at for name in ("group-1", *inside)} == {f"03{10 + reach}"}


def test_a_recon_of_a_group_goes_by_its_ships_and_not_by_its_marker(sea: Sea) -> None:
    grouped(sea, "gb-dd-1", "mt-01")
    sea.place("tirpitz", "0521")
    sea.mission(MissionType.RECON, ["group-1", "gb-dd-1", "mt-01"]).begin(Observe())
    scouts = {action.scout for action in sea.asked(ALLIED).options if isinstance(action, Spot)}
    assert scouts == {"gb-dd-1", "mt-01"}
