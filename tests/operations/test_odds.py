"""The odds that a player of an operation is shown are those of the rules, die by die."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from barents.games.operations import GAME
from barents.games.operations.actions import Aim, Attack, Engage, Press
from barents.games.operations.air.search import level_of, reports, search_number
from barents.games.operations.battle.damage import throw, torpedo_hit
from barents.games.operations.data import data
from barents.games.operations.fights import Encounter, Raid
from barents.games.operations.fleets.sea import breakdown, machinery
from barents.games.operations.rules.chances import hits, sunk_by, through_flak
from barents.games.operations.state import (
    HOME,
    SUNK,
    AirRaid,
    BoatActions,
    ContactChoice,
    LaunchStrikes,
    Orders,
    SurfaceActions,
)
from barents.games.operations.submarines.attack import counter, hunted
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.odds import Spread
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Odds
from tests.operations.theatre import ALLIED, AXIS, BEAR_ISLAND, CLOUD, Theatre
from tests.published import OPERATIONS as SCENARIOS

DICE = range(1, 7)


def put(theatre: Theatre, side: Side) -> Asked:
    """What a side is asked, with what it may know."""
    known = GAME.known(theatre.data, theatre.now, Observer(side.value))
    return Asked(GAME, theatre.data, known, theatre.asked(side))


def shown(theatre: Theatre, side: Side, action: Action) -> Odds:
    """The odds of an action, from what the side that is asked may know."""
    found = put(theatre, side).odds(action)
    assert found is not None, f"no odds for {action}"
    return found


def ordered(theatre: Theatre, side: Side) -> dict[str, Odds]:
    """The odds of single orders."""
    sheet = put(theatre, side).order_odds
    orders = ((slot, value, odds.first) for slot, values in sheet.items() for value, odds in values.items())
    return {str(Allot(((slot, value),))): odds for slot, value, odds in orders}


def ends(found: Odds) -> dict[str, float]:
    """How a gamble can end."""
    return {outcome.words: outcome.chance for outcome in found.outcomes}


# Chances against the rules' own procedures, over every fall of the dice


@pytest.mark.parametrize("modifier", [-3, -2, -1, 0, 1, 2])
def test_hits_are_those_that_the_rules_count(modifier: int) -> None:
    """Two dice, with two more to confirm: every one of 36 × 36 falls is thrown by the rules."""
    tally: Counter[int] = Counter()
    theatre = Theatre()
    theatre.fleet("raiders", BEAR_ISLAND, "tirpitz")
    for faces in product(DICE, repeat=2):
        for more in product(DICE, repeat=2) if 6 in faces and modifier < 0 else [(1, 1)] * 36:
            needed = more[: faces.count(6)] if modifier < 0 else ()
            tally[throw(theatre.umpire(*faces, *needed), "OP-GUN-dice", "test", 2, {"all": modifier})] += 1
    expected = {number: count / 36**2 for number, count in tally.items()}
    assert hits(data(None), 2, {"all": modifier}).chances == pytest.approx(expected)


@pytest.mark.parametrize(
    ("year", "dice", "pressed", "broke"),
    [(1942, 3, False, False), (1942, 3, True, False), (1942, 4, False, True), (1943, 2, False, False)],
)
def test_a_boat_is_sunk_or_sent_home_as_often_as_the_counterattack_does_it(
    year: int, dice: int, pressed: bool, broke: bool
) -> None:
    """The hits are given by hand, what they do to her by the rules: doubling dice of 1943 and the doubtful die."""
    theatre = Theatre(year=year)
    table = theatre.data.tables.submarines
    thrown = dice // 2 if broke else dice
    least = table.counter_pressed_from if pressed else table.counter_hits_from
    lost = home = 0.0
    for faces in product(DICE, repeat=thrown):
        struck = sum(face >= least for face in faces)
        doubles = struck if year >= 1943 else 0
        for extra in product(DICE, repeat=doubles):
            for doubtful in DICE:
                boat = theatre.boat("u-354", BEAR_ISLAND)
                total = struck + sum(face == 6 for face in extra)
                rolled = [doubtful] if total == 2 and not broke else []
                counter(
                    theatre.umpire(axis=[*extra, *rolled]), AXIS, theatre.boat_now("u-354"), struck, broke_off=broke
                )
                weight = 1 / 6 ** (thrown + doubles + 1)
                lost += weight * (theatre.boat_now("u-354").at == SUNK)
                home += weight * (theatre.boat_now("u-354").at == HOME)
                theatre.now.desks[AXIS].boats["u-354"] = boat
    assert hunted(theatre.data, year, dice, pressed=pressed, broke_off=broke) == pytest.approx((lost, home))


@pytest.mark.parametrize(("ship", "hull"), [("uk:LT", 2), ("scharnhorst", 2), ("scharnhorst", 3)])
def test_two_torpedoes_sink_as_often_as_the_rules_say(ship: str, hull: int) -> None:
    sunk = 0
    for faces in product(DICE, repeat=2):
        theatre = Theatre()
        side = ALLIED if ship == "uk:LT" else AXIS
        theatre.fleet("target", BEAR_ISLAND, ship)
        key = "lt-1" if ship == "uk:LT" else ship
        theatre.ship(key, lost={"hull": theatre.hull(key) - hull})
        u = theatre.umpire(**{side.value: faces})
        for _ in faces:
            torpedo_hit(u, key)
        sunk += theatre.find(key).at == SUNK
    line = data(None).ship("scharnhorst" if ship != "uk:LT" else ship)
    assert sunk_by(data(None), Spread.sure(2), line.hull_armour, hull) == pytest.approx(sunk / 36)


@pytest.mark.parametrize(("fast", "expected"), [(False, 35), (True, 56)])
def test_engines_fail_as_often_as_the_rules_say(fast: bool, expected: int) -> None:
    failed = 0
    theatre = Theatre(turn=6)
    theatre.fleet("raiders", BEAR_ISLAND, "tirpitz", "z24", steamed=True, forced=fast)
    for faces in product(DICE, repeat=3):
        for key in ("tirpitz", "z24"):
            theatre.ship(key, failed=False)
        state = theatre.now
        machinery(theatre.umpire(axis=faces), AXIS, state.desks[AXIS].fleets["raiders"])
        failed += any(theatre.find(key).failed for key in ("tirpitz", "z24"))
    assert failed == expected
    assert breakdown(data(None), fast=fast) == pytest.approx(expected / 216)


def test_flak_turns_back_the_weakest_steps() -> None:
    """Two dice: none, one or two steps of three, the one with a single die first."""
    found = through_flak(data(None), [3, 1, 3], 2)
    assert found.chances == pytest.approx({7: 25 / 36, 6: 10 / 36, 3: 1 / 36})


def test_levels_of_a_report_follow_the_margin() -> None:
    """Squall, fleet of 25, two steps: needs 9 with +3 (G63)."""
    rolled = Counter(level_of(data(None), sum(faces) + 3 - 9) for faces in product(DICE, repeat=2))
    found = reports(data(None), 9, {"many": 2, "further": 1})
    assert found.chances == pytest.approx({level: count / 36 for level, count in rolled.items()})


# What a player is shown


def test_contact_with_a_report_is_told_with_its_condition() -> None:
    """By day in cloud 4, with radar 1 and the report in that zone: 1 is needed, and nothing can go wrong."""
    theatre = Theatre(month=7, weather=CLOUD)
    theatre.fleet("raiders", "5711", "tirpitz")
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*14")
    theatre.contact(AXIS, "convoy", 2, turn=2, number=12, flags=["merchants"])
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", AXIS)
    found = ordered(theatre, AXIS)["assign raiders=intercept:c1:3"]
    assert (found.of, found.modifiers) == ("contact if it is there", {"radar": 1, "reported here": 2})
    assert found.chance == 1


def test_who_wants_to_fight_or_to_avoid_is_told_his_chances() -> None:
    """G46: at night in squall convoys cannot get away from raiders of speed 3; by day a destroyer needs 5 or 6."""
    theatre = Theatre(month=12, weather=3)
    convoy = theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*4")
    raiders = theatre.fleet("raiders", BEAR_ISLAND, "tirpitz")
    theatre.contact(ALLIED, "raiders", 2, number=1, flags=["capital ship"])
    fleets = {ALLIED: convoy.key, AXIS: raiders.key}
    theatre.state.encounters = [Encounter(BEAR_ISLAND, fleets, [ALLIED])]
    theatre.begin(ContactChoice(1, ALLIED))
    away = shown(theatre, ALLIED, Decline())
    assert (away.chance, away.modifiers) == (0, {"speed": -2, "light": 2, "weather": 1, "transports": -2})
    fight = shown(theatre, ALLIED, Engage("convoy", "c1"))
    assert fight.of == "a battle, if they have seen you and try to avoid it"
    assert fight.chance == 0, "2 for speed, 2 for light and 1 for the weather: any die gets away"


def test_a_boats_attack_is_told_with_the_screen_and_what_comes_after() -> None:
    """ASW 13: four dice in 1942; by day at a merchant three dice on 6 (G59)."""
    theatre = Theatre()
    theatre.boat("u-354", BEAR_ISLAND)
    escorts = ("keppel", "volunteer", "amazon", "beagle")
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*30", *escorts)
    theatre.state.desks[AXIS].queue = ["u-354"]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, 6, 1, 1, 1])
    found = shown(theatre, AXIS, Attack("u-354", "c1"))
    assert found.chance == pytest.approx(1 - (5 / 6) ** 3)
    assert ends(found)["found first"] == pytest.approx(1 - (5 / 6) ** 4, abs=1e-5)
    theatre.act(AXIS, Attack("u-354", "c1"))
    pressed, off = shown(theatre, AXIS, Press(on=True)), shown(theatre, AXIS, Decline())
    assert pressed.modifiers == {"pressing on": -1}
    assert pressed.chance == pytest.approx(1 - (11 / 12) ** 3)
    assert "sunk" not in ends(off), "whoever breaks off is at worst sent home"
    assert ends(off)["unharmed"] == pytest.approx((5 / 6) ** 2, abs=1e-5)
    theatre.act(AXIS, Press(on=True))
    aim = shown(theatre, AXIS, Aim("lt-1", 3))
    assert ends(aim)["another ship in the way"] == pytest.approx(1 / 6, abs=1e-5)
    assert sum(ends(aim).values()) == pytest.approx(1, abs=1e-4)
    assert aim.chance == pytest.approx(5 / 6 * (1 - (11 / 12) ** 3))


def test_a_strike_is_told_through_the_heaviest_fire_unless_the_types_are_known() -> None:
    theatre = Theatre()
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*4")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    vague = theatre.contact(AXIS, "convoy", 2, number=4, flags=["merchants"])
    theatre.begin(LaunchStrikes(AXIS))
    options = theatre.asked(AXIS).options
    assert isinstance(options, Subset)
    blind = shown(theatre, AXIS, Choose(options.items))
    assert blind.of.endswith("through the heaviest fire")
    through = {2: (5 / 6) ** 4, 1: 4 / 6 * (5 / 6) ** 3}
    expected = sum(chance * (1 - (5 / 6) ** dice) for dice, chance in through.items())
    assert blind.chance == pytest.approx(expected, abs=1e-5)
    theatre.contacts(AXIS)[0].level, theatre.contacts(AXIS)[0].types = 3, {"LT": 4}
    clear = shown(theatre, AXIS, Choose(options.items))
    assert vague.key == "c1"
    assert clear.modifiers == {"weak fire": 1}
    assert clear.chance == pytest.approx(1 - (4 / 6) ** 2)


def test_of_two_fleets_in_one_zone_a_strike_is_told_by_the_report_that_it_is_asked_about() -> None:
    theatre = Theatre()
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*4")
    theatre.fleet("home", BEAR_ISLAND, "duke-of-york", "uk:DD137*6")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.contact(AXIS, "convoy", 3, number=4, types={"LT": 4})
    theatre.contact(AXIS, "home", 3, number=7, types={"BB": 1, "DD": 6})
    theatre.begin(LaunchStrikes(AXIS))
    everybody = Choose(("ju-88-1", "ju-88-2"))
    assert shown(theatre, AXIS, everybody).modifiers == {"weak fire": 1}
    theatre.idle(AXIS)
    assert "weak fire" not in shown(theatre, AXIS, everybody).modifiers


def test_a_page_of_searches_is_told_sector_by_sector() -> None:
    """Two steps in one sector help each other by what the table gives for a second; the best sector is told first."""
    theatre = Theatre()
    theatre.wing("bv-138", "Tromsø", 3)
    theatre.begin(Orders())
    one, two = BEAR_ISLAND, "5513"
    orders = {"bv-138-1": f"search:{one}", "bv-138-2": f"search:{two}", "bv-138-3": f"search:{two}"}
    found = shown(theatre, AXIS, Allot(tuple(orders.items())))
    needed, further = search_number(theatre.now, theatre.data, two), theatre.data.tables.search.further_step
    assert needed is not None
    assert further > 0
    high = sum(sum(faces) + further >= needed for faces in product(DICE, repeat=2))
    assert found.chance == pytest.approx(high / 36)
    assert len(found.notes) == 2
    nothing = Allot(tuple((key, "-") for key in orders))
    assert put(theatre, AXIS).odds(nothing) is None


def test_bombs_are_told_for_the_whole_raid_and_for_each_ship() -> None:
    """Two Ju 88 at one merchant hit as often as one of two single ones does, and twice as much is expected."""
    theatre = Theatre()
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*4")
    theatre.contact(AXIS, "convoy", 3, number=4, types={"LT": 4})
    wing = theatre.wing("ju-88", "Banak", 2, sortie="strike", centre=BEAR_ISLAND)
    theatre.state.raids = [Raid(AXIS, "convoy", BEAR_ISLAND, "c1", [step.key for step in wing])]
    theatre.begin(AirRaid())
    single = ordered(theatre, AXIS)["assign ju-88-1=lt-1"]
    alone = shown(theatre, AXIS, Allot((("ju-88-1", "lt-1"), ("ju-88-2", "-"))))
    both = shown(theatre, AXIS, Allot((("ju-88-1", "lt-1"), ("ju-88-2", "lt-1"))))
    assert alone.chance == pytest.approx(single.chance)
    assert both.chance == pytest.approx(1 - (1 - single.chance) ** 2, abs=1e-5)
    spread_out = shown(theatre, AXIS, Allot((("ju-88-1", "lt-1"), ("ju-88-2", "lt-2"))))
    assert spread_out.chance == pytest.approx(both.chance)
    assert (len(both.notes), len(spread_out.notes)) == (1, 2)


def test_guns_are_told_at_the_present_range() -> None:
    """Nine cells in clear weather: primary guns at −1, and nothing else reaches so far."""
    theatre = Theatre()
    theatre.fleet("home", BEAR_ISLAND, "duke-of-york")
    theatre.fleet("raiders", BEAR_ISLAND, "scharnhorst")
    fleets = {ALLIED: "home", AXIS: "raiders"}
    theatre.state.battles = [Encounter(BEAR_ISLAND, fleets, [ALLIED, AXIS], engager=AXIS)]
    theatre.begin(SurfaceActions())
    theatre.idle(ALLIED).idle(AXIS)
    found = ordered(theatre, ALLIED)
    assert set(found) == {"assign a1:primary=g1"}
    assert found["assign a1:primary=g1"].chance == pytest.approx(1 - (11 / 12) ** 7)
    whole = shown(theatre, ALLIED, Allot((("a1:primary", "g1"),)))
    assert whole.chance == found["assign a1:primary=g1"].chance
    assert whole.notes == ("G1: 0.6 hits expected",), "beyond six cells nobody knows whom he fires at"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_odds_fall_out_of_their_limits_in_random_games(scenario: str) -> None:
    """Whatever is offered: chances between 0 and 1, ends that add up to one, and no secret needed to work them out."""
    match = Match.new(GAME, scenario, seed=7)
    dice = Dice.seeded("odds", scenario)
    gambles = 0
    while match.pending and len(match.choices) < 220:
        side = next(iter(match.pending))
        decision = match.view(Observer(side.value)).decision
        assert decision is not None
        orders = (odds.first for values in decision.order_odds.values() for odds in values.values())
        for odds in (*decision.odds.values(), *orders):
            gambles += 1
            assert 0 <= odds.chance <= 1
            assert not odds.outcomes or sum(end.chance for end in odds.outcomes) == pytest.approx(1, abs=1e-4)
        match.act(side, match.pending[side].options.sample(dice))
    assert gambles or scenario != "pq-17-roesselsprung"
