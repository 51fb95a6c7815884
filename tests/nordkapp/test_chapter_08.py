"""Chapter 8 of Nordkapp: surface combat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.nordkapp.datafiles import Box, Weather
from barents.games.nordkapp.rules.surface import flight_modifiers, may_fire
from barents.games.nordkapp.rules.units import factor, speed
from barents.games.nordkapp.state import LOST, AirRaids, CallCombat, CombatBox, Exchange, Manoeuvres, SurfaceCombat
from barents.kernel.decisions import Assign, Refused
from barents.kernel.sides import Observer, Side

from .waters import ALLIED, AXIS, LUFTWAFFE, SPORTPALAST, Waters

HERE = "1805"


def meet(*ships: str, damage: dict[str, int] | None = None, weather: Weather = "fair") -> Waters:
    """Ships of both sides in one hex that have sighted each other; merchants are stragglers of PQ-12."""
    waters = Waters(SPORTPALAST, turn=2).weather(weather)
    waters.state.detected = {"pq12": 1}
    for name in ships:
        convoy = "pq12" if name.startswith("merc") else ""
        waters.place(name, HERE, damage=(damage or {}).get(name, 0), convoy=convoy)
    return waters.sighted(AXIS, HERE).sighted(ALLIED, HERE)


def fight(waters: Waters, dice: Sequence[int], **boxes: Box) -> Waters:
    """Begin with a round of fire; ships are in the Long box unless it is said otherwise."""
    ships = [piece.id for side in (ALLIED, AXIS) for piece in waters.state.pieces[side].values() if piece.at == HERE]
    named = {name.replace("_", "-"): box for name, box in boxes.items()}
    waters.state.box = CombatBox(
        "surface", HERE, AXIS, round=1, ships={name: named.get(name, "long") for name in ships}
    )
    return waters.begin(Exchange(), dice=dice)


def boxes(waters: Waters) -> dict[str, Box]:
    """Where everyone is."""
    assert waters.now.box is not None, "the combat is over"
    return waters.now.box.ships


# Calling it


@pytest.mark.rule("NK-8-eligible")
def test_combat_needs_ships_of_both_sides_and_a_sighting_by_the_side_that_calls_it() -> None:
    waters = meet("tirpitz", "duke-of-york")
    waters.state.seen[AXIS] = {}
    waters.place("kenya", "1207")
    waters.sighted(AXIS, "1207").begin(CallCombat(AXIS), CallCombat(ALLIED))
    assert waters.offered(AXIS) == ["decline"], "where he has ships he has sighted nobody, but he is asked all the same"
    waters.act(AXIS, "decline")
    assert waters.offered(ALLIED) == ["decline", f"call {HERE}"]
    assert waters.asked(ALLIED).prompt == f"Do you call surface combat in {HERE}?"
    boat = meet("tirpitz", "trident")
    boat.begin(CallCombat(AXIS))
    assert boat.is_over, "a submarine is no surface unit"
    under = meet("u-88", "kenya").begin(CallCombat(AXIS))
    assert under.offered(AXIS) == ["decline"], "nor can a U-boat call it"
    assert under.asked(AXIS).prompt == "There is no surface combat to call"
    early = meet("kenya", "tirpitz")
    early.state.detected = {}
    early.begin(CallCombat(AXIS), CallCombat(ALLIED))
    assert early.is_over, "as long as no convoy was detected there are no German ships to fight"


@pytest.mark.rule("NK-8-optional", "NK-8-once")
def test_the_german_decides_first_hex_by_hex_and_each_hex_sees_one_combat() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    for cell, german, allied in (
        ("1207", "de-dd-2", "gb-dd-02"),
        ("1103", "de-dd-1", "gb-dd-01"),
        ("1805", "tirpitz", "gb-dd-03"),
    ):
        waters.place(german, cell)
        waters.place(allied, cell)
        waters.sighted(AXIS, cell).sighted(ALLIED, cell)
    waters.state.detected = {"pq12": 1}
    waters.begin(CallCombat(AXIS), CallCombat(ALLIED), dice=[4])
    asked = []
    for answer in ("call 1103", "decline", "decline"):
        asked.append(waters.offered(AXIS)[1])
        waters.act(AXIS, answer)
        if answer != "decline":
            assert waters.now.box is not None
            waters.act(AXIS, "manoeuvre flee").act(ALLIED, "manoeuvre stay")
    assert asked == ["call 1103", "call 1207", "call 1805"]
    assert waters.now.fought == ["1103"]
    assert waters.offered(ALLIED) == ["decline", "call 1207"], "1103 has had its combat"
    waters.act(ALLIED, "decline")
    assert waters.offered(ALLIED) == ["decline", "call 1805"]
    waters.act(ALLIED, "decline")
    assert waters.is_over


@pytest.mark.rule("NK-8-all-join", "NK-8.1-start-long", "NK-8-subs-excluded", "NK-7.1-display-sights")
def test_every_surface_unit_in_the_hex_joins_at_long_range_and_no_submarine() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    merchants = waters.convoy("pq16", HERE, "gb-dd-01", "e-01", merchants=3)
    waters.place("norfolk", HERE)
    waters.straggler("merc-40", HERE, "qp12")
    waters.place("trident", HERE)
    waters.force("pocket", HERE, "scheer", "de-dd-1")
    waters.place("u-88", HERE)
    waters.begin(SurfaceCombat(AXIS, HERE))
    allied = [*merchants, "gb-dd-01", "e-01", "norfolk", "merc-40"]
    assert boxes(waters) == dict.fromkeys([*allied, "scheer", "de-dd-1"], "long")
    assert waters.words() == [f"axis call surface combat in {HERE}: 1 BC, 1 DD against 1 CA, 1 DD, 1 E, 4 merchants"]
    known = waters.match.known(Observer.AXIS)
    assert set(known.pieces[ALLIED]) == set(allied)
    assert set(waters.match.known(Observer.ALLIED).pieces[AXIS]) == {"scheer", "de-dd-1"}
    assert (waters.now.seen[AXIS], waters.now.seen[ALLIED]) == ({HERE: ["merchants"]}, {HERE: ["surface units"]})
    options = waters.asked(AXIS).options
    assert isinstance(options, Assign)
    assert list(options.slots) == ["scheer"], "destroyers do not fire from there"
    assert set(waters.ways(AXIS, "scheer")) == set(allied)


# 8.1, 8.2: fire


@pytest.mark.rule("NK-8.2-long", "NK-8.1-round-fire", "NK-10.4-sunk")
def test_tirpitz_and_king_george_v_hit_each_other_with_all_their_guns_at_once() -> None:
    waters = fight(meet("tirpitz", "king-george-v"), [7, 9])
    shots = {rolled.subject: (rolled.modifiers, rolled.total) for rolled in waters.rolls("NK-8.1-round-fire")}
    assert shots == {
        "tirpitz": ({"gunnery": 8, "long range": -2}, 13),
        "king-george-v": ({"gunnery": 7, "long range": -2}, 14),
    }
    king, queen = waters.piece("king-george-v"), waters.piece("tirpitz")
    assert (king.damage, factor(waters.data, king, "gun"), speed(waters.data, king)) == (1, 3, 3)
    assert (queen.damage, factor(waters.data, queen, "gun"), speed(waters.data, queen)) == (2, 4, 3)
    assert (waters.points(AXIS), waters.points(ALLIED)) == (2, 1)


@pytest.mark.rule("NK-8.2-long", "NK-8.2-medium", "NK-8.2-short", "NK-8.2-torpedo", "NK-8.2-own-box")
def test_who_fires_from_which_box() -> None:
    waters = meet("duke-of-york", "renown", "kenya", "gb-dd-01", "e-01", "victorious", "alynbank", "merc-01", "tirpitz")
    able: dict[Box, list[str]] = {}
    for box in ("long", "medium", "short", "torpedo"):
        able[box] = [p.id for p in waters.state.pieces[ALLIED].values() if may_fire(waters.data, p, box)]
    assert able == {
        "long": ["duke-of-york", "renown"],
        "medium": ["duke-of-york", "renown", "kenya"],
        "short": ["duke-of-york", "renown", "kenya", "gb-dd-01"],
        "torpedo": ["duke-of-york", "renown", "kenya", "gb-dd-01", "e-01", "victorious", "alynbank"],
    }
    waters = fight(
        waters, [1, 8, 8, 8, 1, 10, 1, 1], kenya="medium", gb_dd_01="short", e_01="torpedo", duke_of_york="medium"
    )
    assert list(waters.match.pending) == [AXIS], "with one target there is nothing to choose"
    assert waters.ways(AXIS, "tirpitz")[-1] == "merc-01", "any enemy, in whatever box"
    waters.plot(AXIS, tirpitz="merc-01")
    rolled = {r.subject: r.modifiers for r in waters.rolls("NK-8.1-round-fire")}
    assert rolled == {
        "tirpitz": {"gunnery": 8, "long range": -2},
        "duke-of-york": {"gunnery": 7, "medium range": -1},
        "renown": {"gunnery": 6, "long range": -2},
        "kenya": {"gunnery": 4, "medium range": -1},
        "gb-dd-01": {"gunnery": 3},
        "e-01": {"gunnery": 1},
    }


@pytest.mark.parametrize(
    ("ship", "box", "weapon", "die", "points"),
    [
        ("kenya", "medium", "", 8, 1),
        ("kenya", "medium", "", 7, 0),
        ("gb-dd-01", "torpedo", "torpedo:", 10, 2),
        ("gb-dd-01", "torpedo", "gun:", 10, 1),
        ("gb-dd-01", "short", "", 8, 1),
        ("e-01", "torpedo", "", 10, 1),
        ("e-01", "torpedo", "", 9, 0),
    ],
)
@pytest.mark.rule("NK-8.2-medium", "NK-8.2-short", "NK-8.2-torpedo", "NK-8.2-one-shot", "NK-8.1-target-free")
def test_one_shot_of_each_kind(ship: str, box: Box, weapon: str, die: int, points: int) -> None:
    waters = fight(meet(ship, "de-dd-1", "de-dd-2"), [die], **{ship.replace("-", "_"): box})
    waters.plot(ALLIED, {ship: f"{weapon}de-dd-2"})
    assert waters.piece("de-dd-2").damage == points
    assert len(waters.rolls("NK-8.1-round-fire")) == 1
    if box == "torpedo" and ship == "gb-dd-01":
        assert waters.rolls("NK-8.1-round-fire")[0].modifiers == (
            {"torpedoes": 4} if weapon == "torpedo:" else {"gunnery": 3}
        )


@pytest.mark.rule("NK-8.1-round-fire")
def test_targets_are_named_by_both_in_secret_and_the_sunk_still_fire() -> None:
    waters = meet("tirpitz", "scheer", "kenya", "berwick", damage={"tirpitz": 3})
    fight(waters, [10, 10, 10, 10], kenya="short", berwick="short")
    assert set(waters.match.pending) == {AXIS, ALLIED}
    waters.plot(AXIS, tirpitz="kenya", scheer="kenya")
    assert waters.rolls("NK-8.1-round-fire") == []
    waters.plot(ALLIED, kenya="tirpitz", berwick="tirpitz")
    assert waters.piece("kenya").at == LOST
    assert waters.piece("tirpitz").at == LOST, "one of the hits that sank her came from the Kenya"
    assert "kenya" not in boxes(waters)


# 8.3: manoeuvres


@pytest.mark.rule("NK-8.3.1-close", "NK-8.3.2-disengage", "NK-8.2-maneuver-secret", "NK-8.2-maneuver-per-unit")
def test_ships_close_stay_and_disengage_box_by_box_in_secret() -> None:
    waters = fight(meet("tirpitz", "de-dd-1", "renown", "kenya", "gb-dd-01", "merc-01"), [1, 1], gb_dd_01="torpedo")
    waters.plot(AXIS).plot(ALLIED)
    assert {waters.asked(side).rule for side in (AXIS, ALLIED)} == {"NK-8.2-maneuver-secret"}
    waters.act(AXIS, "manoeuvre close")
    assert boxes(waters)["tirpitz"] == "long", "nothing is shown before both have written"
    waters.act(ALLIED, "manoeuvre each")
    assert waters.ways(ALLIED, "kenya") == ["close", "stay", "disengage"], "no ship flees by herself"
    waters.plot(ALLIED, {"kenya": "close", "gb-dd-01": "disengage"})
    moved = {
        "tirpitz": "medium",
        "de-dd-1": "medium",
        "renown": "long",
        "kenya": "medium",
        "gb-dd-01": "short",
        "merc-01": "long",
    }
    assert boxes(waters) == moved
    assert waters.now.box is not None
    assert waters.now.box.round == 2
    nearer = [told.about["ship"] for told in waters.told("NK-8.3.1-close")]
    farther = [told.about["ship"] for told in waters.told("NK-8.3.2-disengage")]
    assert (sorted(nearer), farther) == (["de-dd-1", "kenya", "tirpitz"], ["gb-dd-01"])


def test_merchants_keep_their_distance_unless_they_are_told_otherwise() -> None:
    waters = fight(meet("tirpitz", "kenya", "merc-01"), [1])
    waters.plot(AXIS).act(AXIS, "manoeuvre stay").act(ALLIED, "manoeuvre close")
    assert (boxes(waters)["kenya"], boxes(waters)["merc-01"]) == ("medium", "long")


@pytest.mark.rule("NK-8.2-end")
def test_combat_ends_with_the_last_ship_of_a_side() -> None:
    waters = fight(meet("tirpitz", "merc-01"), [10])
    assert waters.piece("merc-01").at == LOST
    assert waters.is_over
    assert waters.words()[-1].startswith("The surface combat in 1805 is over")
    assert (len(waters.told("NK-8.2-end")), waters.told("NK-8.2-round-guard")) == (1, [])


@pytest.mark.rule("NK-8.2-breakoff", "NK-8.2-end")
def test_combat_ends_when_nobody_closes_and_nobody_can_fire_or_all_want_to_go() -> None:
    idle = fight(meet("de-dd-1", "kenya"), [])
    idle.act(AXIS, "manoeuvre stay").act(ALLIED, "manoeuvre close")
    assert boxes(idle) == {"kenya": "medium", "de-dd-1": "long"}, "one closes, and so they fight on"
    assert idle.now.box is not None
    assert idle.now.box.round == 2
    far = fight(meet("de-dd-1", "gb-dd-01"), [])
    far.act(AXIS, "manoeuvre close").act(ALLIED, "manoeuvre stay")
    assert boxes(far) == {"gb-dd-01": "long", "de-dd-1": "medium"}, "neither can fire yet, but one closes"
    assert not far.is_over
    still = fight(meet("de-dd-1", "kenya"), [])
    still.act(AXIS, "manoeuvre stay").act(ALLIED, "manoeuvre disengage")
    assert still.is_over
    parting = fight(meet("tirpitz", "duke-of-york"), [1, 1])
    parting.act(AXIS, "manoeuvre disengage").act(ALLIED, "manoeuvre disengage")
    assert parting.is_over
    staying = fight(meet("tirpitz", "duke-of-york"), [1, 1])
    staying.act(AXIS, "manoeuvre disengage").act(ALLIED, "manoeuvre stay")
    assert not staying.is_over
    near = fight(meet("tirpitz", "duke-of-york"), [1, 1], tirpitz="medium")
    near.act(AXIS, "manoeuvre disengage").act(ALLIED, "manoeuvre disengage")
    assert not near.is_over, "not all were at long range"


@pytest.mark.rule("NK-8.2-round-guard")
def test_combat_ends_after_twelve_rounds() -> None:
    waters = fight(meet("tirpitz", "duke-of-york"), [1, 1] * 12)
    for _ in range(11):
        waters.act(AXIS, "manoeuvre stay").act(ALLIED, "manoeuvre stay")
    assert waters.is_over
    assert len(waters.rolls("NK-8.1-round-fire")) == 24
    assert waters.dice_left() == {}
    assert (waters.told("NK-8.2-end"), len(waters.told("NK-8.2-round-guard"))) == ([], 1)


# 8.3.3: flight


FLIGHTS: list[tuple[list[str], dict[str, int], dict[str, Box], Side, Weather, dict[str, int]]] = [
    (["tirpitz", "de-dd-1", "de-dd-2"], {}, {"tirpitz": "medium"}, AXIS, "bad", {"bad": 1}),
    (["tirpitz", "de-dd-1", "de-dd-2"], {}, {"tirpitz": "medium"}, AXIS, "storm", {}),
    (["tirpitz"], {}, {}, AXIS, "fog", {"fog": 1}),
    (["merc-01", "e-01"], {}, {"e-01": "short"}, ALLIED, "fair", {"merchants": -1, "short range": -1}),
    (["merc-01", "e-01"], {}, {"e-01": "torpedo"}, ALLIED, "fair", {"merchants": -1, "short range": -1}),
    (["de-dd-1", "de-dd-2"], {}, {}, AXIS, "fair", {}),
    (
        ["merc-01", "merc-02"],
        {"merc-01": 1, "merc-02": 1},
        {},
        ALLIED,
        "fair",
        {"all move one hex": 1, "merchants": -1},
    ),
    (["merc-01", "merc-02"], {"merc-01": 1}, {}, ALLIED, "fair", {"merchants": -1}),
]


@pytest.mark.rule(
    "NK-8.3.3-flight-fast", "NK-8.3.3-flight-merchants", "NK-8.3.3-flight-weather", "NK-8.3.3-flight-near"
)
@pytest.mark.parametrize(("ships", "damage", "where", "side", "weather", "modifiers"), FLIGHTS)
def test_what_helps_and_hinders_a_flight(
    ships: list[str],
    damage: dict[str, int],
    where: dict[str, Box],
    side: Side,
    weather: Weather,
    modifiers: dict[str, int],
) -> None:
    others = ["duke-of-york", "king-george-v"] if side is AXIS else ["tirpitz"]
    waters = meet(*ships, *others, damage=damage, weather=weather)
    waters.state.box = CombatBox(
        "surface", HERE, AXIS, ships={n: where.get(n, "long") for n in (*ships, *others)}, round=1
    )
    waters.begin(Manoeuvres())
    assert flight_modifiers(waters.now, waters.data, side) == modifiers


@pytest.mark.rule("NK-8.3.3-flight-roll", "NK-8.3.3-flight-failed", "NK-8.2-end")
@pytest.mark.parametrize(
    ("weather", "die", "away"), [("bad", 3, True), ("storm", 3, False), ("fair", 4, True), ("fair", 3, False)]
)
def test_a_flight_needs_a_four_and_when_it_fails_the_boxes_stay(weather: Weather, die: int, away: bool) -> None:
    waters = fight(meet("tirpitz", "de-dd-1", "kenya", weather=weather), [1, die], tirpitz="medium", de_dd_1="medium")
    waters.act(AXIS, "manoeuvre flee").act(ALLIED, "manoeuvre close")
    assert len(waters.rolls("NK-8.3.3-flight-roll")) == 1
    assert waters.is_over is away
    if not away:
        assert boxes(waters) == {"tirpitz": "medium", "de-dd-1": "medium", "kenya": "medium"}
        assert waters.now.box is not None
        assert waters.now.box.round == 2


@pytest.mark.rule("NK-8.3.3-flight-both")
def test_when_both_flee_the_german_rolls_first_and_one_success_is_enough() -> None:
    for dice, rolled in (([4], ["The German ships"]), ([1, 4], ["The German ships", "The Allied ships"])):
        waters = fight(meet("tirpitz", "duke-of-york"), [1, 1, *dice])
        waters.act(ALLIED, "manoeuvre flee").act(AXIS, "manoeuvre flee")
        assert [roll.subject for roll in waters.rolls("NK-8.3.3-flight-roll")] == rolled
        assert waters.is_over
    again = fight(meet("tirpitz", "duke-of-york"), [1, 1, 3, 3])
    again.act(ALLIED, "manoeuvre flee").act(AXIS, "manoeuvre flee")
    assert not again.is_over


@pytest.mark.rule("NK-8-after")
def test_survivors_stay_in_the_hex_and_can_still_be_raided() -> None:
    waters = meet("tirpitz", "kenya")
    waters.state.seen = {ALLIED: {}, AXIS: {}}
    waters.place("he-115-1", "1009")
    waters.begin(SurfaceCombat(ALLIED, HERE), AirRaids(AXIS), dice=[1, 6])
    waters.act(AXIS, "manoeuvre flee").act(ALLIED, "manoeuvre stay")
    assert (waters.piece("tirpitz").at, waters.piece("kenya").at) == (HERE, HERE)
    assert waters.offered(AXIS) == ["choose -", "choose he-115-1"], "the combat was contact enough"


def test_a_target_outside_the_combat_is_refused() -> None:
    waters = fight(meet("tirpitz", "kenya", "berwick"), [])
    waters.place("sheffield", "1806")
    with pytest.raises(Refused, match="sheffield is not among the choices"):
        waters.act(AXIS, "assign tirpitz=sheffield")
