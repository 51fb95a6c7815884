"""Chapter 11.4: storm dispersion, after a voyage of either side's ships in a storm."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import Dispersion, MissionType, Options
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

CONVOY, BESIDE = "2020", {"2019", "2021", "1920", "1921", "2120", "2121"}
SORTIE, PATROL = MissionType.SORTIE, MissionType.PATROL
WHEN = "NC-11.4-dispersion-when"


def stormy(*names: str, weather: Weather = "storm", dispersion: bool = True) -> Sea:
    """Allied ships in one hex, a boat elsewhere, and a storm."""
    sea = Sea(options=Options(dispersion=dispersion)).weather(weather)
    sea.place_all(names, CONVOY)
    sea.place("u-88", "3020")
    return sea


def struck(*names: str, dice: Sequence[int]) -> Sea:
    """The storm's die falls for those ships."""
    return stormy(*names).begin(Dispersion(), dice=dice)


@pytest.mark.rule("NC-11.4-dispersion-when", "NC-11.4-dispersion-1-3")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_boats_voyage_in_a_storm_is_followed_by_a_die_of_the_allies(die: int) -> None:
    sea = stormy("mt-01", "gb-dd-1").missions(AXIS, dice=[die])
    sea.send(SORTIE, "u-88").act(AXIS, "go 3021", "stop")
    (roll,) = sea.rolls(WHEN)
    assert (roll.die, roll.total) == ("d6", die)
    assert sea.piece("mt-01").at == sea.piece("gb-dd-1").at == CONVOY
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-11.4-dispersion-when")
def test_an_allied_voyage_too_but_only_in_a_storm_and_only_if_a_ship_moved() -> None:
    def rolls(weather: Weather, *, moves: bool = True, dispersion: bool = True) -> int:
        sea = stormy("mt-01", "gb-dd-1", weather=weather, dispersion=dispersion).missions(ALLIED, dice=[1])
        sea.send(PATROL, "mt-01", "gb-dd-1")
        if moves:
            sea.act(ALLIED, "go 2021")
        sea.act(ALLIED, "stop")
        return len(sea.rolls(WHEN))

    assert rolls("storm") == 1
    assert rolls("fog") == rolls("clear") == rolls("storm", moves=False) == rolls("storm", dispersion=False) == 0


@pytest.mark.rule("NC-11.4-dispersion-4-5")
@pytest.mark.parametrize("die", [4, 5])
def test_four_and_five_drive_one_ship_away_that_the_allies_choose_to_where_the_german_says(die: int) -> None:
    sea = struck("mt-01", "gb-dd-1", "gb-de-1", dice=[die])
    sea.act(ALLIED, f"disperse {CONVOY}")
    assert sorted(sea.offered(ALLIED)) == ["choose gb-dd-1", "choose gb-de-1", "choose mt-01"]
    sea.act(ALLIED, "choose mt-01")
    assert set(sea.offered(AXIS)) == {f"drive-to {cell}" for cell in BESIDE}
    sea.act(AXIS, "drive-to 2121")
    assert [sea.piece(name).at for name in ("mt-01", "gb-dd-1", "gb-de-1")] == ["2121", CONVOY, CONVOY]
    assert len(sea.rolls(WHEN)) == 1


@pytest.mark.rule("NC-11.4-dispersion-6")
def test_six_drives_two_ships_away_each_into_a_hex_of_its_own_if_the_german_likes() -> None:
    sea = struck("mt-01", "mt-02", "gb-dd-1", dice=[6]).act(ALLIED, f"disperse {CONVOY}", "choose mt-01,gb-dd-1")
    sea.act(AXIS, "drive-to 2019", "drive-to 2120")
    assert [sea.piece(name).at for name in ("mt-01", "mt-02", "gb-dd-1")] == ["2019", CONVOY, "2120"]


@pytest.mark.rule("NC-11.4-dispersion-when")
def test_any_allied_stack_on_the_map_may_be_named_if_it_has_two_ships() -> None:
    sea = stormy("mt-01", "gb-dd-1")
    sea.place("norfolk", "1025")
    sea.place("allied-decoy-1", "1025")
    sea.place_all(["trident", "tigris"], "1530")
    sea.begin(Dispersion(), dice=[4])
    assert sea.offered(ALLIED) == ["disperse 1530", f"disperse {CONVOY}"], "a decoy makes no stack"
    sea = Sea(options=Options(dispersion=True)).weather("storm")
    sea.place("norfolk", "1025")
    sea.begin(Dispersion(), dice=[6])
    assert sea.piece("norfolk").at == "1025"
    assert sea.now.turn == 2, "nobody was asked"


@pytest.mark.rule("NC-11.4-dispersion-legal")
def test_a_ship_is_driven_only_where_it_may_be() -> None:
    """Column 28 is beyond the line that Norfolk may not cross; 2004 has the pack ice to its north."""
    sea = stormy()
    sea.place_all(["norfolk", "gb-dd-1"], "2720")
    sea.begin(Dispersion(), dice=[4]).act(ALLIED, "disperse 2720", "choose norfolk")
    assert set(sea.offered(AXIS)) == {f"drive-to {cell}" for cell in ("2719", "2721", "2620", "2619")}
    sea = stormy()
    sea.place_all(["norfolk", "gb-dd-1"], "2002")
    sea.begin(Dispersion(), dice=[4]).act(ALLIED, "disperse 2002", "choose norfolk")
    assert "drive-to 2001" not in sea.offered(AXIS)
    assert "drive-to 2003" in sea.offered(AXIS)


@pytest.mark.rule("NC-11.4-dispersion-legal")
def test_a_ship_with_nowhere_to_go_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    sea = stormy("mt-01", "gb-dd-1")
    monkeypatch.setitem(sea.data.joined("summer"), CONVOY, ())
    sea.begin(Dispersion(), dice=[4]).act(ALLIED, f"disperse {CONVOY}", "choose mt-01")
    assert (sea.piece("mt-01").at, sea.piece("mt-01").halted) == (CONVOY, False)
    assert len(sea.told("NC-11.4-dispersion-legal")) == 1


@pytest.mark.rule("NC-11.4-dispersion-lasts")
def test_a_dispersed_ship_does_not_move_again_until_the_next_turn() -> None:
    sea = stormy()
    sea.on_patrol("gb-dd-1", CONVOY)
    sea.place("mt-01", CONVOY)
    sea.missions(AXIS, dice=[4]).send(SORTIE, "u-88").act(AXIS, "go 3021", "stop")
    sea.act(ALLIED, f"disperse {CONVOY}", "choose gb-dd-1").act(AXIS, "drive-to 2019")
    assert not sea.piece("gb-dd-1").on_patrol
    assert {"sortie 2019 no", "sortie 2020 no"} & sea.declared(ALLIED) == {"sortie 2020 no"}
    sea.act(ALLIED, "declare patrol 2019 no", "choose gb-dd-1")
    assert sea.goals(ALLIED) == set(), "it may do what needs no movement"
    sea.act(ALLIED, "stop").act(AXIS, "pass").act(ALLIED, "pass")
    assert (sea.now.turn, sea.piece("gb-dd-1").halted) == (2, False)


def test_a_ship_leaves_its_holding_box_and_nobody_is_told_which_it_is() -> None:
    sea = stormy()
    sea.place_all(["mt-01", "mt-02", "mt-03"], CONVOY, box=1)
    sea.place("group-1", CONVOY)
    sea.begin(Dispersion(), dice=[5]).act(ALLIED, f"disperse {CONVOY}", "choose mt-02")
    seen = sea.match.known(Observer.AXIS)
    assert seen.boxes == {1: 2}
    assert "mt-02" not in str(seen.agenda)
    sea.act(AXIS, "drive-to 2021")
    assert sea.piece("mt-02").box == 0
    assert {cell for cell in ("2020", "2021") if f"allied@{cell}" in sea.match.known(Observer.AXIS).pieces[ALLIED]} == {
        "2020",
        "2021",
    }
    assert not any("mt-02" in str(told) for told in sea.told("NC-11.4-dispersion-lasts", Observer.AXIS))


def test_the_carrier_takes_her_aircraft_along_and_a_storm_draws_no_interception() -> None:
    sea = stormy("victorious", "gb-dd-1")
    sea.place("albacore-1", CONVOY)
    sea.on_patrol("u-255", "2021")
    sea.begin(Dispersion(), dice=[4]).act(ALLIED, f"disperse {CONVOY}", "choose victorious").act(AXIS, "drive-to 2021")
    assert sea.piece("albacore-1").at == sea.piece("victorious").at == "2021"
    assert AXIS not in sea.match.pending or sea.asked(AXIS).rule != "NC-7.0-trigger"


def test_a_ship_of_the_stack_that_moved_may_be_driven_away_after_it() -> None:
    sea = stormy("mt-01", "gb-dd-1").missions(ALLIED, dice=[4]).send(SORTIE, "mt-01", "gb-dd-1")
    sea.act(ALLIED, "go 2021", "stop", "disperse 2021", "choose mt-01").act(AXIS, "drive-to 2022")
    assert (sea.piece("mt-01").at, sea.piece("gb-dd-1").at) == ("2022", "2021")
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-11.4-dispersion-arrives", "NC-10.0-vp-merc-arrives")
@pytest.mark.parametrize(
    ("ship", "start", "arrives"), [("mt-01", "", True), ("mt-01", "4434", False), ("kent", "", False)]
)
def test_a_merchant_that_is_driven_to_where_she_was_bound_has_arrived(ship: str, start: str, arrives: bool) -> None:
    """4433 lies north of the hex off Murmansk; one that began there is bound for the west."""
    sea = stormy()
    sea.place_all([ship, "gb-dd-1"], "4433", start=start)
    sea.missions(AXIS, dice=[4, 3]).send(SORTIE, "u-88").act(AXIS, "go 3021", "stop")
    sea.act(ALLIED, "disperse 4433", f"choose {ship}").act(AXIS, "drive-to 4434")
    assert sea.piece(ship).at == ("safe" if arrives else "4434")
    assert sea.now.points[ALLIED] == (3 if arrives else 0)
