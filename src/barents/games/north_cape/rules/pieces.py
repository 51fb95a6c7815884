"""Chapter 2: counters. What a piece is, what damage does to it, and who is where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from barents.games.north_cape.data import CARRIER, UNLIMITED, Counter, Data
from barents.games.north_cape.names import listed
from barents.games.north_cape.rules.sight import described, face_up, in_sight
from barents.games.north_cape.solitaire.groups import examine, members, title
from barents.games.north_cape.state import EVERYONE_KNOWS, LAST_HEX, LOST, POOL, REMOVED, WAITING, Combat, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.game import Sighting
from barents.kernel.sides import EVERYONE, Side, only

Umpire: TypeAlias = kernel.Umpire[State, Data]
Factor = Literal["gun", "torp", "aa", "surface", "air"]


def counter(data: Data, piece: Piece) -> Counter:
    """The counter of a piece."""
    return data.counters[piece.id]


def find(state: State, name: str) -> Piece:
    """A piece by its id."""
    for pieces in state.pieces.values():
        piece = pieces.get(name)
        if piece is not None:
            return piece
    raise KeyError(name)


def on_map(piece: Piece) -> bool:
    """Whether a piece lies in a hex."""
    return piece.at < LAST_HEX


def at(state: State, side: Side, cell: str) -> list[Piece]:
    """A side's pieces in a hex, Group markers and the contents of their boxes included."""
    return [piece for piece in state.pieces[side].values() if piece.at == cell]


def occupied(state: State, side: Side) -> set[str]:
    """The hexes in which a side has any piece: that much is always open (R54)."""
    return {piece.at for piece in state.pieces[side].values() if piece.at < LAST_HEX}


def combat_of(state: State) -> Combat:
    """The combat under way."""
    if state.combat is None:
        raise RuntimeError("there is no combat under way")
    return state.combat


def side_of(combat: Combat, side: Side) -> list[str]:
    """A side's units in the combat, by their ids."""
    return combat.allied if side is Side.ALLIED else combat.axis


def in_combat(state: State, side: Side) -> list[Piece]:
    """A side's units in the combat that are still there."""
    return [state.pieces[side][name] for name in side_of(combat_of(state), side)]


def factor(data: Data, piece: Piece, name: Factor) -> int:
    """NC 2.4: a printed factor, halved once any damage was taken, fractions dropped."""
    printed: int = getattr(data.counters[piece.id], name)
    return printed // 2 if piece.damage else printed


def allowance(data: Data, piece: Piece) -> int:
    """NC 2.4, NC 8.0: movement for the turn; one more for a boat while it is surfaced."""
    move = data.counters[piece.id].move
    return (move // 2 if piece.damage else move) + (1 if piece.surfaced else 0)


def left(data: Data, piece: Piece) -> int:
    """NC 5.0: what remains of a ship's movement this turn (R4, R47)."""
    return 0 if piece.halted else max(0, allowance(data, piece) - piece.spent)


def flight(data: Data, state: State, piece: Piece) -> int:
    """NC 5.3, NC 5.4: how far an air unit may be from its base this turn."""
    printed = data.counters[piece.id].range
    reach = printed if printed == UNLIMITED else printed // 2 if piece.damage else printed
    return min(reach, state.fog_range) if state.weather == "fog" else reach


def speed(data: Data, piece: Piece) -> int:
    """NC 7.1: a unit's speed when it comes to an interception; an aircraft's is its range (R21).

    Half of an unlimited range is still more than any ship or British aircraft has, and those are all that it can meet.
    """
    about = data.counters[piece.id]
    printed = about.range if about.is_air else about.move
    return printed // 2 if piece.damage else printed


def is_submerged(data: Data, piece: Piece) -> bool:
    """NC 8.0: a submarine is submerged unless it is marked surfaced."""
    return data.counters[piece.id].is_sub and not piece.surfaced


def is_real(data: Data, piece: Piece) -> bool:
    """Whether a piece is a unit: no decoy and no marker."""
    return data.counters[piece.id].type not in ("DECOY", "GROUP")


def is_surface_ship(data: Data, piece: Piece) -> bool:
    """Whether a piece is a ship that is not under water."""
    return data.counters[piece.id].is_ship and not is_submerged(data, piece)


def is_asw_capable(data: Data, piece: Piece) -> bool:
    """NC 8.3: destroyers and minor escorts can attack submerged boats (R30)."""
    return data.counters[piece.id].asw


def is_up(state: State, piece: Piece, owner: Side) -> bool:
    """Whether the enemy sees what a piece is."""
    return piece.id in state.notebook[owner.enemy].identified


def anti_aircraft_factor(data: Data, ship: Piece) -> int:
    """NC 9.3, NC 9.4: a ship's own factor, none under water; or a German base's, which damage never reduces (R39)."""
    if is_submerged(data, ship):
        return 0
    own = factor(data, ship, "aa")
    if counter(data, ship).side is Side.AXIS and ship.at in data.base_aa_hexes:
        return max(own, data.tables.base_aa.factor)
    return own


def reconnoitred_for(piece: Piece, attackers: Iterable[str]) -> bool:
    """NC 5.1: whether any of these units may attack a piece for having been reconnoitred."""
    return EVERYONE_KNOWS in piece.recon or any(name in piece.recon for name in attackers)


def turn_up(u: Umpire, pieces: Iterable[Piece], rule: str) -> None:
    """NC 4.0: pieces are turned face up for the enemy; a decoy that is seen goes back to the pool (NC 3.3)."""
    shown: dict[Side, list[str]] = {side: [] for side in Side}
    for piece in pieces:
        owner = u.data.counters[piece.id].side
        if not is_up(u.state, piece, owner):
            shown[owner].append(piece.id)
    groups = examine(u.state, shown[Side.ALLIED])
    for owner, names in shown.items():
        if names:
            decoys = [name for name in names if u.data.counters[name].is_decoy]
            u.reveal([decoy_of(owner) if name in decoys else name for name in names], rule, to=owner.enemy)
            find_out(u, owner, decoys)
            _tell_shown(u, owner, [u.state.pieces[owner][name] for name in names if name not in decoys])
            _tell_open_groups(u, owner, names)
    for number in groups:
        made_of = ", ".join(u.data.counters[piece.id].name for piece in members(u.state, number)) or "nothing"
        u.tell("NC-11.6-examine", "{group} is made of {made_of}", group=title(number), made_of=made_of)


def decoy_of(side: Side) -> str:
    """What a decoy of a side is called when it is seen: they are all alike, so none tells how many there are."""
    return f"{side}-decoy"


def find_out(u: Umpire, owner: Side, decoys: list[str]) -> None:
    """NC 3.3: decoys that are seen leave; both sides may count them."""
    if not decoys:
        return
    u.conceal([decoy_of(owner)], to=owner.enemy)
    cells = sorted({u.state.pieces[owner][name].at for name in decoys})
    for name in decoys:
        to_pool(u, u.state.pieces[owner][name])
    found = f"found-{owner}"
    total = int(u.state.notebook[owner].facts.get(found, 0)) + len(decoys)
    left = "; ".join(f"{cell}: {in_sight(u.state, u.data, owner, cell)}" for cell in cells)
    words = "{n} {n:decoy is|decoys are} found out; left at {left}"
    u.tell("NC-3.3-decoy-discovered", words, n=len(decoys), left=left, note=(found, total))


def _tell_shown(u: Umpire, owner: Side, pieces: list[Piece]) -> None:
    """NC 4.0: what is to be seen of pieces that have just been turned up, and of the hexes where they are."""
    if pieces:
        units = ", ".join(described(u.data, piece) for piece in pieces)
        cells = sorted({piece.at for piece in pieces})
        seen = "; ".join(f"{cell}: {in_sight(u.state, u.data, owner, cell)}" for cell in cells)
        u.tell("NC-4.0-face-down", "Seen: {units}. Now at {seen}", units=units, seen=seen)


def _tell_open_groups(u: Umpire, owner: Side, names: list[str]) -> None:
    """NC 4.2: where a marker and pieces of its box lie face up, everyone sees that they belong together."""
    identified = u.state.notebook[owner.enemy].identified
    boxes = {u.state.pieces[owner][n].box or (int(n[6:]) if n.startswith("group-") else 0) for n in names}
    for box in sorted(boxes - {0}):
        if f"group-{box}" in identified:
            members = face_up(u.state, u.data, owner, contents(u.state, box))
            u.tell("NC-4.2-recon-group", "In holding box {box}: {members}", box=box, members=members)


def to_pool(u: Umpire, piece: Piece) -> None:
    """NC 3.3: a decoy leaves the map and may be bought again in a later turn; in solitaire it leaves for good (R91)."""
    owner = u.data.counters[piece.id].side
    u.conceal([piece.id], to=owner.enemy)
    u.state.pieces[owner][piece.id] = Piece(piece.id, REMOVED if u.state.options.solitaire else POOL)
    mission = u.state.mission
    if mission is not None and piece.id in mission.units:
        mission.units.remove(piece.id)
    tell_boxes(u, [piece])


def tell_boxes(u: Umpire, pieces: Iterable[Piece]) -> None:
    """NC 4.2: everyone may count the holding boxes that these pieces are in, or were in, on the map."""
    for box in sorted({piece.box for piece in pieces if on_map(piece)} - {0}):
        held = len(contents(u.state, box))
        u.tell("NC-4.2-box-count-public", "Holding box {box} holds {n} {n:piece|pieces}", box=box, n=held)


def reconnoitre(pieces: Iterable[Piece], units: Iterable[str] = (EVERYONE_KNOWS,)) -> None:
    """NC 6.1: pieces have been reconnoitred, for everyone or for some units."""
    names = list(units)
    for piece in pieces:
        if EVERYONE_KNOWS not in piece.recon:
            piece.recon = [EVERYONE_KNOWS] if EVERYONE_KNOWS in names else sorted({*piece.recon, *names})


def hide(u: Umpire, pieces: Iterable[Piece]) -> None:
    """Pieces are turned face down and are no longer reconnoitred; the enemy notes where he lost warships from sight."""
    lapsed: dict[tuple[Side, str], list[str]] = {}
    for piece in pieces:
        about = u.data.counters[piece.id]
        piece.recon = []
        if about.is_ship and not about.is_merchant and on_map(piece) and is_up(u.state, piece, about.side):
            lapsed.setdefault((about.side, piece.at), []).append(about.name)
        u.conceal([piece.id], to=about.side.enemy)
    for (side, cell), names in lapsed.items():
        sighting = Sighting(cell, ", ".join(names), "lost from sight", u.state.turn)
        words = "Lost from sight at {cell}: {names}"
        u.tell("NC-4.0-face-down", words, to=only(side.enemy), sighting=sighting, cell=cell, names=listed(names))


def put(u: Umpire, piece: Piece, cell: str) -> None:
    """Move a piece to a hex; a carrier takes the aircraft on her deck along."""
    piece.at = cell
    if piece.id == CARRIER:
        for other in u.state.pieces[Side.ALLIED].values():
            if other.base == CARRIER and not other.aloft and on_map(other):
                other.at = cell


def contents(state: State, box: int) -> list[Piece]:
    """NC 4.2: the pieces in a holding box."""
    return [piece for piece in state.pieces[Side.ALLIED].values() if piece.box == box]


def with_contents(state: State, names: Iterable[str]) -> list[str]:
    """Units with the contents of the holding boxes of the Group markers among them."""
    chosen = []
    for name in names:
        chosen.append(name)
        if name.startswith("group-"):
            chosen += [piece.id for piece in contents(state, int(name[6:]))]
    return chosen


def is_waiting(piece: Piece) -> bool:
    """Whether a piece waits off the map with its force."""
    return piece.at.startswith(WAITING)


def wound(data: Data, piece: Piece) -> bool:
    """NC 2.4: mark one damage; whether that is all that the unit can take."""
    piece.damage += 1
    return piece.damage >= counter(data, piece).dmg


def damage(u: Umpire, piece: Piece, by: str) -> bool:
    """NC 2.4: one damage; whether the unit is eliminated by it."""
    about = counter(u.data, piece)
    if not wound(u.data, piece):
        is_seen = is_up(u.state, piece, about.side)
        audience = EVERYONE if is_seen else only(about.side)
        words = "{unit} is damaged by {by}, hit {hits} of {of}"
        taken, sinks = piece.damage, about.dmg
        u.tell("NC-2.4-damage-marker", words, to=audience, unit=piece.id, by=by, hits=taken, of=sinks)
        if not is_seen:
            now = in_sight(u.state, u.data, about.side, piece.at)
            u.tell("NC-4.0-face-down", "A ship is damaged by {by} at {cell}: {now}", by=by, cell=piece.at, now=now)
        return False
    eliminate(u, piece, by)
    return True


def eliminate(u: Umpire, piece: Piece, by: str) -> None:
    """A unit is lost, and the other side scores."""
    from barents.games.north_cape.rules.victory import score_loss

    about = counter(u.data, piece)
    u.tell("NC-2.4-two-hits-eliminate", "{unit} is lost to {by}", unit=piece.id, by=by)
    cell, hidden = piece.at, on_map(piece) and not is_up(u.state, piece, about.side)
    u.state.pieces[about.side][piece.id] = Piece(piece.id, LOST, damage=piece.damage, start=cell)
    u.conceal([piece.id], to=about.side.enemy)
    tell_boxes(u, [piece])
    if hidden:
        left = in_sight(u.state, u.data, about.side, cell)
        u.tell("NC-4.0-face-down", "Left at {cell}: {left}", cell=cell, left=left)
    if piece.group and u.state.combat is not None:
        u.state.combat.sunk.append(piece.group)
    for group in (u.state.mission.units if u.state.mission else [], *_in_combat(u.state)):
        if piece.id in group:
            group.remove(piece.id)
    score_loss(u, about)
    if piece.id == CARRIER:
        for other in list(u.state.pieces[Side.ALLIED].values()):
            if other.base == CARRIER and not other.aloft and other.at == cell:
                eliminate(u, other, by)


def _in_combat(state: State) -> list[list[str]]:
    return [] if state.combat is None else [state.combat.allied, state.combat.axis]
