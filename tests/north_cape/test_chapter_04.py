"""Chapters 4.0 and 4.1 of North Cape: set-up, stacking, what lies face down; airbases, the carrier, and coming home."""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import Buy, Declare, Go, Pass, ShowPieces, Stop, UsePrinzEugen
from barents.games.north_cape.rules.pieces import damage
from barents.games.north_cape.state import (
    LOST,
    NOT_AVAILABLE,
    EndMission,
    EndTurn,
    LandAircraft,
    Leg,
    MissionType,
    NextMission,
    Observe,
    TrimCarrier,
)
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Refused, Subset
from barents.kernel.domains import Among
from barents.kernel.events import seen
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

BANAK, FULL = "2633", ("ju-88-1", "ju-88-2", "ju-88-3", "ju-88-4", "ju-88-5")
DECK = ("albacore-1", "albacore-2", "fulmar-1", "sea-hurricane-1")


@pytest.fixture
def sea() -> Sea:
    return Sea()


def landing_places(sea: Sea, unit: str) -> list[str]:
    """The bases that an air unit may land at."""
    options = sea.asked(AXIS).options
    assert isinstance(options, Assign)
    domain = options.slots[unit]
    assert isinstance(domain, Among)
    return sorted(domain)


# 4.0: set-up and stacking


@pytest.mark.rule("NC-4.0-setup-by-scenario")
@pytest.mark.parametrize(
    ("cell", "why"),
    [("0108", "above the winter ice"), ("2535", "on land"), ("0639", "off the map"), ("waiting:subs", "not placed")],
)
def test_a_submarine_starts_only_where_its_scenario_allows(cell: str, why: str) -> None:
    sea = Sea.opening("unternehmen-sportpalast")
    sea.act(AXIS, UsePrinzEugen(False))
    while isinstance(sea.asked(ALLIED).options, Subset):
        sea.act(ALLIED, next(iter(sea.asked(ALLIED).options)))
    with pytest.raises(Refused):
        sea.act(ALLIED, Allot((("trident", cell), ("tigris", "0520"))))
    sea.act(ALLIED, Allot((("trident", "0109"), ("tigris", "0520"))))
    assert sea.asked(ALLIED).rule == "NC-12.0-east-one-hex", why


@pytest.mark.rule("NC-4.0-stacking-unlimited")
def test_any_number_of_ships_may_share_a_hex(sea: Sea) -> None:
    merchants = [f"mt-{number:02d}" for number in range(1, 61)]
    sea.place_all(merchants, "0521")
    sea.place("norfolk", "0520")
    sea.missions(ALLIED)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0520"), Choose(("norfolk",)), Go("0521"), Stop())
    here = [piece.id for piece in sea.now.pieces[ALLIED].values() if piece.at == "0521"]
    assert here == [*merchants, "norfolk"]


@pytest.mark.rule("NC-4.0-ship-free-roam", "NC-4.0-no-return-required")
def test_a_ship_stays_at_sea_where_it_likes_turn_after_turn(sea: Sea) -> None:
    sea.place("norfolk", "1520")
    sea.place("tirpitz", "0838")
    sea.mission(MissionType.SORTIE, ["norfolk"], began=False, moved=0).begin(Leg(), dice=[1] * 9)
    reach = {cell for cell in sea.data.grid.within("1520", 8) if sea.data.map.terrain(cell) == "sea"} - {"1520"}
    assert all(Go(cell) in sea.asked(ALLIED).options for cell in reach)
    sea.act(ALLIED, Go("2016"), Stop())
    for turn in (2, 3):
        for side in (AXIS, ALLIED):
            sea.act(side, Pass())
        assert sea.now.turn == turn
        assert sea.piece("norfolk").at == "2016"
        for side in (ALLIED, AXIS):
            sea.act(side, Buy(0, 0))
        for side in (ALLIED, AXIS):
            sea.act(side, Allot(()))
        sea.act(ALLIED, Declare(MissionType.PATROL, "2016"), Choose(("norfolk",)), Stop())


# 4.0: face down, face up


@pytest.mark.rule("NC-4.0-face-down")
def test_what_lies_face_down_shows_only_that_something_is_there(sea: Sea) -> None:
    sea.place_all(["duke-of-york", "mt-01", "mt-02"], "0520")
    sea.missions(ALLIED)
    known = sea.match.known(Observer.AXIS)
    assert {name: piece.at for name, piece in known.pieces[ALLIED].items()} == {"allied@0520": "0520"}
    shown = [piece for piece in sea.match.view(Observer.AXIS).situation.pieces if piece.side is ALLIED]
    assert [(piece.cell, piece.kind, piece.face_down) for piece in shown] == [("0520", "unknown", True)]


@pytest.mark.rule("NC-4.0-reveal-by-recon-combat")
def test_moving_past_an_enemy_turns_nothing_up(sea: Sea) -> None:
    sea.place("norfolk", "0520")
    sea.place("tirpitz", "0522")
    sea.missions(ALLIED)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0520"), Choose(("norfolk",)), Go("0521"), Stop())
    sea.act(AXIS, Declare(MissionType.SORTIE, "0522"), Choose(("tirpitz",)), Go("0521"), Stop())
    assert sea.piece("norfolk").at == sea.piece("tirpitz").at == "0521", "they lie in one hex, unknown to each other"
    assert sea.revealed() == []


@pytest.mark.rule("NC-4.0-voluntary-reveal")
def test_a_player_may_show_his_own_units_which_does_not_make_them_reconnoitred(sea: Sea) -> None:
    sea.place_all(["norfolk", "london"], "0520")
    sea.place("tirpitz", "0522")
    sea.missions(ALLIED)
    sea.act(ALLIED, ShowPieces("0520"), Choose(("norfolk",)))
    assert sea.is_up("norfolk")
    assert not sea.is_up("london")
    assert sea.piece("norfolk").recon == []
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "it is no mission"
    sea.act(ALLIED, Pass())
    assert Declare(MissionType.ATTACK, "0522") not in sea.asked(AXIS).options


@pytest.mark.rule("NC-4.0-voluntary-reveal", "NC-4.0-face-down")
def test_who_thinks_better_of_it_has_not_said_where_he_has_anything_to_show(sea: Sea) -> None:
    """Only where real units lie is there anything to show; the umpire does not say so of a hex."""
    sea.place_all(["norfolk", "allied-decoy-1"], "0520")
    sea.place("allied-decoy-2", "0621")
    sea.place("kent", "waiting:cruisers")
    sea.missions(ALLIED)
    assert [one for one in sea.asked(ALLIED).asides or () if isinstance(one, ShowPieces)] == [ShowPieces("0520")]
    sea.act(ALLIED, ShowPieces("0520"))
    assert sea.offered(ALLIED) == ["choose -", "choose norfolk"]
    sea.act(ALLIED, Choose(()))
    heard = [seen(entry, Observer.AXIS) for entry in sea.match.log or []]
    assert "0520" not in str(heard)
    assert sorted(sea.match.known(Observer.AXIS).pieces[ALLIED]) == ["allied@0520", "allied@0621"]


@pytest.mark.rule("NC-4.0-recon-unit-reveal")
@pytest.mark.parametrize(("face", "shown"), [(1, False), (9, True)])
def test_a_unit_that_reconnoitres_is_shown_only_if_it_succeeds(sea: Sea, face: int, shown: bool) -> None:
    sea.place_all(["norfolk", "london"], "0520")
    sea.place("u-88", "0521")
    sea.mission(MissionType.RECON, ["u-88"]).begin(Observe(), NextMission(ALLIED), axis=[face])
    sea.act(AXIS, "spot u-88 0520")
    if ALLIED in sea.match.pending and sea.match.pending[ALLIED].window:
        sea.act(ALLIED, "decline")
    assert sea.is_up("u-88") is shown


# 4.0: aircraft come home


@pytest.mark.rule("NC-4.0-air-return")
def test_aircraft_return_to_a_base_when_their_mission_is_over(sea: Sea) -> None:
    sea.place("bv-138-1", "1435")
    sea.missions(AXIS)
    sea.act(AXIS, Declare(MissionType.SORTIE, "1435", flying=True), Choose(("bv-138-1",)), Go("1020"), Stop())
    assert sea.asked(AXIS).rule == "NC-5.6-na-return"
    assert len(landing_places(sea, "bv-138-1")) == 8
    with pytest.raises(Refused):
        sea.act(AXIS, Allot((("bv-138-1", "1020"),)))
    sea.act(AXIS, Allot((("bv-138-1", "2330"),)))
    unit = sea.piece("bv-138-1")
    assert (unit.at, unit.base, unit.aloft) == ("2330", "2330", False)


def test_a_stuka_from_banak_flies_fifteen_hexes_and_no_farther(sea: Sea) -> None:
    sea.place("ju-87-1", BANAK)
    sea.mission(MissionType.SORTIE, ["ju-87-1"], began=False, moved=0).begin(Leg())
    options = sea.asked(AXIS).options
    assert Go("2618") in options
    assert Go("2226") in options
    assert Go("2617") not in options


def test_a_range_of_25_reaches_25_hexes_from_the_carrier(sea: Sea) -> None:
    sea.place("victorious", "0538")
    sea.place("fulmar-1", "0538")
    sea.mission(MissionType.SORTIE, ["fulmar-1"], began=False, moved=0).begin(Leg())
    options = sea.asked(ALLIED).options
    assert Go("0513") in options
    assert Go("0512") not in options


# 4.1: airbases


@pytest.mark.rule("NC-4.1-airbase-five")
def test_a_sixth_air_unit_cannot_land_at_a_full_base(sea: Sea) -> None:
    sea.place_all(FULL, BANAK)
    sea.place("ju-87-1", "2620", base=BANAK, aloft=True)
    sea.mission(MissionType.SORTIE, ["ju-87-1"]).begin(EndMission())
    assert BANAK not in landing_places(sea, "ju-87-1")
    with pytest.raises(Refused):
        sea.act(AXIS, Allot((("ju-87-1", BANAK),)))
    sea.act(AXIS, Allot((("ju-87-1", "2631"),)))
    assert sea.piece("ju-87-1").at == "2631"


@pytest.mark.rule("NC-4.1-airbase-five")
def test_of_two_that_come_home_to_one_free_place_one_goes_elsewhere(sea: Sea) -> None:
    sea.place_all(FULL[:4], BANAK)
    sea.place_all(["ju-87-1", "ju-87-2"], "2620", base=BANAK, aloft=True)
    sea.mission(MissionType.SORTIE, ["ju-87-1", "ju-87-2"]).begin(EndMission())
    with pytest.raises(Refused):
        sea.act(AXIS, Allot((("ju-87-1", BANAK), ("ju-87-2", BANAK))))
    sea.act(AXIS, Allot((("ju-87-1", "-"), ("ju-87-2", BANAK))))
    assert sea.piece("ju-87-2").at == BANAK
    assert sea.piece("ju-87-1").at != BANAK, "without orders it does not take the place that was given away"


@pytest.mark.rule("NC-4.1-no-base-eliminated")
def test_an_air_unit_that_finds_no_room_in_range_is_lost(sea: Sea) -> None:
    sea.weather("fog", 1)
    sea.place_all(FULL, BANAK)
    sea.place("ju-87-1", "2620", base=BANAK, aloft=True)
    sea.place("ju-87-2", "2620", base="2631", aloft=True)
    sea.mission(MissionType.SORTIE, ["ju-87-1", "ju-87-2"]).begin(EndMission())
    assert sea.piece("ju-87-1").at == LOST
    assert landing_places(sea, "ju-87-2") == ["2631"]
    assert sea.now.points == {ALLIED: 0, AXIS: 0}, "an air unit is worth nothing"


@pytest.mark.rule("NC-4.1-no-base-eliminated")
def test_a_unit_not_available_lands_within_range_of_where_it_fought(sea: Sea) -> None:
    sea.place("ju-87-1", NOT_AVAILABLE, base="1338", came_from="1430")
    sea.begin(LandAircraft(AXIS))
    near = [base for base in sea.data.german_bases if sea.data.grid.distance("1430", base) <= 15]
    assert landing_places(sea, "ju-87-1") == sorted({*near, "1338"})
    assert "3633" not in near
    sea.act(AXIS, Allot((("ju-87-1", "1435"),)))
    unit = sea.piece("ju-87-1")
    assert (unit.at, unit.base, unit.came_from) == ("1435", "1435", "")


@pytest.mark.rule("NC-4.1-no-base-eliminated")
def test_a_unit_not_available_whose_own_base_is_full_and_no_other_in_range_is_lost(sea: Sea) -> None:
    sea.place_all(FULL, BANAK)
    sea.place("ju-87-1", NOT_AVAILABLE, base=BANAK, came_from="2615", damage=1)
    sea.begin(LandAircraft(AXIS), NextMission(ALLIED))
    assert sea.piece("ju-87-1").at == LOST


# 4.1: the carrier


@pytest.mark.rule("NC-4.1-four-british-air")
def test_there_are_four_british_air_units_and_all_are_on_victorious() -> None:
    sea = Sea.opening("convoy-is-to-scatter")
    aboard = [piece for piece in sea.now.pieces[ALLIED].values() if sea.data.counters[piece.id].is_air]
    assert sorted(piece.id for piece in aboard) == list(DECK)
    assert {piece.base for piece in aboard} == {"victorious"}
    assert {piece.at for piece in aboard} == {sea.piece("victorious").at}


@pytest.mark.rule("NC-4.1-british-cv-only")
def test_british_aircraft_land_on_victorious_and_never_ashore(sea: Sea) -> None:
    sea.place("victorious", "4432")
    sea.place("albacore-1", "4435", aloft=True)
    sea.mission(MissionType.SORTIE, ["albacore-1"]).begin(EndMission())
    assert [place.kind for place in sea.data.map.places if place.hex == "4435"][-1] == "airbase"
    assert (sea.piece("albacore-1").at, sea.piece("albacore-1").aloft) == ("4432", False)


@pytest.mark.rule("NC-4.1-cv-sunk-air-lost")
def test_with_victorious_sunk_her_aircraft_have_nowhere_to_land(sea: Sea) -> None:
    sea.place("victorious", "1020", damage=3)
    sea.place("albacore-1", "4435", aloft=True, on_patrol=True)
    sea.place("albacore-2", NOT_AVAILABLE, came_from="1021")
    sea.missions(ALLIED, dice=[1])
    damage(sea.umpire, sea.piece("victorious"), "u-88")
    assert sea.piece("victorious").at == LOST
    assert sea.piece("albacore-1").at == "4435", "in the air it is still there"
    sea.act(ALLIED, Pass()).act(AXIS, Pass())
    assert sea.piece("albacore-1").at == sea.piece("albacore-2").at == LOST
    assert sea.now.points == {ALLIED: 0, AXIS: 30}


@pytest.mark.rule("NC-4.1-cv-damage-capacity")
def test_of_those_that_come_home_to_a_damaged_carrier_the_owner_says_who_finds_room(sea: Sea) -> None:
    sea.place("victorious", "1020", damage=2)
    sea.place_all(DECK[:2], "1020")
    sea.place_all(DECK[2:], "1021", aloft=True)
    sea.mission(MissionType.SORTIE, DECK[2:]).begin(EndMission())
    assert list(sea.asked(ALLIED).options) == [Choose(("fulmar-1",)), Choose(("sea-hurricane-1",))]
    sea.act(ALLIED, Choose(("sea-hurricane-1",)))
    assert sea.piece("fulmar-1").at == LOST
    assert sea.piece("sea-hurricane-1").at == "1020"


@pytest.mark.rule("NC-4.1-cv-overfull")
def test_what_a_damaged_carrier_cannot_hold_is_lost_at_the_end_of_the_turn_by_its_owners_choice(sea: Sea) -> None:
    sea.place("victorious", "1020", damage=3)
    sea.place_all(DECK, "1020")
    sea.begin(TrimCarrier(), EndTurn(), dice=[1])
    options = sea.asked(ALLIED).options
    assert len(options) == 6
    assert all(isinstance(choice, Choose) and len(choice.items) == 2 for choice in options)
    sea.act(ALLIED, Choose(("albacore-1", "fulmar-1")))
    assert [sea.piece(name).at for name in DECK] == [LOST, "1020", LOST, "1020"]


def test_the_carrier_takes_along_what_is_on_her_deck_and_not_what_is_in_the_air(sea: Sea) -> None:
    sea.place("victorious", "0520")
    sea.place("albacore-1", "0520")
    sea.place("fulmar-1", "0520", aloft=True, on_patrol=True)
    sea.missions(ALLIED)
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0520"), Choose(("victorious",)), Go("0522"), Stop())
    assert (sea.piece("albacore-1").at, sea.piece("fulmar-1").at) == ("0522", "0520")
