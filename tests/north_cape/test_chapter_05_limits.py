"""Chapter 5 of North Cape: who may go on a mission, how far, with whom, and when it is over.

Most of it happens in column 10, at sea in every season: 1015 has 1014 to the north and 1016 to the south.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Cancel, Declare, DropOff, Engage, Go, Pass, SaySubmarine, Spot, Stop
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import MissionType
from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
DD, MERCHANT = "gb-dd-1", "mt-01"
BANAK, BARDUFOSS = "2633", "1338"


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 5.0: the stack on its way


@pytest.mark.rule("NC-5.0-drop-off", "NC-5.1-patrol-station")
def test_a_patrol_leaves_a_destroyer_on_its_way_and_she_watches_from_there(sea: Sea) -> None:
    sea.place_all([DD, "gb-dd-2"], "1015")
    sea.place("hipper", "1012")
    sea.missions(ALLIED).send(PATROL, DD, "gb-dd-2")
    assert "drop-off" not in sea.offered(ALLIED), "who does not come along is not chosen"
    sea.act(ALLIED, Go("1016"), DropOff(), Choose((DD,)), Go("1022"), Stop())
    sea.send(SORTIE, "hipper").act(AXIS, Go("1015"))
    assert list(sea.asked(ALLIED).options) == [Choose(()), Choose((DD,))]


@pytest.mark.rule("NC-8.0-surface-anytime", "NC-7.2-all-halted")
def test_a_boat_that_was_caught_may_dive_in_its_next_mission_but_does_not_come_up_again(sea: Sea) -> None:
    sea.on_patrol("kent", "1016")
    sea.place("u-88", "1013", surfaced=True)
    sea.missions(AXIS, dice=[10]).send(SORTIE, "u-88").act(AXIS, Choose(()), Go("1015"))
    sea.act(ALLIED, Choose(("kent",)), Engage("kent", "u-88")).act(AXIS, Stop())
    sea.send(RECON, "u-88").act(AXIS, Choose(("u-88",)))
    assert not sea.piece("u-88").surfaced
    assert sea.offered(AXIS) == ["stop", "cancel"], "it surfaces while it moves, and its movement is over"


@pytest.mark.rule("NC-5.0-one-unit-or-stack")
@pytest.mark.parametrize(("flying", "who"), [(True, "albacore-1"), (False, "victorious")])
def test_aircraft_and_ships_of_a_hex_go_on_missions_of_their_own(sea: Sea, flying: bool, who: str) -> None:
    sea.place_all(["victorious", "albacore-1"], "1015")
    sea.missions(ALLIED).act(ALLIED, Declare(SORTIE, "1015", flying=flying))
    assert sea.offered(ALLIED) == ["choose -", f"choose {who}"]


# 5.1: one mission after the other


@pytest.mark.rule("NC-5.1-complete-first", "NC-5.1-one-type-at-a-time", "NC-5.1-recon-ends")
def test_a_ship_has_completed_one_mission_before_it_begins_another(sea: Sea) -> None:
    sea.place(DD, "1015")
    sea.place("tirpitz", "1017")
    sea.identify("tirpitz").missions(ALLIED, allied=[1]).send(RECON, DD)
    stopping = []
    for answer in (Go("1016"), Stop(), Spot(DD, "1017"), Stop()):
        with pytest.raises(Refused):
            sea.act(ALLIED, Declare(PATROL, sea.piece(DD).at))
        stopping.append(GAME.words(sea.data, sea.match.known(Observer.ALLIED), Stop()))
        assert not sea.told("NC-5.1-complete-first")
        sea.act(ALLIED, answer)
    assert stopping == [*["Stop here and look around"] * 2, *["Look no further"] * 2]
    assert [told.about for told in sea.told("NC-5.1-complete-first")] == [{"side": "allied"}]
    sea.act(AXIS, Pass())
    assert sea.declared(ALLIED) == {f"{type} 1016 no" for type in (PATROL, SORTIE, ATTACK)}
    sea.send(PATROL, DD).act(ALLIED, Stop())
    assert sea.piece(DD).on_patrol


@pytest.mark.rule("NC-5.1-once-per-type", "NC-5.5-decoy-missions")
def test_a_decoy_that_was_on_recon_as_a_ship_is_not_on_another_as_an_aircraft(sea: Sea) -> None:
    sea.place("allied-decoy-1", "1015")
    sea.missions(ALLIED).send(RECON, "allied-decoy-1").act(ALLIED, Stop()).act(AXIS, Pass())
    assert sea.declared(ALLIED) == {f"{type} 1015 {kind}" for type in (PATROL, SORTIE) for kind in ("no", "yes")}


@pytest.mark.rule("NC-5.5-decoy-missions", "NC-5.1-sortie-decoys")
@pytest.mark.parametrize(("flying", "ends"), [(True, BANAK), (False, "1022")])
def test_a_decoy_on_patrol_in_the_air_goes_on_as_an_aircraft_and_home_or_as_a_ship(
    sea: Sea, flying: bool, ends: str
) -> None:
    decoy = "axis-decoy-1"
    sea.place(decoy, BANAK)
    sea.missions(AXIS).act(AXIS, Declare(PATROL, BANAK, flying=True), Choose((decoy,)), Go("1020"), Stop())
    sea.act(ALLIED, Pass())
    sea.act(AXIS, Declare(SORTIE, "1020", flying=flying), Choose((decoy,)), Go("1022"), Stop())
    if flying:
        sea.act(AXIS, Allot(((decoy, "back"),)))
    assert sea.piece(decoy).at == ends
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


# 5.1: who may attack whom


@pytest.mark.rule("NC-5.1-type-limits")
@pytest.mark.parametrize(
    ("attacker", "damage", "target", "surfaced", "can"),
    [
        pytest.param("gb-aa-1", 1, "u-88", True, True, id="guns of 2, halved"),
        pytest.param("gb-de-5", 0, "u-88", True, True, id="guns of 1"),
        pytest.param("gb-de-5", 1, "u-88", True, False, id="guns of 1, halved"),
        pytest.param("gb-de-5", 1, "u-88", False, True, id="but it still hunts boats"),
        pytest.param("m-176", 1, "hipper", False, True, id="torpedoes of 3, halved"),
    ],
)
def test_a_factor_of_one_is_enough_to_attack_with_and_half_of_one_is_not(
    sea: Sea, attacker: str, damage: int, target: str, surfaced: bool, can: bool
) -> None:
    sea.place(attacker, "1015", damage=damage)
    sea.place(target, "1016", surfaced=surfaced)
    sea.identify(target).missions(ALLIED)
    assert ("attack 1015 no" in sea.declared(ALLIED)) is can
    if can:
        sea.send(ATTACK, attacker).act(ALLIED, Go("1016"))
        assert "stop" in sea.offered(ALLIED)


@pytest.mark.rule("NC-5.1-attack-needs-recon", "NC-5.1-attack-move")
def test_a_cruiser_on_her_way_to_attack_cannot_fight_ships_that_nobody_has_reconnoitred(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("tirpitz", "1016")
    sea.place("hipper", "1018")
    sea.identify("hipper").missions(ALLIED).send(ATTACK, "kent").act(ALLIED, Go("1016"))
    assert sea.offered(ALLIED) == ["cancel"], "only ships that were together before need no reconnaissance"
    sea.act(ALLIED, Cancel())
    assert not sea.is_up("tirpitz")


@pytest.mark.rule("NC-5.1-patrol-auto-recon", "NC-5.1-patrol-others-need-recon")
def test_two_patrols_that_have_each_found_an_enemy_may_each_attack_their_own(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("london", "2015")
    sea.place("hipper", "1017", recon=["kent"])
    sea.place("scheer", "2017", recon=["london"])
    sea.place("de-dd-1", "1017")
    sea.identify("hipper", "scheer", reconnoitred=False).missions(ALLIED)
    assert sea.declared(ALLIED) >= {"attack 1015 no", "attack 2015 no"}
    sea.send(ATTACK, "kent").act(ALLIED, Go("1017"))
    assert "stop" in sea.offered(ALLIED), "one enemy that she has found is enough"


@pytest.mark.rule("NC-9.6-no-recon-same-hex")
def test_a_group_among_enemy_ships_attacks_them_with_what_is_in_its_box(sea: Sea) -> None:
    sea.place("group-1", "1015")
    sea.place_all(["kent", MERCHANT], "1015", box=1)
    sea.place("hipper", "1015")
    sea.missions(ALLIED).act(ALLIED, Declare(ATTACK, "1015"))
    assert sea.offered(ALLIED) == ["choose -", "choose group-1"]
    sea.act(ALLIED, Choose(("group-1",)), Stop())
    assert sea.offered(ALLIED) == ["engage kent hipper"]


# 5.1: when it is over


@pytest.mark.rule("NC-3.1-storm-no-air", "NC-5.1-patrol-ends")
@pytest.mark.parametrize(("weather", "asked"), [("clear", True), ("storm", False)])
def test_a_patrol_that_nobody_saw_may_have_been_aircraft_that_now_land_but_not_in_a_storm(
    sea: Sea, weather: Weather, asked: bool
) -> None:
    sea.weather(weather).on_patrol("hipper", "1016")
    sea.place("trident", "1013")
    sea.missions(ALLIED).send(SORTIE, "trident").act(ALLIED, Go("1015"))
    sea.act(AXIS, Choose(("hipper",))).act(ALLIED, SaySubmarine(), Stop())
    assert (AXIS in sea.match.pending) is asked
    if asked:
        sea.act(AXIS, Allot(()))
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "the patrol has had its mission"
    assert not sea.piece("hipper").on_patrol


# 5.3: range


@pytest.mark.rule("NC-5.3-range-own", "NC-5.3-range-from-base")
def test_aircraft_that_met_on_patrol_go_on_together_within_the_range_of_each_from_its_own_base(sea: Sea) -> None:
    station, within = "2027", sea.data.grid.within
    sea.on_patrol("ju-87-1", station, base=BANAK)
    sea.on_patrol("ju-87-2", station, base=BARDUFOSS)
    sea.missions(AXIS).send(SORTIE, "ju-87-1", "ju-87-2")
    assert sea.goals(AXIS) == (set(within(BANAK, 15)) & set(within(BARDUFOSS, 15))) - {station}
    for cell in ("3330", "0735", station):  # near Banak, near Bardufoss, and where they are
        with pytest.raises(Refused):
            sea.act(AXIS, Go(cell))


# 6.0: who looks


@pytest.mark.rule("NC-6.0-any-unit", "NC-6.1-one-hex", "NC-5.1-once-per-type")
def test_of_a_group_on_recon_every_piece_in_the_box_looks_once_but_not_the_marker(sea: Sea) -> None:
    sea.place("group-1", "1015")
    sea.place_all([DD, "allied-decoy-1"], "1015", box=1)
    sea.place("hipper", "1017")
    sea.missions(ALLIED, allied=[1, 1]).send(RECON, "group-1").act(ALLIED, Go("1016"), Stop())
    assert sea.offered(ALLIED) == ["stop", "spot allied-decoy-1 1017", f"spot {DD} 1017"]
    sea.act(ALLIED, Spot(DD, "1017")).act(AXIS, Decline())
    assert sea.offered(ALLIED) == ["stop", "spot allied-decoy-1 1017"]
    sea.act(ALLIED, Stop()).act(AXIS, Pass())
    assert sea.declared(ALLIED) == {"patrol 1016 no", "sortie 1016 no"}
