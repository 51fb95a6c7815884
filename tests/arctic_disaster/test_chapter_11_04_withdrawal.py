"""Chapters 7.5.3 to 7.5.5 and 11.4.10, from the first shot to the hex: where whoever breaks off goes, and what then."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.state import Activate
from barents.kernel.sides import Side

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
