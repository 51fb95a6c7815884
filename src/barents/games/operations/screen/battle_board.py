"""The battle track on screen (OP-TAC): cells of 3,000 yards, divisions in them, and what each ship's weapons reach.

Both sides see the track; what a ship is only where it was recognised. What a client cannot read off the counters stands
in the board's payload; what concerns a side's own weapons and sight is in it for that side alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from barents.games.operations.battle.action import LETTERS
from barents.games.operations.battle.gunnery import PLAIN, gun_modifiers
from barents.games.operations.battle.manoeuvres import BATTERIES, reach, worthiest
from barents.games.operations.battle.tactics import ship_in, standing, visibility
from barents.games.operations.battle.torpedoes import MASKED, torpedo_modifiers
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division, Shot
from barents.games.operations.names import place, unit_name
from barents.games.operations.orders import DEEDS, DIVISIONS, BreakOff, DivisionSlot, WeaponSlot
from barents.games.operations.rules import chances
from barents.games.operations.rules.supposed import with_strangers
from barents.games.operations.rules.units import guns, light_at, tubes, type_of, weather_at
from barents.games.operations.screen.phrases import called
from barents.games.operations.state import Ship, State
from barents.kernel.payloads import (
    BattleTrackStage,
    DivisionSlots,
    FiredShot,
    HitScale,
    PlainTargets,
    SunkShip,
    TrackDivision,
    TrackWeapon,
    WeaponKind,
    steps_of,
)
from barents.kernel.sides import Side
from barents.kernel.view import Board

BATTLE_BOARD, GEOMETRY = "battle", "battle-track"
STEPS = {
    "Intents": "in secret",
    "Moves": "all at once",
    "Guns": "all at once",
    "Torpedoes": "while the guns fire",
    "Damage": "after all have fired",
    "Leave": "whoever is out of sight",
}
TORPEDOES: Literal["torpedoes"] = "torpedoes"
WEAPONS = (
    *(WeaponKind(battery, f"{battery} guns") for battery in BATTERIES),
    WeaponKind(TORPEDOES, TORPEDOES, "run", torpedoes=True),
)
SIDES = {letter: side for side, letter in LETTERS.items()}
RANGE = "range "  # how the modifier for range is called, with the cells behind it


def battle_board(data: Data, known: State, battle: Battle, group: str, own: Iterable[Side]) -> Board:
    """OP-TAC-rounds: the track as an observer may see it, who knows all of some sides' ships."""
    return Board(
        name=BATTLE_BOARD,
        title=f"Battle in {place(data, battle.zone)}",
        geometry=GEOMETRY,
        at=battle.zone,
        count=sum(not fighter.gone for fighter in battle.ships.values()),
        note=_note(data, known, battle),
        group=group,
        battle=True,
        payload=stage(data, known, battle, tuple(own)),
    )


def _note(data: Data, known: State, battle: Battle) -> str:
    most = data.tables.battle.rounds
    now = f"round {battle.round} of at most {most}" if battle.divisions else f"at most {most} rounds"
    weather = data.effect(weather_at(known, data, battle.zone)).name.lower()
    return f"{now}, {light_at(known, data, battle.zone)}, {weather}; a cell is 3,000 yards"


def side_of(name: str) -> Side:
    """Whose a ship is, by her number in the battle.

    >>> side_of("g3").value
    'axis'
    """
    return SIDES[name[0]]


def looked_back(data: Data, known: State) -> State | None:
    """What is known, as if the last battle were still under way: to show how it ended."""
    battle = known.fought
    if battle is None or known.battle is not None:
        return None
    desks = {}
    for side in Side:
        seen = [one for name, one in battle.ships.items() if side_of(name) is side and one.ship and one.line]
        ships = {one.ship: Ship(one.ship, one.line, name=unit_name(data, one.ship) or "") for one in seen}
        desks[side] = msgspec.structs.replace(known.desks[side], ships=ships | known.desks[side].ships)
    return msgspec.structs.replace(known, battle=battle, desks=desks)


def board_after(data: Data, known: State, group: str) -> Board | None:
    """OP-TAC-break: the track as it was left, with the shots of the last round, until fleets move on."""
    state = looked_back(data, known)
    if state is None or state.battle is None:
        return None
    battle = state.battle
    board = battle_board(data, state, battle, group, ())
    track = msgspec.structs.replace(
        stage(data, state, battle, ()), over=known.turn, fought=battle.round, steps=steps_of(STEPS, len(STEPS))
    )
    return msgspec.structs.replace(
        board,
        title=f"{board.title}, over",
        note=f"over after round {battle.round}",
        battle=False,
        payload=track,
    )


def stage(data: Data, known: State, battle: Battle, own: tuple[Side, ...]) -> BattleTrackStage:
    """OP-TAC-rounds: the track, the round, and what both sides saw of the fight so far; of one's own sides more."""
    table = data.tables.battle
    ends = ends_of(data, known, battle, own)
    rows = data.tables.hits.rows
    scale = HitScale(min(rows), tuple(round(chances.hit(data, net), 6) for net in range(min(rows), max(rows) + 1)))
    best: dict[str, str] = {}
    simple: list[str] = []
    weapons: dict[str, tuple[TrackWeapon, ...]] = {}
    for side in own:
        state, enemies = with_strangers(data, known, side), standing(battle, side.enemy)
        best |= {one.key: worthiest(state, data, one) for one in enemies}
        simple += [name for one in enemies for name in one.ships if type_of(data, ship_in(state, name)).is_simple]
        for name in (name for division in standing(battle, side) for name in division.ships):
            if found := tuple(_weapons(data, state, name, enemies)):
                weapons[name] = found
    return BattleTrackStage(
        first=min(ends),
        last=max(ends),
        round=battle.round,
        rounds=table.rounds,
        fought=battle.round - 1,
        steps=steps_of(STEPS, 0 if battle.divisions else -1),
        weapons=WEAPONS,
        engager=battle.engager,
        break_off=str(BreakOff()),
        starshell=table.starshell_cells,
        running=table.running_from,
        masked=data.tables.torpedoes.masked,
        scale=scale,
        surprised=tuple(battle.surprised) if battle.round <= 1 else (),
        forming=tuple(name for side in own for name in _forming(known, battle, side)),
        divisions=tuple(_division(one) for one in battle.divisions if not one.left),
        slots={one.key: _slots(one) for side in own for one in standing(battle, side)},
        best=best,
        sight={side: visibility(known, data, side) for side in own},
        plain=PlainTargets(data.tables.gunnery.simple_to, data.tables.gunnery.simple, tuple(simple)),
        ships=weapons,
        hits={name: one.hits for name, one in battle.ships.items() if one.hits and not one.gone},
        fired=tuple(
            FiredShot(side_of(shot.ship), shot.ship, shot.weapon, shot.target, shot.dice, shot.hits, shot.why)
            for shot in battle.fired
        ),
        sunk={side: tuple(_sunk(data, known, battle, side)) for side in Side},
    )


def ends_of(data: Data, known: State, battle: Battle, own: Iterable[Side]) -> list[int]:
    """Cells between which the track is looked at: all divisions, and as far around one's own as they may go."""
    sides = tuple(own)
    ends = [0]
    for side in Side:
        for division in standing(battle, side):
            around = max(1, reach(known, data, division)) if side in sides else data.tables.battle.apart
            ends += [division.cell - around, division.cell + around]
    return ends


def _division(division: Division) -> TrackDivision:
    did: dict[Literal["smoke", "comb", "run"], bool] = {
        "smoke": division.smoke,
        "comb": division.combing,
        "run": division.running,
    }
    return TrackDivision(
        key=division.key,
        name=DIVISIONS.parse(division.key).plate,
        side=division.side,
        cell=division.cell,
        ships=tuple(division.ships),
        order=division.order,
        train=division.train,
        moved=division.moved,
        did=tuple(deed for deed, so in did.items() if so),
        lights=division.shining,
    )


def _slots(division: Division) -> DivisionSlots:
    """OP-TAC-rounds: by what a division is ordered."""
    return DivisionSlots(**{deed: str(DivisionSlot(division.key, deed)) for deed in DEEDS})


def _sunk(data: Data, known: State, battle: Battle, side: Side) -> Iterator[SunkShip]:
    for name, one in battle.ships.items():
        if one.gone and side_of(name) is side:
            yield SunkShip(name, called(data, known, name), one.cell, one.round)


def _forming(known: State, battle: Battle, side: Side) -> list[str]:
    """OP-TAC-divisions: the ships of a side that are still to be put into divisions."""
    fleets = battle.joining.get(side, []) if battle.divisions else battle.fleets.get(side, [])
    return [ship.key for ship in known.desks[side].ships.values() if ship.fleet and ship.fleet in fleets]


def _weapons(data: Data, state: State, name: str, enemies: list[Division]) -> Iterator[TrackWeapon]:
    ship = ship_in(state, name)
    for battery in BATTERIES:
        if dice := guns(data, ship, battery):
            distances = range(data.battery(battery).range + 1)
            modifiers = tuple(data.range_modifier(battery, cells) or 0 for cells in distances)
            half = dice if battery == "tertiary" else -(-dice // data.tables.battle.share_running)
            against = _others(data, state, name, battery, enemies)
            yield TrackWeapon(battery, str(WeaponSlot(name, battery)), modifiers, dice, half, against)
    if dice := tubes(data, ship):
        ranges, against = tuple(data.tables.torpedoes.ranges), _others(data, state, name, TORPEDOES, enemies)
        yield TrackWeapon(TORPEDOES, str(WeaponSlot(name, TORPEDOES)), ranges, dice, dice, against)


def _others(data: Data, state: State, name: str, weapon: str, enemies: list[Division]) -> dict[str, int]:
    """All modifiers of a weapon against each enemy but for the range, and what depends on it."""
    found: dict[str, int] = {}
    for target in (target for division in enemies for target in division.ships):
        shot = Shot(name, weapon, target)
        all_ = torpedo_modifiers(state, data, shot) if weapon == TORPEDOES else gun_modifiers(state, data, shot, 0)
        found[target] = sum(
            value for words, value in all_.items() if words not in (PLAIN, MASKED) and not words.startswith(RANGE)
        )
    return found
