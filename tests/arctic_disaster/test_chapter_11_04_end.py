"""Chapters 11.4.8 to 11.4.13: breaking off, leaving the hex, the shifted display, and PQ-17."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.combat.battle_line import begin_battle, recentred
from barents.games.arctic_disaster.combat.withdrawal import combat_cost
from barents.games.arctic_disaster.rules.units import Umpire, damage
from barents.games.arctic_disaster.state import LOST, Detach, Fight
from barents.kernel.sides import Side

from .battle import HERE, STEPS, STOP, area, placed, shoot
from .theatre import ALLIED, AXIS, Theatre

WHERE = "AD-11.4.10-other-order"
LINE = {"luetzow": 10, "london": 15}
NEAR = ("2124", "2224", "2324", "2325", "2226", "2125")  # the hexes around 2225


def at_end(round: int = 1, *dice: int, fog: bool = False, active: Side = AXIS, line: dict[str, int] = LINE) -> Theatre:
    """The end of a round."""
    return placed(line, "scatter", *dice, round=round, fog=fog, active=active)


def wish(theatre: Theatre, *, allied: bool, axis: bool) -> Theatre:
    """Both say whether they want to stop."""
    theatre.act(ALLIED, f"disengage {'yes' if allied else 'no'}")
    return theatre.act(AXIS, f"disengage {'yes' if axis else 'no'}")


def goes_on(theatre: Theatre) -> bool:
    """Whether another round has begun."""
    return theatre.now.battle is not None and bool(theatre.rolls("AD-11.4.3-init-roll"))


# 11.4.9


@pytest.mark.rule("AD-11.4.9-both-stop")
def test_both_or_neither() -> None:
    theatre = wish(at_end(), allied=True, axis=True)
    assert theatre.rolls(STOP) == []
    assert not goes_on(theatre)
    assert goes_on(wish(at_end(), allied=False, axis=False))
    secret = at_end().act(ALLIED, "disengage yes")
    assert secret.words() == []


@pytest.mark.rule("AD-11.4.9-one-stop", "AD-11.4.9-active-rolls")
@pytest.mark.parametrize("active", [ALLIED, AXIS])
@pytest.mark.parametrize("who", [ALLIED, AXIS])
@pytest.mark.parametrize(("die", "on"), [(9, True), (10, False)])
def test_in_the_first_round_only_a_ten_ends_it(die: int, on: bool, who: Side, active: Side) -> None:
    """G14: the die is the active side's, whoever wants to stop."""
    theatre = wish(at_end(1, die, active=active), allied=who is ALLIED, axis=who is AXIS)
    (roll,) = theatre.rolls(STOP)
    assert roll.subject == ("The Allied ships" if active is ALLIED else "The German ships")
    assert roll.modifiers == {}
    assert goes_on(theatre) is on


@pytest.mark.rule("AD-11.4.9-stop-drm-round", "AD-11.4.9-stop-drm-fog")
@pytest.mark.parametrize(
    ("round", "fog", "die", "on"),
    [(3, True, 6, False), (3, True, 5, True), (2, False, 9, False), (2, False, 8, True), (7, False, 4, False)],
)
def test_later_and_in_fog_it_is_easier(round: int, fog: bool, die: int, on: bool) -> None:
    """G47."""
    theatre = wish(at_end(round, die, fog=fog), allied=True, axis=False)
    assert sum(theatre.rolls(STOP)[0].modifiers.values()) == round - 1 + 2 * fog
    assert goes_on(theatre) is on


@pytest.mark.rule("AD-11.4.9-eight", "AD-11.4.9-both-stop")
def test_after_eight_rounds_it_is_over() -> None:
    assert goes_on(wish(at_end(7), allied=False, axis=False))
    theatre = wish(at_end(8, 6), allied=False, axis=False)
    assert not goes_on(theatre)


@pytest.mark.rule("AD-11.4.9-convoy-cannot", "AD-11.4.9-eight", "AD-11.4.10-loser-leaves")
def test_against_pq_17_the_german_says_when() -> None:
    """R54: without a die."""
    theatre = at_end(line={"luetzow": 10, "carlton": 15})
    assert list(theatre.match.pending) == [AXIS]
    theatre.act(AXIS, "disengage yes")
    assert theatre.rolls(STOP) == []
    assert not goes_on(theatre)
    assert (list(theatre.match.pending), theatre.asked(AXIS).rule) == ([AXIS], WHERE)
    theatre.act(AXIS, "retreat 2324")
    assert (theatre.marker("tg-b").at, theatre.marker("pq-17").at) == ("2324", HERE), "it is he who leaves"
    assert goes_on(at_end(line={"luetzow": 10, "carlton": 15}).act(AXIS, "disengage no"))


@pytest.mark.rule("AD-11.4.9-convoy-with-tf")
def test_cruisers_beside_pq_17_cannot_leave_it() -> None:
    theatre = at_end(line={"luetzow": 10, "carlton": 15, "london": 16})
    assert list(theatre.match.pending) == [AXIS]


# 11.4.10


@pytest.mark.rule("AD-11.4.10-loser-leaves")
def test_who_wanted_to_stop_leaves_and_the_other_stays() -> None:
    theatre = wish(at_end(1, 10), allied=True, axis=False)
    assert list(theatre.match.pending) == [ALLIED]
    assert theatre.asked(ALLIED).rule == WHERE
    theatre.act(ALLIED, "retreat 2226")
    assert theatre.is_over
    assert (theatre.marker("cruiser-force").at, theatre.marker("tg-b").at) == ("2226", HERE)
    assert theatre.now.battle is None


@pytest.mark.rule("AD-11.4.10-both-leave")
def test_if_both_wanted_both_leave() -> None:
    theatre = wish(at_end(), allied=True, axis=True)
    theatre.act(ALLIED, "retreat 2226")
    assert "retreat 2226" not in theatre.offered(AXIS), "the Allies are there"
    theatre.act(AXIS, "retreat 2324")
    assert (theatre.marker("cruiser-force").at, theatre.marker("tg-b").at) == ("2226", "2324")


@pytest.mark.rule("AD-11.4.10-mover-back")
def test_a_force_that_came_to_fight_goes_back() -> None:
    theatre = placed(LINE, "scatter", 10, entered={"tg-b": "2324"})
    wish(theatre, allied=False, axis=True)
    assert theatre.is_over
    assert theatre.marker("tg-b").at == "2324"


@pytest.mark.rule("AD-11.4.10-interceptor-back", "AD-11.4.10-other-order")
@pytest.mark.parametrize("who", [ALLIED, AXIS])
def test_after_an_interception(who: Side) -> None:
    """The interceptor goes back; the one that was intercepted has not come to fight, and chooses."""
    theatre = placed(LINE, "scatter", 10, entered={"tg-b": "2324", "cruiser-force": "2226"})
    assert theatre.now.battle is not None
    theatre.now.battle.intercepted = True
    wish(theatre, allied=who is ALLIED, axis=who is AXIS)
    if who is ALLIED:
        assert theatre.marker("cruiser-force").at == "2226"
    else:
        assert theatre.offered(AXIS) == [f"retreat {cell}" for cell in NEAR if cell != "2226"]


@pytest.mark.rule("AD-11.4.10-other-order", "AD-11.4.10-overstack")
def test_the_order_of_hexes() -> None:
    """Vacant; with friends; the enemy's way in; with too many friends."""

    def leaving(*friends: tuple[str, str], enemies: tuple[str, ...] = ()) -> Theatre:
        theatre = placed(LINE, "scatter", 10, entered={"tg-b": "2324"})
        for number, (key, cell) in enumerate(friends):
            theatre.force(key, cell, ("duke-of-york", "nigeria", "manchester", "eclipse")[number])
        for cell in enemies:
            theatre.ship(("z-24", "z-27", "z-28", "z-29", "z-30")[enemies.index(cell)], cell)
        return wish(theatre, allied=True, axis=False)

    blocked = ("2124", "2224", "2325", "2125")
    assert leaving(("tf-1", "2226")).offered(ALLIED) == [f"retreat {c}" for c in ("2124", "2224", "2325", "2125")]
    second = leaving(("tf-1", "2226"), enemies=blocked)
    assert second.marker("cruiser-force").at == "2226"
    assert second.marker("tf-1").penalty == 0
    third = leaving(("tf-1", "2226"), ("tf-2", "2226"), enemies=blocked)
    assert third.marker("cruiser-force").at == "2324"
    fourth = leaving(("tf-1", "2226"), ("tf-2", "2226"), enemies=(*blocked, "2324"))
    assert fourth.marker("cruiser-force").at == "2226"
    assert [fourth.marker(key).penalty for key in ("tf-1", "tf-2", "cruiser-force")] == [2, 2, 2]
    crowded = [("tf-1", "2226"), ("tf-2", "2226"), ("tf-3", "2324"), ("tf-4", "2324")]
    either = leaving(*crowded, enemies=blocked)
    assert sorted(either.offered(ALLIED)) == ["retreat 2226", "retreat 2324"], "one is as full as the other"
    lone = placed(LINE, "scatter", 10, entered={"tg-b": "2324"})
    lone.ship("eclipse", "2124")
    for key, ship in (("tf-1", "duke-of-york"), ("tf-2", "nigeria")):
        lone.force(key, "2226", ship)
    for ship, cell in zip(("z-24", "z-27", "z-28", "z-29"), (*blocked[1:], "2324"), strict=True):
        lone.ship(ship, cell)
    wish(lone, allied=True, axis=False)
    assert lone.marker("cruiser-force").at == "2226", "friends on their own are not in the list"


@pytest.mark.rule("AD-11.4.10-legal-hex")
def test_the_hex_must_be_open_to_the_whole_force() -> None:
    """No battleship in the Barents Sea, nothing but convoy ships in the ice, no Allied force in a port."""
    theatre = placed({"luetzow": 10, "washington": 15}, "scatter", 10)
    assert theatre.now.battle is not None
    theatre.now.battle.cell = "2129"  # west of it is the Norwegian Sea
    wish(theatre, allied=True, axis=False)
    zones = {theatre.data.zone_of[cell.split()[1]] for cell in theatre.offered(ALLIED)}
    assert zones == {"norwegian"}
    icy = placed(LINE, "scatter", 10)
    assert icy.now.battle is not None
    icy.now.battle.cell = "2122"
    wish(icy, allied=True, axis=False)
    assert [cell.split()[1] for cell in icy.offered(ALLIED)] == [
        cell for cell in icy.data.neighbours("2122") if cell not in icy.data.partial_ice
    ]
    assert any(cell in icy.data.partial_ice for cell in icy.data.neighbours("2122"))


@pytest.mark.rule("AD-11.4.10-together")
def test_a_force_is_not_divided() -> None:
    theatre = wish(at_end(1, 10, line={"luetzow": 10, "london": 15, "somali": 18}), allied=True, axis=False)
    theatre.act(ALLIED, "retreat 2226")
    assert theatre.is_over
    assert {theatre.find(name).force for name in ("london", "somali")} == {"cruiser-force"}


@pytest.mark.rule("AD-11.4.10-neither")
@pytest.mark.parametrize(
    ("line", "dice", "leaves"),
    [
        ({"luetzow": 10, "z-24": 10, "london": 15}, (), ALLIED),
        ({"luetzow": 10, "london": 15, "somali": 15}, (), AXIS),
        ({"luetzow": 10, "t-7": 10, "london": 15}, (6,), AXIS),
        ({"luetzow": 10, "nigeria": 15, "london": 15}, (5,), ALLIED),
    ],
)
def test_the_weaker_leaves_if_nobody_wanted_to(line: dict[str, int], dice: tuple[int, ...], leaves: Side) -> None:
    """Battleships, heavy cruisers and destroyers count; a die where they are equal."""
    theatre = wish(at_end(8, *dice, line=line), allied=False, axis=False)
    assert list(theatre.match.pending) == [leaves]
    assert theatre.asked(leaves).rule == WHERE
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-11.4.10-loser-leaves", "AD-11.4.10-neither", "AD-11.4.10-both-leave", "AD-11.4.10-together")
def test_nobody_leaves_when_the_enemy_is_gone() -> None:
    """Not even a light cruiser, who does not count for strength: there is no die for who stays."""
    theatre = placed({"luetzow": 10, "somali": 10}, "gunnery", 10, damage={"somali": 1})
    theatre.plot(ALLIED).plot(AXIS, {"luetzow:main": "somali"})
    assert theatre.is_over
    assert theatre.now.battle is None
    assert theatre.marker("tg-b").at == HERE
    assert "cruiser-force" not in theatre.now.forces[ALLIED]

    theatre = placed({"t-7": 10, "nigeria": 10}, "gunnery", 10)
    shoot(theatre, None, {"nigeria:main": "t-7"})
    assert theatre.find("t-7").at == "lost"
    assert theatre.is_over
    assert theatre.marker("cruiser-force").at == HERE
    assert theatre.rolls("AD-11.4.10-neither") == []


@pytest.mark.rule("AD-5.1-fog-on-entry")
def test_a_force_that_withdraws_into_fog_may_be_lost_from_sight() -> None:
    """2128 lies in the clear Barents Sea, 2129 in the fog of the Norwegian Sea; a 6 hides."""
    theatre = placed(LINE, "scatter", 10, 6, entered={"cruiser-force": "2129"})
    theatre.weather(norwegian="fog")
    assert theatre.now.battle is not None
    theatre.now.battle.cell = theatre.marker("cruiser-force").at = "2128"
    wish(theatre, allied=True, axis=False)
    assert not theatre.marker("cruiser-force").detected
    assert theatre.dice_left() == {}


# 11.4.11


@pytest.mark.rule("AD-11.4.11-damaged-stay")
@pytest.mark.parametrize("stays", [True, False])
def test_damaged_ships_are_left_in_the_hex_of_the_combat_or_go_along(stays: bool) -> None:
    """They are asked about before the force withdraws."""

    def left_behind(u: Umpire, step: Detach) -> None:
        for name in step.ships if stays else ():
            ship = u.state.ships[step.side][name]
            ship.at, ship.force, ship.apart = u.state.forces[step.side][ship.force].at, "", True

    theatre = placed(
        {"luetzow": 10, "london": 15, "norfolk": 15}, "gunnery", 9, 10, steps={**STEPS, Detach: left_behind}
    )
    theatre.plot(ALLIED).plot(AXIS, {"luetzow:main": "london"})
    theatre.idle_until("AD-11.4.9-both-stop")
    wish(theatre, allied=True, axis=False).act(ALLIED, "retreat 2226")
    assert theatre.is_over
    assert theatre.marker("cruiser-force").at == "2226"
    assert theatre.find("norfolk").force == "cruiser-force"
    found = theatre.find("london")
    assert (found.force, found.at) == (("", HERE) if stays else ("cruiser-force", ""))


# What it costs (7.6.4)


@pytest.mark.rule("AD-7.6.4-combat-cost-1-3", "AD-7.6.4-combat-cost-4-6", "AD-7.6.4-combat-cost-7")
@pytest.mark.rule("AD-7.6.4-combat-cost-max")
def test_what_rounds_cost_the_active_force() -> None:
    """G50, in halves of a point."""
    data = at_end().data
    regular = [combat_cost(data, rounds, fast=False) for rounds in range(1, 9)]
    assert regular == [2, 2, 2, 4, 4, 4, None, None]
    assert [combat_cost(data, rounds, fast=True) for rounds in range(1, 9)] == [4, 4, 4, 6, 6, 6, None, None]


@pytest.mark.rule("AD-7.6.4-combat-cost-7", "AD-7.6.4-combat-continue")
@pytest.mark.parametrize(("round", "left"), [(2, 6), (5, 4), (8, 0)])
def test_the_active_force_pays(round: int, left: int) -> None:
    theatre = at_end(round, 10)
    active = theatre.active(AXIS, "tg-b", left=8)
    wish(theatre, allied=True, axis=False)
    assert active.left == left


@pytest.mark.rule("AD-7.6.4-combat-continue")
def test_a_force_that_is_sunk_pays_nothing() -> None:
    theatre = at_end(2, 10)
    active = theatre.active(AXIS, "tg-b", left=8)
    for name, ship in theatre.state.ships[AXIS].items():
        if ship.force == "tg-b":
            ship.force, ship.at = "", LOST
            if theatre.state.battle is not None:
                theatre.state.battle.ships.pop(name, None)
    del theatre.state.forces[AXIS]["tg-b"]
    wish(theatre, allied=True, axis=False)
    assert active.left == 8


# 11.4.12


@pytest.mark.rule("AD-11.4.12-recentre")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 6, 14), (6, 10, 18)),  # G54
        ((3, 6, 22), (3, 6, 22)),
        ((10, 12, 23), (6, 8, 19)),
        ((1, 12, 24), (1, 12, 24)),
        ((2, 2, 2), (12, 12, 12)),
    ],
)
def test_ships_near_an_end_are_shifted_together(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    names = ("luetzow", "scheer", "london")
    theatre = wish(at_end(line=dict(zip(names, before, strict=True))), allied=False, axis=False)
    assert tuple(area(theatre, name) for name in names) == after
    assert recentred(theatre.data, before) == after[0] - before[0]


# 11.4.13


@pytest.mark.rule("AD-11.4.13-after-eight", "AD-11.4.9-eight")
def test_after_eight_rounds_against_pq_17_both_are_still_there() -> None:
    """R80."""
    theatre = at_end(8, line={"luetzow": 10, "carlton": 15})
    theatre.act(ALLIED, "scatter-convoy no")
    assert theatre.is_over
    assert (theatre.marker("tg-b").at, theatre.marker("pq-17").at) == (HERE, HERE)


@pytest.mark.rule("AD-11.4.13-convoy-scatter")
@pytest.mark.parametrize(("round", "asked"), [(4, False), (5, True), (8, True)])
def test_the_convoy_may_scatter_from_the_fifth_round_on(round: int, asked: bool) -> None:
    theatre = at_end(round, line={"luetzow": 10, "carlton": 15})
    assert list(theatre.match.pending) == [ALLIED if asked else AXIS]


CONVOY = ("carlton", "honomu", "hoosier", "ironclad", "olapana", "pankraft", "dianella", "keppel", "p614")


def scattered(round: int, *dice: int, extra: tuple[str, ...] = ()) -> Theatre:
    """The convoy scatters in combat, and its owner takes what comes first."""
    line = dict.fromkeys((*CONVOY, *extra), 15) | {"luetzow": 10}
    theatre = at_end(round, *dice, line=line).act(ALLIED, "scatter-convoy yes")
    while not theatre.is_over and theatre.match.pending.get(ALLIED) is not None and AXIS not in theatre.match.pending:
        theatre.idle(ALLIED)
    return theatre


@pytest.mark.rule("AD-11.4.13-convoy-scatter", "AD-11.4.13-chase", "AD-16.2-scatter-combat")
def test_after_scattering_only_the_group_in_the_hex_is_left_to_fight() -> None:
    theatre = scattered(5, 9, 8, 9, 8, 9, 8)
    battle = theatre.now.battle
    assert battle is not None
    assert "pq-17" not in theatre.now.forces[ALLIED]
    here = [ship.id for ship in theatre.now.ships[ALLIED].values() if ship.at == HERE]
    assert 0 < len(here) < len(CONVOY)
    assert sorted(battle.ships) == sorted([*here, "luetzow"])
    assert "keppel" not in battle.ships
    assert "p614" not in battle.ships
    assert list(theatre.match.pending) == [AXIS], "he may go on"
    theatre.act(AXIS, "disengage no")
    assert goes_on(theatre)
    theatre.idle_until("AD-11.4.3-move-cost", ALLIED)
    assert all(theatre.ways(ALLIED, name) for name in here), "each by itself"


@pytest.mark.rule("AD-11.4.13-chase", "AD-11.4.13-after-eight")
@pytest.mark.parametrize("round", [5, 8])
def test_or_it_is_over_and_nobody_withdraws(round: int) -> None:
    """He stays in the hex, and may go after another group; where the others are is a matter of scattering."""
    theatre = scattered(round)
    if round < 8:
        theatre.act(AXIS, "disengage yes")
    assert theatre.is_over
    assert theatre.now.battle is None
    assert theatre.rolls(STOP) == []
    assert theatre.marker("tg-b").at == HERE
    assert any(ship.at == HERE for ship in theatre.now.ships[ALLIED].values())


@pytest.mark.rule("AD-11.4.9-convoy-with-tf")
def test_once_the_convoy_has_scattered_cruisers_may_go() -> None:
    theatre = scattered(5, 1, 10, extra=("london",))  # the first is the draw of escorts
    assert set(theatre.match.pending) == {ALLIED, AXIS}
    wish(theatre, allied=True, axis=False)
    (roll,) = theatre.rolls(STOP)
    assert roll.modifiers == {"earlier rounds": 4}
    theatre.idle(ALLIED)
    assert theatre.is_over
    assert theatre.marker("cruiser-force").at != HERE
    assert any(ship.at == HERE for ship in theatre.now.ships[ALLIED].values()), "scattered ships are where they are"


@pytest.mark.rule("AD-11.4.1-scattered-fight")
def test_scattered_ships_break_off_but_never_to_the_west() -> None:
    theatre = Theatre(placed(LINE).game.steps)
    theatre.force("tg-b", HERE, "luetzow")
    theatre.ship("carlton", HERE, group=2)
    theatre.ship("honomu", HERE, group=2)
    theatre.ship("hoosier", HERE, group=2)
    begin_battle(theatre.at_hand, HERE, AXIS, {AXIS: ["tg-b"]}, entered={"tg-b": "2324"})
    theatre.begin(Fight(), dice=[1, 2, 3, 4, 5, 10])
    assert theatre.ways(ALLIED, "carlton") == ["1", "2", "3", "4"]
    theatre.idle_until("AD-11.4.9-both-stop")
    damage(theatre.at_hand, theatre.find("hoosier"), 2, "luetzow")
    wish(theatre, allied=True, axis=False)
    theatre.idle_until(WHERE)
    assert theatre.offered(ALLIED) == ["retreat 2124", "retreat 2224"]
    theatre.act(ALLIED, "retreat 2124")
    assert [theatre.find(name).at for name in ("carlton", "honomu", "hoosier")] == ["2124", "2124", "lost"]


@pytest.mark.rule("AD-11.4.13-chase", "AD-11.4.9-convoy-with-tf", "AD-11.4.13-convoy-scatter")
def test_it_is_over_when_of_the_scattered_convoy_nobody_is_left_in_the_hex() -> None:
    """PQ-17 is down to a destroyer, which goes aside: the German is not asked whether he goes on."""
    theatre = at_end(5, line={"luetzow": 10, "keppel": 15}).act(ALLIED, "scatter-convoy yes")
    while not theatre.is_over:
        assert AXIS not in theatre.match.pending
        theatre.idle(ALLIED)
    assert theatre.now.battle is None
    assert theatre.marker("tg-b").at == HERE


@pytest.mark.rule("AD-11.4.9-convoy-with-tf", "AD-11.4.13-convoy-dd")
def test_once_the_last_of_the_convoy_is_sunk_the_cruisers_beside_it_may_go() -> None:
    theatre = placed({"luetzow": 10, "ledbury": 10, "london": 20}, "gunnery", 10)
    theatre.plot(ALLIED).plot(AXIS, {"luetzow:main": "ledbury"})
    assert theatre.find("ledbury").at == "lost"
    theatre.idle_until("AD-11.4.9-both-stop")
    assert set(theatre.match.pending) == {ALLIED, AXIS}
