"""The convoy history: its sums close, its dates run forward, its ships are in the register."""

import re

import pytest

from barents.atlas.fleet import Fleet
from barents.atlas.history import Convoy, History
from barents.atlas.names import UnknownNameError

HISTORY = History.load()


@pytest.mark.parametrize("convoy", HISTORY.convoys, ids=lambda c: c.name)
def test_the_figures_of_a_convoy_close(convoy: Convoy) -> None:
    assert convoy.arrived == convoy.merchants_sailed - convoy.turned_back - convoy.merchants_sunk
    by_cause = (
        convoy.sunk_by_uboat
        + convoy.sunk_by_aircraft
        + convoy.sunk_by_aircraft_and_uboat
        + convoy.sunk_by_surface
        + convoy.sunk_other
    )
    assert convoy.merchants_sunk == by_cause == len(convoy.ships_sunk)
    assert 0 < convoy.days < 25
    assert convoy.direction == ("westbound" if convoy.series in ("QP", "RA") else "eastbound")


def test_convoys_of_a_series_sail_in_the_order_of_their_numbers() -> None:
    for series in ("PQ", "JW", "QP", "RA"):
        dates = [c.depart_date for c in HISTORY.convoys if c.series == series]
        assert dates == sorted(dates), series


def test_published_totals_close_and_our_rows_come_near_them() -> None:
    t = HISTORY.totals
    assert t.eastbound_arrived == t.eastbound_sailed - t.eastbound_turned_back - t.eastbound_lost
    assert t.westbound_arrived == t.westbound_sailed - t.westbound_turned_back - t.westbound_lost
    east = [c for c in HISTORY.convoys if c.direction == "eastbound" and c.series in ("PQ", "JW", "Dervish")]
    west = [c for c in HISTORY.convoys if c.direction == "westbound"]
    assert abs(sum(c.merchants_sailed for c in east) - t.eastbound_sailed) <= 3
    assert abs(sum(c.merchants_sunk for c in east) - t.eastbound_lost) <= 3
    assert abs(sum(c.merchants_sailed for c in west) - t.westbound_sailed) <= 3
    assert abs(sum(c.merchants_sunk for c in west) - t.westbound_lost) <= 3


def test_pq_17_agrees_with_its_battle_and_with_the_register() -> None:
    convoy, battle, fleet = HISTORY["PQ-17"], HISTORY.find_battle("pq-17"), Fleet.load()
    assert convoy.merchants_sunk == battle.merchants_sunk == 22
    facts = battle.facts
    assert facts["ships_lost_total"] == 24
    assert facts["lost_before_scattering"] == 3
    by_day, by_boat = facts["lost_by_day"], facts["sunk_by_uboat_list"]
    assert isinstance(by_day, dict)
    assert sum(by_day.values()) == 24
    assert isinstance(by_boat, dict)
    assert sum(by_boat.values()) == facts["final_blow_by_uboat"]
    for text in convoy.ships_sunk:
        name = text.partition(" (")[0]
        assert "PQ-17" in fleet.find(name, kind="MT").fate, name


def test_ships_that_fought_are_in_the_register() -> None:
    fleet = Fleet.load()
    missing = [
        name
        for battle in HISTORY.battles
        for name in battle.german_force
        if not fleet.find_all(re.sub(r"\s*\(.*", "", name))
    ]
    assert missing == []


@pytest.mark.parametrize("spelling", ["PQ-17", "PQ 17", "pq17", "PQ.17", "Pq–17"])
def test_a_convoy_is_found_however_it_is_written(spelling: str) -> None:
    assert HISTORY.find(spelling).name == "PQ-17"


def test_an_unknown_convoy_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean JW-51B"):
        HISTORY.find("JW-51C")


def test_weather_runs_with_the_seasons() -> None:
    weather = HISTORY.weather
    assert weather.barents_sea.gale_days[0] > weather.barents_sea.gale_days[6]
    assert weather.barents_sea.fog_days[6] > weather.barents_sea.fog_days[0]
    assert weather.daylight.hours_sun_72n[5] == 24
    assert weather.daylight.hours_sun_72n[11] == 0
    for edge in (weather.ice_edge_latitude_n.bear_island_19e, weather.ice_edge_latitude_n.at_40e):
        assert edge.index(min(edge)) in (2, 3)
        assert edge.index(max(edge)) == 8
    for sea in (weather.norwegian_sea, weather.barents_sea):
        assert all(s <= g for s, g in zip(sea.storm_days, sea.gale_days, strict=True))
