"""Chapter 5 for people who think of the unit first: menus, and whole orders that a match follows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Declare, Go, Stop
from barents.games.north_cape.data import MURMANSK, Data
from barents.games.north_cape.rules.mission_questions import LEG
from barents.games.north_cape.rules.missions import NEXT_MISSION
from barents.games.north_cape.state import MissionType, Options, State
from barents.kernel.actions import Choose
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.menus import Deed, Menu, Plan
from barents.kernel.question import Asked
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from barents.testing.menus import asked_of, follow, whole_orders
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.properties.option_sets import ALL

DICE = "menus"


def menu_of(sea: Sea, *units: str) -> Menu:
    """The menu of some units, for whoever is asked."""
    (side,) = sea.match.pending
    menu = asked_of(sea.match, side).menu(units)
    assert menu is not None
    return menu


def deed_of(sea: Sea, name: str, *units: str) -> Deed:
    """One deed of a menu."""
    return next(deed for deed in menu_of(sea, *units).deeds if deed.name == name)


def plan_of(sea: Sea, units: tuple[str, ...], deed: str, cell: str = "") -> Plan:
    """A whole order."""
    (side,) = sea.match.pending
    plan = asked_of(sea.match, side).plan(units, deed, cell)
    assert plan is not None
    return plan


def answers(plan: Plan) -> list[str]:
    """The answers of a plan, in notation."""
    return [planned.answer for planned in plan.answers]


def a_boat_near_a_convoy(**fields: object) -> Sea:
    """U-134 two hexes behind three merchants and a destroyer, with another destroyer on patrol beyond."""
    sea = Sea("unternehmen-sportpalast").weather("clear")
    sea.place("u-134", "1720", **fields)
    sea.place_all(["mt-01", "mt-02", "mt-03", "gb-dd-1"], "1918")
    sea.identify("mt-01", "mt-02", "mt-03", "gb-dd-1")
    sea.on_patrol("gb-dd-2", "1814")
    sea.identify("gb-dd-2")
    return sea


# A menu


@pytest.mark.rule("NC-5.1-four-types")
def test_a_boat_shows_all_four_missions_with_reach_odds_and_risk() -> None:
    sea = a_boat_near_a_convoy().missions(AXIS)

    menu = menu_of(sea, "u-134")

    assert menu.title == "What shall U-134 do?"
    assert (
        menu.state
        == "Submerged, at 73°N 20°E, south of Bear Island, 3 hexes south-west of 3 merchants and Onslow/Oribi, not seen"
    )
    assert menu.facts == ("Torpedo 6", "Move 3", "Hits 0 of 2")
    attack = deed_of(sea, "attack-1918", "u-134")
    assert (attack.title, attack.key, attack.reach, attack.cells) == (
        "Attack 3 merchants and Onslow/Oribi",
        "A",
        "strike",
        ("1918",),
    )
    assert attack.odds is not None
    assert attack.places[0].chance == attack.odds.chance == pytest.approx(2 / 3)
    sortie = deed_of(sea, "sortie", "u-134")
    assert len(sortie.cells) == 36  # three hexes around, without her own
    assert sortie.facts == ("no die", "risk none known")
    assert deed_of(sea, "patrol", "u-134").cells == ("1720", *sortie.cells)
    assert "stops slow ships only" in deed_of(sea, "patrol", "u-134").facts
    assert deed_of(sea, "recon", "u-134").cells == ("1918",)


@pytest.mark.rule("NC-5.1-once-per-type")
def test_what_she_cannot_do_is_there_with_the_reason() -> None:
    sea = a_boat_near_a_convoy(used=1).missions(AXIS)

    assert (
        str(deed_of(sea, "recon", "u-134").refusal)
        == "Done this turn; each mission once a turn. (NC-5.1-once-per-type)"
    )
    far = deed_of(sea, "attack-1814", "u-134").refusal
    assert str(far) == "In 1814, 6 hexes away; she has 3. (NC-5.0-ship-budget-per-turn)"
    assert plan_of(sea, ("u-134",), "attack-1814", "1814").refusal == far
    why = plan_of(sea, ("u-134",), "sortie", "1726").refusal
    assert str(why) == "1726 is 6 hexes away; she has 3. (NC-5.0-ship-budget-per-turn)"


@pytest.mark.rule("NC-3.1-storm-no-air")
def test_a_unit_that_cannot_act_says_why_of_everything() -> None:
    sea = Sea().weather("storm")
    sea.place("he-115-1", "2633")
    sea.place("u-134", "1720")
    sea.missions(AXIS)

    menu = menu_of(sea, "he-115-1")

    assert [deed.key for deed in menu.deeds] == ["A", "S", "P", "R"]
    assert {str(deed.refusal) for deed in menu.deeds} == {"Nothing flies in a storm. (NC-3.1-storm-no-air)"}


def test_nobody_has_a_menu_for_what_is_not_his() -> None:
    sea = a_boat_near_a_convoy().missions(AXIS)

    assert asked_of(sea.match, AXIS).menu(("mt-01",)) is None
    assert plan_of(sea, ("mt-01",), "sortie", "1917").refusal is not None


# Whole orders


@pytest.mark.rule("NC-5.0-adjacent-steps")
def test_a_sortie_is_announced_named_sailed_and_ended_in_one() -> None:
    sea = a_boat_near_a_convoy().missions(AXIS)

    plan = plan_of(sea, ("u-134",), "sortie", "1723")

    assert plan.words == "Sortie to 1723"
    assert plan.way == ("1720", "1721", "1722", "1723")
    assert plan.about == (
        "at 72°N 20°E, north-west of Hammerfest",
        "6 hexes south of 3 merchants and Onslow/Oribi",
        "3 of 3 hexes, submerged",
        "no known patrol reaches it",
    )
    assert answers(plan) == ["declare sortie 1720 no", "choose u-134", "go 1723", "stop"]
    after = follow(sea.match, AXIS, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.pieces[AXIS]["u-134"].at == "1723"
    patrol = plan_of(sea, ("u-134",), "patrol", "1819")  # two of the merchants' six neighbours are next to it
    assert patrol.about[-1] == "watches 2 of the 6 ways on from 1918"


@pytest.mark.rule("NC-7.0-trigger")
def test_where_a_patrol_may_break_in_a_plan_does_not_stop_short() -> None:
    sea = Sea("unternehmen-sportpalast").weather("clear")
    sea.place("u-134", "1920", surfaced=True)
    sea.on_patrol("gb-dd-2", "1818")
    sea.missions(AXIS)

    plan = plan_of(sea, ("u-134",), "patrol", "1916")

    watched = [cell for cell in plan.way[1:-1] if sea.data.grid.distance(cell, "1818") <= 1]
    assert watched, "the way leads past the patrol"
    goes = ["go 1916"] * (len(watched) + 1)  # it is asked again at each of these hexes
    assert answers(plan) == ["declare patrol 1920 no", "choose u-134", "choose -", *goes, "stop"]
    assert plan.about[-1] == f"a patrol of the Allies may meet her in {watched[0]}"
    after = follow(sea.match, AXIS, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.pieces[AXIS]["u-134"].at == "1916"
    assert after.match.state.stations[AXIS] == ["1916"]


@pytest.mark.rule("NC-8.0-surface-anytime", "NC-8.0-surfaced-until-next")
def test_boats_dive_or_surface_first_if_told_to() -> None:
    under = a_boat_near_a_convoy().missions(AXIS)
    up = a_boat_near_a_convoy(surfaced=True).missions(AXIS)

    surfacing = plan_of(under, ("u-134",), "surface-sortie", "1724")  # four hexes: one more than submerged
    diving = plan_of(up, ("u-134",), "dive-attack-1918", "1918")

    after = follow(under.match, AXIS, surfacing, Dice.seeded(DICE))
    assert after.whole
    assert (after.match.state.pieces[AXIS]["u-134"].at, after.match.state.pieces[AXIS]["u-134"].surfaced) == (
        "1724",
        True,
    )
    after = follow(up.match, AXIS, diving, Dice.seeded(DICE))
    assert after.whole
    assert after.match.pending[AXIS].rule == "NC-8.1-infiltrate-when"
    assert plan_of(up, ("u-134",), "attack-1918", "1918").odds is None  # on the surface she fights as a ship


@pytest.mark.rule("NC-6.1-one-hex")
def test_a_scout_goes_beside_the_enemy_looks_and_lands_where_it_came_from() -> None:
    sea = a_boat_near_a_convoy()
    sea.place("bv-138-1", "2633")
    sea.missions(AXIS)

    plan = plan_of(sea, ("bv-138-1",), "recon", "1918")

    assert sea.data.grid.distance(plan.way[-1], "1918") == 1
    assert plan.words == "Look at 1918"
    assert plan.odds is not None
    assert answers(plan)[3:] == ["stop", "spot bv-138-1 1918", "stop", "assign bv-138-1=2633"]
    after = follow(sea.match, AXIS, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.pieces[AXIS]["bv-138-1"].at == "2633"
    far = plan_of(sea, ("bv-138-1",), "recon-far", "1918")
    assert sea.data.grid.distance(far.way[-1], "1918") == 2
    assert far.odds is not None
    assert far.odds.chance < plan.odds.chance


@pytest.mark.rule("NC-12.0-entry-cost")
def test_a_force_enters_and_sails_on() -> None:
    match: Match[State, Data] = Match.new(GAME, "convoy-is-to-scatter", seed=4)
    side = to_the_missions(match, ALLIED)
    waiting = next(piece.id for piece in match.state.pieces[side].values() if piece.at == "waiting:battlefleet")
    asked = asked_of(match, side)

    menu = asked.menu((waiting,))
    assert menu is not None
    assert menu.title == "What shall the battle fleet do?"
    entry = next(deed for deed in menu.deeds if deed.name == "enter")
    entries = {place.cell for place in entry.places}
    goal = next(cell for cell in reversed(entry.cells) if cell not in entries)
    plan = asked.plan((waiting,), "enter", goal)

    assert plan is not None
    assert plan.way[0] in entries
    after = follow(match, side, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.pieces[side][waiting].at == goal


@pytest.mark.rule("NC-12.2-westbound-merchants")
def test_merchants_leave_for_home_by_the_west_edge() -> None:
    sea = Sea("enter-the-luftwaffe").weather("clear")
    sea.place_all(["mt-01", "mt-02"], "0216", start=MURMANSK)
    sea.missions(ALLIED)

    home = deed_of(sea, "home", "mt-01", "mt-02")
    plan = plan_of(sea, ("mt-01", "mt-02"), "home")

    assert set(home.cells) <= set(sea.data.map.zone("west_edge"))
    after = follow(sea.match, ALLIED, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.points[ALLIED] > 0


@pytest.mark.rule("NC-11.3-hfdf-once")
def test_the_allies_may_listen_first_from_any_menu() -> None:
    sea = Sea(options=Options(hfdf=True)).weather("clear")
    sea.place("gb-dd-1", "1015")
    sea.missions(ALLIED)

    assert answers(plan_of(sea, ("gb-dd-1",), "listen")) == ["call-hfdf"]


# Played games


def to_the_missions(match: Match[State, Data], side: Side) -> Side:
    """Let captains play until a side is asked for its mission."""
    seat, dice = player("doctrine", GAME.name, match.data), Dice.seeded(DICE)
    while not (side in match.pending and match.pending[side].question is NEXT_MISSION):
        one, decision = next(iter(match.pending.items()))
        match.act(one, seat.choose(match.known(eyes_of(one)), decision, dice))
    return side


def positions(
    scenario: str, name: str, options: Options, every: int, most: int
) -> Iterator[tuple[Match[State, Data], Side]]:
    """Moments of a played game at which a side is asked for its mission."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=7, options=options)
    seat, dice, asked = player(name, GAME.name, match.data), Dice.seeded(DICE, scenario, name), 0
    while match.pending and most:
        side, decision = next(iter(match.pending.items()))
        if decision.question is NEXT_MISSION:
            asked += 1
            if asked % every == 0:
                most -= 1
                yield match, side
        match.act(side, seat.choose(None if seat.blind else match.known(eyes_of(side)), decision, dice))


GAMES = [
    ("unternehmen-sportpalast", "doctrine", ALL),
    ("enter-the-luftwaffe", "random", ALL),
    ("convoy-is-to-scatter", "doctrine", Options()),
    ("unternehmen-sportpalast", "doctrine", Options(solitaire=True)),
]


@pytest.mark.parametrize(("scenario", "name", "options"), GAMES)
def test_whole_orders_are_followed_to_the_end(scenario: str, name: str, options: Options) -> None:
    """Nothing of a plan is refused; it may be cut short, where a die or the enemy has it so."""
    dice, given, whole = Dice.seeded(DICE), 0, 0
    for match, side in positions(scenario, name, options, every=9, most=6):
        own = list(match.state.pieces[side])
        for order in whole_orders(match, side, [dice.choice(own) for _ in range(8)], dice, most=2):
            given, whole = given + 1, whole + order.followed.whole
    assert given > 60
    assert whole > 0.9 * given


@pytest.mark.parametrize(("scenario", "name", "options"), GAMES)
def test_every_mission_that_can_be_carried_out_is_on_a_menu(scenario: str, name: str, options: Options) -> None:
    seen = set()
    for match, side in positions(scenario, name, options, every=14, most=4):
        decision = match.pending[side]
        assert isinstance(decision.options, Pick)
        asked = asked_of(match, side)
        for declared in [option for option in decision.options.listed if isinstance(option, Declare)]:
            units = [piece.id for piece in match.state.pieces[side].values() if piece.at == declared.start]
            if not any(announces(asked, unit, declared) for unit in units):
                assert not can_be_done(match, side, declared, units), f"{declared} is on nobody's menu"
            else:
                seen.add(declared.type)
    assert seen >= {MissionType.RECON, MissionType.PATROL, MissionType.SORTIE}


def announces(asked: Asked, unit: str, declared: Declare) -> bool:
    """Whether a deed of a unit's menu begins with this mission."""
    menu = asked.menu((unit,))
    for deed in () if menu is None else menu.deeds:
        plan = asked.plan((unit,), deed.name, deed.cells[0] if deed.cells else "")
        if plan is not None and plan.answers and plan.answers[0].answer == str(declared):
            return True
    return False


def can_be_done(match: Match[State, Data], side: Side, declared: Declare, units: list[str]) -> bool:
    """Whether any unit by itself could end the mission somewhere by answers given one by one."""
    for unit in units:
        twin = match.fork(DiceBox.seeded(DICE))
        twin.act(side, declared)
        if twin.pending[side].refusal(Choose((unit,))) is not None:
            continue
        twin.act(side, Choose((unit,)))
        decision = twin.pending[side]
        if decision.question is not LEG:
            return True
        if decision.refusal(Stop()) is None:
            return True
        enemies = {piece.at for piece in match.known(eyes_of(side)).pieces[side.enemy].values()}
        for option in decision.options:
            if isinstance(option, Go) and (declared.type is not MissionType.ATTACK or option.cell in enemies):
                there = twin.fork(DiceBox.seeded(DICE))
                there.act(side, option)
                if side in there.pending and there.pending[side].refusal(Stop()) is None:
                    return True
    return False
