"""Chapters 7.5.3 to 7.5.5 and 11.4.10, from the first shot to the hex: where whoever breaks off goes, and what then."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import Activate
from barents.kernel.sides import Observer, Side

from .sailing import ACT, activate, sail, sea, settle
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL, Theatre

STOP, WHERE = "AD-11.4.9-both-stop", "AD-11.4.10-other-order"
DICE = (5, 5, 8, 3, 10)  # a group of each side, who moves first, and the ten that ends it


def break_off(theatre: Theatre, active: Side, who: Side) -> Theatre:
    """The activated force opens fire; after a round without a shot a side breaks off."""
    theatre.act(active, "open-fire").idle_until(STOP)
    for side in Side:
        theatre.act(side, f"disengage {'yes' if side is who else 'no'}")
    return theatre


@pytest.mark.rule("AD-7.5.5-german-one-sortie", "AD-7.5.5-withdrawal", "AD-7.5.5-leads-transit", "AD-16.2-port-free")
@pytest.mark.parametrize(
    ("scenario", "sortied", "done"),
    [(HISTORICAL, True, True), (HISTORICAL, False, False), (ARMAGEDDON, True, False)],
)
def test_a_group_that_withdraws_into_port_has_ended_its_sortie(scenario: str, sortied: bool, done: bool) -> None:
    theatre = sea(scenario)
    theatre.force("tg-b", "3228", "luetzow", "z-24", detected=True, sortied=sortied)
    theatre.force("cruiser-force", "3128", "london", "norfolk")
    activate(theatre, "cruiser-force", dice=DICE, nobody=[1, 1])
    sail(theatre, ALLIED, "3228")
    break_off(theatre, ALLIED, AXIS)
    assert theatre.asked(AXIS).rule == WHERE
    theatre.act(AXIS, "retreat 3327")
    assert settle(theatre, ALLIED).asked(ALLIED).rule == ACT, "the combat is over, and the cruisers go on"
    assert ("tg-b" not in theatre.now.forces[AXIS]) is done
    assert [theatre.find(name).at for name in ("luetzow", "z-24")] == (["removed"] * 2 if done else ["", ""])
    assert bool(theatre.told("AD-7.5.5-german-one-sortie")) is done
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-7.5.5-withdrawal")
def test_so_has_one_that_goes_back_to_the_port_from_which_it_came_to_fight() -> None:
    """It has been at sea before; it leaves Alta again by the Leads, attacks and breaks off."""
    theatre = sea()
    theatre.force("tg-b", "3327", "luetzow", "z-24", sortied=True)
    theatre.force("cruiser-force", "3228", "london", "norfolk", detected=True)
    activate(theatre, "tg-b", dice=DICE, nobody=[1, 1])
    sail(theatre, AXIS, "3228")
    break_off(theatre, AXIS, AXIS)
    assert "tg-b" not in theatre.now.forces[AXIS]
    assert theatre.find("luetzow").at == "removed"
    assert theatre.is_over, "there is nothing left to activate"


@pytest.mark.rule("AD-11.4.10-mover-back", "AD-7.6.4-combat-continue", "AD-7.5.5-withdrawal")
def test_a_mover_that_breaks_off_is_back_where_it_came_from_and_goes_on_from_there() -> None:
    """Everyone sees whence it has come: out of the combat, and from where that was later."""
    theatre = sea()
    theatre.force("tg-b", "2640", "luetzow", "z-24", detected=True)
    theatre.force("cruiser-force", "2641", "london", "norfolk")
    activate(theatre, "cruiser-force", dice=DICE, nobody=[1, 1], axis=[1])
    settle(theatre.act(ALLIED, "air-search"), ALLIED)
    sail(theatre, ALLIED, "2640")
    settle(break_off(theatre, ALLIED, ALLIED), ALLIED)
    assert theatre.marker("cruiser-force").at == "2641"
    assert theatre.now.active is not None
    assert theatre.now.active.came_from == "2640"
    sail(theatre, ALLIED, "2642")
    assert theatre.now.active.came_from == "2641"


def attacked(*ships: str, at: str, **fields: object) -> Theatre:
    """Allied ships on their own are attacked where they lie, and break off."""
    theatre = sea()
    for name in ships:
        theatre.ship(name, at, **fields)
    theatre.force("tg-b", at, "luetzow", "z-24")
    theatre.begin(Activate(AXIS, "tg-b"), dice=DICE).act(AXIS, "speed-up no").idle_until(ACT)
    return break_off(theatre, AXIS, ALLIED)


@pytest.mark.rule("AD-7.5.3-line30-withdrawal", "AD-7.5.3-line30-allied", "AD-7.5.3-line30-asterisk")
def test_ships_on_their_own_do_not_withdraw_over_the_line_but_for_those_of_the_convoy() -> None:
    theatre = attacked("somali", at="2222")
    near = set(theatre.data.neighbours("2222"))
    east = near & theatre.data.east_of_30
    assert east
    offered = {answer.removeprefix("retreat ") for answer in theatre.offered(ALLIED)}
    assert offered == {cell for cell in near - east if theatre.data.map.terrain(cell) == "sea"}

    theatre = attacked("fury", at="2222")
    assert east <= {answer.removeprefix("retreat ") for answer in theatre.offered(ALLIED)}

    theatre = attacked("fury", "somali", at="2222")
    assert not east & {answer.removeprefix("retreat ") for answer in theatre.offered(ALLIED)}, "they go together"


@pytest.mark.rule("AD-7.5.3-line30-withdrawal", "AD-7.5.4-line30-soviet")
def test_soviet_ships_withdraw_only_to_the_east_of_the_line() -> None:
    theatre = attacked("grozny", at="2221")
    west = set(theatre.data.neighbours("2221")) - theatre.data.east_of_30
    assert west
    assert not west & {answer.removeprefix("retreat ") for answer in theatre.offered(ALLIED)}


@pytest.mark.rule("AD-9.4-max-five-stuck")
@pytest.mark.parametrize(("others", "end"), [(4, "east"), (5, "stays")])
def test_merchants_do_not_withdraw_to_where_five_lie_already(others: int, end: str) -> None:
    """To the NE and SE of her lie five merchants each, to the E some; to the west she may not go."""
    theatre = sea()
    names = iter(name for name, about in theatre.data.counters.items() if about.is_merchant)
    theatre.state.scatter = "done"
    theatre.ship(ship := next(names), "2420", group=1, moves=1)
    east, *beside = (theatre.data.step("2420", bearing) or "" for bearing in ("E", "NE", "SE"))
    for cell, count in ((east, others), *((cell, 5) for cell in beside)):
        for _ in range(count):
            theatre.ship(next(names), cell, group=2, moves=1)
    theatre.force("tg-b", "2420", "luetzow")
    theatre.begin(Activate(AXIS, "tg-b"), dice=DICE).act(AXIS, "speed-up no").idle_until(ACT)
    break_off(theatre, AXIS, ALLIED)
    assert theatre.find(ship).at == (east if end == "east" else "2420")


@pytest.mark.rule("AD-9.4-max-five-stuck", "AD-9.4-max-five", "AD-7.5.3-line30-withdrawal")
def test_nor_does_a_cripple_that_left_the_convoy_before_it_scattered() -> None:
    """She is in no group and may go west over the line, where alone there is room."""
    theatre = sea()
    names = iter(name for name, about in theatre.data.counters.items() if about.is_merchant)
    theatre.state.scatter = "done"
    theatre.ship(ship := next(names), "2221", damage=1, apart=True, bound="west")
    west = theatre.data.step("2221", "W")
    assert west not in theatre.data.east_of_30
    for cell in theatre.data.neighbours("2221"):
        for _ in range(4 if cell == west else 5):
            theatre.ship(next(names), cell, group=2, moves=1)
    theatre.force("tg-b", "2221", "luetzow")
    theatre.begin(Activate(AXIS, "tg-b"), dice=DICE).act(AXIS, "speed-up no").idle_until(ACT)
    break_off(theatre, AXIS, ALLIED)
    assert theatre.find(ship).at == west


@pytest.mark.rule("AD-15.2-arrive")
def test_a_merchant_that_withdraws_to_the_sixteenth_column_has_come_through() -> None:
    theatre = sea()
    theatre.state.scatter = "done"
    theatre.ship("carlton", "2417", group=1, moves=1)
    theatre.force("tg-b", "2417", "luetzow")
    theatre.begin(Activate(AXIS, "tg-b"), dice=DICE).act(AXIS, "speed-up no").idle_until(ACT)
    break_off(theatre, AXIS, ALLIED)
    theatre.act(ALLIED, "retreat 2416")
    assert (theatre.find("carlton").reached, theatre.now.awards) == (True, 1)


def beaten_off(*ships: tuple[str, dict[str, object]], at: str, crowded: bool = False) -> set[str]:
    """Where Allied ships on their own may go that break off; five merchants may lie in each hex around."""
    theatre = sea()
    theatre.state.scatter = "done"
    for name, fields in ships:
        theatre.ship(name, at, **fields)
    if crowded:
        taken = {name for name, _ in ships}
        names = (name for name, about in theatre.data.counters.items() if about.is_merchant and name not in taken)
        for cell in theatre.data.neighbours(at):
            for _ in range(5):
                theatre.ship(next(names), cell, group=2, moves=1)
    theatre.force("tg-b", at, "luetzow", "z-24")
    theatre.begin(Activate(AXIS, "tg-b"), dice=(*DICE, 5)).act(AXIS, "speed-up no").idle_until(ACT)
    break_off(theatre, AXIS, ALLIED)
    return {answer.removeprefix("retreat ") for answer in theatre.offered(ALLIED)}


@pytest.mark.rule("AD-11.4.1-scattered-fight", "AD-7.5.3-line30-withdrawal")
def test_ships_that_withdraw_together_go_where_each_of_them_may() -> None:
    """A scattered merchant does not go west, so that a cripple with her does not either."""
    group: dict[str, object] = {"group": 1, "moves": 1}
    cripple: dict[str, object] = {"damage": 1, "apart": True, "bound": "west"}
    east, west = {"2319", "2419", "2519"}, {"2320", "2421", "2520"}
    assert beaten_off(("honomu", cripple), at="2420") == east | west
    assert beaten_off(("carlton", group), at="2420") == east
    assert beaten_off(("carlton", group), ("honomu", cripple), at="2420") == east


@pytest.mark.rule("AD-11.4.1-scattered-fight", "AD-9.4-max-five")
def test_with_one_that_has_not_run_yet_no_limit_binds_them() -> None:
    """All around lie five merchants in each hex; they withdraw together."""
    moved: dict[str, object] = {"group": 1, "moves": 1}
    new: dict[str, object] = {"group": 2, "moves": 0}
    assert beaten_off(("carlton", moved), ("honomu", new), at="2420", crowded=True)


@pytest.mark.rule("AD-7.5.3-line30-withdrawal")
def test_ships_of_the_convoy_withdraw_into_the_ice_and_others_do_not() -> None:
    group: dict[str, object] = {"group": 1, "moves": 1}
    assert "2022" in beaten_off(("carlton", group), at="2023")
    assert "2022" in beaten_off(("carlton", group), at="2122")
    assert "2022" not in beaten_off(("somali", {}), at="2122")


@pytest.mark.rule("AD-7.5.5-withdrawal", "AD-7.8-detach-arrive", "AD-11.4.10-together")
def test_a_cripple_whose_force_withdraws_into_port_is_home() -> None:
    """TG B has not been out of the Leads, so that the destroyer may sail again."""
    theatre = sea()
    theatre.force("tg-b", "3228", "luetzow", "z-24", detected=True)
    luetzow = theatre.find("luetzow")
    luetzow.damage, luetzow.apart, luetzow.bound = 1, True, "norway"
    theatre.force("cruiser-force", "3128", "london", "norfolk")
    activate(theatre, "cruiser-force", dice=DICE, nobody=[1, 1])
    sail(theatre, ALLIED, "3228")
    break_off(theatre, ALLIED, AXIS).idle_until(WHERE)
    theatre.act(AXIS, "retreat 3327")
    settle(theatre, ALLIED)
    assert theatre.find("luetzow").at == "removed"
    assert theatre.find("z-24").force == "tg-b"
    assert theatre.marker("tg-b").at == "3327"
    assert len(theatre.told("AD-7.8-detach-arrive", Observer.AXIS)) == 1
