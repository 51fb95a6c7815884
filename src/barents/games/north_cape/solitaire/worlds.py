"""Chapter 11.6: worlds in which the groups of solitaire look as they do: all that is unseen is dealt again.

How many pieces each group has is open, for a deal is even and whoever leaves a group does so openly. Ships that were
seen before their group scattered are dealt among the groups of their family; everything that was never seen is dealt
among the groups into which nobody has looked, and what is over was removed at the beginning.
"""

from __future__ import annotations

import msgspec

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.knowledge.known import is_placeholder
from barents.games.north_cape.knowledge.order_of_battle import order_of_battle
from barents.games.north_cape.solitaire.groups import eastern_hex, has_arrived, sailed
from barents.games.north_cape.state import GONE, POOL, REMOVED, Group, Piece, State, Used
from barents.kernel.dice import Dice
from barents.kernel.sides import Side


def deal_again(data: Data, world: State, dice: Dice) -> None:
    """Fill the groups of a world of which only the outside is known."""
    known = world.pieces[Side.ALLIED]
    pieces = {name: msgspec.structs.replace(piece) for name, piece in known.items() if not is_placeholder(name)}
    families = {family: dict(ships) for family, ships in world.recalled.items() if family}
    seen = {**pieces, **{name: Piece(name, GONE) for ships in families.values() for name in ships}}
    unseen = dict.fromkeys(_unseen(data, world, seen, dice), 0)
    held = {group.number: sum(piece.group == group.number for piece in pieces.values()) for group in world.groups}
    for group in sorted(world.groups, key=lambda group: not _is_without_merchants(world, group)):
        pool = families.get(group.family, unseen) if group.examined else unseen
        for name, damage in _drawn(data, world, group, held[group.number], pool, dice):
            pieces[name] = Piece(name, group.at, damage=damage, group=group.number)
    for name in unseen:
        pieces[name] = Piece(name, REMOVED)
    _complete(data, world, pieces)
    world.pieces[Side.ALLIED] = dict(sorted(pieces.items()))
    if world.mission is not None and world.mission.group and world.mission.units:
        number, cell = world.mission.group, world.mission.at
        world.mission.units = [n for n, p in world.pieces[Side.ALLIED].items() if p.group == number and p.at == cell]


def _unseen(data: Data, world: State, seen: dict[str, Piece], dice: Dice) -> list[str]:
    """The ships of the scenario of which nothing has been seen, and the decoys that were not found out; shuffled."""
    units, waiting = order_of_battle(data, world, Side.ALLIED, seen, dice)
    names = [*units, *(name for force in waiting.values() for name in force)]
    ships = [name for name in names if not (data.counters[name].is_air or data.counters[name].is_sub)]
    found = int(world.notebook[Side.AXIS].facts.get(f"found-{Side.ALLIED}", 0))
    decoys = [c.id for c in data.counters.values() if c.is_decoy and c.side is Side.ALLIED]
    mixed = ships + decoys[: len(decoys) - found]
    dice.shuffle(mixed)
    return mixed


def _is_without_merchants(world: State, group: Group) -> bool:
    """Whether a group has come to its goal, where merchants are taken off."""
    under_way = world.mission is not None and world.mission.group == group.number
    return has_arrived(world, group, group.at) and not under_way


def _drawn(
    data: Data, world: State, group: Group, held: int, pool: dict[str, int], dice: Dice
) -> list[tuple[str, int]]:
    """The pieces of a group that nobody can name, with the damage that shows on them, out of those there are."""
    found: list[tuple[str, int]] = []
    wanted = [*group.marks, *([0] * (group.size - held - len(group.marks)))]
    for damage in wanted:
        fit = [name for name in pool if _fits(data, world, group, name, pool[name], damage)]
        name = dice.choice(fit)
        del pool[name]
        found.append((name, damage))
    return found


def _fits(data: Data, world: State, group: Group, name: str, damage: int, shown: int) -> bool:
    """Whether a piece can be one of a group, with so much damage to be seen on it."""
    about = data.counters[name]
    if about.is_merchant and _is_without_merchants(world, group):
        return False
    if group.examined:
        return damage == shown
    return shown < about.dmg and not (shown and about.is_decoy)


def _complete(data: Data, world: State, pieces: dict[str, Piece]) -> None:
    """What nobody sees of a piece: where it began, what it has done; aircraft that are not seen are with Victorious."""
    groups = {group.number: group for group in world.groups}
    for piece in pieces.values():
        group = groups.get(piece.group)
        if group is None or piece.at == GONE:
            continue
        piece.start = eastern_hex(world) if group.heading == "west" else ""
        if not piece.used and group.done:
            piece.used, piece.spent = Used.SORTIE, sailed(world, group)
    for counter in data.counters.values():
        if counter.side is not Side.ALLIED:
            continue
        if counter.is_air:
            carrier = pieces.get(CARRIER)
            if counter.id not in pieces and carrier is not None:
                pieces[counter.id] = Piece(counter.id, carrier.at, damage=world.recalled[0][counter.id])
            if counter.id in pieces and pieces[counter.id].at[:1].isdigit():
                pieces[counter.id].base = CARRIER
        elif counter.is_group or counter.is_decoy:
            pieces.setdefault(counter.id, Piece(counter.id, POOL if counter.is_group else REMOVED))
