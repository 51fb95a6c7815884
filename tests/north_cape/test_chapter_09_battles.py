"""Battles between whoever may meet, played at random: what holds in every one of them.

Random games seldom come to blows, so that chapter 9 would hardly be played without this.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Engage
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import LOST, NOT_AVAILABLE, MissionType, Strike, Used
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.sides import NOBODY, Observer, Side

from .sea import ALLIED, AXIS, Sea

SHIPS = {
    ALLIED: "norfolk kent victorious gb-dd-1 gb-dd-2 us-dd-1 gb-de-1 gb-aa-1 mt-01 mt-02 duke-of-york allied-decoy-1",
    AXIS: "tirpitz hipper lutzow de-dd-1 de-dd-2 axis-decoy-1",
}
BOATS = {ALLIED: "trident tigris satyr", AXIS: "u-88 u-255 u-457"}
AIRCRAFT = {
    ALLIED: "albacore-1 albacore-2 fulmar-1 sea-hurricane-1",
    AXIS: "ju-88-1 he-111-1 he-111-2 bf-109-1 ju-87-1 bv-138-1 fw-190-1",
}
PLACES = ("2020", "2330", "2233", "2003")
WEATHERS: tuple[Weather, ...] = ("clear", "fog", "storm")


def some(names: str, dice: Dice) -> list[str]:
    """About a third of the names."""
    return [name for name in names.split() if dice.below(3) == 0]


def meeting(dice: Dice) -> Sea | None:
    """Units of both sides in one hex, some of one side on an Attack; None where one side has nobody."""
    sea = Sea()
    cell = dice.choice(PLACES)
    sea.weather(dice.choice(WEATHERS))
    present: dict[Side, list[str]] = {}
    for side in Side:
        ships, boats, aircraft = (some(names[side], dice) for names in (SHIPS, BOATS, AIRCRAFT))
        for name in ships:
            sea.place(name, cell, damage=0 if "decoy" in name else dice.below(2))
        for name in boats:
            sea.place(name, cell, surfaced=dice.below(3) == 0, damage=dice.below(2))
        if sea.state.weather == "storm":
            aircraft = []
        for name in aircraft:
            sea.fly(name, cell, damage=dice.below(2), on_patrol=dice.below(2) == 0)
        present[side] = [*ships, *boats, *aircraft]
    if "victorious" not in present[ALLIED]:
        sea.place("victorious", "2025")
    attacker = dice.choice(tuple(Side))
    flying = dice.below(2) == 0
    units = [n for n in present[attacker] if sea.data.counters[n].is_air == flying and dice.below(2)]
    if not units or not present[attacker.enemy]:
        return None
    for name in units:
        piece = sea.state.pieces[attacker][name]
        piece.on_patrol, piece.used = False, Used.ATTACK
    sea.identify(*(name for name in present[attacker.enemy] if dice.below(2) and "decoy" not in name))
    return sea.mission(MissionType.ATTACK, units).begin(Strike())


@pytest.mark.parametrize("seed", range(8))
def test_a_battle_ends_and_leaves_everyone_where_he_belongs(seed: int) -> None:
    dice = DiceBox.seeded("battles", seed)[NOBODY]
    for sea in filter(None, (meeting(dice) for _ in range(40))):
        engaged: list[tuple[str, str]] = []
        while sea.now.mission is not None:
            ((side, decision),) = sea.match.pending.items()
            action = decision.options.sample(dice)
            if isinstance(action, Engage):
                engaged.append((decision.rule, action.attacker))
            sea.act(side, action)
        assert len(engaged) == len(set(engaged)), "nobody attacks twice in one stage"
        assert sea.now.combat is None
        flyers = {name for _, name in engaged if sea.data.counters[name].is_air}
        for side in Side:
            for piece in sea.now.pieces[side].values():
                assert piece.at == LOST or piece.damage < sea.data.counters[piece.id].dmg
                if piece.id in flyers:
                    assert piece.at in (LOST, NOT_AVAILABLE) or (piece.base == "victorious" and not piece.aloft)


def test_what_is_known_of_a_battle_is_true_of_a_world_imagined_from_it() -> None:
    dice = DiceBox.seeded("battles", "imagined")[NOBODY]
    for sea in filter(None, (meeting(dice) for _ in range(12))):
        for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
            known = GAME.known(sea.data, sea.now, observer)
            world = GAME.imagine(sea.data, known, observer, dice)
            assert GAME.known(sea.data, world, observer) == known
