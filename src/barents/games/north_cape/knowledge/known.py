"""What each side of North Cape may know.

A side knows its own pieces, whatever of the enemy lies face up, who is lost, safe or Not Available, and in which hexes
the enemy has anything at all; not how many pieces lie there (R54), nor which. Markers on face-down pieces (damage,
surfaced), the counts of the holding boxes, and how many forces are still to enter are open. In solitaire it is open too
how many pieces a group has, and a group that the German has looked through he knows by name, face down or not.
"""

from __future__ import annotations

import msgspec

from barents.games.north_cape import state as s
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.groups import box_counts
from barents.games.north_cape.rules.sight import mark_shown
from barents.games.north_cape.solitaire.groups import can_be_named, named_groups, recalled, sailed, seen_groups
from barents.games.north_cape.state import Mission, Piece, State
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side, eyes_of

OPEN_PLACES = frozenset((s.LOST, s.SAFE, s.NOT_AVAILABLE, s.RESERVE))
UNKNOWN = "?"


def placeholder(side: Side, cell: str) -> str:
    """The id of what stands for a side's face-down pieces in a hex."""
    return f"{side}@{cell}"


def is_placeholder(name: str) -> bool:
    """Whether a piece stands for enemies that one cannot tell apart."""
    return "@" in name


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own pieces, and what its notebook says of the enemy's."""
    if observer is Observer.UMPIRE:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    pieces: dict[Side, dict[str, Piece]] = {}
    marks: dict[str, list[str]] = {}
    for side in Side:
        if observer is eyes_of(side):
            pieces[side] = _own(state, side)
        else:
            pieces[side] = _seen(data, state, side, marks, observer)
    own = observer.side
    return State(
        agenda=_agenda(state, own),
        notebook={side: _notebook(state, side, own) for side in Side},
        result=for_all(state.result),
        scenario=state.scenario,
        options=state.options,
        season=state.season,
        ice=state.ice,
        turns=state.turns,
        pieces=pieces,
        turn=state.turn,
        weather=state.weather,
        fog_range=state.fog_range,
        points=dict(state.points),
        drawn={side: count if side is own else 0 for side, count in state.drawn.items()},
        drawn_before={side: count if side is own else 0 for side, count in state.drawn_before.items()},
        stations={side: list(cells) for side, cells in state.stations.items()},
        mission=_mission(state, own),
        combat=for_all(state.combat),
        interceptor_acted=state.interceptor_acted,
        intercepted_unseen=state.intercepted_unseen,
        merchant_seen=state.merchant_seen,
        entered=list(state.entered),
        wakes=for_all.listed(state.wakes),
        listened=state.listened,
        campaign=for_all(state.campaign),
        groups=seen_groups(state),
        marks=marks,
        boxes=dict(sorted(box_counts(state).items())),
        outside={side: _outside(state, side) for side in Side},
        recalled=recalled(state, data),
    )


def _own(state: State, side: Side) -> dict[str, Piece]:
    """A side's own pieces; for which enemies they are reconnoitred it is not told."""
    pieces = for_owner.each(state.pieces[side])
    for name, piece in state.pieces[side].items():
        if piece.recon:
            pieces[name].recon = _reconnoitred(piece)
    return pieces


def _reconnoitred(piece: Piece) -> list[str]:
    """For whom a piece that is reconnoitred is so, as others than those see it: for everyone, or for somebody.

    A unit that heard a boat unseen must not be known for it when it is identified later.
    """
    return [s.EVERYONE_KNOWS if s.EVERYONE_KNOWS in piece.recon else UNKNOWN]


def _seen(data: Data, state: State, side: Side, marks: dict[str, list[str]], observer: Observer) -> dict[str, Piece]:
    """What the enemy, or a spectator, sees of a side's pieces."""
    identified = state.notebook[side.enemy].identified
    named = named_groups(state) if side is Side.ALLIED else set()
    seen: dict[str, Piece] = {}
    hidden: dict[str, list[str]] = {}
    for name, piece in state.pieces[side].items():
        if piece.at > s.LAST_HEX:
            if piece.at in OPEN_PLACES:
                seen[name] = Piece(name, piece.at, damage=piece.damage)
            elif piece.at == s.GONE and can_be_named(state, data, piece, named):
                seen[name] = Piece(name, piece.at, damage=piece.damage, group=piece.group)
        elif name in identified or (named and can_be_named(state, data, piece, named)):
            seen[name] = _face_up(piece, identified) if name in identified else _remembered(state, piece)
            if piece.recon and observer is Observer.PUBLIC:
                seen[name].recon = _reconnoitred(piece)
        else:
            shown = hidden.setdefault(piece.at, [])
            if (piece.damage or piece.surfaced) and (mark := mark_shown(state, data, piece)):
                shown.append(mark)
    for cell, shown in sorted(hidden.items()):
        name = placeholder(side, cell)
        seen[name] = Piece(name, cell)
        if shown:
            marks[name] = sorted(shown)
    return dict(sorted(seen.items()))


def _face_up(piece: Piece, identified: dict[str, str]) -> Piece:
    """All that shows on a face-up piece; that it is in a box only while the box's marker lies face up too."""
    return Piece(
        piece.id,
        piece.at,
        damage=piece.damage,
        recon=list(piece.recon),
        used=piece.used,
        spent=piece.spent,
        surfaced=piece.surfaced,
        halted=piece.halted,
        box=piece.box if f"group-{piece.box}" in identified else 0,
        aloft=piece.aloft,
        ace=piece.ace,
        group=piece.group,
        among_ice=piece.among_ice,
    )


def _remembered(state: State, piece: Piece) -> Piece:
    """A face-down piece of a group that was examined: of what it has done only the voyage of its group."""
    group = next((group for group in state.groups if group.number == piece.group), None)
    used, spent = (s.Used.SORTIE, sailed(state, group)) if group is not None and group.done else (0, 0)
    return Piece(
        piece.id,
        piece.at,
        damage=piece.damage,
        recon=list(piece.recon),
        used=used,
        spent=spent,
        group=piece.group,
    )


def _outside(state: State, side: Side) -> int:
    """How many forces wait to enter: the scenario's list is open, but not which of them has come."""
    outside = {piece.at for piece in state.pieces[side].values() if piece.at > s.LAST_HEX}
    return sum(place.startswith(s.WAITING) for place in outside)


def _notebook(state: State, side: Side, own: Side | None) -> Notebook:
    """A side's notebook; of another's only which pieces lie face up, which their owner sees too, and open facts."""
    book = state.notebook[side]
    if side is own:
        return for_owner(book)
    other = state.notebook[side.enemy].facts
    facts = {name: fact for name, fact in book.facts.items() if other.get(name) == fact}
    return Notebook(dict(book.identified), facts=facts)


def _is_open(mission: Mission, own: Side | None) -> bool:
    """NC 5.2: until its first act a mission is only announced; how far its owner has come with it is not seen."""
    return mission.began or mission.side is own


def _announced(side: Side, type: s.MissionType, start: str, flying: bool, passed: bool) -> s.Assemble:
    """What is heard of a mission that has not begun; which of the forces outside it is for is not."""
    return s.Assemble(side, type, UNKNOWN if start.startswith(s.WAITING) else start, flying, passed)


def _mission(state: State, own: Side | None) -> Mission | None:
    """NC 5: type, kind and path of a mission are open; which pieces go, whether they must stop here is not.

    In solitaire everyone knows by which hexes a group sails.
    """
    mission = state.mission
    if mission is None or not _is_open(mission, own):
        return None
    if mission.side is own:
        return for_owner(mission)
    start = UNKNOWN if mission.start.startswith(s.WAITING) and not mission.group else mission.start
    seen = for_all.but(mission, units=[UNKNOWN] if mission.units else [], start=start)
    if mission.group:
        seen.halted, seen.arrived, seen.route = mission.halted, mission.arrived, list(mission.route)
        seen.dropped = {cell: list(names) for cell, names in mission.dropped.items()}
    return seen


def _agenda(state: State, own: Side | None) -> list[s.AnyStep]:
    """The agenda without what the observer cannot know: who prepares which mission, and names of hidden units."""
    agenda: list[s.AnyStep] = []
    mission = state.mission
    for step in state.agenda:
        match step:
            case s.Assemble() if step.side is own:
                agenda.append(for_owner(step))
            case s.Assemble():
                agenda.append(_announced(step.side, step.type, step.start, step.flying, step.passed))
            case s.Dive() | s.EntryHex() | s.Leg() if mission is not None and not _is_open(mission, own):
                agenda.append(_announced(mission.side, mission.type, mission.start, mission.flying, mission.passed))
            case s.Dive() | s.Drop() if mission is not None and mission.side is not own:
                agenda.append(s.Leg())
            case s.Claim() if mission is not None and mission.side is not own:
                agenda.append(for_all.but(step, scout=UNKNOWN))
            case s.ClaimSubmarine() if mission is not None and mission.side.enemy is not own:
                agenda.append(s.ClaimSubmarine(()))
            case s.Growlers(units=units) if units and not _is_own(state, step, own):
                agenda.append(for_all.but(step, units=(UNKNOWN,)))
            case s.Adrift(ship) if own is not Side.ALLIED and not _is_identified(state, ship):
                agenda.append(for_all.but(step, ship=UNKNOWN))
            case s.LandAircraft() if step.side is not own:
                agenda.append(for_all.but(step, units=_coming_home(state, step)))
            case s.Claim() | s.ClaimSubmarine() | s.Growlers() | s.Adrift() | s.LandAircraft():
                agenda.append(for_owner(step))
            case _:
                agenda.append(for_all(step))
    return agenda


def _is_own(state: State, step: s.Growlers, own: Side | None) -> bool:
    """Whether ships that may have struck ice are the observer's."""
    return own is not None and all(name in state.pieces[own] for name in step.units)


def _is_identified(state: State, ship: str) -> bool:
    """Whether an Allied ship lies face up."""
    return ship in state.notebook[Side.AXIS].identified


def _coming_home(state: State, step: s.LandAircraft) -> tuple[str, ...]:
    """Aircraft on their way home: the hexes of those that are face down, the names of the others."""
    identified = state.notebook[step.side.enemy].identified
    pieces = state.pieces[step.side]
    hidden = {f"{UNKNOWN}{pieces[u].at}" for u in step.units if u not in identified and not step.sham}
    return tuple(sorted({*hidden, *(u for u in step.units if u in identified)}))
