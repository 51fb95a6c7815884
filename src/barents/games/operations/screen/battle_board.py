"""The battle track on screen (OP-TAC): cells of 3,000 yards, divisions in them, and what each ship's weapons reach.

Both sides see the track; what a ship is only where it was recognised. What a client cannot read off the counters stands
in the board's marks:

- `cells`, `round`, `steps` with the one that is now and a note for each; `engager`, `surprised`, `joining`, `ships`
  that have still to be put into divisions;
- `division:a-1` has its ships from the front, `best` the one of each that guns without an order take; `moved`, `smoke`,
  `combing`, `running`, `train` and `lit` the divisions that have done so or are that;
- `sight:allied` how many cells a side sees; `shell` how far starshell reaches; `run` from which speed on a division at
  full speed fires less;
- `range:a1:primary` the modifier of a weapon for each distance as far as it reaches, `dice:a1:primary` its dice, and
  those at full speed; `mods:a1:primary` all other modifiers against each enemy; `plain` within how many cells some
  ships are hit more easily, and by how much; `masked` what torpedoes lose by a division in the way; `scale` the chance
  of one die by the sum of the modifiers;
- `hits` on each ship in this battle, `fired` what was fired in the round `last` with its reasons, `sunk` where and when
  ships went down; `over` the turn in which the battle was seen to be over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from barents.games.operations.battle.gunnery import PLAIN, gun_modifiers
from barents.games.operations.battle.manoeuvres import BATTERIES, reach, worthiest
from barents.games.operations.battle.tactics import ship_in, standing, visibility
from barents.games.operations.battle.torpedoes import MASKED, torpedo_modifiers
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division, Shot
from barents.games.operations.names import place, unit_name
from barents.games.operations.rules import chances
from barents.games.operations.rules.supposed import with_strangers
from barents.games.operations.rules.units import guns, light_at, tubes, type_of, weather_at
from barents.games.operations.screen.phrases import called
from barents.games.operations.state import Ship, State
from barents.kernel.sides import Side
from barents.kernel.view import Board

Marks: TypeAlias = "dict[str, tuple[str, ...]]"

BATTLE_BOARD, GEOMETRY = "battle", "battle-track"
STEPS = {
    "Intents": "in secret",
    "Moves": "all at once",
    "Guns": "all at once",
    "Torpedoes": "while the guns fire",
    "Damage": "after all have fired",
    "Leave": "whoever is out of sight",
}
LETTERS = {Side.ALLIED: "a", Side.AXIS: "g"}
RANGE = "range "  # how the modifier for range is called, with the cells behind it


def battle_board(data: Data, known: State, battle: Battle, group: str, own: Iterable[Side]) -> Board:
    """OP-TAC-rounds: the track as an observer may see it, who knows all of some sides' ships."""
    sides = tuple(own)
    marks = {**_track(data, battle), **_divisions(battle), **_fought(data, known, battle)}
    marks["cells"] = cells_of(data, known, battle, sides)
    for side in sides:
        marks |= _side(data, known, battle, side)
    return Board(
        name=BATTLE_BOARD,
        title=f"Battle in {place(data, battle.zone)}",
        geometry=GEOMETRY,
        marks=marks,
        count=sum(not fighter.gone for fighter in battle.ships.values()),
        note=_note(data, known, battle),
        group=group,
        battle=True,
    )


def _note(data: Data, known: State, battle: Battle) -> str:
    most = data.tables.battle.rounds
    now = f"round {battle.round} of at most {most}" if battle.divisions else f"at most {most} rounds"
    weather = data.effect(weather_at(known, data, battle.zone)).name.lower()
    return f"{now}, {light_at(known, data, battle.zone)}, {weather}; a cell is 3,000 yards"


def looked_back(data: Data, known: State) -> State | None:
    """What is known, as if the last battle were still under way: to show how it ended."""
    battle = known.fought
    if battle is None or known.battle is not None:
        return None
    desks = {}
    for side in Side:
        seen = [one for name, one in battle.ships.items() if name.startswith(LETTERS[side]) and one.ship and one.line]
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
    done: Marks = {"over": (str(known.turn),), "last": (str(battle.round),), "step": (str(len(STEPS)),)}
    return msgspec.structs.replace(
        board,
        title=f"{board.title}, over",
        marks=board.marks | done,
        note=f"over after round {battle.round}",
        battle=False,
    )


def cells_of(data: Data, known: State, battle: Battle, own: Iterable[Side]) -> tuple[str, ...]:
    """The part of the track that is looked at: all divisions, and as far around one's own as they may go."""
    sides = tuple(own)
    ends = [0]
    for side in Side:
        for division in standing(battle, side):
            around = max(1, reach(known, data, division)) if side in sides else data.tables.battle.apart
            ends += [division.cell - around, division.cell + around]
    return tuple(str(cell) for cell in range(min(ends), max(ends) + 1))


def _track(data: Data, battle: Battle) -> Marks:
    table = data.tables.battle
    coming = tuple(f"{side}:{len(fleets)}" for side, fleets in battle.joining.items() if fleets)
    rows = data.tables.hits.rows
    return {
        "at": (battle.zone,),
        "round": (str(battle.round), str(table.rounds)),
        "steps": tuple(STEPS),
        "notes": tuple(STEPS.values()),
        "last": (str(battle.round - 1),),
        "step": ("0",) if battle.divisions else ("-1",),
        "engager": (battle.engager.value,),
        "surprised": tuple(side.value for side in battle.surprised) if battle.round <= 1 else (),
        "joining": coming,
        "masked": (str(data.tables.torpedoes.masked),),
        "shell": (str(table.starshell_cells),),
        "run": (str(table.running_from),),
        "scale": tuple(f"{net}:{chances.hit(data, net):.6f}" for net in range(min(rows), max(rows) + 1)),
    }


def _divisions(battle: Battle) -> Marks:
    here = [division for division in battle.divisions if not division.left]
    found: Marks = {f"division:{division.key}": tuple(division.ships) for division in here}
    return found | {
        "train": tuple(division.key for division in here if division.train),
        "moved": tuple(f"{division.key}:{division.moved:+}" for division in here if division.moved),
        "running": tuple(division.key for division in here if division.running),
        "smoke": tuple(division.key for division in here if division.smoke),
        "combing": tuple(division.key for division in here if division.combing),
        "lit": tuple(f"{division.key}>{division.shining}" for division in here if division.shining),
    }


def _fought(data: Data, known: State, battle: Battle) -> Marks:
    """What both sides saw of the fight so far."""
    return {
        "hits": tuple(f"{name}:{one.hits}" for name, one in battle.ships.items() if one.hits and not one.gone),
        "fired": tuple(
            "|".join((shot.ship, shot.weapon, shot.target, str(shot.dice), str(shot.hits), shot.why))
            for shot in battle.fired
        ),
        "sunk": tuple(
            "|".join((name, str(one.cell), str(one.round), called(data, known, name)))
            for name, one in battle.ships.items()
            if one.gone
        ),
    }


def _side(data: Data, known: State, battle: Battle, side: Side) -> Marks:
    """How far a side sees, its ships' weapons, and what counts for and against them."""
    if not battle.divisions or any(battle.joining.get(side, ())):
        fleets = battle.fleets.get(side, []) if not battle.divisions else battle.joining[side]
        waiting = [ship.key for ship in known.desks[side].ships.values() if ship.fleet and ship.fleet in fleets]
    else:
        waiting = []
    found: Marks = {f"sight:{side}": (str(visibility(known, data, side)),), "ships": tuple(waiting)}
    state = with_strangers(data, known, side)
    enemies = standing(battle, side.enemy)
    simple = [name for one in enemies for name in one.ships if type_of(data, ship_in(state, name)).is_simple]
    table = data.tables.gunnery
    found["plain"] = (str(table.simple_to), str(table.simple), *simple)
    found["best"] = tuple(f"{one.key}:{worthiest(state, data, one)}" for one in enemies)
    for division in standing(battle, side):
        for name in division.ships:
            found |= _weapons(data, state, name, enemies)
    return found


def _weapons(data: Data, state: State, name: str, enemies: list[Division]) -> Marks:
    ship = ship_in(state, name)
    found: Marks = {}
    for battery in BATTERIES:
        if dice := guns(data, ship, battery):
            distances = range(data.battery(battery).range + 1)
            modifiers = (data.range_modifier(battery, cells) or 0 for cells in distances)
            half = dice if battery == "tertiary" else -(-dice // data.tables.battle.share_running)
            found[f"range:{name}:{battery}"] = tuple(str(modifier) for modifier in modifiers)
            found[f"dice:{name}:{battery}"] = (str(dice), str(half))
            found[f"mods:{name}:{battery}"] = tuple(_others(data, state, name, battery, enemies))
    if dice := tubes(data, ship):
        found[f"range:{name}:torpedoes"] = tuple(str(one) for one in data.tables.torpedoes.ranges)
        found[f"dice:{name}:torpedoes"] = (str(dice), str(dice))
        found[f"mods:{name}:torpedoes"] = tuple(_others(data, state, name, "torpedoes", enemies))
    return found


def _others(data: Data, state: State, name: str, weapon: str, enemies: list[Division]) -> Iterator[str]:
    """All modifiers of a weapon against each enemy but for the range, and what depends on it."""
    for target in (target for division in enemies for target in division.ships):
        shot = Shot(name, weapon, target)
        all_ = torpedo_modifiers(state, data, shot) if weapon == "torpedoes" else gun_modifiers(state, data, shot, 0)
        net = sum(
            value for words, value in all_.items() if words not in (PLAIN, MASKED) and not words.startswith(RANGE)
        )
        yield f"{target}:{net}"
