"""Before January 1942 (2.1, C.11, C.12): what there is, the secret dice, and where ships begin."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data, data
from barents.games.arctic_campaign.rules.repairs import is_combat_ready, kept_in_port, must_go_home
from barents.games.arctic_campaign.rules.setup import arrival_modifiers, opening
from barents.games.arctic_campaign.state import (
    GERMANY,
    BeforeTheWar,
    FirstDice,
    FirstPlaces,
    MonthBegins,
    Options,
    Repairs,
    Sailings,
    State,
)
from barents.games.operations.terms import ShipClass
from barents.kernel.actions import Choose
from barents.kernel.decisions import Assign, Subset
from barents.kernel.match import Match
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty
from .test_repairs import admiralty as desks_in
from .test_repairs import lost, months

EXPECT = Path(__file__).parent / "expect"
TABLES = data(None)
EARLY = ("hermann-schoemann-z7", "friedrich-ihn-z14", "z29")


def card(name: str) -> dict[str, Any]:
    """A table of what must be, without what it proves."""
    table = tomllib.loads((EXPECT / "germany.toml").read_text("utf-8"))[name]
    return {key: value for key, value in table.items() if key != "proves"}


def key_of(ship: str) -> str:
    """The key of a ship that is written `BB02 Tirpitz`, whose number must be that of her line, or `T5`."""
    number, _, name = ship.partition(" ")
    key = TABLES.key("de", name or number)
    line = TABLES.line(key)
    if name:
        assert dict(zip(line.names, line.numbers, strict=True))[name] == number
    return key


def begun(**options: Any) -> Admiralty:
    """A campaign before the first choice."""
    desks = Admiralty(options=Options(**options))
    desks.state = opening(desks.data, "campaign", desks.state.options)
    return desks


def dice(
    ships: dict[str, tuple[int, int]] | None = None,
    late: dict[str, int] | None = None,
    *,
    fuel: Sequence[int] = (1, 1, 1, 1, 1),
    hits: int = 1,
) -> list[int]:
    """The German dice of the set-up in their order; a ship that is not named has 3 and 4."""
    german = TABLES.tables.german
    rolled = [face for name in german.rolled for face in (ships or {}).get(name, (3, 4))]
    return [*rolled, *((late or {}).get(name, 1) for name in german.late), *fuel, hits]


def after_dice(faces: list[int], early: Sequence[str] = EARLY) -> Admiralty:
    """The campaign when the dice have fallen."""
    desks = begun()
    desks.state.axis.early_destroyers = list(early)
    return desks.begin(FirstDice(), axis=faces)


def month_of(desks: Admiralty, name: str) -> str:
    """The month from which a ship may be sent to Norway."""
    return desks.data.date(desks.vessel(desks.data.key("de", name)).ready)


# What there is


@pytest.mark.rule("AC-C.121-roll", "AC-C.121-secret")
def test_before_the_dice_nobody_can_say_when_a_ship_will_be_ready() -> None:
    match: Match[State, Data] = Match.new(GAME, "campaign", seed="1")
    desk = GAME.view(match.data, match.known(Observer.AXIS), Observer.AXIS).desk
    assert desk is not None
    places = {unit.id: unit.place for block in desk.blocks for unit in block.units}
    rolled = card("rolled")
    assert {places[key_of(ship)] for ship in (*rolled["heavy"], *rolled["destroyers"])} == {"not ready"}


@pytest.mark.rule_file("germany.toml")
def test_the_fleet_and_its_fuel_are_those_of_the_card() -> None:
    assert TABLES.tables.axis_events.coastal_last_turn == 100
    state = opening(TABLES, "campaign", Options())
    axis = state.axis
    norway = {key for key, vessel in axis.vessels.items() if vessel.at != GERMANY}
    oilers = {TABLES.key("de", name) for name in ("Dithmarschen", "Nordmark", "Tiger")}
    assert norway - oilers == {key_of(ship) for ship in card("flotilla")["norway"]}

    want = card("germany")
    ready = {key for key, vessel in axis.vessels.items() if vessel.at == GERMANY and vessel.ready == 1}
    of_type = {
        kind: {key for key in ready if TABLES.sea.types[axis.ships[key].line].type == kind}
        for kind in ("TB", "ML", "MS")
    }
    assert of_type["TB"] == {key_of(ship) for ship in want["torpedo_boats"]}
    assert of_type["ML"] == {key_of(ship) for ship in want["minelayers"]}
    assert len(of_type["MS"]) == want["minesweepers"]
    assert sum(len(keys) for keys in of_type.values()) == len(ready)

    rolled = card("rolled")
    names = [ship.partition(" ")[2] for ship in (*rolled["heavy"], *rolled["destroyers"])]
    assert list(TABLES.tables.german.rolled) == names
    assert len(names) == rolled["count"]
    for ship in (*rolled["heavy"], *rolled["destroyers"]):
        assert axis.vessels[key_of(ship)].at == GERMANY

    for result, month in card("months").items():
        natural = int(result)
        ship, faces = ("Tirpitz", natural + 4) if natural < 8 else ("Köln", natural)
        pair = (faces // 2, faces - faces // 2)
        assert month_of(after_dice(dice({ship: pair})), ship) == month
    assert list(TABLES.tables.german.late) == list(card("late"))
    for name, (first, last) in card("late").items():
        assert [month_of(after_dice(dice(late={name: die})), name) for die in (1, 6)] == [first, last]

    for ship in card("optional")["ships"]:
        assert key_of(ship) not in axis.vessels
    optional = TABLES.tables.axis_events.optional
    which = [name for die in range(1, 7) for name, dice in optional.items() if die in dice]
    assert which == card("which")["dice"]

    for date, number in card("supply").items():
        desks = Admiralty(date)
        oil.supply(desks.umpire())
        assert desks.rolls("AC-C.31-cumulative")[0].die == f"{number}d6"
    table = TABLES.tables.oil
    assert {kind: of // share for kind, (share, of) in table.refill.items()} == card("refill")
    assert {kind: of // share for kind, (share, of) in table.upkeep.items()} == card("upkeep")
    assert set(table.refill) == set(table.upkeep) <= set(get_args(ShipClass))


def test_the_campaign_begins_with_the_choices_before_the_war() -> None:
    state = opening(TABLES, "campaign", Options())
    assert list(reversed(state.agenda)) == [BeforeTheWar(), FirstDice(), FirstPlaces(), MonthBegins()]
    soviet = [vessel for vessel in state.allied.vessels.values() if vessel.service == "soviet"]
    forward = [vessel.key for vessel in soviet if vessel.at == "Murmansk"]
    assert len(forward) == (7 + 4) // 3
    assert {vessel.at for vessel in soviet} == {"Murmansk", "Archangelsk"}


@pytest.mark.rule("AC-B.11-optional-swap")
def test_another_core_has_as_many_ships_of_each_type() -> None:
    plain = begun().begin(BeforeTheWar())
    assert plain.offered(ALLIED) == ["proceed"], "only where it was agreed on"

    desks = begun(core_swap=True).begin(BeforeTheWar())
    options = desks.asked(ALLIED).options
    assert isinstance(options, Subset)
    assert {(group.name, group.least, group.most) for group in options.groups} == {
        ("the carriers", 1, 1),
        ("the battleships", 2, 2),
        ("the heavy cruisers", 3, 3),
        ("the light cruisers", 4, 4),
        ("the destroyers", 14, 14),
    }
    core = [key for key, vessel in desks.now.allied.vessels.items() if vessel.service == "core"]
    assert "renown" in options.items, "a battlecruiser counts as a battleship"
    assert "anson" not in options.items, "she was not there in January 1942"
    others = ["renown" if key == "king-george-v" else key for key in core if key in options.items]
    assert options.refusal(Choose((*others, "rodney"))) is not None
    desks.act(ALLIED, Choose(tuple(others))).act(AXIS, Choose(EARLY))
    vessels = desks.now.allied.vessels
    assert {key for key, vessel in vessels.items() if vessel.service == "core"} == {*others, *core} - {"king-george-v"}
    assert set(desks.now.allied.ships) == set(vessels)


# When ships will be ready


@pytest.mark.rule("AC-C.121-three-dd")
def test_three_destroyers_are_named_beforehand_but_not_z30() -> None:
    desks = begun().begin(BeforeTheWar())
    options = desks.asked(AXIS).options
    assert isinstance(options, Subset)
    assert (options.least, options.most, len(options.items)) == (3, 3, 12)
    assert "z30" not in options.items
    assert {desks.data.line(key).type for key in options.items} == {"DD"}
    desks.act(ALLIED, "proceed").act(AXIS, Choose(EARLY))
    assert desks.now.axis.early_destroyers == list(EARLY)
    named = {"Hermann Schoemann", "Friedrich Ihn", "Z29"}
    for name in desks.data.tables.german.rolled:
        assert arrival_modifiers(desks.now, desks.data, name).get("named beforehand", 0) == (-2 if name in named else 0)


@pytest.mark.rule("AC-C.121-roll", "AC-C.121-secret", "AC-C.122-roll-time")
def test_the_dice_fall_before_play_and_in_secret() -> None:
    """S4: two dice for each of 21 ships in the order of the list, then one for each of six."""
    desks = after_dice(dice())
    assert desks.dice_left() == {}
    german = desks.data.tables.german
    keys = [desks.data.key("de", name) for name in german.rolled]
    assert [roll.subject for roll in desks.rolls("AC-C.121-roll", Observer.AXIS)] == keys
    assert [roll.die for roll in desks.rolls("AC-C.121-roll", Observer.AXIS)] == ["2d6"] * 21
    assert [roll.die for roll in desks.rolls("AC-C.122-roll-time", Observer.AXIS)] == ["d6"] * 6
    for rule in ("AC-C.121-roll", "AC-C.122-roll-time", "AC-C.31-initial", "AC-C.11-damage-roll"):
        assert desks.rolls(rule, Observer.ALLIED) == []
    assert not desks.words(Observer.ALLIED)


@pytest.mark.rule("AC-C.121-channel", "AC-C.121-z30", "AC-C.121-tirpitz", "AC-C.121-below", "AC-C.121-over-12")
@pytest.mark.parametrize(
    ("name", "faces", "month"),
    [
        ("Tirpitz", (1, 2), "1942-01"),  # 3 - 4 = -1
        ("Tirpitz", (4, 4), "1942-04"),
        ("Scharnhorst", (6, 6), "1943-02"),  # 14
        ("Prinz Eugen", (6, 5), "1943-01"),  # 13
        ("Z30", (6, 6), "1943-03"),  # 15
        ("Köln", (3, 4), "1942-07"),
        ("Z29", (1, 1), "1942-01"),  # named: 0
        ("Z29", (3, 4), "1942-05"),
        ("Z28", (3, 4), "1942-07"),
    ],
)
def test_the_month_of_a_ship(name: str, faces: tuple[int, int], month: str) -> None:
    """G15."""
    assert month_of(after_dice(dice({name: faces})), name) == month


@pytest.mark.rule("AC-C.121-roll", "AC-C.121-months", "AC-C.124-all-ready")
@pytest.mark.parametrize(
    ("name", "faces", "first"),
    [("Köln", (3, 4), "1942-07"), ("Tirpitz", (4, 4), "1942-04"), ("Z30", (6, 6), "1943-03")],
)
def test_the_die_of_a_ship_says_from_when_on_she_may_be_sent_to_norway(
    name: str, faces: tuple[int, int], first: str
) -> None:
    """On the page of the Reinforcement Phase she is not there the month before; from her month on she is, and sails."""
    desks = after_dice(dice({name: faces}))
    key, month = desks.data.key("de", name), desks.data.month(first)
    for now in (1, month - 1, month, month + 3):
        desks.state = desks.now
        desks.state.month, desks.state.axis.passing = now, []
        desks.begin(Sailings())
        assert (key in desks.slots(AXIS)) is (now >= month)
    desks.plot(AXIS, {key: "A"}).idle(ALLIED)
    assert desks.now.axis.passing[0].ships == [key]


@pytest.mark.rule("AC-C.122-roll-time")
@pytest.mark.parametrize(
    ("name", "die", "month"), [("Z37", 5, "1943-01"), ("Z31", 1, "1942-06"), ("Z34", 6, "1944-01")]
)
def test_the_month_of_a_new_destroyer(name: str, die: int, month: str) -> None:
    """G16."""
    desks = after_dice(dice(late={name: die}))
    assert month_of(desks, name) == month
    vessel = desks.vessel(desks.data.key("de", name))
    for date, ready in ((desks.data.date(vessel.ready - 1), False), (month, True)):
        desks.now.month = desks.data.month(date)
        assert is_combat_ready(desks.now, desks.data, vessel) is ready


@pytest.mark.rule("AC-C.31-initial")
def test_the_first_stock_is_five_dice() -> None:
    desks = after_dice(dice(fuel=(6, 2, 3, 1, 5)))
    assert desks.now.axis.stock == 17 * 72
    assert [roll.die for roll in desks.rolls("AC-C.31-initial", Observer.AXIS)] == ["5d6"]


# The flotilla


def placed(hits: int, *more: str, yard: str = "-") -> Admiralty:
    """The flotilla with so many hull boxes lost; these destroyers take those that do not fall on all."""
    desks = after_dice(dice(hits=hits))
    desks.state = desks.now
    desks.begin(FirstPlaces())
    desks.act(AXIS, Choose(more)).plot(AXIS, yard=yard)
    return desks


@pytest.mark.rule("AC-C.11-damage-roll", "AC-C.11-spread")
def test_hull_boxes_are_spread_before_anyone_loses_two() -> None:
    """G17."""
    flotilla = ["z23", "z24", "z25", "z26", "z27"]
    six = placed(6, "z25").idle_on()
    assert [six.boxes(key).lost.get("hull", 0) for key in flotilla] == [1, 1, 2, 1, 1]
    four = placed(4, "z23", "z24", "z25", "z27").idle_on()
    assert [four.boxes(key).lost.get("hull", 0) for key in flotilla] == [1, 1, 1, 0, 1]
    five = placed(5).idle_on()
    assert [five.boxes(key).lost.get("hull", 0) for key in flotilla] == [1] * 5
    desks = after_dice(dice(hits=4))
    desks.state = desks.now
    options = desks.begin(FirstPlaces()).asked(AXIS).options
    assert isinstance(options, Subset)
    assert (options.least, options.most, list(options.items)) == (4, 4, flotilla)
    for hits, words in ((1, "One destroyer loses"), (4, "4 destroyers lose")):
        desks = after_dice(dice(hits=hits))
        desks.state = desks.now
        assert desks.begin(FirstPlaces()).asked(AXIS).prompt == f"{words} a box of hull: which?"


@pytest.mark.rule("AC-C.11-five", "AC-C.11-aa", "AC-A.4-start-port")
def test_both_sides_place_what_they_begin_with() -> None:
    desks = placed(2, "z23", "z24", yard="z24")
    ports = ["Trondheim", "Bergen", "Narvik", "Tromsø", "Altafjord", "Kirkenes"]
    assert desks.slots(AXIS) == ["z23", "z24", "z25", "z26", "z27", "thetis", "nymphe"]
    assert desks.ways(AXIS, "z23") == desks.ways(AXIS, "thetis") == ports
    assert desks.ways(AXIS, "z24") == ["Trondheim"], "she is repaired there"
    desks.plot(AXIS, z23="Kirkenes", thetis="Tromsø", nymphe="Narvik")
    assert desks.ways(ALLIED, "victorious") == ["Scapa Flow", "Hvalfjordur", "Seydisfjordur"]
    options = desks.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert len(options.slots) == 25
    desks.plot(ALLIED, victorious="Hvalfjordur")
    assert [desks.vessel(key).at for key in ("z23", "z24", "thetis", "nymphe")] == [
        "Kirkenes",
        "Trondheim",
        "Tromsø",
        "Narvik",
    ]
    assert [desks.vessel(key).at for key in ("victorious", "echo")] == ["Hvalfjordur", "Scapa Flow"]


@pytest.mark.rule("AC-C.11-trondheim-one", "AC-C.11-end-january", "AC-C.11-damaged-use")
def test_one_damaged_destroyer_is_repaired_at_trondheim_and_the_others_go_home_in_january() -> None:
    desks = placed(4, "z23", "z24", "z25", "z27", yard="z24").idle_on()
    state, tables = desks.now, desks.data
    vessels = [desks.vessel(key) for key in ("z23", "z25", "z26", "z27")]
    assert [kept_in_port(state, tables, AXIS, vessel) for vessel in vessels] == [""] * 4, "they may be used"
    assert must_go_home(state, tables) == ["z23", "z25", "z27"]
    state.month = 2
    assert must_go_home(state, tables) == [], "afterwards nothing but machinery compels a ship"

    desks = desks_in("1942-01")
    for key in ("z23", "z24"):
        desks.ship(key, "Trondheim", lost={"hull": 2}, yard=True)
    desks.now.axis.flotilla_yard = "z24"
    desks.begin(Repairs())
    options = desks.asked(AXIS).options
    assert isinstance(options, Subset)
    assert options.items == ("z24",), "the hull of no other is repaired there"
    desks.act(AXIS, Choose(("z24",))).idle_on()
    found = []
    for _ in range(4):
        months(desks, 1, "z24")
        found.append(lost(desks, "z23", "z24"))
    assert found == [[2, 2], [2, 1], [2, 1], [2, 0]], "one hull box in two months"
    assert desks.now.axis.flotilla_yard == "", "that was the exception"


@pytest.mark.rule("AC-C.11-history")
def test_history_is_told_to_the_german_side() -> None:
    desks = placed(1, "z23").idle_on()
    words = [event.words for event in desks.told("AC-C.11-history", Observer.AXIS)]
    assert len(words) == 1
    assert all(part in words[0] for part in ("January 1942", "Z24, Z25 and Z26", "March"))
    assert not desks.told("AC-C.11-history", Observer.ALLIED)


@pytest.mark.rule("AC-C.11-at-will")
def test_small_ships_in_germany_sail_when_their_owner_likes() -> None:
    desks = after_dice(dice())
    for month in (1, 6, 30):
        desks.state = desks.now
        desks.state.month = month
        desks.begin(Sailings())
        slots = desks.slots(AXIS)
        assert {"greif", "t5", "bremse", "brummer", "m-31", "ms-ger-12"} <= set(slots)
        assert ("tirpitz" in slots) is (month >= desks.vessel("tirpitz").ready)
        assert desks.ways(AXIS, "greif")[0] == "stay"


def test_what_the_dice_said_is_in_the_diary() -> None:
    lines = [line for line in after_dice(dice()).now.axis.diary if line.about.get("unit") == "tirpitz"]
    assert [line.about["month"] for line in lines] == ["1942-03"]
