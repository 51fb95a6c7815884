"""The Surface Combat Display on screen: what it says is what the rules roll, and nothing is told too early."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.combat.gunnery import gun_modifiers, gunnery
from barents.games.arctic_disaster.combat.odds import bombing
from barents.games.arctic_disaster.combat.torpedoes import torpedo_modifiers, torpedoes
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.screen.combat_board import surface_board
from barents.games.arctic_disaster.state import Fight, Round, Shot
from barents.kernel.payloads import LineConvoy, LineShot, SurfaceCombatStage
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Board, OrdersOdds

from .battle import meeting, placed, shoot
from .theatre import ALLIED, AXIS, Theatre


def board(theatre: Theatre, observer: Observer = Observer.ALLIED) -> Board:
    """The display as somebody sees it."""
    return surface_board(theatre.data, known(theatre.data, theatre.now, observer), "Combat")


def stage(theatre: Theatre, observer: Observer = Observer.ALLIED) -> SurfaceCombatStage:
    """What is drawn on it."""
    payload = board(theatre, observer).payload
    assert isinstance(payload, SurfaceCombatStage)
    return payload


def now(theatre: Theatre) -> str:
    """The step of the round that the display shows as being done."""
    [step] = [step.name for step in stage(theatre).steps if step.state == "now"]
    return step


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("ship", ["wichita", "london", "somali"])
def test_the_strip_of_ranges_is_what_the_dice_are_changed_by(ship: str, fog: bool) -> None:
    theatre = placed({ship: 24, "tirpitz": 1}, fog=fog, begin=False)
    battle = theatre.state.battle
    assert battle is not None
    reach = {weapon.kind: weapon.reach for weapon in stage(theatre).ships[ship].weapons}
    checked = 0
    for weapon, modifiers in (("main", gun_modifiers), ("torpedoes", torpedo_modifiers)):
        for away, said in enumerate(reach.get(weapon, ())):
            battle.ships["tirpitz"].area = 24 - away
            shot = Shot(ship, "main" if weapon == "main" else "torpedoes", "tirpitz")
            assert said == sum(modifiers(theatre.state, theatre.data, shot).values())
            checked += 1
    assert checked > 8
    # Radar sees through fog as far as the guns reach; others see eight areas.
    assert len(reach["main"]) == (1 + 15 if ship == "wichita" else 9 if fog or ship == "somali" else 15)


def test_the_roster_has_all_levels_and_at_the_ships_own_what_is_left_of_her() -> None:
    theatre = placed({"wichita": 20, "tirpitz": 5}, damage={"wichita": 1}, begin=False)
    ship = theatre.find("wichita")
    ship.engine, ship.slower = True, 1
    ships = stage(theatre, Observer.AXIS).ships
    levels = theatre.data.counters["wichita"].levels
    assert len(ships["wichita"].levels) == len(levels)
    # She has no secondary battery, and no column for it.
    assert ships["wichita"].levels[:2] == (
        (levels[0].move, levels[0].main, None, levels[0].aa),
        (1, levels[1].main, None, levels[1].aa),
    )
    assert ships["wichita"].hurt == ("speed halved", "speed −1")
    assert ships["tirpitz"].hurt == ()
    first = theatre.data.counters["tirpitz"].levels[0]
    assert ships["tirpitz"].levels[0] == (first.move, first.main, first.secondary, first.aa)


@pytest.mark.rule("AD-11.4-segments", "AD-11.4.3-init-roll")
def test_the_steps_of_the_round_are_marked_as_they_come() -> None:
    theatre = meeting(["luetzow", "scheer"], ["london", "wichita"])
    theatre.begin(Fight(), dice=[9, 9, 9, 4])
    assert now(theatre) == "Set up the groups"
    assert board(theatre).note == "both sides form up"
    theatre.plot(AXIS, {"luetzow": "1", "scheer": "1"})
    theatre.plot(ALLIED, {"london": "1", "wichita": "1"})
    assert now(theatre) == "Initiative"
    assert board(theatre).note == "round 1 of at most 8"
    assert stage(theatre).steps[0].note == "Allies 4, Germans 9"
    assert stage(theatre).convoy is None
    theatre.act(AXIS, "move-first yes")
    assert now(theatre) == "Movement"
    assert stage(theatre).steps[1].note == "Germans first"
    theatre.plot(AXIS)
    theatre.plot(ALLIED)
    assert now(theatre) == "Gunnery"


def test_who_keeps_with_the_convoy_is_told_once_all_are_put_down() -> None:
    theatre = meeting(["luetzow"], ["carlton", "keppel", "fury"])
    theatre.begin(Fight(), dice=[9, 9, 4])
    for observer in Observer:
        assert stage(theatre, observer).convoy == LineConvoy("PQ-17", "pq-17", "convoy", ())
    theatre.plot(ALLIED, {"pq-17": "19", "keppel": "convoy", "fury": "1"})
    for observer in Observer:
        convoy = stage(theatre, observer).convoy
        assert convoy is not None
        assert sorted(convoy.ships) == ["carlton", "keppel"]


def test_fire_is_on_the_display_once_both_have_declared_it() -> None:
    theatre = placed({"tirpitz": 10, "wichita": 14}, begin=False)
    theatre.state.tactical = AXIS
    theatre.begin(Round("gunnery"), dice=[5, 5])
    theatre.plot(AXIS, {"tirpitz:main": "wichita"})
    for observer in Observer:
        assert stage(theatre, observer).shots == ()
    shoot(theatre, allied={"wichita:main": "tirpitz"})
    # The holder of the Tactical Advantage is asked before the first die: by now everything is declared.
    assert list(theatre.match.pending) == [AXIS]
    for observer in Observer:
        assert stage(theatre, observer).shots == (
            LineShot("tirpitz", "main", "wichita"),
            LineShot("wichita", "main", "tirpitz"),
        )


def asked(theatre: Theatre, side: Side) -> OrdersOdds:
    """What each order of a side's sheet is worth."""
    return theatre.question(side).order_odds


def test_an_order_is_worth_what_a_sheet_of_it_alone_is() -> None:
    theatre = placed({"tirpitz": 10, "scheer": 8, "wichita": 14, "somali": 15}, moved=["scheer"])
    found = asked(theatre, AXIS)
    order, other = found["tirpitz:main"]["wichita"], found["scheer:main"]["wichita"]
    first, second = Shot("tirpitz", "main", "wichita"), Shot("scheer", "main", "wichita")
    for odds, shot in ((order, first), (other, second)):
        assert odds.first.chance == pytest.approx(gunnery(theatre.data, theatre.now, [shot]).chance)
    # Not the first at a target fires with half her guns, as the sheet of both has it.
    both = gunnery(theatre.data, theatre.now, [first, second]).chance
    assert other.after is not None
    assert 1 - both == pytest.approx((1 - order.first.chance) * (1 - other.after.chance))
    assert other.first.modifiers == {"range 6": -2, "moved": -1}
    assert "somali" in found["tirpitz:secondary"]


def test_torpedoes_are_worth_what_a_sheet_of_them_alone_is() -> None:
    theatre = placed({"z-24": 10, "wichita": 14}, "torpedo")
    [(slot, values)] = asked(theatre, AXIS).items()
    sheet = torpedoes(theatre.data, theatre.now, [Shot("z-24", "torpedoes", "wichita")])
    assert (slot, list(values)) == ("z-24", ["wichita"])
    assert values["wichita"].first.chance == pytest.approx(sheet.chance)


def test_aircraft_are_worth_what_a_sheet_of_them_alone_is() -> None:
    theatre = placed({"tirpitz": 10, "z-24": 9, "victorious": 20}, "air", begin=False)
    theatre.aircraft("832")
    theatre.begin(Round("air"))
    found = asked(theatre, ALLIED)
    orders = [(unit, target, odds) for unit, values in found.items() for target, odds in values.items()]
    assert len(orders) == 4  # two units, two targets
    for unit, target, odds in orders:
        sheet = bombing(theatre.data, theatre.now, ALLIED, {unit: target})
        assert (odds.first, odds.after) == (sheet, None)
