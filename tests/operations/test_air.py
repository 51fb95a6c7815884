"""Sections 5.11 and 5.14: squadrons, when and where they fly, and how a month's are found."""

from __future__ import annotations

import pytest

from barents.games.operations.air.allotment import allot, exchange, renew, settle, station
from barents.games.operations.air.orders import AirStaff
from barents.games.operations.air.squadrons import is_ready
from barents.games.operations.battle.damage import sink
from barents.games.operations.orders import Cap, Search
from barents.games.operations.rules.units import Umpire, over
from barents.games.operations.state import LaunchStrikes, Orders, Record, SetUp, Sortie
from barents.kernel import umpire as kernel
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, CLEAR, CLOUD, GALE, MURK, OPEN_SEA, SQUALL, STORM, Theatre

NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
BANAK, BARDUFOSS, VAENGA = "6017", "5619", "6619"


def missions(theatre: Theatre, key: str) -> set[str]:
    """The kinds of missions that a squadron may be given."""
    step = theatre.step_now(key)
    side = ALLIED if key in theatre.now.desks[ALLIED].air else AXIS
    return {order.sortie for order in AirStaff(theatre.now, theatre.data, side).sorties(step)}


# Missions and their tempo


@pytest.mark.rule("OP-AIR-missions")
@pytest.mark.parametrize(
    ("type", "base", "able"),
    [
        ("bv-138", "Tromsø", {"search", "asw", "transfer"}),
        ("ju-88", "Banak", {"strike", "transfer"}),
        ("bf-109", "Banak", {"cap", "escort", "transfer"}),
        ("bf-110", "Banak", {"cap", "escort", "strike", "transfer"}),
        ("fw-200", "Værnes", {"search", "strike", "transfer"}),
        ("catalina", "Hvalfjordur", {"search", "asw", "strike", "transfer"}),
    ],
)
def test_what_a_type_can_be_told_to_do(type: str, base: str, able: set[str]) -> None:
    theatre = Theatre()
    theatre.wing(type, base)
    assert missions(theatre, f"{type}-1") == able


@pytest.mark.rule("OP-AIR-missions")
def test_each_step_has_one_mission_or_rests() -> None:
    theatre = Theatre()
    theatre.wing("bv-138", "Tromsø", 2)
    theatre.wing("ju-88", "Banak")
    theatre.begin(Orders()).plot(AXIS, {"bv-138-1": f"search:{OPEN_SEA}", "ju-88-1": "strike"}).idle_on()
    flown = {key: (step.sortie, step.centre) for key, step in theatre.now.desks[AXIS].air.items()}
    assert flown == {"bv-138-1": ("search", OPEN_SEA), "bv-138-2": ("rest", ""), "ju-88-1": ("strike", "")}
    theatre.begin(Record())
    assert {step.sortie for step in theatre.now.desks[AXIS].air.values()} == {"rest"}


@pytest.mark.rule("OP-AIR-tempo")
@pytest.mark.parametrize(
    ("flew", "sorties", "last", "turn", "wanted", "ready"),
    [
        (0, 0, "rest", 1, "search", True),
        (1, 1, "search", 2, "search", False),  # never in turns on end
        (1, 1, "search", 2, "cap", False),
        (1, 1, "search", 3, "search", True),
        (3, 2, "search", 5, "search", False),  # two a day
        (5, 2, "search", 7, "search", True),  # another day
        (6, 1, "search", 7, "search", False),
        (1, 1, "cap", 2, "cap", True),  # fighters over a fleet fly on
        (3, 3, "cap", 4, "cap", True),
        (4, 4, "cap", 5, "cap", False),  # but four times a day
        (6, 4, "cap", 7, "cap", True),
        (1, 1, "cap", 2, "escort", False),
    ],
)
def test_how_often_a_step_flies(flew: int, sorties: int, last: Sortie, turn: int, wanted: Sortie, ready: bool) -> None:
    theatre = Theatre(turn=turn)
    (step,) = theatre.wing("bf-110", "Banak", flew=flew, sorties=sorties, last=last)
    assert is_ready(theatre.state, theatre.data, step, wanted) is ready


@pytest.mark.rule("OP-AIR-tempo")
def test_a_strike_is_a_mission_and_there_is_one_a_day() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("convoy", "6013", "uk:LT*3")
    theatre.contact(AXIS, "convoy")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.begin(LaunchStrikes(AXIS)).act(AXIS, "choose ju-88-1")
    struck, idle = theatre.step_now("ju-88-1"), theatre.step_now("ju-88-2")
    assert (struck.flew, struck.sorties, struck.last, struck.struck) == (8, 1, "strike", 2)
    assert idle.flew == idle.struck == 0
    ready = {
        turn: [
            is_ready(theatre.now, theatre.data, struck, sortie)
            for theatre.now.turn in (turn,)
            for sortie in ("transfer", "strike")
        ]
        for turn in (9, 10, 12, 13)
    }
    assert ready == {9: [False, False], 10: [True, False], 12: [True, False], 13: [True, True]}
    struck.rests = 3
    theatre.now.turn = 12
    assert not is_ready(theatre.now, theatre.data, struck, "transfer")  # beaten off, it rests until the next day
    theatre.now.turn = 13
    assert is_ready(theatre.now, theatre.data, struck, "transfer")


@pytest.mark.rule("OP-WX-air")
@pytest.mark.parametrize(
    ("level", "able"),
    [
        (CLEAR, {"fw-200": True, "bv-138": True, "ju-88": True, "ju-87": True, "bf-109": True}),
        (CLOUD, {"fw-200": True, "bv-138": True, "ju-88": True, "ju-87": True, "bf-109": True}),
        (SQUALL, {"fw-200": True, "bv-138": True, "ju-88": True, "ju-87": False, "bf-109": True}),
        (MURK, {"fw-200": True, "bv-138": True, "ju-88": False, "ju-87": False, "bf-109": False}),
        (STORM, {"fw-200": False, "bv-138": False, "ju-88": False, "ju-87": False, "bf-109": False}),
        (GALE, {"fw-200": False, "bv-138": False, "ju-88": False, "ju-87": False, "bf-109": False}),
    ],
)
def test_what_flies_in_which_weather(level: int, able: dict[str, bool]) -> None:
    """Search, hunting submarines, strikes by two types, and fighters over a fleet that is near."""
    theatre = Theatre(weather=level)
    theatre.fleet("germans", "6015", "tirpitz")
    theatre.fleet("convoy", "6014", "uk:LT*3")
    theatre.contact(AXIS, "convoy")
    for type in able:
        theatre.wing(type, "Banak", sortie="strike" if type.startswith("ju") else "rest")
    wanted = {"fw-200": "search", "bv-138": "asw", "bf-109": "cap"}
    found = {type: sortie in missions(theatre, f"{type}-1") for type, sortie in wanted.items()}
    theatre.begin(LaunchStrikes(AXIS))
    ready = "ju-88-1" in str(theatre.offered(AXIS)), "ju-87-1" in str(theatre.offered(AXIS))
    assert found | dict(zip(("ju-88", "ju-87"), ready, strict=True)) == able


@pytest.mark.rule("OP-WX-air")
def test_weather_at_either_end_keeps_aircraft_down() -> None:
    for region in ("N", "B"):
        theatre = Theatre().weather(STORM, region)
        theatre.wing("bv-138", "Værnes")
        values = set(AirStaff(theatre.state, theatre.data, AXIS).sorties(theatre.step_now("bv-138-1")))
        assert (Search("4726") in values) is (region == "B")
        assert Search(OPEN_SEA) not in values


@pytest.mark.rule("OP-AIR-night")
def test_by_night_only_radar_flies_and_only_to_look() -> None:
    theatre = Theatre(month=3, turn=NIGHT, year=1944)
    for type, base in (("fw-200", "Værnes"), ("bv-138", "Tromsø"), ("bf-110", "Banak")):
        theatre.wing(type, base)
    theatre.wing("liberator", "Scapa Flow")
    theatre.fleet("germans", "6015", "tirpitz")
    assert missions(theatre, "fw-200-1") == {"search", "strike"}  # it may stand by, but cannot be launched
    assert missions(theatre, "bv-138-1") == set()
    assert missions(theatre, "bf-110-1") == {"strike", "escort"}
    assert missions(theatre, "liberator-1") == {"search", "asw", "strike"}
    theatre.fleet("convoy", "6014", "uk:LT*3")
    theatre.contact(AXIS, "convoy")
    for step in theatre.state.desks[AXIS].air.values():
        step.sortie = "strike"
    assert theatre.begin(LaunchStrikes(AXIS)).offered(AXIS) == ["decline"]


@pytest.mark.rule("OP-AIR-radius")
def test_a_target_is_within_the_radius_of_a_base_or_a_carrier() -> None:
    theatre = Theatre()
    theatre.fleet("carrier", OPEN_SEA, "victorious")
    theatre.wing("albacore", "victorious", 2, sortie="strike")
    for zones in (6, 7):
        zone = f"57{11 + zones}" if 11 + zones < 14 else f"{57 - zones}11"
        theatre.fleet(f"away-{zones}", zone, "tirpitz" if zones == 6 else "hipper")
        assert theatre.data.distance(OPEN_SEA, zone) == zones
    near, far = theatre.contact(ALLIED, "away-6"), theatre.contact(ALLIED, "away-7")
    theatre.begin(LaunchStrikes(ALLIED))
    assert near.zone in theatre.asked(ALLIED).prompt
    theatre.act(ALLIED, "choose -")
    assert theatre.is_over, f"nobody reaches {far.zone}"


@pytest.mark.rule("OP-AIR-cover")
def test_fighters_over_a_zone_defend_every_fleet_there() -> None:
    theatre = Theatre()
    convoy = theatre.fleet("convoy", OPEN_SEA, "uk:LT*3")
    cover = theatre.fleet("cover", OPEN_SEA, "hms-avenger")
    other = theatre.fleet("other", "5712", "onslow")
    theatre.wing("sea-hurricane", "hms-avenger", 2)
    theatre.wing("swordfish", "hms-avenger", 2)
    theatre.begin(Orders())
    ways = theatre.ways(ALLIED, "sea-hurricane-1")
    assert {"cap:convoy", "cap:cover", "cap:other"} <= set(ways)
    assert not any(way.startswith(("cap:6619", "asw")) for way in ways)  # Vaenga is too far, and they hunt no boats
    theatre.plot(ALLIED, {"sea-hurricane-1": "cap:cover", "swordfish-1": "asw:convoy"}).idle_on()
    state = theatre.now
    convoy, cover, other = (theatre.at(key) for key in ("convoy", "cover", "other"))
    assert [len(over(state, ALLIED, fleet, "cap")) for fleet in (convoy, cover, other)] == [1, 1, 0]
    assert [len(over(state, ALLIED, fleet, "asw")) for fleet in (convoy, cover, other)] == [1, 0, 0]
    (fighter,) = theatre.wing("bf-109", "Værnes")
    assert Cap("4827") in set(AirStaff(theatre.state, theatre.data, AXIS).sorties(fighter))  # a base, with nobody in it


@pytest.mark.rule("OP-AIR-base-limit")
def test_a_base_holds_fourteen_steps() -> None:
    theatre = Theatre()
    theatre.wing("ju-88", "Banak", 13)
    theatre.wing("bf-110", "Bardufoss", 2)
    theatre.begin(Orders())
    assert f"transfer:{BANAK}" in theatre.ways(AXIS, "bf-110-1")
    both = {"bf-110-1": f"transfer:{BANAK}", "bf-110-2": f"transfer:{BANAK}"}
    with pytest.raises(Exception, match="no more than 1 may go to"):
        theatre.plot(AXIS, both)
    theatre.plot(AXIS, {"bf-110-1": f"transfer:{BANAK}"}).idle_on()
    assert theatre.step_now("bf-110-1").base == BANAK
    assert f"transfer:{BANAK}" not in theatre.begin(Orders()).ways(AXIS, "bf-110-2")


# Carriers


@pytest.mark.rule("OP-AIR-carrier-half")
def test_a_carrier_launches_half_of_her_steps() -> None:
    theatre = Theatre()
    theatre.fleet("carrier", OPEN_SEA, "victorious")
    theatre.fleet("raiders", "5713", "tirpitz")
    theatre.wing("fulmar", "victorious", 1)
    theatre.wing("albacore", "victorious", 4)
    theatre.contact(ALLIED, "raiders")
    sent = {"fulmar-1": "cap:carrier", **{f"albacore-{n}": "strike" for n in (1, 2, 3, 4)}}
    theatre.begin(Orders(), LaunchStrikes(ALLIED)).plot(ALLIED, sent).idle_until("OP-STRIKE-known")
    with pytest.raises(Exception, match="at most 2 of Victorious"):
        theatre.act(ALLIED, "choose albacore-1,albacore-2,albacore-3")
    theatre.act(ALLIED, "choose albacore-1,albacore-4")
    assert [raid.bombers for raid in theatre.now.raids] == [["albacore-1", "albacore-4"]]


@pytest.mark.rule("OP-AIR-carrier-half")
def test_more_than_half_stay_on_deck_and_none_fly_in_murk() -> None:
    theatre = Theatre()
    theatre.fleet("carrier", OPEN_SEA, "victorious")
    theatre.wing("albacore", "victorious", 3)
    orders = {f"albacore-{n}": f"search:{OPEN_SEA}" for n in (1, 2, 3)}
    theatre.begin(Orders()).plot(ALLIED, orders).idle_on()
    assert [theatre.step_now(f"albacore-{n}").sortie for n in (1, 2, 3)] == ["search", "search", "rest"]
    for level, able in ((SQUALL, True), (MURK, False)):
        theatre = Theatre(weather=level)
        theatre.fleet("carrier", OPEN_SEA, "victorious")
        theatre.wing("albacore", "victorious")
        assert ("search" in missions(theatre, "albacore-1")) is able


@pytest.mark.rule("OP-AIR-carrier-sunk")
def test_what_becomes_of_the_aircraft_of_a_lost_carrier() -> None:
    def lost(*, second: bool, zone: str = OPEN_SEA) -> dict[str, str]:
        theatre = Theatre()
        theatre.fleet("carrier", zone, "victorious")
        if second:
            theatre.fleet("other", "5713", "hms-avenger")
            theatre.wing("sea-hurricane", "hms-avenger", 4)
        theatre.wing("fulmar", "victorious", 2)
        theatre.wing("albacore", "victorious", 3)
        flying: tuple[tuple[str, Sortie, str], ...] = (
            ("fulmar-1", "cap", "carrier"),
            ("albacore-1", "search", zone),
            ("albacore-2", "strike", "5713"),
            ("albacore-3", "strike", ""),  # it stands by on deck
        )
        for key, sortie, centre in flying:
            theatre.step_now(key).sortie, theatre.step_now(key).centre = sortie, centre
        sink(theatre.umpire(), ALLIED, theatre.find("victorious"))
        theatre.begin(Record())
        return {key: step.base for key, step in theatre.now.desks[ALLIED].air.items() if "hurricane" not in key}

    assert lost(second=False) == {}
    # An escort carrier has room for two more; who comes third is lost.
    assert lost(second=True) == {"fulmar-1": "hms-avenger", "albacore-1": "hms-avenger"}
    assert lost(second=False, zone="6617") == {"fulmar-1": VAENGA, "albacore-1": VAENGA}


# A month


@pytest.mark.rule("OP-AIR-allot-fresh", "OP-AIR-allot-axis")
def test_a_month_brings_new_steps_and_the_old_ones_are_gone() -> None:
    theatre = Theatre(month=3)
    theatre.fleet("carrier", OPEN_SEA, "de:CV01")
    theatre.wing("ju-87c", "cv01-1", 3)
    theatre.wing("ju-88", "Banak", 9)
    theatre.wing("he-115", "Tromsø", 2)
    # Ju 88 1D6+2, Ju 87 1D6, He 115 1D3, Fw 200 2, Bv 138 1D3, Bf 110 1D3, Bf 109 1D6
    u = theatre.umpire(axis=[1, 2, 3, 4, 5, 6])
    allot(u, AXIS)
    assert theatre.dice_left() == {}
    air = theatre.now.desks[AXIS].air
    kinds = [step.type for step in air.values()]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "ju-87c": 3,
        "ju-88": 3,
        "ju-87": 2,
        "he-115": 2,
        "fw-200": 2,
        "bv-138": 2,
        "bf-110": 3,
        "bf-109": 6,
    }
    assert {step.base for step in air.values() if step.type == "ju-88"} == {""}
    assert not theatre.rolls("OP-AIR-allot-axis", Observer.ALLIED)


def _new_month(u: Umpire, _step: SetUp) -> None:
    allot(u, ALLIED)
    allot(u, AXIS)


def _exchanged(u: Umpire, _step: Orders) -> kernel.Rule[None]:
    renew(u.state.desks[ALLIED], (yield from exchange(u)))


def _stationed(u: Umpire, _step: Record) -> kernel.Rule[None]:
    allied, axis = yield from u.both(station(u, ALLIED), station(u, AXIS))
    settle(u.state.desks[ALLIED], allied)
    settle(u.state.desks[AXIS], axis)


@pytest.mark.rule("OP-AIR-allot-allied", "OP-AIR-base-limit", "OP-AIR-allot-fresh")
def test_where_the_steps_of_a_month_are_based() -> None:
    theatre = Theatre(month=9, year=1942, steps={SetUp: _new_month, Record: _stationed})
    # Catalina 1D3, Hudson 1D6, Beaufort 1D6, Soviet fighters 2D6, Pe-2 1D6, Il-4 1D3, MBR-2 1D3; in Russia Hampdens
    # 1D6 and two Catalinas
    theatre.begin(SetUp(), Record(), allied=[1, 1, 1, 6, 6, 3, 3, 1, 4], axis=[6, 6, 6, 6, 3, 5, 3, 5, 6, 6])
    assert theatre.dice_left() == {}
    in_russia = [step.type for step in theatre.now.desks[ALLIED].air.values() if step.base == VAENGA]
    assert in_russia == ["hampden"] * 4 + ["catalina"] * 2
    slots = theatre.slots(ALLIED)
    assert [sum(slot.startswith(kind) for slot in slots) for kind in ("hurricane-su", "pe-2", "il-4")] == [12, 3, 2]
    assert not any(slot.startswith("hampden") for slot in slots)
    assert theatre.ways(ALLIED, "mbr-2-1") == ["6619", "7119", "7324", "7612"]
    with pytest.raises(Exception, match="no more than 8 may go to 6619"):
        theatre.plot(ALLIED, {f"hurricane-su-{n}": VAENGA for n in range(1, 10)})
    theatre.plot(ALLIED, {f"hurricane-su-{n}": VAENGA for n in range(1, 9)}).plot(AXIS)
    assert theatre.is_over
    bases = [step.base for desk in theatre.now.desks.values() for step in desk.air.values()]
    assert max(bases.count(zone) for zone in bases) == 14
    assert "" not in bases


@pytest.mark.rule("OP-AIR-allot-allied")
def test_from_1943_soviet_bombers_may_be_newer_ones() -> None:
    theatre = Theatre(month=1, year=1943, steps={SetUp: _new_month, Orders: _exchanged})
    theatre.begin(SetUp(), Orders(), allied=[1, 1, 1, 1, 1, 1, 3, 1], axis=[1] * 9)
    theatre.act(ALLIED, "choose il-4-2,il-4-3")
    kinds = [step.type for step in theatre.now.desks[ALLIED].air.values()]
    assert (kinds.count("il-4"), kinds.count("a-20")) == (1, 2)
    theatre = Theatre(month=12, year=1942, steps={SetUp: _new_month, Orders: _exchanged})
    assert theatre.begin(SetUp(), Orders()).is_over
