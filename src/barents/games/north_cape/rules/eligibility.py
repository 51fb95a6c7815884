"""Chapter 5.1: which missions a side could announce, and for whom."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from barents.games.north_cape.actions import Declare
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.movement import moving
from barents.games.north_cape.rules.pieces import (
    at,
    contents,
    factor,
    is_real,
    is_submerged,
    is_surface_ship,
    is_up,
    is_waiting,
    left,
    on_map,
    reconnoitred_for,
)
from barents.games.north_cape.rules.victory import is_westbound
from barents.games.north_cape.state import EVERYONE_KNOWS, LAST_HEX, Mission, MissionType, Piece, State, Used
from barents.kernel.sides import Side

USED = {
    MissionType.RECON: Used.RECON,
    MissionType.PATROL: Used.PATROL,
    MissionType.SORTIE: Used.SORTIE,
    MissionType.ATTACK: Used.ATTACK,
}
SORTIE, ATTACK = Used.SORTIE, Used.ATTACK
BUT_ATTACK = Used.RECON | Used.PATROL | Used.SORTIE


def is_eligible(state: State, data: Data, piece: Piece, type: MissionType, flying: bool) -> bool:
    """NC 5.1: a unit does each type of mission once a turn, and nothing flies in a storm (NC 3.1).

    What is in a holding box goes with its Group marker, and goes if all of it can.
    """
    about = data.counters[piece.id]
    if piece.box or piece.used & USED[type] or not (on_map(piece) or is_waiting(piece)):
        return False
    if flying and state.weather == "storm":
        return False
    if about.is_group:
        return not flying and all(not member.used & USED[type] for member in contents(state, int(piece.id[6:])))
    if about.is_decoy:
        return True
    return about.is_air == flying and (type is not MissionType.ATTACK or can_attack(data, piece))


def can_attack(data: Data, piece: Piece) -> bool:
    """NC 5.1: whether a unit has anything to attack with."""
    about = data.counters[piece.id]
    if about.is_air:
        return about.red or factor(data, piece, "surface") > 0 or factor(data, piece, "torp") > 0
    return about.asw or factor(data, piece, "gun") > 0 or factor(data, piece, "torp") > 0


def can_fight(data: Data, attacker: Piece, target: Piece) -> bool:
    """NC 5.1, NC 9: whether one unit has a stage of combat against another."""
    about, other = data.counters[attacker.id], data.counters[target.id]
    if other.is_decoy or other.is_group:
        return False
    if is_submerged(data, target):
        return about.asw
    if other.is_air:
        return about.red  # as only fighters are
    if about.is_air:
        return factor(data, attacker, "surface") > 0 or factor(data, attacker, "torp") > 0
    return factor(data, attacker, "gun") > 0 or factor(data, attacker, "torp") > 0


def may_target(data: Data, attacker: Piece, target: Piece) -> bool:
    """NC 5.1: whether a unit may attack a reconnoitred one; a decoy pretends that it could (R12)."""
    if not reconnoitred_for(target, (attacker.id,)):
        return False
    return data.counters[attacker.id].is_decoy or can_fight(data, attacker, target)


def may_be_ship(state: State, data: Data, piece: Piece, owner: Side) -> bool:
    """NC 9.6: whether a piece is a ship on the surface, as far as the other side can tell."""
    return not is_up(state, piece, owner) or is_surface_ship(data, piece)


def needs_no_reconnaissance(state: State, data: Data, piece: Piece) -> bool:
    """NC 9.6: a ship on the surface, or a decoy, that lies in one hex with what may be enemy ships (R14)."""
    about = data.counters[piece.id]
    if about.is_air or is_submerged(data, piece) or not (about.is_decoy or can_attack(data, piece)):
        return False
    side = about.side.enemy
    return any(may_be_ship(state, data, enemy, side) for enemy in at(state, side, piece.at))


def may_go(state: State, data: Data, piece: Piece, type: MissionType, flying: bool) -> bool:
    """NC 5.1: whether a unit may be sent on a mission now; on an Attack only if it has someone to attack.

    What a patrol has found by intercepting it is reconnoitred for that unit alone, not for those that lie with it.
    """
    if not is_eligible(state, data, piece, type, flying):
        return False
    if type is not MissionType.ATTACK or not is_real(data, piece) or needs_no_reconnaissance(state, data, piece):
        return True
    enemies = state.pieces[data.counters[piece.id].side.enemy].values()
    return any(reconnoitred_for(enemy, (piece.id,)) for enemy in enemies)


def is_target(state: State, data: Data, mission: Mission) -> bool:
    """NC 5.1, NC 9.6: somebody in the hex can be fought, and each unit of the stack knows of an enemy there.

    It knows whom a reconnaissance has found for it (R12); ships that have not moved need none (R14).
    """
    enemies = at(state, mission.side.enemy, mission.at)
    stack = moving(state, mission)
    at_hand = not (mission.moved or mission.flying)
    unaided = {p.id for p in stack if at_hand and needs_no_reconnaissance(state, data, p)}
    armed = [p for p in stack if is_real(data, p) and can_attack(data, p) and p.id not in unaided]
    if not all(any(reconnoitred_for(enemy, (piece.id,)) for enemy in enemies) for piece in armed):
        return False
    return bool(unaided) or any(may_target(data, unit, enemy) for enemy in enemies for unit in stack)


def leavers(state: State, data: Data, mission: Mission) -> list[Piece]:
    """NC 12.2: westbound merchants on the west edge that have a point left to leave the map."""
    if mission.side is not Side.ALLIED or mission.halted or mission.at not in data.map.zone("west_edge"):
        return []
    ships = [piece for piece in moving(state, mission) if data.counters[piece.id].is_merchant]
    return [ship for ship in ships if is_westbound(state, data, ship) and left(data, ship) > 0]


def may_enter(state: State, data: Data, piece: Piece) -> bool:
    """NC 12: the German surface force waits until a merchant has been reconnoitred; aircraft come with their ship."""
    about = data.counters[piece.id]
    return not about.is_air and (about.side is Side.ALLIED or state.merchant_seen)


def declarations(state: State, data: Data, side: Side) -> list[Declare]:
    """NC 5.1: every mission that a side could announce now, by type, place and kind; in a storm nothing flies."""
    waiting: dict[str, None] = {}
    by_ships: dict[str, int] = {}
    by_air: dict[str, int] = {}
    boxed: dict[int, list[Piece]] = {}
    markers: list[Piece] = []
    strikers: list[Piece] = []
    counters = data.counters
    enemies, targets = enemies_of(state, data, side)
    for piece in state.pieces[side].values():
        place = piece.at
        if place > LAST_HEX:
            if place not in waiting and is_waiting(piece) and may_enter(state, data, piece):
                waiting[place] = None
            continue
        if piece.box:
            boxed.setdefault(piece.box, []).append(piece)
            continue
        about = counters[piece.id]
        if about.is_group:
            markers.append(piece)
            continue
        kind = by_air if about.is_air else by_ships
        found = kind.get(place, 0)
        if found != BUT_ATTACK:
            unused = ~(piece.used | found) & BUT_ATTACK
            if unused & SORTIE and (piece.halted or 2 * piece.spent > about.move) and not may_sortie(data, piece):
                unused &= ~SORTIE
            kind[place] = found | unused
        if about.is_decoy:
            by_air[place] = by_air.get(place, 0) | (~piece.used & BUT_ATTACK)
        if (targets or place in enemies) and not piece.used & ATTACK and not about.is_merchant:
            strikers.append(piece)
    for marker in markers:
        members = boxed.get(int(marker.id[6:]), [])
        unused = _unused_by_all(marker, members)
        if unused & ATTACK and not any(_may_attack(data, member, targets, enemies) for member in members):
            unused &= ~ATTACK
        by_ships[marker.at] = by_ships.get(marker.at, 0) | unused
    for piece in strikers:
        about = counters[piece.id]
        kinds = (by_ships, by_air) if about.is_decoy else (by_air,) if about.is_air else (by_ships,)
        for kind in kinds:
            contact = enemies if kind is by_ships else ()
            if not kind[piece.at] & ATTACK and _may_attack(data, piece, targets, contact):
                kind[piece.at] |= ATTACK
    missions = [Declare(MissionType.SORTIE, place, False) for place in waiting]
    for place, unused in by_ships.items():
        missions += _declared(place, False, unused)
    if state.weather != "storm":
        for place, unused in by_air.items():
            missions += _declared(place, True, unused)
    return missions


def enemies_of(state: State, data: Data, side: Side) -> tuple[set[str], list[Piece]]:
    """The hexes with what may be enemy ships (NC 9.6), and those enemies that have been reconnoitred.

    Who can fight one ship, aircraft or submerged boat can fight them all: of those known to everyone one is enough.
    """
    hexes: set[str] = set()
    targets: list[Piece] = []
    known: dict[tuple[bool, bool], Piece] = {}
    for piece in state.pieces[side.enemy].values():
        if piece.at < LAST_HEX:
            if piece.at not in hexes and may_be_ship(state, data, piece, side.enemy):
                hexes.add(piece.at)
            if piece.recon:
                if EVERYONE_KNOWS in piece.recon:
                    known[data.counters[piece.id].is_air, is_submerged(data, piece)] = piece
                else:
                    targets.append(piece)
    return hexes, [*targets, *known.values()]


def may_sortie(data: Data, piece: Piece) -> bool:
    """NC 5.1: a Sortie moves; only a boat may do one to dive or to surface where it is (R34)."""
    about = data.counters[piece.id]
    if about.is_ship and not about.is_sub:
        return left(data, piece) > 0
    return not (about.is_air and piece.halted)


def _unused_by_all(marker: Piece, members: list[Piece]) -> int:
    """NC 4.2: a group can do what none of it has done yet."""
    used = marker.used
    for member in members:
        used |= member.used
    return ~used & (BUT_ATTACK | ATTACK)


def _may_attack(data: Data, piece: Piece, targets: list[Piece], contact: Container[str]) -> bool:
    """NC 5.1: someone reconnoitred is to be attacked, or a ship lies in one hex with what may be others (R12, R14)."""
    armed = data.counters[piece.id].is_decoy or can_attack(data, piece)
    if piece.at in contact and armed and not is_submerged(data, piece):
        return True
    return any(may_target(data, piece, target) for target in targets)


@lru_cache(maxsize=1 << 14)
def _declared(place: str, flying: bool, unused: int) -> tuple[Declare, ...]:
    """The missions that a set of bits stands for."""
    return tuple(Declare(type, place, flying) for type, bit in USED.items() if unused & bit)
