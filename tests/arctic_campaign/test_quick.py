"""A month that is resolved quickly (8 c), and how the way of playing a month is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.data import Data, data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.quick.convoy import (
    Convoy,
    found_chance,
    is_found,
    outcome,
    raid_dice,
    strength,
)
from barents.games.arctic_campaign.quick.file import Fit
from barents.games.arctic_campaign.quick.month import is_in_time
from barents.games.arctic_campaign.rules import modes
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.units import SIGHTED, desk_of
from barents.games.arctic_campaign.state import (
    GONE,
    SUNK,
    ConvoyPhase,
    Gathering,
    Group,
    Mode,
    Reckoning,
    State,
    Way,
)
from barents.games.operations import GAME as OPERATIONS
from barents.games.operations.air.allotment import add
from barents.games.operations.rules.setup import new_ship
from barents.games.operations.state import Boat, Desk, Fleet
from barents.games.operations.state import State as Operation
from barents.games.operations.terms import Season
from barents.kernel.actions import Choose
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side, eyes_of

from .admiralty import ALLIED, AXIS, Admiralty
from .war_room import MODES, WarRoom

QUICK = "OP-MODE-quick"
WAY = ["3118", "4013", "4913", "5712", "6113", "6714", "6619"]
UNSEEN, SEEN = 100, 1  # faces of the die for the search
SAFE, LOST = [200, 4, 1], [1, 1, 1]  # bytes of a die of a thousand faces: 968 and 1
CALM, ROUGH = 1, 6
ESCORTS = ("echo", "eclipse", "faulknor", "fury")  # 12 factors against submarines: four dice in 1942


PLAIN = {**dict.fromkeys(("search", "boats", "hunt", "raids", "surface"), 100), "warships": 0, "rout": 0, "blood": 0}


def with_factors(**factors: int) -> Data:
    """The tables with chances that no calibration has changed, as section 8 has them, but for these."""
    tables = data(None)
    rows = tuple(msgspec.structs.replace(row, **(PLAIN | factors)) for row in tables.quick.fit.rows)
    fit = msgspec.structs.replace(tables.quick.fit, rows=rows)
    return Data(tables.tables, msgspec.structs.replace(tables.quick, fit=fit), tables.sea)


@cache
def uncorrected() -> Data:
    """The tables as section 8 has them."""
    return with_factors()


def month(date: str = "1942-05", *, seaworthiness: bool = True) -> Admiralty:
    """A month that is to be resolved quickly, with nothing in it."""
    options = Options(convoy_phase="quick", seaworthiness=seaworthiness)
    admiralty = Admiralty(date, options=options)
    admiralty.data = uncorrected()
    open_operation(admiralty.umpire())
    admiralty.state.operation = admiralty.now.operation
    return admiralty


def operation(admiralty: Admiralty) -> Operation:
    found = admiralty.now.operation
    assert found is not None
    return found


def desk(admiralty: Admiralty, side: Side) -> Desk:
    return operation(admiralty).desks[side]


def group(
    admiralty: Admiralty,
    key: str,
    way: Way,
    ships: Sequence[str],
    port: str,
    goal: str = "",
    route: Sequence[str] = (),
    *,
    covers: str = "",
    sails: int = 1,
) -> None:
    """A fleet of the month's plans."""
    side = AXIS if way in ("squadron", "base") else ALLIED
    plans = (admiralty.state.axis if side is AXIS else admiralty.state.allied).groups
    plans[key] = Group(key, key.upper(), way, list(ships), port, goal, sails, list(route), covers)


def eastbound(admiralty: Admiralty, transports: int, escorts: Sequence[str] = ESCORTS, *, sails: int = 1) -> Admiralty:
    """A convoy from Iceland to Murmansk."""
    keys = [f"lt-{number}" for number in range(1, transports + 1)]
    for key in keys:
        admiralty.ship(key, "Hvalfjordur", "merchant", line="uk:LT")
    for key in escorts:
        admiralty.ship(key, "Hvalfjordur")
    group(admiralty, "pq-16", "east", [*keys, *escorts], "Hvalfjordur", "Murmansk", WAY, sails=sails)
    return admiralty


def boats(admiralty: Admiralty, number: int) -> Admiralty:
    for count in range(1, number + 1):
        desk(admiralty, AXIS).boats[f"u-{count}"] = Boat(f"u-{count}", "de:VII", "5711", f"U-{count}")
    return admiralty


def squadron(admiralty: Admiralty, *ships: str, port: str = "Trondheim") -> Admiralty:
    for key in ships:
        admiralty.ship(key, port)
    group(admiralty, "raiders", "squadron", ships, port)
    return admiralty


def resolve(admiralty: Admiralty, *committed: str, **dice: Sequence[int]) -> Admiralty:
    """Play the phase; nobody of the Germans sails but those who are named. What a side is told its diary has."""
    admiralty.begin(ConvoyPhase(), dice=dice.pop("dice", ()), **dice)
    admiralty.act(ALLIED, "proceed")
    raids = any(one.way == "squadron" for one in admiralty.state.axis.groups.values())
    admiralty.act(AXIS, Choose(committed) if raids else "proceed")
    for side in Side:
        written = [(line.words, line.about) for line in desk_of(admiralty.now, side).diary]
        for told in admiralty.told(QUICK, eyes_of(side)):
            assert (told.words, {name: str(fact) for name, fact in told.about.items()}) in written
    return admiralty


def thrown(admiralty: Admiralty, subject: str) -> list[int]:
    """How many dice were thrown for something, each time."""
    return [len(roll.faces) for roll in admiralty.rolls(QUICK) if roll.subject == subject]


# How a month is played


@pytest.mark.rule("AC-A.3-weather-convoy", "AC-A.3-no-weather")
def test_there_is_weather_only_in_a_convoy_phase() -> None:
    """It is rolled when the operation begins to be played, and gone with it."""
    admiralty = month()
    admiralty.state.options = Options(convoy_phase="played")
    assert operation(admiralty).weather == {}
    admiralty.begin(ConvoyPhase()).idle(ALLIED)
    assert set(operation(admiralty).weather) == {"W", "N", "B", "E"}
    assert [entry for entry in admiralty.match.log or [] if getattr(entry.event, "rule", "").startswith("OP-WX")]
    over = month().begin(Gathering())
    assert over.is_over
    assert over.now.operation is None
    assert "weather" not in State.__struct_fields__


@pytest.mark.rule("OP-MODE-mix")
@pytest.mark.parametrize(
    ("allied", "axis", "taken"),
    [
        (["quick", "played"], ["quick", "players", "played"], "quick"),
        (["players", "played"], ["quick", "players", "played"], "players"),
        (["played"], ["quick"], "played"),
        (["quick", "players"], ["players"], "players"),
    ],
)
def test_the_quickest_way_that_both_accept(allied: list[Mode], axis: list[Mode], taken: Mode) -> None:
    admiralty = Admiralty("1942-05")
    admiralty.state.allied.modes, admiralty.state.axis.modes = allied, axis
    assert modes.chosen(admiralty.state, admiralty.data) == taken


@pytest.mark.rule("OP-MODE-mix")
def test_each_month_may_be_played_in_another_way() -> None:
    """The operation of a quick month is over at once; that of the next one is played if that is what both accept."""
    first = month()
    first.state.options = Options()
    first.state.allied.modes = first.state.axis.modes = ["quick"]
    first.begin(ConvoyPhase())
    assert {decision.rule for decision in first.match.pending.values()} == {QUICK}
    again = month("1942-06")
    again.state.options = Options()
    again.state.allied.modes = again.state.axis.modes = ["played"]
    again.begin(ConvoyPhase())
    assert {decision.rule for decision in again.match.pending.values()} != {QUICK}
    assert (first.now.mode, again.now.mode) == ("quick", "played")


@pytest.mark.rule("OP-MODE-left-out")
def test_what_a_quick_month_leaves_out_is_said_where_it_is_chosen() -> None:
    """On the page itself; and it is true of a month that is then reckoned, with a fleet and boats that could."""
    room = WarRoom("1942-11", options=Options(soviet_convoys=True, mines=True))
    room.transports(3, "Hvalfjordur")
    for key in ("z28", "z29", "z30"):
        room.ship(key, "Altafjord")
    room.plan()
    for side in Side:
        while room.asked(side).rule != MODES:
            room.idle(side)
        said = Asked(GAME, room.data, room.match.state, room.asked(side)).about
        for rule in ("engines", "Allied submarines", "Soviet convoys", "mines", "coastal convoys or secret bases"):
            assert rule in said
        room.act(side, Choose(("quick",)))
    while room.asked(AXIS).rule != QUICK:
        room.idle(AXIS)
    room.act(AXIS, Choose(tuple(room.operation.desks[AXIS].fleets))).idle_on()
    rules = {getattr(entry.event, "rule", "") for entry in room.match.log or []}
    assert QUICK in rules
    assert not {rule for rule in rules if rule.startswith(("OP-SEA-machinery", "OP-SOV", "OP-MINE", "OP-SUB-contact"))}


@pytest.mark.rule("OP-MODE-quick", "OP-MODE-calibration")
def test_coefficients_of_another_engine_are_not_used() -> None:
    tables = data(None)
    assert tables.quick.engine == OPERATIONS.version
    assert tables.has_quick
    assert modes.offered(tables) == ["quick", "players", "played"]
    other = Data(tables.tables, msgspec.structs.replace(tables.quick, engine="0"), tables.sea)
    assert not other.has_quick
    assert modes.offered(other) == ["players", "played"]
    admiralty = Admiralty("1942-05", options=Options(convoy_phase="quick"))
    assert modes.chosen(admiralty.state, tables) == "quick"
    assert modes.chosen(admiralty.state, other) == "played"


# The six steps


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(
    ("season", "steps", "transports", "westbound", "chance"),
    [
        ("winter", 0, 0, False, 35),
        ("spring", 0, 0, False, 60),
        ("autumn", 2, 10, False, 85),
        ("summer", 3, 10, False, 98),
        ("winter", 4, 20, True, 65),
    ],
)
def test_the_chance_of_being_found(season: Season, steps: int, transports: int, westbound: bool, chance: int) -> None:
    assert found_chance(data(None), season, steps, transports, westbound=westbound) == chance


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(("die", "found"), [(63, True), (64, False)])
def test_a_convoy_that_is_found_is_identified(die: int, found: bool) -> None:
    """Spring and three transports: 63. C.52: from then on German ships may sail."""
    admiralty = month("1942-04")
    inner = desk(admiralty, ALLIED)
    fleet = inner.fleets["pq-16"] = Fleet("pq-16", "PQ-16", "2514", "convoy", plan=WAY)
    for number in range(1, 4):
        key = f"lt-{number}"
        inner.ships[key] = new_ship(admiralty.data.sea, key, "uk:LT", key, "pq-16", 0)
    u = admiralty.umpire(nobody=[die])
    sea = u.inside(OPERATIONS, admiralty.data.sea, operation(admiralty))
    assert is_found(Convoy(sea, admiralty.data, fleet, westbound=False)) is found
    assert desk(admiralty, AXIS).identified is fleet.found is found


@pytest.mark.rule("OP-MODE-quick")
def test_a_convoy_that_is_not_found_meets_a_third_of_the_boats() -> None:
    """One boat: one attempt instead of three. Four dice of the screen, no six; three torpedo dice; one hit sinks."""
    admiralty = boats(eastbound(month(), 3), 1)
    nobody = [UNSEEN, 1, 2, 3, 4, 2, *SAFE]
    resolve(admiralty, nobody=nobody, axis=[75, 6, 1, 2], allied=[4, CALM])
    assert admiralty.is_over
    assert (thrown(admiralty, "The screen"), thrown(admiralty, "Torpedoes")) == ([4], [3])
    assert admiralty.vessel("lt-2").at == SUNK
    assert [admiralty.vessel(key).at for key in ("lt-1", "lt-3", "echo")] == ["Murmansk"] * 3
    assert [(line.what, line.points) for line in admiralty.now.allied.bill] == [("Cargo unloaded in Russia", 8)]
    assert [(line.side, line.points) for line in admiralty.now.allied.losses] == [(AXIS, 10)]
    assert admiralty.dice_left() == {}


@pytest.mark.rule("OP-MODE-quick")
def test_a_screen_spoils_attacks_and_sinks_boats() -> None:
    """Three attempts, of 75 in 1942: two attack. One is spoiled; the hunt (15 thousandths for each die) gets one."""
    admiralty = boats(eastbound(month(), 2), 1)
    nobody = [SEEN, 6, 1, 1, 1, *SAFE, 1, 1, 1, 1, *LOST, 1]
    resolve(admiralty, nobody=nobody, axis=[75, 76, 1, 1, 2, 3], allied=[CALM])
    assert admiralty.is_over
    assert [(line.side, line.points) for line in admiralty.now.axis.losses] == [(ALLIED, 8)]
    told = admiralty.words(Observer.AXIS)
    assert "U-boats attacked the convoy 2 times and were driven off 1 time" in told
    assert "Your aircraft and boats have found a convoy that is eastbound" in told
    assert not admiralty.rolls(QUICK, Observer.ALLIED)[:-1]  # but for the weather they see none of it
    assert admiralty.now.axis.boats_lost == ["u-1"]


@pytest.mark.rule("OP-MODE-quick")
def test_a_damaged_transport_loses_a_box_and_half_of_her_cargo() -> None:
    admiralty = boats(eastbound(month(), 1, ()), 3)
    resolve(admiralty, nobody=[UNSEEN, 1], axis=[1, 76, 76, 6, 1, 1], allied=[5, CALM])
    assert admiralty.boxes("lt-1").lost == {"hull": 1}
    assert admiralty.vessel("lt-1").at == "Murmansk"
    assert admiralty.boxes("lt-1").homeward
    assert [line.points for line in admiralty.now.allied.bill] == [2]


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(
    ("steps", "load", "fire", "carrier", "dice"),
    [(8, 32, 0, False, 24), (8, 32, 6, False, 21), (8, 32, 12, False, 18), (8, 32, 6, True, 19), (1, 4, 12, False, 0)],
)
def test_the_dice_of_a_raid(steps: int, load: float, fire: int, carrier: bool, dice: int) -> None:
    """0.75 x load, less the share of the steps that the fire (one in six of its dice) and a carrier (0.7) beat off."""
    assert raid_dice(data(None), steps, load, fire, carrier=carrier) == dice


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(
    ("date", "die", "raids"),
    [("1942-05", 4, 2), ("1942-07", 4, 4), ("1942-09", 3, 3), ("1942-11", 4, 1), ("1942-11", 3, 0)],
)
def test_the_number_of_raids(date: str, die: int, raids: int) -> None:
    """1D3 in spring, 1D6 in summer and autumn, one on a four in winter. Six steps of He 111 have a load of 24."""
    admiralty = eastbound(month(date), 2, ())
    add(desk(admiralty, AXIS), "he-111", 6, "5618")
    resolve(admiralty, nobody=[SEEN], axis=[die], dice=[1] * 18 * raids, allied=[CALM])
    assert thrown(admiralty, "Bombs and torpedoes") == [18] * raids
    assert admiralty.dice_left() == {}


@pytest.mark.rule("OP-MODE-quick")
def test_no_raids_in_the_dark_or_on_a_convoy_that_was_not_found() -> None:
    for date, search in (("1942-12", SEEN), ("1942-07", UNSEEN)):
        admiralty = eastbound(month(date), 2, ())
        add(desk(admiralty, AXIS), "he-111", 6, "5618")
        resolve(admiralty, nobody=[search], allied=[CALM])
        assert not [roll for roll in admiralty.rolls(QUICK) if roll.subject in ("Raids", "Bombs and torpedoes")]


@pytest.mark.rule("OP-MODE-quick")
def test_the_fire_of_the_convoy_beats_steps_off() -> None:
    """Anti-aircraft sum 12 is six dice, a step each raid: six steps roll 18 x 5/6 dice, the five left 15 x 4/5."""
    cruisers = ("sheffield", "trinidad", "liverpool", "nigeria")
    admiralty = eastbound(month("1942-07"), 2, cruisers)
    assert sum(admiralty.data.line(key).aa for key in cruisers) == 12
    add(desk(admiralty, AXIS), "he-111", 6, "5618")
    resolve(admiralty, nobody=[SEEN, 1], axis=[2], dice=[6] + [1] * 30, allied=[3, CALM])
    assert thrown(admiralty, "Bombs and torpedoes") == [15, 12]
    assert admiralty.vessel("lt-1").at == SUNK  # of hits from the air a die up to three sinks


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(
    ("ours", "theirs", "transports", "escorts", "sunk_from"),
    [(60, 40, 2, 2, 7), (59, 40, 1, 0, 6), (30, 40, 1, 0, 6), (29, 40, 0, 0, 5), (1, 0, 1, 0, 6)],
)
def test_what_comes_of_an_action(ours: int, theirs: int, transports: int, escorts: int, sunk_from: int) -> None:
    row = outcome(data(None), ours, theirs)
    assert (row.transports, row.escorts, row.axis_sunk_from) == (transports, escorts, sunk_from)


@pytest.mark.rule("OP-MODE-quick")
def test_strength_is_three_for_a_primary_factor() -> None:
    admiralty = squadron(month(), "tirpitz", "z28")
    ships = [admiralty.boxes("tirpitz"), admiralty.boxes("z28")]
    assert strength(admiralty.data, ships) == 3 * 7 + 5 + 5 + 2 + 1
    assert strength(admiralty.data, ships, light_guns=False) == 3 * 7 + 5 + 2


@pytest.mark.rule("OP-MODE-quick")
def test_a_squadron_that_is_committed_sinks_ships_of_a_convoy_without_cover() -> None:
    """Tirpitz against four destroyers: ceil(0.02 x 4) transports and two escorts; she loses a box on a die of one."""
    admiralty = squadron(eastbound(month(), 4), "tirpitz")
    nobody = [SEEN, 35, 1, 1, 1, 1]
    resolve(admiralty, "raiders", nobody=nobody, axis=[3, 4, 1, 5, 2, CALM], allied=[CALM])
    assert admiralty.is_over
    lost = [key for key in (*ESCORTS, "lt-1", "lt-2", "lt-3", "lt-4") if admiralty.vessel(key).at == SUNK]
    assert len(lost) == 3
    assert sum(key.startswith("lt") for key in lost) == 1
    assert sum(admiralty.boxes("tirpitz").lost.values()) == 1
    assert admiralty.boxes("tirpitz").fuel == (18 - 4) * 12  # ceil(7 / 2) boxes
    assert admiralty.vessel("tirpitz").sailed
    assert admiralty.now.notebook[ALLIED].identified["tirpitz"] == SIGHTED
    assert admiralty.vessel("tirpitz").at == "Trondheim"


@pytest.mark.rule("OP-MODE-quick", "OP-MODE-calibration")
def test_what_the_played_months_add_to_an_action() -> None:
    """A weak squadron: a rout by three costs 85 transports in a hundred; escorts are lost by 14, Germans by 30."""
    escorts = ("echo", "eclipse", "faulknor", "fury", "sheffield")
    admiralty = squadron(eastbound(month(), 4, escorts), "koeln", "z28")
    admiralty.data = with_factors(rout=100, blood=100)
    nobody = [SEEN, 35, 3, 1, 1, 1, 1, 14, 15, 15, 15, 14, 30, 31, 1]
    resolve(admiralty, "raiders", nobody=nobody, axis=[1, 1, 1, 5, 2, 5, 2, CALM], dice=[4], allied=[CALM])
    assert admiralty.is_over
    assert [key for key in escorts if admiralty.vessel(key).at == SUNK] == ["echo", "sheffield"]
    assert all(admiralty.vessel(f"lt-{number}").at == SUNK for number in (1, 2, 3, 4))
    assert [admiralty.vessel(key).at == SUNK for key in ("koeln", "z28")] == [True, False]
    safe = squadron(eastbound(month(), 4, escorts), "koeln", "z28")
    safe.data = with_factors(rout=100)
    resolve(safe, "raiders", nobody=[SEEN, 35, 4, 1], axis=[1, 1, 1, 5, 2, 5, 2, CALM], dice=[4], allied=[CALM])
    assert not [key for key in (*escorts, "lt-1") if safe.vessel(key).at == SUNK]


@pytest.mark.rule("OP-MODE-quick", "OP-MODE-calibration")
def test_hits_on_warships() -> None:
    """Of hits by U-boats 40 in a hundred fall on the escort, on a carrier far more often than on a destroyer."""
    admiralty = boats(eastbound(month(), 2, ("echo", "avenger")), 1)
    admiralty.data = with_factors(warships=100)
    faces = [100] * 2 + [1]  # one attack of three
    nobody = [SEEN, 1, 1, 40, 50, *SAFE]
    resolve(admiralty, nobody=nobody, axis=[*faces, 6, 1, 1], allied=[6, CALM])
    assert admiralty.boxes("avenger").lost["hull"] == 3
    assert admiralty.vessel("avenger").at == SUNK
    assert admiralty.boxes("echo").lost == {}


@pytest.mark.rule("OP-MODE-quick")
def test_a_squadron_stays_that_is_not_committed_or_has_no_fuel() -> None:
    admiralty = resolve(squadron(eastbound(month(), 2), "tirpitz"), nobody=[SEEN], allied=[CALM])
    assert (admiralty.boxes("tirpitz").fuel, admiralty.vessel("tirpitz").sailed) == (18 * 12, False)
    dry = squadron(eastbound(month(), 2), "tirpitz", "z28")
    dry.boxes("tirpitz").fuel = 71
    resolve(dry, "raiders", nobody=[SEEN, 36], axis=[1, 1, CALM], allied=[CALM])  # 36: they do not meet
    assert (dry.boxes("tirpitz").fuel, dry.vessel("tirpitz").sailed) == (71, False)
    assert (dry.boxes("z28").fuel, dry.vessel("z28").sailed) == (7 * 12, True)
    assert "Your ships do not find the convoy" in dry.words(Observer.AXIS)
    assert "z28" not in dry.now.notebook[ALLIED].identified


@pytest.mark.rule("OP-MODE-quick")
def test_a_strong_cover_costs_the_raiders_a_ship() -> None:
    """Two battleships of 7 primary factors: 42 and the escort against 10 of Köln: below 0.75. A five sinks her."""
    admiralty = squadron(eastbound(month(), 4), "koeln")
    for key in ("king-george-v", "duke-of-york"):
        admiralty.ship(key, "Scapa Flow")
    group(admiralty, "cover-1", "cover", ("king-george-v", "duke-of-york"), "Scapa Flow", covers="pq-16")
    resolve(admiralty, "raiders", nobody=[SEEN, 1, 1], axis=[1, 1], dice=[5], allied=[CALM, CALM])
    assert admiralty.vessel("koeln").at == SUNK
    assert [(line.side, line.points) for line in admiralty.now.axis.losses] == [(ALLIED, 28)]
    assert not admiralty.now.allied.losses
    assert [admiralty.vessel(key).at for key in ("king-george-v", "lt-1")] == ["Scapa Flow", "Murmansk"]
    assert admiralty.vessel("king-george-v").sailed


@pytest.mark.rule("OP-MODE-quick")
def test_the_danger_of_grounding_holds() -> None:
    admiralty = month()
    operation(admiralty).grounding = True
    squadron(eastbound(admiralty, 2), "z28", "z29", port="Narvik")
    resolve(admiralty, "raiders", nobody=[SEEN, 100], axis=[2, 1, 1, CALM], allied=[CALM])
    assert [admiralty.vessel(key).aground for key in ("z28", "z29")] == [False, True]
    assert [admiralty.vessel(key).sailed for key in ("z28", "z29")] == [True, False]


@pytest.mark.rule("OP-MODE-quick")
@pytest.mark.parametrize(("date", "least"), [("1942-01", 2), ("1942-05", 4), ("1942-07", 6), ("1942-09", 4)])
def test_storm_marks(date: str, least: int) -> None:
    for die in (least, least - 1):
        admiralty = eastbound(month(date), 1)
        admiralty.ship("london", "Scapa Flow")
        resolve(admiralty, nobody=[UNSEEN], allied=[die])
        marks = int(die >= least)
        assert [admiralty.boxes(key).marks for key in ("lt-1", "echo", "london")] == [marks, marks, 0]
    calm = resolve(eastbound(month(date, seaworthiness=False), 1), nobody=[UNSEEN], allied=[ROUGH])
    assert calm.boxes("echo").marks == 0


@pytest.mark.rule("OP-MODE-calibration")
def test_chances_are_corrected_by_what_the_staffs_have_played() -> None:
    """A season's row multiplies them; a year after the last is as the last."""
    tables = uncorrected()
    assert {(row.year, row.season) for row in tables.quick.fit.rows} == {
        (year, season) for year in (1942, 1943, 1944) for season in ("winter", "spring", "summer", "autumn")
    }
    row = Fit(year=1944, season="winter", search=50, boats=40, hunt=300, raids=50, surface=20)
    fits = msgspec.structs.replace(tables.quick.fit, rows=(*tables.quick.fit.rows[:8], row))
    other = Data(tables.tables, msgspec.structs.replace(tables.quick, fit=fits), tables.sea)
    assert other.fit(1945, "winter") is row
    assert other.fit(1942, "winter").search == tables.fit(1942, "winter").search
    assert found_chance(other, "winter", 4, 20, westbound=False, fit=50) == 37
    assert raid_dice(other, 8, 32, 6, carrier=False, fit=50) == 10
    for half, attacks in ((False, 3), (True, 1)):
        admiralty = boats(eastbound(month("1945-01"), 3, ()), 1)
        if half:
            admiralty.data = other
        squadron(admiralty, "tirpitz")
        resolve(admiralty, "raiders", nobody=[SEEN, 100], axis=[45, 18, 45 if half else 44, *[1] * 30], allied=[CALM])
        told = " ".join(admiralty.words(Observer.AXIS))
        assert f"attacked the convoy {attacks} time" in told
        (contact,) = (roll for roll in admiralty.rolls(QUICK) if roll.subject == "Contact")
        assert contact.needs == ("5 or less" if half else "25 or less")


# What is left


@pytest.mark.rule("OP-MODE-quick")
def test_both_ways_and_everybody_else() -> None:
    """After it the campaign finds what a played month leaves."""
    admiralty = month("1942-06")
    admiralty.ship("ao-1", "Hvalfjordur", "oiler", line="uk:AO-c")
    eastbound(admiralty, 2)
    admiralty.state.allied.groups["pq-16"].ships.append("ao-1")
    for number in (11, 12):
        admiralty.ship(f"lt-{number}", "Murmansk", "merchant", line="uk:LT", homeward=True, cargo=0)
    for key in ("onslow", "offa", "ashanti"):
        admiralty.ship(key, "Murmansk", fuel=12)
    admiralty.ship("berwick", "Scapa Flow")
    admiralty.ship("lt-20", "Hvalfjordur", "merchant", line="uk:LT")
    group(admiralty, "qp-12", "west", ["lt-11", "lt-12", "onslow"], "Murmansk", "Hvalfjordur", [*WAY[-2::-1], "2514"])
    group(admiralty, "guard-6619", "cover", ["offa"], "Murmansk", covers="qp-12")
    group(admiralty, "home-6619", "home", ["ashanti"], "Murmansk", "Scapa Flow", ["3330"])
    resolve(admiralty, nobody=[UNSEEN, UNSEEN], allied=[CALM] * 4)
    assert admiralty.is_over
    assert admiralty.now.operation is None
    places = {
        key: admiralty.vessel(key).at for key in ("lt-11", "onslow", "offa", "ashanti", "echo", "berwick", "lt-20")
    }
    assert places == {
        "lt-11": GONE,
        "onslow": "Hvalfjordur",
        "offa": "Hvalfjordur",
        "ashanti": "Scapa Flow",
        "echo": "Murmansk",
        "berwick": "Scapa Flow",
        "lt-20": "Hvalfjordur",
    }
    sailed = [key for key in ("onslow", "offa", "ashanti", "echo", "berwick", "lt-20") if admiralty.vessel(key).sailed]
    assert sailed == ["onslow", "offa", "ashanti", "echo"]
    assert admiralty.boxes("ao-1").homeward  # she has called at Murmansk
    bill = {line.what: line.points for line in admiralty.now.allied.bill}
    assert bill == {"Cargo unloaded in Russia": 8, "Transports and oilers returned": 2}
    full = admiralty.data.line("onslow").fuel
    half = admiralty.data.line("echo").fuel
    assert full is not None
    assert half is not None
    assert (admiralty.boxes("onslow").fuel, admiralty.boxes("echo").fuel) == (full * 12, -(-half // 2) * 12)


@pytest.mark.rule("OP-MODE-quick", "AC-B.21-turned-back")
@pytest.mark.parametrize(("sails", "at"), [(1, "Murmansk"), (100, "Hvalfjordur")])
def test_a_convoy_that_sails_too_late_does_not_arrive(sails: int, at: str) -> None:
    """R22: with more than twelve zones to go after turn 120 it is back where it came from."""
    admiralty = resolve(eastbound(month(), 2, sails=sails), nobody=[UNSEEN], allied=[CALM])
    assert admiralty.vessel("lt-1").at == at
    assert admiralty.now.allied.returned == (2 if sails == 100 else 0)


@pytest.mark.rule("OP-MODE-quick")
def test_in_time_means_twelve_zones_short_at_most() -> None:
    admiralty = month()
    fleet = Fleet("pq-16", "PQ-16", "2514", "convoy", plan=WAY, pace=1)
    stops = ["2514", *WAY]
    zones = sum(admiralty.data.sea.route_distance(one, two, 5) or 0 for one, two in pairwise(stops))
    for turns, arrives in ((zones - 12, True), (zones - 13, False)):
        fleet.sails = 120 - turns + 1
        assert is_in_time(operation(admiralty), admiralty.data, fleet) is arrives


@pytest.mark.rule("OP-MODE-quick")
def test_a_secret_base_is_founded() -> None:
    admiralty = month("1942-07")
    admiralty.ship("dithmarschen", "Narvik")
    zone = "7509"
    group(admiralty, "base", "base", ["dithmarschen"], "Narvik", route=[zone])
    resolve(admiralty)
    (base,) = admiralty.now.axis.bases.values()
    assert (base.zone, base.ship, base.ready) == (zone, "dithmarschen", True)
    assert admiralty.vessel("dithmarschen").at == zone
    assert admiralty.now.axis.founded == [1942]


@pytest.mark.rule("OP-MODE-quick")
def test_ships_that_go_home_by_themselves_may_be_torpedoed() -> None:
    """A warship is damaged as by any torpedo: a two is one hull box of a destroyer's."""
    admiralty = boats(month(), 1)
    admiralty.ship("echo", "Murmansk")
    group(admiralty, "home-6619", "home", ["echo"], "Murmansk", "Scapa Flow", ["3330"])
    resolve(admiralty, nobody=[1, 1, 1, *SAFE], axis=[1, 6, 1, 1], allied=[2, CALM])
    assert admiralty.boxes("echo").lost == {"hull": 1}
    assert admiralty.vessel("echo").at == "Scapa Flow"


@pytest.mark.rule("OP-MODE-quick")
def test_a_page_is_asked_of_both_sides() -> None:
    admiralty = month().begin(Reckoning(), Gathering())
    assert set(admiralty.match.pending) == {ALLIED, AXIS}
    assert admiralty.offered(ALLIED) == admiralty.offered(AXIS) == ["proceed"]
