"""Chapters 7.1 and 7.2: infiltration, attack, escort reaction.

2005 is open water in every season, 2208 near the winter ice, 1410 on the Norwegian coast.
"""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.escorts import infiltration_result
from barents.games.nordkapp.state import AirRaids, EndTurn, Orders, Recon, Shadowing, SubmarinePhase
from barents.kernel.actions import Decline
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer

from .attempts import CHITS, INFILTRATION, REACTION, TARGET, TORPEDO, carry_out, declare, only_roll
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

HERE, ICE, COAST = "2005", "2208", "1410"
NIGHT, DAY = 1, 2
PQ16 = ("gb-dd-01", "gb-dd-02", "gb-dd-03", "gb-dd-04", "e-01", "e-02")
PQ17 = ("gb-dd-01", "gb-dd-02", "gb-dd-03", "e-01", "e-02")


def near(
    *escorts: str,
    merchants: int = 3,
    cell: str = HERE,
    turn: int = DAY,
    weather: Weather = "fair",
    boat: str = "u-88",
) -> Waters:
    """A boat in the hex of PQ-12, by day and in fair weather unless said otherwise."""
    waters = Waters(SPORTPALAST, turn=turn).weather(weather)
    waters.convoy("pq12", cell, *escorts, merchants=merchants)
    waters.place(boat, cell)
    return waters


# 7.1: who may act


@pytest.mark.rule("NK-7.1-eligible")
def test_only_boats_with_sighted_ships_in_their_hex_may_act() -> None:
    waters = near("gb-dd-01")
    waters.place("u-134", "2006")
    waters.place("u-377", "2105")
    waters.place("berwick", "2105")
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS))
    assert waters.offered(AXIS) == ["decline", "attack u-88"], "Berwick was not sighted, 2006 is empty"


@pytest.mark.rule("NK-7.1-eligible")
def test_nobody_is_asked_where_no_ships_were_sighted() -> None:
    waters = near("gb-dd-01")
    waters.place("trident", "2006")
    waters.sighted(AXIS, "2006").begin(SubmarinePhase(AXIS))
    assert waters.is_over, "a submarine alone was sighted"


@pytest.mark.rule("NK-7.1-eligible")
def test_the_window_opens_also_without_a_boat_that_could_act() -> None:
    waters = near("gb-dd-01", boat="u-134")
    waters.state.pieces[AXIS]["u-134"].at = "2006"
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS))
    assert waters.asked(AXIS).window
    assert waters.offered(AXIS) == ["decline"]


@pytest.mark.rule("NK-4D-order")
def test_german_boats_act_one_after_the_other_before_any_allied_boat() -> None:
    waters = near()
    waters.place("u-134", HERE)
    waters.place("tirpitz", "1505")
    waters.place("trident", "1505")
    waters.sighted(AXIS, HERE).sighted(ALLIED, "1505")
    waters.begin(SubmarinePhase(AXIS), SubmarinePhase(ALLIED), dice=[1, 1])
    assert list(waters.match.pending) == [AXIS]
    waters.act(AXIS, "attack u-134", "target merc-01")
    assert waters.offered(AXIS) == ["decline", "attack u-88"]
    waters.act(AXIS, "attack u-88", "target merc-02")
    assert waters.offered(AXIS) == ["decline"], "each boat acts once"
    waters.act(AXIS, "decline")
    assert waters.offered(ALLIED) == ["decline", "attack trident"]


@pytest.mark.rule("NK-7.1-eligible", "NK-4D-order")
def test_no_boat_is_offered_ships_that_another_has_sunk() -> None:
    waters = near(merchants=1)
    waters.place("u-134", HERE)
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS), dice=[8]).act(AXIS, "attack u-134", "target merc-01")
    assert waters.piece("merc-01").at == "lost"
    assert waters.offered(AXIS) == ["decline"], "the sighting is still of this turn, but nobody is there any more"


@pytest.mark.rule("NK-7.1-no-asw-no-roll")
def test_lone_merchants_are_attacked_without_infiltration_chits_or_reaction() -> None:
    """G20: a damaged merchant sinks by one more point."""
    waters = near(merchants=0)
    waters.straggler("merc-01", HERE, "pq12", damage=1)
    declare(waters, 5, surfaced=None)
    carry_out(waters, "merc-01")
    assert only_roll(waters, TORPEDO).total == 11
    assert waters.piece("merc-01").at == "lost"
    assert waters.points(AXIS) == 1
    assert (waters.rolls(INFILTRATION), waters.rolls(REACTION), waters.dice_left()) == ([], [], {})


@pytest.mark.rule("NK-7.1-no-asw-no-roll", "NK-7.3-draw-not-allied")
def test_warships_that_cannot_fight_boats_are_attacked_at_once() -> None:
    waters = near(merchants=0)
    waters.force("home", HERE, "king-george-v", "berwick")
    carry_out(declare(waters, 10, surfaced=None), "king-george-v")
    assert waters.piece("king-george-v").damage == 2
    assert waters.points(AXIS) == 4
    assert waters.draws("NK-7.3-draw-trigger") == []


@pytest.mark.rule("NK-7.1-asw-outside-convoy", "NK-7.1.1-infiltration-needed", "NK-7.3-draw-trigger")
def test_a_fleet_with_destroyers_has_to_be_infiltrated_like_a_convoy() -> None:
    waters = near(merchants=0)
    waters.force("home", HERE, "king-george-v", "gb-dd-01")
    carry_out(declare(waters, 2))
    assert only_roll(waters, INFILTRATION).total == 3, "one escort, fair weather"
    assert waters.rolls(TORPEDO) == []
    assert [(draw.count, draw.pool) for draw in waters.draws("NK-7.3-draw-trigger")] == [(1, 10), (1, 6)]


@pytest.mark.rule("NK-7.1.1-infiltration-needed")
def test_a_damaged_escort_without_an_asw_factor_left_is_none() -> None:
    waters = near("su-dd-01")
    waters.state.pieces[ALLIED]["su-dd-01"].damage = 1
    carry_out(declare(waters, 1, surfaced=None), "merc-01")
    assert waters.rolls(INFILTRATION) == []


@pytest.mark.rule("NK-7.1-display-sights", "NK-7.1.1-disclosure")
def test_boat_and_group_are_laid_open_to_both_and_count_as_sighted() -> None:
    waters = near("gb-dd-01", "kenya", merchants=10)
    waters.place("trident", HERE, submerged=True)
    declare(waters, 2, 1, surfaced=True)
    assert set(waters.revealed()) == {"u-88", "gb-dd-01", "kenya", *(f"merc-{n:02d}" for n in range(1, 11))}
    allied, axis = waters.match.known(Observer.ALLIED), waters.match.known(Observer.AXIS)
    assert allied.pieces[AXIS]["u-88"].at == HERE
    assert "kenya" in axis.pieces[ALLIED]
    assert "trident" not in axis.pieces[ALLIED], "submarines are no part of the group"
    assert axis.box is not None
    assert axis.box.attackers == ["u-88"]
    carry_out(waters)
    assert waters.now.seen[ALLIED] == {HERE: ["submarine"]}
    assert waters.now.seen[AXIS][HERE] == ["convoy"]
    assert waters.now.box is None
    noted = [(seen.cell, seen.what, seen.source) for seen in waters.match.known(Observer.AXIS).notebook[AXIS].sightings]
    assert noted == [(HERE, "1 CA, 1 DD, 10 merchants", "combat")]
    assert waters.match.known(Observer.ALLIED).notebook[ALLIED].sightings == [], "a boat is no ship"


@pytest.mark.rule("NK-7.1-display-sights")
def test_what_two_boats_were_shown_in_a_hex_is_noted_once() -> None:
    waters = near("gb-dd-01")
    waters.place("u-134", HERE)
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS), dice=[1, 1])
    for boat in ("u-134", "u-88"):
        carry_out(waters.act(AXIS, f"attack {boat}", "operate no"))
    assert [seen.what for seen in waters.now.notebook[AXIS].sightings] == ["1 DD, 3 merchants"]
    assert waters.revealed().count("gb-dd-01") == 1


# 7.1.1: the table


@pytest.mark.rule("NK-7.1.1-table", "NK-7.1.1-natural")
@pytest.mark.parametrize(
    ("modifier", "results"),
    [
        (-4, "DDDDSI"),
        (-3, "DDDSSI"),
        (-2, "DDSSSI"),
        (-1, "DSSSII"),
        (0, "SSSIIU"),
        (1, "SSIIUU"),
        (2, "SIIUUU"),
        (3, "SIUUUU"),
        (5, "SUUUUU"),
    ],
)
def test_the_infiltration_table(modifier: int, results: str) -> None:
    table = Waters().data.tables.infiltration
    found = [infiltration_result(table, face, face + modifier) for face in range(1, 7)]
    assert "".join(result[0].upper() for result in found) == results


@pytest.mark.rule("NK-7.1.1-mod-escort")
@pytest.mark.parametrize(("escorts", "modifier"), [(1, 0), (2, -1), (3, -1), (4, -2), (6, -2)])
def test_escorts_make_it_harder(escorts: int, modifier: int) -> None:
    waters = carry_out(declare(near(*PQ16[:escorts], "kenya"), 1))
    assert only_roll(waters, INFILTRATION).modifiers.get(f"{escorts} escorts", 0) == modifier


@pytest.mark.rule("NK-7.1.1-mod-weather")
@pytest.mark.parametrize(("weather", "modifier"), [("fair", 1), ("bad", -1), ("fog", -1), ("storm", -2)])
def test_the_sea_and_infiltration(weather: Weather, modifier: int) -> None:
    waters = carry_out(declare(near("gb-dd-01", weather=weather), 2, 1), "merc-01")
    assert only_roll(waters, INFILTRATION).modifiers == {weather: modifier}


@pytest.mark.rule("NK-7.1.1-mod-surface", "NK-7.2-state-before-infiltration")
@pytest.mark.parametrize(
    ("turn", "surfaced", "modifier"), [(NIGHT, True, 1), (DAY, True, -1), (NIGHT, False, 0), (DAY, False, 0)]
)
def test_a_surfaced_boat_is_helped_by_night(turn: int, surfaced: bool, modifier: int) -> None:
    waters = near("gb-dd-01", turn=turn)
    waters.state.pieces[AXIS]["u-88"].submerged = surfaced
    carry_out(declare(waters, 1, 1, surfaced=surfaced))
    assert sum(only_roll(waters, INFILTRATION).modifiers.values()) == 1 + modifier
    assert waters.piece("u-88").submerged is not surfaced


@pytest.mark.rule("NK-7.1.1-mod-coast-ice")
@pytest.mark.parametrize(("cell", "modifier"), [(HERE, 0), (COAST, 1), (ICE, -1)])
def test_coast_and_ice(cell: str, modifier: int) -> None:
    waters = carry_out(declare(near("gb-dd-01", cell=cell), 1, 1))
    assert sum(only_roll(waters, INFILTRATION).modifiers.values()) == 1 + modifier


@pytest.mark.rule("NK-7.1.1-mod-aircap", "NK-7.1.1-infiltration-needed")
def test_aircraft_on_patrol_against_submarines() -> None:
    waters = near()
    waters.place("victorious", "2105")
    waters.place("albacore-1", "victorious", covers="pq12", flew=True)
    declare(waters, 6)
    while TARGET not in {decision.rule for decision in waters.match.pending.values()}:
        waters.act(next(iter(waters.match.pending)), Decline())
    assert only_roll(waters, INFILTRATION).modifiers == {"fair": 1, "air patrol": -2}
    for seed in range(3):
        world = GAME.imagine(waters.data, waters.match.known(Observer.AXIS), Observer.AXIS, Dice.seeded(seed))
        assert any(piece.covers for piece in world.pieces[ALLIED].values()), "the German has met one of them"


@pytest.mark.rule("NK-7.1.1-die-each", "NK-7.3-return")
def test_each_boat_rolls_its_own_die_and_draws_from_full_containers() -> None:
    waters = near("gb-dd-01")
    waters.place("u-134", HERE)
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS), dice=[1, 2])
    before = {side: sorted(waters.state.bag[side]) for side in (ALLIED, AXIS)}
    for boat in ("u-134", "u-88"):
        carry_out(waters.act(AXIS, f"attack {boat}", "operate no"))
        assert waters.now.bag == before
        assert waters.now.hand == {ALLIED: [], AXIS: []}
    assert [(roll.subject, roll.faces) for roll in waters.rolls(INFILTRATION)] == [("u-134", (1,)), ("u-88", (2,))]
    assert [draw.pool for draw in waters.draws("NK-7.3-draw-trigger")] == [10, 6, 10, 6]


@pytest.mark.rule("NK-7.1.1-screened", "NK-7.1.3-reaction-detected")
def test_screened_is_the_end_and_detected_calls_the_escorts() -> None:
    """G12: PQ-17 in fog: three less on the die."""

    def attempt(*dice: int) -> Waters:
        waters = Waters(SCATTER).weather("fog")
        waters.convoy("pq17", HERE, *PQ17)
        waters.place("u-88", HERE)
        return carry_out(declare(waters, *dice), "merc-01")

    screened = attempt(5)
    assert only_roll(screened, INFILTRATION).total == 2
    assert (screened.rolls(TORPEDO), screened.rolls(REACTION), screened.dice_left()) == ([], [], {})
    detected = attempt(3, 1)
    assert only_roll(detected, INFILTRATION).total == 0
    assert (detected.rolls(TORPEDO), len(detected.rolls(REACTION))) == ([], 1)
    inside = attempt(6, 1, 1)
    assert (len(inside.rolls(TORPEDO)), len(inside.rolls(REACTION))) == (1, 1), "a natural 6 gets in"


@pytest.mark.rule("NK-7.1.1-detected", "NK-7.1.3-driven-off")
def test_pq_16_with_air_patrol_drives_a_boat_off() -> None:
    """G13."""
    waters = Waters(LUFTWAFFE).weather("bad")
    waters.convoy("pq16", HERE, *PQ16)
    waters.place("victorious", HERE)
    waters.place("albacore-1", "victorious", covers="pq16", flew=True)
    waters.place("u-88", HERE)
    carry_out(declare(waters, 5, 5))
    infiltration, reaction = only_roll(waters, INFILTRATION), only_roll(waters, REACTION)
    assert (sum(infiltration.modifiers.values()), infiltration.total) == (-5, 0)
    assert reaction.modifiers == {"17 ASW factors": 1, "bad": -1}
    assert reaction.total == 5
    assert waters.piece("u-88").harried
    assert waters.piece("u-88").damage == 0


# 7.1.2: the attack


@pytest.mark.rule("NK-7.1.2-attack", "NK-7.1.2-torpedo-roll", "NK-7.1.3-reaction")
def test_a_merchant_of_pq_12_is_sunk_and_the_boat_damaged() -> None:
    """G11."""
    waters = declare(near("gb-dd-01", "e-01", "kenya", merchants=15), 4, 8, 6)
    while waters.match.pending.keys() != {AXIS} or waters.asked(AXIS).rule != TARGET:
        for side in list(waters.match.pending):
            waters.act(side, "decline")
    assert len(waters.offered(AXIS)) == 18, "any ship of the group"
    carry_out(waters, "merc-07")
    assert only_roll(waters, INFILTRATION).modifiers == {"2 escorts": -1, "fair": 1}
    assert only_roll(waters, TORPEDO).total == 14
    assert only_roll(waters, REACTION).total == 6
    assert waters.piece("merc-07").at == "lost"
    assert waters.piece("u-88").damage == 1
    assert (waters.points(AXIS), waters.points(ALLIED)) == (1, 0.5)
    assert waters.dice_left() == {}


@pytest.mark.rule("NK-7.1.2-torpedo-roll", "NK-7.1.2-one-attack")
def test_a_damaged_boat_fires_with_half_its_torpedoes_and_only_once() -> None:
    waters = near()
    waters.state.pieces[AXIS]["u-88"].damage = 1
    carry_out(declare(waters, 8, surfaced=None), "merc-01")
    assert only_roll(waters, TORPEDO).modifiers == {"torpedoes": 3}
    assert waters.piece("merc-01").damage == 1
    assert waters.offered(AXIS) == ["decline"]
    assert [told.words for told in waters.told(TORPEDO)] == [
        "{unit} takes {points} of the {armour} Damage Points that sink her, from {by}"
    ], "who hits is not said to miss"


@pytest.mark.rule("NK-7.1.3-reaction")
def test_no_reaction_once_the_last_escort_is_sunk() -> None:
    waters = carry_out(declare(near("gb-dd-01"), 5, 8), "gb-dd-01")
    assert waters.piece("gb-dd-01").at == "lost"
    assert waters.rolls(REACTION) == []
    assert waters.dice_left() == {}


# 7.1.3: the reaction


@pytest.mark.rule("NK-7.1.3-mod-strength", "NK-7.1.3-reaction-once")
@pytest.mark.parametrize(
    ("escorts", "factors", "modifier"),
    [(("gb-dd-01",), 3, -1), (("e-01", "e-02"), 4, 0), (PQ16[:3], 9, 0), ((*PQ16[:3], "su-dd-01"), 10, 1)],
)
def test_all_escorts_together_roll_one_die_by_their_strength(
    escorts: tuple[str, ...], factors: int, modifier: int
) -> None:
    waters = carry_out(declare(near(*escorts), 6, 1, 1), "merc-01")
    roll = only_roll(waters, REACTION)
    assert roll.modifiers.get(f"{factors} ASW factors", 0) == modifier


@pytest.mark.rule("NK-7.1.3-mod-weather")
@pytest.mark.parametrize(("weather", "modifier"), [("fair", 0), ("bad", -1), ("fog", 0), ("storm", -2)])
def test_the_sea_and_the_escorts(weather: Weather, modifier: int) -> None:
    waters = carry_out(declare(near("e-01", "e-02", weather=weather), 6, 1, 1), "merc-01")
    modifiers = only_roll(waters, REACTION).modifiers
    assert modifiers.get(weather, 0) == modifier


@pytest.mark.rule("NK-7.1.3-mod-other")
def test_surfaced_unseen_and_driven_off() -> None:
    """G14: one E by night, and a boat on the surface that is helped by a radar failure."""
    waters = declare(near("e-01", turn=NIGHT), 2, 5, 6, surfaced=True, axis=["radar"])
    carry_out(waters, "merc-01", play=["radar"])
    assert only_roll(waters, INFILTRATION).total == 6
    assert only_roll(waters, TORPEDO).total == 11
    assert waters.piece("merc-01").damage == 1
    assert only_roll(waters, REACTION).modifiers == {"2 ASW factors": -1, "surfaced": 1, "unseen": -1}
    assert waters.piece("u-88").harried


@pytest.mark.rule("NK-7.1.1-natural")
def test_a_natural_one_never_gets_in() -> None:
    """G14, the other die."""
    waters = declare(near("e-01", turn=NIGHT), 1, surfaced=True, axis=["radar"])
    carry_out(waters, play=["radar"])
    assert only_roll(waters, INFILTRATION).total == 5
    assert (waters.rolls(TORPEDO), waters.rolls(REACTION)) == ([], [])


@pytest.mark.rule("NK-7.1.3-mod-other")
def test_soviet_ships_alone_and_ice() -> None:
    waters = near("su-dd-01", "su-dd-02", cell=ICE)
    carry_out(declare(waters, 6, 1, 1), "merc-01")
    assert only_roll(waters, REACTION).modifiers == {"2 ASW factors": -1, "Soviet ships alone": -1, "ice": -1}
    mixed = carry_out(declare(near("su-dd-01", "e-01"), 6, 1, 1), "merc-01")
    assert "Soviet ships alone" not in only_roll(mixed, REACTION).modifiers


@pytest.mark.rule("NK-7.1.3-table", "NK-7.1.3-natural-one")
@pytest.mark.parametrize(
    ("face", "outcome"), [(1, "none"), (2, "none"), (3, "off"), (4, "off"), (5, "hit"), (6, "hit")]
)
def test_the_asw_table(face: int, outcome: str) -> None:
    """Ten factors: one more on the die."""
    waters = carry_out(declare(near(*PQ16[:3], "su-dd-01"), 5, 1, face), "merc-01")
    boat = waters.piece("u-88")
    assert (boat.damage, boat.harried) == {"none": (0, False), "off": (0, True), "hit": (1, False)}[outcome]


@pytest.mark.rule("NK-7.1.3-sunk-points", "NK-7.1.3-table", "NK-11.2-uboat-sunk", "NK-11.2-dp")
def test_eight_sinks_a_boat_for_all_its_armour() -> None:
    """G19: escort coordination and a surfaced boat: three more on the die."""
    waters = declare(near(*PQ16[:4], turn=NIGHT), 5, 1, 5, surfaced=True, allied=["coordination"])
    carry_out(waters, "merc-01", play=["coordination"])
    assert only_roll(waters, REACTION).modifiers == {"12 ASW factors": 1, "surfaced": 1, "Escort coordination": 1}
    assert only_roll(waters, REACTION).total == 8
    assert waters.piece("u-88").at == "lost"
    assert waters.points(ALLIED) == 2


@pytest.mark.rule("NK-7.1.3-driven-off")
def test_a_boat_that_was_driven_off_goes_down_and_does_nothing_next_turn() -> None:
    waters = near("gb-dd-01", "gb-dd-02")
    waters.state.pieces[AXIS]["u-88"].harried = True
    waters.begin(EndTurn())
    boat = waters.piece("u-88")
    assert (boat.driven_off, boat.harried) == (True, False)
    waters = near("gb-dd-01")
    waters.state.pieces[AXIS]["u-88"].driven_off = True
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS))
    assert waters.offered(AXIS) == ["decline"]


@pytest.mark.rule("NK-7.1.3-driven-off")
def test_a_boat_is_driven_off_for_one_turn() -> None:
    """It attacks and is driven off; next turn it sails submerged and does nothing; on the turn after it is free."""
    waters = near("gb-dd-01", "gb-dd-02", "gb-dd-03", merchants=2, turn=NIGHT, weather="fog")
    waters.sighted(AXIS, HERE).begin(SubmarinePhase(AXIS), Shadowing(), EndTurn(), dice=[1, 5, 3, 3])
    carry_out(waters.act(AXIS, "attack u-88", "operate no"))
    assert only_roll(waters, REACTION).total == 5
    assert "u-88 is driven off" in waters.words()
    waters.act(AXIS, "decline")
    assert waters.offered(AXIS) == ["choose -"], "it has tried to get in, and keeps no contact"
    waters.idle_until("NK-5.1-secret-plot", AXIS, turn=2)
    assert max(way.count(">") for way in waters.ways(AXIS, "u-88")) == 1, "one hex, submerged"
    waters.plot(AXIS).idle_until("NK-6.2-naval-recon", AXIS).act(AXIS, f"choose {HERE}")
    assert waters.piece("u-88").submerged
    waters.idle_until("NK-4D-order", AXIS)
    assert waters.offered(AXIS) == ["decline"], "neither attack"
    waters.act(AXIS, "decline").idle_until("NK-7.4-shadow-eligible", AXIS)
    assert waters.offered(AXIS) == ["choose -"], "nor contact"
    waters.idle_until("NK-5.1-secret-plot", AXIS, turn=3)
    assert "2005>2006>2007>2008" in waters.ways(AXIS, "u-88")
    waters.plot(AXIS, {"u-88": HERE}).idle_until("NK-6.2-naval-recon", AXIS).act(AXIS, f"choose {HERE}")
    waters.idle_until("NK-4D-order", AXIS)
    assert waters.offered(AXIS) == ["decline", "attack u-88"]


@pytest.mark.rule("NK-7.1.3-driven-off", "NK-7.4-shadow-eligible")
def test_a_boat_that_aircraft_drive_off_keeps_no_contact_on_that_turn() -> None:
    for die, contact in ((5, ["choose -"]), (1, ["choose -", "choose u-88"])):
        waters = near("gb-dd-01", merchants=12)
        waters.place("victorious", "2105")
        waters.place("albacore-1", "victorious")
        waters.state.seen[ALLIED][HERE] = ["submarine"]
        waters.sighted(AXIS, HERE).begin(AirRaids(ALLIED), Shadowing(), dice=[die])
        waters.act(ALLIED, "choose albacore-1")
        assert waters.piece("u-88").harried is (die == 5)
        assert waters.offered(AXIS) == contact


# 7.2: surfaced or submerged


def plotting(**fields: object) -> Waters:
    """A boat alone whose movement is plotted, by night."""
    waters = Waters(SPORTPALAST, turn=NIGHT)
    waters.place("u-88", HERE, **fields)
    return waters.begin(Orders())


@pytest.mark.rule("NK-7.2-state-before-move", "NK-7.2-speed", "NK-7.2-default-surfaced")
@pytest.mark.parametrize(
    ("route", "cell", "submerged"),
    [("2005>2006>2007>2008", "2008", False), ("2005>2006>down", "2006", True), ("2005>down", HERE, True)],
)
def test_a_boat_moves_three_hexes_surfaced_or_one_submerged(route: str, cell: str, submerged: bool) -> None:
    waters = plotting()
    ways = waters.ways(AXIS, "u-88")
    assert max(way.count(">") for way in ways if not way.endswith("down")) == 3
    assert max(way.count(">") for way in ways if way.endswith("down")) == 2
    waters.plot(AXIS, {"u-88": route})
    waters.plot(ALLIED)
    assert (waters.piece("u-88").at, waters.piece("u-88").submerged) == (cell, submerged)


@pytest.mark.rule("NK-7.2-default-surfaced")
def test_a_submerged_boat_comes_up_when_it_does_not_go_down_again() -> None:
    waters = plotting(submerged=True)
    waters.plot(AXIS, {"u-88": HERE}).plot(ALLIED)
    assert not waters.piece("u-88").submerged
    waters = Waters(SPORTPALAST)
    waters.place("u-88", HERE)
    waters.begin(Recon(ALLIED))
    assert not waters.piece("u-88").submerged


@pytest.mark.rule("NK-7.1.3-driven-off")
def test_a_driven_off_boat_moves_one_hex_and_stays_down() -> None:
    waters = plotting(driven_off=True)
    assert max(way.count(">") for way in waters.ways(AXIS, "u-88")) == 1
    waters.plot(AXIS, {"u-88": "2005>2006"}).plot(ALLIED)
    assert waters.piece("u-88").submerged


# Allied boats


@pytest.mark.rule("NK-7.3-draw-not-allied")
def test_an_allied_boat_infiltrates_without_chits() -> None:
    """R15: Tirpitz and her destroyers, two of them."""
    waters = Waters(SPORTPALAST, turn=DAY)
    waters.force("tirpitz", HERE, "tirpitz", "de-dd-1", "de-dd-2")
    waters.place("trident", HERE)
    declare(waters, 4, 6, 1, boat="trident")
    assert waters.asked(ALLIED).rule == TARGET, "nobody was asked for chits"
    carry_out(waters, "tirpitz")
    assert only_roll(waters, INFILTRATION).modifiers == {"2 escorts": -1, "fair": 1}
    assert waters.piece("tirpitz").damage == 1
    assert only_roll(waters, REACTION).modifiers == {}
    assert waters.draws("NK-7.3-draw-trigger") == []
    assert CHITS not in {decision.rule for decision in waters.match.pending.values()}
