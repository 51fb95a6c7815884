"""What a gamble is worth, from what the player knows: the same modifiers and factors that the rules use."""

from __future__ import annotations

from typing import Any

import msgspec

from barents.games.north_cape.actions import (
    AttackOpenly,
    CallHfdf,
    Declare,
    Engage,
    Fire,
    Go,
    RollInfiltration,
    Spot,
    Stop,
)
from barents.games.north_cape.chances import (
    D6,
    D10,
    Approach,
    anti_aircraft_hit,
    approach,
    fired_upon,
    hit,
    percent,
    sunk_by,
    weather_in,
)
from barents.games.north_cape.combat import in_combat
from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import OptionalDie
from barents.games.north_cape.eligibility import may_go, may_target
from barents.games.north_cape.knowledge import is_placeholder
from barents.games.north_cape.merchant_guns import anti_aircraft_modifiers
from barents.games.north_cape.movement import base_hex
from barents.games.north_cape.pieces import (
    Factor,
    at,
    factor,
    find,
    flight,
    is_asw_capable,
    is_real,
    is_submerged,
    is_surface_ship,
    left,
    occupied,
)
from barents.games.north_cape.recon import open_modifiers
from barents.games.north_cape.state import MissionType, Piece, State
from barents.games.north_cape.submarines import combat_of, escorts, side_of
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

# The stage of combat that a decision belongs to, and the factor that attacks in it.
STAGES: dict[str, Factor] = {
    "NC-9.2-alternate": "air",
    "NC-9.3-eligible": "surface",
    "NC-9.6-select": "gun",
    "NC-9.8-rating": "torp",
}


UNGUARDED = Approach(0.0, 0.0, 1.0, {})  # without escorts there is nothing to slip through (NC 8.1)


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an action that is decided by a die, or None."""
    match action:
        case Spot(scout, cell):
            return spotting(data, known, find(known, scout), cell)
        case RollInfiltration():
            return infiltrating(data, known, decision.side)
        case AttackOpenly():
            return attacking_openly(data, known, decision.side)
        case Engage(attacker, target) if decision.rule in STAGES:
            return hitting(data, known, find(known, attacker), find(known, target), STAGES[decision.rule])
        case Fire(ship):
            return firing(data, known, find(known, ship))
        case Declare(MissionType.ATTACK | MissionType.RECON):
            return declaring(data, known, decision.side, action)
        case CallHfdf():
            return listening(data)
        case Stop() | Go() if decision.rule == "NC-5.0-adjacent-steps":
            return among_ice(data, known, action)
    return None


def ends(chances: dict[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in chances.items() if round(chance, 6) > 0)


def counting(modifiers: dict[str, int]) -> dict[str, int]:
    """The modifiers that are not nothing."""
    return {name: value for name, value in modifiers.items() if value}


# 6: reconnaissance


def spotting(data: Data, known: State, scout: Piece, cell: str) -> Odds | None:
    """NC 6.1: what is seen, but for what only the umpire knows of the hex. A decoy sees nothing (NC 5.5)."""
    if not is_real(data, scout):
        return None
    table, modifiers = data.tables.recon, open_modifiers(known, data, scout, cell)
    totals = [face + sum(modifiers.values()) for face in D10]
    limits = (table.owner_half_from, table.random_half_from, table.all_from)
    some, more, all_seen = (sum(total >= limit for total in totals) / len(D10) for limit in limits)
    outcomes = ends(
        {"nothing": 1 - some, "half, his choice": some - more, "half": more - all_seen, "all seen": all_seen}
    )
    notes = [f"{table.lone_piece} if it is one piece".replace("-", "−")]
    if not any(piece.id in data.counters for piece in at(known, data.counters[scout.id].side.enemy, cell)):
        notes.append(f"{table.submerged_only} if only submerged".replace("-", "−"))
    return Odds(some, "seeing something", counting(modifiers), outcomes, tuple(notes))


# 8: submarines


def boat_at_the_screen(data: Data, known: State, side: Side) -> Piece | None:
    """NC 8.1: the submerged attacker whose approach is decided now."""
    combat = combat_of(known)
    settled = (*combat.detected, *combat.infiltrated)
    waiting = [find(known, name) for name in side_of(combat, side) if name not in settled]
    return next((piece for piece in waiting if is_submerged(data, piece)), None)


def infiltrating(data: Data, known: State, side: Side) -> Odds | None:
    """NC 8.1: getting to attack at all: heard or not, but not held off."""
    boat = boat_at_the_screen(data, known, side)
    if boat is None:
        return None
    screen = escorts(known, data, side.enemy)
    way = approach(data, known, boat, combat_of(known).cell, len(screen))
    of = f"an attack, {round(6 * way.unheard)} in 6 unheard"
    notes = risks(data, known, boat, screen, way)
    return Odds(way.heard + way.unheard, of, counting(way.modifiers), at_the_screen(way), notes)


def attacking_openly(data: Data, known: State, side: Side) -> Odds | None:
    """NC 8.1: an attack without the roll; the boat is heard in any case."""
    boat = boat_at_the_screen(data, known, side)
    if boat is None:
        return None
    screen = escorts(known, data, side.enemy)
    chance = hit(data, known, boat, "torp")
    lost = percent(sunk_by(data, known, boat, screen))
    outcomes = ends({"miss": 1 - chance, "hit": chance})
    return Odds(chance, "a hit", {}, outcomes, (f"{lost} lose {data.counters[boat.id].name}", counted_escorts(screen)))


def at_the_screen(way: Approach) -> tuple[Outcome, ...]:
    """NC 8.1: held off, heard, or in."""
    return ends({"screened": way.screened, "heard": way.heard, "in": way.unheard})


def risks(data: Data, known: State, boat: Piece, screen: list[Piece], way: Approach) -> tuple[str, ...]:
    """What a boat wins and loses by it, if every escort hunts her when she is heard."""
    hits = (way.heard + way.unheard) * hit(data, known, boat, "torp")
    lost = way.heard * sunk_by(data, known, boat, screen)
    name = data.counters[boat.id].name
    return f"{percent(hits)} hit a ship", f"{percent(lost)} lose {name}", counted_escorts(screen)


def counted_escorts(screen: list[Piece]) -> str:
    """How many escorts there are."""
    return "no escorts" if not screen else "1 escort" if len(screen) == 1 else f"{len(screen)} escorts"


# 9: combat


def hitting(data: Data, known: State, attacker: Piece, target: Piece, name: Factor) -> Odds:
    """NC 9: a die, and what the weather adds to it, not above the factor; and what may come back."""
    chance = hit(data, known, attacker, name)
    modifier = weather_in(data, known, name)
    added: dict[str, int] = {known.weather: modifier} if modifier else {}
    return Odds(chance, "a hit", added, harm(data, target, chance), reply(data, known, attacker, target, name, chance))


def harm(data: Data, target: Piece, chance: float) -> tuple[Outcome, ...]:
    """NC 2.4: what a hit does to its target."""
    about = data.counters[target.id]
    last = target.damage + 1 >= about.dmg
    word = ("shot down" if about.is_air else "sunk") if last else "hit"
    return ends({"miss": 1 - chance, word: chance})


def reply(data: Data, known: State, attacker: Piece, target: Piece, name: Factor, chance: float) -> tuple[str, ...]:
    """NC 9.2 to NC 9.8: the risk for the attacker: fire in return, or anti-aircraft fire."""
    about = data.counters[attacker.id]
    if about.is_air and name != "air":
        ships = in_combat(known, about.side.enemy)
        risk = fired_upon(data, known, target, ships, chance)
        return (f"{percent(risk)} hit by anti-aircraft fire",) if risk else ("no anti-aircraft fire",)
    if is_submerged(data, attacker):
        return ("no answer to a submerged boat",)
    risk = hit(data, known, target, name) if factor(data, target, name) else 0.0
    return (f"{percent(risk)} hit in return",) if risk else ("nothing comes back",)


def firing(data: Data, known: State, ship: Piece) -> Odds:
    """NC 9.3, NC 9.5, NC 11.5: anti-aircraft fire; who is fired at is in the prompt."""
    chance = anti_aircraft_hit(data, known, ship)
    modifiers = anti_aircraft_modifiers(known, data, ship)
    return Odds(chance, "a hit on the aircraft", modifiers, ends({"miss": 1 - chance, "hit": chance}))


# 5: announcing a mission of a single unit against the one target in reach


def declaring(data: Data, known: State, side: Side, mission: Declare) -> Odds | None:
    """What an Attack or a Recon promises, where there is only one who can go and one target in reach."""
    able = [p for p in at(known, side, mission.start) if may_go(known, data, p, mission.type, mission.flying)]
    if len(able) != 1 or not is_real(data, able[0]):
        return None
    unit = able[0]
    if mission.type is MissionType.RECON:
        cells = [cell for cell in sorted(occupied(known, side.enemy)) if in_reach(data, known, unit, cell, beside=1)]
        if len(cells) != 1:
            return None
        return spotting(data, known, msgspec.structs.replace(unit, at=cells[0]), cells[0])
    enemies = known.pieces[side.enemy].values()
    prey = sorted({p.at for p in enemies if p.id in data.counters and may_target(data, unit, p)})
    cells = [cell for cell in prey if in_reach(data, known, unit, cell)]
    return striking(data, known, unit, cells[0], side) if len(cells) == 1 else None


def in_reach(data: Data, known: State, unit: Piece, cell: str, beside: int = 0) -> bool:
    """NC 5.0, NC 5.3: whether a unit can get to a hex, or beside it, as far as range alone decides."""
    if data.counters[unit.id].is_air:
        return data.grid.distance(base_hex(known, unit), cell) <= flight(data, known, unit) + beside
    costs, points = data.reach(known.ice, unit.at).costs, left(data, unit)
    near = (cell, *data.grid.neighbours(cell)) if beside else (cell,)
    return any(costs.get(hex, points + 1) <= points for hex in near)


def striking(data: Data, known: State, unit: Piece, cell: str, side: Side) -> Odds | None:
    """NC 8.1, NC 9.3: an attack by one boat or one bomber on ships that are all in sight.

    Where anything lies face down there, or fighters are over it, the odds cannot be told.
    """
    there = at(known, side.enemy, cell)
    if any(is_placeholder(piece.id) for piece in there) or any(data.counters[p.id].red for p in there):
        return None
    if is_submerged(data, unit):
        screen = [piece for piece in there if is_asw_capable(data, piece)]
        way = approach(data, known, unit, cell, len(screen)) if screen else UNGUARDED
        notes = risks(data, known, msgspec.structs.replace(unit, at=cell), screen, way)
        return Odds(way.heard + way.unheard, f"an attack in {cell}", counting(way.modifiers), at_the_screen(way), notes)
    ships = [piece for piece in there if is_surface_ship(data, piece)]
    if not data.counters[unit.id].is_air or not ships:
        return None
    bombs, torpedo = hit(data, known, unit, "surface"), hit(data, known, unit, "torp")
    chance = 1 - (1 - bombs) * (1 - torpedo)  # each in its own stage (NC 9.10)
    target = min(ships, key=lambda ship: fired_upon(data, known, ship, ships, chance))
    risk = percent(fired_upon(data, known, target, ships, chance))
    outcomes = ends({"miss": 1 - chance, "hit": chance})
    return Odds(chance, f"a hit in {cell}", {}, outcomes, (f"at least {risk} hit by anti-aircraft fire",))


# 11: optional rules


def meant(die: OptionalDie, worst_first: bool, nothing: str, one: str, two: str) -> tuple[Outcome, ...]:
    """NC 11.2, NC 11.3: how a die that means nobody, one or two can end."""
    faces = [die.meant(face) for face in D6]
    chances = [(words, faces.count(count) / len(D6)) for count, words in enumerate((nothing, one, two))]
    return ends(dict(reversed(chances) if worst_first else chances))


def listening(data: Data) -> Odds:
    """NC 11.3: that a U-boat is heard, if any lies hidden."""
    die = data.tables.hfdf
    heard = sum(die.meant(face) > 0 for face in D6) / len(D6)
    notes = ("the Germans choose which",)
    return Odds(heard, "hearing a U-boat", {}, meant(die, False, "nothing", "one boat", "two boats"), notes)


def among_ice(data: Data, known: State, action: Action) -> Odds | None:
    """NC 11.2: that ships come through the iceberg zone unharmed: asked of where they stop, or of a hex in the zone."""
    mission = known.mission
    if not known.options.growlers or mission is None or mission.flying:
        return None
    enters = isinstance(action, Go) and action.cell in data.map.iceberg_zone(known.ice)
    if not (mission.among_ice or enters):
        return None
    die = data.tables.growlers
    safe = sum(not die.meant(face) for face in D6) / len(D6)
    outcomes = meant(die, True, "clear", "one strikes ice", "two strike ice")
    return Odds(safe, "keeping clear of ice", {}, outcomes, ("one die when they stop",))
